/* What Python without a GIL needs and Python with one does not: a lock around a file's tables, references to objects that
   another thread may be dropping, and no memory that is kept for the next object. */
#pragma once

#include <Python.h>
#include <stdbool.h>

/* A lock of one file, held for some instructions: TABLE_LOCK at file scope, LOCK_TABLE and UNLOCK_TABLE in functions. */
#ifdef Py_GIL_DISABLED
#define TABLE_LOCK static PyMutex table_lock;
#define LOCK_TABLE PyMutex_Lock(&table_lock)
#define UNLOCK_TABLE PyMutex_Unlock(&table_lock)
/* How many objects' memory a file may keep for the next ones: two threads would take the same. */
#define SPARES(count) 0
#else
#define TABLE_LOCK
#define LOCK_TABLE
#define UNLOCK_TABLE
#define SPARES(count) (count)
#endif

/* Adds a reference, unless the object is just going. */
static inline bool hold(PyObject *x) {
#if defined(Py_GIL_DISABLED) && PY_VERSION_HEX >= 0x030E0000
  return PyUnstable_TryIncRef(x);
#else
  if (Py_REFCNT(x) == 0) return false;
  Py_INCREF(x);
  return true;
#endif
}

/* To be called once for each object that `hold` is for. */
static inline void may_be_held(PyObject *x) {
#if defined(Py_GIL_DISABLED) && PY_VERSION_HEX >= 0x030E0000
  PyUnstable_EnableTryIncRef(x);
#else
  (void)x;
#endif
}
