/* Around what Python does for libtorch, on a thread of libtorch's choice. Once Python has ended, it ends a thread that
   asks for the GIL by unwinding its stack, which C++ does not survive: such a thread waits for the end of the process. */
#pragma once

#include <pthread.h>
#include <unistd.h>

#include "core.h"

static inline void wait_for_the_end(void *UNUSED(nothing)) {
  for (;;) pause();
}
#define ENTER_PYTHON \
  PyGILState_STATE state; \
  pthread_cleanup_push(wait_for_the_end, NULL); \
  state = PyGILState_Ensure();
#define LEAVE_PYTHON \
  PyGILState_Release(state); \
  pthread_cleanup_pop(0);

extern Py_ssize_t owned;            /* callables, contexts and dicts that the graph owns; the GIL guards it */
ptc_node open_node(PyObject *node); /* hooks.c */
void function_ends(void *context);  /* functions.c */
static inline const char *ended(void) { return ptc_error_new(PTC_ERROR_HOST, "Python has ended"); }
