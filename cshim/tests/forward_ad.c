/* Forward mode: levels, dual tensors, and the tangent of a host's function. */
#include "check.h"

static const float four[] = {1, 2, 3, 4}, ones[] = {1, 1, 1, 1};

typedef struct {
  int calls, destroyed;
  double factor;
  const char *words; /* fails with these */
} Context;

static void destroy(void *context) { ++((Context *)context)->destroyed; }

static ptc_error times(ptc_tensor x, double factor, ptc_tensor *out) {
  ptc_scalar number = {PTC_SCALAR_FLOAT, 0, 0, 0};
  number.re = factor;
  return ptc_mul_Scalar(x, number, out);
}

/* The sum of the tangent, 0 where there is none. */
static double derivative(ptc_tensor dual) {
  ptc_tensor primal, tangent;
  double sum = 0;
  OK(ptc__unpack_dual(dual, 0, &primal, &tangent));
  if (tangent) sum = total(tangent);
  ptc_tensor_close(primal);
  ptc_tensor_close(tangent);
  return sum;
}

static void levels(void) {
  int64_t level = 7;
  OK(ptc_forward_level(&level));
  IS(level == -1);
  FAILS(PTC_ERROR_RUNTIME, "argument 'level'", ptc_forward_level_exit(-1));
  FAILS(PTC_ERROR_RUNTIME, "not the last", ptc_forward_level_exit(0));
  OK(ptc_forward_level_enter(&level));
  IS(level == 0);
  FAILS(PTC_ERROR_RUNTIME, "Nested", ptc_forward_level_enter(&level));
  FAILS(PTC_ERROR_RUNTIME, "not the last", ptc_forward_level_exit(1));
  OK(ptc_forward_level(&level));
  IS(level == 0);
  OK(ptc_forward_level_exit(0));
  OK(ptc_forward_level(&level));
  IS(level == -1);
  FAILS(PTC_ERROR_VALUE, "output", ptc_forward_level_enter(NULL));
}

static void duals(void) {
  ptc_tensor x = matrix(four, 2, 2), v = matrix(ones, 2, 2), flat = matrix(ones, 1, 4), dual, y, none;
  int64_t level;
  bool on;
  FAILS(PTC_ERROR_RUNTIME, "level", ptc__make_dual(x, v, 0, &none));
  OK(ptc_forward_level_enter(&level));
  FAILS(PTC_ERROR_RUNTIME, "different size", ptc__make_dual(x, flat, level, &none));
  FAILS(PTC_ERROR_RUNTIME, "level", ptc__make_dual(x, v, 1, &none));
  FAILS(PTC_ERROR_TYPE, "argument 'tangent'", ptc__make_dual(x, NULL, level, &none));
  IS(none == NULL);
  OK(ptc__make_dual(x, v, level, &dual));
  OK(ptc_mul_Tensor(dual, dual, &y));
  IS(derivative(y) == 20); /* 2 * (1 + 2 + 3 + 4) */
  IS(derivative(x) == 0);
  ptc_tensor_close(y);

  OK(ptc_set_forward_grad_mode(false));
  OK(ptc_forward_grad_mode(&on));
  IS(!on);
  OK(ptc_mul_Tensor(dual, dual, &y));
  OK(ptc_set_forward_grad_mode(true));
  IS(derivative(y) == 0);
  ptc_tensor_close(y);

  OK(ptc_mul_Tensor(dual, dual, &y));
  OK(ptc_forward_level_exit(level));
  IS(derivative(y) == 0); /* gone with the level */
  ptc_tensor_close(y);
  ptc_tensor_close(dual);
  ptc_tensor_close(x);
  ptc_tensor_close(v);
  ptc_tensor_close(flat);
}

static ptc_error backward(void *context, ptc_node self, const ptc_tensor *grads, int64_t count, ptc_tensor *out) {
  (void)self, (void)count;
  return times(grads[0], ((Context *)context)->factor, out);
}

static ptc_error jvp(void *context, const ptc_tensor *tangents, int64_t count, ptc_tensor *out, int64_t out_count) {
  Context *c = context;
  ++c->calls;
  IS(count == 2 && out_count == 1 && out[0] == NULL && c->destroyed == 0);
  IS(total(tangents[1]) == 0); /* made, for an input that has none */
  if (c->words) return ptc_error_new_with(PTC_ERROR_HOST, c->words, c, NULL);
  return times(tangents[0], c->factor, out);
}

static ptc_error apply(ptc_tensor x, bool with_jvp, Context *c, ptc_tensor_list *out) {
  ptc_error error;
  ptc_tensor inputs[2], plain;
  OK(ptc_set_forward_grad_mode(false));
  OK(times(x, c->factor, &plain));
  OK(ptc_set_forward_grad_mode(true));
  inputs[0] = x;
  inputs[1] = matrix(ones, 2, 2);
  error = ptc_autograd_function("Times", inputs, 2, &plain, 1, NULL, 0, NULL, 0, NULL, 0, true, backward,
                                with_jvp ? jvp : NULL, c, destroy, out);
  ptc_tensor_close(inputs[1]);
  ptc_tensor_close(plain);
  return error;
}

static void functions(void) {
  ptc_tensor x = matrix(four, 2, 2), v = matrix(ones, 2, 2), dual, y;
  ptc_tensor_list list;
  Context c = {0};
  int64_t level;
  c.factor = 3;
  OK(ptc_forward_level_enter(&level));
  OK(ptc__make_dual(x, v, level, &dual));
  OK(apply(dual, true, &c, &list));
  OK(ptc_tensor_list_get(list, 0, &y));
  IS(c.calls == 1 && c.destroyed == 1 && derivative(y) == 12);
  ptc_tensor_close(y);
  ptc_tensor_list_close(list);

  c.destroyed = 0;
  OK(apply(x, true, &c, &list)); /* no tangent */
  IS(c.calls == 1 && c.destroyed == 1);
  ptc_tensor_list_close(list);
  FAILS(PTC_ERROR_NOT_IMPLEMENTED, "jvp", apply(dual, false, &c, &list));
  IS(c.destroyed == 2 && list == NULL);
  c.words = "of the host's";
  c.destroyed = 0;
  FAILS(PTC_ERROR_HOST, c.words, apply(dual, true, &c, &list));
  IS(c.calls == 2 && c.destroyed == 1 && list == NULL);
  OK(ptc_forward_level_exit(level));
  ptc_tensor_close(dual);
  ptc_tensor_close(x);
  ptc_tensor_close(v);
}

int main(void) {
  levels();
  duals();
  functions();
  return done("forward_ad");
}
