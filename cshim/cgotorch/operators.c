/* Operators, networks and initializers. */
#include "glue.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define T(tensor) ((ptc_tensor)(tensor))
#define OUT(result) ((ptc_tensor *)(result))

static const char *value_error(const char *message) { return ptc_error_new(PTC_ERROR_VALUE, message); }

static ptc_scalar real(double number) {
  ptc_scalar s = {PTC_SCALAR_FLOAT, 0, 0, 0};
  s.re = number;
  return s;
}

/* A whole number counts as an integer, so that integer tensors take it. */
static ptc_scalar factor(double number) {
  ptc_scalar s = real(number);
  if (number == floor(number) && fabs(number) < 1e15) s.kind = PTC_SCALAR_INT, s.i = (int64_t)number;
  return s;
}

/* Result of an operator in place: another handle to the tensor that it changed. */
static const char *same(const char *error, Tensor a, Tensor *result) {
  return error ? error : ptc_tensor_share(T(a), OUT(result));
}

/* ---- operators ---- */

const char *Add(Tensor a, Tensor other, float alpha, Tensor *result) {
  return ptc_add_Tensor(T(a), T(other), factor((double)alpha), OUT(result));
}
const char *Add_(Tensor a, Tensor other, float alpha, Tensor *result) {
  return same(ptc_add__Tensor(T(a), T(other), factor((double)alpha)), a, result);
}
const char *Sub(Tensor a, Tensor other, float alpha, Tensor *result) {
  return ptc_sub_Tensor(T(a), T(other), factor((double)alpha), OUT(result));
}
const char *Sub_(Tensor a, Tensor other, float alpha, Tensor *result) {
  return same(ptc_sub__Tensor(T(a), T(other), factor((double)alpha)), a, result);
}
const char *Mul(Tensor a, Tensor other, Tensor *result) { return ptc_mul_Tensor(T(a), T(other), OUT(result)); }
const char *Mul_(Tensor a, Tensor other, Tensor *result) { return same(ptc_mul__Tensor(T(a), T(other)), a, result); }
const char *Div(Tensor a, Tensor other, Tensor *result) { return ptc_div_Tensor(T(a), T(other), OUT(result)); }
const char *Div_(Tensor a, Tensor other, Tensor *result) { return same(ptc_div__Tensor(T(a), T(other)), a, result); }
const char *MM(Tensor a, Tensor b, Tensor *result) { return ptc_mm(T(a), T(b), OUT(result)); }
const char *Eq(Tensor a, Tensor other, Tensor *result) { return ptc_eq_Tensor(T(a), T(other), OUT(result)); }
const char *ExpandAs(Tensor a, Tensor other, Tensor *result) { return ptc_expand_as(T(a), T(other), OUT(result)); }

static const char *answer(const char *error, bool yes, int64_t *result) {
  if (result) *result = yes;
  return error;
}

const char *Equal(Tensor a, Tensor b, int64_t *result) {
  bool yes = false;
  const char *error = ptc_equal(T(a), T(b), &yes);
  return answer(error, yes, result);
}
const char *AllClose(Tensor a, Tensor b, int64_t *result) {
  bool yes = false;
  const char *error = ptc_allclose(T(a), T(b), 1e-5, 1e-8, false, &yes);
  return answer(error, yes, result);
}

const char *Sum(Tensor a, Tensor *result) { return ptc_sum(T(a), PTC_UNSET, OUT(result)); }
const char *SumByDim(Tensor a, int64_t dim, int8_t keepDim, Tensor *result) {
  return ptc_sum_dim_IntList(T(a), &dim, 1, keepDim != 0, PTC_UNSET, OUT(result));
}
const char *Mean(Tensor a, Tensor *result) { return ptc_mean(T(a), PTC_UNSET, OUT(result)); }
const char *Argmin(Tensor a, int64_t *dim, int8_t keepdim, Tensor *result) {
  return ptc_argmin(T(a), dim, dim && keepdim, OUT(result));
}
const char *Argmax(Tensor a, int64_t *dim, int8_t keepdim, Tensor *result) {
  return ptc_argmax(T(a), dim, dim && keepdim, OUT(result));
}
const char *TopK(Tensor a, int64_t k, int64_t dim, int8_t largest, int8_t sorted, Tensor *values, Tensor *indices) {
  return ptc_topk(T(a), k, dim, largest != 0, sorted != 0, OUT(values), OUT(indices));
}

const char *Relu(Tensor a, Tensor *result) { return ptc_relu(T(a), OUT(result)); }
const char *LeakyRelu(Tensor a, double negative_slope, Tensor *result) {
  return ptc_leaky_relu(T(a), real(negative_slope), OUT(result));
}
const char *Tanh(Tensor a, Tensor *result) { return ptc_tanh(T(a), OUT(result)); }
const char *Sigmoid(Tensor a, Tensor *result) { return ptc_sigmoid(T(a), OUT(result)); }
const char *LogSoftmax(Tensor a, int64_t dim, Tensor *result) {
  return ptc_log_softmax_int(T(a), dim, PTC_UNSET, OUT(result));
}

