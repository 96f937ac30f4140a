/* Operator: what pytorch_c.add and Tensor.add are. Its forms are the overloads, each with the names and defaults of
   its parameters. Plain arguments (Tensors, Python's own numbers, lists of them, dtypes, None) go straight to the
   first form that takes them; whatever else there is goes to the Python function of the same name (pytorch_c/_ops),
   which mends, chooses and explains.

   Gain over the Python function, in instructions: benchmarks/instructions.py. */
#include "operator.h"
#include "call.h"
#include "convert.h"
#include "handle.h"
#include "install.h"
#include "overrides.h"
#include "results.h"

enum { MOST_VALUES = 32, NONE = 255 };

/* A default value as the C function takes it. */
typedef struct {
  Slot slots[2];
  void *memory;  /* to which slots[0] leads, or NULL */
  uint8_t count; /* of `slots`; 0: it is converted at each call */
} Ready;

typedef struct {
  Call *call;
  uint8_t count, positional;
  uint8_t give;                 /* the parameter that is the result, or that the result may be; NONE */
  uint8_t sizes;                /* the parameter that separate ints may fill, as in zeros(2, 3); NONE */
  uint8_t filled;               /* a list of Tensors; without any, it is the list of numbers of a later form; NONE */
  PyObject **names, **defaults; /* NULL: required */
  Ready *ready;                 /* for each of `defaults` */
} Form;

typedef struct {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *name, *python; /* the Python function, once it was needed */
  PyObject *function;      /* of a method: the operator, whose forms it has; or NULL */
  Form *forms;
#ifdef Py_GIL_DISABLED
  _Atomic int forms_count, resolved;
#else
  int forms_count, resolved;
#endif
  PyObject *weak; /* references that do not keep it */
} Operator;

/* ---- forms ---- */

static void form_free(Form *form) {
  for (int i = 0; i < form->count; ++i) {
    if (form->names) Py_XDECREF(form->names[i]);
    if (form->defaults) Py_XDECREF(form->defaults[i]);
    if (form->ready) PyMem_Free(form->ready[i].memory);
  }
  PyMem_Free(form->ready);
  PyMem_Free(form->names);
  PyMem_Free(form->defaults);
  Py_XDECREF(form->call);
}

static void forms_free(Operator *self) {
  for (int i = 0; i < self->forms_count; ++i) form_free(self->forms + i);
  PyMem_Free(self->forms);
  self->forms = NULL;
  self->forms_count = 0;
}

/* A default that is plain by itself: the number, the absent tensor, the list of ints. */
static int make_ready(Ready *ready, Kind kind, PyObject *value) {
  Frame f;
  frame_start(&f);
  int added = add_plain(&f, kind, value);
  if (added < 0) PyErr_Clear();
  const size_t bytes = (size_t)(f.at - (char *)f.few);
  int failed = 0;
  if (added > 0 && f.count <= 2 && !f.held_count && !f.chunks) {
    if (bytes && !(ready->memory = PyMem_Malloc(bytes))) failed = -1;
    if (ready->memory) memcpy(ready->memory, f.few, bytes);
    memcpy(ready->slots, f.slots, sizeof ready->slots);
    if (bytes) ready->slots[0].p = ready->memory;
    ready->count = failed ? 0 : (uint8_t)f.count;
  }
  frame_end(&f);
  return failed ? PyErr_NoMemory(), -1 : 0;
}
static int make_all_ready(Form *form) {
  const Call *call = form->call;
  for (int i = 0, at = 0; i < call->count; ++i) {
    const char code = call->kinds[i].code;
    if (code == ARGUMENT_OPTIONS || code == ARGUMENT_FOUR_OPTIONS) {
      at += code == ARGUMENT_OPTIONS ? 5 : 4;
      continue;
    }
    const bool by_itself = form->defaults[at] && at != form->sizes && code != ARGUMENT_VALUE && code != ARGUMENT_VALUES;
    if (by_itself && make_ready(form->ready + at, call->kinds[i], form->defaults[at]) < 0) return -1;
    ++at;
  }
  return 0;
}

