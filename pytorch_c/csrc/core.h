/* The C extension pytorch_c._boundary._core: from Python's objects to the C library and back.

   handle.c     the handle objects, and how each is closed when its Tensor goes
   identity.c   one Tensor for a TensorImpl
   convert.c    Python's objects as arguments of C functions
   results.c    what C functions give, as Python's objects; errors as exceptions
   call.c       Call: one C function as a Python callable
   operator.c   Operator: the overloads of one operator, tried with plain arguments before Python's way
   table.c      derived from the headers: every C function with its kinds of arguments and results
   tensor.c     the base class of Tensor: properties and slots;  indexing.c  x[…] of plain indices
   quick.c      Python functions with a C function before them: shortcuts.c;  arrays.c  NumPy's arrays;  size.c  Size
   numbers.c    tensor([1, 2]) and tolist();  values.c  the tagged values of calls by name and of TorchScript
   script.c     TorchScript's functions as callables;  jit.c Python's callables in archives and traces
   hooks.c, functions.c, saved.c   Python's callables in the backward pass
   states.c  what is recorded;  autocast.c  what is cast;  levels.c  torch.func
   scopes.c     who is told of each new tensor;  collecting.c  what gc() needs;
                finalizing.c  whether a collection may block
   forking.c    forks wait for the calls of other threads
   library.c, backend.c  operators and devices of the host's own;  overrides.c  __torch_function__;  host.c  __torch_dispatch__
   observe.c    observers, ranges and profiles;  tally.c  what a program calls, summed up while it runs
   distributed.c  bytes of stores, and Python's callables in groups
   dlpack.c, exchange.c  DLPack;  arrow.c  Arrow's arrays;  buffer.c  memoryview(t)
   warnings.c   libtorch's warnings;  pickle.c  the pickles of files;  copies.c  copy.deepcopy;  checksum.c  their checksums
   modules.c    how nn.Module's attributes are found, and its call

   One module for the whole process: its Tensor and its finalizers belong to the main interpreter.
   What it keeps of Python's is in its state, `core`; all of it is guarded by the GIL, and no lock is taken. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pytorch_c.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

#define UNUSED(name) Py_UNUSED(name)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define FAST(function) ((PyCFunction)(void (*)(void))(function))

/* ---- objects ---- */

/* A tensor's handle. Each Tensor has one, and calls in flight hold it. */
typedef struct {
  PyObject_HEAD ptc_tensor tensor; /* NULL once closed */
  PyObject *weakrefs;
  PyObject *owner; /* what a strategy of Python's keeps with it, or NULL */
  PyObject *guard; /* the Resource that owns the tensor under such a strategy, WATCHED, or NULL */
} Handle;
/* The guard of a handle that has a Reference, which closes the tensor. With a field for it, a handle would take 16 bytes
   more. */
#define WATCHED ((PyObject *)1)

/* What every Tensor begins with. */
typedef struct {
  PyObject_HEAD Handle *handle; /* NULL once closed, or while the graph keeps the object */
  const void *impl;             /* under which identity.c knows it, or NULL */
  PyObject *weakrefs;
} TensorObject;

/* A handle of another kind: a generator, a node, … Closed with its last reference. */
typedef struct {
  PyObject_HEAD void *pointer;
  char kind; /* a letter of results.c */
} Resource;

/* How one argument crosses, a letter of convert.c, and the size of an int[2]. */
typedef struct {
  char code;
  uint8_t size;
} Kind;

/* One argument of a C function, as the trampolines of table.c hand it on. Structs and lists go by pointer. */
typedef union {
  void *p;
  int64_t i;
  double d;
} Slot;

typedef const char *(*Trampoline)(void (*function)(void), Slot *slots);

/* One C function (table.c). */
typedef struct {
  const char *name; /* without ptc_ */
  void (*function)(void);
  Trampoline trampoline;
  const char *kinds, *results;
} Row;
/* One operator: the texts of its forms (ops.py reads them). */
typedef struct {
  const char *name, *family, *forms;
} OperatorRow;
extern const Row rows[];
extern const OperatorRow operator_rows[];
extern const size_t rows_count, operator_rows_count;

enum { MOST_ARGUMENTS = 24, MOST_SLOTS = 40, MOST_RESULTS = 9 };

typedef struct {
  PyObject_HEAD vectorcallfunc vectorcall;
  const Row *row;
  uint8_t count, results; /* of `kinds`; of `row->results` */
  uint8_t arity;          /* of Python's arguments: options are five */
  Kind kinds[MOST_ARGUMENTS];
  PyObject *named; /* the class of a named tuple, or NULL */
} Call;

/* ---- the state of the module ---- */

