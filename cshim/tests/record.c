/* Observation: every begin has its end, on every thread; what a callback runs is
   not observed; one that fails fails nothing; removing waits for nobody. */
#include "check.h"

#include <math.h>
#include <pthread.h>

enum {
  FUNCTIONS = 1 << PTC_SCOPE_FUNCTION,
  NODES = 1 << PTC_SCOPE_BACKWARD_FUNCTION,
  RANGES = 1 << PTC_SCOPE_USER_SCOPE
};

/* Counters that threads share. */
#define ADD(what, count) __atomic_fetch_add(&(what), (count), __ATOMIC_SEQ_CST)
#define NOW(what) __atomic_load_n(&(what), __ATOMIC_SEQ_CST)

typedef struct {
  int begins, ends, destroyed, inputs, outputs, found;
  int nested; /* the callback calls an operator itself */
  int fails;  /* 1: the begin, 2: the end */
  const char *looked_for;
  char last[256], overload[64];
  int64_t id, sequence;
  ptc_observer removed; /* which the callback removes */
} Seen;

static ptc_tensor ones(int64_t rows, int64_t columns) {
  int64_t size[2];
  ptc_tensor out;
  size[0] = rows;
  size[1] = columns;
  OK(ptc_ones(size, 2, NULL, &out));
  return out;
}

static ptc_error begins(void *context, const ptc_event *event, void **state) {
  Seen *seen = context;
  IS(*state == NULL && event->name && event->overload && event->outputs == 0);
  ADD(seen->begins, 1);
  ADD(seen->inputs, (int)event->inputs);
  if (seen->looked_for && !strcmp(event->name, seen->looked_for)) {
    ADD(seen->found, 1);
    seen->id = event->id;
    seen->sequence = event->sequence;
    strncpy(seen->last, event->name, sizeof seen->last - 1);
    strncpy(seen->overload, event->overload, sizeof seen->overload - 1);
  }
  if (seen->nested) ptc_tensor_close(ones(2, 2));
  if (seen->removed) {
    OK(ptc_observer_remove(seen->removed));
    seen->removed = NULL;
  }
  if (seen->fails == 1) return ptc_error_new(PTC_ERROR_HOST, "the begin failed");
  *state = seen;
  return NULL;
}

static ptc_error ends(void *context, const ptc_event *event, void *state) {
  Seen *seen = context;
  IS(state == context && event->inputs == 0 && NOW(seen->destroyed) == 0);
  ADD(seen->ends, 1);
  ADD(seen->outputs, (int)event->outputs);
  if (seen->fails == 2) return ptc_error_new(PTC_ERROR_HOST, "the end failed");
  return NULL;
}

static void destroy(void *context) { ADD(((Seen *)context)->destroyed, 1); }

static ptc_observer observe(Seen *seen, int32_t wanted, int64_t scopes) {
  ptc_observer out;
  OK(ptc_observer_new(begins, ends, seen, destroy, wanted, scopes, 1, &out));
  return out;
}

static void product(void) {
  ptc_tensor a = ones(2, 3), b = ones(3, 4), c;
  OK(ptc_mm(a, b, &c));
  ptc_tensor_close(a);
  ptc_tensor_close(b);
  ptc_tensor_close(c);
}

static void every_begin_has_its_end(void) {
  Seen seen = {.looked_for = "aten::mm"};
  ptc_observer observer = observe(&seen, 0, FUNCTIONS);
  bool observed;
  OK(ptc_is_observed(PTC_SCOPE_FUNCTION, &observed));
  IS(observed);
  product();
  IS(seen.begins >= 3 && seen.ends == seen.begins && seen.found == 1 && seen.inputs == 0 && seen.outputs == 0);
  IS(!strcmp(seen.overload, "") && seen.id == 0);
  OK(ptc_observer_remove(observer));
  IS(seen.destroyed == 0); /* the handle has it */
  OK(ptc_observer_remove(observer));
  ptc_observer_close(observer);
  IS(seen.destroyed == 1);
  product();
  IS(seen.ends == seen.begins && seen.found == 1);
  OK(ptc_is_observed(PTC_SCOPE_FUNCTION, &observed));
  IS(!observed);
}

