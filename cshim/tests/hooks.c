/* Callbacks in the backward pass: what they get and give, their errors, and that
   a context is destroyed once, whatever happens. */
#include "check.h"

static const float four[] = {1, 2, 3, 4};

/* The context of every callback here. */
typedef struct {
  int calls, destroyed;
  double seen, factor;
  ptc_hook hook;     /* removed in the call, if set */
  const char *words; /* fails with these */
} Context;

static void destroy(void *context) { ++((Context *)context)->destroyed; }

static ptc_error failure(Context *c) { return c->words ? ptc_error_new_with(PTC_ERROR_HOST, c->words, c, NULL) : NULL; }

/* tensor * factor */
static ptc_error scaled(ptc_tensor tensor, double factor, ptc_tensor *out) {
  ptc_scalar number = {PTC_SCALAR_FLOAT, 0, 0, 0};
  number.re = factor;
  return ptc_mul_Scalar(tensor, number, out);
}

static ptc_error on_tensor(void *context, ptc_tensor grad, ptc_tensor *out) {
  Context *c = context;
  ++c->calls;
  c->seen = total(grad);
  if (c->hook) ptc_hook_remove(c->hook); /* itself */
  if (c->factor != 0) OK(scaled(grad, c->factor, out));
  return failure(c);
}

static ptc_error of_another_shape(void *context, ptc_tensor grad, ptc_tensor *out) {
  ++((Context *)context)->calls;
  return ptc_sum(grad, PTC_UNSET, out);
}

static ptc_error on_leaf(void *context, ptc_tensor self) {
  Context *c = context;
  ptc_tensor grad;
  ++c->calls;
  OK(ptc_tensor_grad(self, &grad));
  c->seen = total(grad);
  ptc_tensor_close(grad);
  return failure(c);
}

static ptc_error before(void *context, const ptc_tensor *grads, int64_t count, ptc_tensor *out, bool *changed) {
  Context *c = context;
  ++c->calls;
  IS(count == 1 && out[0] == NULL && !*changed);
  *changed = c->factor != 0;
  if (*changed) OK(scaled(grads[0], c->factor, out));
  return failure(c);
}

static ptc_error after(void *context, const ptc_tensor *inputs, int64_t count, const ptc_tensor *outputs,
                       int64_t outputs_count, ptc_tensor *out, bool *changed) {
  Context *c = context;
  ++c->calls;
  c->seen = total(outputs[0]);
  IS(outputs_count == 1 && count == 2 && inputs[1] == NULL);
  *changed = c->factor != 0;
  if (*changed) OK(scaled(inputs[0], c->factor, out));
  return failure(c);
}

static ptc_tensor leaf(void) {
  ptc_tensor x = matrix(four, 2, 2);
  OK(ptc_tensor_set_requires_grad(x, true));
  return x;
}

/* x * 2, and the sum of that */
static void graph(ptc_tensor x, ptc_tensor *y, ptc_tensor *sum) {
  OK(scaled(x, 2, y));
  OK(ptc_sum(*y, PTC_UNSET, sum));
}

static double total_grad(ptc_tensor x) {
  ptc_tensor grad;
  double sum;
  OK(ptc_tensor_grad(x, &grad));
  sum = total(grad);
  OK(ptc_tensor_set_grad(x, NULL));
  ptc_tensor_close(grad);
  return sum;
}

static void hooks_on_tensors(void) {
  ptc_tensor x = leaf(), y, sum;
  Context on_x = {0}, on_y = {0}, after_y = {0};
  ptc_hook first, second, third;
  on_y.factor = 10;
  graph(x, &y, &sum);
  OK(ptc_tensor_register_hook(y, on_tensor, &on_y, destroy, &first));
  OK(ptc_tensor_register_hook(y, on_tensor, &after_y, destroy, &second));
  OK(ptc_tensor_register_hook(x, on_tensor, &on_x, destroy, &third));
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(on_y.seen == 4 && after_y.seen == 40 && on_x.seen == 80 && total_grad(x) == 80);
  after_y.hook = second;
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(after_y.calls == 2 && after_y.destroyed == 1);
  ptc_hook_remove(first);
  ptc_hook_remove(first);
  IS(on_y.destroyed == 1);
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(on_y.calls == 2 && after_y.calls == 2 && on_x.calls == 3 && on_x.destroyed == 0);
  ptc_tensor_close(sum);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
  IS(on_x.destroyed == 1); /* with its tensor */
  ptc_hook_remove(third);  /* too late, and harmless */
  ptc_hook_remove(NULL);
  ptc_hook_close(first);
  ptc_hook_close(second);
  ptc_hook_close(third);
  ptc_hook_close(NULL);
}