/* (call, names, defaults, positional, give, sizes), with Ellipsis for no default and -1 for none */
static int read_form(Form *form, PyObject *given) {
  PyObject *call, *names, *defaults;
  int positional, give, sizes;
  if (!PyArg_ParseTuple(given, "O!O!O!iii", core->call_type, &call, &PyTuple_Type, &names, &PyTuple_Type, &defaults,
                        &positional, &give, &sizes))
    return -1;
  Py_ssize_t count = PyTuple_GET_SIZE(names);
  if (count != ((Call *)call)->arity || count != PyTuple_GET_SIZE(defaults) || count > MOST_VALUES ||
      positional > count) {
    PyErr_Format(PyExc_SystemError, "a form of %s does not fit its C function", ((Call *)call)->row->name);
    return -1;
  }
  form->call = (Call *)Py_NewRef(call);
  form->names = PyMem_Calloc((size_t)count + 1, sizeof(PyObject *));
  form->defaults = PyMem_Calloc((size_t)count + 1, sizeof(PyObject *));
  form->ready = PyMem_Calloc((size_t)count + 1, sizeof(Ready));
  if (!form->names || !form->defaults || !form->ready) return PyErr_NoMemory(), -1;
  form->count = (uint8_t)count;
  form->positional = (uint8_t)positional;
  form->give = give < 0 ? NONE : (uint8_t)give;
  form->sizes = sizes < 0 ? NONE : (uint8_t)sizes;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *name = Py_NewRef(PyTuple_GET_ITEM(names, i)), *value = PyTuple_GET_ITEM(defaults, i);
    PyUnicode_InternInPlace(&name);
    form->names[i] = name;
    form->defaults[i] = value == Py_Ellipsis ? NULL : Py_NewRef(value);
  }
  return make_all_ready(form);
}

/* Like torch: where two forms differ in a list of Tensors and one of numbers, an empty list has numbers. */
static uint8_t filled_of(const Form *form, const Form *end) {
  for (const Form *later = form + 1; later < end; ++later)
    for (int i = 0; i < form->positional && i < later->positional; ++i)
      if (form->call->kinds[i].code == ARGUMENT_TENSORS && later->call->kinds[i].code == ARGUMENT_SCALARS)
        return (uint8_t)i;
  return NONE;
}

/* set_forms(list of forms) */
static PyObject *set_forms(PyObject *self, PyObject *list) {
  Operator *op = (Operator *)self;
  if (op->function) return set_forms(op->function, list);
  if (!PyList_Check(list)) return PyErr_Format(PyExc_TypeError, "a list of forms is needed");
  if (op->forms) return PyErr_Format(PyExc_RuntimeError, "the operator has its forms already");
  Py_ssize_t count = PyList_GET_SIZE(list);
  Form *forms = PyMem_Calloc((size_t)count + 1, sizeof(Form));
  if (!forms) return PyErr_NoMemory();
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (read_form(forms + i, PyList_GET_ITEM(list, i)) == 0) continue;
    for (Py_ssize_t j = 0; j <= i; ++j) form_free(forms + j);
    PyMem_Free(forms);
    return NULL;
  }
  for (Py_ssize_t i = 0; i < count; ++i) forms[i].filled = filled_of(forms + i, forms + count);
  __atomic_store_n(&op->forms, forms, __ATOMIC_RELAXED);
  op->forms_count = (int)count;
  Py_RETURN_NONE;
}

static PyObject *slow_name, *take_name; /* methods of operators of torch.ops */

/* Forms are read at the first call: an import should not pay for them. */
static int resolve(Operator *op) {
#ifdef Py_GIL_DISABLED
  int unresolved = 0;
  if (!atomic_compare_exchange_strong(&op->resolved, &unresolved, 1)) return 0; /* another thread does it */
#endif
  op->resolved = 1;
  PyObject *done = op->name ? PyObject_CallFunctionObjArgs(core->resolve, (PyObject *)op, op->name, NULL)
                            : PyObject_CallMethodNoArgs((PyObject *)op, take_name);
  Py_XDECREF(done);
  if (!done) op->resolved = 0;
  return done ? 0 : -1;
}

