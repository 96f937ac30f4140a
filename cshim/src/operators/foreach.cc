// Foreach: one operator over lists of tensors.
#include <ATen/ops/_foreach_abs.h>
#include <ATen/ops/_foreach_acos.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_asin.h>
#include <ATen/ops/_foreach_atan.h>
#include <ATen/ops/_foreach_ceil.h>
#include <ATen/ops/_foreach_clamp_max.h>
#include <ATen/ops/_foreach_clamp_min.h>
#include <ATen/ops/_foreach_copy.h>
#include <ATen/ops/_foreach_cos.h>
#include <ATen/ops/_foreach_cosh.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_erf.h>
#include <ATen/ops/_foreach_erfc.h>
#include <ATen/ops/_foreach_exp.h>
#include <ATen/ops/_foreach_expm1.h>
#include <ATen/ops/_foreach_floor.h>
#include <ATen/ops/_foreach_frac.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_lgamma.h>
#include <ATen/ops/_foreach_log.h>
#include <ATen/ops/_foreach_log10.h>
#include <ATen/ops/_foreach_log1p.h>
#include <ATen/ops/_foreach_log2.h>
#include <ATen/ops/_foreach_max.h>
#include <ATen/ops/_foreach_maximum.h>
#include <ATen/ops/_foreach_minimum.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_neg.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_foreach_pow.h>
#include <ATen/ops/_foreach_powsum.h>
#include <ATen/ops/_foreach_reciprocal.h>
#include <ATen/ops/_foreach_round.h>
#include <ATen/ops/_foreach_rsqrt.h>
#include <ATen/ops/_foreach_sigmoid.h>
#include <ATen/ops/_foreach_sign.h>
#include <ATen/ops/_foreach_sin.h>
#include <ATen/ops/_foreach_sinh.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/_foreach_sub.h>
#include <ATen/ops/_foreach_tan.h>
#include <ATen/ops/_foreach_tanh.h>
#include <ATen/ops/_foreach_trunc.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/foreach.h>

// A list beside `self`, which libtorch reads as far as that one goes: as long as it.
#define as_many(x, length) (check_same_length(self_len, length, #x), list(x))
#define as_many_scalars(x, length) (check_as_many_scalars(self_len, length, #x), scalars(x))

#if __has_include(<ATen/ops/_foreach_clone.h>)
#include <ATen/ops/_foreach_clone.h>
#endif
#if __has_include(<ATen/ops/_foreach_mm.h>)
#include <ATen/ops/_foreach_mm.h>
#endif

// Operators that an older libtorch lacks.
namespace at {
namespace {
[[noreturn, maybe_unused]] void missing(const char *name, const char *since) {
  fail(PTC_ERROR_NOT_IMPLEMENTED, std::string(name) + " needs libtorch " + since + " or newer");
}
#if !__has_include(<ATen/ops/_foreach_clone.h>)
template <class... Args> [[noreturn]] std::vector<Tensor> _foreach_clone(const Args &...) {
  missing("_foreach_clone", "2.12");
}
#endif
#if !__has_include(<ATen/ops/_foreach_mm.h>)
template <class... Args> [[noreturn]] std::vector<Tensor> _foreach_mm(const Args &...) {
  missing("_foreach_mm", "2.13");
}
#endif
} // namespace
} // namespace at

