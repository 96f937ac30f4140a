// TorchScript's modules: made, looked at, changed.
#include "jit/sources.h"

#include <functional>

namespace jit = torch::jit;

namespace {

struct Member {
  int32_t kind;
  size_t slot;
};

Member member_of(const c10::ClassType &type, const std::string &name) {
  if (const auto slot = type.findAttributeSlot(name)) {
    if (type.is_parameter(*slot)) return {PTC_JIT_PARAMETER, *slot};
    if (type.is_buffer(*slot)) return {PTC_JIT_BUFFER, *slot};
    return {type.getAttribute(*slot)->is_module() ? PTC_JIT_MODULE : PTC_JIT_ATTRIBUTE, *slot};
  }
  if (type.findMethod(name)) return {PTC_JIT_METHOD, 0};
  if (type.findConstantSlot(name)) return {PTC_JIT_CONSTANT, 0};
  return {PTC_JIT_NONE, 0};
}

// A module that is a submodule of itself would be walked for ever.
constexpr int deepest_module = 1000;

using Visit = std::function<void(const std::string &name, const jit::ObjectPtr &owner, size_t slot, int32_t kind)>;
void walk(const jit::ObjectPtr &object, const std::string &path, bool recurse, const Visit &visit, int depth = 0) {
  if (depth > deepest_module) fail(PTC_ERROR_VALUE, "argument 'self': submodules nest too deep");
  const auto type = object->type();
  for (size_t i = 0; i < type->numAttributes(); ++i) {
    const auto name = path + type->getAttributeName(i);
    const auto kind = member_of(*type, type->getAttributeName(i)).kind;
    visit(name, object, i, kind);
    if (recurse && kind == PTC_JIT_MODULE && object->getSlot(i).isObject())
      walk(object->getSlot(i).toObject(), name + ".", true, visit, depth + 1);
  }
}

void check_kind(int32_t kind) {
  if (kind <= PTC_JIT_NONE || kind > PTC_JIT_CONSTANT)
    fail(PTC_ERROR_VALUE, "argument 'kind': unknown number " + std::to_string(kind));
}

[[noreturn]] void no_member(const jit::Module &module, const std::string &name, const char *what) {
  fail(PTC_ERROR_VALUE, module.type()->str() + " has no " + what + " '" + name + "'");
}

// Registers a name that is new, or one that a class of several modules has with the same type and use.
void check_free(const jit::Module &module, const std::string &name, int32_t kind) {
  const auto found = member_of(*module.type(), name).kind;
  if (found != PTC_JIT_NONE && found != kind)
    fail(PTC_ERROR_VALUE, "argument 'name': " + module.type()->str() + " has another member '" + name + "'");
}

void register_tensor(ptc_jit_module self, const char *name, ptc_tensor tensor, int32_t kind) {
  auto &module = module_of(self);
  const auto key = member_name(name, "name");
  check_free(module, key, kind);
  const bool parameter = kind == PTC_JIT_PARAMETER;
  const c10::TypePtr type = tensor ? c10::TypePtr(c10::TensorType::get()) : c10::TypePtr(c10::NoneType::get());
  module.register_attribute(key, type, tensor ? at::IValue(tensor->tensor) : at::IValue(), parameter, !parameter);
}

jit::Module submodule(const jit::Module &module, const std::string &path) {
  jit::Module at = module;
  for (size_t begin = 0, end; begin <= path.size(); begin = end + 1) {
    end = std::min(path.find('.', begin), path.size());
    const auto name = path.substr(begin, end - begin);
    const auto member = member_of(*at.type(), name);
    if (member.kind != PTC_JIT_MODULE || !at._ivalue()->getSlot(member.slot).isObject())
      no_member(at, name, "submodule");
    at = jit::Module(at._ivalue()->getSlot(member.slot).toObject());
  }
  return at;
}

} // namespace

ptc_error ptc_jit_module_new(ptc_jit_unit unit, const char *class_name, ptc_jit_module *out) {
  return guard(out, [&] {
    const auto &in = unit_of(unit, "unit");
    const auto name = c10::QualifiedName(identifier(class_name, "class_name", true));
    jit::Module module(name, in, true);
    module.register_attribute("training", c10::BoolType::get(), true);
    *out = new_module(std::move(module));
  });
}

ptc_error ptc_jit_module_new_like(ptc_jit_module self, ptc_jit_module *out) {
  return guard(out, [&] {
    const auto &like = module_of(self);
    jit::Module module(like._ivalue()->compilation_unit(), like.type());
    if (like.hasattr("training")) module.setattr("training", like.attr("training"));
    *out = new_module(std::move(module));
  });
}

