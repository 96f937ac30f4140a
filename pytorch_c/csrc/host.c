/* libtorch's host is Python: __torch_dispatch__ of modes and of classes of Tensors.

   The library becomes the host with the first mode, or the first tensor of a class with __torch_dispatch__; until then
   `hosting` keeps every cost away. Such a tensor is known by its TensorImpl (ptc_tensor_set_object): libtorch keeps the
   object alive while it holds the tensor, and whatever gives the tensor back gives that object. */
#include "host.h"
#include "callbacks.h"
#include "convert.h"
#include "handle.h"
#include "install.h"
#include "resource.h"
#include "results.h"
#include "values.h"

static PyObject *method_name, *no_dispatch, *dispatch_info, *dispatch_rule, *dispatch_kernel, *known;

/* ---- objects ---- */

static void keep_object(void *UNUSED(context), void *object) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  Py_INCREF((PyObject *)object);
  LEAVE_PYTHON
}
static void release_object(void *UNUSED(context), void *object) {
  if (!Py_IsInitialized()) return;
  ENTER_PYTHON
  Py_DECREF((PyObject *)object);
  LEAVE_PYTHON
}
static bool try_keep_object(void *UNUSED(context), const void *slot) {
  bool kept;
  if (!Py_IsInitialized()) return false;
  ENTER_PYTHON
  PyObject *object = *(PyObject *const *)slot;
  kept = object && hold(object);
  LEAVE_PYTHON
  return kept;
}
static int64_t references(void *UNUSED(context), void *object) { return Py_REFCNT((PyObject *)object); }
static bool owns(void *UNUSED(context), void *object) { return is_tensor((PyObject *)object); }

/* __torch_dispatch__ of a class, borrowed; NULL where it has none, or says that it has none. */
static PyObject *method_of(PyTypeObject *type) {
  PyObject *found = _PyType_Lookup(type, method_name);
  return found == no_dispatch ? NULL : found;
}

/* ---- who is asked ---- */

/* Adds a Tensor whose class wants to be asked: classes before those that they are derived from, each once. */
static int consider(PyObject *found, PyObject *x) {
  if (!is_tensor(x) || Py_IS_TYPE(x, core->tensor_type) || !method_of(Py_TYPE(x))) return 0;
  Py_ssize_t at = PyList_GET_SIZE(found);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(found); ++i) {
    PyTypeObject *other = Py_TYPE(PyList_GET_ITEM(found, i));
    if (other == Py_TYPE(x)) return 0;
    if (at > i && PyType_IsSubtype(Py_TYPE(x), other)) at = i;
  }
  return PyList_Insert(found, at, x);
}

static PyObject *who_is_asked(PyObject *arguments) {
  PyObject *found = PyList_New(0);
  for (Py_ssize_t i = 0; found && i < PyTuple_GET_SIZE(arguments); ++i) {
    PyObject *one = PyTuple_GET_ITEM(arguments, i);
    int failed = consider(found, one);
    for (Py_ssize_t j = 0; PyList_Check(one) && !failed && j < PyList_GET_SIZE(one); ++j) {
      OWNED PyObject *item = item_at(one, j);
      failed = item ? consider(found, item) : 0;
    }
    if (failed) Py_CLEAR(found);
  }
  return found;
}

static PyObject *types_of(PyObject *asked) {
  PyObject *out = PyTuple_New(PyList_GET_SIZE(asked));
  for (Py_ssize_t i = 0; out && i < PyList_GET_SIZE(asked); ++i)
    PyTuple_SET_ITEM(out, i, Py_NewRef((PyObject *)Py_TYPE(PyList_GET_ITEM(asked, i))));
  return out;
}

/* ---- one operator ---- */

/* The arguments of __torch_dispatch__: (func, types, args, kwargs). */
typedef struct {
  PyObject *function, *names, *asked, *types, *args, *kwargs;
  Py_ssize_t positional, results;
} Question;

static void question_end(Question *q) {
  Py_XDECREF(q->function);
  Py_XDECREF(q->names);
  Py_XDECREF(q->asked);
  Py_XDECREF(q->types);
  Py_XDECREF(q->args);
  Py_XDECREF(q->kwargs);
}

