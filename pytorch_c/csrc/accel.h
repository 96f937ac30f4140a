/* Types that the generated calls share with accel.c. */
#pragma once

#include <stdlib.h>
#include <structmember.h>

/* Several tensors as one result; wrap_many reads and frees it. */
typedef struct many_s {
  int64_t count;
  ptc_tensor items[];
} *many;

static many many_new(int64_t count) {
  many out = calloc(1, sizeof(struct many_s) + (size_t)count * sizeof(ptc_tensor));
  if (out) out->count = count;
  return out;
}

int accel_install(void);
