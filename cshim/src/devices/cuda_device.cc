// Facts about a CUDA device from the driver, and its load from NVIDIA's management library.
#include <ATen/Context.h>
#include <ATen/DeviceAccelerator.h>
#include <c10/cuda/PeerToPeerAccess.h>

#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <map>

#include "devices/on_cuda.h"

#include <pytorch_c/devices/cuda.h>

namespace {

template <class... Arguments> void ask_driver(const char *name, Arguments... arguments) {
  check_driver(reinterpret_cast<int (*)(Arguments...)>(driver_symbol(name))(arguments...), name);
}

// The driver's number of a device, which the runtime's has made usable.
int driver_device(int64_t index) {
  c10::DeviceIndex checked = cuda_index(index);
  int device = 0;
  ask_driver("cuInit", 0U);
  ask_driver("cuDeviceGet", &device, static_cast<int>(checked));
  return device;
}

std::string uuid_of(int64_t index) {
  std::array<unsigned char, 16> bytes{};
  ask_driver("cuDeviceGetUuid", bytes.data(), driver_device(index));
  std::string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", bytes[i]);
    text += (i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + std::string(digits.data());
  }
  return text;
}

// ---- readings ----

using Nvml = void *; // a device of the library's

void *nvml_symbol(const char *name) {
  static void *const library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  void *found = library ? dlsym(library, name) : nullptr;
  if (!found) fail(PTC_ERROR_RUNTIME, "NVIDIA's management library, libnvidia-ml.so.1, has no " + std::string(name));
  return found;
}
template <class... Arguments> void ask_nvml(const char *name, Arguments... arguments) {
  int error = reinterpret_cast<int (*)(Arguments...)>(nvml_symbol(name))(arguments...);
  if (!error) return;
  const char *words = reinterpret_cast<const char *(*)(int)>(nvml_symbol("nvmlErrorString"))(error);
  fail(PTC_ERROR_RUNTIME, std::string(name) + ": " + (words ? words : "an unknown error"));
}

struct Utilization {
  unsigned compute, memory;
};
Utilization utilization(Nvml device) {
  Utilization out{};
  ask_nvml("nvmlDeviceGetUtilizationRates", device, &out);
  return out;
}
template <class... Which> unsigned figure(const char *name, Nvml device, Which... which) {
  unsigned out = 0;
  ask_nvml(name, device, which..., &out);
  return out;
}

const std::map<std::string_view, unsigned (*)(Nvml)> readings{
    {"utilization", [](Nvml device) { return utilization(device).compute; }},
    {"memory_usage", [](Nvml device) { return utilization(device).memory; }},
    {"temperature", [](Nvml device) { return figure("nvmlDeviceGetTemperature", device, 0); }},
    {"power_draw", [](Nvml device) { return figure("nvmlDeviceGetPowerUsage", device); }},
    {"clock_rate", [](Nvml device) { return figure("nvmlDeviceGetClockInfo", device, 1); }},
};

// By its UUID: the library counts the devices that CUDA_VISIBLE_DEVICES hides too.
Nvml nvml_device(int64_t index) {
  const std::string uuid = "GPU-" + uuid_of(index);
  ask_nvml("nvmlInit_v2");
  Nvml device = nullptr;
  ask_nvml("nvmlDeviceGetHandleByUUID", uuid.c_str(), &device);
  return device;
}

// ---- versions ----

// Compiled into libtorch's own words about itself: "-gencode;arch=compute_90,code=sm_90;…".
std::string architectures() {
  static const std::string code = "code=";
  const std::string config = at::hasCUDA() ? at::detail::getCUDAHooks().showConfig() : "";
  std::string out;
  for (size_t at = config.find(code); at != std::string::npos; at = config.find(code, at)) {
    at += code.size();
    const std::string name = config.substr(at, config.find_first_of(";, \n", at) - at);
    out += (out.empty() ? "" : " ") + name;
  }
  return out;
}

} // namespace

