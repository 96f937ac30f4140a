// The events that a profiler found.
#pragma once

#include <torch/csrc/autograd/profiler_kineto.h>

#include "core/glue.h"

#include <pytorch_c/profiler/profiler.h>

struct ptc_profile_s {
  // Totals of the allocator when memory came or went: of events "[memory]", by their index.
  struct Memory {
    int64_t allocated, reserved;
    void *address;
  };
  std::unique_ptr<torch::autograd::profiler::ProfilerResult> result;
  std::vector<std::pair<std::string, std::string>> names; // of each event, with its overload
  std::vector<std::pair<size_t, Memory>> memory;          // sorted
  std::mutex saving;
  bool saved = false;

  explicit ptc_profile_s(std::unique_ptr<torch::autograd::profiler::ProfilerResult> found);
};

namespace ptc {

// True if libtorch was built with Kineto.
bool has_kineto();

inline ptc_profile profile_of(ptc_profile self) {
  if (!self) fail(PTC_ERROR_VALUE, "argument 'self': a profile is needed, got NULL");
  return self;
}

} // namespace ptc
