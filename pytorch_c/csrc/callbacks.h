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

extern Py_ssize_t owned;           /* callables, contexts and dicts that the graph owns; the GIL guards it */
void function_ends(void *context); /* functions.c */
/* hooks.c: what the collector wants of each context that the graph owns, as a ptc_visit_fn. */
typedef struct {
  visitproc visit;
  void *arg;
} Visit;
int32_t visit_context(void *to, void *visited, ptc_destroy_fn destroy);
/* A hook as a Resource; where: "tensor", "leaf" (after the gradient was added), "node" or "before" (a node). */
PyObject *hang_hook(const char *where, PyObject *target, PyObject *hook);
static inline const char *ended(void) { return ptc_error_new(PTC_ERROR_HOST, "Python has ended"); }
