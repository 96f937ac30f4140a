/* Memory of CUDA devices: libtorch's caching allocator, which keeps what is freed, its pools, and pinned memory of the
   host.  Four numbers of it are in device.h.

   An `index` is a device's number, or PTC_UNSET for the current one.  A pool is named by two numbers, `pool` and
   `subpool`; 0 and 0 are the memory of everyone.  A stream is a cudaStream_t as a number; 0 is the default one. */
#ifndef PYTORCH_C_CUDA_MEMORY_H
#define PYTORCH_C_CUDA_MEMORY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* An allocator of device memory. */
typedef struct ptc_cuda_allocator_s *ptc_cuda_allocator;
/* A pool of an allocator; its memory is given back when it is closed and no tensor has any. */
typedef struct ptc_cuda_pool_s *ptc_cuda_pool;

/* ---- statistics ---- */

/* All statistics of a device as JSON: {"allocated_bytes": {"all": {"current": …, "peak": …, "allocated": …,
   "freed": …}, "small_pool": …, "large_pool": …}, …, "num_ooms": …}.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_memory_statistics(int64_t index, PTC_OUT char **out);
/* All statistics of pinned memory as JSON.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_host_memory_statistics(PTC_OUT char **out);
/* Begins the peaks of pinned memory again, or, with `peak` false, the totals. */
PTC_NODISCARD ptc_error ptc_cuda_reset_host_memory_statistics(bool peak);
/* Every segment of device memory with its blocks, and their history where ptc_cuda_record_memory is on, as JSON:
   {"segments": […], "device_traces": […], "allocator_settings": {…}}.  With a pool only its segments; `traces` false
   leaves the history out.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_memory_snapshot(int64_t pool, int64_t subpool, bool traces, PTC_OUT char **out);
/* Keeps the last `entries` events of the allocator for the snapshot; 0 ends that and forgets them. */
PTC_NODISCARD ptc_error ptc_cuda_record_memory(int64_t entries);
/* True if events are kept. */
PTC_NODISCARD ptc_error ptc_cuda_records_memory(PTC_OUT bool *out);

/* ---- the allocator ---- */

/* "native", "cudaMallocAsync" or "pluggable".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_allocator_name(PTC_OUT char **out);
/* Settings as in PYTORCH_ALLOC_CONF: "expandable_segments:True,max_split_size_mb:512". */
PTC_NODISCARD ptc_error ptc_cuda_set_allocator_settings(const char *settings);
/* The share of a device's memory that this process may use, 0 to 1. */
PTC_NODISCARD ptc_error ptc_cuda_memory_fraction(int64_t index, PTC_OUT double *out);
/* Sets the share of a device's memory that this process may use. */
PTC_NODISCARD ptc_error ptc_cuda_set_memory_fraction(int64_t index, double fraction);
/* True if freed memory is kept for the next tensor. */
PTC_NODISCARD ptc_error ptc_cuda_caching(PTC_OUT bool *out);
/* Sets whether freed memory is kept for the next tensor. */
PTC_NODISCARD ptc_error ptc_cuda_set_caching(bool enabled);
/* Memory of the current device for work of a stream, of which no tensor knows: an address, for ptc_cuda_give_back. */
PTC_NODISCARD ptc_error ptc_cuda_allocate(int64_t nbytes, int64_t stream, PTC_OUT int64_t *out);
/* Frees what ptc_cuda_allocate gave. */
PTC_NODISCARD ptc_error ptc_cuda_give_back(int64_t address);
/* Gives the cached blocks of one pool back to the driver; of all with 0 and 0. */
PTC_NODISCARD ptc_error ptc_cuda_trim(int64_t pool, int64_t subpool);
/* Gives cached pinned memory back. */
PTC_NODISCARD ptc_error ptc_cuda_empty_host_cache(void);
/* Pins memory of the host that is there already, so that copies from and to it are fast; `flags` are
   cudaHostRegister's. */
PTC_NODISCARD ptc_error ptc_cuda_host_register(int64_t address, int64_t nbytes, int64_t flags);
/* Lets go of memory that ptc_cuda_host_register pinned. */
PTC_NODISCARD ptc_error ptc_cuda_host_unregister(int64_t address);
/* Frees memory that was shared with processes that have let go of it. */
PTC_NODISCARD ptc_error ptc_cuda_collect_shared(void);

/* An allocator of the caller's own, from the addresses of two C functions: void *(size_t nbytes, int device,
   cudaStream_t) and void (void *, size_t nbytes, int device, cudaStream_t). */
PTC_NODISCARD ptc_error ptc_cuda_allocator_new(int64_t allocate, int64_t free, PTC_OUT ptc_cuda_allocator *out);
/* The allocator in use. */
PTC_NODISCARD ptc_error ptc_cuda_allocator_current(PTC_OUT ptc_cuda_allocator *out);
/* Uses an allocator from now on, for ever; an error where memory has been allocated already. */
PTC_NODISCARD ptc_error ptc_cuda_allocator_use(ptc_cuda_allocator self);
/* Lets go of an allocator; one in use stays. */
void ptc_cuda_allocator_close(PTC_OPTIONAL ptc_cuda_allocator self);

/* ---- pools ---- */

/* A pool on the current device, of an allocator or, with NULL, of the one in use.  With `use_on_oom` others may use its
   memory before they find none; with `no_split` its blocks are not split. */
PTC_NODISCARD ptc_error ptc_cuda_pool_new(PTC_OPTIONAL ptc_cuda_allocator allocator, bool use_on_oom, bool no_split,
                                          PTC_OUT ptc_cuda_pool *out);
/* The two numbers that name a pool. */
PTC_NODISCARD ptc_error ptc_cuda_pool_name(ptc_cuda_pool self, PTC_OUT int64_t *pool, PTC_OUT int64_t *subpool);
/* The device that the pool is on. */
PTC_NODISCARD ptc_error ptc_cuda_pool_device(ptc_cuda_pool self, PTC_OUT int64_t *out);
/* Number of users of a pool, itself included. */
PTC_NODISCARD ptc_error ptc_cuda_pool_use_count(ptc_cuda_pool self, PTC_OUT int64_t *out);
/* Lets go of a pool. */
void ptc_cuda_pool_close(PTC_OPTIONAL ptc_cuda_pool self);

/* A name for a pool that is made at its first use, as by several graphs. */
PTC_NODISCARD ptc_error ptc_cuda_pool_handle(PTC_OUT int64_t *pool, PTC_OUT int64_t *subpool);
/* Whose allocations go to a pool. */
enum ptc_cuda_pool_users { PTC_CUDA_POOL_EVERYONE = 0, PTC_CUDA_POOL_THREAD = 1, PTC_CUDA_POOL_STREAM = 2 };
/* From now on tensors of a device get memory of the pool: everyone's, those of this thread, or those on its current
   stream. */
PTC_NODISCARD ptc_error ptc_cuda_pool_begin(int64_t index, int64_t pool, int64_t subpool, int32_t users);
/* Ends what ptc_cuda_pool_begin began. */
PTC_NODISCARD ptc_error ptc_cuda_pool_end(int64_t index, int64_t pool, int64_t subpool);
/* Lets go of a use of the pool that ptc_cuda_pool_begin began. */
PTC_NODISCARD ptc_error ptc_cuda_pool_release(int64_t index, int64_t pool, int64_t subpool);

PTC_END

#endif
