/* Pointwise arithmetic with tensors and numbers, into given tensors. */
#ifndef PYTORCH_C_POINTWISE_OUT_H
#define PYTORCH_C_POINTWISE_OUT_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- into given tensors: change `out` ---- */

/* add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_add_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out);
/* addcdiv.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_addcdiv_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor out);
/* addcmul.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_addcmul_out(ptc_tensor self, ptc_tensor tensor1, ptc_tensor tensor2, ptc_scalar value, ptc_tensor out);
/* atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_atan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_clamp_out(ptc_tensor self, ptc_scalar min, ptc_scalar max, ptc_tensor out);
/* clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_clamp_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor max, ptc_tensor out);
/* clamp_max.out(Tensor self, Scalar max, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_clamp_max_out(ptc_tensor self, ptc_scalar max, ptc_tensor out);
/* clamp_max.Tensor_out(Tensor self, Tensor max, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_clamp_max_Tensor_out(ptc_tensor self, ptc_tensor max, ptc_tensor out);
/* clamp_min.out(Tensor self, Scalar min, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_clamp_min_out(ptc_tensor self, ptc_scalar min, ptc_tensor out);
/* clamp_min.Tensor_out(Tensor self, Tensor min, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_clamp_min_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor out);
/* copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_copysign_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* copysign.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_copysign_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_div_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_div_out_mode(ptc_tensor self, ptc_tensor other, const char *rounding_mode, ptc_tensor out);
/* float_power.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_float_power_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out);
/* float_power.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_float_power_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out);
/* float_power.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_float_power_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out);
/* floor_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_floor_divide_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* fmax.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_fmax_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* fmin.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_fmin_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* fmod.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_fmod_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_fmod_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* gcd.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_gcd_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* heaviside.out(Tensor self, Tensor values, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_heaviside_out(ptc_tensor self, ptc_tensor values, ptc_tensor out);
/* hypot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_hypot_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* igamma.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_igamma_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* igammac.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_igammac_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* lcm.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_lcm_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* ldexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_ldexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* lerp.Scalar_out(Tensor self, Tensor end, Scalar weight, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_lerp_Scalar_out(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor out);
/* lerp.Tensor_out(Tensor self, Tensor end, Tensor weight, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_lerp_Tensor_out(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor out);
/* logaddexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_logaddexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* logaddexp2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_logaddexp2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_maximum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_minimum_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_mul_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* nan_to_num.out(Tensor self, float? nan=None, float? posinf=None, float? neginf=None, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_nan_to_num_out(ptc_tensor self, const double *nan, const double *posinf, const double *neginf, ptc_tensor out);
/* nextafter.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_nextafter_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_pow_Tensor_Tensor_out(ptc_tensor self, ptc_tensor exponent, ptc_tensor out);
/* pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_pow_Scalar_out(ptc_scalar self, ptc_tensor exponent, ptc_tensor out);
/* pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_pow_Tensor_Scalar_out(ptc_tensor self, ptc_scalar exponent, ptc_tensor out);
/* remainder.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_remainder_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_remainder_Tensor_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_sub_out(ptc_tensor self, ptc_tensor other, ptc_scalar alpha, ptc_tensor out);
/* where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_where_self_out(ptc_tensor condition, ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_xlogy_OutTensor(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* xlogy.OutScalar_Self(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_xlogy_OutScalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor out);
/* xlogy.OutScalar_Other(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_xlogy_OutScalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor out);

PTC_END

#endif
