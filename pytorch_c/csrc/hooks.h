/* Functions of Python's that the backward pass calls. */
#pragma once

#include "callbacks.h"

/* Where the collector looks into the contexts that the graph owns: an argument of visit_context, a ptc_visit_fn. */
typedef struct {
  visitproc visit;
  void *arg;
} Visit;
int32_t visit_context(void *to, void *visited, ptc_destroy_fn destroy);
int traverse_hooks(PyObject *tensor, visitproc visit, void *arg);
/* A hook as a Resource; where: "tensor", "leaf" (after the gradient was added), "node" or "before" (a node). */
PyObject *hang_hook(const char *where, PyObject *target, PyObject *hook);
