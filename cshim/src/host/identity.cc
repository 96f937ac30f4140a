// Which object of the host's stands for a tensor.
#include <torch/csrc/autograd/variable.h>

#include "core/glue.h"
#include "core/kept_memory.h"

#include <pytorch_c/host/identity.h>

#include "host/kept_object.h"

namespace {

using Pointer = c10::intrusive_ptr<c10::TensorImpl, at::UndefinedTensorImpl>;
using Weak = c10::weak_intrusive_ptr<c10::TensorImpl, at::UndefinedTensorImpl>;

} // namespace

void *ptc_tensor_identity(ptc_tensor self, bool *known) {
  auto *impl = self ? self->tensor.unsafeGetTensorImpl() : nullptr;
  if (known) *known = impl && (self->tensor.use_count() != 1 || impl->get_backend_meta());
  return impl;
}

bool ptc_tensor_grad_or_identity(ptc_tensor self, void **identity, ptc_tensor *out) {
  if (!self || !identity || !out) return false;
  *identity = nullptr;
  *out = nullptr;
  const auto *meta = torch::autograd::impl::get_autograd_meta(self->tensor);
  if (!meta || !meta->grad_.defined()) return !meta || !(meta->grad_fn_ || meta->is_view_);
  *identity = meta->grad_.unsafeGetTensorImpl();
  if (meta->grad_.use_count() != 1 || meta->grad_.unsafeGetTensorImpl()->get_backend_meta()) return true;
  if (!KeptMemory<ptc_tensor_s>::is_any()) return false; // memory for the handle can run out
  put(out, meta->grad_);
  return true;
}

ptc_error ptc_tensor_give_object(ptc_tensor self, void *object, ptc_destroy_fn destroy) {
  return guard([&] {
    auto &impl = *tensor_of(self).unsafeGetTensorImpl();
    if (!object || !destroy) fail(PTC_ERROR_VALUE, "arguments 'object' and 'destroy' must not be NULL");
    if (self->tensor.use_count() == 1) fail(PTC_ERROR_RUNTIME, "argument 'self': nobody else refers to the tensor");
    auto *place = kept_object(self->tensor);
    if (!place) {
      if (impl.get_backend_meta()) fail(PTC_ERROR_RUNTIME, "argument 'self': its backend has put something there");
      // It stays when the object is taken back: another thread may be copying what hangs on the tensor.
      impl.set_backend_meta(c10::make_intrusive<ptc::KeptObject>());
      place = kept_object(self->tensor);
    }
    void *none = nullptr;
    place->destroy = destroy;
    if (!place->object.compare_exchange_strong(none, object))
      fail(PTC_ERROR_RUNTIME, "argument 'self': the tensor has an object already");
  });
}

void *ptc_tensor_take_object(ptc_tensor self) {
  auto *place = self ? kept_object(self->tensor) : nullptr;
  return place ? place->object.exchange(nullptr) : nullptr;
}

ptc_error ptc_tensor_of_identity(void *identity, ptc_tensor *out) {
  return guard(out, [&] {
    if (!identity) fail(PTC_ERROR_VALUE, "argument 'identity' is NULL");
    // The memory is there as long as the object's destroyer has not returned, whatever the count.
    auto *impl = static_cast<c10::TensorImpl *>(identity);
#ifndef NDEBUG // for the sanitizers: c10 then asserts that the weak reference is owned
    c10::raw::weak_intrusive_ptr::incref(impl);
    Pointer found = Weak::reclaim(impl).lock();
#else
    auto weak = Weak::reclaim(impl);
    Pointer found = weak.lock();
    weak.release();
#endif
    if (found.defined()) put(out, at::Tensor(std::move(found)));
  });
}
