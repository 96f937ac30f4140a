// Attention, and whole layers of transformers.
#include <ATen/ops/_efficient_attention_forward.h>
#include <ATen/ops/_flash_attention_backward.h>
#include <ATen/ops/_flash_attention_forward.h>
#include <ATen/ops/_fused_sdp_choice.h>
#include <ATen/ops/_native_multi_head_attention.h>
#include <ATen/ops/_scaled_dot_product_attention_math.h>
#include <ATen/ops/_scaled_dot_product_flash_attention.h>
#include <ATen/ops/_transformer_encoder_layer_fwd.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <torch/version.h>

#include "checks/agree.h"
#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/attention.h>

#if TORCH_VERSION_MINOR >= 12
#include <ATen/ops/_flash_attention_forward_no_dropout_inplace.h>
#else
// libtorch 2.12 brought it.
namespace at {
namespace {
template <class... Args> [[noreturn]] Tensor _flash_attention_forward_no_dropout_inplace(const Args &...) {
  fail(PTC_ERROR_NOT_IMPLEMENTED, "_flash_attention_forward_no_dropout_inplace needs libtorch 2.12 or newer");
}
} // namespace
} // namespace at
#endif

namespace {

// The results of a kernel with its symbolic sizes as numbers, which they are here.
at::Tensor plain(at::Tensor result) { return result; }
int64_t plain(const c10::SymInt &result) { return result.guard_int(__FILE__, __LINE__); }
template <class... Result> auto plain(std::tuple<Result...> &&results) {
  return std::apply([](Result &...each) { return std::make_tuple(plain(std::move(each))...); }, results);
}

} // namespace

