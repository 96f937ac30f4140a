// What versions of libtorch differ in beside their operators, under names that say what it is about.
#pragma once

#include <c10/core/StorageImpl.h>
#include <torch/headeronly/version.h>

// Operators in place and with `out` are tagged as such.
#define PTC_TAGS_SAY_FORMS (TORCH_VERSION_MINOR >= 13)

namespace ptc {

#if TORCH_VERSION_MINOR >= 12
inline void allow_access(c10::StorageImpl &storage) { storage.clear_data_ptr_access_error_msg_(); }
#else
// The member that says no is private, and only a later version can reset it.
template <bool c10::StorageImpl::*member> struct Reach {
  friend bool &access_is_refused(c10::StorageImpl &storage) { return storage.*member; }
};
template struct Reach<&c10::StorageImpl::throw_on_immutable_data_ptr_>;
bool &access_is_refused(c10::StorageImpl &storage);

inline void allow_access(c10::StorageImpl &storage) {
  access_is_refused(storage) = false;
  storage.get_extra_meta().custom_data_ptr_error_msg_ = std::nullopt;
  storage.set_data_ptr_noswap(c10::DataPtr(nullptr, storage.device())); // which looks at the member anew
}
#endif

} // namespace ptc
