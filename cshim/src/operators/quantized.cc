// Quantized tensors.
#include <ATen/ops/_empty_affine_quantized.h>
#include <ATen/ops/_empty_per_channel_affine_quantized.h>
#include <ATen/ops/_fused_moving_avg_obs_fq_helper.h>
#include <ATen/ops/choose_qparams_optimized.h>
#include <ATen/ops/dequantize.h>
#include <ATen/ops/empty_quantized.h>
#include <ATen/ops/fake_quantize_per_channel_affine.h>
#include <ATen/ops/fake_quantize_per_channel_affine_cachemask.h>
#include <ATen/ops/fake_quantize_per_tensor_affine.h>
#include <ATen/ops/fake_quantize_per_tensor_affine_cachemask.h>
#include <ATen/ops/fused_moving_avg_obs_fake_quant.h>
#include <ATen/ops/int_repr.h>
#include <ATen/ops/q_per_channel_axis.h>
#include <ATen/ops/q_per_channel_scales.h>
#include <ATen/ops/q_per_channel_zero_points.h>
#include <ATen/ops/q_scale.h>
#include <ATen/ops/q_zero_point.h>
#include <ATen/ops/quantize_per_channel.h>
#include <ATen/ops/quantize_per_tensor.h>
#include <ATen/ops/quantize_per_tensor_dynamic.h>
#include <ATen/ops/quantized_batch_norm.h>
#include <ATen/ops/quantized_gru_cell.h>
#include <ATen/ops/quantized_lstm_cell.h>
#include <ATen/ops/quantized_max_pool1d.h>
#include <ATen/ops/quantized_max_pool2d.h>
#include <ATen/ops/quantized_max_pool3d.h>
#include <ATen/ops/quantized_rnn_relu_cell.h>
#include <ATen/ops/quantized_rnn_tanh_cell.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/quantized.h>

