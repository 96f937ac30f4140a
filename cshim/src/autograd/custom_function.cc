// Functions with a derivative of the host's own.
#include <ATen/FuncTorchTLS.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/DeviceGuard.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/saved_variable.h>
#include <torch/csrc/autograd/variable_info.h>

#include "autograd/compiler.h"
#include "autograd/custom_function.h"
#include "host/interpreter.h"

#include <pytorch_c/autograd/custom_function.h>
#include <pytorch_c/autograd/graph.h>

#include <algorithm>
#include <type_traits>
#include <unordered_set>

namespace {

using torch::autograd::variable_list;

// Newer versions of libtorch count nodes as they count tensors.
template <class Some> constexpr bool counted = std::is_base_of_v<c10::intrusive_ptr_target, Some>;
template <class Some> void release_base(Some *node) {
  if constexpr (counted<Some>) node->Some::release_resources();
}

struct HostFunction final : Node, Holder, saved::Unnamed {
  std::string called;
  ptc_backward_fn backward = nullptr;
  std::shared_ptr<void> context;
  bool materialize = true;
  std::vector<torch::autograd::VariableInfo> outputs;
  std::mutex saving; // guards what follows
  std::vector<torch::autograd::SavedVariable> saved;
  bool freed = false;
  ptc_node_s weak{{}, this}; // what the callback borrows

  using Node::Node;
  std::string name() const override { return called; }
  int32_t visit(const Visitor &visitor) override { return visitor(context); }
  std::vector<torch::autograd::SavedVariable> &saved_tensors() override {
    TORCH_CHECK(!freed, torch::autograd::ERR_BACKWARD_TWICE);
    return saved;
  }
  NodePtr saved_for() override { return getptr(); }

  variable_list apply(variable_list &&grads) override {
    c10::OptionalDeviceGuard device;
    if (materialize)
      for (size_t i = 0; i < grads.size(); ++i)
        if (!grads[i].defined() && !outputs[i].is_empty) grads[i] = outputs[i].zeros(device);
    auto keep = context;
    Answers given(num_outputs());
    check(backward((keep.get)(), &weak, Lent(grads).data(), static_cast<int64_t>(grads.size()), given.data()));
    return given.tensors();
  }

  void compiled_args(torch::dynamo::autograd::CompiledNodeArgs &args) const override;
  variable_list apply_with_saved(const variable_list &grads,
                                 torch::dynamo::autograd::SwapSavedVariables &with) override;
  bool is_aot_backward() const override { return called == "CompiledFunctionBackward"; }

  variable_list unpack() {
    std::lock_guard<std::mutex> lock(saving);
    TORCH_CHECK(!freed, torch::autograd::ERR_BACKWARD_TWICE);
    variable_list out;
    for (const auto &one : saved) out.push_back(one.unpack(getptr()));
    return out;
  }

  void release_variables() override {
    std::vector<torch::autograd::SavedVariable> gone;
    std::lock_guard<std::mutex> lock(saving);
    gone.swap(saved);
    freed = true;
  }

  mutable std::vector<c10::SymInt> key; // of a pass that is compiled: what its compiled function depends on

