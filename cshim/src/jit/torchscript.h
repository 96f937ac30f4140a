// TorchScript's units, functions and modules as handles.
#pragma once

#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/module.h>

#include "library/values.h"

#include <pytorch_c/jit/jit.h>

struct ptc_jit_unit_s {
  std::shared_ptr<torch::jit::CompilationUnit> unit;
};

struct ptc_jit_module_s {
  torch::jit::Module module;
  torch::jit::ExtraFilesMap extra_files; // those of the archive that were asked for
};

// A function of a unit, or a method with its object: what calls need of it is found once.
struct ptc_jit_function_s {
  std::shared_ptr<torch::jit::CompilationUnit> unit;
  torch::jit::Function *function;
  torch::jit::ObjectPtr self; // of a method
  std::vector<Parameter> parameters;
  std::vector<std::string> names;
  c10::TypePtr result;
  mutable std::atomic<int64_t> checked{0}; // how many operators had gone when those of the program were looked at
};

namespace ptc {

template <class Handle> auto &held(Handle handle, const char *what, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, std::string("argument '") + name + "': a " + what + " is needed, got NULL");
  return *handle;
}
inline const std::shared_ptr<torch::jit::CompilationUnit> &unit_of(ptc_jit_unit handle, const char *name = "self") {
  return held(handle, "unit", name).unit;
}
inline torch::jit::Module &module_of(ptc_jit_module handle, const char *name = "self") {
  return held(handle, "module", name).module;
}
inline ptc_jit_function_s &function_of(ptc_jit_function handle, const char *name = "self") {
  return held(handle, "function", name);
}

ptc_jit_unit new_unit(std::shared_ptr<torch::jit::CompilationUnit> unit);
ptc_jit_module new_module(torch::jit::Module module);
ptc_jit_function new_function(std::shared_ptr<torch::jit::CompilationUnit> unit, torch::jit::Function *function,
                              torch::jit::ObjectPtr self = {});

// The lines of a text that may be NULL.
std::vector<std::string> lines_of(const char *text);
std::string joined(const std::vector<std::string> &lines);
// A name of an attribute or a function: an identifier, or one with its path where `dotted`.
std::string identifier(const char *text, const char *name, bool dotted = false);
// A name of a parameter, a buffer or a submodule: any text that an archive can write ("0", "block1-0").
std::string member_name(const char *text, const char *name);
// A value as TorchScript's parameter, whose type it must have.
at::IValue script_value(const Parameter &parameter, const ptc_value &value);
// A value that is an argument named `name`, of any type, or of the type.
at::IValue value_of(const ptc_value *value, const char *name, c10::TypePtr type = c10::AnyType::get());
// The type that a text is in the unit.
c10::TypePtr type_of(const char *text, const char *name, const std::shared_ptr<torch::jit::CompilationUnit> &unit);
// The arguments of a call, checked; `names` are those of the last.
torch::jit::Stack arguments_of(const ptc_jit_function_s &function, const ptc_value *args, int64_t count,
                               const char *names);

// Runs it; a trace that this thread is in has the call (traced_calls.cc).
// An error where an operator of the program is gone, or is another one now.
void check_operators(torch::jit::Function *function);
void check_operators(const torch::jit::Module &module);
void check_operators(const ptc_jit_function_s &function);
void run_function(const ptc_jit_function_s &function, torch::jit::Stack &stack);

// Gives a value, and may change what it was given.
template <class Out, class Body>
ptc_error guard_writer(Out *out, Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  return run_body<May::change_all>(Outputs<Out>{{out}}, body, function);
}

} // namespace ptc
