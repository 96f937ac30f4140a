// Classes by their parts: named tuples, and objects from their attributes.
#include "jit/torchscript.h"

#include <torch/custom_class_detail.h>

namespace {

// A class of the unit, or one that a C++ library registered.
c10::ClassTypePtr class_of(const std::shared_ptr<torch::jit::CompilationUnit> &unit, const char *name) {
  const c10::QualifiedName qualified(identifier(name, "class_name", true));
  auto type = unit->get_class(qualified);
  if (!type) type = torch::getCustomClass(qualified.qualifiedName());
  if (!type) fail(PTC_ERROR_VALUE, "argument 'class_name': there is no class '" + std::string(name) + "'");
  return type;
}

// The attribute of an object that is made of values.
at::IValue attribute_of(const c10::ClassType &type, size_t slot, const ptc_value &value) {
  const auto &wanted = type.getAttribute(slot);
  const auto name = type.getAttributeName(slot);
  try {
    return script_value(parameter_of("attribute '" + name + "'", wanted), value);
  } catch (Failure &e) {
    e.message = "Could not cast attribute '" + name + "' to type " + wanted->repr_str() + ": " + e.message;
    throw;
  }
}

} // namespace

ptc_error ptc_jit_unit_define_tuple(ptc_jit_unit self, const char *name, const char *fields, const char *types,
                                    const ptc_value *defaults, int64_t defaults_len) {
  return guard([&] {
    const auto &unit = unit_of(self);
    const c10::QualifiedName qualified(identifier(name, "name", true));
    if (unit->get_type(qualified))
      fail(PTC_ERROR_VALUE, "argument 'name': there is a class " + qualified.qualifiedName() + " already");
    check_list(defaults, defaults_len, "defaults");
    const auto names = lines_of(fields), written = lines_of(types);
    if (names.size() != written.size())
      fail(PTC_ERROR_VALUE, "argument 'types': one for each of the " + std::to_string(names.size()) +
                                " fields is needed, got " + std::to_string(written.size()));
    if (defaults_len > static_cast<int64_t>(names.size()))
      fail(PTC_ERROR_VALUE, "argument 'defaults': there are more than fields");
    std::vector<c10::TypePtr> of;
    for (const auto &one : written) of.push_back(type_of(one.c_str(), "types", unit));
    std::vector<at::IValue> values;
    const size_t first = names.size() - static_cast<size_t>(defaults_len);
    for (int64_t i = 0; i < defaults_len; ++i) {
      const size_t at = first + static_cast<size_t>(i);
      values.push_back(script_value(parameter_of("the default of '" + names[at] + "'", of[at]), defaults[i]));
    }
    unit->register_type(c10::TupleType::createNamed(qualified, names, of, values));
  });
}

ptc_error ptc_jit_unit_attributes(ptc_jit_unit self, const char *class_name, char **out) {
  return guard(out, [&] {
    const auto type = class_of(unit_of(self), class_name);
    std::vector<std::string> names;
    for (size_t i = 0; i < type->numAttributes(); ++i) names.push_back(type->getAttributeName(i));
    put(out, joined(names));
  });
}

ptc_error ptc_jit_unit_object_of(ptc_jit_unit self, const char *class_name, const ptc_value *attributes,
                                 int64_t attributes_len, ptc_value *out) {
  return guard(out, [&] {
    const auto &unit = unit_of(self);
    const auto found = unit->get_type(c10::QualifiedName(identifier(class_name, "class_name", true)));
    if (found && found->kind() == c10::TypeKind::EnumType && attributes_len == 1)
      return put_object(out, value_of(attributes, "attributes", found));
    const auto type = class_of(unit, class_name);
    if (type->is_module()) fail(PTC_ERROR_VALUE, "argument 'class_name': " + type->str() + " is a class of modules");
    check_list(attributes, attributes_len, "attributes");
    if (type == torch::getCustomClass(class_name)) { // its one slot is filled by __init__ or __setstate__
      if (attributes_len) fail(PTC_ERROR_VALUE, "argument 'attributes': " + type->str() + " has none");
      return put_object(out, at::IValue(c10::ivalue::Object::create(c10::StrongTypePtr(nullptr, type), 1)));
    }
    if (static_cast<size_t>(attributes_len) != type->numAttributes())
      fail(PTC_ERROR_VALUE, "argument 'attributes': " + type->str() + " has " + std::to_string(type->numAttributes()) +
                                " attributes, got " + std::to_string(attributes_len));
    auto object = c10::ivalue::Object::create(c10::StrongTypePtr(unit, type), type->numAttributes());
    for (size_t slot = 0; slot < type->numAttributes(); ++slot)
      object->setSlot(slot, attribute_of(*type, slot, attributes[slot]));
    put_object(out, at::IValue(std::move(object)));
  });
}
