// Functions of the host's language in a profile: libtorch asks a tracer for them, which it has not for C.
#include <torch/csrc/profiler/collection.h>
#include <torch/csrc/profiler/orchestration/python_tracer.h>

#include <algorithm>
#include <deque>
#include <map>
#include <shared_mutex>
#include <unordered_map>

#include "profiler/calls.h"

namespace {

namespace impl = torch::profiler::impl;
using impl::EventType, impl::ExtraFields, impl::python_tracer::CompressedEvent, impl::python_tracer::TraceKey;
using OfHost = ExtraFields<EventType::PyCall>;
using OfC = ExtraFields<EventType::PyCCall>;
using Found = std::vector<std::shared_ptr<impl::Result>>;

// A call as it was described, once for all calls of it.
struct HostCall {
  bool is_c;
  impl::PyFrameState place, caller;
  std::optional<impl::NNModuleInfo> module;
  std::optional<impl::OptimizerInfo> optimizer;
};

// When calls of a thread returned: those of the host's language, and those of C.
struct Returns {
  uint64_t thread;
  std::vector<c10::approx_time_t> times[2];
};

// The calls of the profile that runs. Threads that enter a function share the lock; the begin and the end of a profile
// have it alone.
struct Calls {
  std::shared_mutex mutex;
  impl::RecordQueue *queue = nullptr;
  bool stopped = false;
  uint64_t profile = 0; // how many there were: what a thread has of an earlier one is not valid
  std::mutex describing;
  std::deque<HostCall> described;
  std::deque<Returns> returns;
};
auto &calls = *new Calls; // for ever: threads may outlive the statics

Returns &returns_of_thread() {
  thread_local uint64_t profile = 0;
  thread_local Returns *own = nullptr;
  if (profile != calls.profile) {
    std::lock_guard<std::mutex> lock(calls.describing);
    own = &calls.returns.emplace_back(Returns{calls.queue->getSubqueue()->tid(), {}});
    profile = calls.profile;
  }
  return *own;
}

// ---- from times to events ----

struct Return {
  c10::time_t time;
  uint64_t thread;
};

// Calls of one kind get their ends: what returns ends the latest call of its thread.
template <class Fields, class Make>
void replay(const std::vector<CompressedEvent> &enters, std::vector<Return> returns, c10::time_t end, const Make &make,
            Found &out) {
  std::stable_sort(returns.begin(), returns.end(), [](const Return &a, const Return &b) { return a.time < b.time; });
  std::unordered_map<uint64_t, Found> open;
  auto close = [](Found &stack, c10::time_t time) {
    std::get<Fields>(stack.back()->extra_fields_).end_time_ns_ = time;
    stack.pop_back();
  };
  auto next = returns.begin();
  for (const auto &enter : enters) {
    auto made = make(enter);
    if (!made) continue;
    for (; next != returns.end() && next->time < enter.enter_t_; ++next)
      if (auto &stack = open[next->thread]; !stack.empty()) close(stack, next->time);
    out.push_back(made);
    open[enter.system_tid_].push_back(std::move(made));
  }
  for (; next != returns.end(); ++next)
    if (auto &stack = open[next->thread]; !stack.empty()) close(stack, next->time);
  for (auto &[thread, stack] : open)
    while (!stack.empty()) close(stack, end);
}

// Which instance of its class a module is, by the order in which they were called.
class Instances {
public:
  size_t of(const impl::NNModuleInfo &module) {
    auto &known = classes[module.cls_.value_of()];
    return known.try_emplace(module.self_.value_of(), known.size()).first->second;
  }

private:
  std::map<PyObject *, std::map<PyObject *, size_t>> classes;
};

void number(const Found &found) {
  size_t last = 0;
  Instances instances;
  for (const auto &one : found) {
    if (auto *of_c = std::get_if<OfC>(&one->extra_fields_)) of_c->id_ = ++last;
    auto *call = std::get_if<OfHost>(&one->extra_fields_);
    if (!call) continue;
    call->id_ = ++last;
    if (call->module_) call->module_->id_ = instances.of(*call->module_);
  }
}

// The tracer that libtorch asks for: made when a profile with stacks begins.
class Tracer final : public impl::python_tracer::PythonTracerBase {
public:
  explicit Tracer(impl::RecordQueue *queue) {
    std::unique_lock<std::shared_mutex> lock(calls.mutex);
    calls.queue = queue;
    calls.stopped = false;
    ++calls.profile;
    calls.described.clear();
    calls.returns.clear();
  }
  ~Tracer() override {
    std::unique_lock<std::shared_mutex> lock(calls.mutex);
    calls.queue = nullptr;
  }
  void stop() override { set_stopped(true); }
  void restart() override { set_stopped(false); }
  // The host tells of its collections by ptc_profiler_collect, unasked.
  virtual void register_gc_callback() {}

