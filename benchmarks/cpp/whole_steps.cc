// The trainings of benchmarks/harness/trainings.py as calls of libtorch alone: what a step costs that no binding stands
// around.  The weights are drawn in the same order from the same seed, and the optimizers are libtorch's fused ones.
//
//   whole_steps_cpp                       each line of input is "TRAINING|STEPS", answered with the seconds of a step
//                                         and the last loss
//   whole_steps_cpp STEPS TRAINING...     under callgrind: counts their instructions
#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>

#include <malloc.h>

#include <cmath>
#include <functional>
#include <iostream>
#include <map>

#include "counted.h"

using at::IntArrayRef;
using at::Tensor;
using Tensors = std::vector<Tensor>;

namespace {

constexpr int64_t mean = at::Reduction::Mean;

// ---- what the trainings are made of ----

// The weights of a network, in the order in which they were made.
struct Weights {
  Tensors all;

  Tensor kept(Tensor value) {
    all.push_back(value.requires_grad_());
    return value;
  }
  // A weight, or its bias, whose outputs each have so many inputs.
  Tensor uniform(IntArrayRef size, double inputs) {
    const double bound = 1 / std::sqrt(inputs);
    return kept(at::empty(size).uniform_(-bound, bound));
  }
};

struct Linear {
  Tensor weight, bias;

  Linear(Weights &weights, int64_t inputs, int64_t outputs, bool biased = true)
      : weight(weights.uniform({outputs, inputs}, double(inputs))),
        bias(biased ? weights.uniform({outputs}, double(inputs)) : Tensor()) {}
  Tensor operator()(const Tensor &x) const { return at::linear(x, weight, bias); }
};

struct Embedding {
  Tensor weight;

  Embedding(Weights &weights, int64_t count, int64_t width)
      : weight(weights.kept(at::empty({count, width}).normal_())) {}
  Tensor operator()(const Tensor &x) const { return at::embedding(weight, x); }
};

struct LayerNorm {
  Tensor weight, bias;

  LayerNorm(Weights &weights, int64_t width)
      : weight(weights.kept(at::ones({width}))), bias(weights.kept(at::zeros({width}))) {}
  Tensor operator()(const Tensor &x) const { return at::layer_norm(x, weight.sizes(), weight, bias); }
};

struct Conv {
  Tensor weight;
  int64_t stride, padding;

  Conv(Weights &weights, int64_t inputs, int64_t outputs, int64_t size, int64_t step, int64_t around)
      : weight(weights.uniform({outputs, inputs, size, size}, double(inputs * size * size))), stride(step),
        padding(around) {}
  Tensor operator()(const Tensor &x) const { return at::conv2d(x, weight, {}, {stride, stride}, {padding, padding}); }
};

struct Transposed {
  Tensor weight;
  int64_t stride, padding;

  Transposed(Weights &weights, int64_t inputs, int64_t outputs, int64_t step, int64_t around)
      : weight(weights.uniform({inputs, outputs, 4, 4}, double(outputs * 16))), stride(step), padding(around) {}
  Tensor operator()(const Tensor &x) const {
    return at::conv_transpose2d(x, weight, {}, {stride, stride}, {padding, padding});
  }
};

struct BatchNorm {
  Tensor weight, bias, average, variance, batches;

  BatchNorm(Weights &weights, int64_t width)
      : weight(weights.kept(at::ones({width}))), bias(weights.kept(at::zeros({width}))), average(at::zeros({width})),
        variance(at::ones({width})), batches(at::zeros({}, at::kLong)) {}
  Tensor operator()(const Tensor &x) {
    batches.add_(1);
    return at::batch_norm(x, weight, bias, average, variance, true, 0.1, 1e-5, true);
  }
};

// The gradients of a network, and how its weights follow them.
struct Optimizer {
  Tensors weights;

  explicit Optimizer(const Weights &of) : weights(of.all) {}
  virtual ~Optimizer() = default;
  virtual void follow(const Tensors &gradients) = 0;

