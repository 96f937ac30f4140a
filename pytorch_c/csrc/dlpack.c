/* DLPack's capsules.  A capsule that nobody has consumed closes what it holds;
   the consumer gives it another name, and closes it. */
#include "core.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "resource.h"
#include "warnings.h"

static const char *const fresh[] = {"dltensor", "dltensor_versioned"}, *const used[] = {"used_dltensor",
                                                                                        "used_dltensor_versioned"};

static void close_managed(void *managed, int versioned) {
  if (versioned) ptc_dlpack_versioned_close(managed);
  else ptc_dlpack_close(managed);
}

static void capsule_died(PyObject *capsule) {
  for (int versioned = 0; versioned < 2; ++versioned)
    if (PyCapsule_IsValid(capsule, fresh[versioned]))
      close_managed(PyCapsule_GetPointer(capsule, fresh[versioned]), versioned);
}

/* to_dlpack(tensor, versioned) -> capsule that holds the tensor's memory */
static PyObject *to_dlpack(PyObject *UNUSED(self), PyObject *args) {
  PyObject *tensor;
  int versioned;
  if (!PyArg_ParseTuple(args, "Op", &tensor, &versioned)) return NULL;
  HELD Handle *handle = open_handle(tensor);
  if (!handle) return NULL;
  ptc_dlpack plain = NULL;
  ptc_dlpack_versioned with_version = NULL;
  const char *error;
  Py_INCREF(handle);
  BEGIN_CALL
  error = versioned ? ptc_tensor_to_dlpack_versioned(handle->tensor, &with_version)
                    : ptc_tensor_to_dlpack(handle->tensor, &plain);
  END_CALL
  Py_DECREF(handle);
  void *managed = versioned ? (void *)with_version : (void *)plain;
  if (warned) {
    const char *before = error;
    if ((error = show_warnings(before)) && !before) close_managed(managed, versioned);
  }
  if (error) return raise_error(error);
  PyObject *capsule = PyCapsule_New(managed, fresh[versioned], capsule_died);
  if (!capsule) close_managed(managed, versioned);
  return capsule;
}

/* from_dlpack(capsule) -> Tensor, None for a used one or another's, NotImplemented for what is none */
static PyObject *from_dlpack(PyObject *UNUSED(self), PyObject *capsule) {
  if (!PyCapsule_CheckExact(capsule)) Py_RETURN_NOTIMPLEMENTED;
  int versioned = PyCapsule_IsValid(capsule, fresh[1]);
  if (!versioned && !PyCapsule_IsValid(capsule, fresh[0])) Py_RETURN_NONE;
  void *managed = PyCapsule_GetPointer(capsule, fresh[versioned]);
  /* Its new name first, so that another thread finds it used. */
  if (PyCapsule_SetName(capsule, used[versioned]) < 0) return NULL;
  ptc_tensor out;
  const char *error;
  int taken;
  BEGIN_CALL
  error = versioned ? ptc_tensor_from_dlpack_versioned(managed, &out) : ptc_tensor_from_dlpack(managed, &out);
  taken = !error;
  END_CALL
  if (!taken && PyCapsule_SetName(capsule, fresh[versioned]) < 0) PyErr_Clear(); /* it is the capsule's again */
  return error ? raise_error(error) : adopt(out);
}

static PyMethodDef functions[] = {
    {"to_dlpack", to_dlpack, METH_VARARGS, NULL},
    {"from_dlpack", from_dlpack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_dlpack(PyObject *module) { return PyModule_AddFunctions(module, functions); }
