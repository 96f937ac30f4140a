// The tensor handle: what no operator schema covers.
#include <ATen/ops/empty.h>
#include <ATen/EmptyTensor.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/lift_fresh.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/core/Formatting.h>
#include <ATen/SparseCsrTensorUtils.h>
#include <ATen/TensorIndexing.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/frontend/tracer.h>

#include "memory/memory_of.h"
#include "core/weak.h"

#include <pytorch_c/core/tensor.h>

#include <cstring>
#include <iostream>
#include <limits>
#include <sstream>

namespace {

// Runs destroy(context) once, however the call ends.
struct Destroyer {
  ptc_destroy_fn destroy;
  void *context;
  ~Destroyer() {
    if (destroy) destroy(context);
  }
};

int64_t elements(c10::IntArrayRef size) {
  int64_t n = 1;
  for (int64_t s : size) {
    if (s < 0) fail(PTC_ERROR_VALUE, "argument 'size': a negative size");
    if (__builtin_mul_overflow(n, s, &n)) fail(PTC_ERROR_VALUE, "argument 'size': too many elements");
  }
  return n;
}

void check_bytes(int64_t nbytes, int64_t count, int64_t itemsize) {
  int64_t need = 0;
  if (__builtin_mul_overflow(count, itemsize, &need) || need != nbytes)
    fail(PTC_ERROR_VALUE,
         "argument 'nbytes': " + std::to_string(need) + " bytes are needed, got " + std::to_string(nbytes));
}

// Zeros are what a failure leaves in an output.
void clear_sizes(int64_t *out, int64_t length) {
  if (out && length > 0) std::fill_n(out, length, 0);
}

void copy_sizes(c10::IntArrayRef from, int64_t *out, int64_t length) {
  if (length != static_cast<int64_t>(from.size()))
    fail(PTC_ERROR_VALUE, "argument 'out_len': the tensor has " + std::to_string(from.size()) + " dimensions");
  if (length && !out) fail(PTC_ERROR_VALUE, "argument 'out' is NULL");
  std::copy(from.begin(), from.end(), out);
}

int64_t flags_of(const at::Tensor &t) {
  const int64_t recorded = !t.unsafeGetTensorImpl()->autograd_meta()
                               ? 0 // and so no view, to autograd
                               : (t.is_view() ? PTC_FLAG_VIEW : 0) | (t.requires_grad() ? PTC_FLAG_REQUIRES_GRAD : 0);
  return (t.is_conj() ? PTC_FLAG_CONJ : 0) | (t.is_neg() ? PTC_FLAG_NEG : 0) |
         (t.is_inference() ? PTC_FLAG_INFERENCE : 0) | (t.is_quantized() ? PTC_FLAG_QUANTIZED : 0) |
         (t.has_storage() ? PTC_FLAG_HAS_STORAGE : 0) | (t.is_nested() ? PTC_FLAG_NESTED : 0) | recorded;
}

using at::indexing::TensorIndex;

std::optional<c10::SymInt> bound(int64_t value) {
  if (value == std::numeric_limits<int64_t>::min() || value == std::numeric_limits<int64_t>::max()) return std::nullopt;
  return c10::SymInt(value);
}

TensorIndex one_index(const int64_t *item, const ptc_tensor *tensors, int64_t tensors_len) {
  switch (item[0]) {
  case PTC_INDEX_NONE: return TensorIndex(at::indexing::None);
  case PTC_INDEX_ELLIPSIS: return TensorIndex(at::indexing::Ellipsis);
  case PTC_INDEX_INT: return TensorIndex(item[1]);
  case PTC_INDEX_BOOL: return TensorIndex(item[1] != 0);
  case PTC_INDEX_SLICE: // an open end is the largest number, as of torch's Python: graphs show it
    return TensorIndex(at::indexing::Slice(bound(item[1]), c10::SymInt(item[2]), c10::SymInt(item[3])));
  case PTC_INDEX_TENSOR:
    if (item[1] < 0 || item[1] >= tensors_len) fail(PTC_ERROR_INDEX, "argument 'items': no tensor has that position");
    return TensorIndex(tensor_of(tensors[item[1]], "tensors"));
  default: fail(PTC_ERROR_VALUE, "argument 'items': unknown index kind " + std::to_string(item[0]));
  }
}

std::vector<TensorIndex> indices(const int64_t *items, int64_t items_len, const ptc_tensor *tensors,
                                 int64_t tensors_len) {
  check_list(items, items_len, "items");
  check_list(tensors, tensors_len, "tensors");
  if (items_len % 4) fail(PTC_ERROR_VALUE, "argument 'items_len': four numbers for each index are needed");
  std::vector<TensorIndex> out;
  out.reserve(items_len / 4);
  for (int64_t i = 0; i < items_len; i += 4) out.push_back(one_index(items + i, tensors, tensors_len));
  return out;
}

} // namespace

