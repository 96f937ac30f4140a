/* Whether a collection may block. */
#pragma once

#include "core.h"

int collection_may_block(Py_ssize_t most);
