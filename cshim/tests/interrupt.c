/* Calls that end before they are over: by a flag, from another thread or a signal handler, and by a limit of memory. */
#define _XOPEN_SOURCE 500 /* ualarm */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static ptc_tensor ones(int64_t n) {
  ptc_tensor out;
  OK(ptc_ones(&n, 1, NULL, &out));
  return out;
}

/* Calls of this thread fail until the flag is cleared, those of others do not. */
static void *other(void *out) {
  ptc_tensor a = ones(3);
  *(double *)out = total(a);
  ptc_tensor_close(a);
  return NULL;
}
static void flags(void) {
  static const float numbers[] = {1, 1, 1};
  int64_t me = ptc_interrupt_thread(), n = 3;
  ptc_tensor a = matrix(numbers, 1, n), b;
  pthread_t thread;
  double found = 0;
  IS(me > 0 && me == ptc_interrupt_thread() && !ptc_interrupted(me));
  ptc_interrupt_set(me), ptc_interrupt_set(me);
  IS(ptc_interrupted(me) && !ptc_interrupted(0));
  FAILS(PTC_ERROR_INTERRUPTED, "interrupted", ptc_ones(&n, 1, NULL, &b));
  FAILS(PTC_ERROR_INTERRUPTED, "interrupted", ptc_neg(a, &b));
  IS(b == NULL);
  IS(pthread_create(&thread, NULL, other, &found) == 0 && pthread_join(thread, NULL) == 0);
  IS(found == 3);
  ptc_interrupt_clear(me);
  OK(ptc_neg(a, &b));
  ptc_interrupt_set(0);
  IS(ptc_interrupted(me));
  FAILS(PTC_ERROR_INTERRUPTED, "interrupted", ptc_ones(&n, 1, NULL, &(ptc_tensor){NULL}));
  ptc_interrupt_clear(0), ptc_interrupt_set(me + 1), ptc_interrupt_set(-5);
  IS(!ptc_interrupted(me) && !ptc_interrupted(-5));
  ptc_tensor_close(a), ptc_tensor_close(b);
}

/* A signal ends a backward pass and a program of TorchScript that would take minutes. */
static volatile int64_t interrupted;
static void on_alarm(int number) {
  (void)number;
  ptc_interrupt_set(interrupted);
}
static void interrupt_after(useconds_t microseconds) {
  interrupted = ptc_interrupt_thread();
  signal(SIGALRM, on_alarm);
  ualarm(microseconds, 0);
}
static void endless_program(void) {
  static const char *source = "def f(x):\n  while bool(x.sum() > 0):\n    x = x + 1\n  return x\n";
  ptc_jit_unit unit;
  ptc_jit_function f;
  ptc_tensor a = ones(1000);
  ptc_value in = {PTC_VALUE_TENSOR, 0, 0, 0, a, 0}, out;
  char *names;
  OK(ptc_jit_unit_new(&unit));
  OK(ptc_jit_unit_define(unit, NULL, source, NULL, 1, NULL, &names));
  ptc_string_free(names);
  OK(ptc_jit_unit_function(unit, "f", &f));
  interrupt_after(100000);
  FAILS(PTC_ERROR_INTERRUPTED, "interrupted", ptc_jit_call(f, &in, 1, NULL, &out));
  ptc_interrupt_clear(interrupted);
  ptc_jit_function_close(f), ptc_jit_unit_close(unit), ptc_tensor_close(a);
}
static void long_pass(void) {
  enum { many = 20000 };
  ptc_tensor first = ones(1000), x, next, sum;
  int64_t i;
  OK(ptc_tensor_set_requires_grad(first, true));
  OK(ptc_tensor_share(first, &x));
  for (i = 0; i < many; ++i) {
    OK(ptc_sin(x, &next));
    ptc_tensor_close(x);
    x = next;
  }
  OK(ptc_sum(x, PTC_UNSET, &sum));
  interrupt_after(2000);
  FAILS(PTC_ERROR_INTERRUPTED, "interrupted", ptc_tensor_backward(sum, NULL, false, false));
  ptc_interrupt_clear(interrupted);
  ptc_tensor_close(first), ptc_tensor_close(x), ptc_tensor_close(sum);
}

/* A limit of memory is an error that leaves everything as it was; what the callback frees is there for a second try. */
static ptc_tensor cached;
static void let_go(void *context, int32_t level) {
  IS(level == PTC_GC_OUT_OF_MEMORY);
  ++*(int *)context;
  ptc_tensor_close(cached);
  cached = NULL;
}
static void limit(void) {
  const int64_t megabyte = 1 << 20, quarter = megabyte / 4;
  int asked = 0;
  ptc_tensor a = ones(quarter), b;
  IS(ptc_memory_limit() == 0);
  ptc_set_memory_limit(ptc_storage_bytes() + 2 * megabyte);
  IS(ptc_memory_limit() == ptc_storage_bytes() + 2 * megabyte);
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "ptc_set_memory_limit", ptc_ones(&(int64_t){megabyte}, 1, NULL, &b));
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "ptc_set_memory_limit", ptc_resize_(a, &(int64_t){megabyte}, 1, PTC_UNSET));
  IS(total(a) == (double)quarter);
  cached = ones(quarter + 1000);
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "ptc_set_memory_limit", ptc_neg(cached, &b));
  OK(ptc_set_gc_callback(let_go, &asked, NULL));
  OK(ptc_neg(a, &b));
  ptc_tensor_close(b);
  OK(ptc_ones(&(int64_t){quarter + 50000}, 1, NULL, &b));
  IS(asked == 1 && !cached);
  OK(ptc_set_gc_callback(NULL, NULL, NULL));
  ptc_set_memory_limit(0);
  ptc_tensor_close(a), ptc_tensor_close(b);
}

/* Growth is asked after each step, and more seldom where nothing goes. */
static ptc_tensor heap[64];
static int held, freeing, times;
static void collect(void *context, int32_t level) {
  (void)context;
  IS(level == PTC_GC_STORAGES);
  ++times;
  while (freeing && held) ptc_tensor_close(heap[--held]);
}
static int64_t most_of(int rounds) {
  int64_t most = 0;
  for (int i = 0; i < rounds; ++i) {
    ptc_tensor one = ones(1 << 18); /* 1 MiB */
    heap[held++] = one;
    if (ptc_storage_bytes() > most) most = ptc_storage_bytes();
  }
  while (held) ptc_tensor_close(heap[--held]);
  return most;
}
static void growth(void) {
  OK(ptc_set_gc_callback(collect, NULL, NULL));
  ptc_set_gc_growth(4 << 20);
  freeing = 1, times = 0;
  IS(most_of(60) < 7 << 20 && times >= 10);
  freeing = 0, times = 0;
  IS(most_of(60) >= 60 << 20 && times >= 2 && times <= 6);
  ptc_set_gc_growth(0), times = 0;
  most_of(60);
  IS(times == 0);
  OK(ptc_set_gc_callback(NULL, NULL, NULL));
}

int main(void) {
  OK(ptc_set_num_threads(1));
  flags();
  endless_program();
  long_pass();
  limit();
  growth();
  return done("interrupt");
}
