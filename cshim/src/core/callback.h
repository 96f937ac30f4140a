// Callbacks of the host's: a function, its context, and what destroys the
// context.  Whatever happens, the destructor runs once.
#pragma once

#include "core/glue.h"

#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ptc {

// Holds a context from the first line of a function on; `share` hands it over.
struct Context {
  void *context;
  ptc_destroy_fn destroy;

  struct Last {
    ptc_destroy_fn destroy;
    void operator()(void *held) const {
      if (destroy) destroy(held);
    }
  };
  std::shared_ptr<void> share() {
    // If there is no memory for it, the shared pointer itself destroys.
    return {context, Last{std::exchange(destroy, nullptr)}};
  }
  ~Context() {
    if (destroy) destroy(context);
  }
};

struct HostError;
// While it lives, keeps the last failure of a callback on its thread: for programs, which hand on its words only.
class Overheard {
public:
  Overheard() noexcept : outer(current) { current = this; }
  ~Overheard() { current = outer; }
  Overheard(const Overheard &) = delete;
  Overheard &operator=(const Overheard &) = delete;
  std::shared_ptr<const char> error;

private:
  friend struct HostError;
  static inline thread_local Overheard *current = nullptr;
  Overheard *outer;
};

// A failure of a callback on its way through libtorch, which hands a
// std::exception on as it is.
struct HostError : std::exception {
  explicit HostError(ptc_error returned) : error(returned, ptc_error_free) {
    if (Overheard::current) Overheard::current->error = error;
  }
  explicit HostError(std::shared_ptr<const char> again) : error(std::move(again)) {}
  const char *what() const noexcept override { return &*error; }
  std::shared_ptr<const char> error;
};

// Throws what a callback returned, if it failed.
inline void check(ptc_error error) {
  if (error) throw HostError(error);
}

// Handles that are the library's own: a callback borrows them.
class Lent {
public:
  explicit Lent(at::ArrayRef<at::Tensor> tensors) {
    held.reserve(tensors.size()); // they must not move
    for (const auto &one : tensors) {
      held.push_back({one, 0, 0, {nullptr}});
      handles.push_back(one.defined() ? &held.back() : nullptr);
    }
  }
  const ptc_tensor *data() const { return handles.data(); }
  int64_t size() const { return static_cast<int64_t>(handles.size()); }

private:
  std::vector<ptc_tensor_s> held;
  std::vector<ptc_tensor> handles;
};

// Room for the handles that a callback gives; they are ours then.
class Answers {
public:
  explicit Answers(size_t count) : handles(count, nullptr) {}
  ~Answers() {
    for (auto &one : handles) drop(&one);
  }
  ptc_tensor *data() { return handles.data(); }
  ptc_tensor operator[](size_t i) const { return handles[i]; }
  at::Tensor tensor(size_t i) const { return handles[i] ? handles[i]->tensor : at::Tensor(); }
  std::vector<at::Tensor> tensors() const {
    std::vector<at::Tensor> out;
    for (size_t i = 0; i < handles.size(); ++i) out.push_back(tensor(i));
    return out;
  }
  size_t size() const { return handles.size(); }

private:
  std::vector<ptc_tensor> handles;
};

} // namespace ptc
