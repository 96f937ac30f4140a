/* A tally: which operators ran inside of which, how often and for how long, summed up while the program runs. Each
   thread has a tree of its own; what runs again at the same place is counted there. Without the GIL, but where the
   lines of the program are wanted. */
#include "core.h"
#include "callbacks.h"
#include "install.h"
#include "resource.h"

#include <frameobject.h> /* PyFrame_GetBack, where it is not in Python.h */
#include <sys/syscall.h>
#include <time.h>

enum { BUCKETS = 1 << 10, LONGEST = 256 };

/* A place: an operator (a node, a range) inside of another place. */
typedef struct node_s {
  struct node_s *parent, *next, *same_bucket; /* next: made after it */
  uint64_t hash;
  char *name, *overload;
  int32_t scope;
  PyObject *file, *function; /* where Python called it, if that was asked for; owned */
  int line;
  int64_t *shapes; /* of the inputs, as shape_numbers() writes them */
  int32_t shapes_count;
  int64_t count, nanoseconds, at_most;
} Place;

/* A call that has begun. */
typedef struct open_s {
  struct tree_s *tree;
  Place *place, *before;
  int64_t start;
  struct open_s *next;
} Open;

/* The calls that one thread is in. */
typedef struct tree_s {
  pthread_mutex_t lock; /* for whoever reads it while it grows */
  struct tree_s *next;
  int64_t thread, system_thread;
  Place root, *last, *current;
  Place *buckets[BUCKETS];
  Open *spare;
} Tree;

typedef struct {
  _Atomic int owners; /* the observer, and Python's object */
  _Atomic(Tree *) trees;
  pthread_key_t mine;
  bool shapes, lines, out_of_memory;
  PyObject *package; /* files that begin so are not the program's */
  ptc_observer observer;
} Tally;

/* ---- places ---- */

static uint64_t mixed(uint64_t hash, uint64_t with) {
  hash ^= with + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu;
}
static uint64_t of_text(uint64_t hash, const char *text) {
  for (; *text; ++text) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return hash;
}

/* Each input as its kind, then of a tensor the number of dimensions and the sizes, of a list of tensors their number and
   each tensor likewise; how many numbers there are. */
static int32_t shape_numbers(const ptc_event *event, int64_t *out) {
  int32_t count = 0;
  for (int64_t i = 0; i < event->inputs; ++i) {
    ptc_shape shape;
    const char *error = ptc_event_input(event, i, PTC_UNSET, &shape);
    if (error) {
      ptc_error_free(error);
      break;
    }
    int64_t items = shape.kind == PTC_VALUE_TENSORS ? shape.len : 1;
    if (count + 3 > LONGEST) break;
    int32_t begun = count;
    out[count++] = shape.kind;
    if (shape.kind == PTC_VALUE_TENSORS) out[count++] = items;
    else if (shape.kind != PTC_VALUE_TENSOR) continue;
    for (int64_t item = 0; item < items; ++item) {
      if (shape.kind == PTC_VALUE_TENSORS || item) {
        error = ptc_event_input(event, i, item, &shape);
        if (error) ptc_error_free(error), shape.dim = PTC_UNSET;
        shape.kind = PTC_VALUE_TENSORS;
      }
      int64_t dim = shape.dim < 0 ? 0 : shape.dim;
      if (count + 1 + dim > LONGEST) return begun;
      out[count++] = shape.dim;
      for (int64_t d = 0; d < dim; ++d) out[count++] = shape.sizes[d];
    }
  }
  return count;
}

typedef struct {
  const ptc_event *event;
  PyObject *file, *function;
  int line;
  int64_t *shapes;
  int32_t shapes_count;
} Key;

static bool is_at(const Place *place, const Place *parent, const Key *key, uint64_t hash) {
  return place->hash == hash && place->parent == parent && place->line == key->line &&
         place->scope == key->event->scope && place->shapes_count == key->shapes_count &&
         !memcmp(place->shapes, key->shapes, sizeof(int64_t) * (size_t)key->shapes_count) &&
         !strcmp(place->name, key->event->name) && !strcmp(place->overload, key->event->overload) &&
         (place->file == key->file || (place->file && key->file && PyUnicode_Compare(place->file, key->file) == 0));
}

