/* Call: one C function as a Python callable. */
#pragma once

#include "table.h"

typedef struct {
  PyObject_HEAD vectorcallfunc vectorcall;
  const Row *row;
  uint8_t count, results; /* of `kinds`; of `row->results` */
  uint8_t arity;          /* of Python's arguments: options are five */
  Kind kinds[MOST_ARGUMENTS];
  PyObject *named; /* the class of a named tuple, or NULL */
} Call;

PyObject *find_call(const char *name); /* a new reference */
