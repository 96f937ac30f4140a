/* Graphs of TorchScript: what a function consists of, node by node, to read and to
   change.  A graph is a block of nodes; a node has inputs and outputs, which are
   values with a type and a name, attributes, and blocks of its own where it is an
   `if` or a loop.

     ptc_ir_block body;
     ptc_ir_node node, next;
     ptc_ir_graph_block(graph, &body);
     for (ptc_ir_block_first(body, &node); node; node = next) {
       … ptc_ir_node_kind(node, &kind), "aten::mm" …
       ptc_ir_node_next(node, &next);
       ptc_ir_node_close(node);
     }

   Every handle keeps its whole graph.  What was taken out of the graph, by
   ptc_ir_node_destroy, by a pass, with the node that it belonged to, is gone: its
   handles are errors from then on, and are closed as all others.  The graph of a
   function is the function's own: who changes it changes what the function does,
   if it has not run yet.  Two threads may use one graph; each call is whole.

   Before a pass runs over a graph, and before a graph becomes a function, it is
   checked: values that are used before they are there, and nodes that are not built
   as their kind asks, are errors. */
#ifndef PYTORCH_C_JIT_GRAPH_H
#define PYTORCH_C_JIT_GRAPH_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/jit/jit.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_ir_graph_s *ptc_ir_graph;
typedef struct ptc_ir_block_s *ptc_ir_block;
typedef struct ptc_ir_node_s *ptc_ir_node;
typedef struct ptc_ir_value_s *ptc_ir_value;
typedef struct ptc_ir_type_s *ptc_ir_type;

/* ---- graphs: create and close ---- */

/* A graph without nodes. */
PTC_NODISCARD ptc_error ptc_ir_graph_new(PTC_OUT ptc_ir_graph *out);
/* Closes the handle of a graph of TorchScript. */
void ptc_ir_graph_close(PTC_OPTIONAL ptc_ir_graph self);
/* torch._C.parse_ir: the graph that a text writes, as ptc_ir_graph_str does; `tensors` whether constants that are
   tensors are read from it too. */
PTC_NODISCARD ptc_error ptc_ir_graph_parse(const char *text, bool tensors, PTC_OUT ptc_ir_graph *out);
/* The graph of a function or method; `kind` is an enum ptc_jit_graph. */
PTC_NODISCARD ptc_error ptc_ir_graph_of(ptc_jit_function function, int32_t kind, PTC_OUT ptc_ir_graph *out);
/* The graph that ran last on this thread, as it was optimized. */
PTC_NODISCARD ptc_error ptc_ir_graph_last_executed(PTC_OUT ptc_ir_graph *out);
/* A graph of its own with the same nodes. */
PTC_NODISCARD ptc_error ptc_ir_graph_copy(ptc_ir_graph self, PTC_OUT ptc_ir_graph *out);
/* A function of a copy of the graph, with the qualified name `name`, or one with a number where that is taken. */
PTC_NODISCARD ptc_error ptc_ir_graph_function(ptc_ir_graph self, ptc_jit_unit unit, const char *name,
                                              PTC_OUT ptc_jit_function *out);

/* ---- graphs: inspect ---- */

/* The graph as text, with the lines of the source behind nodes or without.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_graph_str(ptc_ir_graph self, bool sources, PTC_OUT char **out);
/* A number that two handles have in common exactly if they mean the same graph. */
PTC_NODISCARD ptc_error ptc_ir_graph_id(ptc_ir_graph self, PTC_OUT int64_t *out);
/* The block with all nodes. */
PTC_NODISCARD ptc_error ptc_ir_graph_block(ptc_ir_graph self, PTC_OUT ptc_ir_block *out);
/* An error that says what is wrong with the graph, if something is. */
PTC_NODISCARD ptc_error ptc_ir_graph_lint(ptc_ir_graph self);
/* The graph as a text that does not depend on names. */
PTC_NODISCARD ptc_error ptc_ir_graph_canonical(ptc_ir_graph self, bool keep_names, PTC_OUT ptc_ir_graph *out);
/* True if two values may share memory when the graph runs. */
PTC_NODISCARD ptc_error ptc_ir_graph_may_alias(ptc_ir_graph self, ptc_ir_value one, ptc_ir_value other,
                                               PTC_OUT bool *out);

