/* Calls of the C library: without the GIL, for which forks wait, or with it, where they are brief. */
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
/* Calls of this thread that keep the GIL, for handing it on would take longer, and ask no Python. */
extern _Thread_local int brief_calls __attribute__((tls_model("initial-exec")));
static inline PyThreadState *enter_unless(bool brief) {
  if (!brief) return enter_library();
  ++brief_calls;
  return NULL;
}
static inline void leave_unless_brief(PyThreadState *thread) {
  if (thread) leave_library(thread);
  else --brief_calls;
}
#define BEGIN_CALL BEGIN_CALL_UNLESS(false)
#define BEGIN_CALL_UNLESS(brief) \
  { \
    PyThreadState *unlocked_thread = enter_unless(brief);
#define END_CALL \
  leave_unless_brief(unlocked_thread); \
  }
