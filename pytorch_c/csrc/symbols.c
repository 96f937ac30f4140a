/* Numbers that Python stands for: torch's SymInt, SymFloat and SymBool, whose `node` has their methods.

   libtorch is given the node, and asks it (symbol_calls.c); a symbol that comes back is wrapped anew. */
#include "symbols.h"
#include "install.h"
#include "resource.h"

#include <pytorch_c/host/symbol.h>

int (*start_symbols)(void);
static PyObject *classes[3]; /* SymInt, SymFloat, SymBool; NULL before they are there */
static PyObject *node_name;

/* The kind of a symbol that a class is for; -1 for anything else. */
static int kind_of_class(PyTypeObject *type) {
  for (int i = 0; i < 3; ++i)
    if (classes[i] && PyType_IsSubtype(type, (PyTypeObject *)classes[i])) return i;
  return -1;
}

bool is_symbol(PyObject *x) { return classes[0] && kind_of_class(Py_TYPE(x)) >= 0; }

/* ---- to libtorch ---- */

static void symbol_free(PyObject *capsule) { ptc_symbol_close(PyCapsule_GetPointer(capsule, NULL)); }

int add_symbol_node(Frame *f, PyObject *node, int kind, ptc_value *out) {
  ptc_symbol symbol;
  if (start_symbols() < 0) return -1;
  const char *error = ptc_symbol_new(kind, node, &symbol);
  if (error) return raise_error(error), -1;
  PyObject *owner = PyCapsule_New(symbol, NULL, symbol_free);
  if (!owner) return ptc_symbol_close(symbol), -1;
  int failed = frame_hold(f, owner);
  Py_DECREF(owner);
  out->kind = PTC_VALUE_SYMBOL;
  out->p = symbol;
  out->i = kind;
  return failed;
}

int add_symbol(Frame *f, PyObject *x, ptc_value *out) {
  int kind = kind_of_class(Py_TYPE(x));
  PyObject *node = PyObject_GetAttr(x, node_name);
  if (!node) return -1;
  int failed = add_symbol_node(f, node, kind, out);
  Py_DECREF(node);
  return failed;
}

/* ---- from libtorch ---- */

PyObject *node_of_symbol(const ptc_value *value) {
  PyObject *node = ptc_symbol_object((ptc_symbol)value->p);
  if (node) return Py_NewRef(node);
  return PyErr_Format(PyExc_NotImplementedError, "a symbol that is not of this library cannot be read");
}

PyObject *symbol_object(const ptc_value *value) {
  int kind = (int)ptc_symbol_type((ptc_symbol)value->p);
  PyObject *node = node_of_symbol(value), *out = NULL;
  if (node && classes[kind]) out = PyObject_CallOneArg(classes[kind], node);
  Py_XDECREF(node);
  return out;
}

/* ---- for Python ---- */

/* set_symbols(SymInt, SymFloat, SymBool) */
static PyObject *set_symbols(PyObject *UNUSED(self), PyObject *args) {
  PyObject *given[3];
  if (!PyArg_ParseTuple(args, "O!O!O!", &PyType_Type, &given[0], &PyType_Type, &given[1], &PyType_Type, &given[2]))
    return NULL;
  for (int i = 0; i < 3; ++i) Py_XSETREF(classes[i], Py_NewRef(given[i]));
  Py_RETURN_NONE;
}

/* is_symbol(object) -> bool */
static PyObject *of_symbols(PyObject *UNUSED(self), PyObject *x) { return PyBool_FromLong(is_symbol(x)); }

static PyMethodDef functions[] = {
    {"set_symbols", set_symbols, METH_VARARGS, NULL},
    {"is_symbol", of_symbols, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_symbols(PyObject *module) {
  node_name = PyUnicode_InternFromString("node");
  return !node_name || PyModule_AddFunctions(module, functions) < 0 ? -1 : 0;
}
