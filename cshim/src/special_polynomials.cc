// Orthogonal polynomials (torch.special).
#include <ATen/ops/special_chebyshev_polynomial_t.h>
#include <ATen/ops/special_chebyshev_polynomial_u.h>
#include <ATen/ops/special_chebyshev_polynomial_v.h>
#include <ATen/ops/special_chebyshev_polynomial_w.h>
#include <ATen/ops/special_hermite_polynomial_h.h>
#include <ATen/ops/special_hermite_polynomial_he.h>
#include <ATen/ops/special_laguerre_polynomial_l.h>
#include <ATen/ops/special_legendre_polynomial_p.h>
#include <ATen/ops/special_shifted_chebyshev_polynomial_t.h>
#include <ATen/ops/special_shifted_chebyshev_polynomial_u.h>
#include <ATen/ops/special_shifted_chebyshev_polynomial_v.h>
#include <ATen/ops/special_shifted_chebyshev_polynomial_w.h>

#include "ops_glue.h"

#include <pytorch_c/special_polynomials.h>

const char *ptc_special_chebyshev_polynomial_t(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_t(get(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_t_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_t(scalar(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_t_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_t(get(x), scalar(n))); });
}
const char *ptc_special_chebyshev_polynomial_u(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_u(get(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_u_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_u(scalar(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_u_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_u(get(x), scalar(n))); });
}
const char *ptc_special_chebyshev_polynomial_v(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_v(get(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_v_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_v(scalar(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_v_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_v(get(x), scalar(n))); });
}
const char *ptc_special_chebyshev_polynomial_w(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_w(get(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_w_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_w(scalar(x), get(n))); });
}
const char *ptc_special_chebyshev_polynomial_w_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_w(get(x), scalar(n))); });
}
const char *ptc_special_hermite_polynomial_h(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_h(get(x), get(n))); });
}
const char *ptc_special_hermite_polynomial_h_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_h(scalar(x), get(n))); });
}
const char *ptc_special_hermite_polynomial_h_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_h(get(x), scalar(n))); });
}
const char *ptc_special_hermite_polynomial_he(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_he(get(x), get(n))); });
}
const char *ptc_special_hermite_polynomial_he_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_he(scalar(x), get(n))); });
}
const char *ptc_special_hermite_polynomial_he_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_he(get(x), scalar(n))); });
}
const char *ptc_special_laguerre_polynomial_l(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_laguerre_polynomial_l(get(x), get(n))); });
}
const char *ptc_special_laguerre_polynomial_l_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_laguerre_polynomial_l(scalar(x), get(n))); });
}
const char *ptc_special_laguerre_polynomial_l_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_laguerre_polynomial_l(get(x), scalar(n))); });
}
const char *ptc_special_legendre_polynomial_p(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_legendre_polynomial_p(get(x), get(n))); });
}
const char *ptc_special_legendre_polynomial_p_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_legendre_polynomial_p(scalar(x), get(n))); });
}
const char *ptc_special_legendre_polynomial_p_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_legendre_polynomial_p(get(x), scalar(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_t(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_t(get(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_t_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_t(scalar(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_t_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_t(get(x), scalar(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_u(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_u(get(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_u_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_u(scalar(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_u_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_u(get(x), scalar(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_v(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_v(get(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_v_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_v(scalar(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_v_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_v(get(x), scalar(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_w(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_w(get(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_w_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_w(scalar(x), get(n))); });
}
const char *ptc_special_shifted_chebyshev_polynomial_w_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_w(get(x), scalar(n))); });
}
const char *ptc_special_chebyshev_polynomial_t_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_t_out(get(out), get(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_t_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_t_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_t_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_t_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_chebyshev_polynomial_u_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_u_out(get(out), get(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_u_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_u_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_u_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_u_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_chebyshev_polynomial_v_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_v_out(get(out), get(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_v_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_v_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_v_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_v_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_chebyshev_polynomial_w_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_w_out(get(out), get(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_w_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_w_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_chebyshev_polynomial_w_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_w_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_hermite_polynomial_h_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_h_out(get(out), get(x), get(n)); });
}
const char *ptc_special_hermite_polynomial_h_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_h_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_hermite_polynomial_h_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_h_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_hermite_polynomial_he_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_he_out(get(out), get(x), get(n)); });
}
const char *ptc_special_hermite_polynomial_he_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_he_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_hermite_polynomial_he_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_he_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_laguerre_polynomial_l_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_laguerre_polynomial_l_out(get(out), get(x), get(n)); });
}
const char *ptc_special_laguerre_polynomial_l_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_laguerre_polynomial_l_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_laguerre_polynomial_l_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_laguerre_polynomial_l_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_legendre_polynomial_p_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_legendre_polynomial_p_out(get(out), get(x), get(n)); });
}
const char *ptc_special_legendre_polynomial_p_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_legendre_polynomial_p_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_legendre_polynomial_p_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_legendre_polynomial_p_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_t_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_t_out(get(out), get(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_t_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_t_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_t_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_t_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_u_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_u_out(get(out), get(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_u_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_u_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_u_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_u_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_v_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_v_out(get(out), get(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_v_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_v_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_v_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_v_out(get(out), get(x), scalar(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_w_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_w_out(get(out), get(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_w_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_w_out(get(out), scalar(x), get(n)); });
}
const char *ptc_special_shifted_chebyshev_polynomial_w_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_w_out(get(out), get(x), scalar(n)); });
}
