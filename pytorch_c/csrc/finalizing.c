/* True if a collection would run a finalizer that may block.

   gc() runs on the calling thread, where nothing can end a finalizer that waits for ever; so it is looked before whether there is one
   among what is garbage.  Mostly no young object has any.  Where some do (a generator, a file, a class with __del__), references are
   counted as Python's collector counts them, to tell the garbage from what is alive. */
#include "finalizing.h"
#include "callbacks.h"
#include "identity.h"

/* ---- who has a finalizer ---- */

/* A Tensor whose class has no __del__ of its own: the strategy `del`, which closes. */
static int closes_only(PyObject *x) {
  if (!is_tensor(x)) return 0;
  PyObject *name = PyUnicode_InternFromString("__del__"), *own = NULL, *ours = NULL;
  if (name) { /* not by PyObject_GetAttr: a metaclass may have code of its own */
    own = PyType_Type.tp_getattro((PyObject *)Py_TYPE(x), name);
    ours = own ? PyType_Type.tp_getattro((PyObject *)core->tensor_type, name) : NULL;
  }
  int same = own && own == ours;
  Py_XDECREF(name);
  Py_XDECREF(own);
  Py_XDECREF(ours);
  if (!same) PyErr_Clear();
  return same;
}

static int has_callback(PyObject *x) {
  if (Py_IS_TYPE(x, core->handle_type)) return 0; /* the strategies' own */
  const PyWeakReference *one = *(PyWeakReference **)PyObject_GET_WEAKREFS_LISTPTR(x);
  for (; one; one = one->wr_next)
    if (one->wr_callback && !PyCFunction_Check(one->wr_callback)) return 1;
  return 0;
}

/* True if Python code may run when x goes. */
static int has_finalizer(PyObject *x) {
  const PyTypeObject *type = Py_TYPE(x);
  const int gives_to_graph = type->tp_finalize == owner_finalize; /* which calls nobody */
  if (UNLIKELY((type->tp_finalize && !gives_to_graph) || type->tp_del)) return !closes_only(x);
  return type->tp_weaklistoffset && PyType_SUPPORTS_WEAKREFS((PyTypeObject *)type) && has_callback(x);
}

/* Not of a class: every instance refers to its own, and seldom is the last to. */
static int visit_finalizer(PyObject *x, void *UNUSED(argument)) { return !PyType_Check(x) && has_finalizer(x); }

/* A Tensor that refers to nothing but its class: most of what a loop keeps. */
static bool is_bare_tensor(PyObject *x) {
  if (!Py_IS_TYPE(x, core->tensor_type) || owned || ((TensorObject *)x)->weakrefs) return false;
  PyObject **attributes = _PyObject_GetDictPtr(x);
  return !attributes || !*attributes;
}

static bool is_atom(PyObject *x) {
  return x == Py_None || PyLong_CheckExact(x) || PyFloat_CheckExact(x) || PyBool_Check(x) || PyUnicode_CheckExact(x) ||
         PyBytes_CheckExact(x) || PyComplex_CheckExact(x);
}

/* Such a tensor, or a tuple of such and of numbers and texts: what a replay buffer keeps. */
bool is_plain(PyObject *x) {
  if (!PyTuple_CheckExact(x)) return is_bare_tensor(x);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(x); ++i) {
    PyObject *one = PyTuple_GET_ITEM(x, i);
    if (!one || (!is_atom(one) && !is_bare_tensor(one))) return false;
  }
  return true;
}

/* x itself, or what it refers to and no collector knows of: an object without references. */
static int is_suspect(PyObject *x) {
  if (is_bare_tensor(x)) return 0;
  return has_finalizer(x) || (Py_TYPE(x)->tp_traverse && Py_TYPE(x)->tp_traverse(x, visit_finalizer, NULL));
}

/* ---- what is garbage ---- */

/* The objects of a list by address, and what is known of each. */
typedef struct {
  PyObject **objects;
  Py_ssize_t count, *slots, *references, *todo, todo_count;
  size_t mask;
} Table;

static Py_ssize_t find(const Table *t, const PyObject *x) {
  for (size_t at = ((uintptr_t)x >> 4) * 0x9E3779B97F4A7C15u >> 20;; ++at) {
    Py_ssize_t found = t->slots[at & t->mask];
    if (found < 0 || t->objects[found] == x) return found;
  }
}

