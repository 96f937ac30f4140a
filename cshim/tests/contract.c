/* Tests of what the first page of types.h promises: options, versions, texts and marks. */
#include "check.h"

static const int64_t two[] = {2};

static int32_t dtype_of(const ptc_options *options) {
  ptc_tensor out;
  int32_t dtype;
  OK(ptc_zeros(two, 1, options, &out));
  OK(ptc_tensor_dtype(out, &dtype));
  IS(total(out) == 0);
  ptc_tensor_close(out);
  return dtype;
}

static void only_what_is_set_counts(void) {
  ptc_options zeros = {0}, all = {PTC_OPTION_ALL, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET};
  ptc_options bytes = {.set = PTC_OPTION_DTYPE}, grad = {.set = PTC_OPTION_REQUIRES_GRAD, .requires_grad = 1};
  ptc_tensor out;
  bool wanted;
  IS(dtype_of(NULL) == PTC_FLOAT32 && dtype_of(&zeros) == PTC_FLOAT32 && dtype_of(&all) == PTC_FLOAT32);
  IS(dtype_of(&bytes) == PTC_UINT8);
  OK(ptc_zeros(two, 1, &grad, &out));
  OK(ptc_tensor_requires_grad(out, &wanted));
  IS(wanted);
  ptc_tensor_close(out);
}

static void fails(const char *words, ptc_options options) {
  ptc_tensor out = NULL;
  float data[2] = {0, 0};
  FAILS(PTC_ERROR_VALUE, words, ptc_zeros(two, 1, &options, &out));
  FAILS(PTC_ERROR_VALUE, words, ptc_tensor_from_data(data, sizeof data, two, 1, &options, &out));
  FAILS(PTC_ERROR_VALUE, words, ptc_tensor_from_blob(data, two, 1, NULL, 0, &options, NULL, NULL, &out));
  IS(out == NULL);
}

static void what_no_field_may_be_is_an_error(void) {
  ptc_options o = {0};
  o.dtype = PTC_FLOAT64, fails("'options': dtype is 7, and its bit is not in `set`", o), o.dtype = 0;
  o.requires_grad = 1, fails("requires_grad is 1, and its bit", o), o.requires_grad = 0;
  o.set = 64, fails("set is 64", o);
  o.set = PTC_OPTION_REQUIRES_GRAD, o.requires_grad = 5, fails("requires_grad is 5; it is 0 or 1", o);
  o.requires_grad = -2, fails("requires_grad is -2", o), o.requires_grad = 0;
  o.set = PTC_OPTION_PIN_MEMORY, o.pin_memory = 2, fails("pin_memory is 2", o), o.pin_memory = 0;
  o.set = PTC_OPTION_DEVICE, o.device_type = PTC_UNSET, fails("device_index is 0, and device_type is unset", o);
  o.device_type = 77, fails("unknown device type number 77", o), o.device_type = 0;
  o.set = PTC_OPTION_LAYOUT, o.layout = 99, fails("unknown layout number 99", o), o.layout = 0;
}

static void programs_and_libraries_know_each_other(void) {
  OK(ptc_require_abi(PTC_ABI_VERSION));
  IS(ptc_abi_version() == PTC_ABI_VERSION);
  FAILS(PTC_ERROR_RUNTIME, "headers of the ABI 1000", ptc_require_abi(1000));
  FAILS(PTC_ERROR_RUNTIME, "compile it with the headers", ptc_require_abi(PTC_ABI_VERSION + 1));
  FAILS(PTC_ERROR_RUNTIME, "compile it with the headers", ptc_require_abi(PTC_ABI_VERSION + 1000));
  FAILS(PTC_ERROR_RUNTIME, "headers of the ABI 0", ptc_require_abi(0));
  OK(ptc_check());
}

/* Bytes that are no UTF-8 come back as question marks, in errors and in texts. */
static void texts_are_utf8(void) {
  ptc_operator none;
  ptc_error host = ptc_error_new(PTC_ERROR_HOST, "\xff h\xc3\xa9 \xed\xa0\x80 \xf0\x9f");
  FAILS(PTC_ERROR_VALUE, "no operator ?(", ptc_operator_find("\xc3\x28", "", &none));
  IS(strcmp(host, "? h\xc3\xa9 ??? ??") == 0);
  ptc_error_free(host);
}

static void a_handle_counts_under_the_mark_that_is_named(void) {
  const float numbers[] = {1, 2};
  ptc_mark first, second;
  ptc_tensor x;
  OK(ptc_mark_new(&first));
  OK(ptc_mark_new(&second));
  x = matrix(numbers, 1, 2);
  ptc_mark_add(first, x);
  ptc_mark_add(first, x);
  IS(ptc_mark_has(first, x) && ptc_mark_tensors(first) == 1 && ptc_mark_bytes(first) == 8);
  ptc_mark_add(second, x);
  IS(ptc_mark_has(second, x) && ptc_mark_tensors(first) == 0 && ptc_mark_created(first) == 0);
  ptc_mark_add(NULL, x);
  IS(ptc_mark_tensors(second) == 0 && !ptc_mark_has(second, x));
  ptc_mark_add(second, NULL);
  ptc_mark_add(second, x);
  ptc_tensor_close(x);
  IS(ptc_mark_tensors(second) == 0 && ptc_mark_created(second) == 1);
  ptc_mark_close(first), ptc_mark_close(second);
}

/* A handle that is put aside is alive, but has left its mark, which may be closed before it. */
static void a_handle_put_aside_has_left_its_mark(void) {
  const float numbers[] = {1, 2};
  ptc_tensor x = matrix(numbers, 1, 2), y = matrix(numbers, 1, 2);
  ptc_mark mark;
  const int64_t live = ptc_live_tensors();
  OK(ptc_mark_new(&mark));
  ptc_mark_add(mark, x), ptc_mark_add(mark, y);
  ptc_tensor_close_later(x);
  IS(ptc_mark_tensors(mark) == 1 && ptc_mark_bytes(mark) == 8 && ptc_mark_created(mark) == 2);
  IS(ptc_live_tensors() == live);
  ptc_mark_close(mark);
  ptc_tensor_close_later(y); /* the last that knows of the mark */
  IS(ptc_close_pending() == 2 && ptc_live_tensors() == live - 2);
}

int main(void) {
  only_what_is_set_counts();
  what_no_field_may_be_is_an_error();
  programs_and_libraries_know_each_other();
  texts_are_utf8();
  a_handle_counts_under_the_mark_that_is_named();
  a_handle_put_aside_has_left_its_mark();
  return done("contract");
}
