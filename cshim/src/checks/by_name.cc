// The checks of calls by name, from the arguments on libtorch's stack: those of the typed functions, out of typed.inc,
// and those of operators that have no typed function.
#include "checks/by_name.h"

#include <ATen/ops/_pdist_forward.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/pdist.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "checks/agree.h"
#include "checks/checks.h"
#include "checks/sizes.h"
#include "checks/steps.h"
#include "memory/memory_of.h"

namespace ptc {
namespace {

using Find = const Named &;

// ---- the checks of the typed functions ----

// A check for operators, "name.overload" each, and the arguments that it reads, "name:type" each.
struct Typed {
  const char *operators, *reads;
  CheckByName check;
};

// Where a typed function gives libtorch something else than its argument, a call by name refuses the argument.
namespace refusing {
void apart(const at::Tensor &self) {
  if (crowded(self)) fail(PTC_ERROR_RUNTIME, "self must not have elements that share memory; make a copy first");
}
void contiguous(const Tensors &list) { check_contiguous(list); }
void nested_dim(const at::Tensor &self, int64_t dim) {
  if (dim < 0) not_nested(self, "self");
}
template <class Function> void pdist_of(const at::Tensor &self, double, Function) {
  if (self.dim() != 2) fail(PTC_ERROR_RUNTIME, "self must be a matrix");
  if (!self.numel() && self.requires_grad())
    fail(PTC_ERROR_RUNTIME, "self must have elements where its gradient is wanted");
}

const Typed typed[] = {
#include "checks/typed.inc"
};
} // namespace refusing

std::vector<std::string> words(const char *text) {
  std::istringstream from(text);
  return {std::istream_iterator<std::string>(from), {}};
}

// Rows of `typed`, by the full name of an operator, and by its name alone.
const std::unordered_map<std::string, std::vector<const Typed *>> &typed_checks() {
  static const auto found = [] {
    std::unordered_map<std::string, std::vector<const Typed *>> rows;
    for (const Typed &row : refusing::typed)
      for (const std::string &name : words(row.operators)) {
        rows[name].push_back(&row);
        rows[name.substr(0, name.find('.'))].push_back(&row);
      }
    return rows;
  }();
  return found;
}

bool reads_from(const Typed &row, const c10::FunctionSchema &schema) {
  const auto reads = words(row.reads);
  return std::all_of(reads.begin(), reads.end(), [&](const std::string &one) {
    const size_t colon = one.find(':');
    const auto at = schema.argumentIndexWithName(one.substr(0, colon));
    return at && schema.arguments()[*at].type()->str() == one.substr(colon + 1);
  });
}

// The check of an operator's typed function. One without a function has the check of a relative that reads what it has
// too: another overload, or the operator in place.
const Typed *typed_check(const std::string &base, const c10::FunctionSchema &schema) {
  const auto &rows = typed_checks();
  const std::string full = base + "." + schema.overload_name();
  if (const auto found = rows.find(full); found != rows.end()) return found->second.front();
  if (has_function(full)) return nullptr;
  static const std::unordered_map<std::string, std::string> others = {
      {"_ctc_loss", "ctc_loss"},
      {"_embedding_bag_forward_only", "_embedding_bag"},
      {"_grid_sampler_2d_cpu_fallback", "grid_sampler_2d"},
  };
  const auto other = others.find(base);
  const std::string in_place = base.back() == '_' ? base.substr(0, base.size() - 1) : base + "_";
  for (const std::string &name : {other == others.end() ? base : other->second, in_place})
    if (const auto found = rows.find(name); found != rows.end())
      for (const Typed *row : found->second)
        if (reads_from(*row, schema)) return row;
  return nullptr;
}

// ---- the checks of operators without a typed function ----

void softmax_backward(Find a) {
  at::Tensor grad = a.tensor("grad_output"), output = a.tensor("output");
  not_nested(grad, "grad_output");
  not_nested(output, "output");
  if (grad.sizes() != output.sizes()) fail(PTC_ERROR_RUNTIME, "grad_output must be of output's sizes");
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
void lists(Find a) { a.check_lists(); }
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
void rows(Find a) {
  at::Tensor rows = a.tensor("self");
  if (!rows.numel() || !at::isIntegralType(rows.scalar_type(), false)) return;
  auto [least, most] = at::aminmax(rows);
  if (least.item().toLong() < 0 || most.item().toLong() >= a.integer("size"))
    fail(PTC_ERROR_INDEX, "self must be rows within 0 and size - 1");
}
// The kernels of batch_norm, which itself checks more: `trained` where they use the batch's own statistics.
void normalized(Find a, bool trained) {
  const auto of = [&](const char *name) { return a.has(name) ? a.optional(name) : std::nullopt; };
  check_statistics(trained, of("running_mean"), of("running_var"));
  check_channels(a.tensor("input"), {{"weight", of("weight")},
                                     {"bias", of("bias")},
                                     {"running_mean", of("running_mean")},
                                     {"running_var", of("running_var")}});
}
void normalized_if_trained(Find a) { normalized(a, a.flag("training")); }
void normalized_trained(Find a) { normalized(a, true); }
void normalized_evaluated(Find a) { normalized(a, false); }
void dimensions(Find a) { check_dimensions(a.tensor("self"), a.numbers("dim")); }

// All overloads of an operator.
const std::unordered_map<std::string, CheckByName> &untyped() {
  static const std::unordered_map<std::string, CheckByName> found = {
      {"_scaled_dot_product_flash_attention_for_cpu", attended},
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
      {"_fft_c2c", dimensions},
      {"_fft_r2c", dimensions},
      {"_fft_c2r", dimensions},
      {"_remove_batch_dim", [](Find a) { check_dimensions(a.tensor("self").unsqueeze(0), {a.integer("out_dim")}); }},
      {"_chunk_cat", chunks},
      {"_reshape_alias", alias},
      {"_reshape_alias_copy", alias},
      {"_lazy_clone", [](Find a) { check_not_lent(a.tensor("self")); }},
      {"_softmax_backward_data", softmax_backward},
      {"_log_softmax_backward_data", softmax_backward},
      {"_neg_view", [](Find a) { not_quantized(a.tensor("self"), "self"); }},
      {"_convert_indices_from_coo_to_csr", rows},
      {"_native_batch_norm_legit", normalized_if_trained},
      {"_native_batch_norm_legit_functional", normalized_if_trained},
      {"_native_batch_norm_legit_no_training", normalized_evaluated},
      {"_batch_norm_with_update", normalized_trained},
      {"_batch_norm_with_update_functional", normalized_trained},
      {"_batch_norm_no_update", normalized_evaluated},
  };
  return found;
}

} // namespace

// Derivatives and helpers without a function or a check here: what libtorch computes for them is right, and anything
// else may end the process. Those without "_backward" in their names were found by tests/fuzz.
bool believes(const c10::FunctionSchema &schema) {
  const auto &name = schema.operator_name();
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
  if (!checks_of(schema).empty() || name.name.rfind("mkldnn::_is_", 0) == 0)
    return false; // they ask what oneDNN can do
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view part) { return name.name.find(part) != std::string::npos; });
}

std::vector<CheckByName> checks_of(const c10::FunctionSchema &schema) {
  const std::string &name = schema.name();
  if (name.rfind("aten::", 0) != 0) return {};
  const std::string base = name.substr(6);
  std::vector<CheckByName> found;
  if (base.rfind("_foreach_", 0) == 0) found.push_back(lists);
  if (const Typed *row = typed_check(base, schema)) found.push_back(row->check);
  if (const auto one = untyped().find(base); one != untyped().end()) found.push_back(one->second);
  return found;
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
