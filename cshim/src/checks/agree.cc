#include "checks/agree.h"

#include <c10/core/GradMode.h>

namespace ptc {

void check_attended(const at::Tensor &key, const at::Tensor &value) {
  if (key.is_nested() || value.is_nested() || key.dim() < 2 || value.dim() < 2 ||
      key.unsafeGetTensorImpl()->has_symbolic_sizes_strides() ||
      value.unsafeGetTensorImpl()->has_symbolic_sizes_strides() || key.size(-2) == value.size(-2))
    return;
  std::ostringstream text;
  text << "key and value must have the same length, got " << key.sizes() << " and " << value.sizes();
  fail(PTC_ERROR_RUNTIME, text.str());
}

void check_last_bag(const at::Tensor &weight, const at::Tensor &indices, const at::Tensor &offsets,
                    bool include_last_offset) {
  if (!include_last_offset || !c10::GradMode::is_enabled() || !weight.requires_grad() || offsets.dim() != 1 ||
      offsets.key_set().has_any(c10::DispatchKeySet({c10::DispatchKey::Python, c10::DispatchKey::FuncTorchBatched})) ||
      offsets.numel() == 0 || !offsets.device().is_cpu() || !at::isIntegralType(offsets.scalar_type(), false))
    return;
  const auto last = offsets[-1].item<int64_t>();
  if (last != indices.numel())
    fail(PTC_ERROR_RUNTIME, "offsets: the last must be the number of indices, " + std::to_string(indices.numel()) +
                                ", where the weight's gradient is wanted, got " + std::to_string(last));
}

void check_both(const at::Tensor &self, const at::Tensor &other) {
  if (self.defined() && other.defined() && self.is_meta() != other.is_meta())
    fail(PTC_ERROR_RUNTIME, "Expected all tensors to be on the same device, but found at least two devices, meta and " +
                                (self.is_meta() ? other : self).device().str() + "!");
}

void check_filled(const at::Tensor &self, const at::Tensor &value) {
  if (value.is_meta() && !self.is_meta())
    fail(PTC_ERROR_NOT_IMPLEMENTED, "argument 'value': a meta tensor has no number to fill a tensor with");
}

void check_sampled(int64_t interpolation_mode, int64_t padding_mode) {
  if (interpolation_mode < 0 || interpolation_mode > 2)
    fail(PTC_ERROR_VALUE, "argument 'interpolation_mode' must be 0 (bilinear), 1 (nearest) or 2 (bicubic), got " +
                              std::to_string(interpolation_mode));
  if (padding_mode < 0 || padding_mode > 2)
    fail(PTC_ERROR_VALUE, "argument 'padding_mode' must be 0 (zeros), 1 (border) or 2 (reflection), got " +
                              std::to_string(padding_mode));
}

void check_columns(const at::Tensor &self, const at::Tensor &b, const char *driver) {
  if (driver && std::string_view(driver) == "gelss" && b.dim() == self.dim() && b.dim() > 0 && b.sym_size(-1) == 0)
    fail(PTC_ERROR_VALUE, "argument 'b': with the driver 'gelss' at least one column is needed");
}

} // namespace ptc
