// The graph: nodes as handles.
#include <ATen/SequenceNumber.h>
#include <torch/csrc/autograd/functions/accumulate_grad.h>
#include <torch/csrc/autograd/variable.h>

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/graph_task.h>

#include "autograd/node.h"
#include "core/kept_memory.h"

#include <pytorch_c/autograd/graph.h>

namespace {

// A value of the host's that hangs on a node, as a hook that changes nothing.
struct Data final : torch::autograd::FunctionPreHook, Holder {
  std::shared_ptr<void> value;
  torch::autograd::variable_list operator()(const torch::autograd::variable_list &grads) override { return grads; }
  void compiled_args(torch::dynamo::autograd::CompiledNodeArgs &) const override {}
  int32_t visit(const Visitor &visitor) override { return visitor(value); }
};

Data *data_of(Node &node) {
  for (const auto &one : node.pre_hooks())
    if (auto *data = dynamic_cast<Data *>((one.get)())) return data;
  return nullptr;
}

constexpr const char *no_pass = "no backward pass runs on this thread: to be called during the backward pass";

int64_t id_of(const void *place) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(place)); }

// A handle in memory that is kept, which cannot fail: a walk of the graph makes one at each node, where guard would
// take as long as all the rest. False where there is no such memory.
bool put_at_once(ptc_node *out, const NodePtr &node) noexcept {
  Node *plain = (node.get)();
  void *memory = plain ? KeptMemory<ptc_node_s>::take_kept() : nullptr;
  *out = memory ? new (memory) ptc_node_s{node, plain} : nullptr;
  if (memory) count_handle(1);
  return memory || !plain;
}

// guard, apart: a function that mostly returns before it makes no room for it.
template <class Body, class... Out>
[[gnu::noinline, gnu::cold]] ptc_error guard_rarely(std::tuple<Out *...> outputs, Body body,
                                                    const char *function = __builtin_FUNCTION()) noexcept {
  return std::apply([&](Out *...out) { return guard(std::tie(out...), body, function); }, outputs);
}
template <class Body, class Out>
ptc_error guard_rarely(Out *out, Body body, const char *function = __builtin_FUNCTION()) noexcept {
  return guard_rarely(std::tuple(out), body, function);
}

const torch::autograd::Edge &edge(Node &node, int64_t index) {
  if (index < 0 || index >= static_cast<int64_t>(node.next_edges().size()))
    fail(PTC_ERROR_INDEX,
         "argument 'index': the node computes " + std::to_string(node.next_edges().size()) + " gradients");
  return node.next_edge(static_cast<size_t>(index));
}

} // namespace

namespace ptc {

Node &node_of(ptc_node handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, std::string("argument '") + name + "': a node is needed, got NULL");
  return *handle->node;
}

void put(ptc_node *out, NodePtr node) {
  if (!node) return;
  Node *plain = (node.get)();
  *out = new (KeptMemory<ptc_node_s>::take()) ptc_node_s{std::move(node), plain};
  count_handle(1);
}

} // namespace ptc

ptc_error ptc_tensor_grad_fn(ptc_tensor self, ptc_node *out) {
  if (self && out) [[likely]] {
    const auto *meta = torch::autograd::impl::get_autograd_meta(self->tensor);
    if (!meta) return *out = nullptr, nullptr;
    if (!meta->is_view_ && put_at_once(out, meta->grad_fn_)) [[likely]]
      return nullptr;
  }
  return guard_rarely(out, [=] { put(out, tensor_of(self).grad_fn()); });
}

ptc_error ptc_tensor_gradient_edge(ptc_tensor self, ptc_node *out, int64_t *input_nr) {
  return guard(std::tie(out, input_nr), [&] {
    auto found = torch::autograd::impl::gradient_edge(tensor_of(self));
    put(input_nr, static_cast<int64_t>(found.input_nr));
    put(out, std::move(found.function));
  });
}

void ptc_node_close(ptc_node self) {
  if (!self) return;
  KeptMemory<ptc_node_s>::end(self);
  count_handle(-1);
}

ptc_error ptc_node_data(ptc_node self, void **out) {
  return guard(out, [&] {
    auto *data = data_of(node_of(self, "self"));
    *out = data ? (data->value.get)() : nullptr;
  });
}

ptc_error ptc_node_id(ptc_node self, int64_t *out) {
  if (self && out) [[likely]]
    return *out = id_of(self->node), nullptr;
  return guard_rarely(out, [=] { put(out, id_of(&node_of(self, "self"))); });
}

ptc_error ptc_node_name(ptc_node self, char **out) {
  return guard(out, [&] { put(out, node_of(self, "self").name()); });
}

