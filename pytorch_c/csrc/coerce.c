/* Arguments that are not plain (convert.c): what has __index__, NumPy's numbers, 0-dim tensors, names of devices, buffers. */
#include "coerce.h"
#include "convert.h"
#include "handle.h"
#include "install.h"
#include "overrides.h"
#include "resource.h"
#include "symbols.h"

static int must_be(int position, const char *what, PyObject *x) {
  PyErr_Format(PyExc_TypeError, "argument %d must be %s, not %.100s", position, what, Py_TYPE(x)->tp_name);
  return -1;
}

static int is_closed(PyObject *x) { return is_tensor(x) && !is_open(x); }

static int no_tensor(PyObject *x, int position, const char *what) {
  bool closed = is_closed(x);
  if (PyList_Check(x) || PyTuple_Check(x))
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(x) && !closed; ++i) {
      OWNED PyObject *one = item_at(x, i);
      closed = one && is_closed(one);
    }
  if (closed) return PyErr_SetString(core->closed, "this tensor was closed"), -1;
  return must_be(position, what, x);
}

/* ---- numbers ---- */

/* A symbol has a number too, and asking for it fixes the shape that is traced: such a call goes by name (retry.py). */
static int refuse_symbol(PyObject *x) {
  if (LIKELY(!is_symbol(x))) return 0;
  PyErr_Format(PyExc_TypeError, "a number is needed, not %.100s", Py_TYPE(x)->tp_name);
  return -1;
}

/* An int, or what has __index__, but no bool, as torch has it. */
static int read_int(PyObject *x, int64_t *out, int with_bool) {
  if (refuse_symbol(x) < 0) return -1;
  if (PyBool_Check(x) && !with_bool) {
    PyErr_SetString(PyExc_TypeError, "an int is needed, not bool");
    return -1;
  }
  PyObject *index = PyNumber_Index(x);
  if (!index) return -1;
  *out = PyLong_AsLongLong(index);
  Py_DECREF(index);
  return *out == -1 && PyErr_Occurred() ? -1 : 0;
}

_Thread_local const Row *converting;
_Thread_local bool stashed;

/* A tensor without dimensions in the place of a number, while something is traced: the graph has it there, as argument
   `position` of the next operator, or as item `i` of `count` in it (-1: a number of any type). A new reference to the
   number; Py_NotImplemented where nothing is traced; NULL and the exception. */
static PyObject *traced_number(PyObject *x, int position, Py_ssize_t count, Py_ssize_t i) {
  if (!is_tensor(x)) return Py_NewRef(Py_NotImplemented);
  OWNED PyObject *asked = get_shared(&core->traced_number);
  if (LIKELY(!asked || asked == Py_None)) return Py_NewRef(Py_NotImplemented);
  const Row *row = converting;
  const bool before = stashed;
  stashed = false; /* what the call below forgets is its own */
  PyObject *number = PyObject_CallFunction(asked, "Osinn", x, row->name, position, count, i);
  converting = row;
  stashed = before || (number && number != Py_NotImplemented);
  return number;
}

static int read_index(PyObject *x, int64_t *out, int with_bool, int position, Py_ssize_t count, Py_ssize_t i) {
  PyObject *number = traced_number(x, position, count, i);
  if (!number) return -1;
  int failed = read_int(number == Py_NotImplemented ? x : number, out, with_bool);
  Py_DECREF(number);
  return failed;
}

static int read_bool(PyObject *x, bool *out) {
  if (PyBool_Check(x)) return *out = x == Py_True, 0;
  if (refuse_symbol(x) < 0) return -1;
  PyObject *number = PyFloat_Check(x) || PyUnicode_Check(x) || x == Py_None ? NULL : PyNumber_Long(x);
  if (!number && !PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "a bool is needed, not %.100s", Py_TYPE(x)->tp_name);
  if (!number) return -1;
  int overflow;
  long value = PyLong_AsLongAndOverflow(number, &overflow);
  Py_DECREF(number);
  if (overflow || value < 0 || value > 1) {
    PyErr_SetString(PyExc_TypeError, "a bool is needed, not a number");
    return -1;
  }
  return *out = value == 1, 0;
}

static int scalar_of_int(PyObject *x, ptc_scalar *out) {
  int overflow;
  out->kind = PTC_SCALAR_INT;
  out->i = PyLong_AsLongLongAndOverflow(x, &overflow);
  if (!overflow) return out->i == -1 && PyErr_Occurred() ? -1 : 0;
  if (overflow < 0) {
    PyErr_SetString(PyExc_OverflowError, "int too small for 64 bits");
    return -1;
  }
  out->kind = PTC_SCALAR_UINT;
  out->i = (int64_t)PyLong_AsUnsignedLongLong(x);
  return PyErr_Occurred() ? -1 : 0;
}

