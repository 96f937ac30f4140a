/* Reduction, scans, sorting. */
#ifndef PYTORCH_C_REDUCE_H
#define PYTORCH_C_REDUCE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Whether all of a bool tensor are true: 0-dim.
   _is_all_true(Tensor self) -> Tensor */
const char *ptc__is_all_true(ptc_tensor self, ptc_tensor *out);
/* Whether any of a bool tensor is true: 0-dim.
   _is_any_true(Tensor self) -> Tensor */
const char *ptc__is_any_true(ptc_tensor self, ptc_tensor *out);
/* all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor */
const char *ptc_all_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out);
/* all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor */
const char *ptc_all_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* Whether every element is not 0.
   all(Tensor self) -> Tensor */
const char *ptc_all(ptc_tensor self, ptc_tensor *out);
/* The largest element along `dim`, all if it is empty; gradients are shared among equals.
   amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor */
const char *ptc_amax(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* The smallest element along `dim`, all if it is empty; gradients are shared among equals.
   amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor */
const char *ptc_amin(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* The smallest and the largest element, of all or along `dim`.
   aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max) */
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
/* The indices that would sort along `dim`.
   argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor */
const char *ptc_argsort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *out);
/* argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor */
const char *ptc_argsort_stable(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor *out);
/* How often each of 0, 1, … occurs in a vector of integers, or the sum of its weights.
   bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor */
const char *ptc_bincount(ptc_tensor self, ptc_tensor weights, int64_t minlength, ptc_tensor *out);
/* Between which two boundaries each element falls: the index of the upper one.
   bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor */
const char *ptc_bucketize_Tensor(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out);
/* bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor */
const char *ptc_bucketize_Scalar(ptc_scalar self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out);
/* Correlation coefficients of the rows: (n, m) to (n, n).
   corrcoef(Tensor self) -> Tensor */
const char *ptc_corrcoef(ptc_tensor self, ptc_tensor *out);
/* How many elements are not 0, of all or along `dim`.
   count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor */
const char *ptc_count_nonzero_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out);
/* count_nonzero(Tensor self, int? dim=None) -> Tensor */
const char *ptc_count_nonzero(ptc_tensor self, const int64_t *dim, ptc_tensor *out);
/* Covariances of the rows: (n, m) to (n, n).
   cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor */
const char *ptc_cov(ptc_tensor self, int64_t correction, ptc_tensor fweights, ptc_tensor aweights, ptc_tensor *out);
/* The largest so far along `dim`, and where it is.
   cummax(Tensor self, int dim) -> (Tensor values, Tensor indices) */
const char *ptc_cummax(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices);
/* The smallest so far along `dim`, and where it is.
   cummin(Tensor self, int dim) -> (Tensor values, Tensor indices) */
const char *ptc_cummin(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices);
/* The product so far along `dim`.
   cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_cumprod(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out);
/* The sum so far along `dim`.
   cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_cumsum(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out);
/* trapezoid up to each point: one element less along `dim`.
   cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor */
const char *ptc_cumulative_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out);
/* cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor */
const char *ptc_cumulative_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, ptc_tensor *out);
/* Differences of neighbours along `dim`, n times over.
   diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor */
const char *ptc_diff(ptc_tensor self, int64_t n, int64_t dim, ptc_tensor prepend, ptc_tensor append, ptc_tensor *out);
/* The p-norm of self - other: 0-dim.
   dist(Tensor self, Tensor other, Scalar p=2) -> Tensor */
const char *ptc_dist(ptc_tensor self, ptc_tensor other, ptc_scalar p, ptc_tensor *out);
/* Slopes along each of `dim`, by central differences.
   gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_scalarint(ptc_tensor self, ptc_scalar spacing, const int64_t *dim, int64_t edge_order, ptc_tensor_list *out);
/* gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_scalararray(ptc_tensor self, ptc_scalar spacing, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out);
/* gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_array(ptc_tensor self, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out);
/* gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_scalarrayint(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len, const int64_t *dim, int64_t edge_order, ptc_tensor_list *out);
/* gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_scalarrayarray(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out);
/* gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_tensorarrayint(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len, const int64_t *dim, int64_t edge_order, ptc_tensor_list *out);
/* gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[] */
const char *ptc_gradient_tensorarray(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out);
/* A hash of the elements' bits, of all or along `dim`.
   hash_tensor(Tensor self, int[1] dim=[], *, bool keepdim=False, int mode=0) -> Tensor */
const char *ptc_hash_tensor(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int64_t mode, ptc_tensor *out);
/* How many elements fall in each of `bins` equal bins from min to max; their own range if both are 0.
   histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor */
const char *ptc_histc(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor *out);
/* Counts or densities in bins, and the edges of the bins.
   histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges) */
const char *ptc_histogram_bins_tensor(ptc_tensor self, ptc_tensor bins, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor *bin_edges);
/* histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges) */
const char *ptc_histogram_bin_ct(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor *bin_edges);
/* Counts or densities of the rows of (n, d) in d-dimensional bins, and the edges.
   histogramdd(Tensor self, int[] bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor[] bin_edges) */
const char *ptc_histogramdd(ptc_tensor self, const int64_t *bins, int64_t bins_len, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges);
/* histogramdd.int_bins(Tensor self, int bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor[] bin_edges) */
const char *ptc_histogramdd_int_bins(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges);
/* histogramdd.TensorList_bins(Tensor self, Tensor[] bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor[] bin_edges) */
const char *ptc_histogramdd_TensorList_bins(ptc_tensor self, const ptc_tensor *bins, int64_t bins_len, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges);
/* The k-th smallest along `dim`, and where it is.
   kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_kthvalue(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* log of the cumulative sum of exp(self) along `dim`.
   logcumsumexp(Tensor self, int dim) -> Tensor */
