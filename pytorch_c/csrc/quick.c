/* Quick: a Python function with a C function of the same name before it. Plain arguments are served here, without a
   Python frame; whatever else there is, an error too, is for the Python function, which checks and explains. Or, without
   a C function, one of which __torch_function__ is asked before it is called. */
#include "core.h"
#include "install.h"
#include "overrides.h"
#include "shortcuts.h"

typedef struct {
  PyObject_HEAD vectorcallfunc vectorcall;
  Shortcut shortcut;
  PyObject *idle; /* the keyword that the shortcut may leave out, or NULL */
  PyObject *python;
  PyObject
      *asked; /* of what __torch_function__ is asked, where that is not this, and torch has a function of C; or NULL */
  PyObject *weak; /* references that do not keep it */
} Quick;

static inline bool may_serve(const Quick *self, PyObject *names) {
  return !names || (self->idle && PyTuple_GET_SIZE(names) == 1 && PyTuple_GET_ITEM(names, 0) == self->idle);
}

static PyObject *quick_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  const PyObject *traced = peek(&core->traced_number);
  if (LIKELY(may_serve((Quick *)self, names) && (!traced || traced == Py_None))) { /* a trace has more to say */
    PyObject *out = ((Quick *)self)->shortcut(args, PyVectorcall_NARGS(flags));
    if (LIKELY(out != Py_NotImplemented)) return out;
    Py_DECREF(out);
  }
  return PyObject_Vectorcall(((Quick *)self)->python, args, flags & ~PY_VECTORCALL_ARGUMENTS_OFFSET, names);
}

/* True if each argument is one that nobody is asked of, as in nearly all calls. */
static int all_plain(PyObject *const *args, Py_ssize_t count) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyTypeObject *type = Py_TYPE(args[i]);
    if (type != core->tensor_type && type != core->parameter_type && args[i] != Py_None && type != &PyLong_Type &&
        type != &PyFloat_Type && type != &PyBool_Type && type != &PyUnicode_Type)
      return 0;
  }
  return 1;
}

static PyObject *asking_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  Py_ssize_t count = PyVectorcall_NARGS(flags);
  if (UNLIKELY(plain_calls != 1 || !all_plain(args, count + (names ? PyTuple_GET_SIZE(names) : 0)))) {
    PyObject *out = overridden_python(((Quick *)self)->asked ? ((Quick *)self)->asked : self, args, count, names);
    if (out != Py_NotImplemented) return out;
    Py_DECREF(out);
  }
  return PyObject_Vectorcall(((Quick *)self)->python, args, flags & ~PY_VECTORCALL_ARGUMENTS_OFFSET, names);
}

static PyObject *quick_get(PyObject *self, PyObject *instance, PyObject *UNUSED(owner)) {
  return instance && instance != Py_None ? PyMethod_New(self, instance) : Py_NewRef(self);
}
/* No getter has `__module__`: the class would show that getter as its own, where others expect a str. */
static PyObject *quick_getattro(PyObject *self, PyObject *name) {
  if (!PyUnicode_CompareWithASCIIString(name, "__module__")) return PyObject_GetAttr(((Quick *)self)->python, name);
  PyObject *found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  return PyObject_GetAttr(((Quick *)self)->python, name);
}
/* Attributes are the Python function's; a function of C has none of its own. */
static int quick_setattro(PyObject *self, PyObject *name, PyObject *value) {
  if (!((Quick *)self)->asked) return PyObject_SetAttr(((Quick *)self)->python, name, value);
  PyErr_Format(PyExc_AttributeError, "'builtin_function_or_method' object has no attribute '%U'", name);
  return -1;
}
static PyObject *of_python(PyObject *self, void *name) {
  return PyObject_GetAttrString(((Quick *)self)->python, (const char *)name);
}
/* To isinstance() it is what torch has in its place: a function, which torch.fx traces, or one of C, which it records. */
static PyObject *quick_class(PyObject *self, void *UNUSED(closure)) {
  return Py_NewRef(((Quick *)self)->asked ? &PyCFunction_Type : &PyFunction_Type);
}
/* A function of C says whose method it is: nobody's. */
static PyObject *quick_self(PyObject *self, void *UNUSED(closure)) {
  if (((Quick *)self)->asked) Py_RETURN_NONE;
  return PyErr_Format(PyExc_AttributeError, "'function' object has no attribute '__self__'");
}
/* The signature whose annotations are classes, not words. */
static PyObject *signature(PyObject *self, void *UNUSED(closure)) {
  PyObject *module = PyImport_ImportModule("pytorch_c._calls.annotations");
  PyObject *found = module ? PyObject_CallMethod(module, "signature", "O", ((Quick *)self)->python) : NULL;
  Py_XDECREF(module);
  return found;
}
static PyObject *reduce(PyObject *self, PyObject *UNUSED(protocol)) { return of_python(self, "__qualname__"); }
/* In dicts of functions, as torch's programs keep them by who is asked, a function is the operator that is asked in its
   place: torch has one object for both. */
