// Modes of the host's, and tensors that ask it.
#include <ATen/EmptyTensor.h>
#include <ATen/core/PythonFallbackKernel.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/PythonDispatcherTLS.h>
#include <c10/core/impl/TorchDispatchModeTLS.h>

#include "host/interpreter.h"

#include <thread>

namespace {

using c10::impl::TorchDispatchModeKey;
using c10::impl::TorchDispatchModeTLS;
using Mode = c10::impl::PyObject_TorchDispatchMode;

std::shared_ptr<Mode> mode_of(void *object) {
  const auto &host = need_host();
  if (!object) fail(PTC_ERROR_VALUE, "argument 'mode' is NULL");
  host.keep(host.context, object);
  try {
    return std::make_shared<Mode>(static_cast<PyObject *>(object), interpreter());
  } catch (...) {
    host.release(host.context, object);
    throw;
  }
}

void *object_of(const std::shared_ptr<Mode> &mode) {
  if (&mode->pyinterpreter() != interpreter())
    fail(PTC_ERROR_RUNTIME, "this mode is one of torch's Python, not the host's");
  return mode->ptr(interpreter());
}

TorchDispatchModeKey infra_of(int32_t infra) {
  if (infra < 0 || infra >= static_cast<int32_t>(TorchDispatchModeKey::NUM_MODE_KEYS))
    fail(PTC_ERROR_VALUE, "argument 'infra': a value of enum ptc_host_infra is needed, got " + std::to_string(infra));
  return static_cast<TorchDispatchModeKey>(infra);
}

// The object of a mode that nobody else holds any more, with its reference.
void *taken(const std::shared_ptr<Mode> &mode) {
  void *object = object_of(mode);
  const auto &host = need_host();
  host.keep(host.context, object);
  return object;
}

} // namespace

namespace ptc {

// Puts all modes of the thread aside.
class Stash {
public:
  Stash() {
    auto before = TorchDispatchModeTLS::get_state();
    TorchDispatchModeTLS::set_state({});
    saved = std::move(before);
  }
  ~Stash() { TorchDispatchModeTLS::set_state(std::move(saved)); }
  Stash(const Stash &) = delete;
  Stash &operator=(const Stash &) = delete;

private:
  TorchDispatchModeTLS saved;
  c10::impl::DisablePythonDispatcher dispatcher;
};

} // namespace ptc

struct ptc_host_pause_s {
  std::thread::id thread = std::this_thread::get_id();
  std::optional<ptc::Stash> modes;
  std::optional<c10::impl::ExcludeDispatchKeyGuard> dispatch;
  std::optional<at::impl::RestorePythonTLSSnapshot> snapshot;
};

namespace {

template <class Begin> ptc_host_pause paused(Begin begin) {
  auto made = std::make_unique<ptc_host_pause_s>();
  begin(*made);
  count_handle(1);
  return made.release();
}

int64_t needed(const int64_t *sizes, int64_t dim, const int64_t *strides, size_t item, int64_t offset) {
  const at::IntArrayRef shape(sizes, dim);
  return static_cast<int64_t>(strides ? at::detail::computeStorageNbytes(shape, {strides, shape.size()}, item, offset)
                                      : at::detail::computeStorageNbytesContiguous(shape, item, offset));
}

// A key by its name; one that stands for all backends may say so, as the first of a set without backends does.
c10::DispatchKey key_named(const std::string &name) {
  constexpr std::string_view undefined = "Undefined";
  if (name.size() > undefined.size() && std::string_view(name).substr(name.size() - undefined.size()) == undefined)
    return c10::parseDispatchKey(name.substr(0, name.size() - undefined.size()));
  return c10::parseDispatchKey(name);
}

c10::DispatchKeySet keys_named(const char *names) {
  c10::DispatchKeySet out;
  std::istringstream lines(names ? names : "");
  for (std::string one; std::getline(lines, one);)
    if (!one.empty()) out = out | c10::DispatchKeySet(key_named(one));
  return out;
}

c10::TensorImpl::SizesStridesPolicy policy_of(int32_t policy) {
  switch (policy) {
  case PTC_HOST_OWN_SIZES: return c10::TensorImpl::SizesStridesPolicy::Default;
  case PTC_HOST_ASK_STRIDES: return c10::TensorImpl::SizesStridesPolicy::CustomStrides;
  case PTC_HOST_ASK_SIZES: return c10::TensorImpl::SizesStridesPolicy::CustomSizes;
  default:
    fail(PTC_ERROR_VALUE,
         "argument 'policy': a value of enum ptc_host_policy is needed, got " + std::to_string(policy));
  }
}

} // namespace

