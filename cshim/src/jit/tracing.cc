// Tracing: a program of the host's runs once, and its operators are written down.
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/ir/ir.h>

#include "core/callback.h"
#include "jit/torchscript.h"
#include "jit/traced_places.h"

#include <pytorch_c/jit/tracing.h>

#include <map>
#include <set>

namespace jit = torch::jit;
namespace tracer = torch::jit::tracer;

namespace {

// The trace that this thread is in.
struct Trace {
  jit::Module *module = nullptr;
  size_t scopes = 0;
  std::shared_ptr<tracer::TracingState> state, paused;
  // Stashed sizes: positions in a list of a length, or a value, by the names of arguments. libtorch keeps it until
  // an operator takes it, beyond the trace too, and asserts that no position is given twice.
  struct Stashed {
    int64_t length = 0;
    std::set<int64_t> items;
    bool value = false;
  };
  std::map<std::string, Stashed> stashed;
};
thread_local Trace *current = nullptr;

// Libtorch gives it to nobody but an operator, so a node that is thrown away takes it.
void forget(Trace &trace, const std::string &name) {
  const auto found = trace.stashed.find(name);
  if (found == trace.stashed.end() || !trace.state) return;
  auto &graph = *trace.state->graph;
  auto *taker = graph.create(c10::prim::Print, 0);
  {
    jit::WithInsertPoint inside(taker->addBlock());
    if (!found->second.items.empty())
      tracer::addInputs(taker, name.c_str(), c10::IntArrayRef(std::vector<int64_t>(found->second.length)));
    if (found->second.value) tracer::addInputs(taker, name.c_str(), int64_t{0});
  }
  taker->removeAllInputs();
  taker->destroy();
  trace.stashed.erase(found);
}
void forget_all(Trace &trace) {
  if (trace.stashed.empty()) return;
  const auto before = tracer::getTracingState();
  tracer::setTracingState(trace.state);
  while (!trace.stashed.empty()) forget(trace, trace.stashed.begin()->first);
  tracer::setTracingState(before);
}

Trace &trace_of_thread() {
  if (!current) fail(PTC_ERROR_RUNTIME, "this thread is in no trace");
  return *current;
}

void check_tracing() {
  trace_of_thread();
  if (!tracer::isTracing()) fail(PTC_ERROR_RUNTIME, "the trace is paused");
}

// The results that a program has given.
struct TracedCall {
  std::optional<at::IValue> result;
};

// Arguments as values, which own what the host has not taken.
struct Values {
  std::vector<ptc_value> values;
  explicit Values(const jit::Stack &stack) : values(stack.size(), ptc_value{}) {
    Filled filled{values.data(), static_cast<int64_t>(values.size())};
    for (size_t i = 0; i < stack.size(); ++i) put(values[i], at::IValue(stack[i]), What::any);
    filled.done = true;
  }
  ~Values() { ptc_values_close(values.data(), static_cast<int64_t>(values.size())); }
};

// A type without sizes.
std::string kind_of(const at::IValue &x) { return c10::unshapedType(x.type())->repr_str(); }

// Tensors, and lists, tuples and dicts of them, in torch's words.
void check_traceable(const at::IValue &x, const std::string &where, bool top) {
  if (x.isTensor()) return;
  if (x.isTuple()) {
    for (const auto &one : x.toTupleRef().elements()) check_traceable(one, where, false);
  } else if (x.isList()) {
    const auto items = x.toListRef();
    if (items.empty()) fail(PTC_ERROR_SCRIPT_TYPE, where + ": List trace inputs must have elements");
    for (const auto &one : items) {
      check_traceable(one, where, false);
      if (kind_of(one) != kind_of(items[0]))
        fail(PTC_ERROR_SCRIPT_TYPE, where +
                                        ": List inputs to traced functions must have consistent element type. Found " +
                                        kind_of(items[0]) + " and " + kind_of(one));
    }
  } else if (x.isGenericDict()) {
    if (x.toGenericDict().empty()) fail(PTC_ERROR_SCRIPT_TYPE, where + ": Dictionary inputs must have entries");
    for (const auto &entry : x.toGenericDict()) check_traceable(entry.value(), where, false);
  } else if (x.isFuture() && tracer::isTracing() && tracer::getTracingState()->hasValue(x)) {
  } else if (top || !(x.isNone() || x.isInt() || x.isDouble() || x.isBool() || x.isString()))
    fail(PTC_ERROR_SCRIPT_TYPE,
         where + ": Type '" + kind_of(x) +
             "' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, and Tuples of "
             "Tensors can be traced");
}

// Runs the program on the arguments, within this thread's trace.
at::IValue result_of(ptc_jit_traced_fn program, void *context, const jit::Stack &given) {
  const auto &now = trace_of_thread();
  const auto scopes = now.scopes;
  Values args(given);
  TracedCall running;
  check(program(context, &running, args.values.data(), static_cast<int64_t>(args.values.size())));
  if (now.paused) fail(PTC_ERROR_RUNTIME, "the program ended while its trace was paused");
  if (!tracer::isTracing()) // libtorch leaves it open, and a node that nothing comes of
    fail(PTC_ERROR_RUNTIME, "an operator failed while it was traced, and the program went on: what came after it is "
                            "not written down");
  if (now.scopes != scopes) fail(PTC_ERROR_RUNTIME, "the program ended in a scope that it had pushed");
  if (!running.result)
    fail(PTC_ERROR_RUNTIME, "the program gave no result: what it only changes is not in a trace, which would be empty");
  return std::move(*running.result);
}

struct Traced {
  std::shared_ptr<jit::Graph> graph;
  jit::Stack inputs;
};

Traced trace(ptc_jit_traced_fn program, void *context, const ptc_value *inputs, int64_t inputs_len,
             const char *argument_names, bool strict, bool force_outplace, jit::Module *module) {
  if (!program) fail(PTC_ERROR_VALUE, "argument 'program': a function is needed, got NULL");
  if (current || tracer::isTracing()) fail(PTC_ERROR_RUNTIME, "this thread is in a trace already");
  check_list(inputs, inputs_len, "inputs");
  jit::Stack stack;
  for (int64_t i = 0; i < inputs_len; ++i) {
    const std::string where = "argument 'inputs': item " + std::to_string(i);
    stack.push_back(script_value(parameter_of(where, c10::AnyType::get()), inputs[i]));
    check_traceable(stack.back(), where, true);
  }
  const auto names = lines_of(argument_names);
  for (const auto &name : names) identifier(name.c_str(), "argument_names");
  if (!names.empty() && names.size() != stack.size())
    fail(PTC_ERROR_VALUE, "argument 'argument_names': " + std::to_string(names.size()) + " names for " +
                              std::to_string(stack.size()) + " inputs");

  Trace now;
  now.module = module;
  current = &now;
  struct End { // also of what was paused
    ~End() {
      try {
        forget_all(*current);
      } catch (const std::exception &) { // nobody is left to tell
      }
      current = nullptr;
      tracer::setTracingState(nullptr);
    }
  } end;
  Traced out{nullptr, stack};
  auto run = [&](jit::Stack given) -> jit::Stack {
    now.state = tracer::getTracingState();
    now.state->lookup_var_name_fn = name_in_host;
    auto result = result_of(program, context, given);
    forget_all(now); // what it was made of may go when libtorch cleans the graph up
    return {std::move(result)};
  };
  auto made = tracer::trace(
      std::move(stack), run, [](const torch::autograd::Variable &) { return std::string(); }, strict, force_outplace,
      module, names);
  out.graph = made.first->graph;
  return out;
}

} // namespace