  // A saved output refers weakly to its own node, which would so never go.
  void release_resources() {
    release_variables();
    context.reset();
    release_base<Node>(this);
  }
};

// ---- as a step of a pass that is compiled (compiler.cc) ----

// Its class and the numbers that its derivative depends on, and the objects that come with them.
void HostFunction::compiled_args(torch::dynamo::autograd::CompiledNodeArgs &args) const {
  auto object = compiler::need_object(context, "a custom function");
  void *const host_context = object.ptr(interpreter());
  auto answer = compiler::ask("describe_function", {}, host_context, [&](const ptc_value &value) {
    key.clear();
    const auto numbers = to_ivalue(parameter_of("describe_function", c10::ListType::ofInts()), value);
    for (int64_t number : numbers.toIntVector()) key.emplace_back(number);
  });
  auto &objects = answer.objects;
  const auto said = [&](size_t i) { return i < key.size() ? static_cast<size_t>(key[i].expect_int()) : 0; };
  const size_t flags = said(2);
  if (key.size() < 3 + flags || flags > key.size() || objects.size() < said(0))
    fail(PTC_ERROR_TYPE, "describe_function: a state or none, the number of the class and flags are needed");
  std::optional<c10::SafePyObject> state;
  if (args.cond(said(0) != 0)) {
    state = std::move(objects.front());
    objects = {std::make_move_iterator(objects.begin() + 1), std::make_move_iterator(objects.end())};
  }
  for (size_t i = 1; i < 3 + flags; ++i) args.collect_size(said(i));
  key.erase(key.begin(), key.begin() + static_cast<int64_t>(3 + flags));
  args.collect_size(key.size());
  const auto before = args.set_default_dyn_type(torch::dynamo::autograd::SizeInput::DYNAMIC);
  args.collect(key);
  args.set_default_dyn_type(before);
  args.collect(saved, true);
  args.collect(materialize);
  args.collect(outputs);
  args.collect(next_edges());
  args.collect_pynode_objs(this, std::move(object), std::move(state), std::move(objects));
}

// (layout, device, dtype, sizes) of the gradient that each input wants; None for one that wants none.
at::IValue wanted_gradients(const torch::autograd::edge_list &edges) {
  std::vector<at::IValue> out;
  for (const auto &like : torch::dynamo::autograd::get_input_metadata(edges)) {
    if (!like) {
      out.emplace_back();
      continue;
    }
    out.push_back(c10::ivalue::Tuple::create({at::IValue(like->layout()), at::IValue(like->device()),
                                              at::IValue(like->dtype().toScalarType()),
                                              compiler::symbols_of(like->shape_as_dim_vector())}));
  }
  return c10::ivalue::Tuple::create(std::move(out));
}

variable_list HostFunction::apply_with_saved(const variable_list &grads,
                                             torch::dynamo::autograd::SwapSavedVariables &with) {
  with.before(key);
  with.before(saved);
  with.before(outputs);
  with.before(next_edges());
  auto given = grads;
  c10::OptionalDeviceGuard device;
  if (materialize)
    for (size_t i = 0; i < given.size(); ++i)
      if (!given[i].defined() && !outputs[i].is_empty) given[i] = outputs[i].zeros(device);
  const auto [function, state, others] = with.retrieve_pynode_objs(this);
  c10::List<int64_t> places;
  for (size_t one : others) places.push_back(static_cast<int64_t>(one));
  void *const host_context = (context.get)();
  variable_list results;
  compiler::ask("proxy_call_backward",
                {compiler::list_of(given), wanted_gradients(next_edges()), compiler::list_of(unpack()),
                 static_cast<int64_t>(function), state ? at::IValue(static_cast<int64_t>(*state)) : at::IValue(),
                 places, compiler::symbols_of(key)},
                host_context, [&](const ptc_value &value) { results = compiler::tensors_in(value); });
  with.after(key);
  with.after(saved);
  with.after(outputs);
  with.after(next_edges());
  return results;
}

// Since libtorch 2.15 it also says which node it attached.
template <class... Args> auto wrap_outputs(Args &&...args) {
  NodePtr attached;
  if constexpr (requires { torch::autograd::_wrap_outputs(args..., attached); })
    return torch::autograd::_wrap_outputs(args..., attached);
  else return torch::autograd::_wrap_outputs(args...);
}

// A tangent for each tensor that can have one.
void fill_zeros(variable_list &tangents, const variable_list &like) {
  for (size_t i = 0; i < tangents.size(); ++i)
    if (!tangents[i].defined() && torch::autograd::isDifferentiableType(like[i].scalar_type()))
      tangents[i] = at::zeros_like(like[i]);
}

using Set = std::unordered_set<at::TensorImpl *>;
Set set_of(const variable_list &tensors) {
  Set out;
  for (const auto &one : tensors) out.insert(one.unsafeGetTensorImpl());
  return out;
}

// True if a gradient is recorded for a tensor, or for what a batched tensor hides.
bool is_recorded(const at::Tensor &tensor) {
  at::Tensor value = tensor;
  while (const auto *batched = at::functorch::maybeGetBatchedImpl(value)) value = at::Tensor(batched->value());
  return value.requires_grad();
}

// True if the innermost level of torch.func has a graph, which the function then becomes part of.
bool level_has_graph() {
  const auto level = at::functorch::maybeCurrentDynamicLayer();
  return level &&
         (level->key() == at::functorch::TransformType::Grad || level->key() == at::functorch::TransformType::Jvp);
}

} // namespace

