// Gradients and the state that steers their recording.
#include <ATen/CachedTensorUtils.h>
#include <ATen/FuncTorchTLS.h>
#include <ATen/LegacyVmapMode.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/ones_like.h>
#include <c10/core/AutogradState.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>

#include "core/glue.h"
#include "core/kept_memory.h"

#include <pytorch_c/autograd/autograd.h>

namespace {

// The gradient of a root; NULL stands for a scalar's of one, by the call of torch's Python, which a profile and a
// captured program show. libtorch refuses a root that has none.
at::Tensor gradient_of(ptc_tensor given, const at::Tensor &root) {
  if (given) return given->tensor;
  if (!root.defined() || !root.requires_grad() || !root.is_floating_point() || root.sym_numel() != 1) return {};
  return at::ones_like(root, std::nullopt, std::nullopt, std::nullopt, false, at::MemoryFormat::Preserve);
}

torch::autograd::variable_list gradients(const ptc_tensor *handles, int64_t length,
                                         const torch::autograd::variable_list &roots) {
  check_list(handles, length, "grad_tensors");
  torch::autograd::variable_list out;
  for (int64_t i = 0; i < length; ++i)
    out.push_back(gradient_of(handles[i], static_cast<size_t>(i) < roots.size() ? roots[i] : at::Tensor()));
  return out;
}

} // namespace

ptc_error ptc_autograd_backward(const ptc_tensor *tensors, int64_t tensors_len, const ptc_tensor *grad_tensors,
                                int64_t grad_tensors_len, bool retain_graph, bool create_graph,
                                const ptc_tensor *inputs, int64_t inputs_len) {
  return guard([&] {
    auto roots = tensors_of(tensors, tensors_len, "tensors");
    torch::autograd::backward(roots, gradients(grad_tensors, grad_tensors_len, roots), retain_graph, create_graph,
                              tensors_of(inputs, inputs_len, "inputs"));
  });
}

ptc_error ptc_autograd_grad(const ptc_tensor *outputs, int64_t outputs_len, const ptc_tensor *inputs,
                            int64_t inputs_len, const ptc_tensor *grad_outputs, int64_t grad_outputs_len,
                            bool retain_graph, bool create_graph, bool allow_unused, ptc_tensor_list *out) {
  return guard(out, [&] {
    auto roots = tensors_of(outputs, outputs_len, "outputs");
    put(out, torch::autograd::grad(roots, tensors_of(inputs, inputs_len, "inputs"),
                                   gradients(grad_outputs, grad_outputs_len, roots), retain_graph, create_graph,
                                   allow_unused));
  });
}

ptc_error ptc_tensor_backward(ptc_tensor self, ptc_tensor gradient, bool retain_graph, bool create_graph) {
  return guard([&] {
    const auto &root = tensor_of(self);
    torch::autograd::backward({root}, {gradient_of(gradient, root)}, retain_graph, create_graph);
  });
}

ptc_error ptc_tensor_grad(ptc_tensor self, ptc_tensor *out) {
  // Where libtorch would not warn: a program asks each of its parameters, and guard takes as long as the handle.
  if (self && out) [[likely]] {
    const auto *meta = torch::autograd::impl::get_autograd_meta(self->tensor);
    if (meta && meta->grad_.defined() && KeptMemory<ptc_tensor_s>::is_any()) [[likely]] // nothing can fail
      return put(out, meta->grad_), nullptr;
    if (!meta || !(meta->grad_.defined() || meta->grad_fn_ || meta->is_view_)) return *out = nullptr, nullptr;
  }
  return guard(out, [&] { put(out, tensor_of(self).grad()); });
}

ptc_error ptc_tensor_set_grad(ptc_tensor self, ptc_tensor grad) {
  return guard([&] {
    const auto &to = tensor_of(self);
    if (!grad) {
      if (to.grad().defined()) to.mutable_grad().reset();
      return;
    }
    const auto &from = grad->tensor;
    if (to.is_same(from)) fail(PTC_ERROR_RUNTIME, "a tensor cannot be its own gradient");
    if (!from.sym_sizes().equals(to.sym_sizes()))
      fail(PTC_ERROR_RUNTIME, "argument 'grad': its shape must be the tensor's");
    if (from.device() != to.device()) fail(PTC_ERROR_RUNTIME, "argument 'grad': it must be on the tensor's device");
    const auto dtype = to.is_leaf() ? to.grad_dtype() : to.scalar_type();
    if (dtype && from.scalar_type() != *dtype)
      fail(PTC_ERROR_RUNTIME, "argument 'grad': its dtype must be the tensor's");
    to.mutable_grad() = from;
  });
}

ptc_error ptc_tensor_requires_grad(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, tensor_of(self).requires_grad()); });
}

namespace {
void set_requires_grad(const at::Tensor &t, bool requires_grad) {
  if (!requires_grad && !t.is_leaf())
    fail(PTC_ERROR_RUNTIME,
         "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
         "subgraph that doesn't require differentiation use var_no_grad = var.detach().");
  t.set_requires_grad(requires_grad);
}
} // namespace

ptc_error ptc_tensor_set_requires_grad(ptc_tensor self, bool requires_grad) {
  return guard([&] {
    const auto &levels = at::functorch::functorchTLSAccessor(); // the open levels of vmap
    if (requires_grad && levels) levels->checkSupportsInplaceRequiresGrad();
    set_requires_grad(tensor_of(self), requires_grad);
  });
}

ptc_error ptc_tensor_set_requires_grad_inside(ptc_tensor self, bool requires_grad) {
  return guard([&] { set_requires_grad(tensor_of(self), requires_grad); });
}

