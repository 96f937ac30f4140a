/* Products of vectors and matrices. */
#ifndef PYTORCH_C_BLAS_H
#define PYTORCH_C_BLAS_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* A product for each group: (g, n, m) and (g, m, p), or 2-D operands whose groups end at `offs`.
   _grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__grouped_mm(ptc_tensor self, ptc_tensor mat2, PTC_OPTIONAL ptc_tensor offs,
                                        PTC_OPTIONAL ptc_tensor bias, int32_t out_dtype, PTC_OUT ptc_tensor *out);
/* _grouped_mm of float8 matrices with scales; CUDA only.
   _scaled_grouped_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? offs=None, Tensor? bias=None,
       Tensor? scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False) -> Tensor */
PTC_NODISCARD ptc_error ptc__scaled_grouped_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor scale_a, ptc_tensor scale_b,
                                               PTC_OPTIONAL ptc_tensor offs, PTC_OPTIONAL ptc_tensor bias,
                                               PTC_OPTIONAL ptc_tensor scale_result, int32_t out_dtype,
                                               bool use_fast_accum, PTC_OUT ptc_tensor *out);
/* Groups of matrix products of scaled float8 numbers, with a recipe for each scale.
   _scaled_grouped_mm_v2(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b,
       int[] recipe_b, int[] swizzle_b, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None,
       int[] contraction_dim=[], bool use_fast_accum=False) -> Tensor */
PTC_NODISCARD ptc_error ptc__scaled_grouped_mm_v2(
    ptc_tensor self, ptc_tensor mat2, const ptc_tensor *scale_a, int64_t scale_a_len, const int64_t *recipe_a,
    int64_t recipe_a_len, const int64_t *swizzle_a, int64_t swizzle_a_len, const ptc_tensor *scale_b,
    int64_t scale_b_len, const int64_t *recipe_b, int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
    PTC_OPTIONAL ptc_tensor offs, PTC_OPTIONAL ptc_tensor bias, int32_t out_dtype, const int64_t *contraction_dim,
    int64_t contraction_dim_len, bool use_fast_accum, PTC_OUT ptc_tensor *out);
/* Products of float8 matrices, self * scale_a @ mat2 * scale_b: (n, m) and column-major (m, p) give (n, p).
   _scaled_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None, Tensor? scale_result=None,
       ScalarType? out_dtype=None, bool use_fast_accum=False) -> Tensor */
PTC_NODISCARD ptc_error ptc__scaled_mm(ptc_tensor self, ptc_tensor mat2, ptc_tensor scale_a, ptc_tensor scale_b,
                                       PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor scale_result,
                                       int32_t out_dtype, bool use_fast_accum, PTC_OUT ptc_tensor *out);
/* _scaled_mm with the kinds of scales and their order in memory as numbers: torch's ScalingType, SwizzleType.
   _scaled_mm_v2(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b,
       int[] recipe_b, int[] swizzle_b, Tensor? bias, ScalarType? out_dtype, int[] contraction_dim=[],
       bool use_fast_accum=False) -> Tensor */
PTC_NODISCARD ptc_error ptc__scaled_mm_v2(ptc_tensor self, ptc_tensor mat2, const ptc_tensor *scale_a,
                                          int64_t scale_a_len, const int64_t *recipe_a, int64_t recipe_a_len,
                                          const int64_t *swizzle_a, int64_t swizzle_a_len, const ptc_tensor *scale_b,
                                          int64_t scale_b_len, const int64_t *recipe_b, int64_t recipe_b_len,
                                          const int64_t *swizzle_b, int64_t swizzle_b_len, PTC_OPTIONAL ptc_tensor bias,
                                          int32_t out_dtype, const int64_t *contraction_dim,
                                          int64_t contraction_dim_len, bool use_fast_accum, PTC_OUT ptc_tensor *out);
/* The sum over `sumdim` of i1 * i2 * i3, each with the dimensions that `expand1` to `expand3` name put in.
   _trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim,
       int unroll_dim=1) -> Tensor */
PTC_NODISCARD ptc_error ptc__trilinear(ptc_tensor i1, ptc_tensor i2, ptc_tensor i3, const int64_t *expand1,
                                       int64_t expand1_len, const int64_t *expand2, int64_t expand2_len,
                                       const int64_t *expand3, int64_t expand3_len, const int64_t *sumdim,
                                       int64_t sumdim_len, int64_t unroll_dim, PTC_OUT ptc_tensor *out);
