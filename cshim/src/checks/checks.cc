#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/ops/_validate_sparse_compressed_tensor_args.h>
#include <ATen/ops/_validate_sparse_coo_tensor_args.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/max.h>
#include <ATen/ops/min.h>
#include <ATen/ops/movedim.h>
#include <ATen/SparseTensorImpl.h>
#include <ATen/functorch/BatchedTensorImpl.h>

#include <c10/core/WrapDimMinimal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "checks/checks.h"
#include "memory/memory_of.h"

namespace ptc {
namespace {

template <class... Parts> std::string say(const Parts &...parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}
template <class... Parts> void require(bool holds, const Parts &...parts) {
  if (!holds) fail(PTC_ERROR_RUNTIME, say(parts...));
}

// True if the values can be looked at without waiting for a device; a program that is traced has none.
bool readable(const at::Tensor &t) {
  namespace functional = at::functionalization::impl;
  if (functional::isFunctionalTensor(t)) return readable(functional::unsafeGetFunctionalWrapper(t)->value());
  return !t.unsafeGetTensorImpl()->is_python_dispatch() && t.device().is_cpu() && t.layout() == at::kStrided &&
         !t.is_nested() && t.numel() > 0; // whose sizes may be symbols only where Python is asked
}
// True if no number says how large it is: it is traced.
bool has_symbols(const at::Tensor &t) { return t.unsafeGetTensorImpl()->has_symbolic_sizes_strides(); }
// True if sizes and elements may be asked for at all.
bool plain(const at::Tensor &t) { return t.layout() == at::kStrided && !t.is_nested(); }
// The values themselves: inside of vmap, with the batch in front.
at::Tensor samples(const at::Tensor &t) {
  at::Tensor out = with_values(t.detach());
  while (const auto *batched = at::functorch::maybeGetBatchedImpl(out))
    out = with_values(at::movedim(batched->value(), batched->bdim(), 0));
  return out.resolve_neg();
}
// Calls look(first, count) with the elements, in the order of memory, with `parts` those of complex numbers too; false
// for dtypes and tensors that samples() is for.
template <class Look> bool look_at(const at::Tensor &t, Look look, bool parts = false) {
  if (!has_plain_memory(t)) return false;
  const void *data = t.const_data_ptr();
  const int64_t count = t.numel();
  switch (t.scalar_type()) {
  case at::kFloat: return look(static_cast<const float *>(data), count), true;
  case at::kDouble: return look(static_cast<const double *>(data), count), true;
  case at::kInt: return look(static_cast<const int32_t *>(data), count), true;
  case at::kLong: return look(static_cast<const int64_t *>(data), count), true;
  case at::kComplexFloat: return parts && (look(static_cast<const float *>(data), 2 * count), true);
  case at::kComplexDouble: return parts && (look(static_cast<const double *>(data), 2 * count), true);
  default: return false;
  }
}
int64_t least(const at::Tensor &t) {
  int64_t found = 0;
  const auto look = [&](auto *x, int64_t n) { found = static_cast<int64_t>(*std::min_element(x, x + n)); };
  const bool whole = at::isIntegralType(t.scalar_type(), false);
  return whole && look_at(t, look) ? found : at::min(samples(t)).item<int64_t>();
}
int64_t most(const at::Tensor &t) {
  int64_t found = 0;
  const auto look = [&](auto *x, int64_t n) { found = static_cast<int64_t>(*std::max_element(x, x + n)); };
  const bool whole = at::isIntegralType(t.scalar_type(), false);
  return whole && look_at(t, look) ? found : at::max(samples(t)).item<int64_t>();
}
bool any_above(const at::Tensor &t, double limit) {
  bool found = false;
  const auto look = [&](auto *x, int64_t n) {
    for (int64_t i = 0; i < n; ++i) found |= static_cast<double>(x[i]) > limit;
  };
  return look_at(t, look) ? found : samples(t).to(at::kDouble).gt(limit).any().item<bool>();
}
bool all_finite(const at::Tensor &t) {
  if (at::isIntegralType(t.scalar_type(), true)) return true;
  bool found = true;
  const auto look = [&](auto *x, int64_t n) {
    for (int64_t i = 0; i < n; ++i) found &= x[i] - x[i] == 0; // of an infinity or NaN that is NaN
  };
  return look_at(t, look, true) ? found : at::isfinite(samples(t)).all().item<bool>();
}

} // namespace

// ---- activation, norm ----

void check_bags(const at::Tensor &indices, const at::Tensor &offsets, bool include_last_offset) {
  if (offsets.dim() != 1) return; // which libtorch says
  if (has_symbols(indices) || has_symbols(offsets)) return;
  require(indices.dim() == 1, "indices must have one dimension where offsets are given, got ", indices.sizes());
  require(indices.numel() == 0 || offsets.numel() > include_last_offset, "offsets: ", indices.numel(),
          " indices and no bag to put them in");
  if (!readable(offsets) || !at::isIntegralType(offsets.scalar_type(), false)) return; // libtorch refuses it itself
  at::Tensor values = samples(offsets).to(at::kLong).contiguous(); // libtorch looks at the first and the last alone
  const int64_t *offset = values.const_data_ptr<int64_t>(), count = values.size(-1);
  for (int64_t i = 1; i < values.numel(); ++i)
    require(i % count == 0 || offset[i] >= offset[i - 1], "offsets must not fall, got ", offset[i - 1], " and then ",
            offset[i]);
}
void check_channels(const at::Tensor &input, std::initializer_list<std::pair<const char *, OptTensor>> each) {
  require(input.dim() >= 2, "input must have a dimension of channels, (batch, channels, …), got ", input.sizes());
  for (const auto &[name, given] : each) {
    if (!given || !given->defined()) continue;
    require(given->dim() == 1 && given->size(0) == input.size(1), name, " must have one element for each channel, [",
            input.size(1), "], got ", given->sizes());
  }
}
// The kernel divides by the sizes of sparse dimensions that it adds or repeats.
void check_sparse_broadcast(const at::Tensor &self, at::IntArrayRef size) {
  if (!self.is_sparse() || static_cast<int64_t>(size.size()) < self.dim()) return; // libtorch refuses it itself
  const auto added = static_cast<int64_t>(size.size()) - self.dim();
  for (int64_t i = 0; i < added + self.sparse_dim(); ++i)
    require(size[i] > 0 || (i >= added && size[i] == self.size(i - added)),
            "size must be positive in new or repeated sparse dimensions, got ", size);
}
void check_out(const at::Tensor &out, const at::Tensor &self) {
  if (out.numel() == 0) out.resize_(self.sizes());
  require(out.sizes() == self.sizes(), "out must be of self's sizes, ", self.sizes(), ", or empty, got ", out.sizes());
}
void check_weight_norm(const at::Tensor &v, const at::Tensor &g, int64_t dim) {
  if (dim != 0 && dim != v.dim() - 1) return; // not the fused kernel, which trusts them
  require(!v._is_zerotensor() && !g._is_zerotensor(), "v and g must not be zeros without memory; make a clone first");
  require(v.numel() > 0 && v.dim() > 0, "v must have elements, got ", v.sizes());
  require(g.numel() == v.size(dim), "g must have one element for each of dimension ", dim, " of v, ", v.size(dim),
          ", got ", g.sizes());
}

// ---- conv ----

void check_kernel(const at::Tensor &weight, at::IntArrayRef kernel_size) {
  auto rank = static_cast<int64_t>(kernel_size.size());
  if (weight.dim() != rank + 2) return; // libtorch refuses it itself
  require(weight.sizes().slice(2) == kernel_size, "kernel_size must be the weight's, ", weight.sizes().slice(2),
          ", got ", kernel_size);
}
void check_positive(at::IntArrayRef numbers, const char *name) {
  for (int64_t number : numbers) require(number > 0, name, " must be positive, got ", numbers);
}
void check_not_negative(at::IntArrayRef numbers, const char *name) {
  for (int64_t number : numbers) require(number >= 0, name, " must not be negative, got ", numbers);
}
at::IntArrayRef check_moderate(at::IntArrayRef numbers, const char *name) {
  for (int64_t number : numbers) require(number < 1 << 30, name, " must be less than 2^30, got ", numbers);
  return numbers;
}

at::IntArrayRef check_cropped(const at::Tensor &self, at::IntArrayRef padding) {
  for (int64_t i = 0; 2 * i + 1 < static_cast<int64_t>(padding.size()) && i < self.dim(); ++i) {
    const int64_t size = self.size(self.dim() - 1 - i);
    int64_t left;
    require(!__builtin_add_overflow(size, padding[2 * i], &left) &&
                !__builtin_add_overflow(left, padding[2 * i + 1], &left),
            "padding must fit 64 bits together with the size, got ", padding);
    require(left >= 0, "padding ", padding, " takes more from dimension ", self.dim() - 1 - i, " than its size ", size);
  }
  return padding;
}

void check_statistics(bool training, const OptTensor &running_mean, const OptTensor &running_var) {
  require(training || (running_mean && running_mean->defined()), "running_mean must be defined in evaluation mode");
  require(training || (running_var && running_var->defined()), "running_var must be defined in evaluation mode");
}

// ---- loss ----

void check_targets(const at::Tensor &log_probs, const at::Tensor &targets, at::IntArrayRef lengths) {
  if (!readable(targets) || log_probs.dim() == 0 || targets.dim() == 0 || targets.dim() > 2) return;
  if (at::functorch::isBatchedTensor(targets)) {
    for (const at::Tensor &one : samples(targets).flatten(0, -1 - targets.dim()).unbind())
      check_targets(log_probs, one, lengths);
    return;
  }
  at::Tensor values = samples(targets).to(at::kLong).contiguous();
  int64_t classes = log_probs.size(-1), at = 0, end = values.numel();
  const int64_t *label = values.const_data_ptr<int64_t>();
  for (size_t i = 0; i < lengths.size(); ++i) { // what pads the targets may be anything
    if (targets.dim() == 2)
      at = static_cast<int64_t>(i) * targets.size(1), end = std::min(values.numel(), at + targets.size(1));
    for (int64_t j = 0; j < lengths[i] && at < end; ++j, ++at)
      require(label[at] >= 0 && label[at] < classes, "targets must be within 0 and ", classes - 1,
              ", the classes of log_probs, got ", label[at]);
  }
}
void check_targets(const at::Tensor &log_probs, const at::Tensor &targets, const at::Tensor &lengths) {
  if (!readable(targets) || !readable(lengths) || at::functorch::isBatchedTensor(lengths))
    return; // libtorch refuses it itself
  at::Tensor numbers = samples(lengths).to(at::kLong).contiguous();
  check_targets(log_probs, targets, at::IntArrayRef(numbers.const_data_ptr<int64_t>(), numbers.numel()));
}

// ---- quantized ----

void check_observer(const at::Tensor &self, const at::Tensor &observer_on, const at::Tensor &fake_quant_on,
                    std::initializer_list<std::pair<const char *, OptTensor>> state, int64_t ch_axis, bool per_row,
                    bool resized) {
  require(observer_on.numel() == 1, "observer_on must have one element, got ", observer_on.sizes());
  require(fake_quant_on.numel() == 1, "fake_quant_on must have one element, got ", fake_quant_on.sizes());
  if (resized || (per_row && (ch_axis < -self.dim() || ch_axis >= self.dim()))) return; // libtorch refuses it itself
  int64_t rows = per_row ? self.size(ch_axis) : 1;
  for (const auto &[name, given] : state)
    require(given && given->numel() == rows, name, " must have one element for each row, ", rows, ", got ",
            given ? given->sizes() : at::IntArrayRef());
}

// ---- linalg, reduce, shape ----

void check_finite(const at::Tensor &values, const char *message) {
  if (readable(values)) require(all_finite(values), message);
}
void check_ldl_pivots(const at::Tensor &pivots) {
  if (!readable(pivots) || !at::isIntegralType(pivots.scalar_type(), false)) return; // libtorch refuses it itself
  at::Tensor values = samples(pivots).to(at::kInt).contiguous();
  const int *pivot = values.const_data_ptr<int>();
  int64_t n = pivots.size(-1);
  for (int64_t row = 0; row < values.numel(); row += n)
    for (int64_t i = row; i < row + n; ++i) {
      if (pivot[i] >= 0) continue;
      ++i; // a block of two rows
      require(i < row + n && pivot[i] == pivot[i - 1],
              "pivots: negative ones come in equal pairs. Did you properly pass the result of ldl_factor?");
    }
}
at::Tensor apart(const at::Tensor &self) { return crowded(self) ? self.contiguous() : self; }
void check_separate(const at::Tensor &out, const at::Tensor &self) {
  if (!out.has_storage() || !self.has_storage()) return;
  require(!out.is_alias_of(self), "unsupported operation: some elements of the input tensor and the written-to tensor "
                                  "refer to a single memory location. Please clone() the tensor before performing the "
                                  "operation.");
}
void check_reach(at::IntArrayRef size, at::IntArrayRef stride, int64_t offset) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max() / 16; // bytes of the widest element
  int64_t last = offset, step = 0;
  bool far = false;
  for (int64_t one : size) require(one >= 0, "size must not be negative, got ", size);
  for (size_t i = 0; i < std::min(size.size(), stride.size()); ++i)
    far = far || __builtin_mul_overflow(size[i] - 1, stride[i], &step) || __builtin_add_overflow(last, step, &last) ||
          last >= most || last <= -most;
  bool empty = std::find(size.begin(), size.end(), 0) != size.end();
  require(empty || !far, "the strides ", stride, " reach beyond any memory for the sizes ", size);
}
void check_dimensions(const at::Tensor &self, at::IntArrayRef dims) {
  for (int64_t dim : dims)
    require(dim >= 0 && dim < self.dim(), "dim must be within 0 and ", self.dim() - 1, ", got ", dim);
}
void check_zeros_like(const at::Tensor &self, const at::TensorOptions &want) {
  check_zeros(want.has_layout() ? want.layout() : self.layout(),
              want.has_dtype() ? c10::typeMetaToScalarType(want.dtype()) : self.scalar_type());
}
void check_zeros(at::Layout layout, at::ScalarType dtype) {
  require(layout != at::kMkldnn || dtype == at::kFloat, "zeros of MKL-DNN's layout must be float32, got ", dtype);
}
at::IntArrayRef check_expanded(const at::Tensor &self, at::IntArrayRef size) {
  const int64_t fresh = static_cast<int64_t>(size.size()) - self.dim();
  for (int64_t i = 0; i < static_cast<int64_t>(size.size()); ++i)
    require(size[i] >= (i < fresh ? 0 : -1), "size must not be negative, but for -1 where self has a dimension, got ",
            size);
  return size;
}
at::Scalar check_step(const at::Tensor &out, const at::Scalar &step) {
  // libtorch cuts the step to a whole number, and then divides by it.
  require(!at::isIntegralType(out.scalar_type(), true) || step.isComplex() || std::abs(step.toDouble()) >= 1,
          "step must be nonzero");
  return step;
}
at::Scalar check_step(std::optional<at::ScalarType> dtype, const at::Scalar &step) {
  require(!dtype || !c10::isIntegralType(*dtype, true) || step.isComplex() ||
              (std::abs(step.toDouble()) >= 1 && std::abs(step.toDouble()) < 0x1p63),
          "step must be at least 1 in ", dtype ? c10::toString(*dtype) : "", ", got ", step);
  return step;
}
const at::Tensor &filled(const at::Tensor &self) {
  require(self.numel() > 0, "self must have elements: MKL-DNN's layout has no empty tensors");
  return self;
}
const at::Tensor &copied(const at::Tensor &self) {
  require(self.layout() == at::kStrided || self.layout() == at::kSparse, "the tensor must be strided, got ",
          self.layout());
  return self;
}

