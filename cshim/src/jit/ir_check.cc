// Checks of what libtorch believes of a graph: a text or a host may have built anything.
#include "jit/ir.h"

#include <unordered_set>

namespace jit = torch::jit;
namespace prim = c10::prim;

namespace {

std::string about(const jit::Node &node) {
  std::ostringstream out;
  node.print(out, 0, nullptr, false, true, false, false);
  auto text = out.str();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

[[noreturn]] void wrong(const jit::Node &node, const std::string &what) {
  fail(PTC_ERROR_RUNTIME, "the graph is not whole: " + what + ": " + about(node));
}

void check_if(const jit::Node &node) {
  if (node.inputs().size() != 1 || node.blocks().size() != 2) wrong(node, "an if has one input and two blocks");
  if (!node.input()->type()->isSubtypeOf(*c10::BoolType::get())) wrong(node, "the input of an if is a bool");
  for (const auto *block : node.blocks())
    if (block->outputs().size() != node.outputs().size() || !block->inputs().empty())
      wrong(node, "each block of an if gives what the if gives, and takes nothing");
}

void check_loop(const jit::Node &node) {
  const auto carried = node.outputs().size();
  if (node.blocks().size() != 1 || node.inputs().size() != carried + 2)
    wrong(node, "a loop has one block, and an input for each output beside its length and its condition");
  const auto &body = *node.blocks()[0];
  if (body.inputs().size() != carried + 1 || body.outputs().size() != carried + 1)
    wrong(node, "the block of a loop takes its index, and gives its condition, and what it carries");
  if (!node.inputs()[0]->type()->isSubtypeOf(*c10::IntType::get()) ||
      !node.inputs()[1]->type()->isSubtypeOf(*c10::BoolType::get()) ||
      !body.outputs()[0]->type()->isSubtypeOf(*c10::BoolType::get()))
    wrong(node, "the length of a loop is an int, its condition a bool");
}

void check_elements(const jit::Node &node, const jit::Value &tuple, at::ArrayRef<const jit::Value *> values) {
  const auto type = tuple.type()->cast<c10::TupleType>();
  if (!type || type->elements().size() != values.size()) wrong(node, "the tuple has another number of elements");
}

void check_constant(const jit::Node &node) {
  if (!node.inputs().empty() || node.outputs().size() != 1) wrong(node, "a constant has no input and one output");
  if (!node.hasAttribute(c10::attr::value)) {
    const auto kind = node.output()->type()->kind();
    if (kind != c10::TypeKind::NoneType && kind != c10::TypeKind::OptionalType && kind != c10::TypeKind::FunctionType &&
        !node.mustBeNone())
      wrong(node, "a constant has a value");
  } else if (!jit::toIValue(node.output())) wrong(node, "the value of a constant is of its type");
}

void check_attribute(const jit::Node &node, size_t inputs, size_t outputs) {
  if (node.inputs().size() < inputs || node.outputs().size() != outputs)
    wrong(node, "a node of this kind has another number of inputs or outputs");
  if (!node.hasAttribute(c10::attr::name) || node.kindOf(c10::attr::name) != jit::AttributeKind::s)
    wrong(node, "the attribute 'name' is missing");
  const auto type = node.inputs()[0]->type()->cast<c10::ClassType>();
  if (node.kind() != prim::CallMethod && (!type || !type->hasAttribute(node.s(c10::attr::name))))
    wrong(node, "the class has no such attribute");
}

// A node that runs takes from the stack what its schema says, and leaves what it says.
void check_operator(const jit::Node &node) {
  const auto *schema = node.maybeSchema();
  if (!schema) {
    if (!node.kind().is_prim() && !node.kind().is_onnx()) wrong(node, "no operator of this kind takes these inputs");
    return;
  }
  if (!schema->is_varret() && schema->returns().size() != node.outputs().size())
    wrong(node, "the operator gives " + std::to_string(schema->returns().size()) + " results");
  for (size_t i = 0; i < schema->returns().size() && i < node.outputs().size(); ++i) {
    const auto &type = schema->returns()[i].type();
    const auto &own = node.outputs()[i]->type();
    if (!type->hasFreeVariables() && !own->isSubtypeOf(*type) && !type->isSubtypeOf(*own) &&
        own->kind() != c10::TypeKind::NumberType && type->kind() != c10::TypeKind::NumberType)
      wrong(node, "an output is a " + own->str() + ", and the operator gives a " + type->str());
  }
}

void check_node(const jit::Node &node) {
  const auto kind = node.kind();
  if (kind == prim::If) check_if(node);
  else if (kind == prim::Loop) check_loop(node);
  else if (kind == prim::Constant) check_constant(node);
  else if (kind == prim::GetAttr) check_attribute(node, 1, 1);
  else if (kind == prim::SetAttr) check_attribute(node, 2, 0);
  else if (kind == prim::CallMethod) check_attribute(node, 1, 1);
  else if (kind == prim::TupleConstruct && node.outputs().size() == 1)
    check_elements(node, *node.output(), node.inputs());
  else if (kind == prim::TupleUnpack && node.inputs().size() == 1) check_elements(node, *node.input(), node.outputs());
  else if ((kind == prim::TupleConstruct || kind == prim::ListConstruct || kind == prim::DictConstruct) &&
           node.outputs().size() != 1)
    wrong(node, "it makes one value");
  else if ((kind == prim::TupleUnpack || kind == prim::ListUnpack) && node.inputs().size() != 1)
    wrong(node, "it takes one value");
  else if (kind == prim::ListConstruct && node.output()->type()->kind() != c10::TypeKind::ListType)
    wrong(node, "its output is a list");
  else if (kind == prim::DictConstruct &&
           (node.output()->type()->kind() != c10::TypeKind::DictType || node.inputs().size() % 2))
    wrong(node, "its output is a dict, its inputs are keys and values");
  else if (kind == prim::ListUnpack && node.input()->type()->kind() != c10::TypeKind::ListType)
    wrong(node, "its input is a list");
  else if (kind == prim::fork || kind == prim::DifferentiableGraph || kind == prim::FusionGroup ||
           kind == prim::TensorExprGroup) {
    if (!node.hasAttribute(c10::attr::Subgraph) || node.kindOf(c10::attr::Subgraph) != jit::AttributeKind::g)
      wrong(node, "the attribute 'Subgraph' is missing");
    check_graph(*node.g(c10::attr::Subgraph));
    if (node.g(c10::attr::Subgraph)->inputs().size() != node.inputs().size())
      wrong(node, "its graph has another number of inputs");
  } else check_operator(node);
}

// The values that are there, block in block.
struct Scope {
  std::unordered_set<const jit::Value *> known;

  void add(at::ArrayRef<const jit::Value *> values) { known.insert(values.begin(), values.end()); }
  void used(const jit::Node &node) const {
    for (const auto *input : node.inputs())
      if (!known.count(input)) wrong(node, "%" + input->debugName() + " is used before it is there");
  }
  void block(const jit::Block &block, int depth) {
    if (depth > 1000) fail(PTC_ERROR_RUNTIME, "the graph is not whole: its blocks are too deep");
    std::vector<const jit::Value *> made;
    const auto make = [&](at::ArrayRef<const jit::Value *> values) {
      add(values);
      made.insert(made.end(), values.begin(), values.end());
    };
    make(block.inputs());
    for (const auto *node : block.nodes()) {
      used(*node);
      for (const auto *inner : node->blocks()) this->block(*inner, depth + 1);
      check_node(*node);
      make(node->outputs());
    }
    used(*block.return_node());
    for (const auto *value : made) known.erase(value);
  }
};

} // namespace

void ptc::check_kind(c10::Symbol kind, const char *name) {
  if (kind == prim::PythonOp || kind == prim::profile || kind == prim::profile_ivalue || kind == prim::Param ||
      kind == prim::Return)
    fail(PTC_ERROR_VALUE,
         std::string("argument '") + name + "': only libtorch makes nodes of the kind " + kind.toQualString());
}

void ptc::check_graph(jit::Graph &graph) { Scope().block(*graph.block(), 0); }
