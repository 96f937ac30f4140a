// CPU storages in memory of the host's own.
#pragma once

#include <c10/core/Allocator.h>

#include <atomic>

namespace ptc {

// True if the host has given its functions; false again once it has taken them back.
extern std::atomic<bool> host_allocates;
// A block of the host's, or of nothing where it has just taken its functions back.  Throws where it has no memory.
c10::DataPtr new_host_block(size_t bytes);

} // namespace ptc
