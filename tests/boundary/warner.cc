// Warns as libtorch does, for test_warnings.py.
#include <c10/util/Exception.h>

#include <new>
#include <thread>

extern "C" void warn_here(const char *text, int deprecation) {
  if (deprecation) {
    TORCH_WARN_DEPRECATION(text);
  } else {
    TORCH_WARN(text);
  }
}

// On a thread that Python does not know, as those of libtorch's pools.
extern "C" void warn_elsewhere(const char *text) {
  std::thread([text] { TORCH_WARN(text); }).join();
}

// Handler of another library that takes all warnings.
struct Occupied final : c10::WarningHandler {
  void process(const c10::Warning &) override {}
};
extern "C" void occupy() { new (c10::WarningUtils::get_warning_handler()) Occupied; }
