/* Calls by name: the tagged values that ptc_call gives, as Python's objects. pytorch_c/_boundary/values.py makes its arguments. */
#include "core.h"

static PyObject *list_of(const ptc_value *value, PyObject *(*item)(const void *, int64_t)) {
  PyObject *out = PyList_New((Py_ssize_t)value->len);
  for (int64_t i = 0; out && i < value->len; ++i) {
    PyObject *one = item(value->p, i);
    if (one) PyList_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  return out;
}
static PyObject *tensor_at(const void *items, int64_t i) {
  ptc_tensor *at = (ptc_tensor *)items + i, own = *at;
  *at = NULL; /* it is the Tensor's from now on */
  return adopt(own);
}
static PyObject *int_at(const void *items, int64_t i) { return PyLong_FromLongLong(((const int64_t *)items)[i]); }
static PyObject *float_at(const void *items, int64_t i) { return PyFloat_FromDouble(((const double *)items)[i]); }
static PyObject *bool_at(const void *items, int64_t i) { return PyBool_FromLong(((const bool *)items)[i]); }

static PyObject *taken(ptc_value *value, char kind) {
  void *own = (void *)value->p;
  value->p = NULL;
  return kind == 't' ? adopt(own) : new_resource(kind, own);
}

/* A value of any other type: only for other operators. */
static PyObject *boxed(ptc_value *value) {
  ptc_value *box = malloc(sizeof *box);
  if (!box) return PyErr_NoMemory();
  *box = *value;
  value->p = NULL;
  return new_resource('x', box);
}

static PyObject *coded(PyObject *table, int64_t code) {
  if (code < 0 || code >= PyTuple_GET_SIZE(table))
    return PyErr_Format(PyExc_TypeError, "an unknown number, %lld", (long long)code);
  return Py_NewRef(PyTuple_GET_ITEM(table, code));
}

PyObject *value_object(ptc_value *v) {
  switch (v->kind) {
  case PTC_VALUE_NONE: Py_RETURN_NONE;
  case PTC_VALUE_BOOL: return PyBool_FromLong(v->i != 0);
  case PTC_VALUE_INT: return PyLong_FromLongLong(v->i);
  case PTC_VALUE_UINT: return PyLong_FromUnsignedLongLong((uint64_t)v->i);
  case PTC_VALUE_FLOAT: return PyFloat_FromDouble(v->re);
  case PTC_VALUE_COMPLEX: return PyComplex_FromDoubles(v->re, v->im);
  case PTC_VALUE_STRING: return PyUnicode_DecodeUTF8(v->p, (Py_ssize_t)v->len, "replace");
  case PTC_VALUE_TENSOR: return taken(v, 't');
  case PTC_VALUE_TENSORS: return list_of(v, tensor_at);
  case PTC_VALUE_INTS: return list_of(v, int_at);
  case PTC_VALUE_FLOATS: return list_of(v, float_at);
  case PTC_VALUE_BOOLS: return list_of(v, bool_at);
  case PTC_VALUE_GENERATOR: return taken(v, 'g');
  case PTC_VALUE_DTYPE: return coded(core->dtypes, v->i);
  case PTC_VALUE_LAYOUT: return coded(core->layouts, v->i);
  case PTC_VALUE_MEMORY_FORMAT: return coded(core->formats, v->i);
  case PTC_VALUE_DEVICE: return PyObject_CallFunction(core->device_of_numbers, "ii", (int)v->i, (int)v->len);
  default: return boxed(v);
  }
}

/* call_values(operator, address of its arguments, their number, how many results) -> list of the results */
static PyObject *call_values(PyObject *UNUSED(self), PyObject *args) {
  PyObject *operator, *address;
  Py_ssize_t count, room;
  if (!PyArg_ParseTuple(args, "OO!nn", &operator, &PyLong_Type, &address, &count, &room)) return NULL;
  const ptc_value *given = PyLong_AsVoidPtr(address);
  if (!is_resource(operator, 'o')) return PyErr_Format(PyExc_TypeError, "an operator that was found is needed");
  ptc_value *results = PyMem_Calloc((size_t)room + 1, sizeof *results);
  if (!results) return PyErr_NoMemory();
  int64_t filled = 0;
  const char *error;
  Py_BEGIN_ALLOW_THREADS
  error = ptc_call(((Resource *)operator)->pointer, given, count, results, room, &filled);
  Py_END_ALLOW_THREADS
  if (warned) error = show_warnings(error);
  PyObject *out = error ? raise_error(error) : PyList_New((Py_ssize_t)filled);
  for (int64_t i = 0; out && i < filled; ++i) {
    PyObject *one = value_object(results + i);
    if (one) PyList_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  ptc_values_close(results, room);
  PyMem_Free(results);
  return out;
}

/* scalar(number) -> (kind, i, re, im) of a ptc_scalar */
static PyObject *scalar(PyObject *UNUSED(self), PyObject *number) {
  ptc_scalar x;
  if (read_scalar(number, &x) < 0) return NULL;
  return Py_BuildValue("iLdd", (int)x.kind, (long long)x.i, x.re, x.im);
}

static PyMethodDef functions[] = {
    {"call_values", call_values, METH_VARARGS, NULL},
    {"scalar", scalar, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_values(PyObject *module) { return PyModule_AddFunctions(module, functions); }
