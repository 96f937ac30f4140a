/* Steps of optimizers, fused, and what scales gradients for them. */
#ifndef PYTORCH_C_OPTIM_H
#define PYTORCH_C_OPTIM_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- in place: change `self` ---- */

/* Multiplies each gradient by inv_scale, and sets found_inf where one is not finite.
   _amp_foreach_non_finite_check_and_unscale_(Tensor(a!)[] self, Tensor(b!) found_inf, Tensor inv_scale) -> () */
PTC_NODISCARD ptc_error ptc__amp_foreach_non_finite_check_and_unscale_(const ptc_tensor *self, int64_t self_len,
                                                                       ptc_tensor found_inf, ptc_tensor inv_scale);
/* The scale for the next step: less after an infinite gradient, more after growth_interval steps without.
   _amp_update_scale_(Tensor(a!) self, Tensor(b!) growth_tracker, Tensor found_inf, float scale_growth_factor,
       float scale_backoff_factor, int growth_interval) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__amp_update_scale_(ptc_tensor self, ptc_tensor growth_tracker, ptc_tensor found_inf,
                                               double scale_growth_factor, double scale_backoff_factor,
                                               int64_t growth_interval);
/* One Adagrad step for all of `self`.
   _fused_adagrad_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] state_sums, Tensor(d!)[] state_steps, *,
       float lr, float lr_decay, float weight_decay, float eps, bool maximize, Tensor? grad_scale=None,
       Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_adagrad_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                            int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len,
                                            const ptc_tensor *state_steps, int64_t state_steps_len, double lr,
                                            double lr_decay, double weight_decay, double eps, bool maximize,
                                            PTC_OPTIONAL ptc_tensor grad_scale, PTC_OPTIONAL ptc_tensor found_inf);
/* One Adagrad step for all of `self`, with the learning rate in a tensor.
   _fused_adagrad_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] state_sums, Tensor[] state_steps, *,
       Tensor lr, float lr_decay, float weight_decay, float eps, bool maximize, Tensor? grad_scale=None,
       Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_adagrad__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                                      int64_t grads_len, const ptc_tensor *state_sums,
                                                      int64_t state_sums_len, const ptc_tensor *state_steps,
                                                      int64_t state_steps_len, ptc_tensor lr, double lr_decay,
                                                      double weight_decay, double eps, bool maximize,
                                                      PTC_OPTIONAL ptc_tensor grad_scale,
                                                      PTC_OPTIONAL ptc_tensor found_inf);
/* One Adam step for all of `self`; `state_steps` are float32 counters that the caller raises first.
   _fused_adam_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs,
       Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, float lr, float beta1, float beta2, float weight_decay,
       float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_adam_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                         int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len,
                                         const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len,
                                         const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                                         const ptc_tensor *state_steps, int64_t state_steps_len, double lr,
                                         double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
                                         bool maximize, PTC_OPTIONAL ptc_tensor grad_scale,
                                         PTC_OPTIONAL ptc_tensor found_inf);
/* One Adam step for all of `self`, with the learning rate in a tensor.
   _fused_adam_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs,
       Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, Tensor lr, float beta1, float beta2, float weight_decay,
       float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_adam__tensor_lr(
    const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs,
    int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs,
    int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1,
    double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, PTC_OPTIONAL ptc_tensor grad_scale,
    PTC_OPTIONAL ptc_tensor found_inf);
/* Like _fused_adam_, with decoupled weight decay.
   _fused_adamw_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs,
       Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, float lr, float beta1, float beta2, float weight_decay,
       float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_adamw_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                          int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len,
                                          const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len,
                                          const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                                          const ptc_tensor *state_steps, int64_t state_steps_len, double lr,
                                          double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
                                          bool maximize, PTC_OPTIONAL ptc_tensor grad_scale,
                                          PTC_OPTIONAL ptc_tensor found_inf);
/* One AdamW step for all of `self`, with the learning rate in a tensor.
   _fused_adamw_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs,
       Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, Tensor lr, float beta1, float beta2, float weight_decay,
       float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_adamw__tensor_lr(
    const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs,
    int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs,
    int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1,
    double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, PTC_OPTIONAL ptc_tensor grad_scale,
    PTC_OPTIONAL ptc_tensor found_inf);
/* One SGD step for all of `self` with `grads`.
   _fused_sgd_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] momentum_buffer_list, *, float weight_decay,
       float momentum, float lr, float dampening, bool nesterov, bool maximize, bool is_first_step,
       Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_sgd_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                        int64_t grads_len, const ptc_tensor *momentum_buffer_list,
                                        int64_t momentum_buffer_list_len, double weight_decay, double momentum,
                                        double lr, double dampening, bool nesterov, bool maximize, bool is_first_step,
                                        PTC_OPTIONAL ptc_tensor grad_scale, PTC_OPTIONAL ptc_tensor found_inf);
/* One SGD step for all of `self` with `grads`, with the learning rate in a tensor.
   _fused_sgd_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] momentum_buffer_list, *,
       float weight_decay, float momentum, Tensor lr, float dampening, bool nesterov, bool maximize,
       bool is_first_step, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
PTC_NODISCARD ptc_error ptc__fused_sgd__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                                  int64_t grads_len, const ptc_tensor *momentum_buffer_list,
                                                  int64_t momentum_buffer_list_len, double weight_decay,
                                                  double momentum, ptc_tensor lr, double dampening, bool nesterov,
                                                  bool maximize, bool is_first_step, PTC_OPTIONAL ptc_tensor grad_scale,
                                                  PTC_OPTIONAL ptc_tensor found_inf);

/* ---- whole steps ---- */

