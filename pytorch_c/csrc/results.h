/* Results of C functions as Python's objects. */
#pragma once

#include "call.h"
#include "convert.h"

/* Calls the function of a row with the frame's arguments, without the GIL; its results, or NULL and the exception. */
PyObject *invoke(Call *call, Frame *f, PyObject *give_back);
PyObject *take_list(ptc_tensor_list list);
PyObject *scalar_object(const ptc_scalar *x);
PyObject *int_tuple(PyTypeObject *type, const int64_t *numbers, int64_t count);
/* Read and written in every call: two instructions, and no function in between. */
#define AT_HAND __attribute__((tls_model("initial-exec")))
/* The C function that this thread is in, and the operator it was called for, or NULL; for those who are told of new tensors. */
extern _Thread_local const Row *running AT_HAND;
extern _Thread_local PyObject *running_operator AT_HAND;
extern _Thread_local const char *running_member
    AT_HAND; /* of Tensor, whose result is being made without a row of the table */
/* The set that the names of called functions go into, or NULL: see record(). */
extern PyObject *recorded;
