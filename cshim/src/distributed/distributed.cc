// Groups: how they are made and left, and what an error of theirs tells.
#include "distributed/c10d.h"

#include <torch/csrc/distributed/c10d/GroupRegistry.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupWrapper.hpp>
#include <torch/csrc/distributed/c10d/debug.h>

#include "distributed/absence.h"
#include "distributed/groups.h"
#include "distributed/quiet_pipe.h"
#include "distributed/listening.h"

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace ptc {

// ---- who the others are ----

namespace {

const char *const member_key = "pytorch_c/member/";

std::string first_line(const char *path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

constexpr unsigned long EXITING = 4; // Linux's PF_EXITING

// The time of the start of a process; "" where there is none, or none any more.
std::string state_of(const std::string &process) {
  auto line = first_line(("/proc/" + process + "/stat").c_str());
  const auto behind_name = line.rfind(") ");
  if (behind_name == std::string::npos) return "";
  std::istringstream rest(line.substr(behind_name + 2));
  std::string state, word;
  rest >> state;
  bool exits = state == "Z" || state == "X";
  for (int field = 4; field <= 22 && rest; ++field) {
    rest >> word;
    // Its sockets close long before it is a zombie, where the machine has much to do.
    if (field == 9) exits |= (std::strtoul(word.c_str(), nullptr, 10) & EXITING) != 0;
  }
  return exits ? "" : word;
}

// Machine and namespace, in which a process has its number; then number, start and host.
std::string machine() {
  char space[64] = {0};
  if (readlink("/proc/self/ns/pid", space, sizeof space - 1) < 0) space[0] = 0;
  return first_line("/proc/sys/kernel/random/boot_id") + "/" + space;
}
std::string myself() {
  char host[256] = {0};
  gethostname(host, sizeof host - 1);
  const auto process = std::to_string(getpid());
  return machine() + " " + process + " " + state_of(process) + " " + host;
}

// "process 77 on box" where that member has ended; "" where it lives, or where nobody knows.
std::string has_ended(const std::string &record, const std::string &here) {
  std::istringstream words(record);
  std::string where, process, start, host;
  if (!(words >> where >> process >> start >> host) || where != here) return "";
  return state_of(process) == start ? "" : "process " + process + " on " + host;
}

// The end of a member, as the rest of a sentence.
std::string end_of(const Member &member, size_t other, const std::string &here) {
  const auto gone = other < member.others.size() ? has_ended(member.others[other], here) : "";
  return gone.empty() ? "" : "; rank " + std::to_string(other) + " has ended (" + gone + ")";
}

std::vector<std::string> keys_of(const Member &member) {
  std::vector<std::string> keys;
  for (int64_t rank = 0; rank < member.size; ++rank) keys.push_back(member_key + std::to_string(rank));
  return keys;
}

// Facts that the others have written of themselves; a member of another library's writes nothing.
void meet(Member &member) {
  const auto keys = keys_of(member);
  member.others.assign(keys.size(), "");
  if (member.store->check(keys)) { // two requests, however many members there are
    auto all = member.store->multiGet(keys);
    for (size_t rank = 0; rank < all.size(); ++rank) member.others[rank].assign(all[rank].begin(), all[rank].end());
    return;
  }
  for (size_t rank = 0; rank < keys.size(); ++rank)
    if (member.store->check({keys[rank]})) member.others[rank] = member.store->get_to_str(keys[rank]);
}

// "; rank 2 has not come" for those that have written nothing.
std::string missing(const Member &member) {
  std::string text;
  const auto keys = keys_of(member);
  for (size_t rank = 0; rank < keys.size(); ++rank)
    if (!member.store->check({keys[rank]}))
      text += (text.empty() ? "; not here yet: rank " : ", rank ") + std::to_string(rank);
  return text;
}

} // namespace

std::string Member::place() const {
  return "rank " + std::to_string(rank) + " of " + std::to_string(size) + " (" + backend + ", group " + name + ")";
}

std::string Member::ended(int64_t other) const { return end_of(*this, other, machine()); }

std::string Member::ended(bool connection) const {
  const auto here = machine();
  for (int look = 0; look < (connection ? 30 : 1); ++look) {
    std::string text;
    for (size_t other = 0; other < others.size(); ++other) text += end_of(*this, other, here);
    if (!text.empty() || look == 29) return text;
    if (connection) std::this_thread::sleep_for(Milliseconds(10)); // its sockets close before it is gone
  }
  return "";
}

void tell(const std::string &what, const Member &member) {
  try {
    throw;
  } catch (const Failure &) {
    throw; // an argument, named already
  } catch (const HostError &) { throw; } catch (...) {
    ptc_error error = current_error(what.c_str());
    std::string text = error;
    auto kind = ptc_error_kind(error);
    ptc_error_free(error);
    if (kind == PTC_ERROR_RUNTIME) kind = PTC_ERROR_BACKEND;
    const bool connection = text.find("onnection") != std::string::npos || text.find("readable") != std::string::npos;
    throw HostError(
        ptc_error_new(kind, (what + " on " + member.place() + ": " + text + member.ended(connection)).c_str()));
  }
}

// ---- groups ----

namespace {

// The group of a name in c10d's table; null without one, or where it was left.
c10::intrusive_ptr<c10d::ProcessGroup> registered(const std::string &name) {
  try {
    return c10d::resolve_process_group(name);
  } catch (const c10::Error &) { return {}; }
}

void enter(const c10::intrusive_ptr<Group> &group) {
  auto &member = *group->member;
  if (member.registered) return;
  auto taken = registered(member.name);
  if (taken && !dynamic_cast<Group *>(taken.get()))
    fail(PTC_ERROR_DISTRIBUTED,
         "argument 'self': another library has a group of the name " + member.name + " in this process");
  c10d::unregister_process_group(member.name); // one of ours that was left while its works went on
  c10d::register_process_group(member.name, group);
  member.registered = true;
}

} // namespace

Work Group::allreduce(std::vector<at::Tensor> &tensors, const c10d::AllreduceOptions &options) {
  const char *what = "all_reduce of gradients";
  try {
    auto future = watched(c10d::ProcessGroup::allreduce(tensors, options), what, member)->getFuture();
    auto place = member;
    return c10d::Work::create_from_future(future->then(
        [what, place](c10::ivalue::Future &done) {
          try {
            return done.value();
          } catch (...) { tell(what, *place); }
        },
        future->elementType()));
  } catch (...) { tell(what, *member); }
}

Work Group::broadcast(std::vector<at::Tensor> &tensors, const c10d::BroadcastOptions &options) {
  return watched(c10d::ProcessGroup::broadcast(tensors, options), "broadcast to all models", member);
}

namespace {

using BackendPtr = c10::intrusive_ptr<c10d::Backend>;

BackendPtr new_gloo(const std::string &prefix, const Store &outer, const Member &member, Milliseconds timeout) {
  const QuietPipe quiet; // for its threads
  auto store = c10::make_intrusive<Doors>(prefix, outer);
  auto made =
      c10::make_intrusive<c10d::ProcessGroupGloo>(store, static_cast<int>(member.rank), static_cast<int>(member.size),
                                                  c10d::ProcessGroupGloo::Options::create_default(timeout));
  const char *lazy = std::getenv("TORCH_GLOO_LAZY_INIT"); // ranks then connect at their first message to each other
  if (!lazy || std::string(lazy) == "0") store->close();
  return made;
}

// Compares each call among the members before it is made.
BackendPtr compared(BackendPtr backend, const Store &store, const Member &member, Milliseconds timeout) {
  return c10::make_intrusive<c10d::ProcessGroupWrapper>(backend,
                                                        new_gloo("pg_wrapper:" + member.name, store, member, timeout));
}

struct Wanted {
  std::string name;
  std::vector<c10::DeviceType> devices;
};

// "gloo", or "cpu:gloo,cuda:nccl".
std::vector<Wanted> wanted(const std::string &backend) {
  std::vector<Wanted> found;
  std::istringstream parts(backend);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto colon = part.find(':');
    Wanted one{colon == std::string::npos ? part : part.substr(colon + 1), {}};
    if (one.name != "gloo" && one.name != "nccl" && one.name != "fake")
      fail(PTC_ERROR_VALUE, "argument 'backend': there is \"gloo\", \"nccl\" and \"fake\", not \"" + one.name + "\"");
    if (one.name == "nccl" && !has_nccl()) fail(PTC_ERROR_BACKEND, "argument 'backend': this libtorch has no NCCL");
    if (colon != std::string::npos) one.devices = {c10::Device(part.substr(0, colon)).type()};
    else if (one.name != "nccl") one.devices = {c10::kCPU, c10::kCUDA};
    else one.devices = {c10::kCUDA};
    found.push_back(std::move(one));
  }
  if (found.empty()) fail(PTC_ERROR_VALUE, "argument 'backend' is empty");
  return found;
}

void add_backend(Group &group, const Wanted &one, const Store &shared, Milliseconds timeout) {
  const auto &member = *group.member;
  const auto type = c10d::ProcessGroup::strToBackendType(one.name);
  if (one.name == "fake") {
    for (auto device : one.devices) group.setBackend(device, type, new_fake(member));
    return;
  }
  const auto prefix = c10::DeviceTypeName(one.devices[0], true) + "/";
  const Store store = c10::make_intrusive<c10d::PrefixStore>(prefix, shared);
  auto backend = one.name == "gloo" ? new_gloo(prefix, shared, member, timeout) : new_nccl(store, member, timeout);
  backend->setSequenceNumberForGroup();
  if (c10d::debug_level() == c10d::DebugLevel::Detail) backend = compared(backend, store, member, timeout);
  for (auto device : one.devices) group.setBackend(device, type, backend);
}

c10::intrusive_ptr<Group> joined(const Store &outer, std::shared_ptr<Member> member, Milliseconds timeout) {
  const auto all = wanted(member->backend);
  member->store = c10::make_intrusive<c10d::PrefixStore>(member->name + "/", outer);
  try {
    member->store->set(member_key + std::to_string(member->rank), myself());
    auto group = c10::make_intrusive<Group>(member->store, member);
    group->setDefaultBackend(all[0].name);
    for (const auto &one : all) add_backend(*group, one, member->store, timeout);
    group->setGroupName(member->name);
    group->setGroupDesc(member->name == "0" ? "default_pg" : "undefined");
    meet(*member);
    return group;
  } catch (...) {
    ptc_error error = current_error("a new group");
    std::string text = "a new group on " + member->place() + ": " + error;
    const auto kind = ptc_error_kind(error);
    ptc_error_free(error);
    try {
      text += missing(*member);
    } catch (...) { text += "; the store does not answer"; }
    throw HostError(ptc_error_new(kind == PTC_ERROR_RUNTIME ? PTC_ERROR_BACKEND : kind, text.c_str()));
  }
}

} // namespace

ptc_group group_handle(c10::intrusive_ptr<Group> group) {
  auto out = std::make_unique<ptc_group_s>(ptc_group_s{std::move(group)});
  count_handle(1);
  return out.release();
}

namespace {

int64_t rank_of(int64_t rank, int64_t size, const char *name) {
  if (rank < 0 || rank >= size)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': a rank from 0 to " + std::to_string(size - 1) +
                              " is needed, got " + std::to_string(rank));
  return rank;
}

} // namespace

