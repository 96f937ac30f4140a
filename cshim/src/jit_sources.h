// Sources of TorchScript, and what their names mean.
#pragma once

#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include "torchscript.h"

namespace ptc {

struct Scope;
// The resolver of a scope; with NULL one that knows `torch` and the classes of the unit.
torch::jit::ResolverPtr resolver_of(ptc_jit_scope scope, const std::shared_ptr<torch::jit::CompilationUnit> &unit);
// Functions or methods of a source.
std::vector<torch::jit::Def> parsed(const char *source, const char *filename, int64_t line, bool methods);
// Fails for what is nested too deep for libtorch's parser.
void check_depth(const std::string &source, const char *name);

} // namespace ptc

struct ptc_jit_scope_s {
  std::shared_ptr<ptc::Scope> scope;
};
