/* x[…] for plain indices (ints, slices, None, Ellipsis, bools, tensors), without a Python frame. */
#include "indexing.h"
#include "forking.h"
#include "handle.h"
#include "overrides.h"
#include "resource.h"
#include "results.h"
#include "warnings.h"

#define MOST_INDICES 8

typedef struct {
  int64_t items[4 * MOST_INDICES];
  ptc_tensor tensors[MOST_INDICES];
  Handle *held[MOST_INDICES]; /* of `tensors` */
  int items_len, tensors_len;
} Plain;

/* 1 and a number for an int or None, else 0: Python's slower way decides. */
static int plain_bound(PyObject *x, int64_t otherwise, int64_t *out) {
  if (x == Py_None) {
    *out = otherwise;
    return 1;
  }
  int overflow;
  if (!PyLong_CheckExact(x)) return 0;
  *out = PyLong_AsLongLongAndOverflow(x, &overflow);
  return !overflow && *out != INT64_MIN && *out != INT64_MAX;
}

static int add_plain_index(Plain *plain, PyObject *index) {
  int64_t *item = plain->items + plain->items_len;
  item[1] = item[2] = item[3] = 0;
  int overflow = 0;
  if (PyLong_CheckExact(index)) {
    item[0] = PTC_INDEX_INT;
    item[1] = PyLong_AsLongLongAndOverflow(index, &overflow);
    if (overflow) return 0;
  } else if (PySlice_Check(index)) {
    PySliceObject *slice = (PySliceObject *)index;
    item[0] = PTC_INDEX_SLICE;
    if (!plain_bound(slice->start, INT64_MIN, item + 1) || !plain_bound(slice->stop, INT64_MAX, item + 2) ||
        !plain_bound(slice->step, 1, item + 3) || item[3] <= 0)
      return 0;
  } else if (index == Py_None) item[0] = PTC_INDEX_NONE;
  else if (index == Py_Ellipsis) item[0] = PTC_INDEX_ELLIPSIS;
  else if (PyBool_Check(index)) {
    item[0] = PTC_INDEX_BOOL;
    item[1] = index == Py_True;
  } else if (is_plain_tensor(index)) {
    HELD Handle *handle = handle_if_open(index);
    if (!handle) return 0;
    item[0] = PTC_INDEX_TENSOR;
    item[1] = plain->tensors_len;
    plain->held[plain->tensors_len] = (Handle *)Py_NewRef((PyObject *)handle); /* close() on another thread must wait */
    plain->tensors[plain->tensors_len++] = handle->tensor;
  } else return 0;
  plain->items_len += 4;
  return 1;
}

/* True if the tensor that is indexed and those that index it are small. */
static bool is_brief(const Handle *handle, const Plain *plain) {
  for (int i = 0; i < plain->tensors_len; ++i)
    if (!ptc_tensor_is_small(plain->tensors[i])) return false;
  return is_brief_for(handle);
}

static PyObject *index_plain(Handle *handle, Plain *plain) {
  ptc_tensor out;
  const char *error;
  Py_INCREF(handle);
  BEGIN_CALL_UNLESS(is_brief(handle, plain))
  if (plain->items_len == 4 && plain->items[0] == PTC_INDEX_INT)
    error = ptc_select_int(handle->tensor, 0, plain->items[1], &out);
  else
    error = ptc_tensor_index(handle->tensor, plain->items, plain->items_len, plain->tensors, plain->tensors_len, &out);
  END_CALL
  Py_DECREF(handle);
  error = show_and_close(error, out);
  if (error) return raise_error(error);
  running_member = "getitem";
  PyObject *found = adopt(out);
  running_member = NULL;
  return found;
}

/* True if the index is made of plain ones; let_go_of(plain) in any case. */
static int read_plain(Plain *plain, PyObject *index) {
  plain->items_len = plain->tensors_len = 0;
  if (!PyTuple_CheckExact(index)) return add_plain_index(plain, index);
  Py_ssize_t n = PyTuple_GET_SIZE(index);
  int fits = n <= MOST_INDICES;
  for (Py_ssize_t i = 0; fits && i < n; ++i) fits = add_plain_index(plain, PyTuple_GET_ITEM(index, i));
  return fits;
}
static void let_go_of(Plain *plain) {
  for (int i = 0; i < plain->tensors_len; ++i) Py_DECREF(plain->held[i]);
}

/* tensor[index], or NotImplemented for an index that is not made of plain ones */
PyObject *getitem_plain(PyObject *tensor, PyObject *index) {
  HELD Handle *handle = open_handle(tensor);
  if (!handle) return NULL;
  Plain plain;
  PyObject *out = read_plain(&plain, index) ? index_plain(handle, &plain) : Py_NewRef(Py_NotImplemented);
  let_go_of(&plain);
  return out;
}

/* True if x is a number that is written as it is. */
static int plain_number(PyObject *x, ptc_scalar *out) {
  int overflow = 0;
  *out = (ptc_scalar){PTC_SCALAR_NONE, 0, 0, 0};
  if (PyFloat_CheckExact(x)) out->kind = PTC_SCALAR_FLOAT, out->re = PyFloat_AS_DOUBLE(x);
  else if (PyLong_CheckExact(x)) out->kind = PTC_SCALAR_INT, out->i = PyLong_AsLongLongAndOverflow(x, &overflow);
  else if (PyBool_Check(x)) out->kind = PTC_SCALAR_BOOL, out->i = x == Py_True;
  else return 0;
  return !overflow;
}

/* tensor[index] = value: 1, or -1 and an exception; 0 where Python's way must decide, which also tells of an error. */
int setitem_plain(PyObject *tensor, PyObject *index, PyObject *value) {
  HELD Handle *handle = open_handle(tensor), *from = is_plain_tensor(value) ? handle_if_open(value) : NULL;
  if (!handle) return -1;
  ptc_scalar number;
  if (!from && (is_hosted(handle->tensor) || !plain_number(value, &number)))
    return 0; /* modes are to see the number as a tensor */
  Plain plain;
  int fits = read_plain(&plain, index);
  if (fits) {
    const char *error;
    Py_INCREF(handle);
    Py_XINCREF(from);
    BEGIN_CALL_UNLESS(is_brief(handle, &plain) && (!from || is_brief_for(from)))
    if (from)
      error = ptc_tensor_index_put(handle->tensor, plain.items, plain.items_len, plain.tensors, plain.tensors_len,
                                   from->tensor);
    else
      error =
          ptc_tensor_index_fill(handle->tensor, plain.items, plain.items_len, plain.tensors, plain.tensors_len, number);
    END_CALL
    Py_DECREF(handle);
    Py_XDECREF(from);
    if (error) fits = 0;
    ptc_error_free(error);
    if (warned && (error = show_warnings(NULL))) raise_error(error), fits = -1;
  }
  let_go_of(&plain);
  return fits;
}