/* beta * self + alpha * the sum of batch1[i] @ batch2[i]: (n, p).
   addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addbmm(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta,
                                   ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* beta * self + alpha * mat1 @ mat2: (n, p).
   addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addmm(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta, ptc_scalar alpha,
                                  PTC_OUT ptc_tensor *out);
/* beta * self + alpha * mat1 @ mat2, (n, p), in `out_dtype`.
   addmm.dtype(Tensor self, Tensor mat1, Tensor mat2, ScalarType out_dtype, *, Scalar beta=1,
       Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addmm_dtype(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, int32_t out_dtype,
                                        ptc_scalar beta, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* beta * self + alpha * mat @ vec: (n).
   addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addmv(ptc_tensor self, ptc_tensor mat, ptc_tensor vec, ptc_scalar beta, ptc_scalar alpha,
                                  PTC_OUT ptc_tensor *out);
/* beta * self + alpha * outer(vec1, vec2): (n, m).
   addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addr(ptc_tensor self, ptc_tensor vec1, ptc_tensor vec2, ptc_scalar beta, ptc_scalar alpha,
                                 PTC_OUT ptc_tensor *out);
/* beta * self + alpha * batch1 @ batch2: (b, n, p).
   baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_baddbmm(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta,
                                    ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* beta * self + alpha * batch1 @ batch2, (b, n, p), in `out_dtype`.
   baddbmm.dtype(Tensor self, Tensor batch1, Tensor batch2, ScalarType out_dtype, *, Scalar beta=1,
       Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_baddbmm_dtype(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, int32_t out_dtype,
                                          ptc_scalar beta, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* x1.T @ weight[k] @ x2 + bias for each output k: (*, in1), (*, in2) give (*, out).
   bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_bilinear(ptc_tensor input1, ptc_tensor input2, ptc_tensor weight,
                                     PTC_OPTIONAL ptc_tensor bias, PTC_OUT ptc_tensor *out);
/* Batches of (n, m) and (m, p): (b, n, p).
   bmm(Tensor self, Tensor mat2) -> Tensor */
PTC_NODISCARD ptc_error ptc_bmm(ptc_tensor self, ptc_tensor mat2, PTC_OUT ptc_tensor *out);
/* Batches of (n, m) and (m, p), (b, n, p), in `out_dtype`.
   bmm.dtype(Tensor self, Tensor mat2, ScalarType out_dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_bmm_dtype(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, PTC_OUT ptc_tensor *out);
/* The product of a list of matrices in the cheapest order: prefer linalg_multi_dot.
   chain_matmul(Tensor[] matrices) -> Tensor */
PTC_NODISCARD ptc_error ptc_chain_matmul(const ptc_tensor *matrices, int64_t matrices_len, PTC_OUT ptc_tensor *out);
/* Cross product along a dimension of size 3, the first such one if `dim` is absent.
   cross(Tensor self, Tensor other, int? dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_cross(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const int64_t *dim,
                                  PTC_OUT ptc_tensor *out);
/* Of two vectors of one length: 0-dim.
   dot(Tensor self, Tensor tensor) -> Tensor */
PTC_NODISCARD ptc_error ptc_dot(ptc_tensor self, ptc_tensor tensor, PTC_OUT ptc_tensor *out);
/* Einstein's sum over named indices.
   einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_einsum(const char *equation, const ptc_tensor *tensors, int64_t tensors_len,
                                   PTC_OPTIONAL const int64_t *path, int64_t path_len, PTC_OUT ptc_tensor *out);
/* Dot products of the last dimensions: (*, m) and (+, m) give (*, +).
   inner(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_inner(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Kronecker product: every element of self times the whole of `other`.
   kron(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_kron(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* input @ weight.T + bias: (*, in) -> (*, out).
   linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_linear(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                   PTC_OUT ptc_tensor *out);
/* The product for any dimensions, batches broadcast.
   matmul(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_matmul(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Matrix product of (n, m) and (m, p): (n, p).
   mm(Tensor self, Tensor mat2) -> Tensor */
PTC_NODISCARD ptc_error ptc_mm(ptc_tensor self, ptc_tensor mat2, PTC_OUT ptc_tensor *out);
/* Matrix product of (n, m) and (m, p), (n, p), in `out_dtype`.
   mm.dtype(Tensor self, Tensor mat2, ScalarType out_dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_mm_dtype(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, PTC_OUT ptc_tensor *out);
/* (n, m) and (m): (n).
   mv(Tensor self, Tensor vec) -> Tensor */
