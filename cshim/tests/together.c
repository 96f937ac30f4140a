/* Objects that threads share while all of them work: a graph with its hooks and nodes, the pools of memory, a store,
   and the works of two ranks that are threads of one process.  `make tsan` watches it. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>

enum { threads = 4, rounds = 60, ranks = 2, patience = 60000 };

static const float four[] = {1, 2, 3, 4};

static void all_at_once(void *(*what)(void *), void *const *arguments, int count) {
  pthread_t started[threads];
  int i;
  for (i = 0; i < count; ++i) IS(pthread_create(&started[i], NULL, what, arguments[i]) == 0);
  for (i = 0; i < count; ++i) IS(pthread_join(started[i], NULL) == 0);
}

/* ---- a leaf and a product of it that all threads read, with hooks that count under a lock ---- */

typedef struct {
  pthread_mutex_t lock;
  int calls, destroyed;
} Counter;

static void count_one(Counter *counter, int *number) {
  pthread_mutex_lock(&counter->lock);
  ++*number;
  pthread_mutex_unlock(&counter->lock);
}
static ptc_error counted(void *context, ptc_tensor grad, ptc_tensor *out) {
  (void)grad, (void)out;
  count_one(context, &((Counter *)context)->calls);
  return NULL;
}
static void destroyed(void *context) { count_one(context, &((Counter *)context)->destroyed); }

typedef struct {
  ptc_tensor leaf, doubled; /* of all threads */
  Counter *counter;
  double factor;
} Graph;

/* The gradient of sum(doubled * factor) by the leaf, which is 2 * factor everywhere. */
static double gradient(const Graph *graph, ptc_tensor sum) {
  ptc_tensor ones, grad;
  ptc_node root, end;
  ptc_tensor_list list;
  int64_t root_nr, end_nr, ids[2], numbers[2], count;
  double found;
  OK(ptc_tensor_gradient_edge(sum, &root, &root_nr));
  OK(ptc_tensor_gradient_edge(graph->leaf, &end, &end_nr));
  OK(ptc_node_next_ids(root, ids, 2, numbers, 2, &count));
  IS(count == 1 && ids[0]);
  OK(ptc_ones_like(sum, NULL, PTC_UNSET, &ones));
  OK(ptc_autograd_run(&root, 1, &root_nr, 1, &ones, 1, &end, 1, &end_nr, 1, true, false, false, false, &list));
  OK(ptc_tensor_list_get(list, 0, &grad));
  found = total(grad);
  ptc_tensor_list_close(list);
  ptc_tensor_close(grad), ptc_tensor_close(ones);
  ptc_node_close(root), ptc_node_close(end);
  return found;
}

static void *differentiate(void *argument) {
  const Graph *graph = argument;
  ptc_scalar factor = {PTC_SCALAR_FLOAT, 0, 0, 0};
  Counter own = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  int i;
  factor.re = graph->factor;
  for (i = 0; i < rounds; ++i) {
    ptc_tensor product, sum;
    ptc_hook on_own, on_shared;
    OK(ptc_mul_Scalar(graph->doubled, factor, &product));
    OK(ptc_tensor_register_hook(product, counted, &own, destroyed, &on_own));
    OK(ptc_sum(product, PTC_UNSET, &sum));
    IS(gradient(graph, sum) == 8 * graph->factor);
    OK(ptc_tensor_register_hook(sum, counted, graph->counter, destroyed, &on_shared));
    OK(ptc_tensor_backward(sum, NULL, true, false)); /* adds to the gradient of the leaf, as the others do */
    ptc_hook_remove(on_shared);
    ptc_hook_close(on_shared), ptc_hook_close(on_own);
    ptc_tensor_close(sum), ptc_tensor_close(product);
  }
  IS(own.calls == 2 * rounds && own.destroyed == rounds);
  return NULL;
}

static void graphs(void) {
  static const ptc_scalar two = {PTC_SCALAR_FLOAT, 0, 2, 0};
  Counter counter = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  Graph parts[threads];
  void *arguments[threads];
  ptc_tensor leaf = matrix(four, 2, 2), grad;
  int i;
  OK(ptc_tensor_set_requires_grad(leaf, true));
  for (i = 0; i < threads; ++i) {
    Graph one = {leaf, NULL, &counter, i + 1};
    OK(ptc_mul_Scalar(leaf, two, &one.doubled));
    parts[i] = one;
    arguments[i] = &parts[i];
  }
  all_at_once(differentiate, arguments, threads);
  IS(counter.calls == threads * rounds && counter.destroyed == threads * rounds);
  OK(ptc_tensor_grad(leaf, &grad));
  IS(total(grad) == 8 * rounds * (1 + 2 + 3 + 4));
  for (i = 0; i < threads; ++i) ptc_tensor_close(parts[i].doubled);
  ptc_tensor_close(grad), ptc_tensor_close(leaf);
}

