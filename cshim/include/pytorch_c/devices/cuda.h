/* CUDA's own: what a device is, and what its libraries are told.  Every function exists in every build: without CUDA,
   without a driver or a device, each is an error that says so.  Counting and choosing devices, waiting for them and
   their memory in four numbers are in device.h; memory is in cuda_memory.h, streams and events in cuda_stream.h, graphs
   in cuda_graph.h.

   An `index` is a device's number, or PTC_UNSET for the current one. */
#ifndef PYTORCH_C_CUDA_H
#define PYTORCH_C_CUDA_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- devices ---- */

/* Attributes for ptc_cuda_device_attribute: numbers of NVIDIA's CUdevice_attribute, of which every other may be
   given too.  Clocks are in kHz, memory in bytes, the bus in bits. */
enum ptc_cuda_attribute {
  PTC_CUDA_MAX_THREADS_PER_BLOCK = 1,
  PTC_CUDA_SHARED_MEMORY_PER_BLOCK = 8,
  PTC_CUDA_WARP_SIZE = 10,
  PTC_CUDA_CLOCK_RATE = 13,
  PTC_CUDA_MULTIPROCESSORS = 16,
  PTC_CUDA_INTEGRATED = 18,
  PTC_CUDA_PCI_BUS = 33,
  PTC_CUDA_PCI_DEVICE = 34,
  PTC_CUDA_MEMORY_CLOCK_RATE = 36,
  PTC_CUDA_MEMORY_BUS_WIDTH = 37,
  PTC_CUDA_L2_CACHE_SIZE = 38,
  PTC_CUDA_THREADS_PER_MULTIPROCESSOR = 39,
  PTC_CUDA_PCI_DOMAIN = 50,
  PTC_CUDA_MAJOR = 75,
  PTC_CUDA_MINOR = 76,
  PTC_CUDA_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  PTC_CUDA_REGISTERS_PER_MULTIPROCESSOR = 82,
  PTC_CUDA_MULTI_GPU_BOARD = 84,
  PTC_CUDA_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
};

/* An attribute of a device, as the driver gives it. */
PTC_NODISCARD ptc_error ptc_cuda_device_attribute(int64_t index, int32_t attribute, PTC_OUT int64_t *out);
/* A device's name ("NVIDIA H100 80GB HBM3").  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_device_name(int64_t index, PTC_OUT char **out);
/* A device's UUID, 36 characters, without a prefix.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_device_uuid(int64_t index, PTC_OUT char **out);
/* Bytes of a device's memory; ptc_cuda_memory_info says how many are free. */
PTC_NODISCARD ptc_error ptc_cuda_device_memory(int64_t index, PTC_OUT int64_t *out);
/* A figure that NVIDIA's management library, libnvidia-ml.so.1, reads of a device: "utilization" and "memory_usage" in
   percent of the time, "temperature" in degrees Celsius, "power_draw" in milliwatts, "clock_rate" in MHz. */
PTC_NODISCARD ptc_error ptc_cuda_device_reading(int64_t index, const char *name, PTC_OUT int64_t *out);
/* True if a device reads another one's memory; false for one and the same. */
PTC_NODISCARD ptc_error ptc_cuda_can_access_peer(int64_t index, int64_t peer, PTC_OUT bool *out);
/* Lets a device read another one's memory, where it can; `out`: it can. */
PTC_NODISCARD ptc_error ptc_cuda_enable_peer_access(int64_t index, int64_t peer, PTC_OUT bool *out);
/* True if work has begun on a device in this process, so that its memory is mapped. */
PTC_NODISCARD ptc_error ptc_cuda_has_context(int64_t index, PTC_OUT bool *out);
/* True if CUDA has been used in this process, by whomever. */
PTC_NODISCARD ptc_error ptc_cuda_is_initialized(PTC_OUT bool *out);
/* True if this process was forked from one that had used CUDA: then it cannot. */
PTC_NODISCARD ptc_error ptc_cuda_in_bad_fork(PTC_OUT bool *out);

/* ---- versions ---- */

/* 13000 is CUDA 13.0.  The newest that the driver serves; 0 where there is no driver. */
PTC_NODISCARD ptc_error ptc_cuda_driver_version(PTC_OUT int64_t *out);
/* The version of the runtime that is loaded. */
PTC_NODISCARD ptc_error ptc_cuda_runtime_version(PTC_OUT int64_t *out);
/* The version of cuDNN, 91002 for 9.10.2; an error in a libtorch without it. */
PTC_NODISCARD ptc_error ptc_cudnn_version(PTC_OUT int64_t *out);
/* The architectures that libtorch's kernels are compiled for, as "sm_80 sm_90 compute_90"; "" without CUDA.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_architectures(PTC_OUT char **out);

/* ---- libraries ---- */

/* cuBLAS's handle of this thread, its stream the current one, as a number. */
PTC_NODISCARD ptc_error ptc_cuda_blas_handle(PTC_OUT int64_t *out);
/* cuSOLVER's handle likewise. */
PTC_NODISCARD ptc_error ptc_cuda_solver_handle(PTC_OUT int64_t *out);
/* Bytes that cuBLAS, or with `lt` cuBLASLt, works in for each handle and stream. */
PTC_NODISCARD ptc_error ptc_cuda_blas_workspace(bool lt, PTC_OUT int64_t *out);
/* Sets them; an error in a libtorch before 2.13. */
PTC_NODISCARD ptc_error ptc_cuda_set_blas_workspace(bool lt, int64_t nbytes);
/* Frees the memory that cuBLAS works in. */
PTC_NODISCARD ptc_error ptc_cuda_clear_blas_workspaces(void);
/* Number of algorithms of cuDNN that a benchmark tries; 0: all. */
PTC_NODISCARD ptc_error ptc_cudnn_benchmark_limit(PTC_OUT int64_t *out);
/* Sets how many algorithms of cuDNN a benchmark tries. */
PTC_NODISCARD ptc_error ptc_set_cudnn_benchmark_limit(int64_t limit);
/* The library for "linalg" (0 libtorch's choice, 1 cuSOLVER, 2 MAGMA) or for products, "blas" (0 libtorch's choice,
   1 cuBLAS, 2 cuBLASLt, 3 CK). */
