// The levels of torch.func that are open on this thread.
#pragma once

#include <ATen/functorch/DynamicLayer.h>

#include "core/glue.h"

namespace ptc::levels {

namespace ft = at::functorch;

// libtorch keeps levels and dimensions in sets of 64 bits.
constexpr int64_t MOST = ft::kVmapNumLevels - 1;

inline int64_t depth() { return static_cast<int64_t>(ft::getDynamicLayerStack().size()); }

inline void check_room() {
  if (depth() >= MOST) fail(PTC_ERROR_RUNTIME, "more than " + std::to_string(MOST) + " levels cannot be open at once");
}

inline const ft::DynamicLayer &open(int64_t level) {
  if (level < 1 || level > depth())
    fail(PTC_ERROR_VALUE, "argument 'level': no level " + std::to_string(level) + " is open on this thread");
  return ft::getDynamicLayerStack()[level - 1];
}

} // namespace ptc::levels
