// libtorch's interpreter: objects are counted and operators run by the process's host.
//
// libtorch has one global interpreter, which it asks for once and keeps.  Where torch's Python was loaded first, it is
// torch's: its table of functions is then replaced by one of ours, which hands on what is not the host's.  Where torch
// comes later, its registration has the higher priority but comes too late: ours is asked, and hands on likewise.
#include <ATen/core/PythonFallbackKernel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/impl/PyInterpreterHooks.h>
#include <c10/core/impl/PythonDispatcherTLS.h>
#include <c10/core/impl/TorchDispatchModeTLS.h>

#include "host/interpreter.h"
#include "library/library.h"
#include "host/symbol.h"

#include <mutex>

// The friend that libtorch's counts and slots name; torch's own is written in terms of CPython.
namespace torch::utils {
class PyObjectPreservation {
public:
  static std::atomic<uint64_t> &count(c10::TensorImpl &tensor) { return tensor.combined_refcount_; }
  static std::atomic<PyObject *> &object(c10::TensorImpl &tensor) { return tensor.pyobj_slot()->pyobj_; }
  static const std::atomic<PyObject *> &object(const c10::impl::PyObjectSlot &slot) { return slot.pyobj_; }
  // Until 2.12 each tensor names the interpreter of its object, which is always the global one.
  static void name_interpreter(c10::impl::PyObjectSlot &slot) {
    const auto name = [](auto &here) {
      if constexpr (requires { here.pyobj_interpreter_; })
        here.pyobj_interpreter_.store(c10::impl::getGlobalPyInterpreter(), std::memory_order_release);
    };
    name(slot);
  }
};
} // namespace torch::utils

namespace {

using c10::impl::PyInterpreter;
using c10::impl::TorchDispatchModeTLS;
using Slots = torch::utils::PyObjectPreservation;

constexpr const char *registered_as = "PyInterpreterHooks";
std::atomic<const Host *> the_host{nullptr};

// Sizes that a wrapper has told, which libtorch reads after the callback has returned.
struct Told final : c10::BackendMeta {
  std::vector<c10::SymInt> sizes, strides;
  c10::intrusive_ptr<c10::BackendMeta> clone(const c10::intrusive_ptr<c10::BackendMeta> &) const override {
    return c10::make_intrusive<Told>(); // each tensor has its own
  }
};

// Puts the innermost mode aside while the host runs an operator for it.
class Aside {
public:
  Aside() {
    if (TorchDispatchModeTLS::any_modes_set(true)) mode = TorchDispatchModeTLS::pop_stack();
    else {
      auto [found, at] = TorchDispatchModeTLS::pop_highest_infra_mode();
      mode = std::move(found), place = at;
    }
  }
  ~Aside() {
    if (place) TorchDispatchModeTLS::set_mode(mode, *place);
    else TorchDispatchModeTLS::push_non_infra_mode_onto_stack(std::move(mode));
  }
  Aside(const Aside &) = delete;
  Aside &operator=(const Aside &) = delete;
  void *object() const { return mode->ptr(interpreter()); }

private:
  std::shared_ptr<c10::impl::PyObject_TorchDispatchMode> mode;
  std::optional<c10::impl::TorchDispatchModeKey> place;
};

// A tensor that libtorch lends.
at::Tensor borrowed(const c10::TensorImpl *self) {
  return at::Tensor(c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::unsafe_reclaim_from_nonowning(
      const_cast<c10::TensorImpl *>(self)));
}

// ---- an operator, run by the host ----

bool wants_host(const at::Tensor &tensor) { return tensor.defined() && tensor.key_set().has(c10::DispatchKey::Python); }

bool is_default(const c10::Argument &argument, const at::IValue &given) {
  const auto &otherwise = argument.default_value();
  if (!otherwise || given.isTensor()) return false;
  if (otherwise->isNone() || given.isNone()) return otherwise->isNone() && given.isNone();
  if (given.isTensorList() || given.isOptionalTensorList()) return false;
  return *otherwise == given;
}

std::unique_ptr<bool[]> defaults_of(const std::vector<c10::Argument> &wanted, const torch::jit::Stack &given) {
  auto out = std::make_unique<bool[]>(given.size() + 1);
  for (size_t i = 0; i < given.size() && i < wanted.size(); ++i) out[i] = is_default(wanted[i], given[i]);
  return out;
}

} // namespace

