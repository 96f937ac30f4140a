// Special functions (torch.special).
#include <ATen/ops/special_airy_ai.h>
#include <ATen/ops/special_bessel_j0.h>
#include <ATen/ops/special_bessel_j1.h>
#include <ATen/ops/special_bessel_y0.h>
#include <ATen/ops/special_bessel_y1.h>
#include <ATen/ops/special_digamma.h>
#include <ATen/ops/special_entr.h>
#include <ATen/ops/special_erf.h>
#include <ATen/ops/special_erfc.h>
#include <ATen/ops/special_erfcx.h>
#include <ATen/ops/special_erfinv.h>
#include <ATen/ops/special_exp2.h>
#include <ATen/ops/special_expit.h>
#include <ATen/ops/special_expm1.h>
#include <ATen/ops/special_gammainc.h>
#include <ATen/ops/special_gammaincc.h>
#include <ATen/ops/special_gammaln.h>
#include <ATen/ops/special_i0.h>
#include <ATen/ops/special_i0e.h>
#include <ATen/ops/special_i1.h>
#include <ATen/ops/special_i1e.h>
#include <ATen/ops/special_log1p.h>
#include <ATen/ops/special_log_ndtr.h>
#include <ATen/ops/special_log_softmax.h>
#include <ATen/ops/special_logit.h>
#include <ATen/ops/special_logsumexp.h>
#include <ATen/ops/special_modified_bessel_i0.h>
#include <ATen/ops/special_modified_bessel_i1.h>
#include <ATen/ops/special_modified_bessel_k0.h>
#include <ATen/ops/special_modified_bessel_k1.h>
#include <ATen/ops/special_multigammaln.h>
#include <ATen/ops/special_ndtr.h>
#include <ATen/ops/special_ndtri.h>
#include <ATen/ops/special_polygamma.h>
#include <ATen/ops/special_psi.h>
#include <ATen/ops/special_round.h>
#include <ATen/ops/special_scaled_modified_bessel_k0.h>
#include <ATen/ops/special_scaled_modified_bessel_k1.h>
#include <ATen/ops/special_sinc.h>
#include <ATen/ops/special_softmax.h>
#include <ATen/ops/special_spherical_bessel_j0.h>
#include <ATen/ops/special_xlog1py.h>
#include <ATen/ops/special_xlogy.h>
#include <ATen/ops/special_zeta.h>

#include "operators/ops_glue.h"

#include <pytorch_c/operators/special.h>

