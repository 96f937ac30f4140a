/* Functions of Python's that the backward pass calls: hooks, and the backward of
   a custom function.  They run on a thread of libtorch's choice, take the GIL,
   and hand an exception on as an error that carries it (throw() raises it again).
   Included by accel.c. */
#include <pthread.h>
#include <unistd.h>

/* Around what Python does for libtorch.  Once Python has ended, it ends a thread
   that asks for the GIL by unwinding its stack, which C++ does not survive: such
   a thread waits for the end of the process instead. */
static void wait_for_the_end(void *Py_UNUSED(nothing)) {
  for (;;) pause();
}
#define ENTER_PYTHON \
  PyGILState_STATE state; \
  pthread_cleanup_push(wait_for_the_end, NULL); \
  state = PyGILState_Ensure();
#define LEAVE_PYTHON \
  PyGILState_Release(state); \
  pthread_cleanup_pop(0);

/* ---- what the graph owns, seen by the collector ---- */

static Py_ssize_t owned; /* callables, contexts and dicts; the GIL guards it */

static PyObject *lend(PyObject *object) {
  ++owned;
  return Py_NewRef(object);
}

static void take_back(void *object) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  --owned;
  Py_DECREF((PyObject *)object);
  LEAVE_PYTHON
}

static void function_ends(void *ctx);

typedef struct {
  visitproc visit;
  void *arg;
} Visit;

static int32_t visit_context(void *context, void (*destroy)(void *), void *arg) {
  Visit *to = arg;
  return destroy == take_back || destroy == function_ends ? to->visit((PyObject *)context, to->arg) : 0;
}

/* A Tensor that is the only way to its hooks holds them as if they were its
   attributes. */
static int traverse_owner(PyObject *self, visitproc visit, void *arg) {
  PyObject *cdata = owned && tensor_type ? *handle_slot(self) : NULL;
  if (!cdata || cdata == Py_None || Py_REFCNT(cdata) != 1) return 0;
  ptc_tensor handle = (ptc_tensor)_cffi_to_c_pointer(cdata, tensor_ctype);
  Visit to = {visit, arg};
  return ptc_tensor_visit(handle, visit_context, &to);
}

/* The base of Tensor. */
static PyTypeObject Owner_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "pytorch_c._accel.Owner",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = traverse_owner,
};

/* The exception that is set, as an error. */
static const char *host_error(void) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback) PyException_SetTraceback(value, traceback);
  PyObject *text = PyObject_Str(value);
  const char *message = text ? PyUnicode_AsUTF8(text) : NULL;
  if (!message) PyErr_Clear();
  const char *error = ptc_error_new_with(PTC_ERROR_HOST, message, value, let_go);
  Py_XDECREF(text);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return error;
}

/* exception(address) -> the exception that an error carries, or None */
static PyObject *exception(PyObject *Py_UNUSED(self), PyObject *address) {
  const char *error = PyLong_AsVoidPtr(address);
  if (!error && PyErr_Occurred()) return NULL;
  PyObject *found = error ? ptc_error_context(error) : NULL;
  return Py_NewRef(found ? found : Py_None);
}

static const char *ended(void) { return ptc_error_new(PTC_ERROR_HOST, "Python has ended"); }

/* A Tensor for a handle that is lent to us; None for NULL. */
static PyObject *keep(ptc_tensor lent) {
  ptc_tensor own = NULL;
  const char *error = lent ? ptc_tensor_share(lent, &own) : NULL;
  return error ? throw_error(error) : adopt_new(own);
}

