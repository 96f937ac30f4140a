/* Levels of torch.func for `with` blocks: vmap, grad, jvp, functionalize, and the innermost level suspended. Each is
   opened and closed in C, where no signal's exception can come between the opening and the block that closes it. */
#include "core.h"
#include "install.h"
#include "resource.h"

enum { SUSPENDED = 0 }; /* beside enum ptc_transform */

typedef struct {
  PyObject_HEAD int kind;
  long long batch_size;
  int option;    /* randomness of vmap, with_views of functionalize */
  int64_t level; /* 0 while it is not open */
} Level;

static PyObject *enter(PyObject *object, PyObject *UNUSED(none)) {
  Level *self = (Level *)object;
  if (self->level) return PyErr_Format(PyExc_RuntimeError, "this level is open");
  const char *error = self->kind == SUSPENDED            ? ptc_func_suspend(&self->level)
                      : self->kind == PTC_TRANSFORM_VMAP ? ptc_vmap_push(self->batch_size, self->option, &self->level)
                                                         : ptc_func_push(self->kind, self->option, &self->level);
  return error ? raise_error(error) : PyLong_FromLongLong(self->level);
}

static PyObject *leave(PyObject *object, PyObject *UNUSED(args)) {
  Level *self = (Level *)object;
  if (!self->level) Py_RETURN_NONE;
  const char *error = self->kind == SUSPENDED ? ptc_func_resume(self->level) : ptc_func_pop(self->level);
  self->level = 0;
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* Level(kind, batch_size=0, option=0): a kind is a number of enum ptc_transform, or 0 */
static PyObject *level_new(PyTypeObject *type, PyObject *args, PyObject *UNUSED(kwargs)) {
  int kind, option = 0;
  long long batch_size = 0;
  if (!PyArg_ParseTuple(args, "i|Li", &kind, &batch_size, &option)) return NULL;
  Level *self = (Level *)type->tp_alloc(type, 0);
  if (!self) return NULL;
  self->kind = kind;
  self->batch_size = batch_size;
  self->option = option;
  return (PyObject *)self;
}
static void level_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"__enter__", enter, METH_NOARGS, "__enter__($self)\n--\n\nOpens the level and gives its number."},
    {"__exit__", leave, METH_VARARGS, "__exit__($self, /, *exc)\n--\n\nCloses it."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, level_new}, {Py_tp_dealloc, level_dealloc}, {Py_tp_methods, methods}, {0, NULL}};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.Level",
    .basicsize = sizeof(Level),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

int install_levels(PyObject *module) {
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed = type ? PyModule_AddObjectRef(module, "Level", type) : -1;
  Py_XDECREF(type);
  return failed;
}
