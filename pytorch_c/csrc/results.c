/* Results of C functions as Python's objects, by the kinds of kinds.h. A kind of result that is none of enum
   result_kind is that of a resource. '=' before it: the function cannot fail, and returns it. */
#include "results.h"
#include "call.h"
#include "convert.h"
#include "forking.h"
#include "handle.h"
#include "resource.h"
#include "values.h"
#include "warnings.h"

_Thread_local const Row *running;
_Thread_local PyObject *running_operator;
_Thread_local const char *running_member;
PyObject *recorded;

PyObject *scalar_object(const ptc_scalar *x) {
  switch (x->kind) {
  case PTC_SCALAR_FLOAT: return PyFloat_FromDouble(x->re);
  case PTC_SCALAR_BOOL: return PyBool_FromLong(x->i != 0);
  case PTC_SCALAR_COMPLEX: return PyComplex_FromDoubles(x->re, x->im);
  case PTC_SCALAR_UINT: return PyLong_FromUnsignedLongLong((uint64_t)x->i);
  case PTC_SCALAR_NONE: Py_RETURN_NONE;
  default: return PyLong_FromLongLong(x->i);
  }
}

/* A tuple, or an instance of a subclass, of the numbers. */
PyObject *int_tuple(PyTypeObject *type, const int64_t *numbers, int64_t count) {
  PyObject *tuple = type == &PyTuple_Type ? PyTuple_New((Py_ssize_t)count) : type->tp_alloc(type, (Py_ssize_t)count);
  for (int64_t i = 0; tuple && i < count; ++i) {
    PyObject *one = PyLong_FromLongLong(numbers[i]);
    if (one) PyTuple_SET_ITEM(tuple, i, one);
    else Py_CLEAR(tuple);
  }
  return tuple;
}

/* A tuple of the Tensors of a list, which is closed. */
PyObject *take_list(ptc_tensor_list list) {
  int64_t count = ptc_tensor_list_length(list);
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    ptc_tensor handle;
    const char *error = ptc_tensor_list_get(list, i, &handle);
    PyObject *one = error ? raise_error(error) : adopt(handle);
    if (one) PyTuple_SET_ITEM(out, i, one);
    else Py_CLEAR(out);
  }
  ptc_tensor_list_close(list);
  return out;
}

static PyObject *text_object(const char *text) {
  if (!text) Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}
static PyObject *take_text(char *text) {
  PyObject *out = text_object(text);
  ptc_string_free(text);
  return out;
}

typedef union {
  void *p;
  int64_t i;
  int32_t w;
  bool b;
  double d;
  ptc_scalar S;
  ptc_stream c;
  ptc_value X;
} Output;

static PyObject *result(char kind, Output *out) {
  switch (kind) {
  case RESULT_TENSOR: return adopt(out->p);
  case RESULT_TENSORS: return take_list(out->p);
  case RESULT_INT: return PyLong_FromLongLong(out->i);
  case RESULT_INT32: return PyLong_FromLong(out->w);
  case RESULT_BOOL: return PyBool_FromLong(out->b);
  case RESULT_FLOAT: return PyFloat_FromDouble(out->d);
  case RESULT_TEXT: return take_text(out->p);
  case RESULT_KEPT_TEXT: return text_object(out->p);
  case RESULT_ADDRESS: return PyLong_FromVoidPtr(out->p);
  case RESULT_SCALAR: return scalar_object(&out->S);
  case RESULT_STREAM:
    return Py_BuildValue("Lii", (long long)out->c.id, (int)out->c.device_index, (int)out->c.device_type);
  case RESULT_VALUE: {
    PyObject *made = value_object(&out->X);
    return ptc_values_close(&out->X, 1), made;
  }
  case RESULT_DTYPE:
    if (out->w < 0 || out->w >= PyTuple_GET_SIZE(core->dtypes))
      return PyErr_Format(PyExc_TypeError, "an unknown dtype, number %d", (int)out->w);
    return Py_NewRef(PyTuple_GET_ITEM(core->dtypes, out->w));
  default: return new_resource(kind, out->p);
  }
}

/* Closes what nobody will see. */
static void drop(char kind, Output *out) {
  Resource unseen = {.pointer = out->p, .kind = kind};
  switch (kind) {
  case RESULT_INT:
  case RESULT_INT32:
  case RESULT_BOOL:
  case RESULT_FLOAT:
  case RESULT_DTYPE:
  case RESULT_ADDRESS:
  case RESULT_SCALAR:
  case RESULT_STREAM: break;
  case RESULT_TEXT: ptc_string_free(out->p); break;
  case RESULT_VALUE: ptc_values_close(&out->X, 1); break;
  default: close_resource(&unseen);
  }
}

