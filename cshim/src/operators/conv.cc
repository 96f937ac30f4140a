// Convolution.
#include <ATen/native/ConvUtils.h>
#include <ATen/ops/_convolution.h>
#include <ATen/ops/col2im.h>
#include <ATen/ops/conv1d.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/conv3d.h>
#include <ATen/ops/conv_depthwise3d.h>
#include <ATen/ops/conv_tbc.h>
#include <ATen/ops/conv_transpose1d.h>
#include <ATen/ops/conv_transpose2d.h>
#include <ATen/ops/conv_transpose3d.h>
#include <ATen/ops/convolution.h>
#include <ATen/ops/convolution_backward.h>
#include <ATen/ops/convolution_overrideable.h>
#include <ATen/ops/im2col.h>
#include <ATen/ops/slow_conv3d.h>
#include <ATen/ops/slow_conv3d_forward.h>
#include <ATen/ops/slow_conv_dilated2d.h>
#include <ATen/ops/slow_conv_dilated3d.h>
#include <ATen/ops/slow_conv_transpose2d.h>
#include <ATen/ops/slow_conv_transpose3d.h>
#include <ATen/ops/thnn_conv2d.h>

#include "checks/checks.h"
#include "checks/sizes.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/conv.h>

ptc_error ptc__convolution(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                           int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                           int64_t dilation_len, bool transposed, const int64_t *output_padding,
                           int64_t output_padding_len, int64_t groups, bool benchmark, bool deterministic,
                           bool cudnn_enabled, bool allow_tf32, ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::_convolution(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(dilation), transposed,
                         ints(output_padding), groups, benchmark, deterministic, cudnn_enabled, allow_tf32));
  });
}
ptc_error ptc_col2im(ptc_tensor self, const int64_t *output_size, int64_t output_size_len, const int64_t *kernel_size,
                     int64_t kernel_size_len, const int64_t *dilation, int64_t dilation_len, const int64_t *padding,
                     int64_t padding_len, const int64_t *stride, int64_t stride_len, ptc_tensor *out) {
  return guard(out, [&] {
    check_moderate(ints(padding), "padding");
    put(out, at::col2im(get(self), ints(output_size), ints(kernel_size), ints(dilation), ints(padding), ints(stride)));
  });
}
ptc_error ptc_conv1d(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                     const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                     int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv1d(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(dilation), groups));
  });
}
ptc_error ptc_conv1d_padding(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                             int64_t stride_len, const char *padding, const int64_t *dilation, int64_t dilation_len,
                             int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv1d(get(input), get(weight), opt(bias), ints(stride), chars(padding), ints(dilation), groups));
  });
}
ptc_error ptc_conv2d(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                     const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                     int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv2d(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(dilation), groups));
  });
}
ptc_error ptc_conv2d_padding(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                             int64_t stride_len, const char *padding, const int64_t *dilation, int64_t dilation_len,
                             int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv2d(get(input), get(weight), opt(bias), ints(stride), chars(padding), ints(dilation), groups));
  });
}
ptc_error ptc_conv3d(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                     const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                     int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv3d(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(dilation), groups));
  });
}
ptc_error ptc_conv3d_padding(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                             int64_t stride_len, const char *padding, const int64_t *dilation, int64_t dilation_len,
                             int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv3d(get(input), get(weight), opt(bias), ints(stride), chars(padding), ints(dilation), groups));
  });
}
ptc_error ptc_conv_depthwise3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size, int64_t kernel_size_len,
                               ptc_tensor bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
                               int64_t padding_len, const int64_t *dilation, int64_t dilation_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv_depthwise3d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding),
                                  ints(dilation)));
  });
}
ptc_error ptc_conv_tbc(ptc_tensor self, ptc_tensor weight, ptc_tensor bias, int64_t pad, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::conv_tbc(get(self), get(weight), get(bias), pad)); });
}
ptc_error ptc_conv_transpose1d(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                               int64_t stride_len, const int64_t *padding, int64_t padding_len,
                               const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
                               const int64_t *dilation, int64_t dilation_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv_transpose1d(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(output_padding),
                                  groups, ints(dilation)));
  });
}
ptc_error ptc_conv_transpose2d_input(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                                     int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                     const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
                                     const int64_t *dilation, int64_t dilation_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv_transpose2d(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(output_padding),
                                  groups, ints(dilation)));
  });
}
ptc_error ptc_conv_transpose3d_input(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                                     int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                     const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
                                     const int64_t *dilation, int64_t dilation_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::conv_transpose3d(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(output_padding),
                                  groups, ints(dilation)));
  });
}
ptc_error ptc_convolution(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                          int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                          int64_t dilation_len, bool transposed, const int64_t *output_padding,
                          int64_t output_padding_len, int64_t groups, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::convolution(get(input), get(weight), opt(bias), ints(stride), ints(padding), ints(dilation),
                             transposed, ints(output_padding), groups));
  });
}
ptc_error ptc_convolution_backward(ptc_tensor grad_output, ptc_tensor input, ptc_tensor weight,
                                   const int64_t *bias_sizes, int64_t bias_sizes_len, const int64_t *stride,
                                   int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                   const int64_t *dilation, int64_t dilation_len, bool transposed,
                                   const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
                                   const bool *output_mask, int64_t output_mask_len, ptc_tensor *out0, ptc_tensor *out1,
                                   ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    check_convolved(get(grad_output), get(input), get(weight),
                    {ints(stride), ints(padding), ints(dilation), ints(output_padding), transposed, groups});
    put(std::tie(out0, out1, out2),
        at::convolution_backward(get(grad_output), get(input), get(weight), optints(bias_sizes), ints(stride),
                                 ints(padding), ints(dilation), transposed, ints(output_padding), groups,
                                 bools(output_mask, 3)));
  });
}
ptc_error ptc_convolution_overrideable(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                                       int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                       const int64_t *dilation, int64_t dilation_len, bool transposed,
                                       const int64_t *output_padding, int64_t output_padding_len, int64_t groups,
                                       ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::convolution_overrideable(get(input), get(weight), opt(bias), ints(stride), ints(padding),
                                          ints(dilation), transposed, ints(output_padding), groups));
  });
}
ptc_error ptc_im2col(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
                     int64_t dilation_len, const int64_t *padding, int64_t padding_len, const int64_t *stride,
                     int64_t stride_len, ptc_tensor *out) {
  return guard(out, [&] {
    check_moderate(ints(kernel_size), "kernel_size");
    check_moderate(ints(padding), "padding");
    put(out, at::im2col(get(self), ints(kernel_size), ints(dilation), ints(padding), ints(stride)));
  });
}
ptc_error ptc_slow_conv3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size, int64_t kernel_size_len,
                          ptc_tensor bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
                          int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::slow_conv3d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding)));
  });
}
ptc_error ptc_slow_conv3d_forward(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                  int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                                  const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::slow_conv3d_forward(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding)));
  });
}
ptc_error ptc_slow_conv_dilated2d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                  int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                                  const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                                  int64_t dilation_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::slow_conv_dilated2d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding),
                                     ints(dilation)));
  });
}
ptc_error ptc_slow_conv_dilated3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                  int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                                  const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                                  int64_t dilation_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::slow_conv_dilated3d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding),
                                     ints(dilation)));
  });
}
ptc_error ptc_slow_conv_transpose2d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                    int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                                    const int64_t *padding, int64_t padding_len, const int64_t *output_padding,
                                    int64_t output_padding_len, const int64_t *dilation, int64_t dilation_len,
                                    ptc_tensor *out) {
  return guard(out, [&] {
    check_kernel(get(weight), ints(kernel_size));
    put(out, at::slow_conv_transpose2d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride),
                                       ints(padding), ints(output_padding), ints(dilation)));
  });
}
ptc_error ptc_slow_conv_transpose3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                    int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride, int64_t stride_len,
                                    const int64_t *padding, int64_t padding_len, const int64_t *output_padding,
                                    int64_t output_padding_len, const int64_t *dilation, int64_t dilation_len,
                                    ptc_tensor *out) {
  return guard(out, [&] {
    check_kernel(get(weight), ints(kernel_size));
    put(out, at::slow_conv_transpose3d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride),
                                       ints(padding), ints(output_padding), ints(dilation)));
  });
}
ptc_error ptc_thnn_conv2d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size, int64_t kernel_size_len,
                          ptc_tensor bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
                          int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::thnn_conv2d(get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding)));
  });
}
ptc_error ptc_col2im_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                         const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
                         int64_t dilation_len, const int64_t *padding, int64_t padding_len, const int64_t *stride,
                         int64_t stride_len, ptc_tensor out) {
  return guard([&] {
    check_moderate(ints(padding), "padding");
    at::col2im_out(get(out), get(self), ints(output_size), ints(kernel_size), ints(dilation), ints(padding),
                   ints(stride));
  });
}
ptc_error ptc_im2col_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
                         int64_t dilation_len, const int64_t *padding, int64_t padding_len, const int64_t *stride,
                         int64_t stride_len, ptc_tensor out) {
  return guard(
      [&] { at::im2col_out(into(out), get(self), ints(kernel_size), ints(dilation), ints(padding), ints(stride)); });
}
ptc_error ptc_slow_conv3d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size, int64_t kernel_size_len,
                              ptc_tensor bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
                              int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    at::slow_conv3d_out(into(out), get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding));
  });
}
ptc_error ptc_slow_conv3d_forward_output(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                         int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride,
                                         int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                         ptc_tensor output) {
  return guard([&] {
    at::slow_conv3d_forward_out(into(output), get(self), get(weight), ints(kernel_size), opt(bias), ints(stride),
                                ints(padding));
  });
}
ptc_error ptc_slow_conv_transpose2d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                        int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride,
                                        int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                        const int64_t *output_padding, int64_t output_padding_len,
                                        const int64_t *dilation, int64_t dilation_len, ptc_tensor out) {
  return guard([&] {
    check_kernel(get(weight), ints(kernel_size));
    at::slow_conv_transpose2d_out(into(out), get(self), get(weight), ints(kernel_size), opt(bias), ints(stride),
                                  ints(padding), ints(output_padding), ints(dilation));
  });
}
ptc_error ptc_slow_conv_transpose3d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                        int64_t kernel_size_len, ptc_tensor bias, const int64_t *stride,
                                        int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                        const int64_t *output_padding, int64_t output_padding_len,
                                        const int64_t *dilation, int64_t dilation_len, ptc_tensor out) {
  return guard([&] {
    check_kernel(get(weight), ints(kernel_size));
    at::slow_conv_transpose3d_out(into(out), get(self), get(weight), ints(kernel_size), opt(bias), ints(stride),
                                  ints(padding), ints(output_padding), ints(dilation));
  });
}
ptc_error ptc_thnn_conv2d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size, int64_t kernel_size_len,
                              ptc_tensor bias, const int64_t *stride, int64_t stride_len, const int64_t *padding,
                              int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    at::thnn_conv2d_out(into(out), get(self), get(weight), ints(kernel_size), opt(bias), ints(stride), ints(padding));
  });
}

