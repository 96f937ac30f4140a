// Sparse tensors.
#include <ATen/ops/_convert_indices_from_csr_to_coo.h>
#include <ATen/ops/_cslt_compress.h>
#include <ATen/ops/_cslt_sparse_mm.h>
#include <ATen/ops/_cslt_sparse_mm_search.h>
#include <ATen/ops/_sparse_addmm.h>
#include <ATen/ops/_sparse_broadcast_to.h>
#include <ATen/ops/_sparse_csr_prod.h>
#include <ATen/ops/_sparse_csr_sum.h>
#include <ATen/ops/_sparse_log_softmax.h>
#include <ATen/ops/_sparse_mm.h>
#include <ATen/ops/_sparse_semi_structured_addmm.h>
#include <ATen/ops/_sparse_semi_structured_mm.h>
#include <ATen/ops/_sparse_semi_structured_tile.h>
#include <ATen/ops/_sparse_softmax.h>
#include <ATen/ops/_sparse_sum.h>
#include <ATen/ops/_spdiags.h>
#include <ATen/ops/_spsolve.h>
#include <ATen/ops/_validate_sparse_compressed_tensor_args.h>
#include <ATen/ops/_validate_sparse_coo_tensor_args.h>
#include <ATen/ops/copy_sparse_to_sparse.h>
#include <ATen/ops/hspmm.h>
#include <ATen/ops/resize_as_sparse.h>
#include <ATen/ops/smm.h>
#include <ATen/ops/sparse_bsc_tensor.h>
#include <ATen/ops/sparse_bsr_tensor.h>
#include <ATen/ops/sparse_compressed_tensor.h>
#include <ATen/ops/sparse_coo_tensor.h>
#include <ATen/ops/sparse_csc_tensor.h>
#include <ATen/ops/sparse_csr_tensor.h>
#include <ATen/ops/sparse_sampled_addmm.h>
#include <ATen/ops/sspaddmm.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/sparse.h>

namespace {

at::Layout layout_of(int32_t code) {
  auto found = optlayout(code);
  if (!found) fail(PTC_ERROR_VALUE, "argument 'layout': a layout is needed");
  return *found;
}

} // namespace