ptc_error ptc_host_kernels(bool asked, bool *before) {
  return guard(before, [&] {
    need_host();
    *before = c10::impl::PythonDispatcherTLS::get_state() == interpreter();
    if (asked != *before) c10::impl::PythonDispatcherTLS::set_state(asked ? interpreter() : nullptr);
  });
}

// ---- modes ----

ptc_error ptc_host_mode_push(void *mode) {
  return guard_reader([&] { TorchDispatchModeTLS::push_non_infra_mode_onto_stack(mode_of(mode)); });
}

ptc_error ptc_host_mode_pop(void **out) {
  return guard(out, [&] {
    if (!TorchDispatchModeTLS::any_modes_set()) fail(PTC_ERROR_RUNTIME, "this thread has no mode");
    object_of(TorchDispatchModeTLS::get_stack_at(TorchDispatchModeTLS::stack_len() - 1)); // one of torch's stays
    *out = taken(TorchDispatchModeTLS::pop_stack());
  });
}

ptc_error ptc_host_mode_count(bool only_pushed, int64_t *out) {
  return guard(out, [&] {
    int64_t count = TorchDispatchModeTLS::stack_len();
    for (int8_t i = 0; only_pushed && i < static_cast<int8_t>(TorchDispatchModeKey::NUM_MODE_KEYS); ++i)
      count -= TorchDispatchModeTLS::get_mode(static_cast<TorchDispatchModeKey>(i)).has_value();
    *out = count;
  });
}

ptc_error ptc_host_mode_at(int64_t index, void **out) {
  return guard(out, [&] {
    if (index < 0 || index >= TorchDispatchModeTLS::stack_len())
      fail(PTC_ERROR_INDEX, "argument 'index': this thread has " + std::to_string(TorchDispatchModeTLS::stack_len()) +
                                " modes, got " + std::to_string(index));
    *out = object_of(TorchDispatchModeTLS::get_stack_at(index));
  });
}

ptc_error ptc_host_mode_get(int32_t infra, void **out) {
  return guard(out, [&] {
    if (const auto mode = TorchDispatchModeTLS::get_mode(infra_of(infra))) *out = object_of(*mode);
  });
}

ptc_error ptc_host_mode_set(int32_t infra, void *mode) {
  return guard_reader([&] { TorchDispatchModeTLS::set_mode(mode_of(mode), infra_of(infra)); });
}

ptc_error ptc_host_mode_unset(int32_t infra, void **out) {
  return guard(out, [&] {
    if (const auto mode = TorchDispatchModeTLS::unset_mode(infra_of(infra))) *out = taken(*mode);
  });
}

ptc_error ptc_host_pause_modes(ptc_host_pause *out) {
  return guard(out, [&] { *out = paused([](auto &pause) { pause.modes.emplace(); }); });
}

ptc_error ptc_host_pause_dispatch(ptc_host_pause *out) {
  return guard(out, [&] { *out = paused([](auto &pause) { pause.dispatch.emplace(c10::python_ks); }); });
}

ptc_error ptc_host_reenter(ptc_host_pause *out) {
  return guard(out, [&] {
    *out = paused([](auto &pause) {
      pause.snapshot.emplace();
      if (TorchDispatchModeTLS::stack_len()) return;
      // The state may be that of a call under a mode which is put aside by now.
      c10::impl::tls_set_dispatch_key_included(c10::DispatchKey::Python, false);
      c10::impl::tls_set_dispatch_key_included(c10::DispatchKey::PythonTLSSnapshot, false);
    });
  });
}

void ptc_host_pause_close(ptc_host_pause self) {
  if (!self) return;
  // Closed elsewhere, its state would become that of the wrong thread: it stays as it is.
  if (self->thread != std::this_thread::get_id()) return;
  delete self;
  count_handle(-1);
}

// ---- wrappers ----

