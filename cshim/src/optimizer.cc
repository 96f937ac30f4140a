// Steps of optimizers, for all parameters in one call.
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/view_as_real.h>

#include <algorithm>
#include <sstream>

#include "glue.h"

#include <pytorch_c/optimizer.h>

namespace {

using Tensors = std::vector<at::Tensor>;

void check_row(const std::vector<Tensors> &columns, size_t row) {
  const at::Tensor &param = columns[0][row];
  for (const Tensors &column : columns) {
    const at::Tensor &other = column[row];
    if (other.sizes() == param.sizes() && other.scalar_type() == param.scalar_type() && other.device() == param.device())
      continue;
    std::ostringstream text;
    text << "gradient and state must be like their parameter, " << param.sizes() << ' ' << param.scalar_type() << " on "
         << param.device() << ", got " << other.sizes() << ' ' << other.scalar_type() << " on " << other.device();
    fail(PTC_ERROR_VALUE, text.str());
  }
}

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
template <class Step> void for_batches(const std::vector<Tensors> &columns, const Tensors &steps, Step step) {
  at::NoGradGuard no_grad;
  const Tensors &params = columns[0];
  for (const Tensors &column : columns)
    if (column.size() != params.size()) fail(PTC_ERROR_VALUE, "the lists of an optimizer step differ in length");
  std::vector<Batch> batches;
  for (size_t row = 0; row < params.size(); ++row) {
    check_row(columns, row);
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

const char *ptc_optimizer_sgd_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *momentum_buffers, int64_t momentum_buffers_len, double lr, double momentum, double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step) {
  return guard([&] {
    std::vector<Tensors> columns{list(params), list(grads)};
    if (momentum_buffers_len) columns.push_back(list(momentum_buffers));
    for_batches(columns, {}, [&](Batch &b) {
      at::_fused_sgd_(b.columns[0], b.columns[1], momentum_buffers_len ? b.columns[2] : Tensors{}, weight_decay, momentum, lr, dampening, nesterov, maximize, is_first_step);
    });
  });
}
const char *ptc_optimizer_adam_step(const ptc_tensor *params, int64_t params_len, const ptc_tensor *grads, int64_t grads_len, const ptc_tensor *exp_avgs, int64_t exp_avgs_len, const ptc_tensor *exp_avg_sqs, int64_t exp_avg_sqs_len, const ptc_tensor *max_exp_avg_sqs, int64_t max_exp_avg_sqs_len, const ptc_tensor *steps, int64_t steps_len, double lr, double beta1, double beta2, double eps, double weight_decay, bool amsgrad, bool maximize, bool decoupled) {
  return guard([&] {
    std::vector<Tensors> columns{list(params), list(grads), list(exp_avgs), list(exp_avg_sqs)};
    if (amsgrad) columns.push_back(list(max_exp_avg_sqs));
    Tensors counters = list(steps);
    if (counters.size() != columns[0].size()) fail(PTC_ERROR_VALUE, "steps: one counter for each parameter is needed");
    for_batches(columns, counters, [&](Batch &b) {
      at::_foreach_add_(b.steps, 1);
      const Tensors largest = amsgrad ? b.columns[4] : Tensors{};
      if (decoupled)
        at::_fused_adamw_(b.columns[0], b.columns[1], b.columns[2], b.columns[3], largest, b.steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize);
      else
        at::_fused_adam_(b.columns[0], b.columns[1], b.columns[2], b.columns[3], largest, b.steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize);
    });
  });
}
