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
#include "programs.h"
#include "results.h"
#include "storages.h"
#include "warnings.h"

#include <pytorch_c/devices/autocast.h>
#include <pytorch_c/devices/device.h>
#include <pytorch_c/operators/convert.h>

static PyObject *leave_it(void) { return Py_NewRef(Py_NotImplemented); }

/* The dtype of a number that the library gave, or an error, which Python's way is to meet again. */
static PyObject *dtype_of(const char *error, int32_t code) {
  if (error || code < 0 || code >= PyTuple_GET_SIZE(core->dtypes)) return ptc_error_free(error), leave_it();
  return Py_NewRef(PyTuple_GET_ITEM(core->dtypes, code));
}

/* The handle of the only argument, a Tensor that is open; NULL for others. */
static Handle *only_tensor(PyObject *const *args, Py_ssize_t count) {
  return count == 1 && is_tensor(args[0]) ? handle_if_open(args[0]) : NULL;
}

/* Handle of the only argument, a Tensor that is open and whose operators ask no Python; NULL for others. */
static Handle *only_plain_tensor(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  if (!handle || is_hosted(handle->tensor)) return NULL;
  return WITHOUT_GIL ? (Handle *)Py_NewRef((PyObject *)handle) : handle;
}

/* ---- what a tensor says of itself ---- */

static PyObject *contiguous(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  bool is = false;
  if (handle) ptc_error_free(ptc_tensor_is_contiguous(handle->tensor, PTC_CONTIGUOUS, &is));
  return Py_NewRef(is ? args[0] : Py_NotImplemented);
}

static PyObject *data_ptr(PyObject *const *args, Py_ssize_t count) {
  if (count == 1 && !is_tensor(args[0])) return storage_data_ptr(args[0]);
  HELD Handle *handle = only_plain_tensor(args, count);
  void *data;
  const char *error = handle ? ptc_tensor_data_ptr(handle->tensor, &data) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyLong_FromVoidPtr(data);
}

/* The kind of device of the only argument, or -1. */
static int32_t device_kind(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  int32_t type = -1, index;
  if (handle) ptc_error_free(ptc_tensor_device(handle->tensor, &type, &index));
  return type;
}
static PyObject *is_on(PyObject *const *args, Py_ssize_t count, int32_t kind) {
  const int32_t found = device_kind(args, count);
  return found < 0 ? leave_it() : PyBool_FromLong(found == kind);
}
static PyObject *is_cpu(PyObject *const *args, Py_ssize_t count) { return is_on(args, count, PTC_CPU); }
static PyObject *is_cuda(PyObject *const *args, Py_ssize_t count) { return is_on(args, count, PTC_CUDA); }
static PyObject *is_meta(PyObject *const *args, Py_ssize_t count) { return is_on(args, count, PTC_META); }

/* The number of the layout of the only argument, or -1. */
static int32_t layout_code(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  int32_t code = -1;
  if (handle) ptc_error_free(ptc_tensor_layout(handle->tensor, &code));
  return code;
}
static PyObject *layout(PyObject *const *args, Py_ssize_t count) {
  const int32_t code = layout_code(args, count);
  if (code < 0 || code >= PyTuple_GET_SIZE(core->layouts)) return leave_it();
  return Py_NewRef(PyTuple_GET_ITEM(core->layouts, code));
}
static PyObject *has_layout(PyObject *const *args, Py_ssize_t count, int32_t wanted) {
  const int32_t code = layout_code(args, count);
  return code < 0 ? leave_it() : PyBool_FromLong(code == wanted);
}
static PyObject *is_sparse(PyObject *const *args, Py_ssize_t count) { return has_layout(args, count, PTC_SPARSE_COO); }
static PyObject *is_csr(PyObject *const *args, Py_ssize_t count) { return has_layout(args, count, PTC_SPARSE_CSR); }
static PyObject *is_mkldnn(PyObject *const *args, Py_ssize_t count) { return has_layout(args, count, PTC_MKLDNN); }

/* False for a tensor that is on the CPU or on CUDA. */
static PyObject *is_elsewhere(PyObject *const *args, Py_ssize_t count) {
  const int32_t type = device_kind(args, count);
  return Py_NewRef(type == PTC_CPU || type == PTC_CUDA ? Py_False : Py_NotImplemented);
}

