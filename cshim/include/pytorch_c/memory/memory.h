/* Counting what is alive, and asking the host to let go where memory is short.
   Counters are plain and always on; what returns no error cannot fail. */
#ifndef PYTORCH_C_MEMORY_H
#define PYTORCH_C_MEMORY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- counters ---- */

/* Handles of every kind that are not closed yet. */
int64_t ptc_live_handles(void);
/* Tensor handles that are not closed yet. */
int64_t ptc_live_tensors(void);
/* Bytes that live tensor handles refer to: PTC_CPU, PTC_CUDA, or PTC_UNSET for
   every device.  Two handles to one storage count twice. */
int64_t ptc_live_bytes(int32_t device_type);
/* The most that ptc_live_bytes was since the start or the last reset;
   PTC_UNSET: the sum of what each device type had at most. */
int64_t ptc_peak_bytes(int32_t device_type);
/* Begins the counts of ptc_peak_bytes again at what lives now. */
void ptc_peak_bytes_reset(void);
/* Tensor handles made since the library was loaded. */
int64_t ptc_created_tensors(void);

/* ---- closing later: for hosts whose finalizers must be short ---- */

/* Puts a handle aside, without a lock and without memory of its own; from any
   thread.  It is closed before the next function that can fail begins, or by
   ptc_close_pending; until then it counts as alive, but not under its mark. */
void ptc_tensor_close_later(PTC_OPTIONAL ptc_tensor self);
/* Closes what was put aside; returns how many. */
int64_t ptc_close_pending(void);

/* ---- memory pressure ---- */

enum ptc_gc_level {
  PTC_GC_THRESHOLD = 1,     /* live bytes passed ptc_set_gc_threshold */
  PTC_GC_OUT_OF_MEMORY = 2, /* an operator found no memory */
  PTC_GC_STORAGES = 3       /* storages passed ptc_set_gc_storage_limit, or grew by ptc_set_gc_growth, or a device's
                               bytes passed ptc_set_gc_device_limit */
};
typedef void (*ptc_gc_fn)(void *context, int32_t level);
/* From now on callback(context, level) is asked to close what the host needs no
   more, typically by a collection.  It runs on the thread that ran short, not
   within itself, and with no lock held, so closing and calling operators in it
   is safe.  destroy(context) runs once: when another callback takes its place
   (NULL: none) and no thread is in this one, or when this function fails.

   Out of memory: after the callback the caching allocator is emptied, and the
   operator runs once more if it makes tensors.  One that only changes its
   arguments (in place, out=, backward, optimizers) and ptc_call are not
   repeated, since some may have changed already; where a second try fails, the
   error is the first one's.  It has the figures in its message.  Without a
   callback nothing is repeated. */
PTC_NODISCARD ptc_error ptc_set_gc_callback(PTC_OPTIONAL ptc_gc_fn callback, void *context, ptc_destroy_fn destroy);
/* A ptc_gc_fn for hosts that cannot be called within a call: writes `level` to
   the int32_t at `context`, at which the host looks after its calls. */
void ptc_gc_note(void *context, int32_t level);
/* The callback is asked when live bytes of a device type pass `bytes` (on the
   CPU also when ptc_storage_bytes does), and again each time that a quarter
   more is alive afterwards; 0: never (as at first).  PTC_UNSET sets it for each
   device type apart. */
void ptc_set_gc_threshold(int32_t device_type, int64_t bytes);
/* The live bytes of a device type at which the host is asked to collect; 0: never. */
int64_t ptc_gc_threshold(int32_t device_type);
/* The callback is asked once when ptc_storage_bytes passes `bytes`, and sets
   the next limit itself; 0: never (as at first). */
void ptc_set_gc_storage_limit(int64_t bytes);
/* The callback is asked once when the live bytes of a kind of devices pass `bytes`, of CUDA's or of the host's own, and
   sets the next limit itself; 0: never (as at first). */
void ptc_set_gc_device_limit(int64_t bytes);
/* The callback is asked each time that ptc_storage_bytes has grown by `bytes`
   since it was asked last, and by twice as much after each time that freed less
   than half of what had grown, up to what is in use; 0: never (as at first).
   For hosts whose collector sees objects and not bytes: a loop that drops each
   tensor keeps `bytes` at most, a model that needs its memory is asked seldom.
   It sets the limit of ptc_set_gc_storage_limit. */
void ptc_set_gc_growth(int64_t bytes);

/* ---- storages: what libtorch holds on the CPU, with handles and without ---- */

/* Bytes of CPU storages that libtorch's allocator gave and that are not freed,
   each once, whoever refers to them: handles, the graph, gradients, other users
   of libtorch in this process. */