void check_copied(const Tensors &self) {
  for (const at::Tensor &one : self) copied(one);
}

const at::Tensor &check_order(const at::Tensor &n) {
  if (readable(n) && !n.is_complex()) require(!any_above(n, most_order), "n must be at most 65536");
  return n;
}
at::Scalar check_order(const at::Scalar &n) {
  require(n.isComplex() || !(n.toDouble() > most_order), "n must be at most 65536");
  return n;
}
void check_power(int64_t n) { require(n > INT64_MIN, "n must be more than -2^63"); }
at::Tensor pdist_of(const at::Tensor &self, double p, at::Tensor (*pdist)(const at::Tensor &, double)) {
  require(self.dim() == 2, "pdist only supports 2D tensors, got: ", self.dim(), "D");
  if (!self.requires_grad() || has_symbols(self) || self.numel()) return pdist(self, p);
  at::Tensor found = pdist(self.detach(), p);
  return found.add(self.sum()); // of nothing
}

void check_pivots(const at::Tensor &matrix, const at::Tensor &pivots) {
  require(matrix.dim() >= 2, "LU_data must be a matrix or a batch of them, got ", matrix.sizes());
  auto wanted = matrix.sizes().slice(0, matrix.dim() - 1).vec();
  wanted.back() = std::min(matrix.size(-2), matrix.size(-1));
  require(pivots.sizes() == at::IntArrayRef(wanted), "LU_pivots must be ", at::IntArrayRef(wanted), " for LU_data of ",
          matrix.sizes(), ", got ", pivots.sizes());
}
void check_segments(const at::Tensor &data, const OptTensor &lengths, const OptTensor &offsets, int64_t axis,
                    bool unsafe) {
  if (axis < -data.dim() || axis >= data.dim()) return; // libtorch refuses it itself
  int64_t size = data.size(axis);
  if (offsets && readable(*offsets))
    require(least(*offsets) >= 0 && most(*offsets) <= size, "offsets must be within 0 and ", size,
            ", the size of data along axis ", axis);
  if (unsafe && lengths && readable(*lengths))
    require(least(*lengths) >= 0 && most(*lengths) <= size && most(samples(*lengths).sum(-1)) <= size,
            "lengths must not be negative, nor sum up to more than ", size, ", the size of data along axis ", axis);
}
void check_repeats(const at::Tensor &repeats) {
  if (readable(repeats)) require(least(repeats) >= 0, "repeats can not be negative");
}

