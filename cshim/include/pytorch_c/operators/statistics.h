/* Statistics: variance, covariance, quantiles, histograms. */
#ifndef PYTORCH_C_STATISTICS_H
#define PYTORCH_C_STATISTICS_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Number of times that each of 0, 1, … occurs in a vector of integers, or the sum of its weights.
   bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_bincount(ptc_tensor self, PTC_OPTIONAL ptc_tensor weights, int64_t minlength,
                                     PTC_OUT ptc_tensor *out);
/* Correlation coefficients of the rows: (n, m) to (n, n).
   corrcoef(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_corrcoef(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Covariances of the rows: (n, m) to (n, n).
   cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_cov(ptc_tensor self, int64_t correction, PTC_OPTIONAL ptc_tensor fweights,
                                PTC_OPTIONAL ptc_tensor aweights, PTC_OUT ptc_tensor *out);
/* Number of elements in each of `bins` equal bins from min to max; their own range if both are 0.
   histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_histc(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max,
                                  PTC_OUT ptc_tensor *out);
/* Counts or densities in bins, and the edges of the bins.
   histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) -> (Tensor hist,
       Tensor bin_edges) */
PTC_NODISCARD ptc_error ptc_histogram_bins_tensor(ptc_tensor self, ptc_tensor bins, PTC_OPTIONAL ptc_tensor weight,
                                                  bool density, PTC_OUT ptc_tensor *hist,
                                                  PTC_OUT ptc_tensor *bin_edges);
/* Counts or densities in so many bins of equal width, and the edges of the bins.
   histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None,
       bool density=False) -> (Tensor hist, Tensor bin_edges) */
PTC_NODISCARD ptc_error ptc_histogram_bin_ct(ptc_tensor self, int64_t bins, PTC_OPTIONAL const double *range,
                                             int64_t range_len, PTC_OPTIONAL ptc_tensor weight, bool density,
                                             PTC_OUT ptc_tensor *hist, PTC_OUT ptc_tensor *bin_edges);
/* Counts or densities of the rows of (n, d) in d-dimensional bins, and the edges.
   histogramdd(Tensor self, int[] bins, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist,
       Tensor[] bin_edges) */
PTC_NODISCARD ptc_error ptc_histogramdd(ptc_tensor self, const int64_t *bins, int64_t bins_len,
                                        PTC_OPTIONAL const double *range, int64_t range_len,
                                        PTC_OPTIONAL ptc_tensor weight, bool density, PTC_OUT ptc_tensor *hist,
                                        PTC_OUT ptc_tensor_list *bin_edges);
/* Counts or densities of the rows of (n, d) in so many bins for each dimension, and the edges.
   histogramdd.int_bins(Tensor self, int bins, float[]? range=None, Tensor? weight=None,
       bool density=False) -> (Tensor hist, Tensor[] bin_edges) */
PTC_NODISCARD ptc_error ptc_histogramdd_int_bins(ptc_tensor self, int64_t bins, PTC_OPTIONAL const double *range,
                                                 int64_t range_len, PTC_OPTIONAL ptc_tensor weight, bool density,
                                                 PTC_OUT ptc_tensor *hist, PTC_OUT ptc_tensor_list *bin_edges);
/* Counts or densities of the rows of (n, d) between given edges, and the edges.
   histogramdd.TensorList_bins(Tensor self, Tensor[] bins, float[]? range=None, Tensor? weight=None,
       bool density=False) -> (Tensor hist, Tensor[] bin_edges) */
PTC_NODISCARD ptc_error ptc_histogramdd_TensorList_bins(ptc_tensor self, const ptc_tensor *bins, int64_t bins_len,
                                                        PTC_OPTIONAL const double *range, int64_t range_len,
                                                        PTC_OPTIONAL ptc_tensor weight, bool density,
                                                        PTC_OUT ptc_tensor *hist, PTC_OUT ptc_tensor_list *bin_edges);
/* quantile that skips NaN.
   nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor */
PTC_NODISCARD ptc_error ptc_nanquantile(ptc_tensor self, ptc_tensor q, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                        const char *interpolation, PTC_OUT ptc_tensor *out);
/* The q-quantile of all elements but NaN or along `dim`, with linear interpolation unless said otherwise.
   nanquantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *,
       str interpolation='linear') -> Tensor */
PTC_NODISCARD ptc_error ptc_nanquantile_scalar(ptc_tensor self, double q, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                               const char *interpolation, PTC_OUT ptc_tensor *out);
/* The q-quantiles of all elements or along `dim`, with linear interpolation unless said otherwise.
   quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor */
PTC_NODISCARD ptc_error ptc_quantile(ptc_tensor self, ptc_tensor q, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                     const char *interpolation, PTC_OUT ptc_tensor *out);
/* The q-quantile of all elements or along `dim`, with linear interpolation unless said otherwise.
   quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor */
