// Values of TorchScript's graphs.
#include <torch/csrc/jit/ir/constants.h>

#include "jit/ir.h"

namespace jit = torch::jit;

void ptc::put(ptc_ir_value *out, const GraphPtr &graph, jit::Value *value) {
  if (!value) return;
  *out = new ptc_ir_value_s{{graph, value->wrap()}};
  count_handle(1);
}

void ptc_ir_value_close(ptc_ir_value self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_ir_value_id(ptc_ir_value self, int64_t *out) {
  return guard(
      out, [&] { *out = static_cast<int64_t>(reinterpret_cast<intptr_t>((held(self, "value", "self").part.get)())); });
}

ptc_error ptc_ir_value_name(ptc_ir_value self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, value_of(self)->debugName());
  });
}

ptc_error ptc_ir_value_set_name(ptc_ir_value self, const char *name) {
  return guard([&] {
    Alone alone(self);
    auto *value = value_of(self);
    value->setDebugName(value_name(name, "name"));
  });
}

ptc_error ptc_ir_value_unique(ptc_ir_value self, int64_t *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, static_cast<int64_t>(value_of(self)->unique()));
  });
}

ptc_error ptc_ir_value_node(ptc_ir_value self, ptc_ir_node *out, int64_t *offset) {
  return guard(std::tie(out, offset), [&] {
    Alone alone(self);
    auto *value = value_of(self);
    put(offset, static_cast<int64_t>(value->offset()));
    put(out, self->graph, value->node());
  });
}

ptc_error ptc_ir_value_type(ptc_ir_value self, ptc_ir_type *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, value_of(self)->type());
  });
}

ptc_error ptc_ir_value_set_type(ptc_ir_value self, ptc_ir_type type) {
  return guard([&] {
    Alone alone(self);
    value_of(self)->setType(type_of(type, "type"));
  });
}

ptc_error ptc_ir_value_infer_type(ptc_ir_value self, const ptc_value *value) {
  return guard([&] {
    Alone alone(self);
    auto *of = value_of(self);
    const auto given = value_of(value, "value");
    if (given.isTensor()) {
      if (!given.toTensor().defined()) fail(PTC_ERROR_VALUE, "argument 'value': a tensor is needed");
      of->inferTypeFrom(given.toTensor());
    } else if (given.isObject()) of->inferTypeFrom(given.toObject());
    else of->setType(given.type());
  });
}

ptc_error ptc_ir_value_use_count(ptc_ir_value self, int64_t *out) {
  return guard(out, [&] {
    Alone alone(self);
    put(out, static_cast<int64_t>(value_of(self)->uses().size()));
  });
}

ptc_error ptc_ir_value_use(ptc_ir_value self, int64_t index, ptc_ir_node *out, int64_t *offset) {
  return guard(std::tie(out, offset), [&] {
    Alone alone(self);
    const auto &uses = value_of(self)->uses();
    const auto &use = uses[checked_index(index, uses.size(), "uses")];
    put(offset, static_cast<int64_t>(use.offset));
    put(out, self->graph, use.user);
  });
}

ptc_error ptc_ir_value_constant(ptc_ir_value self, bool *is, ptc_value *out) {
  return guard(std::tie(is, out), [&] {
    Alone alone(self);
    auto found = jit::toIValue(value_of(self));
    if (!found) return;
    put(out, std::move(*found));
    *is = true;
  });
}

ptc_error ptc_ir_value_replace_all_uses(ptc_ir_value self, ptc_ir_value by, ptc_ir_node after) {
  return guard([&] {
    Alone alone(self);
    auto *value = value_of(self), *other = value_in(self->graph, by, "by");
    if (value == other) return;
    if (!after) return value->replaceAllUsesWith(other);
    const auto *node = node_in(self->graph, after, "after");
    const auto placed = [](const jit::Node *one) {
      for (const jit::Block *block; (block = one->owningBlock()); one = block->owningNode())
        if (!block->owningNode()) return true;
      return false;
    };
    if (!placed(node)) fail(PTC_ERROR_VALUE, "argument 'after': the node is in no block");
    for (const auto &use : value->uses())
      if (!placed(use.user)) fail(PTC_ERROR_VALUE, "argument 'self': a node that is in no block uses the value");
    value->replaceAllUsesAfterNodeWith(node, other);
  });
}

ptc_error ptc_ir_value_copy_metadata(ptc_ir_value self, ptc_ir_value from) {
  return guard([&] {
    Alone alone(self, from);
    auto *value = value_of(self);
    value->copyMetadata(value_of(from, "from"));
  });
}