/* ---- binding ---- */

static int index_of(const Form *form, PyObject *name) {
  for (int i = 0; i < form->count; ++i)
    if (form->names[i] == name) return i;
  for (int i = 0; i < form->count; ++i) /* a name made at run time is not interned */
    if (PyUnicode_Compare(form->names[i], name) == 0) return i;
  return -1;
}

/* The value of each parameter; 0 where the form does not take these arguments. */
static int bind(const Form *form, PyObject *const *args, Py_ssize_t count, PyObject *const *named, PyObject *names,
                PyObject **values) {
  int given = (int)count;
  if (count > form->positional) return 0;
  for (int i = 0; i < given; ++i) values[i] = args[i];
  for (int i = given; i < form->count; ++i) values[i] = form->defaults[i];
  if (names) {
    uint32_t seen = 0;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(names); ++k) {
      int i = index_of(form, PyTuple_GET_ITEM(names, k));
      if (i < given || seen >> i & 1) return 0;
      seen |= 1u << i;
      values[i] = named[k];
    }
  }
  for (int i = given; i < form->count; ++i)
    if (!values[i]) return 0;
  return 1;
}

/* True for the default, and for None in place of an empty list, as torch has it (stride=None). */
static inline bool is_default(PyObject *x, const PyObject *value) {
  return x == value || (x == Py_None && value && PyTuple_CheckExact(value) && PyTuple_GET_SIZE(value) == 0);
}
/* The usual arguments: a Tensor, or the default, which is ready. 1, 0 or -1, as add_plain; 2 for all others. */
static inline int add_usual(Frame *f, Kind kind, PyObject *x, const Form *form, int at) {
  const Ready *ready = form->ready + at;
  if (ready->count && is_default(x, form->defaults[at])) {
    f->slots[f->count++] = ready->slots[0];
    if (ready->count > 1) f->slots[f->count++] = ready->slots[1];
    return 1;
  }
  if (kind.code != ARGUMENT_TENSOR || !is_exact_tensor(x)) return 2;
  Handle *handle = handle_if_open(x);
  if (UNLIKELY(!handle)) return 0;
  if (UNLIKELY(frame_hold_handle(f, handle) < 0)) return -1;
  f->slots[f->count++].p = handle->tensor;
  return 1;
}

/* 1, 0 or -1, as add_plain; `sizes` are separate ints that fill one parameter. */
static int convert(Frame *f, const Form *form, PyObject **values, PyObject *const *sizes, Py_ssize_t sizes_count) {
  const Call *call = form->call;
  for (int i = 0, at = 0; i < call->count; ++i) {
    Kind kind = call->kinds[i];
    int added = add_usual(f, kind, values[at], form, at);
    if (LIKELY(added == 1)) {
      ++at;
      continue;
    }
    if (added < 2) return added;
    if (UNLIKELY(kind.code == ARGUMENT_OPTIONS || kind.code == ARGUMENT_FOUR_OPTIONS)) {
      added = add_options(f, values + at, kind.code == ARGUMENT_OPTIONS, 1, call->row->kinds);
      at += kind.code == ARGUMENT_OPTIONS ? 5 : 4;
    } else if (UNLIKELY(sizes && at == form->sizes)) {
      int64_t *items = frame_memory(f, (size_t)sizes_count * sizeof(int64_t));
      if (!items) return -1;
      int overflow = 0;
      for (Py_ssize_t j = 0; j < sizes_count && !overflow; ++j) {
        overflow = 1;
        if (PyLong_CheckExact(sizes[j])) items[j] = PyLong_AsLongLongAndOverflow(sizes[j], &overflow);
      }
      f->slots[f->count++].p = items;
      f->slots[f->count++].i = sizes_count;
      added = !overflow;
      ++at;
    } else added = add_plain(f, kind, values[at++]); /* NOLINT(clang-analyzer-core.CallAndMessage): bind() filled all */
    if (added <= 0) return added;
  }
  return 1;
}