ptc_error ptc_cuda_device_attribute(int64_t index, int32_t attribute, int64_t *out) {
  return guard(out, [&] {
    int device = driver_device(index), value = 0;
    if (attribute < 1) fail(PTC_ERROR_VALUE, "argument 'attribute' is above 0, got " + std::to_string(attribute));
    ask_driver("cuDeviceGetAttribute", &value, static_cast<int>(attribute), device);
    put(out, static_cast<int64_t>(value));
  });
}
ptc_error ptc_cuda_device_name(int64_t index, char **out) {
  return guard(out, [&] {
    std::array<char, 256> name{};
    ask_driver("cuDeviceGetName", name.data(), static_cast<int>(name.size() - 1), driver_device(index));
    put(out, name.data());
  });
}
ptc_error ptc_cuda_device_uuid(int64_t index, char **out) {
  return guard(out, [&] { put(out, uuid_of(index)); });
}
ptc_error ptc_cuda_device_memory(int64_t index, int64_t *out) {
  return guard(out, [&] {
    size_t bytes = 0;
    ask_driver("cuDeviceTotalMem_v2", &bytes, driver_device(index));
    put(out, static_cast<int64_t>(bytes));
  });
}
ptc_error ptc_cuda_device_reading(int64_t index, const char *name, int64_t *out) {
  return guard(out, [&] {
    auto found = readings.find(text_of(name, "name"));
    if (found == readings.end())
      fail(PTC_ERROR_VALUE, "argument 'name' must be utilization, memory_usage, temperature, power_draw or clock_rate");
    put(out, static_cast<int64_t>(found->second(nvml_device(index))));
  });
}

ptc_error ptc_cuda_can_access_peer(int64_t index, int64_t peer, bool *out) {
  return guard(out, [&] {
    int from = driver_device(index), to = 0, can = 0;
    ask_driver("cuDeviceGet", &to, static_cast<int>(cuda_index(peer, "peer")));
    if (from != to) ask_driver("cuDeviceCanAccessPeer", &can, from, to); // of itself a device is no peer
    put(out, can != 0);
  });
}
ptc_error ptc_cuda_enable_peer_access(int64_t index, int64_t peer, bool *out) {
  return guard(out, [&] {
    c10::DeviceIndex from = cuda_index(index), to = cuda_index(peer, "peer");
    put(out, from == to || c10::cuda::get_p2p_access(from, to));
  });
}
ptc_error ptc_cuda_has_context(int64_t index, bool *out) {
  return guard(out, [&] { put(out, at::detail::getCUDAHooks().hasPrimaryContext(cuda_index(index))); });
}
ptc_error ptc_cuda_is_initialized(bool *out) {
  return guard(out, [&] { put(out, used_cuda()); });
}
ptc_error ptc_cuda_in_bad_fork(bool *out) {
  return guard(out, [&] { put(out, in_bad_fork()); });
}

ptc_error ptc_cuda_driver_version(int64_t *out) {
  return guard(out, [&] {
    need_cuda_build();
    int version = 0;
    check_cuda(cudaDriverGetVersion(&version));
    put(out, static_cast<int64_t>(version));
  });
}
ptc_error ptc_cuda_runtime_version(int64_t *out) {
  return guard(out, [&] {
    need_cuda_build();
    int version = 0;
    check_cuda(cudaRuntimeGetVersion(&version));
    put(out, static_cast<int64_t>(version));
  });
}
ptc_error ptc_cudnn_version(int64_t *out) {
  return guard(out, [&] {
    if (!built_with_cuda() || !at::detail::getCUDAHooks().compiledWithCuDNN())
      fail(PTC_ERROR_RUNTIME, "this libtorch was built without cuDNN");
    put(out, static_cast<int64_t>(at::detail::getCUDAHooks().versionCuDNN()));
  });
}
ptc_error ptc_cuda_architectures(char **out) {
  return guard(out, [&] { put(out, architectures()); });
}
