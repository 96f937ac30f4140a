/* The profiler of libtorch: what ran, when, on which thread, with which shapes and
   memory.  Kineto, where libtorch has it, adds devices and the trace files that
   browsers show; without it the events of the CPU are the same.

   There is one profile at a time in a process. */
#ifndef PYTORCH_C_PROFILER_H
#define PYTORCH_C_PROFILER_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_profile_s *ptc_profile;

/* Activities that are profiled, as bits. */
enum ptc_activity {
  PTC_ACTIVITY_CPU = 1,
  PTC_ACTIVITY_XPU = 2,
  PTC_ACTIVITY_CUDA = 4,
  PTC_ACTIVITY_HPU = 8,
  PTC_ACTIVITY_MTIA = 16,
  PTC_ACTIVITY_PRIVATEUSE1 = 32,
  PTC_ACTIVITY_ALL = 63
};

/* Details that are kept of each event, as bits. */
enum ptc_profile_flag {
  PTC_PROFILE_SHAPES = 1,   /* shapes, dtypes and numbers of the inputs */
  PTC_PROFILE_MEMORY = 2,   /* an event "[memory]" for what is allocated and freed */
  PTC_PROFILE_STACK = 4,    /* the stack of TorchScript, and of the host where one traces its calls */
  PTC_PROFILE_FLOPS = 8,    /* operations of matrix products and convolutions; wants the shapes too */
  PTC_PROFILE_MODULES = 16, /* the modules of TorchScript */
  PTC_PROFILE_OVERLOADS = 32,
  PTC_PROFILE_ALL_THREADS = 64,       /* threads that were not begun by this one too */
  PTC_PROFILE_VERBOSE = 128,          /* stacks in the trace file too */
  PTC_PROFILE_TRACE_ONLY = 256,       /* no events but the trace file: ends faster */
  PTC_PROFILE_SYNCHRONIZATIONS = 512, /* events of CUDA's synchronizations */
  PTC_PROFILE_ADJUST_STEP = 1024,
  PTC_PROFILE_NO_CORRELATION = 2048, /* between operators and the kernels that they start */
  PTC_PROFILE_PYTHON_GC = 4096,
  PTC_PROFILE_METADATA = 8192, /* the trace's metadata of each event, in its details */
  PTC_PROFILE_ADJUST_TIMES = 16384,
  PTC_PROFILE_ALL = 32767,   /* those above */
  PTC_PROFILE_CALLS = 32768, /* the calls that ptc_profiler_enter tells of; wants the stack too */
  /* At most one of these. */
  PTC_PROFILE_CUDA_EVENTS = 65536,         /* times on CUDA by its own events, where no tracer sees the kernels */
  PTC_PROFILE_PRIVATEUSE1_EVENTS = 131072, /* likewise, on a device of the program's */
  PTC_PROFILE_PRIVATEUSE1 = 262144,        /* a device of the program's, by its tracer */
  PTC_PROFILE_NVTX = 524288,               /* no profile: marks of each operator for NVIDIA's tools, no activities */
  PTC_PROFILE_ITT = 1048576                /* likewise, for Intel's tools */
};

/* An event of a profile; the texts live as long as the profile. */
typedef struct ptc_profile_event {
  const char *name;
  const char *overload; /* "" unless PTC_PROFILE_OVERLOADS */
  const char *activity; /* "cpu_op", "user_annotation", "kernel", … */
  int64_t start;        /* in nanoseconds since 1970, as ptc_profile_start */
  int64_t end;
  int64_t thread; /* libtorch's number of the thread on which it began */
  int64_t end_thread;
  int64_t forward_thread;
  int64_t sequence;           /* what an operator and the node that derives it have in common; -1: nothing */
  int64_t correlation;        /* its number */
  int64_t linked_correlation; /* of what a device did: the number of the operator that asked for it; 0: none */
  int64_t external_id;
  int64_t resource;  /* the thread of the system, or the stream of a device */
  int64_t flops;     /* 0 where it is not known */
  int64_t bytes;     /* of memory: allocated, or below 0 freed */
  int64_t allocated; /* of memory: the sum that the allocator had given then; 0 where it does not count */
  int64_t reserved;  /* likewise, what it had of the device */
  int64_t device_ns; /* time on a device where no tracer of its own saw it; 0 else */
  int64_t flow_id;   /* of the trace's arrows: which, of what type, and whether it starts here */
  int32_t flow_type;
  int32_t flow_start;
  int32_t scope;        /* of enum ptc_record_scope */
  int32_t device_type;  /* where it ran, or where the memory is */
  int32_t device_index; /* of a device; of the CPU's operators the number of the process */
  int32_t is_async;     /* 0 or 1: it ended on another thread, or not in order */
  int32_t is_hidden;    /* 0 or 1: it is not for tables */
} ptc_profile_event;

