/* libtorch's warnings as Python's.  A warning comes in the middle of an operator
   and mostly without the GIL, so it is noted there, and shown when the call has
   returned: on the thread that warned, or, for the threads of libtorch's own
   pools, by whichever call returns first.  No lock is taken. */

#include <pthread.h>
#include <stdio.h>

#include "warnings.h"
#include "callbacks.h"
#include "forking.h"
#include "install.h"
#include "resource.h"

_Atomic long warned;

typedef struct noted_s {
  struct noted_s *next;
  int32_t kind;
  char text[];
} noted;

static pthread_key_t own_notes;      /* of a thread of Python's, the latest first */
static _Atomic(noted *) stray_notes; /* of the others */

static void add_stray(noted *note) {
  note->next = atomic_load(&stray_notes);
  while (!atomic_compare_exchange_weak(&stray_notes, &note->next, note)) {}
}

/* A thread that ends before it could show its warnings leaves them to the others. */
static void leave_notes(void *first) {
  for (noted *note = first, *next; note; note = next) {
    next = note->next;
    add_stray(note);
  }
}

static PyThreadState *running_thread(void) {
#if PY_VERSION_HEX >= 0x030D0000
  return PyThreadState_GetUnchecked();
#else
  return _PyThreadState_UncheckedGet();
#endif
}

static void on_warning(void *UNUSED(context), int32_t kind, const char *message, const char *file, int64_t line) {
  static const char triggered[] = "%s (Triggered internally at %s:%lld.)"; /* torch's words */
  PyThreadState *thread = Py_IsInitialized() ? PyGILState_GetThisThreadState() : NULL;
  int size = file ? snprintf(NULL, 0, triggered, message, file, (long long)line) : (int)strlen(message);
  noted *note = size < 0 ? NULL : malloc(sizeof(noted) + (size_t)size + 1);
  /* Code that has the GIL and is no call of ours shows nothing when it returns. */
  if (!note || !Py_IsInitialized() || (thread && thread == running_thread() && !brief_calls)) {
    fprintf(stderr, "Warning: %s\n", message);
    free(note);
    return;
  }
  note->kind = kind;
  if (file) snprintf(note->text, (size_t)size + 1, triggered, message, file, (long long)line);
  else strcpy(note->text, message);
  if (thread) {
    note->next = pthread_getspecific(own_notes);
    if (pthread_setspecific(own_notes, note)) add_stray(note);
  } else add_stray(note);
  atomic_fetch_add(&warned, 1);
}

/* Puts the notes, the latest first, before `rest`. */
static noted *oldest_first(noted *latest, noted *rest) {
  for (noted *next; latest; latest = next) {
    next = latest->next;
    latest->next = rest;
    rest = latest;
    atomic_fetch_sub(&warned, 1);
  }
  return rest;
}

/* Warnings that this thread has to show. */
static noted *take_notes(void) {
  noted *own = pthread_getspecific(own_notes);
  pthread_setspecific(own_notes, NULL);
  return oldest_first(own, oldest_first(atomic_exchange(&stray_notes, NULL), NULL));
}

static int is_ending(void) {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing();
#else
  return _Py_IsFinalizing();
#endif
}

static int show(const noted *note) {
  if (is_ending()) { /* the modules are going */
    fprintf(stderr, "Warning: %s\n", note->text);
    return 0;
  }
  PyObject *text = PyUnicode_DecodeUTF8(note->text, (Py_ssize_t)strlen(note->text), "replace");
  OWNED PyObject *shown_by = get_shared(&core->show_warning);
  PyObject *done = text && shown_by ? PyObject_CallFunction(shown_by, "iO", (int)note->kind, text) : Py_XNewRef(text);
  Py_XDECREF(text);
  Py_XDECREF(done);
  return done ? 0 : -1;
}

/* The exception that is set as an error, from where the call was: show() is not where it happened. */
static const char *warning_error(void) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (value) PyException_SetTraceback(value, Py_None);
  Py_XDECREF(traceback);
  PyErr_Restore(type, value, NULL);
  return host_error();
}

/* Shows what this thread's call has warned of, in Python; what the call fails
   with now.  Like torch, the first that is raised ends it, and one beside
   another error is only reported. */
const char *show_warnings(const char *error) {
  if (!peek(&core->show_warning)) return error;
  PyGILState_STATE state = PyGILState_Ensure();
  const char *raised = NULL;
  noted *next, *note = take_notes();
  for (; note; note = next) {
    next = note->next;
    if (!raised && show(note) < 0) {
      if (error) PyErr_WriteUnraisable(peek(&core->show_warning));
      else raised = warning_error();
    }
    free(note);
  }
  PyGILState_Release(state);
  return error ? error : raised;
}

/* A child of fork() has none of the other threads; the parent shows theirs. */
static void forget_notes(void) {
  for (noted *note = take_notes(), *next; note; note = next) {
    next = note->next;
    free(note);
  }
  atomic_store(&warned, 0);
}

/* set_warnings(show): show(kind, text) for each warning; None: they go to stderr again. */
static PyObject *set_warnings(PyObject *UNUSED(self), PyObject *function) {
  const char *error = ptc_set_warning_handler(function == Py_None ? NULL : on_warning, NULL, NULL);
  if (error) return raise_error(error);
  put_shared(&core->show_warning, function == Py_None ? NULL : Py_NewRef(function));
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_warnings", set_warnings, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_warnings(PyObject *module) {
  static int done;
  if (!done && (pthread_key_create(&own_notes, leave_notes) || pthread_atfork(NULL, NULL, forget_notes))) return -1;
  done = 1;
  return PyModule_AddFunctions(module, functions);
}
