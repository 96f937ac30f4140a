/* How a handle is closed when its Tensor goes.

   The default is a weak reference to the cffi handle object, not to the Tensor.
   That object is held by the Tensor and by every C call in flight, so an early
   close() cannot pull the memory from under another thread; and the collector
   does not track it, so finalizers in a garbage cycle still find their tensors
   open.  All state here is guarded by the GIL; no lock is taken. */

typedef struct {
  PyWeakReference base;
  ptc_tensor handle;
} HandleRef;

static PyTypeObject HandleRef_Type = {PyVarObject_HEAD_INIT(NULL, 0)};
static PyObject *on_death, *spare_args;

static enum { BY_WEAKREF, BY_HAND, BY_FUNCTION } strategy;
static int deferred;        /* BY_WEAKREF: put aside instead of closing */
static PyObject *finalizer; /* BY_FUNCTION: f(tensor, handle) sets one up */
static int by_user_only;    /* BY_HAND: nor does Tensor.__del__ call close() */

static PyObject **handle_slot(PyObject *tensor) { return (PyObject **)((char *)tensor + handle_offset); }

/* Runs when the handle object goes; CPython keeps a pending exception aside
   meanwhile.  The GIL stays: without it threads would switch in the middle of a
   collection, and at the end of the process this one might never get it back. */
static PyObject *handle_died(PyObject *Py_UNUSED(self), PyObject *ref) {
  ptc_tensor handle = ((HandleRef *)ref)->handle;
  ((HandleRef *)ref)->handle = NULL;
  if (handle) {
    if (deferred) ptc_tensor_close_later(handle);
    else ptc_tensor_close(handle);
    Py_DECREF(ref); /* it kept itself alive until now */
  }
  Py_RETURN_NONE;
}

/* Closes `handle` when the cffi object that holds it goes. */
static int watch(PyObject *cdata, ptc_tensor handle) {
  PyObject *args = spare_args;
  spare_args = NULL; /* a collection in here may come back to this function */
  if (!args) {
    if (!(args = PyTuple_New(2))) return -1;
    PyObject_GC_UnTrack(args); /* nobody may find it empty */
  }
  PyTuple_SET_ITEM(args, 0, Py_NewRef(cdata));
  PyTuple_SET_ITEM(args, 1, Py_NewRef(on_death));
  PyObject *ref = HandleRef_Type.tp_new(&HandleRef_Type, args, NULL);
  PyTuple_SET_ITEM(args, 0, NULL);
  PyTuple_SET_ITEM(args, 1, NULL);
  Py_DECREF(cdata);
  Py_DECREF(on_death);
  if (spare_args) Py_DECREF(args);
  else spare_args = args;
  if (!ref) return -1;
  PyObject_GC_UnTrack(ref); /* nothing to find in it */
  ((HandleRef *)ref)->handle = handle;
  return 0;
}

/* Sets up the finalizer of a strategy written in Python. */
static int call_finalizer(PyObject *tensor, PyObject *cdata, ptc_tensor handle) {
  PyObject *done = PyObject_CallFunctionObjArgs(finalizer, tensor, cdata, NULL);
  Py_XDECREF(done);
  if (done) return 0;
  Py_SETREF(*handle_slot(tensor), Py_NewRef(Py_None));
  ptc_tensor_close(handle);
  return -1;
}

/* close(tensor): lets go of its handle, which is closed once no call in flight
   holds it; nothing if it is closed.  Two threads may try at once. */
static PyObject *close_tensor(PyObject *Py_UNUSED(self), PyObject *tensor) {
  if (!PyObject_TypeCheck(tensor, tensor_type)) return PyErr_Format(PyExc_TypeError, "a Tensor is needed, got %.100s", Py_TYPE(tensor)->tp_name);
  PyObject *cdata = *handle_slot(tensor);
  if (!cdata || cdata == Py_None) Py_RETURN_NONE;
  *handle_slot(tensor) = Py_NewRef(Py_None);
  int failed = 0;
  if (strategy == BY_HAND) {
    ptc_tensor handle = open_handle(cdata);
    if (handle && Py_REFCNT(cdata) == 1) ptc_tensor_close(handle);
    else failed = !handle || watch(cdata, handle) < 0;
  }
  Py_DECREF(cdata);
  if (failed) return NULL;
  Py_RETURN_NONE;
}

/* Drops a tensor that nobody will see, with an exception pending. */
static void give_up(PyObject **tensor) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyObject *none = close_tensor(NULL, *tensor);
  Py_XDECREF(none);
  Py_CLEAR(*tensor);
  PyErr_Restore(type, value, traceback);
}

/* use_weakref(deferred): the handle's weak reference closes, or puts aside */
static PyObject *use_weakref(PyObject *Py_UNUSED(self), PyObject *later) {
  strategy = BY_WEAKREF;
  deferred = PyObject_IsTrue(later);
  Py_RETURN_NONE;
}

/* use_hand(by_user_only): only close(tensor) closes */
static PyObject *use_hand(PyObject *Py_UNUSED(self), PyObject *only) {
  strategy = BY_HAND;
  by_user_only = PyObject_IsTrue(only);
  Py_RETURN_NONE;
}

/* use_function(f): f(tensor, handle) for each new tensor */
static PyObject *use_function(PyObject *Py_UNUSED(self), PyObject *function) {
  Py_XSETREF(finalizer, Py_NewRef(function));
  strategy = BY_FUNCTION;
  Py_RETURN_NONE;
}

/* untrack(object): the collector does not see it any more */
static PyObject *untrack(PyObject *Py_UNUSED(self), PyObject *object) {
  if (PyObject_IS_GC(object)) PyObject_GC_UnTrack(object);
  Py_RETURN_NONE;
}

static PyMethodDef death_method = {"handle_died", handle_died, METH_O, NULL};
static PyMethodDef closing_methods[] = {
    {"close", close_tensor, METH_O, NULL},
    {"use_weakref", use_weakref, METH_O, NULL},
    {"use_hand", use_hand, METH_O, NULL},
    {"use_function", use_function, METH_O, NULL},
    {"untrack", untrack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int install_closing(PyObject *module) {
  if (on_death) return 0;
  HandleRef_Type.tp_name = "pytorch_c._accel.HandleRef";
  HandleRef_Type.tp_basicsize = sizeof(HandleRef);
  HandleRef_Type.tp_base = &_PyWeakref_RefType;
  HandleRef_Type.tp_flags = Py_TPFLAGS_DEFAULT;
  if (PyType_Ready(&HandleRef_Type) < 0 || PyModule_AddFunctions(module, closing_methods) < 0) return -1;
  return (on_death = PyCFunction_New(&death_method, NULL)) ? 0 : -1;
}
