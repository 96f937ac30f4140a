/* One Tensor for a TensorImpl: a weak table. */
#pragma once

#include "core.h"

#define GOING ((const void *)1) /* in the place of the TensorImpl, as the object is destroyed */

void remember(TensorObject *tensor, const void *impl);
void forget(TensorObject *tensor);
PyObject *find_known(const void *impl);
void swap_known(TensorObject *a, TensorObject *b);
void owner_finalize(PyObject *self);
bool keep_instead_of_dealloc(PyObject *self);
void kept_ends(void *object);
int reopen_with(PyObject *self, ptc_tensor tensor);
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