ptc_error ptc_jit_trace(ptc_jit_unit unit, const char *name, ptc_jit_traced_fn program, void *context,
                        ptc_destroy_fn destroy, const ptc_value *inputs, int64_t inputs_len, const char *argument_names,
                        bool strict, bool force_outplace, ptc_jit_function *out) {
  Context owned{context, destroy};
  return guard_writer(out, [&] {
    const auto &in = unit_of(unit, "unit");
    const c10::QualifiedName qualified(identifier(name, "name", true));
    auto traced = trace(program, context, inputs, inputs_len, argument_names, strict, force_outplace, nullptr);
    *out = new_function(in, in->create_function(qualified, std::move(traced.graph), true));
  });
}

ptc_error ptc_jit_module_trace(ptc_jit_module self, const char *name, ptc_jit_traced_fn program, void *context,
                               ptc_destroy_fn destroy, const ptc_value *inputs, int64_t inputs_len,
                               const char *argument_names, bool strict, bool force_outplace, bool store_inputs,
                               ptc_jit_function *out) {
  Context owned{context, destroy};
  return guard_writer(out, [&] {
    auto &module = module_of(self);
    const auto method = identifier(name, "name");
    if (module.hasattr(method) || module.find_method(method))
      fail(PTC_ERROR_VALUE, "argument 'name': " + module.type()->str() + " has a member '" + method + "' already");
    auto traced = trace(program, context, inputs, inputs_len, argument_names, strict, force_outplace, &module);
    const auto unit = module._ivalue()->compilation_unit();
    auto *made = unit->create_function(c10::QualifiedName(*module.type()->name(), method), std::move(traced.graph));
    module.type()->addMethod(made);
    if (store_inputs) module.store_traced_inputs(method, std::move(traced.inputs));
    *out = new_function(unit, made, module._ivalue());
  });
}

