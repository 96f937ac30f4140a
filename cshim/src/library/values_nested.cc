// Values that hold values: lists, tuples and dicts, to and from libtorch's IValues.
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/enum_type.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include "host/symbol.h"

#include <pytorch_c/core/error.h>

#include <cstring>

namespace {

c10::TypePtr inner(const Parameter &p) {
  return p.type->kind() == c10::TypeKind::OptionalType ? p.type->containedType(0) : p.type;
}

// The parameter that an item must fit; its place is put in front of its error.
Parameter item_of(const Parameter &p, const c10::TypePtr &type) {
  Parameter out = parameter_of("", type);
  out.depth = p.depth + 1;
  return out;
}

// Runs what converts one item; an error of it says which.
template <class Body> auto at_place(const Parameter &p, const char *what, size_t place, Body &&body) {
  try {
    return body();
  } catch (Failure &e) {
    e.message = p.where + ": " + what + " " + std::to_string(place) + e.message;
    throw;
  }
}

at::IValue list_of(const Parameter &p, const ptc_value &v) {
  if (v.kind != PTC_VALUE_LIST && v.kind != PTC_VALUE_TUPLE) refuse(p, v);
  const auto &type = inner(p)->containedType(0);
  const auto items = held_by(p, v);
  const Parameter one = item_of(p, type);
  c10::impl::GenericList out(type);
  out.reserve(items.size());
  for (const auto &item : items) out.push_back(at_place(p, "item", out.size(), [&] { return to_ivalue(one, item); }));
  // Symbols that are known numbers by now: a list of sizes without a symbol is one of ints, as libtorch asks for it.
  const auto is_number = [](const at::IValue &x) { return x.isInt(); };
  if (type->kind() != c10::TypeKind::SymIntType || !std::all_of(out.begin(), out.end(), is_number)) return out;
  c10::List<int64_t> numbers;
  for (const at::IValue &x : out) numbers.push_back(x.toInt());
  return numbers;
}

// The fields of a named tuple that an earlier call gave, without their names.
std::vector<ptc_value> fields_of(const Parameter &p, const ptc_value &v, const c10::TupleType &type) {
  const auto items = held_by(p, v);
  std::vector<ptc_value> out;
  for (size_t i = 1; i < items.size(); i += 2) {
    const auto name =
        to_ivalue(parameter_of(p.where + ": name " + std::to_string(i / 2), c10::StringType::get()), items[i]);
    if (type.schema() && i / 2 < type.schema()->arguments().size() &&
        type.schema()->arguments()[i / 2].name() != name.toStringRef())
      fail(PTC_ERROR_TYPE, p.where + ": field " + std::to_string(i / 2) + " must be '" +
                               type.schema()->arguments()[i / 2].name() + "', not '" + name.toStringRef() + "'");
    out.push_back(items[i + 1]);
  }
  return out;
}

// Runs `body` for a field of a named tuple, and puts the field's name in front of its error.
template <class Body> at::IValue at_field(const Parameter &p, const c10::TupleType &type, size_t place, Body &&body) {
  try {
    return body();
  } catch (Failure &e) {
    const auto &fields = type.schema()->arguments();
    std::string all;
    for (const auto &one : fields) all += (all.empty() ? "" : ", ") + one.name();
    e.message = p.where + ": field '" + fields[place].name() + "' of " + type.schema()->name() + " (aka NamedTuple(" +
                all + "))" + e.message;
    throw;
  }
}

at::IValue tuple_of(const Parameter &p, const ptc_value &v) {
  const auto type = inner(p)->cast<c10::TupleType>();
  std::vector<ptc_value> fields;
  if (v.kind == PTC_VALUE_NAMED_TUPLE) fields = fields_of(p, v, *type);
  else if (v.kind != PTC_VALUE_TUPLE && v.kind != PTC_VALUE_LIST) refuse(p, v);
  const auto items = v.kind == PTC_VALUE_NAMED_TUPLE ? c10::ArrayRef<ptc_value>(fields) : held_by(p, v);
  if (items.size() != type->elements().size())
    fail(PTC_ERROR_TYPE, p.where + " must be " + type->str() + ", not a tuple of " + std::to_string(items.size()));
  std::vector<at::IValue> out;
  for (const auto &item : items) {
    const auto convert = [&] { return to_ivalue(item_of(p, type->elements()[out.size()]), item); };
    out.push_back(type->schema() ? at_field(p, *type, out.size(), convert) : at_place(p, "item", out.size(), convert));
  }
  return type->schema() ? c10::ivalue::Tuple::createNamed(std::move(out), type)
                        : c10::ivalue::Tuple::create(std::move(out));
}

at::IValue dict_of(const Parameter &p, const ptc_value &v) {
  if (v.kind != PTC_VALUE_DICT) refuse(p, v);
  const auto type = inner(p)->cast<c10::DictType>();
  const auto items = held_by(p, v);
  const Parameter key = item_of(p, type->getKeyType()), value = item_of(p, type->getValueType());
  c10::impl::GenericDict out(type->getKeyType(), type->getValueType());
  out.reserve(items.size() / 2);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    auto first = at_place(p, "key", i / 2, [&] { return to_ivalue(key, items[i]); });
    auto second = at_place(p, "value", i / 2, [&] { return to_ivalue(value, items[i + 1]); });
    out.insert_or_assign(std::move(first), std::move(second));
  }
  return out;
}

