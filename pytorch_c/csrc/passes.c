/* Backward passes by edges of the graph, and what runs at the end of one. */
#include "core.h"
#include "callbacks.h"
#include "convert.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "nodes.h"
#include "resource.h"
#include "results.h"
#include "warnings.h"

/* Nodes and numbers of a tuple of (node, number), as arrays in the frame. */
typedef struct {
  ptc_node *nodes;
  int64_t *numbers, count;
} Edges;

static int read_edges(Frame *f, PyObject *edges, Edges *out) {
  out->count = PyTuple_GET_SIZE(edges);
  out->nodes = frame_memory(f, (size_t)(out->count + 1) * sizeof *out->nodes);
  out->numbers = frame_memory(f, (size_t)(out->count + 1) * sizeof *out->numbers);
  if (!out->nodes || !out->numbers) return -1;
  for (int64_t i = 0; i < out->count; ++i) {
    PyObject *node;
    long long number;
    if (!PyArg_ParseTuple(PyTuple_GET_ITEM(edges, i), "OL", &node, &number)) return -1;
    if (!(out->nodes[i] = open_node(node)) || frame_hold(f, node) < 0) return -1;
    out->numbers[i] = number;
  }
  return 0;
}

int read_grads(Frame *f, PyObject *grads, ptc_tensor **out) {
  Py_ssize_t count = PyTuple_GET_SIZE(grads);
  if (!(*out = frame_memory(f, (size_t)(count + 1) * sizeof **out))) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *one = PyTuple_GET_ITEM(grads, i);
    Handle *handle = one == Py_None ? NULL : open_handle(one);
    if ((one != Py_None && !handle) || (handle && frame_hold_handle(f, handle) < 0)) return -1;
    (*out)[i] = handle ? handle->tensor : NULL;
  }
  return 0;
}

/* run_pass(roots, grads, inputs, keep_graph, create_graph, accumulate, allow_unused) -> tuple of gradients; roots and
   inputs are tuples of (node, number) */
static PyObject *run_pass(PyObject *UNUSED(self), PyObject *args) {
  PyObject *roots, *grads, *inputs, *out = NULL;
  int keep, create, accumulate, unused;
  if (!PyArg_ParseTuple(args, "O!O!O!pppp", &PyTuple_Type, &roots, &PyTuple_Type, &grads, &PyTuple_Type, &inputs, &keep,
                        &create, &accumulate, &unused))
    return NULL;
  Frame f;
  Edges from, to;
  ptc_tensor *given;
  frame_start(&f);
  if (read_edges(&f, roots, &from) == 0 && read_edges(&f, inputs, &to) == 0 && read_grads(&f, grads, &given) == 0) {
    const char *error;
    ptc_tensor_list found;
    BEGIN_CALL
    error = ptc_autograd_run(from.nodes, from.count, from.numbers, from.count, given, PyTuple_GET_SIZE(grads), to.nodes,
                             to.count, to.numbers, to.count, keep, create, accumulate, unused, &found);
    END_CALL
    if (warned) error = show_warnings(error);
    out = error ? raise_error(error) : take_list(found);
  }
  frame_end(&f);
  return out;
}

static const char *at_end(void *function) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *result = PyObject_CallNoArgs(function);
  error = result ? NULL : host_error();
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

static PyObject *at_end_of_pass(PyObject *UNUSED(self), PyObject *function) {
  const char *error;
  if (!PyCallable_Check(function))
    return PyErr_Format(PyExc_TypeError, "queue_callback(): a callable is needed, not %.100s",
                        Py_TYPE(function)->tp_name);
  lend(function);
  BEGIN_CALL /* take_back, which a failure runs, takes the GIL */
  error = ptc_backward_at_end(at_end, function, take_back);
  END_CALL
  return error ? raise_error(error) : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
    {"queue_callback", at_end_of_pass, METH_O,
     "queue_callback($self, callback, /)\n--\n\nCalls `callback()` at the end of the pass that runs; RuntimeError "
     "outside "
     "of any."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef functions[] = {
    {"run_pass", run_pass, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_passes(PyObject *module) {
  /* The base of the engine's class: torch's compiler knows this method by its being C's. */
  PyType_Slot slots[] = {{Py_tp_methods, methods}, {0, NULL}};
  PyType_Spec spec = {
      .name = "pytorch_c._boundary._core.EngineBase",
      .basicsize = sizeof(PyObject),
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
      .slots = slots,
  };
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed = !type || PyModule_AddObjectRef(module, "EngineBase", type) < 0;
  Py_XDECREF(type);
  return failed ? -1 : PyModule_AddFunctions(module, functions);
}
