/* Tensor.numpy() and from_numpy(): memory shared with NumPy's arrays, through what NumPy documents for everybody, the
   buffer protocol and __array_struct__; no header of NumPy's is needed. What is not plain is left to Python. */
#include "arrays.h"
#include "handle.h"
#include "install.h"
#include "resource.h"
#include "results.h"
#include "tensor.h"

enum { MOST_DIMENSIONS = 8 };

/* The memory of a tensor for an array, which holds the memory itself, whatever the tensor is made to mean later. */
typedef struct {
  PyObject_HEAD ptc_tensor lent;
  void *data;
  Py_ssize_t bytes;
} Memory;

static PyTypeObject *memory_type;
static PyObject *ndarray, *numpy_dtypes; /* once NumPy was imported; NumPy's dtype for the number of ours, or None */

static int memory_buffer(PyObject *self, Py_buffer *view, int flags) {
  return PyBuffer_FillInfo(view, self, ((Memory *)self)->data, ((Memory *)self)->bytes, 0, flags);
}
static void memory_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  ptc_tensor_close(((Memory *)self)->lent);
  PyObject_Free(self);
  Py_DECREF(type);
}
static PyType_Slot memory_slots[] = {{Py_tp_dealloc, memory_dealloc}, {Py_bf_getbuffer, memory_buffer}, {0, NULL}};
static PyType_Spec memory_spec = {
    .name = "pytorch_c._boundary._core.Memory",
    .basicsize = sizeof(Memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = memory_slots,
};

static PyObject *python_decides(void) { return Py_NewRef(Py_NotImplemented); }

/* A failure here happens again in Python, which explains it. */
static int went_well(const char *error) {
  ptc_error_free(error);
  return !error;
}

/* True if the tensor's memory can be an array's as it is. */
static int can_share(ptc_tensor x, ptc_description *found) {
  bool records = false;
  if (!went_well(ptc_tensor_describe(x, found)) || found->device_type != PTC_CPU || !found->strides || !found->data)
    return 0;
  if (found->flags & (PTC_FLAG_CONJ | PTC_FLAG_NEG) || !found->numel || found->dim > MOST_DIMENSIONS) return 0;
  if (found->flags & PTC_FLAG_REQUIRES_GRAD && (!went_well(ptc_grad_mode(&records)) || records)) return 0;
  return found->dtype >= 0 && found->dtype < PyTuple_GET_SIZE(numpy_dtypes) &&
         PyTuple_GET_ITEM(numpy_dtypes, found->dtype) != Py_None;
}

/* Tensor.numpy() */
PyObject *as_numpy(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = ndarray && count == 1 && is_tensor(args[0]) ? handle_if_open(args[0]) : NULL;
  ptc_description found;
  if (!handle || !can_share(handle->tensor, &found)) return python_decides();
  ptc_tensor lent;
  void *data;
  int64_t sizes[MOST_DIMENSIONS], strides[MOST_DIMENSIONS], bytes = found.element_size;
  for (int64_t i = 0; i < found.dim; ++i) {
    sizes[i] = found.sizes[i];
    strides[i] = found.strides[i] * found.element_size;
    bytes += (sizes[i] - 1) * strides[i];
  }
  if (!went_well(ptc_tensor_lend(handle->tensor, &lent))) return python_decides();
  Memory *memory = went_well(ptc_tensor_data_ptr(lent, &data)) ? PyObject_New(Memory, memory_type) : NULL;
  if (!memory) return ptc_tensor_close(lent), PyErr_Occurred() ? NULL : python_decides();
  memory->lent = lent;
  memory->data = data;
  memory->bytes = (Py_ssize_t)bytes;
  /* shape, dtype, buffer, offset, strides */
  PyObject *given[] = {
      int_tuple(&PyTuple_Type, sizes, found.dim),
      PyTuple_GET_ITEM(numpy_dtypes, found.dtype),
      (PyObject *)memory,
      PyLong_FromLong(0),
      int_tuple(&PyTuple_Type, strides, found.dim),
  };
  PyObject *out = given[0] && given[3] && given[4] ? PyObject_Vectorcall(ndarray, given, 5, NULL) : NULL;
  Py_XDECREF(given[0]);
  Py_DECREF(memory);
  Py_XDECREF(given[3]);
  Py_XDECREF(given[4]);
  return out;
}

/* NumPy's PyArrayInterface, "The array interface protocol", version 3. */
typedef struct {
  int two, nd;
  char typekind;
  int itemsize, flags;
  Py_intptr_t *shape, *strides;
  void *data;
  PyObject *descr;
} ArrayInterface;
enum { NOT_SWAPPED = 0x200, WRITEABLE = 0x400 };

static int dtype_number(char kind, int size) {
  static const struct {
    char kind;
    int size, dtype;
  } known[] = {
      {'f', 4, PTC_FLOAT32},   {'f', 8, PTC_FLOAT64},     {'i', 8, PTC_INT64},  {'i', 4, PTC_INT32},
      {'u', 1, PTC_UINT8},     {'b', 1, PTC_BOOL},        {'i', 1, PTC_INT8},   {'i', 2, PTC_INT16},
      {'f', 2, PTC_FLOAT16},   {'u', 2, PTC_UINT16},      {'u', 4, PTC_UINT32}, {'u', 8, PTC_UINT64},
      {'c', 8, PTC_COMPLEX64}, {'c', 16, PTC_COMPLEX128},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (known[i].kind == kind && known[i].size == size) return known[i].dtype;
  return -1;
}

/* from_numpy(array) */
PyObject *from_numpy(PyObject *const *args, Py_ssize_t count) {
  if (count != 1 || (PyObject *)Py_TYPE(args[0]) != ndarray) return python_decides();
  PyObject *capsule = PyObject_GetAttr(args[0], core->name_array_struct);
  const ArrayInterface *array = capsule ? PyCapsule_GetPointer(capsule, NULL) : NULL;
  if (!array) PyErr_Clear();
  int dtype = array && array->two == 2 && array->flags & NOT_SWAPPED && array->flags & WRITEABLE
                  ? dtype_number(array->typekind, array->itemsize)
                  : -1;
  int fits = dtype >= 0 && array->nd <= MOST_DIMENSIONS;
  int64_t sizes[MOST_DIMENSIONS], strides[MOST_DIMENSIONS];
  for (int i = 0; fits && i < array->nd; ++i) {
    fits = array->strides[i] >= 0 && array->strides[i] % array->itemsize == 0;
    sizes[i] = array->shape[i];
    strides[i] = array->strides[i] / array->itemsize;
  }
  running_member = "from_numpy";
  PyObject *out = fits ? share_memory(array->data, sizes, strides, array->nd, dtype, args[0]) : python_decides();
  running_member = NULL;
  Py_XDECREF(capsule);
  return out;
}

/* set_arrays(numpy.ndarray, NumPy's dtype or None for each of ours by number) */
static PyObject *set_arrays(PyObject *UNUSED(self), PyObject *args) {
  PyObject *class, *dtypes;
  if (!PyArg_ParseTuple(args, "O!O!", &PyType_Type, &class, &PyTuple_Type, &dtypes)) return NULL;
  Py_XSETREF(numpy_dtypes, Py_NewRef(dtypes));
  Py_XSETREF(ndarray, Py_NewRef(class));
  Py_RETURN_NONE;
}

/* lent_under(memory, mark) -> a tensor over the memory if that was lent under the mark; else None */
static PyObject *lent_under(PyObject *UNUSED(self), PyObject *args) {
  PyObject *memory, *mark;
  if (!PyArg_ParseTuple(args, "OO!", &memory, core->resource_type, &mark)) return NULL;
  ptc_mark of = ((Resource *)mark)->pointer;
  if (Py_TYPE(memory) != memory_type || !of || !ptc_mark_has(of, ((Memory *)memory)->lent)) Py_RETURN_NONE;
  ptc_tensor out;
  const char *error = ptc_tensor_lend(((Memory *)memory)->lent, &out);
  return error ? raise_error(error) : adopt(out);
}

static PyMethodDef functions[] = {
    {"set_arrays", set_arrays, METH_VARARGS, NULL},
    {"lent_under", lent_under, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_arrays(PyObject *module) {
  memory_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &memory_spec, NULL);
  return memory_type ? PyModule_AddFunctions(module, functions) : -1;
}
