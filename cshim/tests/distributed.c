/* Three ranks in plain C: a store over TCP, a group, its collectives, works, and a reducer; then one of them is killed,
   and the others are told which. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ranks = 3, patience = 60000 };

static const struct timespec moment = {0, 1000000};

static ptc_tensor filled_with(double value, int64_t count) {
  ptc_scalar fill = {PTC_SCALAR_FLOAT, 0, 0, 0};
  ptc_tensor out;
  fill.re = value;
  OK(ptc_full(&count, 1, fill, NULL, &out));
  return out;
}

/* The port of rank 0's store goes to the others through the pipe. */
static ptc_store meet(int rank, int pipe_end) {
  ptc_store store;
  int64_t port = 0;
  if (rank == 0) {
    OK(ptc_store_tcp("localhost", 0, ranks, true, patience, false, false, true, PTC_UNSET, &store));
    OK(ptc_store_port(store, &port));
    IS(write(pipe_end, &port, sizeof port) == sizeof port);
    IS(write(pipe_end, &port, sizeof port) == sizeof port);
  } else {
    IS(read(pipe_end, &port, sizeof port) == sizeof port);
    OK(ptc_store_tcp("localhost", port, ranks, false, patience, true, false, true, PTC_UNSET, &store));
  }
  return store;
}

static void use_store(ptc_store store, int rank) {
  char *value;
  int64_t nbytes, sum;
  bool there;
  OK(ptc_store_add(store, "arrivals", rank, &sum));
  if (rank == 1) OK(ptc_store_set(store, "bytes", "a\0b", 3));
  OK(ptc_store_get(store, "bytes", &value, &nbytes));
  IS(nbytes == 3 && memcmp(value, "a\0b", 3) == 0);
  ptc_string_free(value);
  OK(ptc_store_check(store, "nothing", &there));
  IS(!there);
  FAILS(PTC_ERROR_STORE, "nothing", ptc_store_wait(store, "nothing", 50));
  FAILS(PTC_ERROR_TYPE, "'self'", ptc_store_wait(NULL, "nothing", 50));
}

static ptc_store_collectives collectives_over(ptc_store store, int rank) {
  ptc_store_collectives out;
  FAILS(PTC_ERROR_TYPE, "'store'", ptc_store_collectives_new(NULL, rank, ranks, &out));
  FAILS(PTC_ERROR_VALUE, "'rank'", ptc_store_collectives_new(store, -1, ranks, &out));
  FAILS(PTC_ERROR_VALUE, "'world_size'", ptc_store_collectives_new(store, rank, 0, &out));
  OK(ptc_store_collectives_new(store, rank, ranks, &out));
  return out;
}

/* Bytes of the ranks 0, 1 and 2: "", "b" and "c\0d". */
static void is_of_all(const char *parts, const int64_t *sizes) {
  IS(sizes[0] == 0 && sizes[1] == 1 && sizes[2] == 3);
  IS(memcmp(parts, "bc\0d", 5) == 0);
}

static void speak_through(ptc_store store, int rank) {
  static const char *const own[ranks] = {"", "b", "c\0d"};
  ptc_store_collectives all = collectives_over(store, rank);
  int64_t sizes[ranks], nbytes, sum;
  char *out;
  OK(ptc_store_collectives_all_gather(all, "all", own[rank], rank == 2 ? 3 : rank, patience, &out, sizes, ranks));
  is_of_all(out, sizes);
  ptc_string_free(out);
  if (rank == 1) {
    FAILS(PTC_ERROR_VALUE, "'sizes'", ptc_store_collectives_scatter_send(all, "few", "bc\0d", 4, sizes, 2));
    FAILS(PTC_ERROR_VALUE, "'sizes'", ptc_store_collectives_scatter_send(all, "short", "bc\0d", 3, sizes, ranks));
    OK(ptc_store_collectives_broadcast_send(all, "to all", "x\0y", 3));
    OK(ptc_store_collectives_scatter_send(all, "each", "bc\0d", 4, sizes, ranks));
    OK(ptc_store_collectives_gather_recv(all, "to one", own[rank], 1, patience, &out, sizes, ranks));
    is_of_all(out, sizes);
  } else {
    OK(ptc_store_collectives_broadcast_recv(all, "to all", patience, &out, &nbytes));
    IS(nbytes == 3 && memcmp(out, "x\0y", 4) == 0);
    ptc_string_free(out);
    OK(ptc_store_collectives_gather_send(all, "to one", own[rank], rank == 2 ? 3 : 0));
    OK(ptc_store_collectives_scatter_recv(all, "each", PTC_UNSET, &out, &nbytes));
    IS(nbytes == sizes[rank] && memcmp(out, own[rank], (size_t)nbytes) == 0);
  }
  ptc_string_free(out);
  OK(ptc_store_collectives_all_sum(all, "sum", rank - 7, patience, &sum));
  IS(sum == 3 - 7 * ranks);
  OK(ptc_store_collectives_barrier(all, "come", patience, rank != 0));
  FAILS(PTC_ERROR_RUNTIME, "'key': Key come has", ptc_store_collectives_barrier(all, "come", patience, true));
  FAILS(PTC_ERROR_TYPE, "'self'", ptc_store_collectives_barrier(NULL, "come", patience, true));
  if (rank == 1) {
    FAILS(PTC_ERROR_STORE, "ranks: 0, 2, ", ptc_store_collectives_barrier(all, "alone", 50, true));
    FAILS(PTC_ERROR_STORE, "ranks: 0, 2, ",
          ptc_store_collectives_gather_recv(all, "none", "", 0, 50, &out, sizes, ranks));
    IS(!out && !sizes[0] && !sizes[2]);
  }
  ptc_store_collectives_close(all);
}