/* dispatch_info(name, overload) -> (operator, names of its arguments, how many by position, how many results) */
static int find_operator(Question *q, const char *name, const char *overload) {
  PyObject *key = PyUnicode_FromFormat("%s.%s", name, overload);
  PyObject *info = key ? find_in(known, key) : NULL;
  if (key && !info && !PyErr_Occurred() && dispatch_info) {
    info = PyObject_CallFunction(dispatch_info, "ss", name, overload);
    if (info && PyDict_SetItem(known, key, info) < 0) Py_CLEAR(info);
  }
  Py_XDECREF(key);
  if (!info) return -1;
  int read = PyArg_ParseTuple(info, "OO!nn", &q->function, &PyTuple_Type, &q->names, &q->positional, &q->results);
  if (read) Py_INCREF(q->function), Py_INCREF(q->names);
  else q->function = q->names = NULL;
  Py_DECREF(info);
  return read ? 0 : -1;
}

/* Like torch: of the arguments by position those that are defaults at the end are left out, of those by name all. */
static int add_arguments(Question *q, PyObject *all, const bool *defaults) {
  Py_ssize_t count = PyTuple_GET_SIZE(all), shown = q->positional < count ? q->positional : count;
  while (shown && defaults[shown - 1]) --shown;
  q->args = PyTuple_GetSlice(all, 0, shown);
  q->kwargs = PyDict_New();
  if (!q->args || !q->kwargs) return -1;
  for (Py_ssize_t i = q->positional; i < count; ++i)
    if (!defaults[i] && PyDict_SetItem(q->kwargs, PyTuple_GET_ITEM(q->names, i), PyTuple_GET_ITEM(all, i)) < 0)
      return -1;
  return 0;
}

static int question(Question *q, const char *name, const char *overload, const ptc_value *args, const bool *defaults,
                    int64_t count) {
  if (find_operator(q, name, overload) < 0) return -1;
  if (PyTuple_GET_SIZE(q->names) < count)
    return PyErr_Format(PyExc_RuntimeError, "%s was defined anew with other arguments", name), -1;
  PyObject *all = value_objects(args, count);
  int failed = !all || add_arguments(q, all, defaults) < 0 || !(q->asked = who_is_asked(all)) ||
               !(q->types = types_of(q->asked));
  Py_XDECREF(all);
  return failed ? -1 : 0;
}

/* Modes know tensors by weak references, which the collector clears for garbage: while the graph holds the result of a
   mode, it holds the object too. */
static void keep_with_tensor(PyObject *result) {
  HELD const Handle *handle = Py_IS_TYPE(result, core->tensor_type) ? handle_now(result) : NULL;
  void *now;
  if (handle && ((TensorObject *)result)->weakrefs) ptc_error_free(ptc_tensor_set_object(handle->tensor, result, &now));
}

/* Hands one result to the call. */
static int give_result(void *call, int64_t index, PyObject *result) {
  keep_with_tensor(result);
  Frame f;
  ptc_value value = {0};
  frame_start(&f);
  int failed = result == Py_None ? 0 : add_value(&f, result, &value, 0);
  if (!failed) {
    const char *error = ptc_library_return(call, index, &value);
    if (error) raise_error(error), failed = -1;
  }
  frame_end(&f);
  if (failed && PyErr_ExceptionMatches(PyExc_TypeError)) /* torch's words */
    PyErr_Format(PyExc_RuntimeError, "Unable to cast Python instance of type %R to what the operator gives",
                 Py_TYPE(result));
  return failed;
}

static int give_results(void *call, const Question *q, PyObject *result) {
  if (q->results == 1) return give_result(call, 0, result);
  if (!q->results) {
    if (result == Py_None) return 0;
    PyErr_Format(PyExc_RuntimeError,
                 "Expected __torch_dispatch__ for %S to return None but it returned something else instead.",
                 q->function);
    return -1;
  }
  PyObject *items = PyTuple_Check(result) || PyList_Check(result) ? PySequence_Tuple(result) : NULL;
  int failed = !items || PyTuple_GET_SIZE(items) != q->results;
  if (failed && !PyErr_Occurred())
    PyErr_Format(PyExc_RuntimeError, "Expected __torch_dispatch__ for %S to return a tuple of %zd values.", q->function,
                 q->results);
  for (Py_ssize_t i = 0; !failed && i < q->results; ++i) failed = give_result(call, i, PyTuple_GET_ITEM(items, i)) < 0;
  Py_XDECREF(items);
  return failed ? -1 : 0;
}

