/* Functions that programs of torch's compiler call, each the plain case of a Python function (shortcuts.c). */
#pragma once

#include "shortcuts.h"

PyObject *assert_size_stride(PyObject *const *args, Py_ssize_t count);
PyObject *empty_strided_cpu(PyObject *const *args, Py_ssize_t count);
PyObject *reinterpret_tensor(PyObject *const *args, Py_ssize_t count);
