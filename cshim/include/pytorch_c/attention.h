/* Attention, and whole layers of transformers. */
#ifndef PYTORCH_C_ATTENTION_H
#define PYTORCH_C_ATTENTION_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* Attention by the kernel of xFormers: (b, t, heads, d), or sequences in a row; CUDA only.
   _efficient_attention_forward(Tensor query, Tensor key, Tensor value, Tensor? bias, Tensor? cu_seqlens_q,
       Tensor? cu_seqlens_k, SymInt? max_seqlen_q, SymInt? max_seqlen_k, float dropout_p, int custom_mask_type,
       bool compute_log_sumexp=False, *, float? scale=None, Tensor? seqlen_k=None,
       int? window_size=None) -> (Tensor output, Tensor logsumexp, Tensor philox_seed, Tensor philox_offset,
       SymInt max_seqlen_batch_q, SymInt max_seqlen_batch_k) */
const char *ptc__efficient_attention_forward(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor bias,
                                             ptc_tensor cu_seqlens_q, ptc_tensor cu_seqlens_k,
                                             const int64_t *max_seqlen_q, const int64_t *max_seqlen_k, double dropout_p,
                                             int64_t custom_mask_type, bool compute_log_sumexp, const double *scale,
                                             ptc_tensor seqlen_k, const int64_t *window_size, ptc_tensor *output,
                                             ptc_tensor *logsumexp, ptc_tensor *philox_seed, ptc_tensor *philox_offset,
                                             int64_t *max_seqlen_batch_q, int64_t *max_seqlen_batch_k);
/* The gradients of _flash_attention_forward for query, key and value; CUDA only.
   _flash_attention_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor out, Tensor logsumexp,
       Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q, SymInt max_k, float dropout_p, bool is_causal,
       Tensor rng_state, Tensor unused, *, float? scale=None, SymInt? window_size_left=None,
       SymInt? window_size_right=None) -> (Tensor, Tensor, Tensor) */
const char *ptc__flash_attention_backward(ptc_tensor grad_out, ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                          ptc_tensor out, ptc_tensor logsumexp, ptc_tensor cum_seq_q,
                                          ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p,
                                          bool is_causal, ptc_tensor rng_state, ptc_tensor unused, const double *scale,
                                          const int64_t *window_size_left, const int64_t *window_size_right,
                                          ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2);
/* FlashAttention: (b, t, heads, d), or sequences in a row that begin at cum_seq_q and cum_seq_k; CUDA only.
   _flash_attention_forward(Tensor query, Tensor key, Tensor value, Tensor? cum_seq_q, Tensor? cum_seq_k, SymInt max_q,
       SymInt max_k, float dropout_p, bool is_causal, bool return_debug_mask, *, float? scale=None,
       SymInt? window_size_left=None, SymInt? window_size_right=None, Tensor? seqused_k=None,
       Tensor? alibi_slopes=None, Tensor? block_table=None, int? num_splits=None) -> (Tensor output,
       Tensor softmax_logsumexp, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) */
const char *ptc__flash_attention_forward(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor cum_seq_q,
                                         ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p,
                                         bool is_causal, bool return_debug_mask, const double *scale,
                                         const int64_t *window_size_left, const int64_t *window_size_right,
                                         ptc_tensor seqused_k, ptc_tensor alibi_slopes, ptc_tensor block_table,
                                         const int64_t *num_splits, ptc_tensor *output, ptc_tensor *softmax_logsumexp,
                                         ptc_tensor *rng_state, ptc_tensor *unused, ptc_tensor *debug_attn_mask);
/* _flash_attention_forward for float8, with the scale of each argument.
   _flash_attention_forward.quantized(Tensor query, Tensor key, Tensor value, Tensor? cum_seq_q, Tensor? cum_seq_k,
       SymInt max_q, SymInt max_k, float dropout_p, bool is_causal, bool return_debug_mask, Tensor? q_descale,
       Tensor? k_descale, Tensor? v_descale, *, float? scale=None, SymInt? window_size_left=None,
       SymInt? window_size_right=None, Tensor? seqused_k=None, Tensor? alibi_slopes=None) -> (Tensor output,
       Tensor softmax_logsumexp, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) */
const char *ptc__flash_attention_forward_quantized(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor cum_seq_q, ptc_tensor cum_seq_k, int64_t max_q,
    int64_t max_k, double dropout_p, bool is_causal, bool return_debug_mask, ptc_tensor q_descale, ptc_tensor k_descale,
    ptc_tensor v_descale, const double *scale, const int64_t *window_size_left, const int64_t *window_size_right,
    ptc_tensor seqused_k, ptc_tensor alibi_slopes, ptc_tensor *output, ptc_tensor *softmax_logsumexp,
    ptc_tensor *rng_state, ptc_tensor *unused, ptc_tensor *debug_attn_mask);
/* _flash_attention_forward into `out`; CUDA only, libtorch 2.12 and newer.
   _flash_attention_forward_no_dropout_inplace(Tensor(a!) out, Tensor query, Tensor key, Tensor value,
       Tensor? cum_seq_q, Tensor? cum_seq_k, SymInt max_q, SymInt max_k, float dropout_p, bool is_causal,
       bool return_debug_mask, *, float? scale=None, SymInt? window_size_left=None, SymInt? window_size_right=None,
       Tensor? seqused_k=None, Tensor? alibi_slopes=None, Tensor? block_table=None,
       int? num_splits=None) -> Tensor softmax_logsumexp */
