/* A worker of the benchmarks: reads requests, one line of words each, and
   answers each with a line of JSON.  C and C++. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds of the wall clock (CLOCK_MONOTONIC), or of the processor's work
   (CLOCK_PROCESS_CPUTIME_ID), which other programs disturb less. */
static inline double seconds(clockid_t of) {
  struct timespec t;
  clock_gettime(of, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Splits the next request into `room` words at most; 0 when there are no more. */
static inline int next_request(char **words, int room) {
  static char line[256];
  int count = 0;
  if (!fgets(line, sizeof line, stdin)) return 0;
  for (char *word = strtok(line, " \n"); word && count < room; word = strtok(NULL, " \n")) words[count++] = word;
  return count;
}

static inline void answer_number(double value) {
  printf("%.17g\n", value);
  fflush(stdout);
}
