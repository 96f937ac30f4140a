// Memory pressure: asks the host to let go, above a threshold and where an
// operator found no memory.  No lock is held while the host runs.
#include <ATen/DeviceAccelerator.h>

#include "core/handler.h"
#include "memory/pressure.h"
#include "memory/records.h"
#include "memory/storages.h"

#include <pytorch_c/memory/memory.h>

#include <algorithm>

namespace {

// Never destroyed: a host that is gone must not be called at exit.
auto &current_callback = *new Handler<int32_t>;

thread_local bool in_callback = false;

bool ask(int32_t level) noexcept {
  if (!current_callback(in_callback, level)) return false;
  ptc_close_pending();
  return true;
}

void empty_cache() noexcept {
  if (!ptc_peak_bytes(PTC_CUDA)) return; // starting CUDA would only take memory
  try {
    at::accelerator::emptyCache();
  } catch (...) {}
}

std::string figures(int64_t freed, bool asked, bool repeated) {
  std::string text = " (live: " + std::to_string(ptc_live_tensors()) + " tensors, " +
                     std::to_string(ptc_live_bytes(PTC_CPU)) + " bytes on cpu, " +
                     std::to_string(ptc_live_bytes(PTC_CUDA)) + " on cuda; at most so far " +
                     std::to_string(ptc_peak_bytes(PTC_CPU)) + " and " + std::to_string(ptc_peak_bytes(PTC_CUDA));
  if (asked) text += "; a collection freed " + std::to_string(freed) + " bytes";
  if (repeated) text += " and the second try failed as well";
  return text + ")";
}

ptc_error with_figures(ptc_error error, int64_t freed, bool asked, bool repeated) noexcept {
  try {
    return extend_error(error, figures(freed, asked, repeated));
  } catch (...) { return error; }
}

} // namespace

namespace ptc {

Pressure pressure[slots];

void rearm_threshold(int32_t slot) noexcept {
  auto &p = pressure[slot];
  p.rearm.store(INT64_MIN, relaxed);
  int64_t bytes = p.threshold.load(relaxed);
  p.trigger.store(bytes ? bytes : INT64_MAX, relaxed);
}

void threshold_passed(int32_t slot) noexcept {
  auto &p = pressure[slot];
  // One thread asks the host; for the others there is no threshold meanwhile.
  if (p.trigger.exchange(INT64_MAX, relaxed) == INT64_MAX) return;
  ask(PTC_GC_THRESHOLD);
  int64_t bytes = p.threshold.load(relaxed), now = live_in(slot);
  if (!bytes || now < bytes) return rearm_threshold(slot);
  p.trigger.store(now + bytes / 4, relaxed);
  p.rearm.store(bytes, relaxed);
}

std::atomic<int64_t> growth{0};
namespace {
std::atomic<int64_t> step{0}; // how much storages may grow next
}

void storage_limit_passed() noexcept {
  if (storage_limit.exchange(INT64_MAX, relaxed) == INT64_MAX) return;
  int64_t before = sum_bytes(storages), grown = std::max(step.load(relaxed), growth.load(relaxed));
  ask(PTC_GC_STORAGES);
  int64_t least = growth.load(relaxed), now = sum_bytes(storages);
  if (!least) return; // the host has set a limit, or none
  int64_t next = before - now < grown / 2 ? std::min(2 * grown, std::max(now, least)) : least;
  step.store(next, relaxed);
  storage_limit.store(now + next, relaxed);
}

std::atomic<int64_t> device_limit{INT64_MAX};

void device_limit_passed() noexcept {
  if (device_limit.exchange(INT64_MAX, relaxed) != INT64_MAX) ask(PTC_GC_STORAGES);
}

bool try_again(ptc_error &first, ptc_error &error, bool repeatable) noexcept {
  thread_local int64_t freed;
  if (first) { // the body ran a second time
    if (error) ptc_error_free(error), error = with_figures(first, freed, true, true);
    else ptc_error_free(first);
    return false;
  }
  if (ptc_error_kind(error) != PTC_ERROR_OUT_OF_MEMORY) return false;
  int64_t before = ptc_live_bytes(PTC_UNSET);
  bool asked = ask(PTC_GC_OUT_OF_MEMORY);
  if (asked) empty_cache();
  freed = before - ptc_live_bytes(PTC_UNSET);
  if (!asked || !repeatable) {
    error = with_figures(error, freed, asked, false);
    return false;
  }
  first = error;
  return true;
}

} // namespace ptc

ptc_error ptc_set_gc_callback(ptc_gc_fn callback, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy}; // until the callback owns it
  return guard([&] { current_callback.replace(callback, owned); });
}

void ptc_set_gc_threshold(int32_t device_type, int64_t bytes) {
  for (int32_t slot = 0; slot < slots; ++slot) {
    if (device_type != PTC_UNSET && slot != slot_of(device_type)) continue;
    pressure[slot].threshold.store(std::max<int64_t>(bytes, 0), relaxed);
    rearm_threshold(slot);
  }
}

void ptc_set_gc_growth(int64_t bytes) {
  growth.store(std::max<int64_t>(bytes, 0), relaxed);
  step.store(0, relaxed);
  storage_limit.store(bytes > 0 ? sum_bytes(ptc::storages) + bytes : INT64_MAX, relaxed);
}

void ptc_set_gc_device_limit(int64_t bytes) { device_limit.store(bytes > 0 ? bytes : INT64_MAX, relaxed); }

int64_t ptc_gc_threshold(int32_t device_type) {
  return pressure[slot_of(device_type == PTC_UNSET ? static_cast<int32_t>(PTC_CPU) : device_type)].threshold.load(
      relaxed);
}

void ptc_gc_note(void *context, int32_t level) {
  if (context) __atomic_store_n(static_cast<int32_t *>(context), level, __ATOMIC_RELAXED);
}
