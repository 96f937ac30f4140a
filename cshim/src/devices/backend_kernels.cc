// Kernels that every device of the host's own needs; all other operators run on the CPU, on copies.
#include <ATen/EmptyTensor.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include <ATen/detail/PrivateUse1HooksInterface.h>

#include "devices/backend.h"

namespace {

constexpr c10::DispatchKeySet KEYS(c10::DispatchKey::PrivateUse1);

int32_t index_of(const at::Tensor &x) { return x.device().type() == OWN ? x.device().index() : PTC_UNSET; }

at::ScalarType dtype_of_factory(std::optional<at::ScalarType> dtype) {
  return dtype.value_or(at::typeMetaToScalarType(c10::get_default_dtype()));
}

c10::Device place(std::optional<c10::Device> device) {
  if (device && device->has_index()) return *device;
  return {OWN, current_own_device()};
}

// ---- factories and views ----

at::Tensor empty(at::IntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout>,
                 std::optional<c10::Device> device, std::optional<bool>, std::optional<at::MemoryFormat> format) {
  c10::DeviceGuard guard(place(device));
  return at::detail::empty_generic(size, own_allocator(), KEYS, dtype_of_factory(dtype), format);
}

at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride, std::optional<at::ScalarType> dtype,
                         std::optional<at::Layout>, std::optional<c10::Device> device, std::optional<bool>) {
  c10::DeviceGuard guard(place(device));
  return at::detail::empty_strided_generic(size, stride, own_allocator(), KEYS, dtype_of_factory(dtype));
}

void reserve(const at::Tensor &self, int64_t nbytes) {
  const auto &storage = self.storage();
  if (static_cast<int64_t>(storage.nbytes()) < nbytes)
    at::detail::getPrivateUse1Hooks().resizePrivateUse1Bytes(storage, static_cast<size_t>(nbytes));
}

const at::Tensor &resize_(const at::Tensor &self, at::IntArrayRef size, std::optional<at::MemoryFormat> format) {
  auto *impl = self.unsafeGetTensorImpl();
  const auto itemsize = impl->dtype().itemsize();
  const auto nbytes = at::detail::computeStorageNbytesContiguous(size, itemsize, impl->storage_offset());
  reserve(self, static_cast<int64_t>(nbytes)); // first, since it may fail
  impl->set_sizes_contiguous(size);
  if (format && *format != at::MemoryFormat::Contiguous) impl->empty_tensor_restride(*format);
  return self;
}

at::Tensor &set_storage(at::Tensor &self, at::Storage source, int64_t offset, at::IntArrayRef size,
                        at::IntArrayRef stride) {
  const auto itemsize = self.dtype().itemsize();
  const auto needed = stride.empty() && !size.empty()
                          ? at::detail::computeStorageNbytesContiguous(size, itemsize, offset)
                          : at::detail::computeStorageNbytes(size, stride, itemsize, offset);
  TORCH_CHECK(offset >= 0 && needed <= source.nbytes(), "set_: sizes ", size, " at ", offset, " need ", needed,
              " bytes, and the storage has ", source.nbytes());
  TORCH_CHECK(source.device() == self.device(), "set_: the storage is on ", source.device(), ", the tensor on ",
              self.device());
  auto *impl = self.unsafeGetTensorImpl();
  impl->set_storage_keep_dtype(std::move(source));
  if (stride.empty() && !size.empty()) {
    impl->set_storage_offset(offset);
    impl->set_sizes_contiguous(size);
  } else impl->set_sizes_and_strides(size, stride, offset);
  return self;
}

// ---- copies ----

// A copy on the CPU with the same sizes and strides: of all bytes from the first element to the last.
at::Tensor on_host(const at::Tensor &x) {
  auto out = at::empty_strided(x.sizes(), x.strides(), x.options().device(at::kCPU).pinned_memory(false));
  const auto nbytes = static_cast<int64_t>(at::detail::computeStorageNbytes(x.sizes(), x.strides(), x.itemsize()));
  copy_bytes(out.data_ptr(), PTC_UNSET, x.const_data_ptr(), index_of(x), x.numel() ? nbytes : 0);
  return out;
}

void write_back(const at::Tensor &from, const at::Tensor &to) {
  const auto nbytes = static_cast<int64_t>(at::detail::computeStorageNbytes(to.sizes(), to.strides(), to.itemsize()));
  copy_bytes(to.data_ptr(), index_of(to), from.const_data_ptr(), PTC_UNSET, to.numel() ? nbytes : 0);
}

bool alike(const at::Tensor &a, const at::Tensor &b) {
  return a.dtype() == b.dtype() && a.sizes() == b.sizes() && a.strides() == b.strides() &&
         a.is_non_overlapping_and_dense() && a.is_conj() == b.is_conj() && a.is_neg() == b.is_neg();
}

