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
  PTC_TRANSFORM_FUNCTIONALIZE = 4,
  PTC_TRANSFORM_JVP_ALONE = 5
};

/* Opens a level.  GRAD: what requires grad inside has a graph of its own.  JVP:
   dual tensors inside are another level's constants; the level of forward_ad.h is
   open as long as some thread has a level of this kind, and must not be open
   before.  JVP_ALONE is JVP for a caller who opens that level himself.
   FUNCTIONALIZE: writing becomes computing; `with_views` says that views stay
   views.  VMAP is opened by ptc_vmap_push. */
PTC_NODISCARD ptc_error ptc_func_push(int32_t transform, bool with_views, PTC_OUT int64_t *level);
/* Closes a level, of vmap too, and those further in that were left open.  Tensors
   that were wrapped at a level of GRAD or JVP mean what they wrap from then on. */
PTC_NODISCARD ptc_error ptc_func_pop(int64_t level);
/* The innermost level: its number, 0 where none is open, and its kind; the batch
   size and the enum ptc_randomness of a level of vmap; what grad mode was when a
   level of GRAD was opened, forward grad mode for JVP, `with_views` for FUNCTIONALIZE. */
PTC_NODISCARD ptc_error ptc_func_innermost(PTC_OUT int64_t *level, PTC_OUT int32_t *transform,
                                           PTC_OUT int64_t *batch_size, PTC_OUT int32_t *randomness,
                                           PTC_OUT bool *before);
/* Takes the innermost level away for a while: what runs until ptc_func_resume is
   outside of it, and its tensors live on. */
PTC_NODISCARD ptc_error ptc_func_suspend(PTC_OUT int64_t *level);
/* Puts the level that was suspended last back, which must be this one; levels that were opened since are closed. */
PTC_NODISCARD ptc_error ptc_func_resume(int64_t level);

/* Allows what may be refused inside of a level: setting requires_grad of a tensor, and running a custom function that
   knows of one level only (on the calling thread, at first neither); for all threads, at first so, vmap of operators
   without a rule, which run once for each element of the batch. */
enum ptc_func_allowance { PTC_FUNC_REQUIRES_GRAD = 0, PTC_FUNC_SINGLE_LEVEL = 1, PTC_FUNC_VMAP_FALLBACK = 2 };
/* True if it is allowed now. */
PTC_NODISCARD ptc_error ptc_func_allowed(int32_t which, PTC_OUT bool *out);
/* Allows or refuses it from now on. */
PTC_NODISCARD ptc_error ptc_func_allow(int32_t which, bool allowed);

/* ---- tensors of a level ---- */

/* `self` as a tensor of an open level of GRAD or JVP; with `requires_grad` one that
   its graph begins with. */
PTC_NODISCARD ptc_error ptc_func_wrap(ptc_tensor self, int64_t level, bool requires_grad, PTC_OUT ptc_tensor *out);
/* The tensor that was wrapped at that level; any other tensor as it is. */
PTC_NODISCARD ptc_error ptc_func_unwrap(ptc_tensor self, int64_t level, PTC_OUT ptc_tensor *out);
/* The level of a tensor of any kind of level, PTC_UNSET if it is a closed one
   of GRAD or JVP; 0 of any other tensor. */
PTC_NODISCARD ptc_error ptc_func_level(ptc_tensor self, PTC_OUT int64_t *out);
/* The tensor for which one of any kind of level stands, also after its level was closed.  An error for any other. */
PTC_NODISCARD ptc_error ptc_func_value(ptc_tensor self, PTC_OUT ptc_tensor *out);

/* `self` as a tensor of a level of FUNCTIONALIZE, which need not be open. */
PTC_NODISCARD ptc_error ptc_func_functional(ptc_tensor self, int64_t level, PTC_OUT ptc_tensor *out);
/* The value of a tensor of FUNCTIONALIZE, all that was written included; any other as it is. */
PTC_NODISCARD ptc_error ptc_func_regular(ptc_tensor self, bool with_views, PTC_OUT ptc_tensor *out);
/* True if it is a tensor of FUNCTIONALIZE. */
PTC_NODISCARD ptc_error ptc_func_is_functional(ptc_tensor self, PTC_OUT bool *out);
/* Writes into `self` what was written into `functional`, which ptc_func_functional made of it. */
PTC_NODISCARD ptc_error ptc_func_propagate(ptc_tensor self, ptc_tensor functional);

/* ---- tensors of functionalization without a level, as programs are captured (torch._to_functional_tensor) ---- */

/* Answers of ptc_functional_state: whether data or sizes were changed, whether no derivative sees any of the changes,
   or all of them came without grad mode; whether the storage was exchanged or given another size; whether it is one of
   several views of an operator, no view, or a view by symbols.  The last two are counts. */
enum ptc_functional {
  PTC_FUNCTIONAL_DATA_CHANGED = 0,
  PTC_FUNCTIONAL_SIZES_CHANGED = 1,
  PTC_FUNCTIONAL_ALL_HIDDEN = 2,
  PTC_FUNCTIONAL_ALL_WITHOUT_GRAD = 3,
  PTC_FUNCTIONAL_STORAGE_CHANGED = 4,
  PTC_FUNCTIONAL_STORAGE_RESIZED = 5,
  PTC_FUNCTIONAL_MULTI_OUTPUT_VIEW = 6,
  PTC_FUNCTIONAL_BASE = 7,
  PTC_FUNCTIONAL_SYMBOLIC = 8,
  PTC_FUNCTIONAL_CHANGES = 9,
  PTC_FUNCTIONAL_STORAGE_CHANGES = 10
};
/* Steps of ptc_functional_do: brings a view up to date, sends what was written to the tensors that share memory,
   hides what was written from derivatives, notes another storage, refuses writing from then on. */
enum ptc_functional_step {
  PTC_FUNCTIONAL_STEP_SYNC = 0,
  PTC_FUNCTIONAL_STEP_COMMIT = 1,
  PTC_FUNCTIONAL_STEP_HIDE = 2,
  PTC_FUNCTIONAL_STEP_STORAGE = 3,
  PTC_FUNCTIONAL_STEP_FREEZE = 4
};

/* A tensor of functionalization around `self`: writing into it computes. */
PTC_NODISCARD ptc_error ptc_functional_wrap(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The tensor that is wrapped now. */
PTC_NODISCARD ptc_error ptc_functional_unwrap(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Wraps another tensor in its place. */
PTC_NODISCARD ptc_error ptc_functional_replace(ptc_tensor self, ptc_tensor other);
/* One of enum ptc_functional; 0 and 1 are false and true. */
PTC_NODISCARD ptc_error ptc_functional_state(ptc_tensor self, int32_t which, PTC_OUT int64_t *out);
/* One of enum ptc_functional_step. */
PTC_NODISCARD ptc_error ptc_functional_do(ptc_tensor self, int32_t step);
/* The bytes of its storage, now or `before` anything was written. */
PTC_NODISCARD ptc_error ptc_functional_storage_size(ptc_tensor self, bool before, PTC_OUT int64_t *out);
/* True if views stay views on the calling thread. */
PTC_NODISCARD ptc_error ptc_functional_views(PTC_OUT bool *out);
/* Sets whether views stay views on the calling thread; gives whether they did before. */
PTC_NODISCARD ptc_error ptc_functional_set_views(bool with_views, PTC_OUT bool *out);
/* `self` requires grad as `source` does, as no leaf: in a backward pass it raises (torch._mirror_autograd_meta_to). */
PTC_NODISCARD ptc_error ptc_functional_mirror(ptc_tensor self, ptc_tensor source);

PTC_END

#endif
