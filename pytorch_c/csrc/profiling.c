/* Functions of Python in a profile with stacks: CPython tells of each call and each return (PyEval_SetProfile), and the
   C library keeps when. What is called, and the line that calls it, is described to the library once.

   A thread that runs already when the profile begins is told of at its next call, with the frames below it. */
#include "core.h"
#include "handle.h"
#include "install.h"
#include "resource.h"

#include <frameobject.h>

/* A call from a line: of a function, of a module or optimizer, or of C. */
typedef struct {
  PyCodeObject *code, *caller; /* `code` is NULL for C */
  PyTypeObject *cls;           /* of the module or optimizer */
  const void *object;          /* that, or the method of C; not held: another one at its address has its name too */
  int line, from;
  int64_t number; /* 0: a free place */
} Call;

static Call *calls; /* open addressing */
static size_t calls_count, calls_room;
TABLE_LOCK

/* Arguments of profile_calls. */
static PyObject *module_code, *optimizer_code, *prefixes, *members;
static uint64_t profile; /* how many there were */
static _Thread_local uint64_t profile_of_thread;
static Py_tracefunc others;
static PyObject *others_argument;

static size_t hash_of(const Call *call) {
  uint64_t hash = (uintptr_t)call->code;
  hash = (hash ^ (uintptr_t)call->caller) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ (uintptr_t)call->object) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ (uint64_t)call->line << 32 ^ (uint64_t)call->from) * 0x9E3779B97F4A7C15u;
  return (size_t)(hash >> 20);
}
static bool is_same(const Call *a, const Call *b) {
  return a->code == b->code && a->caller == b->caller && a->cls == b->cls && a->object == b->object &&
         a->line == b->line && a->from == b->from;
}
/* Its place in the table, or a free one. */
static Call *place_of(const Call *call) {
  size_t at = hash_of(call) & (calls_room - 1);
  while (calls[at].number && !is_same(calls + at, call)) at = (at + 1) & (calls_room - 1);
  return calls + at;
}

static int grow(void) {
  if ((calls_count + 1) * 4 <= calls_room * 3) return 0;
  Call *before = calls;
  const size_t room = calls_room;
  Call *made = PyMem_RawCalloc(room ? room * 2 : 256, sizeof *made);
  if (!made) return -1;
  calls = made;
  calls_room = room ? room * 2 : 256;
  for (size_t i = 0; i < room; ++i)
    if (before[i].number) *place_of(before + i) = before[i];
  PyMem_RawFree(before);
  return 0;
}

static int64_t number_of(const Call *call) {
  LOCK_TABLE;
  const int64_t number = calls_room ? place_of(call)->number : 0;
  UNLOCK_TABLE;
  return number;
}
static void keep_call(const Call *call) {
  LOCK_TABLE;
  Call *place = grow() == 0 ? place_of(call) : NULL;
  if (place && !place->number) {
    *place = *call;
    Py_XINCREF(place->code);
    Py_INCREF(place->caller);
    Py_XINCREF(place->cls);
    ++calls_count;
  }
  UNLOCK_TABLE;
}
static void forget_calls(void) {
  LOCK_TABLE;
  Call *before = calls;
  const size_t room = calls_room;
  calls = NULL;
  calls_count = calls_room = 0;
  UNLOCK_TABLE;
  for (size_t i = 0; i < room; ++i) {
    if (!before[i].number) continue;
    Py_XDECREF(before[i].code);
    Py_DECREF(before[i].caller);
    Py_XDECREF(before[i].cls);
  }
  PyMem_RawFree(before);
}

/* ---- descriptions ---- */

/* The name of a file without the folder that Python finds it in; "" where it is no text. */
static const char *file_of(const PyCodeObject *code) {
  const char *file = PyUnicode_AsUTF8(code->co_filename);
  for (Py_ssize_t i = 0; file && i < PyTuple_GET_SIZE(prefixes); ++i) {
    const char *prefix = PyUnicode_AsUTF8(PyTuple_GET_ITEM(prefixes, i));
    if (prefix && *prefix && !strncmp(file, prefix, strlen(prefix))) return file + strlen(prefix);
  }
  return file ? file : "";
}
static const char *name_of(const PyCodeObject *code) {
  const char *name = PyUnicode_AsUTF8(code->co_name);
  return name ? name : "";
}

