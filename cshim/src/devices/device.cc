// Devices and threads, through the accelerator API of libtorch.
#include <ATen/Context.h>
#include <ATen/DeviceAccelerator.h>
#include <ATen/Parallel.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "devices/devices.h"
#include "devices/on_cuda.h"

#include <pytorch_c/devices/device.h>

#include <limits>

void ptc::need_device(c10::DeviceType type) {
  if (type == c10::DeviceType::CUDA) need_cuda();
  const auto name = c10::DeviceTypeName(type, true);
  if (!c10::impl::hasDeviceGuardImpl(type))
    fail(PTC_ERROR_RUNTIME, type == c10::DeviceType::PrivateUse1
                                ? "there is no device '" + name + "': ptc_backend_register puts it there"
                                : "this libtorch was built without devices '" + name + "'");
  if (!c10::impl::getDeviceGuardImpl(type)->deviceCount())
    fail(PTC_ERROR_RUNTIME, "no device '" + name + "' is available");
}

c10::Device ptc::device_there(int32_t type, int64_t index) {
  const auto kind = device(type, PTC_UNSET).type();
  need_device(kind);
  const auto *guard = c10::impl::getDeviceGuardImpl(kind);
  const int64_t count = guard->deviceCount();
  if (index != PTC_UNSET && (index < 0 || index >= count))
    fail(PTC_ERROR_VALUE, "argument 'device_index': there are " + std::to_string(count) + " devices '" +
                              c10::DeviceTypeName(kind, true) + "', got " + std::to_string(index));
  if (index != PTC_UNSET && guard->getDevice().has_index()) return {kind, static_cast<c10::DeviceIndex>(index)};
  return guard->getDevice(); // the CPU's streams have no index
}

ptc_error ptc_device_parse(const char *text, int32_t *type, int32_t *index) {
  return guard(std::tie(type, index), [&] {
    at::Device parsed{std::string(text_of(text, "text"))};
    *type = static_cast<int32_t>(parsed.type());
    *index = parsed.index();
  });
}

ptc_error ptc_device_type_name(int32_t type, char **out) {
  return guard(out, [&] { put(out, c10::DeviceTypeName(device(type, PTC_UNSET).type(), true)); });
}

ptc_error ptc_cuda_device_count(int64_t *out) {
  return guard(out, [&] { put(out, cuda_devices()); });
}
ptc_error ptc_cuda_is_available(bool *out) {
  return guard(out, [&] { put(out, cuda_devices() > 0); });
}
ptc_error ptc_cudnn_is_available(bool *out) {
  return guard(out, [&] { put(out, cuda_devices() > 0 && at::detail::getCUDAHooks().hasCuDNN()); });
}
ptc_error ptc_cuda_current_device(int64_t *out) {
  return guard(out, [&] {
    need_cuda();
    put(out, static_cast<int64_t>(at::accelerator::getDeviceIndex()));
  });
}
ptc_error ptc_cuda_set_device(int64_t index) {
  return guard([&] { at::accelerator::setDeviceIndex(cuda_index(index)); });
}
ptc_error ptc_cuda_synchronize(int64_t index) {
  return guard([&] { at::accelerator::synchronizeDevice(cuda_index(index)); });
}
ptc_error ptc_cuda_empty_cache(void) {
  return guard([&] {
    need_cuda();
    at::accelerator::emptyCache();
  });
}
ptc_error ptc_cuda_memory_info(int64_t index, int64_t *free_bytes, int64_t *total_bytes) {
  return guard(std::tie(free_bytes, total_bytes), [&] {
    auto info = at::accelerator::getMemoryInfo(cuda_index(index));
    *free_bytes = static_cast<int64_t>(info.first);
    *total_bytes = static_cast<int64_t>(info.second);
  });
}
ptc_error ptc_cuda_memory_stats(int64_t index, int64_t *allocated, int64_t *max_allocated, int64_t *reserved,
                                int64_t *max_reserved) {
  return guard(std::tie(allocated, max_allocated, reserved, max_reserved), [&] {
    auto stats = at::accelerator::getDeviceStats(cuda_index(index));
    *allocated = stats.allocated_bytes[0].current;
    *max_allocated = stats.allocated_bytes[0].peak;
    *reserved = stats.reserved_bytes[0].current;
    *max_reserved = stats.reserved_bytes[0].peak;
  });
}
ptc_error ptc_cuda_reset_memory_stats(int64_t index, bool peak) {
  return guard([&] {
    auto device = cuda_index(index);
    if (peak) at::accelerator::resetPeakStats(device);
    else at::accelerator::resetAccumulatedStats(device);
  });
}

ptc_error ptc_get_num_threads(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(at::get_num_threads())); });
}
ptc_error ptc_set_num_threads(int64_t threads) {
  return guard([&] {
    if (threads < 1 || threads > std::numeric_limits<int>::max())
      fail(PTC_ERROR_VALUE, "argument 'threads': at least 1 is needed, got " + std::to_string(threads));
    at::set_num_threads(static_cast<int>(threads));
  });
}
ptc_error ptc_get_num_interop_threads(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(at::get_num_interop_threads())); });
}
ptc_error ptc_set_num_interop_threads(int64_t threads) {
  return guard([&] {
    if (threads < 1 || threads > std::numeric_limits<int>::max())
      fail(PTC_ERROR_VALUE, "argument 'threads': at least 1 is needed, got " + std::to_string(threads));
    at::set_num_interop_threads(static_cast<int>(threads));
  });
}

ptc_error ptc_get_default_dtype(int32_t *out) {
  return guard(out, [&] { put(out, c10::get_default_dtype_as_scalartype()); });
}
ptc_error ptc_set_default_dtype(int32_t dtype) {
  return guard([&] {
    auto wanted = dtype_of(dtype, "dtype");
    if (!at::isFloatingType(wanted))
      fail(PTC_ERROR_TYPE, "only floating-point types are supported as the default type");
    c10::set_default_dtype(c10::scalarTypeToTypeMeta(wanted));
  });
}
ptc_error ptc_deterministic_mode(int32_t *out) {
  return guard(out, [&] {
    const auto &context = at::globalContext();
    *out = !context.deterministicAlgorithms() ? 0 : context.deterministicAlgorithmsWarnOnly() ? 1 : 2;
  });
}
ptc_error ptc_set_deterministic_mode(int32_t mode) {
  return guard([&] {
    if (mode < 0 || mode > 2) fail(PTC_ERROR_VALUE, "argument 'mode' must be 0, 1 or 2, got " + std::to_string(mode));
    at::globalContext().setDeterministicAlgorithms(mode > 0, mode == 1);
  });
}
ptc_error ptc_set_flush_denormal(bool enabled, bool *out) {
  return guard(out, [&] { put(out, at::globalContext().setFlushDenormal(enabled)); });
}
ptc_error ptc_float32_matmul_precision(int32_t *out) {
  return guard(out, [&] {
    auto precision = at::globalContext().float32MatmulPrecision();
    *out = precision == at::Float32MatmulPrecision::HIGHEST ? 0 : precision == at::Float32MatmulPrecision::HIGH ? 1 : 2;
  });
}
ptc_error ptc_set_float32_matmul_precision(int32_t precision) {
  return guard([&] {
    if (precision < 0 || precision > 2)
      fail(PTC_ERROR_VALUE, "argument 'precision' must be 0, 1 or 2, got " + std::to_string(precision));
    const char *const names[] = {"highest", "high", "medium"};
    at::globalContext().setFloat32MatmulPrecision(std::string(names[precision]));
  });
}