  Tensors gradients() const {
    Tensors found;
    for (auto &weight : weights) found.push_back(weight.grad());
    return found;
  }
  void backward(const Tensor &loss) {
    for (auto &weight : weights) weight.mutable_grad().reset();
    loss.backward();
  }
  void step() {
    const c10::NoGradGuard no_grad;
    follow(gradients());
  }
  Tensor descend(const Tensor &loss) {
    backward(loss);
    step();
    return loss.detach();
  }
  static Tensors zeros_like(const Tensors &those) {
    Tensors found;
    for (auto &one : those) found.push_back(at::zeros_like(one));
    return found;
  }
};

struct SGD : Optimizer {
  Tensors momentum;
  bool first = true;

  explicit SGD(const Weights &of) : Optimizer(of), momentum(zeros_like(of.all)) {}
  void follow(const Tensors &gradients) override {
    at::_fused_sgd_(weights, gradients, momentum, 0, 0.9, 0.01, 0, false, false, first);
    first = false;
  }
};

struct Adam : Optimizer {
  Tensors means, squares, steps;
  double rate, beta1;
  bool decoupled;

  explicit Adam(const Weights &of, double lr = 1e-3, double beta = 0.9, bool decays = false)
      : Optimizer(of), means(zeros_like(of.all)), squares(zeros_like(of.all)), rate(lr), beta1(beta),
        decoupled(decays) {
    for (size_t i = 0; i < of.all.size(); ++i) steps.push_back(at::zeros({}));
  }
  void follow(const Tensors &gradients) override {
    at::_foreach_add_(steps, 1);
    if (decoupled)
      at::_fused_adamw_(weights, gradients, means, squares, {}, steps, rate, beta1, 0.999, 0.01, 1e-8, false, false);
    else at::_fused_adam_(weights, gradients, means, squares, {}, steps, rate, beta1, 0.999, 0, 1e-8, false, false);
  }
};

// ---- the trainings ----

struct Training {
  virtual ~Training() = default;
  virtual Tensor step() = 0;
};

template <class Follow> struct Perceptron : Training {
  Weights weights;
  Linear in{weights, 64, 128}, middle{weights, 128, 128}, out{weights, 128, 10};
  Follow optimizer{weights};
  Tensor x = at::randn({32, 64}), y = at::randint(10, {32}, at::kLong);

  Tensor step() override {
    return optimizer.descend(at::cross_entropy_loss(out(at::tanh(middle(at::tanh(in(x))))), y));
  }
};

struct Characters {
  Tensor text = at::randint(96, {8, 33}, at::kLong);
  Tensor x = text.slice(1, 0, -1), y = text.slice(1, 1).reshape(-1);
};

struct LSTM : Training {
  Weights weights;
  Embedding embedding{weights, 96, 64};
  Tensors cell{weights.uniform({512, 64}, 128), weights.uniform({512, 128}, 128), weights.uniform({512}, 128),
               weights.uniform({512}, 128)};
  Linear scores{weights, 128, 96};
  Characters text;
  Adam optimizer{weights};

  Tensor step() override {
    const auto state = at::zeros({1, 8, 128});
    auto found = std::get<0>(at::lstm(embedding(text.x), {state, state}, cell, true, 1, 0, true, false, true));
    const auto loss = at::cross_entropy_loss(scores(found).flatten(0, 1), text.y);
    optimizer.backward(loss);
    clip(optimizer.gradients());
    optimizer.step();
    return loss.detach();
  }
  static void clip(const Tensors &gradients) {
    const c10::NoGradGuard no_grad;
    const auto norm = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients)));
    at::_foreach_mul_(gradients, at::clamp_max(1.0 / (norm + 1e-6), 1.0));
  }
};

struct Block {
  LayerNorm norm1;
  Linear qkv, out;
  LayerNorm norm2;
  Linear up, down;