static PyObject *has_flag(PyObject *const *args, Py_ssize_t count, int64_t bit) {
  HELD Handle *handle = only_tensor(args, count);
  int64_t flags;
  const char *error = handle ? ptc_tensor_flags(handle->tensor, &flags) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong((flags & bit) != 0);
}
static PyObject *is_conj(PyObject *const *args, Py_ssize_t count) { return has_flag(args, count, PTC_FLAG_CONJ); }
static PyObject *is_neg(PyObject *const *args, Py_ssize_t count) { return has_flag(args, count, PTC_FLAG_NEG); }
static PyObject *is_view(PyObject *const *args, Py_ssize_t count) { return has_flag(args, count, PTC_FLAG_VIEW); }
static PyObject *is_nested(PyObject *const *args, Py_ssize_t count) { return has_flag(args, count, PTC_FLAG_NESTED); }
static PyObject *is_quantized(PyObject *const *args, Py_ssize_t count) {
  return has_flag(args, count, PTC_FLAG_QUANTIZED);
}
static PyObject *is_inference(PyObject *const *args, Py_ssize_t count) {
  return has_flag(args, count, PTC_FLAG_INFERENCE);
}
static PyObject *retains_grad(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  bool is;
  const char *error = handle ? ptc_tensor_retains_grad(handle->tensor, &is) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong(is);
}

static PyObject *untyped_storage(PyObject *const *args, Py_ssize_t count) {
  HELD Handle *handle = only_tensor(args, count);
  return handle ? storage_of(handle) : leave_it();
}

static PyObject *number_of(PyObject *const *args, Py_ssize_t count, const char *(*read)(ptc_tensor, int64_t *)) {
  HELD Handle *handle = only_plain_tensor(args, count);
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
static PyObject *nbytes(PyObject *const *args, Py_ssize_t count) {
  return count == 1 && !is_tensor(args[0]) ? storage_nbytes(args[0]) : number_of(args, count, bytes_of);
}
static PyObject *stride(PyObject *const *args, Py_ssize_t count) {
  if (count < 1 || count > 2) return leave_it();
  HELD Handle *handle = only_plain_tensor(args, 1);
  ptc_description found;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error || !found.strides) return ptc_error_free(error), leave_it();
  if (count == 1) return int_tuple(&PyTuple_Type, found.strides, found.dim);
  int overflow = 0;
  int64_t dim = PyLong_CheckExact(args[1]) ? PyLong_AsLongLongAndOverflow(args[1], &overflow) : found.dim;
  if (dim < 0) dim += found.dim;
  return overflow || dim < 0 || dim >= found.dim ? leave_it() : PyLong_FromLongLong(found.strides[dim]);
}
static const char *index_of_device(ptc_tensor tensor, int64_t *out) {
  int32_t type, index = -1;
  const char *error = ptc_tensor_device(tensor, &type, &index);
  *out = type == PTC_CPU ? -1 : index;
  return error;
}
static PyObject *get_device(PyObject *const *args, Py_ssize_t count) { return number_of(args, count, index_of_device); }
static PyObject *ndimension(PyObject *const *args, Py_ssize_t count) { return number_of(args, count, ptc_tensor_dim); }
static PyObject *output_nr(PyObject *const *args, Py_ssize_t count) {
  return number_of(args, count, ptc_tensor_output_nr);
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
  HELD Handle *handle = only_plain_tensor(args, count);
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

/* x.to(), x.to(dtype), x.to(device) and x.to(device, dtype) of what is on the CPU, x.to(y) of what is like y */
static PyObject *to(PyObject *const *args, Py_ssize_t count) {
  if (count < 1 || count > 3) return leave_it();
  HELD Handle *handle = only_plain_tensor(args, 1);
  ptc_description found, wanted;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error || !is_plainly_numbers(&found)) return ptc_error_free(error), leave_it();
  PyObject *last = count > 1 ? args[count - 1] : NULL;
  if (count == 2 && is_tensor(last)) {
    HELD Handle *other = handle_if_open(last);
    error = other ? ptc_tensor_describe(other->tensor, &wanted) : NULL;
    if (!other || error) return ptc_error_free(error), leave_it();
    const bool same = found.dtype == wanted.dtype && found.device_type == wanted.device_type &&
                      found.device_index == wanted.device_index;
    return Py_NewRef(same ? args[0] : Py_NotImplemented);
  }
  const bool has_dtype = last && Py_IS_TYPE(last, core->dtype_type), has_device = count - has_dtype == 2;
  if (count - has_dtype > 2 || (has_device && (found.device_type != PTC_CPU || !means_cpu(args[1])))) return leave_it();
  return has_dtype ? cast(args[0], last, &found) : Py_NewRef(args[0]);
}

