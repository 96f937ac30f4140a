/* Scopes and the tracer: who wants to know of each new tensor.

   core->tracer is f(tensor), or NULL. core->scopes is a ContextVar: a tuple of the open scopes, innermost last.  Each is a list: the
   ident of its thread (None once it has ended), then what was made in it. */
#include "core.h"

Py_ssize_t open_scopes;

#define FIRST_SWEEP 1024

/* Takes weak references to what is gone out of a list. */
static int sweep_list(PyObject *made) {
  Py_ssize_t kept = 1, count = PyList_GET_SIZE(made);
  for (Py_ssize_t i = 1; i < count; ++i) {
    PyObject *one = PyList_GET_ITEM(made, i);
    if (PyWeakref_Check(one) && PyWeakref_GET_OBJECT(one) == Py_None) continue;
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
  PyObject *ident = PyList_Check(made) && PyList_GET_SIZE(made) ? PyList_GET_ITEM(made, 0) : Py_None;
  return PyLong_Check(ident) && PyLong_AsUnsignedLong(ident) == PyThread_get_thread_ident();
}

/* Adds a tensor to the innermost scope of this thread; others are inherited. */
static int tell_scope(PyObject *tensor) {
  PyObject *open;
  if (PyContextVar_Get(core->scopes, NULL, &open) < 0) return -1;
  Py_ssize_t i = open && PyTuple_Check(open) ? PyTuple_GET_SIZE(open) : 0;
  while (i && !is_of_this_thread(PyTuple_GET_ITEM(open, i - 1))) --i;
  int failed = i ? add_to_scope(PyTuple_GET_ITEM(open, i - 1), tensor) : 0;
  Py_XDECREF(open);
  return failed;
}

int tell(PyObject *tensor) {
  if (open_scopes && tell_scope(tensor) < 0) return -1;
  PyObject *done = core->tracer ? PyObject_CallOneArg(core->tracer, tensor) : Py_NewRef(Py_None);
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
  Py_XSETREF(core->tracer, function == Py_None ? NULL : Py_NewRef(function));
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
    {NULL, NULL, 0, NULL},
};

int install_scopes(PyObject *module) { return PyModule_AddFunctions(module, functions); }
