// Other names of operators.
#include <ATen/ops/absolute.h>
#include <ATen/ops/adjoint.h>
#include <ATen/ops/arccos.h>
#include <ATen/ops/arccosh.h>
#include <ATen/ops/arcsin.h>
#include <ATen/ops/arcsinh.h>
#include <ATen/ops/arctan.h>
#include <ATen/ops/arctan2.h>
#include <ATen/ops/arctanh.h>
#include <ATen/ops/clip.h>
#include <ATen/ops/concat.h>
#include <ATen/ops/concatenate.h>
#include <ATen/ops/divide.h>
#include <ATen/ops/fix.h>
#include <ATen/ops/ger.h>
#include <ATen/ops/greater.h>
#include <ATen/ops/greater_equal.h>
#include <ATen/ops/less.h>
#include <ATen/ops/less_equal.h>
#include <ATen/ops/moveaxis.h>
#include <ATen/ops/multiply.h>
#include <ATen/ops/negative.h>
#include <ATen/ops/not_equal.h>
#include <ATen/ops/range.h>
#include <ATen/ops/row_stack.h>
#include <ATen/ops/subtract.h>
#include <ATen/ops/swapdims.h>
#include <ATen/ops/trapz.h>
#include <ATen/ops/true_divide.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"
#include "operators/wrapped.h"

#include <pytorch_c/operators/aliases.h>

