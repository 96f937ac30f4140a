// The memory behind tensors.
#include <ATen/native/Resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/set.h>
#include <c10/core/impl/COW.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/PythonDispatcherTLS.h>

#include "core/kept_memory.h"
#include "core/libtorch_versions.h"
#include "memory/memory_of.h"
#include "memory/storage_of.h"
#include "core/weak.h"

const at::Storage &ptc::storage_of(ptc_storage handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, std::string("argument '") + name + "': a storage is needed, got NULL");
  return handle->storage;
}

namespace {

// Fails unless every element lies within the bytes of a storage.
void check_reach(const at::Storage &storage, int64_t itemsize, int64_t offset, c10::IntArrayRef size,
                 c10::IntArrayRef stride) {
  if (size.size() != stride.size()) fail(PTC_ERROR_VALUE, "argument 'stride': one for each size is needed");
  if (offset < 0) fail(PTC_ERROR_VALUE, "argument 'offset': it must not be negative, got " + std::to_string(offset));
  int64_t last = offset, bytes = 0;
  bool empty = false, large = false;
  for (size_t i = 0; i < size.size(); ++i) {
    int64_t step = 0;
    if (size[i] < 0 || stride[i] < 0) fail(PTC_ERROR_VALUE, "sizes and strides must not be negative");
    if (!size[i]) empty = true;
    else large |= __builtin_mul_overflow(size[i] - 1, stride[i], &step) || __builtin_add_overflow(last, step, &last);
  }
  large |= __builtin_add_overflow(last, 1, &last) || __builtin_mul_overflow(last, itemsize, &bytes);
  if (!empty && (large || bytes > static_cast<int64_t>(storage.nbytes())))
    fail(PTC_ERROR_RUNTIME,
         "sizes, strides and offset reach out of a storage of " + std::to_string(storage.nbytes()) + " bytes");
  if (!empty && ptc::nowhere(storage))
    fail(PTC_ERROR_RUNTIME, "the storage of a tensor of functionalization has no memory");
}

// Never destroyed: hosts give numbers back until the end of the process.
auto &weak_table() {
  static auto *const made = new WeakTable<c10::weak_intrusive_ptr<c10::StorageImpl>>("ptc_storage_weak");
  return *made;
}

int64_t id_of(const at::Storage &storage) {
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(storage.unsafeGetStorageImpl()));
}

void resize(const at::Storage &storage, int64_t nbytes) {
  auto *memory = storage.unsafeGetStorageImpl();
  const auto before = static_cast<int64_t>(storage.nbytes());
  if (!nbytes && storage.use_count() > 1) {
    memory->set_data_ptr_noswap(at::DataPtr(nullptr, storage.device()));
    memory->set_nbytes(0);
    return mark_freed(storage, before);
  }
  if (nbytes < before && storage.use_count() > 1)
    fail(PTC_ERROR_RUNTIME, "a storage that tensors use cannot become smaller, but for 0 bytes");
  if (storage.device().is_cpu()) return at::native::resize_bytes_cpu(memory, nbytes);
  if (nbytes < before) fail(PTC_ERROR_NOT_IMPLEMENTED, "only a storage of the CPU can become smaller");
  auto bytes = at::empty({0}, at::TensorOptions().dtype(at::kByte).device(storage.device()));
  bytes.set_(storage, 0, {0}, {1}).resize_({nbytes});
}

// The bytes that tensors of a storage may expect: those that it has, or had before they were freed.
int64_t expected_bytes(const at::Storage &storage) {
  return std::max(static_cast<int64_t>(storage.nbytes()), freed_bytes(storage));
}

