// Devices of the host's own: memory, the current device, and what libtorch asks of an accelerator.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "devices/backend.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace {

std::atomic<OwnDevices *> registered;
thread_local c10::DeviceIndex current = 0;

// ---- memory ----

// Counters of a device's memory: of tensors, and of streams that still use the memory of closed ones.
struct Counts {
  std::mutex lock;
  c10::CachingAllocator::Stat blocks, bytes, used_blocks, used_bytes;
};
std::array<Counts, MOST_OWN_DEVICES> counts;
Counts &counts_of(int64_t index) { return counts[static_cast<size_t>(index)]; }

// The memory of one allocation, which goes back to the device with it.
struct Block {
  Block(int64_t bytes, c10::DeviceIndex on) : nbytes(bytes), index(on), streams{current_own_stream(on)} {}
  ~Block() {
    const auto &own = own_devices();
    if (data) own.free((own.context.get)(), data, nbytes, index);
    if (!counted) return;
    auto &known = counts_of(index);
    std::lock_guard guard(known.lock);
    known.used_blocks.decrease(1);
    known.used_bytes.decrease(static_cast<size_t>(nbytes));
  }
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  void *data = nullptr;
  int64_t nbytes;
  c10::DeviceIndex index;
  bool counted = false;
  std::mutex lock;
  std::vector<c10::Stream> streams; // that use it, that of its birth first
  std::shared_ptr<Block> self;      // until its tensor ends, which must not want memory
};

// The deleter of a tensor's memory, which is the device's again when no stream uses it.
void free_block(void *pointer) {
  auto *block = static_cast<Block *>(pointer);
  {
    auto &known = counts_of(block->index);
    std::lock_guard lock(known.lock);
    known.blocks.decrease(1);
    known.bytes.decrease(static_cast<size_t>(block->nbytes));
  }
  const auto kept = std::move(block->self);
  if (block->data) keep_while_used(kept, block->streams);
}

// The host's own allocation.  Where there is no memory, that of closed tensors may still come back from streams.
void *allocate_bytes(int64_t nbytes, c10::DeviceIndex index) {
  const auto &own = own_devices();
  void *data = nullptr;
  end_unused(false);
  ptc_error error = own.allocate((own.context.get)(), nbytes, index, &data);
  if (error && own_streams() && ptc_error_kind(error) == PTC_ERROR_OUT_OF_MEMORY) {
    ptc_error_free(error);
    end_unused(true);
    error = own.allocate((own.context.get)(), nbytes, index, &data);
  }
  check(error);
  if (!data) fail(PTC_ERROR_RUNTIME, "the device's own allocation gave NULL and no error");
  return data;
}

struct OwnAllocator final : c10::DeviceAllocator {
  c10::DataPtr allocate(size_t nbytes) override { return allocate_own(nbytes, current); }
  void copy_data(void *to, const void *from, size_t nbytes) const override {
    copy_bytes(to, current, from, current, static_cast<int64_t>(nbytes));
  }
  bool initialized() override { return registered.load() != nullptr; }
  void emptyCache(c10::MempoolId_t) override { end_unused(false); }
  void recordStream(const c10::DataPtr &memory, c10::Stream stream) override {
    own_guard()->recordDataPtrOnStream(memory, stream);
  }
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex index) override {
    auto &known = counts_of(own_index(index));
    std::lock_guard lock(known.lock);
    c10::CachingDeviceAllocator::DeviceStats out;
    out.allocation[0] = known.blocks, out.active[0] = out.segment[0] = known.used_blocks;
    out.allocated_bytes[0] = out.requested_bytes[0] = known.bytes;
    out.active_bytes[0] = out.reserved_bytes[0] = known.used_bytes;
    return out;
  }
  void resetAccumulatedStats(c10::DeviceIndex index) override {
    each(index, [](c10::CachingAllocator::Stat &one) { one.reset_accumulated(); });
  }
  void resetPeakStats(c10::DeviceIndex index) override {
    each(index, [](c10::CachingAllocator::Stat &one) { one.reset_peak(); });
  }

private:
  template <class Change> static void each(c10::DeviceIndex index, Change change) {
    auto &known = counts_of(own_index(index));
    std::lock_guard lock(known.lock);
    for (auto *one : {&known.blocks, &known.bytes, &known.used_blocks, &known.used_bytes}) change(*one);
  }
};