/* The rule that somebody has registered for an operator and a class; NULL and no exception for none. */
static PyObject *rule_for(PyObject *function, PyTypeObject *type) {
  if (!dispatch_rule || dispatch_rule == Py_None) return NULL;
  PyObject *found = PyObject_CallFunctionObjArgs(dispatch_rule, function, (PyObject *)type, NULL);
  if (found != Py_None) return found;
  Py_DECREF(found);
  return NULL;
}

/* The answer of one class or mode; Py_NotImplemented leaves the call to the next. */
static PyObject *ask(const Question *q, PyObject *whom, bool is_mode) {
  PyObject *rule = rule_for(q->function, Py_TYPE(whom)), *out = NULL;
  if (!rule && PyErr_Occurred()) return NULL;
  if (rule) {
    PyObject *first = is_mode ? whom : (PyObject *)Py_TYPE(whom);
    out = PyObject_CallFunctionObjArgs(rule, first, q->function, q->types, q->args, q->kwargs, NULL);
    Py_DECREF(rule);
    if (is_mode || out != Py_NotImplemented) return out;
    Py_DECREF(out);
  }
  PyObject *method = PyObject_GetAttr(whom, method_name);
  if (!method) return NULL;
  if (is_mode && (!PyMethod_Check(method) || PyMethod_GET_SELF(method) != whom))
    PyErr_SetString(PyExc_RuntimeError,
                    "Defining your mode's `__torch_dispatch__` as a classmethod is not supported, please make it a "
                    "plain method");
  else out = PyObject_CallFunctionObjArgs(method, q->function, q->types, q->args, q->kwargs, NULL);
  Py_DECREF(method);
  return out;
}

/* Questions to a wrapper about itself; torch names these operators in another way. */
static bool is_of_itself(PyObject *name) {
  static const char *const names[] = {"dim",      "is_contiguous", "device",     "layout",    "size",
                                      "sym_size", "stride",        "sym_stride", "sym_numel", "sym_storage_offset"};
  const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
  for (size_t i = 0; text && i < sizeof names / sizeof *names; ++i)
    if (!strcmp(text, names[i])) return true;
  return false;
}

/* "torch._ops.aten.max.default", or "torch.ops.aten.dim" */
static PyObject *name_for_error(PyObject *function) {
  PyObject *space = PyObject_GetAttrString(function, "_namespace");
  PyObject *short_name = space ? PyObject_GetAttrString(function, "_opname") : NULL, *out = NULL;
  PyObject *name = short_name ? PyObject_GetAttrString(function, "__name__") : NULL;
  if (name)
    out = is_of_itself(short_name) ? PyUnicode_FromFormat("torch.ops.%S.%S", space, short_name)
                                   : PyUnicode_FromFormat("torch._ops.%S.%S", space, name);
  Py_XDECREF(space);
  Py_XDECREF(short_name);
  Py_XDECREF(name);
  PyErr_Clear();
  return out ? out : PyObject_Str(function);
}

static PyObject *nobody_runs(const Question *q, PyObject *mode) {
  PyObject *lines = mode ? PyUnicode_FromFormat("  - mode object %R\n", mode) : PyUnicode_FromString("");
  for (Py_ssize_t i = 0; lines && i < PyList_GET_SIZE(q->asked); ++i)
    Py_SETREF(lines, PyUnicode_FromFormat("%U  - tensor subclass %R\n", lines, Py_TYPE(PyList_GET_ITEM(q->asked, i))));
  PyObject *name = lines ? name_for_error(q->function) : NULL;
  if (name)
    PyErr_Format(PyExc_TypeError,
                 "Multiple dispatch failed for '%S'; all __torch_dispatch__ handlers returned NotImplemented:\n\n%U\n"
                 "For more information, try re-running with TORCH_LOGS=not_implemented",
                 name, lines);
  Py_XDECREF(name);
  Py_XDECREF(lines);
  return NULL;
}

