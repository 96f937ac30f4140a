/* A look ahead at a collection: whether it may block, or has nothing to free. */
#pragma once

#include "core.h"

/* The objects that a collection has to look at: how many, how many that are not plain, and whether one is among those. */
typedef struct {
  Py_ssize_t count, others;
  const PyObject *one;
  bool has_one;
} Young;
enum Collection { NEEDLESS, NEEDED, MAY_BLOCK };
/* Says what a collection would be, and counts what it would look at, of which young->one may be; -1 and an exception. */
int collection_would_be(Py_ssize_t most, Young *young);
/* True if the object cannot be part of a cycle as it is. */
bool is_plain(PyObject *x);
