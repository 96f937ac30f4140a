#ifndef GOTORCH_ATEN_SUPPORT_H
#define GOTORCH_ATEN_SUPPORT_H

#include <pytorch_c.h>
#include <stdlib.h>

/* A result and the error together: an address of Go's would have to live on its heap. */
typedef struct {
  ptc_tensor out;
  ptc_error error;
} go_tensor;

#endif
