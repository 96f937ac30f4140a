// Streams and events of every kind of device, through the interface that each registers with libtorch.
#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/version.h>

#include "devices/devices.h"

#include <pytorch_c/devices/streams.h>

#include <dlfcn.h>

#include <climits>
#include <shared_mutex>

struct ptc_device_event_s {
  c10::Event event;
  std::shared_mutex lock; // c10's events are no more than their fields
};

namespace {

using Device = c10::impl::VirtualGuardImpl; // what libtorch asks of a kind of devices

void put(ptc_stream *out, const c10::Stream &stream) {
  *out = {stream.id(), static_cast<int32_t>(stream.device_type()), stream.device_index()};
}

c10::Stream stream_of(const ptc_stream &named) {
  return c10::Stream(c10::Stream::UNSAFE, device_there(named.device_type, named.device_index), named.id);
}

ptc_device_event_s &event_of(ptc_device_event handle, const char *name = "self") {
  if (!handle) fail(PTC_ERROR_TYPE, std::string("argument '") + name + "': an event is needed, got NULL");
  return *handle;
}

} // namespace

ptc_error ptc_stream_new(int32_t device_type, int64_t device_index, int64_t priority, ptc_stream *out) {
  return guard(out, [&] {
    const auto where = device_there(device_type, device_index);
    if (priority < INT_MIN || priority > INT_MAX)
      fail(PTC_ERROR_VALUE, "argument 'priority': " + std::to_string(priority) + " is no int of 32 bits");
    put(out, Device(where.type()).getNewStream(where, static_cast<int>(priority)));
  });
}
ptc_error ptc_stream_default(int32_t device_type, int64_t device_index, ptc_stream *out) {
  return guard(out, [&] {
    const auto where = device_there(device_type, device_index);
    put(out, c10::Stream(c10::Stream::DEFAULT, where));
  });
}
ptc_error ptc_stream_current(int32_t device_type, int64_t device_index, ptc_stream *out) {
  return guard(out, [&] {
    const auto where = device_there(device_type, device_index);
    put(out, Device(where.type()).getStream(where));
  });
}
ptc_error ptc_stream_set_current(ptc_stream self) {
  return guard_reader([&] {
    const auto stream = stream_of(self);
    Device(stream.device_type()).exchangeStream(stream);
  });
}
ptc_error ptc_stream_query(ptc_stream self, bool *out) {
  return guard(out, [&] { put(out, stream_of(self).query()); });
}
ptc_error ptc_stream_synchronize(ptc_stream self) {
  return guard_reader([&] { stream_of(self).synchronize(); });
}
ptc_error ptc_stream_is_capturing(ptc_stream self, bool *out) {
  return guard(out, [&] {
    const auto stream = stream_of(self);
#if TORCH_VERSION_MINOR >= 13
    put(out, stream.is_capturing());
#else
    // No guard is asked yet; CUDA's runtime knows, and no other device captures.
    int state = 0;
    auto ask = reinterpret_cast<int (*)(void *, int *)>(dlsym(RTLD_DEFAULT, "cudaStreamIsCapturing"));
    if (stream.device_type() == c10::kCUDA && ask && ask(stream.native_handle(), &state))
      fail(PTC_ERROR_RUNTIME, "CUDA does not tell whether the stream is captured");
    put(out, state != 0);
#endif
  });
}
ptc_error ptc_stream_native_handle(ptc_stream self, void **out) {
  return guard(out, [&] { *out = stream_of(self).native_handle(); });
}

ptc_error ptc_device_synchronize(int32_t device_type, int64_t device_index) {
  return guard_reader([&] {
    const auto where = device_there(device_type, device_index);
    if (where.is_cpu() || where.is_meta()) return; // their work is done when its call returns
    Device(where.type()).synchronizeDevice(where.index());
  });
}

ptc_error ptc_record_stream(ptc_tensor tensor, ptc_stream stream) {
  return guard_reader([&] {
    const auto &used = tensor_of(tensor, "tensor");
    const auto where = stream_of(stream);
    if (used.device().type() != where.device_type())
      fail(PTC_ERROR_VALUE,
           "argument 'stream': it is of " + where.device().str() + ", and the tensor is on " + used.device().str());
    used.record_stream(where);
  });
}

// ---- events ----

ptc_error ptc_device_event_new(int32_t device_type, bool timing, ptc_device_event *out) {
  return guard(out, [&] {
    const auto type = device(device_type, PTC_UNSET).type();
    need_device(type);
    const auto flag = timing ? c10::EventFlag::BACKEND_DEFAULT : c10::EventFlag::PYTORCH_DEFAULT;
    *out = new ptc_device_event_s{c10::Event(type, flag), {}};
    count_handle(1);
  });
}

void ptc_device_event_close(ptc_device_event self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_device_event_record(ptc_device_event self, ptc_stream stream) {
  return guard_reader([&] {
    auto &one = event_of(self);
    const auto where = stream_of(stream);
    std::unique_lock lock(one.lock);
    one.event.record(where);
  });
}
ptc_error ptc_device_event_wait(ptc_device_event self, ptc_stream stream) {
  return guard_reader([&] {
    auto &one = event_of(self);
    const auto where = stream_of(stream);
    std::shared_lock lock(one.lock);
    one.event.block(where);
  });
}
ptc_error ptc_device_event_query(ptc_device_event self, bool *out) {
  return guard(out, [&] {
    auto &one = event_of(self);
    std::shared_lock lock(one.lock);
    put(out, one.event.query());
  });
}
ptc_error ptc_device_event_synchronize(ptc_device_event self) {
  return guard_reader([&] {
    auto &one = event_of(self);
    std::shared_lock lock(one.lock);
    one.event.synchronize();
  });
}
ptc_error ptc_device_event_elapsed(ptc_device_event begin, ptc_device_event end, double *milliseconds) {
  return guard(milliseconds, [&] {
    auto &first = event_of(begin, "begin"), &last = event_of(end, "end");
    std::shared_lock lock(first.lock, std::defer_lock), other(last.lock, std::defer_lock);
    if (&first == &last) lock.lock();
    else std::lock(lock, other);
    put(milliseconds, first.event.elapsedTime(last.event));
  });
}
ptc_error ptc_device_event_native_handle(ptc_device_event self, void **out) {
  return guard(out, [&] {
    auto &one = event_of(self);
    std::shared_lock lock(one.lock);
    *out = one.event.eventId();
  });
}
ptc_error ptc_device_event_device(ptc_device_event self, int32_t *type, int32_t *index) {
  return guard(std::tie(type, index), [&] {
    auto &one = event_of(self);
    std::shared_lock lock(one.lock);
    *type = static_cast<int32_t>(one.event.device_type());
    *index = one.event.device_index();
  });
}
