// Fused optimizer steps.
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_foreach_zero.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_fused_sgd.h>

#include "glue.h"

const char *ptc__foreach_norm_Scalar(const ptc_tensor *self, int64_t self_len, ptc_scalar ord, int32_t dtype, ptc_tensor_list *out) {
  return guard([&] { put(out, at::_foreach_norm(list(self), scalar(ord), optdtype(dtype))); }, out);
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
const char *ptc__fused_adam_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adam_(list(self), list(grads), list(exp_avgs), list(exp_avg_sqs), list(max_exp_avg_sqs), list(state_steps), lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, opt(grad_scale), opt(found_inf)); });
}
const char *ptc__fused_adam__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adam_(list(self), list(grads), list(exp_avgs), list(exp_avg_sqs), list(max_exp_avg_sqs), list(state_steps), get(lr), beta1, beta2, weight_decay, eps, amsgrad, maximize, opt(grad_scale), opt(found_inf)); });
}
const char *ptc__fused_adamw_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adamw_(list(self), list(grads), list(exp_avgs), list(exp_avg_sqs), list(max_exp_avg_sqs), list(state_steps), lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, opt(grad_scale), opt(found_inf)); });
}
const char *ptc__fused_adamw__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr, double beta1, double beta2, double weight_decay, double eps, bool amsgrad, bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_adamw_(list(self), list(grads), list(exp_avgs), list(exp_avg_sqs), list(max_exp_avg_sqs), list(state_steps), get(lr), beta1, beta2, weight_decay, eps, amsgrad, maximize, opt(grad_scale), opt(found_inf)); });
}
const char *ptc__fused_sgd_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay, double momentum, double lr, double dampening, bool nesterov, bool maximize, bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_sgd_(list(self), list(grads), list(momentum_buffer_list), weight_decay, momentum, lr, dampening, nesterov, maximize, is_first_step, opt(grad_scale), opt(found_inf)); });
}
const char *ptc__fused_sgd__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay, double momentum, ptc_tensor lr, double dampening, bool nesterov, bool maximize, bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] { at::_fused_sgd_(list(self), list(grads), list(momentum_buffer_list), weight_decay, momentum, get(lr), dampening, nesterov, maximize, is_first_step, opt(grad_scale), opt(found_inf)); });
}
