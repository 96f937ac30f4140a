/* Nested tensors: lists of tensors that differ in size, as one. */
#ifndef PYTORCH_C_NESTED_H
#define PYTORCH_C_NESTED_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Strides and storage offsets of components that lie one after the other, from their sizes (n, dim).
   _nested_compute_contiguous_strides_offsets(Tensor nested_size) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__nested_compute_contiguous_strides_offsets(ptc_tensor nested_size, PTC_OUT ptc_tensor *out0,
                                                                       PTC_OUT ptc_tensor *out1);
/* (b, t, d) as b components, of the rows that the mask (b, t) keeps.
   _nested_tensor_from_mask(Tensor t, Tensor mask, bool mask_check=True) -> Tensor */
PTC_NODISCARD ptc_error ptc__nested_tensor_from_mask(ptc_tensor t, ptc_tensor mask, bool mask_check,
                                                     PTC_OUT ptc_tensor *out);
/* True if each row of the mask is true up to some point and false from there on.
   _nested_tensor_from_mask_left_aligned(Tensor t, Tensor mask) -> bool */
PTC_NODISCARD ptc_error ptc__nested_tensor_from_mask_left_aligned(ptc_tensor t, ptc_tensor mask, PTC_OUT bool *out);
/* A nested tensor of copies of these, which differ in size only.
   _nested_tensor_from_tensor_list(Tensor[] list, ScalarType? dtype=None, Layout? layout=None, Device? device=None,
       bool? pin_memory=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__nested_tensor_from_tensor_list(const ptc_tensor *list, int64_t list_len,
                                                            PTC_OPTIONAL const ptc_options *options,
                                                            PTC_OUT ptc_tensor *out);
/* Sizes of the components: (n, dim), int64.
   _nested_tensor_size(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc__nested_tensor_size(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Where each component begins in the storage: (n).
   _nested_tensor_storage_offsets(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc__nested_tensor_storage_offsets(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Strides of the components: (n, dim).
   _nested_tensor_strides(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc__nested_tensor_strides(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A nested tensor over a 1-D tensor, with these sizes, strides and offsets of its components.
   _nested_view_from_buffer(Tensor(a) self, Tensor nested_size, Tensor nested_strides, Tensor offsets) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc__nested_view_from_buffer(ptc_tensor self, ptc_tensor nested_size, ptc_tensor nested_strides,
                                                     ptc_tensor offsets, PTC_OUT ptc_tensor *out);
/* _nested_view_from_buffer with memory of its own.
   _nested_view_from_buffer_copy(Tensor self, Tensor nested_size, Tensor nested_strides, Tensor offsets) -> Tensor */
PTC_NODISCARD ptc_error ptc__nested_view_from_buffer_copy(ptc_tensor self, ptc_tensor nested_size,
                                                          ptc_tensor nested_strides, ptc_tensor offsets,
                                                          PTC_OUT ptc_tensor *out);
/* A nested tensor as one tensor, filled up with `padding`.
   nested_to_padded_tensor(Tensor self, float padding, int[]? output_size=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_nested_to_padded_tensor(ptc_tensor self, double padding,
                                                    PTC_OPTIONAL const int64_t *output_size, int64_t output_size_len,
                                                    PTC_OUT ptc_tensor *out);
/* A nested tensor as one tensor, filled up with `padding`.
   to_padded_tensor(Tensor self, float padding, SymInt[]? output_size=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_to_padded_tensor(ptc_tensor self, double padding, PTC_OPTIONAL const int64_t *output_size,
                                             int64_t output_size_len, PTC_OUT ptc_tensor *out);

PTC_END

#endif