at::IValue ptc::shown(const at::IValue &given) {
  if (!given.isTensor() || !given.toTensor().defined()) return given;
  const auto &tensor = given.toTensor();
  if (!tensor.unsafeGetTensorImpl()->is_wrapped_number() || wants_host(tensor) || !tensor.device().is_cpu() ||
      tensor.numel() != 1 || !tensor.has_storage()) // a transform of functorch wraps numbers, too
    return given;
  if (const auto *symbol = symbol_behind(tensor)) return *symbol;
  switch (tensor.scalar_type()) {
  case at::kDouble: return *tensor.const_data_ptr<double>();
  case at::kLong: return *tensor.const_data_ptr<int64_t>();
  case at::kBool: return *tensor.const_data_ptr<bool>();
  case at::kComplexDouble: return *tensor.const_data_ptr<c10::complex<double>>();
  default: return given;
  }
}

namespace {

struct Asked {
  const char *name, *overload;
  std::unique_ptr<bool[]> defaults;
};

// False where the host declined.
bool run_on_host(Running &running, const Asked &asked, int32_t stage, void *mode) {
  const auto &host = need_host();
  const auto count = running.arguments.size();
  Values given(count);
  {
    c10::impl::DisablePythonDispatcher plain; // values are made by operators
    for (size_t i = 0; i < count; ++i)
      put(given.values[i], shown(running.arguments[i]),
          running.schema ? what_of(*running.schema->arguments()[i].real_type()) : What::memory_format);
  }
  running.declined = false;
  running.for_tensors = stage == PTC_HOST_TENSORS;
  check(host.run(host.context, &running, stage, mode, asked.name, asked.overload, given.values.data(),
                 asked.defaults.get(), static_cast<int64_t>(count)));
  return !running.declined;
}

void run_on_host(Running &running, const Asked &asked, bool modes) {
  void *mode = nullptr;
  if (modes && c10::impl::dispatch_mode_enabled()) {
    Aside aside;
    mode = aside.object();
    if (run_on_host(running, asked, PTC_HOST_MODE, mode)) return;
  }
  if (run_on_host(running, asked, PTC_HOST_TENSORS, mode)) return;
  fail(PTC_ERROR_TYPE, std::string(asked.name) + ": nobody whom the host asked runs it with these arguments");
}

void dispatch_on_host(const c10::OperatorHandle &op, torch::jit::Stack *stack) {
  const auto &schema = op.schema();
  const auto &name = op.operator_name();
  Running running(op, {});
  running.take(*stack);
  running.run_again = true;
  const Asked asked{name.name.c_str(), name.overload_name.c_str(), defaults_of(schema.arguments(), running.arguments)};
  run_on_host(running, asked, true);
  running.give(*stack, "the host");
}

// True if an operator has a kernel for several keys, this one among them: it comes before a fallback, as Meta's, which
// raises, or Autograd's, which warns.
bool kernel_for_several(const c10::OperatorHandle &op, c10::DispatchKey key) {
  using Key = c10::DispatchKey;
  for (auto alias : {Key::CompositeImplicitAutograd, Key::CompositeExplicitAutograd,
                     Key::CompositeExplicitAutogradNonFunctional, Key::FuncTorchBatchedDecomposition})
    if (c10::isIncludedInAlias(key, alias) && op.hasKernelForDispatchKey(alias)) return true;
  return false;
}

// False where the host has no kernel of its own for the key.
bool kernel_of_host(const c10::OperatorHandle &op, c10::DispatchKey key, torch::jit::Stack *stack) {
  const auto &name = op.operator_name();
  Running running(op, {});
  running.take(*stack);
  running.run_again = true;
  const Asked asked{name.name.c_str(), name.overload_name.c_str(),
                    defaults_of(op.schema().arguments(), running.arguments)};
  if (run_on_host(running, asked, PTC_HOST_KERNEL + static_cast<int32_t>(key), nullptr)) {
    running.give(*stack, "the host");
    return true;
  }
  for (auto &one : running.arguments) stack->push_back(std::move(one));
  return false;
}

// A wrapper's own answer to an operator about itself; None for what it was made with.
at::IValue told_by(const c10::TensorImpl *self, const char *name, const char *overload,
                   std::optional<int64_t> format = std::nullopt) {
  at::impl::MaybeSetTLSOnEntryGuard snapshot;
  Running running;
  running.arguments.emplace_back(borrowed(self));
  if (format) running.arguments.emplace_back(*format);
  running.results.resize(1);
  run_on_host(running, {name, overload, std::make_unique<bool[]>(2)}, true);
  return running.results[0] ? *running.results[0] : at::IValue();
}

// ---- whom a tensor belongs to ----

// The class that torch's Python registered under a name; until 2.12 makers took an argument, which is empty.
template <typename Registry> auto made_by(Registry *registry) {
  if constexpr (requires { registry->Create(registered_as); }) return registry->Create(registered_as);
  else return registry->Create(registered_as, c10::impl::PyInterpreterHooksArgs{});
}

// torch's interpreter, where it came after ours.
const c10::impl::PyInterpreterVTable *later() {
  static std::atomic<const c10::impl::PyInterpreterVTable *> found{nullptr};
  if (auto known = found.load()) return known;
  auto hooks = made_by(c10::impl::PyInterpreterHooksRegistry());
  auto *theirs = hooks ? hooks->getPyInterpreter() : nullptr;
  if (!theirs || theirs == interpreter()) return nullptr;
  found = theirs->vtable_;
  return theirs->vtable_;
}

// ---- the table of functions ----

struct Table final : c10::impl::PyInterpreterVTable {
  const c10::impl::PyInterpreterVTable *before = nullptr; // torch's, whose place this one has taken