/* True if libtorch has Kineto. */
PTC_NODISCARD ptc_error ptc_kineto_available(PTC_OUT bool *out);
/* Activities that can be profiled here, as bits of enum ptc_activity. */
PTC_NODISCARD ptc_error ptc_profiler_activities(PTC_OUT int64_t *out);

/* Prepares a profile, so that its begin costs less; optional.  `activities` are bits of
   enum ptc_activity, `flags` of enum ptc_profile_flag; `trace_id` is a name
   for the trace file.  An error while a profile is prepared or runs. */
PTC_NODISCARD ptc_error ptc_profiler_prepare(int64_t activities, int64_t flags, PTC_OPTIONAL const char *trace_id);
/* Chooses what a tracer keeps of one activity, a bit of enum ptc_activity, in the profile that is prepared next:
   only these kinds of Kineto's, a name a line, "GPU_MEMCPY" for example; "" is none of them.  Preparing forgets it,
   with an error for names of kinds that the activity has not. */
PTC_NODISCARD ptc_error ptc_profiler_choose(int64_t activity, const char *kinds);
/* Begins: from now on the operators, nodes and ranges of this thread are kept, and
   what other threads do for it.  An error while a profile runs. */
PTC_NODISCARD ptc_error ptc_profiler_start(int64_t activities, int64_t flags, PTC_OPTIONAL const char *trace_id);
/* Ends what ptc_profiler_start began on this thread.  An error where nothing runs,
   and where another thread began it. */
PTC_NODISCARD ptc_error ptc_profiler_stop(PTC_OUT ptc_profile *out);
/* True if a profile runs, begun by any thread. */
PTC_NODISCARD ptc_error ptc_profiler_running(PTC_OUT bool *out);
/* True if a device's tracer has stopped before the profile ends, its buffers being full. */
PTC_NODISCARD ptc_error ptc_profiler_stopped_early(PTC_OUT bool *out);
/* Sets whether events of these activities are kept while the profile runs; from now on. */
PTC_NODISCARD ptc_error ptc_profiler_toggle(bool enabled, int64_t activities);
/* Sets what all profiles that begin from now on keep: "concrete_inputs" (inputs that are numbers), "forward_backward"
   (arrows in the trace from operators to the nodes of their backward pass) or "cuda_synchronizations". */
PTC_NODISCARD ptc_error ptc_profiler_set(const char *name, bool value);
/* A text for the trace file of the profile that is prepared or runs, as JSON; nothing
   where there is none, and where libtorch has no Kineto, which writes each backslash
   as a slash: a text cannot have a quote. */
PTC_NODISCARD ptc_error ptc_profiler_add_metadata(const char *key, const char *json);
/* Tells Kineto that a step of the program has ended. */
PTC_NODISCARD ptc_error ptc_profiler_step(void);

/* ---- functions of the host's language, in a profile with PTC_PROFILE_STACK and PTC_PROFILE_CALLS ----

   The host describes each call once, a function and the line that calls it, and says when it runs.  The events are
   of the activity "python_function", whatever the language. */

/* A number for the calls of a function from a line, as long as the profile runs, which has
   begun.  Without a file the function is one of C, known by its name alone. */
PTC_NODISCARD ptc_error ptc_profiler_call_new(const char *function, PTC_OPTIONAL const char *file, int64_t line,
                                              PTC_OPTIONAL const char *caller, PTC_OPTIONAL const char *caller_file,
                                              int64_t caller_line, PTC_OUT int64_t *out);
/* Makes it the call of a module: the host's object, its class, and the name of that. */
PTC_NODISCARD ptc_error ptc_profiler_call_set_module(int64_t call, PTC_OPTIONAL const void *object,
                                                     PTC_OPTIONAL const void *object_class, const char *name);
/* Makes it the end of an optimizer's step, likewise. */
PTC_NODISCARD ptc_error ptc_profiler_call_set_optimizer(int64_t call, PTC_OPTIONAL const void *object,
                                                        PTC_OPTIONAL const void *object_class, const char *name);
