/* Shared by the sources of libcgotorch. */
#ifndef CGOTORCH_GLUE_H
#define CGOTORCH_GLUE_H

#include <cgotorch/cgotorch.h>
#include <cgotorch/more.h>
#include <pytorch_c.h>

/* What a Device points to. */
struct device {
  int32_t type, index;
  struct device *next;
};

static inline ptc_options options_of(int32_t dtype, const struct device *device, int64_t requires_grad) {
  ptc_options o = {PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET};
  o.dtype = dtype;
  if (device) o.device_type = device->type, o.device_index = device->index;
  if (requires_grad) o.requires_grad = 1;
  return o;
}

#endif
