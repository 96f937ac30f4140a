// True if somebody wants a thread's calls to end.
#pragma once

#include <atomic>
#include <cstdint>

namespace ptc {

// Number of flags that are set.
extern std::atomic<int32_t> interrupts;
// Throws what current_error() knows by its words, as TorchScript leaves only these of an exception.
void fail_if_interrupted();
constexpr const char *interrupted_words = "interrupted by ptc_interrupt_set";

} // namespace ptc
