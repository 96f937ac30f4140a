/* Losses. */
#ifndef PYTORCH_C_LOSS_H
#define PYTORCH_C_LOSS_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* ctc_loss without its reduction, and what its derivative wants.
   _ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0,
       bool zero_infinity=False) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__ctc_loss(ptc_tensor log_probs, ptc_tensor targets, const int64_t *input_lengths,
                                      int64_t input_lengths_len, const int64_t *target_lengths,
                                      int64_t target_lengths_len, int64_t blank, bool zero_infinity,
                                      PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Of probabilities.
   binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_binary_cross_entropy(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                                 int64_t reduction, PTC_OUT ptc_tensor *out);
/* Of logits, computed safely.
   binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None,
       int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_binary_cross_entropy_with_logits(ptc_tensor self, ptc_tensor target,
                                                             PTC_OPTIONAL ptc_tensor weight,
                                                             PTC_OPTIONAL ptc_tensor pos_weight, int64_t reduction,
                                                             PTC_OUT ptc_tensor *out);
/* 1 - cos(input1, input2) where target is 1, max(0, cos - margin) where it is -1.
   cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_cosine_embedding_loss(ptc_tensor input1, ptc_tensor input2, ptc_tensor target,
                                                  double margin, int64_t reduction, PTC_OUT ptc_tensor *out);
/* log_softmax and nll_loss in one; target classes or probabilities.
   cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100,
       float label_smoothing=0.0) -> Tensor */
PTC_NODISCARD ptc_error ptc_cross_entropy_loss(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                               int64_t reduction, int64_t ignore_index, double label_smoothing,
                                               PTC_OUT ptc_tensor *out);
/* Connectionist temporal classification: log_probs (time, n, classes) against unaligned targets.
   ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0,
       int reduction=Mean, bool zero_infinity=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_ctc_loss_IntList(ptc_tensor log_probs, ptc_tensor targets, const int64_t *input_lengths,
                                             int64_t input_lengths_len, const int64_t *target_lengths,
                                             int64_t target_lengths_len, int64_t blank, int64_t reduction,
                                             bool zero_infinity, PTC_OUT ptc_tensor *out);
/* Connectionist temporal classification, with the lengths of inputs and targets as tensors.
   ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0,
       int reduction=Mean, bool zero_infinity=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_ctc_loss_Tensor(ptc_tensor log_probs, ptc_tensor targets, ptc_tensor input_lengths,
                                            ptc_tensor target_lengths, int64_t blank, int64_t reduction,
                                            bool zero_infinity, PTC_OUT ptc_tensor *out);
/* self where target is 1, max(0, margin - self) where it is -1.
   hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_hinge_embedding_loss(ptc_tensor self, ptc_tensor target, double margin, int64_t reduction,
                                                 PTC_OUT ptc_tensor *out);
/* Half the squared error up to `delta`, delta * (|error| - delta / 2) beyond.
   huber_loss(Tensor self, Tensor target, int reduction=Mean, float delta=1.0) -> Tensor */
PTC_NODISCARD ptc_error ptc_huber_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, double delta,
                                       PTC_OUT ptc_tensor *out);
/* Of input log-probabilities from target.
   kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool log_target=False) -> Tensor */
PTC_NODISCARD ptc_error ptc_kl_div(ptc_tensor self, ptc_tensor target, int64_t reduction, bool log_target,
                                   PTC_OUT ptc_tensor *out);
