/* NumPy's arrays. */
#pragma once

#include "core.h"

PyObject *as_numpy(PyObject *const *args, Py_ssize_t count);
PyObject *from_numpy(PyObject *const *args, Py_ssize_t count);
