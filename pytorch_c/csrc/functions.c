/* Custom functions: a call of autograd.Function, whose context is its node in the graph (nodes.c) and runs its backward. */
#include "callbacks.h"
#include "convert.h"
#include "handle.h"
#include "install.h"
#include "nodes.h"
#include "resource.h"
#include "results.h"

/* Of autograd/function.py: Function.vjp, and what binds the arguments of forward where there are keywords. */
static PyObject *plain_vjp, *plain_setup, *bind, *apply_in_levels;
static PyObject *name_backward, *name_vjp, *name_jvp, *name_forward, *name_setup, *name_forward_class,
    *name_backward_class;

/* ---- the backward pass ---- */

/* The user's derivative of a context: vjp where it is not Function's own, else backward. */
static PyObject *derivative_of(PyObject *ctx) {
  PyObject *class = PyObject_GetAttr(ctx, name_forward_class);
  PyObject *vjp = class ? PyObject_GetAttr(class, name_vjp) : NULL;
  PyObject *backward = vjp ? PyObject_GetAttr(class, name_backward) : NULL;
  Py_XDECREF(class);
  if (backward && vjp != plain_vjp && backward != plain_vjp) {
    PyErr_SetString(PyExc_RuntimeError, "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
                                        "You should only implement one of them.");
    Py_CLEAR(backward);
  } else if (backward && vjp != plain_vjp) Py_SETREF(backward, Py_NewRef(vjp));
  Py_XDECREF(vjp);
  return backward;
}

/* function(ctx, *items) */
static PyObject *call_with(PyObject *function, PyObject *ctx, PyObject *const *items, Py_ssize_t count) {
  PyObject *few[9], **args = count < 9 ? few : PyMem_Malloc((size_t)(count + 1) * sizeof *args);
  if (!args) return PyErr_NoMemory();
  args[0] = ctx;
  for (Py_ssize_t i = 0; i < count; ++i) args[i + 1] = items[i];
  PyObject *out = PyObject_Vectorcall(function, args, (size_t)count + 1, NULL);
  if (args != few) PyMem_Free(args);
  return out;
}

static const char *class_name(PyObject *ctx) { return Py_TYPE(ctx)->tp_name; }

/* Hands on what backward returned, one for each argument of forward, to those that are tensors. */
static int give_gradients(FunctionObject *ctx, PyObject *result, ptc_tensor *out, int64_t wanted) {
  PyObject *const *items = PyTuple_Check(result) ? &PyTuple_GET_ITEM(result, 0) : &result;
  Py_ssize_t given = PyTuple_Check(result) ? PyTuple_GET_SIZE(result) : 1, count = PyTuple_GET_SIZE(ctx->is_tensor);
  while (given > count && items[given - 1] == Py_None) --given;
  if (given != count) {
    PyErr_Format(PyExc_RuntimeError, "function %s returned an incorrect number of gradients (expected %zd, got %zd)",
                 class_name((PyObject *)ctx), count, given);
    return -1;
  }
  int64_t at = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (PyTuple_GET_ITEM(ctx->is_tensor, i) == Py_True) {
      if (items[i] != Py_None && !is_tensor(items[i])) {
        PyErr_Format(PyExc_TypeError, "function %s: expected Tensor or None, got %.100s", class_name((PyObject *)ctx),
                     Py_TYPE(items[i])->tp_name);
        return -1;
      }
      if (at < wanted && give(items[i], out + at++) < 0) return -1;
    } else if (items[i] != Py_None) {
      PyErr_Format(PyExc_RuntimeError,
                   "function %s returned a gradient different than None at position %zd, but the corresponding forward "
                   "input was not a Variable",
                   class_name((PyObject *)ctx), i + 1);
      return -1;
    }
  }
  return 0;
}

