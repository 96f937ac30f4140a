/* Tagged values: what ptc_call and TorchScript give, as Python's objects, and Python's objects as what they are by
   themselves. The arguments of operators, which a schema's types decide, are made by pytorch_c/_calls/values.py. */
#include "values.h"
#include "described.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "resource.h"
#include "symbols.h"
#include "warnings.h"

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

static PyObject *value_at(const void *items, int64_t i) { return value_object((ptc_value *)items + i); }

/* A Resource as what it stands for in Python. */
static PyObject *in_box(PyObject *resource) {
  if (!resource || !core->box) return resource;
  PyObject *out = PyObject_CallOneArg(core->box, resource);
  Py_DECREF(resource);
  return out;
}

static PyObject *taken(ptc_value *value, char kind) {
  void *own = (void *)value->p;
  value->p = NULL;
  return kind == RESOURCE_TENSOR ? adopt(own) : in_box(new_resource(kind, own));
}

/* A value of any other type: only for other operators. */
static PyObject *boxed(ptc_value *value) {
  ptc_value *box = malloc(sizeof *box);
  if (!box) return PyErr_NoMemory();
  *box = *value;
  value->p = NULL;
  return in_box(new_resource(RESOURCE_BOXED_VALUE, box));
}

static PyObject *dict_of(const ptc_value *value) {
  ptc_value *items = (ptc_value *)value->p;
  PyObject *out = PyDict_New();
  for (int64_t i = 0; out && i < value->len; ++i) {
    PyObject *key = value_object(items + 2 * i), *one = key ? value_object(items + 2 * i + 1) : NULL;
    if (!one || PyDict_SetItem(out, key, one) < 0) Py_CLEAR(out);
    Py_XDECREF(one);
    Py_XDECREF(key);
  }
  return out;
}

/* named_tuple(name, fields, values) of the package */
static PyObject *named_tuple_of(const ptc_value *value) {
  ptc_value *items = (ptc_value *)value->p;
  PyObject *name = value_object(items), *fields = PyTuple_New((Py_ssize_t)value->len),
           *values = PyTuple_New((Py_ssize_t)value->len), *out = NULL;
  for (int64_t i = 0; name && fields && values && i < value->len; ++i) {
    PyObject *field = value_object(items + 1 + 2 * i), *one = field ? value_object(items + 2 + 2 * i) : NULL;
    if (field) PyTuple_SET_ITEM(fields, (Py_ssize_t)i, field);
    if (one) PyTuple_SET_ITEM(values, (Py_ssize_t)i, one);
    else Py_CLEAR(name);
  }
  if (name && fields && values)
    out = core->named_tuple ? PyObject_CallFunctionObjArgs(core->named_tuple, name, fields, values, NULL)
                            : Py_NewRef(values);
  Py_XDECREF(name);
  Py_XDECREF(fields);
  Py_XDECREF(values);
  return out;
}

static PyObject *coded(PyObject *table, int64_t code) {
  if (code < 0 || code >= PyTuple_GET_SIZE(table))
    return PyErr_Format(PyExc_TypeError, "an unknown number, %lld", (long long)code);
  return Py_NewRef(PyTuple_GET_ITEM(table, code));
}

