// Factorizations and solvers under the names that are older than torch.linalg.
#include <ATen/ops/_lu_with_info.h>
#include <ATen/ops/cholesky_inverse.h>
#include <ATen/ops/cholesky_solve.h>
#include <ATen/ops/det.h>
#include <ATen/ops/geqrf.h>
#include <ATen/ops/inverse.h>
#include <ATen/ops/logdet.h>
#include <ATen/ops/lu_solve.h>
#include <ATen/ops/lu_unpack.h>
#include <ATen/ops/matrix_exp.h>
#include <ATen/ops/matrix_power.h>
#include <ATen/ops/orgqr.h>
#include <ATen/ops/ormqr.h>
#include <ATen/ops/pinverse.h>
#include <ATen/ops/slogdet.h>
#include <ATen/ops/svd.h>
#include <ATen/ops/triangular_solve.h>
#include <ATen/ops/vander.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/lapack.h>

#if __has_include(<ATen/ops/qr.h>)
#include <ATen/ops/cholesky.h>
#include <ATen/ops/qr.h>
#else
// libtorch 2.14 took these away, in favour of torch.linalg.
namespace at {
namespace {
[[noreturn]] void gone(const char *name) {
  fail(PTC_ERROR_NOT_IMPLEMENTED, std::string("this libtorch has no ") + name + " any more: use linalg_" + name);
}
[[noreturn]] Tensor cholesky(const Tensor &, bool) { gone("cholesky"); }
[[noreturn]] void cholesky_out(Tensor &, const Tensor &, bool) { gone("cholesky"); }
[[noreturn]] std::tuple<Tensor, Tensor> qr(const Tensor &, bool) { gone("qr"); }
[[noreturn]] void qr_out(Tensor &, Tensor &, const Tensor &, bool) { gone("qr"); }
} // namespace
} // namespace at
#endif

