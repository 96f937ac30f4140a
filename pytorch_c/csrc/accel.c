/* The few lines of CPython that the cffi module carries: from a handle to a
   Tensor with its finalizer, and from a tensor to a shape or a number.  Put
   into sys.modules as pytorch_c._accel; pytorch_c/_handle.py is its only user.

   The finalizer is a weak reference to the cffi handle object, not to the
   Tensor.  That object is held by the Tensor and by every C call in flight, so
   an early close() cannot pull the memory from under another thread; and the
   collector does not track it, so finalizers in a garbage cycle still find
   their tensors open. */

/* ---- the weak reference that closes a handle ---- */

typedef struct {
  PyWeakReference base;
  ptc_tensor handle;
} HandleRef;

static PyTypeObject HandleRef_Type = {PyVarObject_HEAD_INIT(NULL, 0)};
static PyTypeObject *tensor_type, *size_type;
static Py_ssize_t handle_offset;
static struct _cffi_ctypedescr *tensor_ctype, *many_ctype, *list_ctype;
static PyObject *on_death, *spare_args, *throw_function, *finalizer, *tracer;

/* ---- deferred strategy: handles that wait to be closed together ---- */

static int deferred;
static struct {
  ptc_tensor *handles;
  size_t count, room;
} queue;

/* The GIL guards the queue; no lock is taken.  Without memory for it the
   handle is closed at once. */
static void close_later(ptc_tensor handle) {
  if (queue.count == queue.room) {
    size_t room = queue.room ? queue.room * 2 : 256;
    ptc_tensor *grown = realloc(queue.handles, room * sizeof *grown);
    if (!grown) {
      ptc_tensor_close(handle);
      return;
    }
    queue.handles = grown;
    queue.room = room;
  }
  queue.handles[queue.count++] = handle;
}

static size_t flush_queue(void) {
  size_t closed = 0;
  while (queue.count) {
    ptc_tensor_close(queue.handles[--queue.count]);
    ++closed;
  }
  return closed;
}

/* Runs when the handle object goes.  The GIL stays: a finalizer that waits for
   a lock could switch threads in the middle of a collection. */
static PyObject *handle_died(PyObject *Py_UNUSED(self), PyObject *ref) {
  ptc_tensor handle = ((HandleRef *)ref)->handle;
  ((HandleRef *)ref)->handle = NULL;
  if (handle) {
    if (deferred) close_later(handle);
    else ptc_tensor_close(handle);
    Py_DECREF(ref); /* it kept itself alive until now */
  }
  Py_RETURN_NONE;
}

/* Closes `handle` when the cffi object that holds it goes. */
static int watch(PyObject *cdata, ptc_tensor handle) {
  PyObject *args = spare_args;
  spare_args = NULL; /* a collection in here may come back to this function */
  if (!args && !(args = PyTuple_New(2))) return -1;
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

/* ---- results ---- */

static PyObject *throw_error(const void *tagged) {
  PyObject *address = PyLong_FromVoidPtr((void *)((uintptr_t)tagged & ~(uintptr_t)1));
  if (!address) return NULL;
  PyObject *none = PyObject_CallOneArg(throw_function, address);
  Py_DECREF(address);
  Py_XDECREF(none);
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "an error of the C library was not raised");
  return NULL;
}

static int is_error(const void *result) { return (uintptr_t)result & 1; }

/* A Tensor of `cdata`, which holds `handle`; takes over the handle. */
static PyObject *adopt(PyObject *cdata, ptc_tensor handle) {
  if (queue.count) flush_queue();
  if (!finalizer && watch(cdata, handle) < 0) {
    ptc_tensor_close(handle);
    return NULL;
  }
  PyObject *tensor = tensor_type->tp_alloc(tensor_type, 0);
  if (!tensor) {
    if (finalizer) ptc_tensor_close(handle);
    return NULL;
  }
  *(PyObject **)((char *)tensor + handle_offset) = Py_NewRef(cdata);
  if (!finalizer && !tracer) return tensor;
  PyObject *kept = finalizer ? PyObject_CallFunctionObjArgs(finalizer, tensor, cdata, NULL) : Py_NewRef(Py_None);
  if (kept && tracer) Py_SETREF(kept, PyObject_CallOneArg(tracer, tensor));
  if (!kept) Py_CLEAR(tensor);
  Py_XDECREF(kept);
  return tensor;
}

static PyObject *adopt_new(ptc_tensor handle) {
  if (!handle) Py_RETURN_NONE;
  PyObject *cdata = _cffi_from_c_pointer((char *)handle, tensor_ctype);
  if (!cdata) {
    ptc_tensor_close(handle);
    return NULL;
  }
  PyObject *tensor = adopt(cdata, handle);
  Py_DECREF(cdata);
  return tensor;
}