std::shared_ptr<Member> member_of(int64_t rank, int64_t size, const char *backend, std::string name) {
  if (size < 1 || size > std::numeric_limits<int>::max())
    fail(PTC_ERROR_VALUE, "argument 'size' must be positive, got " + std::to_string(size));
  auto member = std::make_shared<Member>();
  member->rank = rank_of(rank, size, "rank");
  member->size = size;
  member->backend = std::string(text_of(backend, "backend"));
  member->name = std::move(name);
  member->process = getpid();
  return member;
}

const c10::intrusive_ptr<Group> &group_of(ptc_group handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "': a group is needed, got NULL");
  const auto &member = *handle->group->member;
  if (member.process != getpid())
    fail(PTC_ERROR_DISTRIBUTED, "argument '" + std::string(name) + "': process " + std::to_string(member.process) +
                                    " has made this group, not its child " + std::to_string(getpid()) +
                                    "; make a group after the fork, or start processes by spawn");
  if (member.aborted) fail(PTC_ERROR_DISTRIBUTED, "argument '" + std::string(name) + "': the group was aborted");
  return handle->group;
}

void leave(c10::intrusive_ptr<c10d::ProcessGroup> group, const Member &member) noexcept {
  if (!group || group.use_count() > 1) return;
  try {
    if (member.registered && registered(member.name) == group) c10d::unregister_process_group(member.name);
  } catch (...) {} // a name that stays is taken over by the next group
  if (member.process != getpid()) {
    (void)group.release(); // its threads are the parent's
    return;
  }
  if (member.of_host) return; // it has no threads, and its end may need the caller's locks
  // libtorch waits in the destructor for what is under way, which may never come.
  struct Left {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
  };
  try {
    auto left = std::make_shared<Left>();
    std::thread([left, held = std::move(group)]() mutable {
      held.reset();
      std::lock_guard<std::mutex> lock(left->mutex);
      left->done = true;
      left->changed.notify_all();
    }).detach();
    std::unique_lock<std::mutex> lock(left->mutex);
    left->changed.wait_for(lock, Milliseconds(200), [&] { return left->done; });
  } catch (...) { (void)group.release(); }
}

} // namespace ptc

