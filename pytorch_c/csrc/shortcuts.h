/* C functions before Python's functions. */
#pragma once

#include "core.h"

/* A new reference; Py_NotImplemented where Python's way must decide. */
typedef PyObject *(*Shortcut)(PyObject *const *args, Py_ssize_t count);
Shortcut find_shortcut(const char *name); /* NULL where there is none */
/* The keyword that changes nothing for what the C function serves; NULL where there is none. */
const char *idle_keyword(const char *name);
