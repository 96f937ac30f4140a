// The tagged values of ptc_call, to and from libtorch's IValues.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>

#include "core/glue.h"

#include <pytorch_c/library/call.h>

namespace ptc {

// Kinds of values that a schema's type takes; `object` is every type without a kind of its own.
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
  complex,
  nothing, // None, and no other
  list,    // of anything else
  tuple,
  dict,
  one_of, // a Union
  member, // of an enum
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
  int depth = 0;       // in how many lists, tuples and dicts it is
  bool number = false; // a number may stand for a tensor
};
constexpr int deepest = 100;

// The parameter of a schema's argument, or of a result.
Parameter parameter_of(std::string where, const c10::TypePtr &type);
// Throws a Failure that names the parameter where the value does not fit it.
at::IValue to_ivalue(const Parameter &parameter, const ptc_value &value);
// Fills an empty value; what it owns is freed by ptc_values_close.
void put(ptc_value &out, at::IValue &&result, What what);
// Fills `out` with a result of a type that is known: names of tuples then cost nothing.
void put(ptc_value &out, at::IValue &&result, const c10::Type &type);

// Values that are filled, which own nothing if that fails in between.
struct Filled {
  ptc_value *values;
  int64_t length;
  bool done = false;
  ~Filled() {
    if (!done) ptc_values_close(values, length);
  }
};
// One result that is an output.
void put(ptc_value *out, at::IValue result, const c10::Type &type);
inline void put(ptc_value *out, at::IValue result) { put(out, std::move(result), *c10::AnyType::get()); }
// The value itself as an object, whatever it is.
void put_object(ptc_value *out, at::IValue value);

// ---- values that hold values (values_nested.cc) ----

[[noreturn]] void refuse(const Parameter &parameter, const ptc_value &value);
const char *name_of_kind(int32_t kind);
// Items of a value that has them, checked: of a dict keys and values in turn.
c10::ArrayRef<ptc_value> held_by(const Parameter &parameter, const ptc_value &value);
// The member of an enum by its name.
at::IValue member_of(const Parameter &parameter, const std::string &name);
at::IValue nested(const Parameter &parameter, const ptc_value &value);
// The IValue of a value by itself, for a parameter that takes anything.
at::IValue inferred(const Parameter &parameter, const ptc_value &value);
// False where the result is nothing that holds others.
bool put_nested(ptc_value &out, const at::IValue &result, const c10::Type *type, int depth);
void put(ptc_value &out, at::IValue &&result, What what, const c10::Type *type, int depth);
// An array that ptc_values_close frees; zeros first, so that it can at any time.
void *new_items(ptc_value &out, int32_t kind, size_t length, size_t size, size_t room);

} // namespace ptc
