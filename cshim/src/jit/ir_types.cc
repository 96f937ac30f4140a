// Types of TorchScript as handles.
#include <torch/csrc/jit/ir/ir.h>

#include "jit/ir.h"

#include <sstream>

namespace jit = torch::jit;

namespace {

const c10::TensorType &tensor_type(ptc_ir_type handle) {
  const auto &type = type_of(handle);
  if (const auto *tensor = type->castRaw<c10::TensorType>()) return *tensor;
  fail(PTC_ERROR_TYPE, "argument 'self': the type of a tensor is needed, got " + type->annotation_str());
}

// A list of ints and None; None for an unknown number of them.
template <class Sizes> at::IValue listed(const Sizes &sizes, const std::optional<size_t> &count) {
  if (!count) return {};
  c10::impl::GenericList out(c10::OptionalType::create(c10::IntType::get()));
  for (size_t i = 0; i < *count; ++i) {
    const std::optional<int64_t> one = sizes(i);
    out.push_back(one ? at::IValue(*one) : at::IValue());
  }
  return out;
}

int32_t tri(const std::optional<bool> &known) { return known ? static_cast<int32_t>(*known) : PTC_UNSET; }

} // namespace

void ptc::put(ptc_ir_type *out, c10::TypePtr type) {
  *out = new ptc_ir_type_s{std::move(type)};
  count_handle(1);
}

void ptc_ir_type_close(ptc_ir_type self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_ir_type_parse(const char *text, ptc_jit_unit unit, ptc_ir_type *out) {
  return guard(out, [&] {
    put(out, ptc::type_of(text, "text", unit ? unit_of(unit, "unit") : std::make_shared<jit::CompilationUnit>()));
  });
}

ptc_error ptc_ir_type_kind(ptc_ir_type self, char **out) {
  return guard(out, [&] { put(out, std::string(c10::typeKindToString(type_of(self)->kind()))); });
}

ptc_error ptc_ir_type_str(ptc_ir_type self, bool annotation, char **out) {
  return guard(out, [&] {
    const auto &type = type_of(self);
    std::ostringstream text;
    if (annotation) text << type->annotation_str();
    else text << *type;
    put(out, text.str());
  });
}

ptc_error ptc_ir_type_equals(ptc_ir_type self, ptc_ir_type other, bool *out) {
  return guard(out, [&] { put(out, *type_of(self) == *type_of(other, "other")); });
}

ptc_error ptc_ir_type_is_subtype(ptc_ir_type self, ptc_ir_type other, bool *out) {
  return guard(out, [&] { put(out, type_of(self)->isSubtypeOf(*type_of(other, "other"))); });
}

ptc_error ptc_ir_type_contained(ptc_ir_type self, int64_t index, ptc_ir_type *out) {
  return guard(out, [&] {
    const auto all = type_of(self)->containedTypes();
    if (index < 0) fail(PTC_ERROR_INDEX, "argument 'index': " + std::to_string(index));
    if (static_cast<size_t>(index) < all.size()) put(out, all[static_cast<size_t>(index)]);
  });
}

ptc_error ptc_ir_type_names(ptc_ir_type self, char **out) {
  return guard(out, [&] {
    const auto &type = type_of(self);
    std::vector<std::string> names;
    if (const auto *one = type->castRaw<c10::ClassType>())
      for (const auto &attribute : one->getAttributes()) names.push_back(attribute.getName());
    else if (const auto *tuple = type->castRaw<c10::TupleType>(); tuple && tuple->schema())
      for (const auto &field : tuple->schema()->arguments()) names.push_back(field.name());
    put(out, joined(names));
  });
}

ptc_error ptc_ir_type_tensor(ptc_ir_type self, int32_t *dtype, int32_t *device_type, int32_t *device_index,
                             int32_t *requires_grad, int32_t *undefined) {
  return guard(std::tie(dtype, device_type, device_index, requires_grad, undefined), [&] {
    const auto &type = tensor_type(self);
    *dtype = type.scalarType() ? static_cast<int32_t>(*type.scalarType()) : PTC_UNSET;
    *device_type = type.device() ? static_cast<int32_t>(type.device()->type()) : PTC_UNSET;
    *device_index = type.device() ? static_cast<int32_t>(type.device()->index()) : PTC_UNSET;
    *requires_grad = tri(type.requiresGrad());
    *undefined = tri(type.undefined());
  });
}

ptc_error ptc_ir_type_sizes(ptc_ir_type self, bool symbolic, ptc_value *out) {
  return guard(out, [&] {
    const auto &shape = tensor_type(self).symbolic_sizes();
    const auto one = [&](size_t i) -> std::optional<int64_t> {
      const auto size = shape.at(i);
      return size.is_static() || symbolic ? std::optional(size.value()) : std::nullopt;
    };
    put(out, listed(one, shape.rank()));
  });
}

ptc_error ptc_ir_type_strides(ptc_ir_type self, ptc_value *out) {
  return guard(out, [&] {
    const auto strides = tensor_type(self).strides();
    put(out, listed([&](size_t i) { return strides[i]; }, strides.size()));
  });
}

ptc_error ptc_ir_type_with_sizes(ptc_ir_type self, const ptc_value *sizes, ptc_ir_type *out) {
  return guard(out, [&] {
    tensor_type(self);
    const auto type = type_of(self)->cast<c10::TensorType>();
    const auto given = value_of(sizes, "sizes");
    if (given.isNone()) return put(out, type->withSymbolicShapes(c10::SymbolicShape()));
    if (!given.isList()) fail(PTC_ERROR_TYPE, "argument 'sizes': a list of ints and None is needed");
    std::vector<std::optional<int64_t>> wanted;
    for (const auto &one : given.toListRef()) {
      if (!one.isNone() && !one.isInt()) fail(PTC_ERROR_TYPE, "argument 'sizes': a list of ints and None is needed");
      wanted.push_back(one.isNone() ? std::nullopt : std::optional(one.toInt()));
    }
    put(out, type->withSymbolicShapes(c10::SymbolicShape(wanted)));
  });
}

ptc_error ptc_ir_type_with(ptc_ir_type self, int32_t dtype, int32_t device_type, int32_t device_index, bool contiguous,
                           ptc_ir_type *out) {
  return guard(out, [&] {
    auto type = type_of(self)->cast<c10::TensorType>();
    tensor_type(self);
    if (const auto wanted = optdtype(dtype)) type = type->withScalarType(*wanted);
    if (const auto wanted = optdevice(device_type, device_index)) type = type->withDevice(*wanted);
    if (contiguous) {
      if (!type->sizes().concrete_sizes()) fail(PTC_ERROR_VALUE, "argument 'self': its sizes are not known");
      type = type->contiguous();
    }
    put(out, std::move(type));
  });
}
