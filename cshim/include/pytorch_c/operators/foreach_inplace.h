/* Foreach, in place. */
#ifndef PYTORCH_C_FOREACH_INPLACE_H
#define PYTORCH_C_FOREACH_INPLACE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- in place: change `self` ---- */

/* For each tensor of `self`: absolute value; magnitude of complex numbers; in place.
   _foreach_abs_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_abs_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: inverse cosine in radians; NaN outside of [-1, 1]; in place.
   _foreach_acos_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_acos_(const ptc_tensor *self, int64_t self_len);
/* Adds to each tensor of a list.
   _foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_add__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: self + alpha * other; in place.
   _foreach_add_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> () */
PTC_NODISCARD ptc_error ptc__foreach_add__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                               int64_t other_len, ptc_scalar alpha);
/* For each tensor of `self` and its number in `scalars`: self + scalar; in place.
   _foreach_add_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_add__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self`: self + alpha * other; in place.
   _foreach_add_.Tensor(Tensor(a!)[] self, Tensor other, *, Scalar alpha=1) -> () */
PTC_NODISCARD ptc_error ptc__foreach_add__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                 ptc_scalar alpha);
/* For each tensor of `self`: self + value * tensor1 / tensor2; in place.
   _foreach_addcdiv_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> () */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv__Scalar(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_tensor *tensor1, int64_t tensor1_len,
                                                     const ptc_tensor *tensor2, int64_t tensor2_len, ptc_scalar value);
/* For each tensor of `self` and its number in `scalars`: self + scalar * tensor1 / tensor2; in place.
   _foreach_addcdiv_.ScalarList(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                         const ptc_tensor *tensor1, int64_t tensor1_len,
                                                         const ptc_tensor *tensor2, int64_t tensor2_len,
                                                         const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self` and its element of `scalars`: self + scalar * tensor1 / tensor2; in place.
   _foreach_addcdiv_.Tensor(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv__Tensor(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_tensor *tensor1, int64_t tensor1_len,
                                                     const ptc_tensor *tensor2, int64_t tensor2_len,
                                                     ptc_tensor scalars);
/* For each tensor of `self`: self + value * tensor1 * tensor2; in place.
   _foreach_addcmul_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> () */
PTC_NODISCARD ptc_error ptc__foreach_addcmul__Scalar(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_tensor *tensor1, int64_t tensor1_len,
                                                     const ptc_tensor *tensor2, int64_t tensor2_len, ptc_scalar value);
/* For each tensor of `self` and its number in `scalars`: self + scalar * tensor1 * tensor2; in place.
   _foreach_addcmul_.ScalarList(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_addcmul__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                         const ptc_tensor *tensor1, int64_t tensor1_len,
                                                         const ptc_tensor *tensor2, int64_t tensor2_len,
                                                         const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self` and its element of `scalars`: self + scalar * tensor1 * tensor2; in place.
   _foreach_addcmul_.Tensor(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_addcmul__Tensor(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_tensor *tensor1, int64_t tensor1_len,
                                                     const ptc_tensor *tensor2, int64_t tensor2_len,
                                                     ptc_tensor scalars);
/* For each tensor of `self`: inverse sine in radians; NaN outside of [-1, 1]; in place.
   _foreach_asin_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_asin_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: inverse tangent in radians; in place.
   _foreach_atan_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_atan_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: rounded up; in place.
   _foreach_ceil_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_ceil_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: at most scalar; in place.
   _foreach_clamp_max_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: at most other; in place.
   _foreach_clamp_max_.List(Tensor(a!)[] self, Tensor[] other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                     int64_t other_len);
/* For each tensor of `self` and its number in `scalars`: at most scalar; in place.
   _foreach_clamp_max_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                           const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self`: at least scalar; in place.
   _foreach_clamp_min_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: at least other; in place.
   _foreach_clamp_min_.List(Tensor(a!)[] self, Tensor[] other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                     int64_t other_len);
/* For each tensor of `self` and its number in `scalars`: at least scalar; in place.
   _foreach_clamp_min_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                           const ptc_scalar *scalars, int64_t scalars_len);
/* Each tensor of `src` cast and broadcast to the dtype and shape of the one of `self` at its place; in place.
   _foreach_copy_(Tensor(a!)[] self, Tensor[] src, bool non_blocking=False) -> () */
PTC_NODISCARD ptc_error ptc__foreach_copy_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *src,
                                           int64_t src_len, bool non_blocking);
/* For each tensor of `self`: cosine of radians; in place.
   _foreach_cos_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_cos_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: hyperbolic cosine; in place.
   _foreach_cosh_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_cosh_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: self / scalar; in place.
   _foreach_div_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_div__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: self / other; in place.
   _foreach_div_.List(Tensor(a!)[] self, Tensor[] other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_div__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                               int64_t other_len);
/* For each tensor of `self` and its number in `scalars`: self / scalar; in place.
   _foreach_div_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_div__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self`: self / other; in place.
   _foreach_div_.Tensor(Tensor(a!)[] self, Tensor other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_div__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other);
/* For each tensor of `self`: error function; in place.
   _foreach_erf_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_erf_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: 1 - erf(x), exact for large x; in place.
   _foreach_erfc_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_erfc_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: e to the power of each element; in place.
   _foreach_exp_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_exp_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: exp(x) - 1, exact near 0; in place.
   _foreach_expm1_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_expm1_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: rounded down; in place.
   _foreach_floor_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_floor_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: what is left after trunc; the sign is kept; in place.
   _foreach_frac_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_frac_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self` and the one of `weights` at its place: self + weight * (tensors1 - self); in place.
   _foreach_lerp_.List(Tensor(a!)[] self, Tensor[] tensors1, Tensor[] weights) -> () */
