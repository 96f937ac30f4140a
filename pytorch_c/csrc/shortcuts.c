/* Shortcuts before Python functions of the same name (quick.c): the plain case of small calls, without a Python frame.
   Each gives Py_NotImplemented for whatever else there is; members of Tensor that ask classes and modes stand before these
   (pytorch_c/_tensor/overriding.py). */
#include "shortcuts.h"
#include "arrays.h"
#include "call.h"
#include "convert.h"
#include "copies.h"
#include "handle.h"
#include "overrides.h"
#include "results.h"
#include "warnings.h"

#include <pytorch_c/operators/convert.h>

static PyObject *leave_it(void) { return Py_NewRef(Py_NotImplemented); }

/* The handle of the only argument, a Tensor that is open; NULL for others. */
static Handle *only_tensor(PyObject *const *args, Py_ssize_t count) {
  return count == 1 && is_tensor(args[0]) ? handle_if_open(args[0]) : NULL;
}

/* ---- what a tensor says of itself ---- */

static PyObject *contiguous(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  bool is = false;
  if (handle) ptc_error_free(ptc_tensor_is_contiguous(handle->tensor, PTC_CONTIGUOUS, &is));
  return Py_NewRef(is ? args[0] : Py_NotImplemented);
}

static PyObject *data_ptr(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = hosting ? NULL : only_tensor(args, count);
  void *data;
  const char *error = handle ? ptc_tensor_data_ptr(handle->tensor, &data) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyLong_FromVoidPtr(data);
}

static PyObject *is_on(PyObject *const *args, Py_ssize_t count, int32_t kind) {
  HELD Handle *handle = only_tensor(args, count);
  int32_t type, index;
  const char *error = handle ? ptc_tensor_device(handle->tensor, &type, &index) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong(type == kind);
}
static PyObject *is_cpu(PyObject *const *args, Py_ssize_t count) { return is_on(args, count, PTC_CPU); }
static PyObject *is_cuda(PyObject *const *args, Py_ssize_t count) { return is_on(args, count, PTC_CUDA); }
static PyObject *is_meta(PyObject *const *args, Py_ssize_t count) { return is_on(args, count, PTC_META); }

static PyObject *layout(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  int32_t code;
  const char *error = handle ? ptc_tensor_layout(handle->tensor, &code) : NULL;
  if (!handle || error || code < 0 || code >= PyTuple_GET_SIZE(core->layouts)) return ptc_error_free(error), leave_it();
  return Py_NewRef(PyTuple_GET_ITEM(core->layouts, code));
}
static PyObject *is_sparse(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  int32_t code;
  const char *error = handle ? ptc_tensor_layout(handle->tensor, &code) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong(code == PTC_SPARSE_COO);
}

static PyObject *number_of(PyObject *const *args, Py_ssize_t count, const char *(*read)(ptc_tensor, int64_t *)) {
  HELD Handle *handle = hosting ? NULL : only_tensor(args, count);
  int64_t number;
  const char *error = handle ? read(handle->tensor, &number) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyLong_FromLongLong(number);
}
static const char *bytes_of(ptc_tensor tensor, int64_t *out) {
  int64_t numel, size;
  const char *error = ptc_tensor_numel(tensor, &numel);
  if (!error) error = ptc_tensor_element_size(tensor, &size);
  if (!error) *out = numel * size;
  return error;
}
static PyObject *itemsize(PyObject *const *args, Py_ssize_t count) {
  return number_of(args, count, ptc_tensor_element_size);
}
static PyObject *nbytes(PyObject *const *args, Py_ssize_t count) { return number_of(args, count, bytes_of); }
static PyObject *stride(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = hosting ? NULL : only_tensor(args, count);
  ptc_description found;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error || !found.strides) return ptc_error_free(error), leave_it();
  return int_tuple(&PyTuple_Type, found.strides, found.dim);
}
static PyObject *version(PyObject *const *args, Py_ssize_t count) { return number_of(args, count, ptc_tensor_version); }

/* x.requires_grad_(), x.requires_grad_(on) */
static PyObject *requires_grad(PyObject *const *args, Py_ssize_t count) {
  if (count < 1 || count > 2 || (count == 2 && !PyBool_Check(args[1]))) return leave_it();
  HELD Handle *handle = only_tensor(args, 1);
  const char *error = handle ? ptc_tensor_set_requires_grad(handle->tensor, count == 1 || args[1] == Py_True) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return Py_NewRef(args[0]);
}

/* ---- its number ---- */

