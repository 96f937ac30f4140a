/* TorchScript: its functions are called with Python's objects; Python's callables read and write archives, and are traced. */
#include "core.h"
#include "callbacks.h"
#include "coerce.h"
#include "convert.h"
#include "forking.h"
#include "install.h"
#include "resource.h"
#include "values.h"
#include "warnings.h"

static void *resource_of(PyObject *x, char kind, const char *name) {
  if (is_resource(x, kind)) return ((Resource *)x)->pointer;
  PyErr_Format(PyExc_ValueError, "%s is closed, or of another kind", name);
  return NULL;
}

static PyObject *take_value(ptc_error error, ptc_value *value) {
  if (warned) error = show_warnings(error);
  PyObject *out = error ? raise_error(error) : value_object(value);
  ptc_values_close(value, 1);
  return out;
}

static PyObject *take_bytes(ptc_error error, char *data, int64_t nbytes) {
  if (error) return raise_error(error);
  if (!data) Py_RETURN_NONE;
  PyObject *out = PyBytes_FromStringAndSize(data, (Py_ssize_t)nbytes);
  ptc_string_free(data);
  return out;
}

/* jit_call(function, *args, **kwargs) -> its result */
static PyObject *jit_call(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count, PyObject *names) {
  if (count < 1) return PyErr_Format(PyExc_TypeError, "jit_call(): a function is needed");
  ptc_jit_function function = resource_of(args[0], RESOURCE_JIT_FUNCTION, "the function");
  if (!function) return NULL;
  Frame f;
  frame_start(&f);
  Py_ssize_t given = count - 1 + (names ? PyTuple_GET_SIZE(names) : 0);
  const char *lines = NULL;
  PyObject *out = NULL;
  ptc_value *values = add_values(&f, args + 1, given, 0);
  if (values && (!names || !PyTuple_GET_SIZE(names) || (lines = lines_of(&f, names)))) {
    ptc_value result;
    ptc_error error;
    if (frame_hold(&f, args[0]) == 0) {
      BEGIN_CALL
      error = ptc_jit_call(function, values, given, lines, &result);
      END_CALL
      out = take_value(error, &result);
    }
  }
  frame_end(&f);
  return out;
}

/* ---- archives ---- */

static ptc_error on_read(void *context, int64_t offset, void *to, int64_t nbytes, int64_t *count) {
  ptc_error error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  Py_buffer view;
  error = NULL;
  PyObject *data = PyObject_CallFunction((PyObject *)context, "LL", (long long)offset, (long long)nbytes);
  if (!data || PyObject_GetBuffer(data, &view, PyBUF_SIMPLE) < 0) error = host_error();
  else {
    *count = view.len < nbytes ? view.len : nbytes;
    memcpy(to, view.buf, (size_t)*count);
    PyBuffer_Release(&view);
  }
  Py_XDECREF(data);
  LEAVE_PYTHON
  return error;
}

static ptc_error on_write(void *context, const void *data, int64_t nbytes) {
  ptc_error error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *bytes = PyBytes_FromStringAndSize(data, (Py_ssize_t)nbytes),
           *done = bytes ? PyObject_CallOneArg((PyObject *)context, bytes) : NULL;
  error = done ? NULL : host_error();
  Py_XDECREF(done);
  Py_XDECREF(bytes);
  LEAVE_PYTHON
  return error;
}

/* jit_load_stream(read(offset, nbytes) -> bytes, size, device type, device index, names of extra files) -> Resource */
static PyObject *jit_load_stream(PyObject *UNUSED(self), PyObject *args) {
  PyObject *read;
  long long size;
  int type, index;
  const char *extra;
  ptc_jit_module out;
  ptc_error error;
  if (!PyArg_ParseTuple(args, "OLiiz", &read, &size, &type, &index, &extra)) return NULL;
  if (!PyCallable_Check(read)) return PyErr_Format(PyExc_TypeError, "jit_load_stream(): a callable is needed");
  Py_INCREF(read);
  BEGIN_CALL
  error = ptc_jit_load_stream(on_read, read, let_go, size, type, index, extra, &out);
  END_CALL
  return error ? raise_error(error) : new_resource(RESOURCE_JIT_MODULE, out);
}

