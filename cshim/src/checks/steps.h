// The lists of an optimizer step, checked: libtorch's fused kernels trust them blindly.
#pragma once

#include "core/glue.h"

namespace ptc {

// Fails unless an entry of a list is like its parameter in size, dtype and device.
void check_like(const at::Tensor &param, const at::Tensor &entry, const char *name, size_t index);
// Fails unless a list is as long as that of the parameters.
void check_length(size_t params, size_t entries, const char *name);
// A list whose entries lie in memory as their parameters do, without gaps.
std::vector<at::Tensor> beside(const std::vector<at::Tensor> &params, std::vector<at::Tensor> entries,
                               const char *name);
// A list of counters, one number for each parameter.
std::vector<at::Tensor> counters(size_t params, std::vector<at::Tensor> steps, const char *name);
// A tensor of one element, or none.
std::optional<at::Tensor> single(std::optional<at::Tensor> given, const char *name);

} // namespace ptc
