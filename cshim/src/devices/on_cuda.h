// CUDA's own functions of libtorch, of CUDA's runtime and of the driver, from a source that is built with and without
// CUDA: those of libtorch and of the runtime are weak references, null in a libtorch without CUDA (Makefile), so that
// need_cuda() comes first in each function; the driver's and those of one version of libtorch alone are looked up.
#pragma once

#include <c10/cuda/CUDAException.h>

#include "core/glue.h"

namespace ptc {

int64_t cuda_devices();
// True if libtorch was built with CUDA, which is not whether there is a device: at::hasCUDA() asks for one.
bool built_with_cuda();
// Fails in a libtorch without CUDA; a device is not asked for.
void need_cuda_build();
// Fails without CUDA, without a device, and in a child of a process that used CUDA.
void need_cuda();
// The index of a device; PTC_UNSET is the current one.
c10::DeviceIndex cuda_index(int64_t index, const char *name = "index");
// True if need_cuda() has let a function pass, or work has begun on a device, in this process.
bool used_cuda();
// True if this process is a child, by fork, of one that used CUDA.
bool in_bad_fork() noexcept;

// Fails as libtorch does where a function of CUDA's runtime failed.
inline void check_cuda(cudaError_t error) { C10_CUDA_CHECK(error); }

// A pointer as callers have it.
inline int64_t number(const void *pointer) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer)); }

// A function by its name in the libraries that are loaded, or null.
void *loaded_symbol(const char *name) noexcept;
// A function of the driver's, libcuda.so.1; fails where it has none of the name.
void *driver_symbol(const char *name);
// Fails with the driver's own words for its error.
void check_driver(int error, const char *function);

inline c10::MempoolId_t pool_id(int64_t first, int64_t second) {
  return {static_cast<c10::CaptureId_t>(first), static_cast<c10::CaptureId_t>(second)};
}

// Makes a device the current one until the end of a block.
struct OnDevice {
  explicit OnDevice(c10::DeviceIndex index) : guard(c10::Device(c10::kCUDA, index)) {}
  c10::DeviceGuard guard;
};

} // namespace ptc
