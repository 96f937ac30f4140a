// Sums, products, quotients, remainders and powers of tensors and numbers.
#include <ATen/ops/add.h>
#include <ATen/ops/addcdiv.h>
#include <ATen/ops/addcmul.h>
#include <ATen/ops/div.h>
#include <ATen/ops/float_power.h>
#include <ATen/ops/floor_divide.h>
#include <ATen/ops/fmod.h>
#include <ATen/ops/gcd.h>
#include <ATen/ops/lcm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/remainder.h>
#include <ATen/ops/rsub.h>
#include <ATen/ops/sub.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/arithmetic.h>

ptc_error ptc_add_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::add(get(self), get(other), scalar(alpha))); });
}
ptc_error ptc_add_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Tensor first = wrapped(other);
    const at::Scalar second = scalar(alpha);
    put(out, at::add(get(self), first, second));
  });
}
ptc_error ptc_addcdiv(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::addcdiv(get(self), get(tensor1), get(tensor2), scalar(value))); });
}
ptc_error ptc_addcmul(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::addcmul(get(self), get(tensor1), get(tensor2), scalar(value))); });
}
ptc_error ptc_div_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::div(get(self), get(other))); });
}
ptc_error ptc_div_Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::div(get(self), get(other), opt(rounding_mode))); });
}
ptc_error ptc_div_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::div(get(self), wrapped(other))); });
}
ptc_error ptc_div_Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::div(get(self), wrapped(other), opt(rounding_mode))); });
}
ptc_error ptc_float_power_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::float_power(get(self), get(exponent))); });
}
ptc_error ptc_float_power_Scalar(ptc_scalar self, ptc_tensor exponent, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::float_power(scalar(self), get(exponent))); });
}
ptc_error ptc_float_power_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::float_power(get(self), scalar(exponent))); });
}
ptc_error ptc_floor_divide(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::floor_divide(get(self), get(other))); });
}
ptc_error ptc_floor_divide_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::floor_divide(get(self), scalar(other))); });
}
ptc_error ptc_fmod_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fmod(get(self), scalar(other))); });
}
ptc_error ptc_fmod_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fmod(get(self), get(other))); });
}
ptc_error ptc_gcd(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::gcd(get(self), get(other))); });
}
ptc_error ptc_lcm(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lcm(with_absolute(get(self), "self"), with_absolute(get(other), "other"))); });
}
ptc_error ptc_mul_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mul(get(self), get(other))); });
}
ptc_error ptc_mul_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mul(get(self), wrapped(other))); });
}
ptc_error ptc_pow_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pow(get(self), get(exponent))); });
}
ptc_error ptc_pow_Scalar(ptc_scalar self, ptc_tensor exponent, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pow(scalar(self), get(exponent))); });
}
ptc_error ptc_pow_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pow(get(self), scalar(exponent))); });
}
ptc_error ptc_remainder_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::remainder(get(self), scalar(other))); });
}
ptc_error ptc_remainder_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::remainder(get(self), get(other))); });
}
ptc_error ptc_remainder_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::remainder(scalar(self), get(other))); });
}
ptc_error ptc_rsub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::rsub(get(self), get(other), scalar(alpha))); });
}
ptc_error ptc_rsub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(other), second = scalar(alpha);
    put(out, at::rsub(get(self), first, second));
  });
}
ptc_error ptc_sub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::sub(get(self), get(other), scalar(alpha))); });
}
ptc_error ptc_sub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Tensor first = wrapped(other);
    const at::Scalar second = scalar(alpha);
    put(out, at::sub(get(self), first, second));
  });
}
ptc_error ptc_add__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { get(self).add_(get(other), scalar(alpha)); });
}
ptc_error ptc_add__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha) {
  return guard([&] {
    const at::Tensor first = wrapped(other);
    const at::Scalar second = scalar(alpha);
    get(self).add_(first, second);
  });
}
ptc_error ptc_addcdiv_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value) {
  return guard([&] { get(self).addcdiv_(get(tensor1), get(tensor2), scalar(value)); });
}
ptc_error ptc_addcmul_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value) {
  return guard([&] { get(self).addcmul_(get(tensor1), get(tensor2), scalar(value)); });
}
ptc_error ptc_div__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).div_(get(other)); });
}
ptc_error ptc_div__Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode) {
  return guard([&] { get(self).div_(get(other), opt(rounding_mode)); });
}
ptc_error ptc_div__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).div_(wrapped(other)); });
}
ptc_error ptc_div__Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode) {
  return guard([&] { get(self).div_(wrapped(other), opt(rounding_mode)); });
}
ptc_error ptc_float_power__Scalar(ptc_tensor self, ptc_scalar exponent) {
  return guard([&] { get(self).float_power_(scalar(exponent)); });
}
ptc_error ptc_float_power__Tensor(ptc_tensor self, ptc_tensor exponent) {
  return guard([&] { get(self).float_power_(get(exponent)); });
}
ptc_error ptc_floor_divide__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).floor_divide_(get(other)); });
}
ptc_error ptc_floor_divide__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).floor_divide_(scalar(other)); });
}
ptc_error ptc_fmod__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).fmod_(scalar(other)); });
}
ptc_error ptc_fmod__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).fmod_(get(other)); });
}
ptc_error ptc_gcd_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::gcd_(get(self), get(other)); });
}
ptc_error ptc_lcm_(ptc_tensor self, ptc_tensor other) {
  return guard([&] {
    with_absolute(get(self), "self");
    at::lcm_(get(self), with_absolute(get(other), "other"));
  });
}
ptc_error ptc_mul__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).mul_(get(other)); });
}
ptc_error ptc_mul__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).mul_(wrapped(other)); });
}
ptc_error ptc_pow__Scalar(ptc_tensor self, ptc_scalar exponent) {
  return guard([&] { get(self).pow_(scalar(exponent)); });
}
ptc_error ptc_pow__Tensor(ptc_tensor self, ptc_tensor exponent) {
  return guard([&] { get(self).pow_(get(exponent)); });
}
ptc_error ptc_remainder__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).remainder_(scalar(other)); });
}
ptc_error ptc_remainder__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).remainder_(get(other)); });
}
ptc_error ptc_sub__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { get(self).sub_(get(other), scalar(alpha)); });
}
ptc_error ptc_sub__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha) {
  return guard([&] {
    const at::Tensor first = wrapped(other);
    const at::Scalar second = scalar(alpha);
    get(self).sub_(first, second);
  });
}
ptc_error ptc_add_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::add_out(into(out), get(self), get(other), scalar(alpha)); });
}
ptc_error ptc_addcdiv_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor out) {
  return guard([&] { at::addcdiv_out(into(out), get(self), get(tensor1), get(tensor2), scalar(value)); });
}
ptc_error ptc_addcmul_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor out) {
  return guard([&] { at::addcmul_out(into(out), get(self), get(tensor1), get(tensor2), scalar(value)); });
}
ptc_error ptc_div_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::div_out(into(out), get(self), get(other)); });
}
ptc_error ptc_div_out_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor out) {
  return guard([&] { at::div_out(into(out), get(self), get(other), opt(rounding_mode)); });
}
ptc_error ptc_float_power_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::float_power_out(into(out), get(self), get(exponent)); });
}
ptc_error ptc_float_power_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::float_power_out(into(out), scalar(self), get(exponent)); });
}
ptc_error ptc_float_power_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out) {
  return guard([&] { at::float_power_out(into(out), get(self), scalar(exponent)); });
}
ptc_error ptc_floor_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::floor_divide_out(into(out), get(self), get(other)); });
}
ptc_error ptc_fmod_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::fmod_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_fmod_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::fmod_out(into(out), get(self), get(other)); });
}
ptc_error ptc_gcd_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::gcd_out(into(out), get(self), get(other)); });
}
ptc_error ptc_lcm_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::lcm_out(into(out), with_absolute(get(self), "self"), with_absolute(get(other), "other")); });
}
ptc_error ptc_mul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::mul_out(into(out), get(self), get(other)); });
}
ptc_error ptc_pow_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::pow_out(into(out), get(self), get(exponent)); });
}
ptc_error ptc_pow_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out) {
  return guard([&] { at::pow_out(into(out), scalar(self), get(exponent)); });
}
ptc_error ptc_pow_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out) {
  return guard([&] { at::pow_out(into(out), get(self), scalar(exponent)); });
}
ptc_error ptc_remainder_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::remainder_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_remainder_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::remainder_out(into(out), get(self), get(other)); });
}
ptc_error ptc_sub_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::sub_out(into(out), get(self), get(other), scalar(alpha)); });
}
