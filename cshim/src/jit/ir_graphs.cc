// Graphs of TorchScript and their blocks: made, read and changed.
#include <torch/csrc/jit/ir/alias_analysis.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/irparser.h>
#include <torch/csrc/jit/passes/canonicalize.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include "jit/ir.h"

#include <array>
#include <map>

namespace jit = torch::jit;
namespace prim = c10::prim;

namespace {

void check_kinds(const jit::Block &block) {
  for (const auto *node : block.nodes()) {
    check_kind(node->kind(), "text");
    for (const auto *inner : node->blocks()) check_kinds(*inner);
  }
}

// The node's own blocks and all in them too.
void each_node(jit::Node &node, const std::function<void(jit::Node &)> &body) {
  body(node);
  for (auto *block : node.blocks())
    for (auto *inner : block->nodes()) each_node(*inner, body);
}

} // namespace

namespace ptc {

std::recursive_mutex &mutex_of(const jit::Graph *graph) {
  static auto &all = *new std::array<std::recursive_mutex, 61>;
  return all[reinterpret_cast<uintptr_t>(graph) / 64 % all.size()];
}

void put(ptc_ir_graph *out, GraphPtr graph) {
  *out = new ptc_ir_graph_s{std::move(graph)};
  count_handle(1);
}
void put(ptc_ir_block *out, const GraphPtr &graph, jit::Block *block) {
  if (!block) return;
  *out = new ptc_ir_block_s{{graph, block->wrap()}};
  count_handle(1);
}

jit::Node *node_in(const GraphPtr &graph, ptc_ir_node handle, const char *name) {
  if (handle && handle->graph != graph)
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': the node is one of another graph");
  return node_of(handle, name);
}
jit::Value *value_in(const GraphPtr &graph, ptc_ir_value handle, const char *name) {
  if (handle && handle->graph != graph)
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': the value is one of another graph");
  return value_of(handle, name);
}
std::vector<jit::Value *> values_in(const GraphPtr &graph, const ptc_ir_value *handles, int64_t length,
                                    const char *name) {
  check_list(handles, length, name);
  std::vector<jit::Value *> out;
  for (int64_t i = 0; i < length; ++i) out.push_back(value_in(graph, handles[i], name));
  return out;
}

size_t checked_index(int64_t index, size_t count, const char *what) {
  if (index < 0 || static_cast<size_t>(index) >= count)
    fail(PTC_ERROR_INDEX, "argument 'index': " + std::to_string(index) + " of " + std::to_string(count) + " " + what);
  return static_cast<size_t>(index);
}

c10::Symbol kind_of_text(const char *text, const char *name) {
  const std::string kind(text_of(text, name));
  const auto colons = kind.find("::");
  if (colons == std::string::npos || !colons || colons + 2 == kind.size())
    fail(PTC_ERROR_VALUE,
         std::string("argument '") + name + "': '" + kind + "' is no kind of nodes, as \"aten::add\" is");
  const auto symbol = c10::Symbol::fromQualString(kind);
  check_kind(symbol, name);
  return symbol;
}

} // namespace ptc

// ---- graphs ----

ptc_error ptc_ir_graph_new(ptc_ir_graph *out) {
  return guard(out, [&] { put(out, std::make_shared<jit::Graph>()); });
}

void ptc_ir_graph_close(ptc_ir_graph self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_ir_graph_parse(const char *text, bool tensors, ptc_ir_graph *out) {
  return guard(out, [&] {
    auto graph = std::make_shared<jit::Graph>();
    jit::parseIR(std::string(text_of(text, "text")), (graph.get)(), tensors);
    check_kinds(*graph->block());
    put(out, std::move(graph));
  });
}

ptc_error ptc_ir_graph_of(ptc_jit_function function, int32_t kind, ptc_ir_graph *out) {
  return guard_writer(out, [&] {
    auto &of = jit::toGraphFunction(*function_of(function, "function").function);
    auto graph = of.graph();
    if (kind == PTC_JIT_GRAPH_INLINED) jit::Inline(*(graph = graph->copy()));
    else if (kind == PTC_JIT_GRAPH_OPTIMIZED) graph = of.optimized_graph();
    else if (kind != PTC_JIT_GRAPH_PLAIN)
      fail(PTC_ERROR_VALUE, "argument 'kind': unknown number " + std::to_string(kind));
    put(out, std::move(graph));
  });
}

ptc_error ptc_ir_graph_last_executed(ptc_ir_graph *out) {
  return guard(out, [&] {
    auto graph = jit::lastExecutedOptimizedGraph();
    if (!graph) fail(PTC_ERROR_RUNTIME, "no program has run on this thread yet");
    put(out, std::move(graph));
  });
}

ptc_error ptc_ir_graph_copy(ptc_ir_graph self, ptc_ir_graph *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    check_graph(*graph);
    put(out, graph->copy());
  });
}

