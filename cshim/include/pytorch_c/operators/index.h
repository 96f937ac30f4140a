/* Indexing: pick, put, mask. */
#ifndef PYTORCH_C_INDEX_H
#define PYTORCH_C_INDEX_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* (count, dim): the index of each element that is not 0.
   argwhere(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_argwhere(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy of self with `src` at the elements that as_strided would view.
   as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_as_strided_scatter(ptc_tensor self, ptc_tensor src, const int64_t *size, int64_t size_len,
                                               const int64_t *stride, int64_t stride_len,
                                               PTC_OPTIONAL const int64_t *storage_offset, PTC_OUT ptc_tensor *out);
/* A copy of self with `src` on a diagonal.
   diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_diagonal_scatter(ptc_tensor self, ptc_tensor src, int64_t offset, int64_t dim1,
                                             int64_t dim2, PTC_OUT ptc_tensor *out);
/* out[i][j] = self[index[i][j]][j] for dim 0, and so on.
   gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_gather(ptc_tensor self, int64_t dim, ptc_tensor index, bool sparse_grad,
                                   PTC_OUT ptc_tensor *out);
/* Advanced indexing; NULL entries mean whole dimensions.
   index.Tensor(Tensor self, Tensor?[] indices) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_Tensor(ptc_tensor self, PTC_OPTIONAL_ITEMS const ptc_tensor *indices,
                                         int64_t indices_len, PTC_OUT ptc_tensor *out);
/* self with alpha * source[i] added to the slice index[i] along `dim`.
   index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_add(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                      ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* self with the slices that `index` names along `dim` replaced by `source`.
   index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_copy(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                       PTC_OUT ptc_tensor *out);
/* self with `value` in the slices along `dim` that `index` names.
   index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_fill_int_Scalar(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                                  PTC_OUT ptc_tensor *out);
/* self with the 0-dim `value` in the slices along `dim` that `index` names.
   index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_fill_int_Tensor(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor value,
                                                  PTC_OUT ptc_tensor *out);
/* A copy of self with self[indices] = values, or += with `accumulate`.
   index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_put(ptc_tensor self, PTC_OPTIONAL_ITEMS const ptc_tensor *indices,
                                      int64_t indices_len, ptc_tensor values, bool accumulate, PTC_OUT ptc_tensor *out);
/* self with source[i] joined to the slice index[i] by "prod", "mean", "amax" or "amin".
   index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                         const char *reduce, bool include_self, PTC_OUT ptc_tensor *out);
/* The slices along `dim` that `index` names.
   index_select(Tensor self, int dim, Tensor index) -> Tensor */
PTC_NODISCARD ptc_error ptc_index_select(ptc_tensor self, int64_t dim, ptc_tensor index, PTC_OUT ptc_tensor *out);
/* `value` where `mask` is true.
   masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor */
PTC_NODISCARD ptc_error ptc_masked_fill_Scalar(ptc_tensor self, ptc_tensor mask, ptc_scalar value,
                                               PTC_OUT ptc_tensor *out);
/* self with the 0-dim `value` where `mask` is true.
   masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor */
PTC_NODISCARD ptc_error ptc_masked_fill_Tensor(ptc_tensor self, ptc_tensor mask, ptc_tensor value,
                                               PTC_OUT ptc_tensor *out);
/* self with the elements where `mask` is true taken from `source` in order.
   masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor */
PTC_NODISCARD ptc_error ptc_masked_scatter(ptc_tensor self, ptc_tensor mask, ptc_tensor source,
                                           PTC_OUT ptc_tensor *out);
/* The elements where `mask` is true, in one dimension.
   masked_select(Tensor self, Tensor mask) -> Tensor */
PTC_NODISCARD ptc_error ptc_masked_select(ptc_tensor self, ptc_tensor mask, PTC_OUT ptc_tensor *out);
/* (count, dim): the index of each element that is not 0.
   nonzero(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_nonzero(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* One tensor of indices a dimension, for the elements that are not 0.
   nonzero_numpy(Tensor self) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_nonzero_numpy(ptc_tensor self, PTC_OUT ptc_tensor_list *out);
/* nonzero with exactly `size` rows: cut, or filled up with fill_value.
   nonzero_static(Tensor self, *, SymInt size, int fill_value=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_nonzero_static(ptc_tensor self, int64_t size, int64_t fill_value, PTC_OUT ptc_tensor *out);
/* self with the elements of the flattened tensor that `index` names replaced.
   put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_put(ptc_tensor self, ptc_tensor index, ptc_tensor source, bool accumulate,
                                PTC_OUT ptc_tensor *out);
/* self with self[index[i][j]][j] = src[i][j] for dim 0, and so on.
   scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor */
PTC_NODISCARD ptc_error ptc_scatter_src(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                        PTC_OUT ptc_tensor *out);
/* self with self[index[i][j]][j] = value for dim 0, and so on.
   scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor */
PTC_NODISCARD ptc_error ptc_scatter_value(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                          PTC_OUT ptc_tensor *out);
/* self with src added to or multiplied into the places that `index` names along `dim`.
   scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor */
PTC_NODISCARD ptc_error ptc_scatter_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                           const char *reduce, PTC_OUT ptc_tensor *out);
/* self with a number added to or multiplied into the places that `index` names along `dim`.
   scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor */
PTC_NODISCARD ptc_error ptc_scatter_value_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                                 const char *reduce, PTC_OUT ptc_tensor *out);
/* self with src[i][j] added to self[index[i][j]][j] for dim 0, and so on.
   scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor */
