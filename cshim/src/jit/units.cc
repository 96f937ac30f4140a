// Units: sources that are compiled, and what their names mean.
#include <torch/csrc/jit/frontend/ir_emitter.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/script_type_parser.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/serialization/import_source.h>
#include <torch/custom_class.h>

#include "jit/sources.h"

#include <mutex>

namespace jit = torch::jit;
using jit::SourceRange;
using jit::SugaredValue;

namespace ptc {

// Meanings of the names of a source.
struct Scope : jit::Resolver {
  std::shared_ptr<jit::CompilationUnit> unit;
  std::mutex mutex;
  std::unordered_map<std::string, jit::SugaredValuePtr> values;
  std::unordered_map<std::string, c10::TypePtr> types;
  std::unordered_map<std::string, std::vector<jit::StrongFunctionPtr>> functions; // a name's overloads
  std::vector<std::shared_ptr<jit::CompilationUnit>> kept;                        // those of functions of other units

  explicit Scope(std::shared_ptr<jit::CompilationUnit> in) : unit(std::move(in)) {}

  jit::SugaredValuePtr resolveValue(const std::string &name, jit::GraphFunction &, const SourceRange &) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = values.find(name); found != values.end()) return found->second;
    if (auto found = types.find(name); found != types.end()) return constructor_of(found->second);
    if (name == "torch") return std::make_shared<jit::BuiltinModule>("aten");
    return exception_of(name);
  }

  c10::TypePtr resolveType(const std::string &name, const SourceRange &) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = types.find(name); found != types.end()) return found->second;
    if (name.rfind("__torch__.torch.classes.", 0) == 0) return torch::getCustomClass(name);
    return unit->get_type(c10::QualifiedName(name));
  }
};

jit::ResolverPtr resolver_of(ptc_jit_scope scope, const std::shared_ptr<jit::CompilationUnit> &unit) {
  return scope ? scope->scope : std::make_shared<Scope>(unit);
}

c10::TypePtr type_of(const char *text, const char *name, const std::shared_ptr<jit::CompilationUnit> &unit) {
  const std::string written(text_of(text, name));
  try {
    check_depth(written, name);
    return jit::ScriptTypeParser(std::make_shared<Scope>(unit)).parseType(written);
  } catch (const jit::ErrorReport &e) {
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': '" + written + "' is no type: " + e.what());
  }
}

std::vector<jit::Def> parsed(const char *source, const char *filename, int64_t line, bool methods) {
  const std::string text = std::string(text_of(source, "source")) + "\n"; // the last line may have no end
  check_depth(text, "source");
  if (line < 1) fail(PTC_ERROR_VALUE, "argument 'line': lines begin with 1");
  jit::Parser parser(std::make_shared<jit::Source>(text, filename ? filename : "<string>", line));
  std::vector<jit::Def> out;
  while (parser.lexer().cur().kind != jit::TK_EOF) out.emplace_back(parser.parseFunction(methods));
  return out;
}

} // namespace ptc

ptc_error ptc_jit_unit_new(ptc_jit_unit *out) {
  return guard(out, [&] { *out = new_unit(std::make_shared<jit::CompilationUnit>()); });
}

