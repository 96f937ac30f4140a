/* The C ABI as a program sees it: everything once, and every way to be wrong. */
#include "check.h"

static const float four[] = {1, 2, 3, 4};
static const ptc_scalar one = {PTC_SCALAR_INT, 1, 0, 0};

static void versions(void) {
  OK(ptc_check());
  IS(ptc_abi_version() == PTC_ABI_VERSION);
  IS(ptc_schema_count() > 100);
  IS(strstr(ptc_build_info(), "libtorch") != NULL);
}

static void tensors(void) {
  ptc_tensor a = matrix(four, 2, 2), b, view;
  int64_t sizes[2], numel;
  float out[4];
  bool same;
  char *text;
  OK(ptc_mm(a, a, &b));
  OK(ptc_tensor_copy_to(b, out, sizeof out));
  IS(out[0] == 7 && out[1] == 10 && out[2] == 15 && out[3] == 22);
  OK(ptc_transpose_int(a, 0, 1, &view));
  OK(ptc_tensor_strides(view, sizes, 2));
  IS(sizes[0] == 1 && sizes[1] == 2);
  OK(ptc_add__Tensor(view, view, one));
  IS(total(a) == 20); /* a view shares memory */
  OK(ptc_tensor_numel(a, &numel));
  IS(numel == 4);
  OK(ptc_tensor_is_same(a, view, &same));
  IS(!same);
  OK(ptc_tensor_string(a, &text));
  IS(strstr(text, "CPUFloatType") != NULL);
  ptc_string_free(text);
  ptc_tensor_close(view);
  ptc_tensor_close(b);
  ptc_tensor_close(a);
}

static void gradients(void) {
  ptc_tensor x = matrix(four, 2, 2), y, loss, grad, none;
  char *name;
  OK(ptc_tensor_set_requires_grad(x, true));
  OK(ptc_tensor_grad(x, &none));
  IS(none == NULL);
  OK(ptc_mul_Tensor(x, x, &y));
  OK(ptc_tensor_grad_fn_name(y, &name));
  IS(strcmp(name, "MulBackward0") == 0);
  ptc_string_free(name);
  OK(ptc_sum(y, PTC_UNSET, &loss));
  FAILS(PTC_ERROR_RUNTIME, "grad can be implicitly created only for scalar",
        ptc_tensor_backward(y, NULL, false, false));
  OK(ptc_tensor_backward(loss, NULL, false, false));
  OK(ptc_tensor_grad(x, &grad));
  IS(total(grad) == 20); /* 2x */
  FAILS(PTC_ERROR_RUNTIME, "second time", ptc_tensor_backward(loss, NULL, false, false));
  ptc_tensor_close(grad);
  ptc_tensor_close(loss);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

static void lists(void) {
  ptc_tensor a = matrix(four, 2, 2), part, both, row, at, picked, absent[2], missing[2];
  ptc_tensor_list parts;
  const float index = 1;
  ptc_tensor pair[2];
  OK(ptc_split_Tensor(a, 1, 0, &parts));
  IS(ptc_tensor_list_length(parts) == 2);
  OK(ptc_tensor_list_get(parts, 1, &part));
  IS(total(part) == 7);
  FAILS(PTC_ERROR_INDEX, "2 of a list of 2", ptc_tensor_list_get(parts, 2, &row));
  IS(row == NULL);
  FAILS(PTC_ERROR_INDEX, "-1", ptc_tensor_list_get(parts, -1, &row));
  ptc_tensor_list_close(parts);
  pair[0] = pair[1] = part;
  OK(ptc_cat(pair, 2, 1, &both));
  IS(total(both) == 14);
  OK(ptc_tensor_from_data(&index, sizeof index, NULL, 0, NULL, &row));
  OK(ptc_to_dtype(row, PTC_INT64, false, false, PTC_UNSET, &at));
  absent[0] = NULL;
  absent[1] = at;
  OK(ptc_index_Tensor(a, absent, 2, &picked)); /* a[:, 1] */
  IS(total(picked) == 6);
  missing[0] = a;
  missing[1] = NULL;
  ptc_tensor_close(both);
  FAILS(PTC_ERROR_TYPE, "item 1 is NULL", ptc_cat(missing, 2, 0, &both));
  IS(both == NULL);
  IS(ptc_tensor_list_length(NULL) == 0);
  ptc_tensor_list_close(NULL);
  ptc_tensor_close(picked);
  ptc_tensor_close(at);
  ptc_tensor_close(row);
  ptc_tensor_close(part);
  ptc_tensor_close(a);
}

static void handles_and_outputs(void) {
  ptc_tensor a = matrix(four, 2, 2), out = a, values = a, indices = a;
  int64_t number = 7;
  bool flag = true;
  FAILS(PTC_ERROR_TYPE, "argument 'mat2'", ptc_mm(a, NULL, &out));
  IS(out == NULL); /* on failure every output is NULL */
  FAILS(PTC_ERROR_VALUE, "output pointer is NULL", ptc_mm(a, a, NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_max_dim(NULL, 0, false, &values, &indices));
  IS(values == NULL && indices == NULL);
  FAILS(PTC_ERROR_VALUE, "output pointer is NULL", ptc_max_dim(a, 0, false, &values, NULL));
  IS(values == NULL);
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_tensor_dim(NULL, &number));
  IS(number == 0);
  FAILS(PTC_ERROR_TYPE, "argument 'other'", ptc_equal(a, NULL, &flag));
  IS(!flag);
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_add__Tensor(NULL, a, one));
  FAILS(PTC_ERROR_VALUE, "out_len", ptc_tensor_sizes(a, &number, 1));
  ptc_tensor_close(NULL);
  ptc_tensor_close(a);
}

