/* What gc() needs of each new tensor. */
#pragma once

#include "core.h"

int marks_are_stale(void);
int set_mark(ptc_tensor handle);
