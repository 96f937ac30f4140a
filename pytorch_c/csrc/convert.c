/* Python's objects as arguments of C functions: the plain ones, by the kinds of kinds.h (codegen/kinds.py has them all).

   A list's length follows it, and a device is two numbers. A digit behind ARGUMENT_INTS is the size of an int[2], which one
   int fills; a letter behind ARGUMENT_RESOURCE is the kind of the resource. */
#include "convert.h"
#include "described.h"
#include "handle.h"
#include "install.h"
#include "nodes.h"
#include "overrides.h"
#include "resource.h"
#include "values.h"

/* ---- plain objects ---- */

#define GIVE(member, value) return f->slots[f->count++].member = (value), 1

static int add_tensor(Frame *f, PyObject *x) {
  if (!is_plain_tensor(x)) return 0;
  Handle *handle = handle_if_open(x);
  if (UNLIKELY(!handle)) return 0;
  if (UNLIKELY(frame_hold_handle(f, handle) < 0)) return -1;
  GIVE(p, handle->tensor);
}

static int is_plain_list(PyObject *x) { return PyTuple_Check(x) || PyList_Check(x); }

static int add_tensors(Frame *f, PyObject *x, int with_none) {
  if (!is_plain_list(x)) return 0;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
  ptc_tensor *items = frame_memory(f, (size_t)(count ? count : 1) * sizeof(ptc_tensor));
  if (!items) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    OWNED PyObject *one = item_at(x, i);
    Handle *handle = NULL;
    if (!one) return 0;
    if (!with_none || one != Py_None) {
      if (!is_plain_tensor(one) || !(handle = handle_if_open(one))) return 0;
      if (frame_hold_handle(f, handle) < 0) return -1;
    }
    items[i] = handle ? handle->tensor : NULL;
  }
  f->slots[f->count++].p = items;
  GIVE(i, count);
}

/* True if a list or tuple of `count` holds nothing but plain ints of 64 bits, which are put into `items`. */
int fill_ints(int64_t *items, PyObject *sequence, Py_ssize_t count) {
  int overflow = 0;
  for (Py_ssize_t i = 0; i < count && !overflow; ++i) {
    OWNED PyObject *one = item_at(sequence, i);
    overflow = 1;
    if (one && PyLong_CheckExact(one)) items[i] = PyLong_AsLongLongAndOverflow(one, &overflow);
  }
  return !overflow;
}

static int add_ints(Frame *f, int size, PyObject *x) {
  int64_t *items, count = 1;
  if (size && PyLong_CheckExact(x)) {
    int overflow;
    int64_t one = PyLong_AsLongLongAndOverflow(x, &overflow);
    if (overflow || !(items = frame_memory(f, (size_t)size * sizeof(int64_t)))) return overflow ? 0 : -1;
    for (count = 0; count < size; ++count) items[count] = one;
  } else {
    if (!is_plain_list(x)) return 0;
    count = PySequence_Fast_GET_SIZE(x);
    if (!(items = frame_memory(f, (size_t)(count ? count : 1) * sizeof(int64_t)))) return -1;
    if (!fill_ints(items, x, (Py_ssize_t)count)) return 0;
  }
  f->slots[f->count++].p = items;
  GIVE(i, count);
}

static int plain_scalar(PyObject *x, ptc_scalar *out) {
  out->i = 0;
  out->re = out->im = 0;
  if (PyFloat_CheckExact(x)) return out->kind = PTC_SCALAR_FLOAT, out->re = PyFloat_AS_DOUBLE(x), 1;
  if (PyLong_CheckExact(x)) {
    int overflow;
    return out->kind = PTC_SCALAR_INT, out->i = PyLong_AsLongLongAndOverflow(x, &overflow), !overflow;
  }
  if (PyBool_Check(x)) return out->kind = PTC_SCALAR_BOOL, out->i = x == Py_True, 1;
  if (!PyComplex_CheckExact(x)) return 0;
  Py_complex number = PyComplex_AsCComplex(x);
  return out->kind = PTC_SCALAR_COMPLEX, out->re = number.real, out->im = number.imag, 1;
}

static int add_scalar(Frame *f, PyObject *x) {
  ptc_scalar *out = frame_memory(f, sizeof *out);
  if (!out) return -1;
  if (!plain_scalar(x, out)) return 0;
  GIVE(p, out);
}

