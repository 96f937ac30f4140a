// Linear algebra.
#include <ATen/ops/det.h>
#include <ATen/ops/inverse.h>
#include <ATen/ops/linalg_cholesky.h>
#include <ATen/ops/linalg_det.h>
#include <ATen/ops/linalg_eigh.h>
#include <ATen/ops/linalg_inv.h>
#include <ATen/ops/linalg_matrix_norm.h>
#include <ATen/ops/linalg_norm.h>
#include <ATen/ops/linalg_qr.h>
#include <ATen/ops/linalg_slogdet.h>
#include <ATen/ops/linalg_solve.h>
#include <ATen/ops/linalg_svd.h>
#include <ATen/ops/linalg_vector_norm.h>

#include "glue.h"

const char *ptc_det(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::det(get(self))); }, out);
}
const char *ptc_inverse(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::inverse(get(self))); }, out);
}
const char *ptc_linalg_cholesky(ptc_tensor self, bool upper, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_cholesky(get(self), upper)); }, out);
}
const char *ptc_linalg_det(ptc_tensor A, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_det(get(A))); }, out);
}
const char *ptc_linalg_eigh(ptc_tensor self, const char *UPLO, ptc_tensor *eigenvalues, ptc_tensor *eigenvectors) {
  return guard([&] { put(std::tie(eigenvalues, eigenvectors), at::linalg_eigh(get(self), chars(UPLO))); }, eigenvalues, eigenvectors);
}
const char *ptc_linalg_inv(ptc_tensor A, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_inv(get(A))); }, out);
}
const char *ptc_linalg_matrix_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_matrix_norm(get(self), scalar(ord), ints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_linalg_matrix_norm_str_ord(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_matrix_norm(get(self), chars(ord), ints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_linalg_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_norm(get(self), optscalar(ord), optints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_linalg_norm_ord_str(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_norm(get(self), chars(ord), optints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_linalg_qr(ptc_tensor A, const char *mode, ptc_tensor *Q, ptc_tensor *R) {
  return guard([&] { put(std::tie(Q, R), at::linalg_qr(get(A), chars(mode))); }, Q, R);
}
const char *ptc_linalg_slogdet(ptc_tensor A, ptc_tensor *sign, ptc_tensor *logabsdet) {
  return guard([&] { put(std::tie(sign, logabsdet), at::linalg_slogdet(get(A))); }, sign, logabsdet);
}
const char *ptc_linalg_solve(ptc_tensor A, ptc_tensor B, bool left, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_solve(get(A), get(B), left)); }, out);
}
const char *ptc_linalg_svd(ptc_tensor A, bool full_matrices, const char *driver, ptc_tensor *U, ptc_tensor *S, ptc_tensor *Vh) {
  return guard([&] { put(std::tie(U, S, Vh), at::linalg_svd(get(A), full_matrices, opt(driver))); }, U, S, Vh);
}
const char *ptc_linalg_vector_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::linalg_vector_norm(get(self), scalar(ord), optints(dim), keepdim, optdtype(dtype))); }, out);
}
