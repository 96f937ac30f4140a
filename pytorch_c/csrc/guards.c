/* Guards of compiled programs (pytorch_c/_C/_dynamo): whether a tensor is like the one that a program was compiled for,
   and the settings of this thread as one object, without a Python call for each of them. */
#include "core.h"
#include "handle.h"
#include "install.h"
#include "overrides.h"
#include "resource.h"

#include <pytorch_c/host/symbol.h>

#define ANY INT64_MIN /* in the place of a size or a step that may vary */
enum { MOST = 16 };   /* dimensions that are compared here */

typedef struct {
  PyObject_HEAD vectorcallfunc vectorcall;
  uintptr_t type; /* address of the class, which may end meanwhile */
  int64_t keys, dim, sizes[MOST], strides[MOST];
  int32_t dtype, index;
  bool requires_grad, any_strides;
  PyObject *in_python; /* the same test, of tensors whose sizes are symbols */
} TensorTest;

static bool are_wanted(const int64_t *now, const int64_t *wanted, int64_t dim) {
  for (int64_t i = 0; i < dim; ++i)
    if (wanted[i] != ANY && wanted[i] != now[i]) return false;
  return true;
}
static bool same_numbers(ptc_tensor tensor, const char *(*read)(ptc_tensor, int64_t *, int64_t), const int64_t *wanted,
                         int64_t dim) {
  int64_t now[MOST];
  const char *error = read(tensor, now, dim);
  if (error) return ptc_error_free(error), false;
  return are_wanted(now, wanted, dim);
}

/* True if the tensor is like the one of the test; (keys | included) & kept are the keys that count on this thread. */
static bool is_like_described(const TensorTest *test, ptc_tensor tensor, const ptc_description *found, int64_t included,
                              int64_t kept) {
  int64_t keys;
  if (found->dtype != test->dtype || !!(found->flags & PTC_FLAG_REQUIRES_GRAD) != test->requires_grad ||
      found->device_index != test->index || found->dim != test->dim)
    return false;
  const char *error = ptc_tensor_keyset(tensor, &keys);
  if (error) return ptc_error_free(error), false;
  return ((keys | included) & kept) == test->keys && are_wanted(found->sizes, test->sizes, found->dim) &&
         (test->any_strides || are_wanted(found->strides, test->strides, found->dim));
}

/* is_like_described() of a tensor that one call does not describe: it has no strides, or no memory to look at. */
static bool is_like(const TensorTest *test, ptc_tensor tensor, int64_t included, int64_t kept) {
  int32_t dtype, device, index;
  int64_t keys, dim;
  bool requires_grad;
  const char *error = ptc_tensor_dtype(tensor, &dtype);
  if (!error) error = ptc_tensor_requires_grad(tensor, &requires_grad);
  if (!error) error = ptc_tensor_device(tensor, &device, &index);
  if (!error) error = ptc_tensor_keyset(tensor, &keys);
  if (!error) error = ptc_tensor_dim(tensor, &dim);
  if (error) return ptc_error_free(error), false;
  if (dtype != test->dtype || requires_grad != test->requires_grad || index != test->index || dim != test->dim ||
      ((keys | included) & kept) != test->keys)
    return false;
  return same_numbers(tensor, ptc_tensor_sizes, test->sizes, dim) &&
         (test->any_strides || same_numbers(tensor, ptc_tensor_strides, test->strides, dim));
}

/* test(value, included, kept) -> bool */
static PyObject *test_vectorcall(PyObject *self, PyObject *const *args, size_t flags, PyObject *UNUSED(names)) {
  const TensorTest *test = (TensorTest *)self;
  if (PyVectorcall_NARGS(flags) != 3)
    return PyErr_Format(PyExc_TypeError, "a test of tensors takes (value, included, kept)");
  if ((uintptr_t)Py_TYPE(args[0]) != test->type || !is_tensor(args[0])) Py_RETURN_FALSE;
  const int64_t included = PyLong_AsLongLong(args[1]), kept = PyLong_AsLongLong(args[2]);
  if ((included == -1 || kept == -1) && PyErr_Occurred()) return NULL;
  HELD Handle *handle = handle_if_open(args[0]);
  if (!handle) Py_RETURN_FALSE;
  bool symbolic = false;
  if (UNLIKELY(hosting)) ptc_error_free(ptc_tensor_is_symbolic(handle->tensor, &symbolic));
  if (symbolic) return PyObject_Vectorcall(test->in_python, args, 3, NULL);
  ptc_description found;
  const char *error = ptc_tensor_describe(handle->tensor, &found);
  if (LIKELY(!error && found.sizes && found.strides))
    return PyBool_FromLong(is_like_described(test, handle->tensor, &found, included, kept));
  ptc_error_free(error);
  return PyBool_FromLong(is_like(test, handle->tensor, included, kept));
}

static int fill_numbers(int64_t *items, PyObject *from, int64_t dim) {
  for (int64_t i = 0; i < dim; ++i) {
    PyObject *item = PyTuple_GET_ITEM(from, i);
    items[i] = item == Py_None ? ANY : PyLong_AsLongLong(item);
    if (items[i] == -1 && PyErr_Occurred()) return -1;
  }
  return 0;
}

