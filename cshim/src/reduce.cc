// Reduction, scans, sorting.
#include <ATen/ops/_is_all_true.h>
#include <ATen/ops/_is_any_true.h>
#include <ATen/ops/all.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/any.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/argmin.h>
#include <ATen/ops/argsort.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/bucketize.h>
#include <ATen/ops/corrcoef.h>
#include <ATen/ops/count_nonzero.h>
#include <ATen/ops/cov.h>
#include <ATen/ops/cummax.h>
#include <ATen/ops/cummin.h>
#include <ATen/ops/cumprod.h>
#include <ATen/ops/cumsum.h>
#include <ATen/ops/cumulative_trapezoid.h>
#include <ATen/ops/diff.h>
#include <ATen/ops/dist.h>
#include <ATen/ops/gradient.h>
#include <ATen/ops/hash_tensor.h>
#include <ATen/ops/histc.h>
#include <ATen/ops/histogram.h>
#include <ATen/ops/histogramdd.h>
#include <ATen/ops/kthvalue.h>
#include <ATen/ops/logcumsumexp.h>
#include <ATen/ops/logsumexp.h>
#include <ATen/ops/max.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/median.h>
#include <ATen/ops/min.h>
#include <ATen/ops/mode.h>
#include <ATen/ops/msort.h>
#include <ATen/ops/nanmean.h>
#include <ATen/ops/nanmedian.h>
#include <ATen/ops/nansum.h>
#include <ATen/ops/norm.h>
#include <ATen/ops/prod.h>
#include <ATen/ops/renorm.h>
#include <ATen/ops/searchsorted.h>
#include <ATen/ops/segment_reduce.h>
#include <ATen/ops/sort.h>
#include <ATen/ops/std.h>
#include <ATen/ops/std_mean.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/sum_to_size.h>
#include <ATen/ops/topk.h>
#include <ATen/ops/trapezoid.h>
#include <ATen/ops/var.h>
#include <ATen/ops/var_mean.h>

#include "checks.h"
#include "glue.h"

#include <pytorch_c/reduce.h>

