/* Functions of Python's that the backward pass calls. */
#pragma once

#include "callbacks.h"

/* A hook as a Resource; where: "tensor" or "leaf" (after the gradient was added) of a Tensor, "node" or "before" of the
   object of a node, which is given with it. */
PyObject *hang_hook(const char *where, PyObject *target, ptc_node node, PyObject *hook);
