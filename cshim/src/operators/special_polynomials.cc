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

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/special_polynomials.h>

ptc_error ptc_special_chebyshev_polynomial_t(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_t(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_t_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_t(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_t_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_t(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_u(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_u(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_u_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_u(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_u_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_u(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_v(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_v(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_v_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_v(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_v_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_v(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_w(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_w(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_w_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_w(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_w_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_chebyshev_polynomial_w(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_hermite_polynomial_h(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_h(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_hermite_polynomial_h_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_h(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_hermite_polynomial_h_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_h(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_hermite_polynomial_he(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_he(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_hermite_polynomial_he_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_he(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_hermite_polynomial_he_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_hermite_polynomial_he(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_laguerre_polynomial_l(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_laguerre_polynomial_l(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_laguerre_polynomial_l_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_laguerre_polynomial_l(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_laguerre_polynomial_l_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_laguerre_polynomial_l(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_legendre_polynomial_p(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_legendre_polynomial_p(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_legendre_polynomial_p_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_legendre_polynomial_p(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_legendre_polynomial_p_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_legendre_polynomial_p(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_t(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_t(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_t_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_t(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_t_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_t(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_u(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_u(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_u_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_u(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_u_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_u(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_v(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_v(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_v_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_v(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_v_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_v(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_w(ptc_tensor x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_w(get(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_w_x_scalar(ptc_scalar x, ptc_tensor n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_w(scalar(x), check_order(get(n)))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_w_n_scalar(ptc_tensor x, ptc_scalar n, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::special_shifted_chebyshev_polynomial_w(get(x), check_order(scalar(n)))); });
}
ptc_error ptc_special_chebyshev_polynomial_t_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_t_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_t_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_t_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_t_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_t_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_u_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_u_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_u_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_u_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_u_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_u_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_v_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_v_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_v_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_v_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_v_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_v_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_w_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_w_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_w_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_w_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_chebyshev_polynomial_w_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_chebyshev_polynomial_w_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_hermite_polynomial_h_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_h_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_hermite_polynomial_h_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_h_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_hermite_polynomial_h_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_h_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_hermite_polynomial_he_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_he_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_hermite_polynomial_he_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_he_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_hermite_polynomial_he_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_hermite_polynomial_he_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_laguerre_polynomial_l_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_laguerre_polynomial_l_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_laguerre_polynomial_l_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_laguerre_polynomial_l_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_laguerre_polynomial_l_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_laguerre_polynomial_l_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_legendre_polynomial_p_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_legendre_polynomial_p_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_legendre_polynomial_p_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_legendre_polynomial_p_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_legendre_polynomial_p_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_legendre_polynomial_p_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_t_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_t_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_t_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_t_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_t_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_t_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_u_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_u_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_u_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_u_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_u_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_u_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_v_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_v_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_v_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_v_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_v_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_v_out(into(out), get(x), check_order(scalar(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_w_out(ptc_tensor x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_w_out(into(out), get(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_w_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_w_out(into(out), scalar(x), check_order(get(n))); });
}
ptc_error ptc_special_shifted_chebyshev_polynomial_w_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out) {
  return guard([&] { at::special_shifted_chebyshev_polynomial_w_out(into(out), get(x), check_order(scalar(n))); });
}
