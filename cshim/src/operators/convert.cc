// Conversion: copies, dtypes, devices, memory formats.
#include <ATen/ops/_assert_async.h>
#include <ATen/ops/_has_compatible_shallow_copy_type.h>
#include <ATen/ops/_to_copy.h>
#include <ATen/ops/can_cast.h>
#include <ATen/ops/clone.h>
#include <ATen/ops/contiguous.h>
#include <ATen/ops/copy.h>
#include <ATen/ops/is_distributed.h>
#include <ATen/ops/is_same_size.h>
#include <ATen/ops/is_vulkan_available.h>
#include <ATen/ops/lift.h>
#include <ATen/ops/lift_fresh.h>
#include <ATen/ops/promote_types.h>
#include <ATen/ops/resize_as.h>
#include <ATen/ops/resolve_conj.h>
#include <ATen/ops/resolve_neg.h>
#include <ATen/ops/result_type.h>
#include <ATen/ops/view_as_complex.h>
#include <ATen/ops/view_as_real.h>
#include <torch/csrc/jit/frontend/tracer.h>

#include "checks/checks.h"
#include "memory/memory_of.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/convert.h>

ptc_error ptc__assert_async(ptc_tensor self) {
  return guard([&] { at::_assert_async(get(self)); });
}
ptc_error ptc__assert_async_msg(ptc_tensor self, const char *assert_msg) {
  return guard([&] { at::_assert_async(get(self), chars(assert_msg)); });
}
ptc_error ptc__has_compatible_shallow_copy_type(ptc_tensor self, ptc_tensor from, bool *out) {
  return guard(out, [&] { put(out, at::_has_compatible_shallow_copy_type(get(self), get(from))); });
}
ptc_error ptc__is_zerotensor(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, get(self)._is_zerotensor()); });
}
ptc_error ptc__to_copy(ptc_tensor self, const ptc_options *options, bool non_blocking, int32_t memory_format,
                       ptc_tensor *out) {
  return guard(
      out, [&] { put(out, at::_to_copy(get(self), opts(options), non_blocking, optformat(memory_format)), options); });
}
ptc_error ptc_can_cast(int32_t from_, int32_t to, bool *out) {
  return guard(out, [&] { put(out, at::can_cast(dtypeof(from_), dtypeof(to))); });
}
ptc_error ptc_chalf(ptc_tensor self, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).chalf(optformat(memory_format))); });
}
ptc_error ptc_clone(ptc_tensor self, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clone(get(self), optformat(memory_format))); });
}
ptc_error ptc_contiguous(ptc_tensor self, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    const auto in = format(memory_format);
    // Where nothing has to be done contiguous() asks nobody, a trace neither.
    put(out, torch::jit::tracer::isTracing() ? at::_ops::contiguous::call(get(self), in) : get(self).contiguous(in));
  });
}
ptc_error ptc_copy(ptc_tensor self, ptc_tensor src, bool non_blocking, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::copy(copied(get(self)), get(src), non_blocking)); });
}
ptc_error ptc_is_complex(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, get(self).is_complex()); });
}
ptc_error ptc_is_distributed(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, at::is_distributed(get(self))); });
}
ptc_error ptc_is_floating_point(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, get(self).is_floating_point()); });
}
ptc_error ptc_is_same_size(ptc_tensor self, ptc_tensor other, bool *out) {
  return guard(out, [&] { put(out, at::is_same_size(get(self), get(other))); });
}
ptc_error ptc_is_set_to(ptc_tensor self, ptc_tensor tensor, bool *out) {
  return guard(out, [&] { put(out, get(self).is_set_to(get(tensor))); });
}
ptc_error ptc_is_signed(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, get(self).is_signed()); });
}
ptc_error ptc_is_vulkan_available(bool *out) {
  return guard(out, [&] { put(out, at::is_vulkan_available()); });
}
ptc_error ptc_lift(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lift(get(self))); });
}
ptc_error ptc_lift_fresh(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lift_fresh(get(self))); });
}
ptc_error ptc_pin_memory(ptc_tensor self, int32_t device_type, int32_t device_index, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).pin_memory(optdevice(device_type, device_index))); });
}
ptc_error ptc_promote_types(int32_t type1, int32_t type2, int32_t *out) {
  return guard(out, [&] { put(out, at::promote_types(dtypeof(type1), dtypeof(type2))); });
}
ptc_error ptc_resolve_conj(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::resolve_conj(get(self))); });
}
ptc_error ptc_resolve_neg(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::resolve_neg(get(self))); });
}
ptc_error ptc_result_type_Tensor(ptc_tensor tensor, ptc_tensor other, int32_t *out) {
  return guard(out, [&] { put(out, at::result_type(get(tensor), get(other))); });
}
ptc_error ptc_result_type_Scalar(ptc_tensor tensor, ptc_scalar other, int32_t *out) {
  return guard(out, [&] { put(out, at::result_type(get(tensor), scalar(other))); });
}
ptc_error ptc_result_type_Scalar_Tensor(ptc_scalar scalar, ptc_tensor tensor, int32_t *out) {
  return guard(out, [&] { put(out, at::result_type(scalar(scalar), get(tensor))); });
}
ptc_error ptc_result_type_Scalar_Scalar(ptc_scalar scalar1, ptc_scalar scalar2, int32_t *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(scalar1), second = scalar(scalar2);
    put(out, at::result_type(first, second));
  });
}
ptc_error ptc_to_dtype_layout(ptc_tensor self, const ptc_options *options, bool non_blocking, bool copy,
                              int32_t memory_format, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, get(self).to(opts(options), non_blocking, copy, optformat(memory_format)), options); });
}
ptc_error ptc_to_device(ptc_tensor self, int32_t device_type, int32_t device_index, int32_t dtype, bool non_blocking,
                        bool copy, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        get(self).to(device(device_type, device_index), dtypeof(dtype), non_blocking, copy, optformat(memory_format)));
  });
}
ptc_error ptc_to_dtype(ptc_tensor self, int32_t dtype, bool non_blocking, bool copy, int32_t memory_format,
                       ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to(dtypeof(dtype), non_blocking, copy, optformat(memory_format))); });
}
ptc_error ptc_to_other(ptc_tensor self, ptc_tensor other, bool non_blocking, bool copy, int32_t memory_format,
                       ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to(get(other), non_blocking, copy, optformat(memory_format))); });
}
ptc_error ptc_to_mkldnn(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, filled(get(self)).to_mkldnn(optdtype(dtype))); });
}
ptc_error ptc_type_as(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).type_as(get(other))); });
}
UNARY(ptc_view_as_complex, at::view_as_complex)
UNARY(ptc_view_as_real, at::view_as_real)
ptc_error ptc_copy_(ptc_tensor self, ptc_tensor src, bool non_blocking) {
  return guard([&] { get(self).copy_(get(src), non_blocking); });
}
ptc_error ptc_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int32_t memory_format) {
  return guard([&] { with_memory(resized(self)).resize_(ints(size), optformat(memory_format)); });
}
ptc_error ptc_resize_as_(ptc_tensor self, ptc_tensor the_template, int32_t memory_format) {
  return guard([&] { at::resize_as_(with_memory(resized(self)), get(the_template), optformat(memory_format)); });
}
ptc_error ptc_set__source_Tensor_storage_offset(ptc_tensor self, ptc_tensor source, int64_t storage_offset,
                                                const int64_t *size, int64_t size_len, const int64_t *stride,
                                                int64_t stride_len) {
  // libtorch takes a list without items for no strides only where it points nowhere.
  return guard([&] {
    auto strides = ints(stride);
    check_taken(get(self), get(source));
    resized(self).set_(get(source), storage_offset, ints(size), strides.empty() ? at::IntArrayRef() : strides);
  });
}
ptc_error ptc_set__source_Tensor(ptc_tensor self, ptc_tensor source) {
  return guard([&] {
    check_taken(get(self), get(source));
    resized(self).set_(get(source));
  });
}
ptc_error ptc_set_(ptc_tensor self) {
  return guard([&] { get(self).set_(); });
}