ptc_error ptc_host_wrapper(const int64_t *sizes, int64_t sizes_len, const int64_t *strides, int64_t strides_len,
                           const int64_t *storage_offset, const ptc_options *options, const char *extra_keys,
                           int64_t storage_size, ptc_tensor *out) {
  return guard(out, [&] {
    need_host();
    check_list(sizes, sizes_len, "sizes");
    check_list(strides, strides_len, "strides");
    if (strides && strides_len != sizes_len)
      fail(PTC_ERROR_VALUE, "argument 'strides': there must be as many as sizes, " + std::to_string(sizes_len) +
                                ", got " + std::to_string(strides_len));
    if (storage_offset && !strides) fail(PTC_ERROR_RUNTIME, "setting storage offset without stride not supported");
    for (int64_t i = 0; i < sizes_len; ++i)
      if (sizes[i] < 0) fail(PTC_ERROR_VALUE, "argument 'sizes': a size is negative");
    const auto wanted = opts(options);
    const auto type = c10::typeMetaToScalarType(wanted.dtype());
    const int64_t offset = storage_offset ? *storage_offset : 0;
    if (offset < 0) fail(PTC_ERROR_VALUE, "argument 'storage_offset' is negative");
    const int64_t bytes =
        storage_size == PTC_UNSET ? needed(sizes, sizes_len, strides, c10::elementSize(type), offset) : storage_size;
    if (bytes < 0) fail(PTC_ERROR_VALUE, "argument 'storage_size' is negative");
    // libtorch uses the storage to tell aliases; a kernel that asks for its pointer fails.
    c10::Storage storage(c10::Storage::use_byte_size_t{}, bytes, c10::GetAllocator(c10::kMeta), true);
    storage.set_data_ptr_noswap(at::DataPtr{nullptr, wanted.device()});
    storage.unsafeGetStorageImpl()->release_data_and_set_meta_custom_data_ptr_error_msg_(
        "Attempted to access the data pointer on an invalid python storage: this tensor has no data of its own, its "
        "operators are for its host (in Python, __torch_dispatch__) to run");
    const auto keys = c10::DispatchKeySet({wanted.computeDispatchKey()}) | keys_named(extra_keys) | c10::python_ks;
    auto tensor = at::detail::make_tensor<c10::TensorImpl>(std::move(storage), keys, wanted.dtype());
    const at::IntArrayRef shape(sizes, sizes_len);
    auto *impl = tensor.unsafeGetTensorImpl();
    if (strides) impl->set_sizes_and_strides(shape, {strides, shape.size()}, offset);
    else impl->set_sizes_contiguous(shape);
    put(out, std::move(tensor), options);
  });
}

ptc_error ptc_host_asks(ptc_tensor self, bool operators, int32_t policy, bool device, bool layout) {
  return guard_reader([&] {
    auto *impl = tensor_of(self).unsafeGetTensorImpl();
    const auto sizes = policy_of(policy);
    if (operators) need_host();
    else if (policy != PTC_HOST_OWN_SIZES || device || layout)
      fail(PTC_ERROR_VALUE, "argument 'operators': a tensor that asks of its sizes, device or layout must ask of its "
                            "operators");
    impl->set_python_dispatch(operators);
    impl->set_python_custom_sizes_strides(sizes);
    impl->set_python_custom_device(device);
    impl->set_python_custom_layout(layout);
  });
}

ptc_error ptc_tensor_asks_host(ptc_tensor self, bool *out) {
  return guard(out, [&] { *out = tensor_of(self).unsafeGetTensorImpl()->is_python_dispatch(); });
}

ptc_error ptc_host_set_bits(ptc_tensor self, bool conj, bool neg) {
  return guard_reader([&] {
    const auto &of = tensor_of(self);
    if (conj && !of.is_complex()) fail(PTC_ERROR_TYPE, "argument 'conj': only complex tensors are conjugates");
    of._set_conj(conj);
    of._set_neg(neg);
  });
}

ptc_error ptc_tensor_set_backend_keys(ptc_tensor self, int32_t device_type, int32_t device_index) {
  return guard_reader([&] {
    tensor_of(self).unsafeGetTensorImpl()->_change_backend_component_keys(device(device_type, device_index));
  });
}
