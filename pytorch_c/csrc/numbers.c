/* Plain numbers in and out: tensor(data) of a number or lists of them, of one shape, and tolist().
   Whatever else there is, a ragged list too, is left to Python (pytorch_c/_tensor/data.py). */
#include "core.h"
#include "convert.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "resource.h"

#define DEEPEST 8

typedef struct {
  int64_t shape[DEEPEST];
  int rank;
  bool bools, ints, floats; /* which kinds there are */
  Py_ssize_t count;
  char *at; /* the next number, in the second pass */
  int dtype;
} Numbers;

static int is_list(PyObject *x) { return PyList_CheckExact(x) || PyTuple_CheckExact(x); }

/* The first pass: 1 if all lists at this depth are as long as the first one and hold plain numbers. */
static int look_at(Numbers *n, PyObject *data, int depth) {
  if (depth == n->rank) {
    if (PyFloat_CheckExact(data)) n->floats = true;
    else if (PyLong_CheckExact(data)) n->ints = true;
    else if (PyBool_Check(data)) n->bools = true;
    else return 0;
    return ++n->count > 0;
  }
  if (!is_list(data) || PySequence_Fast_GET_SIZE(data) != n->shape[depth]) return 0;
  for (Py_ssize_t i = 0; i < n->shape[depth]; ++i) {
    OWNED PyObject *one = item_at(data, i);
    if (!one || !look_at(n, one, depth + 1)) return 0;
  }
  return 1;
}

/* The second pass: the number as an element of the dtype. 0 where it does not fit. */
static int put_number(Numbers *n, PyObject *x) {
#define PUT(type, value) (*(type *)n->at = (type)(value), n->at += sizeof(type), 1)
#ifdef Py_GIL_DISABLED
  if (!PyFloat_CheckExact(x) && !PyLong_Check(x))
    return 0; /* another thread has changed the list since the first pass */
#endif
  if (n->dtype == PTC_BOOL)
    return PUT(bool, PyFloat_CheckExact(x) ? PyFloat_AS_DOUBLE(x) != 0 : PyObject_IsTrue(x) == 1);
  if (n->dtype == PTC_INT64) {
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(x, &overflow);
    return !overflow && PUT(int64_t, value);
  }
  double value = PyFloat_CheckExact(x) ? PyFloat_AS_DOUBLE(x) : PyLong_AsDouble(x);
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear(); /* an int beyond double */
    return 0;
  }
  return n->dtype == PTC_FLOAT32 ? PUT(float, value) : PUT(double, value);
#undef PUT
}
static int put_all(Numbers *n, PyObject *data, int depth) {
  if (depth == n->rank) return put_number(n, data);
  for (Py_ssize_t i = 0; i < n->shape[depth]; ++i) {
    OWNED PyObject *one = item_at(data, i);
    if (!one || !put_all(n, one, depth + 1)) return 0;
  }
  return 1;
}

/* Depth of nested lists, and the length of the first of each depth; 0 where one is empty. */
static int read_shape(Numbers *n, PyObject *data) {
  if (!is_list(data)) return 1;
  const Py_ssize_t length = PySequence_Fast_GET_SIZE(data);
  OWNED PyObject *first = n->rank < DEEPEST && length ? item_at(data, 0) : NULL;
  if (!first) return 0;
  n->shape[n->rank++] = length;
  return read_shape(n, first);
}

/* The number of elements, or -1 if data is none of what this file is for. */
static int64_t read_numbers(Numbers *n, PyObject *data, int wanted) {
  if (!read_shape(n, data)) return -1;
  if (!look_at(n, data, 0)) return -1;
  if (wanted < 0) {
    int32_t usual = PTC_FLOAT32;
    const char *error = n->floats ? ptc_get_default_dtype(&usual) : NULL;
    ptc_error_free(error);
    n->dtype = n->floats ? usual : n->ints ? PTC_INT64 : PTC_BOOL;
  } else n->dtype = wanted;
  if (n->dtype == PTC_FLOAT32 || n->dtype == PTC_FLOAT64 || n->dtype == PTC_BOOL) return n->count;
  return n->dtype == PTC_INT64 && !n->floats ? n->count : -1;
}

