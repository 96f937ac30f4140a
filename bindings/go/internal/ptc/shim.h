/* Functions of libpytorch_c for Go.  Each helper returns the handle and the error together: a result by value costs
   less than the address of a Go variable, which would have to live on Go's heap. */
#ifndef GOTORCH_SHIM_H
#define GOTORCH_SHIM_H

#include <pytorch_c.h>
#include <stdlib.h>

typedef struct {
  ptc_tensor out;
  ptc_error error;
} go_tensor;
typedef struct {
  ptc_tensor out, second;
  ptc_error error;
} go_pair;
typedef struct {
  int64_t out;
  ptc_error error;
} go_int;

static inline ptc_scalar go_float(double number) {
  ptc_scalar s = {PTC_SCALAR_FLOAT, 0, 0, 0};
  s.re = number;
  return s;
}

/* A whole number counts as an integer, so that integer tensors take it. */
static inline ptc_scalar go_factor(double number) {
  ptc_scalar s = go_float(number);
  if (number == (double)(int64_t)number) s.kind = PTC_SCALAR_INT, s.i = (int64_t)number;
  return s;
}

/* Options in which what is PTC_UNSET is left to libtorch. */
#define GO_OPTIONS(dtype, device_type, device_index, grad) \
  (&(ptc_options){PTC_OPTION_ALL, dtype, PTC_UNSET, device_type, device_index, PTC_UNSET, grad})
#define GO_GRAD_OPTIONS(grad) GO_OPTIONS(PTC_UNSET, PTC_UNSET, PTC_UNSET, grad)

/* ---- one tensor ---- */

enum {
  GO_RELU,
  GO_TANH,
  GO_SIGMOID,
  GO_MEAN,
  GO_SUM,
  GO_DETACH,
  GO_SQUEEZE,
  GO_CONTIGUOUS,
  GO_CLONE,
  GO_ZEROS_LIKE,
  GO_EXP,
  GO_LOG,
  GO_SQRT,
  GO_NEG,
  GO_ABS,
  GO_T,
  GO_GRAD,
  GO_DATA,
  GO_LEND,
  GO_SHARE,
  GO_PIN
};

static inline go_tensor go_unary(int op, ptc_tensor a) {
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_RELU: r.error = ptc_relu(a, &r.out); break;
  case GO_TANH: r.error = ptc_tanh(a, &r.out); break;
  case GO_SIGMOID: r.error = ptc_sigmoid(a, &r.out); break;
  case GO_MEAN: r.error = ptc_mean(a, PTC_UNSET, &r.out); break;
  case GO_SUM: r.error = ptc_sum(a, PTC_UNSET, &r.out); break;
  case GO_DETACH: r.error = ptc_detach(a, &r.out); break;
  case GO_SQUEEZE: r.error = ptc_squeeze(a, &r.out); break;
  case GO_CONTIGUOUS: r.error = ptc_contiguous(a, PTC_CONTIGUOUS, &r.out); break;
  case GO_CLONE: r.error = ptc_clone(a, PTC_UNSET, &r.out); break;
  case GO_ZEROS_LIKE: r.error = ptc_zeros_like(a, NULL, PTC_UNSET, &r.out); break;
  case GO_EXP: r.error = ptc_exp(a, &r.out); break;
  case GO_LOG: r.error = ptc_log(a, &r.out); break;
  case GO_SQRT: r.error = ptc_sqrt(a, &r.out); break;
  case GO_NEG: r.error = ptc_neg(a, &r.out); break;
  case GO_ABS: r.error = ptc_abs(a, &r.out); break;
  case GO_T: r.error = ptc_t(a, &r.out); break;
  case GO_GRAD: r.error = ptc_tensor_grad(a, &r.out); break;
  case GO_DATA: r.error = ptc_tensor_data(a, &r.out); break;
  case GO_LEND: r.error = ptc_tensor_lend(a, &r.out); break;
  case GO_SHARE: r.error = ptc_tensor_share(a, &r.out); break;
  case GO_PIN: r.error = ptc_pin_memory(a, PTC_UNSET, PTC_UNSET, &r.out); break;
  }
  return r;
}

/* ---- two tensors ---- */

enum { GO_MM, GO_MATMUL, GO_MUL, GO_DIV, GO_EQ, GO_EXPAND_AS, GO_ADD, GO_SUB };

