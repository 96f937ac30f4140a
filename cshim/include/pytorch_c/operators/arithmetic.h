/* Sums, products, quotients, remainders and powers of tensors and numbers. */
#ifndef PYTORCH_C_ARITHMETIC_H
#define PYTORCH_C_ARITHMETIC_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* self + alpha * other, broadcast.
   add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_add_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* self + alpha * other, broadcast.
   add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_add_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* self + value * tensor1 / tensor2.
   addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addcdiv(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value,
                                    PTC_OUT ptc_tensor *out);
/* self + value * tensor1 * tensor2.
   addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_addcmul(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value,
                                    PTC_OUT ptc_tensor *out);
/* True division: integers give float.
   div.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_div_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* `rounding_mode`: NULL, "trunc" or "floor".
   div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc_div_Tensor_mode(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const char *rounding_mode,
                                            PTC_OUT ptc_tensor *out);
/* True division: integers give float.
   div.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_div_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* self / other, rounded towards 0 ("trunc") or down ("floor"), or not.
   div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc_div_Scalar_mode(ptc_tensor self, ptc_scalar other, PTC_OPTIONAL const char *rounding_mode,
                                            PTC_OUT ptc_tensor *out);
/* self ** exponent in float64 or complex128.
   float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor */
PTC_NODISCARD ptc_error ptc_float_power_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, PTC_OUT ptc_tensor *out);
/* self ** exponent in float64 or complex128.
   float_power.Scalar(Scalar self, Tensor exponent) -> Tensor */
PTC_NODISCARD ptc_error ptc_float_power_Scalar(ptc_scalar self, ptc_tensor exponent, PTC_OUT ptc_tensor *out);
/* self ** exponent in float64 or complex128.
   float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor */
PTC_NODISCARD ptc_error ptc_float_power_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, PTC_OUT ptc_tensor *out);
/* self / other rounded down, as Python's //.
   floor_divide(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_floor_divide(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self / other rounded down, as Python's //.
   floor_divide.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_floor_divide_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* Remainder of self / other; the sign is the dividend's, as in C.
   fmod.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_fmod_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* The sign is the dividend's, as in C.
   fmod.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_fmod_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Greatest common divisor of integers.
   gcd(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_gcd(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Least common multiple of integers.
   lcm(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_lcm(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * other, broadcast.
   mul.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_mul_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * other, broadcast.
   mul.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_mul_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* self ** exponent, broadcast.
   pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor */
PTC_NODISCARD ptc_error ptc_pow_Tensor_Tensor(ptc_tensor self, ptc_tensor exponent, PTC_OUT ptc_tensor *out);
/* self ** exponent, broadcast.
   pow.Scalar(Scalar self, Tensor exponent) -> Tensor */
PTC_NODISCARD ptc_error ptc_pow_Scalar(ptc_scalar self, ptc_tensor exponent, PTC_OUT ptc_tensor *out);
/* self ** exponent, broadcast.
   pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor */
PTC_NODISCARD ptc_error ptc_pow_Tensor_Scalar(ptc_tensor self, ptc_scalar exponent, PTC_OUT ptc_tensor *out);
/* Remainder of self / other; the sign is the divisor's, as in Python.
   remainder.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_remainder_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* The sign is the divisor's, as in Python.
   remainder.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_remainder_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Remainder of self / other; the sign is the divisor's, as in Python.
   remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_remainder_Scalar_Tensor(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* other - alpha * self.
   rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_rsub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* other - alpha * self.
   rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_rsub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* self - alpha * other, broadcast.
   sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_sub_Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, PTC_OUT ptc_tensor *out);
/* self - alpha * other, broadcast.
   sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor */
PTC_NODISCARD ptc_error ptc_sub_Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* self + alpha * other, broadcast; in place.
   add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_add__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha);