// ---- rnn ----

int64_t lstm_batch(const at::Tensor &input, bool batch_first) {
  require(input.dim() == 3, "input must have 3 dimensions, got ", input.sizes());
  return input.size(batch_first ? 0 : 1);
}
int64_t packed_batch(const at::Tensor &batch_sizes) {
  require(batch_sizes.dim() == 1 && batch_sizes.numel() > 0 && batch_sizes.device().is_cpu(),
          "batch_sizes must be a list of numbers on the CPU, got ", batch_sizes.sizes(), " on ", batch_sizes.device());
  return batch_sizes[0].item<int64_t>();
}
void check_packed(const at::Tensor &data, const at::Tensor &batch_sizes) {
  if (!readable(batch_sizes) || batch_sizes.dim() != 1 || batch_sizes.scalar_type() != at::kLong || data.dim() == 0)
    return; // libtorch refuses it itself
  at::Tensor sizes = samples(batch_sizes).contiguous();
  const int64_t *size = sizes.const_data_ptr<int64_t>();
  int64_t rows = 0;
  for (int64_t i = 0; i < sizes.numel(); rows += size[i++])
    require(size[i] > 0 && (i == 0 || size[i] <= size[i - 1]), "batch_sizes must be positive and not grow, got ",
            size[i], " at ", i);
  require(rows == data.size(0), "batch_sizes must sum up to the rows of data, ", data.size(0), ", got ", rows);
}
void check_pair(const Tensors &hx) { require(hx.size() == 2, "hx must be two tensors, (h_0, c_0), got ", hx.size()); }

