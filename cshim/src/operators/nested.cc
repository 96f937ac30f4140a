// Nested tensors: lists of tensors that differ in size, as one.
#include <ATen/ops/_nested_compute_contiguous_strides_offsets.h>
#include <ATen/ops/_nested_tensor_from_mask.h>
#include <ATen/ops/_nested_tensor_from_mask_left_aligned.h>
#include <ATen/ops/_nested_tensor_from_tensor_list.h>
#include <ATen/ops/_nested_view_from_buffer.h>
#include <ATen/ops/_nested_view_from_buffer_copy.h>
#include <ATen/ops/nested_to_padded_tensor.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/nested.h>

namespace {

std::optional<bool> pinned(int32_t pin_memory) {
  return pin_memory == PTC_UNSET ? std::nullopt : std::optional(pin_memory != 0);
}

} // namespace

ptc_error ptc__nested_compute_contiguous_strides_offsets(ptc_tensor nested_size, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::_nested_compute_contiguous_strides_offsets(check_nested_sizes(get(nested_size))));
  });
}
ptc_error ptc__nested_tensor_from_mask(ptc_tensor t, ptc_tensor mask, bool mask_check, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_nested_tensor_from_mask(get(t), get(mask), mask_check)); });
}
ptc_error ptc__nested_tensor_from_mask_left_aligned(ptc_tensor t, ptc_tensor mask, bool *out) {
  return guard(out, [&] { put(out, at::_nested_tensor_from_mask_left_aligned(get(t), get(mask))); });
}
ptc_error ptc__nested_tensor_from_tensor_list(const ptc_tensor *list, int64_t list_len, const ptc_options *options,
                                              ptc_tensor *out) {
  return guard(out, [&] {
    const auto want = checked(options);
    put(out,
        at::_nested_tensor_from_tensor_list(list(list), optdtype(want.dtype), optlayout(want.layout),
                                            optdevice(want.device_type, want.device_index), pinned(want.pin_memory)),
        options);
  });
}
ptc_error ptc__nested_tensor_size(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self)._nested_tensor_size()); });
}
ptc_error ptc__nested_tensor_storage_offsets(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self)._nested_tensor_storage_offsets()); });
}
ptc_error ptc__nested_tensor_strides(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self)._nested_tensor_strides()); });
}
ptc_error ptc__nested_view_from_buffer(ptc_tensor self, ptc_tensor nested_size, ptc_tensor nested_strides,
                                       ptc_tensor offsets, ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        at::_nested_view_from_buffer(check_nested_views(get(self), get(nested_size), get(nested_strides), get(offsets)),
                                     get(nested_size), get(nested_strides), get(offsets)));
  });
}
ptc_error ptc__nested_view_from_buffer_copy(ptc_tensor self, ptc_tensor nested_size, ptc_tensor nested_strides,
                                            ptc_tensor offsets, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_nested_view_from_buffer_copy(
                 check_nested_views(get(self), get(nested_size), get(nested_strides), get(offsets)), get(nested_size),
                 get(nested_strides), get(offsets)));
  });
}
ptc_error ptc_nested_to_padded_tensor(ptc_tensor self, double padding, const int64_t *output_size,
                                      int64_t output_size_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nested_to_padded_tensor(get(self), padding, optints(output_size))); });
}
ptc_error ptc_to_padded_tensor(ptc_tensor self, double padding, const int64_t *output_size, int64_t output_size_len,
                               ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_padded_tensor(padding, optints(output_size))); });
}