// The first of a union's types that takes the value; an int is a float where there is no int among them.
at::IValue one_of(const Parameter &p, const ptc_value &v) {
  const auto choices = p.type->expectRef<c10::UnionType>().containedTypes();
  for (bool widened : {false, true})
    for (const auto &type : choices) {
      const auto kind = type->kind();
      const bool widens =
          v.kind == PTC_VALUE_INT && (kind == c10::TypeKind::FloatType || kind == c10::TypeKind::ComplexType);
      if (widens != widened) continue;
      Parameter one = item_of(p, type);
      one.depth = p.depth;
      try {
        return to_ivalue(one, v);
      } catch (const Failure &) { continue; }
    }
  std::string found;
  try {
    found = inferred(p, v).type<c10::Type>()->annotation_str();
  } catch (const Failure &) { refuse(p, v); }
  fail(PTC_ERROR_TYPE,
       p.where + ": Expected a member of " + p.type->annotation_str() + " but instead found type " + found);
}

at::IValue member_named(const Parameter &p, const ptc_value &v) {
  if (v.kind != PTC_VALUE_STRING) refuse(p, v);
  return member_of(p, to_ivalue(parameter_of(p.where, c10::StringType::get()), v).toStringRef());
}

// ---- without a type ----

c10::TypePtr common(const std::vector<at::IValue> &items) {
  if (items.empty()) return c10::AnyType::get();
  std::vector<c10::TypePtr> types;
  for (const auto &one : items) types.push_back(one.type<c10::Type>());
  for (auto &one : types) // of all tensors, whatever their shapes
    if (one->kind() == c10::TypeKind::TensorType) one = c10::TensorType::get();
  std::ostringstream why;
  return c10::unifyTypeList(types, why).value_or(c10::AnyType::get());
}

std::vector<at::IValue> inferred_items(const Parameter &p, const ptc_value &v, size_t first, size_t step) {
  const auto items = held_by(p, v);
  const Parameter any = item_of(p, c10::AnyType::get());
  std::vector<at::IValue> out;
  for (size_t i = first; i < items.size(); i += step)
    out.push_back(at_place(p,
                           step == 1 ? "item"
                           : first   ? "value"
                                     : "key",
                           out.size(), [&] { return to_ivalue(any, items[i]); }));
  return out;
}

at::IValue inferred_list(const Parameter &p, const ptc_value &v) {
  auto items = inferred_items(p, v, 0, 1);
  c10::impl::GenericList out(common(items));
  for (auto &one : items) out.push_back(std::move(one));
  return out;
}

at::IValue inferred_dict(const Parameter &p, const ptc_value &v) {
  auto keys = inferred_items(p, v, 0, 2), values = inferred_items(p, v, 1, 2);
  const auto key = keys.empty() ? c10::StringType::get() : common(keys);
  switch (key->kind()) {
  case c10::TypeKind::IntType:
  case c10::TypeKind::BoolType:
  case c10::TypeKind::FloatType:
  case c10::TypeKind::ComplexType:
  case c10::TypeKind::StringType:
  case c10::TypeKind::TensorType:
  case c10::TypeKind::DeviceObjType: break;
  default:
    fail(PTC_ERROR_TYPE, p.where + ": keys of one type are needed: int, bool, float, complex, str, Tensor or Device");
  }
  c10::impl::GenericDict out(key, common(values));
  for (size_t i = 0; i < keys.size(); ++i) out.insert_or_assign(std::move(keys[i]), std::move(values[i]));
  return out;
}

