/* Operator: the overloads of one operator. */
#pragma once

#include "core.h"

/* The operator with plain arguments; Py_NotImplemented where Python's way must decide. */
PyObject *try_operator(PyObject *op, PyObject *const *args, Py_ssize_t count, PyObject *names);
