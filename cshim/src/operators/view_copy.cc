// Views as copies: the operators behind functionalization.
#include <ATen/ops/alias_copy.h>
#include <ATen/ops/as_strided_copy.h>
#include <ATen/ops/ccol_indices_copy.h>
#include <ATen/ops/col_indices_copy.h>
#include <ATen/ops/crow_indices_copy.h>
#include <ATen/ops/detach_copy.h>
#include <ATen/ops/diagonal_copy.h>
#include <ATen/ops/expand_copy.h>
#include <ATen/ops/indices_copy.h>
#include <ATen/ops/lift_fresh_copy.h>
#include <ATen/ops/narrow_copy.h>
#include <ATen/ops/permute_copy.h>
#include <ATen/ops/row_indices_copy.h>
#include <ATen/ops/select_copy.h>
#include <ATen/ops/slice_copy.h>
#include <ATen/ops/split_copy.h>
#include <ATen/ops/split_with_sizes_copy.h>
#include <ATen/ops/squeeze_copy.h>
#include <ATen/ops/t_copy.h>
#include <ATen/ops/transpose_copy.h>
#include <ATen/ops/unbind_copy.h>
#include <ATen/ops/unfold_copy.h>
#include <ATen/ops/unsqueeze_copy.h>
#include <ATen/ops/values_copy.h>
#include <ATen/ops/view_as_complex_copy.h>
#include <ATen/ops/view_as_real_copy.h>
#include <ATen/ops/view_copy.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/view_copy.h>

UNARY(ptc_alias_copy, at::alias_copy)
ptc_error ptc_as_strided_copy(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                              int64_t stride_len, const int64_t *storage_offset, ptc_tensor *out) {
  return guard(out, [&] {
    check_reach(ints(size), ints(stride), storage_offset ? *storage_offset : 0);
    put(out, at::as_strided_copy(get(self), ints(size), ints(stride), opt(storage_offset)));
  });
}
UNARY(ptc_ccol_indices_copy, at::ccol_indices_copy)
UNARY(ptc_col_indices_copy, at::col_indices_copy)
UNARY(ptc_crow_indices_copy, at::crow_indices_copy)
UNARY(ptc_detach_copy, at::detach_copy)
ptc_error ptc_diagonal_copy(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diagonal_copy(get(self), offset, dim1, dim2)); });
}
ptc_error ptc_expand_copy(ptc_tensor self, const int64_t *size, int64_t size_len, bool implicit, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::expand_copy(get(self), check_expanded(get(self), ints(size)), implicit)); });
}
UNARY(ptc_indices_copy, at::indices_copy)
UNARY(ptc_lift_fresh_copy, at::lift_fresh_copy)
ptc_error ptc_narrow_copy(ptc_tensor self, int64_t dim, int64_t start, int64_t length, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::narrow_copy(get(self), dim, start, length)); });
}
ptc_error ptc_permute_copy(ptc_tensor self, const int64_t *dims, int64_t dims_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::permute_copy(get(self), ints(dims))); });
}
UNARY(ptc_row_indices_copy, at::row_indices_copy)
ptc_error ptc_select_copy_int(ptc_tensor self, int64_t dim, int64_t index, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::select_copy(get(self), nested_dim(get(self), dim), index)); });
}
ptc_error ptc_slice_copy_Tensor(ptc_tensor self, int64_t dim, const int64_t *start, const int64_t *end, int64_t step,
                                ptc_tensor *out) {
  return guard(out, [&] { put(out, at::slice_copy(get(self), dim, opt(start), opt(end), step)); });
}
ptc_error ptc_split_copy_Tensor(ptc_tensor self, int64_t split_size, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::split_copy(get(self), split_size, dim)); });
}
ptc_error ptc_split_with_sizes_copy(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len, int64_t dim,
                                    ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::split_with_sizes_copy(get(self), ints(split_sizes), dim)); });
}
UNARY(ptc_squeeze_copy, at::squeeze_copy)
ptc_error ptc_squeeze_copy_dim(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::squeeze_copy(get(self), dim)); });
}
ptc_error ptc_squeeze_copy_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::squeeze_copy(get(self), ints(dim))); });
}
UNARY(ptc_t_copy, at::t_copy)
ptc_error ptc_transpose_copy_int(ptc_tensor self, int64_t dim0, int64_t dim1, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::transpose_copy(get(self), dim0, dim1)); });
}
ptc_error ptc_unbind_copy_int(ptc_tensor self, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::unbind_copy(get(self), dim)); });
}
ptc_error ptc_unfold_copy(ptc_tensor self, int64_t dimension, int64_t size, int64_t step, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::unfold_copy(get(self), dimension, size, step)); });
}
ptc_error ptc_unsqueeze_copy(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::unsqueeze_copy(get(self), dim)); });
}
UNARY(ptc_values_copy, at::values_copy)
UNARY(ptc_view_as_complex_copy, at::view_as_complex_copy)
UNARY(ptc_view_as_real_copy, at::view_as_real_copy)
ptc_error ptc_view_copy(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::view_copy(get(self), ints(size))); });
}
ptc_error ptc_view_copy_dtype(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::view_copy(get(self), dtypeof(dtype))); });
}
ptc_error ptc_narrow_copy_out(ptc_tensor self, int64_t dim, int64_t start, int64_t length, ptc_tensor out) {
  return guard([&] { at::narrow_copy_out(into(out), get(self), dim, start, length); });
}
ptc_error ptc_split_copy_Tensor_out(ptc_tensor self, int64_t split_size, int64_t dim, const ptc_tensor *out,
                                    int64_t out_len) {
  return guard([&] { at::split_copy_out(list(out), get(self), split_size, dim); });
}
ptc_error ptc_split_with_sizes_copy_out(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len,
                                        int64_t dim, const ptc_tensor *out, int64_t out_len) {
  return guard([&] { at::split_with_sizes_copy_out(list(out), get(self), ints(split_sizes), dim); });
}
ptc_error ptc_unbind_copy_int_out(ptc_tensor self, int64_t dim, const ptc_tensor *out, int64_t out_len) {
  return guard([&] { at::unbind_copy_out(list(out), get(self), dim); });
}
