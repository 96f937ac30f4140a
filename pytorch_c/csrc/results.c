/* What C functions give, as Python's objects, and their errors as exceptions. Each kind of result has a letter:

   t tensor, or None   l list of tensors   i int   w int of 32 bits   b bool   d float   z str, or None; freed
   y dtype   p address   S number   g generator   n node (N lent)   h hook   o operator   m mark   r registration   s storage
   k store   q group   u work   j reducer   f future   a compiled model   P profile   R range   W observer
   c stream, as its three numbers: id, index and type of its device   E event of a device
   X tagged value; of TorchScript: U unit   C scope   F function   M module   G graph   B block   D node   V value   T type
   of CUDA: K graph   L pool   A allocator   O event

   '=' before it: the function cannot fail, and returns it; '=v' for nothing, '=Z' for a text that stays. */
#include "core.h"

_Thread_local const Row *running;
_Thread_local PyObject *running_operator;
PyObject *recorded;

/* ---- resources ---- */

static void close_unlocked(char kind, void *pointer) {
  BEGIN_CALL
  if (kind == 'q') ptc_group_close(pointer);
  else ptc_reducer_close(pointer);
  END_CALL
}

void close_resource(Resource *self) {
  void *pointer = self->pointer;
  self->pointer = NULL;
  if (!pointer) return;
  switch (self->kind) {
  case 't': ptc_tensor_close(pointer); break;
  case 'l': ptc_tensor_list_close(pointer); break;
  case 'g': ptc_generator_close(pointer); break;
  case 'n': ptc_node_close(pointer); break;
  case 'h': ptc_hook_close(pointer); break;
  case 'o': ptc_operator_close(pointer); break;
  case 'm': ptc_mark_close(pointer); break;
  case 'r': ptc_library_close(pointer); break;
  case 's': ptc_storage_close(pointer); break;
  case 'k': ptc_store_close(pointer); break;
  case 'u': ptc_work_close(pointer); break;
  case 'f': ptc_future_close(pointer); break;
  case 'a': ptc_aoti_close(pointer); break;
  case 'P': ptc_profile_close(pointer); break;
  case 'R': ptc_record_close(pointer); break;
  case 'W': ptc_observer_close(pointer); break;
  case 'U': ptc_jit_unit_close(pointer); break;
  case 'C': ptc_jit_scope_close(pointer); break;
  case 'F': ptc_jit_function_close(pointer); break;
  case 'M': ptc_jit_module_close(pointer); break;
  case 'G': ptc_ir_graph_close(pointer); break;
  case 'B': ptc_ir_block_close(pointer); break;
  case 'D': ptc_ir_node_close(pointer); break;
  case 'V': ptc_ir_value_close(pointer); break;
  case 'T': ptc_ir_type_close(pointer); break;
  case 'E': ptc_device_event_close(pointer); break;
  case 'K': ptc_cuda_graph_close(pointer); break;
  case 'L': ptc_cuda_pool_close(pointer); break;
  case 'A': ptc_cuda_allocator_close(pointer); break;
  case 'O': ptc_cuda_event_close(pointer); break;
  case 'q': /* these two may wait for threads that want the GIL */
  case 'j': close_unlocked(self->kind, pointer); break;
  case 'e': ptc_error_free(pointer); break;
  case 'x': /* a value without a form in Python (values.c) */
    ptc_values_close(pointer, 1);
    free(pointer);
    break;
  }
}
static void resource_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  close_resource((Resource *)self);
  PyObject_Free(self);
  Py_DECREF(type);
}
static PyObject *resource_close(PyObject *self, PyObject *UNUSED(ignored)) {
  close_resource((Resource *)self);
  Py_RETURN_NONE;
}
static PyObject *resource_address(PyObject *self, void *UNUSED(closure)) {
  return PyLong_FromVoidPtr(((Resource *)self)->pointer);
}

static PyObject *resource_kind(PyObject *self, void *UNUSED(closure)) {
  return PyUnicode_FromStringAndSize(&((Resource *)self)->kind, 1);
}

