// Limits of the bytes of CPU storages, whoever holds them: handles, the graph, a gradient.
#pragma once

#include <atomic>
#include <cstdint>

namespace ptc {

// The host is asked above this, once.
extern std::atomic<int64_t> storage_limit;
// libtorch's allocator gives no more than this.
extern std::atomic<int64_t> memory_limit;
// Storages have fallen so far that the allocator may have much to give back.
extern std::atomic<bool> trim_is_due;
void trim_if_due() noexcept;

} // namespace ptc