ptc_error ptc_jit_trace_return(void *call, const ptc_value *value) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    auto result = value_of(value, "value");
    if (result.isNone())
      fail(PTC_ERROR_SCRIPT_TYPE,
           "The traced function didn't return any values! Side-effects are not captured in traces, so it "
           "would be a no-op.");
    if (!result.isTensor() && !result.isTuple() && !result.isList() && !result.isGenericDict())
      fail(PTC_ERROR_SCRIPT_TYPE,
           "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced "
           "functions, not " +
               result.type<c10::Type>()->repr_str());
    check_traceable(result, "argument 'value'", true);
    static_cast<TracedCall *>(call)->result = std::move(result);
  });
}

ptc_error ptc_jit_trace_fork(ptc_jit_traced_fn program, void *context, ptc_destroy_fn destroy, ptc_value *out) {
  Context owned{context, destroy};
  return guard_writer(out, [&] {
    if (!program) fail(PTC_ERROR_VALUE, "argument 'program': a function is needed, got NULL");
    check_tracing();
    const auto graph = tracer::getTracingState()->graph;
    auto *fork = graph->insertNode(graph->create(c10::prim::TracedFork, 1));
    auto *body = fork->addBlock();
    jit::WithInsertPoint inside(body);
    at::IValue result;
    {
      tracer::WithNestedTracingFrame frame; // what it makes is known outside by the future alone
      result = result_of(program, context, {});
      auto *value = tracer::getValueTrace(result);
      body->registerOutput(value);
      fork->output()->setType(c10::FutureType::create(value->type()));
    }
    auto future = c10::make_intrusive<c10::ivalue::Future>(result.type());
    tracer::setValueTrace(future, fork->output());
    future->markCompleted(std::move(result));
    put(out, at::IValue(std::move(future)));
  });
}

bool ptc_jit_is_tracing(void) { return tracer::isTracing(); }

ptc_error ptc_jit_trace_pause(bool pause) {
  return guard([&] {
    auto &trace = trace_of_thread();
    if (pause == static_cast<bool>(trace.paused)) return;
    if (pause) {
      trace.paused = tracer::getTracingState();
      tracer::setTracingState(nullptr);
    } else tracer::setTracingState(std::exchange(trace.paused, nullptr));
  });
}

