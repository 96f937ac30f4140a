/* Reduction of all elements or of dimensions. */
#ifndef PYTORCH_C_REDUCE_H
#define PYTORCH_C_REDUCE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* True if all of a bool tensor are true: 0-dim.
   _is_all_true(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc__is_all_true(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True if any of a bool tensor is true: 0-dim.
   _is_any_true(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc__is_any_true(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The distinct elements, where each went and how often it came.
   _unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc__unique2(ptc_tensor self, bool sorted, bool return_inverse, bool return_counts,
                                     PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* True if every element along `dim` is not 0.
   all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_all_dim(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *out);
/* True if every element along the dimensions `dim` is not 0.
   all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_all_dims(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                     PTC_OUT ptc_tensor *out);
/* True if every element is not 0.
   all(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_all(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The largest element along `dim`, all if it is empty; gradients are shared among equals.
   amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_amax(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                 PTC_OUT ptc_tensor *out);
/* The smallest element along `dim`, all if it is empty; gradients are shared among equals.
   amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_amin(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                 PTC_OUT ptc_tensor *out);
/* The smallest and the largest element, of all or along `dim`.
   aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max) */
PTC_NODISCARD ptc_error ptc_aminmax(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                    PTC_OUT ptc_tensor *min, PTC_OUT ptc_tensor *max);
/* True if some element along `dim` is not 0.
   any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_any_dim(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *out);
/* True if some element along the dimensions `dim` is not 0.
   any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_any_dims(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                     PTC_OUT ptc_tensor *out);
/* True if some element is not 0.
   any(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_any(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The index of the largest element, of all or along `dim`.
   argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_argmax(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                   PTC_OUT ptc_tensor *out);
/* The index of the smallest element, of all or along `dim`.
   argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_argmin(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, bool keepdim,
                                   PTC_OUT ptc_tensor *out);
/* Number of elements that are not 0, of all or along `dim`.
   count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor */
PTC_NODISCARD ptc_error ptc_count_nonzero_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len,
                                                      PTC_OUT ptc_tensor *out);
/* Number of elements that are not 0, of all or along `dim`.
   count_nonzero(Tensor self, int? dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_count_nonzero(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, PTC_OUT ptc_tensor *out);
/* The p-norm of self - other: 0-dim.
   dist(Tensor self, Tensor other, Scalar p=2) -> Tensor */
PTC_NODISCARD ptc_error ptc_dist(ptc_tensor self, ptc_tensor other, ptc_scalar p, PTC_OUT ptc_tensor *out);
/* The root of the sum of squares along `dim`.
   frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_frobenius_norm_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                               PTC_OUT ptc_tensor *out);
/* A hash of the elements' bits, of all or along `dim`.
   hash_tensor(Tensor self, int[1] dim=[], *, bool keepdim=False, int mode=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_hash_tensor(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                        int64_t mode, PTC_OUT ptc_tensor *out);
/* log of the sum of exp(self) along `dim`, computed safely.
   logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                      PTC_OUT ptc_tensor *out);
/* The largest of all; the largest along `dim`, and where it is; the larger of two tensors.
   max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_max_dim(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *values,
                                    PTC_OUT ptc_tensor *indices);
/* The largest of all elements.
   max(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_max(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The larger of two tensors, element by element, broadcast.
   max.other(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_max_other(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The mean of all elements, or along `dim`.
   mean(Tensor self, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_mean(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The mean along `dim`.
   mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_mean_dim(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                     int32_t dtype, PTC_OUT ptc_tensor *out);
/* The lower of two middle values, of all or along `dim`, where also its place is told.
   median(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_median(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The lower of two middle values, and where it is.
   median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_median_dim(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *values,
                                       PTC_OUT ptc_tensor *indices);
/* The smallest of all; the smallest along `dim`, and where it is; the smaller of two tensors.
   min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_min_dim(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *values,
                                    PTC_OUT ptc_tensor *indices);
/* The smallest of all elements.
   min(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_min(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The smaller of two tensors, element by element, broadcast.
   min.other(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_min_other(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The most frequent value along `dim`, and where it is.
   mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_mode(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *values,
                                 PTC_OUT ptc_tensor *indices);
/* The mean without NaN.
   nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_nanmean(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                    int32_t dtype, PTC_OUT ptc_tensor *out);
/* The median without NaN.
   nanmedian(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_nanmedian(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The median along `dim` but for NaN, and where it is.
   nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_nanmedian_dim(ptc_tensor self, int64_t dim, bool keepdim, PTC_OUT ptc_tensor *values,
                                          PTC_OUT ptc_tensor *indices);
/* The sum, NaN counted as 0.
   nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_nansum(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                   int32_t dtype, PTC_OUT ptc_tensor *out);
/* The p-norm of sparse tensors.
   native_norm(Tensor self, Scalar p=2) -> Tensor */
PTC_NODISCARD ptc_error ptc_native_norm(ptc_tensor self, ptc_scalar p, PTC_OUT ptc_tensor *out);
/* The p-norm of a sparse tensor along `dim`, computed in `dtype`.
   native_norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, ScalarType? dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_native_norm_ScalarOpt_dim_dtype(ptc_tensor self, PTC_OPTIONAL ptc_scalar p,
                                                            const int64_t *dim, int64_t dim_len, bool keepdim,
                                                            int32_t dtype, PTC_OUT ptc_tensor *out);
/* The p-norm of all elements, or along `dim`: prefer linalg_vector_norm.
   norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_norm_ScalarOpt_dtype(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, int32_t dtype,
                                                 PTC_OUT ptc_tensor *out);
/* The p-norm of all elements: prefer linalg_vector_norm.
   norm.Scalar(Tensor self, Scalar p=2) -> Tensor */
PTC_NODISCARD ptc_error ptc_norm_Scalar(ptc_tensor self, ptc_scalar p, PTC_OUT ptc_tensor *out);
/* The p-norm along `dim`, computed in `dtype`: prefer linalg_vector_norm.
   norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> Tensor */
PTC_NODISCARD ptc_error ptc_norm_ScalarOpt_dim_dtype(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, const int64_t *dim,
                                                     int64_t dim_len, bool keepdim, int32_t dtype,
                                                     PTC_OUT ptc_tensor *out);
/* The p-norm along `dim`: prefer linalg_vector_norm.
   norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_norm_ScalarOpt_dim(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, const int64_t *dim,
                                               int64_t dim_len, bool keepdim, PTC_OUT ptc_tensor *out);
/* The norm over all dimensions but `dim`.
   norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_norm_except_dim(ptc_tensor v, int64_t pow, int64_t dim, PTC_OUT ptc_tensor *out);
/* The sum of singular values.
   nuclear_norm(Tensor self, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_nuclear_norm(ptc_tensor self, bool keepdim, PTC_OUT ptc_tensor *out);
/* The sum of singular values of the matrices in the two dimensions `dim`.
   nuclear_norm.dim(Tensor self, int[2] dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_nuclear_norm_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                             PTC_OUT ptc_tensor *out);
/* The product of all elements, or along `dim`.
   prod(Tensor self, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_prod(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The product along `dim`.
   prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_prod_dim_int(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype,
                                         PTC_OUT ptc_tensor *out);
/* Slices along `dim` rescaled to a p-norm of at most maxnorm.
   renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor */
PTC_NODISCARD ptc_error ptc_renorm(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm,
                                   PTC_OUT ptc_tensor *out);
/* "sum", "mean", "min", "max" or "prod" of consecutive segments along `axis`.
   segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None,
       int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_segment_reduce(ptc_tensor data, const char *reduce, PTC_OPTIONAL ptc_tensor lengths,
                                           PTC_OPTIONAL ptc_tensor indices, PTC_OPTIONAL ptc_tensor offsets,
                                           int64_t axis, bool unsafe, PTC_OPTIONAL ptc_scalar initial,
                                           PTC_OUT ptc_tensor *out);
/* The sum of all elements, or along `dim`; integers and bool give int64.
   sum(Tensor self, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_sum(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The sum along `dim`; integers and bool give int64.
   sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_sum_dim_IntList(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                            bool keepdim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* Summed down to a shape from which it could be broadcast.
   sum_to_size(Tensor self, SymInt[] size) -> Tensor */
PTC_NODISCARD ptc_error ptc_sum_to_size(ptc_tensor self, const int64_t *size, int64_t size_len,
                                        PTC_OUT ptc_tensor *out);
/* Without repeats that stand side by side, where each went and how long its run is.
   unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor,
       Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_unique_consecutive(ptc_tensor self, bool return_inverse, bool return_counts,
                                               PTC_OPTIONAL const int64_t *dim, PTC_OUT ptc_tensor *out0,
                                               PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* The distinct slices along `dim`, where each went and how often it came.
   unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor,
       Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_unique_dim(ptc_tensor self, int64_t dim, bool sorted, bool return_inverse,
                                       bool return_counts, PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1,
                                       PTC_OUT ptc_tensor *out2);
/* unique_consecutive for slices along `dim`.
   unique_dim_consecutive(Tensor self, int dim, bool return_inverse=False, bool return_counts=False) -> (Tensor,
       Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_unique_dim_consecutive(ptc_tensor self, int64_t dim, bool return_inverse,
                                                   bool return_counts, PTC_OUT ptc_tensor *out0,
                                                   PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);

/* ---- in place: change `self` ---- */

/* Slices along `dim` rescaled to a p-norm of at most maxnorm; in place.
   renorm_(Tensor(a!) self, Scalar p, int dim, Scalar maxnorm) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_renorm_(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm);

/* ---- into given tensors: change `out` ---- */

/* True if every element along `dim` is not 0; written into `out`.
   all.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_all_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out);
/* True if every element along the dimensions `dim` is not 0; written into `out`.
   all.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_all_dims_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                         bool keepdim, ptc_tensor out);
/* True if every element is not 0; written into `out`.
   all.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_all_all_out(ptc_tensor self, ptc_tensor out);
/* The largest element along `dim`, all if it is empty; gradients are shared among equals; written into `out`.
   amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_amax_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                     ptc_tensor out);
/* The smallest element along `dim`, all if it is empty; gradients are shared among equals; written into `out`.
   amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_amin_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                     ptc_tensor out);
/* The smallest and the largest element, of all or along `dim`; written into `min` and `max`.
   aminmax.out(Tensor self, *, int? dim=None, bool keepdim=False, Tensor(a!) min, Tensor(b!) max) -> (Tensor(a!) min,
       Tensor(b!) max) */
PTC_NODISCARD ptc_error ptc_aminmax_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, bool keepdim, ptc_tensor min,
                                        ptc_tensor max);
/* True if some element along `dim` is not 0; written into `out`.
   any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_any_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out);
/* True if some element along the dimensions `dim` is not 0; written into `out`.
   any.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_any_dims_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                         bool keepdim, ptc_tensor out);
/* True if some element is not 0; written into `out`.
   any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_any_all_out(ptc_tensor self, ptc_tensor out);
/* The index of the largest element, of all or along `dim`; written into `out`.
   argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_argmax_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, bool keepdim, ptc_tensor out);
/* The index of the smallest element, of all or along `dim`; written into `out`.
   argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_argmin_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, bool keepdim, ptc_tensor out);
/* The root of the sum of squares along `dim`; written into `out`.
   frobenius_norm.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_frobenius_norm_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                               ptc_tensor out);
/* A hash of the elements' bits, of all or along `dim`; written into `out`.
   hash_tensor.out(Tensor self, int[1] dim=[], *, bool keepdim=False, int mode=0, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hash_tensor_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                            int64_t mode, ptc_tensor out);
/* log of the sum of exp(self) along `dim`, computed safely; written into `out`.
   logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logsumexp_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                          ptc_tensor out);
/* The largest along `dim`, and where it is; written into `max` and `max_values`.
   max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max,
       Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_max_dim_max(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor max,
                                        ptc_tensor max_values);
/* The larger of two tensors, element by element, broadcast; written into `out`.
   max.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_max_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The largest of all elements; written into `out`.
   max.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_max_unary_out(ptc_tensor self, ptc_tensor out);
/* The mean of all elements; written into `out`.
   mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mean_dtype_out(ptc_tensor self, int32_t dtype, ptc_tensor out);
/* The mean along `dim`; written into `out`.
   mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mean_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                     int32_t dtype, ptc_tensor out);
/* The median along `dim`, the lower one of two, and where it is; written into `values` and `indices`.
   median.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_median_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values,
                                              ptc_tensor indices);
/* The smallest along `dim`, and where it is; written into `min` and `min_indices`.
   min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min,
       Tensor(b!) min_indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_min_dim_min(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor min,
                                        ptc_tensor min_indices);
/* The smallest of all elements; written into `out`.
   min.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_min_unary_out(ptc_tensor self, ptc_tensor out);
/* The smaller of two tensors, element by element, broadcast; written into `out`.
   min.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_min_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The most frequent value along `dim`, and where it is; written into `values` and `indices`.
   mode.values(Tensor self, int dim=-1, bool keepdim=False, *, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_mode_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values,
                                        ptc_tensor indices);
/* The mean without NaN; written into `out`.
   nanmean.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nanmean_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                        int32_t dtype, ptc_tensor out);
/* The median along `dim` but for NaN, and where it is; written into `values` and `indices`.
   nanmedian.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values,
       Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_nanmedian_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values,
                                                 ptc_tensor indices);
/* The sum, NaN counted as 0; written into `out`.
   nansum.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nansum_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len, bool keepdim,
                                       int32_t dtype, ptc_tensor out);
/* The p-norm along `dim`, computed in `dtype`: prefer linalg_vector_norm; written into `out`.
   norm.dtype_out(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_norm_dtype_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, const int64_t *dim,
                                           int64_t dim_len, bool keepdim, int32_t dtype, ptc_tensor out);
/* The p-norm along `dim`: prefer linalg_vector_norm; written into `out`.
   norm.out(Tensor self, Scalar? p, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_norm_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar p, const int64_t *dim, int64_t dim_len,
                                     bool keepdim, ptc_tensor out);
/* The sum of singular values; written into `out`.
   nuclear_norm.out(Tensor self, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nuclear_norm_out(ptc_tensor self, bool keepdim, ptc_tensor out);
/* The sum of singular values of the matrices in the two dimensions `dim`; written into `out`.
   nuclear_norm.dim_out(Tensor self, int[2] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nuclear_norm_dim_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                                 ptc_tensor out);
/* The product along `dim`; written into `out`.
   prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_prod_int_out(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor out);
/* Slices along `dim` rescaled to a p-norm of at most maxnorm; written into `out`.
   renorm.out(Tensor self, Scalar p, int dim, Scalar maxnorm, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_renorm_out(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor out);
/* The sum along `dim`; integers and bool give int64; written into `out`.
   sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sum_IntList_out(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                            bool keepdim, int32_t dtype, ptc_tensor out);

PTC_END

#endif