void check_lstm(const at::Tensor &input, int64_t batch, const Tensors &hx, const Tensors &params, bool has_biases,
                int64_t num_layers, bool bidirectional) {
  int64_t rows = num_layers * (bidirectional ? 2 : 1);
  require(hx.size() == 2 && hx[0].dim() == 3 && hx[1].dim() == 3, "hx must be (h_0, c_0), each of 3 dimensions");
  for (const at::Tensor &state : hx)
    require(state.size(0) == rows && state.size(1) == batch, "hx must be of ", rows, " layers and directions by ",
            batch, " sequences, got ", state.sizes());
  int64_t hidden = hx[1].size(2), projected = hx[0].size(2), kinds = (has_biases ? 4 : 2) + (projected != hidden);
  require(num_layers > 0 && static_cast<int64_t>(params.size()) == rows * kinds, "params must be ", kinds,
          " tensors for each of ", rows, " layers and directions, got ", params.size());
  for (int64_t row = 0; row < rows; ++row) {
    const at::Tensor *each = &params[row * kinds];
    int64_t first = row < (bidirectional ? 2 : 1) ? input.size(-1) : projected * (bidirectional ? 2 : 1);
    require(each[0].sizes() == at::IntArrayRef({4 * hidden, first}), "params: the input's weight of row ", row,
            " must be [", 4 * hidden, ", ", first, "], got ", each[0].sizes());
    require(each[1].sizes() == at::IntArrayRef({4 * hidden, projected}), "params: the state's weight of row ", row,
            " must be [", 4 * hidden, ", ", projected, "], got ", each[1].sizes());
    for (int64_t bias = 2; has_biases && bias < 4; ++bias)
      require(each[bias].sizes() == at::IntArrayRef({4 * hidden}), "params: the biases of row ", row, " must be [",
              4 * hidden, "], got ", each[bias].sizes());
    if (projected != hidden)
      require(each[kinds - 1].sizes() == at::IntArrayRef({projected, hidden}), "params: the projection of row ", row,
              " must be [", projected, ", ", hidden, "], got ", each[kinds - 1].sizes());
  }
}

