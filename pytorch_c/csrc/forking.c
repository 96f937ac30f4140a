/* Forks between calls.

   The first call of an operator sets up a great deal in libtorch (kernels, oneDNN, the operator's entry in the dispatcher) behind
   locks. A child that is forked while another thread holds such a lock finds it held for ever, and hangs in its own first call. So
   os.fork() waits until no other thread is inside of the C library, and threads that come meanwhile wait until it has forked. */
#include "forking.h"
#include "install.h"
#include <pthread.h>
#include <time.h>

_Thread_local Py_ssize_t own_calls;
_Thread_local int brief_calls;
#ifdef Py_GIL_DISABLED
Place calls_in_flight[PLACES];
_Thread_local Place *own_place;
_Atomic int forks_pending;

Place *find_place(void) {
  static atomic_uint last;
  return own_place = calls_in_flight + last++ % PLACES;
}
static Py_ssize_t all_calls(void) {
  Py_ssize_t all = 0;
  for (int i = 0; i < PLACES; ++i) all += calls_in_flight[i].calls;
  return all;
}
static void only_own_calls(void) {
  for (int i = 0; i < PLACES; ++i) calls_in_flight[i].calls = 0;
  if (own_calls) own_place->calls = own_calls;
}
#else
Py_ssize_t calls_in_flight;
int forks_pending;
static Py_ssize_t all_calls(void) { return calls_in_flight; }
static void only_own_calls(void) { calls_in_flight = own_calls; }
#endif

/* Some calls wait for other processes, or take minutes: those are not waited for longer than this. */
enum { LONGEST_WAIT_US = 500 * 1000, STEP_US = 50 };

static void sleep_unlocked(void) {
  const struct timespec step = {.tv_nsec = STEP_US * 1000};
  Py_BEGIN_ALLOW_THREADS
  nanosleep(&step, NULL);
  Py_END_ALLOW_THREADS
}

/* A call within another one's callback goes on: the fork waits for the outer one. */
void wait_for_forks(void) {
  while (forks_pending && !own_calls) sleep_unlocked();
}

/* before_fork(): waits for the calls of other threads */
static PyObject *before_fork(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  ++forks_pending;
  for (int waited = 0; all_calls() > own_calls && waited < LONGEST_WAIT_US; waited += STEP_US) sleep_unlocked();
  Py_RETURN_NONE;
}
/* forked(): lets the parent's threads go on */
static PyObject *forked(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  --forks_pending;
  Py_RETURN_NONE;
}
/* In a child, before Python frees what its other threads held, which calls the library. */
static void born(void) {
  forks_pending = 0;
  only_own_calls();
}

static PyMethodDef methods[] = {
    {"before_fork", before_fork, METH_NOARGS, NULL},
    {"forked", forked, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_forking(PyObject *module) {
  if (PyModule_AddFunctions(module, methods) < 0) return -1;
  if (pthread_atfork(NULL, NULL, born)) return PyErr_SetString(PyExc_OSError, "pthread_atfork() failed"), -1;
  return 0;
}
