// The checks of checks.h and steps.h for calls by name, from the arguments on libtorch's stack.
#include "checks/by_name.h"

#include <ATen/ops/aminmax.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "checks/agree.h"
#include "checks/checks.h"
#include "checks/sizes.h"
#include "memory/memory_of.h"
#include "checks/steps.h"

namespace ptc {
namespace {

using Find = const Named &;

void bags(Find a) {
  check_bags(a.tensor("indices"), a.tensor("offsets"), a.flag("include_last_offset"));
  check_last_bag(a.tensor("weight"), a.tensor("indices"), a.tensor("offsets"), a.flag("include_last_offset"));
}
void kernel(Find a) { check_kernel(a.tensor("weight"), a.numbers("kernel_size")); }
void power(Find a) { check_power(a.integer("n")); }
void convolved(Find a) {
  const auto stride = a.numbers("stride"), padding = a.numbers("padding"), dilation = a.numbers("dilation"),
             more = a.numbers("output_padding");
  check_convolved(a.tensor("grad_output"), a.tensor("input"), a.tensor("weight"),
                  {stride, padding, dilation, more, a.flag("transposed"), a.integer("groups")});
}
void softmax_backward(Find a) {
  at::Tensor grad = a.tensor("grad_output"), output = a.tensor("output");
  not_nested(grad, "grad_output");
  not_nested(output, "output");
  if (grad.sizes() != output.sizes()) fail(PTC_ERROR_RUNTIME, "grad_output must be of output's sizes");
}
void reflected(Find a) {
  check_cropped(a.tensor("self"), a.numbers("padding"));
  if (a.has("out")) check_separate(a.tensor("out"), a.tensor("self"));
}
void padding(Find a) {
  check_moderate(a.numbers("padding"), "padding");
  reflected(a);
}
// Components that lie within the padded ones; with their heads apart, in dimension 1, where `heads`.
void check_padded(const at::Tensor &padded, const at::Tensor &sizes, bool heads) {
  if (sizes.dim() != 2 || sizes.scalar_type() != at::kLong || !sizes.is_cpu() || padded.is_nested())
    fail(PTC_ERROR_RUNTIME, "sizes of components must be a matrix of int64 on the CPU, and padded no nested tensor");
  if (heads ? padded.dim() != 4 || sizes.size(1) != 2 : padded.dim() != sizes.size(1) + 1)
    fail(PTC_ERROR_RUNTIME, "padded must have a dimension more than its components");
  const auto most =
      heads ? std::vector<int64_t>{padded.size(2), padded.size(1) * padded.size(3)} : padded.sizes().slice(1).vec();
  if (sizes.size(0) > padded.size(0)) fail(PTC_ERROR_RUNTIME, "padded has fewer components than there are sizes");
  const auto rows = with_values(sizes).contiguous();
  const int64_t *one = rows.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < sizes.numel(); ++i)
    if (one[i] < 0 || one[i] > most[i % sizes.size(1)])
      fail(PTC_ERROR_RUNTIME, "a component is larger than padded, or its size is negative");
}
void quantized(Find a) { not_quantized(a.tensor("self"), "self"); }
void memory(Find a) { with_memory(a.tensor("self")); }
void another(Find a) {
  for (const char *out : {"out", "eigenvalues"})
    if (a.has(out)) check_another(a.tensor(out), a.tensor("self"), out);
}
void scattered(Find a) {
  if (a.has("src")) strided(a.tensor("src"), "src");
}
void finite(Find a) {
  check_finite(a.tensor("self"), "torch.linalg.eigvals: input tensor should not contain infs or NaNs.");
  another(a);
}
// The kernel itself, which scaled_dot_product_attention asks only for what fits.
void attended(Find a) {
  const at::Tensor query = a.tensor("query"), key = a.tensor("key"), value = a.tensor("value");
  if (query.dim() != 4 || key.dim() != 4 || value.dim() != 4 || key.is_meta()) return; // libtorch refuses it itself
  const auto shape = key.sizes().slice(0, 3);
  if (shape != value.sizes().slice(0, 3) || shape[0] != query.size(0) || shape[1] == 0 || query.size(1) % shape[1])
    fail(PTC_ERROR_VALUE, "key and value must have the same batch, heads and length, the batch of query, and a number "
                          "of heads that divides query's");
  const auto mask = a.optional("attn_mask");
  if (!mask || !mask->defined()) return;
  const int64_t wanted[] = {query.size(0), query.size(1), query.size(2), shape[2]};
  for (int64_t i = 1; i <= mask->dim(); ++i)
    if (i > 4 || (mask->size(-i) != 1 && mask->size(-i) != wanted[4 - i]))
      fail(PTC_ERROR_VALUE, "attn_mask must be (batch, heads, length of query, length of key), or 1 in their place");
}
void attended_any(Find a) { check_attended(a.tensor("key"), a.tensor("value")); }
void fills(Find a) { check_filled(a.tensor("self"), a.tensor("value")); }
void crossed(Find a) { check_both(a.tensor("self"), a.tensor("other")); }
void sampled(Find a) { check_sampled(a.integer("interpolation_mode"), a.integer("padding_mode")); }
void pairwise(Find a) {
  if (a.tensor("self").dim() != 2) fail(PTC_ERROR_RUNTIME, "self must be a matrix");
  if (!a.tensor("self").numel() && a.tensor("self").requires_grad())
    fail(PTC_ERROR_RUNTIME, "self must have elements where its gradient is wanted");
}
void targets(Find a) {
  if (a["target_lengths"].isTensor())
    check_targets(a.tensor("log_probs"), a.tensor("targets"), a.tensor("target_lengths"));
  else check_targets(a.tensor("log_probs"), a.tensor("targets"), a.numbers("target_lengths"));
}
void channels(Find a) {
  check_channels(a.tensor("input"), {{"weight", a.optional("weight")},
                                     {"bias", a.optional("bias")},
                                     {"running_mean", a.optional("running_mean")},
                                     {"running_var", a.optional("running_var")}});
}
void observer(Find a, bool may_resize) {
  at::Tensor least = a.tensor("running_min");
  bool per_row = a.flag("per_row_fake_quant");
  check_observer(a.tensor("self"), a.tensor("observer_on"), a.tensor("fake_quant_on"),
                 {{"running_min", least},
                  {"running_max", a.tensor("running_max")},
                  {"scale", a.tensor("scale")},
                  {"zero_point", a.tensor("zero_point")}},
                 a.integer("ch_axis"), per_row, may_resize && per_row && !least.numel());
}
void lstm(Find a, const at::Tensor &input, int64_t batch) {
  check_lstm(input, batch, a.tensors("hx"), a.tensors("params"), a.flag("has_biases"), a.integer("num_layers"),
             a.flag("bidirectional"));
}
void repeats(Find a) {
  if (!a["output_size"].isNone()) check_repeats(a.tensor("repeats"));
}
void pivots(Find a) {
  if (a.flag("unpack_pivots")) check_pivots(a.tensor("LU_data"), a.tensor("LU_pivots"));
}
void views(Find a) {
  check_nested_views(a.tensor("self"), a.tensor("nested_size"), a.tensor("nested_strides"), a.tensor("offsets"));
}
void spread(Find a) {
  if (crowded(a.tensor("self")))
    fail(PTC_ERROR_RUNTIME, "self must not have elements that share memory; make a copy first");
}
void lists(Find a) { a.check_lists(); }
void joined(Find a) { check_joined(a.tensor("out"), a.tensors("tensors")); }
// Parts of several tensors beside each other: fully sharded training lays gradients so.
void chunks(Find a) {
  const auto tensors = a.tensors("tensors");
  const auto given = a.integer("dim"), parts = a.integer("num_chunks");
  check_not_empty(tensors, "tensors");
  const int64_t dims = tensors[0].dim(), dim = given < 0 ? given + dims : given;
  if (parts < 1 || parts > (1 << 20)) fail(PTC_ERROR_VALUE, "num_chunks must be from 1 to 1048576");
  for (const auto &one : tensors)
    if (dim < 0 || dim >= one.dim() || (given < 0 && one.dim() != dims) || !one.numel() ||
        one.layout() != at::kStrided || one.scalar_type() != tensors[0].scalar_type() ||
        one.sizes().slice(0, dim) != tensors[0].sizes().slice(0, dim))
      fail(PTC_ERROR_VALUE, "tensors must be dense, with elements, of one dtype, and alike before dimension dim");
  if (a.has("out") && !c10::canCast(tensors[0].scalar_type(), a.tensor("out").scalar_type()))
    fail(PTC_ERROR_VALUE, "out must have a dtype that the tensors' may become");
}
void spread_into(Find a) {
  spread(a);
  for (const char *out : {"values", "indices"}) check_separate(a.tensor(out), a.tensor("self"));
}
void reach(Find a) {
  bool offset = a.has("storage_offset") && !a["storage_offset"].isNone();
  check_reach(a.numbers("size"), a.numbers("stride"), offset ? a.integer("storage_offset") : 0);
}
void alias(Find a) {
  at::Tensor self = a.tensor("self");
  auto size = a.numbers("size"), stride = a.numbers("stride");
  check_reach(size, stride, 0);
  if (size.size() != stride.size()) fail(PTC_ERROR_VALUE, "size and stride must be as many");
  check_not_negative(stride, "stride");
  int64_t last = self.storage_offset();
  for (size_t i = 0; i < size.size(); ++i) last += (size[i] - 1) * stride[i];
  bool empty = std::find(size.begin(), size.end(), 0) != size.end();
  if (!empty && static_cast<size_t>(last + 1) * self.element_size() > self.storage().nbytes())
    fail(PTC_ERROR_VALUE, "size and stride must stay within self's memory");
}
void trapezoid(Find a) { not_nested(a.tensor("y"), "y"); }
void expanded(Find a) { check_expanded(a.tensor("self"), a.numbers("size")); }
void absolutes(Find a) {
  with_absolute(a.tensor("self"), "self");
  with_absolute(a.tensor("other"), "other");
}
void scaled(Find a) {
  auto scale = [&](const char *name) { return a[name].isNone() ? std::nullopt : std::optional(a[name].toDouble()); };
  check_scale(a.tensor("self"), a.numbers("output_size"), scale("scales_h"), scale("scales_w"));
}
void order(Find a) {
  if (a["n"].isTensor()) check_order(a.tensor("n"));
  else check_order(a.number("n"));
}
void rows(Find a) {
  at::Tensor rows = a.tensor("self");
  if (!rows.numel() || !at::isIntegralType(rows.scalar_type(), false)) return;
  auto [least, most] = at::aminmax(rows);
  if (least.item().toLong() < 0 || most.item().toLong() >= a.integer("size"))
    fail(PTC_ERROR_INDEX, "self must be rows within 0 and size - 1");
}
bool begins(const std::string &text, const char *with) { return text.rfind(with, 0) == 0; }
void binomial(Find a) {
  check_finite(a.tensor("count"), "count must be finite");
  check_finite(a.tensor("prob"), "prob must be finite");
}
void sobol(Find a, const char *row, const char *matrix) {
  int64_t dimension = a.integer("dimension");
  if (row) {
    check_sobol(a.tensor(row), row, {dimension});
    check_sobol_points(a.integer("n"), a.integer("num_generated"));
  }
  check_sobol(a.tensor(matrix), matrix, {dimension, sobol_bits});
}
void step(Find a, std::initializer_list<const char *> lists, bool counted) {
  Tensors params = a.tensors("self");
  for (const char *name : lists) beside(params, a.tensors(name), name);
  if (counted) counters(params.size(), a.tensors("state_steps"), "state_steps");
  single(a.optional("grad_scale"), "grad_scale");
  single(a.optional("found_inf"), "found_inf");
}
void adam(Find a) {
  step(a, {"grads", "exp_avgs", "exp_avg_sqs"}, true);
  if (a.flag("amsgrad")) beside(a.tensors("self"), a.tensors("max_exp_avg_sqs"), "max_exp_avg_sqs");
}
void adagrad(Find a) { step(a, {"grads", "state_sums"}, true); }
void sgd(Find a) {
  step(a, {"grads"}, false);
  if (a["momentum"].toDouble() != 0)
    beside(a.tensors("self"), a.tensors("momentum_buffer_list"), "momentum_buffer_list");
}

// All overloads of an operator, or the one that is named.
const std::unordered_map<std::string, CheckByName> &checks() {
  static const std::unordered_map<std::string, CheckByName> found = {
      {"embedding_bag", bags},
      {"_embedding_bag", bags},
      {"_embedding_bag_forward_only", bags},
      {"rrelu_with_noise.out",
       [](Find a) {
         at::Tensor out = a.tensor("out");
         if (a.flag("training")) check_out(out, a.tensor("self"));
       }},
      {"_scaled_dot_product_flash_attention_for_cpu", attended},
      {"scaled_dot_product_attention", attended_any},
      {"fill.Tensor", fills},
      {"fill_.Tensor", fills},
      {"fill.Tensor_out", fills},
      {"linalg_cross", crossed},
      {"cross", crossed},
      {"masked_scatter", [](Find a) { check_both(a.tensor("self"), a.tensor("source")); }},
      {"grid_sampler", sampled},
      {"grid_sampler_2d", sampled},
      {"grid_sampler_3d", sampled},
      {"_grid_sampler_2d_cpu_fallback", sampled},
      {"_native_multi_head_attention",
       [](Find a) {
         check_heads(a.integer("num_head"), "num_head");
         like_input(a.tensor("query"), a.tensor("qkv_bias"), "qkv_bias");
       }},
      {"_transformer_encoder_layer_fwd",
       [](Find a) {
         check_heads(a.integer("num_heads"), "num_heads");
         like_input(a.tensor("src"), a.tensor("qkv_bias"), "qkv_bias");
       }},
      {"col2im", [](Find a) { check_moderate(a.numbers("padding"), "padding"); }},
      {"max_pool1d", [](Find a) { check_moderate(a.numbers("kernel_size"), "kernel_size"); }},
      {"fractional_max_pool3d", [](Find a) { check_positive(a.numbers("kernel_size"), "kernel_size"); }},
      {"slow_conv_transpose2d", kernel},
      {"slow_conv_transpose3d", kernel},
      {"_foreach_norm", [](Find a) { check_not_empty(a.tensors("self"), "self"); }},
      {"_foreach_copy",
       [](Find a) {
         check_not_empty(a.tensors("self"), "self");
         a.check_lists();
         check_copied(a.tensors("self"));
       }},
      {"_stack",
       [](Find a) {
         check_not_empty(a.tensors("tensors"), "tensors");
         check_contiguous(a.tensors("tensors"));
       }},
      {"linalg_eigvals", finite},
      {"linalg_lstsq",
       [](Find a) {
         const auto self = a.tensor("self"), b = a.tensor("b");
         const bool slow = !a["driver"].isNone() && a["driver"].toStringRef() == "gelss";
         if (slow && b.dim() == self.dim() && b.dim() > 0 && b.sym_size(-1) == 0)
           fail(PTC_ERROR_VALUE, "argument 'b': with the driver 'gelss' at least one column is needed");
       }},
      {"linalg_eig", another},
      {"max_unpool2d", another},
      {"max_unpool3d", another},
      {"scatter", scattered},
      {"scatter_", scattered},
      {"scatter_add", scattered},
      {"scatter_add_", scattered},
      {"scatter_reduce", scattered},
      {"scatter_reduce_", scattered},
      {"linalg_ldl_solve",
       [](Find a) {
         check_ldl_pivots(a.tensor("pivots"));
         check_ldl_batches(a.tensor("LD"), a.tensor("B"));
       }},
      {"linalg_matrix_power", power},
      {"matrix_power", power},
      {"lu_unpack", pivots},
      {"pdist", pairwise},
      {"_pdist_forward", pairwise},
      {"ctc_loss", targets},
      {"_ctc_loss", targets},
      {"native_batch_norm",
       [](Find a) {
         check_statistics(a.flag("training"), a.optional("running_mean"), a.optional("running_var"));
         channels(a);
       }},
      {"native_group_norm", [](Find a) { check_positive({a.integer("group")}, "group"); }},
      {"_transform_bias_rescale_qkv", [](Find a) { check_heads(a.integer("num_heads"), "num_heads"); }},
      {"_dyn_quant_pack_4bit_weight",
       [](Find a) {
         check_positive({a.integer("block_size"), a.integer("in_features"), a.integer("out_features")},
                        "block_size, in_features and out_features");
       }},
      {"_dyn_quant_matmul_4bit", [](Find a) { check_positive({a.integer("block_size")}, "block_size"); }},
      {"_nested_from_padded",
       [](Find a) {
         check_padded(a.tensor("padded"), a.tensor("cpu_nested_shape_example"), a.flag("fuse_transform_0213"));
       }},
      {"_nested_from_padded_and_nested_example",
       [](Find a) {
         const auto example = a.tensor("nt_example");
         if (!example.is_nested()) fail(PTC_ERROR_RUNTIME, "nt_example must be a nested tensor");
         const auto sizes = example._nested_tensor_size();
         check_padded(a.tensor("padded"), sizes,
                      a.tensor("padded").dim() == 4 && sizes.dim() == 2 && sizes.size(1) == 2);
       }},
      {"_fft_c2c", [](Find a) { check_dimensions(a.tensor("self"), a.numbers("dim")); }},
      {"_fft_r2c", [](Find a) { check_dimensions(a.tensor("self"), a.numbers("dim")); }},
      {"_fft_c2r", [](Find a) { check_dimensions(a.tensor("self"), a.numbers("dim")); }},
      {"_remove_batch_dim", [](Find a) { check_dimensions(a.tensor("self").unsqueeze(0), {a.integer("out_dim")}); }},
      {"zero_", [](Find a) { check_zeros(a.tensor("self").layout(), a.tensor("self").scalar_type()); }},
      {"copy", [](Find a) { copied(a.tensor("self")); }},
      {"to_mkldnn", [](Find a) { filled(a.tensor("self")); }},
      {"broadcast_to", expanded},
      {"expand", expanded},
      {"expand_copy", expanded},
      {"median.dim", spread},
      {"median.dim_values", spread_into},
      {"nanmedian.dim", spread},
      {"nanmedian.dim_values", spread_into},
      {"cat.out", joined},
      {"concat.out", joined},
      {"concatenate.out", joined},
      {"_chunk_cat", chunks},
      {"batch_norm_update_stats",
       [](Find a) {
         check_channels(a.tensor("input"),
                        {{"running_mean", a.optional("running_mean")}, {"running_var", a.optional("running_var")}});
       }},
      {"choose_qparams_optimized",
       [](Find a) {
         check_bins(a.integer("numel"), a.integer("n_bins"), a["ratio"].toDouble(), a.integer("bit_width"));
       }},
      {"as_strided", reach},
      {"as_strided_", reach},
      {"as_strided_copy", reach},
      {"as_strided_scatter", reach},
      {"empty_strided", reach},
      {"new_empty_strided", reach},
      {"_reshape_alias", alias},
      {"_reshape_alias_copy", alias},
      {"trapz", trapezoid},
      {"trapezoid", trapezoid},
      {"cumulative_trapezoid", trapezoid},
      {"chunk", [](Find a) { check_chunked(a.tensor("self")); }},
      {"select.int",
       [](Find a) {
         if (a.integer("dim") < 0) not_nested(a.tensor("self"), "self");
       }},
      {"select_copy.int",
       [](Find a) {
         if (a.integer("dim") < 0) not_nested(a.tensor("self"), "self");
       }},
      {"lcm", absolutes},
      {"lcm_", absolutes},
      {"_upsample_bilinear2d_aa.", scaled},
      {"_upsample_bilinear2d_aa.out", scaled},
      {"_upsample_bicubic2d_aa.", scaled},
      {"_upsample_bicubic2d_aa.out", scaled},
      {"_upsample_lanczos2d_aa.", scaled},
      {"_upsample_lanczos2d_aa.out", scaled},
      {"index_copy", [](Find a) { copied(a.tensor("source")); }},
      {"index_copy_", [](Find a) { copied(a.tensor("source")); }},
      {"random_.from", [](Find a) { check_start(a.integer("from")); }},
      {"range.out", [](Find a) { check_step(a.tensor("out"), a.number("step")); }},
      {"set_.source_Tensor", [](Find a) { check_taken(a.tensor("self"), a.tensor("source")); }},
      {"set_.source_Tensor_storage_offset", [](Find a) { check_taken(a.tensor("self"), a.tensor("source")); }},
      {"_lazy_clone", [](Find a) { check_not_lent(a.tensor("self")); }},
      {"_weight_norm", [](Find a) { check_weight_norm(a.tensor("v"), a.tensor("g"), a.integer("dim")); }},
      {"fused_moving_avg_obs_fake_quant", [](Find a) { observer(a, true); }},
      {"_fused_moving_avg_obs_fq_helper", [](Find a) { observer(a, false); }},
      {"quantized_lstm_cell", [](Find a) { check_pair(a.tensors("hx")); }},
      {"lstm.input", [](Find a) { lstm(a, a.tensor("input"), lstm_batch(a.tensor("input"), a.flag("batch_first"))); }},
      {"lstm.data", [](Find a) { lstm(a, a.tensor("data"), packed_batch(a.tensor("batch_sizes"))); }},
      {"_pad_packed_sequence", [](Find a) { check_packed(a.tensor("data"), a.tensor("batch_sizes")); }},
      {"segment_reduce",
       [](Find a) {
         check_segments(a.tensor("data"), a.optional("lengths"), a.optional("offsets"), a.integer("axis"),
                        a.flag("unsafe"));
       }},
      {"repeat_interleave.Tensor", repeats},
      {"repeat_interleave.self_Tensor", repeats},
      {"binomial", binomial},
      {"_sobol_engine_draw", [](Find a) { sobol(a, "quasi", "sobolstate"); }},
      {"_sobol_engine_ff_", [](Find a) { sobol(a, "self", "sobolstate"); }},
      {"_sobol_engine_initialize_state_", [](Find a) { sobol(a, nullptr, "self"); }},
      {"_sobol_engine_scramble_",
       [](Find a) {
         sobol(a, nullptr, "self");
         check_sobol(a.tensor("ltm"), "ltm", {a.integer("dimension"), sobol_bits, sobol_bits});
       }},
      {"_nested_compute_contiguous_strides_offsets", [](Find a) { check_nested_sizes(a.tensor("nested_size")); }},
      {"_nested_view_from_buffer", views},
      {"_nested_view_from_buffer_copy", views},
      {"_softmax_backward_data", softmax_backward},
      {"_log_softmax_backward_data", softmax_backward},
      {"reflection_pad1d", reflected},
      {"reflection_pad2d", reflected},
      {"reflection_pad3d", reflected},
      {"replication_pad1d", padding},
      {"replication_pad2d", padding},
      {"replication_pad3d", padding},
      {"_neg_view", quantized},
      {"view.dtype", quantized},
      {"resize_", memory},
      {"resize_as_", memory},
      {"convolution_backward", convolved},
      {"_convert_indices_from_coo_to_csr", rows},
      {"_convert_indices_from_csr_to_coo",
       [](Find a) { check_starts(a.tensor("crow_indices"), a.tensor("col_indices")); }},
      {"_sparse_broadcast_to", [](Find a) { check_positive(a.numbers("size"), "size"); }},
      {"_spdiags", [](Find a) { check_not_negative(a.numbers("shape"), "shape"); }},
      {"_fused_adam", adam},
      {"_fused_adam_", adam},
      {"_fused_adamw", adam},
      {"_fused_adamw_", adam},
      {"_fused_adagrad", adagrad},
      {"_fused_adagrad_", adagrad},
      {"_fused_sgd", sgd},
      {"_fused_sgd_", sgd},
  };
  return found;
}

} // namespace

