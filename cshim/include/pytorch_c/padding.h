/* Padding. */
#ifndef PYTORCH_C_PADDING_H
#define PYTORCH_C_PADDING_H

#include <pytorch_c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compute ---- */

/* reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor */
const char *ptc_reflection_pad1d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out);
/* reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor */
const char *ptc_reflection_pad2d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out);
/* reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor */
const char *ptc_reflection_pad3d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out);
/* replication_pad1d(Tensor self, SymInt[2] padding) -> Tensor */
const char *ptc_replication_pad1d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out);
/* replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor */
const char *ptc_replication_pad2d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out);
/* replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor */
const char *ptc_replication_pad3d(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* reflection_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_reflection_pad1d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out);
/* reflection_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_reflection_pad2d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out);
/* reflection_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_reflection_pad3d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out);
/* replication_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_replication_pad1d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out);
/* replication_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_replication_pad2d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out);
/* replication_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!) */
const char *ptc_replication_pad3d_out(ptc_tensor self, const int64_t *padding, int64_t padding_len, ptc_tensor out);

#ifdef __cplusplus
}
#endif

#endif
