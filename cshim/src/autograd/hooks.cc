// Functions of the host's that run in the backward pass.
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include "host/kept_object.h"
#include "autograd/compiler.h"

#include <pytorch_c/autograd/hooks.h>

#include <map>

namespace {

using torch::autograd::variable_list;
namespace impl = torch::autograd::impl;

} // namespace

namespace ptc {

struct Hooks : Holder {
  virtual void remove(int64_t id) noexcept = 0;
  virtual void clear() noexcept = 0;
};

} // namespace ptc

struct ptc_hook_s {
  std::weak_ptr<ptc::Hooks> hooks;
  int64_t id;
};

namespace {

// The hooks of one place in their order.  A pass runs those that it found, while
// this or another thread changes the list.
template <class Function> class List final : public Hooks {
public:
  struct Hook {
    Function function;
    std::shared_ptr<void> context;
  };
  std::vector<Hook> all() {
    std::lock_guard<std::mutex> lock(mutex);
    std::vector<Hook> found;
    for (const auto &[id, hook] : hooks) found.push_back(hook);
    return found;
  }
  int64_t add(Hook hook) {
    std::lock_guard<std::mutex> lock(mutex);
    hooks.emplace(next, std::move(hook));
    return next++;
  }
  void remove(int64_t id) noexcept override {
    std::unique_lock<std::mutex> lock(mutex);
    auto removed = hooks.extract(id);
    lock.unlock(); // its destructor is the host's
  }
  void clear() noexcept override {
    std::unique_lock<std::mutex> lock(mutex);
    const auto removed = std::exchange(hooks, {});
    lock.unlock(); // their destructors are the host's
  }
  int32_t visit(const Visitor &visitor) override {
    std::lock_guard<std::mutex> lock(mutex);
    int32_t stopped = 0;
    for (auto hook = hooks.begin(); !stopped && hook != hooks.end(); ++hook) stopped = visitor(hook->second.context);
    return stopped;
  }

private:
  std::mutex mutex;
  std::map<int64_t, Hook> hooks;
  int64_t next = 0;
};

// Replaces `old` by what a hook gave, if that may stand in its place.
void replace(at::Tensor &old, at::Tensor given) {
  if (old.defined() && given.defined()) torch::autograd::check_variable_result(old, given, "<unknown>");
  else if (given.defined()) TORCH_CHECK(false, "can't replace a None gradient with a non-None value");
  old = std::move(given);
}
void replace(variable_list &old, const Answers &given) {
  for (size_t i = 0; i < old.size(); ++i)
    if (given[i] || old[i].defined()) replace(old[i], given.tensor(i));
}

// Where hooks of one kind hang: libtorch holds it.
template <class Function> struct Place : Holder {
  using Calls = Function;
  std::shared_ptr<List<Function>> list = std::make_shared<List<Function>>();
  int32_t visit(const Visitor &visitor) override { return list->visit(visitor); }
};

using torch::dynamo::autograd::CompiledNodeArgs;

struct TensorHook final : torch::autograd::FunctionPreHook, Place<ptc_tensor_hook_fn> {
  size_t index = 0;

