/* Padding. */
#ifndef PYTORCH_C_PADDING_H
#define PYTORCH_C_PADDING_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Pads with `value`: two sizes for each dimension, from the last one on; negative sizes cut.
   constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor */
PTC_NODISCARD ptc_error ptc_constant_pad_nd(ptc_tensor self, const int64_t *pad, int64_t pad_len, ptc_scalar value,
                                            PTC_OUT ptc_tensor *out);
/* Pads the last dimensions by pairs, from the last one on; mode "constant", "reflect", "replicate" or "circular".
   pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_pad(ptc_tensor self, const int64_t *pad, int64_t pad_len, const char *mode,
                                PTC_OPTIONAL const double *value, PTC_OUT ptc_tensor *out);
/* (n, c, l) padded by its mirror image, without the edge.
   reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_reflection_pad1d(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                             PTC_OUT ptc_tensor *out);
/* (n, c, h, w) padded by its mirror image; sizes left, right, top, bottom.
   reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_reflection_pad2d(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                             PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) padded by its mirror image; six sizes, from the last dimension on.
   reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_reflection_pad3d(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                             PTC_OUT ptc_tensor *out);
/* (n, c, l) padded with its edge values.
   replication_pad1d(Tensor self, SymInt[2] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_replication_pad1d(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                              PTC_OUT ptc_tensor *out);
/* (n, c, h, w) padded with its edge values; sizes left, right, top, bottom.
   replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_replication_pad2d(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                              PTC_OUT ptc_tensor *out);
/* (n, c, d, h, w) padded with its edge values; six sizes, from the last dimension on.
   replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor */
PTC_NODISCARD ptc_error ptc_replication_pad3d(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                              PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* (n, c, l) padded by its mirror image, without the edge; written into `out`.
   reflection_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_reflection_pad1d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                                 ptc_tensor out);
/* (n, c, h, w) padded by its mirror image; sizes left, right, top, bottom; written into `out`.
   reflection_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_reflection_pad2d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                                 ptc_tensor out);
/* (n, c, d, h, w) padded by its mirror image; six sizes, from the last dimension on; written into `out`.
   reflection_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_reflection_pad3d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                                 ptc_tensor out);
/* (n, c, l) padded with its edge values; written into `out`.
   replication_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_replication_pad1d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                                  ptc_tensor out);
/* (n, c, h, w) padded with its edge values; sizes left, right, top, bottom; written into `out`.
   replication_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_replication_pad2d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                                  ptc_tensor out);
/* (n, c, d, h, w) padded with its edge values; six sizes, from the last dimension on; written into `out`.
   replication_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_replication_pad3d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len,
                                                  ptc_tensor out);

PTC_END

#endif