// ---- attention ----

// libtorch divides by a number of heads before it looks at it.
int64_t check_heads(int64_t heads, const char *name) {
  if (heads < 1)
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': at least 1 is needed, got " + std::to_string(heads));
  return heads;
}

// libtorch reads a bias as if it were of the input's dtype.
const at::Tensor &like_input(const at::Tensor &input, const at::Tensor &bias, const char *name) {
  if (bias.scalar_type() != input.scalar_type())
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': the dtype of the input is needed, " +
                              c10::toString(input.scalar_type()) + ", got " + c10::toString(bias.scalar_type()));
  return bias;
}

const at::Tensor &with_absolute(const at::Tensor &self, const char *name) {
  const auto dtype = self.scalar_type();
  if ((dtype == at::kLong || dtype == at::kInt) && readable(self) && !self._is_zerotensor()) {
    const int64_t low = dtype == at::kLong ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int32_t>::min();
    require(least(self) != low, name, " must not have the least number of its dtype, which has no absolute value");
  }
  return self;
}
int64_t check_start(int64_t from) {
  require(from < std::numeric_limits<int64_t>::max(), "from must be less than the largest int");
  return from;
}
void check_scale(const at::Tensor &self, at::IntArrayRef size, std::optional<double> h, std::optional<double> w) {
  if (self.dim() != 4 || size.size() != 2) return; // libtorch refuses it itself
  const std::optional<double> scales[] = {h, w};
  for (int i = 0; i < 2; ++i) {
    if (!scales[i] || *scales[i] == 0) continue;
    const double wanted = static_cast<double>(self.size(2 + i)) * *scales[i];
    // Beyond what the scale leads to, the kernel would read behind the last element.
    const double less = wanted - static_cast<double>(size[i]);
    require(less > -0.25, "scales must lead to output_size: ", self.size(2 + i), " times ", *scales[i], " is not ",
            size[i]);
  }
}
void check_bins(int64_t numel, int64_t n_bins, double ratio, int64_t bit_width) {
  require(ratio >= 0 && ratio <= 1, "ratio must be between 0 and 1, got ", ratio);
  require(numel >= 1, "numel must be at least 1, got ", numel);
  require(n_bins >= 1 && n_bins <= 1 << 20, "n_bins must be between 1 and ", 1 << 20, ", got ", n_bins);
  require(bit_width >= 1 && bit_width <= 31, "bit_width must be between 1 and 31, got ", bit_width);
}