ptc_error ptc__empty_affine_quantized(const int64_t *size, int64_t size_len, const ptc_options *options, double scale,
                                      int64_t zero_point, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_empty_affine_quantized(ints(size), opts(options), scale, zero_point, optformat(memory_format)),
        options);
  });
}
ptc_error ptc__empty_per_channel_affine_quantized(const int64_t *size, int64_t size_len, ptc_tensor scales,
                                                  ptc_tensor zero_points, int64_t axis, const ptc_options *options,
                                                  int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::_empty_per_channel_affine_quantized(ints(size), get(scales), get(zero_points), axis, opts(options),
                                                optformat(memory_format)),
        options);
  });
}
ptc_error ptc__fused_moving_avg_obs_fq_helper(ptc_tensor self, ptc_tensor observer_on, ptc_tensor fake_quant_on,
                                              ptc_tensor running_min, ptc_tensor running_max, ptc_tensor scale,
                                              ptc_tensor zero_point, double averaging_const, int64_t quant_min,
                                              int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant,
                                              bool symmetric_quant, ptc_tensor *output, ptc_tensor *mask) {
  return guard(std::tie(output, mask), [&] {
    check_observer(get(self), get(observer_on), get(fake_quant_on),
                   {{"running_min", opt(running_min)},
                    {"running_max", opt(running_max)},
                    {"scale", opt(scale)},
                    {"zero_point", opt(zero_point)}},
                   ch_axis, per_row_fake_quant, false);
    put(std::tie(output, mask),
        at::_fused_moving_avg_obs_fq_helper(get(self), get(observer_on), get(fake_quant_on), get(running_min),
                                            get(running_max), get(scale), get(zero_point), averaging_const, quant_min,
                                            quant_max, ch_axis, per_row_fake_quant, symmetric_quant));
  });
}
ptc_error ptc_choose_qparams_optimized(ptc_tensor input, int64_t numel, int64_t n_bins, double ratio, int64_t bit_width,
                                       ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    check_bins(numel, n_bins, ratio, bit_width);
    put(std::tie(out0, out1), at::choose_qparams_optimized(get(input).contiguous(), numel, n_bins, ratio, bit_width));
  });
}
ptc_error ptc_dequantize_self(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::dequantize(get(self))); });
}
ptc_error ptc_dequantize_tensors(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::dequantize(list(tensors))); });
}
ptc_error ptc_empty_quantized(const int64_t *size, int64_t size_len, ptc_tensor qtensor, const ptc_options *options,
                              int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::empty_quantized(ints(size), get(qtensor), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_fake_quantize_per_channel_affine(ptc_tensor self, ptc_tensor scale, ptc_tensor zero_point, int64_t axis,
                                               int64_t quant_min, int64_t quant_max, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::fake_quantize_per_channel_affine(get(self), get(scale), get(zero_point), axis, quant_min, quant_max));
  });
}
ptc_error ptc_fake_quantize_per_channel_affine_cachemask(ptc_tensor self, ptc_tensor scale, ptc_tensor zero_point,
                                                         int64_t axis, int64_t quant_min, int64_t quant_max,
                                                         ptc_tensor *output, ptc_tensor *mask) {
  return guard(std::tie(output, mask), [&] {
    put(std::tie(output, mask), at::fake_quantize_per_channel_affine_cachemask(get(self), get(scale), get(zero_point),
                                                                               axis, quant_min, quant_max));
  });
}
ptc_error ptc_fake_quantize_per_tensor_affine(ptc_tensor self, double scale, int64_t zero_point, int64_t quant_min,
                                              int64_t quant_max, ptc_tensor *out) {
  return guard(
      out, [&] { put(out, at::fake_quantize_per_tensor_affine(get(self), scale, zero_point, quant_min, quant_max)); });
}
ptc_error ptc_fake_quantize_per_tensor_affine_tensor_qparams(ptc_tensor self, ptc_tensor scale, ptc_tensor zero_point,
                                                             int64_t quant_min, int64_t quant_max, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::fake_quantize_per_tensor_affine(get(self), get(scale), get(zero_point), quant_min, quant_max));
  });
}
ptc_error ptc_fake_quantize_per_tensor_affine_cachemask(ptc_tensor self, double scale, int64_t zero_point,
                                                        int64_t quant_min, int64_t quant_max, ptc_tensor *output,
                                                        ptc_tensor *mask) {
  return guard(std::tie(output, mask), [&] {
    put(std::tie(output, mask),
        at::fake_quantize_per_tensor_affine_cachemask(get(self), scale, zero_point, quant_min, quant_max));
  });
}
ptc_error ptc_fused_moving_avg_obs_fake_quant(ptc_tensor self, ptc_tensor observer_on, ptc_tensor fake_quant_on,
                                              ptc_tensor running_min, ptc_tensor running_max, ptc_tensor scale,
                                              ptc_tensor zero_point, double averaging_const, int64_t quant_min,
                                              int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant,
                                              bool symmetric_quant, ptc_tensor *out) {
  return guard(out, [&] {
    check_observer(get(self), get(observer_on), get(fake_quant_on),
                   {{"running_min", opt(running_min)},
                    {"running_max", opt(running_max)},
                    {"scale", opt(scale)},
                    {"zero_point", opt(zero_point)}},
                   ch_axis, per_row_fake_quant, per_row_fake_quant && !get(running_min).numel());
    put(out, at::fused_moving_avg_obs_fake_quant(get(self), get(observer_on), get(fake_quant_on), get(running_min),
                                                 get(running_max), get(scale), get(zero_point), averaging_const,
                                                 quant_min, quant_max, ch_axis, per_row_fake_quant, symmetric_quant));
  });
}
ptc_error ptc_int_repr(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::int_repr(get(self))); });
}
ptc_error ptc_q_per_channel_axis(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, at::q_per_channel_axis(get(self))); });
}
ptc_error ptc_q_per_channel_scales(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::q_per_channel_scales(get(self))); });
}
ptc_error ptc_q_per_channel_zero_points(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::q_per_channel_zero_points(get(self))); });
}
ptc_error ptc_q_scale(ptc_tensor self, double *out) {
  return guard(out, [&] { put(out, at::q_scale(get(self))); });
}
ptc_error ptc_q_zero_point(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, at::q_zero_point(get(self))); });
}
ptc_error ptc_qscheme(ptc_tensor self, int32_t *out) {
  return guard(out, [&] { put(out, get(self).qscheme()); });
}
ptc_error ptc_quantize_per_channel(ptc_tensor self, ptc_tensor scales, ptc_tensor zero_points, int64_t axis,
                                   int32_t dtype, ptc_tensor *out) {
  return guard(
      out, [&] { put(out, at::quantize_per_channel(get(self), get(scales), get(zero_points), axis, dtypeof(dtype))); });
}
ptc_error ptc_quantize_per_tensor(ptc_tensor self, double scale, int64_t zero_point, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::quantize_per_tensor(get(self), scale, zero_point, dtypeof(dtype))); });
}
ptc_error ptc_quantize_per_tensor_tensor_qparams(ptc_tensor self, ptc_tensor scale, ptc_tensor zero_point,
                                                 int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::quantize_per_tensor(get(self), get(scale), get(zero_point), dtypeof(dtype))); });
}
ptc_error ptc_quantize_per_tensor_tensors(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor scales,
                                          ptc_tensor zero_points, int32_t dtype, ptc_tensor_list *out) {
  return guard(
      out, [&] { put(out, at::quantize_per_tensor(list(tensors), get(scales), get(zero_points), dtypeof(dtype))); });
}
ptc_error ptc_quantize_per_tensor_dynamic(ptc_tensor self, int32_t dtype, bool reduce_range, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::quantize_per_tensor_dynamic(get(self), dtypeof(dtype), reduce_range)); });
}
ptc_error ptc_quantized_batch_norm(ptc_tensor input, ptc_tensor weight, ptc_tensor bias, ptc_tensor mean,
                                   ptc_tensor var, double eps, double output_scale, int64_t output_zero_point,
                                   ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::quantized_batch_norm(get(input), opt(weight), opt(bias), get(mean), get(var), eps, output_scale,
                                      output_zero_point));
  });
}
ptc_error ptc_quantized_gru_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh, ptc_tensor b_ih,
                                 ptc_tensor b_hh, ptc_tensor packed_ih, ptc_tensor packed_hh, ptc_tensor col_offsets_ih,
                                 ptc_tensor col_offsets_hh, ptc_scalar scale_ih, ptc_scalar scale_hh,
                                 ptc_scalar zero_point_ih, ptc_scalar zero_point_hh, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(scale_ih), second = scalar(scale_hh), third = scalar(zero_point_ih),
                     fourth = scalar(zero_point_hh);
    put(out,
        at::quantized_gru_cell(get(input), get(hx), get(w_ih), get(w_hh), get(b_ih), get(b_hh), get(packed_ih),
                               get(packed_hh), get(col_offsets_ih), get(col_offsets_hh), first, second, third, fourth));
  });
}
ptc_error ptc_quantized_lstm_cell(ptc_tensor input, const ptc_tensor *hx, int64_t hx_len, ptc_tensor w_ih,
                                  ptc_tensor w_hh, ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih,
                                  ptc_tensor packed_hh, ptc_tensor col_offsets_ih, ptc_tensor col_offsets_hh,
                                  ptc_scalar scale_ih, ptc_scalar scale_hh, ptc_scalar zero_point_ih,
                                  ptc_scalar zero_point_hh, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    const at::Scalar first = scalar(scale_ih), second = scalar(scale_hh), third = scalar(zero_point_ih),
                     fourth = scalar(zero_point_hh);
    check_pair(list(hx));
    put(std::tie(out0, out1), at::quantized_lstm_cell(get(input), list(hx), get(w_ih), get(w_hh), get(b_ih), get(b_hh),
                                                      get(packed_ih), get(packed_hh), get(col_offsets_ih),
                                                      get(col_offsets_hh), first, second, third, fourth));
  });
}
ptc_error ptc_quantized_max_pool1d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                   ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::quantized_max_pool1d(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode));
  });
}
ptc_error ptc_quantized_max_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                   ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::quantized_max_pool2d(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode));
  });
}
ptc_error ptc_quantized_max_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                   ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::quantized_max_pool3d(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode));
  });
}
ptc_error ptc_quantized_rnn_relu_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                      ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih, ptc_tensor packed_hh,
                                      ptc_tensor col_offsets_ih, ptc_tensor col_offsets_hh, ptc_scalar scale_ih,
                                      ptc_scalar scale_hh, ptc_scalar zero_point_ih, ptc_scalar zero_point_hh,
                                      ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(scale_ih), second = scalar(scale_hh), third = scalar(zero_point_ih),
                     fourth = scalar(zero_point_hh);
    put(out, at::quantized_rnn_relu_cell(get(input), get(hx), get(w_ih), get(w_hh), get(b_ih), get(b_hh),
                                         get(packed_ih), get(packed_hh), get(col_offsets_ih), get(col_offsets_hh),
                                         first, second, third, fourth));
  });
}
ptc_error ptc_quantized_rnn_tanh_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                      ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih, ptc_tensor packed_hh,
                                      ptc_tensor col_offsets_ih, ptc_tensor col_offsets_hh, ptc_scalar scale_ih,
                                      ptc_scalar scale_hh, ptc_scalar zero_point_ih, ptc_scalar zero_point_hh,
                                      ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(scale_ih), second = scalar(scale_hh), third = scalar(zero_point_ih),
                     fourth = scalar(zero_point_hh);
    put(out, at::quantized_rnn_tanh_cell(get(input), get(hx), get(w_ih), get(w_hh), get(b_ih), get(b_hh),
                                         get(packed_ih), get(packed_hh), get(col_offsets_ih), get(col_offsets_hh),
                                         first, second, third, fourth));
  });
}