  const c10::impl::PyInterpreterVTable *other() const { return before ? before : later(); }
  // torch's, for a tensor with one of torch's objects.
  const c10::impl::PyInterpreterVTable *others(const c10::TensorImpl *self) const {
    return theirs(self->pyobj_slot()->load_pyobj()) ? other() : nullptr;
  }
  static bool theirs(PyObject *object) {
    const Host *now = host();
    return object && (!now || !now->owns(now->context, object));
  }
  // torch's, where its objects are not counted as the host's are.
  const c10::impl::PyInterpreterVTable *counting(PyObject *object) const {
    const Host *now = host();
    return now && now->python ? nullptr : theirs(object) ? other() : nullptr;
  }

  std::string name() const override { return before ? before->name() : "pytorch_c"; }

  void incref(PyObject *object) const override {
    if (!object) return;
    if (auto *torch = counting(object)) return torch->incref(object);
    if (const Host *now = host()) now->keep(now->context, object);
  }
  void decref(PyObject *object) const override {
    if (!object) return;
    if (auto *torch = counting(object)) return torch->decref(object);
    if (const Host *now = host()) now->release(now->context, object);
  }
  bool try_incref(const c10::impl::PyObjectSlot &slot) const override {
    if (auto *torch = counting(slot.load_pyobj())) return torch->try_incref(slot);
    const Host *now = host();
    static_assert(sizeof(std::atomic<PyObject *>) == sizeof(void *));
    return now && now->try_keep(now->context, &Slots::object(slot));
  }
  size_t refcnt(PyObject *object) const override {
    if (!object) return 0;
    if (auto *torch = counting(object)) return torch->refcnt(object);
    const Host *now = host();
    return now ? static_cast<size_t>(now->references(now->context, object)) : 0;
  }

  c10::intrusive_ptr<c10::TensorImpl> detach(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->detach(self);
    static const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("aten::detach", "");
    at::impl::MaybeSetTLSOnEntryGuard snapshot;
    torch::jit::Stack stack{borrowed(self)};
    dispatch_on_host(op, &stack);
    return stack.at(0).toTensor().getIntrusivePtr();
  }