/* ---- blocks that one thread takes and another keeps, while somebody empties the pools ---- */

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

static void *take_and_keep(void *argument) {
  int i;
  for (i = 0; i < 20 * rounds; ++i) {
    const int step = i * 37 + *(int *)argument; /* floats: pooled by kind, by size, and too large for a pool */
    const int64_t size = 1 + (i % 2 ? step % 1200 : step * 61 % 80000);
    ptc_tensor one;
    OK(ptc_ones(&size, 1, NULL, &one));
    ptc_tensor_close(exchange(one));
    IS(ptc_pool_bytes() >= 0 && ptc_storage_bytes() >= 0 && ptc_live_bytes(PTC_CPU) >= 0);
    if (i % (5 * rounds) == 0) ptc_trim();
  }
  return NULL;
}

static void pools(void) {
  int seeds[threads] = {0, 1, 2, 3}, i;
  void *arguments[threads];
  for (i = 0; i < threads; ++i) arguments[i] = &seeds[i];
  all_at_once(take_and_keep, arguments, threads);
  ptc_tensor_close(exchange(NULL));
}

/* ---- what each thread counts of its tensors, summed while it waits and after its end ---- */

enum { made = 1000, kept = 100, large = 250000, bytes_of_large = large * (int)sizeof(float), untold = 64 << 10 };

typedef struct {
  ptc_tensor kept[kept];
  pthread_barrier_t *barrier;
} Maker;

static ptc_tensor ones(int64_t size) {
  ptc_tensor out;
  OK(ptc_ones(&size, 1, NULL, &out));
  return out;
}

static void *make(void *argument) {
  Maker *maker = argument;
  int i;
  for (i = 0; i < made; ++i) {
    ptc_tensor one = ones(1 + i % 50);
    if (i < kept) maker->kept[i] = one;
    else ptc_tensor_close(one);
  }
  pthread_barrier_wait(maker->barrier);
  pthread_barrier_wait(maker->barrier); /* the first thread has looked */
  ptc_tensor_close(ones(large));
  {
    ptc_tensor one = ones(large);
    pthread_barrier_wait(maker->barrier); /* all have one */
    ptc_tensor_close(one);
  }
  return NULL;
}

/* Of the tensors that each maker keeps: 100 of 1 to 50 floats. */
enum { kept_bytes = threads * kept / 50 * (50 * 51 / 2) * (int)sizeof(float) };

static void peak_of_one_thread(void) {
  const int64_t before = ptc_live_bytes(PTC_CPU);
  ptc_tensor small, other;
  ptc_peak_bytes_reset();
  IS(ptc_peak_bytes(PTC_CPU) == before);
  small = ones(1000), other = ones(500);
  ptc_tensor_close(small);
  IS(ptc_peak_bytes(PTC_CPU) == before + 6000);
  ptc_tensor_close(ones(large)); /* more than a thread keeps for itself */
  IS(ptc_peak_bytes(PTC_CPU) == before + 2000 + bytes_of_large);
  ptc_tensor_close(other);
  IS(ptc_live_bytes(PTC_CPU) == before);
}

static void check_limit(void) {
  ptc_tensor out;
  const int64_t fits = 1000, too_many = 4096;
  ptc_set_memory_limit(ptc_storage_bytes() + 8192);
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "ptc_set_memory_limit", ptc_ones(&too_many, 1, NULL, &out));
  ptc_tensor_close(ones(fits));
  ptc_set_memory_limit(0);
}

static void counts(void) {
  const int64_t tensors = ptc_live_tensors(), bytes = ptc_live_bytes(PTC_CPU), storages = ptc_storage_bytes();
  int64_t created, peak;
  static Maker makers[threads];
  pthread_barrier_t barrier;
  pthread_t started[threads];
  int i, k;
  peak_of_one_thread();
  created = ptc_created_tensors();
  IS(pthread_barrier_init(&barrier, NULL, threads + 1) == 0);
  for (i = 0; i < threads; ++i) {
    makers[i].barrier = &barrier;
    IS(pthread_create(&started[i], NULL, make, &makers[i]) == 0);
  }
  pthread_barrier_wait(&barrier);
  IS(ptc_live_tensors() == tensors + threads * kept);
  IS(ptc_created_tensors() == created + threads * made);
  IS(ptc_live_bytes(PTC_CPU) == bytes + kept_bytes);
  IS(ptc_storage_bytes() >= storages + kept_bytes);
  check_limit();
  ptc_peak_bytes_reset();
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  for (i = 0; i < threads; ++i) IS(pthread_join(started[i], NULL) == 0);
  peak = ptc_peak_bytes(PTC_CPU) - (bytes + kept_bytes + threads * bytes_of_large);
  IS(peak >= -(threads + 1) * untold && peak <= (threads + 1) * untold); /* what each may not have told */
  IS(ptc_live_bytes(PTC_CPU) == bytes + kept_bytes);
  for (i = 0; i < threads; ++i)
    for (k = 0; k < kept; ++k) ptc_tensor_close(makers[i].kept[k]); /* this thread has closed more than it has made */
  IS(ptc_live_tensors() == tensors && ptc_live_bytes(PTC_CPU) == bytes && ptc_storage_bytes() == storages);
  pthread_barrier_destroy(&barrier);
}

