// The devices of the host's own: what backend.cc has and backend_kernels.cc computes with.
#pragma once

#include "callback.h"

#include <pytorch_c/backend.h>

namespace ptc {

constexpr auto OWN = c10::DeviceType::PrivateUse1;

// What the host gave; it stays to the end of the process.
struct OwnDevices {
  int64_t count;
  ptc_device_allocate_fn allocate;
  ptc_device_free_fn free;
  ptc_device_copy_fn copy;
  std::shared_ptr<void> context;
};
OwnDevices &own_devices();

c10::DeviceIndex current_own_device() noexcept;
// The bytes between host and device, or two devices; PTC_UNSET is the host.
void copy_bytes(void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes);
c10::DataPtr allocate_own(size_t nbytes, c10::DeviceIndex index);
c10::Allocator *own_allocator();

// backend_kernels.cc: what every device needs, and the way to the CPU for the rest.
void register_own_kernels();

} // namespace ptc