static void told(void *context, ptc_error error) {
  IS(!error);
  *(volatile int *)context = 1;
}

static void collectives(ptc_group group, int rank) {
  ptc_tensor x = filled_with(rank + 1, 4), all = filled_with(0, ranks * 4), parts[ranks];
  volatile int done_by_callback = 0;
  ptc_work work;
  bool finished;
  int i;
  OK(ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, NULL)); /* waits itself */
  IS(total(x) == 24);
  OK(ptc_group_all_reduce(group, x, PTC_REDUCE_AVG, PTC_UNSET, &work));
  OK(ptc_work_then(work, told, (void *)&done_by_callback, NULL));
  OK(ptc_work_wait(work, patience));
  OK(ptc_work_test(work, &finished));
  IS(finished && total(x) == 24 && !ptc_work_exception(work));
  while (!done_by_callback) nanosleep(&moment, NULL);
  ptc_work_close(work);
  OK(ptc_group_broadcast(group, x, 2, PTC_UNSET, NULL));
  OK(ptc_group_all_gather_into_tensor(group, all, x, PTC_UNSET, NULL));
  IS(total(all) == 72);
  for (i = 0; i < ranks; ++i) parts[i] = filled_with(0, i + 1); /* as many elements as the rank says */
  ptc_tensor_close(x);
  x = filled_with(rank + 1, rank + 1);
  OK(ptc_group_all_gather(group, parts, ranks, x, PTC_UNSET, NULL));
  for (i = 0; i < ranks; ++i) IS(total(parts[i]) == (i + 1) * (i + 1));
  if (rank == 0) OK(ptc_group_send(group, parts[2], 1, 7, NULL));
  if (rank == 1) {
    OK(ptc_group_recv(group, parts[2], 0, 7, NULL));
    IS(total(parts[2]) == 9);
  }
  FAILS(PTC_ERROR_VALUE, "'root'", ptc_group_broadcast(group, x, ranks, PTC_UNSET, NULL));
  FAILS(PTC_ERROR_VALUE, "'op'", ptc_group_all_reduce(group, x, 99, PTC_UNSET, NULL));
  FAILS(PTC_ERROR_TYPE, "'tensor'", ptc_group_all_reduce(group, NULL, PTC_REDUCE_SUM, PTC_UNSET, &work));
  OK(ptc_group_barrier(group, PTC_UNSET, NULL));
  for (i = 0; i < ranks; ++i) ptc_tensor_close(parts[i]);
  ptc_tensor_close(x);
  ptc_tensor_close(all);
}

static ptc_error halved(void *context, int64_t index, bool is_last, ptc_tensor buffer, const ptc_tensor *gradients,
                        int64_t gradients_len, const ptc_tensor *parameters, int64_t parameters_len, ptc_future *out) {
  ptc_scalar half = {PTC_SCALAR_FLOAT, 0, 0.5, 0};
  ptc_tensor result;
  ptc_error error;
  (void)gradients, (void)parameters;
  IS(index == 0 && is_last && gradients_len == 1 && parameters_len == 1);
  ++*(int *)context;
  if ((error = ptc_mul_Scalar(buffer, half, &result))) return error;
  if (!(error = ptc_future_new(out))) error = ptc_future_set(*out, result);
  ptc_tensor_close(result);
  return error;
}

