// Backward passes that the host compiles while they run.
//
// libtorch's nodes say what they have kept, and run with other tensors in its place
// (torch/csrc/dynamo/compiled_autograd.h); torch's Python has the pass around them, and this is ours.
#include "autograd/compiler.h"
#include "autograd/custom_function.h"

#include <c10/core/impl/TorchDispatchModeTLS.h>
#include <torch/csrc/autograd/anomaly_mode.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/headeronly/version.h>

#include "host/interpreter.h"
#include "library/library.h"

#include <pytorch_c/autograd/compiler.h>

#include <map>

namespace {

namespace dynamo = torch::dynamo::autograd;
using ptc::compiler::ask;
using ptc::compiler::Reply;
using torch::autograd::edge_list;
using torch::autograd::Engine;
using torch::autograd::ivalue_list;
using torch::autograd::variable_list;

struct Compiler {
  ptc_backward_compiler_fn run;
  const void *function_ends, *hook_ends;
  std::shared_ptr<void> context;
  bool owns(ptc_destroy_fn destroy) const {
    const auto *ends = reinterpret_cast<const void *>(destroy);
    return ends == function_ends || ends == hook_ends;
  }
};
std::atomic<const Compiler *> the_compiler{nullptr}; // never destroyed: a pass may be running
std::atomic<bool> sizes_dynamic{false}, explains{false};

const Compiler &need_compiler() {
  const auto *found = the_compiler.load();
  if (!found) fail(PTC_ERROR_RUNTIME, "nobody compiles backward passes: ptc_backward_compiler_set says who does");
  return *found;
}

// ---- functions of nodes that the host calls by a number ----

struct Bound {
  torch::autograd::functional_apply_t run;
  std::vector<at::TypePtr> kept;
};
std::mutex binding;
std::vector<std::shared_ptr<const Bound>> bound;

int64_t bind(Bound function) {
  std::lock_guard<std::mutex> lock(binding);
  bound.push_back(std::make_shared<const Bound>(std::move(function)));
  return static_cast<int64_t>(bound.size() - 1);
}
std::shared_ptr<const Bound> bound_at(int64_t number) {
  std::lock_guard<std::mutex> lock(binding);
  if (number < 0 || number >= static_cast<int64_t>(bound.size()))
    fail(PTC_ERROR_INDEX, "argument 'function': there are " + std::to_string(bound.size()) + " functions");
  return bound[static_cast<size_t>(number)];
}

// ---- values for the host ----

// Undefined tensors, also in lists, are None to the host.
at::IValue shown_to_host(const at::IValue &value) {
  if (value.isTensor()) return ptc::compiler::optional(value.toTensor());
  if (value.isTensorList()) return ptc::compiler::list_of(value.toTensorVector());
  return value;
}

at::IValue tuple_of(at::ArrayRef<at::IValue> values) {
  std::vector<at::IValue> out;
  for (const auto &one : values) out.push_back(shown_to_host(one));
  return c10::ivalue::Tuple::create(std::move(out));
}

at::IValue numbers_of(const dynamo::LiftedIValueArgs &lifted) {
  c10::impl::GenericList out(c10::AnyType::get());
  for (const auto &one : lifted.args) {
    const auto &value = *one.actual_ptr;
    if (value.isInt() || value.isSymInt()) out.push_back(at::IValue(value.toInt()));
    else out.push_back(at::IValue(value.toDouble()));
  }
  return out;
}

// ---- values of the host's ----

at::ArrayRef<ptc_value> items_in(const ptc_value &value, const char *of) {
  if (value.kind != PTC_VALUE_LIST && value.kind != PTC_VALUE_TUPLE)
    fail(PTC_ERROR_TYPE, std::string(of) + ": a list or tuple is needed, got " + name_of_kind(value.kind));
  return held_by(parameter_of(of, c10::AnyType::get()), value);
}

at::Tensor tensor_in(const ptc_value &value) {
  if (value.kind == PTC_VALUE_NONE) return {};
  return to_ivalue(parameter_of("the answer", c10::TensorType::get()), value).toTensor();
}

// Numbers, symbols among them.
std::vector<at::IValue> numbers_in(const ptc_value &value, const char *of) {
  std::vector<at::IValue> out;
  const auto any = parameter_of(of, c10::AnyType::get());
  if (value.kind == PTC_VALUE_INTS) {
    for (int64_t one : to_ivalue(any, value).toIntVector()) out.emplace_back(one);
    return out;
  }
  for (const auto &one : items_in(value, of)) out.push_back(to_ivalue(any, one));
  return out;
}

at::IValue number_in(const ptc_value &value) {
  return to_ivalue(parameter_of("the answer", c10::AnyType::get()), value);
}

// Values that a node has kept, as the host gives them back: dtypes and the like are numbers, as it was shown them.
at::IValue kept_in(const c10::TypePtr &type, const ptc_value &value) {
  const bool is_list = value.kind == PTC_VALUE_LIST || value.kind == PTC_VALUE_TUPLE;
  switch (type->kind()) {
  case c10::TypeKind::OptionalType:
    return value.kind == PTC_VALUE_NONE ? at::IValue() : kept_in(type->containedType(0), value);
  case c10::TypeKind::ScalarTypeType:
  case c10::TypeKind::LayoutType:
  case c10::TypeKind::MemoryFormatType:
    if (value.kind == PTC_VALUE_INT) return value.i;
    break;
  case c10::TypeKind::TensorType: return tensor_in(value);
  case c10::TypeKind::ListType:
    if (is_list) {
      c10::impl::GenericList out(type->containedType(0));
      for (const auto &one : items_in(value, "argument 'kept'")) out.push_back(kept_in(type->containedType(0), one));
      return out;
    }
    break;
  case c10::TypeKind::TupleType:
    if (is_list) {
      const auto items = items_in(value, "argument 'kept'");
      if (items.size() != type->containedTypeSize())
        fail(PTC_ERROR_TYPE,
             "argument 'kept': " + type->str() + " is needed, got " + std::to_string(items.size()) + " values");
      std::vector<at::IValue> out;
      for (size_t i = 0; i < items.size(); ++i) out.push_back(kept_in(type->containedType(i), items[i]));
      return c10::ivalue::Tuple::create(std::move(out));
    }
    break;
  default: break;
  }
  return to_ivalue(parameter_of("argument 'kept'", type), value);
}

} // namespace

