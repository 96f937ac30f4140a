// Kernels in the place of libtorch's own that write beyond a tensor's memory. They are in the dispatcher, so that calls
// by name, TorchScript and operators that call others are served too, and run libtorch's kernel on what it can take.
#include "checks/mended_kernels.h"

#include <ATen/ops/tril.h>
#include <ATen/ops/triu.h>
#include <torch/library.h>

#include "core/glue.h"

namespace {

c10::SafeKernelFunction kernel_of(const char *name, const char *overload, c10::DispatchKey key) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload).getComputedKernelForDispatchKey(key);
}

// The zero_ of MKL-DNN's layout writes float32, whatever the dtype; every operator that makes zeros like its argument
// calls it.
const c10::SafeKernelFunction &zero() {
  static const auto kernel = kernel_of("aten::zero_", "", c10::DispatchKey::MkldnnCPU);
  return kernel;
}
at::Tensor &zero_(c10::DispatchKeySet keys, at::Tensor &self) {
  TORCH_CHECK(self.scalar_type() == at::kFloat, "zeros of MKL-DNN's layout must be float32, got ", self.scalar_type());
  torch::jit::Stack stack{self};
  zero().callBoxed(zero().opHandle(), keys, &stack);
  return self;
}

// Sums and products of a dense tensor with a sparse one count the dense tensor's offset twice.
const c10::SafeKernelFunction &add() {
  static const auto kernel = kernel_of("aten::add", "out", c10::DispatchKey::SparseCPU);
  return kernel;
}
const c10::SafeKernelFunction &multiply() {
  static const auto kernel = kernel_of("aten::mul", "out", c10::DispatchKey::SparseCPU);
  return kernel;
}
// Runs libtorch's kernel with an output that has no offset.
at::Tensor &run_apart(const c10::SafeKernelFunction &kernel, c10::DispatchKeySet keys, torch::jit::Stack stack,
                      at::Tensor &out) {
  const bool view = out.layout() == at::kStrided && out.storage_offset() != 0;
  at::Tensor apart = view ? out.clone() : out;
  for (auto &one : stack)
    if (view && one.isTensor() && one.toTensor().is_same(out)) one = apart;
  stack.emplace_back(apart);
  kernel.callBoxed(kernel.opHandle(), keys, &stack);
  if (!view) return out;
  if (out.sizes() != apart.sizes()) out.resize_(apart.sizes());
  return out.copy_(apart);
}
at::Tensor &add_out(c10::DispatchKeySet keys, const at::Tensor &self, const at::Tensor &other, const at::Scalar &alpha,
                    at::Tensor &out) {
  return run_apart(add(), keys, {self, other, alpha}, out);
}
at::Tensor &mul_out(c10::DispatchKeySet keys, const at::Tensor &self, const at::Tensor &other, at::Tensor &out) {
  return run_apart(multiply(), keys, {self, other}, out);
}

// Triangles into an output of several batch dimensions: libtorch's goes through them by one stride.
const c10::SafeKernelFunction &lower() {
  static const auto kernel = kernel_of("aten::tril", "out", c10::DispatchKey::CPU);
  return kernel;
}
const c10::SafeKernelFunction &upper() {
  static const auto kernel = kernel_of("aten::triu", "out", c10::DispatchKey::CPU);
  return kernel;
}
template <const c10::SafeKernelFunction &(*libtorchs)(), at::Tensor (*made)(const at::Tensor &, int64_t)>
at::Tensor &triangle_out(c10::DispatchKeySet keys, const at::Tensor &self, int64_t diagonal, at::Tensor &out) {
  const bool in_batches = out.dim() > 3 && !out.is_contiguous() && !out.is_same(self);
  if (in_batches && out.sizes() == self.sizes() && out.scalar_type() == self.scalar_type())
    return out.copy_(made(self, diagonal));
  torch::jit::Stack stack{self, diagonal, out};
  libtorchs().callBoxed(libtorchs().opHandle(), keys, &stack);
  return out;
}

// libtorch warns of a kernel that takes another's place.
struct Silence final : c10::WarningHandler {
  void process(const c10::Warning &) override {}
};

} // namespace

void ptc::register_mended_kernels() {
  zero(), add(), multiply(), lower(), upper(); // libtorch's, before others stand there
  Silence silence;
  const c10::WarningUtils::WarningHandlerGuard quiet(&silence);
  static torch::Library mkldnn(torch::Library::IMPL, "aten", c10::DispatchKey::MkldnnCPU, __FILE__, __LINE__);
  static torch::Library sparse(torch::Library::IMPL, "aten", c10::DispatchKey::SparseCPU, __FILE__, __LINE__);
  static torch::Library dense(torch::Library::IMPL, "aten", c10::DispatchKey::CPU, __FILE__, __LINE__);
  mkldnn.impl("zero_", zero_);
  sparse.impl("add.out", add_out);
  sparse.impl("mul.out", mul_out);
  dense.impl("tril.out", triangle_out<lower, at::tril>);
  dense.impl("triu.out", triangle_out<upper, at::triu>);
}
