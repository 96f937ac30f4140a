// Comparison and tests.
#include <ATen/ops/allclose.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/is_nonzero.h>
#include <ATen/ops/isclose.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/isinf.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/isneginf.h>
#include <ATen/ops/isposinf.h>
#include <ATen/ops/isreal.h>
#include <ATen/ops/le.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/ne.h>

#include "glue.h"

#include <pytorch_c/compare.h>

const char *ptc_allclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan, bool *out) {
  return guard([&] { put(out, at::allclose(get(self), get(other), rtol, atol, equal_nan)); }, out);
}
const char *ptc_eq_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::eq(get(self), scalar(other))); }, out);
}
const char *ptc_eq_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::eq(get(self), get(other))); }, out);
}
const char *ptc_equal(ptc_tensor self, ptc_tensor other, bool *out) {
  return guard([&] { put(out, at::equal(get(self), get(other))); }, out);
}
const char *ptc_ge_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::ge(get(self), scalar(other))); }, out);
}
const char *ptc_ge_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::ge(get(self), get(other))); }, out);
}
const char *ptc_gt_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::gt(get(self), scalar(other))); }, out);
}
const char *ptc_gt_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::gt(get(self), get(other))); }, out);
}
const char *ptc_is_nonzero(ptc_tensor self, bool *out) {
  return guard([&] { put(out, at::is_nonzero(get(self))); }, out);
}
const char *ptc_isclose(ptc_tensor self, ptc_tensor other, double rtol, double atol, bool equal_nan, ptc_tensor *out) {
  return guard([&] { put(out, at::isclose(get(self), get(other), rtol, atol, equal_nan)); }, out);
}
const char *ptc_isfinite(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::isfinite(get(self))); }, out);
}
const char *ptc_isinf(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::isinf(get(self))); }, out);
}
const char *ptc_isnan(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::isnan(get(self))); }, out);
}
const char *ptc_isneginf(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::isneginf(get(self))); }, out);
}
const char *ptc_isposinf(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::isposinf(get(self))); }, out);
}
const char *ptc_isreal(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, at::isreal(get(self))); }, out);
}
const char *ptc_le_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::le(get(self), scalar(other))); }, out);
}
const char *ptc_le_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::le(get(self), get(other))); }, out);
}
const char *ptc_lt_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::lt(get(self), scalar(other))); }, out);
}
const char *ptc_lt_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::lt(get(self), get(other))); }, out);
}
const char *ptc_ne_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard([&] { put(out, at::ne(get(self), scalar(other))); }, out);
}
const char *ptc_ne_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard([&] { put(out, at::ne(get(self), get(other))); }, out);
}
const char *ptc_eq__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).eq_(scalar(other)); });
}
const char *ptc_eq__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).eq_(get(other)); });
}
const char *ptc_ge__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).ge_(scalar(other)); });
}
const char *ptc_ge__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).ge_(get(other)); });
}
const char *ptc_gt__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).gt_(scalar(other)); });
}
const char *ptc_gt__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).gt_(get(other)); });
}
const char *ptc_le__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).le_(scalar(other)); });
}
const char *ptc_le__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).le_(get(other)); });
}
const char *ptc_lt__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).lt_(scalar(other)); });
}
const char *ptc_lt__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).lt_(get(other)); });
}
const char *ptc_ne__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).ne_(scalar(other)); });
}
const char *ptc_ne__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).ne_(get(other)); });
}
const char *ptc_eq_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::eq_out(get(out), get(self), scalar(other)); });
}
const char *ptc_eq_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::eq_out(get(out), get(self), get(other)); });
}
const char *ptc_ge_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::ge_out(get(out), get(self), scalar(other)); });
}
const char *ptc_ge_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::ge_out(get(out), get(self), get(other)); });
}
const char *ptc_gt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::gt_out(get(out), get(self), scalar(other)); });
}
const char *ptc_gt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::gt_out(get(out), get(self), get(other)); });
}
const char *ptc_isneginf_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::isneginf_out(get(out), get(self)); });
}
const char *ptc_isposinf_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::isposinf_out(get(out), get(self)); });
}
const char *ptc_le_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::le_out(get(out), get(self), scalar(other)); });
}
const char *ptc_le_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::le_out(get(out), get(self), get(other)); });
}
const char *ptc_lt_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::lt_out(get(out), get(self), scalar(other)); });
}
const char *ptc_lt_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::lt_out(get(out), get(self), get(other)); });
}
const char *ptc_ne_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::ne_out(get(out), get(self), scalar(other)); });
}
const char *ptc_ne_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::ne_out(get(out), get(self), get(other)); });
}
