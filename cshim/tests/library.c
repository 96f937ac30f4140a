/* Operators of the host's own: kernels, derivatives and what goes wrong in them. */
#include "check.h"

#include <pthread.h>

static const float three[] = {1, 2, 3};
static int64_t destroyed, calls;
static int32_t wrong; /* what the next backward gets wrong */

static void destroy(void *context) {
  IS(context == &destroyed);
  ++destroyed;
}

static ptc_value tensor_value(ptc_tensor tensor) {
  ptc_value out = {PTC_VALUE_TENSOR, 0, 0, 0, NULL, 0};
  out.p = tensor;
  return out;
}

static ptc_value float_value(double number) {
  ptc_value out = {PTC_VALUE_FLOAT, 0, 0, 0, NULL, 0};
  out.re = number;
  return out;
}

static ptc_tensor tensor_of(const ptc_value *value) {
  IS(value->kind == PTC_VALUE_TENSOR);
  return (ptc_tensor)(uintptr_t)value->p;
}

static ptc_scalar real(double number) {
  ptc_scalar out = {PTC_SCALAR_FLOAT, 0, 0, 0};
  out.re = number;
  return out;
}

/* mine::scaled(Tensor x, float by) -> (Tensor, int) */
static ptc_error scaled(void *context, void *call, const ptc_value *args, int64_t args_len) {
  ptc_tensor out;
  ptc_value result;
  ptc_error error;
  bool recorded;
  IS(context == &destroyed && args_len == 2);
  ++calls;
  if ((error = ptc_tensor_requires_grad(tensor_of(&args[0]), &recorded))) return error;
  if ((error = ptc_mul_Scalar(tensor_of(&args[0]), real(args[1].re), &out))) return error;
  result = tensor_value(out);
  error = ptc_library_return(call, 0, &result);
  ptc_tensor_close(out);
  if (error) return error;
  result.kind = PTC_VALUE_INT;
  result.i = 7;
  return ptc_library_return(call, 1, &result);
}

static ptc_error scaled_backward(void *context, void *call, const ptc_value *args, int64_t args_len,
                                 const ptc_value *results, int64_t results_len, const ptc_value *grads) {
  ptc_tensor out;
  ptc_value gradient;
  ptc_error error;
  IS(context == &destroyed && args_len == 2 && results_len == 2);
  IS(args[0].kind == PTC_VALUE_TENSOR && args[1].kind == PTC_VALUE_FLOAT);
  IS(results[0].kind == PTC_VALUE_NONE && results[1].kind == PTC_VALUE_INT && results[1].i == 7);
  IS(total(tensor_of(&args[0])) == 6 && grads[1].kind == PTC_VALUE_NONE);
  if (wrong == 1) return ptc_error_new(PTC_ERROR_VALUE, "no gradient today");
  /* Ten times too large, so that it shows who computed it. */
  if ((error = ptc_mul_Scalar(tensor_of(&grads[0]), real(10 * args[1].re), &out))) return error;
  gradient = tensor_value(out);
  if (wrong == 2) error = ptc_library_return_gradient(call, 1, &gradient);
  else if (wrong == 3) error = ptc_library_return_gradient(call, 2, &gradient);
  else if (wrong == 4) error = ptc_library_return_gradient(call, 0, &args[1]);
  else if (wrong != 5) error = ptc_library_return_gradient(call, 0, &gradient);
  ptc_tensor_close(out);
  return error;
}

static ptc_tensor run(double by) {
  ptc_operator op;
  ptc_value args[2], out[2];
  ptc_tensor x = matrix(three, 1, 3), result;
  int64_t count;
  OK(ptc_tensor_set_requires_grad(x, true));
  OK(ptc_operator_find("mine::scaled", "", &op));
  args[0] = tensor_value(x);
  args[1] = float_value(by);
  OK(ptc_call(op, args, 2, out, 2, &count));
  IS(count == 2 && out[1].i == 7);
  result = tensor_of(&out[0]);
  out[0].p = NULL;
  ptc_values_close(out, 2);
  ptc_operator_close(op);
  ptc_tensor_close(x);
  return result;
}

static void backward(ptc_tensor loss_of) {
  ptc_tensor sum;
  OK(ptc_sum(loss_of, PTC_UNSET, &sum));
  OK(ptc_tensor_backward(sum, NULL, false, false));
  ptc_tensor_close(sum);
}