/* The results as a tuple, or an instance of a named one. */
static PyObject *several(const Call *call, Output *outs) {
  PyTypeObject *type = call->named ? (PyTypeObject *)call->named : &PyTuple_Type;
  PyObject *tuple = call->named ? type->tp_alloc(type, call->results) : PyTuple_New(call->results);
  for (int i = 0; i < call->results; ++i) {
    PyObject *one = tuple ? result(call->row->results[i], outs + i) : NULL;
    if (!tuple) drop(call->row->results[i], outs + i);
    else if (one) PyTuple_SET_ITEM(tuple, i, one);
    else Py_CLEAR(tuple);
  }
  return tuple;
}

static PyObject *returned(char kind, Slot *slot) {
  if (kind == RESULT_NOTHING) Py_RETURN_NONE;
  Output out = {.i = 0};
  if (kind == RESULT_INT) out.i = slot->i;
  else if (kind == RESULT_INT32) out.w = (int32_t)slot->i;
  else if (kind == RESULT_BOOL) out.b = slot->i != 0;
  else out.p = slot->p;
  return result(kind, &out);
}

/* The error of a call, with what the operator was given. */
static PyObject *raise_call(const char *error, Call *call, Frame *f) {
  if (!f->op) return raise_from(error, (PyObject *)call, NULL);
  Py_ssize_t count = f->args_count + (f->names ? PyTuple_GET_SIZE(f->names) : 0);
  PyObject *given = PyTuple_New(count), *both = given ? PyTuple_Pack(2, given, f->names ? f->names : Py_None) : NULL;
  for (Py_ssize_t i = 0; both && i < count; ++i) PyTuple_SET_ITEM(given, i, Py_NewRef(f->args[i]));
  if (!both) PyErr_Clear();
  PyObject *none = raise_from(error, f->op, both);
  Py_XDECREF(both);
  Py_XDECREF(given);
  return none;
}

static int note(const Row *row) {
  OWNED PyObject *set = get_shared(&recorded);
  PyObject *name = PyUnicode_FromString(row->name);
  int failed = !name ? -1 : set ? PySet_Add(set, name) : 0;
  Py_XDECREF(name);
  return failed;
}

enum { MOST_TENSORS = 8 }; /* of a brief call */

static bool is_small_size(const int64_t *sizes, int64_t count) {
  int64_t elements = 1;
  for (int64_t i = 0; i < count; ++i)
    if (__builtin_mul_overflow(elements, sizes[i], &elements) || elements > PTC_SMALL_NUMEL) return false;
  return true;
}

/* True if handing on the GIL would take longer than the call, which asks no Python: other threads would only wait for
   one another. */
static bool is_brief(const Row *row, const Frame *f) {
  if (row->brief == LONG || has_modes() || f->held_count > MOST_TENSORS) return false;
  if (row->brief == BRIEF_BY_SIZE && !is_small_size(f->slots[0].p, f->slots[1].i)) return false;
  const int32_t device = row->options ? ((const ptc_options *)f->slots[row->options].p)->device_type : PTC_UNSET;
  if (device != PTC_UNSET && device != PTC_CPU) return false;
  for (int i = 0; i < f->held_count; ++i)
    if (!Py_IS_TYPE(f->held[i], core->handle_type) || !is_brief_for((Handle *)f->held[i])) return false;
  return true;
}

static PyObject *run(Call *call, Frame *f, PyObject *give_back) {
  const Row *row = call->row;
  Output outs[MOST_RESULTS];
  if (UNLIKELY(*row->results == '=')) {
    Slot *slot = f->slots + f->count;
    BEGIN_CALL
    row->trampoline(row->function, f->slots);
    END_CALL
    return returned(row->results[1], slot);
  }
  for (int i = 0; i < call->results; ++i) f->slots[f->count + i].p = outs + i;
  const char *error;
  running = row;
  running_operator = f->op;
  /* NOLINTNEXTLINE(clang-analyzer-core.StackAddressEscape): the frame ends with the call */
  if (UNLIKELY(recorded != NULL) && note(row) < 0) return NULL;
  BEGIN_CALL_UNLESS(is_brief(row, f))
  error = row->trampoline(row->function, f->slots);
  END_CALL
  if (UNLIKELY(atomic_load_explicit(&warned, memory_order_relaxed))) {
    const char *before = error;
    if ((error = show_warnings(before)) && !before)
      for (int i = 0; i < call->results; ++i) drop(row->results[i], outs + i);
  }
  if (UNLIKELY(error != NULL)) return raise_call(error, call, f);
  running = row; /* warnings may have called others */
  running_operator = f->op;
  if (LIKELY(call->results == 1)) {
    if (UNLIKELY(give_back && *row->results == RESULT_TENSOR)) {
      HELD const Handle *given = handle_now(give_back);
      bool same = false;
      if (given) ptc_error_free(ptc_tensor_is_same(outs->p, given->tensor, &same));
      if (same) return ptc_tensor_close(outs->p), Py_NewRef(give_back);
    }
    return result(*row->results, outs);
  }
  if (!call->results) return Py_NewRef(give_back ? give_back : Py_None);
  return several(call, outs);
}

PyObject *invoke(Call *call, Frame *f, PyObject *give_back) {
  PyObject *out = run(call, f, give_back);
  running = NULL;
  return out;
}
