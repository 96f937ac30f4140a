// Groups and works of the host's: c10d's classes, whose virtual functions are callbacks.
#include "distributed/groups.h"

#include <pytorch_c/distributed/reducer.h>

namespace ptc {

namespace {

class HostWork final : public c10d::Work {
public:
  HostWork(ptc_work_wait_fn how, ptc_work_future_fn later, std::shared_ptr<void> held)
      : waits(how), gives(later), context(std::move(held)) {}

  bool wait(Milliseconds timeout) override {
    check(waits(context.get(), timeout.count() > 0 ? timeout.count() : PTC_UNSET));
    return true;
  }
  bool isCompleted() override { return future && future->completed(); }

  c10::intrusive_ptr<c10::ivalue::Future> getFuture() override {
    std::lock_guard<std::mutex> lock(once);
    if (future) return future;
    if (!gives) fail(PTC_ERROR_NOT_IMPLEMENTED, "a work of the host's has no future");
    ptc_future given = nullptr;
    ptc_error error = gives(context.get(), &given);
    auto found = given ? given->future : c10::intrusive_ptr<c10::ivalue::Future>();
    ptc_future_close(given);
    check(error);
    if (!found) fail(PTC_ERROR_VALUE, "a work of the host's gave no future");
    return future = std::move(found);
  }

private:
  const ptc_work_wait_fn waits;
  const ptc_work_future_fn gives;
  const std::shared_ptr<void> context;
  std::mutex once;
  c10::intrusive_ptr<c10::ivalue::Future> future;
};

// All tensors of lists of one length; a length that differs is not for the host.
Tensors flat(const Lists &lists) {
  Tensors all;
  for (const auto &one : lists) {
    if (one.size() != lists[0].size()) fail(PTC_ERROR_VALUE, "lists of tensors must have one length");
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

template <class Options> ptc_group_call call_of(int32_t kind, const Options &options) {
  ptc_group_call call{};
  call.kind = kind;
  call.timeout = options.timeout.count() > 0 ? options.timeout.count() : PTC_UNSET;
  return call;
}
template <class Options> ptc_group_call rooted(int32_t kind, const Options &options) {
  auto call = call_of(kind, options);
  call.root = options.rootRank;
  return call;
}
template <class Options> ptc_group_call reducing(int32_t kind, const Options &options) {
  auto call = call_of(kind, options);
  call.op = static_cast<int32_t>(static_cast<c10d::ReduceOp::RedOpType>(options.reduceOp));
  return call;
}
ptc_group_call message(int32_t kind, int peer, int tag) {
  ptc_group_call call{};
  call.kind = kind;
  call.root = peer;
  call.tag = tag;
  call.timeout = PTC_UNSET;
  return call;
}

// Newer libtorchs have other names for some functions, without `override` here since older ones have not.
class HostGroup final : public Group {
public:
  HostGroup(std::shared_ptr<Member> place, ptc_group_call_fn function, std::shared_ptr<void> held)
      : Group(Store(), std::move(place)), calls(function), context(std::move(held)) {}

  const std::string getBackendName() const override { return member->backend; }
  const std::string &getGroupName() const override { return member->name; }
  void setTimeout(Milliseconds) override {}

  Work broadcast(Tensors &tensors, const c10d::BroadcastOptions &options) override {
    return begin(rooted(PTC_GROUP_BROADCAST, options), {}, tensors);
  }
  Work allreduce(Tensors &tensors, const c10d::AllreduceOptions &options) override {
    return begin(reducing(PTC_GROUP_ALL_REDUCE, options), {}, tensors);
  }
  Work allreduce_coalesced(Tensors &tensors, const c10d::AllreduceCoalescedOptions &options) override {
    return begin(reducing(PTC_GROUP_ALL_REDUCE_COALESCED, options), {}, tensors);
  }
  Work reduce(Tensors &tensors, const c10d::ReduceOptions &options) override {
    auto call = reducing(PTC_GROUP_REDUCE, options);
    call.root = options.rootRank;
    return begin(call, {}, tensors);
  }
  Work allgather(Lists &outputs, Tensors &inputs, const c10d::AllgatherOptions &options) override {
    return begin(into(outputs, call_of(PTC_GROUP_ALL_GATHER, options)), flat(outputs), inputs);
  }
  Work all_gather_single(at::Tensor &output, at::Tensor &input, const c10d::AllgatherOptions &options) {
    return begin(call_of(PTC_GROUP_ALL_GATHER_SINGLE, options), {output}, {input});
  }
  Work _allgather_base(at::Tensor &output, at::Tensor &input, const c10d::AllgatherOptions &options) override {
    return all_gather_single(output, input, options);
  }
  Work allgather_coalesced(Lists &outputs, Tensors &inputs, const c10d::AllgatherOptions &options) override {
    return begin(into(outputs, call_of(PTC_GROUP_ALL_GATHER_COALESCED, options)), flat(outputs), inputs);
  }
  Work all_gather_single_coalesced(Tensors &outputs, Tensors &inputs, const c10d::AllgatherOptions &options) {
    return begin(call_of(PTC_GROUP_ALL_GATHER_SINGLE_COALESCED, options), outputs, inputs);
  }
  Work allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                       const c10d::AllgatherOptions &options) override {
    return all_gather_single_coalesced(outputs, inputs, options);
  }
  Work gather(Lists &outputs, Tensors &inputs, const c10d::GatherOptions &options) override {
    return begin(into(outputs, rooted(PTC_GROUP_GATHER, options)), flat(outputs), inputs);
  }
  Work scatter(Tensors &outputs, Lists &inputs, const c10d::ScatterOptions &options) override {
    return begin(from(inputs, rooted(PTC_GROUP_SCATTER, options)), outputs, flat(inputs));
  }
  Work reduce_scatter(Tensors &outputs, Lists &inputs, const c10d::ReduceScatterOptions &options) override {
    return begin(from(inputs, reducing(PTC_GROUP_REDUCE_SCATTER, options)), outputs, flat(inputs));
  }
  Work reduce_scatter_single(at::Tensor &output, at::Tensor &input, const c10d::ReduceScatterOptions &options) {
    return begin(reducing(PTC_GROUP_REDUCE_SCATTER_SINGLE, options), {output}, {input});
  }
  Work _reduce_scatter_base(at::Tensor &output, at::Tensor &input, const c10d::ReduceScatterOptions &options) override {
    return reduce_scatter_single(output, input, options);
  }
  Work reduce_scatter_single_coalesced(Tensors &outputs, Tensors &inputs, const c10d::ReduceScatterOptions &options) {
    return begin(reducing(PTC_GROUP_REDUCE_SCATTER_SINGLE_COALESCED, options), outputs, inputs);
  }
  Work reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                       const c10d::ReduceScatterOptions &options) override {
    return reduce_scatter_single_coalesced(outputs, inputs, options);
  }
  Work alltoall(Tensors &outputs, Tensors &inputs, const c10d::AllToAllOptions &options) override {
    return begin(call_of(PTC_GROUP_ALL_TO_ALL, options), outputs, inputs);
  }
  Work all_to_all_single(at::Tensor &output, at::Tensor &input, std::vector<int64_t> &output_sizes,
                         std::vector<int64_t> &input_sizes, const c10d::AllToAllOptions &options) {
    auto call = call_of(PTC_GROUP_ALL_TO_ALL_SINGLE, options);
    call.output_sizes = output_sizes.data();
    call.output_sizes_len = static_cast<int64_t>(output_sizes.size());
    call.input_sizes = input_sizes.data();
    call.input_sizes_len = static_cast<int64_t>(input_sizes.size());
    return begin(call, {output}, {input});
  }
  Work alltoall_base(at::Tensor &output, at::Tensor &input, std::vector<int64_t> &output_sizes,
                     std::vector<int64_t> &input_sizes, const c10d::AllToAllOptions &options) override {
    return all_to_all_single(output, input, output_sizes, input_sizes, options);
  }
  Work barrier(const c10d::BarrierOptions &options) override {
    return begin(call_of(PTC_GROUP_BARRIER, options), {}, {});
  }
  void monitoredBarrier(const c10d::BarrierOptions &, bool) override {
    fail(PTC_ERROR_NOT_IMPLEMENTED, "argument 'self': a group of the host's has no monitored barrier");
  }
  Work send(Tensors &tensors, int peer, int tag) override {
    return begin(message(PTC_GROUP_SEND, peer, tag), {}, tensors);
  }
  Work recv(Tensors &tensors, int peer, int tag) override {
    return begin(message(PTC_GROUP_RECV, peer, tag), {}, tensors);
  }
  Work recvAnysource(Tensors &tensors, int tag) override {
    return begin(message(PTC_GROUP_RECV_ANY, 0, tag), {}, tensors);
  }

private:
  static ptc_group_call into(const Lists &lists, ptc_group_call call) {
    call.outputs_lists = static_cast<int64_t>(lists.size());
    return call;
  }
  static ptc_group_call from(const Lists &lists, ptc_group_call call) {
    call.inputs_lists = static_cast<int64_t>(lists.size());
    return call;
  }

  Work begin(ptc_group_call call, const Tensors &outputs, const Tensors &inputs) {
    Lent to(outputs), given(inputs);
    call.outputs = to.data();
    call.outputs_len = to.size();
    call.inputs = given.data();
    call.inputs_len = given.size();
    ptc_work handle = nullptr;
    ptc_error error = calls(context.get(), &call, &handle);
    auto pending = handle ? handle->pending : nullptr;
    ptc_work_close(handle);
    check(error);
    if (!pending || pending->works.size() != 1)
      fail(PTC_ERROR_VALUE, "a group of the host's gave no work for call " + std::to_string(call.kind));
    return pending->works[0];
  }

  const ptc_group_call_fn calls;
  const std::shared_ptr<void> context;
};

} // namespace
} // namespace ptc

ptc_error ptc_group_host(int64_t rank, int64_t size, const char *backend, const char *name, ptc_group_call_fn call,
                         void *context, ptc_destroy_fn destroy, ptc_group *out) {
  Context owned{context, destroy};
  return guard(out, [&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call': a function is needed, got NULL");
    auto member = member_of(rank, size, backend, key_of(name, "name"));
    member->of_host = true;
    *out = group_handle(c10::make_intrusive<HostGroup>(std::move(member), call, owned.share()));
  });
}

ptc_error ptc_work_host(ptc_work_wait_fn wait, ptc_work_future_fn future, void *context, ptc_destroy_fn destroy,
                        ptc_work *out) {
  Context owned{context, destroy};
  return guard(out, [&] {
    if (!wait) fail(PTC_ERROR_VALUE, "argument 'wait': a function is needed, got NULL");
    auto pending = std::make_shared<Pending>();
    pending->what = "a work of the host's";
    pending->member = member_of(0, 1, "host", "");
    pending->by_waiting = true;
    pending->works = {c10::make_intrusive<HostWork>(wait, future, owned.share())};
    *out = handle_of(std::move(pending));
  });
}
