// Switches of libtorch's backends, and what this libtorch says of itself.
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <c10/util/Backtrace.h>
#include <c10/util/Logging.h>

#include "core/glue.h"

#include <pytorch_c/core/context.h>

#include <map>

namespace {

using at::Context;

struct Switch {
  bool (*read)(Context &);
  void (*write)(Context &, bool);
};

#define SWITCH(name, read, write) \
  { \
    name, { \
      [](Context &c) { return c.read(); }, [](Context &c, bool b) { c.write(b); } \
    } \
  }

const auto &switches() {
  static const std::map<std::string_view, Switch> all{
      SWITCH("cudnn.enabled", userEnabledCuDNN, setUserEnabledCuDNN),
      SWITCH("cudnn.benchmark", benchmarkCuDNN, setBenchmarkCuDNN),
      SWITCH("cudnn.deterministic", deterministicCuDNN, setDeterministicCuDNN),
      SWITCH("cudnn.allow_tf32", allowTF32CuDNN, setAllowTF32CuDNN),
      SWITCH("cuda.matmul.allow_tf32", allowTF32CuBLAS, setAllowTF32CuBLAS),
      SWITCH("cuda.matmul.allow_fp16_accumulation", allowFP16AccumulationCuBLAS, setAllowFP16AccumulationCuBLAS),
      {"cuda.matmul.allow_fp16_reduced_precision_reduction",
       {[](Context &c) {
          return c.allowFP16ReductionCuBLAS() == at::CuBLASReductionOption::AllowReducedPrecisionWithSplitK;
        },
        [](Context &c, bool b) { c.setAllowFP16ReductionCuBLAS(b); }}},
      {"cuda.matmul.allow_bf16_reduced_precision_reduction",
       {[](Context &c) {
          return c.allowBF16ReductionCuBLAS() == at::CuBLASReductionOption::AllowReducedPrecisionWithSplitK;
        },
        [](Context &c, bool b) { c.setAllowBF16ReductionCuBLAS(b); }}},
      SWITCH("cuda.flash_sdp", userEnabledFlashSDP, setSDPUseFlash),
      SWITCH("cuda.mem_efficient_sdp", userEnabledMemEfficientSDP, setSDPUseMemEfficient),
      SWITCH("cuda.math_sdp", userEnabledMathSDP, setSDPUseMath),
      SWITCH("cuda.cudnn_sdp", userEnabledCuDNNSDP, setSDPUseCuDNN),
      SWITCH("cuda.overrideable_sdp", userEnabledOverrideableSDP, setSDPUseOverrideable),
      SWITCH("cuda.fp16_bf16_reduction_math_sdp", allowFP16BF16ReductionMathSDP, setAllowFP16BF16ReductionMathSDP),
      SWITCH("mkldnn.enabled", userEnabledMkldnn, setUserEnabledMkldnn),
      SWITCH("mkldnn.deterministic", deterministicMkldnn, setDeterministicMkldnn),
      SWITCH("mkldnn.allow_tf32", allowTF32OneDNN, setAllowTF32OneDNN),
      SWITCH("nnpack.enabled", userEnabledNNPACK, setUserEnabledNNPACK),
      SWITCH("utils.deterministic.fill", deterministicFillUninitializedMemory, setDeterministicFillUninitializedMemory),
  };
  return all;
}

#undef SWITCH

const std::map<std::string_view, bool (*)()> parts{
    {"cuda", [] { return at::detail::getCUDAHooks().isBuilt(); }},
    {"cudnn", [] { return at::hasCUDA() && at::detail::getCUDAHooks().hasCuDNN(); }},
    {"cusparselt", [] { return false; }},
    {"hip", [] { return at::hasHIP(); }},
    {"kleidiai", [] { return Context::hasKleidiAI(); }},
    {"lapack", [] { return at::hasLAPACK(); }},
    {"magma", [] { return at::hasMAGMA(); }},
    {"mkl", [] { return at::hasMKL(); }},
    {"mkldnn", [] { return at::hasMKLDNN(); }},
    {"mps", [] { return at::hasMPS(); }},
    {"mtia", [] { return Context::hasMTIA(); }},
    {"openmp", [] { return at::hasOpenMP(); }},
    {"xnnpack", [] { return Context::isXNNPACKAvailable(); }},
    {"xpu", [] { return at::hasXPU(); }},
};

template <class Map> const auto &find(const Map &map, const char *name) {
  auto found = map.find(ptc::text_of(name, "name"));
  if (found == map.end()) fail(PTC_ERROR_VALUE, "argument 'name': there is no " + std::string(name));
  return found->second;
}

std::string text(std::string_view what) {
  if (what == "config") return at::show_config();
  if (what == "parallel") return at::get_parallel_info();
  if (what == "cxx_flags") return at::get_cxx_flags();
  if (what == "cpu_capability") return at::get_cpu_capability();
  fail(PTC_ERROR_VALUE, "argument 'what' must be config, parallel, cxx_flags or cpu_capability");
}

auto backend_of(const char *x) { return at::str2backend(std::string(text_of(x, "backend"))); }
auto op_of(const char *x) { return at::str2op(std::string(text_of(x, "op"))); }

} // namespace

ptc_error ptc_context_switch(const char *name, bool *out) {
  return guard(out, [&] { put(out, find(switches(), name).read(at::globalContext())); });
}
ptc_error ptc_set_context_switch(const char *name, bool value) {
  return guard([&] { find(switches(), name).write(at::globalContext(), value); });
}
ptc_error ptc_context_has(const char *name, bool *out) {
  return guard(out, [&] { put(out, find(parts, name)()); });
}
ptc_error ptc_context_text(const char *what, char **out) {
  return guard(out, [&] { put(out, text(text_of(what, "what"))); });
}

ptc_error ptc_float32_precision(const char *backend, const char *op, char **out) {
  return guard(
      out, [&] { put(out, at::precision2str(at::globalContext().float32Precision(backend_of(backend), op_of(op)))); });
}
ptc_error ptc_set_float32_precision(const char *backend, const char *op, const char *precision) {
  return guard([&] {
    auto wanted = at::str2precision(std::string(text_of(precision, "precision")));
    at::globalContext().setFloat32Precision(backend_of(backend), op_of(op), wanted);
  });
}

ptc_error ptc_quantized_engine(int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(at::globalContext().qEngine())); });
}
ptc_error ptc_set_quantized_engine(int64_t engine) {
  return guard([&] {
    if (engine < 0 || engine > 4)
      fail(PTC_ERROR_VALUE, "argument 'engine' must be 0 to 4, got " + std::to_string(engine));
    at::globalContext().setQEngine(static_cast<at::QEngine>(engine));
  });
}
ptc_error ptc_quantized_engines(int64_t *out) {
  return guard(out, [&] {
    int64_t bits = 0;
    for (auto one : at::globalContext().supportedQEngines()) bits |= int64_t{1} << static_cast<int>(one);
    put(out, bits);
  });
}

void ptc_set_backtraces(bool enabled) {
  static const auto none = std::make_shared<c10::PrecomputedLazyValue<std::string>>("");
  if (enabled) c10::SetStackTraceFetcher([] { return c10::get_lazy_backtrace(1); });
  else c10::SetStackTraceFetcher([]() -> c10::Backtrace { return none; });
}
