// Batching: levels, and the dimensions that they hide (torch/csrc/functorch/init.cpp).
#include <ATen/ops/expand.h>
#include <ATen/ops/movedim.h>
#include <ATen/ops/unsqueeze.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/functorch/DynamicLayer.h>
#include <c10/core/WrapDimMinimal.h>

#include "autograd/levels.h"

#include <pytorch_c/autograd/vmap.h>

namespace ft = at::functorch;
using ptc::levels::depth;

namespace {

constexpr int64_t MOST_DIMS = ft::kVmapMaxTensorDims;

ft::RandomnessType randomness_of(int32_t code) {
  switch (code) {
  case PTC_RANDOMNESS_ERROR: return ft::RandomnessType::Error;
  case PTC_RANDOMNESS_SAME: return ft::RandomnessType::Same;
  case PTC_RANDOMNESS_DIFFERENT: return ft::RandomnessType::Different;
  default: fail(PTC_ERROR_VALUE, "argument 'randomness': unknown, number " + std::to_string(code));
  }
}

// An open level, which was opened here.
const ft::DynamicLayer &layer(int64_t level) {
  const auto &found = levels::open(level);
  if (found.key() != ft::TransformType::Vmap)
    fail(PTC_ERROR_VALUE, "argument 'level': it was not opened by ptc_vmap_push");
  return found;
}
const ft::DynamicLayer &innermost(int64_t level) {
  const auto &found = layer(level);
  if (level != depth())
    fail(PTC_ERROR_VALUE, "argument 'level': level " + std::to_string(level) + " is not the innermost, which is " +
                              std::to_string(depth()));
  return found;
}

int64_t level_of(const at::Tensor &tensor) {
  const auto *batched = ft::maybeGetBatchedImpl(tensor);
  return batched ? batched->level() : 0;
}

// A tensor of a closed level, or of one further in than `level`, is none of its samples.
void check_level(const at::Tensor &self, int64_t level) {
  if (level_of(self) > level)
    fail(PTC_ERROR_RUNTIME, "argument 'self': it is batched at level " + std::to_string(level_of(self)) +
                                ", which lies further in than level " + std::to_string(level));
}

} // namespace

ptc_error ptc_vmap_push(int64_t batch_size, int32_t randomness, int64_t *level) {
  return guard(level, [&] {
    const auto kind = randomness_of(randomness);
    if (batch_size < 0)
      fail(PTC_ERROR_VALUE, "argument 'batch_size': it must not be negative, got " + std::to_string(batch_size));
    levels::check_room();
    put(level, ft::initAndPushDynamicLayer(ft::TransformType::Vmap, c10::SymInt(batch_size), kind));
  });
}

ptc_error ptc_vmap_pop(int64_t level) {
  return guard([&] {
    innermost(level);
    ft::popDynamicLayerAndDeleteMetadata();
  });
}

ptc_error ptc_vmap_depth(int32_t *out) {
  return guard(out, [&] { *out = static_cast<int32_t>(depth()); });
}

ptc_error ptc_vmap_add_dim(ptc_tensor self, int64_t dim, int64_t level, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    const auto wanted = layer(level).batchSize().expect_int();
    if (level_of(t) >= level)
      fail(PTC_ERROR_RUNTIME, "argument 'self': it is batched at level " + std::to_string(level_of(t)) + " already");
    if (t.dim() == 0) fail(PTC_ERROR_INDEX, "argument 'self': it has no dimension to batch over");
    if (t.dim() >= MOST_DIMS) fail(PTC_ERROR_VALUE, "argument 'self': it has too many dimensions");
    dim = c10::maybe_wrap_dim(dim, t.dim());
    if (t.size(dim) != wanted)
      fail(PTC_ERROR_VALUE, "argument 'dim': dimension " + std::to_string(dim) + " has size " +
                                std::to_string(t.size(dim)) + ", and the batch " + std::to_string(wanted));
    put(out, ft::addBatchDim(t, dim, level));
  });
}

ptc_error ptc_vmap_remove_dim(ptc_tensor self, int64_t level, int64_t dim, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &t = tensor_of(self);
    const auto size = innermost(level).batchSize().expect_int();
    check_level(t, level);
    dim = c10::maybe_wrap_dim(dim, t.dim() + 1);
    if (level_of(t) == level) {
      const auto *batched = ft::maybeGetBatchedImpl(t);
      if (batched->value().size(batched->bdim()) != size)
        fail(PTC_ERROR_RUNTIME,
             "argument 'self': its batch is of another size: it escaped from a level that was closed");
      put(out, batched->bdim() == dim ? batched->value() : at::movedim(batched->value(), batched->bdim(), dim));
      return;
    }
    auto sizes = t.sizes().vec();
    sizes.insert(sizes.begin() + dim, size);
    put(out, t.unsqueeze(dim).expand(sizes));
  });
}

ptc_error ptc_vmap_level(ptc_tensor self, int64_t *out) {
  return guard(out, [&] { put(out, level_of(tensor_of(self))); });
}

ptc_error ptc_vmap_value(ptc_tensor self, int64_t *dim, ptc_tensor *value) {
  return guard(std::tie(dim, value), [&] {
    const auto *batched = ft::maybeGetBatchedImpl(tensor_of(self));
    if (!batched) fail(PTC_ERROR_VALUE, "argument 'self': it is not batched");
    put(dim, batched->bdim());
    put(value, batched->value());
  });
}

ptc_error ptc_vmap_fallback_warnings(bool *out) {
  return guard(out, [&] { put(out, at::globalContext().areVmapFallbackWarningsEnabled()); });
}
ptc_error ptc_vmap_set_fallback_warnings(bool on) {
  return guard([&] { at::globalContext().setDisplayVmapFallbackWarnings(on); });
}
