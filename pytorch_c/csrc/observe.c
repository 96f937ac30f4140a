/* Observers of Python's own, ranges, and the events of a profile. What observes takes the GIL, on a thread of
   libtorch's choice; a range costs one question where nobody does. */
#include "core.h"
#include "callbacks.h"
#include "forking.h"
#include "install.h"
#include "resource.h"
#include "values.h"

#include <structseq.h>

static PyTypeObject *event_type;

static PyStructSequence_Field event_fields[] = {
    {"name", "\"aten::add\", the name of a node, or that of a range."},
    {"overload", "\"Tensor\", or \"\" where it has none."},
    {"scope", "A number of RecordScope."},
    {"id", "The same at its begin and its end; 0 unless ids are wanted."},
    {"sequence", "What an operator and the node that derives it have in common; -1: nothing."},
    {"thread", "libtorch's number of the thread on which it began."},
    {"forward_thread", "Of a node: that of the operator it derives, or 0."},
    {"values", "Its inputs where it begins, its outputs where it ends; () unless they are wanted."},
    {NULL, NULL},
};
static PyStructSequence_Desc event_description = {
    .name = "pytorch_c.profiler.Event",
    .doc = "What an observer is told: an operator, a node of a backward pass or a range.",
    .fields = event_fields,
    .n_in_sequence = 8,
};

static PyObject *values_of(const ptc_event *event, bool begins) {
  int64_t count = begins ? event->inputs : event->outputs;
  PyObject *out = PyTuple_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    ptc_value value;
    const char *error = begins ? ptc_event_input_value(event, i, &value) : ptc_event_output_value(event, i, &value);
    PyObject *one = error ? raise_error(error) : value_object(&value);
    if (one) PyTuple_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  return out;
}

static PyObject *event_object(const ptc_event *event, bool begins) {
  PyObject *out = PyStructSequence_New(event_type);
  PyObject *fields[8] = {
      PyUnicode_DecodeUTF8(event->name, (Py_ssize_t)strlen(event->name), "replace"),
      PyUnicode_DecodeUTF8(event->overload, (Py_ssize_t)strlen(event->overload), "replace"),
      PyLong_FromLong(event->scope),
      PyLong_FromLongLong(event->id),
      PyLong_FromLongLong(event->sequence),
      PyLong_FromLongLong(event->thread),
      PyLong_FromLongLong(event->forward_thread),
      values_of(event, begins),
  };
  for (int i = 0; i < 8; ++i) {
    if (out && fields[i]) PyStructSequence_SetItem(out, i, fields[i]);
    else {
      Py_CLEAR(out);
      Py_XDECREF(fields[i]);
    }
  }
  return out;
}

/* The context is (begin, end or None). What `begin` returns is given to `end`. */
static const char *on_begin(void *context, const ptc_event *event, void **kept) {
  const char *error;
  if (!Py_IsInitialized()) return NULL;
  ENTER_PYTHON
  PyObject *what = event_object(event, true);
  PyObject *done = what ? PyObject_CallOneArg(PyTuple_GET_ITEM((PyObject *)context, 0), what) : NULL;
  Py_XDECREF(what);
  error = done ? NULL : host_error();
  if (done && PyTuple_GET_ITEM((PyObject *)context, 1) == Py_None) Py_DECREF(done);
  else *kept = done;
  LEAVE_PYTHON
  return error;
}

static const char *on_end(void *context, const ptc_event *event, void *kept) {
  const char *error;
  if (!kept || !Py_IsInitialized()) return NULL;
  ENTER_PYTHON
  PyObject *what = event_object(event, false), *done = NULL;
  if (what) done = PyObject_CallFunctionObjArgs(PyTuple_GET_ITEM((PyObject *)context, 1), what, kept, NULL);
  error = done ? NULL : host_error();
  Py_XDECREF(what);
  Py_XDECREF(done);
  Py_DECREF((PyObject *)kept);
  LEAVE_PYTHON
  return error;
}

