/* Reduction, scans, sorting, into given tensors. */
#ifndef PYTORCH_C_REDUCE_OUT_H
#define PYTORCH_C_REDUCE_OUT_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- into given tensors: change `out` ---- */

/* all.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_all_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out);
/* all.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_all_dims_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out);
/* all.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_all_all_out(ptc_tensor self, ptc_tensor out);
/* amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_amax_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out);
/* amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_amin_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out);
/* aminmax.out(Tensor self, *, int? dim=None, bool keepdim=False, Tensor(a!) min, Tensor(b!) max) -> (Tensor(a!) min, Tensor(b!) max) */
const char *ptc_aminmax_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor min, ptc_tensor max);
/* any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_any_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out);
/* any.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_any_dims_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out);
/* any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_any_all_out(ptc_tensor self, ptc_tensor out);
/* argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_argmax_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor out);
/* argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_argmin_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor out);
/* argsort.stable_out(Tensor self, *, bool stable, int dim=-1, bool descending=False, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_argsort_stable_out(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor out);
/* bucketize.Tensor_out(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_bucketize_Tensor_out(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor out);
/* cummax.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_cummax_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices);
/* cummin.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_cummin_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices);
/* cumprod.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_cumprod_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out);
/* cumsum.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_cumsum_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out);
/* diff.out(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_diff_out(ptc_tensor self, int64_t n, int64_t dim, ptc_tensor prepend, ptc_tensor append, ptc_tensor out);
/* hash_tensor.out(Tensor self, int[1] dim=[], *, bool keepdim=False, int mode=0, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_hash_tensor_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int64_t mode, ptc_tensor out);
/* histc.out(Tensor self, int bins=100, Scalar min=0, Scalar max=0, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_histc_out(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor out);
/* histogram.bins_tensor_out(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False, Tensor(a!) hist, Tensor(b!) bin_edges) -> (Tensor(a!) hist, Tensor(b!) bin_edges) */
const char *ptc_histogram_bins_tensor_out(ptc_tensor self, ptc_tensor bins, ptc_tensor weight, bool density, ptc_tensor hist, ptc_tensor bin_edges);
/* histogram.bin_ct_out(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False, Tensor(a!) hist, Tensor(b!) bin_edges) -> (Tensor(a!) hist, Tensor(b!) bin_edges) */
const char *ptc_histogram_bin_ct_out(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor hist, ptc_tensor bin_edges);
/* kthvalue.values(Tensor self, SymInt k, int dim=-1, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_kthvalue_values(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices);
/* logcumsumexp.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_logcumsumexp_out(ptc_tensor self, int64_t dim, ptc_tensor out);
/* logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_logsumexp_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out);
/* max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_max_dim_max(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor max, ptc_tensor max_values);
/* max.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_max_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* max.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_max_unary_out(ptc_tensor self, ptc_tensor out);
/* mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_mean_dtype_out(ptc_tensor self, int32_t dtype, ptc_tensor out);
/* mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_mean_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* median.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_median_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices);
/* min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_min_dim_min(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor min, ptc_tensor min_indices);
/* min.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_min_unary_out(ptc_tensor self, ptc_tensor out);
/* min.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_min_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* mode.values(Tensor self, int dim=-1, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_mode_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices);
/* msort.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_msort_out(ptc_tensor self, ptc_tensor out);
/* nanmean.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_nanmean_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* nanmedian.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_nanmedian_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices);
/* nansum.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_nansum_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* norm.dtype_out(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_norm_dtype_out(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* norm.out(Tensor self, Scalar? p, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_norm_out(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out);
/* prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_prod_int_out(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor out);
/* renorm.out(Tensor self, Scalar p, int dim, Scalar maxnorm, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_renorm_out(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor out);
/* searchsorted.Tensor_out(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_searchsorted_Tensor_out(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor out);
/* searchsorted.Scalar_out(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_searchsorted_Scalar_out(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor out);
/* sort.values(Tensor self, int dim=-1, bool descending=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_sort_values(ptc_tensor self, int64_t dim, bool descending, ptc_tensor values, ptc_tensor indices);
/* sort.values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_sort_values_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor values, ptc_tensor indices);
/* std.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_std_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor out);
/* std.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_std_correction_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor out);
/* sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_sum_IntList_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* topk.values(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
const char *ptc_topk_values(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor values, ptc_tensor indices);
/* var.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_var_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor out);
/* var.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_var_correction_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor out);

PTC_END

#endif