static void put(Table *t, Py_ssize_t index) {
  size_t at = ((uintptr_t)t->objects[index] >> 4) * 0x9E3779B97F4A7C15u >> 20;
  while (t->slots[at & t->mask] >= 0) ++at;
  t->slots[at & t->mask] = index;
}

static int subtract(PyObject *x, void *table) {
  Py_ssize_t found = find(table, x);
  if (found >= 0) --((Table *)table)->references[found];
  return 0;
}

enum { REACHED = -1 };

static int reach(PyObject *x, void *table) {
  Table *t = table;
  Py_ssize_t found = find(t, x);
  if (found >= 0 && t->references[found] != REACHED) {
    t->references[found] = REACHED;
    t->todo[t->todo_count++] = found;
  }
  return 0;
}

static void traverse(PyObject *x, visitproc visit, Table *t) {
  if (Py_TYPE(x)->tp_traverse) Py_TYPE(x)->tp_traverse(x, visit, t);
}

/* Marks what is referred to from outside of the list, and what that refers to. */
static void mark_reached(Table *t) {
  for (Py_ssize_t i = 0; i < t->count; ++i) {
    t->references[i] = Py_REFCNT(t->objects[i]) - 1; /* the list's */
    put(t, i);
  }
  for (Py_ssize_t i = 0; i < t->count; ++i) traverse(t->objects[i], subtract, t);
  for (Py_ssize_t i = 0; i < t->count; ++i)
    if (t->references[i] > 0) reach(t->objects[i], t);
  while (t->todo_count) traverse(t->objects[t->todo[--t->todo_count]], reach, t);
}

/* Says what a collection of these objects would be; those before `first` are no suspects. -1 without memory. */
static int collection_of(PyObject **objects, Py_ssize_t count, Py_ssize_t first) {
  size_t room = 16;
  while (room < 2 * (size_t)count) room *= 2;
  Py_ssize_t *memory = PyMem_RawMalloc((room + 2 * (size_t)count) * sizeof *memory);
  if (!memory) return -1;
  memset(memory, 0xFF, room * sizeof *memory);
  Table t = {objects, count, memory, memory + room, memory + room + count, 0, room - 1};
  mark_reached(&t);
  int found = NEEDLESS;
  for (Py_ssize_t i = 0; i < count && found != MAY_BLOCK; ++i)
    if (t.references[i] != REACHED) found = i >= first && is_suspect(objects[i]) ? MAY_BLOCK : NEEDED;
  PyMem_RawFree(memory);
  return found;
}

/* Puts those that are not plain first. */
static void put_plain_last(PyObject **objects, Young *young) {
  young->others = 0;
  young->has_one = false;
  for (Py_ssize_t i = 0; i < young->count; ++i) {
    PyObject *x = objects[i];
    if (is_plain(x)) continue;
    young->has_one |= x == young->one;
    objects[i] = objects[young->others];
    objects[young->others++] = x;
  }
}

/* Says what a collection of what is young would be: one that may block runs code of Python's, or looks at more than `most`
   objects; it is needless where few objects can be garbage at all and none of them is. What is plain refers to none of
   these: a buffer of tensors costs a glance at each, where a collection goes over all three times. -1 and an exception. */
int collection_would_be(Py_ssize_t most, Young *young) {
  enum { FEW = 1000 };
  if (WITHOUT_GIL) return MAY_BLOCK; /* other threads change the objects while one looks */
  PyObject *list = PyObject_CallMethod(core->gc_module, "get_objects", NULL);
  if (!list) return -1;
  PyObject **objects = ((PyListObject *)list)->ob_item;
  int found = (young->count = PyList_GET_SIZE(list)) > most ? MAY_BLOCK : NEEDED;
  if (found == NEEDED) {
    Py_ssize_t first = 0;
    put_plain_last(objects, young);
    while (first < young->others && !is_suspect(objects[first])) ++first;
    if (young->others <= FEW) found = collection_of(objects, young->others, first);
    else if (first < young->others && collection_of(objects, young->count, first) == MAY_BLOCK) found = MAY_BLOCK;
  }
  Py_DECREF(list);
  if (found < 0) PyErr_NoMemory();
  return found;
}
