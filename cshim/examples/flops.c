/* Counts the multiplications of a model, forward and backward, by a mode of libtorch's: no line of the model changes. */
#include <pytorch_c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ok(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%s\n", error);
  exit(1);
}

/* ---- the host: its only objects are modes ---- */

typedef struct mode {
  long references, products, operators;
} mode;

static void keep(void *context, void *object) {
  (void)context;
  ++((mode *)object)->references;
}
static void release(void *context, void *object) {
  (void)context;
  if (--((mode *)object)->references == 0) free(object);
}
static bool try_keep(void *context, const void *slot) {
  (void)context;
  (void)slot; /* no tensor has an object */
  return false;
}
static int64_t references(void *context, void *object) {
  (void)context;
  return ((mode *)object)->references;
}
static bool owns(void *context, void *object) {
  (void)context;
  (void)object;
  return true; /* torch's Python is not in this process */
}

/* Rows times columns times what is summed over, of the two matrices at `at`. */
static ptc_error products(const ptc_value *args, int at, long *count) {
  int64_t left[2], right[2];
  ptc_error error = ptc_tensor_sizes((ptc_tensor)(uintptr_t)args[at].p, left, 2);
  if (!error) error = ptc_tensor_sizes((ptc_tensor)(uintptr_t)args[at + 1].p, right, 2);
  if (!error) *count += (long)(left[0] * left[1] * right[1]);
  return error;
}

static ptc_error run(void *context, void *call, int32_t stage, void *object, const char *name, const char *overload,
                     const ptc_value *args, const bool *defaults, int64_t args_len) {
  mode *counting = object;
  ptc_error error = NULL;
  (void)context;
  (void)overload;
  (void)defaults;
  (void)args_len;
  if (stage != PTC_HOST_MODE) return ptc_host_decline(call);
  ++counting->operators;
  if (!strcmp(name, "aten::mm")) error = products(args, 0, &counting->products);
  if (!strcmp(name, "aten::addmm")) error = products(args, 1, &counting->products);
  return error ? error : ptc_library_redispatch(call);
}

/* ---- the model: two layers ---- */

static ptc_tensor random(int64_t rows, int64_t columns, bool trained) {
  int64_t size[2];
  ptc_tensor out;
  ptc_options options = {PTC_OPTION_REQUIRES_GRAD, 0, 0, 0, 0, 0, 0};
  size[0] = rows;
  size[1] = columns;
  options.requires_grad = trained;
  ok(ptc_randn(size, 2, &options, &out));
  return out;
}

static ptc_tensor forward(ptc_tensor x, ptc_tensor first, ptc_tensor second) {
  ptc_tensor hidden, active, out, loss;
  ok(ptc_mm(x, first, &hidden));
  ok(ptc_relu(hidden, &active));
  ok(ptc_mm(active, second, &out));
  ok(ptc_sum(out, PTC_UNSET, &loss));
  ptc_tensor_close(hidden);
  ptc_tensor_close(active);
  ptc_tensor_close(out);
  return loss;
}

int main(void) {
  ptc_tensor x, first, second, loss;
  mode *counting;
  void *popped;
  ok(ptc_require_abi(PTC_ABI_VERSION));
  ok(ptc_host_set(false, keep, release, try_keep, references, owns, run, NULL, NULL));
  x = random(32, 784, false);
  first = random(784, 128, true);
  second = random(128, 10, true);

  counting = calloc(1, sizeof *counting);
  counting->references = 1;
  ok(ptc_host_mode_push(counting));
  loss = forward(x, first, second);
  printf("forward: %ld multiplications in %ld operators\n", counting->products, counting->operators);
  ok(ptc_tensor_backward(loss, NULL, false, false));
  printf("with backward: %ld multiplications\n", counting->products);
  ok(ptc_host_mode_pop(&popped));
  release(NULL, popped);
  release(NULL, counting);

  ptc_tensor_close(loss);
  ptc_tensor_close(second);
  ptc_tensor_close(first);
  ptc_tensor_close(x);
  printf("%d handles are open\n", (int)ptc_live_handles());
  return 0;
}
