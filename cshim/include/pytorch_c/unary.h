/* Pointwise functions of one tensor. */
#ifndef PYTORCH_C_UNARY_H
#define PYTORCH_C_UNARY_H

#include <pytorch_c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compute ---- */

/* abs(Tensor self) -> Tensor */
const char *ptc_abs(ptc_tensor self, ptc_tensor *out);
/* acos(Tensor self) -> Tensor */
const char *ptc_acos(ptc_tensor self, ptc_tensor *out);
/* acosh(Tensor self) -> Tensor */
const char *ptc_acosh(ptc_tensor self, ptc_tensor *out);
/* angle(Tensor self) -> Tensor */
const char *ptc_angle(ptc_tensor self, ptc_tensor *out);
/* asin(Tensor self) -> Tensor */
const char *ptc_asin(ptc_tensor self, ptc_tensor *out);
/* asinh(Tensor self) -> Tensor */
const char *ptc_asinh(ptc_tensor self, ptc_tensor *out);
/* atan(Tensor self) -> Tensor */
const char *ptc_atan(ptc_tensor self, ptc_tensor *out);
/* atanh(Tensor self) -> Tensor */
const char *ptc_atanh(ptc_tensor self, ptc_tensor *out);
/* bitwise_not(Tensor self) -> Tensor */
const char *ptc_bitwise_not(ptc_tensor self, ptc_tensor *out);
/* ceil(Tensor self) -> Tensor */
const char *ptc_ceil(ptc_tensor self, ptc_tensor *out);
/* conj(Tensor(a) self) -> Tensor(a) */
const char *ptc_conj(ptc_tensor self, ptc_tensor *out);
/* conj_physical(Tensor self) -> Tensor */
const char *ptc_conj_physical(ptc_tensor self, ptc_tensor *out);
/* cos(Tensor self) -> Tensor */
const char *ptc_cos(ptc_tensor self, ptc_tensor *out);
/* cosh(Tensor self) -> Tensor */
const char *ptc_cosh(ptc_tensor self, ptc_tensor *out);
/* digamma(Tensor self) -> Tensor */
const char *ptc_digamma(ptc_tensor self, ptc_tensor *out);
/* erf(Tensor self) -> Tensor */
const char *ptc_erf(ptc_tensor self, ptc_tensor *out);
/* erfc(Tensor self) -> Tensor */
const char *ptc_erfc(ptc_tensor self, ptc_tensor *out);
/* erfinv(Tensor self) -> Tensor */
const char *ptc_erfinv(ptc_tensor self, ptc_tensor *out);
/* exp(Tensor self) -> Tensor */
const char *ptc_exp(ptc_tensor self, ptc_tensor *out);
/* exp2(Tensor self) -> Tensor */
const char *ptc_exp2(ptc_tensor self, ptc_tensor *out);
/* expm1(Tensor self) -> Tensor */
const char *ptc_expm1(ptc_tensor self, ptc_tensor *out);
/* floor(Tensor self) -> Tensor */
const char *ptc_floor(ptc_tensor self, ptc_tensor *out);
/* frac(Tensor self) -> Tensor */
const char *ptc_frac(ptc_tensor self, ptc_tensor *out);
/* imag(Tensor(a) self) -> Tensor(a) */
const char *ptc_imag(ptc_tensor self, ptc_tensor *out);
/* lgamma(Tensor self) -> Tensor */
const char *ptc_lgamma(ptc_tensor self, ptc_tensor *out);
/* log(Tensor self) -> Tensor */
const char *ptc_log(ptc_tensor self, ptc_tensor *out);
/* log10(Tensor self) -> Tensor */
const char *ptc_log10(ptc_tensor self, ptc_tensor *out);
/* log1p(Tensor self) -> Tensor */
const char *ptc_log1p(ptc_tensor self, ptc_tensor *out);
/* log2(Tensor self) -> Tensor */
const char *ptc_log2(ptc_tensor self, ptc_tensor *out);
/* logical_not(Tensor self) -> Tensor */
const char *ptc_logical_not(ptc_tensor self, ptc_tensor *out);
/* logit(Tensor self, float? eps=None) -> Tensor */
const char *ptc_logit(ptc_tensor self, const double *eps, ptc_tensor *out);
/* neg(Tensor self) -> Tensor */
const char *ptc_neg(ptc_tensor self, ptc_tensor *out);
/* positive(Tensor(a) self) -> Tensor(a) */
const char *ptc_positive(ptc_tensor self, ptc_tensor *out);
/* real(Tensor(a) self) -> Tensor(a) */
const char *ptc_real(ptc_tensor self, ptc_tensor *out);
/* reciprocal(Tensor self) -> Tensor */
const char *ptc_reciprocal(ptc_tensor self, ptc_tensor *out);
/* round(Tensor self) -> Tensor */
const char *ptc_round(ptc_tensor self, ptc_tensor *out);
/* round.decimals(Tensor self, *, int decimals) -> Tensor */
const char *ptc_round_decimals(ptc_tensor self, int64_t decimals, ptc_tensor *out);
/* rsqrt(Tensor self) -> Tensor */
const char *ptc_rsqrt(ptc_tensor self, ptc_tensor *out);
/* sgn(Tensor self) -> Tensor */
const char *ptc_sgn(ptc_tensor self, ptc_tensor *out);
/* sign(Tensor self) -> Tensor */
const char *ptc_sign(ptc_tensor self, ptc_tensor *out);
/* signbit(Tensor self) -> Tensor */
const char *ptc_signbit(ptc_tensor self, ptc_tensor *out);
/* sin(Tensor self) -> Tensor */
const char *ptc_sin(ptc_tensor self, ptc_tensor *out);
/* sinc(Tensor self) -> Tensor */
const char *ptc_sinc(ptc_tensor self, ptc_tensor *out);
/* sinh(Tensor self) -> Tensor */
const char *ptc_sinh(ptc_tensor self, ptc_tensor *out);
/* sqrt(Tensor self) -> Tensor */
const char *ptc_sqrt(ptc_tensor self, ptc_tensor *out);
/* square(Tensor self) -> Tensor */
const char *ptc_square(ptc_tensor self, ptc_tensor *out);
/* tan(Tensor self) -> Tensor */
const char *ptc_tan(ptc_tensor self, ptc_tensor *out);
/* trunc(Tensor self) -> Tensor */
const char *ptc_trunc(ptc_tensor self, ptc_tensor *out);
/* view_as_complex(Tensor(a) self) -> Tensor(a) */
const char *ptc_view_as_complex(ptc_tensor self, ptc_tensor *out);
/* view_as_real(Tensor(a) self) -> Tensor(a) */
const char *ptc_view_as_real(ptc_tensor self, ptc_tensor *out);

