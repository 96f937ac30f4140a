// Tensors that another binding of the same libtorch has.
#include "core/glue.h"

#include <pytorch_c/host/binding.h>

ptc_error ptc_tensor_impl(ptc_tensor self, void **out) {
  return guard(out, [&] { *out = tensor_of(self).unsafeGetTensorImpl(); });
}

ptc_error ptc_tensor_from_impl(void *address, ptc_tensor *out) {
  return guard(out, [&] {
    if (!address) fail(PTC_ERROR_TYPE, "argument 'address': a TensorImpl is needed, got NULL");
    using Pointer = c10::intrusive_ptr<c10::TensorImpl, at::UndefinedTensorImpl>;
    auto found = Pointer::unsafe_reclaim_from_nonowning(static_cast<c10::TensorImpl *>(address));
    if (!found.defined()) fail(PTC_ERROR_VALUE, "argument 'address': an undefined tensor");
    put(out, at::Tensor(std::move(found)));
  });
}

ptc_error ptc_tensor_use_count(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(tensor_of(self).use_count())); });
}
