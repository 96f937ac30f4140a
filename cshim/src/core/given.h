// Tensors that a running function was given, for the look at them after a failure.
//
// libtorch sets a tensor's sizes before it asks for their memory: where there is
// none, or the memory may not move, the sizes stay, and the next write goes
// anywhere.  So `guard` notes each tensor that a wrapper gets, and after a
// failure gives those that reach beyond their memory the sizes that they had.
#pragma once

#include <pytorch_c/types.h>

#include <cstdint>

namespace ptc {

// Where a tensor's elements were, up to five dimensions.
struct Place {
  static constexpr int64_t most = 5;
  int64_t dim, offset, sizes[most], strides[most];
};

class Given {
public:
  // `places`: whether the function only changes what it is given, so that sizes are kept.
  explicit Given(bool places) noexcept : outer(current), keeps_places(places) { current = this; }
  ~Given() { current = outer; }
  Given(const Given &) = delete;
  Given &operator=(const Given &) = delete;

  static void note(ptc_tensor handle) noexcept {
    if (Given *now = current; now && now->count < room) now->add(handle);
  }
  static void note(const ptc_tensor *handles, int64_t length) noexcept {
    if (Given *now = current; now && now->lists_count < room) now->lists[now->lists_count++] = {handles, length};
  }
  // The last that was noted is an output, which the operator may resize.
  static void note_output() noexcept {
    if (Given *now = current; now && now->count) now->outputs |= 1u << (now->count - 1);
  }
  // Before each try.
  void forget() noexcept { count = lists_count = outputs = 0; }
  // After a success: fails where an output got sizes that cannot be.
  void check_outputs() const {
    if (outputs) [[unlikely]]
      check(outputs);
  }
  // Restores all that was noted in the running function.
  static void check_all() {
    if (current) current->check(~0u);
  }
  // After a failure.
  void mend() noexcept;

private:
  friend class Unnoted;
  static constexpr int32_t room = 24;
  struct List {
    const ptc_tensor *handles;
    int64_t length;
  };
  void add(ptc_tensor handle) noexcept {
    handles[count] = handle;
    if (keeps_places) keep_place(handle);
    ++count;
  }
  void check(uint32_t which) const;
  void keep_place(ptc_tensor handle) noexcept;

  // Read in every call: two instructions, and no function in between.
  static constinit thread_local Given *current __attribute__((tls_model("initial-exec")));
  Given *outer; // of the call whose callback this one is in
  bool keeps_places;
  int32_t count = 0, lists_count = 0;
  uint32_t outputs = 0; // a bit for each
  ptc_tensor handles[room];
  List lists[room];
  Place places[room];
};

// Used instead of Given in a function that only reads: nothing is noted, least of all for the call whose callback
// it runs in, which would look at tensors that are closed by then.
class Unnoted {
public:
  explicit Unnoted(bool) noexcept : outer(Given::current) { Given::current = nullptr; }
  ~Unnoted() { Given::current = outer; }
  Unnoted(const Unnoted &) = delete;
  Unnoted &operator=(const Unnoted &) = delete;

  void forget() const noexcept {}
  void check_outputs() const noexcept {}
  void mend() const noexcept {}

private:
  Given *outer;
};

} // namespace ptc
