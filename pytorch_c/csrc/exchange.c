/* DLPack's exchange API for C, on the class of Tensors: for libraries that take a Tensor without a call of Python's. */
#include "core.h"
#include "callbacks.h"
#include "handle.h"
#include "install.h"
#include "resource.h"

/* Structs of DLPack 1.3 (dlpack.h). */
typedef struct {
  uint32_t major, minor;
} Version;
typedef struct {
  void *data;
  struct {
    int32_t type, index;
  } device;
  int32_t ndim;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} View;
typedef void (*SetError)(void *context, const char *kind, const char *message);
typedef struct {
  Version version;
  void *older;
  int (*allocate)(const View *prototype, ptc_dlpack_versioned *out, void *context, SetError set_error);
  int (*from_object)(void *object, ptc_dlpack_versioned *out);
  int (*to_object)(ptc_dlpack_versioned managed, void **out);
  int (*look)(void *object, View *out);
  int (*current_stream)(int32_t device_type, int32_t index, void **out);
} Exchange;

/* May be called without the GIL. */
static int allocate(const View *prototype, ptc_dlpack_versioned *out, void *context, SetError set_error) {
  const View *p = prototype;
  const char *error = p ? ptc_dlpack_new(p->dtype.code, p->dtype.bits, p->dtype.lanes, p->device.type, p->device.index,
                                         p->shape, p->ndim, out)
                        : ptc_error_new(PTC_ERROR_TYPE, "a DLTensor is needed, got NULL");
  if (!error) return 0;
  const int32_t kind = ptc_error_kind(error);
  if (out) *out = NULL;
  if (set_error)
    set_error(context,
              kind == PTC_ERROR_OUT_OF_MEMORY ? "MemoryError"
              : kind == PTC_ERROR_BUFFER      ? "BufferError"
              : kind == PTC_ERROR_VALUE       ? "ValueError"
                                              : "RuntimeError",
              error);
  ptc_error_free(error);
  return -1;
}

/* The handle of a Tensor, borrowed; NULL and an exception for anything else. */
static Handle *handle_of(void *object) {
  if (object && is_tensor(object)) return open_handle(object);
  PyErr_Format(PyExc_TypeError, "a Tensor is needed, not %s", object ? Py_TYPE((PyObject *)object)->tp_name : "NULL");
  return NULL;
}

static int from_object(void *object, ptc_dlpack_versioned *out) {
  *out = NULL;
  HELD Handle *handle = handle_of(object);
  const char *error = handle ? ptc_tensor_to_dlpack_versioned(handle->tensor, out) : NULL;
  if (error) raise_error(error);
  return handle && !error ? 0 : -1;
}

static int to_object(ptc_dlpack_versioned managed, void **out) {
  ptc_tensor made;
  const char *error = ptc_tensor_from_dlpack_versioned(managed, &made);
  *out = error ? raise_error(error) : adopt(made);
  return *out ? 0 : -1;
}

static int look(void *object, View *out) {
  HELD Handle *handle = handle_of(object);
  if (!handle) return -1;
  int32_t code, bits, lanes, type, index;
  ptc_description found;
  const char *error = ptc_tensor_dlpack_dtype(handle->tensor, &code, &bits, &lanes, &type, &index);
  if (!error) error = ptc_tensor_describe(handle->tensor, &found);
  if (error) return raise_error(error), -1;
  out->data = (void *)found.data;
  out->device.type = type;
  out->device.index = index;
  out->ndim = (int32_t)found.dim;
  out->dtype.code = (uint8_t)code;
  out->dtype.bits = (uint8_t)bits;
  out->dtype.lanes = (uint16_t)lanes;
  out->shape = (int64_t *)found.sizes;
  out->strides = (int64_t *)found.strides;
  out->byte_offset = 0;
  return 0;
}

/* The current stream of a device, NULL for those without.  May be called without the GIL. */
static int current_stream(int32_t device_type, int32_t index, void **out) {
  enum { CUDA = 2, OF_THE_HOST = 12 }; /* in DLPack's numbers */
  ptc_stream found;
  *out = NULL;
  if (device_type != CUDA && device_type != OF_THE_HOST) return 0;
  const char *error = ptc_stream_current(device_type == CUDA ? PTC_CUDA : PTC_PRIVATEUSE1, index, &found);
  if (!error) error = ptc_stream_native_handle(found, out);
  if (!error) return 0;
  PyGILState_STATE state = PyGILState_Ensure();
  raise_error(error);
  PyGILState_Release(state);
  return -1;
}

static const Exchange exchange = {{1, 3}, NULL, allocate, from_object, to_object, look, current_stream};

/* The address of a Tensor's elements, which programs of torch's compiler ask for each argument of a kernel. */
static void *elements_of(PyObject *object) {
  HELD Handle *handle = handle_of(object);
  void *found = NULL;
  const char *error = handle ? ptc_tensor_data_ptr(handle->tensor, &found) : NULL;
  if (error) raise_error(error);
  return found;
}

int install_exchange(PyObject *module) {
  PyObject *capsule = PyCapsule_New((void *)&exchange, "dlpack_exchange_api", NULL);
  PyObject *address = PyLong_FromVoidPtr((void *)elements_of);
  int done = capsule && address ? PyModule_AddObjectRef(module, "dlpack_exchange_api", capsule) : -1;
  if (!done) done = PyModule_AddObjectRef(module, "elements_of", address);
  Py_XDECREF(capsule);
  Py_XDECREF(address);
  return done;
}