static const char *on_backward(void *context, ptc_node self, const ptc_tensor *grads, int64_t count, ptc_tensor *out) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  int64_t wanted = 0;
  error = ptc_node_next_count(self, &wanted);
  PyObject *given = error ? raise_error(error) : keep_all(grads, count);
  PyObject *function = given ? derivative_of(context) : NULL;
  PyObject *result = function ? call_with(function, context, &PyTuple_GET_ITEM(given, 0), count) : NULL;
  int failed = !result || give_gradients(context, result, out, wanted) < 0;
  error = failed ? host_error() : NULL;
  Py_XDECREF(given);
  Py_XDECREF(function);
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

/* Runs in attach, on its thread: a tangent or None for each argument of forward. */
static PyObject *call_jvp(FunctionObject *ctx, const ptc_tensor *tangents) {
  Py_ssize_t arguments = PyTuple_GET_SIZE(ctx->is_tensor);
  PyObject *given = PyTuple_New(arguments);
  for (Py_ssize_t i = 0; given && i < arguments; ++i) {
    PyObject *one = PyTuple_GET_ITEM(ctx->is_tensor, i) == Py_True ? keep(*tangents++) : Py_NewRef(Py_None);
    if (one) PyTuple_SET_ITEM(given, i, one);
    else Py_CLEAR(given);
  }
  PyObject *class = given ? PyObject_GetAttr((PyObject *)ctx, name_forward_class) : NULL;
  PyObject *function = class ? PyObject_GetAttr(class, name_jvp) : NULL;
  PyObject *result = function ? call_with(function, (PyObject *)ctx, &PyTuple_GET_ITEM(given, 0), arguments) : NULL;
  Py_XDECREF(given);
  Py_XDECREF(class);
  Py_XDECREF(function);
  return result;
}

static const char *on_jvp(void *context, const ptc_tensor *tangents, int64_t UNUSED(count), ptc_tensor *out,
                          int64_t wanted) {
  const char *error;
  if (!Py_IsInitialized()) return ended();
  ENTER_PYTHON
  PyObject *result = call_jvp(context, tangents);
  PyObject *const *items = result && PyTuple_Check(result) ? &PyTuple_GET_ITEM(result, 0) : &result;
  Py_ssize_t given = result && PyTuple_Check(result) ? PyTuple_GET_SIZE(result) : 1;
  int failed = !result;
  if (result && given != wanted) {
    PyErr_Format(PyExc_RuntimeError,
                 "Function's jvp returned an invalid number of forward gradients (expected %zd but got %zd)",
                 (Py_ssize_t)wanted, given);
    failed = 1;
  }
  for (Py_ssize_t i = 0; !failed && i < given; ++i) {
    failed = items[i] != Py_None && !is_tensor(items[i]);
    if (failed)
      PyErr_Format(PyExc_RuntimeError, "expected Variable or None (got %.100s) for grad output %zd.",
                   Py_TYPE(items[i])->tp_name, i);
    else failed = give(items[i], out + i) < 0;
  }
  error = failed ? host_error() : NULL;
  Py_XDECREF(result);
  LEAVE_PYTHON
  return error;
}

/* ---- a place in the graph ---- */

/* The handles of Tensors, held until the end of the frame. NULL for what is none, where there is no `or_refuse`. */
static ptc_tensor *handle_array(Frame *f, PyObject *const *items, Py_ssize_t count, const char *or_refuse) {
  ptc_tensor *out = frame_memory(f, ((size_t)count + 1) * sizeof(ptc_tensor));
  for (Py_ssize_t i = 0; out && i < count; ++i) {
    Handle *handle = NULL;
    out[i] = NULL;
    if (!is_tensor(items[i])) {
      if (!or_refuse) continue;
      PyErr_Format(PyExc_TypeError, "%s can only %s variables, but argument %zd is of type %.100s", or_refuse,
                   strcmp(or_refuse, "save_for_backward") ? "accept" : "save", i, Py_TYPE(items[i])->tp_name);
    } else if ((handle = open_handle(items[i]))) out[i] = handle->tensor;
    if (!handle || frame_hold_handle(f, handle) < 0) return NULL;
  }
  return out;
}

