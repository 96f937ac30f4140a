// Losses.
#include <ATen/ops/_ctc_loss.h>
#include <ATen/ops/binary_cross_entropy.h>
#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/cosine_embedding_loss.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/ctc_loss.h>
#include <ATen/ops/hinge_embedding_loss.h>
#include <ATen/ops/huber_loss.h>
#include <ATen/ops/kl_div.h>
#include <ATen/ops/l1_loss.h>
#include <ATen/ops/margin_ranking_loss.h>
#include <ATen/ops/mse_loss.h>
#include <ATen/ops/multi_margin_loss.h>
#include <ATen/ops/multilabel_margin_loss.h>
#include <ATen/ops/multilabel_margin_loss_forward.h>
#include <ATen/ops/nll_loss.h>
#include <ATen/ops/nll_loss2d.h>
#include <ATen/ops/nll_loss2d_forward.h>
#include <ATen/ops/nll_loss_forward.h>
#include <ATen/ops/nll_loss_nd.h>
#include <ATen/ops/poisson_nll_loss.h>
#include <ATen/ops/smooth_l1_loss.h>
#include <ATen/ops/soft_margin_loss.h>
#include <ATen/ops/triplet_margin_loss.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/loss.h>

ptc_error ptc__ctc_loss(ptc_tensor log_probs, ptc_tensor targets, const int64_t *input_lengths,
                        int64_t input_lengths_len, const int64_t *target_lengths, int64_t target_lengths_len,
                        int64_t blank, bool zero_infinity, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    check_targets(get(log_probs), get(targets), ints(target_lengths));
    put(std::tie(out0, out1),
        at::_ctc_loss(get(log_probs), get(targets), ints(input_lengths), ints(target_lengths), blank, zero_infinity));
  });
}
ptc_error ptc_binary_cross_entropy(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                   ptc_tensor *out) {
  return guard(out, [&] { put(out, at::binary_cross_entropy(get(self), get(target), opt(weight), reduction)); });
}
ptc_error ptc_binary_cross_entropy_with_logits(ptc_tensor self, ptc_tensor target, ptc_tensor weight,
                                               ptc_tensor pos_weight, int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::binary_cross_entropy_with_logits(get(self), get(target), opt(weight), opt(pos_weight), reduction));
  });
}
ptc_error ptc_cosine_embedding_loss(ptc_tensor input1, ptc_tensor input2, ptc_tensor target, double margin,
                                    int64_t reduction, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::cosine_embedding_loss(get(input1), get(input2), get(target), margin, reduction)); });
}
ptc_error ptc_cross_entropy_loss(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                 int64_t ignore_index, double label_smoothing, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::cross_entropy_loss(get(self), get(target), opt(weight), reduction, ignore_index, label_smoothing));
  });
}
ptc_error ptc_ctc_loss_IntList(ptc_tensor log_probs, ptc_tensor targets, const int64_t *input_lengths,
                               int64_t input_lengths_len, const int64_t *target_lengths, int64_t target_lengths_len,
                               int64_t blank, int64_t reduction, bool zero_infinity, ptc_tensor *out) {
  return guard(out, [&] {
    check_targets(get(log_probs), get(targets), ints(target_lengths));
    put(out, at::ctc_loss(get(log_probs), get(targets), ints(input_lengths), ints(target_lengths), blank, reduction,
                          zero_infinity));
  });
}
ptc_error ptc_ctc_loss_Tensor(ptc_tensor log_probs, ptc_tensor targets, ptc_tensor input_lengths,
                              ptc_tensor target_lengths, int64_t blank, int64_t reduction, bool zero_infinity,
                              ptc_tensor *out) {
  return guard(out, [&] {
    check_targets(get(log_probs), get(targets), get(target_lengths));
    put(out, at::ctc_loss(get(log_probs), get(targets), get(input_lengths), get(target_lengths), blank, reduction,
                          zero_infinity));
  });
}
ptc_error ptc_hinge_embedding_loss(ptc_tensor self, ptc_tensor target, double margin, int64_t reduction,
                                   ptc_tensor *out) {
  return guard(out, [&] { put(out, at::hinge_embedding_loss(get(self), get(target), margin, reduction)); });
}
ptc_error ptc_huber_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, double delta, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::huber_loss(get(self), get(target), reduction, delta)); });
}
ptc_error ptc_kl_div(ptc_tensor self, ptc_tensor target, int64_t reduction, bool log_target, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::kl_div(get(self), get(target), reduction, log_target)); });
}
ptc_error ptc_l1_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::l1_loss(get(self), get(target), reduction)); });
}
ptc_error ptc_margin_ranking_loss(ptc_tensor input1, ptc_tensor input2, ptc_tensor target, double margin,
                                  int64_t reduction, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::margin_ranking_loss(get(input1), get(input2), get(target), margin, reduction)); });
}
ptc_error ptc_mse_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::mse_loss(get(self), get(target), reduction)); });
}
ptc_error ptc_multi_margin_loss(ptc_tensor self, ptc_tensor target, ptc_scalar p, ptc_scalar margin, ptc_tensor weight,
                                int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] {
    const at::Scalar first = scalar(p), second = scalar(margin);
    put(out, at::multi_margin_loss(get(self), get(target), first, second, opt(weight), reduction));
  });
}
ptc_error ptc_multilabel_margin_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::multilabel_margin_loss(get(self), get(target), reduction)); });
}
ptc_error ptc_multilabel_margin_loss_forward(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor *output,
                                             ptc_tensor *is_target) {
  return guard(std::tie(output, is_target), [&] {
    put(std::tie(output, is_target), at::multilabel_margin_loss_forward(get(self), get(target), reduction));
  });
}
ptc_error ptc_nll_loss(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction, int64_t ignore_index,
                       ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nll_loss(get(self), get(target), opt(weight), reduction, ignore_index)); });
}
ptc_error ptc_nll_loss2d(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction, int64_t ignore_index,
                         ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nll_loss2d(get(self), get(target), opt(weight), reduction, ignore_index)); });
}
ptc_error ptc_nll_loss2d_forward(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                 int64_t ignore_index, ptc_tensor *output, ptc_tensor *total_weight) {
  return guard(std::tie(output, total_weight), [&] {
    put(std::tie(output, total_weight),
        at::nll_loss2d_forward(get(self), get(target), opt(weight), reduction, ignore_index));
  });
}
ptc_error ptc_nll_loss_forward(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                               int64_t ignore_index, ptc_tensor *output, ptc_tensor *total_weight) {
  return guard(std::tie(output, total_weight), [&] {
    put(std::tie(output, total_weight),
        at::nll_loss_forward(get(self), get(target), opt(weight), reduction, ignore_index));
  });
}
ptc_error ptc_nll_loss_nd(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                          int64_t ignore_index, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::nll_loss_nd(get(self), get(target), opt(weight), reduction, ignore_index)); });
}
ptc_error ptc_poisson_nll_loss(ptc_tensor input, ptc_tensor target, bool log_input, bool full, double eps,
                               int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::poisson_nll_loss(get(input), get(target), log_input, full, eps, reduction)); });
}
ptc_error ptc_smooth_l1_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, double beta, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::smooth_l1_loss(get(self), get(target), reduction, beta)); });
}
ptc_error ptc_soft_margin_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::soft_margin_loss(get(self), get(target), reduction)); });
}
ptc_error ptc_triplet_margin_loss(ptc_tensor anchor, ptc_tensor positive, ptc_tensor negative, double margin, double p,
                                  double eps, bool swap, int64_t reduction, ptc_tensor *out) {
  return guard(out, [&] {
    put(out, at::triplet_margin_loss(get(anchor), get(positive), get(negative), margin, p, eps, swap, reduction));
  });
}
ptc_error ptc_binary_cross_entropy_out(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                       ptc_tensor out) {
  return guard([&] { at::binary_cross_entropy_out(into(out), get(self), get(target), opt(weight), reduction); });
}
ptc_error ptc_huber_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, double delta, ptc_tensor out) {
  return guard([&] { at::huber_loss_out(into(out), get(self), get(target), reduction, delta); });
}
ptc_error ptc_mse_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor out) {
  return guard([&] { at::mse_loss_out(into(out), get(self), get(target), reduction); });
}
ptc_error ptc_multi_margin_loss_out(ptc_tensor self, ptc_tensor target, ptc_scalar p, ptc_scalar margin,
                                    ptc_tensor weight, int64_t reduction, ptc_tensor out) {
  return guard([&] {
    const at::Scalar first = scalar(p), second = scalar(margin);
    at::multi_margin_loss_out(into(out), get(self), get(target), first, second, opt(weight), reduction);
  });
}
ptc_error ptc_multilabel_margin_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor out) {
  return guard([&] { at::multilabel_margin_loss_out(into(out), get(self), get(target), reduction); });
}
ptc_error ptc_multilabel_margin_loss_forward_output(ptc_tensor self, ptc_tensor target, int64_t reduction,
                                                    ptc_tensor output, ptc_tensor is_target) {
  return guard([&] {
    at::multilabel_margin_loss_forward_out(into(output), into(is_target), get(self), get(target), reduction);
  });
}
ptc_error ptc_nll_loss_out(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                           int64_t ignore_index, ptc_tensor out) {
  return guard([&] { at::nll_loss_out(into(out), get(self), get(target), opt(weight), reduction, ignore_index); });
}
ptc_error ptc_nll_loss2d_out(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                             int64_t ignore_index, ptc_tensor out) {
  return guard([&] { at::nll_loss2d_out(into(out), get(self), get(target), opt(weight), reduction, ignore_index); });
}
ptc_error ptc_nll_loss2d_forward_output(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                        int64_t ignore_index, ptc_tensor output, ptc_tensor total_weight) {
  return guard([&] {
    at::nll_loss2d_forward_out(into(output), into(total_weight), get(self), get(target), opt(weight), reduction,
                               ignore_index);
  });
}
ptc_error ptc_nll_loss_forward_output(ptc_tensor self, ptc_tensor target, ptc_tensor weight, int64_t reduction,
                                      int64_t ignore_index, ptc_tensor output, ptc_tensor total_weight) {
  return guard([&] {
    at::nll_loss_forward_out(into(output), into(total_weight), get(self), get(target), opt(weight), reduction,
                             ignore_index);
  });
}
ptc_error ptc_smooth_l1_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, double beta, ptc_tensor out) {
  return guard([&] { at::smooth_l1_loss_out(into(out), get(self), get(target), reduction, beta); });
}
ptc_error ptc_soft_margin_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor out) {
  return guard([&] { at::soft_margin_loss_out(into(out), get(self), get(target), reduction); });
}