  variable_list operator()(const variable_list &values) override {
    variable_list out = values;
    at::Tensor &mine = out[index]; // what runs may take this object away
    for (const auto &hook : list->all()) {
      Lent grad(mine);
      Answers given(1);
      check(hook.function((hook.context.get)(), grad.data()[0], given.data()));
      if (given[0]) replace(mine, given.tensor(0));
    }
    return out;
  }
  void compiled_args(CompiledNodeArgs &args) const override {
    for (const auto &hook : list->all())
      if (auto object = compiler::object_of(hook.context))
        args.add_tensor_pre_hook(*std::move(object), static_cast<int>(index));
      else
        args.add_cpp_single_tensor_pre_hook([hook](const at::TensorBase &grad) { return answer(hook, grad); }, index);
  }

private:
  // A hook of another language, which the compiled pass calls.
  static at::TensorBase answer(const List<ptc_tensor_hook_fn>::Hook &hook, const at::TensorBase &grad) {
    Answers given(1);
    check(hook.function((hook.context.get)(), Lent(at::Tensor(grad)).data()[0], given.data()));
    return given.tensor(0);
  }
};

struct LeafHook final : torch::autograd::PostAccumulateGradHook, Place<ptc_leaf_hook_fn> {
  void operator()(const at::Tensor &tensor) override {
    for (const auto &hook : list->all()) check(hook.function((hook.context.get)(), Lent(tensor).data()[0]));
  }
  void compiled_args(CompiledNodeArgs &args) const override {
    for (const auto &hook : list->all())
      args.add_post_acc_grad_hook(compiler::need_object(hook.context, "a hook after the gradient is added"));
  }
  void apply_with_saved(at::Tensor &tensor, torch::dynamo::autograd::SwapSavedVariables &with) override {
    for (int hook : with.get_curr_node_call().post_acc_grad_hooks)
      compiler::ask("post_acc_grad_hook", {compiler::optional(tensor), int64_t(hook)});
  }
};

struct BeforeHook final : torch::autograd::FunctionPreHook, Place<ptc_node_prehook_fn> {
  variable_list operator()(const variable_list &grad_outputs) override {
    variable_list out = grad_outputs;
    for (const auto &hook : list->all()) {
      Lent lent(out);
      Answers given(out.size());
      bool changed = false;
      check(hook.function((hook.context.get)(), lent.data(), lent.size(), given.data(), &changed));
      if (changed) replace(out, given);
    }
    return out;
  }
  void compiled_args(CompiledNodeArgs &args) const override {
    for (const auto &hook : list->all()) args.add_pre_hook(compiler::need_object(hook.context, "a hook before a node"));
  }
};

struct AfterHook final : torch::autograd::FunctionPostHook, Place<ptc_node_hook_fn> {
  variable_list operator()(const variable_list &grad_inputs, const variable_list &grad_outputs) override {
    variable_list out = grad_inputs;
    Lent outputs(grad_outputs);
    for (const auto &hook : list->all()) {
      Lent inputs(out);
      Answers given(out.size());
      bool changed = false;
      check(hook.function((hook.context.get)(), inputs.data(), inputs.size(), outputs.data(), outputs.size(),
                          given.data(), &changed));
      if (changed) replace(out, given);
    }
    return out;
  }
  void compiled_args(CompiledNodeArgs &args) const override {
    for (const auto &hook : list->all()) args.add_post_hook(compiler::need_object(hook.context, "a hook after a node"));
  }
};

// Ours among the hooks that hang at a place, or a new one.  The pass may be going
// through `there` just now, so it must not move: its first hook of ours makes room
// for all that there can be.
template <class Ours, class Theirs>
Ours &find(std::vector<std::unique_ptr<Theirs>> &there, size_t index = 0, size_t room = hook_kinds) {
  for (const auto &one : there)
    if (auto *ours = dynamic_cast<Ours *>((one.get)())) {
      if constexpr (std::is_same_v<Ours, TensorHook>)
        if (ours->index != index) continue;
      return *ours;
    }
  auto made = std::make_unique<Ours>();
  if constexpr (std::is_same_v<Ours, TensorHook>) made->index = index;
  auto &ours = *made;
  if (there.empty()) there.reserve(room);
  there.push_back(std::move(made));
  return ours;
}

template <class Ours> ptc_hook add(Ours &place, typename Ours::Calls hook, Context &context) {
  if (!hook) fail(PTC_ERROR_VALUE, "argument 'hook': a function is needed, got NULL");
  auto out = std::make_unique<ptc_hook_s>(ptc_hook_s{place.list, 0});
  out->id = place.list->add({hook, context.share()});
  count_handle(1);
  return out.release();
}

const at::Tensor &recorded(const at::Tensor &tensor) {
  if (!tensor.requires_grad())
    fail(PTC_ERROR_RUNTIME, "cannot register a hook on a tensor that doesn't require gradient");
  return tensor;
}

} // namespace

ptc_error ptc_tensor_register_hook(ptc_tensor self, ptc_tensor_hook_fn hook, void *context, ptc_destroy_fn destroy,
                                   ptc_hook *out) {
  Context owned{context, destroy};
  return guard(out, [&] {
    const auto &tensor = recorded(tensor_of(self));
    const auto &node = tensor.grad_fn();
    auto &place = node ? find<TensorHook>(node->tensor_pre_hooks(), tensor.output_nr(), node->num_inputs())
                       : find<TensorHook>(impl::hooks(tensor));
    *out = add(place, hook, owned);
  });
}

ptc_error ptc_tensor_register_post_accumulate_grad_hook(ptc_tensor self, ptc_leaf_hook_fn hook, void *context,
                                                        ptc_destroy_fn destroy, ptc_hook *out) {
  Context owned{context, destroy};
  return guard(out, [&] {
    const auto &tensor = recorded(tensor_of(self));
    if (tensor.grad_fn())
      fail(PTC_ERROR_RUNTIME, "post accumulate grad hooks cannot be registered on non-leaf tensors");
    auto &place = impl::post_acc_grad_hooks(tensor);
    if (!dynamic_cast<LeafHook *>((place.get)())) impl::set_post_acc_grad_hooks(tensor, std::make_unique<LeafHook>());
    *out = add(dynamic_cast<LeafHook &>(*impl::post_acc_grad_hooks(tensor)), hook, owned);
  });
}

