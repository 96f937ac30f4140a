/* Handles, and how each is closed when its Tensor goes.

   By default the end of the handle object closes the tensor, not that of the Tensor. That object is held by the
   Tensor and by every C call in flight, so an early close() cannot pull the memory from under another
   thread; and the collector does not track it, so finalizers in a garbage cycle still find their tensors open.
   Strategies written in Python watch it through a weak reference; only their handles have room for one.

   The memory of a dead handle waits for the next tensor.

   A handle is owned from birth: between the C call that made it and the return of its Tensor no bytecode of
   Python's runs, so that no signal's exception can come between. Strategies written in Python get a Resource
   that owns the handle already, and only choose when it is closed. Closing exchanges the pointer. */
#include "handle.h"
#include "callbacks.h"
#include "install.h"
#include "known.h"
#include "marks.h"
#include "resource.h"
#include "scopes.h"
#include "without_gil.h"

static int deferred; /* BY_WEAKREF: put aside instead of closing */

/* A handle that Python's code can watch: BY_FUNCTION. */
typedef struct {
  Handle base;
  PyObject *weakrefs;
  PyObject *owner; /* what a strategy of Python's keeps with it, or NULL */
} WatchedHandle;

/* Memory of dead handles. Without a GIL two threads would take the same: none is kept. */
enum { MOST_SPARES = SPARES(256) };
static Handle *spares[MOST_SPARES + 1];
static int spares_count;

static void close_now(ptc_tensor tensor) {
  if (deferred) ptc_tensor_close_later(tensor);
  else ptc_tensor_close(tensor);
}

/* ---- the handle object ---- */

/* A finalizer written in Python may have been interrupted by a signal's exception, or not have run: what it has not
   closed is closed here. Only the strategy `explicit` leaves it to the user. */
static void close_what_is_left(Handle *self) {
  PyObject *guard = self->guard;
  if (guard == CLOSES) close_now(self->tensor);
  else if (guard == GIVEN_UP || (!guard && strategy == BY_HAND && !by_user_only)) ptc_tensor_close(self->tensor);
  else if (guard) {
    close_resource((Resource *)guard);
    Py_DECREF(guard);
  }
}

/* The GIL stays: without it threads would switch in the middle of a collection, and at the end of the process this one
   might never get it back. */
static void handle_dealloc(PyObject *self) {
  if (UNLIKELY(PyErr_Occurred() != NULL)) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    close_what_is_left((Handle *)self);
    PyErr_Restore(type, value, traceback);
  } else close_what_is_left((Handle *)self);
  if (!WITHOUT_GIL && LIKELY(spares_count < MOST_SPARES) && LIKELY(Py_IS_TYPE(self, core->handle_type))) {
    spares[spares_count++] = (Handle *)self;
    return;
  }
  PyTypeObject *type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

static void watched_dealloc(PyObject *self) {
  WatchedHandle *watched = (WatchedHandle *)self;
  PyObject *type, *value, *traceback;
  if (watched->weakrefs) PyObject_ClearWeakRefs(self);
  PyErr_Fetch(&type, &value, &traceback);
  Py_CLEAR(watched->owner);
  PyErr_Restore(type, value, traceback);
  handle_dealloc(self);
}

static PyObject *handle_address(PyObject *self, void *UNUSED(closure)) {
  return PyLong_FromVoidPtr(((Handle *)self)->tensor);
}