c10::TypePtr type_of_kind(const Parameter &p, const ptc_value &v) {
  switch (v.kind) {
  case PTC_VALUE_BOOL:
  case PTC_VALUE_INT:
  case PTC_VALUE_UINT:
  case PTC_VALUE_FLOAT:
  case PTC_VALUE_COMPLEX: return c10::NumberType::get();
  case PTC_VALUE_STRING: return c10::StringType::get();
  case PTC_VALUE_TENSOR: return c10::TensorType::get();
  case PTC_VALUE_TENSORS: return c10::ListType::ofTensors();
  case PTC_VALUE_INTS: return c10::ListType::ofInts();
  case PTC_VALUE_FLOATS: return c10::ListType::ofFloats();
  case PTC_VALUE_BOOLS: return c10::ListType::ofBools();
  case PTC_VALUE_STRINGS: return c10::ListType::ofStrings();
  case PTC_VALUE_SCALARS: return c10::ListType::ofNumbers();
  case PTC_VALUE_GENERATOR: return c10::GeneratorType::get();
  case PTC_VALUE_DTYPE: return c10::ScalarTypeType::get();
  case PTC_VALUE_LAYOUT: return c10::LayoutType::get();
  case PTC_VALUE_MEMORY_FORMAT: return c10::MemoryFormatType::get();
  case PTC_VALUE_DEVICE: return c10::DeviceObjType::get();
  case PTC_VALUE_STREAM: return c10::StreamObjType::get();
  default: refuse(p, v);
  }
}

// ---- from IValues ----

struct Room {
  ptc_value *items;
  Room(ptc_value &v, int32_t kind, size_t length, size_t room)
      : items(static_cast<ptc_value *>(new_items(v, kind, length, sizeof(ptc_value), room))) {}
};

const c10::Type *contained(const c10::Type *type, c10::TypeKind kind, size_t i) {
  return type && type->kind() == kind && i < type->containedTypeSize() ? type->containedType(i).get() : nullptr;
}

void put_item(ptc_value &v, at::IValue x, const c10::Type *type, int depth) {
  put(v, std::move(x), type ? what_of(*type) : What::any, type, depth + 1);
}

void put_string(ptc_value &v, const std::string &text) {
  std::memcpy(new_items(v, PTC_VALUE_STRING, text.size(), 1, text.size() + 1), text.data(), text.size());
}

void put_list(ptc_value &v, const at::IValue &x, const c10::Type *type, int depth) {
  const auto list = x.toListRef();
  Room room(v, PTC_VALUE_LIST, list.size(), list.size());
  for (size_t i = 0; i < list.size(); ++i)
    put_item(room.items[i], list[i], contained(type, c10::TypeKind::ListType, 0), depth);
}

void put_dict(ptc_value &v, const at::IValue &x, const c10::Type *type, int depth) {
  const auto dict = x.toGenericDict();
  Room room(v, PTC_VALUE_DICT, dict.size(), 2 * dict.size());
  ptc_value *next = room.items;
  for (const auto &entry : dict) {
    put_item(*next++, entry.key(), contained(type, c10::TypeKind::DictType, 0), depth);
    put_item(*next++, entry.value(), contained(type, c10::TypeKind::DictType, 1), depth);
  }
}

void put_tuple(ptc_value &v, const at::IValue &x, const c10::Type *type, int depth) {
  const auto &elements = x.toTupleRef().elements();
  c10::TypePtr own; // a type is made for a tuple that has none, so only where nobody knows it
  if (!type || type->kind() != c10::TypeKind::TupleType) type = (own = x.toTupleRef().type()).get();
  const auto &schema = type->expectRef<c10::TupleType>().schema();
  if (!schema || schema->arguments().size() != elements.size()) {
    Room room(v, PTC_VALUE_TUPLE, elements.size(), elements.size());
    for (size_t i = 0; i < elements.size(); ++i)
      put_item(room.items[i], elements[i], contained(type, c10::TypeKind::TupleType, i), depth);
    return;
  }
  Room room(v, PTC_VALUE_NAMED_TUPLE, elements.size(), 1 + 2 * elements.size());
  put_string(room.items[0], schema->name());
  for (size_t i = 0; i < elements.size(); ++i) {
    put_string(room.items[1 + 2 * i], schema->arguments()[i].name());
    put_item(room.items[2 + 2 * i], elements[i], contained(type, c10::TypeKind::TupleType, i), depth);
  }
}

} // namespace