ptc_error ptc_node_identity(ptc_node self, int64_t *id, int64_t *type) {
  if (self && id && type) [[likely]] {
    const auto &node = *self->node;
    *id = id_of(&node);
    *type = is_host_function(node) ? 0 : id_of(&typeid(node));
    return nullptr;
  }
  return guard_rarely(std::tuple(id, type), [=] { node_of(self, "self"); });
}

ptc_error ptc_node_call(ptc_node self, const ptc_tensor *grads, int64_t grads_len, ptc_tensor_list *out) {
  return guard(out, [&] {
    auto &node = node_of(self, "self");
    check_list(grads, grads_len, "grads");
    if (grads_len != static_cast<int64_t>(node.num_inputs()))
      fail(PTC_ERROR_VALUE, "argument 'grads': the node takes " + std::to_string(node.num_inputs()) +
                                " gradients, got " + std::to_string(grads_len));
    torch::autograd::variable_list given;
    for (int64_t i = 0; i < grads_len; ++i) given.push_back(grads[i] ? grads[i]->tensor : at::Tensor());
    auto keep = node.getptr(); // what runs may end the graph
    put(out, node(std::move(given)));
  });
}

ptc_error ptc_node_next_ids(ptc_node self, int64_t *ids, int64_t ids_len, int64_t *input_nrs, int64_t input_nrs_len,
                            int64_t *count) {
  if (self && ids && input_nrs && count && ids_len == input_nrs_len && ids_len >= 0) [[likely]] {
    const auto &edges = self->node->next_edges();
    const size_t filled = std::min(edges.size(), static_cast<size_t>(ids_len));
    for (size_t i = 0; i < filled; ++i) {
      ids[i] = id_of((edges[i].function.get)());
      input_nrs[i] = static_cast<int64_t>(edges[i].input_nr);
    }
    *count = static_cast<int64_t>(edges.size());
    return nullptr;
  }
  return guard_rarely(count, [=] {
    put(count, static_cast<int64_t>(node_of(self, "self").next_edges().size())); // where both lists are empty
    check_list(ids, ids_len, "ids");
    check_list(input_nrs, input_nrs_len, "input_nrs");
    if (ids_len != input_nrs_len) fail(PTC_ERROR_VALUE, "arguments 'ids' and 'input_nrs' must have the same length");
  });
}

ptc_error ptc_node_next(ptc_node self, int64_t index, ptc_node *out, int64_t *input_nr) {
  if (self && out && input_nr && index >= 0 && index < static_cast<int64_t>(self->node->next_edges().size()))
      [[likely]] {
    const auto &next = self->node->next_edges()[static_cast<size_t>(index)];
    *input_nr = static_cast<int64_t>(next.input_nr);
    if (put_at_once(out, next.function)) [[likely]]
      return nullptr;
  }
  return guard_rarely(std::tuple(out, input_nr), [=] {
    const auto &next = edge(node_of(self, "self"), index);
    put(input_nr, static_cast<int64_t>(next.input_nr));
    put(out, next.function);
  });
}

ptc_error ptc_node_next_count(ptc_node self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(node_of(self, "self").next_edges().size())); });
}

ptc_error ptc_node_sequence_nr(ptc_node self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(node_of(self, "self").sequence_nr())); });
}

ptc_error ptc_node_set_sequence_nr(ptc_node self, int64_t number) {
  return guard([&] { node_of(self, "self").set_sequence_nr(static_cast<uint64_t>(number)); });
}

ptc_error ptc_node_set_data(ptc_node self, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard([&] {
    auto &node = node_of(self, "self");
    auto *data = data_of(node);
    if (!data) {
      auto made = std::make_unique<Data>();
      if (node.pre_hooks().empty()) node.pre_hooks().reserve(hook_kinds); // see find in hooks.cc
      data = (made.get)();
      node.add_pre_hook(std::move(made));
    }
    data->value = owned.share();
  });
}

ptc_error ptc_node_variable(ptc_node self, ptc_tensor *out) {
  return guard(out, [&] {
    auto *leaf = dynamic_cast<torch::autograd::AccumulateGrad *>(&node_of(self, "self"));
    if (leaf) put(out, leaf->variable);
  });
}

namespace {

torch::autograd::edge_list edges_of(const ptc_node *nodes, int64_t nodes_len, const int64_t *numbers,
                                    int64_t numbers_len, const char *name) {
  check_list(nodes, nodes_len, name);
  check_list(numbers, numbers_len, name);
  if (nodes_len != numbers_len)
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': a number for each node is needed");
  torch::autograd::edge_list out;
  for (int64_t i = 0; i < nodes_len; ++i) {
    auto &node = node_of(nodes[i], name);
    if (numbers[i] < 0 || numbers[i] >= static_cast<int64_t>(node.num_inputs()))
      fail(PTC_ERROR_INDEX, std::string("argument '") + name + "': the node has " + std::to_string(node.num_inputs()) +
                                " results, not one of number " + std::to_string(numbers[i]));
    out.emplace_back(node.getptr(), static_cast<uint32_t>(numbers[i]));
  }
  return out;
}

} // namespace

