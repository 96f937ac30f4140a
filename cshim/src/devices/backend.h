// The devices of the host's own: what backend.cc has, with the streams of backend_streams.cc, and what
// backend_kernels.cc computes with.
#pragma once

#include "core/callback.h"

#include <pytorch_c/devices/backend.h>

namespace ptc {

constexpr auto OWN = c10::DeviceType::PrivateUse1;
constexpr int64_t MOST_OWN_DEVICES = 64;

// Functions that the host gave; they stay to the end of the process.
struct OwnDevices {
  int64_t count;
  ptc_device_allocate_fn allocate;
  ptc_device_free_fn free;
  ptc_device_copy_fn copy;
  std::shared_ptr<void> context;
};
OwnDevices &own_devices();
// The devices, or NULL where there are none.
OwnDevices *own_devices_if_any() noexcept;

c10::DeviceIndex current_own_device() noexcept;
void set_current_own_device(c10::DeviceIndex index) noexcept;
// Fails for an index of no device.
c10::DeviceIndex own_index(int64_t index);
// The bytes between host and device, or two devices; PTC_UNSET is the host.  Done when it returns.
void copy_bytes(void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes);
c10::DataPtr allocate_own(size_t nbytes, c10::DeviceIndex index);
c10::Allocator *own_allocator();
// Notes that a stream uses memory that allocate_own gave, which is then freed after what the stream does now.
void note_use(const c10::DataPtr &memory, const c10::Stream &stream);

// backend_kernels.cc: what every device needs, and the way to the CPU for the rest.
void register_own_kernels();

// ---- backend_streams.cc ----

// True if the host's devices have streams; without, everything is done when its call returns.
bool own_streams() noexcept;
c10::Stream current_own_stream(c10::DeviceIndex index) noexcept;
// Puts a copy on the current stream of the device that the bytes come from, or, from the host, go to; gives the stream.
c10::Stream start_copy(void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes);
void wait_for(const c10::Stream &stream);
// Keeps something, which its deleter ends, until the streams have done what they do now.
void keep_while_used(std::shared_ptr<void> kept, const std::vector<c10::Stream> &streams) noexcept;
// Ends what was kept for streams that are done; with `wait`, all that is kept.
void end_unused(bool wait);
// libtorch's view of the devices and their streams.
const c10::impl::DeviceGuardImplInterface *own_guard();

} // namespace ptc
