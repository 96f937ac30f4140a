// Pointwise arithmetic with tensors and numbers.
#include <ATen/ops/add.h>
#include <ATen/ops/addcdiv.h>
#include <ATen/ops/addcmul.h>
#include <ATen/ops/atan2.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/copysign.h>
#include <ATen/ops/div.h>
#include <ATen/ops/fill.h>
#include <ATen/ops/float_power.h>
#include <ATen/ops/floor_divide.h>
#include <ATen/ops/fmax.h>
#include <ATen/ops/fmin.h>
#include <ATen/ops/fmod.h>
#include <ATen/ops/gcd.h>
#include <ATen/ops/heaviside.h>
#include <ATen/ops/hypot.h>
#include <ATen/ops/igamma.h>
#include <ATen/ops/igammac.h>
#include <ATen/ops/lcm.h>
#include <ATen/ops/ldexp.h>
#include <ATen/ops/lerp.h>
#include <ATen/ops/logaddexp.h>
#include <ATen/ops/logaddexp2.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/nan_to_num.h>
#include <ATen/ops/nextafter.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/remainder.h>
#include <ATen/ops/rsub.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/where.h>
#include <ATen/ops/xlogy.h>
#include <ATen/ops/zero.h>

#include "wrapped.h"

#include <pytorch_c/pointwise.h>