static PyObject *keep_all(const ptc_tensor *lent, int64_t count) {
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (Py_ssize_t i = 0; out && i < count; ++i) {
    PyObject *one = keep(lent[i]);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  return out;
}

/* The other way: a handle of the library's own; NULL for None. */
static int give(PyObject *tensor, ptc_tensor *out) {
  if (tensor == Py_None) return 0;
  if (!PyObject_TypeCheck(tensor, tensor_type)) {
    PyErr_Format(PyExc_TypeError, "expected Variable, but hook returned '%.100s'", Py_TYPE(tensor)->tp_name);
    return -1;
  }
  PyObject *cdata = slot_of(tensor);
  ptc_tensor handle = cdata ? open_handle(cdata) : NULL;
  if (!handle) return -1;
  const char *error = ptc_tensor_share(handle, out);
  if (error) throw_error(error);
  return error ? -1 : 0;
}

/* What a hook of a node returned: None, or a tuple as long as what it was given. */
static int give_all(PyObject *hook, PyObject *result, int64_t count, ptc_tensor *out, bool *changed) {
  if (result == Py_None) return 0;
  if (!PyTuple_Check(result)) {
    PyErr_Format(PyExc_TypeError, "expected tuple, but hook returned '%.100s'", Py_TYPE(result)->tp_name);
    return -1;
  }
  if (PyTuple_GET_SIZE(result) != count) {
    PyErr_Format(PyExc_RuntimeError, "hook %R has returned an incorrect number of values (got %zd, but expected %zd)", hook,
                 PyTuple_GET_SIZE(result), (Py_ssize_t)count);
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
  error = result ? NULL : host_error();
  Py_XDECREF(tensor);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

static const char *before_node(void *hook, const ptc_tensor *grad_outputs, int64_t count, ptc_tensor *out, bool *changed) {
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

static const char *after_node(void *hook, const ptc_tensor *grad_inputs, int64_t count, const ptc_tensor *grad_outputs, int64_t count_outputs,
                              ptc_tensor *out, bool *changed) {
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

static ptc_node open_node(PyObject *cdata) {
  ptc_node node = (ptc_node)_cffi_to_c_pointer(cdata, node_ctype);
  if (!node && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a node is needed, got NULL");
  return node;
}

/* register_hook(where, handle, function) -> address of a ptc_hook; where: "tensor",
   "leaf" (after the gradient was added), "node" or "before" (a node) */
static PyObject *register_hook(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *where, *error;
  PyObject *cdata, *hook;
  if (!PyArg_ParseTuple(args, "sOO", &where, &cdata, &hook)) return NULL;
  int on_node = *where == 'n' || *where == 'b';
  ptc_node node = on_node ? open_node(cdata) : NULL;
  ptc_tensor tensor = on_node ? NULL : open_handle(cdata);
  if (!node && !tensor) return NULL;
  ptc_hook out;
  lend(hook);
  Py_BEGIN_ALLOW_THREADS /* take_back, which a failure runs, takes the GIL */
  if (*where == 't') error = ptc_tensor_register_hook(tensor, on_tensor, hook, take_back, &out);
  else if (*where == 'l') error = ptc_tensor_register_post_accumulate_grad_hook(tensor, on_leaf, hook, take_back, &out);
  else if (*where == 'n') error = ptc_node_register_hook(node, after_node, hook, take_back, &out);
  else error = ptc_node_register_prehook(node, before_node, hook, take_back, &out);
  Py_END_ALLOW_THREADS
  return error ? throw_error(error) : PyLong_FromVoidPtr(out);
}

/* node_data(node) -> a dict that lives as long as the node of the graph */
static PyObject *node_data(PyObject *Py_UNUSED(self), PyObject *cdata) {
  ptc_node node = open_node(cdata);
  if (!node) return NULL;
  void *found;
  const char *error = ptc_node_data(node, &found);
  if (error) return throw_error(error);
  if (found) return Py_NewRef((PyObject *)found);
  PyObject *made = PyDict_New();
  if (!made) return NULL;
  if ((error = ptc_node_set_data(node, lend(made), take_back))) {
    Py_DECREF(made);
    return throw_error(error);
  }
  return made;
}

/* ---- custom functions: their context is the `ctx` of autograd.Function ---- */

static const char *on_backward(void *ctx, ptc_node self, const ptc_tensor *grads, int64_t count, ptc_tensor *out) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  int64_t wanted = 0;
  error = ptc_node_next_count(self, &wanted);
  PyObject *node = error ? throw_error(error) : _cffi_from_c_pointer((char *)self, node_ctype);
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
    PyErr_Format(PyExc_RuntimeError, "Function's jvp returned an invalid number of forward gradients (expected %zd but got %zd)",
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
static void function_ends(void *ctx) {
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
    PyObject *one = PyTuple_GET_ITEM(tensors, i), *cdata = NULL;
    if (one == Py_None) continue;
    if (!PyObject_TypeCheck(one, tensor_type)) PyErr_Format(PyExc_TypeError, "a Tensor is needed, got %.100s", Py_TYPE(one)->tp_name);
    else cdata = slot_of(one);
    if (cdata && (out[i] = open_handle(cdata))) continue;
    PyMem_Free(out);
    out = NULL;
  }
  return out;
}

/* autograd_function(name, inputs, outputs, dirty, non_differentiable, saved,
   materialize, ctx) -> tuple of the outputs with their history; what are lists
   are tuples of Tensors, and of None in outputs and saved.  The GIL stays, so
   that nobody closes one of them meanwhile. */
static PyObject *autograd_function(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *name;
  PyObject *lists[5], *ctx;
  int materialize, failed = 0;
  if (!PyArg_ParseTuple(args, "sO!O!O!O!O!pO", &name, &PyTuple_Type, lists, &PyTuple_Type, lists + 1, &PyTuple_Type, lists + 2,
                        &PyTuple_Type, lists + 3, &PyTuple_Type, lists + 4, &materialize, &ctx))
    return NULL;
  ptc_tensor *handles[5] = {0};
  for (int i = 0; i < 5 && !failed; ++i) failed = !(handles[i] = handle_array(lists[i]));
  PyObject *out = NULL;
  if (!failed) {
    ptc_tensor_list results;
    int64_t n[5];
    for (int i = 0; i < 5; ++i) n[i] = PyTuple_GET_SIZE(lists[i]);
    const char *error = ptc_autograd_function(name, handles[0], n[0], handles[1], n[1], handles[2], n[2], handles[3], n[3], handles[4], n[4],
                                              materialize, on_backward, on_jvp, lend(ctx), function_ends, &results);
    out = error ? throw_error(error) : take_list(results);
  }
  for (int i = 0; i < 5; ++i) PyMem_Free(handles[i]);
  return out;
}

static PyMethodDef callback_methods[] = {
    {"exception", exception, METH_O, NULL},
    {"register_hook", register_hook, METH_VARARGS, NULL},
    {"node_data", node_data, METH_O, NULL},
    {"autograd_function", autograd_function, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int install_callbacks(PyObject *module) {
  Owner_Type.tp_new = PyBaseObject_Type.tp_new;
  if (PyType_Ready(&Owner_Type) < 0 || PyModule_AddFunctions(module, callback_methods) < 0) return -1;
  return PyModule_AddObjectRef(module, "Owner", (PyObject *)&Owner_Type);
}