static Place *new_place(Tree *tree, const Key *key, uint64_t hash) {
  Place *out = calloc(1, sizeof *out);
  if (!out) return NULL;
  size_t bytes = sizeof(int64_t) * (size_t)key->shapes_count;
  out->name = strdup(key->event->name);
  out->overload = strdup(key->event->overload);
  out->shapes = malloc(bytes + 1);
  if (!out->name || !out->overload || !out->shapes) {
    free(out->name);
    free(out->overload);
    free(out->shapes);
    free(out);
    return NULL;
  }
  memcpy(out->shapes, key->shapes, bytes);
  out->shapes_count = key->shapes_count;
  out->parent = tree->current;
  out->hash = hash;
  out->scope = key->event->scope;
  out->line = key->line;
  out->file = key->file; /* a reference of the caller's, who has the GIL if there is one */
  out->function = key->function;
  Py_XINCREF(out->file);
  Py_XINCREF(out->function);
  out->same_bucket = tree->buckets[hash % BUCKETS];
  tree->buckets[hash % BUCKETS] = out;
  tree->last = tree->last->next = out;
  return out;
}

static Place *place_of(Tree *tree, const Key *key) {
  uint64_t hash = mixed((uint64_t)(uintptr_t)tree->current, of_text(0xcbf29ce484222325u, key->event->name));
  hash = mixed(of_text(hash, key->event->overload), (uint64_t)key->line);
  for (int32_t i = 0; i < key->shapes_count; ++i) hash = mixed(hash, (uint64_t)key->shapes[i]);
  for (Place *place = tree->buckets[hash % BUCKETS]; place; place = place->same_bucket)
    if (is_at(place, tree->current, key, hash)) return place;
  return new_place(tree, key, hash);
}

/* ---- the observer ---- */

static Tree *tree_of(Tally *tally, const ptc_event *event) {
  Tree *tree = pthread_getspecific(tally->mine);
  if (tree) return tree;
  tree = calloc(1, sizeof *tree);
  if (!tree || pthread_mutex_init(&tree->lock, NULL)) return free(tree), NULL;
  tree->thread = event->thread;
  tree->system_thread = (int64_t)syscall(SYS_gettid);
  tree->last = tree->current = &tree->root;
  if (pthread_setspecific(tally->mine, tree)) return free(tree), NULL;
  tree->next = atomic_load(&tally->trees);
  while (!atomic_compare_exchange_weak(&tally->trees, &tree->next, tree)) {}
  return tree;
}