/* TensorTest(class's id, keys, dtype, index, requires_grad, sizes, strides, in_python): numbers, and tuples with None */
static PyObject *test_new(PyTypeObject *type, PyObject *args, PyObject *UNUSED(named)) {
  PyObject *sizes, *strides, *in_python;
  unsigned long long of;
  long long keys;
  int dtype, index, requires_grad;
  if (!PyArg_ParseTuple(args, "KLiipO!O!O", &of, &keys, &dtype, &index, &requires_grad, &PyTuple_Type, &sizes,
                        &PyTuple_Type, &strides, &in_python))
    return NULL;
  const Py_ssize_t dim = PyTuple_GET_SIZE(sizes);
  if (dim > MOST || dim != PyTuple_GET_SIZE(strides))
    return PyErr_Format(PyExc_ValueError, "one stride for each of at most %d sizes is needed", MOST);
  TensorTest *test = (TensorTest *)type->tp_alloc(type, 0);
  if (!test) return NULL;
  test->vectorcall = test_vectorcall;
  test->type = (uintptr_t)of, test->keys = keys, test->dim = dim;
  test->dtype = dtype, test->index = index, test->requires_grad = requires_grad;
  test->in_python = Py_NewRef(in_python);
  if (fill_numbers(test->sizes, sizes, dim) < 0 || fill_numbers(test->strides, strides, dim) < 0) {
    Py_DECREF(test);
    return NULL;
  }
  test->any_strides = true;
  for (Py_ssize_t i = 0; i < dim; ++i) test->any_strides = test->any_strides && test->strides[i] == ANY;
  return (PyObject *)test;
}

static int test_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((TensorTest *)self)->in_python);
  return 0;
}
static int test_clear(PyObject *self) {
  Py_CLEAR(((TensorTest *)self)->in_python);
  return 0;
}
static void test_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  test_clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(TensorTest, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, test_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, test_traverse},
    {Py_tp_clear, test_clear},
    {Py_tp_dealloc, test_dealloc},
    {Py_tp_members, members},
    {0, NULL},
};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.TensorTest",
    .basicsize = sizeof(TensorTest),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = slots,
};

/* ---- settings ---- */

typedef struct {
  int64_t threads;
  int32_t casts[MOST]; /* dtype for each type of device on which operators are cast, -1 for others */
  int32_t deterministic, default_dtype, overriding_off;
  bool grad, cache, tf32, fp16, bf16;
} Settings;

static const char *read_casts(Settings *out, const int32_t *devices, Py_ssize_t count) {
  const char *error = NULL;
  for (Py_ssize_t i = 0; !error && i < count; ++i) {
    bool on = false;
    error = ptc_autocast_enabled(devices[i], &on);
    if (!error && on) error = ptc_autocast_dtype(devices[i], out->casts + i);
  }
  return error;
}
static const char *read_settings(Settings *out) {
  const char *error = ptc_grad_mode(&out->grad);
  if (!error) error = ptc_autocast_cache_enabled(&out->cache);
  if (!error) error = ptc_get_num_threads(&out->threads);
  if (!error) error = ptc_get_default_dtype(&out->default_dtype);
  if (!error) error = ptc_deterministic_mode(&out->deterministic);
  if (!error) error = ptc_context_switch("cuda.matmul.allow_tf32", &out->tf32);
  if (!error) error = ptc_context_switch("cuda.matmul.allow_fp16_reduced_precision_reduction", &out->fp16);
  if (!error) error = ptc_context_switch("cuda.matmul.allow_bf16_reduced_precision_reduction", &out->bf16);
  return error;
}

/* thread_settings(keys, devices) -> bytes, which are other ones when a setting is: `keys` are left out of each call
   while operators are cast on none of the types of devices */
static PyObject *thread_settings(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || !PyLong_Check(args[0]) || !PyTuple_Check(args[1]) || PyTuple_GET_SIZE(args[1]) > MOST)
    return PyErr_Format(PyExc_TypeError, "thread_settings(keys: int, devices: tuple)");
  const int64_t keys = PyLong_AsLongLong(args[0]);
  if (keys == -1 && PyErr_Occurred()) return NULL;
  Settings now;
  memset(&now, 0, sizeof now);
  memset(now.casts, -1, sizeof now.casts);
  now.overriding_off = overriding_off;
  int64_t included, excluded;
  const char *error = ptc_dispatch_local(&included, &excluded);
  if (!error) error = read_settings(&now);
  if (!error && UNLIKELY((excluded & keys) != keys)) {
    int32_t devices[MOST];
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[1]); ++i)
      devices[i] = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(args[1], i));
    if (PyErr_Occurred()) return NULL;
    error = read_casts(&now, devices, PyTuple_GET_SIZE(args[1]));
  }
  return error ? raise_error(error) : PyBytes_FromStringAndSize((const char *)&now, sizeof now);
}

/* key_sets(backends) -> (included, kept): a tensor's keys on this thread are (keys | included) & kept. No set of excluded
   keys takes away the bits of backends. */
static PyObject *key_sets(PyObject *UNUSED(self), PyObject *backends) {
  const int64_t always = PyLong_AsLongLong(backends);
  if (always == -1 && PyErr_Occurred()) return NULL;
  int64_t included, excluded;
  const char *error = ptc_dispatch_local(&included, &excluded);
  return error ? raise_error(error) : Py_BuildValue("LL", (long long)included, (long long)(always | ~excluded));
}

static PyMethodDef functions[] = {
    {"key_sets", key_sets, METH_O, NULL},
    {"thread_settings", FAST(thread_settings), METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

int install_guards(PyObject *module) {
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed =
      !type || PyModule_AddObjectRef(module, "TensorTest", type) < 0 || PyModule_AddFunctions(module, functions) < 0;
  Py_XDECREF(type);
  return failed ? -1 : 0;
}