namespace ptc::compiler {

at::IValue optional(const at::Tensor &tensor) { return tensor.defined() ? at::IValue(tensor) : at::IValue(); }

at::IValue list_of(at::ArrayRef<at::Tensor> tensors) {
  c10::List<std::optional<at::Tensor>> out;
  for (const auto &one : tensors) out.push_back(one.defined() ? std::optional(one) : std::nullopt);
  return out;
}

variable_list tensors_in(const ptc_value &value) {
  variable_list out;
  if (value.kind == PTC_VALUE_TENSORS) {
    const auto given = optional_tensors(static_cast<const ptc_tensor *>(value.p), value.len, "value");
    for (const std::optional<at::Tensor> one : given) out.push_back(one.value_or(at::Tensor()));
    return out;
  }
  for (const auto &one : items_in(value, "the answer")) out.push_back(tensor_in(one));
  return out;
}

namespace {
struct Compiling { // at most one of a thread
  static inline thread_local bool is = false;
  Compiling() { is = true; }
  ~Compiling() { is = false; }
};
} // namespace
bool is_compiling() { return Compiling::is; }

std::optional<c10::SafePyObject> object_of(const std::shared_ptr<void> &context) {
  const auto *compiler = the_compiler.load();
  const auto *last = std::get_deleter<Context::Last>(context);
  if (!compiler || !last || !compiler->owns(last->destroy) || !(context.get)()) return std::nullopt;
  need_host().keep(host()->context, (context.get)());
  return c10::SafePyObject(static_cast<PyObject *>((context.get)()), interpreter());
}

c10::SafePyObject need_object(const std::shared_ptr<void> &context, const char *of) {
  if (auto found = object_of(context)) return *std::move(found);
  fail(PTC_ERROR_NOT_IMPLEMENTED,
       std::string("a backward pass is compiled by its host, and ") + of + " is of another language");
}

Reply ask(const char *method, at::ArrayRef<at::IValue> arguments, at::ArrayRef<void *> objects,
          std::function<void(const ptc_value &)> take) {
  const auto &compiler = need_compiler();
  Values given(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) put(given.values[i], shown_to_host(arguments[i]), *c10::AnyType::get());
  Reply reply;
  reply.take = std::move(take);
  reply.asked = objects;
  check(compiler.run((compiler.context.get)(), &reply, method, given.values.data(),
                     static_cast<int64_t>(given.values.size()), static_cast<int64_t>(objects.size())));
  if (reply.take && !reply.given)
    fail(PTC_ERROR_TYPE, std::string("the compiler of backward passes gave no answer to ") + method);
  return reply;
}

} // namespace ptc::compiler