/* ---- graphs: change ---- */

/* A node of a kind, "aten::add", that is in no block yet. */
PTC_NODISCARD ptc_error ptc_ir_graph_create(ptc_ir_graph self, const char *kind, const ptc_ir_value *inputs,
                                            int64_t inputs_len, int64_t outputs, PTC_OUT ptc_ir_node *out);
/* A copy of a node, of this graph or of another one, that is in no block yet; what it uses of `from` it uses of `to`
   instead, value by value. */
PTC_NODISCARD ptc_error ptc_ir_graph_clone(ptc_ir_graph self, ptc_ir_node node, const ptc_ir_value *from,
                                           int64_t from_len, const ptc_ir_value *to, int64_t to_len,
                                           PTC_OUT ptc_ir_node *out);
/* Puts a node that is in no block where the next nodes go. */
PTC_NODISCARD ptc_error ptc_ir_graph_insert_node(ptc_ir_graph self, ptc_ir_node node);
/* A call of an operator, its overload found by its inputs, where the next nodes go; its result. */
PTC_NODISCARD ptc_error ptc_ir_graph_insert(ptc_ir_graph self, const char *op, const ptc_ir_value *inputs,
                                            int64_t inputs_len, PTC_OUT ptc_ir_value *out);
/* A constant where the next nodes go. */
PTC_NODISCARD ptc_error ptc_ir_graph_insert_constant(ptc_ir_graph self, const ptc_value *value,
                                                     PTC_OUT ptc_ir_value *out);
/* The node before which the next nodes go. */
PTC_NODISCARD ptc_error ptc_ir_graph_insert_point(ptc_ir_graph self, PTC_OUT ptc_ir_node *out);
/* Says before which node of a graph the next ones go. */
PTC_NODISCARD ptc_error ptc_ir_graph_set_insert_point(ptc_ir_graph self, ptc_ir_node before);

/* ---- passes ---- */

/* The names of the passes, a line each.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_passes(PTC_OUT char **out);
/* Runs a pass of libtorch over the graph: "inline", "dce", "constant_propagation", … (torch._C._jit_pass_NAME).
   `changed` is what the pass says; true where it says nothing. */
PTC_NODISCARD ptc_error ptc_ir_graph_pass(ptc_ir_graph self, const char *name, PTC_OUT bool *changed);
/* Replaces each part of the graph that is as `pattern`, a graph as text, by the nodes of `replacement`. */
PTC_NODISCARD ptc_error ptc_ir_graph_rewrite(ptc_ir_graph self, const char *pattern, const char *replacement);
/* Writes down what is known of all values when the graph is called with these inputs: dtypes, shapes, devices. */
PTC_NODISCARD ptc_error ptc_ir_graph_infer(ptc_ir_graph self, const ptc_value *inputs, int64_t inputs_len,
                                           bool with_grad);

/* ---- blocks ---- */