/* jit_save_stream(module, extra files, write(bytes)) */
static PyObject *jit_save_stream(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *files, *write;
  if (!PyArg_ParseTuple(args, "OOO", &object, &files, &write)) return NULL;
  ptc_jit_module module = resource_of(object, RESOURCE_JIT_MODULE, "the module");
  if (!module) return NULL;
  if (!PyCallable_Check(write)) return PyErr_Format(PyExc_TypeError, "jit_save_stream(): a callable is needed");
  Frame f;
  frame_start(&f);
  ptc_value extra;
  ptc_error error = NULL;
  int failed = add_value(&f, files, &extra, 0) < 0;
  if (!failed) {
    Py_INCREF(write);
    BEGIN_CALL
    error = ptc_jit_save_stream(module, &extra, on_write, write, let_go);
    END_CALL
  }
  frame_end(&f);
  if (failed) return NULL;
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* jit_save_memory(module, extra files) -> bytes */
static PyObject *jit_save_memory(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *files;
  if (!PyArg_ParseTuple(args, "OO", &object, &files)) return NULL;
  ptc_jit_module module = resource_of(object, RESOURCE_JIT_MODULE, "the module");
  if (!module) return NULL;
  Frame f;
  frame_start(&f);
  ptc_value extra;
  char *data = NULL;
  int64_t nbytes = 0;
  ptc_error error = NULL;
  int failed = add_value(&f, files, &extra, 0) < 0;
  if (!failed) {
    BEGIN_CALL
    error = ptc_jit_save_memory(module, &extra, &data, &nbytes);
    END_CALL
  }
  frame_end(&f);
  return failed ? NULL : take_bytes(error, data, nbytes);
}

/* jit_extra_file(module, name) -> bytes, or None where the archive had none */
static PyObject *jit_extra_file(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object;
  const char *name;
  char *data;
  int64_t nbytes;
  if (!PyArg_ParseTuple(args, "Os", &object, &name)) return NULL;
  ptc_jit_module module = resource_of(object, RESOURCE_JIT_MODULE, "the module");
  if (!module) return NULL;
  ptc_error error = ptc_jit_module_extra_file(module, name, &data, &nbytes);
  return take_bytes(error, data, nbytes);
}

/* ---- traces ---- */

static ptc_error on_trace(void *context, void *call, const ptc_value *args, int64_t count) {
  ptc_error error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = value_objects(args, count), *result = NULL;
  if (given) result = PyObject_CallObject((PyObject *)context, given);
  Frame f;
  frame_start(&f);
  ptc_value value;
  if (!result || add_value(&f, result, &value, 0) < 0) error = host_error();
  else error = ptc_jit_trace_return(call, &value);
  frame_end(&f);
  Py_XDECREF(result);
  Py_XDECREF(given);
  LEAVE_PYTHON
  return error;
}

static PyObject *take_function(ptc_error error, ptc_jit_function function) {
  if (warned) {
    ptc_error now = show_warnings(error);
    if (now && !error) ptc_jit_function_close(function);
    error = now;
  }
  return error ? raise_error(error) : new_resource(RESOURCE_JIT_FUNCTION, function);
}

/* jit_trace(unit, name, program(*inputs), inputs, argument names or None, strict, force_outplace) -> Resource
   jit_trace(module, …, store_inputs): a method of the module */
static PyObject *jit_trace(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *program, *inputs;
  const char *name, *names;
  int strict, outplace, store = 0;
  if (!PyArg_ParseTuple(args, "OsOO!zpp|p", &object, &name, &program, &PyTuple_Type, &inputs, &names, &strict,
                        &outplace, &store))
    return NULL;
  const bool of_module = PyTuple_GET_SIZE(args) == 8;
  void *owner = of_module ? resource_of(object, RESOURCE_JIT_MODULE, "the module")
                          : resource_of(object, RESOURCE_JIT_UNIT, "the unit");
  if (!owner) return NULL;
  Frame f;
  frame_start(&f);
  ptc_jit_function made = NULL;
  ptc_error error = NULL;
  const Py_ssize_t count = PyTuple_GET_SIZE(inputs);
  ptc_value *values = add_values(&f, PySequence_Fast_ITEMS(inputs), count, 0);
  if (values) {
    Py_INCREF(program);
    BEGIN_CALL
    error = of_module
                ? ptc_jit_module_trace(owner, name, on_trace, program, let_go, values, count, names, strict, outplace,
                                       store, &made)
                : ptc_jit_trace(owner, name, on_trace, program, let_go, values, count, names, strict, outplace, &made);
    END_CALL
  }
  frame_end(&f);
  return values ? take_function(error, made) : NULL;
}

/* jit_trace_fork(program()) -> a future, of the trace that this thread is in */
static PyObject *jit_trace_fork(PyObject *UNUSED(self), PyObject *program) {
  if (!PyCallable_Check(program)) return PyErr_Format(PyExc_TypeError, "jit_trace_fork(): a callable is needed");
  ptc_value result;
  ptc_error error;
  Py_INCREF(program);
  BEGIN_CALL
  error = ptc_jit_trace_fork(on_trace, program, let_go, &result);
  END_CALL
  return take_value(error, &result);
}

/* Writes where print() does what a program prints; runs on the program's thread, which has let go of the GIL. */
static void on_print(void *UNUSED(context), const char *text) {
  if (!Py_IsInitialized()) {
    fputs(text, stdout);
    return;
  }
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject *type, *value, *trace, *out = PySys_GetObject("stdout");
  PyErr_Fetch(&type, &value, &trace);
  if (out && out != Py_None) {
    Py_INCREF(out);
    if (PyFile_WriteString(text, out)) PyErr_WriteUnraisable(out);
    Py_DECREF(out);
  }
  PyErr_Restore(type, value, trace);
  PyGILState_Release(state);
}

/* jit_print(): what programs print goes to sys.stdout */
static PyObject *jit_print(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  const char *error = ptc_jit_set_print_handler(on_print, NULL, NULL);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* The answer of the host's function about a place or a value; nobody gets what it raises. */
static void on_place(void *context, void *call, const ptc_value *value) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *raised, *trace;
  PyErr_Fetch(&type, &raised, &trace);
  const bool waiting = stashed; /* sizes for the operator that is being traced: not for what runs here */
  stashed = false;
  PyObject *given = value ? value_object((ptc_value *)value) : Py_NewRef(Py_None);
  PyObject *result = given ? PyObject_CallOneArg((PyObject *)context, given) : NULL;
  const char *text, *filename;
  long long line;
  ptc_error error = NULL;
  if (result && PyUnicode_Check(result)) {
    if ((text = PyUnicode_AsUTF8(result))) error = ptc_jit_place_return(call, text, NULL, 0);
  } else if (result && result != Py_None && PyArg_ParseTuple(result, "ssL", &text, &filename, &line))
    error = ptc_jit_place_return(call, text, filename, line);
  ptc_error_free(error);
  if (PyErr_Occurred()) PyErr_WriteUnraisable((PyObject *)context);
  Py_XDECREF(result);
  Py_XDECREF(given);
  PyErr_Restore(type, raised, trace);
  stashed = waiting;
  LEAVE_PYTHON
}

/* jit_places(function): function(None) -> (calls, file, line) or None, and function(tensor) -> its name or None */
static PyObject *jit_places(PyObject *UNUSED(self), PyObject *function) {
  ptc_error error = ptc_jit_set_place_handler(on_place, Py_NewRef(function), let_go);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"jit_call", FAST(jit_call), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"jit_load_stream", jit_load_stream, METH_VARARGS, NULL},
    {"jit_save_stream", jit_save_stream, METH_VARARGS, NULL},
    {"jit_save_memory", jit_save_memory, METH_VARARGS, NULL},
    {"jit_extra_file", jit_extra_file, METH_VARARGS, NULL},
    {"jit_trace", jit_trace, METH_VARARGS, NULL},
    {"jit_trace_fork", jit_trace_fork, METH_O, NULL},
    {"jit_places", jit_places, METH_O, NULL},
    {"jit_print", jit_print, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_jit(PyObject *module) { return PyModule_AddFunctions(module, functions); }