void ptc_jit_unit_close(ptc_jit_unit self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_jit_unit_define(ptc_jit_unit self, const char *prefix, const char *source, const char *filename,
                              int64_t line, ptc_jit_scope scope, char **out) {
  return guard(out, [&] {
    const auto &unit = unit_of(self);
    std::optional<c10::QualifiedName> begin;
    if (prefix && *prefix) begin = c10::QualifiedName(identifier(prefix, "prefix", true));
    auto definitions = parsed(source, filename, line, false);
    const auto broadcasts = without_broadcasts(definitions);
    const std::vector<jit::ResolverPtr> resolvers(definitions.size(), resolver_of(scope, unit));
    const auto before = unit->get_functions().size();
    std::vector<std::string> names;
    try {
      const auto made = unit->define(begin, {}, {}, definitions, resolvers, nullptr, true);
      for (size_t i = 0; i < made.size(); ++i) {
        restore(broadcasts, definitions[i].name().name(), *made[i]);
        names.push_back(made[i]->qualname().qualifiedName());
      }
    } catch (...) { // libtorch keeps functions that did not compile, under their names
      const auto all = unit->get_functions();
      for (size_t i = before; i < all.size(); ++i) unit->unsafeRemoveMethod(all[i]->qualname());
      throw;
    }
    put(out, joined(names));
  });
}

ptc_error ptc_jit_unit_define_classes(ptc_jit_unit self, const char *prefix, const char *source) {
  return guard([&] {
    const auto &unit = unit_of(self);
    const auto begin = identifier(prefix, "prefix", true);
    const std::string text(text_of(source, "source"));
    check_depth(text, "source");
    // Only the names are read here; libtorch reads the classes when they are asked for.
    std::vector<std::string> names;
    jit::Parser parser(std::make_shared<jit::Source>(text, "<string>", 1));
    while (parser.lexer().cur().kind != jit::TK_EOF) {
      const auto name = begin + "." + jit::ClassDef(parser.parseClass()).name().name();
      if (unit->get_type(c10::QualifiedName(name)))
        fail(PTC_ERROR_VALUE, "argument 'source': there is a class " + name + " already");
      names.push_back(name);
    }
    static const std::vector<at::IValue> no_constants;
    jit::SourceImporter importer(
        unit, &no_constants,
        [&](const std::string &qualifier) -> std::shared_ptr<jit::Source> {
          return qualifier == begin ? std::make_shared<jit::Source>(text, "<string>", 1) : nullptr;
        },
        caffe2::serialize::kProducedFileFormatVersion);
    for (const auto &name : names) importer.loadType(c10::QualifiedName(name));
  });
}

namespace {

// __NAME_getter and __NAME_setter are a property.
void split(const std::vector<jit::Def> &definitions, std::vector<jit::Property> &properties,
           std::vector<jit::Def> &methods) {
  const auto property_of = [](const std::string &method, const std::string &ending) {
    const auto end = method.size() - std::min(method.size(), ending.size());
    const bool is = end > 2 && method.compare(0, 2, "__") == 0 && method.compare(end, ending.size(), ending) == 0;
    return is ? method.substr(2, end - 2) : std::string();
  };
  std::unordered_map<std::string, jit::Def> setters;
  for (const auto &one : definitions)
    if (const auto name = property_of(one.name().name(), "_setter"); !name.empty()) setters.emplace(name, one);
  for (const auto &one : definitions) {
    const auto name = property_of(one.name().name(), "_getter");
    if (!name.empty()) {
      const auto &range = one.range();
      const auto setter = setters.find(name);
      properties.push_back(jit::Property::create(
          range, jit::Ident::create(range, name), one,
          setter == setters.end() ? jit::Maybe<jit::Def>::create(range)
                                  : jit::Maybe<jit::Def>::create(setter->second.range(), setter->second)));
    } else if (property_of(one.name().name(), "_setter").empty()) {
      methods.push_back(one);
    }
  }
}

} // namespace

ptc_error ptc_jit_unit_define_class(ptc_jit_unit self, const char *name, const char *source, const char *filename,
                                    int64_t line, ptc_jit_scope scope) {
  return guard([&] {
    const auto &unit = unit_of(self);
    const c10::QualifiedName qualified(identifier(name, "name", true));
    if (qualified.prefix().empty()) fail(PTC_ERROR_VALUE, "argument 'name': a qualified name is needed, a.b");
    if (unit->get_type(qualified))
      fail(PTC_ERROR_VALUE, "argument 'name': there is a class " + qualified.qualifiedName() + " already");
    auto definitions = parsed(source, filename, line, true);
    const auto broadcasts = without_broadcasts(definitions);
    auto type = c10::ClassType::create(qualified, unit);
    unit->register_type(type); // its methods may name it
    if (scope) {
      std::lock_guard<std::mutex> lock(scope->scope->mutex);
      scope->scope->types[qualified.name()] = type;
    }
    std::vector<jit::Property> properties;
    std::vector<jit::Def> methods;
    split(definitions, properties, methods);
    const auto resolver = resolver_of(scope, unit);
    const jit::SimpleSelf own(type);
    unit->define(qualified, properties, std::vector<jit::ResolverPtr>(properties.size(), resolver), methods,
                 std::vector<jit::ResolverPtr>(methods.size(), resolver), &own);
    for (auto *method : type->methods()) restore(broadcasts, method->name(), *method);
  });
}

ptc_error ptc_jit_unit_functions(ptc_jit_unit self, char **out) {
  return guard(out, [&] {
    std::vector<std::string> names;
    for (const auto *function : unit_of(self)->get_functions())
      if (function) names.push_back(function->qualname().qualifiedName());
    put(out, joined(names));
  });
}

ptc_error ptc_jit_unit_function(ptc_jit_unit self, const char *name, ptc_jit_function *out) {
  return guard(out, [&] {
    const auto &unit = unit_of(self);
    auto *found = unit->find_function(c10::QualifiedName(identifier(name, "name", true)));
    if (!found) fail(PTC_ERROR_VALUE, "argument 'name': there is no function '" + std::string(name) + "'");
    *out = new_function(unit, found);
  });
}

ptc_error ptc_jit_unit_has_class(ptc_jit_unit self, const char *name, bool *out) {
  return guard(out,
               [&] { *out = unit_of(self)->get_type(c10::QualifiedName(identifier(name, "name", true))) != nullptr; });
}

ptc_error ptc_jit_unit_object(ptc_jit_unit self, const char *class_name, const ptc_value *args, int64_t args_len,
                              const char *names, ptc_value *out) {
  return guard_writer(out, [&] {
    const auto &unit = unit_of(self);
    const auto type = unit->get_class(c10::QualifiedName(identifier(class_name, "class_name", true)));
    if (!type) fail(PTC_ERROR_VALUE, "argument 'class_name': there is no class '" + std::string(class_name) + "'");
    auto *init = type->findMethod("__init__");
    if (!init) fail(PTC_ERROR_VALUE, "argument 'class_name': " + type->str() + " has no __init__");
    auto object = c10::ivalue::Object::create(c10::StrongTypePtr(unit, type), type->numAttributes());
    ptc_jit_function made = new_function(unit, init, object);
    std::unique_ptr<ptc_jit_function_s, void (*)(ptc_jit_function)> closing(made, ptc_jit_function_close);
    auto stack = arguments_of(*made, args, args_len, names);
    init->run(stack);
    put(out, at::IValue(std::move(object)));
  });
}

// ---- scopes ----

ptc_error ptc_jit_scope_new(ptc_jit_unit unit, ptc_jit_scope *out) {
  return guard(out, [&] {
    *out = new ptc_jit_scope_s{std::make_shared<Scope>(unit_of(unit, "unit"))};
    count_handle(1);
  });
}

void ptc_jit_scope_close(ptc_jit_scope self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

namespace {

void add(ptc_jit_scope self, const char *name, jit::SugaredValuePtr value) {
  auto &scope = *held(self, "scope", "self").scope;
  const auto key = identifier(name, "name");
  std::lock_guard<std::mutex> lock(scope.mutex);
  scope.values[key] = std::move(value);
}

} // namespace

ptc_error ptc_jit_scope_function(ptc_jit_scope self, const char *name, ptc_jit_function function) {
  return guard([&] {
    auto &scope = *held(self, "scope", "self").scope;
    const auto &f = function_of(function, "function");
    if (f.self) fail(PTC_ERROR_TYPE, "argument 'function': a function is needed, got a method");
    const auto key = identifier(name, "name");
    std::lock_guard<std::mutex> lock(scope.mutex);
    auto &overloads = scope.functions[key];
    if (!overloads.empty() && overloads.front().cu_ != f.unit) overloads.clear();
    overloads.emplace_back(f.unit, f.function);
    scope.values[key] = std::make_shared<jit::FunctionValue>(overloads);
    if (f.unit != scope.unit) scope.kept.push_back(f.unit);
  });
}

ptc_error ptc_jit_scope_value(ptc_jit_scope self, const char *name, const ptc_value *value, const char *type) {
  return guard([&] {
    const auto &unit = held(self, "scope", "self").scope->unit;
    const auto as = type ? type_of(type, "type", unit) : c10::TypePtr(c10::AnyType::get());
    add(self, name, constant_value(value_of(value, "value", as)));
  });
}

ptc_error ptc_jit_scope_type(ptc_jit_scope self, const char *name, const char *type) {
  return guard([&] {
    auto &scope = *held(self, "scope", "self").scope;
    const auto key = identifier(name, "name", true);
    auto found = type_of(type, "type", scope.unit);
    std::lock_guard<std::mutex> lock(scope.mutex);
    scope.types[key] = std::move(found);
  });
}

ptc_error ptc_jit_scope_exception(ptc_jit_scope self, const char *name, const char *class_name) {
  return guard([&] { add(self, name, exception_class(std::string(text_of(class_name, "class_name")))); });
}

ptc_error ptc_jit_scope_operator(ptc_jit_scope self, const char *name, const char *op) {
  return guard([&] {
    held(self, "scope", "self");
    const std::string full(text_of(op, "op"));
    if (full.find("::") == std::string::npos || full.find("::") == 0)
      fail(PTC_ERROR_VALUE, "argument 'op': a name with its namespace is needed, \"aten::relu\"");
    add(self, name, std::make_shared<jit::BuiltinFunction>(c10::Symbol::fromQualString(full), std::nullopt));
  });
}

ptc_error ptc_jit_scope_namespace(ptc_jit_scope self, const char *name, const char *space) {
  return guard([&] {
    held(self, "scope", "self");
    const auto which = identifier(space, "space");
    if (which == "ops") add(self, name, namespaces());
    else add(self, name, std::make_shared<jit::BuiltinModule>(which));
  });
}

ptc_error ptc_jit_scope_form(ptc_jit_scope self, const char *name, const char *form) {
  return guard([&] {
    held(self, "scope", "self");
    add(self, name, form_of(std::string(text_of(form, "form"))));
  });
}
