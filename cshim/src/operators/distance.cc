// Distances between vectors.
#include <ATen/ops/_cdist_forward.h>
#include <ATen/ops/_pdist_forward.h>
#include <ATen/ops/cdist.h>
#include <ATen/ops/cosine_similarity.h>
#include <ATen/ops/pairwise_distance.h>
#include <ATen/ops/pdist.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/distance.h>

ptc_error ptc__cdist_forward(ptc_tensor x1, ptc_tensor x2, double p, const int64_t *compute_mode, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_cdist_forward(get(x1), get(x2), p, opt(compute_mode))); });
}
ptc_error ptc__pdist_forward(ptc_tensor self, double p, ptc_tensor *out) {
  return guard(out, [&] { put(out, pdist_of(get(self), p, at::_pdist_forward)); });
}
ptc_error ptc_cdist(ptc_tensor x1, ptc_tensor x2, double p, const int64_t *compute_mode, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cdist(get(x1), get(x2), p, opt(compute_mode))); });
}
ptc_error ptc_cosine_similarity(ptc_tensor x1, ptc_tensor x2, int64_t dim, double eps, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::cosine_similarity(get(x1), get(x2), dim, eps)); });
}
ptc_error ptc_pairwise_distance(ptc_tensor x1, ptc_tensor x2, double p, double eps, bool keepdim, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::pairwise_distance(get(x1), get(x2), p, eps, keepdim)); });
}
ptc_error ptc_pdist(ptc_tensor self, double p, ptc_tensor *out) {
  return guard(out, [&] { put(out, pdist_of(get(self), p, at::pdist)); });
}
