// Forward mode: levels and dual tensors.
#include <ATen/ops/_make_dual.h>
#include <ATen/ops/_unpack_dual.h>
#include <c10/core/AutogradState.h>
#include <torch/csrc/autograd/forward_grad.h>

#include "operators/ops_glue.h"
#include "autograd/jvp_decompositions.h"

#include <pytorch_c/autograd/forward_ad.h>

using torch::autograd::ForwardADLevel;

ptc_error ptc_forward_level_enter(int64_t *out) {
  return guard(out, [&] {
    register_jvp_decompositions();
    put(out, static_cast<int64_t>(ForwardADLevel::get_next_idx()));
  });
}

ptc_error ptc_forward_level_exit(int64_t level) {
  return guard([&] {
    // libtorch takes -1 for the last one, and reads before its list where there is none.
    if (level < 0) fail(PTC_ERROR_RUNTIME, "argument 'level': it must not be negative");
    ForwardADLevel::release_idx(static_cast<uint64_t>(level));
  });
}

ptc_error ptc_forward_level(int64_t *out) {
  return guard(out, [&] {
    uint64_t open = 0;
    while (ForwardADLevel::try_get_by_idx(open)) ++open;
    put(out, static_cast<int64_t>(open) - 1);
  });
}

ptc_error ptc_forward_grad_mode(bool *out) {
  return guard(out, [&] { put(out, c10::AutogradState::get_tls_state().get_fw_grad_mode()); });
}
ptc_error ptc_set_forward_grad_mode(bool enabled) {
  return guard([&] { c10::AutogradState::get_tls_state().set_fw_grad_mode(enabled); });
}

ptc_error ptc__make_dual(ptc_tensor primal, ptc_tensor tangent, int64_t level, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::_make_dual(get(primal), get(tangent), level)); });
}
ptc_error ptc__unpack_dual(ptc_tensor dual, int64_t level, ptc_tensor *primal, ptc_tensor *tangent) {
  return guard(std::tie(primal, tangent), [&] { put(std::tie(primal, tangent), at::_unpack_dual(get(dual), level)); });
}
