// The profiler: begun, ended, told of metadata.
#include <ATen/Context.h>
#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/csrc/profiler/collection.h>
#include <torch/csrc/profiler/kineto_shim.h>
#include <torch/csrc/profiler/standalone/execution_trace_observer.h>
#include <torch/csrc/profiler/stubs/base.h>
#include <torch/headeronly/version.h>

#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <sstream>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "profiler/calls.h"
#include "profiler/profile.h"

namespace {

namespace impl = torch::profiler::impl;
namespace autograd = torch::autograd::profiler;
using Activities = std::set<impl::ActivityType>;
using Chosen = std::unordered_map<impl::ActivityType, std::unordered_set<std::string>>;

// The profile of this process.
struct Session {
  std::mutex mutex;
  bool prepared = false, running = false;
  std::thread::id thread;
  // The profile of the thread: a process that ends meanwhile must not take it apart, since its parts may be gone.
  std::shared_ptr<c10::ThreadLocalDebugInfo> held;
  Chosen chosen; // for the profile that is prepared next
};
auto &session = *new Session; // for ever: threads may outlive the statics

// The bits of enum ptc_activity are 1 << ActivityType.
int64_t supported() {
  int64_t out = PTC_ACTIVITY_CPU;
  if (!has_kineto()) return out;
  if (at::globalContext().hasCUDA()) out |= PTC_ACTIVITY_CUDA;
  if (at::globalContext().hasXPU()) out |= PTC_ACTIVITY_XPU;
  return out;
}

Activities activities_of(int64_t bits, const std::string &name = "activities") {
  if (bits <= 0 || bits > PTC_ACTIVITY_ALL)
    fail(PTC_ERROR_VALUE,
         "argument '" + name + "': bits of enum ptc_activity are needed, one at least, got " + std::to_string(bits));
  if (int64_t more = bits & ~supported())
    fail(PTC_ERROR_VALUE, "argument '" + name +
                              "': this machine, or this libtorch, has nothing to profile for the bits " +
                              std::to_string(more));
  Activities out;
  for (int i = 0; bits >> i; ++i)
    if (bits >> i & 1) out.insert(static_cast<impl::ActivityType>(i));
  return out;
}
static_assert(PTC_ACTIVITY_CUDA == 1 << static_cast<int>(impl::ActivityType::CUDA));
static_assert(PTC_ACTIVITY_PRIVATEUSE1 == 1 << static_cast<int>(impl::ActivityType::PrivateUse1));

// Other versions of libtorch have not all of these fields.
impl::ExperimentalConfig experimental(int64_t flags) {
  impl::ExperimentalConfig out;
  auto set = [flags](auto &config) {
    config.verbose = flags & PTC_PROFILE_VERBOSE;
    config.enable_cuda_sync_events = flags & PTC_PROFILE_SYNCHRONIZATIONS;
    if constexpr (requires { config.adjust_profiler_step; })
      config.adjust_profiler_step = flags & PTC_PROFILE_ADJUST_STEP;
    if constexpr (requires { config.disable_external_correlation; })
      config.disable_external_correlation = flags & PTC_PROFILE_NO_CORRELATION;
    if constexpr (requires { config.profile_all_threads; })
      config.profile_all_threads = flags & PTC_PROFILE_ALL_THREADS;
    if constexpr (requires { config.capture_overload_names; })
      config.capture_overload_names = flags & PTC_PROFILE_OVERLOADS;
    if constexpr (requires { config.record_python_gc_info; })
      config.record_python_gc_info = flags & PTC_PROFILE_PYTHON_GC;
    if constexpr (requires { config.expose_kineto_event_metadata; })
      config.expose_kineto_event_metadata = flags & PTC_PROFILE_METADATA;
    if constexpr (requires { config.adjust_timestamps; }) config.adjust_timestamps = flags & PTC_PROFILE_ADJUST_TIMES;
    if constexpr (requires { config.trace_only; }) config.trace_only = flags & PTC_PROFILE_TRACE_ONLY;
  };
  set(out);
  return out;
}

constexpr int64_t marks = PTC_PROFILE_NVTX | PTC_PROFILE_ITT;
// Libtorch 2.11 has no tracer of a program's device.
template <class State> State tracer_of_programs_device() {
  if constexpr (requires { State::KINETO_PRIVATEUSE1; }) return State::KINETO_PRIVATEUSE1;
  return State::KINETO;
}

impl::ProfilerState state_of(int64_t flags) {
  using State = impl::ProfilerState;
  switch (flags & ~int64_t{PTC_PROFILE_ALL | PTC_PROFILE_CALLS}) {
  case 0: return State::KINETO;
  case PTC_PROFILE_CUDA_EVENTS:
    if (!impl::cudaStubs()->enabled())
      fail(PTC_ERROR_NOT_IMPLEMENTED, "argument 'flags': PTC_PROFILE_CUDA_EVENTS needs a libtorch with CUDA");
    return State::KINETO_GPU_FALLBACK;
  case PTC_PROFILE_PRIVATEUSE1_EVENTS: return State::KINETO_PRIVATEUSE1_FALLBACK;
  case PTC_PROFILE_PRIVATEUSE1: return tracer_of_programs_device<State>();
  case PTC_PROFILE_NVTX: return State::NVTX;
  case PTC_PROFILE_ITT: return State::ITT;
  default:
    fail(PTC_ERROR_VALUE, "argument 'flags': of the bits from PTC_PROFILE_CUDA_EVENTS on one at most may be set");
  }
}

impl::ProfilerConfig config_of(int64_t flags, const char *trace_id) {
  if (flags < 0 || flags >= 2 * int64_t{PTC_PROFILE_ITT})
    fail(PTC_ERROR_VALUE, "argument 'flags': unknown bits in " + std::to_string(flags));
  const bool flops = flags & PTC_PROFILE_FLOPS;
  return impl::ProfilerConfig(state_of(flags), (flags & PTC_PROFILE_SHAPES) || flops, flags & PTC_PROFILE_MEMORY,
                              flags & PTC_PROFILE_STACK, flops, flags & PTC_PROFILE_MODULES, experimental(flags),
                              trace_id ? trace_id : "");
}

// Other versions of libtorch prepare without a choice.
template <class Config> void prepare(const Config &config, const Activities &wanted, Chosen chosen) {
  if (chosen.empty()) return autograd::prepareProfiler(config, wanted);
  if constexpr (requires { autograd::prepareProfiler(config, wanted, chosen); })
    autograd::prepareProfiler(config, wanted, chosen);
  else fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch has no choice of kinds of an activity's events");
}

Chosen take_chosen() {
  std::lock_guard<std::mutex> lock(session.mutex);
  return std::exchange(session.chosen, {});
}

void check_idle() {
  if (session.running)
    fail(PTC_ERROR_RUNTIME, std::string("a profile runs already, begun by ") +
                                (session.thread == std::this_thread::get_id() ? "this thread" : "another thread"));
  if (impl::profilerEnabled()) fail(PTC_ERROR_RUNTIME, "another profiler of libtorch's runs on this thread already");
}

} // namespace

