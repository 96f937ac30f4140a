/* Pointwise arithmetic with tensors and numbers. */
#ifndef PYTORCH_C_POINTWISE_H
#define PYTORCH_C_POINTWISE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* self + alpha * other, broadcast.
   add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
const char *ptc_add_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out);
/* add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
const char *ptc_add_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out);
/* self + value * tensor1 / tensor2.
   addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor */
const char *ptc_addcdiv(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor *out);
/* self + value * tensor1 * tensor2.
   addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor */
const char *ptc_addcmul(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor *out);
/* The angle of the point (other, self), in (-pi, pi].
   atan2(Tensor self, Tensor other) -> Tensor */
const char *ptc_atan2(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Between min and max; either may be absent.
   clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor */
const char *ptc_clamp(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor *out);
/* clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor */
const char *ptc_clamp_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor *out);
/* At most `max`.
   clamp_max(Tensor self, Scalar max) -> Tensor */
const char *ptc_clamp_max(ptc_tensor self, ptc_scalar max, ptc_tensor *out);
/* clamp_max.Tensor(Tensor self, Tensor max) -> Tensor */
const char *ptc_clamp_max_Tensor(ptc_tensor self, ptc_tensor max, ptc_tensor *out);
/* At least `min`.
   clamp_min(Tensor self, Scalar min) -> Tensor */
const char *ptc_clamp_min(ptc_tensor self, ptc_scalar min, ptc_tensor *out);
/* clamp_min.Tensor(Tensor self, Tensor min) -> Tensor */
const char *ptc_clamp_min_Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor *out);
/* The size of self with the sign of `other`.
   copysign.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_copysign_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* copysign.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_copysign_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* True division: integers give float.
   div.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_div_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* `rounding_mode`: NULL, "trunc" or "floor".
   div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor */
const char *ptc_div_Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor *out);
/* div.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_div_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor */
const char *ptc_div_Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode, ptc_tensor *out);
/* self ** exponent in float64 or complex128.
   float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor */
const char *ptc_float_power_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, ptc_tensor *out);
/* float_power.Scalar(Scalar self, Tensor exponent) -> Tensor */
const char *ptc_float_power_Scalar(ptc_scalar self, ptc_tensor exponent, ptc_tensor *out);
/* float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor */
const char *ptc_float_power_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, ptc_tensor *out);
/* self / other rounded down, as Python's //.
   floor_divide(Tensor self, Tensor other) -> Tensor */
