/* Shared by the sources of libcgotorch. */
#ifndef CGOTORCH_GLUE_H
#define CGOTORCH_GLUE_H

#include <cgotorch/cgotorch.h>
#include <cgotorch/more.h>
#include <pytorch_c.h>

/* Target of a Device. */
struct device {
  int32_t type, index;
  struct device *next;
};

/* Options of a factory: dtype and gradients, and the device of a `struct device *` or of none. */
#define OPTIONS_ON(device, dtype, grad) \
  (&(ptc_options){PTC_OPTION_ALL, dtype, PTC_UNSET, (device) ? (device)->type : PTC_UNSET, \
                  (device) ? (device)->index : PTC_UNSET, PTC_UNSET, (grad) ? 1 : PTC_UNSET})
#define OPTIONS_OF(dtype, grad) \
  (&(ptc_options){PTC_OPTION_ALL, dtype, PTC_UNSET, PTC_UNSET, PTC_UNSET, PTC_UNSET, (grad) ? 1 : PTC_UNSET})

#endif
