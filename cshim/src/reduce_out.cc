// Reduction, scans, sorting, into given tensors.
#include <ATen/ops/all.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/any.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/argmin.h>
#include <ATen/ops/argsort.h>
#include <ATen/ops/bucketize.h>
#include <ATen/ops/cummax.h>
#include <ATen/ops/cummin.h>
#include <ATen/ops/cumprod.h>
#include <ATen/ops/cumsum.h>
#include <ATen/ops/diff.h>
#include <ATen/ops/hash_tensor.h>
#include <ATen/ops/histc.h>
#include <ATen/ops/histogram.h>
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
#include <ATen/ops/sort.h>
#include <ATen/ops/std.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/topk.h>
#include <ATen/ops/var.h>

#include "glue.h"

#include <pytorch_c/reduce_out.h>

const char *ptc_all_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::all_out(get(out), get(self), dim, keepdim); });
}
const char *ptc_all_dims_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::all_out(get(out), get(self), optints(dim), keepdim); });
}
const char *ptc_all_all_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::all_out(get(out), get(self)); });
}
const char *ptc_amax_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::amax_out(get(out), get(self), ints(dim), keepdim); });
}
const char *ptc_amin_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::amin_out(get(out), get(self), ints(dim), keepdim); });
}
const char *ptc_aminmax_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor min, ptc_tensor max) {
  return guard([&] { at::aminmax_out(get(min), get(max), get(self), opt(dim), keepdim); });
}
const char *ptc_any_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::any_out(get(out), get(self), dim, keepdim); });
}
const char *ptc_any_dims_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::any_out(get(out), get(self), optints(dim), keepdim); });
}
const char *ptc_any_all_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::any_out(get(out), get(self)); });
}
const char *ptc_argmax_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::argmax_out(get(out), get(self), opt(dim), keepdim); });
}
const char *ptc_argmin_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::argmin_out(get(out), get(self), opt(dim), keepdim); });
}
const char *ptc_argsort_stable_out(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor out) {
  return guard([&] { at::argsort_out(get(out), get(self), stable, dim, descending); });
}
const char *ptc_bucketize_Tensor_out(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor out) {
  return guard([&] { at::bucketize_out(get(out), get(self), get(boundaries), out_int32, right); });
}
const char *ptc_cummax_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::cummax_out(get(values), get(indices), get(self), dim); });
}
const char *ptc_cummin_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::cummin_out(get(values), get(indices), get(self), dim); });
}
const char *ptc_cumprod_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::cumprod_out(get(out), get(self), dim, optdtype(dtype)); });
}
const char *ptc_cumsum_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::cumsum_out(get(out), get(self), dim, optdtype(dtype)); });
}
const char *ptc_diff_out(ptc_tensor self, int64_t n, int64_t dim, ptc_tensor prepend, ptc_tensor append, ptc_tensor out) {
  return guard([&] { at::diff_out(get(out), get(self), n, dim, opt(prepend), opt(append)); });
}
const char *ptc_hash_tensor_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int64_t mode, ptc_tensor out) {
  return guard([&] { at::hash_tensor_out(get(out), get(self), ints(dim), keepdim, mode); });
}
const char *ptc_histc_out(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor out) {
  return guard([&] { at::histc_out(get(out), get(self), bins, scalar(min), scalar(max)); });
}
const char *ptc_histogram_bins_tensor_out(ptc_tensor self, ptc_tensor bins, ptc_tensor weight, bool density, ptc_tensor hist, ptc_tensor bin_edges) {
  return guard([&] { at::histogram_out(get(hist), get(bin_edges), get(self), get(bins), opt(weight), density); });
}
const char *ptc_histogram_bin_ct_out(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight, bool density, ptc_tensor hist, ptc_tensor bin_edges) {
  return guard([&] { at::histogram_out(get(hist), get(bin_edges), get(self), bins, optfloats(range), opt(weight), density); });
}
const char *ptc_kthvalue_values(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::kthvalue_out(get(values), get(indices), get(self), k, dim, keepdim); });
}
const char *ptc_logcumsumexp_out(ptc_tensor self, int64_t dim, ptc_tensor out) {
  return guard([&] { at::logcumsumexp_out(get(out), get(self), dim); });
}
const char *ptc_logsumexp_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::logsumexp_out(get(out), get(self), ints(dim), keepdim); });
}
const char *ptc_max_dim_max(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor max, ptc_tensor max_values) {
  return guard([&] { at::max_out(get(max), get(max_values), get(self), dim, keepdim); });
}
const char *ptc_max_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::max_out(get(out), get(self), get(other)); });
}
const char *ptc_max_unary_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::max_out(get(out), get(self)); });
}
const char *ptc_mean_dtype_out(ptc_tensor self, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::mean_out(get(out), get(self), optdtype(dtype)); });
}
const char *ptc_mean_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::mean_out(get(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
const char *ptc_median_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::median_out(get(values), get(indices), get(self), dim, keepdim); });
}
const char *ptc_min_dim_min(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor min, ptc_tensor min_indices) {
  return guard([&] { at::min_out(get(min), get(min_indices), get(self), dim, keepdim); });
}
const char *ptc_min_unary_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::min_out(get(out), get(self)); });
}
const char *ptc_min_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::min_out(get(out), get(self), get(other)); });
}
const char *ptc_mode_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::mode_out(get(values), get(indices), get(self), dim, keepdim); });
}
const char *ptc_msort_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::msort_out(get(out), get(self)); });
}
const char *ptc_nanmean_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::nanmean_out(get(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
const char *ptc_nanmedian_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::nanmedian_out(get(values), get(indices), get(self), dim, keepdim); });
}
const char *ptc_nansum_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::nansum_out(get(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
const char *ptc_norm_dtype_out(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::norm_out(get(out), get(self), optscalar(p), ints(dim), keepdim, dtypeof(dtype)); });
}
const char *ptc_norm_out(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::norm_out(get(out), get(self), optscalar(p), ints(dim), keepdim); });
}
const char *ptc_prod_int_out(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::prod_out(get(out), get(self), dim, keepdim, optdtype(dtype)); });
}
const char *ptc_renorm_out(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor out) {
  return guard([&] { at::renorm_out(get(out), get(self), scalar(p), dim, scalar(maxnorm)); });
}
const char *ptc_searchsorted_Tensor_out(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor out) {
  return guard([&] { at::searchsorted_out(get(out), get(sorted_sequence), get(self), out_int32, right, opt(side), opt(sorter)); });
}
const char *ptc_searchsorted_Scalar_out(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right, const char *side, ptc_tensor sorter, ptc_tensor out) {
  return guard([&] { at::searchsorted_out(get(out), get(sorted_sequence), scalar(self), out_int32, right, opt(side), opt(sorter)); });
}
const char *ptc_sort_values(ptc_tensor self, int64_t dim, bool descending, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::sort_out(get(values), get(indices), get(self), dim, descending); });
}
const char *ptc_sort_values_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::sort_out(get(values), get(indices), get(self), opt(stable), dim, descending); });
}
const char *ptc_std_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor out) {
  return guard([&] { at::std_out(get(out), get(self), optints(dim), unbiased, keepdim); });
}
const char *ptc_std_correction_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor out) {
  return guard([&] { at::std_out(get(out), get(self), optints(dim), optscalar(correction), keepdim); });
}
const char *ptc_sum_IntList_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::sum_out(get(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
const char *ptc_topk_values(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::topk_out(get(values), get(indices), get(self), k, dim, largest, sorted); });
}
const char *ptc_var_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim, ptc_tensor out) {
  return guard([&] { at::var_out(get(out), get(self), optints(dim), unbiased, keepdim); });
}
const char *ptc_var_correction_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim, ptc_tensor out) {
  return guard([&] { at::var_out(get(out), get(self), optints(dim), optscalar(correction), keepdim); });
}