/* The innermost frame of the program's own: its file and function, new references; nothing on threads without one. */
static void find_line(const Tally *tally, Key *key) {
  PyFrameObject *frame = PyEval_GetFrame();
  Py_XINCREF(frame);
  while (frame) {
    PyCodeObject *code = PyFrame_GetCode(frame);
    Py_ssize_t ours = PyUnicode_Tailmatch(code->co_filename, tally->package, 0, PY_SSIZE_T_MAX, -1);
    if (ours < 0) PyErr_Clear();
    if (ours != 1) {
      key->file = Py_NewRef(code->co_filename);
      key->function = Py_NewRef(code->co_name);
      key->line = PyFrame_GetLineNumber(frame);
      Py_DECREF(code);
      Py_DECREF(frame);
      return;
    }
    Py_DECREF(code);
    PyFrameObject *outer = PyFrame_GetBack(frame);
    Py_DECREF(frame);
    frame = outer;
  }
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static Open *begin(Tally *tally, Tree *tree, const Key *key) {
  pthread_mutex_lock(&tree->lock);
  Open *open = tree->spare;
  if (open) tree->spare = open->next;
  else open = malloc(sizeof *open);
  Place *place = open ? place_of(tree, key) : NULL;
  if (!place) {
    tally->out_of_memory = true;
    free(open);
    open = NULL;
  } else {
    open->tree = tree;
    open->place = place;
    open->before = tree->current;
    tree->current = place;
  }
  pthread_mutex_unlock(&tree->lock);
  return open;
}

static Open *begin_with_line(Tally *tally, Tree *tree, Key *key) {
  Open *open;
  ENTER_PYTHON
  find_line(tally, key);
  open = begin(tally, tree, key);
  Py_XDECREF(key->file);
  Py_XDECREF(key->function);
  LEAVE_PYTHON
  return open;
}

static const char *on_begin(void *context, const ptc_event *event, void **kept) {
  Tally *tally = context;
  Tree *tree = tree_of(tally, event);
  int64_t shapes[LONGEST];
  Key key = {event, NULL, NULL, 0, shapes, 0};
  if (!tree) return NULL;
  if (tally->shapes) key.shapes_count = shape_numbers(event, shapes);
  /* Only what Python called itself has a line; a thread that Python does not know has none. */
  bool from_python = tree->current == &tree->root && Py_IsInitialized() && PyGILState_GetThisThreadState();
  Open *open = tally->lines && from_python ? begin_with_line(tally, tree, &key) : begin(tally, tree, &key);
  if (open) open->start = now();
  *kept = open;
  return NULL;
}

static const char *on_end(void *UNUSED(context), const ptc_event *UNUSED(event), void *kept) {
  Open *open = kept;
  if (!open) return NULL;
  int64_t took = now() - open->start;
  Tree *tree = open->tree;
  Place *place = open->place;
  pthread_mutex_lock(&tree->lock);
  place->count++;
  place->nanoseconds += took;
  if (took > place->at_most) place->at_most = took;
  if (tree->current == place)
    tree->current = open->before; /* not for one that ends on another thread, or out of order */
  open->next = tree->spare;
  tree->spare = open;
  pthread_mutex_unlock(&tree->lock);
  return NULL;
}

/* ---- Python's object ---- */

static void free_tree(Tree *tree) {
  for (Place *place = tree->root.next, *next; place; place = next) {
    next = place->next;
    free(place->name);
    free(place->overload);
    free(place->shapes);
    Py_XDECREF(place->file);
    Py_XDECREF(place->function);
    free(place);
  }
  for (Open *open = tree->spare, *next; open; open = next) {
    next = open->next;
    free(open);
  }
  pthread_mutex_destroy(&tree->lock);
  free(tree);
}

/* The last of its owners frees it, with the GIL for the references that it has. */
static void disown(void *context) {
  Tally *tally = context;
  if (atomic_fetch_sub(&tally->owners, 1) != 1 || !Py_IsInitialized()) return;
  ENTER_PYTHON
  for (Tree *tree = tally->trees, *next; tree; tree = next) {
    next = tree->next;
    free_tree(tree);
  }
  pthread_key_delete(tally->mine);
  Py_XDECREF(tally->package);
  free(tally);
  LEAVE_PYTHON
}

static const char capsule_name[] = "pytorch_c.tally";
static Tally *tally_in(PyObject *capsule) { return PyCapsule_GetPointer(capsule, capsule_name); }

static void capsule_ends(PyObject *capsule) {
  Tally *tally = tally_in(capsule);
  ptc_observer observer = tally->observer;
  Py_BEGIN_ALLOW_THREADS
  ptc_observer_close(observer);
  Py_END_ALLOW_THREADS
  disown(tally);
}

/* tally_start(whether by shapes, whether by lines, folder whose files are not the program's) -> capsule */
static PyObject *tally_start(PyObject *UNUSED(self), PyObject *args) {
  const int64_t scopes = 1 << PTC_SCOPE_FUNCTION | 1 << PTC_SCOPE_BACKWARD_FUNCTION |
                         1 << PTC_SCOPE_TORCHSCRIPT_FUNCTION | 1 << PTC_SCOPE_CUSTOM_CLASS | 1 << PTC_SCOPE_USER_SCOPE;
  int shapes, lines;
  PyObject *package;
  if (!PyArg_ParseTuple(args, "ppU", &shapes, &lines, &package)) return NULL;
  Tally *tally = calloc(1, sizeof *tally);
  if (!tally || pthread_key_create(&tally->mine, NULL)) {
    free(tally);
    return PyErr_NoMemory();
  }
  tally->owners = 2;
  tally->shapes = shapes;
  tally->lines = lines;
  tally->package = Py_NewRef(package);
  const char *error =
      ptc_observer_new(on_begin, on_end, tally, disown, shapes ? PTC_OBSERVE_INPUTS : 0, scopes, 1, &tally->observer);
  if (error) {
    disown(tally);
    return raise_error(error);
  }
  PyObject *out = PyCapsule_New(tally, capsule_name, capsule_ends);
  if (!out) {
    ptc_observer_close(tally->observer);
    disown(tally);
  }
  return out;
}

/* tally_stop(capsule): again is nothing */
static PyObject *tally_stop(PyObject *UNUSED(self), PyObject *capsule) {
  Tally *tally = tally_in(capsule);
  const char *error;
  if (!tally) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = ptc_observer_remove(tally->observer);
  Py_END_ALLOW_THREADS
  if (error) return raise_error(error);
  if (tally->out_of_memory) return PyErr_NoMemory();
  Py_RETURN_NONE;
}

static PyObject *numbers_of(const Place *place) {
  PyObject *out = PyTuple_New(place->shapes_count);
  for (int32_t i = 0; out && i < place->shapes_count; ++i) {
    PyObject *one = PyLong_FromLongLong(place->shapes[i]);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  return out;
}

static PyObject *place_tuple(const Place *place, const Tree *tree) {
  PyObject *file = place->file ? place->file : Py_None, *function = place->function ? place->function : Py_None;
  return Py_BuildValue("KKssiLLLOOiN", (unsigned long long)(uintptr_t)place,
                       (unsigned long long)(uintptr_t)(place->parent == &tree->root ? NULL : place->parent),
                       place->name, place->overload, (int)place->scope, (long long)place->count,
                       (long long)place->nanoseconds, (long long)place->at_most, file, function, place->line,
                       numbers_of(place));
}

static PyObject *tree_tuple(Tree *tree) {
  PyObject *places = PyList_New(0);
  pthread_mutex_lock(&tree->lock);
  const Place *place = tree->root.next;
  pthread_mutex_unlock(&tree->lock);
  while (places && place) { /* places stay where they are; counts may move on meanwhile */
    PyObject *one = place_tuple(place, tree);
    if (!one || PyList_Append(places, one) < 0) Py_CLEAR(places);
    Py_XDECREF(one);
    pthread_mutex_lock(&tree->lock);
    place = place->next;
    pthread_mutex_unlock(&tree->lock);
  }
  return places ? Py_BuildValue("LLN", (long long)tree->thread, (long long)tree->system_thread, places) : NULL;
}

/* tally_read(capsule) -> [(thread, the system's number of it, [place, …]), …]; each place is after its parent */
static PyObject *tally_read(PyObject *UNUSED(self), PyObject *capsule) {
  Tally *tally = tally_in(capsule);
  PyObject *out = tally ? PyList_New(0) : NULL;
  for (Tree *tree = tally ? atomic_load(&tally->trees) : NULL; out && tree; tree = tree->next) {
    PyObject *one = tree_tuple(tree);
    if (!one || PyList_Append(out, one) < 0) Py_CLEAR(out);
    Py_XDECREF(one);
  }
  return out;
}

static PyMethodDef functions[] = {{"tally_start", tally_start, METH_VARARGS, NULL},
                                  {"tally_stop", tally_stop, METH_O, NULL},
                                  {"tally_read", tally_read, METH_O, NULL},
                                  {NULL, NULL, 0, NULL}};

int install_tally(PyObject *module) { return PyModule_AddFunctions(module, functions); }
