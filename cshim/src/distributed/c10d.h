// Stores, groups and works of c10d, and what their errors tell.
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include "core/callback.h"

#include <pytorch_c/distributed/distributed.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <thread>

namespace ptc {

using Milliseconds = std::chrono::milliseconds;
using Store = c10::intrusive_ptr<c10d::Store>;
using Work = c10::intrusive_ptr<c10d::Work>;

inline Milliseconds timeout_of(int64_t timeout, Milliseconds otherwise) {
  if (timeout < PTC_UNSET) fail(PTC_ERROR_VALUE, "argument 'timeout' is negative: " + std::to_string(timeout));
  constexpr int64_t most = 1'000'000'000'000; // of nanoseconds that many fit 64 bits, with the time of day added
  return timeout == PTC_UNSET ? otherwise : Milliseconds(std::min(timeout, most));
}
std::string key_of(const char *text, const char *name = "key");
const Store &store_of(ptc_store handle, const char *name = "self");
ptc_store handle_of(Store store);
std::vector<uint8_t> bytes_of(const void *value, int64_t nbytes, const char *name);
void put_bytes(char **out, int64_t *nbytes, const std::vector<uint8_t> &bytes); // with a NUL behind them

// One process's place in a group, and where the others are: read when something has failed.
struct Member {
  int64_t rank, size;
  std::string name, backend;
  int process;                     // that made it; not that of its children
  std::vector<std::string> others; // what each rank has written of itself, or ""
  Store store;
  std::atomic<bool> aborted{false};
  std::atomic<bool> registered{false}; // in c10d's table of names
  std::atomic<int64_t> under_way{0};   // works that nobody has seen the end of
  bool of_host = false;                // its collectives are the host's, and its works are waited for

  std::string place() const; // "rank 1 of 3 (gloo, group 0)"
  // Which of the others have ended, as the rest of a sentence. Looks again for a while where a `connection` is gone.
  std::string ended(bool connection) const;
  std::string ended(int64_t other) const; // the same of one, at once
};

// c10d's group. libtorch calls its functions for the gradients and parameters of a model, for which each member needs
// each other; a backward pass's failures tell as much as those of our own functions.
class Group : public c10d::ProcessGroup {
public:
  Group(Store store, std::shared_ptr<Member> place)
      : c10d::ProcessGroup(std::move(store), static_cast<int>(place->rank), static_cast<int>(place->size)),
        member(std::move(place)) {}
  Work allreduce(std::vector<at::Tensor> &tensors, const c10d::AllreduceOptions &options) override;
  Work broadcast(std::vector<at::Tensor> &tensors, const c10d::BroadcastOptions &options) override;
  const std::shared_ptr<Member> member;
};

// Throws the exception that is being handled once more, with what was done where.
[[noreturn]] void tell(const std::string &what, const Member &member);

constexpr int64_t everybody = -1, nobody = -2; // beside ranks

// The time since which another member has been seen to be gone.
class Absence {
public:
  // "; rank 1 has ended (process 77 on box)" once that has been so for five seconds of one of those that are needed: a
  // rank, or everybody. Looks once in a second.
  std::string of(const Member &member, int64_t needed);

private:
  std::chrono::steady_clock::time_point looked{}, since{};
};

// A collective that is under way: one or several works, and what is left to do after them.
struct Pending {
  std::string what;
  std::shared_ptr<Member> member;
  c10::intrusive_ptr<Group> group; // which stays until they are done
  std::vector<Work> works;
  std::vector<at::Tensor> tensors;
  bool messages = false;   // it sends or receives
  bool by_waiting = false; // only a wait tells whether it is done: its works have no future
  int64_t needed = nobody; // without whom it cannot end: a rank, or everybody

  bool poll(Milliseconds timeout); // whether it is done; throws what it has failed with
  bool test();
  ~Pending();

private:
  bool wait_beside(Milliseconds timeout);
  bool seen(Work &work, Milliseconds timeout);
  struct Beside; // a thread that waits
  std::shared_ptr<Beside> beside;
  Absence absence;
  std::mutex mutex;
  bool done = false;
  std::exception_ptr failure;
};

const c10::intrusive_ptr<Group> &group_of(ptc_group handle, const char *name = "self");
ptc_work handle_of(std::shared_ptr<Pending> pending);

constexpr Milliseconds for_ever = std::chrono::hours(24 * 365 * 20);
// Returns when it is done, and raises what it failed with; so do an aborted group and the end of the time.
void wait(Pending &pending, Milliseconds timeout);

} // namespace ptc

struct ptc_store_s {
  ptc::Store store;
};
struct ptc_group_s {
  c10::intrusive_ptr<ptc::Group> group;
};
struct ptc_future_s {
  c10::intrusive_ptr<c10::ivalue::Future> future;
};
struct ptc_work_s {
  std::shared_ptr<ptc::Pending> pending;
};
