// Numbers that the host stands for.
#pragma once

#include <c10/core/SymBool.h>
#include <c10/core/SymFloat.h>
#include <c10/core/SymInt.h>

#include "library/values.h"

#include <pytorch_c/host/symbol.h>

struct ptc_symbol_s {
  c10::SymNode node;
  int32_t kind;
};

namespace ptc {

// The argument of a schema's type for which a symbol is given.
at::IValue symbol_of(const Parameter &parameter, const ptc_value &value);
// Fills an empty value with a symbol, or with the number where libtorch knows it. False for other results.
bool put_symbol(ptc_value &out, const at::IValue &result);
// A tensor in the place of a number that is a symbol: modes and fake tensors see the symbol. Its own element is a
// number that means nothing, as in torch: reading the symbol's would fix what is traced.
at::Tensor tensor_of_symbol(const at::Scalar &symbol);
// The symbol for which such a tensor stands, or nullptr.
const at::IValue *symbol_behind(const at::Tensor &tensor);

} // namespace ptc
