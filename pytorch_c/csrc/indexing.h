/* x[…] of plain indices. */
#pragma once

#include "core.h"

PyObject *getitem_plain(PyObject *tensor, PyObject *index);
int setitem_plain(PyObject *tensor, PyObject *index, PyObject *value);
