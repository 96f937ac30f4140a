/* Forward mode: derivatives that are computed along with the values.

   While a level is open, ptc__make_dual gives a tensor a tangent, and operators
   give their results one: the derivative in its direction.  ptc__unpack_dual reads
   it.  Closing the level takes all tangents away.  libtorch has one level, number
   0, which belongs to the process: a thread sees the one that another has opened,
   and must not close it while others compute with its dual tensors. */
#ifndef PYTORCH_C_FORWARD_AD_H
#define PYTORCH_C_FORWARD_AD_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Opens a level and gives its number.  An error while one is open. */
PTC_NODISCARD ptc_error ptc_forward_level_enter(PTC_OUT int64_t *out);
/* Closes the level that was opened last.  An error for any other number. */
PTC_NODISCARD ptc_error ptc_forward_level_exit(int64_t level);
/* The number of the level that was opened last, or -1 where none is open. */
PTC_NODISCARD ptc_error ptc_forward_level(PTC_OUT int64_t *out);

/* True if operators compute tangents, for the calling thread; true at first. */
PTC_NODISCARD ptc_error ptc_forward_grad_mode(PTC_OUT bool *out);
/* Sets whether operators compute tangents, for the calling thread. */
PTC_NODISCARD ptc_error ptc_set_forward_grad_mode(bool enabled);

/* A view of primal with a tangent of its shape; both floating or complex.
   _make_dual(Tensor(a) primal, Tensor tangent, int level) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc__make_dual(ptc_tensor primal, ptc_tensor tangent, int64_t level, PTC_OUT ptc_tensor *out);
/* A view without the tangent, and the tangent, NULL where there is none.
   _unpack_dual(Tensor(a) dual, int level) -> (Tensor(a) primal, Tensor tangent) */
PTC_NODISCARD ptc_error ptc__unpack_dual(ptc_tensor dual, int64_t level, PTC_OUT ptc_tensor *primal,
                                         PTC_OUT_OPTIONAL ptc_tensor *tangent);

PTC_END

#endif
