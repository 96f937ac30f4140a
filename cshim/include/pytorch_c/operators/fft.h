/* Fourier transforms (torch.fft). */
#ifndef PYTORCH_C_FFT_H
#define PYTORCH_C_FFT_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Discrete Fourier transform of one dimension, cut or padded with zeros to `n`.
   fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_fft(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                    PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* Discrete Fourier transform of two dimensions.
   fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_fft2(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len, const int64_t *dim,
                                     int64_t dim_len, PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* The frequencies that fft's n results stand for, with samples `d` apart: (n).
   fft_fftfreq(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_fftfreq(int64_t n, double d, PTC_OPTIONAL const ptc_options *options,
                                        PTC_OUT ptc_tensor *out);
/* Discrete Fourier transform of all dimensions, or of `dim`.
   fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_fftn(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                     PTC_OPTIONAL const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                     PTC_OUT ptc_tensor *out);
/* Frequency 0 moved to the middle.
   fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_fftshift(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                         PTC_OUT ptc_tensor *out);
/* Real transform of a half-given Hermitian signal: n values, by default 2 * (size - 1).
   fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_hfft(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                     PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* hfft of the last of two dimensions, fft of the other.
   fft_hfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_hfft2(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len, const int64_t *dim,
                                      int64_t dim_len, PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* hfft of the last dimension, fft of the others.
   fft_hfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_hfftn(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                      PTC_OPTIONAL const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                      PTC_OUT ptc_tensor *out);
/* Inverse of fft_fft.
   fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ifft(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                     PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* Inverse of fft_fft2.
   fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ifft2(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len, const int64_t *dim,
                                      int64_t dim_len, PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* Inverse of fft_fftn.
   fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ifftn(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                      PTC_OPTIONAL const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                      PTC_OUT ptc_tensor *out);
/* Inverse of fft_fftshift.
   fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ifftshift(ptc_tensor self, PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                          PTC_OUT ptc_tensor *out);
/* Inverse of fft_hfft: n / 2 + 1 values.
   fft_ihfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ihfft(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                      PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* Inverse of fft_hfft2.
   fft_ihfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ihfft2(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                       const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                       PTC_OUT ptc_tensor *out);
/* Inverse of fft_hfftn.
   fft_ihfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_ihfftn(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                       PTC_OPTIONAL const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                       PTC_OUT ptc_tensor *out);
/* Inverse of fft_rfft: n real values, by default 2 * (size - 1).
   fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_irfft(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                      PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* Inverse of fft_rfft2.
   fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_irfft2(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                       const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                       PTC_OUT ptc_tensor *out);
/* Inverse of fft_rfftn.
   fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_irfftn(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                       PTC_OPTIONAL const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                       PTC_OUT ptc_tensor *out);
/* Transform of a real signal, without its mirrored half: n / 2 + 1 values.
   fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_rfft(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                     PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* rfft of the last of two dimensions, fft of the other.
   fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_rfft2(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len, const int64_t *dim,
                                      int64_t dim_len, PTC_OPTIONAL const char *norm, PTC_OUT ptc_tensor *out);
/* The frequencies that rfft's results stand for, with samples `d` apart: (n / 2 + 1).
   fft_rfftfreq(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_rfftfreq(int64_t n, double d, PTC_OPTIONAL const ptc_options *options,
                                         PTC_OUT ptc_tensor *out);
/* rfft of the last dimension, fft of the others.
   fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_fft_rfftn(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                      PTC_OPTIONAL const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                      PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Discrete Fourier transform of one dimension, cut or padded with zeros to `n`; written into `out`.
   fft_fft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_fft_out(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                        PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Discrete Fourier transform of two dimensions; written into `out`.
   fft_fft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_fft2_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                         const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                         ptc_tensor out);
/* The frequencies that fft's n results stand for, with samples `d` apart: (n); written into `out`.
   fft_fftfreq.out(int n, float d=1.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_fftfreq_out(int64_t n, double d, ptc_tensor out);
/* Discrete Fourier transform of all dimensions, or of `dim`; written into `out`.
   fft_fftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_fftn_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                         PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                         PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Real transform of a half-given Hermitian signal: n values, by default 2 * (size - 1); written into `out`.
   fft_hfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_hfft_out(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                         PTC_OPTIONAL const char *norm, ptc_tensor out);
/* hfft of the last of two dimensions, fft of the other; written into `out`.
   fft_hfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_hfft2_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                          const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                          ptc_tensor out);
/* hfft of the last dimension, fft of the others; written into `out`.
   fft_hfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_hfftn_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                          PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                          PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Inverse of fft_fft; written into `out`.
   fft_ifft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_ifft_out(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                         PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Inverse of fft_fft2; written into `out`.
   fft_ifft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_ifft2_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                          const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                          ptc_tensor out);
/* Inverse of fft_fftn; written into `out`.
   fft_ifftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_ifftn_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                          PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                          PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Inverse of fft_hfft: n / 2 + 1 values; written into `out`.
   fft_ihfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_ihfft_out(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                          PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Inverse of fft_hfft2; written into `out`.
   fft_ihfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_ihfft2_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                           const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                           ptc_tensor out);
/* Inverse of fft_hfftn; written into `out`.
   fft_ihfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_ihfftn_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                           PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                           PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Inverse of fft_rfft: n real values, by default 2 * (size - 1); written into `out`.
   fft_irfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_irfft_out(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                          PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Inverse of fft_rfft2; written into `out`.
   fft_irfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_irfft2_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                           const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                           ptc_tensor out);
/* Inverse of fft_rfftn; written into `out`.
   fft_irfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_irfftn_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                           PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                           PTC_OPTIONAL const char *norm, ptc_tensor out);
/* Transform of a real signal, without its mirrored half: n / 2 + 1 values; written into `out`.
   fft_rfft.out(Tensor self, SymInt? n=None, int dim=-1, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_rfft_out(ptc_tensor self, PTC_OPTIONAL const int64_t *n, int64_t dim,
                                         PTC_OPTIONAL const char *norm, ptc_tensor out);
/* rfft of the last of two dimensions, fft of the other; written into `out`.
   fft_rfft2.out(Tensor self, SymInt[1]? s=None, int[1] dim=[-2,-1], str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_rfft2_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                          const int64_t *dim, int64_t dim_len, PTC_OPTIONAL const char *norm,
                                          ptc_tensor out);
/* The frequencies that rfft's results stand for, with samples `d` apart: (n / 2 + 1); written into `out`.
   fft_rfftfreq.out(int n, float d=1.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_rfftfreq_out(int64_t n, double d, ptc_tensor out);
/* rfft of the last dimension, fft of the others; written into `out`.
   fft_rfftn.out(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fft_rfftn_out(ptc_tensor self, PTC_OPTIONAL const int64_t *s, int64_t s_len,
                                          PTC_OPTIONAL const int64_t *dim, int64_t dim_len,
                                          PTC_OPTIONAL const char *norm, ptc_tensor out);

PTC_END

#endif
