/* Groups of processes: the bytes of stores, and Python's callables that works and reducers call on threads of theirs. */
#include "core.h"
#include "callbacks.h"
#include "handle.h"
#include "install.h"
#include "resource.h"

static void *resource_of(PyObject *x, char kind, const char *name) {
  if (is_resource(x, kind)) return ((Resource *)x)->pointer;
  PyErr_Format(PyExc_ValueError, "%s is closed, or of another kind", name);
  return NULL;
}

static PyObject *take_bytes(ptc_error error, char *data, int64_t nbytes) {
  if (error) return raise_error(error);
  PyObject *out = PyBytes_FromStringAndSize(data, (Py_ssize_t)nbytes);
  ptc_string_free(data);
  return out;
}

/* store_get(store, key) -> bytes */
static PyObject *store_get(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object;
  const char *key;
  char *data;
  ptc_error error;
  int64_t nbytes;
  if (!PyArg_ParseTuple(args, "Os", &object, &key)) return NULL;
  ptc_store store = resource_of(object, RESOURCE_STORE, "the store");
  if (!store) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = ptc_store_get(store, key, &data, &nbytes);
  Py_END_ALLOW_THREADS
  return take_bytes(error, data, nbytes);
}

/* store_compare_set(store, key, expected, desired) -> bytes */
static PyObject *store_compare_set(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object;
  const char *key, *expected, *desired;
  char *data;
  ptc_error error;
  int64_t nbytes;
  if (!PyArg_ParseTuple(args, "Osss", &object, &key, &expected, &desired)) return NULL;
  ptc_store store = resource_of(object, RESOURCE_STORE, "the store");
  if (!store) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = ptc_store_compare_set(store, key, expected, desired, &data, &nbytes);
  Py_END_ALLOW_THREADS
  return take_bytes(error, data, nbytes);
}

typedef ptc_error (*receiving)(ptc_store_collectives, const char *, int64_t, char **, int64_t *);
typedef ptc_error (*gathering)(ptc_store_collectives, const char *, const void *, int64_t, int64_t, char **, int64_t *,
                               int64_t);

static PyObject *received(PyObject *args, receiving receive) {
  PyObject *object;
  const char *key;
  char *data;
  ptc_error error;
  int64_t nbytes;
  long long timeout;
  if (!PyArg_ParseTuple(args, "OsL", &object, &key, &timeout)) return NULL;
  ptc_store_collectives self = resource_of(object, RESOURCE_COLLECTIVES, "the collectives");
  if (!self) return NULL;
  Py_BEGIN_ALLOW_THREADS
  error = receive(self, key, timeout, &data, &nbytes);
  Py_END_ALLOW_THREADS
  return take_bytes(error, data, nbytes);
}

/* store_collectives_broadcast_recv(collectives, key, timeout) -> bytes */
static PyObject *broadcast_recv(PyObject *UNUSED(self), PyObject *args) {
  return received(args, ptc_store_collectives_broadcast_recv);
}

/* store_collectives_scatter_recv(collectives, key, timeout) -> bytes */
static PyObject *scatter_recv(PyObject *UNUSED(self), PyObject *args) {
  return received(args, ptc_store_collectives_scatter_recv);
}

static PyObject *parts_of(const char *data, const int64_t *sizes, Py_ssize_t count) {
  PyObject *out = PyList_New(count);
  for (Py_ssize_t i = 0; out && i < count; data += sizes[i++]) {
    PyObject *part = PyBytes_FromStringAndSize(data, (Py_ssize_t)sizes[i]);
    if (part) PyList_SET_ITEM(out, i, part);
    else Py_CLEAR(out);
  }
  return out;
}

static PyObject *gathered(PyObject *args, gathering gather) {
  PyObject *object, *out;
  const char *key, *own;
  char *data;
  ptc_error error;
  Py_ssize_t nbytes, count;
  long long timeout;
  if (!PyArg_ParseTuple(args, "Osy#Ln", &object, &key, &own, &nbytes, &timeout, &count)) return NULL;
  ptc_store_collectives self = resource_of(object, RESOURCE_COLLECTIVES, "the collectives");
  if (!self) return NULL;
  int64_t *sizes = PyMem_Calloc((size_t)count, sizeof *sizes);
  if (!sizes) return PyErr_NoMemory();
  Py_BEGIN_ALLOW_THREADS
  error = gather(self, key, own, nbytes, timeout, &data, sizes, count);
  Py_END_ALLOW_THREADS
  out = error ? raise_error(error) : parts_of(data, sizes, count);
  if (!error) ptc_string_free(data);
  PyMem_Free(sizes);
  return out;
}

/* store_collectives_gather_recv(collectives, key, data, timeout, members) -> bytes of each */
static PyObject *gather_recv(PyObject *UNUSED(self), PyObject *args) {
  return gathered(args, ptc_store_collectives_gather_recv);
}

/* store_collectives_all_gather(collectives, key, data, timeout, members) -> bytes of each */
static PyObject *all_gather(PyObject *UNUSED(self), PyObject *args) {
  return gathered(args, ptc_store_collectives_all_gather);
}

/* The exception that an error would be raised as; None for NULL. The error stays whose it is. */
static PyObject *as_exception(ptc_error error) {
  PyObject *type, *value, *traceback;
  if (!error) return Py_NewRef(Py_None);
  raise_error(ptc_error_new(ptc_error_kind(error), error));
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return value;
}

static void on_done(void *function, ptc_error error) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *exception = as_exception(error), *none = exception ? PyObject_CallOneArg(function, exception) : NULL;
  if (!none) PyErr_WriteUnraisable(function);
  Py_XDECREF(exception);
  Py_XDECREF(none);
  LEAVE_PYTHON
}

