/* Pointwise functions of several tensors; those of one are in unary.h, sums and products in arithmetic.h. */
#ifndef PYTORCH_C_POINTWISE_H
#define PYTORCH_C_POINTWISE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* The angle of the point (other, self), in (-pi, pi].
   atan2(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_atan2(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Between min and max; either may be absent.
   clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clamp(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max,
                                  PTC_OUT ptc_tensor *out);
/* Between min and max; either may be absent.
   clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clamp_Tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max,
                                         PTC_OUT ptc_tensor *out);
/* At most `max`.
   clamp_max(Tensor self, Scalar max) -> Tensor */
PTC_NODISCARD ptc_error ptc_clamp_max(ptc_tensor self, ptc_scalar max, PTC_OUT ptc_tensor *out);
/* At most `max`.
   clamp_max.Tensor(Tensor self, Tensor max) -> Tensor */
PTC_NODISCARD ptc_error ptc_clamp_max_Tensor(ptc_tensor self, ptc_tensor max, PTC_OUT ptc_tensor *out);
/* At least `min`.
   clamp_min(Tensor self, Scalar min) -> Tensor */
PTC_NODISCARD ptc_error ptc_clamp_min(ptc_tensor self, ptc_scalar min, PTC_OUT ptc_tensor *out);
/* At least `min`.
   clamp_min.Tensor(Tensor self, Tensor min) -> Tensor */
PTC_NODISCARD ptc_error ptc_clamp_min_Tensor(ptc_tensor self, ptc_tensor min, PTC_OUT ptc_tensor *out);
/* The size of self with the sign of `other`.
   copysign.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_copysign_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* The size of self with the sign of `other`.
   copysign.Scalar(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_copysign_Scalar(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);
/* 0 below 0, 1 above, `values` at 0.
   heaviside(Tensor self, Tensor values) -> Tensor */
PTC_NODISCARD ptc_error ptc_heaviside(ptc_tensor self, ptc_tensor values, PTC_OUT ptc_tensor *out);
/* sqrt(self ** 2 + other ** 2) without overflow.
   hypot(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_hypot(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Lower regularised incomplete gamma function of a = self, x = other.
   igamma(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_igamma(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Upper regularised incomplete gamma function of a = self, x = other.
   igammac(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_igammac(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * 2 ** other.
   ldexp.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_ldexp_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self + weight * (end - self).
   lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor */
PTC_NODISCARD ptc_error ptc_lerp_Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight, PTC_OUT ptc_tensor *out);
/* self + weight * (end - self).
   lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor */
PTC_NODISCARD ptc_error ptc_lerp_Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight, PTC_OUT ptc_tensor *out);
/* log(exp(self) + exp(other)), computed safely.
   logaddexp(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_logaddexp(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* log2(2 ** self + 2 ** other), computed safely.
   logaddexp2(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_logaddexp2(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* NaN becomes `nan` (0), infinities the largest numbers of the dtype unless given.
   nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_nan_to_num(ptc_tensor self, PTC_OPTIONAL const double *nan,
                                       PTC_OPTIONAL const double *posinf, PTC_OPTIONAL const double *neginf,
                                       PTC_OUT ptc_tensor *out);
/* The next float after self towards `other`.
   nextafter(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_nextafter(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * log(other), 0 where self is 0.
   xlogy.Tensor(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_xlogy_Tensor(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * log(other), 0 where self is 0.
   xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_xlogy_Scalar_Self(ptc_scalar self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* self * log(other), 0 where self is 0.
   xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor */
