/* copy.deepcopy of a tensor that is all of its storage, as most are; pytorch_c/_files/pickling.py has the others. */
#include "copies.h"
#include "forking.h"
#include "handle.h"
#include "install.h"
#include "overrides.h"
#include "resource.h"
#include "scopes.h"
#include "warnings.h"

/* True if the tensor is a leaf and all of its storage, in whatever order; the key of the storage. */
static const char *look_at(ptc_tensor tensor, ptc_description *found, bool *whole, void **data, int64_t *nbytes) {
  bool leaf = false, dense = false;
  *whole = false;
  const char *error = ptc_tensor_describe(tensor, found);
  if (error || !is_plainly_numbers(found) || found->storage_offset || found->flags & PTC_FLAG_INFERENCE) return error;
  if ((error = ptc_tensor_is_leaf(tensor, &leaf)) || (error = ptc_tensor_is_dense(tensor, &dense))) return error;
  if ((error = ptc_tensor_storage(tensor, data, nbytes))) return error;
  *whole = leaf && dense && *data && *nbytes == found->numel * found->element_size;
  return NULL;
}

/* A copy of the numbers, which requires a gradient where the tensor does; without the GIL. */
static const char *copy_of(ptc_tensor tensor, bool requires_grad, ptc_tensor *out) {
  ptc_tensor plain;
  const char *error = ptc_detach(tensor, &plain);
  if (error) return error;
  error = ptc_clone(plain, PTC_UNSET, out);
  ptc_tensor_close(plain);
  if (!error && requires_grad && (error = ptc_tensor_set_requires_grad_inside(*out, true))) ptc_tensor_close(*out);
  return error;
}

/* copied(tensor, {key of a storage: what it was copied to}) -> (a copy, the key), or None where Python's way decides: for
   what has attributes, is no leaf, or shares its storage with what was copied before */
static PyObject *copied(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || !PyDict_Check(args[1])) return PyErr_Format(PyExc_TypeError, "copied() takes a tensor and a dict");
  PyTypeObject *type = Py_TYPE(args[0]);
  if ((type != core->tensor_type && type != core->parameter_type) || has_modes() || plain_calls != 1 ||
      somebody_listens() || attributes_of(args[0]))
    Py_RETURN_NONE;
  HELD Handle *handle = handle_if_open(args[0]);
  if (!handle) Py_RETURN_NONE;
  ptc_description found;
  bool whole;
  void *data = NULL;
  int64_t nbytes = 0;
  const char *error = look_at(handle->tensor, &found, &whole, &data, &nbytes);
  if (error) return raise_error(error);
  if (!whole) Py_RETURN_NONE;
  PyObject *key = Py_BuildValue("KL", (unsigned long long)(uintptr_t)data, (long long)nbytes);
  int before = key ? PyDict_Contains(args[1], key) : -1;
  if (before) return Py_XDECREF(key), before < 0 ? NULL : Py_NewRef(Py_None);
  ptc_tensor out = NULL;
  Py_INCREF(handle);
  BEGIN_CALL
  error = copy_of(handle->tensor, (found.flags & PTC_FLAG_REQUIRES_GRAD) != 0, &out);
  END_CALL
  Py_DECREF(handle);
  error = show_and_close(error, out);
  if (error) return Py_DECREF(key), raise_error(error);
  bool may_be_known;
  const void *impl = ptc_tensor_identity(out, &may_be_known);
  PyObject *made = adopt_as(type, out, impl);
  return made ? Py_BuildValue("NN", made, key) : (Py_DECREF(key), NULL);
}

static PyMethodDef functions[] = {{"copied", FAST(copied), METH_FASTCALL, NULL}, {NULL, NULL, 0, NULL}};

int install_copies(PyObject *module) { return PyModule_AddFunctions(module, functions); }
