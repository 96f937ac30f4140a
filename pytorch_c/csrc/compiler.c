/* Backward passes that Python compiles while they run (_C/_dynamo/compiled_autograd.py): the C library's questions about
   one, and the functions of nodes that what was compiled calls. */
#include "callbacks.h"
#include "convert.h"
#include "forking.h"
#include "handle.h"
#include "host.h"
#include "install.h"
#include "nodes.h"
#include "resource.h"
#include "results.h"
#include "values.h"
#include "warnings.h"

#include <pytorch_c/autograd/compiler.h>

/* The contexts, hooks and other objects that come with a method; None where a node is not Python's. */
static PyObject *objects_of(void *call, int64_t count) {
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    void *object = NULL;
    const char *error = ptc_backward_compiler_object(call, i, &object);
    if (error) {
      raise_error(error);
      Py_CLEAR(out);
    } else PyTuple_SET_ITEM(out, (Py_ssize_t)i, Py_NewRef(object ? (PyObject *)object : Py_None));
  }
  return out;
}

/* Hands on what Python answered: (value, objects). */
static int answer(void *call, PyObject *result) {
  PyObject *given, *objects;
  if (!PyArg_ParseTuple(result, "OO!", &given, &PyTuple_Type, &objects)) return -1;
  Frame f;
  ptc_value value;
  frame_start(&f);
  int failed = add_value(&f, given, &value, 0);
  const char *error = failed ? NULL : ptc_backward_compiler_answer(call, &value);
  for (Py_ssize_t i = 0; !failed && !error && i < PyTuple_GET_SIZE(objects); ++i)
    error = ptc_backward_compiler_answer_object(call, PyTuple_GET_ITEM(objects, i));
  if (error) raise_error(error), failed = -1;
  frame_end(&f);
  return failed;
}

static int run_method(PyObject *function, void *call, const char *method, const ptc_value *args, int64_t args_len,
                      int64_t objects_len) {
  PyObject *given = value_objects(args, args_len);
  PyObject *objects = given ? objects_of(call, objects_len) : NULL;
  PyObject *result = objects ? PyObject_CallFunction(function, "sOO", method, given, objects) : NULL;
  int failed = result ? answer(call, result) : -1;
  Py_XDECREF(result);
  Py_XDECREF(objects);
  Py_XDECREF(given);
  return failed;
}

static const char *on_method(void *function, void *call, const char *method, const ptc_value *args, int64_t args_len,
                             int64_t objects_len) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  error = run_method(function, call, method, args, args_len, objects_len) < 0 ? host_error() : NULL;
  LEAVE_PYTHON
  return error;
}

/* compile_passes(function): function(method, args, objects) -> (value, objects) for each method of compiler.h, until the
   process ends */
static PyObject *compile_passes(PyObject *UNUSED(self), PyObject *function) {
  if (become_host() < 0) return NULL;
  const char *error = ptc_backward_compiler_set(on_method, (const void *)(uintptr_t)function_ends,
                                                (const void *)(uintptr_t)take_back, lend(function), take_back);
  return error ? raise_error(error) : Py_NewRef(Py_None);
}

/* call_compiled(number, gradients, kept) -> list: a function that a compiled pass knows by its number */
static PyObject *call_compiled(PyObject *UNUSED(self), PyObject *args) {
  long long number;
  PyObject *grads, *kept, *out = NULL;
  if (!PyArg_ParseTuple(args, "LO!O!", &number, &PyTuple_Type, &grads, &PyTuple_Type, &kept)) return NULL;
  Py_ssize_t count = PyTuple_GET_SIZE(grads), kept_count = PyTuple_GET_SIZE(kept);
  Frame f;
  frame_start(&f);
  ptc_tensor *given;
  ptc_value *values =
      read_grads(&f, grads, &given) < 0 ? NULL : add_values(&f, &PyTuple_GET_ITEM(kept, 0), kept_count, 0);
  if (values) {
    const char *error;
    ptc_tensor_list made;
    BEGIN_CALL
    error = ptc_backward_compiler_call(number, given, count, values, kept_count, &made);
    END_CALL
    if (warned) error = show_warnings(error);
    out = error ? raise_error(error) : take_list(made);
  }
  frame_end(&f);
  return out;
}

static PyMethodDef functions[] = {
    {"compile_passes", compile_passes, METH_O, NULL},
    {"call_compiled", call_compiled, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_compiler(PyObject *module) { return PyModule_AddFunctions(module, functions); }