struct Hooks final : at::PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  // Random operators run on the CPU too, unless the host has its own.
  const at::Generator &getDefaultGenerator(c10::DeviceIndex index) const override {
    static std::array<at::Generator, MOST_OWN_DEVICES> generators;
    static std::mutex lock;
    std::lock_guard guard(lock);
    auto &found = generators[static_cast<size_t>(own_index(index < 0 ? current : index))];
    if (!found.defined()) found = at::detail::createCPUGenerator();
    return found;
  }
  at::Generator getNewGenerator(c10::DeviceIndex) const override { return at::detail::createCPUGenerator(); }
  c10::DeviceIndex deviceCount() const override { return static_cast<c10::DeviceIndex>(own_devices().count); }
  void setCurrentDevice(c10::DeviceIndex index) const override { current = own_index(index); }
  c10::DeviceIndex getCurrentDevice() const override { return current; }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const override {
    return std::exchange(current, own_index(index));
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex index) const override {
    return index < 0 ? current : exchangeDevice(index);
  }
  // A copy to the host that nobody waits for asks for pinned memory: here any does.
  c10::Allocator *getPinnedMemoryAllocator() const override { return c10::GetAllocator(c10::DeviceType::CPU); }
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

OwnDevices *own_devices_if_any() noexcept { return registered.load(); }

c10::DeviceIndex current_own_device() noexcept { return current; }
void set_current_own_device(c10::DeviceIndex index) noexcept { current = index; }

c10::DeviceIndex own_index(int64_t index) {
  if (index < 0 || index >= own_devices().count)
    fail(PTC_ERROR_VALUE, "argument 'index': there are " + std::to_string(own_devices().count) + " devices, got " +
                              std::to_string(index));
  return static_cast<c10::DeviceIndex>(index);
}

void copy_bytes(void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes) {
  if (!nbytes) return;
  if (own_streams()) return wait_for(start_copy(to, to_index, from, from_index, nbytes));
  const auto &own = own_devices();
  check(own.copy((own.context.get)(), to, to_index, from, from_index, nbytes));
}

c10::DataPtr allocate_own(size_t nbytes, c10::DeviceIndex index) {
  auto block = std::make_shared<Block>(static_cast<int64_t>(nbytes), index);
  if (nbytes) block->data = allocate_bytes(block->nbytes, index);
  {
    auto &known = counts_of(index);
    std::lock_guard lock(known.lock);
    known.blocks.increase(1), known.used_blocks.increase(1);
    known.bytes.increase(nbytes), known.used_bytes.increase(nbytes);
    block->counted = true;
  }
  block->self = block;
  return {block->data, block.get(), free_block, c10::Device(OWN, index)};
}

void note_use(const c10::DataPtr &memory, const c10::Stream &stream) {
  auto *block = memory.get_deleter() == free_block ? static_cast<Block *>(memory.get_context()) : nullptr;
  if (!block) return; // not memory of the device's own allocation: a view of the host's
  std::lock_guard lock(block->lock);
  auto &known = block->streams;
  if (std::find(known.begin(), known.end(), stream) == known.end()) known.push_back(stream);
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
    if (device_count < 1 || device_count > MOST_OWN_DEVICES)
      fail(PTC_ERROR_VALUE, "argument 'device_count' must be from 1 to 64, got " + std::to_string(device_count));
    if (!allocate) fail(PTC_ERROR_VALUE, "argument 'allocate': a function is needed, got NULL");
    if (!free) fail(PTC_ERROR_VALUE, "argument 'free': a function is needed, got NULL");
    if (!copy) fail(PTC_ERROR_VALUE, "argument 'copy': a function is needed, got NULL");
    if (at::isPrivateUse1HooksRegistered() || c10::impl::hasDeviceGuardImpl(OWN))
      fail(PTC_ERROR_RUNTIME, "there is a device '" + c10::get_privateuse1_backend() + "' already");
    static Hooks hooks;
    registered = new OwnDevices{device_count, allocate, free, copy, std::move(held)};
    c10::impl::device_guard_impl_registry[static_cast<size_t>(OWN)].store(own_guard());
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
  return guard_reader([&] { current = own_index(index); });
}

ptc_error ptc_backend_allocated_bytes(int64_t index, int64_t *out) {
  return guard(out, [&] {
    end_unused(false);
    auto &known = counts_of(own_index(index));
    std::lock_guard lock(known.lock);
    *out = known.used_bytes.current;
  });
}
