/* Bits and truth values. */
#ifndef PYTORCH_C_BITWISE_H
#define PYTORCH_C_BITWISE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Bits that are set in both; logical for bool.
   bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_and_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Bits that are set in both; logical for bool.
   bitwise_and.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_and_Scalar_Tensor(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Bits that are set in both; logical for bool.
   bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_and_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self with its bits moved left by `other`.
   bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self with its bits moved left by `other`.
   bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift_Tensor_Scalar(ptc_tensor self, ptc_scalar other,
                                                             PTC_OUT ptc_tensor *out);
/* self with its bits moved left by `other`.
   bitwise_left_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift_Scalar_Tensor(ptc_scalar self, ptc_tensor other,
                                                             PTC_OUT ptc_tensor *out);
/* Every bit turned; logical for bool.
   bitwise_not(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_not(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Bits that are set in either; logical for bool.
   bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_or_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Bits that are set in either; logical for bool.
   bitwise_or.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_or_Scalar_Tensor(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Bits that are set in either; logical for bool.
   bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_or_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self with its bits moved right by `other`, the sign kept.
   bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self with its bits moved right by `other`, the sign kept.
   bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift_Tensor_Scalar(ptc_tensor self, ptc_scalar other,
                                                              PTC_OUT ptc_tensor *out);
/* self with its bits moved right by `other`, the sign kept.
   bitwise_right_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift_Scalar_Tensor(ptc_scalar self, ptc_tensor other,
                                                              PTC_OUT ptc_tensor *out);
/* Bits that are set in exactly one; logical for bool.
   bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_xor_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Bits that are set in exactly one; logical for bool.
   bitwise_xor.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_xor_Scalar_Tensor(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Bits that are set in exactly one; logical for bool.
   bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_bitwise_xor_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True where both are not 0.
   logical_and(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_logical_and(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True where an element is 0.
   logical_not(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_logical_not(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where at least one is not 0.
   logical_or(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_logical_or(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* True where exactly one is not 0.
   logical_xor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_logical_xor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Bits that are set in both; logical for bool; in place.
   bitwise_and_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_and__Scalar(ptc_tensor self, ptc_scalar other);
/* Bits that are set in both; logical for bool; in place.
   bitwise_and_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_and__Tensor(ptc_tensor self, ptc_tensor other);
/* self with its bits moved left by `other`; in place.
   bitwise_left_shift_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift__Tensor(ptc_tensor self, ptc_tensor other);
/* self with its bits moved left by `other`; in place.
   bitwise_left_shift_.Tensor_Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift__Tensor_Scalar(ptc_tensor self, ptc_scalar other);
/* Every bit turned; logical for bool; in place.
   bitwise_not_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_not_(ptc_tensor self);
/* Bits that are set in either; logical for bool; in place.
   bitwise_or_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_or__Scalar(ptc_tensor self, ptc_scalar other);
/* Bits that are set in either; logical for bool; in place.
   bitwise_or_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_or__Tensor(ptc_tensor self, ptc_tensor other);
/* self with its bits moved right by `other`, the sign kept; in place.
   bitwise_right_shift_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift__Tensor(ptc_tensor self, ptc_tensor other);
/* self with its bits moved right by `other`, the sign kept; in place.
   bitwise_right_shift_.Tensor_Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift__Tensor_Scalar(ptc_tensor self, ptc_scalar other);
/* Bits that are set in exactly one; logical for bool; in place.
   bitwise_xor_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_xor__Scalar(ptc_tensor self, ptc_scalar other);
/* Bits that are set in exactly one; logical for bool; in place.
   bitwise_xor_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_xor__Tensor(ptc_tensor self, ptc_tensor other);
/* True where both are not 0; in place.
   logical_and_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_and_(ptc_tensor self, ptc_tensor other);
/* True where an element is 0; in place.
   logical_not_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_not_(ptc_tensor self);
/* True where at least one is not 0; in place.
   logical_or_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_or_(ptc_tensor self, ptc_tensor other);
/* True where exactly one is not 0; in place.
   logical_xor_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_xor_(ptc_tensor self, ptc_tensor other);

/* ---- into given tensors: change `out` ---- */

/* Bits that are set in both; logical for bool; written into `out`.
   bitwise_and.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_and_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Bits that are set in both; logical for bool; written into `out`.
   bitwise_and.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_and_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* self with its bits moved left by `other`; written into `out`.
   bitwise_left_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self with its bits moved left by `other`; written into `out`.
   bitwise_left_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_left_shift_Tensor_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Every bit turned; logical for bool; written into `out`.
   bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_not_out(ptc_tensor self, ptc_tensor out);
/* Bits that are set in either; logical for bool; written into `out`.
   bitwise_or.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_or_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Bits that are set in either; logical for bool; written into `out`.
   bitwise_or.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_or_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* self with its bits moved right by `other`, the sign kept; written into `out`.
   bitwise_right_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self with its bits moved right by `other`, the sign kept; written into `out`.
   bitwise_right_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_right_shift_Tensor_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Bits that are set in exactly one; logical for bool; written into `out`.
   bitwise_xor.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_xor_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Bits that are set in exactly one; logical for bool; written into `out`.
   bitwise_xor.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bitwise_xor_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* True where both are not 0; written into `out`.
   logical_and.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_and_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* True where an element is 0; written into `out`.
   logical_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_not_out(ptc_tensor self, ptc_tensor out);
/* True where at least one is not 0; written into `out`.
   logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_or_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* True where exactly one is not 0; written into `out`.
   logical_xor.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logical_xor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);

PTC_END

#endif
