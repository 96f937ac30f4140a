/* Fused optimizer steps. */
#ifndef PYTORCH_C_OPTIM_H
#define PYTORCH_C_OPTIM_H

#include <pytorch_c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compute ---- */

/* _foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] */
const char *ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord, int32_t dtype, ptc_tensor_list *out);

/* ---- in place: change and keep `self` ---- */

/* _foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
const char *ptc__foreach_add__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* _foreach_add_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> () */
const char *ptc__foreach_add__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len, ptc_scalar alpha);
/* _foreach_add_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
const char *ptc__foreach_add__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars, int64_t scalars_len);
/* _foreach_add_.Tensor(Tensor(a!)[] self, Tensor other, *, Scalar alpha=1) -> () */
const char *ptc__foreach_add__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_scalar alpha);
/* _foreach_mul_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
const char *ptc__foreach_mul__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* _foreach_mul_.List(Tensor(a!)[] self, Tensor[] other) -> () */
const char *ptc__foreach_mul__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len);
/* _foreach_mul_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
const char *ptc__foreach_mul__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars, int64_t scalars_len);
/* _foreach_mul_.Tensor(Tensor(a!)[] self, Tensor other) -> () */
const char *ptc__foreach_mul__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other);
/* _foreach_zero_(Tensor(a!)[] self) -> () */
const char *ptc__foreach_zero_(const ptc_tensor *self, int64_t self_len);
/* One Adam step for all of `self`; `state_steps` are float32 counters that the caller raises first.
   _fused_adam_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs, Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, float lr, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_adam_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf);
/* _fused_adam_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs, Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, Tensor lr, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_adam__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf);
/* As _fused_adam_, with decoupled weight decay.
   _fused_adamw_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs, Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, float lr, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_adamw_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf);
/* _fused_adamw_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs, Tensor(e!)[] max_exp_avg_sqs, Tensor[] state_steps, *, Tensor lr, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_adamw__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf);
/* One SGD step for all of `self` with `grads`.
   _fused_sgd_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] momentum_buffer_list, *, float weight_decay, float momentum, float lr, float dampening, bool nesterov, bool maximize, bool is_first_step, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_sgd_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay, double momentum, double lr, double dampening, bool nesterov, bool maximize, bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf);
/* _fused_sgd_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] momentum_buffer_list, *, float weight_decay, float momentum, Tensor lr, float dampening, bool nesterov, bool maximize, bool is_first_step, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_sgd__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay, double momentum, ptc_tensor lr, double dampening, bool nesterov, bool maximize, bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf);

#ifdef __cplusplus
}
#endif

#endif