ptc_error ptc_group_new(ptc_store store, int64_t rank, int64_t size, const char *backend, int64_t timeout,
                        const char *name, ptc_group *out) {
  return guard(out, [&] {
    const auto &shared = store_of(store, "store");
    auto member = member_of(rank, size, backend, key_of(name, "name"));
    *out = group_handle(joined(shared, std::move(member), timeout_of(timeout, kProcessGroupDefaultTimeout)));
  });
}

ptc_error ptc_group_subgroup(ptc_group self, const int64_t *ranks, int64_t ranks_len, int64_t timeout, const char *name,
                             ptc_group *out) {
  return guard(out, [&] {
    const auto &outer = *group_of(self)->member;
    const auto all = array(ranks, ranks_len, "ranks");
    std::vector<bool> seen(static_cast<size_t>(outer.size), false);
    int64_t mine = -1;
    for (size_t i = 0; i < all.size(); ++i) {
      const auto rank = rank_of(all[i], outer.size, "ranks");
      if (seen[rank]) fail(PTC_ERROR_VALUE, "argument 'ranks' has rank " + std::to_string(rank) + " twice");
      seen[rank] = true;
      if (rank == outer.rank) mine = static_cast<int64_t>(i);
    }
    if (mine < 0)
      fail(PTC_ERROR_VALUE, "argument 'ranks': this is rank " + std::to_string(outer.rank) + ", not among them");
    auto member = member_of(mine, ranks_len, outer.backend.c_str(), key_of(name, "name"));
    *out = group_handle(joined(outer.store, std::move(member), timeout_of(timeout, kProcessGroupDefaultTimeout)));
  });
}