ptc_error ptc_autograd_run(const ptc_node *roots, int64_t roots_len, const int64_t *root_nrs, int64_t root_nrs_len,
                           const ptc_tensor *grads, int64_t grads_len, const ptc_node *inputs, int64_t inputs_len,
                           const int64_t *input_nrs, int64_t input_nrs_len, bool keep_graph, bool create_graph,
                           bool accumulate, bool allow_unused, ptc_tensor_list *out) {
  return guard(out, [&] {
    auto from = edges_of(roots, roots_len, root_nrs, root_nrs_len, "roots");
    auto to = edges_of(inputs, inputs_len, input_nrs, input_nrs_len, "inputs");
    check_list(grads, grads_len, "grads");
    if (grads_len != roots_len) fail(PTC_ERROR_VALUE, "argument 'grads': a gradient for each root is needed");
    torch::autograd::variable_list given;
    for (int64_t i = 0; i < grads_len; ++i) given.push_back(grads[i] ? grads[i]->tensor : at::Tensor());
    auto found = torch::autograd::Engine::get_default_engine().execute(from, given, keep_graph, create_graph,
                                                                       accumulate || to.empty(), to);
    for (size_t i = 0; i < found.size() && !accumulate && !allow_unused; ++i) // in the words of torch's engine
      TORCH_CHECK(
          found[i].defined(), "The differentiated Tensor at index ", i,
          " appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.");
    if (accumulate) found.clear();
    put(out, std::move(found));
  });
}

ptc_error ptc_backward_at_end(ptc_backward_end_fn function, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard([&] {
    if (!function) fail(PTC_ERROR_VALUE, "argument 'function': a function is needed, got NULL");
    if (torch::autograd::get_current_graph_task_id() == -1)
      fail(PTC_ERROR_RUNTIME, "Final callbacks can only be installed during backward pass.");
    torch::autograd::Engine::get_default_engine().queue_callback(
        [function, held = owned.share()] { check(function((held.get)())); });
  });
}

ptc_error ptc_backward_id(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(torch::autograd::get_current_graph_task_id())); });
}

ptc_error ptc_backward_keeps_graph(bool *out) {
  return guard(out, [&] {
    if (torch::autograd::get_current_graph_task_id() == -1) fail(PTC_ERROR_RUNTIME, no_pass);
    put(out, torch::autograd::get_current_graph_task_keep_graph());
  });
}

ptc_error ptc_backward_node(ptc_node *out) {
  return guard(out, [&] {
    if (auto node = torch::autograd::get_current_node()) put(out, std::move(node));
  });
}

ptc_error ptc_backward_next(int64_t index, ptc_node *out) {
  return guard(out, [&] {
    if (index < 0) fail(PTC_ERROR_INDEX, "argument 'index' is negative");
    if (torch::autograd::get_current_graph_task_id() == -1) fail(PTC_ERROR_RUNTIME, no_pass);
    const auto order = torch::autograd::get_current_graph_task_execution_order();
    if (static_cast<size_t>(index) < order.size()) put(out, order[static_cast<size_t>(index)]->getptr());
  });
}

ptc_error ptc_backward_is_whole(bool *out) {
  return guard(out, [&] { put(out, torch::autograd::Engine::get_default_engine().is_checkpoint_valid()); });
}

ptc_error ptc_node_will_run(ptc_node self, bool *out) {
  return guard(out, [&] {
    auto &node = node_of(self, "self");
    const auto *wanted = torch::autograd::get_current_graph_task_exec_info();
    const auto *reached = torch::autograd::get_current_graph_task_nodes_in_graph();
    if (!wanted || !reached) fail(PTC_ERROR_RUNTIME, no_pass);
    bool runs = reached->count(&node) != 0;
    if (runs && !wanted->empty()) {
      auto found = wanted->find(&node);
      runs = found != wanted->end() && found->second.should_execute();
      if (runs && node.topological_nr() == 0 && found->second.captures_)
        fail(PTC_ERROR_RUNTIME, "argument 'self': a leaf node was passed, but we are currently running "
                                "autograd.grad(), in which it does not run");
    }
    put(out, runs);
  });
}

ptc_error ptc_sequence_number(int64_t *out) {
  return guard(out, [&] { *out = static_cast<int64_t>(at::sequence_number::peek()); });
}
