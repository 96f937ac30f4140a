// Derivatives of functions: levels, and the tensors that belong to them (torch/csrc/functorch/init.cpp).
#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/functorch/BatchedFallback.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <ATen/functorch/TensorWrapper.h>
#include <c10/core/AutogradState.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/forward_grad.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/autograd/functions/utils.h>

#include "autograd/jvp_decompositions.h"
#include "autograd/levels.h"
#include "autograd/node.h"

#include <pytorch_c/autograd/func.h>
#include <pytorch_c/autograd/vmap.h>

namespace ft = at::functorch;
namespace fi = at::functionalization::impl;
using ptc::levels::depth;
using ptc::levels::open;

namespace {

// The forward level of all levels of jvp in the process: open while there is one.
std::mutex forward_guard;
int64_t jvp_levels = 0;
uint64_t forward_level = 0;

void enter_forward() {
  register_jvp_decompositions();
  std::lock_guard<std::mutex> hold(forward_guard);
  if (!jvp_levels) forward_level = torch::autograd::ForwardADLevel::get_next_idx();
  ++jvp_levels;
}
void leave_forward() {
  std::lock_guard<std::mutex> hold(forward_guard);
  if (!--jvp_levels) torch::autograd::ForwardADLevel::release_idx(forward_level);
}

// Levels of JVP_ALONE, a bit each: the forward level is not theirs.
thread_local uint64_t alone = 0;
bool is_alone(int64_t level) { return alone >> level & 1; }
void set_alone(int64_t level, bool on) { alone = (alone & ~(uint64_t{1} << level)) | uint64_t{on} << level; }

// Levels that ptc_func_suspend took away, outermost first.
struct Suspended {
  ft::DynamicLayer layer;
  bool alone;
};
thread_local std::vector<Suspended> suspended;

// Since libtorch 2.13 a level also knows whether inference mode was on.
template <class Kind>
int64_t push(Kind kind, std::optional<bool> grad, std::optional<bool> forward, std::optional<bool> views) {
  constexpr auto none = std::nullopt;
  if constexpr (requires { ft::initAndPushDynamicLayer(kind, none, none, grad, forward, views, true); })
    return ft::initAndPushDynamicLayer(kind, none, none, grad, forward, views, c10::InferenceMode::is_enabled());
  else return ft::initAndPushDynamicLayer(kind, none, none, grad, forward, views);
}

void pop() {
  const bool forward = open(depth()).key() == ft::TransformType::Jvp && !is_alone(depth());
  set_alone(depth(), false);
  ft::popDynamicLayerAndDeleteMetadata();
  if (forward) leave_forward();
}

void check_kind(int64_t level, std::initializer_list<ft::TransformType> kinds, const char *words) {
  const auto kind = open(level).key();
  for (auto one : kinds)
    if (kind == one) return;
  fail(PTC_ERROR_VALUE, "argument 'level': level " + std::to_string(level) + " is none of " + words);
}

} // namespace

// ---- levels ----

ptc_error ptc_func_push(int32_t transform, bool with_views, int64_t *level) {
  return guard(level, [&] {
    levels::check_room();
    switch (transform) {
    case PTC_TRANSFORM_GRAD:
      put(level, push(ft::TransformType::Grad, c10::GradMode::is_enabled(), std::nullopt, std::nullopt));
      break;
    case PTC_TRANSFORM_JVP:
      enter_forward();
      try {
        const bool before = c10::AutogradState::get_tls_state().get_fw_grad_mode();
        put(level, push(ft::TransformType::Jvp, std::nullopt, before, std::nullopt));
      } catch (...) {
        leave_forward();
        throw;
      }
      break;
    case PTC_TRANSFORM_JVP_ALONE: {
      register_jvp_decompositions();
      const bool before = c10::AutogradState::get_tls_state().get_fw_grad_mode();
      put(level, push(ft::TransformType::Jvp, std::nullopt, before, std::nullopt));
      set_alone(*level, true);
      break;
    }
    case PTC_TRANSFORM_FUNCTIONALIZE:
      put(level, push(ft::TransformType::Functionalize, std::nullopt, std::nullopt, with_views));
      break;
    default: fail(PTC_ERROR_VALUE, "argument 'transform': unknown, number " + std::to_string(transform));
    }
  });
}