namespace ptc {

variable_list attach(Attached given, NodePtr *attached) {
  auto &[name, from, raw, changed, fixed, kept, materialize, backward, jvp, held] = given;
  const auto &levels = at::functorch::functorchTLSAccessor(); // the open levels of torch.func
  if (levels && !level_has_graph() && at::GradMode::is_enabled() && std::any_of(from.begin(), from.end(), is_recorded))
    levels->checkSupportsCppAutogradFunction();
  HostFunction *function = nullptr;
  NodePtr node;
  if (at::GradMode::is_enabled() && torch::autograd::any_variable_requires_grad(from)) {
    node = make_node<HostFunction>(torch::autograd::collect_next_edges(from));
    function = static_cast<HostFunction *>((node.get)());
    function->called = std::move(name);
    function->backward = backward;
    function->materialize = materialize;
    function->context = held;
  }
  for (const auto &one : changed) torch::autograd::impl::bump_version(one);
  auto forward = [&](const variable_list &inputs, variable_list tangents) {
    if (!jvp)
      fail(PTC_ERROR_NOT_IMPLEMENTED,
           "You must implement the jvp function for custom autograd.Function to use it with forward mode AD.");
    if (materialize) fill_zeros(tangents, inputs);
    Answers places(raw.size());
    check(jvp((held.get)(), Lent(tangents).data(), static_cast<int64_t>(tangents.size()), places.data(),
              static_cast<int64_t>(places.size())));
    return places.tensors();
  };
  auto made = wrap_outputs(
      from, set_of(fixed), set_of(changed), raw, node, forward, Set{}, [](const at::Tensor &x) { return x.view_as(x); },
      false);
  variable_list results;
  for (auto &one : made) {
    results.push_back(one.value_or(at::Tensor()));
    if (!node) continue;
    if (one) // zeros of symbolic sizes are made by the tensor itself
      function->outputs.emplace_back(*one, one->unsafeGetTensorImpl()->has_symbolic_sizes_strides());
    else function->outputs.emplace_back();
  }
  if (node)
    for (const auto &one : kept) function->saved.emplace_back(one, one && (one->grad_fn().get)() == function);
  if (attached) *attached = std::move(node);
  return results;
}

saved::Unnamed &saved::unnamed(Node &node) {
  auto *found = dynamic_cast<Unnamed *>(&node);
  if (!found) fail(PTC_ERROR_TYPE, "argument 'self': its function is not the host's");
  return *found;
}

bool is_host_function(const Node &node) { return typeid(HostFunction) == typeid(node); }

const std::shared_ptr<void> *context_of(const Node &node) {
  const auto *function = dynamic_cast<const HostFunction *>(&node);
  return function ? &function->context : nullptr;
}

variable_list saved_tensors(ptc_node node) {
  auto *function = dynamic_cast<HostFunction *>(&node_of(node, "self"));
  if (!function) fail(PTC_ERROR_TYPE, "argument 'self': its function is not the host's");
  return function->unpack();
}

} // namespace ptc

