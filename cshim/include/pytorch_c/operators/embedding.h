/* Embeddings, and one-hot numbers. */
#ifndef PYTORCH_C_EMBEDDING_H
#define PYTORCH_C_EMBEDDING_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* embedding_bag as libtorch's own functions call it, for tensors that need a gradient.
   _embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0,
       bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False,
       int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__embedding_bag(ptc_tensor weight, ptc_tensor indices, ptc_tensor offsets,
                                           bool scale_grad_by_freq, int64_t mode, bool sparse,
                                           PTC_OPTIONAL ptc_tensor per_sample_weights, bool include_last_offset,
                                           int64_t padding_idx, PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1,
                                           PTC_OUT ptc_tensor *out2, PTC_OUT ptc_tensor *out3);
/* Rows of `weight` by index: (*) -> (*, width).
   embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False,
       bool sparse=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_embedding(ptc_tensor weight, ptc_tensor indices, int64_t padding_idx,
                                      bool scale_grad_by_freq, bool sparse, PTC_OUT ptc_tensor *out);
/* Sums, means (mode 1) or maxima (mode 2) of rows of `weight` by bag: `offsets` says where each begins.
   embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0,
       bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> (Tensor, Tensor, Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_embedding_bag(ptc_tensor weight, ptc_tensor indices, ptc_tensor offsets,
                                          bool scale_grad_by_freq, int64_t mode, bool sparse,
                                          PTC_OPTIONAL ptc_tensor per_sample_weights, bool include_last_offset,
                                          PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2,
                                          PTC_OUT ptc_tensor *out3);
/* Sums, means (mode 1) or maxima (mode 2) of rows of `weight` by bag, but for the row `padding_idx`.
   embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode,
       bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx) -> (Tensor, Tensor, Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_embedding_bag_padding_idx(ptc_tensor weight, ptc_tensor indices, ptc_tensor offsets,
                                                      bool scale_grad_by_freq, int64_t mode, bool sparse,
                                                      PTC_OPTIONAL ptc_tensor per_sample_weights,
                                                      bool include_last_offset, PTC_OPTIONAL const int64_t *padding_idx,
                                                      PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1,
                                                      PTC_OUT ptc_tensor *out2, PTC_OUT ptc_tensor *out3);
/* Integers as rows with a single 1: (*) to (*, num_classes).
   one_hot(Tensor self, int num_classes=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_one_hot(ptc_tensor self, int64_t num_classes, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Rescales those rows of the weight that `indices` names to a norm of at most max_norm.
   embedding_renorm_(Tensor(a!) self, Tensor indices, float max_norm, float norm_type) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_embedding_renorm_(ptc_tensor self, ptc_tensor indices, double max_norm, double norm_type);

PTC_END

#endif
