// Indexing: pick, put, mask.
#include <ATen/ops/argwhere.h>
#include <ATen/ops/as_strided_scatter.h>
#include <ATen/ops/diagonal_scatter.h>
#include <ATen/ops/gather.h>
#include <ATen/ops/index.h>
#include <ATen/ops/index_add.h>
#include <ATen/ops/index_copy.h>
#include <ATen/ops/index_fill.h>
#include <ATen/ops/index_put.h>
#include <ATen/ops/index_reduce.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/masked_fill.h>
#include <ATen/ops/masked_scatter.h>
#include <ATen/ops/masked_select.h>
#include <ATen/ops/nonzero.h>
#include <ATen/ops/nonzero_numpy.h>
#include <ATen/ops/nonzero_static.h>
#include <ATen/ops/put.h>
#include <ATen/ops/scatter.h>
#include <ATen/ops/scatter_add.h>
#include <ATen/ops/scatter_reduce.h>
#include <ATen/ops/select.h>
#include <ATen/ops/select_scatter.h>
#include <ATen/ops/slice.h>
#include <ATen/ops/slice_scatter.h>
#include <ATen/ops/take.h>
#include <ATen/ops/take_along_dim.h>
#include <ATen/ops/where.h>

#include "checks/agree.h"
#include "checks/checks.h"
#include "checks/sizes.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/index.h>