PTC_NODISCARD ptc_error ptc_scatter_add(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                        PTC_OUT ptc_tensor *out);
/* scatter that joins values by "sum", "prod", "mean", "amax" or "amin".
   scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *,
       bool include_self=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_scatter_reduce_two(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                               const char *reduce, bool include_self, PTC_OUT ptc_tensor *out);
/* The slice `index` along `dim`, without that dimension; a view.
   select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_select_int(ptc_tensor self, int64_t dim, int64_t index, PTC_OUT ptc_tensor *out);
/* A copy of self with `src` as the slice `index` along `dim`.
   select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor */
PTC_NODISCARD ptc_error ptc_select_scatter(ptc_tensor self, ptc_tensor src, int64_t dim, int64_t index,
                                           PTC_OUT ptc_tensor *out);
/* The view start, start + step, … before end along `dim`.
   slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_slice_Tensor(ptc_tensor self, int64_t dim, PTC_OPTIONAL const int64_t *start,
                                         PTC_OPTIONAL const int64_t *end, int64_t step, PTC_OUT ptc_tensor *out);
/* A copy of self with `src` at the elements that slice would view.
   slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_slice_scatter(ptc_tensor self, ptc_tensor src, int64_t dim,
                                          PTC_OPTIONAL const int64_t *start, PTC_OPTIONAL const int64_t *end,
                                          int64_t step, PTC_OUT ptc_tensor *out);
/* Elements of the flattened tensor.
   take(Tensor self, Tensor index) -> Tensor */
PTC_NODISCARD ptc_error ptc_take(ptc_tensor self, ptc_tensor index, PTC_OUT ptc_tensor *out);
/* Elements by the indices that argmax or argsort give along `dim`; of the flattened tensor without it.
   take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_take_along_dim(ptc_tensor self, ptc_tensor indices, PTC_OPTIONAL const int64_t *dim,
                                           PTC_OUT ptc_tensor *out);
/* self where condition, else other; broadcast.
   where.self(Tensor condition, Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_where_self(ptc_tensor condition, ptc_tensor self, ptc_tensor other,
                                       PTC_OUT ptc_tensor *out);
/* self where condition, else other; broadcast.
   where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_where_ScalarSelf(ptc_tensor condition, ptc_scalar self, ptc_tensor other,
                                             PTC_OUT ptc_tensor *out);
/* self where condition, else other; broadcast.
   where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_where_ScalarOther(ptc_tensor condition, ptc_tensor self, ptc_scalar other,
                                              PTC_OUT ptc_tensor *out);
/* self where condition, else other; broadcast.
   where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_where_Scalar(ptc_tensor condition, ptc_scalar self, ptc_scalar other,
                                         PTC_OUT ptc_tensor *out);
/* The indices of the elements that are not 0, a tensor for each dimension.
   where(Tensor condition) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_where(ptc_tensor condition, PTC_OUT ptc_tensor_list *out);

/* ---- in place: change `self` ---- */

/* Writes `fill_value` on the main diagonal; with `wrap` again below it in tall matrices.
   fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fill_diagonal_(ptc_tensor self, ptc_scalar fill_value, bool wrap);
/* Adds alpha * source[i] to the slice index[i] along `dim`.
   index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_add_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                       ptc_scalar alpha);
/* Writes source[i] into the slice index[i] along `dim`.
   index_copy_(Tensor(a!) self, int dim, Tensor index, Tensor source) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_copy_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source);
/* self with `value` in the slices along `dim` that `index` names; in place.
   index_fill_.int_Scalar(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_fill__int_Scalar(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value);
/* self with the 0-dim `value` in the slices along `dim` that `index` names; in place.
   index_fill_.int_Tensor(Tensor(a!) self, int dim, Tensor index, Tensor value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_fill__int_Tensor(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor value);
/* self[indices] = values, or += with `accumulate`.
   index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_put_(ptc_tensor self, PTC_OPTIONAL_ITEMS const ptc_tensor *indices,
                                       int64_t indices_len, ptc_tensor values, bool accumulate);
/* self with source[i] joined to the slice index[i] by "prod", "mean", "amax" or "amin"; in place.
   index_reduce_(Tensor(a!) self, int dim, Tensor index, Tensor source, str reduce, *,
       bool include_self=True) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_reduce_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                          const char *reduce, bool include_self);
/* `value` where `mask` is true; in place.
   masked_fill_.Scalar(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_masked_fill__Scalar(ptc_tensor self, ptc_tensor mask, ptc_scalar value);
/* self with the 0-dim `value` where `mask` is true; in place.
   masked_fill_.Tensor(Tensor(a!) self, Tensor mask, Tensor value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_masked_fill__Tensor(ptc_tensor self, ptc_tensor mask, ptc_tensor value);
/* self with the elements where `mask` is true taken from `source` in order; in place.
   masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_masked_scatter_(ptc_tensor self, ptc_tensor mask, ptc_tensor source);
/* Writes `source` to the elements of the flattened tensor that `index` names.
   put_(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_put_(ptc_tensor self, ptc_tensor index, ptc_tensor source, bool accumulate);
/* Writes src[i][j] to self[index[i][j]][j] for dim 0, and so on; `reduce` is "add" or "multiply".
   scatter_.src(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter__src(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src);
/* self with self[index[i][j]][j] = value for dim 0, and so on; in place.
   scatter_.value(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter__value(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value);
/* self with src added to or multiplied into the places that `index` names along `dim`; in place.
   scatter_.reduce(Tensor(a!) self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter__reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                            const char *reduce);
/* self with a number added to or multiplied into the places that `index` names along `dim`; in place.
   scatter_.value_reduce(Tensor(a!) self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter__value_reduce(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                                  const char *reduce);
/* Adds src[i][j] to self[index[i][j]][j] for dim 0, and so on.
   scatter_add_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_add_(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src);
/* scatter that joins values by "sum", "prod", "mean", "amax" or "amin"; in place.
   scatter_reduce_.two(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, *,
       bool include_self=True) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_reduce__two(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                                const char *reduce, bool include_self);

/* ---- into given tensors: change `out` ---- */