typedef struct {
  ptc_tensor *handles;
  int64_t count;
} Handles;

/* Of a tuple that a mark has set, or NULL for none. */
static int read_marks(Frame *f, PyObject *marks, const char *name, int none_too, Handles *out) {
  if (!marks || marks == Py_None) return 0;
  if (!PyTuple_Check(marks)) {
    PyErr_Format(PyExc_TypeError, "%s: a tuple is needed, got %.100s", name, Py_TYPE(marks)->tp_name);
    return -1;
  }
  Py_ssize_t count = PyTuple_GET_SIZE(marks);
  for (Py_ssize_t i = 0; none_too && i < count; ++i)
    if (PyTuple_GET_ITEM(marks, i) != Py_None && !is_tensor(PyTuple_GET_ITEM(marks, i))) none_too = 0;
  out->handles = handle_array(f, &PyTuple_GET_ITEM(marks, 0), count, none_too ? NULL : name);
  out->count = count;
  return out->handles ? 0 : -1;
}

/* Result `i` of forward with its history: the object that forward returned, where it is still the same tensor. */
static PyObject *placed(ptc_tensor_list results, int64_t i, PyObject *old) {
  if (!is_tensor(old)) return Py_NewRef(old);
  ptc_tensor made;
  bool same = false;
  const char *error = ptc_tensor_list_get(results, i, &made);
  HELD const Handle *before = handle_now(old);
  if (!error && made && before) error = ptc_tensor_is_same(made, before->tensor, &same);
  if (error) return raise_error(error);
  if (!same) return adopt(made);
  ptc_tensor_close(made);
  return Py_NewRef(old);
}

/* The outputs that mark_non_differentiable names have no gradient of zeros, where the context says so. */
static const char *leave_undefined(const FunctionObject *ctx, PyObject *const *outputs, Py_ssize_t count,
                                   PyObject *fixed) {
  const char *error = NULL;
  if (ctx->materialize_fixed || !ctx->node || !fixed || !PyTuple_Check(fixed)) return NULL;
  for (Py_ssize_t i = 0; i < count && !error; ++i)
    for (Py_ssize_t j = 0; j < PyTuple_GET_SIZE(fixed) && !error; ++j)
      if (PyTuple_GET_ITEM(fixed, j) == outputs[i]) error = ptc_node_leave_undefined(ctx->node, i);
  return error;
}

/* forward's results with their history; from now on the graph owns ctx, where something is recorded. */
static PyObject *attach(FunctionObject *ctx, const Handles *inputs, PyObject *outputs) {
  PyObject *const *items = PyTuple_Check(outputs) ? &PyTuple_GET_ITEM(outputs, 0) : &outputs;
  Py_ssize_t count = PyTuple_Check(outputs) ? PyTuple_GET_SIZE(outputs) : 1;
  PyObject *saved = ctx->to_save, *dirty = ctx->dirty, *fixed = ctx->non_differentiable;
  ctx->to_save = ctx->dirty = ctx->non_differentiable = NULL;
  Frame f;
  frame_start(&f);
  Handles of[4] = {{handle_array(&f, items, count, NULL), count}};
  PyObject *out = NULL;
  if (of[0].handles && read_marks(&f, dirty, "mark_dirty", 0, of + 1) == 0 &&
      read_marks(&f, fixed, "mark_non_differentiable", 0, of + 2) == 0 &&
      read_marks(&f, saved, "save_for_backward", 1, of + 3) == 0) {
    ptc_tensor_list results;
    const char *error = ptc_autograd_attach(class_name((PyObject *)ctx), inputs->handles, inputs->count, of[0].handles,
                                            count, of[1].handles, of[1].count, of[2].handles, of[2].count,
                                            of[3].handles, of[3].count, ctx->materialize, on_backward, on_jvp,
                                            lend((PyObject *)ctx), function_ends, &results, &ctx->node);
    const char *left = error ? NULL : leave_undefined(ctx, items, count, fixed);
    if (error || left) raise_error(error ? error : left);
    else if (!PyTuple_Check(outputs)) out = placed(results, 0, outputs);
    else out = PyTuple_New(count);
    for (Py_ssize_t i = 0; out && PyTuple_Check(outputs) && i < count; ++i) {
      PyObject *one = placed(results, i, items[i]);
      if (one) PyTuple_SET_ITEM(out, i, one);
      else Py_CLEAR(out);
    }
    if (!error) ptc_tensor_list_close(results);
  }
  Py_CLEAR(ctx->saved_for_forward);
  frame_end(&f);
  Py_XDECREF(saved);
  Py_XDECREF(dirty);
  Py_XDECREF(fixed);
  return out;
}

