// The tagged values of ptc_call, to and from libtorch's IValues.
#include "host/symbol.h"

#include <ATen/ops/empty.h>
#include <ATen/ScalarOps.h>
#include <ATen/ops/set.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/PythonDispatcherTLS.h>

#include <pytorch_c/core/generator.h>
#include <pytorch_c/core/tensor.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace {

What what_list(const c10::Type &item) {
  switch (item.kind()) {
  case c10::TypeKind::TensorType: return What::tensors;
  case c10::TypeKind::NumberType: return What::numbers;
  case c10::TypeKind::IntType:
  case c10::TypeKind::SymIntType: return What::integers;
  case c10::TypeKind::FloatType: return What::reals;
  case c10::TypeKind::BoolType: return What::booleans;
  case c10::TypeKind::StringType: return What::texts;
  case c10::TypeKind::OptionalType: {
    auto inner = item.containedType(0)->kind();
    return inner == c10::TypeKind::TensorType   ? What::optional_tensors
           : inner == c10::TypeKind::NumberType ? What::numbers
                                                : What::list;
  }
  default: return What::list;
  }
}

What kind_of(const c10::Type &type) {
  switch (type.kind()) {
  case c10::TypeKind::OptionalType: return kind_of(*type.containedType(0));
  case c10::TypeKind::ListType: return what_list(*type.containedType(0));
  case c10::TypeKind::TensorType: return What::tensor;
  case c10::TypeKind::NumberType: return What::number;
  case c10::TypeKind::IntType:
  case c10::TypeKind::QSchemeType:
  case c10::TypeKind::SymIntType: return What::integer;
  case c10::TypeKind::FloatType:
  case c10::TypeKind::SymFloatType: return What::real;
  case c10::TypeKind::BoolType:
  case c10::TypeKind::SymBoolType: return What::boolean;
  case c10::TypeKind::StringType: return What::text;
  case c10::TypeKind::ScalarTypeType: return What::dtype;
  case c10::TypeKind::LayoutType: return What::layout;
  case c10::TypeKind::MemoryFormatType: return What::memory_format;
  case c10::TypeKind::DeviceObjType: return What::device;
  case c10::TypeKind::GeneratorType: return What::generator;
  case c10::TypeKind::StorageType: return What::storage;
  case c10::TypeKind::StreamObjType: return What::stream;
  case c10::TypeKind::ComplexType: return What::complex;
  case c10::TypeKind::NoneType: return What::nothing;
  case c10::TypeKind::TupleType: return What::tuple;
  case c10::TypeKind::DictType: return What::dict;
  case c10::TypeKind::UnionType: return What::one_of;
  case c10::TypeKind::EnumType: return What::member;
  case c10::TypeKind::AnyType: return What::any;
  default: return What::object;
  }
}

// ---- from values to IValues ----

const ptc_value &need(const Parameter &p, const ptc_value &v, int32_t kind) {
  if (v.kind != kind) refuse(p, v);
  return v;
}

// The handle of a value, which must not be NULL; a tensor is noted for the look at it after a failure.
template <class Handle> Handle handle_of(const Parameter &p, const ptc_value &v, int32_t kind) {
  need(p, v, kind);
  if (!v.p) fail(PTC_ERROR_TYPE, p.where + " is NULL");
  auto handle = static_cast<Handle>(const_cast<void *>(v.p));
  if constexpr (std::is_same_v<Handle, ptc_tensor>) Given::note(handle);
  return handle;
}

template <class T> c10::ArrayRef<T> items(const Parameter &p, const ptc_value &v, int32_t kind) {
  need(p, v, kind);
  if (v.len < 0) fail(PTC_ERROR_VALUE, p.where + ": the length is negative");
  if (v.len && !v.p) fail(PTC_ERROR_VALUE, p.where + ": the list is NULL but its length is not 0");
  return {static_cast<const T *>(v.p), static_cast<size_t>(v.len)};
}

std::string text_of(const Parameter &p, const ptc_value &v) {
  need(p, v, PTC_VALUE_STRING);
  if (v.len < PTC_UNSET) fail(PTC_ERROR_VALUE, p.where + ": the length is negative");
  if (!v.p && v.len) fail(PTC_ERROR_TYPE, p.where + " is NULL");
  auto *bytes = static_cast<const char *>(v.p);
  return v.len == PTC_UNSET ? std::string(bytes) : std::string(bytes, bytes + v.len);
}

// A code of one of the enums, which c10 writes as an int.
int64_t code(const Parameter &p, const ptc_value &v, int32_t kind, int64_t end) {
  need(p, v, kind);
  if (v.i < 0 || v.i >= end)
    fail(PTC_ERROR_VALUE, p.where + ": unknown number " + std::to_string(v.i) + " for " + name_of_kind(kind));
  return v.i;
}

