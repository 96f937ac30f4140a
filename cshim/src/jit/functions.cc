// TorchScript's functions and methods: what they are called with, and what is seen of them.
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/serialization/python_print.h>

#include "core/callback.h"
#include "jit/torchscript.h"

#include <sstream>

using torch::jit::Function;

namespace ptc {

ptc_jit_unit new_unit(std::shared_ptr<torch::jit::CompilationUnit> unit) {
  auto *out = new ptc_jit_unit_s{std::move(unit)};
  count_handle(1);
  return out;
}

ptc_jit_module new_module(torch::jit::Module module) {
  auto *out = new ptc_jit_module_s{std::move(module), {}};
  count_handle(1);
  return out;
}

ptc_jit_function new_function(std::shared_ptr<torch::jit::CompilationUnit> unit, Function *function,
                              torch::jit::ObjectPtr self) {
  function->ensure_defined();
  auto out = std::make_unique<ptc_jit_function_s>();
  const auto &schema = function->getSchema();
  const auto &wanted = schema.arguments();
  for (size_t i = self ? 1 : 0; i < wanted.size(); ++i) {
    const auto type = wanted[i].real_type();
    auto p = parameter_of(function->name() + "(): argument '" + wanted[i].name() + "'", type);
    p.copies = wanted[i].N().value_or(0);
    p.otherwise = wanted[i].default_value();
    out->parameters.push_back(std::move(p));
    out->names.push_back(wanted[i].name());
  }
  out->result = schema.returns().size() == 1 ? schema.returns()[0].real_type() : c10::TypePtr(c10::AnyType::get());
  out->unit = std::move(unit);
  out->function = function;
  out->self = std::move(self);
  count_handle(1);
  return out.release();
}

std::vector<std::string> lines_of(const char *text) {
  std::vector<std::string> out;
  std::istringstream stream(text ? text : "");
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) out.push_back(line);
  return out;
}

std::string joined(const std::vector<std::string> &lines) {
  std::string out;
  for (const auto &line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

std::string identifier(const char *text, const char *name, bool dotted) {
  const std::string out(text_of(text, name));
  bool first = true, valid = !out.empty();
  for (char c : out) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (c == '.' && dotted && !first) first = true;
    else if (letter || (c >= '0' && c <= '9' && (!first || dotted))) first = false;
    else valid = false;
  }
  if (!valid || first) fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': '" + out + "' is no name");
  return out;
}

std::string member_name(const char *text, const char *name) {
  const std::string out(text_of(text, name));
  const auto written = [](unsigned char c) { return c < ' ' || c == 127 || c == '.' || c == '"' || c == '\\'; };
  if (out.empty() || std::any_of(out.begin(), out.end(), written))
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': '" + out + "' is no name");
  return out;
}

at::IValue script_value(const Parameter &parameter, const ptc_value &value) {
  try {
    return to_ivalue(parameter, value);
  } catch (Failure &e) {
    if (e.kind == PTC_ERROR_TYPE) e.kind = PTC_ERROR_SCRIPT_TYPE;
    throw;
  }
}

at::IValue value_of(const ptc_value *value, const char *name, c10::TypePtr type) {
  const std::string where = std::string("argument '") + name + "'";
  if (!value) fail(PTC_ERROR_TYPE, where + ": a value is needed, got NULL");
  return script_value(parameter_of(where, type), *value);
}

namespace {

// Where each argument that is given by name belongs.
std::vector<size_t> places_of(const ptc_jit_function_s &f, int64_t positional, const std::vector<std::string> &named) {
  std::vector<size_t> out;
  for (const auto &name : named) {
    const auto at = static_cast<size_t>(std::find(f.names.begin(), f.names.end(), name) - f.names.begin());
    if (at == f.names.size()) fail(PTC_ERROR_SCRIPT_TYPE, f.function->name() + "() has no argument '" + name + "'");
    if (static_cast<int64_t>(at) < positional || std::find(out.begin(), out.end(), at) != out.end())
      fail(PTC_ERROR_SCRIPT_TYPE, f.function->name() + "(): argument '" + name + "' is given twice");
    out.push_back(at);
  }
  return out;
}

// Throws what a program failed with; where that was a callback of the host's, with the host's own exception.
[[noreturn]] void failed(const Overheard &overheard, const std::exception &e) {
  const auto *known = dynamic_cast<const c10::Error *>(&e);
  const std::string said = known ? known->what_without_backtrace() : e.what();
  const char *of_host = (overheard.error.get)();
  if (!of_host || dynamic_cast<const HostError *>(&e) || said.find(of_host) == std::string::npos) throw;
  ptc_error copy = nullptr;
  try {
    throw HostError(overheard.error);
  } catch (...) { copy = current_error("ptc_jit_call"); }
  throw HostError(extend_error(copy, "\n\n" + said));
}

[[noreturn]] void too_many(const ptc_jit_function_s &f, int64_t count) {
  const size_t most = f.parameters.size();
  fail(PTC_ERROR_SCRIPT_TYPE, f.function->name() + "() takes " + std::to_string(most) +
                                  (most == 1 ? " argument, got " : " arguments, got ") + std::to_string(count));
}

} // namespace

torch::jit::Stack arguments_of(const ptc_jit_function_s &f, const ptc_value *args, int64_t count, const char *names) {
  check_list(args, count, "args");
  const auto named = names ? lines_of(names) : std::vector<std::string>();
  const int64_t positional = count - static_cast<int64_t>(named.size());
  if (positional < 0)
    fail(PTC_ERROR_VALUE,
         "argument 'names': " + std::to_string(named.size()) + " names for " + std::to_string(count) + " arguments");
  if (positional > static_cast<int64_t>(f.parameters.size())) too_many(f, count);
  const auto places = places_of(f, positional, named);
  torch::jit::Stack stack;
  stack.reserve(f.parameters.size() + 1);
  if (f.self) stack.emplace_back(f.self);
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    const auto &p = f.parameters[i];
    const ptc_value *given = static_cast<int64_t>(i) < positional ? args + i : nullptr;
    for (size_t k = 0; k < places.size(); ++k)
      if (places[k] == i) given = args + positional + static_cast<int64_t>(k);
    if (given) stack.push_back(script_value(p, *given));
    else if (p.otherwise) stack.push_back(*p.otherwise);
    else fail(PTC_ERROR_SCRIPT_TYPE, p.where + " is missing");
  }
  return stack;
}

} // namespace ptc

