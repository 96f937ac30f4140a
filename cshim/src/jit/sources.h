// Sources of TorchScript, and what their names mean.
#pragma once

#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include "jit/parsed_text.h"
#include "jit/torchscript.h"

namespace ptc {

struct Scope;
// The resolver of a scope; with NULL one that knows `torch` and the classes of the unit.
torch::jit::ResolverPtr resolver_of(ptc_jit_scope scope, const std::shared_ptr<torch::jit::CompilationUnit> &unit);
// Functions or methods of a source.
std::vector<torch::jit::Def> parsed(const char *source, const char *filename, int64_t line, bool methods);

// ---- defaults of BroadcastingList (defaults.cc) ----

// An argument that is a list of a length, or one number for all.
struct Broadcast {
  std::string function, argument;
  int32_t length;
};
// Takes those with defaults out of definitions, for libtorch's compiler; restore() tells a compiled function of them.
std::vector<Broadcast> without_broadcasts(std::vector<torch::jit::Def> &definitions);
void restore(const std::vector<Broadcast> &broadcasts, const std::string &name, torch::jit::Function &function);

// ---- what names can mean (names.cc) ----

// `self` in the methods of a module.
struct ModuleSelf : torch::jit::Self {
  c10::ClassTypePtr type;
  explicit ModuleSelf(c10::ClassTypePtr of) : type(std::move(of)) {}
  std::shared_ptr<torch::jit::SugaredValue> makeSugared(torch::jit::Value *v) const override;
  c10::ClassTypePtr getClassType() const override { return type; }
};
torch::jit::SugaredValuePtr constant_value(at::IValue value);
// A class of exceptions of Python's own; NULL for another name.
torch::jit::SugaredValuePtr exception_of(const std::string &name);
// NAME.space.f is the operator space::f.
torch::jit::SugaredValuePtr namespaces();
// A form of TorchScript's own; fails for a name that is none.
torch::jit::SugaredValuePtr form_of(const std::string &form);
// An exception that a source raises, under the name that the host knows it by.
torch::jit::SugaredValuePtr exception_class(std::string class_name);
// The constructor of a type, or the members of an enum; NULL for other types.
torch::jit::SugaredValuePtr constructor_of(const c10::TypePtr &type);

} // namespace ptc

struct ptc_jit_scope_s {
  std::shared_ptr<ptc::Scope> scope;
};