typedef struct {
  /* types of ours */
  PyTypeObject *handle_type, *reference_type, *owner_type, *resource_type, *error_type, *call_type, *operator_type,
      *choice_type;
  /* classes of the package */
  PyTypeObject *tensor_type, *parameter_type, *size_type, *dtype_type, *layout_type, *format_type, *device_type,
      *stream_type;
  /* functions of the package: see boundary/handle.py */
  PyObject *throw, *closed, *device_of, *device_of_numbers, *stream_of_numbers, *resolve, *show_warning, *box, *unboxed,
      *named_tuple;
  PyObject *traced_number; /* while something is traced: the number of a tensor (pytorch_c/jit/_sizes.py) */
  PyObject *dtypes, *layouts, *formats; /* by number */
  PyObject *cpu_device;
  PyObject *on_death, *spare_arguments, *finalizer;
  PyObject *tracer, *scopes;
  PyObject *gc_module, *noticed, *sync_marks, *witness;
  PyObject *module_getattr, *module_call, *module_call_impl, *module_hooks; /* of nn.Module */
  /* names */
  PyObject *module_names;
  PyObject *name_code, *name_numbers, *name_handle, *name_array_struct;
} Core;

extern Core *core;

/* ---- handle.c ---- */

extern enum Strategy { BY_WEAKREF, BY_HAND, BY_FUNCTION } strategy;
extern int by_user_only; /* BY_HAND: nor does Tensor.__del__ call close() */

static inline int is_tensor(PyObject *x) {
  return Py_IS_TYPE(x, core->tensor_type) || PyType_IsSubtype(Py_TYPE(x), core->tensor_type);
}
/* overrides.c: whether it is a Tensor whose class does not ask to be asked. */
int is_plain_subclass(PyObject *x);
static inline int is_plain_tensor(PyObject *x) {
  return LIKELY(Py_IS_TYPE(x, core->tensor_type)) || is_plain_subclass(x);
}
/* The handle of a Tensor, borrowed; NULL and ClosedTensorError if it is closed. */
Handle *open_handle(PyObject *tensor);
/* The Tensor that there is, or a new one that owns the handle, with its finalizer; closes it where that fails. NULL is None. */
PyObject *adopt(ptc_tensor handle);
/* A new object of Tensor or Parameter that owns the handle of a fresh tensor, which `impl` is. */
PyObject *adopt_as(PyTypeObject *type, ptc_tensor handle, const void *impl);
/* Puts a handle into a Tensor without one, for which it is remembered if `impl` is not NULL; closes it where that fails. */
int put_handle(PyObject *tensor, ptc_tensor handle, const void *impl);
int let_go_of_handle(PyObject *tensor);
int install_handles(PyObject *module);

/* ---- forking.c ---- */

/* Calls that run without the GIL: all, and this thread's; forks that wait for them. Changed with the GIL alone. */
extern Py_ssize_t calls_in_flight;
extern _Thread_local Py_ssize_t own_calls __attribute__((tls_model("initial-exec")));
extern int forks_pending;
void wait_for_forks(void);
/* Lets go of the GIL for a call of the C library, and takes it again. */
static inline PyThreadState *enter_library(void) {
  if (UNLIKELY(forks_pending)) wait_for_forks();
  ++calls_in_flight, ++own_calls;
  return PyEval_SaveThread();
}
static inline void leave_library(PyThreadState *thread) {
  PyEval_RestoreThread(thread);
  --calls_in_flight, --own_calls;
}
#define BEGIN_CALL \
  { \
    PyThreadState *unlocked_thread = enter_library();
#define END_CALL \
  leave_library(unlocked_thread); \
  }
int install_forking(PyObject *module);
/* ---- identity.c ---- */

void remember(TensorObject *tensor, const void *impl);
void forget(TensorObject *tensor);
PyObject *find_known(const void *impl);
void swap_known(TensorObject *a, TensorObject *b);
#define GOING ((const void *)1) /* in the place of the TensorImpl, as the object is destroyed */
void owner_finalize(PyObject *self);
bool keep_instead_of_dealloc(PyObject *self);
void ready_tensor_type(void); /* tensor.c */
void kept_ends(void *object);
int reopen_with(PyObject *self, ptc_tensor tensor);
Handle *reopen(PyObject *self);
/* The handle of a Tensor, borrowed; NULL and no exception if it is closed. */
static inline Handle *handle_if_open(PyObject *tensor) {
  Handle *handle = ((TensorObject *)tensor)->handle;
  return LIKELY(handle != NULL) ? handle : reopen(tensor);
}
int install_identity(PyObject *module);

/* ---- checksum.c ---- */

int install_checksum(PyObject *module);

/* ---- pickle.c, copies.c ---- */

