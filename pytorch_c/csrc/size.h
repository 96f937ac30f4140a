/* The base class of Size. */
#pragma once

#include "core.h"

void ready_size_type(void); /* once core->size_type is set */
