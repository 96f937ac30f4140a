/* Devices of the host's own: C functions, by their addresses, become a device of libtorch's (cshim/include/pytorch_c/backend.h). */
#include "core.h"

/* backend_register(device_count, allocate, free, copy, context): addresses of C functions, which stay to the end of the process */
static PyObject *backend_register(PyObject *UNUSED(self), PyObject *args) {
  long long count;
  PyObject *given[4];
  void *found[4];
  if (!PyArg_ParseTuple(args, "LO!O!O!O!", &count, &PyLong_Type, &given[0], &PyLong_Type, &given[1], &PyLong_Type,
                        &given[2], &PyLong_Type, &given[3]))
    return NULL;
  for (int i = 0; i < 4; ++i)
    if (!(found[i] = PyLong_AsVoidPtr(given[i])) && PyErr_Occurred()) return NULL;
  ptc_device_allocate_fn allocate;
  ptc_device_free_fn release;
  ptc_device_copy_fn copy;
  memcpy(&allocate, &found[0], sizeof allocate); /* C has no cast from data to functions */
  memcpy(&release, &found[1], sizeof release);
  memcpy(&copy, &found[2], sizeof copy);
  const char *error = ptc_backend_register(count, allocate, release, copy, found[3], NULL);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"backend_register", backend_register, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

int install_backend(PyObject *module) { return PyModule_AddFunctions(module, functions); }
