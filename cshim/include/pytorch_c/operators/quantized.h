/* Quantized tensors. */
#ifndef PYTORCH_C_QUANTIZED_H
#define PYTORCH_C_QUANTIZED_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* An uninitialised tensor quantized with one scale and zero point.
   _empty_affine_quantized(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, float scale=1, int zero_point=0,
       MemoryFormat? memory_format=contiguous_format) -> Tensor */
PTC_NODISCARD ptc_error ptc__empty_affine_quantized(const int64_t *size, int64_t size_len,
                                                    PTC_OPTIONAL const ptc_options *options, double scale,
                                                    int64_t zero_point, int32_t memory_format, PTC_OUT ptc_tensor *out);
/* An uninitialised tensor quantized with a scale and a zero point for each entry of `axis`.
   _empty_per_channel_affine_quantized(SymInt[] size, *, Tensor scales, Tensor zero_points, int axis,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       MemoryFormat? memory_format=contiguous_format) -> Tensor */
PTC_NODISCARD ptc_error ptc__empty_per_channel_affine_quantized(const int64_t *size, int64_t size_len,
                                                                ptc_tensor scales, ptc_tensor zero_points, int64_t axis,
                                                                PTC_OPTIONAL const ptc_options *options,
                                                                int32_t memory_format, PTC_OUT ptc_tensor *out);
/* Updates running minima and maxima and what follows from them, and rounds self to what quantization could hold.
   _fused_moving_avg_obs_fq_helper(Tensor self, Tensor observer_on, Tensor fake_quant_on, Tensor(a!) running_min,
       Tensor(b!) running_max, Tensor(c!) scale, Tensor(d!) zero_point, float averaging_const, int quant_min,
       int quant_max, int ch_axis, bool per_row_fake_quant=False, bool symmetric_quant=False) -> (Tensor output,
       Tensor mask) */
PTC_NODISCARD ptc_error ptc__fused_moving_avg_obs_fq_helper(ptc_tensor self, ptc_tensor observer_on,
                                                            ptc_tensor fake_quant_on, ptc_tensor running_min,
                                                            ptc_tensor running_max, ptc_tensor scale,
                                                            ptc_tensor zero_point, double averaging_const,
                                                            int64_t quant_min, int64_t quant_max, int64_t ch_axis,
                                                            bool per_row_fake_quant, bool symmetric_quant,
                                                            PTC_OUT ptc_tensor *output, PTC_OUT ptc_tensor *mask);
/* A scale and zero point for `input` by a search that lowers the rounding error.
   choose_qparams_optimized(Tensor input, int numel, int n_bins, float ratio, int bit_width) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_choose_qparams_optimized(ptc_tensor input, int64_t numel, int64_t n_bins, double ratio,
                                                     int64_t bit_width, PTC_OUT ptc_tensor *out0,
                                                     PTC_OUT ptc_tensor *out1);
/* The float values of a quantized tensor.
   dequantize.self(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_dequantize_self(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The float values of each quantized tensor of a list.
   dequantize.tensors(Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_dequantize_tensors(const ptc_tensor *tensors, int64_t tensors_len,
                                               PTC_OUT ptc_tensor_list *out);
/* Uninitialised memory, quantized as qtensor is.
   empty_quantized(int[] size, Tensor qtensor, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_empty_quantized(const int64_t *size, int64_t size_len, ptc_tensor qtensor,
                                            PTC_OPTIONAL const ptc_options *options, int32_t memory_format,
                                            PTC_OUT ptc_tensor *out);
/* Rounded to what quantization by channel could hold, still float.
   fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min,
       int quant_max) -> Tensor */
PTC_NODISCARD ptc_error ptc_fake_quantize_per_channel_affine(ptc_tensor self, ptc_tensor scale, ptc_tensor zero_point,
                                                             int64_t axis, int64_t quant_min, int64_t quant_max,
                                                             PTC_OUT ptc_tensor *out);
/* fake_quantize_per_channel_affine, and which elements were in range.
   fake_quantize_per_channel_affine_cachemask(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min,
       int quant_max) -> (Tensor output, Tensor mask) */
PTC_NODISCARD ptc_error ptc_fake_quantize_per_channel_affine_cachemask(ptc_tensor self, ptc_tensor scale,
                                                                       ptc_tensor zero_point, int64_t axis,
                                                                       int64_t quant_min, int64_t quant_max,
                                                                       PTC_OUT ptc_tensor *output,
                                                                       PTC_OUT ptc_tensor *mask);
/* Rounded to what quantization could hold, still float.
   fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> Tensor */
