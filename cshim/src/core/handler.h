// A callback of the host's that another one may replace at any time, also while
// a thread is in it.
#pragma once

#include "core/callback.h"

#include <atomic>

namespace ptc {

template <class... Args> class Handler {
public:
  // NULL: none.  Takes over what `context` destroys.
  void replace(void (*call)(void *, Args...), Context &context) {
    std::shared_ptr<Target> next;
    if (call) {
      void *pointer = context.context;
      std::shared_ptr<void> owner = context.share();
      next = std::make_shared<Target>(Target{call, pointer, std::move(owner)});
    }
    current.exchange(std::move(next)); // what is replaced is destroyed here, when no thread is in it
  }

  // False where there is none, or this thread is `inside` already: what the
  // host runs in it does not come back to it.
  bool operator()(bool &inside, Args... args) noexcept {
    if (inside) return false;
    auto target = current.load();
    if (!target) return false;
    inside = true;
    target->call(target->context, args...);
    inside = false;
    return true;
  }

private:
  // Destroyed when it was replaced and no thread is in it any more.
  struct Target {
    void (*call)(void *, Args...);
    void *context;
    std::shared_ptr<void> owner;
  };
  std::atomic<std::shared_ptr<Target>> current;
};

} // namespace ptc
