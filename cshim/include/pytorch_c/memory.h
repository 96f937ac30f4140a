/* Counting what is alive.  Plain counters, always on; none can fail. */
#ifndef PYTORCH_C_MEMORY_H
#define PYTORCH_C_MEMORY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Handles of every kind that are not closed yet. */
int64_t ptc_live_handles(void);
/* Tensor handles that are not closed yet. */
int64_t ptc_live_tensors(void);
/* Bytes that live tensor handles refer to: PTC_CPU, PTC_CUDA, or PTC_UNSET for
   every device.  Two handles to one storage count twice. */
int64_t ptc_live_bytes(int32_t device_type);
/* The most that ptc_live_bytes was since the start or the last reset. */
int64_t ptc_peak_bytes(int32_t device_type);
void ptc_peak_bytes_reset(void);
/* Tensor handles made since the library was loaded. */
int64_t ptc_created_tensors(void);

/* ---- marks: the handles that one thread makes while its mark is set ---- */

/* GoTorch's gc counter, one for each generation instead of one for all. */
const char *ptc_mark_new(ptc_mark *out);
/* From now on handles made by this thread count under `mark`; NULL: under
   none. */
void ptc_mark_set(ptc_mark mark);
/* The handles made under the mark that are not closed yet, and their bytes. */
int64_t ptc_mark_tensors(ptc_mark mark);
int64_t ptc_mark_bytes(ptc_mark mark);
/* All handles that were made under the mark. */
int64_t ptc_mark_created(ptc_mark mark);
/* Whether `self` was made under the mark. */
bool ptc_mark_has(ptc_mark mark, ptc_tensor self);
/* Handles made under the mark stay valid. */
void ptc_mark_close(ptc_mark mark);

PTC_END

#endif
