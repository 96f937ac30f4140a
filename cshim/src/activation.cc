// Activations, softmax, dropout, embedding.
#include <ATen/ops/alpha_dropout.h>
#include <ATen/ops/celu.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/elu.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/feature_dropout.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/glu.h>
#include <ATen/ops/hardshrink.h>
#include <ATen/ops/hardsigmoid.h>
#include <ATen/ops/hardswish.h>
#include <ATen/ops/hardtanh.h>
#include <ATen/ops/leaky_relu.h>
#include <ATen/ops/log_sigmoid.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/mish.h>
#include <ATen/ops/prelu.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/relu6.h>
#include <ATen/ops/rrelu.h>
#include <ATen/ops/selu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/softplus.h>
#include <ATen/ops/softshrink.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/threshold.h>

#include "glue.h"

// The most frequent shape: NAME(self) -> out, and NAME_(self).
#define UNARY(name, expression) \
  const char *name(ptc_tensor self, ptc_tensor *out) { \
    return guard([&] { put(out, expression(get(self))); }, out); \
  }
#define UNARY_(name, expression) \
  const char *name(ptc_tensor self) { \
    return guard([&] { expression(get(self)); }); \
  }

UNARY(ptc_hardsigmoid, at::hardsigmoid)
UNARY(ptc_hardswish, at::hardswish)
UNARY(ptc_log_sigmoid, at::log_sigmoid)
UNARY(ptc_mish, at::mish)
UNARY(ptc_relu, at::relu)
UNARY(ptc_relu6, at::relu6)
UNARY(ptc_selu, at::selu)
UNARY(ptc_sigmoid, at::sigmoid)
UNARY(ptc_silu, at::silu)
UNARY(ptc_tanh, at::tanh)
UNARY_(ptc_relu_, at::relu_)
UNARY_(ptc_sigmoid_, at::sigmoid_)
UNARY_(ptc_silu_, at::silu_)
UNARY_(ptc_tanh_, at::tanh_)

#undef UNARY
#undef UNARY_

const char *ptc_alpha_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard([&] { put(out, at::alpha_dropout(get(input), p, train)); }, out);
}
const char *ptc_celu(ptc_tensor self, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::celu(get(self), scalar(alpha))); }, out);
}
const char *ptc_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard([&] { put(out, at::dropout(get(input), p, train)); }, out);
}
const char *ptc_elu(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale, ptc_tensor *out) {
  return guard([&] { put(out, at::elu(get(self), scalar(alpha), scalar(scale), scalar(input_scale))); }, out);
}
const char *ptc_embedding(ptc_tensor weight, ptc_tensor indices, int64_t padding_idx, bool scale_grad_by_freq, bool sparse, ptc_tensor *out) {
  return guard([&] { put(out, at::embedding(get(weight), get(indices), padding_idx, scale_grad_by_freq, sparse)); }, out);
}
const char *ptc_feature_dropout(ptc_tensor input, double p, bool train, ptc_tensor *out) {
  return guard([&] { put(out, at::feature_dropout(get(input), p, train)); }, out);
}
const char *ptc_gelu(ptc_tensor self, const char *approximate, ptc_tensor *out) {
  return guard([&] { put(out, at::gelu(get(self), chars(approximate))); }, out);
}
const char *ptc_glu(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard([&] { put(out, at::glu(get(self), dim)); }, out);
}
const char *ptc_hardshrink(ptc_tensor self, ptc_scalar lambd, ptc_tensor *out) {
  return guard([&] { put(out, at::hardshrink(get(self), scalar(lambd))); }, out);
}
const char *ptc_hardtanh(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val, ptc_tensor *out) {
  return guard([&] { put(out, at::hardtanh(get(self), scalar(min_val), scalar(max_val))); }, out);
}
const char *ptc_leaky_relu(ptc_tensor self, ptc_scalar negative_slope, ptc_tensor *out) {
  return guard([&] { put(out, at::leaky_relu(get(self), scalar(negative_slope))); }, out);
}
const char *ptc_log_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::log_softmax(get(self), dim, optdtype(dtype))); }, out);
}
const char *ptc_prelu(ptc_tensor self, ptc_tensor weight, ptc_tensor *out) {
  return guard([&] { put(out, at::prelu(get(self), get(weight))); }, out);
}
const char *ptc_rrelu(ptc_tensor self, ptc_scalar lower, ptc_scalar upper, bool training, ptc_generator generator, ptc_tensor *out) {
  return guard([&] { put(out, at::rrelu(get(self), scalar(lower), scalar(upper), training, opt(generator))); }, out);
}
const char *ptc_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::softmax(get(self), dim, optdtype(dtype))); }, out);
}
const char *ptc_softplus(ptc_tensor self, ptc_scalar beta, ptc_scalar threshold, ptc_tensor *out) {
  return guard([&] { put(out, at::softplus(get(self), scalar(beta), scalar(threshold))); }, out);
}
const char *ptc_softshrink(ptc_tensor self, ptc_scalar lambd, ptc_tensor *out) {
  return guard([&] { put(out, at::softshrink(get(self), scalar(lambd))); }, out);
}
const char *ptc_threshold(ptc_tensor self, ptc_scalar threshold, ptc_scalar value, ptc_tensor *out) {
  return guard([&] { put(out, at::threshold(get(self), scalar(threshold), scalar(value))); }, out);
}
const char *ptc_dropout_(ptc_tensor self, double p, bool train) {
  return guard([&] { at::dropout_(get(self), p, train); });
}
const char *ptc_elu_(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale) {
  return guard([&] { at::elu_(get(self), scalar(alpha), scalar(scale), scalar(input_scale)); });
}
const char *ptc_hardtanh_(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val) {
  return guard([&] { at::hardtanh_(get(self), scalar(min_val), scalar(max_val)); });
}
const char *ptc_leaky_relu_(ptc_tensor self, ptc_scalar negative_slope) {
  return guard([&] { at::leaky_relu_(get(self), scalar(negative_slope)); });
}
const char *ptc_threshold_(ptc_tensor self, ptc_scalar threshold, ptc_scalar value) {
  return guard([&] { at::threshold_(get(self), scalar(threshold), scalar(value)); });
}