  // torch's, for an operator that one of torch's modes or tensors asks for.
  const c10::impl::PyInterpreterVTable *dispatching(const c10::OperatorHandle &op,
                                                    const torch::jit::Stack &stack) const {
    if (const auto modes = TorchDispatchModeTLS::stack_len())
      return &TorchDispatchModeTLS::get_stack_at(modes - 1)->pyinterpreter() == interpreter() ? nullptr : other();
    const auto of = [&](const at::Tensor &tensor) {
      return wants_host(tensor) ? others(tensor.unsafeGetTensorImpl()) : nullptr;
    };
    for (const at::IValue &one : torch::jit::last(stack, op.schema().arguments().size())) {
      if (one.isTensor()) {
        if (auto *torch = of(one.toTensor())) return torch;
      } else if (one.isTensorList() || one.isOptionalTensorList()) {
        for (const at::IValue &item : one.toListRef())
          if (item.isTensor())
            if (auto *torch = of(item.toTensor())) return torch;
      }
    }
    return nullptr;
  }
  void dispatch(const c10::OperatorHandle &op, torch::jit::Stack *stack) const override {
    if (auto *torch = dispatching(op, *stack)) return torch->dispatch(op, stack);
    dispatch_on_host(op, stack);
  }

  void reportErrorCallback(PyObject *callback, c10::DispatchKey key) const override {
    if (auto *torch = other()) torch->reportErrorCallback(callback, key);
  }
  void python_op_registration_trampoline(const c10::OperatorHandle &op, c10::DispatchKey key, c10::DispatchKeySet keys,
                                         torch::jit::Stack *stack, bool with_keys, bool with_op) const override {
    if (auto *torch = other())
      return torch->python_op_registration_trampoline(op, key, keys, stack, with_keys, with_op);
    fail(PTC_ERROR_NOT_IMPLEMENTED, "kernels of torch's Python need torch in the process");
  }
  void throw_abstract_impl_not_imported_error(std::string name, const char *module,
                                              const char *context) const override {
    if (auto *torch = other()) return torch->throw_abstract_impl_not_imported_error(std::move(name), module, context);
    fail(PTC_ERROR_NOT_IMPLEMENTED, name + " needs the Python module " + module + ", " + context);
  }
  void python_dispatcher(const c10::OperatorHandle &op, c10::DispatchKeySet keys,
                         torch::jit::Stack *stack) const override {
    if (before) return before->python_dispatcher(op, keys, stack);
    const auto key = keys.highestPriorityTypeId();
    if (kernel_of_host(op, key, stack)) return;
    // With the keys of the arguments below, so that the host is asked there too; kernels for several keys end there.
    if (op.hasKernelForDispatchKey(c10::DispatchKey::Autograd) && !op.hasKernelForDispatchKey(key) &&
        !op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd) &&
        c10::isIncludedInAlias(key, c10::DispatchKey::Autograd))
      return op.callBoxedForDispatchKey(c10::DispatchKey::Autograd, *stack);
    if (op.hasKernelForDispatchKey(key) ||
        (!kernel_for_several(op, key) && c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(key)))
      op.callBoxedForDispatchKey(key, *stack);
    else op.redispatchBoxed(keys, stack);
  }

  // ---- what a wrapper tells ----