ptc_error ptc_ir_graph_function(ptc_ir_graph self, ptc_jit_unit unit, const char *name, ptc_jit_function *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    const auto &in = unit_of(unit, "unit");
    const c10::QualifiedName qualified(identifier(name, "name", true));
    check_graph(*graph);
    if (graph->outputs().empty())
      fail(PTC_ERROR_VALUE, "argument 'self': a function has an output, the graph has none");
    auto copy = graph->copy();
    copy->lint();
    *out = new_function(in, in->create_function(qualified, std::move(copy), true));
  });
}

ptc_error ptc_ir_graph_str(ptc_ir_graph self, bool sources, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, graph_of(self)->toString(sources));
  });
}

ptc_error ptc_ir_graph_id(ptc_ir_graph self, int64_t *out) {
  return guard(out, [&] { *out = static_cast<int64_t>(reinterpret_cast<intptr_t>((graph_of(self).get)())); });
}

ptc_error ptc_ir_graph_block(ptc_ir_graph self, ptc_ir_block *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, graph_of(self), graph_of(self)->block());
  });
}

ptc_error ptc_ir_graph_lint(ptc_ir_graph self) {
  return guard_reader([&] {
    Alone alone(self);
    check_graph(*graph_of(self));
    graph_of(self)->lint();
  });
}

ptc_error ptc_ir_graph_canonical(ptc_ir_graph self, bool keep_names, ptc_ir_graph *out) {
  return guard(out, [&] {
    Alone alone(self);
    check_graph(*graph_of(self));
    put(out, jit::Canonicalize(graph_of(self), keep_names));
  });
}

ptc_error ptc_ir_graph_may_alias(ptc_ir_graph self, ptc_ir_value one, ptc_ir_value other, bool *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    value_of(one, "one"), value_of(other, "other");
    const auto *first = value_in(graph, one, "one"), *second = value_in(graph, other, "other");
    check_graph(*graph);
    *out = jit::AliasDb(graph).mayContainAlias(const_cast<jit::Value *>(first), const_cast<jit::Value *>(second));
  });
}

ptc_error ptc_ir_graph_create(ptc_ir_graph self, const char *kind, const ptc_ir_value *inputs, int64_t inputs_len,
                              int64_t outputs, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    const auto symbol = kind_of_text(kind, "kind");
    const auto given = values_in(graph, inputs, inputs_len, "inputs");
    if (outputs < 0 || outputs > 1 << 16) fail(PTC_ERROR_VALUE, "argument 'outputs': " + std::to_string(outputs));
    put(out, graph, graph->create(symbol, given, static_cast<size_t>(outputs)));
  });
}

ptc_error ptc_ir_graph_clone(ptc_ir_graph self, ptc_ir_node node, const ptc_ir_value *from, int64_t from_len,
                             const ptc_ir_value *to, int64_t to_len, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self, node);
    const auto &graph = graph_of(self);
    auto *source = node_of(node, "node");
    check_kind(source->kind(), "node");
    const auto keys = values_in(node->graph, from, from_len, "from"), values = values_in(graph, to, to_len, "to");
    if (keys.size() != values.size()) fail(PTC_ERROR_VALUE, "arguments 'from' and 'to' must have the same length");
    std::map<jit::Value *, jit::Value *> map;
    for (size_t i = 0; i < keys.size(); ++i) map[keys[i]] = values[i];
    std::unordered_set<const jit::Value *> own; // made within the node
    each_node(*source, [&](jit::Node &one) {
      own.insert(one.outputs().begin(), one.outputs().end());
      for (auto *block : one.blocks()) own.insert(block->inputs().begin(), block->inputs().end());
    });
    const auto check_used = [&](jit::Node &user) {
      for (auto *input : user.inputs())
        if (!map.count(input) && !own.count(input) && input->owningGraph() != (graph.get)())
          fail(PTC_ERROR_VALUE, "argument 'from': %" + input->debugName() + " of the other graph is missing");
    };
    each_node(*source, [&](jit::Node &one) {
      check_used(one);
      for (auto *block : one.blocks()) check_used(*block->return_node());
    });
    const auto mapped = [&](jit::Value *value) {
      const auto found = map.find(value);
      return found == map.end() ? value : found->second;
    };
    put(out, graph, graph->createClone(source, mapped));
  });
}

