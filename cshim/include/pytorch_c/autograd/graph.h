/* The graph that operators leave behind: its nodes, and where they lead. */
#ifndef PYTORCH_C_GRAPH_H
#define PYTORCH_C_GRAPH_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

/* The node that made the tensor, or NULL for a leaf. */
PTC_NODISCARD ptc_error ptc_tensor_grad_fn(ptc_tensor self, PTC_OUT_OPTIONAL ptc_node *out);
/* Where the gradient of the tensor goes: its node, or the one that adds to a
   leaf, and which of the node's gradients it is.  NULL if it requires none. */
PTC_NODISCARD ptc_error ptc_tensor_gradient_edge(ptc_tensor self, PTC_OUT_OPTIONAL ptc_node *out,
                                                 PTC_OUT int64_t *input_nr);

/* Closes a handle to a node of the graph. */
void ptc_node_close(PTC_OPTIONAL ptc_node self);
/* The context of the host's function (custom_function.h) whose node this is, borrowed, or NULL for any other. */
PTC_NODISCARD ptc_error ptc_node_context(ptc_node self, PTC_OUT_OPTIONAL void **out);
/* The context if its `destroy` is the function at `ends`, by which one host among several knows its own; else NULL. */
PTC_NODISCARD ptc_error ptc_node_own_context(ptc_node self, const void *ends, PTC_OUT_OPTIONAL void **out);
/* The value that ptc_node_set_data has put there, borrowed, or NULL. */
PTC_NODISCARD ptc_error ptc_node_data(ptc_node self, PTC_OUT_OPTIONAL void **out);
/* A number that two handles of the same node have in common, as long as one is open. */
PTC_NODISCARD ptc_error ptc_node_id(ptc_node self, PTC_OUT int64_t *out);
/* The number of ptc_node_id, and one for all nodes of the same type, which have the same name; 0 for functions of a
   host's, which have names of their own. */
PTC_NODISCARD ptc_error ptc_node_identity(ptc_node self, PTC_OUT int64_t *id, PTC_OUT int64_t *type);
/* "AddBackward0".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_node_name(ptc_node self, PTC_OUT char **out);
/* Computes the gradients of the node from those of its results, without a pass: grad_fn(grad).  NULL stands for a
   gradient that nobody computed; a result that is not wanted is NULL in the list too. */
PTC_NODISCARD ptc_error ptc_node_call(ptc_node self, PTC_OPTIONAL_ITEMS const ptc_tensor *grads, int64_t grads_len,
                                      PTC_OUT ptc_tensor_list *out);
/* The node after this one for its `index`th gradient, or NULL where none is
   wanted, and which of that node's gradients it is. */
PTC_NODISCARD ptc_error ptc_node_next(ptc_node self, int64_t index, PTC_OUT_OPTIONAL ptc_node *out,
                                      PTC_OUT int64_t *input_nr);
/* The numbers (ptc_node_id) of the nodes after this one, 0 where no gradient is wanted, and which of each node's
   gradients it is: the first `ids_len` of `count`. */
PTC_NODISCARD ptc_error ptc_node_next_ids(ptc_node self, PTC_OUT int64_t *ids, int64_t ids_len,
                                          PTC_OUT int64_t *input_nrs, int64_t input_nrs_len, PTC_OUT int64_t *count);
/* Number of gradients that the node computes. */
PTC_NODISCARD ptc_error ptc_node_next_count(ptc_node self, PTC_OUT int64_t *out);
/* A stand-in for a result of the node's operator: a tensor of its shape and dtype without memory, on the device
   "meta"; NULL for a nested tensor. */
PTC_NODISCARD ptc_error ptc_node_result(ptc_node self, int64_t index, PTC_OUT_OPTIONAL ptc_tensor *out);
/* Number of results of the node's operator, whose gradients the node takes. */
PTC_NODISCARD ptc_error ptc_node_result_count(ptc_node self, PTC_OUT int64_t *out);
/* Tensors that an operator of libtorch, or a function of the host's, saved for the backward pass, each once; an error
   once a pass has freed them, where one was changed in place or is packed by hooks, and for a node that does not
   say it. */
PTC_NODISCARD ptc_error ptc_node_saved(ptc_node self, PTC_OUT ptc_tensor_list *out);
/* The names of what nodes called `node` keep for the backward pass, with commas between: "other,self" of
   "MulBackward0"; empty where libtorch's headers name nothing.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_node_saved_names(const char *node, PTC_OUT char **out);
/* The value of such a name, a tensor among others: an error once a backward pass has freed it, or where it was changed
   in place since. */
PTC_NODISCARD ptc_error ptc_node_saved_value(ptc_node self, const char *name, PTC_OUT ptc_value *out);
/* Tensors that the function of the node saved (custom_function.h): an error once a
   backward pass has freed it, or where a tensor was changed in place since. */
PTC_NODISCARD ptc_error ptc_node_saved_tensors(ptc_node self, PTC_OUT ptc_tensor_list *out);
/* Facts about a result of the node's operator, beside ptc_node_result: its dtype and device, whether it is nested, and
   whether it is of a class that asks the host (host.h). */
PTC_NODISCARD ptc_error ptc_node_result_info(ptc_node self, int64_t index, PTC_OUT int32_t *dtype,
                                             PTC_OUT int32_t *device_type, PTC_OUT int32_t *device_index,
                                             PTC_OUT bool *nested, PTC_OUT bool *subclass);
/* Like ptc_node_saved_names, those alone whose values are tensors; "[]" follows the names of lists. */
PTC_NODISCARD ptc_error ptc_node_saved_tensor_names(const char *node, PTC_OUT char **out);
/* Number of tensors that are saved under such a name, or for NULL by the host's own function (custom_function.h): an
   error once a backward pass has freed them. */
