/* Normalization. */
#ifndef PYTORCH_C_NORM_H
#define PYTORCH_C_NORM_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* rms_norm, and the inverse roots it used.
   _fused_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, float? eps) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__fused_rms_norm(ptc_tensor input, const int64_t *normalized_shape,
                                            int64_t normalized_shape_len, PTC_OPTIONAL ptc_tensor weight,
                                            PTC_OPTIONAL const double *eps, PTC_OUT ptc_tensor *out0,
                                            PTC_OUT ptc_tensor *out1);
/* v * g / |v|, where the norm |v| is over all dimensions but `dim`.
   _weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc__weight_norm(ptc_tensor v, ptc_tensor g, int64_t dim, PTC_OUT ptc_tensor *out);
/* (n, c, …) less its mean, over its deviation, by channel; running statistics change when `training`.
   batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training,
       float momentum, float eps, bool cudnn_enabled) -> Tensor */
PTC_NODISCARD ptc_error ptc_batch_norm(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                       PTC_OPTIONAL ptc_tensor running_mean, PTC_OPTIONAL ptc_tensor running_var,
                                       bool training, double momentum, double eps, bool cudnn_enabled,
                                       PTC_OUT ptc_tensor *out);
/* The gradient of synchronized batch_norm for its input; CUDA only.
   batch_norm_backward_elemt(Tensor grad_out, Tensor input, Tensor mean, Tensor invstd, Tensor? weight, Tensor sum_dy,
       Tensor sum_dy_xmu, Tensor count) -> Tensor */
PTC_NODISCARD ptc_error ptc_batch_norm_backward_elemt(ptc_tensor grad_out, ptc_tensor input, ptc_tensor mean,
                                                      ptc_tensor invstd, PTC_OPTIONAL ptc_tensor weight,
                                                      ptc_tensor sum_dy, ptc_tensor sum_dy_xmu, ptc_tensor count,
                                                      PTC_OUT ptc_tensor *out);
/* The sums over a device that this gradient needs, and those of weight and bias; CUDA only.
   batch_norm_backward_reduce(Tensor grad_out, Tensor input, Tensor mean, Tensor invstd, Tensor? weight, bool input_g,
       bool weight_g, bool bias_g) -> (Tensor, Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_batch_norm_backward_reduce(ptc_tensor grad_out, ptc_tensor input, ptc_tensor mean,
                                                       ptc_tensor invstd, PTC_OPTIONAL ptc_tensor weight, bool input_g,
                                                       bool weight_g, bool bias_g, PTC_OUT ptc_tensor *out0,
                                                       PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2,
                                                       PTC_OUT ptc_tensor *out3);
/* Applies given means and inverse deviations by channel.
   batch_norm_elemt(Tensor input, Tensor? weight, Tensor? bias, Tensor mean, Tensor invstd, float eps) -> Tensor */
PTC_NODISCARD ptc_error ptc_batch_norm_elemt(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                             PTC_OPTIONAL ptc_tensor bias, ptc_tensor mean, ptc_tensor invstd,
                                             double eps, PTC_OUT ptc_tensor *out);
/* Joins the means and inverse deviations of several processes with `count` samples each.
   batch_norm_gather_stats(Tensor input, Tensor mean, Tensor invstd, Tensor? running_mean, Tensor? running_var,
       float momentum, float eps, int count) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_batch_norm_gather_stats(ptc_tensor input, ptc_tensor mean, ptc_tensor invstd,
                                                    PTC_OPTIONAL ptc_tensor running_mean,
                                                    PTC_OPTIONAL ptc_tensor running_var, double momentum, double eps,
                                                    int64_t count, PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* batch_norm_gather_stats with a count for each process.
   batch_norm_gather_stats_with_counts(Tensor input, Tensor mean, Tensor invstd, Tensor? running_mean,
       Tensor? running_var, float momentum, float eps, Tensor counts) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_batch_norm_gather_stats_with_counts(ptc_tensor input, ptc_tensor mean, ptc_tensor invstd,
                                                                PTC_OPTIONAL ptc_tensor running_mean,
                                                                PTC_OPTIONAL ptc_tensor running_var, double momentum,
                                                                double eps, ptc_tensor counts, PTC_OUT ptc_tensor *out0,
                                                                PTC_OUT ptc_tensor *out1);
/* Mean and inverse deviation by channel.
   batch_norm_stats(Tensor input, float eps) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_batch_norm_stats(ptc_tensor input, double eps, PTC_OUT ptc_tensor *out0,
                                             PTC_OUT ptc_tensor *out1);
/* Mean and variance by channel; updates the running ones.
   batch_norm_update_stats(Tensor input, Tensor? running_mean, Tensor? running_var, float momentum) -> (Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_batch_norm_update_stats(ptc_tensor input, PTC_OPTIONAL ptc_tensor running_mean,
                                                    PTC_OPTIONAL ptc_tensor running_var, double momentum,
                                                    PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* (n, c, …) normalised over each of num_groups groups of channels.
   group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05,
       bool cudnn_enabled=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_group_norm(ptc_tensor input, int64_t num_groups, PTC_OPTIONAL ptc_tensor weight,
                                       PTC_OPTIONAL ptc_tensor bias, double eps, bool cudnn_enabled,
                                       PTC_OUT ptc_tensor *out);
/* (n, c, …) normalised for each sample and channel.
   instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var,
       bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor */
