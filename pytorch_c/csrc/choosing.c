/* An operator with several overloads: which one was chosen for arguments of these
   types before.  pytorch_c/_calls/overloads.py chooses. */
#include "core.h"
#include "install.h"

typedef struct {
  PyObject_HEAD PyObject *chosen; /* types of the arguments -> function */
} Choice;

static int is_sequence(PyObject *x) { return PyList_Check(x) || PyTuple_Check(x); }

/* The type of a sequence's first item; None if it has none. */
static PyObject *first_type(PyObject *sequence) {
  OWNED PyObject *first = PySequence_Fast_GET_SIZE(sequence) ? item_at(sequence, 0) : NULL;
  return first ? (PyObject *)Py_TYPE(first) : Py_None;
}

/* The types of the arguments; None and the names and types of those by keyword; and, since a
   sequence is known by its first item, the types of those. The C call checks the others. */
static PyObject *key_of(PyObject *args, PyObject *kwargs) {
  Py_ssize_t count = PyTuple_GET_SIZE(args), named = kwargs ? PyDict_GET_SIZE(kwargs) : 0,
             length = count + (named ? 1 + 2 * named : 0), at = 0;
  PyObject *name, *value;
  for (Py_ssize_t i = 0; i < count; ++i) length += is_sequence(PyTuple_GET_ITEM(args, i));
  for (Py_ssize_t where = 0; named && PyDict_Next(kwargs, &where, &name, &value);) length += is_sequence(value);
  PyObject *key = PyTuple_New(length);
  if (!key) return NULL;
#define ADD(x) PyTuple_SET_ITEM(key, at++, Py_NewRef((PyObject *)(x)))
  for (Py_ssize_t i = 0; i < count; ++i) ADD(Py_TYPE(PyTuple_GET_ITEM(args, i)));
  if (named) ADD(Py_None);
  for (Py_ssize_t where = 0; named && PyDict_Next(kwargs, &where, &name, &value);) {
    ADD(name);
    ADD(Py_TYPE(value));
  }
  for (Py_ssize_t i = 0; i < count; ++i)
    if (is_sequence(PyTuple_GET_ITEM(args, i))) ADD(first_type(PyTuple_GET_ITEM(args, i)));
  for (Py_ssize_t where = 0; named && PyDict_Next(kwargs, &where, &name, &value);)
    if (is_sequence(value)) ADD(first_type(value));
#undef ADD
  return key;
}

/* choice.call(args, kwargs): calls what was chosen, or self.miss(key, args, kwargs), which chooses, keeps it and calls it. */
static PyObject *choice_call(PyObject *self, PyObject *const *given, Py_ssize_t count) {
  if (count != 2 || !PyTuple_CheckExact(given[0]) || !PyDict_CheckExact(given[1]))
    return PyErr_Format(PyExc_TypeError, "call() takes a tuple and a dict");
  PyObject *args = given[0], *kwargs = given[1], *out = NULL;
  PyObject *key = key_of(args, kwargs);
  if (!key) return NULL;
  PyObject *function = find_in(((Choice *)self)->chosen, key);
  if (function) out = PyObject_Call(function, args, PyDict_GET_SIZE(kwargs) ? kwargs : NULL);
  else if (!PyErr_Occurred()) out = PyObject_CallMethod(self, "miss", "OOO", key, args, kwargs);
  Py_XDECREF(function);
  Py_DECREF(key);
  return out;
}

static PyObject *choice_new(PyTypeObject *type, PyObject *UNUSED(args), PyObject *UNUSED(kwargs)) {
  Choice *self = (Choice *)type->tp_alloc(type, 0);
  if (self && !(self->chosen = PyDict_New())) Py_CLEAR(self);
  return (PyObject *)self;
}
static int choice_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((Choice *)self)->chosen);
  return 0;
}
static int choice_clear(PyObject *self) {
  Py_CLEAR(((Choice *)self)->chosen);
  return 0;
}
static void choice_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  choice_clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {{"call", FAST(choice_call), METH_FASTCALL, NULL}, {NULL, NULL, 0, NULL}};
static PyMemberDef members[] = {
    {"chosen", T_OBJECT_EX, offsetof(Choice, chosen), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, choice_new},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_traverse, choice_traverse},
    {Py_tp_clear, choice_clear},
    {Py_tp_dealloc, choice_dealloc},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.Choice",
    .basicsize = sizeof(Choice),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

int install_choosing(PyObject *module) {
  core->choice_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return core->choice_type ? PyModule_AddObjectRef(module, "Choice", (PyObject *)core->choice_type) : -1;
}