void check_swap(const at::Storage &one, const at::Storage &two) {
  if (one.device() != two.device())
    fail(PTC_ERROR_RUNTIME, "storages that are swapped must be on the same device, got " + one.device().str() +
                                " and " + two.device().str());
  for (const auto &[there, here] : {std::tie(one, two), std::tie(two, one)})
    if (here.nbytes() && static_cast<int64_t>(here.nbytes()) != expected_bytes(there) && expected_bytes(there))
      fail(PTC_ERROR_RUNTIME, "storages that are swapped must have the same nbytes or one must have 0, got " +
                                  std::to_string(one.nbytes()) + " and " + std::to_string(two.nbytes()));
  if (is_lent(one) || is_lent(two))
    fail(PTC_ERROR_RUNTIME, "a storage cannot be swapped while a view of the host's looks at its memory");
}

void swap(const at::Storage &one, const at::Storage &two) {
  const std::array<const at::Storage *, 2> both{&one, &two};
  const std::array<int64_t, 2> expected{expected_bytes(one), expected_bytes(two)};
  for (const auto *storage : both)
    if (freed_bytes(*storage)) allow_access(*storage->unsafeGetStorageImpl());
  swap_memory(*one.unsafeGetStorageImpl(), *two.unsafeGetStorageImpl());
  for (size_t i = 0; i < both.size(); ++i)
    if (!both[i]->nbytes() && expected[i]) mark_freed(*both[i], expected[i]);
}

} // namespace

ptc_error ptc_storage_of(ptc_tensor self, ptc_storage *out) {
  return guard(out, [&] {
    const at::Storage &storage = with_memory(tensor_of(self)).storage(); // throws, so before there is memory
    *out = new (KeptMemory<ptc_storage_s>::take()) ptc_storage_s{storage};
    count_handle(1);
  });
}

void ptc_storage_close(ptc_storage self) {
  if (!self) return;
  KeptMemory<ptc_storage_s>::end(self);
  count_handle(-1);
}

ptc_error ptc_storage_nbytes(ptc_storage self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(storage_of(self).nbytes())); });
}
ptc_error ptc_storage_device(ptc_storage self, int32_t *type, int32_t *index) {
  return guard(std::tie(type, index), [&] {
    const auto device = storage_of(self).device();
    *type = static_cast<int32_t>(device.type());
    *index = device.has_index() ? device.index() : PTC_UNSET;
  });
}
ptc_error ptc_storage_data_ptr(ptc_storage self, void **out) {
  return guard(out, [&] { *out = storage_of(self).mutable_data(); });
}
ptc_error ptc_storage_const_data_ptr(ptc_storage self, void **out) {
  return guard(out, [&] { *out = const_cast<void *>(storage_of(self).data()); });
}
ptc_error ptc_storage_is_lazy_clone(ptc_storage self, bool *out) {
  return guard(out, [&] { put(out, c10::impl::cow::is_cow_data_ptr(storage_of(self).data_ptr())); });
}
ptc_error ptc_storage_resizable(ptc_storage self, bool *out) {
  return guard(out, [&] { put(out, storage_of(self).resizable()); });
}
ptc_error ptc_storage_use_count(ptc_storage self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(storage_of(self).use_count())); });
}
ptc_error ptc_storage_id(ptc_storage self, int64_t *out) {
  if (self && out) [[likely]]
    return *out = id_of(self->storage), nullptr;
  return guard(out, [&] { put(out, id_of(storage_of(self))); });
}

ptc_error ptc_storage_weak(ptc_storage self, int64_t *out) {
  return guard(out, [&] {
    const auto &storage = storage_of(self);
    put(out, weak_table().keep(storage.unsafeGetStorageImpl(), storage.getWeakStorageImpl()));
  });
}
ptc_error ptc_storage_weak_release(int64_t weak) {
  return guard([&] { weak_table().free(weak); });
}
ptc_error ptc_storage_weak_expired(int64_t weak, bool *out) {
  return guard(out, [&] { put(out, weak_table().expired(weak)); });
}
ptc_error ptc_storage_weak_lock(int64_t weak, ptc_storage *out) {
  return guard(out, [&] {
    auto storage = weak_table().get(weak);
    if (!storage) return;
    *out = new ptc_storage_s{at::Storage(std::move(storage))};
    count_handle(1);
  });
}

