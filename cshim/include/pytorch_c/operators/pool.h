/* Pooling. */
#ifndef PYTORCH_C_POOL_H
#define PYTORCH_C_POOL_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Means of windows that yield output_size of (n, c, l).
   adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor */
PTC_NODISCARD ptc_error ptc_adaptive_avg_pool1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                PTC_OUT ptc_tensor *out);
/* Means of windows that yield output_size of (n, c, h, w).
   adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor */
PTC_NODISCARD ptc_error ptc_adaptive_avg_pool2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                PTC_OUT ptc_tensor *out);
/* Means of windows that yield output_size of (n, c, d, h, w).
   adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor */
PTC_NODISCARD ptc_error ptc_adaptive_avg_pool3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                PTC_OUT ptc_tensor *out);
/* Maxima of windows that yield output_size of (n, c, l), and where they were.
   adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_adaptive_max_pool1d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Maxima of windows that yield output_size of (n, c, h, w), and where they were.
   adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_adaptive_max_pool2d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Maxima of windows that yield output_size of (n, c, d, h, w), and where they were.
   adaptive_max_pool3d(Tensor self, int[3] output_size) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_adaptive_max_pool3d(ptc_tensor self, const int64_t *output_size, int64_t output_size_len,
                                                PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Means of windows of (n, c, l); an empty stride is the kernel's size.
   avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool ceil_mode=False,
       bool count_include_pad=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_avg_pool1d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                       int64_t padding_len, bool ceil_mode, bool count_include_pad,
                                       PTC_OUT ptc_tensor *out);
/* Means of windows of (n, c, h, w); an empty stride is the kernel's size.
   avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False,
       bool count_include_pad=True, int? divisor_override=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_avg_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                       int64_t padding_len, bool ceil_mode, bool count_include_pad,
                                       PTC_OPTIONAL const int64_t *divisor_override, PTC_OUT ptc_tensor *out);
/* Means of windows of (n, c, d, h, w); an empty stride is the kernel's size.
   avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False,
       bool count_include_pad=True, int? divisor_override=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_avg_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                       int64_t padding_len, bool ceil_mode, bool count_include_pad,
                                       PTC_OPTIONAL const int64_t *divisor_override, PTC_OUT ptc_tensor *out);
/* Maxima of windows of varying steps, placed by random_samples (n, c, 2); and where they were.
   fractional_max_pool2d(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) -> (Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_fractional_max_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                                  const int64_t *output_size, int64_t output_size_len,
                                                  ptc_tensor random_samples, PTC_OUT ptc_tensor *out0,
                                                  PTC_OUT ptc_tensor *out1);
/* Maxima of windows of varying steps, placed by random_samples (n, c, 3); and where they were.
   fractional_max_pool3d(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) -> (Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_fractional_max_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                                  const int64_t *output_size, int64_t output_size_len,
                                                  ptc_tensor random_samples, PTC_OUT ptc_tensor *out0,
                                                  PTC_OUT ptc_tensor *out1);
/* Maxima of windows of (n, c, l); an empty stride is the kernel's size.
   max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1,
       bool ceil_mode=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_max_pool1d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                       int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                       bool ceil_mode, PTC_OUT ptc_tensor *out);
/* max_pool1d, and where the maxima were.
   max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1,
       bool ceil_mode=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_max_pool1d_with_indices(ptc_tensor self, const int64_t *kernel_size,
                                                    int64_t kernel_size_len, const int64_t *stride, int64_t stride_len,
                                                    const int64_t *padding, int64_t padding_len,
                                                    const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                                    PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Maxima of windows of (n, c, h, w); an empty stride is the kernel's size.
   max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1,
       bool ceil_mode=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_max_pool2d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                       int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                       bool ceil_mode, PTC_OUT ptc_tensor *out);
/* max_pool2d, and where the maxima were in each image.
   max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1,
       bool ceil_mode=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_max_pool2d_with_indices(ptc_tensor self, const int64_t *kernel_size,
                                                    int64_t kernel_size_len, const int64_t *stride, int64_t stride_len,
                                                    const int64_t *padding, int64_t padding_len,
                                                    const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                                    PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Maxima of windows of (n, c, d, h, w); an empty stride is the kernel's size.
   max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1,
       bool ceil_mode=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_max_pool3d(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                       const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                       int64_t padding_len, const int64_t *dilation, int64_t dilation_len,
                                       bool ceil_mode, PTC_OUT ptc_tensor *out);
/* max_pool3d, and where the maxima were in each volume.
   max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1,
       bool ceil_mode=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_max_pool3d_with_indices(ptc_tensor self, const int64_t *kernel_size,
                                                    int64_t kernel_size_len, const int64_t *stride, int64_t stride_len,
                                                    const int64_t *padding, int64_t padding_len,
                                                    const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                                    PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Puts pooled values back where their maxima were, 0 elsewhere.
   max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor */
PTC_NODISCARD ptc_error ptc_max_unpool2d(ptc_tensor self, ptc_tensor indices, const int64_t *output_size,
                                         int64_t output_size_len, PTC_OUT ptc_tensor *out);
