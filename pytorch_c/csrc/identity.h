/* Tensors that the graph keeps, where something would be lost with them. */
#pragma once

#include "core.h"

void owner_finalize(PyObject *self);
bool keep_instead_of_dealloc(PyObject *self);
void kept_ends(void *object);
