// Blocks of freed CPU storages, kept by each thread for its next ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ptc {

// Bytes to ask for a storage of `bytes`, so that its block can be kept later: those of a kind of blocks where it is
// small, whole lines of the processor's cache where it is larger.
size_t block_size(size_t bytes) noexcept;
// Memory for a storage of a few bytes, aligned to 16; NULL for others, and where libtorch is to allocate itself.
void *new_small_block(size_t bytes) noexcept;
// A block that this thread has kept for storages of `bytes`, or NULL.
void *take_block(size_t bytes) noexcept;
// Keeps a block with room for `bytes`, of new_small_block or of libtorch's default allocator; false where it is to be
// freed instead.
bool keep_block(void *data, size_t bytes) noexcept;
// Frees what this thread keeps; other threads free theirs when they take or keep a block next.
void empty_pools() noexcept;

} // namespace ptc
