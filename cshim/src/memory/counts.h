// Counts of the tensors and storages that each thread makes and frees: written by that thread alone, and summed
// when somebody reads it.  A line of memory that two threads write costs each of them more than the rest of the count.
#pragma once

#include <pytorch_c/memory/memory.h>

#include <atomic>
#include <cstdint>

namespace ptc {

// Kinds of counted bytes: handles by their kind of device, and the storages of libtorch's CPU allocator.
enum { slot_cpu, slot_cuda, slot_other, slots, storages = slots, counted };

// A thread's bytes that the total lacks, at most this many either way.
constexpr int64_t most_untold = 64 << 10;
struct Untold {
  std::atomic<int64_t> bytes{0}, highest{0}; // highest: since they were last told
};

struct alignas(128) Counts {
  std::atomic<int64_t> made{0}, closed{0};
  Untold untold[counted];
  ptc_mark mark = nullptr; // of this thread
  std::atomic<bool> used{true};
  Counts *next = nullptr;
};

// Bytes of all threads, without what they have not told.
struct alignas(64) Total {
  std::atomic<int64_t> told{0}, peak{0};
};
extern Total totals[counted];

extern constinit __attribute__((tls_model("initial-exec"))) thread_local Counts *own_counts;
Counts &begin_counts() noexcept;
inline Counts &counts() noexcept {
  Counts *own = own_counts;
  return own ? *own : begin_counts();
}

void has_risen(Untold &mine, int32_t what, int64_t bytes) noexcept;
void tell(Untold &mine, int32_t what) noexcept;

inline void add_one(std::atomic<int64_t> &count) noexcept {
  count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}
inline void add_bytes(Counts &own, int32_t what, int64_t size) noexcept {
  Untold &mine = own.untold[what];
  const int64_t now = mine.bytes.load(std::memory_order_relaxed) + size;
  mine.bytes.store(now, std::memory_order_relaxed);
  if (now > mine.highest.load(std::memory_order_relaxed)) [[unlikely]]
    has_risen(mine, what, now);
}
inline void take_bytes(Counts &own, int32_t what, int64_t size) noexcept {
  Untold &mine = own.untold[what];
  const int64_t now = mine.bytes.load(std::memory_order_relaxed) - size;
  mine.bytes.store(now, std::memory_order_relaxed);
  if (now < -most_untold) [[unlikely]]
    tell(mine, what);
}
// Bytes as far as this thread knows: exact where no other has untold ones.
inline int64_t seen_bytes(const Counts &own, int32_t what) noexcept {
  return totals[what].told.load(std::memory_order_relaxed) + own.untold[what].bytes.load(std::memory_order_relaxed);
}

// Sums over all threads, exact while none of them works.
int64_t sum_bytes(int32_t what) noexcept;
// The most there was at once.  While several threads work, a peak may miss what the others have not told.
int64_t peak_bytes(int32_t what) noexcept;
void reset_peaks() noexcept;
int64_t made_tensors() noexcept;
int64_t live_tensors() noexcept;

// The total of the storages has changed (storages.cc).
void storages_told(int64_t now) noexcept;
// A thread with this mark ends (memory.cc).
void leave_mark(ptc_mark mark) noexcept;

} // namespace ptc