ptc_error ptc__lu_with_info(ptc_tensor self, bool pivot, bool check_errors, ptc_tensor *LU, ptc_tensor *pivots,
                            ptc_tensor *info) {
  return guard(std::tie(LU, pivots, info),
               [&] { put(std::tie(LU, pivots, info), at::_lu_with_info(get(self), pivot, check_errors)); });
}
ptc_error ptc_cholesky(ptc_tensor self, bool upper, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cholesky(get(self), upper)); });
}
ptc_error ptc_cholesky_inverse(ptc_tensor self, bool upper, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cholesky_inverse(get(self), upper)); });
}
ptc_error ptc_cholesky_solve(ptc_tensor self, ptc_tensor input2, bool upper, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cholesky_solve(get(self), get(input2), upper)); });
}
ptc_error ptc_det(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::det(get(self))); });
}
ptc_error ptc_geqrf(ptc_tensor self, ptc_tensor *a, ptc_tensor *tau) {
  return guard(std::tie(a, tau), [&] { put(std::tie(a, tau), at::geqrf(get(self))); });
}
ptc_error ptc_inverse(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::inverse(get(self))); });
}
ptc_error ptc_logdet(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::logdet(get(self))); });
}
ptc_error ptc_lu_solve(ptc_tensor self, ptc_tensor LU_data, ptc_tensor LU_pivots, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::lu_solve(get(self), get(LU_data), get(LU_pivots))); });
}
ptc_error ptc_lu_unpack(ptc_tensor LU_data, ptc_tensor LU_pivots, bool unpack_data, bool unpack_pivots, ptc_tensor *P,
                        ptc_tensor *L, ptc_tensor *U) {
  return guard(std::tie(P, L, U), [&] {
    if (unpack_pivots || get(LU_data).requires_grad()) check_pivots(get(LU_data), get(LU_pivots));
    put(std::tie(P, L, U), at::lu_unpack(get(LU_data), get(LU_pivots), unpack_data, unpack_pivots));
  });
}
ptc_error ptc_matrix_exp(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::matrix_exp(get(self))); });
}
ptc_error ptc_matrix_power(ptc_tensor self, int64_t n, ptc_tensor *out) {
  return guard(out, [&] {
    check_power(n);
    put(out, at::matrix_power(get(self), n));
  });
}
ptc_error ptc_orgqr(ptc_tensor self, ptc_tensor input2, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::orgqr(get(self), get(input2))); });
}
ptc_error ptc_ormqr(ptc_tensor self, ptc_tensor input2, ptc_tensor input3, bool left, bool transpose, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::ormqr(get(self), get(input2), get(input3), left, transpose)); });
}
ptc_error ptc_pinverse(ptc_tensor self, double rcond, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pinverse(get(self), rcond)); });
}
ptc_error ptc_qr(ptc_tensor self, bool some, ptc_tensor *Q, ptc_tensor *R) {
  return guard(std::tie(Q, R), [&] { put(std::tie(Q, R), at::qr(get(self), some)); });
}
ptc_error ptc_slogdet(ptc_tensor self, ptc_tensor *sign, ptc_tensor *logabsdet) {
  return guard(std::tie(sign, logabsdet), [&] { put(std::tie(sign, logabsdet), at::slogdet(get(self))); });
}
ptc_error ptc_svd(ptc_tensor self, bool some, bool compute_uv, ptc_tensor *U, ptc_tensor *S, ptc_tensor *V) {
  return guard(std::tie(U, S, V), [&] { put(std::tie(U, S, V), at::svd(get(self), some, compute_uv)); });
}
ptc_error ptc_triangular_solve(ptc_tensor self, ptc_tensor A, bool upper, bool transpose, bool unitriangular,
                               ptc_tensor *solution, ptc_tensor *cloned_coefficient) {
  return guard(std::tie(solution, cloned_coefficient), [&] {
    put(std::tie(solution, cloned_coefficient),
        at::triangular_solve(get(self), get(A), upper, transpose, unitriangular));
  });
}
ptc_error ptc_vander(ptc_tensor x, const int64_t *N, bool increasing, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::vander(get(x), opt(N), increasing)); });
}
ptc_error ptc_cholesky_out(ptc_tensor self, bool upper, ptc_tensor out) {
  return guard([&] { at::cholesky_out(into(out), get(self), upper); });
}
ptc_error ptc_cholesky_inverse_out(ptc_tensor self, bool upper, ptc_tensor out) {
  return guard([&] { at::cholesky_inverse_out(into(out), get(self), upper); });
}
ptc_error ptc_cholesky_solve_out(ptc_tensor self, ptc_tensor input2, bool upper, ptc_tensor out) {
  return guard([&] { at::cholesky_solve_out(into(out), get(self), get(input2), upper); });
}
ptc_error ptc_geqrf_a(ptc_tensor self, ptc_tensor a, ptc_tensor tau) {
  return guard([&] { at::geqrf_out(into(a), into(tau), get(self)); });
}
ptc_error ptc_inverse_out(ptc_tensor self, ptc_tensor out) {
  return guard([&] { at::inverse_out(into(out), get(self)); });
}
ptc_error ptc_lu_solve_out(ptc_tensor self, ptc_tensor LU_data, ptc_tensor LU_pivots, ptc_tensor out) {
  return guard([&] { at::lu_solve_out(into(out), get(self), get(LU_data), get(LU_pivots)); });
}
ptc_error ptc_lu_unpack_out(ptc_tensor LU_data, ptc_tensor LU_pivots, bool unpack_data, bool unpack_pivots,
                            ptc_tensor P, ptc_tensor L, ptc_tensor U) {
  return guard([&] {
    if (unpack_pivots) check_pivots(get(LU_data), get(LU_pivots));
    at::lu_unpack_out(into(P), into(L), into(U), get(LU_data), get(LU_pivots), unpack_data, unpack_pivots);
  });
}
ptc_error ptc_matrix_power_out(ptc_tensor self, int64_t n, ptc_tensor out) {
  return guard([&] {
    check_power(n);
    at::matrix_power_out(into(out), get(self), n);
  });
}
ptc_error ptc_orgqr_out(ptc_tensor self, ptc_tensor input2, ptc_tensor out) {
  return guard([&] { at::orgqr_out(into(out), get(self), get(input2)); });
}
ptc_error ptc_ormqr_out(ptc_tensor self, ptc_tensor input2, ptc_tensor input3, bool left, bool transpose,
                        ptc_tensor out) {
  return guard([&] { at::ormqr_out(into(out), get(self), get(input2), get(input3), left, transpose); });
}
ptc_error ptc_qr_Q(ptc_tensor self, bool some, ptc_tensor Q, ptc_tensor R) {
  return guard([&] { at::qr_out(into(Q), into(R), get(self), some); });
}
ptc_error ptc_slogdet_out(ptc_tensor self, ptc_tensor sign, ptc_tensor logabsdet) {
  return guard([&] { at::slogdet_out(into(sign), into(logabsdet), get(self)); });
}
ptc_error ptc_svd_U(ptc_tensor self, bool some, bool compute_uv, ptc_tensor U, ptc_tensor S, ptc_tensor V) {
  return guard([&] { at::svd_out(into(U), into(S), into(V), get(self), some, compute_uv); });
}
ptc_error ptc_triangular_solve_X(ptc_tensor self, ptc_tensor A, bool upper, bool transpose, bool unitriangular,
                                 ptc_tensor X, ptc_tensor M) {
  return guard([&] { at::triangular_solve_out(into(X), into(M), get(self), get(A), upper, transpose, unitriangular); });
}
