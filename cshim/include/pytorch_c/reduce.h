/* Reduction, scans, sorting. */
#ifndef PYTORCH_C_REDUCE_H
#define PYTORCH_C_REDUCE_H

#include <pytorch_c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compute ---- */

/* all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor */
const char *ptc_all_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out);
/* all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor */
const char *ptc_all_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* Whether every element is not 0.
   all(Tensor self) -> Tensor */
const char *ptc_all(ptc_tensor self, ptc_tensor *out);
/* amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor */
const char *ptc_amax(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor */
const char *ptc_amin(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max) */
const char *ptc_aminmax(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *min, ptc_tensor *max);
/* any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor */
const char *ptc_any_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out);
/* any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor */
const char *ptc_any_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* Whether some element is not 0.
   any(Tensor self) -> Tensor */
const char *ptc_any(ptc_tensor self, ptc_tensor *out);
/* The index of the largest element, of all or along `dim`.
   argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor */
const char *ptc_argmax(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *out);
/* The index of the smallest element, of all or along `dim`.
   argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor */
const char *ptc_argmin(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *out);
/* argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor */
const char *ptc_argsort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *out);
/* argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor */
const char *ptc_argsort_stable(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor *out);
/* bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor */
const char *ptc_bincount(ptc_tensor self, ptc_tensor weights, int64_t minlength, ptc_tensor *out);
/* bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor */
const char *ptc_bucketize_Tensor(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out);
/* bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor */
const char *ptc_bucketize_Scalar(ptc_scalar self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out);
/* count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor */
const char *ptc_count_nonzero_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out);
/* count_nonzero(Tensor self, int? dim=None) -> Tensor */
const char *ptc_count_nonzero(ptc_tensor self, const int64_t *dim, ptc_tensor *out);
/* cummax(Tensor self, int dim) -> (Tensor values, Tensor indices) */
const char *ptc_cummax(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices);
/* cummin(Tensor self, int dim) -> (Tensor values, Tensor indices) */
const char *ptc_cummin(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices);
/* cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_cumprod(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out);
/* cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_cumsum(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out);
/* histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor */
const char *ptc_histc(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor *out);
/* kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_kthvalue(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor */
const char *ptc_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* The largest along `dim`, and where it is.
   max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_max_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* max(Tensor self) -> Tensor */
const char *ptc_max(ptc_tensor self, ptc_tensor *out);
/* max.other(Tensor self, Tensor other) -> Tensor */
const char *ptc_max_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* mean(Tensor self, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_mean(ptc_tensor self, int32_t dtype, ptc_tensor *out);
/* mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* median(Tensor self) -> Tensor */
const char *ptc_median(ptc_tensor self, ptc_tensor *out);
/* The lower of two middle values, and where it is.
   median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_median_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* The smallest along `dim`, and where it is.
   min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_min_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* min(Tensor self) -> Tensor */
const char *ptc_min(ptc_tensor self, ptc_tensor *out);
/* min.other(Tensor self, Tensor other) -> Tensor */
const char *ptc_min_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_mode(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_nanmean(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_nansum(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor */
const char *ptc_norm_ScalarOpt_dtype(ptc_tensor self, ptc_scalar p, int32_t dtype, ptc_tensor *out);
/* norm.Scalar(Tensor self, Scalar p=2) -> Tensor */
const char *ptc_norm_Scalar(ptc_tensor self, ptc_scalar p, ptc_tensor *out);
/* norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> Tensor */
const char *ptc_norm_ScalarOpt_dim_dtype(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor */
const char *ptc_norm_ScalarOpt_dim(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* prod(Tensor self, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_prod(ptc_tensor self, int32_t dtype, ptc_tensor *out);
/* prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_prod_dim_int(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor *out);
/* searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor */
const char *ptc_searchsorted_Tensor(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor *out);
/* searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor */
const char *ptc_searchsorted_Scalar(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor *out);
/* sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices) */
const char *ptc_sort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices);
/* sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices) */
const char *ptc_sort_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices);
/* std(Tensor self, bool unbiased=True) -> Tensor */
const char *ptc_std(ptc_tensor self, bool unbiased, ptc_tensor *out);
/* std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor */
const char *ptc_std_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out);
/* `correction` is 1 for the sample's, 0 for the population's.
   std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor */
const char *ptc_std_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out);
/* std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) */
const char *ptc_std_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1);
/* std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_std_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);
/* std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_std_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);
/* sum(Tensor self, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_sum(ptc_tensor self, int32_t dtype, ptc_tensor *out);
/* sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_sum_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* The k largest along `dim`, and where they are.
   topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices) */
const char *ptc_topk(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor *values, ptc_tensor *indices);
/* var(Tensor self, bool unbiased=True) -> Tensor */
const char *ptc_var(ptc_tensor self, bool unbiased, ptc_tensor *out);
/* var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor */
const char *ptc_var_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out);
/* var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor */
const char *ptc_var_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out);
/* var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) */
const char *ptc_var_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1);
/* var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_var_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);
/* var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_var_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);

#ifdef __cplusplus
}
#endif

#endif
