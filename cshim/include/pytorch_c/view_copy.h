/* Views as copies: the operators behind functionalization. */
#ifndef PYTORCH_C_VIEW_COPY_H
#define PYTORCH_C_VIEW_COPY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* alias_copy(Tensor self) -> Tensor */
const char *ptc_alias_copy(ptc_tensor self, ptc_tensor *out);
/* as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor */
const char *ptc_as_strided_copy(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                                int64_t stride_len, const int64_t *storage_offset, ptc_tensor *out);
/* ccol_indices_copy(Tensor self) -> Tensor */
const char *ptc_ccol_indices_copy(ptc_tensor self, ptc_tensor *out);
/* col_indices_copy(Tensor self) -> Tensor */
const char *ptc_col_indices_copy(ptc_tensor self, ptc_tensor *out);
/* crow_indices_copy(Tensor self) -> Tensor */
const char *ptc_crow_indices_copy(ptc_tensor self, ptc_tensor *out);
/* detach_copy(Tensor self) -> Tensor */
const char *ptc_detach_copy(ptc_tensor self, ptc_tensor *out);
/* diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor */
const char *ptc_diagonal_copy(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2, ptc_tensor *out);
/* expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor */
const char *ptc_expand_copy(ptc_tensor self, const int64_t *size, int64_t size_len, bool implicit, ptc_tensor *out);
/* indices_copy(Tensor self) -> Tensor */
const char *ptc_indices_copy(ptc_tensor self, ptc_tensor *out);
/* lift_fresh_copy(Tensor self) -> Tensor */
const char *ptc_lift_fresh_copy(ptc_tensor self, ptc_tensor *out);
/* narrow with memory of its own.
   narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor */
const char *ptc_narrow_copy(ptc_tensor self, int64_t dim, int64_t start, int64_t length, ptc_tensor *out);
/* permute_copy(Tensor self, int[] dims) -> Tensor */
const char *ptc_permute_copy(ptc_tensor self, const int64_t *dims, int64_t dims_len, ptc_tensor *out);
/* row_indices_copy(Tensor self) -> Tensor */
const char *ptc_row_indices_copy(ptc_tensor self, ptc_tensor *out);
/* select_copy.int(Tensor self, int dim, SymInt index) -> Tensor */
const char *ptc_select_copy_int(ptc_tensor self, int64_t dim, int64_t index, ptc_tensor *out);
/* slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor */
const char *ptc_slice_copy_Tensor(ptc_tensor self, int64_t dim, const int64_t *start, const int64_t *end, int64_t step,
                                  ptc_tensor *out);
/* split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[] */
const char *ptc_split_copy_Tensor(ptc_tensor self, int64_t split_size, int64_t dim, ptc_tensor_list *out);
/* split_with_sizes_copy(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[] */
const char *ptc_split_with_sizes_copy(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len, int64_t dim,
                                      ptc_tensor_list *out);
/* squeeze_copy(Tensor self) -> Tensor */
const char *ptc_squeeze_copy(ptc_tensor self, ptc_tensor *out);
/* squeeze_copy.dim(Tensor self, int dim) -> Tensor */
const char *ptc_squeeze_copy_dim(ptc_tensor self, int64_t dim, ptc_tensor *out);
/* squeeze_copy.dims(Tensor self, int[] dim) -> Tensor */
const char *ptc_squeeze_copy_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out);
/* t_copy(Tensor self) -> Tensor */
const char *ptc_t_copy(ptc_tensor self, ptc_tensor *out);
/* transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor */
const char *ptc_transpose_copy_int(ptc_tensor self, int64_t dim0, int64_t dim1, ptc_tensor *out);
/* unbind_copy.int(Tensor self, int dim=0) -> Tensor[] */
const char *ptc_unbind_copy_int(ptc_tensor self, int64_t dim, ptc_tensor_list *out);
/* unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor */
const char *ptc_unfold_copy(ptc_tensor self, int64_t dimension, int64_t size, int64_t step, ptc_tensor *out);
/* unsqueeze_copy(Tensor self, int dim) -> Tensor */
const char *ptc_unsqueeze_copy(ptc_tensor self, int64_t dim, ptc_tensor *out);
/* values_copy(Tensor self) -> Tensor */
const char *ptc_values_copy(ptc_tensor self, ptc_tensor *out);
/* view_as_complex_copy(Tensor self) -> Tensor */
const char *ptc_view_as_complex_copy(ptc_tensor self, ptc_tensor *out);
/* view_as_real_copy(Tensor self) -> Tensor */
const char *ptc_view_as_real_copy(ptc_tensor self, ptc_tensor *out);
/* view_copy(Tensor self, SymInt[] size) -> Tensor */
const char *ptc_view_copy(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out);
/* view_copy.dtype(Tensor self, ScalarType dtype) -> Tensor */
const char *ptc_view_copy_dtype(ptc_tensor self, int32_t dtype, ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_narrow_copy_out(ptc_tensor self, int64_t dim, int64_t start, int64_t length, ptc_tensor out);
/* split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> () */
const char *ptc_split_copy_Tensor_out(ptc_tensor self, int64_t split_size, int64_t dim, const ptc_tensor *out,
                                      int64_t out_len);
/* split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> () */
const char *ptc_split_with_sizes_copy_out(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len,
                                          int64_t dim, const ptc_tensor *out, int64_t out_len);
/* unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> () */
const char *ptc_unbind_copy_int_out(ptc_tensor self, int64_t dim, const ptc_tensor *out, int64_t out_len);

PTC_END

#endif
