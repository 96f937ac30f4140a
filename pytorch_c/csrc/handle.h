/* The handle objects of Tensors. */
#pragma once

#include "core.h"

/* The guard of a handle that has a Reference, which closes the tensor. With a field for it, a handle would take 16 bytes
   more. */
#define WATCHED ((PyObject *)1)
/* The guard of one that close() has let go of under BY_HAND: whoever holds it last closes the tensor. */
#define GIVEN_UP ((PyObject *)2)

extern enum Strategy { BY_WEAKREF, BY_HAND, BY_FUNCTION } strategy;
extern int by_user_only; /* BY_HAND: nor does Tensor.__del__ call close() */

/* The handle of a Tensor, to be HELD; NULL and ClosedTensorError if it is closed. */
Handle *open_handle(PyObject *tensor);
/* The Tensor that there is, or a new one that owns the handle, with its finalizer; closes it where that fails. NULL is None. */
PyObject *adopt(ptc_tensor handle);
/* A new object of Tensor or Parameter that owns the handle of a fresh tensor, which `impl` is. */
PyObject *adopt_as(PyTypeObject *type, ptc_tensor handle, const void *impl);
/* Puts a handle into a Tensor without one, for which it is remembered if `impl` is not NULL; closes it where that fails. */
int put_handle(PyObject *tensor, ptc_tensor handle, const void *impl);
void let_go_of_handle(PyObject *tensor);
/* Each has the handle that the other had. */
void exchange_handles(TensorObject *a, TensorObject *b);

/* A Tensor for a handle that libtorch lends for the time of a callback; None for NULL. */
PyObject *keep(ptc_tensor lent);
PyObject *keep_all(const ptc_tensor *lent, int64_t count); /* a tuple */
/* A handle of the library's own for what a callback has returned; NULL for None. */
int give(PyObject *tensor, ptc_tensor *out);