PyObject *new_resource(char kind, void *pointer) {
  if (!pointer) Py_RETURN_NONE;
  Resource made = {.pointer = pointer, .kind = kind};
  Resource *self = PyObject_New(Resource, core->resource_type);
  if (!self) return close_resource(&made), NULL;
  self->pointer = pointer;
  self->kind = kind;
  return (PyObject *)self;
}

static PyMethodDef resource_methods[] = {
    {"close", resource_close, METH_VARARGS, "close($self, /, *ignored)\n--\n\nCloses it; closing again is nothing."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef resource_getset[] = {
    {"address", resource_address, NULL, "The handle, as an int.", NULL},
    {"kind", resource_kind, NULL, "A letter (results.c).", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot resource_slots[] = {
    {Py_tp_dealloc, resource_dealloc},
    {Py_tp_methods, resource_methods},
    {Py_tp_getset, resource_getset},
    {0, NULL},
};
static PyType_Spec resource_spec = {
    .name = "pytorch_c._boundary._core.Resource",
    .basicsize = sizeof(Resource),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = resource_slots,
};

/* ---- errors ---- */

/* An error of the C library: a Resource that knows its message, its kind and where it came from. */
static PyObject *error_message(PyObject *self, void *UNUSED(closure)) {
  const char *error = ((Resource *)self)->pointer;
  return error ? PyUnicode_DecodeUTF8(error, (Py_ssize_t)strlen(error), "replace") : PyUnicode_FromString("");
}
static PyObject *error_kind(PyObject *self, void *UNUSED(closure)) {
  return PyLong_FromLong(ptc_error_kind(((Resource *)self)->pointer));
}
static PyObject *error_context(PyObject *self, void *UNUSED(closure)) {
  PyObject *found = ((Resource *)self)->pointer ? ptc_error_context(((Resource *)self)->pointer) : NULL;
  return Py_NewRef(found ? found : Py_None);
}
static PyObject *error_backtrace(PyObject *self, PyObject *UNUSED(none)) {
  const char *text = ((Resource *)self)->pointer ? ptc_error_backtrace(((Resource *)self)->pointer) : "";
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}
static PyGetSetDef error_getset[] = {
    {"message", error_message, NULL, "The text.", NULL},
    {"kind", error_kind, NULL, "A number of enum ptc_error_kind.", NULL},
    {"context", error_context, NULL, "The exception that a callback of Python's failed with, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef error_methods[] = {
    {"backtrace", error_backtrace, METH_NOARGS, "backtrace($self)\n--\n\nThe C++ stack where the error arose."},
    {"close", resource_close, METH_VARARGS, "close($self, /, *ignored)\n--\n\nFrees it; what it knew is gone."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot error_slots[] = {
    {Py_tp_dealloc, resource_dealloc},
    {Py_tp_methods, error_methods},
    {Py_tp_getset, error_getset},
    {0, NULL},
};
static PyType_Spec error_spec = {
    .name = "pytorch_c._boundary._core.Error",
    .basicsize = sizeof(Resource),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = error_slots,
};

/* throw(error, call, arguments) of errors.py raises; the call and its arguments are for the note under the message. */
PyObject *raise_from(const char *error, PyObject *call, PyObject *arguments) {
  if (UNLIKELY(PyErr_Occurred() != NULL)) PyErr_WriteUnraisable(call); /* what another library's callback left set */
  Resource *record = PyObject_New(Resource, core->error_type);
  if (!record) {
    ptc_error_free(error);
    return NULL;
  }
  record->pointer = (void *)error;
  record->kind = 'e';
  PyObject *given[] = {(PyObject *)record, call ? call : Py_None, arguments ? arguments : Py_None};
  PyObject *none = PyObject_Vectorcall(core->throw, given, 3, NULL);
  Py_DECREF(record);
  Py_XDECREF(none);
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "an error of the C library was not raised");
  return NULL;
}
PyObject *raise_error(const char *error) { return raise_from(error, NULL, NULL); }

/* ---- results ---- */

PyObject *scalar_object(const ptc_scalar *x) {
  switch (x->kind) {
  case PTC_SCALAR_FLOAT: return PyFloat_FromDouble(x->re);
  case PTC_SCALAR_BOOL: return PyBool_FromLong(x->i != 0);
  case PTC_SCALAR_COMPLEX: return PyComplex_FromDoubles(x->re, x->im);
  case PTC_SCALAR_UINT: return PyLong_FromUnsignedLongLong((uint64_t)x->i);
  case PTC_SCALAR_NONE: Py_RETURN_NONE;
  default: return PyLong_FromLongLong(x->i);
  }
}

/* A tuple, or an instance of a subclass, of the numbers. */
PyObject *int_tuple(PyTypeObject *type, const int64_t *numbers, int64_t count) {
  PyObject *tuple = type == &PyTuple_Type ? PyTuple_New((Py_ssize_t)count) : type->tp_alloc(type, (Py_ssize_t)count);
  for (int64_t i = 0; tuple && i < count; ++i) {
    PyObject *one = PyLong_FromLongLong(numbers[i]);
    if (one) PyTuple_SET_ITEM(tuple, i, one);
    else Py_CLEAR(tuple);
  }
  return tuple;
}

/* A tuple of the Tensors of a list, which is closed. */
PyObject *take_list(ptc_tensor_list list) {
  int64_t count = ptc_tensor_list_length(list);
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    ptc_tensor handle;
    const char *error = ptc_tensor_list_get(list, i, &handle);
    PyObject *one = error ? raise_error(error) : adopt(handle);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  ptc_tensor_list_close(list);
  return out;
}

static PyObject *text_object(const char *text) {
  if (!text) Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}
static PyObject *take_text(char *text) {
  PyObject *out = text_object(text);
  ptc_string_free(text);
  return out;
}

typedef union {
  void *p;
  int64_t i;
  int32_t w;
  bool b;
  double d;
  ptc_scalar S;
  ptc_stream c;
  ptc_value X;
} Output;

static PyObject *result(char kind, Output *out) {
  switch (kind) {
  case 't': return adopt(out->p);
  case 'l': return take_list(out->p);
  case 'i': return PyLong_FromLongLong(out->i);
  case 'w': return PyLong_FromLong(out->w);
  case 'b': return PyBool_FromLong(out->b);
  case 'd': return PyFloat_FromDouble(out->d);
  case 'z': return take_text(out->p);
  case 'Z': return text_object(out->p);
  case 'p': return PyLong_FromVoidPtr(out->p);
  case 'S': return scalar_object(&out->S);
  case 'c': return Py_BuildValue("Lii", (long long)out->c.id, (int)out->c.device_index, (int)out->c.device_type);
  case 'X': {
    PyObject *made = value_object(&out->X);
    return ptc_values_close(&out->X, 1), made;
  }
  case 'y':
    if (out->w < 0 || out->w >= PyTuple_GET_SIZE(core->dtypes))
      return PyErr_Format(PyExc_TypeError, "an unknown dtype, number %d", (int)out->w);
    return Py_NewRef(PyTuple_GET_ITEM(core->dtypes, out->w));
  default: return new_resource(kind, out->p);
  }
}

/* Closes what nobody will see. */
static void drop(char kind, Output *out) {
  Resource unseen = {.pointer = out->p, .kind = kind};
  if (kind == 'z') ptc_string_free(out->p);
  else if (kind == 'X') ptc_values_close(&out->X, 1);
  else if (strchr("tlgnhomrskqujfaPUCFMGBDVTEKLAO", kind)) close_resource(&unseen);
}

/* The results as a tuple, or an instance of a named one. */
static PyObject *several(const Call *call, Output *outs) {
  PyTypeObject *type = call->named ? (PyTypeObject *)call->named : &PyTuple_Type;
  PyObject *tuple = call->named ? type->tp_alloc(type, call->results) : PyTuple_New(call->results);
  for (int i = 0; i < call->results; ++i) {
    PyObject *one = tuple ? result(call->row->results[i], outs + i) : NULL;
    if (!tuple) drop(call->row->results[i], outs + i);
    else if (one) PyTuple_SET_ITEM(tuple, i, one);
    else Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *returned(char kind, Slot *slot) {
  if (kind == 'v') Py_RETURN_NONE;
  Output out = {.i = 0};
  if (kind == 'i') out.i = slot->i;
  else if (kind == 'w') out.w = (int32_t)slot->i;
  else if (kind == 'b') out.b = slot->i != 0;
  else out.p = slot->p;
  return result(kind, &out);
}

/* The error of a call, with what the operator was given. */
static PyObject *raise_call(const char *error, Call *call, Frame *f) {
  if (!f->op) return raise_from(error, (PyObject *)call, NULL);
  Py_ssize_t count = f->args_count + (f->names ? PyTuple_GET_SIZE(f->names) : 0);
  PyObject *given = PyTuple_New(count), *both = given ? PyTuple_Pack(2, given, f->names ? f->names : Py_None) : NULL;
  for (Py_ssize_t i = 0; both && i < count; ++i) PyTuple_SET_ITEM(given, i, Py_NewRef(f->args[i]));
  if (!both) PyErr_Clear();
  PyObject *none = raise_from(error, f->op, both);
  Py_XDECREF(both);
  Py_XDECREF(given);
  return none;
}

static int note(const Row *row) {
  PyObject *name = PyUnicode_FromString(row->name);
  int failed = name ? PySet_Add(recorded, name) : -1;
  Py_XDECREF(name);
  return failed;
}

static PyObject *run(Call *call, Frame *f, PyObject *give_back) {
  const Row *row = call->row;
  Output outs[MOST_RESULTS];
  if (UNLIKELY(*row->results == '=')) {
    Slot *slot = f->slots + f->count;
    BEGIN_CALL
    row->trampoline(row->function, f->slots);
    END_CALL
    return returned(row->results[1], slot);
  }
  for (int i = 0; i < call->results; ++i) f->slots[f->count + i].p = outs + i;
  const char *error;
  running = row;
  running_operator = f->op;
  /* NOLINTNEXTLINE(clang-analyzer-core.StackAddressEscape): the frame ends with the call */
  if (UNLIKELY(recorded != NULL) && note(row) < 0) return NULL;
  PyThreadState *thread = enter_library();
  error = row->trampoline(row->function, f->slots);
  leave_library(thread);
  if (UNLIKELY(atomic_load_explicit(&warned, memory_order_relaxed))) {
    const char *before = error;
    if ((error = show_warnings(before)) && !before)
      for (int i = 0; i < call->results; ++i) drop(row->results[i], outs + i);
  }
  if (UNLIKELY(error != NULL)) return raise_call(error, call, f);
  running = row; /* warnings may have called others */
  running_operator = f->op;
  if (LIKELY(call->results == 1)) {
    if (UNLIKELY(give_back && *row->results == 't' && ((TensorObject *)give_back)->handle)) {
      bool same = false;
      ptc_error_free(ptc_tensor_is_same(outs->p, ((TensorObject *)give_back)->handle->tensor, &same));
      if (same) return ptc_tensor_close(outs->p), Py_NewRef(give_back);
    }
    return result(*row->results, outs);
  }
  if (!call->results) return Py_NewRef(give_back ? give_back : Py_None);
  return several(call, outs);
}

PyObject *invoke(Call *call, Frame *f, PyObject *give_back) {
  PyObject *out = run(call, f, give_back);
  running = NULL;
  return out;
}

int install_results(PyObject *module) {
  core->resource_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &resource_spec, NULL);
  core->error_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &error_spec, NULL);
  if (!core->resource_type || !core->error_type) return -1;
  return PyModule_AddObjectRef(module, "Resource", (PyObject *)core->resource_type);
}