const char *ptc_floor_divide(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* floor_divide.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_floor_divide_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* The larger of the two; a number wins over NaN.
   fmax(Tensor self, Tensor other) -> Tensor */
const char *ptc_fmax(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* The smaller of the two; a number wins over NaN.
   fmin(Tensor self, Tensor other) -> Tensor */
const char *ptc_fmin(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Remainder of self / other; the sign is the dividend's, as in C.
   fmod.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_fmod_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* The sign is the dividend's, as in C.
   fmod.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_fmod_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Greatest common divisor of integers.
   gcd(Tensor self, Tensor other) -> Tensor */
const char *ptc_gcd(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* 0 below 0, 1 above, `values` at 0.
   heaviside(Tensor self, Tensor values) -> Tensor */
const char *ptc_heaviside(ptc_tensor self, ptc_tensor values, ptc_tensor *out);
/* sqrt(self ** 2 + other ** 2) without overflow.
   hypot(Tensor self, Tensor other) -> Tensor */
const char *ptc_hypot(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Lower regularised incomplete gamma function of a = self, x = other.
   igamma(Tensor self, Tensor other) -> Tensor */
const char *ptc_igamma(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Upper regularised incomplete gamma function of a = self, x = other.
   igammac(Tensor self, Tensor other) -> Tensor */
const char *ptc_igammac(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* Least common multiple of integers.
   lcm(Tensor self, Tensor other) -> Tensor */
const char *ptc_lcm(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* self * 2 ** other.
   ldexp.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_ldexp_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* self + weight * (end - self).
   lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor */
const char *ptc_lerp_Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor *out);
/* lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor */
const char *ptc_lerp_Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor *out);
/* log(exp(self) + exp(other)), computed safely.
   logaddexp(Tensor self, Tensor other) -> Tensor */
const char *ptc_logaddexp(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* log2(2 ** self + 2 ** other), computed safely.
   logaddexp2(Tensor self, Tensor other) -> Tensor */
const char *ptc_logaddexp2(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* The larger of the two; NaN wins.
   maximum(Tensor self, Tensor other) -> Tensor */
const char *ptc_maximum(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* The smaller of the two; NaN wins.
   minimum(Tensor self, Tensor other) -> Tensor */
const char *ptc_minimum(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* self * other, broadcast.
   mul.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_mul_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* mul.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_mul_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* NaN becomes `nan` (0), infinities the largest numbers of the dtype unless given.
   nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor */
const char *ptc_nan_to_num(ptc_tensor self, const double *nan, const double *posinf, const double *neginf, ptc_tensor *out);
/* The next float after self towards `other`.
   nextafter(Tensor self, Tensor other) -> Tensor */
const char *ptc_nextafter(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* self ** exponent, broadcast.
   pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor */
const char *ptc_pow_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, ptc_tensor *out);
/* pow.Scalar(Scalar self, Tensor exponent) -> Tensor */
const char *ptc_pow_Scalar(ptc_scalar self, ptc_tensor exponent, ptc_tensor *out);
/* pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor */
const char *ptc_pow_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, ptc_tensor *out);
/* Remainder of self / other; the sign is the divisor's, as in Python.
   remainder.Scalar(Tensor self, Scalar other) -> Tensor */
const char *ptc_remainder_Scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* The sign is the divisor's, as in Python.
   remainder.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_remainder_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
const char *ptc_remainder_Scalar_Tensor(ptc_scalar self, ptc_tensor other, ptc_tensor *out);
/* other - alpha * self.
   rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
const char *ptc_rsub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out);
/* rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
const char *ptc_rsub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out);
/* self - alpha * other, broadcast.
   sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
const char *ptc_sub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor *out);
/* sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
const char *ptc_sub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, ptc_tensor *out);
/* self where condition, else other; broadcast.
   where.self(Tensor condition, Tensor self, Tensor other) -> Tensor */
const char *ptc_where_self(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor */
const char *ptc_where_ScalarSelf(ptc_tensor condition, ptc_scalar self, ptc_tensor other, ptc_tensor *out);
/* where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor */
const char *ptc_where_ScalarOther(ptc_tensor condition, ptc_tensor self, ptc_scalar other, ptc_tensor *out);
/* where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor */
const char *ptc_where_Scalar(ptc_tensor condition, ptc_scalar self, ptc_scalar other, ptc_tensor *out);
/* where(Tensor condition) -> Tensor[] */
const char *ptc_where(ptc_tensor condition, ptc_tensor_list *out);
/* self * log(other), 0 where self is 0.
   xlogy.Tensor(Tensor self, Tensor other) -> Tensor */
const char *ptc_xlogy_Tensor(ptc_tensor self, ptc_tensor other, ptc_tensor *out);
/* xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor */
const char *ptc_xlogy_Scalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor *out);
/* xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor */
const char *ptc_xlogy_Scalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) */
const char *ptc_add__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha);
/* add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) */
const char *ptc_add__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha);
/* addcdiv_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!) */
const char *ptc_addcdiv_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value);
/* addcmul_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!) */
const char *ptc_addcmul_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value);
/* atan2_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_atan2_(ptc_tensor self, ptc_tensor other);
/* clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!) */
const char *ptc_clamp_(ptc_tensor self, ptc_scalar min, ptc_scalar max);
/* clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!) */
const char *ptc_clamp__Tensor(ptc_tensor self, ptc_tensor min, ptc_tensor max);
/* clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!) */
const char *ptc_clamp_max_(ptc_tensor self, ptc_scalar max);
/* clamp_max_.Tensor(Tensor(a!) self, Tensor max) -> Tensor(a!) */
const char *ptc_clamp_max__Tensor(ptc_tensor self, ptc_tensor max);
/* clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!) */
const char *ptc_clamp_min_(ptc_tensor self, ptc_scalar min);
/* clamp_min_.Tensor(Tensor(a!) self, Tensor min) -> Tensor(a!) */
const char *ptc_clamp_min__Tensor(ptc_tensor self, ptc_tensor min);
/* copysign_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_copysign__Tensor(ptc_tensor self, ptc_tensor other);
/* copysign_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_copysign__Scalar(ptc_tensor self, ptc_scalar other);
/* div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_div__Tensor(ptc_tensor self, ptc_tensor other);
/* div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!) */
const char *ptc_div__Tensor_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode);
/* div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_div__Scalar(ptc_tensor self, ptc_scalar other);
/* div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!) */
const char *ptc_div__Scalar_mode(ptc_tensor self, ptc_scalar other, const char *rounding_mode);
/* Every element becomes `value`.
   fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!) */
const char *ptc_fill__Scalar(ptc_tensor self, ptc_scalar value);
/* fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!) */
const char *ptc_fill__Tensor(ptc_tensor self, ptc_tensor value);
/* float_power_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!) */
const char *ptc_float_power__Scalar(ptc_tensor self, ptc_scalar exponent);
/* float_power_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!) */
const char *ptc_float_power__Tensor(ptc_tensor self, ptc_tensor exponent);
/* floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_floor_divide__Tensor(ptc_tensor self, ptc_tensor other);
/* floor_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_floor_divide__Scalar(ptc_tensor self, ptc_scalar other);
/* fmod_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_fmod__Scalar(ptc_tensor self, ptc_scalar other);
/* fmod_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_fmod__Tensor(ptc_tensor self, ptc_tensor other);
/* gcd_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_gcd_(ptc_tensor self, ptc_tensor other);
/* heaviside_(Tensor(a!) self, Tensor values) -> Tensor(a!) */
const char *ptc_heaviside_(ptc_tensor self, ptc_tensor values);
/* hypot_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_hypot_(ptc_tensor self, ptc_tensor other);
/* igamma_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_igamma_(ptc_tensor self, ptc_tensor other);
/* igammac_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_igammac_(ptc_tensor self, ptc_tensor other);
/* lcm_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_lcm_(ptc_tensor self, ptc_tensor other);
/* ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_ldexp_(ptc_tensor self, ptc_tensor other);
/* lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!) */
const char *ptc_lerp__Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight);
/* lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!) */
const char *ptc_lerp__Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight);
/* mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_mul__Tensor(ptc_tensor self, ptc_tensor other);
/* mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_mul__Scalar(ptc_tensor self, ptc_scalar other);
/* nan_to_num_(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!) */
const char *ptc_nan_to_num_(ptc_tensor self, const double *nan, const double *posinf, const double *neginf);
/* nextafter_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_nextafter_(ptc_tensor self, ptc_tensor other);
/* pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!) */
const char *ptc_pow__Scalar(ptc_tensor self, ptc_scalar exponent);
/* pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!) */
const char *ptc_pow__Tensor(ptc_tensor self, ptc_tensor exponent);
/* remainder_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_remainder__Scalar(ptc_tensor self, ptc_scalar other);
/* remainder_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_remainder__Tensor(ptc_tensor self, ptc_tensor other);
/* sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) */
const char *ptc_sub__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha);
/* sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) */
const char *ptc_sub__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha);
/* xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
const char *ptc_xlogy__Tensor(ptc_tensor self, ptc_tensor other);
/* xlogy_.Scalar_Other(Tensor(a!) self, Scalar other) -> Tensor(a!) */
const char *ptc_xlogy__Scalar_Other(ptc_tensor self, ptc_scalar other);
/* Every element becomes 0.
   zero_(Tensor(a!) self) -> Tensor(a!) */
const char *ptc_zero_(ptc_tensor self);

PTC_END

#endif