/* x.float(), x.long() and their like */
static PyObject *cast_to(PyObject *const *args, Py_ssize_t count, int32_t dtype) {
  HELD Handle *handle = only_plain_tensor(args, count);
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
  HELD Handle *handle = only_plain_tensor(args, count);
  ptc_description found;
  const char *error = handle ? ptc_tensor_describe(handle->tensor, &found) : NULL;
  if (!handle || error) return ptc_error_free(error), leave_it();
  return is_plainly_numbers(&found) && found.device_type == PTC_CPU ? Py_NewRef(args[0]) : leave_it();
}

static PyObject *as_tensor(PyObject *const *args, Py_ssize_t count) {
  if (count != 1 || has_modes() || !default_is_cpu()) return leave_it();
  if (is_plain_tensor(args[0])) return Py_NewRef(has_default_device() ? Py_NotImplemented : args[0]);
  return from_numpy(args, count);
}

static PyObject *as_array(PyObject *const *args, Py_ssize_t count) {
  if (count != 1 || has_modes() || plain_calls != 1 || !is_plain_tensor(args[0]) || has_default_device())
    return leave_it();
  HELD Handle *handle = handle_if_open(args[0]);
  bool requires = true; /* of such a one a sentence is said */
  if (handle) ptc_error_free(ptc_tensor_requires_grad(handle->tensor, &requires));
  return Py_NewRef(requires ? Py_NotImplemented : args[0]);
}

/* ---- states ---- */

