/* Convolution. */
#ifndef PYTORCH_C_CONV_H
#define PYTORCH_C_CONV_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* convolution with switches for the backends.
   _convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation,
       bool transposed, SymInt[] output_padding, SymInt groups, bool benchmark, bool deterministic, bool cudnn_enabled,
       bool allow_tf32) -> Tensor */
PTC_NODISCARD ptc_error ptc__convolution(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                         const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                         int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                         bool transposed, const int64_t *output_padding, int64_t output_padding_len,
                                         int64_t groups, bool benchmark, bool deterministic, bool cudnn_enabled,
                                         bool allow_tf32, PTC_OUT ptc_tensor *out);
/* Sums sliding blocks back into an image, the reverse of im2col: (n, c * kh * kw, blocks) to (n, c, h, w).
   col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding,
       int[2] stride) -> Tensor */
PTC_NODISCARD ptc_error ptc_col2im(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                   const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
                                   int64_t dilation_len, const int64_t *padding, int64_t padding_len,
                                   const int64_t *stride, int64_t stride_len, PTC_OUT ptc_tensor *out);
/* (n, c, l) with filters (o, c / groups, k); 2-dim input is one signal.
   conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=1, SymInt[1] padding=0,
       SymInt[1] dilation=1, SymInt groups=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv1d(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
                                   PTC_OUT ptc_tensor *out);
/* conv1d with the padding "valid" (none) or "same" (the size stays).
   conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=1, str padding="valid",
       SymInt[1] dilation=1, SymInt groups=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv1d_padding(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                           const int64_t *stride, int64_t stride_len, const char *padding,
                                           const int64_t *dilation, int64_t dilation_len, int64_t groups,
                                           PTC_OUT ptc_tensor *out);
/* (n, c, h, w) with filters (o, c / groups, kh, kw); 3-dim input is one image.
   conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, SymInt[2] padding=0,
       SymInt[2] dilation=1, SymInt groups=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv2d(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
                                   PTC_OUT ptc_tensor *out);
/* `padding`: "same" or "valid".
   conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, str padding="valid",
       SymInt[2] dilation=1, SymInt groups=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv2d_padding(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                           const int64_t *stride, int64_t stride_len, const char *padding,
                                           const int64_t *dilation, int64_t dilation_len, int64_t groups,
                                           PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) with filters (o, c / groups, kd, kh, kw); 4-dim input is one volume.
   conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=1, SymInt[3] padding=0,
       SymInt[3] dilation=1, SymInt groups=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv3d(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *dilation, int64_t dilation_len, int64_t groups,
                                   PTC_OUT ptc_tensor *out);
/* conv3d with the padding "valid" (none) or "same" (the size stays).
   conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=1, str padding="valid",
       SymInt[3] dilation=1, SymInt groups=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv3d_padding(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                           const int64_t *stride, int64_t stride_len, const char *padding,
                                           const int64_t *dilation, int64_t dilation_len, int64_t groups,
                                           PTC_OUT ptc_tensor *out);
/* conv3d with one group for each channel.
   conv_depthwise3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias, SymInt[3] stride,
       SymInt[3] padding, SymInt[3] dilation) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv_depthwise3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                             int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                             const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                             int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                             PTC_OUT ptc_tensor *out);
/* Convolution over time of (time, batch, channel).
   conv_tbc(Tensor self, Tensor weight, Tensor bias, int pad=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv_tbc(ptc_tensor self, ptc_tensor weight, ptc_tensor bias, int64_t pad,
                                     PTC_OUT ptc_tensor *out);
/* The gradient of conv1d as a layer; weight (c, o / groups, k).
   conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=1, SymInt[1] padding=0,
       SymInt[1] output_padding=0, SymInt groups=1, SymInt[1] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv_transpose1d(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                             const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                             int64_t padding_len, const int64_t *output_padding,
                                             int64_t output_padding_len, int64_t groups, const int64_t *dilation,
                                             int64_t dilation_len, PTC_OUT ptc_tensor *out);
/* The gradient of conv2d as a layer; weight (c, o / groups, kh, kw).
   conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, SymInt[2] padding=0,
       SymInt[2] output_padding=0, SymInt groups=1, SymInt[2] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv_transpose2d_input(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                   int64_t padding_len, const int64_t *output_padding,
                                                   int64_t output_padding_len, int64_t groups, const int64_t *dilation,
                                                   int64_t dilation_len, PTC_OUT ptc_tensor *out);
/* The gradient of conv3d as a layer; weight (c, o / groups, kd, kh, kw).
   conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=1, SymInt[3] padding=0,
       SymInt[3] output_padding=0, SymInt groups=1, SymInt[3] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_conv_transpose3d_input(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                                   const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                   int64_t padding_len, const int64_t *output_padding,
                                                   int64_t output_padding_len, int64_t groups, const int64_t *dilation,
                                                   int64_t dilation_len, PTC_OUT ptc_tensor *out);
/* The convolution of 1 to 3 dimensions that the others call, transposed or not.
   convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation,
       bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor */
