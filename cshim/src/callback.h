// A callback of the host's that another one may replace at any time (design rule D8).
#pragma once

#include "glue.h"

#include <atomic>
#include <memory>
#include <utility>

namespace ptc {

struct Context {
  void *pointer;
  void (*destroy)(void *);
  ~Context() { if (destroy) destroy(pointer); }
};

template <class... Args> class Callback {
public:
  // NULL: none.  Takes over what `context` destroys.
  void replace(void (*call)(void *, Args...), Context &context) {
    std::shared_ptr<Target> next;
    if (call) {
      next = std::make_shared<Target>(call, Context{context.pointer, nullptr});
      std::swap(next->context.destroy, context.destroy);
    }
    current.exchange(std::move(next)); // the one before goes here
  }

  // False where there is none, or this thread is `inside` already: what the
  // host runs in it does not come back to it.
  bool operator()(bool &inside, Args... args) noexcept {
    if (inside) return false;
    auto target = current.load();
    if (!target) return false;
    inside = true;
    target->call(target->context.pointer, args...);
    inside = false;
    return true;
  }

private:
  // Destroyed when it was replaced and no thread is in it any more.
  struct Target {
    void (*call)(void *, Args...);
    Context context;
  };
  std::atomic<std::shared_ptr<Target>> current;
};

} // namespace ptc
