/* Backward passes that a host compiles: this one runs each step as it is told of it, notes the gradients of leaves, and
   computes them anew for each later pass with the same steps. */
#include "tagged.h"

static int alive, closed, dropped, fails_at, asked_count, kept_objects;
static char asked[4096];
static ptc_tensor the_leaf; /* borrowed, of the pass that is written down */

/* ---- the host, as little of it as there must be ---- */

static void keep(void *context, void *object) {
  IS(context == &alive && object == &alive);
  ++kept_objects;
}
static void release(void *context, void *object) {
  IS(context == &alive && object == &alive);
  --kept_objects;
}
static bool try_keep(void *context, const void *slot) { return context == &alive && slot != NULL; }
static int64_t references(void *context, void *object) { return context == &alive && object != NULL; }
static bool owns(void *context, void *object) { return context == &alive && object == &alive; }
static ptc_error run(void *context, void *call, int32_t stage, void *mode, const char *name, const char *overload,
                     const ptc_value *args, const bool *defaults, int64_t args_len) {
  (void)context, (void)stage, (void)mode, (void)name, (void)overload, (void)args, (void)defaults, (void)args_len;
  return ptc_host_decline(call);
}

/* ---- the compiler ---- */

/* Runs the function that "bind_function" has named by its number. */
static ptc_error run_function(void *call, int64_t number, const ptc_value *grads, const ptc_value *kept) {
  ptc_tensor given[8], results[8];
  ptc_tensor_list list;
  int64_t i, count = 0;
  ptc_value answer;
  ptc_error error;
  IS(grads->kind == PTC_VALUE_TENSORS && grads->len <= 8);
  for (i = 0; i < grads->len; ++i) given[i] = ((const ptc_tensor *)grads->p)[i];
  error = ptc_backward_compiler_call(number, given, grads->len, (const ptc_value *)kept->p, kept->len, &list);
  if (error) return error;
  count = ptc_tensor_list_length(list);
  IS(count <= 8);
  for (i = 0; i < count; ++i) OK(ptc_tensor_list_get(list, i, results + i));
  ptc_tensor_list_close(list);
  answer = pointer(PTC_VALUE_TENSORS, results, count);
  error = ptc_backward_compiler_answer(call, &answer);
  for (i = 0; i < count; ++i) ptc_tensor_close(results[i]);
  return error;
}

/* Names of functions, by their numbers. */
static char names[64][64];
static int64_t number_of(const char *name) {
  int64_t i;
  for (i = 0; i < 64 && strcmp(names[i], name); ++i) {}
  return i;
}
static ptc_error bind_function(void *call, const char *name, int64_t number) {
  ptc_value answer = text(name);
  IS(number < 64 && strlen(name) < 64);
  strcpy(names[number], name);
  return ptc_backward_compiler_answer(call, &answer);
}

static ptc_error sum_of(void *call, const ptc_value *first, const ptc_value *second) {
  static const ptc_scalar one = {PTC_SCALAR_INT, 1, 0, 0};
  ptc_tensor sum;
  ptc_value answer;
  ptc_error error = ptc_add_Tensor(tensor_in(first), tensor_in(second), one, &sum);
  if (error) return error;
  answer = tensor(sum);
  error = ptc_backward_compiler_answer(call, &answer);
  ptc_tensor_close(sum);
  return error;
}

/* The gradient of sum(x * x) for the leaf that is the last of the tensors. */
static ptc_error run_compiled(void *call, const ptc_value *args) {
  static const ptc_scalar two = {PTC_SCALAR_INT, 2, 0, 0};
  ptc_value answer = pointer(PTC_VALUE_TENSORS, NULL, 0);
  const ptc_tensor *inputs = (const ptc_tensor *)args[1].p;
  ptc_tensor leaf = inputs[args[1].len - 1], plain, grad;
  IS(args[0].kind == PTC_VALUE_INT && args[0].i == 7);
  OK(ptc_detach(leaf, &plain));
  OK(ptc_mul_Scalar(plain, two, &grad));
  OK(ptc_tensor_set_grad(leaf, grad));
  ptc_tensor_close(grad);
  ptc_tensor_close(plain);
  return ptc_backward_compiler_answer(call, &answer);
}

