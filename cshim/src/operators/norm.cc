// Normalization.
#include <ATen/native/Normalization.h>
#include <ATen/ops/_fused_rms_norm.h>
#include <ATen/ops/_weight_norm.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/batch_norm_backward_elemt.h>
#include <ATen/ops/batch_norm_backward_reduce.h>
#include <ATen/ops/batch_norm_elemt.h>
#include <ATen/ops/batch_norm_gather_stats.h>
#include <ATen/ops/batch_norm_gather_stats_with_counts.h>
#include <ATen/ops/batch_norm_stats.h>
#include <ATen/ops/batch_norm_update_stats.h>
#include <ATen/ops/group_norm.h>
#include <ATen/ops/instance_norm.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/native_batch_norm.h>
#include <ATen/ops/native_group_norm.h>
#include <ATen/ops/native_layer_norm.h>
#include <ATen/ops/rms_norm.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/norm.h>

ptc_error ptc__fused_rms_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len,
                              ptc_tensor weight, const double *eps, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::_fused_rms_norm(get(input), ints(normalized_shape), opt(weight), opt(eps)));
  });
}
ptc_error ptc__weight_norm(ptc_tensor v, ptc_tensor g, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] {
    check_weight_norm(get(v), get(g), dim);
    put(out, at::_weight_norm(get(v), get(g), dim));
  });
}
ptc_error ptc_batch_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean,
                         ptc_tensor running_var, bool training, double momentum, double eps, bool cudnn_enabled,
                         ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::batch_norm(get(input), opt(weight), opt(bias), opt(running_mean), opt(running_var), training, momentum,
                            eps, cudnn_enabled));
  });
}
ptc_error ptc_batch_norm_backward_elemt(ptc_tensor grad_out, ptc_tensor input, ptc_tensor mean, ptc_tensor invstd,
                                        ptc_tensor weight, ptc_tensor sum_dy, ptc_tensor sum_dy_xmu, ptc_tensor count,
                                        ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::batch_norm_backward_elemt(get(grad_out), get(input), get(mean), get(invstd), opt(weight), get(sum_dy),
                                           get(sum_dy_xmu), get(count)));
  });
}
ptc_error ptc_batch_norm_backward_reduce(ptc_tensor grad_out, ptc_tensor input, ptc_tensor mean, ptc_tensor invstd,
                                         ptc_tensor weight, bool input_g, bool weight_g, bool bias_g, ptc_tensor *out0,
                                         ptc_tensor *out1, ptc_tensor *out2, ptc_tensor *out3) {
  return guard(std::tie(out0, out1, out2, out3), [&] {
    put(std::tie(out0, out1, out2, out3),
        at::batch_norm_backward_reduce(get(grad_out), get(input), get(mean), get(invstd), opt(weight), input_g,
                                       weight_g, bias_g));
  });
}
ptc_error ptc_batch_norm_elemt(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor mean, ptc_tensor invstd,
                               double eps, ptc_tensor *out) {
  return guard(
      out, [&] { put(out, at::batch_norm_elemt(get(input), opt(weight), opt(bias), get(mean), get(invstd), eps)); });
}
ptc_error ptc_batch_norm_gather_stats(ptc_tensor input, ptc_tensor mean, ptc_tensor invstd, ptc_tensor running_mean,
                                      ptc_tensor running_var, double momentum, double eps, int64_t count,
                                      ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::batch_norm_gather_stats(get(input), get(mean), get(invstd), opt(running_mean),
                                                          opt(running_var), momentum, eps, count));
  });
}
ptc_error ptc_batch_norm_gather_stats_with_counts(ptc_tensor input, ptc_tensor mean, ptc_tensor invstd,
                                                  ptc_tensor running_mean, ptc_tensor running_var, double momentum,
                                                  double eps, ptc_tensor counts, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1),
        at::batch_norm_gather_stats_with_counts(get(input), get(mean), get(invstd), opt(running_mean), opt(running_var),
                                                momentum, eps, get(counts)));
  });
}
ptc_error ptc_batch_norm_stats(ptc_tensor input, double eps, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] { put(std::tie(out0, out1), at::batch_norm_stats(get(input), eps)); });
}
ptc_error ptc_batch_norm_update_stats(ptc_tensor input, ptc_tensor running_mean, ptc_tensor running_var,
                                      double momentum, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    check_channels(get(input), {{"running_mean", opt(running_mean)}, {"running_var", opt(running_var)}});
    put(std::tie(out0, out1), at::batch_norm_update_stats(get(input), opt(running_mean), opt(running_var), momentum));
  });
}
ptc_error ptc_group_norm(ptc_tensor input, int64_t num_groups, ptc_tensor weight, ptc_tensor bias, double eps,
                         bool cudnn_enabled, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::group_norm(get(input), num_groups, opt(weight), opt(bias), eps, cudnn_enabled)); });
}
ptc_error ptc_instance_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean,
                            ptc_tensor running_var, bool use_input_stats, double momentum, double eps,
                            bool cudnn_enabled, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::instance_norm(get(input), opt(weight), opt(bias), opt(running_mean), opt(running_var), use_input_stats,
                               momentum, eps, cudnn_enabled));
  });
}
ptc_error ptc_layer_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len,
                         ptc_tensor weight, ptc_tensor bias, double eps, bool cudnn_enable, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::layer_norm(get(input), ints(normalized_shape), opt(weight), opt(bias), eps, cudnn_enable));
  });
}
ptc_error ptc_native_batch_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean,
                                ptc_tensor running_var, bool training, double momentum, double eps, ptc_tensor *out0,
                                ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    check_statistics(training, opt(running_mean), opt(running_var));
    check_channels(get(input), {{"weight", opt(weight)},
                                {"bias", opt(bias)},
                                {"running_mean", opt(running_mean)},
                                {"running_var", opt(running_var)}});
    put(std::tie(out0, out1, out2), at::native_batch_norm(get(input), opt(weight), opt(bias), opt(running_mean),
                                                          opt(running_var), training, momentum, eps));
  });
}
ptc_error ptc_native_group_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, int64_t N, int64_t C, int64_t HxW,
                                int64_t group, double eps, ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    check_positive({group}, "group");
    put(std::tie(out0, out1, out2), at::native_group_norm(get(input), opt(weight), opt(bias), N, C, HxW, group, eps));
  });
}
ptc_error ptc_native_layer_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len,
                                ptc_tensor weight, ptc_tensor bias, double eps, ptc_tensor *out0, ptc_tensor *out1,
                                ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    put(std::tie(out0, out1, out2),
        at::native_layer_norm(get(input), ints(normalized_shape), opt(weight), opt(bias), eps));
  });
}
ptc_error ptc_rms_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len,
                       ptc_tensor weight, const double *eps, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::rms_norm(get(input), ints(normalized_shape), opt(weight), opt(eps))); });
}
ptc_error ptc_batch_norm_elemt_out(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor mean,
                                   ptc_tensor invstd, double eps, ptc_tensor out) {
  return guard(
      [&] { at::batch_norm_elemt_out(into(out), get(input), opt(weight), opt(bias), get(mean), get(invstd), eps); });
}
ptc_error ptc_native_batch_norm_out(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean,
                                    ptc_tensor running_var, bool training, double momentum, double eps, ptc_tensor out,
                                    ptc_tensor save_mean, ptc_tensor save_invstd) {
  return guard([&] {
    check_statistics(training, opt(running_mean), opt(running_var));
    check_channels(get(input), {{"weight", opt(weight)},
                                {"bias", opt(bias)},
                                {"running_mean", opt(running_mean)},
                                {"running_var", opt(running_var)}});
    at::native_batch_norm_out(into(out), into(save_mean), into(save_invstd), get(input), opt(weight), opt(bias),
                              opt(running_mean), opt(running_var), training, momentum, eps);
  });
}

ptc_error ptc_batch_norm_backend(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor running_mean,
                                 ptc_tensor running_var, bool training, double eps, int32_t *out) {
  return guard(out, [&] {
    const auto or_none = [](const std::optional<at::Tensor> &one) { return one.value_or(at::Tensor()); };
    *out = static_cast<int32_t>(at::native::_select_batch_norm_backend(get(input), or_none(opt(weight)),
                                                                       or_none(opt(bias)), or_none(opt(running_mean)),
                                                                       or_none(opt(running_var)), training, eps));
  });
}
