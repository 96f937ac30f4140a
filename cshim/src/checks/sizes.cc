#include "checks/sizes.h"

#include <ATen/ExpandUtils.h>

#include <sstream>

namespace ptc {

void check_convolved(const at::Tensor &grad_output, const at::Tensor &input, const at::Tensor &weight,
                     const Convolution &how) {
  if (how.groups < 1) fail(PTC_ERROR_RUNTIME, "groups must be positive, got " + std::to_string(how.groups));
  for (const auto *one : {&grad_output, &input, &weight})
    if (one->is_nested() || one->unsafeGetTensorImpl()->has_symbolic_sizes_strides())
      return; // libtorch refuses, or asks
  const int64_t dim = weight.dim();
  const auto number = [&](at::IntArrayRef list, int64_t i) {
    return list.size() == 1 ? list[0] : list[static_cast<size_t>(i)];
  };
  for (const auto list : {how.stride, how.padding, how.dilation, how.output_padding})
    if (list.size() != 1 && static_cast<int64_t>(list.size()) != dim - 2)
      fail(PTC_ERROR_RUNTIME, "stride, padding, dilation and output_padding must be one number, or one for each of " +
                                  std::to_string(dim - 2) + " dimensions");
  if (dim < 3 || input.dim() != dim || grad_output.dim() != dim)
    fail(PTC_ERROR_RUNTIME, "grad_output, input and weight must have as many dimensions, 3 or more");
  std::vector<int64_t> sizes{input.size(0), how.transposed ? weight.size(1) * how.groups : weight.size(0)};
  for (int64_t i = 0; i < dim - 2; ++i) {
    const int64_t size = input.size(i + 2), stride = number(how.stride, i), padding = number(how.padding, i);
    const int64_t reach = number(how.dilation, i) * (weight.size(i + 2) - 1) + 1;
    if (stride < 1) fail(PTC_ERROR_RUNTIME, "stride must be positive");
    sizes.push_back(how.transposed ? (size - 1) * stride - 2 * padding + reach + number(how.output_padding, i)
                                   : (size + 2 * padding - reach) / stride + 1);
  }
  if (grad_output.sizes() == at::IntArrayRef(sizes)) return;
  std::ostringstream text;
  text << "grad_output must be of the convolution's sizes, " << at::IntArrayRef(sizes) << ", got "
       << grad_output.sizes();
  fail(PTC_ERROR_RUNTIME, text.str());
}

void check_another(const at::Tensor &out, const at::Tensor &self, const char *name) {
  if (out.is_same(self))
    fail(PTC_ERROR_VALUE, std::string("argument '") + name + "': another tensor than self is needed");
}

void check_ldl_batches(const at::Tensor &LD, const at::Tensor &B) {
  if (LD.dim() < 3 || B.dim() < 2 || LD.unsafeGetTensorImpl()->has_symbolic_sizes_strides() ||
      B.unsafeGetTensorImpl()->has_symbolic_sizes_strides())
    return;
  const auto batches = LD.sizes().slice(0, LD.dim() - 2);
  const auto solved = at::infer_size(batches, B.sizes().slice(0, B.dim() - 2));
  if (batches == at::IntArrayRef(solved)) return;
  std::ostringstream text;
  text << "LD must have all batches of what is solved, " << at::IntArrayRef(solved) << ", got " << batches
       << "; expand LD and pivots first";
  fail(PTC_ERROR_RUNTIME, text.str());
}

const at::Tensor &strided(const at::Tensor &self, const char *name) {
  const bool hosts = self.unsafeGetTensorImpl()->is_python_dispatch(); // whose operators are its own
  if (hosts || (self.layout() == at::kStrided && !self.is_nested())) return self;
  std::ostringstream text;
  text << "argument '" << name << "': a strided tensor is needed, got " << self.layout();
  fail(PTC_ERROR_RUNTIME, text.str());
}

} // namespace ptc