ptc_error ptc_argwhere(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::argwhere(get(self))); });
}
ptc_error ptc_as_strided_scatter(ptc_tensor self, ptc_tensor src, const int64_t *size, int64_t size_len,
                                 const int64_t *stride, int64_t stride_len, const int64_t *storage_offset,
                                 ptc_tensor *out) {
  return guard(out, [&] {
    check_reach(ints(size), ints(stride), storage_offset ? *storage_offset : 0);
    put(out, at::as_strided_scatter(get(self), get(src), ints(size), ints(stride), opt(storage_offset)));
  });
}
ptc_error ptc_diagonal_scatter(ptc_tensor self, ptc_tensor src, int64_t offset, int64_t dim1, int64_t dim2,
                               ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diagonal_scatter(get(self), get(src), offset, dim1, dim2)); });
}
ptc_error ptc_gather(ptc_tensor self, int64_t dim, ptc_tensor index, bool sparse_grad, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::gather(get(self), dim, get(index), sparse_grad)); });
}
ptc_error ptc_index_Tensor(ptc_tensor self, const ptc_tensor *indices, int64_t indices_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index(get(self), optlist(indices))); });
}
ptc_error ptc_index_add(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, ptc_scalar alpha,
                        ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index_add(get(self), dim, get(index), get(source), scalar(alpha))); });
}
ptc_error ptc_index_copy(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index_copy(get(self), dim, get(index), copied(get(source)))); });
}
ptc_error ptc_index_fill_int_Scalar(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index_fill(get(self), dim, get(index), scalar(value))); });
}
ptc_error ptc_index_fill_int_Tensor(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index_fill(get(self), dim, get(index), get(value))); });
}
ptc_error ptc_index_put(ptc_tensor self, const ptc_tensor *indices, int64_t indices_len, ptc_tensor values,
                        bool accumulate, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index_put(get(self), optlist(indices), get(values), accumulate)); });
}
ptc_error ptc_index_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, const char *reduce,
                           bool include_self, ptc_tensor *out) {
  return guard(
      out, [&] { put(out, at::index_reduce(get(self), dim, get(index), get(source), chars(reduce), include_self)); });
}
ptc_error ptc_index_select(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::index_select(get(self), dim, get(index))); });
}
ptc_error ptc_masked_fill_Scalar(ptc_tensor self, ptc_tensor mask, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::masked_fill(get(self), get(mask), scalar(value))); });
}
ptc_error ptc_masked_fill_Tensor(ptc_tensor self, ptc_tensor mask, ptc_tensor value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::masked_fill(get(self), get(mask), get(value))); });
}
ptc_error ptc_masked_scatter(ptc_tensor self, ptc_tensor mask, ptc_tensor source, ptc_tensor *out) {
  return guard(out, [&] {
    check_both(get(self), get(source));
    put(out, at::masked_scatter(get(self), get(mask), get(source)));
  });
}
ptc_error ptc_masked_select(ptc_tensor self, ptc_tensor mask, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::masked_select(get(self), get(mask))); });
}
ptc_error ptc_nonzero(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nonzero(get(self))); });
}
ptc_error ptc_nonzero_numpy(ptc_tensor self, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::nonzero_numpy(get(self))); });
}
ptc_error ptc_nonzero_static(ptc_tensor self, int64_t size, int64_t fill_value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nonzero_static(get(self), size, fill_value)); });
}
ptc_error ptc_put(ptc_tensor self, ptc_tensor index, ptc_tensor source, bool accumulate, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::put(get(self), get(index), get(source), accumulate)); });
}
ptc_error ptc_scatter_src(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::scatter(get(self), dim, get(index), strided(get(src), "src"))); });
}
ptc_error ptc_scatter_value(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::scatter(get(self), dim, get(index), scalar(value))); });
}
ptc_error ptc_scatter_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, const char *reduce,
                             ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::scatter(get(self), dim, get(index), strided(get(src), "src"), chars(reduce))); });
}
ptc_error ptc_scatter_value_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value, const char *reduce,
                                   ptc_tensor *out) {
  return guard(out, [&] { put(out, at::scatter(get(self), dim, get(index), scalar(value), chars(reduce))); });
}
ptc_error ptc_scatter_add(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::scatter_add(get(self), dim, get(index), strided(get(src), "src"))); });
}
ptc_error ptc_scatter_reduce_two(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, const char *reduce,
                                 bool include_self, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::scatter_reduce(get(self), dim, get(index), strided(get(src), "src"), chars(reduce), include_self));
  });
}
ptc_error ptc_select_int(ptc_tensor self, int64_t dim, int64_t index, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::select(get(self), nested_dim(get(self), dim), index)); });
}
ptc_error ptc_select_scatter(ptc_tensor self, ptc_tensor src, int64_t dim, int64_t index, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::select_scatter(get(self), get(src), dim, index)); });
}
ptc_error ptc_slice_Tensor(ptc_tensor self, int64_t dim, const int64_t *start, const int64_t *end, int64_t step,
                           ptc_tensor *out) {
  return guard(out, [&] { put(out, at::slice(get(self), dim, opt(start), opt(end), step)); });
}
ptc_error ptc_slice_scatter(ptc_tensor self, ptc_tensor src, int64_t dim, const int64_t *start, const int64_t *end,
                            int64_t step, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::slice_scatter(get(self), get(src), dim, opt(start), opt(end), step)); });
}
ptc_error ptc_take(ptc_tensor self, ptc_tensor index, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::take(get(self), get(index))); });
}
ptc_error ptc_take_along_dim(ptc_tensor self, ptc_tensor indices, const int64_t *dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::take_along_dim(get(self), get(indices), opt(dim))); });
}
ptc_error ptc_where_self(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::where(get(condition), get(self), get(other))); });
}
ptc_error ptc_where_ScalarSelf(ptc_tensor condition, ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::where(get(condition), scalar(self), get(other))); });
}
ptc_error ptc_where_ScalarOther(ptc_tensor condition, ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::where(get(condition), get(self), scalar(other))); });
}
ptc_error ptc_where_Scalar(ptc_tensor condition, ptc_scalar self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(self), second = scalar(other);
    put(out, at::where(get(condition), first, second));
  });
}
ptc_error ptc_where(ptc_tensor condition, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::where(get(condition))); });
}
ptc_error ptc_fill_diagonal_(ptc_tensor self, ptc_scalar fill_value, bool wrap) {
  return guard([&] { get(self).fill_diagonal_(scalar(fill_value), wrap); });
}
ptc_error ptc_index_add_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, ptc_scalar alpha) {
  return guard([&] { get(self).index_add_(dim, get(index), get(source), scalar(alpha)); });
}
ptc_error ptc_index_copy_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source) {
  return guard([&] { get(self).index_copy_(dim, get(index), copied(get(source))); });
}
ptc_error ptc_index_fill__int_Scalar(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value) {
  return guard([&] { get(self).index_fill_(dim, get(index), scalar(value)); });
}
ptc_error ptc_index_fill__int_Tensor(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor value) {
  return guard([&] { get(self).index_fill_(dim, get(index), get(value)); });
}
ptc_error ptc_index_put_(ptc_tensor self, const ptc_tensor *indices, int64_t indices_len, ptc_tensor values,
                         bool accumulate) {
  return guard([&] { at::index_put_(get(self), optlist(indices), get(values), accumulate); });
}
ptc_error ptc_index_reduce_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, const char *reduce,
                            bool include_self) {
  return guard([&] { get(self).index_reduce_(dim, get(index), get(source), chars(reduce), include_self); });
}
ptc_error ptc_masked_fill__Scalar(ptc_tensor self, ptc_tensor mask, ptc_scalar value) {
  return guard([&] { get(self).masked_fill_(get(mask), scalar(value)); });
}
ptc_error ptc_masked_fill__Tensor(ptc_tensor self, ptc_tensor mask, ptc_tensor value) {
  return guard([&] { get(self).masked_fill_(get(mask), get(value)); });
}
ptc_error ptc_masked_scatter_(ptc_tensor self, ptc_tensor mask, ptc_tensor source) {
  return guard([&] { get(self).masked_scatter_(get(mask), get(source)); });
}
ptc_error ptc_put_(ptc_tensor self, ptc_tensor index, ptc_tensor source, bool accumulate) {
  return guard([&] { get(self).put_(get(index), get(source), accumulate); });
}
ptc_error ptc_scatter__src(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src) {
  return guard([&] { get(self).scatter_(dim, get(index), strided(get(src), "src")); });
}
ptc_error ptc_scatter__value(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value) {
  return guard([&] { get(self).scatter_(dim, get(index), scalar(value)); });
}
ptc_error ptc_scatter__reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, const char *reduce) {
  return guard([&] { get(self).scatter_(dim, get(index), strided(get(src), "src"), chars(reduce)); });
}
ptc_error ptc_scatter__value_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                    const char *reduce) {
  return guard([&] { get(self).scatter_(dim, get(index), scalar(value), chars(reduce)); });
}
ptc_error ptc_scatter_add_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src) {
  return guard([&] { get(self).scatter_add_(dim, get(index), strided(get(src), "src")); });
}
ptc_error ptc_scatter_reduce__two(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, const char *reduce,
                                  bool include_self) {
  return guard(
      [&] { get(self).scatter_reduce_(dim, get(index), strided(get(src), "src"), chars(reduce), include_self); });
}
ptc_error ptc_gather_out(ptc_tensor self, int64_t dim, ptc_tensor index, bool sparse_grad, ptc_tensor out) {
  return guard([&] { at::gather_out(into(out), get(self), dim, get(index), sparse_grad); });
}
ptc_error ptc_index_Tensor_out(ptc_tensor self, const ptc_tensor *indices, int64_t indices_len, ptc_tensor out) {
  return guard([&] { at::index_out(into(out), get(self), optlist(indices)); });
}
ptc_error ptc_index_add_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, ptc_scalar alpha,
                            ptc_tensor out) {
  return guard([&] { at::index_add_out(into(out), get(self), dim, get(index), get(source), scalar(alpha)); });
}
ptc_error ptc_index_copy_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, ptc_tensor out) {
  return guard([&] { at::index_copy_out(into(out), get(self), dim, get(index), copied(get(source))); });
}
ptc_error ptc_index_reduce_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source, const char *reduce,
                               bool include_self, ptc_tensor out) {
  return guard(
      [&] { at::index_reduce_out(into(out), get(self), dim, get(index), get(source), chars(reduce), include_self); });
}
ptc_error ptc_index_select_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor out) {
  return guard([&] { at::index_select_out(into(out), get(self), dim, get(index)); });
}
ptc_error ptc_masked_select_out(ptc_tensor self, ptc_tensor mask, ptc_tensor out) {
  return guard([&] { at::masked_select_out(into(out), get(self), get(mask)); });
}
ptc_error ptc_nonzero_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::nonzero_out(into(out), get(self)); });
}
ptc_error ptc_nonzero_static_out(ptc_tensor self, int64_t size, int64_t fill_value, ptc_tensor out) {
  return guard([&] { at::nonzero_static_out(into(out), get(self), size, fill_value); });
}
ptc_error ptc_scatter_src_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, ptc_tensor out) {
  return guard([&] { at::scatter_out(into(out), get(self), dim, get(index), strided(get(src), "src")); });
}
ptc_error ptc_scatter_value_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value, ptc_tensor out) {
  return guard([&] { at::scatter_out(into(out), get(self), dim, get(index), scalar(value)); });
}
ptc_error ptc_scatter_reduce_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, const char *reduce,
                                 ptc_tensor out) {
  return guard(
      [&] { at::scatter_out(into(out), get(self), dim, get(index), strided(get(src), "src"), chars(reduce)); });
}
ptc_error ptc_scatter_value_reduce_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                       const char *reduce, ptc_tensor out) {
  return guard([&] { at::scatter_out(into(out), get(self), dim, get(index), scalar(value), chars(reduce)); });
}
ptc_error ptc_scatter_add_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, ptc_tensor out) {
  return guard([&] { at::scatter_add_out(into(out), get(self), dim, get(index), strided(get(src), "src")); });
}
ptc_error ptc_scatter_reduce_two_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src, const char *reduce,
                                     bool include_self, ptc_tensor out) {
  return guard([&] {
    at::scatter_reduce_out(into(out), get(self), dim, get(index), strided(get(src), "src"), chars(reduce),
                           include_self);
  });
}
ptc_error ptc_take_out(ptc_tensor self, ptc_tensor index, ptc_tensor out) {
  return guard([&] { at::take_out(into(out), get(self), get(index)); });
}
ptc_error ptc_take_along_dim_out(ptc_tensor self, ptc_tensor indices, const int64_t *dim, ptc_tensor out) {
  return guard([&] { at::take_along_dim_out(into(out), get(self), get(indices), opt(dim)); });
}
ptc_error ptc_where_self_out(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::where_out(into(out), get(condition), get(self), get(other)); });
}
