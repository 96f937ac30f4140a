/* DLPack: a tensor's memory lent to another library, and another's to a tensor.

   A `managed` of DLPack's holds on to the memory of the library that made it.
   Whoever has it closes it once, by its own deleter or the functions below, or
   hands it on.  Two forms go around: the older one, and the versioned one of
   DLPack 1.0. */
#ifndef PYTORCH_C_DLPACK_H
#define PYTORCH_C_DLPACK_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* dlpack.h defines the structs; it is needed only to look inside. */
typedef struct DLManagedTensor *ptc_dlpack;
typedef struct DLManagedTensorVersioned *ptc_dlpack_versioned;

/* Lends the tensor's memory, which stays as long as `out` is not closed.  An
   error (PTC_ERROR_BUFFER) for what DLPack cannot say: a layout other than
   strided, the conjugate or negative bit, some dtypes and devices.  The graph is
   left behind.  Work on the tensor may still be under way on its device. */
const char *ptc_tensor_to_dlpack(ptc_tensor self, ptc_dlpack *out);
const char *ptc_tensor_to_dlpack_versioned(ptc_tensor self, ptc_dlpack_versioned *out);

/* A tensor over the memory of `managed`, which it takes over: it closes it when
   nothing needs the memory any more, on any thread.  On failure `managed` is
   still the caller's.  Memory that is marked as read-only is taken as well, and
   is the caller's to leave alone. */
const char *ptc_tensor_from_dlpack(ptc_dlpack managed, ptc_tensor *out);
const char *ptc_tensor_from_dlpack_versioned(ptc_dlpack_versioned managed, ptc_tensor *out);

/* Runs the deleter; NULL does nothing. */
void ptc_dlpack_close(ptc_dlpack managed);
void ptc_dlpack_versioned_close(ptc_dlpack_versioned managed);

/* Memory of the library's own for another library to fill: a contiguous tensor
   of `shape`, of the dtype that DLPack's code, bits and lanes mean, on one of
   DLPack's devices. */
const char *ptc_dlpack_new(int32_t code, int32_t bits, int32_t lanes, int32_t device_type, int32_t device_index,
                           const int64_t *shape, int64_t shape_len, ptc_dlpack_versioned *out);
/* The tensor's dtype and device in DLPack's numbers, to look at its memory for as
   long as the caller has the handle; the same errors as ptc_tensor_to_dlpack.  All
   else is in ptc_tensor_describe. */
const char *ptc_tensor_dlpack_dtype(ptc_tensor self, int32_t *code, int32_t *bits, int32_t *lanes, int32_t *device_type,
                                    int32_t *device_index);

/* Where the memory is, in DLPack's numbers: 1 CPU, 2 CUDA, 3 pinned host
   memory, …, and the index, 0 where there is none. */
const char *ptc_tensor_dlpack_device(ptc_tensor self, int32_t *type, int32_t *index);

PTC_END

#endif
