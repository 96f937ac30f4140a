// Fourier transforms (torch.fft).
#include <ATen/ops/fft_fft.h>
#include <ATen/ops/fft_fft2.h>
#include <ATen/ops/fft_fftfreq.h>
#include <ATen/ops/fft_fftn.h>
#include <ATen/ops/fft_fftshift.h>
#include <ATen/ops/fft_hfft.h>
#include <ATen/ops/fft_hfft2.h>
#include <ATen/ops/fft_hfftn.h>
#include <ATen/ops/fft_ifft.h>
#include <ATen/ops/fft_ifft2.h>
#include <ATen/ops/fft_ifftn.h>
#include <ATen/ops/fft_ifftshift.h>
#include <ATen/ops/fft_ihfft.h>
#include <ATen/ops/fft_ihfft2.h>
#include <ATen/ops/fft_ihfftn.h>
#include <ATen/ops/fft_irfft.h>
#include <ATen/ops/fft_irfft2.h>
#include <ATen/ops/fft_irfftn.h>
#include <ATen/ops/fft_rfft.h>
#include <ATen/ops/fft_rfft2.h>
#include <ATen/ops/fft_rfftfreq.h>
#include <ATen/ops/fft_rfftn.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/fft.h>

ptc_error ptc_fft_fft(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_fft(get(self), opt(n), dim, opt(norm))); });
}
ptc_error ptc_fft_fft2(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                       const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_fft2(get(self), optints(s), ints(dim), opt(norm))); });
}
ptc_error ptc_fft_fftfreq(int64_t n, double d, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_fftfreq(n, d, opts(options)), options); });
}
ptc_error ptc_fft_fftn(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                       const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_fftn(get(self), optints(s), optints(dim), opt(norm))); });
}
ptc_error ptc_fft_fftshift(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_fftshift(get(self), optints(dim))); });
}
ptc_error ptc_fft_hfft(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_hfft(get(self), opt(n), dim, opt(norm))); });
}
ptc_error ptc_fft_hfft2(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                        const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_hfft2(get(self), optints(s), ints(dim), opt(norm))); });
}
ptc_error ptc_fft_hfftn(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                        const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_hfftn(get(self), optints(s), optints(dim), opt(norm))); });
}
ptc_error ptc_fft_ifft(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ifft(get(self), opt(n), dim, opt(norm))); });
}
ptc_error ptc_fft_ifft2(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                        const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ifft2(get(self), optints(s), ints(dim), opt(norm))); });
}
ptc_error ptc_fft_ifftn(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                        const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ifftn(get(self), optints(s), optints(dim), opt(norm))); });
}
ptc_error ptc_fft_ifftshift(ptc_tensor self, const int64_t *dim, int64_t dim_len, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ifftshift(get(self), optints(dim))); });
}
ptc_error ptc_fft_ihfft(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ihfft(get(self), opt(n), dim, opt(norm))); });
}
ptc_error ptc_fft_ihfft2(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                         const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ihfft2(get(self), optints(s), ints(dim), opt(norm))); });
}
ptc_error ptc_fft_ihfftn(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                         const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_ihfftn(get(self), optints(s), optints(dim), opt(norm))); });
}
ptc_error ptc_fft_irfft(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_irfft(get(self), opt(n), dim, opt(norm))); });
}
ptc_error ptc_fft_irfft2(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                         const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_irfft2(get(self), optints(s), ints(dim), opt(norm))); });
}
ptc_error ptc_fft_irfftn(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                         const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_irfftn(get(self), optints(s), optints(dim), opt(norm))); });
}
ptc_error ptc_fft_rfft(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_rfft(get(self), opt(n), dim, opt(norm))); });
}
ptc_error ptc_fft_rfft2(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                        const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_rfft2(get(self), optints(s), ints(dim), opt(norm))); });
}
ptc_error ptc_fft_rfftfreq(int64_t n, double d, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_rfftfreq(n, d, opts(options)), options); });
}
ptc_error ptc_fft_rfftn(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                        const char *norm, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::fft_rfftn(get(self), optints(s), optints(dim), opt(norm))); });
}
ptc_error ptc_fft_fft_out(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_fft_out(into(out), get(self), opt(n), dim, opt(norm)); });
}
ptc_error ptc_fft_fft2_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                           const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_fft2_out(into(out), get(self), optints(s), ints(dim), opt(norm)); });
}
ptc_error ptc_fft_fftfreq_out(int64_t n, double d, ptc_tensor out) {
  return guard([&] { at::fft_fftfreq_out(into(out), n, d); });
}
ptc_error ptc_fft_fftn_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                           const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_fftn_out(into(out), get(self), optints(s), optints(dim), opt(norm)); });
}
ptc_error ptc_fft_hfft_out(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_hfft_out(into(out), get(self), opt(n), dim, opt(norm)); });
}
ptc_error ptc_fft_hfft2_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                            const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_hfft2_out(into(out), get(self), optints(s), ints(dim), opt(norm)); });
}
ptc_error ptc_fft_hfftn_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                            const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_hfftn_out(into(out), get(self), optints(s), optints(dim), opt(norm)); });
}
ptc_error ptc_fft_ifft_out(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_ifft_out(into(out), get(self), opt(n), dim, opt(norm)); });
}
ptc_error ptc_fft_ifft2_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                            const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_ifft2_out(into(out), get(self), optints(s), ints(dim), opt(norm)); });
}
ptc_error ptc_fft_ifftn_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                            const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_ifftn_out(into(out), get(self), optints(s), optints(dim), opt(norm)); });
}
ptc_error ptc_fft_ihfft_out(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_ihfft_out(into(out), get(self), opt(n), dim, opt(norm)); });
}
ptc_error ptc_fft_ihfft2_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                             const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_ihfft2_out(into(out), get(self), optints(s), ints(dim), opt(norm)); });
}
ptc_error ptc_fft_ihfftn_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                             const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_ihfftn_out(into(out), get(self), optints(s), optints(dim), opt(norm)); });
}
ptc_error ptc_fft_irfft_out(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_irfft_out(into(out), get(self), opt(n), dim, opt(norm)); });
}
ptc_error ptc_fft_irfft2_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                             const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_irfft2_out(into(out), get(self), optints(s), ints(dim), opt(norm)); });
}
ptc_error ptc_fft_irfftn_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                             const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_irfftn_out(into(out), get(self), optints(s), optints(dim), opt(norm)); });
}
ptc_error ptc_fft_rfft_out(ptc_tensor self, const int64_t *n, int64_t dim, const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_rfft_out(into(out), get(self), opt(n), dim, opt(norm)); });
}
ptc_error ptc_fft_rfft2_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                            const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_rfft2_out(into(out), get(self), optints(s), ints(dim), opt(norm)); });
}
ptc_error ptc_fft_rfftfreq_out(int64_t n, double d, ptc_tensor out) {
  return guard([&] { at::fft_rfftfreq_out(into(out), n, d); });
}
ptc_error ptc_fft_rfftn_out(ptc_tensor self, const int64_t *s, int64_t s_len, const int64_t *dim, int64_t dim_len,
                            const char *norm, ptc_tensor out) {
  return guard([&] { at::fft_rfftn_out(into(out), get(self), optints(s), optints(dim), opt(norm)); });
}