/* observe(begin, end or None, bits of what is wanted, bits of scopes, probability) -> Resource */
static PyObject *observe(PyObject *UNUSED(self), PyObject *args) {
  PyObject *begin, *end;
  int wanted;
  long long scopes;
  double probability;
  if (!PyArg_ParseTuple(args, "OOiLd", &begin, &end, &wanted, &scopes, &probability)) return NULL;
  PyObject *context = PyTuple_Pack(2, begin, end);
  if (!context) return NULL;
  ptc_observer out;
  const char *error = ptc_observer_new(on_begin, on_end, context, let_go, wanted, scopes, probability, &out);
  return error ? raise_error(error) : new_resource(RESOURCE_OBSERVER, out);
}

/* ---- ranges: what record_function is made of ---- */

typedef struct {
  PyObject_HEAD PyObject *name, *args, *record; /* record: the range that is open, or None */
} Range;

static int range_init(PyObject *self, PyObject *given, PyObject *named) {
  static char *names[] = {"name", "args", NULL};
  PyObject *name = NULL, *args = Py_None;
  Py_ssize_t count = PyTuple_GET_SIZE(given);
  if (LIKELY(!named && count && count <= 2)) {
    name = PyTuple_GET_ITEM(given, 0);
    args = count == 2 ? PyTuple_GET_ITEM(given, 1) : Py_None;
  } else if (!PyArg_ParseTupleAndKeywords(given, named, "O|O:record_function", names, &name, &args)) return -1;
  Py_XSETREF(((Range *)self)->name, Py_NewRef(name));
  Py_XSETREF(((Range *)self)->args, Py_NewRef(args));
  Py_XSETREF(((Range *)self)->record, Py_NewRef(Py_None));
  return 0;
}

/* A new range as a Resource; None where nobody observes. */
static PyObject *begun(PyObject *name, PyObject *args) {
  bool observed = false;
  if (!name || !PyUnicode_Check(name))
    return PyErr_Format(PyExc_TypeError, "record_function(): argument 'name' must be str, not %.100s",
                        name ? Py_TYPE(name)->tp_name : "missing");
  const char *error = ptc_is_observed(PTC_SCOPE_USER_SCOPE, &observed);
  if (error) return raise_error(error);
  if (LIKELY(!observed)) Py_RETURN_NONE;
  const char *text = PyUnicode_AsUTF8(name), *more = args && args != Py_None ? PyUnicode_AsUTF8(args) : NULL;
  if (!text || PyErr_Occurred()) return NULL;
  ptc_record out;
  BEGIN_CALL
  error = ptc_record_begin(text, more, &out);
  END_CALL
  return error ? raise_error(error) : new_resource(RESOURCE_RECORD, out);
}

static PyObject *range_enter(PyObject *self, PyObject *UNUSED(ignored)) {
  PyObject *record = begun(((Range *)self)->name, ((Range *)self)->args);
  if (!record) return NULL;
  Py_XSETREF(((Range *)self)->record, record);
  return Py_NewRef(self);
}

/* Its observers may want the GIL on their own. */
static PyObject *range_exit(PyObject *self, PyObject *const *UNUSED(exception), Py_ssize_t UNUSED(count)) {
  PyObject *record = ((Range *)self)->record;
  if (record && UNLIKELY(record != Py_None) && Py_IS_TYPE(record, core->resource_type)) {
    ptc_record open = ((Resource *)record)->pointer;
    ((Resource *)record)->pointer = NULL;
    Py_SETREF(((Range *)self)->record, Py_NewRef(Py_None));
    BEGIN_CALL
    ptc_record_close(open);
    END_CALL
  }
  Py_RETURN_NONE;
}