/* ---- in place: change and keep `self` ---- */

/* abs_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_abs_(ptc_tensor self);
/* acos_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_acos_(ptc_tensor self);
/* asin_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_asin_(ptc_tensor self);
/* atan_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_atan_(ptc_tensor self);
/* bitwise_not_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_bitwise_not_(ptc_tensor self);
/* ceil_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_ceil_(ptc_tensor self);
/* cos_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_cos_(ptc_tensor self);
/* erf_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_erf_(ptc_tensor self);
/* exp_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_exp_(ptc_tensor self);
/* expm1_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_expm1_(ptc_tensor self);
/* floor_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_floor_(ptc_tensor self);
/* log1p_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_log1p_(ptc_tensor self);
/* log_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_log_(ptc_tensor self);
/* logical_not_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_logical_not_(ptc_tensor self);
/* neg_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_neg_(ptc_tensor self);
/* reciprocal_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_reciprocal_(ptc_tensor self);
/* round_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_round_(ptc_tensor self);
/* round_.decimals(Tensor(a!) self, *, int decimals) -> Tensor(a!) */
const char *ptc_round__decimals(ptc_tensor self, int64_t decimals);
/* rsqrt_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_rsqrt_(ptc_tensor self);
/* sign_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_sign_(ptc_tensor self);
/* sin_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_sin_(ptc_tensor self);
/* sqrt_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_sqrt_(ptc_tensor self);
/* square_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_square_(ptc_tensor self);
/* tan_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_tan_(ptc_tensor self);
/* trunc_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_trunc_(ptc_tensor self);

#ifdef __cplusplus
}
#endif

#endif
