/* Orthogonal polynomials (torch.special). */
#ifndef PYTORCH_C_SPECIAL_POLYNOMIALS_H
#define PYTORCH_C_SPECIAL_POLYNOMIALS_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Chebyshev polynomial of the first kind and degree n.
   special_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_t(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the first kind and degree n.
   special_chebyshev_polynomial_t.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_t_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the first kind and degree n.
   special_chebyshev_polynomial_t.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_t_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the second kind and degree n.
   special_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_u(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the second kind and degree n.
   special_chebyshev_polynomial_u.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_u_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the second kind and degree n.
   special_chebyshev_polynomial_u.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_u_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the third kind and degree n.
   special_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_v(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the third kind and degree n.
   special_chebyshev_polynomial_v.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_v_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the third kind and degree n.
   special_chebyshev_polynomial_v.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_v_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the fourth kind and degree n.
   special_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_w(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the fourth kind and degree n.
   special_chebyshev_polynomial_w.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_w_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                    PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the fourth kind and degree n.
   special_chebyshev_polynomial_w.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_w_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                    PTC_OUT ptc_tensor *out);
/* Physicists' Hermite polynomial of degree n.
   special_hermite_polynomial_h(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_h(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Physicists' Hermite polynomial of degree n.
   special_hermite_polynomial_h.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_h_x_scalar(ptc_scalar x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Physicists' Hermite polynomial of degree n.
   special_hermite_polynomial_h.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_h_n_scalar(ptc_tensor x, ptc_scalar n, PTC_OUT ptc_tensor *out);
/* Probabilists' Hermite polynomial of degree n.
   special_hermite_polynomial_he(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_he(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Probabilists' Hermite polynomial of degree n.
   special_hermite_polynomial_he.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_he_x_scalar(ptc_scalar x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Probabilists' Hermite polynomial of degree n.
   special_hermite_polynomial_he.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_he_n_scalar(ptc_tensor x, ptc_scalar n, PTC_OUT ptc_tensor *out);
/* Laguerre polynomial of degree n.
   special_laguerre_polynomial_l(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_laguerre_polynomial_l(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Laguerre polynomial of degree n.
   special_laguerre_polynomial_l.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_laguerre_polynomial_l_x_scalar(ptc_scalar x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Laguerre polynomial of degree n.
   special_laguerre_polynomial_l.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_laguerre_polynomial_l_n_scalar(ptc_tensor x, ptc_scalar n, PTC_OUT ptc_tensor *out);
/* Legendre polynomial of degree n.
   special_legendre_polynomial_p(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_legendre_polynomial_p(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Legendre polynomial of degree n.
   special_legendre_polynomial_p.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_legendre_polynomial_p_x_scalar(ptc_scalar x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Legendre polynomial of degree n.
   special_legendre_polynomial_p.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_legendre_polynomial_p_n_scalar(ptc_tensor x, ptc_scalar n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the first kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_t(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the first kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_t.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_t_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the first kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_t.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_t_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the second kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_u(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the second kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_u.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_u_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the second kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_u.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_u_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the third kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_v(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the third kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_v.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_v_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the third kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_v.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_v_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the fourth kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_w(ptc_tensor x, ptc_tensor n, PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the fourth kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_w.x_scalar(Scalar x, Tensor n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_w_x_scalar(ptc_scalar x, ptc_tensor n,
                                                                            PTC_OUT ptc_tensor *out);
/* Chebyshev polynomial of the fourth kind at 2 * x - 1.
   special_shifted_chebyshev_polynomial_w.n_scalar(Tensor x, Scalar n) -> Tensor */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_w_n_scalar(ptc_tensor x, ptc_scalar n,
                                                                            PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Chebyshev polynomial of the first kind and degree n; written into `out`.
   special_chebyshev_polynomial_t.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_t_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the first kind and degree n; written into `out`.
   special_chebyshev_polynomial_t.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_t_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the first kind and degree n; written into `out`.
   special_chebyshev_polynomial_t.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_t_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Chebyshev polynomial of the second kind and degree n; written into `out`.
   special_chebyshev_polynomial_u.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_u_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the second kind and degree n; written into `out`.
   special_chebyshev_polynomial_u.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_u_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the second kind and degree n; written into `out`.
   special_chebyshev_polynomial_u.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_u_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Chebyshev polynomial of the third kind and degree n; written into `out`.
   special_chebyshev_polynomial_v.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_v_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the third kind and degree n; written into `out`.
   special_chebyshev_polynomial_v.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_v_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the third kind and degree n; written into `out`.
   special_chebyshev_polynomial_v.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_v_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Chebyshev polynomial of the fourth kind and degree n; written into `out`.
   special_chebyshev_polynomial_w.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_w_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the fourth kind and degree n; written into `out`.
   special_chebyshev_polynomial_w.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_w_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the fourth kind and degree n; written into `out`.
   special_chebyshev_polynomial_w.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_chebyshev_polynomial_w_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Physicists' Hermite polynomial of degree n; written into `out`.
   special_hermite_polynomial_h.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_h_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Physicists' Hermite polynomial of degree n; written into `out`.
   special_hermite_polynomial_h.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_h_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Physicists' Hermite polynomial of degree n; written into `out`.
   special_hermite_polynomial_h.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_h_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Probabilists' Hermite polynomial of degree n; written into `out`.
   special_hermite_polynomial_he.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_he_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Probabilists' Hermite polynomial of degree n; written into `out`.
   special_hermite_polynomial_he.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_he_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Probabilists' Hermite polynomial of degree n; written into `out`.
   special_hermite_polynomial_he.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_hermite_polynomial_he_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Laguerre polynomial of degree n; written into `out`.
   special_laguerre_polynomial_l.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_laguerre_polynomial_l_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Laguerre polynomial of degree n; written into `out`.
   special_laguerre_polynomial_l.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_laguerre_polynomial_l_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Laguerre polynomial of degree n; written into `out`.
   special_laguerre_polynomial_l.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_laguerre_polynomial_l_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Legendre polynomial of degree n; written into `out`.
   special_legendre_polynomial_p.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_legendre_polynomial_p_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Legendre polynomial of degree n; written into `out`.
   special_legendre_polynomial_p.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_legendre_polynomial_p_x_scalar_out(ptc_scalar x, ptc_tensor n, ptc_tensor out);
/* Legendre polynomial of degree n; written into `out`.
   special_legendre_polynomial_p.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_legendre_polynomial_p_n_scalar_out(ptc_tensor x, ptc_scalar n, ptc_tensor out);
/* Chebyshev polynomial of the first kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_t.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_t_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the first kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_t.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_t_x_scalar_out(ptc_scalar x, ptc_tensor n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the first kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_t.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_t_n_scalar_out(ptc_tensor x, ptc_scalar n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the second kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_u.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_u_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the second kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_u.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_u_x_scalar_out(ptc_scalar x, ptc_tensor n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the second kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_u.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_u_n_scalar_out(ptc_tensor x, ptc_scalar n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the third kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_v.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_v_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the third kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_v.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_v_x_scalar_out(ptc_scalar x, ptc_tensor n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the third kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_v.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_v_n_scalar_out(ptc_tensor x, ptc_scalar n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the fourth kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_w.out(Tensor x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_w_out(ptc_tensor x, ptc_tensor n, ptc_tensor out);
/* Chebyshev polynomial of the fourth kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_w.x_scalar_out(Scalar x, Tensor n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_w_x_scalar_out(ptc_scalar x, ptc_tensor n,
                                                                                ptc_tensor out);
/* Chebyshev polynomial of the fourth kind at 2 * x - 1; written into `out`.
   special_shifted_chebyshev_polynomial_w.n_scalar_out(Tensor x, Scalar n, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_special_shifted_chebyshev_polynomial_w_n_scalar_out(ptc_tensor x, ptc_scalar n,
                                                                                ptc_tensor out);

PTC_END

#endif
