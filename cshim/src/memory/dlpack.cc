// DLPack, both ways.  libtorch's own conversion trusts what it is given: it ends
// the process at a negative stride, and loses the negative bit.
#include <ATen/DLConvertor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>

#include "memory/memory_of.h"

#include <pytorch_c/memory/dlpack.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace {

void check_sayable(const at::Tensor &t) {
  if (t.layout() != at::kStrided) fail(PTC_ERROR_BUFFER, "Can't export tensors with layout other than torch.strided");
  if (t.is_conj()) fail(PTC_ERROR_BUFFER, "Can't export tensors with the conjugate bit set");
  if (t.is_neg()) fail(PTC_ERROR_BUFFER, "Can't export tensors with the negative bit set");
  if (!t.has_storage()) fail(PTC_ERROR_BUFFER, "Can't export tensors without storage");
}

at::Tensor lendable(const at::Tensor &t) {
  check_sayable(t);
  return lent(t);
}

// Closes `managed` once nothing needs its memory, from the moment that it is taken over.
template <class Managed> struct Owner {
  Managed *managed;
  bool taken = false;
  ~Owner() {
    if (taken && managed->deleter) managed->deleter(managed);
  }
};

void check(const DLTensor &t, at::ScalarType dtype) {
  if (t.ndim < 0) fail(PTC_ERROR_BUFFER, "argument 'managed': a negative number of dimensions");
  if (t.ndim && !t.shape) fail(PTC_ERROR_BUFFER, "argument 'managed': the shape is NULL");
  int64_t bytes = static_cast<int64_t>(c10::elementSize(dtype)), last = 0;
  bool empty = false;
  for (int32_t i = 0; i < t.ndim; ++i) {
    int64_t size = t.shape[i], stride = t.strides ? t.strides[i] : 0, step = 0;
    if (size < 0) fail(PTC_ERROR_BUFFER, "argument 'managed': a negative size");
    if (stride < 0 && size > 1)
      fail(PTC_ERROR_VALUE, "argument 'managed': negative strides are not supported; make a copy first");
    if (size == 0) empty = true;
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(size, 1), &bytes) ||
        __builtin_mul_overflow(std::max<int64_t>(size - 1, 0), stride, &step) ||
        __builtin_add_overflow(last, step, &last) || last > std::numeric_limits<int64_t>::max() / 16)
      fail(PTC_ERROR_BUFFER, "argument 'managed': too many elements");
  }
  if (!empty && !t.data) fail(PTC_ERROR_BUFFER, "argument 'managed': the data is NULL");
}

std::vector<int64_t> strides_of(const DLTensor &t) {
  std::vector<int64_t> out(t.ndim);
  int64_t step = 1;
  for (int32_t i = t.ndim - 1; i >= 0; --i) {
    // A stride that is never taken may be anything.
    out[i] = !t.strides ? step : t.shape[i] > 1 ? t.strides[i] : std::max<int64_t>(t.strides[i], 0);
    step *= std::max<int64_t>(t.shape[i], 1);
  }
  return out;
}

template <class Managed> void take(Managed *managed, ptc_tensor *out) {
  auto owner = std::make_shared<Owner<Managed>>(managed);
  const DLTensor &t = managed->dl_tensor;
  auto dtype = at::toScalarType(t.dtype);
  auto where =
      at::dlDeviceToTorchDevice(t.device.device_type, static_cast<c10::DeviceIndex>(t.device.device_id), t.data);
  check(t, dtype);
  auto *data = t.data ? static_cast<char *>(t.data) + t.byte_offset : nullptr;
  // Its kernels read complex numbers whole, which the processor refuses elsewhere.
  if (dtype == at::kComplexDouble && where.is_cpu() &&
      reinterpret_cast<uintptr_t>(data) % alignof(c10::complex<double>))
    fail(PTC_ERROR_BUFFER, "argument 'managed': the data of complex128 must be aligned to 16 bytes; make a copy first");
  auto keep = [owner](void *) mutable { owner.reset(); };
  auto options = at::TensorOptions().dtype(dtype).device(where);
  put(out, at::from_blob(data, c10::IntArrayRef(t.shape, t.ndim), strides_of(t), keep, options, where));
  owner->taken = true;
}

