// Streams and events of devices of the host's own: which stream is current, and what is kept until a stream is done.
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "devices/backend.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <list>
#include <map>

namespace {

// Functions that the host gave; they stay to the end of the process.
struct Streams {
  ptc_stream_new_fn stream_new;
  ptc_stream_query_fn stream_query;
  ptc_stream_synchronize_fn stream_synchronize;
  ptc_stream_copy_fn stream_copy;
  ptc_event_record_fn event_record;
  ptc_event_wait_fn event_wait;
  ptc_event_query_fn event_query;
  ptc_event_synchronize_fn event_synchronize;
  ptc_event_elapsed_fn event_elapsed;
  ptc_event_close_fn event_close;
  std::shared_ptr<void> held;

  void *context() const { return held.get(); }
};
std::atomic<Streams *> registered;

// ---- which streams there are ----

constexpr size_t MOST_OF_A_POOL = 32;
constexpr int64_t LAST_PRIORITY = 8;

// The streams that the host has made, by device and priority.  Never destroyed: tensors may end after it.
struct Pools {
  struct Pool {
    std::vector<int64_t> streams;
    size_t next = 0;
  };
  std::mutex lock;
  std::map<std::pair<c10::DeviceIndex, int64_t>, Pool> pools;
};
Pools &pools() {
  static auto *const made = new Pools;
  return *made;
}

thread_local std::array<int64_t, MOST_OWN_DEVICES> current{};

c10::Stream stream_of(c10::DeviceIndex index, int64_t id) {
  return c10::Stream(c10::Stream::UNSAFE, c10::Device(OWN, index), id);
}

int64_t stream_of_pool(const Streams &own, c10::DeviceIndex index, int64_t priority) {
  priority = std::clamp(priority, -LAST_PRIORITY, LAST_PRIORITY);
  std::lock_guard lock(pools().lock);
  auto &pool = pools().pools[{index, priority}];
  if (pool.streams.size() < MOST_OF_A_POOL) {
    pool.streams.reserve(MOST_OF_A_POOL); // first: a stream cannot be given back
    int64_t made = 0;
    check(own.stream_new(own.context(), index, priority, &made));
    if (made == 0 || made == PTC_UNSET)
      fail(PTC_ERROR_RUNTIME, "the device gave a new stream the number " + std::to_string(made) + ", which is taken");
    pool.streams.push_back(made);
    return made;
  }
  return pool.streams[pool.next++ % MOST_OF_A_POOL];
}

// Fails for a number that the host has not given: it may be an address.
void need_stream(const c10::Stream &stream) {
  own_index(stream.device_index());
  if (!stream.id()) return;
  std::lock_guard lock(pools().lock);
  for (const auto &[key, pool] : pools().pools)
    if (key.first == stream.device_index() &&
        std::find(pool.streams.begin(), pool.streams.end(), stream.id()) != pool.streams.end())
      return;
  fail(PTC_ERROR_VALUE, "the device " + stream.device().str() + " has no stream " + std::to_string(stream.id()));
}

// ---- what is kept until a stream is done ----

struct Kept {
  std::vector<void *> marks; // events, all of which must be reached
  std::shared_ptr<void> what;
};
// Never destroyed, as above.
struct Waiting {
  std::mutex lock;
  std::list<Kept> each; // which moves without memory
  std::atomic<size_t> count{0};
};
Waiting &waiting() {
  static auto *const made = new Waiting;
  return *made;
}

bool is_reached(const Streams &own, void *mark, bool wait) {
  bool done = true;
  check(wait ? own.event_synchronize(own.context(), mark) : own.event_query(own.context(), mark, &done));
  return done;
}

// Takes the marks that are reached off; whether none is left.
bool is_unused(const Streams &own, Kept &one, bool wait) {
  while (!one.marks.empty()) {
    if (!is_reached(own, one.marks.back(), wait)) return false;
    own.event_close(own.context(), one.marks.back());
    one.marks.pop_back();
  }
  return true;
}

void put_back(std::list<Kept> &kept) noexcept {
  auto &list = waiting();
  std::lock_guard lock(list.lock);
  list.each.splice(list.each.end(), kept);
  list.count = list.each.size();
}

// Sets a mark on each stream that is not done.
void mark(const Streams &own, Kept &one, const std::vector<c10::Stream> &streams) {
  one.marks.reserve(streams.size());
  for (const auto &stream : streams) {
    bool done = false;
    check(own.stream_query(own.context(), stream.device_index(), stream.id(), &done));
    if (done) continue;
    void *event = nullptr;
    check(own.event_record(own.context(), stream.device_index(), stream.id(), false, &event));
    one.marks.push_back(event);
  }
}

} // namespace

