/* Data-parallel training without Python: libtorch's Reducer averages the gradients of all processes in the backward pass.

     cc data_parallel.c $(python -m pytorch_c.config --cflags --libs) -o data_parallel
     python -m pytorch_c.distributed.run --no-python --nnodes 2 --rdzv-endpoint HOST:29400 ./data_parallel 50

   Any launcher does that sets RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT.  Each process has its own points; process 0
   prints the loss of every tenth step, averaged over all. */
#include <pytorch_c.h>
#include <stdio.h>
#include <stdlib.h>

enum { points = 16, patience = 60000 };

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "error %d: %s\n", ptc_error_kind(error), error);
  ptc_error_free(error);
  exit(1);
}

static int64_t number(const char *name) {
  const char *found = getenv(name);
  if (!found) fprintf(stderr, "no %s: a launcher sets it\n", name), exit(2);
  return atoll(found);
}

/* The group of all processes, which meet in the store of process 0, or in the launcher's. */
static ptc_group join(int64_t rank, int64_t size, ptc_store *store) {
  const char *host = getenv("MASTER_ADDR"), *shared = getenv("TORCHELASTIC_USE_AGENT_STORE");
  const char *start = getenv("TORCHELASTIC_RESTART_COUNT"); /* keeps restarts apart */
  bool serves = rank == 0 && !(shared && shared[0] == 'T');
  ptc_group group;
  check(ptc_store_tcp(host ? host : "localhost", number("MASTER_PORT"), size, serves, patience, false, false, true,
                      PTC_UNSET, store));
  check(ptc_group_new(*store, rank, size, "gloo", patience, start ? start : "0", &group));
  return group;
}

/* Points on a line, others in each process, and y = 3x - 1. */
static void batch(int64_t rank, ptc_tensor *x, ptc_tensor *y) {
  float at[points], value[points];
  int64_t size[] = {points, 1};
  for (int i = 0; i < points; ++i) {
    at[i] = (float)((i * 7 + rank * 5) % 16) / 8 - 1;
    value[i] = 3 * at[i] - 1;
  }
  check(ptc_tensor_from_data(at, sizeof at, size, 2, NULL, x));
  check(ptc_tensor_from_data(value, sizeof value, size, 2, NULL, y));
}

/* A number that is learned. */
static ptc_tensor zero(void) {
  int64_t size = 1;
  ptc_tensor out;
  check(ptc_zeros(&size, 1, NULL, &out));
  check(ptc_tensor_set_requires_grad(out, true));
  return out;
}

/* The weight and the bias take a step against their gradients, which are cleared. */
static void descend(ptc_tensor *parameters, int64_t count, double rate) {
  ptc_scalar by = {PTC_SCALAR_FLOAT, 0, -rate, 0};
  check(ptc_set_grad_mode(false));
  for (int64_t i = 0; i < count; ++i) {
    ptc_tensor grad;
    check(ptc_tensor_grad(parameters[i], &grad));
    check(ptc_add__Tensor(parameters[i], grad, by));
    check(ptc_tensor_set_grad(parameters[i], NULL));
    ptc_tensor_close(grad);
  }
  check(ptc_set_grad_mode(true));
}

/* The loss of this process's points; the backward pass averages the gradients over the group. */
static ptc_tensor pass(ptc_reducer reducer, ptc_tensor *parameters, ptc_tensor x, ptc_tensor y) {
  ptc_scalar one = {PTC_SCALAR_INT, 1, 0, 0};
  bool rebuilt;
  ptc_tensor product, sum, loss;
  check(ptc_reducer_prepare_for_forward(reducer));
  check(ptc_reducer_rebuild_buckets(reducer, &rebuilt));
  check(ptc_mul_Tensor(x, parameters[0], &product));
  check(ptc_add_Tensor(product, parameters[1], one, &sum));
  check(ptc_mse_loss(sum, y, 1, &loss));
  check(ptc_reducer_prepare_for_backward(reducer, NULL, 0));
  check(ptc_tensor_backward(loss, NULL, false, false));
  ptc_tensor_close(product), ptc_tensor_close(sum);
  return loss;
}

int main(int argc, char **argv) {
  int64_t rank = number("RANK"), size = number("WORLD_SIZE");
  int steps = argc > 1 ? atoi(argv[1]) : 50;
  ptc_store store;
  ptc_group group;
  ptc_reducer reducer;
  ptc_tensor x, y, parameters[2];
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_set_num_threads(1));
  group = join(rank, size, &store);
  batch(rank, &x, &y);
  parameters[0] = zero(), parameters[1] = zero();
  check(
      ptc_reducer_new(group, parameters, 2, "weight\nbias", 1 << 20, 1 << 20, false, false, false, NULL, 0, &reducer));
  for (int i = 0; i < steps; ++i) {
    ptc_tensor loss = pass(reducer, parameters, x, y), shown;
    ptc_scalar value;
    descend(parameters, 2, 0.1);
    check(ptc_detach(loss, &shown));
    check(ptc_group_all_reduce(group, shown, PTC_REDUCE_SUM, PTC_UNSET, NULL));
    check(ptc_tensor_item(shown, &value));
    if (rank == 0 && i % 10 == 0) printf("%.6f\n", value.re / (double)size), fflush(stdout);
    ptc_tensor_close(shown), ptc_tensor_close(loss);
  }
  check(ptc_group_barrier(group, PTC_UNSET, NULL));
  ptc_reducer_close(reducer);
  ptc_tensor_close(x), ptc_tensor_close(y), ptc_tensor_close(parameters[0]), ptc_tensor_close(parameters[1]);
  ptc_group_close(group), ptc_store_close(store);
  return ptc_live_handles() != 0;
}
