/* torch.autocast as the base of a class for `with` blocks: all of its state is entered and left in one step, so that
   an interrupt never leaves half of it behind (states.c says why). */
#include "core.h"
#include "install.h"
#include "overrides.h"
#include "resource.h"

typedef struct {
  bool enabled, cache;
  int32_t dtype;
} Settings;

typedef struct {
  PyObject_HEAD int32_t device_type;
  Settings wanted;
  Settings *before; /* one for each block that is open, for a block may be entered again inside of itself */
  Py_ssize_t depth;
} Autocast;

static const char *read_settings(int32_t device_type, Settings *out) {
  const char *error = ptc_autocast_enabled(device_type, &out->enabled);
  if (!error) error = ptc_autocast_dtype(device_type, &out->dtype);
  return error ? error : ptc_autocast_cache_enabled(&out->cache);
}
static const char *write_settings(int32_t device_type, const Settings *to) {
  const char *error = ptc_set_autocast_enabled(device_type, to->enabled);
  if (!error) error = ptc_set_autocast_dtype(device_type, to->dtype);
  return error ? error : ptc_set_autocast_cache_enabled(to->cache);
}

/* Ends the innermost block. */
static const char *put_back(Autocast *state) {
  const char *error = ptc_autocast_end();
  const char *more = write_settings(state->device_type, state->before + --state->depth);
  if (error && more) ptc_error_free(more);
  return error ? error : more;
}

static PyObject *enter(PyObject *self, PyObject *UNUSED(none)) {
  Autocast *state = (Autocast *)self;
  Settings before;
  const char *error = read_settings(state->device_type, &before);
  if (error) return raise_error(error);
  Settings *room = PyMem_Realloc(state->before, (size_t)(state->depth + 1) * sizeof(Settings));
  if (!room) return PyErr_NoMemory();
  state->before = room;
  if ((error = write_settings(state->device_type, &state->wanted)) || (error = ptc_autocast_begin())) {
    const char *more = write_settings(state->device_type, &before);
    if (more) ptc_error_free(more);
    return raise_error(error);
  }
  room[state->depth++] = before;
  if (!mode_is_open()) return Py_NewRef(self);
  PyObject *told = PyObject_CallMethod(self, "_tell_begin", NULL);
  if (!told && (error = put_back(state))) ptc_error_free(error); /* the mode's exception is the one that is raised */
  return told;
}

static PyObject *leave(PyObject *self, PyObject *UNUSED(args)) {
  Autocast *state = (Autocast *)self;
  if (!state->depth) {
    PyErr_SetString(PyExc_RuntimeError, "autocast: this block was not entered");
    return NULL;
  }
  const char *error = put_back(state);
  if (error) return raise_error(error);
  if (mode_is_open()) return PyObject_CallMethod(self, "_tell_end", NULL);
  Py_RETURN_NONE;
}

static void autocast_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyMem_Free(((Autocast *)self)->before);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"__enter__", enter, METH_NOARGS, "__enter__($self)\n--\n\nSets the state."},
    {"__exit__", leave, METH_VARARGS, "__exit__($self, /, *exc)\n--\n\nPuts back what was before."},
    {NULL, NULL, 0, NULL},
};
static PyMemberDef members[] = {
    {"_device_type", T_INT, offsetof(Autocast, device_type), 0, "The number of the device type."},
    {"_dtype", T_INT, offsetof(Autocast, wanted.dtype), 0, "The number of the dtype to which is cast."},
    {"_enabled", T_BOOL, offsetof(Autocast, wanted.enabled), 0, "Whether anything is cast inside."},
    {"_cache_enabled", T_BOOL, offsetof(Autocast, wanted.cache), 0, "Whether what was cast is kept."},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, autocast_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.Autocast",
    .basicsize = sizeof(Autocast),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

int install_autocast(PyObject *module) {
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed = type ? PyModule_AddObjectRef(module, "Autocast", type) : -1;
  Py_XDECREF(type);
  return failed;
}