/* ---- a call ---- */

/* forward and setup_context, with neither recording nor tangents. */
static PyObject *run_forward(PyObject *class, PyObject *setup, PyObject *ctx, PyObject *const *args, Py_ssize_t count,
                             PyObject *names) {
  bool recording = false, tangents = false;
  PyObject *forward = PyObject_GetAttr(class, name_forward), *out = NULL;
  if (!forward) return NULL;
  const char *error = ptc_grad_mode(&recording);
  if (!error) error = ptc_forward_grad_mode(&tangents);
  if (!error) error = ptc_set_grad_mode(false);
  if (!error) error = ptc_set_forward_grad_mode(false);
  if (error) raise_error(error);
  else if (setup) {
    out = PyObject_Vectorcall(forward, args, (size_t)count, names);
    PyObject *inputs = out ? PyTuple_New(count) : NULL;
    for (Py_ssize_t i = 0; inputs && i < count; ++i) PyTuple_SET_ITEM(inputs, i, Py_NewRef(args[i]));
    PyObject *done = inputs ? PyObject_CallFunctionObjArgs(setup, ctx, inputs, out, NULL) : NULL;
    if (!done) Py_CLEAR(out);
    Py_XDECREF(inputs);
    Py_XDECREF(done);
  } else {
    Py_ssize_t all = count + (names ? PyTuple_GET_SIZE(names) : 0);
    PyObject *few[9], **given = all < 9 ? few : PyMem_Malloc((size_t)(all + 1) * sizeof *given);
    if (!given) PyErr_NoMemory();
    else {
      given[0] = ctx;
      memcpy(given + 1, args, (size_t)all * sizeof *given);
      out = PyObject_Vectorcall(forward, given, (size_t)count + 1, names);
    }
    if (given != few) PyMem_Free(given);
  }
  const char *back = ptc_set_grad_mode(recording), *also = ptc_set_forward_grad_mode(tangents);
  ptc_error_free(back);
  ptc_error_free(also);
  Py_DECREF(forward);
  return out;
}

static FunctionObject *new_context(PyObject *class) {
  PyObject *backward = PyObject_GetAttr(class, name_backward_class), *made = NULL;
  if (backward && (!PyType_Check(backward) || !PyType_IsSubtype((PyTypeObject *)backward, function_type)))
    PyErr_Format(PyExc_TypeError, "%R has no class of contexts", class);
  else if (backward) made = PyObject_CallNoArgs(backward);
  Py_XDECREF(backward);
  return (FunctionObject *)made;
}