static PyObject *answer(const Question *q, int32_t stage, PyObject *mode) {
  if (stage == PTC_HOST_MODE) return ask(q, mode, true);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(q->asked); ++i) {
    PyObject *out = ask(q, PyList_GET_ITEM(q->asked, i), false);
    if (out != Py_NotImplemented) return out;
    Py_DECREF(out);
  }
  return nobody_runs(q, mode);
}

/* The function that py_impl() has registered for an operator and a dispatch key; None without one. */
static PyObject *kernel_for(const char *name, const char *overload, int32_t key) {
  Question q = {0};
  PyObject *found =
      find_operator(&q, name, overload) < 0 ? NULL : PyObject_CallFunction(dispatch_kernel, "Oi", q.function, (int)key);
  question_end(&q);
  return found;
}

static int run(void *call, int32_t stage, PyObject *mode, const char *name, const char *overload, const ptc_value *args,
               const bool *defaults, int64_t count) {
  Question q = {0};
  PyObject *kernel = stage < PTC_HOST_KERNEL ? NULL : kernel_for(name, overload, stage - PTC_HOST_KERNEL), *out = NULL;
  if (kernel == Py_None) out = Py_NewRef(Py_NotImplemented);
  else if ((stage < PTC_HOST_KERNEL || kernel) && question(&q, name, overload, args, defaults, count) == 0)
    out = kernel ? PyObject_Call(kernel, q.args, q.kwargs) : answer(&q, stage, mode);
  Py_XDECREF(kernel);
  int failed = !out;
  if (out == Py_NotImplemented) {
    const char *error = ptc_host_decline(call);
    if (error) raise_error(error), failed = 1;
  } else if (out) failed = give_results(call, &q, out) < 0;
  Py_XDECREF(out);
  question_end(&q);
  return failed ? -1 : 0;
}

static const char *on_run(void *UNUSED(context), void *call, int32_t stage, void *mode, const char *name,
                          const char *overload, const ptc_value *args, const bool *defaults, int64_t count) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  const Row *row = running;
  PyObject *operator = running_operator;
  const char *member = running_member;
  error = run(call, stage, mode, name, overload, args, defaults, count) < 0 ? host_error() : NULL;
  running = row;
  running_operator = operator;
  running_member = member;
  LEAVE_PYTHON
  return error;
}

int become_host(void) {
  if (hosting) return 0;
  PyObject *module = PyImport_ImportModule("pytorch_c._library.torch_dispatch");
  if (!module) return -1;
  const char *error = NULL;
  BEGIN_ALONE(module) /* another thread may have come here during the import */
  if (!hosting)
    error = ptc_host_set(true, keep_object, release_object, try_keep_object, references, owns, on_run, NULL, NULL);
  if (!error) hosting = true;
  END_ALONE
  Py_DECREF(module);
  return error ? (raise_error(error), -1) : 0;
}

/* ---- tensors that ask ---- */

int ask_of_class(PyObject *tensor) {
  if (is_exact_tensor(tensor)) return 0;
  HELD const Handle *handle = handle_now(tensor);
  if (!handle || !method_of(Py_TYPE(tensor))) return 0;
  if (become_host() < 0) return -1;
  void *now;
  const char *error = ptc_host_asks(handle->tensor, true, PTC_HOST_OWN_SIZES, false, false);
  if (!error) error = ptc_tensor_set_object(handle->tensor, tensor, &now);
  if (error) return raise_error(error), -1;
  if (now == tensor) return 0;
  PyErr_Format(PyExc_RuntimeError,
               "Creating a new Tensor subclass %s but the raw Tensor object is already associated to a python object "
               "of type %s",
               Py_TYPE(tensor)->tp_name, Py_TYPE((PyObject *)now)->tp_name);
  return -1;
}

