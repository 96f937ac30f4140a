// Nodes of the graph, and where callbacks hang on them.
#pragma once

#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/saved_variable.h>

#include "core/callback.h"

#include <pytorch_c/autograd/hooks.h>

namespace ptc {

using Node = torch::autograd::Node;
// A shared_ptr or an intrusive_ptr, by the version of libtorch.
using NodePtr = decltype(torch::autograd::Edge::function);

// Number of kinds of our objects that can stand in one list of a node's hooks.
constexpr size_t hook_kinds = 2;

Node &node_of(ptc_node handle, const char *name);
void put(ptc_node *out, NodePtr node);
// True if it is a function of the host's (custom_function.cc).
bool is_host_function(const Node &node);

// A new node; newer versions of libtorch count nodes as they count tensors.
template <class Some, class... Args> NodePtr make_node(Args &&...args) {
  if constexpr (std::is_base_of_v<c10::intrusive_ptr_target, Some>)
    return c10::make_intrusive<Some>(std::forward<Args>(args)...);
  else return NodePtr(new Some(std::forward<Args>(args)...), [](auto *node) { deleteNode(node); });
}

namespace saved {
using torch::autograd::SavedVariable;
// A node whose saved tensors have no names.
struct Unnamed {
  virtual ~Unnamed() = default;
  virtual std::vector<SavedVariable> &saved_tensors() = 0;
  // The node to whose results saved ones belong; empty outside of a graph.
  virtual NodePtr saved_for() = 0;
};
Unnamed &unnamed(Node &node);
// The tensor that a node saves under a name, or without one, by position.
SavedVariable &of_node(const NodePtr &node, const char *name, int64_t index);
} // namespace saved

// Contexts that only this place refers to, for a collector.
struct Visitor {
  ptc_visit_fn visit;
  void *context;
  int32_t operator()(const std::shared_ptr<void> &visited) const {
    auto *last = std::get_deleter<Context::Last>(visited);
    return last && visited.use_count() == 1 ? visit(context, (visited.get)(), last->destroy) : 0;
  }
};
struct Holder {
  virtual ~Holder() = default;
  virtual int32_t visit(const Visitor &visitor) = 0;
};

} // namespace ptc

struct ptc_node_s {
  ptc::NodePtr owner; // empty where a callback borrows its own node
  ptc::Node *node;
};