static PyObject *stream_of(const ptc_value *v) {
  const int64_t *x = v->p;
  return PyObject_CallFunction(core->stream_of_numbers, "LLL", (long long)x[0], (long long)x[1], (long long)x[2]);
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
  case PTC_VALUE_TENSOR: return taken(v, RESOURCE_TENSOR);
  case PTC_VALUE_TENSORS: return list_of(v, tensor_at);
  case PTC_VALUE_INTS: return list_of(v, int_at);
  case PTC_VALUE_FLOATS: return list_of(v, float_at);
  case PTC_VALUE_BOOLS: return list_of(v, bool_at);
  case PTC_VALUE_GENERATOR: return taken(v, RESOURCE_GENERATOR);
  case PTC_VALUE_DTYPE: return coded(core->dtypes, v->i);
  case PTC_VALUE_LAYOUT: return coded(core->layouts, v->i);
  case PTC_VALUE_MEMORY_FORMAT: return coded(core->formats, v->i);
  case PTC_VALUE_DEVICE: return PyObject_CallFunction(core->device_of_numbers, "ii", (int)v->i, (int)v->len);
  case PTC_VALUE_LIST: return list_of(v, value_at);
  case PTC_VALUE_TUPLE: {
    PyObject *list = list_of(v, value_at), *out = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return out;
  }
  case PTC_VALUE_DICT: return dict_of(v);
  case PTC_VALUE_NAMED_TUPLE: return named_tuple_of(v);
  case PTC_VALUE_SYMBOL: return symbol_object(v);
  case PTC_VALUE_STREAM: return stream_of(v);
  default: return boxed(v);
  }
}

PyObject *value_objects(const ptc_value *values, int64_t count) {
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    PyObject *one = value_object((ptc_value *)values + i);
    if (one) PyTuple_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  return out;
}

/* ---- from Python ---- */

enum { DEEPEST = 100 };

ptc_value *add_values(Frame *f, PyObject *const *items, Py_ssize_t count, int depth) {
  ptc_value *out = frame_memory(f, (size_t)(count ? count : 1) * sizeof *out);
  for (Py_ssize_t i = 0; out && i < count; ++i)
    if (add_value(f, items[i], out + i, depth) < 0) return NULL;
  return out;
}

static int add_items(Frame *f, PyObject *x, ptc_value *out, int32_t kind, int depth) {
  /* Of its own: converting an item may run code that changes the list. A subclass of tuple may refuse to say its length. */
  PyObject *items = PyTuple_Check(x) ? PyTuple_GetSlice(x, 0, PyTuple_GET_SIZE(x)) : PySequence_Tuple(x);
  int failed = !items || frame_hold(f, items) < 0;
  Py_XDECREF(items);
  if (failed) return -1;
  out->kind = kind;
  out->len = PyTuple_GET_SIZE(items);
  out->p = add_values(f, PySequence_Fast_ITEMS(items), PyTuple_GET_SIZE(items), depth + 1);
  return out->p ? 0 : -1;
}

static int add_dict(Frame *f, PyObject *x, ptc_value *out, int depth) {
  PyObject *pairs = PyMapping_Items(x);
  int failed = !pairs || frame_hold(f, pairs) < 0;
  Py_XDECREF(pairs);
  if (failed) return -1;
  Py_ssize_t count = PyList_GET_SIZE(pairs);
  ptc_value *items = frame_memory(f, (size_t)(2 * count + 1) * sizeof *items);
  if (!items) return -1;
  out->kind = PTC_VALUE_DICT;
  out->p = items;
  out->len = count;
  for (Py_ssize_t i = 0; i < count; ++i)
    for (int k = 0; k < 2; ++k)
      if (add_value(f, PyTuple_GET_ITEM(PyList_GET_ITEM(pairs, i), k), items + 2 * i + k, depth + 1) < 0) return -1;
  return 0;
}

static int add_string(Frame *f, PyObject *x, ptc_value *out) {
  Py_ssize_t size;
  out->kind = PTC_VALUE_STRING;
  if (PyBytes_Check(x)) out->p = PyBytes_AS_STRING(x), size = PyBytes_GET_SIZE(x);
  else if (!(out->p = PyUnicode_AsUTF8AndSize(x, &size))) return -1;
  out->len = size;
  return frame_hold(f, x);
}

