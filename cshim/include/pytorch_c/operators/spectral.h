/* Short-time Fourier transforms and windows. */
#ifndef PYTORCH_C_SPECTRAL_H
#define PYTORCH_C_SPECTRAL_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* A triangle from 0 to 1 to 0: (window_length).
   bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_bartlett_window(int64_t window_length, PTC_OPTIONAL const ptc_options *options,
                                            PTC_OUT ptc_tensor *out);
/* A triangle from 0 to 1 to 0, periodic or symmetric: (window_length).
   bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_bartlett_window_periodic(int64_t window_length, bool periodic,
                                                     PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Blackman's window: (window_length).
   blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_blackman_window(int64_t window_length, PTC_OPTIONAL const ptc_options *options,
                                            PTC_OUT ptc_tensor *out);
/* Blackman's window, periodic or symmetric: (window_length).
   blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_blackman_window_periodic(int64_t window_length, bool periodic,
                                                     PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* alpha - beta * cos, a window that does not reach 0: (window_length).
   hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_hamming_window(int64_t window_length, PTC_OPTIONAL const ptc_options *options,
                                           PTC_OUT ptc_tensor *out);
/* 0.54 - 0.46 * cos, periodic or symmetric: (window_length).
   hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_hamming_window_periodic(int64_t window_length, bool periodic,
                                                    PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* alpha - 0.46 * cos, periodic or symmetric: (window_length).
   hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? dtype=None,
       Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_hamming_window_periodic_alpha(int64_t window_length, bool periodic, double alpha,
                                                          PTC_OPTIONAL const ptc_options *options,
                                                          PTC_OUT ptc_tensor *out);
/* alpha - beta * cos, periodic or symmetric: (window_length).
   hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *,
       ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_hamming_window_periodic_alpha_beta(int64_t window_length, bool periodic, double alpha,
                                                               double beta, PTC_OPTIONAL const ptc_options *options,
                                                               PTC_OUT ptc_tensor *out);
/* 0.5 - 0.5 * cos, a smooth rise from 0 to 1 and back: (window_length).
   hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_hann_window(int64_t window_length, PTC_OPTIONAL const ptc_options *options,
                                        PTC_OUT ptc_tensor *out);
/* 0.5 - 0.5 * cos, periodic or symmetric: (window_length).
   hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_hann_window_periodic(int64_t window_length, bool periodic,
                                                 PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* The signal from its short-time Fourier transform, by overlap and add.
   istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True,
       bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_istft(ptc_tensor self, int64_t n_fft, PTC_OPTIONAL const int64_t *hop_length,
                                  PTC_OPTIONAL const int64_t *win_length, PTC_OPTIONAL ptc_tensor window, bool center,
                                  bool normalized, PTC_OPTIONAL const bool *onesided,
                                  PTC_OPTIONAL const int64_t *length, bool return_complex, PTC_OUT ptc_tensor *out);
/* Kaiser's window with shape `beta`: (window_length).
   kaiser_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_kaiser_window(int64_t window_length, PTC_OPTIONAL const ptc_options *options,
                                          PTC_OUT ptc_tensor *out);
/* Kaiser's window with shape 12, periodic or symmetric: (window_length).
   kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_kaiser_window_periodic(int64_t window_length, bool periodic,
                                                   PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Kaiser's window with shape `beta`, periodic or symmetric: (window_length).
   kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, Layout? layout=None,
       Device? device=None, bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_kaiser_window_beta(int64_t window_length, bool periodic, double beta,
                                               PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* Fourier transforms of windows hop_length apart: (…, n_fft / 2 + 1, frames).
   stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool normalized=False,
       bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_stft(ptc_tensor self, int64_t n_fft, PTC_OPTIONAL const int64_t *hop_length,
                                 PTC_OPTIONAL const int64_t *win_length, PTC_OPTIONAL ptc_tensor window,
                                 bool normalized, PTC_OPTIONAL const bool *onesided,
                                 PTC_OPTIONAL const bool *return_complex, PTC_OPTIONAL const bool *align_to_window,
                                 PTC_OUT ptc_tensor *out);
/* Fourier transforms of windows hop_length apart: (…, n_fft / 2 + 1, frames).
   stft.center(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None,
       bool center=True, str pad_mode="reflect", bool normalized=False, bool? onesided=None, bool? return_complex=None,
       bool? align_to_window=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_stft_center(ptc_tensor self, int64_t n_fft, PTC_OPTIONAL const int64_t *hop_length,
                                        PTC_OPTIONAL const int64_t *win_length, PTC_OPTIONAL ptc_tensor window,
                                        bool center, const char *pad_mode, bool normalized,
                                        PTC_OPTIONAL const bool *onesided, PTC_OPTIONAL const bool *return_complex,
                                        PTC_OPTIONAL const bool *align_to_window, PTC_OUT ptc_tensor *out);

PTC_END

#endif
