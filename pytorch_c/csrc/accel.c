/* The few lines of CPython that the cffi module carries: from a handle to a
   Tensor with its finalizer (closing.c), from a tensor to a shape or a number,
   scopes (scopes.c), what gc() needs (collecting.c), what a tensor says of itself
   (properties.c), tensor() of plain numbers (numbers.c), overloads (choosing.c),
   warnings (warnings.c) and DLPack (dlpack.c).  Put into sys.modules as pytorch_c._accel;
   pytorch_c/_boundary/handle.py gives it to the rest of the package. */

static PyTypeObject *tensor_type, *size_type;
static Py_ssize_t handle_offset;
static struct _cffi_ctypedescr *many_ctype, *list_ctype, *node_ctype;
static PyObject *throw_function;

static void let_go(void *owner);
static ptc_tensor open_handle(PyObject *cdata);
static PyObject *throw_error(const void *tagged);

#include "closing.c"
#include "scopes.c"
#include "collecting.c"

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
  if (strategy == BY_WEAKREF && watch(cdata, handle) < 0) {
    ptc_tensor_close(handle);
    return NULL;
  }
  PyObject *tensor = tensor_type->tp_alloc(tensor_type, 0);
  if (!tensor) {
    if (strategy != BY_WEAKREF) ptc_tensor_close(handle);
    return NULL;
  }
  *handle_slot(tensor) = Py_NewRef(cdata);
  if (strategy == BY_FUNCTION && call_finalizer(tensor, cdata, handle) < 0) Py_CLEAR(tensor);
  else if (marks_are_stale() && set_mark(handle) < 0) give_up(&tensor);
  else if (somebody_listens() && tell(tensor) < 0) give_up(&tensor);
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

/* wrap_same(handle, tensor) -> tensor, where it is the very same one for libtorch, as from contiguous(); else wrap(handle) */
static PyObject *wrap_same(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2) return PyErr_Format(PyExc_TypeError, "wrap_same() takes 2 arguments, got %zd", count);
  ptc_tensor handle = (ptc_tensor)_cffi_to_c_pointer(args[0], tensor_ctype);
  if (!handle || is_error(handle) || !PyObject_TypeCheck(args[1], tensor_type)) return wrap(NULL, args[0]);
  PyObject *own = *handle_slot(args[1]);
  ptc_tensor before = !own || own == Py_None ? NULL : (ptc_tensor)_cffi_to_c_pointer(own, tensor_ctype);
  bool same = false;
  const char *error = before ? ptc_tensor_is_same(handle, before, &same) : NULL;
  ptc_error_free(error);
  if (!same) return adopt(args[0], handle);
  ptc_tensor_close(handle);
  return Py_NewRef(args[1]);
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

/* A tuple of the Tensors of a list, which is closed. */
static PyObject *take_list(ptc_tensor_list results) {
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

/* wrap_list(tensor_list) -> tuple of Tensors; closes the list */
static PyObject *wrap_list(PyObject *Py_UNUSED(self), PyObject *cdata) {
  ptc_tensor_list results = (ptc_tensor_list)_cffi_to_c_pointer(cdata, list_ctype);
  if (!results && PyErr_Occurred()) return NULL;
  if (is_error(results)) return throw_error(results);
  return take_list(results);
}

static ptc_tensor open_handle(PyObject *cdata) {
  ptc_tensor handle = (ptc_tensor)_cffi_to_c_pointer(cdata, tensor_ctype);
  if (!handle && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tensor handle is needed, got NULL");
  return handle;
}

/* A new tuple with the numbers in it; NULL if it is NULL, or there is no memory. */
static PyObject *filled(PyObject *tuple, const int64_t *numbers, int64_t count) {
  for (int64_t i = 0; tuple && i < count; ++i) {
    PyObject *one = PyLong_FromLongLong(numbers[i]);
    if (one) PyTuple_SET_ITEM(tuple, i, one);
    else Py_CLEAR(tuple);
  }
  return tuple;
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
  out = filled(out, sizes, dim);
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
  AFTER_CALL(error, );
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
  AFTER_CALL(error, ptc_tensor_close(out));
  Py_END_ALLOW_THREADS
  PyMem_Free(size);
  PyMem_Free(stride);
  return error ? throw_error(error) : adopt_new(out);
}

#include "accel_tensor.c"
#include "properties.c"
#include "numbers.c"
#include "choosing.c"
#include "callbacks.c"
#include "dlpack.c"
#include "warnings.c"

/* ---- setting up ---- */

/* setup(Tensor, Tensor._h, Size, (ctypes, as below), throw, dtypes by number,
   device of numbers) */
static PyObject *setup(PyObject *Py_UNUSED(self), PyObject *args) {
  PyObject *slot;
  struct _cffi_ctypedescr *ints, *tensors;
  if (!PyArg_ParseTuple(args, "O!O!O!(OOOOOO)OO!O", &PyType_Type, &tensor_type, &PyMemberDescr_Type, &slot, &PyType_Type, &size_type,
                        &tensor_ctype, &many_ctype, &list_ctype, &node_ctype, &ints, &tensors, &throw_function, &PyTuple_Type, &dtypes,
                        &device_of_numbers))
    return NULL;
  handle_offset = ((PyMemberDescrObject *)slot)->d_member->offset;
  PyObject *kept[] = {(PyObject *)tensor_type, (PyObject *)size_type, (PyObject *)tensor_ctype, (PyObject *)many_ctype, (PyObject *)list_ctype,
                      (PyObject *)node_ctype, (PyObject *)ints, (PyObject *)tensors, throw_function, dtypes, device_of_numbers};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) Py_INCREF(kept[i]);
  if (add_properties() < 0) return NULL;
  ints_ctype = ints;
  tensors_ctype = tensors;
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"setup", setup, METH_VARARGS, NULL},
    {"wrap", wrap, METH_O, NULL},
    {"wrap_same", (PyCFunction)(void (*)(void))wrap_same, METH_FASTCALL, NULL},
    {"wrap_many", wrap_many, METH_O, NULL},
    {"wrap_list", wrap_list, METH_O, NULL},
    {"shape", shape, METH_O, NULL},
    {"item", item, METH_O, NULL},
    {"scalar", scalar, METH_O, NULL},
    {"share", share, METH_VARARGS, NULL},
    {"numbers", (PyCFunction)(void (*)(void))numbers, METH_FASTCALL, NULL},
    {"lists", lists, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int install(void) {
  /* What is above belongs to one interpreter; _boundary/handle.py refuses the others. */
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) return 0;
  PyObject *module = PyImport_AddModule("pytorch_c._accel"); /* borrowed */
  if (!module || PyModule_AddFunctions(module, methods) < 0 || PyModule_AddFunctions(module, tensor_methods) < 0 ||
      PyModule_AddFunctions(module, property_functions) < 0 || PyModule_AddFunctions(module, factories) < 0 ||
      PyModule_AddFunctions(module, dlpack_methods) < 0 || install_callbacks(module) < 0 || install_warnings(module) < 0 || install_choosing(module) < 0)
    return -1;
  if (install_closing(module) < 0 || install_collecting(module) < 0 || PyModule_AddFunctions(module, scope_methods) < 0) return -1;
  if (!zero_float && !(zero_float = PyFloat_FromDouble(0.0))) return -1;
  for (int i = 0; i < 6; ++i)
    if (!kinds[i] && !(kinds[i] = PyLong_FromLong(i))) return -1;
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
