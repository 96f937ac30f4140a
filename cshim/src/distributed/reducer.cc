// Gradients averaged over a group: libtorch's Reducer, and hooks of the host's in it.
#include "distributed/groups.h"

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/distributed/c10d/default_comm_hooks.hpp>
#include <torch/csrc/distributed/c10d/logger.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>

#include "core/json.h"

#include <pytorch_c/distributed/reducer.h>

#include <limits>

struct ptc_reducer_s {
  std::shared_ptr<c10d::Reducer> reducer;
  std::shared_ptr<c10d::Logger> logger; // required: the reducer refers to it
  c10::intrusive_ptr<ptc::Group> group;
};

namespace {

using FuturePtr = c10::intrusive_ptr<c10::ivalue::Future>;
using Hook = ptc_comm_hook_fn;

const FuturePtr &future_of(ptc_future handle, const char *name = "self") {
  if (!handle) fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "': a future is needed, got NULL");
  return handle->future;
}

ptc_future future_handle(FuturePtr future) {
  auto out = std::make_unique<ptc_future_s>(ptc_future_s{std::move(future)});
  count_handle(1);
  return out.release();
}

c10d::Reducer &reducer_of(ptc_reducer handle) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument 'self': a reducer is needed, got NULL");
  const ptc_group_s group{handle->group};
  group_of(const_cast<ptc_group_s *>(&group)); // still ours, and not aborted
  return *handle->reducer;
}

// A hook of the host's, which gives a future for each bucket.
struct HostHook final : c10d::CommHookInterface {
  Hook hook;
  std::shared_ptr<void> context;
  HostHook(Hook call, std::shared_ptr<void> held) : hook(call), context(std::move(held)) {}

  FuturePtr runHook(c10d::GradBucket &bucket) override {
    Lent buffer(bucket.getBuffer());
    const auto all = bucket.getGradients(), leaves = bucket.getParameters();
    Lent gradients(all), parameters(leaves);
    ptc_future given = nullptr;
    ptc_error error = hook((context.get)(), static_cast<int64_t>(bucket.getIndex()), bucket.isLast(), buffer.data()[0],
                           gradients.data(), gradients.size(), parameters.data(), parameters.size(), &given);
    auto future = given ? given->future : FuturePtr();
    ptc_future_close(given);
    check(error);
    if (!future) fail(PTC_ERROR_VALUE, "the hook gave no future for bucket " + std::to_string(bucket.getIndex()));
    return future;
  }
  at::Tensor parseHookResult(const c10::IValue &result) override {
    return c10d::detail::parseCppCommHookResult(result);
  }
};

std::unordered_map<size_t, std::string> lines_of(const char *text) {
  std::unordered_map<size_t, std::string> found;
  std::istringstream lines(text ? text : "");
  for (std::string line; std::getline(lines, line);) found.emplace(found.size(), line);
  return found;
}

std::vector<at::Tensor> leaves_of(const ptc_tensor *handles, int64_t length) {
  auto all = tensors_of(handles, length, "parameters");
  if (all.empty()) fail(PTC_ERROR_VALUE, "argument 'parameters' is empty");
  for (const auto &one : all)
    if (!one.requires_grad() || !one.is_leaf() || one.layout() != at::kStrided)
      fail(PTC_ERROR_VALUE, "argument 'parameters': dense leaves that require grad are needed");
  return all;
}

} // namespace

ptc_error ptc_future_new(ptc_future *out) {
  return guard(out, [&] { *out = future_handle(c10::make_intrusive<c10::ivalue::Future>(c10::TensorType::get())); });
}

ptc_error ptc_future_share(ptc_future self, ptc_future *out) {
  return guard(out, [&] { *out = future_handle(future_of(self)); });
}

ptc_error ptc_future_set(ptc_future self, ptc_tensor tensor) {
  return guard_reader([&] {
    const auto &future = future_of(self);
    const auto &value = tensor_of(tensor, "tensor");
    if (future->completed()) fail(PTC_ERROR_RUNTIME, "argument 'self': the future has a result already");
    future->markCompleted(value);
  });
}

