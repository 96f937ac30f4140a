/* Fused optimizer steps. */
#ifndef PYTORCH_C_OPTIM_H
#define PYTORCH_C_OPTIM_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* The norm of each tensor of a list.
   _foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] */
const char *ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord, int32_t dtype, ptc_tensor_list *out);
/* dropout on CUDA with keep probability p, and its mask.
   _fused_dropout(Tensor self, float p, Generator? generator=None) -> (Tensor, Tensor) */
const char *ptc__fused_dropout(ptc_tensor self, double p, ptc_generator generator, ptc_tensor *out0, ptc_tensor *out1);
/* _fused_moving_avg_obs_fq_helper(Tensor self, Tensor observer_on, Tensor fake_quant_on, Tensor(a!) running_min, Tensor(b!) running_max, Tensor(c!) scale, Tensor(d!) zero_point, float averaging_const, int quant_min, int quant_max, int ch_axis, bool per_row_fake_quant=False, bool symmetric_quant=False) -> (Tensor output, Tensor mask) */
const char *ptc__fused_moving_avg_obs_fq_helper(ptc_tensor self, ptc_tensor observer_on, ptc_tensor fake_quant_on, ptc_tensor running_min, ptc_tensor running_max, ptc_tensor scale, ptc_tensor zero_point, double averaging_const, int64_t quant_min, int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant, bool symmetric_quant, ptc_tensor *output, ptc_tensor *mask);
/* rms_norm, and the inverse roots it used.
   _fused_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, float? eps) -> (Tensor, Tensor) */
const char *ptc__fused_rms_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len, ptc_tensor weight, const double *eps, ptc_tensor *out0, ptc_tensor *out1);
/* Which kernel scaled_dot_product_attention would take.
   _fused_sdp_choice(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> int */
const char *ptc__fused_sdp_choice(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor attn_mask, double dropout_p, bool is_causal, const double *scale, bool enable_gqa, int64_t *out);

/* ---- in place: change `self` ---- */

/* Multiplies each gradient by inv_scale, and sets found_inf where one is not finite.
   _amp_foreach_non_finite_check_and_unscale_(Tensor(a!)[] self, Tensor(b!) found_inf, Tensor inv_scale) -> () */
const char *ptc__amp_foreach_non_finite_check_and_unscale_(const ptc_tensor *self, int64_t self_len, ptc_tensor found_inf, ptc_tensor inv_scale);
/* The scale for the next step: less after an infinite gradient, more after growth_interval steps without.
   _amp_update_scale_(Tensor(a!) self, Tensor(b!) growth_tracker, Tensor found_inf, float scale_growth_factor, float scale_backoff_factor, int growth_interval) -> Tensor(a!) */
const char *ptc__amp_update_scale_(ptc_tensor self, ptc_tensor growth_tracker, ptc_tensor found_inf, double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval);
/* Adds to each tensor of a list.
   _foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
const char *ptc__foreach_add__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* _foreach_add_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> () */
const char *ptc__foreach_add__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len, ptc_scalar alpha);
/* _foreach_add_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
const char *ptc__foreach_add__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars, int64_t scalars_len);
/* _foreach_add_.Tensor(Tensor(a!)[] self, Tensor other, *, Scalar alpha=1) -> () */
const char *ptc__foreach_add__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_scalar alpha);
/* Multiplies each tensor of a list.
   _foreach_mul_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () */
const char *ptc__foreach_mul__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar);
/* _foreach_mul_.List(Tensor(a!)[] self, Tensor[] other) -> () */
const char *ptc__foreach_mul__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len);
/* _foreach_mul_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () */
const char *ptc__foreach_mul__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars, int64_t scalars_len);
/* _foreach_mul_.Tensor(Tensor(a!)[] self, Tensor other) -> () */
const char *ptc__foreach_mul__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other);
/* Fills each tensor of a list with 0.
   _foreach_zero_(Tensor(a!)[] self) -> () */
const char *ptc__foreach_zero_(const ptc_tensor *self, int64_t self_len);
/* One Adagrad step for all of `self`.
   _fused_adagrad_(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] state_sums, Tensor(d!)[] state_steps, *, float lr, float lr_decay, float weight_decay, float eps, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_adagrad_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double lr_decay, double weight_decay, double eps, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf);
/* _fused_adagrad_.tensor_lr(Tensor(a!)[] self, Tensor(b!)[] grads, Tensor(c!)[] state_sums, Tensor[] state_steps, *, Tensor lr, float lr_decay, float weight_decay, float eps, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None) -> () */
const char *ptc__fused_adagrad__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double lr_decay, double weight_decay, double eps, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf);
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

PTC_END

#endif