PTC_NODISCARD ptc_error ptc_instance_norm(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                          PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor running_mean,
                                          PTC_OPTIONAL ptc_tensor running_var, bool use_input_stats, double momentum,
                                          double eps, bool cudnn_enabled, PTC_OUT ptc_tensor *out);
/* Normalised over the last dimensions, whose sizes are `normalized_shape`.
   layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05,
       bool cudnn_enable=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_layer_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len,
                                       PTC_OPTIONAL ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias, double eps,
                                       bool cudnn_enable, PTC_OUT ptc_tensor *out);
/* batch_norm, and the mean and inverse deviation it used.
   native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var,
       bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_native_batch_norm(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                              PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor running_mean,
                                              PTC_OPTIONAL ptc_tensor running_var, bool training, double momentum,
                                              double eps, PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1,
                                              PTC_OUT ptc_tensor *out2);
/* group_norm of (N, C, HxW), and the means and inverse deviations it used.
   native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group,
       float eps) -> (Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_native_group_norm(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                              PTC_OPTIONAL ptc_tensor bias, int64_t N, int64_t C, int64_t HxW,
                                              int64_t group, double eps, PTC_OUT ptc_tensor *out0,
                                              PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* layer_norm, and the means and inverse deviations it used.
   native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor,
       Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_native_layer_norm(ptc_tensor input, const int64_t *normalized_shape,
                                              int64_t normalized_shape_len, PTC_OPTIONAL ptc_tensor weight,
                                              PTC_OPTIONAL ptc_tensor bias, double eps, PTC_OUT ptc_tensor *out0,
                                              PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* Over the root of the mean square of the last dimensions, times `weight`.
   rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rms_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len,
                                     PTC_OPTIONAL ptc_tensor weight, PTC_OPTIONAL const double *eps,
                                     PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Applies given means and inverse deviations by channel; written into `out`.
   batch_norm_elemt.out(Tensor input, Tensor? weight, Tensor? bias, Tensor mean, Tensor invstd, float eps, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_batch_norm_elemt_out(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                                 PTC_OPTIONAL ptc_tensor bias, ptc_tensor mean, ptc_tensor invstd,
                                                 double eps, ptc_tensor out);
/* batch_norm, and the mean and inverse deviation it used; written into `out`, `save_mean` and `save_invstd`.
   native_batch_norm.out(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var,
       bool training, float momentum, float eps, *, Tensor(a!) out, Tensor(b!) save_mean,
       Tensor(c!) save_invstd) -> (Tensor(a!), Tensor(b!), Tensor(c!)) */
PTC_NODISCARD ptc_error ptc_native_batch_norm_out(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                                  PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor running_mean,
                                                  PTC_OPTIONAL ptc_tensor running_var, bool training, double momentum,
                                                  double eps, ptc_tensor out, ptc_tensor save_mean,
                                                  ptc_tensor save_invstd);

/* ---- which kernel ---- */

/* Kernel that a batch_norm of these takes, in the order of at::native::BatchNormBackend: 0 libtorch's own, 1 cuDNN,
   2 MIOpen. */
PTC_NODISCARD ptc_error ptc_batch_norm_backend(ptc_tensor input, PTC_OPTIONAL ptc_tensor weight,
                                               PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor running_mean,
                                               PTC_OPTIONAL ptc_tensor running_var, bool training, double eps,
                                               PTC_OUT int32_t *out);

PTC_END

#endif