static void wrong_values(void) {
  ptc_tensor a = matrix(four, 2, 2), three = matrix(four, 1, 3), out;
  ptc_scalar garbage = {77, 1, 1, 1}, none = {PTC_SCALAR_NONE, 0, 0, 0};
  ptc_options odd = {0};
  const int64_t size[] = {2, -1};
  ptc_tensor pair[1];
  ptc_tensor_list grids;
  int32_t type, index;
  pair[0] = a;
  FAILS(PTC_ERROR_RUNTIME, "2x2 and 1x3", ptc_mm(a, three, &out));
  FAILS(PTC_ERROR_INDEX, "Dimension out of range", ptc_sum_dim_IntList(a, size, 1, false, PTC_UNSET, &out));
  FAILS(PTC_ERROR_VALUE, "unknown scalar kind 77", ptc_add_Scalar(a, garbage, one, &out));
  FAILS(PTC_ERROR_VALUE, "'other': unknown scalar kind 77", ptc_add_Scalar(a, garbage, garbage, &out));
  FAILS(PTC_ERROR_VALUE, "'other': unknown scalar kind 77", ptc_sub__Scalar(a, garbage, garbage));
  FAILS(PTC_ERROR_TYPE, "a number is needed", ptc_add_Scalar(a, none, one, &out));
  FAILS(PTC_ERROR_TYPE, "unknown dtype number 999", ptc_view_dtype(a, 999, &out));
  odd.set = PTC_OPTION_DTYPE;
  odd.dtype = -7;
  FAILS(PTC_ERROR_TYPE, "unknown dtype number -7", ptc_zeros(size, 1, &odd, &out));
  memset(&odd, 0, sizeof odd);
  odd.set = PTC_OPTION_DEVICE;
  odd.device_type = 4711;
  FAILS(PTC_ERROR_VALUE, "unknown device type", ptc_zeros(size, 1, &odd, &out));
  odd.set = PTC_OPTION_LAYOUT;
  odd.device_type = 0;
  odd.layout = 4711;
  FAILS(PTC_ERROR_VALUE, "unknown layout", ptc_zeros(size, 1, &odd, &out));
  FAILS(PTC_ERROR_RUNTIME, "imension", ptc_zeros(size, 2, NULL, &out));
  FAILS(PTC_ERROR_VALUE, "length is negative", ptc_zeros(size, -2, NULL, &out));
  FAILS(PTC_ERROR_VALUE, "list is NULL", ptc_zeros(NULL, 2, NULL, &out));
  FAILS(PTC_ERROR_VALUE, "length is negative", ptc_cat(pair, -1, 0, &out));
  FAILS(PTC_ERROR_VALUE, "list is NULL", ptc_stack(NULL, 3, 0, &out));
  FAILS(PTC_ERROR_TYPE, "a string is needed", ptc_meshgrid_indexing(pair, 1, NULL, &grids));
  FAILS(PTC_ERROR_VALUE, "4 bytes are needed", ptc_tensor_from_data(four, 5, NULL, 0, NULL, &out));
  FAILS(PTC_ERROR_RUNTIME, "nowhere", ptc_device_parse("nowhere", &type, &index));
  FAILS(PTC_ERROR_VALUE, "at least 1", ptc_set_num_threads(0));
  IS(out == NULL);
  ptc_tensor_close(three);
  ptc_tensor_close(a);
}

static void errors(void) {
  ptc_tensor a = matrix(four, 2, 2), out;
  ptc_error error = ptc_mm(a, NULL, &out), host = ptc_error_new(PTC_ERROR_HOST, "h\xc3\xa9");
  IS(strncmp(error, "ptc_mm: ", 8) == 0);
  ptc_error_free(error);
  error = ptc_view(a, NULL, 0, &out); /* libtorch's own error has a stack */
  IS(error && strlen(ptc_error_backtrace(error)) > 10);
  ptc_error_free(error);
  IS(ptc_error_kind(host) == PTC_ERROR_HOST && strcmp(host, "h\xc3\xa9") == 0);
  IS(strcmp(ptc_error_backtrace(host), "") == 0);
  ptc_error_free(host);
  ptc_error_free(NULL);
  ptc_string_free(NULL);
  IS(ptc_error_kind(NULL) == PTC_ERROR_NONE);
  ptc_tensor_close(a);
}