/* A parameter of the module or optimizer, and its gradient. */
PTC_NODISCARD ptc_error ptc_profiler_call_add_parameter(int64_t call, const char *name, ptc_tensor parameter,
                                                        PTC_OPTIONAL ptc_tensor gradient);
/* Adds a tensor that the optimizer keeps for the parameter that was added last. */
PTC_NODISCARD ptc_error ptc_profiler_call_add_state(int64_t call, const char *name, ptc_tensor state);
/* Tells that such a call begins on this thread; nothing where no profile keeps calls. */
void ptc_profiler_enter(int64_t call);
/* Tells that the latest call of this thread ends, of those in C or of the others. */
void ptc_profiler_leave(bool of_c);
/* Tells that the host's collector begins or ends a run: an event with PTC_PROFILE_PYTHON_GC. */
void ptc_profiler_collect(bool begins);

/* When it began, in nanoseconds since 1970. */
PTC_NODISCARD ptc_error ptc_profile_start(ptc_profile self, PTC_OUT int64_t *out);
/* Number of events of a profile. */
PTC_NODISCARD ptc_error ptc_profile_length(ptc_profile self, PTC_OUT int64_t *out);
/* One of its events. */
PTC_NODISCARD ptc_error ptc_profile_event_at(ptc_profile self, int64_t index, PTC_OUT ptc_profile_event *out);
/* The lists of an event, as a JSON object with those of these keys that are
   not empty: "shapes" (of each input; [] for a list or a number), "structured"
   (shapes, with those of the tensors of lists), "strides", "dtypes", "values" (of
   inputs that are numbers, null for others), "keywords", "stack", "modules",
   "metadata" (an object of texts), "values_of_metadata" (likewise, of values; since libtorch 2.14), "trace" (its
   metadata in the trace file), "python", "python_parent" and
   "python_module" (numbers of a call of the host's, its caller's and its module's) and "address" (of memory).
   Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_profile_event_details(ptc_profile self, int64_t index, PTC_OUT char **out);
/* All that ran, with its inputs and its memory, as a JSON list in the order of a tree: a node comes after the one
   that "parent" numbers; docs/profiling.md has the other keys.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_profile_tree(ptc_profile self, PTC_OUT char **out);
/* Events of Kineto's tracers, a JSON list of what the trace file has: objects with "name", "type", "device_id",
   "resource_id", "timestamp" and "duration" in nanoseconds, "correlation_id", "flow_id", "flow_type", "flow_start",
   "metadata_json", and of what another one asked for "linked_correlation_id" and "linked_activity", its place in the
   list.  An error where the trace was saved, and where libtorch has no Kineto or is older than 2.13.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_profile_activities(ptc_profile self, PTC_OUT char **out);
/* A name of C++ as it is written in a program, for one that a linker knows; other texts as they are.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_demangle(const char *name, PTC_OUT char **out);
/* Writes the trace as a file for chrome://tracing and Perfetto, once.  An error
   where libtorch has no Kineto, and where the file cannot be written. */
PTC_NODISCARD ptc_error ptc_profile_save(ptc_profile self, const char *path);
/* Closes what the profiler found, and the texts of its events. */
void ptc_profile_close(PTC_OPTIONAL ptc_profile self);

/* Prepares the one execution trace that a process may write: the operators with
   all of their inputs and outputs, as a graph, in a file of JSON. */
PTC_NODISCARD ptc_error ptc_execution_trace_open(const char *path);
/* Sets whether operators are written from now on. */
PTC_NODISCARD ptc_error ptc_execution_trace_enable(bool enabled);
/* Ends the file; nothing where none is open. */
PTC_NODISCARD ptc_error ptc_execution_trace_end(void);

/* Marks for Intel's tools, as VTune; PTC_PROFILE_ITT makes them of each operator. */

/* True if libtorch was built with them; the others are errors else. */
PTC_NODISCARD ptc_error ptc_itt_available(PTC_OUT bool *out);
/* Marks a moment. */
PTC_NODISCARD ptc_error ptc_itt_mark(const char *text);
/* Begins a range of this thread. */
PTC_NODISCARD ptc_error ptc_itt_range_push(const char *text);
/* Ends the range of this thread that was begun last. */
PTC_NODISCARD ptc_error ptc_itt_range_pop(void);

PTC_END

#endif
