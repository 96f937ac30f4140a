/* nn.Module's slots: what its methods in Python do where nothing is special about them, without their frames.

   A class gets them where its methods are Module's own. Python exchanges them again when somebody sets __call__ or
   __getattr__ of the class or of a base: they are plain slots of the type. */
#include "core.h"
#include "install.h"

enum {
  PARAMETERS,
  BUFFERS,
  MODULES,
  BACKWARD,
  BACKWARD_PRE,
  FORWARD_AFTER,
  FORWARD_PRE,
  COMPILED,
  CALL_IMPL,
  FORWARD,
  NAMED_PARAMETERS,
  NAMED_MEMBERS,
  NAMED_MODULES,
  NAMES
};
static const char *const texts[NAMES] = {
    "_parameters",         "_buffers",       "_modules",           "_backward_hooks",
    "_backward_pre_hooks", "_forward_hooks", "_forward_pre_hooks", "_compiled_call_impl",
    "_call_impl",          "forward",        "named_parameters",   "_named_members",
    "named_modules",
};
static inline PyObject *name_of(int which) { return PyTuple_GET_ITEM(core->module_names, which); }

/* Attributes first, as for any object; then parameters, buffers and children; then Module.__getattr__. */
static PyObject *module_getattro(PyObject *self, PyObject *name) {
  PyObject *found = _PyObject_GenericGetAttrWithDict(self, name, NULL, 1);
  if (LIKELY(found != NULL) || PyErr_Occurred()) return found;
  PyObject *own = PyObject_GenericGetDict(self, NULL);
  if (!own) return NULL;
  for (int i = PARAMETERS; !found && i <= MODULES; ++i) {
    PyObject *table = find_in(own, name_of(i)); /* held: a key's own __eq__ may exchange it */
    if (!table || !(PyDict_CheckExact(table) || PyODict_CheckExact(table))) {
      Py_XDECREF(table);
      break;
    }
    found = find_in(table, name);
    Py_DECREF(table);
    if (PyErr_Occurred()) break;
  }
  Py_DECREF(own);
  if (found || PyErr_Occurred()) return found;
  return PyObject_CallFunctionObjArgs(core->module_getattr, self, name, NULL);
}

static int calls_are_held;     /* something is traced: each call goes Python's way */
static bool frames_are_wanted; /* a profile keeps the calls of modules, which it knows by Python's frames */

void hold_plain_calls(bool held) { frames_are_wanted = held; }

/* True if a call is nothing but forward: no hooks, of this module or of all, and no other way to be called. */
static int is_plain_call(PyObject *self, PyObject *own) {
  if (UNLIKELY(calls_are_held || frames_are_wanted)) return 0;
  if (_PyType_Lookup(Py_TYPE(self), name_of(CALL_IMPL)) != core->module_call_impl) return 0;
  if (PyDict_Contains(own, name_of(CALL_IMPL)) || PyDict_Contains(own, name_of(COMPILED))) return 0;
  for (int i = BACKWARD; i <= FORWARD_PRE; ++i) {
    OWNED PyObject *hooks = item_of(own, name_of(i));
    if (!hooks || !PyDict_Check(hooks) || PyDict_GET_SIZE(hooks)) return 0;
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(core->module_hooks); ++i)
    if (PyDict_GET_SIZE(PyTuple_GET_ITEM(core->module_hooks, i))) return 0;
  return 1;
}

static PyObject *module_call(PyObject *self, PyObject *args, PyObject *kwargs) {
  PyObject *own = PyObject_GenericGetDict(self, NULL);
  if (!own) return NULL;
  int plain = is_plain_call(self, own);
  Py_DECREF(own);
  if (PyErr_Occurred()) return NULL;
  PyObject *function = plain ? PyObject_GetAttr(self, name_of(FORWARD)) : PyMethod_New(core->module_call, self);
  PyObject *out = function ? PyObject_Call(function, args, kwargs) : NULL;
  Py_XDECREF(function);
  return out;
}

/* setup_modules(__getattr__, __call__, _call_impl, walks, hooks): Module's own methods, among them those of `walks`:
   (named_parameters, _named_members, named_modules); and the dicts of hooks of all modules */
static PyObject *setup_modules(PyObject *UNUSED(self), PyObject *args) {
  PyObject *of_missing, *call, *call_impl, *walks, *hooks;
  if (!PyArg_ParseTuple(args, "OOOO!O!", &of_missing, &call, &call_impl, &PyTuple_Type, &walks, &PyTuple_Type, &hooks))
    return NULL;
  if (PyTuple_GET_SIZE(walks) != NAMES - NAMED_PARAMETERS)
    return PyErr_Format(PyExc_TypeError, "setup_modules(): walks must be %d methods", NAMES - NAMED_PARAMETERS);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(hooks); ++i)
    if (!PyDict_Check(PyTuple_GET_ITEM(hooks, i)))
      return PyErr_Format(PyExc_TypeError, "setup_modules(): hooks must be dicts");
  Py_XSETREF(core->module_getattr, Py_NewRef(of_missing));
  Py_XSETREF(core->module_call, Py_NewRef(call));
  Py_XSETREF(core->module_call_impl, Py_NewRef(call_impl));
  Py_XSETREF(core->module_walks, Py_NewRef(walks));
  Py_XSETREF(core->module_hooks, Py_NewRef(hooks));
  Py_RETURN_NONE;
}

/* True if an attribute of a class is that object. */
static int has_own(PyObject *cls, const char *name, PyObject *expected) {
  PyObject *found = PyObject_GetAttrString(cls, name);
  Py_XDECREF(found);
  return found ? found == expected : -1;
}

