/* Other names of operators. */
#ifndef PYTORCH_C_ALIASES_H
#define PYTORCH_C_ALIASES_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* As abs.
   absolute(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_absolute(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Conjugate transpose of the last two dimensions.
   adjoint(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_adjoint(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As acos.
   arccos(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arccos(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As acosh.
   arccosh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arccosh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As asin.
   arcsin(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arcsin(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As asinh.
   arcsinh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arcsinh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As atan.
   arctan(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arctan(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As atan2.
   arctan2(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_arctan2(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* As atanh.
   arctanh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_arctanh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As clamp.
   clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clip(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max,
                                 PTC_OUT ptc_tensor *out);
/* clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clip_Tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max,
                                        PTC_OUT ptc_tensor *out);
/* As cat.
   concat(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_concat(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                   PTC_OUT ptc_tensor *out);
/* As cat.
   concatenate(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_concatenate(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                        PTC_OUT ptc_tensor *out);
/* As div.
   divide.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* divide.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Tensor_mode(ptc_tensor self, ptc_tensor other,
                                               PTC_OPTIONAL const char *rounding_mode, PTC_OUT ptc_tensor *out);
/* divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc_divide_Scalar_mode(ptc_tensor self, ptc_scalar other,
                                               PTC_OPTIONAL const char *rounding_mode, PTC_OUT ptc_tensor *out);
/* As trunc.
   fix(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_fix(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As outer.
   ger(Tensor self, Tensor vec2) -> Tensor */
PTC_NODISCARD ptc_error ptc_ger(ptc_tensor self, ptc_tensor vec2, PTC_OUT ptc_tensor *out);
/* As gt.
   greater.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* greater.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* As ge.
   greater_equal.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_equal_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* greater_equal.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_greater_equal_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* As lt.
   less.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* less.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* As le.
   less_equal.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_equal_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* less_equal.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_less_equal_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* As movedim.
   moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_moveaxis_intlist(ptc_tensor self, const int64_t *source, int64_t source_len,
                                             const int64_t *destination, int64_t destination_len,
                                             PTC_OUT ptc_tensor *out);
/* moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_moveaxis_int(ptc_tensor self, int64_t source, int64_t destination, PTC_OUT ptc_tensor *out);
/* As mul.
   multiply.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_multiply_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* multiply.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_multiply_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* As neg.
   negative(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_negative(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* As ne.
   not_equal.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_not_equal_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* not_equal.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_not_equal_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* start, start + step, … up to end, which is included: prefer arange.
   range.step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_range_step(ptc_scalar start, ptc_scalar end, ptc_scalar step,
                                       PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* range(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_range(ptc_scalar start, ptc_scalar end, PTC_OPTIONAL const ptc_options *options,
                                  PTC_OUT ptc_tensor *out);
/* As vstack.
   row_stack(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_row_stack(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* As sub.
   subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_subtract_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha,
                                            PTC_OUT ptc_tensor *out);
/* subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_subtract_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha,
                                            PTC_OUT ptc_tensor *out);
/* As transpose.
   swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_swapdims(ptc_tensor self, int64_t dim0, int64_t dim1, PTC_OUT ptc_tensor *out);
/* As trapezoid.
   trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_trapz_x(ptc_tensor y, ptc_tensor x, int64_t dim, PTC_OUT ptc_tensor *out);
/* trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_trapz_dx(ptc_tensor y, double dx, int64_t dim, PTC_OUT ptc_tensor *out);
/* As div without rounding.
   true_divide.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_true_divide_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* true_divide.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_true_divide_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* absolute_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_absolute_(ptc_tensor self);
/* arccos_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccos_(ptc_tensor self);
/* arccosh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccosh_(ptc_tensor self);
/* arcsin_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsin_(ptc_tensor self);
/* arcsinh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsinh_(ptc_tensor self);
/* arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan2_(ptc_tensor self, ptc_tensor other);
/* arctan_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan_(ptc_tensor self);
/* arctanh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctanh_(ptc_tensor self);
/* clip_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip_(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max);
/* clip_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip__Tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max);
/* divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Tensor(ptc_tensor self, ptc_tensor other);
/* divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Scalar(ptc_tensor self, ptc_scalar other);
/* divide_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Tensor_mode(ptc_tensor self, ptc_tensor other,
                                                PTC_OPTIONAL const char *rounding_mode);
/* divide_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide__Scalar_mode(ptc_tensor self, ptc_scalar other,
                                                PTC_OPTIONAL const char *rounding_mode);
/* fix_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fix_(ptc_tensor self);
/* greater_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater__Scalar(ptc_tensor self, ptc_scalar other);
/* greater_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater__Tensor(ptc_tensor self, ptc_tensor other);
/* greater_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal__Scalar(ptc_tensor self, ptc_scalar other);
/* greater_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal__Tensor(ptc_tensor self, ptc_tensor other);
/* less_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less__Scalar(ptc_tensor self, ptc_scalar other);
/* less_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less__Tensor(ptc_tensor self, ptc_tensor other);
/* less_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal__Scalar(ptc_tensor self, ptc_scalar other);
/* less_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal__Tensor(ptc_tensor self, ptc_tensor other);
/* multiply_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multiply__Tensor(ptc_tensor self, ptc_tensor other);
/* multiply_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multiply__Scalar(ptc_tensor self, ptc_scalar other);
/* negative_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_negative_(ptc_tensor self);
/* not_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal__Scalar(ptc_tensor self, ptc_scalar other);
/* not_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal__Tensor(ptc_tensor self, ptc_tensor other);
/* subtract_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_subtract__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha);
/* subtract_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_subtract__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha);
/* swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_swapaxes_(ptc_tensor self, int64_t axis0, int64_t axis1);
/* swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_swapdims_(ptc_tensor self, int64_t dim0, int64_t dim1);
/* true_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_true_divide__Tensor(ptc_tensor self, ptc_tensor other);
/* true_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_true_divide__Scalar(ptc_tensor self, ptc_scalar other);

/* ---- into given tensors: change `out` ---- */

/* absolute.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_absolute_out(ptc_tensor self, ptc_tensor out);
/* arccos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccos_out(ptc_tensor self, ptc_tensor out);
/* arccosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arccosh_out(ptc_tensor self, ptc_tensor out);
/* arcsin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsin_out(ptc_tensor self, ptc_tensor out);
/* arcsinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arcsinh_out(ptc_tensor self, ptc_tensor out);
/* arctan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan_out(ptc_tensor self, ptc_tensor out);
/* arctan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* arctanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_arctanh_out(ptc_tensor self, ptc_tensor out);
/* clip.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max,
                                     ptc_tensor out);
/* clip.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clip_Tensor_out(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max,
                                            ptc_tensor out);
/* concat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_concat_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out);
/* concatenate.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_concatenate_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                            ptc_tensor out);
/* divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* divide.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_divide_out_mode(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const char *rounding_mode,
                                            ptc_tensor out);
/* fix.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fix_out(ptc_tensor self, ptc_tensor out);
/* ger.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ger_out(ptc_tensor self, ptc_tensor vec2, ptc_tensor out);
/* greater.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* greater.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* greater_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* greater_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_greater_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* less.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* less.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* less_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* less_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_less_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* multiply.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multiply_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* negative.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_negative_out(ptc_tensor self, ptc_tensor out);
/* not_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* not_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_not_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* range.out_(Scalar start, Scalar end, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_range_out_(ptc_scalar start, ptc_scalar end, ptc_tensor out);
/* range.out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_range_out(ptc_scalar start, ptc_scalar end, ptc_scalar step, ptc_tensor out);
/* row_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_row_stack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);
/* subtract.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_subtract_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out);
/* true_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_true_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);

PTC_END

#endif