/* |self - target|.
   l1_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_l1_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, PTC_OUT ptc_tensor *out);
/* max(0, -target * (input1 - input2) + margin): target 1 wants input1 larger.
   margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_margin_ranking_loss(ptc_tensor input1, ptc_tensor input2, ptc_tensor target, double margin,
                                                int64_t reduction, PTC_OUT ptc_tensor *out);
/* (self - target) squared.
   mse_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_mse_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, PTC_OUT ptc_tensor *out);
/* For each sample the mean of max(0, margin - x[y] + x[i]) to the power p over other classes i.
   multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None,
       int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_multi_margin_loss(ptc_tensor self, ptc_tensor target, ptc_scalar p, ptc_scalar margin,
                                              PTC_OPTIONAL ptc_tensor weight, int64_t reduction,
                                              PTC_OUT ptc_tensor *out);
/* multi_margin_loss for several classes a sample; target lists them, then -1.
   multilabel_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_multilabel_margin_loss(ptc_tensor self, ptc_tensor target, int64_t reduction,
                                                   PTC_OUT ptc_tensor *out);
/* multilabel_margin_loss, and which classes are targets.
   multilabel_margin_loss_forward(Tensor self, Tensor target, int reduction) -> (Tensor output, Tensor is_target) */
PTC_NODISCARD ptc_error ptc_multilabel_margin_loss_forward(ptc_tensor self, ptc_tensor target, int64_t reduction,
                                                           PTC_OUT ptc_tensor *output, PTC_OUT ptc_tensor *is_target);
/* Negative log likelihood of classes: input (n, c) or (c), target (n) or ().
   nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100) -> Tensor */
PTC_NODISCARD ptc_error ptc_nll_loss(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                     int64_t reduction, int64_t ignore_index, PTC_OUT ptc_tensor *out);
/* nll_loss for each pixel: input (n, c, h, w), target (n, h, w).
   nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean,
       SymInt ignore_index=-100) -> Tensor */
PTC_NODISCARD ptc_error ptc_nll_loss2d(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                       int64_t reduction, int64_t ignore_index, PTC_OUT ptc_tensor *out);
/* nll_loss2d, and the sum of weights it divided by.
   nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction,
       SymInt ignore_index) -> (Tensor output, Tensor total_weight) */
PTC_NODISCARD ptc_error ptc_nll_loss2d_forward(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                               int64_t reduction, int64_t ignore_index, PTC_OUT ptc_tensor *output,
                                               PTC_OUT ptc_tensor *total_weight);
/* nll_loss, and the sum of weights it divided by.
   nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output,
       Tensor total_weight) */
PTC_NODISCARD ptc_error ptc_nll_loss_forward(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                             int64_t reduction, int64_t ignore_index, PTC_OUT ptc_tensor *output,
                                             PTC_OUT ptc_tensor *total_weight);
/* Negative log likelihood of classes: input (n, c, …), target (n, …).
   nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean,
       SymInt ignore_index=-100) -> Tensor */
PTC_NODISCARD ptc_error ptc_nll_loss_nd(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                        int64_t reduction, int64_t ignore_index, PTC_OUT ptc_tensor *out);
/* Negative log likelihood of counts under Poisson; input is the log rate if log_input.
   poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor */
PTC_NODISCARD ptc_error ptc_poisson_nll_loss(ptc_tensor input, ptc_tensor target, bool log_input, bool full, double eps,
                                             int64_t reduction, PTC_OUT ptc_tensor *out);
/* Squared error / (2 * beta) below `beta`, |error| - beta / 2 beyond.
   smooth_l1_loss(Tensor self, Tensor target, int reduction=Mean, float beta=1.0) -> Tensor */
PTC_NODISCARD ptc_error ptc_smooth_l1_loss(ptc_tensor self, ptc_tensor target, int64_t reduction, double beta,
                                           PTC_OUT ptc_tensor *out);
/* log(1 + exp(-target * self)), with targets 1 and -1.
   soft_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_soft_margin_loss(ptc_tensor self, ptc_tensor target, int64_t reduction,
                                             PTC_OUT ptc_tensor *out);
/* max(0, |anchor - positive| - |anchor - negative| + margin).
   triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06,
       bool swap=False, int reduction=Mean) -> Tensor */
PTC_NODISCARD ptc_error ptc_triplet_margin_loss(ptc_tensor anchor, ptc_tensor positive, ptc_tensor negative,
                                                double margin, double p, double eps, bool swap, int64_t reduction,
                                                PTC_OUT ptc_tensor *out);