const at::Tensor &not_quantized(const at::Tensor &self, const char *name) {
  require(!self.is_quantized(), name, " must not be quantized: a view of it would have no scale");
  return self;
}

// ---- nested, sparse ----

const at::Tensor &not_nested(const at::Tensor &self, const char *name) {
  require(!self.is_nested(), name, " must not be a nested tensor");
  return self;
}
int64_t nested_dim(const at::Tensor &self, int64_t dim) {
  return self.is_nested() ? c10::maybe_wrap_dim(dim, self.dim()) : dim;
}
void check_chunked(const at::Tensor &self) {
  require(!self.is_nested() || self.dim() > 1, "self must have components with dimensions");
}

// True if x holds numbers as libtorch reads them: without looking.
static bool fits(const at::Tensor &x, int64_t dim) {
  return x.dim() == dim && x.scalar_type() == at::kLong && x.is_cpu() && x.layout() == at::kStrided &&
         x.is_contiguous() && (!x.numel() || x.const_data_ptr());
}

const at::Tensor &check_nested_sizes(const at::Tensor &sizes) {
  if (!fits(sizes, 2) || !sizes.size(0))
    fail(PTC_ERROR_VALUE, "argument 'nested_size' must be (n, dim) of int64 on the CPU, n at least 1");
  return sizes;
}