/* Also numbers of NumPy's and 0-dim tensors, through item(). */
int read_scalar(PyObject *x, ptc_scalar *out) {
  *out = (ptc_scalar){PTC_SCALAR_NONE, 0, 0, 0};
  if (PyBool_Check(x)) return out->kind = PTC_SCALAR_BOOL, out->i = x == Py_True, 0;
  if (PyLong_Check(x)) return scalar_of_int(x, out);
  if (PyFloat_Check(x)) return out->kind = PTC_SCALAR_FLOAT, out->re = PyFloat_AS_DOUBLE(x), 0;
  if (PyComplex_Check(x)) {
    out->kind = PTC_SCALAR_COMPLEX, out->re = PyComplex_RealAsDouble(x), out->im = PyComplex_ImagAsDouble(x);
    return 0;
  }
  int is_array = !is_tensor(x) && Py_TYPE(x)->tp_as_sequence && Py_TYPE(x)->tp_as_sequence->sq_length;
  PyObject *number = !is_array && PyObject_HasAttrString(x, "item") ? PyObject_CallMethod(x, "item", NULL) : NULL;
  if (!number && PyErr_Occurred()) return -1;
  int is_number =
      number && (PyBool_Check(number) || PyLong_Check(number) || PyFloat_Check(number) || PyComplex_Check(number));
  int failed = is_number ? read_scalar(number, out) : -1;
  Py_XDECREF(number);
  if (!is_number) PyErr_Format(PyExc_TypeError, "a number is needed, got %.100s", Py_TYPE(x)->tp_name);
  return failed;
}

/* ---- lists ---- */

/* Room for the items of a list or tuple, as the slot before its length; NULL and the exception. */
static void *add_items(Frame *f, PyObject *x, int position, const char *what, size_t bytes) {
  if (!PyList_Check(x) && !PyTuple_Check(x)) return must_be(position, what, x), NULL;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
  void *items = frame_memory(f, (size_t)(count + 1) * bytes);
  f->slots[f->count++].p = items;
  f->slots[f->count++].i = count;
  return items;
}

/* Each item through `read`; the list may have changed under __index__. */
#define READ_ITEMS(type, call) \
  do { \
    Py_ssize_t count = f->slots[f->count - 1].i; \
    for (Py_ssize_t i = 0; i < count; ++i) { \
      OWNED PyObject *there = i < PySequence_Fast_GET_SIZE(x) ? item_at(x, i) : NULL; \
      if (!there) { \
        PyErr_SetString(PyExc_TypeError, "a list changed while it was being read"); \
        return -1; \
      } \
      PyObject *one = Py_NewRef(there); \
      type *item = items + i; \
      int failed = (call) < 0; \
      Py_DECREF(one); \
      if (failed) return -1; \
    } \
    return 0; \
  } while (0)

static int add_ints(Frame *f, PyObject *x, int position) {
  int64_t *items = add_items(f, x, position, "a list or tuple of ints", sizeof *items);
  if (!items) return -1;
  READ_ITEMS(int64_t, read_index(one, item, i > 0, position, count, i)); /* torch too looks at the first one only */
}

static int read_double(PyObject *x, double *out) {
  if (refuse_symbol(x) < 0) return -1;
  *out = PyFloat_AsDouble(x);
  return *out == -1 && PyErr_Occurred() ? -1 : 0;
}
static int add_doubles(Frame *f, PyObject *x, int position) {
  double *items = add_items(f, x, position, "a list or tuple of numbers", sizeof *items);
  if (!items) return -1;
  READ_ITEMS(double, read_double(one, item));
}
static int add_bools(Frame *f, PyObject *x, int position) {
  bool *items = add_items(f, x, position, "a list or tuple of bools", sizeof *items);
  if (!items) return -1;
  READ_ITEMS(bool, read_bool(one, item));
}
static int add_scalars(Frame *f, PyObject *x, int position) {
  ptc_scalar *items = add_items(f, x, position, "a list or tuple of numbers", sizeof *items);
  if (!items) return -1;
  READ_ITEMS(ptc_scalar, read_scalar(one, item));
}

/* ---- others ---- */

