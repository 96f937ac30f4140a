// Nodes of TorchScript's graphs: read and changed.
#include "jit/ir.h"

#include <unordered_set>

namespace jit = torch::jit;
namespace prim = c10::prim;

namespace {

bool is_end(const jit::Node &node) { return node.kind() == prim::Param || node.kind() == prim::Return; }

void check_inner(const jit::Node &node, const char *what) {
  if (is_end(node)) fail(PTC_ERROR_VALUE, std::string("argument 'self': the ends of a block ") + what);
}

// All nodes of a node's blocks, and the node.
void gather(const jit::Node *node, std::unordered_set<const jit::Node *> &into) {
  into.insert(node);
  for (const auto *block : node->blocks()) {
    into.insert(block->param_node());
    into.insert(block->return_node());
    for (const auto *inner : block->nodes()) gather(inner, into);
  }
}

bool within(const jit::Node *node, const jit::Node *outer) {
  for (; node; node = node->owningBlock() ? node->owningBlock()->owningNode() : nullptr)
    if (node == outer) return true;
  return false;
}

// A node's output may be used in the node's own blocks, which go too.
void check_unused(const jit::Node &node) {
  std::unordered_set<const jit::Node *> all;
  gather(&node, all);
  for (const auto *one : all)
    for (const auto *output : one->outputs())
      for (const auto &use : output->uses())
        if (one == &node || !all.count(use.user))
          fail(PTC_ERROR_RUNTIME, "argument 'self': %" + output->debugName() + " of the node is used");
}

// A block is in the graph where each node around it is.
bool in_graph(const jit::Node *node) {
  while (node->owningBlock()) {
    node = node->owningBlock()->owningNode();
    if (!node) return true;
  }
  return false;
}

} // namespace

void ptc::put(ptc_ir_node *out, const GraphPtr &graph, jit::Node *node) {
  if (!node) return;
  *out = new ptc_ir_node_s{{graph, node->wrap()}};
  count_handle(1);
}

void ptc_ir_node_close(ptc_ir_node self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_ir_node_id(ptc_ir_node self, int64_t *out) {
  return guard(
      out, [&] { *out = static_cast<int64_t>(reinterpret_cast<intptr_t>((held(self, "node", "self").part.get)())); });
}

ptc_error ptc_ir_node_graph(ptc_ir_node self, ptc_ir_graph *out) {
  return guard(out, [&] { put(out, held(self, "node", "self").graph); });
}

ptc_error ptc_ir_node_kind(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, std::string(node_of(self)->kind().toQualString()));
  });
}

ptc_error ptc_ir_node_str(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    std::ostringstream text;
    text << *node_of(self);
    put(out, text.str());
  });
}

ptc_error ptc_ir_node_schema(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    std::ostringstream text;
    if (const auto *schema = node_of(self)->maybeSchema()) text << *schema;
    put(out, text.str());
  });
}

ptc_error ptc_ir_node_source(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto range = node_of(self)->sourceRange();
    put(out, range.source() ? range.str() : std::string());
  });
}

ptc_error ptc_ir_node_scope(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, node_of(self)->scopeName());
  });
}

ptc_error ptc_ir_node_hierarchy(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, jit::utils::getNodesModuleHierarchy(*node_of(self)));
  });
}

ptc_error ptc_ir_node_next(ptc_ir_node self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *next = node_of(self)->next();
    if (next && !is_end(*next)) put(out, self->graph, next);
  });
}

ptc_error ptc_ir_node_prev(ptc_ir_node self, ptc_ir_node *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *before = node_of(self)->prev();
    if (before && !is_end(*before)) put(out, self->graph, before);
  });
}

ptc_error ptc_ir_node_owner(ptc_ir_node self, ptc_ir_block *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *block = node_of(self)->owningBlock();
    put(out, self->graph, block);
  });
}

ptc_error ptc_ir_node_input_count(ptc_ir_node self, int64_t *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, static_cast<int64_t>(node_of(self)->inputs().size()));
  });
}

ptc_error ptc_ir_node_input(ptc_ir_node self, int64_t index, ptc_ir_value *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto all = node_of(self)->inputs();
    put(out, self->graph, all[checked_index(index, all.size(), "inputs")]);
  });
}

ptc_error ptc_ir_node_named_input(ptc_ir_node self, const char *name, ptc_ir_value *out) {
  return guard(out, [&] {
    Alone alone(self);
    auto *node = node_of(self);
    const std::string wanted(text_of(name, "name"));
    const auto *schema = node->maybeSchema();
    if (!schema) fail(PTC_ERROR_VALUE, "argument 'self': the node has no schema, whose arguments have names");
    const auto index = schema->argumentIndexWithName(wanted);
    if (!index || *index >= static_cast<int>(node->inputs().size()))
      fail(PTC_ERROR_VALUE, "argument 'name': " + schema->name() + " has no argument '" + wanted + "'");
    put(out, self->graph, node->inputs()[static_cast<size_t>(*index)]);
  });
}

ptc_error ptc_ir_node_output_count(ptc_ir_node self, int64_t *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, static_cast<int64_t>(node_of(self)->outputs().size()));
  });
}

ptc_error ptc_ir_node_output(ptc_ir_node self, int64_t index, ptc_ir_value *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto all = node_of(self)->outputs();
    put(out, self->graph, all[checked_index(index, all.size(), "outputs")]);
  });
}

