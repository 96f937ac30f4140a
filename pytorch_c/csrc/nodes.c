/* Nodes of the graph: Tensor.grad_fn, and what next_functions lead to.

   An object owns its node; a table that owns nothing says which object a node has. What libtorch calls MulBackward0 has a
   class of that name. A custom function's node is its context (functions.c), which the graph owns. */
#include "nodes.h"
#include "callbacks.h"
#include "forking.h"
#include "handle.h"
#include "hooks.h"
#include "identity.h"
#include "install.h"
#include "resource.h"
#include "results.h"
#include "values.h"

PyTypeObject *node_type, *function_type;
static PyObject *hook_class;  /* of autograd/graph.py: the handle of a hook */
static PyObject *saved_class; /* _C/_autograd.py: what a node has saved, by its name; also makes _input_metadata */

/* ---- tables: a number that is not 0, and an object that is borrowed ---- */

typedef struct {
  int64_t key;
  PyObject *value;
} Entry;
typedef struct {
  Entry *entries;
  size_t room, used; /* room: a power of 2 */
} Table;

TABLE_LOCK

static size_t place_of(const Table *table, int64_t key) {
  size_t at = (size_t)((uint64_t)key * 0x9E3779B97F4A7C15u >> 20) & (table->room - 1);
  while (table->entries[at].key && table->entries[at].key != key) at = (at + 1) & (table->room - 1);
  return at;
}
static PyObject *look_up(const Table *table, int64_t key) {
  return table->room ? table->entries[place_of(table, key)].value : NULL;
}
static int make_room(Table *table) {
  Table more = {PyMem_Calloc(table->room ? table->room * 2 : 64, sizeof(Entry)), table->room ? table->room * 2 : 64,
                table->used};
  if (!more.entries) return PyErr_NoMemory(), -1;
  for (size_t i = 0; i < table->room; ++i)
    if (table->entries[i].key) more.entries[place_of(&more, table->entries[i].key)] = table->entries[i];
  PyMem_Free(table->entries);
  *table = more;
  return 0;
}
static inline int put_in(Table *table, int64_t key, PyObject *value) {
  if (UNLIKELY(table->used * 2 >= table->room) && make_room(table) < 0) return -1;
  Entry *entry = table->entries + place_of(table, key);
  table->used += !entry->key;
  *entry = (Entry){key, value};
  return 0;
}
/* Takes an entry out; entries behind it move up, so that no search ends at the gap. */
static void take_out(Table *table, int64_t key, const PyObject *value) {
  if (!table->room) return;
  size_t gap = place_of(table, key);
  if (!table->entries[gap].key || table->entries[gap].value != value) return;
  table->entries[gap] = (Entry){0, NULL};
  --table->used;
  for (size_t at = (gap + 1) & (table->room - 1); table->entries[at].key; at = (at + 1) & (table->room - 1)) {
    Entry moved = table->entries[at];
    table->entries[at] = (Entry){0, NULL};
    table->entries[place_of(table, moved.key)] = moved;
  }
}

static Table objects, classes; /* of nodes, by ptc_node_id; by ptc_node_type */
static PyObject *classes_by_name;

/* ---- classes ---- */

static PyObject *variable(PyObject *self, void *UNUSED(closure)) {
  ptc_node node = open_node(self);
  ptc_tensor out;
  const char *error = node ? ptc_node_variable(node, &out) : NULL;
  return !node ? NULL : error ? raise_error(error) : adopt(out);
}

/* _saved_self, …: the closure is the name. */
static PyObject *saved_value(PyObject *self, void *name) {
  ptc_node node = open_node(self);
  ptc_value found;
  const char *error;
  if (!node) return NULL;
  BEGIN_CALL /* it may call hooks */
  error = ptc_node_saved_value(node, name, &found);
  END_CALL
  if (error) return raise_error(error);
  PyObject *out = value_object(&found);
  ptc_values_close(&found, 1);
  if (out && PyList_CheckExact(out)) Py_SETREF(out, PyList_AsTuple(out));
  return out;
}

