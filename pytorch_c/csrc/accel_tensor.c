/* What programs do with tensors all the time, without a Python frame: the
   handles of a list, plain indexing.  Included by accel.c. */

/* The handle object in a Tensor's slot, borrowed; NULL and TypeError if closed. */
static PyObject *slot_of(PyObject *tensor) {
  PyObject *cdata = *(PyObject **)((char *)tensor + handle_offset);
  if (cdata && cdata != Py_None) return cdata;
  PyObject *none = PyObject_CallMethod(tensor, "_open", NULL); /* says that it is closed */
  Py_XDECREF(none);
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tensor without a handle");
  return NULL;
}

/* handles(tensors, name) -> list of the handles of a list or tuple of tensors */
static PyObject *handles(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count < 1) return PyErr_Format(PyExc_TypeError, "handles() takes a list of tensors");
  PyObject *tensors = args[0];
  if (!PyList_Check(tensors) && !PyTuple_Check(tensors))
    return PyErr_Format(PyExc_TypeError, "argument '%S' must be a list or tuple of Tensors, not %.100s",
                        count > 1 ? args[1] : Py_None, Py_TYPE(tensors)->tp_name);
  Py_ssize_t n = PySequence_Fast_GET_SIZE(tensors);
  PyObject *out = PyList_New(n);
  for (Py_ssize_t i = 0; out && i < n; ++i) {
    PyObject *one = PySequence_Fast_GET_ITEM(tensors, i), *cdata = NULL;
    if (!PyObject_TypeCheck(one, tensor_type))
      PyErr_Format(PyExc_TypeError, "argument '%S' must hold Tensors, not %.100s", count > 1 ? args[1] : Py_None,
                   Py_TYPE(one)->tp_name);
    else cdata = slot_of(one);
    if (cdata) PyList_SET_ITEM(out, i, Py_NewRef(cdata));
    else Py_CLEAR(out);
  }
  return out;
}

/* ---- self[index] for plain indices ---- */

#define MOST_INDICES 8

typedef struct {
  int64_t items[4 * MOST_INDICES];
  ptc_tensor tensors[MOST_INDICES];
  PyObject *held[MOST_INDICES]; /* the handle objects of `tensors` */
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

static int add_plain(Plain *plain, PyObject *index) {
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
  } else if (PyObject_TypeCheck(index, tensor_type)) {
    PyObject *cdata = slot_of(index);
    ptc_tensor handle = cdata ? (ptc_tensor)_cffi_to_c_pointer(cdata, tensor_ctype) : NULL;
    if (!handle) return 0;
    item[0] = PTC_INDEX_TENSOR;
    item[1] = plain->tensors_len;
    plain->held[plain->tensors_len] = Py_NewRef(cdata); /* close() on another thread must wait */
    plain->tensors[plain->tensors_len++] = handle;
  } else return 0;
  plain->items_len += 4;
  return 1;
}

static PyObject *index_plain(PyObject *cdata, ptc_tensor handle, Plain *plain) {
  ptc_tensor out;
  const char *error;
  Py_INCREF(cdata);
  Py_BEGIN_ALLOW_THREADS
  if (plain->items_len == 4 && plain->items[0] == PTC_INDEX_INT) error = ptc_select_int(handle, 0, plain->items[1], &out);
  else error = ptc_tensor_index(handle, plain->items, plain->items_len, plain->tensors, plain->tensors_len, &out);
  AFTER_CALL(error, ptc_tensor_close(out));
  Py_END_ALLOW_THREADS
  Py_DECREF(cdata);
  return error ? throw_error(error) : adopt_new(out);
}

/* getitem(tensor, index) -> Tensor, or NotImplemented for an index that is not
   made of ints, slices, None, Ellipsis, bools and tensors */
static PyObject *getitem(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || !PyObject_TypeCheck(args[0], tensor_type)) Py_RETURN_NOTIMPLEMENTED;
  PyObject *cdata = slot_of(args[0]), *index = args[1], *out = NULL;
  ptc_tensor handle = cdata ? open_handle(cdata) : NULL;
  if (!handle) return NULL;
  Plain plain;
  plain.items_len = plain.tensors_len = 0;
  int fits = 1;
  if (PyTuple_CheckExact(index)) {
    Py_ssize_t n = PyTuple_GET_SIZE(index);
    fits = n <= MOST_INDICES;
    for (Py_ssize_t i = 0; fits && i < n; ++i) fits = add_plain(&plain, PyTuple_GET_ITEM(index, i));
  } else fits = add_plain(&plain, index);
  if (fits) out = index_plain(cdata, handle, &plain);
  else if (!PyErr_Occurred()) out = Py_NewRef(Py_NotImplemented);
  for (int i = 0; i < plain.tensors_len; ++i) Py_DECREF(plain.held[i]);
  return out;
}

static PyMethodDef tensor_methods[] = {
    {"handles", (PyCFunction)(void (*)(void))handles, METH_FASTCALL, NULL},
    {"getitem", (PyCFunction)(void (*)(void))getitem, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};