static int32_t count_ours(void *count, void *visited, ptc_destroy_fn whose) {
  if (whose == destroy && visited) ++*(int *)count;
  return *(int *)count == 2 ? 7 : 0;
}

/* A collector is told of contexts only where the handle alone keeps them. */
static void contexts_are_visited(void) {
  ptc_tensor x = leaf(), y, sum, same;
  ptc_node node;
  Context c = {0};
  ptc_hook hook;
  int seen = 0;
  graph(x, &y, &sum);
  OK(ptc_tensor_register_hook(x, on_tensor, &c, destroy, &hook));
  ptc_hook_close(hook);
  IS(ptc_tensor_visit(x, count_ours, &seen) == 0 && seen == 0); /* the graph refers to it */
  ptc_tensor_close(sum);
  OK(ptc_tensor_register_hook(y, on_tensor, &c, destroy, &hook));
  ptc_hook_close(hook);
  OK(ptc_tensor_grad_fn(y, &node));
  OK(ptc_node_register_prehook(node, before, &c, destroy, &hook));
  ptc_hook_close(hook);
  IS(ptc_tensor_visit(y, count_ours, &seen) == 0 && seen == 0); /* the node has a handle */
  ptc_node_close(node);
  IS(ptc_tensor_visit(y, count_ours, &seen) == 7 && seen == 2);
  ptc_tensor_close(y);
  seen = 0;
  IS(ptc_tensor_hooks_visit(x, false, count_ours, &seen) == 0 && seen == 1);
  IS(ptc_tensor_hooks_visit(x, true, count_ours, &seen) == 0 && seen == 1);
  IS(ptc_tensor_hooks_visit(NULL, false, count_ours, &seen) == 0 && ptc_tensor_hooks_visit(x, false, NULL, &seen) == 0);
  seen = 0;
  OK(ptc_tensor_share(x, &same));
  IS(ptc_tensor_visit(x, count_ours, &seen) == 0 && seen == 0);
  ptc_tensor_close(same);
  IS(ptc_tensor_visit(x, count_ours, &seen) == 0 && seen == 1);
  IS(ptc_tensor_visit(NULL, count_ours, &seen) == 0 && ptc_tensor_visit(x, NULL, &seen) == 0);
  ptc_tensor_remove_hooks(x, true), ptc_tensor_remove_hooks(NULL, false);
  IS(c.destroyed == 2);
  ptc_tensor_remove_hooks(x, false);
  IS(c.destroyed == 3);
  ptc_tensor_close(x);
  IS(c.destroyed == 3);
}

typedef struct {
  int asked, destroyed;
  char said[512];
} Stacks;

static void say_where(void *context, void *call) {
  ++((Stacks *)context)->asked;
  OK(ptc_stack_return(call, "main.c: step 7"));
}
static void hear(void *context, int32_t kind, const char *message, const char *file, int64_t line) {
  IS(kind == PTC_WARNING_USER && file && line > 0);
  strncat(((Stacks *)context)->said, message, sizeof((Stacks *)context)->said - 1 - strlen(((Stacks *)context)->said));
}
static void end_stacks(void *context) { ++((Stacks *)context)->destroyed; }

