/* Creates and closes tensors on several threads through libpytorch_c: what the
   library does without the lock of an interpreter.

   A request is "KIND THREADS COUNT", as in threads.py. */
#include <pytorch_c.h>
#include <pthread.h>

#include "worker.h"

static ptc_tensor small, square;
static pthread_barrier_t together;

struct job {
  int multiply;
  long count;
};

static void *run(void *argument) {
  struct job *job = argument;
  pthread_barrier_wait(&together);
  for (long i = 0; i < job->count; ++i) {
    ptc_tensor out;
    ptc_error error = job->multiply ? ptc_mm(square, square, &out) : ptc_add_Tensor(small, small, (ptc_scalar){PTC_SCALAR_INT, 1, 0, 0}, &out);
    if (error) {
      fprintf(stderr, "%s\n", error);
      exit(1);
    }
    ptc_tensor_close(out);
  }
  return NULL;
}

static ptc_tensor filled(int64_t side) {
  const int64_t size[2] = {side, side};
  ptc_tensor out;
  if (ptc_full(size, 2, (ptc_scalar){PTC_SCALAR_FLOAT, 0, 0.5, 0}, NULL, &out)) exit(1);
  return out;
}

int main(void) {
  small = filled(3), square = filled(128);
  char *words[3];
  while (next_request(words, 3) == 3) {
    int threads = atoi(words[1]);
    struct job job = {!strcmp(words[0], "mm"), atol(words[2])};
    int64_t created = ptc_created_tensors(), live = ptc_live_tensors();
    pthread_t all[16];
    pthread_barrier_init(&together, NULL, (unsigned)threads + 1);
    for (int i = 0; i < threads; ++i) pthread_create(&all[i], NULL, run, &job);
    /* Before the wait, from which this thread may come back after the others have ended. */
    double start = seconds(CLOCK_MONOTONIC);
    pthread_barrier_wait(&together);
    for (int i = 0; i < threads; ++i) pthread_join(all[i], NULL);
    double took = seconds(CLOCK_MONOTONIC) - start;
    pthread_barrier_destroy(&together);
    created = ptc_created_tensors() - created, live = ptc_live_tensors() - live;
    printf("{\"seconds\": %.9g, \"created\": %lld, \"left\": %lld}\n", took, (long long)created, (long long)live);
    fflush(stdout);
  }
  ptc_tensor_close(small);
  ptc_tensor_close(square);
}