  Found getEvents(std::function<c10::time_t(c10::approx_time_t)> time_of, std::vector<CompressedEvent> &enters,
                  c10::time_t end) override {
    std::unique_lock<std::shared_mutex> lock(calls.mutex);
    std::stable_sort(enters.begin(), enters.end(),
                     [](const auto &a, const auto &b) { return a.enter_t_ < b.enter_t_; });
    std::unordered_map<uint64_t, size_t> threads;
    std::vector<Return> returns[2];
    for (const auto &of_thread : calls.returns) {
      threads.try_emplace(of_thread.thread, threads.size());
      for (int kind = 0; kind < 2; ++kind)
        for (auto time : of_thread.times[kind]) returns[kind].push_back({time_of(time), of_thread.thread});
    }
    auto call_of = [&](const CompressedEvent &enter, bool is_c) -> const HostCall * {
      const auto key = static_cast<size_t>(enter.key_.value_of()) - 1;
      return key < calls.described.size() && calls.described[key].is_c == is_c ? &calls.described[key] : nullptr;
    };
    auto make = [&](const CompressedEvent &enter, auto fields) {
      return impl::Result::create(enter.enter_t_, enter.system_tid_, enter.kineto_info_, std::move(fields));
    };
    auto number_of = [&](uint64_t thread) { return threads.try_emplace(thread, threads.size()).first->second; };
    Found out;
    replay<OfHost>(
        enters, std::move(returns[0]), end,
        [&](const CompressedEvent &enter) -> std::shared_ptr<impl::Result> {
          const HostCall *call = call_of(enter, false);
          if (!call) return nullptr;
          return make(enter, OfHost(end, number_of(enter.system_tid_), call->caller,
                                    {call->place, call->module, call->optimizer}));
        },
        out);
    replay<OfC>(
        enters, std::move(returns[1]), end,
        [&](const CompressedEvent &enter) -> std::shared_ptr<impl::Result> {
          const HostCall *call = call_of(enter, true);
          return call ? make(enter, OfC(end, number_of(enter.system_tid_), call->caller, call->place.funcname_))
                      : nullptr;
        },
        out);
    std::stable_sort(out.begin(), out.end(),
                     [](const auto &a, const auto &b) { return a->start_time_ns_ < b->start_time_ns_; });
    number(out);
    return out;
  }

private:
  static void set_stopped(bool stopped) {
    std::unique_lock<std::shared_mutex> lock(calls.mutex);
    calls.stopped = stopped;
  }
};

// ---- descriptions by the host ----

at::StringView text(const char *given) { return at::StringView(std::string(given ? given : "")); }

impl::TensorMetadata metadata_of(const at::Tensor &tensor) {
  const bool is_strided = tensor.layout() == at::kStrided;
  return {impl::RawTensorMetadata(tensor), tensor.sizes().vec(),
          is_strided ? tensor.strides().vec() : std::vector<int64_t>()};
}

// Changes the call of a number that ptc_profiler_call_new gave; meanwhile no profile begins or ends.
template <class Change> void change_call(int64_t call, const Change &change) {
  std::shared_lock<std::shared_mutex> lock(calls.mutex);
  std::lock_guard<std::mutex> describing(calls.describing);
  if (call < 1 || call > static_cast<int64_t>(calls.described.size()))
    fail(PTC_ERROR_INDEX, "argument 'call': ptc_profiler_call_new gave no number " + std::to_string(call) +
                              " for the profile that runs");
  change(calls.described[static_cast<size_t>(call - 1)]);
}

// Says whose call it is: a module's or an optimizer's.
template <class Object, class Class, class Info>
void set_owner(std::optional<Info> HostCall::*owner, int64_t call, const void *object, const void *object_class,
               const char *name) {
  const at::StringView of_class{std::string(text_of(name, "name"))};
  auto as_object = [](const void *address) { return static_cast<PyObject *>(const_cast<void *>(address)); };
  change_call(call, [&](HostCall &one) {
    one.*owner = Info{Object(as_object(object)), Class(as_object(object_class)), of_class, {}};
  });
}

} // namespace