ptc_error ptc_node_register_hook(ptc_node self, ptc_node_hook_fn hook, void *context, ptc_destroy_fn destroy,
                                 ptc_hook *out) {
  Context owned{context, destroy};
  return guard(out, [&] { *out = add(find<AfterHook>(node_of(self, "self").post_hooks()), hook, owned); });
}

ptc_error ptc_node_register_prehook(ptc_node self, ptc_node_prehook_fn hook, void *context, ptc_destroy_fn destroy,
                                    ptc_hook *out) {
  Context owned{context, destroy};
  return guard(out, [&] { *out = add(find<BeforeHook>(node_of(self, "self").pre_hooks()), hook, owned); });
}

void ptc_hook_remove(ptc_hook self) {
  auto hooks = self ? self->hooks.lock() : nullptr;
  if (hooks) hooks->remove(self->id);
}

void ptc_hook_close(ptc_hook self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

namespace {

template <class Some> int32_t visit(const Some &there, const Visitor &visitor) {
  for (const auto &one : there)
    if (auto *ours = dynamic_cast<Holder *>((one.get)()))
      if (int32_t stopped = ours->visit(visitor)) return stopped;
  return 0;
}

// Visits what hangs on a node that nobody else refers to.
int32_t visit(const NodePtr &node, const Visitor &each) {
  if (!node || node.use_count() != 1) return 0;
  if (auto *ours = dynamic_cast<Holder *>((node.get)()))
    if (int32_t stopped = ours->visit(each)) return stopped;
  if (int32_t stopped = visit(node->tensor_pre_hooks(), each)) return stopped;
  if (int32_t stopped = visit(node->pre_hooks(), each)) return stopped;
  return visit(node->post_hooks(), each);
}

// All that goes with the tensor where `tensor` is the only one who refers to it: its hooks, those of its node, and its
// gradient with the host's object for it.
int32_t visit_owned(const at::Tensor &tensor, const Visitor &visitor) {
  // Whoever else refers to it may still want its hooks.
  auto *meta = tensor.use_count() == 1 ? impl::get_autograd_meta(tensor) : nullptr;
  if (!meta) return 0;
  if (const auto &grad = meta->grad_; grad.defined() && grad.use_count() == 1) {
    const auto *kept = kept_object(grad);
    if (void *object = kept ? kept->object.load() : nullptr)
      if (int32_t stopped = visitor.visit(visitor.context, object, kept->destroy.load())) return stopped;
    if (int32_t stopped = visit_owned(grad, visitor)) return stopped;
  }
  if (int32_t stopped = visit(meta->hooks_, visitor)) return stopped;
  if (auto *ours = dynamic_cast<Holder *>((meta->post_acc_grad_hooks_.get)()))
    if (int32_t stopped = ours->visit(visitor)) return stopped;
  return visit(meta->grad_fn_, visitor);
}

} // namespace

int32_t ptc_node_visit(ptc_node self, ptc_visit_fn visitor, void *context) {
  return self && visitor ? visit(self->owner, Visitor{visitor, context}) : 0;
}

namespace {

// Our hooks of the tensor of one kind, or NULL.
Hooks *hooks_of(ptc_tensor self, bool after) {
  auto *meta = self ? impl::get_autograd_meta(self->tensor) : nullptr;
  if (!meta) return nullptr;
  if (after) {
    auto *place = dynamic_cast<LeafHook *>((meta->post_acc_grad_hooks_.get)());
    return place ? (place->list.get)() : nullptr;
  }
  for (const auto &one : meta->grad_fn_ ? meta->grad_fn_->tensor_pre_hooks() : meta->hooks_)
    if (auto *place = dynamic_cast<TensorHook *>((one.get)());
        place && place->index == static_cast<size_t>(self->tensor.output_nr()))
      return (place->list.get)();
  return nullptr;
}

} // namespace

int32_t ptc_tensor_hooks_visit(ptc_tensor self, bool after, ptc_visit_fn visitor, void *context) {
  auto *found = visitor ? hooks_of(self, after) : nullptr;
  return found ? found->visit({visitor, context}) : 0;
}

void ptc_tensor_remove_hooks(ptc_tensor self, bool after) {
  if (auto *found = hooks_of(self, after)) found->clear();
}

int32_t ptc_tensor_visit(ptc_tensor self, ptc_visit_fn visitor, void *context) {
  return self && visitor ? visit_owned(self->tensor, {visitor, context}) : 0;
}
