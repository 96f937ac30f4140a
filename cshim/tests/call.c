/* ptc_call from C: every way to pass a value, and every way to be wrong. */
#include "check.h"

static const float four[] = {1, 2, 3, 4};

static ptc_value value(int32_t kind, int64_t i, double re) {
  ptc_value out = {0, 0, 0, 0, NULL, 0};
  out.kind = kind;
  out.i = i;
  out.re = re;
  return out;
}

static ptc_value pointer(int32_t kind, const void *p, int64_t len) {
  ptc_value out = {0, 0, 0, 0, NULL, 0};
  out.kind = kind;
  out.p = p;
  out.len = len;
  return out;
}

static ptc_operator find(const char *name, const char *overload) {
  ptc_operator op;
  OK(ptc_operator_find(name, overload, &op));
  return op;
}

static void operators(void) {
  ptc_operator op = find("aten::add", "Tensor"), none;
  char *text;
  int64_t results;
  OK(ptc_operator_schema(op, &text));
  IS(strcmp(text, "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor") == 0);
  ptc_string_free(text);
  OK(ptc_operator_results(op, &results));
  IS(results == 1);
  OK(ptc_operator_names(&text));
  IS(strstr(text, "\naten::add.Tensor\n") != NULL);
  ptc_string_free(text);
  FAILS(PTC_ERROR_VALUE, "no operator aten::add.nope; its overloads are",
        ptc_operator_find("aten::add", "nope", &none));
  IS(none == NULL);
  FAILS(PTC_ERROR_VALUE, "no operator nope", ptc_operator_find("nope", "", &none));
  FAILS(PTC_ERROR_TYPE, "argument 'overload'", ptc_operator_find("aten::add", NULL, &none));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_operator_schema(NULL, &text));
  ptc_operator_close(op);
  ptc_operator_close(NULL);
}

static void results_of_all_forms(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_operator split = find("aten::split", "Tensor"), both = find("aten::std_mean", ""),
               size = find("aten::is_floating_point", ""), dtype = find("aten::result_type", "Tensor");
  ptc_value args[2], out[2];
  int64_t count;
  args[0] = pointer(PTC_VALUE_TENSOR, a, 0);
  args[1] = value(PTC_VALUE_INT, 1, 0);
  OK(ptc_call(split, args, 2, out, 2, &count));
  IS(count == 1 && out[0].kind == PTC_VALUE_TENSORS && out[0].len == 2 && out[1].kind == PTC_VALUE_NONE);
  IS(total(((const ptc_tensor *)out[0].p)[1]) == 7);
  ptc_values_close(out, 2);
  IS(out[0].kind == PTC_VALUE_NONE && out[0].p == NULL);
  args[1] = value(PTC_VALUE_BOOL, 1, 0);
  OK(ptc_call(both, args, 2, out, 2, &count));
  IS(count == 2 && number((ptc_tensor)(uintptr_t)out[1].p) == 2.5);
  ptc_values_close(out, count);
  OK(ptc_call(size, args, 1, out, 1, &count));
  IS(out[0].kind == PTC_VALUE_BOOL && out[0].i == 1);
  args[1] = args[0];
  OK(ptc_call(dtype, args, 2, out, 1, &count));
  IS(out[0].kind == PTC_VALUE_DTYPE && out[0].i == PTC_FLOAT32);
  ptc_values_close(out, 1);
  ptc_values_close(NULL, 3);
  ptc_operator_close(split);
  ptc_operator_close(both);
  ptc_operator_close(size);
  ptc_operator_close(dtype);
  ptc_tensor_close(a);
}