static int add_code(Frame *f, PyObject *x, PyTypeObject *type) {
  if (!Py_IS_TYPE(x, type)) return 0;
  long code = code_of(x);
  if (code < 0) return PyErr_Clear(), 0;
  GIVE(i, code);
}

static int add_bools(Frame *f, PyObject *x) {
  if (!is_plain_list(x)) return 0;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
  bool *items = frame_memory(f, (size_t)count + 1);
  if (!items) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    OWNED PyObject *one = item_at(x, i);
    if (!one || !PyBool_Check(one)) return 0;
    items[i] = one == Py_True;
  }
  f->slots[f->count++].p = items;
  GIVE(i, count);
}

static int plain_double(PyObject *x, double *out) {
  if (PyFloat_CheckExact(x)) return *out = PyFloat_AS_DOUBLE(x), 1;
  if (!PyLong_CheckExact(x)) return 0;
  *out = PyLong_AsDouble(x);
  if (*out == -1 && PyErr_Occurred()) return PyErr_Clear(), 0;
  return 1;
}

static int add_doubles(Frame *f, PyObject *x) {
  if (!is_plain_list(x)) return 0;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
  double *items = frame_memory(f, (size_t)(count + 1) * sizeof(double));
  if (!items) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    OWNED PyObject *one = item_at(x, i);
    if (!one || !plain_double(one, items + i)) return 0;
  }
  f->slots[f->count++].p = items;
  GIVE(i, count);
}

static int add_scalars(Frame *f, PyObject *x) {
  if (!is_plain_list(x)) return 0;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
  ptc_scalar *items = frame_memory(f, (size_t)(count + 1) * sizeof *items);
  if (!items) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    OWNED PyObject *one = item_at(x, i);
    if (!one || !plain_scalar(one, items + i)) return 0;
  }
  f->slots[f->count++].p = items;
  GIVE(i, count);
}

static int add_text(Frame *f, PyObject *x) {
  Py_ssize_t size;
  const char *text = PyUnicode_CheckExact(x) ? PyUnicode_AsUTF8AndSize(x, &size) : NULL;
  if (!text || strlen(text) != (size_t)size) return PyErr_Clear(), 0;
  if (frame_hold(f, x) < 0) return -1;
  GIVE(p, (void *)text);
}

static int add_resource(Frame *f, PyObject *x, char kind) {
  if (kind == RESOURCE_NODE && is_node(x)) {
    ptc_node node = open_node(x);
    if (!node || frame_hold(f, x) < 0) return -1;
    GIVE(p, node);
  }
  if (!is_resource(x, kind)) return 0;
  if (frame_hold(f, x) < 0) return -1;
  GIVE(p, ((Resource *)x)->pointer);
}

static int add_resources(Frame *f, PyObject *x, char kind) {
  if (!is_plain_list(x)) return 0;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
  void **items = frame_memory(f, (size_t)(count ? count : 1) * sizeof(void *));
  if (!items) return -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    OWNED PyObject *one = item_at(x, i);
    if (!one || !is_resource(one, kind)) return 0;
    if (frame_hold(f, one) < 0) return -1;
    items[i] = ((Resource *)one)->pointer;
  }
  f->slots[f->count++].p = items;
  GIVE(i, count);
}

/* One for an argument that is a pointer to a number, NULL where it is absent. */
#define POINTED(type, value) \
  do { \
    type *out = frame_memory(f, sizeof *out); \
    if (!out) return -1; \
    *out = (value); \
    GIVE(p, out); \
  } while (0)

static int add_absent(Frame *f, Kind kind) {
  switch (kind.code) {
  case ARGUMENT_OPTIONAL_INTS:
  case ARGUMENT_OPTIONAL_FLOATS:
  case ARGUMENT_OPTIONAL_TENSORS: f->slots[f->count++].p = NULL; GIVE(i, 0);
  case ARGUMENT_OPTIONAL_TENSOR:
  case ARGUMENT_OPTIONAL_INT:
  case ARGUMENT_OPTIONAL_FLOAT:
  case ARGUMENT_OPTIONAL_BOOL:
  case ARGUMENT_OPTIONAL_TEXT:
  case ARGUMENT_GENERATOR:
  case ARGUMENT_RESOURCE: GIVE(p, NULL);
  case ARGUMENT_OPTIONAL_DTYPE:
  case ARGUMENT_LAYOUT:
  case ARGUMENT_OPTIONAL_FORMAT: GIVE(i, PTC_UNSET);
  case ARGUMENT_FORMAT: GIVE(i, 0);
  case ARGUMENT_DEVICE: f->slots[f->count++].i = PTC_UNSET; GIVE(i, PTC_UNSET);
  case ARGUMENT_OPTIONAL_SCALAR: {
    ptc_scalar *none = frame_memory(f, sizeof *none);
    if (!none) return -1;
    *none = (ptc_scalar){PTC_SCALAR_NONE, 0, 0, 0};
    GIVE(p, none);
  }
  default: return 0;
  }
}

