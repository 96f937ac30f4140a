/* TorchScript's functions and methods as callables: ScriptFunction and ScriptMethod of pytorch_c.jit. A call goes from
   Python's arguments to the interpreter without a frame of Python's in between. */
#include "core.h"
#include "convert.h"
#include "forking.h"
#include "install.h"
#include "resource.h"
#include "values.h"
#include "warnings.h"

typedef struct {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *function; /* the Resource */
  PyObject *dict, *weakrefs;
} Script;

static PyObject *run(Script *self, Frame *f, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  if (!is_resource(self->function, RESOURCE_JIT_FUNCTION))
    return PyErr_Format(PyExc_ValueError, "the function is closed");
  const char *lines = NULL;
  if (names && PyTuple_GET_SIZE(names)) {
    if (!(lines = lines_of(f, names))) return NULL;
    count += PyTuple_GET_SIZE(names);
  }
  const ptc_value *values = add_values(f, args, count, 0);
  if (!values) return NULL;
  ptc_value result;
  PyThreadState *thread = enter_library();
  const char *error = ptc_jit_call(((Resource *)self->function)->pointer, values, count, lines, &result);
  leave_library(thread);
  if (UNLIKELY(atomic_load_explicit(&warned, memory_order_relaxed))) error = show_warnings(error);
  PyObject *out = UNLIKELY(error != NULL) ? raise_from(error, (PyObject *)self, NULL) : value_object(&result);
  ptc_values_close(&result, 1);
  return out;
}

static PyObject *script_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *names) {
  Frame f;
  frame_start(&f);
  PyObject *out = run((Script *)self, &f, args, PyVectorcall_NARGS(flags), names);
  frame_end(&f);
  return out;
}

static int script_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((Script *)self)->dict);
  return 0;
}
static int script_clear(PyObject *self) {
  Py_CLEAR(((Script *)self)->dict);
  return 0;
}
static void script_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (((Script *)self)->weakrefs) PyObject_ClearWeakRefs(self);
  script_clear(self);
  Py_XDECREF(((Script *)self)->function);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Script, vectorcall), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(Script, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Script, weakrefs), READONLY, NULL},
    {"_c", T_OBJECT_EX, offsetof(Script, function), READONLY, "The function of the C library."},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, script_dealloc},
    {Py_tp_traverse, script_traverse},
    {Py_tp_clear, script_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, members},
    {Py_tp_getset, getset},
    {0, NULL},
};
enum {
  FLAGS = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION
};
/* Two types, since isinstance() tells them apart; their other members are Python's (pytorch_c/jit/_functions.py). */
static PyType_Spec function_spec = {"pytorch_c.jit.ScriptFunction", sizeof(Script), 0, FLAGS, slots};
static PyType_Spec method_spec = {"pytorch_c.jit.ScriptMethod", sizeof(Script), 0, FLAGS, slots};

/* script(class, Resource of a function) -> callable of one of the two classes */
static PyObject *script(PyObject *UNUSED(self), PyObject *args) {
  PyObject *type, *function;
  if (!PyArg_ParseTuple(args, "O!O", &PyType_Type, &type, &function)) return NULL;
  if (((PyTypeObject *)type)->tp_dealloc != script_dealloc || !is_resource(function, RESOURCE_JIT_FUNCTION))
    return PyErr_Format(PyExc_TypeError, "script(): ScriptFunction or ScriptMethod, and a function are needed");
  Script *out = PyObject_GC_New(Script, (PyTypeObject *)type);
  if (!out) return NULL;
  out->vectorcall = script_vectorcall;
  out->function = Py_NewRef(function);
  out->dict = out->weakrefs = NULL;
  PyObject_GC_Track(out);
  return (PyObject *)out;
}

/* module_box(module) -> the module as a value, in a Resource */
static PyObject *module_box(PyObject *UNUSED(self), PyObject *module) {
  if (!is_resource(module, RESOURCE_JIT_MODULE))
    return PyErr_Format(PyExc_ValueError, "the module is closed, or of another kind");
  ptc_value *box = malloc(sizeof *box);
  if (!box) return PyErr_NoMemory();
  const char *error = ptc_jit_module_value(((Resource *)module)->pointer, box);
  if (!error) return new_resource(RESOURCE_BOXED_VALUE, box);
  free(box);
  return raise_error(error);
}

/* The values that a function filled, in a Resource of their own. */
static PyObject *in_resource(const char *error, const ptc_value *made) {
  ptc_value *box = error ? NULL : malloc(sizeof *box);
  if (box) return *box = *made, new_resource(RESOURCE_BOXED_VALUE, box);
  if (error) return raise_error(error);
  ptc_values_close((ptc_value *)made, 1);
  return PyErr_NoMemory();
}

/* object_box(unit, name of a class, its attributes in a tuple) -> an object of it, in a Resource */
static PyObject *object_box(PyObject *UNUSED(self), PyObject *args) {
  PyObject *unit, *attributes;
  const char *name;
  if (!PyArg_ParseTuple(args, "OsO!", &unit, &name, &PyTuple_Type, &attributes)) return NULL;
  if (!is_resource(unit, RESOURCE_JIT_UNIT))
    return PyErr_Format(PyExc_ValueError, "the unit is closed, or of another kind");
  Frame f;
  frame_start(&f);
  ptc_value made, *values = add_values(&f, PySequence_Fast_ITEMS(attributes), PyTuple_GET_SIZE(attributes), 0);
  PyObject *out = NULL;
  if (values)
    out = in_resource(
        ptc_jit_unit_object_of(((Resource *)unit)->pointer, name, values, PyTuple_GET_SIZE(attributes), &made), &made);
  frame_end(&f);
  return out;
}

/* shared_box(unit, type, list or dict) -> it as one that programs share, in a Resource */
static PyObject *shared_box(PyObject *UNUSED(self), PyObject *args) {
  PyObject *unit, *given;
  const char *type;
  if (!PyArg_ParseTuple(args, "OsO", &unit, &type, &given)) return NULL;
  if (!is_resource(unit, RESOURCE_JIT_UNIT))
    return PyErr_Format(PyExc_ValueError, "the unit is closed, or of another kind");
  Frame f;
  frame_start(&f);
  ptc_value made, *value = add_values(&f, &given, 1, 0);
  PyObject *out = value ? in_resource(ptc_value_share(((Resource *)unit)->pointer, type, value, &made), &made) : NULL;
  frame_end(&f);
  return out;
}

static PyMethodDef functions[] = {
    {"script", script, METH_VARARGS, NULL},
    {"module_box", module_box, METH_O, NULL},
    {"object_box", object_box, METH_VARARGS, NULL},
    {"shared_box", shared_box, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_script(PyObject *module) {
  PyObject *function = PyType_FromModuleAndSpec(module, &function_spec, NULL);
  PyObject *method = PyType_FromModuleAndSpec(module, &method_spec, NULL);
  int failed = !function || !method || PyModule_AddObjectRef(module, "ScriptFunction", function) < 0 ||
               PyModule_AddObjectRef(module, "ScriptMethod", method) < 0;
  Py_XDECREF(function);
  Py_XDECREF(method);
  return failed ? -1 : PyModule_AddFunctions(module, functions);
}
