/* A kernel for every operator at once: it counts, passes on, changes results, fails; and dispatch keys. */
#include "check.h"

static const char KEY[] = "TESTING_ONLY_GenericMode"; /* libtorch keeps it for such observers */
static int calls, destroyed, mode;

static ptc_error watch(void *context, void *call, const char *name, const char *overload, const ptc_value *args,
                       int64_t args_len) {
  (void)overload, (void)args;
  IS(context == &calls && args_len > 0);
  ++calls;
  if (mode == 1) return ptc_error_new(PTC_ERROR_VALUE, "the observer objects");
  if (mode == 2) return NULL; /* no result */
  if (mode == 3 && strcmp(name, "aten::mul")) return ptc_library_redispatch(call);
  if (mode == 3) return ptc_library_return(call, 0, &args[0]);
  return ptc_library_redispatch(call);
}
static void destroy(void *context) { IS(context == &calls), ++destroyed; }

int main(void) {
  const float data[] = {1, 2, 3};
  ptc_tensor x = matrix(data, 1, 3), y;
  ptc_library watching, second, passing;
  ptc_operator mul;
  char *text;
  bool is;
  OK(ptc_tensor_dispatch_keys(x, &text));
  IS(!strcmp(text, "AutocastCPU\nAutogradCPU\nADInplaceOrView\nCPU"));
  ptc_string_free(text);
  OK(ptc_operator_find("aten::mul", "Tensor", &mul));
  OK(ptc_operator_has_kernel(mul, "CPU", &is));
  IS(is);
  OK(ptc_operator_has_kernel(mul, "SparseCUDA", &is));
  FAILS(PTC_ERROR_RUNTIME, "Foo", ptc_operator_has_kernel(mul, "Foo", &is));
  OK(ptc_operator_names_of_key("CPU", &text));
  IS(strstr(text, "\naten::addmm\n") != NULL && strstr(text, "\naten::matmul\n") == NULL);
  ptc_string_free(text);
  OK(ptc_operator_names_of_key("CompositeImplicitAutograd", &text));
  IS(strstr(text, "\naten::matmul\n") != NULL && strstr(text, "\naten::addmm\n") == NULL);
  ptc_string_free(text);
  FAILS(PTC_ERROR_RUNTIME, "Foo", ptc_operator_names_of_key("Foo", &text));
  OK(ptc_operator_dispatch_table(mul, &text));
  IS(strstr(text, "CPU: registered at") != NULL);
  ptc_string_free(text);
  OK(ptc_operator_registrations(mul, &text));
  IS(strstr(text, "schema: aten::mul.Tensor(Tensor self, Tensor other) -> Tensor\n") != NULL);
  ptc_string_free(text);
  OK(ptc_operator_check(mul));
  OK(ptc_dispatch_check());
  OK(ptc_dispatch_dangling(&text));
  IS(!strstr(text, "name: aten::mul.Tensor"));
  ptc_string_free(text);

  FAILS(PTC_ERROR_VALUE, "argument 'kernel'", ptc_library_fallback(KEY, NULL, &calls, destroy, &watching));
  FAILS(PTC_ERROR_RUNTIME, "Foo", ptc_library_fallback("Foo", watch, &calls, destroy, &watching));
  IS(destroyed == 2);
  OK(ptc_library_fallback(KEY, watch, &calls, destroy, &watching));
  FAILS(PTC_ERROR_RUNTIME, "multiple backend fallbacks", ptc_library_fallback(KEY, watch, &calls, destroy, &second));
  IS(destroyed == 3);
  FAILS(PTC_ERROR_VALUE, "argument 'call' is NULL", ptc_library_redispatch(NULL));

  OK(ptc_dispatch_set_included(KEY, true));
  OK(ptc_dispatch_included(KEY, &is));
  IS(is);
  OK(ptc_mul_Tensor(x, x, &y));
  IS(calls == 1);
  ptc_tensor_close(y);
  mode = 1;
  FAILS(PTC_ERROR_VALUE, "the observer objects", ptc_mul_Tensor(x, x, &y));
  mode = 2;
  FAILS(PTC_ERROR_RUNTIME, "its kernel gave no result 0", ptc_mul_Tensor(x, x, &y));
  mode = 3;
  OK(ptc_mul_Tensor(x, x, &y));
  OK(ptc_dispatch_set_included(KEY, false));
  IS(total(y) == 6); /* x itself, not its square */
  ptc_tensor_close(y);
  calls = mode = 0;

  OK(ptc_library_fallthrough("aten::mul", "Tensor", KEY, &passing));
  FAILS(PTC_ERROR_VALUE, "there is no operator", ptc_library_fallthrough("aten::mule", "", KEY, &second));
  OK(ptc_dispatch_set_included(KEY, true));
  OK(ptc_mul_Tensor(x, x, &y));
  IS(calls == 0);
  ptc_tensor_close(y);
  OK(ptc_dispatch_set_excluded(KEY, true));
  OK(ptc_neg(x, &y));
  IS(calls == 0);
  ptc_tensor_close(y);
  OK(ptc_dispatch_set_excluded(KEY, false));
  OK(ptc_neg(x, &y));
  IS(calls == 1);
  ptc_tensor_close(y);
  OK(ptc_dispatch_set_included(KEY, false));
  ptc_library_close(passing), ptc_library_close(watching);
  IS(destroyed == 4);
  OK(ptc_neg(x, &y));
  ptc_tensor_close(y), ptc_tensor_close(x), ptc_operator_close(mul);
  return done("dispatch");
}
