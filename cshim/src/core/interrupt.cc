// Flags by which threads are told to end their calls.  Signal handlers set
// them, so there are atomics only.
#include "core/interrupt.h"

#include "core/glue.h"

#include <pytorch_c/core/context.h>
#include <pytorch_c/core/error.h>

#include <csignal>

namespace ptc {

std::atomic<int32_t> interrupts{0};

} // namespace ptc

namespace {

struct Flag {
  std::atomic<int64_t> owner{0}; // the number of a thread; 0: free
  std::atomic<bool> set{false};
  std::atomic<bool> once{false}; // by a signal: the call that it ends clears it
  bool raise(bool on) noexcept {
    bool changed = set.exchange(on) != on;
    if (changed) ptc::interrupts.fetch_add(on ? 1 : -1);
    return changed;
  }
};

constexpr int64_t flags_count = 1024;
Flag of_threads[flags_count], everybody;
std::atomic<int64_t> next_round{0};

Flag &flag_of(int64_t number) noexcept { return of_threads[number % flags_count]; }

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

// A signal that interrupts calls, and its handler from before.
struct Signal {
  std::atomic<int64_t> thread{0}; // 0: not ours
  struct sigaction before;
};
Signal signals[NSIG];

// Handles a signal as it was before it became ours.
void hand_on(int number, siginfo_t *info, void *context, const struct sigaction &before) noexcept {
  if (before.sa_flags & SA_SIGINFO) (before.sa_sigaction)(number, info, context);
  else if (before.sa_handler == SIG_DFL) sigaction(number, &before, nullptr), ::raise(number);
  else if (before.sa_handler != SIG_IGN) (before.sa_handler)(number);
}

void on_signal(int number, siginfo_t *info, void *context) noexcept {
  const Signal &ours = signals[number];
  const int64_t thread = ours.thread;
  if (thread && !ptc_interrupted(thread)) flag_of(thread).once = true, ptc_interrupt_set(thread);
  else hand_on(number, info, context, ours.before);
}

} // namespace

void ptc::fail_if_interrupted() {
  const bool own = mine.number && flag_of(mine.number).set;
  if (own && flag_of(mine.number).once.exchange(false)) flag_of(mine.number).raise(false);
  if (own || everybody.set) TORCH_CHECK(false, interrupted_words);
}

int64_t ptc_interrupt_thread(void) {
  if (mine.number) return mine.number;
  const int64_t round = (next_round.fetch_add(1) + 1) * flags_count;
  for (int64_t i = 0; i < flags_count; ++i) {
    int64_t none = 0;
    if (of_threads[i].owner.compare_exchange_strong(none, round + i)) return mine.number = round + i;
  }
  return 0;
}

void ptc_interrupt_set(int64_t thread) { raise(thread, true); }
void ptc_interrupt_clear(int64_t thread) { raise(thread, false); }
bool ptc_interrupted(int64_t thread) {
  return everybody.set || (thread > 0 && flag_of(thread).owner == thread && flag_of(thread).set);
}

ptc_error ptc_interrupt_on_signal(int32_t signal) {
  return guard([&] {
    struct sigaction ours = {};
    ours.sa_sigaction = on_signal;
    ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    const bool known = signal > 0 && signal < NSIG;
    const int64_t thread = ptc_interrupt_thread();
    if (!thread) fail(PTC_ERROR_RUNTIME, "a thousand threads have numbers already (ptc_interrupt_thread)");
    const int64_t other = known ? signals[signal].thread.exchange(thread) : 0;
    if (other) return; // the handler is there
    if (known && !sigaction(signal, &ours, &signals[signal].before)) return;
    if (known) signals[signal].thread = 0;
    fail(PTC_ERROR_VALUE, "argument 'signal': there is no signal " + std::to_string(signal) + " to handle");
  });
}
void ptc_interrupt_off_signal(int32_t signal) {
  if (signal <= 0 || signal >= NSIG || !signals[signal].thread.exchange(0)) return;
  sigaction(signal, &signals[signal].before, nullptr);
  if (mine.number && flag_of(mine.number).once.exchange(false)) ptc_interrupt_clear(mine.number);
}
