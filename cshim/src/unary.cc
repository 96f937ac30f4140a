// Pointwise functions of one tensor.
#include <ATen/ops/abs.h>
#include <ATen/ops/acos.h>
#include <ATen/ops/acosh.h>
#include <ATen/ops/angle.h>
#include <ATen/ops/asin.h>
#include <ATen/ops/asinh.h>
#include <ATen/ops/atan.h>
#include <ATen/ops/atanh.h>
#include <ATen/ops/bitwise_not.h>
#include <ATen/ops/ceil.h>
#include <ATen/ops/conj.h>
#include <ATen/ops/conj_physical.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/cosh.h>
#include <ATen/ops/digamma.h>
#include <ATen/ops/erf.h>
#include <ATen/ops/erfc.h>
#include <ATen/ops/erfinv.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/exp2.h>
#include <ATen/ops/expm1.h>
#include <ATen/ops/floor.h>
#include <ATen/ops/frac.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/lgamma.h>
#include <ATen/ops/log.h>
#include <ATen/ops/log10.h>
#include <ATen/ops/log1p.h>
#include <ATen/ops/log2.h>
#include <ATen/ops/logical_not.h>
#include <ATen/ops/logit.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/positive.h>
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
#include <ATen/ops/view_as_complex.h>
#include <ATen/ops/view_as_real.h>

#include "glue.h"

// The most frequent shape: NAME(self) -> out, and NAME_(self).
#define UNARY(name, expression) \
  const char *name(ptc_tensor self, ptc_tensor *out) { \
    return guard([&] { put(out, expression(get(self))); }, out); \
  }
#define UNARY_(name, expression) \
  const char *name(ptc_tensor self) { \
    return guard([&] { expression(get(self)); }); \
  }

UNARY(ptc_abs, at::abs)
UNARY(ptc_acos, at::acos)
UNARY(ptc_acosh, at::acosh)
UNARY(ptc_angle, at::angle)
UNARY(ptc_asin, at::asin)
UNARY(ptc_asinh, at::asinh)
UNARY(ptc_atan, at::atan)
UNARY(ptc_atanh, at::atanh)
UNARY(ptc_bitwise_not, at::bitwise_not)
UNARY(ptc_ceil, at::ceil)
const char *ptc_conj(ptc_tensor self, ptc_tensor *out) {
  return guard([&] { put(out, get(self).conj()); }, out);
}
UNARY(ptc_conj_physical, at::conj_physical)
UNARY(ptc_cos, at::cos)
UNARY(ptc_cosh, at::cosh)
UNARY(ptc_digamma, at::digamma)
UNARY(ptc_erf, at::erf)
UNARY(ptc_erfc, at::erfc)
UNARY(ptc_erfinv, at::erfinv)
UNARY(ptc_exp, at::exp)
UNARY(ptc_exp2, at::exp2)
UNARY(ptc_expm1, at::expm1)
UNARY(ptc_floor, at::floor)
UNARY(ptc_frac, at::frac)
UNARY(ptc_imag, at::imag)
UNARY(ptc_lgamma, at::lgamma)
UNARY(ptc_log, at::log)
UNARY(ptc_log10, at::log10)
UNARY(ptc_log1p, at::log1p)
UNARY(ptc_log2, at::log2)
UNARY(ptc_logical_not, at::logical_not)
UNARY(ptc_neg, at::neg)
UNARY(ptc_positive, at::positive)
UNARY(ptc_real, at::real)
UNARY(ptc_reciprocal, at::reciprocal)
UNARY(ptc_round, at::round)
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
UNARY(ptc_view_as_complex, at::view_as_complex)
UNARY(ptc_view_as_real, at::view_as_real)
UNARY_(ptc_abs_, at::abs_)
UNARY_(ptc_acos_, at::acos_)
UNARY_(ptc_asin_, at::asin_)
UNARY_(ptc_atan_, at::atan_)
const char *ptc_bitwise_not_(ptc_tensor self) {
  return guard([&] { get(self).bitwise_not_(); });
}
UNARY_(ptc_ceil_, at::ceil_)
UNARY_(ptc_cos_, at::cos_)
UNARY_(ptc_erf_, at::erf_)
UNARY_(ptc_exp_, at::exp_)
UNARY_(ptc_expm1_, at::expm1_)
UNARY_(ptc_floor_, at::floor_)
UNARY_(ptc_log1p_, at::log1p_)
UNARY_(ptc_log_, at::log_)
const char *ptc_logical_not_(ptc_tensor self) {
  return guard([&] { get(self).logical_not_(); });
}
UNARY_(ptc_neg_, at::neg_)
UNARY_(ptc_reciprocal_, at::reciprocal_)
UNARY_(ptc_round_, at::round_)
UNARY_(ptc_rsqrt_, at::rsqrt_)
const char *ptc_sign_(ptc_tensor self) {
  return guard([&] { get(self).sign_(); });
}
UNARY_(ptc_sin_, at::sin_)
UNARY_(ptc_sqrt_, at::sqrt_)
UNARY_(ptc_square_, at::square_)
UNARY_(ptc_tan_, at::tan_)
UNARY_(ptc_trunc_, at::trunc_)

#undef UNARY
#undef UNARY_

const char *ptc_logit(ptc_tensor self, const double *eps, ptc_tensor *out) {
  return guard([&] { put(out, at::logit(get(self), opt(eps))); }, out);
}
const char *ptc_round_decimals(ptc_tensor self, int64_t decimals, ptc_tensor *out) {
  return guard([&] { put(out, at::round(get(self), decimals)); }, out);
}
const char *ptc_round__decimals(ptc_tensor self, int64_t decimals) {
  return guard([&] { at::round_(get(self), decimals); });
}
