/* Pointwise functions of one tensor. */
#ifndef PYTORCH_C_UNARY_H
#define PYTORCH_C_UNARY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Absolute value; magnitude of complex numbers.
   abs(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_abs(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Inverse cosine in radians; NaN outside of [-1, 1].
   acos(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_acos(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Inverse hyperbolic cosine; NaN below 1.
   acosh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_acosh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The angle of complex numbers; 0 or pi for real ones.
   angle(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_angle(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Inverse sine in radians; NaN outside of [-1, 1].
   asin(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_asin(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Inverse hyperbolic sine.
   asinh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_asinh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Inverse tangent in radians.
   atan(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_atan(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Inverse hyperbolic tangent; NaN outside of [-1, 1].
   atanh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_atanh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Rounded up.
   ceil(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_ceil(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Conjugate: a lazy view of complex tensors, else itself.
   conj(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_conj(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Conjugate, carried out.
   conj_physical(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_conj_physical(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Cosine of radians.
   cos(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_cos(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Hyperbolic cosine.
   cosh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_cosh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Degrees to radians.
   deg2rad(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_deg2rad(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The derivative of lgamma.
   digamma(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_digamma(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Error function.
   erf(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_erf(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* 1 - erf(x), exact for large x.
   erfc(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_erfc(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The inverse of erf.
   erfinv(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_erfinv(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* e to the power of each element.
   exp(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_exp(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* 2 to the power of each element.
   exp2(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_exp2(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* exp(x) - 1, exact near 0.
   expm1(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_expm1(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Rounded down.
   floor(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_floor(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The part that trunc takes away, with its sign.
   frac(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_frac(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* mantissa * 2 ** exponent, with the mantissa in [0.5, 1).
   frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent) */
PTC_NODISCARD ptc_error ptc_frexp_Tensor(ptc_tensor self, PTC_OUT ptc_tensor *mantissa, PTC_OUT ptc_tensor *exponent);
/* Modified Bessel function of the first kind, order 0.
   i0(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_i0(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view of the imaginary parts of a complex tensor.
   imag(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_imag(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* log of the absolute value of the gamma function.
   lgamma(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_lgamma(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Natural logarithm; NaN below 0.
   log(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_log(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Logarithm to base 10.
   log10(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_log10(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* log(1 + x), exact near 0.
   log1p(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_log1p(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Logarithm to base 2.
   log2(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_log2(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* log(x / (1 - x)); `eps` keeps x inside [eps, 1 - eps].
   logit(Tensor self, float? eps=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_logit(ptc_tensor self, PTC_OPTIONAL const double *eps, PTC_OUT ptc_tensor *out);
/* log of the multivariate gamma function of dimension p.
   mvlgamma(Tensor self, int p) -> Tensor */
PTC_NODISCARD ptc_error ptc_mvlgamma(ptc_tensor self, int64_t p, PTC_OUT ptc_tensor *out);
/* -x.
   neg(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_neg(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The n-th derivative of digamma.
   polygamma(int n, Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_polygamma(int64_t n, ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Itself; an error for bool.
   positive(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_positive(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Radians to degrees.
   rad2deg(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_rad2deg(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view of the real parts of a complex tensor; itself if real.
   real(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_real(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* 1 / x.
   reciprocal(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_reciprocal(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* To the nearest integer, halves to the even one; or to `decimals` places.
   round(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_round(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* To `decimals` places, halves to the even digit.
   round.decimals(Tensor self, *, int decimals) -> Tensor */
PTC_NODISCARD ptc_error ptc_round_decimals(ptc_tensor self, int64_t decimals, PTC_OUT ptc_tensor *out);
/* 1 / sqrt(x).
   rsqrt(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_rsqrt(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* sign, and x / |x| of complex numbers.
   sgn(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sgn(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* -1, 0 or 1.
   sign(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sign(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True where the sign bit is set, also of -0.0.
   signbit(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_signbit(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Sine of radians.
   sin(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sin(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* sin(pi * x) / (pi * x), 1 at 0.
   sinc(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sinc(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Hyperbolic sine.
   sinh(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sinh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Square root; NaN below 0.
   sqrt(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_sqrt(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* x * x.
   square(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_square(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Tangent of radians.
   tan(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_tan(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Rounded towards 0.
   trunc(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_trunc(ptc_tensor self, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Absolute value; magnitude of complex numbers; in place.
   abs_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_abs_(ptc_tensor self);
/* Inverse cosine in radians; NaN outside of [-1, 1]; in place.
   acos_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_acos_(ptc_tensor self);
/* Inverse hyperbolic cosine; NaN below 1; in place.
   acosh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_acosh_(ptc_tensor self);
/* Inverse sine in radians; NaN outside of [-1, 1]; in place.
   asin_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_asin_(ptc_tensor self);
/* Inverse hyperbolic sine; in place.
   asinh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_asinh_(ptc_tensor self);
/* Inverse tangent in radians; in place.
   atan_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_atan_(ptc_tensor self);
/* Inverse hyperbolic tangent; NaN outside of [-1, 1]; in place.
   atanh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_atanh_(ptc_tensor self);
/* Rounded up; in place.
   ceil_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ceil_(ptc_tensor self);
/* Conjugate, carried out; in place.
   conj_physical_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_conj_physical_(ptc_tensor self);
/* Cosine of radians; in place.
   cos_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cos_(ptc_tensor self);
/* Hyperbolic cosine; in place.
   cosh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cosh_(ptc_tensor self);
/* Degrees to radians; in place.
   deg2rad_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_deg2rad_(ptc_tensor self);
/* The derivative of lgamma; in place.
   digamma_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_digamma_(ptc_tensor self);
/* Error function; in place.
   erf_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_erf_(ptc_tensor self);
/* 1 - erf(x), exact for large x; in place.
   erfc_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_erfc_(ptc_tensor self);
/* The inverse of erf; in place.
   erfinv_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_erfinv_(ptc_tensor self);
/* 2 to the power of each element; in place.
   exp2_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_exp2_(ptc_tensor self);
/* e to the power of each element; in place.
   exp_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_exp_(ptc_tensor self);
/* exp(x) - 1, exact near 0; in place.
   expm1_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_expm1_(ptc_tensor self);
/* Rounded down; in place.
   floor_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_floor_(ptc_tensor self);
/* The part that trunc takes away, with its sign; in place.
   frac_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_frac_(ptc_tensor self);
/* Modified Bessel function of the first kind, order 0; in place.
   i0_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_i0_(ptc_tensor self);
/* log of the absolute value of the gamma function; in place.
   lgamma_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lgamma_(ptc_tensor self);
/* Logarithm to base 10; in place.
   log10_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log10_(ptc_tensor self);
/* log(1 + x), exact near 0; in place.
   log1p_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log1p_(ptc_tensor self);
/* Logarithm to base 2; in place.
   log2_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log2_(ptc_tensor self);
/* Natural logarithm; NaN below 0; in place.
   log_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log_(ptc_tensor self);
/* log(x / (1 - x)); `eps` keeps x inside [eps, 1 - eps]; in place.
   logit_(Tensor(a!) self, float? eps=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logit_(ptc_tensor self, PTC_OPTIONAL const double *eps);
/* log of the multivariate gamma function of dimension p; in place.
   mvlgamma_(Tensor(a!) self, int p) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mvlgamma_(ptc_tensor self, int64_t p);
/* The negative: -x; in place.
   neg_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_neg_(ptc_tensor self);
/* The nth derivative of digamma; in place.
   polygamma_(Tensor(a!) self, int n) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_polygamma_(ptc_tensor self, int64_t n);
/* Radians to degrees; in place.
   rad2deg_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rad2deg_(ptc_tensor self);
/* 1 / x; in place.
   reciprocal_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_reciprocal_(ptc_tensor self);
/* To the nearest integer, halves to the even one; in place.
   round_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_round_(ptc_tensor self);
/* To `decimals` places, halves to the even digit; in place.
   round_.decimals(Tensor(a!) self, *, int decimals) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_round__decimals(ptc_tensor self, int64_t decimals);
/* 1 / sqrt(x); in place.
   rsqrt_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rsqrt_(ptc_tensor self);
/* sign, and x / |x| of complex numbers; in place.
   sgn_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sgn_(ptc_tensor self);
/* -1, 0 or 1; in place.
   sign_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sign_(ptc_tensor self);
/* Sine of radians; in place.
   sin_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sin_(ptc_tensor self);
/* sin(pi * x) / (pi * x), 1 at 0; in place.
   sinc_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sinc_(ptc_tensor self);
/* Hyperbolic sine; in place.
   sinh_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sinh_(ptc_tensor self);
/* Square root; NaN below 0; in place.
   sqrt_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sqrt_(ptc_tensor self);
/* x * x; in place.
   square_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_square_(ptc_tensor self);
/* Tangent of radians; in place.
   tan_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tan_(ptc_tensor self);
/* Rounded towards 0; in place.
   trunc_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_trunc_(ptc_tensor self);

/* ---- into given tensors: change `out` ---- */

/* Absolute value; magnitude of complex numbers; written into `out`.
   abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_abs_out(ptc_tensor self, ptc_tensor out);
/* Inverse cosine in radians; NaN outside of [-1, 1]; written into `out`.
   acos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_acos_out(ptc_tensor self, ptc_tensor out);
/* Inverse hyperbolic cosine; NaN below 1; written into `out`.
   acosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_acosh_out(ptc_tensor self, ptc_tensor out);
/* The angle of complex numbers; 0 or pi for real ones; written into `out`.
   angle.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_angle_out(ptc_tensor self, ptc_tensor out);
/* Inverse sine in radians; NaN outside of [-1, 1]; written into `out`.
   asin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_asin_out(ptc_tensor self, ptc_tensor out);
/* Inverse hyperbolic sine; written into `out`.
   asinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_asinh_out(ptc_tensor self, ptc_tensor out);
/* Inverse tangent in radians; written into `out`.
   atan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_atan_out(ptc_tensor self, ptc_tensor out);
/* Inverse hyperbolic tangent; NaN outside of [-1, 1]; written into `out`.
   atanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_atanh_out(ptc_tensor self, ptc_tensor out);
/* Rounded up; written into `out`.
   ceil.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ceil_out(ptc_tensor self, ptc_tensor out);
/* Conjugate, carried out; written into `out`.
   conj_physical.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_conj_physical_out(ptc_tensor self, ptc_tensor out);
/* Cosine of radians; written into `out`.
   cos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cos_out(ptc_tensor self, ptc_tensor out);
/* Hyperbolic cosine; written into `out`.
   cosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cosh_out(ptc_tensor self, ptc_tensor out);
/* Degrees to radians; written into `out`.
   deg2rad.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_deg2rad_out(ptc_tensor self, ptc_tensor out);
/* The derivative of lgamma; written into `out`.
   digamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_digamma_out(ptc_tensor self, ptc_tensor out);
/* Error function; written into `out`.
   erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_erf_out(ptc_tensor self, ptc_tensor out);
/* 1 - erf(x), exact for large x; written into `out`.
   erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_erfc_out(ptc_tensor self, ptc_tensor out);
/* The inverse of erf; written into `out`.
   erfinv.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_erfinv_out(ptc_tensor self, ptc_tensor out);
/* e to the power of each element; written into `out`.
   exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_exp_out(ptc_tensor self, ptc_tensor out);
/* 2 to the power of each element; written into `out`.
   exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_exp2_out(ptc_tensor self, ptc_tensor out);
/* exp(x) - 1, exact near 0; written into `out`.
   expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_expm1_out(ptc_tensor self, ptc_tensor out);
/* Rounded down; written into `out`.
   floor.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_floor_out(ptc_tensor self, ptc_tensor out);
/* The part that trunc takes away, with its sign; written into `out`.
   frac.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_frac_out(ptc_tensor self, ptc_tensor out);
/* mantissa * 2 ** exponent, with the mantissa in [0.5, 1); written into `mantissa` and `exponent`.
   frexp.Tensor_out(Tensor self, *, Tensor(a!) mantissa, Tensor(b!) exponent) -> (Tensor(a!) mantissa,
       Tensor(b!) exponent) */
PTC_NODISCARD ptc_error ptc_frexp_Tensor_out(ptc_tensor self, ptc_tensor mantissa, ptc_tensor exponent);
/* Modified Bessel function of the first kind, order 0; written into `out`.
   i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_i0_out(ptc_tensor self, ptc_tensor out);
/* log of the absolute value of the gamma function; written into `out`.
   lgamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lgamma_out(ptc_tensor self, ptc_tensor out);
/* Natural logarithm; NaN below 0; written into `out`.
   log.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log_out(ptc_tensor self, ptc_tensor out);
/* Logarithm to base 10; written into `out`.
   log10.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log10_out(ptc_tensor self, ptc_tensor out);
/* log(1 + x), exact near 0; written into `out`.
   log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log1p_out(ptc_tensor self, ptc_tensor out);
/* Logarithm to base 2; written into `out`.
   log2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_log2_out(ptc_tensor self, ptc_tensor out);
/* log(x / (1 - x)); `eps` keeps x inside [eps, 1 - eps]; written into `out`.
   logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logit_out(ptc_tensor self, PTC_OPTIONAL const double *eps, ptc_tensor out);
/* log of the multivariate gamma function of dimension p; written into `out`.
   mvlgamma.out(Tensor self, int p, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mvlgamma_out(ptc_tensor self, int64_t p, ptc_tensor out);
/* The negative: -x; written into `out`.
   neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_neg_out(ptc_tensor self, ptc_tensor out);
/* The n-th derivative of digamma; written into `out`.
   polygamma.out(int n, Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_polygamma_out(int64_t n, ptc_tensor self, ptc_tensor out);
/* Radians to degrees; written into `out`.
   rad2deg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rad2deg_out(ptc_tensor self, ptc_tensor out);
/* 1 / x; written into `out`.
   reciprocal.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_reciprocal_out(ptc_tensor self, ptc_tensor out);
/* To the nearest integer, halves to the even one; written into `out`.
   round.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_round_out(ptc_tensor self, ptc_tensor out);
/* To `decimals` places, halves to the even digit; written into `out`.
   round.decimals_out(Tensor self, *, int decimals, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_round_decimals_out(ptc_tensor self, int64_t decimals, ptc_tensor out);
/* 1 / sqrt(x); written into `out`.
   rsqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_rsqrt_out(ptc_tensor self, ptc_tensor out);
/* sign, and x / |x| of complex numbers; written into `out`.
   sgn.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sgn_out(ptc_tensor self, ptc_tensor out);
/* -1, 0 or 1; written into `out`.
   sign.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sign_out(ptc_tensor self, ptc_tensor out);
/* True where the sign bit is set, also of -0.0; written into `out`.
   signbit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_signbit_out(ptc_tensor self, ptc_tensor out);
/* Sine of radians; written into `out`.
   sin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sin_out(ptc_tensor self, ptc_tensor out);
/* sin(pi * x) / (pi * x), 1 at 0; written into `out`.
   sinc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sinc_out(ptc_tensor self, ptc_tensor out);
/* Hyperbolic sine; written into `out`.
   sinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sinh_out(ptc_tensor self, ptc_tensor out);
/* Square root; NaN below 0; written into `out`.
   sqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sqrt_out(ptc_tensor self, ptc_tensor out);
/* x * x; written into `out`.
   square.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_square_out(ptc_tensor self, ptc_tensor out);
/* Tangent of radians; written into `out`.
   tan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tan_out(ptc_tensor self, ptc_tensor out);
/* Rounded towards 0; written into `out`.
   trunc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_trunc_out(ptc_tensor self, ptc_tensor out);

PTC_END

#endif
