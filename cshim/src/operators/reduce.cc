// Reduction of all elements or of dimensions.
#include <ATen/ops/_is_all_true.h>
#include <ATen/ops/_is_any_true.h>
#include <ATen/ops/_unique2.h>
#include <ATen/ops/all.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/any.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/argmin.h>
#include <ATen/ops/count_nonzero.h>
#include <ATen/ops/dist.h>
#include <ATen/ops/frobenius_norm.h>
#include <ATen/ops/hash_tensor.h>
#include <ATen/ops/logsumexp.h>
#include <ATen/ops/max.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/median.h>
#include <ATen/ops/min.h>
#include <ATen/ops/mode.h>
#include <ATen/ops/nanmean.h>
#include <ATen/ops/nanmedian.h>
#include <ATen/ops/nansum.h>
#include <ATen/ops/native_norm.h>
#include <ATen/ops/norm.h>
#include <ATen/ops/norm_except_dim.h>
#include <ATen/ops/nuclear_norm.h>
#include <ATen/ops/prod.h>
#include <ATen/ops/renorm.h>
#include <ATen/ops/segment_reduce.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/unique_consecutive.h>
#include <ATen/ops/unique_dim.h>
#include <ATen/ops/unique_dim_consecutive.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/reduce.h>

ptc_error ptc__is_all_true(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_is_all_true(get(self))); });
}
ptc_error ptc__is_any_true(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_is_any_true(get(self))); });
}
ptc_error ptc__unique2(ptc_tensor self, bool sorted, bool return_inverse, bool return_counts, ptc_tensor *out0,
                       ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    put(std::tie(out0, out1, out2), at::_unique2(get(self), sorted, return_inverse, return_counts));
  });
}
ptc_error ptc_all_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::all(get(self), dim, keepdim)); });
}
ptc_error ptc_all_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::all(get(self), optints(dim), keepdim)); });
}
ptc_error ptc_all(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::all(get(self))); });
}
ptc_error ptc_amax(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::amax(get(self), ints(dim), keepdim)); });
}
ptc_error ptc_amin(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::amin(get(self), ints(dim), keepdim)); });
}
ptc_error ptc_aminmax(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *min, ptc_tensor *max) {
  return guard(std::tie(min, max), [&] { put(std::tie(min, max), at::aminmax(get(self), opt(dim), keepdim)); });
}
ptc_error ptc_any_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::any(get(self), dim, keepdim)); });
}
ptc_error ptc_any_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::any(get(self), optints(dim), keepdim)); });
}
ptc_error ptc_any(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::any(get(self))); });
}
ptc_error ptc_argmax(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::argmax(get(self), opt(dim), keepdim)); });
}
ptc_error ptc_argmin(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::argmin(get(self), opt(dim), keepdim)); });
}
ptc_error ptc_count_nonzero_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::count_nonzero(get(self), ints(dim))); });
}
ptc_error ptc_count_nonzero(ptc_tensor self, const int64_t *dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::count_nonzero(get(self), opt(dim))); });
}
ptc_error ptc_dist(ptc_tensor self, ptc_tensor other, ptc_scalar p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::dist(get(self), get(other), scalar(p))); });
}
ptc_error ptc_frobenius_norm_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::frobenius_norm(get(self), ints(dim), keepdim)); });
}
ptc_error ptc_hash_tensor(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int64_t mode,
                          ptc_tensor *out) {
  return guard(out, [&] { put(out, at::hash_tensor(get(self), ints(dim), keepdim, mode)); });
}
ptc_error ptc_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logsumexp(get(self), ints(dim), keepdim)); });
}
ptc_error ptc_max_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices), [&] { put(std::tie(values, indices), at::max(get(self), dim, keepdim)); });
}
ptc_error ptc_max(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::max(get(self))); });
}
ptc_error ptc_max_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::max(get(self), get(other))); });
}
ptc_error ptc_mean(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mean(get(self), optdtype(dtype))); });
}
ptc_error ptc_mean_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                       ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mean(get(self), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_median(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::median(get(self))); });
}
ptc_error ptc_median_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices),
               [&] { put(std::tie(values, indices), at::median(apart(get(self)), dim, keepdim)); });
}
ptc_error ptc_min_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices), [&] { put(std::tie(values, indices), at::min(get(self), dim, keepdim)); });
}
ptc_error ptc_min(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::min(get(self))); });
}
ptc_error ptc_min_other(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::min(get(self), get(other))); });
}
ptc_error ptc_mode(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices), [&] { put(std::tie(values, indices), at::mode(get(self), dim, keepdim)); });
}
ptc_error ptc_nanmean(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                      ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nanmean(get(self), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_nanmedian(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nanmedian(get(self))); });
}
ptc_error ptc_nanmedian_dim(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor *values, ptc_tensor *indices) {
  return guard(std::tie(values, indices),
               [&] { put(std::tie(values, indices), at::nanmedian(apart(get(self)), dim, keepdim)); });
}
ptc_error ptc_nansum(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                     ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nansum(get(self), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_native_norm(ptc_tensor self, ptc_scalar p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::native_norm(get(self), scalar(p))); });
}
ptc_error ptc_native_norm_ScalarOpt_dim_dtype(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len,
                                              bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::native_norm(get(self), optscalar(p), ints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_norm_ScalarOpt_dtype(ptc_tensor self, ptc_scalar p, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::norm(get(self), optscalar(p), dtypeof(dtype))); });
}
ptc_error ptc_norm_Scalar(ptc_tensor self, ptc_scalar p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::norm(get(self), scalar(p))); });
}
ptc_error ptc_norm_ScalarOpt_dim_dtype(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim,
                                       int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::norm(get(self), optscalar(p), ints(dim), keepdim, dtypeof(dtype))); });
}
ptc_error ptc_norm_ScalarOpt_dim(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim,
                                 ptc_tensor *out) {
  return guard(out, [&] { put(out, at::norm(get(self), optscalar(p), ints(dim), keepdim)); });
}
ptc_error ptc_norm_except_dim(ptc_tensor v, int64_t pow, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::norm_except_dim(get(v), pow, dim)); });
}
ptc_error ptc_nuclear_norm(ptc_tensor self, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nuclear_norm(get(self), keepdim)); });
}
ptc_error ptc_nuclear_norm_dim(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nuclear_norm(get(self), ints(dim), keepdim)); });
}
ptc_error ptc_prod(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::prod(get(self), optdtype(dtype))); });
}
ptc_error ptc_prod_dim_int(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::prod(get(self), dim, keepdim, optdtype(dtype))); });
}
ptc_error ptc_renorm(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(p), second = scalar(maxnorm);
    put(out, at::renorm(get(self), first, dim, second));
  });
}
ptc_error ptc_segment_reduce(ptc_tensor data, const char *reduce, ptc_tensor lengths, ptc_tensor indices,
                             ptc_tensor offsets, int64_t axis, bool unsafe, ptc_scalar initial, ptc_tensor *out) {
  return guard(out, [&] {
    check_segments(get(data), opt(lengths), opt(offsets), axis, unsafe);
    put(out, at::segment_reduce(get(data), chars(reduce), opt(lengths), opt(indices), opt(offsets), axis, unsafe,
                                optscalar(initial)));
  });
}
ptc_error ptc_sum(ptc_tensor self, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::sum(get(self), optdtype(dtype))); });
}
ptc_error ptc_sum_dim_IntList(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                              ptc_tensor *out) {
  return guard(out, [&] { put(out, at::sum(get(self), optints(dim), keepdim, optdtype(dtype))); });
}
ptc_error ptc_sum_to_size(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).sum_to_size(ints(size))); });
}
ptc_error ptc_unique_consecutive(ptc_tensor self, bool return_inverse, bool return_counts, const int64_t *dim,
                                 ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    put(std::tie(out0, out1, out2), at::unique_consecutive(get(self), return_inverse, return_counts, opt(dim)));
  });
}
ptc_error ptc_unique_dim(ptc_tensor self, int64_t dim, bool sorted, bool return_inverse, bool return_counts,
                         ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    put(std::tie(out0, out1, out2), at::unique_dim(get(self), dim, sorted, return_inverse, return_counts));
  });
}
ptc_error ptc_unique_dim_consecutive(ptc_tensor self, int64_t dim, bool return_inverse, bool return_counts,
                                     ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    put(std::tie(out0, out1, out2), at::unique_dim_consecutive(get(self), dim, return_inverse, return_counts));
  });
}
ptc_error ptc_renorm_(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm) {
  return guard([&] {
    const at::Scalar first = scalar(p), second = scalar(maxnorm);
    get(self).renorm_(first, dim, second);
  });
}
ptc_error ptc_all_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::all_out(into(out), get(self), dim, keepdim); });
}
ptc_error ptc_all_dims_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::all_out(into(out), get(self), optints(dim), keepdim); });
}
ptc_error ptc_all_all_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::all_out(into(out), get(self)); });
}
ptc_error ptc_amax_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::amax_out(into(out), get(self), ints(dim), keepdim); });
}
ptc_error ptc_amin_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::amin_out(into(out), get(self), ints(dim), keepdim); });
}
ptc_error ptc_aminmax_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor min, ptc_tensor max) {
  return guard([&] { at::aminmax_out(into(min), into(max), get(self), opt(dim), keepdim); });
}
ptc_error ptc_any_out(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::any_out(into(out), get(self), dim, keepdim); });
}
ptc_error ptc_any_dims_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::any_out(into(out), get(self), optints(dim), keepdim); });
}
ptc_error ptc_any_all_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::any_out(into(out), get(self)); });
}
ptc_error ptc_argmax_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::argmax_out(into(out), get(self), opt(dim), keepdim); });
}
ptc_error ptc_argmin_out(ptc_tensor self, const int64_t *dim, bool keepdim, ptc_tensor out) {
  return guard([&] { at::argmin_out(into(out), get(self), opt(dim), keepdim); });
}
ptc_error ptc_frobenius_norm_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::frobenius_norm_out(into(out), get(self), ints(dim), keepdim); });
}
ptc_error ptc_hash_tensor_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int64_t mode,
                              ptc_tensor out) {
  return guard([&] { at::hash_tensor_out(into(out), get(self), ints(dim), keepdim, mode); });
}
ptc_error ptc_logsumexp_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::logsumexp_out(into(out), get(self), ints(dim), keepdim); });
}
ptc_error ptc_max_dim_max(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor max, ptc_tensor max_values) {
  return guard([&] { at::max_out(into(max), into(max_values), get(self), dim, keepdim); });
}
ptc_error ptc_max_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::max_out(into(out), get(self), get(other)); });
}
ptc_error ptc_max_unary_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::max_out(into(out), get(self)); });
}
ptc_error ptc_mean_dtype_out(ptc_tensor self, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::mean_out(into(out), get(self), optdtype(dtype)); });
}
ptc_error ptc_mean_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                       ptc_tensor out) {
  return guard([&] { at::mean_out(into(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_median_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] {
    check_separate(get(values), get(self));
    check_separate(get(indices), get(self));
    at::median_out(into(values), into(indices), apart(get(self)), dim, keepdim);
  });
}
ptc_error ptc_min_dim_min(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor min, ptc_tensor min_indices) {
  return guard([&] { at::min_out(into(min), into(min_indices), get(self), dim, keepdim); });
}
ptc_error ptc_min_unary_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::min_out(into(out), get(self)); });
}
ptc_error ptc_min_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::min_out(into(out), get(self), get(other)); });
}
ptc_error ptc_mode_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] { at::mode_out(into(values), into(indices), get(self), dim, keepdim); });
}
ptc_error ptc_nanmean_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                          ptc_tensor out) {
  return guard([&] { at::nanmean_out(into(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_nanmedian_dim_values(ptc_tensor self, int64_t dim, bool keepdim, ptc_tensor values, ptc_tensor indices) {
  return guard([&] {
    check_separate(get(values), get(self));
    check_separate(get(indices), get(self));
    at::nanmedian_out(into(values), into(indices), apart(get(self)), dim, keepdim);
  });
}
ptc_error ptc_nansum_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                         ptc_tensor out) {
  return guard([&] { at::nansum_out(into(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
ptc_error ptc_norm_dtype_out(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim,
                             int32_t dtype, ptc_tensor out) {
  return guard([&] { at::norm_out(into(out), get(self), optscalar(p), ints(dim), keepdim, dtypeof(dtype)); });
}
ptc_error ptc_norm_out(ptc_tensor self, ptc_scalar p, const int64_t *dim, int64_t dim_len, bool keepdim,
                       ptc_tensor out) {
  return guard([&] { at::norm_out(into(out), get(self), optscalar(p), ints(dim), keepdim); });
}
ptc_error ptc_nuclear_norm_out(ptc_tensor self, bool keepdim, ptc_tensor out) {
  return guard([&] { at::nuclear_norm_out(into(out), get(self), keepdim); });
}
ptc_error ptc_nuclear_norm_dim_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor out) {
  return guard([&] { at::nuclear_norm_out(into(out), get(self), ints(dim), keepdim); });
}
ptc_error ptc_prod_int_out(ptc_tensor self, int64_t dim, bool keepdim, int32_t dtype, ptc_tensor out) {
  return guard([&] { at::prod_out(into(out), get(self), dim, keepdim, optdtype(dtype)); });
}
ptc_error ptc_renorm_out(ptc_tensor self, ptc_scalar p, int64_t dim, ptc_scalar maxnorm, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(p), second = scalar(maxnorm);
    at::renorm_out(into(out), get(self), first, dim, second);
  });
}
ptc_error ptc_sum_IntList_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, int32_t dtype,
                              ptc_tensor out) {
  return guard([&] { at::sum_out(into(out), get(self), optints(dim), keepdim, optdtype(dtype)); });
}
