// Meanings of a source's names, beside functions: constants, namespaces, forms, classes, and `self`.
#include <ATen/core/enum_type.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/ir/constants.h>

#include "jit/sources.h"

namespace jit = torch::jit;
using jit::SourceRange;
using jit::SugaredValue;

namespace {

// A name that is a constant: a node in each graph that uses it.
struct ConstantValue : SugaredValue {
  at::IValue value;
  explicit ConstantValue(at::IValue v) : value(std::move(v)) {}
  std::string kind() const override { return "constant"; }

  jit::Value *made(const SourceRange &range, jit::GraphFunction &m) const {
    auto &graph = *m.graph();
    if (auto *found = jit::tryInsertConstant(graph, value, range).value_or(nullptr)) return found;
    throw(jit::ErrorReport(range) << "a value of type '" << value.type()->str() << "' cannot be a constant");
  }
  jit::Value *asValue(const SourceRange &range, jit::GraphFunction &m) override { return made(range, m); }
  jit::SugaredValuePtr simple(const SourceRange &range, jit::GraphFunction &m) const {
    return std::make_shared<jit::SimpleValue>(made(range, m));
  }
  jit::SugaredValuePtr attr(const SourceRange &range, jit::GraphFunction &m, const std::string &field) override {
    return simple(range, m)->attr(range, m, field);
  }
  std::vector<jit::SugaredValuePtr> asTuple(const SourceRange &range, jit::GraphFunction &m,
                                            const std::optional<size_t> &hint) override {
    return simple(range, m)->asTuple(range, m, hint);
  }
  jit::SugaredValuePtr iter(const SourceRange &range, jit::GraphFunction &m) override {
    return simple(range, m)->iter(range, m);
  }
  jit::Value *len(const SourceRange &range, jit::GraphFunction &m) override { return simple(range, m)->len(range, m); }
  jit::SugaredValuePtr getitem(const SourceRange &range, jit::GraphFunction &m, jit::Value *index,
                               c10::TypePtr hint) override {
    return simple(range, m)->getitem(range, m, index, std::move(hint));
  }
};

// NAME.space.f is the operator space::f.
struct Namespaces : SugaredValue {
  std::string kind() const override { return "ops"; }
  jit::SugaredValuePtr attr(const SourceRange &, jit::GraphFunction &, const std::string &field) override {
    return std::make_shared<jit::BuiltinModule>(field);
  }
};

// A class of exceptions, as torch's Python has it: the message is what it is given, the class stands beside it.
struct ExceptionClass : jit::ExceptionValue {
  explicit ExceptionClass(std::string qualified) : ExceptionValue(std::move(qualified)) {} // "builtins.ValueError"
  jit::SugaredValuePtr call(const SourceRange &range, jit::GraphFunction &m, at::ArrayRef<jit::NamedValue> args,
                            at::ArrayRef<jit::NamedValue>, size_t) override {
    auto &graph = *m.graph();
    jit::Value *message;
    if (args.empty()) message = graph.insertConstant(std::string(), range);
    else if (args.size() == 1) message = args[0].value(graph);
    else {
      std::vector<jit::Value *> all;
      for (const auto &one : args) all.push_back(one.value(graph));
      message = graph.insertNode(graph.createTuple(all))->output();
    }
    return std::make_shared<jit::ExceptionMessageValue>(message, graph.insertConstant(message_, range));
  }
};

// An interface of modules is none.
bool is_class_of_modules(const c10::TypePtr &type) { return type->cast<c10::ClassType>() && type->is_module(); }

// A module in a method: its constants are known, `self.layer(x)` is its forward, and one whose submodules are numbered
// can be gone through, as a ModuleList.
// Not a SimpleValue, which the compiler would take for its value alone.
struct ModuleValue : SugaredValue {
  jit::Value *value;
  c10::ClassTypePtr type;
  ModuleValue(jit::Value *v, c10::ClassTypePtr of) : value(v), type(std::move(of)) {}

  jit::SimpleValue simple() const { return jit::SimpleValue(value); }
  std::string kind() const override { return "module"; }
  jit::Value *asValue(const SourceRange &, jit::GraphFunction &) override { return value; }
  void setAttr(const SourceRange &range, jit::GraphFunction &m, const std::string &field, jit::Value *to) override {
    simple().setAttr(range, m, field, to);
  }

  jit::SugaredValuePtr attr(const SourceRange &range, jit::GraphFunction &m, const std::string &field) override {
    if (const auto slot = type->findConstantSlot(field))
      return std::make_shared<ConstantValue>(type->getConstant(*slot));
    if (const auto slot = type->findAttributeSlot(field); slot && is_class_of_modules(type->getAttribute(*slot)))
      return child(range, m, field);
    if (auto names = overloads(field); !names.empty()) return std::make_shared<jit::MethodValue>(value, names);
    return simple().attr(range, m, field);
  }
  bool hasAttr(const SourceRange &range, jit::GraphFunction &m, const std::string &field) override {
    return type->findConstantSlot(field) || simple().hasAttr(range, m, field);
  }
  jit::SugaredValuePtr call(const SourceRange &range, jit::GraphFunction &m, at::ArrayRef<jit::NamedValue> args,
                            at::ArrayRef<jit::NamedValue> named, size_t binders) override {
    const char *method = type->findMethod("__call__") ? "__call__" : "forward";
    return simple().attr(range, m, method)->call(range, m, args, named, binders);
  }

  // The overloads of a method, which torch numbers.
  std::vector<std::string> overloads(const std::string &method) const {
    std::vector<std::string> out;
    auto name = type->findMethod(method) ? method : method + "__0"; // the first one may have the plain name
    for (; type->findMethod(name); name = method + "__" + std::to_string(out.size())) out.push_back(name);
    return out;
  }