namespace ptc {

bool own_streams() noexcept { return registered.load() != nullptr; }

c10::Stream current_own_stream(c10::DeviceIndex index) noexcept {
  return stream_of(index, current[static_cast<size_t>(index)]);
}

void wait_for(const c10::Stream &stream) {
  if (const auto *own = registered.load())
    check(own->stream_synchronize(own->context(), stream.device_index(), stream.id()));
}

c10::Stream start_copy(void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes) {
  const auto &own = *registered.load();
  const bool crosses = from_index != PTC_UNSET && to_index != PTC_UNSET && from_index != to_index;
  const auto stream =
      current_own_stream(static_cast<c10::DeviceIndex>(from_index == PTC_UNSET ? to_index : from_index));
  const auto *guard = own_guard();
  const auto wait = [&](const c10::Stream &waits, const c10::Stream &for_it) {
    void *event = nullptr;
    guard->record(&event, for_it, -1, c10::EventFlag::PYTORCH_DEFAULT);
    std::unique_ptr<void, std::function<void(void *)>> ends(event, [&](void *e) { guard->destroyEvent(e, -1); });
    guard->block(event, waits);
  };
  // Between two devices, as on CUDA: after what both current streams do, and before what either does next.
  if (crosses) wait(stream, current_own_stream(static_cast<c10::DeviceIndex>(to_index)));
  check(own.stream_copy(own.context(), stream.device_index(), stream.id(), to, to_index, from, from_index, nbytes));
  if (crosses) wait(current_own_stream(static_cast<c10::DeviceIndex>(to_index)), stream);
  return stream;
}

void keep_while_used(std::shared_ptr<void> kept, const std::vector<c10::Stream> &streams) noexcept {
  const auto *own = registered.load();
  if (!own) return;
  std::list<Kept> list;
  try {
    list.push_back({{}, kept});
    mark(*own, list.front(), streams);
    if (list.front().marks.empty()) return;
    kept.reset();
    put_back(list);
  } catch (...) {
    // No mark could be set: freeing too early would be worse than waiting.
    for (const auto &stream : streams)
      ptc_error_free(own->stream_synchronize(own->context(), stream.device_index(), stream.id()));
    for (auto &one : list)
      for (auto *event : one.marks) own->event_close(own->context(), event);
  }
}

void end_unused(bool wait) {
  const auto *own = registered.load();
  auto &list = waiting();
  if (!own || !list.count.load(std::memory_order_relaxed)) return;
  std::list<Kept> all;
  {
    std::lock_guard lock(list.lock);
    all.swap(list.each);
    list.count = 0;
  }
  std::exception_ptr failure;
  for (auto one = all.begin(); one != all.end();) {
    bool done = false;
    try {
      done = is_unused(*own, *one, wait);
    } catch (...) { failure = std::current_exception(); }
    one = done ? all.erase(one) : std::next(one); // which frees it, under no lock
  }
  put_back(all);
  if (failure) std::rethrow_exception(failure);
}

} // namespace ptc

namespace {

// ---- what libtorch asks ----

struct Guard final : c10::impl::DeviceGuardImplInterface {
  // ---- devices ----

  c10::DeviceType type() const override { return OWN; }
  c10::Device exchangeDevice(c10::Device device) const override {
    auto before = getDevice();
    setDevice(device);
    return before;
  }
  c10::Device getDevice() const override { return {OWN, current_own_device()}; }
  void setDevice(c10::Device device) const override {
    TORCH_CHECK(device.index() >= -1 && device.index() < own_devices().count, "there is no device ", device);
    uncheckedSetDevice(device);
  }
  void uncheckedSetDevice(c10::Device device) const noexcept override {
    if (device.index() >= 0) set_current_own_device(device.index());
  }
  c10::DeviceIndex deviceCount() const noexcept override {
    const auto *own = own_devices_if_any();
    return own ? static_cast<c10::DeviceIndex>(own->count) : 0;
  }
  c10::DeviceCapability getDeviceCapability(c10::Device) const override { return {}; } // the CPU computes
  void synchronizeDevice(c10::DeviceIndex index) const override {
    wait_for(stream_of(index < 0 ? current_own_device() : index, PTC_UNSET));
    end_unused(false);
  }

  // ---- streams ----

