// The glue verbs: from C values to libtorch's, and back.
#include "memory/memory_of.h"

#include <pytorch_c/core/tensor.h>

#include <algorithm>
#include <limits>

namespace ptc {
namespace {

std::string needs(const char *name, const char *what) { return std::string("argument '") + name + "': " + what; }

} // namespace

at::Tensor &tensor_of(ptc_tensor handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, needs(name, "a tensor is needed, got NULL"));
  Given::note(handle);
  return handle->tensor;
}

at::Tensor &resized_of(ptc_tensor handle, const char *name) {
  at::Tensor &out = tensor_of(handle, name);
  Given::note_output();
  return out;
}

at::Tensor &output_of(ptc_tensor handle, const char *name) {
  at::Tensor &out = resized_of(handle, name);
  check_output(out, name);
  return out;
}

std::optional<at::Tensor> opt(ptc_tensor handle) {
  Given::note(handle);
  return handle ? std::optional(handle->tensor) : std::nullopt;
}

void check_list(const void *data, int64_t length, const char *name) {
  if (length < 0) fail(PTC_ERROR_VALUE, needs(name, "the length is negative"));
  if (!data && length > 0) fail(PTC_ERROR_VALUE, needs(name, "the list is NULL but its length is not 0"));
}

std::vector<at::Tensor> tensors_of(const ptc_tensor *handles, int64_t length, const char *name) {
  check_list(handles, length, name);
  Given::note(handles, length);
  std::vector<at::Tensor> out;
  out.reserve(length);
  for (int64_t i = 0; i < length; ++i) {
    if (!handles[i]) fail(PTC_ERROR_TYPE, needs(name, "item ") + std::to_string(i) + " is NULL");
    out.push_back(handles[i]->tensor);
  }
  return name == std::string_view("out") ? alike(std::move(out), name) : out;
}

c10::List<std::optional<at::Tensor>> optional_tensors(const ptc_tensor *handles, int64_t length, const char *name) {
  check_list(handles, length, name);
  Given::note(handles, length);
  c10::List<std::optional<at::Tensor>> out;
  out.reserve(length);
  for (int64_t i = 0; i < length; ++i) out.push_back(opt(handles[i]));
  return out;
}

at::Scalar number(ptc_scalar x, const char *name) {
  switch (x.kind) {
  case PTC_SCALAR_INT: return at::Scalar(x.i);
  case PTC_SCALAR_UINT: return at::Scalar(static_cast<uint64_t>(x.i));
  case PTC_SCALAR_FLOAT: return at::Scalar(x.re);
  case PTC_SCALAR_BOOL: return at::Scalar(x.i != 0);
  case PTC_SCALAR_COMPLEX: return at::Scalar(c10::complex<double>(x.re, x.im));
  case PTC_SCALAR_NONE: fail(PTC_ERROR_TYPE, needs(name, "a number is needed, got none"));
  default: fail(PTC_ERROR_VALUE, needs(name, "unknown scalar kind ") + std::to_string(x.kind));
  }
}

std::vector<at::Scalar> scalar_list(const ptc_scalar *data, int64_t length, const char *name) {
  check_list(data, length, name);
  std::vector<at::Scalar> out;
  out.reserve(length);
  for (int64_t i = 0; i < length; ++i) out.push_back(number(data[i], name));
  return out;
}

ptc_scalar number(const at::Scalar &x) {
  if (x.isBoolean()) return {PTC_SCALAR_BOOL, x.toBool(), 0, 0};
  if (x.isFloatingPoint()) return {PTC_SCALAR_FLOAT, 0, x.toDouble(), 0};
  if (x.isComplex()) {
    auto z = x.toComplexDouble();
    return {PTC_SCALAR_COMPLEX, 0, z.real(), z.imag()};
  }
  if (x.type() == at::ScalarType::UInt64) return {PTC_SCALAR_UINT, static_cast<int64_t>(x.toUInt64()), 0, 0};
  return {PTC_SCALAR_INT, x.toLong(), 0, 0};
}

std::string_view text_of(const char *x, const char *name) {
  if (!x) fail(PTC_ERROR_TYPE, needs(name, "a string is needed, got NULL"));
  return x;
}

at::Generator generator_of(ptc_generator handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, needs(name, "a generator is needed, got NULL"));
  return handle->generator;
}

std::optional<at::Generator> opt(ptc_generator handle) {
  return handle ? std::optional(handle->generator) : std::nullopt;
}

at::ScalarType dtype_of(int32_t code, const char *name) {
  if (code < 0 || code >= static_cast<int32_t>(at::ScalarType::Undefined))
    fail(PTC_ERROR_TYPE, needs(name, "unknown dtype number ") + std::to_string(code));
  return static_cast<at::ScalarType>(code);
}

std::optional<at::ScalarType> optdtype(int32_t code) {
  if (code == PTC_UNSET) return std::nullopt;
  return dtype_of(code, "dtype");
}

