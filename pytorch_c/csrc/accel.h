/* Types that the generated calls share with accel.c. */
#pragma once

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
