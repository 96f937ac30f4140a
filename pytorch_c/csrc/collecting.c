/* Helpers of gc() inside of CPython: the freeze of what is older than a loop, which thread is in a collection, and the
   call for memory. */
#include "callbacks.h"
#include "finalizing.h"
#include "install.h"
#include "resource.h"

static PyObject *gc_call(const char *name) { return PyObject_CallMethod(core->gc_module, name, NULL); }
static int gc_do(const char *name) {
  PyObject *result = gc_call(name);
  Py_XDECREF(result);
  return result ? 0 : -1;
}

/* ---- collections under way ---- */

static Counter watchers;
static _Atomic unsigned long collector; /* the thread that is in a collection, or 0 */
static _Thread_local int ran;           /* a bit for each generation */
static Counter unreachable;             /* how many objects the last collection found that only it could free */

/* gc.callbacks: noticed(phase, info) */
static PyObject *noticed(PyObject *UNUSED(self), PyObject *args) {
  PyObject *phase, *info;
  if (!PyArg_UnpackTuple(args, "noticed", 2, 2, &phase, &info)) return NULL;
  int stop = PyUnicode_Check(phase) && PyUnicode_CompareWithASCIIString(phase, "stop") == 0;
  collector = stop ? 0 : PyThread_get_thread_ident();
  PyObject *generation = PyDict_Check(info) ? PyDict_GetItemString(info, "generation") : NULL;
  if (stop && generation) ran |= 1 << (PyLong_AsLong(generation) & 7);
  Py_RETURN_NONE;
}

/* A collection of one generation; whether it ran: not where another is under way. */
static int collect_generation(int generation) {
  ran = 0;
  PyObject *found = PyObject_CallMethod(core->gc_module, "collect", "i", generation);
  if (!found) return -1;
  if (ran >> generation & 1) unreachable = PyLong_AsSsize_t(found);
  Py_DECREF(found);
  return ran >> generation & 1;
}

/* Puts noticed() into gc.callbacks, also where the user has taken it out. */
static int listen_again(void) {
  PyObject *callbacks = PyObject_GetAttrString(core->gc_module, "callbacks");
  int there = callbacks ? PySequence_Contains(callbacks, core->noticed) : -1;
  if (there == 0) there = PyList_Append(callbacks, core->noticed);
  Py_XDECREF(callbacks);
  return there < 0 ? -1 : 0;
}

static int start_watching(void) {
  if (watchers++) return 0;
  int ran_now = listen_again() < 0 ? -1 : collect_generation(0);
  /* A collection that began before may run the finalizer that this thread is in. */
  if (ran_now == 0) collector = PyThread_get_thread_ident();
  if (ran_now < 0) --watchers;
  return ran_now < 0 ? -1 : 0;
}

static void stop_watching(void) {
  if (--watchers) return;
  PyObject *callbacks = PyObject_GetAttrString(core->gc_module, "callbacks");
  PyObject *done = callbacks ? PyObject_CallMethod(callbacks, "remove", "O", core->noticed) : NULL;
  Py_XDECREF(callbacks);
  Py_XDECREF(done);
  collector = 0;
  if (!done) PyErr_Clear(); /* the user took it out */
}

/* collecting(): ident of the thread that is in a collection, or 0 */
static PyObject *collecting(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  return PyLong_FromUnsignedLong(collector);
}

/* collect() -> whether a full collection ran */
static PyObject *collect(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (start_watching() < 0) return NULL;
  int found = listen_again() < 0 ? -1 : collect_generation(2);
  stop_watching();
  return found < 0 ? NULL : PyBool_FromLong(found);
}

/* collect_unless_blocked(most) -> as collect(); None, and no collection, where one would run finalizers of Python's or
   has more than `most` objects to look at */
static PyObject *collect_unless_blocked(PyObject *self, PyObject *limit) {
  Py_ssize_t most = PyLong_AsSsize_t(limit);
  Young young = {.count = 0};
  int found = most < 0 && PyErr_Occurred() ? -1 : collection_would_be(most, &young);
  return found < 0 ? NULL : found == MAY_BLOCK ? Py_NewRef(Py_None) : collect(self, NULL);
}

static Counter freezes; /* how often a freeze of ours began or ended */
/* Sight of the last sweep, where it had nothing to free, and the freezes before; -1: other since, or without a GIL. */
static Young seen = {.count = -1};
static Py_ssize_t seen_after;

/* sweep(mark, limited) -> (made, their bytes, alive, their bytes) under the mark, after a collection; None, and no collection, where
   another is under way, or where `limited` is true and it may block */
