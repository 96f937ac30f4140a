/* Sparse tensors. */
#ifndef PYTORCH_C_SPARSE_H
#define PYTORCH_C_SPARSE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Where each column begins in a CSC or BSC tensor.
   ccol_indices(Tensor(a) self) -> Tensor(a) */
const char *ptc_ccol_indices(ptc_tensor self, ptc_tensor *out);
/* A COO tensor without repeated indices, sorted.
   coalesce(Tensor(a) self) -> Tensor(a) */
const char *ptc_coalesce(ptc_tensor self, ptc_tensor *out);
/* Column numbers of a CSR or BSR tensor.
   col_indices(Tensor(a) self) -> Tensor(a) */
const char *ptc_col_indices(ptc_tensor self, ptc_tensor *out);
/* Where each row begins in a CSR or BSR tensor.
   crow_indices(Tensor(a) self) -> Tensor(a) */
const char *ptc_crow_indices(ptc_tensor self, ptc_tensor *out);
/* How many dimensions of a sparse tensor are dense.
   dense_dim(Tensor self) -> int */
const char *ptc_dense_dim(ptc_tensor self, int64_t *out);
/* Sparse matrix times dense matrix, as a hybrid sparse tensor.
   hspmm(Tensor mat1, Tensor mat2) -> Tensor */
const char *ptc_hspmm(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor *out);
/* Indices of a coalesced COO tensor: (sparse_dim, count).
   indices(Tensor(a) self) -> Tensor(a) */
const char *ptc_indices(ptc_tensor self, ptc_tensor *out);
/* Whether a COO tensor has sorted indices without repeats.
   is_coalesced(Tensor self) -> bool */
const char *ptc_is_coalesced(ptc_tensor self, bool *out);
/* max_pool1d, and where the maxima were.
   max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor) */
const char *ptc_max_pool1d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1);
/* max_pool3d, and where the maxima were in each volume.
   max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor) */
const char *ptc_max_pool3d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1);
/* Row numbers of a CSC or BSC tensor.
   row_indices(Tensor(a) self) -> Tensor(a) */
const char *ptc_row_indices(ptc_tensor self, ptc_tensor *out);
/* Sparse matrix times dense matrix, as a sparse tensor.
   smm(Tensor self, Tensor mat2) -> Tensor */
const char *ptc_smm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out);
/* A sparse tensor of blocks, by columns.
   sparse_bsc_tensor.ccol_row_value_size(Tensor ccol_indices, Tensor row_indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_bsc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out);
/* sparse_bsc_tensor.ccol_row_value(Tensor ccol_indices, Tensor row_indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_bsc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, ptc_options options, ptc_tensor *out);
/* A sparse tensor of blocks, by rows.
   sparse_bsr_tensor.crow_col_value_size(Tensor crow_indices, Tensor col_indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_bsr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out);
/* sparse_bsr_tensor.crow_col_value(Tensor crow_indices, Tensor col_indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_bsr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, ptc_options options, ptc_tensor *out);
/* A CSR, CSC, BSR or BSC tensor, as the layout says.
   sparse_compressed_tensor.comp_plain_value_size(Tensor compressed_indices, Tensor plain_indices, Tensor values, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_compressed_tensor_comp_plain_value_size(ptc_tensor compressed_indices, ptc_tensor plain_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out);
/* sparse_compressed_tensor.comp_plain_value(Tensor compressed_indices, Tensor plain_indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_compressed_tensor_comp_plain_value(ptc_tensor compressed_indices, ptc_tensor plain_indices, ptc_tensor values, ptc_options options, ptc_tensor *out);
/* A sparse tensor from indices (sparse_dim, count) and values (count, …).
   sparse_coo_tensor.size(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_coo_tensor_size(const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out);
/* sparse_coo_tensor.indices(Tensor indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool? is_coalesced=None) -> Tensor */
const char *ptc_sparse_coo_tensor_indices(ptc_tensor indices, ptc_tensor values, ptc_options options, const bool *is_coalesced, ptc_tensor *out);
/* sparse_coo_tensor.indices_size(Tensor indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool? is_coalesced=None) -> Tensor */
const char *ptc_sparse_coo_tensor_indices_size(ptc_tensor indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, const bool *is_coalesced, ptc_tensor *out);
/* A sparse matrix by columns.
   sparse_csc_tensor.ccol_row_value_size(Tensor ccol_indices, Tensor row_indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_csc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out);
/* sparse_csc_tensor.ccol_row_value(Tensor ccol_indices, Tensor row_indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_csc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, ptc_options options, ptc_tensor *out);
/* A sparse matrix by rows.
   sparse_csr_tensor.crow_col_value_size(Tensor crow_indices, Tensor col_indices, Tensor values, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_csr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out);
/* sparse_csr_tensor.crow_col_value(Tensor crow_indices, Tensor col_indices, Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=False) -> Tensor */
const char *ptc_sparse_csr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, ptc_options options, ptc_tensor *out);
/* How many dimensions of a sparse tensor are sparse.
   sparse_dim(Tensor self) -> int */