static void a_derivative(void) {
  ptc_library definition, kernel, derivative;
  ptc_tensor out;
  bool recorded;
  destroyed = 0;
  OK(ptc_library_define("mine::scaled(Tensor x, float by) -> (Tensor, int)", &definition));
  OK(ptc_library_impl("mine::scaled", "", "CPU", scaled, &destroyed, destroy, &kernel));
  OK(ptc_library_autograd("mine::scaled", "", "x", scaled_backward, &destroyed, destroy, &derivative));
  out = run(2);
  IS(total(out) == 12 && calls == 1);
  OK(ptc_tensor_requires_grad(out, &recorded));
  IS(recorded);
  {
    ptc_tensor_list grads;
    ptc_tensor x = matrix(three, 1, 3), sum, gradient;
    ptc_operator op;
    ptc_value args[2], results[2];
    int64_t count;
    OK(ptc_tensor_set_requires_grad(x, true));
    OK(ptc_operator_find("mine::scaled", "", &op));
    args[0] = tensor_value(x);
    args[1] = float_value(2);
    OK(ptc_call(op, args, 2, results, 2, &count));
    OK(ptc_sum(tensor_of(&results[0]), PTC_UNSET, &sum));
    OK(ptc_autograd_grad(&sum, 1, &x, 1, NULL, 0, false, false, false, &grads));
    OK(ptc_tensor_list_get(grads, 0, &gradient));
    IS(total(gradient) == 60);
    ptc_tensor_close(gradient);
    ptc_tensor_list_close(grads);
    ptc_tensor_close(sum);
    ptc_values_close(results, 2);
    ptc_operator_close(op);
    ptc_tensor_close(x);
  }
  /* The graph keeps the derivative after its handle is closed. */
  ptc_library_close(derivative);
  IS(destroyed == 0);
  backward(out);
  ptc_tensor_close(out);
  IS(destroyed == 1);
  ptc_library_close(kernel);
  IS(destroyed == 2);
  ptc_library_close(definition);
}

static void mistakes_in_a_derivative(void) {
  static const char *const words[] = {NULL, "no gradient today",
                                      "argument 'by' is no tensor, so that it has no gradient", "takes 2 arguments",
                                      "the gradient of 'x'"};
  static const int32_t kinds[] = {0, PTC_ERROR_VALUE, PTC_ERROR_TYPE, PTC_ERROR_INDEX, PTC_ERROR_TYPE};
  ptc_library definition, kernel, derivative;
  destroyed = 0;
  OK(ptc_library_define("mine::scaled(Tensor x, float by) -> (Tensor, int)", &definition));
  OK(ptc_library_impl("mine::scaled", "", "CPU", scaled, &destroyed, destroy, &kernel));
  OK(ptc_library_autograd("mine::scaled", "", "x", scaled_backward, &destroyed, destroy, &derivative));
  for (wrong = 1; wrong < 5; ++wrong) {
    ptc_tensor out = run(2), sum;
    OK(ptc_sum(out, PTC_UNSET, &sum));
    FAILS(kinds[wrong], words[wrong], ptc_tensor_backward(sum, NULL, false, false));
    ptc_tensor_close(sum);
    ptc_tensor_close(out);
  }
  wrong = 5; /* no gradient is none, not an error */
  {
    ptc_tensor out = run(2);
    backward(out);
    ptc_tensor_close(out);
  }
  wrong = 0;
  ptc_library_close(derivative);
  ptc_library_close(kernel);
  ptc_library_close(definition);
  IS(destroyed == 2);
}

