// Statistics: variance, covariance, quantiles, histograms.
#include <ATen/ops/bincount.h>
#include <ATen/ops/corrcoef.h>
#include <ATen/ops/cov.h>
#include <ATen/ops/histc.h>
#include <ATen/ops/histogram.h>
#include <ATen/ops/histogramdd.h>
#include <ATen/ops/nanquantile.h>
#include <ATen/ops/quantile.h>
#include <ATen/ops/std.h>
#include <ATen/ops/std_mean.h>
#include <ATen/ops/var.h>
#include <ATen/ops/var_mean.h>

#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/statistics.h>

ptc_error ptc_bincount(ptc_tensor self, ptc_tensor weights, int64_t minlength, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bincount(get(self), opt(weights), minlength)); });
}
ptc_error ptc_corrcoef(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::corrcoef(get(self))); });
}
ptc_error ptc_cov(ptc_tensor self, int64_t correction, ptc_tensor fweights, ptc_tensor aweights, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cov(get(self), correction, opt(fweights), opt(aweights))); });
}
ptc_error ptc_histc(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(min), second = scalar(max);
    put(out, at::histc(get(self), bins, first, second));
  });
}
ptc_error ptc_histogram_bins_tensor(ptc_tensor self, ptc_tensor bins, ptc_tensor weight, bool density, ptc_tensor *hist,
                                    ptc_tensor *bin_edges) {
  return guard(std::tie(hist, bin_edges),
               [&] { put(std::tie(hist, bin_edges), at::histogram(get(self), get(bins), opt(weight), density)); });
}
ptc_error ptc_histogram_bin_ct(ptc_tensor self, int64_t bins, const double *range, int64_t range_len, ptc_tensor weight,
                               bool density, ptc_tensor *hist, ptc_tensor *bin_edges) {
  return guard(std::tie(hist, bin_edges), [&] {
    put(std::tie(hist, bin_edges), at::histogram(get(self), bins, optfloats(range), opt(weight), density));
  });
}
ptc_error ptc_histogramdd(ptc_tensor self, const int64_t *bins, int64_t bins_len, const double *range,
                          int64_t range_len, ptc_tensor weight, bool density, ptc_tensor *hist,
                          ptc_tensor_list *bin_edges) {
  return guard(std::tie(hist, bin_edges), [&] {
    put(std::tie(hist, bin_edges), at::histogramdd(get(self), ints(bins), optfloats(range), opt(weight), density));
  });
}
ptc_error ptc_histogramdd_int_bins(ptc_tensor self, int64_t bins, const double *range, int64_t range_len,
                                   ptc_tensor weight, bool density, ptc_tensor *hist, ptc_tensor_list *bin_edges) {
  return guard(std::tie(hist, bin_edges), [&] {
    put(std::tie(hist, bin_edges), at::histogramdd(get(self), bins, optfloats(range), opt(weight), density));
  });
}
ptc_error ptc_histogramdd_TensorList_bins(ptc_tensor self, const ptc_tensor *bins, int64_t bins_len,
                                          const double *range, int64_t range_len, ptc_tensor weight, bool density,
                                          ptc_tensor *hist, ptc_tensor_list *bin_edges) {
  return guard(std::tie(hist, bin_edges), [&] {
    put(std::tie(hist, bin_edges), at::histogramdd(get(self), list(bins), optfloats(range), opt(weight), density));
  });
}
ptc_error ptc_nanquantile(ptc_tensor self, ptc_tensor q, const int64_t *dim, bool keepdim, const char *interpolation,
                          ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nanquantile(get(self), get(q), opt(dim), keepdim, chars(interpolation))); });
}
ptc_error ptc_nanquantile_scalar(ptc_tensor self, double q, const int64_t *dim, bool keepdim, const char *interpolation,
                                 ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nanquantile(get(self), q, opt(dim), keepdim, chars(interpolation))); });
}
ptc_error ptc_quantile(ptc_tensor self, ptc_tensor q, const int64_t *dim, bool keepdim, const char *interpolation,
                       ptc_tensor *out) {
  return guard(out, [&] { put(out, at::quantile(get(self), get(q), opt(dim), keepdim, chars(interpolation))); });
}
ptc_error ptc_quantile_scalar(ptc_tensor self, double q, const int64_t *dim, bool keepdim, const char *interpolation,
                              ptc_tensor *out) {
  return guard(out, [&] { put(out, at::quantile(get(self), q, opt(dim), keepdim, chars(interpolation))); });
}
ptc_error ptc_std(ptc_tensor self, bool unbiased, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::std(get(self), unbiased)); });
}
ptc_error ptc_std_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim,
                      ptc_tensor *out) {
  return guard(out, [&] { put(out, at::std(get(self), optints(dim), unbiased, keepdim)); });
}
ptc_error ptc_std_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim,
                             ptc_tensor *out) {
  return guard(out, [&] { put(out, at::std(get(self), optints(dim), optscalar(correction), keepdim)); });
}
ptc_error ptc_std_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] { put(std::tie(out0, out1), at::std_mean(get(self), unbiased)); });
}
ptc_error ptc_std_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim,
                           ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::std_mean(get(self), optints(dim), unbiased, keepdim)); });
}
ptc_error ptc_std_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction,
                                  bool keepdim, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::std_mean(get(self), optints(dim), optscalar(correction), keepdim));
  });
}
ptc_error ptc_var(ptc_tensor self, bool unbiased, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::var(get(self), unbiased)); });
}
ptc_error ptc_var_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim,
                      ptc_tensor *out) {
  return guard(out, [&] { put(out, at::var(get(self), optints(dim), unbiased, keepdim)); });
}
ptc_error ptc_var_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction, bool keepdim,
                             ptc_tensor *out) {
  return guard(out, [&] { put(out, at::var(get(self), optints(dim), optscalar(correction), keepdim)); });
}
ptc_error ptc_var_mean(ptc_tensor self, bool unbiased, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] { put(std::tie(out0, out1), at::var_mean(get(self), unbiased)); });
}
ptc_error ptc_var_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim,
                           ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::var_mean(get(self), optints(dim), unbiased, keepdim)); });
}
ptc_error ptc_var_mean_correction(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction,
                                  bool keepdim, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::var_mean(get(self), optints(dim), optscalar(correction), keepdim));
  });
}
ptc_error ptc_histc_out(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(min), second = scalar(max);
    at::histc_out(into(out), get(self), bins, first, second);
  });
}
ptc_error ptc_histogram_bins_tensor_out(ptc_tensor self, ptc_tensor bins, ptc_tensor weight, bool density,
                                        ptc_tensor hist, ptc_tensor bin_edges) {
  return guard([&] { at::histogram_out(into(hist), into(bin_edges), get(self), get(bins), opt(weight), density); });
}
ptc_error ptc_histogram_bin_ct_out(ptc_tensor self, int64_t bins, const double *range, int64_t range_len,
                                   ptc_tensor weight, bool density, ptc_tensor hist, ptc_tensor bin_edges) {
  return guard(
      [&] { at::histogram_out(into(hist), into(bin_edges), get(self), bins, optfloats(range), opt(weight), density); });
}
ptc_error ptc_nanquantile_out(ptc_tensor self, ptc_tensor q, const int64_t *dim, bool keepdim,
                              const char *interpolation, ptc_tensor out) {
  return guard([&] { at::nanquantile_out(into(out), get(self), get(q), opt(dim), keepdim, chars(interpolation)); });
}
ptc_error ptc_nanquantile_scalar_out(ptc_tensor self, double q, const int64_t *dim, bool keepdim,
                                     const char *interpolation, ptc_tensor out) {
  return guard([&] { at::nanquantile_out(into(out), get(self), q, opt(dim), keepdim, chars(interpolation)); });
}
ptc_error ptc_quantile_out(ptc_tensor self, ptc_tensor q, const int64_t *dim, bool keepdim, const char *interpolation,
                           ptc_tensor out) {
  return guard([&] { at::quantile_out(into(out), get(self), get(q), opt(dim), keepdim, chars(interpolation)); });
}
ptc_error ptc_quantile_scalar_out(ptc_tensor self, double q, const int64_t *dim, bool keepdim,
                                  const char *interpolation, ptc_tensor out) {
  return guard([&] { at::quantile_out(into(out), get(self), q, opt(dim), keepdim, chars(interpolation)); });
}
ptc_error ptc_std_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim,
                      ptc_tensor out) {
  return guard([&] { at::std_out(into(out), get(self), optints(dim), unbiased, keepdim); });
}
ptc_error ptc_std_correction_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction,
                                 bool keepdim, ptc_tensor out) {
  return guard([&] { at::std_out(into(out), get(self), optints(dim), optscalar(correction), keepdim); });
}
ptc_error ptc_var_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool unbiased, bool keepdim,
                      ptc_tensor out) {
  return guard([&] { at::var_out(into(out), get(self), optints(dim), unbiased, keepdim); });
}
ptc_error ptc_var_correction_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_scalar correction,
                                 bool keepdim, ptc_tensor out) {
  return guard([&] { at::var_out(into(out), get(self), optints(dim), optscalar(correction), keepdim); });
}
