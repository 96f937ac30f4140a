/* The Tensor of a TensorImpl: a weak table. */
#pragma once

#include "core.h"

#define GOING ((const void *)1) /* in the place of the TensorImpl, as the object is destroyed */

/* Python calls a finalizer once: it must be as if it had not, for an object that lives on or whose memory does. */
static inline void not_finalized(PyObject *self) {
#ifdef Py_GIL_DISABLED
  __atomic_fetch_and(&self->ob_gc_bits, (uint8_t)~2, __ATOMIC_RELAXED);
#else
  ((uintptr_t *)self)[-1] &= ~(uintptr_t)1;
#endif
}

void remember(TensorObject *tensor, const void *impl);
void forget(TensorObject *tensor);
PyObject *find_known(const void *impl);
#ifdef Py_GIL_DISABLED
void refer_again(PyObject *self);
#endif
void swap_known(TensorObject *a, TensorObject *b);

/* A new object of Tensor, without a handle; NULL and MemoryError. */
PyObject *new_tensor(void);
/* Keeps the memory of a Tensor for the next one, where there is room: of the class itself, tracked by no collector, without
   attributes and weak references; its handle was given back. */
bool keep_memory(PyObject *tensor);
