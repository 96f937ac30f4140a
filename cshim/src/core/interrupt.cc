// Flags by which threads are told to end their calls.  Signal handlers set
// them, so there are atomics only.
#include "core/interrupt.h"

#include <c10/util/Exception.h>

#include <pytorch_c/core/error.h>

namespace ptc {

std::atomic<int32_t> interrupts{0};

} // namespace ptc

namespace {

struct Flag {
  std::atomic<int64_t> owner{0}; // the number of a thread; 0: free
  std::atomic<bool> set{false};
  bool raise(bool on) noexcept {
    bool changed = set.exchange(on) != on;
    if (changed) ptc::interrupts.fetch_add(on ? 1 : -1);
    return changed;
  }
};

constexpr int64_t flags_count = 1024;
Flag flags[flags_count], everybody;
std::atomic<int64_t> next_round{0};

Flag &flag_of(int64_t number) noexcept { return flags[number % flags_count]; }

// The flag of a thread is free again when the thread ends.
struct Mine {
  int64_t number = 0;
  ~Mine() {
    if (!number) return;
    flag_of(number).raise(false);
    flag_of(number).owner = 0;
  }
};
thread_local Mine mine;

void raise(int64_t thread, bool on) noexcept {
  if (!thread) {
    everybody.raise(on);
    return;
  }
  if (thread < 0) return;
  Flag &flag = flag_of(thread);
  if (flag.owner != thread) return;
  flag.raise(on);
  if (flag.owner != thread) flag.raise(false); // the thread ended meanwhile
}

} // namespace

void ptc::fail_if_interrupted() {
  if (everybody.set || (mine.number && flag_of(mine.number).set)) TORCH_CHECK(false, interrupted_words);
}

int64_t ptc_interrupt_thread(void) {
  if (mine.number) return mine.number;
  const int64_t round = (next_round.fetch_add(1) + 1) * flags_count;
  for (int64_t i = 0; i < flags_count; ++i) {
    int64_t none = 0;
    if (flags[i].owner.compare_exchange_strong(none, round + i)) return mine.number = round + i;
  }
  return 0;
}

void ptc_interrupt_set(int64_t thread) { raise(thread, true); }
void ptc_interrupt_clear(int64_t thread) { raise(thread, false); }
bool ptc_interrupted(int64_t thread) {
  return everybody.set || (thread > 0 && flag_of(thread).owner == thread && flag_of(thread).set);
}
