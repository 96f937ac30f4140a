// Functions of the host's language in a profile.
#pragma once

#include "core/glue.h"

#include <pytorch_c/profiler/profiler.h>

namespace ptc {

// From now on profiles with stacks keep the calls that ptc_profiler_enter tells of.
void trace_calls();

} // namespace ptc