/* The handles of the tensors that forward is given, noted on the context. */
static int note_inputs(FunctionObject *ctx, PyObject *const *args, Py_ssize_t count, Handles *tensors,
                       PyObject **held) {
  PyObject *is = PyTuple_New(count), *needed = is ? PyTuple_New(count) : NULL;
  int failed = !needed;
  for (Py_ssize_t i = 0; !failed && i < count; ++i) {
    bool wanted = false;
    HELD Handle *handle = NULL;
    if (is_tensor(args[i])) {
      failed = !(handle = open_handle(args[i]));
      const char *error = failed ? NULL : ptc_tensor_requires_grad(handle->tensor, &wanted);
      if (error) failed = 1, raise_error(error);
    }
    PyTuple_SET_ITEM(is, i, Py_NewRef(handle ? Py_True : Py_False));
    PyTuple_SET_ITEM(needed, i, Py_NewRef(wanted ? Py_True : Py_False));
    if (failed || !handle) continue;
    held[tensors->count] = Py_NewRef((PyObject *)handle); /* forward may close it */
    tensors->handles[tensors->count++] = handle->tensor;
  }
  Py_XSETREF(ctx->is_tensor, is);
  Py_XSETREF(ctx->needs_input_grad, needed);
  return failed ? -1 : 0;
}

/* One call at one level; `setup`: its setup_context, or NULL. */
static PyObject *apply_once(PyObject *class, PyObject *setup, PyObject *const *args, Py_ssize_t count,
                            PyObject *names) {
  Py_ssize_t all = count + (names ? PyTuple_GET_SIZE(names) : 0);
  FunctionObject *ctx = new_context(class);
  if (!ctx) return NULL;
  enum { FEW = 8 };
  ptc_tensor few[FEW];
  PyObject *few_held[FEW], *out = NULL;
  Handles inputs = {all > FEW ? PyMem_Malloc((size_t)all * sizeof(ptc_tensor)) : few, 0};
  PyObject **held = all > FEW ? PyMem_Malloc((size_t)all * sizeof *held) : few_held;
  if (!inputs.handles || !held) PyErr_NoMemory();
  else if (note_inputs(ctx, args, all, &inputs, held) == 0) {
    PyObject *outputs = run_forward(class, setup, (PyObject *)ctx, args, count, names);
    if (outputs) out = attach(ctx, &inputs, outputs);
    Py_XDECREF(outputs);
  }
  for (int64_t i = 0; held && i < inputs.count; ++i) Py_DECREF(held[i]);
  if (inputs.handles != few) PyMem_Free(inputs.handles);
  if (held != few_held) PyMem_Free(held);
  Py_DECREF((PyObject *)ctx);
  return out;
}

/* apply() with arguments that bind() has put in order: (args, kwargs). */
static PyObject *call_bound(PyObject *class, PyObject *setup, PyObject *const *args, Py_ssize_t count,
                            PyObject *names) {
  PyObject *positional = PyTuple_New(count), *named = PyDict_New(), *bound = NULL, *out = NULL;
  for (Py_ssize_t i = 0; positional && i < count; ++i) PyTuple_SET_ITEM(positional, i, Py_NewRef(args[i]));
  int failed = !positional || !named;
  for (Py_ssize_t i = 0; !failed && names && i < PyTuple_GET_SIZE(names); ++i)
    failed = PyDict_SetItem(named, PyTuple_GET_ITEM(names, i), args[count + i]) < 0;
  if (!failed) bound = PyObject_CallFunctionObjArgs(bind, class, positional, named, setup ? Py_True : Py_False, NULL);
  if (bound && (!PyTuple_Check(bound) || PyTuple_GET_SIZE(bound) != 2 || !PyTuple_Check(PyTuple_GET_ITEM(bound, 0)) ||
                !PyTuple_Check(PyTuple_GET_ITEM(bound, 1))))
    PyErr_SetString(PyExc_SystemError, "arguments of a custom function were bound wrongly");
  else if (bound) {
    PyObject *values = PyTuple_GET_ITEM(bound, 0), *keys = PyTuple_GET_ITEM(bound, 1);
    Py_ssize_t keywords = PyTuple_GET_SIZE(keys);
    out = apply_once(class, setup, &PyTuple_GET_ITEM(values, 0), PyTuple_GET_SIZE(values) - keywords,
                     keywords ? keys : NULL);
  }
  Py_XDECREF(positional);
  Py_XDECREF(named);
  Py_XDECREF(bound);
  return out;
}