/* saved_class(node, name, which): `which` is the position in a list, None for a tensor by itself. */
static PyObject *saved_object(PyObject *self, const char *name, PyObject *which) {
  if (!saved_class) {
    PyObject *module = PyImport_ImportModule("pytorch_c._C._autograd"); /* which sets it */
    if (!module) return NULL;
    Py_DECREF(module);
  }
  return PyObject_CallFunction(saved_class, "OzO", self, name, which);
}

/* A SavedTensor for each of those that are saved under a name; NULL for a custom function's. */
static PyObject *saved_objects(PyObject *self, const char *name) {
  ptc_node node = open_node(self);
  int64_t count;
  const char *error = node ? ptc_node_saved_count(node, name, &count) : NULL;
  if (!node || error) return node ? raise_error(error) : NULL;
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    PyObject *index = PyLong_FromLongLong(i), *one = index ? saved_object(self, name, index) : NULL;
    Py_XDECREF(index);
    if (one) PyTuple_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  return out;
}
PyObject *raw_saved_tensors(PyObject *self, void *UNUSED(closure)) { return saved_objects(self, NULL); }

/* _raw_saved_self, …: the closure is the name, for a list with "[]" behind it in memory of its own. */
static PyObject *raw_saved(PyObject *self, void *name) { return saved_object(self, name, Py_None); }
static PyObject *raw_saved_list(PyObject *self, void *name) { return saved_objects(self, name); }

/* True if a text with commas has a name, which may have "[]" behind it there. */
static int has_name(const char *names, const char *name, bool *is_list) {
  size_t length = strlen(name);
  for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',') {
    size_t size = strcspn(at, ",");
    *is_list = size > 2 && !strncmp(at + size - 2, "[]", 2);
    if (size - 2 * *is_list == length && !strncmp(at, name, length)) return 1;
  }
  return 0;
}

/* The properties of a class, which stay for ever with their names. */
static PyGetSetDef *properties_of(const char *name) {
  static const char prefix[] = "_raw_saved_";
  char *names, *tensors = NULL;
  const char *error = ptc_node_saved_names(name, &names);
  if (!error && (error = ptc_node_saved_tensor_names(name, &tensors))) ptc_string_free(names);
  if (error) return raise_error(error), NULL;
  size_t count = 2, length = strlen(names) + 1;
  for (const char *at = names; *at; ++at) count += *at == ',';
  PyGetSetDef *out = PyMem_Calloc(2 * count + 1, sizeof *out), *next = out;
  char *texts = PyMem_Malloc(length * 2 + count * sizeof prefix), *to = texts;
  for (const char *at = names; out && texts && *at; at += strcspn(at, ","), at += *at == ',') {
    size_t size = strcspn(at, ","), before = sizeof prefix - 1;
    memcpy(to, prefix, before);
    memcpy(to + before, at, size);
    to[before + size] = '\0';
    char *short_name = to + before;
    bool is_list;
    *next++ = (PyGetSetDef){to + 4, saved_value, NULL, "What the step keeps for the backward pass.", short_name};
    if (has_name(tensors, short_name, &is_list))
      *next++ = (PyGetSetDef){to, is_list ? raw_saved_list : raw_saved, NULL, "What is kept, for hooks of its own.",
                              short_name};
    to += before + size + 1;
  }
  ptc_string_free(names);
  ptc_string_free(tensors);
  if (!out || !texts) {
    PyMem_Free(out);
    PyMem_Free(texts);
    return PyErr_NoMemory(), NULL;
  }
  if (!strcmp(name, "AccumulateGrad"))
    *next = (PyGetSetDef){"variable", variable, NULL, "The leaf to whose gradient it adds.", NULL};
  return out;
}

static void node_dealloc(PyObject *self);
static int node_traverse(PyObject *self, visitproc visit, void *arg);
static PyObject *attribute(PyObject *self, PyObject *name);

