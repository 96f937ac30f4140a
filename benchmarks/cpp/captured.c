/* The archives of benchmarks/captured.py, called by the C library.  captured_c WARM CALLS FOLDER */
#include <pytorch_c.h>

#include "counted.h"

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%s\n", error);
  exit(1);
}

static ptc_jit_function forward_of(const char *folder, const char *name, ptc_jit_module *module) {
  char path[4096];
  ptc_jit_function out;
  snprintf(path, sizeof path, "%s/%s.pt", folder, name);
  check(ptc_jit_load(path, PTC_UNSET, PTC_UNSET, NULL, module));
  check(ptc_jit_module_method(*module, "forward", &out));
  return out;
}

static void call(ptc_jit_function forward, const ptc_value *in, int64_t count, long calls) {
  for (long i = 0; i < calls; ++i) {
    ptc_value out;
    check(ptc_jit_call(forward, in, count, NULL, &out));
    ptc_values_close(&out, 1);
  }
}

/* The sum of a result: of the loss, the loss itself. */
static double sum_of(ptc_jit_function forward, const ptc_value *in, int64_t count) {
  ptc_value out;
  ptc_tensor total;
  ptc_scalar value;
  check(ptc_jit_call(forward, in, count, NULL, &out));
  check(ptc_sum((ptc_tensor)out.p, PTC_FLOAT64, &total));
  check(ptc_tensor_item(total, &value));
  ptc_tensor_close(total);
  ptc_values_close(&out, 1);
  return value.re;
}

static ptc_value tensor(const void *data, int64_t bytes, const int64_t *size, int64_t dim, const ptc_options *options) {
  ptc_value out = {PTC_VALUE_TENSOR, 0, 0, 0, NULL, 0};
  ptc_tensor made;
  check(ptc_tensor_from_data(data, bytes, size, dim, options, &made));
  out.p = made;
  return out;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  static const int64_t points[] = {64, 2}, images[] = {2, 3, 6, 6};
  static const ptc_options longs = {PTC_OPTION_DTYPE, PTC_INT64, 0, 0, 0, 0, 0};
  long warm = atol(argv[1]), calls = atol(argv[2]);
  float x[128], ones[216];
  int64_t y[64];
  for (int i = 0; i < 128; ++i) x[i] = -1 + 2 * (float)i / 127;
  for (int i = 0; i < 216; ++i) ones[i] = 1;
  for (int i = 0; i < 64; ++i) y[i] = i % 3;
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_set_num_threads(1));
  check(ptc_set_grad_mode(false));
  ptc_value in[] = {tensor(x, sizeof x, points, 2, NULL), tensor(y, sizeof y, points, 1, &longs),
                    tensor(ones, sizeof ones, images, 4, NULL)};
  ptc_jit_module modules[2];
  ptc_jit_function step = forward_of(argv[3], "step", modules), network = forward_of(argv[3], "inference", modules + 1);
  call(step, in, 2, warm - 1), call(network, in + 2, 1, warm - 1);
  double loss = sum_of(step, in, 2), scores = sum_of(network, in + 2, 1), begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
  COUNT_FROM_HERE;
  call(step, in, 2, calls);
  COUNT_TO_HERE("step");
  double first = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
  begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
  COUNT_FROM_HERE;
  call(network, in + 2, 1, calls);
  COUNT_TO_HERE("inference");
  double second = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin, each = 1e9 / (double)calls;
  printf("{\"step\": [%.1f, %.9g], \"inference\": [%.1f, %.9g]}\n", first * each, loss, second * each, scores);
  for (int i = 0; i < 3; ++i) ptc_tensor_close((ptc_tensor)in[i].p);
  ptc_jit_function_close(step), ptc_jit_function_close(network);
  ptc_jit_module_close(modules[0]), ptc_jit_module_close(modules[1]);
  return ptc_live_handles() != 0;
}
