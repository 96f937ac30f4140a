/* Operators of Python's own: a callable as a kernel of libtorch's dispatcher. It is given the call's address, by which
   it returns its results (pytorch_c/_boundary/records.py), and a tuple of the arguments. */
#include "core.h"
#include "callbacks.h"
#include "forking.h"
#include "install.h"
#include "resource.h"
#include "results.h"
#include "values.h"

static const char *on_kernel(void *context, void *call, const ptc_value *args, int64_t count) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = value_objects(args, count), *done = NULL;
  if (given) done = PyObject_CallFunction((PyObject *)context, "NN", PyLong_FromVoidPtr(call), given);
  error = done ? NULL : host_error();
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
  return error ? raise_error(error) : new_resource(RESOURCE_LIBRARY, out);
}

static const char *on_fallback(void *context, void *call, const char *name, const char *overload, const ptc_value *args,
                               int64_t count) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = value_objects(args, count), *done = NULL;
  if (given) done = PyObject_CallFunction((PyObject *)context, "NssN", PyLong_FromVoidPtr(call), name, overload, given);
  error = done ? NULL : host_error();
  Py_XDECREF(done);
  LEAVE_PYTHON
  return error;
}

/* library_fallback(dispatch key, callable) -> Resource: f(call, name, overload, arguments) for every operator */
static PyObject *library_fallback(PyObject *UNUSED(self), PyObject *args) {
  const char *key;
  PyObject *function;
  if (!PyArg_ParseTuple(args, "sO", &key, &function)) return NULL;
  if (!PyCallable_Check(function)) return PyErr_Format(PyExc_TypeError, "library_fallback(): a callable is needed");
  ptc_library out;
  const char *error = ptc_library_fallback(key, on_fallback, Py_NewRef(function), let_go, &out);
  return error ? raise_error(error) : new_resource(RESOURCE_LIBRARY, out);
}

/* library_redispatch(call): what comes after the kernel's key computes the results of the call */
static PyObject *library_redispatch(PyObject *UNUSED(self), PyObject *call) {
  void *running = PyLong_AsVoidPtr(call);
  if (!running && PyErr_Occurred()) return NULL;
  const char *error;
  BEGIN_CALL
  error = ptc_library_redispatch(running);
  END_CALL
  if (error) return raise_error(error);
  Py_RETURN_NONE;
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
                                  {"library_fallback", library_fallback, METH_VARARGS, NULL},
                                  {"library_redispatch", library_redispatch, METH_O, NULL},
                                  {NULL, NULL, 0, NULL}};

int install_library(PyObject *module) { return PyModule_AddFunctions(module, functions); }