/* ---- into given tensors: change `out` ---- */

/* Of probabilities; written into `out`.
   binary_cross_entropy.out(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_binary_cross_entropy_out(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                                     int64_t reduction, ptc_tensor out);
/* Half the squared error up to `delta`, delta * (|error| - delta / 2) beyond; written into `out`.
   huber_loss.out(Tensor self, Tensor target, int reduction=Mean, float delta=1.0, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_huber_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, double delta,
                                           ptc_tensor out);
/* (self - target) squared; written into `out`.
   mse_loss.out(Tensor self, Tensor target, int reduction=Mean, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_mse_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor out);
/* For each sample the mean of max(0, margin - x[y] + x[i]) to the power p over other classes i; written into `out`.
   multi_margin_loss.out(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None,
       int reduction=Mean, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multi_margin_loss_out(ptc_tensor self, ptc_tensor target, ptc_scalar p, ptc_scalar margin,
                                                  PTC_OPTIONAL ptc_tensor weight, int64_t reduction, ptc_tensor out);
/* multi_margin_loss for several classes a sample; target lists them, then -1; written into `out`.
   multilabel_margin_loss.out(Tensor self, Tensor target, int reduction=Mean, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_multilabel_margin_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction,
                                                       ptc_tensor out);
/* multilabel_margin_loss, and which classes are targets; written into `output` and `is_target`.
   multilabel_margin_loss_forward.output(Tensor self, Tensor target, int reduction, *, Tensor(a!) output,
       Tensor(b!) is_target) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_multilabel_margin_loss_forward_output(ptc_tensor self, ptc_tensor target, int64_t reduction,
                                                                  ptc_tensor output, ptc_tensor is_target);
/* Negative log likelihood of classes: input (n, c) or (c), target (n) or (); written into `out`.
   nll_loss.out(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nll_loss_out(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                         int64_t reduction, int64_t ignore_index, ptc_tensor out);
/* nll_loss for each pixel: input (n, c, h, w), target (n, h, w); written into `out`.
   nll_loss2d.out(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_nll_loss2d_out(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                           int64_t reduction, int64_t ignore_index, ptc_tensor out);
/* nll_loss2d, and the sum of weights it divided by; written into `output` and `total_weight`.
   nll_loss2d_forward.output(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, *,
       Tensor(a!) output, Tensor(b!) total_weight) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_nll_loss2d_forward_output(ptc_tensor self, ptc_tensor target,
                                                      PTC_OPTIONAL ptc_tensor weight, int64_t reduction,
                                                      int64_t ignore_index, ptc_tensor output, ptc_tensor total_weight);
/* nll_loss, and the sum of weights it divided by; written into `output` and `total_weight`.
   nll_loss_forward.output(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, *,
       Tensor(a!) output, Tensor(b!) total_weight) -> (Tensor(a!), Tensor(b!)) */
PTC_NODISCARD ptc_error ptc_nll_loss_forward_output(ptc_tensor self, ptc_tensor target, PTC_OPTIONAL ptc_tensor weight,
                                                    int64_t reduction, int64_t ignore_index, ptc_tensor output,
                                                    ptc_tensor total_weight);
/* Squared error / (2 * beta) below `beta`, |error| - beta / 2 beyond; written into `out`.
   smooth_l1_loss.out(Tensor self, Tensor target, int reduction=Mean, float beta=1.0, *,
       Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_smooth_l1_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, double beta,
                                               ptc_tensor out);
/* log(1 + exp(-target * self)), with targets 1 and -1; written into `out`.
   soft_margin_loss.out(Tensor self, Tensor target, int reduction=Mean, *, Tensor(a!) out) -> Tensor(a!) */
PTC_NODISCARD ptc_error ptc_soft_margin_loss_out(ptc_tensor self, ptc_tensor target, int64_t reduction, ptc_tensor out);

PTC_END

#endif
