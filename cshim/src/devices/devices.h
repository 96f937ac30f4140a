// Which devices there are, for those who work with any kind of them.
#pragma once

#include "core/glue.h"

namespace ptc {

// Fails in a sentence where this libtorch, the process or the machine has no device of the kind.
void need_device(c10::DeviceType type);
// A device that is there; the index PTC_UNSET is the one that is current.
c10::Device device_there(int32_t type, int64_t index);

} // namespace ptc
