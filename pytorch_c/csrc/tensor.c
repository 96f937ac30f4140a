/* The base class of Tensor: its handle, and what a tensor says of itself, without a Python frame. */
#include "tensor.h"
#include "buffer.h"
#include "callbacks.h"
#include "convert.h"
#include "forking.h"
#include "handle.h"
#include "hooks.h"
#include "host.h"
#include "identity.h"
#include "install.h"
#include "known.h"
#include "nodes.h"
#include "resource.h"
#include "results.h"
#include "scopes.h"
#include "symbol_calls.h"
#include "warnings.h"

#include <pytorch_c/host/symbol.h>

/* The rest of a method, which is written in Python. */
static PyObject *in_python(PyObject *self, const char *name, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  PyObject *method = PyObject_GetAttrString(self, name);
  PyObject *out = method ? PyObject_Vectorcall(method, args, (size_t)count, names) : NULL;
  Py_XDECREF(method);
  return out;
}

/* ---- sizes ---- */

/* A tuple, or a Size, of one number a dimension. */
static PyObject *of_dimensions(PyObject *self, const char *(*read)(ptc_tensor, int64_t *, int64_t),
                               PyTypeObject *type) {
  HELD Handle *handle = open_handle(self);
  int64_t few[8], *numbers = few, dim;
  if (!handle) return NULL;
  const char *error = ptc_tensor_dim(handle->tensor, &dim);
  if (error) return raise_error(error);
  if (dim > 8 && !(numbers = PyMem_Malloc((size_t)dim * sizeof(int64_t)))) return PyErr_NoMemory();
  error = read(handle->tensor, numbers, dim);
  PyObject *out = error ? raise_error(error) : int_tuple(type, numbers, dim);
  if (numbers != few) PyMem_Free(numbers);
  return out;
}
/* True if a tensor tells its sizes itself, or has symbols among them. */
static bool has_symbols(PyObject *self) {
  HELD Handle *handle = hosting ? handle_if_open(self) : NULL;
  bool out = false;
  if (handle) ptc_error_free(ptc_tensor_is_symbolic(handle->tensor, &out));
  return out;
}
static PyObject *with_symbols(PyObject *self, int which, PyTypeObject *type) {
  PyObject *list = symbols_of(self, which), *only = list ? PyTuple_Pack(1, list) : NULL;
  PyObject *out = only ? PyTuple_Type.tp_new(type, only, NULL) : NULL;
  Py_XDECREF(only);
  Py_XDECREF(list);
  return out;
}
static PyObject *get_shape(PyObject *self, void *UNUSED(closure)) {
  if (UNLIKELY(hosting) && has_symbols(self)) return with_symbols(self, PTC_SYMBOLIC_SIZES, core->size_type);
  return of_dimensions(self, ptc_tensor_sizes, core->size_type);
}
/* strides(tensor) -> tuple of ints, steps in elements */
static PyObject *strides(PyObject *UNUSED(self), PyObject *tensor) {
  if (UNLIKELY(hosting) && has_symbols(tensor)) return with_symbols(tensor, PTC_SYMBOLIC_STRIDES, &PyTuple_Type);
  return of_dimensions(tensor, ptc_tensor_strides, &PyTuple_Type);
}

/* The size of one dimension, if it is a plain number; false where Python has to look. */
static bool find_size(PyObject *self, PyObject *index, int64_t *out) {
  int64_t sizes[8], dim;
  int overflow;
  HELD Handle *handle = UNLIKELY(hosting) && has_symbols(self) ? NULL : handle_if_open(self);
  if (!handle) return false;
  ptc_error_free(ptc_tensor_dim(handle->tensor, &dim));
  long long at = PyLong_AsLongLongAndOverflow(index, &overflow);
  if (overflow || dim > 8 || at < -dim || at >= dim) return false;
  const char *error = ptc_tensor_sizes(handle->tensor, sizes, dim); /* a nested tensor has none */
  if (error) return ptc_error_free(error), false;
  *out = sizes[at < 0 ? at + dim : at];
  return true;
}

/* The only argument, by its place or its name, or NULL. */
static PyObject *only_argument(PyObject *const *args, Py_ssize_t count, PyObject *names, const char *name) {
  if (!names) return count == 1 ? args[0] : NULL;
  const bool is_named = count == 0 && PyTuple_GET_SIZE(names) == 1 &&
                        PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), name) == 0;
  return is_named ? args[0] : NULL;
}