static PyObject *state(Py_ssize_t count, const char *(*read)(bool *)) {
  bool on;
  const char *error = count ? NULL : read(&on);
  if (count || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong(on);
}
static const char *anomaly(bool *on) {
  bool check_nan;
  return ptc_anomaly_mode(on, &check_nan);
}
static const char *anomaly_check_nan(bool *on) {
  bool enabled;
  return ptc_anomaly_mode(&enabled, on);
}
static const char *deterministic(bool *on) {
  int32_t mode = 0;
  const char *error = ptc_deterministic_mode(&mode);
  *on = mode > 0;
  return error;
}
static PyObject *is_grad_enabled(PyObject *const *UNUSED(args), Py_ssize_t count) {
  return state(count, ptc_grad_mode);
}
static PyObject *set_grad_enabled(PyObject *const *args, Py_ssize_t count) {
  if (recorded || has_modes() || plain_calls != 1 || count != 1 || !PyBool_Check(args[0])) return leave_it();
  const char *error = ptc_set_grad_mode(args[0] == Py_True);
  return error ? (ptc_error_free(error), leave_it()) : Py_NewRef(Py_None);
}
static PyObject *is_inference_mode(PyObject *const *UNUSED(args), Py_ssize_t count) {
  return state(count, ptc_inference_mode);
}
static PyObject *is_anomaly(PyObject *const *UNUSED(args), Py_ssize_t count) { return state(count, anomaly); }
static PyObject *is_anomaly_check_nan(PyObject *const *UNUSED(args), Py_ssize_t count) {
  return state(count, anomaly_check_nan);
}
static PyObject *is_deterministic(PyObject *const *UNUSED(args), Py_ssize_t count) {
  return state(count, deterministic);
}
static PyObject *is_autocast_cache(PyObject *const *UNUSED(args), Py_ssize_t count) {
  return state(count, ptc_autocast_cache_enabled);
}

/* The number of a kind of device, "cuda" where it is left out; -1 for others. */
static int32_t kind_of_device(PyObject *const *args, Py_ssize_t count) {
  if (!count) return PTC_CUDA;
  if (count != 1 || !PyUnicode_CheckExact(args[0])) return -1;
  return PyUnicode_CompareWithASCIIString(args[0], "cuda") == 0  ? PTC_CUDA
         : PyUnicode_CompareWithASCIIString(args[0], "cpu") == 0 ? PTC_CPU
                                                                 : -1;
}
static PyObject *is_autocast(PyObject *const *args, Py_ssize_t count) {
  const int32_t kind = kind_of_device(args, count);
  bool on;
  const char *error = kind < 0 ? NULL : ptc_autocast_enabled(kind, &on);
  if (kind < 0 || error) return ptc_error_free(error), leave_it();
  return PyBool_FromLong(on);
}
static PyObject *autocast_dtype(PyObject *const *args, Py_ssize_t count) {
  const int32_t kind = count ? kind_of_device(args, count) : -1;
  int32_t code = -1;
  const char *error = kind < 0 ? NULL : ptc_autocast_dtype(kind, &code);
  return dtype_of(error, code);
}
static PyObject *num_threads(PyObject *const *UNUSED(args), Py_ssize_t count) {
  int64_t number;
  const char *error = count ? NULL : ptc_get_num_threads(&number);
  if (count || error) return ptc_error_free(error), leave_it();
  return PyLong_FromLongLong(number);
}

static PyObject *get_default_dtype(PyObject *const *UNUSED(args), Py_ssize_t count) {
  int32_t code = -1;
  const char *error = count ? NULL : ptc_get_default_dtype(&code);
  return dtype_of(error, code);
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
  int32_t code = -1;
  const char *error = a < 0 || b < 0 ? NULL : ptc_promote_types(a, b, &code);
  return dtype_of(error, code);
}

static PyObject *result_type(PyObject *const *args, Py_ssize_t count) {
  if (recorded || has_modes() || plain_calls != 1 || count != 2 || !is_plain_tensor(args[0]) ||
      !is_plain_tensor(args[1]))
    return leave_it();
  HELD Handle *a = handle_if_open(args[0]), *b = handle_if_open(args[1]);
  int32_t code = -1;
  const char *error = a && b ? ptc_result_type_Tensor(a->tensor, b->tensor, &code) : NULL;
  return dtype_of(error, code);
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
      {"_is_sparse_csr", is_csr},
      {"_is_mkldnn", is_mkldnn},
      {"_is_elsewhere", is_elsewhere},
      {"is_conj", is_conj},
      {"is_neg", is_neg},
      {"_is_view", is_view},
      {"is_inference", is_inference},
      {"is_quantized", is_quantized},
      {"_is_nested", is_nested},
      {"retains_grad", retains_grad},
      {"untyped_storage", untyped_storage},
      {"output_nr", output_nr},
      {"get_device", get_device},
      {"ndimension", ndimension},
      {"itemsize", itemsize},
      {"element_size", itemsize},
      {"stride", stride},
      {"nbytes", nbytes},
      {"_version", version},
      {"requires_grad_", requires_grad},
      {"_index", as_index},
      {"cpu", cpu},
      {"promote_types", promote_types},
      {"result_type", result_type},
      {"is_grad_enabled", is_grad_enabled},
      {"_set_grad_enabled", set_grad_enabled},
      {"is_inference_mode_enabled", is_inference_mode},
      {"is_anomaly_enabled", is_anomaly},
      {"is_anomaly_check_nan_enabled", is_anomaly_check_nan},
      {"are_deterministic_algorithms_enabled", is_deterministic},
      {"is_autocast_cache_enabled", is_autocast_cache},
      {"is_autocast_enabled", is_autocast},
      {"get_autocast_dtype", autocast_dtype},
      {"get_num_threads", num_threads},
      {"get_default_dtype", get_default_dtype},
      {"assert_size_stride", assert_size_stride},
      {"_empty_strided_cpu", empty_strided_cpu},
      {"_reinterpret_tensor", reinterpret_tensor},
  };
  if (!to_dtype && !(to_dtype = find_call("to_dtype"))) return NULL;
  for (size_t i = 0; i < sizeof shortcuts / sizeof *shortcuts; ++i)
    if (!strcmp(shortcuts[i].name, name)) return shortcuts[i].shortcut;
  return NULL;
}

const char *idle_keyword(const char *name) { return strcmp(name, "numpy") ? NULL : "force"; }