  explicit Block(Weights &weights)
      : norm1(weights, 64), qkv(weights, 64, 192), out(weights, 64, 64), norm2(weights, 64), up(weights, 64, 256),
        down(weights, 256, 64) {}
  Tensor operator()(const Tensor &x) const {
    const auto parts = qkv(norm1(x)).unflatten(-1, {3, 4, 16}).permute({2, 0, 3, 1, 4}).unbind(0);
    const auto found = at::scaled_dot_product_attention(parts[0], parts[1], parts[2], {}, 0, true);
    const auto next = x + out(found.transpose(1, 2).flatten(2));
    return next + down(at::gelu(up(norm2(next))));
  }
};

struct GPT : Training {
  Weights weights;
  Embedding letters{weights, 96, 64}, places{weights, 32, 64};
  Block first{weights}, second{weights};
  LayerNorm norm{weights, 64};
  Linear scores{weights, 64, 96, false};
  Characters text;
  Adam optimizer{weights, 1e-3, 0.9, true};

  Tensor step() override {
    const auto found = scores(norm(second(first(letters(text.x) + places.weight))));
    return optimizer.descend(at::cross_entropy_loss(found.flatten(0, 1), text.y));
  }
};

struct Residual {
  Conv conv1, conv2;
  BatchNorm norm1, norm2;
  std::optional<std::pair<Conv, BatchNorm>> skip;

  Residual(Weights &weights, int64_t inputs, int64_t outputs, int64_t stride)
      : conv1(weights, inputs, outputs, 3, stride, 1), conv2(weights, outputs, outputs, 3, 1, 1),
        norm1(weights, outputs), norm2(weights, outputs) {
    if (stride != 1) skip.emplace(Conv(weights, inputs, outputs, 1, stride, 0), BatchNorm(weights, outputs));
  }
  Tensor operator()(const Tensor &x) {
    auto found = norm1(conv1(x));
    found = norm2(conv2(at::relu_(found)));
    found += skip ? skip->second(skip->first(x)) : x;
    return at::relu_(found);
  }
};

struct ResNet18 : Training {
  Weights weights;
  Conv conv{weights, 3, 64, 7, 2, 3};
  BatchNorm norm{weights, 64};
  std::vector<Residual> blocks;
  std::optional<Linear> scores;
  std::optional<SGD> optimizer;
  Tensor x, y;

  ResNet18() {
    int64_t inputs = 64;
    for (int64_t outputs : {64, 128, 256, 512}) {
      blocks.emplace_back(weights, inputs, outputs, outputs / inputs);
      blocks.emplace_back(weights, outputs, outputs, 1);
      inputs = outputs;
    }
    scores.emplace(weights, 512, 10);
    optimizer.emplace(weights);
    x = at::randn({4, 3, 64, 64});
    y = at::randint(10, {4}, at::kLong);
  }
  Tensor step() override {
    auto found = norm(conv(x));
    found = at::max_pool2d(at::relu_(found), {3, 3}, {2, 2}, {1, 1});
    for (auto &block : blocks) found = block(found);
    found = at::adaptive_avg_pool2d(found, {1, 1}).flatten(1);
    return optimizer->descend(at::cross_entropy_loss((*scores)(found), y));
  }
};

struct DCGAN : Training {
  static constexpr int64_t wide = 32, count = 4;

  struct Painter : Weights {
    Transposed up1{*this, 100, 8 * wide, 1, 0};
    BatchNorm norm1{*this, 8 * wide};
    Transposed up2{*this, 8 * wide, 4 * wide, 2, 1};
    BatchNorm norm2{*this, 4 * wide};
    Transposed up3{*this, 4 * wide, 2 * wide, 2, 1};
    BatchNorm norm3{*this, 2 * wide};
    Transposed up4{*this, 2 * wide, wide, 2, 1};
    BatchNorm norm4{*this, wide};
    Transposed up5{*this, wide, 3, 2, 1};

    Tensor operator()(Tensor x) {
      for (auto [up, norm] : {std::tie(up1, norm1), std::tie(up2, norm2), std::tie(up3, norm3), std::tie(up4, norm4)}) {
        x = norm(up(x));
        at::relu_(x);
      }
      return at::tanh(up5(x));
    }
  } painter;

