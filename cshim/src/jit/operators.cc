// True if the operators of a program are those that it was compiled with: a library of the host's may be closed, and
// define others under its names.
#include <ATen/core/function_schema.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <unordered_set>

#include "library/library.h"
#include "jit/torchscript.h"

namespace jit = torch::jit;

namespace {

struct Walk {
  std::unordered_set<const jit::Function *> seen;

  // By the node's own types: what it was bound to has the schema that the name has now.
  static bool fits(const jit::Node &node, const c10::FunctionSchema &schema) {
    if (!node.matches(schema) || node.outputs().size() != schema.returns().size()) return false;
    for (size_t i = 0; i < schema.returns().size(); ++i)
      if (!schema.returns()[i].type()->isSubtypeOf(*c10::unshapedType(node.outputs()[i]->type()))) return false;
    return true;
  }
  static void check(const jit::Node &node) {
    for (const auto &now : jit::getAllOperatorsFor(node.kind()))
      if (fits(node, now->schema())) return;
    fail(PTC_ERROR_RUNTIME, std::string("the operator ") + node.kind().toQualString() +
                                " is gone, or has other arguments than when the program was compiled");
  }

  void block(const jit::Block &in) {
    for (const auto *node : in.nodes()) {
      const auto kind = node->kind();
      if (kind == c10::prim::CallFunction) function(node->input(0)->type()->expect<c10::FunctionType>()->function());
      else if (kind == c10::prim::CallMethod) {
        if (const auto type = node->input(0)->type()->cast<c10::ClassType>())
          if (auto *method = type->findMethod(node->s(c10::attr::name))) function(method);
      } else if (!kind.is_aten() && !kind.is_prim()) check(*node);
      for (const auto *inner : node->blocks()) block(*inner);
      if (node->hasAttribute(c10::attr::Subgraph)) block(*node->g(c10::attr::Subgraph)->block());
    }
  }
  void function(jit::Function *f) {
    if (!seen.insert(f).second) return;
    if (auto *graph = jit::tryToGraphFunction(*f)) block(*graph->graph()->block());
  }
};

} // namespace

namespace ptc {

void check_operators(jit::Function *function) {
  if (gone()) Walk().function(function);
}

void check_operators(const jit::Module &module) {
  if (!gone()) return;
  Walk walk;
  for (const auto &one : module.modules())
    for (auto *method : one.type()->methods()) walk.function(method);
}

void check_operators(const ptc_jit_function_s &f) {
  const auto now = gone();
  if (f.checked.load(std::memory_order_relaxed) == now) return;
  Walk().function(f.function);
  f.checked.store(now, std::memory_order_relaxed);
}

} // namespace ptc