  bool is_contiguous(const c10::TensorImpl *self, at::MemoryFormat format) const override {
    if (auto *torch = others(self)) return torch->is_contiguous(self, format);
    const auto said = format == at::MemoryFormat::Contiguous
                          ? told_by(self, "aten::is_contiguous", "")
                          : told_by(self, "aten::is_contiguous", "memory_format", static_cast<int64_t>(format));
    return said.isNone() ? self->is_contiguous_default(format) : said.toBool();
  }
  c10::SymBool sym_is_contiguous(const c10::TensorImpl *self, at::MemoryFormat format) const override {
    if (auto *torch = others(self)) return torch->sym_is_contiguous(self, format);
    return is_contiguous(self, format);
  }
  bool is_strides_like(const c10::TensorImpl *self, at::MemoryFormat format) const override {
    if (auto *torch = others(self)) return torch->is_strides_like(self, format);
    const auto said = told_by(self, "aten::is_strides_like_format", "", static_cast<int64_t>(format));
    return said.isNone() ? self->is_strides_like_default(format) : said.toBool();
  }
  bool is_non_overlapping_and_dense(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->is_non_overlapping_and_dense(self);
    const auto said = told_by(self, "aten::is_non_overlapping_and_dense", "");
    return said.isNone() ? self->is_non_overlapping_and_dense_default() : said.toBool();
  }
  c10::Device device(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->device(self);
    const auto said = told_by(self, "prim::device", "");
    if (said.isDevice()) return said.toDevice();
    if (said.isString()) return c10::Device(said.toStringRef());
    fail(PTC_ERROR_TYPE, "prim::device of a wrapper: a device is needed");
  }
  int64_t dim(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->dim(self);
    const auto said = told_by(self, "aten::dim", "");
    return said.isNone() ? static_cast<int64_t>(self->sym_sizes_default().size()) : said.toInt();
  }
  c10::Layout layout(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->layout(self);
    return static_cast<c10::Layout>(told_by(self, "prim::layout", "").toInt());
  }

