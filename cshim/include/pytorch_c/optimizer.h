/* Steps of optimizers, for all parameters in one call. */
#ifndef PYTORCH_C_OPTIMIZER_H
#define PYTORCH_C_OPTIMIZER_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* libtorch's fused kernels (optim.h) made safe: they believe that the tensors
   of a row (parameter, gradient, state) have one size, dtype and device, and
   their elements in one order.  Here a row that does not fit is an error,
   rows of several dtypes or devices are run apart, and a row in several
   orders is copied for the call.  Nothing is recorded for gradients. */

/* torch.optim.SGD for all of `params`, in place.  `momentum_buffers` is empty
   without momentum; with `is_first_step` they are only written. */
const char *ptc_optimizer_sgd_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffers, int64_t momentum_buffers_len, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step);
/* torch.optim.Adam, or AdamW with `decoupled`, in place.  `steps` are 0-dim
   float32 counters, which are raised by one; `max_exp_avg_sqs` is empty
   without `amsgrad`. */
const char *ptc_optimizer_adam_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *steps, int64_t steps_len, double lr, double beta1, double beta2, double eps, double weight_decay, bool amsgrad, bool maximize, bool decoupled);

PTC_END

#endif