const char *ptc__is_all_true(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::_is_all_true(get(self))); }, out);
}
const char *ptc__is_any_true(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::_is_any_true(get(self))); }, out);
}
const char *ptc_all_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::all(get(self), dim, keepdim)); }, out);
}
const char *ptc_all_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::all(get(self), optints(dim), keepdim)); }, out);
}
const char *ptc_all(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::all(get(self))); }, out);
}
const char *ptc_amax(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::amax(get(self), ints(dim), keepdim)); }, out);
}
const char *ptc_amin(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::amin(get(self), ints(dim), keepdim)); }, out);
}
const char *ptc_aminmax(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *min, ptc_tensor *max) {
  return guard([&] { put(std::tie(min, max), at::aminmax(get(self), opt(dim), keepdim)); }, min, max);
}
const char *ptc_any_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::any(get(self), dim, keepdim)); }, out);
}
const char *ptc_any_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::any(get(self), optints(dim), keepdim)); }, out);
}
const char *ptc_any(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::any(get(self))); }, out);
}
const char *ptc_argmax(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::argmax(get(self), opt(dim), keepdim)); }, out);
}
const char *ptc_argmin(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::argmin(get(self), opt(dim), keepdim)); }, out);
}
const char *ptc_argsort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *out) {
  return guard([&] { put(out, at::argsort(get(self), dim, descending)); }, out);
}
const char *ptc_argsort_stable(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor *out) {
  return guard([&] { put(out, at::argsort(get(self), stable, dim, descending)); }, out);
}
const char *ptc_bincount(ptc_tensor self, ptc_tensor weights, int64_t minlength, ptc_tensor *out) {
  return guard([&] { put(out, at::bincount(get(self), opt(weights), minlength)); }, out);
}
const char *ptc_bucketize_Tensor(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out) {
  return guard([&] { put(out, at::bucketize(get(self), get(boundaries), out_int32, right)); }, out);
}
const char *ptc_bucketize_Scalar(ptc_scalar self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out) {
  return guard([&] { put(out, at::bucketize(scalar(self), get(boundaries), out_int32, right)); }, out);
}
const char *ptc_corrcoef(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::corrcoef(get(self))); }, out);
}
const char *ptc_count_nonzero_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard([&] { put(out, at::count_nonzero(get(self), ints(dim))); }, out);
}
const char *ptc_count_nonzero(ptc_tensor self, const int64_t *dim, ptc_tensor *out) {
  return guard([&] { put(out, at::count_nonzero(get(self), opt(dim))); }, out);
}
const char *ptc_cov(ptc_tensor self, int64_t correction, ptc_tensor fweights, ptc_tensor aweights, ptc_tensor *out) {
  return guard([&] { put(out, at::cov(get(self), correction, opt(fweights), opt(aweights))); }, out);
}
const char *ptc_cummax(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::cummax(get(self), dim)); }, values, indices);
}
const char *ptc_cummin(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::cummin(get(self), dim)); }, values, indices);
}
const char *ptc_cumprod(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::cumprod(get(self), dim, optdtype(dtype))); }, out);
}
const char *ptc_cumsum(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::cumsum(get(self), dim, optdtype(dtype))); }, out);
}
const char *ptc_cumulative_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out) {
  return guard([&] { put(out, at::cumulative_trapezoid(get(y), get(x), dim)); }, out);
}
const char *ptc_cumulative_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, ptc_tensor *out) {
  return guard([&] { put(out, at::cumulative_trapezoid(get(y), scalar(dx), dim)); }, out);
}
const char *ptc_diff(ptc_tensor self, int64_t n, int64_t dim, ptc_tensor prepend, ptc_tensor append, ptc_tensor *out) {
  return guard([&] { put(out, at::diff(get(self), n, dim, opt(prepend), opt(append))); }, out);
}
const char *ptc_dist(ptc_tensor self, ptc_tensor other, ptc_scalar p, ptc_tensor *out) {
  return guard([&] { put(out, at::dist(get(self), get(other), scalar(p))); }, out);
}
const char *ptc_gradient_scalarint(ptc_tensor self, ptc_scalar spacing, const int64_t *dim, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), optscalar(spacing), opt(dim), edge_order)); }, out);
}
const char *ptc_gradient_scalararray(ptc_tensor self, ptc_scalar spacing, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), scalar(spacing), ints(dim), edge_order)); }, out);
}
const char *ptc_gradient_array(ptc_tensor self, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), ints(dim), edge_order)); }, out);
}
const char *ptc_gradient_scalarrayint(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len, const int64_t *dim, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), scalars(spacing), opt(dim), edge_order)); }, out);
}
const char *ptc_gradient_scalarrayarray(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), scalars(spacing), ints(dim), edge_order)); }, out);
}
const char *ptc_gradient_tensorarrayint(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len, const int64_t *dim, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), list(spacing), opt(dim), edge_order)); }, out);
}
const char *ptc_gradient_tensorarray(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len, const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out) {
  return guard([&] { put(out, at::gradient(get(self), list(spacing), ints(dim), edge_order)); }, out);
}
const char *ptc_hash_tensor(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int64_t mode, ptc_tensor *out) {
  return guard([&] { put(out, at::hash_tensor(get(self), ints(dim), keepdim, mode)); }, out);
}
const char *ptc_histc(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor *out) {
  return guard([&] { put(out, at::histc(get(self), bins, scalar(min), scalar(max))); }, out);
}
const char *ptc_histogram_bins_tensor(ptc_tensor self, ptc_tensor bins, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor *bin_edges) {
  return guard([&] { put(std::tie(hist, bin_edges), at::histogram(get(self), get(bins), opt(weight), density)); }, hist, bin_edges);
}
const char *ptc_histogram_bin_ct(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor *bin_edges) {
  return guard([&] { put(std::tie(hist, bin_edges), at::histogram(get(self), bins, optfloats(range), opt(weight), density)); }, hist, bin_edges);
}
const char *ptc_histogramdd(ptc_tensor self, const int64_t *bins, int64_t bins_len, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges) {
  return guard([&] { put(std::tie(hist, bin_edges), at::histogramdd(get(self), ints(bins), optfloats(range), opt(weight), density)); }, hist, bin_edges);
}
const char *ptc_histogramdd_int_bins(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges) {
  return guard([&] { put(std::tie(hist, bin_edges), at::histogramdd(get(self), bins, optfloats(range), opt(weight), density)); }, hist, bin_edges);
}
const char *ptc_histogramdd_TensorList_bins(ptc_tensor self, const ptc_tensor *bins, int64_t bins_len, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges) {
  return guard([&] { put(std::tie(hist, bin_edges), at::histogramdd(get(self), list(bins), optfloats(range), opt(weight), density)); }, hist, bin_edges);
}
const char *ptc_kthvalue(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::kthvalue(get(self), k, dim, keepdim)); }, values, indices);
}
const char *ptc_logcumsumexp(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard([&] { put(out, at::logcumsumexp(get(self), dim)); }, out);
}
const char *ptc_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::logsumexp(get(self), ints(dim), keepdim)); }, out);
}
const char *ptc_max_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::max(get(self), dim, keepdim)); }, values, indices);
}
const char *ptc_max(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::max(get(self))); }, out);
}
const char *ptc_max_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::max(get(self), get(other))); }, out);
}
const char *ptc_mean(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::mean(get(self), optdtype(dtype))); }, out);
}
const char *ptc_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::mean(get(self), optints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_median(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::median(get(self))); }, out);
}
const char *ptc_median_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::median(get(self), dim, keepdim)); }, values, indices);
}
const char *ptc_min_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::min(get(self), dim, keepdim)); }, values, indices);
}
const char *ptc_min(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::min(get(self))); }, out);
}
const char *ptc_min_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::min(get(self), get(other))); }, out);
}
const char *ptc_mode(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::mode(get(self), dim, keepdim)); }, values, indices);
}
const char *ptc_msort(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::msort(get(self))); }, out);
}
const char *ptc_nanmean(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::nanmean(get(self), optints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_nanmedian(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::nanmedian(get(self))); }, out);
}
const char *ptc_nanmedian_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::nanmedian(get(self), dim, keepdim)); }, values, indices);
}
const char *ptc_nansum(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::nansum(get(self), optints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_norm_ScalarOpt_dtype(ptc_tensor self, ptc_scalar p, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::norm(get(self), optscalar(p), dtypeof(dtype))); }, out);
}
const char *ptc_norm_Scalar(ptc_tensor self, ptc_scalar p, ptc_tensor *out) {
  return guard([&] { put(out, at::norm(get(self), scalar(p))); }, out);
}
const char *ptc_norm_ScalarOpt_dim_dtype(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::norm(get(self), optscalar(p), ints(dim), keepdim, dtypeof(dtype))); }, out);
}
const char *ptc_norm_ScalarOpt_dim(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::norm(get(self), optscalar(p), ints(dim), keepdim)); }, out);
}
const char *ptc_prod(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::prod(get(self), optdtype(dtype))); }, out);
}
const char *ptc_prod_dim_int(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::prod(get(self), dim, keepdim, optdtype(dtype))); }, out);
}
const char *ptc_renorm(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor *out) {
  return guard([&] { put(out, at::renorm(get(self), scalar(p), dim, scalar(maxnorm))); }, out);
}
const char *ptc_searchsorted_Tensor(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor *out) {
  return guard([&] { put(out, at::searchsorted(get(sorted_sequence), get(self), out_int32, right, opt(side), opt(sorter))); }, out);
}
const char *ptc_searchsorted_Scalar(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor *out) {
  return guard([&] { put(out, at::searchsorted(get(sorted_sequence), scalar(self), out_int32, right, opt(side), opt(sorter))); }, out);
}
const char *ptc_segment_reduce(ptc_tensor data, const char *reduce, ptc_tensor lengths, ptc_tensor indices, ptc_tensor offsets, int64_t axis, bool unsafe, ptc_scalar initial, ptc_tensor *out) {
  return guard([&] { check_segments(get(data), opt(lengths), opt(offsets), axis, unsafe); put(out, at::segment_reduce(get(data), chars(reduce), opt(lengths), opt(indices), opt(offsets), axis, unsafe, optscalar(initial))); }, out);
}
const char *ptc_sort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::sort(get(self), dim, descending)); }, values, indices);
}
const char *ptc_sort_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::sort(get(self), opt(stable), dim, descending)); }, values, indices);
}
const char *ptc_std(ptc_tensor self, bool unbiased, ptc_tensor *out) {
  return guard([&] { put(out, at::std(get(self), unbiased)); }, out);
}
const char *ptc_std_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::std(get(self), optints(dim), unbiased, keepdim)); }, out);
}
const char *ptc_std_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::std(get(self), optints(dim), optscalar(correction), keepdim)); }, out);
}
const char *ptc_std_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::std_mean(get(self), unbiased)); }, out0, out1);
}
const char *ptc_std_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::std_mean(get(self), optints(dim), unbiased, keepdim)); }, out0, out1);
}
const char *ptc_std_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::std_mean(get(self), optints(dim), optscalar(correction), keepdim)); }, out0, out1);
}
const char *ptc_sum(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::sum(get(self), optdtype(dtype))); }, out);
}
const char *ptc_sum_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard([&] { put(out, at::sum(get(self), optints(dim), keepdim, optdtype(dtype))); }, out);
}
const char *ptc_sum_to_size(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out) {
  return guard([&] { put(out, get(self).sum_to_size(ints(size))); }, out);
}
const char *ptc_topk(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor *values, ptc_tensor *indices) {
  return guard([&] { put(std::tie(values, indices), at::topk(get(self), k, dim, largest, sorted)); }, values, indices);
}
const char *ptc_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out) {
  return guard([&] { put(out, at::trapezoid(get(y), get(x), dim)); }, out);
}
const char *ptc_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, ptc_tensor *out) {
  return guard([&] { put(out, at::trapezoid(get(y), scalar(dx), dim)); }, out);
}
const char *ptc_var(ptc_tensor self, bool unbiased, ptc_tensor *out) {
  return guard([&] { put(out, at::var(get(self), unbiased)); }, out);
}
const char *ptc_var_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::var(get(self), optints(dim), unbiased, keepdim)); }, out);
}
const char *ptc_var_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out) {
  return guard([&] { put(out, at::var(get(self), optints(dim), optscalar(correction), keepdim)); }, out);
}
const char *ptc_var_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::var_mean(get(self), unbiased)); }, out0, out1);
}
const char *ptc_var_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::var_mean(get(self), optints(dim), unbiased, keepdim)); }, out0, out1);
}
const char *ptc_var_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor *out0, ptc_tensor *out1) {
  return guard([&] { put(std::tie(out0, out1), at::var_mean(get(self), optints(dim), optscalar(correction), keepdim)); }, out0, out1);
}
const char *ptc_cumprod_(ptc_tensor self, int64_t dim, int32_t dtype) {
  return guard([&] { get(self).cumprod_(dim, optdtype(dtype)); });
}
const char *ptc_cumsum_(ptc_tensor self, int64_t dim, int32_t dtype) {
  return guard([&] { get(self).cumsum_(dim, optdtype(dtype)); });
}
const char *ptc_renorm_(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm) {
  return guard([&] { get(self).renorm_(scalar(p), dim, scalar(maxnorm)); });
}