  // The sizes that were told, which live as long as the tensor; libtorch may still read those of the call before,
  // so numbers of the same length are changed in place.
  static c10::SymIntArrayRef keep(const c10::TensorImpl *self, std::vector<c10::SymInt> Told::*which,
                                  const at::IValue &said) {
    auto *tensor = const_cast<c10::TensorImpl *>(self);
    auto *told = dynamic_cast<Told *>(tensor->get_backend_meta());
    if (!told) {
      auto made = c10::make_intrusive<Told>();
      told = made.get();
      tensor->set_backend_meta(std::move(made));
    }
    auto &kept = told->*which;
    if (!said.isList() && !said.isTuple()) fail(PTC_ERROR_TYPE, "the sizes of a wrapper must be a list of ints");
    std::vector<c10::SymInt> numbers;
    if (said.isIntList()) {
      for (const int64_t one : said.toIntVector()) numbers.emplace_back(one);
    } else {
      const auto items = said.isTuple() ? said.toTupleRef().elements().vec() : said.toListRef().vec();
      for (const at::IValue &one : items) numbers.push_back(one.toSymInt());
    }
    if (numbers.size() == kept.size()) std::move(numbers.begin(), numbers.end(), kept.begin());
    else kept = std::move(numbers);
    return kept;
  }
  // Symbols as numbers, where somebody needs those: what is traced is fixed to them.
  static c10::IntArrayRef fixed(const c10::TensorImpl *self, std::vector<c10::SymInt> Told::*which,
                                c10::SymIntArrayRef symbols) {
    c10::List<int64_t> numbers;
    for (const auto &one : symbols) numbers.push_back(one.guard_int(__FILE__, __LINE__));
    return C10_AS_INTARRAYREF_SLOW(keep(self, which, numbers));
  }
  c10::IntArrayRef strides(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->strides(self);
    if (self->has_symbolic_sizes_strides()) return fixed(self, &Told::strides, self->sym_strides_default());
    const auto said = told_by(self, "aten::sym_stride", "");
    if (!said.isNone()) return C10_AS_INTARRAYREF_SLOW(keep(self, &Told::strides, said));
    return self->strides_default();
  }
  c10::IntArrayRef sizes(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->sizes(self);
    if (self->has_symbolic_sizes_strides()) return fixed(self, &Told::sizes, self->sym_sizes_default());
    const auto said = told_by(self, "aten::sym_size", "");
    if (!said.isNone()) return C10_AS_INTARRAYREF_SLOW(keep(self, &Told::sizes, said));
    return self->sizes_default();
  }
  c10::SymIntArrayRef sym_sizes(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->sym_sizes(self);
    const auto said = told_by(self, "aten::sym_size", "");
    return said.isNone() ? self->sym_sizes_default() : keep(self, &Told::sizes, said);
  }
  c10::SymIntArrayRef sym_strides(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->sym_strides(self);
    const auto said = told_by(self, "aten::sym_stride", "");
    return said.isNone() ? self->sym_strides_default() : keep(self, &Told::strides, said);
  }
  int64_t numel(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->numel(self);
    if (self->has_symbolic_sizes_strides()) return self->sym_numel_default().guard_int(__FILE__, __LINE__);
    const auto said = told_by(self, "aten::numel", "");
    return said.isNone() ? self->numel_default() : said.toInt();
  }
  c10::SymInt sym_numel(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->sym_numel(self);
    const auto said = told_by(self, "aten::sym_numel", "");
    return said.isNone() ? self->sym_numel_default() : said.toSymInt();
  }
  c10::SymInt sym_storage_offset(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) return torch->sym_storage_offset(self);
    const auto said = told_by(self, "aten::sym_storage_offset", "");
    return said.isNone() ? self->sym_storage_offset_default() : said.toSymInt();
  }

  // ---- torch's alone ----

  void trace_gpu_event_creation(c10::DeviceType type, uintptr_t event) const override {
    if (auto *torch = other()) torch->trace_gpu_event_creation(type, event);
  }
  void trace_gpu_event_deletion(c10::DeviceType type, uintptr_t event) const override {
    if (auto *torch = other()) torch->trace_gpu_event_deletion(type, event);
  }
  void trace_gpu_event_record(c10::DeviceType type, uintptr_t event, uintptr_t stream) const override {
    if (auto *torch = other()) torch->trace_gpu_event_record(type, event, stream);
  }
  void trace_gpu_event_wait(c10::DeviceType type, uintptr_t event, uintptr_t stream) const override {
    if (auto *torch = other()) torch->trace_gpu_event_wait(type, event, stream);
  }
  void trace_gpu_memory_allocation(c10::DeviceType type, uintptr_t data) const override {
    if (auto *torch = other()) torch->trace_gpu_memory_allocation(type, data);
  }
  void trace_gpu_memory_deallocation(c10::DeviceType type, uintptr_t data) const override {
    if (auto *torch = other()) torch->trace_gpu_memory_deallocation(type, data);
  }
  void trace_gpu_stream_creation(c10::DeviceType type, uintptr_t stream) const override {
    if (auto *torch = other()) torch->trace_gpu_stream_creation(type, stream);
  }
  void trace_gpu_device_synchronization(c10::DeviceType type) const override {
    if (auto *torch = other()) torch->trace_gpu_device_synchronization(type);
  }
  void trace_gpu_stream_synchronization(c10::DeviceType type, uintptr_t stream) const override {
    if (auto *torch = other()) torch->trace_gpu_stream_synchronization(type, stream);
  }
  void trace_gpu_event_synchronization(c10::DeviceType type, uintptr_t event) const override {
    if (auto *torch = other()) torch->trace_gpu_event_synchronization(type, event);
  }
  void reset_backward_hooks(const c10::TensorImpl *self) const override {
    if (auto *torch = others(self)) torch->reset_backward_hooks(self);
  }
};

struct Hooks final : c10::impl::PyInterpreterHooksInterface {
  PyInterpreter *getPyInterpreter() const override { return interpreter(); }
};

// Never destroyed: tensors that go at the end of the process still ask.
Table &table() {
  static auto *const made = new Table;
  return *made;
}

// Makes ours the interpreter that libtorch asks.
void take_place(bool python) {
  auto *registry = c10::impl::PyInterpreterHooksRegistry();
  if (!registry->Has(registered_as)) {
    registry->Register(registered_as, [](auto &&...) { return std::make_unique<Hooks>(); }, c10::REGISTRY_FALLBACK);
    if (c10::impl::getGlobalPyInterpreter() == interpreter()) return;
  }
  auto *theirs = c10::impl::getGlobalPyInterpreter();
  if (theirs == interpreter()) return;
  if (!python)
    fail(PTC_ERROR_RUNTIME, "torch's Python is the host of this process already: only a host whose objects are "
                            "CPython's too can share it");
  static Table *shared = nullptr;
  if (!shared) {
    shared = new Table;
    shared->before = theirs->vtable_;
    theirs->vtable_ = shared;
  }
}

} // namespace