/* Four arguments of arange: a number, then options of every kind. */
static void arguments(void) {
  ptc_operator op = find("aten::arange", ""), div = find("aten::div", "Tensor_mode"), pad = find("aten::pad", "");
  ptc_value args[5], out[1];
  int64_t count;
  const int64_t widths[] = {1, 1};
  args[0] = value(PTC_VALUE_FLOAT, 0, 3);
  args[1] = value(PTC_VALUE_DTYPE, PTC_FLOAT32, 0);
  args[2] = value(PTC_VALUE_LAYOUT, PTC_STRIDED, 0);
  args[3] = value(PTC_VALUE_DEVICE, PTC_CPU, 0);
  args[3].len = PTC_UNSET;
  args[4] = value(PTC_VALUE_NONE, 0, 0);
  OK(ptc_call(op, args, 5, out, 1, &count));
  IS(total((ptc_tensor)(uintptr_t)out[0].p) == 3);
  args[0] = args[1] = out[0]; /* a result is the next call's argument */
  args[2] = pointer(PTC_VALUE_STRING, "floor and more", 5);
  {
    ptc_value next[1];
    OK(ptc_call(div, args, 3, next, 1, &count));
    ptc_values_close(next, 1);
    args[1] = pointer(PTC_VALUE_INTS, widths, 2);
    args[2] = pointer(PTC_VALUE_STRING, "constant", PTC_UNSET);
    args[3] = value(PTC_VALUE_DEFAULT, 0, 0);
    OK(ptc_call(pad, args, 4, next, 1, &count));
    IS(total((ptc_tensor)(uintptr_t)next[0].p) == 3);
    ptc_values_close(next, 1);
  }
  ptc_values_close(out, 1);
  ptc_operator_close(op);
  ptc_operator_close(div);
  ptc_operator_close(pad);
}

static void wrong_arguments(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_operator op = find("aten::add", "Tensor"), cat = find("aten::cat", ""), sum = find("aten::sum", "dim_IntList");
  ptc_value args[4], out[1];
  int64_t count = 9;
  int kind;
  args[0] = args[1] = args[3] = pointer(PTC_VALUE_TENSOR, a, 0);
  args[2] = value(PTC_VALUE_INT, 1, 0);
  FAILS(PTC_ERROR_TYPE, "takes 3 arguments, got 4", ptc_call(op, args, 4, out, 1, &count));
  IS(count == 0 && out[0].kind == PTC_VALUE_NONE);
  FAILS(PTC_ERROR_TYPE, "aten::add.Tensor: argument 'other' is missing", ptc_call(op, args, 1, out, 1, &count));
  FAILS(PTC_ERROR_VALUE, "length is negative", ptc_call(op, args, -1, out, 1, &count));
  FAILS(PTC_ERROR_VALUE, "list is NULL", ptc_call(op, NULL, 2, out, 1, &count));
  FAILS(PTC_ERROR_VALUE, "gives 1, there is room for 0", ptc_call(op, args, 3, NULL, 0, &count));
  FAILS(PTC_ERROR_VALUE, "argument 'results'", ptc_call(op, args, 3, NULL, 1, &count));
  FAILS(PTC_ERROR_VALUE, "output pointer", ptc_call(op, args, 3, out, 1, NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'op'", ptc_call(NULL, args, 3, out, 1, &count));
  args[1] = pointer(PTC_VALUE_TENSOR, NULL, 0);
  FAILS(PTC_ERROR_TYPE, "argument 'other' is NULL", ptc_call(op, args, 2, out, 1, &count));
  args[1] = value(PTC_VALUE_DEFAULT, 0, 0);
  FAILS(PTC_ERROR_TYPE, "argument 'other' has no default", ptc_call(op, args, 2, out, 1, &count));
  /* every kind, known or not, where a tensor belongs; then where a list does */
  for (kind = -3; kind < 25; ++kind) {
    ptc_error error;
    if (kind == PTC_VALUE_TENSOR) continue;
    args[1] = value(kind, -5, 0);
    args[1].len = -5;
    if (kind < PTC_VALUE_BOOL || kind > PTC_VALUE_COMPLEX) { /* numbers stand for tensors */
      error = ptc_call(op, args, 2, out, 1, &count);
      IS(error && strstr(error, "argument 'other'"));
      ptc_error_free(error);
    }
    error = ptc_call(cat, args + 1, 1, out, 1, &count);
    IS(error && strstr(error, "aten::cat: argument 'tensors'"));
    ptc_error_free(error);
  }
  args[1] = pointer(PTC_VALUE_INTS, NULL, 3);
  FAILS(PTC_ERROR_VALUE, "argument 'dim'", ptc_call(sum, args, 2, out, 1, &count));
  args[1] = value(PTC_VALUE_NONE, 0, 0);
  args[2] = value(PTC_VALUE_BOOL, 0, 0);
  args[3] = value(PTC_VALUE_DTYPE, 4711, 0);
  FAILS(PTC_ERROR_VALUE, "argument 'dtype': unknown number 4711", ptc_call(sum, args, 4, out, 1, &count));
  ptc_operator_close(op);
  ptc_operator_close(cat);
  ptc_operator_close(sum);
  ptc_tensor_close(a);
}

int main(void) {
  operators();
  results_of_all_forms();
  arguments();
  wrong_arguments();
  return done("call");
}
