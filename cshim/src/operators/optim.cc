// Steps of optimizers, fused, and what scales gradients for them.
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/_amp_update_scale.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adagrad.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/reciprocal.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/view_as_real.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

#include "checks/checks.h"
#include "memory/memory_of.h"
#include "operators/ops_glue.h"
#include "checks/steps.h"

#include <pytorch_c/operators/optim.h>

// A list that is written.
#define written(x) ::ptc::alike(list(x), #x)

namespace {

using Tensors = std::vector<at::Tensor>;

// Lists that belong together: the parameters come first, then the gradients.
struct Columns {
  std::vector<Tensors> lists;
  std::vector<const char *> names;

  void add(Tensors list, const char *name) {
    if (!lists.empty()) check_length(lists[0].size(), list.size(), name);
    lists.push_back(std::move(list)), names.push_back(name);
  }
};

// True if the elements of a row lie in the same order, without gaps.
bool lie_alike(const std::vector<Tensors> &columns, size_t row) {
  const at::Tensor &param = columns[0][row];
  return param.is_non_overlapping_and_dense() &&
         std::all_of(columns.begin(), columns.end(),
                     [&](const Tensors &column) { return column[row].strides() == param.strides(); });
}

// Rows of one device and dtype as the kernels want them.
struct Batch {
  std::vector<Tensors> columns;
  Tensors steps;
  std::vector<std::pair<at::Tensor, at::Tensor>> copied; // original, copy

  void add(const std::vector<Tensors> &all, size_t row) {
    bool alike = lie_alike(all, row);
    for (size_t i = 0; i < all.size(); ++i) {
      at::Tensor tensor = all[i][row];
      if (!alike) {
        at::Tensor copy = tensor.contiguous();
        if (i != 1 && !copy.is_same(tensor)) copied.emplace_back(tensor, copy); // 1 is the gradient
        tensor = copy;
      }
      columns[i].push_back(tensor.is_complex() ? at::view_as_real(tensor) : tensor);
    }
  }
};

// Tensors of one device and dtype together, in the order of the first of each.
std::vector<Tensors> alike_apart(const Tensors &all) {
  std::vector<Tensors> groups;
  for (const at::Tensor &one : all) {
    auto found = std::find_if(groups.begin(), groups.end(), [&](const Tensors &group) {
      return group[0].device() == one.device() && group[0].scalar_type() == one.scalar_type();
    });
    if (found == groups.end()) groups.push_back({one});
    else found->push_back(one);
  }
  return groups;
}

// True of floats that are read and written here.
bool is_plain(const at::Tensor &x) { return x.scalar_type() == at::kFloat && ptc::has_plain_memory(x); }

// Raises counters by one.
void count(const Tensors &steps) {
  Tensors others;
  for (const at::Tensor &step : steps) {
    if (!is_plain(step)) {
      others.push_back(step);
      continue;
    }
    *step.mutable_data_ptr<float>() += 1;
    step.unsafeGetTensorImpl()->bump_version();
  }
  if (!others.empty()) at::_foreach_add_(others, 1);
}

at::Tensor together(const Tensors &norms) {
  if (!std::all_of(norms.begin(), norms.end(), is_plain)) return at::stack(norms);
  at::Tensor found = at::empty({static_cast<int64_t>(norms.size())}, at::kFloat);
  std::transform(norms.begin(), norms.end(), found.mutable_data_ptr<float>(),
                 [](const at::Tensor &norm) { return *norm.const_data_ptr<float>(); });
  return found;
}

void multiply(const at::Tensor &plain, float factor) {
  constexpr int64_t grain = 1 << 15; // as libtorch shares its own loops out
  float *data = plain.mutable_data_ptr<float>();
  at::parallel_for(0, plain.numel(), grain, [=](int64_t begin, int64_t end) {
    constexpr int64_t at_once = 16; // the compiler makes vectors of a loop whose end it knows
    int64_t i = begin;
    for (; i + at_once <= end; i += at_once)
      for (int64_t k = 0; k < at_once; ++k) data[i + k] *= factor;
    for (; i < end; ++i) data[i] *= factor;
  });
  plain.unsafeGetTensorImpl()->bump_version();
}

// Multiplies by max_norm / total where that is less than 1, in the arithmetic of the total.
void scale(const Tensors &all, const at::Tensor &total, double max_norm) {
  if (is_plain(total) && std::all_of(all.begin(), all.end(), is_plain)) {
    const float factor = static_cast<float>(max_norm) * (1 / (*total.const_data_ptr<float>() + 1e-6f));
    for (const at::Tensor &one : all) multiply(one, factor > 1 ? 1 : factor); // NaN stays
    return;
  }
  // Clamped, not compared: a comparison would wait for the device.
  const at::Tensor factor = at::clamp_max(max_norm * at::reciprocal(total + 1e-6), 1.0);
  for (const Tensors &group : alike_apart(all)) at::_foreach_mul_(group, factor.to(group[0].device()));
}

// Runs step(batch) for each device and dtype.
template <class Step> void for_batches(const Columns &all, const Tensors &steps, Step step) {
  at::NoGradGuard no_grad;
  const std::vector<Tensors> &columns = all.lists;
  const Tensors &params = columns[0];
  std::vector<Batch> batches;
  for (size_t row = 0; row < params.size(); ++row) {
    for (size_t i = 1; i < columns.size(); ++i) check_like(params[row], columns[i][row], all.names[i], row);
    const at::Tensor &param = params[row];
    auto found = std::find_if(batches.begin(), batches.end(), [&](const Batch &batch) {
      const at::Tensor &first = batch.columns[0][0];
      return first.device() == param.device() && first.scalar_type() == c10::toRealValueType(param.scalar_type());
    });
    if (found == batches.end()) {
      batches.push_back({std::vector<Tensors>(columns.size()), {}, {}});
      found = batches.end() - 1;
    }
    found->add(columns, row);
    if (!steps.empty()) found->steps.push_back(steps[row]);
  }
  for (Batch &batch : batches) {
    step(batch);
    for (auto &[original, copy] : batch.copied) original.copy_(copy);
  }
}

} // namespace