static PyGetSetDef handle_getset[] = {
    {"address", handle_address, NULL, "The ptc_tensor, as an int.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot handle_slots[] = {
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_getset, handle_getset},
    {0, NULL},
};
static PyType_Spec handle_spec = {
    .name = "pytorch_c._boundary._core.Handle",
    .basicsize = sizeof(Handle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = handle_slots,
};

static PyMemberDef watched_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(WatchedHandle, weakrefs), READONLY, NULL},
    {"owner", T_OBJECT, offsetof(WatchedHandle, owner), 0, "What a finalizer strategy keeps with it."},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot watched_slots[] = {
    {Py_tp_dealloc, watched_dealloc},
    {Py_tp_members, watched_members},
    {Py_tp_getset, handle_getset},
    {0, NULL},
};
static PyType_Spec watched_spec = {
    .name = "pytorch_c._boundary._core.Handle",
    .basicsize = sizeof(WatchedHandle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = watched_slots,
};

Handle *open_handle(PyObject *tensor) {
  if (UNLIKELY(!is_tensor(tensor))) {
    PyErr_Format(PyExc_TypeError, "a Tensor is needed, got %.100s", Py_TYPE(tensor)->tp_name);
    return NULL;
  }
  Handle *handle = handle_if_open(tensor);
  if (LIKELY(handle != NULL)) return handle;
  PyErr_SetString(core->closed, "this tensor was closed");
  return NULL;
}

/* ---- from a handle to a Tensor ---- */

/* Gives a Tensor a handle, or none; what it had, which is the caller's. */
static inline Handle *set_handle(TensorObject *tensor, Handle *handle) {
#ifdef Py_GIL_DISABLED
  return __atomic_exchange_n(&tensor->handle, handle, __ATOMIC_SEQ_CST);
#else
  Handle *before = tensor->handle;
  tensor->handle = handle;
  return before;
#endif
}

/* The tensor is closed once nobody holds the handle: no call in flight, no array that looks at the memory. */
static void drop_handle(Handle *handle) {
  if (!handle) return;
  if (strategy == BY_HAND) handle->guard = GIVEN_UP;
  Py_DECREF(handle);
}

void forget_object(TensorObject *tensor) {
  HELD const Handle *handle = handle_now((PyObject *)tensor);
  if (handle) ptc_tensor_drop_object(handle->tensor, tensor);
}

/* Lets go of a tensor's handle; what is owned by nobody else is closed. Two threads may try at once. */
void let_go_of_handle(PyObject *tensor) {
  if (UNLIKELY(hosting)) forget_object((TensorObject *)tensor);
  drop_handle(set_handle((TensorObject *)tensor, NULL));
}

#ifdef Py_GIL_DISABLED
void let_go_of_that_handle(PyObject *tensor, Handle *handle) {
  Handle *expected = handle;
  if (UNLIKELY(hosting)) forget_object((TensorObject *)tensor);
  if (__atomic_compare_exchange_n(&((TensorObject *)tensor)->handle, &expected, NULL, false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST))
    drop_handle(handle);
}

void take_again(PyObject *tensor, Handle *handle) {
  Handle *none = NULL;
  Py_INCREF((PyObject *)handle);
  if (!__atomic_compare_exchange_n(&((TensorObject *)tensor)->handle, &none, handle, false, __ATOMIC_SEQ_CST,
                                   __ATOMIC_SEQ_CST))
    Py_DECREF((PyObject *)handle);
}
#endif

void exchange_handles(TensorObject *a, TensorObject *b) {
  Handle *of_a = set_handle(a, NULL);
  drop_handle(set_handle(a, set_handle(b, of_a)));
}

void move_handle(TensorObject *made, TensorObject *from) {
  if (UNLIKELY(hosting)) forget_object(from);
  drop_handle(set_handle(made, set_handle(from, NULL)));
  swap_known(made, from);
}

void let_close(PyObject *tensor) {
  is_open(tensor);
  forget((TensorObject *)tensor);
  let_go_of_handle(tensor);
}

/* Drops a tensor that nobody will see, with an exception pending. */
static PyObject *give_up(PyObject *tensor) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  let_close(tensor);
  Py_DECREF(tensor);
  PyErr_Restore(type, value, traceback);
  return NULL;
}