/* Checks the arguments and the result of mm. */
static ptc_error look(void *context, const ptc_event *event, void **state) {
  ptc_shape shape;
  ptc_value value;
  Seen *seen = context;
  if (strcmp(event->name, "aten::mm")) return NULL;
  *state = seen;
  IS(event->inputs == 2 && event->id > 0 && event->thread > 0 && event->scope == PTC_SCOPE_FUNCTION);
  seen->id = event->id;
  OK(ptc_event_input(event, 1, PTC_UNSET, &shape));
  IS(shape.kind == PTC_VALUE_TENSOR && shape.dtype == PTC_FLOAT32 && shape.dim == 2 && shape.sizes[1] == 4);
  FAILS(PTC_ERROR_INDEX, "there are 2 inputs", ptc_event_input(event, 2, PTC_UNSET, &shape));
  IS(shape.kind == 0 && shape.sizes == NULL);
  FAILS(PTC_ERROR_INDEX, "'item'", ptc_event_input(event, 0, 0, &shape));
  FAILS(PTC_ERROR_INDEX, "there are 0 outputs", ptc_event_output(event, 0, PTC_UNSET, &shape));
  OK(ptc_event_input_value(event, 0, &value));
  IS(value.kind == PTC_VALUE_TENSOR && total((ptc_tensor)value.p) == 6);
  ptc_values_close(&value, 1);
  ADD(seen->begins, 1);
  return NULL;
}

static ptc_error look_back(void *context, const ptc_event *event, void *state) {
  ptc_shape shape;
  ptc_value value;
  Seen *seen = context;
  if (!state) return NULL;
  IS(event->outputs == 1 && event->id == seen->id);
  OK(ptc_event_output(event, 0, PTC_UNSET, &shape));
  IS(shape.dim == 2 && shape.sizes[0] == 2 && shape.sizes[1] == 4);
  OK(ptc_event_output_value(event, 0, &value));
  IS(total((ptc_tensor)value.p) == 24);
  ptc_values_close(&value, 1);
  ADD(seen->ends, 1);
  return NULL;
}

static void inputs_and_outputs(void) {
  Seen seen = {0};
  ptc_observer observer;
  int32_t wanted = PTC_OBSERVE_INPUTS | PTC_OBSERVE_OUTPUTS | PTC_OBSERVE_IDS;
  OK(ptc_observer_new(look, look_back, &seen, destroy, wanted, 0, 1, &observer));
  product();
  IS(seen.begins == 1 && seen.ends == 1);
  ptc_observer_close(observer);
}

static ptc_error look_at_list(void *context, const ptc_event *event, void **state) {
  ptc_shape shape;
  (void)state;
  if (strcmp(event->name, "aten::cat")) return NULL;
  OK(ptc_event_input(event, 0, PTC_UNSET, &shape));
  IS(shape.kind == PTC_VALUE_TENSORS && shape.len == 2 && shape.dim == PTC_UNSET);
  OK(ptc_event_input(event, 0, 1, &shape));
  IS(shape.kind == PTC_VALUE_TENSOR && shape.dim == 2 && shape.sizes[0] == 3 && shape.sizes[1] == 4);
  FAILS(PTC_ERROR_INDEX, "the list has 2 items", ptc_event_input(event, 0, 2, &shape));
  OK(ptc_event_input(event, 1, PTC_UNSET, &shape));
  IS(shape.kind == PTC_VALUE_INT && shape.dim == PTC_UNSET && shape.sizes == NULL);
  ((Seen *)context)->begins++;
  return NULL;
}

static void lists_of_tensors(void) {
  Seen seen = {0};
  ptc_observer observer;
  ptc_tensor both[2], out;
  both[0] = ones(2, 4);
  both[1] = ones(3, 4);
  OK(ptc_observer_new(look_at_list, NULL, &seen, destroy, PTC_OBSERVE_INPUTS, FUNCTIONS, 1, &observer));
  OK(ptc_cat(both, 2, 0, &out));
  IS(seen.begins == 1);
  ptc_observer_close(observer);
  IS(seen.destroyed == 1);
  ptc_tensor_close(both[0]);
  ptc_tensor_close(both[1]);
  ptc_tensor_close(out);
}

static void callbacks_are_not_observed(void) {
  Seen seen = {.nested = 1}, other = {0};
  ptc_observer observer = observe(&seen, 0, FUNCTIONS), second = observe(&other, 0, FUNCTIONS);
  ptc_tensor x = ones(2, 2); /* aten::ones and what it is made of, and not what the callback runs */
  ptc_tensor_close(x);
  IS(seen.begins == other.begins && seen.begins == seen.ends && seen.begins < 8);
  ptc_observer_close(observer);
  ptc_observer_close(second);
}