namespace {

Attached read(const char *name, const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
              int64_t outputs_len, const ptc_tensor *dirty, int64_t dirty_len, const ptc_tensor *non_differentiable,
              int64_t non_differentiable_len, const ptc_tensor *saved, int64_t saved_len, bool materialize_grads,
              ptc_backward_fn backward, ptc_jvp_fn jvp) {
  Attached given;
  given.name = text_of(name, "name");
  given.inputs = tensors_of(inputs, inputs_len, "inputs");
  given.dirty = tensors_of(dirty, dirty_len, "dirty");
  given.outputs = optional_tensors(outputs, outputs_len, "outputs").vec();
  given.saved = optional_tensors(saved, saved_len, "saved").vec();
  given.non_differentiable = tensors_of(non_differentiable, non_differentiable_len, "non_differentiable");
  if (!backward) fail(PTC_ERROR_VALUE, "argument 'backward': a function is needed, got NULL");
  given.materialize = materialize_grads;
  given.backward = backward;
  given.jvp = jvp;
  return given;
}

// Once, for both callbacks and for a second try of a body.
void share(std::shared_ptr<void> &held, Context &owned) {
  if (!held.use_count()) held = owned.share();
}

} // namespace

ptc_error ptc_autograd_function(const char *name, const ptc_tensor *inputs, int64_t inputs_len,
                                const ptc_tensor *outputs, int64_t outputs_len, const ptc_tensor *dirty,
                                int64_t dirty_len, const ptc_tensor *non_differentiable, int64_t non_differentiable_len,
                                const ptc_tensor *saved, int64_t saved_len, bool materialize_grads,
                                ptc_backward_fn backward, ptc_jvp_fn jvp, void *context, ptc_destroy_fn destroy,
                                ptc_tensor_list *out) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard(out, [&] {
    share(held, owned);
    auto given = read(name, inputs, inputs_len, outputs, outputs_len, dirty, dirty_len, non_differentiable,
                      non_differentiable_len, saved, saved_len, materialize_grads, backward, jvp);
    given.context = held;
    put(out, attach(std::move(given)));
  });
}

ptc_error ptc_autograd_attach(const char *name, const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                              int64_t outputs_len, const ptc_tensor *dirty, int64_t dirty_len,
                              const ptc_tensor *non_differentiable, int64_t non_differentiable_len,
                              const ptc_tensor *saved, int64_t saved_len, bool materialize_grads,
                              ptc_backward_fn backward, ptc_jvp_fn jvp, void *context, ptc_destroy_fn destroy,
                              ptc_tensor_list *out, ptc_node *node) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  NodePtr made; // goes after the outputs are filled
  return guard(std::tie(out, node), [&] {
    share(held, owned);
    auto given = read(name, inputs, inputs_len, outputs, outputs_len, dirty, dirty_len, non_differentiable,
                      non_differentiable_len, saved, saved_len, materialize_grads, backward, jvp);
    given.context = held;
    put(out, attach(std::move(given), &made));
    if (made) *node = &dynamic_cast<HostFunction &>(*made).weak;
  });
}

ptc_error ptc_node_leave_undefined(ptc_node self, int64_t index) {
  return guard([&] {
    auto *function = dynamic_cast<HostFunction *>(&node_of(self, "self"));
    if (!function) fail(PTC_ERROR_TYPE, "argument 'self': its function is not the host's");
    if (index < 0 || index >= static_cast<int64_t>(function->outputs.size()))
      fail(PTC_ERROR_INDEX,
           "argument 'index': the function has " + std::to_string(function->outputs.size()) + " outputs");
    function->outputs[static_cast<size_t>(index)] = torch::autograd::VariableInfo();
  });
}

ptc_error ptc_node_context(ptc_node self, void **out) {
  return guard(out, [&] {
    auto *function = dynamic_cast<HostFunction *>(&node_of(self, "self"));
    *out = function ? (function->context.get)() : nullptr;
  });
}

ptc_error ptc_node_own_context(ptc_node self, const void *ends, void **out) {
  return guard(out, [&] {
    auto *function = dynamic_cast<HostFunction *>(&node_of(self, "self"));
    auto *last = function ? std::get_deleter<Context::Last>(function->context) : nullptr;
    if (last && reinterpret_cast<const void *>(last->destroy) == ends) *out = (function->context.get)();
  });
}

ptc_error ptc_node_saved_tensors(ptc_node self, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, saved_tensors(self)); });
}
