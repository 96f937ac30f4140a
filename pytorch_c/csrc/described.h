/* Numbers of what describes a tensor: dtypes, layouts, memory formats and devices. */
#pragma once

#include "core.h"

/* The number of a dtype, layout or memory format; -1 and maybe an exception where it has none. */
static inline long code_of(PyObject *x) {
  PyObject *code = PyObject_GetAttr(x, core->name_code);
  long out = code ? PyLong_AsLong(code) : -1;
  Py_XDECREF(code);
  return out;
}

/* The type and the index of a device; 0 where the object is no plain one. */
static inline int device_numbers(PyObject *x, int32_t out[2]) {
  out[0] = out[1] = PTC_UNSET;
  if (x == Py_None) return 1;
  if (PyUnicode_CheckExact(x) && PyUnicode_CompareWithASCIIString(x, "cpu") == 0) return out[0] = PTC_CPU, 1;
  if (!Py_IS_TYPE(x, core->device_type)) return 0;
  PyObject *numbers = PyObject_GetAttr(x, core->name_numbers);
  int known = numbers && PyTuple_CheckExact(numbers) && PyTuple_GET_SIZE(numbers) == 2;
  for (int i = 0; known && i < 2; ++i) out[i] = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(numbers, i));
  Py_XDECREF(numbers);
  if (!known) PyErr_Clear();
  return known;
}
