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
  bool bools, ints, floats, complexes; /* which kinds there are */
  Py_ssize_t count;
  char *at;            /* the next number, in the second pass */
  int dtype, laid_out; /* of the tensor, and of the elements that it is made of */
} Numbers;

static bool is_integral(int dtype) { return dtype >= PTC_UINT8 && dtype <= PTC_INT64; }

static int is_list(PyObject *x) { return PyList_CheckExact(x) || PyTuple_CheckExact(x); }

/* The first pass: 1 if all lists at this depth are as long as the first one and hold plain numbers. */
static int look_at(Numbers *n, PyObject *data, int depth) {
  if (depth == n->rank) {
    if (PyFloat_CheckExact(data)) n->floats = true;
    else if (PyLong_CheckExact(data)) n->ints = true;
    else if (PyBool_Check(data)) n->bools = true;
    else if (PyComplex_CheckExact(data)) n->complexes = true;
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

/* The second pass: the number as an element of the dtype they are laid out in. 0 where it does not fit. */
static int put_int(Numbers *n, PyObject *x) {
  int overflow;
  const long long value = PyLong_AsLongLongAndOverflow(x, &overflow);
#define PUT_IF(fits, type) ((fits) && (*(type *)n->at = (type)value, n->at += sizeof(type), 1))
  switch (n->laid_out) {
  case PTC_INT64: return PUT_IF(!overflow, int64_t);
  case PTC_INT32: return PUT_IF(!overflow && value == (int32_t)value, int32_t);
  case PTC_INT16: return PUT_IF(!overflow && value == (int16_t)value, int16_t);
  case PTC_INT8: return PUT_IF(!overflow && value == (int8_t)value, int8_t);
  default: return PUT_IF(!overflow && value == (uint8_t)value, uint8_t);
  }
#undef PUT_IF
}
static int put_number(Numbers *n, PyObject *x) {
#define PUT(type, value) (*(type *)n->at = (type)(value), n->at += sizeof(type), 1)
  const bool is_complex = PyComplex_CheckExact(x);
#ifdef Py_GIL_DISABLED
  if (!PyFloat_CheckExact(x) && !PyLong_Check(x) && !is_complex)
    return 0; /* another thread has changed the list since the first pass */
#endif
  if (n->laid_out == PTC_BOOL)
    return PUT(bool, PyFloat_CheckExact(x) ? PyFloat_AS_DOUBLE(x) != 0 : PyObject_IsTrue(x) == 1);
  if (is_integral(n->laid_out)) return PyLong_Check(x) && put_int(n, x);
  const double value = PyFloat_CheckExact(x) ? PyFloat_AS_DOUBLE(x)
                       : is_complex          ? PyComplex_RealAsDouble(x)
                                             : PyLong_AsDouble(x);
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear(); /* an int beyond double */
    return 0;
  }
  const double imaginary = is_complex ? PyComplex_ImagAsDouble(x) : 0;
  switch (n->laid_out) {
  case PTC_FLOAT32: return !is_complex && PUT(float, value);
  case PTC_COMPLEX64: return PUT(float, value) && PUT(float, imaginary);
  case PTC_COMPLEX128: return PUT(double, value) && PUT(double, imaginary);
  default: return !is_complex && PUT(double, value);
  }
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

/* Depth of nested lists, to an empty one, and the length of the first of each depth; 0 where it is too deep. */
static int read_shape(Numbers *n, PyObject *data) {
  if (!is_list(data)) return 1;
  if (n->rank == DEEPEST) return 0;
  const Py_ssize_t length = PySequence_Fast_GET_SIZE(data);
  n->shape[n->rank++] = length;
  if (!length) return 1;
  OWNED PyObject *first = item_at(data, 0);
  return first && read_shape(n, first);
}

/* The dtype of numbers that name none: that of the factories where there are floats, or none at all. */
static int usual_dtype(const Numbers *n) {
  if (!n->floats && !n->complexes && n->count) return n->ints ? PTC_INT64 : PTC_BOOL;
  int32_t usual = PTC_FLOAT32;
  ptc_error_free(ptc_get_default_dtype(&usual));
  if (!n->complexes) return usual;
  return usual == PTC_FLOAT64 ? PTC_COMPLEX128 : usual == PTC_FLOAT32 ? PTC_COMPLEX64 : -1;
}

/* The dtype in which the elements are laid out, or -1. C has no halves: these are made of doubles, as torch's are. */
static int layout_for(const Numbers *n) {
  switch (n->dtype) {
  case PTC_COMPLEX64:
  case PTC_COMPLEX128: return n->dtype;
  case PTC_BOOL:
  case PTC_FLOAT32:
  case PTC_FLOAT64: return n->complexes ? -1 : n->dtype;
  case PTC_FLOAT16:
  case PTC_BFLOAT16: return n->complexes ? -1 : PTC_FLOAT64;
  default: return is_integral(n->dtype) && !n->floats && !n->complexes ? n->dtype : -1;
  }
}

/* The number of elements, or -1 if data is none of what this file is for. */
static int64_t read_numbers(Numbers *n, PyObject *data, int wanted) {
  if (!read_shape(n, data)) return -1;
  if (!look_at(n, data, 0)) return -1;
  n->dtype = wanted < 0 ? usual_dtype(n) : wanted;
  n->laid_out = layout_for(n);
  return n->laid_out < 0 ? -1 : n->count;
}

/* The tensor of elements that are laid out. */
static const char *make(const Numbers *n, const char *data, bool requires_grad, ptc_tensor *out) {
  const bool same = n->dtype == n->laid_out;
  const ptc_options options = {
      .set = PTC_OPTION_DTYPE | PTC_OPTION_REQUIRES_GRAD, .dtype = n->laid_out, .requires_grad = requires_grad && same};
  ptc_tensor made = NULL;
  const char *error = ptc_tensor_from_data(data, n->at - data, n->shape, n->rank, &options, &made);
  if (error || same) return *out = made, error;
  error = ptc_to_dtype(made, n->dtype, false, false, PTC_UNSET, out);
  ptc_tensor_close(made);
  if (error || !requires_grad) return error;
  if ((error = ptc_tensor_set_requires_grad(*out, true))) ptc_tensor_close(*out), *out = NULL;
  return error;
}

static PyObject *tensor_of(PyObject *numbers, int dtype, bool requires_grad) {
  enum { FEW = 64, MOST_BYTES = 2 * sizeof(double) }; /* of an element */
  Numbers n = {.rank = 0};
  const int64_t length = read_numbers(&n, numbers, dtype);
  if (length < 0) Py_RETURN_NONE;
  double few[2 * FEW];
  char *data = (char *)few;
  if (length > FEW && !(data = PyMem_Malloc((size_t)length * MOST_BYTES))) return PyErr_NoMemory();
  n.at = data;
  ptc_tensor out = NULL;
  const char *error = NULL;
  const bool fits = put_all(&n, numbers, 0);
  if (fits) {
    BEGIN_CALL_UNLESS(length <= FEW)
    error = make(&n, data, requires_grad, &out);
    END_CALL
  }
  if (data != (char *)few) PyMem_Free(data);
  if (!fits) Py_RETURN_NONE;
  return error ? raise_error(error) : adopt(out);
}

/* numbers(data, dtype or -1, requires_grad) -> Tensor, or None where Python's slower way decides */
static PyObject *numbers(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 3) return PyErr_Format(PyExc_TypeError, "numbers() takes 3 arguments, got %zd", count);
  if (UNLIKELY(!default_is_cpu() || has_modes())) Py_RETURN_NONE;
  PyObject *listed = PyRange_Check(args[0]) ? PySequence_List(args[0]) : Py_NewRef(args[0]);
  PyObject *out = listed ? tensor_of(listed, (int)PyLong_AsLong(args[1]), args[2] == Py_True) : NULL;
  Py_XDECREF(listed);
  return out;
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