/* Tensor.size(dim=None); what is no plain int, or has no plain size, is left to _size in Python. */
static PyObject *size(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  int64_t found;
  if (count == 0 && !names) return get_shape(self, NULL);
  PyObject *dim = only_argument(args, count, names, "dim");
  if (dim && PyLong_CheckExact(dim) && find_size(self, dim, &found)) return PyLong_FromLongLong(found);
  if (count + (names ? PyTuple_GET_SIZE(names) : 0) > 1)
    return PyErr_Format(PyExc_TypeError, "size() takes one argument, 'dim'");
  return in_python(self, "_size", args, count, names);
}

/* ---- what it is ---- */

static PyObject *get_dtype(PyObject *self, void *UNUSED(closure)) {
  HELD Handle *handle = open_handle(self);
  int32_t code;
  if (!handle) return NULL;
  const char *error = ptc_tensor_dtype(handle->tensor, &code);
  if (error) return raise_error(error);
  if (code < 0 || code >= PyTuple_GET_SIZE(core->dtypes))
    return PyErr_Format(PyExc_TypeError, "an unknown dtype, number %d", (int)code);
  return Py_NewRef(PyTuple_GET_ITEM(core->dtypes, code));
}

static PyObject *get_device(PyObject *self, void *UNUSED(closure)) {
  HELD Handle *handle = open_handle(self);
  int32_t type, index;
  if (!handle) return NULL;
  const char *error = ptc_tensor_device(handle->tensor, &type, &index);
  if (error) return raise_error(error);
  if (type == PTC_CPU && index < 0) return Py_NewRef(core->cpu_device);
  return PyObject_CallFunction(core->device_of_numbers, "ii", (int)type, (int)index);
}

typedef const char *(*count_function)(ptc_tensor, int64_t *);
typedef const char *(*flag_function)(ptc_tensor, bool *);

static PyObject *count_of(PyObject *self, count_function count) {
  HELD Handle *handle = open_handle(self);
  int64_t out;
  if (!handle) return NULL;
  const char *error = count(handle->tensor, &out);
  return error ? raise_error(error) : PyLong_FromLongLong(out);
}
static PyObject *flag_of(PyObject *self, flag_function flag) {
  HELD Handle *handle = open_handle(self);
  bool out;
  if (!handle) return NULL;
  const char *error = flag(handle->tensor, &out);
  return error ? raise_error(error) : PyBool_FromLong(out);
}

static PyObject *get_ndim(PyObject *self, void *UNUSED(closure)) { return count_of(self, ptc_tensor_dim); }
static PyObject *dim(PyObject *self, PyObject *UNUSED(none)) { return count_of(self, ptc_tensor_dim); }
static PyObject *numel(PyObject *self, PyObject *UNUSED(none)) {
  if (UNLIKELY(hosting) && has_symbols(self)) return symbols_of(self, PTC_SYMBOLIC_NUMEL);
  return count_of(self, ptc_tensor_numel);
}
/* storage_offset(tensor) -> int, or SymInt */
static PyObject *storage_offset(PyObject *UNUSED(self), PyObject *tensor) {
  if (UNLIKELY(hosting) && has_symbols(tensor)) return symbols_of(tensor, PTC_SYMBOLIC_OFFSET);
  return count_of(tensor, ptc_tensor_storage_offset);
}
static PyObject *get_is_leaf(PyObject *self, void *UNUSED(closure)) { return flag_of(self, ptc_tensor_is_leaf); }
static PyObject *get_requires_grad(PyObject *self, void *UNUSED(closure)) {
  return flag_of(self, ptc_tensor_requires_grad);
}

/* The number of a memory format, or -1. */
static int32_t code_of_format(const PyObject *format) {
  for (Py_ssize_t i = 0; format && i < PyTuple_GET_SIZE(core->formats); ++i)
    if (PyTuple_GET_ITEM(core->formats, i) == format && format != Py_None) return (int32_t)i;
  return -1;
}

/* Tensor.is_contiguous(memory_format=None); what is no format is left to _is_contiguous in Python. */
static PyObject *is_contiguous(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  const int32_t format =
      count || names ? code_of_format(only_argument(args, count, names, "memory_format")) : PTC_CONTIGUOUS;
  if (format < 0) return in_python(self, "_is_contiguous", args, count, names);
  HELD Handle *handle = open_handle(self);
  bool is;
  if (!handle) return NULL;
  const char *error = ptc_tensor_is_contiguous(handle->tensor, format, &is);
  return error ? raise_error(error) : PyBool_FromLong(is);
}

