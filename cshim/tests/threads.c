/* Handles from many threads: made on one, closed on another, errors and marks
   on all of them at once. */
#include "check.h"

#include <pthread.h>

enum { threads = 4, rounds = 300 };

static const float four[] = {1, 2, 3, 4};

/* Where threads leave tensors for whoever comes next. */
static struct {
  pthread_mutex_t lock;
  ptc_tensor left;
} shelf = {PTHREAD_MUTEX_INITIALIZER, NULL};

static ptc_tensor exchange(ptc_tensor mine) {
  ptc_tensor found;
  pthread_mutex_lock(&shelf.lock);
  found = shelf.left;
  shelf.left = mine;
  pthread_mutex_unlock(&shelf.lock);
  return found;
}

static void one_round(ptc_tensor shared, ptc_operator add) {
  ptc_tensor product, wrong;
  ptc_value args[2] = {{PTC_VALUE_TENSOR, 0, 0, 0, NULL, 0}, {PTC_VALUE_TENSOR, 0, 0, 0, NULL, 0}}, sum[1];
  int64_t count;
  OK(ptc_mm(shared, shared, &product));
  FAILS(PTC_ERROR_TYPE, "'mat2'", ptc_mm(shared, NULL, &wrong));
  args[0].p = args[1].p = product;
  OK(ptc_call(add, args, 2, sum, 1, &count));
  ptc_values_close(sum, 1);
  IS(total(product) == 54);
  ptc_tensor_close(exchange(product));
}

static void *work(void *data) {
  ptc_tensor shared = (ptc_tensor)data;
  ptc_operator add;
  ptc_mark mark;
  int i;
  OK(ptc_mark_new(&mark));
  ptc_mark_set(mark);
  OK(ptc_operator_find("aten::add", "Tensor", &add));
  for (i = 0; i < rounds; ++i) one_round(shared, add);
  IS(ptc_mark_created(mark) >= rounds);
  ptc_operator_close(add);
  ptc_mark_close(mark); /* the thread still counts under it until it ends */
  return NULL;
}

int main(void) {
  pthread_t started[threads];
  ptc_tensor shared = matrix(four, 2, 2);
  int i;
  OK(ptc_set_num_threads(1));
  for (i = 0; i < threads; ++i) IS(pthread_create(&started[i], NULL, work, shared) == 0);
  for (i = 0; i < threads; ++i) IS(pthread_join(started[i], NULL) == 0);
  ptc_tensor_close(exchange(NULL));
  ptc_tensor_close(shared);
  return done("threads");
}
