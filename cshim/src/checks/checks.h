// Checks of what libtorch reads or writes without looking, and would crash on.  Each
// check raises what is wrong before the operator runs and changes anything;
// what libtorch refuses by itself is left to it.
#pragma once

#include "core/glue.h"

namespace ptc {

using Tensors = std::vector<at::Tensor>;
using OptTensor = std::optional<at::Tensor>;

// ---- activation, norm ----
void check_bags(const at::Tensor &indices, const at::Tensor &offsets, bool include_last_offset);
void check_out(const at::Tensor &out, const at::Tensor &self); // resizes an empty one
void check_channels(const at::Tensor &input, std::initializer_list<std::pair<const char *, OptTensor>> each);
void check_weight_norm(const at::Tensor &v, const at::Tensor &g, int64_t dim);

void check_statistics(bool training, const OptTensor &running_mean, const OptTensor &running_var);

// ---- loss: labels within the classes ----
void check_targets(const at::Tensor &log_probs, const at::Tensor &targets, at::IntArrayRef lengths);
void check_targets(const at::Tensor &log_probs, const at::Tensor &targets, const at::Tensor &lengths);

// ---- conv, pool: kernels as their weight has them, numbers whose products fit 64 bits ----
void check_kernel(const at::Tensor &weight, at::IntArrayRef kernel_size);
void check_positive(at::IntArrayRef numbers, const char *name);
void check_sparse_broadcast(const at::Tensor &self, at::IntArrayRef size);
void check_not_negative(at::IntArrayRef numbers, const char *name);
at::IntArrayRef check_moderate(at::IntArrayRef numbers, const char *name);
// An empty tensor may be cropped below nothing.
at::IntArrayRef check_cropped(const at::Tensor &self, at::IntArrayRef padding);

// ---- quantized ----
void check_observer(const at::Tensor &self, const at::Tensor &observer_on, const at::Tensor &fake_quant_on,
                    std::initializer_list<std::pair<const char *, OptTensor>> state, int64_t ch_axis, bool per_row,
                    bool resized); // `resized`: libtorch makes the state anew

void check_bins(int64_t numel, int64_t n_bins, double ratio,
                int64_t bit_width); // of a histogram that is searched bin by bin

// ---- linalg, reduce, shape ----
void check_finite(const at::Tensor &values, const char *message);
void check_ldl_pivots(const at::Tensor &pivots);
void check_power(int64_t n);
at::Tensor apart(const at::Tensor &self); // where elements share memory, a copy of its own
at::IntArrayRef check_expanded(const at::Tensor &self, at::IntArrayRef size);
void check_separate(const at::Tensor &out, const at::Tensor &self); // for kernels that read self after out was resized
void check_reach(at::IntArrayRef size, at::IntArrayRef stride, int64_t offset); // libtorch's sum may overflow
void check_dimensions(const at::Tensor &self, at::IntArrayRef dims);
void check_zeros_like(const at::Tensor &self, const at::TensorOptions &want);
void check_zeros(at::Layout layout, at::ScalarType dtype); // MKL-DNN's are written as float32, whatever they are
at::Scalar check_step(const at::Tensor &out, const at::Scalar &step);
at::Scalar check_step(std::optional<at::ScalarType> dtype, const at::Scalar &step);
const at::Tensor &with_absolute(const at::Tensor &self, const char *name); // the least int has none
int64_t check_start(int64_t from);                                         // of random ints: one more must be a number
void check_scale(const at::Tensor &self, at::IntArrayRef size, std::optional<double> h, std::optional<double> w);
const at::Tensor &filled(const at::Tensor &self);
void check_joined(const at::Tensor &out, const Tensors &tensors); // libtorch looks at the first for a quantized out
const at::Tensor &copied(const at::Tensor &self);                 // by kernels that know no other layout
void check_copied(const Tensors &self);
Tensors contiguous(Tensors list);
void check_contiguous(const Tensors &list);

// ---- special: libtorch counts up to the order ----
constexpr double most_order = 65536;
const at::Tensor &check_order(const at::Tensor &n);
at::Scalar check_order(const at::Scalar &n);
at::Tensor pdist_of(const at::Tensor &self, double p,
                    at::Tensor (*pdist)(const at::Tensor &, double)); // whose gradient knows no empty input
void check_pivots(const at::Tensor &matrix, const at::Tensor &pivots);
void check_segments(const at::Tensor &data, const OptTensor &lengths, const OptTensor &offsets, int64_t axis,
                    bool unsafe);
void check_repeats(const at::Tensor &repeats);

// ---- rnn ----
int64_t lstm_batch(const at::Tensor &input, bool batch_first);
void check_packed(const at::Tensor &data, const at::Tensor &batch_sizes);
int64_t packed_batch(const at::Tensor &batch_sizes);
void check_pair(const Tensors &hx);
void check_lstm(const at::Tensor &input, int64_t batch, const Tensors &hx, const Tensors &params, bool has_biases,
                int64_t num_layers, bool bidirectional);

// ---- attention ----
int64_t check_heads(int64_t heads, const char *name);
const at::Tensor &like_input(const at::Tensor &input, const at::Tensor &bias, const char *name);

// libtorch gives a view with another dtype or a negative bit no quantizer, and every later operator believes in one.
const at::Tensor &not_quantized(const at::Tensor &self, const char *name);

// ---- nested, sparse ----
const at::Tensor &not_nested(const at::Tensor &self, const char *name);
int64_t nested_dim(const at::Tensor &self, int64_t dim); // not negative for a nested tensor
void check_chunked(const at::Tensor &self);
const at::Tensor &check_nested_sizes(const at::Tensor &sizes);
const at::Tensor &check_nested_views(const at::Tensor &buffer, const at::Tensor &sizes, const at::Tensor &strides,
                                     const at::Tensor &offsets);
const at::Tensor &check_starts(const at::Tensor &crow, const at::Tensor &col);
at::Tensor valid(at::Tensor made); // a new sparse tensor, once it is there

// ---- random ----
constexpr int64_t sobol_bits = 30;
const at::Tensor &check_sobol(const at::Tensor &x, const char *name, at::IntArrayRef size);
int64_t check_sobol_points(int64_t n, int64_t num_generated);

// ---- lists ----
void check_not_empty(const Tensors &list, const char *name);
void check_same_length(int64_t wanted, int64_t length, const char *name);
// Fails for a list of numbers that is not as long as the tensors beside it, in libtorch's words.
void check_as_many_scalars(int64_t wanted, int64_t length, const char *name);

} // namespace ptc
