/* The symbols of a tensor's shape. */
#pragma once

#include "core.h"

PyObject *symbols_of(PyObject *tensor, int which); /* sizes, …, of enum ptc_symbolic: a list or a number */