static int add_tagged(Frame *f, PyObject *x, int many) {
  ptc_value *out;
  if (many) {
    if (!is_plain_list(x)) return 0;
#ifdef Py_GIL_DISABLED
    if (PyList_Check(x) && (!(x = PyList_AsTuple(x)) || frame_take(f, x) < 0))
      return -1; /* another thread may change it */
#endif
    Py_ssize_t count = PySequence_Fast_GET_SIZE(x);
    if (!(out = add_values(f, PySequence_Fast_ITEMS(x), count, 0))) return -1;
    f->slots[f->count++].p = out;
    GIVE(i, count);
  }
  if (!(out = frame_memory(f, sizeof *out)) || add_value(f, x, out, 0) < 0) return -1;
  GIVE(p, out);
}

int add_plain(Frame *f, Kind kind, PyObject *x) {
  int overflow;
  if (kind.code == ARGUMENT_VALUE || kind.code == ARGUMENT_VALUES)
    return add_tagged(f, x, kind.code == ARGUMENT_VALUES);
  if (x == Py_None) return add_absent(f, kind);
  switch (kind.code) {
  case ARGUMENT_TENSOR:
  case ARGUMENT_OPTIONAL_TENSOR: return add_tensor(f, x);
  case ARGUMENT_TENSORS: return add_tensors(f, x, 0);
  case ARGUMENT_OPTIONAL_ITEMS:
  case ARGUMENT_OPTIONAL_TENSORS: return add_tensors(f, x, 1);
  case ARGUMENT_SCALAR:
  case ARGUMENT_OPTIONAL_SCALAR: return add_scalar(f, x);
  case ARGUMENT_SCALARS: return add_scalars(f, x);
  case ARGUMENT_INT:
  case ARGUMENT_OPTIONAL_INT:
  case ARGUMENT_INT32: {
    if (!PyLong_CheckExact(x)) return 0;
    int64_t value = PyLong_AsLongLongAndOverflow(x, &overflow);
    if (overflow || (kind.code == ARGUMENT_INT32 && (value != (int32_t)value))) return 0;
    if (kind.code == ARGUMENT_OPTIONAL_INT) POINTED(int64_t, value);
    GIVE(i, value);
  }
  case ARGUMENT_INTS:
  case ARGUMENT_OPTIONAL_INTS: return add_ints(f, kind.size, x);
  case ARGUMENT_FLOAT:
  case ARGUMENT_OPTIONAL_FLOAT: {
    double value;
    if (!plain_double(x, &value)) return 0;
    if (kind.code == ARGUMENT_OPTIONAL_FLOAT) POINTED(double, value);
    GIVE(d, value);
  }
  case ARGUMENT_FLOATS:
  case ARGUMENT_OPTIONAL_FLOATS: return add_doubles(f, x);
  case ARGUMENT_BOOL:
  case ARGUMENT_OPTIONAL_BOOL:
    if (!PyBool_Check(x)) return 0;
    if (kind.code == ARGUMENT_OPTIONAL_BOOL) POINTED(bool, x == Py_True);
    GIVE(i, x == Py_True);
  case ARGUMENT_BOOLS: return add_bools(f, x);
  case ARGUMENT_TEXT:
  case ARGUMENT_OPTIONAL_TEXT: return add_text(f, x);
  case ARGUMENT_DTYPE:
  case ARGUMENT_OPTIONAL_DTYPE: return add_code(f, x, core->dtype_type);
  case ARGUMENT_LAYOUT: return add_code(f, x, core->layout_type);
  case ARGUMENT_OPTIONAL_FORMAT:
  case ARGUMENT_FORMAT: return add_code(f, x, core->format_type);
  case ARGUMENT_DEVICE: {
    int32_t numbers[2];
    if (!device_numbers(x, numbers)) return 0;
    f->slots[f->count++].i = numbers[0];
    GIVE(i, numbers[1]);
  }
  case ARGUMENT_RESOURCE: return add_resource(f, x, (char)kind.size);
  case ARGUMENT_RESOURCES: return add_resources(f, x, (char)kind.size);
  default: return 0;
  }
}