PyObject *try_operator(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  Operator *op = (Operator *)self;
  if (UNLIKELY(op->resolved != plain_calls)) { /* 1, or 2 while a mode is open */
    if (mode_is_open()) return Py_NewRef(Py_NotImplemented);
    if (!op->resolved && resolve(op) < 0) return NULL;
  }
  PyObject *values[MOST_VALUES];
  Frame f;
  const int forms = op->forms_count; /* first: it was set last */
  for (const Form *form = __atomic_load_n(&op->forms, __ATOMIC_RELAXED), *end = form + forms; form < end; ++form) {
    PyObject *const *sizes = NULL;
    Py_ssize_t taken = count;
    if (form->sizes != NONE && count > form->sizes && PyLong_CheckExact(args[form->sizes])) {
      sizes = args + form->sizes;
      taken = form->sizes + 1;
    }
    if (!bind(form, args, taken, args + count, names, values)) continue;
    if (UNLIKELY(form->filled != NONE) && PyList_Check(values[form->filled]) &&
        PyList_GET_SIZE(values[form->filled]) == 0)
      continue;
    frame_start(&f);
    int fits = convert(&f, form, values, sizes, count - form->sizes);
    PyObject *out = NULL;
    if (LIKELY(fits > 0)) {
      f.op = self;
      f.args = args;
      f.args_count = count;
      f.names = names;
      out = invoke(form->call, &f, form->give == NONE ? NULL : values[form->give]);
    }
    frame_end(&f);
    if (fits) return out;
  }
  return Py_NewRef(Py_NotImplemented);
}

/* ---- the Python function ---- */

static PyObject *python_of(Operator *op) { /* borrowed */
  if (op->function) op = (Operator *)op->function;
  PyObject *there = peek(&op->python);
  if (there) return there;
  PyObject *found = PyObject_CallFunctionObjArgs(core->resolve, Py_None, op->name, NULL);
  return put_once(&op->python, found); /* another thread may have been first */
}

/* ---- NumPy's names ---- */

static bool has_parameter(const Operator *op, PyObject *name) {
  for (int i = 0; i < op->forms_count; ++i)
    if (index_of(op->forms + i, name) >= 0) return true;
  return false;
}
/* The parameter that torch's functions take under this name, too, or NULL; copy_() calls its source by either. */
static const char *numpys_name(PyObject *name) {
  static const char *const names[][2] = {
      {"x", "input"}, {"a", "input"}, {"x1", "input"}, {"x2", "other"}, {"other", "src"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (PyUnicode_CompareWithASCIIString(name, names[i][0]) == 0) return names[i][1];
  return NULL;
}
/* The parameter that is meant by a name of NumPy's, a new reference; NULL where it is none, or an exception. */
static PyObject *meant(const Operator *op, PyObject *name) {
  const char *torchs = numpys_name(name);
  if (LIKELY(!torchs) || has_parameter(op, name)) return NULL;
  PyObject *found = PyUnicode_InternFromString(torchs);
  if (!found || has_parameter(op, found)) return found;
  Py_DECREF(found);
  return NULL;
}
/* The names of arguments with torch's in the place of NumPy's; NULL where there are none of NumPy's, or an exception. Of
   Tensors: the Python functions have `axis` and `keepdims`. */
static PyObject *in_torchs_words(const Operator *op, PyObject *names) {
  const Py_ssize_t count = PyTuple_GET_SIZE(names);
  PyObject *out = NULL;
  if (op->function) op = (const Operator *)op->function;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *found = meant(op, PyTuple_GET_ITEM(names, i));
    if (LIKELY(!found)) continue;
    PyObject *before = out ? out : names;
    if (PySequence_Contains(before, found))
      PyErr_Format(PyExc_TypeError, "%U() got multiple values for argument '%U'", op->name, found);
    else if (!out && (out = PyTuple_New(count)))
      for (Py_ssize_t j = 0; j < count; ++j) PyTuple_SET_ITEM(out, j, Py_NewRef(PyTuple_GET_ITEM(names, j)));
    if (PyErr_Occurred()) return Py_DECREF(found), Py_XDECREF(out), NULL;
    PyTuple_SetItem(out, i, found);
  }
  return out;
}

/* The result of a call that no form takes; takes over `out`, which a form gave. */
static inline PyObject *or_python(PyObject *out, PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  if (LIKELY(out != Py_NotImplemented)) return out;
  Py_DECREF(out);
  out = overridden(self, args, PyVectorcall_NARGS(flags), names);
  if (out != Py_NotImplemented) return out;
  Py_DECREF(out);
  PyObject *renamed = names ? in_torchs_words((Operator *)self, names) : NULL;
  if (UNLIKELY(renamed != NULL)) {
    out = PyObject_Vectorcall(self, args, flags, renamed);
    Py_DECREF(renamed);
    return out;
  }
  PyObject *python = PyErr_Occurred() ? NULL : python_of((Operator *)self);
  return python ? PyObject_Vectorcall(python, args, flags & ~PY_VECTORCALL_ARGUMENTS_OFFSET, names) : NULL;
}
static PyObject *operator_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  return or_python(try_operator(self, args, PyVectorcall_NARGS(flags), names), self, args, flags, names);
}
/* Tensor.add is another object than torch.add: __torch_function__ is told which of them was called. */
static PyObject *method_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  PyObject *function = ((Operator *)self)->function;
  return or_python(try_operator(function, args, PyVectorcall_NARGS(flags), names), self, args, flags, names);
}