ptc_error ptc_future_set_list(ptc_future self, const ptc_tensor *tensors, int64_t tensors_len) {
  return guard_reader([&] {
    const auto &future = future_of(self);
    auto all = tensors_of(tensors, tensors_len, "tensors");
    if (future->completed()) fail(PTC_ERROR_RUNTIME, "argument 'self': the future has a result already");
    future->markCompleted(std::move(all));
  });
}

ptc_error ptc_future_fail(ptc_future self, ptc_error error) {
  std::optional<HostError> failure;
  if (error) failure.emplace(error); // it is ours, whatever follows
  return guard_reader([&] {
    if (!failure) fail(PTC_ERROR_TYPE, "argument 'error': an error is needed, got NULL");
    future_of(self)->setErrorIfNeeded(std::make_exception_ptr(*failure));
  });
}

ptc_error ptc_future_done(ptc_future self, bool *out) {
  return guard(out, [&] { *out = future_of(self)->completed(); });
}

void ptc_future_close(ptc_future self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_reducer_new(ptc_group group, const ptc_tensor *parameters, int64_t parameters_len, const char *names,
                          int64_t bucket_bytes, int64_t first_bucket_bytes, bool find_unused_parameters,
                          bool gradient_as_bucket_view, bool static_graph, const bool *sparse, int64_t sparse_len,
                          ptc_reducer *out) {
  return guard(out, [&] {
    const auto &members = group_of(group, "group");
    auto all = leaves_of(parameters, parameters_len);
    if (bucket_bytes < 0 || first_bucket_bytes < 0)
      fail(PTC_ERROR_VALUE, "arguments 'bucket_bytes' and 'first_bucket_bytes' must not be negative");
    check_list(sparse, sparse_len, "sparse");
    std::vector<bool> expected(all.size(), false);
    if (sparse_len) {
      if (sparse_len != parameters_len) fail(PTC_ERROR_VALUE, "argument 'sparse': a flag for each parameter is needed");
      expected.assign(sparse, sparse + sparse_len);
    }
    // At first all in one bucket: the second iteration makes others, in the order in which gradients came.
    std::vector<size_t> limits{std::numeric_limits<int64_t>::max()};
    if (find_unused_parameters && !static_graph)
      limits = {static_cast<size_t>(first_bucket_bytes), static_cast<size_t>(bucket_bytes)};
    auto [indices, sizes] = c10d::compute_bucket_assignment_by_size(all, limits, expected, {}, {});
    std::reverse(indices.begin(), indices.end());
    auto reducer = std::make_shared<c10d::Reducer>(
        std::move(all), std::move(indices), members, std::move(expected), bucket_bytes, find_unused_parameters,
        gradient_as_bucket_view, lines_of(names), first_bucket_bytes, false, false, std::vector<int64_t>{});
    if (static_graph) reducer->set_static_graph();
    auto logger = std::make_shared<c10d::Logger>(reducer);
    reducer->set_logger(logger);
    auto made = std::make_unique<ptc_reducer_s>(ptc_reducer_s{std::move(reducer), std::move(logger), members});
    count_handle(1);
    *out = made.release();
  });
}

ptc_error ptc_group_verify_parameters(ptc_group self, const ptc_tensor *parameters, int64_t parameters_len) {
  return guard_reader([&] {
    const auto &group = group_of(self);
    const auto all = tensors_of(parameters, parameters_len, "parameters");
    if (all.empty()) fail(PTC_ERROR_VALUE, "argument 'parameters' is empty");
    for (const auto &one : all)
      if (one.layout() != at::kStrided) fail(PTC_ERROR_TYPE, "argument 'parameters': dense tensors are needed");
    try {
      c10d::verify_params_across_processes(group, all, {});
    } catch (...) { tell("the comparison of parameters", *group->member); }
  });
}

ptc_error ptc_group_broadcast_coalesced(ptc_group self, const ptc_tensor *tensors, int64_t tensors_len,
                                        int64_t buffer_size, int64_t root) {
  return guard_reader([&] {
    const auto &group = group_of(self);
    const auto all = tensors_of(tensors, tensors_len, "tensors");
    if (buffer_size < 1) fail(PTC_ERROR_VALUE, "argument 'buffer_size' must be positive");
    if (root < 0 || root >= group->member->size) fail(PTC_ERROR_VALUE, "argument 'root' is no rank of the group");
    try {
      c10d::broadcast_coalesced(group, all, static_cast<size_t>(buffer_size), static_cast<int>(root));
    } catch (...) { tell("broadcast", *group->member); }
  });
}

ptc_error ptc_reducer_prepare_for_forward(ptc_reducer self) {
  return guard_reader([&] { reducer_of(self).prepare_for_forward(); });
}

ptc_error ptc_reducer_prepare_for_backward(ptc_reducer self, const ptc_tensor *outputs, int64_t outputs_len) {
  return guard_reader([&] { reducer_of(self).prepare_for_backward(tensors_of(outputs, outputs_len, "outputs")); });
}

ptc_error ptc_reducer_rebuild_buckets(ptc_reducer self, bool *out) {
  return guard(out, [&] {
    auto &reducer = reducer_of(self);
    try {
      *out = reducer.rebuild_buckets();
    } catch (...) { tell("the order of buckets", *self->group->member); }
  });
}

ptc_error ptc_reducer_delay_all_reduce(ptc_reducer self) {
  return guard_reader([&] {
    reducer_of(self);
    torch::autograd::Engine::get_default_engine().queue_callback(
        [reducer = self->reducer] { reducer->delay_all_reduce(); });
  });
}

ptc_error ptc_reducer_graph_is_static(ptc_reducer self, bool *out) {
  return guard(out, [&] { *out = reducer_of(self).ddp_graph_static(); });
}

ptc_error ptc_reducer_buckets(ptc_reducer self, int64_t *out) {
  return guard(out, [&] { *out = static_cast<int64_t>(reducer_of(self).get_grad_buckets(true).size()); });
}

ptc_error ptc_reducer_zeros(ptc_reducer self, ptc_tensor_list *out) {
  return guard(out, [&] {
    std::vector<at::Tensor> zeros;
    for (auto &bucket : reducer_of(self).get_grad_buckets(true)) zeros.push_back(bucket.getBuffer());
    put(out, std::move(zeros));
  });
}

ptc_error ptc_reducer_push_parameters(ptc_reducer self) {
  return guard_reader([&] { reducer_of(self).push_rebuilt_params_for_all_indices(); });
}

ptc_error ptc_reducer_count_members(ptc_reducer self, ptc_work work, bool static_size) {
  return guard_reader([&] {
    auto &reducer = reducer_of(self);
    if (!work) fail(PTC_ERROR_TYPE, "argument 'work': a collective's work is needed, got NULL");
    if (work->pending->works.empty()) fail(PTC_ERROR_TYPE, "argument 'work': a collective's work is needed");
    reducer.set_forward_pass_work_handle(work->pending->works.back(), static_size);
  });
}

ptc_error ptc_reducer_used(ptc_reducer self, ptc_tensor *out) {
  return guard(out, [&] { put(out, reducer_of(self).get_local_used_map_on_device()); });
}

ptc_error ptc_reducer_describe(ptc_reducer self, const char *module_name, const int64_t *devices, int64_t devices_len,
                               int64_t output_device, bool broadcast_buffers, bool has_sync_bn, bool static_graph) {
  return guard_reader([&] {
    reducer_of(self);
    const auto all = array(devices, devices_len, "devices");
    self->logger->set_construction_data_and_log(
        std::string(text_of(module_name, "module_name")), std::vector<int>(all.begin(), all.end()),
        static_cast<int>(output_device), broadcast_buffers, has_sync_bn, static_graph);
  });
}

ptc_error ptc_reducer_facts(ptc_reducer self, char **out) {
  return guard(out, [&] {
    reducer_of(self);
    const auto facts = self->logger->get_ddp_logging_data();
    std::ostringstream text;
    const char *before = "{";
    for (const auto &[name, value] : facts.strs_map) {
      text << std::exchange(before, ", ");
      write_json(text, name);
      text << ": ";
      write_json(text, value);
    }
    for (const auto &[name, value] : facts.ints_map) {
      text << std::exchange(before, ", ");
      write_json(text, name);
      text << ": " << value;
    }
    put(out, text.str() + (facts.strs_map.empty() && facts.ints_map.empty() ? "{}" : "}"));
  });
}

ptc_error ptc_bucket_plan(const ptc_tensor *tensors, int64_t tensors_len, const int64_t *limits, int64_t limits_len,
                          const bool *sparse, int64_t sparse_len, const int64_t *indices, int64_t indices_len,
                          char **out) {
  return guard(out, [&] {
    const auto all = tensors_of(tensors, tensors_len, "tensors");
    const auto most = array(limits, limits_len, "limits"), numbers = array(indices, indices_len, "indices");
    check_list(sparse, sparse_len, "sparse");
    if (all.empty()) fail(PTC_ERROR_VALUE, "argument 'tensors' is empty");
    if (most.empty() || std::any_of(most.begin(), most.end(), [](int64_t one) { return one < 0; }))
      fail(PTC_ERROR_VALUE, "argument 'limits': numbers of bytes are needed");
    if ((sparse_len && sparse_len != tensors_len) || (indices_len && indices_len != tensors_len))
      fail(PTC_ERROR_VALUE, "arguments 'sparse' and 'indices': one for each tensor is needed");
    for (auto index : numbers.vec()) // libtorch looks them up in `sparse`
      if (sparse_len && (index < 0 || index >= sparse_len))
        fail(PTC_ERROR_VALUE, "argument 'indices': a number from 0 to " + std::to_string(tensors_len - 1) +
                                  " is needed, got " + std::to_string(index));
    const auto [buckets, sizes] =
        c10d::compute_bucket_assignment_by_size(all, std::vector<size_t>(most.begin(), most.end()),
                                                std::vector<bool>(sparse, sparse + sparse_len), numbers.vec());
    std::ostringstream text;
    const char *before = "{\"buckets\": [";
    for (const auto &bucket : buckets) {
      text << std::exchange(before, ", ");
      const char *within = "[";
      for (auto index : bucket) text << std::exchange(within, ", ") << index;
      text << "]";
    }
    before = "], \"limits\": [";
    for (auto size : sizes) text << std::exchange(before, ", ") << size;
    put(out, text.str() + "]}");
  });
}

ptc_error ptc_reducer_remove_hooks(ptc_reducer self) {
  return guard_reader([&] { reducer_of(self).remove_autograd_hooks(); });
}

ptc_error ptc_reducer_builtin_hook(ptc_reducer self, int32_t kind) {
  return guard_reader([&] {
    auto &reducer = reducer_of(self);
    if (kind != PTC_COMM_HOOK_ALL_REDUCE && kind != PTC_COMM_HOOK_FP16)
      fail(PTC_ERROR_VALUE, "argument 'kind': an enum ptc_comm_hook is needed, got " + std::to_string(kind));
    reducer.register_builtin_comm_hook(static_cast<c10d::BuiltinCommHookType>(kind));
  });
}

ptc_error ptc_reducer_comm_hook(ptc_reducer self, ptc_comm_hook_fn hook, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard_reader([&] {
    auto &reducer = reducer_of(self);
    if (!hook) fail(PTC_ERROR_VALUE, "argument 'hook': a function is needed, got NULL");
    reducer.register_comm_hook(std::make_unique<HostHook>(hook, owned.share()));
  });
}

void ptc_reducer_close(ptc_reducer self) {
  if (!self) return;
  auto group = std::move(self->group);
  auto member = group->member;
  self->logger.reset();
  self->reducer.reset();
  delete self;
  count_handle(-1);
  leave(std::move(group), *member);
}
