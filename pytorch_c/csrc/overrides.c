/* __torch_function__: what classes of arguments, and modes, make of a call. A plain call asks nobody: whoever is not an
   exact Tensor or Parameter is not plain (convert.c), and a mode keeps operators from the plain road altogether. */
#include "overrides.h"
#include "install.h"

TABLE_LOCK

uint8_t plain_calls = 1;          /* 2 while a mode is open on some thread */
_Thread_local int overriding_off; /* 1: of classes; 2: of modes too */
static _Thread_local int modes;   /* open on this thread */
static int modes_everywhere;
static PyObject *override, *no_override, *method_name;

/* True if the method is what torch's Tensor has, with torch in the same process: it would call ours again, without end. */
static bool is_of_torch_itself(PyTypeObject *type, PyObject *method) {
  if (PyType_IsSubtype(type, core->tensor_type) || !Py_IS_TYPE(method, &PyClassMethod_Type)) return false;
  PyObject *module = PyObject_GetAttrString(method, "__module__");
  bool is = module && PyUnicode_Check(module) && PyUnicode_CompareWithASCIIString(module, "torch._tensor") == 0;
  Py_XDECREF(module);
  PyErr_Clear();
  return is;
}

/* __torch_function__ of a class, borrowed; NULL where it has none, or says that it has none. */
static PyObject *method_of(PyTypeObject *type) {
  PyObject *found = _PyType_Lookup(type, method_name);
  return !found || found == no_override || is_of_torch_itself(type, found) ? NULL : found;
}

int is_plain_subclass(PyObject *x) {
  if (core->parameter_type && Py_IS_TYPE(x, core->parameter_type)) return 1;
  if (!PyType_IsSubtype(Py_TYPE(x), core->tensor_type)) return 0;
  return overriding_off || !method_of(Py_TYPE(x));
}

int mode_is_open(void) { return modes && overriding_off < 2; }

static int is_basic(PyObject *x) {
  return Py_IS_TYPE(x, core->tensor_type) || x == Py_None || PyLong_CheckExact(x) || PyFloat_CheckExact(x) ||
         PyBool_Check(x) || PyUnicode_CheckExact(x) || PyTuple_CheckExact(x) || PyList_CheckExact(x) ||
         PyDict_CheckExact(x) || PySlice_Check(x);
}

/* Functions that are written in Python count plain Tensors among those who are asked, where anybody else is. */
static int consider(PyObject **found, PyObject *x, int plain_too) {
  if (plain_too ? !Py_IS_TYPE(x, core->tensor_type) && is_basic(x) : is_basic(x)) return 0;
  if (!method_of(Py_TYPE(x))) return 0;
  if (!*found && !(*found = PyList_New(0))) return -1;
  return PyList_Append(*found, x);
}

/* Arguments (also inside of lists and tuples) that define __torch_function__; NULL and no exception for none. */
static PyObject *who_overrides(PyObject *const *args, Py_ssize_t count, int plain_too) {
  PyObject *found = NULL;
  for (Py_ssize_t i = 0; i < count; ++i) {
    int failed = consider(&found, args[i], plain_too);
    if (PyTuple_Check(args[i]) || PyList_Check(args[i]))
      for (Py_ssize_t j = 0; !failed && j < PySequence_Fast_GET_SIZE(args[i]); ++j) {
        OWNED PyObject *one = item_at(args[i], j);
        failed = one ? consider(&found, one, plain_too) : 0;
      }
    if (!failed) continue;
    Py_XDECREF(found);
    return NULL;
  }
  return found;
}

static PyObject *ask_of(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names, int plain_too) {
  if (overriding_off && !mode_is_open()) Py_RETURN_NOTIMPLEMENTED;
  Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
  PyObject *found = overriding_off ? NULL : who_overrides(args, count + named, 0);
  if (found && plain_too) Py_SETREF(found, who_overrides(args, count + named, 1));
  if (!found && (PyErr_Occurred() || !mode_is_open())) return PyErr_Occurred() ? NULL : Py_NewRef(Py_NotImplemented);
  PyObject *given = PyTuple_New(count), *by_name = PyDict_New(), *out = NULL;
  for (Py_ssize_t i = 0; given && i < count; ++i) PyTuple_SET_ITEM(given, i, Py_NewRef(args[i]));
  int failed = !given || !by_name || (!found && !(found = PyList_New(0)));
  for (Py_ssize_t i = 0; !failed && i < named; ++i)
    failed = PyDict_SetItem(by_name, PyTuple_GET_ITEM(names, i), args[count + i]);
  if (!failed) out = PyObject_CallFunctionObjArgs(override, function, found, given, by_name, NULL);
  Py_XDECREF(found);
  Py_XDECREF(given);
  Py_XDECREF(by_name);
  return out;
}

PyObject *overridden(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return ask_of(function, args, count, names, 0);
}
PyObject *overridden_python(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return ask_of(function, args, count, names, 1);
}

/* who_overrides(*args) -> list, as the operators see it */
static PyObject *overriders(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  PyObject *found = overriding_off ? NULL : who_overrides(args, count, 0);
  return found || PyErr_Occurred() ? found : PyList_New(0);
}

