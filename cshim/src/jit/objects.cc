// Objects of TorchScript that are values, and how its programs run.
#include <ATen/core/enum_type.h>
#include <torch/csrc/jit/codegen/fuser/interface.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/autocast.h>
#include <torch/csrc/jit/passes/symbolic_shape_analysis.h>
#include <torch/csrc/jit/passes/tensorexpr_fuser.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include "jit/torchscript.h"

namespace jit = torch::jit;

namespace {

// The value as libtorch has it; of one that is an object itself, without a copy.
at::IValue any_of(const ptc_value *value) { return value_of(value, "value"); }

jit::ObjectPtr object_of(const ptc_value *value) {
  auto held = any_of(value);
  if (!held.isObject())
    fail(PTC_ERROR_TYPE, "argument 'value': an object of a class is needed, got " + held.type<c10::Type>()->str());
  return held.toObject();
}

size_t slot_of(const jit::ObjectPtr &object, const char *name) {
  const std::string which(text_of(name, "name"));
  const auto slot = object->type()->findAttributeSlot(which);
  if (!slot) fail(PTC_ERROR_VALUE, object->type()->str() + " has no attribute '" + which + "'");
  return *slot;
}

// An option as the functions that read and write it.
struct Option {
  int64_t (*get)();
  void (*set)(int64_t);
};

const Option &option_of(int32_t option) {
  static const Option options[] = {
      {[]() -> int64_t { return jit::getExecutorMode(); }, [](int64_t x) { jit::getExecutorMode() = x != 0; }},
      {[]() -> int64_t { return jit::getProfilingMode(); }, [](int64_t x) { jit::getProfilingMode() = x != 0; }},
      {[]() -> int64_t { return static_cast<int64_t>(jit::getNumProfiledRuns().load()); },
       [](int64_t x) { jit::getNumProfiledRuns() = static_cast<size_t>(x); }},
      {[]() -> int64_t { return jit::getGraphExecutorOptimize(); },
       [](int64_t x) { jit::setGraphExecutorOptimize(x != 0); }},
      {[]() -> int64_t { return jit::getInlineEverythingMode(); },
       [](int64_t x) { jit::getInlineEverythingMode() = x != 0; }},
      {[]() -> int64_t { return jit::tensorExprFuserEnabled(); },
       [](int64_t x) { jit::setTensorExprFuserEnabled(x != 0); }},
      {[]() -> int64_t { return jit::canFuseOnCPU(); }, [](int64_t x) { jit::overrideCanFuseOnCPU(x != 0); }},
      {[]() -> int64_t { return jit::canFuseOnGPU(); }, [](int64_t x) { jit::overrideCanFuseOnGPU(x != 0); }},
      {[]() -> int64_t { return jit::symbolicShapeAnalysisTestModeEnabled(); },
       [](int64_t x) { jit::setSymbolicShapeAnalysisTestMode(x != 0); }},
      {[]() -> int64_t { return jit::autocastEnabled(); }, [](int64_t x) { jit::setAutocastMode(x != 0); }},
  };
  if (option < 0 || option >= static_cast<int32_t>(std::size(options)))
    fail(PTC_ERROR_VALUE, "argument 'option': unknown number " + std::to_string(option));
  return options[option];
}

} // namespace

ptc_error ptc_value_type(const ptc_value *value, char **out) {
  return guard(out, [&] { put(out, any_of(value).type<c10::Type>()->annotation_str()); });
}

ptc_error ptc_value_names(const ptc_value *value, char **out) {
  return guard(out, [&] {
    const auto type = object_of(value)->type();
    std::vector<std::string> names;
    for (size_t i = 0; i < type->numAttributes(); ++i) names.push_back(type->getAttributeName(i));
    put(out, joined(names));
  });
}

ptc_error ptc_value_attr(const ptc_value *value, const char *name, ptc_value *out) {
  return guard(out, [&] {
    const auto object = object_of(value);
    const auto slot = slot_of(object, name);
    put(out, object->getSlot(slot), *object->type()->getAttribute(slot));
  });
}

ptc_error ptc_value_set_attr(const ptc_value *value, const char *name, const ptc_value *to) {
  return guard([&] {
    const auto object = object_of(value);
    const auto slot = slot_of(object, name);
    object->setSlot(slot, value_of(to, "to", object->type()->getAttribute(slot)));
  });
}

