/* The extension pytorch_c._boundary._frames: the frames of Python that torch's compiler takes over (PEP 523).

   It stands beside _core since it alone reads CPython's own structures, which differ by version, and since it has nothing
   of libtorch's. While a thread has a callback, each frame that it begins is shown to `find` of
   pytorch_c/_C/_dynamo/frames.py, which names the code that runs in the frame's place, or has the callback asked. */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE
#include <Python.h>
#include <stdbool.h>

#if PY_VERSION_HEX >= 0x030E0000 || defined(Py_GIL_DISABLED)
#define READS_FRAMES 0
#else
#define READS_FRAMES 1
#endif

/* ---- settings of a thread for the frames that it begins, which compile() changes around each call ---- */

typedef struct {
  long region; /* of entries that are kept for themselves; -1 is the common one */
  long ran;    /* frames that ran compiled; below 0 they are not counted */
  bool skips_guards, refuses_nested;
} Settings;
static _Thread_local Settings settings = {-1, -1, false, false};

/* NAME([value]) -> the setting before, which `value` becomes */
#define NUMBER(name) \
  static PyObject *name(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t count) { \
    const long before = settings.name, now = count ? PyLong_AsLong(args[0]) : before; \
    if (now == -1 && PyErr_Occurred()) return NULL; \
    settings.name = now; \
    return PyLong_FromLong(before); \
  }
#define TRUTH(name) \
  static PyObject *name(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t count) { \
    const bool before = settings.name; \
    const int now = count ? PyObject_IsTrue(args[0]) : before; \
    if (now < 0) return NULL; \
    settings.name = now; \
    return PyBool_FromLong(before); \
  }
NUMBER(region)
NUMBER(ran)
TRUTH(skips_guards)
TRUTH(refuses_nested)
#define SETTING(name) {#name, (PyCFunction)(void (*)(void))(name), METH_FASTCALL, NULL}
#define SETTINGS SETTING(region), SETTING(ran), SETTING(skips_guards), SETTING(refuses_nested)

#if READS_FRAMES
#include <frameobject.h>
#if PY_VERSION_HEX >= 0x030B0000
#include <internal/pycore_code.h>
#include <internal/pycore_frame.h>
#endif

static PyObject *find, *keep, *nothing; /* callables of frames.py, and the code of a function that does nothing */
static Py_ssize_t place = -1;           /* of what a code object keeps for us */
static _PyFrameEvalFunction others;
static Py_ssize_t threads; /* that have a callback */
static PyObject *name_quick, *name_check;
static bool in_python; /* each frame is for `find` */

static _Thread_local PyObject *callback; /* NULL is None: frames run as they are */
static _Thread_local PyObject *direct;   /* the code that runs in a frame's place, until its own frame begins */

/* ---- what differs by version ---- */

#if PY_VERSION_HEX < 0x030B0000
typedef PyFrameObject Evaluated;
#define SLOT(frame, i) ((frame)->f_localsplus[i])
static PyCodeObject *code_of(Evaluated *frame) { return frame->f_code; }
static bool is_function(Evaluated *frame) { return frame->f_code->co_flags & CO_NEWLOCALS; }
#else
typedef struct _PyInterpreterFrame Evaluated;
static PyObject *function_of(Evaluated *frame) {
#if PY_VERSION_HEX >= 0x030C0000
  return frame->f_funcobj;
#else
  return (PyObject *)frame->f_func;
#endif
}
static bool is_function(Evaluated *frame) {
  PyObject *function = function_of(frame);
  return function && PyFunction_Check(function);
}
#define SLOT(frame, i) ((frame)->localsplus[i])
#if PY_VERSION_HEX >= 0x030D0000
static PyCodeObject *code_of(Evaluated *frame) { return _PyFrame_GetCode(frame); }
#else
static PyCodeObject *code_of(Evaluated *frame) { return frame->f_code; }
#endif
#endif

#if PY_VERSION_HEX < 0x030C0000
#define PyUnstable_Code_GetExtra _PyCode_GetExtra
#define PyUnstable_Code_SetExtra _PyCode_SetExtra
#define PyUnstable_Eval_RequestCodeExtraIndex _PyEval_RequestCodeExtraIndex
#endif