template <class Managed> void close(Managed *managed) noexcept {
  if (managed && managed->deleter) managed->deleter(managed);
}

} // namespace

ptc_error ptc_tensor_to_dlpack(ptc_tensor self, ptc_dlpack *out) {
  return guard(out, [&] { *out = at::toDLPack(lendable(tensor_of(self))); });
}
ptc_error ptc_tensor_to_dlpack_versioned(ptc_tensor self, ptc_dlpack_versioned *out) {
  return guard(out, [&] { *out = at::toDLPackVersioned(lendable(tensor_of(self))); });
}

ptc_error ptc_tensor_from_dlpack(ptc_dlpack managed, ptc_tensor *out) {
  return guard(out, [&] {
    if (!managed) fail(PTC_ERROR_TYPE, "argument 'managed': a DLManagedTensor is needed, got NULL");
    take(managed, out);
  });
}
ptc_error ptc_tensor_from_dlpack_versioned(ptc_dlpack_versioned managed, ptc_tensor *out) {
  return guard(out, [&] {
    if (!managed) fail(PTC_ERROR_TYPE, "argument 'managed': a DLManagedTensorVersioned is needed, got NULL");
    if (managed->version.major != DLPACK_MAJOR_VERSION)
      fail(PTC_ERROR_BUFFER, "argument 'managed': DLPack " + std::to_string(managed->version.major) +
                                 " is not supported, only " + std::to_string(DLPACK_MAJOR_VERSION));
    take(managed, out);
  });
}

ptc_error ptc_dlpack_new(int32_t code, int32_t bits, int32_t lanes, int32_t device_type, int32_t device_index,
                         const int64_t *shape, int64_t shape_len, ptc_dlpack_versioned *out) {
  return guard(out, [&] {
    if (code < 0 || code > 255 || bits < 0 || bits > 255 || lanes < 0 || lanes > 65535)
      fail(PTC_ERROR_VALUE, "arguments 'code', 'bits', 'lanes': this is no dtype of DLPack's");
    if (device_index < 0 || device_index > 127)
      fail(PTC_ERROR_VALUE, "argument 'device_index': 0 to 127, got " + std::to_string(device_index));
    const auto dtype =
        at::toScalarType({static_cast<uint8_t>(code), static_cast<uint8_t>(bits), static_cast<uint16_t>(lanes)});
    const auto where =
        at::dlDeviceToTorchDevice(static_cast<DLDeviceType>(device_type), static_cast<c10::DeviceIndex>(device_index));
    const auto sizes = array<int64_t>(shape, shape_len, "shape");
    *out = at::toDLPackVersioned(lendable(at::empty(sizes, at::TensorOptions().dtype(dtype).device(where))));
  });
}
ptc_error ptc_tensor_dlpack_dtype(ptc_tensor self, int32_t *code, int32_t *bits, int32_t *lanes, int32_t *device_type,
                                  int32_t *device_index) {
  return guard(std::tie(code, bits, lanes, device_type, device_index), [&] {
    const auto &t = tensor_of(self);
    check_sayable(t);
    const auto dtype = at::getDLDataType(with_memory(t));
    const auto where = at::torchDeviceToDLDevice(t.device());
    *code = dtype.code;
    *bits = dtype.bits;
    *lanes = dtype.lanes;
    *device_type = where.device_type;
    *device_index = where.device_id;
  });
}

void ptc_dlpack_close(ptc_dlpack managed) { close(managed); }
void ptc_dlpack_versioned_close(ptc_dlpack_versioned managed) { close(managed); }

ptc_error ptc_tensor_dlpack_device(ptc_tensor self, int32_t *type, int32_t *index) {
  return guard(std::tie(type, index), [&] {
    auto where = at::torchDeviceToDLDevice(tensor_of(self).device());
    *type = where.device_type == kDLCPU && tensor_of(self).is_pinned() ? kDLCUDAHost : where.device_type;
    *index = where.device_id;
  });
}
