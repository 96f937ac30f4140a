// libtorch's sums and products of a dense tensor with a sparse one count the dense tensor's offset twice, and write
// beyond its memory where it is a view. The kernels in their place give libtorch's a tensor without an offset.
#include <torch/library.h>

#include "glue.h"

namespace {

c10::SafeKernelFunction kernel_of(const char *name) {
  return c10::Dispatcher::singleton()
      .findSchemaOrThrow(name, "out")
      .getComputedKernelForDispatchKey(c10::DispatchKey::SparseCPU);
}
const c10::SafeKernelFunction &add() {
  static const auto kernel = kernel_of("aten::add");
  return kernel;
}
const c10::SafeKernelFunction &multiply() {
  static const auto kernel = kernel_of("aten::mul");
  return kernel;
}

// Runs libtorch's kernel; the last on the stack is the output.
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

// libtorch warns of a kernel that takes another's place.
struct Silence final : c10::WarningHandler {
  void process(const c10::Warning &) override {}
};

const bool registered = [] {
  add(), multiply();
  Silence silence;
  const c10::WarningUtils::WarningHandlerGuard quiet(&silence);
  static torch::Library kernels(torch::Library::IMPL, "aten", c10::DispatchKey::SparseCPU, __FILE__, __LINE__);
  kernels.impl("add.out", add_out);
  kernels.impl("mul.out", mul_out);
  return true;
}();

} // namespace
