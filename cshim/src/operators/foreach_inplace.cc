// Foreach, in place.
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
#include <ATen/ops/_foreach_maximum.h>
#include <ATen/ops/_foreach_minimum.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_neg.h>
#include <ATen/ops/_foreach_pow.h>
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
#include <ATen/ops/_foreach_zero.h>

#include "checks/checks.h"
#include "memory/memory_of.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/foreach_inplace.h>

// A list that is written.
#define written(x) ::ptc::alike(list(x), #x)

// A list beside `self`, which libtorch reads as far as that one goes: as long as it.
#define as_many(x, length) (check_same_length(self_len, length, #x), written(x))
#define as_many_scalars(x, length) (check_as_many_scalars(self_len, length, #x), scalars(x))

ptc_error ptc__foreach_abs_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_abs_(written(self)); });
}
ptc_error ptc__foreach_acos_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_acos_(written(self)); });
}
ptc_error ptc__foreach_add__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_add_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_add__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len,
                                 ptc_scalar alpha) {
  return guard([&] { at::_foreach_add_(written(self), as_many(other, other_len), scalar(alpha)); });
}
ptc_error ptc__foreach_add__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                       int64_t scalars_len) {
  return guard([&] { at::_foreach_add_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_add__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { at::_foreach_add_(written(self), get(other), scalar(alpha)); });
}
ptc_error ptc__foreach_addcdiv__Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                       int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                       ptc_scalar value) {
  return guard([&] {
    at::_foreach_addcdiv_(written(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), scalar(value));
  });
}
ptc_error ptc__foreach_addcdiv__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                           int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                           const ptc_scalar *scalars, int64_t scalars_len) {
  return guard([&] {
    at::_foreach_addcdiv_(written(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len),
                          as_many_scalars(scalars, scalars_len));
  });
}
ptc_error ptc__foreach_addcdiv__Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                       int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                       ptc_tensor scalars) {
  return guard([&] {
    at::_foreach_addcdiv_(written(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), get(scalars));
  });
}
ptc_error ptc__foreach_addcmul__Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                       int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                       ptc_scalar value) {
  return guard([&] {
    at::_foreach_addcmul_(written(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), scalar(value));
  });
}
ptc_error ptc__foreach_addcmul__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                           int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                           const ptc_scalar *scalars, int64_t scalars_len) {
  return guard([&] {
    at::_foreach_addcmul_(written(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len),
                          as_many_scalars(scalars, scalars_len));
  });
}
ptc_error ptc__foreach_addcmul__Tensor(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensor1,
                                       int64_t tensor1_len, const ptc_tensor *tensor2, int64_t tensor2_len,
                                       ptc_tensor scalars) {
  return guard([&] {
    at::_foreach_addcmul_(written(self), as_many(tensor1, tensor1_len), as_many(tensor2, tensor2_len), get(scalars));
  });
}
ptc_error ptc__foreach_asin_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_asin_(written(self)); });
}
ptc_error ptc__foreach_atan_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_atan_(written(self)); });
}
ptc_error ptc__foreach_ceil_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_ceil_(written(self)); });
}
ptc_error ptc__foreach_clamp_max__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_clamp_max_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_clamp_max__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                       int64_t other_len) {
  return guard([&] { at::_foreach_clamp_max_(written(self), as_many(other, other_len)); });
}
ptc_error ptc__foreach_clamp_max__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                             int64_t scalars_len) {
  return guard([&] { at::_foreach_clamp_max_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_clamp_min__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_clamp_min_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_clamp_min__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                       int64_t other_len) {
  return guard([&] { at::_foreach_clamp_min_(written(self), as_many(other, other_len)); });
}
ptc_error ptc__foreach_clamp_min__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                             int64_t scalars_len) {
  return guard([&] { at::_foreach_clamp_min_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_copy_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *src, int64_t src_len,
                             bool non_blocking) {
  return guard([&] { at::_foreach_copy_(written(self), as_many(src, src_len), non_blocking); });
}
ptc_error ptc__foreach_cos_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_cos_(written(self)); });
}
ptc_error ptc__foreach_cosh_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_cosh_(written(self)); });
}
ptc_error ptc__foreach_div__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_div_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_div__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len) {
  return guard([&] { at::_foreach_div_(written(self), as_many(other, other_len)); });
}
ptc_error ptc__foreach_div__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                       int64_t scalars_len) {
  return guard([&] { at::_foreach_div_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_div__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other) {
  return guard([&] { at::_foreach_div_(written(self), get(other)); });
}
ptc_error ptc__foreach_erf_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_erf_(written(self)); });
}
ptc_error ptc__foreach_erfc_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_erfc_(written(self)); });
}
ptc_error ptc__foreach_exp_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_exp_(written(self)); });
}
ptc_error ptc__foreach_expm1_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_expm1_(written(self)); });
}
ptc_error ptc__foreach_floor_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_floor_(written(self)); });
}
ptc_error ptc__foreach_frac_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_frac_(written(self)); });
}
ptc_error ptc__foreach_lerp__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                  int64_t tensors1_len, const ptc_tensor *weights, int64_t weights_len) {
  return guard(
      [&] { at::_foreach_lerp_(written(self), as_many(tensors1, tensors1_len), as_many(weights, weights_len)); });
}
ptc_error ptc__foreach_lerp__Scalar(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                    int64_t tensors1_len, ptc_scalar weight) {
  return guard([&] { at::_foreach_lerp_(written(self), as_many(tensors1, tensors1_len), scalar(weight)); });
}
ptc_error ptc__foreach_lerp__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_tensor *tensors1,
                                        int64_t tensors1_len, const ptc_scalar *weight, int64_t weight_len) {
  return guard(
      [&] { at::_foreach_lerp_(written(self), as_many(tensors1, tensors1_len), as_many_scalars(weight, weight_len)); });
}
ptc_error ptc__foreach_lgamma_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_lgamma_(written(self)); });
}
ptc_error ptc__foreach_log10_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_log10_(written(self)); });
}
ptc_error ptc__foreach_log1p_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_log1p_(written(self)); });
}
ptc_error ptc__foreach_log2_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_log2_(written(self)); });
}
ptc_error ptc__foreach_log_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_log_(written(self)); });
}
ptc_error ptc__foreach_maximum__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_maximum_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_maximum__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                     int64_t other_len) {
  return guard([&] { at::_foreach_maximum_(written(self), as_many(other, other_len)); });
}
ptc_error ptc__foreach_maximum__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                           int64_t scalars_len) {
  return guard([&] { at::_foreach_maximum_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_minimum__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_minimum_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_minimum__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other,
                                     int64_t other_len) {
  return guard([&] { at::_foreach_minimum_(written(self), as_many(other, other_len)); });
}
ptc_error ptc__foreach_minimum__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                           int64_t scalars_len) {
  return guard([&] { at::_foreach_minimum_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_mul__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_mul_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_mul__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len) {
  return guard([&] { at::_foreach_mul_(written(self), as_many(other, other_len)); });
}
ptc_error ptc__foreach_mul__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                       int64_t scalars_len) {
  return guard([&] { at::_foreach_mul_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_mul__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other) {
  return guard([&] { at::_foreach_mul_(written(self), get(other)); });
}
ptc_error ptc__foreach_neg_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_neg_(written(self)); });
}
ptc_error ptc__foreach_pow__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *exponent,
                                 int64_t exponent_len) {
  return guard([&] { at::_foreach_pow_(written(self), as_many(exponent, exponent_len)); });
}
ptc_error ptc__foreach_pow__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar exponent) {
  return guard([&] { at::_foreach_pow_(written(self), scalar(exponent)); });
}
ptc_error ptc__foreach_pow__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *exponent,
                                       int64_t exponent_len) {
  return guard([&] { at::_foreach_pow_(written(self), as_many_scalars(exponent, exponent_len)); });
}
ptc_error ptc__foreach_reciprocal_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_reciprocal_(written(self)); });
}
ptc_error ptc__foreach_round_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_round_(written(self)); });
}
ptc_error ptc__foreach_rsqrt_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_rsqrt_(written(self)); });
}
ptc_error ptc__foreach_sigmoid_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_sigmoid_(written(self)); });
}
ptc_error ptc__foreach_sign_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_sign_(written(self)); });
}
ptc_error ptc__foreach_sin_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_sin_(written(self)); });
}
ptc_error ptc__foreach_sinh_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_sinh_(written(self)); });
}
ptc_error ptc__foreach_sqrt_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_sqrt_(written(self)); });
}
ptc_error ptc__foreach_sub__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_sub_(written(self), scalar(scalar)); });
}
ptc_error ptc__foreach_sub__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len,
                                 ptc_scalar alpha) {
  return guard([&] { at::_foreach_sub_(written(self), as_many(other, other_len), scalar(alpha)); });
}
ptc_error ptc__foreach_sub__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars,
                                       int64_t scalars_len) {
  return guard([&] { at::_foreach_sub_(written(self), as_many_scalars(scalars, scalars_len)); });
}
ptc_error ptc__foreach_tan_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_tan_(written(self)); });
}
ptc_error ptc__foreach_tanh_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_tanh_(written(self)); });
}
ptc_error ptc__foreach_trunc_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_trunc_(written(self)); });
}
ptc_error ptc__foreach_zero_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_zero_(written(self)); });
}

#undef as_many
#undef as_many_scalars
#undef written
