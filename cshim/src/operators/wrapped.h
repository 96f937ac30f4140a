// A number as torch's Python hands it to add, sub, mul and div: a tensor that
// promotes like a number.  The *.Scalar overloads come to that one
// dispatch later, and leave a node with another name.
#pragma once

#include "core/glue.h"

#include <ATen/ScalarOps.h>

#define wrapped(x) ::at::native::wrapped_scalar_tensor(number(x, #x))
