// Weak references by the numbers that hosts have, so that a wrong number is an error.
#pragma once

#include <mutex>
#include <unordered_map>

#include "core/glue.h"

namespace ptc {

// `Pointer` is a c10::weak_intrusive_ptr.
template <class Pointer> class WeakTable {
public:
  // `function` is the name of the C function that gives numbers.
  explicit WeakTable(const char *function) : function(function) {}

  // The number is the object's address, which stays its own as long as it is kept here.
  template <class Object> int64_t keep(const Object *object, Pointer pointer) {
    std::lock_guard held(lock);
    const auto number = static_cast<int64_t>(reinterpret_cast<intptr_t>(object));
    ++kept.try_emplace(number, Entry{std::move(pointer), 0}).first->second.count;
    return number;
  }
  void free(int64_t number) {
    std::lock_guard held(lock);
    if (!--at(number).count) kept.erase(number);
  }
  auto get(int64_t number) {
    std::lock_guard held(lock);
    return at(number).pointer.lock();
  }
  bool expired(int64_t number) {
    std::lock_guard held(lock);
    return at(number).pointer.expired();
  }

private:
  struct Entry {
    Pointer pointer;
    int64_t count;
  };
  std::mutex lock;
  std::unordered_map<int64_t, Entry> kept;
  const char *function;

  Entry &at(int64_t number) {
    const auto found = kept.find(number);
    if (found == kept.end())
      fail(PTC_ERROR_VALUE, "argument 'weak': " + std::to_string(number) + " is not kept by " + function);
    return found->second;
  }
};

} // namespace ptc
