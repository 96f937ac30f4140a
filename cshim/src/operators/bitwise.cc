// Bits and truth values.
#include <ATen/ops/bitwise_and.h>
#include <ATen/ops/bitwise_left_shift.h>
#include <ATen/ops/bitwise_not.h>
#include <ATen/ops/bitwise_or.h>
#include <ATen/ops/bitwise_right_shift.h>
#include <ATen/ops/bitwise_xor.h>
#include <ATen/ops/logical_and.h>
#include <ATen/ops/logical_not.h>
#include <ATen/ops/logical_or.h>
#include <ATen/ops/logical_xor.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/bitwise.h>

ptc_error ptc_bitwise_and_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_and(get(self), scalar(other))); });
}
ptc_error ptc_bitwise_and_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_and(scalar(self), get(other))); });
}
ptc_error ptc_bitwise_and_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_and(get(self), get(other))); });
}
ptc_error ptc_bitwise_left_shift_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_left_shift(get(self), get(other))); });
}
ptc_error ptc_bitwise_left_shift_Tensor_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_left_shift(get(self), scalar(other))); });
}
ptc_error ptc_bitwise_left_shift_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_left_shift(scalar(self), get(other))); });
}
UNARY(ptc_bitwise_not, at::bitwise_not)
ptc_error ptc_bitwise_or_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_or(get(self), scalar(other))); });
}
ptc_error ptc_bitwise_or_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_or(scalar(self), get(other))); });
}
ptc_error ptc_bitwise_or_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_or(get(self), get(other))); });
}
ptc_error ptc_bitwise_right_shift_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_right_shift(get(self), get(other))); });
}
ptc_error ptc_bitwise_right_shift_Tensor_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_right_shift(get(self), scalar(other))); });
}
ptc_error ptc_bitwise_right_shift_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_right_shift(scalar(self), get(other))); });
}
ptc_error ptc_bitwise_xor_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_xor(get(self), scalar(other))); });
}
ptc_error ptc_bitwise_xor_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_xor(scalar(self), get(other))); });
}
ptc_error ptc_bitwise_xor_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::bitwise_xor(get(self), get(other))); });
}
ptc_error ptc_logical_and(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logical_and(get(self), get(other))); });
}
UNARY(ptc_logical_not, at::logical_not)
ptc_error ptc_logical_or(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logical_or(get(self), get(other))); });
}
ptc_error ptc_logical_xor(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logical_xor(get(self), get(other))); });
}
ptc_error ptc_bitwise_and__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).bitwise_and_(scalar(other)); });
}
ptc_error ptc_bitwise_and__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).bitwise_and_(get(other)); });
}
ptc_error ptc_bitwise_left_shift__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).bitwise_left_shift_(get(other)); });
}
ptc_error ptc_bitwise_left_shift__Tensor_Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).bitwise_left_shift_(scalar(other)); });
}
ptc_error ptc_bitwise_not_(ptc_tensor self) {
  return guard([&] { get(self).bitwise_not_(); });
}
ptc_error ptc_bitwise_or__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).bitwise_or_(scalar(other)); });
}
ptc_error ptc_bitwise_or__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).bitwise_or_(get(other)); });
}
ptc_error ptc_bitwise_right_shift__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).bitwise_right_shift_(get(other)); });
}
ptc_error ptc_bitwise_right_shift__Tensor_Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).bitwise_right_shift_(scalar(other)); });
}
ptc_error ptc_bitwise_xor__Scalar(ptc_tensor self, ptc_scalar other) {
  return guard([&] { get(self).bitwise_xor_(scalar(other)); });
}
ptc_error ptc_bitwise_xor__Tensor(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).bitwise_xor_(get(other)); });
}
ptc_error ptc_logical_and_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).logical_and_(get(other)); });
}
ptc_error ptc_logical_not_(ptc_tensor self) {
  return guard([&] { get(self).logical_not_(); });
}
ptc_error ptc_logical_or_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).logical_or_(get(other)); });
}
ptc_error ptc_logical_xor_(ptc_tensor self, ptc_tensor other) {
  return guard([&] { get(self).logical_xor_(get(other)); });
}
ptc_error ptc_bitwise_and_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::bitwise_and_out(into(out), get(self), get(other)); });
}
ptc_error ptc_bitwise_and_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::bitwise_and_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_bitwise_left_shift_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::bitwise_left_shift_out(into(out), get(self), get(other)); });
}
ptc_error ptc_bitwise_left_shift_Tensor_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::bitwise_left_shift_out(into(out), get(self), scalar(other)); });
}
UNARY_OUT(ptc_bitwise_not_out, at::bitwise_not_out)
ptc_error ptc_bitwise_or_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::bitwise_or_out(into(out), get(self), get(other)); });
}
ptc_error ptc_bitwise_or_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::bitwise_or_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_bitwise_right_shift_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::bitwise_right_shift_out(into(out), get(self), get(other)); });
}
ptc_error ptc_bitwise_right_shift_Tensor_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::bitwise_right_shift_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_bitwise_xor_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::bitwise_xor_out(into(out), get(self), get(other)); });
}
ptc_error ptc_bitwise_xor_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::bitwise_xor_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_logical_and_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logical_and_out(into(out), get(self), get(other)); });
}
UNARY_OUT(ptc_logical_not_out, at::logical_not_out)
ptc_error ptc_logical_or_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logical_or_out(into(out), get(self), get(other)); });
}
ptc_error ptc_logical_xor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::logical_xor_out(into(out), get(self), get(other)); });
}