static PyObject *sweep(PyObject *self, PyObject *const *args, Py_ssize_t count) {
  enum { MOST = 50000 }; /* a collection of more takes so long that switches of threads do not count */
  if (count != 2 || !Py_IS_TYPE(args[0], core->resource_type) || !is_resource(args[0], ((Resource *)args[0])->kind))
    return PyErr_Format(PyExc_TypeError, "sweep(): an open mark and a bool are needed");
  if (!WITHOUT_GIL) seen.count = -1;
  if (collector) Py_RETURN_NONE;
  ptc_close_pending(); /* a graph that is put aside holds what the collector would free */
  Py_ssize_t before = freezes;
  Young young = {.count = -1, .one = peek(&core->witness)};
  int would_be = args[1] == Py_True ? collection_would_be(MOST, &young) : NEEDED;
  if (would_be < 0) return NULL;
  if (would_be == MAY_BLOCK) Py_RETURN_NONE;
  PyObject *ran_here = would_be == NEEDED ? collect(self, NULL) : Py_NewRef(Py_True);
  if (ran_here != Py_True) return !ran_here ? NULL : (Py_DECREF(ran_here), Py_NewRef(Py_None));
  Py_DECREF(ran_here);
  if (would_be == NEEDLESS) unreachable = 0, seen = young, seen_after = before;
  ptc_close_pending();
  ptc_mark mark = ((Resource *)args[0])->pointer;
  return Py_BuildValue("(LLLL)", (long long)ptc_mark_created(mark), (long long)ptc_mark_created_bytes(mark),
                       (long long)ptc_mark_tensors(mark), (long long)ptc_mark_bytes(mark));
}

/* ---- the freeze ---- */

static Counter open_loops;
static Counter young_before, grown; /* of is_growing() */
/* core->witness is made after our freeze; NULL while there is none.  Frozen itself, it tells that the user
   froze later than we did. */

static int freeze(void) {
  ++freezes;
  if (gc_do("freeze") < 0) return -1;
  PyObject *made = PyList_New(0);
  put_shared(&core->witness, made);
  return made ? 0 : -1;
}

static int is_witness_in(PyObject *young) {
  OWNED PyObject *witness = get_shared(&core->witness);
  for (Py_ssize_t i = 0; witness && i < PyList_GET_SIZE(young); ++i)
    if (PyList_GET_ITEM(young, i) == witness) return 1;
  return 0;
}

/* Undoes our freeze, unless the user has frozen since: then it is the user's. */
static int unfreeze(void) {
  if (!peek(&core->witness)) return 0;
  PyObject *young = gc_call("get_objects");
  if (!young) return -1;
  int ours = is_witness_in(young);
  Py_DECREF(young);
  ++freezes;
  put_shared(&core->witness, NULL);
  return !ours ? 0 : gc_do("unfreeze") < 0 ? -1 : 1;
}

/* CPython 3.12 freezes some 375 objects when it starts.  A user's freeze has thousands. */
#define FROZEN_AT_START (PY_VERSION_HEX >> 16 == 0x030C ? 1000 : 0)

/* True if the user has frozen; -1 with an exception. */
static int is_frozen(void) {
  PyObject *count = gc_call("get_freeze_count");
  Py_ssize_t frozen = count ? PyLong_AsSsize_t(count) : -1;
  Py_XDECREF(count);
  return frozen == -1 && PyErr_Occurred() ? -1 : frozen > FROZEN_AT_START;
}

/* loop_begins() -> how many are open now; the first one freezes what exists, if the user has not */
static PyObject *loop_begins(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (start_watching() < 0) return NULL;
  int failed = 0;
  Py_ssize_t count;
  BEGIN_ALONE(core->gc_module)
  count = ++open_loops;
  if (count == 1) {
    young_before = grown = 0;
    int frozen = is_frozen();
    failed = frozen < 0 || (!frozen && freeze() < 0);
    if (failed) --open_loops;
  }
  END_ALONE
  if (failed) stop_watching();
  return failed ? NULL : PyLong_FromSsize_t(count);
}

/* loop_ends() -> how many are still open */
static PyObject *loop_ends(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  stop_watching();
  int failed;
  Py_ssize_t count;
  BEGIN_ALONE(core->gc_module)
  count = --open_loops;
  failed = !count && unfreeze() < 0;
  END_ALONE
  return failed ? NULL : PyLong_FromSsize_t(count);
}

/* open_loops() -> how many are open in all threads */
static PyObject *count_loops(PyObject *UNUSED(self), PyObject *UNUSED(none)) { return PyLong_FromSsize_t(open_loops); }

/* A buffer that grows: from collection to collection there are more objects, and nothing to free among them. What is made
   anew from time to time, a model of each trial, is one step, however large. */
static bool is_growing(Py_ssize_t young) {
  enum { STEP = 500, ENOUGH = 3 * STEP };
  grown = unreachable ? 0 : Py_MAX(0, grown + Py_MIN(young - young_before, STEP));
  bool enough = grown >= ENOUGH;
  if (enough) grown -= STEP; /* where it grows on, the next step is enough */
  young_before = enough ? 0 : young;
  return enough;
}

/* Looks at what is young; -1 and an exception. */
static int look(Young *young) {
  PyObject *list = gc_call("get_objects");
  if (!list) return -1;
  *young = (Young){.count = PyList_GET_SIZE(list), .has_one = is_witness_in(list)};
  for (Py_ssize_t i = 0; i < young->count; ++i) young->others += !is_plain(PyList_GET_ITEM(list, i));
  Py_DECREF(list);
  return 0;
}