/* DelayedError(message, how many results), UndefinedGrad(): nodes that are called. */
static PyObject *new_delayed_error(PyTypeObject *UNUSED(type), PyObject *args, PyObject *UNUSED(kwargs)) {
  PyObject *message;
  long long results;
  if (!PyArg_ParseTuple(args, "OL", &message, &results)) return NULL;
  const char *text = PyBytes_Check(message) ? PyBytes_AsString(message) : PyUnicode_AsUTF8(message);
  ptc_node made;
  const char *error = text ? ptc_node_delayed_error(text, results, &made) : NULL;
  return !text ? NULL : error ? raise_error(error) : wrap_node(made);
}
static PyObject *new_undefined_grad(PyTypeObject *UNUSED(type), PyObject *args, PyObject *UNUSED(kwargs)) {
  ptc_node made;
  if (!PyArg_ParseTuple(args, "")) return NULL;
  const char *error = ptc_node_undefined_grad(&made);
  return error ? raise_error(error) : wrap_node(made);
}

/* A new class; it stays for ever, and so does its name. */
static PyObject *make_class(const char *name) {
  PyGetSetDef *properties = properties_of(name);
  if (!properties) return NULL;
  newfunc new = !strcmp(name, "DelayedError")    ? new_delayed_error
                : !strcmp(name, "UndefinedGrad") ? new_undefined_grad
                                                 : NULL;
  PyType_Slot slots[] = {{Py_tp_dealloc, node_dealloc},
                         {Py_tp_traverse, node_traverse},
                         {Py_tp_getset, properties},
                         {Py_tp_getattro, attribute},
                         {new ? Py_tp_new : 0, (void *)(uintptr_t)new},
                         {0, NULL}};
  unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC;
  size_t length = strlen(name) + sizeof "builtins.";
  char *full = PyMem_Malloc(length);
  if (!full) return PyErr_NoMemory();
  PyOS_snprintf(full, length, "builtins.%s", name); /* torch's have no module either */
  PyType_Spec spec = {.name = full,
                      .basicsize = sizeof(NodeObject),
                      .flags = new ? flags : flags | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  PyObject *bases = PyTuple_Pack(1, (PyObject *)node_type);
  PyObject *made = bases ? PyType_FromSpecWithBases(&spec, bases) : NULL;
  Py_XDECREF(bases);
  if (made) ((PyTypeObject *)made)->tp_name = strchr(full, '.') + 1; /* as repr() shows it */
  else PyMem_Free(full);
  return made;
}

/* The class of a name, borrowed. */
static PyObject *class_named(const char *name) {
  PyObject *key = PyUnicode_FromString(name);
  PyObject *found = key ? find_in(classes_by_name, key) : NULL;
  if (key && !found && !PyErr_Occurred()) {
    PyObject *made = make_class(name);
    found =
        made ? Py_XNewRef(PyDict_SetDefault(classes_by_name, key, made)) : NULL; /* the first one's, of two threads */
    Py_XDECREF(made);
  }
  Py_XDECREF(key);
  Py_XDECREF(found); /* the dict has it */
  return found;
}

/* The class of a node, borrowed; `type` is its ptc_node_type. */
static PyObject *class_of(ptc_node node, int64_t type) {
#ifndef Py_GIL_DISABLED
  static Entry latest; /* classes stay */
  if (LIKELY(type && type == latest.key)) return latest.value;
#endif
  LOCK_TABLE;
  PyObject *found = type ? look_up(&classes, type) : NULL;
  UNLOCK_TABLE;
#ifndef Py_GIL_DISABLED
  if (found) latest = (Entry){type, found};
#endif
  if (LIKELY(found != NULL)) return found;
  char *name;
  const char *error = ptc_node_name(node, &name);
  if (error) return raise_error(error);
  const char *last = name;
  for (const char *at = name; *at && *at != '<'; ++at)
    if (at[0] == ':' && at[1] == ':') last = at + 2;
  found = class_named(last);
  ptc_string_free(name);
  LOCK_TABLE;
  int failed = found && type && put_in(&classes, type, found) < 0;
  UNLOCK_TABLE;
  return failed ? NULL : found;
}

/* ---- contexts of custom functions ---- */

/* The node goes: whoever still has the ctx must not ask it any more. */
void function_ends(void *ctx) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  ((FunctionObject *)ctx)->ended = ((FunctionObject *)ctx)->node != NULL;
  ((FunctionObject *)ctx)->node = NULL;
  --owned;
  Py_DECREF((PyObject *)ctx);
  PyErr_Restore(type, value, traceback);
  LEAVE_PYTHON
}

