// Pools of freed blocks, one for each thread: memory with the alignment of
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
#include <utility>

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
void push(Block *&first, void *data) noexcept {
  auto *block = static_cast<Block *>(data);
  block->next = first;
  first = block;
}
Block *pop(Block *&first) noexcept { return std::exchange(first, first->next); }

// Larger blocks lie on shelves, on each those of one size: a program asks for few sizes at a time, again and again.
// A thread has room for so many bytes on its shelves, which it takes in parts from what all threads have together.
constexpr size_t largest_on_shelves = 256 << 10, most_on_shelves = 4 << 20, part = 512 << 10;
std::atomic<int64_t> parts_left{(64 << 20) / part};
struct Shelf {
  size_t size = 0;
  Block *first = nullptr;
};

struct Pool {
  std::array<Block *, kinds> first{};
  std::array<uint8_t, kinds> count{};
  std::array<Shelf, 64> shelves{};
  size_t on_shelves = 0, has_room = 0; // bytes
  uint32_t next_shelf = 0;             // that gives a block away when there are too many
  std::atomic<int64_t> bytes{0};       // written by its thread alone
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

Block *take_from(Pool &pool, Shelf &shelf) noexcept {
  pool.on_shelves -= shelf.size;
  pool.add(-static_cast<int64_t>(shelf.size));
  return pop(shelf.first);
}

// Room for another part of blocks on the shelves, if it may have that.
bool get_room(Pool &pool) noexcept {
  if (pool.has_room == most_on_shelves || parts_left.load(relaxed) <= 0) return false;
  if (parts_left.fetch_sub(1, relaxed) <= 0) { // another thread was first
    parts_left.fetch_add(1, relaxed);
    return false;
  }
  pool.has_room += part;
  return true;
}

void empty(Pool &pool) noexcept {
  pool.round = rounds.load(relaxed);
  for (size_t of = 0; of < kinds; ++of) {
    while (pool.first[of]) ptc::free_unreported(pop(pool.first[of]));
    pool.count[of] = 0;
  }
  for (Shelf &shelf : pool.shelves)
    while (shelf.first) ptc::free_unreported(take_from(pool, shelf));
  parts_left.fetch_add(static_cast<int64_t>(std::exchange(pool.has_room, 0) / part), relaxed);
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

// ---- larger blocks ----

constexpr size_t in_units(size_t bytes) { return (bytes + unit - 1) / unit * unit; }

// The two shelves where a size may lie.
std::array<Shelf *, 2> shelves_for(Pool &pool, size_t size) noexcept {
  const size_t place = static_cast<uint32_t>(size / unit) * 0x9e3779b1U >> 26; // 64 places, by multiplicative hashing
  return {&pool.shelves[place], &pool.shelves[place ^ 1]};
}

void *take_larger(size_t bytes) noexcept {
  const size_t size = in_units(bytes);
  Pool &pool = pool_of_thread();
  if (pool.on_shelves < size || !may_pool()) return nullptr;
  for (Shelf *shelf : shelves_for(pool, size))
    if (shelf->size == size && shelf->first) return take_from(pool, *shelf);
  return nullptr;
}

// A shelf for a size. Where both have another, one of them gives a block away, and is this size's once it has no more.
Shelf *find_shelf(Pool &pool, size_t size) noexcept {
  const auto two = shelves_for(pool, size);
  for (Shelf *shelf : two)
    if (shelf->size == size) return shelf;
  Shelf *found = two[0]->first ? two[1] : two[0];
  if (found->first) ptc::free_unreported(take_from(pool, *found));
  if (found->first) return nullptr;
  found->size = size;
  return found;
}

bool keep_larger(void *data, size_t room) noexcept {
  const size_t size = room / unit * unit;
  Pool &pool = pool_of_thread();
  if (&pool == &absent || reinterpret_cast<uintptr_t>(data) % unit || !may_pool()) return false;
  Shelf *shelf = find_shelf(pool, size);
  if (!shelf) return false;
  push(shelf->first, data);
  pool.on_shelves += size;
  pool.add(static_cast<int64_t>(size));
  while (pool.on_shelves > pool.has_room && !get_room(pool)) {
    Shelf &next = pool.shelves[pool.next_shelf];
    if (next.first) ptc::free_unreported(take_from(pool, next));
    else pool.next_shelf = (pool.next_shelf + 1) % pool.shelves.size();
  }
  return true;
}

} // namespace

namespace ptc {

size_t block_size(size_t bytes) noexcept {
  if (!bytes || bytes > largest_on_shelves || !may_pool()) return bytes;
  return bytes <= largest ? kind[kind_for(bytes)].size : in_units(bytes);
}

void *new_small_block(size_t bytes) noexcept {
  return bytes && bytes <= most_small && may_pool() ? std::malloc(kind[kind_for(bytes)].size) : nullptr;
}

void *take_block(size_t bytes) noexcept {
  if (bytes - 1 >= largest) return bytes - 1 < largest_on_shelves ? take_larger(bytes) : nullptr; // none, too
  Pool &pool = pool_of_thread();
  size_t of = kind_for(bytes);
  // malloc does not split off less than its least chunk: such a block is one of the next kind, once it was freed.
  if (!pool.first[of] && of + 1 < small_kinds) ++of;
  if (!pool.first[of] || !may_pool()) return nullptr;
  --pool.count[of];
  pool.add(-kind[of].size);
  return pop(pool.first[of]);
}

bool keep_block(void *data, size_t bytes) noexcept {
  const size_t of = kind_of(data, bytes);
  if (of >= kinds) return bytes >= unit && bytes < largest_on_shelves + unit && keep_larger(data, bytes);
  Pool &pool = pool_of_thread();
  if (&pool == &absent || pool.count[of] >= kind[of].room || !may_pool()) return false;
  push(pool.first[of], data);
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