PTC_NODISCARD ptc_error ptc_node_saved_count(ptc_node self, PTC_OPTIONAL const char *name, PTC_OUT int64_t *out);
/* One of these tensors, by its position from 0, or NULL where none was saved: an error once a backward pass has freed
   it, or where it was changed in place since.  It runs hooks (saved_tensors.h). */
PTC_NODISCARD ptc_error ptc_node_saved_tensor(ptc_node self, PTC_OPTIONAL const char *name, int64_t index,
                                              PTC_OUT_OPTIONAL ptc_tensor *out);
/* A node of no graph that saves one tensor, packed by hooks of the thread (saved_tensors.h).  The functions for saved
   tensors take it with NULL for the name.  With `is_output` the tensor is saved as an operator saves its result:
   without its node, so that ptc_node_saved_tensor fails unless it is a leaf.  `is_inplace_on_view` needs that. */
PTC_NODISCARD ptc_error ptc_node_saving(ptc_tensor tensor, bool is_output, bool is_inplace_on_view,
                                        PTC_OUT ptc_node *out);
/* A node that gives its results as they are, and whose gradient is an error with this message: for
   ptc_node_call. */
PTC_NODISCARD ptc_error ptc_node_delayed_error(const char *message, int64_t results, PTC_OUT ptc_node *out);
/* A node that gives its result as it is, and whose gradient is one that nobody has computed: for ptc_node_call. */
PTC_NODISCARD ptc_error ptc_node_undefined_grad(PTC_OUT ptc_node *out);
/* When the node was made, in the order of its thread. */
PTC_NODISCARD ptc_error ptc_node_sequence_nr(ptc_node self, PTC_OUT int64_t *out);
/* Sets that number, by which a backward pass puts nodes in order. */
PTC_NODISCARD ptc_error ptc_node_set_sequence_nr(ptc_node self, int64_t number);
/* Keeps a value of the host's as long as the node lives, in place of an earlier one. */
PTC_NODISCARD ptc_error ptc_node_set_data(ptc_node self, void *context, ptc_destroy_fn destroy);
/* The leaf to whose gradient the node adds, or NULL for any other node. */
PTC_NODISCARD ptc_error ptc_node_variable(ptc_node self, PTC_OUT_OPTIONAL ptc_tensor *out);

/* torch.autograd.grad and backward by edges: a node, and which of its gradients, for each root, which is given a
   gradient, and for each input.  With inputs the list has a gradient for each, NULL where the pass comes by none and
   `allow_unused`; with `accumulate` or without inputs gradients are added to the leaves, and the list is empty. */
PTC_NODISCARD ptc_error ptc_autograd_run(const ptc_node *roots, int64_t roots_len, const int64_t *root_nrs,
                                         int64_t root_nrs_len, PTC_OPTIONAL_ITEMS const ptc_tensor *grads,
                                         int64_t grads_len, const ptc_node *inputs, int64_t inputs_len,
                                         const int64_t *input_nrs, int64_t input_nrs_len, bool keep_graph,
                                         bool create_graph, bool accumulate, bool allow_unused,
                                         PTC_OUT ptc_tensor_list *out);

/* ---- inside of a backward pass: what hooks and functions may ask ---- */

/* The number of the pass that runs on the calling thread; -1 outside of any. */
PTC_NODISCARD ptc_error ptc_backward_id(PTC_OUT int64_t *out);
/* Runs at the end of a backward pass.  Its error is that of the pass. */
typedef ptc_error (*ptc_backward_end_fn)(void *context);
/* Calls a function of the host's at the end of the pass that runs on the calling thread. */
PTC_NODISCARD ptc_error ptc_backward_at_end(ptc_backward_end_fn function, void *context, ptc_destroy_fn destroy);
/* True if that pass keeps the graph.  Fails outside of any. */
PTC_NODISCARD ptc_error ptc_backward_keeps_graph(PTC_OUT bool *out);
/* The node that runs on the calling thread, or NULL. */
PTC_NODISCARD ptc_error ptc_backward_node(PTC_OUT_OPTIONAL ptc_node *out);
/* The nodes that the pass runs from now on, in their order: the one at an index, or NULL behind the last.  Fails
   outside of any pass, and for one with several threads. */
PTC_NODISCARD ptc_error ptc_backward_next(int64_t index, PTC_OUT_OPTIONAL ptc_node *out);
/* True if that pass adds to all leaves, so that a function may begin another pass of its own in it. */
PTC_NODISCARD ptc_error ptc_backward_is_whole(PTC_OUT bool *out);
/* True if that pass runs this node.  Fails outside of any, and for a leaf's node in a pass that only gives gradients
   back (ptc_autograd_grad). */
PTC_NODISCARD ptc_error ptc_node_will_run(ptc_node self, PTC_OUT bool *out);

/* The number that the next node of this thread gets: nodes that were made later have higher ones. */
PTC_NODISCARD ptc_error ptc_sequence_number(PTC_OUT int64_t *out);

/* ---- views ---- */

/* Numbers and tensors that a view was made with, beside its base (torch's ViewFunc): a tuple of a list of ints or
   symbols and a list of tensors.  Both are empty for a view that is made again by its strides.  An error for a tensor
   that is no view. */
PTC_NODISCARD ptc_error ptc_tensor_view_state(ptc_tensor self, PTC_OUT ptc_value *out);
/* ptc_tensor_view_of, with another state: as many numbers and tensors as ptc_tensor_view_state gives. */
PTC_NODISCARD ptc_error ptc_tensor_view_with(ptc_tensor self, ptc_tensor base, const ptc_value *state,
                                             PTC_OUT ptc_tensor *out);

PTC_END

#endif