/* ---- tensors that belong to it ---- */

/* The object of a member's tensor; who is told of new tensors is told the name. */
static PyObject *adopt_member(const char *name, ptc_tensor tensor) {
  running_member = name;
  PyObject *found = adopt(tensor);
  running_member = NULL;
  return found;
}
static PyObject *tensor_of(PyObject *self, const char *name, const char *(*other)(ptc_tensor, ptc_tensor *)) {
  HELD Handle *handle = open_handle(self);
  ptc_tensor out;
  if (!handle) return NULL;
  const char *error = other(handle->tensor, &out);
  if (error) return raise_error(error);
  return adopt_member(name, out);
}
static PyObject *get_data(PyObject *self, void *UNUSED(closure)) { return tensor_of(self, "data", ptc_tensor_data); }
static PyObject *detach(PyObject *self, PyObject *UNUSED(none)) { return tensor_of(self, "detach", ptc_detach); }

/* The gradient where libtorch has to be asked: it may warn, which is noted within a call. */
static PyObject *ask_for_grad(Handle *handle) {
  ptc_tensor out;
  const char *error;
  Py_INCREF(handle);
  BEGIN_CALL_UNLESS(true)
  error = ptc_tensor_grad(handle->tensor, &out);
  END_CALL
  Py_DECREF(handle);
  error = show_and_close(error, out);
  return error ? raise_error(error) : adopt_member("grad", out);
}

/* The GIL keeps any other tensor from being remembered at the address of the gradient meanwhile. */
static PyObject *get_grad(PyObject *self, void *UNUSED(closure)) {
  HELD Handle *handle = open_handle(self);
  ptc_tensor out;
  void *impl;
  if (!handle) return NULL;
  if (WITHOUT_GIL || UNLIKELY(!ptc_tensor_grad_or_identity(handle->tensor, &impl, &out))) return ask_for_grad(handle);
  if (!impl) Py_RETURN_NONE;
  if (out) {
    running_member = "grad";
    PyObject *made = adopt_as(core->tensor_type, out, impl);
    running_member = NULL;
    return made;
  }
  PyObject *known = find_known(impl);
  if (known && LIKELY(has_handle(known))) return known;
  Py_XDECREF(known);
  return ask_for_grad(handle);
}

static PyObject *get_grad_fn(PyObject *self, void *UNUSED(closure)) {
  HELD Handle *handle = open_handle(self);
  ptc_node out;
  if (!handle) return NULL;
  const char *error = ptc_tensor_grad_fn(handle->tensor, &out);
  return error ? raise_error(error) : wrap_node(out);
}

