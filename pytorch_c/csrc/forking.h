/* Calls of the C library without the GIL, and the forks that wait for them. */
#pragma once

#include "core.h"

/* Calls that run without the GIL: all, and this thread's; forks that wait for them. Changed with the GIL alone. */
extern Py_ssize_t calls_in_flight;
extern _Thread_local Py_ssize_t own_calls __attribute__((tls_model("initial-exec")));
extern int forks_pending;
void wait_for_forks(void);
/* Lets go of the GIL for a call of the C library, and takes it again. */
static inline PyThreadState *enter_library(void) {
  if (UNLIKELY(forks_pending)) wait_for_forks();
  ++calls_in_flight, ++own_calls;
  return PyEval_SaveThread();
}
static inline void leave_library(PyThreadState *thread) {
  PyEval_RestoreThread(thread);
  --calls_in_flight, --own_calls;
}
#define BEGIN_CALL \
  { \
    PyThreadState *unlocked_thread = enter_library();
#define END_CALL \
  leave_library(unlocked_thread); \
  }
