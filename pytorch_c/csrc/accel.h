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

int accel_install(void);
