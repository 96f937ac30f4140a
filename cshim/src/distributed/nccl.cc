// NCCL, for CUDA devices: where this libtorch has it, and NCCL's and CUDA's headers were there when this was built.
#include "distributed/groups.h"

#ifdef PTC_NCCL
#define USE_C10D_NCCL
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

namespace ptc {

#ifdef PTC_NCCL
bool has_nccl() noexcept { return at::detail::getCUDAHooks().isBuilt(); }

c10::intrusive_ptr<c10d::Backend> new_nccl(const Store &store, const Member &member, Milliseconds timeout) {
  auto options = c10d::ProcessGroupNCCL::Options::create();
  options->timeout = timeout;
  options->group_name = member.name;
  return c10::make_intrusive<c10d::ProcessGroupNCCL>(store, static_cast<int>(member.rank),
                                                     static_cast<int>(member.size), options);
}
#else
bool has_nccl() noexcept { return false; }

c10::intrusive_ptr<c10d::Backend> new_nccl(const Store &, const Member &, Milliseconds) {
  fail(PTC_ERROR_BACKEND, "argument 'backend': this library was built without NCCL");
}
#endif

} // namespace ptc
