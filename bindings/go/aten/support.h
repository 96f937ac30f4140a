#ifndef GOTORCH_ATEN_SUPPORT_H
#define GOTORCH_ATEN_SUPPORT_H

#include <pytorch_c.h>
#include <stdlib.h>

/* A result and the error together: an address of Go's would have to live on its heap. */
typedef struct {
  ptc_tensor out;
  const char *error;
} go_tensor;

static inline ptc_options go_options(int32_t dtype, int32_t layout, int32_t type, int32_t index, int32_t pin,
                                     int32_t grad) {
  ptc_options o = {PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET};
  o.dtype = dtype, o.layout = layout, o.device_type = type, o.device_index = index;
  o.pin_memory = pin, o.requires_grad = grad;
  return o;
}

#endif