/* ---- what the graph owns, seen by the collector ---- */

/* Where the collector looks into the contexts that the graph owns: an argument of visit_context. */
typedef struct {
  visitproc visit;
  void *arg;
} Visit;

static int32_t visit_context(void *context, void *visited, ptc_destroy_fn destroy) {
  Visit *to = context;
  return destroy == take_back || destroy == function_ends || destroy == kept_ends
             ? to->visit((PyObject *)visited, to->arg)
             : 0;
}

/* A Tensor that is the only way to its hooks holds them as if they were its attributes. */
int traverse_hooks(PyObject *tensor, visitproc visit, void *arg) {
  const Handle *handle = owned ? ((TensorObject *)tensor)->handle : NULL; /* nothing else runs in a collection */
  if (!handle || Py_REFCNT(handle) != 1) return 0;
  Visit to = {visit, arg};
  return ptc_tensor_visit(handle->tensor, visit_context, &to);
}

/* ---- objects ---- */

/* A node that nothing else refers to holds its hooks and its metadata as if they were attributes. */
static int node_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (!owned || !((NodeObject *)self)->node) return 0;
  Visit to = {visit, arg};
  return ptc_node_visit(((NodeObject *)self)->node, visit_context, &to);
}

/* Memory of objects that are gone, for the next ones of any class. Without a GIL two threads would take the same. */
enum { MOST_SPARES = SPARES(128) };
static NodeObject *spares[MOST_SPARES + 1];
static int spares_count;

static NodeObject *new_object(PyTypeObject *type) {
  if (WITHOUT_GIL || !spares_count) return (NodeObject *)type->tp_alloc(type, 0);
  NodeObject *made = spares[--spares_count];
  Py_SET_TYPE((PyObject *)made, type);
  Py_INCREF(type);
  _Py_NewReference((PyObject *)made);
  made->weakrefs = NULL;
  PyObject_GC_Track((PyObject *)made);
  return made;
}

static void node_dealloc(PyObject *self) {
  NodeObject *node = (NodeObject *)self;
  PyTypeObject *type = Py_TYPE(self);
  int64_t id;
  PyObject_GC_UnTrack(self);
  const char *error = ptc_node_id(node->node, &id);
  if (LIKELY(!error)) {
    LOCK_TABLE;
    take_out(&objects, id, self);
    UNLOCK_TABLE;
  } else ptc_error_free(error);
  if (node->weakrefs) PyObject_ClearWeakRefs(self);
  ptc_node_close(node->node);
  node->node = NULL;
  if (spares_count < MOST_SPARES) spares[spares_count++] = node;
  else type->tp_free(self);
  Py_DECREF(type);
}

/* The context of a custom function of Python's, borrowed; NULL for any other node. */
static PyObject *context_of(ptc_node node) {
  void *context = NULL;
  const char *error = ptc_node_own_context(node, (const void *)(uintptr_t)function_ends, &context);
  ptc_error_free(error);
  return context;
}

/* The object of the node of a number, where there is one, a new reference; None for 0; else NULL. */
static PyObject *known_node(int64_t id) {
  if (!id) Py_RETURN_NONE;
  LOCK_TABLE;
  PyObject *found = look_up(&objects, id);
  if (found && !hold(found)) found = NULL; /* another thread drops it just now */
  UNLOCK_TABLE;
  return found;
}