/* The setup_context of a class as *out, a new reference, or NULL where it is Function's own. */
static int find_setup(PyObject *class, PyObject **out) {
  *out = PyObject_GetAttr(class, name_setup);
  if (*out == plain_setup) Py_CLEAR(*out);
  return PyErr_Occurred() ? -1 : 0;
}

static PyObject *apply_here(PyObject *class, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  PyObject *setup;
  if (find_setup(class, &setup) < 0) return NULL;
  PyObject *out = setup || (names && PyTuple_GET_SIZE(names)) ? call_bound(class, setup, args, count, names)
                                                              : apply_once(class, NULL, args, count, NULL);
  Py_XDECREF(setup);
  return out;
}

static PyObject *apply(PyObject *class, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  int32_t depth = 0;
  const char *error = ptc_vmap_depth(&depth);
  if (error) return raise_error(error);
  if (LIKELY(!depth)) return apply_here(class, args, count, names);
  PyObject *partial = PyTuple_New(count), *named = PyDict_New(), *out = NULL;
  for (Py_ssize_t i = 0; partial && i < count; ++i) PyTuple_SET_ITEM(partial, i, Py_NewRef(args[i]));
  int failed = !partial || !named;
  for (Py_ssize_t i = 0; !failed && names && i < PyTuple_GET_SIZE(names); ++i)
    failed = PyDict_SetItem(named, PyTuple_GET_ITEM(names, i), args[count + i]) < 0;
  if (!failed) out = PyObject_CallFunctionObjArgs(apply_in_levels, class, partial, named, NULL);
  Py_XDECREF(partial);
  Py_XDECREF(named);
  return out;
}

/* Returns whether the first argument is a class of Functions; TypeError where not. */
static bool takes_class(PyObject *const *args, Py_ssize_t count) {
  if (count && PyType_Check(args[0]) && PyType_IsSubtype((PyTypeObject *)args[0], function_type)) return true;
  PyErr_SetString(PyExc_TypeError, "a subclass of Function is needed");
  return false;
}

/* apply_function(class, *args, **kwargs): apply, at one level of torch.func */
static PyObject *apply_function(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return takes_class(args, count) ? apply_here(args[0], args + 1, count - 1, names) : NULL;
}

/* The function of Function.apply, a method of the class as torch's is: libraries take its __func__. */
static PyObject *apply_of(PyObject *UNUSED(self), PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return takes_class(args, count) ? apply(args[0], args + 1, count - 1, names) : NULL;
}

/* setup_functions(Function.vjp, Function.setup_context, bind, apply inside of torch.func) */
static PyObject *setup_functions(PyObject *UNUSED(self), PyObject *args) {
  PyObject *vjp, *setup, *binds, *levels;
  if (!PyArg_ParseTuple(args, "OOOO", &vjp, &setup, &binds, &levels)) return NULL;
  Py_XSETREF(plain_vjp, Py_NewRef(vjp));
  Py_XSETREF(plain_setup, Py_NewRef(setup));
  Py_XSETREF(bind, Py_NewRef(binds));
  Py_XSETREF(apply_in_levels, Py_NewRef(levels));
  Py_RETURN_NONE;
}

/* ---- the context ---- */

static PyObject *save_for_backward(PyObject *self, PyObject *tensors) {
  Py_XSETREF(((FunctionObject *)self)->to_save, Py_NewRef(tensors));
  Py_RETURN_NONE;
}
static PyObject *mark_dirty(PyObject *self, PyObject *tensors) {
  Py_XSETREF(((FunctionObject *)self)->dirty, Py_NewRef(tensors));
  Py_RETURN_NONE;
}
static PyObject *mark_non_differentiable(PyObject *self, PyObject *tensors) {
  Py_XSETREF(((FunctionObject *)self)->non_differentiable, Py_NewRef(tensors));
  Py_RETURN_NONE;
}

