/* The objects of storages: UntypedStorage. */
#pragma once

#include "core.h"

/* Each gives Py_NotImplemented where Python's way decides: the UntypedStorage of a tensor's memory, and what one says of
   itself. */
PyObject *storage_of(const Handle *handle);
PyObject *storage_data_ptr(PyObject *x);
PyObject *storage_nbytes(PyObject *x);
