// Settings of CUDA's libraries: cuBLAS, cuDNN, tools that watch, and NVTX.
#include <ATen/Context.h>
#include <ATen/DeviceAccelerator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <torch/csrc/profiler/stubs/base.h>

#include <dlfcn.h>

#include "devices/on_cuda.h"

#include <pytorch_c/devices/cuda.h>

// Declared as in ATen/cuda/CUDAContextLight.h and Sleep.h, which want headers of cuBLAS's and cuSOLVER's.
namespace at::cuda {
void clearCublasWorkspaces();
size_t getChosenWorkspaceSize();
size_t getCUDABlasLtWorkspaceSize();
void sleep(int64_t cycles);
} // namespace at::cuda

namespace {

// Functions whose arguments, or whose being there, is a matter of libtorch's version.
using Find = void *(*)(const char *name);
int64_t handle_of(const char *plain, const char *with_setup, Find find) {
  need_cuda();
  void *found = nullptr;
  if (void *call = find(plain)) found = reinterpret_cast<void *(*)()>(call)();
  else if (void *newer = find(with_setup)) found = reinterpret_cast<void *(*)(bool)>(newer)(true);
  else fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch does not give the handle of that library");
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(found));
}

// libtorch keeps what needs cuSOLVER in a library of its own, which it loads with the first operator that does.
void *linalg_symbol(const char *name) noexcept {
  if (void *found = loaded_symbol(name)) return found;
  void *library = dlopen("libtorch_cuda_linalg.so", RTLD_LAZY | RTLD_LOCAL);
  return library ? dlsym(library, name) : nullptr;
}

// The static of an inline function of c10's: the one that libtorch itself reads.
c10::cuda::WarningState &warnings() {
  need_cuda();
  void *found = loaded_symbol("_ZZN3c104cuda13warning_stateEvE14warning_state_");
  if (!found) fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch does not say where it keeps its mode of warnings");
  return *static_cast<c10::cuda::WarningState *>(found);
}

bool is_linalg(const char *kind) {
  const auto name = text_of(kind, "kind");
  if (name != "linalg" && name != "blas") fail(PTC_ERROR_VALUE, "argument 'kind' must be linalg or blas");
  return name == "linalg";
}

// ---- NVTX ----

thread_local int64_t depth = 0;

const auto &stubs() {
  need_cuda();
  return *torch::profiler::impl::cudaStubs();
}

// libtorch has ranges of one thread alone.
template <class Function> Function *nvtx(const char *name) {
  static void *const library = [] {
    void *found = dlopen("libnvtx3interop.so.1", RTLD_LAZY | RTLD_LOCAL);
    return found ? found : dlopen("libnvToolsExt.so.1", RTLD_LAZY | RTLD_LOCAL);
  }();
  return reinterpret_cast<Function *>(library ? dlsym(library, name) : nullptr);
}

} // namespace

