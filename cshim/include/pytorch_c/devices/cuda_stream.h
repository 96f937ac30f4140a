/* Streams and events of CUDA beyond those of every device (streams.h): streams that others made, priorities, and events
   that block, or that other processes share.

   An `index` is a device's number, or PTC_UNSET for the current one.  `stream` is the id of a ptc_stream on it; a
   cudaStream_t is a number here, 0 for CUDA's default stream. */
#ifndef PYTORCH_C_CUDA_STREAM_H
#define PYTORCH_C_CUDA_STREAM_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- streams ---- */

/* A cudaStream_t of the caller's own on the current device. */
PTC_NODISCARD ptc_error ptc_cuda_stream_create(PTC_OUT int64_t *native);
/* Ends a cudaStream_t that ptc_cuda_stream_create made. */
PTC_NODISCARD ptc_error ptc_cuda_stream_destroy(int64_t native);
/* The number of a cudaStream_t that others made and keep: a ptc_stream of the device. */
PTC_NODISCARD ptc_error ptc_cuda_stream_external(int64_t index, int64_t native, PTC_OUT int64_t *stream);
/* The priority of a stream: 0 is the least, and lower numbers come first. */
PTC_NODISCARD ptc_error ptc_cuda_stream_priority(int64_t index, int64_t stream, PTC_OUT int64_t *out);
/* The least and the greatest priority that there are: 0 and a number below it. */
PTC_NODISCARD ptc_error ptc_cuda_stream_priority_range(PTC_OUT int64_t *least, PTC_OUT int64_t *greatest);

/* ---- events ---- */

/* An event of CUDA's, made on the device of the stream that first records it. */
typedef struct ptc_cuda_event_s *ptc_cuda_event;

enum ptc_cuda_event_flag {
  PTC_CUDA_EVENT_TIMING = 1,
  PTC_CUDA_EVENT_BLOCKING = 2,     /* a thread that waits for it sleeps */
  PTC_CUDA_EVENT_INTERPROCESS = 4, /* other processes may open it; without timing */
  PTC_CUDA_EVENT_EXTERNAL = 8,     /* of work outside of a graph that is captured */
  PTC_CUDA_EVENT_ALL = 15
};

/* `flags` are bits of enum ptc_cuda_event_flag. */
PTC_NODISCARD ptc_error ptc_cuda_event_new(int64_t flags, PTC_OUT ptc_cuda_event *out);
/* An event of another process, from what ptc_cuda_event_share gave there. */
PTC_NODISCARD ptc_error ptc_cuda_event_open(int64_t index, const char *handle, PTC_OUT ptc_cuda_event *out);
/* A handle for another process: 64 bytes as 128 hexadecimal digits.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_event_share(ptc_cuda_event self, PTC_OUT char **out);
/* Records that all work of a stream until now is done. */
PTC_NODISCARD ptc_error ptc_cuda_event_record(ptc_cuda_event self, int64_t index, int64_t stream);
/* Makes the work that a stream is given from now on wait for the event. */
PTC_NODISCARD ptc_error ptc_cuda_event_wait(ptc_cuda_event self, int64_t index, int64_t stream);
/* True if it has happened; true before it was recorded. */
PTC_NODISCARD ptc_error ptc_cuda_event_query(ptc_cuda_event self, PTC_OUT bool *out);
/* Waits until it has happened. */
PTC_NODISCARD ptc_error ptc_cuda_event_synchronize(ptc_cuda_event self);
/* Milliseconds from one event to another; both must have happened, and have PTC_CUDA_EVENT_TIMING. */
PTC_NODISCARD ptc_error ptc_cuda_event_elapsed(ptc_cuda_event self, ptc_cuda_event end, PTC_OUT double *out);
/* The cudaEvent_t, 0 before it was recorded, and its device, PTC_UNSET then. */
PTC_NODISCARD ptc_error ptc_cuda_event_native(ptc_cuda_event self, PTC_OUT int64_t *out, PTC_OUT int64_t *index);
/* Lets go of an event. */
void ptc_cuda_event_close(PTC_OPTIONAL ptc_cuda_event self);

PTC_END

#endif
