// Code that memory.cc and pressure.cc share: a threshold for each kind of device.
#pragma once

#include "core/glue.h"
#include "memory/counts.h"

#include <atomic>
#include <cstdint>

namespace ptc {

inline int32_t slot_of(int32_t device_type) {
  return device_type == PTC_CPU ? slot_cpu : device_type == PTC_CUDA ? slot_cuda : slot_other;
}

struct Pressure {
  // 0 where there is none.
  std::atomic<int64_t> threshold{0};
  // The callback is asked above this; raised while more than the threshold is in use.
  std::atomic<int64_t> trigger{INT64_MAX};
  // Below this many bytes the trigger is the threshold again.
  std::atomic<int64_t> rearm{INT64_MIN};
};
extern Pressure pressure[slots];

// Bytes that count against a threshold: those of live handles, or of all storages on the CPU where these are more.
int64_t live_in(int32_t slot) noexcept;
// Of ptc_set_gc_growth; 0 where the host sets each limit itself.
extern std::atomic<int64_t> growth;
void storage_limit_passed() noexcept;
// The host is asked once when live bytes of CUDA devices, or of a device of the host's own, are above this.
extern std::atomic<int64_t> device_limit;
void device_limit_passed() noexcept;
void threshold_passed(int32_t slot) noexcept;
void rearm_threshold(int32_t slot) noexcept;

} // namespace ptc
