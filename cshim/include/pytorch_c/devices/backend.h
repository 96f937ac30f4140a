/* A device of the host's own: what libtorch keeps a place for ("PrivateUse1").

   Three functions are enough: memory is allocated, freed and copied by the host, and
   libtorch never touches it.  Operators without a kernel on the device run on the CPU,
   on copies of their arguments, and write back what they changed; a kernel of the host's
   own (ptc_library_impl with the dispatch key "PrivateUse1") takes the place of one
   after the other.  Gradients, modules, optimizers and files need nothing. */
#ifndef PYTORCH_C_BACKEND_H
#define PYTORCH_C_BACKEND_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Gives `size` bytes (more than 0) of the device `index`; an error made by ptc_error_new says why
   there are none. */
typedef ptc_error (*ptc_device_allocate_fn)(void *context, int64_t size, int32_t index, PTC_OUT void **out);
/* Frees bytes of a device, on any thread. */
typedef void (*ptc_device_free_fn)(void *context, void *data, int64_t size, int32_t index);
/* Copies between two devices, or the host's memory, whose index is PTC_UNSET; done when it returns. */
typedef ptc_error (*ptc_device_copy_fn)(void *context, PTC_INOUT void *to, int32_t to_index, const void *from,
                                        int32_t from_index, int64_t size);

/* Gives the place its name, once in a process: "toy", then "toy:0" is a device; ptc_device_parse reads it. */
PTC_NODISCARD ptc_error ptc_backend_rename(const char *name);
/* The name of the device; "privateuseone" at first.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_backend_name(PTC_OUT char **out);

/* Puts `device_count` devices there, once in a process and until its end: `destroy(context)` runs
   only where this fails.  The functions are called from any thread. */
PTC_NODISCARD ptc_error ptc_backend_register(int64_t device_count, ptc_device_allocate_fn allocate,
                                             ptc_device_free_fn free, ptc_device_copy_fn copy, void *context,
                                             ptc_destroy_fn destroy);
/* Number of devices that were put there; 0 at first. */
PTC_NODISCARD ptc_error ptc_backend_device_count(PTC_OUT int64_t *out);
/* The device of this thread's factories that name no index. */
PTC_NODISCARD ptc_error ptc_backend_current_device(PTC_OUT int64_t *out);
/* Makes another one the device of this thread's factories. */
PTC_NODISCARD ptc_error ptc_backend_set_device(int64_t index);
/* Bytes that are allocated on a device now, those of closed tensors that a stream still uses among them. */
PTC_NODISCARD ptc_error ptc_backend_allocated_bytes(int64_t index, PTC_OUT int64_t *out);

/* ---- streams and events of these devices, where they have them ----

   Without these functions a device has one stream, and everything is done when its call returns.  With them a copy is
   put on the current stream of its device, and memory is freed when the streams that use it are done with it.

   A stream is a number of the host's, 0 the default one, which each device has from the start.  An event is an address
   of the host's.  Errors of what a stream does later are given by the next function that waits for it, and by no other.
   All functions are called from any thread, and call no function of this library but ptc_error_new. */

/* Makes another stream, which stays to the end of the process; `priority` is from -8, the most urgent, to 8. */
typedef ptc_error (*ptc_stream_new_fn)(void *context, int32_t index, int64_t priority, PTC_OUT int64_t *stream);
/* Says whether all that was put on a stream is done. */
typedef ptc_error (*ptc_stream_query_fn)(void *context, int32_t index, int64_t stream, PTC_OUT bool *done);
/* Waits until the work of a stream is done; with the stream PTC_UNSET for all streams of the device. */
typedef ptc_error (*ptc_stream_synchronize_fn)(void *context, int32_t index, int64_t stream);
/* Puts a copy on a stream of the device `index`, as ptc_device_copy_fn makes it at once. */
typedef ptc_error (*ptc_stream_copy_fn)(void *context, int32_t index, int64_t stream, PTC_INOUT void *to,
                                        int32_t to_index, const void *from, int32_t from_index, int64_t size);
/* Puts a mark on a stream: `event` points at an event, or at NULL for a new one.  What waits for the mark from
   before goes on waiting for that one. */
typedef ptc_error (*ptc_event_record_fn)(void *context, int32_t index, int64_t stream, bool timing,
                                         PTC_INOUT void **event);
/* Has a stream wait for the last mark. */
typedef ptc_error (*ptc_event_wait_fn)(void *context, int32_t index, int64_t stream, void *event);
/* Says whether the last mark is reached. */
typedef ptc_error (*ptc_event_query_fn)(void *context, void *event, PTC_OUT bool *done);
/* Waits for the last mark. */
typedef ptc_error (*ptc_event_synchronize_fn)(void *context, void *event);
/* Says the time between two marks that are reached, of events with `timing`. */
typedef ptc_error (*ptc_event_elapsed_fn)(void *context, void *begin, void *end, PTC_OUT double *milliseconds);
/* Ends an event, also before its mark is reached. */
typedef void (*ptc_event_close_fn)(void *context, void *event);

/* Gives the devices streams, after ptc_backend_register, once in a process and until its end: `destroy(context)` runs
   only where this fails. */
PTC_NODISCARD ptc_error ptc_backend_register_streams(ptc_stream_new_fn stream_new, ptc_stream_query_fn stream_query,
                                                     ptc_stream_synchronize_fn stream_synchronize,
                                                     ptc_stream_copy_fn stream_copy, ptc_event_record_fn event_record,
                                                     ptc_event_wait_fn event_wait, ptc_event_query_fn event_query,
                                                     ptc_event_synchronize_fn event_synchronize,
                                                     ptc_event_elapsed_fn event_elapsed, ptc_event_close_fn event_close,
                                                     void *context, ptc_destroy_fn destroy);

PTC_END

#endif