/* Reads the only element, in memory of the CPU's: to wait for a device is Python's way. */
static bool read_number(PyObject *const *args, Py_ssize_t count, ptc_scalar *out) {
  HELD Handle *handle = hosting ? NULL : only_tensor(args, count);
  ptc_description found;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error) return ptc_error_free(error), false;
  if (!is_plainly_numbers(&found) || found.device_type != PTC_CPU || found.numel != 1) return false;
  error = ptc_tensor_item(handle->tensor, out);
  ptc_error_free(error);
  return !error && !warned;
}

static PyObject *as_float(PyObject *const *args, Py_ssize_t count) {
  ptc_scalar x;
  if (!read_number(args, count, &x)) return leave_it();
  if (x.kind == PTC_SCALAR_FLOAT) return PyFloat_FromDouble(x.re);
  return x.kind == PTC_SCALAR_INT ? PyFloat_FromDouble((double)x.i) : leave_it();
}
static PyObject *as_int(PyObject *const *args, Py_ssize_t count) {
  ptc_scalar x;
  if (!read_number(args, count, &x)) return leave_it();
  if (x.kind == PTC_SCALAR_INT) return PyLong_FromLongLong(x.i);
  return x.kind == PTC_SCALAR_FLOAT ? PyLong_FromDouble(x.re) : leave_it();
}
static PyObject *as_bool(PyObject *const *args, Py_ssize_t count) {
  ptc_scalar x;
  if (!read_number(args, count, &x)) return leave_it();
  if (x.kind == PTC_SCALAR_FLOAT) return PyBool_FromLong(x.re != 0);
  return x.kind == PTC_SCALAR_INT || x.kind == PTC_SCALAR_BOOL ? PyBool_FromLong(x.i != 0) : leave_it();
}

static PyObject *as_index(PyObject *const *args, Py_ssize_t count) {
  ptc_scalar x;
  return read_number(args, count, &x) && x.kind == PTC_SCALAR_INT ? PyLong_FromLongLong(x.i) : leave_it();
}

/* ---- where nothing is to be done ---- */

/* True if an argument of to() means the CPU as it is: "cpu", its device, or a tensor there. */
static bool means_cpu(PyObject *x) {
  return x == core->cpu_device || (PyUnicode_CheckExact(x) && PyUnicode_CompareWithASCIIString(x, "cpu") == 0);
}

static PyObject *to_dtype; /* the Call of ptc_to_dtype */

/* The numbers in another dtype; the tensor itself where it has that one. */
static PyObject *cast(PyObject *x, PyObject *dtype, const ptc_description *found) {
  if (!is_plainly_numbers(found) || found->dtype < 0 || found->dtype >= PyTuple_GET_SIZE(core->dtypes))
    return leave_it();
  if (PyTuple_GET_ITEM(core->dtypes, found->dtype) == dtype) return Py_NewRef(x);
  PyObject *given[] = {x, dtype, Py_False, Py_False, Py_None};
  return PyObject_Vectorcall(to_dtype, given, 5, NULL);
}

/* x.to("cpu") of what is there, x.to(dtype), x.to(y) of what is like y */
static PyObject *to(PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || hosting) return leave_it();
  HELD Handle *handle = only_tensor(args, 1), *other = is_tensor(args[1]) ? handle_if_open(args[1]) : NULL;
  ptc_description found, wanted;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!error && other) error = ptc_tensor_describe(other->tensor, &wanted);
  if (!handle || error) return ptc_error_free(error), leave_it();
  bool same = false;
  if (other)
    same = found.dtype == wanted.dtype && found.device_type == wanted.device_type &&
           found.device_index == wanted.device_index;
  else if (Py_IS_TYPE(args[1], core->dtype_type)) return cast(args[0], args[1], &found);
  else same = found.device_type == PTC_CPU && means_cpu(args[1]);
  return same && is_plainly_numbers(&found) ? Py_NewRef(args[0]) : leave_it();
}

/* x.float(), x.long() and their like */
static PyObject *cast_to(PyObject *const *args, Py_ssize_t count, int32_t dtype) {
  HELD Handle *handle = hosting ? NULL : only_tensor(args, count);
  ptc_description found;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return cast(args[0], PyTuple_GET_ITEM(core->dtypes, dtype), &found);
}
#define CASTER(name, dtype) \
  static PyObject *name(PyObject *const *args, Py_ssize_t count) { return cast_to(args, count, dtype); }
CASTER(to_half, PTC_FLOAT16)
CASTER(to_float, PTC_FLOAT32)
CASTER(to_double, PTC_FLOAT64)
CASTER(to_bfloat16, PTC_BFLOAT16)
CASTER(to_byte, PTC_UINT8)
CASTER(to_char, PTC_INT8)
CASTER(to_short, PTC_INT16)
CASTER(to_int, PTC_INT32)
CASTER(to_long, PTC_INT64)
CASTER(to_bool, PTC_BOOL)