static ptc_error compile(void *context, void *call, const char *method, const ptc_value *args, int64_t args_len,
                         int64_t objects_len) {
  ptc_value answer = value(PTC_VALUE_NONE, 0, 0), three[3];
  void *object;
  int64_t i;
  IS(context == &alive);
  strcat(asked, method);
  strcat(asked, " ");
  if (++asked_count == fails_at) return ptc_error_new(PTC_ERROR_VALUE, "chosen by the test");
  for (i = 0; i < objects_len; ++i) OK(ptc_backward_compiler_object(call, i, &object));
  FAILS(PTC_ERROR_INDEX, "argument 'index'", ptc_backward_compiler_object(call, objects_len, &object));
  if (!strcmp(method, "begin")) {
    IS(args_len == 6 && args[0].kind == PTC_VALUE_TENSORS);
    for (i = 0; i < 3; ++i) three[i] = args[i];
    answer = pointer(PTC_VALUE_TUPLE, three, 3);
  } else if (!strcmp(method, "bind_function")) return bind_function(call, (const char *)args[0].p, args[1].i);
  else if (!strcmp(method, "apply_functional") || !strcmp(method, "validate_outputs"))
    return run_function(call, number_of((const char *)args[0].p), args + 1, args + 2);
  else if (!strcmp(method, "accumulate")) return sum_of(call, args, args + 1);
  else if (!strcmp(method, "accumulate_grad")) {
    the_leaf = tensor_in(args);
    answer = args[args_len - 2];
  } else if (!strcmp(method, "end")) answer = value(PTC_VALUE_INT, 7, 0);
  else if (!strcmp(method, "run")) return run_compiled(call, args);
  else if (!strcmp(method, "close")) ++closed;
  else if (!strcmp(method, "drop")) IS(args[0].i == 7), ++dropped;
  else if (!strcmp(method, "unpacking")) {
    OK(ptc_backward_compiler_answer_object(call, &alive));
    OK(ptc_backward_compiler_answer_object(call, &alive));
    FAILS(PTC_ERROR_VALUE, "argument 'object'", ptc_backward_compiler_answer_object(call, NULL));
    return NULL;
  } else IS(!strcmp(method, "set_node_origin"));
  return ptc_backward_compiler_answer(call, &answer);
}

static const char function_ends, hook_ends; /* their addresses: no context of this program is an object */

/* ---- what must hold ---- */

static ptc_error backward_of_square(ptc_tensor x) {
  ptc_tensor square, sum;
  ptc_error error;
  asked[0] = 0;
  asked_count = 0;
  OK(ptc_mul_Tensor(x, x, &square));
  OK(ptc_sum(square, PTC_UNSET, &sum));
  error = ptc_tensor_backward(sum, NULL, false, false);
  ptc_tensor_close(sum);
  ptc_tensor_close(square);
  return error;
}

static void gradient_is(ptc_tensor x, double wanted) {
  ptc_tensor grad;
  OK(ptc_tensor_grad(x, &grad));
  IS(grad && total(grad) == wanted);
  ptc_tensor_close(grad);
  OK(ptc_tensor_set_grad(x, NULL));
}

static ptc_tensor leaf(int64_t rows) {
  static const float numbers[] = {1, 2, 3, 4, 5, 6};
  ptc_tensor x = matrix(numbers, rows, 2);
  OK(ptc_tensor_set_requires_grad(x, true));
  return x;
}

static void somebody_compiles(void) {
  bool empty = false;
  FAILS(PTC_ERROR_RUNTIME, "ptc_backward_compiler_set", ptc_backward_compiler_use(true, false));
  FAILS(PTC_ERROR_RUNTIME, "host", ptc_backward_compiler_set(compile, &function_ends, &hook_ends, &alive, NULL));
  OK(ptc_host_set(false, keep, release, try_keep, references, owns, run, &alive, NULL));
  FAILS(PTC_ERROR_VALUE, "argument 'run'", ptc_backward_compiler_set(NULL, &function_ends, &hook_ends, &alive, NULL));
  FAILS(PTC_ERROR_VALUE, "'function_ends'", ptc_backward_compiler_set(compile, NULL, &hook_ends, &alive, NULL));
  FAILS(PTC_ERROR_VALUE, "'hook_ends'", ptc_backward_compiler_set(compile, &function_ends, NULL, &alive, NULL));
  OK(ptc_backward_compiler_set(compile, &function_ends, &hook_ends, &alive, NULL));
  FAILS(PTC_ERROR_RUNTIME, "already", ptc_backward_compiler_set(compile, &function_ends, &hook_ends, &alive, NULL));
  OK(ptc_backward_compiler_is_empty(&empty));
  IS(empty);
  OK(ptc_backward_compiler_use(true, false));
}

