// Checks of sizes of several tensors, and of their memory, that kernels believe.
#pragma once

#include "core/glue.h"

namespace ptc {

struct Convolution {
  at::IntArrayRef stride, padding, dilation, output_padding;
  bool transposed;
  int64_t groups;
};
// Fails unless grad_output is of the sizes that the convolution gives.
void check_convolved(const at::Tensor &grad_output, const at::Tensor &input, const at::Tensor &weight,
                     const Convolution &how);
// Fails where the output is self, though its sizes are others: libtorch resizes it, and then reads self.
void check_another(const at::Tensor &out, const at::Tensor &self, const char *name);
// Fails unless LD has all batches of what is solved.
void check_ldl_batches(const at::Tensor &LD, const at::Tensor &B);
// The tensor, which must be strided, for kernels that read it as such.
const at::Tensor &strided(const at::Tensor &self, const char *name);

} // namespace ptc