static inline go_tensor go_binary(int op, ptc_tensor a, ptc_tensor b, double alpha) {
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_MM: r.error = ptc_mm(a, b, &r.out); break;
  case GO_MATMUL: r.error = ptc_matmul(a, b, &r.out); break;
  case GO_MUL: r.error = ptc_mul_Tensor(a, b, &r.out); break;
  case GO_DIV: r.error = ptc_div_Tensor(a, b, &r.out); break;
  case GO_EQ: r.error = ptc_eq_Tensor(a, b, &r.out); break;
  case GO_EXPAND_AS: r.error = ptc_expand_as(a, b, &r.out); break;
  case GO_ADD: r.error = ptc_add_Tensor(a, b, go_factor(alpha), &r.out); break;
  case GO_SUB: r.error = ptc_sub_Tensor(a, b, go_factor(alpha), &r.out); break;
  }
  return r;
}

/* ---- in place ---- */

enum { GO_ADD_, GO_SUB_, GO_MUL_, GO_DIV_, GO_COPY_, GO_SET_DATA, GO_SET_GRAD };

static inline ptc_error go_in_place(int op, ptc_tensor a, ptc_tensor b, double alpha) {
  switch (op) {
  case GO_ADD_: return ptc_add__Tensor(a, b, go_factor(alpha));
  case GO_SUB_: return ptc_sub__Tensor(a, b, go_factor(alpha));
  case GO_MUL_: return ptc_mul__Tensor(a, b);
  case GO_DIV_: return ptc_div__Tensor(a, b);
  case GO_COPY_: return ptc_copy_(a, b, false);
  case GO_SET_DATA: return ptc_tensor_set_data(a, b);
  case GO_SET_GRAD: return ptc_tensor_set_grad(a, b);
  }
  return NULL;
}

enum { GO_FILL, GO_UNIFORM, GO_NORMAL, GO_COPY_FROM, GO_RELU_, GO_LEAKY_RELU_ };

/* Like torch.nn.init: what is written is not recorded, and may be a leaf that requires grad. */
static inline ptc_error go_init(int op, ptc_tensor a, ptc_tensor b, double x, double y) {
  bool recording = true;
  ptc_error error = ptc_grad_mode(&recording);
  if (!error) error = ptc_set_grad_mode(false);
  if (error) return error;
  switch (op) {
  case GO_FILL: error = ptc_fill__Scalar(a, go_float(x)); break;
  case GO_UNIFORM: error = ptc_uniform_(a, x, y, NULL); break;
  case GO_NORMAL: error = ptc_normal_(a, x, y, NULL); break;
  case GO_COPY_FROM: error = ptc_copy_(a, b, false); break;
  }
  ptc_error_free(ptc_set_grad_mode(recording));
  return error;
}

static inline ptc_error go_activate(int op, ptc_tensor a, double slope) {
  return op == GO_RELU_ ? ptc_relu_(a) : ptc_leaky_relu_(a, go_float(slope));
}

/* ---- numbers beside the tensor ---- */

enum { GO_TRANSPOSE, GO_FLATTEN, GO_LOG_SOFTMAX, GO_SOFTMAX, GO_SQUEEZE_DIM, GO_SELECT };

static inline go_tensor go_dims(int op, ptc_tensor a, int64_t x, int64_t y) {
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_TRANSPOSE: r.error = ptc_transpose_int(a, x, y, &r.out); break;
  case GO_FLATTEN: r.error = ptc_flatten_using_ints(a, x, y, &r.out); break;
  case GO_LOG_SOFTMAX: r.error = ptc_log_softmax_int(a, x, PTC_UNSET, &r.out); break;
  case GO_SOFTMAX: r.error = ptc_softmax_int(a, x, PTC_UNSET, &r.out); break;
  case GO_SQUEEZE_DIM: r.error = ptc_squeeze_dim(a, x, &r.out); break;
  case GO_SELECT: r.error = ptc_select_int(a, x, y, &r.out); break;
  }
  return r;
}

enum { GO_VIEW, GO_RESHAPE, GO_PERMUTE, GO_ADAPTIVE_AVG_POOL2D, GO_FLIP, GO_RESIZE_LINEAR };

static inline go_tensor go_sizes(int op, ptc_tensor a, const int64_t *size, int64_t len) {
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_VIEW: r.error = ptc_view(a, size, len, &r.out); break;
  case GO_RESHAPE: r.error = ptc_reshape(a, size, len, &r.out); break;
  case GO_PERMUTE: r.error = ptc_permute(a, size, len, &r.out); break;
  case GO_ADAPTIVE_AVG_POOL2D: r.error = ptc_adaptive_avg_pool2d(a, size, len, &r.out); break;
  case GO_FLIP: r.error = ptc_flip(a, size, len, &r.out); break;
  case GO_RESIZE_LINEAR: r.error = ptc_upsample_bilinear2d(a, size, len, false, NULL, NULL, &r.out); break;
  }
  return r;
}

