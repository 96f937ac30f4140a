// The graph: nodes as handles.
#include <torch/csrc/autograd/functions/accumulate_grad.h>
#include <torch/csrc/autograd/variable.h>

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/graph_task.h>

#include "node.h"

#include <pytorch_c/graph.h>

namespace {

// A value of the host's that hangs on a node, as a hook that changes nothing.
struct Data final : torch::autograd::FunctionPreHook, Holder {
  std::shared_ptr<void> value;
  torch::autograd::variable_list operator()(const torch::autograd::variable_list &grads) override { return grads; }
  int32_t visit(const Visitor &visitor) override { return visitor(value); }
};

Data *data_of(Node &node) {
  for (const auto &one : node.pre_hooks())
    if (auto *data = dynamic_cast<Data *>((one.get)())) return data;
  return nullptr;
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
  *out = new ptc_node_s{std::move(node), plain};
  count_handle(1);
}

} // namespace ptc

ptc_error ptc_tensor_grad_fn(ptc_tensor self, ptc_node *out) {
  return guard(out, [&] { put(out, tensor_of(self).grad_fn()); });
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
  delete self;
  count_handle(-1);
}

ptc_error ptc_node_data(ptc_node self, void **out) {
  return guard(out, [&] {
    auto *data = data_of(node_of(self, "self"));
    *out = data ? (data->value.get)() : nullptr;
  });
}

ptc_error ptc_node_id(ptc_node self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(reinterpret_cast<intptr_t>(&node_of(self, "self")))); });
}

ptc_error ptc_node_name(ptc_node self, char **out) {
  return guard(out, [&] { put(out, node_of(self, "self").name()); });
}

ptc_error ptc_node_next(ptc_node self, int64_t index, ptc_node *out, int64_t *input_nr) {
  return guard(std::tie(out, input_nr), [&] {
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

ptc_error ptc_backward_id(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(torch::autograd::get_current_graph_task_id())); });
}

ptc_error ptc_backward_is_whole(bool *out) {
  return guard(out, [&] { put(out, torch::autograd::Engine::get_default_engine().is_checkpoint_valid()); });
}

ptc_error ptc_node_will_run(ptc_node self, bool *out) {
  return guard(out, [&] {
    auto &node = node_of(self, "self");
    const auto *wanted = torch::autograd::get_current_graph_task_exec_info();
    const auto *reached = torch::autograd::get_current_graph_task_nodes_in_graph();
    if (!wanted || !reached) fail(PTC_ERROR_RUNTIME, "no backward pass runs on this thread");
    bool runs = reached->count(&node) != 0;
    if (runs && !wanted->empty()) {
      auto found = wanted->find(&node);
      runs = found != wanted->end() && found->second.should_execute();
      if (runs && node.topological_nr() == 0 && found->second.captures_)
        fail(PTC_ERROR_RUNTIME, "argument 'self': a leaf's node does not run where only its gradient is asked for");
    }
    put(out, runs);
  });
}
