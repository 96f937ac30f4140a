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
PTC_NODISCARD ptc_error ptc__efficient_attention_forward(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, PTC_OPTIONAL ptc_tensor bias,
    PTC_OPTIONAL ptc_tensor cu_seqlens_q, PTC_OPTIONAL ptc_tensor cu_seqlens_k,
    PTC_OPTIONAL const int64_t *max_seqlen_q, PTC_OPTIONAL const int64_t *max_seqlen_k, double dropout_p,
    int64_t custom_mask_type, bool compute_log_sumexp, PTC_OPTIONAL const double *scale,
    PTC_OPTIONAL ptc_tensor seqlen_k, PTC_OPTIONAL const int64_t *window_size, PTC_OUT ptc_tensor *output,
    PTC_OUT ptc_tensor *logsumexp, PTC_OUT ptc_tensor *philox_seed, PTC_OUT ptc_tensor *philox_offset,
    PTC_OUT int64_t *max_seqlen_batch_q, PTC_OUT int64_t *max_seqlen_batch_k);
/* The gradients of _flash_attention_forward for query, key and value; CUDA only.
   _flash_attention_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, Tensor out, Tensor logsumexp,
       Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q, SymInt max_k, float dropout_p, bool is_causal,
       Tensor rng_state, Tensor unused, *, float? scale=None, SymInt? window_size_left=None,
       SymInt? window_size_right=None) -> (Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__flash_attention_backward(
    ptc_tensor grad_out, ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor out, ptc_tensor logsumexp,
    ptc_tensor cum_seq_q, ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
    ptc_tensor rng_state, ptc_tensor unused, PTC_OPTIONAL const double *scale,
    PTC_OPTIONAL const int64_t *window_size_left, PTC_OPTIONAL const int64_t *window_size_right,
    PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* FlashAttention: (b, t, heads, d), or sequences in a row that begin at cum_seq_q and cum_seq_k; CUDA only.
   _flash_attention_forward(Tensor query, Tensor key, Tensor value, Tensor? cum_seq_q, Tensor? cum_seq_k, SymInt max_q,
       SymInt max_k, float dropout_p, bool is_causal, bool return_debug_mask, *, float? scale=None,
       SymInt? window_size_left=None, SymInt? window_size_right=None, Tensor? seqused_k=None,
       Tensor? alibi_slopes=None, Tensor? block_table=None, int? num_splits=None) -> (Tensor output,
       Tensor softmax_logsumexp, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) */
PTC_NODISCARD ptc_error ptc__flash_attention_forward(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, PTC_OPTIONAL ptc_tensor cum_seq_q,
    PTC_OPTIONAL ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
    bool return_debug_mask, PTC_OPTIONAL const double *scale, PTC_OPTIONAL const int64_t *window_size_left,
    PTC_OPTIONAL const int64_t *window_size_right, PTC_OPTIONAL ptc_tensor seqused_k,
    PTC_OPTIONAL ptc_tensor alibi_slopes, PTC_OPTIONAL ptc_tensor block_table, PTC_OPTIONAL const int64_t *num_splits,
    PTC_OUT ptc_tensor *output, PTC_OUT ptc_tensor *softmax_logsumexp, PTC_OUT ptc_tensor *rng_state,
    PTC_OUT ptc_tensor *unused, PTC_OUT ptc_tensor *debug_attn_mask);
/* _flash_attention_forward for float8, with the scale of each argument.
   _flash_attention_forward.quantized(Tensor query, Tensor key, Tensor value, Tensor? cum_seq_q, Tensor? cum_seq_k,
       SymInt max_q, SymInt max_k, float dropout_p, bool is_causal, bool return_debug_mask, Tensor? q_descale,
       Tensor? k_descale, Tensor? v_descale, *, float? scale=None, SymInt? window_size_left=None,
       SymInt? window_size_right=None, Tensor? seqused_k=None, Tensor? alibi_slopes=None) -> (Tensor output,
       Tensor softmax_logsumexp, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) */
