/* Factorizations and solvers under the names that are older than torch.linalg. */
#ifndef PYTORCH_C_LAPACK_H
#define PYTORCH_C_LAPACK_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* lu_factor, with what LAPACK said: LU, pivots, info.
   _lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor pivots, Tensor info) */
PTC_NODISCARD ptc_error ptc__lu_with_info(ptc_tensor self, bool pivot, bool check_errors, PTC_OUT ptc_tensor *LU,
                                          PTC_OUT ptc_tensor *pivots, PTC_OUT ptc_tensor *info);
/* L with L @ L.mH = self (U with U.mH @ U if `upper`): prefer linalg_cholesky.
   cholesky(Tensor self, bool upper=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_cholesky(ptc_tensor self, bool upper, PTC_OUT ptc_tensor *out);
/* The inverse of a matrix from its Cholesky factor.
   cholesky_inverse(Tensor self, bool upper=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_cholesky_inverse(ptc_tensor self, bool upper, PTC_OUT ptc_tensor *out);
/* X with A @ X = self, from the Cholesky factor input2 of A.
   cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_cholesky_solve(ptc_tensor self, ptc_tensor input2, bool upper, PTC_OUT ptc_tensor *out);
/* Determinants: (…, n, n) to (…).
   det(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_det(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* QR in compact form: Householder vectors and their scales.
   geqrf(Tensor self) -> (Tensor a, Tensor tau) */
PTC_NODISCARD ptc_error ptc_geqrf(ptc_tensor self, PTC_OUT ptc_tensor *a, PTC_OUT ptc_tensor *tau);
/* Inverses of square matrices (…, n, n).
   inverse(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_inverse(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* log of determinants; NaN where one is negative.
   logdet(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_logdet(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* X with A @ X = self, from LU and pivots: prefer linalg_lu_solve.
   lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor */
PTC_NODISCARD ptc_error ptc_lu_solve(ptc_tensor self, ptc_tensor LU_data, ptc_tensor LU_pivots,
                                     PTC_OUT ptc_tensor *out);
/* P, L and U from what linalg_lu_factor gave.
   lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L,
       Tensor U) */
PTC_NODISCARD ptc_error ptc_lu_unpack(ptc_tensor LU_data, ptc_tensor LU_pivots, bool unpack_data, bool unpack_pivots,
                                      PTC_OUT ptc_tensor *P, PTC_OUT ptc_tensor *L, PTC_OUT ptc_tensor *U);
/* The exponential of square matrices.
   matrix_exp(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_matrix_exp(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The n-th power of square matrices.
   matrix_power(Tensor self, int n) -> Tensor */
PTC_NODISCARD ptc_error ptc_matrix_power(ptc_tensor self, int64_t n, PTC_OUT ptc_tensor *out);
/* Q from what geqrf gave.
   orgqr(Tensor self, Tensor input2) -> Tensor */
PTC_NODISCARD ptc_error ptc_orgqr(ptc_tensor self, ptc_tensor input2, PTC_OUT ptc_tensor *out);
/* The product of Q from geqrf, given as self and input2, with input3.
   ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_ormqr(ptc_tensor self, ptc_tensor input2, ptc_tensor input3, bool left, bool transpose,
                                  PTC_OUT ptc_tensor *out);
/* Alias of linalg_pinv.
   pinverse(Tensor self, float rcond=1e-15) -> Tensor */
PTC_NODISCARD ptc_error ptc_pinverse(ptc_tensor self, double rcond, PTC_OUT ptc_tensor *out);
/* Q and R: prefer linalg_qr.
   qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R) */
PTC_NODISCARD ptc_error ptc_qr(ptc_tensor self, bool some, PTC_OUT ptc_tensor *Q, PTC_OUT ptc_tensor *R);
/* Sign and log of the absolute value of determinants.
   slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet) */
PTC_NODISCARD ptc_error ptc_slogdet(ptc_tensor self, PTC_OUT ptc_tensor *sign, PTC_OUT ptc_tensor *logabsdet);
/* U, S and V (not Vh) with U @ diag(S) @ V.mH = self: prefer linalg_svd.
   svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V) */
PTC_NODISCARD ptc_error ptc_svd(ptc_tensor self, bool some, bool compute_uv, PTC_OUT ptc_tensor *U,
                                PTC_OUT ptc_tensor *S, PTC_OUT ptc_tensor *V);
/* X with A @ X = self for triangular A, and a copy of A: prefer linalg_solve_triangular.
   triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False,
       bool unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient) */
PTC_NODISCARD ptc_error ptc_triangular_solve(ptc_tensor self, ptc_tensor A, bool upper, bool transpose,
                                             bool unitriangular, PTC_OUT ptc_tensor *solution,
                                             PTC_OUT ptc_tensor *cloned_coefficient);
