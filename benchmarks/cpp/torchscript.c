/* TorchScript from C: what a call costs, and loading.  torchscript_c FOLDER CALLS LOADS prints nanoseconds and seconds as JSON. */
#include <pytorch_c.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%s\n", error);
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ptc_jit_module load(const char *folder, const char *name) {
  char path[4096];
  ptc_jit_module out;
  snprintf(path, sizeof path, "%s/%s.pt", folder, name);
  check(ptc_jit_load(path, PTC_UNSET, PTC_UNSET, NULL, &out));
  return out;
}

/* Nanoseconds of a call of the module's forward with ones, results closed. */
static double measured(const char *folder, const char *name, const int64_t *size, int64_t dim, long calls) {
  ptc_jit_module module = load(folder, name);
  ptc_jit_function forward;
  ptc_value arg = {PTC_VALUE_TENSOR, 0, 0, 0, NULL, 0}, out;
  ptc_tensor x;
  double begin = 0;
  check(ptc_ones(size, dim, NULL, &x));
  check(ptc_jit_module_method(module, "forward", &forward));
  arg.p = x;
  for (long i = -50; i < calls; ++i) { /* the first are specialized */
    if (!i) begin = now();
    check(ptc_jit_call(forward, &arg, 1, NULL, &out));
    ptc_values_close(&out, 1);
  }
  double ns = (now() - begin) * 1e9 / (double)calls;
  ptc_tensor_close(x);
  ptc_jit_function_close(forward);
  ptc_jit_module_close(module);
  return ns;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  static const int64_t small[] = {3}, row[] = {1, 784};
  long calls = atol(argv[2]), loads = atol(argv[3]);
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_set_num_threads(1));
  check(ptc_set_grad_mode(false));
  double call = measured(argv[1], "small", small, 1, calls), mlp = measured(argv[1], "mlp", row, 2, calls), best = 1e9;
  for (long i = 0; i < loads; ++i) {
    double begin = now();
    ptc_jit_module module = load(argv[1], "large");
    double took = now() - begin;
    ptc_jit_module_close(module);
    if (took < best) best = took;
  }
  printf("{\"call\": %.1f, \"mlp\": %.1f, \"load\": %.6f}\n", call, mlp, best);
  return 0;
}