static int add_number_value(PyObject *x, ptc_value *out) {
  if (PyBool_Check(x)) return out->kind = PTC_VALUE_BOOL, out->i = x == Py_True, 0;
  if (PyFloat_Check(x)) return out->kind = PTC_VALUE_FLOAT, out->re = PyFloat_AS_DOUBLE(x), 0;
  if (PyComplex_Check(x)) {
    Py_complex number = PyComplex_AsCComplex(x);
    return out->kind = PTC_VALUE_COMPLEX, out->re = number.real, out->im = number.imag, 0;
  }
  if (PyIndex_Check(x)) {
    PyObject *index = PyNumber_Index(x);
    out->kind = PTC_VALUE_INT;
    out->i = index ? PyLong_AsLongLong(index) : -1;
    Py_XDECREF(index);
    return out->i == -1 && PyErr_Occurred() ? -1 : 0;
  }
  return 1;
}

/* Objects with a code are ints to TorchScript; a device has two numbers. */
static int add_described(PyObject *x, ptc_value *out) {
  int32_t device[2];
  PyTypeObject *types[] = {core->dtype_type, core->layout_type, core->format_type};
  for (int i = 0; i < 3; ++i)
    if (Py_IS_TYPE(x, types[i])) {
      long code = code_of(x);
      if (code < 0) return PyErr_Clear(), 0;
      return out->kind = PTC_VALUE_INT, out->i = code, 1;
    }
  if (!Py_IS_TYPE(x, core->device_type) || !device_numbers(x, device)) return 0;
  return out->kind = PTC_VALUE_DEVICE, out->i = device[0], out->len = device[1], 1;
}

/* The three numbers of a stream; its class is known once one can exist. */
static int add_stream(Frame *f, PyObject *x, ptc_value *out) {
  if (!core->stream_type || !PyObject_TypeCheck(x, core->stream_type)) return 1;
  PyObject *three = PySequence_Tuple(x);
  int64_t *numbers = three ? frame_memory(f, 3 * sizeof *numbers) : NULL;
  long long id, index, type;
  int failed = !numbers || !PyArg_ParseTuple(three, "LLL", &id, &index, &type);
  Py_XDECREF(three);
  if (failed) return -1;
  numbers[0] = id, numbers[1] = index, numbers[2] = type;
  out->kind = PTC_VALUE_STREAM, out->p = numbers, out->len = 3;
  return 0;
}

/* A member of an enum: by its name where that is what is asked for. */
static int add_member(Frame *f, PyObject *x, ptc_value *out) {
  if (!PyObject_HasAttrString((PyObject *)Py_TYPE(x), "__members__")) return 1;
  PyObject *name = PyObject_GetAttrString(x, "name");
  int failed = !name || frame_hold(f, name) < 0 ? -1 : add_value(f, name, out, 0);
  Py_XDECREF(name);
  return failed;
}

/* An object of a class that is known to TorchScript, by the package's function for that. */
static int add_instance(Frame *f, PyObject *x, ptc_value *out) {
  if (!core->unboxed) return 1;
  PyObject *box = PyObject_CallOneArg(core->unboxed, x);
  int failed = box ? 1 : -1;
  if (box && is_resource(box, RESOURCE_BOXED_VALUE))
    *out = *(ptc_value *)((Resource *)box)->pointer, failed = frame_hold(f, box);
  Py_XDECREF(box);
  return failed;
}

/* An object of TorchScript's: a Resource, or what has one as `_box` or `_h`. */
static int add_object(Frame *f, PyObject *x, ptc_value *out) {
  const char *names[] = {"_box", "_h"};
  for (int i = 0; i < 2; ++i) {
    PyObject *own = PyObject_GetAttrString(x, names[i]);
    if (!own) {
      PyErr_Clear();
      continue;
    }
    int failed = 1;
    if (is_resource(own, RESOURCE_BOXED_VALUE))
      *out = *(ptc_value *)((Resource *)own)->pointer, failed = frame_hold(f, own);
    else if (is_resource(own, RESOURCE_GENERATOR))
      out->kind = PTC_VALUE_GENERATOR, out->p = ((Resource *)own)->pointer, failed = frame_hold(f, own);
    Py_DECREF(own);
    if (failed <= 0) return failed;
  }
  int member = add_instance(f, x, out);
  if (member > 0) member = add_member(f, x, out);
  if (member <= 0) return member;
  PyErr_Format(PyExc_TypeError, "TorchScript has no type for %.100s", Py_TYPE(x)->tp_name);
  return -1;
}