const char *Permute(Tensor a, int64_t *dims, int64_t dims_size, Tensor *result) {
  return ptc_permute(T(a), dims, dims_size, OUT(result));
}
const char *Flatten(Tensor a, int64_t startDim, int64_t endDim, Tensor *result) {
  return ptc_flatten_using_ints(T(a), startDim, endDim, OUT(result));
}
const char *Transpose(Tensor a, int64_t dim0, int64_t dim1, Tensor *result) {
  return ptc_transpose_int(T(a), dim0, dim1, OUT(result));
}
const char *IndexSelect(Tensor a, int64_t dim, Tensor index, Tensor *result) {
  return ptc_index_select(T(a), dim, T(index), OUT(result));
}
const char *View(Tensor a, Tensor *result, int64_t *size, int64_t size_len) {
  return ptc_view(T(a), size, size_len, OUT(result));
}
const char *Squeeze(Tensor a, Tensor *result) { return ptc_squeeze(T(a), OUT(result)); }
const char *SqueezeWithDim(Tensor a, int64_t dim, Tensor *result) { return ptc_squeeze_dim(T(a), dim, OUT(result)); }
const char *Stack(Tensor *tensors, int64_t tensors_size, int64_t dim, Tensor *result) {
  return ptc_stack((const ptc_tensor *)tensors, tensors_size, dim, OUT(result));
}

/* ---- networks ---- */

const char *Linear(Tensor input, Tensor weight, Tensor bias, Tensor *result) {
  return ptc_linear(T(input), T(weight), T(bias), OUT(result));
}
const char *FRelu(Tensor input, int8_t inplace, Tensor *result) {
  return inplace ? same(ptc_relu_(T(input)), input, result) : ptc_relu(T(input), OUT(result));
}
const char *FLeakyRelu(Tensor input, double negative_slope, int8_t inplace, Tensor *result) {
  if (!inplace) return ptc_leaky_relu(T(input), real(negative_slope), OUT(result));
  return same(ptc_leaky_relu_(T(input), real(negative_slope)), input, result);
}
const char *BatchNorm(Tensor input, Tensor weight, Tensor bias, Tensor running_mean, Tensor running_var,
                      int8_t training, double momentum, double eps, Tensor *result) {
  return ptc_batch_norm(T(input), T(weight), T(bias), T(running_mean), T(running_var), training != 0, momentum, eps,
                        true, OUT(result));
}
const char *Conv2d(Tensor input, Tensor weight, Tensor bias, int64_t *stride_data, int64_t stride_len,
                   int64_t *padding_data, int64_t padding_len, int64_t *dilation_data, int64_t dilation_len,
                   int64_t groups, Tensor *result) {
  return ptc_conv2d(T(input), T(weight), T(bias), stride_data, stride_len, padding_data, padding_len, dilation_data,
                    dilation_len, groups, OUT(result));
}
const char *ConvTranspose2d(Tensor input, Tensor weight, Tensor bias, int64_t *stride_data, int64_t stride_len,
                            int64_t *padding_data, int64_t padding_len, int64_t *output_padding_data,
                            int64_t output_padding_len, int64_t groups, int64_t *dilation_data, int64_t dilation_len,
                            Tensor *result) {
  return ptc_conv_transpose2d_input(T(input), T(weight), T(bias), stride_data, stride_len, padding_data, padding_len,
                                    output_padding_data, output_padding_len, groups, dilation_data, dilation_len,
                                    OUT(result));
}
const char *MaxPool2d(Tensor input, int64_t *kernel_data, int64_t kernel_len, int64_t *stride_data, int64_t stride_len,
                      int64_t *padding_data, int64_t padding_len, int64_t *dilation_data, int64_t dilation_len,
                      int8_t ceil_mode, Tensor *result) {
  return ptc_max_pool2d(T(input), kernel_data, kernel_len, stride_data, stride_len, padding_data, padding_len,
                        dilation_data, dilation_len, ceil_mode != 0, OUT(result));
}
const char *AdaptiveAvgPool2d(Tensor input, int64_t *output_size_data, int64_t output_size_len, Tensor *result) {
  return ptc_adaptive_avg_pool2d(T(input), output_size_data, output_size_len, OUT(result));
}

static const char *reduction_of(const char *word, int64_t *reduction) {
  static const char *const words[] = {"none", "mean", "sum"};
  for (int64_t i = 0; word && i < 3; ++i)
    if (!strcmp(word, words[i])) return *reduction = i, NULL;
  return value_error("argument 'reduction': must be \"none\", \"mean\" or \"sum\"");
}

