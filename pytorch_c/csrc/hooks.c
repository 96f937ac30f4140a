/* Functions of Python's that the backward pass calls: hooks, and the backward of
   a custom function.  They run on a thread of libtorch's choice, take the GIL,
   and hand an exception on as an error that carries it (throw() raises it again).
   */
#include "hooks.h"
#include "callbacks.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "resource.h"

/* Takes what a hook of a node returned: None, or a tuple as long as what it was given. */
static int give_all(PyObject *hook, PyObject *result, int64_t count, ptc_tensor *out, bool *changed) {
  if (result == Py_None) return 0;
  if (!PyTuple_Check(result)) {
    PyErr_Format(PyExc_TypeError, "expected tuple, but hook returned '%.100s'", Py_TYPE(result)->tp_name);
    return -1;
  }
  if (PyTuple_GET_SIZE(result) != count) {
    PyErr_Format(PyExc_RuntimeError, "hook %R has returned an incorrect number of values (got %zd, but expected %zd)",
                 hook, PyTuple_GET_SIZE(result), (Py_ssize_t)count);
    return -1;
  }
  *changed = true;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (give(PyTuple_GET_ITEM(result, i), out + i) < 0) return -1;
  return 0;
}

static const char *on_tensor(void *hook, ptc_tensor grad, ptc_tensor *out) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *tensor = keep(grad), *result = tensor ? PyObject_CallOneArg(hook, tensor) : NULL;
  error = !result || give(result, out) < 0 ? host_error() : NULL;
  Py_XDECREF(tensor);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

static const char *on_leaf(void *hook, ptc_tensor self) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *tensor = keep(self), *result = tensor ? PyObject_CallOneArg(hook, tensor) : NULL;
  if (result && result != Py_None && result != tensor) { /* torch, too, lets the tensor itself pass */
    PyErr_SetString(PyExc_RuntimeError, "Tensor post accumulate grad hooks should return None.");
    Py_CLEAR(result);
  }
  error = result ? NULL : host_error();
  Py_XDECREF(tensor);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

static const char *before_node(void *hook, const ptc_tensor *grad_outputs, int64_t count, ptc_tensor *out,
                               bool *changed) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *grads = keep_all(grad_outputs, count), *result = grads ? PyObject_CallOneArg(hook, grads) : NULL;
  error = !result || give_all(hook, result, count, out, changed) < 0 ? host_error() : NULL;
  Py_XDECREF(grads);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

static const char *after_node(void *hook, const ptc_tensor *grad_inputs, int64_t count, const ptc_tensor *grad_outputs,
                              int64_t count_outputs, ptc_tensor *out, bool *changed) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *inputs = keep_all(grad_inputs, count), *outputs = inputs ? keep_all(grad_outputs, count_outputs) : NULL;
  PyObject *result = outputs ? PyObject_CallFunctionObjArgs(hook, inputs, outputs, NULL) : NULL;
  error = !result || give_all(hook, result, count, out, changed) < 0 ? host_error() : NULL;
  Py_XDECREF(inputs);
  Py_XDECREF(outputs);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

PyObject *hang_hook(const char *where, PyObject *target, ptc_node node, PyObject *hook) {
  const char *error;
  HELD Handle *handle = node ? NULL : open_handle(target);
  if (!node && !handle) return NULL;
  ptc_tensor tensor = handle ? handle->tensor : NULL;
  PyObject *held = Py_NewRef(handle ? (PyObject *)handle : target);
  ptc_hook out;
  lend(hook);
  BEGIN_CALL /* take_back, which a failure runs, takes the GIL */
  if (*where == 't') error = ptc_tensor_register_hook(tensor, on_tensor, hook, take_back, &out);
  else if (*where == 'l') error = ptc_tensor_register_post_accumulate_grad_hook(tensor, on_leaf, hook, take_back, &out);
  else if (*where == 'n') error = ptc_node_register_hook(node, after_node, hook, take_back, &out);
  else error = ptc_node_register_prehook(node, before_node, hook, take_back, &out);
  END_CALL
  Py_DECREF(held);
  return error ? raise_error(error) : new_resource(RESOURCE_HOOK, out);
}

static int32_t list_one(void *list, void *visited, ptc_destroy_fn destroy) {
  return destroy == take_back && PyList_Append(list, visited) < 0;
}
/* hooks_of(tensor, after) -> its hooks, in their order: those of its gradient, or those after a leaf's has been added */
static PyObject *hooks_of(PyObject *UNUSED(self), PyObject *args) {
  PyObject *tensor;
  int after;
  if (!PyArg_ParseTuple(args, "O!p", core->tensor_type, &tensor, &after)) return NULL;
  PyObject *list = PyList_New(0);
  HELD const Handle *handle = handle_now(tensor);
  if (list && handle && ptc_tensor_hooks_visit(handle->tensor, after, list_one, list)) Py_CLEAR(list);
  return list;
}

/* remove_hooks(tensor, after): takes them away */
static PyObject *remove_hooks(PyObject *UNUSED(self), PyObject *args) {
  PyObject *tensor;
  int after;
  if (!PyArg_ParseTuple(args, "O!p", core->tensor_type, &tensor, &after)) return NULL;
  HELD const Handle *handle = handle_now(tensor);
  if (handle) ptc_tensor_remove_hooks(handle->tensor, after);
  Py_RETURN_NONE;
}

/* Where Python's program is, in the middle of an operator; what the function raises is nobody's. */
static void on_stack(void *context, void *call) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyObject *text = PyObject_CallNoArgs((PyObject *)context);
  const char *words = text ? PyUnicode_AsUTF8(text) : NULL;
  if (words) ptc_error_free(ptc_stack_return(call, words));
  else PyErr_WriteUnraisable((PyObject *)context);
  Py_XDECREF(text);
  PyErr_Restore(type, value, traceback);
  LEAVE_PYTHON
}

/* set_stacks(function): in anomaly mode function() -> the stack of calls, as a text, for each new node */
static PyObject *set_stacks(PyObject *UNUSED(self), PyObject *function) {
  ptc_error error = ptc_set_stack_handler(on_stack, Py_NewRef(function), let_go);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"hooks_of", hooks_of, METH_VARARGS, NULL},
    {"remove_hooks", remove_hooks, METH_VARARGS, NULL},
    {"set_stacks", set_stacks, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_hooks(PyObject *module) { return PyModule_AddFunctions(module, functions); }
