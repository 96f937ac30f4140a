// Differences between versions of libtorch beside their operators, under names that say what they are about.
#pragma once

#include <c10/core/StorageImpl.h>
#include <torch/headeronly/version.h>

// Operators in place and with `out` are tagged as such.
#define PTC_TAGS_SAY_FORMS (TORCH_VERSION_MINOR >= 13)

// Operators that only some of the supported versions have: how their schemas begin, the first minor version that has
// them, and the first that has them no more. Their functions say so when they are called. codegen/libtorchs.py reads
// these lines.
// clang-format off
#define PTC_OPERATORS_OF_SOME \
  {"_flash_attention_forward(", 12, 100}, \
  {"_flash_attention_forward_no_dropout_inplace(", 12, 100}, \
  {"_foreach_clone(", 12, 100}, \
  {"_foreach_mm(", 13, 100}, \
  {"_philox_", 12, 100}, \
  {"_upsample_lanczos2d_aa", 12, 100}, \
  {"cholesky(", 0, 14}, \
  {"cholesky.out(", 0, 14}, \
  {"qr(", 0, 14}, \
  {"qr.Q(", 0, 14}
// clang-format on

namespace ptc {

#if TORCH_VERSION_MINOR >= 12
inline void allow_access(c10::StorageImpl &storage) { storage.clear_data_ptr_access_error_msg_(); }
inline void swap_memory(c10::StorageImpl &one, c10::StorageImpl &two) { one.swap_data_ptr(two); }
#else
inline void swap_memory(c10::StorageImpl &one, c10::StorageImpl &two) {
  const auto size = one.nbytes();
  const auto resizable = one.resizable();
  auto *const allocator = one.allocator();
  two.set_data_ptr_noswap(one.set_data_ptr(two.set_data_ptr(c10::DataPtr(nullptr, two.device()))));
  one.set_nbytes(two.nbytes()), two.set_nbytes(size);
  one.set_allocator(two.allocator()), two.set_allocator(allocator);
  one.set_resizable(two.resizable()), two.set_resizable(resizable);
}

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
