/* Cost of a call in plain C, with which the bindings are compared: calls COUNT */
#include <pytorch_c.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static ptc_tensor a, wide;

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%s\n", error);
  exit(1);
}
static void dim(void) {
  int64_t out;
  check(ptc_tensor_dim(a, &out));
}
static void mm(void) {
  ptc_tensor out;
  check(ptc_mm(a, a, &out));
  ptc_tensor_close(out);
}
static void add(void) {
  ptc_tensor out;
  check(ptc_add_Tensor(a, a, (ptc_scalar){PTC_SCALAR_INT, 1, 0, 0}, &out));
  ptc_tensor_close(out);
}
static void error(void) {
  ptc_tensor out;
  ptc_error failed = ptc_mm(a, wide, &out);
  if (!failed) exit(1);
  ptc_error_free(failed);
}

/* Nanoseconds of processor time for a call. */
static double ns(long count, void (*call)(void)) {
  for (long i = 0; i < count / 10; ++i) call();
  clock_t begin = clock();
  for (long i = 0; i < count; ++i) call();
  return (double)(clock() - begin) * (1e9 / CLOCKS_PER_SEC) / (double)count;
}

int main(int words, char **word) {
  int64_t square[] = {3, 3}, row[] = {1, 2};
  long count = words > 1 ? atol(word[1]) : 100000;
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_set_num_threads(1));
  check(ptc_ones(square, 2, NULL, &a));
  check(ptc_ones(row, 2, NULL, &wide));
  double found[] = {ns(count, dim), ns(count, mm), ns(count, add), ns(count / 10, error)};
  printf("{\"dim\": %f, \"mm\": %f, \"add\": %f, \"error\": %f}\n", found[0], found[1], found[2], found[3]);
  ptc_tensor_close(a), ptc_tensor_close(wide);
  return 0;
}