const char *ptc__flash_attention_forward_no_dropout_inplace(
    ptc_tensor out, ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor cum_seq_q, ptc_tensor cum_seq_k,
    int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, bool return_debug_mask, const double *scale,
    const int64_t *window_size_left, const int64_t *window_size_right, ptc_tensor seqused_k, ptc_tensor alibi_slopes,
    ptc_tensor block_table, const int64_t *num_splits, ptc_tensor *softmax_logsumexp);
/* Which kernel scaled_dot_product_attention would take.
   _fused_sdp_choice(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0,
       bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> int */
const char *ptc__fused_sdp_choice(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor attn_mask,
                                  double dropout_p, bool is_causal, const double *scale, bool enable_gqa, int64_t *out);
/* All of multi-head attention for inference, and its weights: (b, t, d) gives (b, t, d) and (b, t, t).
   _native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, Tensor qkv_weight,
       Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, Tensor? mask=None, bool need_weights=True,
       bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor) */
const char *ptc__native_multi_head_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value, int64_t embed_dim,
                                             int64_t num_head, ptc_tensor qkv_weight, ptc_tensor qkv_bias,
                                             ptc_tensor proj_weight, ptc_tensor proj_bias, ptc_tensor mask,
                                             bool need_weights, bool average_attn_weights, const int64_t *mask_type,
                                             ptc_tensor *out0, ptc_tensor *out1);
/* _scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None,
       float dropout_p=0.0, bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None,
       bool enable_gqa=False) -> (Tensor, Tensor) */
const char *ptc__scaled_dot_product_attention_math(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                                   ptc_tensor attn_mask, double dropout_p, bool is_causal,
                                                   ptc_tensor dropout_mask, const double *scale, bool enable_gqa,
                                                   ptc_tensor *out0, ptc_tensor *out1);
/* scaled_dot_product_attention by FlashAttention, and what its gradient needs; CUDA only.
   _scaled_dot_product_flash_attention(Tensor query, Tensor key, Tensor value, float dropout_p=0.0,
       bool is_causal=False, bool return_debug_mask=False, *, float? scale=None) -> (Tensor output, Tensor logsumexp,
       Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q, SymInt max_k, Tensor rng_state, Tensor unused,
       Tensor debug_attn_mask) */
const char *ptc__scaled_dot_product_flash_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                                    double dropout_p, bool is_causal, bool return_debug_mask,
                                                    const double *scale, ptc_tensor *output, ptc_tensor *logsumexp,
                                                    ptc_tensor *cum_seq_q, ptc_tensor *cum_seq_k, int64_t *max_q,
                                                    int64_t *max_k, ptc_tensor *rng_state, ptc_tensor *unused,
                                                    ptc_tensor *debug_attn_mask);
/* _scaled_dot_product_flash_attention for float8, with the scale of each argument.
   _scaled_dot_product_flash_attention.quantized(Tensor query, Tensor key, Tensor value, Tensor? q_descale,
       Tensor? k_descale, Tensor? v_descale, float dropout_p=0.0, bool is_causal=False, bool return_debug_mask=False,
       *, float? scale=None) -> (Tensor output, Tensor logsumexp, Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q,
       SymInt max_k, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) */
const char *ptc__scaled_dot_product_flash_attention_quantized(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor q_descale, ptc_tensor k_descale,
    ptc_tensor v_descale, double dropout_p, bool is_causal, bool return_debug_mask, const double *scale,
    ptc_tensor *output, ptc_tensor *logsumexp, ptc_tensor *cum_seq_q, ptc_tensor *cum_seq_k, int64_t *max_q,
    int64_t *max_k, ptc_tensor *rng_state, ptc_tensor *unused, ptc_tensor *debug_attn_mask);
/* A whole encoder layer for inference: (b, t, d) gives (b, t, d).
   _transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight, Tensor qkv_bias,
       Tensor proj_weight, Tensor proj_bias, bool use_gelu, bool norm_first, float eps, Tensor norm_weight_1,
       Tensor norm_bias_1, Tensor norm_weight_2, Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1,
       Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None) -> Tensor */
const char *ptc__transformer_encoder_layer_fwd(ptc_tensor src, int64_t embed_dim, int64_t num_heads,
                                               ptc_tensor qkv_weight, ptc_tensor qkv_bias, ptc_tensor proj_weight,
                                               ptc_tensor proj_bias, bool use_gelu, bool norm_first, double eps,
                                               ptc_tensor norm_weight_1, ptc_tensor norm_bias_1,
                                               ptc_tensor norm_weight_2, ptc_tensor norm_bias_2,
                                               ptc_tensor ffn_weight_1, ptc_tensor ffn_bias_1, ptc_tensor ffn_weight_2,
                                               ptc_tensor ffn_bias_2, ptc_tensor mask, const int64_t *mask_type,
                                               ptc_tensor *out);
/* softmax(query @ key.T * scale + mask) @ value: (…, L, E), (…, S, E), (…, S, V) give (…, L, V).
   scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0,
       bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor */
const char *ptc_scaled_dot_product_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor attn_mask,
                                             double dropout_p, bool is_causal, const double *scale, bool enable_gqa,
                                             ptc_tensor *out);

PTC_END

#endif
