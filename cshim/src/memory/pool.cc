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

#include "memory/blocks.h"
#include "memory/records.h"

C10_DECLARE_bool(caffe2_cpu_allocator_do_zero_fill);
C10_DECLARE_bool(caffe2_cpu_allocator_do_junk_fill);

namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr size_t unit = 64, kinds = 64, largest = unit * kinds;

// At most 8 KiB of each kind of block, or two: half a MiB for a thread.
constexpr size_t room(size_t kind) { return std::max<size_t>(8192 / (unit * (kind + 1)), 2); }

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
  for (size_t kind = 0; kind < kinds; ++kind) {
    while (Block *block = pool.first[kind]) {
      pool.first[kind] = block->next;
      ptc::free_unreported(block);
    }
    pool.count[kind] = 0;
  }
  pool.bytes.store(0, relaxed);
}

// Leaves the pool when the thread ends.
struct Owner {
  Pool *pool = nullptr;
  ~Owner() {
    own = &absent;
    if (!pool) return;
    empty(*pool);
    pool->used.store(false, std::memory_order_release);
  }
};
thread_local Owner owner;
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
  return bytes && bytes <= largest && may_pool() ? (bytes + unit - 1) / unit * unit : bytes;
}

void *take_block(size_t bytes) noexcept {
  if (bytes - 1 >= largest) return nullptr; // none, too
  Pool &pool = pool_of_thread();
  const size_t kind = (bytes - 1) / unit;
  Block *block = pool.first[kind];
  if (!block || !may_pool()) return nullptr;
  pool.first[kind] = block->next;
  --pool.count[kind];
  pool.add(-static_cast<int64_t>(unit * (kind + 1)));
  return block;
}

bool keep_block(void *data, size_t bytes) noexcept {
  const size_t kind = bytes / unit - 1;
  if (kind >= kinds) return false; // smaller than a unit, too
  Pool &pool = pool_of_thread();
  if (&pool == &absent || pool.count[kind] >= room(kind) || !may_pool()) return false;
  auto *block = static_cast<Block *>(data);
  block->next = pool.first[kind];
  pool.first[kind] = block;
  ++pool.count[kind];
  pool.add(static_cast<int64_t>(unit * (kind + 1)));
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