ptc_error ptc__amp_foreach_non_finite_check_and_unscale_(const ptc_tensor *self, int64_t self_len, ptc_tensor found_inf,
                                                         ptc_tensor inv_scale) {
  return guard([&] { at::_amp_foreach_non_finite_check_and_unscale_(written(self), get(found_inf), get(inv_scale)); });
}
ptc_error ptc__amp_update_scale_(ptc_tensor self, ptc_tensor growth_tracker, ptc_tensor found_inf,
                                 double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval) {
  return guard([&] {
    at::_amp_update_scale_(get(self), get(growth_tracker), get(found_inf), scale_growth_factor, scale_backoff_factor,
                           growth_interval);
  });
}
ptc_error ptc__fused_adagrad_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len,
                              const ptc_tensor *state_sums, int64_t state_sums_len, const ptc_tensor *state_steps,
                              int64_t state_steps_len, double lr, double lr_decay, double weight_decay, double eps,
                              bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_adagrad_(written(self), beside(written(self), written(grads), "grads"),
                        beside(written(self), written(state_sums), "state_sums"),
                        counters(static_cast<size_t>(self_len), written(state_steps), "state_steps"), lr, lr_decay,
                        weight_decay, eps, maximize, single(opt(grad_scale), "grad_scale"),
                        single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_adagrad__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                        int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len,
                                        const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr,
                                        double lr_decay, double weight_decay, double eps, bool maximize,
                                        ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_adagrad_(written(self), beside(written(self), written(grads), "grads"),
                        beside(written(self), written(state_sums), "state_sums"),
                        counters(static_cast<size_t>(self_len), written(state_steps), "state_steps"), get(lr), lr_decay,
                        weight_decay, eps, maximize, single(opt(grad_scale), "grad_scale"),
                        single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_adam_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len,
                           const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs,
                           int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                           const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1,
                           double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
                           ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_adam_(
        written(self), beside(written(self), written(grads), "grads"),
        beside(written(self), written(exp_avgs), "exp_avgs"),
        beside(written(self), written(exp_avg_sqs), "exp_avg_sqs"),
        amsgrad ? beside(written(self), written(max_exp_avg_sqs), "max_exp_avg_sqs") : written(max_exp_avg_sqs),
        counters(static_cast<size_t>(self_len), written(state_steps), "state_steps"), lr, beta1, beta2, weight_decay,
        eps, amsgrad, maximize, single(opt(grad_scale), "grad_scale"), single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_adam__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                     int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len,
                                     const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len,
                                     const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                                     const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr,
                                     double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
                                     bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_adam_(written(self), beside(written(self), written(grads), "grads"),
                     beside(written(self), written(exp_avgs), "exp_avgs"),
                     beside(written(self), written(exp_avg_sqs), "exp_avg_sqs"),
                     amsgrad ? beside(written(self), written(max_exp_avg_sqs), "max_exp_avg_sqs")
                             : written(max_exp_avg_sqs),
                     counters(static_cast<size_t>(self_len), written(state_steps), "state_steps"), get(lr), beta1,
                     beta2, weight_decay, eps, amsgrad, maximize, single(opt(grad_scale), "grad_scale"),
                     single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_adamw_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len,
                            const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs,
                            int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                            const ptc_tensor *state_steps, int64_t state_steps_len, double lr, double beta1,
                            double beta2, double weight_decay, double eps, bool amsgrad, bool maximize,
                            ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_adamw_(
        written(self), beside(written(self), written(grads), "grads"),
        beside(written(self), written(exp_avgs), "exp_avgs"),
        beside(written(self), written(exp_avg_sqs), "exp_avg_sqs"),
        amsgrad ? beside(written(self), written(max_exp_avg_sqs), "max_exp_avg_sqs") : written(max_exp_avg_sqs),
        counters(static_cast<size_t>(self_len), written(state_steps), "state_steps"), lr, beta1, beta2, weight_decay,
        eps, amsgrad, maximize, single(opt(grad_scale), "grad_scale"), single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_adamw__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                      int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len,
                                      const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len,
                                      const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                                      const ptc_tensor *state_steps, int64_t state_steps_len, ptc_tensor lr,
                                      double beta1, double beta2, double weight_decay, double eps, bool amsgrad,
                                      bool maximize, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_adamw_(written(self), beside(written(self), written(grads), "grads"),
                      beside(written(self), written(exp_avgs), "exp_avgs"),
                      beside(written(self), written(exp_avg_sqs), "exp_avg_sqs"),
                      amsgrad ? beside(written(self), written(max_exp_avg_sqs), "max_exp_avg_sqs")
                              : written(max_exp_avg_sqs),
                      counters(static_cast<size_t>(self_len), written(state_steps), "state_steps"), get(lr), beta1,
                      beta2, weight_decay, eps, amsgrad, maximize, single(opt(grad_scale), "grad_scale"),
                      single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_sgd_(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads, int64_t grads_len,
                          const ptc_tensor *momentum_buffer_list, int64_t momentum_buffer_list_len, double weight_decay,
                          double momentum, double lr, double dampening, bool nesterov, bool maximize,
                          bool is_first_step, ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_sgd_(written(self), beside(written(self), written(grads), "grads"),
                    momentum != 0 ? beside(written(self), written(momentum_buffer_list), "momentum_buffer_list")
                                  : written(momentum_buffer_list),
                    weight_decay, momentum, lr, dampening, nesterov, maximize, is_first_step,
                    single(opt(grad_scale), "grad_scale"), single(opt(found_inf), "found_inf"));
  });
}
ptc_error ptc__fused_sgd__tensor_lr(const ptc_tensor *self, int64_t self_len, const ptc_tensor *grads,
                                    int64_t grads_len, const ptc_tensor *momentum_buffer_list,
                                    int64_t momentum_buffer_list_len, double weight_decay, double momentum,
                                    ptc_tensor lr, double dampening, bool nesterov, bool maximize, bool is_first_step,
                                    ptc_tensor grad_scale, ptc_tensor found_inf) {
  return guard([&] {
    at::_fused_sgd_(written(self), beside(written(self), written(grads), "grads"),
                    momentum != 0 ? beside(written(self), written(momentum_buffer_list), "momentum_buffer_list")
                                  : written(momentum_buffer_list),
                    weight_decay, momentum, get(lr), dampening, nesterov, maximize, is_first_step,
                    single(opt(grad_scale), "grad_scale"), single(opt(found_inf), "found_inf"));
  });
}

ptc_error ptc_optimizer_sgd_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads,
                                 int64_t grads_len, const ptc_tensor *momentum_buffers, int64_t momentum_buffers_len,
                                 double lr, double momentum, double dampening, double weight_decay, bool nesterov,
                                 bool maximize, bool is_first_step) {
  return guard([&] {
    Columns columns;
    columns.add(written(params), "params"), columns.add(written(grads), "grads");
    if (momentum_buffers_len) columns.add(written(momentum_buffers), "momentum_buffers");
    for_batches(columns, {}, [&](Batch &b) {
      at::_fused_sgd_(b.columns[0], b.columns[1], momentum_buffers_len ? b.columns[2] : Tensors{}, weight_decay,
                      momentum, lr, dampening, nesterov, maximize, is_first_step);
    });
  });
}
ptc_error ptc_optimizer_adam_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads,
                                  int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len,
                                  const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len,
                                  const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len,
                                  const ptc_tensor *steps, int64_t steps_len, double lr, double beta1, double beta2,
                                  double eps, double weight_decay, bool amsgrad, bool maximize, bool decoupled) {
  return guard([&] {
    Columns columns;
    columns.add(written(params), "params"), columns.add(written(grads), "grads");
    columns.add(written(exp_avgs), "exp_avgs"), columns.add(written(exp_avg_sqs), "exp_avg_sqs");
    if (amsgrad) columns.add(written(max_exp_avg_sqs), "max_exp_avg_sqs");
    for_batches(columns, counters(static_cast<size_t>(params_len), written(steps), "steps"), [&](Batch &b) {
      count(b.steps);
      const Tensors largest = amsgrad ? b.columns[4] : Tensors{};
      if (decoupled)
        at::_fused_adamw_(b.columns[0], b.columns[1], b.columns[2], b.columns[3], largest, b.steps, lr, beta1, beta2,
                          weight_decay, eps, amsgrad, maximize);
      else
        at::_fused_adam_(b.columns[0], b.columns[1], b.columns[2], b.columns[3], largest, b.steps, lr, beta1, beta2,
                         weight_decay, eps, amsgrad, maximize);
    });
  });
}
ptc_error ptc_optimizer_adagrad_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads,
                                     int64_t grads_len, const ptc_tensor *state_sums, int64_t state_sums_len,
                                     const ptc_tensor *steps, int64_t steps_len, double lr, double lr_decay,
                                     double weight_decay, double eps, bool maximize) {
  return guard([&] {
    Columns columns;
    columns.add(written(params), "params"), columns.add(written(grads), "grads");
    columns.add(written(state_sums), "state_sums");
    for_batches(columns, counters(static_cast<size_t>(params_len), written(steps), "steps"), [&](Batch &b) {
      count(b.steps);
      at::_fused_adagrad_(b.columns[0], b.columns[1], b.columns[2], b.steps, lr, lr_decay, weight_decay, eps, maximize);
    });
  });
}

ptc_error ptc_clip_grad_norm_(const ptc_tensor *grads, int64_t grads_len, double max_norm, double norm_type,
                              ptc_tensor *out) {
  return guard(out, [&] {
    const at::NoGradGuard no_grad;
    const Tensors all = written(grads);
    if (all.empty()) return put(out, at::zeros({}));
    Tensors norms;
    for (const Tensors &group : alike_apart(all))
      for (const at::Tensor &norm : at::_foreach_norm(group, norm_type)) norms.push_back(norm.to(all[0].device()));
    const at::Tensor total = at::linalg_vector_norm(together(norms), norm_type);
    scale(all, total, max_norm);
    put(out, total);
  });
}

#undef written
