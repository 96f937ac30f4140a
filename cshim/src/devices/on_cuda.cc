// Code that the sources of CUDA's own functions have in common.
#include <ATen/Context.h>
#include <ATen/DeviceAccelerator.h>

#include <atomic>
#include <dlfcn.h>
#include <unistd.h>

#include "devices/on_cuda.h"

namespace {

std::atomic<pid_t> first_user{0}; // the process that used CUDA first

void *driver_library() {
  static void *const found = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  return found;
}

} // namespace

namespace ptc {

int64_t cuda_devices() { return at::hasCUDA() ? at::detail::getCUDAHooks().deviceCount() : 0; }

bool in_bad_fork() noexcept {
  pid_t first = first_user.load();
  return first && first != getpid();
}

bool used_cuda() {
  if (first_user.load()) return !in_bad_fork();
  for (int64_t i = 0; i < cuda_devices(); ++i)
    if (at::detail::getCUDAHooks().hasPrimaryContext(static_cast<c10::DeviceIndex>(i))) return true;
  return false;
}

bool built_with_cuda() { return at::detail::getCUDAHooks().isBuilt(); }

void need_cuda_build() {
  if (!built_with_cuda()) fail(PTC_ERROR_RUNTIME, "this libtorch was built without CUDA");
}

void need_cuda() {
  need_cuda_build();
  if (in_bad_fork())
    fail(PTC_ERROR_RUNTIME, "CUDA was used before this process was forked; begin the process with 'spawn'");
  if (!cuda_devices()) fail(PTC_ERROR_RUNTIME, "no CUDA device is available (is the NVIDIA driver installed?)");
  at::globalContext().lazyInitDevice(c10::kCUDA); // the allocators have no devices before
  pid_t nobody = 0;
  first_user.compare_exchange_strong(nobody, getpid());
}

c10::DeviceIndex cuda_index(int64_t index, const char *name) {
  need_cuda();
  if (index == PTC_UNSET) return at::accelerator::getDeviceIndex();
  if (index < 0 || index >= cuda_devices())
    fail(PTC_ERROR_VALUE, "argument '" + std::string(name) + "': there are " + std::to_string(cuda_devices()) +
                              " CUDA devices, got " + std::to_string(index));
  return static_cast<c10::DeviceIndex>(index);
}

// In the scope of this library, which has libtorch's in it wherever that was loaded from.
void *loaded_symbol(const char *name) noexcept { return dlsym(RTLD_DEFAULT, name); }

void *driver_symbol(const char *name) {
  void *found = driver_library() ? dlsym(driver_library(), name) : nullptr;
  if (!found) fail(PTC_ERROR_RUNTIME, "the NVIDIA driver, libcuda.so.1, has no " + std::string(name));
  return found;
}

void check_driver(int error, const char *function) {
  if (!error) return;
  const char *words = nullptr;
  auto *describe = reinterpret_cast<int (*)(int, const char **)>(driver_symbol("cuGetErrorString"));
  if (describe(error, &words) || !words) words = "an unknown error";
  fail(PTC_ERROR_ACCELERATOR, std::string(function) + ": " + words + " (" + std::to_string(error) + ")");
}

} // namespace ptc