namespace {

using ptc::compiler::list_of;
using ptc::compiler::optional;
using ptc::compiler::symbols_of;
using ptc::compiler::tensors_in;

variable_list ask_for_tensors(const char *method, at::ArrayRef<at::IValue> arguments,
                              at::ArrayRef<void *> objects = {}) {
  variable_list out;
  ask(method, arguments, objects, [&](const ptc_value &value) { out = tensors_in(value); });
  return out;
}

at::Tensor ask_for_tensor(const char *method, at::ArrayRef<at::IValue> arguments) {
  at::Tensor out;
  ask(method, arguments, {}, [&](const ptc_value &value) { out = tensor_in(value); });
  return out;
}

// ---- libtorch's nodes ask for their part of what is written down ----

struct Interface final : dynamo::PyCompilerInterface {
  std::string bind_function(PyObject *, const std::string &name, torch::autograd::functional_apply_t function,
                            std::vector<at::TypePtr> kept, bool is_custom, bool is_traceable) const override {
    std::string out;
    const auto number = bind({std::move(function), std::move(kept)});
    ask("bind_function", {name, number, is_custom, is_traceable}, {},
        [&](const ptc_value &value) { out = number_in(value).toStringRef(); });
    return out;
  }
  variable_list call_function(PyObject *, const char *method, const std::string &name, const variable_list &inputs,
                              const ivalue_list &kept, const at::IValue &outputs) const override {
    return ask_for_tensors(method, {name, list_of(inputs), tuple_of(kept), outputs});
  }
  variable_list call_copy_slices_prologue(PyObject *, const variable_list &inputs, const at::TensorGeometry &base,
                                          const at::TensorGeometry &view) const override {
    return ask_for_tensors("call_copy_slices_prologue",
                           {list_of(inputs), symbols_of(base.sym_sizes()), symbols_of(base.sym_strides()),
                            base.sym_storage_offset(), symbols_of(view.sym_sizes()), symbols_of(view.sym_strides()),
                            view.sym_storage_offset()});
  }
  variable_list call_copy_slices_epilogue(PyObject *, const std::vector<bool> &needed, const at::Tensor &result,
                                          const variable_list &gradients, const at::Tensor &slice) const override {
    c10::List<bool> each;
    for (bool one : needed) each.push_back(one);
    return ask_for_tensors("call_copy_slices_epilogue", {each, result, list_of(gradients), slice});
  }
  at::Tensor call_unpack(PyObject *, std::optional<size_t> hook, size_t packed) const override {
    TORCH_INTERNAL_ASSERT(hook.has_value());
    return ask_for_tensor("unpack_hook", {static_cast<int64_t>(*hook), static_cast<int64_t>(packed)});
  }
// Since libtorch 2.13 the gradient that a leaf had is told.
#if TORCH_VERSION_MINOR >= 13
  at::Tensor call_accumulate_grad(PyObject *, const at::Tensor &variable, const at::Tensor &before,
                                  const at::Tensor &gradient, bool has_hooks) const override {
    return ask_for_tensor("accumulate_grad", {variable, before, gradient, has_hooks});
  }
#else
  void call_accumulate_grad(PyObject *, const at::Tensor &variable, const at::Tensor &gradient,
                            bool has_hooks) const override {
    ask("accumulate_grad", {variable, gradient, has_hooks});
  }
#endif
};

// ---- passes that were seen ----

// Why a pass is written down anew, for those who asked (ptc_backward_compiler_explain).
struct Reasons {
  bool wanted = false;
  std::vector<std::string> texts;

