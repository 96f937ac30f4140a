// A backend that speaks to nobody: a collective gives what it can from this process's tensors alone, at once.
// A copy of torch's FakeProcessGroup, whose header asks for Python's.
#include "distributed/groups.h"

#include <torch/csrc/distributed/c10d/Utils.hpp>

#include <ATen/core/LegacyTypeDispatch.h>

namespace ptc {

namespace {

class Done final : public c10d::Work {
public:
  Done() { finish(); }
  bool wait(Milliseconds) override { return true; }
  c10::intrusive_ptr<c10::ivalue::Future> getFuture() override {
    auto future = c10::make_intrusive<c10::ivalue::Future>(c10::NoneType::get());
    future->markCompleted();
    return future;
  }
};

Work done() { return c10::make_intrusive<Done>(); }

void check_count(const char *name, size_t found, int64_t wanted) {
  if (static_cast<int64_t>(found) != wanted)
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': " + std::to_string(wanted) +
                              " tensors are needed, got " + std::to_string(found));
}

// Kernels of a real backend write where autograd does not see it; so do these copies.
void write(const at::Tensor &to, const at::Tensor &from) {
  at::AutoDispatchBelowAutograd guard;
  to.copy_(from);
}

void write_to_each(const Tensors &to, const at::Tensor &from) {
  for (const auto &one : to) write(one, from);
}

class Fake final : public c10d::Backend {
public:
  using c10d::Backend::Backend;

  const std::string getBackendName() const override { return "fake"; }
  void setSequenceNumberForGroup() override {}
  uint64_t getSequenceNumberForGroup() override { return 0; }

  Work broadcast(Tensors &, const c10d::BroadcastOptions &) override { return done(); }
  Work allreduce(Tensors &, const c10d::AllreduceOptions &) override { return done(); }
  Work allreduce_sparse(Tensors &, const c10d::AllreduceOptions &) override { return done(); }
  Work allreduce_coalesced(Tensors &, const c10d::AllreduceCoalescedOptions &) override { return done(); }
  Work reduce(Tensors &, const c10d::ReduceOptions &) override { return done(); }
  Work send(Tensors &, int, int) override { return done(); }
  Work recv(Tensors &, int, int) override { return done(); }
  Work recvAnysource(Tensors &, int) override { return done(); }
  Work barrier(const c10d::BarrierOptions &) override { return done(); }

  Work allgather(Lists &outputs, Tensors &inputs, const c10d::AllgatherOptions &) override {
    check_count("inputs", inputs.size(), static_cast<int64_t>(outputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) write_to_each(outputs[i], inputs[i]);
    return done();
  }
  Work _allgather_base(at::Tensor &output, at::Tensor &input, const c10d::AllgatherOptions &) override {
    at::AutoDispatchBelowAutograd guard;
    write_to_each(output.chunk(getSize()), input);
    return done();
  }
  Work allgather_coalesced(Lists &outputs, Tensors &inputs, const c10d::AllgatherOptions &) override {
    for (auto &list : outputs) {
      check_count("outputs", list.size(), static_cast<int64_t>(inputs.size()));
      for (size_t i = 0; i < inputs.size(); ++i) write(list[i], inputs[i]);
    }
    return done();
  }
  Work allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                       const c10d::AllgatherOptions &options) override {
    check_count("inputs", inputs.size(), static_cast<int64_t>(outputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) _allgather_base(outputs[i], inputs[i], options);
    return done();
  }
  Work gather(Lists &outputs, Tensors &inputs, const c10d::GatherOptions &options) override {
    if (getRank() != options.rootRank) return done();
    check_count("outputs", outputs.size(), 1);
    check_count("inputs", inputs.size(), 1);
    write_to_each(outputs[0], inputs[0]);
    return done();
  }
  Work scatter(Tensors &outputs, Lists &inputs, const c10d::ScatterOptions &options) override {
    if (getRank() != options.rootRank) return done(); // what the root has is not here
    check_count("outputs", outputs.size(), 1);
    check_count("inputs", inputs.size(), 1);
    return mine(outputs, inputs);
  }
  Work reduce_scatter(Tensors &outputs, Lists &inputs, const c10d::ReduceScatterOptions &) override {
    check_count("inputs", inputs.size(), static_cast<int64_t>(outputs.size()));
    return mine(outputs, inputs);
  }
  Work _reduce_scatter_base(at::Tensor &output, at::Tensor &input, const c10d::ReduceScatterOptions &) override {
    if (input.numel() != output.numel() * getSize())
      fail(PTC_ERROR_VALUE, "argument 'input': it must be as large as the outputs of all processes");
    at::AutoDispatchBelowAutograd guard;
    write(output, input.chunk(getSize())[static_cast<size_t>(getRank())]);
    return done();
  }
  Work reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                       const c10d::ReduceScatterOptions &options) override {
    check_count("inputs", inputs.size(), static_cast<int64_t>(outputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) _reduce_scatter_base(outputs[i], inputs[i], options);
    return done();
  }
  Work alltoall(Tensors &outputs, Tensors &inputs, const c10d::AllToAllOptions &) override {
    check_count("inputs", inputs.size(), static_cast<int64_t>(outputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) write(outputs[i], inputs[i]);
    return done();
  }
  Work alltoall_base(at::Tensor &output, at::Tensor &input, std::vector<int64_t> &output_sizes,
                     std::vector<int64_t> &input_sizes, const c10d::AllToAllOptions &) override {
    c10d::checkSplitSizes(input_sizes, input, getSize());
    c10d::checkSplitSizes(output_sizes, output, getSize());
    if (output_sizes.empty() && input_sizes.empty()) write(output, input);
    else fill(output, input);
    return done();
  }

private:
  // The amounts that other processes send are not known here: the input's rows are repeated as often as it takes.
  static void fill(const at::Tensor &output, const at::Tensor &input) {
    const auto rows = output.size(0), there = input.size(0);
    if (rows && !there) fail(PTC_ERROR_VALUE, "argument 'input' is empty");
    at::AutoDispatchBelowAutograd guard;
    for (int64_t at = 0; at < rows; at += there) {
      const auto count = std::min(there, rows - at);
      write(output.narrow(0, at, count), input.narrow(0, 0, count));
    }
  }
  Work mine(Tensors &outputs, Lists &inputs) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      check_count("inputs", inputs[i].size(), getSize());
      write(outputs[i], inputs[i][static_cast<size_t>(getRank())]);
    }
    return done();
  }
};

} // namespace

c10::intrusive_ptr<c10d::Backend> new_fake(const Member &member) {
  return c10::make_intrusive<Fake>(static_cast<int>(member.rank), static_cast<int>(member.size));
}

} // namespace ptc
