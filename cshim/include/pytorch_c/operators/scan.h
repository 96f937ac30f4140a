/* Cumulative sums and products, differences, integrals. */
#ifndef PYTORCH_C_SCAN_H
#define PYTORCH_C_SCAN_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* The largest so far along `dim`, and where it is.
   cummax(Tensor self, int dim) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_cummax(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *values,
                                   PTC_OUT ptc_tensor *indices);
/* The smallest so far along `dim`, and where it is.
   cummin(Tensor self, int dim) -> (Tensor values, Tensor indices) */
PTC_NODISCARD ptc_error ptc_cummin(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *values,
                                   PTC_OUT ptc_tensor *indices);
/* The product so far along `dim`.
   cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_cumprod(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* The sum so far along `dim`.
   cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_cumsum(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* trapezoid up to each point: one element less along `dim`.
   cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_cumulative_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, PTC_OUT ptc_tensor *out);
/* The integral of y along `dim` by trapezia up to each point, dx apart: one element less along `dim`.
   cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_cumulative_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, PTC_OUT ptc_tensor *out);
/* Differences of neighbours along `dim`, n times over.
   diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_diff(ptc_tensor self, int64_t n, int64_t dim, PTC_OPTIONAL ptc_tensor prepend,
                                 PTC_OPTIONAL ptc_tensor append, PTC_OUT ptc_tensor *out);
/* Slopes along each of `dim`, by central differences.
   gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_scalarint(ptc_tensor self, PTC_OPTIONAL ptc_scalar spacing,
                                               PTC_OPTIONAL const int64_t *dim, int64_t edge_order,
                                               PTC_OUT ptc_tensor_list *out);
/* Slopes along each of `dim`, by central differences of points `spacing` apart.
   gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_scalararray(ptc_tensor self, ptc_scalar spacing, const int64_t *dim,
                                                 int64_t dim_len, int64_t edge_order, PTC_OUT ptc_tensor_list *out);
/* Slopes along each of `dim`, by central differences of points 1 apart.
   gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_array(ptc_tensor self, const int64_t *dim, int64_t dim_len, int64_t edge_order,
                                           PTC_OUT ptc_tensor_list *out);
/* Slopes along `dim`, or along each dimension, by central differences with a `spacing` for each.
   gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_scalarrayint(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len,
                                                  PTC_OPTIONAL const int64_t *dim, int64_t edge_order,
                                                  PTC_OUT ptc_tensor_list *out);
/* Slopes along each of `dim`, by central differences with a `spacing` for each.
   gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_scalarrayarray(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len,
                                                    const int64_t *dim, int64_t dim_len, int64_t edge_order,
                                                    PTC_OUT ptc_tensor_list *out);
/* Slopes along `dim`, or along each dimension, by differences of points whose coordinates are given.
   gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_tensorarrayint(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len,
                                                    PTC_OPTIONAL const int64_t *dim, int64_t edge_order,
                                                    PTC_OUT ptc_tensor_list *out);
/* Slopes along each of `dim`, by differences of points whose coordinates are given.
   gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_gradient_tensorarray(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len,
                                                 const int64_t *dim, int64_t dim_len, int64_t edge_order,
                                                 PTC_OUT ptc_tensor_list *out);
/* log of the cumulative sum of exp(self) along `dim`.
   logcumsumexp(Tensor self, int dim) -> Tensor */
PTC_NODISCARD ptc_error ptc_logcumsumexp(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* The integral of y along `dim` by trapezia, at points x or dx apart.
   trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, PTC_OUT ptc_tensor *out);
/* The integral of y along `dim` by trapezia at points dx apart.
   trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* The product so far along `dim`; in place.
   cumprod_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cumprod_(ptc_tensor self, int64_t dim, int32_t dtype);
/* The sum so far along `dim`; in place.
   cumsum_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cumsum_(ptc_tensor self, int64_t dim, int32_t dtype);

/* ---- into given tensors: change `out` ---- */

/* The largest so far along `dim`, and where it is; written into `values` and `indices`.
   cummax.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values,
       Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_cummax_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices);
/* The smallest so far along `dim`, and where it is; written into `values` and `indices`.
   cummin.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values,
       Tensor(b!) indices) */
PTC_NODISCARD ptc_error ptc_cummin_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices);
/* The product so far along `dim`; written into `out`.
   cumprod.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cumprod_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out);
/* The sum so far along `dim`; written into `out`.
   cumsum.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cumsum_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out);
/* Differences of neighbours along `dim`, n times over; written into `out`.
   diff.out(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_diff_out(ptc_tensor self, int64_t n, int64_t dim, PTC_OPTIONAL ptc_tensor prepend,
                                     PTC_OPTIONAL ptc_tensor append, ptc_tensor out);
/* log of the cumulative sum of exp(self) along `dim`; written into `out`.
   logcumsumexp.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logcumsumexp_out(ptc_tensor self, int64_t dim, ptc_tensor out);

PTC_END

#endif
