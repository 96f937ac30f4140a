/* The arguments of one call, from plain objects. */
#pragma once

#include "frame.h"

/* 1 where the object is plainly an argument of this kind, 0 where Python's way must decide, -1 and an exception. */
int add_plain(Frame *f, Kind kind, PyObject *x);
int add_options(Frame *f, PyObject *const *five, int with_grad, int plainly, const char *kinds);
int fill_ints(int64_t *items, PyObject *sequence, Py_ssize_t count);
bool has_default_device(void); /* of this thread's factories, where none is named */
bool default_is_cpu(void);     /* that one, or the one of libtorch where there is none */