/* Puts pooled values back where their maxima were, 0 elsewhere.
   max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_max_unpool3d(ptc_tensor self, ptc_tensor indices, const int64_t *output_size,
                                         int64_t output_size_len, const int64_t *stride, int64_t stride_len,
                                         const int64_t *padding, int64_t padding_len, PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Means of windows that yield output_size of (n, c, h, w); written into `out`.
   adaptive_avg_pool2d.out(Tensor self, SymInt[2] output_size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_adaptive_avg_pool2d_out(ptc_tensor self, const int64_t *output_size,
                                                    int64_t output_size_len, ptc_tensor out);
/* Means of windows that yield output_size of (n, c, d, h, w); written into `out`.
   adaptive_avg_pool3d.out(Tensor self, SymInt[3] output_size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_adaptive_avg_pool3d_out(ptc_tensor self, const int64_t *output_size,
                                                    int64_t output_size_len, ptc_tensor out);
/* Maxima of windows that yield output_size of (n, c, h, w), and where they were; written into `out` and `indices`.
   adaptive_max_pool2d.out(Tensor self, int[2] output_size, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!),
       Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_adaptive_max_pool2d_out(ptc_tensor self, const int64_t *output_size,
                                                    int64_t output_size_len, ptc_tensor out, ptc_tensor indices);
/* Maxima of windows that yield output_size of (n, c, d, h, w), and where they were; written into `out` and `indices`.
   adaptive_max_pool3d.out(Tensor self, int[3] output_size, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!),
       Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_adaptive_max_pool3d_out(ptc_tensor self, const int64_t *output_size,
                                                    int64_t output_size_len, ptc_tensor out, ptc_tensor indices);
/* Means of windows of (n, c, h, w); an empty stride is the kernel's size; written into `out`.
   avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False,
       bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_avg_pool2d_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                           const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                           int64_t padding_len, bool ceil_mode, bool count_include_pad,
                                           PTC_OPTIONAL const int64_t *divisor_override, ptc_tensor out);
/* Means of windows of (n, c, d, h, w); an empty stride is the kernel's size; written into `out`.
   avg_pool3d.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False,
       bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_avg_pool3d_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len,
                                           const int64_t *stride, int64_t stride_len, const int64_t *padding,
                                           int64_t padding_len, bool ceil_mode, bool count_include_pad,
                                           PTC_OPTIONAL const int64_t *divisor_override, ptc_tensor out);
/* Maxima of windows of varying steps, placed by random_samples (n, c, 2); and where they were; written into `output`
   and `indices`.
   fractional_max_pool2d.output(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples, *,
       Tensor(a!) output, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_fractional_max_pool2d_output(ptc_tensor self, const int64_t *kernel_size,
                                                         int64_t kernel_size_len, const int64_t *output_size,
                                                         int64_t output_size_len, ptc_tensor random_samples,
                                                         ptc_tensor output, ptc_tensor indices);
/* Maxima of windows of varying steps, placed by random_samples (n, c, 3); and where they were; written into `output`
   and `indices`.
   fractional_max_pool3d.output(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples, *,
       Tensor(a!) output, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_fractional_max_pool3d_output(ptc_tensor self, const int64_t *kernel_size,
                                                         int64_t kernel_size_len, const int64_t *output_size,
                                                         int64_t output_size_len, ptc_tensor random_samples,
                                                         ptc_tensor output, ptc_tensor indices);
/* max_pool2d, and where the maxima were in each image; written into `out` and `indices`.
   max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1,
       bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_max_pool2d_with_indices_out(ptc_tensor self, const int64_t *kernel_size,
                                                        int64_t kernel_size_len, const int64_t *stride,
                                                        int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                                        const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                                        ptc_tensor out, ptc_tensor indices);
/* max_pool3d, and where the maxima were in each volume; written into `out` and `indices`.
   max_pool3d_with_indices.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1,
       bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_max_pool3d_with_indices_out(ptc_tensor self, const int64_t *kernel_size,
                                                        int64_t kernel_size_len, const int64_t *stride,
                                                        int64_t stride_len, const int64_t *padding, int64_t padding_len,
                                                        const int64_t *dilation, int64_t dilation_len, bool ceil_mode,
                                                        ptc_tensor out, ptc_tensor indices);
/* Puts pooled values back where their maxima were, 0 elsewhere; written into `out`.
   max_unpool2d.out(Tensor self, Tensor indices, SymInt[2] output_size, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_max_unpool2d_out(ptc_tensor self, ptc_tensor indices, const int64_t *output_size,
                                             int64_t output_size_len, ptc_tensor out);
/* Puts pooled values back where their maxima were, 0 elsewhere; written into `out`.
   max_unpool3d.out(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_max_unpool3d_out(ptc_tensor self, ptc_tensor indices, const int64_t *output_size,
                                             int64_t output_size_len, const int64_t *stride, int64_t stride_len,
                                             const int64_t *padding, int64_t padding_len, ptc_tensor out);

PTC_END

#endif