UNARY(ptc_special_airy_ai, at::special_airy_ai)
UNARY(ptc_special_bessel_j0, at::special_bessel_j0)
UNARY(ptc_special_bessel_j1, at::special_bessel_j1)
UNARY(ptc_special_bessel_y0, at::special_bessel_y0)
UNARY(ptc_special_bessel_y1, at::special_bessel_y1)
UNARY(ptc_special_digamma, at::special_digamma)
UNARY(ptc_special_entr, at::special_entr)
UNARY(ptc_special_erf, at::special_erf)
UNARY(ptc_special_erfc, at::special_erfc)
UNARY(ptc_special_erfcx, at::special_erfcx)
UNARY(ptc_special_erfinv, at::special_erfinv)
UNARY(ptc_special_exp2, at::special_exp2)
UNARY(ptc_special_expit, at::special_expit)
UNARY(ptc_special_expm1, at::special_expm1)
ptc_error ptc_special_gammainc(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_gammainc(get(self), get(other))); });
}
ptc_error ptc_special_gammaincc(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_gammaincc(get(self), get(other))); });
}
UNARY(ptc_special_gammaln, at::special_gammaln)
UNARY(ptc_special_i0, at::special_i0)
UNARY(ptc_special_i0e, at::special_i0e)
UNARY(ptc_special_i1, at::special_i1)
UNARY(ptc_special_i1e, at::special_i1e)
UNARY(ptc_special_log1p, at::special_log1p)
UNARY(ptc_special_log_ndtr, at::special_log_ndtr)
ptc_error ptc_special_log_softmax(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_log_softmax(get(self), dim, optdtype(dtype))); });
}
ptc_error ptc_special_logit(ptc_tensor self, const double *eps, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_logit(get(self), opt(eps))); });
}
ptc_error ptc_special_logsumexp(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_logsumexp(get(self), ints(dim), keepdim)); });
}
UNARY(ptc_special_modified_bessel_i0, at::special_modified_bessel_i0)
UNARY(ptc_special_modified_bessel_i1, at::special_modified_bessel_i1)
UNARY(ptc_special_modified_bessel_k0, at::special_modified_bessel_k0)
UNARY(ptc_special_modified_bessel_k1, at::special_modified_bessel_k1)
ptc_error ptc_special_multigammaln(ptc_tensor self, int64_t p, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_multigammaln(get(self), p)); });
}
UNARY(ptc_special_ndtr, at::special_ndtr)
UNARY(ptc_special_ndtri, at::special_ndtri)
ptc_error ptc_special_polygamma(int64_t n, ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_polygamma(n, get(self))); });
}
UNARY(ptc_special_psi, at::special_psi)
ptc_error ptc_special_round(ptc_tensor self, int64_t decimals, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_round(get(self), decimals)); });
}
UNARY(ptc_special_scaled_modified_bessel_k0, at::special_scaled_modified_bessel_k0)
UNARY(ptc_special_scaled_modified_bessel_k1, at::special_scaled_modified_bessel_k1)
UNARY(ptc_special_sinc, at::special_sinc)
ptc_error ptc_special_softmax(ptc_tensor self, int64_t dim, int32_t dtype, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_softmax(get(self), dim, optdtype(dtype))); });
}
UNARY(ptc_special_spherical_bessel_j0, at::special_spherical_bessel_j0)
ptc_error ptc_special_xlog1py(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_xlog1py(get(self), get(other))); });
}
ptc_error ptc_special_xlog1py_self_scalar(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_xlog1py(scalar(self), get(other))); });
}
ptc_error ptc_special_xlog1py_other_scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_xlog1py(get(self), scalar(other))); });
}
ptc_error ptc_special_xlogy(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_xlogy(get(self), get(other))); });
}
ptc_error ptc_special_xlogy_self_scalar(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_xlogy(scalar(self), get(other))); });
}
ptc_error ptc_special_xlogy_other_scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_xlogy(get(self), scalar(other))); });
}
ptc_error ptc_special_zeta(ptc_tensor self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_zeta(get(self), get(other))); });
}
ptc_error ptc_special_zeta_self_scalar(ptc_scalar self, ptc_tensor other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_zeta(scalar(self), get(other))); });
}
ptc_error ptc_special_zeta_other_scalar(ptc_tensor self, ptc_scalar other, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_zeta(get(self), scalar(other))); });
}
UNARY_OUT(ptc_special_airy_ai_out, at::special_airy_ai_out)
UNARY_OUT(ptc_special_bessel_j0_out, at::special_bessel_j0_out)
UNARY_OUT(ptc_special_bessel_j1_out, at::special_bessel_j1_out)
UNARY_OUT(ptc_special_bessel_y0_out, at::special_bessel_y0_out)
UNARY_OUT(ptc_special_bessel_y1_out, at::special_bessel_y1_out)
UNARY_OUT(ptc_special_digamma_out, at::special_digamma_out)
UNARY_OUT(ptc_special_entr_out, at::special_entr_out)
UNARY_OUT(ptc_special_erf_out, at::special_erf_out)
UNARY_OUT(ptc_special_erfc_out, at::special_erfc_out)
UNARY_OUT(ptc_special_erfcx_out, at::special_erfcx_out)
UNARY_OUT(ptc_special_erfinv_out, at::special_erfinv_out)
UNARY_OUT(ptc_special_exp2_out, at::special_exp2_out)
UNARY_OUT(ptc_special_expit_out, at::special_expit_out)
UNARY_OUT(ptc_special_expm1_out, at::special_expm1_out)
ptc_error ptc_special_gammainc_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_gammainc_out(into(out), get(self), get(other)); });
}
ptc_error ptc_special_gammaincc_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_gammaincc_out(into(out), get(self), get(other)); });
}
UNARY_OUT(ptc_special_gammaln_out, at::special_gammaln_out)
UNARY_OUT(ptc_special_i0_out, at::special_i0_out)
UNARY_OUT(ptc_special_i0e_out, at::special_i0e_out)
UNARY_OUT(ptc_special_i1_out, at::special_i1_out)
UNARY_OUT(ptc_special_i1e_out, at::special_i1e_out)
UNARY_OUT(ptc_special_log1p_out, at::special_log1p_out)
UNARY_OUT(ptc_special_log_ndtr_out, at::special_log_ndtr_out)
ptc_error ptc_special_logit_out(ptc_tensor self, const double *eps, ptc_tensor out) {
  return guard([&] { at::special_logit_out(into(out), get(self), opt(eps)); });
}
ptc_error ptc_special_logsumexp_out(ptc_tensor self, const int64_t *dim, int64_t dim_len, bool keepdim,
                                    ptc_tensor out) {
  return guard([&] { at::special_logsumexp_out(into(out), get(self), ints(dim), keepdim); });
}
UNARY_OUT(ptc_special_modified_bessel_i0_out, at::special_modified_bessel_i0_out)
UNARY_OUT(ptc_special_modified_bessel_i1_out, at::special_modified_bessel_i1_out)
UNARY_OUT(ptc_special_modified_bessel_k0_out, at::special_modified_bessel_k0_out)
UNARY_OUT(ptc_special_modified_bessel_k1_out, at::special_modified_bessel_k1_out)
ptc_error ptc_special_multigammaln_out(ptc_tensor self, int64_t p, ptc_tensor out) {
  return guard([&] { at::special_multigammaln_out(into(out), get(self), p); });
}
UNARY_OUT(ptc_special_ndtr_out, at::special_ndtr_out)
UNARY_OUT(ptc_special_ndtri_out, at::special_ndtri_out)
ptc_error ptc_special_polygamma_out(int64_t n, ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::special_polygamma_out(into(out), n, get(self)); });
}
UNARY_OUT(ptc_special_psi_out, at::special_psi_out)
ptc_error ptc_special_round_out(ptc_tensor self, int64_t decimals, ptc_tensor out) {
  return guard([&] { at::special_round_out(into(out), get(self), decimals); });
}
UNARY_OUT(ptc_special_scaled_modified_bessel_k0_out, at::special_scaled_modified_bessel_k0_out)
UNARY_OUT(ptc_special_scaled_modified_bessel_k1_out, at::special_scaled_modified_bessel_k1_out)
UNARY_OUT(ptc_special_sinc_out, at::special_sinc_out)
UNARY_OUT(ptc_special_spherical_bessel_j0_out, at::special_spherical_bessel_j0_out)
ptc_error ptc_special_xlog1py_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_xlog1py_out(into(out), get(self), get(other)); });
}
ptc_error ptc_special_xlog1py_self_scalar_out(ptc_scalar self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_xlog1py_out(into(out), scalar(self), get(other)); });
}
ptc_error ptc_special_xlog1py_other_scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::special_xlog1py_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_special_xlogy_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_xlogy_out(into(out), get(self), get(other)); });
}
ptc_error ptc_special_xlogy_self_scalar_out(ptc_scalar self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_xlogy_out(into(out), scalar(self), get(other)); });
}
ptc_error ptc_special_xlogy_other_scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::special_xlogy_out(into(out), get(self), scalar(other)); });
}
ptc_error ptc_special_zeta_out(ptc_tensor self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_zeta_out(into(out), get(self), get(other)); });
}
ptc_error ptc_special_zeta_self_scalar_out(ptc_scalar self, ptc_tensor other, ptc_tensor out) {
  return guard([&] { at::special_zeta_out(into(out), scalar(self), get(other)); });
}
ptc_error ptc_special_zeta_other_scalar_out(ptc_tensor self, ptc_scalar other, ptc_tensor out) {
  return guard([&] { at::special_zeta_out(into(out), get(self), scalar(other)); });
}