ptc_error ptc_func_pop(int64_t level) {
  return guard([&] {
    open(level);
    while (depth() >= level) pop();
  });
}

ptc_error ptc_func_innermost(int64_t *level, int32_t *transform, int64_t *batch_size, int32_t *randomness,
                             bool *before) {
  return guard(std::tie(level, transform, batch_size, randomness, before), [&] {
    if (!depth()) return;
    const auto &meta = open(depth()).interpreter().meta();
    *level = depth();
    if (const auto *grad = std::get_if<ft::GradInterpreterMeta>(&meta)) {
      *transform = PTC_TRANSFORM_GRAD;
      *before = grad->prevGradMode_;
    } else if (const auto *jvp = std::get_if<ft::JvpInterpreterMeta>(&meta)) {
      *transform = PTC_TRANSFORM_JVP;
      *before = jvp->prevFwdGradMode_;
    } else if (const auto *views = std::get_if<ft::FunctionalizeInterpreterMeta>(&meta)) {
      *transform = PTC_TRANSFORM_FUNCTIONALIZE;
      *before = views->functionalizeAddBackViews_;
    } else {
      const auto &vmap = std::get<ft::VmapInterpreterMeta>(meta);
      *transform = PTC_TRANSFORM_VMAP;
      *batch_size = vmap.batchSize_.expect_int();
      *randomness = vmap.randomness_ == ft::RandomnessType::Error  ? PTC_RANDOMNESS_ERROR
                    : vmap.randomness_ == ft::RandomnessType::Same ? PTC_RANDOMNESS_SAME
                                                                   : PTC_RANDOMNESS_DIFFERENT;
    }
  });
}

ptc_error ptc_func_suspend(int64_t *level) {
  return guard(level, [&] {
    if (!depth()) fail(PTC_ERROR_RUNTIME, "no level is open on this thread");
    suspended.reserve(suspended.size() + 1);
    const auto innermost = depth();
    suspended.push_back({ft::popDynamicLayer(), is_alone(innermost)});
    set_alone(innermost, false);
    put(level, innermost);
  });
}

ptc_error ptc_func_resume(int64_t level) {
  return guard([&] {
    if (suspended.empty() || suspended.back().layer.layerId() != level)
      fail(PTC_ERROR_VALUE,
           "argument 'level': level " + std::to_string(level) + " is not the one that was suspended last");
    auto back = std::move(suspended.back());
    suspended.pop_back();
    while (depth() >= level) pop();
    ft::pushDynamicLayer(std::move(back.layer));
    set_alone(level, back.alone);
  });
}

ptc_error ptc_func_allowed(int32_t which, bool *out) {
  return guard(out, [&] {
    switch (which) {
    case PTC_FUNC_REQUIRES_GRAD: put(out, ft::getInplaceRequiresGradAllowed()); break;
    case PTC_FUNC_SINGLE_LEVEL: put(out, ft::getSingleLevelAutogradFunctionAllowed()); break;
    case PTC_FUNC_VMAP_FALLBACK: put(out, ft::isVmapFallbackEnabled()); break;
    default: fail(PTC_ERROR_VALUE, "argument 'which': unknown, number " + std::to_string(which));
    }
  });
}

ptc_error ptc_func_allow(int32_t which, bool allowed) {
  return guard([&] {
    switch (which) {
    case PTC_FUNC_REQUIRES_GRAD: ft::setInplaceRequiresGradAllowed(allowed); break;
    case PTC_FUNC_SINGLE_LEVEL: ft::setSingleLevelAutogradFunctionAllowed(allowed); break;
    case PTC_FUNC_VMAP_FALLBACK: ft::setVmapFallbackEnabled(allowed); break;
    default: fail(PTC_ERROR_VALUE, "argument 'which': unknown, number " + std::to_string(which));
    }
  });
}

