/* A group whose collectives are the host's: through this library, under its name, and by a reducer; its works, its
   errors, and what is freed when. */
#define _POSIX_C_SOURCE 200809L
#include "tagged.h"

#include <time.h>

static int calls, groups_freed;
static volatile int works_freed;
static const struct timespec moment = {0, 1000000};
static ptc_tensor last; /* the tensor of the call that has begun last */

static const float ones[] = {1, 1, 1, 1, 1}, zeros[] = {0, 0, 0};

static void destroyed(void *count) { ++*(volatile int *)count; }

static ptc_error waited(void *context, int64_t timeout) {
  (void)context;
  return timeout == PTC_UNSET || timeout > 0 ? NULL : ptc_error_new(PTC_ERROR_HOST, "no such time");
}

static ptc_error later(void *context, ptc_future *out) {
  ptc_error error = ptc_future_new(out);
  (void)context;
  return error ? error : ptc_future_set_list(*out, &last, 1);
}

/* Stands for two members that have the same: each collective doubles what it is given. */
static ptc_error doubled(void *context, const ptc_group_call *call, ptc_work *out) {
  ptc_scalar two = {PTC_SCALAR_INT, 2, 0, 0};
  ptc_error error = NULL;
  int64_t i;
  (void)context;
  ++calls;
  if (call->kind == PTC_GROUP_BARRIER) return ptc_error_new(PTC_ERROR_HOST, "nobody else comes");
  if (call->kind == PTC_GROUP_SEND) return NULL; /* without a work */
  ptc_tensor_close(last);
  last = NULL;
  if (call->kind == PTC_GROUP_ALL_GATHER) {
    IS(call->outputs_lists == 1 && call->outputs_len == 2 && call->inputs_len == 1 && call->timeout == 1234);
    for (i = 0; !error && i < 2; ++i) error = ptc_copy_(call->outputs[i], call->inputs[0], false);
  } else {
    IS(call->inputs_len == 1 && call->op == PTC_REDUCE_SUM);
    error = ptc_mul__Scalar(call->inputs[0], two);
  }
  if (!error) error = ptc_tensor_share(call->inputs[0], &last);
  return error ? error : ptc_work_host(waited, later, (void *)&works_freed, destroyed, out);
}

static void ask(ptc_group group) {
  ptc_tensor x = matrix(ones, 1, 3), all[2];
  ptc_work work;
  bool done;
  OK(ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, NULL));
  IS(calls == 1 && total(x) == 6);
  OK(ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, &work));
  OK(ptc_work_wait(work, 60000));
  OK(ptc_work_test(work, &done));
  IS(done && total(x) == 12);
  ptc_work_close(work);
  all[0] = matrix(zeros, 1, 3), all[1] = matrix(zeros, 1, 3);
  OK(ptc_group_all_gather(group, all, 2, x, 1234, NULL));
  IS(total(all[0]) == 12 && total(all[1]) == 12);
  FAILS(PTC_ERROR_HOST, "nobody else comes", ptc_group_barrier(group, PTC_UNSET, NULL));
  FAILS(PTC_ERROR_VALUE, "gave no work", ptc_group_send(group, x, 0, 0, NULL));
  FAILS(PTC_ERROR_NOT_IMPLEMENTED, "'self'", ptc_group_monitored_barrier(group, 10, false));
  ptc_tensor_close(x);
  ptc_tensor_close(all[0]);
  ptc_tensor_close(all[1]);
}

/* _c10d_functional::all_reduce(input, "sum", name), and what it gives when it is waited for. */
static ptc_error by_name(ptc_tensor input, const char *name, ptc_tensor *out) {
  ptc_operator reduce, wait;
  ptc_value given[3], made[1], ended[1];
  ptc_error error;
  int64_t count;
  OK(ptc_operator_find("_c10d_functional::all_reduce", "", &reduce));
  OK(ptc_operator_find("_c10d_functional::wait_tensor", "", &wait));
  given[0] = tensor(input), given[1] = text("sum"), given[2] = text(name);
  error = ptc_call(reduce, given, 3, made, 1, &count);
  if (!error) {
    OK(ptc_call(wait, made, 1, ended, 1, &count));
    OK(ptc_tensor_share(tensor_in(ended), out));
    ptc_values_close(made, 1);
    ptc_values_close(ended, 1);
  }
  ptc_operator_close(reduce);
  ptc_operator_close(wait);
  return error;
}

