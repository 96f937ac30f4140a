/* One UntypedStorage for a StorageImpl, as long as somebody keeps it. The table is the one of Tensors (known.c): both
   kinds of objects begin alike, and no StorageImpl is where a TensorImpl is. */
#include "storages.h"
#include "install.h"
#include "known.h"
#include "resource.h"

#include <pytorch_c/memory/storage.h>

typedef struct {
  PyObject_HEAD PyObject *resource; /* `_s`, or NULL before it has one */
  const void *impl;
  PyObject *weakrefs;
} StorageObject;
_Static_assert(offsetof(StorageObject, impl) == offsetof(TensorObject, impl), "known.c reads both");

static PyTypeObject *base_type;    /* from which UntypedStorage derives */
static PyTypeObject *storage_type; /* UntypedStorage, once it is there */

static void storage_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  StorageObject *storage = (StorageObject *)self;
  forget((TensorObject *)self);
  if (storage->weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(storage->resource);
  type->tp_free(self);
  Py_DECREF(type);
}

/* The object for a storage, whose owner `resource` is given away: the one that there is, if it is of the class. */
static PyObject *object_over(PyTypeObject *type, PyObject *resource) {
  int64_t id = 0;
  const char *error = ptc_storage_id(((Resource *)resource)->pointer, &id);
  if (error) return Py_DECREF(resource), raise_error(error);
  PyObject *known = find_known((const void *)(intptr_t)id);
  if (known && LIKELY(Py_IS_TYPE(known, type))) return Py_DECREF(resource), known;
  if (known) forget((TensorObject *)known);
  Py_XDECREF(known);
  PyObject *made = type->tp_alloc(type, 0);
  if (!made) return Py_DECREF(resource), NULL;
  ((StorageObject *)made)->resource = resource;
  remember((TensorObject *)made, (const void *)(intptr_t)id);
  return made;
}

PyObject *storage_of(const Handle *handle) {
  ptc_storage storage = NULL;
  const char *error = storage_type ? ptc_storage_of(handle->tensor, &storage) : NULL;
  if (!storage_type || error) return ptc_error_free(error), Py_NewRef(Py_NotImplemented);
  PyObject *resource = new_resource(RESOURCE_STORAGE, storage);
  return resource ? object_over(storage_type, resource) : NULL;
}

/* Resource of an object, to be OWNED, or NULL; and the storage in it, or NULL. */
static PyObject *resource_of(PyObject *x) {
  return PyObject_TypeCheck(x, base_type) ? get_shared((const Field *)&((StorageObject *)x)->resource) : NULL;
}
static ptc_storage storage_in(PyObject *resource) {
  return resource && is_resource(resource, RESOURCE_STORAGE) ? ((Resource *)resource)->pointer : NULL;
}
PyObject *storage_data_ptr(PyObject *x) {
  OWNED PyObject *resource = resource_of(x);
  const ptc_storage storage = storage_in(resource);
  void *data = NULL;
  const char *error = storage ? ptc_storage_data_ptr(storage, &data) : NULL;
  if (!storage || error) return ptc_error_free(error), Py_NewRef(Py_NotImplemented);
  return PyLong_FromVoidPtr(data);
}
PyObject *storage_nbytes(PyObject *x) {
  OWNED PyObject *resource = resource_of(x);
  const ptc_storage storage = storage_in(resource);
  int64_t nbytes = 0;
  const char *error = storage ? ptc_storage_nbytes(storage, &nbytes) : NULL;
  if (!storage || error) return ptc_error_free(error), Py_NewRef(Py_NotImplemented);
  return PyLong_FromLongLong(nbytes);
}

/* storage_over(class, resource) -> the object of the class for a storage of the C library's */
static PyObject *storage_over(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || !PyType_Check(args[0]) || !PyType_IsSubtype((PyTypeObject *)args[0], base_type) ||
      !is_resource(args[1], RESOURCE_STORAGE))
    return PyErr_Format(PyExc_TypeError, "storage_over(): a class of storages and an open storage are needed");
  return object_over((PyTypeObject *)args[0], Py_NewRef(args[1]));
}

/* storage_class(class): that of the objects which tensors give, UntypedStorage; a decorator */
static PyObject *storage_class(PyObject *UNUSED(self), PyObject *given) {
  if (!PyType_Check(given) || !PyType_IsSubtype((PyTypeObject *)given, base_type))
    return PyErr_Format(PyExc_TypeError, "storage_class(): a class of storages is needed, got %R", given);
  Py_XSETREF(storage_type, (PyTypeObject *)Py_NewRef(given));
  return Py_NewRef(given);
}

static PyMemberDef members[] = {
    {"_s", T_OBJECT_EX, offsetof(StorageObject, resource), 0, "The storage of the C library's."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(StorageObject, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, storage_dealloc},
    {Py_tp_members, members},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.StorageBase",
    .basicsize = sizeof(StorageObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
static PyMethodDef functions[] = {
    {"storage_over", FAST(storage_over), METH_FASTCALL, NULL},
    {"storage_class", storage_class, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int install_storages(PyObject *module) {
  base_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  if (!base_type || PyModule_AddObjectRef(module, "StorageBase", (PyObject *)base_type) < 0) return -1;
  return PyModule_AddFunctions(module, functions);
}
