/* The handle objects of Tensors. */
#pragma once

#include "core.h"

/* The guard of a handle whose end closes the tensor. */
#define CLOSES ((PyObject *)1)
/* The guard of one that close() has let go of under BY_HAND: whoever holds it last closes the tensor. */
#define GIVEN_UP ((PyObject *)2)

/* The handle of an object that the graph has kept, to be HELD; NULL without an exception where it is closed. */
Handle *reopen(PyObject *self);
/* The handle of a Tensor, to be HELD; NULL and no exception if it is closed. */
static inline Handle *handle_if_open(PyObject *tensor) {
  Handle *handle = handle_now(tensor);
  return LIKELY(handle != NULL) ? handle : reopen(tensor);
}
static inline bool is_open(PyObject *tensor) {
  HELD const Handle *handle = handle_if_open(tensor);
  return handle != NULL;
}
/* True if a call with the tensor alone takes less time than handing on the GIL, and asks no Python. */
static inline bool is_brief_for(const Handle *handle) {
  return ptc_tensor_is_small(handle->tensor) && !is_hosted(handle->tensor);
}
/* The handle of a Tensor, to be HELD; NULL and ClosedTensorError if it is closed. */
Handle *open_handle(PyObject *tensor);
/* The Tensor that there is, or a new one that owns the handle, with its finalizer; closes it where that fails. NULL is None. */
PyObject *adopt(ptc_tensor handle);
/* A new object of Tensor or Parameter that owns the handle of a fresh tensor, which `impl` is. */
PyObject *adopt_as(PyTypeObject *type, ptc_tensor handle, const void *impl);
/* Puts a handle into a Tensor without one, for which it is remembered if `impl` is not NULL; closes it where that fails. */
int put_handle(PyObject *tensor, ptc_tensor handle, const void *impl);
void let_go_of_handle(PyObject *tensor);
#ifdef Py_GIL_DISABLED
/* Lets go of this handle; does nothing where the tensor has another by now. */
void let_go_of_that_handle(PyObject *tensor, Handle *handle);
/* Has the handle again, unless it has another by now. */
void take_again(PyObject *tensor, Handle *handle);
#endif
/* A Tensor that loses its handle: libtorch, which asks it, does not know it any more. */
void forget_object(TensorObject *tensor);
/* close(): what comes back from libtorch is another object then. */
void let_close(PyObject *tensor);
/* The handle of a fresh tensor becomes that of another object, which has none. */
void move_handle(TensorObject *made, TensorObject *from);
/* Each has the handle that the other had. */
void exchange_handles(TensorObject *a, TensorObject *b);

/* A Tensor for a handle that libtorch lends for the time of a callback; None for NULL. */
PyObject *keep(ptc_tensor lent);
PyObject *keep_all(const ptc_tensor *lent, int64_t count); /* a tuple */
/* A handle of the library's own for what a callback has returned; NULL for None. */
int give(PyObject *tensor, ptc_tensor *out);