ptc_error ptc__foreach_abs(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_abs(list(self))); });
}
ptc_error ptc__foreach_acos(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_acos(list(self))); });
}
ptc_error ptc__foreach_add_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_add(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_add_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len,
                                ptc_scalar alpha, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_add(list(self), as_many(other, other_len), scalar(alpha))); });
}
ptc_error ptc__foreach_add_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                      int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_add(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_add_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_scalar alpha,
                                  ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_add(list(self), get(other), scalar(alpha))); });
}
ptc_error ptc__foreach_addcdiv_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                      int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                      ptc_scalar value, ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out,
        at::_foreach_addcdiv(list(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), scalar(value)));
  });
}
ptc_error ptc__foreach_addcdiv_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                          int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                          const ptc_scalar *scalars, int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out, at::_foreach_addcdiv(list(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len),
                                  as_many_scalars(scalars, scalars_len)));
  });
}
ptc_error ptc__foreach_addcdiv_Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                      int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                      ptc_tensor scalars, ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out,
        at::_foreach_addcdiv(list(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), get(scalars)));
  });
}
ptc_error ptc__foreach_addcmul_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                      int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                      ptc_scalar value, ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out,
        at::_foreach_addcmul(list(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), scalar(value)));
  });
}
ptc_error ptc__foreach_addcmul_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                          int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                          const ptc_scalar *scalars, int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out, at::_foreach_addcmul(list(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len),
                                  as_many_scalars(scalars, scalars_len)));
  });
}
ptc_error ptc__foreach_addcmul_Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                      int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                      ptc_tensor scalars, ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out,
        at::_foreach_addcmul(list(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), get(scalars)));
  });
}
ptc_error ptc__foreach_asin(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_asin(list(self))); });
}
ptc_error ptc__foreach_atan(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_atan(list(self))); });
}
ptc_error ptc__foreach_ceil(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_ceil(list(self))); });
}
ptc_error ptc__foreach_clamp_max_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                        ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clamp_max(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_clamp_max_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                      int64_t other_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clamp_max(list(self), as_many(other, other_len))); });
}
ptc_error ptc__foreach_clamp_max_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                            int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clamp_max(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_clamp_min_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                        ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clamp_min(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_clamp_min_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                      int64_t other_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clamp_min(list(self), as_many(other, other_len))); });
}
ptc_error ptc__foreach_clamp_min_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                            int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clamp_min(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_clone(const ptc_tensor *self, int64_t self_len, int32_t memory_format, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_clone(list(self), optformat(memory_format))); });
}
ptc_error ptc__foreach_copy(const ptc_tensor *self, int64_t self_len, const ptc_tensor *src, int64_t src_len,
                            bool non_blocking, ptc_tensor_list *out) {
  return guard(out, [&] {
    check_not_empty(list(self), "self");
    check_copied(list(self));
    check_same_length(self_len, src_len, "src");
    put(out, at::_foreach_copy(list(self), list(src), non_blocking));
  });
}
ptc_error ptc__foreach_cos(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_cos(list(self))); });
}
ptc_error ptc__foreach_cosh(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_cosh(list(self))); });
}
ptc_error ptc__foreach_div_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_div(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_div_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len,
                                ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_div(list(self), as_many(other, other_len))); });
}
ptc_error ptc__foreach_div_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                      int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_div(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_div_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_div(list(self), get(other))); });
}
ptc_error ptc__foreach_erf(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_erf(list(self))); });
}
ptc_error ptc__foreach_erfc(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_erfc(list(self))); });
}
ptc_error ptc__foreach_exp(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_exp(list(self))); });
}
ptc_error ptc__foreach_expm1(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_expm1(list(self))); });
}
ptc_error ptc__foreach_floor(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_floor(list(self))); });
}
ptc_error ptc__foreach_frac(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_frac(list(self))); });
}
ptc_error ptc__foreach_lerp_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                 int64_t tensors1_len, const ptc_tensor *weights, int64_t weights_len,
                                 ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out, at::_foreach_lerp(list(self), as_many(tensors1, tensors1_len), as_many(weights, weights_len)));
  });
}
ptc_error ptc__foreach_lerp_Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                   int64_t tensors1_len, ptc_scalar weight, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_lerp(list(self), as_many(tensors1, tensors1_len), scalar(weight))); });
}
ptc_error ptc__foreach_lerp_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                       int64_t tensors1_len, const ptc_scalar *weight, int64_t weight_len,
                                       ptc_tensor_list *out) {
  return guard(out, [&] {
    put(out, at::_foreach_lerp(list(self), as_many(tensors1, tensors1_len), as_many_scalars(weight, weight_len)));
  });
}
ptc_error ptc__foreach_lgamma(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_lgamma(list(self))); });
}
ptc_error ptc__foreach_log(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_log(list(self))); });
}
ptc_error ptc__foreach_log10(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_log10(list(self))); });
}
ptc_error ptc__foreach_log1p(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_log1p(list(self))); });
}
ptc_error ptc__foreach_log2(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_log2(list(self))); });
}
ptc_error ptc__foreach_max(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_max(list(self))); });
}
ptc_error ptc__foreach_maximum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                      ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_maximum(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_maximum_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                    int64_t other_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_maximum(list(self), as_many(other, other_len))); });
}
ptc_error ptc__foreach_maximum_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                          int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_maximum(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_minimum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar,
                                      ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_minimum(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_minimum_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                    int64_t other_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_minimum(list(self), as_many(other, other_len))); });
}
ptc_error ptc__foreach_minimum_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                          int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_minimum(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_mm(const ptc_tensor *self, int64_t self_len, const ptc_tensor *mat2, int64_t mat2_len,
                          ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_mm(list(self), as_many(mat2, mat2_len))); });
}
ptc_error ptc__foreach_mul_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_mul(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_mul_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len,
                                ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_mul(list(self), as_many(other, other_len))); });
}
ptc_error ptc__foreach_mul_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                      int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_mul(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_mul_Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_mul(list(self), get(other))); });
}
ptc_error ptc__foreach_neg(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_neg(list(self))); });
}
ptc_error ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord, int32_t dtype,
                                   ptc_tensor_list *out) {
  return guard(out, [&] {
    check_not_empty(list(self), "self");
    put(out, at::_foreach_norm(list(self), scalar(ord), optdtype(dtype)));
  });
}
ptc_error ptc__foreach_pow_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *exponent,
                                int64_t exponent_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_pow(list(self), as_many(exponent, exponent_len))); });
}
ptc_error ptc__foreach_pow_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar exponent, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_pow(list(self), scalar(exponent))); });
}
ptc_error ptc__foreach_pow_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *exponent,
                                      int64_t exponent_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_pow(list(self), as_many_scalars(exponent, exponent_len))); });
}
ptc_error ptc__foreach_pow_ScalarAndTensor(ptc_scalar self, const ptc_tensor *exponent, int64_t exponent_len,
                                           ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_pow(scalar(self), list(exponent))); });
}
ptc_error ptc__foreach_powsum_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord, int32_t dtype,
                                     ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_powsum(list(self), scalar(ord), optdtype(dtype))); });
}
ptc_error ptc__foreach_reciprocal(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_reciprocal(list(self))); });
}
ptc_error ptc__foreach_round(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_round(list(self))); });
}
ptc_error ptc__foreach_rsqrt(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_rsqrt(list(self))); });
}
ptc_error ptc__foreach_sigmoid(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sigmoid(list(self))); });
}
ptc_error ptc__foreach_sign(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sign(list(self))); });
}
ptc_error ptc__foreach_sin(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sin(list(self))); });
}
ptc_error ptc__foreach_sinh(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sinh(list(self))); });
}
ptc_error ptc__foreach_sqrt(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sqrt(list(self))); });
}
ptc_error ptc__foreach_sub_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sub(list(self), scalar(scalar))); });
}
ptc_error ptc__foreach_sub_List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len,
                                ptc_scalar alpha, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sub(list(self), as_many(other, other_len), scalar(alpha))); });
}
ptc_error ptc__foreach_sub_ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                      int64_t scalars_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_sub(list(self), as_many_scalars(scalars, scalars_len))); });
}
ptc_error ptc__foreach_tan(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_tan(list(self))); });
}
ptc_error ptc__foreach_tanh(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_tanh(list(self))); });
}
ptc_error ptc__foreach_trunc(const ptc_tensor *self, int64_t self_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::_foreach_trunc(list(self))); });
}

#undef as_many
#undef as_many_scalars