/* A tensor over the same memory, which no mode makes into something else. */
static PyObject *below_modes(PyObject *tensor, const char *(*make)(ptc_tensor, ptc_tensor *)) {
  if (!is_tensor(tensor))
    return PyErr_Format(PyExc_TypeError, "a Tensor is needed, got %.100s", Py_TYPE(tensor)->tp_name);
  HELD Handle *handle = open_handle(tensor);
  ptc_host_pause pause = NULL;
  ptc_tensor out = NULL;
  if (!handle) return NULL;
  Py_INCREF(handle);
  const char *error = hosting ? ptc_host_pause_modes(&pause) : NULL;
  if (!error) {
    Py_BEGIN_ALLOW_THREADS
    error = make(handle->tensor, &out);
    Py_END_ALLOW_THREADS
  }
  ptc_host_pause_close(pause);
  Py_DECREF(handle);
  return error ? raise_error(error) : adopt(out);
}
static PyObject *detached(PyObject *UNUSED(self), PyObject *tensor) { return below_modes(tensor, ptc_detach); }
static PyObject *aliased(PyObject *UNUSED(self), PyObject *tensor) { return below_modes(tensor, ptc_alias); }

/* asks(tensor, policy, device, layout): what a tensor of such a class asks beside its operators */
static PyObject *asks(PyObject *UNUSED(self), PyObject *args) {
  PyObject *tensor;
  int policy, device, layout;
  if (!PyArg_ParseTuple(args, "O!ipp", core->tensor_type, &tensor, &policy, &device, &layout)) return NULL;
  HELD Handle *handle = open_handle(tensor);
  if (!handle) return NULL;
  const char *error = ptc_host_asks(handle->tensor, true, policy, device, layout);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}

/* is_asked(tensors): whether a mode of this thread, or the class of one of these, runs operators */
static PyObject *is_asked(PyObject *UNUSED(self), PyObject *tensors) {
  int64_t count = 0;
  if (!hosting || !PyList_Check(tensors)) Py_RETURN_FALSE;
  const char *error = ptc_host_mode_count(false, &count);
  for (Py_ssize_t i = 0; !error && !count && i < PyList_GET_SIZE(tensors); ++i) {
    OWNED PyObject *one = item_at(tensors, i);
    HELD Handle *handle = one ? open_handle(one) : NULL;
    bool asks = false;
    if (!one) break;
    if (!handle) return NULL;
    error = ptc_tensor_asks_host(handle->tensor, &asks);
    count += asks;
  }
  return error ? raise_error(error) : PyBool_FromLong(count > 0);
}

/* wrapper(sizes, strides or None, offset or None, storage size, extra keys, options…) -> Tensor without memory */
static PyObject *wrapper(PyObject *UNUSED(self), PyObject *args) {
  PyObject *sizes, *strides, *offset;
  long long storage;
  int dtype, layout, device_type, device_index;
  const char *keys;
  if (!PyArg_ParseTuple(args, "O!OOLziiii", &PyTuple_Type, &sizes, &strides, &offset, &storage, &keys, &dtype, &layout,
                        &device_type, &device_index))
    return NULL;
  if (become_host() < 0) return NULL;
  Py_ssize_t dim = PyTuple_GET_SIZE(sizes), steps = strides == Py_None ? 0 : PyTuple_Size(strides);
  if (steps < 0) return NULL;
  int64_t first = offset == Py_None ? 0 : PyLong_AsLongLong(offset);
  if (first == -1 && PyErr_Occurred()) return NULL;
  int64_t *numbers = PyMem_Malloc((size_t)(dim + steps + 1) * sizeof *numbers);
  if (!numbers) return PyErr_NoMemory();
  PyObject *out = NULL;
  if (!fill_ints(numbers, sizes, dim) || (strides != Py_None && !fill_ints(numbers + dim, strides, steps)))
    PyErr_SetString(PyExc_TypeError, "_make_wrapper_subclass(): arguments 'size' and 'strides' must be ints");
  else {
    ptc_options options = {.set = PTC_OPTION_DTYPE | PTC_OPTION_LAYOUT | PTC_OPTION_DEVICE,
                           .dtype = dtype,
                           .layout = layout,
                           .device_type = device_type,
                           .device_index = device_index};
    ptc_tensor made;
    const char *error = ptc_host_wrapper(numbers, dim, strides == Py_None ? NULL : numbers + dim, steps,
                                         offset == Py_None ? NULL : &first, &options, keys, storage, &made);
    out = error ? raise_error(error) : adopt(made);
  }
  PyMem_Free(numbers);
  return out;
}

