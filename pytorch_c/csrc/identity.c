/* One Tensor for a TensorImpl, as long as one is alive.

   A table leads from TensorImpls to their Tensors, which it does not own. It is not libtorch's own slot for a Python
   object: torch takes what it finds there for one of its own, and may be in the same process at any time. A new result
   is put into the table, and looked up only where somebody else holds the TensorImpl too.

   A Tensor that something would be lost with, attributes or a class of the user's, does not go while the graph holds its
   TensorImpl: it lets go of its handle, and the TensorImpl keeps it (`kept`). Whoever uses it then, through a weak
   reference, or gets it from libtorch again, gives it a new handle. */
#include "identity.h"
#include "callbacks.h"
#include "handle.h"
#include "host.h"
#include "install.h"

#include <sched.h>

/* Open addressing; a place that was left stays LEFT until the table grows, unless the next one is free. */
typedef struct {
  TensorObject **places;
  size_t mask, taken, live; /* taken: with those that are LEFT */
  unsigned shift;
  LOCK_FIELD
} Table;
#define LEFT ((TensorObject *)1)
/* Without a GIL many tables, by the address of the TensorImpl: at one lock the threads would wait for each other. */
enum { FIRST_PLACES = WITHOUT_GIL ? 64 : 1024, TABLES = WITHOUT_GIL ? 256 : 1 };
static Table tables[TABLES];

static inline size_t hash_of(const void *impl) { return (uintptr_t)impl * 0x9E3779B97F4A7C15u; }
static inline Table *table_of(const void *impl) {
  return tables + (WITHOUT_GIL ? hash_of(impl) >> 24 & (TABLES - 1) : 0);
}
static inline size_t place_of(const Table *t, const void *impl) { return hash_of(impl) >> t->shift; }

static int grow(Table *t) {
  size_t count = FIRST_PLACES;
  unsigned bits = WITHOUT_GIL ? 6 : 10;
  for (; count < 2 * t->live + 2; count *= 2) ++bits;
  TensorObject **before = t->places, **made = PyMem_RawCalloc(count, sizeof *made);
  if (!made) return -1;
  size_t end = before ? t->mask + 1 : 0;
  t->mask = count - 1;
  t->shift = 64 - bits;
  for (size_t i = 0; i < end; ++i) {
    if (!before[i] || before[i] == LEFT) continue;
    size_t at = place_of(t, before[i]->impl);
    while (made[at]) at = (at + 1) & t->mask;
    made[at] = before[i];
  }
  t->places = made;
  t->taken = t->live;
  PyMem_RawFree(before);
  return 0;
}

/* Without memory it stays unknown. */
void remember(TensorObject *tensor, const void *impl) {
  Table *t = table_of(impl);
  may_be_held((PyObject *)tensor);
  LOCK(t);
  if (LIKELY(4 * t->taken < 3 * t->mask) || grow(t) == 0) {
    size_t at = place_of(t, impl);
    while (UNLIKELY((uintptr_t)t->places[at] > (uintptr_t)LEFT)) at = (at + 1) & t->mask;
    t->taken += !t->places[at];
    ++t->live;
    t->places[at] = tensor;
    tensor->impl = impl;
  }
  UNLOCK(t);
}

void forget(TensorObject *tensor) {
  const void *impl = tensor->impl;
  if (UNLIKELY(!impl || impl == GOING)) return;
  Table *t = table_of(impl);
  LOCK(t);
  if (LIKELY(tensor->impl == impl)) { /* else another thread was first */
    size_t at = place_of(t, impl);
    while (t->places[at] != tensor) at = (at + 1) & t->mask;
    tensor->impl = NULL;
    --t->live;
    if (LIKELY(!t->places[(at + 1) & t->mask])) {
      t->places[at] = NULL;
      --t->taken;
    } else t->places[at] = LEFT;
  }
  UNLOCK(t);
}

/* Where the Tensor of the TensorImpl is, or NULL. */
static TensorObject **find(const Table *t, const void *impl) {
  if (!t->places) return NULL;
  size_t at = place_of(t, impl);
  for (; t->places[at]; at = (at + 1) & t->mask)
    if (t->places[at] != LEFT && t->places[at]->impl == impl) return t->places + at;
  return NULL;
}

/* The Tensor of the TensorImpl, a new reference, or NULL; *going: it has no reference any more. */
static PyObject *find_alive(const void *impl, bool *going) {
  Table *t = table_of(impl);
  LOCK(t);
  TensorObject **found = find(t, impl);
  PyObject *known = found ? (PyObject *)*found : NULL;
  *going = known && !hold(known);
  UNLOCK(t);
  return *going ? NULL : known;
}

/* Nobody is to find it any more. */
static void forget_impl(const void *impl) {
  Table *t = table_of(impl);
  LOCK(t);
  TensorObject **found = find(t, impl), *tensor = found ? *found : NULL;
  if (tensor) {
    *found = LEFT;
    --t->live;
    tensor->impl = NULL;
  }
  UNLOCK(t);
}

/* The Tensor of the TensorImpl, a new reference; NULL where there is none, or where it is just going. */
PyObject *find_known(const void *impl) {
  bool going;
  PyObject *known = find_alive(impl, &going);
#ifdef Py_GIL_DISABLED
  /* The thread that drops it may be about to give it to the TensorImpl: then it lives on. */
  for (int tries = 0; going && tries < 1000; ++tries) {
    Py_BEGIN_ALLOW_THREADS
    sched_yield();
    Py_END_ALLOW_THREADS
    known = find_alive(impl, &going);
  }
#endif
  if (UNLIKELY(going)) forget_impl(impl);
  return known;
}