namespace ptc {

bool has_kineto() {
  static const bool found = dlsym(RTLD_DEFAULT, "libkineto_init") != nullptr;
  return found;
}

} // namespace ptc

ptc_error ptc_kineto_available(bool *out) {
  return guard(out, [&] { put(out, has_kineto()); });
}

ptc_error ptc_profiler_activities(int64_t *out) {
  return guard(out, [&] { put(out, supported()); });
}

ptc_error ptc_profiler_choose(int64_t activity, const char *kinds) {
  return guard_reader([&] {
    const auto wanted = activities_of(activity, "activity");
    if (wanted.size() != 1)
      fail(PTC_ERROR_VALUE,
           "argument 'activity': one bit of enum ptc_activity is needed, got " + std::to_string(activity));
    std::istringstream lines{std::string(text_of(kinds, "kinds"))};
    std::unordered_set<std::string> names;
    for (std::string one; std::getline(lines, one);) names.insert(one);
    std::lock_guard<std::mutex> lock(session.mutex);
    session.chosen[*wanted.begin()] = std::move(names);
  });
}

ptc_error ptc_profiler_prepare(int64_t activities, int64_t flags, const char *trace_id) {
  return guard_reader([&] {
    auto chosen = take_chosen();
    const auto wanted = activities_of(activities);
    const auto config = config_of(flags, trace_id);
    std::lock_guard<std::mutex> lock(session.mutex);
    check_idle();
    prepare(config, wanted, std::move(chosen));
    session.prepared = true;
  });
}

ptc_error ptc_profiler_start(int64_t activities, int64_t flags, const char *trace_id) {
  return guard_reader([&] {
    auto chosen = take_chosen();
    const bool only_marks = flags & marks;
    const auto wanted = only_marks && !activities ? Activities{} : activities_of(activities);
    const auto config = config_of(flags, trace_id);
    std::lock_guard<std::mutex> lock(session.mutex);
    check_idle();
    if (flags & PTC_PROFILE_CALLS) trace_calls();
    // Kineto begins nothing unprepared.
    if (!session.prepared && !only_marks) prepare(config, wanted, std::move(chosen));
    session.prepared = false;
    autograd::enableProfiler(config, wanted);
    session.held = c10::ThreadLocalDebugInfo::current();
    session.running = true;
    session.thread = std::this_thread::get_id();
  });
}

ptc_error ptc_profiler_stop(ptc_profile *out) {
  return guard(out, [&] {
    std::lock_guard<std::mutex> lock(session.mutex);
    if (!session.running) fail(PTC_ERROR_RUNTIME, "no profile runs: ptc_profiler_start begins one");
    if (session.thread != std::this_thread::get_id())
      fail(PTC_ERROR_RUNTIME, "the profile was begun by another thread, where it must be ended");
    session.running = false;
    session.held.reset();
    auto made = std::make_unique<ptc_profile_s>(autograd::disableProfiler());
    count_handle(1);
    *out = made.release();
  });
}

