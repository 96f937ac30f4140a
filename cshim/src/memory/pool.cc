// Pools of small blocks, one for each thread: memory with the alignment of
// storages takes the C library about 800 instructions, a kept block about 20.
// No lock is taken.  A pool is never destroyed: the next thread uses it.
#include "memory/pool.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Flags.h>

#include <pytorch_c/memory/memory.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

#include "memory/blocks.h"
#include "memory/records.h"

C10_DECLARE_bool(caffe2_cpu_allocator_do_zero_fill);
C10_DECLARE_bool(caffe2_cpu_allocator_do_junk_fill);

namespace {

using ptc::relaxed;

constexpr size_t unit = 64, largest = 4096;

// Three kinds of blocks smaller than a unit: libtorch's alignment would take each to twice its size, and a line of the
// processor's cache holds them anyway. malloc adds 8 bytes to each, and takes multiples of 16.
constexpr size_t small_kinds = 3, least = 24, step = 16, most_small = least + step * (small_kinds - 1);
constexpr size_t kinds = small_kinds + largest / unit;
constexpr size_t kind_for(size_t bytes) {
  return bytes <= most_small ? (bytes + step - 1 - least % step) / step - (bytes > least % step)
                             : small_kinds + (bytes - 1) / unit;
}
static_assert(kind_for(1) == 0 && kind_for(24) == 0 && kind_for(25) == 1 && kind_for(40) == 1 && kind_for(41) == 2);
static_assert(kind_for(56) == 2 && kind_for(57) == 3 && kind_for(64) == 3 && kind_for(65) == 4);
// The kind that a block has room for; kinds or more where none has.
size_t kind_of(const void *data, size_t room) noexcept {
  if (room < least) return kinds;
  if (room < unit || reinterpret_cast<uintptr_t>(data) % unit) return (std::min(room, most_small) - least) / step;
  return small_kinds + room / unit - 1;
}

// Of each kind: how large a block is, and how many are kept, at most 8 KiB or two: half a MiB for a thread.
struct Kind {
  uint16_t size;
  uint8_t room;
};
constexpr auto kind = [] {
  std::array<Kind, kinds> out{};
  for (size_t i = 0; i < kinds; ++i) {
    const size_t size = i < small_kinds ? least + step * i : unit * (i - small_kinds + 1);
    out[i] = {static_cast<uint16_t>(size), static_cast<uint8_t>(std::clamp<size_t>(8192 / size, 2, 128))};
  }
  return out;
}();

struct Block {
  Block *next;
};

struct Pool {
  std::array<Block *, kinds> first{};
  std::array<uint8_t, kinds> count{};
  std::atomic<int64_t> bytes{0}; // written by its thread alone
  uint32_t round = 0;
  std::atomic<bool> used{true};
  Pool *next = nullptr;

  void add(int64_t change) noexcept { bytes.store(bytes.load(relaxed) + change, relaxed); }
};

ptc::Records<Pool> all;
std::atomic<uint32_t> rounds{0}; // of emptying
// Of a thread that has none yet, and of one that ends: it keeps nothing.
Pool absent;

__attribute__((tls_model("initial-exec"))) thread_local Pool *own = &absent;

void empty(Pool &pool) noexcept {
  pool.round = rounds.load(relaxed);
  for (size_t of = 0; of < kinds; ++of) {
    while (Block *block = pool.first[of]) {
      pool.first[of] = block->next;
      ptc::free_unreported(block);
    }
    pool.count[of] = 0;
  }
  pool.bytes.store(0, relaxed);
}

// Leaves the pool when the thread ends.
struct PoolOwner {
  Pool *pool = nullptr;
  ~PoolOwner() {
    own = &absent;
    if (!pool) return;
    empty(*pool);
    pool->used.store(false, std::memory_order_release);
  }
};
thread_local PoolOwner owner;
thread_local bool had_one = false; // or there was no memory for it; a thread that ends gets no other

Pool &begin() noexcept {
  if (!had_one) {
    had_one = true;
    if (Pool *pool = all.take()) own = owner.pool = pool;
  }
  return *own;
}

// A sanitizer or valgrind would take a kept block for one in use, and a profile misses what libtorch did not allocate.
bool may_pool() noexcept {
#ifdef __SANITIZE_ADDRESS__
  return false;
#else
  return !FLAGS_caffe2_cpu_allocator_do_zero_fill && !FLAGS_caffe2_cpu_allocator_do_junk_fill &&
         !c10::memoryProfilingEnabled();
#endif
}

Pool &pool_of_thread() noexcept {
  Pool &pool = own == &absent ? begin() : *own;
  if (pool.round != rounds.load(relaxed) && &pool != &absent) [[unlikely]]
    empty(pool);
  return pool;
}

} // namespace

namespace ptc {

size_t block_size(size_t bytes) noexcept {
  return bytes && bytes <= largest && may_pool() ? kind[kind_for(bytes)].size : bytes;
}

void *new_small_block(size_t bytes) noexcept {
  return bytes && bytes <= most_small && may_pool() ? std::malloc(kind[kind_for(bytes)].size) : nullptr;
}

void *take_block(size_t bytes) noexcept {
  if (bytes - 1 >= largest) return nullptr; // none, too
  Pool &pool = pool_of_thread();
  size_t of = kind_for(bytes);
  Block *block = pool.first[of];
  // malloc does not split off less than its least chunk: such a block is one of the next kind, once it was freed.
  if (!block && of + 1 < small_kinds) block = pool.first[++of];
  if (!block || !may_pool()) return nullptr;
  pool.first[of] = block->next;
  --pool.count[of];
  pool.add(-kind[of].size);
  return block;
}

bool keep_block(void *data, size_t bytes) noexcept {
  const size_t of = kind_of(data, bytes);
  if (of >= kinds) return false;
  Pool &pool = pool_of_thread();
  if (&pool == &absent || pool.count[of] >= kind[of].room || !may_pool()) return false;
  auto *block = static_cast<Block *>(data);
  block->next = pool.first[of];
  pool.first[of] = block;
  ++pool.count[of];
  pool.add(kind[of].size);
  return true;
}

void empty_pools() noexcept {
  rounds.fetch_add(1, relaxed);
  if (own != &absent) empty(*own);
}

} // namespace ptc

int64_t ptc_pool_bytes(void) {
  int64_t bytes = 0;
  all.each([&](const Pool &pool) { bytes += pool.bytes.load(relaxed); });
  return bytes;
}
