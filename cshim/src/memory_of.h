// The memory of tensors whose pointer is not what it seems, and of those that
// somebody outside looks at.
#pragma once

#include "glue.h"

namespace ptc {

// Whether the elements that sizes and strides reach lie in the storage; true for layouts that have neither.
bool within_memory(const at::Tensor &tensor) noexcept;
// The tensor, or a copy of zeros that autograd made without memory: for a look at the values.
at::Tensor with_values(const at::Tensor &tensor);
// The tensor, whose elements lie in memory from now on: for an address.
const at::Tensor &with_memory(const at::Tensor &tensor);
// Another tensor of the same memory, which stays where it is: for a view of the host's.
at::Tensor lent(const at::Tensor &tensor);

} // namespace ptc
