/* Foreach: one operator over lists of tensors. */
#ifndef PYTORCH_C_FOREACH_H
#define PYTORCH_C_FOREACH_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* For each tensor of `self`: absolute value; magnitude of complex numbers.
   _foreach_abs(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_abs(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: inverse cosine in radians; NaN outside of [-1, 1].
   _foreach_acos(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_acos(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self + scalar.
   _foreach_add.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: self + alpha * other.
   _foreach_add.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, ptc_scalar alpha, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: self + scalar.
   _foreach_add.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self + alpha * other.
   _foreach_add.Tensor(Tensor[] self, Tensor other, *, Scalar alpha=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                ptc_scalar alpha, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self + value * tensor1 / tensor2.
   _foreach_addcdiv.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_scalar value, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: self + scalar * tensor1 / tensor2.
   _foreach_addcdiv.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_tensor *tensor1, int64_t tensor1_len,
                                                        const ptc_tensor *tensor2, int64_t tensor2_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its element of `scalars`: self + scalar * tensor1 / tensor2.
   _foreach_addcdiv.Tensor(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv_Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_tensor scalars, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self + value * tensor1 * tensor2.
   _foreach_addcmul.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcmul_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_scalar value, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: self + scalar * tensor1 * tensor2.
   _foreach_addcmul.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcmul_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_tensor *tensor1, int64_t tensor1_len,
                                                        const ptc_tensor *tensor2, int64_t tensor2_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its element of `scalars`: self + scalar * tensor1 * tensor2.
   _foreach_addcmul.Tensor(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcmul_Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_tensor scalars, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: inverse sine in radians; NaN outside of [-1, 1].
   _foreach_asin(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_asin(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: inverse tangent in radians.
   _foreach_atan(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_atan(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: rounded up.
   _foreach_ceil(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_ceil(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: at most scalar.
   _foreach_clamp_max.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                      PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: at most other.
   _foreach_clamp_max.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                    int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: at most scalar.
   _foreach_clamp_max.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                          const ptc_scalar *scalars, int64_t scalars_len,
                                                          PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: at least scalar.
   _foreach_clamp_min.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                      PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: at least other.
   _foreach_clamp_min.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                    int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: at least scalar.
   _foreach_clamp_min.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                          const ptc_scalar *scalars, int64_t scalars_len,
                                                          PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: a copy with memory of its own; gradients flow through.
   _foreach_clone(Tensor[] self, *, MemoryFormat? memory_format=None) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clone(const ptc_tensor *self, int64_t self_len, int32_t memory_format,
                                           PTC_OUT ptc_tensor_list *out);
/* Each tensor of `src` cast and broadcast to the dtype and shape of the one of `self` at its place.
   _foreach_copy(Tensor[] self, Tensor[] src, bool non_blocking=False) -> Tensor[] self_out */
PTC_NODISCARD ptc_error ptc__foreach_copy(const ptc_tensor *self, int64_t self_len, const ptc_tensor *src,
                                          int64_t src_len, bool non_blocking, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: cosine of radians.
   _foreach_cos(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_cos(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: hyperbolic cosine.
   _foreach_cosh(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_cosh(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self / scalar.
   _foreach_div.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: self / other.
   _foreach_div.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: self / scalar.
   _foreach_div.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self / other.
   _foreach_div.Tensor(Tensor[] self, Tensor other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: error function.
   _foreach_erf(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_erf(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: 1 - erf(x), exact for large x.
   _foreach_erfc(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_erfc(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: e to the power of each element.
   _foreach_exp(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_exp(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: exp(x) - 1, exact near 0.
   _foreach_expm1(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_expm1(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: rounded down.
   _foreach_floor(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_floor(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: what is left after trunc; the sign is kept.
   _foreach_frac(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_frac(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `weights` at its place: self + weight * (tensors1 - self).
   _foreach_lerp.List(Tensor[] self, Tensor[] tensors1, Tensor[] weights) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lerp_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                               int64_t tensors1_len, const ptc_tensor *weights, int64_t weights_len,
                                               PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self + weight * (tensors1 - self).
   _foreach_lerp.Scalar(Tensor[] self, Tensor[] tensors1, Scalar weight) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lerp_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                                 int64_t tensors1_len, ptc_scalar weight, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `weight`: self + weight * (tensors1 - self).
   _foreach_lerp.ScalarList(Tensor[] self, Tensor[] tensors1, Scalar[] weight) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lerp_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_tensor *tensors1, int64_t tensors1_len,
                                                     const ptc_scalar *weight, int64_t weight_len,
                                                     PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: log of the absolute value of the gamma function.
   _foreach_lgamma(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lgamma(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: natural logarithm; NaN below 0.
   _foreach_log(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: logarithm to base 10.
   _foreach_log10(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log10(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: log(1 + x), exact near 0.
   _foreach_log1p(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log1p(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: logarithm to base 2.
   _foreach_log2(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log2(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* The largest element of each tensor of `self`.
   _foreach_max(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_max(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: the larger of self and scalar; NaN wins.
   _foreach_maximum.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_maximum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                    PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: the larger of self and other; NaN wins.
   _foreach_maximum.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_maximum_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                  int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: the larger of self and scalar; NaN wins.
   _foreach_maximum.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_maximum_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: the smaller of self and scalar; NaN wins.
   _foreach_minimum.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_minimum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                    PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: the smaller of self and other; NaN wins.
   _foreach_minimum.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_minimum_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                  int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: the smaller of self and scalar; NaN wins.
   _foreach_minimum.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_minimum_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: the matrix product with the one of `mat2` at its place.
   _foreach_mm(Tensor[] self, Tensor[] mat2) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mm(const ptc_tensor *self, int64_t self_len, const ptc_tensor *mat2,
                                        int64_t mat2_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self * scalar.
   _foreach_mul.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: self * other.
   _foreach_mul.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: self * scalar.
   _foreach_mul.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self * other.
   _foreach_mul.Tensor(Tensor[] self, Tensor other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: the negative: -x.
   _foreach_neg(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_neg(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* The norm of each tensor of a list.
   _foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord,
                                                 int32_t dtype, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `exponent` at its place: self ** exponent.
   _foreach_pow.List(Tensor[] self, Tensor[] exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *exponent,
                                              int64_t exponent_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self ** exponent.
   _foreach_pow.Scalar(Tensor[] self, Scalar exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar exponent,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `exponent`: self ** exponent.
   _foreach_pow.ScalarList(Tensor[] self, Scalar[] exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                    const ptc_scalar *exponent, int64_t exponent_len,
                                                    PTC_OUT ptc_tensor_list *out);
/* For each tensor of `exponent`: self ** exponent.
   _foreach_pow.ScalarAndTensor(Scalar self, Tensor[] exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_ScalarAndTensor(ptc_scalar self, const ptc_tensor *exponent,
                                                         int64_t exponent_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: the sum of |x| ** ord.
   _foreach_powsum.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_powsum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord,
                                                   int32_t dtype, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: 1 / x.
   _foreach_reciprocal(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_reciprocal(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: to the nearest integer, halves to the even one.
   _foreach_round(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_round(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: 1 / sqrt(x).
   _foreach_rsqrt(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_rsqrt(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: 1 / (1 + exp(-x)).
   _foreach_sigmoid(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sigmoid(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: -1, 0 or 1.
   _foreach_sign(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sign(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: sine of radians.
   _foreach_sin(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sin(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: hyperbolic sine.
   _foreach_sinh(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sinh(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: square root; NaN below 0.
   _foreach_sqrt(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sqrt(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: self - scalar.
   _foreach_sub.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sub_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and the one of `other` at its place: self - alpha * other.
   _foreach_sub.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sub_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, ptc_scalar alpha, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self` and its number in `scalars`: self - scalar.
   _foreach_sub.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sub_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: tangent of radians.
   _foreach_tan(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_tan(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: hyperbolic tangent.
   _foreach_tanh(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_tanh(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* For each tensor of `self`: rounded towards 0.
   _foreach_trunc(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_trunc(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);

PTC_END

#endif