ptc_error ptc_tensor_is_leaf(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, tensor_of(self).is_leaf()); });
}
ptc_error ptc_tensor_retain_grad(ptc_tensor self) {
  return guard([&] { tensor_of(self).retain_grad(); });
}
ptc_error ptc_tensor_retains_grad(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, tensor_of(self).retains_grad()); });
}

ptc_error ptc_tensor_grad_dtype(ptc_tensor self, bool *any, int32_t *dtype) {
  return guard(std::tie(any, dtype), [&] {
    if (!tensor_of(self).is_leaf()) fail(PTC_ERROR_RUNTIME, "grad_dtype can only be accessed on leaf tensors.");
    const auto found = tensor_of(self).grad_dtype();
    put(any, !found);
    put(dtype, found.value_or(at::kFloat));
  });
}
ptc_error ptc_tensor_set_grad_dtype(ptc_tensor self, int32_t dtype) {
  return guard([&] {
    const auto &t = tensor_of(self);
    const auto wanted = optdtype(dtype);
    if (!t.is_leaf()) fail(PTC_ERROR_RUNTIME, "grad_dtype can only be set on leaf tensors.");
    if (wanted && t.grad().defined() && t.grad().scalar_type() != *wanted)
      fail(PTC_ERROR_RUNTIME,
           "argument 'dtype': there is already a gradient of another dtype; clear it first (grad = None)");
    t.set_grad_dtype(wanted);
  });
}

ptc_error ptc_tensor_grad_fn_name(ptc_tensor self, char **out) {
  return guard(out, [&] {
    const auto &node = tensor_of(self).grad_fn();
    if (node) put(out, node->name());
  });
}

ptc_error ptc_tensor_output_nr(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(tensor_of(self).output_nr())); });
}

ptc_error ptc_grad_mode(bool *out) {
  return guard(out, [&] { put(out, at::GradMode::is_enabled()); });
}
ptc_error ptc_set_grad_mode(bool enabled) {
  return guard([&] { at::GradMode::set_enabled(enabled); });
}
ptc_error ptc_multithreading_enabled(bool *out) {
  return guard(out, [&] { put(out, c10::AutogradState::get_tls_state().get_multithreading_enabled()); });
}
ptc_error ptc_set_multithreading_enabled(bool enabled) {
  return guard([&] { c10::AutogradState::get_tls_state().set_multithreading_enabled(enabled); });
}
ptc_error ptc_view_replay_enabled(bool *out) {
  return guard(out, [&] { put(out, c10::AutogradState::get_tls_state().get_view_replay_enabled()); });
}
ptc_error ptc_set_view_replay_enabled(bool enabled) {
  return guard([&] { c10::AutogradState::get_tls_state().set_view_replay_enabled(enabled); });
}
ptc_error ptc_set_cached_tensors_enabled(bool enabled) {
  return guard([&] { at::caching::set_cached_tensors_enabled(enabled); });
}
ptc_error ptc_tensor_is_cached(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, at::caching::is_cached_tensor(tensor_of(self))); });
}
ptc_error ptc_tensor_set_cached(ptc_tensor self, bool cached) {
  return guard([&] {
    const auto &tensor = tensor_of(self);
    if (cached) at::caching::add_cached_tensor(tensor);
    else at::caching::remove_cached_tensor(tensor);
  });
}
ptc_error ptc_vmap_mode_nest(bool begin, int64_t *out) {
  return guard(out, [&] {
    if (!begin && at::impl::VmapMode::current_vmap_level() < 1) fail(PTC_ERROR_RUNTIME, "this thread has no level");
    put(out, begin ? at::impl::VmapMode::increment_nesting() : at::impl::VmapMode::decrement_nesting());
  });
}
ptc_error ptc_tensor_increment_version(ptc_tensor self) {
  return guard([&] {
    const auto &tensor = tensor_of(self);
    if (tensor.is_inference()) fail(PTC_ERROR_RUNTIME, "Inference tensors do not track version counter.");
    torch::autograd::impl::bump_version(tensor);
  });
}
ptc_error ptc_tensor_creation_meta(ptc_tensor self, int32_t *out) {
  return guard(out, [&] {
    const auto *meta = torch::autograd::impl::get_view_autograd_meta(tensor_of(self));
    if (!meta) fail(PTC_ERROR_RUNTIME, "argument 'self': the tensor is no view that autograd knows");
    *out = static_cast<int32_t>(meta->get_creation_meta());
  });
}
ptc_error ptc_tensor_set_creation_meta(ptc_tensor self, int32_t meta) {
  return guard([&] {
    using torch::autograd::CreationMeta;
    auto *view = torch::autograd::impl::get_view_autograd_meta(tensor_of(self));
    if (!view) fail(PTC_ERROR_RUNTIME, "argument 'self': the tensor is no view that autograd knows");
    if (meta < 0 || meta > static_cast<int32_t>(CreationMeta::INFERENCE_MODE))
      fail(PTC_ERROR_VALUE, "argument 'meta': a number from 0 to 4 is needed, got " + std::to_string(meta));
    view->set_creation_meta(static_cast<CreationMeta>(meta));
  });
}
ptc_error ptc_inference_mode(bool *out) {
  return guard(out, [&] { put(out, c10::InferenceMode::is_enabled()); });
}
ptc_error ptc_set_inference_mode(bool enabled) {
  return guard([&] {
    // Never destroyed: its destructor would undo at once what it sets, and the
    // caller's scope is not one of C++.
    alignas(c10::InferenceMode) unsigned char place[sizeof(c10::InferenceMode)];
    new (place) c10::InferenceMode(enabled);
  });
}
