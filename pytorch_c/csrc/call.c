/* Call: one C function as a Python callable. Takes its arguments by position, raises its error, gives its results. */
#include "call.h"
#include "coerce.h"
#include "convert.h"
#include "handle.h"
#include "install.h"
#include "results.h"

static int by_name(const void *name, const void *row) { return strcmp(name, ((const Row *)row)->name); }

static PyObject *call_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  Call *call = (Call *)self;
  Py_ssize_t count = PyVectorcall_NARGS(flags);
  if (UNLIKELY(count != call->arity || (names && PyTuple_GET_SIZE(names))))
    return PyErr_Format(PyExc_TypeError, "%s() takes %d arguments by position, got %zd", call->row->name,
                        (int)call->arity, count + (names ? PyTuple_GET_SIZE(names) : 0));
  Frame f;
  frame_start(&f);
  int failed = 0, at = 0;
  converting = call->row;
  for (int i = 0; i < call->count && !failed; ++i) {
    char code = call->kinds[i].code;
    if (code == ARGUMENT_OPTIONS || code == ARGUMENT_FOUR_OPTIONS) {
      failed = add_options(&f, args + at, code == ARGUMENT_OPTIONS, 0, call->row->kinds) < 0;
      at += code == ARGUMENT_OPTIONS ? 5 : 4;
    } else {
      failed = add_any(&f, call->kinds[i], args[at], at + 1) < 0;
      ++at;
    }
  }
  PyObject *out = failed ? NULL : invoke(call, &f, NULL);
  if (UNLIKELY(stashed)) stashed = false, ptc_error_free(ptc_jit_trace_forget());
  frame_end(&f);
  return out;
}

/* "TN2?O" as kinds; -1 where the table is wrong. */
static int read_kinds(Call *call) {
  for (const char *at = call->row->kinds; *at; ++at) {
    if (call->count && *at >= '0' && *at <= '9') {
      call->kinds[call->count - 1].size = (uint8_t)(*at - '0');
      continue;
    }
    if (call->count == MOST_ARGUMENTS) return -1;
    call->arity += *at == ARGUMENT_OPTIONS ? 5 : *at == ARGUMENT_FOUR_OPTIONS ? 4 : 1;
    call->kinds[call->count++] = (Kind){*at, 0};
    if (*at == ARGUMENT_RESOURCE || *at == ARGUMENT_RESOURCES)
      call->kinds[call->count - 1].size = (uint8_t)*++at; /* which resource */
  }
  call->results = *call->row->results == '=' ? 1 : (uint8_t)strlen(call->row->results);
  return call->results > MOST_RESULTS ? -1 : 0;
}

PyObject *find_call(const char *name) {
  const Row *row = bsearch(name, rows, rows_count, sizeof *rows, by_name);
  if (!row)
    return PyErr_Format(PyExc_AttributeError, "the C library has no function ptc_%s that Python may call", name);
  Call *call = PyObject_New(Call, core->call_type);
  if (!call) return NULL;
  call->vectorcall = call_vectorcall;
  call->row = row;
  call->count = call->results = call->arity = 0;
  call->named = NULL;
  if (read_kinds(call) < 0) {
    Py_DECREF(call);
    return PyErr_Format(PyExc_SystemError, "the table of the C functions is wrong about %s", name);
  }
  return (PyObject *)call;
}

static void call_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  Py_XDECREF(((Call *)self)->named);
  PyObject_Free(self);
  Py_DECREF(type);
}
static PyObject *call_repr(PyObject *self) {
  return PyUnicode_FromFormat("<C function ptc_%s>", ((Call *)self)->row->name);
}
static PyObject *call_name(PyObject *self, void *UNUSED(closure)) {
  return PyUnicode_FromString(((Call *)self)->row->name);
}
static PyObject *call_kinds(PyObject *self, void *UNUSED(closure)) {
  return PyUnicode_FromString(((Call *)self)->row->kinds);
}
static PyObject *call_results(PyObject *self, void *UNUSED(closure)) {
  return PyUnicode_FromString(((Call *)self)->row->results);
}

/* names(class): the results become this named tuple; returns the call */
static PyObject *call_names(PyObject *self, PyObject *type) {
  if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type))
    return PyErr_Format(PyExc_TypeError, "a class of named tuples is needed");
  Py_XSETREF(((Call *)self)->named, Py_NewRef(type));
  return Py_NewRef(self);
}

static PyGetSetDef getset[] = {
    {"__name__", call_name, NULL, NULL, NULL},
    {"__qualname__", call_name, NULL, NULL, NULL},
    {"kinds", call_kinds, NULL, "A letter for each argument (convert.c).", NULL},
    {"results", call_results, NULL, "A letter for each result (results.c).", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef call_methods[] = {
    {"names", call_names, METH_O, "names($self, type, /)\n--\n\nThe results become this named tuple."},
    {NULL, NULL, 0, NULL},
};
static PyMemberDef call_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Call, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, call_dealloc},
    {Py_tp_repr, call_repr},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_getset, getset},
    {Py_tp_methods, call_methods},
    {Py_tp_members, call_members},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.Call",
    .basicsize = sizeof(Call),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};

/* call(name) -> Call of the C function ptc_NAME; raises AttributeError */
static PyObject *call(PyObject *UNUSED(self), PyObject *name) {
  const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
  if (!text) return PyErr_Format(PyExc_TypeError, "the name of a C function is needed");
  return find_call(text);
}

/* calls() -> the names of all C functions there are */
static PyObject *calls(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  PyObject *out = PyList_New((Py_ssize_t)rows_count);
  for (size_t i = 0; out && i < rows_count; ++i) {
    PyObject *one = PyUnicode_FromString(rows[i].name);
    if (one) PyList_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  return out;
}

/* same(found, given) -> given where both are the very same tensor for libtorch, as from contiguous(); else found */
static PyObject *same(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2) return PyErr_Format(PyExc_TypeError, "same() takes 2 arguments, got %zd", count);
  bool is_same = false;
  HELD Handle *a = is_tensor(args[0]) ? handle_if_open(args[0]) : NULL;
  HELD Handle *b = is_tensor(args[1]) ? handle_if_open(args[1]) : NULL;
  if (a && b) ptc_error_free(ptc_tensor_is_same(a->tensor, b->tensor, &is_same));
  return Py_NewRef(args[is_same ? 1 : 0]);
}

/* last_call() -> the name of the operator or C function whose result is being made on this thread, or None */
static PyObject *last_call(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (running_member) return PyUnicode_FromString(running_member);
  if (!running) Py_RETURN_NONE;
  if (running_operator) return PyObject_GetAttrString(running_operator, "__name__");
  return PyUnicode_FromString(running->name);
}

/* record(set): the names of the C functions that any thread calls from now on go into the set; None: no more */
static PyObject *record(PyObject *UNUSED(self), PyObject *set) {
  if (set != Py_None && !PySet_CheckExact(set)) return PyErr_Format(PyExc_TypeError, "a set or None is needed");
  put_shared(&recorded, set == Py_None ? NULL : Py_NewRef(set));
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"record", record, METH_O, NULL},
    {"call", call, METH_O, NULL},
    {"calls", calls, METH_NOARGS, NULL},
    {"same", FAST(same), METH_FASTCALL, NULL},
    {"last_call", last_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_calls(PyObject *module) {
  core->call_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return core->call_type ? PyModule_AddFunctions(module, methods) : -1;
}
