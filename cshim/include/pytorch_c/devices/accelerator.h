/* The accelerator of this process, whichever kind it is: the device of the host's own where one is registered
   (backend.h), else what libtorch was built with.  Without one each function but the first two is an error. */
#ifndef PYTORCH_C_ACCELERATOR_H
#define PYTORCH_C_ACCELERATOR_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* The kind of the accelerator, PTC_UNSET where there is none.  A libtorch with CUDA says so on a machine without a
   GPU too. */
PTC_NODISCARD ptc_error ptc_accelerator_type(PTC_OUT int32_t *out);
/* Number of devices that can be used now. */
PTC_NODISCARD ptc_error ptc_accelerator_device_count(PTC_OUT int64_t *out);

/* ---- the current device of this thread ---- */

/* The index of the device that is current. */
PTC_NODISCARD ptc_error ptc_accelerator_current_device(PTC_OUT int64_t *out);
/* Makes another device the current one; a negative index changes nothing. */
PTC_NODISCARD ptc_error ptc_accelerator_set_device(int64_t index);
/* Makes another device the current one, and gives the index from before; a negative index changes nothing. */
PTC_NODISCARD ptc_error ptc_accelerator_exchange_device(int64_t index, PTC_OUT int64_t *before);
/* Makes another device the current one for the way back: one that nothing has used yet is not prepared for use. */
PTC_NODISCARD ptc_error ptc_accelerator_maybe_exchange_device(int64_t index, PTC_OUT int64_t *before);

/* ---- devices; the index PTC_UNSET is the current one ---- */

/* The dtypes that a device computes with, as the bits 1 << PTC_FLOAT32, … of enum ptc_dtype. */
PTC_NODISCARD ptc_error ptc_accelerator_dtypes(int64_t index, PTC_OUT int64_t *out);

/* ---- memory; nothing happens and nothing is counted before the first tensor ---- */

/* Gives memory of devices that no tensor uses back to the system. */
PTC_NODISCARD ptc_error ptc_accelerator_empty_cache(void);
/* Gives pinned memory of the host that no tensor uses back to the system. */
PTC_NODISCARD ptc_error ptc_accelerator_empty_host_cache(void);
/* Free and total bytes of a device. */
PTC_NODISCARD ptc_error ptc_accelerator_memory_info(int64_t index, PTC_OUT int64_t *free_bytes,
                                                    PTC_OUT int64_t *total_bytes);
/* Counters of the allocator, as JSON: {"allocated_bytes.all.current": 1024, …} with the names of
   torch.accelerator.memory_stats.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_accelerator_memory_stats(int64_t index, PTC_OUT char **out);
/* The peaks of these counts begin again, or, with `peak` false, the totals do. */
PTC_NODISCARD ptc_error ptc_accelerator_reset_memory_stats(int64_t index, bool peak);

PTC_END

#endif
