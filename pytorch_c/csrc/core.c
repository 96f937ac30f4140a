/* The state that all units share; module.c fills it. */
#include "core.h"

Core *core;