static void failing_callbacks_fail_nothing(void) {
  int which, before;
  for (which = 1; which <= 2; ++which) {
    Seen seen = {.fails = which};
    ptc_observer observer = observe(&seen, 0, FUNCTIONS);
    product();
    before = seen.begins; /* of the second: those that had begun when the first one ended */
    IS(which == 1 ? before == 1 && seen.ends == 0 : before >= 1 && before < 4 && seen.ends == before);
    product();
    IS(seen.begins == before);
    FAILS(PTC_ERROR_HOST, which == 1 ? "the begin failed" : "the end failed", ptc_observer_remove(observer));
    OK(ptc_observer_remove(observer)); /* given once */
    ptc_observer_close(observer);
    IS(seen.destroyed == 1);
  }
}

static void removed_from_within(void) {
  Seen seen = {0};
  ptc_observer observer = observe(&seen, 0, FUNCTIONS);
  seen.removed = observer;
  product();
  IS(seen.begins == 1 && seen.ends == 1);
  ptc_observer_close(observer);
  IS(seen.destroyed == 1);
}

static void ranges(void) {
  Seen seen = {.looked_for = "mine"}, inputs = {0};
  ptc_record record, inner;
  ptc_observer observer, second;
  OK(ptc_record_begin("mine", NULL, &record));
  IS(record == NULL); /* nobody observes */
  ptc_record_close(record);
  observer = observe(&seen, 0, RANGES);
  second = observe(&inputs, PTC_OBSERVE_INPUTS, RANGES);
  OK(ptc_record_begin("mine", "with a text", &record));
  OK(ptc_record_begin("inner", NULL, &inner));
  IS(record && inner && seen.begins == 2 && seen.ends == 0 && inputs.inputs == 1);
  product();
  ptc_record_close(inner);
  ptc_record_close(record);
  IS(seen.begins == 2 && seen.ends == 2 && seen.found == 1);
  FAILS(PTC_ERROR_TYPE, "'name'", ptc_record_begin(NULL, NULL, &record));
  IS(record == NULL);
  ptc_observer_close(observer);
  ptc_observer_close(second);

  /* A range that is open when its observer goes keeps the context. */
  observer = observe(&seen, 0, RANGES);
  OK(ptc_record_begin("mine", NULL, &record));
  seen.destroyed = 0;
  ptc_observer_close(observer);
  IS(seen.destroyed == 0);
  ptc_record_close(record);
  IS(seen.destroyed == 1);
}

static void nodes_of_the_backward_pass(void) {
  Seen seen = {.looked_for = "MulBackward0"}, forward = {.looked_for = "aten::mul"};
  ptc_observer observer = observe(&seen, 0, NODES), second = observe(&forward, 0, FUNCTIONS);
  static const float one[4] = {1, 1, 1, 1};
  ptc_tensor x = matrix(one, 2, 2), y, s;
  OK(ptc_tensor_set_requires_grad(x, true));
  OK(ptc_mul_Tensor(x, x, &y));
  OK(ptc_sum(y, PTC_UNSET, &s));
  OK(ptc_tensor_backward(s, NULL, false, false));
  IS(seen.found == 1 && seen.ends == seen.begins);
  IS(forward.found >= 1 && seen.sequence >= 0);
  ptc_observer_close(observer);
  ptc_observer_close(second);
  ptc_tensor_close(x);
  ptc_tensor_close(y);
  ptc_tensor_close(s);
}

static void *run_product(void *nothing) {
  product();
  return nothing;
}

static void in_a_thread(void *(*what)(void *), void *argument) {
  pthread_t thread;
  IS(pthread_create(&thread, NULL, what, argument) == 0 && pthread_join(thread, NULL) == 0);
}

static void *close_it(void *observer) {
  ptc_observer_close((ptc_observer)observer);
  return NULL;
}

static void *observe_and_end(void *seen) {
  ptc_observer observer = observe(seen, PTC_OBSERVE_THREAD, FUNCTIONS);
  product();
  return observer;
}

static void one_thread_or_all(void) {
  Seen all = {.looked_for = "aten::mm"}, mine = {.looked_for = "aten::mm"};
  ptc_observer first = observe(&all, 0, FUNCTIONS), second = observe(&mine, PTC_OBSERVE_THREAD, FUNCTIONS);
  int before;
  pthread_t thread;
  void *left;
  in_a_thread(run_product, NULL);
  IS(all.found == 1 && mine.found == 0);
  product();
  IS(all.found == 2 && mine.found == 1);
  in_a_thread(close_it, second); /* by another thread */
  before = mine.begins;
  product();
  IS(mine.begins == before && mine.destroyed == 1 && all.found == 3);
  ptc_observer_close(first);
  /* Its thread ends before it does. */
  mine.destroyed = 0;
  IS(pthread_create(&thread, NULL, observe_and_end, &mine) == 0 && pthread_join(thread, &left) == 0);
  IS(mine.found == 2 && mine.destroyed == 0);
  ptc_observer_close((ptc_observer)left);
  IS(mine.destroyed == 1);
}