/* Setting is Python's; `None` deletes. */
static int set_by(const char *method, PyObject *self, PyObject *value) {
  PyObject *none = PyObject_CallMethod(self, method, "O", value ? value : Py_None);
  Py_XDECREF(none);
  return none ? 0 : -1;
}
static int set_grad(PyObject *self, PyObject *value, void *UNUSED(closure)) {
  if (value && value != Py_None) return set_by("_set_grad", self, value);
  HELD Handle *handle = open_handle(self);
  if (!handle) return -1;
  const char *error;
  Py_INCREF(handle);
  BEGIN_CALL /* what the gradient holds is freed */
  error = ptc_tensor_set_grad(handle->tensor, NULL);
  END_CALL
  Py_DECREF(handle);
  if (error) raise_error(error);
  return error ? -1 : 0;
}
static int set_data(PyObject *self, PyObject *value, void *UNUSED(closure)) {
  if (!value)
    return PyErr_SetString(PyExc_RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!"), -1;
  return set_by("_set_data", self, value);
}

static int set_requires_grad(PyObject *self, PyObject *value, void *UNUSED(closure)) {
  if (!value) return PyErr_SetString(PyExc_RuntimeError, "requires_grad cannot be deleted"), -1;
  if (!PyBool_Check(value)) {
    PyErr_Format(PyExc_TypeError, "argument 'requires_grad' must be bool, not %.100s", Py_TYPE(value)->tp_name);
    return -1;
  }
  HELD Handle *handle = open_handle(self);
  const char *error = handle ? ptc_tensor_set_requires_grad_inside(handle->tensor, value == Py_True) : NULL;
  if (error) raise_error(error);
  return handle && !error ? 0 : -1;
}

/* The error of a method without a Python frame, with the tensor for its note. */
static PyObject *raise_method(const char *error, const char *name, PyObject *self) {
  PyObject *call = PyUnicode_FromString(name), *given = Py_BuildValue("((O)(s))", self, "self");
  if (!call || !given) PyErr_Clear();
  PyObject *none = raise_from(error, call, given);
  Py_XDECREF(call);
  Py_XDECREF(given);
  return none;
}

/* Asks like an operator of torch.ops: Python may answer with a symbol. */
static PyObject *asked_item(PyObject *self) {
  PyObject *module = PyImport_ImportModule("pytorch_c._library.torch_dispatch"), *found = NULL;
  if (module) found = PyObject_CallMethod(module, "item", "O", self);
  Py_XDECREF(module);
  return found;
}

static PyObject *item(PyObject *self, PyObject *UNUSED(none)) {
  HELD Handle *handle = open_handle(self);
  ptc_scalar x;
  if (!handle) return NULL;
  if (is_hosted(handle->tensor)) return asked_item(self);
  Py_INCREF(handle);
  const char *error;
  BEGIN_CALL_UNLESS(is_brief_for(handle))
  error = ptc_tensor_item(handle->tensor, &x);
  END_CALL
  Py_DECREF(handle);
  if (warned) error = show_warnings(error);
  return error ? raise_method(error, "item", self) : scalar_object(&x);
}

/* ---- the handle ---- */

static PyObject *get_handle(PyObject *self, void *UNUSED(closure)) {
  HELD Handle *handle = handle_if_open(self);
  return Py_NewRef(handle ? (PyObject *)handle : Py_None);
}

/* take_over(made, tensor): the handle of a fresh tensor becomes that of another object, which is returned */
static PyObject *take_over(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || !is_tensor(args[0])) return PyErr_Format(PyExc_TypeError, "take_over() takes two Tensors");
  HELD const Handle *handle = open_handle(args[1]);
  if (!handle) return NULL;
  TensorObject *made = (TensorObject *)args[0], *from = (TensorObject *)args[1];
  if (made == from) return Py_NewRef(args[0]);
  let_close(args[0]);
  move_handle(made, from);
  if (ask_of_class(args[0]) < 0) return NULL;
  if (somebody_listens() && tell(args[0]) < 0) return NULL;
  return Py_NewRef(args[0]);
}

/* swap_handles(tensor, tensor): each means what the other meant */
static PyObject *swap_handles(PyObject *UNUSED(self), PyObject *args) {
  TensorObject *a, *b;
  if (!PyArg_ParseTuple(args, "O!O!", core->tensor_type, &a, core->tensor_type, &b)) return NULL;
  if (a == b) Py_RETURN_NONE;
  is_open((PyObject *)a);
  is_open((PyObject *)b);
  if (UNLIKELY(hosting)) forget_object(a), forget_object(b);
  exchange_handles(a, b);
  swap_known(a, b);
  if (UNLIKELY(hosting) && (ask_of_class((PyObject *)a) < 0 || ask_of_class((PyObject *)b) < 0)) return NULL;
  Py_RETURN_NONE;
}

/* plain_parameter(tensor, requires_grad) -> Parameter of the same memory, a leaf; NotImplemented where Python's way must decide */
static PyObject *plain_parameter(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count) {
  if (count != 2 || !is_exact_tensor(args[0]) || !PyBool_Check(args[1]) || somebody_listens())
    return Py_NewRef(Py_NotImplemented);
  HELD const Handle *handle = handle_if_open(args[0]);
  ptc_tensor out;
  bool unused;
  if (!handle || is_hosted(handle->tensor)) return Py_NewRef(Py_NotImplemented);
  const char *error = ptc_detach(handle->tensor, &out);
  if (error) return raise_error(error);
  if (args[1] == Py_True && (error = ptc_tensor_set_requires_grad_inside(out, true)))
    return ptc_tensor_close(out), raise_error(error);
  return adopt_as(core->parameter_type, out, ptc_tensor_identity(out, &unused));
}

