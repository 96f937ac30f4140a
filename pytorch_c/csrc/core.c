/* The state that all units share; module.c fills it. */
#include "core.h"

Core *core;
bool hosting;
enum Strategy strategy;
int by_user_only;
