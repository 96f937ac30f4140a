// Dropout.
#include <ATen/ops/_fused_dropout.h>
#include <ATen/ops/alpha_dropout.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/feature_alpha_dropout.h>
#include <ATen/ops/feature_dropout.h>
#include <ATen/ops/native_dropout.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/dropout.h>

ptc_error ptc__fused_dropout(ptc_tensor self, double p, ptc_generator generator, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::_fused_dropout(get(self), p, opt(generator))); });
}
ptc_error ptc_alpha_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::alpha_dropout(get(input), p, train)); });
}
ptc_error ptc_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::dropout(get(input), p, train)); });
}
ptc_error ptc_feature_alpha_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::feature_alpha_dropout(get(input), p, train)); });
}
ptc_error ptc_feature_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::feature_dropout(get(input), p, train)); });
}
ptc_error ptc_native_dropout(ptc_tensor input, double p, const bool *train, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] { put(std::tie(out0, out1), at::native_dropout(get(input), p, opt(train))); });
}
ptc_error ptc_alpha_dropout_(ptc_tensor self, double p, bool train) {
  return guard([&] { at::alpha_dropout_(get(self), p, train); });
}
ptc_error ptc_dropout_(ptc_tensor self, double p, bool train) {
  return guard([&] { at::dropout_(get(self), p, train); });
}
ptc_error ptc_feature_alpha_dropout_(ptc_tensor self, double p, bool train) {
  return guard([&] { at::feature_alpha_dropout_(get(self), p, train); });
}
ptc_error ptc_feature_dropout_(ptc_tensor self, double p, bool train) {
  return guard([&] { at::feature_dropout_(get(self), p, train); });
}