  void new_step(const Node &node, size_t number, const dynamo::CacheKey &key, const std::vector<size_t> &known_keys) {
    if (!texts.empty()) return; // those behind it are new too
    std::string text = "Cache miss due to new autograd node: " + node.name() + " (NodeCall " + std::to_string(number) +
                       ") with key size " + std::to_string(key.key_size) + ", previous key sizes=[";
    for (size_t i = 0; i < known_keys.size(); ++i) text += (i ? "," : "") + std::to_string(known_keys[i]);
    say(text + "]");
  }
  // `changed`: which of the symbols were plain numbers before.
  void sizes_changed(const std::vector<size_t> &changed, size_t symbols) {
    std::string text = "Cache miss due to " + std::to_string(changed.size()) + " changed tensor shapes (total of " +
                       std::to_string(symbols) + "): ";
    for (size_t one : changed) text += (one == changed.front() ? "sizes[" : ", sizes[") + std::to_string(one) + "]";
    say(text);
  }

private:
  void say(const std::string &text) {
    texts.push_back(text);
    ask("log", {text});
  }
};

// A step of passes that were seen; those that begin alike have the same first steps.
struct Seen {
  std::unordered_map<dynamo::CacheKey, std::unique_ptr<Seen>> next;
  std::vector<dynamo::CacheKeyBuffer> keys;
  std::vector<dynamo::SizeInput> sizes; // of the pass that ends here, as they were
  int64_t compiled = 0;                 // the host's number of it, 0 for none

  Seen &after(const dynamo::CacheKey &key) {
    auto found = next.find(key);
    if (found == next.end()) {
      dynamo::CacheKeyBuffer own(key.key, key.key_size);
      found = next.emplace(dynamo::CacheKey(key.node_type, own.get(), key.key_size), std::make_unique<Seen>()).first;
      keys.push_back(std::move(own));
    }
    return *found->second;
  }
  void forget() {
    if (const auto number = std::exchange(compiled, 0)) ask("drop", {number});
  }
  // Not by recursion: a pass may have more steps than a stack has room for.
  void forget_all() {
    std::vector<std::unique_ptr<Seen>> gone;
    const auto forget_here = [&gone](Seen &one) {
      for (auto &[key, later] : one.next) gone.push_back(std::move(later));
      one.next.clear();
      one.keys.clear();
      one.sizes.clear();
      one.forget();
    };
    forget_here(*this);
    while (!gone.empty()) {
      const auto one = std::move(gone.back());
      gone.pop_back();
      forget_here(*one);
    }
  }
  std::vector<size_t> key_sizes(const std::type_index &of) const {
    std::vector<size_t> out;
    for (const auto &[key, one] : next)
      if (key.node_type == of) out.push_back(key.key_size);
    return out;
  }
};
Seen &the_root = *new Seen; // never destroyed
std::atomic<bool> compiling{false};

// The one pass at a time that is compiled, or nothing that forgets them.
struct Alone {
  const bool is = !compiling.exchange(true);
  Alone() = default;
  explicit Alone(const char *otherwise) {
    if (!is) fail(PTC_ERROR_RUNTIME, otherwise);
  }
  ~Alone() {
    if (is) compiling = false;
  }
  Alone(const Alone &) = delete;
  Alone &operator=(const Alone &) = delete;
};

// True if what was compiled runs this pass too. A size that is another than before is a symbol from here on.
bool fits(Seen &seen, dynamo::AutogradCompilerCall &call, Reasons &reasons) {
  using Size = dynamo::SizeInput;
  const auto &now = call.all_size_inputs;
  if (seen.sizes.empty()) seen.sizes = now;
  TORCH_INTERNAL_ASSERT(seen.sizes.size() == now.size());
  std::vector<uint32_t> origins;
  std::vector<size_t> symbols_now; // which were no symbols before
  for (size_t i = 0; i < now.size(); ++i) {
    auto &before = seen.sizes[i];
    const bool changed = before.value != now[i].value;
    if (changed && before.dyn_type != Size::DYNAMIC) symbols_now.push_back(call.dyn_size_inputs.size());
    if (changed) before = Size(Size::DYNAMIC, now[i].value);
    if (before.dyn_type != Size::DYNAMIC) continue;
    call.dyn_size_inputs.push_back(now[i].value);
    if (!call.size_input_origins.empty()) origins.push_back(call.size_input_origins[i]);
  }
  call.size_input_origins = std::move(origins);
  if (seen.compiled && symbols_now.empty()) return true;
  if (reasons.wanted && !symbols_now.empty()) reasons.sizes_changed(symbols_now, call.dyn_size_inputs.size());
  seen.forget();
  return false;
}

// ---- one pass ----

struct Given { // of the pass that runs
  std::vector<std::function<at::TensorBase(const at::TensorBase &)>> hooks;
};
thread_local Given *running = nullptr;

struct Pass {
  const torch::autograd::GraphTask &task;
  const edge_list &outputs;
  const bool accumulates;
  dynamo::AutogradCompilerCall call;
  std::vector<dynamo::NodeCall *> steps;
  Reasons reasons;
  std::unordered_map<Node *, variable_list> waiting; // gradients of nodes whose turn is still to come