static void what_is_refused(void) {
  ptc_library definition, writer, out = (ptc_library)&destroyed;
  int64_t before, same, after;
  OK(ptc_operator_changes(&before));
  OK(ptc_operator_changes(&same));
  OK(ptc_library_define("mine::f(Tensor x) -> Tensor", &definition));
  OK(ptc_operator_changes(&after));
  IS(same == before && after > before);
  OK(ptc_library_define("mine::f_(Tensor(a!) x) -> Tensor(a!)", &writer));
  destroyed = 0;
  FAILS(PTC_ERROR_VALUE, "argument 'saved': mine::f has no argument or result 'y'",
        ptc_library_autograd("mine::f", "", "x, y", scaled_backward, &destroyed, destroy, &out));
  IS(out == NULL && destroyed == 1);
  FAILS(PTC_ERROR_VALUE, "no operator mine::g",
        ptc_library_autograd("mine::g", "", "", scaled_backward, &destroyed, destroy, &out));
  FAILS(PTC_ERROR_VALUE, "argument 'backward'",
        ptc_library_autograd("mine::f", "", "", NULL, &destroyed, destroy, &out));
  FAILS(PTC_ERROR_RUNTIME, "non-functional operator mine::f_",
        ptc_library_autograd("mine::f_", "", "", scaled_backward, &destroyed, destroy, &out));
  FAILS(PTC_ERROR_TYPE, "argument 'saved'",
        ptc_library_autograd("mine::f", "", NULL, scaled_backward, &destroyed, destroy, &out));
  IS(destroyed == 5);
  FAILS(PTC_ERROR_VALUE, "argument 'kernel'", ptc_library_impl("mine::f", "", "CPU", NULL, &destroyed, destroy, &out));
  IS(destroyed == 6 && out == NULL);
  ptc_library_close(writer);
  ptc_library_close(definition);
  ptc_library_close(NULL);
}

/* A kernel for "Meta" is what an operator gives without data. */
static ptc_error shape_only(void *context, void *call, const ptc_value *args, int64_t args_len) {
  ptc_tensor out;
  ptc_value result;
  ptc_error error;
  IS(context == &destroyed && args_len == 1);
  if ((error = ptc_neg(tensor_of(&args[0]), &out))) return error;
  result = tensor_value(out);
  error = ptc_library_return(call, 0, &result);
  ptc_tensor_close(out);
  return error;
}

static void without_data(void) {
  ptc_library definition, kernel;
  ptc_operator op;
  ptc_tensor x = matrix(three, 1, 3), meta;
  ptc_value arg, result;
  int64_t count;
  int32_t type, index;
  destroyed = 0;
  OK(ptc_library_define("mine::h(Tensor x) -> Tensor", &definition));
  OK(ptc_library_impl("mine::h", "", "Meta", shape_only, &destroyed, destroy, &kernel));
  OK(ptc_operator_find("mine::h", "", &op));
  OK(ptc_to_device(x, PTC_META, PTC_UNSET, PTC_FLOAT32, false, false, PTC_UNSET, &meta));
  arg = tensor_value(meta);
  OK(ptc_call(op, &arg, 1, &result, 1, &count));
  OK(ptc_tensor_device(tensor_of(&result), &type, &index));
  IS(type == PTC_META);
  ptc_values_close(&result, 1);
  arg = tensor_value(x);
  FAILS(PTC_ERROR_NOT_IMPLEMENTED, "Could not run 'mine::h' with arguments from the 'CPU' backend",
        ptc_call(op, &arg, 1, &result, 1, &count));
  ptc_operator_close(op);
  ptc_tensor_close(meta);
  ptc_tensor_close(x);
  ptc_library_close(kernel);
  ptc_library_close(definition);
  IS(destroyed == 1);
}

/* The kernel of one key, past what stands before it. */
static void one_kernel(void) {
  ptc_operator neg, cpu, none;
  ptc_tensor x = matrix(three, 1, 3);
  ptc_value arg = tensor_value(x), result;
  int64_t count;
  bool recorded;
  OK(ptc_tensor_set_requires_grad(x, true));
  OK(ptc_operator_find("aten::neg", "", &neg));
  OK(ptc_operator_kernel(neg, "CPU", &cpu));
  OK(ptc_call(cpu, &arg, 1, &result, 1, &count));
  OK(ptc_tensor_requires_grad(tensor_of(&result), &recorded));
  IS(!recorded && total(tensor_of(&result)) == -6);
  ptc_values_close(&result, 1);
  FAILS(PTC_ERROR_VALUE, "stands for several keys", ptc_operator_kernel(neg, "Autograd", &none));
  FAILS(PTC_ERROR_RUNTIME, "Nowhere", ptc_operator_kernel(neg, "Nowhere", &none));
  FAILS(PTC_ERROR_TYPE, "argument 'dispatch_key'", ptc_operator_kernel(neg, NULL, &none));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_operator_kernel(NULL, "CPU", &none));
  IS(none == NULL);
  ptc_operator_close(cpu);
  /* A kernel believes that a tensor is of its kind; one that calls other operators takes any. */
  OK(ptc_operator_kernel(neg, "SparseCPU", &cpu));
  FAILS(PTC_ERROR_TYPE, "its kernel for SparseCPU does not take these tensors",
        ptc_call(cpu, &arg, 1, &result, 1, &count));
  ptc_operator_close(cpu);
  ptc_operator_close(neg);
  OK(ptc_operator_find("aten::detach", "", &neg));
  OK(ptc_operator_kernel(neg, "CPU", &cpu));
  OK(ptc_call(cpu, &arg, 1, &result, 1, &count));
  IS(total(tensor_of(&result)) == 6);
  ptc_values_close(&result, 1);
  ptc_operator_close(cpu);
  ptc_operator_close(neg);
  ptc_tensor_close(x);
}