static void range_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Py_CLEAR(((Range *)self)->name);
  Py_CLEAR(((Range *)self)->args);
  Py_CLEAR(((Range *)self)->record);
  type->tp_free(self);
  Py_DECREF(type);
}
static int range_traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((Range *)self)->name);
  Py_VISIT(((Range *)self)->args);
  Py_VISIT(((Range *)self)->record);
  return 0;
}
static int range_clear(PyObject *self) {
  Py_CLEAR(((Range *)self)->name);
  Py_CLEAR(((Range *)self)->args);
  Py_CLEAR(((Range *)self)->record);
  return 0;
}

static PyMemberDef range_members[] = {
    {"name", T_OBJECT, offsetof(Range, name), 0, "Of the range."},
    {"args", T_OBJECT, offsetof(Range, args), 0, "A text for observers that want inputs, or None."},
    {"record", T_OBJECT, offsetof(Range, record), READONLY, "What is open, or None."},
    {NULL, 0, 0, 0, NULL},
};
static PyMethodDef range_methods[] = {
    {"__enter__", range_enter, METH_NOARGS, "__enter__($self, /)\n--\n\nBegins the range."},
    {"__exit__", FAST(range_exit), METH_FASTCALL, "__exit__($self, /, *exception)\n--\n\nEnds the range."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot range_slots[] = {
    {Py_tp_init, range_init},         {Py_tp_dealloc, range_dealloc},
    {Py_tp_traverse, range_traverse}, {Py_tp_clear, range_clear},
    {Py_tp_members, range_members},   {Py_tp_methods, range_methods},
    {Py_tp_new, PyType_GenericNew},   {0, NULL},
};
static PyType_Spec range_spec = {
    .name = "pytorch_c._boundary._core.Range",
    .basicsize = sizeof(Range),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = range_slots,
};

static PyObject *event_tuple(const ptc_profile_event *e) {
  return Py_BuildValue("sssLLLLLLLLLLLLLLLLiiiiiii", e->name, e->overload, e->activity, (long long)e->start,
                       (long long)e->end, (long long)e->thread, (long long)e->end_thread, (long long)e->forward_thread,
                       (long long)e->sequence, (long long)e->correlation, (long long)e->linked_correlation,
                       (long long)e->external_id, (long long)e->resource, (long long)e->flops, (long long)e->bytes,
                       (long long)e->allocated, (long long)e->reserved, (long long)e->device_ns, (long long)e->flow_id,
                       (int)e->flow_type, (int)e->flow_start, (int)e->scope, (int)e->device_type, (int)e->device_index,
                       (int)e->is_async, (int)e->is_hidden);
}

/* profile_events(Resource) -> list of tuples: the fields of ptc_profile_event, in order */
static PyObject *profile_events(PyObject *UNUSED(self), PyObject *profile) {
  if (!is_resource(profile, RESOURCE_PROFILE))
    return PyErr_Format(PyExc_TypeError, "profile_events(): an open profile is needed");
  int64_t count;
  const char *error = ptc_profile_length(((Resource *)profile)->pointer, &count);
  if (error) return raise_error(error);
  PyObject *out = PyList_New((Py_ssize_t)count);
  for (int64_t i = 0; out && i < count; ++i) {
    ptc_profile_event event;
    error = ptc_profile_event_at(((Resource *)profile)->pointer, i, &event);
    PyObject *one = error ? raise_error(error) : event_tuple(&event);
    if (one) PyList_SET_ITEM(out, (Py_ssize_t)i, one);
    else Py_CLEAR(out);
  }
  return out;
}

static PyMethodDef functions[] = {
    {"observe", observe, METH_VARARGS, NULL}, {"profile_events", profile_events, METH_O, NULL}, {NULL, NULL, 0, NULL}};

int install_observe(PyObject *module) {
  event_type = PyStructSequence_NewType(&event_description);
  if (!event_type || PyModule_AddObjectRef(module, "Event", (PyObject *)event_type) < 0) return -1;
  PyObject *range_type = PyType_FromSpec(&range_spec);
  if (!range_type || PyModule_AddObjectRef(module, "Range", range_type) < 0) return -1;
  Py_DECREF(range_type);
  return PyModule_AddFunctions(module, functions);
}
