/* Sparse tensors. */
#ifndef PYTORCH_C_SPARSE_H
#define PYTORCH_C_SPARSE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* The indices of a COO tensor, (2, count), from those of a CSR or BSR one.
   _convert_indices_from_csr_to_coo(Tensor crow_indices, Tensor col_indices, *, bool out_int32=False,
       bool transpose=False) -> Tensor */
PTC_NODISCARD ptc_error ptc__convert_indices_from_csr_to_coo(ptc_tensor crow_indices, ptc_tensor col_indices,
                                                             bool out_int32, bool transpose, PTC_OUT ptc_tensor *out);
/* A matrix in which two of four are zero, in cuSPARSELt's form; CUDA only.
   _cslt_compress(Tensor input) -> Tensor */
PTC_NODISCARD ptc_error ptc__cslt_compress(ptc_tensor input, PTC_OUT ptc_tensor *out);
/* The product of a matrix from _cslt_compress and a dense one; CUDA only.
   _cslt_sparse_mm(Tensor compressed_A, Tensor dense_B, Tensor? bias=None, Tensor? alpha=None,
       ScalarType? out_dtype=None, bool transpose_result=False, int alg_id=0, int split_k=1,
       int split_k_mode=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc__cslt_sparse_mm(ptc_tensor compressed_A, ptc_tensor dense_B, PTC_OPTIONAL ptc_tensor bias,
                                            PTC_OPTIONAL ptc_tensor alpha, int32_t out_dtype, bool transpose_result,
                                            int64_t alg_id, int64_t split_k, int64_t split_k_mode,
                                            PTC_OUT ptc_tensor *out);
/* The number of the fastest algorithm for _cslt_sparse_mm; CUDA only.
   _cslt_sparse_mm_search(Tensor compressed_A, Tensor dense_B, Tensor? bias=None, Tensor? alpha=None,
       ScalarType? out_dtype=None, bool transpose_result=False) -> int */
PTC_NODISCARD ptc_error ptc__cslt_sparse_mm_search(ptc_tensor compressed_A, ptc_tensor dense_B,
                                                   PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor alpha,
                                                   int32_t out_dtype, bool transpose_result, PTC_OUT int64_t *out);
/* Indices of a COO tensor as they are, also where it is not coalesced: (sparse_dim, count).
   _indices(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc__indices(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Number of values that a sparse tensor holds.
   _nnz(Tensor self) -> int */
