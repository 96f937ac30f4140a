/* Traces from C: what a program of the host's calls, as TorchScript; and what goes wrong in them. */
#include "tagged.h"

static const float four[] = {1, 2, 3, 4};

static ptc_error traced(void *context, void *call, const ptc_value *args, int64_t args_len) {
  ptc_tensor sum = NULL, out = NULL;
  ptc_scalar one = {PTC_SCALAR_INT, 1, 0, 0};
  ptc_value given;
  ptc_error error;
  if (*(int *)context == 1) return ptc_error_new(PTC_ERROR_HOST, "the program failed");
  if (*(int *)context == 2) return NULL;
  if (args_len != 1 || !ptc_jit_is_tracing()) return ptc_error_new(PTC_ERROR_HOST, "not as it should be");
  error = ptc_add_Tensor(tensor_in(args), tensor_in(args), one, &sum);
  if (!error && *(int *)context == 3) error = ptc_jit_trace_pause(true);
  if (!error) error = ptc_relu(sum, &out);
  given = tensor(out);
  if (!error) error = ptc_jit_trace_return(call, &given);
  ptc_tensor_close(sum);
  ptc_tensor_close(out);
  return error;
}

/* Runs beside the rest: relu of the tensor in the context. */
static ptc_error forked(void *context, void *call, const ptc_value *args, int64_t args_len) {
  ptc_tensor out = NULL;
  ptc_value given;
  ptc_error error = args && args_len ? ptc_error_new(PTC_ERROR_HOST, "arguments?") : ptc_relu(context, &out);
  given = tensor(out);
  if (!error) error = ptc_jit_trace_return(call, &given);
  ptc_tensor_close(out);
  return error;
}

/* Stashes a size for an operator that does not come, and waits for a fork. */
static ptc_error traced_fork(void *context, void *call, const ptc_value *args, int64_t args_len) {
  ptc_tensor size = NULL;
  ptc_value future = {0}, result = {0};
  ptc_error error = args_len == 1 ? ptc_jit_trace_size(tensor_in(args), 0, &size) : NULL;
  (void)context;
  if (!error) error = ptc_jit_trace_stash_int("size", 2, 0, size);
  if (!error) error = ptc_jit_trace_stash_int("size", 2, 0, size); /* again: libtorch would assert */
  if (!error) error = ptc_jit_trace_forget();
  if (!error) error = ptc_jit_trace_stash_int("size", 3, 1, size); /* stays to the end */
  if (!error) error = ptc_jit_trace_fork(forked, tensor_in(args), NULL, &future);
  if (!error) error = ptc_value_wait(&future, &result);
  if (!error) error = ptc_jit_trace_return(call, &result);
  ptc_values_close(&result, 1);
  ptc_values_close(&future, 1);
  ptc_tensor_close(size);
  return error;
}

static void forks(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_jit_unit unit;
  ptc_jit_function f;
  ptc_value arg = tensor(a), out;
  char *graph;
  OK(ptc_jit_unit_new(&unit));
  OK(ptc_jit_trace(unit, "forks", traced_fork, NULL, NULL, &arg, 1, NULL, true, false, &f));
  OK(ptc_jit_function_graph(f, PTC_JIT_GRAPH_PLAIN, &graph));
  IS(strstr(graph, "prim::fork") && strstr(graph, "aten::wait") && strstr(graph, "aten::relu"));
  ptc_string_free(graph);
  OK(ptc_jit_call(f, &arg, 1, NULL, &out));
  IS(total(tensor_in(&out)) == total(a));
  ptc_values_close(&out, 1);
  ptc_jit_function_close(f);
  FAILS(PTC_ERROR_RUNTIME, "this thread is in no trace", ptc_jit_trace_fork(forked, a, NULL, &out));
  OK(ptc_jit_trace_forget());
  ptc_jit_unit_close(unit);
  ptc_tensor_close(a);
}

static void traces(void) {
  ptc_tensor a = matrix(four, 2, 2), b;
  ptc_jit_unit unit;
  ptc_jit_function f;
  ptc_value arg = tensor(a), out;
  char *graph;
  int how = 0;
  OK(ptc_jit_unit_new(&unit));
  OK(ptc_jit_trace(unit, "traced", traced, &how, NULL, &arg, 1, "x", true, false, &f));
  OK(ptc_jit_function_graph(f, PTC_JIT_GRAPH_PLAIN, &graph));
  IS(strstr(graph, "graph(%x : Float(2, 2") && strstr(graph, "aten::add(%x, %x") && strstr(graph, "aten::relu"));
  ptc_string_free(graph);
  OK(ptc_neg(a, &b));
  arg = tensor(b);
  OK(ptc_jit_call(f, &arg, 1, NULL, &out));
  IS(total(tensor_in(&out)) == 0);
  ptc_values_close(&out, 1);
  ptc_jit_function_close(f);
  how = 1;
  FAILS(PTC_ERROR_HOST, "the program failed",
        ptc_jit_trace(unit, "traced", traced, &how, NULL, &arg, 1, NULL, true, false, &f));
  IS(f == NULL && !ptc_jit_is_tracing());
  how = 2;
  FAILS(PTC_ERROR_RUNTIME, "the program gave no result",
        ptc_jit_trace(unit, "traced", traced, &how, NULL, &arg, 1, NULL, true, false, &f));
  how = 3;
  FAILS(PTC_ERROR_RUNTIME, "while its trace was paused",
        ptc_jit_trace(unit, "traced", traced, &how, NULL, &arg, 1, NULL, true, false, &f));
  IS(!ptc_jit_is_tracing());
  arg = value(PTC_VALUE_INT, 1, 0);
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'inputs': item 0",
        ptc_jit_trace(unit, "traced", traced, &how, NULL, &arg, 1, NULL, true, false, &f));
  FAILS(PTC_ERROR_RUNTIME, "this thread is in no trace", ptc_jit_trace_pause(true));
  FAILS(PTC_ERROR_RUNTIME, "this thread is in no trace", ptc_jit_trace_push_scope("layer"));
  ptc_tensor_close(b);
  ptc_jit_unit_close(unit);
  ptc_tensor_close(a);
}

int main(void) {
  traces();
  forks();
  return done("tracing");
}
