/* Devices of the host's own: C functions, by their addresses, become a device of libtorch's (cshim/include/pytorch_c/devices/backend.h). */
#include "core.h"
#include "install.h"
#include "resource.h"

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

/* backend_register_streams(stream_new, stream_query, stream_synchronize, stream_copy, event_record, event_wait, event_query,
   event_synchronize, event_elapsed, event_close, context): likewise */
static PyObject *backend_register_streams(PyObject *UNUSED(self), PyObject *args) {
  struct {
    ptc_stream_new_fn stream_new;
    ptc_stream_query_fn stream_query;
    ptc_stream_synchronize_fn stream_synchronize;
    ptc_stream_copy_fn stream_copy;
    ptc_event_record_fn event_record;
    ptc_event_wait_fn event_wait;
    ptc_event_query_fn event_query;
    ptc_event_synchronize_fn event_synchronize;
    ptc_event_elapsed_fn event_elapsed;
    ptc_event_close_fn event_close;
    void *context;
  } to;
  enum { COUNT = sizeof to / sizeof(void *) };
  void *found[COUNT];
  if (PyTuple_GET_SIZE(args) != COUNT)
    return PyErr_Format(PyExc_TypeError, "backend_register_streams(): %d addresses are needed", (int)COUNT);
  for (int i = 0; i < COUNT; ++i)
    if (!(found[i] = PyLong_AsVoidPtr(PyTuple_GET_ITEM(args, i))) && PyErr_Occurred()) return NULL;
  memcpy(&to, found, sizeof to);
  const char *error = ptc_backend_register_streams(
      to.stream_new, to.stream_query, to.stream_synchronize, to.stream_copy, to.event_record, to.event_wait,
      to.event_query, to.event_synchronize, to.event_elapsed, to.event_close, to.context, NULL);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"backend_register", backend_register, METH_VARARGS, NULL},
    {"backend_register_streams", backend_register_streams, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_backend(PyObject *module) { return PyModule_AddFunctions(module, functions); }