PTC_NODISCARD ptc_error ptc__nnz(ptc_tensor self, PTC_OUT int64_t *out);
/* beta * self + alpha * mat1 @ mat2 of a sparse mat1, with a gradient for it.
   _sparse_addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                          ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* A COO tensor broadcast to a size.
   _sparse_broadcast_to(Tensor(a) self, int[] size) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc__sparse_broadcast_to(ptc_tensor self, const int64_t *size, int64_t size_len,
                                                 PTC_OUT ptc_tensor *out);
/* The product over dimensions of a CSR matrix, as CSR.
   _sparse_csr_prod.dim_dtype(Tensor self, int[1] dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_csr_prod_dim_dtype(ptc_tensor self, const int64_t *dim, int64_t dim_len,
                                                       bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The sum over dimensions of a CSR matrix, as CSR.
   _sparse_csr_sum.dim_dtype(Tensor self, int[1] dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_csr_sum_dim_dtype(ptc_tensor self, const int64_t *dim, int64_t dim_len,
                                                      bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* log_softmax over `dim`, where what is absent counts as -inf.
   _sparse_log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_log_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype,
                                                    PTC_OUT ptc_tensor *out);
/* _sparse_log_softmax.int as libtorch's own functions call it.
   _sparse_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_log_softmax(ptc_tensor self, int64_t dim, bool half_to_float,
                                                PTC_OUT ptc_tensor *out);
/* sparse @ dense, with a gradient for both.
   _sparse_mm(Tensor sparse, Tensor dense) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_mm(ptc_tensor sparse, ptc_tensor dense, PTC_OUT ptc_tensor *out);
/* sparse @ dense for CSR, where sums are replaced by "sum", "mean", "amax" or "amin".
   _sparse_mm.reduce(Tensor sparse, Tensor dense, str reduce) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_mm_reduce(ptc_tensor sparse, ptc_tensor dense, const char *reduce,
                                              PTC_OUT ptc_tensor *out);
/* input + mat1 @ mat2, mat1 with two of four zero and its positions in mat1_meta; CUDA only.
   _sparse_semi_structured_addmm(Tensor input, Tensor mat1, Tensor mat1_meta, Tensor mat2, *, Scalar alpha=1,
       Scalar beta=1, ScalarType? out_dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_semi_structured_addmm(ptc_tensor input, ptc_tensor mat1, ptc_tensor mat1_meta,
                                                          ptc_tensor mat2, ptc_scalar alpha, ptc_scalar beta,
                                                          int32_t out_dtype, PTC_OUT ptc_tensor *out);
/* mat1 @ mat2, mat1 with two of four zero and its positions in mat1_meta; CUDA only.
   _sparse_semi_structured_mm(Tensor mat1, Tensor mat1_meta, Tensor mat2, *, ScalarType? out_dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_semi_structured_mm(ptc_tensor mat1, ptc_tensor mat1_meta, ptc_tensor mat2,
                                                       int32_t out_dtype, PTC_OUT ptc_tensor *out);
/* A matrix with two of four made zero both ways: packed, meta, both transposed, masks; CUDA only.
   _sparse_semi_structured_tile(Tensor input, str algorithm="", bool use_cutlass=True) -> (Tensor, Tensor, Tensor,
       Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__sparse_semi_structured_tile(ptc_tensor input, const char *algorithm, bool use_cutlass,
                                                         PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1,
                                                         PTC_OUT ptc_tensor *out2, PTC_OUT ptc_tensor *out3,
                                                         PTC_OUT ptc_tensor *out4);
/* softmax over `dim`, where what is absent counts as -inf.
   _sparse_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* _sparse_softmax.int as libtorch's own functions call it.
   _sparse_softmax(Tensor self, int dim, bool half_to_float) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_softmax(ptc_tensor self, int64_t dim, bool half_to_float, PTC_OUT ptc_tensor *out);
/* The sum over all values: 0-dim.
   _sparse_sum(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_sum(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The sum over all values, in `dtype`: 0-dim.
   _sparse_sum.dtype(Tensor self, *, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_sum_dtype(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);
/* Over sparse and dense dimensions: sparse while a sparse dimension is left.
   _sparse_sum.dim(Tensor self, int[1] dim) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_sum_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len,
                                            PTC_OUT ptc_tensor *out);
/* The sum of a sparse tensor along `dim`, in `dtype`.
   _sparse_sum.dim_dtype(Tensor self, int[1] dim, *, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc__sparse_sum_dim_dtype(ptc_tensor self, const int64_t *dim, int64_t dim_len, int32_t dtype,
                                                  PTC_OUT ptc_tensor *out);
/* A sparse matrix with these rows as its diagonals.
   _spdiags(Tensor diagonals, Tensor offsets, int[] shape, Layout? layout=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__spdiags(ptc_tensor diagonals, ptc_tensor offsets, const int64_t *shape, int64_t shape_len,
                                     int32_t layout, PTC_OUT ptc_tensor *out);
/* X with A @ X = B for a CSR matrix A.
   _spsolve(Tensor A, Tensor B, *, bool left=True) -> Tensor */
PTC_NODISCARD ptc_error ptc__spsolve(ptc_tensor A, ptc_tensor B, bool left, PTC_OUT ptc_tensor *out);
/* Fails, saying why, where sparse_compressed_tensor's arguments make no tensor.
   _validate_sparse_compressed_tensor_args(Tensor compressed_indices, Tensor plain_indices, Tensor values, int[] size,
       Layout layout, bool? check_pinning=None) -> () */
PTC_NODISCARD ptc_error ptc__validate_sparse_compressed_tensor_args(ptc_tensor compressed_indices,
                                                                    ptc_tensor plain_indices, ptc_tensor values,
                                                                    const int64_t *size, int64_t size_len,
                                                                    int32_t layout,
                                                                    PTC_OPTIONAL const bool *check_pinning);