/* Sets up a strategy written in Python: finalizer(handle, owner) keeps the owner until the handle goes. */
static int call_finalizer(Handle *handle) {
  PyObject *owner = new_resource(RESOURCE_TENSOR, handle->tensor);
  if (!owner) return -1;
  handle->guard = owner;
  OWNED PyObject *finalizer = get_shared(&core->finalizer);
  PyObject *done = PyObject_CallFunctionObjArgs(finalizer, (PyObject *)handle, owner, NULL);
  Py_XDECREF(done);
  return done ? 0 : -1;
}

/* A handle object for the tensor, which closes it under BY_WEAKREF; without memory the tensor is closed. */
static Handle *new_handle(ptc_tensor tensor) {
  Handle *handle;
  if (!WITHOUT_GIL && LIKELY(spares_count > 0)) {
    handle = spares[--spares_count];
    _Py_NewReference((PyObject *)handle);
  } else if (UNLIKELY(!(handle = PyObject_New(Handle, core->handle_type)))) return ptc_tensor_close(tensor), NULL;
  if (UNLIKELY(strategy == BY_FUNCTION)) ((WatchedHandle *)handle)->weakrefs = ((WatchedHandle *)handle)->owner = NULL;
  handle->tensor = tensor;
  handle->guard = strategy == BY_WEAKREF ? CLOSES : NULL;
  may_be_held((PyObject *)handle);
  return handle;
}

/* Prepares a tensor that Python gets: by its strategy, in its gc() loop, and for those who are told of it. */
static inline int begin_handle(PyObject *to, Handle *handle, ptc_tensor tensor) {
  if (UNLIKELY(strategy == BY_FUNCTION) && call_finalizer(handle) < 0) return -1;
  if (UNLIKELY(peek(&core->sync_marks) != NULL) && marks_are_stale() && set_mark(tensor) < 0) return -1;
  return UNLIKELY(somebody_listens()) && tell(to) < 0 ? -1 : 0;
}

int put_handle(PyObject *to, ptc_tensor tensor, const void *impl) {
  HELD Handle *handle = new_handle(tensor);
  if (UNLIKELY(!handle)) return -1;
  /* Two threads may open it again at once, or close it as soon as it is known. */
  drop_handle(set_handle((TensorObject *)to, WITHOUT_GIL ? (Handle *)Py_NewRef((PyObject *)handle) : handle));
  if (LIKELY(impl != NULL)) remember((TensorObject *)to, impl);
  return begin_handle(to, handle, tensor);
}

/* ---- objects that the graph has kept (identity.c) ---- */

/* A handle of its own again, for an object that the graph has kept; takes over the handle. -1 and an exception, and it
   is closed. */
static int reopen_with(PyObject *self, ptc_tensor tensor) {
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
  const void *impl = impl_of((TensorObject *)self);
  if (!impl || impl == GOING) return NULL;
  const char *error = ptc_tensor_of_identity((void *)impl, &tensor);
  if (error) ptc_error_free(error);
  if (error || !tensor) return NULL;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (reopen_with(self, tensor) < 0) PyErr_Clear();
  PyErr_Restore(type, value, traceback);
  return handle_now(self);
}

/* ---- new tensors ---- */

PyObject *adopt(ptc_tensor tensor) {
  if (UNLIKELY(!tensor)) Py_RETURN_NONE;
  bool may_be_known;
  const void *impl = ptc_tensor_identity(tensor, &may_be_known);
  if (UNLIKELY(may_be_known)) {
    PyObject *known = find_known(impl);
    if (known && LIKELY(has_handle(known))) return ptc_tensor_close(tensor), known;
    if (known) return reopen_with(known, tensor) < 0 ? Py_DECREF(known), NULL : known;
  }
  return adopt_as(core->tensor_type, tensor, impl);
}

PyObject *adopt_as(PyTypeObject *type, ptc_tensor tensor, const void *impl) {
  PyObject *made = LIKELY(type == core->tensor_type) ? new_tensor() : type->tp_alloc(type, 0);
  if (UNLIKELY(!made)) return ptc_tensor_close(tensor), NULL;
  if (WITHOUT_GIL) return LIKELY(put_handle(made, tensor, impl) == 0) ? made : give_up(made);
  Handle *handle = new_handle(tensor);
  if (UNLIKELY(!handle)) return give_up(made);
  ((TensorObject *)made)->handle = handle;
  if (LIKELY(impl != NULL)) remember((TensorObject *)made, impl);
  return LIKELY(begin_handle(made, handle, tensor) == 0) ? made : give_up(made);
}

