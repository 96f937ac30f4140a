/* Derivatives of a program's functions: levels of grad, jvp and functionalize,
   which nest with each other and with those of vmap.h (torch.func). */
#ifndef PYTORCH_C_FUNC_H
#define PYTORCH_C_FUNC_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- levels of the calling thread, numbered from 1 together with vmap's ---- */

enum ptc_transform {
  PTC_TRANSFORM_VMAP = 1,
  PTC_TRANSFORM_GRAD = 2,
  PTC_TRANSFORM_JVP = 3,
  PTC_TRANSFORM_FUNCTIONALIZE = 4
};

/* Opens a level.  GRAD: what requires grad inside has a graph of its own.  JVP:
   dual tensors inside are another level's constants; the level of forward_ad.h is
   open as long as some thread has a level of this kind, and must not be open
   before.  FUNCTIONALIZE: writing becomes computing; `with_views` says that views
   stay views.  VMAP is opened by ptc_vmap_push. */
const char *ptc_func_push(int32_t transform, bool with_views, int64_t *level);
/* Closes a level, of vmap too, and those further in that were left open.  Tensors
   that were wrapped at a level of GRAD or JVP mean what they wrap from then on. */
const char *ptc_func_pop(int64_t level);
/* The innermost level: its number, 0 where none is open, and its kind; the batch
   size and the enum ptc_randomness of a level of vmap; what grad mode was when a
   level of GRAD was opened, forward grad mode for JVP, `with_views` for FUNCTIONALIZE. */
const char *ptc_func_innermost(int64_t *level, int32_t *transform, int64_t *batch_size, int32_t *randomness,
                               bool *before);
/* Takes the innermost level away for a while: what runs until ptc_func_resume is
   outside of it, and its tensors live on. */
const char *ptc_func_suspend(int64_t *level);
/* Puts the level that was suspended last back, which must be this one; levels that were opened since are closed. */
const char *ptc_func_resume(int64_t level);

/* ---- tensors of a level ---- */

/* `self` as a tensor of an open level of GRAD or JVP; with `requires_grad` one that
   its graph begins with. */
const char *ptc_func_wrap(ptc_tensor self, int64_t level, bool requires_grad, ptc_tensor *out);
/* What was wrapped at that level; any other tensor as it is. */
const char *ptc_func_unwrap(ptc_tensor self, int64_t level, ptc_tensor *out);
/* The level of a tensor of any kind of level, PTC_UNSET if it is a closed one
   of GRAD or JVP; 0 of any other tensor. */
const char *ptc_func_level(ptc_tensor self, int64_t *out);
/* What such a tensor stands for, also after its level was closed.  An error for any other. */
const char *ptc_func_value(ptc_tensor self, ptc_tensor *out);

/* `self` as a tensor of an open level of FUNCTIONALIZE. */
const char *ptc_func_functional(ptc_tensor self, int64_t level, ptc_tensor *out);
/* The value of a tensor of FUNCTIONALIZE, all that was written included; any other as it is. */
const char *ptc_func_regular(ptc_tensor self, bool with_views, ptc_tensor *out);
/* Whether it is a tensor of FUNCTIONALIZE. */
const char *ptc_func_is_functional(ptc_tensor self, bool *out);
/* Writes into `self` what was written into `functional`, which ptc_func_functional made of it. */
const char *ptc_func_propagate(ptc_tensor self, ptc_tensor functional);

PTC_END

#endif