/* ---- modes ---- */

static PyObject *push_mode(PyObject *UNUSED(self), PyObject *mode) {
  if (become_host() < 0) return NULL;
  const char *error = ptc_host_mode_push(mode);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}
static PyObject *pop_mode(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  void *mode;
  const char *error = ptc_host_mode_pop(&mode);
  return error ? raise_error(error) : mode; /* with its reference */
}
/* count_dispatch_modes(only those that were pushed) */
static PyObject *count_modes(PyObject *UNUSED(self), PyObject *only) {
  int64_t count;
  const char *error = ptc_host_mode_count(PyObject_IsTrue(only), &count);
  return error ? raise_error(error) : PyLong_FromLongLong(count);
}
static PyObject *mode_at(PyObject *UNUSED(self), PyObject *index) {
  void *mode;
  long long at = PyLong_AsLongLong(index);
  if (at == -1 && PyErr_Occurred()) return NULL;
  const char *error = ptc_host_mode_at(at, &mode);
  return error ? raise_error(error) : Py_NewRef((PyObject *)mode);
}
static PyObject *infra_mode(PyObject *UNUSED(self), PyObject *place) {
  void *mode;
  long at = PyLong_AsLong(place);
  if (at == -1 && PyErr_Occurred()) return NULL;
  const char *error = ptc_host_mode_get((int32_t)at, &mode);
  return error ? raise_error(error) : Py_NewRef(mode ? (PyObject *)mode : Py_None);
}
static PyObject *set_infra_mode(PyObject *UNUSED(self), PyObject *args) {
  int place;
  PyObject *mode;
  if (!PyArg_ParseTuple(args, "iO", &place, &mode)) return NULL;
  if (become_host() < 0) return NULL;
  const char *error = ptc_host_mode_set(place, mode);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}
static PyObject *unset_infra_mode(PyObject *UNUSED(self), PyObject *place) {
  void *mode;
  long at = PyLong_AsLong(place);
  if (at == -1 && PyErr_Occurred()) return NULL;
  const char *error = ptc_host_mode_unset((int32_t)at, &mode);
  if (error) return raise_error(error);
  return mode ? mode : Py_NewRef(Py_None);
}

/* ---- blocks ---- */

typedef struct {
  PyObject_HEAD ptc_host_pause pause;
  int kind;
} Block;

static PyObject *enter(PyObject *object, PyObject *UNUSED(none)) {
  Block *self = (Block *)object;
  if (self->pause) return PyErr_Format(PyExc_RuntimeError, "this block is open");
  const char *error = self->kind == 0   ? ptc_host_pause_modes(&self->pause)
                      : self->kind == 1 ? ptc_host_pause_dispatch(&self->pause)
                                        : ptc_host_reenter(&self->pause);
  if (error) return raise_error(error);
  Py_RETURN_NONE;
}
static PyObject *leave(PyObject *object, PyObject *UNUSED(args)) {
  Block *self = (Block *)object;
  ptc_host_pause pause = self->pause;
  self->pause = NULL;
  ptc_host_pause_close(pause);
  Py_RETURN_NONE;
}
static PyObject *block_new(PyTypeObject *type, PyObject *args, PyObject *UNUSED(kwargs)) {
  int kind = 0;
  if (!PyArg_ParseTuple(args, "|i", &kind)) return NULL;
  Block *self = (Block *)type->tp_alloc(type, 0);
  if (self) self->kind = kind;
  return (PyObject *)self;
}
static void block_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  ptc_host_pause_close(((Block *)self)->pause);
  type->tp_free(self);
  Py_DECREF(type);
}
static PyMethodDef block_methods[] = {
    {"__enter__", enter, METH_NOARGS, "__enter__($self)\n--\n\nBegins the block."},
    {"__exit__", leave, METH_VARARGS, "__exit__($self, /, *exc)\n--\n\nGoes back to the state before the block."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, block_new}, {Py_tp_dealloc, block_dealloc}, {Py_tp_methods, block_methods}, {0, NULL}};
