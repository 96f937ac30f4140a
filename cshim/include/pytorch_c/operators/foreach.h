/* Foreach: one operator over lists of tensors. */
#ifndef PYTORCH_C_FOREACH_H
#define PYTORCH_C_FOREACH_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* _foreach_abs(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_abs(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_acos(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_acos(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_add.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_add.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, ptc_scalar alpha, PTC_OUT ptc_tensor_list *out);
/* _foreach_add.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_add.Tensor(Tensor[] self, Tensor other, *, Scalar alpha=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_add_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                ptc_scalar alpha, PTC_OUT ptc_tensor_list *out);
/* _foreach_addcdiv.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_scalar value, PTC_OUT ptc_tensor_list *out);
/* _foreach_addcdiv.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_tensor *tensor1, int64_t tensor1_len,
                                                        const ptc_tensor *tensor2, int64_t tensor2_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* _foreach_addcdiv.Tensor(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcdiv_Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_tensor scalars, PTC_OUT ptc_tensor_list *out);
/* _foreach_addcmul.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcmul_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_scalar value, PTC_OUT ptc_tensor_list *out);
/* _foreach_addcmul.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcmul_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_tensor *tensor1, int64_t tensor1_len,
                                                        const ptc_tensor *tensor2, int64_t tensor2_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* _foreach_addcmul.Tensor(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_addcmul_Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                                    int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                                    ptc_tensor scalars, PTC_OUT ptc_tensor_list *out);
/* _foreach_asin(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_asin(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_atan(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_atan(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_ceil(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_ceil(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_clamp_max.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                      PTC_OUT ptc_tensor_list *out);
/* _foreach_clamp_max.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                    int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_clamp_max.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_max_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                          const ptc_scalar *scalars, int64_t scalars_len,
                                                          PTC_OUT ptc_tensor_list *out);
/* _foreach_clamp_min.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                      PTC_OUT ptc_tensor_list *out);
/* _foreach_clamp_min.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                    int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_clamp_min.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clamp_min_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                          const ptc_scalar *scalars, int64_t scalars_len,
                                                          PTC_OUT ptc_tensor_list *out);
/* _foreach_clone(Tensor[] self, *, MemoryFormat? memory_format=None) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_clone(const ptc_tensor *self, int64_t self_len, int32_t memory_format,
                                           PTC_OUT ptc_tensor_list *out);
/* _foreach_copy(Tensor[] self, Tensor[] src, bool non_blocking=False) -> Tensor[] self_out */
PTC_NODISCARD ptc_error ptc__foreach_copy(const ptc_tensor *self, int64_t self_len, const ptc_tensor *src,
                                          int64_t src_len, bool non_blocking, PTC_OUT ptc_tensor_list *out);
/* _foreach_cos(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_cos(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_cosh(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_cosh(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_div.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_div.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_div.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_div.Tensor(Tensor[] self, Tensor other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_div_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_erf(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_erf(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_erfc(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_erfc(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_exp(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_exp(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_expm1(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_expm1(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_floor(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_floor(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_frac(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_frac(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_lerp.List(Tensor[] self, Tensor[] tensors1, Tensor[] weights) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lerp_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                               int64_t tensors1_len, const ptc_tensor *weights, int64_t weights_len,
                                               PTC_OUT ptc_tensor_list *out);
/* _foreach_lerp.Scalar(Tensor[] self, Tensor[] tensors1, Scalar weight) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lerp_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                                 int64_t tensors1_len, ptc_scalar weight, PTC_OUT ptc_tensor_list *out);
/* _foreach_lerp.ScalarList(Tensor[] self, Tensor[] tensors1, Scalar[] weight) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lerp_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                     const ptc_tensor *tensors1, int64_t tensors1_len,
                                                     const ptc_scalar *weight, int64_t weight_len,
                                                     PTC_OUT ptc_tensor_list *out);
/* _foreach_lgamma(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_lgamma(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_log(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_log10(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log10(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_log1p(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log1p(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_log2(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_log2(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_max(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_max(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_maximum.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_maximum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                    PTC_OUT ptc_tensor_list *out);
/* _foreach_maximum.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_maximum_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                  int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_maximum.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_maximum_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* _foreach_minimum.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_minimum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                    PTC_OUT ptc_tensor_list *out);
/* _foreach_minimum.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_minimum_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                                  int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_minimum.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_minimum_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                        const ptc_scalar *scalars, int64_t scalars_len,
                                                        PTC_OUT ptc_tensor_list *out);
/* _foreach_mm(Tensor[] self, Tensor[] mat2) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mm(const ptc_tensor *self, int64_t self_len, const ptc_tensor *mat2,
                                        int64_t mat2_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_mul.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_mul.List(Tensor[] self, Tensor[] other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_mul.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_mul.Tensor(Tensor[] self, Tensor other) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_mul_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_neg(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_neg(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* The norm of each tensor of a list.
   _foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord,
                                                 int32_t dtype, PTC_OUT ptc_tensor_list *out);
/* _foreach_pow.List(Tensor[] self, Tensor[] exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *exponent,
                                              int64_t exponent_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_pow.Scalar(Tensor[] self, Scalar exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar exponent,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_pow.ScalarList(Tensor[] self, Scalar[] exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_ScalarList(const ptc_tensor *self, int64_t self_len,
                                                    const ptc_scalar *exponent, int64_t exponent_len,
                                                    PTC_OUT ptc_tensor_list *out);
/* _foreach_pow.ScalarAndTensor(Scalar self, Tensor[] exponent) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_pow_ScalarAndTensor(ptc_scalar self, const ptc_tensor *exponent,
                                                         int64_t exponent_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_powsum.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_powsum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord,
                                                   int32_t dtype, PTC_OUT ptc_tensor_list *out);
/* _foreach_reciprocal(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_reciprocal(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_round(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_round(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_rsqrt(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_rsqrt(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_sigmoid(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sigmoid(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_sign(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sign(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_sin(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sin(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_sinh(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sinh(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_sqrt(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sqrt(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_sub.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sub_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                                PTC_OUT ptc_tensor_list *out);
/* _foreach_sub.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sub_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                              int64_t other_len, ptc_scalar alpha, PTC_OUT ptc_tensor_list *out);
/* _foreach_sub.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_sub_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                                    int64_t scalars_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_tan(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_tan(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_tanh(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_tanh(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);
/* _foreach_trunc(Tensor[] self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc__foreach_trunc(const ptc_tensor *self, int64_t self_len, PTC_OUT ptc_tensor_list *out);

PTC_END

#endif
