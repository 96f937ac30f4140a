/* Python's callables that libtorch calls, on a thread of its choice: who owns them, and their exceptions as errors. */
#pragma once

#include <pthread.h>
#include <unistd.h>

#include "core.h"

/* Once Python has ended, it ends a thread that asks for the GIL by unwinding its stack, which C++ does not survive: such
   a thread waits for the end of the process. */
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

extern Counter owned; /* callables, contexts and dicts that the graph owns */
PyObject *lend(PyObject *object);
void take_back(void *object);
void let_go(void *owner);     /* a destructor for what is Python's: takes the GIL */
const char *host_error(void); /* the exception that is set, as an error */
static inline const char *ended(void) { return ptc_error_new(PTC_ERROR_HOST, "Python has ended"); }