const char *ptc_logcumsumexp(ptc_tensor self, int64_t dim, ptc_tensor *out);
/* log of the sum of exp(self) along `dim`, computed safely.
   logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor */
const char *ptc_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* The largest of all; the largest along `dim`, and where it is; the larger of two tensors.
   max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_max_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* max(Tensor self) -> Tensor */
const char *ptc_max(ptc_tensor self, ptc_tensor *out);
/* max.other(Tensor self, Tensor other) -> Tensor */
const char *ptc_max_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* The mean of all elements, or along `dim`.
   mean(Tensor self, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_mean(ptc_tensor self, int32_t dtype, ptc_tensor *out);
/* mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* The lower of two middle values, of all or along `dim`, where also its place is told.
   median(Tensor self) -> Tensor */
const char *ptc_median(ptc_tensor self, ptc_tensor *out);
/* The lower of two middle values, and where it is.
   median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_median_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* The smallest of all; the smallest along `dim`, and where it is; the smaller of two tensors.
   min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_min_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* min(Tensor self) -> Tensor */
const char *ptc_min(ptc_tensor self, ptc_tensor *out);
/* min.other(Tensor self, Tensor other) -> Tensor */
const char *ptc_min_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* The most frequent value along `dim`, and where it is.
   mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_mode(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* Sorted along the first dimension.
   msort(Tensor self) -> Tensor */
const char *ptc_msort(ptc_tensor self, ptc_tensor *out);
/* The mean without NaN.
   nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_nanmean(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* The median without NaN.
   nanmedian(Tensor self) -> Tensor */
const char *ptc_nanmedian(ptc_tensor self, ptc_tensor *out);
/* nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
const char *ptc_nanmedian_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices);
/* The sum, NaN counted as 0.
   nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_nansum(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* The p-norm of all elements, or along `dim`: prefer linalg_vector_norm.
   norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor */
const char *ptc_norm_ScalarOpt_dtype(ptc_tensor self, ptc_scalar p, int32_t dtype, ptc_tensor *out);
/* norm.Scalar(Tensor self, Scalar p=2) -> Tensor */
const char *ptc_norm_Scalar(ptc_tensor self, ptc_scalar p, ptc_tensor *out);
/* norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> Tensor */
const char *ptc_norm_ScalarOpt_dim_dtype(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor */
const char *ptc_norm_ScalarOpt_dim(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out);
/* The product of all elements, or along `dim`.
   prod(Tensor self, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_prod(ptc_tensor self, int32_t dtype, ptc_tensor *out);
/* prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_prod_dim_int(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor *out);
/* Slices along `dim` rescaled to a p-norm of at most maxnorm.
   renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor */
const char *ptc_renorm(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor *out);
/* Where each element would go in a sorted sequence along the last dimension.
   searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor */
const char *ptc_searchsorted_Tensor(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor *out);
/* searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor */
const char *ptc_searchsorted_Scalar(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor *out);
/* "sum", "mean", "min", "max" or "prod" of consecutive segments along `axis`.
   segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor */
const char *ptc_segment_reduce(ptc_tensor data, const char *reduce, ptc_tensor lengths, ptc_tensor indices, ptc_tensor offsets, int64_t axis, bool unsafe, ptc_scalar initial, ptc_tensor *out);
/* Sorted along `dim`, and where each element came from.
   sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices) */
const char *ptc_sort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices);
/* sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices) */
const char *ptc_sort_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices);
/* Standard deviation, of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   std(Tensor self, bool unbiased=True) -> Tensor */
const char *ptc_std(ptc_tensor self, bool unbiased, ptc_tensor *out);
/* std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor */
const char *ptc_std_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out);
/* `correction` is 1 for the sample's, 0 for the population's.
   std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor */
const char *ptc_std_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out);
/* Standard deviation and mean.
   std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) */
const char *ptc_std_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1);
/* std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_std_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);
/* std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_std_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);
/* The sum of all elements, or along `dim`; integers and bool give int64.
   sum(Tensor self, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_sum(ptc_tensor self, int32_t dtype, ptc_tensor *out);
/* sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
const char *ptc_sum_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out);
/* Summed down to a shape from which it could be broadcast.
   sum_to_size(Tensor self, SymInt[] size) -> Tensor */
const char *ptc_sum_to_size(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out);
/* The k largest along `dim` (smallest if not `largest`), and where they are: of size k there.
   topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices) */
const char *ptc_topk(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor *values, ptc_tensor *indices);
/* The integral of y along `dim` by trapezia, at points x or dx apart.
   trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor */
const char *ptc_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out);
/* trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor */
const char *ptc_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, ptc_tensor *out);
/* Variance, of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   var(Tensor self, bool unbiased=True) -> Tensor */
const char *ptc_var(ptc_tensor self, bool unbiased, ptc_tensor *out);
/* var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor */
const char *ptc_var_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out);
/* var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor */
const char *ptc_var_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out);
/* Variance and mean.
   var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) */
const char *ptc_var_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1);
/* var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_var_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);
/* var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor) */
const char *ptc_var_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out0, ptc_tensor *out1);

/* ---- in place: change `self` ---- */

/* cumprod_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!) */
const char *ptc_cumprod_(ptc_tensor self, int64_t dim, int32_t dtype);
/* cumsum_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!) */
const char *ptc_cumsum_(ptc_tensor self, int64_t dim, int32_t dtype);
/* renorm_(Tensor(a!) self, Scalar p, int dim, Scalar maxnorm) -> Tensor(a!) */
const char *ptc_renorm_(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm);

PTC_END

#endif