/* Closes the handle of a block. */
void ptc_ir_block_close(PTC_OPTIONAL ptc_ir_block self);
/* A number that two handles have in common exactly if they mean the same block. */
PTC_NODISCARD ptc_error ptc_ir_block_id(ptc_ir_block self, PTC_OUT int64_t *out);
/* The graph that the block is in. */
PTC_NODISCARD ptc_error ptc_ir_block_graph(ptc_ir_block self, PTC_OUT ptc_ir_graph *out);
/* The first node; NULL of a block without any. */
PTC_NODISCARD ptc_error ptc_ir_block_first(ptc_ir_block self, PTC_OUT_OPTIONAL ptc_ir_node *out);
/* The node whose outputs are the block's inputs. */
PTC_NODISCARD ptc_error ptc_ir_block_param_node(ptc_ir_block self, PTC_OUT ptc_ir_node *out);
/* The node whose inputs are the block's outputs. */
PTC_NODISCARD ptc_error ptc_ir_block_return_node(ptc_ir_block self, PTC_OUT ptc_ir_node *out);
/* The node that the block belongs to; NULL of a graph's own. */
PTC_NODISCARD ptc_error ptc_ir_block_owner(ptc_ir_block self, PTC_OUT_OPTIONAL ptc_ir_node *out);
/* Adds an input, which is a Tensor; `name` NULL: a number. */
PTC_NODISCARD ptc_error ptc_ir_block_add_input(ptc_ir_block self, PTC_OPTIONAL const char *name,
                                               PTC_OUT ptc_ir_value *out);
/* Takes out an input that nothing uses. */
PTC_NODISCARD ptc_error ptc_ir_block_erase_input(ptc_ir_block self, int64_t index);
/* Puts the inputs in another order: the one at order[i] becomes the one at i. */
PTC_NODISCARD ptc_error ptc_ir_block_permute_inputs(ptc_ir_block self, const int64_t *order, int64_t order_len);
/* Adds an output, and gives its index. */
PTC_NODISCARD ptc_error ptc_ir_block_add_output(ptc_ir_block self, ptc_ir_value value, PTC_OUT int64_t *out);
/* Takes an output out of a block of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_block_erase_output(ptc_ir_block self, int64_t index);

/* ---- nodes: inspect ---- */

/* Closes the handle of a node. */
void ptc_ir_node_close(PTC_OPTIONAL ptc_ir_node self);
/* A number that two handles have in common exactly if they mean the same node of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_node_id(ptc_ir_node self, PTC_OUT int64_t *out);
/* The graph that a node is of. */
PTC_NODISCARD ptc_error ptc_ir_node_graph(ptc_ir_node self, PTC_OUT ptc_ir_graph *out);
/* "aten::mm", "prim::If".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_kind(ptc_ir_node self, PTC_OUT char **out);
/* The line of the node in the graph's text.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_str(ptc_ir_node self, PTC_OUT char **out);
/* The schema of its operator; "" where it has none.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_schema(ptc_ir_node self, PTC_OUT char **out);
/* The source that it comes from, with the place marked; "" where it is not known.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_source(ptc_ir_node self, PTC_OUT char **out);
/* The scope in which it was traced: "__module/__module.layer".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_scope(ptc_ir_node self, PTC_OUT char **out);
/* The modules that it was inlined from, "top(Net)::<unknown>.layer(Linear)::forward".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_hierarchy(ptc_ir_node self, PTC_OUT char **out);
/* The node after this one in its block; NULL after the last. */
PTC_NODISCARD ptc_error ptc_ir_node_next(ptc_ir_node self, PTC_OUT_OPTIONAL ptc_ir_node *out);
/* The node before this one in its block; NULL before the first. */
PTC_NODISCARD ptc_error ptc_ir_node_prev(ptc_ir_node self, PTC_OUT_OPTIONAL ptc_ir_node *out);
/* The block that the node is in; NULL of one that is in none. */
PTC_NODISCARD ptc_error ptc_ir_node_owner(ptc_ir_node self, PTC_OUT_OPTIONAL ptc_ir_block *out);
/* Number of values that a node of a graph of TorchScript takes. */
PTC_NODISCARD ptc_error ptc_ir_node_input_count(ptc_ir_node self, PTC_OUT int64_t *out);
/* An input of a node of a graph of TorchScript, by its index. */
PTC_NODISCARD ptc_error ptc_ir_node_input(ptc_ir_node self, int64_t index, PTC_OUT ptc_ir_value *out);
/* The input for an argument of the operator's schema, by its name. */
PTC_NODISCARD ptc_error ptc_ir_node_named_input(ptc_ir_node self, const char *name, PTC_OUT ptc_ir_value *out);
/* Number of values that a node of a graph of TorchScript gives. */
PTC_NODISCARD ptc_error ptc_ir_node_output_count(ptc_ir_node self, PTC_OUT int64_t *out);
/* An output of a node of a graph of TorchScript, by its index. */
PTC_NODISCARD ptc_error ptc_ir_node_output(ptc_ir_node self, int64_t index, PTC_OUT ptc_ir_value *out);
/* Number of blocks of a node: two of an if, one of a loop. */
PTC_NODISCARD ptc_error ptc_ir_node_block_count(ptc_ir_node self, PTC_OUT int64_t *out);
/* A block of a node, by its index. */
PTC_NODISCARD ptc_error ptc_ir_node_block(ptc_ir_node self, int64_t index, PTC_OUT ptc_ir_block *out);
/* True if the node is a call of this schema, "aten::add(Tensor self, …) -> Tensor". */
PTC_NODISCARD ptc_error ptc_ir_node_matches(ptc_ir_node self, const char *schema, PTC_OUT bool *out);
/* True if the node runs before another one of its graph. */
PTC_NODISCARD ptc_error ptc_ir_node_is_before(ptc_ir_node self, ptc_ir_node other, PTC_OUT bool *out);

