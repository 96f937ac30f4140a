/* Tensors, operators and initializers, each a call of the C library. */
#define _POSIX_C_SOURCE 200809L
#include "glue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define T(tensor) ((ptc_tensor)(tensor))
#define OUT(result) ((ptc_tensor *)(result))

/* Says what a function without an error channel cannot return. */
static void complain(const char *function, const char *error) {
  if (error) fprintf(stderr, "cgotorch: %s: %s\n", function, error);
  ptc_error_free(error);
}

static const char *value_error(const char *message) { return ptc_error_new(PTC_ERROR_VALUE, message); }

static ptc_scalar real(double number) {
  ptc_scalar s = {PTC_SCALAR_FLOAT, 0, 0, 0};
  s.re = number;
  return s;
}

/* ---- strings ---- */

const char *exception_str(const char *e) { return ptc_error_new(PTC_ERROR_RUNTIME, e); }

void FreeString(const char *s) { ptc_error_free(s); }

/* ---- devices and threads ---- */

/* Each device once, since nobody frees one. */
const char *Torch_Device(const char *device_type, Device *device) {
  static struct device *known;
  int32_t type, index;
  struct device *d, *made = NULL;
  if (!device) return value_error("Torch_Device: argument 'device' is NULL");
  *device = NULL;
  const char *error = ptc_device_parse(device_type, &type, &index);
  if (error) return error;
  for (;;) {
    struct device *first = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    for (d = first; d && (d->type != type || d->index != index); d = d->next) {}
    if (d) break;
    if (!made && !(made = malloc(sizeof *made))) return ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "out of memory");
    made->type = type, made->index = index, made->next = first;
    if (__atomic_compare_exchange_n(&known, &first, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
      *device = made;
      return NULL;
    }
  }
  free(made);
  *device = d;
  return NULL;
}

void SetNumThreads(int32_t n) { complain("SetNumThreads", ptc_set_num_threads(n)); }

bool IsCUDAAvailable(void) {
  bool yes = false;
  complain("IsCUDAAvailable", ptc_cuda_is_available(&yes));
  return yes;
}

bool IsCUDNNAvailable(void) {
  bool yes = false;
  complain("IsCUDNNAvailable", ptc_cudnn_is_available(&yes));
  return yes;
}

/* ---- memory ---- */

static __thread bool gc_prepared;

uint8_t GCPrepared(void) { return gc_prepared; }
void PrepareGC(void) { gc_prepared = true; }
void FinishGC(void) { gc_prepared = false; }

/* ---- tensors ---- */

const char *Tensor_Detach(Tensor a, Tensor *result) { return ptc_detach(T(a), OUT(result)); }

const char *Tensor_String(Tensor a) {
  char *text = NULL;
  const char *error = ptc_tensor_string(T(a), &text);
  if (error) return error;
  error = ptc_error_new(PTC_ERROR_NONE, text); /* a string that FreeString frees */
  ptc_string_free(text);
  return error;
}

void Tensor_Print(Tensor a) { complain("Tensor_Print", ptc_tensor_print(T(a))); }
void Tensor_Close(Tensor a) { ptc_tensor_close(T(a)); }
const char *Tensor_Dim(Tensor tensor, int64_t *dim) { return ptc_tensor_dim(T(tensor), dim); }

const char *Tensor_Shape(Tensor tensor, int64_t *dims) {
  int64_t dim = 0;
  const char *error = ptc_tensor_dim(T(tensor), &dim);
  return error || !dim ? error : ptc_tensor_sizes(T(tensor), dims, dim);
}

const char *Tensor_Dtype(Tensor tensor, int8_t *dtype) {
  int32_t number = 0;
  if (!dtype) return value_error("Tensor_Dtype: argument 'dtype' is NULL");
  const char *error = ptc_tensor_dtype(T(tensor), &number);
  *dtype = (int8_t)number;
  return error;
}

const char *Tensor_SetData(Tensor self, Tensor new_data) { return ptc_tensor_set_data(T(self), T(new_data)); }

/* The bytes of an element, asked of an empty tensor. */
static const char *element_size(int32_t dtype, int64_t *size) {
  ptc_tensor none = NULL;
  int64_t zero = 0;
  const char *error = ptc_empty_memory_format(&zero, 1, OPTIONS_OF(dtype, false), PTC_UNSET, &none);
  if (!error) error = ptc_tensor_element_size(none, size);
  ptc_tensor_close(none);
  return error;
}

const char *Tensor_FromBlob(void *data, int8_t dtype, int64_t *sizes_data, int64_t sizes_data_len, Tensor *result) {
  int64_t bytes = 0;
  if (sizes_data_len < 0 || (sizes_data_len && !sizes_data))
    return value_error("Tensor_FromBlob: argument 'sizes_data' is no list");
  const char *error = element_size(dtype, &bytes);
  if (error) return error;
  for (int64_t i = 0; i < sizes_data_len; ++i) {
    if (sizes_data[i] < 0) return value_error("Tensor_FromBlob: a size is negative");
    if (__builtin_mul_overflow(bytes, sizes_data[i], &bytes)) return value_error("Tensor_FromBlob: too large");
  }
  return ptc_tensor_from_data(data, bytes, sizes_data, sizes_data_len, OPTIONS_OF(dtype, false), OUT(result));
}