/* Each is from now on the one that the other's TensorImpl leads to. */
void swap_known(TensorObject *a, TensorObject *b) {
  const void *impl_a = a->impl, *impl_b = b->impl;
  forget(a);
  forget(b);
  if (impl_b) remember(a, impl_b);
  if (impl_a) remember(b, impl_a);
}

/* ---- what the graph keeps ---- */

/* The TensorImpl goes, and with it what it has kept. Who still has the object finds it closed. */
void kept_ends(void *object) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  --owned;
  forget(object);
  Py_DECREF((PyObject *)object);
  PyErr_Restore(type, value, traceback);
  LEAVE_PYTHON
}

/* Whether a new object for its TensorImpl would be less than this one. Modes know tensors by weak references. */
static bool would_lose(PyObject *self) {
  if (!Py_IS_TYPE(self, core->tensor_type)) return true;
  if (hosting && *PyObject_GET_WEAKREFS_LISTPTR(self)) return true;
  PyObject **attributes = _PyObject_GetDictPtr(self);
  return attributes && *attributes && PyDict_GET_SIZE(*attributes);
}

static bool give_with_exception_aside(PyObject *self) {
  HELD const Handle *handle = handle_now(self);
  if (!handle) return false;
  Py_INCREF(self);
  const char *error = ptc_tensor_give_object(handle->tensor, self, kept_ends);
  if (error) { /* nobody else holds it any more, or its backend has taken the place */
    ptc_error_free(error);
    Py_DECREF(self);
    return false;
  }
  ++owned;
  let_go_of_handle(self);
  return true;
}

/* Gives the object to its TensorImpl, if others hold that and something would be lost; whether it did. */
static bool give_to_tensor(PyObject *self) {
  const TensorObject *tensor = (TensorObject *)self;
  bool shared = false;
  {
    HELD const Handle *handle = handle_now(self);
    if (handle && tensor->impl && tensor->impl != GOING) ptc_tensor_identity(handle->tensor, &shared);
  }
  if (LIKELY(!shared) || !would_lose(self)) return false;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  bool given = give_with_exception_aside(self);
  PyErr_Restore(type, value, traceback);
  return given;
}

/* Python has called it for the last reference, and calls it once: it must be as if it had not. */
static void not_finalized(PyObject *self) {
#ifdef Py_GIL_DISABLED
  self->ob_gc_bits &= (uint8_t)~2;
#else
  ((uintptr_t *)self)[-1] &= ~(uintptr_t)1;
#endif
}

/* tp_finalize: the last reference goes, or a collection finds it in a cycle. */
void owner_finalize(PyObject *self) { give_to_tensor(self); }

/* The same where Python has called no tp_finalize: at the last reference, with a count of 0. */
bool keep_instead_of_dealloc(PyObject *self) {
#ifdef Py_GIL_DISABLED
  /* Others may find it meanwhile, and drop it again: it is tracked as long as they can, and whoever lets go of it last is
     told so by one atomic step. */
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self); /* Python had put it off */
  self->ob_tid = 0;
  self->ob_ref_local = 0;
  __atomic_store_n(&self->ob_ref_shared, _Py_REF_SHARED(1, _Py_REF_MERGED), __ATOMIC_RELEASE);
  give_to_tensor(self);
  return __atomic_sub_fetch(&self->ob_ref_shared, 1 << _Py_REF_SHARED_SHIFT, __ATOMIC_ACQ_REL) != _Py_REF_MERGED;
#else
  Py_SET_REFCNT(self, 1);
  give_to_tensor(self);
  Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
  return Py_REFCNT(self) > 0;
#endif
}

/* A handle of its own again, for an object that the graph has kept; takes over the handle. -1 and an exception, and it
   is closed. */
int reopen_with(PyObject *self, ptc_tensor tensor) {
  PyObject *kept = ptc_tensor_take_object(tensor);
  not_finalized(self);
  int failed = put_handle(self, tensor, NULL);
  if (UNLIKELY(failed < 0)) {
    forget((TensorObject *)self);
    let_go_of_handle(self);
  }
  if (kept) {
    --owned;
    Py_DECREF(kept);
  }
  return failed;
}

/* The handle of an object that the graph has kept, to be HELD; NULL without an exception where it is closed. */
Handle *reopen(PyObject *self) {
  ptc_tensor tensor = NULL;
  if (!((TensorObject *)self)->impl || ((TensorObject *)self)->impl == GOING) return NULL;
  const char *error = ptc_tensor_of_identity((void *)((TensorObject *)self)->impl, &tensor);
  if (error) ptc_error_free(error);
  if (error || !tensor) return NULL;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (reopen_with(self, tensor) < 0) PyErr_Clear();
  PyErr_Restore(type, value, traceback);
  return handle_now(self);
}

/* finalize(tensor): what its class's __del__ does under the strategy `del` */
static PyObject *finalize(PyObject *UNUSED(self), PyObject *tensor) {
  if (!is_tensor(tensor)) return PyErr_Format(PyExc_TypeError, "a Tensor is needed");
  if (!give_to_tensor(tensor) && has_handle(tensor)) {
    forget((TensorObject *)tensor);
    let_go_of_handle(tensor);
  }
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"finalize", finalize, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_identity(PyObject *module) { return PyModule_AddFunctions(module, functions); }