/* A new object of a node that has none; takes over the handle. */
static PyObject *wrap_new(ptc_node node, int64_t id, int64_t type) {
  PyObject *found = type ? NULL : context_of(node);
  if (found) {
    Py_INCREF(found);
    ptc_node_close(node);
    return found;
  }
  PyObject *class = class_of(node, type);
  NodeObject *made = class ? new_object((PyTypeObject *)class) : NULL;
  if (made) {
    made->node = node;
    may_be_held((PyObject *)made);
    LOCK_TABLE;
#ifdef Py_GIL_DISABLED
    found = look_up(&objects, id); /* another thread may have made one meanwhile */
    if (found && !hold(found)) found = NULL;
#endif
    int failed = !found && put_in(&objects, id, (PyObject *)made) < 0;
    UNLOCK_TABLE;
    if (found) return Py_DECREF((PyObject *)made), found;
    if (failed) Py_CLEAR(made);
  } else ptc_node_close(node);
  return (PyObject *)made;
}

/* The object of a node, which takes over the handle; `unknown` is a number that no object was found for, or 0. */
static PyObject *wrap_unless(int64_t unknown, ptc_node node) {
  int64_t id, type;
  const char *error = ptc_node_identity(node, &id, &type);
  if (error) return ptc_node_close(node), raise_error(error);
  PyObject *found = LIKELY(id == unknown) ? NULL : known_node(id);
  if (!found) return wrap_new(node, id, type);
  ptc_node_close(node);
  return found;
}
PyObject *wrap_node(ptc_node node) { return node ? wrap_unless(0, node) : Py_NewRef(Py_None); }

ptc_node open_node(PyObject *node) {
  if (LIKELY(Py_TYPE(node)->tp_base == node_type)) return ((NodeObject *)node)->node; /* of make_class() */
  if (PyType_IsSubtype(Py_TYPE(node), node_type)) return ((NodeObject *)node)->node;
  if (is_function(node)) {
    if (((FunctionObject *)node)->node) return ((FunctionObject *)node)->node;
    PyErr_SetString(PyExc_RuntimeError,
                    "this context of a custom function is no node of the graph: nothing was recorded, or what its "
                    "function made is gone");
    return NULL;
  }
  if (is_resource(node, RESOURCE_NODE)) return ((Resource *)node)->pointer;
  PyErr_Format(PyExc_TypeError, "a node of the graph is needed, got %.100s", Py_TYPE(node)->tp_name);
  return NULL;
}

/* ---- what both kinds of nodes have ---- */

/* The node after this one, as wrap_node gives it. */
static PyObject *next_of(ptc_node node, int64_t index, int64_t id) {
  PyObject *found = known_node(id);
  if (found) return found;
  ptc_node next = NULL;
  int64_t number;
  const char *error = ptc_node_next(node, index, &next, &number);
  if (error) return raise_error(error);
  return LIKELY(next != NULL) ? wrap_unless(id, next) : Py_NewRef(Py_None);
}

static PyObject *to_nothing; /* (None, 0): where the gradient of an argument that needs none goes */
static PyObject *edge_of(ptc_node node, int64_t index, int64_t id, int64_t input_nr) {
  PyObject *next = next_of(node, index, id), *number = next ? PyLong_FromLongLong(input_nr) : NULL;
  PyObject *pair = number ? PyTuple_New(2) : NULL;
  if (pair) {
    PyTuple_SET_ITEM(pair, 0, next);
    PyTuple_SET_ITEM(pair, 1, number);
    return pair;
  }
  Py_XDECREF(next);
  Py_XDECREF(number);
  return NULL;
}

