// Sparse tensors.
#include <ATen/ops/ccol_indices.h>
#include <ATen/ops/coalesce.h>
#include <ATen/ops/col_indices.h>
#include <ATen/ops/copy_sparse_to_sparse.h>
#include <ATen/ops/crow_indices.h>
#include <ATen/ops/dense_dim.h>
#include <ATen/ops/hspmm.h>
#include <ATen/ops/indices.h>
#include <ATen/ops/is_coalesced.h>
#include <ATen/ops/max_pool1d_with_indices.h>
#include <ATen/ops/max_pool3d_with_indices.h>
#include <ATen/ops/resize_as_sparse.h>
#include <ATen/ops/row_indices.h>
#include <ATen/ops/smm.h>
#include <ATen/ops/sparse_bsc_tensor.h>
#include <ATen/ops/sparse_bsr_tensor.h>
#include <ATen/ops/sparse_compressed_tensor.h>
#include <ATen/ops/sparse_coo_tensor.h>
#include <ATen/ops/sparse_csc_tensor.h>
#include <ATen/ops/sparse_csr_tensor.h>
#include <ATen/ops/sparse_dim.h>
#include <ATen/ops/sparse_mask.h>
#include <ATen/ops/sparse_resize.h>
#include <ATen/ops/sparse_resize_and_clear.h>
#include <ATen/ops/sparse_sampled_addmm.h>
#include <ATen/ops/sspaddmm.h>
#include <ATen/ops/to_dense.h>
#include <ATen/ops/to_sparse.h>
#include <ATen/ops/to_sparse_bsc.h>
#include <ATen/ops/to_sparse_bsr.h>
#include <ATen/ops/to_sparse_csc.h>
#include <ATen/ops/to_sparse_csr.h>
#include <ATen/ops/values.h>

#include "glue.h"

#include <pytorch_c/sparse.h>