namespace ptc {

at::IValue member_of(const Parameter &p, const std::string &name) {
  const auto type = inner(p)->cast<c10::EnumType>();
  for (const auto &[known, value] : type->enumNamesValues())
    if (known == name) return at::IValue(c10::make_intrusive<c10::ivalue::EnumHolder>(type, known, value));
  for (const auto &[known, value] : type->enumNamesValues()) // of an enum whose members are texts
    if (value.isString() && value.toStringRef() == name)
      return at::IValue(c10::make_intrusive<c10::ivalue::EnumHolder>(type, known, value));
  fail(PTC_ERROR_VALUE, p.where + ": " + type->str() + " has no member '" + name + "'");
}

c10::ArrayRef<ptc_value> held_by(const Parameter &p, const ptc_value &v) {
  if (p.depth >= deepest)
    fail(PTC_ERROR_VALUE,
         p.where + ": lists, tuples and dicts may hold each other " + std::to_string(deepest) + " deep");
  constexpr int64_t most = std::numeric_limits<int64_t>::max() / (2 * sizeof(ptc_value)) - 1;
  if (v.len < 0 || v.len > most) fail(PTC_ERROR_VALUE, p.where + ": the length is negative");
  if (v.len && !v.p) fail(PTC_ERROR_VALUE, p.where + ": the list is NULL but its length is not 0");
  const size_t length = static_cast<size_t>(v.len);
  const size_t count = v.kind == PTC_VALUE_DICT                 ? 2 * length
                       : v.kind == PTC_VALUE_NAMED_TUPLE && v.p ? 1 + 2 * length
                                                                : length;
  return {static_cast<const ptc_value *>(v.p), count};
}

at::IValue nested(const Parameter &p, const ptc_value &v) {
  switch (inner(p)->kind()) {
  case c10::TypeKind::ListType: return list_of(p, v);
  case c10::TypeKind::TupleType: return tuple_of(p, v);
  case c10::TypeKind::DictType: return dict_of(p, v);
  case c10::TypeKind::UnionType: return one_of(p, v);
  case c10::TypeKind::EnumType: return member_named(p, v);
  default: refuse(p, v);
  }
}

at::IValue inferred(const Parameter &p, const ptc_value &v) {
  switch (v.kind) {
  case PTC_VALUE_NONE: return {};
  case PTC_VALUE_OBJECT:
    if (!v.p) fail(PTC_ERROR_TYPE, p.where + " is NULL");
    return *static_cast<const at::IValue *>(v.p);
  case PTC_VALUE_SYMBOL: return symbol_of(p, v);
  case PTC_VALUE_LIST: return inferred_list(p, v);
  case PTC_VALUE_DICT: return inferred_dict(p, v);
  case PTC_VALUE_TUPLE: return c10::ivalue::Tuple::create(inferred_items(p, v, 0, 1));
  case PTC_VALUE_NAMED_TUPLE: return c10::ivalue::Tuple::create(inferred_items(p, v, 2, 2));
  default: {
    Parameter typed = parameter_of(p.where, type_of_kind(p, v));
    typed.depth = p.depth;
    return to_ivalue(typed, v);
  }
  }
}

bool put_nested(ptc_value &v, const at::IValue &x, const c10::Type *type, int depth) {
  if (depth >= deepest || !(x.isList() || x.isGenericDict() || x.isTuple())) return false;
  if (type && (type->kind() == c10::TypeKind::OptionalType)) type = type->containedType(0).get();
  if (x.isList()) put_list(v, x, type, depth);
  else if (x.isTuple()) put_tuple(v, x, type, depth);
  else put_dict(v, x, type, depth);
  return true;
}

} // namespace ptc
