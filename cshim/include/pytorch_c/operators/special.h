/* Special functions (torch.special). */
#ifndef PYTORCH_C_SPECIAL_H
#define PYTORCH_C_SPECIAL_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Airy's function Ai.
   special_airy_ai(Tensor x) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_airy_ai(ptc_tensor x, PTC_OUT ptc_tensor *out);
/* Bessel function of the first kind, order 0.
   special_bessel_j0(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_bessel_j0(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Bessel function of the first kind, order 1.
   special_bessel_j1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_bessel_j1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Bessel function of the second kind, order 0.
   special_bessel_y0(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_bessel_y0(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Bessel function of the second kind, order 1.
   special_bessel_y1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_bessel_y1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of digamma.
   special_digamma(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_digamma(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* -x * log(x); 0 at 0, -inf below.
   special_entr(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_entr(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of erf.
   special_erf(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_erf(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of erfc.
   special_erfc(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_erfc(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* exp(x * x) * erfc(x).
   special_erfcx(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_erfcx(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of erfinv.
   special_erfinv(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_erfinv(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of exp2.
   special_exp2(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_exp2(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of sigmoid.
   special_expit(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_expit(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of expm1.
   special_expm1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_expm1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of igamma.
   special_gammainc(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_gammainc(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of igammac.
   special_gammaincc(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_gammaincc(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of lgamma.
   special_gammaln(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_gammaln(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of i0.
   special_i0(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_i0(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* exp(-|x|) * i0(x).
   special_i0e(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_i0e(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Modified Bessel function of the first kind, order 1.
   special_i1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_i1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* exp(-|x|) * i1(x).
   special_i1e(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_i1e(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of log1p.
   special_log1p(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_log1p(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* log of the normal distribution function, computed safely.
   special_log_ndtr(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_log_ndtr(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of log_softmax.
   special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_log_softmax(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* Alias of logit.
   special_logit(Tensor self, float? eps=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_logit(ptc_tensor self, PTC_OPTIONAL const double *eps, PTC_OUT ptc_tensor *out);
/* Alias of logsumexp.
   special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                              PTC_OUT ptc_tensor *out);
/* Modified Bessel function of the first kind, order 0.
   special_modified_bessel_i0(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_i0(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Modified Bessel function of the first kind, order 1.
   special_modified_bessel_i1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_i1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Modified Bessel function of the second kind, order 0.
   special_modified_bessel_k0(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_k0(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Modified Bessel function of the second kind, order 1.
   special_modified_bessel_k1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_k1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of mvlgamma.
   special_multigammaln(Tensor self, int p) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_multigammaln(ptc_tensor self, int64_t p, PTC_OUT ptc_tensor *out);
/* The normal distribution function.
   special_ndtr(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_ndtr(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The inverse of the normal distribution function.
   special_ndtri(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_ndtri(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of polygamma.
   special_polygamma(int n, Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_polygamma(int64_t n, ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of digamma.
   special_psi(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_psi(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of round.
   special_round(Tensor self, *, int decimals=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_round(ptc_tensor self, int64_t decimals, PTC_OUT ptc_tensor *out);
/* exp(x) times the modified Bessel function of the second kind, order 0.
   special_scaled_modified_bessel_k0(Tensor x) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_scaled_modified_bessel_k0(ptc_tensor x, PTC_OUT ptc_tensor *out);
/* exp(x) times the modified Bessel function of the second kind, order 1.
   special_scaled_modified_bessel_k1(Tensor x) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_scaled_modified_bessel_k1(ptc_tensor x, PTC_OUT ptc_tensor *out);
/* Alias of sinc.
   special_sinc(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_sinc(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Alias of softmax.
   special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_softmax(ptc_tensor self, int64_t dim, int32_t dtype, PTC_OUT ptc_tensor *out);
/* sin(x) / x, the spherical Bessel function of order 0.
   special_spherical_bessel_j0(Tensor x) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_spherical_bessel_j0(ptc_tensor x, PTC_OUT ptc_tensor *out);
/* self * log(1 + other), 0 where self is 0.
   special_xlog1py(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_xlog1py(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * log(1 + other), 0 where self is 0.
   special_xlog1py.self_scalar(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_xlog1py_self_scalar(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * log(1 + other), 0 where self is 0.
   special_xlog1py.other_scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_xlog1py_other_scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Alias of xlogy.
   special_xlogy(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_xlogy(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of xlogy: self * log(other), 0 where self is 0.
   special_xlogy.self_scalar(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_xlogy_self_scalar(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Alias of xlogy: self * log(other), 0 where self is 0.
   special_xlogy.other_scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_xlogy_other_scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Hurwitz's zeta function: the sum of (k + other) ** -self over k from 0.
   special_zeta(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_zeta(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Hurwitz's zeta function: the sum of (k + other) ** -self over k from 0.
   special_zeta.self_scalar(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_zeta_self_scalar(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Hurwitz's zeta function: the sum of (k + other) ** -self over k from 0.
   special_zeta.other_scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_zeta_other_scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Airy's function Ai; written into `out`.
   special_airy_ai.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_airy_ai_out(ptc_tensor x, ptc_tensor out);
/* Bessel function of the first kind, order 0; written into `out`.
   special_bessel_j0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_bessel_j0_out(ptc_tensor self, ptc_tensor out);
/* Bessel function of the first kind, order 1; written into `out`.
   special_bessel_j1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_bessel_j1_out(ptc_tensor self, ptc_tensor out);
/* Bessel function of the second kind, order 0; written into `out`.
   special_bessel_y0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_bessel_y0_out(ptc_tensor self, ptc_tensor out);
/* Bessel function of the second kind, order 1; written into `out`.
   special_bessel_y1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_bessel_y1_out(ptc_tensor self, ptc_tensor out);
/* Alias of digamma: the derivative of lgamma; written into `out`.
   special_digamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_digamma_out(ptc_tensor self, ptc_tensor out);
/* -x * log(x); 0 at 0, -inf below; written into `out`.
   special_entr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_entr_out(ptc_tensor self, ptc_tensor out);
/* Alias of erf: error function; written into `out`.
   special_erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_erf_out(ptc_tensor self, ptc_tensor out);
/* Alias of erfc: 1 - erf(x), exact for large x; written into `out`.
   special_erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_erfc_out(ptc_tensor self, ptc_tensor out);
/* exp(x * x) * erfc(x); written into `out`.
   special_erfcx.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_erfcx_out(ptc_tensor self, ptc_tensor out);
/* Alias of erfinv: the inverse of erf; written into `out`.
   special_erfinv.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_erfinv_out(ptc_tensor self, ptc_tensor out);
/* Alias of exp2: 2 to the power of each element; written into `out`.
   special_exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_exp2_out(ptc_tensor self, ptc_tensor out);
/* Alias of sigmoid: 1 / (1 + exp(-x)); written into `out`.
   special_expit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_expit_out(ptc_tensor self, ptc_tensor out);
/* Alias of expm1: exp(x) - 1, exact near 0; written into `out`.
   special_expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_expm1_out(ptc_tensor self, ptc_tensor out);
/* Alias of igamma: lower regularised incomplete gamma function of a = self, x = other; written into `out`.
   special_gammainc.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_gammainc_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of igammac: upper regularised incomplete gamma function of a = self, x = other; written into `out`.
   special_gammaincc.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_gammaincc_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of lgamma: log of the absolute value of the gamma function; written into `out`.
   special_gammaln.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_gammaln_out(ptc_tensor self, ptc_tensor out);
/* Alias of i0: modified Bessel function of the first kind, order 0; written into `out`.
   special_i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_i0_out(ptc_tensor self, ptc_tensor out);
/* exp(-|x|) * i0(x); written into `out`.
   special_i0e.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_i0e_out(ptc_tensor self, ptc_tensor out);
/* Modified Bessel function of the first kind, order 1; written into `out`.
   special_i1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_i1_out(ptc_tensor self, ptc_tensor out);
/* exp(-|x|) * i1(x); written into `out`.
   special_i1e.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_i1e_out(ptc_tensor self, ptc_tensor out);
/* Alias of log1p: log(1 + x), exact near 0; written into `out`.
   special_log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_log1p_out(ptc_tensor self, ptc_tensor out);
/* log of the normal distribution function, computed safely; written into `out`.
   special_log_ndtr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_log_ndtr_out(ptc_tensor self, ptc_tensor out);
/* Alias of logit: log(x / (1 - x)); `eps` keeps x inside [eps, 1 - eps]; written into `out`.
   special_logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_logit_out(ptc_tensor self, PTC_OPTIONAL const double *eps, ptc_tensor out);
/* Alias of logsumexp: log of the sum of exp(self) along `dim`, computed safely; written into `out`.
   special_logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_logsumexp_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                                  ptc_tensor out);
/* Modified Bessel function of the first kind, order 0; written into `out`.
   special_modified_bessel_i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_i0_out(ptc_tensor self, ptc_tensor out);
/* Modified Bessel function of the first kind, order 1; written into `out`.
   special_modified_bessel_i1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_i1_out(ptc_tensor self, ptc_tensor out);
/* Modified Bessel function of the second kind, order 0; written into `out`.
   special_modified_bessel_k0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_k0_out(ptc_tensor self, ptc_tensor out);
/* Modified Bessel function of the second kind, order 1; written into `out`.
   special_modified_bessel_k1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_modified_bessel_k1_out(ptc_tensor self, ptc_tensor out);
/* Alias of mvlgamma: log of the multivariate gamma function of dimension p; written into `out`.
   special_multigammaln.out(Tensor self, int p, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_multigammaln_out(ptc_tensor self, int64_t p, ptc_tensor out);
/* The normal distribution function; written into `out`.
   special_ndtr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_ndtr_out(ptc_tensor self, ptc_tensor out);
/* The inverse of the normal distribution function; written into `out`.
   special_ndtri.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_ndtri_out(ptc_tensor self, ptc_tensor out);
/* Alias of polygamma: the n-th derivative of digamma; written into `out`.
   special_polygamma.out(int n, Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_polygamma_out(int64_t n, ptc_tensor self, ptc_tensor out);
/* Alias of digamma: the derivative of lgamma; written into `out`.
   special_psi.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_psi_out(ptc_tensor self, ptc_tensor out);
/* Alias of round: to the nearest integer, halves to the even one; written into `out`.
   special_round.out(Tensor self, *, int decimals=0, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_round_out(ptc_tensor self, int64_t decimals, ptc_tensor out);
/* exp(x) times the modified Bessel function of the second kind, order 0; written into `out`.
   special_scaled_modified_bessel_k0.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_scaled_modified_bessel_k0_out(ptc_tensor x, ptc_tensor out);
/* exp(x) times the modified Bessel function of the second kind, order 1; written into `out`.
   special_scaled_modified_bessel_k1.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_scaled_modified_bessel_k1_out(ptc_tensor x, ptc_tensor out);
/* Alias of sinc: sin(pi * x) / (pi * x), 1 at 0; written into `out`.
   special_sinc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_sinc_out(ptc_tensor self, ptc_tensor out);
/* sin(x) / x, the spherical Bessel function of order 0; written into `out`.
   special_spherical_bessel_j0.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_spherical_bessel_j0_out(ptc_tensor x, ptc_tensor out);
/* self * log(1 + other), 0 where self is 0; written into `out`.
   special_xlog1py.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_xlog1py_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self * log(1 + other), 0 where self is 0; written into `out`.
   special_xlog1py.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_xlog1py_self_scalar_out(ptc_scalar self, ptc_tensor other, ptc_tensor out);
/* self * log(1 + other), 0 where self is 0; written into `out`.
   special_xlog1py.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_xlog1py_other_scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Alias of xlogy: self * log(other), 0 where self is 0; written into `out`.
   special_xlogy.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_xlogy_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Alias of xlogy: self * log(other), 0 where self is 0; written into `out`.
   special_xlogy.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_xlogy_self_scalar_out(ptc_scalar self, ptc_tensor other, ptc_tensor out);
/* Alias of xlogy: self * log(other), 0 where self is 0; written into `out`.
   special_xlogy.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_xlogy_other_scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* Hurwitz's zeta function: the sum of (k + other) ** -self over k from 0; written into `out`.
   special_zeta.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_zeta_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Hurwitz's zeta function: the sum of (k + other) ** -self over k from 0; written into `out`.
   special_zeta.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_zeta_self_scalar_out(ptc_scalar self, ptc_tensor other, ptc_tensor out);
/* Hurwitz's zeta function: the sum of (k + other) ** -self over k from 0; written into `out`.
   special_zeta.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_zeta_other_scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);

PTC_END

#endif
