/* The memory behind tensors: one storage, any number of views. */
#ifndef PYTORCH_C_STORAGE_H
#define PYTORCH_C_STORAGE_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_storage_s *ptc_storage;

/* The storage of a tensor, which lives as long as this handle.  An error for
   layouts without one, and for tensors inside of vmap and its like. */
PTC_NODISCARD ptc_error ptc_storage_of(ptc_tensor self, PTC_OUT ptc_storage *out);
/* Closes a handle to a storage. */
void ptc_storage_close(PTC_OPTIONAL ptc_storage self);

/* The bytes of a storage. */
PTC_NODISCARD ptc_error ptc_storage_nbytes(ptc_storage self, PTC_OUT int64_t *out);
/* The device that the memory of a storage is on. */
PTC_NODISCARD ptc_error ptc_storage_device(ptc_storage self, PTC_OUT int32_t *type, PTC_OUT int32_t *index);
/* The address of the first byte, NULL where there is none, valid until the
   storage is resized. */
PTC_NODISCARD ptc_error ptc_storage_data_ptr(ptc_storage self, PTC_OUT_OPTIONAL void **out);
/* True if ptc_storage_resize may change it: not while a view of the host's looks
   at the memory. */
PTC_NODISCARD ptc_error ptc_storage_resizable(ptc_storage self, PTC_OUT bool *out);
/* Number of tensors and handles that refer to a storage, this one too. */
PTC_NODISCARD ptc_error ptc_storage_use_count(ptc_storage self, PTC_OUT int64_t *out);
/* The address of the first byte, to be read alone: it does not end the sharing with a lazy clone (aten::_lazy_clone).
   NULL where there is none. */
PTC_NODISCARD ptc_error ptc_storage_const_data_ptr(ptc_storage self, PTC_OUT_OPTIONAL void **out);
/* True while a storage shares its memory with a lazy clone: the first of them that is written to gets a copy. */
PTC_NODISCARD ptc_error ptc_storage_is_lazy_clone(ptc_storage self, PTC_OUT bool *out);
/* A number that two handles have in common exactly if their storage is one. */
PTC_NODISCARD ptc_error ptc_storage_id(ptc_storage self, PTC_OUT int64_t *out);

/* ---- weak references ---- */

/* Keeps the number of a storage (ptc_storage_id), but not its memory: no other storage gets that number until
   ptc_storage_weak_release was called as often as this. */
PTC_NODISCARD ptc_error ptc_storage_weak(ptc_storage self, PTC_OUT int64_t *out);
/* Gives a number back that ptc_storage_weak has kept; an error for any other. */
PTC_NODISCARD ptc_error ptc_storage_weak_release(int64_t weak);
/* True if the storage of a kept number is gone. */
PTC_NODISCARD ptc_error ptc_storage_weak_expired(int64_t weak, PTC_OUT bool *out);
/* The storage of a kept number, NULL where it is gone. */
PTC_NODISCARD ptc_error ptc_storage_weak_lock(int64_t weak, PTC_OUT_OPTIONAL ptc_storage *out);

/* ---- changes ---- */

/* Another size, with the bytes that fit.  Less than before is an error while
   anything else refers to the storage: a tensor would reach out of it.  But 0 frees
   the memory: until the storage has its size again, each access by a tensor is an error. */
PTC_NODISCARD ptc_error ptc_storage_resize(ptc_storage self, int64_t nbytes);
/* Swaps the memory of two storages of one device, under all tensors that refer to them.  They must have equally many
   bytes, or one of them none; an error where a view of the host's looks at the memory. */
PTC_NODISCARD ptc_error ptc_storage_swap(ptc_storage self, ptc_storage other);
/* A tensor of `dtype` over the storage, at `offset` and strides in elements; an
   error where it would reach out of it. */
PTC_NODISCARD ptc_error ptc_storage_tensor(ptc_storage self, int32_t dtype, int64_t offset, const int64_t *size,
                                           int64_t size_len, const int64_t *stride, int64_t stride_len,
                                           PTC_OUT ptc_tensor *out);
/* tensor.set_(storage, offset, size, stride): makes `tensor` mean those elements;
   an error where it would reach out of the storage. */
PTC_NODISCARD ptc_error ptc_storage_set(ptc_tensor tensor, ptc_storage self, int64_t offset, const int64_t *size,
                                        int64_t size_len, const int64_t *stride, int64_t stride_len);
/* Makes `tensor` mean the storage of another one; its sizes, strides and dtype stay, and nothing is recorded: for
   wrappers (host.h), whose storages only say which of them are aliases.  An error where it would reach out of the
   storage, or where only one of the two has memory. */
PTC_NODISCARD ptc_error ptc_storage_alias(ptc_tensor tensor, ptc_tensor other);

PTC_END

#endif
