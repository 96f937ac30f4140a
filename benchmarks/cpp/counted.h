/* Calls that are timed and, under valgrind's callgrind, counted. C and C++. */
#pragma once

#include "worker.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define COUNT_FROM_HERE \
  do { \
    CALLGRIND_START_INSTRUMENTATION; \
    CALLGRIND_ZERO_STATS; \
  } while (0)
#define COUNT_TO_HERE(part) CALLGRIND_DUMP_STATS_AT(part)
#else
#define COUNT_FROM_HERE ((void)0)
#define COUNT_TO_HERE(part) ((void)0)
#endif