static int add_text(Frame *f, PyObject *x, int position) {
  Py_ssize_t size;
  const char *text;
  if (PyBytes_Check(x)) text = PyBytes_AS_STRING(x), size = PyBytes_GET_SIZE(x);
  else if (!PyUnicode_Check(x)) return must_be(position, "str", x);
  else if (!(text = PyUnicode_AsUTF8AndSize(x, &size))) return -1;
  if (strlen(text) != (size_t)size) {
    PyErr_Format(PyExc_ValueError, "argument %d: a str with a null character cannot be passed on", position);
    return -1;
  }
  f->slots[f->count++].p = (void *)text;
  return frame_hold(f, x);
}

static int add_coded(Frame *f, PyObject *x, PyTypeObject *type, int position, const char *what) {
  if (!PyObject_TypeCheck(x, type)) return must_be(position, what, x);
  PyObject *code = PyObject_GetAttr(x, core->name_code);
  f->slots[f->count++].i = code ? PyLong_AsLong(code) : -1;
  Py_XDECREF(code);
  return PyErr_Occurred() ? -1 : 0;
}

static int add_device(Frame *f, PyObject *x) {
  PyObject *device = PyObject_CallOneArg(core->device_of, x);
  int added = device ? add_plain(f, (Kind){ARGUMENT_DEVICE, 0}, device) : -1;
  Py_XDECREF(device);
  if (!added) PyErr_SetString(PyExc_TypeError, "a device is needed");
  return added > 0 ? 0 : -1;
}

/* A Resource, or an object that has one as `_h`, as a Generator does. */
static int add_resource(Frame *f, Kind kind, PyObject *x, int position) {
  char wanted = kind.code == ARGUMENT_GENERATOR ? RESOURCE_GENERATOR : (char)kind.size;
  PyObject *own = PyObject_TypeCheck(x, core->resource_type) ? Py_NewRef(x) : PyObject_GetAttr(x, core->name_handle);
  if (!own) PyErr_Clear();
  int fits = own && is_resource(own, wanted) && frame_hold(f, own) == 0;
  if (fits) f->slots[f->count++].p = ((Resource *)own)->pointer;
  else if (!PyErr_Occurred())
    must_be(position, wanted == RESOURCE_GENERATOR ? "Generator" : "a handle that is open", x);
  Py_XDECREF(own);
  return fits ? 0 : -1;
}

/* An address, or the memory of an object with a buffer, which is kept. */
static int add_memory(Frame *f, PyObject *x, int writable, int position) {
  if (PyLong_Check(x) && !PyBool_Check(x)) {
    f->slots[f->count++].p = PyLong_AsVoidPtr(x);
    return PyErr_Occurred() ? -1 : 0;
  }
  PyObject *view = PyObject_CheckBuffer(x) ? PyMemoryView_FromObject(x) : NULL;
  if (!view) return PyErr_Occurred() ? -1 : must_be(position, "an address or a buffer", x);
  Py_buffer *buffer = PyMemoryView_GET_BUFFER(view);
  int fits = PyBuffer_IsContiguous(buffer, 'C') && !(writable && buffer->readonly);
  int failed = !fits || frame_hold(f, view) < 0;
  if (!failed) f->slots[f->count++].p = buffer->buf;
  else if (!PyErr_Occurred()) must_be(position, writable ? "a contiguous writable buffer" : "a contiguous buffer", x);
  Py_DECREF(view);
  return failed ? -1 : 0;
}

static int add_number(Frame *f, Kind kind, PyObject *x, int position) {
  int64_t integer = 0;
  double real = 0;
  bool truth;
  switch (kind.code) {
  case ARGUMENT_INT:
  case ARGUMENT_OPTIONAL_INT:
  case ARGUMENT_INT32:
    if (read_index(x, &integer, 0, position, 0, 0) < 0) return -1;
    if (kind.code == ARGUMENT_INT32 && integer != (int32_t)integer) {
      PyErr_Format(PyExc_OverflowError, "argument %d does not fit 32 bits", position);
      return -1;
    }
    break;
  case ARGUMENT_FLOAT:
  case ARGUMENT_OPTIONAL_FLOAT:
    if (read_double(x, &real) < 0) return -1;
    if (kind.code == ARGUMENT_FLOAT) return f->slots[f->count++].d = real, 0;
    break;
  default:
    if (read_bool(x, &truth) < 0) return -1;
    integer = truth;
  }
  if (kind.code == ARGUMENT_INT || kind.code == ARGUMENT_INT32 || kind.code == ARGUMENT_BOOL)
    return f->slots[f->count++].i = integer, 0;
  void *pointer = frame_memory(f, sizeof(int64_t));
  if (!pointer) return -1;
  if (kind.code == ARGUMENT_OPTIONAL_INT) *(int64_t *)pointer = integer;
  else if (kind.code == ARGUMENT_OPTIONAL_FLOAT) *(double *)pointer = real;
  else *(bool *)pointer = truth;
  return f->slots[f->count++].p = pointer, 0;
}

