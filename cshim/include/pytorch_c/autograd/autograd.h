/* Gradients and the state that steers their recording. */
#ifndef PYTORCH_C_AUTOGRAD_H
#define PYTORCH_C_AUTOGRAD_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* torch.autograd.backward: adds the gradients of `tensors` to the leaves, or
   to `inputs` only, if any.  `grad_tensors` may be empty, or hold NULL for
   scalars. */
PTC_NODISCARD ptc_error ptc_autograd_backward(const ptc_tensor *tensors, int64_t tensors_len,
                                              PTC_OPTIONAL_ITEMS const ptc_tensor *grad_tensors,
                                              int64_t grad_tensors_len, bool retain_graph, bool create_graph,
                                              const ptc_tensor *inputs, int64_t inputs_len);
/* torch.autograd.grad: one gradient for each input, undefined ones only with
   `allow_unused`. */
PTC_NODISCARD ptc_error ptc_autograd_grad(const ptc_tensor *outputs, int64_t outputs_len, const ptc_tensor *inputs,
                                          int64_t inputs_len, PTC_OPTIONAL_ITEMS const ptc_tensor *grad_outputs,
                                          int64_t grad_outputs_len, bool retain_graph, bool create_graph,
                                          bool allow_unused, PTC_OUT ptc_tensor_list *out);
/* tensor.backward(gradient, retain_graph, create_graph). */
PTC_NODISCARD ptc_error ptc_tensor_backward(ptc_tensor self, PTC_OPTIONAL ptc_tensor gradient, bool retain_graph,
                                            bool create_graph);

/* tensor.grad; NULL where there is none. */
PTC_NODISCARD ptc_error ptc_tensor_grad(ptc_tensor self, PTC_OUT_OPTIONAL ptc_tensor *out);
/* tensor.grad = grad; NULL takes it away. */
PTC_NODISCARD ptc_error ptc_tensor_set_grad(ptc_tensor self, PTC_OPTIONAL ptc_tensor grad);
/* True if gradients are wanted for the tensor. */
PTC_NODISCARD ptc_error ptc_tensor_requires_grad(ptc_tensor self, PTC_OUT bool *out);
/* An error inside of a level of vmap.h and func.h, unless ptc_func_allow allows it. */
PTC_NODISCARD ptc_error ptc_tensor_set_requires_grad(ptc_tensor self, bool requires_grad);
/* Sets requires_grad inside of levels too, for parameters that are made there. */
PTC_NODISCARD ptc_error ptc_tensor_set_requires_grad_inside(ptc_tensor self, bool requires_grad);
/* True if no recorded operator made the tensor. */
PTC_NODISCARD ptc_error ptc_tensor_is_leaf(ptc_tensor self, PTC_OUT bool *out);
/* Keeps the gradient of a tensor that is no leaf when a backward pass computes it. */
PTC_NODISCARD ptc_error ptc_tensor_retain_grad(ptc_tensor self);
/* True if the gradient of a tensor that is no leaf is kept. */
PTC_NODISCARD ptc_error ptc_tensor_retains_grad(ptc_tensor self, PTC_OUT bool *out);
/* The dtype to which backward casts the gradient of a leaf, its own at first,
   or `any`: as it comes.  An error for other tensors. */
PTC_NODISCARD ptc_error ptc_tensor_grad_dtype(ptc_tensor self, PTC_OUT bool *any, PTC_OUT int32_t *dtype);
/* PTC_UNSET is any.  An error where there is a gradient of another dtype. */
PTC_NODISCARD ptc_error ptc_tensor_set_grad_dtype(ptc_tensor self, int32_t dtype);
/* The name of the node that made the tensor ("AddBackward0"), or NULL for a
   leaf.  Freed by ptc_string_free.  The node itself: graph.h. */
PTC_NODISCARD ptc_error ptc_tensor_grad_fn_name(ptc_tensor self, PTC_OUT_OPTIONAL char **out);
/* Which of the results of its node the tensor is. */
PTC_NODISCARD ptc_error ptc_tensor_output_nr(ptc_tensor self, PTC_OUT int64_t *out);

