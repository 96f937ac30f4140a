/* __torch_dispatch__: what libtorch asks of Python. */
#pragma once

#include "core.h"

/* Operators of a Tensor whose class has __torch_dispatch__ ask it from now on: 0, or -1 and an exception. */
int ask_of_class(PyObject *tensor);
int become_host(void); /* once; -1 and an exception */