at::Scalar number_of(const Parameter &p, const ptc_value &v) {
  switch (v.kind) {
  case PTC_VALUE_SYMBOL: return symbol_of(p, v).toScalar();
  case PTC_VALUE_BOOL: return at::Scalar(v.i != 0);
  case PTC_VALUE_INT: return at::Scalar(v.i);
  case PTC_VALUE_UINT: return at::Scalar(static_cast<uint64_t>(v.i));
  case PTC_VALUE_FLOAT: return at::Scalar(v.re);
  case PTC_VALUE_COMPLEX: return at::Scalar(c10::complex<double>(v.re, v.im));
  default: refuse(p, v);
  }
}

// A tensor, or a number in its place, as which libtorch knows it still.
at::Tensor tensor_or_number(const Parameter &p, const ptc_value &v) {
  switch (p.number ? v.kind : PTC_VALUE_TENSOR) {
  case PTC_VALUE_SYMBOL: return tensor_of_symbol(number_of(p, v));
  case PTC_VALUE_BOOL:
  case PTC_VALUE_INT:
  case PTC_VALUE_FLOAT:
  case PTC_VALUE_COMPLEX: {
    auto made = c10::scalar_to_tensor(number_of(p, v)); // past the dispatcher: nobody is asked for it
    made.unsafeGetTensorImpl()->set_wrapped_number(true);
    return made;
  }
  default: return handle_of<ptc_tensor>(p, v, PTC_VALUE_TENSOR)->tensor;
  }
}

template <class Item, class Optional> at::IValue tensor_list(const Parameter &p, const ptc_value &v) {
  c10::List<Item> out;
  auto handles = items<ptc_tensor>(p, v, PTC_VALUE_TENSORS);
  Given::note(handles.data(), static_cast<int64_t>(handles.size()));
  out.reserve(handles.size());
  for (auto handle : handles) {
    if (!handle && !Optional::value)
      fail(PTC_ERROR_TYPE, p.where + ": item " + std::to_string(out.size()) + " is NULL");
    out.push_back(handle ? Item(handle->tensor) : Item());
  }
  return out;
}

at::IValue integer_list(const Parameter &p, const ptc_value &v) {
  if (v.kind == PTC_VALUE_INT && p.copies) return std::vector<int64_t>(p.copies, v.i);
  return c10::List<int64_t>(items<int64_t>(p, v, PTC_VALUE_INTS));
}

at::IValue real_list(const Parameter &p, const ptc_value &v) {
  if (v.kind == PTC_VALUE_FLOAT && p.copies) return std::vector<double>(p.copies, v.re);
  return c10::List<double>(items<double>(p, v, PTC_VALUE_FLOATS));
}

at::IValue boolean_list(const Parameter &p, const ptc_value &v) {
  c10::List<bool> out;
  // Read as bytes: a host's true may be another number than C's.
  for (uint8_t x : items<uint8_t>(p, v, PTC_VALUE_BOOLS)) out.push_back(x != 0);
  return out;
}

at::IValue number_list(const Parameter &p, const ptc_value &v) {
  const auto &list = p.type->kind() == c10::TypeKind::OptionalType ? p.type->containedType(0) : p.type;
  auto item = list->containedType(0);
  c10::impl::GenericList out(item);
  bool may_be_absent = item->kind() == c10::TypeKind::OptionalType;
  for (const auto &x : items<ptc_scalar>(p, v, PTC_VALUE_SCALARS)) {
    if (x.kind < (may_be_absent ? PTC_SCALAR_NONE : PTC_SCALAR_INT) || x.kind > PTC_SCALAR_UINT)
      fail(PTC_ERROR_VALUE,
           p.where + ": item " + std::to_string(out.size()) + " has the kind " + std::to_string(x.kind));
    out.push_back(x.kind == PTC_SCALAR_NONE ? at::IValue() : at::IValue(number(x, "")));
  }
  return out;
}

at::IValue text_list(const Parameter &p, const ptc_value &v) {
  c10::List<std::string> out;
  for (const char *x : items<const char *>(p, v, PTC_VALUE_STRINGS)) {
    if (!x) fail(PTC_ERROR_TYPE, p.where + ": item " + std::to_string(out.size()) + " is NULL");
    out.push_back(x);
  }
  return out;
}