PTC_NODISCARD ptc_error ptc_cuda_preferred_library(const char *kind, PTC_OUT int32_t *out);
/* Sets the library for "linalg" or "blas". */
PTC_NODISCARD ptc_error ptc_cuda_set_preferred_library(const char *kind, int32_t library);
/* Number of plans of cuFFT that are kept for a device, and the most that may be. */
PTC_NODISCARD ptc_error ptc_cufft_plans(int64_t index, PTC_OUT int64_t *size, PTC_OUT int64_t *max_size);
/* Sets how many plans of cuFFT may be kept for a device. */
PTC_NODISCARD ptc_error ptc_cufft_set_max_plans(int64_t index, int64_t max_size);
/* Drops the plans of cuFFT that are kept for a device. */
PTC_NODISCARD ptc_error ptc_cufft_clear_plans(int64_t index);
/* Reaction to a call that waits for the device: 0 nothing, 1 warns, 2 is an error. */
PTC_NODISCARD ptc_error ptc_cuda_sync_debug_mode(PTC_OUT int32_t *out);
/* Sets what a call that waits for the device does. */
PTC_NODISCARD ptc_error ptc_cuda_set_sync_debug_mode(int32_t mode);
/* Keeps the device busy for about so many cycles of its clock. */
PTC_NODISCARD ptc_error ptc_cuda_sleep(int64_t cycles);
/* Begins what a tool that watches CUDA records. */
PTC_NODISCARD ptc_error ptc_cuda_profiler_start(void);
/* Ends what a tool that watches CUDA records. */
PTC_NODISCARD ptc_error ptc_cuda_profiler_stop(void);
/* A code of CUDA's runtime in words.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_cuda_error_text(int32_t code, PTC_OUT char **out);

/* ---- marks for NVIDIA's tools (NVTX) ---- */

/* Marks a moment. */
PTC_NODISCARD ptc_error ptc_nvtx_mark(const char *text);
/* Begins a range inside of those that are open on this thread: `out` is how many. */
PTC_NODISCARD ptc_error ptc_nvtx_range_push(const char *text, PTC_OUT int64_t *out);
/* Ends the innermost range of this thread: `out` is how many are left. */
PTC_NODISCARD ptc_error ptc_nvtx_range_pop(PTC_OUT int64_t *out);
/* Begins a range that may end on another thread; needs libnvtx3interop.so.1 or libnvToolsExt.so.1, without which `out`
   is 0 and nothing is marked. */
PTC_NODISCARD ptc_error ptc_nvtx_range_start(const char *text, PTC_OUT int64_t *out);
/* Ends a range that ptc_nvtx_range_start began. */
PTC_NODISCARD ptc_error ptc_nvtx_range_end(int64_t range);

/* ---- NCCL, in one process with several devices, or with a device for each process: torch.cuda.nccl ---- */

/* 22703 is NCCL 2.27.3; an error in a libtorch without NCCL. */
PTC_NODISCARD ptc_error ptc_nccl_version(PTC_OUT int64_t *out);
/* A name for a group, which one process makes and tells the others: 256 hexadecimal digits.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_nccl_unique_id(PTC_OUT char **out);
/* A communicator (ncclComm_t, as a number) of the current device: waits until all `ranks` of the group have asked. */
PTC_NODISCARD ptc_error ptc_nccl_comm_new(int64_t ranks, const char *id, int64_t rank, PTC_OUT int64_t *out);
/* Ends a communicator. */
PTC_NODISCARD ptc_error ptc_nccl_comm_end(int64_t comm);
/* The collectives below are of tensors on the devices of this process, one a device, on the current streams; without
   `comms` the devices are a group of their own.  `op` is 0 sum, 1 product, 2 max, 3 min. */

/* Reduces all inputs into each of the outputs. */
PTC_NODISCARD ptc_error ptc_nccl_all_reduce(const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                                            int64_t outputs_len, int64_t op, const int64_t *comms, int64_t comms_len);
/* Gathers all inputs in each of the outputs. */
PTC_NODISCARD ptc_error ptc_nccl_all_gather(const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                                            int64_t outputs_len, const int64_t *comms, int64_t comms_len);
/* Copies the first tensor into the others. */
PTC_NODISCARD ptc_error ptc_nccl_broadcast(const ptc_tensor *tensors, int64_t tensors_len, const int64_t *comms,
                                           int64_t comms_len);
/* Reduces all inputs into `output`, which lies on the device of the input `root`. */
PTC_NODISCARD ptc_error ptc_nccl_reduce(const ptc_tensor *inputs, int64_t inputs_len, ptc_tensor output, int64_t root,
                                        int64_t op, const int64_t *comms, int64_t comms_len);
/* Reduces all inputs, and gives each output its part. */
PTC_NODISCARD ptc_error ptc_nccl_reduce_scatter(const ptc_tensor *inputs, int64_t inputs_len, const ptc_tensor *outputs,
                                                int64_t outputs_len, int64_t op, const int64_t *comms,
                                                int64_t comms_len);

PTC_END

#endif
