// The counts of all threads.  Those of a thread that ends are the next thread's, which goes on with their sums.
#include "memory/counts.h"
#include "memory/records.h"

#include <pthread.h>

#include <algorithm>

namespace {

using ptc::Counts, ptc::Untold, ptc::relaxed, ptc::totals;

ptc::Records<Counts> all_counts;

void thread_ends(void *counts) {
  auto &own = *static_cast<Counts *>(counts);
  ptc::leave_mark(own.mark);
  own.mark = nullptr;
  for (int32_t what = 0; what < ptc::counted; ++what) ptc::tell(own.untold[what], what);
  ptc::own_counts = nullptr;
  own.used.store(false, std::memory_order_release);
}

// By a key, and not by a destructor of C++'s: those run before, and one that frees a tensor later begins anew.
void call_at_end(Counts *own) noexcept {
  static const auto key = [] {
    pthread_key_t made;
    return pthread_key_create(&made, &thread_ends) ? static_cast<pthread_key_t>(-1) : made;
  }();
  pthread_setspecific(key, own); // where that fails, they stay this thread's
}

void raise_to(std::atomic<int64_t> &peak, int64_t bytes) noexcept {
  int64_t seen = peak.load(relaxed);
  while (bytes > seen && !peak.compare_exchange_weak(seen, bytes, relaxed)) {}
}

} // namespace

namespace ptc {

Total totals[counted];
constinit thread_local Counts *own_counts = nullptr;

Counts &begin_counts() noexcept {
  static Counts common; // where there is no memory for more: two threads may lose each other's numbers
  Counts *found = all_counts.take();
  if (!found) return common;
  own_counts = found;
  call_at_end(found);
  return *found;
}

void has_risen(Untold &mine, int32_t what, int64_t bytes) noexcept {
  mine.highest.store(bytes, relaxed);
  if (bytes > most_untold) tell(mine, what);
}

void tell(Untold &mine, int32_t what) noexcept {
  auto &total = totals[what];
  raise_to(total.peak, total.told.load(relaxed) + mine.highest.load(relaxed));
  const int64_t change = mine.bytes.load(relaxed);
  mine.bytes.store(0, relaxed);
  mine.highest.store(0, relaxed);
  const int64_t now = total.told.fetch_add(change, relaxed) + change;
  raise_to(total.peak, now); // higher than above where two threads tell at once
  if (what == storages) storages_told(now);
}

int64_t sum_bytes(int32_t what) noexcept {
  int64_t sum = totals[what].told.load(relaxed);
  all_counts.each([&](const Counts &one) { sum += one.untold[what].bytes.load(relaxed); });
  return std::max<int64_t>(sum, 0); // a thread was seen freeing what another was not yet seen making
}

int64_t peak_bytes(int32_t what) noexcept {
  const int64_t now = sum_bytes(what);
  int64_t most = std::max(now, totals[what].peak.load(relaxed));
  all_counts.each([&](const Counts &one) {
    const Untold &its = one.untold[what];
    most = std::max(most, now - its.bytes.load(relaxed) + its.highest.load(relaxed));
  });
  return most;
}

void reset_peaks() noexcept {
  for (int32_t what = 0; what < slots; ++what) {
    all_counts.each([&](Counts &one) {
      Untold &its = one.untold[what];
      its.highest.store(its.bytes.load(relaxed), relaxed);
    });
    totals[what].peak.store(sum_bytes(what), relaxed);
  }
}

int64_t made_tensors() noexcept {
  int64_t sum = 0;
  all_counts.each([&](const Counts &one) { sum += one.made.load(relaxed); });
  return sum;
}

int64_t live_tensors() noexcept {
  int64_t closed = 0; // first: what is closed was made before
  all_counts.each([&](const Counts &one) { closed += one.closed.load(relaxed); });
  return std::max<int64_t>(made_tensors() - closed, 0);
}

} // namespace ptc
