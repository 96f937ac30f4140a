// Collectives: each begins a work, or is waited for.
#include "distributed/groups.h"
#include "distributed/quiet_pipe.h"

#include <ATen/ops/empty_like.h>
#include <array>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // the newer names are not in each libtorch

namespace ptc {

namespace {

using Begun = std::shared_ptr<Pending>;

// Messages have none, nor has gloo's reduce_scatter.  Such a work knows no timeout either, and is never completed.
bool has_future(const Work &work) {
  try {
    return work->getFuture() != nullptr;
  } catch (const c10::Error &) { return false; }
}

// Begins a collective: `begin` gives c10d's work.
template <class Begin> Begun begun(ptc_group self, const char *what, Tensors tensors, Begin &&begin) {
  const auto &group = group_of(self);
  auto pending = std::make_shared<Pending>();
  pending->what = what;
  pending->member = group->member;
  pending->tensors = std::move(tensors);
  try {
    const QuietPipe quiet; // messages are written by this thread
    begin(*group, *pending);
    const auto &works = pending->works;
    pending->by_waiting =
        group->member->of_host || pending->messages || !std::all_of(works.begin(), works.end(), has_future);
  } catch (...) { tell(what, *group->member); }
  pending->group = group;
  return pending;
}

// One in which each member needs each other.
Begun of_all(Begun pending) {
  pending->needed = everybody;
  return pending;
}

// The group's own, which libtorch does not call: a host's, or c10d's.
Work all_reduce(Group &group, Tensors &tensors, const c10d::AllreduceOptions &options) {
  return group.member->of_host ? group.allreduce(tensors, options) : group.ProcessGroup::allreduce(tensors, options);
}
Work broadcast(Group &group, Tensors &tensors, const c10d::BroadcastOptions &options) {
  return group.member->of_host ? group.broadcast(tensors, options) : group.ProcessGroup::broadcast(tensors, options);
}

template <class Body>
ptc_error guard_work(ptc_work *work, Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  if (work) return guard(work, [&] { *work = handle_of(body()); }, function);
  return guard_reader([&] { wait(*body(), for_ever); }, function);
}

// ---- arguments ----

// A tensor whose memory is read and written as it lies.
at::Tensor filled(ptc_tensor handle, const char *name, bool in_order = true) {
  const auto &tensor = tensor_of(handle, name);
  const bool fits = tensor.layout() != at::kStrided ? !in_order
                    : in_order                      ? tensor.is_contiguous()
                                                    : tensor.is_non_overlapping_and_dense();
  if (!fits) fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': a contiguous tensor is needed");
  return tensor;
}
// A tensor that is only read: a copy will do.
at::Tensor read(ptc_tensor handle, const char *name) {
  const auto &tensor = tensor_of(handle, name);
  if (tensor.layout() != at::kStrided) fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "' must be dense");
  return tensor.contiguous();
}
Tensors list_of(const ptc_tensor *handles, int64_t length, const char *name, bool written) {
  auto all = tensors_of(handles, length, name);
  for (auto &one : all) {
    if (one.layout() != at::kStrided) fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "' must be dense");
    if (!written) one = one.contiguous();
    else if (!one.is_contiguous())
      fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': contiguous tensors are needed");
  }
  return all;
}
Tensors both(Tensors first, const Tensors &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

c10d::ReduceOp op_of(int32_t op) {
  if (op < PTC_REDUCE_SUM || op > PTC_REDUCE_BXOR)
    fail(PTC_ERROR_VALUE, "argument 'op': an enum ptc_reduce_op is needed, got " + std::to_string(op));
  return static_cast<c10d::ReduceOp::RedOpType>(op);
}
Milliseconds limit(int64_t timeout) { return timeout_of(timeout, c10d::kUnsetTimeout); }

int64_t rank_in(ptc_group self, int64_t rank, const char *name, bool other = false) {
  const auto &member = *group_of(self)->member;
  if (rank < 0 || rank >= member.size)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': a rank from 0 to " + std::to_string(member.size - 1) +
                              " is needed, got " + std::to_string(rank));
  if (other && rank == member.rank) fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "' is this rank itself");
  return rank;
}
// Fails unless there are as many as members; at the others of a root none.
void check_count(ptc_group self, size_t count, const char *name, bool wanted = true) {
  const auto size = wanted ? group_of(self)->member->size : 0;
  if (static_cast<int64_t>(count) != size)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': " + std::to_string(size) +
                              " tensors are needed, got " + std::to_string(count));
}
void check_same(const Tensors &tensors, const at::Tensor &like, const char *name) {
  for (const auto &one : tensors)
    if (one.scalar_type() != like.scalar_type())
      fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "': tensors of one dtype are needed, got " +
                               c10::toString(one.scalar_type()) + " and " + c10::toString(like.scalar_type()));
}
bool same_sizes(const Tensors &tensors) {
  return std::all_of(tensors.begin(), tensors.end(),
                     [&](const auto &one) { return one.sizes() == tensors[0].sizes(); });
}
void check_cut(const at::Tensor &tensor, at::IntArrayRef sizes, int64_t members, const char *name) {
  const int64_t rows = tensor.dim() ? tensor.size(0) : 0;
  int64_t sum = 0;
  if (sizes.empty()) {
    if (!tensor.dim() || rows % members)
      fail(PTC_ERROR_VALUE,
           "argument '" + std::string(name) + "': its first dimension is not divisible by " + std::to_string(members));
    return;
  }
  for (auto one : sizes) {
    if (one < 0 || one > rows) fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "_sizes' is out of range");
    sum += one;
  }
  if (static_cast<int64_t>(sizes.size()) != members || sum != rows)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "_sizes': " + std::to_string(members) +
                              " numbers with the sum " + std::to_string(rows) + " are needed");
}

} // namespace
} // namespace ptc

