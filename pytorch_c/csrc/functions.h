/* Custom functions. */
#pragma once

#include "core.h"

void function_ends(void *context); /* the graph is done with the context of one */