/* ---- the type ---- */

static PyObject *method_get(PyObject *self, PyObject *instance, PyObject *UNUSED(owner)) {
  return instance && instance != Py_None ? PyMethod_New(self, instance) : Py_NewRef(self);
}

static PyObject *python(PyObject *self, void *UNUSED(closure)) { return Py_XNewRef(python_of((Operator *)self)); }
static PyObject *doc(PyObject *self, void *UNUSED(closure)) {
  PyObject *function = python_of((Operator *)self);
  return function ? PyObject_GetAttrString(function, "__doc__") : NULL;
}
/* To isinstance() an operator is what torch has in its place: a function of C, or a method of a class in C. */
static PyObject *operator_class(PyObject *self, void *UNUSED(closure)) {
  return Py_NewRef(((Operator *)self)->function ? &PyMethodDescr_Type : &PyCFunction_Type);
}
/* A function of C says whose method it is: nobody's. */
static PyObject *operator_self(PyObject *self, void *UNUSED(closure)) {
  if (!((Operator *)self)->function) Py_RETURN_NONE;
  return PyErr_Format(PyExc_AttributeError, "'method_descriptor' object has no attribute '__self__'");
}
/* The submodule of torch._C that has the operator, "_nn" for gelu and "_fft" for fft_fft; "" for most and for methods. */
static PyObject *part_of_torch(PyObject *self) {
  if (((Operator *)self)->function) return PyUnicode_FromString("");
  PyObject *module = PyImport_ImportModule("pytorch_c._C.extension");
  PyObject *part = module ? PyObject_CallMethod(module, "part_of", "O", ((Operator *)self)->name) : NULL;
  Py_XDECREF(module);
  return part;
}
/* Like torch's: "torch._C._nn" for gelu, "torch" for most; under our own name unless we are installed as torch. */
static PyObject *module_name(PyObject *self) {
  PyObject *top = PyObject_GetAttrString((PyObject *)core->tensor_type, "__module__");
  PyObject *part = top ? part_of_torch(self) : NULL;
  if (part && PyUnicode_GET_LENGTH(part)) Py_SETREF(top, PyUnicode_FromFormat("%U._C.%U", top, part));
  if (!part) Py_CLEAR(top);
  Py_XDECREF(part);
  return top;
}
/* No getter has `__module__`: the class would show that getter as its own, where others expect a str. */
static PyObject *operator_getattro(PyObject *self, PyObject *name) {
  if (!PyUnicode_CompareWithASCIIString(name, "__module__")) return module_name(self);
  PyObject *found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  PyObject *python = python_of((Operator *)self);
  return python ? PyObject_GetAttr(python, name) : NULL;
}
/* Like torch's: a name of torch._C._nn, getattr(torch._C._VariableFunctionsClass, name), or getattr(Tensor, name). */
static PyObject *reduce(PyObject *self, PyObject *UNUSED(protocol)) {
  PyObject *part = part_of_torch(self);
  const bool by_name = part && PyUnicode_GET_LENGTH(part);
  Py_XDECREF(part);
  if (by_name || !part) return by_name ? Py_NewRef(((Operator *)self)->name) : NULL;
  PyObject *module = PyImport_ImportModule("pytorch_c._C"), *out = NULL;
  PyObject *where = module ? PyObject_GetAttrString(module, "_VariableFunctionsClass") : NULL;
  if (((Operator *)self)->function) Py_XSETREF(where, Py_NewRef((PyObject *)core->tensor_type));
  PyObject *attribute = where ? PyDict_GetItemString(PyEval_GetBuiltins(), "getattr") : NULL;
  if (attribute) out = Py_BuildValue("O(OO)", attribute, where, ((Operator *)self)->name);
  Py_XDECREF(where);
  Py_XDECREF(module);
  return out;
}
static PyObject *signature(PyObject *self, void *UNUSED(closure)) {
  PyObject *function = python_of((Operator *)self);
  PyObject *module = function ? PyImport_ImportModule("pytorch_c._calls.annotations") : NULL;
  PyObject *found = module ? PyObject_CallMethod(module, "of_operator", "O", function) : NULL;
  Py_XDECREF(module);
  return found;
}
/* Torch's words: programs look for "<built-in method flatten" in the text of a graph's targets. */
static PyObject *operator_repr(PyObject *self) {
  PyObject *name = ((Operator *)self)->name;
  if (((Operator *)self)->function) return PyUnicode_FromFormat("<method '%U' of 'torch._C.TensorBase' objects>", name);
  PyObject *part = part_of_torch(self);
  if (!part) return NULL;
  const bool of_class = !PyUnicode_GET_LENGTH(part);
  Py_DECREF(part);
  return of_class ? PyUnicode_FromFormat("<built-in method %U of type object at %p>", name, (void *)Py_TYPE(self))
                  : PyUnicode_FromFormat("<built-in function %U>", name);
}