ptc_error ptc_storage_resize(ptc_storage self, int64_t nbytes) {
  return guard([&] {
    const auto &storage = storage_of(self);
    if (nbytes < 0) fail(PTC_ERROR_VALUE, "argument 'nbytes': it must not be negative, got " + std::to_string(nbytes));
    if (nbytes == static_cast<int64_t>(storage.nbytes())) return;
    if (!storage.resizable()) fail(PTC_ERROR_RUNTIME, "Trying to resize storage that is not resizable");
    const auto freed = freed_bytes(storage);
    if (nbytes < freed && storage.use_count() > 1)
      fail(PTC_ERROR_RUNTIME, "a storage that tensors use needs at least the " + std::to_string(freed) +
                                  " bytes that were freed, got " + std::to_string(nbytes));
    if (!freed) return resize(storage, nbytes);
    allow_access(*storage.unsafeGetStorageImpl());
    try {
      resize(storage, nbytes);
    } catch (...) {
      mark_freed(storage, freed);
      throw;
    }
  });
}

ptc_error ptc_storage_swap(ptc_storage self, ptc_storage other) {
  return guard([&] {
    const auto &one = storage_of(self), &two = storage_of(other, "other");
    check_swap(one, two);
    if (one.unsafeGetStorageImpl() != two.unsafeGetStorageImpl()) swap(one, two);
  });
}

ptc_error ptc_storage_tensor(ptc_storage self, int32_t dtype, int64_t offset, const int64_t *size, int64_t size_len,
                             const int64_t *stride, int64_t stride_len, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &storage = storage_of(self);
    const auto kind = dtype_of(dtype, "dtype");
    if (at::isQIntType(kind)) fail(PTC_ERROR_VALUE, "argument 'dtype': a quantized tensor needs its scale");
    const auto sizes = array<int64_t>(size, size_len, "size"), strides = array<int64_t>(stride, stride_len, "stride");
    check_reach(storage, static_cast<int64_t>(c10::elementSize(kind)), offset, sizes, strides);
    c10::impl::ExcludeDispatchKeyGuard plain(c10::python_ks); // a mode is not asked for it
    c10::impl::DisablePythonDispatcher without_kernels;
    auto made = at::empty({0}, at::TensorOptions().dtype(kind).device(storage.device()));
    put(out, made.set_(storage, offset, sizes, strides));
  });
}

ptc_error ptc_storage_set(ptc_tensor tensor, ptc_storage self, int64_t offset, const int64_t *size, int64_t size_len,
                          const int64_t *stride, int64_t stride_len) {
  return guard([&] {
    auto &target = resized_of(tensor, "tensor");
    const auto &storage = storage_of(self);
    const auto sizes = array<int64_t>(size, size_len, "size"), strides = array<int64_t>(stride, stride_len, "stride");
    check_reach(storage, static_cast<int64_t>(target.itemsize()), offset, sizes, strides);
    target.set_(storage, offset, sizes, strides);
  });
}

ptc_error ptc_storage_alias(ptc_tensor tensor, ptc_tensor other) {
  return guard([&] {
    const auto &storage = with_memory(tensor_of(other, "other")).storage();
    const auto &target = with_memory(tensor_of(tensor, "tensor"));
    // Not data(), which a wrapper's storage refuses.
    const auto none = [](const at::Storage &one) { return !one.unsafeGetStorageImpl()->_mutable_data_ptr_no_checks(); };
    const bool wraps = none(target.storage());
    if (wraps != none(storage))
      fail(PTC_ERROR_VALUE, "argument 'other': a tensor with memory and one without have no storage in common");
    if (!wraps)
      check_reach(storage, static_cast<int64_t>(target.itemsize()), target.storage_offset(), target.sizes(),
                  target.strides());
    target.unsafeGetTensorImpl()->set_storage_keep_dtype(storage);
  });
}
