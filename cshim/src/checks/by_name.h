// Checks for ptc_call of what libtorch does not look at, as the typed functions make them.
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
  // The length of a list.
  int64_t count(const char *name) const { return static_cast<int64_t>((*this)[name].toListRef().size()); }
  // Fails unless each list is as long as the first.
  void check_lists() const;
  int64_t integer(const char *name) const { return (*this)[name].toInt(); }
  double real(const char *name) const { return (*this)[name].toDouble(); }
  bool flag(const char *name) const { return (*this)[name].toBool(); }
  std::optional<int64_t> optional_integer(const char *name) const { return (*this)[name].toOptional<int64_t>(); }
  std::optional<double> optional_real(const char *name) const { return (*this)[name].toOptional<double>(); }
  // Null for None.
  const char *text(const char *name) const {
    const at::IValue &given = (*this)[name];
    return given.isNone() ? nullptr : given.toStringRef().c_str();
  }
  // The dtype among a factory's options, if one is given; both it and the layout.
  std::optional<at::ScalarType> dtype() const {
    return has("dtype") ? (*this)["dtype"].toOptional<at::ScalarType>() : std::nullopt;
  }
  at::TensorOptions options() const {
    const auto layout = has("layout") ? (*this)["layout"].toOptional<at::Layout>() : std::nullopt;
    return at::TensorOptions().dtype(dtype()).layout(layout);
  }
};

using CheckByName = void (*)(const Named &);
// The checks in front of an operator.
std::vector<CheckByName> checks_of(const c10::FunctionSchema &schema);
// True if what an operator gives is to be looked at with `valid`.
bool makes_sparse(const c10::OperatorName &name);
// True if an operator, "add" or "add.Tensor" of "aten::add.Tensor", has a function of its own here; one without an
// overload's name ends with the point.
bool has_function(const std::string &name);
// True if an operator that only libtorch calls believes its arguments.
bool believes(const c10::FunctionSchema &schema);

} // namespace ptc