// libtorch takes any sizes, strides and offsets, and would read past the buffer with some.
const at::Tensor &check_nested_views(const at::Tensor &buffer, const at::Tensor &sizes, const at::Tensor &strides,
                                     const at::Tensor &offsets) {
  if (!fits(sizes, 2) || !fits(strides, 2) || !fits(offsets, 1) || sizes.sizes() != strides.sizes() ||
      sizes.size(0) != offsets.size(0))
    fail(PTC_ERROR_VALUE, "nested_size and nested_strides must be (n, dim) and offsets (n), of int64 on the CPU");
  const int64_t *size = sizes.const_data_ptr<int64_t>(), *stride = strides.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < sizes.size(0); ++i) {
    int64_t last = offsets.const_data_ptr<int64_t>()[i];
    bool empty = false, negative = last < 0, large = false;
    for (int64_t j = 0; j < sizes.size(1); ++j, ++size, ++stride) {
      int64_t steps = 0;
      negative |= *size < 0 || *stride < 0;
      empty |= *size == 0;
      large |= __builtin_mul_overflow(*size - 1, *stride, &steps) || __builtin_add_overflow(last, steps, &last);
    }
    if (negative || (!empty && (large || last >= buffer.numel())))
      fail(PTC_ERROR_VALUE, "component " + std::to_string(i) + " lies outside of the buffer of " +
                                std::to_string(buffer.numel()) + " elements");
  }
  return buffer;
}
// libtorch writes where the row starts of a CSR tensor say.
const at::Tensor &check_starts(const at::Tensor &crow, const at::Tensor &col) {
  auto ok = [&] {
    if (!plain(crow) || !plain(col)) return false;
    if (crow.dim() < 1 || crow.dim() != col.dim() || crow.size(-1) < 1 || c10::isFloatingType(crow.scalar_type()))
      return false;
    auto first = crow.select(-1, 0), last = crow.select(-1, crow.size(-1) - 1);
    return first.eq(0).all().item<bool>() && last.eq(col.size(-1)).all().item<bool>() &&
           crow.diff().ge(0).all().item<bool>();
  };
  if (crow.is_meta() || ok()) return crow;
  fail(PTC_ERROR_VALUE, "argument 'crow_indices' must rise from 0 to the number of 'col_indices'");
}

