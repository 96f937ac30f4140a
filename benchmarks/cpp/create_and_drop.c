/* Creates and drops 3x3 tensors in C through libpytorch_c: what the library
   itself costs, without a host language.

   A request is "MAKE DROP COUNT", as in create_and_drop.py; MAKE may also be
   "version", a call that does nothing, or "cat". */
#include <pytorch_c.h>

#include "worker.h"

static ptc_tensor a, b;

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%s\n", error);
  exit(1);
}

static ptc_tensor empty(void) {
  static const int64_t size[2] = {3, 3};
  ptc_tensor out;
  check(ptc_empty_memory_format(size, 2, NULL, PTC_UNSET, &out));
  return out;
}

static ptc_tensor add(void) {
  ptc_tensor out;
  check(ptc_add_Tensor(a, b, (ptc_scalar){PTC_SCALAR_INT, 1, 0, 0}, &out));
  return out;
}

static ptc_tensor view(void) {
  ptc_tensor out;
  check(ptc_t(a, &out));
  return out;
}

static ptc_tensor cat(void) {
  const ptc_tensor both[2] = {a, b};
  ptc_tensor out;
  check(ptc_cat(both, 2, 0, &out));
  return out;
}

static ptc_tensor version(void) {
  return ptc_abi_version() ? NULL : a;
}

static double once(ptc_tensor (*make)(void), long count) {
  double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (long i = 0; i < count; ++i) ptc_tensor_close(make());
  return (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) / (double)count;
}

static double together(ptc_tensor (*make)(void), long count) {
  static ptc_tensor kept[1000];
  long lists = count / 1000 > 0 ? count / 1000 : 1;
  double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (long i = 0; i < lists; ++i) {
    for (int j = 0; j < 1000; ++j) kept[j] = make();
    for (int j = 0; j < 1000; ++j) ptc_tensor_close(kept[j]);
  }
  return (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) / (double)(lists * 1000);
}

int main(void) {
  static const struct { const char *name; ptc_tensor (*make)(void); } makers[] = {
      {"empty", empty}, {"add", add}, {"view", view}, {"cat", cat}, {"version", version}};
  a = empty(), b = empty();
  check(ptc_fill__Scalar(a, (ptc_scalar){PTC_SCALAR_FLOAT, 0, 1.5, 0}));
  check(ptc_fill__Scalar(b, (ptc_scalar){PTC_SCALAR_FLOAT, 0, 0.5, 0}));
  char *words[3];
  while (next_request(words, 3) == 3) {
    for (size_t i = 0; i < sizeof makers / sizeof *makers; ++i) {
      if (strcmp(makers[i].name, words[0])) continue;
      long count = atol(words[2]);
      answer_number(strcmp(words[1], "once") ? together(makers[i].make, count) : once(makers[i].make, count));
    }
  }
  ptc_tensor_close(a);
  ptc_tensor_close(b);
}
