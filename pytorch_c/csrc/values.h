/* The tagged values of calls by name. */
#pragma once

#include "frame.h"

/* A tagged value as Python's object, which takes over what the value owns. */
PyObject *value_object(ptc_value *value);
/* Values as a tuple of such objects; NULL and an exception. */
PyObject *value_objects(const ptc_value *values, int64_t count);
/* Python's object as the value that it is by itself, which lasts as long as the frame: 0, or -1 and an exception. */
int add_value(Frame *f, PyObject *x, ptc_value *out, int depth);
/* The items of a list or tuple as values. */
ptc_value *add_values(Frame *f, PyObject *const *items, Py_ssize_t count, int depth);
