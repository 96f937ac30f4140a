/* Graphs of CUDA's: the work of a stream is captured once and replayed with one call.  A graph reads and writes the
   memory that its tensors had then, which is of a pool that it keeps. */
#ifndef PYTORCH_C_CUDA_GRAPH_H
#define PYTORCH_C_CUDA_GRAPH_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_cuda_graph_s *ptc_cuda_graph;

/* Allowed to other threads meanwhile: nothing that could break a capture (0), anything but this thread (1), anything
   at all (2).  Equal to cudaStreamCaptureMode. */
enum ptc_cuda_capture_mode { PTC_CUDA_CAPTURE_GLOBAL = 0, PTC_CUDA_CAPTURE_THREAD = 1, PTC_CUDA_CAPTURE_RELAXED = 2 };

/* A graph of nothing yet; with `keep` the cudaGraph_t stays after the capture, to be changed, and is instantiated by
   the first replay. */
PTC_NODISCARD ptc_error ptc_cuda_graph_new(bool keep, PTC_OUT ptc_cuda_graph *out);
/* Captures the work of this thread's current stream, which must not be the default one, from now on; its memory is of a
   pool (cuda_memory.h), of one of its own with 0 and 0. */
PTC_NODISCARD ptc_error ptc_cuda_graph_begin(ptc_cuda_graph self, int64_t pool, int64_t subpool, int32_t mode);
/* Ends the capture, and makes the graph ready unless it is kept. */
PTC_NODISCARD ptc_error ptc_cuda_graph_end(ptc_cuda_graph self);
/* Makes a graph that is kept ready, again after it was changed. */
PTC_NODISCARD ptc_error ptc_cuda_graph_instantiate(ptc_cuda_graph self);
/* Runs what was captured on the current stream; does not wait for it. */
PTC_NODISCARD ptc_error ptc_cuda_graph_replay(ptc_cuda_graph self);
/* Forgets what was captured, and its memory. */
PTC_NODISCARD ptc_error ptc_cuda_graph_reset(ptc_cuda_graph self);
/* The pool that the graph's memory is of. */
PTC_NODISCARD ptc_error ptc_cuda_graph_pool(ptc_cuda_graph self, PTC_OUT int64_t *pool, PTC_OUT int64_t *subpool);
/* A generator other than the default one, whose numbers are captured: before the capture. */
PTC_NODISCARD ptc_error ptc_cuda_graph_add_generator(ptc_cuda_graph self, ptc_generator generator);
/* Keeps what ptc_cuda_graph_dump writes, of all graphs from now on. */
PTC_NODISCARD ptc_error ptc_cuda_graph_debug(ptc_cuda_graph self);
/* Writes a graph that is kept for debugging as a file of Graphviz's. */
PTC_NODISCARD ptc_error ptc_cuda_graph_dump(ptc_cuda_graph self, const char *path);
/* The cudaGraph_t of a graph that is kept, as a number. */
PTC_NODISCARD ptc_error ptc_cuda_graph_native(ptc_cuda_graph self, PTC_OUT int64_t *out);
/* The cudaGraphExec_t, as a number. */
PTC_NODISCARD ptc_error ptc_cuda_graph_native_exec(ptc_cuda_graph self, PTC_OUT int64_t *out);
/* Forgets a graph and its memory. */
void ptc_cuda_graph_close(PTC_OPTIONAL ptc_cuda_graph self);
/* True if this thread's current stream is being captured; begins no work on a device. */
PTC_NODISCARD ptc_error ptc_cuda_is_capturing(PTC_OUT bool *out);

PTC_END

#endif
