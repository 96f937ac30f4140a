/* Dropout. */
#ifndef PYTORCH_C_DROPOUT_H
#define PYTORCH_C_DROPOUT_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* dropout on CUDA with keep probability p, and its mask.
   _fused_dropout(Tensor self, float p, Generator? generator=None) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__fused_dropout(ptc_tensor self, double p, PTC_OPTIONAL ptc_generator generator,
                                           PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Dropout that keeps mean and variance: zeroed elements take selu's lowest value; itself unless `train`.
   alpha_dropout(Tensor input, float p, bool train) -> Tensor */
PTC_NODISCARD ptc_error ptc_alpha_dropout(ptc_tensor input, double p, bool train, PTC_OUT ptc_tensor *out);
/* Zeros with probability p, the rest over 1 - p; itself unless `train`.
   dropout(Tensor input, float p, bool train) -> Tensor */
PTC_NODISCARD ptc_error ptc_dropout(ptc_tensor input, double p, bool train, PTC_OUT ptc_tensor *out);
/* alpha_dropout of whole channels: (n, c, …).
   feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor */
PTC_NODISCARD ptc_error ptc_feature_alpha_dropout(ptc_tensor input, double p, bool train, PTC_OUT ptc_tensor *out);
/* Dropout of whole channels: (n, c, …).
   feature_dropout(Tensor input, float p, bool train) -> Tensor */
PTC_NODISCARD ptc_error ptc_feature_dropout(ptc_tensor input, double p, bool train, PTC_OUT ptc_tensor *out);
/* dropout, and the mask it used.
   native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_native_dropout(ptc_tensor input, double p, PTC_OPTIONAL const bool *train,
                                           PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);

/* ---- in place: change `self` ---- */

/* Dropout that keeps mean and variance: zeroed elements take selu's lowest value; itself unless `train`; in place.
   alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_alpha_dropout_(ptc_tensor self, double p, bool train);
/* Zeros with probability p, the rest over 1 - p; itself unless `train`; in place.
   dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_dropout_(ptc_tensor self, double p, bool train);
/* alpha_dropout of whole channels: (n, c, …); in place.
   feature_alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_feature_alpha_dropout_(ptc_tensor self, double p, bool train);
/* Dropout of whole channels: (n, c, …); in place.
   feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_feature_dropout_(ptc_tensor self, double p, bool train);

PTC_END

#endif