static PyObject *cpu(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = hosting ? NULL : only_tensor(args, count);
  ptc_description found;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return is_plainly_numbers(&found) && found.device_type == PTC_CPU ? Py_NewRef(args[0]) : leave_it();
}

static PyObject *as_tensor(PyObject *const *args, Py_ssize_t count) {
  if (count != 1 || hosting || has_default_device()) return leave_it();
  if (is_plain_tensor(args[0])) return Py_NewRef(args[0]);
  return from_numpy(args, count);
}

static PyObject *as_array(PyObject *const *args, Py_ssize_t count) {
  if (count != 1 || hosting || plain_calls != 1 || !is_plain_tensor(args[0]) || has_default_device()) return leave_it();
  HELD Handle *handle = handle_if_open(args[0]);
  bool requires = true; /* of such a one a sentence is said */
  if (handle) ptc_error_free(ptc_tensor_requires_grad(handle->tensor, &requires));
  return Py_NewRef(requires ? Py_NotImplemented : args[0]);
}

/* ---- states ---- */

static PyObject *is_grad_enabled(PyObject *const *UNUSED(args), Py_ssize_t count) {
  bool on;
  const char *error = count ? NULL : ptc_grad_mode(&on);
  if (count || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong(on);
}

static PyObject *get_default_dtype(PyObject *const *UNUSED(args), Py_ssize_t count) {
  int32_t code;
  const char *error = count ? NULL : ptc_get_default_dtype(&code);
  if (count || error || code < 0 || code >= PyTuple_GET_SIZE(core->dtypes)) return ptc_error_free(error), leave_it();
  return Py_NewRef(PyTuple_GET_ITEM(core->dtypes, code));
}

/* ---- dtypes ---- */

static int code_of(PyObject *dtype) {
  PyObject *code = Py_IS_TYPE(dtype, core->dtype_type) ? PyObject_GetAttr(dtype, core->name_code) : NULL;
  long number = code ? PyLong_AsLong(code) : -1;
  Py_XDECREF(code);
  return number < 0 ? PyErr_Clear(), -1 : (int)number;
}
static PyObject *promote_types(PyObject *const *args, Py_ssize_t count) {
  if (recorded) return leave_it(); /* tests ask which functions of the library were called */
  int a = count == 2 ? code_of(args[0]) : -1, b = count == 2 ? code_of(args[1]) : -1;
  int32_t code;
  const char *error = a < 0 || b < 0 ? NULL : ptc_promote_types(a, b, &code);
  if (a < 0 || b < 0 || error || code < 0 || code >= PyTuple_GET_SIZE(core->dtypes))
    return ptc_error_free(error), leave_it();
  return Py_NewRef(PyTuple_GET_ITEM(core->dtypes, code));
}

Shortcut find_shortcut(const char *name) {
  static const struct {
    const char *name;
    Shortcut shortcut;
  } shortcuts[] = {
      {"contiguous", contiguous},
      {"from_numpy", from_numpy},
      {"numpy", as_numpy},
      {"data_ptr", data_ptr},
      {"_is_cpu", is_cpu},
      {"_is_cuda", is_cuda},
      {"_is_meta", is_meta},
      {"_float", as_float},
      {"_int", as_int},
      {"_bool", as_bool},
      {"to", to},
      {"half", to_half},
      {"float", to_float},
      {"double", to_double},
      {"bfloat16", to_bfloat16},
      {"byte", to_byte},
      {"char", to_char},
      {"short", to_short},
      {"int", to_int},
      {"long", to_long},
      {"bool", to_bool},
      {"as_tensor", as_tensor},
      {"asarray", as_array},
      {"layout", layout},
      {"is_sparse", is_sparse},
      {"itemsize", itemsize},
      {"element_size", itemsize},
      {"stride", stride},
      {"nbytes", nbytes},
      {"_version", version},
      {"requires_grad_", requires_grad},
      {"_index", as_index},
      {"cpu", cpu},
      {"promote_types", promote_types},
      {"is_grad_enabled", is_grad_enabled},
      {"get_default_dtype", get_default_dtype},
  };
  if (!to_dtype && !(to_dtype = find_call("to_dtype"))) return NULL;
  for (size_t i = 0; i < sizeof shortcuts / sizeof *shortcuts; ++i)
    if (!strcmp(shortcuts[i].name, name)) return shortcuts[i].shortcut;
  return NULL;
}
