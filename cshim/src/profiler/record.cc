// Observers of what runs, and ranges of the host's own.
#ifndef NDEBUG // without it RecordFunction checks a field that libtorch, which is built with it, never fills
#define NDEBUG
#endif
#include <ATen/record_function.h>

#include "core/callback.h"
#include "library/values.h"

#include <pytorch_c/profiler/record.h>

#include <array>
#include <thread>
#include <utility>

namespace ptc {

// An observer as libtorch's threads know it: alive until the last of its events has ended.
struct Observer {
  ptc_event_begin_fn begin;
  ptc_event_end_fn end;
  void *context;
  std::shared_ptr<void> owner;
  std::atomic<bool> over{false};
  std::atomic<const char *> error{nullptr}; // the first

  void fail(ptc_error failed) noexcept {
    const char *none = nullptr;
    over = true;
    if (!error.compare_exchange_strong(none, failed)) ptc_error_free(failed);
  }
  ~Observer() { ptc_error_free(error.exchange(nullptr)); }
};

// Callbacks of a thread's whose observers were removed on another one: only that thread can take them off its list.
struct Removed {
  std::mutex mutex;
  bool ended = false; // the thread, and its list with it
  std::vector<std::pair<at::CallbackHandle, size_t>> left;
};

} // namespace ptc

