// Pointwise arithmetic with tensors and numbers, into given tensors.
#include <ATen/ops/add.h>
#include <ATen/ops/addcdiv.h>
#include <ATen/ops/addcmul.h>
#include <ATen/ops/atan2.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/copysign.h>
#include <ATen/ops/div.h>
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
#include <ATen/ops/sub.h>
#include <ATen/ops/where.h>
#include <ATen/ops/xlogy.h>

#include "glue.h"

#include <pytorch_c/pointwise_out.h>

const char *ptc_add_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::add_out(get(out), get(self), get(other), scalar(alpha)); });
}
const char *ptc_addcdiv_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor out) {
  return guard([&] { at::addcdiv_out(get(out), get(self), get(tensor1), get(tensor2), scalar(value)); });
}
const char *ptc_addcmul_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor out) {
  return guard([&] { at::addcmul_out(get(out), get(self), get(tensor1), get(tensor2), scalar(value)); });
}
const char *ptc_atan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::atan2_out(get(out), get(self), get(other)); });
}
const char *ptc_clamp_out(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor out) {
  return guard([&] { at::clamp_out(get(out), get(self), optscalar(min), optscalar(max)); });
}
const char *ptc_clamp_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor out) {
  return guard([&] { at::clamp_out(get(out), get(self), opt(min), opt(max)); });
}
const char *ptc_clamp_max_out(ptc_tensor self, ptc_scalar max, ptc_tensor out) {
  return guard([&] { at::clamp_max_out(get(out), get(self), scalar(max)); });
}
const char *ptc_clamp_max_Tensor_out(ptc_tensor self, ptc_tensor max, ptc_tensor out) {
  return guard([&] { at::clamp_max_out(get(out), get(self), get(max)); });
}
const char *ptc_clamp_min_out(ptc_tensor self, ptc_scalar min, ptc_tensor out) {
  return guard([&] { at::clamp_min_out(get(out), get(self), scalar(min)); });
}
const char *ptc_clamp_min_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor out) {
  return guard([&] { at::clamp_min_out(get(out), get(self), get(min)); });
}
const char *ptc_copysign_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::copysign_out(get(out), get(self), get(other)); });
}
const char *ptc_copysign_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::copysign_out(get(out), get(self), scalar(other)); });
}
const char *ptc_div_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::div_out(get(out), get(self), get(other)); });
}
const char *ptc_div_out_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor out) {
  return guard([&] { at::div_out(get(out), get(self), get(other), opt(rounding_mode)); });
}
const char *ptc_float_power_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::float_power_out(get(out), get(self), get(exponent)); });
}
const char *ptc_float_power_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::float_power_out(get(out), scalar(self), get(exponent)); });
}
const char *ptc_float_power_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out) {
  return guard([&] { at::float_power_out(get(out), get(self), scalar(exponent)); });
}
const char *ptc_floor_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::floor_divide_out(get(out), get(self), get(other)); });
}
const char *ptc_fmax_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::fmax_out(get(out), get(self), get(other)); });
}
const char *ptc_fmin_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::fmin_out(get(out), get(self), get(other)); });
}
const char *ptc_fmod_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::fmod_out(get(out), get(self), scalar(other)); });
}
const char *ptc_fmod_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::fmod_out(get(out), get(self), get(other)); });
}
const char *ptc_gcd_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::gcd_out(get(out), get(self), get(other)); });
}
const char *ptc_heaviside_out(ptc_tensor self, ptc_tensor values, ptc_tensor out) {
  return guard([&] { at::heaviside_out(get(out), get(self), get(values)); });
}
const char *ptc_hypot_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::hypot_out(get(out), get(self), get(other)); });
}
const char *ptc_igamma_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::igamma_out(get(out), get(self), get(other)); });
}
const char *ptc_igammac_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::igammac_out(get(out), get(self), get(other)); });
}
const char *ptc_lcm_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::lcm_out(get(out), get(self), get(other)); });
}
const char *ptc_ldexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::ldexp_out(get(out), get(self), get(other)); });
}
const char *ptc_lerp_Scalar_out(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor out) {
  return guard([&] { at::lerp_out(get(out), get(self), get(end), scalar(weight)); });
}
const char *ptc_lerp_Tensor_out(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor out) {
  return guard([&] { at::lerp_out(get(out), get(self), get(end), get(weight)); });
}
const char *ptc_logaddexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logaddexp_out(get(out), get(self), get(other)); });
}
const char *ptc_logaddexp2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logaddexp2_out(get(out), get(self), get(other)); });
}
const char *ptc_maximum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::maximum_out(get(out), get(self), get(other)); });
}
const char *ptc_minimum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::minimum_out(get(out), get(self), get(other)); });
}
const char *ptc_mul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::mul_out(get(out), get(self), get(other)); });
}
const char *ptc_nan_to_num_out(ptc_tensor self, const double *nan, const double *posinf, const double *neginf, ptc_tensor out) {
  return guard([&] { at::nan_to_num_out(get(out), get(self), opt(nan), opt(posinf), opt(neginf)); });
}
const char *ptc_nextafter_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::nextafter_out(get(out), get(self), get(other)); });
}
const char *ptc_pow_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::pow_out(get(out), get(self), get(exponent)); });
}
const char *ptc_pow_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::pow_out(get(out), scalar(self), get(exponent)); });
}
const char *ptc_pow_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out) {
  return guard([&] { at::pow_out(get(out), get(self), scalar(exponent)); });
}
const char *ptc_remainder_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::remainder_out(get(out), get(self), scalar(other)); });
}
const char *ptc_remainder_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::remainder_out(get(out), get(self), get(other)); });
}
const char *ptc_sub_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::sub_out(get(out), get(self), get(other), scalar(alpha)); });
}
const char *ptc_where_self_out(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::where_out(get(out), get(condition), get(self), get(other)); });
}
const char *ptc_xlogy_OutTensor(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::xlogy_out(get(out), get(self), get(other)); });
}
const char *ptc_xlogy_OutScalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::xlogy_out(get(out), scalar(self), get(other)); });
}
const char *ptc_xlogy_OutScalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::xlogy_out(get(out), get(self), scalar(other)); });
}