/* Whoever has found an operator may keep it for longer than its library. */
static void an_operator_that_goes(void) {
  const char *name = "mine::scaled";
  ptc_library definition, kernel;
  ptc_operator old, again, none;
  ptc_tensor x = matrix(three, 1, 3);
  ptc_value args[2], results[2];
  int64_t count;
  args[0] = tensor_value(x);
  args[1] = float_value(2);
  destroyed = 0;
  OK(ptc_library_define("mine::scaled(Tensor x, float by) -> (Tensor, int)", &definition));
  OK(ptc_library_impl("mine::scaled", "", "CPU", scaled, &destroyed, destroy, &kernel));
  OK(ptc_operator_find(name, "", &old));
  ptc_library_close(kernel);
  ptc_library_close(definition);
  FAILS(PTC_ERROR_RUNTIME, "mine::scaled is gone", ptc_call(old, args, 2, results, 2, &count));
  FAILS(PTC_ERROR_RUNTIME, "mine::scaled is gone", ptc_operator_kernel(old, "CPU", &none));
  FAILS(PTC_ERROR_VALUE, "there is no operator", ptc_operator_find(name, "", &none));
  OK(ptc_library_define("mine::scaled(Tensor x) -> Tensor", &definition));
  FAILS(PTC_ERROR_RUNTIME, "with another schema", ptc_call(old, args, 2, results, 2, &count));
  ptc_library_close(definition);
  OK(ptc_library_define("mine::scaled(Tensor x, float by) -> (Tensor, int)", &definition));
  OK(ptc_library_impl("mine::scaled", "", "CPU", scaled, &destroyed, destroy, &kernel));
  OK(ptc_operator_find(name, "", &again));
  OK(ptc_call(old, args, 2, results, 2, &count));
  IS(total(tensor_of(&results[0])) == 12);
  ptc_values_close(results, 2);
  ptc_operator_close(old);
  ptc_operator_close(again);
  ptc_library_close(kernel);
  ptc_library_close(definition);
  ptc_tensor_close(x);
  IS(destroyed == 2);
}

/* The backward pass on a thread of its own. */
static void *on_a_thread(void *out) {
  backward(out);
  return NULL;
}

static void from_other_threads(void) {
  ptc_library definition, kernel, derivative;
  pthread_t threads[4];
  ptc_tensor outs[4];
  int i;
  destroyed = 0;
  OK(ptc_library_define("mine::scaled(Tensor x, float by) -> (Tensor, int)", &definition));
  OK(ptc_library_impl("mine::scaled", "", "CPU", scaled, &destroyed, destroy, &kernel));
  OK(ptc_library_autograd("mine::scaled", "", "x", scaled_backward, &destroyed, destroy, &derivative));
  for (i = 0; i < 4; ++i) outs[i] = run(i);
  for (i = 0; i < 4; ++i) IS(pthread_create(&threads[i], NULL, on_a_thread, outs[i]) == 0);
  for (i = 0; i < 4; ++i) IS(pthread_join(threads[i], NULL) == 0);
  for (i = 0; i < 4; ++i) ptc_tensor_close(outs[i]);
  ptc_library_close(derivative);
  ptc_library_close(kernel);
  ptc_library_close(definition);
  IS(destroyed == 2);
}

int main(void) {
  OK(ptc_require_abi(PTC_ABI_VERSION));
  a_derivative();
  mistakes_in_a_derivative();
  what_is_refused();
  without_data();
  one_kernel();
  an_operator_that_goes();
  from_other_threads();
  return done("library");
}