/* promote(limit): freezes what is young where that is more than `limit` objects, or a buffer that grows -> how many of
   them can become part of a cycle without being given attributes; None where nothing was frozen */
static PyObject *promote(PyObject *UNUSED(self), PyObject *limit) {
  Py_ssize_t most = PyLong_AsSsize_t(limit);
  if (most < 0) return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "a limit >= 0 is needed");
  Young young = seen;
  if (!WITHOUT_GIL) seen.count = -1;
  if (!peek(&core->witness)) Py_RETURN_NONE;
  /* Another thread may have begun or ended a freeze since. */
  if ((young.count < 0 || seen_after != freezes) && look(&young) < 0) return NULL;
  bool many = is_growing(young.count) || young.count > most;
  if (!young.has_one) put_shared(&core->witness, NULL); /* the user has frozen since */
  if (!many || !young.has_one) Py_RETURN_NONE;
  return freeze() < 0 ? NULL : PyLong_FromSsize_t(young.others);
}

/* unreachable() -> how many objects the last collection found that only it could free */
static PyObject *count_unreachable(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  return PyLong_FromSsize_t(unreachable);
}

/* thaw() -> whether it undid our freeze; freeze_again() follows */
static PyObject *thaw(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  int undone = unfreeze();
  return undone < 0 ? NULL : PyBool_FromLong(undone);
}

static PyObject *freeze_again(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (open_loops && freeze() < 0) return NULL;
  Py_RETURN_NONE;
}

/* thaw_all() -> a list of the objects that are not frozen, after which none is; None where a collection is under way.
   freeze_but(list) freezes all others again. */
static PyObject *thaw_all(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (!watchers || collector) Py_RETURN_NONE;
  PyObject *young = gc_call("get_objects");
  if (young && gc_do("unfreeze") < 0) Py_CLEAR(young);
  return young;
}

/* Takes the objects of a list out of the freeze. */
static void make_young(PyObject *young) {
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(young); ++i) {
    PyObject *one = PyList_GET_ITEM(young, i);
    if (!PyObject_GC_IsTracked(one)) continue; /* a tuple or a dict may be let off meanwhile */
    PyObject_GC_UnTrack(one);
    PyObject_GC_Track(one);
  }
}

static PyObject *freeze_but(PyObject *UNUSED(self), PyObject *young) {
  if (!PyList_CheckExact(young)) return PyErr_Format(PyExc_TypeError, "a list is needed");
  PyObject *new = PyObject_CallMethod(core->gc_module, "get_objects", "i", 0); /* made since */
  int failed = !new || gc_do("freeze") < 0;
  if (!failed) make_young(young), make_young(new);
  Py_XDECREF(new);
  return failed ? NULL : Py_NewRef(Py_None);
}

/* ---- memory pressure ---- */

static void on_pressure(void *function, int32_t level) {
  if (!Py_IsInitialized()) return;
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject *done = PyObject_CallFunction((PyObject *)function, "i", (int)level);
  if (!done && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
    PyErr_Clear();
    PyErr_SetInterrupt(); /* raised where Python code goes on */
  } else if (!done) {
    PyErr_WriteUnraisable((PyObject *)function);
  }
  Py_XDECREF(done);
  PyGILState_Release(state);
}

/* set_pressure(f): f(level) where memory is short; None: no more */
static PyObject *set_pressure(PyObject *UNUSED(self), PyObject *function) {
  const char *error = function == Py_None ? ptc_set_gc_callback(NULL, NULL, NULL)
                                          : ptc_set_gc_callback(on_pressure, Py_NewRef(function), let_go);
  return error ? raise_error(error) : Py_NewRef(Py_None);
}

static PyMethodDef noticed_method = {"noticed", noticed, METH_VARARGS, NULL};
static PyMethodDef functions[] = {
    {"collecting", collecting, METH_NOARGS, NULL},
    {"collect", collect, METH_NOARGS, NULL},
    {"collect_unless_blocked", collect_unless_blocked, METH_O, NULL},
    {"sweep", FAST(sweep), METH_FASTCALL, NULL},
    {"loop_begins", loop_begins, METH_NOARGS, NULL},
    {"loop_ends", loop_ends, METH_NOARGS, NULL},
    {"open_loops", count_loops, METH_NOARGS, NULL},
    {"thaw", thaw, METH_NOARGS, NULL},
    {"freeze_again", freeze_again, METH_NOARGS, NULL},
    {"thaw_all", thaw_all, METH_NOARGS, NULL},
    {"freeze_but", freeze_but, METH_O, NULL},
    {"promote", promote, METH_O, NULL},
    {"unreachable", count_unreachable, METH_NOARGS, NULL},
    {"set_pressure", set_pressure, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_collecting(PyObject *module) {
  if (!(core->gc_module = PyImport_ImportModule("gc")) || PyModule_AddFunctions(module, functions) < 0) return -1;
  return (core->noticed = PyCFunction_New(&noticed_method, NULL)) ? 0 : -1;
}
