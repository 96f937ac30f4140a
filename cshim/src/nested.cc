// Nested tensors: lists of tensors that differ in size, as one.
#include <ATen/ops/_nested_compute_contiguous_strides_offsets.h>
#include <ATen/ops/_nested_tensor_from_mask.h>
#include <ATen/ops/_nested_tensor_from_mask_left_aligned.h>
#include <ATen/ops/_nested_tensor_from_tensor_list.h>
#include <ATen/ops/_nested_tensor_size.h>
#include <ATen/ops/_nested_tensor_storage_offsets.h>
#include <ATen/ops/_nested_tensor_strides.h>
#include <ATen/ops/_nested_view_from_buffer.h>
#include <ATen/ops/_nested_view_from_buffer_copy.h>

#include "glue.h"

#include <pytorch_c/nested.h>

namespace {

std::optional<bool> pinned(const ptc_options &options) {
  return options.pin_memory == PTC_UNSET ? std::nullopt : std::optional(options.pin_memory != 0);
}

// Whether x holds numbers as libtorch reads them: without looking.
bool fits(const at::Tensor &x, int64_t dim) {
  return x.dim() == dim && x.scalar_type() == at::kLong && x.is_cpu() && x.layout() == at::kStrided && x.is_contiguous();
}

const at::Tensor &check_sizes(const at::Tensor &sizes) {
  if (!fits(sizes, 2) || !sizes.size(0)) fail(PTC_ERROR_VALUE, "argument 'nested_size' must be (n, dim) of int64 on the CPU, n at least 1");
  return sizes;
}

// libtorch takes any numbers, and would read past the buffer with some.
const at::Tensor &check_views(const at::Tensor &buffer, const at::Tensor &sizes, const at::Tensor &strides, const at::Tensor &offsets) {
  if (!fits(sizes, 2) || !fits(strides, 2) || !fits(offsets, 1) || sizes.sizes() != strides.sizes() || sizes.size(0) != offsets.size(0))
    fail(PTC_ERROR_VALUE, "nested_size and nested_strides must be (n, dim) and offsets (n), of int64 on the CPU");
  const int64_t *size = sizes.const_data_ptr<int64_t>(), *stride = strides.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < sizes.size(0); ++i) {
    int64_t last = offsets.const_data_ptr<int64_t>()[i];
    bool empty = false, negative = last < 0, large = false;
    for (int64_t j = 0; j < sizes.size(1); ++j, ++size, ++stride) {
      int64_t steps = 0;
      negative |= *size < 0 || *stride < 0;
      empty |= *size == 0;
      large |= __builtin_mul_overflow(*size - 1, *stride, &steps) || __builtin_add_overflow(last, steps, &last);
    }
    if (negative || (!empty && (large || last >= buffer.numel())))
      fail(PTC_ERROR_VALUE, "component " + std::to_string(i) + " lies outside of the buffer of " + std::to_string(buffer.numel()) + " elements");
  }
  return buffer;
}

} // namespace

const char *ptc__nested_compute_contiguous_strides_offsets(ptc_tensor nested_size, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::_nested_compute_contiguous_strides_offsets(check_sizes(get(nested_size)))); }, out0, out1);
}
const char *ptc__nested_tensor_from_mask(ptc_tensor t, ptc_tensor mask, bool mask_check, ptc_tensor *out) {
  return guard([&] { put(out, at::_nested_tensor_from_mask(get(t), get(mask), mask_check)); }, out);
}
const char *ptc__nested_tensor_from_mask_left_aligned(ptc_tensor t, ptc_tensor mask, bool *out) {
  return guard([&] { put(out, at::_nested_tensor_from_mask_left_aligned(get(t), get(mask))); }, out);
}
const char *ptc__nested_tensor_from_tensor_list(const ptc_tensor *list, int64_t list_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::_nested_tensor_from_tensor_list(list(list), optdtype(options.dtype), optlayout(options.layout), optdevice(options.device_type, options.device_index), pinned(options)), options); }, out);
}
const char *ptc__nested_tensor_size(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self)._nested_tensor_size()); }, out);
}
const char *ptc__nested_tensor_storage_offsets(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self)._nested_tensor_storage_offsets()); }, out);
}
const char *ptc__nested_tensor_strides(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self)._nested_tensor_strides()); }, out);
}
const char *ptc__nested_view_from_buffer(ptc_tensor self, ptc_tensor nested_size, ptc_tensor nested_strides, ptc_tensor offsets, ptc_tensor *out) {
  return guard([&] { put(out, at::_nested_view_from_buffer(check_views(get(self), get(nested_size), get(nested_strides), get(offsets)), get(nested_size), get(nested_strides), get(offsets))); }, out);
}
const char *ptc__nested_view_from_buffer_copy(ptc_tensor self, ptc_tensor nested_size, ptc_tensor nested_strides, ptc_tensor offsets, ptc_tensor *out) {
  return guard([&] { put(out, at::_nested_view_from_buffer_copy(check_views(get(self), get(nested_size), get(nested_strides), get(offsets)), get(nested_size), get(nested_strides), get(offsets))); }, out);
}