/* The dict of an object's attributes, borrowed; NULL where there are none. */
static inline PyObject *attributes_of(PyObject *x) {
  PyObject **attributes = _PyObject_GetDictPtr(x);
  return attributes && *attributes && PyDict_GET_SIZE(*attributes) ? *attributes : NULL;
}
/* Whether a tensor is nothing but numbers in memory, which its sizes and strides tell all of. */
static inline bool is_plainly_numbers(const ptc_description *x) {
  const int64_t more = PTC_FLAG_CONJ | PTC_FLAG_NEG | PTC_FLAG_QUANTIZED | PTC_FLAG_NESTED;
  return !(x->flags & more) && x->flags & PTC_FLAG_HAS_STORAGE && x->layout == PTC_STRIDED && x->strides;
}
int install_pickle(PyObject *module);
int install_copies(PyObject *module);
int install_size(PyObject *module); /* size.c */

/* ---- convert.c ---- */

/* The arguments of one call, with what holds them. */
typedef struct {
  Slot slots[MOST_SLOTS];
  int count, held_count, held_room;
  PyObject **held, *few_held[8];
  char *at, *end;
  struct chunk *chunks;
  /* for the note of an error: the operator and what it was given, or NULL */
  PyObject *op, *const *args, *names;
  Py_ssize_t args_count;
  int64_t few[48];
} Frame;

static inline void frame_start(Frame *f) {
  f->count = f->held_count = 0;
  f->held_room = 8;
  f->held = f->few_held;
  f->at = (char *)f->few;
  f->end = f->at + sizeof f->few;
  f->chunks = NULL;
  f->op = NULL;
}
void frame_chunks_free(Frame *f);
static inline void frame_end(Frame *f) {
  for (int i = 0; i < f->held_count; ++i) Py_DECREF(f->held[i]);
  if (UNLIKELY(f->chunks != NULL)) frame_chunks_free(f);
}
void *frame_memory(Frame *f, size_t bytes);
int frame_hold(Frame *f, PyObject *object);
/* 1 where the object is plainly an argument of this kind, 0 where Python's way must decide, -1 and an exception. */
int add_plain(Frame *f, Kind kind, PyObject *x);
/* 0, or -1 and an exception: all that the kind takes. `options` follow one another: five objects. */
int add_any(Frame *f, Kind kind, PyObject *x, int position);
int add_options(Frame *f, PyObject *const *five, int with_grad, int plainly, const char *kinds);
int read_scalar(PyObject *x, ptc_scalar *out); /* 0, or -1 and TypeError or OverflowError */
int fill_ints(int64_t *items, PyObject *sequence);

/* ---- results.c ---- */

/* Calls the function of a row with the frame's arguments, without the GIL; its results, or NULL and the exception. */
PyObject *invoke(Call *call, Frame *f, PyObject *give_back);
/* Raises an error of the C library, which it owns; always NULL. */
PyObject *raise_error(const char *error);
PyObject *raise_from(const char *error, PyObject *call, PyObject *arguments);
PyObject *take_list(ptc_tensor_list list);
PyObject *new_resource(char kind, void *pointer);
void close_resource(Resource *self);
/* Whether it is an open resource of this kind; a node may be lent. */
static inline int is_resource(PyObject *x, char kind) {
  const Resource *found = Py_IS_TYPE(x, core->resource_type) ? (const Resource *)x : NULL;
  return found && found->pointer && (found->kind == kind || (kind == 'n' && found->kind == 'N'));
}
PyObject *scalar_object(const ptc_scalar *x);
PyObject *int_tuple(PyTypeObject *type, const int64_t *numbers, int64_t count);
int install_results(PyObject *module);
/* The C function that this thread is in, and the operator it was called for, or NULL; for those who are told of new tensors. */
extern _Thread_local const Row *running;
extern _Thread_local PyObject *running_operator;
extern _Thread_local const char *running_member; /* of Tensor, whose result is being made without a row of the table */
/* The set that the names of called functions go into, or NULL: see record(). */
extern PyObject *recorded;

/* ---- call.c, operator.c ---- */

PyObject *find_call(const char *name);      /* a new reference */
extern _Thread_local const Row *converting; /* whose arguments are being read */
extern _Thread_local bool stashed;          /* a trace knows where one of them comes from */
int install_calls(PyObject *module);
int install_operators(PyObject *module);
/* The operator with plain arguments; Py_NotImplemented where Python's way must decide. */
PyObject *try_operator(PyObject *op, PyObject *const *args, Py_ssize_t count, PyObject *names);

/* ---- overrides.c ---- */