/* The device of this thread's factories where none is named; `default_devices`: some thread has had one. */
static _Thread_local int32_t default_device[2] = {PTC_UNSET, PTC_UNSET};
static bool default_devices;

bool has_default_device(void) { return default_devices && default_device[0] != PTC_UNSET; }
bool default_is_cpu(void) { return !has_default_device() || (default_device[0] == PTC_CPU && default_device[1] < 0); }

/* set_default_device(numbers of a device or None) -> those from before, or None */
static PyObject *set_default_device(PyObject *UNUSED(self), PyObject *numbers) {
  int type = PTC_UNSET, index = PTC_UNSET;
  if (numbers != Py_None && !PyArg_ParseTuple(numbers, "ii", &type, &index)) return NULL;
  PyObject *before = default_device[0] == PTC_UNSET
                         ? Py_NewRef(Py_None)
                         : Py_BuildValue("ii", (int)default_device[0], (int)default_device[1]);
  if (!before) return NULL;
  default_device[0] = type;
  default_device[1] = index;
  if (type != PTC_UNSET) default_devices = true;
  return before;
}

/* get_default_device() -> its numbers, or None */
static PyObject *get_default_device(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (default_device[0] == PTC_UNSET) Py_RETURN_NONE;
  return Py_BuildValue("ii", (int)default_device[0], (int)default_device[1]);
}

static PyMethodDef functions[] = {
    {"set_default_device", set_default_device, METH_O, NULL},
    {"get_default_device", get_default_device, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_converting(PyObject *module) { return PyModule_AddFunctions(module, functions); }

/* dtype, layout, device, pin_memory and requires_grad as the options of a factory. `kinds` are the call's: what begins
   with a tensor or with memory takes its device from there. */
int add_options(Frame *f, PyObject *const *five, int with_grad, int plainly, const char *kinds) {
  ptc_options *out = frame_memory(f, sizeof *out);
  if (!out) return -1;
  *out = (ptc_options){PTC_OPTION_ALL, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET};
  PyTypeObject *types[] = {core->dtype_type, core->layout_type};
  for (int i = 0; i < 2; ++i) {
    if (five[i] == Py_None) continue;
    long code = !plainly || Py_IS_TYPE(five[i], types[i]) ? code_of(five[i]) : -1;
    if (code < 0) return plainly ? (PyErr_Clear(), 0) : -1;
    *(i ? &out->layout : &out->dtype) = (int32_t)code;
  }
  int32_t where[2];
  if (!device_numbers(five[2], where)) {
    if (plainly) return 0;
    PyObject *device = PyObject_CallOneArg(core->device_of, five[2]);
    int known = device ? device_numbers(device, where) : -1;
    Py_XDECREF(device);
    if (known <= 0) return -1;
  }
  const bool begins_with_numbers = *kinds == ARGUMENT_INTS || *kinds == ARGUMENT_INT || *kinds == ARGUMENT_INT32 ||
                                   *kinds == ARGUMENT_SCALAR || *kinds == 0;
  const bool from_nothing = five[2] == Py_None && begins_with_numbers;
  if (UNLIKELY(default_devices) && from_nothing) memcpy(where, default_device, sizeof where);
  out->device_type = where[0];
  out->device_index = where[1];
  if (UNLIKELY(hosting)) { /* modes see what torch says, where nothing is asked for */
    if (from_nothing && where[0] == PTC_UNSET) out->device_type = PTC_CPU;
    out->pin_memory = 0;
  }
  for (int i = 3; i < 4 + with_grad; ++i) {
    if (five[i] == Py_None && i == 3) continue;
    int truth = PyBool_Check(five[i]) ? five[i] == Py_True : plainly ? -1 : PyObject_IsTrue(five[i]);
    if (truth < 0) return plainly ? 0 : -1;
    *(i == 3 ? &out->pin_memory : &out->requires_grad) = truth;
  }
  GIVE(p, out);
}
