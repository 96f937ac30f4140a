// Steps of optimizers, for all parameters in one call.
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/view_as_real.h>

#include <algorithm>
#include <sstream>

#include "steps.h"

#include <pytorch_c/optimizer.h>

namespace {

using Tensors = std::vector<at::Tensor>;

// What belongs to the parameters, which come first, then the gradients.
struct Columns {
  std::vector<Tensors> lists;
  std::vector<const char *> names;

  void add(Tensors list, const char *name) {
    if (!lists.empty()) check_length(lists[0].size(), list.size(), name);
    lists.push_back(std::move(list)), names.push_back(name);
  }
};

// Whether the elements of a row lie in the same order, without gaps.
bool lie_alike(const std::vector<Tensors> &columns, size_t row) {
  const at::Tensor &param = columns[0][row];
  return param.is_non_overlapping_and_dense() && std::all_of(columns.begin(), columns.end(), [&](const Tensors &column) {
    return column[row].strides() == param.strides();
  });
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

void ptc::check_length(size_t params, size_t entries, const char *name) {
  if (entries != params)
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': a tensor for each of the " + std::to_string(params) +
         " parameters is needed, got " + std::to_string(entries));
}

void ptc::check_like(const at::Tensor &param, const at::Tensor &entry, const char *name, size_t index) {
  if (entry.sizes() == param.sizes() && entry.scalar_type() == param.scalar_type() && entry.device() == param.device()) return;
  std::ostringstream text;
  text << "argument '" << name << "': entry " << index << " must be like its parameter, " << param.sizes() << ' ' << param.scalar_type()
       << " on " << param.device() << ", got " << entry.sizes() << ' ' << entry.scalar_type() << " on " << entry.device();
  fail(PTC_ERROR_VALUE, text.str());
}

std::vector<at::Tensor> ptc::beside(const Tensors &params, Tensors entries, const char *name) {
  check_length(params.size(), entries.size(), name);
  for (size_t i = 0; i < entries.size(); ++i) {
    const at::Tensor &param = params[i], &entry = entries[i];
    check_like(param, entry, name, i);
    if (param.layout() == at::kStrided && entry.layout() == at::kStrided && param.is_non_overlapping_and_dense() &&
        entry.strides() == param.strides())
      continue;
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': entry " + std::to_string(i) +
         " and its parameter must lie in memory alike, without gaps");
  }
  return entries;
}

std::vector<at::Tensor> ptc::counters(size_t params, Tensors steps, const char *name) {
  check_length(params, steps.size(), name);
  for (const at::Tensor &step : steps)
    if (step.numel() != 1 || step.layout() != at::kStrided)
      fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': each must hold one number");
  return steps;
}

std::optional<at::Tensor> ptc::single(std::optional<at::Tensor> given, const char *name) {
  if (given && (given->numel() != 1 || given->layout() != at::kStrided))
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': a tensor of one element is needed");
  return given;
}

const char *ptc_optimizer_sgd_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffers, int64_t momentum_buffers_len, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step) {
  return guard([&] {
    Columns columns;
    columns.add(list(params), "params"), columns.add(list(grads), "grads");
    if (momentum_buffers_len) columns.add(list(momentum_buffers), "momentum_buffers");
    for_batches(columns, {}, [&](Batch &b) {
      at::_fused_sgd_(b.columns[0], b.columns[1], momentum_buffers_len ? b.columns[2] : Tensors{}, weight_decay, momentum, lr, dampening, nesterov, maximize, is_first_step);
    });
  });
}
const char *ptc_optimizer_adam_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *steps, int64_t steps_len, double lr, double beta1, double beta2, double eps, double weight_decay, bool amsgrad, bool maximize, bool decoupled) {
  return guard([&] {
    Columns columns;
    columns.add(list(params), "params"), columns.add(list(grads), "grads");
    columns.add(list(exp_avgs), "exp_avgs"), columns.add(list(exp_avg_sqs), "exp_avg_sqs");
    if (amsgrad) columns.add(list(max_exp_avg_sqs), "max_exp_avg_sqs");
    for_batches(columns, counts(params, steps), [&](Batch &b) {
      at::_foreach_add_(b.steps, 1);
      const Tensors largest = amsgrad ? b.columns[4] : Tensors{};
      if (decoupled)
        at::_fused_adamw_(b.columns[0], b.columns[1], b.columns[2], b.columns[3], largest, b.steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize);
      else
        at::_fused_adam_(b.columns[0], b.columns[1], b.columns[2], b.columns[3], largest, b.steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize);
    });
  });
}