  Pass(const torch::autograd::GraphTask &running_task, bool accumulate, const edge_list &wanted)
      : task(running_task), outputs(wanted), accumulates(accumulate),
        call(sizes_dynamic ? dynamo::SizeInput::DYNAMIC : dynamo::SizeInput::STATIC) {
    reasons.wanted = explains;
  }

  // All steps in their order, and what they have kept: the place of such a pass among those seen.
  Seen &walk(const NodePtr &root);
  void add_next(Node &node, std::unordered_map<Node *, int> &counts, std::vector<NodePtr> &ready);
  // Writes the pass down.
  void write_down(Seen &seen);
  dynamo::TraceState begin(const Seen &seen);
  void write_step(dynamo::NodeCall &step, size_t number, dynamo::TraceState &state);
  variable_list checked(dynamo::NodeCall &step, dynamo::SwapSavedVariables &saved, variable_list results);
  void hand_on(Node &node, variable_list &results);
  variable_list run(const Seen &seen);
};

void Pass::add_next(Node &node, std::unordered_map<Node *, int> &counts, std::vector<NodePtr> &ready) {
  for (const auto &edge : node.next_edges()) {
    if (!edge.is_valid()) continue;
    Node *to = (edge.function.get)();
    if (!task.exec_info_.empty()) {
      const auto info = task.exec_info_.find(to);
      if (info == task.exec_info_.end() || !info->second.should_execute()) continue;
      if (!info->second.needed_) call.node_calls.lookup(edge.function).needed = false;
    }
    const auto wanted = task.dependencies_.find(to);
    TORCH_INTERNAL_ASSERT(wanted != task.dependencies_.end());
    if (++counts[to] == wanted->second) ready.push_back(edge.function);
  }
}

Seen &Pass::walk(const NodePtr &root) {
  for (size_t i = 0; i < outputs.size(); ++i)
    call.node_calls.lookup(outputs[i].function).mark_output(static_cast<int>(outputs[i].input_nr), static_cast<int>(i));
  Seen *seen = &the_root;
  std::unordered_map<Node *, int> counts;
  std::vector<NodePtr> ready{root};
  while (!ready.empty()) {
    NodePtr node = std::move(ready.back());
    ready.pop_back();
    auto &step = call.node_calls.lookup(node);
    const auto number = steps.size();
    steps.push_back(&step);
    dynamo::CompiledNodeArgs args(call, step);
    if (reasons.wanted) call.set_active_node_call_idx(number);
    args.collect(step);
    if (args.cond(step.needed)) {
      node->compiled_args(args);
      args.collect(node->next_edges());
    }
    const auto key = args.key();
    if (reasons.wanted && !seen->next.count(key)) reasons.new_step(*node, number, key, seen->key_sizes(key.node_type));
    seen = &seen->after(key);
    add_next(*node, counts, ready);
  }
  return *seen;
}

// Where tensors, sizes and numbers come from: (step, name of its node), if somebody asked.
at::IValue origins_of(const dynamo::AutogradCompilerCall &call) {
  using Origin = std::tuple<int64_t, std::string>;
  std::vector<at::IValue> out;
  for (const auto *from :
       {&call.tensor_args.input_origins, &call.size_input_origins, &call.lifted_ivalue_args.args_origins}) {
    c10::impl::GenericList list(c10::TupleType::create({c10::IntType::get(), c10::StringType::get()}));
    for (uint32_t id : *from) list.push_back(at::IValue(Origin(id, call.node_calls.lookup(id).node->name())));
    out.emplace_back(list);
  }
  return c10::ivalue::Tuple::create(std::move(out));
}

dynamo::TraceState Pass::begin(const Seen &seen) {
  using torch::autograd::AnomalyMode;
  variable_list stand_ins;
  std::vector<std::optional<c10::SymInt>> sizes;
  auto &lifted = call.lifted_ivalue_args.args;
  const auto take = [&](const ptc_value &value) {
    const auto items = items_in(value, "begin");
    if (items.size() != 3) fail(PTC_ERROR_TYPE, "begin: tensors, sizes and numbers are needed");
    stand_ins = tensors_in(items[0]);
    const auto symbols = numbers_in(items[1], "sizes"), numbers = numbers_in(items[2], "numbers");
    sizes.clear();
    if (stand_ins.size() != call.tensor_args.inputs.size() || symbols.size() != call.dyn_size_inputs.size() ||
        numbers.size() != lifted.size())
      fail(PTC_ERROR_TYPE, "begin: as many tensors, sizes and numbers are needed as were given");
    size_t next = 0;
    for (const auto &size : seen.sizes)
      if (size.dyn_type == dynamo::SizeInput::DYNAMIC) sizes.emplace_back(symbols[next++].toSymInt());
      else sizes.emplace_back();
    for (size_t i = 0; i < lifted.size(); ++i) lifted[i].proxy = numbers[i];
  };
  ask("begin",
      {list_of(call.tensor_args.inputs), c10::List<int64_t>(call.dyn_size_inputs), numbers_of(call.lifted_ivalue_args),
       origins_of(call), accumulates, AnomalyMode::is_enabled() && AnomalyMode::should_check_nan()},
      {}, take);
  for (size_t i = 0; i < stand_ins.size(); ++i)
    call.tensor_args.lookup(call.tensor_args.inputs[i]).proxy_tensor = stand_ins[i];
  return {std::move(sizes), outputs.size()};
}

variable_list through_hook(const char *method, const variable_list &gradients, std::pair<int, int> hook) {
  return ask_for_tensors(method, {list_of(gradients), int64_t(hook.first), int64_t(hook.second)});
}

variable_list validated(const variable_list &gradients, const ivalue_list &kept) {
  auto out = gradients;
  const auto wanted = dynamo::PackedArgs(kept).unpack<std::vector<std::optional<torch::autograd::InputMetadata>>>();
  torch::autograd::validate_outputs(
      wanted, out, [](const std::string &message) { return "[Compiled Autograd Tracing] " + message; });
  return out;
}

// The results with the sizes and dtypes that the next nodes want, which the compiled pass checks too.
variable_list Pass::checked(dynamo::NodeCall &step, dynamo::SwapSavedVariables &saved, variable_list results) {
  using Wanted = std::vector<std::optional<torch::autograd::InputMetadata>>;
  saved.before(step.node->next_edges());
  if (!step.node->is_aot_backward()) { // whose own graph has seen to it
    const auto &interface = dynamo::getPyCompilerInterface();
    static std::once_flag once;
    std::call_once(once, [&] {
      interface->bind_function(nullptr, "validate_outputs", validated, {dynamo::IValuePacker<Wanted>::packed_type()},
                               false, true);
    });
    dynamo::PackedArgs wanted;
    wanted.pack(dynamo::get_input_metadata(step.node->next_edges()));
    const auto kept = std::move(wanted).vec();
    results = interface->call_function(nullptr, "validate_outputs", "validate_outputs", results, kept, kept[0]);
  }
  saved.after(step.node->next_edges());
  saved.debug_asserts();
  return results;
}

void Pass::hand_on(Node &node, variable_list &results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const auto &edge = node.next_edge(i);
    if (!edge.is_valid() || !results[i].defined()) continue;
    auto &there = waiting[(edge.function.get)()];
    there.resize(edge.function->num_inputs());
    auto &place = there[edge.input_nr];
    place = place.defined() ? ask_for_tensor("accumulate", {place, results[i]}) : std::move(results[i]);
  }
}

