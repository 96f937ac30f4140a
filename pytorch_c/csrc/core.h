/* The C extension pytorch_c._boundary._core: from Python's objects to the C library and back.

   Each unit has a header of its own name with what other units use of it; this one has what all share. Units are layers:
   none uses what leads back to it (tests/boundary/test_extension_units.py).

   module.c     the module: its functions and types, put together by the installers of install.h
   handle.c     the handle objects, and how each is closed when its Tensor goes
   known.c      the table from TensorImpls to Tensors;  identity.c  Tensors that the graph keeps;
                storages.c  UntypedStorage
   resource.c   handles of other kinds, errors among them;  warnings.c  libtorch's warnings
   frame.c      the slots of a call's arguments, and what holds them
   convert.c    Python's objects as arguments of C functions: the plain ones;  coerce.c  all others
   results.c    what C functions give, as Python's objects
   table.c      derived from the headers: every C function with its kinds of arguments and results (kinds.h)
   call.c       Call: one C function as a Python callable
   operator.c   Operator: the overloads of one operator, tried with plain arguments before Python's way;
                choosing.c  which overload took these types
   tensor.c     the base class of Tensor: properties;  slots.c  its operators;  indexing.c  x[…] of plain indices
   quick.c      Python functions with a C function before them: shortcuts.c;  arrays.c  NumPy's arrays;  size.c  Size
   numbers.c    tensor([1, 2]) and tolist();  values.c  the tagged values of calls by name and of TorchScript;
                symbols.c  SymInt, SymFloat and SymBool;  symbol_calls.c  what libtorch asks them
   script.c     TorchScript's functions as callables;  jit.c  Python's callables in archives and traces;
                passes.c  backward passes by edges;  compiler.c  backward passes that Python compiles
   callbacks.c  Python's callables that libtorch calls: who owns them, and their exceptions as errors
   nodes.c      nodes of the graph;  hooks.c, functions.c, saved.c  Python's callables in the backward pass
   states.c     what is recorded;  autocast.c  what is cast;  levels.c  torch.func
   scopes.c     who is told of each new tensor;  marks.c  the gc() loop that it belongs to;  collecting.c  what gc() needs;
                finalizing.c  whether a collection may block
   forking.c    forks wait for the calls of other threads
   library.c, backend.c  operators and devices of the host's own;  overrides.c  __torch_function__;
                host.c  __torch_dispatch__
   observe.c    observers, ranges and profiles;  profiling.c  their calls of Python's functions;
                tally.c  what a program calls, summed up while it runs
   distributed.c  bytes of stores, and Python's callables in groups
   dlpack.c, exchange.c  DLPack;  arrow.c  Arrow's arrays;  buffer.c  memoryview(t);  pixels.c  images
   pickle.c     the pickles of files;  copies.c  copy.deepcopy;  checksum.c  their checksums
   guards.c     tests of compiled programs: tensors and settings;  programs.c  tensors in such programs
   modules.c    how nn.Module's attributes are found, and its call;  finding.c  names of the package's modules

   One module for the whole process: its Tensor and its finalizers belong to the main interpreter.
   What it keeps of Python's is in its state, `core`; all of it is guarded by the GIL, and no lock is taken; in a Python
   without a GIL by what without_gil.h has. */
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

#include "without_gil.h"

#define UNUSED(name) Py_UNUSED(name)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define FAST(function) ((PyCFunction)(void (*)(void))(function))

/* A tensor's handle. Each Tensor has one, and calls in flight hold it. */
typedef struct {
  PyObject_HEAD ptc_tensor tensor;
  PyObject *guard; /* the Resource that owns the tensor under a strategy of Python's, CLOSES, GIVEN_UP, or NULL */
} Handle;

/* Fields with which every Tensor begins. */
typedef struct {
  PyObject_HEAD Handle *handle; /* NULL once closed, or while the graph keeps the object */
  const void *impl; /* under which identity.c knows it, or NULL: by impl_of and set_impl, threads read it freely */
  PyObject *weakrefs;
} TensorObject;

/* The state of the module. */
typedef struct {
  /* types of ours */
  PyTypeObject *handle_type, *owner_type, *resource_type, *error_type, *call_type, *operator_type, *method_type,
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
  PyObject *finalizer;
  PyObject *tracer, *scopes;
  PyObject *gc_module, *noticed, *sync_marks, *witness;
  PyObject *module_getattr, *module_call, *module_call_impl, *module_walks, *module_hooks; /* of nn.Module */
  /* names */
  PyObject *module_names;
  PyObject *name_code, *name_numbers, *name_handle, *name_array_struct;
} Core;

extern Core *core;
void hold_plain_calls(bool held); /* whether modules are called by frames of Python's (modules.c) */
extern bool hosting;              /* some mode or tensor has asked for __torch_dispatch__ in this process (host.c) */
/* True if modes of this thread are asked for operators. */
static inline bool has_modes(void) {
  int64_t modes = 0;
  if (LIKELY(!hosting)) return false;
  ptc_error_free(ptc_host_mode_count(false, &modes));
  return modes > 0;
}
/* True if Python is asked for the operators of a tensor: by its class, or by modes. */
static inline bool is_hosted(ptc_tensor tensor) {
  bool asks = false;
  if (LIKELY(!hosting)) return false;
  ptc_error_free(ptc_tensor_asks_host(tensor, &asks));
  return asks || has_modes();
}
extern enum Strategy { BY_WEAKREF, BY_HAND, BY_FUNCTION } strategy; /* how a tensor is closed (handle.c) */
extern int by_user_only;                                            /* BY_HAND: nor does Tensor.__del__ call close() */

/* Before the declaration of what open_handle, handle_if_open or handle_now gave: without a GIL it is held to the end of the
   block, so that close() on another thread waits. */
#ifdef Py_GIL_DISABLED
static inline void give_back_handle(const void *handle) { Py_XDECREF(*(PyObject *const *)handle); }
#define HELD __attribute__((cleanup(give_back_handle)))
#else
#define HELD
#endif
static inline bool has_handle(PyObject *tensor) {
#ifdef Py_GIL_DISABLED
  return __atomic_load_n(&((TensorObject *)tensor)->handle, __ATOMIC_SEQ_CST) != NULL;
#else
  return ((TensorObject *)tensor)->handle != NULL;
#endif
}
/* The handle of a Tensor; NULL if it is closed, or kept by the graph. */
static inline Handle *handle_now(PyObject *tensor) {
  return (Handle *)get_shared((const Field *)&((TensorObject *)tensor)->handle);
}

static inline const void *impl_of(const TensorObject *tensor) {
  return __atomic_load_n(&tensor->impl, __ATOMIC_RELAXED);
}
static inline void set_impl(TensorObject *tensor, const void *impl) {
  __atomic_store_n(&tensor->impl, impl, __ATOMIC_RELAXED);
}

/* A Tensor or Parameter of the class itself: nothing of it is overridden. */
static inline bool is_exact_tensor(PyObject *x) {
  return Py_IS_TYPE(x, core->tensor_type) || Py_IS_TYPE(x, core->parameter_type);
}
static inline int is_tensor(PyObject *x) {
  return Py_IS_TYPE(x, core->tensor_type) || PyType_IsSubtype(Py_TYPE(x), core->tensor_type);
}