static inline go_tensor go_narrow(ptc_tensor a, int64_t dim, int64_t start, int64_t length) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_narrow(a, dim, start, length, &r.out);
  return r;
}

static inline go_tensor go_sum_dim(ptc_tensor a, int64_t dim, bool keepdim) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_sum_dim_IntList(a, &dim, 1, keepdim, PTC_UNSET, &r.out);
  return r;
}

static inline go_tensor go_arg(bool smallest, ptc_tensor a, bool has_dim, int64_t dim, bool keepdim) {
  go_tensor r = {NULL, NULL};
  r.error = (smallest ? ptc_argmin : ptc_argmax)(a, has_dim ? &dim : NULL, keepdim, &r.out);
  return r;
}

static inline go_pair go_topk(ptc_tensor a, int64_t k, int64_t dim, bool largest, bool sorted) {
  go_pair r = {NULL, NULL, NULL};
  r.error = ptc_topk(a, k, dim, largest, sorted, &r.out, &r.second);
  return r;
}

static inline go_tensor go_leaky_relu(ptc_tensor a, double slope) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_leaky_relu(a, go_float(slope), &r.out);
  return r;
}

static inline go_tensor go_index_select(ptc_tensor a, int64_t dim, ptc_tensor index) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_index_select(a, dim, index, &r.out);
  return r;
}

static inline go_tensor go_index(ptc_tensor a, const int64_t *items, int64_t len) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_tensor_index(a, items, len, NULL, 0, &r.out);
  return r;
}

static inline go_tensor go_join(bool stack, const ptc_tensor *tensors, int64_t len, int64_t dim) {
  go_tensor r = {NULL, NULL};
  r.error = (stack ? ptc_stack : ptc_cat)(tensors, len, dim, &r.out);
  return r;
}

static inline go_tensor go_to(ptc_tensor a, int32_t type, int32_t index, int32_t dtype, bool non_blocking) {
  go_tensor r = {NULL, NULL};
  if (type == PTC_UNSET) r.error = ptc_to_dtype(a, dtype, non_blocking, false, PTC_UNSET, &r.out);
  else if (dtype == PTC_UNSET)
    r.error =
        ptc_to_dtype_layout(a, GO_OPTIONS(PTC_UNSET, type, index, PTC_UNSET), non_blocking, false, PTC_UNSET, &r.out);
  else r.error = ptc_to_device(a, type, index, dtype, non_blocking, false, PTC_UNSET, &r.out);
  return r;
}

/* ---- factories ---- */

enum { GO_RANDN, GO_RAND, GO_EMPTY, GO_ONES, GO_ZEROS, GO_FULL };

static inline go_tensor go_factory(int op, const int64_t *size, int64_t len, double value, int32_t requires_grad) {
  const ptc_options *o = GO_GRAD_OPTIONS(requires_grad);
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_RANDN: r.error = ptc_randn(size, len, o, &r.out); break;
  case GO_RAND: r.error = ptc_rand(size, len, o, &r.out); break;
  case GO_EMPTY: r.error = ptc_empty_memory_format(size, len, o, PTC_UNSET, &r.out); break;
  case GO_ONES: r.error = ptc_ones(size, len, o, &r.out); break;
  case GO_ZEROS: r.error = ptc_zeros(size, len, o, &r.out); break;
  case GO_FULL: r.error = ptc_full(size, len, go_float(value), o, &r.out); break;
  }
  return r;
}

enum { GO_EYE, GO_ARANGE, GO_LINSPACE, GO_LOGSPACE };

static inline go_tensor go_range(int op, double a, double b, double c, int64_t n, int64_t m, int32_t requires_grad) {
  const ptc_options *o = GO_GRAD_OPTIONS(requires_grad);
  go_tensor r = {NULL, NULL};
  switch (op) {
  case GO_EYE: r.error = ptc_eye_m(n, m, o, &r.out); break;
  case GO_ARANGE: r.error = ptc_arange_start_step(go_float(a), go_float(b), go_float(c), o, &r.out); break;
  case GO_LINSPACE: r.error = ptc_linspace(go_float(a), go_float(b), n, o, &r.out); break;
  case GO_LOGSPACE: r.error = ptc_logspace(go_float(a), go_float(b), n, c, o, &r.out); break;
  }
  return r;
}