/* A backward pass that fails says where the host called the operator. */
static void stacks_of_the_host(void) {
  static const float less = -1;
  Stacks stacks = {0, 0, ""};
  ptc_tensor x = matrix(&less, 1, 1), y;
  OK(ptc_tensor_set_requires_grad(x, true));
  OK(ptc_set_warning_handler(hear, &stacks, NULL));
  OK(ptc_set_stack_handler(say_where, &stacks, end_stacks));
  OK(ptc_set_anomaly_mode(true, true));
  OK(ptc_sqrt(x, &y));
  IS(stacks.asked > 0); /* for the leaf, too */
  FAILS(PTC_ERROR_RUNTIME, "returned nan", ptc_tensor_backward(y, NULL, false, false));
  IS(strstr(stacks.said, "Error detected in SqrtBackward0") && strstr(stacks.said, "main.c: step 7"));
  FAILS(PTC_ERROR_VALUE, "argument 'call'", ptc_stack_return(NULL, "nowhere"));
  OK(ptc_set_anomaly_mode(false, true));
  OK(ptc_set_stack_handler(NULL, NULL, NULL));
  OK(ptc_set_warning_handler(NULL, NULL, NULL));
  IS(stacks.destroyed == 1);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

static void anomaly_mode(void) {
  bool enabled, check_nan;
  OK(ptc_anomaly_mode(&enabled, &check_nan));
  IS(!enabled);
  OK(ptc_set_anomaly_mode(true, false));
  OK(ptc_anomaly_mode(&enabled, &check_nan));
  IS(enabled && !check_nan);
  OK(ptc_set_anomaly_mode(false, true));
}

static void hooks_after_leaves(void) {
  ptc_tensor x = leaf(), y, sum;
  Context c = {0};
  ptc_hook hook, none;
  graph(x, &y, &sum);
  OK(ptc_tensor_register_post_accumulate_grad_hook(x, on_leaf, &c, destroy, &hook));
  OK(ptc_tensor_backward(sum, NULL, true, false));
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(c.calls == 2 && c.seen == 16);
  FAILS(PTC_ERROR_RUNTIME, "non-leaf", ptc_tensor_register_post_accumulate_grad_hook(y, on_leaf, &c, destroy, &none));
  IS(none == NULL && c.destroyed == 1);
  ptc_hook_close(hook);
  ptc_tensor_close(sum);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
  IS(c.destroyed == 2);
}

static void errors_come_out_as_they_are(void) {
  ptc_tensor x = leaf(), y, sum;
  Context c = {0}, shape = {0};
  ptc_hook hook, other;
  ptc_error error;
  graph(x, &y, &sum);
  c.words = "the host's own words";
  c.factor = 3; /* gives a gradient too, which must not leak */
  OK(ptc_tensor_register_hook(y, on_tensor, &c, destroy, &hook));
  error = ptc_tensor_backward(sum, NULL, true, false);
  IS(error && strcmp(error, "the host's own words") == 0);
  IS(ptc_error_kind(error) == PTC_ERROR_HOST && ptc_error_context(error) == &c);
  ptc_error_free(error);
  ptc_hook_remove(hook);
  OK(ptc_tensor_register_hook(y, of_another_shape, &shape, NULL, &other));
  FAILS(PTC_ERROR_RUNTIME, "has changed the size", ptc_tensor_backward(sum, NULL, true, false));
  ptc_hook_close(hook);
  ptc_hook_close(other);
  ptc_tensor_close(sum);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
  IS(ptc_error_context(NULL) == NULL);
  error = ptc_error_new(PTC_ERROR_HOST, "plain");
  IS(ptc_error_context(error) == NULL);
  ptc_error_free(error);
  c.destroyed = 0;
  error = ptc_error_new_with(PTC_ERROR_VALUE, "owned", &c, destroy);
  IS(ptc_error_kind(error) == PTC_ERROR_VALUE && ptc_error_context(error) == &c && c.destroyed == 0);
  ptc_error_free(error);
  IS(c.destroyed == 1);
}

/* A registration that fails destroys its context. */
static void registrations_that_fail(void) {
  ptc_tensor plain = matrix(four, 2, 2), x = leaf();
  Context c = {0};
  ptc_hook none;
  ptc_tensor_list list;
  FAILS(PTC_ERROR_RUNTIME, "doesn't require gradient", ptc_tensor_register_hook(plain, on_tensor, &c, destroy, &none));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_tensor_register_hook(NULL, on_tensor, &c, destroy, &none));
  FAILS(PTC_ERROR_VALUE, "argument 'hook'", ptc_tensor_register_hook(x, NULL, &c, destroy, &none));
  FAILS(PTC_ERROR_VALUE, "output pointer", ptc_tensor_register_hook(x, on_tensor, &c, destroy, NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_node_register_hook(NULL, after, &c, destroy, &none));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_node_register_prehook(NULL, before, &c, destroy, &none));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_node_set_data(NULL, &c, destroy));
  IS(c.destroyed == 7);
  FAILS(PTC_ERROR_VALUE, "argument 'backward'",
        ptc_autograd_function("F", &x, 1, &x, 1, NULL, 0, NULL, 0, NULL, 0, true, NULL, NULL, &c, destroy, &list));
  FAILS(PTC_ERROR_TYPE, "argument 'name'",
        ptc_autograd_function(NULL, &x, 1, &x, 1, NULL, 0, NULL, 0, NULL, 0, true, NULL, NULL, &c, destroy, &list));
  IS(c.destroyed == 9 && c.calls == 0 && none == NULL && list == NULL);
  ptc_tensor_close(plain);
  ptc_tensor_close(x);
}