ptc_error ptc_jit_module_share(ptc_jit_module self, ptc_jit_module *out) {
  return guard(out, [&] { *out = new_module(module_of(self)); });
}

void ptc_jit_module_close(ptc_jit_module self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_jit_module_register_parameter(ptc_jit_module self, const char *name, ptc_tensor parameter) {
  return guard([&] { register_tensor(self, name, parameter, PTC_JIT_PARAMETER); });
}

ptc_error ptc_jit_module_register_buffer(ptc_jit_module self, const char *name, ptc_tensor buffer) {
  return guard([&] { register_tensor(self, name, buffer, PTC_JIT_BUFFER); });
}

ptc_error ptc_jit_module_register_attribute(ptc_jit_module self, const char *name, const char *type,
                                            const ptc_value *value) {
  return guard([&] {
    auto &module = module_of(self);
    const auto key = identifier(name, "name");
    const auto as = type_of(type, "type", module._ivalue()->compilation_unit());
    check_free(module, key, PTC_JIT_ATTRIBUTE);
    module.register_attribute(key, as, value_of(value, "value", as));
  });
}

ptc_error ptc_jit_module_register_module(ptc_jit_module self, const char *name, ptc_jit_module module) {
  return guard([&] {
    auto &owner = module_of(self);
    const auto &added = module_of(module, "module");
    const auto key = member_name(name, "name"); // "0" of a Sequential is one
    check_free(owner, key, PTC_JIT_MODULE);
    if (owner._ivalue() == added._ivalue())
      fail(PTC_ERROR_VALUE, "argument 'module': a module cannot be a submodule of itself");
    walk(added._ivalue(), "", true, [&](const auto &, const auto &object, size_t slot, int32_t kind) {
      if (kind == PTC_JIT_MODULE && object->getSlot(slot).isObject() &&
          object->getSlot(slot).toObject() == owner._ivalue())
        fail(PTC_ERROR_VALUE, "argument 'module': a module cannot be a submodule of itself");
    });
    owner.register_module(key, added);
  });
}

ptc_error ptc_jit_module_add_constant(ptc_jit_module self, const char *name, const ptc_value *value, const char *type) {
  return guard([&] {
    auto &module = module_of(self);
    const auto key = identifier(name, "name");
    if (member_of(*module.type(), key).kind != PTC_JIT_NONE) check_free(module, key, PTC_JIT_NONE);
    const auto as =
        type ? type_of(type, "type", module._ivalue()->compilation_unit()) : c10::TypePtr(c10::AnyType::get());
    module.type()->addConstant(key, value_of(value, "value", as));
  });
}

ptc_error ptc_jit_module_define(ptc_jit_module self, const char *source, const char *filename, int64_t line,
                                ptc_jit_scope scope) {
  return guard([&] {
    const auto &module = module_of(self);
    const auto unit = module._ivalue()->compilation_unit();
    auto definitions = parsed(source, filename, line, true);
    const auto broadcasts = without_broadcasts(definitions);
    for (const auto &one : definitions) {
      check_free(module, one.name().name(), PTC_JIT_NONE);
      if (module.type()->findHook(one.name().name())) // libtorch finds out when the class has the method already
        fail(PTC_ERROR_VALUE,
             "argument 'source': " + module.type()->str() + " has a hook '" + one.name().name() + "' already");
    }
    const std::vector<jit::ResolverPtr> resolvers(definitions.size(), resolver_of(scope, unit));
    const ModuleSelf value(module.type());
    const auto functions = unit->get_functions().size();
    try {
      unit->define(*module.type()->name(), {}, {}, definitions, resolvers, &value);
    } catch (...) { // libtorch keeps methods that did not compile, and what calls them
      for (const auto &one : definitions)
        if (module.type()->findMethod(one.name().name())) module.type()->unsafeRemoveMethod(one.name().name());
      const auto all = unit->get_functions();
      for (size_t i = functions; i < all.size(); ++i)
        if (all[i] && all[i]->qualname().prefix() == module.type()->name()->qualifiedName())
          unit->unsafeRemoveMethod(all[i]->qualname());
      throw;
    }
    for (const auto &one : definitions)
      restore(broadcasts, one.name().name(), *module.type()->findMethod(one.name().name()));
  });
}

// ---- what is in it ----

ptc_error ptc_jit_module_names(ptc_jit_module self, int32_t kind, bool recurse, char **out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    check_kind(kind);
    std::vector<std::string> names;
    if (kind == PTC_JIT_METHOD)
      for (const auto *one : module.type()->methods()) names.push_back(one->name());
    else if (kind == PTC_JIT_CONSTANT)
      for (size_t i = 0; i < module.type()->numConstants(); ++i) names.push_back(module.type()->getConstantName(i));
    else
      walk(module._ivalue(), "", recurse, [&](const auto &name, const auto &, size_t, int32_t found) {
        if (found == kind) names.push_back(name);
      });
    put(out, joined(names));
  });
}