int add_value(Frame *f, PyObject *x, ptc_value *out, int depth) {
  memset(out, 0, sizeof *out);
  if (x == Py_None) return 0;
  if (is_tensor(x)) {
    Handle *handle = open_handle(x);
    if (!handle || frame_hold_handle(f, handle) < 0) return -1;
    return out->kind = PTC_VALUE_TENSOR, out->p = handle->tensor, 0;
  }
  if (is_symbol(x)) return add_symbol(f, x, out);
  if (depth >= DEEPEST) {
    PyErr_Format(PyExc_ValueError, "lists, tuples and dicts may hold each other %d deep", DEEPEST);
    return -1;
  }
  if (PyList_Check(x)) return add_items(f, x, out, PTC_VALUE_LIST, depth);
  if (PyTuple_Check(x)) return add_items(f, x, out, PTC_VALUE_TUPLE, depth);
  if (PyDict_Check(x)) return add_dict(f, x, out, depth);
  if (PyUnicode_Check(x) || PyBytes_Check(x)) return add_string(f, x, out);
  int number = add_number_value(x, out);
  if (number <= 0) return number;
  int described = add_described(x, out);
  if (described) return described < 0 ? -1 : 0;
  int stream = add_stream(f, x, out);
  return stream <= 0 ? stream : add_object(f, x, out);
}

/* call_values(operator, address of its arguments, their number, how many results, bits of the dispatch keys) -> list of
   the results; without bits the keys are those of the arguments */
static PyObject *call_values(PyObject *UNUSED(self), PyObject *args) {
  PyObject *operator, *address;
  Py_ssize_t count, room;
  long long keys = 0;
  if (!PyArg_ParseTuple(args, "OO!nn|L", &operator, &PyLong_Type, &address, &count, &room, &keys)) return NULL;
  const ptc_value *given = PyLong_AsVoidPtr(address);
  if (!is_resource(operator, RESOURCE_OPERATOR))
    return PyErr_Format(PyExc_TypeError, "an operator that was found is needed");
  ptc_value *results = PyMem_Calloc((size_t)room + 1, sizeof *results);
  if (!results) return PyErr_NoMemory();
  int64_t filled = 0;
  const char *error;
  ptc_operator op = ((Resource *)operator)->pointer;
  BEGIN_CALL
  error = keys ? ptc_call_redispatch(op, keys, given, count, results, room, &filled)
               : ptc_call(op, given, count, results, room, &filled);
  END_CALL
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

/* A value that is not the library's: what it points at is the frame's. */
typedef struct {
  ptc_value value;
  Frame frame;
} Framed;

static void framed_free(PyObject *capsule) {
  Framed *framed = PyCapsule_GetPointer(capsule, NULL);
  frame_end(&framed->frame);
  PyMem_Free(framed);
}

/* value_of(object) -> (address, what keeps it): the tagged value that the object is by itself */
static PyObject *value_of(PyObject *UNUSED(self), PyObject *x) {
  Framed *framed = PyMem_Malloc(sizeof *framed);
  if (!framed) return PyErr_NoMemory();
  frame_start(&framed->frame);
  if (add_value(&framed->frame, x, &framed->value, 0) < 0) return frame_end(&framed->frame), PyMem_Free(framed), NULL;
  PyObject *owner = PyCapsule_New(framed, NULL, framed_free);
  if (!owner) return frame_end(&framed->frame), PyMem_Free(framed), NULL;
  return Py_BuildValue("NN", PyLong_FromVoidPtr(&framed->value), owner);
}

static PyMethodDef functions[] = {
    {"call_values", call_values, METH_VARARGS, NULL},
    {"value_of", value_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_values(PyObject *module) { return PyModule_AddFunctions(module, functions); }
