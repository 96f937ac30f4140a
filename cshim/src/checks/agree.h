// Checks of what must agree before a kernel of libtorch's runs, which looks at none of it: lengths, devices, numbers of
// modes.
#pragma once

#include "core/glue.h"

namespace ptc {

// Fails unless key and value have the same length: the kernel reads as many keys as there are values.
void check_attended(const at::Tensor &key, const at::Tensor &value);
// Fails where a gradient is wanted and indices lie behind the last bag, which the backward pass would read.
void check_last_bag(const at::Tensor &weight, const at::Tensor &indices, const at::Tensor &offsets,
                    bool include_last_offset);
// Fails where one of two tensors has memory and the other, a meta tensor, has none.
void check_both(const at::Tensor &self, const at::Tensor &other);
// Fails where a tensor with memory would be filled with the number of a meta tensor.
void check_filled(const at::Tensor &self, const at::Tensor &value);
// Fails unless the numbers are those of a way to interpolate, and to pad: the kernels do nothing for others.
void check_sampled(int64_t interpolation_mode, int64_t padding_mode);

// Fails where the driver is "gelss" and b has no columns: MKL's kernel of this driver reads them before it counts them.
void check_columns(const at::Tensor &self, const at::Tensor &b, const char *driver);

} // namespace ptc