  struct Critic : Weights {
    Conv conv1{*this, 3, wide, 4, 2, 1}, conv2{*this, wide, 2 * wide, 4, 2, 1};
    BatchNorm norm2{*this, 2 * wide};
    Conv conv3{*this, 2 * wide, 4 * wide, 4, 2, 1};
    BatchNorm norm3{*this, 4 * wide};
    Conv conv4{*this, 4 * wide, 8 * wide, 4, 2, 1};
    BatchNorm norm4{*this, 8 * wide};
    Conv conv5{*this, 8 * wide, 1, 4, 1, 0};

    Tensor operator()(const Tensor &image) {
      auto x = conv1(image);
      at::leaky_relu_(x, 0.2);
      for (auto [conv, norm] : {std::tie(conv2, norm2), std::tie(conv3, norm3), std::tie(conv4, norm4)}) {
        x = norm(conv(x));
        at::leaky_relu_(x, 0.2);
      }
      return conv5(x).flatten();
    }
  } critic;

  Adam of_critic{critic, 2e-4, 0.5}, of_painter{painter, 2e-4, 0.5};
  Tensor real = at::rand({count, 3, 64, 64}), yes = at::ones({count}), no = at::zeros({count});

  static Tensor judge(const Tensor &scores, const Tensor &target) {
    return at::binary_cross_entropy_with_logits(scores, target, {}, {}, mean);
  }
  Tensor step() override {
    const auto drawn = painter(at::randn({count, 100, 1, 1}));
    of_critic.descend(judge(critic(real), yes) + judge(critic(drawn.detach()), no));
    return of_painter.descend(judge(critic(drawn), yes));
  }
};

template <class One> std::unique_ptr<Training> made() { return std::make_unique<One>(); }

const std::map<std::string, std::function<std::unique_ptr<Training>()>> trainings{{"MLP, SGD", made<Perceptron<SGD>>},
                                                                                  {"MLP, Adam", made<Perceptron<Adam>>},
                                                                                  {"LSTM", made<LSTM>},
                                                                                  {"GPT", made<GPT>},
                                                                                  {"ResNet-18", made<ResNet18>},
                                                                                  {"DCGAN", made<DCGAN>}};

constexpr long warm = 3; // as in whole_steps.py

Tensor run(Training &training, long steps) {
  Tensor loss;
  for (long i = 0; i < steps; ++i) loss = training.step();
  return loss;
}

std::unique_ptr<Training> warmed(const std::string &name, long steps) {
  at::manual_seed(0);
  auto found = trainings.at(name)();
  run(*found, steps);
  return found;
}

int answer_requests() {
  std::map<std::string, std::unique_ptr<Training>> found;
  for (std::string line; std::getline(std::cin, line);) {
    const auto bar = line.find('|');
    const auto name = line.substr(0, bar);
    const long steps = std::atol(line.c_str() + bar + 1);
    auto &training = found[name];
    if (!training) training = warmed(name, warm);
    const double begin = seconds(CLOCK_PROCESS_CPUTIME_ID), loss = run(*training, steps).item<double>();
    const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    std::printf("{\"seconds\": %.9g, \"loss\": %.9g}\n", took / double(steps), loss);
    std::fflush(stdout);
  }
  return 0;
}

// For callgrind: the instructions of so many steps, as a part of the training's name.
void count_steps(const char *name, long steps) {
  auto training = warmed(name, 2 * warm + 1);
  COUNT_FROM_HERE;
  run(*training, steps);
  COUNT_TO_HERE(name);
}

} // namespace

int main(int count, char **words) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20), mallopt(M_TRIM_THRESHOLD, 256 << 20); // pages that are had once stay
  at::set_num_threads(1);
  if (count == 1) return answer_requests();
  const long steps = std::atol(words[1]);
  for (int i = 2; i < count; ++i) count_steps(words[i], steps);
}