ptc_error ptc_tensor_share(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, tensor_of(self)); });
}

ptc_error ptc_tensor_from_data(const void *data, int64_t nbytes, const int64_t *size, int64_t size_len,
                               const ptc_options *options, ptc_tensor *out) {
  return guard(out, [&] {
    auto want = opts(options, at::kFloat);
    // Past the dispatcher: inside of torch.func's levels it would give a tensor without memory of its own.
    const auto sizes = array<int64_t>(size, size_len, "size");
    const auto dtype = at::typeMetaToScalarType(want.dtype());
    at::Tensor host = at::isQIntType(dtype) ? at::empty(sizes, dtype) : at::Tensor(at::detail::empty_cpu(sizes, dtype));
    check_bytes(nbytes, host.numel(), host.itemsize());
    if (nbytes && !data) fail(PTC_ERROR_VALUE, "argument 'data' is NULL");
    if (nbytes) std::memcpy(host.data_ptr(), data, nbytes);
    if (c10::impl::tls_is_dispatch_key_included(at::DispatchKey::FuncTorchDynamicLayerFrontMode))
      host = at::lift_fresh(host);
    auto made = want.pinned_memory() ? host.pin_memory() : host;
    put(out, want.device().is_cpu() ? made : made.to(want.device()), options);
  });
}

ptc_error ptc_tensor_from_blob(void *data, const int64_t *size, int64_t size_len, const int64_t *stride,
                               int64_t stride_len, const ptc_options *options, void *context, ptc_destroy_fn destroy,
                               ptc_tensor *out) {
  auto owner = std::shared_ptr<Destroyer>(new (std::nothrow) Destroyer{destroy, context});
  if (!owner) {
    if (destroy) destroy(context);
    return guard(out, [&] { throw std::bad_alloc(); });
  }
  return guard(out, [&] {
    if (elements(array<int64_t>(size, size_len, "size")) && !data) fail(PTC_ERROR_VALUE, "argument 'data' is NULL");
    const auto want = opts(options, at::kFloat);
    if (at::isQIntType(at::typeMetaToScalarType(want.dtype())))
      fail(PTC_ERROR_VALUE, "argument 'options': a quantized tensor needs a quantizer; make it of its ints");
    // Kernels read such numbers whole, which the processor refuses at other addresses.
    if (at::typeMetaToScalarType(want.dtype()) == at::kComplexDouble && want.device().is_cpu() &&
        reinterpret_cast<uintptr_t>(data) % alignof(c10::complex<double>))
      fail(PTC_ERROR_VALUE, "argument 'data': memory of complex128 must be aligned to 16 bytes; make a copy first");
    if (want.layout() != at::kStrided)
      fail(PTC_ERROR_VALUE, "argument 'options': only a strided tensor lies in memory of the host's");
    if (stride && stride_len != size_len)
      fail(PTC_ERROR_VALUE, "argument 'stride_len': one stride for each dimension is needed");
    for (int64_t s : array<int64_t>(stride, stride_len, "stride"))
      if (s < 0) fail(PTC_ERROR_VALUE, "argument 'stride': a negative stride");
    auto keep = [owner](void *) mutable { owner.reset(); };
    auto made = stride ? at::from_blob(data, array<int64_t>(size, size_len, "size"),
                                       array<int64_t>(stride, stride_len, "stride"), keep, want)
                       : at::from_blob(data, array<int64_t>(size, size_len, "size"), keep, want);
    put(out, std::move(made), options);
  });
}