at::IValue object(const Parameter &p, const ptc_value &v) {
  const auto &held = *handle_of<const at::IValue *>(p, v, PTC_VALUE_OBJECT);
  auto type = held.type();
  std::ostringstream why;
  if (!type->isSubtypeOfExt(*p.type, &why)) {
    if (held.isEnum() && p.what == What::member) return member_of(p, held.toEnumHolder()->name());
    if (p.type->kind() == c10::TypeKind::InterfaceType)
      why << "\nObject of type " << type->repr_str() << " is not compatible with interface " << p.type->repr_str();
    fail(PTC_ERROR_TYPE,
         p.where + " must be " + p.type->str() + ", not " + type->str() + (why.str().empty() ? "" : ": " + why.str()));
  }
  return held;
}

at::IValue device_of(const Parameter &p, const ptc_value &v) {
  need(p, v, PTC_VALUE_DEVICE);
  if (v.i < 0 || v.i >= at::COMPILE_TIME_MAX_DEVICE_TYPES || v.len < PTC_UNSET ||
      v.len > std::numeric_limits<at::DeviceIndex>::max())
    fail(PTC_ERROR_VALUE, p.where + ": there is no device of the type " + std::to_string(v.i) + " with the index " +
                              std::to_string(v.len));
  return at::Device(static_cast<at::DeviceType>(v.i), static_cast<at::DeviceIndex>(v.len));
}

// The three numbers of c10::Stream::pack3.
at::IValue stream_of(const Parameter &p, const ptc_value &v) {
  auto numbers = items<int64_t>(p, v, v.kind == PTC_VALUE_INTS ? PTC_VALUE_INTS : PTC_VALUE_STREAM);
  if (numbers.size() != 3)
    fail(PTC_ERROR_VALUE, p.where + ": a stream is three numbers: its id, its device's index and its device's type");
  ptc_value where{PTC_VALUE_DEVICE, numbers[2], 0, 0, nullptr, numbers[1]};
  auto device = device_of(p, where).toDevice();
  return c10::Stream::unpack3(numbers[0], device.index(), device.type());
}

// A list with a kind of its own that comes as any other list, or as an object that is shared.
std::optional<at::IValue> as_list(const Parameter &p, const ptc_value &v) {
  const bool is_object = v.kind == PTC_VALUE_OBJECT;
  if ((!is_object && v.kind != PTC_VALUE_LIST && v.kind != PTC_VALUE_TUPLE) || p.what == What::stream)
    return std::nullopt;
  const auto &type = p.type->kind() == c10::TypeKind::OptionalType ? p.type->containedType(0) : p.type;
  if (type->kind() != c10::TypeKind::ListType) return std::nullopt;
  return is_object ? object(p, v) : nested(p, v);
}

c10::complex<double> complex_of(const Parameter &p, const ptc_value &v) { return number_of(p, v).toComplexDouble(); }

at::IValue convert(const Parameter &p, const ptc_value &v) {
  if (v.kind == PTC_VALUE_SYMBOL && !(p.number && p.what == What::tensor)) return symbol_of(p, v);
  if (v.kind >= PTC_VALUE_OBJECT)
    if (auto list = as_list(p, v)) return *std::move(list);
  switch (p.what) {
  case What::tensor: return tensor_or_number(p, v);
  case What::tensors: return tensor_list<at::Tensor, std::false_type>(p, v);
  case What::optional_tensors: return tensor_list<std::optional<at::Tensor>, std::true_type>(p, v);
  case What::number: return number_of(p, v);
  case What::integer: return need(p, v, PTC_VALUE_INT).i;
  case What::real: return v.kind == PTC_VALUE_INT ? static_cast<double>(v.i) : need(p, v, PTC_VALUE_FLOAT).re;
  case What::boolean: return need(p, v, PTC_VALUE_BOOL).i != 0;
  case What::text: return text_of(p, v);
  case What::integers: return integer_list(p, v);
  case What::reals: return real_list(p, v);
  case What::booleans: return boolean_list(p, v);
  case What::numbers: return number_list(p, v);
  case What::texts: return text_list(p, v);
  case What::dtype: return code(p, v, PTC_VALUE_DTYPE, static_cast<int64_t>(at::ScalarType::Undefined));
  case What::layout: return code(p, v, PTC_VALUE_LAYOUT, static_cast<int64_t>(at::Layout::NumOptions));
  case What::memory_format:
    return code(p, v, PTC_VALUE_MEMORY_FORMAT, static_cast<int64_t>(at::MemoryFormat::NumOptions));
  case What::device: return device_of(p, v);
  case What::generator: return handle_of<ptc_generator>(p, v, PTC_VALUE_GENERATOR)->generator;
  case What::storage: return handle_of<ptc_tensor>(p, v, PTC_VALUE_TENSOR)->tensor.storage();
  case What::stream: return stream_of(p, v);
  case What::complex: return complex_of(p, v);
  case What::nothing: need(p, v, PTC_VALUE_NONE); return {};
  case What::list:
  case What::tuple:
  case What::dict:
  case What::one_of:
  case What::member: return v.kind == PTC_VALUE_OBJECT ? object(p, v) : nested(p, v);
  case What::any: return inferred(p, v);
  case What::object: return object(p, v);
  }
  refuse(p, v);
}

