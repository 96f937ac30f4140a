/* Linear algebra. */
#ifndef PYTORCH_C_LINALG_H
#define PYTORCH_C_LINALG_H

#include <pytorch_c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compute ---- */

/* det(Tensor self) -> Tensor */
const char *ptc_det(ptc_tensor self, ptc_tensor *out);
/* inverse(Tensor self) -> Tensor */
const char *ptc_inverse(ptc_tensor self, ptc_tensor *out);
/* linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor */
const char *ptc_linalg_cholesky(ptc_tensor self, bool upper, ptc_tensor *out);
/* linalg_det(Tensor A) -> Tensor */
const char *ptc_linalg_det(ptc_tensor A, ptc_tensor *out);
/* linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors) */
const char *ptc_linalg_eigh(ptc_tensor self, const char *UPLO, ptc_tensor *eigenvalues, ptc_tensor *eigenvectors);
/* linalg_inv(Tensor A) -> Tensor */
const char *ptc_linalg_inv(ptc_tensor A, ptc_tensor *out);
/* linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_linalg_matrix_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_linalg_matrix_norm_str_ord(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_linalg_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_linalg_norm_ord_str(ptc_tensor self, const char *ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R) */
const char *ptc_linalg_qr(ptc_tensor A, const char *mode, ptc_tensor *Q, ptc_tensor *R);
/* linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet) */
const char *ptc_linalg_slogdet(ptc_tensor A, ptc_tensor *sign, ptc_tensor *logabsdet);
/* linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor */
const char *ptc_linalg_solve(ptc_tensor A, ptc_tensor B, bool left, ptc_tensor *out);
/* linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh) */
const char *ptc_linalg_svd(ptc_tensor A, bool full_matrices, const char *driver, ptc_tensor *U, ptc_tensor *S, ptc_tensor *Vh);
/* linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_linalg_vector_norm(ptc_tensor self, ptc_scalar ord, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);

#ifdef __cplusplus
}
#endif

#endif
