// Autocast: what libtorch casts on its own dispatch keys.
#include <ATen/autocast_mode.h>

#include "core/glue.h"

#include <pytorch_c/devices/autocast.h>

namespace {

// A type of device that libtorch casts on; it would read beside its table for any other.
at::DeviceType castable(int32_t device_type) {
  const auto type = device(device_type, PTC_UNSET).type();
  if (!at::autocast::is_autocast_available(type))
    fail(PTC_ERROR_RUNTIME,
         "argument 'device_type': autocast is not available for '" + c10::DeviceTypeName(type, true) + "'");
  return type;
}

} // namespace

ptc_error ptc_autocast_is_available(int32_t device_type, bool *out) {
  return guard(out, [&] { put(out, at::autocast::is_autocast_available(device(device_type, PTC_UNSET).type())); });
}
ptc_error ptc_autocast_enabled(int32_t device_type, bool *out) {
  return guard(out, [&] { put(out, at::autocast::is_autocast_enabled(castable(device_type))); });
}
ptc_error ptc_set_autocast_enabled(int32_t device_type, bool enabled) {
  return guard([&] { at::autocast::set_autocast_enabled(castable(device_type), enabled); });
}
ptc_error ptc_autocast_dtype(int32_t device_type, int32_t *dtype) {
  return guard(dtype, [&] { put(dtype, at::autocast::get_autocast_dtype(castable(device_type))); });
}
ptc_error ptc_set_autocast_dtype(int32_t device_type, int32_t dtype) {
  return guard([&] { at::autocast::set_autocast_dtype(castable(device_type), dtype_of(dtype, "dtype")); });
}
ptc_error ptc_autocast_cache_enabled(bool *out) {
  return guard(out, [&] { put(out, at::autocast::is_autocast_cache_enabled()); });
}
ptc_error ptc_set_autocast_cache_enabled(bool enabled) {
  return guard([&] { at::autocast::set_autocast_cache_enabled(enabled); });
}
ptc_error ptc_autocast_begin(void) {
  return guard([&] { at::autocast::increment_nesting(); });
}
ptc_error ptc_autocast_end(void) {
  return guard([&] {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
  });
}
ptc_error ptc_autocast_clear_cache(void) {
  return guard([&] { at::autocast::clear_cache(); });
}
