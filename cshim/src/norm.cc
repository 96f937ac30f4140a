// Normalization.
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/group_norm.h>
#include <ATen/ops/instance_norm.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/native_batch_norm.h>
#include <ATen/ops/native_layer_norm.h>
#include <ATen/ops/rms_norm.h>

#include "glue.h"

const char *ptc_batch_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean, ptc_tensor running_var, bool training, double momentum, double eps, bool cudnn_enabled, ptc_tensor *out) {
  return guard([&] { put(out, at::batch_norm(get(input), opt(weight), opt(bias), opt(running_mean), opt(running_var), training, momentum, eps, cudnn_enabled)); }, out);
}
const char *ptc_group_norm(ptc_tensor input, int64_t num_groups, ptc_tensor weight, ptc_tensor bias, double eps, bool cudnn_enabled, ptc_tensor *out) {
  return guard([&] { put(out, at::group_norm(get(input), num_groups, opt(weight), opt(bias), eps, cudnn_enabled)); }, out);
}
const char *ptc_instance_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean, ptc_tensor running_var, bool use_input_stats, double momentum, double eps, bool cudnn_enabled, ptc_tensor *out) {
  return guard([&] { put(out, at::instance_norm(get(input), opt(weight), opt(bias), opt(running_mean), opt(running_var), use_input_stats, momentum, eps, cudnn_enabled)); }, out);
}
const char *ptc_layer_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len, ptc_tensor weight, ptc_tensor bias, double eps, bool cudnn_enable, ptc_tensor *out) {
  return guard([&] { put(out, at::layer_norm(get(input), ints(normalized_shape), opt(weight), opt(bias), eps, cudnn_enable)); }, out);
}
const char *ptc_native_batch_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean, ptc_tensor running_var, bool training, double momentum, double eps, ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard([&] { put(std::tie(out0, out1, out2), at::native_batch_norm(get(input), opt(weight), opt(bias), opt(running_mean), opt(running_var), training, momentum, eps)); }, out0, out1, out2);
}
const char *ptc_native_layer_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len, ptc_tensor weight, ptc_tensor bias, double eps, ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard([&] { put(std::tie(out0, out1, out2), at::native_layer_norm(get(input), ints(normalized_shape), opt(weight), opt(bias), eps)); }, out0, out1, out2);
}
const char *ptc_rms_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len, ptc_tensor weight, const double *eps, ptc_tensor *out) {
  return guard([&] { put(out, at::rms_norm(get(input), ints(normalized_shape), opt(weight), opt(eps))); }, out);
}