std::optional<at::Layout> optlayout(int32_t code) {
  if (code == PTC_UNSET) return std::nullopt;
  if (code < 0 || code >= static_cast<int32_t>(at::Layout::NumOptions))
    fail(PTC_ERROR_VALUE, needs("layout", "unknown layout number ") + std::to_string(code));
  return static_cast<at::Layout>(code);
}

at::MemoryFormat format_of(int32_t code, const char *name) {
  if (code < 0 || code >= static_cast<int32_t>(at::MemoryFormat::NumOptions))
    fail(PTC_ERROR_VALUE, needs(name, "unknown memory format number ") + std::to_string(code));
  return static_cast<at::MemoryFormat>(code);
}

std::optional<at::MemoryFormat> optformat(int32_t code) {
  if (code == PTC_UNSET) return std::nullopt;
  return format_of(code, "memory_format");
}

at::Device device(int32_t type, int32_t index) {
  if (type < 0 || type >= static_cast<int32_t>(at::COMPILE_TIME_MAX_DEVICE_TYPES))
    fail(PTC_ERROR_VALUE, needs("device", "unknown device type number ") + std::to_string(type));
  if (index < PTC_UNSET || index > std::numeric_limits<at::DeviceIndex>::max())
    fail(PTC_ERROR_VALUE, needs("device", "no device has the index ") + std::to_string(index));
  return {static_cast<at::DeviceType>(type), static_cast<at::DeviceIndex>(index)};
}

std::optional<at::Device> optdevice(int32_t type, int32_t index) {
  if (type == PTC_UNSET) return std::nullopt;
  return device(type, index);
}

ptc_options checked(const ptc_options *o) {
  ptc_options out = {PTC_OPTION_ALL, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET};
  if (!o) return out;
  auto wrong = [](const char *field, int32_t value, const std::string &why) {
    fail(PTC_ERROR_VALUE, needs("options", field) + std::string(" is ") + std::to_string(value) + why);
  };
  auto take = [&](int32_t option, const char *field, int32_t value, int32_t &to) {
    if (o->set & option) to = value;
    else if (value && value != PTC_UNSET) wrong(field, value, ", and its bit is not in `set`");
  };
  if (o->set & ~PTC_OPTION_ALL) wrong("set", o->set, ", which is no sum of enum ptc_option");
  take(PTC_OPTION_DTYPE, "dtype", o->dtype, out.dtype);
  take(PTC_OPTION_LAYOUT, "layout", o->layout, out.layout);
  take(PTC_OPTION_DEVICE, "device_type", o->device_type, out.device_type);
  take(PTC_OPTION_DEVICE, "device_index", o->device_index, out.device_index);
  take(PTC_OPTION_PIN_MEMORY, "pin_memory", o->pin_memory, out.pin_memory);
  take(PTC_OPTION_REQUIRES_GRAD, "requires_grad", o->requires_grad, out.requires_grad);
  if (out.device_type == PTC_UNSET && out.device_index != PTC_UNSET)
    wrong("device_index", out.device_index, ", and device_type is unset");
  if (out.pin_memory < PTC_UNSET || out.pin_memory > 1) wrong("pin_memory", out.pin_memory, "; it is 0 or 1");
  if (out.requires_grad < PTC_UNSET || out.requires_grad > 1)
    wrong("requires_grad", out.requires_grad, "; it is 0 or 1");
  return out;
}

at::TensorOptions opts(const ptc_options *options) {
  const ptc_options o = checked(options);
  at::TensorOptions out;
  if (o.dtype != PTC_UNSET) out = out.dtype(dtype_of(o.dtype, "options"));
  if (o.layout != PTC_UNSET) out = out.layout(optlayout(o.layout));
  if (o.device_type != PTC_UNSET) out = out.device(device(o.device_type, o.device_index));
  if (o.pin_memory != PTC_UNSET) out = out.pinned_memory(o.pin_memory != 0);
  return out;
}

at::TensorOptions opts(const ptc_options *o, at::ScalarType otherwise) {
  auto out = opts(o);
  return out.has_dtype() ? out : out.dtype(otherwise);
}

void put(ptc_tensor *out, at::Tensor result, const ptc_options *o) {
  if (o && o->set & PTC_OPTION_REQUIRES_GRAD && o->requires_grad == 1) result.set_requires_grad(true);
  put(out, std::move(result));
}

void put(ptc_tensor_list *out, std::vector<at::Tensor> result) {
  *out = new ptc_tensor_list_s{std::move(result)};
  count_handle(1);
}

void drop(ptc_tensor *out) noexcept {
  if (out) ptc_tensor_close(*out);
  clear(out);
}

void drop(ptc_tensor_list *out) noexcept {
  if (out) ptc_tensor_list_close(*out);
  clear(out);
}

} // namespace ptc