/* work_then(work, callable): callable(exception or None) once the work is done */
static PyObject *work_then(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *function;
  ptc_error error;
  if (!PyArg_ParseTuple(args, "OO", &object, &function)) return NULL;
  ptc_work work = resource_of(object, RESOURCE_WORK, "the work");
  if (!work) return NULL;
  Py_INCREF(function);
  Py_BEGIN_ALLOW_THREADS
  error = ptc_work_then(work, on_done, function, let_go);
  Py_END_ALLOW_THREADS
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static ptc_error on_bucket(void *function, int64_t index, bool is_last, ptc_tensor buffer, const ptc_tensor *gradients,
                           int64_t gradients_len, const ptc_tensor *parameters, int64_t parameters_len,
                           ptc_future *out) {
  ptc_error error = NULL;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = Py_BuildValue("LNNNN", (long long)index, PyBool_FromLong(is_last), keep(buffer),
                                  keep_all(gradients, gradients_len), keep_all(parameters, parameters_len));
  PyObject *done = given ? PyObject_Call(function, given, NULL) : NULL;
  ptc_future future = done ? resource_of(done, RESOURCE_FUTURE, "the future of a communication hook") : NULL;
  if (future) error = ptc_future_share(future, out);
  else error = host_error();
  Py_XDECREF(given);
  Py_XDECREF(done);
  LEAVE_PYTHON
  return error;
}

/* reducer_comm_hook(reducer, callable): callable(index, is_last, buffer, gradients, parameters) -> a future */
static PyObject *reducer_comm_hook(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *function;
  if (!PyArg_ParseTuple(args, "OO", &object, &function)) return NULL;
  ptc_reducer reducer = resource_of(object, RESOURCE_REDUCER, "the reducer");
  if (!reducer) return NULL;
  ptc_error error = ptc_reducer_comm_hook(reducer, on_bucket, Py_NewRef(function), let_go);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* future_fail(future, exception) */
static PyObject *future_fail(PyObject *UNUSED(self), PyObject *args) {
  PyObject *object, *exception;
  ptc_error error;
  if (!PyArg_ParseTuple(args, "OO", &object, &exception)) return NULL;
  ptc_future future = resource_of(object, RESOURCE_FUTURE, "the future");
  if (!future) return NULL;
  PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
  ptc_error failure = host_error();
  Py_BEGIN_ALLOW_THREADS
  error = ptc_future_fail(future, failure);
  Py_END_ALLOW_THREADS
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* ---- groups and works that are Python's ---- */

static ptc_error on_wait(void *work, int64_t timeout) {
  ptc_error error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *done = PyObject_CallMethod(work, "wait", "L", (long long)timeout);
  error = done ? NULL : host_error();
  Py_XDECREF(done);
  LEAVE_PYTHON
  return error;
}

static ptc_error on_future(void *work, ptc_future *out) {
  ptc_error error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = PyObject_CallMethod(work, "future", NULL);
  ptc_future future = given ? resource_of(given, RESOURCE_FUTURE, "the future of a work") : NULL;
  error = future ? ptc_future_share(future, out) : host_error();
  Py_XDECREF(given);
  LEAVE_PYTHON
  return error;
}

static PyObject *numbers(const int64_t *values, int64_t count) {
  PyObject *out = PyList_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    PyObject *one = PyLong_FromLongLong(values[i]);
    if (one) PyList_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  return out;
}

static ptc_error on_collective(void *function, const ptc_group_call *call, ptc_work *out) {
  ptc_error error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *given = Py_BuildValue(
      "iiLLLNLNLNN", (int)call->kind, (int)call->op, (long long)call->root, (long long)call->tag,
      (long long)call->timeout, keep_all(call->outputs, call->outputs_len), (long long)call->outputs_lists,
      keep_all(call->inputs, call->inputs_len), (long long)call->inputs_lists,
      numbers(call->output_sizes, call->output_sizes_len), numbers(call->input_sizes, call->input_sizes_len));
  PyObject *work = given ? PyObject_Call(function, given, NULL) : NULL;
  Py_XDECREF(given);
  error = work ? ptc_work_host(on_wait, on_future, work, let_go, out) : host_error();
  LEAVE_PYTHON
  return error;
}

/* group_host(rank, size, backend, name, callable): a group whose collectives are
   callable(kind, op, root, tag, timeout, outputs, lists, inputs, lists, output sizes, input sizes), which gives an object
   with wait(milliseconds) and future() */
static PyObject *group_host(PyObject *UNUSED(self), PyObject *args) {
  long long rank, size;
  const char *backend, *name;
  PyObject *function;
  ptc_group group;
  if (!PyArg_ParseTuple(args, "LLssO", &rank, &size, &backend, &name, &function)) return NULL;
  ptc_error error = ptc_group_host(rank, size, backend, name, on_collective, Py_NewRef(function), let_go, &group);
  if (error) return raise_error(error);
  return new_resource(RESOURCE_GROUP, group);
}

static PyMethodDef functions[] = {
    {"store_get", store_get, METH_VARARGS, NULL},
    {"store_compare_set", store_compare_set, METH_VARARGS, NULL},
    {"store_collectives_broadcast_recv", broadcast_recv, METH_VARARGS, NULL},
    {"store_collectives_scatter_recv", scatter_recv, METH_VARARGS, NULL},
    {"store_collectives_gather_recv", gather_recv, METH_VARARGS, NULL},
    {"store_collectives_all_gather", all_gather, METH_VARARGS, NULL},
    {"work_then", work_then, METH_VARARGS, NULL},
    {"reducer_comm_hook", reducer_comm_hook, METH_VARARGS, NULL},
    {"future_fail", future_fail, METH_VARARGS, NULL},
    {"group_host", group_host, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_distributed(PyObject *module) { return PyModule_AddFunctions(module, functions); }