/* Powers of each element of a vector as columns, falling unless `increasing`: (n, N).
   vander(Tensor x, int? N=None, bool increasing=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_vander(ptc_tensor x, PTC_OPTIONAL const int64_t *N, bool increasing,
                                   PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* L with L @ L.mH = self (U with U.mH @ U if `upper`): prefer linalg_cholesky; written into `out`.
   cholesky.out(Tensor self, bool upper=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cholesky_out(ptc_tensor self, bool upper, ptc_tensor out);
/* The inverse of a matrix from its Cholesky factor; written into `out`.
   cholesky_inverse.out(Tensor self, bool upper=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cholesky_inverse_out(ptc_tensor self, bool upper, ptc_tensor out);
/* X with A @ X = self, from the Cholesky factor input2 of A; written into `out`.
   cholesky_solve.out(Tensor self, Tensor input2, bool upper=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cholesky_solve_out(ptc_tensor self, ptc_tensor input2, bool upper, ptc_tensor out);
/* QR in compact form: Householder vectors and their scales; written into `a` and `tau`.
   geqrf.a(Tensor self, *, Tensor(a!) a, Tensor(b!) tau) -> (Tensor(a!) a, Tensor(b!) tau) */
PTC_NODISCARD ptc_error ptc_geqrf_a(ptc_tensor self, ptc_tensor a, ptc_tensor tau);
/* Inverses of square matrices (…, n, n); written into `out`.
   inverse.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_inverse_out(ptc_tensor self, ptc_tensor out);
/* X with A @ X = self, from LU and pivots: prefer linalg_lu_solve; written into `out`.
   lu_solve.out(Tensor self, Tensor LU_data, Tensor LU_pivots, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lu_solve_out(ptc_tensor self, ptc_tensor LU_data, ptc_tensor LU_pivots, ptc_tensor out);
/* P, L and U from what linalg_lu_factor gave; written into `P`, `L` and `U`.
   lu_unpack.out(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True, *, Tensor(a!) P,
       Tensor(b!) L, Tensor(c!) U) -> (Tensor(a!) P, Tensor(b!) L, Tensor(c!) U) */
PTC_NODISCARD ptc_error ptc_lu_unpack_out(ptc_tensor LU_data, ptc_tensor LU_pivots, bool unpack_data,
                                          bool unpack_pivots, ptc_tensor P, ptc_tensor L, ptc_tensor U);
/* The n-th power of square matrices; written into `out`.
   matrix_power.out(Tensor self, int n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_matrix_power_out(ptc_tensor self, int64_t n, ptc_tensor out);
/* Q from what geqrf gave; written into `out`.
   orgqr.out(Tensor self, Tensor input2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_orgqr_out(ptc_tensor self, ptc_tensor input2, ptc_tensor out);
/* The product of Q from geqrf, given as self and input2, with input3; written into `out`.
   ormqr.out(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ormqr_out(ptc_tensor self, ptc_tensor input2, ptc_tensor input3, bool left, bool transpose,
                                      ptc_tensor out);
/* Q and R: prefer linalg_qr; written into `Q` and `R`.
   qr.Q(Tensor self, bool some=True, *, Tensor(a!) Q, Tensor(b!) R) -> (Tensor(a!) Q, Tensor(b!) R) */
PTC_NODISCARD ptc_error ptc_qr_Q(ptc_tensor self, bool some, ptc_tensor Q, ptc_tensor R);
/* Sign and log of the absolute value of determinants; written into `sign` and `logabsdet`.
   slogdet.out(Tensor self, *, Tensor(a!) sign, Tensor(b!) logabsdet) -> (Tensor(a!) sign, Tensor(b!) logabsdet) */
PTC_NODISCARD ptc_error ptc_slogdet_out(ptc_tensor self, ptc_tensor sign, ptc_tensor logabsdet);
/* U, S and V (not Vh) with U @ diag(S) @ V.mH = self: prefer linalg_svd; written into `U`, `S` and `V`.
   svd.U(Tensor self, bool some=True, bool compute_uv=True, *, Tensor(a!) U, Tensor(b!) S,
       Tensor(c!) V) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) V) */
PTC_NODISCARD ptc_error ptc_svd_U(ptc_tensor self, bool some, bool compute_uv, ptc_tensor U, ptc_tensor S,
                                  ptc_tensor V);
/* X with A @ X = self for triangular A, and a copy of A: prefer linalg_solve_triangular; written into `X` and `M`.
   triangular_solve.X(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False, *,
       Tensor(a!) X, Tensor(b!) M) -> (Tensor(a!) solution, Tensor(b!) cloned_coefficient) */
PTC_NODISCARD ptc_error ptc_triangular_solve_X(ptc_tensor self, ptc_tensor A, bool upper, bool transpose,
                                               bool unitriangular, ptc_tensor X, ptc_tensor M);

PTC_END

#endif
