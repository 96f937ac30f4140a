// Conversion: copies, dtypes, devices, memory formats.
#include <ATen/ops/_to_copy.h>
#include <ATen/ops/can_cast.h>
#include <ATen/ops/clone.h>
#include <ATen/ops/contiguous.h>
#include <ATen/ops/copy.h>
#include <ATen/ops/promote_types.h>
#include <ATen/ops/resize.h>
#include <ATen/ops/resolve_conj.h>
#include <ATen/ops/resolve_neg.h>
#include <ATen/ops/result_type.h>
#include <ATen/ops/set.h>
#include <ATen/ops/to.h>
#include <ATen/ops/type_as.h>

#include "glue.h"

const char *ptc__to_copy(ptc_tensor self, ptc_options options, bool non_blocking, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, at::_to_copy(get(self), opts(options), non_blocking, optformat(memory_format)), options); }, out);
}
const char *ptc_can_cast(int32_t from_, int32_t to, bool *out) {
  return guard([&] { put(out, at::can_cast(dtypeof(from_), dtypeof(to))); }, out);
}
const char *ptc_clone(ptc_tensor self, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, at::clone(get(self), optformat(memory_format))); }, out);
}
const char *ptc_contiguous(ptc_tensor self, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, get(self).contiguous(format(memory_format))); }, out);
}
const char *ptc_promote_types(int32_t type1, int32_t type2, int32_t *out) {
  return guard([&] { put(out, at::promote_types(dtypeof(type1), dtypeof(type2))); }, out);
}
const char *ptc_resolve_conj(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::resolve_conj(get(self))); }, out);
}
const char *ptc_resolve_neg(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::resolve_neg(get(self))); }, out);
}
const char *ptc_result_type_Tensor(ptc_tensor tensor, ptc_tensor other, int32_t *out) {
  return guard([&] { put(out, at::result_type(get(tensor), get(other))); }, out);
}
const char *ptc_result_type_Scalar(ptc_tensor tensor, ptc_scalar other, int32_t *out) {
  return guard([&] { put(out, at::result_type(get(tensor), scalar(other))); }, out);
}
const char *ptc_result_type_Scalar_Tensor(ptc_scalar scalar, ptc_tensor tensor, int32_t *out) {
  return guard([&] { put(out, at::result_type(scalar(scalar), get(tensor))); }, out);
}
const char *ptc_result_type_Scalar_Scalar(ptc_scalar scalar1, ptc_scalar scalar2, int32_t *out) {
  return guard([&] { put(out, at::result_type(scalar(scalar1), scalar(scalar2))); }, out);
}
const char *ptc_to_dtype_layout(ptc_tensor self, ptc_options options, bool non_blocking, bool copy, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to(opts(options), non_blocking, copy, optformat(memory_format)), options); }, out);
}
const char *ptc_to_device(ptc_tensor self, int32_t device_type, int32_t device_index, int32_t dtype, bool non_blocking, bool copy, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to(device(device_type, device_index), dtypeof(dtype), non_blocking, copy, optformat(memory_format))); }, out);
}
const char *ptc_to_dtype(ptc_tensor self, int32_t dtype, bool non_blocking, bool copy, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to(dtypeof(dtype), non_blocking, copy, optformat(memory_format))); }, out);
}
const char *ptc_to_other(ptc_tensor self, ptc_tensor other, bool non_blocking, bool copy, int32_t memory_format, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to(get(other), non_blocking, copy, optformat(memory_format))); }, out);
}
const char *ptc_type_as(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, get(self).type_as(get(other))); }, out);
}
const char *ptc_copy_(ptc_tensor self, ptc_tensor src, bool non_blocking) {
  return guard([&] { get(self).copy_(get(src), non_blocking); });
}
const char *ptc_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int32_t memory_format) {
  return guard([&] { get(self).resize_(ints(size), optformat(memory_format)); });
}
const char *ptc_set__source_Tensor_storage_offset(ptc_tensor self, ptc_tensor source, int64_t storage_offset, const int64_t *size, int64_t size_len, const int64_t *stride, int64_t stride_len) {
  return guard([&] { get(self).set_(get(source), storage_offset, ints(size), ints(stride)); });
}
const char *ptc_set__source_Tensor(ptc_tensor self, ptc_tensor source) {
  return guard([&] { get(self).set_(get(source)); });
}
const char *ptc_set_(ptc_tensor self) {
  return guard([&] { get(self).set_(); });
}