static PyObject *quick_compare(PyObject *self, PyObject *other, int how) {
  const PyObject *asked = ((Quick *)self)->asked;
  if (!asked || (how != Py_EQ && how != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  const bool same = other == self || other == asked;
  return PyBool_FromLong(same == (how == Py_EQ));
}
static Py_hash_t quick_hash(PyObject *self) {
  PyObject *asked = ((Quick *)self)->asked;
  return asked ? PyObject_Hash(asked) : (Py_hash_t)((uintptr_t)self >> 4);
}
static PyObject *quick_repr(PyObject *self) { return PyObject_Repr(((Quick *)self)->python); }
static void quick_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  if (((Quick *)self)->weak) PyObject_ClearWeakRefs(self);
  Py_XDECREF(((Quick *)self)->python);
  Py_XDECREF(((Quick *)self)->asked);
  Py_XDECREF(((Quick *)self)->idle);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyGetSetDef getset[] = {
    {"__doc__", of_python, NULL, NULL, "__doc__"},
    {"__class__", quick_class, NULL, NULL, NULL},
    {"__self__", quick_self, NULL, NULL, NULL},
    {"__signature__", signature, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Quick, vectorcall), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Quick, weak), READONLY, NULL},
    {"__wrapped__", T_OBJECT, offsetof(Quick, python), READONLY, "The Python function behind it."},
    {"__asked__", T_OBJECT, offsetof(Quick, asked), READONLY,
     "What __torch_function__ is given in its place, or None."},
    {NULL, 0, 0, 0, NULL},
};
static PyMethodDef quick_methods[] = {{"__reduce_ex__", reduce, METH_O, NULL}, {NULL, NULL, 0, NULL}};
/* Functions in the place of torch's functions of C do not bind: torch.nonzero as an attribute of another class is called
   with what is given alone. Some are methods of Tensor, too. */
static PyObject *function_get(PyObject *self, PyObject *instance, PyObject *UNUSED(owner)) {
  return instance && is_tensor(instance) ? PyMethod_New(self, instance) : Py_NewRef(self);
}

static PyTypeObject *quick_type, *function_type; /* of methods and what binds like one; of other functions */

static PyTypeObject *type_of(PyObject *module, descrgetfunc get, unsigned flag) {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, quick_dealloc},     {Py_tp_call, PyVectorcall_Call}, {Py_tp_descr_get, get},
      {Py_tp_getattro, quick_getattro},   {Py_tp_repr, quick_repr},        {Py_tp_getset, getset},
      {Py_tp_members, members},           {Py_tp_methods, quick_methods},  {Py_tp_setattro, quick_setattro},
      {Py_tp_richcompare, quick_compare}, {Py_tp_hash, quick_hash},        {0, NULL},
  };
  PyType_Spec spec = {
      .name = "pytorch_c._boundary._core.Quick",
      .basicsize = sizeof(Quick),
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION | flag,
      .slots = slots,
  };
  return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}

/* True if the first parameter is `self`: a method. */
static bool takes_self(PyObject *function) {
  PyObject *code = PyObject_GetAttrString(function, "__code__");
  PyObject *names = code ? PyObject_GetAttrString(code, "co_varnames") : NULL;
  const bool found =
      names && PyTuple_GET_SIZE(names) && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "self") == 0;
  Py_XDECREF(names);
  Py_XDECREF(code);
  PyErr_Clear();
  return found;
}

static PyObject *before(PyObject *function, Shortcut shortcut, const char *idle, PyObject *asked) {
  Quick *made = PyObject_New(Quick, (shortcut || asked) && !takes_self(function) ? function_type : quick_type);
  if (!made) return NULL;
  made->vectorcall = shortcut ? quick_vectorcall : asking_vectorcall;
  made->shortcut = shortcut;
  made->idle = idle ? PyUnicode_InternFromString(idle) : NULL;
  made->python = Py_NewRef(function);
  made->asked = Py_XNewRef(asked);
  made->weak = NULL;
  return (PyObject *)made;
}

/* asking(function[, asked]) -> the function, of which, or of `asked`, classes and modes are asked first; a decorator.
   With `asked`, torch's is a function of C. */
static PyObject *asking(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count < 1 || count > 2) return PyErr_Format(PyExc_TypeError, "asking() takes a function, and who is asked");
  return before(args[0], NULL, NULL, count == 2 ? args[1] : NULL);
}

/* quick(function) -> the function, with the C function of the same name before it; a decorator */
static PyObject *quick(PyObject *UNUSED(self), PyObject *function) {
  PyObject *name = PyObject_GetAttrString(function, "__name__");
  const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
  Shortcut found = text ? find_shortcut(text) : NULL;
  const char *idle = found ? idle_keyword(text) : NULL;
  if (!found && !PyErr_Occurred())
    PyErr_Format(PyExc_ValueError, "quick(): there is no C function before %R", function);
  Py_XDECREF(name);
  return found ? before(function, found, idle, NULL) : NULL;
}

static PyMethodDef functions[] = {
    {"asking", FAST(asking), METH_FASTCALL, NULL}, {"quick", quick, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_quick(PyObject *module) {
  quick_type = type_of(module, quick_get, Py_TPFLAGS_METHOD_DESCRIPTOR);
  function_type = type_of(module, function_get, 0);
  return quick_type && function_type ? PyModule_AddFunctions(module, functions) : -1;
}
