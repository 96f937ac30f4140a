/* Functions with which copies and pickles look at a tensor. */
#pragma once

#include "core.h"

/* The dict of an object's attributes, borrowed; NULL where there are none. */
static inline PyObject *attributes_of(PyObject *x) {
  PyObject **attributes = _PyObject_GetDictPtr(x);
  return attributes && *attributes && PyDict_GET_SIZE(*attributes) ? *attributes : NULL;
}
/* True if a tensor is nothing but numbers in memory, which its sizes and strides tell all of. */
static inline bool is_plainly_numbers(const ptc_description *x) {
  const int64_t more = PTC_FLAG_CONJ | PTC_FLAG_NEG | PTC_FLAG_QUANTIZED | PTC_FLAG_NESTED;
  return !(x->flags & more) && x->flags & PTC_FLAG_HAS_STORAGE && x->layout == PTC_STRIDED && x->strides;
}