/* self + alpha * other, broadcast; in place.
   add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_add__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha);
/* self + value * tensor1 / tensor2; in place.
   addcdiv_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addcdiv_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value);
/* self + value * tensor1 * tensor2; in place.
   addcmul_(Tensor(a!) self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addcmul_(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value);
/* True division: integers give float; in place.
   div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_div__Tensor(ptc_tensor self, ptc_tensor other);
/* self / other, rounded towards 0 ("trunc") or down ("floor"), or not; in place.
   div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_div__Tensor_mode(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const char *rounding_mode);
/* True division: integers give float; in place.
   div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_div__Scalar(ptc_tensor self, ptc_scalar other);
/* self / other, rounded towards 0 ("trunc") or down ("floor"), or not; in place.
   div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_div__Scalar_mode(ptc_tensor self, ptc_scalar other, PTC_OPTIONAL const char *rounding_mode);
/* self ** exponent in float64 or complex128; in place.
   float_power_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_float_power__Scalar(ptc_tensor self, ptc_scalar exponent);
/* self ** exponent in float64 or complex128; in place.
   float_power_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_float_power__Tensor(ptc_tensor self, ptc_tensor exponent);
/* self / other rounded down, as Python's //; in place.
   floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_floor_divide__Tensor(ptc_tensor self, ptc_tensor other);
/* self / other rounded down, as Python's //; in place.
   floor_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_floor_divide__Scalar(ptc_tensor self, ptc_scalar other);
/* Remainder of self / other; the sign is the dividend's, as in C; in place.
   fmod_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fmod__Scalar(ptc_tensor self, ptc_scalar other);
/* The sign is the dividend's, as in C; in place.
   fmod_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fmod__Tensor(ptc_tensor self, ptc_tensor other);
/* Greatest common divisor of integers; in place.
   gcd_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gcd_(ptc_tensor self, ptc_tensor other);
/* Least common multiple of integers; in place.
   lcm_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lcm_(ptc_tensor self, ptc_tensor other);
/* self * other, broadcast; in place.
   mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mul__Tensor(ptc_tensor self, ptc_tensor other);
/* self * other, broadcast; in place.
   mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mul__Scalar(ptc_tensor self, ptc_scalar other);
/* self ** exponent, broadcast; in place.
   pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_pow__Scalar(ptc_tensor self, ptc_scalar exponent);
/* self ** exponent, broadcast; in place.
   pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_pow__Tensor(ptc_tensor self, ptc_tensor exponent);
/* Remainder of self / other; the sign is the divisor's, as in Python; in place.
   remainder_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_remainder__Scalar(ptc_tensor self, ptc_scalar other);
/* The sign is the divisor's, as in Python; in place.
   remainder_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_remainder__Tensor(ptc_tensor self, ptc_tensor other);
/* self - alpha * other, broadcast; in place.
   sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sub__Tensor(ptc_tensor self, ptc_tensor other, ptc_scalar alpha);
/* self - alpha * other, broadcast; in place.
   sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sub__Scalar(ptc_tensor self, ptc_scalar other, ptc_scalar alpha);

/* ---- into given tensors: change `out` ---- */

/* self + alpha * other, broadcast; written into `out`.
   add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_add_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out);
/* self + value * tensor1 / tensor2; written into `out`.
   addcdiv.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addcdiv_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value,
                                        ptc_tensor out);
/* self + value * tensor1 * tensor2; written into `out`.
   addcmul.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_addcmul_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value,
                                        ptc_tensor out);
/* True division: integers give float; written into `out`.
   div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_div_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self / other, rounded towards 0 ("trunc") or down ("floor"), or not; written into `out`.
   div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_div_out_mode(ptc_tensor self, ptc_tensor other, PTC_OPTIONAL const char *rounding_mode,
                                         ptc_tensor out);
/* self ** exponent in float64 or complex128; written into `out`.
   float_power.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_float_power_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out);
/* self ** exponent in float64 or complex128; written into `out`.
   float_power.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_float_power_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out);
/* self ** exponent in float64 or complex128; written into `out`.
   float_power.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_float_power_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out);
/* self / other rounded down, as Python's //; written into `out`.
   floor_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_floor_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Remainder of self / other; the sign is the dividend's, as in C; written into `out`.
   fmod.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fmod_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* The sign is the dividend's, as in C; written into `out`.
   fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_fmod_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Greatest common divisor of integers; written into `out`.
   gcd.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_gcd_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Least common multiple of integers; written into `out`.
   lcm.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lcm_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self * other, broadcast; written into `out`.
   mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self ** exponent, broadcast; written into `out`.
   pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_pow_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out);
/* self ** exponent, broadcast; written into `out`.
   pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_pow_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out);
/* self ** exponent, broadcast; written into `out`.
   pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_pow_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out);
/* Remainder of self / other; the sign is the divisor's, as in Python; written into `out`.
   remainder.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_remainder_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* The sign is the divisor's, as in Python; written into `out`.
   remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_remainder_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self - alpha * other, broadcast; written into `out`.
   sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_sub_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out);

PTC_END

#endif
