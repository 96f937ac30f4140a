/* Python's callables, contexts and dicts in libtorch's hands: counted while it has them, and taken back on any thread. */
#include "callbacks.h"

Counter owned;

PyObject *lend(PyObject *object) {
  ++owned;
  return Py_NewRef(object);
}

void take_back(void *object) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  --owned;
  Py_DECREF((PyObject *)object);
  LEAVE_PYTHON
}

void let_go(void *owner) {
  if (!Py_IsInitialized()) return; /* the process ends: nothing left to free into */
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF((PyObject *)owner);
  PyGILState_Release(state);
}

/* The exception that is set, as an error. */
const char *host_error(void) {
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