ptc_error ptc_tensor_dim(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, tensor_of(self).dim()); });
}
ptc_error ptc_tensor_numel(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, tensor_of(self).numel()); });
}
ptc_error ptc_tensor_sizes(ptc_tensor self, int64_t *out, int64_t out_len) {
  clear_sizes(out, out_len);
  return guard_reader([&] { copy_sizes(tensor_of(self).sizes(), out, out_len); });
}
ptc_error ptc_tensor_strides(ptc_tensor self, int64_t *out, int64_t out_len) {
  clear_sizes(out, out_len);
  return guard_reader([&] { copy_sizes(tensor_of(self).strides(), out, out_len); });
}
ptc_error ptc_tensor_storage_offset(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, tensor_of(self).storage_offset()); });
}
ptc_error ptc_tensor_dtype(ptc_tensor self, int32_t *out) {
  return guard(out, [&] { put(out, tensor_of(self).scalar_type()); });
}
ptc_error ptc_tensor_layout(ptc_tensor self, int32_t *out) {
  return guard(out, [&] { *out = static_cast<int32_t>(tensor_of(self).layout()); });
}
ptc_error ptc_tensor_device(ptc_tensor self, int32_t *type, int32_t *index) {
  return guard(std::tie(type, index), [&] {
    auto where = tensor_of(self).device();
    *type = static_cast<int32_t>(where.type());
    *index = where.index();
  });
}
ptc_error ptc_tensor_element_size(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(tensor_of(self).element_size())); });
}
ptc_error ptc_tensor_is_contiguous(ptc_tensor self, int32_t memory_format, bool *out) {
  return guard(out, [&] {
    put(out, tensor_of(self).is_contiguous(optformat(memory_format).value_or(at::MemoryFormat::Contiguous)));
  });
}
ptc_error ptc_tensor_is_dense(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, tensor_of(self).is_non_overlapping_and_dense()); });
}
ptc_error ptc_tensor_is_pinned(ptc_tensor self, bool *out) {
  return guard(out, [&] { put(out, tensor_of(self).is_pinned()); });
}
ptc_error ptc_tensor_flags(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { *out = flags_of(tensor_of(self)); });
}
ptc_error ptc_tensor_describe(ptc_tensor self, ptc_description *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    ptc_description found{};
    found.flags = flags_of(t);
    found.dtype = static_cast<int32_t>(t.scalar_type());
    found.layout = static_cast<int32_t>(t.layout());
    found.device_type = static_cast<int32_t>(t.device().type());
    found.device_index = t.device().index();
    found.element_size = static_cast<int64_t>(t.element_size());
    found.dim = t.dim();
    found.numel = t.numel();
    if (!(found.flags & PTC_FLAG_NESTED)) found.sizes = t.sizes().data();
    if (t.layout() == at::kStrided && !(found.flags & PTC_FLAG_NESTED)) {
      found.strides = t.strides().data();
      found.storage_offset = t.storage_offset();
      if (found.flags & PTC_FLAG_HAS_STORAGE && !t._is_zerotensor()) found.data = t.const_data_ptr();
    }
    *out = found;
  });
}
ptc_error ptc_tensor_data_ptr(ptc_tensor self, void **out) {
  return guard(out, [&] {
    const auto &tensor = with_memory(tensor_of(self));
    // A wrapper of the host's has no memory, which its address says; to read it is an error.
    const bool nowhere = tensor.numel() != 0 && tensor.unsafeGetTensorImpl()->is_python_dispatch() &&
                         tensor.has_storage() &&
                         !tensor.storage().unsafeGetStorageImpl()->_mutable_data_ptr_no_checks();
    *out = nowhere ? nullptr : tensor.data_ptr();
  });
}
ptc_error ptc_tensor_storage(ptc_tensor self, void **data, int64_t *nbytes) {
  return guard(std::tie(data, nbytes), [&] {
    const auto &storage = with_memory(tensor_of(self)).storage();
    *data = storage.mutable_data();
    *nbytes = storage.sym_nbytes().maybe_as_int().value_or(PTC_UNSET);
  });
}
ptc_error ptc_tensor_lend(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, lent(tensor_of(self))); });
}
ptc_error ptc_tensor_is_same(ptc_tensor self, ptc_tensor other, bool *out) {
  return guard(out, [&] { put(out, tensor_of(self).is_same(tensor_of(other, "other"))); });
}
bool ptc_tensor_is_small(ptc_tensor self) {
  using c10::DispatchKey;
  // All others ask the host, or are larger than they say: a batch of vmap's, a nested tensor.
  constexpr c10::DispatchKeySet dense =
      c10::DispatchKeySet({DispatchKey::CPU, DispatchKey::AutogradCPU, DispatchKey::ADInplaceOrView,
                           DispatchKey::Conjugate, DispatchKey::Negative, DispatchKey::AutocastCPU});
  if (!self) return false;
  const auto *impl = self->tensor.unsafeGetTensorImpl();
  return dense.has_all(impl->key_set()) && !impl->has_symbolic_sizes_strides() && impl->numel() <= PTC_SMALL_NUMEL;
}
ptc_error ptc_tensor_version(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(tensor_of(self)._version())); });
}
ptc_error ptc_tensor_set_version(ptc_tensor self, int64_t version) {
  return guard([&] {
    const auto &tensor = tensor_of(self);
    if (version < 0) fail(PTC_ERROR_VALUE, "argument 'version' must not be negative, got " + std::to_string(version));
    if (tensor.is_inference()) return;
    auto counter = tensor.unsafeGetTensorImpl()->version_counter(); // which the tensor shares
    counter.set_version(version);
  });
}

ptc_error ptc_tensor_base(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, tensor_of(self).is_view() ? at::Tensor(tensor_of(self)._base()) : at::Tensor()); });
}

