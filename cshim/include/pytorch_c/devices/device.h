/* Devices and threads.  These exist in every build; what a device type cannot
   do is an error that says so. */
#ifndef PYTORCH_C_DEVICE_H
#define PYTORCH_C_DEVICE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* Reads "cuda:1", "cpu", "meta", …: the index is PTC_UNSET if none is named. */
PTC_NODISCARD ptc_error ptc_device_parse(const char *text, PTC_OUT int32_t *type, PTC_OUT int32_t *index);
/* The name of a device type ("cuda").  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_device_type_name(int32_t type, PTC_OUT char **out);

/* Devices that can be used now; 0 where this libtorch or machine has none. */
PTC_NODISCARD ptc_error ptc_cuda_device_count(PTC_OUT int64_t *out);
/* True if there is a CUDA device that can be used. */
PTC_NODISCARD ptc_error ptc_cuda_is_available(PTC_OUT bool *out);
/* True if this libtorch has cuDNN. */
PTC_NODISCARD ptc_error ptc_cudnn_is_available(PTC_OUT bool *out);
/* The index of the device on which the calling thread works. */
PTC_NODISCARD ptc_error ptc_cuda_current_device(PTC_OUT int64_t *out);
/* Makes a CUDA device the one on which the calling thread works. */
PTC_NODISCARD ptc_error ptc_cuda_set_device(int64_t index);
/* Waits for all work on the device; PTC_UNSET: the current one. */
PTC_NODISCARD ptc_error ptc_cuda_synchronize(int64_t index);
/* Gives cached blocks back to the driver. */
PTC_NODISCARD ptc_error ptc_cuda_empty_cache(void);
/* Free and total bytes of a device. */
PTC_NODISCARD ptc_error ptc_cuda_memory_info(int64_t index, PTC_OUT int64_t *free_bytes, PTC_OUT int64_t *total_bytes);
/* Bytes of tensors now and at most, and of what the allocator holds now and at most. */
PTC_NODISCARD ptc_error ptc_cuda_memory_stats(int64_t index, PTC_OUT int64_t *allocated, PTC_OUT int64_t *max_allocated,
                                              PTC_OUT int64_t *reserved, PTC_OUT int64_t *max_reserved);
/* The peaks of them begin again, or, with `peak` false, the totals do. */
PTC_NODISCARD ptc_error ptc_cuda_reset_memory_stats(int64_t index, bool peak);

/* ---- threads of one operator on the CPU ---- */

/* Number of threads that compute one operator on the CPU. */
PTC_NODISCARD ptc_error ptc_get_num_threads(PTC_OUT int64_t *out);
/* Sets how many threads compute one operator on the CPU. */
PTC_NODISCARD ptc_error ptc_set_num_threads(int64_t threads);
/* Threads that run whole operators beside each other; set before the first use. */
PTC_NODISCARD ptc_error ptc_get_num_interop_threads(PTC_OUT int64_t *out);
/* Sets how many threads run whole operators beside each other, before their first use. */
PTC_NODISCARD ptc_error ptc_set_num_interop_threads(int64_t threads);

/* ---- switches of the whole process ---- */

/* The dtype of factories and numbers where none is named; a floating one. */
PTC_NODISCARD ptc_error ptc_get_default_dtype(PTC_OUT int32_t *out);
/* Sets the dtype of factories and numbers where none is named; it must be a floating one. */
PTC_NODISCARD ptc_error ptc_set_default_dtype(int32_t dtype);
/* Reaction of an operator without a deterministic kernel: 0 runs, 1 warns, 2 is
   an error. */
PTC_NODISCARD ptc_error ptc_deterministic_mode(PTC_OUT int32_t *out);
/* Sets what an operator without a deterministic kernel does: 0 runs, 1 warns, 2 is an error. */
PTC_NODISCARD ptc_error ptc_set_deterministic_mode(int32_t mode);
/* Denormal floats become 0 where the processor can do so; `out`: it can. */
PTC_NODISCARD ptc_error ptc_set_flush_denormal(bool enabled, PTC_OUT bool *out);
/* Of float32 matrix products: 0 highest, 1 high, 2 medium. */
PTC_NODISCARD ptc_error ptc_float32_matmul_precision(PTC_OUT int32_t *out);
/* Sets how exactly float32 matrices are multiplied: 0 highest, 1 high, 2 medium. */
PTC_NODISCARD ptc_error ptc_set_float32_matmul_precision(int32_t precision);

PTC_END

#endif