/* Fails, saying why, where sparse_coo_tensor's arguments make no tensor.
   _validate_sparse_coo_tensor_args(Tensor indices, Tensor values, int[] size, bool? is_coalesced=None,
       bool? check_pinning=None) -> () */
PTC_NODISCARD ptc_error ptc__validate_sparse_coo_tensor_args(ptc_tensor indices, ptc_tensor values, const int64_t *size,
                                                             int64_t size_len, PTC_OPTIONAL const bool *is_coalesced,
                                                             PTC_OPTIONAL const bool *check_pinning);
/* Values of a COO tensor as they are, also where it is not coalesced: (count, …).
   _values(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc__values(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Where each column begins in a CSC or BSC tensor.
   ccol_indices(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_ccol_indices(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A COO tensor without repeated indices, sorted.
   coalesce(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_coalesce(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Column numbers of a CSR or BSR tensor.
   col_indices(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_col_indices(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Where each row begins in a CSR or BSR tensor.
   crow_indices(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_crow_indices(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Number of dense dimensions of a sparse tensor.
   dense_dim(Tensor self) -> int */
PTC_NODISCARD ptc_error ptc_dense_dim(ptc_tensor self, PTC_OUT int64_t *out);
/* Sparse matrix times dense matrix, as a hybrid sparse tensor.
   hspmm(Tensor mat1, Tensor mat2) -> Tensor */
PTC_NODISCARD ptc_error ptc_hspmm(ptc_tensor mat1, ptc_tensor mat2, PTC_OUT ptc_tensor *out);
/* Indices of a coalesced COO tensor: (sparse_dim, count).
   indices(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_indices(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True if a COO tensor has sorted indices without repeats.
   is_coalesced(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc_is_coalesced(ptc_tensor self, PTC_OUT bool *out);
/* Row numbers of a CSC or BSC tensor.
   row_indices(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_row_indices(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Sparse matrix times dense matrix, as a sparse tensor.
   smm(Tensor self, Tensor mat2) -> Tensor */