void Pass::write_step(dynamo::NodeCall &step, size_t number, dynamo::TraceState &state) {
  Node &node = *step.node;
  const auto *context = ptc::context_of(node);
  const auto object = context ? ptc::compiler::object_of(*context) : std::nullopt;
  void *const of_host = object ? object->ptr(interpreter()) : nullptr;
  ask("set_node_origin", {node.name(), static_cast<int64_t>(number)}, of_host);
  variable_list gradients = std::move(waiting[&node]);
  waiting.erase(&node);
  gradients.resize(node.num_inputs());
  for (const auto &hook : step.tensor_pre_hooks) gradients = through_hook("tensor_pre_hook", gradients, hook);
  for (const auto &hook : step.cpp_tensor_pre_hooks) gradients = through_hook("cpp_tensor_pre_hook", gradients, hook);
  for (const auto &[input, output] : step.graph_output) state.outputs.at(output) = gradients.at(input);
  if (!step.needed) return;
  for (int hook : step.pre_hooks) gradients = ask_for_tensors("pre_hook", {list_of(gradients), int64_t(hook)});
  dynamo::SwapSavedVariables saved(call, state, nullptr, step);
  variable_list results = node.apply_with_saved(gradients, saved);
  saved.debug_asserts();
  results = checked(step, saved, std::move(results));
  for (int hook : step.post_hooks)
    results = ask_for_tensors("post_hook", {list_of(results), list_of(gradients), int64_t(hook)});
  hand_on(node, results);
}

