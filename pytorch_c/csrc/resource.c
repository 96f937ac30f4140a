/* Handles of all kinds but tensors as Python's objects: each closes itself with its last reference. An error of the C
   library is one, until it is raised. */
#include "resource.h"
#include "forking.h"
#include "install.h"

static void close_unlocked(char kind, void *pointer) {
  BEGIN_CALL
  if (kind == RESOURCE_GROUP) ptc_group_close(pointer);
  else ptc_reducer_close(pointer);
  END_CALL
}

void close_resource(Resource *self) {
  void *pointer = take_pointer(&self->pointer);
  if (!pointer) return;
  switch (self->kind) {
#define CLOSE(kind, close) \
  case kind: close(pointer); break;
    CLOSED_RESOURCES(CLOSE)
#undef CLOSE
  case RESOURCE_GROUP: /* these two may wait for threads that want the GIL */
  case RESOURCE_REDUCER: close_unlocked(self->kind, pointer); break;
  case RESOURCE_ERROR: ptc_error_free(pointer); break;
  case RESOURCE_BOXED_VALUE: /* a value without a form in Python (values.c) */
    ptc_values_close(pointer, 1);
    free(pointer);
    break;
  }
}
static void resource_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  close_resource((Resource *)self);
  type->tp_free(self);
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

static PyTypeObject *module_type; /* of modules of TorchScript, once Python has said so */

PyObject *new_resource(char kind, void *pointer) {
  if (!pointer) Py_RETURN_NONE;
  Resource made = {.pointer = pointer, .kind = kind};
  int derives = kind == RESOURCE_JIT_MODULE && module_type;
  PyTypeObject *type = derives ? module_type : core->resource_type;
  Resource *self = (Resource *)type->tp_alloc(type, 0); /* a class of Python's is one that the collector sees */
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
    {"kind", resource_kind, NULL, "A letter: its kind (codegen/kinds.py).", NULL},
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
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
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
  record->kind = RESOURCE_ERROR;
  PyObject *given[] = {(PyObject *)record, call ? call : Py_None, arguments ? arguments : Py_None};
  PyObject *none = PyObject_Vectorcall(core->throw, given, 3, NULL);
  Py_DECREF(record);
  Py_XDECREF(none);
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "an error of the C library was not raised");
  return NULL;
}
PyObject *raise_error(const char *error) { return raise_from(error, NULL, NULL); }

/* set_module_type(a class that derives from Resource): handles of modules are of it from now on. */
static PyObject *set_module_type(PyObject *UNUSED(self), PyObject *type) {
  if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, core->resource_type))
    return PyErr_Format(PyExc_TypeError, "set_module_type(): a class that derives from Resource is needed");
  Py_INCREF(type);
  Py_XSETREF(module_type, (PyTypeObject *)type);
  Py_RETURN_NONE;
}

int install_resources(PyObject *module) {
  static PyMethodDef functions[] = {{"set_module_type", set_module_type, METH_O, NULL}, {NULL, NULL, 0, NULL}};
  core->resource_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &resource_spec, NULL);
  core->error_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &error_spec, NULL);
  if (!core->resource_type || !core->error_type) return -1;
  if (PyModule_AddFunctions(module, functions) < 0) return -1;
  return PyModule_AddObjectRef(module, "Resource", (PyObject *)core->resource_type);
}
