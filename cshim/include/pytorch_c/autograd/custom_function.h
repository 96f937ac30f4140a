/* Functions with a derivative of the host's own. */
#ifndef PYTORCH_C_CUSTOM_FUNCTION_H
#define PYTORCH_C_CUSTOM_FUNCTION_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef ptc_error (*ptc_backward_fn)(void *context, ptc_node self, PTC_OPTIONAL_ITEMS const ptc_tensor *grads,
                                     int64_t grads_len, PTC_OUT PTC_OPTIONAL_ITEMS ptc_tensor *out);
typedef ptc_error (*ptc_jvp_fn)(void *context, PTC_OPTIONAL_ITEMS const ptc_tensor *tangents, int64_t tangents_len,
                                PTC_OUT PTC_OPTIONAL_ITEMS ptc_tensor *out, int64_t out_len);

/* Gives tensors that the host has computed, with recording and forward mode off
   (ptc_set_grad_mode, ptc_set_forward_grad_mode), a place in the graph:
   torch.autograd.Function.  Where recording is on and an input requires grad, each
   result has a node called `name` that calls `backward`; where an input has a
   tangent, each result has the one that `jvp` gives.  A result shares the memory of
   its entry in `outputs`, and is that very tensor unless it was an input.

   `inputs`: the tensors it was computed from.  `outputs`: NULL for a result that
   is no tensor.  `dirty`: the inputs that were changed in place.
   `non_differentiable`: the outputs that have no gradient.  `saved`: what
   `backward` needs, NULL where nothing; kept without a cycle, and found by
   ptc_node_saved_tensors.

   `backward(context, self, grads, out)` is given a gradient for each output and
   puts one for each input into `out`, or leaves NULL; a gradient that no
   one computed is zeros where `materialize_grads`, else NULL.  It is a callback
   like a hook (hooks.h): tensors are borrowed, what it gives is the library's,
   and its error is that of the backward pass.  `self` is borrowed too: it is good
   until `context` is destroyed, which is when the node goes.

   `jvp(context, tangents, out)` runs before this function returns, where an input
   has a tangent; if it is NULL, that is an error.  It is given a tangent for each
   input, zeros or NULL for one that has none, and puts one for each output into
   `out`: NULL for an output without a derivative, a view of the input's tangent for
   a view of an input, and the tangent itself, changed in place, for an input that
   was. */
PTC_NODISCARD ptc_error ptc_autograd_function(const char *name, const ptc_tensor *inputs, int64_t inputs_len,
                                              PTC_OPTIONAL_ITEMS const ptc_tensor *outputs, int64_t outputs_len,
                                              const ptc_tensor *dirty, int64_t dirty_len,
                                              const ptc_tensor *non_differentiable, int64_t non_differentiable_len,
                                              PTC_OPTIONAL_ITEMS const ptc_tensor *saved, int64_t saved_len,
                                              bool materialize_grads, ptc_backward_fn backward,
                                              PTC_OPTIONAL ptc_jvp_fn jvp, void *context, ptc_destroy_fn destroy,
                                              PTC_OUT ptc_tensor_list *out);
/* ptc_autograd_function that tells the node too, or NULL where nothing is recorded.  It is borrowed, as `self` is
   above. */
PTC_NODISCARD ptc_error ptc_autograd_attach(const char *name, const ptc_tensor *inputs, int64_t inputs_len,
                                            PTC_OPTIONAL_ITEMS const ptc_tensor *outputs, int64_t outputs_len,
                                            const ptc_tensor *dirty, int64_t dirty_len,
                                            const ptc_tensor *non_differentiable, int64_t non_differentiable_len,
                                            PTC_OPTIONAL_ITEMS const ptc_tensor *saved, int64_t saved_len,
                                            bool materialize_grads, ptc_backward_fn backward,
                                            PTC_OPTIONAL ptc_jvp_fn jvp, void *context, ptc_destroy_fn destroy,
                                            PTC_OUT ptc_tensor_list *out, PTC_OUT_OPTIONAL ptc_node *node);
/* Gives `backward` NULL for the gradient of an output that no one computed, whatever `materialize_grads` says of
   others. */
PTC_NODISCARD ptc_error ptc_node_leave_undefined(ptc_node self, int64_t index);

PTC_END

#endif