/* out[i][j] = self[index[i][j]][j] for dim 0, and so on; written into `out`.
   gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gather_out(ptc_tensor self, int64_t dim, ptc_tensor index, bool sparse_grad,
                                       ptc_tensor out);
/* Advanced indexing; NULL entries mean whole dimensions; written into `out`.
   index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_Tensor_out(ptc_tensor self, PTC_OPTIONAL_ITEMS const ptc_tensor *indices,
                                             int64_t indices_len, ptc_tensor out);
/* self with alpha * source[i] added to the slice index[i] along `dim`; written into `out`.
   index_add.out(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_add_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                          ptc_scalar alpha, ptc_tensor out);
/* self with the slices that `index` names along `dim` replaced by `source`; written into `out`.
   index_copy.out(Tensor self, int dim, Tensor index, Tensor source, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_copy_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                           ptc_tensor out);
/* self with source[i] joined to the slice index[i] by "prod", "mean", "amax" or "amin"; written into `out`.
   index_reduce.out(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_reduce_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor source,
                                             const char *reduce, bool include_self, ptc_tensor out);
/* The slices along `dim` that `index` names; written into `out`.
   index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_index_select_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor out);
/* The elements where `mask` is true, in one dimension; written into `out`.
   masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_masked_select_out(ptc_tensor self, ptc_tensor mask, ptc_tensor out);
/* (count, dim): the index of each element that is not 0; written into `out`.
   nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nonzero_out(ptc_tensor self, ptc_tensor out);
/* nonzero with exactly `size` rows: cut, or filled up with fill_value; written into `out`.
   nonzero_static.out(Tensor self, *, SymInt size, int fill_value=-1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nonzero_static_out(ptc_tensor self, int64_t size, int64_t fill_value, ptc_tensor out);
/* self with self[index[i][j]][j] = src[i][j] for dim 0, and so on; written into `out`.
   scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_src_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                            ptc_tensor out);
/* self with self[index[i][j]][j] = value for dim 0, and so on; written into `out`.
   scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_value_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                              ptc_tensor out);
/* self with src added to or multiplied into the places that `index` names along `dim`; written into `out`.
   scatter.reduce_out(Tensor self, int dim, Tensor index, Tensor src, *, str reduce, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_reduce_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                               const char *reduce, ptc_tensor out);
/* self with a number added to or multiplied into the places that `index` names along `dim`; written into `out`.
   scatter.value_reduce_out(Tensor self, int dim, Tensor index, Scalar value, *, str reduce,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_value_reduce_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_scalar value,
                                                     const char *reduce, ptc_tensor out);
/* self with src[i][j] added to self[index[i][j]][j] for dim 0, and so on; written into `out`.
   scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_add_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                            ptc_tensor out);
/* scatter that joins values by "sum", "prod", "mean", "amax" or "amin"; written into `out`.
   scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_scatter_reduce_two_out(ptc_tensor self, int64_t dim, ptc_tensor index, ptc_tensor src,
                                                   const char *reduce, bool include_self, ptc_tensor out);
/* Elements of the flattened tensor; written into `out`.
   take.out(Tensor self, Tensor index, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_take_out(ptc_tensor self, ptc_tensor index, ptc_tensor out);
/* Elements by the indices that argmax or argsort give along `dim`; of the flattened tensor without it; written into
   `out`.
   take_along_dim.out(Tensor self, Tensor indices, int? dim=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_take_along_dim_out(ptc_tensor self, ptc_tensor indices, PTC_OPTIONAL const int64_t *dim,
                                               ptc_tensor out);
/* self where condition, else other; broadcast; written into `out`.
   where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_where_self_out(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor out);

PTC_END

#endif