static int said(const char *error) {
  if (error) raise_error(error);
  return error ? -1 : 0;
}
static ptc_tensor tensor_of(PyObject *object) {
  if (!is_tensor(object)) return NULL;
  HELD const Handle *handle = handle_if_open(object);
  return handle ? handle->tensor : NULL;
}

/* members(object) -> list of (name, parameter, gradient or None, dict of the optimizer's state) */
static int add_member(int64_t number, PyObject *member) {
  const char *name;
  PyObject *parameter, *gradient, *states, *key, *value;
  if (!PyArg_ParseTuple(member, "sOOO!", &name, &parameter, &gradient, &PyDict_Type, &states)) return -1;
  ptc_tensor handle = tensor_of(parameter);
  if (!handle) return 0;
  if (said(ptc_profiler_call_add_parameter(number, name, handle, tensor_of(gradient))) < 0) return -1;
  for (Py_ssize_t at = 0; PyDict_Next(states, &at, &key, &value);) {
    const char *of_state = PyUnicode_Check(key) ? PyUnicode_AsUTF8(key) : NULL;
    ptc_tensor state = tensor_of(value);
    if (of_state && state && said(ptc_profiler_call_add_state(number, of_state, state)) < 0) return -1;
  }
  return 0;
}
static int add_members(int64_t number, PyObject *object) {
  PyObject *list = PyObject_CallOneArg(members, object);
  int added = list && PyList_Check(list) ? 0 : -1;
  for (Py_ssize_t i = 0; added == 0 && i < PyList_GET_SIZE(list); ++i)
    added = add_member(number, PyList_GET_ITEM(list, i));
  Py_XDECREF(list);
  return added;
}

/* Describes a call to the library: its number, or 0. `what` is the module or optimizer, or the function of C. */
static int64_t describe(const Call *call, PyObject *what) {
  PyObject *text = call->code ? NULL : PyObject_Repr(what);
  const char *function = call->code ? name_of(call->code) : text ? PyUnicode_AsUTF8(text) : NULL;
  int64_t number = 0;
  int failed = function ? said(ptc_profiler_call_new(function, call->code ? file_of(call->code) : NULL, call->line,
                                                     name_of(call->caller), file_of(call->caller), call->from, &number))
                        : -1;
  Py_XDECREF(text);
  if (failed || !call->cls) return number;
  const char *class_name = strrchr(call->cls->tp_name, '.');
  class_name = class_name ? class_name + 1 : call->cls->tp_name;
  const char *error = (PyObject *)call->code == optimizer_code
                          ? ptc_profiler_call_set_optimizer(number, what, call->cls, class_name)
                          : ptc_profiler_call_set_module(number, what, call->cls, class_name);
  return said(error) < 0 || add_members(number, what) < 0 ? 0 : number;
}

static void enter(Call *call, PyObject *what) {
  call->number = number_of(call);
  if (UNLIKELY(!call->number) && (call->number = describe(call, what))) keep_call(call);
  if (UNLIKELY(PyErr_Occurred() != NULL)) PyErr_WriteUnraisable(what);
  ptc_profiler_enter(call->number); /* one without a number is in no profile, and ends like others */
}

/* ---- calls that CPython tells of ---- */

static void enter_frame(PyFrameObject *frame) {
  PyCodeObject *code = PyFrame_GetCode(frame);
  PyFrameObject *back = PyFrame_GetBack(frame);
  PyFrameObject *from = back ? back : frame;
  PyObject *self = NULL;
  if (UNLIKELY((PyObject *)code == module_code || (PyObject *)code == optimizer_code)) {
    PyObject *locals = PyObject_GetAttrString((PyObject *)frame, "f_locals");
    self = locals ? PyMapping_GetItemString(locals, "self") : NULL;
    Py_XDECREF(locals);
    if (!self) PyErr_Clear();
  }
  PyCodeObject *caller = PyFrame_GetCode(from);
  Call call = {
      code, caller, self ? Py_TYPE(self) : NULL, self, PyFrame_GetLineNumber(frame), PyFrame_GetLineNumber(from), 0};
  enter(&call, self ? self : (PyObject *)code);
  Py_XDECREF(self);
  Py_DECREF(caller);
  Py_DECREF(code);
  Py_XDECREF(back);
}

static void enter_c(PyFrameObject *frame, PyObject *function) {
  PyCodeObject *caller = PyFrame_GetCode(frame);
  const void *method = PyCFunction_Check(function) ? (const void *)((PyCFunctionObject *)function)->m_ml
                                                   : (const void *)Py_TYPE(function);
  Call call = {NULL, caller, NULL, method, 0, PyFrame_GetLineNumber(frame), 0};
  enter(&call, function);
  Py_DECREF(caller);
}

