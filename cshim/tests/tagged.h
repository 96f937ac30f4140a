/* Tagged values, as short as a test wants them. */
#ifndef TAGGED_H
#define TAGGED_H

#include "check.h"

static inline ptc_value value(int32_t kind, int64_t i, double re) {
  ptc_value out = {0, 0, 0, 0, NULL, 0};
  out.kind = kind;
  out.i = i;
  out.re = re;
  return out;
}

static inline ptc_value pointer(int32_t kind, const void *p, int64_t len) {
  ptc_value out = {0, 0, 0, 0, NULL, 0};
  out.kind = kind;
  out.p = p;
  out.len = len;
  return out;
}

static inline ptc_value tensor(ptc_tensor t) { return pointer(PTC_VALUE_TENSOR, t, 0); }
static inline ptc_value text(const char *s) { return pointer(PTC_VALUE_STRING, s, PTC_UNSET); }
static inline ptc_tensor tensor_in(const ptc_value *v) { return (ptc_tensor)(uintptr_t)v->p; }

#endif
