/* The mark that a new tensor gets. */
#pragma once

#include "core.h"

int marks_are_stale(void);
int set_mark(ptc_tensor handle);