static void a_pass_is_written_down_once(void) {
  ptc_tensor x = leaf(2), other = leaf(3);
  bool empty = true;
  OK(backward_of_square(x));
  IS(the_leaf != NULL && closed == 1 && dropped == 0);
  IS(strstr(asked, "begin set_node_origin ") == asked && strstr(asked, "accumulate ") &&
     strstr(asked, "end close run "));
  gradient_is(x, 20);
  OK(backward_of_square(x));
  IS(!strcmp(asked, "run "));
  gradient_is(x, 20);
  OK(backward_of_square(other)); /* other sizes: it is written down anew */
  IS(strstr(asked, "drop ") == asked && dropped == 1 && closed == 2);
  gradient_is(other, 42);
  OK(ptc_backward_compiler_is_empty(&empty));
  IS(!empty);
  ptc_tensor_close(other);
  ptc_tensor_close(x);
}

static void errors_of_the_compiler_end_the_pass(void) {
  int i, failures = 0;
  for (i = 1; i < 40; ++i) {
    ptc_tensor x = leaf(2);
    ptc_error error;
    OK(ptc_backward_compiler_clear());
    fails_at = i;
    error = backward_of_square(x);
    fails_at = 0;
    if (!error) {
      gradient_is(x, 20);
      ptc_tensor_close(x);
      continue; /* "close" itself failed, which is no matter, or nothing did */
    }
    IS(ptc_error_kind(error) == PTC_ERROR_VALUE && strstr(error, "chosen by the test"));
    ptc_error_free(error);
    ptc_tensor_close(x);
    ++failures;
  }
  IS(failures > 8);
}

static ptc_error double_it(void *context, ptc_tensor grad, ptc_tensor *out) {
  static const ptc_scalar two = {PTC_SCALAR_INT, 2, 0, 0};
  (void)context;
  return ptc_mul_Scalar(grad, two, out);
}

static void bad_arguments_are_refused(void) {
  ptc_tensor x = leaf(2), out;
  ptc_tensor_list list;
  bool empty;
  FAILS(PTC_ERROR_INDEX, "argument 'function'", ptc_backward_compiler_call(-1, NULL, 0, NULL, 0, &list));
  FAILS(PTC_ERROR_INDEX, "argument 'function'", ptc_backward_compiler_call(1 << 20, NULL, 0, NULL, 0, &list));
  FAILS(PTC_ERROR_VALUE, "argument 'kept'", ptc_backward_compiler_call(0, NULL, 0, NULL, 99, &list));
  FAILS(PTC_ERROR_VALUE, "argument 'call'", ptc_backward_compiler_answer(NULL, NULL));
  FAILS(PTC_ERROR_VALUE, "argument 'call'", ptc_backward_compiler_answer_object(NULL, &alive));
  FAILS(PTC_ERROR_RUNTIME, "no compiled backward pass", ptc_backward_compiler_hook(0, x, &out));
  OK(ptc_backward_compiler_clear());
  OK(ptc_backward_compiler_is_empty(&empty));
  IS(empty);
  ptc_tensor_close(x);
}

/* Hooks of another language than the host's: those of tensors are called by their numbers, others are refused. */
static void hooks_of_others(void) {
  ptc_tensor x = leaf(2);
  ptc_hook hook;
  OK(ptc_tensor_register_hook(x, double_it, NULL, NULL, &hook));
  FAILS(PTC_ERROR_VALUE, "chosen by the test", (fails_at = 3, backward_of_square(x)));
  fails_at = 0;
  ptc_hook_remove(hook);
  ptc_hook_close(hook);
  OK(ptc_backward_compiler_use(false, false));
  asked[0] = 0;
  OK(backward_of_square(x));
  IS(!*asked);
  gradient_is(x, 20);
  ptc_tensor_close(x);
}

int main(void) {
  OK(ptc_require_abi(PTC_ABI_VERSION));
  somebody_compiles();
  a_pass_is_written_down_once();
  errors_of_the_compiler_end_the_pass();
  bad_arguments_are_refused();
  hooks_of_others();
  IS(kept_objects == 0);
  return done("compiler");
}