PTC_NODISCARD ptc_error ptc_fake_quantize_per_tensor_affine(ptc_tensor self, double scale, int64_t zero_point,
                                                            int64_t quant_min, int64_t quant_max,
                                                            PTC_OUT ptc_tensor *out);
/* Rounded to what quantization with the 0-dim scale and zero_point could hold, still float.
   fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int quant_min,
       int quant_max) -> Tensor */
PTC_NODISCARD ptc_error ptc_fake_quantize_per_tensor_affine_tensor_qparams(ptc_tensor self, ptc_tensor scale,
                                                                           ptc_tensor zero_point, int64_t quant_min,
                                                                           int64_t quant_max, PTC_OUT ptc_tensor *out);
/* fake_quantize_per_tensor_affine, and which elements were in range.
   fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min,
       int quant_max) -> (Tensor output, Tensor mask) */
PTC_NODISCARD ptc_error ptc_fake_quantize_per_tensor_affine_cachemask(ptc_tensor self, double scale, int64_t zero_point,
                                                                      int64_t quant_min, int64_t quant_max,
                                                                      PTC_OUT ptc_tensor *output,
                                                                      PTC_OUT ptc_tensor *mask);
/* Follows the range of self by a moving average and quantizes with it, still float.
   fused_moving_avg_obs_fake_quant(Tensor self, Tensor observer_on, Tensor fake_quant_on, Tensor(a!) running_min,
       Tensor(b!) running_max, Tensor(c!) scale, Tensor(d!) zero_point, float averaging_const, int quant_min,
       int quant_max, int ch_axis, bool per_row_fake_quant=False, bool symmetric_quant=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_fused_moving_avg_obs_fake_quant(
    ptc_tensor self, ptc_tensor observer_on, ptc_tensor fake_quant_on, ptc_tensor running_min, ptc_tensor running_max,
    ptc_tensor scale, ptc_tensor zero_point, double averaging_const, int64_t quant_min, int64_t quant_max,
    int64_t ch_axis, bool per_row_fake_quant, bool symmetric_quant, PTC_OUT ptc_tensor *out);
/* The stored integers of a quantized tensor.
   int_repr(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_int_repr(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The dimension of channels of a tensor quantized by channel.
   q_per_channel_axis(Tensor self) -> int */
PTC_NODISCARD ptc_error ptc_q_per_channel_axis(ptc_tensor self, PTC_OUT int64_t *out);
/* The scales of a tensor quantized by channel.
   q_per_channel_scales(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_q_per_channel_scales(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The zero points of a tensor quantized by channel.
   q_per_channel_zero_points(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_q_per_channel_zero_points(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The scale of a quantized tensor.
   q_scale(Tensor self) -> float */
PTC_NODISCARD ptc_error ptc_q_scale(ptc_tensor self, PTC_OUT double *out);
/* The zero point of a quantized tensor.
   q_zero_point(Tensor self) -> int */
PTC_NODISCARD ptc_error ptc_q_zero_point(ptc_tensor self, PTC_OUT int64_t *out);
/* The scheme by which a tensor is quantized.
   qscheme(Tensor self) -> QScheme */