namespace {

// libtorch's callbacks are functions without a context, so each observer has a pair of its own: that of its slot.
constexpr size_t slots_count = 64;
struct Slot {
  std::atomic<std::shared_ptr<Observer>> observer;
  std::atomic<bool> taken{false};
};
auto &slots = *new std::array<Slot, slots_count>; // for ever: threads may outlive the statics
std::atomic<size_t> next_slot{0};                 // the one that was left longest ago

thread_local bool inside = false; // a callback of this thread's runs
struct Inside {
  Inside() { inside = true; }
  ~Inside() { inside = false; }
};

// Destroyed with its event: libtorch keeps it from the event's begin on.
struct Begun final : at::ObserverContext {
  std::shared_ptr<Observer> observer;
  void *state;
  Begun(std::shared_ptr<Observer> told, void *given) : observer(std::move(told)), state(given) {}
};

struct Call {
  c10::ArrayRef<const at::IValue> inputs, outputs;
};

ptc_event event_of(const at::RecordFunction &record, Call &call, bool begins) {
  if (begins) call.inputs = record.inputs();
  else call.outputs = c10::ArrayRef<const at::IValue>(record.outputs().data(), record.outputs().size());
  return {record.name(),
          record.overload_name(),
          static_cast<int32_t>(record.scope()),
          static_cast<int64_t>(record.handle()),
          record.seqNr(),
          static_cast<int64_t>(record.threadId()),
          static_cast<int64_t>(record.forwardThreadId()),
          static_cast<int64_t>(call.inputs.size()),
          static_cast<int64_t>(call.outputs.size()),
          &call};
}

std::unique_ptr<at::ObserverContext> begins(Slot &slot, const at::RecordFunction &record) {
  if (inside) return nullptr;
  auto observer = slot.observer.load();
  if (!observer || observer->over.load(std::memory_order_relaxed)) return nullptr;
  Call call;
  auto event = event_of(record, call, true);
  void *state = nullptr;
  auto begun = std::make_unique<Begun>(std::move(observer), nullptr); // allocated first, so that the end is always told
  auto &told = *begun->observer;
  Inside now;
  if (ptc_error error = told.begin(told.context, &event, &state)) {
    told.fail(error);
    return nullptr;
  }
  begun->state = state;
  return begun;
}

void ends(const at::RecordFunction &record, at::ObserverContext *context) {
  auto *begun = static_cast<Begun *>(context);
  if (!begun || !begun->observer->end) return;
  Call call;
  auto event = event_of(record, call, false);
  const bool outer = std::exchange(inside, true);
  auto &told = *begun->observer;
  if (ptc_error error = told.end(told.context, &event, begun->state)) told.fail(error);
  inside = outer;
}

template <size_t i> std::unique_ptr<at::ObserverContext> begins_at(const at::RecordFunction &record) {
  return begins(slots[i], record);
}
template <size_t... i> constexpr auto all_begins(std::index_sequence<i...>) {
  return std::array<at::RecordFunctionCallback::StartCallback, sizeof...(i)>{begins_at<i>...};
}
constexpr auto starts = all_begins(std::make_index_sequence<slots_count>());

struct Mine {
  std::shared_ptr<Removed> removed = std::make_shared<Removed>();
  void sweep(bool at_end) {
    std::lock_guard<std::mutex> lock(removed->mutex);
    removed->ended = at_end;
    for (auto [handle, slot] : removed->left) {
      if (!at_end) at::removeCallback(handle);
      slots[slot].taken = false;
    }
    removed->left.clear();
  }
  ~Mine() { sweep(true); }
};
thread_local Mine mine;

size_t take_slot() {
  mine.sweep(false);
  const size_t first = next_slot++;
  for (size_t i = 0; i < slots_count; ++i) {
    const size_t at = (first + i) % slots_count;
    if (!slots[at].taken.exchange(true)) return at;
  }
  fail(PTC_ERROR_RUNTIME, "there are " + std::to_string(slots_count) + " observers already");
}

constexpr int scopes_count = static_cast<int>(at::RecordScope::NUM_SCOPES);

at::RecordFunctionCallback callback_of(size_t slot, int32_t wanted, int64_t scopes, double probability) {
  std::unordered_set<at::RecordScope> only;
  for (int i = 0; i < scopes_count; ++i)
    if (scopes >> i & 1) only.insert(static_cast<at::RecordScope>(i));
  return at::RecordFunctionCallback(starts[slot], ends)
      .needsInputs(wanted & PTC_OBSERVE_INPUTS)
      .needsOutputs(wanted & PTC_OBSERVE_OUTPUTS)
      .needsIds(wanted & PTC_OBSERVE_IDS)
      .samplingProb(probability)
      .scopes(only);
}

const Call &call_of(const ptc_event *event) {
  if (!event) fail(PTC_ERROR_VALUE, "argument 'event' is NULL");
  if (!event->call) fail(PTC_ERROR_VALUE, "argument 'event': its 'call' is NULL; it is what a callback was given");
  return *static_cast<const Call *>(event->call);
}

const at::IValue &value_at(c10::ArrayRef<const at::IValue> all, int64_t index, const char *what) {
  if (index < 0 || index >= static_cast<int64_t>(all.size()))
    fail(PTC_ERROR_INDEX,
         "argument 'index': " + std::to_string(index) + ", but there are " + std::to_string(all.size()) + " " + what);
  return all[static_cast<size_t>(index)];
}

int32_t kind_of(const at::IValue &x) {
  if (x.isNone()) return PTC_VALUE_NONE;
  if (x.isTensor()) return PTC_VALUE_TENSOR;
  if (x.isTensorList() || x.isOptionalTensorList()) return PTC_VALUE_TENSORS;
  if (x.isBool()) return PTC_VALUE_BOOL;
  if (x.isInt()) return PTC_VALUE_INT;
  if (x.isUnsigned()) return PTC_VALUE_UINT;
  if (x.isDouble()) return PTC_VALUE_FLOAT;
  if (x.isComplexDouble()) return PTC_VALUE_COMPLEX;
  if (x.isString()) return PTC_VALUE_STRING;
  if (x.isIntList()) return PTC_VALUE_INTS;
  if (x.isDoubleList()) return PTC_VALUE_FLOATS;
  if (x.isBoolList()) return PTC_VALUE_BOOLS;
  if (x.isDevice()) return PTC_VALUE_DEVICE;
  if (x.isGenerator()) return PTC_VALUE_GENERATOR;
  if (x.isStream()) return PTC_VALUE_STREAM;
  return PTC_VALUE_OBJECT;
}

void describe(ptc_shape &out, const at::Tensor &x) {
  if (!x.defined()) return;
  out.kind = PTC_VALUE_TENSOR;
  out.dtype = static_cast<int32_t>(x.scalar_type());
  if (x.is_nested() || x.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) return;
  out.dim = x.dim();
  out.sizes = x.sizes().data();
}

ptc_shape shape_of(const at::IValue &x, int64_t item) {
  ptc_shape out{kind_of(x), PTC_UNSET, PTC_UNSET, nullptr, 0};
  const bool tensors = out.kind == PTC_VALUE_TENSORS;
  if (item < PTC_UNSET || (item >= 0 && !tensors))
    fail(PTC_ERROR_INDEX, "argument 'item': PTC_UNSET is needed for what is no list of tensors");
  if (out.kind == PTC_VALUE_TENSOR) describe(out, x.toTensor());
  else if (x.isList()) out.len = static_cast<int64_t>(x.toListRef().size());
  if (item == PTC_UNSET) return out;
  if (item >= out.len)
    fail(PTC_ERROR_INDEX,
         "argument 'item': " + std::to_string(item) + ", but the list has " + std::to_string(out.len) + " items");
  const auto &one = x.toListRef()[static_cast<size_t>(item)];
  out = {PTC_VALUE_NONE, PTC_UNSET, PTC_UNSET, nullptr, 0};
  if (one.isTensor()) describe(out, one.toTensor());
  return out;
}

} // namespace

