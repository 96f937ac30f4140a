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

static inline const ptc_options *fill_options(ptc_options *o, int32_t dtype, const struct device *device,
                                              int64_t requires_grad) {
  o->set = PTC_OPTION_DTYPE | PTC_OPTION_REQUIRES_GRAD | (device ? PTC_OPTION_DEVICE : 0);
  o->dtype = dtype;
  if (device) o->device_type = device->type, o->device_index = device->index;
  o->requires_grad = requires_grad != 0;
  return o;
}
/* Good until the end of the block that it stands in. */
#define options_of(dtype, device, requires_grad) fill_options(&(ptc_options){0}, dtype, device, requires_grad)

#endif