ptc_error ptc_ir_graph_insert_node(ptc_ir_graph self, ptc_ir_node node) {
  return guard([&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    auto *given = node_in(graph, node, "node");
    if (given->owningBlock()) fail(PTC_ERROR_VALUE, "argument 'node': the node is in a block already");
    graph->insertNode(given);
  });
}

ptc_error ptc_ir_graph_insert(ptc_ir_graph self, const char *op, const ptc_ir_value *inputs, int64_t inputs_len,
                              ptc_ir_value *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    const auto symbol = kind_of_text(op, "op");
    std::vector<jit::NamedValue> given;
    for (auto *one : values_in(graph, inputs, inputs_len, "inputs")) given.emplace_back(one);
    put(out, graph, graph->insert(symbol, given));
  });
}

ptc_error ptc_ir_graph_insert_constant(ptc_ir_graph self, const ptc_value *value, ptc_ir_value *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    const auto &graph = graph_of(self);
    auto *found = jit::tryInsertConstant(*graph, value_of(value, "value")).value_or(nullptr);
    if (!found) fail(PTC_ERROR_TYPE, "argument 'value': a value of this type cannot be a constant");
    put(out, graph, found);
  });
}

ptc_error ptc_ir_graph_insert_point(ptc_ir_graph self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, graph_of(self), graph_of(self)->insertPoint());
  });
}

ptc_error ptc_ir_graph_set_insert_point(ptc_ir_graph self, ptc_ir_node before) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_in(graph_of(self), before, "before");
    if (!node->owningBlock()) fail(PTC_ERROR_VALUE, "argument 'before': the node is in no block");
    if (node->kind() == prim::Param) fail(PTC_ERROR_VALUE, "argument 'before': nothing goes before a block's inputs");
    graph_of(self)->setInsertPoint(node);
  });
}

// ---- blocks ----

void ptc_ir_block_close(ptc_ir_block self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_ir_block_id(ptc_ir_block self, int64_t *out) {
  return guard(
      out, [&] { *out = static_cast<int64_t>(reinterpret_cast<intptr_t>((held(self, "block", "self").part.get)())); });
}

ptc_error ptc_ir_block_graph(ptc_ir_block self, ptc_ir_graph *out) {
  return guard(out, [&] { put(out, held(self, "block", "self").graph); });
}

ptc_error ptc_ir_block_first(ptc_ir_block self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *block = block_of(self);
    auto *first = block->param_node()->next();
    if (first != block->return_node()) put(out, self->graph, first);
  });
}

ptc_error ptc_ir_block_param_node(ptc_ir_block self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *block = block_of(self);
    put(out, self->graph, block->param_node());
  });
}

ptc_error ptc_ir_block_return_node(ptc_ir_block self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *block = block_of(self);
    put(out, self->graph, block->return_node());
  });
}

ptc_error ptc_ir_block_owner(ptc_ir_block self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *block = block_of(self);
    put(out, self->graph, block->owningNode());
  });
}

ptc_error ptc_ir_block_add_input(ptc_ir_block self, const char *name, ptc_ir_value *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    auto *block = block_of(self);
    const auto text = name ? value_name(name, "name") : std::string();
    put(out, self->graph, block->addInput(text));
  });
}

ptc_error ptc_ir_block_erase_input(ptc_ir_block self, int64_t index) {
  return guard([&] {
    Alone alone(self);
    auto *block = block_of(self);
    const auto at = checked_index(index, block->inputs().size(), "inputs");
    if (block->inputs()[at]->hasUses()) fail(PTC_ERROR_VALUE, "argument 'index': the input is used");
    block->eraseInput(at);
  });
}

ptc_error ptc_ir_block_permute_inputs(ptc_ir_block self, const int64_t *order, int64_t order_len) {
  return guard([&] {
    Alone alone(self);
    auto *block = block_of(self);
    const auto given = array(order, order_len, "order");
    std::vector<size_t> wanted;
    for (const auto one : given) wanted.push_back(checked_index(one, block->inputs().size(), "inputs"));
    auto sorted = wanted;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() != block->inputs().size() || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      fail(PTC_ERROR_VALUE, "argument 'order': each input once");
    block->permuteInputs(wanted);
  });
}

ptc_error ptc_ir_block_add_output(ptc_ir_block self, ptc_ir_value value, int64_t *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    auto *block = block_of(self);
    put(out, static_cast<int64_t>(block->registerOutput(value_in(self->graph, value, "value"))));
  });
}

ptc_error ptc_ir_block_erase_output(ptc_ir_block self, int64_t index) {
  return guard([&] {
    Alone alone(self);
    auto *block = block_of(self);
    block->eraseOutput(checked_index(index, block->outputs().size(), "outputs"));
  });
}
