// The tagged values of ptc_call, to and from libtorch's IValues.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>

#include "glue.h"

#include <pytorch_c/call.h>

namespace ptc {

// What a schema's type takes; `object` is every type without a kind of its own.
enum class What {
  tensor,
  tensors,
  optional_tensors,
  number,
  integer,
  real,
  boolean,
  text,
  integers,
  reals,
  booleans,
  numbers,
  texts,
  dtype,
  layout,
  memory_format,
  device,
  generator,
  storage,
  stream,
  any,
  object
};
What what_of(const c10::Type &type);

// The dispatcher's own handle (call.cc).
const c10::OperatorHandle &dispatched(ptc_operator self);

// One argument of a schema, ready for values to be checked against it.
struct Parameter {
  std::string where; // "aten::add.Tensor: argument 'other'"
  c10::TypePtr type; // with its `?`
  What what;
  bool optional;
  int64_t copies; // an int for an int[2] stands for two; 0 where it may not
  std::optional<at::IValue> otherwise;
};

// Throws a Failure that names the parameter where the value does not fit it.
at::IValue to_ivalue(const Parameter &parameter, const ptc_value &value);
// Fills an empty value; what it owns is freed by ptc_values_close.
void put(ptc_value &out, at::IValue &&result, What what);

} // namespace ptc
