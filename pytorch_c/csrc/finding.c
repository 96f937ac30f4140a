/* Names of the package's modules, found fast. Each of them loads some names at their first use, by a `__getattr__` of its
   own, and of such modules Python's interpreter does not remember where the names are: each look goes by the class first.
   Here the last finds are kept for as long as nothing has changed among a module's names.
   In instructions: benchmarks/instructions.py, whose calls are of the form `torch.abs(x)`. */
#include "core.h"
#include "install.h"

/* Python gives a dict another version with each change, which no dict had before. */
#if PY_VERSION_HEX < 0x030D0000
enum { FINDS = 512 };
static struct {
  uint64_t version;
  PyObject *name, *value; /* the dict has the value */
} finds[FINDS];

static PyObject *find(PyObject *names, PyObject *name) {
  const uint64_t version = ((PyDictObject *)names)->ma_version_tag;
  const size_t at = ((uintptr_t)name >> 4 ^ (uintptr_t)names >> 5) % FINDS;
  if (LIKELY(finds[at].name == name && finds[at].version == version)) return Py_NewRef(finds[at].value);
  PyObject *found = PyDict_GetItemWithError(names, name);
  if (!found) return NULL;
  Py_XSETREF(finds[at].name, Py_NewRef(name));
  finds[at].value = found;
  finds[at].version = version;
  return Py_NewRef(found);
}
#else
static PyObject *find(PyObject *names, PyObject *name) {
  PyObject *found;
  PyDict_GetItemRef(names, name, &found);
  return found;
}
#endif

/* Where a module has not the name itself its class is asked, and its `__getattr__`; but of no module is it known in which
   module its class is. */
static PyObject *getattro(PyObject *self, PyObject *name) {
  PyObject *names = *(PyObject **)((char *)self + PyModule_Type.tp_dictoffset),
           *found = names ? find(names, name) : NULL;
  if (LIKELY(found != NULL) || PyErr_Occurred()) return found;
  if (PyUnicode_CompareWithASCIIString(name, "__module__")) return PyModule_Type.tp_getattro(self, name);
  return PyErr_Format(PyExc_AttributeError, "a module has no attribute '__module__'");
}

/* find_fast(class): of modules, written in Python without a __getattribute__ of its own */
static PyObject *find_fast(PyObject *UNUSED(self), PyObject *given) {
  PyTypeObject *type = (PyTypeObject *)given;
  if (!PyType_Check(given) || !PyType_IsSubtype(type, &PyModule_Type) || !(type->tp_flags & Py_TPFLAGS_HEAPTYPE) ||
      (type->tp_getattro != PyModule_Type.tp_getattro && type->tp_getattro != getattro))
    return PyErr_Format(PyExc_TypeError, "find_fast(): a class of modules is needed, got %R", given);
  type->tp_getattro = getattro;
  PyType_Modified(type);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"find_fast", find_fast, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_finding(PyObject *module) { return PyModule_AddFunctions(module, functions); }