ptc_error ptc_tensor_item(ptc_tensor self, ptc_scalar *out) {
  return guard(out, [&] { put(out, tensor_of(self).item()); });
}

ptc_error ptc_tensor_copy_to(ptc_tensor self, void *data, int64_t nbytes) {
  return guard([&] {
    auto host = with_values(tensor_of(self)).detach().to(at::kCPU).resolve_conj().resolve_neg().contiguous();
    check_bytes(nbytes, host.numel(), host.itemsize());
    if (nbytes && !data) fail(PTC_ERROR_VALUE, "argument 'data' is NULL");
    if (nbytes) std::memcpy(data, host.data_ptr(), nbytes);
  });
}

ptc_error ptc_tensor_string(ptc_tensor self, char **out) {
  return guard(out, [&] {
    std::ostringstream text;
    at::print(text, with_values(tensor_of(self)), 80);
    put(out, text.str());
  });
}

ptc_error ptc_tensor_print(ptc_tensor self) {
  return guard([&] {
    at::print(std::cout, with_values(tensor_of(self)), 80);
    std::cout << std::endl;
  });
}

ptc_error ptc_tensor_data(ptc_tensor self, ptc_tensor *out) {
  return guard(out, [&] { put(out, tensor_of(self).variable_data()); });
}

ptc_error ptc_tensor_set_data(ptc_tensor self, ptc_tensor data) {
  return guard([&] { tensor_of(self).set_data(tensor_of(data, "data")); });
}

ptc_error ptc_tensor_index(ptc_tensor self, const int64_t *items, int64_t items_len, const ptc_tensor *tensors,
                           int64_t tensors_len, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &from = tensor_of(self);
    // A slice of everything may be one of less for other sizes.
    const bool traced = torch::jit::tracer::isTracing();
    put(out, at::indexing::get_item(from, indices(items, items_len, tensors, tensors_len), traced));
  });
}

// libtorch writes into what a sparse tensor gives for an index, a copy.
static const at::Tensor &written(ptc_tensor self) {
  const auto &to = tensor_of(self);
  if (to.is_sparse() || at::sparse_csr::is_sparse_compressed(to))
    fail(PTC_ERROR_TYPE, "Cannot assign to a sparse tensor");
  return to;
}

ptc_error ptc_tensor_index_put(ptc_tensor self, const int64_t *items, int64_t items_len, const ptc_tensor *tensors,
                               int64_t tensors_len, ptc_tensor value) {
  return guard([&] {
    at::indexing::set_item(written(self), indices(items, items_len, tensors, tensors_len), tensor_of(value, "value"),
                           torch::jit::tracer::isTracing());
  });
}

ptc_error ptc_tensor_index_fill(ptc_tensor self, const int64_t *items, int64_t items_len, const ptc_tensor *tensors,
                                int64_t tensors_len, ptc_scalar value) {
  return guard([&] {
    const auto &to = written(self);
    auto what =
        at::indexing::scalarToTensor(number(value, "value"), at::TensorOptions().dtype(to.scalar_type()), to.device());
    at::indexing::set_item(to, indices(items, items_len, tensors, tensors_len), what, torch::jit::tracer::isTracing());
  });
}

int64_t ptc_tensor_list_length(ptc_tensor_list self) { return self ? static_cast<int64_t>(self->tensors.size()) : 0; }

ptc_error ptc_tensor_list_get(ptc_tensor_list self, int64_t index, ptc_tensor *out) {
  return guard(out, [&] {
    if (!self) fail(PTC_ERROR_TYPE, "argument 'self': a list is needed, got NULL");
    if (index < 0 || index >= static_cast<int64_t>(self->tensors.size()))
      fail(PTC_ERROR_INDEX,
           "argument 'index': " + std::to_string(index) + " of a list of " + std::to_string(self->tensors.size()));
    put(out, self->tensors[index]);
  });
}

namespace {

// Never destroyed: hosts give numbers back until the end of the process.
using WeakTensor = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
auto &weak_table() {
  static auto *const made = new WeakTable<WeakTensor>("ptc_tensor_weak");
  return *made;
}

} // namespace

ptc_error ptc_tensor_weak(ptc_tensor self, int64_t *out) {
  return guard(out, [&] {
    const auto &tensor = tensor_of(self);
    put(out, weak_table().keep(tensor.unsafeGetTensorImpl(), WeakTensor(tensor.getIntrusivePtr())));
  });
}
ptc_error ptc_tensor_weak_release(int64_t weak) {
  return guard([&] { weak_table().free(weak); });
}
ptc_error ptc_tensor_weak_expired(int64_t weak, bool *out) {
  return guard(out, [&] { put(out, weak_table().expired(weak)); });
}