// Derivatives and helpers without a function or a check here: what libtorch computes for them is right, and anything
// else may end the process. Those without "_backward" in their names were found by tests/fuzz.
bool believes(const c10::OperatorName &name) {
  static constexpr std::string_view parts[] = {
      "_backward",
      "_helper",
      "_batch_norm_",
      "_native_batch_norm_legit",
      "_weight_norm_interface",
      "_nnpack_spatial",
      "_slow_conv2d",
      "_logcumsumexp",
      "_new_zeros_with_same_feature_meta",
      "_neg_view_copy",
      "_compute_linear_combination",
      "_nested_from_padded",
      "mkldnn::_",
      "mkldnn_rnn_",
  };
  static constexpr std::string_view of_any_arguments[] = {
      "aten::threshold_backward",        // element by element
      "aten::_nested_from_padded_tensor" // of the host's tensors alone
  };
  for (const auto one : of_any_arguments)
    if (name.name == one) return false;
  size_t space = name.name.find("::");
  if (name.name.compare(0, space, "aten") == 0 && has_function(name.name.substr(space + 2))) return false;
  if (check_of(name) || name.name.rfind("mkldnn::_is_", 0) == 0) return false; // they ask what oneDNN can do
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view part) { return name.name.find(part) != std::string::npos; });
}