// True if the indices of a COO tensor are seen to lie within its size, and none of them has to be in an order.
static bool is_within(const at::Tensor &made) {
  const auto *impl = dynamic_cast<const at::SparseTensorImpl *>(made.unsafeGetTensorImpl());
  if (!impl || impl->coalesced()) return false;
  const at::Tensor indices = impl->indices();
  const auto sizes = impl->sizes();
  const int64_t rows = indices.size(0), count = indices.size(1);
  bool within = rows <= static_cast<int64_t>(sizes.size()) && indices.is_contiguous();
  const auto look = [&](auto *x, int64_t) {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t i = 0; i < count; ++i) within &= x[row * count + i] >= 0 && x[row * count + i] < sizes[row];
  };
  return within && look_at(indices, look) && within;
}
// A new tensor whose indices are within its size and in their order: what
// libtorch calls invariants, does not look at, and relies on.
at::Tensor valid(at::Tensor made) {
  if (made.is_meta() || is_within(made)) return made;
  at::Tensor x = made.detach();
  at::Layout layout = x.layout();
  if (layout == at::kSparse)
    at::_validate_sparse_coo_tensor_args(x._indices(), x._values(), x.sizes(), x.is_coalesced());
  else if (layout == at::kSparseCsr || layout == at::kSparseBsr)
    at::_validate_sparse_compressed_tensor_args(x.crow_indices(), x.col_indices(), x.values(), x.sizes(), layout);
  else at::_validate_sparse_compressed_tensor_args(x.ccol_indices(), x.row_indices(), x.values(), x.sizes(), layout);
  return made;
}

// ---- random ----

// libtorch reads and writes a Sobol engine's numbers without looking at their sizes.
static constexpr int64_t sobol_dimensions = 21201;
const at::Tensor &check_sobol(const at::Tensor &x, const char *name, at::IntArrayRef size) {
  if (size[0] < 1 || size[0] > sobol_dimensions) fail(PTC_ERROR_VALUE, "argument 'dimension' must be 1 to 21201");
  if (x.sizes() != size || x.scalar_type() != at::kLong || !x.is_cpu() || x.layout() != at::kStrided ||
      !x.is_contiguous()) {
    std::ostringstream text;
    text << "argument '" << name << "' must be " << size << " of int64 on the CPU, contiguous";
    fail(PTC_ERROR_VALUE, text.str());
  }
  return x;
}
int64_t check_sobol_points(int64_t n, int64_t num_generated) {
  constexpr int64_t all = int64_t(1) << sobol_bits;
  if (n < 0 || num_generated < 0 || n > all || num_generated > all - n)
    fail(PTC_ERROR_VALUE, "arguments 'n' and 'num_generated' must be 0 or more, 2**30 together at the most");
  return n;
}

// ---- lists ----

Tensors contiguous(Tensors list) {
  for (at::Tensor &one : list) one = one.contiguous();
  return list;
}
void check_contiguous(const Tensors &list) {
  for (const at::Tensor &one : list) require(!plain(one) || one.is_contiguous(), "tensors must be contiguous");
}
void check_joined(const at::Tensor &out, const Tensors &tensors) {
  require(!out.is_quantized() || !tensors.empty(), "expected a non-empty list of Tensors");
}
void check_not_empty(const Tensors &list, const char *name) {
  require(!list.empty(), name, " must have at least one tensor");
}
void check_same_length(int64_t wanted, int64_t length, const char *name) {
  require(wanted == length, "Tensor lists must have the same number of tensors, got ", wanted, " and ", length, " in ",
          name);
}
void check_as_many_scalars(int64_t wanted, int64_t length, const char *name) {
  TORCH_CHECK(wanted == length, "Tensor list must have same number of elements as scalar list. ", name, " has ", length,
              ", the list ", wanted);
}

} // namespace ptc
