/* Comparison and tests. */
#ifndef PYTORCH_C_COMPARE_H
#define PYTORCH_C_COMPARE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* All of |self - other| <= atol + rtol * |other|.
   allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool */
const char *ptc_allclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan, bool *out);
/* Whether self == other, broadcast.
   eq.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_eq_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* eq.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_eq_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Same shape and same values.
   equal(Tensor self, Tensor other) -> bool */
const char *ptc_equal(ptc_tensor self, ptc_tensor other, bool *out);
/* Whether self >= other, broadcast.
   ge.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_ge_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* ge.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_ge_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Whether self > other, broadcast.
   gt.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_gt_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* gt.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_gt_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Whether the only element is not 0.
   is_nonzero(Tensor self) -> bool */
const char *ptc_is_nonzero(ptc_tensor self, bool *out);
/* Whether |self - other| <= atol + rtol * |other|, for each element.
   isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor */
const char *ptc_isclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan, ptc_tensor *out);
/* Whether each element is neither infinite nor NaN.
   isfinite(Tensor self) -> Tensor */
const char *ptc_isfinite(ptc_tensor self, ptc_tensor *out);
/* Whether each element is infinite.
   isinf(Tensor self) -> Tensor */
const char *ptc_isinf(ptc_tensor self, ptc_tensor *out);
/* Whether each element is NaN.
   isnan(Tensor self) -> Tensor */
const char *ptc_isnan(ptc_tensor self, ptc_tensor *out);
/* Whether each element is -inf.
   isneginf(Tensor self) -> Tensor */
const char *ptc_isneginf(ptc_tensor self, ptc_tensor *out);
/* Whether each element is +inf.
   isposinf(Tensor self) -> Tensor */
const char *ptc_isposinf(ptc_tensor self, ptc_tensor *out);
/* Whether each element has no imaginary part.
   isreal(Tensor self) -> Tensor */
const char *ptc_isreal(ptc_tensor self, ptc_tensor *out);
/* Whether self <= other, broadcast.
   le.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_le_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* le.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_le_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Whether self < other, broadcast.
   lt.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_lt_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* lt.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_lt_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Whether self != other, broadcast.
   ne.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_ne_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* ne.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_ne_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* eq_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_eq__Scalar(ptc_tensor self, ptc_scalar other);
/* eq_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_eq__Tensor(ptc_tensor self, ptc_tensor other);
/* ge_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_ge__Scalar(ptc_tensor self, ptc_scalar other);
/* ge_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_ge__Tensor(ptc_tensor self, ptc_tensor other);
/* gt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_gt__Scalar(ptc_tensor self, ptc_scalar other);
/* gt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_gt__Tensor(ptc_tensor self, ptc_tensor other);
/* le_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_le__Scalar(ptc_tensor self, ptc_scalar other);
/* le_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_le__Tensor(ptc_tensor self, ptc_tensor other);
/* lt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_lt__Scalar(ptc_tensor self, ptc_scalar other);
/* lt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_lt__Tensor(ptc_tensor self, ptc_tensor other);
/* ne_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_ne__Scalar(ptc_tensor self, ptc_scalar other);
/* ne_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_ne__Tensor(ptc_tensor self, ptc_tensor other);

/* ---- into given tensors: change `out` ---- */

/* eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_eq_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* eq.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_eq_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* ge.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_ge_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* ge.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_ge_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* gt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_gt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* gt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_gt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* isneginf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_isneginf_out(ptc_tensor self, ptc_tensor out);
/* isposinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_isposinf_out(ptc_tensor self, ptc_tensor out);
/* le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_le_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_le_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* lt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_lt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_lt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* ne.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_ne_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* ne.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_ne_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);

PTC_END

#endif
