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
  PyObject *weakrefs, *attributes;
} StorageObject;
_Static_assert(offsetof(StorageObject, impl) == offsetof(TensorObject, impl), "known.c reads both");

static PyTypeObject *base_type;    /* from which UntypedStorage derives */
static PyTypeObject *storage_type; /* UntypedStorage, once it is there */

/* ---- the objects ---- */

/* Objects of UntypedStorage that are gone, for the next ones, each with a Resource in which nothing is. No collector tracks
   them: without attributes they lead to nothing. */
enum { MOST_SPARES = SPARES(64) };
static StorageObject *spares[MOST_SPARES + 1];
static int spares_count;

static bool keep_spare(StorageObject *storage) {
  Resource *resource = (Resource *)storage->resource;
  if (WITHOUT_GIL || spares_count == MOST_SPARES || !Py_IS_TYPE(storage, storage_type)) return false;
  if (!resource || Py_REFCNT(resource) != 1) return false;
  ptc_storage_close(resource->pointer);
  resource->pointer = NULL;
  not_finalized((PyObject *)storage);
  spares[spares_count++] = storage;
  return true;
}

static StorageObject *new_object(PyTypeObject *type) {
  if (!WITHOUT_GIL && LIKELY(type == storage_type && spares_count)) {
    StorageObject *made = spares[--spares_count];
    _Py_NewReference((PyObject *)made);
    Py_INCREF(type);
    return made;
  }
  PyObject *made = type->tp_alloc(type, 0);
  if (made && type == storage_type) PyObject_GC_UnTrack(made);
  return (StorageObject *)made;
}

/* Also that of UntypedStorage itself, which adds nothing; classes that derive from it come here by way of CPython's. */
static void storage_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  StorageObject *storage = (StorageObject *)self;
  if (UNLIKELY(type->tp_finalize != NULL) && PyObject_CallFinalizerFromDealloc(self) < 0) return;
  PyObject_GC_UnTrack(self);
  forget((TensorObject *)self);
  if (storage->weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(storage->attributes);
  if (!keep_spare(storage)) {
    Py_CLEAR(storage->resource);
    type->tp_free(self);
  }
  Py_DECREF(type);
}

static int storage_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((StorageObject *)self)->attributes);
  return 0;
}
static int storage_clear(PyObject *self) {
  Py_CLEAR(((StorageObject *)self)->attributes);
  return 0;
}

/* An object with attributes can be a part of a cycle. */
static void let_collect(PyObject *self) {
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
}
static int storage_setattro(PyObject *self, PyObject *name, PyObject *value) {
  let_collect(self);
  return PyObject_GenericSetAttr(self, name, value);
}
static PyObject *get_attributes(PyObject *self, void *closure) {
  let_collect(self);
  return PyObject_GenericGetDict(self, closure);
}

/* Gives an object its storage, which it owns. */
static bool put_storage(StorageObject *made, ptc_storage storage) {
  if (LIKELY(made->resource != NULL)) ((Resource *)made->resource)->pointer = storage;
  else made->resource = new_resource(RESOURCE_STORAGE, storage);
  return made->resource != NULL;
}

/* The object that there is for a storage, if it is of the class; NULL for none. */
static PyObject *known_object(PyTypeObject *type, int64_t id) {
  PyObject *known = find_known((const void *)(intptr_t)id);
  if (!known || LIKELY(Py_IS_TYPE(known, type))) return known;
  forget((TensorObject *)known);
  Py_DECREF(known);
  return NULL;
}

/* The object for a storage, whose owner `resource` is given away. */
static PyObject *object_over(PyTypeObject *type, PyObject *resource) {
  int64_t id = 0;
  const char *error = ptc_storage_id(((Resource *)resource)->pointer, &id);
  if (error) return Py_DECREF(resource), raise_error(error);
  PyObject *known = known_object(type, id);
  if (known) return Py_DECREF(resource), known;
  StorageObject *made = new_object(type);
  if (!made) return Py_DECREF(resource), NULL;
  Py_XSETREF(made->resource, resource);
  remember((TensorObject *)made, (const void *)(intptr_t)id);
  return (PyObject *)made;
}

PyObject *storage_of(const Handle *handle) {
  ptc_storage storage = NULL;
  int64_t id = 0;
  const char *error = storage_type ? ptc_storage_of(handle->tensor, &storage) : NULL;
  if (!error && storage) error = ptc_storage_id(storage, &id);
  if (!storage || error) return ptc_error_free(error), Py_NewRef(Py_NotImplemented);
  PyObject *known = known_object(storage_type, id);
  if (known) return ptc_storage_close(storage), known;
  StorageObject *made = new_object(storage_type);
  if (!made) return ptc_storage_close(storage), NULL;
  if (!put_storage(made, storage)) return Py_DECREF(made), NULL;
  remember((TensorObject *)made, (const void *)(intptr_t)id);
  return (PyObject *)made;
}

/* ---- what they are asked ---- */

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
  storage_type->tp_dealloc = storage_dealloc; /* CPython's would look for what a class can have added */
  return Py_NewRef(given);
}

static PyMemberDef members[] = {
    {"_s", T_OBJECT_EX, offsetof(StorageObject, resource), 0, "The storage of the C library's."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(StorageObject, weakrefs), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(StorageObject, attributes), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef getset[] = {
    {"__dict__", get_attributes, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, storage_dealloc},
    {Py_tp_traverse, storage_traverse},
    {Py_tp_clear, storage_clear},
    {Py_tp_setattro, storage_setattro},
    {Py_tp_members, members},
    {Py_tp_getset, getset},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.StorageBase",
    .basicsize = sizeof(StorageObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
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