PTC_NODISCARD ptc_error ptc_mv(ptc_tensor self, ptc_tensor vec, PTC_OUT ptc_tensor *out);
/* (n) and (m): (n, m).
   outer(Tensor self, Tensor vec2) -> Tensor */
PTC_NODISCARD ptc_error ptc_outer(ptc_tensor self, ptc_tensor vec2, PTC_OUT ptc_tensor *out);
/* The sum of products over dims_self of self and dims_other of other.
   tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor */
PTC_NODISCARD ptc_error ptc_tensordot(ptc_tensor self, ptc_tensor other, const int64_t *dims_self,
                                      int64_t dims_self_len, const int64_t *dims_other, int64_t dims_other_len,
                                      PTC_OUT ptc_tensor *out);
/* The sum of the diagonal of a matrix: 0-dim.
   trace(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_trace(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Dot product with the first vector conjugated: 0-dim.
   vdot(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_vdot(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* beta * self + alpha * the sum of batch1[i] @ batch2[i]: (n, p); in place.
   addbmm_(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addbmm_(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta,
                                    ptc_scalar alpha);
/* beta * self + alpha * mat1 @ mat2: (n, p); in place.
   addmm_(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addmm_(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                   ptc_scalar alpha);
/* beta * self + alpha * mat @ vec: (n); in place.
   addmv_(Tensor(a!) self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addmv_(ptc_tensor self, ptc_tensor mat, ptc_tensor vec, ptc_scalar beta, ptc_scalar alpha);
/* beta * self + alpha * outer(vec1, vec2): (n, m); in place.
   addr_(Tensor(a!) self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addr_(ptc_tensor self, ptc_tensor vec1, ptc_tensor vec2, ptc_scalar beta, ptc_scalar alpha);
/* beta * self + alpha * batch1 @ batch2: (b, n, p); in place.
   baddbmm_(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_baddbmm_(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta,
                                     ptc_scalar alpha);

/* ---- into given tensors: change `out` ---- */