/* The gradient of sum(w * rank) is the rank: its average is 1, and half of rank's own with the hook. */
static void reduce_gradients(ptc_group group, int rank, bool hooked) {
  ptc_scalar times = {PTC_SCALAR_INT, 0, 0, 0};
  ptc_tensor leaf = filled_with(1, 5), product, sum, gradient;
  ptc_reducer reducer;
  int calls = 0;
  times.i = rank;
  OK(ptc_tensor_set_requires_grad(leaf, true));
  OK(ptc_reducer_new(group, &leaf, 1, "weight", 1024, 1024, false, false, false, NULL, 0, &reducer));
  if (hooked) OK(ptc_reducer_comm_hook(reducer, halved, &calls, NULL));
  OK(ptc_reducer_prepare_for_forward(reducer));
  OK(ptc_mul_Scalar(leaf, times, &product));
  OK(ptc_sum(product, PTC_UNSET, &sum));
  OK(ptc_reducer_prepare_for_backward(reducer, NULL, 0));
  OK(ptc_tensor_backward(sum, NULL, false, false));
  OK(ptc_tensor_grad(leaf, &gradient));
  IS(total(gradient) == (hooked ? 2.5 * rank : 5) && calls == hooked);
  ptc_tensor_close(gradient);
  ptc_tensor_close(sum);
  ptc_tensor_close(product);
  ptc_reducer_close(reducer);
  ptc_tensor_close(leaf);
}

/* Rank 2 is gone: the error names the collective, this rank and that one. */
static void lose_one(ptc_group group, int rank) {
  static const float numbers[] = {1, 2, 3, 4};
  ptc_tensor x = matrix(numbers, 2, 2);
  ptc_error error;
  if (rank == 2) kill(getpid(), SIGKILL);
  error = ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, NULL);
  IS(error && ptc_error_kind(error) == PTC_ERROR_BACKEND && strstr(error, "all_reduce on rank"));
  if (!strstr(error, "rank 2 has ended")) fprintf(stderr, "%s\n", error);
  IS(strstr(error, "rank 2 has ended"));
  ptc_error_free(error);
  ptc_tensor_close(x);
}

static int member(int rank, int pipe_end) {
  ptc_store store;
  ptc_group group, pair;
  int64_t found, two[2] = {0, 2};
  OK(ptc_set_num_threads(1));
  store = meet(rank, pipe_end);
  use_store(store, rank);
  speak_through(store, rank);
  OK(ptc_group_new(store, rank, ranks, "gloo", patience, "0", &group));
  OK(ptc_group_rank(group, &found));
  IS(found == rank);
  collectives(group, rank);
  if (rank != 1) {
    ptc_tensor x = filled_with(1, 2);
    OK(ptc_group_subgroup(group, two, 2, patience, "pair", &pair));
    OK(ptc_group_all_reduce(pair, x, PTC_REDUCE_SUM, PTC_UNSET, NULL));
    IS(total(x) == 4);
    ptc_tensor_close(x);
    ptc_group_close(pair);
  }
  reduce_gradients(group, rank, false);
  reduce_gradients(group, rank, true);
  OK(ptc_group_monitored_barrier(group, patience, true));
  lose_one(group, rank);
  if (rank == 0) OK(ptc_store_wait(store, "last", patience)); /* it serves the store */
  else OK(ptc_store_set(store, "last", "", 0));
  ptc_group_close(group);
  ptc_store_close(store);
  IS(ptc_live_handles() == 0);
  return 0;
}

int main(void) {
  pid_t children[ranks];
  int ends[2], i, status, failed = 0;
  alarm(300);
  IS(pipe(ends) == 0);
  for (i = 0; i < ranks; ++i) {
    children[i] = fork();
    IS(children[i] >= 0);
    if (!children[i]) {
      alarm(240);
      exit(member(i, ends[i == 0]));
    }
  }
  for (i = 0; i < ranks; ++i) {
    IS(waitpid(children[i], &status, 0) == children[i]);
    if (i == 2 ? WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL : status == 0) continue;
    fprintf(stderr, "member %d ended with %s %d\n", i, WIFSIGNALED(status) ? "signal" : "status",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    failed = 1;
  }
  IS(!failed);
  return done("distributed");
}
