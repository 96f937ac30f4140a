/* Tensors in programs of torch's compiler: made, viewed and tested by sizes and strides. pytorch_c/_C/_dynamo/_guard_inductor.py
   has the Python functions behind these, which say what is wrong. */
#include "programs.h"
#include "described.h"
#include "forking.h"
#include "handle.h"
#include "overrides.h"
#include "results.h"
#include "scopes.h"
#include "warnings.h"

#include <pytorch_c/operators/creation.h>
#include <pytorch_c/operators/shape.h>

enum { MOST = 16 }; /* dimensions */

static PyObject *leave_it(void) { return Py_NewRef(Py_NotImplemented); }

/* False where modes, or a record of calls, are told of operators. */
static bool nobody_asks(void) { return !recorded && !has_modes() && plain_calls == 1 && !somebody_listens(); }

/* The number of ints of 0 or more in a tuple, which are put into `out`; -1 for anything else. */
static Py_ssize_t numbers_of(PyObject *tuple, int64_t *out) {
  const Py_ssize_t count = PyTuple_CheckExact(tuple) ? PyTuple_GET_SIZE(tuple) : -1;
  if (count > MOST) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *item = PyTuple_GET_ITEM(tuple, i);
    int overflow = 0;
    out[i] = PyLong_CheckExact(item) ? PyLong_AsLongLongAndOverflow(item, &overflow) : -1;
    if (out[i] < 0 || overflow) return -1;
  }
  return count;
}

static bool has_size_and_stride(const ptc_description *found, PyObject *size, PyObject *stride) {
  int64_t sizes[MOST], strides[MOST];
  const Py_ssize_t dim = numbers_of(size, sizes);
  if (dim != found->dim || numbers_of(stride, strides) != dim || !found->strides) return false;
  for (Py_ssize_t i = 0; i < dim; ++i)
    if (sizes[i] != found->sizes[i] || (strides[i] != found->strides[i] && sizes[i] > 1)) return false;
  return true;
}

/* assert_size_stride(tensor, size, stride[, op_name]) -> True */
PyObject *assert_size_stride(PyObject *const *args, Py_ssize_t count) {
  if (count < 3 || count > 4 || !is_tensor(args[0])) return leave_it();
  HELD Handle *handle = handle_if_open(args[0]);
  if (!handle || is_hosted(handle->tensor)) return leave_it();
  ptc_description found;
  const char *error = ptc_tensor_describe(handle->tensor, &found);
  if (error) return ptc_error_free(error), leave_it();
  if (!has_size_and_stride(&found, args[1], args[2])) return leave_it();
  Py_RETURN_TRUE;
}

/* _empty_strided_cpu(size, stride, dtype) -> Tensor */
PyObject *empty_strided_cpu(PyObject *const *args, Py_ssize_t count) {
  if (count != 3 || !Py_IS_TYPE(args[2], core->dtype_type) || !nobody_asks()) return leave_it();
  int64_t sizes[MOST], strides[MOST];
  const Py_ssize_t dim = numbers_of(args[0], sizes);
  if (dim < 0 || numbers_of(args[1], strides) != dim) return leave_it();
  const ptc_options options = {
      .set = PTC_OPTION_DTYPE | PTC_OPTION_DEVICE,
      .dtype = (int32_t)code_of(args[2]),
      .device_type = PTC_CPU,
      .device_index = PTC_UNSET,
  };
  if (options.dtype < 0) return PyErr_Clear(), leave_it();
  ptc_tensor out = NULL;
  const char *error;
  BEGIN_CALL_UNLESS(true)
  error = ptc_empty_strided(sizes, dim, strides, dim, &options, &out);
  END_CALL
  error = show_and_close(error, out);
  return error ? (ptc_error_free(error), leave_it()) : adopt(out);
}

/* A view of a tensor without a gradient, by sizes, strides and an offset from the tensor's own. */
static const char *view_of(ptc_tensor tensor, const int64_t *sizes, const int64_t *strides, int64_t dim, int64_t more,
                           ptc_tensor *out) {
  ptc_description found;
  const char *error = ptc_tensor_describe(tensor, &found);
  if (error) return error;
  const int64_t offset = found.storage_offset + more;
  ptc_tensor plain = NULL;
  if (found.flags & PTC_FLAG_REQUIRES_GRAD && (error = ptc_detach(tensor, &plain))) return error;
  error = ptc_as_strided(plain ? plain : tensor, sizes, dim, strides, dim, &offset, out);
  ptc_tensor_close(plain);
  return error;
}

/* _reinterpret_tensor(tensor, size, stride[, offset]) -> Tensor */
PyObject *reinterpret_tensor(PyObject *const *args, Py_ssize_t count) {
  if (count < 3 || count > 4 || !is_exact_tensor(args[0]) || !nobody_asks()) return leave_it();
  int64_t sizes[MOST], strides[MOST], more = 0;
  const Py_ssize_t dim = numbers_of(args[1], sizes);
  if (dim < 0 || numbers_of(args[2], strides) != dim) return leave_it();
  if (count == 4) {
    int overflow = 0;
    if (!PyLong_CheckExact(args[3])) return leave_it();
    more = PyLong_AsLongLongAndOverflow(args[3], &overflow);
    if (overflow) return leave_it();
  }
  HELD Handle *handle = handle_if_open(args[0]);
  if (!handle || is_hosted(handle->tensor)) return leave_it();
  ptc_tensor out = NULL;
  const char *error;
  BEGIN_CALL_UNLESS(true)
  error = view_of(handle->tensor, sizes, strides, dim, more, &out);
  END_CALL
  error = show_and_close(error, out);
  return error ? (ptc_error_free(error), leave_it()) : adopt(out);
}