enum ptc_ir_trait {
  PTC_IR_NONDETERMINISTIC = 0, /* it draws random numbers */
  PTC_IR_SIDE_EFFECTS = 1,     /* it does something that its outputs do not show */
  PTC_IR_MUST_BE_NONE = 2,     /* its only output is None */
  PTC_IR_HAS_USES = 3          /* an output of it is used */
};
/* `trait` is an enum ptc_ir_trait. */
PTC_NODISCARD ptc_error ptc_ir_node_is(ptc_ir_node self, int32_t trait, PTC_OUT bool *out);

/* ---- nodes: attributes, of the kinds f fs c s ss i is t ts g gs ty tys ival, as torch writes them ---- */

/* The names of the attributes, a line each.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_attributes(ptc_ir_node self, PTC_OUT char **out);
/* The kind of an attribute: "i" for an int, "is" for a list of them.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_node_attribute_kind(ptc_ir_node self, const char *name, PTC_OUT char **out);
/* The value of an attribute of any kind but g, gs, ty, tys. */
PTC_NODISCARD ptc_error ptc_ir_node_attribute(ptc_ir_node self, const char *name, PTC_OUT ptc_value *out);
/* The graph of an attribute of the kind g, or the one at an index of gs; NULL beyond the last. */
PTC_NODISCARD ptc_error ptc_ir_node_graph_attribute(ptc_ir_node self, const char *name, int64_t index,
                                                    PTC_OUT_OPTIONAL ptc_ir_graph *out);
/* The type of an attribute of the kind ty, or the one at an index of tys; NULL beyond the last. */
PTC_NODISCARD ptc_error ptc_ir_node_type_attribute(ptc_ir_node self, const char *name, int64_t index,
                                                   PTC_OUT_OPTIONAL ptc_ir_type *out);
/* Sets an attribute of a node to a value of a kind. */
PTC_NODISCARD ptc_error ptc_ir_node_set_attribute(ptc_ir_node self, const char *name, const char *kind,
                                                  const ptc_value *value);
/* Sets an attribute of the kind g, to a copy of the graph. */
PTC_NODISCARD ptc_error ptc_ir_node_set_graph_attribute(ptc_ir_node self, const char *name, ptc_ir_graph graph);
/* Sets an attribute of a node to a type. */
PTC_NODISCARD ptc_error ptc_ir_node_set_type_attribute(ptc_ir_node self, const char *name, ptc_ir_type type);
/* Takes an attribute off a node of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_node_remove_attribute(ptc_ir_node self, const char *name);
/* Gives the node the attributes of another one, in place of its own. */
PTC_NODISCARD ptc_error ptc_ir_node_copy_attributes(ptc_ir_node self, ptc_ir_node from);
/* Gives the node the source and the scope of another one. */
PTC_NODISCARD ptc_error ptc_ir_node_copy_metadata(ptc_ir_node self, ptc_ir_node from);

