/* Warnings of libtorch's. */
#pragma once

#include "core.h"

/* Number of warnings that nobody has shown yet, on any thread. */
extern _Atomic long warned;
/* Shows what this thread's call has warned of; what the call fails with now. */
const char *show_warnings(const char *error);
/* Shows them after a call that made a tensor, which is closed where only a warning has failed it. */
static inline const char *show_and_close(const char *error, ptc_tensor made) {
  if (LIKELY(!warned)) return error;
  const char *now = show_warnings(error);
  if (now && !error) ptc_tensor_close(made);
  return now;
}