static void find(ptc_group group) {
  ptc_tensor x = matrix(ones, 1, 3), out;
  ptc_group other;
  OK(ptc_group_register(group));
  OK(ptc_group_register_as(group, "by another name"));
  OK(ptc_group_register_as(group, "by another name"));
  OK(by_name(x, "hosts", &out));
  IS(total(out) == 6 && total(x) == 3);
  ptc_tensor_close(out);
  OK(by_name(x, "by another name", &out));
  ptc_tensor_close(out);
  OK(ptc_group_host(0, 1, "none", "", doubled, &groups_freed, destroyed, &other));
  FAILS(PTC_ERROR_DISTRIBUTED, "'name'", ptc_group_register_as(other, "by another name"));
  ptc_group_close(other);
  IS(groups_freed == 1);
  OK(ptc_set_thread_isolation(true)); /* this thread has none yet */
  FAILS(PTC_ERROR_RUNTIME, "hosts", by_name(x, "hosts", &out));
  OK(ptc_set_thread_isolation(false));
  OK(by_name(x, "hosts", &out));
  ptc_tensor_close(out);
  OK(ptc_group_unregister("by another name"));
  OK(ptc_group_unregister("by another name"));
  FAILS(PTC_ERROR_RUNTIME, "by another name", by_name(x, "by another name", &out));
  ptc_tensor_close(x);
}

/* Averaged over two that have the same gradient, it is the gradient. */
static void reduce_gradients(ptc_group group) {
  ptc_scalar three = {PTC_SCALAR_INT, 3, 0, 0};
  ptc_tensor leaf = matrix(ones, 1, 5), product, sum, gradient;
  ptc_reducer reducer;
  char *text;
  OK(ptc_tensor_set_requires_grad(leaf, true));
  OK(ptc_reducer_new(group, &leaf, 1, "weight", 1024, 1024, false, false, false, NULL, 0, &reducer));
  OK(ptc_reducer_describe(reducer, "Linear", NULL, 0, -1, true, false, false));
  OK(ptc_reducer_facts(reducer, &text));
  IS(text[0] == '{' && strstr(text, "\"module_name\": \"Linear\"") && strstr(text, "\"world_size\": 2"));
  ptc_string_free(text);
  OK(ptc_reducer_prepare_for_forward(reducer));
  OK(ptc_mul_Scalar(leaf, three, &product));
  OK(ptc_sum(product, PTC_UNSET, &sum));
  OK(ptc_reducer_prepare_for_backward(reducer, NULL, 0));
  OK(ptc_tensor_backward(sum, NULL, false, false));
  OK(ptc_tensor_grad(leaf, &gradient));
  IS(total(gradient) == 15);
  ptc_tensor_close(gradient);
  ptc_tensor_close(sum);
  ptc_tensor_close(product);
  ptc_reducer_close(reducer);
  ptc_tensor_close(leaf);
}

static void plan(void) {
  ptc_tensor three[3];
  int64_t limits[2] = {12, 24}, beyond[3] = {0, 1, 1LL << 40}, i;
  bool sparse[3] = {false, false, true};
  char *text;
  for (i = 0; i < 3; ++i) three[i] = matrix(zeros, 1, 3);
  OK(ptc_bucket_plan(three, 3, limits, 2, NULL, 0, NULL, 0, &text));
  IS(!strcmp(text, "{\"buckets\": [[0], [1, 2]], \"limits\": [12, 24]}"));
  ptc_string_free(text);
  FAILS(PTC_ERROR_VALUE, "'limits'", ptc_bucket_plan(three, 3, NULL, 0, NULL, 0, NULL, 0, &text));
  FAILS(PTC_ERROR_VALUE, "'indices'", ptc_bucket_plan(three, 3, limits, 2, sparse, 3, beyond, 3, &text));
  FAILS(PTC_ERROR_VALUE, "'tensors'", ptc_bucket_plan(NULL, 0, limits, 2, NULL, 0, NULL, 0, &text));
  for (i = 0; i < 3; ++i) ptc_tensor_close(three[i]);
}

int main(void) {
  ptc_group group, none;
  ptc_work work;
  char *text;
  OK(ptc_group_host(1, 2, "doubles", "hosts", doubled, &groups_freed, destroyed, &group));
  OK(ptc_group_backend(group, &text));
  IS(!strcmp(text, "doubles"));
  ptc_string_free(text);
  ask(group);
  find(group);
  reduce_gradients(group);
  plan();
  ptc_tensor_close(last);
  while (works_freed < calls - 2) nanosleep(&moment, NULL); /* a thread that has waited lets go a moment later */
  IS(groups_freed == 1 && works_freed == calls - 2);
  ptc_group_close(group);
  IS(groups_freed == 2);
  FAILS(PTC_ERROR_VALUE, "'rank'", ptc_group_host(2, 2, "x", "", doubled, &groups_freed, destroyed, &none));
  FAILS(PTC_ERROR_VALUE, "'call'", ptc_group_host(0, 2, "x", "", NULL, &groups_freed, destroyed, &none));
  FAILS(PTC_ERROR_VALUE, "'wait'", ptc_work_host(NULL, NULL, (void *)&works_freed, destroyed, &work));
  IS(groups_freed == 4 && works_freed == calls - 1);
  return done("host_group");
}
