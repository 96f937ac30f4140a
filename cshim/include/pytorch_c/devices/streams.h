/* Streams and events, of every kind of device: CUDA's, and those of a device of the host's own (backend.h).

   A stream is a queue of work on one device: work of one stream runs in its order, work of two streams in any, unless
   one waits for an event of the other.  An operator goes to the current stream of its device, which each thread sets
   for itself.  Work that fails later than its call reports its error at the next synchronize.  The CPU has one stream,
   which is always empty, and no events. */
#ifndef PYTORCH_C_STREAMS_H
#define PYTORCH_C_STREAMS_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* The name of a stream (c10::Stream), which owns nothing: two with equal numbers are one stream. */
typedef struct ptc_stream {
  int64_t id; /* 0 is the default stream of the device */
  int32_t device_type;
  int32_t device_index;
} ptc_stream;

/* ---- streams; the index PTC_UNSET is the device that is current ---- */

/* A stream of the device's pool of that priority, where a lower number is more urgent and 0 is usual: after some dozens
   a pool gives its first stream again. */
PTC_NODISCARD ptc_error ptc_stream_new(int32_t device_type, int64_t device_index, int64_t priority,
                                       PTC_OUT ptc_stream *out);
/* The stream that is there without being made. */
PTC_NODISCARD ptc_error ptc_stream_default(int32_t device_type, int64_t device_index, PTC_OUT ptc_stream *out);
/* The stream that this thread's work on the device goes to. */
PTC_NODISCARD ptc_error ptc_stream_current(int32_t device_type, int64_t device_index, PTC_OUT ptc_stream *out);
/* Makes `self` the stream of this thread's work on its device; the current device stays. */
PTC_NODISCARD ptc_error ptc_stream_set_current(ptc_stream self);
/* True if all work that was put on it is done. */
PTC_NODISCARD ptc_error ptc_stream_query(ptc_stream self, PTC_OUT bool *out);
/* Waits until all work that was put on it is done. */
PTC_NODISCARD ptc_error ptc_stream_synchronize(ptc_stream self);
/* True if its work is being recorded into a graph, and not run. */
PTC_NODISCARD ptc_error ptc_stream_is_capturing(ptc_stream self, PTC_OUT bool *out);
/* The stream as the device's own library knows it (a cudaStream_t), NULL for CUDA's default one; the device's. */
PTC_NODISCARD ptc_error ptc_stream_native_handle(ptc_stream self, PTC_OUT_OPTIONAL void **out);
/* Waits for all work on all streams of a device. */
PTC_NODISCARD ptc_error ptc_device_synchronize(int32_t device_type, int64_t device_index);
/* Says that work on the stream uses the memory of `tensor`, which was made on another: once the tensor is closed, the
   memory waits for what was put on the stream until then. */
PTC_NODISCARD ptc_error ptc_record_stream(ptc_tensor tensor, ptc_stream stream);

/* ---- events ---- */

/* A mark in a stream (c10::Event).  Any thread may use it; who records it waits for those who use it. */
typedef struct ptc_device_event_s *ptc_device_event;

/* An event of a kind of devices, whose device is that of its first stream; with `timing` ptc_device_event_elapsed
   can tell its time. */
PTC_NODISCARD ptc_error ptc_device_event_new(int32_t device_type, bool timing, PTC_OUT ptc_device_event *out);
/* Closes an event, also before its mark is reached. */
void ptc_device_event_close(PTC_OPTIONAL ptc_device_event self);
/* Marks the end of what was put on the stream until now; the mark from before is forgotten. */
PTC_NODISCARD ptc_error ptc_device_event_record(ptc_device_event self, ptc_stream stream);
/* Work that is put on `stream` from now on waits for the mark, and this thread does not. */
PTC_NODISCARD ptc_error ptc_device_event_wait(ptc_device_event self, ptc_stream stream);
/* True if the mark is reached; true for an event without one. */
PTC_NODISCARD ptc_error ptc_device_event_query(ptc_device_event self, PTC_OUT bool *out);
/* Waits until the mark is reached. */
PTC_NODISCARD ptc_error ptc_device_event_synchronize(ptc_device_event self);
/* The time between two marks that are reached. */
PTC_NODISCARD ptc_error ptc_device_event_elapsed(ptc_device_event begin, ptc_device_event end,
                                                 PTC_OUT double *milliseconds);
/* The event as the device's own library knows it (a cudaEvent_t), NULL before the first mark; the event's. */
PTC_NODISCARD ptc_error ptc_device_event_native_handle(ptc_device_event self, PTC_OUT_OPTIONAL void **out);
/* The device of its marks; the index is PTC_UNSET before the first. */
PTC_NODISCARD ptc_error ptc_device_event_device(ptc_device_event self, PTC_OUT int32_t *type, PTC_OUT int32_t *index);

PTC_END

#endif