static PyType_Spec spec = {
    .name = "pytorch_c._boundary._core.DispatchBlock",
    .basicsize = sizeof(Block),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

/* set_dispatch(info, rule, kernel): how operators are found, rules of others for them, kernels for their keys */
static PyObject *set_dispatch(PyObject *UNUSED(self), PyObject *args) {
  PyObject *info, *rule, *kernel;
  if (!PyArg_ParseTuple(args, "OOO", &info, &rule, &kernel)) return NULL;
  Py_XSETREF(dispatch_info, Py_NewRef(info));
  Py_XSETREF(dispatch_rule, Py_NewRef(rule));
  Py_XSETREF(dispatch_kernel, Py_NewRef(kernel));
  PyDict_Clear(known);
  Py_RETURN_NONE;
}
/* host_kernels(asked) -> whether kernels of py_impl() were asked for on this thread before */
static PyObject *host_kernels(PyObject *UNUSED(self), PyObject *asked) {
  bool before;
  if (become_host() < 0) return NULL;
  const char *error = ptc_host_kernels(PyObject_IsTrue(asked), &before);
  return error ? raise_error(error) : PyBool_FromLong(before);
}
/* forget_operators(): an operator is gone, or means something else */
static PyObject *forget_operators(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  PyDict_Clear(known);
  Py_RETURN_NONE;
}

/* __torch_dispatch__ of Tensor itself, super().__torch_dispatch__ in others: the operator, without asking anyone. */
static PyObject *disabled(PyObject *UNUSED(self), PyObject *given) {
  PyObject *function, *types, *args = NULL, *kwargs = NULL;
  if (!PyArg_ParseTuple(given, "OO|OO", &function, &types, &args, &kwargs)) return NULL;
  if (kwargs && kwargs != Py_None && !PyDict_Check(kwargs))
    return PyErr_Format(PyExc_TypeError, "__torch_dispatch__: argument 'kwargs' must be a dict");
  PyObject *items = args ? PySequence_Tuple(args) : PyTuple_New(0); /* a list, too */
  if (!items) return NULL;
  ptc_host_pause pause;
  const char *error = ptc_host_pause_dispatch(&pause);
  PyObject *out = error ? raise_error(error) : PyObject_Call(function, items, kwargs == Py_None ? NULL : kwargs);
  if (!error) ptc_host_pause_close(pause);
  Py_DECREF(items);
  return out;
}
static PyMethodDef disabled_method = {"_disabled_torch_dispatch_impl", disabled, METH_VARARGS,
                                      "As __torch_dispatch__ of a class: its instances do not ask."};
static PyMethodDef functions[] = {
    {"detached", detached, METH_O, NULL},
    {"aliased", aliased, METH_O, NULL},
    {"asks", asks, METH_VARARGS, NULL},
    {"is_asked", is_asked, METH_O, NULL},
    {"wrapper", wrapper, METH_VARARGS, NULL},
    {"push_mode", push_mode, METH_O, NULL},
    {"pop_mode", pop_mode, METH_NOARGS, NULL},
    {"count_dispatch_modes", count_modes, METH_O, NULL},
    {"mode_at", mode_at, METH_O, NULL},
    {"infra_mode", infra_mode, METH_O, NULL},
    {"set_infra_mode", set_infra_mode, METH_VARARGS, NULL},
    {"unset_infra_mode", unset_infra_mode, METH_O, NULL},
    {"set_dispatch", set_dispatch, METH_VARARGS, NULL},
    {"host_kernels", host_kernels, METH_O, NULL},
    {"forget_operators", forget_operators, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int install_host(PyObject *module) {
  method_name = PyUnicode_InternFromString("__torch_dispatch__");
  no_dispatch = PyCFunction_New(&disabled_method, NULL);
  known = PyDict_New();
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
  int failed =
      !method_name || !no_dispatch || !known || !type || PyModule_AddObjectRef(module, "DispatchBlock", type) < 0 ||
      PyModule_AddObjectRef(module, "no_dispatch", no_dispatch) < 0 || PyModule_AddFunctions(module, functions) < 0;
  Py_XDECREF(type);
  return failed ? -1 : 0;
}
