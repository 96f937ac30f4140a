/* The graph that operators leave behind: its nodes, and where they lead. */
#ifndef PYTORCH_C_GRAPH_H
#define PYTORCH_C_GRAPH_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* The node that made the tensor, or NULL for a leaf. */
PTC_NODISCARD ptc_error ptc_tensor_grad_fn(ptc_tensor self, PTC_OUT_OPTIONAL ptc_node *out);
/* Where the gradient of the tensor goes: its node, or the one that adds to a
   leaf, and which of the node's gradients it is.  NULL if it requires none. */
PTC_NODISCARD ptc_error ptc_tensor_gradient_edge(ptc_tensor self, PTC_OUT_OPTIONAL ptc_node *out,
                                                 PTC_OUT int64_t *input_nr);

void ptc_node_close(PTC_OPTIONAL ptc_node self);
/* The context of the host's function (custom_function.h) whose node this is, borrowed, or NULL for any other. */
PTC_NODISCARD ptc_error ptc_node_context(ptc_node self, PTC_OUT_OPTIONAL void **out);
/* The value that ptc_node_set_data has put there, borrowed, or NULL. */
PTC_NODISCARD ptc_error ptc_node_data(ptc_node self, PTC_OUT_OPTIONAL void **out);
/* The same number for two handles of the same node, as long as one is open. */
PTC_NODISCARD ptc_error ptc_node_id(ptc_node self, PTC_OUT int64_t *out);
/* "AddBackward0".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_node_name(ptc_node self, PTC_OUT char **out);
/* The node after this one for its `index`th gradient, or NULL where none is
   wanted, and which of that node's gradients it is. */
PTC_NODISCARD ptc_error ptc_node_next(ptc_node self, int64_t index, PTC_OUT_OPTIONAL ptc_node *out,
                                      PTC_OUT int64_t *input_nr);
/* How many gradients the node computes. */
PTC_NODISCARD ptc_error ptc_node_next_count(ptc_node self, PTC_OUT int64_t *out);
/* What a result of the node's operator looks like: a tensor of its shape and dtype without memory, on the device
   "meta"; NULL for a nested tensor. */
PTC_NODISCARD ptc_error ptc_node_result(ptc_node self, int64_t index, PTC_OUT_OPTIONAL ptc_tensor *out);
/* How many results the node's operator gave, whose gradients the node takes. */
PTC_NODISCARD ptc_error ptc_node_result_count(ptc_node self, PTC_OUT int64_t *out);
/* What an operator of libtorch saved for the backward pass, each tensor once; an error once a backward pass has freed
   it, where a tensor was changed in place since, and for a node that does not say it. */
PTC_NODISCARD ptc_error ptc_node_saved(ptc_node self, PTC_OUT ptc_tensor_list *out);
/* What the function of the node saved (custom_function.h): an error once a
   backward pass has freed it, or where a tensor was changed in place since. */
PTC_NODISCARD ptc_error ptc_node_saved_tensors(ptc_node self, PTC_OUT ptc_tensor_list *out);
/* When the node was made, in the order of its thread. */
PTC_NODISCARD ptc_error ptc_node_sequence_nr(ptc_node self, PTC_OUT int64_t *out);
/* Keeps a value of the host's as long as the node lives, in place of an earlier one. */
PTC_NODISCARD ptc_error ptc_node_set_data(ptc_node self, void *context, ptc_destroy_fn destroy);
/* The leaf to whose gradient the node adds, or NULL for any other node. */
PTC_NODISCARD ptc_error ptc_node_variable(ptc_node self, PTC_OUT_OPTIONAL ptc_tensor *out);

/* ---- inside of a backward pass: what hooks and functions may ask ---- */

/* The number of the pass that runs on the calling thread; -1 outside of any. */
PTC_NODISCARD ptc_error ptc_backward_id(PTC_OUT int64_t *out);
/* Whether that pass adds to all leaves, so that a function may begin another pass of its own in it. */
PTC_NODISCARD ptc_error ptc_backward_is_whole(PTC_OUT bool *out);
/* Whether that pass runs this node.  Fails outside of any, and for a leaf's node in a pass that only gives gradients
   back (ptc_autograd_grad). */
PTC_NODISCARD ptc_error ptc_node_will_run(ptc_node self, PTC_OUT bool *out);

PTC_END

#endif