/* ---- nodes: change ---- */

/* Adds a value to the inputs of a node of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_node_add_input(ptc_ir_node self, ptc_ir_value value);
/* Uses another value as the input at an index, and gives the one that was there. */
PTC_NODISCARD ptc_error ptc_ir_node_replace_input(ptc_ir_node self, int64_t index, ptc_ir_value value,
                                                  PTC_OUT ptc_ir_value *out);
/* Takes the input at an index off a node of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_node_remove_input(ptc_ir_node self, int64_t index);
/* Adds an output, which is a Tensor, to a node of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_node_add_output(ptc_ir_node self, PTC_OUT ptc_ir_value *out);
/* Takes out an output that nothing uses. */
PTC_NODISCARD ptc_error ptc_ir_node_erase_output(ptc_ir_node self, int64_t index);
/* Adds an empty block to a node of a graph of TorchScript. */
PTC_NODISCARD ptc_error ptc_ir_node_add_block(ptc_ir_node self, PTC_OUT ptc_ir_block *out);
/* Puts a node before or after another one: one that is in no block yet, or one of the same graph that moves there. */
PTC_NODISCARD ptc_error ptc_ir_node_put(ptc_ir_node self, ptc_ir_node there, bool after);
/* Uses the outputs of another node, of the same number, wherever those of this one are used. */
PTC_NODISCARD ptc_error ptc_ir_node_replace_all_uses(ptc_ir_node self, ptc_ir_node by);
/* Takes a node whose outputs nothing uses out of the graph, with its blocks. */
PTC_NODISCARD ptc_error ptc_ir_node_destroy(ptc_ir_node self);

/* ---- values ---- */

/* Closes the handle of a value of a graph. */
void ptc_ir_value_close(PTC_OPTIONAL ptc_ir_value self);
/* A number that two handles have in common exactly if they mean the same value of a graph. */
PTC_NODISCARD ptc_error ptc_ir_value_id(ptc_ir_value self, PTC_OUT int64_t *out);
/* The name in the graph's text, without the %; its number where it has none.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_value_name(ptc_ir_value self, PTC_OUT char **out);
/* Gives it a name: not a number, with a number behind it where it is taken. */
PTC_NODISCARD ptc_error ptc_ir_value_set_name(ptc_ir_value self, const char *name);
/* A number that no other value of the graph has. */
PTC_NODISCARD ptc_error ptc_ir_value_unique(ptc_ir_value self, PTC_OUT int64_t *out);
/* The node whose output it is, and which of them; the one of ptc_ir_block_param_node for an input. */
PTC_NODISCARD ptc_error ptc_ir_value_node(ptc_ir_value self, PTC_OUT ptc_ir_node *out, PTC_OUT int64_t *offset);
/* The type of a value of a graph, with what is known of a tensor. */
PTC_NODISCARD ptc_error ptc_ir_value_type(ptc_ir_value self, PTC_OUT ptc_ir_type *out);
/* Gives a value of a graph a type. */
PTC_NODISCARD ptc_error ptc_ir_value_set_type(ptc_ir_value self, ptc_ir_type type);
/* Gives it the type of a tensor or another value. */
PTC_NODISCARD ptc_error ptc_ir_value_infer_type(ptc_ir_value self, const ptc_value *value);
/* Number of inputs of nodes that are this value of a graph. */
PTC_NODISCARD ptc_error ptc_ir_value_use_count(ptc_ir_value self, PTC_OUT int64_t *out);
/* A node that uses it, and as which of its inputs. */
PTC_NODISCARD ptc_error ptc_ir_value_use(ptc_ir_value self, int64_t index, PTC_OUT ptc_ir_node *out,
                                         PTC_OUT int64_t *offset);