/* A tensor over memory that the owner keeps; strides in elements. The GIL stays: to let it go takes as long as the call. */
PyObject *share_memory(void *data, const int64_t *sizes, const int64_t *strides, int64_t dim, int32_t dtype,
                       PyObject *owner) {
  ptc_options options = {
      .set = PTC_OPTION_DTYPE | PTC_OPTION_DEVICE, .dtype = dtype, .device_type = PTC_CPU, .device_index = PTC_UNSET};
  ptc_tensor out;
  Py_INCREF(owner);
  const char *error = ptc_tensor_from_blob(data, sizes, dim, strides, dim, &options, owner, let_go, &out);
  return error ? raise_error(error) : adopt(out);
}

/* share(address, sizes, strides, dtype number, owner) -> Tensor over the owner's memory */
static PyObject *share(PyObject *UNUSED(self), PyObject *args) {
  PyObject *address, *sizes, *strides, *owner;
  int dtype;
  if (!PyArg_ParseTuple(args, "O!O!O!iO", &PyLong_Type, &address, &PyTuple_Type, &sizes, &PyTuple_Type, &strides,
                        &dtype, &owner))
    return NULL;
  void *data = PyLong_AsVoidPtr(address);
  if (!data && PyErr_Occurred()) return NULL;
  Py_ssize_t n = PyTuple_GET_SIZE(sizes), m = PyTuple_GET_SIZE(strides);
  int64_t *numbers = PyMem_Malloc((size_t)(n + m + 1) * sizeof(int64_t));
  if (!numbers) return PyErr_NoMemory();
  PyObject *out = NULL;
  if (n != m) PyErr_Format(PyExc_ValueError, "one stride for each dimension is needed");
  else if (!fill_ints(numbers, sizes, n) || !fill_ints(numbers + n, strides, n))
    PyErr_Format(PyExc_OverflowError, "a size or stride does not fit 64 bits");
  else out = share_memory(data, numbers, numbers + n, n, dtype, owner);
  PyMem_Free(numbers);
  return out;
}

/* ---- the class ---- */

static int owner_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  return traverse_hooks(self, visit, arg);
}
/* All of its end but its memory. */
static inline void end(PyObject *self) {
  TensorObject *tensor = (TensorObject *)self;
  PyObject_GC_UnTrack(self);
  forget(tensor);
  if (UNLIKELY(hosting)) forget_object(tensor);
  if (UNLIKELY(tensor->weakrefs != NULL)) PyObject_ClearWeakRefs(self);
  Py_XDECREF(tensor->handle);
}
static void owner_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  end(self);
  type->tp_free(self);
  Py_DECREF(type);
}

/* True if nothing was ever put into its __dict__; false where that is not to be seen. */
static inline bool has_no_attributes(PyObject *self) {
#if PY_VERSION_HEX >> 16 == 0x030B
  return !((void **)self)[-3] && !((void **)self)[-4]; /* the dict, the values */
#elif PY_VERSION_HEX >> 16 == 0x030C
  return !((void **)self)[-3]; /* either */
#else
  (void)self;
  return false;
#endif
}

static destructor class_dealloc;

/* Instances of Tensor itself, for which a tp_finalize would cost 130 instructions each. Python's own function for classes
   clears the attributes and comes back here for the rest; so does that of a subclass. */
static void tensor_dealloc(PyObject *self) {
  TensorObject *tensor = (TensorObject *)self;
  PyTypeObject *type = Py_TYPE(self);
  bool known_to_modes = hosting && tensor->weakrefs;
  if (UNLIKELY(type != core->tensor_type || impl_of(tensor) == GOING)) {
    owner_dealloc(self);
    return;
  }
  if (LIKELY(!type->tp_finalize && has_no_attributes(self) && !known_to_modes)) {
    end(self);
    if (!keep_memory(self)) type->tp_free(self);
    Py_DECREF(type);
    return;
  }
  if (WITHOUT_GIL && keep_instead_of_dealloc(self)) return;
  PyObject_GC_UnTrack(self);
  Py_TRASHCAN_BEGIN(self, tensor_dealloc) if (!WITHOUT_GIL && keep_instead_of_dealloc(self)) PyObject_GC_Track(self);
  else {
    forget(tensor);
    set_impl(tensor, GOING);
#if PY_VERSION_HEX < 0x030B0000
    PyObject **attributes = _PyObject_GetDictPtr(self);
    if (attributes) Py_CLEAR(*attributes);
#endif
    class_dealloc(self);
  }
  Py_TRASHCAN_END
}

