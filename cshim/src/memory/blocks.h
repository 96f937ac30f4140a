// Memory of CPU storages, whose size malloc_usable_size knows.
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/alignment.h>
#include <c10/core/impl/alloc_cpu.h>

#include <cstdlib>
#include <string>

namespace ptc {

#ifdef __aarch64__
// libtorch's wheels for arm64 have an allocator of their own inside (mimalloc), of whose blocks the system's
// functions know nothing: storages have the system's memory there, aligned as libtorch's.
inline c10::DataPtr new_block(size_t bytes) {
  void *data = nullptr;
  if (bytes && posix_memalign(&data, c10::gAlignment, bytes) != 0)
    C10_THROW_ERROR(OutOfMemoryError, "DefaultCPUAllocator: can't allocate memory: you tried to allocate " +
                                          std::to_string(bytes) + " bytes.");
  if (data) c10::profiledCPUMemoryReporter().New(data, bytes);
  return {data, data, &std::free, c10::Device(c10::kCPU)};
}
inline void free_block(void *data) {
  c10::profiledCPUMemoryReporter().Delete(data);
  std::free(data);
}
inline void free_unreported(void *data) { std::free(data); }
inline bool is_block(const c10::DataPtr &data) { return data.get_deleter() == &std::free; }
#else
inline c10::DataPtr new_block(size_t bytes) { return c10::GetDefaultCPUAllocator()->allocate(bytes); }
inline void free_block(void *data) { c10::GetDefaultCPUAllocator()->raw_deleter()(data); }
inline void free_unreported(void *data) { c10::free_cpu(data); }
inline bool is_block(const c10::DataPtr &data) {
  return data.get_deleter() == c10::GetDefaultCPUAllocator()->raw_deleter();
}
#endif

} // namespace ptc
