// Devices of the host's own: memory, the current device, and what libtorch asks of an accelerator.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "backend.h"

#include <array>
#include <atomic>
#include <mutex>

namespace {

constexpr int64_t MOST = 64;

std::atomic<OwnDevices *> registered;
std::array<std::atomic<int64_t>, MOST> allocated;
thread_local c10::DeviceIndex current = 0;

c10::DeviceIndex index_of(int64_t index) {
  if (index < 0 || index >= own_devices().count)
    fail(PTC_ERROR_VALUE, "argument 'index': there are " + std::to_string(own_devices().count) + " devices, got " +
                              std::to_string(index));
  return static_cast<c10::DeviceIndex>(index);
}

// ---- memory ----

struct Block {
  void *data;
  int64_t nbytes;
  c10::DeviceIndex index;
};

void free_block(void *pointer) {
  auto *block = static_cast<Block *>(pointer);
  const auto &own = own_devices();
  if (block->data) own.free((own.context.get)(), block->data, block->nbytes, block->index);
  allocated[static_cast<size_t>(block->index)] -= block->nbytes;
  delete block;
}

struct OwnAllocator final : c10::Allocator {
  c10::DataPtr allocate(size_t nbytes) override { return allocate_own(nbytes, current); }
  void copy_data(void *to, const void *from, size_t nbytes) const override {
    copy_bytes(to, current, from, current, static_cast<int64_t>(nbytes));
  }
};

// ---- what libtorch asks: one stream, on which everything is done at once ----

struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return OWN; }
  c10::Device exchangeDevice(c10::Device device) const override {
    auto before = getDevice();
    setDevice(device);
    return before;
  }
  c10::Device getDevice() const override { return {OWN, current}; }
  void setDevice(c10::Device device) const override {
    TORCH_CHECK(device.index() >= -1 && device.index() < own_devices().count, "there is no device ", device);
    uncheckedSetDevice(device);
  }
  void uncheckedSetDevice(c10::Device device) const noexcept override {
    if (device.index() >= 0) current = device.index();
  }
  c10::Stream getStream(c10::Device device) const override {
    return c10::Stream(c10::Stream::DEFAULT, c10::Device(OWN, device.index() < 0 ? current : device.index()));
  }
  c10::Stream getDefaultStream(c10::Device device) const override { return getStream(device); }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool) const override { return getStream(device); }
  c10::Stream getNewStream(c10::Device device, int) const override { return getStream(device); }
  c10::Stream exchangeStream(c10::Stream stream) const override { return getStream(stream.device()); }
  void record(void **, const c10::Stream &, c10::DeviceIndex, c10::EventFlag) const override {}
  void block(void *, const c10::Stream &) const override {}
  bool queryEvent(void *) const override { return true; }
  bool queryStream(const c10::Stream &) const override { return true; }
  void synchronizeStream(const c10::Stream &) const override {}
  void synchronizeEvent(void *) const override {}
  void synchronizeDevice(c10::DeviceIndex) const override {}
  c10::DeviceIndex deviceCount() const noexcept override {
    const auto *own = registered.load();
    return own ? static_cast<c10::DeviceIndex>(own->count) : 0;
  }
};

struct Hooks final : at::PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  // Random operators run on the CPU too, unless the host has its own.
  const at::Generator &getDefaultGenerator(c10::DeviceIndex index) const override {
    static std::array<at::Generator, MOST> generators;
    static std::mutex lock;
    std::lock_guard guard(lock);
    auto &found = generators[static_cast<size_t>(index_of(index < 0 ? current : index))];
    if (!found.defined()) found = at::detail::createCPUGenerator();
    return found;
  }
  at::Generator getNewGenerator(c10::DeviceIndex) const override { return at::detail::createCPUGenerator(); }
  c10::DeviceIndex deviceCount() const override { return static_cast<c10::DeviceIndex>(own_devices().count); }
  void setCurrentDevice(c10::DeviceIndex index) const override { current = index_of(index); }
  c10::DeviceIndex getCurrentDevice() const override { return current; }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const override {
    return std::exchange(current, index_of(index));
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex index) const override {
    return index < 0 ? current : exchangeDevice(index);
  }
  void resizePrivateUse1Bytes(const c10::Storage &storage, size_t nbytes) const override {
    const auto index = storage.device().index();
    auto more = allocate_own(nbytes, index);
    copy_bytes(more.get(), index, storage.data(), index, static_cast<int64_t>(std::min(nbytes, storage.nbytes())));
    storage.set_data_ptr_noswap(std::move(more));
    storage.set_nbytes(nbytes);
  }
};

} // namespace