/* Tensor itself, once it is there. */
void ready_tensor_type(void) {
  PyTypeObject *type = core->tensor_type;
  if (class_dealloc) return;
  class_dealloc = type->tp_dealloc;
  type->tp_dealloc = tensor_dealloc;
  if (type->tp_finalize == owner_finalize) type->tp_finalize = NULL;
}

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(TensorObject, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
/* Refuses to set an attribute, in the words of torch: it is of its base class, whatever class the tensor has. */
static int not_writable(PyObject *UNUSED(self), PyObject *UNUSED(value), void *name) {
  PyErr_Format(PyExc_AttributeError, "attribute '%s' of 'torch._C.TensorBase' objects is not writable",
               (const char *)name);
  return -1;
}

static PyGetSetDef getset[] = {
    {"_h", get_handle, NULL, "The handle object; None once closed.", NULL},
    {"shape", get_shape, not_writable, "Sizes of the dimensions (Size).", (void *)"shape"},
    {"dtype", get_dtype, not_writable, "The element type.", (void *)"dtype"},
    {"device", get_device, not_writable, "Where the memory is.", (void *)"device"},
    {"grad", get_grad, set_grad, "The gradient, or None.", NULL},
    {"data", get_data, set_data,
     "A tensor of the same memory, outside of the graph, which does not notice changes through it; assigning makes "
     "this "
     "tensor mean other data.",
     NULL},
    {"grad_fn", get_grad_fn, not_writable,
     "The step of the graph that made the tensor (autograd.graph.Node), or None for a leaf.", (void *)"grad_fn"},
    {"ndim", get_ndim, not_writable, "The number of dimensions.", (void *)"ndim"},
    {"is_leaf", get_is_leaf, not_writable,
     "Whether backward() gives it a gradient: no operator that is recorded made it.", (void *)"is_leaf"},
    {"requires_grad", get_requires_grad, set_requires_grad, "Whether operators on it are recorded.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef methods[] = {
    {"dim", dim, METH_NOARGS, "dim($self, /)\n--\n\nThe number of dimensions."},
    {"detach", detach, METH_NOARGS, "detach($self, /)\n--\n\nThe same data, outside of the graph."},
    {"item", item, METH_NOARGS,
     "item($self, /)\n--\n\nThe only element as int, float, bool or complex; raises TorchError if there are more."},
    {"numel", numel, METH_NOARGS, "numel($self, /)\n--\n\nThe number of elements."},
    {"nelement", numel, METH_NOARGS, "nelement($self, /)\n--\n\nThe number of elements."},
    {"is_contiguous", FAST(is_contiguous), METH_FASTCALL | METH_KEYWORDS,
     "is_contiguous($self, memory_format=None)\n--\n\nReturns whether elements lie in order, in the given memory "
     "format."},
    {"size", FAST(size), METH_FASTCALL | METH_KEYWORDS,
     "size($self, dim=None)\n--\n\nThe sizes, or that of one dimension; raises IndexError if there is none."},
    {NULL, NULL, 0, NULL},
};

extern PyType_Slot operator_slots[]; /* slots.c */

static PyMethodDef functions[] = {
    {"strides", strides, METH_O, NULL},
    {"storage_offset", storage_offset, METH_O, NULL},
    {"share", share, METH_VARARGS, NULL},
    {"swap_handles", swap_handles, METH_VARARGS, NULL},
    {"take_over", FAST(take_over), METH_FASTCALL, NULL},
    {"plain_parameter", FAST(plain_parameter), METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

int install_tensor(PyObject *module) {
  PyType_Slot slots[64] = {
      {Py_tp_new, PyBaseObject_Type.tp_new},
      {Py_tp_dealloc, owner_dealloc},
      {Py_tp_traverse, owner_traverse},
      {Py_tp_members, members},
      {Py_tp_finalize, owner_finalize},
      {Py_tp_getset, getset},
      {Py_tp_methods, methods},
      {Py_bf_getbuffer, tensor_getbuffer},
      {Py_bf_releasebuffer, tensor_releasebuffer},
  };
  int at = 9;
  for (PyType_Slot *one = operator_slots; one->slot; ++one) slots[at++] = *one;
  slots[at] = (PyType_Slot){0, NULL};
  PyType_Spec spec = {
      .name = "pytorch_c._boundary._core.Owner",
      .basicsize = sizeof(TensorObject),
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
      .slots = slots,
  };
  core->owner_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  if (!core->owner_type || PyModule_AddObjectRef(module, "Owner", (PyObject *)core->owner_type) < 0) return -1;
  return PyModule_AddFunctions(module, functions);
}