/* Enters the frames that are running, the outermost first. */
enum { DEEPEST = 128 };
static void enter_stack(PyFrameObject *innermost) {
  PyFrameObject *frames[DEEPEST];
  int depth = 0;
  Py_XINCREF((PyObject *)innermost);
  for (PyFrameObject *one = innermost; one && depth < DEEPEST; one = PyFrame_GetBack(one)) frames[depth++] = one;
  for (int i = depth; i-- > 0;) {
    enter_frame(frames[i]);
    Py_DECREF(frames[i]);
  }
}

static int told(PyObject *UNUSED(argument), PyFrameObject *frame, int what, PyObject *of) {
  const bool begins = what == PyTrace_CALL || what == PyTrace_C_CALL;
  PyObject *type = NULL, *value = NULL, *traceback = NULL;
  if (UNLIKELY(profile_of_thread != profile)) {
    profile_of_thread = profile;
    PyErr_Fetch(&type, &value, &traceback);
    PyFrameObject *back = what == PyTrace_CALL ? PyFrame_GetBack(frame) : NULL;
    enter_stack(what == PyTrace_CALL ? back : frame);
    Py_XDECREF(back);
    PyErr_Restore(type, value, traceback);
  }
  if (!begins) ptc_profiler_leave(what != PyTrace_RETURN);
  else if (what == PyTrace_CALL) enter_frame(frame);
  else enter_c(frame, of);
  return 0;
}

static void tell_all_threads(Py_tracefunc function) {
#if PY_VERSION_HEX >= 0x030C0000
  PyEval_SetProfileAllThreads(function, NULL);
#else
  PyThreadState *thread = PyInterpreterState_ThreadHead(PyInterpreterState_Get());
  for (; thread; thread = PyThreadState_Next(thread)) (void)_PyEval_SetProfile(thread, function, NULL);
#endif
}

static void end_profile(void) {
  Py_CLEAR(module_code);
  Py_CLEAR(optimizer_code);
  Py_CLEAR(prefixes);
  Py_CLEAR(members);
  forget_calls();
}

/* profile_calls(code of Module's call, code of a step's end, tuple of folders, members): from now on, until
   profile_no_calls(), calls are kept in the profile that runs */
static PyObject *profile_calls(PyObject *UNUSED(self), PyObject *args) {
  PyObject *of_module, *of_optimizer, *folders, *describing;
  if (!PyArg_ParseTuple(args, "O!O!O!O", &PyCode_Type, &of_module, &PyCode_Type, &of_optimizer, &PyTuple_Type, &folders,
                        &describing))
    return NULL;
  end_profile();
  module_code = Py_NewRef(of_module);
  optimizer_code = Py_NewRef(of_optimizer);
  prefixes = Py_NewRef(folders);
  members = Py_NewRef(describing);
  PyThreadState *own = PyThreadState_Get();
  others = own->c_profilefunc;
  Py_XSETREF(others_argument, Py_XNewRef(own->c_profileobj));
  profile_of_thread = ++profile;
  PyFrameObject *frame = PyEval_GetFrame();
  if (frame) enter_stack(frame);
  hold_plain_calls(true);
  tell_all_threads(told);
  Py_RETURN_NONE;
}

/* profile_no_calls(): what profile_calls has begun ends; another profiler of this thread goes on */
static PyObject *profile_no_calls(PyObject *UNUSED(self), PyObject *UNUSED(none)) {
  if (!module_code) Py_RETURN_NONE;
  tell_all_threads(NULL);
  hold_plain_calls(false);
  if (others) PyEval_SetProfile(others, others_argument);
  others = NULL;
  Py_CLEAR(others_argument);
  end_profile();
  Py_RETURN_NONE;
}

/* profile_collection(bool): a collection begins or ends */
static PyObject *profile_collection(PyObject *UNUSED(self), PyObject *begins) {
  ptc_profiler_collect(begins == Py_True);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"profile_calls", profile_calls, METH_VARARGS, NULL},
    {"profile_no_calls", profile_no_calls, METH_NOARGS, NULL},
    {"profile_collection", profile_collection, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
int install_profiling(PyObject *module) { return PyModule_AddFunctions(module, functions); }