ptc_error ptc_jit_trace_push_scope(const char *name) {
  return guard([&] {
    auto &trace = trace_of_thread();
    const std::string path(text_of(name, "name"));
    if (trace.paused) fail(PTC_ERROR_RUNTIME, "the trace is paused");
    if (!trace.module) {
      tracer::getTracingState()->graph->push_scope(path);
      ++trace.scopes;
      return;
    }
    jit::Module at = *trace.module;
    for (size_t begin = 0, end; !path.empty() && begin <= path.size(); begin = end + 1) {
      end = std::min(path.find('.', begin), path.size());
      const auto part = path.substr(begin, end - begin);
      const auto slot = at.type()->findAttributeSlot(part);
      if (!slot || !at.type()->getAttribute(*slot)->is_module())
        fail(PTC_ERROR_VALUE, "argument 'name': " + at.type()->str() + " has no submodule '" + part + "'");
      at = jit::Module(at._ivalue()->getSlot(*slot).toObject());
    }
    tracer::getTracingState()->graph->push_scope(path.empty() ? "__module" : "__module." + path);
    ++trace.scopes;
  });
}

ptc_error ptc_jit_trace_pop_scope(void) {
  return guard([&] {
    auto &trace = trace_of_thread();
    if (!trace.scopes || trace.paused) fail(PTC_ERROR_RUNTIME, "there is no scope to pop");
    tracer::getTracingState()->graph->pop_scope();
    --trace.scopes;
  });
}

ptc_error ptc_jit_trace_size(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &tensor = tensor_of(self);
    check_tracing();
    put(out, tracer::getSizeOf(tensor, at::maybe_wrap_dim(dim, tensor.dim())));
  });
}

ptc_error ptc_jit_trace_numel(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &tensor = tensor_of(self);
    check_tracing();
    put(out, tracer::getNumelOf(tensor));
  });
}

ptc_error ptc_jit_trace_stash_int(const char *name, int64_t size, int64_t index, ptc_tensor value) {
  return guard([&] {
    const auto &tensor = tensor_of(value, "value");
    check_tracing();
    if (size < 0 || size > 1 << 16 || index < 0 || index >= size)
      fail(PTC_ERROR_INDEX, "argument 'index': " + std::to_string(index) + " of " + std::to_string(size));
    if (tensor.numel() != 1) fail(PTC_ERROR_VALUE, "argument 'value': one number is needed");
    const auto argument = identifier(name, "name");
    auto &trace = trace_of_thread();
    if (const auto found = trace.stashed.find(argument);
        found != trace.stashed.end() && (found->second.length != size || found->second.items.count(index)))
      forget(trace, argument);
    tracer::ArgumentStash::stashIntArrayRefElem(argument, size, index, tensor);
    trace.stashed[argument].length = size;
    trace.stashed[argument].items.insert(index);
  });
}

ptc_error ptc_jit_trace_stash_value(const char *name, int64_t index, ptc_tensor value, const char *type) {
  return guard([&] {
    const auto &tensor = tensor_of(value, "value");
    check_tracing();
    if (tensor.numel() != 1) fail(PTC_ERROR_VALUE, "argument 'value': one number is needed");
    c10::TypePtr as;
    if (type) as = type_of(type, "type", std::make_shared<jit::CompilationUnit>());
    const auto argument = identifier(name, "name");
    auto &trace = trace_of_thread();
    forget(trace, argument);
    tracer::ArgumentStash::stashValue(argument, index, tensor, as);
    trace.stashed[argument].value = true;
  });
}

ptc_error ptc_jit_trace_forget(void) {
  return guard([&] {
    if (current) forget_all(*current);
  });
}

ptc_error ptc_jit_trace_warn(const char *what) {
  return guard_reader([&] {
    check_tracing();
    tracer::warn(std::string(text_of(what, "what")).c_str(), tracer::WARN_PYTHON_DATAFLOW);
  });
}