static PyObject *as_it_is(PyThreadState *thread, Evaluated *frame, int thrown) {
  return (others ? others : _PyEval_EvalFrameDefault)(thread, frame, thrown);
}

/* From 3.12 on who evaluates a frame ends it, by functions that CPython does not export: so a code that does nothing runs
   in it. Gives `result` back, or NULL where a signal's handler raised meanwhile. */
static PyObject *end_frame(PyThreadState *thread, Evaluated *frame, PyObject *result) {
#if PY_VERSION_HEX >= 0x030C0000
  PyObject *raised = PyErr_GetRaisedException();
  PyCodeObject *code = code_of(frame);
  int slots = code->co_nlocalsplus;
  for (int i = 0; i < slots; ++i) Py_CLEAR(frame->localsplus[i]);
  frame->stacktop = 0;
#if PY_VERSION_HEX >= 0x030D0000
  frame->f_executable = Py_NewRef(nothing);
  frame->instr_ptr = _PyCode_CODE((PyCodeObject *)nothing);
#else
  frame->f_code = (PyCodeObject *)Py_NewRef(nothing);
  frame->prev_instr = _PyCode_CODE((PyCodeObject *)nothing) - 1;
#endif
  Py_DECREF(code);
  PyObject *none = as_it_is(thread, frame, 0);
  if (!none) {
    Py_XDECREF(raised);
    Py_CLEAR(result);
  } else if (raised) {
    PyErr_SetRaisedException(raised);
  }
  Py_XDECREF(none);
#else
  (void)thread, (void)frame;
#endif
  return result;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *globals_of(Evaluated *frame) { return frame->f_globals; }
static PyObject *builtins_of(Evaluated *frame) { return frame->f_builtins; }
static PyObject *names_of(PyCodeObject *code) { return code->co_varnames; }

/* An argument that is a cell is there, and no longer among the locals. */
static PyObject *argument(Evaluated *frame, Py_ssize_t which) {
  PyCodeObject *code = frame->f_code;
  PyObject *found = SLOT(frame, which);
  for (Py_ssize_t i = 0; !found && code->co_cell2arg && i < PyTuple_GET_SIZE(code->co_cellvars); ++i)
    if (code->co_cell2arg[i] == which) found = PyCell_GET(SLOT(frame, code->co_nlocals + i));
  return found;
}

static PyObject *closure_of(Evaluated *frame) {
  PyCodeObject *code = frame->f_code;
  Py_ssize_t count = PyTuple_GET_SIZE(code->co_freevars),
             first = code->co_nlocals + PyTuple_GET_SIZE(code->co_cellvars);
  PyObject *made = PyTuple_New(count);
  for (Py_ssize_t i = 0; made && i < count; ++i) PyTuple_SET_ITEM(made, i, Py_NewRef(SLOT(frame, first + i)));
  return made;
}

static int add_free(PyObject *locals, PyCodeObject *code, PyObject *closure) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_freevars); ++i) {
    PyObject *value = PyCell_GET(PyTuple_GET_ITEM(closure, i));
    if (value && PyDict_SetItem(locals, PyTuple_GET_ITEM(code->co_freevars, i), value) < 0) return -1;
  }
  return 0;
}
#else
static PyObject *globals_of(Evaluated *frame) { return frame->f_globals; }
static PyObject *builtins_of(Evaluated *frame) { return frame->f_builtins; }
static PyObject *names_of(PyCodeObject *code) { return code->co_localsplusnames; }
static PyObject *argument(Evaluated *frame, Py_ssize_t which) { return SLOT(frame, which); }

static PyObject *closure_of(Evaluated *frame) {
  PyObject *found = ((PyFunctionObject *)function_of(frame))->func_closure;
  return found ? Py_NewRef(found) : PyTuple_New(0);
}

/* The frame gets its cells by its first instruction: the values are looked up in the function's closure. */
static int add_free(PyObject *locals, PyCodeObject *code, PyObject *closure) {
  for (Py_ssize_t i = 0, first = code->co_nlocalsplus - code->co_nfreevars; i < code->co_nfreevars; ++i) {
    PyObject *value = PyCell_GET(PyTuple_GET_ITEM(closure, i));
    if (value && PyDict_SetItem(locals, PyTuple_GET_ITEM(code->co_localsplusnames, first + i), value) < 0) return -1;
  }
  return 0;
}
#endif

