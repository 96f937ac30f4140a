// Streams and events of CUDA beyond those of every device.
#include <ATen/Context.h>
#include <ATen/DeviceAccelerator.h>
#include <c10/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAStream.h>

#include <cstring>

#include "devices/on_cuda.h"

#include <pytorch_c/devices/cuda_stream.h>

struct ptc_cuda_event_s {
  c10::cuda::CUDAEvent event;
};

namespace {

using c10::cuda::CUDAStream;

CUDAStream stream_of(int64_t index, int64_t stream) {
  return CUDAStream::unpack3(stream, cuda_index(index), c10::kCUDA);
}

cudaStream_t stream_at(int64_t number) { return reinterpret_cast<cudaStream_t>(static_cast<intptr_t>(number)); }

auto &event_of(ptc_cuda_event handle, const char *name = "self") {
  if (!handle) fail(PTC_ERROR_TYPE, "argument '" + std::string(name) + "' must be an event, not NULL");
  return handle->event;
}
void put(ptc_cuda_event *out, ptc_cuda_event made) {
  *out = made;
  count_handle(1);
}

unsigned flags_of(int64_t flags) {
  if (flags < 0 || flags > PTC_CUDA_EVENT_ALL)
    fail(PTC_ERROR_VALUE,
         "argument 'flags': bits of enum ptc_cuda_event_flag are needed, got " + std::to_string(flags));
  if (flags & PTC_CUDA_EVENT_INTERPROCESS && flags & PTC_CUDA_EVENT_TIMING)
    fail(PTC_ERROR_VALUE, "argument 'flags': an event that processes share has no timing");
  return (flags & PTC_CUDA_EVENT_TIMING ? cudaEventDefault : cudaEventDisableTiming) |
         (flags & PTC_CUDA_EVENT_BLOCKING ? cudaEventBlockingSync : 0) |
         (flags & PTC_CUDA_EVENT_INTERPROCESS ? cudaEventInterprocess : 0) |
         (flags & PTC_CUDA_EVENT_EXTERNAL ? cudaEventExternal : 0);
}

// ---- handles of other processes ----

std::string hexadecimal(const cudaIpcEventHandle_t &handle) {
  static const char *const digits = "0123456789abcdef";
  std::string out;
  for (char c : handle.reserved) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}
cudaIpcEventHandle_t shared_handle(const char *text) {
  static const std::string digits = "0123456789abcdef";
  const std::string_view from = text_of(text, "handle");
  cudaIpcEventHandle_t out{};
  if (from.size() != 2 * sizeof out.reserved || from.find_first_not_of(digits) != std::string_view::npos)
    fail(PTC_ERROR_VALUE, "argument 'handle' must be what ptc_cuda_event_share gave, 128 hexadecimal digits");
  for (size_t i = 0; i < sizeof out.reserved; ++i)
    out.reserved[i] = static_cast<char>(digits.find(from[2 * i]) << 4 | digits.find(from[2 * i + 1]));
  return out;
}

} // namespace

ptc_error ptc_cuda_stream_create(int64_t *native) {
  return guard(native, [&] {
    need_cuda();
    cudaStream_t stream = nullptr;
    check_cuda(cudaStreamCreate(&stream));
    ptc::put(native, number(stream));
  });
}
ptc_error ptc_cuda_stream_destroy(int64_t native) {
  return guard([&] {
    need_cuda();
    check_cuda(cudaStreamDestroy(stream_at(native)));
  });
}
ptc_error ptc_cuda_stream_external(int64_t index, int64_t native, int64_t *stream) {
  return guard(stream, [&] {
    const auto device = cuda_index(index);
    ptc::put(stream, c10::cuda::getStreamFromExternal(stream_at(native), device).id());
  });
}
ptc_error ptc_cuda_stream_priority(int64_t index, int64_t stream, int64_t *out) {
  return guard(out, [&] { ptc::put(out, static_cast<int64_t>(stream_of(index, stream).priority())); });
}
ptc_error ptc_cuda_stream_priority_range(int64_t *least, int64_t *greatest) {
  return guard(std::tie(least, greatest), [&] {
    need_cuda();
    auto [low, high] = CUDAStream::priority_range();
    *least = low;
    *greatest = high;
  });
}
ptc_error ptc_cuda_event_new(int64_t flags, ptc_cuda_event *out) {
  return guard(out, [&] {
    need_cuda();
    put(out, new ptc_cuda_event_s{c10::cuda::CUDAEvent(flags_of(flags))});
  });
}
ptc_error ptc_cuda_event_open(int64_t index, const char *handle, ptc_cuda_event *out) {
  return guard(out, [&] {
    const auto device = cuda_index(index);
    const auto shared = shared_handle(handle);
    put(out, new ptc_cuda_event_s{c10::cuda::CUDAEvent(device, &shared)});
  });
}
ptc_error ptc_cuda_event_share(ptc_cuda_event self, char **out) {
  return guard(out, [&] {
    cudaIpcEventHandle_t handle{};
    event_of(self).ipc_handle(&handle);
    ptc::put(out, hexadecimal(handle));
  });
}
ptc_error ptc_cuda_event_record(ptc_cuda_event self, int64_t index, int64_t stream) {
  return guard([&] { event_of(self).record(stream_of(index, stream)); });
}
ptc_error ptc_cuda_event_wait(ptc_cuda_event self, int64_t index, int64_t stream) {
  return guard([&] { event_of(self).block(stream_of(index, stream)); });
}
ptc_error ptc_cuda_event_query(ptc_cuda_event self, bool *out) {
  return guard(out, [&] { ptc::put(out, event_of(self).query()); });
}
ptc_error ptc_cuda_event_synchronize(ptc_cuda_event self) {
  return guard([&] { event_of(self).synchronize(); });
}
ptc_error ptc_cuda_event_elapsed(ptc_cuda_event self, ptc_cuda_event end, double *out) {
  return guard(out, [&] { ptc::put(out, static_cast<double>(event_of(self).elapsed_time(event_of(end, "end")))); });
}
ptc_error ptc_cuda_event_native(ptc_cuda_event self, int64_t *out, int64_t *index) {
  return guard(std::tie(out, index), [&] {
    const auto &event = event_of(self);
    *out = number(event.event());
    *index = event.device_index();
  });
}
void ptc_cuda_event_close(ptc_cuda_event self) {
  if (!self) return;
  // CUDA forgets the stream of a forked child, or of a device that has failed.
  ptc_error_free(guard([&] { delete self; }));
  count_handle(-1);
}