/* True if a mode, or the class of one of these themselves, is asked. */
static bool is_any_asked(PyObject *const *args, Py_ssize_t count) {
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!is_basic(args[i]) && !overriding_off && method_of(Py_TYPE(args[i]))) return true;
  return UNLIKELY(plain_calls != 1) && count && mode_is_open();
}

static PyObject *has_variadic(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  return PyBool_FromLong(is_any_asked(args, count));
}
static PyObject *has_unary(PyObject *UNUSED(self), PyObject *x) { return PyBool_FromLong(is_any_asked(&x, 1)); }
static PyObject *has_function(PyObject *UNUSED(self), PyObject *given) {
  PyObject *all = PySequence_Tuple(given);
  if (!all && PyErr_ExceptionMatches(PyExc_TypeError)) PyErr_SetString(PyExc_TypeError, "expected a sequence");
  if (!all) return NULL;
  const bool is = is_any_asked(&PyTuple_GET_ITEM(all, 0), PyTuple_GET_SIZE(all));
  Py_DECREF(all);
  return PyBool_FromLong(is);
}

/* set_override(function(function, arguments that override, args, kwargs)) */
static PyObject *set_override(PyObject *UNUSED(self), PyObject *function) {
  Py_XSETREF(override, Py_NewRef(function));
  Py_RETURN_NONE;
}

/* count_modes(change): a mode was opened (1) or closed (-1) on this thread */
static PyObject *count_modes(PyObject *UNUSED(self), PyObject *change) {
  long by = PyLong_AsLong(change);
  if (by == -1 && PyErr_Occurred()) return NULL;
  modes += (int)by;
  LOCK_TABLE;
  modes_everywhere += (int)by;
  plain_calls = modes_everywhere > 0 ? 2 : 1;
  UNLOCK_TABLE;
  Py_RETURN_NONE;
}

/* open_modes() -> the number of modes that are open, on all threads */
static PyObject *open_modes(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  LOCK_TABLE;
  const int open = modes_everywhere;
  UNLOCK_TABLE;
  return PyLong_FromLong(open);
}

/* overriding() -> (classes are asked, modes are asked) on this thread */
static PyObject *overriding(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  return Py_BuildValue("NN", PyBool_FromLong(!overriding_off), PyBool_FromLong(mode_is_open()));
}

/* override_level([level]) -> this thread's level before: 0, 1 (no classes are asked), 2 (no modes either) */
static PyObject *override_level(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  const int before = overriding_off, level = count == 1 ? (int)PyLong_AsLong(args[0]) : before;
  if (count > 1) return PyErr_Format(PyExc_TypeError, "override_level() takes one level at most");
  if (level == -1 && PyErr_Occurred()) return NULL;
  overriding_off = level;
  return PyLong_FromLong(before);
}

/* super().__torch_function__ in a Parameter's subclass: the call, whose arguments count as Tensors. */
static PyObject *disabled(PyObject *UNUSED(self), PyObject *given) {
  PyObject *function, *types, *args = NULL, *kwargs = NULL;
  if (!PyArg_ParseTuple(given, "OO|OO", &function, &types, &args, &kwargs)) return NULL;
  if (kwargs && kwargs != Py_None && !PyDict_Check(kwargs))
    return PyErr_Format(PyExc_TypeError, "__torch_function__: argument 'kwargs' must be a dict");
  PyObject *items = args ? PySequence_Tuple(args) : PyTuple_New(0); /* a list, too */
  if (!items) return NULL;
  const int before = overriding_off;
  if (overriding_off < 1) overriding_off = 1;
  PyObject *out = PyObject_Call(function, items, kwargs == Py_None ? NULL : kwargs);
  overriding_off = before;
  Py_DECREF(items);
  return out;
}
static PyMethodDef disabled_method = {
    "_disabled_torch_function_impl", disabled, METH_VARARGS,
    "As __torch_function__ of a class: operators take its instances as they do Tensors."};

/* ---- blocks without it ---- */

typedef struct {
  PyObject_HEAD int level, before;
  bool open;
} Without;

static PyObject *enter(PyObject *object, PyObject *UNUSED(none)) {
  Without *self = (Without *)object;
  if (self->open) return PyErr_Format(PyExc_RuntimeError, "this block is open");
  self->before = overriding_off;
  self->open = true;
  if (overriding_off < self->level) overriding_off = self->level;
  Py_RETURN_NONE;
}
static PyObject *leave(PyObject *object, PyObject *UNUSED(args)) {
  Without *self = (Without *)object;
  if (self->open) overriding_off = self->before;
  self->open = false;
  Py_RETURN_NONE;
}
static PyObject *without_new(PyTypeObject *type, PyObject *args, PyObject *UNUSED(kwargs)) {
  int level = 1;
  if (!PyArg_ParseTuple(args, "|i", &level)) return NULL;
  Without *self = (Without *)type->tp_alloc(type, 0);
  if (self) self->level = level;
  return (PyObject *)self;
}
static void without_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}
static PyMethodDef without_methods[] = {
    {"__enter__", enter, METH_NOARGS, "__enter__($self)\n--\n\nNobody is asked from now on."},
    {"__exit__", leave, METH_VARARGS, "__exit__($self, /, *exc)\n--\n\nAs before."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, without_new}, {Py_tp_dealloc, without_dealloc}, {Py_tp_methods, without_methods}, {0, NULL}};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.WithoutOverrides",
    .basicsize = sizeof(Without),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

