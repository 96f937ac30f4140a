// Short-time Fourier transforms and windows.
#include <ATen/ops/bartlett_window.h>
#include <ATen/ops/blackman_window.h>
#include <ATen/ops/hamming_window.h>
#include <ATen/ops/hann_window.h>
#include <ATen/ops/istft.h>
#include <ATen/ops/kaiser_window.h>
#include <ATen/ops/stft.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/spectral.h>

ptc_error ptc_bartlett_window(int64_t window_length, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::bartlett_window(window_length, opts(options)), options);
  });
}
ptc_error ptc_bartlett_window_periodic(int64_t window_length, bool periodic, const ptc_options *options,
                                       ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::bartlett_window(window_length, periodic, opts(options)), options);
  });
}
ptc_error ptc_blackman_window(int64_t window_length, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::blackman_window(window_length, opts(options)), options);
  });
}
ptc_error ptc_blackman_window_periodic(int64_t window_length, bool periodic, const ptc_options *options,
                                       ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::blackman_window(window_length, periodic, opts(options)), options);
  });
}
ptc_error ptc_hamming_window(int64_t window_length, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::hamming_window(window_length, opts(options)), options);
  });
}
ptc_error ptc_hamming_window_periodic(int64_t window_length, bool periodic, const ptc_options *options,
                                      ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::hamming_window(window_length, periodic, opts(options)), options);
  });
}
ptc_error ptc_hamming_window_periodic_alpha(int64_t window_length, bool periodic, double alpha,
                                            const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::hamming_window(window_length, periodic, alpha, opts(options)), options);
  });
}
ptc_error ptc_hamming_window_periodic_alpha_beta(int64_t window_length, bool periodic, double alpha, double beta,
                                                 const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::hamming_window(window_length, periodic, alpha, beta, opts(options)), options);
  });
}
ptc_error ptc_hann_window(int64_t window_length, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::hann_window(window_length, opts(options)), options);
  });
}
ptc_error ptc_hann_window_periodic(int64_t window_length, bool periodic, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::hann_window(window_length, periodic, opts(options)), options);
  });
}
ptc_error ptc_istft(ptc_tensor self, int64_t n_fft, const int64_t *hop_length, const int64_t *win_length,
                    ptc_tensor window, bool center, bool normalized, const bool *onesided, const int64_t *length,
                    bool return_complex, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::istft(get(self), n_fft, opt(hop_length), opt(win_length), opt(window), center, normalized,
                       opt(onesided), opt(length), return_complex));
  });
}
ptc_error ptc_kaiser_window(int64_t window_length, const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::kaiser_window(window_length, opts(options)), options);
  });
}
ptc_error ptc_kaiser_window_periodic(int64_t window_length, bool periodic, const ptc_options *options,
                                     ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::kaiser_window(window_length, periodic, opts(options)), options);
  });
}
ptc_error ptc_kaiser_window_beta(int64_t window_length, bool periodic, double beta, const ptc_options *options,
                                 ptc_tensor *out) {
  return guard(out, [&] {
    Factory quick;
    put(out, at::kaiser_window(window_length, periodic, beta, opts(options)), options);
  });
}
ptc_error ptc_stft(ptc_tensor self, int64_t n_fft, const int64_t *hop_length, const int64_t *win_length,
                   ptc_tensor window, bool normalized, const bool *onesided, const bool *return_complex,
                   const bool *align_to_window, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::stft(get(self), n_fft, opt(hop_length), opt(win_length), opt(window), normalized, opt(onesided),
                      opt(return_complex), opt(align_to_window)));
  });
}
ptc_error ptc_stft_center(ptc_tensor self, int64_t n_fft, const int64_t *hop_length, const int64_t *win_length,
                          ptc_tensor window, bool center, const char *pad_mode, bool normalized, const bool *onesided,
                          const bool *return_complex, const bool *align_to_window, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::stft(get(self), n_fft, opt(hop_length), opt(win_length), opt(window), center, chars(pad_mode),
                      normalized, opt(onesided), opt(return_complex), opt(align_to_window)));
  });
}
