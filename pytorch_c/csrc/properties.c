/* What a tensor says of itself, without a Python frame.  Included by accel.c. */

static PyObject *dtypes, *device_of_numbers, *cpu_device;

/* The handle of a Tensor; NULL and an exception if it is closed. */
static ptc_tensor handle_of(PyObject *tensor) {
  PyObject *cdata = slot_of(tensor);
  return cdata ? open_handle(cdata) : NULL;
}

/* Tensor.shape */
static PyObject *get_shape(PyObject *self, void *Py_UNUSED(closure)) {
  PyObject *cdata = slot_of(self);
  if (!cdata) return NULL;
  Py_INCREF(cdata);
  PyObject *out = shape(NULL, cdata);
  Py_DECREF(cdata);
  return out;
}

static PyObject *get_dtype(PyObject *self, void *Py_UNUSED(closure)) {
  ptc_tensor handle = handle_of(self);
  if (!handle) return NULL;
  int32_t code;
  const char *error = ptc_tensor_dtype(handle, &code);
  if (error) return throw_error(error);
  if (code < 0 || code >= PyTuple_GET_SIZE(dtypes)) return PyErr_Format(PyExc_TypeError, "a dtype that pytorch_c does not know, number %d", (int)code);
  return Py_NewRef(PyTuple_GET_ITEM(dtypes, code));
}

static PyObject *get_device(PyObject *self, void *Py_UNUSED(closure)) {
  ptc_tensor handle = handle_of(self);
  if (!handle) return NULL;
  int32_t type, index;
  const char *error = ptc_tensor_device(handle, &type, &index);
  if (error) return throw_error(error);
  bool cpu = type == PTC_CPU && index < 0;
  if (cpu && cpu_device) return Py_NewRef(cpu_device);
  PyObject *out = PyObject_CallFunction(device_of_numbers, "ii", (int)type, (int)index);
  if (cpu) cpu_device = Py_XNewRef(out);
  return out;
}

typedef const char *(*count_function)(ptc_tensor, int64_t *);
typedef const char *(*flag_function)(ptc_tensor, bool *);

static PyObject *count_of(PyObject *self, count_function count) {
  ptc_tensor handle = handle_of(self);
  int64_t out;
  const char *error = handle ? count(handle, &out) : NULL;
  if (!handle) return NULL;
  return error ? throw_error(error) : PyLong_FromLongLong(out);
}
static PyObject *flag_of(PyObject *self, flag_function flag) {
  ptc_tensor handle = handle_of(self);
  bool out;
  const char *error = handle ? flag(handle, &out) : NULL;
  if (!handle) return NULL;
  return error ? throw_error(error) : PyBool_FromLong(out);
}

static PyObject *get_ndim(PyObject *self, void *Py_UNUSED(closure)) { return count_of(self, ptc_tensor_dim); }
static PyObject *dim(PyObject *self, PyObject *Py_UNUSED(none)) { return count_of(self, ptc_tensor_dim); }
static PyObject *numel(PyObject *self, PyObject *Py_UNUSED(none)) { return count_of(self, ptc_tensor_numel); }
static PyObject *get_is_leaf(PyObject *self, void *Py_UNUSED(closure)) { return flag_of(self, ptc_tensor_is_leaf); }
static PyObject *get_requires_grad(PyObject *self, void *Py_UNUSED(closure)) { return flag_of(self, ptc_tensor_requires_grad); }

/* A tensor that belongs to this one, or None. */
static PyObject *tensor_of(PyObject *self, const char *(*other)(ptc_tensor, ptc_tensor *)) {
  ptc_tensor handle = handle_of(self), out;
  if (!handle) return NULL;
  const char *error = other(handle, &out);
  return error ? throw_error(error) : adopt_new(out);
}
static PyObject *get_data(PyObject *self, void *Py_UNUSED(closure)) { return tensor_of(self, ptc_tensor_data); }
static PyObject *detach(PyObject *self, PyObject *Py_UNUSED(none)) { return tensor_of(self, ptc_detach); }

static PyObject *get_grad(PyObject *self, void *Py_UNUSED(closure)) {
  PyObject *cdata = slot_of(self);
  ptc_tensor handle = cdata ? open_handle(cdata) : NULL, out;
  bool leaf;
  const char *error = handle ? ptc_tensor_is_leaf(handle, &leaf) : NULL;
  if (!handle) return NULL;
  if (error) return throw_error(error);
  if (leaf) return tensor_of(self, ptc_tensor_grad);
  Py_INCREF(cdata);
  Py_BEGIN_ALLOW_THREADS /* it may warn, which is shown without the GIL only */
  error = ptc_tensor_grad(handle, &out);
  AFTER_CALL(error, ptc_tensor_close(out));
  Py_END_ALLOW_THREADS
  Py_DECREF(cdata);
  return error ? throw_error(error) : adopt_new(out);
}

/* Setting is Python's; `None` deletes. */
static int set_by(const char *method, PyObject *self, PyObject *value) {
  PyObject *none = PyObject_CallMethod(self, method, "O", value ? value : Py_None);
  Py_XDECREF(none);
  return none ? 0 : -1;
}
static int set_grad(PyObject *self, PyObject *value, void *Py_UNUSED(closure)) { return set_by("_set_grad", self, value); }
static int set_data(PyObject *self, PyObject *value, void *Py_UNUSED(closure)) { return set_by("_set_data", self, value); }