static PyObject *saved_tensors(PyObject *self, void *UNUSED(closure)) {
  FunctionObject *ctx = (FunctionObject *)self;
  if (ctx->saved_for_forward && ctx->saved_for_forward != Py_None) return Py_NewRef(ctx->saved_for_forward);
  if (!ctx->node && ctx->ended)
    return PyErr_Format(PyExc_RuntimeError, "the saved tensors are gone with what the function has made");
  if (!ctx->node) return PyTuple_New(0);
  ptc_tensor_list found;
  const char *error = ptc_node_saved_tensors(ctx->node, &found);
  return error ? raise_error(error) : take_list(found);
}
static PyObject *saved_variables(PyObject *self, void *closure) {
  if (PyErr_WarnEx(PyExc_DeprecationWarning, "'saved_variables' is deprecated; use 'saved_tensors'", 1) < 0)
    return NULL;
  return saved_tensors(self, closure);
}

static int function_traverse(PyObject *self, visitproc visit, void *arg) {
  FunctionObject *ctx = (FunctionObject *)self;
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(ctx->needs_input_grad);
  Py_VISIT(ctx->to_save);
  Py_VISIT(ctx->dirty);
  Py_VISIT(ctx->non_differentiable);
  Py_VISIT(ctx->saved_for_forward);
  return 0;
}
static int function_clear(PyObject *self) {
  FunctionObject *ctx = (FunctionObject *)self;
  Py_CLEAR(ctx->needs_input_grad);
  Py_CLEAR(ctx->to_save);
  Py_CLEAR(ctx->dirty);
  Py_CLEAR(ctx->non_differentiable);
  Py_CLEAR(ctx->saved_for_forward);
  return 0;
}
static void function_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  function_clear(self);
  Py_CLEAR(((FunctionObject *)self)->is_tensor);
  type->tp_free(self);
  Py_DECREF(type);
}
static PyObject *function_new(PyTypeObject *type, PyObject *UNUSED(args), PyObject *UNUSED(kwargs)) {
  FunctionObject *self = (FunctionObject *)type->tp_alloc(type, 0);
  if (!self) return NULL;
  self->materialize = self->materialize_fixed = true;
  if ((self->is_tensor = PyTuple_New(0))) return (PyObject *)self;
  Py_DECREF((PyObject *)self);
  return NULL;
}

#define APPLY_DOC \
  "apply($cls, /, *args, **kwargs)\n--\n\nCalls forward, and records that backward is its derivative. Returns what " \
  "forward does.\n\nbackward gives a gradient or None for each argument that was given, in the order in which " \
  "forward " \
  "names them;\njvp is given a tangent or None for each.\n\nInside of torch.func's functions, RuntimeError for a " \
  "Function without setup_context, and inside of vmap for one\nwithout a rule for batches."