/* ---- two ranks, each with a thread that looks at its works while another waits for them ---- */

typedef struct {
  ptc_store store;
  int rank;
} Rank;

static void *look(void *argument) {
  bool done = false;
  while (!done) {
    const struct timespec moment = {0, 100000};
    OK(ptc_work_test(argument, &done));
    nanosleep(&moment, NULL);
  }
  OK(ptc_work_exception(argument));
  return NULL;
}

static void wait_and_look(ptc_work work) {
  pthread_t looker;
  IS(pthread_create(&looker, NULL, look, work) == 0);
  OK(ptc_work_wait(work, patience));
  IS(pthread_join(looker, NULL) == 0);
  ptc_work_close(work);
}

static void told(void *context, ptc_error error) {
  IS(!error);
  count_one(context, &((Counter *)context)->calls);
}

static void reduce(ptc_group group, int rank, Counter *counter) {
  ptc_tensor x = matrix(four, 2, 2), half, whole;
  ptc_work work;
  int64_t two = 2;
  OK(ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, &work));
  OK(ptc_work_then(work, told, counter, destroyed));
  wait_and_look(work);
  IS(total(x) == 20);
  OK(ptc_ones(&two, 1, NULL, &half));
  OK(ptc_flatten_using_ints(x, 0, -1, &whole));
  OK(ptc_group_reduce_scatter_tensor(group, half, whole, PTC_REDUCE_SUM, PTC_UNSET, &work)); /* waits in a thread */
  wait_and_look(work);
  IS(total(half) == (rank ? 28 : 12));
  ptc_tensor_close(whole), ptc_tensor_close(half), ptc_tensor_close(x);
}

static void average(ptc_group group, int rank) {
  ptc_scalar factor = {PTC_SCALAR_INT, 0, 0, 0};
  ptc_tensor leaf = matrix(four, 2, 2), product, sum, grad;
  ptc_reducer reducer;
  factor.i = rank;
  OK(ptc_tensor_set_requires_grad(leaf, true));
  OK(ptc_reducer_new(group, &leaf, 1, "weight", 1024, 1024, false, false, false, NULL, 0, &reducer));
  OK(ptc_reducer_prepare_for_forward(reducer));
  OK(ptc_mul_Scalar(leaf, factor, &product));
  OK(ptc_sum(product, PTC_UNSET, &sum));
  OK(ptc_reducer_prepare_for_backward(reducer, NULL, 0));
  OK(ptc_tensor_backward(sum, NULL, false, false));
  OK(ptc_tensor_grad(leaf, &grad));
  IS(total(grad) == 2);
  ptc_tensor_close(grad), ptc_tensor_close(sum), ptc_tensor_close(product);
  ptc_reducer_close(reducer);
  ptc_tensor_close(leaf);
}

static void *member(void *argument) {
  const Rank *self = argument;
  Counter counter = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
  ptc_group group;
  int64_t arrivals;
  int i;
  OK(ptc_group_new(self->store, self->rank, ranks, "gloo", patience, "0", &group));
  for (i = 0; i < 10; ++i) {
    OK(ptc_store_add(self->store, "rounds", 1, &arrivals));
    reduce(group, self->rank, &counter);
    average(group, self->rank);
    FAILS(PTC_ERROR_VALUE, "'root'", ptc_group_broadcast(group, NULL, ranks, PTC_UNSET, NULL));
  }
  OK(ptc_group_barrier(group, PTC_UNSET, NULL));
  ptc_group_close(group);
  for (;;) { /* the last callback is destroyed by a thread of gloo's */
    const struct timespec moment = {0, 1000000};
    pthread_mutex_lock(&counter.lock);
    i = counter.destroyed;
    pthread_mutex_unlock(&counter.lock);
    if (i == 10) break;
    nanosleep(&moment, NULL);
  }
  IS(counter.calls == 10);
  return NULL;
}

static void two_ranks(void) {
  Rank parts[ranks];
  void *arguments[ranks];
  ptc_store store;
  int64_t arrivals;
  int i;
  OK(ptc_store_hash(&store));
  for (i = 0; i < ranks; ++i) {
    parts[i].rank = i, parts[i].store = store;
    arguments[i] = &parts[i];
  }
  all_at_once(member, arguments, ranks);
  OK(ptc_store_add(store, "rounds", 0, &arrivals));
  IS(arrivals == 10 * ranks);
  ptc_store_close(store);
}

int main(void) {
  OK(ptc_set_num_threads(1));
  graphs();
  pools();
  counts();
  two_ranks();
  return done("together");
}
