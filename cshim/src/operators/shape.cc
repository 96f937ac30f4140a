// Shape and views.
#include <ATen/ops/_stack.h>
#include <ATen/ops/alias.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/atleast_1d.h>
#include <ATen/ops/atleast_2d.h>
#include <ATen/ops/atleast_3d.h>
#include <ATen/ops/block_diag.h>
#include <ATen/ops/broadcast_tensors.h>
#include <ATen/ops/broadcast_to.h>
#include <ATen/ops/cartesian_prod.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/chunk.h>
#include <ATen/ops/column_stack.h>
#include <ATen/ops/combinations.h>
#include <ATen/ops/detach.h>
#include <ATen/ops/diag.h>
#include <ATen/ops/diag_embed.h>
#include <ATen/ops/diagflat.h>
#include <ATen/ops/diagonal.h>
#include <ATen/ops/dsplit.h>
#include <ATen/ops/dstack.h>
#include <ATen/ops/flatten.h>
#include <ATen/ops/flatten_dense_tensors.h>
#include <ATen/ops/flip.h>
#include <ATen/ops/fliplr.h>
#include <ATen/ops/flipud.h>
#include <ATen/ops/hsplit.h>
#include <ATen/ops/hstack.h>
#include <ATen/ops/meshgrid.h>
#include <ATen/ops/movedim.h>
#include <ATen/ops/narrow.h>
#include <ATen/ops/permute.h>
#include <ATen/ops/ravel.h>
#include <ATen/ops/repeat_interleave.h>
#include <ATen/ops/reshape.h>
#include <ATen/ops/roll.h>
#include <ATen/ops/rot90.h>
#include <ATen/ops/slice_inverse.h>
#include <ATen/ops/split.h>
#include <ATen/ops/split_with_sizes.h>
#include <ATen/ops/squeeze.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/swapaxes.h>
#include <ATen/ops/t.h>
#include <ATen/ops/tensor_split.h>
#include <ATen/ops/tile.h>
#include <ATen/ops/transpose.h>
#include <ATen/ops/tril.h>
#include <ATen/ops/triu.h>
#include <ATen/ops/unbind.h>
#include <ATen/ops/unflatten.h>
#include <ATen/ops/unflatten_dense_tensors.h>
#include <ATen/ops/unsafe_chunk.h>
#include <ATen/ops/unsafe_split.h>
#include <ATen/ops/unsafe_split_with_sizes.h>
#include <ATen/ops/unsqueeze.h>
#include <ATen/ops/vsplit.h>
#include <ATen/ops/vstack.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/shape.h>