/* Operator(name[, function]): with a function, the method of Tensor that does the same */
static PyObject *operator_new(PyTypeObject *type, PyObject *args, PyObject *UNUSED(kwargs)) {
  PyObject *name, *function = NULL;
  if (!PyArg_ParseTuple(args, "U|O!", &name, core->operator_type, &function)) return NULL;
  if (function) type = core->method_type;
  Operator *self = (Operator *)type->tp_alloc(type, 0);
  if (!self) return NULL;
  self->vectorcall = function ? method_vectorcall : operator_vectorcall;
  self->name = Py_NewRef(name);
  self->function = Py_XNewRef(function);
  return (PyObject *)self;
}
static void operator_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  if (((Operator *)self)->weak) PyObject_ClearWeakRefs(self);
  forms_free((Operator *)self);
  Py_XDECREF(((Operator *)self)->name);
  Py_XDECREF(((Operator *)self)->python);
  Py_XDECREF(((Operator *)self)->function);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyGetSetDef getset[] = {
    {"__wrapped__", python, NULL, "The Python function behind it.", NULL},
    {"__doc__", doc, NULL, NULL, NULL},
    {"__class__", operator_class, NULL, NULL, NULL},
    {"__self__", operator_self, NULL, NULL, NULL},
    {"__signature__", signature, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Operator, vectorcall), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Operator, weak), READONLY, NULL},
    {"__name__", T_OBJECT, offsetof(Operator, name), READONLY, NULL},
    {"__qualname__", T_OBJECT, offsetof(Operator, name), READONLY, NULL},
    {"__func__", T_OBJECT, offsetof(Operator, function), READONLY,
     "The operator that a method of Tensor does; else None."},
    {NULL, 0, 0, 0, NULL},
};
static PyMethodDef methods[] = {
    {"set_forms", set_forms, METH_O, NULL},
    {"__reduce_ex__", reduce, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, operator_new},
    {Py_tp_dealloc, operator_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_getattro, operator_getattro},
    {Py_tp_getset, getset},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {Py_tp_repr, operator_repr},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.Operator",
    .basicsize = sizeof(Operator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

/* Only the methods of Tensor bind: torch.tanh as an attribute of another class is called with what is given alone. */
static PyMemberDef method_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Operator, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef method_getset[] = {{"__doc__", doc, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot method_slots[] = {
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, method_get},
    {Py_tp_members, method_members},
    {Py_tp_getset, method_getset},
    {0, NULL},
};
static PyType_Spec method_spec = {
    .name = "pytorch_c._boundary._core.OperatorMethod",
    .basicsize = sizeof(Operator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = method_slots,
};

/* ---- operators of torch.ops: their forms are given, and a Python subclass says what is not plain ---- */

static PyObject *named_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  PyObject *out = try_operator(self, args, PyVectorcall_NARGS(flags), names);
  if (LIKELY(out != Py_NotImplemented)) return out;
  Py_DECREF(out);
  out = overridden(self, args, PyVectorcall_NARGS(flags), names);
  if (out != Py_NotImplemented) return out;
  Py_DECREF(out);
  PyObject *slow = PyObject_GetAttr(self, slow_name);
  if (slow) out = PyObject_Vectorcall(slow, args, flags & ~PY_VECTORCALL_ARGUMENTS_OFFSET, names);
  Py_XDECREF(slow);
  return slow ? out : NULL;
}

static PyObject *named_new(PyTypeObject *type, PyObject *UNUSED(args), PyObject *UNUSED(kwargs)) {
  Operator *self = (Operator *)type->tp_alloc(type, 0);
  if (!self) return NULL;
  self->vectorcall = named_vectorcall;
  return (PyObject *)self;
}

static PyMemberDef named_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Operator, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyMethodDef named_methods[] = {
    {"set_forms", set_forms, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot named_slots[] = {
    {Py_tp_new, named_new},         {Py_tp_dealloc, operator_dealloc}, {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, named_members}, {Py_tp_methods, named_methods},    {0, NULL},
};
static PyType_Spec named_spec = {
    .name = "pytorch_c._boundary._core.NamedOperator",
    .basicsize = sizeof(Operator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = named_slots,
};

static int install_named(PyObject *module) {
  slow_name = PyUnicode_InternFromString("_by_name");
  take_name = PyUnicode_InternFromString("_take_forms");
  PyObject *type = slow_name && take_name ? PyType_FromModuleAndSpec(module, &named_spec, NULL) : NULL;
  int failed = !type || PyModule_AddObjectRef(module, "NamedOperator", type) < 0;
  Py_XDECREF(type);
  return failed ? -1 : 0;
}

static int by_name(const void *name, const void *row) { return strcmp(name, ((const OperatorRow *)row)->name); }

/* forms(name) -> (family, text) of the operator's row, or None */
static PyObject *forms(PyObject *UNUSED(self), PyObject *name) {
  const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
  const OperatorRow *row = text ? bsearch(text, operator_rows, operator_rows_count, sizeof *row, by_name) : NULL;
  if (!row) Py_RETURN_NONE;
  return Py_BuildValue("ss", row->family, row->forms);
}

static PyMethodDef functions[] = {{"forms", forms, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_operators(PyObject *module) {
  core->operator_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  if (!core->operator_type || PyModule_AddObjectRef(module, "Operator", (PyObject *)core->operator_type) < 0) return -1;
  core->method_type = (PyTypeObject *)PyType_FromSpecWithBases(&method_spec, (PyObject *)core->operator_type);
  if (!core->method_type) return -1;
  if (install_named(module) < 0) return -1;
  return PyModule_AddFunctions(module, functions);
}