CheckByName check_of(const c10::OperatorName &name) {
  if (name.name.rfind("aten::", 0) != 0) return nullptr;
  std::string base = name.name.substr(6);
  auto found = checks().find(base + "." + name.overload_name);
  if (found == checks().end()) found = checks().find(base);
  if (found != checks().end()) return found->second;
  if (begins(base, "_foreach_")) return lists;
  if (begins(base, "special_") && base.find("_polynomial_") != std::string::npos) return order;
  return nullptr;
}

void Named::check_lists() const {
  int64_t wanted = -1;
  for (size_t i = 0; i < stack.size(); ++i) {
    if (!stack[i].isList()) continue;
    auto length = static_cast<int64_t>(stack[i].toListRef().size());
    if (wanted < 0) wanted = length;
    const c10::Argument &argument = schema.arguments()[i];
    const bool tensors = argument.type()->isSubtypeOf(*c10::ListType::ofTensors());
    (tensors ? check_same_length : check_as_many_scalars)(wanted, length, argument.name().c_str());
  }
}

bool makes_sparse(const c10::OperatorName &name) {
  return name.name.rfind("aten::sparse_", 0) == 0 && name.name.size() > 7 &&
         name.name.compare(name.name.size() - 7, 7, "_tensor") == 0;
}

} // namespace ptc
