// libtorch's zero_ of MKL-DNN's layout writes float32, whatever the dtype. Every operator that makes zeros like its
// argument would write beyond their memory, so the kernel in its place refuses other dtypes.
#include <torch/library.h>

#include "glue.h"

namespace {

const c10::SafeKernelFunction &libtorchs() {
  static const auto kernel = c10::Dispatcher::singleton()
                                 .findSchemaOrThrow("aten::zero_", "")
                                 .getComputedKernelForDispatchKey(c10::DispatchKey::MkldnnCPU);
  return kernel;
}

at::Tensor &zero(c10::DispatchKeySet keys, at::Tensor &self) {
  TORCH_CHECK(self.scalar_type() == at::kFloat, "zeros of MKL-DNN's layout must be float32, got ", self.scalar_type());
  torch::jit::Stack stack{self};
  libtorchs().callBoxed(libtorchs().opHandle(), keys, &stack);
  return self;
}

// libtorch warns of a kernel that takes another's place.
struct Silence final : c10::WarningHandler {
  void process(const c10::Warning &) override {}
};

const bool registered = [] {
  libtorchs();
  Silence silence;
  const c10::WarningUtils::WarningHandlerGuard quiet(&silence);
  static torch::Library kernels(torch::Library::IMPL, "aten", c10::DispatchKey::MkldnnCPU, __FILE__, __LINE__);
  kernels.impl("zero_", zero);
  return true;
}();

} // namespace
