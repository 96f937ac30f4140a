/* Handles, and how each is closed when its Tensor goes.

   The default is a weak reference to the handle object, not to the Tensor. That object is held by the
   Tensor and by every C call in flight, so an early close() cannot pull the memory from under another
   thread; and the collector does not track it, so finalizers in a garbage cycle still find their tensors open.

   A dead handle and its weak reference, still linked, wait for the next tensor: to make both anew, and to have CPython
   call the callback, takes 800 instructions, a tenth of x + y.

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

typedef struct {
  PyWeakReference base;
  ptc_tensor tensor;
} Reference;

/* Dead handles whose only weak reference is their own. Without a GIL two threads would take the same one: none is kept. */
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
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  Py_XDECREF(self->owner);
  if (WITHOUT_GIL && self->guard == WATCHED) close_now(self->tensor);
  if (self->guard == GIVEN_UP || (!self->guard && strategy == BY_HAND && !by_user_only)) ptc_tensor_close(self->tensor);
  if (self->guard && self->guard != WATCHED && self->guard != GIVEN_UP) {
    close_resource((Resource *)self->guard);
    Py_DECREF(self->guard);
  }
  PyErr_Restore(type, value, traceback);
}

/* The Reference, where nothing but itself knows of it and nothing else watches the handle; else NULL. */
static Reference *only_watcher(const Handle *handle) {
  PyWeakReference *found = (PyWeakReference *)handle->weakrefs;
  if (!found || !Py_IS_TYPE(found, core->reference_type) || found->wr_next || Py_REFCNT(found) != 1) return NULL;
  return (Reference *)found;
}

/* Does what CPython would do through the Reference; 0 where CPython must. */
static int die_at_once(Handle *handle) {
  Reference *reference = only_watcher(handle);
  if (!reference || spares_count == MOST_SPARES) return 0;
  ptc_tensor tensor = reference->tensor;
  reference->tensor = handle->tensor = NULL;
  if (UNLIKELY(PyErr_Occurred() != NULL)) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    close_now(tensor);
    PyErr_Restore(type, value, traceback);
  } else close_now(tensor);
  if (UNLIKELY(spares_count == MOST_SPARES)) { /* a hook's end dropped tensors meanwhile */
    Py_DECREF(reference);
    return 0;
  }
  Py_CLEAR(handle->owner);
  spares[spares_count++] = handle;
  return 1;
}

