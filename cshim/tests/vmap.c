/* Batching: a sample at a time, levels that are misused, tensors that outlive theirs. */
#include "check.h"

#include <pthread.h>

static const float numbers[] = {1, 2, 3, 4, 5, 6};

static int depth(void) {
  int32_t out;
  OK(ptc_vmap_depth(&out));
  return out;
}

static void sums_each_row(void) {
  ptc_tensor x = matrix(numbers, 2, 3), row, sum, value, out;
  int64_t level, dims, size, at;
  ptc_scalar item;
  OK(ptc_vmap_push(2, PTC_RANDOMNESS_ERROR, &level));
  OK(ptc_vmap_add_dim(x, 0, level, &row));
  OK(ptc_tensor_dim(row, &dims));
  OK(ptc_tensor_sizes(row, &size, 1));
  IS(dims == 1 && size == 3);
  OK(ptc_sum(row, PTC_UNSET, &sum));
  OK(ptc_vmap_level(sum, &at));
  IS(at == level && depth() == 1);
  FAILS(PTC_ERROR_RUNTIME, "vmap: It looks like you're calling .item()", ptc_tensor_item(sum, &item));
  OK(ptc_vmap_value(sum, &at, &value));
  IS(at == 0 && total(value) == 21);
  OK(ptc_vmap_remove_dim(sum, level, 0, &out));
  OK(ptc_vmap_pop(level));
  OK(ptc_tensor_sizes(out, &size, 1));
  IS(size == 2 && total(out) == 21);
  ptc_tensor_close(x), ptc_tensor_close(row), ptc_tensor_close(sum), ptc_tensor_close(value), ptc_tensor_close(out);
}

static void a_tensor_without_a_batch_is_expanded(void) {
  ptc_tensor x = matrix(numbers, 2, 3), out;
  int64_t level, sizes[3];
  OK(ptc_vmap_push(4, PTC_RANDOMNESS_ERROR, &level));
  OK(ptc_vmap_remove_dim(x, level, -1, &out));
  OK(ptc_vmap_pop(level));
  OK(ptc_tensor_sizes(out, sizes, 3));
  IS(sizes[0] == 2 && sizes[1] == 3 && sizes[2] == 4 && total(out) == 84);
  ptc_tensor_close(x), ptc_tensor_close(out);
}

static void mistakes_are_errors(void) {
  ptc_tensor x = matrix(numbers, 2, 3), row, deeper, out;
  int64_t level, inner, dim;
  FAILS(PTC_ERROR_VALUE, "no level 1", ptc_vmap_pop(1));
  FAILS(PTC_ERROR_VALUE, "negative", ptc_vmap_push(-1, PTC_RANDOMNESS_SAME, &level));
  FAILS(PTC_ERROR_VALUE, "randomness", ptc_vmap_push(2, 7, &level));
  FAILS(PTC_ERROR_VALUE, "no level 1", ptc_vmap_add_dim(x, 0, 1, &row));
  FAILS(PTC_ERROR_VALUE, "not batched", ptc_vmap_value(x, &dim, &out));
  OK(ptc_vmap_push(2, PTC_RANDOMNESS_SAME, &level));
  FAILS(PTC_ERROR_INDEX, "out of range", ptc_vmap_add_dim(x, 2, level, &row));
  FAILS(PTC_ERROR_VALUE, "has size 3", ptc_vmap_add_dim(x, 1, level, &row));
  FAILS(PTC_ERROR_TYPE, "self", ptc_vmap_add_dim(NULL, 0, level, &row));
  OK(ptc_vmap_add_dim(x, 0, level, &row));
  FAILS(PTC_ERROR_RUNTIME, "already", ptc_vmap_add_dim(row, 0, level, &deeper));
  FAILS(PTC_ERROR_INDEX, "out of range", ptc_vmap_remove_dim(row, level, 2, &out));
  OK(ptc_vmap_push(3, PTC_RANDOMNESS_DIFFERENT, &inner));
  FAILS(PTC_ERROR_VALUE, "not the innermost", ptc_vmap_pop(level));
  OK(ptc_vmap_add_dim(x, 0, level, &out)); /* an outer level, while another is open */
  ptc_tensor_close(out);
  OK(ptc_vmap_add_dim(row, 0, inner, &deeper));
  OK(ptc_vmap_pop(inner));
  FAILS(PTC_ERROR_RUNTIME, "further in", ptc_vmap_remove_dim(deeper, level, 0, &out));
  IS(depth() == 1);
  OK(ptc_vmap_pop(level));
  /* Both have outlived their levels. */
  FAILS(PTC_ERROR_RUNTIME, "escaped", ptc_neg(row, &out));
  FAILS(PTC_ERROR_RUNTIME, "", ptc_neg(deeper, &out));
  OK(ptc_vmap_push(5, PTC_RANDOMNESS_SAME, &level));
  FAILS(PTC_ERROR_RUNTIME, "another size", ptc_vmap_remove_dim(row, level, 0, &out));
  OK(ptc_vmap_pop(level));
  ptc_tensor_close(x), ptc_tensor_close(row), ptc_tensor_close(deeper);
}

static void *leave_open(void *nothing) {
  int64_t level;
  IS(depth() == 0);
  OK(ptc_vmap_push(2, PTC_RANDOMNESS_ERROR, &level));
  IS(level == 1 && depth() == 1);
  return nothing;
}

static void threads_have_their_own(void) {
  int64_t level;
  pthread_t thread;
  OK(ptc_vmap_push(2, PTC_RANDOMNESS_ERROR, &level));
  IS(pthread_create(&thread, NULL, leave_open, NULL) == 0 && pthread_join(thread, NULL) == 0);
  IS(depth() == 1);
  OK(ptc_vmap_pop(level));
}

static void there_is_a_deepest_level(void) {
  int64_t level, last = 0;
  ptc_error error;
  while (!(error = ptc_vmap_push(1, PTC_RANDOMNESS_ERROR, &level))) last = level;
  IS(last == 63 && depth() == 63 && strstr(error, "63 levels"));
  ptc_error_free(error);
  for (; last > 0; --last) OK(ptc_vmap_pop(last));
  IS(depth() == 0);
}

int main(void) {
  sums_each_row();
  a_tensor_without_a_batch_is_expanded();
  mistakes_are_errors();
  threads_have_their_own();
  there_is_a_deepest_level();
  return done("vmap");
}