UNARY(ptc_absolute, at::absolute)
UNARY(ptc_adjoint, at::adjoint)
UNARY(ptc_arccos, at::arccos)
UNARY(ptc_arccosh, at::arccosh)
UNARY(ptc_arcsin, at::arcsin)
UNARY(ptc_arcsinh, at::arcsinh)
UNARY(ptc_arctan, at::arctan)
ptc_error ptc_arctan2(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::arctan2(get(self), get(other))); });
}
UNARY(ptc_arctanh, at::arctanh)
ptc_error ptc_clip(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor *out) {
  return guard(out, [&] {
    const auto first = optscalar(min), second = optscalar(max);
    put(out, at::clip(get(self), first, second));
  });
}
ptc_error ptc_clip_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::clip(get(self), opt(min), opt(max))); });
}
ptc_error ptc_concat(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::concat(list(tensors), dim)); });
}
ptc_error ptc_concatenate(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::concatenate(list(tensors), dim)); });
}
ptc_error ptc_divide_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::divide(get(self), get(other))); });
}
ptc_error ptc_divide_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::divide(get(self), wrapped(other))); });
}
ptc_error ptc_divide_Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::divide(get(self), get(other), opt(rounding_mode))); });
}
ptc_error ptc_divide_Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::divide(get(self), wrapped(other), opt(rounding_mode))); });
}
UNARY(ptc_fix, at::fix)
ptc_error ptc_ger(ptc_tensor self, ptc_tensor vec2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ger(get(self), get(vec2))); });
}
ptc_error ptc_greater_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::greater(get(self), scalar(other))); });
}
ptc_error ptc_greater_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::greater(get(self), get(other))); });
}
ptc_error ptc_greater_equal_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::greater_equal(get(self), scalar(other))); });
}
ptc_error ptc_greater_equal_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::greater_equal(get(self), get(other))); });
}
ptc_error ptc_less_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::less(get(self), scalar(other))); });
}
ptc_error ptc_less_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::less(get(self), get(other))); });
}
ptc_error ptc_less_equal_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::less_equal(get(self), scalar(other))); });
}
ptc_error ptc_less_equal_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::less_equal(get(self), get(other))); });
}
ptc_error ptc_moveaxis_intlist(ptc_tensor self, const int64_t *source, int64_t source_len, const int64_t *destination,
                               int64_t destination_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::moveaxis(get(self), ints(source), ints(destination))); });
}
ptc_error ptc_moveaxis_int(ptc_tensor self, int64_t source, int64_t destination, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::moveaxis(get(self), source, destination)); });
}
ptc_error ptc_multiply_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::multiply(get(self), get(other))); });
}
ptc_error ptc_multiply_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::multiply(get(self), wrapped(other))); });
}
UNARY(ptc_negative, at::negative)
ptc_error ptc_not_equal_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::not_equal(get(self), scalar(other))); });
}
ptc_error ptc_not_equal_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::not_equal(get(self), get(other))); });
}
ptc_error ptc_range_step(ptc_scalar start, ptc_scalar end, ptc_scalar step, const ptc_options *options,
                         ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    const auto third = check_step(optdtype(checked(options).dtype), scalar(step));
    put(out, at::range(first, second, third, opts(options)), options);
  });
}
ptc_error ptc_range(ptc_scalar start, ptc_scalar end, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    put(out, at::range(first, second, opts(options)), options);
  });
}
ptc_error ptc_row_stack(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::row_stack(list(tensors))); });
}
ptc_error ptc_subtract_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::subtract(get(self), get(other), scalar(alpha))); });
}
ptc_error ptc_subtract_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Tensor first = wrapped(other);
    const at::Scalar second = scalar(alpha);
    put(out, at::subtract(get(self), first, second));
  });
}
ptc_error ptc_swapdims(ptc_tensor self, int64_t dim0, int64_t dim1, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::swapdims(get(self), dim0, dim1)); });
}
ptc_error ptc_trapz_x(ptc_tensor y, ptc_tensor x, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::trapz(not_nested(get(y), "y"), get(x), dim)); });
}
ptc_error ptc_trapz_dx(ptc_tensor y, double dx, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::trapz(not_nested(get(y), "y"), dx, dim)); });
}
ptc_error ptc_true_divide_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::true_divide(get(self), get(other))); });
}
ptc_error ptc_true_divide_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::true_divide(get(self), wrapped(other))); });
}
ptc_error ptc_absolute_(ptc_tensor self) {
  return guard([&] { get(self).absolute_(); });
}
UNARY_(ptc_arccos_, at::arccos_)
UNARY_(ptc_arccosh_, at::arccosh_)
UNARY_(ptc_arcsin_, at::arcsin_)
UNARY_(ptc_arcsinh_, at::arcsinh_)
ptc_error ptc_arctan2_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).arctan2_(get(other)); });
}
UNARY_(ptc_arctan_, at::arctan_)
UNARY_(ptc_arctanh_, at::arctanh_)
ptc_error ptc_clip_(ptc_tensor self, ptc_scalar min, ptc_scalar max) {
  return guard([&] {
    const auto first = optscalar(min), second = optscalar(max);
    at::clip_(get(self), first, second);
  });
}
ptc_error ptc_clip__Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max) {
  return guard([&] { at::clip_(get(self), opt(min), opt(max)); });
}
ptc_error ptc_divide__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).divide_(get(other)); });
}
ptc_error ptc_divide__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).divide_(wrapped(other)); });
}
ptc_error ptc_divide__Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode) {
  return guard([&] { get(self).divide_(get(other), opt(rounding_mode)); });
}
ptc_error ptc_divide__Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode) {
  return guard([&] { get(self).divide_(wrapped(other), opt(rounding_mode)); });
}
UNARY_(ptc_fix_, at::fix_)
ptc_error ptc_greater__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).greater_(scalar(other)); });
}
ptc_error ptc_greater__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).greater_(get(other)); });
}
ptc_error ptc_greater_equal__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).greater_equal_(scalar(other)); });
}
ptc_error ptc_greater_equal__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).greater_equal_(get(other)); });
}
ptc_error ptc_less__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).less_(scalar(other)); });
}
ptc_error ptc_less__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).less_(get(other)); });
}
ptc_error ptc_less_equal__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).less_equal_(scalar(other)); });
}
ptc_error ptc_less_equal__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).less_equal_(get(other)); });
}
ptc_error ptc_multiply__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).multiply_(get(other)); });
}
ptc_error ptc_multiply__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).multiply_(wrapped(other)); });
}
UNARY_(ptc_negative_, at::negative_)
ptc_error ptc_not_equal__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).not_equal_(scalar(other)); });
}
ptc_error ptc_not_equal__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).not_equal_(get(other)); });
}
ptc_error ptc_subtract__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha) {
  return guard([&] { get(self).subtract_(get(other), scalar(alpha)); });
}
ptc_error ptc_subtract__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha) {
  return guard([&] {
    const at::Tensor first = wrapped(other);
    const at::Scalar second = scalar(alpha);
    get(self).subtract_(first, second);
  });
}
ptc_error ptc_swapaxes_(ptc_tensor self, int64_t axis0, int64_t axis1) {
  return guard([&] { get(self).swapaxes_(axis0, axis1); });
}
ptc_error ptc_swapdims_(ptc_tensor self, int64_t dim0, int64_t dim1) {
  return guard([&] { get(self).swapdims_(dim0, dim1); });
}
ptc_error ptc_true_divide__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).true_divide_(get(other)); });
}
ptc_error ptc_true_divide__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).true_divide_(wrapped(other)); });
}
UNARY_OUT(ptc_absolute_out, at::absolute_out)
UNARY_OUT(ptc_arccos_out, at::arccos_out)
UNARY_OUT(ptc_arccosh_out, at::arccosh_out)
UNARY_OUT(ptc_arcsin_out, at::arcsin_out)
UNARY_OUT(ptc_arcsinh_out, at::arcsinh_out)
UNARY_OUT(ptc_arctan_out, at::arctan_out)
ptc_error ptc_arctan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::arctan2_out(into(out), get(self), get(other)); });
}
UNARY_OUT(ptc_arctanh_out, at::arctanh_out)
ptc_error ptc_clip_out(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor out) {
  return guard([&] {
    const auto first = optscalar(min), second = optscalar(max);
    at::clip_out(into(out), get(self), first, second);
  });
}
ptc_error ptc_clip_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor out) {
  return guard([&] { at::clip_out(into(out), get(self), opt(min), opt(max)); });
}
ptc_error ptc_concat_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out) {
  return guard([&] {
    check_joined(get(out), list(tensors));
    at::concat_out(into(out), list(tensors), dim);
  });
}
ptc_error ptc_concatenate_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out) {
  return guard([&] {
    check_joined(get(out), list(tensors));
    at::concatenate_out(into(out), list(tensors), dim);
  });
}
ptc_error ptc_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::divide_out(into(out), get(self), get(other)); });
}
ptc_error ptc_divide_out_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor out) {
  return guard([&] { at::divide_out(into(out), get(self), get(other), opt(rounding_mode)); });
}
UNARY_OUT(ptc_fix_out, at::fix_out)
ptc_error ptc_ger_out(ptc_tensor self, ptc_tensor vec2, ptc_tensor out) {
  return guard([&] { at::ger_out(into(out), get(self), get(vec2)); });
}
ptc_error ptc_greater_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::greater_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_greater_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::greater_out(into(out), get(self), get(other)); });
}
ptc_error ptc_greater_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::greater_equal_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_greater_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::greater_equal_out(into(out), get(self), get(other)); });
}
ptc_error ptc_less_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::less_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_less_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::less_out(into(out), get(self), get(other)); });
}
ptc_error ptc_less_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::less_equal_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_less_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::less_equal_out(into(out), get(self), get(other)); });
}
ptc_error ptc_multiply_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::multiply_out(into(out), get(self), get(other)); });
}
UNARY_OUT(ptc_negative_out, at::negative_out)
ptc_error ptc_not_equal_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::not_equal_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_not_equal_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::not_equal_out(into(out), get(self), get(other)); });
}
ptc_error ptc_range_out_(ptc_scalar start, ptc_scalar end, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    at::range_out(into(out), first, second);
  });
}
ptc_error ptc_range_out(ptc_scalar start, ptc_scalar end, ptc_scalar step, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(start), second = scalar(end), third = check_step(get(out), scalar(step));
    at::range_out(into(out), first, second, third);
  });
}
ptc_error ptc_row_stack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out) {
  return guard([&] { at::row_stack_out(into(out), list(tensors)); });
}
ptc_error ptc_subtract_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out) {
  return guard([&] { at::subtract_out(into(out), get(self), get(other), scalar(alpha)); });
}
ptc_error ptc_true_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::true_divide_out(into(out), get(self), get(other)); });
}
