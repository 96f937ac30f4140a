/* Functions of the host's that run in the backward pass.

   A hook is registered as three parameters: the function, its context, and what
   destroys the context.  `destroy(context)` runs once: when the hook is removed
   or what it hangs on is gone, and also when the registration fails.

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

/* tensor.register_hook: runs each time the gradient of `self` has been computed,
   and may put another one into `out`, of the same shape, dtype and device.
   Fails for a tensor that does not require grad. */
const char *ptc_tensor_register_hook(ptc_tensor self,
                                     const char *(*hook)(void *context, ptc_tensor grad, ptc_tensor *out),
                                     void *context, void (*destroy)(void *context), ptc_hook *out);
/* tensor.register_post_accumulate_grad_hook: runs after the gradient has been
   added to `self`, which is given to it.  Fails for a tensor that does not
   require grad, or is no leaf. */
const char *ptc_tensor_register_post_accumulate_grad_hook(ptc_tensor self,
                                                          const char *(*hook)(void *context, ptc_tensor self),
                                                          void *context, void (*destroy)(void *context), ptc_hook *out);
/* node.register_hook: runs after `self` has computed `grad_inputs` from
   `grad_outputs`.  To replace them it sets `changed` and fills all
   `grad_inputs_len` places of `out`, NULL for an undefined one. */
const char *ptc_node_register_hook(ptc_node self,
                                   const char *(*hook)(void *context, const ptc_tensor *grad_inputs,
                                                       int64_t grad_inputs_len, const ptc_tensor *grad_outputs,
                                                       int64_t grad_outputs_len, ptc_tensor *out, bool *changed),
                                   void *context, void (*destroy)(void *context), ptc_hook *out);
/* node.register_prehook: runs before `self`, and may replace `grad_outputs` in
   the same way. */
const char *ptc_node_register_prehook(ptc_node self,
                                      const char *(*hook)(void *context, const ptc_tensor *grad_outputs,
                                                          int64_t grad_outputs_len, ptc_tensor *out, bool *changed),
                                      void *context, void (*destroy)(void *context), ptc_hook *out);

/* Takes the hook away, once or more often, also after what it hangs on is gone. */
void ptc_hook_remove(ptc_hook self);
/* Closes the handle; the hook stays. */
void ptc_hook_close(ptc_hook self);

/* For a host with a tracing collector: calls `visitor` with each context that goes
   with this handle, as long as nobody else refers to the tensor or to its node,
   so that a hook that refers to its own tensor can be found.  Ends with the first
   result that is not 0, and returns it.  `destroy` tells whose context it is.
   Makes nothing, and calls nothing but `visitor`. */
int32_t ptc_tensor_visit(ptc_tensor self, int32_t (*visitor)(void *context, void (*destroy)(void *context), void *arg),
                         void *arg);

PTC_END

#endif