struct ptc_observer_s {
  std::shared_ptr<Observer> observer;
  at::CallbackHandle handle;
  size_t slot;
  std::thread::id thread;           // of one that observes a thread
  std::shared_ptr<Removed> removed; // that thread's; NULL for one that observes all
  std::atomic<bool> gone{false};

  void remove() noexcept {
    if (gone.exchange(true)) return;
    observer->over = true;
    slots[slot].observer.store(nullptr);
    if (removed.use_count() && thread != std::this_thread::get_id()) {
      std::lock_guard<std::mutex> lock(removed->mutex);
      if (!removed->ended) return void(removed->left.emplace_back(handle, slot));
    } else at::removeCallback(handle);
    slots[slot].taken = false;
  }
};

struct ptc_record_s {
  at::RecordFunction record;
  explicit ptc_record_s(at::StepCallbacks &&steps) : record(std::move(steps)) {}
};

ptc_error ptc_observer_new(ptc_event_begin_fn begin, ptc_event_end_fn end, void *context, ptc_destroy_fn destroy,
                           int32_t wanted, int64_t scopes, double probability, ptc_observer *out) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard(out, [&] {
    if (!begin) fail(PTC_ERROR_VALUE, "argument 'begin': a function is needed, got NULL");
    if (wanted < 0 || wanted > PTC_OBSERVE_ALL)
      fail(PTC_ERROR_VALUE, "argument 'wanted': unknown bits in " + std::to_string(wanted));
    if (scopes < 0 || scopes >> scopes_count)
      fail(PTC_ERROR_VALUE, "argument 'scopes': unknown bits in " + std::to_string(scopes));
    if (!(probability >= 0 && probability <= 1))
      fail(PTC_ERROR_VALUE, "argument 'probability': a number from 0 to 1 is needed");
    if (!held.use_count()) held = owned.share();
    auto made = std::make_unique<ptc_observer_s>();
    made->observer = std::make_shared<Observer>();
    made->observer->begin = begin, made->observer->end = end;
    made->observer->context = context, made->observer->owner = held;
    const bool one_thread = wanted & PTC_OBSERVE_THREAD;
    if (one_thread) made->thread = std::this_thread::get_id(), made->removed = mine.removed;
    made->slot = take_slot();
    slots[made->slot].observer.store(made->observer);
    auto callback = callback_of(made->slot, wanted, scopes, probability);
    made->handle = one_thread ? at::addThreadLocalCallback(callback) : at::addGlobalCallback(callback);
    count_handle(1);
    *out = made.release();
  });
}

ptc_error ptc_observer_remove(ptc_observer self) {
  return guard_reader([&] {
    if (!self) fail(PTC_ERROR_VALUE, "argument 'self': an observer is needed, got NULL");
    self->remove();
    check(self->observer->error.exchange(nullptr));
  });
}

