/* Calls that ask or change all parameters of an optimizer at once (pytorch_c/optim). */
#include "core.h"
#include "handle.h"
#include "install.h"
#include "overrides.h"
#include "resource.h"

static PyObject *name_grad;

/* gradients(tensors) -> (those that have a gradient, their gradients): two lists */
static PyObject *gradients(PyObject *UNUSED(self), PyObject *tensors) {
  PyObject *all = PySequence_Tuple(tensors), *having = PyList_New(0), *found = PyList_New(0);
  int failed = !all || !having || !found;
  for (Py_ssize_t i = 0; !failed && i < PyTuple_GET_SIZE(all); ++i) {
    PyObject *one = PyTuple_GET_ITEM(all, i), *gradient = PyObject_GetAttr(one, name_grad);
    failed = !gradient;
    if (gradient && gradient != Py_None) failed = PyList_Append(having, one) < 0 || PyList_Append(found, gradient) < 0;
    Py_XDECREF(gradient);
  }
  PyObject *out = failed ? NULL : PyTuple_Pack(2, having, found);
  Py_XDECREF(all);
  Py_XDECREF(having);
  Py_XDECREF(found);
  return out;
}

/* forget_gradients(tensors): the gradient of each is None from now on */
static PyObject *forget_gradients(PyObject *UNUSED(self), PyObject *tensors) {
  PyObject *all = PySequence_Tuple(tensors);
  int failed = !all;
  for (Py_ssize_t i = 0; !failed && i < PyTuple_GET_SIZE(all); ++i)
    failed = PyObject_SetAttr(PyTuple_GET_ITEM(all, i), name_grad, Py_None) < 0;
  Py_XDECREF(all);
  return failed ? NULL : Py_NewRef(Py_None);
}

typedef struct {
  int32_t dtype, layout, device_type, device_index;
} Kind;

/* 1 for a tensor whose kind is told; 0 for what is none, or of a class of its own; -1 and an exception. */
static int kind_of(PyObject *x, Kind *kind) {
  if (!is_exact_tensor(x)) return 0;
  HELD Handle *handle = open_handle(x);
  if (!handle) return -1;
  const char *error = ptc_tensor_dtype(handle->tensor, &kind->dtype);
  if (!error) error = ptc_tensor_layout(handle->tensor, &kind->layout);
  if (!error) error = ptc_tensor_device(handle->tensor, &kind->device_type, &kind->device_index);
  return error ? (raise_error(error), -1) : 1;
}

/* are_alike(tensors) -> bool: whether they are plain tensors of one dtype on one device, and no mode is asked for their
   functions */
static PyObject *are_alike(PyObject *UNUSED(self), PyObject *tensors) {
  if (plain_calls != 1) Py_RETURN_FALSE;
  PyObject *all = PySequence_Tuple(tensors);
  Kind first, own;
  int alike = all ? 1 : -1;
  for (Py_ssize_t i = 0; alike == 1 && i < PyTuple_GET_SIZE(all); ++i) {
    alike = kind_of(PyTuple_GET_ITEM(all, i), i ? &own : &first);
    if (alike == 1 && i)
      alike =
          own.dtype == first.dtype && own.device_type == first.device_type && own.device_index == first.device_index;
  }
  Py_XDECREF(all);
  return alike < 0 ? NULL : PyBool_FromLong(alike);
}

/* Puts the entries of one state into the columns: 1, 0 where one is missing or no plain tensor, -1 and an exception. */
static int add_state(PyObject *state, PyObject *names, PyObject *columns) {
  int added = state && PyDict_CheckExact(state);
  for (Py_ssize_t i = 0; added == 1 && i < PyTuple_GET_SIZE(names); ++i) {
    PyObject *entry = find_in(state, PyTuple_GET_ITEM(names, i));
    added = entry ? is_exact_tensor(entry) : PyErr_Occurred() ? -1 : 0;
    if (added == 1 && PyList_Append(PyTuple_GET_ITEM(columns, i), entry) < 0) added = -1;
    Py_XDECREF(entry);
  }
  return added;
}

static PyObject *empty_columns(Py_ssize_t count) {
  PyObject *columns = PyTuple_New(count);
  for (Py_ssize_t i = 0; columns && i < count; ++i) {
    PyObject *column = PyList_New(0);
    if (!column) Py_CLEAR(columns);
    else PyTuple_SET_ITEM(columns, i, column);
  }
  return columns;
}

/* state_columns(states, params, gradients, names) -> a list for each name: that entry of each parameter's state.  None
   where it is not that simple: the states are no dict, one or an entry of it is missing, a gradient is sparse, a tensor is
   of a class of its own. */
static PyObject *state_columns(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 4 || !PyTuple_Check(args[3]))
    return PyErr_Format(PyExc_TypeError, "state_columns(): states, two lists and a tuple are needed");
  if (!PyDict_Check(args[0])) Py_RETURN_NONE;
  PyObject *params = PySequence_Tuple(args[1]), *grads = PySequence_Tuple(args[2]);
  PyObject *columns = params && grads ? empty_columns(PyTuple_GET_SIZE(args[3])) : NULL;
  int simple = columns ? PyTuple_GET_SIZE(params) == PyTuple_GET_SIZE(grads) : -1;
  for (Py_ssize_t i = 0; simple == 1 && i < PyTuple_GET_SIZE(params); ++i) {
    PyObject *param = PyTuple_GET_ITEM(params, i);
    Kind kind;
    simple = is_exact_tensor(param) ? kind_of(PyTuple_GET_ITEM(grads, i), &kind) : 0;
    if (simple == 1) simple = kind.layout == PTC_STRIDED;
    PyObject *state = simple == 1 ? find_in(args[0], param) : NULL;
    if (simple == 1) simple = !state && PyErr_Occurred() ? -1 : add_state(state, args[3], columns);
    Py_XDECREF(state);
  }
  Py_XDECREF(params);
  Py_XDECREF(grads);
  if (simple == 1) return columns;
  Py_XDECREF(columns);
  return simple < 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"gradients", gradients, METH_O, NULL},
    {"forget_gradients", forget_gradients, METH_O, NULL},
    {"are_alike", are_alike, METH_O, NULL},
    {"state_columns", (PyCFunction)(void (*)(void))state_columns, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

int install_steps(PyObject *module) {
  name_grad = PyUnicode_InternFromString("grad");
  return name_grad ? PyModule_AddFunctions(module, methods) : -1;
}
