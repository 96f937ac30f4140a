// Records that threads have one each of: written by that thread, read by all.  None is ever destroyed; that of a thread
// that ends is the next thread's.  There are atomics only, and no lock: finalizers of hosts call in here.
#pragma once

#include <atomic>
#include <new>

namespace ptc {

inline constexpr auto relaxed = std::memory_order_relaxed;

// A Record has `std::atomic<bool> used{true}`, which a thread that ends sets to false, and `Record *next = nullptr`.
template <class Record> class Records {
public:
  // A record that another thread has left, or a new one; NULL where there is no memory.
  Record *take() noexcept {
    for (Record *one = first.load(std::memory_order_acquire); one; one = one->next) {
      bool used = false;
      if (one->used.compare_exchange_strong(used, true, std::memory_order_acquire)) return one;
    }
    auto *made = new (std::nothrow) Record;
    if (!made) return nullptr;
    made->next = first.load(relaxed);
    while (!first.compare_exchange_weak(made->next, made, std::memory_order_release, relaxed)) {}
    return made;
  }
  template <class Function> void each(Function function) noexcept {
    for (Record *one = first.load(std::memory_order_acquire); one; one = one->next) function(*one);
  }

private:
  std::atomic<Record *> first{nullptr};
};

} // namespace ptc
