// Numbers in other forms than `scalar`.  Of several a body makes each in a
// statement of its own, in their order: C++ leaves that of arguments open, and
// an error names the first wrong one.
#pragma once

#include "core/glue.h"

#include <ATen/ScalarOps.h>

// A number as torch's Python hands it to add, sub, mul and div: a tensor that promotes like a number.  The *.Scalar
// overloads come to that one dispatch later, and leave a node with another name.
#define wrapped(x) ::at::native::wrapped_scalar_tensor(number(x, #x))
// A number that may be absent.
#define optscalar(x) ((x).kind == PTC_SCALAR_NONE ? std::nullopt : std::optional(number(x, #x)))