  // The children, where they are named 0, 1, …
  std::optional<std::vector<std::string>> numbered() const {
    std::vector<std::string> out;
    for (size_t i = 0; i < type->numAttributes(); ++i)
      if (is_class_of_modules(type->getAttribute(i))) {
        if (type->getAttributeName(i) != std::to_string(out.size())) return std::nullopt;
        out.push_back(type->getAttributeName(i));
      }
    return out;
  }
  jit::SugaredValuePtr child(const SourceRange &range, jit::GraphFunction &m, const std::string &name) const {
    auto *found = m.graph()->insertGetAttr(value, name);
    found->node()->setSourceRange(range);
    return std::make_shared<ModuleValue>(found, found->type()->expect<c10::ClassType>());
  }
  // A submodule by an index or a key that only the run knows, as what all submodules must be.
  jit::SugaredValuePtr typed_item(const SourceRange &range, jit::GraphFunction &m, jit::Value *index,
                                  const c10::TypePtr &hint) const {
    for (size_t i = 0; i < type->numAttributes(); ++i) {
      std::ostringstream why;
      const auto of = type->getAttribute(i);
      if (of->is_module() && !of->isSubtypeOfExt(*hint, &why))
        throw(jit::ErrorReport(range) << "Attribute " << type->getAttributeName(i) << " is not of annotated type "
                                      << hint->annotation_str() << ": " << why.str());
    }
    auto &graph = *m.graph();
    auto *found = graph.insertNode(graph.create(c10::prim::ModuleContainerIndex, {value, index}))->output();
    found->setType(hint);
    found->node()->setSourceRange(range);
    return std::make_shared<jit::SimpleValue>(found);
  }
  std::shared_ptr<jit::SugaredTupleValue> children(const SourceRange &range, jit::GraphFunction &m) const {
    const auto names = numbered();
    if (!names) throw(jit::ErrorReport(range) << "only a module whose submodules are numbered can be gone through");
    std::vector<jit::SugaredValuePtr> out;
    for (const auto &name : *names) out.push_back(child(range, m, name));
    return std::make_shared<jit::SugaredTupleValue>(std::move(out));
  }
  jit::SugaredValuePtr iter(const SourceRange &range, jit::GraphFunction &m) override { return children(range, m); }
  std::optional<int64_t> staticLen() override {
    const auto names = numbered();
    return names ? std::optional(static_cast<int64_t>(names->size())) : std::nullopt;
  }
  jit::Value *len(const SourceRange &range, jit::GraphFunction &m) override {
    const auto length = staticLen();
    return length ? m.graph()->insertConstant(*length, range) : simple().len(range, m);
  }
  jit::SugaredValuePtr getitem(const SourceRange &range, jit::GraphFunction &m, jit::Value *index,
                               c10::TypePtr hint) override {
    if (hint && !jit::toIValue(index)) return typed_item(range, m, index, hint);
    return numbered() ? children(range, m)->getitem(range, m, index, std::move(hint))
                      : simple().getitem(range, m, index, std::move(hint));
  }
};

} // namespace

namespace ptc {

std::shared_ptr<SugaredValue> ModuleSelf::makeSugared(jit::Value *v) const {
  v->setType(type);
  return std::make_shared<ModuleValue>(v, type);
}

jit::SugaredValuePtr constant_value(at::IValue value) { return std::make_shared<ConstantValue>(std::move(value)); }

jit::SugaredValuePtr exception_of(const std::string &name) {
  static const std::unordered_set<std::string> builtins = {
      "ArithmeticError", "AssertionError",      "AttributeError", "EOFError",     "Exception",     "IndexError",
      "KeyError",        "LookupError",         "NameError",      "OSError",      "OverflowError", "RuntimeError",
      "StopIteration",   "NotImplementedError", "TypeError",      "UnicodeError", "ValueError",    "ZeroDivisionError"};
  return builtins.count(name) ? std::make_shared<ExceptionClass>("builtins." + name) : nullptr;
}

jit::SugaredValuePtr namespaces() { return std::make_shared<Namespaces>(); }

jit::SugaredValuePtr exception_class(std::string class_name) {
  return std::make_shared<ExceptionClass>(std::move(class_name));
}

jit::SugaredValuePtr form_of(const std::string &form) {
  static const std::unordered_map<std::string, c10::Symbol> known = {
      {"annotate", c10::prim::annotate},
      {"fork", c10::prim::fork},
      {"awaitable", c10::prim::awaitable},
      {"unchecked_cast", c10::prim::unchecked_cast},
      {"uninitialized", c10::prim::Uninitialized},
      {"isinstance", c10::prim::isinstance},
      {"getattr", c10::prim::GetAttr},
      {"hasattr", c10::prim::HasAttr},
  };
  const auto found = known.find(form);
  if (found == known.end()) fail(PTC_ERROR_VALUE, "argument 'form': there is no form '" + form + "'");
  return jit::SpecialFormValue::create(found->second);
}

jit::SugaredValuePtr constructor_of(const c10::TypePtr &type) {
  if (auto of_class = type->cast<c10::ClassType>()) return std::make_shared<jit::ClassValue>(of_class);
  if (auto tuple = type->cast<c10::TupleType>(); tuple && tuple->schema())
    return std::make_shared<jit::NamedTupleConstructor>(tuple);
  if (auto members = type->cast<c10::EnumType>()) return std::make_shared<jit::SugaredEnumClass>(members);
  return nullptr;
}

} // namespace ptc
