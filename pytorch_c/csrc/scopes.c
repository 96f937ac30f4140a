/* Scopes and the tracer: who wants to know of each new tensor.

   core->tracer is f(tensor), or NULL. core->scopes is a ContextVar: a tuple of the open scopes, innermost last.  Each is a list: the
   ident of its thread (None once it has ended), its owner (the id of a generator's or coroutine's frame, or None) and the id of the
   context in which it was opened (None where others that inherit it are not meant), then what was made in it. */
#include "scopes.h"
#include "callbacks.h"
#include "handle.h"
#include "install.h"

#include <frameobject.h> /* PyFrame_GetBack, before 3.11 */

Counter open_scopes;

#define FIRST_SWEEP 1024
enum { THREAD, OWNER, CONTEXT, FIRST };

static int is_dead(PyObject *reference) {
#if PY_VERSION_HEX >= 0x030E0000
  return PyWeakref_IsDead(reference);
#elif PY_VERSION_HEX >= 0x030D0000
  PyObject *object;
  const int found = PyWeakref_GetRef(reference, &object);
  Py_XDECREF(object);
  return found == 0;
#else
  return PyWeakref_GET_OBJECT(reference) == Py_None; // gone from 3.15
#endif
}

/* Takes weak references to what is gone out of a list. */
static int sweep_list(PyObject *made) {
  Py_ssize_t kept = FIRST, count = PyList_GET_SIZE(made);
  for (Py_ssize_t i = FIRST; i < count; ++i) {
    PyObject *one = PyList_GET_ITEM(made, i);
    if (PyWeakref_Check(one) && is_dead(one)) continue;
    PyList_SET_ITEM(made, i, PyList_GET_ITEM(made, kept));
    PyList_SET_ITEM(made, kept++, one);
  }
  return PyList_SetSlice(made, kept, count, NULL);
}

/* A tensor that nobody else closes must be held to be closed by its scope. */
static int add_to_scope(PyObject *made, PyObject *tensor) {
  Py_ssize_t count = PyList_GET_SIZE(made);
  if (count >= FIRST_SWEEP && (count & (count - 1)) == 0 && sweep_list(made) < 0) return -1;
  PyObject *held = strategy == BY_HAND && by_user_only ? Py_NewRef(tensor) : PyWeakref_NewRef(tensor, NULL);
  int failed = held ? PyList_Append(made, held) : -1;
  Py_XDECREF(held);
  return failed;
}

static int is_of_this_thread(PyObject *made) {
  OWNED PyObject *ident = PyList_Check(made) && PyList_GET_SIZE(made) >= FIRST ? item_at(made, THREAD) : NULL;
  return ident && PyLong_Check(ident) && PyLong_AsUnsignedLong(ident) == PyThread_get_thread_ident();
}

/* True if an item is the id of an object. */
static int is_id_of(PyObject *made, int item, const void *object) {
  PyObject *id = PyList_GET_ITEM(made, item);
  return PyLong_Check(id) && PyLong_AsVoidPtr(id) == object;
}

/* The last of the scopes that the frame owns, or NULL. */
static PyObject *owned_by(PyObject *open, PyFrameObject *frame) {
  for (Py_ssize_t i = PyTuple_GET_SIZE(open); i--;) {
    PyObject *made = PyTuple_GET_ITEM(open, i);
    if (is_of_this_thread(made) && is_id_of(made, OWNER, frame)) return made;
  }
  return NULL;
}

/* The innermost scope of this thread, borrowed, or NULL: the last of the owner that is nearest on the stack.  What no frame owns comes
   last, and so does what a task has inherited from another context; what belongs to a suspended frame of this context does not count. */
static PyObject *innermost(PyObject *open) {
  PyObject *last = NULL;
  const void *context = PyThreadState_Get()->context;
  int owned = 0;
  for (Py_ssize_t i = PyTuple_GET_SIZE(open); i--;) {
    PyObject *made = PyTuple_GET_ITEM(open, i);
    if (!is_of_this_thread(made)) continue;
    int free = PyList_GET_ITEM(made, OWNER) == Py_None;
    owned |= !free;
    int inherited = PyLong_Check(PyList_GET_ITEM(made, CONTEXT)) && !is_id_of(made, CONTEXT, context);
    if (!last && (free || inherited)) last = made;
  }
  if (LIKELY(!owned)) return last;
  PyFrameObject *frame = PyEval_GetFrame();
  Py_XINCREF((PyObject *)frame);
  while (frame) {
    PyObject *found = owned_by(open, frame);
    PyFrameObject *back = found ? NULL : PyFrame_GetBack(frame);
    Py_DECREF((PyObject *)frame);
    if (found) return found;
    frame = back;
  }
  return last;
}

/* innermost_scope(scopes) -> of a tuple of lists, the one that the running frame is in, or None */
static PyObject *innermost_scope(PyObject *UNUSED(self), PyObject *open) {
  PyObject *found = PyTuple_Check(open) ? innermost(open) : NULL;
  return Py_NewRef(found ? found : Py_None);
}

/* Adds a tensor to the innermost scope of this thread. */
static int tell_scope(PyObject *tensor) {
  PyObject *open;
  if (PyContextVar_Get(core->scopes, NULL, &open) < 0) return -1;
  PyObject *made = open && PyTuple_Check(open) ? innermost(open) : NULL;
  int failed = made ? add_to_scope(made, tensor) : 0;
  Py_XDECREF(open);
  return failed;
}

int tell(PyObject *tensor) {
  if (open_scopes && tell_scope(tensor) < 0) return -1;
  OWNED PyObject *tracer = get_shared(&core->tracer);
  PyObject *done = tracer ? PyObject_CallOneArg(tracer, tensor) : Py_NewRef(Py_None);
  Py_XDECREF(done);
  return done ? 0 : -1;
}

/* made(tensor): for one that has taken over the handle of another */
static PyObject *made(PyObject *UNUSED(self), PyObject *tensor) {
  if (somebody_listens() && tell(tensor) < 0) return NULL;
  Py_RETURN_NONE;
}

/* set_tracer(f): f(tensor) for each new tensor; None: no more */
static PyObject *set_tracer(PyObject *UNUSED(self), PyObject *function) {
  put_shared(&core->tracer, function == Py_None ? NULL : Py_NewRef(function));
  Py_RETURN_NONE;
}

/* set_scopes(ContextVar) */
static PyObject *set_scopes(PyObject *UNUSED(self), PyObject *variable) {
  Py_XSETREF(core->scopes, Py_NewRef(variable));
  Py_RETURN_NONE;
}

/* count_scopes(change): how many are open in all threads */
static PyObject *count_scopes(PyObject *UNUSED(self), PyObject *change) {
  open_scopes += PyLong_AsSsize_t(change);
  return PyLong_FromSsize_t(open_scopes);
}

static PyMethodDef functions[] = {
    {"made", made, METH_O, NULL},
    {"set_tracer", set_tracer, METH_O, NULL},
    {"set_scopes", set_scopes, METH_O, NULL},
    {"count_scopes", count_scopes, METH_O, NULL},
    {"innermost_scope", innermost_scope, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_scopes(PyObject *module) { return PyModule_AddFunctions(module, functions); }