static PyMethodDef methods[] = {
    {"apply", FAST(apply), METH_CLASS | METH_FASTCALL | METH_KEYWORDS, APPLY_DOC},
    {"save_for_backward", save_for_backward, METH_VARARGS,
     "save_for_backward($self, /, *tensors)\n--\n\nKeeps inputs, outputs or other tensors (or None) for backward, "
     "which "
     "finds them in `saved_tensors`."},
    {"mark_dirty", mark_dirty, METH_VARARGS,
     "mark_dirty($self, /, *args)\n--\n\nSays which inputs forward has changed in place. Each must be returned, too."},
    {"mark_non_differentiable", mark_non_differentiable, METH_VARARGS,
     "mark_non_differentiable($self, /, *args)\n--\n\nSays which outputs have no gradient."},
    {NULL, NULL, 0, NULL},
};
static PyMemberDef members[] = {
    {"needs_input_grad", T_OBJECT, offsetof(FunctionObject, needs_input_grad), 0,
     "Whether a gradient is wanted, for each argument of forward."},
    {"to_save", T_OBJECT, offsetof(FunctionObject, to_save), 0, "What save_for_backward was given, during forward."},
    {"dirty_tensors", T_OBJECT, offsetof(FunctionObject, dirty), 0, "What mark_dirty was given, during forward."},
    {"non_differentiable", T_OBJECT, offsetof(FunctionObject, non_differentiable), 0,
     "What mark_non_differentiable was given, during forward."},
    {"saved_for_forward", T_OBJECT, offsetof(FunctionObject, saved_for_forward), 0,
     "What save_for_forward was given, until jvp has run."},
    {"_is_tensor", T_OBJECT, offsetof(FunctionObject, is_tensor), READONLY,
     "Whether each argument of forward is a Tensor."},
    {"materialize_grads", T_BOOL, offsetof(FunctionObject, materialize), 0,
     "Whether a gradient that nobody computed is zeros, and not None."},
    {"_materialize_non_diff_grads", T_BOOL, offsetof(FunctionObject, materialize_fixed), 0,
     "Whether that holds for outputs without a derivative, too."},
    {NULL, 0, 0, 0, NULL},
};
static PyGetSetDef getset[] = {
    {"saved_tensors", saved_tensors, NULL,
     "What was saved, in backward; in jvp what save_for_forward has.\n\nRaises RuntimeError once a backward pass "
     "without "
     "retain_graph is over, and\nwhere a tensor was changed in place since it was saved.",
     NULL},
    {"_raw_saved_tensors", raw_saved_tensors, NULL, "What save_for_backward has kept, for hooks of its own.", NULL},
    {"saved_variables", saved_variables, NULL, "saved_tensors under its old name.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef functions[] = {
    {"apply", FAST(apply_of), METH_FASTCALL | METH_KEYWORDS, APPLY_DOC},
    {"apply_function", FAST(apply_function), METH_FASTCALL | METH_KEYWORDS, NULL},
    {"setup_functions", setup_functions, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Its own methods and those of every node: tables that Python keeps a pointer to. */
static void *joined(const void *first, const void *second, size_t size) {
  size_t n = 0, m = 0;
  while (*(const char *const *)((const char *)first + n * size)) ++n;
  while (*(const char *const *)((const char *)second + m * size)) ++m;
  char *out = PyMem_Calloc(n + m + 1, size);
  if (out) memcpy(out, first, n * size), memcpy(out + n * size, second, m * size);
  return out;
}

int install_functions(PyObject *module) {
  void *all_methods = joined(methods, node_methods, sizeof *methods);
  void *all_getset = joined(getset, node_getset, sizeof *getset);
  PyType_Slot slots[] = {
      {Py_tp_new, function_new},
      {Py_tp_dealloc, function_dealloc},
      {Py_tp_traverse, function_traverse},
      {Py_tp_clear, function_clear},
      {Py_tp_methods, all_methods},
      {Py_tp_getset, all_getset},
      {Py_tp_members, members},
      {0, NULL},
  };
  PyType_Spec spec = {
      .name = "pytorch_c._C._FunctionBase",
      .basicsize = sizeof(FunctionObject),
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
      .slots = slots,
  };
  struct {
    PyObject **name;
    const char *text;
  } names[] = {{&name_backward, "backward"},           {&name_vjp, "vjp"},         {&name_jvp, "jvp"},
               {&name_forward_class, "_forward_cls"},  {&name_forward, "forward"}, {&name_setup, "setup_context"},
               {&name_backward_class, "_backward_cls"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (!(*names[i].name = PyUnicode_InternFromString(names[i].text))) return -1;
  if (!all_methods || !all_getset) return PyErr_NoMemory(), -1;
  function_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  if (!function_type || PyModule_AddObjectRef(module, "FunctionBase", (PyObject *)function_type) < 0) return -1;
  return PyModule_AddFunctions(module, functions);
}
