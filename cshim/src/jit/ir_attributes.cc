// Attributes of nodes: a kind, a name and a value.
#include "jit/ir.h"

#include <functional>
#include <map>

namespace jit = torch::jit;
using jit::AttributeKind;
using jit::Node;

namespace {

c10::Symbol name_of(const char *text) {
  const std::string name(text_of(text, "name"));
  if (name.empty()) fail(PTC_ERROR_VALUE, "argument 'name': an attribute has a name");
  return c10::Symbol::attr(name);
}

c10::Symbol found(const Node &node, const char *text) {
  const auto name = name_of(text);
  if (!node.hasAttribute(name))
    fail(PTC_ERROR_RUNTIME, "required keyword attribute '" + std::string(name.toUnqualString()) + "' is undefined");
  return name;
}

[[noreturn]] void other_kind(c10::Symbol name) {
  fail(PTC_ERROR_RUNTIME, "required keyword attribute '" + std::string(name.toUnqualString()) + "' has the wrong type");
}

// libtorch's names of kinds, to the types of their values and what sets them.
struct Kind {
  c10::TypePtr type;
  std::function<void(Node &, c10::Symbol, const at::IValue &)> set;
};
const std::map<std::string, Kind> &kinds() {
  using c10::ListType;
  static const auto &all = *new std::map<std::string, Kind>{
      {"f", {c10::FloatType::get(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.f_(s, v.toDouble()); }}},
      {"fs", {ListType::ofFloats(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.fs_(s, v.toDoubleVector()); }}},
      {"c",
       {c10::ComplexType::get(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.c_(s, v.toComplexDouble()); }}},
      {"s", {c10::StringType::get(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.s_(s, v.toStringRef()); }}},
      {"ss",
       {ListType::ofStrings(),
        [](Node &n, c10::Symbol s, const at::IValue &v) { n.ss_(s, v.to<std::vector<std::string>>()); }}},
      {"i", {c10::IntType::get(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.i_(s, v.toInt()); }}},
      {"is", {ListType::ofInts(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.is_(s, v.toIntVector()); }}},
      {"t", {c10::TensorType::get(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.t_(s, v.toTensor()); }}},
      {"ts",
       {ListType::ofTensors(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.ts_(s, v.toTensorVector()); }}},
      {"ival", {c10::AnyType::get(), [](Node &n, c10::Symbol s, const at::IValue &v) { n.ival_(s, v); }}},
  };
  return all;
}

at::IValue value_of_attribute(const Node &node, c10::Symbol name) {
  switch (node.kindOf(name)) {
  case AttributeKind::f: return node.f(name);
  case AttributeKind::fs: return node.fs(name);
  case AttributeKind::c: return node.c(name);
  case AttributeKind::cs: return node.cs(name);
  case AttributeKind::s: return node.s(name);
  case AttributeKind::ss: return node.ss(name);
  case AttributeKind::i: return node.i(name);
  case AttributeKind::is: return node.is(name);
  case AttributeKind::t: return node.t(name);
  case AttributeKind::ts: return node.ts(name);
  case AttributeKind::ival: return node.ival(name);
  default: other_kind(name);
  }
}

bool beyond(int64_t index, size_t count) {
  if (index < 0) fail(PTC_ERROR_INDEX, "argument 'index': " + std::to_string(index));
  return static_cast<size_t>(index) >= count;
}

} // namespace

ptc_error ptc_ir_node_attributes(ptc_ir_node self, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    std::vector<std::string> names;
    for (const auto *name : node_of(self)->attributeNamesS()) names.emplace_back(name);
    put(out, joined(names));
  });
}

ptc_error ptc_ir_node_attribute_kind(ptc_ir_node self, const char *name, char **out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto *node = node_of(self);
    put(out, std::string(jit::toString(node->kindOf(found(*node, name)))));
  });
}

ptc_error ptc_ir_node_attribute(ptc_ir_node self, const char *name, ptc_value *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto *node = node_of(self);
    put(out, value_of_attribute(*node, found(*node, name)));
  });
}

ptc_error ptc_ir_node_graph_attribute(ptc_ir_node self, const char *name, int64_t index, ptc_ir_graph *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto *node = node_of(self);
    const auto symbol = found(*node, name);
    std::vector<GraphPtr> all;
    if (node->kindOf(symbol) == AttributeKind::g) all = {node->g(symbol)};
    else if (node->kindOf(symbol) == AttributeKind::gs) all = node->gs(symbol);
    else other_kind(symbol);
    if (!beyond(index, all.size())) put(out, all[static_cast<size_t>(index)]);
  });
}

ptc_error ptc_ir_node_type_attribute(ptc_ir_node self, const char *name, int64_t index, ptc_ir_type *out) {
  return guard(out, [&] {
    Alone alone(self);
    const auto *node = node_of(self);
    const auto symbol = found(*node, name);
    std::vector<c10::TypePtr> all;
    if (node->kindOf(symbol) == AttributeKind::ty) all = {node->ty(symbol)};
    else if (node->kindOf(symbol) == AttributeKind::tys) all = node->tys(symbol);
    else other_kind(symbol);
    if (!beyond(index, all.size())) put(out, all[static_cast<size_t>(index)]);
  });
}

ptc_error ptc_ir_node_set_attribute(ptc_ir_node self, const char *name, const char *kind, const ptc_value *value) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self);
    const auto symbol = name_of(name);
    const auto known = kinds().find(std::string(text_of(kind, "kind")));
    if (known == kinds().end())
      fail(PTC_ERROR_VALUE, "argument 'kind': '" + std::string(kind) + "' is none of f fs c s ss i is t ts ival");
    const auto given = value_of(value, "value", known->second.type);
    const auto check = [](const at::Tensor &t) {
      if (!t.defined()) fail(PTC_ERROR_VALUE, "argument 'value': a tensor is needed");
      if (t.requires_grad()) fail(PTC_ERROR_VALUE, "argument 'value': a tensor in a graph requires no gradient");
    };
    if (given.isTensor()) check(given.toTensor());
    if (given.isTensorList())
      for (const auto &one : given.toTensorVector()) check(one);
    known->second.set(*node, symbol, given);
  });
}

ptc_error ptc_ir_node_set_graph_attribute(ptc_ir_node self, const char *name, ptc_ir_graph graph) {
  return guard([&] {
    Alone alone(self, graph);
    auto *node = node_of(self);
    const auto &given = graph_of(graph, "graph");
    if (given == self->graph) fail(PTC_ERROR_VALUE, "argument 'graph': the graph that the node itself is in");
    check_graph(*given);
    node->g_(name_of(name), given->copy()); // a graph within itself would be printed for ever
  });
}

ptc_error ptc_ir_node_set_type_attribute(ptc_ir_node self, const char *name, ptc_ir_type type) {
  return guard([&] {
    Alone alone(self);
    node_of(self)->ty_(name_of(name), type_of(type, "type"));
  });
}

ptc_error ptc_ir_node_remove_attribute(ptc_ir_node self, const char *name) {
  return guard([&] {
    Alone alone(self);
    auto *node = node_of(self);
    node->removeAttribute(found(*node, name));
  });
}

ptc_error ptc_ir_node_copy_attributes(ptc_ir_node self, ptc_ir_node from) {
  return guard([&] {
    Alone alone(self, from);
    auto *node = node_of(self);
    const auto *source = node_of(from, "from");
    if (node != source) node->copyAttributes(*source);
  });
}
