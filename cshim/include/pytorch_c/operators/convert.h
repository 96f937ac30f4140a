/* Conversion: copies, dtypes, devices, memory formats. */
#ifndef PYTORCH_C_CONVERT_H
#define PYTORCH_C_CONVERT_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Fails unless the only element is nonzero; on CUDA later, and for the whole process.
   _assert_async(Tensor self) -> () */
PTC_NODISCARD ptc_error ptc__assert_async(ptc_tensor self);
/* Fails with a message unless the only element is nonzero; on CUDA later, and for the whole process.
   _assert_async.msg(Tensor self, str assert_msg) -> () */
PTC_NODISCARD ptc_error ptc__assert_async_msg(ptc_tensor self, const char *assert_msg);
/* True if ptc_set_data could give self the data of `from`.
   _has_compatible_shallow_copy_type(Tensor self, Tensor from) -> bool */
PTC_NODISCARD ptc_error ptc__has_compatible_shallow_copy_type(ptc_tensor self, ptc_tensor from, PTC_OUT bool *out);
/* True if it is a tensor of zeros without memory, as autograd makes them.
   _is_zerotensor(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc__is_zerotensor(ptc_tensor self, PTC_OUT bool *out);
/* to, always with memory of its own.
   _to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None,
       bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__to_copy(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, bool non_blocking,
                                     int32_t memory_format, PTC_OUT ptc_tensor *out);
/* True if a dtype casts to another without changing its kind.
   can_cast(ScalarType from_, ScalarType to) -> bool */
PTC_NODISCARD ptc_error ptc_can_cast(int32_t from_, int32_t to, PTC_OUT bool *out);
/* A tensor as complex32.
   chalf(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_chalf(ptc_tensor self, int32_t memory_format, PTC_OUT ptc_tensor *out);
/* A copy with memory of its own; gradients flow through.
   clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_clone(ptc_tensor self, int32_t memory_format, PTC_OUT ptc_tensor *out);
/* Itself where it is contiguous already.
   contiguous(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_contiguous(ptc_tensor self, int32_t memory_format, PTC_OUT ptc_tensor *out);
/* `src` cast and broadcast to the dtype and shape of self, as a new tensor.
   copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_copy(ptc_tensor self, ptc_tensor src, bool non_blocking, PTC_OUT ptc_tensor *out);
/* True if the dtype is complex.
   is_complex(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc_is_complex(ptc_tensor self, PTC_OUT bool *out);
/* Always false: kept for old programs.
   is_distributed(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc_is_distributed(ptc_tensor self, PTC_OUT bool *out);
/* True if the dtype is a float.
   is_floating_point(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc_is_floating_point(ptc_tensor self, PTC_OUT bool *out);
/* True if both have the same shape.
   is_same_size(Tensor self, Tensor other) -> bool */
PTC_NODISCARD ptc_error ptc_is_same_size(ptc_tensor self, ptc_tensor other, PTC_OUT bool *out);
/* True if both mean the same memory with the same sizes and strides.
   is_set_to(Tensor self, Tensor tensor) -> bool */
PTC_NODISCARD ptc_error ptc_is_set_to(ptc_tensor self, ptc_tensor tensor, PTC_OUT bool *out);
/* True if the dtype has negative numbers.
   is_signed(Tensor self) -> bool */
PTC_NODISCARD ptc_error ptc_is_signed(ptc_tensor self, PTC_OUT bool *out);
/* True if libtorch has a Vulkan backend.
   is_vulkan_available() -> bool */
PTC_NODISCARD ptc_error ptc_is_vulkan_available(PTC_OUT bool *out);
/* Itself; transforms use it to raise a constant to their level.
   lift(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_lift(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Like lift, for a tensor that nothing else refers to.
   lift_fresh(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_lift_fresh(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A copy in page-locked memory, from which transfers to a device are fast.
   pin_memory(Tensor(a) self, Device? device=None) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_pin_memory(ptc_tensor self, int32_t device_type, int32_t device_index,
                                       PTC_OUT ptc_tensor *out);
/* The smallest dtype that holds both.
   promote_types(ScalarType type1, ScalarType type2) -> ScalarType */
