// Views made again of another base, with the same numbers and tensors or with others.
#include <ATen/core/jit_type.h>
#include <torch/csrc/autograd/variable.h>

#include "core/glue.h"
#include "library/values.h"

#include <pytorch_c/autograd/graph.h>
#include <pytorch_c/core/tensor.h>

namespace {

const torch::autograd::ViewInfo &how_of(const at::Tensor &view) {
  const auto *meta = torch::autograd::impl::get_view_autograd_meta(view);
  if (!meta || !meta->has_bw_view()) fail(PTC_ERROR_RUNTIME, "argument 'self' is no view");
  return meta->get_backward_view();
}

at::Tensor by_strides(const at::Tensor &view, const at::Tensor &base) {
  return base.as_strided_symint(view.sym_sizes(), view.sym_strides(), view.sym_storage_offset());
}

struct State {
  std::vector<c10::SymInt> numbers;
  std::vector<at::Tensor> tensors;
};

State state_of(const at::Tensor &view) {
  const auto &how = how_of(view);
  if (!how.has_view_fn()) return {};
  return {how.view_fn().get_symints(), how.view_fn().get_tensors()};
}

// Never destroyed: a host may ask at the end of the process.
const c10::TypePtr &type_of_state() {
  static const auto &type = *new c10::TypePtr(c10::TupleType::create(
      {c10::ListType::create(c10::SymIntType::get()), c10::ListType::create(c10::TensorType::get())}));
  return type;
}

State state_in(const ptc_value *given, const State &own) {
  if (!given) fail(PTC_ERROR_VALUE, "argument 'state' is NULL");
  const auto value = to_ivalue(parameter_of("argument 'state'", type_of_state()), *given);
  const auto &parts = value.toTupleRef().elements();
  State out;
  for (const at::IValue &one : parts[0].toListRef()) out.numbers.push_back(one.toSymInt());
  for (const at::IValue &one : parts[1].toListRef()) out.tensors.push_back(one.toTensor());
  if (out.numbers.size() != own.numbers.size() || out.tensors.size() != own.tensors.size())
    fail(PTC_ERROR_VALUE, "argument 'state': " + std::to_string(own.numbers.size()) + " numbers and " +
                              std::to_string(own.tensors.size()) + " tensors are needed, got " +
                              std::to_string(out.numbers.size()) + " and " + std::to_string(out.tensors.size()));
  return out;
}

} // namespace

ptc_error ptc_tensor_view_of(ptc_tensor self, ptc_tensor base, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &view = tensor_of(self);
    const auto &of = tensor_of(base, "base");
    const auto &how = how_of(view);
    put(out, how.has_view_fn() ? how.view_fn()(of) : by_strides(view, of));
  });
}

ptc_error ptc_tensor_view_state(ptc_tensor self, ptc_value *out) {
  return guard(out, [&] {
    const auto state = state_of(tensor_of(self));
    at::IValue numbers(c10::SymIntArrayRef(state.numbers)); // of ints where no symbol is among them
    put(out, c10::ivalue::Tuple::create({std::move(numbers), at::IValue(state.tensors)}), *type_of_state());
  });
}

ptc_error ptc_tensor_view_with(ptc_tensor self, ptc_tensor base, const ptc_value *state, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &view = tensor_of(self);
    const auto &of = tensor_of(base, "base");
    const auto &how = how_of(view);
    auto given = state_in(state, state_of(view));
    put(out, how.has_view_fn() ? (*how.view_fn().clone_and_set(std::move(given.numbers), std::move(given.tensors)))(of)
                               : by_strides(view, of));
  });
}