// Tells the host that what it was told of a pass is over, whichever way.
struct Closing {
  ~Closing() {
    try {
      ask("close", {});
    } catch (...) {} // the pass has failed already, or was written down
  }
};

void Pass::write_down(Seen &seen) {
  dynamo::PyCompilerGuard guard(std::make_unique<Interface>());
  Closing closing;
  auto state = begin(seen);
  if (!reasons.texts.empty()) ask("log_compile_reasons", {c10::List<std::string>(reasons.texts)});
  for (size_t i = 0; i < steps.size(); ++i) write_step(*steps[i], i, state);
  ask("end", {list_of(state.outputs)}, {}, [&](const ptc_value &value) { seen.compiled = number_in(value).toInt(); });
  state.debug_asserts();
}

variable_list Pass::run(const Seen &seen) {
  std::vector<void *> objects;
  for (auto *from : {&call.hooks, &call.packed_inputs})
    for (auto &one : *from) objects.push_back(one.ptr(interpreter()));
  auto results =
      ask_for_tensors("run",
                      {seen.compiled, list_of(call.tensor_args.inputs), c10::List<int64_t>(call.dyn_size_inputs),
                       numbers_of(call.lifted_ivalue_args), static_cast<int64_t>(call.hooks.size())},
                      objects);
  if (results.size() != outputs.size())
    fail(PTC_ERROR_TYPE,
         "run: " + std::to_string(outputs.size()) + " results are needed, got " + std::to_string(results.size()));
  return results;
}

// The engine gives each pass to this function instead of running it.
variable_list compiled_pass(const NodePtr &root, const torch::autograd::GraphTask &task, bool accumulate,
                            const edge_list &outputs) {
  if (c10::impl::TorchDispatchModeTLS::stack_len())
    fail(PTC_ERROR_RUNTIME, "TorchDispatchMode not yet implemented for compiled autograd");
  const Alone alone("Trying to run compiled autograd within another compiled autograd call (e.g. reentrant "
                    "checkpointing), this is not supported yet.");
  at::ThreadLocalStateGuard state(task.thread_locals_);
  const ptc::compiler::Compiling here;
  Pass pass(task, accumulate, outputs);
  Seen &seen = pass.walk(root);
  if (!fits(seen, pass.call, pass.reasons)) pass.write_down(seen);
  if (!task.keep_graph_)
    for (auto *step : pass.steps) step->node->release_variables();
  Given given{std::move(pass.call.cpp_tensor_pre_hooks)};
  struct Running {
    Given *before;
    explicit Running(Given &now) : before(std::exchange(running, &now)) {}
    ~Running() { running = before; }
  } these(given);
  return pass.run(seen);
}

} // namespace