// Puts the bytes of `self` on a stream.  They are used until it is done, whoever closes the tensors.
void copy_later(const at::Tensor &self, const at::Tensor &dst) {
  const auto stream = start_copy(dst.data_ptr(), index_of(dst), self.const_data_ptr(), index_of(self),
                                 static_cast<int64_t>(self.nbytes()));
  for (const auto *one : {&self, &dst}) {
    if (index_of(*one) != PTC_UNSET) note_use(one->storage().data_ptr(), stream);
    else keep_while_used(std::make_shared<at::Storage>(one->storage()), {stream});
  }
}

at::Tensor copy_from(const at::Tensor &self, const at::Tensor &dst, bool non_blocking) {
  if (alike(self, dst)) {
    const bool on_devices = index_of(self) != PTC_UNSET && index_of(dst) != PTC_UNSET;
    if (own_streams() && self.nbytes() && (on_devices || non_blocking)) copy_later(self, dst);
    else
      copy_bytes(dst.data_ptr(), index_of(dst), self.const_data_ptr(), index_of(self),
                 static_cast<int64_t>(self.nbytes()));
    return dst;
  }
  auto source = self;
  if (index_of(self) != PTC_UNSET) {
    source = on_host(self);
    source._set_conj(self.is_conj());
    source._set_neg(self.is_neg());
  }
  if (index_of(dst) == PTC_UNSET) return dst.copy_(source);
  // The gaps in a strided `dst` may belong to another tensor.
  auto target = dst.is_non_overlapping_and_dense() && dst.sizes() == source.sizes()
                    ? at::empty_strided(dst.sizes(), dst.strides(), dst.options().device(at::kCPU))
                    : on_host(dst);
  target._set_conj(dst.is_conj());
  target._set_neg(dst.is_neg());
  target.copy_(source);
  write_back(target, dst);
  return dst;
}

at::Tensor copy_from_and_resize(const at::Tensor &self, const at::Tensor &dst) {
  if (dst.sizes() != self.sizes()) dst.resize_(self.sizes());
  return copy_from(self, dst, false);
}

void record_stream(at::Tensor &self, c10::Stream stream) {
  TORCH_CHECK_VALUE(stream.device_type() == OWN, "record_stream: a stream of ", stream.device(),
                    " does not use memory of ", self.device());
  own_guard()->recordDataPtrOnStream(self.storage().data_ptr(), stream);
}

void on_cpu(const c10::OperatorHandle &op, torch::jit::Stack *stack) { at::native::cpu_fallback(op, stack); }

// Its schema does not say that it changes the running statistics, so that nobody would write them back.
void batch_norm_on_cpu(const c10::OperatorHandle &op, torch::jit::Stack *stack) {
  const size_t first = stack->size() - op.schema().arguments().size() + 3;
  std::vector<std::pair<at::Tensor, at::Tensor>> statistics;
  for (auto &one : {std::ref((*stack)[first]), std::ref((*stack)[first + 1])})
    if (one.get().isTensor() && one.get().toTensor().defined()) {
      auto there = one.get().toTensor(), here = there.to(at::kCPU);
      statistics.emplace_back(there, here);
      one.get() = here;
    }
  on_cpu(op, stack);
  for (const auto &[there, here] : statistics) there.copy_(here);
}

} // namespace

namespace ptc {

void register_own_kernels() {
  static torch::Library kernels(torch::Library::IMPL, "aten", c10::DispatchKey::PrivateUse1, __FILE__, __LINE__);
  static torch::Library rest(torch::Library::IMPL, "_", c10::DispatchKey::PrivateUse1, __FILE__, __LINE__);
  kernels.impl("empty.memory_format", empty);
  kernels.impl("empty_strided", empty_strided);
  kernels.impl("as_strided", at::native::as_strided_tensorimpl);
  kernels.impl("view", at::native::view);
  kernels.impl("_reshape_alias", at::native::_reshape_alias);
  kernels.impl("unfold", at::native::unfold);
  kernels.impl("view_as_real", at::native::view_as_real);
  kernels.impl("view_as_complex", at::native::view_as_complex);
  kernels.impl("resize_", resize_);
  kernels.impl("set_.source_Storage_storage_offset", set_storage);
  kernels.impl("_copy_from", copy_from);
  kernels.impl("_copy_from_and_resize", copy_from_and_resize);
  kernels.impl("record_stream", record_stream);
  kernels.impl("native_batch_norm", torch::CppFunction::makeFromBoxedFunction<&batch_norm_on_cpu>());
  rest.fallback(torch::CppFunction::makeFromBoxedFunction<&on_cpu>());
  // Their fallbacks would resolve the bit by a copy, and that comes back here; copy_from reads the bits itself.
  static torch::Library conjugate(torch::Library::IMPL, "aten", c10::DispatchKey::Conjugate, __FILE__, __LINE__);
  static torch::Library negative(torch::Library::IMPL, "aten", c10::DispatchKey::Negative, __FILE__, __LINE__);
  for (auto *one : {&conjugate, &negative}) {
    one->impl("_copy_from", torch::CppFunction::makeFallthrough());
    one->impl("_copy_from_and_resize", torch::CppFunction::makeFallthrough());
  }
}

} // namespace ptc
