/* Types that the generated calls share with accel.c. */
#pragma once

#include <stdatomic.h>
#include <stdlib.h>
#include <structmember.h>

/* Several tensors as one result; wrap_many reads and frees it. */
typedef struct many_s {
  int64_t count;
  ptc_tensor items[];
} *many;

static many many_new(int64_t count) {
  many out = calloc(1, sizeof(struct many_s) + (size_t)count * sizeof(ptc_tensor));
  if (out) out->count = count;
  return out;
}

static void many_close(many self) {
  for (int64_t i = 0; i < self->count; ++i) ptc_tensor_close(self->items[i]);
}

/* Warnings of libtorch's that nobody has shown yet (warnings.c), on any thread. */
static _Atomic long warned;
static const char *show_warnings(const char *error);

/* Ends a C call: shows what it warned of.  Where a filter of Python's makes that
   an exception, the call has failed after all: `error` says so, and `drop` closes
   what it gave. */
#define AFTER_CALL(error, drop)                                                    \
  do {                                                                             \
    if (__builtin_expect(atomic_load_explicit(&warned, memory_order_relaxed), 0)) { \
      const char *before = error;                                                  \
      if ((error = show_warnings(before)) && !before) { drop; }                    \
    }                                                                              \
  } while (0)
/* An int argument: an int, or what has __index__, but no bool, as torch has it. cffi would take whatever
   int() takes: True, NumPy's 1.5, a tensor of 1.5. */
static int64_t int_argument(PyObject *x) {
  if (PyLong_CheckExact(x)) return _cffi_to_c_i64(x);
  if (PyBool_Check(x)) {
    PyErr_SetString(PyExc_TypeError, "an int is needed, not bool");
    return -1;
  }
  PyObject *index = PyNumber_Index(x);
  if (!index) return -1;
  int64_t out = _cffi_to_c_i64(index);
  Py_DECREF(index);
  return out;
}
#undef _cffi_to_c_i64
#define _cffi_to_c_i64 int_argument

/* A tuple of plain ints, or a list of handles, as an array, without cffi's way through the type of each item. cffi
   sees to all else. The types of the pointers are known after setup(). */
static struct _cffi_ctypedescr *tensor_ctype, *ints_ctype, *tensors_ctype;

static Py_ssize_t array_bytes(struct _cffi_ctypedescr *type, PyObject *x, char **out) {
  if (((type == ints_ctype && PyTuple_CheckExact(x)) || (type == tensors_ctype && PyList_CheckExact(x))) && Py_SIZE(x)) return Py_SIZE(x) * (Py_ssize_t)sizeof(int64_t);
  return _cffi_prepare_pointer_call_argument(type, x, out);
}
/* Whether a list or tuple holds nothing but plain ints of 64 bits, which are put into `items`. */
static int fill_ints(int64_t *items, PyObject *sequence) {
  int overflow = 0;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence) && !overflow; ++i) {
    PyObject *one = PySequence_Fast_GET_ITEM(sequence, i);
    overflow = 1;
    if (PyLong_CheckExact(one)) items[i] = PyLong_AsLongLongAndOverflow(one, &overflow);
  }
  return !overflow;
}
static int array_argument(struct _cffi_ctypedescr *type, PyObject *x, char **out, Py_ssize_t size, struct _cffi_freeme_s **freeme) {
  if (*out && type == ints_ctype && PyTuple_CheckExact(x) && fill_ints((int64_t *)*out, x)) return 0;
  if (!*out || type != tensors_ctype || !PyList_CheckExact(x)) return _cffi_convert_array_argument(type, x, out, size, freeme);
  ptc_tensor *items = (ptc_tensor *)*out;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(x); ++i)
    if (!(items[i] = (ptc_tensor)_cffi_to_c_pointer(PyList_GET_ITEM(x, i), tensor_ctype)) && PyErr_Occurred()) return -1;
  return 0;
}
#undef _cffi_prepare_pointer_call_argument
#define _cffi_prepare_pointer_call_argument array_bytes
#define _cffi_convert_array_argument array_argument

int accel_install(void);
