/* Marks: each context that makes tensors has its own, which says in which gc() loop they were made. */
#include "marks.h"
#include "install.h"

#include <frameobject.h> /* PyFrame_GetBack, before 3.11 */

/* core->sync_marks sets the C library's mark to that of the running context. */
static _Atomic uint64_t marks_epoch;
static _Thread_local struct {
  uint64_t context, epoch;
  const void *owner;
  PyObject *loop; /* borrowed: it lives while the epoch does */
} marks_seen;

/* The frames that can be suspended and have a loop of their own, by address: while there are any, each new tensor
   costs a look at the stack. */
static const void **owners;
static Counter owners_count;
static Py_ssize_t owners_room;

TABLE_LOCK

/* Where the frame is among them, or -1. */
static Py_ssize_t find_owner(const void *frame) {
  for (Py_ssize_t i = owners_count; i--;)
    if (owners[i] == frame) return i;
  return -1;
}

/* The one that is nearest on the stack, or NULL. */
static const void *nearest_owner(void) {
  PyFrameObject *frame = PyEval_GetFrame();
  Py_XINCREF((PyObject *)frame);
  while (frame) {
    LOCK_TABLE;
    const void *found = find_owner(frame) < 0 ? NULL : frame;
    UNLOCK_TABLE;
    if (found) return Py_DECREF((PyObject *)frame), found;
    PyFrameObject *back = PyFrame_GetBack(frame);
    Py_DECREF((PyObject *)frame);
    frame = back;
  }
  return NULL;
}

/* True if another context runs than when this thread's mark was set. */
int marks_are_stale(void) {
  return peek(&core->sync_marks) &&
         (marks_seen.context != PyThreadState_Get()->context_ver || marks_seen.epoch != marks_epoch ||
          UNLIKELY(owners_count && marks_seen.owner != nearest_owner()));
}

/* The mark of this thread becomes that of its context, and of the frame that runs */
static int sync_now(void) {
  marks_seen.context = PyThreadState_Get()->context_ver;
  marks_seen.owner = owners_count ? nearest_owner() : NULL;
  marks_seen.epoch = marks_epoch;
  marks_seen.loop = NULL;
  uint64_t epoch = marks_epoch;
  OWNED PyObject *sync = get_shared(&core->sync_marks);
  PyObject *loop = sync ? PyObject_CallNoArgs(sync) : Py_NewRef(Py_None);
  if (loop && loop != Py_None && Py_REFCNT(loop) > 1 && epoch == marks_epoch) marks_seen.loop = loop;
  Py_XDECREF(loop);
  return loop ? 0 : -1;
}

/* Sets the mark of the running context, also for a tensor that was made before it was set. */
int set_mark(ptc_tensor handle) {
  if (sync_now() < 0) return -1;
  ptc_mark_take(handle);
  return 0;
}

/* set_sync(f): f() when another context makes a tensor, which gives its own loop or None; None: no more */
static PyObject *set_sync(PyObject *UNUSED(self), PyObject *function) {
  put_shared(&core->sync_marks, function == Py_None ? NULL : Py_NewRef(function));
  ++marks_epoch;
  Py_RETURN_NONE;
}

/* resync(): this thread's mark now, every other's with its next tensor */
static PyObject *resync(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  ++marks_epoch;
  if (sync_now() < 0) return NULL;
  Py_RETURN_NONE;
}

/* own(id of a frame): a loop belongs to it;  disown(id): one less */
static PyObject *own(PyObject *UNUSED(self), PyObject *id) {
  const void *frame = PyLong_AsVoidPtr(id);
  if (!frame) return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "the id of a frame is needed");
  LOCK_TABLE;
  const void **more = owners;
  if (owners_count == owners_room) {
    more = PyMem_RawRealloc(owners, (size_t)(owners_room + 8) * sizeof *owners);
    if (more) owners = more, owners_room += 8;
  }
  if (more) owners[owners_count++] = frame;
  UNLOCK_TABLE;
  if (!more) return PyErr_NoMemory();
  ++marks_epoch;
  Py_RETURN_NONE;
}
static PyObject *disown(PyObject *UNUSED(self), PyObject *id) {
  const void *frame = PyLong_AsVoidPtr(id);
  LOCK_TABLE;
  Py_ssize_t at = find_owner(frame);
  if (at >= 0) {
    owners[at] = owners[--owners_count];
    ++marks_epoch;
  }
  UNLOCK_TABLE;
  if (PyErr_Occurred()) return NULL;
  Py_RETURN_NONE;
}

/* current_loop() -> the loop that the running context and frame are in, as far as is known without a look; else None */
static PyObject *current_loop(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  return Py_NewRef(marks_seen.loop && !marks_are_stale() ? marks_seen.loop : Py_None);
}

/* context(): the running context */
static PyObject *context(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  PyThreadState *thread = PyThreadState_Get();
  if (!thread->context) Py_XDECREF(PyContext_CopyCurrent()); /* a thread has none before something asks */
  return Py_NewRef(thread->context ? thread->context : Py_None);
}

static PyMethodDef functions[] = {
    {"set_sync", set_sync, METH_O, NULL},
    {"resync", resync, METH_NOARGS, NULL},
    {"own", own, METH_O, NULL},
    {"disown", disown, METH_O, NULL},
    {"current_loop", current_loop, METH_NOARGS, NULL},
    {"context", context, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_marks(PyObject *module) { return PyModule_AddFunctions(module, functions); }
