// Creation: tensors from sizes, values and ranges; filling.
#include <ATen/ops/arange.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/empty_permuted.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/eye.h>
#include <ATen/ops/fill.h>
#include <ATen/ops/from_file.h>
#include <ATen/ops/full.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/linspace.h>
#include <ATen/ops/logspace.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/polar.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/tril_indices.h>
#include <ATen/ops/triu_indices.h>
#include <ATen/ops/zero.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include "checks/agree.h"
#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <pytorch_c/operators/creation.h>

namespace {

// The room of a file that is to be mapped as shared, so that a write to it does not end the process on a full disk.
// libtorch says what is wrong with the file itself.
void reserve_file(std::string_view path, int64_t size, size_t width) {
  const std::string name(path);
  int64_t bytes = 0;
  if (size <= 0 || __builtin_mul_overflow(size, static_cast<int64_t>(width), &bytes)) return;
  int fd = open(name.c_str(), O_RDWR | O_CLOEXEC);
  const bool fresh = fd < 0 && errno == ENOENT;
  if (fresh) fd = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return;
  struct stat found = {};
  int why = 0;
  if (fstat(fd, &found) == 0 && S_ISREG(found.st_mode)) do
      why = posix_fallocate(fd, 0, bytes);
    while (why == EINTR);
  const bool lacking = why == ENOSPC || why == EDQUOT || why == EFBIG;
  if (lacking && ftruncate(fd, found.st_size) == 0 && fresh) unlink(name.c_str());
  close(fd);
  if (lacking)
    fail(PTC_ERROR_OUT_OF_MEMORY, "argument 'filename': there is no room for " + std::to_string(bytes) + " bytes in " +
                                      name + ": " + std::strerror(why));
}

} // namespace