/* wrap(handle) -> Tensor, or None for NULL; raises what the call failed with */
static PyObject *wrap(PyObject *Py_UNUSED(self), PyObject *cdata) {
  char *handle = _cffi_to_c_pointer(cdata, tensor_ctype);
  if (!handle) {
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
  }
  if (is_error(handle)) return throw_error(handle);
  return adopt(cdata, (ptc_tensor)handle);
}

/* wrap_many(many) -> tuple of Tensors and Nones */
static PyObject *wrap_many(PyObject *Py_UNUSED(self), PyObject *cdata) {
  many results = (many)_cffi_to_c_pointer(cdata, many_ctype);
  if (!results) return NULL;
  if (is_error(results)) return throw_error(results);
  PyObject *out = PyTuple_New(results->count);
  for (int64_t i = 0; i < results->count; ++i) {
    PyObject *one = out ? adopt_new(results->items[i]) : NULL;
    if (!out) ptc_tensor_close(results->items[i]);
    else if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  free(results);
  return out;
}

/* wrap_list(tensor_list) -> tuple of Tensors; closes the list */
static PyObject *wrap_list(PyObject *Py_UNUSED(self), PyObject *cdata) {
  ptc_tensor_list results = (ptc_tensor_list)_cffi_to_c_pointer(cdata, list_ctype);
  if (!results && PyErr_Occurred()) return NULL;
  if (is_error(results)) return throw_error(results);
  int64_t count = ptc_tensor_list_length(results);
  PyObject *out = PyTuple_New(count);
  for (int64_t i = 0; out && i < count; ++i) {
    ptc_tensor handle;
    const char *error = ptc_tensor_list_get(results, i, &handle);
    PyObject *one = error ? throw_error(error) : adopt_new(handle);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  ptc_tensor_list_close(results);
  return out;
}

static ptc_tensor open_handle(PyObject *cdata) {
  ptc_tensor handle = (ptc_tensor)_cffi_to_c_pointer(cdata, tensor_ctype);
  if (!handle && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tensor handle is needed, got NULL");
  return handle;
}

/* shape(handle) -> Size */
static PyObject *shape(PyObject *Py_UNUSED(self), PyObject *cdata) {
  ptc_tensor handle = open_handle(cdata);
  if (!handle) return NULL;
  int64_t few[8], *sizes = few, dim;
  const char *error = ptc_tensor_dim(handle, &dim);
  if (error) return throw_error(error);
  if (dim > 8 && !(sizes = PyMem_Malloc((size_t)dim * sizeof(int64_t)))) return PyErr_NoMemory();
  PyObject *out = NULL;
  if ((error = ptc_tensor_sizes(handle, sizes, dim))) throw_error(error);
  else out = size_type->tp_alloc(size_type, dim);
  for (int64_t i = 0; out && i < dim; ++i) {
    PyObject *one = PyLong_FromLongLong(sizes[i]);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  if (sizes != few) PyMem_Free(sizes);
  return out;
}

/* item(handle) -> int, float, bool or complex */
static PyObject *item(PyObject *Py_UNUSED(self), PyObject *cdata) {
  ptc_tensor handle = open_handle(cdata);
  if (!handle) return NULL;
  ptc_scalar x;
  const char *error;
  Py_BEGIN_ALLOW_THREADS
  error = ptc_tensor_item(handle, &x);
  Py_END_ALLOW_THREADS
  if (error) return throw_error(error);
  switch (x.kind) {
  case PTC_SCALAR_FLOAT: return PyFloat_FromDouble(x.re);
  case PTC_SCALAR_BOOL: return PyBool_FromLong(x.i != 0);
  case PTC_SCALAR_COMPLEX: return PyComplex_FromDoubles(x.re, x.im);
  case PTC_SCALAR_UINT: return PyLong_FromUnsignedLongLong((uint64_t)x.i);
  default: return PyLong_FromLongLong(x.i);
  }
}

/* ---- arguments ---- */

static PyObject *zero_float, *kinds[6];

/* (kind, i, re, im); takes over its objects, of which NULL means 0. */
static PyObject *scalar_tuple(int kind, PyObject *i, PyObject *re, PyObject *im) {
  PyObject *out = PyErr_Occurred() ? NULL : PyTuple_New(4);
  if (!out) {
    Py_XDECREF(i);
    Py_XDECREF(re);
    Py_XDECREF(im);
    return NULL;
  }
  PyTuple_SET_ITEM(out, 0, Py_NewRef(kinds[kind]));
  PyTuple_SET_ITEM(out, 1, i ? i : Py_NewRef(kinds[0]));
  PyTuple_SET_ITEM(out, 2, re ? re : Py_NewRef(zero_float));
  PyTuple_SET_ITEM(out, 3, im ? im : Py_NewRef(zero_float));
  return out;
}

static PyObject *scalar_of_int(PyObject *x) {
  int overflow;
  PyLong_AsLongLongAndOverflow(x, &overflow);
  if (!overflow) return scalar_tuple(PTC_SCALAR_INT, Py_NewRef(x), NULL, NULL);
  if (overflow < 0) return PyErr_Format(PyExc_OverflowError, "int too small for 64 bits");
  unsigned long long u = PyLong_AsUnsignedLongLong(x);
  if (PyErr_Occurred()) return NULL;
  return scalar_tuple(PTC_SCALAR_UINT, PyLong_FromLongLong((long long)u), NULL, NULL);
}

/* scalar(number) -> (kind, i, re, im); numpy numbers and 0-dim tensors too */
static PyObject *scalar(PyObject *self, PyObject *x) {
  if (PyFloat_CheckExact(x)) return scalar_tuple(PTC_SCALAR_FLOAT, NULL, Py_NewRef(x), NULL);
  if (PyBool_Check(x)) return scalar_tuple(PTC_SCALAR_BOOL, Py_NewRef(kinds[x == Py_True]), NULL, NULL);
  if (PyLong_CheckExact(x)) return scalar_of_int(x);
  if (PyFloat_Check(x)) return scalar_tuple(PTC_SCALAR_FLOAT, NULL, PyFloat_FromDouble(PyFloat_AS_DOUBLE(x)), NULL);
  if (PyLong_Check(x)) {
    PyObject *plain = PyNumber_Long(x), *out = plain ? scalar_of_int(plain) : NULL;
    Py_XDECREF(plain);
    return out;
  }
  if (PyComplex_Check(x))
    return scalar_tuple(PTC_SCALAR_COMPLEX, NULL, PyFloat_FromDouble(PyComplex_RealAsDouble(x)), PyFloat_FromDouble(PyComplex_ImagAsDouble(x)));
  PyObject *number = PyObject_HasAttrString(x, "item") ? PyObject_CallMethod(x, "item", NULL) : NULL;
  if (!number && PyErr_Occurred()) return NULL;
  if (!number || PyObject_HasAttrString(number, "item")) {
    Py_XDECREF(number);
    return PyErr_Format(PyExc_TypeError, "a number is needed, got %.100s", Py_TYPE(x)->tp_name);
  }
  PyObject *out = scalar(self, number);
  Py_DECREF(number);
  return out;
}

/* ---- memory of the host's ---- */

static void let_go(void *owner) {
  if (!Py_IsInitialized()) return; /* the process ends: nothing left to free into */
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF((PyObject *)owner);
  PyGILState_Release(state);
}

static int64_t *int_array(PyObject *tuple, Py_ssize_t *count) {
  *count = PyTuple_GET_SIZE(tuple);
  int64_t *out = PyMem_Malloc((size_t)(*count + 1) * sizeof(int64_t));
  if (!out) PyErr_NoMemory();
  for (Py_ssize_t i = 0; out && i < *count; ++i) out[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, i));
  if (out && PyErr_Occurred()) {
    PyMem_Free(out);
    out = NULL;
  }
  return out;
}

/* share(address, sizes, strides, dtype, owner) -> Tensor over the owner's memory */
static PyObject *share(PyObject *Py_UNUSED(self), PyObject *args) {
  PyObject *address, *sizes, *strides, *owner;
  int dtype;
  if (!PyArg_ParseTuple(args, "O!O!O!iO", &PyLong_Type, &address, &PyTuple_Type, &sizes, &PyTuple_Type, &strides, &dtype, &owner))
    return NULL;
  void *data = PyLong_AsVoidPtr(address);
  if (!data && PyErr_Occurred()) return NULL;
  Py_ssize_t n, m;
  int64_t *size = int_array(sizes, &n), *stride = size ? int_array(strides, &m) : NULL;
  if (!stride) {
    PyMem_Free(size);
    return NULL;
  }
  ptc_options options = {dtype, PTC_UNSET, PTC_CPU, PTC_UNSET, PTC_UNSET, PTC_UNSET};
  ptc_tensor out;
  const char *error;
  Py_INCREF(owner);
  Py_BEGIN_ALLOW_THREADS /* let_go, which a failure runs, takes the GIL */
  error = ptc_tensor_from_blob(data, size, n, stride, m, options, let_go, owner, &out);
  Py_END_ALLOW_THREADS
  PyMem_Free(size);
  PyMem_Free(stride);
  return error ? throw_error(error) : adopt_new(out);
}

#include "accel_tensor.c"

/* ---- setting up ---- */

/* close_when_free(handle): closes it with its cffi object, whatever the strategy */
static PyObject *close_when_free(PyObject *Py_UNUSED(self), PyObject *cdata) {
  ptc_tensor handle = open_handle(cdata);
  if (!handle || watch(cdata, handle) < 0) return NULL;
  Py_RETURN_NONE;
}

/* set_finalizer(f): f(tensor, handle) instead of the weak reference; None: back to it */
static PyObject *set_finalizer(PyObject *Py_UNUSED(self), PyObject *function) {
  Py_XSETREF(finalizer, function == Py_None ? NULL : Py_NewRef(function));
  Py_RETURN_NONE;
}

/* set_tracer(f): f(tensor) for each new tensor; None: no more */
static PyObject *set_tracer(PyObject *Py_UNUSED(self), PyObject *function) {
  Py_XSETREF(tracer, function == Py_None ? NULL : Py_NewRef(function));
  Py_RETURN_NONE;
}

/* set_deferred(bool): queue handles instead of closing them */
static PyObject *set_deferred(PyObject *Py_UNUSED(self), PyObject *on) {
  deferred = PyObject_IsTrue(on);
  Py_RETURN_NONE;
}

/* flush() -> how many queued handles it closed */
static PyObject *flush(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(none)) {
  return PyLong_FromSize_t(flush_queue());
}

/* setup(Tensor, Tensor._h, Size, (ctype of a tensor, a many, a list), throw) */
static PyObject *setup(PyObject *Py_UNUSED(self), PyObject *args) {
  PyObject *slot;
  if (!PyArg_ParseTuple(args, "O!O!O!(OOO)O", &PyType_Type, &tensor_type, &PyMemberDescr_Type, &slot, &PyType_Type, &size_type,
                        &tensor_ctype, &many_ctype, &list_ctype, &throw_function))
    return NULL;
  handle_offset = ((PyMemberDescrObject *)slot)->d_member->offset;
  PyObject *kept[] = {(PyObject *)tensor_type, (PyObject *)size_type, (PyObject *)tensor_ctype,
                      (PyObject *)many_ctype, (PyObject *)list_ctype, throw_function};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) Py_INCREF(kept[i]);
  if (add_shape() < 0) return NULL;
  Py_RETURN_NONE;
}

static PyMethodDef death_method = {"handle_died", handle_died, METH_O, NULL};
static PyMethodDef methods[] = {
    {"setup", setup, METH_VARARGS, NULL},
    {"set_finalizer", set_finalizer, METH_O, NULL},
    {"set_tracer", set_tracer, METH_O, NULL},
    {"set_deferred", set_deferred, METH_O, NULL},
    {"flush", flush, METH_NOARGS, NULL},
    {"close_when_free", close_when_free, METH_O, NULL},
    {"wrap", wrap, METH_O, NULL},
    {"wrap_many", wrap_many, METH_O, NULL},
    {"wrap_list", wrap_list, METH_O, NULL},
    {"shape", shape, METH_O, NULL},
    {"item", item, METH_O, NULL},
    {"scalar", scalar, METH_O, NULL},
    {"share", share, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int install(void) {
  HandleRef_Type.tp_name = "pytorch_c._accel.HandleRef";
  HandleRef_Type.tp_basicsize = sizeof(HandleRef);
  HandleRef_Type.tp_base = &_PyWeakref_RefType;
  HandleRef_Type.tp_flags = Py_TPFLAGS_DEFAULT;
  if (PyType_Ready(&HandleRef_Type) < 0) return -1;
  PyObject *module = PyImport_AddModule("pytorch_c._accel"); /* borrowed */
  if (!module || PyModule_AddFunctions(module, methods) < 0 || PyModule_AddFunctions(module, tensor_methods) < 0) return -1;
  if (!zero_float && !(zero_float = PyFloat_FromDouble(0.0))) return -1;
  for (int i = 0; i < 6; ++i)
    if (!kinds[i] && !(kinds[i] = PyLong_FromLong(i))) return -1;
  if (!on_death && !(on_death = PyCFunction_New(&death_method, NULL))) return -1;
  return 0;
}

/* Called once from Python through cffi, which has let go of the GIL. */
int accel_install(void) {
  PyGILState_STATE state = PyGILState_Ensure();
  int result = install();
  if (result < 0) PyErr_Print();
  PyGILState_Release(state);
  return result;
}
