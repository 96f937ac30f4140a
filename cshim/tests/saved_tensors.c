/* Tensors that operators save are the host's: what it gets and gives, its errors, and that each number is dropped. */
#include "check.h"

static const float four[] = {1, 2, 3, 4};

enum { MOST = 8 };

/* The context: what was packed, by the order of the numbers. */
typedef struct {
  int64_t ids[MOST];
  ptc_tensor kept[MOST];
  int packed, unpacked, dropped, destroyed;
  const char *words; /* `unpack` fails with these */
} Context;

static void destroy(void *context) { ++((Context *)context)->destroyed; }

static int place(const Context *c, int64_t id) {
  int i = 0;
  while (c->ids[i] != id) IS(++i < MOST);
  return i;
}

static ptc_error pack(void *context, int64_t id, ptc_tensor tensor) {
  Context *c = context;
  IS(c->packed < MOST && id > 0);
  c->ids[c->packed] = id;
  return ptc_clone(tensor, PTC_UNSET, &c->kept[c->packed++]);
}

static ptc_error unpack(void *context, int64_t id, ptc_tensor *out) {
  Context *c = context;
  int64_t pass;
  ++c->unpacked;
  OK(ptc_backward_id(&pass));
  IS(pass >= 0 && *out == NULL);
  if (c->words) return ptc_error_new_with(PTC_ERROR_HOST, c->words, c, NULL);
  return ptc_tensor_share(c->kept[place(c, id)], out);
}

static void drop(void *context, int64_t id) {
  Context *c = context;
  ptc_tensor_close(c->kept[place(c, id)]);
  ++c->dropped;
}

/* The sum of x * x, a leaf's, saved under hooks. */
static ptc_tensor squares(ptc_tensor *x, Context *c) {
  ptc_tensor product, sum;
  *x = matrix(four, 2, 2);
  OK(ptc_tensor_set_requires_grad(*x, true));
  OK(ptc_saved_tensors_hooks_push(pack, unpack, drop, c, destroy));
  OK(ptc_mul_Tensor(*x, *x, &product));
  OK(ptc_saved_tensors_hooks_pop());
  OK(ptc_sum(product, PTC_UNSET, &sum));
  ptc_tensor_close(product);
  return sum;
}

static void saved_tensors_come_back(void) {
  Context c = {0};
  ptc_tensor x, sum = squares(&x, &c), grad;
  int64_t pass;
  bool whole;
  IS(c.packed == 2 && c.unpacked == 0 && c.dropped == 0 && c.destroyed == 0);
  OK(ptc_tensor_backward(sum, NULL, false, false));
  OK(ptc_tensor_grad(x, &grad));
  IS(total(grad) == 20);
  ptc_tensor_close(grad);
  ptc_tensor_close(sum);
  IS(c.unpacked == 2 && c.dropped == 2 && c.destroyed == 1);
  OK(ptc_backward_id(&pass));
  OK(ptc_backward_is_whole(&whole));
  IS(pass == -1 && whole);
  ptc_tensor_close(x);
}

/* Without a pass, the graph's end drops them. */
static void saved_tensors_go_with_their_graph(void) {
  Context c = {0};
  ptc_tensor x, sum = squares(&x, &c);
  ptc_tensor_close(sum);
  IS(c.packed == 2 && c.unpacked == 0 && c.dropped == 2 && c.destroyed == 1);
  ptc_tensor_close(x);
}

static void hooks_are_suspended(void) {
  Context c = {0};
  ptc_tensor x, sum;
  bool before, suspended;
  OK(ptc_saved_tensors_hooks_suspend(true, &before));
  sum = squares(&x, &c);
  OK(ptc_saved_tensors_hooks_suspend(before, &suspended));
  IS(!before && suspended && c.packed == 0 && c.destroyed == 1);
  ptc_tensor_close(sum);
  ptc_tensor_close(x);
}

static void hooks_that_cannot_be(void) {
  Context c = {0};
  char *message;
  FAILS(PTC_ERROR_VALUE, "'pack'", ptc_saved_tensors_hooks_push(NULL, unpack, drop, &c, destroy));
  FAILS(PTC_ERROR_VALUE, "'unpack'", ptc_saved_tensors_hooks_push(pack, NULL, drop, &c, destroy));
  FAILS(PTC_ERROR_VALUE, "'drop'", ptc_saved_tensors_hooks_push(pack, unpack, NULL, &c, destroy));
  IS(c.destroyed == 3);
  FAILS(PTC_ERROR_RUNTIME, "no saved tensor hooks", ptc_saved_tensors_hooks_pop());
  OK(ptc_saved_tensors_hooks_disabled(&message));
  IS(message == NULL);
  OK(ptc_saved_tensors_hooks_disable("not here"));
  OK(ptc_saved_tensors_hooks_disabled(&message));
  IS(!strcmp(message, "not here"));
  ptc_string_free(message);
  FAILS(PTC_ERROR_RUNTIME, "not here", ptc_saved_tensors_hooks_push(pack, unpack, drop, &c, destroy));
  IS(c.destroyed == 4);
  OK(ptc_saved_tensors_hooks_disable(NULL));
  OK(ptc_saved_tensors_hooks_push(pack, unpack, drop, &c, destroy));
  FAILS(PTC_ERROR_RUNTIME, "not now", ptc_saved_tensors_hooks_disable("not now"));
  OK(ptc_saved_tensors_hooks_pop());
  IS(c.destroyed == 5);
}

/* Autocast is the state of a thread. */
static void autocast(void) {
  ptc_tensor a = matrix(four, 2, 2), product;
  int32_t dtype;
  bool on;
  OK(ptc_autocast_is_available(PTC_META, &on));
  IS(!on);
  FAILS(PTC_ERROR_RUNTIME, "'device_type': autocast is not available", ptc_autocast_enabled(PTC_META, &on));
  OK(ptc_set_autocast_enabled(PTC_CPU, true));
  OK(ptc_set_autocast_dtype(PTC_CPU, PTC_FLOAT16));
  OK(ptc_autocast_begin());
  OK(ptc_mm(a, a, &product));
  OK(ptc_tensor_dtype(product, &dtype));
  IS(dtype == PTC_FLOAT16);
  ptc_tensor_close(product);
  OK(ptc_autocast_end());
  OK(ptc_set_autocast_enabled(PTC_CPU, false));
  OK(ptc_set_autocast_dtype(PTC_CPU, PTC_BFLOAT16));
  OK(ptc_autocast_enabled(PTC_CPU, &on));
  IS(!on);
  ptc_tensor_close(a);
}

int main(void) {
  saved_tensors_come_back();
  saved_tensors_go_with_their_graph();
  hooks_are_suspended();
  hooks_that_cannot_be();
  autocast();
  return done("saved_tensors");
}
