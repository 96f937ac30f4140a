// libtorch's allocator of CUDA's memory, and handles to allocators.
#pragma once

#include <c10/cuda/CUDACachingAllocator.h>

#include "devices/on_cuda.h"

#include <pytorch_c/devices/cuda_memory.h>

using Allocator = std::shared_ptr<c10::cuda::CUDACachingAllocator::CUDAAllocator>;
struct ptc_cuda_allocator_s {
  Allocator allocator;
};

namespace ptc {

inline c10::cuda::CUDACachingAllocator::CUDAAllocator &caching_allocator() {
  need_cuda();
  return *c10::cuda::CUDACachingAllocator::get();
}
inline const Allocator &allocator_of(ptc_cuda_allocator handle) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument 'self' must be an allocator, not NULL");
  return handle->allocator;
}
inline void put(ptc_cuda_allocator *out, Allocator made) {
  *out = new ptc_cuda_allocator_s{std::move(made)};
  count_handle(1);
}

} // namespace ptc
