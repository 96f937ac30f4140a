/* __torch_function__: who is asked before a call. */
#pragma once

#include "core.h"

extern uint8_t plain_calls;
extern _Thread_local int overriding_off;
/* True if it is a Tensor whose class does not ask to be asked. */
int is_plain_subclass(PyObject *x);
static inline int is_plain_tensor(PyObject *x) {
  return LIKELY(Py_IS_TYPE(x, core->tensor_type)) || is_plain_subclass(x);
}
/* True if a mode of this thread wants to be asked. */
int mode_is_open(void);
/* The answer of __torch_function__, of an argument's class or of a mode; Py_NotImplemented where nobody is asked. */
PyObject *overridden(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *overridden_python(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names);
