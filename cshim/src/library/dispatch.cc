// Dispatch keys, sets of them, and what the dispatcher knows of an operator.
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include "library/library.h"
#include "core/libtorch_versions.h"

#include <pytorch_c/library/dispatch.h>

namespace {

c10::DispatchKey key_of(int64_t key, const char *name = "key") {
  if (key < 0 || key > static_cast<int64_t>(c10::DispatchKey::EndOfAliasKeys))
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': there is no dispatch key " + std::to_string(key));
  return static_cast<c10::DispatchKey>(key);
}

c10::DispatchKey runtime_key(int64_t key) {
  const auto found = key_of(key);
  if (c10::isAliasDispatchKey(found))
    fail(PTC_ERROR_VALUE, std::string("argument 'key': ") + c10::toString(found) + " stands for several keys");
  return found;
}

int64_t number_of(c10::DispatchKey key) { return static_cast<int64_t>(key); }
c10::DispatchKeySet set_of(int64_t bits) { return c10::DispatchKeySet::from_raw_repr(static_cast<uint64_t>(bits)); }
int64_t bits_of(c10::DispatchKeySet keys) { return static_cast<int64_t>(keys.raw_repr()); }

// In the order of enum at::Tag.
constexpr const char *kTags[] = {"core",
                                 "cudagraph_unsafe",
                                 "data_dependent_output",
                                 "dynamic_output_shape",
                                 "flexible_layout",
                                 "generated",
#if PTC_TAGS_SAY_FORMS
                                 "inplace",
#endif
                                 "inplace_view",
                                 "maybe_aliasing_or_mutating",
                                 "needs_contiguous_strides",
                                 "needs_exact_strides",
                                 "needs_fixed_stride_order",
                                 "nondeterministic_bitwise",
                                 "nondeterministic_seeded",
#if PTC_TAGS_SAY_FORMS
                                 "out",
#endif
                                 "out_variant",
                                 "pointwise",
                                 "pt2_compliant_tag",
                                 "reduction",
                                 "view_copy"};
static_assert(std::size(kTags) == static_cast<size_t>(at::Tag::view_copy) + 1, "at::Tag has other members");

} // namespace

// ---- keys ----

ptc_error ptc_dispatch_key_number(const char *name, int64_t *out) {
  return guard(out, [&] { *out = number_of(c10::parseDispatchKey(std::string(text_of(name, "name")))); });
}

ptc_error ptc_dispatch_key_name(int64_t key, char **out) {
  return guard(out, [&] { put(out, std::string(c10::toString(key_of(key)))); });
}

ptc_error ptc_dispatch_key_is_alias(int64_t key, bool *out) {
  return guard(out, [&] { *out = c10::isAliasDispatchKey(key_of(key)); });
}

ptc_error ptc_dispatch_key_in_alias(int64_t key, int64_t alias, bool *out) {
  return guard(out, [&] { *out = c10::isIncludedInAlias(key_of(key), key_of(alias, "alias")); });
}

ptc_error ptc_dispatch_key_functionality(int64_t key, int64_t *out) {
  return guard(out, [&] {
    const auto found = key_of(key);
    *out = number_of(c10::isAliasDispatchKey(found) ? found : c10::toFunctionalityKey(found));
  });
}

ptc_error ptc_dispatch_key_has_fallback(int64_t key, bool *out) {
  return guard(out, [&] { *out = c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(runtime_key(key)); });
}

ptc_error ptc_dispatch_key_backends(int64_t key, int64_t *out) {
  return guard(out, [&] { *out = bits_of(c10::getBackendKeySetFromAutograd(key_of(key))); });
}

// ---- sets ----

ptc_error ptc_keyset_of(int64_t key, int64_t *out) {
  return guard(out, [&] { *out = bits_of(c10::DispatchKeySet(runtime_key(key))); });
}

ptc_error ptc_keyset_full(int64_t *out) {
  return guard(out, [&] { *out = bits_of(c10::DispatchKeySet(c10::DispatchKeySet::FULL)); });
}

ptc_error ptc_keyset_after(int64_t key, int64_t *out) {
  return guard(out, [&] { *out = bits_of(c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, runtime_key(key))); });
}

ptc_error ptc_keyset_has(int64_t keyset, int64_t key, bool *out) {
  return guard(out, [&] {
    const auto wanted = runtime_key(key);
    *out = wanted != c10::DispatchKey::Undefined && set_of(keyset).has(wanted);
  });
}

ptc_error ptc_keyset_remove(int64_t keyset, int64_t key, int64_t *out) {
  return guard(out, [&] { *out = bits_of(set_of(keyset).remove(runtime_key(key))); });
}

ptc_error ptc_keyset_minus(int64_t keyset, int64_t other, int64_t *out) {
  return guard(out, [&] { *out = bits_of(set_of(keyset) - set_of(other)); });
}

ptc_error ptc_keyset_first(int64_t keyset, int64_t *out) {
  return guard(out, [&] { *out = number_of(set_of(keyset).highestPriorityTypeId()); });
}

ptc_error ptc_keyset_text(int64_t keyset, char **out) {
  return guard(out, [&] { put(out, c10::toString(set_of(keyset))); });
}

ptc_error ptc_tensor_keyset(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { *out = bits_of(tensor_of(self).key_set()); });
}

ptc_error ptc_dispatch_local(int64_t *included, int64_t *excluded) {
  return guard(std::tie(included, excluded), [&] {
    const auto local = c10::impl::tls_local_dispatch_key_set();
    *included = bits_of(local.included_);
    *excluded = bits_of(local.excluded_);
  });
}

ptc_error ptc_dispatch_set_local(int64_t included, int64_t excluded) {
  return guard_reader([&] {
    c10::impl::PODLocalDispatchKeySet local{};
    local.set_included(set_of(included));
    local.set_excluded(set_of(excluded));
    c10::impl::_force_tls_local_dispatch_key_set(c10::impl::LocalDispatchKeySet(local));
  });
}

// ---- operators ----

ptc_error ptc_operator_tags(ptc_operator self, char **out) {
  return guard(out, [&] {
    std::string text;
    for (const auto tag : dispatched(self).getTags()) text += std::string(kTags[static_cast<size_t>(tag)]) + "\n";
    put(out, text);
  });
}

ptc_error ptc_operator_has_any_kernel(ptc_operator self, int64_t keyset, bool *out) {
  return guard(out, [&] { *out = dispatched(self).hasKernelForAnyDispatchKey(set_of(keyset)); });
}

ptc_error ptc_operator_has_computed_kernel(ptc_operator self, int64_t key, bool *out) {
  return guard(out, [&] { *out = dispatched(self).hasComputedKernelForDispatchKey(runtime_key(key)); });
}

ptc_error ptc_operator_is_fallthrough(ptc_operator self, int64_t key, bool *out) {
  return guard(out, [&] { *out = dispatched(self).isKernelFallthroughKernel(runtime_key(key)); });
}