namespace ptc {

const Host *host() noexcept { return the_host.load(std::memory_order_acquire); }

const Host &need_host() {
  const Host *now = host();
  if (!now) fail(PTC_ERROR_RUNTIME, "there is no host: ptc_host_set was not called");
  return *now;
}

PyInterpreter *interpreter() {
  static auto *const made = new PyInterpreter(&table());
  return made;
}

void *object_of(const c10::TensorImpl &tensor) noexcept {
  PyObject *object = tensor.pyobj_slot()->load_pyobj();
  return object && !Table::theirs(object) ? object : nullptr;
}

} // namespace ptc

ptc_error ptc_host_set(bool python, ptc_host_count_fn keep, ptc_host_count_fn release, ptc_host_try_keep_fn try_keep,
                       ptc_host_references_fn references, ptc_host_owns_fn owns, ptc_host_run_fn run, void *context,
                       ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard_reader([&] {
    static std::mutex lock;
    std::lock_guard held(lock);
    if (!keep || !release || !try_keep || !references || !owns || !run)
      fail(PTC_ERROR_VALUE, "a host needs each of its functions, got NULL");
    if (host()) fail(PTC_ERROR_RUNTIME, "this process has a host already");
    auto made = std::make_unique<Host>(Host{python, keep, release, try_keep, references, owns, run, owned.context});
    take_place(python);
    the_host.store(made.release(), std::memory_order_release);
    owned.destroy = nullptr;
  });
}

bool ptc_host_is_set(void) { return host() != nullptr; }

ptc_error ptc_host_decline(void *call) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    static_cast<Running *>(call)->declined = true;
  });
}

// ---- objects of tensors ----

void *ptc_tensor_object(ptc_tensor self) {
  return self && self->tensor.defined() ? object_of(*self->tensor.unsafeGetTensorImpl()) : nullptr;
}

ptc_error ptc_tensor_set_object(ptc_tensor self, void *object, void **out) {
  return guard(out, [&] {
    auto &tensor = *tensor_of(self).unsafeGetTensorImpl();
    if (!object) fail(PTC_ERROR_VALUE, "argument 'object' is NULL");
    const auto &host = need_host();
    auto &slot = Slots::object(tensor);
    PyObject *found = nullptr;
    if (!slot.compare_exchange_strong(found, static_cast<PyObject *>(object), std::memory_order_acq_rel)) {
      *out = found;
      return;
    }
    Slots::name_interpreter(*tensor.pyobj_slot());
    // The bit goes up with the number of holders that it was decided by: as torch's PyObjectPreservation.
    auto &count = Slots::count(tensor);
    auto now = count.load(std::memory_order_relaxed);
    bool kept = false;
    do {
      if (c10::detail::refcount(now) > 1 && !kept) host.keep(host.context, object), kept = true;
    } while (!count.compare_exchange_weak(now, now | c10::detail::kHasPyObject, std::memory_order_acq_rel,
                                          std::memory_order_relaxed));
    if (kept && c10::detail::refcount(now) == 1) host.release(host.context, object);
    *out = object;
  });
}

void ptc_tensor_drop_object(ptc_tensor self, void *object) {
  if (!self || !self->tensor.defined() || !object) return;
  auto &tensor = *self->tensor.unsafeGetTensorImpl();
  auto expected = static_cast<PyObject *>(object);
  if (Slots::object(tensor).load() != expected) return;
  Slots::count(tensor).fetch_and(~c10::detail::kHasPyObject, std::memory_order_acq_rel);
  Slots::object(tensor).compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel);
}

int64_t ptc_tensor_holders(ptc_tensor self) {
  return self && self->tensor.defined() ? static_cast<int64_t>(self->tensor.use_count()) : 0;
}