/* ---- handles that libtorch lends to callbacks, and theirs for it ---- */

PyObject *keep(ptc_tensor lent) {
  ptc_tensor own = NULL;
  const char *error = lent ? ptc_tensor_share(lent, &own) : NULL;
  return error ? raise_error(error) : adopt(own);
}

PyObject *keep_all(const ptc_tensor *lent, int64_t count) {
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (Py_ssize_t i = 0; out && i < count; ++i) {
    PyObject *one = keep(lent[i]);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  return out;
}

int give(PyObject *tensor, ptc_tensor *out) {
  if (tensor == Py_None) return 0;
  if (!is_tensor(tensor)) {
    PyErr_Format(PyExc_TypeError, "expected Variable, but hook returned '%.100s'", Py_TYPE(tensor)->tp_name);
    return -1;
  }
  HELD const Handle *handle = open_handle(tensor);
  if (!handle) return -1;
  const char *error = ptc_tensor_share(handle->tensor, out);
  if (error) raise_error(error);
  return error ? -1 : 0;
}

/* ---- for Python ---- */

/* close(tensor): lets go of its handle, which is closed once no call in flight holds it; nothing if it is closed */
static PyObject *close_tensor(PyObject *UNUSED(self), PyObject *tensor) {
  if (!is_tensor(tensor))
    return PyErr_Format(PyExc_TypeError, "a Tensor is needed, got %.100s", Py_TYPE(tensor)->tp_name);
  let_close(tensor);
  Py_RETURN_NONE;
}

/* Handles of a strategy, which is chosen before there is one. */
static int use_handles(PyObject *module, PyType_Spec *spec) {
  PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
  if (!type) return -1;
  while (spares_count) {
    PyTypeObject *before = Py_TYPE(spares[--spares_count]);
    PyObject_Free(spares[spares_count]);
    Py_DECREF(before);
  }
  Py_XSETREF(core->handle_type, type);
  return 0;
}

/* use_weakref(deferred): the end of the handle closes, or puts aside */
static PyObject *use_weakref(PyObject *self, PyObject *later) {
  if (use_handles(self, &handle_spec) < 0) return NULL;
  strategy = BY_WEAKREF;
  deferred = PyObject_IsTrue(later);
  Py_RETURN_NONE;
}

/* use_hand(by_user_only): only close(tensor) closes */
static PyObject *use_hand(PyObject *self, PyObject *only) {
  if (use_handles(self, &handle_spec) < 0) return NULL;
  strategy = BY_HAND;
  by_user_only = PyObject_IsTrue(only);
  Py_RETURN_NONE;
}

/* use_function(f): f(handle, owner) for each new handle */
static PyObject *use_function(PyObject *self, PyObject *function) {
  if (use_handles(self, &watched_spec) < 0) return NULL;
  put_shared(&core->finalizer, Py_NewRef(function));
  strategy = BY_FUNCTION;
  Py_RETURN_NONE;
}

/* untrack(object): the collector does not see it any more */
static PyObject *untrack(PyObject *UNUSED(self), PyObject *object) {
  if (PyObject_IS_GC(object)) PyObject_GC_UnTrack(object);
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"close", close_tensor, METH_O, NULL}, {"use_weakref", use_weakref, METH_O, NULL},
    {"use_hand", use_hand, METH_O, NULL},  {"use_function", use_function, METH_O, NULL},
    {"untrack", untrack, METH_O, NULL},    {NULL, NULL, 0, NULL},
};

int install_handles(PyObject *module) {
  return use_handles(module, &handle_spec) < 0 ? -1 : PyModule_AddFunctions(module, methods);
}