PTC_NODISCARD ptc_error ptc__foreach_lerp__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                                int64_t tensors1_len, const ptc_tensor *weights, int64_t weights_len);
/* For each tensor of `self`: self + weight * (tensors1 - self); in place.
   _foreach_lerp_.Scalar(Tensor(a!)[] self, Tensor[] tensors1, Scalar weight) -> () */
PTC_NODISCARD ptc_error ptc__foreach_lerp__Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                                  int64_t tensors1_len, ptc_scalar weight);
/* For each tensor of `self` and its number in `weight`: self + weight * (tensors1 - self); in place.
   _foreach_lerp_.ScalarList(Tensor(a!)[] self, Tensor[] tensors1, Scalar[] weight) -> () */
PTC_NODISCARD ptc_error ptc__foreach_lerp__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                      const ptc_tensor *tensors1, int64_t tensors1_len,
                                                      const ptc_scalar *weight, int64_t weight_len);
/* For each tensor of `self`: log of the absolute value of the gamma function; in place.
   _foreach_lgamma_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_lgamma_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: logarithm to base 10; in place.
   _foreach_log10_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_log10_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: log(1 + x), exact near 0; in place.
   _foreach_log1p_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_log1p_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: logarithm to base 2; in place.
   _foreach_log2_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_log2_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: natural logarithm; NaN below 0; in place.
   _foreach_log_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_log_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: the larger of self and scalar; NaN wins; in place.
   _foreach_maximum_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_maximum__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: the larger of self and other; NaN wins; in place.
   _foreach_maximum_.List(Tensor(a!)[] self, Tensor[] other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_maximum__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                   int64_t other_len);
/* For each tensor of `self` and its number in `scalars`: the larger of self and scalar; NaN wins; in place.
   _foreach_maximum_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_maximum__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                         const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self`: the smaller of self and scalar; NaN wins; in place.
   _foreach_minimum_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_minimum__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: the smaller of self and other; NaN wins; in place.
   _foreach_minimum_.List(Tensor(a!)[] self, Tensor[] other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_minimum__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                   int64_t other_len);
/* For each tensor of `self` and its number in `scalars`: the smaller of self and scalar; NaN wins; in place.
   _foreach_minimum_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_minimum__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                         const ptc_scalar *scalars, int64_t scalars_len);
/* Multiplies each tensor of a list.
   _foreach_mul_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_mul__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: self * other; in place.
   _foreach_mul_.List(Tensor(a!)[] self, Tensor[] other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_mul__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                               int64_t other_len);
/* For each tensor of `self` and its number in `scalars`: self * scalar; in place.
   _foreach_mul_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_mul__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self`: self * other; in place.
   _foreach_mul_.Tensor(Tensor(a!)[] self, Tensor other) -> () */
PTC_NODISCARD ptc_error ptc__foreach_mul__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other);
/* For each tensor of `self`: the negative: -x; in place.
   _foreach_neg_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_neg_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self` and the one of `exponent` at its place: self ** exponent; in place.
   _foreach_pow_.List(Tensor(a!)[] self, Tensor[] exponent) -> () */
PTC_NODISCARD ptc_error ptc__foreach_pow__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *exponent,
                                               int64_t exponent_len);
/* For each tensor of `self`: self ** exponent; in place.
   _foreach_pow_.Scalar(Tensor(a!)[] self, Scalar exponent) -> () */
PTC_NODISCARD ptc_error ptc__foreach_pow__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar exponent);
/* For each tensor of `self` and its number in `exponent`: self ** exponent; in place.
   _foreach_pow_.ScalarList(Tensor(a!)[] self, Scalar[] exponent) -> () */
PTC_NODISCARD ptc_error ptc__foreach_pow__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_scalar *exponent, int64_t exponent_len);
/* For each tensor of `self`: 1 / x; in place.
   _foreach_reciprocal_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_reciprocal_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: to the nearest integer, halves to the even one; in place.
   _foreach_round_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_round_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: 1 / sqrt(x); in place.
   _foreach_rsqrt_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_rsqrt_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: 1 / (1 + exp(-x)); in place.
   _foreach_sigmoid_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sigmoid_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: -1, 0 or 1; in place.
   _foreach_sign_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sign_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: sine of radians; in place.
   _foreach_sin_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sin_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: hyperbolic sine; in place.
   _foreach_sinh_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sinh_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: square root; NaN below 0; in place.
   _foreach_sqrt_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sqrt_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: self - scalar; in place.
   _foreach_sub_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sub__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* For each tensor of `self` and the one of `other` at its place: self - alpha * other; in place.
   _foreach_sub_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sub__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                               int64_t other_len, ptc_scalar alpha);
/* For each tensor of `self` and its number in `scalars`: self - scalar; in place.
   _foreach_sub_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
PTC_NODISCARD ptc_error ptc__foreach_sub__ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_scalar *scalars, int64_t scalars_len);
/* For each tensor of `self`: tangent of radians; in place.
   _foreach_tan_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_tan_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: hyperbolic tangent; in place.
   _foreach_tanh_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_tanh_(const ptc_tensor *self, int64_t self_len);
/* For each tensor of `self`: rounded towards 0; in place.
   _foreach_trunc_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_trunc_(const ptc_tensor *self, int64_t self_len);
/* Fills each tensor of a list with 0.
   _foreach_zero_(Tensor(a!)[] self) -> () */
PTC_NODISCARD ptc_error ptc__foreach_zero_(const ptc_tensor *self, int64_t self_len);

PTC_END

#endif