// ---- collectives ----

ptc_error ptc_group_broadcast(ptc_group self, ptc_tensor tensor, int64_t root, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    c10d::BroadcastOptions options;
    options.rootRank = rank_in(self, root, "root");
    options.timeout = limit(timeout);
    return begun(self, "broadcast", {filled(tensor, "tensor", false)},
                 [&](Group &group, Pending &it) { it.works = {broadcast(group, it.tensors, options)}; });
  });
}

ptc_error ptc_group_all_reduce(ptc_group self, ptc_tensor tensor, int32_t op, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    c10d::AllreduceOptions options;
    options.reduceOp = op_of(op);
    options.timeout = limit(timeout);
    return of_all(begun(self, "all_reduce", {filled(tensor, "tensor", false)},
                        [&](Group &group, Pending &it) { it.works = {all_reduce(group, it.tensors, options)}; }));
  });
}

ptc_error ptc_group_all_reduce_coalesced(ptc_group self, const ptc_tensor *tensors, int64_t tensors_len, int32_t op,
                                         int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    c10d::AllreduceCoalescedOptions options;
    options.reduceOp = op_of(op);
    options.timeout = limit(timeout);
    group_of(self);
    auto all = list_of(tensors, tensors_len, "tensors", true);
    if (all.empty()) fail(PTC_ERROR_VALUE, "argument 'tensors' is empty");
    check_same(all, all[0], "tensors");
    return of_all(begun(self, "all_reduce_coalesced", std::move(all), [&](Group &group, Pending &it) {
      it.works = {group.allreduce_coalesced(it.tensors, options)};
    }));
  });
}

ptc_error ptc_group_reduce(ptc_group self, ptc_tensor tensor, int64_t root, int32_t op, int64_t timeout,
                           ptc_work *work) {
  return guard_work(work, [&] {
    c10d::ReduceOptions options;
    options.rootRank = rank_in(self, root, "root");
    options.reduceOp = op_of(op);
    options.timeout = limit(timeout);
    return begun(self, "reduce", {filled(tensor, "tensor", false)},
                 [&](Group &group, Pending &it) { it.works = {group.reduce(it.tensors, options)}; });
  });
}

ptc_error ptc_group_all_gather(ptc_group self, const ptc_tensor *outputs, int64_t outputs_len, ptc_tensor input,
                               int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    auto into = list_of(outputs, outputs_len, "outputs", true);
    const auto from = read(input, "input");
    check_count(self, into.size(), "outputs");
    check_same(into, from, "outputs");
    const auto rank = group_of(self)->member->rank;
    if (into[rank].sizes() != from.sizes())
      fail(PTC_ERROR_VALUE, "argument 'outputs': number " + std::to_string(rank) + " has not the size of the input");
    auto all = both(into, {from});
    return of_all(begun(self, "all_gather", std::move(all), [&](Group &group, Pending &it) {
      if (same_sizes(into)) {
        std::vector<Tensors> lists{into};
        Tensors inputs{from};
        it.works = {group.allgather(lists, inputs, {limit(timeout)})};
        return;
      }
      into[rank].copy_(from); // gloo gathers equal sizes alone
      for (int64_t root = 0; root < group.member->size; ++root) {
        c10d::BroadcastOptions options;
        options.rootRank = root;
        options.timeout = limit(timeout);
        Tensors one{into[root]};
        it.works.push_back(broadcast(group, one, options));
      }
    }));
  });
}