/* Products of float8 matrices, self * scale_a @ mat2 * scale_b: (n, m) and column-major (m, p) give (n, p); written
   into `out`.
   _scaled_mm.out(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None,
       Tensor? scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__scaled_mm_out(ptc_tensor self, ptc_tensor mat2, ptc_tensor scale_a, ptc_tensor scale_b,
                                           PTC_OPTIONAL ptc_tensor bias, PTC_OPTIONAL ptc_tensor scale_result,
                                           int32_t out_dtype, bool use_fast_accum, ptc_tensor out);
/* _scaled_mm with the kinds of scales and their order in memory as numbers: torch's ScalingType, SwizzleType; written
   into `out`.
   _scaled_mm_v2.out(Tensor self, Tensor mat2, Tensor[] scale_a, int[] recipe_a, int[] swizzle_a, Tensor[] scale_b,
       int[] recipe_b, int[] swizzle_b, Tensor? bias, ScalarType? out_dtype, int[] contraction_dim=[],
       bool use_fast_accum=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc__scaled_mm_v2_out(ptc_tensor self, ptc_tensor mat2, const ptc_tensor *scale_a,
                                              int64_t scale_a_len, const int64_t *recipe_a, int64_t recipe_a_len,
                                              const int64_t *swizzle_a, int64_t swizzle_a_len,
                                              const ptc_tensor *scale_b, int64_t scale_b_len, const int64_t *recipe_b,
                                              int64_t recipe_b_len, const int64_t *swizzle_b, int64_t swizzle_b_len,
                                              PTC_OPTIONAL ptc_tensor bias, int32_t out_dtype,
                                              const int64_t *contraction_dim, int64_t contraction_dim_len,
                                              bool use_fast_accum, ptc_tensor out);
/* beta * self + alpha * the sum of batch1[i] @ batch2[i]: (n, p); written into `out`.
   addbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addbmm_out(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta,
                                       ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * mat1 @ mat2: (n, p); written into `out`.
   addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addmm_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, ptc_scalar beta,
                                      ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * mat1 @ mat2, (n, p), in `out_dtype`; written into `out`.
   addmm.dtype_out(Tensor self, Tensor mat1, Tensor mat2, ScalarType out_dtype, *, Scalar beta=1, Scalar alpha=1,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addmm_dtype_out(ptc_tensor self, ptc_tensor mat1, ptc_tensor mat2, int32_t out_dtype,
                                            ptc_scalar beta, ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * mat @ vec: (n); written into `out`.
   addmv.out(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addmv_out(ptc_tensor self, ptc_tensor mat, ptc_tensor vec, ptc_scalar beta,
                                      ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * outer(vec1, vec2): (n, m); written into `out`.
   addr.out(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addr_out(ptc_tensor self, ptc_tensor vec1, ptc_tensor vec2, ptc_scalar beta,
                                     ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * batch1 @ batch2: (b, n, p); written into `out`.
   baddbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_baddbmm_out(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, ptc_scalar beta,
                                        ptc_scalar alpha, ptc_tensor out);
/* beta * self + alpha * batch1 @ batch2, (b, n, p), in `out_dtype`; written into `out`.
   baddbmm.dtype_out(Tensor self, Tensor batch1, Tensor batch2, ScalarType out_dtype, *, Scalar beta=1, Scalar alpha=1,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_baddbmm_dtype_out(ptc_tensor self, ptc_tensor batch1, ptc_tensor batch2, int32_t out_dtype,
                                              ptc_scalar beta, ptc_scalar alpha, ptc_tensor out);
/* Batches of (n, m) and (m, p): (b, n, p); written into `out`.
   bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bmm_out(ptc_tensor self, ptc_tensor mat2, ptc_tensor out);
/* Batches of (n, m) and (m, p), (b, n, p), in `out_dtype`; written into `out`.
   bmm.dtype_out(Tensor self, Tensor mat2, ScalarType out_dtype, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_bmm_dtype_out(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, ptc_tensor out);
/* The product of a list of matrices in the cheapest order: prefer linalg_multi_dot; written into `out`.
   chain_matmul.out(Tensor[] matrices, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_chain_matmul_out(const ptc_tensor *matrices, int64_t matrices_len, ptc_tensor out);
/* Cross product along a dimension of size 3, the first such one if `dim` is absent; written into `out`.
   cross.out(Tensor self, Tensor other, int? dim=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cross_out(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const int64_t *dim,
                                      ptc_tensor out);
/* Of two vectors of one length: 0-dim; written into `out`.
   dot.out(Tensor self, Tensor tensor, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_dot_out(ptc_tensor self, ptc_tensor tensor, ptc_tensor out);
/* Dot products of the last dimensions: (*, m) and (+, m) give (*, +); written into `out`.
   inner.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_inner_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Kronecker product: every element of self times the whole of `other`; written into `out`.
   kron.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_kron_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* input @ weight.T + bias: (*, in) -> (*, out); written into `out`.
   linear.out(Tensor input, Tensor weight, Tensor? bias=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_linear_out(ptc_tensor input, ptc_tensor weight, PTC_OPTIONAL ptc_tensor bias,
                                       ptc_tensor out);
/* The product for any dimensions, batches broadcast; written into `out`.
   matmul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_matmul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Matrix product of (n, m) and (m, p): (n, p); written into `out`.
   mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mm_out(ptc_tensor self, ptc_tensor mat2, ptc_tensor out);
/* Matrix product of (n, m) and (m, p), (n, p), in `out_dtype`; written into `out`.
   mm.dtype_out(Tensor self, Tensor mat2, ScalarType out_dtype, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mm_dtype_out(ptc_tensor self, ptc_tensor mat2, int32_t out_dtype, ptc_tensor out);
/* (n, m) and (m): (n); written into `out`.
   mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mv_out(ptc_tensor self, ptc_tensor vec, ptc_tensor out);
/* (n) and (m): (n, m); written into `out`.
   outer.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_outer_out(ptc_tensor self, ptc_tensor vec2, ptc_tensor out);
/* The sum of products over dims_self of self and dims_other of other; written into `out`.
   tensordot.out(Tensor self, Tensor other, int[] dims_self, int[] dims_other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tensordot_out(ptc_tensor self, ptc_tensor other, const int64_t *dims_self,
                                          int64_t dims_self_len, const int64_t *dims_other, int64_t dims_other_len,
                                          ptc_tensor out);
/* Dot product with the first vector conjugated: 0-dim; written into `out`.
   vdot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_vdot_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);

PTC_END

#endif
