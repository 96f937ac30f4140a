/* SymInt, SymFloat and SymBool. */
#pragma once

#include "frame.h"

bool is_symbol(PyObject *x);
int add_symbol(Frame *f, PyObject *x, ptc_value *out); /* the tagged value of one; -1 and an exception */
int add_symbol_node(Frame *f, PyObject *node, int kind, ptc_value *out);
PyObject *node_of_symbol(const ptc_value *value); /* its node, a new reference; NULL and an exception */
PyObject *symbol_object(const ptc_value *value);  /* a SymInt, SymFloat or SymBool */
/* Makes libtorch ask nodes, once: 0, or -1 and an exception. symbol_calls.c sets it. */
extern int (*start_symbols)(void);