ptc_error ptc_group_all_gather_into_tensor(ptc_group self, ptc_tensor output, ptc_tensor input, int64_t timeout,
                                           ptc_work *work) {
  return guard_work(work, [&] {
    auto into = filled(output, "output"), from = read(input, "input");
    check_same({into}, from, "output");
    if (into.numel() != from.numel() * group_of(self)->member->size)
      fail(PTC_ERROR_VALUE, "argument 'output' must have as many elements as the inputs of all members");
    return of_all(begun(self, "all_gather_into_tensor", {into, from}, [&](Group &group, Pending &it) {
      it.works = {group._allgather_base(into, from, {limit(timeout)})};
    }));
  });
}

ptc_error ptc_group_gather(ptc_group self, const ptc_tensor *outputs, int64_t outputs_len, ptc_tensor input,
                           int64_t root, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    auto into = list_of(outputs, outputs_len, "outputs", true);
    Tensors from{read(input, "input")};
    const bool here = rank_in(self, root, "root") == group_of(self)->member->rank;
    check_count(self, into.size(), "outputs", here);
    check_same(into, from[0], "outputs");
    for (const auto &one : into)
      if (one.sizes() != from[0].sizes())
        fail(PTC_ERROR_VALUE, "argument 'outputs': each must have the size of the input");
    auto all = both(into, from);
    return begun(self, "gather", std::move(all), [&](Group &group, Pending &it) {
      std::vector<Tensors> lists;
      if (here) lists.push_back(into);
      it.works = {group.gather(lists, from, {root, limit(timeout)})};
    });
  });
}

ptc_error ptc_group_scatter(ptc_group self, ptc_tensor output, const ptc_tensor *inputs, int64_t inputs_len,
                            int64_t root, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    Tensors into{filled(output, "output")};
    auto from = list_of(inputs, inputs_len, "inputs", false);
    const bool here = rank_in(self, root, "root") == group_of(self)->member->rank;
    check_count(self, from.size(), "inputs", here);
    check_same(from, into[0], "inputs");
    for (const auto &one : from)
      if (one.sizes() != into[0].sizes())
        fail(PTC_ERROR_VALUE, "argument 'inputs': each must have the size of the output");
    auto all = both(into, from);
    return begun(self, "scatter", std::move(all), [&](Group &group, Pending &it) {
      std::vector<Tensors> lists;
      if (here) lists.push_back(from);
      it.works = {group.scatter(into, lists, {root, limit(timeout)})};
    });
  });
}

ptc_error ptc_group_reduce_scatter(ptc_group self, ptc_tensor output, const ptc_tensor *inputs, int64_t inputs_len,
                                   int32_t op, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    Tensors into{filled(output, "output")};
    auto from = list_of(inputs, inputs_len, "inputs", false);
    check_count(self, from.size(), "inputs");
    check_same(from, into[0], "inputs");
    if (!same_sizes(from) || from[0].sizes() != into[0].sizes())
      fail(PTC_ERROR_VALUE, "argument 'inputs': each must have the size of the output");
    c10d::ReduceScatterOptions options;
    options.reduceOp = op_of(op);
    options.timeout = limit(timeout);
    auto all = both(into, from);
    return of_all(begun(self, "reduce_scatter", std::move(all), [&](Group &group, Pending &it) {
      std::vector<Tensors> lists{from};
      it.works = {group.reduce_scatter(into, lists, options)};
    }));
  });
}

ptc_error ptc_group_reduce_scatter_tensor(ptc_group self, ptc_tensor output, ptc_tensor input, int32_t op,
                                          int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    auto into = filled(output, "output"), from = read(input, "input");
    check_same({into}, from, "output");
    if (from.numel() != into.numel() * group_of(self)->member->size)
      fail(PTC_ERROR_VALUE, "argument 'input' must have as many elements as the outputs of all members");
    c10d::ReduceScatterOptions options;
    options.reduceOp = op_of(op);
    options.timeout = limit(timeout);
    // libtorch compares the shapes, and ends the process where they differ.
    auto flat = std::array{into.view({-1}), from.view({-1})};
    return of_all(begun(self, "reduce_scatter_tensor", {into, from}, [&](Group &group, Pending &it) {
      it.works = {group._reduce_scatter_base(flat[0], flat[1], options)};
    }));
  });
}

