/* Distances between vectors. */
#ifndef PYTORCH_C_DISTANCE_H
#define PYTORCH_C_DISTANCE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* cdist as libtorch's own functions call it: distances in the p-norm between rows of x1 and of x2.
   _cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor */
PTC_NODISCARD ptc_error ptc__cdist_forward(ptc_tensor x1, ptc_tensor x2, double p,
                                           PTC_OPTIONAL const int64_t *compute_mode, PTC_OUT ptc_tensor *out);
/* pdist as libtorch's own functions call it: distances in the p-norm between every two rows.
   _pdist_forward(Tensor self, float p=2) -> Tensor */
PTC_NODISCARD ptc_error ptc__pdist_forward(ptc_tensor self, double p, PTC_OUT ptc_tensor *out);
/* Distances between the rows of x1 (…, n, d) and x2 (…, m, d) in the p-norm: (…, n, m).
   cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_cdist(ptc_tensor x1, ptc_tensor x2, double p, PTC_OPTIONAL const int64_t *compute_mode,
                                  PTC_OUT ptc_tensor *out);
/* Cosine of the angle between x1 and x2 along `dim`.
   cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor */
PTC_NODISCARD ptc_error ptc_cosine_similarity(ptc_tensor x1, ptc_tensor x2, int64_t dim, double eps,
                                              PTC_OUT ptc_tensor *out);
/* The p-norm of x1 - x2 + eps along the last dimension.
   pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_pairwise_distance(ptc_tensor x1, ptc_tensor x2, double p, double eps, bool keepdim,
                                              PTC_OUT ptc_tensor *out);
/* Distances between each two rows of (n, d) in the p-norm: (n * (n - 1) / 2).
   pdist(Tensor self, float p=2) -> Tensor */
PTC_NODISCARD ptc_error ptc_pdist(ptc_tensor self, double p, PTC_OUT ptc_tensor *out);

PTC_END

#endif
