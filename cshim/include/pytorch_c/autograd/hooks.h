/* Functions of the host's that run in the backward pass.

   `destroy(context)` runs when the hook is removed or what it hangs on is gone,
   and also when the registration fails.

   A hook runs on the thread that computes the gradient, which for a CPU is the
   one that called backward.  The tensors it is given are borrowed: they end with
   its return, must not be closed, and ptc_tensor_share keeps one for longer.
   They are NULL where a gradient is undefined.  What it puts into `out` is a
   handle of its own making, which the library closes.  `out` is NULL before.

   A hook that fails returns an error that it made with ptc_error_new or
   ptc_error_new_with.  The pass ends there, and the function that began it
   returns that error: kind, message and context are the hook's.

   Hooks run in the order in which they were registered, each with what the one
   before it made.  A hook may register and remove hooks, its own included; those
   that run just then run to the end of their list. */
#ifndef PYTORCH_C_HOOKS_H
#define PYTORCH_C_HOOKS_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef ptc_error (*ptc_tensor_hook_fn)(void *context, PTC_OPTIONAL ptc_tensor grad, PTC_OUT_OPTIONAL ptc_tensor *out);
typedef ptc_error (*ptc_leaf_hook_fn)(void *context, ptc_tensor self);
typedef ptc_error (*ptc_node_hook_fn)(void *context, PTC_OPTIONAL_ITEMS const ptc_tensor *grad_inputs,
                                      int64_t grad_inputs_len, PTC_OPTIONAL_ITEMS const ptc_tensor *grad_outputs,
                                      int64_t grad_outputs_len, PTC_OUT PTC_OPTIONAL_ITEMS ptc_tensor *out,
                                      PTC_OUT bool *changed);
typedef ptc_error (*ptc_node_prehook_fn)(void *context, PTC_OPTIONAL_ITEMS const ptc_tensor *grad_outputs,
                                         int64_t grad_outputs_len, PTC_OUT PTC_OPTIONAL_ITEMS ptc_tensor *out,
                                         PTC_OUT bool *changed);

/* tensor.register_hook: runs each time the gradient of `self` has been computed,
   and may put another one into `out`, of the same shape, dtype and device.
   Fails for a tensor that does not require grad. */
PTC_NODISCARD ptc_error ptc_tensor_register_hook(ptc_tensor self, ptc_tensor_hook_fn hook, void *context,
                                                 ptc_destroy_fn destroy, PTC_OUT ptc_hook *out);
/* tensor.register_post_accumulate_grad_hook: runs after the gradient has been
   added to `self`, which is given to it.  Fails for a tensor that does not
   require grad, or is no leaf. */
PTC_NODISCARD ptc_error ptc_tensor_register_post_accumulate_grad_hook(ptc_tensor self, ptc_leaf_hook_fn hook,
                                                                      void *context, ptc_destroy_fn destroy,
                                                                      PTC_OUT ptc_hook *out);
/* node.register_hook: runs after `self` has computed `grad_inputs` from
   `grad_outputs`.  To replace them it sets `changed` and fills all
   `grad_inputs_len` places of `out`, NULL for an undefined one. */
PTC_NODISCARD ptc_error ptc_node_register_hook(ptc_node self, ptc_node_hook_fn hook, void *context,
                                               ptc_destroy_fn destroy, PTC_OUT ptc_hook *out);
/* node.register_prehook: runs before `self`, and may replace `grad_outputs` in
   the same way. */
PTC_NODISCARD ptc_error ptc_node_register_prehook(ptc_node self, ptc_node_prehook_fn hook, void *context,
                                                  ptc_destroy_fn destroy, PTC_OUT ptc_hook *out);

/* Takes the hook away, once or more often, also after what it hangs on is gone. */
void ptc_hook_remove(PTC_OPTIONAL ptc_hook self);
/* Closes the handle; the hook stays. */
void ptc_hook_close(PTC_OPTIONAL ptc_hook self);

/* Called by ptc_tensor_visit: `visited` is the context of a hook or of a function,
   `destroy` tells whose it is.  0 goes on. */
typedef int32_t (*ptc_visit_fn)(void *context, void *visited, ptc_destroy_fn destroy);
/* For a host with a tracing collector: calls `visitor` with each context that goes
   with this handle, as long as nobody else refers to the tensor or to its node,
   so that a hook that refers to its own tensor can be found, and with the object that
   its gradient keeps (identity.h), if nobody else refers to that.  Ends with the first
   result that is not 0, and returns it.  Makes nothing, and calls nothing but
   `visitor`. */
int32_t ptc_tensor_visit(PTC_OPTIONAL ptc_tensor self, ptc_visit_fn visitor, void *context);
/* ptc_tensor_visit for a handle of a node that nobody else refers to. */
int32_t ptc_node_visit(PTC_OPTIONAL ptc_node self, ptc_visit_fn visitor, void *context);
/* Calls `visitor` with the context of each hook of the tensor in the order of their registration: those of
   ptc_tensor_register_hook, or with `after` those of ptc_tensor_register_post_accumulate_grad_hook.  Ends as
   ptc_tensor_visit. */
int32_t ptc_tensor_hooks_visit(PTC_OPTIONAL ptc_tensor self, bool after, ptc_visit_fn visitor, void *context);
/* Takes these hooks away, all. */
void ptc_tensor_remove_hooks(PTC_OPTIONAL ptc_tensor self, bool after);

PTC_END

#endif
