/* Shape and views. */
#ifndef PYTORCH_C_SHAPE_H
#define PYTORCH_C_SHAPE_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* stack as libtorch's own functions call it.
   _stack(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc__stack(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim,
                                   PTC_OUT ptc_tensor *out);
/* A view of the whole.
   alias(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_alias(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view by strides in elements; out of bounds is an error.
   as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_as_strided(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                                       int64_t stride_len, PTC_OPTIONAL const int64_t *storage_offset,
                                       PTC_OUT ptc_tensor *out);
/* With at least one dimension.
   atleast_1d(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_atleast_1d(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Each tensor of a list with at least one dimension.
   atleast_1d.Sequence(Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_atleast_1d_Sequence(const ptc_tensor *tensors, int64_t tensors_len,
                                                PTC_OUT ptc_tensor_list *out);
/* With at least two dimensions.
   atleast_2d(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_atleast_2d(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Each tensor of a list with at least two dimensions.
   atleast_2d.Sequence(Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_atleast_2d_Sequence(const ptc_tensor *tensors, int64_t tensors_len,
                                                PTC_OUT ptc_tensor_list *out);
/* With at least three dimensions.
   atleast_3d(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_atleast_3d(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Each tensor of a list with at least three dimensions.
   atleast_3d.Sequence(Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_atleast_3d_Sequence(const ptc_tensor *tensors, int64_t tensors_len,
                                                PTC_OUT ptc_tensor_list *out);
/* Matrices along the diagonal of a larger one, 0 elsewhere.
   block_diag(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_block_diag(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* Views of all in their common shape.
   broadcast_tensors(Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_broadcast_tensors(const ptc_tensor *tensors, int64_t tensors_len,
                                              PTC_OUT ptc_tensor_list *out);
/* A view in a larger shape; dimensions of size 1 are repeated.
   broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_broadcast_to(ptc_tensor self, const int64_t *size, int64_t size_len,
                                         PTC_OUT ptc_tensor *out);
/* Every combination of one element from each vector, as rows.
   cartesian_prod(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_cartesian_prod(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* Joined along a dimension that exists.
   cat(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_cat(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, PTC_OUT ptc_tensor *out);
/* Up to `chunks` views of equal size along `dim`.
   chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_chunk(ptc_tensor self, int64_t chunks, int64_t dim, PTC_OUT ptc_tensor_list *out);
/* Joined as columns; vectors become columns first.
   column_stack(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_column_stack(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* Every choice of r elements of a vector, as rows.
   combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_combinations(ptc_tensor self, int64_t r, bool with_replacement, PTC_OUT ptc_tensor *out);
/* A tensor of the same memory, outside of the graph.
   detach(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_detach(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A vector as a diagonal matrix, or the diagonal of a matrix as a vector.
   diag(Tensor self, int diagonal=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_diag(ptc_tensor self, int64_t diagonal, PTC_OUT ptc_tensor *out);
/* The last dimension on the diagonal of two new ones.
   diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor */
PTC_NODISCARD ptc_error ptc_diag_embed(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2,
                                       PTC_OUT ptc_tensor *out);
/* The flattened tensor on the diagonal of a matrix.
   diagflat(Tensor self, int offset=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_diagflat(ptc_tensor self, int64_t offset, PTC_OUT ptc_tensor *out);
/* A view of the diagonal of two dimensions, which becomes the last dimension.
   diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_diagonal(ptc_tensor self, int64_t offset, int64_t dim1, int64_t dim2,
                                     PTC_OUT ptc_tensor *out);
/* Views along the third dimension.
   dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_dsplit_int(ptc_tensor self, int64_t sections, PTC_OUT ptc_tensor_list *out);
/* Views cut at the indices along the third dimension.
   dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_dsplit_array(ptc_tensor self, const int64_t *indices, int64_t indices_len,
                                         PTC_OUT ptc_tensor_list *out);
/* Joined along the third dimension.
   dstack(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_dstack(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* A view with dimensions of size 1 repeated; -1 keeps a size.
   expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_expand(ptc_tensor self, const int64_t *size, int64_t size_len, bool implicit,
                                   PTC_OUT ptc_tensor *out);
/* A view in the shape of `other`; dimensions of size 1 are repeated.
   expand_as(Tensor(a) self, Tensor other) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_expand_as(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Dimensions start_dim to end_dim become one.
   flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_flatten_using_ints(ptc_tensor self, int64_t start_dim, int64_t end_dim,
                                               PTC_OUT ptc_tensor *out);
/* All elements of a list of tensors as one vector.
   flatten_dense_tensors(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_flatten_dense_tensors(const ptc_tensor *tensors, int64_t tensors_len,
                                                  PTC_OUT ptc_tensor *out);
/* The order of elements reversed along `dims`.
   flip(Tensor self, int[] dims) -> Tensor */
PTC_NODISCARD ptc_error ptc_flip(ptc_tensor self, const int64_t *dims, int64_t dims_len, PTC_OUT ptc_tensor *out);
/* The second dimension reversed.
   fliplr(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_fliplr(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* The first dimension reversed.
   flipud(Tensor self) -> Tensor */
PTC_NODISCARD ptc_error ptc_flipud(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Views along the second dimension, the first of a vector.
   hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_hsplit_int(ptc_tensor self, int64_t sections, PTC_OUT ptc_tensor_list *out);
/* Views cut at the indices along the second dimension, the first of a vector.
   hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_hsplit_array(ptc_tensor self, const int64_t *indices, int64_t indices_len,
                                         PTC_OUT ptc_tensor_list *out);
/* Joined along the second dimension, the first of vectors.
   hstack(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_hstack(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);
/* Conjugate transpose of a matrix.
   matrix_H(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_matrix_H(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Coordinates of a grid from vectors; indexing "ij" or "xy".
   meshgrid(Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_meshgrid(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor_list *out);
/* Coordinates of a grid from vectors; indexing "ij" or "xy".
   meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_meshgrid_indexing(const ptc_tensor *tensors, int64_t tensors_len, const char *indexing,
                                              PTC_OUT ptc_tensor_list *out);
/* Conjugate transpose of the last two dimensions.
   mH(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_mH(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view with dimensions moved to new places, the others in their order.
   movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_movedim_intlist(ptc_tensor self, const int64_t *source, int64_t source_len,
                                            const int64_t *destination, int64_t destination_len,
                                            PTC_OUT ptc_tensor *out);
/* A view with one dimension moved to a new place, the others in their order.
   movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_movedim_int(ptc_tensor self, int64_t source, int64_t destination, PTC_OUT ptc_tensor *out);
/* Transpose of the last two dimensions.
   mT(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_mT(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view of `length` elements along `dim`.
   narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_narrow(ptc_tensor self, int64_t dim, int64_t start, int64_t length,
                                   PTC_OUT ptc_tensor *out);
/* A view of `length` elements along `dim`, from the number in the 0-dim `start` on.
   narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_narrow_Tensor(ptc_tensor self, int64_t dim, ptc_tensor start, int64_t length,
                                          PTC_OUT ptc_tensor *out);
/* A view with all dimensions in reverse.
   numpy_T(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_numpy_T(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* A view with its dimensions in another order.
   permute(Tensor(a) self, int[] dims) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_permute(ptc_tensor self, const int64_t *dims, int64_t dims_len, PTC_OUT ptc_tensor *out);
/* In one dimension: a view where that can be.
   ravel(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_ravel(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Copies side by side: `repeats` times along each dimension.
   repeat(Tensor self, SymInt[] repeats) -> Tensor */
PTC_NODISCARD ptc_error ptc_repeat(ptc_tensor self, const int64_t *repeats, int64_t repeats_len,
                                   PTC_OUT ptc_tensor *out);
/* Each element repeated, of the flattened tensor or along `dim`.
   repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_repeat_interleave_Tensor(ptc_tensor repeats, PTC_OPTIONAL const int64_t *output_size,
                                                     PTC_OUT ptc_tensor *out);
/* Each element repeated as often as `repeats` says for it, of the flattened tensor or along `dim`.
   repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_repeat_interleave_self_Tensor(ptc_tensor self, ptc_tensor repeats,
                                                          PTC_OPTIONAL const int64_t *dim,
                                                          PTC_OPTIONAL const int64_t *output_size,
                                                          PTC_OUT ptc_tensor *out);
/* Each element repeated `repeats` times, of the flattened tensor or along `dim`.
   repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_repeat_interleave_self_int(ptc_tensor self, int64_t repeats,
                                                       PTC_OPTIONAL const int64_t *dim,
                                                       PTC_OPTIONAL const int64_t *output_size,
                                                       PTC_OUT ptc_tensor *out);
/* A view where that can be, else a copy; one size may be -1.
   reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_reshape(ptc_tensor self, const int64_t *shape, int64_t shape_len, PTC_OUT ptc_tensor *out);
/* reshape to the shape of `other`.
   reshape_as(Tensor(a) self, Tensor other) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_reshape_as(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Elements moved by `shifts` along `dims`, those that fall off coming in again.
   roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor */
PTC_NODISCARD ptc_error ptc_roll(ptc_tensor self, const int64_t *shifts, int64_t shifts_len, const int64_t *dims,
                                 int64_t dims_len, PTC_OUT ptc_tensor *out);
/* Turned k times by 90 degrees in the plane of two dimensions.
   rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor */
PTC_NODISCARD ptc_error ptc_rot90(ptc_tensor self, int64_t k, const int64_t *dims, int64_t dims_len,
                                  PTC_OUT ptc_tensor *out);
/* The tensor of which `src` is a slice, with the shape of self.
   slice_inverse(Tensor(a) self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None,
       SymInt step=1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_slice_inverse(ptc_tensor self, ptc_tensor src, int64_t dim,
                                          PTC_OPTIONAL const int64_t *start, PTC_OPTIONAL const int64_t *end,
                                          int64_t step, PTC_OUT ptc_tensor *out);
/* Views of `split_size` along `dim`; the last may be smaller.
   split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_split_Tensor(ptc_tensor self, int64_t split_size, int64_t dim,
                                         PTC_OUT ptc_tensor_list *out);
/* Views of the given sizes along `dim`.
   split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_split_sizes(ptc_tensor self, const int64_t *split_size, int64_t split_size_len, int64_t dim,
                                        PTC_OUT ptc_tensor_list *out);
/* Views of the given sizes along `dim`, which sum to its size.
   split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_split_with_sizes(ptc_tensor self, const int64_t *split_sizes, int64_t split_sizes_len,
                                             int64_t dim, PTC_OUT ptc_tensor_list *out);
/* Without the dimensions of size 1.
   squeeze(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_squeeze(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Without the dimension `dim`, if its size is 1.
   squeeze.dim(Tensor(a) self, int dim) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_squeeze_dim(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* Without those of the dimensions `dim` whose size is 1.
   squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_squeeze_dims(ptc_tensor self, const int64_t *dim, int64_t dim_len, PTC_OUT ptc_tensor *out);
/* Joined along a new dimension.
   stack(Tensor[] tensors, int dim=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_stack(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, PTC_OUT ptc_tensor *out);
/* Alias of transpose.
   swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_swapaxes(ptc_tensor self, int64_t axis0, int64_t axis1, PTC_OUT ptc_tensor *out);
/* The transpose of two dimensions or fewer.
   t(Tensor(a) self) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_t(ptc_tensor self, PTC_OUT ptc_tensor *out);
/* Views along `dim`: so many of nearly equal size, or cut at the indices.
   tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_tensor_split_sections(ptc_tensor self, int64_t sections, int64_t dim,
                                                  PTC_OUT ptc_tensor_list *out);
/* Views along `dim`, cut at the indices.
   tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_tensor_split_indices(ptc_tensor self, const int64_t *indices, int64_t indices_len,
                                                 int64_t dim, PTC_OUT ptc_tensor_list *out);
/* Views along `dim`: so many of nearly equal size for a 0-dim tensor, or cut at the indices.
   tensor_split.tensor_indices_or_sections(Tensor(a -> *) self, Tensor tensor_indices_or_sections,
       int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_tensor_split_tensor_indices_or_sections(ptc_tensor self,
                                                                    ptc_tensor tensor_indices_or_sections, int64_t dim,
                                                                    PTC_OUT ptc_tensor_list *out);
/* Copies side by side, missing dimensions counted as 1.
   tile(Tensor self, SymInt[] dims) -> Tensor */
PTC_NODISCARD ptc_error ptc_tile(ptc_tensor self, const int64_t *dims, int64_t dims_len, PTC_OUT ptc_tensor *out);
/* A view with two dimensions exchanged.
   transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_transpose_int(ptc_tensor self, int64_t dim0, int64_t dim1, PTC_OUT ptc_tensor *out);
/* The lower triangle of matrices, 0 elsewhere.
   tril(Tensor self, SymInt diagonal=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_tril(ptc_tensor self, int64_t diagonal, PTC_OUT ptc_tensor *out);
/* The upper triangle of matrices, 0 elsewhere.
   triu(Tensor self, SymInt diagonal=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_triu(ptc_tensor self, int64_t diagonal, PTC_OUT ptc_tensor *out);
/* The slices along `dim`, without it.
   unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_unbind_int(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor_list *out);
/* One dimension becomes several of the given sizes.
   unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_unflatten_int(ptc_tensor self, int64_t dim, const int64_t *sizes, int64_t sizes_len,
                                          PTC_OUT ptc_tensor *out);
/* A vector cut into the shapes of `tensors`.
   unflatten_dense_tensors(Tensor flat, Tensor[] tensors) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_unflatten_dense_tensors(ptc_tensor flat, const ptc_tensor *tensors, int64_t tensors_len,
                                                    PTC_OUT ptc_tensor_list *out);
/* A view of windows of `size` along a dimension, `step` apart, in a new last dimension.
   unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_unfold(ptc_tensor self, int64_t dimension, int64_t size, int64_t step,
                                   PTC_OUT ptc_tensor *out);
/* chunk whose results autograd takes for tensors of their own.
   unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_unsafe_chunk(ptc_tensor self, int64_t chunks, int64_t dim, PTC_OUT ptc_tensor_list *out);
/* split whose results autograd takes for tensors of their own.
   unsafe_split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_unsafe_split_Tensor(ptc_tensor self, int64_t split_size, int64_t dim,
                                                PTC_OUT ptc_tensor_list *out);
/* split_with_sizes whose results autograd takes for tensors of their own.
   unsafe_split_with_sizes(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[] */
PTC_NODISCARD ptc_error ptc_unsafe_split_with_sizes(ptc_tensor self, const int64_t *split_sizes,
                                                    int64_t split_sizes_len, int64_t dim, PTC_OUT ptc_tensor_list *out);
/* With a dimension of size 1 at `dim`.
   unsqueeze(Tensor(a) self, int dim) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_unsqueeze(ptc_tensor self, int64_t dim, PTC_OUT ptc_tensor *out);
/* A view, or an error; one size may be -1.
   view(Tensor(a) self, SymInt[] size) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_view(ptc_tensor self, const int64_t *size, int64_t size_len, PTC_OUT ptc_tensor *out);
/* A view of the memory as another dtype; the last dimension is counted in its elements.
   view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_view_dtype(ptc_tensor self, int32_t dtype, PTC_OUT ptc_tensor *out);
/* view in the shape of `other`.
   view_as(Tensor(a) self, Tensor other) -> Tensor(a) */
PTC_NODISCARD ptc_error ptc_view_as(ptc_tensor self, ptc_tensor other, PTC_OUT ptc_tensor *out);
/* Views along the first dimension.
   vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_vsplit_int(ptc_tensor self, int64_t sections, PTC_OUT ptc_tensor_list *out);
/* Views cut at the indices along the first dimension.
   vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[] */
PTC_NODISCARD ptc_error ptc_vsplit_array(ptc_tensor self, const int64_t *indices, int64_t indices_len,
                                         PTC_OUT ptc_tensor_list *out);
/* Joined along the first dimension; vectors become rows first.
   vstack(Tensor[] tensors) -> Tensor */
PTC_NODISCARD ptc_error ptc_vstack(const ptc_tensor *tensors, int64_t tensors_len, PTC_OUT ptc_tensor *out);

/* ---- in place: change `self` ---- */

/* A view by strides in elements; out of bounds is an error; in place.
   as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_as_strided_(ptc_tensor self, const int64_t *size, int64_t size_len, const int64_t *stride,
                                        int64_t stride_len, PTC_OPTIONAL const int64_t *storage_offset);
/* A tensor of the same memory, outside of the graph; in place.
   detach_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_detach_(ptc_tensor self);
/* Without the dimensions of size 1; in place.
   squeeze_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_squeeze_(ptc_tensor self);
/* Without the dimension `dim`, if its size is 1; in place.
   squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_squeeze__dim(ptc_tensor self, int64_t dim);
/* Without those of the dimensions `dim` whose size is 1; in place.
   squeeze_.dims(Tensor(a!) self, int[] dim) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_squeeze__dims(ptc_tensor self, const int64_t *dim, int64_t dim_len);
/* The transpose of two dimensions or fewer; in place.
   t_(Tensor(a!) self) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_t_(ptc_tensor self);
/* A view with two dimensions exchanged; in place.
   transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_transpose_(ptc_tensor self, int64_t dim0, int64_t dim1);
/* The lower triangle of matrices, 0 elsewhere; in place.
   tril_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tril_(ptc_tensor self, int64_t diagonal);
/* The upper triangle of matrices, 0 elsewhere; in place.
   triu_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_triu_(ptc_tensor self, int64_t diagonal);
/* With a dimension of size 1 at `dim`; in place.
   unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_unsqueeze_(ptc_tensor self, int64_t dim);

/* ---- into given tensors: change `out` ---- */

/* Joined along a dimension that exists; written into `out`.
   cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_cat_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out);
/* Joined as columns; vectors become columns first; written into `out`.
   column_stack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_column_stack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);
/* A vector as a diagonal matrix, or the diagonal of a matrix as a vector; written into `out`.
   diag.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_diag_out(ptc_tensor self, int64_t diagonal, ptc_tensor out);
/* Joined along the third dimension; written into `out`.
   dstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_dstack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);
/* Joined along the second dimension, the first of vectors; written into `out`.
   hstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_hstack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);
/* Joined along a new dimension; written into `out`.
   stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_stack_out(const ptc_tensor *tensors, int64_t tensors_len, int64_t dim, ptc_tensor out);
/* The lower triangle of matrices, 0 elsewhere; written into `out`.
   tril.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_tril_out(ptc_tensor self, int64_t diagonal, ptc_tensor out);
/* The upper triangle of matrices, 0 elsewhere; written into `out`.
   triu.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_triu_out(ptc_tensor self, int64_t diagonal, ptc_tensor out);
/* Joined along the first dimension; vectors become rows first; written into `out`.
   vstack.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_vstack_out(const ptc_tensor *tensors, int64_t tensors_len, ptc_tensor out);

PTC_END

#endif