void ptc_jit_function_close(ptc_jit_function self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_jit_call(ptc_jit_function self, const ptc_value *args, int64_t args_len, const char *names,
                       ptc_value *out) {
  return guard_writer(out, [&] {
    const auto &f = function_of(self);
    auto stack = arguments_of(f, args, args_len, names);
    Overheard overheard;
    try {
      run_function(f, stack);
    } catch (const std::exception &e) { failed(overheard, e); }
    Given::check_all();
    put(out, std::move(stack.back()), *f.result);
  });
}

ptc_error ptc_jit_module_call(ptc_jit_module self, const ptc_value *args, int64_t args_len, const char *names,
                              ptc_value *out) {
  return guard_writer(out, [&] {
    auto &module = module_of(self);
    auto *method = module.type()->findMethod("forward");
    if (!method) fail(PTC_ERROR_VALUE, "argument 'self': " + module.type()->str() + " has no forward");
    const std::unique_ptr<ptc_jit_function_s, void (*)(ptc_jit_function)> forward(
        new_function(module._ivalue()->compilation_unit(), method, module._ivalue()), ptc_jit_function_close);
    auto inputs = arguments_of(*forward, args, args_len, names);
    inputs.erase(inputs.begin()); // the module
    check_operators(*forward);
    for (const auto *hooks : {&module.type()->getForwardPreHooks(), &module.type()->getForwardHooks()})
      for (auto *hook : *hooks) check_operators(hook);
    Overheard overheard;
    at::IValue result;
    try {
      result = module(std::move(inputs));
    } catch (const std::exception &e) { failed(overheard, e); }
    Given::check_all();
    const auto type = module.type()->getForwardHooks().empty() ? forward->result : result.type();
    put(out, std::move(result), *type);
  });
}

ptc_error ptc_jit_function_name(ptc_jit_function self, char **out) {
  return guard(out, [&] { put(out, function_of(self).function->name()); });
}

ptc_error ptc_jit_function_qualified_name(ptc_jit_function self, char **out) {
  return guard(out, [&] { put(out, function_of(self).function->qualname().qualifiedName()); });
}

ptc_error ptc_jit_function_schema(ptc_jit_function self, char **out) {
  return guard(out, [&] {
    std::ostringstream text;
    text << function_of(self).function->getSchema();
    put(out, text.str());
  });
}

ptc_error ptc_jit_function_code(ptc_jit_function self, char **out, ptc_value *constants) {
  return guard(std::tie(out, constants), [&] {
    check_operators(function_of(self));
    const auto &f = function_of(self);
    std::vector<at::IValue> found;
    torch::jit::PrintDepsTable deps;
    torch::jit::PythonPrint printer(found, deps);
    if (f.self) printer.printMethod(*f.function);
    else printer.printFunction(*f.function);
    c10::impl::GenericList list(c10::AnyType::get());
    for (auto &one : found) list.push_back(std::move(one));
    const auto text = printer.str();
    put(constants, std::move(list));
    Filled filled{constants, 1};
    put(out, text);
    filled.done = true;
  });
}

ptc_error ptc_jit_function_graph(ptc_jit_function self, int32_t kind, char **out) {
  return guard(out, [&] {
    auto &function = torch::jit::toGraphFunction(*function_of(self).function);
    auto graph = function.graph();
    if (kind == PTC_JIT_GRAPH_INLINED) torch::jit::Inline(*(graph = graph->copy()));
    else if (kind == PTC_JIT_GRAPH_OPTIMIZED) graph = function.optimized_graph();
    else if (kind != PTC_JIT_GRAPH_PLAIN)
      fail(PTC_ERROR_VALUE, "argument 'kind': unknown number " + std::to_string(kind));
    put(out, graph->toString());
  });
}

ptc_error ptc_jit_function_owner(ptc_jit_function self, ptc_jit_module *out) {
  return guard(out, [&] {
    const auto &f = function_of(self);
    if (f.self && f.self->type()->is_module()) *out = new_module(torch::jit::Module(f.self));
  });
}

ptc_error ptc_jit_function_unit(ptc_jit_function self, ptc_jit_unit *out) {
  return guard(out, [&] { *out = new_unit(function_of(self).unit); });
}

ptc_error ptc_jit_function_flush(ptc_jit_function self) {
  return guard(
      [&] { torch::jit::toGraphFunction(*function_of(self).function).get_executor().debugFlushCompilationCache(); });
}
