/* Operators of Python's own: a callable as a kernel of libtorch's dispatcher. It is given the call's address, by which
   it returns its results (pytorch_c/_boundary/records.py), and a tuple of the arguments. */
#include "callbacks.h"

static const char *on_kernel(void *context, void *call, const ptc_value *args, int64_t count) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = PyTuple_New((Py_ssize_t)count), *done = NULL;
  for (int64_t i = 0; given && i < count; ++i) {
    PyObject *one = value_object((ptc_value *)args + i);
    if (one) PyTuple_SET_ITEM(given, (Py_ssize_t)i, one);
    else Py_CLEAR(given);
  }
  if (given) done = PyObject_CallFunction((PyObject *)context, "NO", PyLong_FromVoidPtr(call), given);
  error = done ? NULL : host_error();
  Py_XDECREF(given);
  Py_XDECREF(done);
  LEAVE_PYTHON
  return error;
}

/* library_impl(name, overload, dispatch key, callable) -> Resource: the kernel stays until it is closed */
static PyObject *library_impl(PyObject *UNUSED(self), PyObject *args) {
  const char *name, *overload, *key;
  PyObject *function;
  if (!PyArg_ParseTuple(args, "sssO", &name, &overload, &key, &function)) return NULL;
  if (!PyCallable_Check(function)) return PyErr_Format(PyExc_TypeError, "library_impl(): a callable is needed");
  ptc_library out;
  const char *error = ptc_library_impl(name, overload, key, on_kernel, Py_NewRef(function), let_go, &out);
  return error ? raise_error(error) : new_resource('r', out);
}

/* library_return(call, index, address of the value) */
static PyObject *library_return(PyObject *UNUSED(self), PyObject *args) {
  PyObject *call, *value;
  long long index;
  if (!PyArg_ParseTuple(args, "O!LO!", &PyLong_Type, &call, &index, &PyLong_Type, &value)) return NULL;
  const char *error = ptc_library_return(PyLong_AsVoidPtr(call), index, PyLong_AsVoidPtr(value));
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"library_impl", library_impl, METH_VARARGS, NULL},
                                  {"library_return", library_return, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

int install_library(PyObject *module) { return PyModule_AddFunctions(module, functions); }