/* ---- a frame that begins ---- */

static Py_ssize_t count_arguments(PyCodeObject *code) {
  return code->co_argcount + code->co_kwonlyargcount + !!(code->co_flags & CO_VARARGS) +
         !!(code->co_flags & CO_VARKEYWORDS);
}

/* {name: value}, of arguments and of variables of functions around it: others are not there yet */
static PyObject *locals_of(Evaluated *frame, PyCodeObject *code, PyObject *closure) {
  PyObject *made = PyDict_New(), *names = names_of(code);
  for (Py_ssize_t i = 0; made && i < count_arguments(code); ++i) {
    PyObject *value = argument(frame, i);
    if (value && PyDict_SetItem(made, PyTuple_GET_ITEM(names, i), value) < 0) Py_CLEAR(made);
  }
  if (made && add_free(made, code, closure) < 0) Py_CLEAR(made);
  return made;
}

static PyObject *state_of(PyCodeObject *code) {
  void *found = NULL;
  return PyUnstable_Code_GetExtra((PyObject *)code, place, &found) < 0 ? NULL : found;
}

/* The function of another code, called with the frame's arguments: in the order of PyObject_Vectorcall. */
static PyObject *call_with(Evaluated *frame, PyCodeObject *code, PyObject *function) {
  Py_ssize_t plain = code->co_argcount, keywords = code->co_kwonlyargcount, total = plain + keywords;
  PyObject *more = code->co_flags & CO_VARARGS ? argument(frame, total++) : NULL;
  PyObject *named = code->co_flags & CO_VARKEYWORDS ? argument(frame, total++) : NULL;
  Py_ssize_t more_count = more ? PyTuple_GET_SIZE(more) : 0, named_count = named ? PyDict_GET_SIZE(named) : 0;
  PyObject **given = PyMem_New(PyObject *, (size_t)(plain + more_count + keywords + named_count + 1));
  PyObject *names = keywords + named_count ? PyTuple_New(keywords + named_count) : NULL, *result = NULL;
  if (!given || (!names && keywords + named_count)) goto end;
  Py_ssize_t at = 0, name_at = 0;
  for (Py_ssize_t i = 0; i < plain; ++i) given[at++] = argument(frame, i);
  for (Py_ssize_t i = 0; i < more_count; ++i) given[at++] = PyTuple_GET_ITEM(more, i);
  Py_ssize_t positional = at;
  for (Py_ssize_t i = plain; i < plain + keywords; ++i) {
    given[at++] = argument(frame, i);
    PyTuple_SET_ITEM(names, name_at++, Py_NewRef(PyTuple_GET_ITEM(names_of(code), i)));
  }
  PyObject *key, *value;
  for (Py_ssize_t i = 0; named && PyDict_Next(named, &i, &key, &value);) {
    given[at++] = value;
    PyTuple_SET_ITEM(names, name_at++, Py_NewRef(key));
  }
  result = PyObject_Vectorcall(function, given, (size_t)positional, names);
end:
  if (!given) PyErr_NoMemory();
  Py_XDECREF(names);
  PyMem_Free(given);
  return result;
}

/* Another code, upon the frame's globals, closure and arguments */
static PyObject *run_instead(Evaluated *frame, PyObject *code, PyObject *closure) {
  PyObject *function = PyFunction_New(code, globals_of(frame)), *result = NULL;
  if (!function) return NULL;
  if (!PyTuple_GET_SIZE(closure) || PyFunction_SetClosure(function, closure) == 0) {
    direct = code;
    result = call_with(frame, code_of(frame), function);
    direct = NULL;
  }
  Py_DECREF(function);
  return result;
}

static bool refers_to(PyObject *reference, PyObject *object) {
#if PY_VERSION_HEX >= 0x030D0000
  PyObject *found = NULL;
  PyWeakref_GetRef(reference, &found);
  Py_XDECREF(found); /* the caller holds `object` */
  return found == object;
#else
  return PyWeakref_GET_OBJECT(reference) == object;
#endif
}

