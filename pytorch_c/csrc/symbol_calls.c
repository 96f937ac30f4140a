/* Calls of libtorch's to the node of a symbol, and the symbols of a tensor's shape. */
#include "symbol_calls.h"
#include "callbacks.h"
#include "handle.h"
#include "host.h"
#include "install.h"
#include "resource.h"
#include "symbols.h"
#include "values.h"

#include <pytorch_c/host/symbol.h>

PyObject *symbols_of(PyObject *tensor, int which) {
  HELD Handle *handle = open_handle(tensor);
  ptc_value value = {0};
  if (!handle) return NULL;
  Py_INCREF(handle);
  const char *error = ptc_tensor_symbols(handle->tensor, which, &value);
  PyObject *out = error ? raise_error(error) : value_object(&value);
  ptc_values_close(&value, 1);
  Py_DECREF(handle);
  return out;
}

/* ---- a method of a node ---- */

/* Of which kind a node is; -1 and an exception. */
static int kind_of_node(PyObject *node) {
  static const char *const names[] = {"is_int", "is_float", "is_bool"};
  for (int i = 0; i < 3; ++i) {
    PyObject *is = PyObject_CallMethod(node, names[i], NULL);
    int truth = is ? PyObject_IsTrue(is) : -1;
    Py_XDECREF(is);
    if (truth) return truth < 0 ? -1 : i;
  }
  PyErr_Format(PyExc_TypeError, "%.100s is a node of no number", Py_TYPE(node)->tp_name);
  return -1;
}

/* An argument: a number in the place of a symbol is one to the node that is asked. */
static PyObject *argument(PyObject *object, const char *method, ptc_value *value) {
  if (value->kind == PTC_VALUE_SYMBOL) return node_of_symbol(value);
  if (value->kind == PTC_VALUE_LIST) {
    PyObject *out = PyList_New((Py_ssize_t)value->len);
    for (int64_t i = 0; out && i < value->len; ++i) {
      PyObject *one = argument(object, method, (ptc_value *)value->p + i);
      if (one) PyList_SET_ITEM(out, (Py_ssize_t)i, one);
      else Py_CLEAR(out);
    }
    return out;
  }
  if (value->kind == PTC_VALUE_STRING) return PyUnicode_FromString(value->p);
  PyObject *plain = value_object(value);
  bool as_it_is = !strncmp(method, "wrap_", 5) || !strncmp(method, "guard_", 6) || !strcmp(method, "expect_true") ||
                  !strcmp(method, "statically_known_true");
  if (!plain || as_it_is) return plain;
  PyObject *out = PyObject_CallMethod(object, PyBool_Check(plain) ? "wrap_bool" : "wrap_int", "O", plain);
  Py_DECREF(plain);
  return out;
}

static int answer(void *call, PyObject *result) {
  ptc_value value = {0};
  Frame f;
  frame_start(&f);
  int kind = 0, failed = 0;
  if (is_symbol(result)) failed = add_symbol(&f, result, &value);
  else if (result == Py_None || PyLong_Check(result) || PyFloat_Check(result) || PyUnicode_Check(result))
    failed = add_value(&f, result, &value, 0);
  else if ((kind = kind_of_node(result)) < 0) failed = -1;
  else failed = add_symbol_node(&f, result, kind, &value);
  if (!failed) {
    const char *error = ptc_symbol_answer(call, &value);
    if (error) raise_error(error), failed = -1;
  }
  frame_end(&f);
  return failed;
}

static int run_method(void *call, PyObject *object, const char *method, const ptc_value *args, int64_t count) {
  PyObject *function = PyObject_GetAttrString(object, method);
  PyObject *given = function ? PyTuple_New((Py_ssize_t)count) : NULL;
  for (int64_t i = 0; given && i < count; ++i) {
    PyObject *one = argument(object, method, (ptc_value *)args + i);
    if (one) PyTuple_SET_ITEM(given, (Py_ssize_t)i, one);
    else Py_CLEAR(given);
  }
  PyObject *result = given ? PyObject_Call(function, given, NULL) : NULL;
  int failed = result ? answer(call, result) : -1;
  Py_XDECREF(result);
  Py_XDECREF(given);
  Py_XDECREF(function);
  return failed;
}

static const char *on_method(void *UNUSED(context), void *call, void *object, const char *method, const ptc_value *args,
                             int64_t count) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  error = run_method(call, object, method, args, count) < 0 ? host_error() : NULL;
  LEAVE_PYTHON
  return error;
}

/* ---- for Python ---- */

static int start(void) {
  static bool started;
  if (started) return 0;
  if (become_host() < 0) return -1;
  const char *error = NULL;
  BEGIN_ALONE((PyObject *)core->tensor_type) /* another thread may have come here meanwhile */
  if (!started) error = ptc_host_set_symbols(on_method, NULL, NULL);
  if (!error) started = true;
  END_ALONE
  return error ? (raise_error(error), -1) : 0;
}

/* symbols(tensor, number of enum ptc_symbolic) -> list or number */
static PyObject *symbols(PyObject *UNUSED(self), PyObject *args) {
  PyObject *tensor;
  int which;
  return PyArg_ParseTuple(args, "Oi", &tensor, &which) ? symbols_of(tensor, which) : NULL;
}

/* set_sizes(tensor, sizes, strides or None, offset or None): those of a wrapper, symbols among them */
static PyObject *set_sizes(PyObject *UNUSED(self), PyObject *args) {
  PyObject *tensor, *sizes, *strides, *offset;
  if (!PyArg_ParseTuple(args, "O!O!OO", core->tensor_type, &tensor, &PyTuple_Type, &sizes, &strides, &offset))
    return NULL;
  HELD Handle *handle = open_handle(tensor);
  Frame f;
  ptc_value shape = {0}, steps = {0}, first = {0};
  if (!handle) return NULL;
  frame_start(&f);
  PyObject *out = NULL;
  if (add_value(&f, sizes, &shape, 0) == 0 && add_value(&f, strides, &steps, 0) == 0 &&
      add_value(&f, offset, &first, 0) == 0) {
    const char *error = ptc_host_set_sizes(handle->tensor, shape.p, shape.len, strides == Py_None ? NULL : steps.p,
                                           steps.len, offset == Py_None ? NULL : &first);
    out = error ? raise_error(error) : Py_NewRef(Py_None);
  }
  frame_end(&f);
  return out;
}

static PyMethodDef functions[] = {
    {"symbols", symbols, METH_VARARGS, NULL},
    {"set_sizes", set_sizes, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_symbol_calls(PyObject *module) {
  start_symbols = start;
  return PyModule_AddFunctions(module, functions);
}