static void nodes(void) {
  ptc_tensor x = leaf(), y, sum, same;
  ptc_node node, next, end, none;
  ptc_tensor_list kept;
  ptc_hook hooks[2];
  Context on_before = {0}, on_after = {0}, data = {0}, data_after = {0};
  char *text;
  int64_t count, number, first, second;
  bool is_same;
  void *found;
  graph(x, &y, &sum);
  OK(ptc_tensor_grad_fn(x, &none));
  IS(none == NULL);
  OK(ptc_tensor_grad_fn(y, &node));
  OK(ptc_node_name(node, &text));
  IS(strcmp(text, "MulBackward0") == 0);
  ptc_string_free(text);
  OK(ptc_node_next_count(node, &count));
  IS(count == 2);
  OK(ptc_node_next(node, 0, &next, &number));
  IS(number == 0);
  OK(ptc_node_variable(next, &same));
  OK(ptc_tensor_is_same(same, x, &is_same));
  IS(is_same);
  ptc_tensor_close(same);
  OK(ptc_node_variable(node, &same));
  IS(same == NULL);
  OK(ptc_node_next(node, 1, &none, &number)); /* the number 2 wants no gradient */
  IS(none == NULL);
  FAILS(PTC_ERROR_INDEX, "argument 'index'", ptc_node_next(node, 2, &none, &number));
  FAILS(PTC_ERROR_INDEX, "argument 'index'", ptc_node_next(node, -1, &none, &number));
  OK(ptc_node_result_count(node, &count));
  OK(ptc_node_result(node, 0, &same));
  OK(ptc_is_same_size(same, x, &is_same));
  IS(count == 1 && is_same);
  ptc_tensor_close(same);
  FAILS(PTC_ERROR_INDEX, "argument 'index'", ptc_node_result(node, 1, &same));
  OK(ptc_node_saved(node, &kept));
  IS(ptc_tensor_list_length(kept) == 1); /* the number 2, as a tensor */
  ptc_tensor_list_close(kept);
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_node_saved(NULL, &kept));
  OK(ptc_tensor_gradient_edge(x, &end, &number));
  OK(ptc_node_id(next, &first));
  OK(ptc_node_id(end, &second));
  IS(first == second && number == 0);
  ptc_node_close(end);
  OK(ptc_node_data(node, &found));
  IS(found == NULL);
  OK(ptc_node_set_data(node, &data, destroy));
  OK(ptc_node_set_data(node, &data_after, destroy));
  OK(ptc_node_data(node, &found));
  IS(found == &data_after && data.destroyed == 1 && data_after.destroyed == 0);
  on_before.factor = 5;
  on_after.factor = 7;
  OK(ptc_node_register_prehook(node, before, &on_before, destroy, &hooks[0]));
  OK(ptc_node_register_hook(node, after, &on_after, destroy, &hooks[1]));
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(on_before.calls == 1 && on_after.calls == 1 && on_after.seen == 20 && total_grad(x) == 4 * 2 * 5 * 7);
  ptc_hook_remove(hooks[1]);
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(total_grad(x) == 4 * 2 * 5 && on_after.destroyed == 1);
  on_before.words = "not today";
  FAILS(PTC_ERROR_HOST, "not today", ptc_tensor_backward(sum, NULL, true, false));
  FAILS(PTC_ERROR_TYPE, "its function is not the host's", ptc_node_saved_tensors(node, (ptc_tensor_list *)&found));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_node_name(NULL, &text));
  ptc_hook_close(hooks[0]);
  ptc_hook_close(hooks[1]);
  ptc_tensor_close(sum);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
  IS(on_before.destroyed == 0 && data_after.destroyed == 0); /* the handle keeps the node */
  ptc_node_close(node);
  ptc_node_close(next);
  ptc_node_close(NULL);
  IS(on_before.destroyed == 1 && data_after.destroyed == 1);
}