ptc_error ptc__efficient_attention_forward(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor bias,
                                           ptc_tensor cu_seqlens_q, ptc_tensor cu_seqlens_k,
                                           const int64_t *max_seqlen_q, const int64_t *max_seqlen_k, double dropout_p,
                                           int64_t custom_mask_type, bool compute_log_sumexp, const double *scale,
                                           ptc_tensor seqlen_k, const int64_t *window_size, ptc_tensor *output,
                                           ptc_tensor *logsumexp, ptc_tensor *philox_seed, ptc_tensor *philox_offset,
                                           int64_t *max_seqlen_batch_q, int64_t *max_seqlen_batch_k) {
  return guard(std::tie(output, logsumexp, philox_seed, philox_offset, max_seqlen_batch_q, max_seqlen_batch_k), [&] {
    put(std::tie(output, logsumexp, philox_seed, philox_offset, max_seqlen_batch_q, max_seqlen_batch_k),
        plain(at::_efficient_attention_forward(get(query), get(key), get(value), opt(bias), opt(cu_seqlens_q),
                                               opt(cu_seqlens_k), opt(max_seqlen_q), opt(max_seqlen_k), dropout_p,
                                               custom_mask_type, compute_log_sumexp, opt(scale), opt(seqlen_k),
                                               opt(window_size))));
  });
}
ptc_error ptc__flash_attention_backward(ptc_tensor grad_out, ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                        ptc_tensor out, ptc_tensor logsumexp, ptc_tensor cum_seq_q,
                                        ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p,
                                        bool is_causal, ptc_tensor rng_state, ptc_tensor unused, const double *scale,
                                        const int64_t *window_size_left, const int64_t *window_size_right,
                                        ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    put(std::tie(out0, out1, out2),
        at::_flash_attention_backward(get(grad_out), get(query), get(key), get(value), get(out), get(logsumexp),
                                      get(cum_seq_q), get(cum_seq_k), max_q, max_k, dropout_p, is_causal,
                                      get(rng_state), get(unused), opt(scale), opt(window_size_left),
                                      opt(window_size_right)));
  });
}
ptc_error ptc__flash_attention_forward(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor cum_seq_q,
                                       ptc_tensor cum_seq_k, int64_t max_q, int64_t max_k, double dropout_p,
                                       bool is_causal, bool return_debug_mask, const double *scale,
                                       const int64_t *window_size_left, const int64_t *window_size_right,
                                       ptc_tensor seqused_k, ptc_tensor alibi_slopes, ptc_tensor block_table,
                                       const int64_t *num_splits, ptc_tensor *output, ptc_tensor *softmax_logsumexp,
                                       ptc_tensor *rng_state, ptc_tensor *unused, ptc_tensor *debug_attn_mask) {
  return guard(std::tie(output, softmax_logsumexp, rng_state, unused, debug_attn_mask), [&] {
#if TORCH_VERSION_MINOR >= 12
    put(std::tie(output, softmax_logsumexp, rng_state, unused, debug_attn_mask),
        at::_flash_attention_forward(get(query), get(key), get(value), opt(cum_seq_q), opt(cum_seq_k), max_q, max_k,
                                     dropout_p, is_causal, return_debug_mask, opt(scale), opt(window_size_left),
                                     opt(window_size_right), opt(seqused_k), opt(alibi_slopes), opt(block_table),
                                     opt(num_splits)));
#else
    if (block_table || num_splits)
      fail(PTC_ERROR_NOT_IMPLEMENTED, "block_table and num_splits need libtorch 2.12 or newer");
    put(std::tie(output, softmax_logsumexp, rng_state, unused, debug_attn_mask),
        at::_flash_attention_forward(get(query), get(key), get(value), opt(cum_seq_q), opt(cum_seq_k), max_q, max_k,
                                     dropout_p, is_causal, return_debug_mask, opt(scale), opt(window_size_left),
                                     opt(window_size_right), opt(seqused_k), opt(alibi_slopes)));
#endif
  });
}
ptc_error ptc__flash_attention_forward_quantized(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor cum_seq_q, ptc_tensor cum_seq_k, int64_t max_q,
    int64_t max_k, double dropout_p, bool is_causal, bool return_debug_mask, ptc_tensor q_descale, ptc_tensor k_descale,
    ptc_tensor v_descale, const double *scale, const int64_t *window_size_left, const int64_t *window_size_right,
    ptc_tensor seqused_k, ptc_tensor alibi_slopes, ptc_tensor *output, ptc_tensor *softmax_logsumexp,
    ptc_tensor *rng_state, ptc_tensor *unused, ptc_tensor *debug_attn_mask) {
  return guard(std::tie(output, softmax_logsumexp, rng_state, unused, debug_attn_mask), [&] {
    put(std::tie(output, softmax_logsumexp, rng_state, unused, debug_attn_mask),
        at::_flash_attention_forward(get(query), get(key), get(value), opt(cum_seq_q), opt(cum_seq_k), max_q, max_k,
                                     dropout_p, is_causal, return_debug_mask, opt(q_descale), opt(k_descale),
                                     opt(v_descale), opt(scale), opt(window_size_left), opt(window_size_right),
                                     opt(seqused_k), opt(alibi_slopes)));
  });
}
ptc_error ptc__flash_attention_forward_no_dropout_inplace(
    ptc_tensor out, ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor cum_seq_q, ptc_tensor cum_seq_k,
    int64_t max_q, int64_t max_k, double dropout_p, bool is_causal, bool return_debug_mask, const double *scale,
    const int64_t *window_size_left, const int64_t *window_size_right, ptc_tensor seqused_k, ptc_tensor alibi_slopes,
    ptc_tensor block_table, const int64_t *num_splits, ptc_tensor *softmax_logsumexp) {
  return guard(softmax_logsumexp, [&] {
    put(softmax_logsumexp,
        at::_flash_attention_forward_no_dropout_inplace(
            get(out), get(query), get(key), get(value), opt(cum_seq_q), opt(cum_seq_k), max_q, max_k, dropout_p,
            is_causal, return_debug_mask, opt(scale), opt(window_size_left), opt(window_size_right), opt(seqused_k),
            opt(alibi_slopes), opt(block_table), opt(num_splits)));
  });
}
ptc_error ptc__fused_sdp_choice(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor attn_mask,
                                double dropout_p, bool is_causal, const double *scale, bool enable_gqa, int64_t *out) {
  return guard(out, [&] {
    put(out, at::_fused_sdp_choice(get(query), get(key), get(value), opt(attn_mask), dropout_p, is_causal, opt(scale),
                                   enable_gqa));
  });
}
ptc_error ptc__native_multi_head_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value, int64_t embed_dim,
                                           int64_t num_head, ptc_tensor qkv_weight, ptc_tensor qkv_bias,
                                           ptc_tensor proj_weight, ptc_tensor proj_bias, ptc_tensor mask,
                                           bool need_weights, bool average_attn_weights, const int64_t *mask_type,
                                           ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::_native_multi_head_attention(
                                  get(query), get(key), get(value), embed_dim, check_heads(num_head, "num_head"),
                                  get(qkv_weight), like_input(get(query), get(qkv_bias), "qkv_bias"), get(proj_weight),
                                  get(proj_bias), opt(mask), need_weights, average_attn_weights, opt(mask_type)));
  });
}
ptc_error ptc__scaled_dot_product_attention_math(ptc_tensor query, ptc_tensor key, ptc_tensor value,
                                                 ptc_tensor attn_mask, double dropout_p, bool is_causal,
                                                 ptc_tensor dropout_mask, const double *scale, bool enable_gqa,
                                                 ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1),
        at::_scaled_dot_product_attention_math(get(query), get(key), get(value), opt(attn_mask), dropout_p, is_causal,
                                               opt(dropout_mask), opt(scale), enable_gqa));
  });
}
ptc_error ptc__scaled_dot_product_flash_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value, double dropout_p,
                                                  bool is_causal, bool return_debug_mask, const double *scale,
                                                  ptc_tensor *output, ptc_tensor *logsumexp, ptc_tensor *cum_seq_q,
                                                  ptc_tensor *cum_seq_k, int64_t *max_q, int64_t *max_k,
                                                  ptc_tensor *rng_state, ptc_tensor *unused,
                                                  ptc_tensor *debug_attn_mask) {
  return guard(
      std::tie(output, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k, rng_state, unused, debug_attn_mask), [&] {
        put(std::tie(output, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k, rng_state, unused, debug_attn_mask),
            plain(at::_scaled_dot_product_flash_attention(get(query), get(key), get(value), dropout_p, is_causal,
                                                          return_debug_mask, opt(scale))));
      });
}
ptc_error ptc__scaled_dot_product_flash_attention_quantized(
    ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor q_descale, ptc_tensor k_descale,
    ptc_tensor v_descale, double dropout_p, bool is_causal, bool return_debug_mask, const double *scale,
    ptc_tensor *output, ptc_tensor *logsumexp, ptc_tensor *cum_seq_q, ptc_tensor *cum_seq_k, int64_t *max_q,
    int64_t *max_k, ptc_tensor *rng_state, ptc_tensor *unused, ptc_tensor *debug_attn_mask) {
  return guard(
      std::tie(output, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k, rng_state, unused, debug_attn_mask), [&] {
        put(std::tie(output, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k, rng_state, unused, debug_attn_mask),
            plain(at::_scaled_dot_product_flash_attention(get(query), get(key), get(value), opt(q_descale),
                                                          opt(k_descale), opt(v_descale), dropout_p, is_causal,
                                                          return_debug_mask, opt(scale))));
      });
}
ptc_error ptc__transformer_encoder_layer_fwd(ptc_tensor src, int64_t embed_dim, int64_t num_heads,
                                             ptc_tensor qkv_weight, ptc_tensor qkv_bias, ptc_tensor proj_weight,
                                             ptc_tensor proj_bias, bool use_gelu, bool norm_first, double eps,
                                             ptc_tensor norm_weight_1, ptc_tensor norm_bias_1, ptc_tensor norm_weight_2,
                                             ptc_tensor norm_bias_2, ptc_tensor ffn_weight_1, ptc_tensor ffn_bias_1,
                                             ptc_tensor ffn_weight_2, ptc_tensor ffn_bias_2, ptc_tensor mask,
                                             const int64_t *mask_type, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::_transformer_encoder_layer_fwd(
                 get(src), embed_dim, check_heads(num_heads, "num_heads"), get(qkv_weight),
                 like_input(get(src), get(qkv_bias), "qkv_bias"), get(proj_weight), get(proj_bias), use_gelu,
                 norm_first, eps, get(norm_weight_1), get(norm_bias_1), get(norm_weight_2), get(norm_bias_2),
                 get(ffn_weight_1), get(ffn_bias_1), get(ffn_weight_2), get(ffn_bias_2), opt(mask), opt(mask_type)));
  });
}
ptc_error ptc_scaled_dot_product_attention(ptc_tensor query, ptc_tensor key, ptc_tensor value, ptc_tensor attn_mask,
                                           double dropout_p, bool is_causal, const double *scale, bool enable_gqa,
                                           ptc_tensor *out) {
  return guard(out, [&] {
    check_attended(get(key), get(value));
    put(out, at::scaled_dot_product_attention(get(query), get(key), get(value), opt(attn_mask), dropout_p, is_causal,
                                              opt(scale), enable_gqa));
  });
}