static int add_stream(Frame *f, PyObject *x, int position) {
  ptc_stream *out = frame_memory(f, sizeof *out);
  PyObject *three = out ? PySequence_Tuple(x) : NULL;
  long long id;
  int index, type, failed = !three || !PyArg_ParseTuple(three, "Lii", &id, &index, &type);
  Py_XDECREF(three);
  if (failed) return out ? must_be(position, "a Stream", x) : -1;
  *out = (ptc_stream){.id = id, .device_type = type, .device_index = index};
  return f->slots[f->count++].p = out, 0;
}

static int coerce(Frame *f, Kind kind, PyObject *x, int position) {
  switch (kind.code) {
  case ARGUMENT_TENSOR:
  case ARGUMENT_OPTIONAL_TENSOR:
    if (!Py_IS_TYPE(x, core->handle_type))
      return no_tensor(x, position, kind.code == ARGUMENT_TENSOR ? "Tensor" : "Tensor or None");
    f->slots[f->count++].p = ((Handle *)x)->tensor; /* a handle outlives its Tensor */
    return frame_hold(f, x);
  case ARGUMENT_TENSORS: return no_tensor(x, position, "a list or tuple of Tensors");
  case ARGUMENT_OPTIONAL_ITEMS:
  case ARGUMENT_OPTIONAL_TENSORS: return no_tensor(x, position, "a list or tuple of Tensors and Nones");
  case ARGUMENT_SCALAR:
  case ARGUMENT_OPTIONAL_SCALAR: {
    ptc_scalar *out = frame_memory(f, sizeof *out);
    f->slots[f->count++].p = out;
    PyObject *number = out ? traced_number(x, position, -1, 0) : NULL;
    int failed = number ? read_scalar(number == Py_NotImplemented ? x : number, out) : -1;
    Py_XDECREF(number);
    return failed;
  }
  case ARGUMENT_SCALARS: return add_scalars(f, x, position);
  case ARGUMENT_INTS:
  case ARGUMENT_OPTIONAL_INTS: return add_ints(f, x, position);
  case ARGUMENT_FLOATS:
  case ARGUMENT_OPTIONAL_FLOATS: return add_doubles(f, x, position);
  case ARGUMENT_BOOLS: return add_bools(f, x, position);
  case ARGUMENT_VALUES: return must_be(position, "a list or tuple", x);
  case ARGUMENT_TEXT:
  case ARGUMENT_OPTIONAL_TEXT: return add_text(f, x, position);
  case ARGUMENT_DTYPE:
  case ARGUMENT_OPTIONAL_DTYPE: return add_coded(f, x, core->dtype_type, position, "dtype");
  case ARGUMENT_LAYOUT: return add_coded(f, x, core->layout_type, position, "layout");
  case ARGUMENT_OPTIONAL_FORMAT:
  case ARGUMENT_FORMAT: return add_coded(f, x, core->format_type, position, "memory_format");
  case ARGUMENT_DEVICE: return add_device(f, x);
  case ARGUMENT_STREAM: return add_stream(f, x, position);
  case ARGUMENT_GENERATOR:
  case ARGUMENT_RESOURCE: return add_resource(f, kind, x, position);
  case ARGUMENT_RESOURCES: return must_be(position, "a list of handles that are open", x), -1;
  case ARGUMENT_WRITABLE_MEMORY:
  case ARGUMENT_MEMORY: return add_memory(f, x, kind.code == ARGUMENT_WRITABLE_MEMORY, position);
  default: return add_number(f, kind, x, position);
  }
}

int add_any(Frame *f, Kind kind, PyObject *x, int position) {
  int before = f->count, added = add_plain(f, kind, x);
  if (added) return added < 0 ? -1 : 0;
  f->count = before;
  if (!overriding_off) { /* here nobody is asked: a class that wants to be is taken as it is */
    overriding_off = 1;
    added = add_plain(f, kind, x);
    overriding_off = 0;
    if (added) return added < 0 ? -1 : 0;
    f->count = before;
  }
  return coerce(f, kind, x, position);
}

/* scalar(number) -> (kind, i, re, im) of a ptc_scalar */
static PyObject *scalar(PyObject *UNUSED(self), PyObject *number) {
  ptc_scalar x;
  if (read_scalar(number, &x) < 0) return NULL;
  return Py_BuildValue("iLdd", (int)x.kind, (long long)x.i, x.re, x.im);
}

static PyMethodDef functions[] = {{"scalar", scalar, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_coercing(PyObject *module) { return PyModule_AddFunctions(module, functions); }
