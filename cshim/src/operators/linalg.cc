// Linear algebra (torch.linalg).
#include <ATen/ops/linalg__powsum.h>
#include <ATen/ops/linalg_cholesky.h>
#include <ATen/ops/linalg_cholesky_ex.h>
#include <ATen/ops/linalg_cond.h>
#include <ATen/ops/linalg_cross.h>
#include <ATen/ops/linalg_det.h>
#include <ATen/ops/linalg_diagonal.h>
#include <ATen/ops/linalg_eig.h>
#include <ATen/ops/linalg_eigh.h>
#include <ATen/ops/linalg_eigvals.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/linalg_householder_product.h>
#include <ATen/ops/linalg_inv.h>
#include <ATen/ops/linalg_inv_ex.h>
#include <ATen/ops/linalg_ldl_factor.h>
#include <ATen/ops/linalg_ldl_factor_ex.h>
#include <ATen/ops/linalg_ldl_solve.h>
#include <ATen/ops/linalg_lstsq.h>
#include <ATen/ops/linalg_lu.h>
#include <ATen/ops/linalg_lu_factor.h>
#include <ATen/ops/linalg_lu_factor_ex.h>
#include <ATen/ops/linalg_lu_solve.h>
#include <ATen/ops/linalg_matmul.h>
#include <ATen/ops/linalg_matrix_exp.h>
#include <ATen/ops/linalg_matrix_norm.h>
#include <ATen/ops/linalg_matrix_power.h>
#include <ATen/ops/linalg_matrix_rank.h>
#include <ATen/ops/linalg_multi_dot.h>
#include <ATen/ops/linalg_norm.h>
#include <ATen/ops/linalg_pinv.h>
#include <ATen/ops/linalg_qr.h>
#include <ATen/ops/linalg_slogdet.h>
#include <ATen/ops/linalg_solve.h>
#include <ATen/ops/linalg_solve_ex.h>
#include <ATen/ops/linalg_solve_triangular.h>
#include <ATen/ops/linalg_svd.h>
#include <ATen/ops/linalg_svdvals.h>
#include <ATen/ops/linalg_tensorinv.h>
#include <ATen/ops/linalg_tensorsolve.h>
#include <ATen/ops/linalg_vander.h>
#include <ATen/ops/linalg_vecdot.h>
#include <ATen/ops/linalg_vector_norm.h>

#include "checks/agree.h"
#include "checks/checks.h"
#include "checks/sizes.h"
#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/linalg.h>

