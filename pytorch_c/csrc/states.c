/* States of recording of this thread (torch.no_grad and its like), as the base of classes for `with` blocks. A state is
   entered and left in C, where no signal's exception can come between reading the old state and setting the new
   one, so that an interrupted block never leaves it behind. */
#include "core.h"
#include "install.h"
#include "overrides.h"
#include "resource.h"

enum { RECORDING, INFERENCE, TANGENTS, THREADS, KINDS };

typedef struct {
  PyObject_HEAD signed char wanted[KINDS]; /* 0 or 1; -1: as it is */
  bool before[KINDS];
  int64_t included, excluded; /* keys of the thread's calls, which inference mode changes */
} State;

static const char *read_state(int kind, bool *out) {
  static const char *(*const reads[KINDS])(bool *) = {ptc_grad_mode, ptc_inference_mode, ptc_forward_grad_mode,
                                                      ptc_multithreading_enabled};
  return reads[kind](out);
}
static const char *write_state(int kind, bool on) {
  static const char *(*const writes[KINDS])(bool) = {ptc_set_grad_mode, ptc_set_inference_mode,
                                                     ptc_set_forward_grad_mode, ptc_set_multithreading_enabled};
  return writes[kind](on);
}

/* Inference mode first: leaving it changes what is recorded, and the keys, which within an operator are others than
   outside of any. */
static const char *put_back(const State *state) {
  const bool inference = state->wanted[INFERENCE] >= 0;
  const char *error = inference ? write_state(INFERENCE, state->before[INFERENCE]) : NULL;
  if (!error && inference) error = ptc_dispatch_set_local(state->included, state->excluded);
  for (int kind = 0; kind < KINDS && !error; ++kind)
    if (kind != INFERENCE && (state->wanted[kind] >= 0 || (inference && kind != THREADS)))
      error = write_state(kind, state->before[kind]);
  return error;
}

/* An open mode of __torch_function__ sees whether derivatives are recorded from now on, as torch's C function shows it. */
static PyObject *told(PyObject *self, bool recording) {
  if (((State *)self)->wanted[RECORDING] < 0 || !mode_is_open()) Py_RETURN_NONE;
  return PyObject_CallMethod(self, "_tell", "O", recording ? Py_True : Py_False);
}
static PyObject *tell_nobody(PyObject *UNUSED(self), PyObject *UNUSED(recording)) { Py_RETURN_NONE; }

static PyObject *enter(PyObject *self, PyObject *UNUSED(none)) {
  State *state = (State *)self;
  const char *error = NULL;
  for (int kind = 0; kind < KINDS && !error; ++kind) error = read_state(kind, state->before + kind);
  if (!error && state->wanted[INFERENCE] >= 0) error = ptc_dispatch_local(&state->included, &state->excluded);
  for (int kind = 0; kind < KINDS && !error; ++kind)
    if (state->wanted[kind] >= 0) error = write_state(kind, state->wanted[kind]);
  if (error) return raise_error(error);
  PyObject *found = told(self, state->wanted[RECORDING] > 0);
  if (!found && (error = put_back(state))) ptc_error_free(error); /* the mode's exception is the one that is raised */
  return found;
}

static PyObject *leave(PyObject *self, PyObject *UNUSED(args)) {
  State *state = (State *)self;
  const char *error = put_back(state);
  return error ? raise_error(error) : told(self, state->before[RECORDING]);
}

static PyObject *state_new(PyTypeObject *type, PyObject *UNUSED(args), PyObject *UNUSED(kwargs)) {
  State *self = (State *)type->tp_alloc(type, 0);
  if (self) memset(self->wanted, -1, sizeof self->wanted);
  return (PyObject *)self;
}
static void state_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"__enter__", enter, METH_NOARGS, "__enter__($self)\n--\n\nSets the state."},
    {"__exit__", leave, METH_VARARGS, "__exit__($self, /, *exc)\n--\n\nPuts back what was before."},
    {"_tell", tell_nobody, METH_O,
     "_tell($self, recording, /)\n--\n\nTells nobody: blocks of programs show themselves to modes."},
    {NULL, NULL, 0, NULL},
};
static PyMemberDef members[] = {
    {"_recording", T_BYTE, offsetof(State, wanted) + RECORDING, 0,
     "Whether operators are recorded inside; -1: as outside."},
    {"_inference", T_BYTE, offsetof(State, wanted) + INFERENCE, 0,
     "Whether inference mode holds inside; -1: as outside."},
    {"_tangents", T_BYTE, offsetof(State, wanted) + TANGENTS, 0, "Whether forward mode holds inside; -1: as outside."},
    {"_threads", T_BYTE, offsetof(State, wanted) + THREADS, 0,
     "Whether a backward pass may use several threads; -1: as outside."},
    {"prev", T_BOOL, offsetof(State, before) + RECORDING, 0, "Whether operators were recorded before."},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, state_new},
    {Py_tp_dealloc, state_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.State",
    .basicsize = sizeof(State),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

int install_states(PyObject *module) {
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed = type ? PyModule_AddObjectRef(module, "State", type) : -1;
  Py_XDECREF(type);
  return failed;
}