static const char *moved(Tensor input, const struct device *d, int32_t dtype, bool non_blocking, Tensor *output) {
  return ptc_to_dtype_layout(T(input), OPTIONS_ON(d, dtype, false), non_blocking, false, PTC_UNSET, OUT(output));
}

const char *Tensor_To(Tensor input, Device device, int8_t dtype, Tensor *output) {
  if (!device) return value_error("Tensor_To: argument 'device' is NULL");
  return moved(input, device, dtype, false, output);
}

const char *Tensor_CastTo(Tensor input, int8_t dtype, Tensor *output) {
  return moved(input, NULL, dtype, false, output);
}

const char *Tensor_CopyTo(Tensor input, Device device, Tensor *output) {
  if (!device) return value_error("Tensor_CopyTo: argument 'device' is NULL");
  return moved(input, device, PTC_UNSET, false, output);
}

const char *Tensor_PinMemory(Tensor input, Tensor *output) {
  return ptc_pin_memory(T(input), PTC_UNSET, PTC_UNSET, OUT(output));
}

const char *Tensor_CUDA(Tensor input, Device device, int8_t non_blocking, Tensor *output) {
  const struct device *d = device;
  if (!d || d->type != PTC_CUDA) return value_error("Tensor_CUDA: the device should be a CUDA device");
  return moved(input, d, PTC_UNSET, non_blocking != 0, output);
}

void Tensor_Backward(Tensor a) { complain("Tensor_Backward", ptc_tensor_backward(T(a), NULL, false, false)); }

Tensor Tensor_Grad(Tensor a) {
  ptc_tensor grad = NULL;
  complain("Tensor_Grad", ptc_tensor_grad(T(a), &grad));
  return grad;
}

const char *ItemFloat64(Tensor a, double *result) {
  ptc_scalar s = {PTC_SCALAR_NONE, 0, 0, 0};
  if (!result) return value_error("Item: argument 'result' is NULL");
  const char *error = ptc_tensor_item(T(a), &s);
  *result = s.kind == PTC_SCALAR_FLOAT || s.kind == PTC_SCALAR_COMPLEX ? s.re : (double)s.i;
  return error;
}

const char *Item(Tensor a, float *result) {
  double number = 0;
  const char *error = ItemFloat64(a, &number);
  if (result) *result = (float)number;
  return error;
}

const char *ItemInt64(Tensor a, int64_t *result) {
  ptc_scalar s = {PTC_SCALAR_NONE, 0, 0, 0};
  if (!result) return value_error("ItemInt64: argument 'result' is NULL");
  const char *error = ptc_tensor_item(T(a), &s);
  bool is_real = s.kind == PTC_SCALAR_FLOAT || s.kind == PTC_SCALAR_COMPLEX;
  if (is_real && !(fabs(s.re) < 9.2e18)) return value_error("ItemInt64: the number is no int64");
  *result = is_real ? (int64_t)s.re : s.i;
  return error;
}

const char *Tensor_Index(Tensor a, int64_t *index, int64_t index_len, Tensor *result) {
  if (index_len < 0 || (index_len && !index)) return value_error("Tensor_Index: argument 'index' is no list");
  int64_t *items = calloc((size_t)index_len * 4 + 1, sizeof *items);
  if (!items) return ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "out of memory");
  for (int64_t i = 0; i < index_len; ++i) items[4 * i] = PTC_INDEX_INT, items[4 * i + 1] = index[i];
  const char *error = ptc_tensor_index(T(a), items, index_len * 4, NULL, 0, OUT(result));
  free(items);
  return error;
}

/* ---- factories ---- */

#define OPTIONS OPTIONS_OF(PTC_UNSET, require_grad)

const char *RandN(int64_t *size, int64_t length, int64_t require_grad, Tensor *result) {
  return ptc_randn(size, length, OPTIONS, OUT(result));
}
const char *Rand(int64_t *size, int64_t length, int64_t require_grad, Tensor *result) {
  return ptc_rand(size, length, OPTIONS, OUT(result));
}
const char *Empty(int64_t *size, int64_t length, int64_t require_grad, Tensor *result) {
  return ptc_empty_memory_format(size, length, OPTIONS, PTC_UNSET, OUT(result));
}
const char *Ones(int64_t *size, int64_t length, int64_t require_grad, Tensor *result) {
  return ptc_ones(size, length, OPTIONS, OUT(result));
}
const char *Eye(int64_t n, int64_t m, int64_t require_grad, Tensor *result) {
  return ptc_eye_m(n, m, OPTIONS, OUT(result));
}
const char *Full(int64_t *size, int64_t length, float value, int64_t require_grad, Tensor *result) {
  return ptc_full(size, length, real((double)value), OPTIONS, OUT(result));
}
const char *Arange(float start, float end, float step, int64_t require_grad, Tensor *result) {
  return ptc_arange_start_step(real((double)start), real((double)end), real((double)step), OPTIONS, OUT(result));
}
const char *Linspace(float start, float end, int64_t steps, int64_t require_grad, Tensor *result) {
  return ptc_linspace(real((double)start), real((double)end), steps, OPTIONS, OUT(result));
}
const char *Logspace(float start, float end, int64_t steps, double base, int64_t require_grad, Tensor *result) {
  return ptc_logspace(real((double)start), real((double)end), steps, base, OPTIONS, OUT(result));
}
