/* Nodes of the graph as Python's objects. */
#pragma once

#include "core.h"
#include "frame.h"

/* A node that an operator has made. There is one object for a node, as long as somebody holds it. */
typedef struct {
  PyObject_HEAD ptc_node node;
  PyObject *weakrefs;
} NodeObject;

/* The context of a custom function, which is its node (functions.c). The graph owns it. */
typedef struct {
  PyObject_HEAD ptc_node node; /* borrowed; NULL before it has a place in the graph, and after its node is gone */
  PyObject *needs_input_grad, *to_save, *dirty, *non_differentiable, *saved_for_forward;
  PyObject *is_tensor;                 /* a bool for each argument */
  bool materialize, materialize_fixed; /* zeros as gradients: of all outputs, and of those without a derivative */
  bool ended;                          /* it had a node, which is gone */
} FunctionObject;

extern PyTypeObject *node_type, *function_type; /* nodes of operators; contexts of custom functions (functions.c) */

static inline int is_function(PyObject *x) { return PyType_IsSubtype(Py_TYPE(x), function_type); }
static inline int is_node(PyObject *x) { return PyType_IsSubtype(Py_TYPE(x), node_type) || is_function(x); }
/* The handle of a node, of a context or of a Resource, borrowed; NULL and an exception for anything else, and for a
   context without a node. */
ptc_node open_node(PyObject *node);
/* The object of a node, which takes over the handle; None for NULL. */
PyObject *wrap_node(ptc_node node);
/* The handles of a tuple of gradients, NULL for None, which last as long as the frame (passes.c): 0, or -1 and an
   exception. */
int read_grads(Frame *f, PyObject *grads, ptc_tensor **out);
/* The methods and properties that both kinds have. */
extern PyMethodDef node_methods[];
extern PyGetSetDef node_getset[];
PyObject *raw_saved_tensors(PyObject *function, void *closure);
void function_ends(void *context); /* the graph is done with the context of a custom function */
int traverse_hooks(PyObject *tensor, visitproc visit, void *arg);