namespace ptc {

OwnDevices &own_devices() {
  auto *own = registered.load();
  if (!own) fail(PTC_ERROR_RUNTIME, "there is no device of the host's own: ptc_backend_register puts it there");
  return *own;
}

c10::DeviceIndex current_own_device() noexcept { return current; }

void copy_bytes(void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes) {
  if (!nbytes) return;
  const auto &own = own_devices();
  check(own.copy((own.context.get)(), to, to_index, from, from_index, nbytes));
}

c10::DataPtr allocate_own(size_t nbytes, c10::DeviceIndex index) {
  const auto &own = own_devices();
  auto block = std::make_unique<Block>(Block{nullptr, static_cast<int64_t>(nbytes), index});
  if (nbytes) {
    check(own.allocate((own.context.get)(), block->nbytes, index, &block->data));
    if (!block->data) fail(PTC_ERROR_RUNTIME, "the device's own allocation gave NULL and no error");
  }
  allocated[static_cast<size_t>(index)] += block->nbytes;
  void *data = block->data;
  return {data, block.release(), free_block, c10::Device(OWN, index)};
}

c10::Allocator *own_allocator() {
  static OwnAllocator allocator;
  return &allocator;
}

} // namespace ptc

ptc_error ptc_backend_rename(const char *name) {
  return guard([&] { c10::register_privateuse1_backend(std::string(text_of(name, "name"))); });
}

ptc_error ptc_backend_name(char **out) {
  return guard(out, [&] { put(out, c10::get_privateuse1_backend()); });
}

ptc_error ptc_backend_register(int64_t device_count, ptc_device_allocate_fn allocate, ptc_device_free_fn free,
                               ptc_device_copy_fn copy, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard([&] {
    if (!held.use_count()) held = owned.share();
    if (device_count < 1 || device_count > MOST)
      fail(PTC_ERROR_VALUE, "argument 'device_count' must be from 1 to 64, got " + std::to_string(device_count));
    if (!allocate) fail(PTC_ERROR_VALUE, "argument 'allocate': a function is needed, got NULL");
    if (!free) fail(PTC_ERROR_VALUE, "argument 'free': a function is needed, got NULL");
    if (!copy) fail(PTC_ERROR_VALUE, "argument 'copy': a function is needed, got NULL");
    if (at::isPrivateUse1HooksRegistered() || c10::impl::hasDeviceGuardImpl(OWN))
      fail(PTC_ERROR_RUNTIME, "there is a device '" + c10::get_privateuse1_backend() + "' already");
    static Guard guard_of_devices;
    static Hooks hooks;
    registered = new OwnDevices{device_count, allocate, free, copy, std::move(held)};
    c10::impl::device_guard_impl_registry[static_cast<size_t>(OWN)].store(&guard_of_devices);
    at::RegisterPrivateUse1HooksInterface(&hooks);
    c10::SetAllocator(OWN, own_allocator(), 1);
    register_own_kernels();
  });
}

ptc_error ptc_backend_device_count(int64_t *out) {
  return guard(out, [&] {
    const auto *own = registered.load();
    *out = own ? own->count : 0;
  });
}

ptc_error ptc_backend_current_device(int64_t *out) {
  return guard(out, [&] {
    own_devices();
    *out = current;
  });
}

ptc_error ptc_backend_set_device(int64_t index) {
  return guard_reader([&] { current = index_of(index); });
}

ptc_error ptc_backend_allocated_bytes(int64_t index, int64_t *out) {
  return guard(out, [&] { *out = allocated[static_cast<size_t>(index_of(index))].load(); });
}
