/* The arguments of one call, from all objects that their kinds take. */
#pragma once

#include "convert.h"

/* 0, or -1 and an exception: all that the kind takes. `options` follow one another: five objects. */
int add_any(Frame *f, Kind kind, PyObject *x, int position);
int read_scalar(PyObject *x, ptc_scalar *out); /* 0, or -1 and TypeError or OverflowError */
extern _Thread_local const Row *converting;    /* whose arguments are being read */
extern _Thread_local bool stashed;             /* a trace knows where one of them comes from */