PTC_NODISCARD ptc_error ptc_smm(ptc_tensor self, ptc_tensor mat2, PTC_OUT ptc_tensor *out);
/* A sparse tensor of blocks, by columns.
   sparse_bsc_tensor.ccol_row_value_size(Tensor ccol_indices, Tensor row_indices, Tensor values, int[] size, *,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_bsc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices,
                                                                  ptc_tensor values, const int64_t *size,
                                                                  int64_t size_len,
                                                                  PTC_OPTIONAL const ptc_options *options,
                                                                  PTC_OUT ptc_tensor *out);
/* A sparse tensor of blocks, by columns; its size is read from the indices.
   sparse_bsc_tensor.ccol_row_value(Tensor ccol_indices, Tensor row_indices, Tensor values, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_bsc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices,
                                                             ptc_tensor values, PTC_OPTIONAL const ptc_options *options,
                                                             PTC_OUT ptc_tensor *out);
/* A sparse tensor of blocks, by rows.
   sparse_bsr_tensor.crow_col_value_size(Tensor crow_indices, Tensor col_indices, Tensor values, int[] size, *,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_bsr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices,
                                                                  ptc_tensor values, const int64_t *size,
                                                                  int64_t size_len,
                                                                  PTC_OPTIONAL const ptc_options *options,
                                                                  PTC_OUT ptc_tensor *out);
/* A sparse tensor of blocks, by rows; its size is read from the indices.
   sparse_bsr_tensor.crow_col_value(Tensor crow_indices, Tensor col_indices, Tensor values, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_bsr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices,
                                                             ptc_tensor values, PTC_OPTIONAL const ptc_options *options,
                                                             PTC_OUT ptc_tensor *out);
/* A CSR, CSC, BSR or BSC tensor, as the layout says.
   sparse_compressed_tensor.comp_plain_value_size(Tensor compressed_indices, Tensor plain_indices, Tensor values,
       SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_compressed_tensor_comp_plain_value_size(ptc_tensor compressed_indices,
                                                                           ptc_tensor plain_indices, ptc_tensor values,
                                                                           const int64_t *size, int64_t size_len,
                                                                           PTC_OPTIONAL const ptc_options *options,
                                                                           PTC_OUT ptc_tensor *out);
/* A CSR, CSC, BSR or BSC tensor, as the layout says; its size is read from the indices.
   sparse_compressed_tensor.comp_plain_value(Tensor compressed_indices, Tensor plain_indices, Tensor values, *,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_compressed_tensor_comp_plain_value(ptc_tensor compressed_indices,
                                                                      ptc_tensor plain_indices, ptc_tensor values,
                                                                      PTC_OPTIONAL const ptc_options *options,
                                                                      PTC_OUT ptc_tensor *out);
/* A sparse tensor from indices (sparse_dim, count) and values (count, …).
   sparse_coo_tensor.size(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_coo_tensor_size(const int64_t *size, int64_t size_len,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* A sparse tensor from indices (sparse_dim, count) and values (count, …); its size is read from the indices.
   sparse_coo_tensor.indices(Tensor indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None, bool? is_coalesced=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_coo_tensor_indices(ptc_tensor indices, ptc_tensor values,
                                                      PTC_OPTIONAL const ptc_options *options,
                                                      PTC_OPTIONAL const bool *is_coalesced, PTC_OUT ptc_tensor *out);
/* A sparse tensor of a size, from indices (sparse_dim, count) and values (count, …).
   sparse_coo_tensor.indices_size(Tensor indices, Tensor values, int[] size, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None, bool? is_coalesced=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_coo_tensor_indices_size(ptc_tensor indices, ptc_tensor values, const int64_t *size,
                                                           int64_t size_len, PTC_OPTIONAL const ptc_options *options,
                                                           PTC_OPTIONAL const bool *is_coalesced,
                                                           PTC_OUT ptc_tensor *out);
/* A sparse matrix by columns.
   sparse_csc_tensor.ccol_row_value_size(Tensor ccol_indices, Tensor row_indices, Tensor values, int[] size, *,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_csc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices,
                                                                  ptc_tensor values, const int64_t *size,
                                                                  int64_t size_len,
                                                                  PTC_OPTIONAL const ptc_options *options,
                                                                  PTC_OUT ptc_tensor *out);
/* A sparse matrix by columns; its size is read from the indices.
   sparse_csc_tensor.ccol_row_value(Tensor ccol_indices, Tensor row_indices, Tensor values, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_csc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices,
                                                             ptc_tensor values, PTC_OPTIONAL const ptc_options *options,
                                                             PTC_OUT ptc_tensor *out);
/* A sparse matrix by rows.
   sparse_csr_tensor.crow_col_value_size(Tensor crow_indices, Tensor col_indices, Tensor values, int[] size, *,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_csr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices,
                                                                  ptc_tensor values, const int64_t *size,
                                                                  int64_t size_len,
                                                                  PTC_OPTIONAL const ptc_options *options,
                                                                  PTC_OUT ptc_tensor *out);
/* A sparse matrix by rows; its size is read from the indices.
   sparse_csr_tensor.crow_col_value(Tensor crow_indices, Tensor col_indices, Tensor values, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_csr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices,
                                                             ptc_tensor values, PTC_OPTIONAL const ptc_options *options,
                                                             PTC_OUT ptc_tensor *out);
/* Number of sparse dimensions of a sparse tensor.
   sparse_dim(Tensor self) -> int */