static PyObject *next_functions(PyObject *self, void *UNUSED(closure)) {
  enum { FEW = 8 };
  int64_t few[2 * FEW], *ids = few, count, room = FEW;
  ptc_node node = open_node(self);
  if (!node) return NULL;
  const char *error = ptc_node_next_ids(node, ids, room, ids + room, room, &count);
  if (!error && count > room) {
    if (!(ids = PyMem_Malloc((size_t)count * 2 * sizeof(int64_t)))) return PyErr_NoMemory();
    room = count;
    error = ptc_node_next_ids(node, ids, room, ids + room, room, &count);
  }
  PyObject *out = error ? raise_error(error) : PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    PyObject *pair = ids[i] || ids[room + i] ? edge_of(node, i, ids[i], ids[room + i]) : Py_NewRef(to_nothing);
    if (LIKELY(pair != NULL)) PyTuple_SET_ITEM(out, i, pair);
    else Py_CLEAR(out);
  }
  if (ids != few) PyMem_Free(ids);
  return out;
}

/* A walk reads it at each node: to search the classes for it takes as long as to make it. */
static PyObject *name_next_functions;
static PyObject *attribute(PyObject *self, PyObject *name) {
  return LIKELY(name == name_next_functions) ? next_functions(self, NULL) : PyObject_GenericGetAttr(self, name);
}

static PyObject *name(PyObject *self, PyObject *UNUSED(none)) {
  if (is_function(self) && !((FunctionObject *)self)->node) return PyUnicode_FromString(Py_TYPE(self)->tp_name);
  ptc_node node = open_node(self);
  char *text;
  const char *error = node ? ptc_node_name(node, &text) : NULL;
  if (!node || error) return node ? raise_error(error) : NULL;
  PyObject *out = PyUnicode_FromString(text);
  ptc_string_free(text);
  return out;
}

static PyObject *sequence_nr(PyObject *self, PyObject *UNUSED(none)) {
  ptc_node node = open_node(self);
  int64_t number;
  const char *error = node ? ptc_node_sequence_nr(node, &number) : NULL;
  return !node ? NULL : error ? raise_error(error) : PyLong_FromUnsignedLongLong((uint64_t)number);
}