static void marks(void) {
  ptc_mark mark;
  ptc_tensor before = matrix(four, 2, 2), under, after;
  OK(ptc_mark_new(&mark));
  ptc_mark_set(mark);
  under = matrix(four, 2, 2);
  ptc_mark_set(NULL);
  after = matrix(four, 2, 2);
  IS(ptc_mark_tensors(mark) == 1 && ptc_mark_bytes(mark) == 16 && ptc_mark_created(mark) == 1);
  IS(ptc_mark_has(mark, under) && !ptc_mark_has(mark, before) && !ptc_mark_has(mark, after));
  ptc_tensor_close(before);
  IS(ptc_mark_tensors(mark) == 1);
  ptc_mark_close(mark); /* a handle of the mark stays valid */
  ptc_tensor_close(under);
  ptc_tensor_close(after);
  ptc_mark_close(NULL);
  IS(ptc_mark_tensors(NULL) == 0);
}

static void generators(void) {
  ptc_generator mine, other;
  ptc_tensor a = matrix(four, 2, 2), b = matrix(four, 2, 2), state;
  bool same;
  OK(ptc_generator_new(PTC_CPU, PTC_UNSET, &mine));
  OK(ptc_generator_new(PTC_CPU, PTC_UNSET, &other));
  OK(ptc_generator_manual_seed(mine, 5));
  OK(ptc_generator_get_state(mine, &state));
  OK(ptc_generator_set_state(other, state));
  OK(ptc_normal_(a, 0, 1, mine));
  OK(ptc_normal_(b, 0, 1, other));
  OK(ptc_equal(a, b, &same));
  IS(same);
  FAILS(PTC_ERROR_TYPE, "a generator is needed", ptc_generator_manual_seed(NULL, 1));
  ptc_tensor_close(state);
  ptc_tensor_close(a);
  ptc_tensor_close(b);
  ptc_generator_close(mine);
  ptc_generator_close(other);
  ptc_generator_close(NULL);
}

static void count(void *context) { ++*(int *)context; }

static void callbacks(void) {
  float data[] = {1, 2, 3, 4};
  const int64_t size[] = {4}, huge[] = {INT64_MAX, INT64_MAX}, half[] = {2};
  int64_t before;
  ptc_tensor whole, view, out;
  int runs = 0;
  OK(ptc_tensor_from_blob(data, size, 1, NULL, 0, NULL, &runs, count, &whole));
  data[0] = 10;
  IS(total(whole) == 19); /* shared, not copied */
  OK(ptc_slice_Tensor(whole, 0, half, NULL, 1, &view));
  ptc_tensor_close(whole);
  IS(runs == 0); /* the view needs the memory */
  ptc_tensor_close(view);
  IS(runs == 1);
  FAILS(PTC_ERROR_VALUE, "'data' is NULL", ptc_tensor_from_blob(NULL, size, 1, NULL, 0, NULL, &runs, count, &out));
  IS(runs == 2 && out == NULL);
  FAILS(PTC_ERROR_VALUE, "too many elements", ptc_tensor_from_blob(data, huge, 2, NULL, 0, NULL, &runs, count, &out));
  IS(runs == 3);
  FAILS(PTC_ERROR_VALUE, "one stride for each", ptc_tensor_from_blob(data, size, 1, huge, 2, NULL, &runs, count, &out));
  IS(runs == 4);
  FAILS(PTC_ERROR_VALUE, "output pointer", ptc_tensor_from_blob(data, size, 1, NULL, 0, NULL, &runs, count, NULL));
  IS(runs == 5);
  before = ptc_created_tensors();
  OK(ptc_tensor_from_blob(data, size, 1, NULL, 0, NULL, NULL, NULL, &whole)); /* no destructor: the caller's */
  ptc_tensor_close(whole);
  IS(ptc_created_tensors() == before + 1);
}

static void switches(void) {
  ptc_tensor a = matrix(four, 2, 2), out;
  bool on;
  OK(ptc_tensor_set_requires_grad(a, true));
  OK(ptc_set_grad_mode(false));
  OK(ptc_grad_mode(&on));
  IS(!on);
  OK(ptc_add_Tensor(a, a, one, &out));
  OK(ptc_tensor_requires_grad(out, &on));
  IS(!on);
  OK(ptc_set_grad_mode(true));
  ptc_tensor_close(out);
  ptc_tensor_close(a);
}

static void kernels(void) {
  ptc_tensor x = matrix(four, 2, 2), mean = NULL;
  int32_t kernel = 7;
  OK(ptc_batch_norm_backend(x, NULL, NULL, mean, mean, true, 1e-5, &kernel));
  IS(kernel == 0); /* libtorch's own: cuDNN's is for CUDA devices */
  kernel = 7;
  FAILS(PTC_ERROR_TYPE, "'input'", ptc_batch_norm_backend(NULL, x, x, mean, mean, true, 1e-5, &kernel));
  IS(kernel == 0);
  ptc_tensor_close(x);
}

int main(void) {
  versions();
  tensors();
  gradients();
  lists();
  handles_and_outputs();
  wrong_values();
  errors();
  marks();
  generators();
  callbacks();
  switches();
  kernels();
  return done("smoke");
}
