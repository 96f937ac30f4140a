/* A device of its own, written with this library alone: its memory cannot be touched but by its
   copy function, every byte of it comes back, and a perceptron trains on it with the numbers of the CPU. */
#include "../examples/toy.c"

#include "check.h"

static int destroyed;
static void destroy(void *context) { (void)context, ++destroyed; }

static ptc_scalar scalar(double value) {
  ptc_scalar out = {PTC_SCALAR_FLOAT, 0, 0, 0};
  out.re = value;
  return out;
}

/* ---- a kernel of its own, in place of the way over the CPU ---- */

static int relus;
static ptc_error toy_relu(void *context, void *call, const ptc_value *args, int64_t args_len) {
  ptc_value result;
  ptc_tensor out;
  ptc_error error;
  (void)context, (void)args_len, ++relus;
  error = ptc_clamp_min((ptc_tensor)args[0].p, scalar(0), &out);
  if (error) return error;
  memset(&result, 0, sizeof result);
  result.kind = PTC_VALUE_TENSOR, result.p = out;
  error = ptc_library_return(call, 0, &result);
  ptc_tensor_close(out);
  return error;
}

/* ---- a perceptron ---- */

enum { IN = 4, HIDDEN = 8, OUT = 3, ROWS = 6, STEPS = 20 };

static ptc_tensor numbers(int64_t rows, int64_t columns, int seed) {
  float data[64];
  int64_t i;
  for (i = 0; i < rows * columns; ++i) data[i] = (float)((i * 7 + seed * 13) % 11 - 5) / 10;
  return matrix(data, rows, columns);
}

static ptc_tensor moved(ptc_tensor x, int32_t type) {
  ptc_options options;
  ptc_tensor out;
  if (type == PTC_CPU) return x;
  memset(&options, 0, sizeof options);
  options.set = PTC_OPTION_DEVICE, options.device_type = type, options.device_index = PTC_UNSET;
  OK(ptc__to_copy(x, &options, false, PTC_UNSET, &out));
  ptc_tensor_close(x);
  return out;
}

static void train(int32_t type, double *losses) {
  ptc_tensor x = moved(numbers(ROWS, IN, 1), type), y = moved(numbers(ROWS, OUT, 2), type);
  ptc_tensor w[2], h, a, out, difference, square, loss, grad;
  int step, i;
  w[0] = moved(numbers(IN, HIDDEN, 3), type), w[1] = moved(numbers(HIDDEN, OUT, 4), type);
  for (i = 0; i < 2; ++i) OK(ptc_tensor_set_requires_grad(w[i], true));
  for (step = 0; step < STEPS; ++step) {
    OK(ptc_mm(x, w[0], &h));
    OK(ptc_relu(h, &a));
    OK(ptc_mm(a, w[1], &out));
    OK(ptc_sub_Tensor(out, y, scalar(1), &difference));
    OK(ptc_mul_Tensor(difference, difference, &square));
    OK(ptc_mean(square, PTC_UNSET, &loss));
    losses[step] = number(loss);
    OK(ptc_tensor_backward(loss, NULL, false, false));
    OK(ptc_set_grad_mode(false));
    for (i = 0; i < 2; ++i) {
      OK(ptc_tensor_grad(w[i], &grad));
      OK(ptc_add__Tensor(w[i], grad, scalar(-0.5)));
      OK(ptc_zero_(grad));
      ptc_tensor_close(grad);
    }
    OK(ptc_set_grad_mode(true));
    ptc_tensor_close(h), ptc_tensor_close(a), ptc_tensor_close(out);
    ptc_tensor_close(difference), ptc_tensor_close(square), ptc_tensor_close(loss);
  }
  for (i = 0; i < 2; ++i) ptc_tensor_close(w[i]);
  ptc_tensor_close(x), ptc_tensor_close(y);
}

int main(void) {
  double here[STEPS], there[STEPS];
  int32_t type, index, i;
  int64_t count;
  char *name;
  ptc_library kernel;
  FAILS(PTC_ERROR_RUNTIME, "there is no device of the host's own", ptc_backend_set_device(0));
  FAILS(PTC_ERROR_VALUE, "argument 'device_count'",
        ptc_backend_register(0, toy_allocate, toy_free, toy_copy, NULL, destroy));
  FAILS(PTC_ERROR_VALUE, "argument 'copy'", ptc_backend_register(2, toy_allocate, toy_free, NULL, NULL, destroy));
  IS(destroyed == 2);
  OK(ptc_backend_rename("toy"));
  FAILS(PTC_ERROR_RUNTIME, "already", ptc_backend_rename("other"));
  OK(ptc_backend_register(2, toy_allocate, toy_free, toy_copy, NULL, destroy));
  FAILS(PTC_ERROR_RUNTIME, "there is a device 'toy' already",
        ptc_backend_register(2, toy_allocate, toy_free, toy_copy, NULL, destroy));
  IS(destroyed == 3);
  OK(ptc_backend_name(&name));
  IS(!strcmp(name, "toy"));
  ptc_string_free(name);
  OK(ptc_backend_device_count(&count));
  IS(count == 2);
  OK(ptc_device_parse("toy:1", &type, &index));
  IS(index == 1);

  train(PTC_CPU, here);
  train(type, there);
  for (i = 0; i < STEPS; ++i) IS(here[i] == there[i]);
  IS(there[STEPS - 1] < there[0]);
  IS(toy_copies > 0 && toy_blocks == 0 && toy_bytes == 0);

  OK(ptc_library_impl("aten::relu", "", "PrivateUse1", toy_relu, NULL, NULL, &kernel));
  train(type, there);
  for (i = 0; i < STEPS; ++i) IS(here[i] == there[i]);
  IS(relus == STEPS && toy_blocks == 0);
  ptc_library_close(kernel);

  { /* another device, and none left */
    ptc_options options;
    ptc_tensor x, y, none;
    int64_t size[2] = {2, 3};
    memset(&options, 0, sizeof options);
    options.set = PTC_OPTION_DEVICE;
    options.device_type = type, options.device_index = 1;
    OK(ptc_ones(size, 2, &options, &x));
    OK(ptc_backend_allocated_bytes(1, &count));
    IS(count == 24);
    OK(ptc_backend_allocated_bytes(0, &count));
    IS(count == 0);
    OK(ptc_t(x, &y)); /* a view of the same memory */
    IS(total(y) == 6 && toy_blocks == 1);
    toy_is_full = 1;
    FAILS(PTC_ERROR_OUT_OF_MEMORY, "the toy box is full", ptc_ones(size, 2, &options, &none));
    toy_is_full = 0;
    FAILS(PTC_ERROR_VALUE, "there are 2 devices", ptc_backend_set_device(2));
    IS(!none);
    ptc_tensor_close(x), ptc_tensor_close(y);
    IS(toy_blocks == 0);
  }
  return done("toy");
}
