// The lists of an optimizer step, checked: libtorch's fused kernels trust them blindly.
#pragma once

#include "glue.h"

namespace ptc {

// Fails unless an entry of a list is like its parameter in size, dtype and device.
void check_like(const at::Tensor &param, const at::Tensor &entry, const char *name, size_t index);
// Fails unless a list is as long as that of the parameters.
void check_length(size_t params, size_t entries, const char *name);
// A list whose entries lie in memory as their parameters do, without gaps.
std::vector<at::Tensor> beside(const ptc_tensor *params, int64_t params_len, const ptc_tensor *entries, int64_t entries_len, const char *name);
// A list of counters, one number for each parameter.
std::vector<at::Tensor> counters(int64_t params_len, const ptc_tensor *steps, int64_t steps_len, const char *name);
// A tensor of one element, or none.
std::optional<at::Tensor> single(ptc_tensor handle, const char *name);

#define like(params, x) ::ptc::beside(params, params##_len, x, x##_len, #x)
#define counts(params, x) ::ptc::counters(params##_len, x, x##_len, #x)
#define one(x) ::ptc::single(x, #x)

} // namespace ptc