ptc_error ptc_linalg__powsum(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                             int32_t dtype, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::linalg__powsum(get(self), scalar(ord), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_linalg_cholesky(ptc_tensor self, bool upper, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_cholesky(get(self), upper)); });
}
ptc_error ptc_linalg_cholesky_ex(ptc_tensor self, bool upper, bool check_errors, ptc_tensor *L, ptc_tensor *info) {
  return guard(std::tie(L, info),
               [&] { put(std::tie(L, info), at::linalg_cholesky_ex(get(self), upper, check_errors)); });
}
ptc_error ptc_linalg_cond(ptc_tensor self, ptc_scalar p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_cond(get(self), optscalar(p))); });
}
ptc_error ptc_linalg_cond_p_str(ptc_tensor self, const char *p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_cond(get(self), chars(p))); });
}
ptc_error ptc_linalg_cross(ptc_tensor self, ptc_tensor other, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] {
    check_both(get(self), get(other));
    put(out, at::linalg_cross(get(self), get(other), dim));
  });
}
ptc_error ptc_linalg_det(ptc_tensor A, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_det(get(A))); });
}
ptc_error ptc_linalg_diagonal(ptc_tensor A, int64_t offset, int64_t dim1, int64_t dim2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_diagonal(get(A), offset, dim1, dim2)); });
}
ptc_error ptc_linalg_eig(ptc_tensor self, ptc_tensor *eigenvalues, ptc_tensor *eigenvectors) {
  return guard(std::tie(eigenvalues, eigenvectors),
               [&] { put(std::tie(eigenvalues, eigenvectors), at::linalg_eig(get(self))); });
}
ptc_error ptc_linalg_eigh(ptc_tensor self, const char *UPLO, ptc_tensor *eigenvalues, ptc_tensor *eigenvectors) {
  return guard(std::tie(eigenvalues, eigenvectors),
               [&] { put(std::tie(eigenvalues, eigenvectors), at::linalg_eigh(get(self), chars(UPLO))); });
}
ptc_error ptc_linalg_eigvals(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] {
    check_finite(get(self), "torch.linalg.eigvals: input tensor should not contain infs or NaNs.");
    put(out, at::linalg_eigvals(get(self)));
  });
}
ptc_error ptc_linalg_eigvalsh(ptc_tensor self, const char *UPLO, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_eigvalsh(get(self), chars(UPLO))); });
}
ptc_error ptc_linalg_householder_product(ptc_tensor input, ptc_tensor tau, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_householder_product(get(input), get(tau))); });
}
ptc_error ptc_linalg_inv(ptc_tensor A, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_inv(get(A))); });
}
ptc_error ptc_linalg_inv_ex(ptc_tensor A, bool check_errors, ptc_tensor *inverse, ptc_tensor *info) {
  return guard(std::tie(inverse, info), [&] { put(std::tie(inverse, info), at::linalg_inv_ex(get(A), check_errors)); });
}
ptc_error ptc_linalg_ldl_factor(ptc_tensor self, bool hermitian, ptc_tensor *LD, ptc_tensor *pivots) {
  return guard(std::tie(LD, pivots), [&] { put(std::tie(LD, pivots), at::linalg_ldl_factor(get(self), hermitian)); });
}
ptc_error ptc_linalg_ldl_factor_ex(ptc_tensor self, bool hermitian, bool check_errors, ptc_tensor *LD,
                                   ptc_tensor *pivots, ptc_tensor *info) {
  return guard(std::tie(LD, pivots, info),
               [&] { put(std::tie(LD, pivots, info), at::linalg_ldl_factor_ex(get(self), hermitian, check_errors)); });
}
ptc_error ptc_linalg_ldl_solve(ptc_tensor LD, ptc_tensor pivots, ptc_tensor B, bool hermitian, ptc_tensor *out) {
  return guard(out, [&] {
    check_ldl_pivots(get(pivots));
    check_ldl_batches(get(LD), get(B));
    put(out, at::linalg_ldl_solve(get(LD), get(pivots), get(B), hermitian));
  });
}
ptc_error ptc_linalg_lstsq(ptc_tensor self, ptc_tensor b, const double *rcond, const char *driver, ptc_tensor *solution,
                           ptc_tensor *residuals, ptc_tensor *rank, ptc_tensor *singular_values) {
  return guard(std::tie(solution, residuals, rank, singular_values), [&] {
    check_columns(get(self), get(b), driver);
    put(std::tie(solution, residuals, rank, singular_values),
        at::linalg_lstsq(get(self), get(b), opt(rcond), opt(driver)));
  });
}
ptc_error ptc_linalg_lu(ptc_tensor A, bool pivot, ptc_tensor *P, ptc_tensor *L, ptc_tensor *U) {
  return guard(std::tie(P, L, U), [&] { put(std::tie(P, L, U), at::linalg_lu(get(A), pivot)); });
}
ptc_error ptc_linalg_lu_factor(ptc_tensor A, bool pivot, ptc_tensor *LU, ptc_tensor *pivots) {
  return guard(std::tie(LU, pivots), [&] { put(std::tie(LU, pivots), at::linalg_lu_factor(get(A), pivot)); });
}
ptc_error ptc_linalg_lu_factor_ex(ptc_tensor A, bool pivot, bool check_errors, ptc_tensor *LU, ptc_tensor *pivots,
                                  ptc_tensor *info) {
  return guard(std::tie(LU, pivots, info),
               [&] { put(std::tie(LU, pivots, info), at::linalg_lu_factor_ex(get(A), pivot, check_errors)); });
}
ptc_error ptc_linalg_lu_solve(ptc_tensor LU, ptc_tensor pivots, ptc_tensor B, bool left, bool adjoint,
                              ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_lu_solve(get(LU), get(pivots), get(B), left, adjoint)); });
}
ptc_error ptc_linalg_matmul(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_matmul(get(self), get(other))); });
}
ptc_error ptc_linalg_matrix_exp(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_matrix_exp(get(self))); });
}
ptc_error ptc_linalg_matrix_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                                 int32_t dtype, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::linalg_matrix_norm(get(self), scalar(ord), ints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_linalg_matrix_norm_str_ord(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len,
                                         bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::linalg_matrix_norm(get(self), chars(ord), ints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_linalg_matrix_power(ptc_tensor self, int64_t n, ptc_tensor *out) {
  return guard(out, [&] {
    check_power(n);
    put(out, at::linalg_matrix_power(get(self), n));
  });
}
ptc_error ptc_linalg_matrix_rank_atol_rtol_tensor(ptc_tensor input, ptc_tensor atol, ptc_tensor rtol, bool hermitian,
                                                  ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_matrix_rank(get(input), opt(atol), opt(rtol), hermitian)); });
}
ptc_error ptc_linalg_matrix_rank_atol_rtol_float(ptc_tensor self, const double *atol, const double *rtol,
                                                 bool hermitian, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_matrix_rank(get(self), opt(atol), opt(rtol), hermitian)); });
}
ptc_error ptc_linalg_matrix_rank(ptc_tensor self, double tol, bool hermitian, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_matrix_rank(get(self), tol, hermitian)); });
}
ptc_error ptc_linalg_matrix_rank_tol_tensor(ptc_tensor input, ptc_tensor tol, bool hermitian, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_matrix_rank(get(input), get(tol), hermitian)); });
}
ptc_error ptc_linalg_multi_dot(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_multi_dot(list(tensors))); });
}
ptc_error ptc_linalg_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                          int32_t dtype, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::linalg_norm(get(self), optscalar(ord), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_linalg_norm_ord_str(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                                  int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_norm(get(self), chars(ord), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_linalg_pinv_atol_rtol_tensor(ptc_tensor self, ptc_tensor atol, ptc_tensor rtol, bool hermitian,
                                           ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_pinv(get(self), opt(atol), opt(rtol), hermitian)); });
}
ptc_error ptc_linalg_pinv_atol_rtol_float(ptc_tensor self, const double *atol, const double *rtol, bool hermitian,
                                          ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_pinv(get(self), opt(atol), opt(rtol), hermitian)); });
}
ptc_error ptc_linalg_pinv(ptc_tensor self, double rcond, bool hermitian, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_pinv(get(self), rcond, hermitian)); });
}
ptc_error ptc_linalg_pinv_rcond_tensor(ptc_tensor self, ptc_tensor rcond, bool hermitian, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_pinv(get(self), get(rcond), hermitian)); });
}
ptc_error ptc_linalg_qr(ptc_tensor A, const char *mode, ptc_tensor *Q, ptc_tensor *R) {
  return guard(std::tie(Q, R), [&] { put(std::tie(Q, R), at::linalg_qr(get(A), chars(mode))); });
}
ptc_error ptc_linalg_slogdet(ptc_tensor A, ptc_tensor *sign, ptc_tensor *logabsdet) {
  return guard(std::tie(sign, logabsdet), [&] { put(std::tie(sign, logabsdet), at::linalg_slogdet(get(A))); });
}
ptc_error ptc_linalg_solve(ptc_tensor A, ptc_tensor B, bool left, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_solve(get(A), get(B), left)); });
}
ptc_error ptc_linalg_solve_ex(ptc_tensor A, ptc_tensor B, bool left, bool check_errors, ptc_tensor *result,
                              ptc_tensor *info) {
  return guard(std::tie(result, info),
               [&] { put(std::tie(result, info), at::linalg_solve_ex(get(A), get(B), left, check_errors)); });
}
ptc_error ptc_linalg_solve_triangular(ptc_tensor self, ptc_tensor B, bool upper, bool left, bool unitriangular,
                                      ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_solve_triangular(get(self), get(B), upper, left, unitriangular)); });
}
ptc_error ptc_linalg_svd(ptc_tensor A, bool full_matrices, const char *driver, ptc_tensor *U, ptc_tensor *S,
                         ptc_tensor *Vh) {
  return guard(std::tie(U, S, Vh),
               [&] { put(std::tie(U, S, Vh), at::linalg_svd(get(A), full_matrices, opt(driver))); });
}
ptc_error ptc_linalg_svdvals(ptc_tensor A, const char *driver, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_svdvals(get(A), opt(driver))); });
}
ptc_error ptc_linalg_tensorinv(ptc_tensor self, int64_t ind, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_tensorinv(get(self), ind)); });
}
ptc_error ptc_linalg_tensorsolve(ptc_tensor self, ptc_tensor other, const int64_t *dims, int64_t dims_len,
                                 ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_tensorsolve(get(self), get(other), optints(dims))); });
}
ptc_error ptc_linalg_vander(ptc_tensor x, const int64_t *N, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_vander(get(x), opt(N))); });
}
ptc_error ptc_linalg_vecdot(ptc_tensor x, ptc_tensor y, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::linalg_vecdot(get(x), get(y), dim)); });
}
ptc_error ptc_linalg_vector_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                                 int32_t dtype, ptc_tensor *out) {
  return guard(
      out, [&] { put(out, at::linalg_vector_norm(get(self), scalar(ord), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_linalg_cholesky_out(ptc_tensor self, bool upper, ptc_tensor out) {
  return guard([&] { at::linalg_cholesky_out(into(out), get(self), upper); });
}
ptc_error ptc_linalg_cholesky_ex_L(ptc_tensor self, bool upper, bool check_errors, ptc_tensor L, ptc_tensor info) {
  return guard([&] { at::linalg_cholesky_ex_out(into(L), into(info), get(self), upper, check_errors); });
}
ptc_error ptc_linalg_cond_out(ptc_tensor self, ptc_scalar p, ptc_tensor out) {
  return guard([&] { at::linalg_cond_out(into(out), get(self), optscalar(p)); });
}
ptc_error ptc_linalg_cond_p_str_out(ptc_tensor self, const char *p, ptc_tensor out) {
  return guard([&] { at::linalg_cond_out(into(out), get(self), chars(p)); });
}
ptc_error ptc_linalg_cross_out(ptc_tensor self, ptc_tensor other, int64_t dim, ptc_tensor out) {
  return guard([&] {
    check_both(get(self), get(other));
    at::linalg_cross_out(into(out), get(self), get(other), dim);
  });
}
ptc_error ptc_linalg_det_out(ptc_tensor A, ptc_tensor out) {
  return guard([&] { at::linalg_det_out(into(out), get(A)); });
}
ptc_error ptc_linalg_eig_out(ptc_tensor self, ptc_tensor eigenvalues, ptc_tensor eigenvectors) {
  return guard([&] {
    check_another(get(eigenvalues), get(self), "eigenvalues");
    at::linalg_eig_out(into(eigenvalues), into(eigenvectors), get(self));
  });
}
ptc_error ptc_linalg_eigh_eigvals(ptc_tensor self, const char *UPLO, ptc_tensor eigvals, ptc_tensor eigvecs) {
  return guard([&] { at::linalg_eigh_out(into(eigvals), into(eigvecs), get(self), chars(UPLO)); });
}
ptc_error ptc_linalg_eigvals_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] {
    check_finite(get(self), "torch.linalg.eigvals: input tensor should not contain infs or NaNs.");
    check_another(get(out), get(self), "out");
    at::linalg_eigvals_out(into(out), get(self));
  });
}
ptc_error ptc_linalg_eigvalsh_out(ptc_tensor self, const char *UPLO, ptc_tensor out) {
  return guard([&] { at::linalg_eigvalsh_out(into(out), get(self), chars(UPLO)); });
}
ptc_error ptc_linalg_householder_product_out(ptc_tensor input, ptc_tensor tau, ptc_tensor out) {
  return guard([&] { at::linalg_householder_product_out(into(out), get(input), get(tau)); });
}
ptc_error ptc_linalg_inv_out(ptc_tensor A, ptc_tensor out) {
  return guard([&] { at::linalg_inv_out(into(out), get(A)); });
}
ptc_error ptc_linalg_inv_ex_inverse(ptc_tensor A, bool check_errors, ptc_tensor inverse, ptc_tensor info) {
  return guard([&] { at::linalg_inv_ex_out(into(inverse), into(info), get(A), check_errors); });
}
ptc_error ptc_linalg_ldl_factor_out(ptc_tensor self, bool hermitian, ptc_tensor LD, ptc_tensor pivots) {
  return guard([&] { at::linalg_ldl_factor_out(into(LD), into(pivots), get(self), hermitian); });
}
ptc_error ptc_linalg_ldl_factor_ex_out(ptc_tensor self, bool hermitian, bool check_errors, ptc_tensor LD,
                                       ptc_tensor pivots, ptc_tensor info) {
  return guard(
      [&] { at::linalg_ldl_factor_ex_out(into(LD), into(pivots), into(info), get(self), hermitian, check_errors); });
}
ptc_error ptc_linalg_ldl_solve_out(ptc_tensor LD, ptc_tensor pivots, ptc_tensor B, bool hermitian, ptc_tensor out) {
  return guard([&] {
    check_ldl_pivots(get(pivots));
    check_ldl_batches(get(LD), get(B));
    at::linalg_ldl_solve_out(into(out), get(LD), get(pivots), get(B), hermitian);
  });
}
ptc_error ptc_linalg_lstsq_out(ptc_tensor self, ptc_tensor b, const double *rcond, const char *driver,
                               ptc_tensor solution, ptc_tensor residuals, ptc_tensor rank, ptc_tensor singular_values) {
  return guard([&] {
    check_columns(get(self), get(b), driver);
    at::linalg_lstsq_out(into(solution), into(residuals), into(rank), into(singular_values), get(self), get(b),
                         opt(rcond), opt(driver));
  });
}
ptc_error ptc_linalg_lu_out(ptc_tensor A, bool pivot, ptc_tensor P, ptc_tensor L, ptc_tensor U) {
  return guard([&] { at::linalg_lu_out(into(P), into(L), into(U), get(A), pivot); });
}
ptc_error ptc_linalg_lu_factor_out(ptc_tensor A, bool pivot, ptc_tensor LU, ptc_tensor pivots) {
  return guard([&] { at::linalg_lu_factor_out(into(LU), into(pivots), get(A), pivot); });
}
ptc_error ptc_linalg_lu_factor_ex_out(ptc_tensor A, bool pivot, bool check_errors, ptc_tensor LU, ptc_tensor pivots,
                                      ptc_tensor info) {
  return guard([&] { at::linalg_lu_factor_ex_out(into(LU), into(pivots), into(info), get(A), pivot, check_errors); });
}
ptc_error ptc_linalg_lu_solve_out(ptc_tensor LU, ptc_tensor pivots, ptc_tensor B, bool left, bool adjoint,
                                  ptc_tensor out) {
  return guard([&] { at::linalg_lu_solve_out(into(out), get(LU), get(pivots), get(B), left, adjoint); });
}
ptc_error ptc_linalg_matmul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::linalg_matmul_out(into(out), get(self), get(other)); });
}
ptc_error ptc_linalg_matrix_norm_out(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                                     int32_t dtype, ptc_tensor out) {
  return guard(
      [&] { at::linalg_matrix_norm_out(into(out), get(self), scalar(ord), ints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_linalg_matrix_norm_str_ord_out(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len,
                                             bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard(
      [&] { at::linalg_matrix_norm_out(into(out), get(self), chars(ord), ints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_linalg_matrix_power_out(ptc_tensor self, int64_t n, ptc_tensor out) {
  return guard([&] {
    check_power(n);
    at::linalg_matrix_power_out(into(out), get(self), n);
  });
}
ptc_error ptc_linalg_matrix_rank_atol_rtol_tensor_out(ptc_tensor input, ptc_tensor atol, ptc_tensor rtol,
                                                      bool hermitian, ptc_tensor out) {
  return guard([&] { at::linalg_matrix_rank_out(into(out), get(input), opt(atol), opt(rtol), hermitian); });
}
ptc_error ptc_linalg_matrix_rank_atol_rtol_float_out(ptc_tensor self, const double *atol, const double *rtol,
                                                     bool hermitian, ptc_tensor out) {
  return guard([&] { at::linalg_matrix_rank_out(into(out), get(self), opt(atol), opt(rtol), hermitian); });
}
ptc_error ptc_linalg_matrix_rank_out(ptc_tensor self, double tol, bool hermitian, ptc_tensor out) {
  return guard([&] { at::linalg_matrix_rank_out(into(out), get(self), tol, hermitian); });
}
ptc_error ptc_linalg_matrix_rank_out_tol_tensor(ptc_tensor input, ptc_tensor tol, bool hermitian, ptc_tensor out) {
  return guard([&] { at::linalg_matrix_rank_out(into(out), get(input), get(tol), hermitian); });
}
ptc_error ptc_linalg_multi_dot_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out) {
  return guard([&] { at::linalg_multi_dot_out(into(out), list(tensors)); });
}
ptc_error ptc_linalg_norm_out(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                              int32_t dtype, ptc_tensor out) {
  return guard(
      [&] { at::linalg_norm_out(into(out), get(self), optscalar(ord), optints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_linalg_norm_ord_str_out(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len,
                                      bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::linalg_norm_out(into(out), get(self), chars(ord), optints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_linalg_pinv_atol_rtol_tensor_out(ptc_tensor self, ptc_tensor atol, ptc_tensor rtol, bool hermitian,
                                               ptc_tensor out) {
  return guard([&] { at::linalg_pinv_out(into(out), get(self), opt(atol), opt(rtol), hermitian); });
}
ptc_error ptc_linalg_pinv_atol_rtol_float_out(ptc_tensor self, const double *atol, const double *rtol, bool hermitian,
                                              ptc_tensor out) {
  return guard([&] { at::linalg_pinv_out(into(out), get(self), opt(atol), opt(rtol), hermitian); });
}
ptc_error ptc_linalg_pinv_out(ptc_tensor self, double rcond, bool hermitian, ptc_tensor out) {
  return guard([&] { at::linalg_pinv_out(into(out), get(self), rcond, hermitian); });
}
ptc_error ptc_linalg_pinv_out_rcond_tensor(ptc_tensor self, ptc_tensor rcond, bool hermitian, ptc_tensor out) {
  return guard([&] { at::linalg_pinv_out(into(out), get(self), get(rcond), hermitian); });
}
ptc_error ptc_linalg_qr_out(ptc_tensor A, const char *mode, ptc_tensor Q, ptc_tensor R) {
  return guard([&] { at::linalg_qr_out(into(Q), into(R), get(A), chars(mode)); });
}
ptc_error ptc_linalg_slogdet_out(ptc_tensor A, ptc_tensor sign, ptc_tensor logabsdet) {
  return guard([&] { at::linalg_slogdet_out(into(sign), into(logabsdet), get(A)); });
}
ptc_error ptc_linalg_solve_out(ptc_tensor A, ptc_tensor B, bool left, ptc_tensor out) {
  return guard([&] { at::linalg_solve_out(into(out), get(A), get(B), left); });
}
ptc_error ptc_linalg_solve_ex_out(ptc_tensor A, ptc_tensor B, bool left, bool check_errors, ptc_tensor result,
                                  ptc_tensor info) {
  return guard([&] { at::linalg_solve_ex_out(into(result), into(info), get(A), get(B), left, check_errors); });
}
ptc_error ptc_linalg_solve_triangular_out(ptc_tensor self, ptc_tensor B, bool upper, bool left, bool unitriangular,
                                          ptc_tensor out) {
  return guard([&] { at::linalg_solve_triangular_out(into(out), get(self), get(B), upper, left, unitriangular); });
}
ptc_error ptc_linalg_svd_U(ptc_tensor A, bool full_matrices, const char *driver, ptc_tensor U, ptc_tensor S,
                           ptc_tensor Vh) {
  return guard([&] { at::linalg_svd_out(into(U), into(S), into(Vh), get(A), full_matrices, opt(driver)); });
}
ptc_error ptc_linalg_svdvals_out(ptc_tensor A, const char *driver, ptc_tensor out) {
  return guard([&] { at::linalg_svdvals_out(into(out), get(A), opt(driver)); });
}
ptc_error ptc_linalg_tensorinv_out(ptc_tensor self, int64_t ind, ptc_tensor out) {
  return guard([&] { at::linalg_tensorinv_out(into(out), get(self), ind); });
}
ptc_error ptc_linalg_tensorsolve_out(ptc_tensor self, ptc_tensor other, const int64_t *dims, int64_t dims_len,
                                     ptc_tensor out) {
  return guard([&] { at::linalg_tensorsolve_out(into(out), get(self), get(other), optints(dims)); });
}
ptc_error ptc_linalg_vecdot_out(ptc_tensor x, ptc_tensor y, int64_t dim, ptc_tensor out) {
  return guard([&] { at::linalg_vecdot_out(into(out), get(x), get(y), dim); });
}
ptc_error ptc_linalg_vector_norm_out(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim,
                                     int32_t dtype, ptc_tensor out) {
  return guard(
      [&] { at::linalg_vector_norm_out(into(out), get(self), scalar(ord), optints(dim), keepdim, optdtype(dtype)); });
}