PTC_NODISCARD ptc_error ptc_convolution(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                        const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                        int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                        bool transposed, const int64_t *output_padding, int64_t output_padding_len,
                                        int64_t groups, PTC_OUT ptc_tensor *out);
/* The gradients of convolution for input, weight and bias, of which output_mask chooses; the others are NULL.
   convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] stride,
       SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups,
       bool[3] output_mask) -> (Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_convolution_backward(ptc_tensor grad_output, ptc_tensor input, ptc_tensor weight,
                                                 PTC_OPTIONAL const int64_t *bias_sizes, int64_t bias_sizes_len,
                                                 const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                 int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                 bool transposed, const int64_t *output_padding,
                                                 int64_t output_padding_len, int64_t groups, const bool *output_mask,
                                                 int64_t output_mask_len, PTC_OUT_OPTIONAL ptc_tensor *out0,
                                                 PTC_OUT_OPTIONAL ptc_tensor *out1, PTC_OUT_OPTIONAL ptc_tensor *out2);
/* convolution, for a backend to put its own in place of.
   convolution_overrideable(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding,
       SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor */
PTC_NODISCARD ptc_error ptc_convolution_overrideable(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                                     const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                     int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                     bool transposed, const int64_t *output_padding,
                                                     int64_t output_padding_len, int64_t groups,
                                                     PTC_OUT ptc_tensor *out);
/* Sliding blocks as columns: (n, c, h, w) to (n, c * kh * kw, blocks).
   im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor */
PTC_NODISCARD ptc_error ptc_im2col(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                   const int64_t *dilation, int64_t dilation_len, const int64_t *padding,
                                   int64_t padding_len, const int64_t *stride, int64_t stride_len,
                                   PTC_OUT ptc_tensor *out);
