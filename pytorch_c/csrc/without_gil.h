/* Helpers for Python without a GIL: references of one's own to what another thread may be
   dropping, counters that are atomic, a lock around a file's tables, and no memory that is kept for the next object.

   With a GIL a borrowed object stays until this thread lets go of the GIL. Without one it stays while somebody owns a
   reference: what a field or a list leads to is taken as one, and given back at the end of the block (OWNED, HELD).
   All of it is nothing where there is a GIL. */
#pragma once

#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>

/* A field that points to an object, of whatever type. */
typedef PyObject *Field __attribute__((may_alias));

#ifdef Py_GIL_DISABLED
enum { WITHOUT_GIL = 1 };

/* A lock of one file, held for some instructions: TABLE_LOCK at file scope, LOCK_TABLE and UNLOCK_TABLE in functions. */
#define TABLE_LOCK static PyMutex table_lock;
#define LOCK_TABLE PyMutex_Lock(&table_lock)
#define UNLOCK_TABLE PyMutex_Unlock(&table_lock)
/* A lock in a struct: LOCK_FIELD, LOCK(struct), UNLOCK(struct). */
#define LOCK_FIELD PyMutex lock;
#define LOCK(table) PyMutex_Lock(&(table)->lock)
#define UNLOCK(table) PyMutex_Unlock(&(table)->lock)
/* Number of objects whose memory a file may keep for the next ones: two threads would take the same. */
#define SPARES(count) 0
/* A number that threads change side by side. */
typedef _Atomic Py_ssize_t Counter;
/* Steps that no other thread's of the same object come between, unless they run code of Python's. */
#define BEGIN_ALONE(object) Py_BEGIN_CRITICAL_SECTION(object);
#define END_ALONE Py_END_CRITICAL_SECTION();

/* Adds a reference, unless the object is just going. May be asked of memory in which an object was until a moment ago:
   CPython gives none away while a thread could still come here with its address. */
static inline bool hold(PyObject *x) {
#if PY_VERSION_HEX >= 0x030E0000
  return PyUnstable_TryIncRef(x);
#else
  uint32_t own = __atomic_load_n(&x->ob_ref_local, __ATOMIC_RELAXED);
  if (own == _Py_IMMORTAL_REFCNT_LOCAL) return true;
  if (_Py_IsOwnedByCurrentThread(x)) {
    if (own) __atomic_store_n(&x->ob_ref_local, own + 1, __ATOMIC_RELAXED);
    return own != 0;
  }
  Py_ssize_t shared = __atomic_load_n(&x->ob_ref_shared, __ATOMIC_RELAXED);
  do {
    if (shared == 0 || shared == _Py_REF_MERGED) return false;
  } while (!__atomic_compare_exchange_n(&x->ob_ref_shared, &shared, shared + (1 << _Py_REF_SHARED_SHIFT), false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return true;
#endif
}

/* To be called once for each object that `hold` is for. */
static inline void may_be_held(PyObject *x) {
#if PY_VERSION_HEX >= 0x030E0000
  PyUnstable_EnableTryIncRef(x);
#else
  Py_ssize_t shared = __atomic_load_n(&x->ob_ref_shared, __ATOMIC_RELAXED);
  while (!(shared & _Py_REF_SHARED_FLAG_MASK) &&
         !__atomic_compare_exchange_n(&x->ob_ref_shared, &shared, shared | _Py_REF_MAYBE_WEAKREF, false,
                                      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {}
#endif
}

static inline void give_back_object(PyObject **x) { Py_XDECREF(*x); }
/* Before the declaration of what get_shared or item_at gave. */
#define OWNED __attribute__((cleanup(give_back_object)))

/* The value of a field that any thread may change: a reference of one's own, or NULL. */
static inline PyObject *get_shared(const Field *field) {
  for (;;) {
    PyObject *found = __atomic_load_n(field, __ATOMIC_ACQUIRE);
    if (!found) return NULL;
    if (!hold(found)) continue; /* it was changed meanwhile */
    if (__atomic_load_n(field, __ATOMIC_ACQUIRE) == found) return found;
    Py_DECREF(found);
  }
}
/* Borrowed: to ask whether there is something, or of a field that is filled once for ever. */
static inline PyObject *peek(const Field *field) { return __atomic_load_n(field, __ATOMIC_ACQUIRE); }
/* Changes it; takes over `value`, which may be NULL. */
static inline void put_shared(Field *field, PyObject *value) {
  if (value) may_be_held(value);
  PyObject *before = __atomic_exchange_n(field, value, __ATOMIC_ACQ_REL);
  Py_XDECREF(before);
}
/* Fills a field that is NULL, once for ever; takes over `made`. What the field has then, borrowed. */
static inline PyObject *put_once(Field *field, PyObject *made) {
  PyObject *before = NULL;
  if (!made || __atomic_compare_exchange_n(field, &before, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return made ? made : __atomic_load_n(field, __ATOMIC_ACQUIRE);
  Py_DECREF(made);
  return before;
}

/* Empties a field; what it had belongs to the one thread that got it. */
static inline void *take_pointer(void **field) { return __atomic_exchange_n(field, NULL, __ATOMIC_ACQ_REL); }

/* The value of a dict under a name, or NULL. */
static inline PyObject *item_of(PyObject *dict, PyObject *name) {
  PyObject *found;
  return PyDict_GetItemRef(dict, name, &found) < 0 ? NULL : found;
}
/* An item of a list or tuple; NULL without an exception where the list has become shorter. */
static inline PyObject *item_at(PyObject *sequence, Py_ssize_t i) {
  if (PyTuple_Check(sequence)) return Py_NewRef(PyTuple_GET_ITEM(sequence, i));
  PyObject *found = PyList_GetItemRef(sequence, i);
  if (!found) PyErr_Clear();
  return found;
}

#else
enum { WITHOUT_GIL = 0 };

#define TABLE_LOCK
#define LOCK_TABLE
#define UNLOCK_TABLE
#define LOCK_FIELD
#define LOCK(table)
#define UNLOCK(table)
#define SPARES(count) (count)
typedef Py_ssize_t Counter;
#define BEGIN_ALONE(object) {
#define END_ALONE }
#define OWNED

static inline bool hold(PyObject *x) {
  if (Py_REFCNT(x) == 0) return false;
  Py_INCREF(x);
  return true;
}
static inline void may_be_held(PyObject *Py_UNUSED(x)) {}
static inline PyObject *get_shared(const Field *field) { return *field; }
static inline PyObject *peek(const Field *field) { return *field; }
static inline void put_shared(Field *field, PyObject *value) { Py_XSETREF(*field, value); }
static inline PyObject *put_once(Field *field, PyObject *made) {
  if (!*field) return *field = made;
  Py_XDECREF(made);
  return *field;
}
static inline void *take_pointer(void **field) {
  void *found = *field;
  *field = NULL;
  return found;
}
#define item_of PyDict_GetItemWithError
#define item_at PySequence_Fast_GET_ITEM

#endif

/* The value of a dict under a key, a reference of one's own; NULL, with an exception where the key's code raised. */
static inline PyObject *find_in(PyObject *dict, PyObject *key) {
#if PY_VERSION_HEX >= 0x030D0000
  PyObject *found;
  return PyDict_GetItemRef(dict, key, &found) < 0 ? NULL : found;
#else
  return Py_XNewRef(PyDict_GetItemWithError(dict, key));
#endif
}
