// Comparison, tests, sorting, searching.
#include <ATen/ops/allclose.h>
#include <ATen/ops/argsort.h>
#include <ATen/ops/bucketize.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/fmax.h>
#include <ATen/ops/fmin.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/is_nonzero.h>
#include <ATen/ops/isclose.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/isin.h>
#include <ATen/ops/isinf.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/isneginf.h>
#include <ATen/ops/isposinf.h>
#include <ATen/ops/isreal.h>
#include <ATen/ops/kthvalue.h>
#include <ATen/ops/le.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/msort.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/searchsorted.h>
#include <ATen/ops/sort.h>
#include <ATen/ops/topk.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/compare.h>

ptc_error ptc_allclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan, bool *out) {
  return guard(out, [&] { put(out, at::allclose(get(self), get(other), rtol, atol, equal_nan)); });
}
ptc_error ptc_argsort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::argsort(get(self), dim, descending)); });
}
ptc_error ptc_argsort_stable(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::argsort(get(self), stable, dim, descending)); });
}
ptc_error ptc_bucketize_Tensor(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bucketize(get(self), get(boundaries), out_int32, right)); });
}
ptc_error ptc_bucketize_Scalar(ptc_scalar self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bucketize(scalar(self), get(boundaries), out_int32, right)); });
}
ptc_error ptc_eq_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::eq(get(self), scalar(other))); });
}
ptc_error ptc_eq_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::eq(get(self), get(other))); });
}
ptc_error ptc_equal(ptc_tensor self, ptc_tensor other, bool *out) {
  return guard(out, [&] { put(out, at::equal(get(self), get(other))); });
}
ptc_error ptc_fmax(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fmax(get(self), get(other))); });
}
ptc_error ptc_fmin(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fmin(get(self), get(other))); });
}
ptc_error ptc_ge_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ge(get(self), scalar(other))); });
}
ptc_error ptc_ge_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ge(get(self), get(other))); });
}
ptc_error ptc_gt_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::gt(get(self), scalar(other))); });
}
ptc_error ptc_gt_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::gt(get(self), get(other))); });
}
ptc_error ptc_is_nonzero(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, at::is_nonzero(get(self))); });
}
ptc_error ptc_isclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isclose(get(self), get(other), rtol, atol, equal_nan)); });
}
ptc_error ptc_isfinite(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isfinite(get(self))); });
}
ptc_error ptc_isin_Tensor_Tensor(ptc_tensor elements, ptc_tensor test_elements, bool assume_unique, bool invert,
                                 ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isin(get(elements), get(test_elements), assume_unique, invert)); });
}
ptc_error ptc_isin_Tensor_Scalar(ptc_tensor elements, ptc_scalar test_element, bool assume_unique, bool invert,
                                 ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isin(get(elements), scalar(test_element), assume_unique, invert)); });
}
ptc_error ptc_isin_Scalar_Tensor(ptc_scalar element, ptc_tensor test_elements, bool assume_unique, bool invert,
                                 ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isin(scalar(element), get(test_elements), assume_unique, invert)); });
}
ptc_error ptc_isinf(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isinf(get(self))); });
}
ptc_error ptc_isnan(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isnan(get(self))); });
}
ptc_error ptc_isneginf(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isneginf(get(self))); });
}
ptc_error ptc_isposinf(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isposinf(get(self))); });
}
ptc_error ptc_isreal(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::isreal(get(self))); });
}
ptc_error ptc_kthvalue(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices),
               [&] { put(std::tie(values, indices), at::kthvalue(get(self), k, dim, keepdim)); });
}
ptc_error ptc_le_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::le(get(self), scalar(other))); });
}
ptc_error ptc_le_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::le(get(self), get(other))); });
}
ptc_error ptc_lt_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lt(get(self), scalar(other))); });
}
ptc_error ptc_lt_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lt(get(self), get(other))); });
}
ptc_error ptc_maximum(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::maximum(get(self), get(other))); });
}
ptc_error ptc_minimum(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::minimum(get(self), get(other))); });
}
ptc_error ptc_msort(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::msort(get(self))); });
}
ptc_error ptc_ne_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ne(get(self), scalar(other))); });
}
ptc_error ptc_ne_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ne(get(self), get(other))); });
}
ptc_error ptc_searchsorted_Tensor(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right,
                                  const char *side, ptc_tensor sorter, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::searchsorted(get(sorted_sequence), get(self), out_int32, right, opt(side), opt(sorter)));
  });
}
ptc_error ptc_searchsorted_Scalar(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right,
                                  const char *side, ptc_tensor sorter, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::searchsorted(get(sorted_sequence), scalar(self), out_int32, right, opt(side), opt(sorter)));
  });
}
ptc_error ptc_sort(ptc_tensor self, int64_t dim, bool descending, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices),
               [&] { put(std::tie(values, indices), at::sort(get(self), dim, descending)); });
}
ptc_error ptc_sort_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor *values,
                          ptc_tensor *indices) {
  return guard(std::tie(values, indices),
               [&] { put(std::tie(values, indices), at::sort(get(self), opt(stable), dim, descending)); });
}
ptc_error ptc_topk(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor *values,
                   ptc_tensor *indices) {
  return guard(std::tie(values, indices),
               [&] { put(std::tie(values, indices), at::topk(get(self), k, dim, largest, sorted)); });
}
ptc_error ptc_eq__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).eq_(scalar(other)); });
}
ptc_error ptc_eq__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).eq_(get(other)); });
}
ptc_error ptc_ge__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).ge_(scalar(other)); });
}
ptc_error ptc_ge__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).ge_(get(other)); });
}
ptc_error ptc_gt__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).gt_(scalar(other)); });
}
ptc_error ptc_gt__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).gt_(get(other)); });
}
ptc_error ptc_le__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).le_(scalar(other)); });
}
ptc_error ptc_le__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).le_(get(other)); });
}
ptc_error ptc_lt__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).lt_(scalar(other)); });
}
ptc_error ptc_lt__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).lt_(get(other)); });
}
ptc_error ptc_ne__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).ne_(scalar(other)); });
}
ptc_error ptc_ne__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).ne_(get(other)); });
}
ptc_error ptc_argsort_stable_out(ptc_tensor self, bool stable, int64_t dim, bool descending, ptc_tensor out) {
  return guard([&] { at::argsort_out(into(out), get(self), stable, dim, descending); });
}
ptc_error ptc_bucketize_Tensor_out(ptc_tensor self, ptc_tensor boundaries, bool out_int32, bool right, ptc_tensor out) {
  return guard([&] { at::bucketize_out(into(out), get(self), get(boundaries), out_int32, right); });
}
ptc_error ptc_eq_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::eq_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_eq_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::eq_out(into(out), get(self), get(other)); });
}
ptc_error ptc_fmax_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::fmax_out(into(out), get(self), get(other)); });
}
ptc_error ptc_fmin_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::fmin_out(into(out), get(self), get(other)); });
}
ptc_error ptc_ge_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::ge_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_ge_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::ge_out(into(out), get(self), get(other)); });
}
ptc_error ptc_gt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::gt_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_gt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::gt_out(into(out), get(self), get(other)); });
}
ptc_error ptc_isin_Tensor_Tensor_out(ptc_tensor elements, ptc_tensor test_elements, bool assume_unique, bool invert,
                                     ptc_tensor out) {
  return guard([&] { at::isin_out(into(out), get(elements), get(test_elements), assume_unique, invert); });
}
ptc_error ptc_isin_Tensor_Scalar_out(ptc_tensor elements, ptc_scalar test_element, bool assume_unique, bool invert,
                                     ptc_tensor out) {
  return guard([&] { at::isin_out(into(out), get(elements), scalar(test_element), assume_unique, invert); });
}
ptc_error ptc_isin_Scalar_Tensor_out(ptc_scalar element, ptc_tensor test_elements, bool assume_unique, bool invert,
                                     ptc_tensor out) {
  return guard([&] { at::isin_out(into(out), scalar(element), get(test_elements), assume_unique, invert); });
}
ptc_error ptc_isneginf_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::isneginf_out(into(out), get(self)); });
}
ptc_error ptc_isposinf_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::isposinf_out(into(out), get(self)); });
}
ptc_error ptc_kthvalue_values(ptc_tensor self, int64_t k, int64_t dim, bool keepdim, ptc_tensor values,
                              ptc_tensor indices) {
  return guard([&] { at::kthvalue_out(into(values), into(indices), get(self), k, dim, keepdim); });
}
ptc_error ptc_le_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::le_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_le_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::le_out(into(out), get(self), get(other)); });
}
ptc_error ptc_lt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::lt_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_lt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::lt_out(into(out), get(self), get(other)); });
}
ptc_error ptc_maximum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::maximum_out(into(out), get(self), get(other)); });
}
ptc_error ptc_minimum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::minimum_out(into(out), get(self), get(other)); });
}
ptc_error ptc_msort_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::msort_out(into(out), get(self)); });
}
ptc_error ptc_ne_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::ne_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_ne_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::ne_out(into(out), get(self), get(other)); });
}
ptc_error ptc_searchsorted_Tensor_out(ptc_tensor sorted_sequence, ptc_tensor self, bool out_int32, bool right,
                                      const char *side, ptc_tensor sorter, ptc_tensor out) {
  return guard([&] {
    at::searchsorted_out(into(out), get(sorted_sequence), get(self), out_int32, right, opt(side), opt(sorter));
  });
}
ptc_error ptc_searchsorted_Scalar_out(ptc_tensor sorted_sequence, ptc_scalar self, bool out_int32, bool right,
                                      const char *side, ptc_tensor sorter, ptc_tensor out) {
  return guard([&] {
    at::searchsorted_out(into(out), get(sorted_sequence), scalar(self), out_int32, right, opt(side), opt(sorter));
  });
}
ptc_error ptc_sort_values(ptc_tensor self, int64_t dim, bool descending, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::sort_out(into(values), into(indices), get(self), dim, descending); });
}
ptc_error ptc_sort_values_stable(ptc_tensor self, const bool *stable, int64_t dim, bool descending, ptc_tensor values,
                                 ptc_tensor indices) {
  return guard([&] { at::sort_out(into(values), into(indices), get(self), opt(stable), dim, descending); });
}
ptc_error ptc_topk_values(ptc_tensor self, int64_t k, int64_t dim, bool largest, bool sorted, ptc_tensor values,
                          ptc_tensor indices) {
  return guard([&] { at::topk_out(into(values), into(indices), get(self), k, dim, largest, sorted); });
}