  c10::DeviceIndex index_of(c10::Device device) const {
    return device.index() < 0 ? current_own_device() : own_index(device.index());
  }
  c10::Stream getStream(c10::Device device) const override { return current_own_stream(index_of(device)); }
  c10::Stream getDefaultStream(c10::Device device) const override { return stream_of(index_of(device), 0); }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool urgent) const override {
    return getNewStream(device, urgent ? -1 : 0);
  }
  c10::Stream getNewStream(c10::Device device, int priority) const override {
    const auto *own = registered.load();
    const auto index = index_of(device);
    return stream_of(index, own ? stream_of_pool(*own, index, priority) : 0);
  }
  c10::Stream exchangeStream(c10::Stream stream) const override {
    need_stream(stream);
    const auto before = current_own_stream(stream.device_index());
    current[static_cast<size_t>(stream.device_index())] = stream.id();
    return before;
  }
  void *getStreamNativeHandle(const c10::Stream stream) const override {
    need_stream(stream);
    return reinterpret_cast<void *>(static_cast<intptr_t>(stream.id()));
  }
  bool queryStream(const c10::Stream &stream) const override {
    need_stream(stream);
    bool done = true;
    if (const auto *own = registered.load())
      check(own->stream_query(own->context(), stream.device_index(), stream.id(), &done));
    return done;
  }
  void synchronizeStream(const c10::Stream &stream) const override {
    need_stream(stream);
    wait_for(stream);
    end_unused(false);
  }
  void recordDataPtrOnStream(const c10::DataPtr &memory, const c10::Stream &stream) const override {
    need_stream(stream);
    note_use(memory, stream);
  }

  // ---- events; without streams they are marks that have been reached ----

  void record(void **event, const c10::Stream &stream, c10::DeviceIndex index, c10::EventFlag flag) const override {
    need_stream(stream);
    TORCH_CHECK(index < 0 || index == stream.device_index(), "the event has marks on device ", int{index},
                ", and the stream is on device ", int{stream.device_index()});
    const auto *own = registered.load();
    if (own)
      check(own->event_record(own->context(), stream.device_index(), stream.id(),
                              flag == c10::EventFlag::BACKEND_DEFAULT, event));
  }
  void block(void *event, const c10::Stream &stream) const override {
    need_stream(stream);
    const auto *own = registered.load();
    if (own && event) check(own->event_wait(own->context(), stream.device_index(), stream.id(), event));
  }
  bool queryEvent(void *event) const override {
    const auto *own = registered.load();
    return !own || !event || is_reached(*own, event, false);
  }
  void synchronizeEvent(void *event) const override {
    const auto *own = registered.load();
    if (!own || !event) return;
    is_reached(*own, event, true);
    end_unused(false);
  }
  double elapsedTime(void *begin, void *end, c10::DeviceIndex) const override {
    const auto *own = registered.load();
    if (!own || !begin || !end) fail(PTC_ERROR_NOT_IMPLEMENTED, "the device has no streams, and measures no time");
    double milliseconds = 0;
    check(own->event_elapsed(own->context(), begin, end, &milliseconds));
    return milliseconds;
  }
  void destroyEvent(void *event, c10::DeviceIndex) const noexcept override {
    const auto *own = registered.load();
    if (own && event) own->event_close(own->context(), event);
  }
};

} // namespace

const c10::impl::DeviceGuardImplInterface *ptc::own_guard() {
  static auto *const made = new Guard; // as libtorch wants it: its destructors may ask for devices
  return made;
}

ptc_error ptc_backend_register_streams(ptc_stream_new_fn stream_new, ptc_stream_query_fn stream_query,
                                       ptc_stream_synchronize_fn stream_synchronize, ptc_stream_copy_fn stream_copy,
                                       ptc_event_record_fn event_record, ptc_event_wait_fn event_wait,
                                       ptc_event_query_fn event_query, ptc_event_synchronize_fn event_synchronize,
                                       ptc_event_elapsed_fn event_elapsed, ptc_event_close_fn event_close,
                                       void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard([&] {
    if (!held.use_count()) held = owned.share();
    own_devices();
    const auto needed = [](auto function, const char *name) {
      if (!function) fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': a function is needed, got NULL");
      return function;
    };
    auto made = std::make_unique<Streams>(
        Streams{needed(stream_new, "stream_new"), needed(stream_query, "stream_query"),
                needed(stream_synchronize, "stream_synchronize"), needed(stream_copy, "stream_copy"),
                needed(event_record, "event_record"), needed(event_wait, "event_wait"),
                needed(event_query, "event_query"), needed(event_synchronize, "event_synchronize"),
                needed(event_elapsed, "event_elapsed"), needed(event_close, "event_close"), std::move(held)});
    Streams *none = nullptr;
    if (!registered.compare_exchange_strong(none, made.get())) {
      held = std::move(made->held);
      fail(PTC_ERROR_RUNTIME, "the devices '" + c10::get_privateuse1_backend() + "' have streams already");
    }
    made.release();
  });
}
