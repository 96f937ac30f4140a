// Pooling.
#include <ATen/ops/adaptive_avg_pool1d.h>
#include <ATen/ops/adaptive_avg_pool2d.h>
#include <ATen/ops/adaptive_avg_pool3d.h>
#include <ATen/ops/adaptive_max_pool1d.h>
#include <ATen/ops/adaptive_max_pool2d.h>
#include <ATen/ops/adaptive_max_pool3d.h>
#include <ATen/ops/avg_pool1d.h>
#include <ATen/ops/avg_pool2d.h>
#include <ATen/ops/avg_pool3d.h>
#include <ATen/ops/fractional_max_pool2d.h>
#include <ATen/ops/fractional_max_pool3d.h>
#include <ATen/ops/max_pool1d.h>
#include <ATen/ops/max_pool1d_with_indices.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/max_pool2d_with_indices.h>
#include <ATen/ops/max_pool3d.h>
#include <ATen/ops/max_pool3d_with_indices.h>
#include <ATen/ops/max_unpool2d.h>
#include <ATen/ops/max_unpool3d.h>

#include "checks/checks.h"
#include "checks/sizes.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/pool.h>

ptc_error ptc_adaptive_avg_pool1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  ptc_tensor *out) {
  return guard(out, [&] { put(out, at::adaptive_avg_pool1d(get(self), ints(output_size))); });
}
ptc_error ptc_adaptive_avg_pool2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  ptc_tensor *out) {
  return guard(out, [&] { put(out, at::adaptive_avg_pool2d(get(self), ints(output_size))); });
}
ptc_error ptc_adaptive_avg_pool3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  ptc_tensor *out) {
  return guard(out, [&] { put(out, at::adaptive_avg_pool3d(get(self), ints(output_size))); });
}
ptc_error ptc_adaptive_max_pool1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::adaptive_max_pool1d(get(self), ints(output_size))); });
}
ptc_error ptc_adaptive_max_pool2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::adaptive_max_pool2d(get(self), ints(output_size))); });
}
ptc_error ptc_adaptive_max_pool3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                  ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::adaptive_max_pool3d(get(self), ints(output_size))); });
}
ptc_error ptc_avg_pool1d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
                         bool count_include_pad, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::avg_pool1d(get(self), ints(kernel_size), ints(stride), ints(padding), ceil_mode, count_include_pad));
  });
}
ptc_error ptc_avg_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
                         bool count_include_pad, const int64_t *divisor_override, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::avg_pool2d(get(self), ints(kernel_size), ints(stride), ints(padding), ceil_mode, count_include_pad,
                            opt(divisor_override)));
  });
}
ptc_error ptc_avg_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *padding, int64_t padding_len, bool ceil_mode,
                         bool count_include_pad, const int64_t *divisor_override, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::avg_pool3d(get(self), ints(kernel_size), ints(stride), ints(padding), ceil_mode, count_include_pad,
                            opt(divisor_override)));
  });
}
ptc_error ptc_fractional_max_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                    const int64_t *output_size, int64_t output_size_len, ptc_tensor random_samples,
                                    ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1),
        at::fractional_max_pool2d(get(self), ints(kernel_size), ints(output_size), get(random_samples)));
  });
}
ptc_error ptc_fractional_max_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                    const int64_t *output_size, int64_t output_size_len, ptc_tensor random_samples,
                                    ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    check_positive(ints(kernel_size), "kernel_size");
    put(std::tie(out0, out1),
        at::fractional_max_pool3d(get(self), ints(kernel_size), ints(output_size), get(random_samples)));
  });
}
ptc_error ptc_max_pool1d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                         int64_t dilation_len, bool ceil_mode, ptc_tensor *out) {
  return guard(out, [&] {
    check_moderate(ints(kernel_size), "kernel_size");
    put(out, at::max_pool1d(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode));
  });
}
ptc_error ptc_max_pool1d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                      const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                      int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                      bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::max_pool1d_with_indices(get(self), ints(kernel_size), ints(stride), ints(padding),
                                                          ints(dilation), ceil_mode));
  });
}
ptc_error ptc_max_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                         int64_t dilation_len, bool ceil_mode, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::max_pool2d(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode));
  });
}
ptc_error ptc_max_pool2d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                      const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                      int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                      bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::max_pool2d_with_indices(get(self), ints(kernel_size), ints(stride), ints(padding),
                                                          ints(dilation), ceil_mode));
  });
}
ptc_error ptc_max_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                         int64_t dilation_len, bool ceil_mode, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::max_pool3d(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode));
  });
}
ptc_error ptc_max_pool3d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                      const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                      int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                      bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::max_pool3d_with_indices(get(self), ints(kernel_size), ints(stride), ints(padding),
                                                          ints(dilation), ceil_mode));
  });
}
ptc_error ptc_max_unpool2d(ptc_tensor self, ptc_tensor indices, const int64_t *output_size, int64_t output_size_len,
                           ptc_tensor *out) {
  return guard(out, [&] { put(out, at::max_unpool2d(get(self), get(indices), ints(output_size))); });
}
ptc_error ptc_max_unpool3d(ptc_tensor self, ptc_tensor indices, const int64_t *output_size, int64_t output_size_len,
                           const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
                           ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::max_unpool3d(get(self), get(indices), ints(output_size), ints(stride), ints(padding)));
  });
}
ptc_error ptc_adaptive_avg_pool2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                      ptc_tensor out) {
  return guard([&] { at::adaptive_avg_pool2d_out(into(out), get(self), ints(output_size)); });
}
ptc_error ptc_adaptive_avg_pool3d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                      ptc_tensor out) {
  return guard([&] { at::adaptive_avg_pool3d_out(into(out), get(self), ints(output_size)); });
}
ptc_error ptc_adaptive_max_pool2d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                      ptc_tensor out, ptc_tensor indices) {
  return guard([&] { at::adaptive_max_pool2d_out(into(out), into(indices), get(self), ints(output_size)); });
}
ptc_error ptc_adaptive_max_pool3d_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                      ptc_tensor out, ptc_tensor indices) {
  return guard([&] { at::adaptive_max_pool3d_out(into(out), into(indices), get(self), ints(output_size)); });
}
ptc_error ptc_avg_pool2d_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                             const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
                             bool ceil_mode, bool count_include_pad, const int64_t *divisor_override, ptc_tensor out) {
  return guard([&] {
    at::avg_pool2d_out(into(out), get(self), ints(kernel_size), ints(stride), ints(padding), ceil_mode,
                       count_include_pad, opt(divisor_override));
  });
}
ptc_error ptc_avg_pool3d_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                             const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
                             bool ceil_mode, bool count_include_pad, const int64_t *divisor_override, ptc_tensor out) {
  return guard([&] {
    at::avg_pool3d_out(into(out), get(self), ints(kernel_size), ints(stride), ints(padding), ceil_mode,
                       count_include_pad, opt(divisor_override));
  });
}
ptc_error ptc_fractional_max_pool2d_output(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                           const int64_t *output_size, int64_t output_size_len,
                                           ptc_tensor random_samples, ptc_tensor output, ptc_tensor indices) {
  return guard([&] {
    at::fractional_max_pool2d_out(into(output), into(indices), get(self), ints(kernel_size), ints(output_size),
                                  get(random_samples));
  });
}
ptc_error ptc_fractional_max_pool3d_output(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                           const int64_t *output_size, int64_t output_size_len,
                                           ptc_tensor random_samples, ptc_tensor output, ptc_tensor indices) {
  return guard([&] {
    check_positive(ints(kernel_size), "kernel_size");
    at::fractional_max_pool3d_out(into(output), into(indices), get(self), ints(kernel_size), ints(output_size),
                                  get(random_samples));
  });
}
ptc_error ptc_max_pool2d_with_indices_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                          const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                          int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                          bool ceil_mode, ptc_tensor out, ptc_tensor indices) {
  return guard([&] {
    at::max_pool2d_with_indices_out(into(out), into(indices), get(self), ints(kernel_size), ints(stride), ints(padding),
                                    ints(dilation), ceil_mode);
  });
}
ptc_error ptc_max_pool3d_with_indices_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                          const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                          int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                          bool ceil_mode, ptc_tensor out, ptc_tensor indices) {
  return guard([&] {
    at::max_pool3d_with_indices_out(into(out), into(indices), get(self), ints(kernel_size), ints(stride), ints(padding),
                                    ints(dilation), ceil_mode);
  });
}
ptc_error ptc_max_unpool2d_out(ptc_tensor self, ptc_tensor indices, const int64_t *output_size, int64_t output_size_len,
                               ptc_tensor out) {
  return guard([&] {
    check_another(get(out), get(self), "out");
    at::max_unpool2d_out(into(out), get(self), get(indices), ints(output_size));
  });
}
ptc_error ptc_max_unpool3d_out(ptc_tensor self, ptc_tensor indices, const int64_t *output_size, int64_t output_size_len,
                               const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len,
                               ptc_tensor out) {
  return guard([&] {
    check_another(get(out), get(self), "out");
    at::max_unpool3d_out(into(out), get(self), get(indices), ints(output_size), ints(stride), ints(padding));
  });
}
