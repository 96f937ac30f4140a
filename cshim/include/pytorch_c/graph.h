/* The graph that operators leave behind: its nodes, and where they lead. */
#ifndef PYTORCH_C_GRAPH_H
#define PYTORCH_C_GRAPH_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* The node that made the tensor, or NULL for a leaf. */
const char *ptc_tensor_grad_fn(ptc_tensor self, ptc_node *out);
/* Where the gradient of the tensor goes: its node, or the one that adds to a
   leaf, and which of the node's gradients it is.  NULL if it requires none. */
const char *ptc_tensor_gradient_edge(ptc_tensor self, ptc_node *out, int64_t *input_nr);

void ptc_node_close(ptc_node self);
/* The context of the host's function (custom_function.h) whose node this is, borrowed, or NULL for any other. */
const char *ptc_node_context(ptc_node self, void **out);
/* The value that ptc_node_set_data has put there, borrowed, or NULL. */
const char *ptc_node_data(ptc_node self, void **out);
/* The same number for two handles of the same node, as long as one is open. */
const char *ptc_node_id(ptc_node self, int64_t *out);
/* "AddBackward0".  Freed by ptc_string_free. */
const char *ptc_node_name(ptc_node self, const char **out);
/* The node after this one for its `index`th gradient, or NULL where none is
   wanted, and which of that node's gradients it is. */
const char *ptc_node_next(ptc_node self, int64_t index, ptc_node *out, int64_t *input_nr);
/* How many gradients the node computes. */
const char *ptc_node_next_count(ptc_node self, int64_t *out);
/* What a result of the node's operator looks like: a tensor of its shape and dtype without memory, on the device
   "meta"; NULL for a nested tensor. */
const char *ptc_node_result(ptc_node self, int64_t index, ptc_tensor *out);
/* How many results the node's operator gave, whose gradients the node takes. */
const char *ptc_node_result_count(ptc_node self, int64_t *out);
/* What an operator of libtorch saved for the backward pass, each tensor once; an error once a backward pass has freed
   it, where a tensor was changed in place since, and for a node that does not say it. */
const char *ptc_node_saved(ptc_node self, ptc_tensor_list *out);
/* What the function of the node saved (custom_function.h): an error once a
   backward pass has freed it, or where a tensor was changed in place since. */
const char *ptc_node_saved_tensors(ptc_node self, ptc_tensor_list *out);
/* When the node was made, in the order of its thread. */
const char *ptc_node_sequence_nr(ptc_node self, int64_t *out);
/* Keeps a value of the host's as long as the node lives, in place of an earlier one. */
const char *ptc_node_set_data(ptc_node self, void *context, void (*destroy)(void *context));
/* The leaf to whose gradient the node adds, or NULL for any other node. */
const char *ptc_node_variable(ptc_node self, ptc_tensor *out);

/* ---- inside of a backward pass: what hooks and functions may ask ---- */

/* The number of the pass that runs on the calling thread; -1 outside of any. */
const char *ptc_backward_id(int64_t *out);
/* Whether that pass adds to all leaves, so that a function may begin another pass of its own in it. */
const char *ptc_backward_is_whole(bool *out);
/* Whether that pass runs this node.  Fails outside of any, and for a leaf's node in a pass that only gives gradients
   back (ptc_autograd_grad). */
const char *ptc_node_will_run(ptc_node self, bool *out);

PTC_END

#endif
