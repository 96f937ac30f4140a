/* Batching of a program: what runs between a push and its pop sees one sample
   of a tensor whose batch dimension was added, and works on all of them. */
#ifndef PYTORCH_C_VMAP_H
#define PYTORCH_C_VMAP_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Behaviour of random operators: an error, the same numbers for each sample, or
   numbers of its own for each. */
enum ptc_randomness { PTC_RANDOMNESS_ERROR = 0, PTC_RANDOMNESS_SAME = 1, PTC_RANDOMNESS_DIFFERENT = 2 };

/* Opens a level of the calling thread, for `batch_size` samples.  Levels are
   numbered from 1 and nest. */
PTC_NODISCARD ptc_error ptc_vmap_push(int64_t batch_size, int32_t randomness, PTC_OUT int64_t *level);
/* Closes it; an error unless it is the innermost.  A tensor that is still
   batched at it is an error wherever it is used, and may be closed. */
PTC_NODISCARD ptc_error ptc_vmap_pop(int64_t level);
/* Number of open levels of the calling thread. */
PTC_NODISCARD ptc_error ptc_vmap_depth(PTC_OUT int32_t *out);
/* `self` without its dimension `dim`, which becomes the batch of the level: of
   its batch size. */
PTC_NODISCARD ptc_error ptc_vmap_add_dim(ptc_tensor self, int64_t dim, int64_t level, PTC_OUT ptc_tensor *out);
/* The way back, while the level is innermost: the batch becomes dimension
   `dim`.  A tensor that is not batched at the level is expanded. */
PTC_NODISCARD ptc_error ptc_vmap_remove_dim(ptc_tensor self, int64_t level, int64_t dim, PTC_OUT ptc_tensor *out);
/* The level of a batched tensor, 0 of any other. */
PTC_NODISCARD ptc_error ptc_vmap_level(ptc_tensor self, PTC_OUT int64_t *out);
/* The tensor for which a batched one stands: the tensor with the batch, and which of its
   dimensions that is.  An error for any other. */
PTC_NODISCARD ptc_error ptc_vmap_value(ptc_tensor self, PTC_OUT int64_t *dim, PTC_OUT ptc_tensor *value);

/* True if an operator that has no rule for batches, and so runs sample by sample, warns: a setting of the process. */
PTC_NODISCARD ptc_error ptc_vmap_fallback_warnings(PTC_OUT bool *out);
/* Lets such operators warn, or be silent. */
PTC_NODISCARD ptc_error ptc_vmap_set_fallback_warnings(bool on);

PTC_END

#endif