PTC_NODISCARD ptc_error ptc__flash_attention_forward_quantized(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, PTC_OPTIONAL ptc_tensor cum_seq_q,
    PTC_OPTIONAL ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
    bool return_debug_mask, PTC_OPTIONAL ptc_tensor q_descale, PTC_OPTIONAL ptc_tensor k_descale,
    PTC_OPTIONAL ptc_tensor v_descale, PTC_OPTIONAL const double *scale, PTC_OPTIONAL const int64_t *window_size_left,
    PTC_OPTIONAL const int64_t *window_size_right, PTC_OPTIONAL ptc_tensor seqused_k,
    PTC_OPTIONAL ptc_tensor alibi_slopes, PTC_OUT ptc_tensor *output, PTC_OUT ptc_tensor *softmax_logsumexp,
    PTC_OUT ptc_tensor *rng_state, PTC_OUT ptc_tensor *unused, PTC_OUT ptc_tensor *debug_attn_mask);
/* _flash_attention_forward into `out`; CUDA only, libtorch 2.12 and newer.
   _flash_attention_forward_no_dropout_inplace(Tensor(a!) out, Tensor query, Tensor key, Tensor value,
       Tensor? cum_seq_q, Tensor? cum_seq_k, SymInt max_q, SymInt max_k, float dropout_p, bool is_causal,
       bool return_debug_mask, *, float? scale=None, SymInt? window_size_left=None, SymInt? window_size_right=None,
       Tensor? seqused_k=None, Tensor? alibi_slopes=None, Tensor? block_table=None,
       int? num_splits=None) -> Tensor softmax_logsumexp */
PTC_NODISCARD ptc_error ptc__flash_attention_forward_no_dropout_inplace(
    ptc_tensor out, ptc_tensor query, ptc_tensor key, ptc_tensor value, PTC_OPTIONAL ptc_tensor cum_seq_q,
    PTC_OPTIONAL ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p, bool is_causal,
    bool return_debug_mask, PTC_OPTIONAL const double *scale, PTC_OPTIONAL const int64_t *window_size_left,
    PTC_OPTIONAL const int64_t *window_size_right, PTC_OPTIONAL ptc_tensor seqused_k,
    PTC_OPTIONAL ptc_tensor alibi_slopes, PTC_OPTIONAL ptc_tensor block_table, PTC_OPTIONAL const int64_t *num_splits,
    PTC_OUT ptc_tensor *softmax_logsumexp);
/* Which kernel scaled_dot_product_attention would take.
   _fused_sdp_choice(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0,
       bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> int */
PTC_NODISCARD ptc_error ptc__fused_sdp_choice(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                              PTC_OPTIONAL ptc_tensor attn_mask, double dropout_p, bool is_causal,
                                              PTC_OPTIONAL const double *scale, bool enable_gqa, PTC_OUT int64_t *out);
/* All of multi-head attention for inference, and its weights: (b, t, d) gives (b, t, d) and (b, t, t).
   _native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, Tensor qkv_weight,
       Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, Tensor? mask=None, bool need_weights=True,
       bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__native_multi_head_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                                         int64_t embed_dim, int64_t num_head, ptc_tensor qkv_weight,
                                                         ptc_tensor qkv_bias, ptc_tensor proj_weight,
                                                         ptc_tensor proj_bias, PTC_OPTIONAL ptc_tensor mask,
                                                         bool need_weights, bool average_attn_weights,
                                                         PTC_OPTIONAL const int64_t *mask_type,
                                                         PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* scaled_dot_product_attention by plain matrix products, and the weights of the attention.
   _scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None,
       float dropout_p=0.0, bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None,
       bool enable_gqa=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__scaled_dot_product_attention_math(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                                               PTC_OPTIONAL ptc_tensor attn_mask, double dropout_p,
                                                               bool is_causal, PTC_OPTIONAL ptc_tensor dropout_mask,
                                                               PTC_OPTIONAL const double *scale, bool enable_gqa,
                                                               PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* scaled_dot_product_attention by FlashAttention, and what its gradient needs; CUDA only.
   _scaled_dot_product_flash_attention(Tensor query, Tensor key, Tensor value, float dropout_p=0.0,
       bool is_causal=False, bool return_debug_mask=False, *, float? scale=None) -> (Tensor output, Tensor logsumexp,
       Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q, SymInt max_k, Tensor rng_state, Tensor unused,
       Tensor debug_attn_mask) */