/* conv3d by way of columns.
   slow_conv3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] stride=1,
       SymInt[3] padding=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_slow_conv3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                        int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias, const int64_t *stride,
                                        int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                        PTC_OUT ptc_tensor *out);
/* slow_conv3d without its checks.
   slow_conv3d_forward(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias, SymInt[3] stride,
       SymInt[3] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_slow_conv3d_forward(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                int64_t padding_len, PTC_OUT ptc_tensor *out);
/* conv2d with dilation, by way of columns.
   slow_conv_dilated2d(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] stride=1,
       SymInt[2] padding=0, SymInt[2] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_slow_conv_dilated2d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                PTC_OUT ptc_tensor *out);
/* conv3d with dilation, by way of columns.
   slow_conv_dilated3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] stride=1,
       SymInt[3] padding=0, SymInt[3] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_slow_conv_dilated3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                                PTC_OUT ptc_tensor *out);
/* conv_transpose2d by way of columns.
   slow_conv_transpose2d(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] stride=1,
       SymInt[2] padding=0, SymInt[2] output_padding=0, SymInt[2] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_slow_conv_transpose2d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                  int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                  const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                  int64_t padding_len, const int64_t *output_padding,
                                                  int64_t output_padding_len, const int64_t *dilation,
                                                  int64_t dilation_len, PTC_OUT ptc_tensor *out);
/* conv_transpose3d by way of columns.
   slow_conv_transpose3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] stride=1,
       SymInt[3] padding=0, SymInt[3] output_padding=0, SymInt[3] dilation=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_slow_conv_transpose3d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                  int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                  const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                  int64_t padding_len, const int64_t *output_padding,
                                                  int64_t output_padding_len, const int64_t *dilation,
                                                  int64_t dilation_len, PTC_OUT ptc_tensor *out);
/* conv2d by way of columns.
   thnn_conv2d(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] stride=1,
       SymInt[2] padding=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_thnn_conv2d(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                        int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias, const int64_t *stride,
                                        int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                        PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Sums sliding blocks back into an image, the reverse of im2col: (n, c * kh * kw, blocks) to (n, c, h, w); written into
   `out`.
   col2im.out(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride,
       *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_col2im_out(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                       const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *dilation,
                                       int64_t dilation_len, const int64_t *padding, int64_t padding_len,
                                       const int64_t *stride, int64_t stride_len, ptc_tensor out);
/* Sliding blocks as columns: (n, c, h, w) to (n, c * kh * kw, blocks); written into `out`.
   im2col.out(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_im2col_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *dilation, int64_t dilation_len, const int64_t *padding,
                                       int64_t padding_len, const int64_t *stride, int64_t stride_len, ptc_tensor out);
/* conv3d by way of columns; written into `out`.
   slow_conv3d.out(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] stride=1,
       SymInt[3] padding=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_slow_conv3d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                            int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                            const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                            int64_t padding_len, ptc_tensor out);
/* slow_conv3d without its checks; written into `output`.
   slow_conv3d_forward.output(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias, SymInt[3] stride,
       SymInt[3] padding, *, Tensor(a!) output) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_slow_conv3d_forward_output(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                       int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                       const int64_t *stride, int64_t stride_len,
                                                       const int64_t *padding, int64_t padding_len, ptc_tensor output);
/* conv_transpose2d by way of columns; written into `out`.
   slow_conv_transpose2d.out(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] stride=1,
       SymInt[2] padding=0, SymInt[2] output_padding=0, SymInt[2] dilation=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_slow_conv_transpose2d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                      int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                      const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                      int64_t padding_len, const int64_t *output_padding,
                                                      int64_t output_padding_len, const int64_t *dilation,
                                                      int64_t dilation_len, ptc_tensor out);
/* conv_transpose3d by way of columns; written into `out`.
   slow_conv_transpose3d.out(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] stride=1,
       SymInt[3] padding=0, SymInt[3] output_padding=0, SymInt[3] dilation=1, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_slow_conv_transpose3d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                                      int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                                      const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                                      int64_t padding_len, const int64_t *output_padding,
                                                      int64_t output_padding_len, const int64_t *dilation,
                                                      int64_t dilation_len, ptc_tensor out);
/* conv2d by way of columns; written into `out`.
   thnn_conv2d.out(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] stride=1,
       SymInt[2] padding=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_thnn_conv2d_out(ptc_tensor self, ptc_tensor weight, const int64_t *kernel_size,
                                            int64_t kernel_size_len, PTC_OPTIONAL ptc_tensor bias,
                                            const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                            int64_t padding_len, ptc_tensor out);

/* ---- which kernel ---- */

/* The number of the kernel that a convolution takes, in the order of at::native::ConvBackend; NULL `bias_sizes` are
   those of `bias`. */
PTC_NODISCARD ptc_error ptc_conv_backend(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                         const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                         int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                         bool transposed, const int64_t *output_padding, int64_t output_padding_len,
                                         int64_t groups, PTC_OPTIONAL const int64_t *bias_sizes, int64_t bias_sizes_len,
                                         PTC_OUT int32_t *out);
/* The enum ptc_memory_format of what the kernel number `backend` gives. */
PTC_NODISCARD ptc_error ptc_conv_memory_format(ptc_tensor input, ptc_tensor weight, int32_t backend,
                                               PTC_OUT int32_t *out);

PTC_END

#endif