static inline go_tensor go_from_data(const void *data, int64_t nbytes, const int64_t *size, int64_t len,
                                     int32_t dtype) {
  go_tensor r = {NULL, NULL};
  r.error = ptc_tensor_from_data(data, nbytes, size, len, GO_OPTIONS(dtype, PTC_UNSET, PTC_UNSET, PTC_UNSET), &r.out);
  return r;
}

/* ---- looking inside ---- */

enum { GO_DIM, GO_NUMEL, GO_DTYPE, GO_ELEMENT_SIZE, GO_REQUIRES_GRAD, GO_IS_LEAF, GO_IS_PINNED, GO_VERSION };

static inline go_int go_inspect(int op, ptc_tensor a) {
  go_int r = {0, NULL};
  int32_t small = 0;
  bool yes = false;
  switch (op) {
  case GO_DIM: r.error = ptc_tensor_dim(a, &r.out); break;
  case GO_NUMEL: r.error = ptc_tensor_numel(a, &r.out); break;
  case GO_DTYPE: r.error = ptc_tensor_dtype(a, &small), r.out = small; break;
  case GO_ELEMENT_SIZE: r.error = ptc_tensor_element_size(a, &r.out); break;
  case GO_REQUIRES_GRAD: r.error = ptc_tensor_requires_grad(a, &yes), r.out = yes; break;
  case GO_IS_LEAF: r.error = ptc_tensor_is_leaf(a, &yes), r.out = yes; break;
  case GO_IS_PINNED: r.error = ptc_tensor_is_pinned(a, &yes), r.out = yes; break;
  case GO_VERSION: r.error = ptc_tensor_version(a, &r.out); break;
  }
  return r;
}

enum { GO_EQUAL, GO_ALLCLOSE, GO_IS_SAME };

static inline go_int go_compare(int op, ptc_tensor a, ptc_tensor b) {
  go_int r = {0, NULL};
  bool yes = false;
  switch (op) {
  case GO_EQUAL: r.error = ptc_equal(a, b, &yes); break;
  case GO_ALLCLOSE: r.error = ptc_allclose(a, b, 1e-5, 1e-8, false, &yes); break;
  case GO_IS_SAME: r.error = ptc_tensor_is_same(a, b, &yes); break;
  }
  r.out = yes;
  return r;
}

typedef struct {
  char *out;
  ptc_error error;
} go_text;

static inline go_text go_string(ptc_tensor a) {
  go_text r = {NULL, NULL};
  r.error = ptc_tensor_string(a, &r.out);
  return r;
}

/* ---- switches of the thread and of the process ---- */

enum {
  GO_GRAD_MODE,
  GO_INFERENCE_MODE,
  GO_NUM_THREADS,
  GO_CUDA_COUNT,
  GO_HAS_CUDNN,
  GO_SET_GRAD_MODE,
  GO_SET_INFERENCE_MODE,
  GO_SET_NUM_THREADS,
  GO_MANUAL_SEED,
  GO_CUDA_SYNCHRONIZE,
  GO_CHECK
};

static inline go_int go_switch(int op, int64_t value) {
  go_int r = {0, NULL};
  bool yes = false;
  switch (op) {
  case GO_GRAD_MODE: r.error = ptc_grad_mode(&yes), r.out = yes; break;
  case GO_INFERENCE_MODE: r.error = ptc_inference_mode(&yes), r.out = yes; break;
  case GO_NUM_THREADS: r.error = ptc_get_num_threads(&r.out); break;
  case GO_CUDA_COUNT: r.error = ptc_cuda_device_count(&r.out); break;
  case GO_HAS_CUDNN: r.error = ptc_cudnn_is_available(&yes), r.out = yes; break;
  case GO_SET_GRAD_MODE: r.error = ptc_set_grad_mode(value != 0); break;
  case GO_SET_INFERENCE_MODE: r.error = ptc_set_inference_mode(value != 0); break;
  case GO_SET_NUM_THREADS: r.error = ptc_set_num_threads(value); break;
  case GO_MANUAL_SEED: r.error = ptc_manual_seed(value); break;
  case GO_CUDA_SYNCHRONIZE: r.error = ptc_cuda_synchronize(value); break;
  case GO_CHECK:
    r.error = ptc_require_abi(PTC_ABI_VERSION);
    if (!r.error) r.error = ptc_check();
    break;
  }
  return r;
}

#endif