static void handle_dealloc(PyObject *self) {
  if (!WITHOUT_GIL && LIKELY(strategy == BY_WEAKREF) && LIKELY(die_at_once((Handle *)self))) return;
  PyTypeObject *type = Py_TYPE(self);
  if (((Handle *)self)->weakrefs) PyObject_ClearWeakRefs(self);
  if (UNLIKELY(strategy != BY_WEAKREF || WITHOUT_GIL)) close_what_is_left((Handle *)self);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject *handle_address(PyObject *self, void *UNUSED(closure)) {
  return PyLong_FromVoidPtr(((Handle *)self)->tensor);
}

static PyMemberDef handle_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Handle, weakrefs), READONLY, NULL},
    {"owner", T_OBJECT, offsetof(Handle, owner), 0, "What a finalizer strategy keeps with it."},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef handle_getset[] = {
    {"address", handle_address, NULL, "The ptc_tensor, as an int.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot handle_slots[] = {
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_members, handle_members},
    {Py_tp_getset, handle_getset},
    {0, NULL},
};
static PyType_Spec handle_spec = {
    .name = "pytorch_c._boundary._core.Handle",
    .basicsize = sizeof(Handle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = handle_slots,
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

/* ---- the default's weak reference ---- */

/* Runs when the handle object goes; CPython keeps a pending exception aside meanwhile. The GIL stays: without it
   threads would switch in the middle of a collection, and at the end of the process this one might never get it back. */
static PyObject *handle_died(PyObject *UNUSED(self), PyObject *reference) {
  if (!Py_IS_TYPE(reference, core->reference_type) || ((Reference *)reference)->base.wr_object != Py_None)
    return PyErr_Format(PyExc_RuntimeError, "only the death of a handle calls this");
  ptc_tensor tensor = take_pointer((void **)&((Reference *)reference)->tensor);
  if (tensor) {
    close_now(tensor);
    Py_DECREF(reference); /* it kept itself alive until now */
  }
  Py_RETURN_NONE;
}

static void reference_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  _PyWeakref_RefType.tp_dealloc(self);
  Py_DECREF(type);
}
static PyType_Slot reference_slots[] = {{Py_tp_dealloc, reference_dealloc}, {0, NULL}};
static PyType_Spec reference_spec = {
    .name = "pytorch_c._boundary._core.Reference",
    .basicsize = sizeof(Reference),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = reference_slots,
};

/* Closes the tensor when the handle object that holds it goes. */
static int watch(Handle *handle) {
  if (WITHOUT_GIL)
    return handle->guard = WATCHED, 0; /* the handle's own end closes: a Reference for each takes locks */
  PyObject *args = core->spare_arguments;
  if (args) core->spare_arguments = NULL; /* a collection in here may come back to this function */
  if (!args) {
    if (!(args = PyTuple_New(2))) return -1;
    PyObject_GC_UnTrack(args); /* nobody may find it empty */
  }
  PyTuple_SET_ITEM(args, 0, Py_NewRef((PyObject *)handle));
  PyTuple_SET_ITEM(args, 1, Py_NewRef(core->on_death));
  PyObject *reference = core->reference_type->tp_new(core->reference_type, args, NULL);
  PyTuple_SET_ITEM(args, 0, NULL);
  PyTuple_SET_ITEM(args, 1, NULL);
  Py_DECREF(handle);
  Py_DECREF(core->on_death);
  if (core->spare_arguments) Py_DECREF(args);
  else core->spare_arguments = args;
  if (!reference) return -1;
  PyObject_GC_UnTrack(reference); /* nothing to find in it */
  ((Reference *)reference)->tensor = handle->tensor;
  handle->guard = WATCHED;
  return 0;
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

/* A handle object for the tensor, with its Reference under BY_WEAKREF; where that fails, the tensor is closed. */
static Handle *new_handle(ptc_tensor tensor) {
  if (!WITHOUT_GIL && LIKELY(spares_count > 0)) {
    Handle *handle = spares[--spares_count];
    _Py_NewReference((PyObject *)handle);
    handle->tensor = ((Reference *)handle->weakrefs)->tensor = tensor;
    return handle;
  }
  Handle *handle = PyObject_New(Handle, core->handle_type);
  if (UNLIKELY(!handle)) return ptc_tensor_close(tensor), NULL;
  handle->tensor = tensor;
  handle->weakrefs = handle->owner = handle->guard = NULL;
  may_be_held((PyObject *)handle);
  if (strategy != BY_WEAKREF || LIKELY(watch(handle) == 0)) return handle;
  Py_DECREF(handle);
  ptc_tensor_close(tensor);
  return NULL;
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

/* use_weakref(deferred): the handle's weak reference closes, or puts aside */
static PyObject *use_weakref(PyObject *UNUSED(self), PyObject *later) {
  strategy = BY_WEAKREF;
  deferred = PyObject_IsTrue(later);
  Py_RETURN_NONE;
}

/* use_hand(by_user_only): only close(tensor) closes */
static PyObject *use_hand(PyObject *UNUSED(self), PyObject *only) {
  strategy = BY_HAND;
  by_user_only = PyObject_IsTrue(only);
  Py_RETURN_NONE;
}

/* use_function(f): f(handle, owner) for each new handle */
static PyObject *use_function(PyObject *UNUSED(self), PyObject *function) {
  put_shared(&core->finalizer, Py_NewRef(function));
  strategy = BY_FUNCTION;
  Py_RETURN_NONE;
}

/* untrack(object): the collector does not see it any more */
static PyObject *untrack(PyObject *UNUSED(self), PyObject *object) {
  if (PyObject_IS_GC(object)) PyObject_GC_UnTrack(object);
  Py_RETURN_NONE;
}

static PyMethodDef death_method = {"handle_died", handle_died, METH_O, NULL};
static PyMethodDef methods[] = {
    {"close", close_tensor, METH_O, NULL}, {"use_weakref", use_weakref, METH_O, NULL},
    {"use_hand", use_hand, METH_O, NULL},  {"use_function", use_function, METH_O, NULL},
    {"untrack", untrack, METH_O, NULL},    {NULL, NULL, 0, NULL},
};

int install_handles(PyObject *module) {
  PyObject *bases = PyTuple_Pack(1, (PyObject *)&_PyWeakref_RefType);
  core->handle_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &handle_spec, NULL);
  core->reference_type = bases ? (PyTypeObject *)PyType_FromModuleAndSpec(module, &reference_spec, bases) : NULL;
  Py_XDECREF(bases);
  core->on_death = PyCFunction_New(&death_method, NULL);
  if (!core->handle_type || !core->reference_type || !core->on_death) return -1;
  return PyModule_AddFunctions(module, methods);
}