/* True if it is a constant, and which. */
PTC_NODISCARD ptc_error ptc_ir_value_constant(ptc_ir_value self, PTC_OUT bool *is, PTC_OUT ptc_value *out);
/* Uses another value wherever this one is used; after the node `after`, if that is given. */
PTC_NODISCARD ptc_error ptc_ir_value_replace_all_uses(ptc_ir_value self, ptc_ir_value by,
                                                      PTC_OPTIONAL ptc_ir_node after);
/* Gives it the type and the name of another one. */
PTC_NODISCARD ptc_error ptc_ir_value_copy_metadata(ptc_ir_value self, ptc_ir_value from);

/* ---- types ---- */

/* Closes the handle of a type. */
void ptc_ir_type_close(PTC_OPTIONAL ptc_ir_type self);
/* The type that a text writes, "Dict[str, List[int]]"; classes are those of the unit, if that is given. */
PTC_NODISCARD ptc_error ptc_ir_type_parse(const char *text, PTC_OPTIONAL ptc_jit_unit unit, PTC_OUT ptc_ir_type *out);
/* "TensorType".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_type_kind(ptc_ir_type self, PTC_OUT char **out);
/* A type as graphs write it, "Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)", or as sources do, "Tensor".
   Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_type_str(ptc_ir_type self, bool annotation, PTC_OUT char **out);
/* True if two types of TorchScript are the same. */
PTC_NODISCARD ptc_error ptc_ir_type_equals(ptc_ir_type self, ptc_ir_type other, PTC_OUT bool *out);
/* True if a value of this type is one of the other. */
PTC_NODISCARD ptc_error ptc_ir_type_is_subtype(ptc_ir_type self, ptc_ir_type other, PTC_OUT bool *out);
/* A type that it is made of: the elements of lists and tuples, the attributes of classes; NULL beyond the last. */
PTC_NODISCARD ptc_error ptc_ir_type_contained(ptc_ir_type self, int64_t index, PTC_OUT_OPTIONAL ptc_ir_type *out);
/* The names of a named tuple's fields or of a class's attributes, a line each.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_ir_type_names(ptc_ir_type self, PTC_OUT char **out);
/* Known facts of a tensor's type: enums, or PTC_UNSET; 1, 0 or PTC_UNSET for requires_grad and undefined. */
PTC_NODISCARD ptc_error ptc_ir_type_tensor(ptc_ir_type self, PTC_OUT int32_t *dtype, PTC_OUT int32_t *device_type,
                                           PTC_OUT int32_t *device_index, PTC_OUT int32_t *requires_grad,
                                           PTC_OUT int32_t *undefined);
/* The sizes of a tensor: a list of ints, None where one is not known, negative for one that is symbolic if `symbolic`;
   None where their number is not known. */
PTC_NODISCARD ptc_error ptc_ir_type_sizes(ptc_ir_type self, bool symbolic, PTC_OUT ptc_value *out);
/* The strides of a tensor, likewise. */
PTC_NODISCARD ptc_error ptc_ir_type_strides(ptc_ir_type self, PTC_OUT ptc_value *out);
/* The type of a tensor of this type with other sizes, as ptc_ir_type_sizes gives them. */
PTC_NODISCARD ptc_error ptc_ir_type_with_sizes(ptc_ir_type self, const ptc_value *sizes, PTC_OUT ptc_ir_type *out);
/* The type of a tensor of this type with another dtype and device, those that are not PTC_UNSET; `contiguous` with the
   strides of such a tensor. */
PTC_NODISCARD ptc_error ptc_ir_type_with(ptc_ir_type self, int32_t dtype, int32_t device_type, int32_t device_index,
                                         bool contiguous, PTC_OUT ptc_ir_type *out);

PTC_END

#endif