extern uint8_t plain_calls;
extern _Thread_local int overriding_off;
/* Whether a mode of this thread wants to be asked. */
int mode_is_open(void);
/* What __torch_function__ of an argument's class, or of a mode, makes of a call; Py_NotImplemented where nobody is asked. */
PyObject *overridden(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *overridden_python(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names);
int install_overrides(PyObject *module);

/* ---- host.c ---- */

extern bool hosting; /* some mode or tensor has asked for __torch_dispatch__ in this process */
/* A Tensor that loses its handle: libtorch does not know it any more. */
void forget_object(TensorObject *tensor);
/* Operators of a Tensor whose class has __torch_dispatch__ ask it from now on: 0, or -1 and an exception. */
int ask_of_class(PyObject *tensor);
int become_host(void); /* once; -1 and an exception */
int install_host(PyObject *module);

/* ---- values.c, library.c ---- */

/* A tagged value as Python's object, which takes over what the value owns. */
PyObject *value_object(ptc_value *value);
/* Python's object as the value that it is by itself, which lasts as long as the frame: 0, or -1 and an exception. */
int add_value(Frame *f, PyObject *x, ptc_value *out, int depth);
/* The items of a list or tuple as values. */
ptc_value *add_values(Frame *f, PyObject *const *items, Py_ssize_t count, int depth);
int install_jit(PyObject *module);
int install_script(PyObject *module);
int install_library(PyObject *module);
int install_backend(PyObject *module);
int install_distributed(PyObject *module);
int install_observe(PyObject *module);
int install_tally(PyObject *module);

/* ---- warnings.c ---- */

/* Warnings of libtorch's that nobody has shown yet, on any thread. */
extern _Atomic long warned;
/* Shows what this thread's call has warned of; what the call fails with now. */
const char *show_warnings(const char *error);
/* The same after a call that made a tensor, which is closed where only a warning has failed it. */
static inline const char *show_and_close(const char *error, ptc_tensor made) {
  if (LIKELY(!warned)) return error;
  const char *now = show_warnings(error);
  if (now && !error) ptc_tensor_close(made);
  return now;
}
int install_warnings(PyObject *module);

/* ---- shortcuts.c ---- */

/* A new reference; Py_NotImplemented where Python's way must decide. */
typedef PyObject *(*Shortcut)(PyObject *const *args, Py_ssize_t count);
Shortcut find_shortcut(const char *name); /* NULL where there is none */

/* ---- the others ---- */

int tell(PyObject *tensor); /* scopes.c: a new tensor, to those who listen */
extern Py_ssize_t open_scopes;
static inline int somebody_listens(void) { return open_scopes || core->tracer; }
int marks_are_stale(void);                 /* collecting.c */
int collection_may_block(Py_ssize_t most); /* finalizing.c */
int set_mark(ptc_tensor handle);
void let_go(void *owner);                                         /* a destructor for what is Python's: takes the GIL */
const char *host_error(void);                                     /* the exception that is set, as an error */
int traverse_hooks(PyObject *tensor, visitproc visit, void *arg); /* hooks.c */
PyObject *keep(ptc_tensor lent);
PyObject *keep_all(const ptc_tensor *lent, int64_t count);
int give(PyObject *tensor, ptc_tensor *out);
PyObject *lend(PyObject *object);
void take_back(void *object);
PyObject *getitem_plain(PyObject *tensor, PyObject *index);
int setitem_plain(PyObject *tensor, PyObject *index, PyObject *value);
PyObject *share_memory(void *data, const int64_t *sizes, const int64_t *strides, int64_t dim, int32_t dtype,
                       PyObject *owner);
PyObject *as_numpy(PyObject *const *args, Py_ssize_t count);
PyObject *from_numpy(PyObject *const *args, Py_ssize_t count);
int tensor_getbuffer(PyObject *self, Py_buffer *view, int flags); /* buffer.c */
void tensor_releasebuffer(PyObject *self, Py_buffer *view);
int install_tensor(PyObject *module);
int install_slots(PyObject *module);
int install_quick(PyObject *module);
int install_arrays(PyObject *module);
int install_numbers(PyObject *module);
int install_values(PyObject *module);

/* ---- symbols.c ---- */

bool is_symbol(PyObject *x);                           /* a SymInt, SymFloat or SymBool */
int add_symbol(Frame *f, PyObject *x, ptc_value *out); /* the tagged value of one; -1 and an exception */
PyObject *symbol_object(const ptc_value *value);       /* a SymInt, SymFloat or SymBool */
PyObject *symbols_of(PyObject *tensor, int which);     /* sizes, …, of enum ptc_symbolic: a list or a number */
int install_symbols(PyObject *module);
int install_hooks(PyObject *module);
int install_functions(PyObject *module);
int install_choosing(PyObject *module);
int install_states(PyObject *module);
int install_autocast(PyObject *module);
int install_saved(PyObject *module);
int install_levels(PyObject *module);
int install_scopes(PyObject *module);
int install_collecting(PyObject *module);
int install_dlpack(PyObject *module);
int install_exchange(PyObject *module);
int install_arrow(PyObject *module);
int install_modules(PyObject *module);
int install_converting(PyObject *module);
bool has_default_device(void); /* of this thread's factories, where none is named */