/* Recording, for the calling thread. */
PTC_NODISCARD ptc_error ptc_grad_mode(PTC_OUT bool *out);
/* Switches the recording of operators for gradients, on the calling thread. */
PTC_NODISCARD ptc_error ptc_set_grad_mode(bool enabled);
/* Inference mode, for the calling thread: nothing is recorded, no versions are
   kept.  Setting it also sets the recording: off when enabled, else on. */
PTC_NODISCARD ptc_error ptc_inference_mode(PTC_OUT bool *out);
/* Switches inference mode, and recording with it, on the calling thread. */
PTC_NODISCARD ptc_error ptc_set_inference_mode(bool enabled);
/* True if a backward pass that the calling thread begins may use a thread for each device. */
PTC_NODISCARD ptc_error ptc_multithreading_enabled(PTC_OUT bool *out);
/* Sets whether a backward pass that the calling thread begins may use a thread for each device. */
PTC_NODISCARD ptc_error ptc_set_multithreading_enabled(bool enabled);
/* True if views that are made anew, since their base was changed, run the operators that made them, and not one by
   strides; for the calling thread. */
PTC_NODISCARD ptc_error ptc_view_replay_enabled(PTC_OUT bool *out);
/* Sets that for the calling thread. */
PTC_NODISCARD ptc_error ptc_set_view_replay_enabled(bool enabled);
/* Tensors that stay from step to step, whose extra holders do not count where a gradient is taken over: marks that
   are looked at only where they are enabled, for the process. */
PTC_NODISCARD ptc_error ptc_set_cached_tensors_enabled(bool enabled);
/* True if a tensor has the mark. */
PTC_NODISCARD ptc_error ptc_tensor_is_cached(ptc_tensor self, PTC_OUT bool *out);
/* Gives a tensor the mark, or takes it away. */
PTC_NODISCARD ptc_error ptc_tensor_set_cached(ptc_tensor self, bool cached);
/* Begins, or ends, a level of libtorch's older kind of vmap on the calling thread, which _add_batch_dim and
   _remove_batch_dim know; `out` is the level, from 1. */
PTC_NODISCARD ptc_error ptc_vmap_mode_nest(bool begin, PTC_OUT int64_t *out);
/* Notes that the tensor has been changed in place, by what libtorch does not know of.  Fails for a tensor of
   inference mode, which has no versions. */
PTC_NODISCARD ptc_error ptc_tensor_increment_version(ptc_tensor self);
/* The way in which a view that autograd knows was made, in the order of torch::autograd::CreationMeta: 0 by an
   operator, 1 in a custom function, 2 as one of several results, 3 without gradients, 4 in inference mode.  Fails for
   another tensor. */
PTC_NODISCARD ptc_error ptc_tensor_creation_meta(ptc_tensor self, PTC_OUT int32_t *out);
/* Says of a view that it was made so: what may be written into it follows from that. */
PTC_NODISCARD ptc_error ptc_tensor_set_creation_meta(ptc_tensor self, int32_t meta);
/* Anomaly mode, for the process: a backward pass that fails warns with the name
   of the forward operator and where it was called (ptc_set_stack_handler); with
   `check_nan` a NaN in a gradient is a failure. */
PTC_NODISCARD ptc_error ptc_anomaly_mode(PTC_OUT bool *enabled, PTC_OUT bool *check_nan);
/* Switches anomaly mode for the process; with `check_nan` a NaN in a gradient is a failure. */
PTC_NODISCARD ptc_error ptc_set_anomaly_mode(bool enabled, bool check_nan);
/* Asked in anomaly mode for each node that an operator makes, on its thread:
   where the host's program is; answers by ptc_stack_return, or not. */
typedef void (*ptc_stack_fn)(void *context, void *call);
/* From now on handler(context, call) is asked, and warnings of a backward pass
   that fails have its words in place of a stack of C++; NULL: nobody.  Where
   torch's Python package has put its own engine there, they have torch's. */
PTC_NODISCARD ptc_error ptc_set_stack_handler(PTC_OPTIONAL ptc_stack_fn handler, void *context, ptc_destroy_fn destroy);
/* The answer: the calls that led to the operator, a line each. */
PTC_NODISCARD ptc_error ptc_stack_return(void *call, const char *text);

PTC_END

#endif
