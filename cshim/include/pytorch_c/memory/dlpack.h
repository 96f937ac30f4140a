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
PTC_NODISCARD ptc_error ptc_tensor_to_dlpack(ptc_tensor self, PTC_OUT ptc_dlpack *out);
/* Lends the tensor's memory by DLPack's struct with a version, which stays as long as `out` is not closed. */
PTC_NODISCARD ptc_error ptc_tensor_to_dlpack_versioned(ptc_tensor self, PTC_OUT ptc_dlpack_versioned *out);

/* A tensor over the memory of `managed`, which it takes over: it closes it when
   nothing needs the memory any more, on any thread.  On failure `managed` is
   still the caller's.  Memory that is marked as read-only is taken as well, and
   is the caller's to leave alone. */
PTC_NODISCARD ptc_error ptc_tensor_from_dlpack(PTC_TAKEN ptc_dlpack managed, PTC_OUT ptc_tensor *out);
/* A tensor over the memory of `managed`, which it takes over: ptc_tensor_from_dlpack for the struct with a version. */
PTC_NODISCARD ptc_error ptc_tensor_from_dlpack_versioned(PTC_TAKEN ptc_dlpack_versioned managed,
                                                         PTC_OUT ptc_tensor *out);

/* Runs the deleter; NULL does nothing. */
void ptc_dlpack_close(PTC_OPTIONAL ptc_dlpack managed);
/* Runs the deleter of what ptc_tensor_to_dlpack_versioned gave; NULL does nothing. */
void ptc_dlpack_versioned_close(PTC_OPTIONAL ptc_dlpack_versioned managed);

/* Memory of the library's own for another library to fill: a contiguous tensor
   of `shape`, of the dtype that DLPack's code, bits and lanes mean, on one of
   DLPack's devices. */
PTC_NODISCARD ptc_error ptc_dlpack_new(int32_t code, int32_t bits, int32_t lanes, int32_t device_type,
                                       int32_t device_index, const int64_t *shape, int64_t shape_len,
                                       PTC_OUT ptc_dlpack_versioned *out);
/* The tensor's dtype and device in DLPack's numbers, to look at its memory for as
   long as the caller has the handle; the same errors as ptc_tensor_to_dlpack.  All
   else is in ptc_tensor_describe. */
PTC_NODISCARD ptc_error ptc_tensor_dlpack_dtype(ptc_tensor self, PTC_OUT int32_t *code, PTC_OUT int32_t *bits,
                                                PTC_OUT int32_t *lanes, PTC_OUT int32_t *device_type,
                                                PTC_OUT int32_t *device_index);

/* Where the memory is, in DLPack's numbers: 1 CPU, 2 CUDA, 3 pinned host
   memory, …, and the index, 0 where there is none. */
PTC_NODISCARD ptc_error ptc_tensor_dlpack_device(ptc_tensor self, PTC_OUT int32_t *type, PTC_OUT int32_t *index);

PTC_END

#endif