ptc_error ptc_profiler_running(bool *out) {
  return guard(out, [&] {
    std::lock_guard<std::mutex> lock(session.mutex);
    put(out, session.running);
  });
}

ptc_error ptc_profiler_stopped_early(bool *out) {
  return guard(out, [&] {
#if TORCH_VERSION_MINOR >= 13
    put(out, has_kineto() && autograd::isKinetoStopped());
#else // which does not tell
    put(out, false);
#endif
  });
}

ptc_error ptc_profiler_toggle(bool enabled, int64_t activities) {
  return guard_reader([&] {
    const auto wanted = activities_of(activities);
    std::lock_guard<std::mutex> lock(session.mutex);
    if (!session.running || session.thread != std::this_thread::get_id())
      fail(PTC_ERROR_RUNTIME, "no profile runs that this thread began");
    autograd::toggleCollectionDynamic(enabled, wanted);
  });
}

ptc_error ptc_profiler_set(const char *name, bool value) {
  return guard_reader([&] {
    const std::string which(text_of(name, "name"));
    if (which == "concrete_inputs") impl::set_record_concrete_inputs_enabled_val(value);
    else if (which == "forward_backward") impl::set_fwd_bwd_enabled_val(value);
    else if (which == "cuda_synchronizations") impl::set_cuda_sync_enabled_val(value);
    else
      fail(PTC_ERROR_VALUE, "argument 'name': \"concrete_inputs\", \"forward_backward\" or "
                            "\"cuda_synchronizations\" is needed, got \"" +
                                which + '"');
  });
}

ptc_error ptc_profiler_add_metadata(const char *key, const char *json) {
  return guard_reader([&] {
    const std::string name(text_of(key, "key")), value(text_of(json, "json"));
    std::lock_guard<std::mutex> lock(session.mutex);
    // Programs add it at each step of a schedule, also at those that are not profiled.
    if (has_kineto() && (session.running || session.prepared)) autograd::addMetadataJson(name, value);
  });
}

ptc_error ptc_profiler_step(void) {
  return guard_reader([&] {
    if (has_kineto()) autograd::profilerStep();
  });
}

// ---- the execution trace ----

namespace {
std::mutex &tracing = *new std::mutex;
bool trace_is_open = false, trace_is_enabled = false;
} // namespace

ptc_error ptc_execution_trace_open(const char *path) {
  return guard_reader([&] {
    const std::string file(text_of(path, "path"));
    std::lock_guard<std::mutex> lock(tracing);
    if (trace_is_open) fail(PTC_ERROR_RUNTIME, "an execution trace is open already");
    if (!std::unique_ptr<FILE, int (*)(FILE *)>(std::fopen(file.c_str(), "w"),
                                                [](FILE *f) { return f ? std::fclose(f) : 0; }))
      fail(PTC_ERROR_RUNTIME, file + ": " + std::strerror(errno));
    if (!impl::addExecutionTraceObserver(file))
      fail(PTC_ERROR_RUNTIME, file + ": an execution trace is open already, or cannot be begun");
    trace_is_open = true;
  });
}

ptc_error ptc_execution_trace_enable(bool enabled) {
  return guard_reader([&] {
    std::lock_guard<std::mutex> lock(tracing);
    if (!trace_is_open) fail(PTC_ERROR_RUNTIME, "no execution trace is open: ptc_execution_trace_open opens one");
    if (enabled == trace_is_enabled) return;
    enabled ? impl::enableExecutionTraceObserver() : impl::disableExecutionTraceObserver();
    trace_is_enabled = enabled;
  });
}

ptc_error ptc_execution_trace_end(void) {
  return guard_reader([&] {
    std::lock_guard<std::mutex> lock(tracing);
    if (!trace_is_open) return;
    if (trace_is_enabled) impl::disableExecutionTraceObserver();
    trace_is_open = trace_is_enabled = false;
    impl::removeExecutionTraceObserver();
  });
}

// ---- marks for Intel's tools ----

namespace {
const impl::ProfilerStubs &itt() {
  if (!impl::ittStubs()->enabled())
    fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch was built without marks for Intel's tools");
  return *impl::ittStubs();
}
} // namespace

ptc_error ptc_itt_available(bool *out) {
  return guard(out, [&] { put(out, impl::ittStubs()->enabled()); });
}

ptc_error ptc_itt_mark(const char *text) {
  return guard_reader([&] { itt().mark(std::string(text_of(text, "text")).c_str()); });
}

ptc_error ptc_itt_range_push(const char *text) {
  return guard_reader([&] { itt().rangePush(std::string(text_of(text, "text")).c_str()); });
}

ptc_error ptc_itt_range_pop(void) {
  return guard_reader([&] { itt().rangePop(); });
}