// ---- from IValues to values ----

template <class T> T *new_array(ptc_value &v, int32_t kind, size_t length) {
  return static_cast<T *>(new_items(v, kind, length, sizeof(T), length));
}

template <class T, class List> void put_list(ptc_value &v, int32_t kind, const List &from) {
  T *out = new_array<T>(v, kind, from.size());
  for (size_t i = 0; i < from.size(); ++i) out[i] = from[i];
}

void put_text(ptc_value &v, const std::string &text) {
  std::memcpy(new_array<char>(v, PTC_VALUE_STRING, text.size() + 1), text.data(), text.size());
  --v.len;
}

void put_stream(ptc_value &v, const c10::Stream &stream) {
  const auto packed = stream.pack3();
  auto *out = new_array<int64_t>(v, PTC_VALUE_STREAM, 3);
  out[0] = packed.stream_id, out[1] = packed.device_index, out[2] = static_cast<int64_t>(packed.device_type);
}

int32_t kind_of_int(What what) {
  switch (what) {
  case What::dtype: return PTC_VALUE_DTYPE;
  case What::layout: return PTC_VALUE_LAYOUT;
  case What::memory_format: return PTC_VALUE_MEMORY_FORMAT;
  default: return PTC_VALUE_INT;
  }
}

// A tensor over a storage, as which storages are given to calls.
at::Tensor bytes_of(const at::Storage &storage) {
  c10::impl::ExcludeDispatchKeyGuard plain(c10::python_ks); // a mode is not asked for it
  c10::impl::DisablePythonDispatcher without_kernels;
  auto made = at::empty({0}, at::TensorOptions().dtype(at::kByte).device(storage.device()));
  if (storage.sym_nbytes().is_heap_allocated()) return made.set_(storage, 0, {0}, {1}); // no plain number says how many
  return made.set_(storage);
}

template <class List> void put_tensors(ptc_value &v, const List &tensors) {
  auto *out = new_array<ptc_tensor>(v, PTC_VALUE_TENSORS, tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    std::optional<at::Tensor> one = tensors[i];
    out[i] = one ? handle(*std::move(one)) : nullptr;
  }
}

int64_t items_in(const ptc_value &v) {
  return v.kind == PTC_VALUE_DICT ? 2 * v.len : v.kind == PTC_VALUE_NAMED_TUPLE ? 1 + 2 * v.len : v.len;
}

void close_value(ptc_value &v) noexcept {
  void *p = const_cast<void *>(v.p);
  switch (v.kind) {
  case PTC_VALUE_TENSOR: ptc_tensor_close(static_cast<ptc_tensor>(p)); break;
  case PTC_VALUE_GENERATOR: ptc_generator_close(static_cast<ptc_generator>(p)); break;
  case PTC_VALUE_SYMBOL: ptc_symbol_close(static_cast<ptc_symbol>(p)); break;
  case PTC_VALUE_OBJECT:
    if (p) delete static_cast<at::IValue *>(p), count_handle(-1);
    break;
  case PTC_VALUE_TENSORS:
    for (int64_t i = 0; p && i < v.len; ++i) ptc_tensor_close(static_cast<ptc_tensor *>(p)[i]);
    [[fallthrough]];
  case PTC_VALUE_STRING:
  case PTC_VALUE_STREAM:
  case PTC_VALUE_INTS:
  case PTC_VALUE_FLOATS:
  case PTC_VALUE_BOOLS: std::free(p); break;
  case PTC_VALUE_LIST:
  case PTC_VALUE_TUPLE:
  case PTC_VALUE_DICT:
  case PTC_VALUE_NAMED_TUPLE: // no deeper than put() makes them
    if (p) ptc_values_close(static_cast<ptc_value *>(p), items_in(v)), std::free(p);
    break;
  default: break;
  }
  v = {};
}

} // namespace