namespace ptc {

void trace_calls() {
  impl::python_tracer::registerTracer(
      [](impl::RecordQueue *queue) -> std::unique_ptr<impl::python_tracer::PythonTracerBase> {
        return std::make_unique<Tracer>(queue);
      });
}

} // namespace ptc

ptc_error ptc_profiler_call_new(const char *function, const char *file, int64_t line, const char *caller,
                                const char *caller_file, int64_t caller_line, int64_t *out) {
  return guard(out, [&] {
    text_of(function, "function");
    HostCall made{!file,
                  {static_cast<int>(line), text(file), text(function)},
                  {static_cast<int>(caller_line), text(caller_file), text(caller)},
                  std::nullopt,
                  std::nullopt};
    std::shared_lock<std::shared_mutex> lock(calls.mutex);
    std::lock_guard<std::mutex> describing(calls.describing);
    if (!calls.queue) fail(PTC_ERROR_RUNTIME, "no profile runs that keeps the host's calls");
    calls.described.push_back(std::move(made));
    put(out, static_cast<int64_t>(calls.described.size()));
  });
}

ptc_error ptc_profiler_call_set_module(int64_t call, const void *object, const void *object_class, const char *name) {
  return guard_reader(
      [&] { set_owner<impl::PyModuleSelf, impl::PyModuleCls>(&HostCall::module, call, object, object_class, name); });
}

ptc_error ptc_profiler_call_set_optimizer(int64_t call, const void *object, const void *object_class,
                                          const char *name) {
  return guard_reader([&] {
    set_owner<impl::PyOptimizerSelf, impl::PyOptimizerCls>(&HostCall::optimizer, call, object, object_class, name);
  });
}

ptc_error ptc_profiler_call_add_parameter(int64_t call, const char *name, ptc_tensor parameter, ptc_tensor gradient) {
  return guard_reader([&] {
    const std::string own_name(text_of(name, "name"));
    const auto of_parameter = metadata_of(tensor_of(parameter, "parameter"));
    std::optional<impl::TensorMetadata> of_gradient;
    if (gradient) of_gradient = metadata_of(tensor_of(gradient, "gradient"));
    change_call(call, [&](HostCall &one) {
      if (one.module) one.module->parameters_.push_back({own_name, of_parameter, of_gradient});
      else if (one.optimizer) one.optimizer->parameters_.push_back({of_parameter, of_gradient, {}});
      else fail(PTC_ERROR_VALUE, "argument 'call': it is neither a module's nor an optimizer's");
    });
  });
}

ptc_error ptc_profiler_call_add_state(int64_t call, const char *name, ptc_tensor state) {
  return guard_reader([&] {
    const std::string of_state(text_of(name, "name"));
    const auto metadata = metadata_of(tensor_of(state, "state"));
    change_call(call, [&](HostCall &one) {
      if (!one.optimizer || one.optimizer->parameters_.empty())
        fail(PTC_ERROR_VALUE, "argument 'call': an optimizer's is needed, with a parameter");
      one.optimizer->parameters_.back().state_.emplace_back(of_state, metadata);
    });
  });
}

void ptc_profiler_enter(int64_t call) {
  const auto time = c10::getApproximateTime();
  std::shared_lock<std::shared_mutex> lock(calls.mutex);
  if (!calls.queue || calls.stopped) return;
  calls.queue->getSubqueue()->emplace_py_call(TraceKey(static_cast<uint64_t>(call)), time);
}

void ptc_profiler_leave(bool of_c) {
  const auto time = c10::getApproximateTime();
  std::shared_lock<std::shared_mutex> lock(calls.mutex);
  if (!calls.queue || calls.stopped) return;
  returns_of_thread().times[of_c].push_back(time);
}

void ptc_profiler_collect(bool begins) {
  const auto time = c10::getApproximateTime();
  std::shared_lock<std::shared_mutex> lock(calls.mutex);
  if (!calls.queue || calls.stopped) return;
  auto keep = [&](auto &queue) {
    if constexpr (requires { queue.getSubqueue()->emplace_gc_call(std::string(), time); })
      queue.getSubqueue()->emplace_gc_call(std::string(begins ? "start" : "stop"), time);
  };
  keep(*calls.queue);
}
