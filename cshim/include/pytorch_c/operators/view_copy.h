/* Views as copies: the operators behind functionalization. */
#ifndef PYTORCH_C_VIEW_COPY_H
#define PYTORCH_C_VIEW_COPY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* A copy of the whole.
   alias_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_alias_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy by strides in elements; out of bounds is an error.
   as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_as_strided_copy(ptc_tensor self, const int64_t *size, int64_t size_len,
                                            const int64_t *stride, int64_t stride_len,
                                            PTC_OPTIONAL const int64_t *storage_offset, PTC_OUT ptc_tensor *out);
/* Where each column begins in a CSC or BSC tensor; a copy.
   ccol_indices_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_ccol_indices_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Column numbers of a CSR or BSR tensor; a copy.
   col_indices_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_col_indices_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Where each row begins in a CSR or BSR tensor; a copy.
   crow_indices_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_crow_indices_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy outside of the graph.
   detach_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_detach_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy of the diagonal of two dimensions, which becomes the last dimension.
   diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_diagonal_copy(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2,
                                          PTC_OUT ptc_tensor *out);
/* A copy with dimensions of size 1 repeated; -1 keeps a size.
   expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_expand_copy(ptc_tensor self, const int64_t *size, int64_t size_len, bool implicit,
                                        PTC_OUT ptc_tensor *out);
/* Indices of a coalesced COO tensor: (sparse_dim, count); a copy.
   indices_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_indices_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Like lift_fresh, with memory of its own.
   lift_fresh_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_lift_fresh_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* narrow with memory of its own.
   narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor */
PTC_NODISCARD ptc_error ptc_narrow_copy(ptc_tensor self, int64_t dim, int64_t start, int64_t length,
                                        PTC_OUT ptc_tensor *out);
/* A copy with its dimensions in another order.
   permute_copy(Tensor self, int[] dims) -> Tensor */
PTC_NODISCARD ptc_error ptc_permute_copy(ptc_tensor self, const int64_t *dims, int64_t dims_len,
                                         PTC_OUT ptc_tensor *out);
/* Row numbers of a CSC or BSC tensor; a copy.
   row_indices_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_row_indices_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The slice `index` along `dim`, without that dimension; a copy.
   select_copy.int(Tensor self, int dim, SymInt index) -> Tensor */
PTC_NODISCARD ptc_error ptc_select_copy_int(ptc_tensor self, int64_t dim, int64_t index, PTC_OUT ptc_tensor *out);
/* A copy of start, start + step, … before end along `dim`.
   slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_slice_copy_Tensor(ptc_tensor self, int64_t dim, PTC_OPTIONAL const int64_t *start,
                                              PTC_OPTIONAL const int64_t *end, int64_t step, PTC_OUT ptc_tensor *out);
/* Copies of `split_size` along `dim`; the last may be smaller.
   split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_split_copy_Tensor(ptc_tensor self, int64_t split_size, int64_t dim,
                                              PTC_OUT ptc_tensor_list *out);
/* Copies of the given sizes along `dim`, which sum to its size.
   split_with_sizes_copy(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_split_with_sizes_copy(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len,
                                                  int64_t dim, PTC_OUT ptc_tensor_list *out);
/* Without the dimensions of size 1; a copy.
   squeeze_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_squeeze_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Without the dimension `dim`, if its size is 1; a copy.
   squeeze_copy.dim(Tensor self, int dim) -> Tensor */
PTC_NODISCARD ptc_error ptc_squeeze_copy_dim(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* Without those of the dimensions `dim` whose size is 1; a copy.
   squeeze_copy.dims(Tensor self, int[] dim) -> Tensor */
PTC_NODISCARD ptc_error ptc_squeeze_copy_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len,
                                              PTC_OUT ptc_tensor *out);
/* The transpose of two dimensions or fewer; a copy.
   t_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_t_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy with two dimensions exchanged.
   transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor */
PTC_NODISCARD ptc_error ptc_transpose_copy_int(ptc_tensor self, int64_t dim0, int64_t dim1, PTC_OUT ptc_tensor *out);
/* The slices along `dim`, without it; a copy.
   unbind_copy.int(Tensor self, int dim=0) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_unbind_copy_int(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor_list *out);
/* A copy of windows of `size` along a dimension, `step` apart, in a new last dimension.
   unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor */
PTC_NODISCARD ptc_error ptc_unfold_copy(ptc_tensor self, int64_t dimension, int64_t size, int64_t step,
                                        PTC_OUT ptc_tensor *out);
/* With a dimension of size 1 at `dim`; a copy.
   unsqueeze_copy(Tensor self, int dim) -> Tensor */
PTC_NODISCARD ptc_error ptc_unsqueeze_copy(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* Values of a coalesced sparse tensor; a copy.
   values_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_values_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy of (…, 2) as complex (…).
   view_as_complex_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_view_as_complex_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy of complex (…) as (…, 2).
   view_as_real_copy(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_view_as_real_copy(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy in another shape; one size may be -1.
   view_copy(Tensor self, SymInt[] size) -> Tensor */
PTC_NODISCARD ptc_error ptc_view_copy(ptc_tensor self, const int64_t *size, int64_t size_len, PTC_OUT ptc_tensor *out);
/* A copy of the same bytes read as another dtype.
   view_copy.dtype(Tensor self, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_view_copy_dtype(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* narrow with memory of its own; written into `out`.
   narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_narrow_copy_out(ptc_tensor self, int64_t dim, int64_t start, int64_t length,
                                            ptc_tensor out);
/* Copies of `split_size` along `dim`; the last may be smaller; written into `out`.
   split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> () */
PTC_NODISCARD ptc_error ptc_split_copy_Tensor_out(ptc_tensor self, int64_t split_size, int64_t dim,
                                                  const ptc_tensor *out, int64_t out_len);
/* Copies of the given sizes along `dim`, which sum to its size; written into `out`.
   split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> () */
PTC_NODISCARD ptc_error ptc_split_with_sizes_copy_out(ptc_tensor self, const int64_t *split_sizes,
                                                      int64_t split_sizes_len, int64_t dim, const ptc_tensor *out,
                                                      int64_t out_len);
/* The slices along `dim`, without it; a copy; written into `out`.
   unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> () */
PTC_NODISCARD ptc_error ptc_unbind_copy_int_out(ptc_tensor self, int64_t dim, const ptc_tensor *out, int64_t out_len);

PTC_END

#endif