ptc_error ptc_ir_node_block_count(ptc_ir_node self, int64_t *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, static_cast<int64_t>(node_of(self)->blocks().size()));
  });
}

ptc_error ptc_ir_node_block(ptc_ir_node self, int64_t index, ptc_ir_block *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto all = node_of(self)->blocks();
    put(out, self->graph, all[checked_index(index, all.size(), "blocks")]);
  });
}

ptc_error ptc_ir_node_matches(ptc_ir_node self, const char *schema, bool *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, node_of(self)->matches(text_of(schema, "schema").data()));
  });
}

ptc_error ptc_ir_node_is_before(ptc_ir_node self, ptc_ir_node other, bool *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto *node = node_of(self), *to = node_in(self->graph, other, "other");
    if (!in_graph(node) || !in_graph(to)) fail(PTC_ERROR_VALUE, "a node that is in no block is before none");
    put(out, node->isBefore(to));
  });
}

ptc_error ptc_ir_node_is(ptc_ir_node self, int32_t trait, bool *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto *node = node_of(self);
    switch (trait) {
    case PTC_IR_NONDETERMINISTIC: return put(out, node->isNondeterministic());
    case PTC_IR_SIDE_EFFECTS: return put(out, node->hasSideEffects());
    case PTC_IR_MUST_BE_NONE: return put(out, node->outputs().size() == 1 && node->mustBeNone());
    case PTC_IR_HAS_USES: return put(out, node->hasUses());
    default: fail(PTC_ERROR_VALUE, "argument 'trait': unknown number " + std::to_string(trait));
    }
  });
}

// ---- change ----

ptc_error ptc_ir_node_copy_metadata(ptc_ir_node self, ptc_ir_node from) {
  return guard([&] {
    Alone alone(self, from);
    auto *node = node_of(self);
    node->copyMetadata(node_of(from, "from"));
  });
}

ptc_error ptc_ir_node_add_input(ptc_ir_node self, ptc_ir_value value) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self);
    if (node->kind() == prim::Param) check_inner(*node, "take no inputs here: use ptc_ir_block_add_output");
    node->addInput(value_in(self->graph, value, "value"));
  });
}

ptc_error ptc_ir_node_replace_input(ptc_ir_node self, int64_t index, ptc_ir_value value, ptc_ir_value *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    auto *node = node_of(self);
    const auto at = checked_index(index, node->inputs().size(), "inputs");
    put(out, self->graph, node->replaceInput(at, value_in(self->graph, value, "value")));
  });
}

ptc_error ptc_ir_node_remove_input(ptc_ir_node self, int64_t index) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self);
    node->removeInput(checked_index(index, node->inputs().size(), "inputs"));
  });
}

ptc_error ptc_ir_node_add_output(ptc_ir_node self, ptc_ir_value *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    auto *node = node_of(self);
    if (node->kind() == prim::Return) check_inner(*node, "give no outputs here: use ptc_ir_block_add_input");
    put(out, self->graph, node->addOutput());
  });
}

ptc_error ptc_ir_node_erase_output(ptc_ir_node self, int64_t index) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self);
    const auto at = checked_index(index, node->outputs().size(), "outputs");
    if (node->outputs()[at]->hasUses()) fail(PTC_ERROR_VALUE, "argument 'index': the output is used");
    node->eraseOutput(at);
  });
}

ptc_error ptc_ir_node_add_block(ptc_ir_node self, ptc_ir_block *out) {
  return guard_writer(out, [&] {
    Alone alone(self);
    auto *node = node_of(self);
    check_inner(*node, "have no blocks");
    put(out, self->graph, node->addBlock());
  });
}

ptc_error ptc_ir_node_put(ptc_ir_node self, ptc_ir_node there, bool after) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self), *to = node_in(self->graph, there, "there");
    check_inner(*node, "stay where they are");
    if (!to->owningBlock()) fail(PTC_ERROR_VALUE, "argument 'there': the node is in no block");
    if (to->kind() == (after ? prim::Return : prim::Param))
      fail(PTC_ERROR_VALUE, "argument 'there': nothing goes before a block's inputs or after its outputs");
    if (within(to, node)) fail(PTC_ERROR_VALUE, "argument 'there': the node itself, or one in its blocks");
    if (node->owningBlock()) after ? node->moveAfter(to) : node->moveBefore(to);
    else after ? node->insertAfter(to) : node->insertBefore(to);
  });
}

ptc_error ptc_ir_node_replace_all_uses(ptc_ir_node self, ptc_ir_node by) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self), *other = node_in(self->graph, by, "by");
    if (node->outputs().size() != other->outputs().size())
      fail(PTC_ERROR_VALUE, "argument 'by': " + std::to_string(node->outputs().size()) +
                                " outputs are needed, it has " + std::to_string(other->outputs().size()));
    if (node != other) node->replaceAllUsesWith(other);
  });
}

ptc_error ptc_ir_node_destroy(ptc_ir_node self) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self);
    auto &graph = *self->graph;
    check_inner(*node, "stay where they are");
    check_unused(*node);
    if (within(graph.insertPoint(), node)) // it would go with the node
      graph.setInsertPoint(in_graph(node) ? node->next() : graph.return_node());
    node->destroy();
  });
}
