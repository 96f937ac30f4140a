// The accelerator of the process, through libtorch's own interface for whichever kind it is.
#include <ATen/DeviceAccelerator.h>
#include <torch/version.h>

#include "devices/devices.h"

#include <pytorch_c/devices/accelerator.h>

#if TORCH_VERSION_MINOR < 13
#include <ATen/core/CachingHostAllocator.h>
#endif

#include <sstream>

namespace {

namespace accelerator = at::accelerator;

// Its kind; fails where there is none, or no device of it.
c10::DeviceType kind() {
  const auto found = accelerator::getAccelerator(false);
  if (!found) fail(PTC_ERROR_RUNTIME, "Cannot access accelerator device when none is available");
  need_device(*found);
  return *found;
}

c10::DeviceIndex index_there(int64_t index) { return device_there(static_cast<int32_t>(kind()), index).index(); }

// The index, or -1, with which libtorch changes nothing.
c10::DeviceIndex index_or_none(int64_t index) {
  if (index >= 0) return index_there(index);
  kind();
  return -1;
}

c10::DeviceAllocator &allocator() {
  auto *found = dynamic_cast<c10::DeviceAllocator *>(c10::GetAllocator(kind()));
  if (!found) fail(PTC_ERROR_NOT_IMPLEMENTED, "the accelerator's allocator counts nothing");
  return *found;
}

// The words of torch.accelerator.memory_stats, as an object of JSON.
class Counts {
public:
  void add(const char *name, int64_t value) {
    text << (empty ? "{\"" : ", \"") << name << "\": " << value, empty = false;
  }
  void add(const std::string &name, const c10::CachingAllocator::Stat &one) {
    add((name + ".current").c_str(), one.current);
    add((name + ".peak").c_str(), one.peak);
    add((name + ".allocated").c_str(), one.allocated);
    add((name + ".freed").c_str(), one.freed);
  }
  void add(const std::string &name, const c10::CachingAllocator::StatArray &each) {
    add(name + ".all", each[0]);
    add(name + ".small_pool", each[1]);
    add(name + ".large_pool", each[2]);
  }
  std::string json() { return empty ? "{}" : text.str() + "}"; }

private:
  std::ostringstream text;
  bool empty = true;
};

std::string counts_of(const c10::CachingDeviceAllocator::DeviceStats &stats) {
  Counts out;
  out.add("num_alloc_retries", stats.num_alloc_retries);
  out.add("num_ooms", stats.num_ooms);
  out.add("max_split_size", stats.max_split_size);
  out.add("num_sync_all_streams", stats.num_sync_all_streams);
  out.add("num_device_alloc", stats.num_device_alloc);
  out.add("num_device_free", stats.num_device_free);
  out.add("allocated_bytes", stats.allocated_bytes);
  out.add("reserved_bytes", stats.reserved_bytes);
  out.add("active_bytes", stats.active_bytes);
  out.add("requested_bytes", stats.requested_bytes);
  out.add("allocation", stats.allocation);
  out.add("segment", stats.segment);
  out.add("active", stats.active);
  out.add("inactive_split", stats.inactive_split);
  out.add("inactive_split_bytes", stats.inactive_split_bytes);
  out.add("oversize_allocations", stats.oversize_allocations);
  out.add("oversize_segments", stats.oversize_segments);
  return out.json();
}

} // namespace

ptc_error ptc_accelerator_type(int32_t *out) {
  return guard(out, [&] {
    const auto found = accelerator::getAccelerator(false);
    *out = found ? static_cast<int32_t>(*found) : PTC_UNSET;
  });
}
ptc_error ptc_accelerator_device_count(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(accelerator::deviceCount())); });
}

ptc_error ptc_accelerator_current_device(int64_t *out) {
  return guard(out, [&] {
    kind();
    put(out, static_cast<int64_t>(accelerator::getDeviceIndex()));
  });
}
ptc_error ptc_accelerator_set_device(int64_t index) {
  return guard_reader([&] {
    const auto wanted = index_or_none(index);
    if (wanted >= 0) accelerator::setDeviceIndex(wanted);
  });
}
ptc_error ptc_accelerator_exchange_device(int64_t index, int64_t *before) {
  return guard(before, [&] {
    const auto wanted = index_or_none(index);
    put(before, static_cast<int64_t>(wanted < 0 ? accelerator::getDeviceIndex() : accelerator::exchangeDevice(wanted)));
  });
}
ptc_error ptc_accelerator_maybe_exchange_device(int64_t index, int64_t *before) {
  return guard(before, [&] {
    const auto wanted = index_or_none(index);
    put(before,
        static_cast<int64_t>(wanted < 0 ? accelerator::getDeviceIndex() : accelerator::maybeExchangeDevice(wanted)));
  });
}

ptc_error ptc_accelerator_dtypes(int64_t index, int64_t *out) {
  return guard(out, [&] {
    uint64_t bits = 0;
    accelerator::getDeviceCapability(index_there(index)).forEachSupportedScalarType([&](c10::ScalarType one) {
      bits |= uint64_t{1} << static_cast<int>(one);
    });
    put(out, static_cast<int64_t>(bits));
  });
}

ptc_error ptc_accelerator_empty_cache(void) {
  return guard_reader([&] {
    auto &memory = allocator();
    if (memory.initialized()) memory.emptyCache();
  });
}
ptc_error ptc_accelerator_empty_host_cache(void) {
  return guard_reader([&] {
    const auto type = kind();
    if (type == c10::DeviceType::PrivateUse1) return; // it has no pinned memory
#if TORCH_VERSION_MINOR >= 13
    (void)type;
    accelerator::emptyHostCache();
#else
    at::getHostAllocator(type)->empty_cache();
#endif
  });
}
ptc_error ptc_accelerator_memory_info(int64_t index, int64_t *free_bytes, int64_t *total_bytes) {
  return guard(std::tie(free_bytes, total_bytes), [&] {
    const auto where = index_there(index);
    const auto found = allocator().getMemoryInfo(where);
    *free_bytes = static_cast<int64_t>(found.first);
    *total_bytes = static_cast<int64_t>(found.second);
  });
}
ptc_error ptc_accelerator_memory_stats(int64_t index, char **out) {
  return guard(out, [&] {
    const auto where = index_there(index);
    auto &memory = allocator();
    put(out, memory.initialized() ? counts_of(memory.getDeviceStats(where)) : std::string("{}"));
  });
}
ptc_error ptc_accelerator_reset_memory_stats(int64_t index, bool peak) {
  return guard_reader([&] {
    const auto where = index_there(index);
    auto &memory = allocator();
    if (!memory.initialized()) return;
    if (peak) memory.resetPeakStats(where);
    else memory.resetAccumulatedStats(where);
  });
}