ptc_error ptc_arange(ptc_scalar end, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::arange(scalar(end), opts(options)), options);
  });
}
ptc_error ptc_arange_start(ptc_scalar start, ptc_scalar end, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    Factory quick;
    put(out, at::arange(first, second, opts(options)), options);
  });
}
ptc_error ptc_arange_start_step(ptc_scalar start, ptc_scalar end, ptc_scalar step, const ptc_options *options,
                                ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(start), second = scalar(end), third = scalar(step);
    Factory quick;
    put(out, at::arange(first, second, third, opts(options)), options);
  });
}
ptc_error ptc_complex(ptc_tensor real, ptc_tensor imag, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::complex(get(real), get(imag))); });
}
ptc_error ptc_empty_memory_format(const int64_t *size, int64_t size_len, const ptc_options *options,
                                  int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::empty(ints(size), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_empty_like(ptc_tensor self, const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::empty_like(get(self), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_empty_permuted(const int64_t *size, int64_t size_len, const int64_t *physical_layout,
                             int64_t physical_layout_len, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::empty_permuted(ints(size), ints(physical_layout), opts(options)), options);
  });
}
ptc_error ptc_empty_strided(const int64_t *size, int64_t size_len, const int64_t *stride, int64_t stride_len,
                            const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    check_reach(ints(size), ints(stride), 0);
    put(out, at::empty_strided(ints(size), ints(stride), opts(options)), options);
  });
}
ptc_error ptc_eye(int64_t n, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::eye(n, opts(options)), options);
  });
}
ptc_error ptc_eye_m(int64_t n, int64_t m, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::eye(n, m, opts(options)), options);
  });
}
ptc_error ptc_fill_Scalar(ptc_tensor self, ptc_scalar value, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fill(get(self), scalar(value))); });
}
ptc_error ptc_fill_Tensor(ptc_tensor self, ptc_tensor value, ptc_tensor *out) {
  return guard(out, [&] {
    check_filled(get(self), get(value));
    put(out, at::fill(get(self), get(value)));
  });
}
ptc_error ptc_from_file(const char *filename, const bool *shared, const int64_t *size, const ptc_options *options,
                        ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    if (shared && *shared && size) reserve_file(chars(filename), *size, opts(options).dtype().itemsize());
    put(out, at::from_file(chars(filename), opt(shared), opt(size), opts(options)), options);
  });
}
ptc_error ptc_full(const int64_t *size, int64_t size_len, ptc_scalar fill_value, const ptc_options *options,
                   ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::full(ints(size), scalar(fill_value), opts(options)), options);
  });
}
ptc_error ptc_full_like(ptc_tensor self, ptc_scalar fill_value, const ptc_options *options, int32_t memory_format,
                        ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::full_like(get(self), scalar(fill_value), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_linspace(ptc_scalar start, ptc_scalar end, int64_t steps, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    Factory quick;
    put(out, at::linspace(first, second, steps, opts(options)), options);
  });
}
ptc_error ptc_linspace_Tensor_Tensor(ptc_tensor start, ptc_tensor end, int64_t steps, const ptc_options *options,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::linspace(get(start), get(end), steps, opts(options)), options);
  });
}
ptc_error ptc_linspace_Tensor_Scalar(ptc_tensor start, ptc_scalar end, int64_t steps, const ptc_options *options,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::linspace(get(start), scalar(end), steps, opts(options)), options);
  });
}
ptc_error ptc_linspace_Scalar_Tensor(ptc_scalar start, ptc_tensor end, int64_t steps, const ptc_options *options,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::linspace(scalar(start), get(end), steps, opts(options)), options);
  });
}
ptc_error ptc_logspace(ptc_scalar start, ptc_scalar end, int64_t steps, double base, const ptc_options *options,
                       ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    Factory quick;
    put(out, at::logspace(first, second, steps, base, opts(options)), options);
  });
}
ptc_error ptc_logspace_Tensor_Tensor(ptc_tensor start, ptc_tensor end, int64_t steps, double base,
                                     const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::logspace(get(start), get(end), steps, base, opts(options)), options);
  });
}
ptc_error ptc_logspace_Tensor_Scalar(ptc_tensor start, ptc_scalar end, int64_t steps, double base,
                                     const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::logspace(get(start), scalar(end), steps, base, opts(options)), options);
  });
}
ptc_error ptc_logspace_Scalar_Tensor(ptc_scalar start, ptc_tensor end, int64_t steps, double base,
                                     const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::logspace(scalar(start), get(end), steps, base, opts(options)), options);
  });
}
ptc_error ptc_new_empty(ptc_tensor self, const int64_t *size, int64_t size_len, const ptc_options *options,
                        ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).new_empty(ints(size), opts(options)), options); });
}
ptc_error ptc_new_empty_strided(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                                int64_t stride_len, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    check_reach(ints(size), ints(stride), 0);
    put(out, get(self).new_empty_strided(ints(size), ints(stride), opts(options)), options);
  });
}
ptc_error ptc_new_full(ptc_tensor self, const int64_t *size, int64_t size_len, ptc_scalar fill_value,
                       const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).new_full(ints(size), scalar(fill_value), opts(options)), options); });
}
ptc_error ptc_new_ones(ptc_tensor self, const int64_t *size, int64_t size_len, const ptc_options *options,
                       ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).new_ones(ints(size), opts(options)), options); });
}
ptc_error ptc_new_zeros(ptc_tensor self, const int64_t *size, int64_t size_len, const ptc_options *options,
                        ptc_tensor *out) {
  return guard(out, [&] {
    check_zeros_like(get(self), opts(options));
    put(out, get(self).new_zeros(ints(size), opts(options)), options);
  });
}
ptc_error ptc_ones(const int64_t *size, int64_t size_len, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::ones(ints(size), opts(options)), options);
  });
}
ptc_error ptc_ones_like(ptc_tensor self, const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::ones_like(get(self), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_polar(ptc_tensor abs, ptc_tensor angle, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::polar(get(abs), get(angle))); });
}
ptc_error ptc_scalar_tensor(ptc_scalar s, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::scalar_tensor(scalar(s), opts(options)), options);
  });
}
ptc_error ptc_tril_indices(int64_t row, int64_t col, int64_t offset, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::tril_indices(row, col, offset, opts(options, at::kLong)), options);
  });
}
ptc_error ptc_triu_indices(int64_t row, int64_t col, int64_t offset, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::triu_indices(row, col, offset, opts(options, at::kLong)), options);
  });
}
ptc_error ptc_zeros(const int64_t *size, int64_t size_len, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    check_zeros(opts(options).layout(), c10::typeMetaToScalarType(opts(options).dtype()));
    put(out, at::zeros(ints(size), opts(options)), options);
  });
}
ptc_error ptc_zeros_like(ptc_tensor self, const ptc_options *options, int32_t memory_format, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    check_zeros_like(get(self), opts(options));
    put(out, at::zeros_like(get(self), opts(options), optformat(memory_format)), options);
  });
}
ptc_error ptc_fill__Scalar(ptc_tensor self, ptc_scalar value) {
  return guard([&] { at::fill_(get(self), scalar(value)); });
}
ptc_error ptc_fill__Tensor(ptc_tensor self, ptc_tensor value) {
  return guard([&] {
    check_filled(get(self), get(value));
    at::fill_(get(self), get(value));
  });
}
ptc_error ptc_zero_(ptc_tensor self) {
  return guard([&] {
    check_zeros(get(self).layout(), get(self).scalar_type());
    at::zero_(get(self));
  });
}
ptc_error ptc_arange_out(ptc_scalar end, ptc_tensor out) {
  return guard([&] { at::arange_out(into(out), scalar(end)); });
}
ptc_error ptc_arange_start_out(ptc_scalar start, ptc_scalar end, ptc_scalar step, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(start), second = scalar(end), third = scalar(step);
    at::arange_out(into(out), first, second, third);
  });
}
ptc_error ptc_complex_out(ptc_tensor real, ptc_tensor imag, ptc_tensor out) {
  return guard([&] { at::complex_out(into(out), get(real), get(imag)); });
}
ptc_error ptc_empty_out(const int64_t *size, int64_t size_len, int32_t memory_format, ptc_tensor out) {
  return guard([&] { at::empty_out(into(out), ints(size), optformat(memory_format)); });
}
ptc_error ptc_eye_out(int64_t n, ptc_tensor out) {
  return guard([&] { at::eye_out(into(out), n); });
}
ptc_error ptc_eye_m_out(int64_t n, int64_t m, ptc_tensor out) {
  return guard([&] { at::eye_out(into(out), n, m); });
}
ptc_error ptc_full_out(const int64_t *size, int64_t size_len, ptc_scalar fill_value, ptc_tensor out) {
  return guard([&] { at::full_out(into(out), ints(size), scalar(fill_value)); });
}
ptc_error ptc_linspace_out(ptc_scalar start, ptc_scalar end, int64_t steps, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    at::linspace_out(into(out), first, second, steps);
  });
}
ptc_error ptc_linspace_Tensor_Tensor_out(ptc_tensor start, ptc_tensor end, int64_t steps, ptc_tensor out) {
  return guard([&] { at::linspace_out(into(out), get(start), get(end), steps); });
}
ptc_error ptc_linspace_Tensor_Scalar_out(ptc_tensor start, ptc_scalar end, int64_t steps, ptc_tensor out) {
  return guard([&] { at::linspace_out(into(out), get(start), scalar(end), steps); });
}
ptc_error ptc_linspace_Scalar_Tensor_out(ptc_scalar start, ptc_tensor end, int64_t steps, ptc_tensor out) {
  return guard([&] { at::linspace_out(into(out), scalar(start), get(end), steps); });
}
ptc_error ptc_logspace_out(ptc_scalar start, ptc_scalar end, int64_t steps, double base, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(start), second = scalar(end);
    at::logspace_out(into(out), first, second, steps, base);
  });
}
ptc_error ptc_logspace_Tensor_Tensor_out(ptc_tensor start, ptc_tensor end, int64_t steps, double base, ptc_tensor out) {
  return guard([&] { at::logspace_out(into(out), get(start), get(end), steps, base); });
}
ptc_error ptc_logspace_Tensor_Scalar_out(ptc_tensor start, ptc_scalar end, int64_t steps, double base, ptc_tensor out) {
  return guard([&] { at::logspace_out(into(out), get(start), scalar(end), steps, base); });
}
ptc_error ptc_logspace_Scalar_Tensor_out(ptc_scalar start, ptc_tensor end, int64_t steps, double base, ptc_tensor out) {
  return guard([&] { at::logspace_out(into(out), scalar(start), get(end), steps, base); });
}
ptc_error ptc_ones_out(const int64_t *size, int64_t size_len, ptc_tensor out) {
  return guard([&] { at::ones_out(into(out), ints(size)); });
}
ptc_error ptc_polar_out(ptc_tensor abs, ptc_tensor angle, ptc_tensor out) {
  return guard([&] { at::polar_out(into(out), get(abs), get(angle)); });
}
ptc_error ptc_zeros_out(const int64_t *size, int64_t size_len, ptc_tensor out) {
  return guard([&] { at::zeros_out(into(out), ints(size)); });
}