const char *NllLoss(Tensor input, Tensor target, Tensor weight, int64_t ignore_index, const char *reduction,
                    Tensor *result) {
  int64_t r = 0;
  const char *error = reduction_of(reduction, &r);
  return error ? error : ptc_nll_loss_nd(T(input), T(target), T(weight), r, ignore_index, OUT(result));
}
const char *CrossEntropy(Tensor input, Tensor target, Tensor weight, int64_t ignore_index, const char *reduction,
                         Tensor *result) {
  int64_t r = 0;
  const char *error = reduction_of(reduction, &r);
  return error ? error : ptc_cross_entropy_loss(T(input), T(target), T(weight), r, ignore_index, 0.0, OUT(result));
}
const char *BinaryCrossEntropy(Tensor input, Tensor target, Tensor weight, const char *reduction, Tensor *result) {
  int64_t r = 0;
  const char *error = reduction_of(reduction, &r);
  return error ? error : ptc_binary_cross_entropy(T(input), T(target), T(weight), r, OUT(result));
}

/* ---- initializers ---- */

enum distribution { CONSTANT, UNIFORM, NORMAL };

static const char *fill(Tensor *tensor, enum distribution d, double x, double y) {
  bool recording = true;
  if (!tensor) return value_error("argument 'tensor' is NULL");
  const char *error = ptc_grad_mode(&recording);
  if (!error) error = ptc_set_grad_mode(false);
  if (error) return error;
  switch (d) {
  case CONSTANT: error = ptc_fill__Scalar(T(*tensor), real(x)); break;
  case UNIFORM: error = ptc_uniform_(T(*tensor), x, y, NULL); break;
  case NORMAL: error = ptc_normal_(T(*tensor), x, y, NULL); break;
  }
  ptc_error_free(ptc_set_grad_mode(recording));
  return error;
}

const char *Zeros_(Tensor *tensor) { return fill(tensor, CONSTANT, 0, 0); }
const char *Ones_(Tensor *tensor) { return fill(tensor, CONSTANT, 1, 0); }
const char *Uniform_(Tensor *tensor, double low, double high) { return fill(tensor, UNIFORM, low, high); }
const char *Normal_(Tensor *tensor, double mean, double std) { return fill(tensor, NORMAL, mean, std); }

const char *CalculateFanInAndFanOut(Tensor tensor, int64_t *fan_in, int64_t *fan_out) {
  int64_t dim = 0, numel = 0, sizes[64];
  if (!fan_in || !fan_out) return value_error("CalculateFanInAndFanOut: a result is NULL");
  *fan_in = *fan_out = 0;
  const char *error = ptc_tensor_dim(T(tensor), &dim);
  if (error) return error;
  if (dim < 2 || dim > 64) return value_error("CalculateFanInAndFanOut: a tensor of at least 2 dimensions is needed");
  if ((error = ptc_tensor_sizes(T(tensor), sizes, dim)) || (error = ptc_tensor_numel(T(tensor), &numel))) return error;
  *fan_in = sizes[0] ? numel / sizes[0] : 0;
  *fan_out = sizes[1] ? numel / sizes[1] : 0;
  return NULL;
}

static const char *gain_of(const char *non_linearity, double a, double *gain) {
  static const char *const plain[] = {"linear", "sigmoid",          "conv1d",           "conv2d",
                                      "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"};
  const char *word = non_linearity ? non_linearity : "";
  *gain = 1;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; ++i)
    if (!strcmp(word, plain[i])) return NULL;
  if (!strcmp(word, "tanh")) return *gain = 5.0 / 3.0, NULL;
  if (!strcmp(word, "relu")) return *gain = sqrt(2.0), NULL;
  if (!strcmp(word, "leaky_relu")) return *gain = sqrt(2.0 / (1.0 + a * a)), NULL;
  return value_error("KaimingUniform_: argument 'non_linearity': must be linear, conv1d to conv3d, conv_transpose1d to "
                     "conv_transpose3d, sigmoid, tanh, relu or leaky_relu");
}

const char *KaimingUniform_(double a, const char *fan_mod, const char *non_linearity, Tensor *tensor) {
  int64_t in = 0, out = 0;
  double gain = 1;
  if (!tensor) return value_error("KaimingUniform_: argument 'tensor' is NULL");
  bool by_out = fan_mod && !strcmp(fan_mod, "fan_out");
  if (!by_out && (!fan_mod || strcmp(fan_mod, "fan_in")))
    return value_error("KaimingUniform_: argument 'fan_mod': must be \"fan_in\" or \"fan_out\"");
  const char *error = gain_of(non_linearity, a, &gain);
  if (!error) error = CalculateFanInAndFanOut(*tensor, &in, &out);
  int64_t fan = by_out ? out : in;
  if (error || !fan) return error;
  double bound = sqrt(3.0) * gain / sqrt((double)fan);
  return fill(tensor, UNIFORM, -bound, bound);
}

void ManualSeed(int64_t seed) {
  const char *error = ptc_manual_seed(seed);
  if (error) fprintf(stderr, "cgotorch: ManualSeed: %s\n", error);
  ptc_error_free(error);
}