static int set_requires_grad(PyObject *self, PyObject *value, void *Py_UNUSED(closure)) {
  if (!value || !PyBool_Check(value)) {
    PyErr_Format(PyExc_TypeError, "argument 'requires_grad' must be bool, not %.100s", value ? Py_TYPE(value)->tp_name : "deleted");
    return -1;
  }
  ptc_tensor handle = handle_of(self);
  const char *error = handle ? ptc_tensor_set_requires_grad(handle, value == Py_True) : NULL;
  if (error) throw_error(error);
  return handle && !error ? 0 : -1;
}

/* strides(tensor) -> tuple of ints, steps in elements */
static PyObject *strides(PyObject *Py_UNUSED(self), PyObject *tensor) {
  ptc_tensor handle = handle_of(tensor);
  int64_t few[8], *steps = few, dim;
  const char *error = handle ? ptc_tensor_dim(handle, &dim) : NULL;
  if (!handle) return NULL;
  if (error) return throw_error(error);
  if (dim > 8 && !(steps = PyMem_Malloc((size_t)dim * sizeof(int64_t)))) return PyErr_NoMemory();
  PyObject *out = NULL;
  if ((error = ptc_tensor_strides(handle, steps, dim))) throw_error(error);
  else out = filled(PyTuple_New((Py_ssize_t)dim), steps, dim);
  if (steps != few) PyMem_Free(steps);
  return out;
}

static const char *in_order(ptc_tensor handle, bool *out) { return ptc_tensor_is_contiguous(handle, PTC_CONTIGUOUS, out); }
/* is_contiguous(tensor) -> bool */
static PyObject *is_contiguous(PyObject *Py_UNUSED(self), PyObject *tensor) { return flag_of(tensor, in_order); }

/* Tensor.size(dim=None); what is no plain int is left to _size in Python. */
static PyObject *size(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  if (count == 0 && !names) return get_shape(self, NULL);
  if (count == 1 && !names && PyLong_CheckExact(args[0])) {
    PyObject *sizes = get_shape(self, NULL), *out = NULL;
    if (!sizes) return NULL;
    int overflow;
    long long n = PyTuple_GET_SIZE(sizes), at = PyLong_AsLongLongAndOverflow(args[0], &overflow);
    if (!overflow && at >= -n && at < n) out = Py_NewRef(PyTuple_GET_ITEM(sizes, at < 0 ? at + n : at));
    Py_DECREF(sizes);
    if (out) return out;
  }
  PyObject *slow = PyObject_GetAttrString((PyObject *)tensor_type, "_size"), *all[2] = {self};
  if (!slow) return NULL;
  PyObject *out = NULL;
  if (count + (names ? PyTuple_GET_SIZE(names) : 0) > 1) PyErr_SetString(PyExc_TypeError, "size() takes one argument, 'dim'");
  else {
    all[1] = args[0];
    out = PyObject_Vectorcall(slow, all, (size_t)(1 + count), names);
  }
  Py_DECREF(slow);
  return out;
}

static PyGetSetDef properties[] = {
    {"shape", get_shape, NULL, "Sizes of the dimensions (Size).", NULL},
    {"dtype", get_dtype, NULL, "The element type.", NULL},
    {"device", get_device, NULL, "Where the memory is.", NULL},
    {"grad", get_grad, set_grad, "The gradient, or None.", NULL},
    {"data", get_data, set_data, "The same memory, outside of the graph, which does not notice changes through it; assigning makes this tensor mean other data.", NULL},
    {"ndim", get_ndim, NULL, "The number of dimensions.", NULL},
    {"is_leaf", get_is_leaf, NULL, "Whether backward() gives it a gradient: no operator that is recorded made it.", NULL},
    {"requires_grad", get_requires_grad, set_requires_grad, "Whether operators on it are recorded.", NULL},
};

static PyMethodDef property_functions[] = {{"strides", strides, METH_O, NULL}, {"is_contiguous", is_contiguous, METH_O, NULL}, {NULL, NULL, 0, NULL}};

static PyMethodDef quick_methods[] = {
    {"dim", dim, METH_NOARGS, "dim($self, /)\n--\n\nThe number of dimensions."},
    {"detach", detach, METH_NOARGS, "detach($self, /)\n--\n\nThe same data, outside of the graph."},
    {"numel", numel, METH_NOARGS, "numel($self, /)\n--\n\nThe number of elements."},
    {"nelement", numel, METH_NOARGS, "nelement($self, /)\n--\n\nThe number of elements."},
    {"size", (PyCFunction)(void (*)(void))size, METH_FASTCALL | METH_KEYWORDS,
     "size($self, dim=None)\n--\n\nThe sizes, or that of one dimension; raises IndexError if there is none."},
};

static int put_on_class(const char *name, PyObject *descriptor) {
  int result = descriptor ? PyObject_SetAttrString((PyObject *)tensor_type, name, descriptor) : -1;
  Py_XDECREF(descriptor);
  return result;
}

static int add_properties(void) {
  for (size_t i = 0; i < sizeof properties / sizeof *properties; ++i)
    if (put_on_class(properties[i].name, PyDescr_NewGetSet(tensor_type, properties + i)) < 0) return -1;
  for (size_t i = 0; i < sizeof quick_methods / sizeof *quick_methods; ++i)
    if (put_on_class(quick_methods[i].ml_name, PyDescr_NewMethod(tensor_type, quick_methods + i)) < 0) return -1;
  return 0;
}
