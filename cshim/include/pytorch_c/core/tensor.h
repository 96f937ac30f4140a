/* The tensor handle: closing, looking inside, bringing data in and out. */
#ifndef PYTORCH_C_TENSOR_H
#define PYTORCH_C_TENSOR_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- create and close ---- */

/* Closes a handle; the memory goes when the last handle, view or graph that
   holds it goes. */
void ptc_tensor_close(PTC_OPTIONAL ptc_tensor self);
/* A second handle to the same tensor. */
PTC_NODISCARD ptc_error ptc_tensor_share(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A tensor of its own memory, filled from `data`: contiguous elements of
   `options->dtype` (float32 if unset), on the host; it may go at once. */
PTC_NODISCARD ptc_error ptc_tensor_from_data(const void *data, int64_t nbytes, const int64_t *size, int64_t size_len,
                                             PTC_OPTIONAL const ptc_options *options, PTC_OUT ptc_tensor *out);
/* A tensor over memory of the host's, with strides in elements (NULL:
   contiguous).  `destroy(context)` runs once, when nothing needs the memory
   any more, on any thread; also when this call fails. */
PTC_NODISCARD ptc_error ptc_tensor_from_blob(PTC_TAKEN void *data, const int64_t *size, int64_t size_len,
                                             PTC_OPTIONAL const int64_t *stride, int64_t stride_len,
                                             PTC_OPTIONAL const ptc_options *options, void *context,
                                             ptc_destroy_fn destroy, PTC_OUT ptc_tensor *out);

/* ---- inspect ---- */

/* The number of dimensions. */
PTC_NODISCARD ptc_error ptc_tensor_dim(ptc_tensor self, PTC_OUT int64_t *out);
/* The number of elements. */
PTC_NODISCARD ptc_error ptc_tensor_numel(ptc_tensor self, PTC_OUT int64_t *out);
/* Fills `out_len` numbers, which must be the tensor's dimension. */
PTC_NODISCARD ptc_error ptc_tensor_sizes(ptc_tensor self, PTC_OUT int64_t *out, int64_t out_len);
/* Fills `out` with the strides in elements, as many numbers as the tensor has dimensions. */
PTC_NODISCARD ptc_error ptc_tensor_strides(ptc_tensor self, PTC_OUT int64_t *out, int64_t out_len);
/* Offset of the tensor in its storage, in elements. */
PTC_NODISCARD ptc_error ptc_tensor_storage_offset(ptc_tensor self, PTC_OUT int64_t *out);
/* The dtype of the elements. */
PTC_NODISCARD ptc_error ptc_tensor_dtype(ptc_tensor self, PTC_OUT int32_t *out);
/* Layout of the elements: strided, or one of the sparse layouts. */
PTC_NODISCARD ptc_error ptc_tensor_layout(ptc_tensor self, PTC_OUT int32_t *out);
/* Index PTC_UNSET where the device type has no index (CPU). */
PTC_NODISCARD ptc_error ptc_tensor_device(ptc_tensor self, PTC_OUT int32_t *type, PTC_OUT int32_t *index);
/* Bytes of one element. */
PTC_NODISCARD ptc_error ptc_tensor_element_size(ptc_tensor self, PTC_OUT int64_t *out);
/* True if the elements lie in memory without gaps in the order of `memory_format`. */
PTC_NODISCARD ptc_error ptc_tensor_is_contiguous(ptc_tensor self, int32_t memory_format, PTC_OUT bool *out);
/* True if the elements fill their memory without a gap and without lying twice at a place. */
PTC_NODISCARD ptc_error ptc_tensor_is_dense(ptc_tensor self, PTC_OUT bool *out);
/* True if the memory is pinned, for copies to a device beside other work. */
PTC_NODISCARD ptc_error ptc_tensor_is_pinned(ptc_tensor self, PTC_OUT bool *out);
/* Flags that no schema gives: a bit set of enum ptc_tensor_flag. */
PTC_NODISCARD ptc_error ptc_tensor_flags(ptc_tensor self, PTC_OUT int64_t *out);
enum ptc_tensor_flag {
  PTC_FLAG_CONJ = 1,
  PTC_FLAG_NEG = 2,
  PTC_FLAG_VIEW = 4,
  PTC_FLAG_INFERENCE = 8,
  PTC_FLAG_QUANTIZED = 16,
  PTC_FLAG_HAS_STORAGE = 32,
  PTC_FLAG_NESTED = 64,
  PTC_FLAG_REQUIRES_GRAD = 128
};
/* All of the above in one call, for those who make an array or a slice of it. */
typedef struct ptc_description {
  int64_t dim;
  const int64_t *sizes;   /* the tensor's own: until it changes or is closed; */
  const int64_t *strides; /* NULL where its layout has none */
  int64_t storage_offset;
  int64_t numel;
  int64_t element_size;
  int64_t flags;
  int32_t dtype;
  int32_t layout;
  int32_t device_type;
  int32_t device_index;
  const void *data; /* the first element, to read; NULL where there is no memory (yet) */
} ptc_description;
/* Sizes, strides, dtype, layout, device, flags and address in one call, for an array or a slice. */
PTC_NODISCARD ptc_error ptc_tensor_describe(ptc_tensor self, PTC_OUT ptc_description *out);
/* The address of the first element, valid while the storage lives. */
PTC_NODISCARD ptc_error ptc_tensor_data_ptr(ptc_tensor self, PTC_OUT void **out);
/* The address and the bytes of the whole storage; PTC_UNSET bytes where they are a symbol. */
PTC_NODISCARD ptc_error ptc_tensor_storage(ptc_tensor self, PTC_OUT void **data, PTC_OUT int64_t *nbytes);
/* A second tensor of the same memory, outside of the graph, to hold for as long
   as a view of the host's looks at that memory.  It holds the memory itself,
   whatever `self` is made to mean later; and the memory stays where it is from
   now on: what would move it, as resize_ to a larger size, is an error. */
PTC_NODISCARD ptc_error ptc_tensor_lend(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* True if two handles mean the very same tensor. */
PTC_NODISCARD ptc_error ptc_tensor_is_same(ptc_tensor self, ptc_tensor other, PTC_OUT bool *out);
/* The most elements of a tensor that ptc_tensor_is_small calls small. */
#define PTC_SMALL_NUMEL 1024
/* True if an operator on `self` takes about as long as handing on a lock, which a
   host with one (Python, Ruby) may then keep: a dense tensor of libtorch's own
   on the CPU with at most PTC_SMALL_NUMEL elements.  False for NULL. */
bool ptc_tensor_is_small(PTC_OPTIONAL ptc_tensor self);
/* The number of in-place changes so far (torch's `_version`). */
PTC_NODISCARD ptc_error ptc_tensor_version(ptc_tensor self, PTC_OUT int64_t *out);
/* Sets that number: a backward pass then takes what was changed for what was saved. */
PTC_NODISCARD ptc_error ptc_tensor_set_version(ptc_tensor self, int64_t version);
/* The tensor that a view looks at (torch's `_base`), absent for one that is none. */
PTC_NODISCARD ptc_error ptc_tensor_base(ptc_tensor self, PTC_OUT_OPTIONAL ptc_tensor *out);
/* The view of `base` that `self` is of its own base, by the same operators (torch's `_view_func_unsafe`).  An error for
   a tensor that is no view. */
PTC_NODISCARD ptc_error ptc_tensor_view_of(ptc_tensor self, ptc_tensor base, PTC_OUT ptc_tensor *out);

/* ---- values out ---- */

/* The only element of a tensor, with its kind. */
PTC_NODISCARD ptc_error ptc_tensor_item(ptc_tensor self, PTC_OUT ptc_scalar *out);
/* Copies all elements, contiguous, to `data` on the host; `nbytes` must be
   what they take. */
PTC_NODISCARD ptc_error ptc_tensor_copy_to(ptc_tensor self, PTC_OUT void *data, int64_t nbytes);
/* libtorch's own text.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_tensor_string(ptc_tensor self, PTC_OUT char **out);
/* Writes that text and a newline to standard output. */
PTC_NODISCARD ptc_error ptc_tensor_print(ptc_tensor self);

/* ---- in place ---- */

/* torch's `self.data`: another tensor of the same memory, outside of the graph;
   what is written through it does not count as a change of `self`. */
PTC_NODISCARD ptc_error ptc_tensor_data(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Makes `self` mean the data of `data`, as torch's `self.data = data`. */
PTC_NODISCARD ptc_error ptc_tensor_set_data(ptc_tensor self, ptc_tensor data);

/* ---- indexing ---- */

enum ptc_index_kind {
  PTC_INDEX_NONE = 0,
  PTC_INDEX_ELLIPSIS = 1,
  PTC_INDEX_INT = 2,
  PTC_INDEX_BOOL = 3,
  PTC_INDEX_SLICE = 4,
  PTC_INDEX_TENSOR = 5
};
/* self[indices]: `items` holds four numbers for each index: its kind, then
   for INT and BOOL the value, for SLICE start, stop, step (INT64_MIN for an
   open start, INT64_MAX for an open stop), for TENSOR the position in
   `tensors`.  A view where torch gives a view. */
PTC_NODISCARD ptc_error ptc_tensor_index(ptc_tensor self, const int64_t *items, int64_t items_len,
                                         const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* self[indices] = value; the value broadcasts and is cast. */
PTC_NODISCARD ptc_error ptc_tensor_index_put(ptc_tensor self, const int64_t *items, int64_t items_len,
                                             const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor value);
/* self[indices] = number. */
PTC_NODISCARD ptc_error ptc_tensor_index_fill(ptc_tensor self, const int64_t *items, int64_t items_len,
                                              const ptc_tensor *tensors, int64_t tensors_len, ptc_scalar value);

/* ---- lists of tensors: results whose number is not fixed ---- */

/* Number of tensors of a list. */
int64_t ptc_tensor_list_length(PTC_OPTIONAL ptc_tensor_list self);
/* A new handle to the tensor at `index`; NULL where it is undefined. */
PTC_NODISCARD ptc_error ptc_tensor_list_get(ptc_tensor_list self, int64_t index, PTC_OUT_OPTIONAL ptc_tensor *out);
/* Closes a list, and the handles that it still has; those that were taken from it stay. */
void ptc_tensor_list_close(PTC_OPTIONAL ptc_tensor_list self);

/* ---- weak references ---- */

/* Keeps the number of a tensor (ptc_tensor_impl), but not the tensor: no other gets that number until
   ptc_tensor_weak_release was called as often as this. */
PTC_NODISCARD ptc_error ptc_tensor_weak(ptc_tensor self, PTC_OUT int64_t *out);
/* Gives a number back that ptc_tensor_weak has kept; an error for any other. */
PTC_NODISCARD ptc_error ptc_tensor_weak_release(int64_t weak);
/* True if the tensor of a kept number is gone: nobody holds it, neither a handle nor the graph. */
PTC_NODISCARD ptc_error ptc_tensor_weak_expired(int64_t weak, PTC_OUT bool *out);

PTC_END

#endif