const char *ptc_sparse_dim(ptc_tensor self, int64_t *out);
/* Elements of self where the sparse `mask` has an element.
   sparse_mask(Tensor self, Tensor mask) -> Tensor */
const char *ptc_sparse_mask(ptc_tensor self, ptc_tensor mask, ptc_tensor *out);
/* beta * self + alpha * (mat1 @ mat2), only where the sparse self has elements.
   sparse_sampled_addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
const char *ptc_sparse_sampled_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor *out);
/* beta * self + alpha * mat1 @ mat2, all but mat2 sparse.
   sspaddmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
const char *ptc_sspaddmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor *out);
/* A sparse tensor with its zeros written out.
   to_dense(Tensor self, ScalarType? dtype=None, *, bool? masked_grad=None) -> Tensor */
const char *ptc_to_dense(ptc_tensor self, int32_t dtype, const bool *masked_grad, ptc_tensor *out);
/* A sparse tensor of the elements that are not 0.
   to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor */
const char *ptc_to_sparse_sparse_dim(ptc_tensor self, int64_t sparse_dim, ptc_tensor *out);
/* to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor */
const char *ptc_to_sparse(ptc_tensor self, int32_t layout, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim, ptc_tensor *out);
/* As blocks by columns.
   to_sparse_bsc(Tensor self, int[2] blocksize, int? dense_dim=None) -> Tensor */
const char *ptc_to_sparse_bsc(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim, ptc_tensor *out);
/* As blocks by rows.
   to_sparse_bsr(Tensor self, int[2] blocksize, int? dense_dim=None) -> Tensor */
const char *ptc_to_sparse_bsr(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim, ptc_tensor *out);
/* Compressed by columns.
   to_sparse_csc(Tensor self, int? dense_dim=None) -> Tensor */
const char *ptc_to_sparse_csc(ptc_tensor self, const int64_t *dense_dim, ptc_tensor *out);
/* Compressed by rows.
   to_sparse_csr(Tensor self, int? dense_dim=None) -> Tensor */
const char *ptc_to_sparse_csr(ptc_tensor self, const int64_t *dense_dim, ptc_tensor *out);
/* Values of a coalesced sparse tensor.
   values(Tensor(a) self) -> Tensor(a) */
const char *ptc_values(ptc_tensor self, ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Takes indices and values of the sparse `src`.
   copy_sparse_to_sparse_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!) */
const char *ptc_copy_sparse_to_sparse_(ptc_tensor self, ptc_tensor src, bool non_blocking);
/* Takes the sizes of a sparse tensor.
   resize_as_sparse_(Tensor(a!) self, Tensor the_template) -> Tensor(a!) */
const char *ptc_resize_as_sparse_(ptc_tensor self, ptc_tensor the_template);
/* Sets sizes, sparse and dense dimensions.
   sparse_resize_(Tensor(a!) self, int[] size, int sparse_dim, int dense_dim) -> Tensor(a!) */
const char *ptc_sparse_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim, int64_t dense_dim);
/* Sets sizes, sparse and dense dimensions, and drops all elements.
   sparse_resize_and_clear_(Tensor(a!) self, int[] size, int sparse_dim, int dense_dim) -> Tensor(a!) */
const char *ptc_sparse_resize_and_clear_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim, int64_t dense_dim);

/* ---- into given tensors: change `out` ---- */

/* hspmm.out(Tensor mat1, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_hspmm_out(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor out);
/* max_pool3d_with_indices.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) */
const char *ptc_max_pool3d_with_indices_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ptc_tensor out, ptc_tensor indices);
/* sparse_sampled_addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_sparse_sampled_addmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor out);
/* sspaddmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_sspaddmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor out);

PTC_END

#endif
