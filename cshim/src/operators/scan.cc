// Cumulative sums and products, differences, integrals.
#include <ATen/ops/cummax.h>
#include <ATen/ops/cummin.h>
#include <ATen/ops/cumprod.h>
#include <ATen/ops/cumsum.h>
#include <ATen/ops/cumulative_trapezoid.h>
#include <ATen/ops/diff.h>
#include <ATen/ops/gradient.h>
#include <ATen/ops/logcumsumexp.h>
#include <ATen/ops/trapezoid.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/scan.h>

ptc_error ptc_cummax(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices), [&] { put(std::tie(values, indices), at::cummax(get(self), dim)); });
}
ptc_error ptc_cummin(ptc_tensor self, int64_t dim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices), [&] { put(std::tie(values, indices), at::cummin(get(self), dim)); });
}
ptc_error ptc_cumprod(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cumprod(get(self), dim, optdtype(dtype))); });
}
ptc_error ptc_cumsum(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cumsum(get(self), dim, optdtype(dtype))); });
}
ptc_error ptc_cumulative_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cumulative_trapezoid(not_nested(get(y), "y"), get(x), dim)); });
}
ptc_error ptc_cumulative_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cumulative_trapezoid(not_nested(get(y), "y"), scalar(dx), dim)); });
}
ptc_error ptc_diff(ptc_tensor self, int64_t n, int64_t dim, ptc_tensor prepend, ptc_tensor append, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::diff(get(self), n, dim, opt(prepend), opt(append))); });
}
ptc_error ptc_gradient_scalarint(ptc_tensor self, ptc_scalar spacing, const int64_t *dim, int64_t edge_order,
                                 ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), optscalar(spacing), opt(dim), edge_order)); });
}
ptc_error ptc_gradient_scalararray(ptc_tensor self, ptc_scalar spacing, const int64_t *dim, int64_t dim_len,
                                   int64_t edge_order, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), scalar(spacing), ints(dim), edge_order)); });
}
ptc_error ptc_gradient_array(ptc_tensor self, const int64_t *dim, int64_t dim_len, int64_t edge_order,
                             ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), ints(dim), edge_order)); });
}
ptc_error ptc_gradient_scalarrayint(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len, const int64_t *dim,
                                    int64_t edge_order, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), scalars(spacing), opt(dim), edge_order)); });
}
ptc_error ptc_gradient_scalarrayarray(ptc_tensor self, const ptc_scalar *spacing, int64_t spacing_len,
                                      const int64_t *dim, int64_t dim_len, int64_t edge_order, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), scalars(spacing), ints(dim), edge_order)); });
}
ptc_error ptc_gradient_tensorarrayint(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len,
                                      const int64_t *dim, int64_t edge_order, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), list(spacing), opt(dim), edge_order)); });
}
ptc_error ptc_gradient_tensorarray(ptc_tensor self, const ptc_tensor *spacing, int64_t spacing_len, const int64_t *dim,
                                   int64_t dim_len, int64_t edge_order, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, at::gradient(get(self), list(spacing), ints(dim), edge_order)); });
}
ptc_error ptc_logcumsumexp(ptc_tensor self, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logcumsumexp(get(self), dim)); });
}
ptc_error ptc_trapezoid_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::trapezoid(not_nested(get(y), "y"), get(x), dim)); });
}
ptc_error ptc_trapezoid_dx(ptc_tensor y, ptc_scalar dx, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::trapezoid(not_nested(get(y), "y"), scalar(dx), dim)); });
}
ptc_error ptc_cumprod_(ptc_tensor self, int64_t dim, int32_t dtype) {
  return guard([&] { get(self).cumprod_(dim, optdtype(dtype)); });
}
ptc_error ptc_cumsum_(ptc_tensor self, int64_t dim, int32_t dtype) {
  return guard([&] { get(self).cumsum_(dim, optdtype(dtype)); });
}
ptc_error ptc_cummax_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::cummax_out(into(values), into(indices), get(self), dim); });
}
ptc_error ptc_cummin_out(ptc_tensor self, int64_t dim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::cummin_out(into(values), into(indices), get(self), dim); });
}
ptc_error ptc_cumprod_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::cumprod_out(into(out), get(self), dim, optdtype(dtype)); });
}
ptc_error ptc_cumsum_out(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::cumsum_out(into(out), get(self), dim, optdtype(dtype)); });
}
ptc_error ptc_diff_out(ptc_tensor self, int64_t n, int64_t dim, ptc_tensor prepend, ptc_tensor append, ptc_tensor out) {
  return guard([&] { at::diff_out(into(out), get(self), n, dim, opt(prepend), opt(append)); });
}
ptc_error ptc_logcumsumexp_out(ptc_tensor self, int64_t dim, ptc_tensor out) {
  return guard([&] { at::logcumsumexp_out(into(out), get(self), dim); });
}