/* The answer of `find` for a code object with one entry, whose guards hold; None where `find` itself is to answer, and NULL
   and an exception.  `quick` of the state is (weak reference to the callback, guards, code), or None. */
static PyObject *find_quickly(PyObject *asked, PyObject *state, PyObject *locals) {
  if (!state || in_python || settings.skips_guards || settings.region != -1) Py_RETURN_NONE;
  PyObject *quick = PyObject_GetAttr(state, name_quick), *answer = NULL;
  if (!quick && PyErr_ExceptionMatches(PyExc_AttributeError)) { /* a state of another find() */
    PyErr_Clear();
    Py_RETURN_NONE;
  }
  if (quick && quick != Py_None && refers_to(PyTuple_GET_ITEM(quick, 0), asked)) {
    PyObject *held = PyObject_CallMethodOneArg(PyTuple_GET_ITEM(quick, 1), name_check, locals);
    if (held == Py_True) {
      settings.ran += settings.ran >= 0;
      answer = PyTuple_Pack(2, PyTuple_GET_ITEM(quick, 2), asked);
    } else if (held) {
      answer = Py_NewRef(Py_None);
    }
    Py_XDECREF(held);
  } else if (quick) {
    answer = Py_NewRef(Py_None);
  }
  Py_XDECREF(quick);
  return answer;
}

/* (code or None, the callback for what the frame calls), or NULL and an exception.
   The callback is called from here, so that the frame below its own is the one that calls what is compiled. */
static PyObject *ask(Evaluated *frame, PyObject *asked, PyObject *closure, PyObject *state) {
  PyCodeObject *code = code_of(frame);
  PyObject *locals = locals_of(frame, code, closure);
  if (!locals) return NULL;
  PyObject *answer = find_quickly(asked, state, locals);
  if (answer == Py_None) {
    Py_DECREF(answer);
    answer = PyObject_CallFunctionObjArgs(find, asked, state ? state : Py_None, (PyObject *)code, locals,
                                          globals_of(frame), builtins_of(frame), closure, NULL);
  }
  Py_DECREF(locals);
  if (!answer || PyTuple_GET_SIZE(answer) == 2) return answer;
  PyObject *given = PyObject_CallObject(asked, answer), *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace); /* of a callback that failed: keep() is told so by None */
  PyObject *kept =
      PyObject_CallFunctionObjArgs(keep, asked, PyTuple_GET_ITEM(answer, 0), given ? given : Py_None, NULL);
  Py_DECREF(answer);
  if (!given && kept) {
    Py_CLEAR(kept);
    PyErr_Restore(type, value, trace);
    return NULL;
  }
  Py_XDECREF(given);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return kept;
}

static void set_callback(PyObject *value) { /* takes a reference; None is NULL */
  PyObject *before = callback;
  callback = value == Py_None ? NULL : Py_XNewRef(value);
  Py_XDECREF(before);
}

static PyObject *evaluate(PyThreadState *thread, Evaluated *frame, int thrown) {
  if (!callback || thrown) return as_it_is(thread, frame, thrown);
  PyCodeObject *code = code_of(frame);
  if ((PyObject *)code == direct) {
    direct = NULL;
    return as_it_is(thread, frame, 0);
  }
  const int never = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR;
  if (code->co_flags & never || !(code->co_flags & CO_OPTIMIZED) || !is_function(frame))
    return as_it_is(thread, frame, 0);
  PyObject *state = state_of(code);
  if (state == Py_False || (!state && callback == Py_False)) return as_it_is(thread, frame, 0);
  PyObject *before = callback, *closure = closure_of(frame), *result = NULL;
  callback = NULL; /* frames of the answer run as they are */
  Py_XINCREF(state);
  PyObject *answer = closure ? ask(frame, before, closure, state) : NULL;
  Py_XDECREF(state);
  bool ended = true; /* the frame, by us */
  if (answer) {
    set_callback(PyTuple_GET_ITEM(answer, 1));
    PyObject *instead = PyTuple_GET_ITEM(answer, 0);
    ended = instead != Py_None;
    result = ended ? run_instead(frame, instead, closure) : as_it_is(thread, frame, 0);
    Py_DECREF(answer);
  }
  set_callback(before);
  Py_XDECREF(closure);
  Py_DECREF(before);
  return ended ? end_frame(thread, frame, result) : result;
}