void ptc_observer_close(ptc_observer self) {
  if (!self) return;
  self->remove();
  delete self;
  count_handle(-1);
}

ptc_error ptc_is_observed(int32_t scope, bool *out) {
  return guard(out, [&] {
    if (scope < 0 || scope >= scopes_count)
      fail(PTC_ERROR_VALUE, "argument 'scope': unknown number " + std::to_string(scope));
    put(out, at::getStepCallbacksUnlessEmpty(static_cast<at::RecordScope>(scope)).has_value());
  });
}

ptc_error ptc_event_input(const ptc_event *event, int64_t index, int64_t item, ptc_shape *out) {
  return guard(out, [&] { *out = shape_of(value_at(call_of(event).inputs, index, "inputs"), item); });
}
ptc_error ptc_event_output(const ptc_event *event, int64_t index, int64_t item, ptc_shape *out) {
  return guard(out, [&] { *out = shape_of(value_at(call_of(event).outputs, index, "outputs"), item); });
}
ptc_error ptc_event_input_value(const ptc_event *event, int64_t index, ptc_value *out) {
  return guard(out, [&] { put(*out, at::IValue(value_at(call_of(event).inputs, index, "inputs")), What::any); });
}
ptc_error ptc_event_output_value(const ptc_event *event, int64_t index, ptc_value *out) {
  return guard(out, [&] { put(*out, at::IValue(value_at(call_of(event).outputs, index, "outputs")), What::any); });
}

namespace {

std::vector<at::IValue> items_of(const ptc_value *inputs) {
  if (!inputs || inputs->kind == PTC_VALUE_NONE) return {};
  auto found = to_ivalue(parameter_of("argument 'inputs'", c10::AnyType::get()), *inputs);
  if (found.isTuple()) return found.toTupleRef().elements().vec();
  if (!found.isList()) fail(PTC_ERROR_VALUE, "argument 'inputs': a list or tuple is needed, got " + found.tagKind());
  return found.toListRef().vec();
}

std::unordered_map<std::string, at::IValue> named_of(const ptc_value *keywords) {
  std::unordered_map<std::string, at::IValue> out;
  if (!keywords || keywords->kind == PTC_VALUE_NONE) return out;
  static const auto type = c10::DictType::create(c10::StringType::get(), c10::AnyType::get());
  const auto found = to_ivalue(parameter_of("argument 'keywords'", type), *keywords);
  for (const auto &entry : found.toGenericDict()) out.emplace(entry.key().toStringRef(), entry.value());
  return out;
}

// A range that `start` starts, a RecordFunction that somebody observes; NULL where nobody does.
template <class Start> ptc_record begun(const Start &start) {
  auto steps = at::getStepCallbacksUnlessEmpty(at::RecordScope::USER_SCOPE);
  if (!steps) return nullptr;
  auto made = std::make_unique<ptc_record_s>(std::move(*steps));
  start(made->record);
  count_handle(1);
  return made.release();
}

} // namespace

ptc_error ptc_record_begin(const char *name, const char *args, ptc_record *out) {
  return guard(out, [&] {
    const auto text = text_of(name, "name");
    *out = begun([&](at::RecordFunction &record) {
      const at::IValue said = args ? at::IValue(std::string(args)) : at::IValue();
      if (args && record.needsInputs()) record.before(text, c10::ArrayRef<const at::IValue>(&said, 1));
      else record.before(text);
    });
  });
}

ptc_error ptc_record_begin_values(const char *name, const ptc_value *inputs, const ptc_value *keywords,
                                  ptc_record *out) {
  return guard(out, [&] {
    const auto text = text_of(name, "name");
    *out = begun([&](at::RecordFunction &record) {
      if (!record.needsInputs()) return record.before(text);
      const auto given = items_of(inputs);
      const auto named = named_of(keywords);
      record.before(text, c10::ArrayRef<const at::IValue>(given.data(), given.size()), &named);
    });
  });
}

void ptc_record_close(ptc_record self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}