PTC_NODISCARD ptc_error ptc__scaled_dot_product_flash_attention(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, double dropout_p, bool is_causal, bool return_debug_mask,
    PTC_OPTIONAL const double *scale, PTC_OUT ptc_tensor *output, PTC_OUT ptc_tensor *logsumexp,
    PTC_OUT ptc_tensor *cum_seq_q, PTC_OUT ptc_tensor *cum_seq_k, PTC_OUT int64_t *max_q, PTC_OUT int64_t *max_k,
    PTC_OUT ptc_tensor *rng_state, PTC_OUT ptc_tensor *unused, PTC_OUT ptc_tensor *debug_attn_mask);
/* _scaled_dot_product_flash_attention for float8, with the scale of each argument.
   _scaled_dot_product_flash_attention.quantized(Tensor query, Tensor key, Tensor value, Tensor? q_descale,
       Tensor? k_descale, Tensor? v_descale, float dropout_p=0.0, bool is_causal=False, bool return_debug_mask=False,
       *, float? scale=None) -> (Tensor output, Tensor logsumexp, Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q,
       SymInt max_k, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) */
PTC_NODISCARD ptc_error ptc__scaled_dot_product_flash_attention_quantized(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, PTC_OPTIONAL ptc_tensor q_descale,
    PTC_OPTIONAL ptc_tensor k_descale, PTC_OPTIONAL ptc_tensor v_descale, double dropout_p, bool is_causal,
    bool return_debug_mask, PTC_OPTIONAL const double *scale, PTC_OUT ptc_tensor *output, PTC_OUT ptc_tensor *logsumexp,
    PTC_OUT ptc_tensor *cum_seq_q, PTC_OUT ptc_tensor *cum_seq_k, PTC_OUT int64_t *max_q, PTC_OUT int64_t *max_k,
    PTC_OUT ptc_tensor *rng_state, PTC_OUT ptc_tensor *unused, PTC_OUT ptc_tensor *debug_attn_mask);
/* A whole encoder layer for inference: (b, t, d) gives (b, t, d).
   _transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight, Tensor qkv_bias,
       Tensor proj_weight, Tensor proj_bias, bool use_gelu, bool norm_first, float eps, Tensor norm_weight_1,
       Tensor norm_bias_1, Tensor norm_weight_2, Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1,
       Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None) -> Tensor */
PTC_NODISCARD ptc_error ptc__transformer_encoder_layer_fwd(
    ptc_tensor src, int64_t embed_dim, int64_t num_heads, ptc_tensor qkv_weight, ptc_tensor qkv_bias,
    ptc_tensor proj_weight, ptc_tensor proj_bias, bool use_gelu, bool norm_first, double eps, ptc_tensor norm_weight_1,
    ptc_tensor norm_bias_1, ptc_tensor norm_weight_2, ptc_tensor norm_bias_2, ptc_tensor ffn_weight_1,
    ptc_tensor ffn_bias_1, ptc_tensor ffn_weight_2, ptc_tensor ffn_bias_2, PTC_OPTIONAL ptc_tensor mask,
    PTC_OPTIONAL const int64_t *mask_type, PTC_OUT ptc_tensor *out);
/* softmax(query @ key.T * scale + mask) @ value: (…, L, E), (…, S, E), (…, S, V) give (…, L, V).
   scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0,
       bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_scaled_dot_product_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                                         PTC_OPTIONAL ptc_tensor attn_mask, double dropout_p,
                                                         bool is_causal, PTC_OPTIONAL const double *scale,
                                                         bool enable_gqa, PTC_OUT ptc_tensor *out);

PTC_END

#endif