/* ---- which kernel ---- */

static c10::SymIntArrayRef syms(const int64_t *values, int64_t count, const char *name) {
  return c10::fromIntArrayRefSlow(array(values, count, name));
}
ptc_error ptc_conv_backend(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, const int64_t *stride,
                           int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation,
                           int64_t dilation_len, bool transposed, const int64_t *output_padding,
                           int64_t output_padding_len, int64_t groups, const int64_t *bias_sizes,
                           int64_t bias_sizes_len, int32_t *out) {
  return guard(out, [&] {
    at::OptionalSymIntArrayRef sizes;
    if (bias_sizes) sizes = syms(bias_sizes, bias_sizes_len, "bias_sizes");
    *out = static_cast<int32_t>(at::native::select_conv_backend(
        get(input), get(weight), opt(bias), syms(stride, stride_len, "stride"), syms(padding, padding_len, "padding"),
        syms(dilation, dilation_len, "dilation"), transposed,
        syms(output_padding, output_padding_len, "output_padding"), groups, sizes));
  });
}
ptc_error ptc_conv_memory_format(ptc_tensor input, ptc_tensor weight, int32_t backend, int32_t *out) {
  return guard(out, [&] {
    const auto kernel = static_cast<at::native::ConvBackend>(backend);
    *out = static_cast<int32_t>(at::native::_determine_backend_memory_format(get(input), get(weight), kernel));
  });
}