static PyObject *set_sequence_nr(PyObject *self, PyObject *number) {
  ptc_node node = open_node(self);
  long long wanted = node ? PyLong_AsLongLong(number) : -1;
  if (!node || (wanted == -1 && PyErr_Occurred())) return NULL;
  const char *error = ptc_node_set_sequence_nr(node, wanted);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyObject *input_metadata(PyObject *self, void *UNUSED(closure)) {
  return open_node(self) ? saved_object(self, "", Py_None) : NULL;
}

/* A dict that lives as long as the node of the graph. */
static PyObject *metadata(PyObject *self, void *UNUSED(closure)) {
  ptc_node node = open_node(self);
  if (!node) return NULL;
  void *found;
  const char *error = ptc_node_data(node, &found);
  if (error) return raise_error(error);
  if (found) return Py_NewRef((PyObject *)found);
  PyObject *made = PyDict_New();
  if (!made) return NULL;
  if ((error = ptc_node_set_data(node, lend(made), take_back))) {
    Py_DECREF(made);
    return raise_error(error);
  }
  return made;
}

static PyObject *requires_grad(PyObject *UNUSED(self), void *UNUSED(closure)) { Py_RETURN_TRUE; }

/* A hook in the graph, as an object of Python's that can take it away. */
static PyObject *hang(PyObject *self, PyObject *hook, const char *where) {
  if (!PyCallable_Check(hook))
    return PyErr_Format(PyExc_TypeError, "%s(): argument 'fn' must be callable, not %.100s",
                        *where == 'n' ? "register_hook" : "register_prehook", Py_TYPE(hook)->tp_name);
  ptc_node node = open_node(self);
  PyObject *made = node ? hang_hook(where, self, node, hook) : NULL;
  PyObject *out = made ? PyObject_CallOneArg(hook_class, made) : NULL;
  Py_XDECREF(made);
  return out;
}
static PyObject *node_register_hook(PyObject *self, PyObject *hook) { return hang(self, hook, "node"); }
static PyObject *node_register_prehook(PyObject *self, PyObject *hook) { return hang(self, hook, "before"); }

PyMethodDef node_methods[] = {
    {"name", name, METH_NOARGS, "name($self, /)\n--\n\nThe name of the step: \"AddBackward0\", …"},
    {"register_hook", node_register_hook, METH_O,
     "register_hook($self, fn, /)\n--\n\nRuns `fn(grad_inputs, grad_outputs)` after the step, both tuples; a tuple "
     "that it "
     "returns replaces the former.\n\nReturns a RemovableHandle."},
    {"register_prehook", node_register_prehook, METH_O,
     "register_prehook($self, fn, /)\n--\n\nRuns `fn(grad_outputs)` before the step; a tuple that it returns replaces "
     "them.\n\nReturns a RemovableHandle."},
    {"_sequence_nr", sequence_nr, METH_NOARGS, "_sequence_nr($self, /)\n--\n\nWhen the step was made, on its thread."},
    {"_set_sequence_nr", set_sequence_nr, METH_O,
     "_set_sequence_nr($self, number, /)\n--\n\nPuts the step elsewhere in the order of a backward pass."},
    {NULL, NULL, 0, NULL},
};
PyGetSetDef node_getset[] = {
    {"_input_metadata", input_metadata, NULL, "What the results of the step's operator look like: shape, dtype, …",
     NULL},
    {"next_functions", next_functions, NULL,
     "Where its gradients go: a tuple of (Node or None, which of that node's gradients it is).", NULL},
    {"metadata", metadata, NULL, "A dict for one's own use, which lives as long as the step does.", NULL},
    {"requires_grad", requires_grad, NULL, "True.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- a call ---- */

/* grad_fn(*grads): what the step makes of them, outside of any pass; one by itself, else a tuple. */
static PyObject *node_call(PyObject *self, PyObject *args, PyObject *kwargs) {
  ptc_node node = open_node(self);
  if (!node) return NULL;
  if (kwargs && PyDict_GET_SIZE(kwargs)) return PyErr_Format(PyExc_TypeError, "a node takes no keywords");
  Py_ssize_t count = PyTuple_GET_SIZE(args);
  int64_t wanted;
  const char *unknown = ptc_node_result_count(node, &wanted);
  if (unknown) return raise_error(unknown);
  if (wanted != count)
    return PyErr_Format(PyExc_TypeError, "%.100s expected %zd arguments, got %zd instead", Py_TYPE(self)->tp_name,
                        (Py_ssize_t)wanted, count);
  ptc_tensor *grads = PyMem_Calloc((size_t)count + 1, sizeof(ptc_tensor));
  if (!grads) return PyErr_NoMemory();
  int failed = 0;
  for (Py_ssize_t i = 0; !failed && i < count; ++i) {
    PyObject *one = PyTuple_GET_ITEM(args, i);
    failed = one != Py_None && !is_tensor(one);
    if (failed) PyErr_Format(PyExc_TypeError, "argument %zd is not a Tensor but %.100s", i, Py_TYPE(one)->tp_name);
    else failed = give(one, grads + i) < 0;
  }
  ptc_tensor_list list = NULL;
  const char *error = NULL;
  BEGIN_CALL /* it may run hooks on other threads */
  if (!failed) error = ptc_node_call(node, grads, count, &list);
  for (Py_ssize_t i = 0; i < count; ++i) ptc_tensor_close(grads[i]);
  END_CALL
  PyMem_Free(grads);
  if (failed || error) return failed ? NULL : raise_error(error);
  PyObject *out = take_list(list);
  if (out && PyTuple_GET_SIZE(out) == 1) Py_SETREF(out, Py_NewRef(PyTuple_GET_ITEM(out, 0)));
  return out;
}

/* ---- for Python ---- */

/* node_class(name) -> the class of the nodes of a name */
static PyObject *node_class(PyObject *UNUSED(self), PyObject *text) {
  const char *given = PyUnicode_Check(text) ? PyUnicode_AsUTF8(text) : NULL;
  if (!given) return PyErr_Format(PyExc_TypeError, "the name of a class of nodes is needed");
  return Py_XNewRef(class_named(given));
}

/* set_saved_class(class): makes what stands for a saved tensor, of (node, name, position or None), and for the name ""
   the tuple of the node's _input_metadata */
static PyObject *set_saved_class(PyObject *UNUSED(self), PyObject *class) {
  Py_XSETREF(saved_class, Py_NewRef(class));
  Py_RETURN_NONE;
}

/* set_hook_class(class): makes the handle of a hook of a Resource */
static PyObject *set_hook_class(PyObject *UNUSED(self), PyObject *class) {
  Py_XSETREF(hook_class, Py_NewRef(class));
  Py_RETURN_NONE;
}

/* gradient_edge(tensor) -> (node or None, which of its gradients) */
static PyObject *gradient_edge(PyObject *UNUSED(self), PyObject *tensor) {
  HELD Handle *handle = open_handle(tensor);
  ptc_node node = NULL;
  int64_t number;
  const char *error = handle ? ptc_tensor_gradient_edge(handle->tensor, &node, &number) : NULL;
  if (!handle || error) return handle ? raise_error(error) : NULL;
  PyObject *made = wrap_node(node);
  return made ? Py_BuildValue("NL", made, (long long)number) : NULL;
}

/* current_node() -> the node that a backward pass runs on this thread, or None */
static PyObject *current_node(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  ptc_node node = NULL;
  const char *error = ptc_backward_node(&node);
  return error ? raise_error(error) : wrap_node(node);
}
/* next_node(index) -> the node that the pass of this thread runs after so many others, or None */
static PyObject *next_node(PyObject *UNUSED(self), PyObject *index) {
  ptc_node node = NULL;
  long long at = PyLong_AsLongLong(index);
  if (at == -1 && PyErr_Occurred()) return NULL;
  const char *error = ptc_backward_next(at, &node);
  return error ? raise_error(error) : wrap_node(node);
}

/* register_hook(where, tensor or node, function) -> the hook */
static PyObject *register_hook(PyObject *UNUSED(self), PyObject *args) {
  const char *where;
  PyObject *target, *hook;
  if (!PyArg_ParseTuple(args, "sOO", &where, &target, &hook)) return NULL;
  int on_node = *where == 'n' || *where == 'b';
  ptc_node node = on_node ? open_node(target) : NULL;
  return on_node && !node ? NULL : hang_hook(where, target, node, hook);
}

static PyMethodDef functions[] = {
    {"register_hook", register_hook, METH_VARARGS, NULL},
    {"current_node", current_node, METH_NOARGS, NULL},
    {"next_node", next_node, METH_O, NULL},
    {"node_class", node_class, METH_O, NULL},
    {"set_hook_class", set_hook_class, METH_O, NULL},
    {"set_saved_class", set_saved_class, METH_O, NULL},
    {"gradient_edge", gradient_edge, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(NodeObject, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

int install_nodes(PyObject *module) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, node_dealloc},
      {Py_tp_traverse, node_traverse},
      {Py_tp_call, node_call},
      {Py_tp_methods, node_methods},
      {Py_tp_getset, node_getset},
      {Py_tp_members, members},
      {0, NULL},
  };
  PyType_Spec spec = {
      .name = "pytorch_c._boundary._core.Node",
      .basicsize = sizeof(NodeObject),
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
      .slots = slots,
  };
  node_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  if (!node_type || !(name_next_functions = PyUnicode_InternFromString("next_functions")) ||
      !(classes_by_name = PyDict_New()) || !(to_nothing = Py_BuildValue("(Oi)", Py_None, 0)) ||
      PyModule_AddObjectRef(module, "Node", (PyObject *)node_type) < 0)
    return -1;
  return PyModule_AddFunctions(module, functions);
}