// ---- tensors ----

ptc_error ptc_func_wrap(ptc_tensor self, int64_t level, bool requires_grad, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    check_kind(level, {ft::TransformType::Grad, ft::TransformType::Jvp}, "grad and jvp");
    auto made = ft::makeTensorWrapper(t, level);
    if (requires_grad) made.set_requires_grad(true);
    put(out, std::move(made));
  });
}

ptc_error ptc_func_unwrap(ptc_tensor self, int64_t level, ptc_tensor *out) {
  return guard(out, [&] {
    const auto *wrapper = ft::maybeGetTensorWrapper(tensor_of(self));
    put(out, wrapper && wrapper->level() == level ? wrapper->value() : tensor_of(self));
  });
}

ptc_error ptc_func_level(ptc_tensor self, int64_t *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    if (const auto *batched = ft::maybeGetBatchedImpl(t)) put(out, batched->level());
    else if (const auto *wrapper = ft::maybeGetTensorWrapper(t)) put(out, wrapper->level().value_or(PTC_UNSET));
    else if (fi::isFunctionalTensor(t))
      put(out, std::max<int64_t>(fi::unsafeGetFunctionalWrapper(t)->level(), PTC_UNSET));
  });
}

ptc_error ptc_func_value(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    if (const auto *batched = ft::maybeGetBatchedImpl(t)) put(out, batched->value());
    else if (const auto *wrapper = ft::maybeGetTensorWrapper(t)) put(out, wrapper->value());
    else if (fi::isFunctionalTensor(t)) {
      fi::sync(t);
      put(out, fi::unsafeGetFunctionalWrapper(t)->value());
    } else fail(PTC_ERROR_VALUE, "argument 'self': it belongs to no level");
  });
}

ptc_error ptc_func_functional(ptc_tensor self, int64_t level, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    // No level need be open: a compiler that reads a call within functionalize has put the levels aside.
    if (level < 0) fail(PTC_ERROR_VALUE, "argument 'level': expected 0 or more, not " + std::to_string(level));
    auto made = fi::to_functional_tensor(t);
    fi::unsafeGetFunctionalWrapper(made)->set_level(level);
    put(out, std::move(made));
  });
}

ptc_error ptc_func_regular(ptc_tensor self, bool with_views, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    if (!fi::isFunctionalTensor(t)) return put(out, t);
    fi::sync(t);
    auto *wrapper = fi::unsafeGetFunctionalWrapper(t);
    fi::FunctionalizationReapplyViewsGuard views(with_views);
    if (wrapper->apply_updates()) wrapper->regenerate_from_base();
    put(out, wrapper->value());
  });
}

ptc_error ptc_func_is_functional(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, fi::isFunctionalTensor(tensor_of(self))); });
}

ptc_error ptc_func_propagate(ptc_tensor self, ptc_tensor functional) {
  return guard([&] {
    auto &target = tensor_of(self);
    const auto &written = tensor_of(functional, "functional");
    if (!fi::isFunctionalTensor(written))
      fail(PTC_ERROR_VALUE, "argument 'functional': it belongs to no level of functionalize");
    fi::sync(written);
    auto *wrapper = fi::unsafeGetFunctionalWrapper(written);
    const auto &value = wrapper->value();
    if (target.unsafeGetTensorImpl() == value.unsafeGetTensorImpl()) return;
    const bool same_memory = target.is_alias_of(value);
    if (target.sym_numel() != value.sym_numel() && !same_memory) target.resize__symint(value.sym_sizes());
    if (target.sym_sizes() != value.sym_sizes()) target.as_strided__symint(value.sym_sizes(), value.sym_strides());
    if (same_memory) return;
    target.copy_(value);
  });
}