/* ---- Tensor's own class: a member that is taken from it asks, one of an instance is found past this ---- */

/* {name: what asks, or None}; function(name) -> what asks, or None; function(class that may ask from now on) */
static PyObject *askers, *find_asker, *put_askers;

static PyObject *meta_getattro(PyObject *type, PyObject *name) {
  if ((PyTypeObject *)type != core->tensor_type || !find_asker) return PyType_Type.tp_getattro(type, name);
  PyObject *found = find_in(askers, name);
  if (!found) {
    OWNED PyObject *finder = get_shared(&find_asker);
    found = PyErr_Occurred() ? NULL : PyObject_CallOneArg(finder, name);
    if (!found) return NULL;
    if (PyDict_SetItem(askers, name, found) < 0) return Py_DECREF(found), NULL;
  }
  if (found != Py_None) return found;
  Py_DECREF(found);
  return PyType_Type.tp_getattro(type, name);
}

static int meta_setattro(PyObject *type, PyObject *name, PyObject *value) {
  if ((PyTypeObject *)type == core->tensor_type && PyDict_Contains(askers, name) == 1 &&
      PyDict_DelItem(askers, name) < 0) {
    if (!PyErr_ExceptionMatches(PyExc_KeyError)) return -1;
    PyErr_Clear(); /* another thread was first */
  }
  if (PyType_Type.tp_setattro(type, name, value) < 0) return -1;
  if (!value || !put_askers || PyUnicode_CompareWithASCIIString(name, "__torch_function__")) return 0;
  OWNED PyObject *putter = get_shared(&put_askers);
  PyObject *done = PyObject_CallOneArg(putter, type);
  Py_XDECREF(done);
  return done ? 0 : -1;
}

/* set_asker(function(name) -> what stands for a member of Tensor's where it is taken from the class, or None,
             function(class) that is called when a class was given another __torch_function__) */
static PyObject *set_asker(PyObject *UNUSED(self), PyObject *args) {
  PyObject *find, *put;
  if (!PyArg_ParseTuple(args, "OO", &find, &put)) return NULL;
  PyDict_Clear(askers);
  put_shared(&find_asker, Py_NewRef(find));
  put_shared(&put_askers, Py_NewRef(put));
  Py_RETURN_NONE;
}

static PyType_Slot meta_slots[] = {{Py_tp_getattro, meta_getattro}, {Py_tp_setattro, meta_setattro}, {0, NULL}};
static PyType_Spec meta_spec = {
    .name = "pytorch_c._boundary._core._TensorMeta",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = meta_slots,
};

static int install_meta(PyObject *module) {
  PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyType_Type);
  PyObject *type = bases && (askers = PyDict_New()) ? PyType_FromModuleAndSpec(module, &meta_spec, bases) : NULL;
  int failed = !type || PyModule_AddObjectRef(module, "_TensorMeta", type) < 0;
  Py_XDECREF(bases);
  Py_XDECREF(type);
  return failed ? -1 : 0;
}

static PyMethodDef functions[] = {
    {"who_overrides", FAST(overriders), METH_FASTCALL, NULL},
    {"has_torch_function", has_function, METH_O,
     "has_torch_function($module, relevant_args, /)\n--\n\n"
     "Returns whether a mode, or the class of one of these, wants to be asked (torch.overrides.has_torch_function)."},
    {"has_torch_function_unary", has_unary, METH_O,
     "has_torch_function_unary($module, tensor, /)\n--\n\nReturns has_torch_function of one argument."},
    {"has_torch_function_variadic", FAST(has_variadic), METH_FASTCALL,
     "has_torch_function_variadic($module, /, *args)\n--\n\nReturns has_torch_function of its arguments."},
    {"set_override", set_override, METH_O, NULL},
    {"set_asker", set_asker, METH_VARARGS, NULL},
    {"count_modes", count_modes, METH_O, NULL},
    {"open_modes", open_modes, METH_NOARGS, NULL},
    {"overriding", overriding, METH_NOARGS, NULL},
    {"override_level", FAST(override_level), METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

int install_overrides(PyObject *module) {
  method_name = PyUnicode_InternFromString("__torch_function__");
  no_override = PyCFunction_New(&disabled_method, NULL);
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed = !method_name || !no_override || !type || PyModule_AddObjectRef(module, "WithoutOverrides", type) < 0 ||
               PyModule_AddObjectRef(module, "no_override", no_override) < 0 ||
               PyModule_AddFunctions(module, functions) < 0;
  Py_XDECREF(type);
  return failed || install_meta(module) < 0 ? -1 : 0;
}
