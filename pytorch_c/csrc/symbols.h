/* SymInt, SymFloat and SymBool. */
#pragma once

#include "convert.h"

bool is_symbol(PyObject *x);
int add_symbol(Frame *f, PyObject *x, ptc_value *out); /* the tagged value of one; -1 and an exception */
PyObject *symbol_object(const ptc_value *value);       /* a SymInt, SymFloat or SymBool */
PyObject *symbols_of(PyObject *tensor, int which);     /* sizes, …, of enum ptc_symbolic: a list or a number */