PTC_NODISCARD ptc_error ptc_xlogy_Scalar_Other(ptc_tensor self, ptc_scalar other, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* The angle of the point (other, self), in (-pi, pi]; in place.
   atan2_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_atan2_(ptc_tensor self, ptc_tensor other);
/* Between min and max; either may be absent; in place.
   clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max);
/* Between min and max; either may be absent; in place.
   clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp__Tensor(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max);
/* At most `max`; in place.
   clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_max_(ptc_tensor self, ptc_scalar max);
/* At most `max`; in place.
   clamp_max_.Tensor(Tensor(a!) self, Tensor max) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_max__Tensor(ptc_tensor self, ptc_tensor max);
/* At least `min`; in place.
   clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_min_(ptc_tensor self, ptc_scalar min);
/* At least `min`; in place.
   clamp_min_.Tensor(Tensor(a!) self, Tensor min) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_min__Tensor(ptc_tensor self, ptc_tensor min);
/* The size of self with the sign of `other`; in place.
   copysign_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_copysign__Tensor(ptc_tensor self, ptc_tensor other);
/* The size of self with the sign of `other`; in place.
   copysign_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_copysign__Scalar(ptc_tensor self, ptc_scalar other);
/* 0 below 0, 1 above, `values` at 0; in place.
   heaviside_(Tensor(a!) self, Tensor values) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_heaviside_(ptc_tensor self, ptc_tensor values);
/* sqrt(self ** 2 + other ** 2) without overflow; in place.
   hypot_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hypot_(ptc_tensor self, ptc_tensor other);
/* Lower regularised incomplete gamma function of a = self, x = other; in place.
   igamma_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_igamma_(ptc_tensor self, ptc_tensor other);
/* Upper regularised incomplete gamma function of a = self, x = other; in place.
   igammac_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_igammac_(ptc_tensor self, ptc_tensor other);
/* self * 2 ** other; in place.
   ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ldexp_(ptc_tensor self, ptc_tensor other);
/* self + weight * (end - self); in place.
   lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lerp__Scalar(ptc_tensor self, ptc_tensor end, ptc_scalar weight);
/* self + weight * (end - self); in place.
   lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lerp__Tensor(ptc_tensor self, ptc_tensor end, ptc_tensor weight);
/* NaN becomes `nan` (0), infinities the largest numbers of the dtype unless given; in place.
   nan_to_num_(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nan_to_num_(ptc_tensor self, PTC_OPTIONAL const double *nan,
                                        PTC_OPTIONAL const double *posinf, PTC_OPTIONAL const double *neginf);
/* The next float after self towards `other`; in place.
   nextafter_(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nextafter_(ptc_tensor self, ptc_tensor other);
/* self * log(other), 0 where self is 0; in place.
   xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_xlogy__Tensor(ptc_tensor self, ptc_tensor other);
/* self * log(other), 0 where self is 0; in place.
   xlogy_.Scalar_Other(Tensor(a!) self, Scalar other) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_xlogy__Scalar_Other(ptc_tensor self, ptc_scalar other);

/* ---- into given tensors: change `out` ---- */

/* The angle of the point (other, self), in (-pi, pi]; written into `out`.
   atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_atan2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Between min and max; either may be absent; written into `out`.
   clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_out(ptc_tensor self, PTC_OPTIONAL ptc_scalar min, PTC_OPTIONAL ptc_scalar max,
                                      ptc_tensor out);
/* Between min and max; either may be absent; written into `out`.
   clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_Tensor_out(ptc_tensor self, PTC_OPTIONAL ptc_tensor min, PTC_OPTIONAL ptc_tensor max,
                                             ptc_tensor out);
/* At most `max`; written into `out`.
   clamp_max.out(Tensor self, Scalar max, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_max_out(ptc_tensor self, ptc_scalar max, ptc_tensor out);
/* At most `max`; written into `out`.
   clamp_max.Tensor_out(Tensor self, Tensor max, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_max_Tensor_out(ptc_tensor self, ptc_tensor max, ptc_tensor out);
/* At least `min`; written into `out`.
   clamp_min.out(Tensor self, Scalar min, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_min_out(ptc_tensor self, ptc_scalar min, ptc_tensor out);
/* At least `min`; written into `out`.
   clamp_min.Tensor_out(Tensor self, Tensor min, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_clamp_min_Tensor_out(ptc_tensor self, ptc_tensor min, ptc_tensor out);
/* The size of self with the sign of `other`; written into `out`.
   copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_copysign_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* The size of self with the sign of `other`; written into `out`.
   copysign.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_copysign_Scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out);
/* 0 below 0, 1 above, `values` at 0; written into `out`.
   heaviside.out(Tensor self, Tensor values, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_heaviside_out(ptc_tensor self, ptc_tensor values, ptc_tensor out);
/* sqrt(self ** 2 + other ** 2) without overflow; written into `out`.
   hypot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hypot_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Lower regularised incomplete gamma function of a = self, x = other; written into `out`.
   igamma.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_igamma_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* Upper regularised incomplete gamma function of a = self, x = other; written into `out`.
   igammac.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_igammac_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self * 2 ** other; written into `out`.
   ldexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_ldexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self + weight * (end - self); written into `out`.
   lerp.Scalar_out(Tensor self, Tensor end, Scalar weight, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lerp_Scalar_out(ptc_tensor self, ptc_tensor end, ptc_scalar weight, ptc_tensor out);
/* self + weight * (end - self); written into `out`.
   lerp.Tensor_out(Tensor self, Tensor end, Tensor weight, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_lerp_Tensor_out(ptc_tensor self, ptc_tensor end, ptc_tensor weight, ptc_tensor out);
/* log(exp(self) + exp(other)), computed safely; written into `out`.
   logaddexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logaddexp_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* log2(2 ** self + 2 ** other), computed safely; written into `out`.
   logaddexp2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_logaddexp2_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* NaN becomes `nan` (0), infinities the largest numbers of the dtype unless given; written into `out`.
   nan_to_num.out(Tensor self, float? nan=None, float? posinf=None, float? neginf=None, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nan_to_num_out(ptc_tensor self, PTC_OPTIONAL const double *nan,
                                           PTC_OPTIONAL const double *posinf, PTC_OPTIONAL const double *neginf,
                                           ptc_tensor out);
/* The next float after self towards `other`; written into `out`.
   nextafter.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nextafter_out(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self * log(other), 0 where self is 0; written into `out`.
   xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_xlogy_OutTensor(ptc_tensor self, ptc_tensor other, ptc_tensor out);
/* self * log(other), 0 where self is 0; written into `out`.
   xlogy.OutScalar_Self(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_xlogy_OutScalar_Self(ptc_scalar self, ptc_tensor other, ptc_tensor out);
/* self * log(other), 0 where self is 0; written into `out`.
   xlogy.OutScalar_Other(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_xlogy_OutScalar_Other(ptc_tensor self, ptc_scalar other, ptc_tensor out);

PTC_END

#endif
