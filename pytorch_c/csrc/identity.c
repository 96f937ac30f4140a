/* One Tensor for a TensorImpl, as long as one is alive.

   A table leads from TensorImpls to their Tensors, which it does not own. It is not libtorch's own slot for a Python
   object: torch takes what it finds there for one of its own, and may be in the same process at any time. A new result
   is put into the table, and looked up only where somebody else holds the TensorImpl too.

   A Tensor that something would be lost with, attributes or a class of the user's, does not go while the graph holds its
   TensorImpl: it lets go of its handle, and the TensorImpl keeps it (`kept`). Whoever uses it then, through a weak
   reference, or gets it from libtorch again, gives it a new handle. */
#include "identity.h"
#include "callbacks.h"
#include "handle.h"
#include "install.h"
#include "known.h"

/* ---- what the graph keeps ---- */

/* The TensorImpl goes, and with it what it has kept. Who still has the object finds it closed. */
void kept_ends(void *object) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  --owned;
  forget(object);
  Py_DECREF((PyObject *)object);
  PyErr_Restore(type, value, traceback);
  LEAVE_PYTHON
}

/* True if a new object for its TensorImpl would be less than this one. Modes know tensors by weak references. */
static bool would_lose(PyObject *self) {
  if (!Py_IS_TYPE(self, core->tensor_type)) return true;
  if (hosting && *PyObject_GET_WEAKREFS_LISTPTR(self)) return true;
  PyObject **attributes = _PyObject_GetDictPtr(self);
  return attributes && *attributes && PyDict_GET_SIZE(*attributes);
}

#ifdef Py_GIL_DISABLED
/* Who found the object before it let go of its handle has nothing that keeps the tensor: then it has the handle again. They
   count themselves before they look for the handle, so that either they see that it is gone, or they are seen here. */
static void take_back_if_found(PyObject *self, Handle *handle, Py_ssize_t references) {
  if (__atomic_load_n(&self->ob_ref_shared, __ATOMIC_SEQ_CST) >> _Py_REF_SHARED_SHIFT == references) return;
  PyObject *kept = ptc_tensor_take_object(handle->tensor);
  if (!kept) return; /* one of them has opened it */
  take_again(self, handle);
  --owned;
  Py_DECREF(kept);
}
#endif

/* `references`: how many the object has where no other thread has found it; 0 where that is not known. */
static bool give_with_exception_aside(PyObject *self, Py_ssize_t references) {
  HELD Handle *handle = handle_now(self);
  if (!handle) return false;
  Py_INCREF(self);
  const char *error = ptc_tensor_give_object(handle->tensor, self, kept_ends);
  if (error) { /* nobody else holds it any more, or its backend has taken the place */
    ptc_error_free(error);
    Py_DECREF(self);
    return false;
  }
  ++owned;
#ifdef Py_GIL_DISABLED
  let_go_of_that_handle(self, handle);
  if (references) take_back_if_found(self, handle, references + 1);
#else
  (void)references;
  let_go_of_handle(self);
#endif
  return true;
}

/* Gives the object to its TensorImpl, if others hold that and something would be lost; whether it did. */
static bool give_to_tensor(PyObject *self, Py_ssize_t references) {
  const TensorObject *tensor = (TensorObject *)self;
  bool shared = false;
  {
    HELD const Handle *handle = handle_now(self);
    const void *impl = impl_of(tensor);
    if (handle && impl && impl != GOING) ptc_tensor_identity(handle->tensor, &shared);
  }
  if (LIKELY(!shared) || !would_lose(self)) return false;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  bool given = give_with_exception_aside(self, references);
  PyErr_Restore(type, value, traceback);
  return given;
}

/* tp_finalize: the last reference goes, or a collection finds it in a cycle. */
void owner_finalize(PyObject *self) { give_to_tensor(self, 0); }

/* Keeps the object where Python has called no tp_finalize: at the last reference, with a count of 0. */
bool keep_instead_of_dealloc(PyObject *self) {
#ifdef Py_GIL_DISABLED
  /* Others may find it meanwhile, and drop it again: it is tracked as long as they can, and whoever lets go of it last is
     told so by one atomic step. */
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self); /* Python had put it off */
  bool given = true;
  while (given) { /* again, where somebody who had found it has dropped it before this thread did */
    refer_again(self);
    given = give_to_tensor(self, 1);
    if (__atomic_sub_fetch(&self->ob_ref_shared, 1 << _Py_REF_SHARED_SHIFT, __ATOMIC_ACQ_REL) != _Py_REF_MERGED)
      return true;
  }
  return false;
#else
  Py_SET_REFCNT(self, 1);
  give_to_tensor(self, 1);
  Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
  return Py_REFCNT(self) > 0;
#endif
}

/* finalize(tensor): what its class's __del__ does under the strategy `del` */
static PyObject *finalize(PyObject *UNUSED(self), PyObject *tensor) {
  if (!is_tensor(tensor)) return PyErr_Format(PyExc_TypeError, "a Tensor is needed");
  if (!give_to_tensor(tensor, 0) && has_handle(tensor)) {
    forget((TensorObject *)tensor);
    let_go_of_handle(tensor);
  }
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"finalize", finalize, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_identity(PyObject *module) { return PyModule_AddFunctions(module, functions); }
