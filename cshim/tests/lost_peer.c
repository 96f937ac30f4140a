/* A rank is killed between messages: the other gets an error, and not the signal of a broken pipe, which ends a
   program that has said nothing about it. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { turns = 10, patience = 20000 };

static char path[256];

static int member(int rank, int last) {
  const float ones[3] = {1, 1, 1};
  ptc_store store;
  ptc_group group;
  ptc_tensor x = matrix(ones, 1, 3);
  ptc_error error = NULL;
  int step;
  OK(ptc_store_file(path, 2, &store));
  OK(ptc_group_new(store, rank, 2, "gloo", patience, "", &group));
  OK(ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, NULL));
  IS(total(x) == 6);
  for (step = 0; !error; ++step) {
    if (rank == 1 && step == last) kill(getpid(), SIGKILL);
    error = ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, NULL);
  }
  IS(error && ptc_error_kind(error) == PTC_ERROR_BACKEND);
  ptc_error_free(error);
  FAILS(PTC_ERROR_BACKEND, "all_reduce on rank 0", ptc_group_all_reduce(group, x, PTC_REDUCE_SUM, PTC_UNSET, NULL));
  ptc_tensor_close(x);
  ptc_group_close(group);
  ptc_store_close(store);
  return 0;
}

int main(void) {
  int turn, rank, status;
  pid_t children[2];
  alarm(300);
  for (turn = 0; turn < turns; ++turn) {
    snprintf(path, sizeof path, "/tmp/ptc_lost_peer_%d_%d", (int)getpid(), turn);
    for (rank = 0; rank < 2; ++rank) {
      children[rank] = fork();
      IS(children[rank] >= 0);
      if (!children[rank]) {
        alarm(120);
        exit(member(rank, 20 + turn));
      }
    }
    for (rank = 0; rank < 2; ++rank) {
      IS(waitpid(children[rank], &status, 0) == children[rank]);
      if (rank) IS(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
      else if (WIFSIGNALED(status)) fprintf(stderr, "turn %d: signal %d\n", turn, WTERMSIG(status)), exit(1);
      else IS(status == 0);
    }
    unlink(path);
  }
  return done("lost_peer");
}
