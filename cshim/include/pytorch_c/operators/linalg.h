/* Linear algebra (torch.linalg). */
#ifndef PYTORCH_C_LINALG_H
#define PYTORCH_C_LINALG_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* The sum of |x| to the power `ord`: vector_norm without its root.
   linalg__powsum(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *,
       ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg__powsum(ptc_tensor self, ptc_scalar ord, PTC_OPTIONAL const int64_t *dim,
                                           int64_t dim_len, bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* L with L @ L.mH = self, for positive definite matrices (…, n, n); an error if one is not.
   linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_cholesky(ptc_tensor self, bool upper, PTC_OUT ptc_tensor *out);
/* linalg_cholesky and an error code for each matrix.
   linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info) */
PTC_NODISCARD ptc_error ptc_linalg_cholesky_ex(ptc_tensor self, bool upper, bool check_errors, PTC_OUT ptc_tensor *L,
                                               PTC_OUT ptc_tensor *info);
/* Condition numbers of matrices in the norm p, by default the 2-norm.
   linalg_cond(Tensor self, Scalar? p=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_cond(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, PTC_OUT ptc_tensor *out);
/* Condition numbers of matrices in the norm "fro" or "nuc".
   linalg_cond.p_str(Tensor self, str p) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_cond_p_str(ptc_tensor self, const char *p, PTC_OUT ptc_tensor *out);
/* Cross product of vectors along a dimension of size 3.
   linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_cross(ptc_tensor self, ptc_tensor other, int64_t dim, PTC_OUT ptc_tensor *out);
/* Determinants: (…, n, n) to (…).
   linalg_det(Tensor A) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_det(ptc_tensor A, PTC_OUT ptc_tensor *out);
/* A view of the diagonals of the last two dimensions.
   linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_linalg_diagonal(ptc_tensor A, int64_t offset, int64_t dim1, int64_t dim2,
                                            PTC_OUT ptc_tensor *out);
/* Eigenvalues (…, n) and eigenvectors (…, n, n) of square matrices, both complex.
   linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors) */
PTC_NODISCARD ptc_error ptc_linalg_eig(ptc_tensor self, PTC_OUT ptc_tensor *eigenvalues,
                                       PTC_OUT ptc_tensor *eigenvectors);
/* Ascending real eigenvalues (…, n) and orthonormal eigenvectors (…, n, n) of Hermitian matrices.
   linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors) */
PTC_NODISCARD ptc_error ptc_linalg_eigh(ptc_tensor self, const char *UPLO, PTC_OUT ptc_tensor *eigenvalues,
                                        PTC_OUT ptc_tensor *eigenvectors);
/* Eigenvalues of square matrices, complex: (…, n).
   linalg_eigvals(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_eigvals(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Eigenvalues of Hermitian matrices, ascending and real: (…, n).
   linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_eigvalsh(ptc_tensor self, const char *UPLO, PTC_OUT ptc_tensor *out);
/* The first columns of the product of Householder reflections that geqrf gave.
   linalg_householder_product(Tensor input, Tensor tau) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_householder_product(ptc_tensor input, ptc_tensor tau, PTC_OUT ptc_tensor *out);
/* Inverses of square matrices (…, n, n); an error if one is singular.
   linalg_inv(Tensor A) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_inv(ptc_tensor A, PTC_OUT ptc_tensor *out);
/* linalg_inv and an error code for each matrix.
   linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info) */
PTC_NODISCARD ptc_error ptc_linalg_inv_ex(ptc_tensor A, bool check_errors, PTC_OUT ptc_tensor *inverse,
                                          PTC_OUT ptc_tensor *info);
/* L * D * L.mH of Hermitian matrices in compact form, and the pivots.
   linalg_ldl_factor(Tensor self, *, bool hermitian=False) -> (Tensor LD, Tensor pivots) */
PTC_NODISCARD ptc_error ptc_linalg_ldl_factor(ptc_tensor self, bool hermitian, PTC_OUT ptc_tensor *LD,
                                              PTC_OUT ptc_tensor *pivots);
/* linalg_ldl_factor and an error code for each matrix.
   linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False, bool check_errors=False) -> (Tensor LD, Tensor pivots,
       Tensor info) */
PTC_NODISCARD ptc_error ptc_linalg_ldl_factor_ex(ptc_tensor self, bool hermitian, bool check_errors,
                                                 PTC_OUT ptc_tensor *LD, PTC_OUT ptc_tensor *pivots,
                                                 PTC_OUT ptc_tensor *info);
/* X with A @ X = B, from what linalg_ldl_factor gave.
   linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_ldl_solve(ptc_tensor LD, ptc_tensor pivots, ptc_tensor B, bool hermitian,
                                             PTC_OUT ptc_tensor *out);
/* X with the least |self @ X - b|: (…, m, n) and (…, m, k) give (…, n, k), residuals, rank, singular values.
   linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals,
       Tensor rank, Tensor singular_values) */
PTC_NODISCARD ptc_error ptc_linalg_lstsq(ptc_tensor self, ptc_tensor b, PTC_OPTIONAL const double *rcond,
                                         PTC_OPTIONAL const char *driver, PTC_OUT ptc_tensor *solution,
                                         PTC_OUT ptc_tensor *residuals, PTC_OUT ptc_tensor *rank,
                                         PTC_OUT ptc_tensor *singular_values);
/* P, L and U with P @ L @ U = A.
   linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U) */
PTC_NODISCARD ptc_error ptc_linalg_lu(ptc_tensor A, bool pivot, PTC_OUT ptc_tensor *P, PTC_OUT ptc_tensor *L,
                                      PTC_OUT ptc_tensor *U);
/* L and U in one matrix, and the pivots (int32, from 1).
   linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots) */
PTC_NODISCARD ptc_error ptc_linalg_lu_factor(ptc_tensor A, bool pivot, PTC_OUT ptc_tensor *LU,
                                             PTC_OUT ptc_tensor *pivots);
/* linalg_lu_factor and an error code for each matrix.
   linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots,
       Tensor info) */
PTC_NODISCARD ptc_error ptc_linalg_lu_factor_ex(ptc_tensor A, bool pivot, bool check_errors, PTC_OUT ptc_tensor *LU,
                                                PTC_OUT ptc_tensor *pivots, PTC_OUT ptc_tensor *info);
/* X with A @ X = B (X @ A = B if not `left`), from what linalg_lu_factor gave.
   linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_lu_solve(ptc_tensor LU, ptc_tensor pivots, ptc_tensor B, bool left, bool adjoint,
                                            PTC_OUT ptc_tensor *out);
/* Alias of matmul.
   linalg_matmul(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matmul(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The exponential of square matrices.
   linalg_matrix_exp(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_exp(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A norm of matrices: "fro", "nuc", inf, -inf, 1, -1, 2 or -2.
   linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *,
       ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len,
                                               bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The Frobenius ("fro") or nuclear ("nuc") norm of matrices.
   linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *,
       ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_norm_str_ord(ptc_tensor self, const char *ord, const int64_t *dim,
                                                       int64_t dim_len, bool keepdim, int32_t dtype,
                                                       PTC_OUT ptc_tensor *out);
/* The n-th power of square matrices; a negative n inverts first.
   linalg_matrix_power(Tensor self, int n) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_power(ptc_tensor self, int64_t n, PTC_OUT ptc_tensor *out);
/* Number of singular values that exceed max(atol, rtol * the largest): (…).
   linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None,
       bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_atol_rtol_tensor(ptc_tensor input, PTC_OPTIONAL ptc_tensor atol,
                                                                PTC_OPTIONAL ptc_tensor rtol, bool hermitian,
                                                                PTC_OUT ptc_tensor *out);
/* Number of singular values that exceed max(atol, rtol * the largest): (…).
   linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None,
       bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_atol_rtol_float(ptc_tensor self, PTC_OPTIONAL const double *atol,
                                                               PTC_OPTIONAL const double *rtol, bool hermitian,
                                                               PTC_OUT ptc_tensor *out);
/* Number of singular values that exceed `tol`: (…).
   linalg_matrix_rank(Tensor self, float tol, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank(ptc_tensor self, double tol, bool hermitian, PTC_OUT ptc_tensor *out);
/* Number of singular values that exceed `tol`: (…).
   linalg_matrix_rank.tol_tensor(Tensor input, Tensor tol, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_tol_tensor(ptc_tensor input, ptc_tensor tol, bool hermitian,
                                                          PTC_OUT ptc_tensor *out);
/* The product of a list of matrices in the cheapest order; the first and last may be vectors.
   linalg_multi_dot(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_multi_dot(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* A vector norm, or a matrix norm if `dim` names two dimensions or `ord` asks for it.
   linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *,
       ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_norm(ptc_tensor self, PTC_OPTIONAL ptc_scalar ord, PTC_OPTIONAL const int64_t *dim,
                                        int64_t dim_len, bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The Frobenius ("fro") or nuclear ("nuc") norm of a matrix.
   linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *,
       ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_norm_ord_str(ptc_tensor self, const char *ord, PTC_OPTIONAL const int64_t *dim,
                                                int64_t dim_len, bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* Pseudoinverses: (…, m, n) to (…, n, m).
   linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_pinv_atol_rtol_tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor atol,
                                                         PTC_OPTIONAL ptc_tensor rtol, bool hermitian,
                                                         PTC_OUT ptc_tensor *out);
/* Pseudoinverses: (…, m, n) to (…, n, m).
   linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_pinv_atol_rtol_float(ptc_tensor self, PTC_OPTIONAL const double *atol,
                                                        PTC_OPTIONAL const double *rtol, bool hermitian,
                                                        PTC_OUT ptc_tensor *out);
/* Pseudoinverses, where singular values up to `rcond` times the largest count as 0: (…, m, n) to (…, n, m).
   linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_pinv(ptc_tensor self, double rcond, bool hermitian, PTC_OUT ptc_tensor *out);
/* Pseudoinverses, where singular values up to `rcond` times the largest count as 0: (…, m, n) to (…, n, m).
   linalg_pinv.rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_pinv_rcond_tensor(ptc_tensor self, ptc_tensor rcond, bool hermitian,
                                                     PTC_OUT ptc_tensor *out);
/* Orthonormal Q and upper triangular R with Q @ R = A; mode "reduced", "complete" or "r".
   linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R) */
PTC_NODISCARD ptc_error ptc_linalg_qr(ptc_tensor A, const char *mode, PTC_OUT ptc_tensor *Q, PTC_OUT ptc_tensor *R);
/* Sign and log of the absolute value of determinants.
   linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet) */
PTC_NODISCARD ptc_error ptc_linalg_slogdet(ptc_tensor A, PTC_OUT ptc_tensor *sign, PTC_OUT ptc_tensor *logabsdet);
/* X with A @ X = B (X @ A = B if not `left`); an error if A is singular.
   linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_solve(ptc_tensor A, ptc_tensor B, bool left, PTC_OUT ptc_tensor *out);
/* linalg_solve and an error code for each matrix.
   linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info) */
PTC_NODISCARD ptc_error ptc_linalg_solve_ex(ptc_tensor A, ptc_tensor B, bool left, bool check_errors,
                                            PTC_OUT ptc_tensor *result, PTC_OUT ptc_tensor *info);
/* X with A @ X = B for triangular A; nothing is checked.
   linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_solve_triangular(ptc_tensor self, ptc_tensor B, bool upper, bool left,
                                                    bool unitriangular, PTC_OUT ptc_tensor *out);
/* U, S descending, and Vh with U @ diag(S) @ Vh = A.
   linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh) */
PTC_NODISCARD ptc_error ptc_linalg_svd(ptc_tensor A, bool full_matrices, PTC_OPTIONAL const char *driver,
                                       PTC_OUT ptc_tensor *U, PTC_OUT ptc_tensor *S, PTC_OUT ptc_tensor *Vh);
/* Singular values, descending: (…, min(m, n)).
   linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_svdvals(ptc_tensor A, PTC_OPTIONAL const char *driver, PTC_OUT ptc_tensor *out);
/* The inverse for tensordot over `ind` dimensions.
   linalg_tensorinv(Tensor self, int ind=2) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_tensorinv(ptc_tensor self, int64_t ind, PTC_OUT ptc_tensor *out);
/* X with tensordot(self, X, X.ndim) = other.
   linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_tensorsolve(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const int64_t *dims,
                                               int64_t dims_len, PTC_OUT ptc_tensor *out);
/* Powers 0 to N - 1 of each element as rows: (…, n) to (…, n, N).
   linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_vander(ptc_tensor x, PTC_OPTIONAL const int64_t *N, PTC_OUT ptc_tensor *out);
/* The sum of conj(x) * y along `dim`.
   linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_vecdot(ptc_tensor x, ptc_tensor y, int64_t dim, PTC_OUT ptc_tensor *out);
/* The `ord`-norm of all elements, or along `dim`.
   linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *,
       ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linalg_vector_norm(ptc_tensor self, ptc_scalar ord, PTC_OPTIONAL const int64_t *dim,
                                               int64_t dim_len, bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* L with L @ L.mH = self, for positive definite matrices (…, n, n); an error if one is not; written into `out`.
   linalg_cholesky.out(Tensor self, *, bool upper=False, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_cholesky_out(ptc_tensor self, bool upper, ptc_tensor out);
/* linalg_cholesky and an error code for each matrix; written into `L` and `info`.
   linalg_cholesky_ex.L(Tensor self, *, bool upper=False, bool check_errors=False, Tensor(a!) L,
       Tensor(b!) info) -> (Tensor(a!) L, Tensor(b!) info) */
PTC_NODISCARD ptc_error ptc_linalg_cholesky_ex_L(ptc_tensor self, bool upper, bool check_errors, ptc_tensor L,
                                                 ptc_tensor info);
/* Condition numbers of matrices in the norm p, by default the 2-norm; written into `out`.
   linalg_cond.out(Tensor self, Scalar? p=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_cond_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, ptc_tensor out);
/* Condition numbers of matrices in the norm "fro" or "nuc"; written into `out`.
   linalg_cond.p_str_out(Tensor self, str p, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_cond_p_str_out(ptc_tensor self, const char *p, ptc_tensor out);
/* Cross product of vectors along a dimension of size 3; written into `out`.
   linalg_cross.out(Tensor self, Tensor other, *, int dim=-1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_cross_out(ptc_tensor self, ptc_tensor other, int64_t dim, ptc_tensor out);
/* Determinants: (…, n, n) to (…); written into `out`.
   linalg_det.out(Tensor A, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_det_out(ptc_tensor A, ptc_tensor out);
/* Eigenvalues (…, n) and eigenvectors (…, n, n) of square matrices, both complex; written into `eigenvalues` and
   `eigenvectors`.
   linalg_eig.out(Tensor self, *, Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) -> (Tensor(a!) eigenvalues,
       Tensor(b!) eigenvectors) */
PTC_NODISCARD ptc_error ptc_linalg_eig_out(ptc_tensor self, ptc_tensor eigenvalues, ptc_tensor eigenvectors);
/* Ascending real eigenvalues (…, n) and orthonormal eigenvectors (…, n, n) of Hermitian matrices; written into
   `eigvals` and `eigvecs`.
   linalg_eigh.eigvals(Tensor self, str UPLO="L", *, Tensor(a!) eigvals,
       Tensor(b!) eigvecs) -> (Tensor(a!) eigenvalues, Tensor(b!) eigenvectors) */
PTC_NODISCARD ptc_error ptc_linalg_eigh_eigvals(ptc_tensor self, const char *UPLO, ptc_tensor eigvals,
                                                ptc_tensor eigvecs);
/* Eigenvalues of square matrices, complex: (…, n); written into `out`.
   linalg_eigvals.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_eigvals_out(ptc_tensor self, ptc_tensor out);
/* Eigenvalues of Hermitian matrices, ascending and real: (…, n); written into `out`.
   linalg_eigvalsh.out(Tensor self, str UPLO="L", *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_eigvalsh_out(ptc_tensor self, const char *UPLO, ptc_tensor out);
/* The first columns of the product of Householder reflections that geqrf gave; written into `out`.
   linalg_householder_product.out(Tensor input, Tensor tau, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_householder_product_out(ptc_tensor input, ptc_tensor tau, ptc_tensor out);
/* Inverses of square matrices (…, n, n); an error if one is singular; written into `out`.
   linalg_inv.out(Tensor A, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_inv_out(ptc_tensor A, ptc_tensor out);
/* linalg_inv and an error code for each matrix; written into `inverse` and `info`.
   linalg_inv_ex.inverse(Tensor A, *, bool check_errors=False, Tensor(a!) inverse,
       Tensor(b!) info) -> (Tensor(a!) inverse, Tensor(b!) info) */
PTC_NODISCARD ptc_error ptc_linalg_inv_ex_inverse(ptc_tensor A, bool check_errors, ptc_tensor inverse, ptc_tensor info);
/* L * D * L.mH of Hermitian matrices in compact form, and the pivots; written into `LD` and `pivots`.
   linalg_ldl_factor.out(Tensor self, *, bool hermitian=False, Tensor(a!) LD, Tensor(b!) pivots) -> (Tensor(a!) LD,
       Tensor(b!) pivots) */
PTC_NODISCARD ptc_error ptc_linalg_ldl_factor_out(ptc_tensor self, bool hermitian, ptc_tensor LD, ptc_tensor pivots);
/* linalg_ldl_factor and an error code for each matrix; written into `LD`, `pivots` and `info`.
   linalg_ldl_factor_ex.out(Tensor self, *, bool hermitian=False, bool check_errors=False, Tensor(a!) LD,
       Tensor(b!) pivots, Tensor(c!) info) -> (Tensor(a!) LD, Tensor(b!) pivots, Tensor(c!) info) */
PTC_NODISCARD ptc_error ptc_linalg_ldl_factor_ex_out(ptc_tensor self, bool hermitian, bool check_errors, ptc_tensor LD,
                                                     ptc_tensor pivots, ptc_tensor info);
/* X with A @ X = B, from what linalg_ldl_factor gave; written into `out`.
   linalg_ldl_solve.out(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_ldl_solve_out(ptc_tensor LD, ptc_tensor pivots, ptc_tensor B, bool hermitian,
                                                 ptc_tensor out);
/* X with the least |self @ X - b|: (…, m, n) and (…, m, k) give (…, n, k), residuals, rank, singular values; written
   into `solution`, `residuals`, `rank` and `singular_values`.
   linalg_lstsq.out(Tensor self, Tensor b, float? rcond=None, *, str? driver=None, Tensor(a!) solution,
       Tensor(b!) residuals, Tensor(c!) rank, Tensor(d!) singular_values) -> (Tensor(a!) solution,
       Tensor(b!) residuals, Tensor(c!) rank, Tensor(d!) singular_values) */
PTC_NODISCARD ptc_error ptc_linalg_lstsq_out(ptc_tensor self, ptc_tensor b, PTC_OPTIONAL const double *rcond,
                                             PTC_OPTIONAL const char *driver, ptc_tensor solution, ptc_tensor residuals,
                                             ptc_tensor rank, ptc_tensor singular_values);
/* P, L and U with P @ L @ U = A; written into `P`, `L` and `U`.
   linalg_lu.out(Tensor A, *, bool pivot=True, Tensor(a!) P, Tensor(b!) L, Tensor(c!) U) -> (Tensor(a!) P,
       Tensor(b!) L, Tensor(c!) U) */
PTC_NODISCARD ptc_error ptc_linalg_lu_out(ptc_tensor A, bool pivot, ptc_tensor P, ptc_tensor L, ptc_tensor U);
/* L and U in one matrix, and the pivots (int32, from 1); written into `LU` and `pivots`.
   linalg_lu_factor.out(Tensor A, *, bool pivot=True, Tensor(a!) LU, Tensor(b!) pivots) -> (Tensor(a!) LU,
       Tensor(b!) pivots) */
PTC_NODISCARD ptc_error ptc_linalg_lu_factor_out(ptc_tensor A, bool pivot, ptc_tensor LU, ptc_tensor pivots);
/* linalg_lu_factor and an error code for each matrix; written into `LU`, `pivots` and `info`.
   linalg_lu_factor_ex.out(Tensor A, *, bool pivot=True, bool check_errors=False, Tensor(a!) LU, Tensor(b!) pivots,
       Tensor(c!) info) -> (Tensor(a!) LU, Tensor(b!) pivots, Tensor(c!) info) */
PTC_NODISCARD ptc_error ptc_linalg_lu_factor_ex_out(ptc_tensor A, bool pivot, bool check_errors, ptc_tensor LU,
                                                    ptc_tensor pivots, ptc_tensor info);
/* X with A @ X = B (X @ A = B if not `left`), from what linalg_lu_factor gave; written into `out`.
   linalg_lu_solve.out(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_lu_solve_out(ptc_tensor LU, ptc_tensor pivots, ptc_tensor B, bool left, bool adjoint,
                                                ptc_tensor out);
/* Alias of matmul: the product for any dimensions, batches broadcast; written into `out`.
   linalg_matmul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matmul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* A norm of matrices: "fro", "nuc", inf, -inf, 1, -1, 2 or -2; written into `out`.
   linalg_matrix_norm.out(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_norm_out(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len,
                                                   bool keepdim, int32_t dtype, ptc_tensor out);
/* The Frobenius ("fro") or nuclear ("nuc") norm of matrices; written into `out`.
   linalg_matrix_norm.str_ord_out(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *,
       ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_norm_str_ord_out(ptc_tensor self, const char *ord, const int64_t *dim,
                                                           int64_t dim_len, bool keepdim, int32_t dtype,
                                                           ptc_tensor out);
/* The n-th power of square matrices; a negative n inverts first; written into `out`.
   linalg_matrix_power.out(Tensor self, int n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_power_out(ptc_tensor self, int64_t n, ptc_tensor out);
/* Number of singular values that exceed max(atol, rtol * the largest): (…); written into `out`.
   linalg_matrix_rank.atol_rtol_tensor_out(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_atol_rtol_tensor_out(ptc_tensor input, PTC_OPTIONAL ptc_tensor atol,
                                                                    PTC_OPTIONAL ptc_tensor rtol, bool hermitian,
                                                                    ptc_tensor out);
/* Number of singular values that exceed max(atol, rtol * the largest): (…); written into `out`.
   linalg_matrix_rank.atol_rtol_float_out(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_atol_rtol_float_out(ptc_tensor self, PTC_OPTIONAL const double *atol,
                                                                   PTC_OPTIONAL const double *rtol, bool hermitian,
                                                                   ptc_tensor out);
/* Number of singular values that exceed `tol`: (…); written into `out`.
   linalg_matrix_rank.out(Tensor self, float tol, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_out(ptc_tensor self, double tol, bool hermitian, ptc_tensor out);
/* Number of singular values that exceed `tol`: (…); written into `out`.
   linalg_matrix_rank.out_tol_tensor(Tensor input, Tensor tol, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_matrix_rank_out_tol_tensor(ptc_tensor input, ptc_tensor tol, bool hermitian,
                                                              ptc_tensor out);
/* The product of a list of matrices in the cheapest order; the first and last may be vectors; written into `out`.
   linalg_multi_dot.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_multi_dot_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);
/* A vector norm, or a matrix norm if `dim` names two dimensions or `ord` asks for it; written into `out`.
   linalg_norm.out(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_norm_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar ord,
                                            PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                            int32_t dtype, ptc_tensor out);
/* The Frobenius ("fro") or nuclear ("nuc") norm of a matrix; written into `out`.
   linalg_norm.ord_str_out(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_norm_ord_str_out(ptc_tensor self, const char *ord, PTC_OPTIONAL const int64_t *dim,
                                                    int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* Pseudoinverses: (…, m, n) to (…, n, m); written into `out`.
   linalg_pinv.atol_rtol_tensor_out(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_pinv_atol_rtol_tensor_out(ptc_tensor self, PTC_OPTIONAL ptc_tensor atol,
                                                             PTC_OPTIONAL ptc_tensor rtol, bool hermitian,
                                                             ptc_tensor out);
/* Pseudoinverses: (…, m, n) to (…, n, m); written into `out`.
   linalg_pinv.atol_rtol_float_out(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_pinv_atol_rtol_float_out(ptc_tensor self, PTC_OPTIONAL const double *atol,
                                                            PTC_OPTIONAL const double *rtol, bool hermitian,
                                                            ptc_tensor out);
/* Pseudoinverses, where singular values up to `rcond` times the largest count as 0: (…, m, n) to (…, n, m); written
   into `out`.
   linalg_pinv.out(Tensor self, float rcond, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_pinv_out(ptc_tensor self, double rcond, bool hermitian, ptc_tensor out);
/* Pseudoinverses, where singular values up to `rcond` times the largest count as 0: (…, m, n) to (…, n, m); written
   into `out`.
   linalg_pinv.out_rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_pinv_out_rcond_tensor(ptc_tensor self, ptc_tensor rcond, bool hermitian,
                                                         ptc_tensor out);
/* Orthonormal Q and upper triangular R with Q @ R = A; mode "reduced", "complete" or "r"; written into `Q` and `R`.
   linalg_qr.out(Tensor A, str mode='reduced', *, Tensor(a!) Q, Tensor(b!) R) -> (Tensor(a!) Q, Tensor(b!) R) */
PTC_NODISCARD ptc_error ptc_linalg_qr_out(ptc_tensor A, const char *mode, ptc_tensor Q, ptc_tensor R);
/* Sign and log of the absolute value of determinants; written into `sign` and `logabsdet`.
   linalg_slogdet.out(Tensor A, *, Tensor(a!) sign, Tensor(b!) logabsdet) -> (Tensor(a!) sign, Tensor(b!) logabsdet) */
PTC_NODISCARD ptc_error ptc_linalg_slogdet_out(ptc_tensor A, ptc_tensor sign, ptc_tensor logabsdet);
/* X with A @ X = B (X @ A = B if not `left`); an error if A is singular; written into `out`.
   linalg_solve.out(Tensor A, Tensor B, *, bool left=True, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_solve_out(ptc_tensor A, ptc_tensor B, bool left, ptc_tensor out);
/* linalg_solve and an error code for each matrix; written into `result` and `info`.
   linalg_solve_ex.out(Tensor A, Tensor B, *, bool left=True, bool check_errors=False, Tensor(a!) result,
       Tensor(b!) info) -> (Tensor(a!) result, Tensor(b!) info) */
PTC_NODISCARD ptc_error ptc_linalg_solve_ex_out(ptc_tensor A, ptc_tensor B, bool left, bool check_errors,
                                                ptc_tensor result, ptc_tensor info);
/* X with A @ X = B for triangular A; nothing is checked; written into `out`.
   linalg_solve_triangular.out(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_solve_triangular_out(ptc_tensor self, ptc_tensor B, bool upper, bool left,
                                                        bool unitriangular, ptc_tensor out);
/* U, S descending, and Vh with U @ diag(S) @ Vh = A; written into `U`, `S` and `Vh`.
   linalg_svd.U(Tensor A, bool full_matrices=True, *, str? driver=None, Tensor(a!) U, Tensor(b!) S,
       Tensor(c!) Vh) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh) */
PTC_NODISCARD ptc_error ptc_linalg_svd_U(ptc_tensor A, bool full_matrices, PTC_OPTIONAL const char *driver,
                                         ptc_tensor U, ptc_tensor S, ptc_tensor Vh);
/* Singular values, descending: (…, min(m, n)); written into `out`.
   linalg_svdvals.out(Tensor A, *, str? driver=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_svdvals_out(ptc_tensor A, PTC_OPTIONAL const char *driver, ptc_tensor out);
/* The inverse for tensordot over `ind` dimensions; written into `out`.
   linalg_tensorinv.out(Tensor self, int ind=2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_tensorinv_out(ptc_tensor self, int64_t ind, ptc_tensor out);
/* X with tensordot(self, X, X.ndim) = other; written into `out`.
   linalg_tensorsolve.out(Tensor self, Tensor other, int[]? dims=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_tensorsolve_out(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const int64_t *dims,
                                                   int64_t dims_len, ptc_tensor out);
/* The sum of conj(x) * y along `dim`; written into `out`.
   linalg_vecdot.out(Tensor x, Tensor y, *, int dim=-1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_vecdot_out(ptc_tensor x, ptc_tensor y, int64_t dim, ptc_tensor out);
/* The `ord`-norm of all elements, or along `dim`; written into `out`.
   linalg_vector_norm.out(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linalg_vector_norm_out(ptc_tensor self, ptc_scalar ord, PTC_OPTIONAL const int64_t *dim,
                                                   int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);

PTC_END

#endif
