/* Custom functions: their context is the `ctx` of autograd.Function. */
#include "callbacks.h"

/* A node that is lent to us for the time of a call. */
static PyObject *lent_node(ptc_node node) { return new_resource('N', node); }

static const char *on_backward(void *ctx, ptc_node self, const ptc_tensor *grads, int64_t count, ptc_tensor *out) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  int64_t wanted = 0;
  error = ptc_node_next_count(self, &wanted);
  PyObject *node = error ? raise_error(error) : lent_node(self);
  PyObject *given = node ? keep_all(grads, count) : NULL;
  PyObject *result = given ? PyObject_CallMethod(ctx, "_run_backward", "OO", node, given) : NULL;
  int failed = !result;
  if (result && (!PyTuple_Check(result) || PyTuple_GET_SIZE(result) != wanted)) {
    PyErr_SetString(PyExc_SystemError, "_run_backward() must return a gradient for each input");
    failed = 1;
  }
  for (Py_ssize_t i = 0; !failed && i < wanted; ++i) failed = give(PyTuple_GET_ITEM(result, i), out + i) < 0;
  error = failed ? host_error() : NULL;
  Py_XDECREF(node);
  Py_XDECREF(given);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

/* Runs in autograd_function, on its thread. */
static const char *on_jvp(void *ctx, const ptc_tensor *tangents, int64_t count, ptc_tensor *out, int64_t wanted) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = keep_all(tangents, count);
  PyObject *result = given ? PyObject_CallMethod(ctx, "_run_jvp", "(O)", given) : NULL;
  int failed = !result;
  if (result && (!PyTuple_Check(result) || PyTuple_GET_SIZE(result) != wanted)) {
    PyErr_Format(PyExc_RuntimeError,
                 "Function's jvp returned an invalid number of forward gradients (expected %zd but got %zd)",
                 (Py_ssize_t)wanted, PyTuple_Check(result) ? PyTuple_GET_SIZE(result) : (Py_ssize_t)1);
    failed = 1;
  }
  for (Py_ssize_t i = 0; !failed && i < wanted; ++i) failed = give(PyTuple_GET_ITEM(result, i), out + i) < 0;
  error = failed ? host_error() : NULL;
  Py_XDECREF(given);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

/* The node goes: whoever still has the ctx must not ask it any more. */
void function_ends(void *ctx) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (PyObject_SetAttrString(ctx, "_node", Py_None) < 0) PyErr_WriteUnraisable(ctx);
  --owned;
  Py_DECREF((PyObject *)ctx);
  PyErr_Restore(type, value, traceback);
  LEAVE_PYTHON
}

/* The handles of a tuple of Tensors and Nones; freed by the caller. */
static ptc_tensor *handle_array(PyObject *tensors) {
  Py_ssize_t count = PyTuple_GET_SIZE(tensors);
  ptc_tensor *out = PyMem_Calloc((size_t)count + 1, sizeof(ptc_tensor));
  if (!out) PyErr_NoMemory();
  for (Py_ssize_t i = 0; out && i < count; ++i) {
    PyObject *one = PyTuple_GET_ITEM(tensors, i);
    Handle *handle = NULL;
    if (one == Py_None) continue;
    if (!is_tensor(one)) PyErr_Format(PyExc_TypeError, "a Tensor is needed, got %.100s", Py_TYPE(one)->tp_name);
    else if ((handle = open_handle(one))) out[i] = handle->tensor;
    if (handle) continue;
    PyMem_Free(out);
    out = NULL;
  }
  return out;
}

/* autograd_function(name, inputs, outputs, dirty, non_differentiable, saved,
   materialize, ctx) -> tuple of the outputs with their history; what are lists
   are tuples of Tensors, and of None in outputs and saved.  The GIL stays, so
   that nobody closes one of them meanwhile. */
static PyObject *autograd_function(PyObject *UNUSED(self), PyObject *args) {
  const char *name;
  PyObject *lists[5], *ctx;
  int materialize, failed = 0;
  if (!PyArg_ParseTuple(args, "sO!O!O!O!O!pO", &name, &PyTuple_Type, lists, &PyTuple_Type, lists + 1, &PyTuple_Type,
                        lists + 2, &PyTuple_Type, lists + 3, &PyTuple_Type, lists + 4, &materialize, &ctx))
    return NULL;
  ptc_tensor *handles[5] = {0};
  for (int i = 0; i < 5 && !failed; ++i) failed = !(handles[i] = handle_array(lists[i]));
  PyObject *out = NULL;
  if (!failed) {
    ptc_tensor_list results;
    int64_t n[5];
    for (int i = 0; i < 5; ++i) n[i] = PyTuple_GET_SIZE(lists[i]);
    const char *error =
        ptc_autograd_function(name, handles[0], n[0], handles[1], n[1], handles[2], n[2], handles[3], n[3], handles[4],
                              n[4], materialize, on_backward, on_jvp, lend(ctx), function_ends, &results);
    out = error ? raise_error(error) : take_list(results);
  }
  for (int i = 0; i < 5; ++i) PyMem_Free(handles[i]);
  return out;
}

/* node_context(node) -> the ctx of the custom function whose node it is, or None */
static PyObject *node_context(PyObject *UNUSED(self), PyObject *of) {
  ptc_node node = open_node(of);
  if (!node) return NULL;
  void *found;
  const char *error = ptc_node_context(node, &found);
  if (error) return raise_error(error);
  return Py_NewRef(found ? (PyObject *)found : Py_None);
}

static PyMethodDef functions[] = {
    {"autograd_function", autograd_function, METH_VARARGS, NULL},
    {"node_context", node_context, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_functions(PyObject *module) { return PyModule_AddFunctions(module, functions); }