PTC_NODISCARD ptc_error ptc_quantile_scalar(ptc_tensor self, double q, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                            const char *interpolation, PTC_OUT ptc_tensor *out);
/* Standard deviation, of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   std(Tensor self, bool unbiased=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_std(ptc_tensor self, bool unbiased, PTC_OUT ptc_tensor *out);
/* Standard deviation along `dim`, of the sample if `unbiased`, else of the population.
   std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_std_dim(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool unbiased,
                                    bool keepdim, PTC_OUT ptc_tensor *out);
/* `correction` is 1 for the sample's, 0 for the population's.
   std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_std_correction(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                           PTC_OPTIONAL ptc_scalar correction, bool keepdim, PTC_OUT ptc_tensor *out);
/* Standard deviation and mean.
   std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_std_mean(ptc_tensor self, bool unbiased, PTC_OUT ptc_tensor *out0,
                                     PTC_OUT ptc_tensor *out1);
/* Standard deviation, of the sample if `unbiased`, and mean along `dim`.
   std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_std_mean_dim(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                         bool unbiased, bool keepdim, PTC_OUT ptc_tensor *out0,
                                         PTC_OUT ptc_tensor *out1);
/* Standard deviation and mean of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_std_mean_correction(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                                PTC_OPTIONAL ptc_scalar correction, bool keepdim,
                                                PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Variance, of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   var(Tensor self, bool unbiased=True) -> Tensor */
PTC_NODISCARD ptc_error ptc_var(ptc_tensor self, bool unbiased, PTC_OUT ptc_tensor *out);
/* Variance along `dim`, of the sample if `unbiased`, else of the population.
   var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_var_dim(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool unbiased,
                                    bool keepdim, PTC_OUT ptc_tensor *out);
/* Variance, of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_var_correction(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                           PTC_OPTIONAL ptc_scalar correction, bool keepdim, PTC_OUT ptc_tensor *out);
/* Variance and mean.
   var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_var_mean(ptc_tensor self, bool unbiased, PTC_OUT ptc_tensor *out0,
                                     PTC_OUT ptc_tensor *out1);
/* Variance, of the sample if `unbiased`, and mean along `dim`.
   var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_var_mean_dim(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                         bool unbiased, bool keepdim, PTC_OUT ptc_tensor *out0,
                                         PTC_OUT ptc_tensor *out1);
/* Variance and mean of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's.
   var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_var_mean_correction(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                                PTC_OPTIONAL ptc_scalar correction, bool keepdim,
                                                PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);

/* ---- into given tensors: change `out` ---- */

/* Number of elements in each of `bins` equal bins from min to max; their own range if both are 0; written into
   `out`.
   histc.out(Tensor self, int bins=100, Scalar min=0, Scalar max=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_histc_out(ptc_tensor self, int64_t bins, ptc_scalar min, ptc_scalar max, ptc_tensor out);
/* Counts or densities in bins, and the edges of the bins; written into `hist` and `bin_edges`.
   histogram.bins_tensor_out(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False, Tensor(a!) hist,
       Tensor(b!) bin_edges) -> (Tensor(a!) hist, Tensor(b!) bin_edges) */
PTC_NODISCARD ptc_error ptc_histogram_bins_tensor_out(ptc_tensor self, ptc_tensor bins, PTC_OPTIONAL ptc_tensor weight,
                                                      bool density, ptc_tensor hist, ptc_tensor bin_edges);
/* Counts or densities in so many bins of equal width, and the edges of the bins; written into `hist` and `bin_edges`.
   histogram.bin_ct_out(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False,
       Tensor(a!) hist, Tensor(b!) bin_edges) -> (Tensor(a!) hist, Tensor(b!) bin_edges) */
PTC_NODISCARD ptc_error ptc_histogram_bin_ct_out(ptc_tensor self, int64_t bins, PTC_OPTIONAL const double *range,
                                                 int64_t range_len, PTC_OPTIONAL ptc_tensor weight, bool density,
                                                 ptc_tensor hist, ptc_tensor bin_edges);
/* The q-quantiles of all elements but NaN or along `dim`, with linear interpolation unless said otherwise; written into
   `out`.
   nanquantile.out(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear',
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nanquantile_out(ptc_tensor self, ptc_tensor q, PTC_OPTIONAL const int64_t *dim,
                                            bool keepdim, const char *interpolation, ptc_tensor out);
/* The q-quantile of all elements but NaN or along `dim`, with linear interpolation unless said otherwise; written into
   `out`.
   nanquantile.scalar_out(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear',
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nanquantile_scalar_out(ptc_tensor self, double q, PTC_OPTIONAL const int64_t *dim,
                                                   bool keepdim, const char *interpolation, ptc_tensor out);
/* The q-quantiles of all elements or along `dim`, with linear interpolation unless said otherwise; written into `out`.
   quantile.out(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear',
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_quantile_out(ptc_tensor self, ptc_tensor q, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                         const char *interpolation, ptc_tensor out);
/* The q-quantile of all elements or along `dim`, with linear interpolation unless said otherwise; written into `out`.
   quantile.scalar_out(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear',
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_quantile_scalar_out(ptc_tensor self, double q, PTC_OPTIONAL const int64_t *dim,
                                                bool keepdim, const char *interpolation, ptc_tensor out);
/* Standard deviation along `dim`, of the sample if `unbiased`, else of the population; written into `out`.
   std.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_std_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool unbiased,
                                    bool keepdim, ptc_tensor out);
/* Standard deviation of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's; written into
   `out`.
   std.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_std_correction_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                               PTC_OPTIONAL ptc_scalar correction, bool keepdim, ptc_tensor out);
/* Variance along `dim`, of the sample if `unbiased`, else of the population; written into `out`.
   var.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_var_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool unbiased,
                                    bool keepdim, ptc_tensor out);
/* Variance, of all or along `dim`; `correction` is 1 for the sample's, 0 for the population's; written into `out`.
   var.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_var_correction_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                               PTC_OPTIONAL ptc_scalar correction, bool keepdim, ptc_tensor out);

PTC_END

#endif