/* numbers(data, dtype or -1, requires_grad) -> Tensor, or None where Python's slower way decides */
static PyObject *numbers(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 3) return PyErr_Format(PyExc_TypeError, "numbers() takes 3 arguments, got %zd", count);
  if (UNLIKELY(has_default_device() || hosting)) Py_RETURN_NONE; /* a mode may ask: Python looks */
  Numbers n = {.rank = 0};
  int64_t length = read_numbers(&n, args[0], (int)PyLong_AsLong(args[1]));
  if (length < 0) Py_RETURN_NONE;
  double few[64], *data = few;
  if (length > 64 && !(data = PyMem_Malloc((size_t)length * sizeof(double)))) return PyErr_NoMemory();
  n.at = (char *)data;
  ptc_tensor out = NULL;
  const char *error = NULL;
  bool fits = put_all(&n, args[0], 0);
  if (fits) {
    ptc_options options = {
        .set = PTC_OPTION_DTYPE | PTC_OPTION_REQUIRES_GRAD, .dtype = n.dtype, .requires_grad = args[2] == Py_True};
    BEGIN_CALL_UNLESS(length <= 64 && !hosting)
    error = ptc_tensor_from_data(data, n.at - (char *)data, n.shape, n.rank, &options, &out);
    END_CALL
  }
  if (data != few) PyMem_Free(data);
  if (!fits) Py_RETURN_NONE;
  return error ? raise_error(error) : adopt(out);
}

/* ---- values out ---- */

typedef struct {
  int64_t rank, sizes[DEEPEST], steps[DEEPEST];
  int32_t dtype;
} Layout;

/* NOLINTBEGIN(clang-analyzer-core.NullDereference): where there is no memory there is no element to come here for */
static PyObject *number_at(int32_t dtype, const void *at) {
  switch (dtype) {
  case PTC_FLOAT32: return PyFloat_FromDouble(*(const float *)at);
  case PTC_FLOAT64: return PyFloat_FromDouble(*(const double *)at);
  case PTC_INT64: return PyLong_FromLongLong(*(const int64_t *)at);
  case PTC_INT32: return PyLong_FromLong(*(const int32_t *)at);
  case PTC_UINT8: return PyLong_FromLong(*(const uint8_t *)at);
  default: return PyBool_FromLong(*(const uint8_t *)at != 0);
  }
}
/* NOLINTEND(clang-analyzer-core.NullDereference) */
static PyObject *list_at(const Layout *l, int64_t depth, const char *at, int64_t bytes) {
  if (depth == l->rank) return number_at(l->dtype, at);
  PyObject *out = PyList_New((Py_ssize_t)l->sizes[depth]);
  for (int64_t i = 0; out && i < l->sizes[depth]; ++i) {
    PyObject *one = list_at(l, depth + 1, at + i * l->steps[depth] * bytes, bytes);
    if (one) PyList_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  return out;
}

/* Bytes of an element that number_at knows, else 0. */
static int64_t known_bytes(int32_t dtype) {
  return dtype == PTC_FLOAT64 || dtype == PTC_INT64   ? 8
         : dtype == PTC_FLOAT32 || dtype == PTC_INT32 ? 4
         : dtype == PTC_UINT8 || dtype == PTC_BOOL    ? 1
                                                      : 0;
}

/* lists(tensor) -> number or nested lists, or None where Python's slower way decides: another dtype, device or layout */
static PyObject *lists(PyObject *UNUSED(self), PyObject *tensor) {
  HELD Handle *held = open_handle(tensor);
  if (!held) return NULL;
  ptc_description found;
  const char *error = ptc_tensor_describe(held->tensor, &found);
  bool plain = !error && found.device_type == PTC_CPU && found.strides && (found.data || (found.dim && !found.numel)) &&
               found.dim <= DEEPEST && !(found.flags & (PTC_FLAG_CONJ | PTC_FLAG_NEG)) && known_bytes(found.dtype);
  ptc_error_free(error);
  if (!plain) Py_RETURN_NONE;
  Layout l = {.rank = found.dim, .dtype = found.dtype};
  for (int64_t i = 0; i < found.dim; ++i) {
    l.sizes[i] = found.sizes[i];
    l.steps[i] = found.strides[i];
  }
  int collects = PyGC_Disable(); /* a callback of the collector's may give the tensor other memory meanwhile */
  PyObject *out = list_at(&l, 0, found.data, known_bytes(l.dtype));
  if (collects) PyGC_Enable();
  return out;
}

static PyMethodDef functions[] = {
    {"numbers", FAST(numbers), METH_FASTCALL, NULL},
    {"lists", lists, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_numbers(PyObject *module) { return PyModule_AddFunctions(module, functions); }