void ptc_group_close(ptc_group self) {
  if (!self) return;
  auto group = std::move(self->group);
  delete self;
  count_handle(-1);
  auto member = group->member;
  leave(std::move(group), *member);
}

ptc_error ptc_group_abort(ptc_group self) {
  return guard_reader([&] {
    const auto &group = group_of(self);
    group->member->aborted = true;
    if (group->member->backend.find("nccl") != std::string::npos) group->abort(); // gloo knows none
  });
}

bool ptc_group_has_backend(const char *backend) {
  if (!backend) return false;
  const std::string_view name = backend;
  return name == "gloo" || name == "fake" || (name == "nccl" && has_nccl());
}

ptc_error ptc_group_rank(ptc_group self, int64_t *out) {
  return guard(out, [&] { *out = group_of(self)->member->rank; });
}

ptc_error ptc_group_size(ptc_group self, int64_t *out) {
  return guard(out, [&] { *out = group_of(self)->member->size; });
}

ptc_error ptc_group_backend(ptc_group self, char **out) {
  return guard(out, [&] { put(out, group_of(self)->member->backend); });
}

ptc_error ptc_group_name(ptc_group self, char **out) {
  return guard(out, [&] { put(out, group_of(self)->member->name); });
}

ptc_error ptc_group_sequence_number(ptc_group self, int64_t *out) {
  return guard(out, [&] { *out = static_cast<int64_t>(group_of(self)->getSequenceNumberForGroup()); });
}

ptc_error ptc_group_set_timeout(ptc_group self, int64_t timeout) {
  return guard_reader([&] { group_of(self)->setTimeout(timeout_of(timeout, kProcessGroupDefaultTimeout)); });
}

ptc_error ptc_group_register(ptc_group self) {
  return guard_reader([&] { enter(group_of(self)); });
}

ptc_error ptc_group_register_as(ptc_group self, const char *name) {
  return guard_reader([&] {
    const auto &group = group_of(self);
    const auto key = key_of(name, "name");
    const auto taken = registered(key);
    if (taken && taken != group)
      fail(PTC_ERROR_DISTRIBUTED, "argument 'name': another group has the name " + key + " in this process");
    c10d::unregister_process_group(key); // one that was left
    c10d::register_process_group(key, group);
  });
}

ptc_error ptc_group_unregister(const char *name) {
  return guard_reader([&] { c10d::unregister_process_group(key_of(name, "name")); });
}

ptc_error ptc_set_thread_isolation(bool enabled) {
  return guard_reader([&] { c10d::set_thread_isolation_mode(enabled); });
}

ptc_error ptc_group_id(ptc_group self, int64_t *out) {
  return guard(out, [&] { *out = group_of(self)->getID(); });
}

int32_t ptc_debug_level(void) { return static_cast<int32_t>(c10d::debug_level()); }

ptc_error ptc_set_debug_level(int32_t level) {
  return guard_reader([&] {
    if (level < PTC_DEBUG_OFF || level > PTC_DEBUG_DETAIL)
      fail(PTC_ERROR_VALUE, "argument 'level': an enum ptc_debug_level is needed, got " + std::to_string(level));
    c10d::setDebugLevel(static_cast<c10d::DebugLevel>(level));
  });
}