/* ---- for Python ---- */

static void install(bool wanted) {
  PyInterpreterState *interpreter = PyInterpreterState_Get();
  _PyFrameEvalFunction now = _PyInterpreterState_GetEvalFrameFunc(interpreter);
  if (wanted && now != evaluate) {
    others = now == _PyEval_EvalFrameDefault ? NULL : now;
    _PyInterpreterState_SetEvalFrameFunc(interpreter, evaluate);
  } else if (!wanted && now == evaluate) {
    _PyInterpreterState_SetEvalFrameFunc(interpreter, others ? others : _PyEval_EvalFrameDefault);
  }
}

/* exchange(callback): what frames of this thread are shown for from now on; returns the one before */
static PyObject *exchange(PyObject *Py_UNUSED(self), PyObject *value) {
  PyObject *before = callback ? Py_NewRef(callback) : Py_NewRef(Py_None);
  threads += (value != Py_None) - (before != Py_None);
  set_callback(value);
  install(threads > 0);
  return before;
}

static PyObject *current(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(argument)) {
  return callback ? Py_NewRef(callback) : Py_NewRef(Py_None);
}

static PyObject *get_state(PyObject *Py_UNUSED(self), PyObject *code) {
  if (!PyCode_Check(code))
    return PyErr_Format(PyExc_TypeError, "state(): expected a code object! got %s", Py_TYPE(code)->tp_name);
  PyObject *found = state_of((PyCodeObject *)code);
  return found ? Py_NewRef(found) : Py_NewRef(Py_None);
}

/* set_state(code, state): what `find` is given with the code's frames; False: they run as they are; None: nothing */
static PyObject *set_state(PyObject *Py_UNUSED(self), PyObject *args) {
  PyObject *code, *state;
  if (!PyArg_ParseTuple(args, "O!O", &PyCode_Type, &code, &state)) return NULL;
  PyObject *kept = state == Py_None ? NULL : Py_NewRef(state);
  if (PyUnstable_Code_SetExtra(code, place, kept) < 0) { /* which frees the one before */
    Py_XDECREF(kept);
    return NULL;
  }
  Py_RETURN_NONE;
}

/* always_find(value): whether no frame is answered for without `find` */
static PyObject *always_find(PyObject *Py_UNUSED(self), PyObject *value) {
  in_python = PyObject_IsTrue(value) == 1;
  Py_RETURN_NONE;
}

static void forget(void *state) { Py_XDECREF((PyObject *)state); }

/* start(find, keep, code): the callables, which return tuples, and the code of a function that does nothing */
static PyObject *start(PyObject *Py_UNUSED(self), PyObject *args) {
  PyObject *finds, *keeps, *code;
  if (!PyArg_ParseTuple(args, "OOO!", &finds, &keeps, &PyCode_Type, &code)) return NULL;
  if (place < 0) place = PyUnstable_Eval_RequestCodeExtraIndex(forget);
  if (place < 0) return PyErr_Format(PyExc_RuntimeError, "code objects keep no more");
  if (!name_quick) name_quick = PyUnicode_InternFromString("quick");
  if (!name_check) name_check = PyUnicode_InternFromString("check");
  if (!name_quick || !name_check) return NULL;
  Py_XSETREF(find, Py_NewRef(finds));
  Py_XSETREF(keep, Py_NewRef(keeps));
  Py_XSETREF(nothing, Py_NewRef(code));
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", start, METH_VARARGS, NULL},
    {"exchange", exchange, METH_O, NULL},
    {"current", current, METH_NOARGS, NULL},
    {"state", get_state, METH_O, NULL},
    {"set_state", set_state, METH_VARARGS, NULL},
    {"always_find", always_find, METH_O, NULL},
    SETTINGS,
    {NULL, NULL, 0, NULL},
};
#else
static PyMethodDef methods[] = {SETTINGS, {NULL, NULL, 0, NULL}};
#endif

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pytorch_c._boundary._frames",
    .m_doc =
        "The frames of Python that torch's compiler takes over; without functions where this Python's are not known.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__frames(void) { return PyModule_Create(&definition); }