int64_t ptc_storage_bytes(void);
/* Bytes of freed storages that threads keep for their next ones; they are not
   counted above.  Of those of at most 4 KiB a thread keeps half a MiB; of those of
   at most 256 KiB 4 MiB, and all threads 64.  ptc_trim frees those of its thread;
   other threads free theirs at their next storage. */
int64_t ptc_pool_bytes(void);
/* Gives freed memory that the allocator (glibc's, jemalloc, tcmalloc) keeps back
   to the system; returns how far the resident memory fell. */
int64_t ptc_trim(void);
/* From now on that is done where storages have fallen by half, and by more than
   `bytes`; at most each ten seconds, and more seldom where the memory is soon
   needed again.  0: never (as at first). */
void ptc_set_trim_drop(int64_t bytes);
/* Has glibc's malloc keep up to `bytes` that are freed at the end of its heap, and
   take tensors of up to 32 MiB from there.  By itself it gives such memory back and
   has it from the system again, a page at a time, in each step of a training that
   frees and makes the same tensors.  For the whole process, and for good: a host
   decides.  False, and nothing is changed, where the environment says how malloc
   is to do (MALLOC_TRIM_THRESHOLD_, …), and where it is another one. */
bool ptc_set_malloc_kept(int64_t bytes);

/* ---- a limit ---- */

/* CPU storages take no more than `bytes` together: an operator that would fails
   with PTC_ERROR_OUT_OF_MEMORY, after the callback was asked as above.  0: no
   limit (as at first).  What is in use already stays. */
void ptc_set_memory_limit(int64_t bytes);
/* The bytes that CPU storages may take together; 0: as many as there are. */
int64_t ptc_memory_limit(void);

/* ---- memory of the host's ---- */

/* Gives `bytes` at an address that is a multiple of `alignment`, or NULL where
   there are none; called on any thread. */
typedef void (*ptc_allocate_fn)(void *context, int64_t bytes, int64_t alignment, PTC_OUT void **out);
/* Takes back what ptc_allocate_fn has given; called on any thread. */
typedef void (*ptc_deallocate_fn)(void *context, void *data, int64_t bytes);
/* From now on CPU storages are in memory of allocate(context, bytes, alignment, out),
   as a host wants that pools, counts or pins its memory; NULL: in libtorch's.
   They count in ptc_storage_bytes and against the limit, and no thread keeps
   them.  A storage is given back to who has made it.  destroy(context) runs once:
   when another took its place and its last storage is freed, or when this
   function fails. */
PTC_NODISCARD ptc_error ptc_set_allocator(PTC_OPTIONAL ptc_allocate_fn allocate,
                                          PTC_OPTIONAL ptc_deallocate_fn deallocate, void *context,
                                          ptc_destroy_fn destroy);

/* ---- marks: the handles that one thread makes while its mark is set ---- */

/* GoTorch's gc counter, one for each generation instead of one for all. */
PTC_NODISCARD ptc_error ptc_mark_new(PTC_OUT ptc_mark *out);
/* From now on handles made by this thread count under `mark`; NULL: under
   none. */
void ptc_mark_set(PTC_OPTIONAL ptc_mark mark);
/* `self`, which no other thread uses, counts under `mark` instead of the one that
   it counts under; NULL: under none.  For hosts whose code moves between threads,
   as Go's does: no thread is asked for its mark. */
void ptc_mark_add(PTC_OPTIONAL ptc_mark mark, PTC_OPTIONAL ptc_tensor self);
/* ptc_mark_add to the mark of this thread. */
void ptc_mark_take(PTC_OPTIONAL ptc_tensor self);
/* The handles made under the mark that are not closed yet, and their bytes. */
int64_t ptc_mark_tensors(PTC_OPTIONAL ptc_mark mark);
/* The bytes of the handles that were made under a mark and are not closed yet. */
int64_t ptc_mark_bytes(PTC_OPTIONAL ptc_mark mark);
/* All handles that were made under the mark, and their bytes. */
int64_t ptc_mark_created(PTC_OPTIONAL ptc_mark mark);
/* The bytes of all handles that were made under a mark. */
int64_t ptc_mark_created_bytes(PTC_OPTIONAL ptc_mark mark);
/* True if `self` was made under the mark. */
bool ptc_mark_has(PTC_OPTIONAL ptc_mark mark, PTC_OPTIONAL ptc_tensor self);
/* Handles made under the mark stay valid. */
void ptc_mark_close(PTC_OPTIONAL ptc_mark mark);

PTC_END

#endif
