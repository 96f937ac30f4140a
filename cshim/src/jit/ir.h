// Graphs of TorchScript as handles.
#pragma once

#include <torch/csrc/jit/ir/ir.h>

#include "jit/torchscript.h"

#include <pytorch_c/jit/jit_graph.h>

#include <mutex>

struct ptc_ir_graph_s {
  std::shared_ptr<torch::jit::Graph> graph;
};

// A part of a graph. libtorch clears `part` where it takes the part out.
template <class T> struct IrPart {
  std::shared_ptr<torch::jit::Graph> graph;
  std::shared_ptr<torch::jit::Wrap<T>> part;
};
struct ptc_ir_block_s : IrPart<torch::jit::Block> {};
struct ptc_ir_node_s : IrPart<torch::jit::Node> {};
struct ptc_ir_value_s : IrPart<torch::jit::Value> {};
struct ptc_ir_type_s {
  c10::TypePtr type;
};

namespace ptc {

using GraphPtr = std::shared_ptr<torch::jit::Graph>;

// One of a few mutexes, the same for each call with a graph.
std::recursive_mutex &mutex_of(const torch::jit::Graph *graph);

// Keeps other threads away from the graphs of these handles, which may be NULL.
class Alone {
  std::unique_lock<std::recursive_mutex> locks[2];
  void take(std::recursive_mutex *first, std::recursive_mutex *second) {
    if (first > second) std::swap(first, second);
    if (first) locks[0] = std::unique_lock(*first);
    if (second && second != first) locks[1] = std::unique_lock(*second);
  }
  template <class Handle> static std::recursive_mutex *of(Handle handle) {
    return handle ? &mutex_of((handle->graph.get)()) : nullptr;
  }

public:
  template <class One> explicit Alone(One one) { take(of(one), nullptr); }
  template <class One, class Other> Alone(One one, Other other) { take(of(one), of(other)); }
};

inline const GraphPtr &graph_of(ptc_ir_graph handle, const char *name = "self") {
  return held(handle, "graph", name).graph;
}
template <class Handle> auto *part_of(Handle handle, const char *what, const char *name) {
  auto *part = held(handle, what, name).part->elem;
  if (!part)
    fail(PTC_ERROR_RUNTIME, std::string("argument '") + name + "': the " + what + " was taken out of its graph");
  return part;
}
inline torch::jit::Block *block_of(ptc_ir_block handle, const char *name = "self") {
  return part_of(handle, "block", name);
}
inline torch::jit::Node *node_of(ptc_ir_node handle, const char *name = "self") {
  return part_of(handle, "node", name);
}
inline torch::jit::Value *value_of(ptc_ir_value handle, const char *name = "self") {
  return part_of(handle, "value", name);
}
inline const c10::TypePtr &type_of(ptc_ir_type handle, const char *name = "self") {
  return held(handle, "type", name).type;
}
// Nodes and values of a graph that is known.
torch::jit::Node *node_in(const GraphPtr &graph, ptc_ir_node handle, const char *name);
torch::jit::Value *value_in(const GraphPtr &graph, ptc_ir_value handle, const char *name);
std::vector<torch::jit::Value *> values_in(const GraphPtr &graph, const ptc_ir_value *handles, int64_t length,
                                           const char *name);

// An index of one of `count`, checked.
size_t checked_index(int64_t index, size_t count, const char *what);
// A name that a value may have: no number, which is what one without a name has.
inline std::string value_name(const char *text, const char *name) {
  const std::string given(text_of(text, name));
  if (given.find_first_not_of("0123456789") == std::string::npos)
    fail(PTC_ERROR_VALUE, "Invalid name: '" + given + "'");
  return given;
}
// A kind of nodes, "aten::add", that may be made.
c10::Symbol kind_of_text(const char *text, const char *name);

void put(ptc_ir_graph *out, GraphPtr graph);
void put(ptc_ir_block *out, const GraphPtr &graph, torch::jit::Block *block);
void put(ptc_ir_node *out, const GraphPtr &graph, torch::jit::Node *node);
void put(ptc_ir_value *out, const GraphPtr &graph, torch::jit::Value *value);
void put(ptc_ir_type *out, c10::TypePtr type);

// Fails where libtorch would not look before it believes a graph (ir_check.cc).
void check_graph(torch::jit::Graph &graph);
// Fails for nodes that are more than nodes to libtorch, which only it makes.
void check_kind(c10::Symbol kind, const char *name);

} // namespace ptc