PTC_NODISCARD ptc_error ptc_sparse_dim(ptc_tensor self, PTC_OUT int64_t *out);
/* Elements of self where the sparse `mask` has an element.
   sparse_mask(Tensor self, Tensor mask) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_mask(ptc_tensor self, ptc_tensor mask, PTC_OUT ptc_tensor *out);
/* beta * self + alpha * (mat1 @ mat2), only where the sparse self has elements.
   sparse_sampled_addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_sparse_sampled_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                                 ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* beta * self + alpha * mat1 @ mat2, all but mat2 sparse.
   sspaddmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_sspaddmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                     ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* A sparse tensor with its zeros written out.
   to_dense(Tensor self, ScalarType? dtype=None, *, bool? masked_grad=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_dense(ptc_tensor self, int32_t dtype, PTC_OPTIONAL const bool *masked_grad,
                                     PTC_OUT ptc_tensor *out);
/* A sparse tensor of the elements that are not 0.
   to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_sparse_sparse_dim(ptc_tensor self, int64_t sparse_dim, PTC_OUT ptc_tensor *out);
/* A sparse tensor in a layout, of the elements that are not 0.
   to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_sparse(ptc_tensor self, int32_t layout, PTC_OPTIONAL const int64_t *blocksize,
                                      int64_t blocksize_len, PTC_OPTIONAL const int64_t *dense_dim,
                                      PTC_OUT ptc_tensor *out);
/* A sparse tensor of blocks by columns (BSC).
   to_sparse_bsc(Tensor self, int[2] blocksize, int? dense_dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_sparse_bsc(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len,
                                          PTC_OPTIONAL const int64_t *dense_dim, PTC_OUT ptc_tensor *out);
/* A sparse tensor of blocks by rows (BSR).
   to_sparse_bsr(Tensor self, int[2] blocksize, int? dense_dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_sparse_bsr(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len,
                                          PTC_OPTIONAL const int64_t *dense_dim, PTC_OUT ptc_tensor *out);
/* Compressed by columns.
   to_sparse_csc(Tensor self, int? dense_dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_sparse_csc(ptc_tensor self, PTC_OPTIONAL const int64_t *dense_dim,
                                          PTC_OUT ptc_tensor *out);
/* Compressed by rows.
   to_sparse_csr(Tensor self, int? dense_dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_sparse_csr(ptc_tensor self, PTC_OPTIONAL const int64_t *dense_dim,
                                          PTC_OUT ptc_tensor *out);
/* Values of a coalesced sparse tensor.
   values(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_values(ptc_tensor self, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Says, without a check, whether a COO tensor is coalesced.
   _coalesced_(Tensor(a!) self, bool coalesced) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__coalesced_(ptc_tensor self, bool coalesced);
/* Takes indices and values of the sparse `src`.
   copy_sparse_to_sparse_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_copy_sparse_to_sparse_(ptc_tensor self, ptc_tensor src, bool non_blocking);
/* Takes the sizes of a sparse tensor.
   resize_as_sparse_(Tensor(a!) self, Tensor the_template) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_resize_as_sparse_(ptc_tensor self, ptc_tensor the_template);
/* Sets sizes, sparse and dense dimensions.
   sparse_resize_(Tensor(a!) self, int[] size, int sparse_dim, int dense_dim) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sparse_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim,
                                           int64_t dense_dim);
/* Sets sizes, sparse and dense dimensions, and drops all elements.
   sparse_resize_and_clear_(Tensor(a!) self, int[] size, int sparse_dim, int dense_dim) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sparse_resize_and_clear_(ptc_tensor self, const int64_t *size, int64_t size_len,
                                                     int64_t sparse_dim, int64_t dense_dim);

/* ---- into given tensors: change `out` ---- */

/* The indices of a COO tensor, (2, count), from those of a CSR or BSR one; written into `out`.
   _convert_indices_from_csr_to_coo.out(Tensor crow_indices, Tensor col_indices, *, bool out_int32=False,
       bool transpose=False, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__convert_indices_from_csr_to_coo_out(ptc_tensor crow_indices, ptc_tensor col_indices,
                                                                 bool out_int32, bool transpose, ptc_tensor out);
/* Sparse matrix times dense matrix, as a hybrid sparse tensor; written into `out`.
   hspmm.out(Tensor mat1, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hspmm_out(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor out);
/* beta * self + alpha * (mat1 @ mat2), only where the sparse self has elements; written into `out`.
   sparse_sampled_addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sparse_sampled_addmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                                     ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * mat1 @ mat2, all but mat2 sparse; written into `out`.
   sspaddmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sspaddmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                         ptc_scalar alpha, ptc_tensor out);

PTC_END

#endif
