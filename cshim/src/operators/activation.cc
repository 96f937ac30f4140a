// Activations and softmax.
#include <ATen/ops/_log_softmax.h>
#include <ATen/ops/_softmax.h>
#include <ATen/ops/celu.h>
#include <ATen/ops/elu.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/glu.h>
#include <ATen/ops/hardshrink.h>
#include <ATen/ops/hardsigmoid.h>
#include <ATen/ops/hardswish.h>
#include <ATen/ops/hardtanh.h>
#include <ATen/ops/leaky_relu.h>
#include <ATen/ops/log_sigmoid.h>
#include <ATen/ops/log_sigmoid_forward.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/mish.h>
#include <ATen/ops/prelu.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/relu6.h>
#include <ATen/ops/rrelu.h>
#include <ATen/ops/rrelu_with_noise.h>
#include <ATen/ops/selu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/softplus.h>
#include <ATen/ops/softshrink.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/threshold.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/activation.h>

ptc_error ptc__log_softmax(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_log_softmax(get(self), dim, half_to_float)); });
}
ptc_error ptc__softmax(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_softmax(get(self), dim, half_to_float)); });
}
ptc_error ptc_celu(ptc_tensor self, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::celu(get(self), scalar(alpha))); });
}
ptc_error ptc_elu(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(alpha), second = scalar(scale), third = scalar(input_scale);
    put(out, at::elu(get(self), first, second, third));
  });
}
ptc_error ptc_gelu(ptc_tensor self, const char *approximate, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::gelu(get(self), chars(approximate))); });
}
ptc_error ptc_glu(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::glu(get(self), dim)); });
}
ptc_error ptc_hardshrink(ptc_tensor self, ptc_scalar lambd, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::hardshrink(get(self), scalar(lambd))); });
}
UNARY(ptc_hardsigmoid, at::hardsigmoid)
UNARY(ptc_hardswish, at::hardswish)
ptc_error ptc_hardtanh(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(min_val), second = scalar(max_val);
    put(out, at::hardtanh(get(self), first, second));
  });
}
ptc_error ptc_leaky_relu(ptc_tensor self, ptc_scalar negative_slope, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::leaky_relu(get(self), scalar(negative_slope))); });
}
UNARY(ptc_log_sigmoid, at::log_sigmoid)
ptc_error ptc_log_sigmoid_forward(ptc_tensor self, ptc_tensor *output, ptc_tensor *buffer) {
  return guard(std::tie(output, buffer), [&] { put(std::tie(output, buffer), at::log_sigmoid_forward(get(self))); });
}
ptc_error ptc_log_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::log_softmax(get(self), dim, optdtype(dtype))); });
}
UNARY(ptc_mish, at::mish)
ptc_error ptc_prelu(ptc_tensor self, ptc_tensor weight, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::prelu(get(self), get(weight))); });
}
UNARY(ptc_relu, at::relu)
UNARY(ptc_relu6, at::relu6)
ptc_error ptc_rrelu(ptc_tensor self, ptc_scalar lower, ptc_scalar upper, bool training, ptc_generator generator,
                    ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(lower), second = scalar(upper);
    put(out, at::rrelu(get(self), first, second, training, opt(generator)));
  });
}
ptc_error ptc_rrelu_with_noise(ptc_tensor self, ptc_tensor noise, ptc_scalar lower, ptc_scalar upper, bool training,
                               ptc_generator generator, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(lower), second = scalar(upper);
    put(out, at::rrelu_with_noise(get(self), get(noise), first, second, training, opt(generator)));
  });
}
UNARY(ptc_selu, at::selu)
UNARY(ptc_sigmoid, at::sigmoid)
UNARY(ptc_silu, at::silu)
ptc_error ptc_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::softmax(get(self), dim, optdtype(dtype))); });
}
ptc_error ptc_softplus(ptc_tensor self, ptc_scalar beta, ptc_scalar threshold, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(threshold);
    put(out, at::softplus(get(self), first, second));
  });
}
ptc_error ptc_softshrink(ptc_tensor self, ptc_scalar lambd, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::softshrink(get(self), scalar(lambd))); });
}
UNARY(ptc_tanh, at::tanh)
ptc_error ptc_threshold(ptc_tensor self, ptc_scalar threshold, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(threshold), second = scalar(value);
    put(out, at::threshold(get(self), first, second));
  });
}
ptc_error ptc_celu_(ptc_tensor self, ptc_scalar alpha) {
  return guard([&] { at::celu_(get(self), scalar(alpha)); });
}
ptc_error ptc_elu_(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale) {
  return guard([&] {
    const at::Scalar first = scalar(alpha), second = scalar(scale), third = scalar(input_scale);
    at::elu_(get(self), first, second, third);
  });
}
ptc_error ptc_gelu_(ptc_tensor self, const char *approximate) {
  return guard([&] { at::gelu_(get(self), chars(approximate)); });
}
UNARY_(ptc_hardsigmoid_, at::hardsigmoid_)
UNARY_(ptc_hardswish_, at::hardswish_)
ptc_error ptc_hardtanh_(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val) {
  return guard([&] {
    const at::Scalar first = scalar(min_val), second = scalar(max_val);
    at::hardtanh_(get(self), first, second);
  });
}
ptc_error ptc_leaky_relu_(ptc_tensor self, ptc_scalar negative_slope) {
  return guard([&] { at::leaky_relu_(get(self), scalar(negative_slope)); });
}
UNARY_(ptc_mish_, at::mish_)
UNARY_(ptc_relu6_, at::relu6_)
UNARY_(ptc_relu_, at::relu_)
ptc_error ptc_rrelu_(ptc_tensor self, ptc_scalar lower, ptc_scalar upper, bool training, ptc_generator generator) {
  return guard([&] {
    const at::Scalar first = scalar(lower), second = scalar(upper);
    at::rrelu_(get(self), first, second, training, opt(generator));
  });
}
ptc_error ptc_rrelu_with_noise_(ptc_tensor self, ptc_tensor noise, ptc_scalar lower, ptc_scalar upper, bool training,
                                ptc_generator generator) {
  return guard([&] {
    const at::Scalar first = scalar(lower), second = scalar(upper);
    at::rrelu_with_noise_(get(self), get(noise), first, second, training, opt(generator));
  });
}
UNARY_(ptc_selu_, at::selu_)
UNARY_(ptc_sigmoid_, at::sigmoid_)
UNARY_(ptc_silu_, at::silu_)
UNARY_(ptc_tanh_, at::tanh_)
ptc_error ptc_threshold_(ptc_tensor self, ptc_scalar threshold, ptc_scalar value) {
  return guard([&] {
    const at::Scalar first = scalar(threshold), second = scalar(value);
    at::threshold_(get(self), first, second);
  });
}
ptc_error ptc__log_softmax_out(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor out) {
  return guard([&] { at::_log_softmax_out(into(out), get(self), dim, half_to_float); });
}
ptc_error ptc__softmax_out(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor out) {
  return guard([&] { at::_softmax_out(into(out), get(self), dim, half_to_float); });
}
ptc_error ptc_elu_out(ptc_tensor self, ptc_scalar alpha, ptc_scalar scale, ptc_scalar input_scale, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(alpha), second = scalar(scale), third = scalar(input_scale);
    at::elu_out(into(out), get(self), first, second, third);
  });
}
ptc_error ptc_gelu_out(ptc_tensor self, const char *approximate, ptc_tensor out) {
  return guard([&] { at::gelu_out(into(out), get(self), chars(approximate)); });
}
ptc_error ptc_glu_out(ptc_tensor self, int64_t dim, ptc_tensor out) {
  return guard([&] { at::glu_out(into(out), get(self), dim); });
}
ptc_error ptc_hardshrink_out(ptc_tensor self, ptc_scalar lambd, ptc_tensor out) {
  return guard([&] { at::hardshrink_out(into(out), get(self), scalar(lambd)); });
}
UNARY_OUT(ptc_hardsigmoid_out, at::hardsigmoid_out)
UNARY_OUT(ptc_hardswish_out, at::hardswish_out)
ptc_error ptc_hardtanh_out(ptc_tensor self, ptc_scalar min_val, ptc_scalar max_val, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(min_val), second = scalar(max_val);
    at::hardtanh_out(into(out), get(self), first, second);
  });
}
ptc_error ptc_leaky_relu_out(ptc_tensor self, ptc_scalar negative_slope, ptc_tensor out) {
  return guard([&] { at::leaky_relu_out(into(out), get(self), scalar(negative_slope)); });
}
UNARY_OUT(ptc_log_sigmoid_out, at::log_sigmoid_out)
ptc_error ptc_log_sigmoid_forward_output(ptc_tensor self, ptc_tensor output, ptc_tensor buffer) {
  return guard([&] { at::log_sigmoid_forward_out(into(output), into(buffer), get(self)); });
}
ptc_error ptc_log_softmax_int_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::log_softmax_out(into(out), get(self), dim, optdtype(dtype)); });
}
UNARY_OUT(ptc_mish_out, at::mish_out)
ptc_error ptc_rrelu_with_noise_out(ptc_tensor self, ptc_tensor noise, ptc_scalar lower, ptc_scalar upper, bool training,
                                   ptc_generator generator, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(lower), second = scalar(upper);
    if (training) check_out(into(out), get(self));
    at::rrelu_with_noise_out(into(out), get(self), get(noise), first, second, training, opt(generator));
  });
}
UNARY_OUT(ptc_sigmoid_out, at::sigmoid_out)
UNARY_OUT(ptc_silu_out, at::silu_out)
ptc_error ptc_softmax_int_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::softmax_out(into(out), get(self), dim, optdtype(dtype)); });
}
ptc_error ptc_softplus_out(ptc_tensor self, ptc_scalar beta, ptc_scalar threshold, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(threshold);
    at::softplus_out(into(out), get(self), first, second);
  });
}
ptc_error ptc_softshrink_out(ptc_tensor self, ptc_scalar lambd, ptc_tensor out) {
  return guard([&] { at::softshrink_out(into(out), get(self), scalar(lambd)); });
}
UNARY_OUT(ptc_tanh_out, at::tanh_out)
ptc_error ptc_threshold_out(ptc_tensor self, ptc_scalar threshold, ptc_scalar value, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(threshold), second = scalar(value);
    at::threshold_out(into(out), get(self), first, second);
  });
}
