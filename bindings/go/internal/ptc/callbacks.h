/* Functions that the C library calls back, and the mark of this thread. */
#ifndef GOTORCH_CALLBACKS_H
#define GOTORCH_CALLBACKS_H

#include "shim.h"

typedef struct {
  int64_t tensors, bytes;
} go_counts;

ptc_error go_register_hook(ptc_tensor self, uintptr_t id, bool after, ptc_hook *out);
go_tensor go_from_blob(void *data, const int64_t *size, int64_t len, int32_t dtype, uintptr_t id);
ptc_error go_host_error(const char *message, uintptr_t id);
ptc_error go_set_pressure(bool on);

bool go_mark_is_set(void);
ptc_error go_mark_begin(void);
go_counts go_mark_counts(void);
void go_mark_end(void);

#endif