namespace ptc {

What what_of(const c10::Type &type) { return kind_of(type); }

Parameter parameter_of(std::string where, const c10::TypePtr &type) {
  return {std::move(where), type, what_of(*type), type->kind() == c10::TypeKind::OptionalType, 0, std::nullopt};
}

const char *name_of_kind(int32_t kind) {
  static const char *const names[] = {
      "None",   "bool",      "int",    "float",    "complex", "uint",          "str",        "Tensor", "Tensor[]",
      "int[]",  "float[]",   "bool[]", "Scalar[]", "str[]",   "Generator",     "ScalarType", "Layout", "MemoryFormat",
      "Device", "an object", "a list", "a tuple",  "a dict",  "a named tuple", "a symbol",   "Stream"};
  return names[kind];
}

void refuse(const Parameter &p, const ptc_value &v) {
  if (v.kind < PTC_VALUE_DEFAULT || v.kind > PTC_VALUE_STREAM)
    fail(PTC_ERROR_VALUE, p.where + " has the unknown kind " + std::to_string(v.kind));
  if (v.kind == PTC_VALUE_DEFAULT) fail(PTC_ERROR_TYPE, p.where + " has no default");
  fail(PTC_ERROR_TYPE, p.where + " must be " + p.type->str() + ", not " + name_of_kind(v.kind));
}

at::IValue to_ivalue(const Parameter &p, const ptc_value &v) {
  if (v.kind == PTC_VALUE_DEFAULT && p.otherwise) return *p.otherwise;
  if (v.kind == PTC_VALUE_NONE && (p.optional || p.what == What::any)) return {};
  return convert(p, v);
}

void *new_items(ptc_value &v, int32_t kind, size_t length, size_t size, size_t room) {
  v.p = std::calloc(std::max<size_t>(room, 1), size);
  if (!v.p) throw std::bad_alloc();
  v.kind = kind;
  v.len = static_cast<int64_t>(length);
  return const_cast<void *>(v.p);
}

void put(ptc_value &v, at::IValue &&x, What what, const c10::Type *type, int depth) {
  if (x.isNone()) return;
  if (x.isTensor()) v.p = handle(std::move(x).toTensor()), v.kind = PTC_VALUE_TENSOR;
  else if (x.isTensorList()) put_tensors(v, x.toTensorVector());
  else if (x.isOptionalTensorList()) put_tensors(v, x.toOptionalTensorVector());
  else if (x.isBool()) v.i = x.toBool(), v.kind = PTC_VALUE_BOOL;
  else if (x.isInt()) v.i = x.toInt(), v.kind = kind_of_int(what);
  else if (x.isUnsigned()) v.i = static_cast<int64_t>(x.toUInt()), v.kind = PTC_VALUE_UINT;
  else if (x.isDouble()) v.re = x.toDouble(), v.kind = PTC_VALUE_FLOAT;
  else if (x.isComplexDouble())
    v.re = x.toComplexDouble().real(), v.im = x.toComplexDouble().imag(), v.kind = PTC_VALUE_COMPLEX;
  else if (x.isString()) put_text(v, x.toStringRef());
  else if (x.isIntList()) put_list<int64_t>(v, PTC_VALUE_INTS, x.toIntVector());
  else if (x.isDoubleList()) put_list<double>(v, PTC_VALUE_FLOATS, x.toDoubleVector());
  else if (x.isBoolList()) put_list<bool>(v, PTC_VALUE_BOOLS, x.toBoolList().vec());
  else if (x.isDevice())
    v.i = static_cast<int64_t>(x.toDevice().type()), v.len = x.toDevice().index(), v.kind = PTC_VALUE_DEVICE;
  else if (x.isGenerator()) v.p = new ptc_generator_s{x.toGenerator()}, v.kind = PTC_VALUE_GENERATOR, count_handle(1);
  else if (put_symbol(v, x)) return;
  else if (x.isStream()) put_stream(v, x.toStream());
  else if (x.isStorage()) v.p = handle(bytes_of(x.toStorage())), v.kind = PTC_VALUE_TENSOR;
  else if (!put_nested(v, x, type, depth)) put_object(&v, std::move(x));
}

void put_object(ptc_value *out, at::IValue value) {
  out->p = new at::IValue(std::move(value));
  out->kind = PTC_VALUE_OBJECT;
  count_handle(1);
}

void put(ptc_value &v, at::IValue &&x, What what) { put(v, std::move(x), what, nullptr, 0); }

void put(ptc_value &v, at::IValue &&x, const c10::Type &type) { put(v, std::move(x), kind_of(type), &type, 0); }

void put(ptc_value *out, at::IValue x, const c10::Type &type) {
  Filled filled{out, 1};
  put(*out, std::move(x), type);
  filled.done = true;
}

} // namespace ptc

void ptc_values_close(ptc_value *values, int64_t values_len) {
  for (int64_t i = 0; values && i < values_len; ++i) close_value(values[i]);
}
