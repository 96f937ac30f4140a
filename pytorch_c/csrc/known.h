/* The Tensor of a TensorImpl: a weak table. */
#pragma once

#include "core.h"

#define GOING ((const void *)1) /* in the place of the TensorImpl, as the object is destroyed */

void remember(TensorObject *tensor, const void *impl);
void forget(TensorObject *tensor);
PyObject *find_known(const void *impl);
void swap_known(TensorObject *a, TensorObject *b);