static int stop;
static void *busy(void *nothing) {
  while (!NOW(stop)) product();
  return nothing;
}

static void removed_while_threads_are_in_it(void) {
  pthread_t threads[3];
  Seen seen[50];
  int i;
  memset(seen, 0, sizeof seen);
  stop = 0;
  for (i = 0; i < 3; ++i) IS(pthread_create(&threads[i], NULL, busy, NULL) == 0);
  for (i = 0; i < 50; ++i) {
    ptc_observer observer = observe(&seen[i], PTC_OBSERVE_INPUTS | PTC_OBSERVE_OUTPUTS, 0);
    product();
    ptc_observer_close(observer);
  }
  ADD(stop, 1);
  for (i = 0; i < 3; ++i) IS(pthread_join(threads[i], NULL) == 0);
  for (i = 0; i < 50; ++i) IS(seen[i].begins > 0 && seen[i].begins == seen[i].ends && seen[i].destroyed == 1);
}

static void wrong_arguments(void) {
  ptc_observer out, many[64];
  Seen seen = {0};
  ptc_event event;
  ptc_shape shape;
  bool observed;
  int i;
  memset(&event, 0, sizeof event);
  FAILS(PTC_ERROR_VALUE, "'begin'", ptc_observer_new(NULL, ends, &seen, destroy, 0, 0, 1, &out));
  IS(seen.destroyed == 1 && out == NULL);
  FAILS(PTC_ERROR_VALUE, "'wanted'", ptc_observer_new(begins, ends, &seen, destroy, 16, 0, 1, &out));
  FAILS(PTC_ERROR_VALUE, "'scopes'", ptc_observer_new(begins, ends, &seen, destroy, 0, 1 << 10, 1, &out));
  FAILS(PTC_ERROR_VALUE, "'probability'", ptc_observer_new(begins, ends, &seen, destroy, 0, 0, 1.5, &out));
  FAILS(PTC_ERROR_VALUE, "'probability'", ptc_observer_new(begins, ends, &seen, destroy, 0, 0, NAN, &out));
  IS(seen.destroyed == 5);
  for (i = 0; i < 64; ++i) OK(ptc_observer_new(begins, NULL, &seen, NULL, 0, RANGES, 1, &many[i]));
  FAILS(PTC_ERROR_RUNTIME, "64 observers", ptc_observer_new(begins, ends, &seen, destroy, 0, 0, 1, &out));
  IS(seen.destroyed == 6);
  for (i = 0; i < 64; ++i) ptc_observer_close(many[i]);
  FAILS(PTC_ERROR_VALUE, "'scope'", ptc_is_observed(-1, &observed));
  FAILS(PTC_ERROR_VALUE, "'self'", ptc_observer_remove(NULL));
  FAILS(PTC_ERROR_VALUE, "'event'", ptc_event_input(NULL, 0, PTC_UNSET, &shape));
  FAILS(PTC_ERROR_VALUE, "'event'", ptc_event_input(&event, 0, PTC_UNSET, &shape));
}

static void a_part_of_the_events(void) {
  Seen seen = {0}, none = {0};
  ptc_observer observer, second;
  int i;
  OK(ptc_observer_new(begins, ends, &seen, destroy, 0, FUNCTIONS, 0.5, &observer));
  OK(ptc_observer_new(begins, ends, &none, destroy, 0, FUNCTIONS, 0, &second));
  for (i = 0; i < 200; ++i) product();
  IS(seen.begins > 100 && seen.begins < 200 * 12 && seen.begins == seen.ends);
  IS(none.begins == 0);
  ptc_observer_close(observer);
  ptc_observer_close(second);
}

int main(void) {
  OK(ptc_require_abi(PTC_ABI_VERSION));
  every_begin_has_its_end();
  inputs_and_outputs();
  lists_of_tensors();
  callbacks_are_not_observed();
  failing_callbacks_fail_nothing();
  removed_from_within();
  ranges();
  nodes_of_the_backward_pass();
  one_thread_or_all();
  removed_while_threads_are_in_it();
  wrong_arguments();
  a_part_of_the_events();
  return done("record");
}