PTC_NODISCARD ptc_error ptc_qscheme(ptc_tensor self, PTC_OUT int32_t *out);
/* Quantized with a scale and zero point for each channel.
   quantize_per_channel(Tensor self, Tensor scales, Tensor zero_points, int axis, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantize_per_channel(ptc_tensor self, ptc_tensor scales, ptc_tensor zero_points,
                                                 int64_t axis, int32_t dtype, PTC_OUT ptc_tensor *out);
/* Quantized to round(x / scale) + zero_point.
   quantize_per_tensor(Tensor self, float scale, int zero_point, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantize_per_tensor(ptc_tensor self, double scale, int64_t zero_point, int32_t dtype,
                                                PTC_OUT ptc_tensor *out);
/* Quantized to round(x / scale) + zero_point, both 0-dim tensors.
   quantize_per_tensor.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantize_per_tensor_tensor_qparams(ptc_tensor self, ptc_tensor scale, ptc_tensor zero_point,
                                                               int32_t dtype, PTC_OUT ptc_tensor *out);
/* Each tensor of a list quantized to round(x / scale) + zero_point, with those at its place.
   quantize_per_tensor.tensors(Tensor[] tensors, Tensor scales, Tensor zero_points, ScalarType dtype) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_quantize_per_tensor_tensors(const ptc_tensor *tensors, int64_t tensors_len,
                                                        ptc_tensor scales, ptc_tensor zero_points, int32_t dtype,
                                                        PTC_OUT ptc_tensor_list *out);
/* Quantized with a scale and zero point from its own range.
   quantize_per_tensor_dynamic(Tensor self, ScalarType dtype, bool reduce_range) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantize_per_tensor_dynamic(ptc_tensor self, int32_t dtype, bool reduce_range,
                                                        PTC_OUT ptc_tensor *out);
/* batch_norm of a quantized tensor.
   quantized_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor mean, Tensor var, float eps,
       float output_scale, int output_zero_point) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_batch_norm(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                                 PTC_OPTIONAL ptc_tensor bias, ptc_tensor mean, ptc_tensor var,
                                                 double eps, double output_scale, int64_t output_zero_point,
                                                 PTC_OUT ptc_tensor *out);
/* gru_cell with packed integer weights.
   quantized_gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor b_ih, Tensor b_hh, Tensor packed_ih,
       Tensor packed_hh, Tensor col_offsets_ih, Tensor col_offsets_hh, Scalar scale_ih, Scalar scale_hh,
       Scalar zero_point_ih, Scalar zero_point_hh) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_gru_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                               ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih,
                                               ptc_tensor packed_hh, ptc_tensor col_offsets_ih,
                                               ptc_tensor col_offsets_hh, ptc_scalar scale_ih, ptc_scalar scale_hh,
                                               ptc_scalar zero_point_ih, ptc_scalar zero_point_hh,
                                               PTC_OUT ptc_tensor *out);
/* lstm_cell with packed integer weights.
   quantized_lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor b_ih, Tensor b_hh, Tensor packed_ih,
       Tensor packed_hh, Tensor col_offsets_ih, Tensor col_offsets_hh, Scalar scale_ih, Scalar scale_hh,
       Scalar zero_point_ih, Scalar zero_point_hh) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_quantized_lstm_cell(ptc_tensor input, const ptc_tensor *hx, int64_t hx_len, ptc_tensor w_ih,
                                                ptc_tensor w_hh, ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih,
                                                ptc_tensor packed_hh, ptc_tensor col_offsets_ih,
                                                ptc_tensor col_offsets_hh, ptc_scalar scale_ih, ptc_scalar scale_hh,
                                                ptc_scalar zero_point_ih, ptc_scalar zero_point_hh,
                                                PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* max_pool1d of a quantized tensor.
   quantized_max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1,
       bool ceil_mode=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_max_pool1d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                                 const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                 int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                 bool ceil_mode, PTC_OUT ptc_tensor *out);
/* max_pool2d of a quantized tensor.
   quantized_max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1,
       bool ceil_mode=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_max_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                                 const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                 int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                 bool ceil_mode, PTC_OUT ptc_tensor *out);
/* max_pool3d of a quantized tensor.
   quantized_max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1,
       bool ceil_mode=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_max_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                                 const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                 int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                 bool ceil_mode, PTC_OUT ptc_tensor *out);
/* rnn_relu_cell with packed integer weights.
   quantized_rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor b_ih, Tensor b_hh,
       Tensor packed_ih, Tensor packed_hh, Tensor col_offsets_ih, Tensor col_offsets_hh, Scalar scale_ih,
       Scalar scale_hh, Scalar zero_point_ih, Scalar zero_point_hh) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_rnn_relu_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                                    ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih,
                                                    ptc_tensor packed_hh, ptc_tensor col_offsets_ih,
                                                    ptc_tensor col_offsets_hh, ptc_scalar scale_ih, ptc_scalar scale_hh,
                                                    ptc_scalar zero_point_ih, ptc_scalar zero_point_hh,
                                                    PTC_OUT ptc_tensor *out);
/* rnn_tanh_cell with packed integer weights.
   quantized_rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor b_ih, Tensor b_hh,
       Tensor packed_ih, Tensor packed_hh, Tensor col_offsets_ih, Tensor col_offsets_hh, Scalar scale_ih,
       Scalar scale_hh, Scalar zero_point_ih, Scalar zero_point_hh) -> Tensor */
PTC_NODISCARD ptc_error ptc_quantized_rnn_tanh_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                                    ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor packed_ih,
                                                    ptc_tensor packed_hh, ptc_tensor col_offsets_ih,
                                                    ptc_tensor col_offsets_hh, ptc_scalar scale_ih, ptc_scalar scale_hh,
                                                    ptc_scalar zero_point_ih, ptc_scalar zero_point_hh,
                                                    PTC_OUT ptc_tensor *out);

PTC_END

#endif