ptc_error ptc__convert_indices_from_csr_to_coo(ptc_tensor crow_indices, ptc_tensor col_indices, bool out_int32,
                                               bool transpose, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_convert_indices_from_csr_to_coo(check_starts(get(crow_indices), get(col_indices)), get(col_indices),
                                                  out_int32, transpose));
  });
}
ptc_error ptc__cslt_compress(ptc_tensor input, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_cslt_compress(get(input))); });
}
ptc_error ptc__cslt_sparse_mm(ptc_tensor compressed_A, ptc_tensor dense_B, ptc_tensor bias, ptc_tensor alpha,
                              int32_t out_dtype, bool transpose_result, int64_t alg_id, int64_t split_k,
                              int64_t split_k_mode, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_cslt_sparse_mm(get(compressed_A), get(dense_B), opt(bias), opt(alpha), optdtype(out_dtype),
                                 transpose_result, alg_id, split_k, split_k_mode));
  });
}
ptc_error ptc__cslt_sparse_mm_search(ptc_tensor compressed_A, ptc_tensor dense_B, ptc_tensor bias, ptc_tensor alpha,
                                     int32_t out_dtype, bool transpose_result, int64_t *out) {
  return guard(out, [&] {
    put(out, at::_cslt_sparse_mm_search(get(compressed_A), get(dense_B), opt(bias), opt(alpha), optdtype(out_dtype),
                                        transpose_result));
  });
}
ptc_error ptc__indices(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self)._indices()); });
}
ptc_error ptc__nnz(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, get(self)._nnz()); });
}
ptc_error ptc__sparse_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                            ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::_sparse_addmm(get(self), get(mat1), get(mat2), first, second));
  });
}
ptc_error ptc__sparse_broadcast_to(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out) {
  return guard(out, [&] {
    check_sparse_broadcast(get(self), ints(size));
    put(out, at::_sparse_broadcast_to(get(self), ints(size)));
  });
}
ptc_error ptc__sparse_csr_prod_dim_dtype(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                         int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_csr_prod(get(self), ints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc__sparse_csr_sum_dim_dtype(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                        int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_csr_sum(get(self), ints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc__sparse_log_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_log_softmax(get(self), dim, optdtype(dtype))); });
}
ptc_error ptc__sparse_log_softmax(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_log_softmax(get(self), dim, half_to_float)); });
}
ptc_error ptc__sparse_mm(ptc_tensor sparse, ptc_tensor dense, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_mm(get(sparse), get(dense))); });
}
ptc_error ptc__sparse_mm_reduce(ptc_tensor sparse, ptc_tensor dense, const char *reduce, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_mm(get(sparse), get(dense), chars(reduce))); });
}
ptc_error ptc__sparse_semi_structured_addmm(ptc_tensor input, ptc_tensor mat1, ptc_tensor mat1_meta, ptc_tensor mat2,
                                            ptc_scalar alpha, ptc_scalar beta, int32_t out_dtype, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(alpha), second = scalar(beta);
    put(out, at::_sparse_semi_structured_addmm(get(input), get(mat1), get(mat1_meta), get(mat2), first, second,
                                               optdtype(out_dtype)));
  });
}
ptc_error ptc__sparse_semi_structured_mm(ptc_tensor mat1, ptc_tensor mat1_meta, ptc_tensor mat2, int32_t out_dtype,
                                         ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_sparse_semi_structured_mm(get(mat1), get(mat1_meta), get(mat2), optdtype(out_dtype)));
  });
}
ptc_error ptc__sparse_semi_structured_tile(ptc_tensor input, const char *algorithm, bool use_cutlass, ptc_tensor *out0,
                                           ptc_tensor *out1, ptc_tensor *out2, ptc_tensor *out3, ptc_tensor *out4) {
  return guard(std::tie(out0, out1, out2, out3, out4), [&] {
    put(std::tie(out0, out1, out2, out3, out4),
        at::_sparse_semi_structured_tile(get(input), chars(algorithm), use_cutlass));
  });
}
ptc_error ptc__sparse_softmax_int(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_softmax(get(self), dim, optdtype(dtype))); });
}
ptc_error ptc__sparse_softmax(ptc_tensor self, int64_t dim, bool half_to_float, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_softmax(get(self), dim, half_to_float)); });
}
ptc_error ptc__sparse_sum(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_sum(get(self))); });
}
ptc_error ptc__sparse_sum_dtype(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_sum(get(self), dtypeof(dtype))); });
}
ptc_error ptc__sparse_sum_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_sum(get(self), ints(dim))); });
}
ptc_error ptc__sparse_sum_dim_dtype(ptc_tensor self, const int64_t *dim, int64_t dim_len, int32_t dtype,
                                    ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_sparse_sum(get(self), ints(dim), dtypeof(dtype))); });
}
ptc_error ptc__spdiags(ptc_tensor diagonals, ptc_tensor offsets, const int64_t *shape, int64_t shape_len,
                       int32_t layout, ptc_tensor *out) {
  return guard(out, [&] {
    check_not_negative(ints(shape), "shape");
    put(out, at::_spdiags(get(diagonals), get(offsets), ints(shape), optlayout(layout)));
  });
}
ptc_error ptc__spsolve(ptc_tensor A, ptc_tensor B, bool left, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_spsolve(get(A), get(B), left)); });
}
ptc_error ptc__validate_sparse_compressed_tensor_args(ptc_tensor compressed_indices, ptc_tensor plain_indices,
                                                      ptc_tensor values, const int64_t *size, int64_t size_len,
                                                      int32_t layout, const bool *check_pinning) {
  return guard([&] {
    at::_validate_sparse_compressed_tensor_args(get(compressed_indices), get(plain_indices), get(values), ints(size),
                                                layout_of(layout), opt(check_pinning));
  });
}
ptc_error ptc__validate_sparse_coo_tensor_args(ptc_tensor indices, ptc_tensor values, const int64_t *size,
                                               int64_t size_len, const bool *is_coalesced, const bool *check_pinning) {
  return guard([&] {
    at::_validate_sparse_coo_tensor_args(get(indices), get(values), ints(size), opt(is_coalesced), opt(check_pinning));
  });
}
ptc_error ptc__values(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self)._values()); });
}
ptc_error ptc_ccol_indices(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).ccol_indices()); });
}
ptc_error ptc_coalesce(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).coalesce()); });
}
ptc_error ptc_col_indices(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).col_indices()); });
}
ptc_error ptc_crow_indices(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).crow_indices()); });
}
ptc_error ptc_dense_dim(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, get(self).dense_dim()); });
}
ptc_error ptc_hspmm(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::hspmm(get(mat1), get(mat2))); });
}
ptc_error ptc_indices(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).indices()); });
}
ptc_error ptc_is_coalesced(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, get(self).is_coalesced()); });
}
ptc_error ptc_row_indices(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).row_indices()); });
}
ptc_error ptc_smm(ptc_tensor self, ptc_tensor mat2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::smm(get(self), get(mat2))); });
}
ptc_error ptc_sparse_bsc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values,
                                                    const int64_t *size, int64_t size_len, const ptc_options *options,
                                                    ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_bsc_tensor(get(ccol_indices), get(row_indices), get(values), ints(size), opts(options))),
        options);
  });
}
ptc_error ptc_sparse_bsc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values,
                                               const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_bsc_tensor(get(ccol_indices), get(row_indices), get(values), opts(options))), options);
  });
}
ptc_error ptc_sparse_bsr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values,
                                                    const int64_t *size, int64_t size_len, const ptc_options *options,
                                                    ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_bsr_tensor(get(crow_indices), get(col_indices), get(values), ints(size), opts(options))),
        options);
  });
}
ptc_error ptc_sparse_bsr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values,
                                               const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_bsr_tensor(get(crow_indices), get(col_indices), get(values), opts(options))), options);
  });
}
ptc_error ptc_sparse_compressed_tensor_comp_plain_value_size(ptc_tensor compressed_indices, ptc_tensor plain_indices,
                                                             ptc_tensor values, const int64_t *size, int64_t size_len,
                                                             const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        valid(at::sparse_compressed_tensor(get(compressed_indices), get(plain_indices), get(values), ints(size),
                                           opts(options))),
        options);
  });
}
ptc_error ptc_sparse_compressed_tensor_comp_plain_value(ptc_tensor compressed_indices, ptc_tensor plain_indices,
                                                        ptc_tensor values, const ptc_options *options,
                                                        ptc_tensor *out) {
  return guard(out, [&] {
    put(out,
        valid(at::sparse_compressed_tensor(get(compressed_indices), get(plain_indices), get(values), opts(options))),
        options);
  });
}
ptc_error ptc_sparse_coo_tensor_size(const int64_t *size, int64_t size_len, const ptc_options *options,
                                     ptc_tensor *out) {
  return guard(out, [&] { put(out, at::sparse_coo_tensor(ints(size), opts(options)), options); });
}
ptc_error ptc_sparse_coo_tensor_indices(ptc_tensor indices, ptc_tensor values, const ptc_options *options,
                                        const bool *is_coalesced, ptc_tensor *out) {
  return guard(out, [&] {
    at::Tensor made = at::sparse_coo_tensor(get(indices), get(values), opts(options), opt(is_coalesced));
    // libtorch has found the sizes from the indices, of which none is negative; not where 1 added to one is too much.
    const auto fits = [](const c10::SymInt &size) { return size.maybe_as_int().value_or(-1) >= 0; };
    const auto sizes = made.sym_sizes();
    const bool found = !is_coalesced && std::all_of(sizes.begin(), sizes.end(), fits);
    put(out, found ? std::move(made) : valid(std::move(made)), options);
  });
}
ptc_error ptc_sparse_coo_tensor_indices_size(ptc_tensor indices, ptc_tensor values, const int64_t *size,
                                             int64_t size_len, const ptc_options *options, const bool *is_coalesced,
                                             ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_coo_tensor(get(indices), get(values), ints(size), opts(options), opt(is_coalesced))),
        options);
  });
}
ptc_error ptc_sparse_csc_tensor_ccol_row_value_size(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values,
                                                    const int64_t *size, int64_t size_len, const ptc_options *options,
                                                    ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_csc_tensor(get(ccol_indices), get(row_indices), get(values), ints(size), opts(options))),
        options);
  });
}
ptc_error ptc_sparse_csc_tensor_ccol_row_value(ptc_tensor ccol_indices, ptc_tensor row_indices, ptc_tensor values,
                                               const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_csc_tensor(get(ccol_indices), get(row_indices), get(values), opts(options))), options);
  });
}
ptc_error ptc_sparse_csr_tensor_crow_col_value_size(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values,
                                                    const int64_t *size, int64_t size_len, const ptc_options *options,
                                                    ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_csr_tensor(get(crow_indices), get(col_indices), get(values), ints(size), opts(options))),
        options);
  });
}
ptc_error ptc_sparse_csr_tensor_crow_col_value(ptc_tensor crow_indices, ptc_tensor col_indices, ptc_tensor values,
                                               const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, valid(at::sparse_csr_tensor(get(crow_indices), get(col_indices), get(values), opts(options))), options);
  });
}
ptc_error ptc_sparse_dim(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, get(self).sparse_dim()); });
}
ptc_error ptc_sparse_mask(ptc_tensor self, ptc_tensor mask, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).sparse_mask(get(mask))); });
}
ptc_error ptc_sparse_sampled_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                                   ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::sparse_sampled_addmm(get(self), get(mat1), get(mat2), first, second));
  });
}
ptc_error ptc_sspaddmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                       ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    put(out, at::sspaddmm(get(self), get(mat1), get(mat2), first, second));
  });
}
ptc_error ptc_to_dense(ptc_tensor self, int32_t dtype, const bool *masked_grad, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_dense(optdtype(dtype), opt(masked_grad))); });
}
ptc_error ptc_to_sparse_sparse_dim(ptc_tensor self, int64_t sparse_dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_sparse(sparse_dim)); });
}
ptc_error ptc_to_sparse(ptc_tensor self, int32_t layout, const int64_t *blocksize, int64_t blocksize_len,
                        const int64_t *dense_dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_sparse(optlayout(layout), optints(blocksize), opt(dense_dim))); });
}
ptc_error ptc_to_sparse_bsc(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim,
                            ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_sparse_bsc(ints(blocksize), opt(dense_dim))); });
}
ptc_error ptc_to_sparse_bsr(ptc_tensor self, const int64_t *blocksize, int64_t blocksize_len, const int64_t *dense_dim,
                            ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_sparse_bsr(ints(blocksize), opt(dense_dim))); });
}
ptc_error ptc_to_sparse_csc(ptc_tensor self, const int64_t *dense_dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_sparse_csc(opt(dense_dim))); });
}
ptc_error ptc_to_sparse_csr(ptc_tensor self, const int64_t *dense_dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).to_sparse_csr(opt(dense_dim))); });
}
ptc_error ptc_values(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).values()); });
}
ptc_error ptc__coalesced_(ptc_tensor self, bool coalesced) {
  return guard([&] { get(self)._coalesced_(coalesced); });
}
ptc_error ptc_copy_sparse_to_sparse_(ptc_tensor self, ptc_tensor src, bool non_blocking) {
  return guard([&] { at::copy_sparse_to_sparse_(get(self), get(src), non_blocking); });
}
ptc_error ptc_resize_as_sparse_(ptc_tensor self, ptc_tensor the_template) {
  return guard([&] { at::resize_as_sparse_(get(self), get(the_template)); });
}
ptc_error ptc_sparse_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim,
                             int64_t dense_dim) {
  return guard([&] { get(self).sparse_resize_(ints(size), sparse_dim, dense_dim); });
}
ptc_error ptc_sparse_resize_and_clear_(ptc_tensor self, const int64_t *size, int64_t size_len, int64_t sparse_dim,
                                       int64_t dense_dim) {
  return guard([&] { get(self).sparse_resize_and_clear_(ints(size), sparse_dim, dense_dim); });
}
ptc_error ptc__convert_indices_from_csr_to_coo_out(ptc_tensor crow_indices, ptc_tensor col_indices, bool out_int32,
                                                   bool transpose, ptc_tensor out) {
  return guard([&] {
    at::_convert_indices_from_csr_to_coo_out(into(out), check_starts(get(crow_indices), get(col_indices)),
                                             get(col_indices), out_int32, transpose);
  });
}
ptc_error ptc_hspmm_out(ptc_tensor mat1, ptc_tensor mat2, ptc_tensor out) {
  return guard([&] { at::hspmm_out(into(out), get(mat1), get(mat2)); });
}
ptc_error ptc_sparse_sampled_addmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                       ptc_scalar alpha, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::sparse_sampled_addmm_out(into(out), get(self), get(mat1), get(mat2), first, second);
  });
}
ptc_error ptc_sspaddmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                           ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(beta), second = scalar(alpha);
    at::sspaddmm_out(into(out), get(self), get(mat1), get(mat2), first, second);
  });
}
