/* Observation: functions of the host's that are told when an operator, a node of
   a backward pass or a range of the host's own begins and ends, also those that
   run inside of others.

   They run on the thread that computes, in the middle of it: short, without
   waiting for anyone who waits for that thread.  While a thread is in one, no
   observer is told of what it runs, so that operators may be called there.

   One that fails returns an error, made by ptc_error_new or ptc_error_new_with.
   What is observed goes on as if nothing were; the observer begins no further
   event, and ptc_observer_remove gives that first error. */
#ifndef PYTORCH_C_RECORD_H
#define PYTORCH_C_RECORD_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_observer_s *ptc_observer;
typedef struct ptc_record_s *ptc_record;

/* Kinds of events.  Equal to at::RecordScope. */
enum ptc_record_scope {
  PTC_SCOPE_FUNCTION = 0,          /* an operator */
  PTC_SCOPE_BACKWARD_FUNCTION = 1, /* a node of a backward pass */
  PTC_SCOPE_TORCHSCRIPT_FUNCTION = 2,
  PTC_SCOPE_KERNEL_FUNCTION_DTYPE = 3,
  PTC_SCOPE_CUSTOM_CLASS = 4,
  PTC_SCOPE_BUILD_FEATURE = 5,
  PTC_SCOPE_LITE_INTERPRETER = 6,
  PTC_SCOPE_USER_SCOPE = 7, /* a range: ptc_record_begin */
  PTC_SCOPE_STATIC_RUNTIME_OP = 8,
  PTC_SCOPE_STATIC_RUNTIME_MODEL = 9
};

/* Details that an observer wants, as bits.  Inputs, outputs and ids cost time. */
enum ptc_observe {
  PTC_OBSERVE_INPUTS = 1,
  PTC_OBSERVE_OUTPUTS = 2,
  PTC_OBSERVE_IDS = 4,
  PTC_OBSERVE_THREAD = 8, /* only what the calling thread runs, and other threads for it; else every thread's */
  PTC_OBSERVE_ALL = 15
};

/* An event; the texts and all that `call` leads to end with the callback's return. */
typedef struct ptc_event {
  const char *name;       /* "aten::add" */
  const char *overload;   /* "Tensor"; "" where it has none */
  int32_t scope;          /* of enum ptc_record_scope */
  int64_t id;             /* the same at its begin and its end; 0 unless the observer wants ids */
  int64_t sequence;       /* what an operator and the node that derives it have in common; -1: nothing */
  int64_t thread;         /* libtorch's number of the thread on which it began */
  int64_t forward_thread; /* of a node: that of the operator it derives, 0 where it is not known */
  int64_t inputs;         /* how many there are to ask for: none at the end */
  int64_t outputs;        /* likewise: none at the begin */
  void *call;             /* for the functions below */
} ptc_event;

/* Description of an input or an output, without a handle to it. */
typedef struct ptc_shape {
  int32_t kind;         /* of enum ptc_value_kind */
  int32_t dtype;        /* of a tensor; else PTC_UNSET */
  int64_t dim;          /* of a tensor; PTC_UNSET for all else, and where its sizes are no numbers */
  const int64_t *sizes; /* `dim` numbers, good until the callback returns */
  int64_t len;          /* of a list, how many items; else 0 */
} ptc_shape;

/* Runs for an observer where an event begins; `state` is NULL before, and is what
   it puts there where the event ends. */
typedef ptc_error (*ptc_event_begin_fn)(void *context, const ptc_event *event, PTC_OUT_OPTIONAL void **state);
/* Runs where an event ends whose begin the observer was told; that may be on
   another thread.  It runs although the observer was removed in between. */
typedef ptc_error (*ptc_event_end_fn)(void *context, const ptc_event *event, void *state);

/* Observes from now on, until it is removed.  `wanted` are bits of enum
   ptc_observe; `scopes` has the bit 1 << scope for each of those to be told of, and
   0 means all; `probability`, 0 to 1, is the part of the events to be told of.  `end` may be
   NULL.  `destroy(context)` runs once: when the observer is removed and its last
   event has ended, on whichever thread that is, and also when this function
   fails.  There may be 64 observers at a time. */
PTC_NODISCARD ptc_error ptc_observer_new(ptc_event_begin_fn begin, PTC_OPTIONAL ptc_event_end_fn end, void *context,
                                         ptc_destroy_fn destroy, int32_t wanted, int64_t scopes, double probability,
                                         PTC_OUT ptc_observer *out);
/* Ends it, from any thread, its own callbacks included; gives the error that it
   failed with, once.  Events that it was told of may still end on other threads. */
PTC_NODISCARD ptc_error ptc_observer_remove(ptc_observer self);
/* Ends it likewise, and closes the handle. */
void ptc_observer_close(PTC_OPTIONAL ptc_observer self);
/* True if events of this scope on this thread are told to anyone: an observer, a profiler. */
PTC_NODISCARD ptc_error ptc_is_observed(int32_t scope, PTC_OUT bool *out);

/* Describes an input of an event, or one of its items where it is a list of tensors;
   `item` is PTC_UNSET for all of it. */
PTC_NODISCARD ptc_error ptc_event_input(const ptc_event *event, int64_t index, int64_t item, PTC_OUT ptc_shape *out);
/* Describes an output of an event, likewise. */
PTC_NODISCARD ptc_error ptc_event_output(const ptc_event *event, int64_t index, int64_t item, PTC_OUT ptc_shape *out);
/* An input itself as a tagged value, which ptc_values_close closes; tensors are new
   handles, which may be kept. */
PTC_NODISCARD ptc_error ptc_event_input_value(const ptc_event *event, int64_t index, PTC_OUT ptc_value *out);
/* An output itself, likewise. */
PTC_NODISCARD ptc_error ptc_event_output_value(const ptc_event *event, int64_t index, PTC_OUT ptc_value *out);

/* Begins a range of the host's own, which observers and profilers see around what
   runs in it; `args` is a text for those who want inputs.  Gives NULL, and costs
   next to nothing, where nobody observes. */
PTC_NODISCARD ptc_error ptc_record_begin(const char *name, PTC_OPTIONAL const char *args,
                                         PTC_OUT_OPTIONAL ptc_record *out);
/* Likewise, with values that profiles with shapes and observers see as its inputs: `inputs` is a list or tuple,
   `keywords` a dict with keys that are strings. */
PTC_NODISCARD ptc_error ptc_record_begin_values(const char *name, PTC_OPTIONAL const ptc_value *inputs,
                                                PTC_OPTIONAL const ptc_value *keywords,
                                                PTC_OUT_OPTIONAL ptc_record *out);
/* Ends the range. */
void ptc_record_close(PTC_OPTIONAL ptc_record self);

PTC_END

#endif
