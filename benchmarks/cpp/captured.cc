// A training step and an inference of benchmarks/captured.py, as calls of libtorch.  captured_cpp WARM CALLS
#include <ATen/Parallel.h>
#include <ATen/ops/_log_softmax.h>
#include <ATen/ops/_log_softmax_backward_data.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/flatten.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/linspace.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/nll_loss_backward.h>
#include <ATen/ops/nll_loss_forward.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/threshold_backward.h>
#include <ATen/ops/zeros.h>
#include <c10/core/GradMode.h>

#include "counted.h"

using at::Tensor;

namespace {

Tensor values(at::IntArrayRef size) { return at::linspace(-1, 1, c10::multiply_integers(size)).view(size); }

struct Perceptron {
  Tensor w1 = values({16, 2}), b1 = values({16}), w2 = values({3, 16}), b2 = values({3});
  Tensor x = values({64, 2}), y = at::arange(64, at::kLong).remainder(3);

  // The operators of the captured graph, in its order, with the views that it takes.
  Tensor operator()() {
    auto old_w1 = w1.detach(), old_b1 = b1.detach(), old_w2 = w2.detach(), old_b2 = b2.detach();
    auto hidden = at::relu(at::addmm(old_b1, x, old_w1.t()));
    auto kept = hidden.detach();
    auto turned = old_w2.t();
    auto logs = at::_log_softmax(at::addmm(old_b2, hidden, turned), 1, false);
    auto kept_logs = logs.detach();
    auto [loss, total] = at::nll_loss_forward(logs, y, {}, 1, -100);
    auto of_loss = at::ones_like(loss, {}, c10::MemoryFormat::Contiguous);
    auto of_logs = at::nll_loss_backward(of_loss, logs, y, {}, 1, -100, total);
    auto of_scores = at::_log_softmax_backward_data(of_logs, kept_logs.detach(), 1, at::kFloat);
    auto of_hidden = at::mm(of_scores, turned.t());
    auto of_w2 = at::mm(of_scores.t(), hidden).t().t();
    auto of_b2 = at::sum(of_scores, {0}, true).view({3});
    auto of_sums = at::threshold_backward(of_hidden, kept.detach(), 0);
    auto of_w1 = at::mm(of_sums.t(), x).t().t();
    auto of_b1 = at::sum(of_sums, {0}, true).view({16});
    auto result = loss.detach();
    w1.copy_(at::sub(old_w1.detach(), at::mul(of_w1, 0.5)));
    b1.copy_(at::sub(old_b1.detach(), at::mul(of_b1, 0.5)));
    w2.copy_(at::sub(old_w2.detach(), at::mul(of_w2, 0.5)));
    b2.copy_(at::sub(old_b2.detach(), at::mul(of_b2, 0.5)));
    return result;
  }
};

struct Network {
  Tensor filters = values({4, 3, 3, 3}), shift = values({4}), scale = values({4}), offset = values({4});
  Tensor mean = at::zeros({4}), variance = at::ones({4}), weight = values({2, 64}), bias = values({2});
  Tensor images = at::ones({2, 3, 6, 6});

  Tensor operator()() {
    auto found = at::conv2d(images, filters, shift);
    auto even = at::batch_norm(found, scale, offset, mean, variance, false, 0.1, 1e-5, false);
    return at::linear(at::flatten(at::relu(even), 1), weight, bias);
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const long warm = std::atol(argv[1]), calls = std::atol(argv[2]);
  at::set_num_threads(1);
  c10::NoGradGuard no_grad;
  Perceptron step;
  Network network;
  Tensor loss, scores;
  for (long i = 0; i < warm; ++i) loss = step(), scores = network();
  const double found[] = {loss.item<double>(), scores.sum().item<double>()};
  double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
  COUNT_FROM_HERE;
  for (long i = 0; i < calls; ++i) Tensor dropped = step();
  COUNT_TO_HERE("step");
  const double first = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
  begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
  COUNT_FROM_HERE;
  for (long i = 0; i < calls; ++i) Tensor dropped = network();
  COUNT_TO_HERE("inference");
  const double second = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin, each = 1e9 / static_cast<double>(calls);
  std::printf("{\"step\": [%.1f, %.9g], \"inference\": [%.1f, %.9g]}\n", first * each, found[0], second * each,
              found[1]);
}
