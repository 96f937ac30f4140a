// Padding.
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/pad.h>
#include <ATen/ops/reflection_pad1d.h>
#include <ATen/ops/reflection_pad2d.h>
#include <ATen/ops/reflection_pad3d.h>
#include <ATen/ops/replication_pad1d.h>
#include <ATen/ops/replication_pad2d.h>
#include <ATen/ops/replication_pad3d.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/padding.h>

ptc_error ptc_constant_pad_nd(ptc_tensor self, const int64_t *pad, int64_t pad_len, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::constant_pad_nd(get(self), ints(pad), scalar(value))); });
}
ptc_error ptc_pad(ptc_tensor self, const int64_t *pad, int64_t pad_len, const char *mode, const double *value,
                  ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pad(get(self), ints(pad), chars(mode), opt(value))); });
}
ptc_error ptc_reflection_pad1d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::reflection_pad1d(get(self), check_cropped(get(self), ints(padding)))); });
}
ptc_error ptc_reflection_pad2d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::reflection_pad2d(get(self), check_cropped(get(self), ints(padding)))); });
}
ptc_error ptc_reflection_pad3d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::reflection_pad3d(get(self), check_cropped(get(self), ints(padding)))); });
}
ptc_error ptc_replication_pad1d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::replication_pad1d(get(self), check_cropped(get(self), check_moderate(ints(padding), "padding"))));
  });
}
ptc_error ptc_replication_pad2d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::replication_pad2d(get(self), check_cropped(get(self), check_moderate(ints(padding), "padding"))));
  });
}
ptc_error ptc_replication_pad3d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::replication_pad3d(get(self), check_cropped(get(self), check_moderate(ints(padding), "padding"))));
  });
}
ptc_error ptc_reflection_pad1d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    check_separate(get(out), get(self));
    at::reflection_pad1d_out(into(out), get(self), check_cropped(get(self), ints(padding)));
  });
}
ptc_error ptc_reflection_pad2d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    check_separate(get(out), get(self));
    at::reflection_pad2d_out(into(out), get(self), check_cropped(get(self), ints(padding)));
  });
}
ptc_error ptc_reflection_pad3d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    check_separate(get(out), get(self));
    at::reflection_pad3d_out(into(out), get(self), check_cropped(get(self), ints(padding)));
  });
}
ptc_error ptc_replication_pad1d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    check_separate(get(out), get(self));
    at::replication_pad1d_out(into(out), get(self), check_cropped(get(self), check_moderate(ints(padding), "padding")));
  });
}
ptc_error ptc_replication_pad2d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    check_separate(get(out), get(self));
    at::replication_pad2d_out(into(out), get(self), check_cropped(get(self), check_moderate(ints(padding), "padding")));
  });
}
ptc_error ptc_replication_pad3d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out) {
  return guard([&] {
    check_separate(get(out), get(self));
    at::replication_pad3d_out(into(out), get(self), check_cropped(get(self), check_moderate(ints(padding), "padding")));
  });
}