ptc_error ptc__stack(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] {
    check_not_empty(list(tensors), "tensors");
    put(out, at::_stack(contiguous(list(tensors)), dim));
  });
}
ptc_error ptc_alias(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::alias(get(self))); });
}
ptc_error ptc_as_strided(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                         int64_t stride_len, const int64_t *storage_offset, ptc_tensor *out) {
  return guard(out, [&] {
    check_not_negative(ints(size), "size");
    check_reach(ints(size), ints(stride), storage_offset ? *storage_offset : 0);
    put(out, at::as_strided(get(self), ints(size), ints(stride), opt(storage_offset)));
  });
}
ptc_error ptc_atleast_1d(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::atleast_1d(get(self))); });
}
ptc_error ptc_atleast_1d_Sequence(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::atleast_1d(list(tensors))); });
}
ptc_error ptc_atleast_2d(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::atleast_2d(get(self))); });
}
ptc_error ptc_atleast_2d_Sequence(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::atleast_2d(list(tensors))); });
}
ptc_error ptc_atleast_3d(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::atleast_3d(get(self))); });
}
ptc_error ptc_atleast_3d_Sequence(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::atleast_3d(list(tensors))); });
}
ptc_error ptc_block_diag(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::block_diag(list(tensors))); });
}
ptc_error ptc_broadcast_tensors(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::broadcast_tensors(list(tensors))); });
}
ptc_error ptc_broadcast_to(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::broadcast_to(get(self), check_expanded(get(self), ints(size)))); });
}
ptc_error ptc_cartesian_prod(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cartesian_prod(list(tensors))); });
}
ptc_error ptc_cat(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cat(list(tensors), dim)); });
}
ptc_error ptc_chunk(ptc_tensor self, int64_t chunks, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] {
    check_chunked(get(self));
    put(out, at::chunk(get(self), chunks, dim));
  });
}
ptc_error ptc_column_stack(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::column_stack(list(tensors))); });
}
ptc_error ptc_combinations(ptc_tensor self, int64_t r, bool with_replacement, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::combinations(get(self), r, with_replacement)); });
}
ptc_error ptc_detach(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::detach(get(self))); });
}
ptc_error ptc_diag(ptc_tensor self, int64_t diagonal, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diag(get(self), diagonal)); });
}
ptc_error ptc_diag_embed(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diag_embed(get(self), offset, dim1, dim2)); });
}
ptc_error ptc_diagflat(ptc_tensor self, int64_t offset, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diagflat(get(self), offset)); });
}
ptc_error ptc_diagonal(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diagonal(get(self), offset, dim1, dim2)); });
}
ptc_error ptc_dsplit_int(ptc_tensor self, int64_t sections, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::dsplit(get(self), sections)); });
}
ptc_error ptc_dsplit_array(ptc_tensor self, const int64_t *indices, int64_t indices_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::dsplit(get(self), ints(indices))); });
}
ptc_error ptc_dstack(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::dstack(list(tensors))); });
}
ptc_error ptc_expand(ptc_tensor self, const int64_t *size, int64_t size_len, bool implicit, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).expand(check_expanded(get(self), ints(size)), implicit)); });
}
ptc_error ptc_expand_as(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).expand_as(get(other))); });
}
ptc_error ptc_flatten_using_ints(ptc_tensor self, int64_t start_dim, int64_t end_dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::flatten(get(self), start_dim, end_dim)); });
}
ptc_error ptc_flatten_dense_tensors(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::flatten_dense_tensors(list(tensors))); });
}
ptc_error ptc_flip(ptc_tensor self, const int64_t *dims, int64_t dims_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::flip(get(self), ints(dims))); });
}
ptc_error ptc_fliplr(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fliplr(get(self))); });
}
ptc_error ptc_flipud(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::flipud(get(self))); });
}
ptc_error ptc_hsplit_int(ptc_tensor self, int64_t sections, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::hsplit(get(self), sections)); });
}
ptc_error ptc_hsplit_array(ptc_tensor self, const int64_t *indices, int64_t indices_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::hsplit(get(self), ints(indices))); });
}
ptc_error ptc_hstack(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::hstack(list(tensors))); });
}
ptc_error ptc_matrix_H(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).matrix_H()); });
}
ptc_error ptc_meshgrid(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::meshgrid(list(tensors))); });
}
ptc_error ptc_meshgrid_indexing(const ptc_tensor *tensors, int64_t tensors_len, const char *indexing,
                                ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::meshgrid(list(tensors), chars(indexing))); });
}
ptc_error ptc_mH(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).mH()); });
}
ptc_error ptc_movedim_intlist(ptc_tensor self, const int64_t *source, int64_t source_len, const int64_t *destination,
                              int64_t destination_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::movedim(get(self), ints(source), ints(destination))); });
}
ptc_error ptc_movedim_int(ptc_tensor self, int64_t source, int64_t destination, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::movedim(get(self), source, destination)); });
}
ptc_error ptc_mT(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).mT()); });
}
ptc_error ptc_narrow(ptc_tensor self, int64_t dim, int64_t start, int64_t length, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::narrow(get(self), dim, start, length)); });
}
ptc_error ptc_narrow_Tensor(ptc_tensor self, int64_t dim, ptc_tensor start, int64_t length, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::narrow(get(self), dim, get(start), length)); });
}
ptc_error ptc_numpy_T(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).numpy_T()); });
}
ptc_error ptc_permute(ptc_tensor self, const int64_t *dims, int64_t dims_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::permute(get(self), ints(dims))); });
}
ptc_error ptc_ravel(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ravel(get(self))); });
}
ptc_error ptc_repeat(ptc_tensor self, const int64_t *repeats, int64_t repeats_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).repeat(ints(repeats))); });
}
ptc_error ptc_repeat_interleave_Tensor(ptc_tensor repeats, const int64_t *output_size, ptc_tensor *out) {
  return guard(out, [&] {
    if (output_size) check_repeats(get(repeats));
    put(out, at::repeat_interleave(get(repeats), opt(output_size)));
  });
}
ptc_error ptc_repeat_interleave_self_Tensor(ptc_tensor self, ptc_tensor repeats, const int64_t *dim,
                                            const int64_t *output_size, ptc_tensor *out) {
  return guard(out, [&] {
    if (output_size) check_repeats(get(repeats));
    put(out, at::repeat_interleave(get(self), get(repeats), opt(dim), opt(output_size)));
  });
}
ptc_error ptc_repeat_interleave_self_int(ptc_tensor self, int64_t repeats, const int64_t *dim,
                                         const int64_t *output_size, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::repeat_interleave(get(self), repeats, opt(dim), opt(output_size))); });
}
ptc_error ptc_reshape(ptc_tensor self, const int64_t *shape, int64_t shape_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::reshape(get(self), ints(shape))); });
}
ptc_error ptc_reshape_as(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).reshape_as(get(other))); });
}
ptc_error ptc_roll(ptc_tensor self, const int64_t *shifts, int64_t shifts_len, const int64_t *dims, int64_t dims_len,
                   ptc_tensor *out) {
  return guard(out, [&] { put(out, at::roll(get(self), ints(shifts), ints(dims))); });
}
ptc_error ptc_rot90(ptc_tensor self, int64_t k, const int64_t *dims, int64_t dims_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::rot90(get(self), k, ints(dims))); });
}
ptc_error ptc_slice_inverse(ptc_tensor self, ptc_tensor src, int64_t dim, const int64_t *start, const int64_t *end,
                            int64_t step, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::slice_inverse(get(self), get(src), dim, opt(start), opt(end), step)); });
}
ptc_error ptc_split_Tensor(ptc_tensor self, int64_t split_size, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::split(get(self), split_size, dim)); });
}
ptc_error ptc_split_sizes(ptc_tensor self, const int64_t *split_size, int64_t split_size_len, int64_t dim,
                          ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::split(get(self), ints(split_size), dim)); });
}
ptc_error ptc_split_with_sizes(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len, int64_t dim,
                               ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::split_with_sizes(get(self), ints(split_sizes), dim)); });
}
ptc_error ptc_squeeze(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::squeeze(get(self))); });
}
ptc_error ptc_squeeze_dim(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::squeeze(get(self), dim)); });
}
ptc_error ptc_squeeze_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::squeeze(get(self), ints(dim))); });
}
ptc_error ptc_stack(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::stack(list(tensors), dim)); });
}
ptc_error ptc_swapaxes(ptc_tensor self, int64_t axis0, int64_t axis1, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::swapaxes(get(self), axis0, axis1)); });
}
ptc_error ptc_t(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::t(get(self))); });
}
ptc_error ptc_tensor_split_sections(ptc_tensor self, int64_t sections, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::tensor_split(get(self), sections, dim)); });
}
ptc_error ptc_tensor_split_indices(ptc_tensor self, const int64_t *indices, int64_t indices_len, int64_t dim,
                                   ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::tensor_split(get(self), ints(indices), dim)); });
}
ptc_error ptc_tensor_split_tensor_indices_or_sections(ptc_tensor self, ptc_tensor tensor_indices_or_sections,
                                                      int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::tensor_split(get(self), get(tensor_indices_or_sections), dim)); });
}
ptc_error ptc_tile(ptc_tensor self, const int64_t *dims, int64_t dims_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::tile(get(self), ints(dims))); });
}
ptc_error ptc_transpose_int(ptc_tensor self, int64_t dim0, int64_t dim1, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::transpose(get(self), dim0, dim1)); });
}
ptc_error ptc_tril(ptc_tensor self, int64_t diagonal, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::tril(get(self), diagonal)); });
}
ptc_error ptc_triu(ptc_tensor self, int64_t diagonal, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::triu(get(self), diagonal)); });
}
ptc_error ptc_unbind_int(ptc_tensor self, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::unbind(get(self), dim)); });
}
ptc_error ptc_unflatten_int(ptc_tensor self, int64_t dim, const int64_t *sizes, int64_t sizes_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::unflatten(get(self), dim, ints(sizes))); });
}
ptc_error ptc_unflatten_dense_tensors(ptc_tensor flat, const ptc_tensor *tensors, int64_t tensors_len,
                                      ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::unflatten_dense_tensors(get(flat), list(tensors))); });
}
ptc_error ptc_unfold(ptc_tensor self, int64_t dimension, int64_t size, int64_t step, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).unfold(dimension, size, step)); });
}
ptc_error ptc_unsafe_chunk(ptc_tensor self, int64_t chunks, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::unsafe_chunk(get(self), chunks, dim)); });
}
ptc_error ptc_unsafe_split_Tensor(ptc_tensor self, int64_t split_size, int64_t dim, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::unsafe_split(get(self), split_size, dim)); });
}
ptc_error ptc_unsafe_split_with_sizes(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len, int64_t dim,
                                      ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::unsafe_split_with_sizes(get(self), ints(split_sizes), dim)); });
}
ptc_error ptc_unsqueeze(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::unsqueeze(get(self), dim)); });
}
ptc_error ptc_view(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).view(ints(size))); });
}
ptc_error ptc_view_dtype(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, not_quantized(get(self), "self").view(dtypeof(dtype))); });
}
ptc_error ptc_view_as(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).view_as(get(other))); });
}
ptc_error ptc_vsplit_int(ptc_tensor self, int64_t sections, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::vsplit(get(self), sections)); });
}
ptc_error ptc_vsplit_array(ptc_tensor self, const int64_t *indices, int64_t indices_len, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::vsplit(get(self), ints(indices))); });
}
ptc_error ptc_vstack(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::vstack(list(tensors))); });
}
ptc_error ptc_as_strided_(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                          int64_t stride_len, const int64_t *storage_offset) {
  return guard([&] {
    check_reach(ints(size), ints(stride), storage_offset ? *storage_offset : 0);
    at::as_strided_(get(self), ints(size), ints(stride), opt(storage_offset));
  });
}
ptc_error ptc_detach_(ptc_tensor self) {
  return guard([&] { at::detach_(get(self)); });
}
ptc_error ptc_squeeze_(ptc_tensor self) {
  return guard([&] { get(self).squeeze_(); });
}
ptc_error ptc_squeeze__dim(ptc_tensor self, int64_t dim) {
  return guard([&] { get(self).squeeze_(dim); });
}
ptc_error ptc_squeeze__dims(ptc_tensor self, const int64_t *dim, int64_t dim_len) {
  return guard([&] { get(self).squeeze_(ints(dim)); });
}
ptc_error ptc_t_(ptc_tensor self) {
  return guard([&] { get(self).t_(); });
}
ptc_error ptc_transpose_(ptc_tensor self, int64_t dim0, int64_t dim1) {
  return guard([&] { get(self).transpose_(dim0, dim1); });
}
ptc_error ptc_tril_(ptc_tensor self, int64_t diagonal) {
  return guard([&] { get(self).tril_(diagonal); });
}
ptc_error ptc_triu_(ptc_tensor self, int64_t diagonal) {
  return guard([&] { get(self).triu_(diagonal); });
}
ptc_error ptc_unsqueeze_(ptc_tensor self, int64_t dim) {
  return guard([&] { get(self).unsqueeze_(dim); });
}
ptc_error ptc_cat_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out) {
  return guard([&] {
    check_joined(get(out), list(tensors));
    at::cat_out(into(out), list(tensors), dim);
  });
}
ptc_error ptc_column_stack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out) {
  return guard([&] { at::column_stack_out(into(out), list(tensors)); });
}
ptc_error ptc_diag_out(ptc_tensor self, int64_t diagonal, ptc_tensor out) {
  return guard([&] { at::diag_out(into(out), get(self), diagonal); });
}
ptc_error ptc_dstack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out) {
  return guard([&] { at::dstack_out(into(out), list(tensors)); });
}
ptc_error ptc_hstack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out) {
  return guard([&] { at::hstack_out(into(out), list(tensors)); });
}
ptc_error ptc_stack_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out) {
  return guard([&] { at::stack_out(into(out), list(tensors), dim); });
}
ptc_error ptc_tril_out(ptc_tensor self, int64_t diagonal, ptc_tensor out) {
  return guard([&] { at::tril_out(into(out), get(self), diagonal); });
}
ptc_error ptc_triu_out(ptc_tensor self, int64_t diagonal, ptc_tensor out) {
  return guard([&] { at::triu_out(into(out), get(self), diagonal); });
}
ptc_error ptc_vstack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out) {
  return guard([&] { at::vstack_out(into(out), list(tensors)); });
}