/* libtorch's fused kernels (optim.h) made safe: they believe that the tensors
   of a row (parameter, gradient, state) have one size, dtype and device, and
   their elements in one order.  Here a row that does not fit is an error,
   rows of several dtypes or devices are run apart, and a row in several
   orders is copied for the call.  Nothing is recorded for gradients. */

/* torch.optim.SGD for all of `params`, in place.  `momentum_buffers` is empty
   without momentum; with `is_first_step` they are only written. */
PTC_NODISCARD ptc_error ptc_optimizer_sgd_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads,
                                               int64_t grads_len, const ptc_tensor *momentum_buffers,
                                               int64_t momentum_buffers_len, double lr, double momentum,
                                               double dampening, double weight_decay, bool nesterov, bool maximize,
                                               bool is_first_step);
/* torch.optim.Adam, or AdamW with `decoupled`, in place.  `steps` are 0-dim
   float32 counters, which are raised by one; `max_exp_avg_sqs` is empty
   without `amsgrad`. */
PTC_NODISCARD ptc_error ptc_optimizer_adam_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads,
                                                int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len,
                                                const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len,
                                                const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                                                const ptc_tensor *steps, int64_t steps_len, double lr, double beta1,
                                                double beta2, double eps, double weight_decay, bool amsgrad,
                                                bool maximize, bool decoupled);
/* torch.optim.Adagrad, in place.  `state_sums` are the sums of squared gradients so far, `steps` 0-dim float32
   counters, which are raised by one. */
PTC_NODISCARD ptc_error ptc_optimizer_adagrad_step(const ptc_tensor *params, int64_t params_len,
                                                   const ptc_tensor *grads, int64_t grads_len,
                                                   const ptc_tensor *state_sums, int64_t state_sums_len,
                                                   const ptc_tensor *steps, int64_t steps_len, double lr,
                                                   double lr_decay, double weight_decay, double eps, bool maximize);
/* torch.nn.utils.clip_grad_norm_, in place: scales `grads` so that their norm, as if they were one vector, is at most
   `max_norm`.  `out` is the norm from before, on the first one's device.  They may have several dtypes and devices. */
PTC_NODISCARD ptc_error ptc_clip_grad_norm_(const ptc_tensor *grads, int64_t grads_len, double max_norm,
                                            double norm_type, PTC_OUT ptc_tensor *out);

PTC_END

#endif
