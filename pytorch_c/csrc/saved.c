/* Hooks of autograd.graph.saved_tensors_hooks: the context of a pair of hooks is a tuple (pack, unpack, packed),
   in which packed is a dict, number -> what pack has returned. */
#include "core.h"
#include "callbacks.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "nodes.h"
#include "resource.h"

static const char *on_pack(void *hooks, int64_t id, ptc_tensor tensor) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = keep(tensor), *key = given ? PyLong_FromLongLong(id) : NULL;
  PyObject *packed = key ? PyObject_CallOneArg(PyTuple_GET_ITEM((PyObject *)hooks, 0), given) : NULL;
  int failed = !packed || PyDict_SetItem(PyTuple_GET_ITEM((PyObject *)hooks, 2), key, packed) < 0;
  error = failed ? host_error() : NULL;
  Py_XDECREF(given);
  Py_XDECREF(key);
  Py_XDECREF(packed);
  LEAVE_PYTHON
  return error;
}

static const char *on_unpack(void *hooks, int64_t id, ptc_tensor *out) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *key = PyLong_FromLongLong(id);
  PyObject *packed = key ? find_in(PyTuple_GET_ITEM((PyObject *)hooks, 2), key) : NULL;
  if (!packed && !PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "nothing was packed for a saved tensor");
  PyObject *result = packed ? PyObject_CallOneArg(PyTuple_GET_ITEM((PyObject *)hooks, 1), packed) : NULL;
  if (result && !is_tensor(result)) {
    PyErr_Format(PyExc_TypeError,
                 "Output of saved tensor unpack_hook expected to be a Tensor but got result of type %.100s",
                 Py_TYPE(result)->tp_name);
    Py_CLEAR(result);
  }
  error = !result || give(result, out) < 0 ? host_error() : NULL;
  Py_XDECREF(key);
  Py_XDECREF(packed);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

static void on_drop(void *hooks, int64_t id) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyObject *key = PyLong_FromLongLong(id);
  if (!key || PyDict_DelItem(PyTuple_GET_ITEM((PyObject *)hooks, 2), key) < 0) PyErr_WriteUnraisable((PyObject *)hooks);
  Py_XDECREF(key);
  PyErr_Restore(type, value, traceback);
  LEAVE_PYTHON
}

/* A pair of hooks with what it has packed; NULL and an exception. */
static PyObject *new_hooks(PyObject *pack, PyObject *unpack) {
  PyObject *packed = PyDict_New(), *hooks = packed ? PyTuple_Pack(3, pack, unpack, packed) : NULL;
  Py_XDECREF(packed);
  return hooks;
}

/* node_saved_hooks(node, name or None, index, pack, unpack): for one tensor that a node has saved */
static PyObject *node_hooks(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *pack, *unpack;
  const char *name;
  long long index;
  if (!PyArg_ParseTuple(args, "OzLOO", &object, &name, &index, &pack, &unpack)) return NULL;
  ptc_node node = open_node(object);
  PyObject *hooks = node ? new_hooks(pack, unpack) : NULL;
  if (!hooks) return NULL;
  const char *error;
  void *lent = lend(hooks);
  BEGIN_CALL /* it packs at once */
  error = ptc_node_saved_hooks(node, name, index, on_pack, on_unpack, on_drop, lent, take_back);
  END_CALL
  Py_DECREF(hooks);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* push_saved_tensors_hooks(pack, unpack): for this thread, until api.saved_tensors_hooks_pop() */
static PyObject *push_hooks(PyObject *UNUSED(self), PyObject *args) {
  PyObject *pack, *unpack;
  if (!PyArg_ParseTuple(args, "OO", &pack, &unpack)) return NULL;
  PyObject *hooks = new_hooks(pack, unpack);
  if (!hooks) return NULL;
  const char *error = ptc_saved_tensors_hooks_push(on_pack, on_unpack, on_drop, lend(hooks), take_back);
  Py_DECREF(hooks);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"push_saved_tensors_hooks", push_hooks, METH_VARARGS, NULL},
                                  {"node_saved_hooks", node_hooks, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

int install_saved(PyObject *module) { return PyModule_AddFunctions(module, functions); }
