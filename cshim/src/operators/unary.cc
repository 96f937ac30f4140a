// Pointwise functions of one tensor.
#include <ATen/ops/abs.h>
#include <ATen/ops/acos.h>
#include <ATen/ops/acosh.h>
#include <ATen/ops/angle.h>
#include <ATen/ops/asin.h>
#include <ATen/ops/asinh.h>
#include <ATen/ops/atan.h>
#include <ATen/ops/atanh.h>
#include <ATen/ops/ceil.h>
#include <ATen/ops/conj_physical.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/cosh.h>
#include <ATen/ops/deg2rad.h>
#include <ATen/ops/digamma.h>
#include <ATen/ops/erf.h>
#include <ATen/ops/erfc.h>
#include <ATen/ops/erfinv.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/exp2.h>
#include <ATen/ops/expm1.h>
#include <ATen/ops/floor.h>
#include <ATen/ops/frac.h>
#include <ATen/ops/frexp.h>
#include <ATen/ops/i0.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/lgamma.h>
#include <ATen/ops/log.h>
#include <ATen/ops/log10.h>
#include <ATen/ops/log1p.h>
#include <ATen/ops/log2.h>
#include <ATen/ops/logit.h>
#include <ATen/ops/mvlgamma.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/polygamma.h>
#include <ATen/ops/positive.h>
#include <ATen/ops/rad2deg.h>
#include <ATen/ops/real.h>
#include <ATen/ops/reciprocal.h>
#include <ATen/ops/round.h>
#include <ATen/ops/rsqrt.h>
#include <ATen/ops/sgn.h>
#include <ATen/ops/sign.h>
#include <ATen/ops/signbit.h>
#include <ATen/ops/sin.h>
#include <ATen/ops/sinc.h>
#include <ATen/ops/sinh.h>
#include <ATen/ops/sqrt.h>
#include <ATen/ops/square.h>
#include <ATen/ops/tan.h>
#include <ATen/ops/trunc.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/unary.h>

