// Pointwise functions of several tensors; those of one are in unary.h, sums and products in arithmetic.h.
#include <ATen/ops/atan2.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/copysign.h>
#include <ATen/ops/heaviside.h>
#include <ATen/ops/hypot.h>
#include <ATen/ops/igamma.h>
#include <ATen/ops/igammac.h>
#include <ATen/ops/ldexp.h>
#include <ATen/ops/lerp.h>
#include <ATen/ops/logaddexp.h>
#include <ATen/ops/logaddexp2.h>
#include <ATen/ops/nan_to_num.h>
#include <ATen/ops/nextafter.h>
#include <ATen/ops/xlogy.h>

#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/pointwise.h>

ptc_error ptc_atan2(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::atan2(get(self), get(other))); });
}
ptc_error ptc_clamp(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor *out) {
  return guard(out, [&] {
    const auto first = optscalar(min), second = optscalar(max);
    put(out, at::clamp(get(self), first, second));
  });
}
ptc_error ptc_clamp_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clamp(get(self), opt(min), opt(max))); });
}
ptc_error ptc_clamp_max(ptc_tensor self, ptc_scalar max, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clamp_max(get(self), scalar(max))); });
}
ptc_error ptc_clamp_max_Tensor(ptc_tensor self, ptc_tensor max, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clamp_max(get(self), get(max))); });
}
ptc_error ptc_clamp_min(ptc_tensor self, ptc_scalar min, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clamp_min(get(self), scalar(min))); });
}
ptc_error ptc_clamp_min_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clamp_min(get(self), get(min))); });
}
ptc_error ptc_copysign_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::copysign(get(self), get(other))); });
}
ptc_error ptc_copysign_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::copysign(get(self), scalar(other))); });
}
ptc_error ptc_heaviside(ptc_tensor self, ptc_tensor values, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::heaviside(get(self), get(values))); });
}
ptc_error ptc_hypot(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::hypot(get(self), get(other))); });
}
ptc_error ptc_igamma(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::igamma(get(self), get(other))); });
}
ptc_error ptc_igammac(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::igammac(get(self), get(other))); });
}
ptc_error ptc_ldexp_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ldexp(get(self), get(other))); });
}
ptc_error ptc_lerp_Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lerp(get(self), get(end), scalar(weight))); });
}
ptc_error ptc_lerp_Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lerp(get(self), get(end), get(weight))); });
}
ptc_error ptc_logaddexp(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logaddexp(get(self), get(other))); });
}
ptc_error ptc_logaddexp2(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logaddexp2(get(self), get(other))); });
}
ptc_error ptc_nan_to_num(ptc_tensor self, const double *nan, const double *posinf, const double *neginf,
                         ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nan_to_num(get(self), opt(nan), opt(posinf), opt(neginf))); });
}
ptc_error ptc_nextafter(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nextafter(get(self), get(other))); });
}
ptc_error ptc_xlogy_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::xlogy(get(self), get(other))); });
}
ptc_error ptc_xlogy_Scalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::xlogy(scalar(self), get(other))); });
}
ptc_error ptc_xlogy_Scalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::xlogy(get(self), scalar(other))); });
}
ptc_error ptc_atan2_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).atan2_(get(other)); });
}
ptc_error ptc_clamp_(ptc_tensor self, ptc_scalar min, ptc_scalar max) {
  return guard([&] {
    const auto first = optscalar(min), second = optscalar(max);
    at::clamp_(get(self), first, second);
  });
}
ptc_error ptc_clamp__Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max) {
  return guard([&] { at::clamp_(get(self), opt(min), opt(max)); });
}
ptc_error ptc_clamp_max_(ptc_tensor self, ptc_scalar max) {
  return guard([&] { at::clamp_max_(get(self), scalar(max)); });
}
ptc_error ptc_clamp_max__Tensor(ptc_tensor self, ptc_tensor max) {
  return guard([&] { at::clamp_max_(get(self), get(max)); });
}
ptc_error ptc_clamp_min_(ptc_tensor self, ptc_scalar min) {
  return guard([&] { at::clamp_min_(get(self), scalar(min)); });
}
ptc_error ptc_clamp_min__Tensor(ptc_tensor self, ptc_tensor min) {
  return guard([&] { at::clamp_min_(get(self), get(min)); });
}
ptc_error ptc_copysign__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).copysign_(get(other)); });
}
ptc_error ptc_copysign__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).copysign_(scalar(other)); });
}
ptc_error ptc_heaviside_(ptc_tensor self, ptc_tensor values) {
  return guard([&] { get(self).heaviside_(get(values)); });
}
ptc_error ptc_hypot_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).hypot_(get(other)); });
}
ptc_error ptc_igamma_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).igamma_(get(other)); });
}
ptc_error ptc_igammac_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).igammac_(get(other)); });
}
ptc_error ptc_ldexp_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::ldexp_(get(self), get(other)); });
}
ptc_error ptc_lerp__Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight) {
  return guard([&] { get(self).lerp_(get(end), scalar(weight)); });
}
ptc_error ptc_lerp__Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight) {
  return guard([&] { get(self).lerp_(get(end), get(weight)); });
}
ptc_error ptc_nan_to_num_(ptc_tensor self, const double *nan, const double *posinf, const double *neginf) {
  return guard([&] { at::nan_to_num_(get(self), opt(nan), opt(posinf), opt(neginf)); });
}
ptc_error ptc_nextafter_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).nextafter_(get(other)); });
}
ptc_error ptc_xlogy__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { at::xlogy_(get(self), get(other)); });
}
ptc_error ptc_xlogy__Scalar_Other(ptc_tensor self, ptc_scalar other) {
  return guard([&] { at::xlogy_(get(self), scalar(other)); });
}
ptc_error ptc_atan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::atan2_out(into(out), get(self), get(other)); });
}
ptc_error ptc_clamp_out(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor out) {
  return guard([&] {
    const auto first = optscalar(min), second = optscalar(max);
    at::clamp_out(into(out), get(self), first, second);
  });
}
ptc_error ptc_clamp_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor out) {
  return guard([&] { at::clamp_out(into(out), get(self), opt(min), opt(max)); });
}
ptc_error ptc_clamp_max_out(ptc_tensor self, ptc_scalar max, ptc_tensor out) {
  return guard([&] { at::clamp_max_out(into(out), get(self), scalar(max)); });
}
ptc_error ptc_clamp_max_Tensor_out(ptc_tensor self, ptc_tensor max, ptc_tensor out) {
  return guard([&] { at::clamp_max_out(into(out), get(self), get(max)); });
}
ptc_error ptc_clamp_min_out(ptc_tensor self, ptc_scalar min, ptc_tensor out) {
  return guard([&] { at::clamp_min_out(into(out), get(self), scalar(min)); });
}
ptc_error ptc_clamp_min_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor out) {
  return guard([&] { at::clamp_min_out(into(out), get(self), get(min)); });
}
ptc_error ptc_copysign_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::copysign_out(into(out), get(self), get(other)); });
}
ptc_error ptc_copysign_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::copysign_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_heaviside_out(ptc_tensor self, ptc_tensor values, ptc_tensor out) {
  return guard([&] { at::heaviside_out(into(out), get(self), get(values)); });
}
ptc_error ptc_hypot_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::hypot_out(into(out), get(self), get(other)); });
}
ptc_error ptc_igamma_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::igamma_out(into(out), get(self), get(other)); });
}
ptc_error ptc_igammac_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::igammac_out(into(out), get(self), get(other)); });
}
ptc_error ptc_ldexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::ldexp_out(into(out), get(self), get(other)); });
}
ptc_error ptc_lerp_Scalar_out(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor out) {
  return guard([&] { at::lerp_out(into(out), get(self), get(end), scalar(weight)); });
}
ptc_error ptc_lerp_Tensor_out(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor out) {
  return guard([&] { at::lerp_out(into(out), get(self), get(end), get(weight)); });
}
ptc_error ptc_logaddexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logaddexp_out(into(out), get(self), get(other)); });
}
ptc_error ptc_logaddexp2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logaddexp2_out(into(out), get(self), get(other)); });
}
ptc_error ptc_nan_to_num_out(ptc_tensor self, const double *nan, const double *posinf, const double *neginf,
                             ptc_tensor out) {
  return guard([&] { at::nan_to_num_out(into(out), get(self), opt(nan), opt(posinf), opt(neginf)); });
}
ptc_error ptc_nextafter_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::nextafter_out(into(out), get(self), get(other)); });
}
ptc_error ptc_xlogy_OutTensor(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::xlogy_out(into(out), get(self), get(other)); });
}
ptc_error ptc_xlogy_OutScalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::xlogy_out(into(out), scalar(self), get(other)); });
}
ptc_error ptc_xlogy_OutScalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::xlogy_out(into(out), get(self), scalar(other)); });
}