PTC_NODISCARD ptc_error ptc_promote_types(int32_t type1, int32_t type2, PTC_OUT int32_t *out);
/* With its lazy conjugation carried out, if it has one.
   resolve_conj(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_resolve_conj(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* With its lazy negation carried out, if it has one.
   resolve_neg(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_resolve_neg(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The dtype that arithmetic of the two would give.
   result_type.Tensor(Tensor tensor, Tensor other) -> ScalarType */
PTC_NODISCARD ptc_error ptc_result_type_Tensor(ptc_tensor tensor, ptc_tensor other, PTC_OUT int32_t *out);
/* The dtype that arithmetic of a tensor and a number would give.
   result_type.Scalar(Tensor tensor, Scalar other) -> ScalarType */
PTC_NODISCARD ptc_error ptc_result_type_Scalar(ptc_tensor tensor, ptc_scalar other, PTC_OUT int32_t *out);
/* The dtype that arithmetic of a number and a tensor would give.
   result_type.Scalar_Tensor(Scalar scalar, Tensor tensor) -> ScalarType */
PTC_NODISCARD ptc_error ptc_result_type_Scalar_Tensor(ptc_scalar scalar, ptc_tensor tensor, PTC_OUT int32_t *out);
/* The dtype that arithmetic of two numbers would give.
   result_type.Scalar_Scalar(Scalar scalar1, Scalar scalar2) -> ScalarType */
PTC_NODISCARD ptc_error ptc_result_type_Scalar_Scalar(ptc_scalar scalar1, ptc_scalar scalar2, PTC_OUT int32_t *out);
/* Itself where nothing changes, unless `copy`.
   to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None, bool non_blocking=False, bool copy=False,
       MemoryFormat? memory_format=None) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_to_dtype_layout(ptc_tensor self, PTC_OPTIONAL const ptc_options *options, bool non_blocking,
                                            bool copy, int32_t memory_format, PTC_OUT ptc_tensor *out);
/* The tensor on a device and of a dtype; itself where nothing changes, unless `copy`.
   to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False,
       MemoryFormat? memory_format=None) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_to_device(ptc_tensor self, int32_t device_type, int32_t device_index, int32_t dtype,
                                      bool non_blocking, bool copy, int32_t memory_format, PTC_OUT ptc_tensor *out);
/* The tensor cast to a dtype; itself where nothing changes, unless `copy`.
   to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False,
       MemoryFormat? memory_format=None) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_to_dtype(ptc_tensor self, int32_t dtype, bool non_blocking, bool copy,
                                     int32_t memory_format, PTC_OUT ptc_tensor *out);
/* The tensor with the device and the dtype of another; itself where nothing changes, unless `copy`.
   to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False,
       MemoryFormat? memory_format=None) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_to_other(ptc_tensor self, ptc_tensor other, bool non_blocking, bool copy,
                                     int32_t memory_format, PTC_OUT ptc_tensor *out);
/* A copy in oneDNN's own layout.
   to_mkldnn(Tensor self, ScalarType? dtype=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_mkldnn(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);
/* In the dtype and on the device of `other`.
   type_as(Tensor self, Tensor other) -> Tensor */
PTC_NODISCARD ptc_error ptc_type_as(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* A view of (…, 2) as complex (…).
   view_as_complex(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_view_as_complex(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view of complex (…) as (…, 2).
   view_as_real(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_view_as_real(ptc_tensor self, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* Casts and broadcasts `src` into `self`.
   copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_copy_(ptc_tensor self, ptc_tensor src, bool non_blocking);
/* Elements beyond the old size are not set.
   resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_resize_(ptc_tensor self, const int64_t *size, int64_t size_len, int32_t memory_format);
/* Takes the shape of the_template; elements beyond the old size are not set.
   resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_resize_as_(ptc_tensor self, ptc_tensor the_template, int32_t memory_format);
/* Makes self mean the storage of `source`.
   set_.source_Tensor_storage_offset(Tensor(a!) self, Tensor source, SymInt storage_offset, SymInt[] size,
       SymInt[] stride=[]) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_set__source_Tensor_storage_offset(ptc_tensor self, ptc_tensor source,
                                                              int64_t storage_offset, const int64_t *size,
                                                              int64_t size_len, const int64_t *stride,
                                                              int64_t stride_len);
/* Makes self mean the elements of `source`, in its storage.
   set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_set__source_Tensor(ptc_tensor self, ptc_tensor source);
/* Makes self empty, with a storage of its own.
   set_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_set_(ptc_tensor self);

PTC_END

#endif