ptc_error ptc_backward_compiler_set(ptc_backward_compiler_fn run, const void *function_ends, const void *hook_ends,
                                    void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard([&] {
    if (!held.use_count()) held = owned.share();
    if (!run) fail(PTC_ERROR_VALUE, "argument 'run': a function is needed, got NULL");
    if (!function_ends) fail(PTC_ERROR_VALUE, "argument 'function_ends': a function is needed, got NULL");
    if (!hook_ends) fail(PTC_ERROR_VALUE, "argument 'hook_ends': a function is needed, got NULL");
    need_host();
    const Compiler *none = nullptr;
    auto made = std::make_unique<const Compiler>(Compiler{run, function_ends, hook_ends, held});
    if (!the_compiler.compare_exchange_strong(none, (made.get)()))
      fail(PTC_ERROR_RUNTIME, "somebody compiles backward passes already");
    made.release();
  });
}

ptc_error ptc_backward_compiler_use(bool used, bool dynamic) {
  return guard([&] {
    if (used) need_compiler();
    sizes_dynamic = dynamic;
    Engine::set_compiled_autograd(used ? &compiled_pass : nullptr);
  });
}

void ptc_backward_compiler_explain(bool explained) { explains = explained; }

ptc_error ptc_backward_compiler_answer(void *call, const ptc_value *value) {
  return guard([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    if (!value) fail(PTC_ERROR_VALUE, "argument 'value' is NULL");
    auto &reply = *static_cast<Reply *>(call);
    reply.given = true;
    if (reply.take) reply.take(*value);
  });
}

ptc_error ptc_backward_compiler_answer_object(void *call, void *object) {
  return guard([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    auto &objects = static_cast<Reply *>(call)->objects;
    if (!object) fail(PTC_ERROR_VALUE, "argument 'object' is NULL");
    need_host().keep(host()->context, object);
    objects.emplace_back(static_cast<PyObject *>(object), interpreter());
  });
}

ptc_error ptc_backward_compiler_object(void *call, int64_t index, void **out) {
  return guard(out, [&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    const auto &objects = static_cast<Reply *>(call)->asked;
    if (index < 0 || index >= static_cast<int64_t>(objects.size()))
      fail(PTC_ERROR_INDEX, "argument 'index': " + std::to_string(objects.size()) + " objects come with the method");
    *out = objects[static_cast<size_t>(index)];
  });
}

ptc_error ptc_backward_compiler_call(int64_t function, const ptc_tensor *grads, int64_t grads_len,
                                     const ptc_value *kept, int64_t kept_len, ptc_tensor_list *out) {
  return guard(out, [&] {
    const auto found = bound_at(function);
    if (kept_len < 0 || static_cast<size_t>(kept_len) != found->kept.size())
      fail(PTC_ERROR_VALUE, "argument 'kept': " + std::to_string(found->kept.size()) + " values are needed, got " +
                                std::to_string(kept_len));
    if (kept_len && !kept) fail(PTC_ERROR_VALUE, "argument 'kept' is NULL but its length is not 0");
    variable_list given;
    for (const std::optional<at::Tensor> one : optional_tensors(grads, grads_len, "grads"))
      given.push_back(one.value_or(at::Tensor()));
    ivalue_list packed;
    for (size_t i = 0; i < found->kept.size(); ++i) packed.push_back(kept_in(found->kept[i], kept[i]));
    put(out, found->run(given, packed));
  });
}

ptc_error ptc_backward_compiler_hook(int64_t index, ptc_tensor grad, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &tensor = tensor_of(grad, "grad");
    if (!running) fail(PTC_ERROR_RUNTIME, "no compiled backward pass runs on this thread");
    if (index < 0 || index >= static_cast<int64_t>(running->hooks.size()))
      fail(PTC_ERROR_INDEX, "argument 'index': the pass has " + std::to_string(running->hooks.size()) + " such hooks");
    put(out, at::Tensor(running->hooks[static_cast<size_t>(index)](tensor)));
  });
}

ptc_error ptc_backward_compiler_clear(void) {
  return guard([&] {
    const Alone alone("a compiled backward pass runs");
    the_root.forget_all();
  });
}

ptc_error ptc_backward_compiler_is_empty(bool *out) {
  return guard(out, [&] {
    const Alone alone; // else a pass is known
    *out = alone.is && the_root.next.empty() && !the_root.compiled;
  });
}