UNARY(ptc_abs, at::abs)
UNARY(ptc_acos, at::acos)
UNARY(ptc_acosh, at::acosh)
UNARY(ptc_angle, at::angle)
UNARY(ptc_asin, at::asin)
UNARY(ptc_asinh, at::asinh)
UNARY(ptc_atan, at::atan)
UNARY(ptc_atanh, at::atanh)
UNARY(ptc_ceil, at::ceil)
ptc_error ptc_conj(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, get(self).conj()); });
}
UNARY(ptc_conj_physical, at::conj_physical)
UNARY(ptc_cos, at::cos)
UNARY(ptc_cosh, at::cosh)
UNARY(ptc_deg2rad, at::deg2rad)
UNARY(ptc_digamma, at::digamma)
UNARY(ptc_erf, at::erf)
UNARY(ptc_erfc, at::erfc)
UNARY(ptc_erfinv, at::erfinv)
UNARY(ptc_exp, at::exp)
UNARY(ptc_exp2, at::exp2)
UNARY(ptc_expm1, at::expm1)
UNARY(ptc_floor, at::floor)
UNARY(ptc_frac, at::frac)
ptc_error ptc_frexp_Tensor(ptc_tensor self, ptc_tensor *mantissa, ptc_tensor *exponent) {
  return guard(std::tie(mantissa, exponent), [&] { put(std::tie(mantissa, exponent), at::frexp(get(self))); });
}
UNARY(ptc_i0, at::i0)
UNARY(ptc_imag, at::imag)
UNARY(ptc_lgamma, at::lgamma)
UNARY(ptc_log, at::log)
UNARY(ptc_log10, at::log10)
UNARY(ptc_log1p, at::log1p)
UNARY(ptc_log2, at::log2)
ptc_error ptc_logit(ptc_tensor self, const double *eps, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logit(get(self), opt(eps))); });
}
ptc_error ptc_mvlgamma(ptc_tensor self, int64_t p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mvlgamma(get(self), p)); });
}
UNARY(ptc_neg, at::neg)
ptc_error ptc_polygamma(int64_t n, ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::polygamma(n, get(self))); });
}
UNARY(ptc_positive, at::positive)
UNARY(ptc_rad2deg, at::rad2deg)
UNARY(ptc_real, at::real)
UNARY(ptc_reciprocal, at::reciprocal)
UNARY(ptc_round, at::round)
ptc_error ptc_round_decimals(ptc_tensor self, int64_t decimals, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::round(get(self), decimals)); });
}
UNARY(ptc_rsqrt, at::rsqrt)
UNARY(ptc_sgn, at::sgn)
UNARY(ptc_sign, at::sign)
UNARY(ptc_signbit, at::signbit)
UNARY(ptc_sin, at::sin)
UNARY(ptc_sinc, at::sinc)
UNARY(ptc_sinh, at::sinh)
UNARY(ptc_sqrt, at::sqrt)
UNARY(ptc_square, at::square)
UNARY(ptc_tan, at::tan)
UNARY(ptc_trunc, at::trunc)
UNARY_(ptc_abs_, at::abs_)
UNARY_(ptc_acos_, at::acos_)
UNARY_(ptc_acosh_, at::acosh_)
UNARY_(ptc_asin_, at::asin_)
UNARY_(ptc_asinh_, at::asinh_)
UNARY_(ptc_atan_, at::atan_)
UNARY_(ptc_atanh_, at::atanh_)
UNARY_(ptc_ceil_, at::ceil_)
UNARY_(ptc_conj_physical_, at::conj_physical_)
UNARY_(ptc_cos_, at::cos_)
UNARY_(ptc_cosh_, at::cosh_)
UNARY_(ptc_deg2rad_, at::deg2rad_)
ptc_error ptc_digamma_(ptc_tensor self) {
  return guard([&] { get(self).digamma_(); });
}
UNARY_(ptc_erf_, at::erf_)
UNARY_(ptc_erfc_, at::erfc_)
ptc_error ptc_erfinv_(ptc_tensor self) {
  return guard([&] { get(self).erfinv_(); });
}
UNARY_(ptc_exp2_, at::exp2_)
UNARY_(ptc_exp_, at::exp_)
UNARY_(ptc_expm1_, at::expm1_)
UNARY_(ptc_floor_, at::floor_)
UNARY_(ptc_frac_, at::frac_)
UNARY_(ptc_i0_, at::i0_)
ptc_error ptc_lgamma_(ptc_tensor self) {
  return guard([&] { get(self).lgamma_(); });
}
UNARY_(ptc_log10_, at::log10_)
UNARY_(ptc_log1p_, at::log1p_)
UNARY_(ptc_log2_, at::log2_)
UNARY_(ptc_log_, at::log_)
ptc_error ptc_logit_(ptc_tensor self, const double *eps) {
  return guard([&] { at::logit_(get(self), opt(eps)); });
}
ptc_error ptc_mvlgamma_(ptc_tensor self, int64_t p) {
  return guard([&] { get(self).mvlgamma_(p); });
}
UNARY_(ptc_neg_, at::neg_)
ptc_error ptc_polygamma_(ptc_tensor self, int64_t n) {
  return guard([&] { get(self).polygamma_(n); });
}
UNARY_(ptc_rad2deg_, at::rad2deg_)
UNARY_(ptc_reciprocal_, at::reciprocal_)
UNARY_(ptc_round_, at::round_)
ptc_error ptc_round__decimals(ptc_tensor self, int64_t decimals) {
  return guard([&] { at::round_(get(self), decimals); });
}
UNARY_(ptc_rsqrt_, at::rsqrt_)
ptc_error ptc_sgn_(ptc_tensor self) {
  return guard([&] { get(self).sgn_(); });
}
ptc_error ptc_sign_(ptc_tensor self) {
  return guard([&] { get(self).sign_(); });
}
UNARY_(ptc_sin_, at::sin_)
UNARY_(ptc_sinc_, at::sinc_)
UNARY_(ptc_sinh_, at::sinh_)
UNARY_(ptc_sqrt_, at::sqrt_)
UNARY_(ptc_square_, at::square_)
UNARY_(ptc_tan_, at::tan_)
UNARY_(ptc_trunc_, at::trunc_)
UNARY_OUT(ptc_abs_out, at::abs_out)
UNARY_OUT(ptc_acos_out, at::acos_out)
UNARY_OUT(ptc_acosh_out, at::acosh_out)
UNARY_OUT(ptc_angle_out, at::angle_out)
UNARY_OUT(ptc_asin_out, at::asin_out)
UNARY_OUT(ptc_asinh_out, at::asinh_out)
UNARY_OUT(ptc_atan_out, at::atan_out)
UNARY_OUT(ptc_atanh_out, at::atanh_out)
UNARY_OUT(ptc_ceil_out, at::ceil_out)
UNARY_OUT(ptc_conj_physical_out, at::conj_physical_out)
UNARY_OUT(ptc_cos_out, at::cos_out)
UNARY_OUT(ptc_cosh_out, at::cosh_out)
UNARY_OUT(ptc_deg2rad_out, at::deg2rad_out)
UNARY_OUT(ptc_digamma_out, at::digamma_out)
UNARY_OUT(ptc_erf_out, at::erf_out)
UNARY_OUT(ptc_erfc_out, at::erfc_out)
UNARY_OUT(ptc_erfinv_out, at::erfinv_out)
UNARY_OUT(ptc_exp_out, at::exp_out)
UNARY_OUT(ptc_exp2_out, at::exp2_out)
UNARY_OUT(ptc_expm1_out, at::expm1_out)
UNARY_OUT(ptc_floor_out, at::floor_out)
UNARY_OUT(ptc_frac_out, at::frac_out)
ptc_error ptc_frexp_Tensor_out(ptc_tensor self, ptc_tensor mantissa, ptc_tensor exponent) {
  return guard([&] { at::frexp_out(into(mantissa), into(exponent), get(self)); });
}
UNARY_OUT(ptc_i0_out, at::i0_out)
UNARY_OUT(ptc_lgamma_out, at::lgamma_out)
UNARY_OUT(ptc_log_out, at::log_out)
UNARY_OUT(ptc_log10_out, at::log10_out)
UNARY_OUT(ptc_log1p_out, at::log1p_out)
UNARY_OUT(ptc_log2_out, at::log2_out)
ptc_error ptc_logit_out(ptc_tensor self, const double *eps, ptc_tensor out) {
  return guard([&] { at::logit_out(into(out), get(self), opt(eps)); });
}
ptc_error ptc_mvlgamma_out(ptc_tensor self, int64_t p, ptc_tensor out) {
  return guard([&] { at::mvlgamma_out(into(out), get(self), p); });
}
UNARY_OUT(ptc_neg_out, at::neg_out)
ptc_error ptc_polygamma_out(int64_t n, ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::polygamma_out(into(out), n, get(self)); });
}
UNARY_OUT(ptc_rad2deg_out, at::rad2deg_out)
UNARY_OUT(ptc_reciprocal_out, at::reciprocal_out)
UNARY_OUT(ptc_round_out, at::round_out)
ptc_error ptc_round_decimals_out(ptc_tensor self, int64_t decimals, ptc_tensor out) {
  return guard([&] { at::round_out(into(out), get(self), decimals); });
}
UNARY_OUT(ptc_rsqrt_out, at::rsqrt_out)
UNARY_OUT(ptc_sgn_out, at::sgn_out)
UNARY_OUT(ptc_sign_out, at::sign_out)
UNARY_OUT(ptc_signbit_out, at::signbit_out)
UNARY_OUT(ptc_sin_out, at::sin_out)
UNARY_OUT(ptc_sinc_out, at::sinc_out)
UNARY_OUT(ptc_sinh_out, at::sinh_out)
UNARY_OUT(ptc_sqrt_out, at::sqrt_out)
UNARY_OUT(ptc_square_out, at::square_out)
UNARY_OUT(ptc_tan_out, at::tan_out)
UNARY_OUT(ptc_trunc_out, at::trunc_out)
