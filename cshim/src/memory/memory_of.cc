#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <mutex>

#include "memory/memory_of.h"

namespace ptc {

namespace {

// Zeros in memory, whatever mode and transform is open: these would see an operator, and make zeros of their own.
at::Tensor real_zeros(at::IntArrayRef sizes, const at::TensorOptions &options) {
  c10::impl::ExcludeDispatchKeyGuard below(
      c10::python_ks |
      c10::DispatchKeySet({c10::DispatchKey::FuncTorchDynamicLayerFrontMode,
                           c10::DispatchKey::FuncTorchDynamicLayerBackMode, c10::DispatchKey::Functionalize}));
  return at::zeros(sizes, options);
}

} // namespace

at::Tensor with_values(const at::Tensor &tensor) {
  namespace functional = at::functionalization::impl;
  if (functional::isFunctionalTensor(tensor)) {
    functional::sync(tensor);
    return with_values(functional::unsafeGetFunctionalWrapper(tensor)->value());
  }
  return tensor._is_zerotensor() ? at::zeros(tensor.sizes(), tensor.options()) : tensor;
}

const at::Tensor &with_memory(const at::Tensor &tensor) {
  // The storage of a tensor that asks its host of its operators never gets memory.
  if (!tensor._is_zerotensor() || tensor.unsafeGetTensorImpl()->is_python_dispatch() ||
      tensor.storage().device().is_meta())
    return tensor;
  // Rare: two threads that ask for one gradient's memory must get the same.
  static std::mutex once;
  std::lock_guard<std::mutex> hold(once);
  at::StorageImpl *storage = tensor.storage().unsafeGetStorageImpl();
  if (!storage->data()) {
    const auto bytes = static_cast<int64_t>(storage->nbytes());
    at::Tensor fresh = real_zeros(bytes, at::TensorOptions().dtype(at::kByte).device(tensor.device()));
    at::StorageImpl *from = fresh.storage().unsafeGetStorageImpl();
    storage->set_data_ptr_noswap(from->set_data_ptr(at::DataPtr(nullptr, tensor.device())));
    storage->set_allocator(from->allocator());
  }
  tensor.unsafeGetTensorImpl()->_set_zero(false);
  return tensor;
}

bool nowhere(const at::Storage &storage) {
  if (!storage.device().is_cpu() || storage.unsafeGetStorageImpl()->_mutable_data_ptr_no_checks() ||
      storage.sym_nbytes().maybe_as_int() == 0)
    return false;
  try {
    return !storage.data();
  } catch (...) { return false; }
}

std::vector<at::Tensor> alike(std::vector<at::Tensor> written, const char *name) {
  const auto functional = std::count_if(written.begin(), written.end(), [](const at::Tensor &one) {
    return at::functionalization::impl::isFunctionalTensor(one);
  });
  if (functional && functional != static_cast<int64_t>(written.size()))
    fail(PTC_ERROR_RUNTIME, std::string(name) + " must be tensors of functionalization or others, not both");
  return written;
}

void check_taken(const at::Tensor &self, const at::Tensor &source) {
  if (source.has_storage() && nowhere(source.storage()) && !at::functionalization::impl::isFunctionalTensor(self))
    fail(PTC_ERROR_RUNTIME, "source must have memory; a tensor of functionalization has none");
}

void check_not_lent(const at::Tensor &tensor) {
  if (tensor.has_storage() && !tensor.storage().resizable())
    fail(PTC_ERROR_RUNTIME, "a copy that is made when it is written would move memory that others look at");
}

at::Tensor lent(const at::Tensor &tensor) {
  at::Tensor out = with_memory(tensor).variable_data();
  if (nowhere(out.storage())) fail(PTC_ERROR_RUNTIME, "a tensor of functionalization has no memory to be looked at");
  out.storage().unsafeGetStorageImpl()->set_resizable(false);
  out.storage().unsafeGetStorageImpl()->set_received_cuda(true);
  return out;
}

// A mark that libtorch's storages have room for: it says of CUDA memory that another process owns it, and nothing of
// the CPU's.
bool is_lent(const at::Storage &storage) noexcept { return storage.unsafeGetStorageImpl()->received_cuda(); }

namespace {
const char freed_before[] = "the memory of this tensor was freed by resize_(0); before its use the storage needs ";
}

void mark_freed(const at::Storage &storage, int64_t nbytes) {
  storage.unsafeGetStorageImpl()->release_data_and_set_meta_custom_data_ptr_error_msg_(
      freed_before + std::to_string(nbytes) + " bytes again");
}

// The number is kept in the message, which moves with the memory.
int64_t freed_bytes(const at::Storage &storage) noexcept {
  if (storage.nbytes()) return 0;
  const auto &text = storage.unsafeGetStorageImpl()->get_extra_meta().custom_data_ptr_error_msg_;
  if (!text || text->rfind(freed_before, 0) != 0) return 0;
  return std::strtoll(text->c_str() + sizeof freed_before - 1, nullptr, 10);
}

} // namespace ptc