const char *ptc_add_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::add(get(self), get(other), scalar(alpha))); }, out);
}
const char *ptc_add_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::add(get(self), wrapped(other), scalar(alpha))); }, out);
}
const char *ptc_addcdiv(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor *out) {
  return guard([&] { put(out, at::addcdiv(get(self), get(tensor1), get(tensor2), scalar(value))); }, out);
}
const char *ptc_addcmul(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor *out) {
  return guard([&] { put(out, at::addcmul(get(self), get(tensor1), get(tensor2), scalar(value))); }, out);
}
const char *ptc_atan2(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::atan2(get(self), get(other))); }, out);
}
const char *ptc_clamp(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor *out) {
  return guard([&] { put(out, at::clamp(get(self), optscalar(min), optscalar(max))); }, out);
}
const char *ptc_clamp_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor *out) {
  return guard([&] { put(out, at::clamp(get(self), opt(min), opt(max))); }, out);
}
const char *ptc_clamp_max(ptc_tensor self, ptc_scalar max, ptc_tensor *out) {
  return guard([&] { put(out, at::clamp_max(get(self), scalar(max))); }, out);
}
const char *ptc_clamp_max_Tensor(ptc_tensor self, ptc_tensor max, ptc_tensor *out) {
  return guard([&] { put(out, at::clamp_max(get(self), get(max))); }, out);
}
const char *ptc_clamp_min(ptc_tensor self, ptc_scalar min, ptc_tensor *out) {
  return guard([&] { put(out, at::clamp_min(get(self), scalar(min))); }, out);
}
const char *ptc_clamp_min_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor *out) {
  return guard([&] { put(out, at::clamp_min(get(self), get(min))); }, out);
}
const char *ptc_copysign_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::copysign(get(self), get(other))); }, out);
}
const char *ptc_copysign_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::copysign(get(self), scalar(other))); }, out);
}
const char *ptc_div_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::div(get(self), get(other))); }, out);
}
const char *ptc_div_Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor *out) {
  return guard([&] { put(out, at::div(get(self), get(other), opt(rounding_mode))); }, out);
}
const char *ptc_div_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::div(get(self), wrapped(other))); }, out);
}
const char *ptc_div_Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode, ptc_tensor *out) {
  return guard([&] { put(out, at::div(get(self), wrapped(other), opt(rounding_mode))); }, out);
}
const char *ptc_float_power_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, ptc_tensor *out) {
  return guard([&] { put(out, at::float_power(get(self), get(exponent))); }, out);
}
const char *ptc_float_power_Scalar(ptc_scalar self, ptc_tensor exponent, ptc_tensor *out) {
  return guard([&] { put(out, at::float_power(scalar(self), get(exponent))); }, out);
}
const char *ptc_float_power_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, ptc_tensor *out) {
  return guard([&] { put(out, at::float_power(get(self), scalar(exponent))); }, out);
}
const char *ptc_floor_divide(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::floor_divide(get(self), get(other))); }, out);
}
const char *ptc_floor_divide_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::floor_divide(get(self), scalar(other))); }, out);
}
const char *ptc_fmax(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::fmax(get(self), get(other))); }, out);
}
const char *ptc_fmin(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::fmin(get(self), get(other))); }, out);
}
const char *ptc_fmod_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::fmod(get(self), scalar(other))); }, out);
}
const char *ptc_fmod_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::fmod(get(self), get(other))); }, out);
}
const char *ptc_gcd(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::gcd(get(self), get(other))); }, out);
}
const char *ptc_heaviside(ptc_tensor self, ptc_tensor values, ptc_tensor *out) {
  return guard([&] { put(out, at::heaviside(get(self), get(values))); }, out);
}
const char *ptc_hypot(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::hypot(get(self), get(other))); }, out);
}
const char *ptc_igamma(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::igamma(get(self), get(other))); }, out);
}
const char *ptc_igammac(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::igammac(get(self), get(other))); }, out);
}
const char *ptc_lcm(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::lcm(get(self), get(other))); }, out);
}
const char *ptc_ldexp_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::ldexp(get(self), get(other))); }, out);
}
const char *ptc_lerp_Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor *out) {
  return guard([&] { put(out, at::lerp(get(self), get(end), scalar(weight))); }, out);
}
const char *ptc_lerp_Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor *out) {
  return guard([&] { put(out, at::lerp(get(self), get(end), get(weight))); }, out);
}
const char *ptc_logaddexp(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::logaddexp(get(self), get(other))); }, out);
}
const char *ptc_logaddexp2(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::logaddexp2(get(self), get(other))); }, out);
}
const char *ptc_maximum(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::maximum(get(self), get(other))); }, out);
}
const char *ptc_minimum(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::minimum(get(self), get(other))); }, out);
}
const char *ptc_mul_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::mul(get(self), get(other))); }, out);
}
const char *ptc_mul_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::mul(get(self), wrapped(other))); }, out);
}
const char *ptc_nan_to_num(ptc_tensor self, const double *nan, const double *posinf, const double *neginf, ptc_tensor *out) {
  return guard([&] { put(out, at::nan_to_num(get(self), opt(nan), opt(posinf), opt(neginf))); }, out);
}
const char *ptc_nextafter(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::nextafter(get(self), get(other))); }, out);
}
const char *ptc_pow_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, ptc_tensor *out) {
  return guard([&] { put(out, at::pow(get(self), get(exponent))); }, out);
}
const char *ptc_pow_Scalar(ptc_scalar self, ptc_tensor exponent, ptc_tensor *out) {
  return guard([&] { put(out, at::pow(scalar(self), get(exponent))); }, out);
}
const char *ptc_pow_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, ptc_tensor *out) {
  return guard([&] { put(out, at::pow(get(self), scalar(exponent))); }, out);
}
const char *ptc_remainder_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::remainder(get(self), scalar(other))); }, out);
}
const char *ptc_remainder_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::remainder(get(self), get(other))); }, out);
}
const char *ptc_remainder_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::remainder(scalar(self), get(other))); }, out);
}
const char *ptc_rsub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::rsub(get(self), get(other), scalar(alpha))); }, out);
}
const char *ptc_rsub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::rsub(get(self), scalar(other), scalar(alpha))); }, out);
}
const char *ptc_sub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::sub(get(self), get(other), scalar(alpha))); }, out);
}
const char *ptc_sub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::sub(get(self), wrapped(other), scalar(alpha))); }, out);
}
const char *ptc_where_self(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::where(get(condition), get(self), get(other))); }, out);
}
const char *ptc_where_ScalarSelf(ptc_tensor condition, ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::where(get(condition), scalar(self), get(other))); }, out);
}
const char *ptc_where_ScalarOther(ptc_tensor condition, ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::where(get(condition), get(self), scalar(other))); }, out);
}
const char *ptc_where_Scalar(ptc_tensor condition, ptc_scalar self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::where(get(condition), scalar(self), scalar(other))); }, out);
}
const char *ptc_where(ptc_tensor condition, ptc_tensor_list *out) {
  return guard([&] { put(out, at::where(get(condition))); }, out);
}
const char *ptc_xlogy_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::xlogy(get(self), get(other))); }, out);
}
const char *ptc_xlogy_Scalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::xlogy(scalar(self), get(other))); }, out);
}
const char *ptc_xlogy_Scalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::xlogy(get(self), scalar(other))); }, out);
}
const char *ptc_add__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { get(self).add_(get(other), scalar(alpha)); });
}
const char *ptc_add__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha) {
  return guard([&] { get(self).add_(wrapped(other), scalar(alpha)); });
}
const char *ptc_addcdiv_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value) {
  return guard([&] { get(self).addcdiv_(get(tensor1), get(tensor2), scalar(value)); });
}
const char *ptc_addcmul_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value) {
  return guard([&] { get(self).addcmul_(get(tensor1), get(tensor2), scalar(value)); });
}
const char *ptc_atan2_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).atan2_(get(other)); });
}
const char *ptc_clamp_(ptc_tensor self, ptc_scalar min, ptc_scalar max) {
  return guard([&] { at::clamp_(get(self), optscalar(min), optscalar(max)); });
}
const char *ptc_clamp__Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max) {
  return guard([&] { at::clamp_(get(self), opt(min), opt(max)); });
}
const char *ptc_clamp_max_(ptc_tensor self, ptc_scalar max) {
  return guard([&] { at::clamp_max_(get(self), scalar(max)); });
}
const char *ptc_clamp_max__Tensor(ptc_tensor self, ptc_tensor max) {
  return guard([&] { at::clamp_max_(get(self), get(max)); });
}
const char *ptc_clamp_min_(ptc_tensor self, ptc_scalar min) {
  return guard([&] { at::clamp_min_(get(self), scalar(min)); });
}
const char *ptc_clamp_min__Tensor(ptc_tensor self, ptc_tensor min) {
  return guard([&] { at::clamp_min_(get(self), get(min)); });
}
const char *ptc_copysign__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).copysign_(get(other)); });
}
const char *ptc_copysign__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).copysign_(scalar(other)); });
}
const char *ptc_div__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).div_(get(other)); });
}
const char *ptc_div__Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode) {
  return guard([&] { get(self).div_(get(other), opt(rounding_mode)); });
}
const char *ptc_div__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).div_(wrapped(other)); });
}
const char *ptc_div__Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode) {
  return guard([&] { get(self).div_(wrapped(other), opt(rounding_mode)); });
}
const char *ptc_fill__Scalar(ptc_tensor self, ptc_scalar value) {
  return guard([&] { at::fill_(get(self), scalar(value)); });
}
const char *ptc_fill__Tensor(ptc_tensor self, ptc_tensor value) {
  return guard([&] { at::fill_(get(self), get(value)); });
}
const char *ptc_float_power__Scalar(ptc_tensor self, ptc_scalar exponent) {
  return guard([&] { get(self).float_power_(scalar(exponent)); });
}
const char *ptc_float_power__Tensor(ptc_tensor self, ptc_tensor exponent) {
  return guard([&] { get(self).float_power_(get(exponent)); });
}
const char *ptc_floor_divide__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).floor_divide_(get(other)); });
}
const char *ptc_floor_divide__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).floor_divide_(scalar(other)); });
}
const char *ptc_fmod__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).fmod_(scalar(other)); });
}
const char *ptc_fmod__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).fmod_(get(other)); });
}
const char *ptc_gcd_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::gcd_(get(self), get(other)); });
}
const char *ptc_heaviside_(ptc_tensor self, ptc_tensor values) {
  return guard([&] { get(self).heaviside_(get(values)); });
}
const char *ptc_hypot_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).hypot_(get(other)); });
}
const char *ptc_igamma_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).igamma_(get(other)); });
}
const char *ptc_igammac_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).igammac_(get(other)); });
}
const char *ptc_lcm_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::lcm_(get(self), get(other)); });
}
const char *ptc_ldexp_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::ldexp_(get(self), get(other)); });
}
const char *ptc_lerp__Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight) {
  return guard([&] { get(self).lerp_(get(end), scalar(weight)); });
}
const char *ptc_lerp__Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight) {
  return guard([&] { get(self).lerp_(get(end), get(weight)); });
}
const char *ptc_mul__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).mul_(get(other)); });
}
const char *ptc_mul__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).mul_(wrapped(other)); });
}
const char *ptc_nan_to_num_(ptc_tensor self, const double *nan, const double *posinf, const double *neginf) {
  return guard([&] { at::nan_to_num_(get(self), opt(nan), opt(posinf), opt(neginf)); });
}
const char *ptc_nextafter_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).nextafter_(get(other)); });
}
const char *ptc_pow__Scalar(ptc_tensor self, ptc_scalar exponent) {
  return guard([&] { get(self).pow_(scalar(exponent)); });
}
const char *ptc_pow__Tensor(ptc_tensor self, ptc_tensor exponent) {
  return guard([&] { get(self).pow_(get(exponent)); });
}
const char *ptc_remainder__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).remainder_(scalar(other)); });
}
const char *ptc_remainder__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).remainder_(get(other)); });
}
const char *ptc_sub__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { get(self).sub_(get(other), scalar(alpha)); });
}
const char *ptc_sub__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha) {
  return guard([&] { get(self).sub_(wrapped(other), scalar(alpha)); });
}
const char *ptc_xlogy__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::xlogy_(get(self), get(other)); });
}
const char *ptc_xlogy__Scalar_Other(ptc_tensor self, ptc_scalar other) {
  return guard([&] { at::xlogy_(get(self), scalar(other)); });
}
const char *ptc_zero_(ptc_tensor self) {
  return guard([&] { at::zero_(get(self)); });
}
