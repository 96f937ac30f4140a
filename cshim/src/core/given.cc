#include "core/given.h"

#include "core/glue.h"
#include "memory/memory_of.h"

namespace ptc {

constinit thread_local Given *Given::current = nullptr;

namespace {

// True if sizes and strides say where the elements are; on the meta device they are nowhere.  Nothing here may throw.
bool placed(const at::TensorImpl *t) {
  constexpr c10::DispatchKeySet other({c10::DispatchKey::Functionalize, c10::DispatchKey::Python});
  return !t->is_nested() && !t->key_set().has_any(other) && !t->has_symbolic_sizes_strides() && !t->is_meta() &&
         t->has_storage() && t->unsafe_storage();
}

} // namespace

bool within_memory(const at::Tensor &tensor) noexcept {
  const at::TensorImpl *t = tensor.unsafeGetTensorImpl();
  if (!tensor.defined() || !placed(t)) return true;
  int64_t last = t->storage_offset(), bytes = 0;
  bool empty = false;
  for (int64_t size : t->sizes()) {
    if (size < 0) return false;
    empty = empty || size == 0;
  }
  if (empty) return true;
  for (int64_t i = 0; i < t->dim(); ++i) {
    int64_t step = 0;
    if (__builtin_mul_overflow(t->sizes()[i] - 1, t->strides()[i], &step) || __builtin_add_overflow(last, step, &last))
      return false;
  }
  // Several elements of the smallest quantized dtypes share a byte.
  const auto dtype = c10::typeMetaToScalarType(t->dtype());
  if (dtype == c10::kQUInt4x2) last /= 2;
  if (dtype == c10::kQUInt2x4) last /= 4;
  return t->storage_offset() >= 0 && last >= 0 &&
         !__builtin_mul_overflow(last + 1, static_cast<int64_t>(t->itemsize()), &bytes) &&
         (bytes <= static_cast<int64_t>(t->unsafe_storage().nbytes()) || bytes <= freed_bytes(t->unsafe_storage()));
}

bool has_plain_memory(const at::Tensor &tensor) {
  using c10::DispatchKey;
  constexpr c10::DispatchKeySet plain(
      {DispatchKey::CPU, DispatchKey::ADInplaceOrView, DispatchKey::AutogradCPU, DispatchKey::AutocastCPU});
  return tensor.key_set() == plain && tensor.is_non_overlapping_and_dense();
}
bool crowded(const at::Tensor &tensor) noexcept {
  const at::TensorImpl *t = tensor.unsafeGetTensorImpl();
  if (!tensor.defined() || !placed(t) || t->is_contiguous() || t->numel() <= 1) return false;
  int64_t last = 0;
  for (int64_t i = 0; i < t->dim(); ++i) last += (t->sizes()[i] - 1) * t->strides()[i];
  return last + 1 < t->numel();
}

void check_output(const at::Tensor &tensor, const char *name) {
  if (crowded(tensor))
    fail(PTC_ERROR_RUNTIME, std::string("argument '") + name +
                                "': unsupported operation: more than one element of the written-to tensor refers to a "
                                "single memory location. Please clone() the tensor before performing the operation.");
  if (tensor.defined() && tensor._is_zerotensor())
    fail(PTC_ERROR_RUNTIME, std::string("argument '") + name +
                                "': ZeroTensors are immutable. Please use the materialized zero tensor obtained using "
                                ".clone() if you want a mutable tensor.");
}

void check_placed(const at::Tensor &tensor) {
  if (within_memory(tensor)) return;
  std::ostringstream text;
  for (int64_t size : tensor.sizes())
    if (size < 0) {
      text << "Trying to create tensor with negative dimension " << size << ": " << tensor.sizes();
      fail(PTC_ERROR_RUNTIME, text.str());
    }
  text << "a tensor of sizes " << tensor.sizes() << " and strides " << tensor.strides()
       << " would reach beyond its storage of " << tensor.storage().nbytes() << " bytes";
  fail(PTC_ERROR_RUNTIME, text.str());
}

void Given::check(uint32_t which) const {
  bool writes = false, reads_nothing = false;
  for (int32_t i = 0; i < count; ++i) {
    if (!handles[i]) continue;
    const at::Tensor &tensor = handles[i]->tensor;
    if (which >> i & 1) check_placed(tensor);
    if (outputs >> i & 1) writes |= tensor.defined() && !tensor.is_meta();
    else reads_nothing |= tensor.defined() && tensor.is_meta();
  }
  // libtorch runs its kernel of the meta device, which leaves the memory of an output as it was.
  if (writes && reads_nothing)
    fail(PTC_ERROR_RUNTIME, "Expected all tensors to be on the same device, but found at least two devices, meta and "
                            "that of 'out'!");
}

void Given::keep_place(ptc_tensor handle) noexcept {
  Place &place = places[count];
  place.dim = -1;
  if (!handle) return;
  const at::TensorImpl *t = handle->tensor.unsafeGetTensorImpl();
  if (!placed(t) || t->dim() > Place::most) return;
  place.dim = t->dim();
  place.offset = t->storage_offset();
  std::copy_n(t->sizes().data(), place.dim, place.sizes);
  std::copy_n(t->strides().data(), place.dim, place.strides);
}

namespace {

void put_back(const at::Tensor &tensor, const Place *place) {
  at::TensorImpl *t = tensor.unsafeGetTensorImpl();
  t->set_allow_tensor_metadata_change(true);
  if (place && place->dim >= 0) {
    auto dim = static_cast<size_t>(place->dim);
    t->set_sizes_and_strides(at::IntArrayRef(place->sizes, dim), at::IntArrayRef(place->strides, dim), place->offset);
    if (within_memory(tensor)) return;
  }
  t->set_sizes_and_strides(at::IntArrayRef({0}), at::IntArrayRef({1}), 0); // it lost its memory too
}

} // namespace

void Given::mend() noexcept {
  for (int32_t i = 0; i < count; ++i)
    if (handles[i] && !within_memory(handles[i]->tensor))
      put_back(handles[i]->tensor, keeps_places ? &places[i] : nullptr);
  for (int32_t i = 0; i < lists_count; ++i)
    for (int64_t j = 0; j < lists[i].length; ++j)
      if (ptc_tensor one = lists[i].handles[j]; one && !within_memory(one->tensor)) put_back(one->tensor, nullptr);
}

} // namespace ptc