ptc_error ptc_jit_module_tensors(ptc_jit_module self, int32_t kind, bool recurse, ptc_tensor_list *out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    if (kind != PTC_JIT_PARAMETER && kind != PTC_JIT_BUFFER)
      fail(PTC_ERROR_VALUE, "argument 'kind': parameters or buffers are tensors, not " + std::to_string(kind));
    std::vector<at::Tensor> found;
    walk(module._ivalue(), "", recurse, [&](const auto &, const auto &object, size_t slot, int32_t of) {
      if (of == kind)
        found.push_back(object->getSlot(slot).isTensor() ? object->getSlot(slot).toTensor() : at::Tensor());
    });
    put(out, std::move(found));
  });
}

ptc_error ptc_jit_module_has(ptc_jit_module self, const char *name, int64_t *out) {
  return guard(out, [&] { *out = member_of(*module_of(self).type(), std::string(text_of(name, "name"))).kind; });
}

ptc_error ptc_jit_module_module(ptc_jit_module self, const char *name, ptc_jit_module *out) {
  return guard(out, [&] { *out = new_module(submodule(module_of(self), std::string(text_of(name, "name")))); });
}

ptc_error ptc_jit_module_method(ptc_jit_module self, const char *name, ptc_jit_function *out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    const std::string which(text_of(name, "name"));
    auto *found = module.type()->findMethod(which);
    if (!found) no_member(module, which, "method");
    *out = new_function(module._ivalue()->compilation_unit(), found, module._ivalue());
  });
}

ptc_error ptc_jit_module_attr(ptc_jit_module self, const char *name, ptc_value *out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    const std::string which(text_of(name, "name"));
    if (const auto slot = module.type()->findAttributeSlot(which))
      put(out, module._ivalue()->getSlot(*slot), *module.type()->getAttribute(*slot));
    else if (const auto constant = module.type()->findConstantSlot(which))
      put(out, module.type()->getConstant(*constant));
    else no_member(module, which, "attribute");
  });
}

ptc_error ptc_jit_module_set_attr(ptc_jit_module self, const char *name, const ptc_value *value) {
  return guard([&] {
    auto &module = module_of(self);
    const std::string which(text_of(name, "name"));
    const auto slot = module.type()->findAttributeSlot(which);
    if (!slot) no_member(module, which, "attribute");
    module._ivalue()->setSlot(*slot, value_of(value, "value", module.type()->getAttribute(*slot)));
  });
}

ptc_error ptc_jit_module_attr_type(ptc_jit_module self, const char *name, char **out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    const std::string which(text_of(name, "name"));
    if (const auto slot = module.type()->findAttributeSlot(which))
      put(out, module.type()->getAttribute(*slot)->annotation_str());
    else if (const auto constant = module.type()->findConstantSlot(which))
      put(out, module.type()->getConstant(*constant).type()->annotation_str());
    else no_member(module, which, "attribute");
  });
}

ptc_error ptc_jit_module_type(ptc_jit_module self, char **out) {
  return guard(out, [&] { put(out, module_of(self).type()->name()->qualifiedName()); });
}

ptc_error ptc_jit_module_unit(ptc_jit_module self, ptc_jit_unit *out) {
  return guard(out, [&] { *out = new_unit(module_of(self)._ivalue()->compilation_unit()); });
}

ptc_error ptc_jit_module_id(ptc_jit_module self, int64_t *out) {
  return guard(out, [&] { *out = reinterpret_cast<intptr_t>((module_of(self)._ivalue().get)()); });
}

ptc_error ptc_jit_module_value(ptc_jit_module self, ptc_value *out) {
  return guard(out, [&] { put(out, at::IValue(module_of(self)._ivalue())); });
}

ptc_error ptc_jit_module_dump(ptc_jit_module self, bool code, bool attributes, bool parameters, char **out) {
  return guard(out, [&] { put(out, module_of(self).dump_to_str(code, attributes, parameters)); });
}