namespace {

at::FunctionalTensorWrapper &functional(ptc_tensor self) {
  const auto &t = tensor_of(self);
  if (!fi::isFunctionalTensor(t)) fail(PTC_ERROR_VALUE, "argument 'self': it is no tensor of functionalization");
  return *fi::unsafeGetFunctionalWrapper(t);
}

int64_t state_of(at::FunctionalTensorWrapper &t, int32_t which) {
  switch (which) {
  case PTC_FUNCTIONAL_DATA_CHANGED: return t.has_data_mutation();
  case PTC_FUNCTIONAL_SIZES_CHANGED: return t.has_metadata_mutation();
  case PTC_FUNCTIONAL_ALL_HIDDEN: return t.are_all_mutations_hidden_from_autograd();
  case PTC_FUNCTIONAL_ALL_WITHOUT_GRAD: return t.are_all_mutations_under_no_grad_or_inference_mode();
  case PTC_FUNCTIONAL_STORAGE_CHANGED: return t.was_storage_changed();
  case PTC_FUNCTIONAL_STORAGE_RESIZED: return t.was_inductor_storage_resized();
  case PTC_FUNCTIONAL_MULTI_OUTPUT_VIEW: return t.is_multi_output_view();
  case PTC_FUNCTIONAL_BASE: return t.isBaseTensor();
  case PTC_FUNCTIONAL_SYMBOLIC: return t.is_symbolic();
  case PTC_FUNCTIONAL_CHANGES: return static_cast<int64_t>(t.mutation_counter());
  case PTC_FUNCTIONAL_STORAGE_CHANGES: return static_cast<int64_t>(t.storage_changed_counter());
  default: fail(PTC_ERROR_VALUE, "argument 'which': no enum ptc_functional");
  }
}

} // namespace

ptc_error ptc_functional_wrap(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    put(out, fi::isFunctionalTensor(t) ? t : fi::to_functional_tensor(t));
  });
}

ptc_error ptc_functional_unwrap(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, functional(self).value()); });
}

ptc_error ptc_functional_replace(ptc_tensor self, ptc_tensor other) {
  return guard([&] {
    const auto &value = tensor_of(other, "other");
    functional(self).replace_(value);
  });
}

ptc_error ptc_functional_state(ptc_tensor self, int32_t which, int64_t *out) {
  return guard(out, [&] { put(out, state_of(functional(self), which)); });
}

ptc_error ptc_functional_do(ptc_tensor self, int32_t step) {
  return guard([&] {
    auto &t = functional(self);
    switch (step) {
    case PTC_FUNCTIONAL_STEP_SYNC: return t.sync_();
    case PTC_FUNCTIONAL_STEP_COMMIT: return t.commit_update();
    case PTC_FUNCTIONAL_STEP_HIDE: return t.mark_mutation_hidden_from_autograd();
    case PTC_FUNCTIONAL_STEP_STORAGE: return t.mark_storage_changed();
    case PTC_FUNCTIONAL_STEP_FREEZE: return t.freeze_storage();
    default: fail(PTC_ERROR_VALUE, "argument 'step': no enum ptc_functional_step");
    }
  });
}

ptc_error ptc_functional_storage_size(ptc_tensor self, bool before, int64_t *out) {
  return guard(out, [&] { put(out, functional(self).get_storage_size(before).guard_int(__FILE__, __LINE__)); });
}

ptc_error ptc_functional_views(bool *out) {
  return guard(out, [&] { put(out, fi::getFunctionalizationReapplyViewsTLS()); });
}

ptc_error ptc_functional_set_views(bool with_views, bool *out) {
  return guard(out, [&] {
    put(out, fi::getFunctionalizationReapplyViewsTLS());
    fi::setFunctionalizationReapplyViewsTLS(with_views);
  });
}

ptc_error ptc_functional_mirror(ptc_tensor self, ptc_tensor source) {
  return guard([&] {
    const auto &from = tensor_of(source, "source");
    const auto &to = tensor_of(self);
    if (!torch::autograd::impl::get_autograd_meta(from)) return;
    to.set_requires_grad(from.requires_grad());
    if (!to.requires_grad()) return;
    const std::string words = "Cannot backprop through mirrored meta, file a bug in PyTorch";
    torch::autograd::set_history(to, ptc::make_node<torch::autograd::Error>(words));
  });
}
