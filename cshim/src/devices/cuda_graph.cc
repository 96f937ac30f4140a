// Graphs of CUDA's.
#include <ATen/cuda/CUDAGraph.h>
#include <torch/headeronly/version.h>

#include <new>

#include "devices/on_cuda.h"

#include <pytorch_c/devices/cuda_graph.h>

namespace {
using at::cuda::CUDAGraph;
}

// libtorch's class has more members where it was compiled with a newer CUDA's headers: only its own functions touch
// them, in room for many.
struct ptc_cuda_graph_s {
  explicit ptc_cuda_graph_s(bool keep) : graph(new (room) CUDAGraph(keep)) {}
  ptc_cuda_graph_s(const ptc_cuda_graph_s &) = delete;
  ptc_cuda_graph_s &operator=(const ptc_cuda_graph_s &) = delete;
  ~ptc_cuda_graph_s() { graph->~CUDAGraph(); }

  alignas(64) unsigned char room[sizeof(CUDAGraph) + 1024] = {};
  CUDAGraph *graph;
};

namespace {

CUDAGraph &graph_of(ptc_cuda_graph handle) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument 'self' must be a graph, not NULL");
  return *handle->graph;
}

#if TORCH_VERSION_MINOR < 14
void add_generator(CUDAGraph &graph, const at::Generator &generator) { graph.register_generator_state(generator); }
void dump(CUDAGraph &graph, const std::string &path) { graph.debug_dump(path); }
#else
// A generator tells the capture itself when it is first used there.
void add_generator(CUDAGraph &, const at::Generator &) {}
// libtorch leaves it to Python.
void dump(CUDAGraph &graph, const std::string &path) {
  constexpr unsigned verbose = 1;
  C10_CUDA_CHECK(cudaGraphDebugDotPrint(graph.raw_cuda_graph(), path.c_str(), verbose));
}
#endif

} // namespace

ptc_error ptc_cuda_graph_new(bool keep, ptc_cuda_graph *out) {
  return guard(out, [&] {
    need_cuda();
    *out = new ptc_cuda_graph_s(keep);
    count_handle(1);
  });
}
ptc_error ptc_cuda_graph_begin(ptc_cuda_graph self, int64_t pool, int64_t subpool, int32_t mode) {
  return guard([&] {
    auto &graph = graph_of(self);
    if (mode < PTC_CUDA_CAPTURE_GLOBAL || mode > PTC_CUDA_CAPTURE_RELAXED)
      fail(PTC_ERROR_VALUE, "argument 'mode' must be 0, 1 or 2, got " + std::to_string(mode));
    // libtorch looks only when it has told the generators of the capture, who would then wait for its end.
    if (c10::cuda::getCurrentCUDAStream() == c10::cuda::getDefaultCUDAStream())
      fail(PTC_ERROR_RUNTIME, "the default stream cannot be captured: make another one the current stream");
    graph.capture_begin(pool_id(pool, subpool), static_cast<cudaStreamCaptureMode>(mode));
  });
}
ptc_error ptc_cuda_graph_end(ptc_cuda_graph self) {
  return guard([&] { graph_of(self).capture_end(); });
}
ptc_error ptc_cuda_graph_instantiate(ptc_cuda_graph self) {
  return guard([&] { graph_of(self).instantiate(); });
}
ptc_error ptc_cuda_graph_replay(ptc_cuda_graph self) {
  return guard([&] { graph_of(self).replay(); });
}
ptc_error ptc_cuda_graph_reset(ptc_cuda_graph self) {
  return guard([&] { graph_of(self).reset(); });
}
ptc_error ptc_cuda_graph_pool(ptc_cuda_graph self, int64_t *pool, int64_t *subpool) {
  return guard(std::tie(pool, subpool), [&] {
    auto id = graph_of(self).pool();
    *pool = static_cast<int64_t>(id.first);
    *subpool = static_cast<int64_t>(id.second);
  });
}
ptc_error ptc_cuda_graph_add_generator(ptc_cuda_graph self, ptc_generator generator) {
  return guard([&] {
    auto &graph = graph_of(self);
    add_generator(graph, generator_of(generator, "generator"));
  });
}
ptc_error ptc_cuda_graph_debug(ptc_cuda_graph self) {
  return guard([&] { graph_of(self).enable_debug_mode(); });
}
ptc_error ptc_cuda_graph_dump(ptc_cuda_graph self, const char *path) {
  return guard([&] {
    auto &graph = graph_of(self);
    dump(graph, std::string(text_of(path, "path")));
  });
}
ptc_error ptc_cuda_graph_native(ptc_cuda_graph self, int64_t *out) {
  return guard(out, [&] { put(out, number(graph_of(self).raw_cuda_graph())); });
}
ptc_error ptc_cuda_graph_native_exec(ptc_cuda_graph self, int64_t *out) {
  return guard(out, [&] { put(out, number(graph_of(self).raw_cuda_graph_exec())); });
}
void ptc_cuda_graph_close(ptc_cuda_graph self) {
  if (!self) return;
  ptc_error_free(guard([&] { delete self; })); // an error that came late is nothing that closing could mend
  count_handle(-1);
}
ptc_error ptc_cuda_is_capturing(bool *out) {
  return guard(out, [&] {
    need_cuda();
    bool capturing = false;
    // Asking would make the device's context where there is none.
    const auto device = cuda_index(PTC_UNSET);
    if (at::detail::getCUDAHooks().hasPrimaryContext(device))
      capturing = c10::cuda::currentStreamCaptureStatusMayInitCtx() != c10::cuda::CaptureStatus::None;
    put(out, capturing);
  });
}
