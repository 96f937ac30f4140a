// What libtorch does not look at, for ptc_call: it checks as the typed functions do.
#pragma once

#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>

#include "core/glue.h"

namespace ptc {

// The arguments of a call, by the names of its schema.
class Named {
  const c10::FunctionSchema &schema;
  const torch::jit::Stack &stack;

public:
  Named(const c10::FunctionSchema &of, const torch::jit::Stack &arguments) : schema(of), stack(arguments) {}
  const at::IValue &operator[](const char *name) const {
    for (size_t i = 0; i < stack.size(); ++i)
      if (schema.arguments()[i].name() == name) return stack[i];
    fail(PTC_ERROR_RUNTIME, schema.name() + " has no argument '" + name + "', which the check in front of it looks at");
  }
  bool has(const char *name) const { return schema.argumentIndexWithName(name).has_value(); }
  at::Tensor tensor(const char *name) const { return (*this)[name].toTensor(); }
  std::optional<at::Tensor> optional(const char *name) const { return (*this)[name].toOptional<at::Tensor>(); }
  std::vector<at::Tensor> tensors(const char *name) const { return (*this)[name].toTensorVector(); }
  std::vector<int64_t> numbers(const char *name) const { return (*this)[name].toIntVector(); }
  at::Scalar number(const char *name) const { return (*this)[name].toScalar(); }
  // Fails unless each list is as long as the first.
  void check_lists() const;
  int64_t integer(const char *name) const { return (*this)[name].toInt(); }
  bool flag(const char *name) const { return (*this)[name].toBool(); }
};

using CheckByName = void (*)(const Named &);
// The check in front of an operator, or null.
CheckByName check_of(const c10::OperatorName &name);
// Whether what an operator gives is to be looked at with `valid`.
bool makes_sparse(const c10::OperatorName &name);
// Whether an operator, "add" of "aten::add.Tensor", has a function of its own here.
bool has_function(const std::string &name);
// Whether an operator that only libtorch calls believes its arguments.
bool believes(const c10::OperatorName &name);

} // namespace ptc
