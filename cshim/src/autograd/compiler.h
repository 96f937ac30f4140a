// A backward pass that the host compiles, for the nodes and hooks of the host's that it meets.
#pragma once

#include <c10/core/SafePyObject.h>
#include <torch/csrc/dynamo/compiled_autograd.h>

#include "autograd/node.h"
#include "library/values.h"

#include <functional>
#include <initializer_list>

namespace ptc::compiler {

using Objects = std::vector<c10::SafePyObject>;

// The answer of the host to one method.
struct Reply {
  std::function<void(const ptc_value &)> take; // called while the value lasts; empty for an answer that nobody wants
  Objects objects;
  bool given = false;
  at::ArrayRef<void *> asked; // the objects that came with the method
};
// Runs a method of the host's compiler.
Reply ask(const char *method, at::ArrayRef<at::IValue> arguments, at::ArrayRef<void *> objects = {},
          std::function<void(const ptc_value &)> take = {});

// True while this thread compiles a pass: only then is the host asked what nodes have kept.
bool is_compiling();
// The object of the host's that a context is, with a reference; none for a context of another language.
std::optional<c10::SafePyObject> object_of(const std::shared_ptr<void> &context);
// Likewise; fails for others.
c10::SafePyObject need_object(const std::shared_ptr<void> &context, const char *of);

template <class Numbers> at::IValue symbols_of(const Numbers &numbers) {
  c10::impl::GenericList out(c10::SymIntType::get());
  for (const c10::SymInt &one : numbers) out.push_back(at::IValue(one));
  return out;
}
// Lists for the host, which knows no undefined tensors.
at::IValue list_of(at::ArrayRef<at::Tensor> tensors);
at::IValue optional(const at::Tensor &tensor);
// Tensors of an answer, NONE as undefined ones.
std::vector<at::Tensor> tensors_in(const ptc_value &value);

} // namespace ptc::compiler
