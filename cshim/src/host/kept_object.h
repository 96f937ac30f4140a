// The object of the host's that a tensor keeps (identity.cc).
#pragma once

#include <pytorch_c/types.h>

#include "core/libtorch_core.h"

#include <atomic>

namespace ptc {

// It hangs on the TensorImpl and goes with it.  libtorch's slot for a Python object is not used: torch, which may be in
// the same process, takes what is there for one of its own.
struct KeptObject final : c10::BackendMeta {
  std::atomic<void *> object{nullptr};
  std::atomic<ptc_destroy_fn> destroy{nullptr};

  ~KeptObject() override {
    if (void *left = object.exchange(nullptr)) destroy.load()(left);
  }
  // A detached or a shallow copy is another tensor.
  c10::intrusive_ptr<c10::BackendMeta> clone(const c10::intrusive_ptr<c10::BackendMeta> &) const override { return {}; }
};

inline KeptObject *kept_object(const at::Tensor &tensor) {
  return dynamic_cast<KeptObject *>(tensor.unsafeGetTensorImpl()->get_backend_meta());
}

} // namespace ptc