ptc_error ptc_cuda_blas_handle(int64_t *out) {
  return guard(out, [&] {
    put(out,
        handle_of("_ZN2at4cuda24getCurrentCUDABlasHandleEv", "_ZN2at4cuda24getCurrentCUDABlasHandleEb", loaded_symbol));
  });
}
ptc_error ptc_cuda_solver_handle(int64_t *out) {
  return guard(out, [&] {
    put(out, handle_of("_ZN2at4cuda28getCurrentCUDASolverDnHandleEv", "_ZN2at4cuda28getCurrentCUDASolverDnHandleEb",
                       linalg_symbol));
  });
}
ptc_error ptc_cuda_blas_workspace(bool lt, int64_t *out) {
  return guard(out, [&] {
    need_cuda();
    size_t bytes = lt ? at::cuda::getCUDABlasLtWorkspaceSize() : at::cuda::getChosenWorkspaceSize();
    put(out, static_cast<int64_t>(bytes));
  });
}
ptc_error ptc_cuda_set_blas_workspace(bool lt, int64_t nbytes) {
  return guard([&] {
    need_cuda();
    if (nbytes < 0) fail(PTC_ERROR_VALUE, "argument 'nbytes' is not below 0, got " + std::to_string(nbytes));
    void *set =
        loaded_symbol(lt ? "_ZN2at4cuda25setCUDABlasLtWorkspaceSizeEm" : "_ZN2at4cuda22setChosenWorkspaceSizeEm");
    if (!set)
      fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch takes the size from the environment: CUBLAS_WORKSPACE_CONFIG, "
                                      "CUBLASLT_WORKSPACE_SIZE");
    reinterpret_cast<void (*)(size_t)>(set)(static_cast<size_t>(nbytes));
  });
}
ptc_error ptc_cuda_clear_blas_workspaces(void) {
  return guard([&] {
    need_cuda();
    at::cuda::clearCublasWorkspaces();
  });
}
ptc_error ptc_cudnn_benchmark_limit(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(at::globalContext().benchmarkLimitCuDNN())); });
}
ptc_error ptc_set_cudnn_benchmark_limit(int64_t limit) {
  return guard([&] {
    if (limit < 0 || limit > INT32_MAX)
      fail(PTC_ERROR_VALUE, "argument 'limit' is not below 0, got " + std::to_string(limit));
    at::globalContext().setBenchmarkLimitCuDNN(static_cast<int>(limit));
  });
}
ptc_error ptc_cuda_preferred_library(const char *kind, int32_t *out) {
  return guard(out, [&] {
    auto &context = at::globalContext();
    *out = is_linalg(kind) ? static_cast<int32_t>(context.linalgPreferredBackend())
                           : static_cast<int32_t>(context.blasPreferredBackend());
  });
}
ptc_error ptc_cuda_set_preferred_library(const char *kind, int32_t library) {
  return guard([&] {
    const bool linalg = is_linalg(kind);
    if (library < 0 || library > (linalg ? 2 : 3))
      fail(PTC_ERROR_VALUE,
           "argument 'library' is 0 to 2 for linalg and 0 to 3 for blas, got " + std::to_string(library));
    need_cuda();
    if (linalg) at::globalContext().setLinalgPreferredBackend(static_cast<at::LinalgBackend>(library));
    else at::globalContext().setBlasPreferredBackend(static_cast<at::BlasBackend>(library));
  });
}
ptc_error ptc_cufft_plans(int64_t index, int64_t *size, int64_t *max_size) {
  return guard(std::tie(size, max_size), [&] {
    const auto device = cuda_index(index);
    *size = at::detail::getCUDAHooks().cuFFTGetPlanCacheSize(device);
    *max_size = at::detail::getCUDAHooks().cuFFTGetPlanCacheMaxSize(device);
  });
}
ptc_error ptc_cufft_set_max_plans(int64_t index, int64_t max_size) {
  return guard([&] { at::detail::getCUDAHooks().cuFFTSetPlanCacheMaxSize(cuda_index(index), max_size); });
}
ptc_error ptc_cufft_clear_plans(int64_t index) {
  return guard([&] { at::detail::getCUDAHooks().cuFFTClearPlanCache(cuda_index(index)); });
}
ptc_error ptc_cuda_sync_debug_mode(int32_t *out) {
  return guard(out, [&] { *out = static_cast<int32_t>(warnings().get_sync_debug_mode()); });
}
ptc_error ptc_cuda_set_sync_debug_mode(int32_t mode) {
  return guard([&] {
    auto &state = warnings();
    if (mode < 0 || mode > 2) fail(PTC_ERROR_VALUE, "argument 'mode' must be 0, 1 or 2, got " + std::to_string(mode));
    state.set_sync_debug_mode(static_cast<c10::cuda::SyncDebugMode>(mode));
  });
}
ptc_error ptc_cuda_sleep(int64_t cycles) {
  return guard([&] {
    need_cuda();
    at::cuda::sleep(cycles);
  });
}
ptc_error ptc_cuda_profiler_start(void) {
  return guard([&] {
    need_cuda();
    check_cuda(cudaProfilerStart());
  });
}
ptc_error ptc_cuda_profiler_stop(void) {
  return guard([&] {
    need_cuda();
    check_cuda(cudaProfilerStop());
  });
}
ptc_error ptc_cuda_error_text(int32_t code, char **out) {
  return guard(out, [&] {
    need_cuda_build();
    put(out, cudaGetErrorString(static_cast<cudaError_t>(code)));
  });
}

ptc_error ptc_nvtx_mark(const char *text) {
  return guard([&] { stubs().mark(std::string(text_of(text, "text")).c_str()); });
}
ptc_error ptc_nvtx_range_push(const char *text, int64_t *out) {
  return guard(out, [&] {
    stubs().rangePush(std::string(text_of(text, "text")).c_str());
    put(out, depth++);
  });
}
ptc_error ptc_nvtx_range_pop(int64_t *out) {
  return guard(out, [&] {
    const auto &marks = stubs();
    if (!depth) fail(PTC_ERROR_RUNTIME, "no range of this thread is open");
    marks.rangePop();
    put(out, --depth);
  });
}
ptc_error ptc_nvtx_range_start(const char *text, int64_t *out) {
  return guard(out, [&] {
    need_cuda();
    auto *start = nvtx<uint64_t(const char *)>("nvtxRangeStartA");
    put(out, start ? static_cast<int64_t>(start(std::string(text_of(text, "text")).c_str())) : 0);
  });
}
ptc_error ptc_nvtx_range_end(int64_t range) {
  return guard([&] {
    need_cuda();
    if (auto *end = nvtx<void(uint64_t)>("nvtxRangeEnd"); end && range) end(static_cast<uint64_t>(range));
  });
}