/* quicken(class): gives a class derived from Module the slots, where its methods are Module's own */
static PyObject *quicken(PyObject *UNUSED(self), PyObject *cls) {
  if (!PyType_Check(cls) || !(((PyTypeObject *)cls)->tp_flags & Py_TPFLAGS_HEAPTYPE) || !core->module_getattr)
    return PyErr_Format(PyExc_TypeError, "quicken(): a class derived from Module is meant");
  PyTypeObject *type = (PyTypeObject *)cls;
  PyObject *plain = PyObject_GetAttrString((PyObject *)&PyBaseObject_Type, "__getattribute__");
  if (!plain) return NULL;
  int looks_up = has_own(cls, "__getattribute__", plain);
  Py_DECREF(plain);
  if (looks_up == 1) looks_up = has_own(cls, "__getattr__", core->module_getattr);
  int calls = has_own(cls, "__call__", core->module_call);
  if (looks_up < 0 || calls < 0) return NULL;
  if (looks_up) type->tp_getattro = module_getattro;
  if (calls) type->tp_call = module_call;
  PyType_Modified(type);
  Py_RETURN_NONE;
}

/* hold_module_calls(bool): whether every call of a module goes Python's way */
static PyObject *hold_module_calls(PyObject *UNUSED(self), PyObject *held) {
  calls_are_held = held == Py_True;
  Py_RETURN_NONE;
}

/* True if an instance, or its class, has a method of its own in the place of Members'. */
static int overrides(PyObject *module, int which) {
  PyObject *own = PyObject_GenericGetDict(module, NULL);
  int found = own ? PyDict_Contains(own, name_of(which)) : -1;
  Py_XDECREF(own);
  if (found) return found;
  PyObject *expected = PyTuple_GET_ITEM(core->module_walks, which - NAMED_PARAMETERS);
  return _PyType_Lookup(Py_TYPE(module), name_of(which)) != expected;
}

/* The values of one of a module's tables, as a list; NULL, maybe with an exception, where the table is no plain dict. */
static PyObject *values_of(PyObject *module, int which) {
  PyObject *table = PyObject_GetAttr(module, name_of(which)); /* a class that reflects has a property */
  PyObject *values = table && PyDict_CheckExact(table) ? PyDict_Values(table) : NULL;
  Py_XDECREF(table);
  return values;
}

/* Puts what is neither None nor seen before into the list: 0, or -1 and an exception. */
static int add_new(PyObject *value, PyObject *seen, PyObject *list) {
  int known = value == Py_None ? 1 : PySet_Contains(seen, value);
  if (known) return known < 0 ? -1 : 0;
  return PySet_Add(seen, value) < 0 ? -1 : PyList_Append(list, value);
}

/* Adds a module's parameters, then those of the modules below it, if `recurse`: 1, 0 where a class names its members in
   its own way, -1 and an exception. */
static int walk(PyObject *module, PyObject *seen, PyObject *list, bool recurse) {
  int own = PySet_Contains(seen, module);
  if (own) return own;
  own = overrides(module, NAMED_MODULES);
  if (own) return own < 0 ? -1 : 0;
  PyObject *values = values_of(module, PARAMETERS), *children = NULL;
  if (values) children = recurse ? values_of(module, MODULES) : PyList_New(0);
  int walked = children ? 1 : PyErr_Occurred() ? -1 : 0;
  if (walked == 1 && PySet_Add(seen, module) < 0) walked = -1;
  for (Py_ssize_t i = 0; walked == 1 && i < PyList_GET_SIZE(values); ++i)
    if (add_new(PyList_GET_ITEM(values, i), seen, list) < 0) walked = -1;
  if (walked == 1 && Py_EnterRecursiveCall(" in parameters()")) walked = -1;
  else if (walked == 1) {
    for (Py_ssize_t i = 0; walked == 1 && i < PyList_GET_SIZE(children); ++i)
      if (PyList_GET_ITEM(children, i) != Py_None) walked = walk(PyList_GET_ITEM(children, i), seen, list, true);
    Py_LeaveRecursiveCall();
  }
  Py_XDECREF(values);
  Py_XDECREF(children);
  return walked;
}

/* parameters(module, recurse) -> list of the parameters, each once; None where a class names its members in its own way */
static PyObject *parameters(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2) return PyErr_Format(PyExc_TypeError, "parameters(): a module and a bool are needed");
  int own = core->module_walks ? overrides(args[0], NAMED_PARAMETERS) : 1;
  if (!own) own = overrides(args[0], NAMED_MEMBERS);
  if (own) return own < 0 ? NULL : Py_NewRef(Py_None);
  int recurse = PyObject_IsTrue(args[1]);
  if (recurse < 0) return NULL;
  PyObject *seen = PySet_New(NULL), *list = PyList_New(0);
  int walked = seen && list ? walk(args[0], seen, list, recurse) : -1;
  Py_XDECREF(seen);
  if (walked == 1) return list;
  Py_XDECREF(list);
  return walked < 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"parameters", (PyCFunction)(void (*)(void))parameters, METH_FASTCALL, NULL},
    {"hold_module_calls", hold_module_calls, METH_O, NULL},
    {"setup_modules", setup_modules, METH_VARARGS, NULL},
    {"quicken", quicken, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_modules(PyObject *module) {
  core->module_names = PyTuple_New(NAMES);
  if (!core->module_names) return -1;
  for (int i = 0; i < NAMES; ++i) {
    PyObject *name = PyUnicode_InternFromString(texts[i]);
    if (!name) return -1;
    PyTuple_SET_ITEM(core->module_names, i, name);
  }
  return PyModule_AddFunctions(module, methods);
}