ptc_error ptc_value_method(const ptc_value *value, const char *name, ptc_jit_function *out) {
  return guard(out, [&] {
    const auto object = object_of(value);
    const std::string which(text_of(name, "name"));
    auto *found = object->type()->findMethod(which);
    if (!found) fail(PTC_ERROR_VALUE, object->type()->str() + " has no method '" + which + "'");
    *out = new_function(object->compilation_unit(), found, object);
  });
}

ptc_error ptc_value_module(const ptc_value *value, ptc_jit_module *out) {
  return guard(out, [&] {
    const auto object = object_of(value);
    if (!object->type()->is_module())
      fail(PTC_ERROR_TYPE, "argument 'value': a module is needed, got " + object->type()->str());
    *out = new_module(jit::Module(object));
  });
}

ptc_error ptc_value_enum(const ptc_value *value, char **name, ptc_value *out) {
  return guard(std::tie(name, out), [&] {
    const auto held = any_of(value);
    if (!held.isEnum())
      fail(PTC_ERROR_TYPE, "argument 'value': a member of an enum is needed, got " + held.type<c10::Type>()->str());
    const auto member = held.toEnumHolder();
    put(out, member->value());
    Filled filled{out, 1};
    put(name, member->name());
    filled.done = true;
  });
}

ptc_error ptc_value_wait(const ptc_value *value, ptc_value *out) {
  return guard_writer(out, [&] {
    const auto held = any_of(value);
    if (held.isFuture()) {
      const auto future = held.toFuture();
      future->waitAndThrow();
      auto result = future->value();
      if (const auto state = torch::jit::tracer::getTracingState(); state && state->hasValue(held))
        torch::jit::tracer::setValueTrace(result, state->graph->insert(c10::aten::wait, {state->getValue(held)}));
      put(out, std::move(result));
    } else if (held.isAwait()) put(out, held.toAwait()->wait());
    else fail(PTC_ERROR_TYPE, "argument 'value': a future is needed, got " + held.type<c10::Type>()->str());
  });
}

ptc_error ptc_value_id(const ptc_value *value, int64_t *out) {
  return guard(out, [&] {
    const auto held = any_of(value);
    if (!held.isPtrType()) fail(PTC_ERROR_TYPE, "argument 'value': an object is needed");
    *out = reinterpret_cast<intptr_t>(held.internalToPointer());
  });
}

ptc_error ptc_jit_option(int32_t option, int64_t *out) {
  return guard(out, [&] { *out = option_of(option).get(); });
}

ptc_error ptc_jit_set_option(int32_t option, int64_t value) {
  return guard([&] {
    const auto &one = option_of(option);
    const int64_t most = option == PTC_JIT_PROFILED_RUNS ? 1 << 20 : 1;
    if (value < 0 || value > most)
      fail(PTC_ERROR_VALUE, "argument 'value': a number from 0 to " + std::to_string(most) + " is needed");
    one.set(value);
  });
}

ptc_error ptc_jit_fusion_strategy(char **out) {
  return guard(out, [&] {
    std::vector<std::string> lines;
    for (const auto &[behavior, depth] : jit::getFusionStrategy())
      lines.push_back((behavior == jit::FusionBehavior::STATIC ? "STATIC " : "DYNAMIC ") + std::to_string(depth));
    put(out, joined(lines));
  });
}

ptc_error ptc_jit_set_fusion_strategy(const char *strategy) {
  return guard([&] {
    jit::FusionStrategy made;
    for (const auto &line : lines_of(std::string(text_of(strategy, "strategy")).c_str())) {
      std::istringstream words(line);
      std::string behavior, rest;
      int64_t depth = -1;
      words >> behavior >> depth;
      const bool whole = !words.fail() && !(words >> rest) && depth >= 0 && depth <= 1 << 20;
      if (!whole || (behavior != "STATIC" && behavior != "DYNAMIC"))
        fail(PTC_ERROR_VALUE,
             "argument 'strategy': \"STATIC 2\" or \"DYNAMIC 10\" is needed in each line, got '" + line + "'");
      made.emplace_back(behavior == "STATIC" ? jit::FusionBehavior::STATIC : jit::FusionBehavior::DYNAMIC, depth);
    }
    jit::setFusionStrategy(made);
  });
}

ptc_error ptc_jit_bailout_depth(int64_t *out) {
  return guard(out, [&] { *out = static_cast<int64_t>(jit::getBailoutDepth()); });
}

ptc_error ptc_jit_last_executed_optimized_graph(char **out) {
  return guard(out, [&] {
    const auto graph = jit::lastExecutedOptimizedGraph();
    if (!graph) fail(PTC_ERROR_RUNTIME, "no program has run on this thread yet");
    put(out, graph->toString());
  });
}