const char *ptc_ccol_indices(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).ccol_indices()); }, out);
}
const char *ptc_coalesce(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).coalesce()); }, out);
}
const char *ptc_col_indices(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).col_indices()); }, out);
}
const char *ptc_crow_indices(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).crow_indices()); }, out);
}
const char *ptc_dense_dim(ptc_tensor self, int64_t *out) {
  return guard([&] { put(out, get(self).dense_dim()); }, out);
}
const char *ptc_hspmm(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor *out) {
  return guard([&] { put(out, at::hspmm(get(mat1), get(mat2))); }, out);
}
const char *ptc_indices(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).indices()); }, out);
}
const char *ptc_is_coalesced(ptc_tensor self, bool *out) {
  return guard([&] { put(out, get(self).is_coalesced()); }, out);
}
const char *ptc_max_pool1d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::max_pool1d_with_indices(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode)); }, out0, out1);
}
const char *ptc_max_pool3d_with_indices(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::max_pool3d_with_indices(get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode)); }, out0, out1);
}
const char *ptc_row_indices(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).row_indices()); }, out);
}
const char *ptc_smm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out) {
  return guard([&] { put(out, at::smm(get(self), get(mat2))); }, out);
}
const char *ptc_sparse_bsc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_bsc_tensor(get(ccol_indices), get(row_indices), get(values), ints(size), opts(options)), options); }, out);
}
const char *ptc_sparse_bsc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_bsc_tensor(get(ccol_indices), get(row_indices), get(values), opts(options)), options); }, out);
}
const char *ptc_sparse_bsr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_bsr_tensor(get(crow_indices), get(col_indices), get(values), ints(size), opts(options)), options); }, out);
}
const char *ptc_sparse_bsr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_bsr_tensor(get(crow_indices), get(col_indices), get(values), opts(options)), options); }, out);
}
const char *ptc_sparse_compressed_tensor_comp_plain_value_size(ptc_tensor compressed_indices, ptc_tensor plain_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_compressed_tensor(get(compressed_indices), get(plain_indices), get(values), ints(size), opts(options)), options); }, out);
}
const char *ptc_sparse_compressed_tensor_comp_plain_value(ptc_tensor compressed_indices, ptc_tensor plain_indices, ptc_tensor values, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_compressed_tensor(get(compressed_indices), get(plain_indices), get(values), opts(options)), options); }, out);
}
const char *ptc_sparse_coo_tensor_size(const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_coo_tensor(ints(size), opts(options)), options); }, out);
}
const char *ptc_sparse_coo_tensor_indices(ptc_tensor indices, ptc_tensor values, ptc_options options, const bool *is_coalesced, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_coo_tensor(get(indices), get(values), opts(options), opt(is_coalesced)), options); }, out);
}
const char *ptc_sparse_coo_tensor_indices_size(ptc_tensor indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, const bool *is_coalesced, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_coo_tensor(get(indices), get(values), ints(size), opts(options), opt(is_coalesced)), options); }, out);
}
const char *ptc_sparse_csc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_csc_tensor(get(ccol_indices), get(row_indices), get(values), ints(size), opts(options)), options); }, out);
}
const char *ptc_sparse_csc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_csc_tensor(get(ccol_indices), get(row_indices), get(values), opts(options)), options); }, out);
}
const char *ptc_sparse_csr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, const int64_t *size, int64_t size_len, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_csr_tensor(get(crow_indices), get(col_indices), get(values), ints(size), opts(options)), options); }, out);
}
const char *ptc_sparse_csr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values, ptc_options options, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_csr_tensor(get(crow_indices), get(col_indices), get(values), opts(options)), options); }, out);
}
const char *ptc_sparse_dim(ptc_tensor self, int64_t *out) {
  return guard([&] { put(out, get(self).sparse_dim()); }, out);
}
const char *ptc_sparse_mask(ptc_tensor self, ptc_tensor mask, ptc_tensor *out) {
  return guard([&] { put(out, get(self).sparse_mask(get(mask))); }, out);
}
const char *ptc_sparse_sampled_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::sparse_sampled_addmm(get(self), get(mat1), get(mat2), scalar(beta), scalar(alpha))); }, out);
}
const char *ptc_sspaddmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor *out) {
  return guard([&] { put(out, at::sspaddmm(get(self), get(mat1), get(mat2), scalar(beta), scalar(alpha))); }, out);
}
const char *ptc_to_dense(ptc_tensor self, int32_t dtype, const bool *masked_grad, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_dense(optdtype(dtype), opt(masked_grad))); }, out);
}
const char *ptc_to_sparse_sparse_dim(ptc_tensor self, int64_t sparse_dim, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_sparse(sparse_dim)); }, out);
}
const char *ptc_to_sparse(ptc_tensor self, int32_t layout, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_sparse(optlayout(layout), optints(blocksize), opt(dense_dim))); }, out);
}
const char *ptc_to_sparse_bsc(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_sparse_bsc(ints(blocksize), opt(dense_dim))); }, out);
}
const char *ptc_to_sparse_bsr(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_sparse_bsr(ints(blocksize), opt(dense_dim))); }, out);
}
const char *ptc_to_sparse_csc(ptc_tensor self, const int64_t *dense_dim, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_sparse_csc(opt(dense_dim))); }, out);
}
const char *ptc_to_sparse_csr(ptc_tensor self, const int64_t *dense_dim, ptc_tensor *out) {
  return guard([&] { put(out, get(self).to_sparse_csr(opt(dense_dim))); }, out);
}
const char *ptc_values(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).values()); }, out);
}
const char *ptc_copy_sparse_to_sparse_(ptc_tensor self, ptc_tensor src, bool non_blocking) {
  return guard([&] { at::copy_sparse_to_sparse_(get(self), get(src), non_blocking); });
}
const char *ptc_resize_as_sparse_(ptc_tensor self, ptc_tensor the_template) {
  return guard([&] { at::resize_as_sparse_(get(self), get(the_template)); });
}
const char *ptc_sparse_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim, int64_t dense_dim) {
  return guard([&] { get(self).sparse_resize_(ints(size), sparse_dim, dense_dim); });
}
const char *ptc_sparse_resize_and_clear_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim, int64_t dense_dim) {
  return guard([&] { get(self).sparse_resize_and_clear_(ints(size), sparse_dim, dense_dim); });
}
const char *ptc_hspmm_out(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor out) {
  return guard([&] { at::hspmm_out(get(out), get(mat1), get(mat2)); });
}
const char *ptc_max_pool3d_with_indices_out(ptc_tensor self, const int64_t *kernel_size, int64_t kernel_size_len, const int64_t *stride, int64_t stride_len, const int64_t *padding, int64_t padding_len, const int64_t *dilation, int64_t dilation_len, bool ceil_mode, ptc_tensor out, ptc_tensor indices) {
  return guard([&] { at::max_pool3d_with_indices_out(get(out), get(indices), get(self), ints(kernel_size), ints(stride), ints(padding), ints(dilation), ceil_mode); });
}
const char *ptc_sparse_sampled_addmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::sparse_sampled_addmm_out(get(out), get(self), get(mat1), get(mat2), scalar(beta), scalar(alpha)); });
}
const char *ptc_sspaddmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::sspaddmm_out(get(out), get(self), get(mat1), get(mat2), scalar(beta), scalar(alpha)); });
}