/* The derivative of "x * factor": the saved tensor is x. */
static ptc_error times(void *context, ptc_node self, const ptc_tensor *grads, int64_t count, ptc_tensor *out) {
  Context *c = context;
  ptc_tensor_list saved;
  ptc_tensor x;
  ptc_error error = ptc_node_saved_tensors(self, &saved);
  ++c->calls;
  IS(count == 1);
  if (error) return error;
  OK(ptc_tensor_list_get(saved, 0, &x));
  c->seen = total(x);
  ptc_tensor_close(x);
  ptc_tensor_list_close(saved);
  if (c->words) return failure(c);
  return scaled(grads[0], c->factor, out);
}

static ptc_tensor apply(ptc_tensor x, Context *c) {
  ptc_tensor plain, y;
  ptc_tensor_list list;
  OK(ptc_set_grad_mode(false));
  OK(scaled(x, c->factor, &plain));
  OK(ptc_set_grad_mode(true));
  OK(ptc_autograd_function("Times", &x, 1, &plain, 1, NULL, 0, NULL, 0, &x, 1, true, times, NULL, c, destroy, &list));
  OK(ptc_tensor_list_get(list, 0, &y));
  ptc_tensor_list_close(list);
  ptc_tensor_close(plain);
  return y;
}

static void functions(void) {
  ptc_node node;
  ptc_tensor x = leaf(), y, sum;
  ptc_scalar one = {PTC_SCALAR_INT, 1, 0, 0};
  Context c = {0};
  c.factor = 3;
  y = apply(x, &c);
  OK(ptc_tensor_grad_fn(y, &node));
  OK(ptc_node_leave_undefined(node, 0));
  FAILS(PTC_ERROR_INDEX, "argument 'index'", ptc_node_leave_undefined(node, 1));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_node_leave_undefined(NULL, 0));
  ptc_node_close(node);
  OK(ptc_sum(y, PTC_UNSET, &sum));
  OK(ptc_tensor_grad_fn(sum, &node));
  FAILS(PTC_ERROR_TYPE, "not the host's", ptc_node_leave_undefined(node, 0));
  ptc_node_close(node);
  OK(ptc_tensor_backward(sum, NULL, true, false));
  IS(c.calls == 1 && c.seen == 10 && total_grad(x) == 12);
  c.words = "no derivative";
  FAILS(PTC_ERROR_HOST, "no derivative", ptc_tensor_backward(sum, NULL, true, false));
  c.words = NULL;
  OK(ptc_set_grad_mode(false));
  OK(ptc_add__Scalar(x, one, one));
  OK(ptc_set_grad_mode(true));
  FAILS(PTC_ERROR_RUNTIME, "modified by an inplace operation", ptc_tensor_backward(sum, NULL, true, false));
  ptc_tensor_close(sum);
  ptc_tensor_close(y);
  IS(c.destroyed == 1);
  y = apply(x, &c);
  OK(ptc_sum(y, PTC_UNSET, &sum));
  OK(ptc_tensor_backward(sum, NULL, false, false));
  FAILS(PTC_ERROR_RUNTIME, "second time", ptc_tensor_backward(y, x, false, false));
  ptc_tensor_close(sum);
  ptc_tensor_close(y);
  OK(ptc_tensor_set_requires_grad(x, false));
  c.destroyed = 0;
  y = apply(x, &c); /* nothing to record: the context goes at once */
  IS(c.destroyed == 1);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

int main(void) {
  hooks_on_tensors();
  contexts_are_visited();
  hooks_after_leaves();
  anomaly_mode();
  stacks_of_the_host();
  errors_come_out_as_they_are();
  registrations_that_fail();
  nodes();
  functions();
  return done("hooks");
}
