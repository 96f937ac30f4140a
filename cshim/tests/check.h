/* Checks of the C tests.  Each test program ends with done(). */
#ifndef CHECK_H
#define CHECK_H

#include <pytorch_c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The call succeeds. */
#define OK(call) check_ok((call), #call, __LINE__)
/* The call fails with this kind and with these words in its message. */
#define FAILS(kind, words, call) check_error((call), (kind), (words), #call, __LINE__)
/* The condition holds. */
#define IS(condition) check_true(!!(condition), #condition, __LINE__)

static void check_true(int holds, const char *text, int line) {
  if (holds) return;
  fprintf(stderr, "line %d: %s\n", line, text);
  exit(1);
}

static void check_ok(ptc_error error, const char *text, int line) {
  if (!error) return;
  fprintf(stderr, "line %d: %s\n  failed: %s\n", line, text, error);
  exit(1);
}

static void check_error(ptc_error error, int32_t kind, const char *words, const char *text, int line) {
  if (error && ptc_error_kind(error) == kind && strstr(error, words)) {
    ptc_error_free(error);
    return;
  }
  fprintf(stderr, "line %d: %s\n  wanted kind %d with \"%s\", got kind %d: %s\n", line, text, (int)kind, words,
          (int)ptc_error_kind(error), error ? error : "no error");
  exit(1);
}

/* A float32 matrix of these numbers. */
static ptc_tensor matrix(const float *data, int64_t rows, int64_t columns) {
  int64_t size[2];
  ptc_tensor out;
  size[0] = rows;
  size[1] = columns;
  OK(ptc_tensor_from_data(data, rows * columns * (int64_t)sizeof(float), size, 2, NULL, &out));
  return out;
}

/* The number in a tensor of one element. */
static double number(ptc_tensor self) {
  ptc_scalar value;
  OK(ptc_tensor_item(self, &value));
  return value.kind == PTC_SCALAR_FLOAT ? value.re : (double)value.i;
}

/* The sum of all elements. */
static double total(ptc_tensor self) {
  ptc_tensor sum;
  double value;
  OK(ptc_sum(self, PTC_UNSET, &sum));
  value = number(sum);
  ptc_tensor_close(sum);
  return value;
}

/* Nothing is left open. */
static int done(const char *name) {
  IS(ptc_live_handles() == 0);
  IS(ptc_live_bytes(PTC_UNSET) == 0);
  printf("%s: ok\n", name);
  return 0;
}

#endif