ptc_error ptc_group_all_to_all(ptc_group self, const ptc_tensor *outputs, int64_t outputs_len, const ptc_tensor *inputs,
                               int64_t inputs_len, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    auto into = list_of(outputs, outputs_len, "outputs", true), from = list_of(inputs, inputs_len, "inputs", false);
    check_count(self, into.size(), "outputs");
    check_count(self, from.size(), "inputs");
    check_same(both(into, from), from[0], "outputs");
    auto all = both(into, from);
    return of_all(begun(self, "all_to_all", std::move(all),
                        [&](Group &group, Pending &it) { it.works = {group.alltoall(into, from, {limit(timeout)})}; }));
  });
}

ptc_error ptc_group_all_to_all_single(ptc_group self, ptc_tensor output, ptc_tensor input, const int64_t *output_sizes,
                                      int64_t output_sizes_len, const int64_t *input_sizes, int64_t input_sizes_len,
                                      int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    auto into = filled(output, "output"), from = read(input, "input");
    auto into_sizes = array(output_sizes, output_sizes_len, "output_sizes").vec();
    auto from_sizes = array(input_sizes, input_sizes_len, "input_sizes").vec();
    const auto members = group_of(self)->member->size;
    check_same({into}, from, "output");
    check_cut(into, into_sizes, members, "output");
    check_cut(from, from_sizes, members, "input");
    return of_all(begun(self, "all_to_all_single", {into, from}, [&](Group &group, Pending &it) {
      it.works = {group.alltoall_base(into, from, into_sizes, from_sizes, {limit(timeout)})};
    }));
  });
}

ptc_error ptc_group_barrier(ptc_group self, int64_t timeout, ptc_work *work) {
  return guard_work(work, [&] {
    c10d::BarrierOptions options;
    options.timeout = limit(timeout);
    return of_all(begun(self, "barrier", {}, [&](Group &group, Pending &it) { it.works = {group.barrier(options)}; }));
  });
}

ptc_error ptc_group_monitored_barrier(ptc_group self, int64_t timeout, bool wait_all_ranks) {
  return guard_reader([&] {
    c10d::BarrierOptions options;
    options.timeout = timeout_of(timeout, kProcessGroupDefaultTimeout);
    begun(self, "monitored_barrier", {},
          [&](Group &group, Pending &) { group.monitoredBarrier(options, wait_all_ranks); });
  });
}

ptc_error ptc_group_send(ptc_group self, ptc_tensor tensor, int64_t peer, int64_t tag, ptc_work *work) {
  return guard_work(work, [&] {
    auto from = read(tensor, "tensor");
    const int to = static_cast<int>(rank_in(self, peer, "peer", true));
    const auto what = "send to rank " + std::to_string(to);
    return begun(self, what.c_str(), {from}, [&](Group &group, Pending &it) {
      it.messages = true;
      it.needed = to;
      it.works = {group.send(it.tensors, to, static_cast<int>(tag))};
    });
  });
}

ptc_error ptc_group_recv(ptc_group self, ptc_tensor tensor, int64_t peer, int64_t tag, ptc_work *work) {
  return guard_work(work, [&] {
    auto into = filled(tensor, "tensor");
    const int from = static_cast<int>(rank_in(self, peer, "peer", true));
    const auto what = "recv from rank " + std::to_string(from);
    return begun(self, what.c_str(), {into}, [&](Group &group, Pending &it) {
      it.messages = true;
      it.needed = from;
      it.works = {group.recv(it.tensors, from, static_cast<int>(tag))};
    });
  });
}

ptc_error ptc_group_recv_any(ptc_group self, ptc_tensor tensor, int64_t tag, ptc_work *work) {
  return guard_work(work, [&] {
    return begun(self, "recv from any rank", {filled(tensor, "tensor")}, [&](Group &group, Pending &it) {
      it.messages = true;
      it.works = {group.recvAnysource(it.tensors, static_cast<int>(tag))};
    });
  });
}
