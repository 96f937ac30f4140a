/* The base class of Tensor. */
#pragma once

#include "core.h"

void ready_tensor_type(void);
PyObject *share_memory(void *data, const int64_t *sizes, const int64_t *strides, int64_t dim, int32_t dtype,
                       PyObject *owner);
