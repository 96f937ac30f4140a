// Fused optimizer steps.
#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/_amp_update_scale.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_foreach_zero.h>
#include <ATen/ops/_fused_adagrad.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_fused_dropout.h>
#include <ATen/ops/_fused_moving_avg_obs_fq_helper.h>
#include <ATen/ops/_fused_rms_norm.h>
#include <ATen/ops/_fused_sdp_choice.h>
#include <ATen/ops/_fused_sgd.h>

#include "checks.h"
#include "steps.h"

#include <pytorch_c/optim.h>

const char *ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord, int32_t dtype, ptc_tensor_list *out) {
  return guard([&] { check_not_empty(list(self), "self"); put(out, at::_foreach_norm(list(self), scalar(ord), optdtype(dtype))); }, out);
}
const char *ptc__fused_dropout(ptc_tensor self, double p, ptc_generator generator, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::_fused_dropout(get(self), p, opt(generator))); }, out0, out1);
}
const char *ptc__fused_moving_avg_obs_fq_helper(ptc_tensor self, ptc_tensor observer_on, ptc_tensor fake_quant_on, ptc_tensor running_min, ptc_tensor running_max, ptc_tensor scale, ptc_tensor zero_point, double averaging_const, int64_t quant_min, int64_t quant_max, int64_t ch_axis, bool per_row_fake_quant, bool symmetric_quant, ptc_tensor *output, ptc_tensor *mask) {
  return guard([&] { check_observer(get(self), get(observer_on), get(fake_quant_on), {{"running_min", opt(running_min)}, {"running_max", opt(running_max)}, {"scale", opt(scale)}, {"zero_point", opt(zero_point)}}, ch_axis, per_row_fake_quant, false); put(std::tie(output, mask), at::_fused_moving_avg_obs_fq_helper(get(self), get(observer_on), get(fake_quant_on), get(running_min), get(running_max), get(scale), get(zero_point), averaging_const, quant_min, quant_max, ch_axis, per_row_fake_quant, symmetric_quant)); }, output, mask);
}
const char *ptc__fused_rms_norm(ptc_tensor input, const int64_t *normalized_shape, int64_t normalized_shape_len, ptc_tensor weight, const double *eps, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::_fused_rms_norm(get(input), ints(normalized_shape), opt(weight), opt(eps))); }, out0, out1);
}
const char *ptc__fused_sdp_choice(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor attn_mask, double dropout_p, bool is_causal, const double *scale, bool enable_gqa, int64_t *out) {
  return guard([&] { put(out, at::_fused_sdp_choice(get(query), get(key), get(value), opt(attn_mask), dropout_p, is_causal, opt(scale), enable_gqa)); }, out);
}
const char *ptc__amp_foreach_non_finite_check_and_unscale_(const ptc_tensor *self, int64_t self_len, ptc_tensor found_inf, ptc_tensor inv_scale) {
  return guard([&] { at::_amp_foreach_non_finite_check_and_unscale_(list(self), get(found_inf), get(inv_scale)); });
}
const char *ptc__amp_update_scale_(ptc_tensor self, ptc_tensor growth_tracker, ptc_tensor found_inf, double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval) {
  return guard([&] { at::_amp_update_scale_(get(self), get(growth_tracker), get(found_inf), scale_growth_factor, scale_backoff_factor, growth_interval); });
}
const char *ptc__foreach_add__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_add_(list(self), scalar(scalar)); });
}
const char *ptc__foreach_add__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len, ptc_scalar alpha) {
  return guard([&] { at::_foreach_add_(list(self), list(other), scalar(alpha)); });
}
const char *ptc__foreach_add__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars, int64_t scalars_len) {
  return guard([&] { at::_foreach_add_(list(self), scalars(scalars)); });
}
const char *ptc__foreach_add__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { at::_foreach_add_(list(self), get(other), scalar(alpha)); });
}
const char *ptc__foreach_mul__Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar scalar) {
  return guard([&] { at::_foreach_mul_(list(self), scalar(scalar)); });
}
const char *ptc__foreach_mul__List(const ptc_tensor *self, int64_t self_len, const ptc_tensor *other, int64_t other_len) {
  return guard([&] { at::_foreach_mul_(list(self), list(other)); });
}
const char *ptc__foreach_mul__ScalarList(const ptc_tensor *self, int64_t self_len, const ptc_scalar *scalars, int64_t scalars_len) {
  return guard([&] { at::_foreach_mul_(list(self), scalars(scalars)); });
}
const char *ptc__foreach_mul__Tensor(const ptc_tensor *self, int64_t self_len, ptc_tensor other) {
  return guard([&] { at::_foreach_mul_(list(self), get(other)); });
}
const char *ptc__foreach_zero_(const ptc_tensor *self, int64_t self_len) {
  return guard([&] { at::_foreach_zero_(list(self)); });
}
const char *ptc__fused_adagrad_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double lr_decay, double weight_decay, double eps, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adagrad_(list(self), like(self, grads), like(self, state_sums), counts(self, state_steps), lr, lr_decay, weight_decay, eps, maximize, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_adagrad__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double lr_decay, double weight_decay, double eps, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adagrad_(list(self), like(self, grads), like(self, state_sums), counts(self, state_steps), get(lr), lr_decay, weight_decay, eps, maximize, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_adam_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adam_(list(self), like(self, grads), like(self, exp_avgs), like(self, exp_avg_sqs), amsgrad ? like(self, max_exp_avg_sqs) : list(max_exp_avg_sqs), counts(self, state_steps), lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_adam__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adam_(list(self), like(self, grads), like(self, exp_avgs), like(self, exp_avg_sqs), amsgrad ? like(self, max_exp_avg_sqs) : list(max_exp_avg_sqs), counts(self, state_steps), get(lr), beta1, beta2, weight_decay, eps, amsgrad, maximize, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_adamw_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adamw_(list(self), like(self, grads), like(self, exp_avgs), like(self, exp_avg_sqs), amsgrad ? like(self, max_exp_avg_sqs) : list(max_exp_avg_sqs), counts(self, state_steps), lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_adamw__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adamw_(list(self), like(self, grads), like(self, exp_avgs), like(self, exp_avg_sqs), amsgrad ? like(self, max_exp_avg_sqs) : list(max_exp_avg_sqs), counts(self, state_steps), get(lr), beta1, beta2, weight_decay, eps, amsgrad, maximize, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_sgd_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay, double momentum, double lr, double dampening, bool nesterov, bool maximize, bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_sgd_(list(self), like(self, grads), momentum != 0 ? like(self, momentum_buffer_list) : list(momentum_buffer_list), weight_decay, momentum, lr, dampening, nesterov, maximize, is_first_step, one(grad_scale), one(found_inf)); });
}
const char *ptc__fused_sgd__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay, double momentum, ptc_tensor lr, double dampening, bool nesterov, bool maximize, bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_sgd_(list(self), like(self, grads), momentum != 0 ? like(self, momentum_buffer_list) : list(momentum_buffer_list), weight_decay, momentum, get(lr), dampening, nesterov, maximize, is_first_step, one(grad_scale), one(found_inf)); });
}
