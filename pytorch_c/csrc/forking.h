/* Calls of the C library: without the GIL, for which forks wait, or with it, where they are brief. */
#pragma once

#include "core.h"

/* Calls that run without the GIL: all, and this thread's; forks that wait for them. Changed with the GIL alone. */
extern _Thread_local Py_ssize_t own_calls __attribute__((tls_model("initial-exec")));
void wait_for_forks(void);
#ifdef Py_GIL_DISABLED
/* Threads count in different places of memory: in the same one they would wait for each other at every call. */
enum { PLACES = 64 };
typedef struct {
  _Alignas(64) Counter calls;
} Place;
extern Place calls_in_flight[PLACES];
extern _Thread_local Place *own_place __attribute__((tls_model("initial-exec")));
extern _Atomic int forks_pending;
Place *find_place(void);
static inline void count_call(void) {
  Place *place = own_place ? own_place : find_place();
  ++place->calls; /* before it looks: a fork looks the other way round */
  while (UNLIKELY(forks_pending) && !own_calls) {
    --place->calls;
    wait_for_forks();
    ++place->calls;
  }
  ++own_calls;
}
static inline void uncount_call(void) {
  --own_place->calls;
  --own_calls;
}
#else
extern Py_ssize_t calls_in_flight;
extern int forks_pending;
static inline void count_call(void) {
  if (UNLIKELY(forks_pending)) wait_for_forks();
  ++calls_in_flight, ++own_calls;
}
static inline void uncount_call(void) { --calls_in_flight, --own_calls; }
#endif
/* Lets go of the GIL for a call of the C library, and takes it again. */
static inline PyThreadState *enter_library(void) {
  count_call();
  return PyEval_SaveThread();
}
static inline void leave_library(PyThreadState *thread) {
  PyEval_RestoreThread(thread);
  uncount_call();
}
/* Calls of this thread that keep the GIL, for handing it on would take longer, and ask no Python. */
extern _Thread_local int brief_calls __attribute__((tls_model("initial-exec")));
static inline PyThreadState *enter_unless(bool brief) {
  if (!brief) return enter_library();
  if (WITHOUT_GIL) count_call(); /* another thread may fork meanwhile */
  ++brief_calls;
  return NULL;
}
static inline void leave_unless_brief(PyThreadState *thread) {
  if (thread) {
    leave_library(thread);
    return;
  }
  --brief_calls;
  if (WITHOUT_GIL) uncount_call();
}
#define BEGIN_CALL BEGIN_CALL_UNLESS(false)
#define BEGIN_CALL_UNLESS(brief) \
  { \
    PyThreadState *unlocked_thread = enter_unless(brief);
#define END_CALL \
  leave_unless_brief(unlocked_thread); \
  }
