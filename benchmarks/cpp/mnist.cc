// GoTorch's MNIST loop in C++, with libtorch's frontend: the same program as
// in mnist_throughput.py.
//
//   mnist_cpp [fused]    torch::optim::SGD, or the fused kernel for all weights
//
// The first line on standard input is the folder of the data; each line after
// it is a number of steps, answered with seconds and the last loss.
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

#include <fstream>
#include <iterator>

#include "worker.h"

namespace {

constexpr int64_t batch = 64;

struct MLP : torch::nn::Module {
  torch::nn::Linear fc1{28 * 28, 512}, fc2{512, 512}, fc3{512, 10};
  MLP() {
    register_module("fc1", fc1);
    register_module("fc2", fc2);
    register_module("fc3", fc3);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x).tanh();
    x = fc2(x).tanh();
    return fc3(x).log_softmax(1);
  }
};

// SGD with momentum in one kernel for all parameters, as pytorch_c does it.
struct FusedSGD {
  std::vector<torch::Tensor> parameters, momentum;
  bool first = true;
  explicit FusedSGD(std::vector<torch::Tensor> of) : parameters(std::move(of)) {
    for (auto &p : parameters) momentum.push_back(torch::empty_like(p));
  }
  void zero_grad() {
    for (auto &p : parameters) p.mutable_grad().reset();
  }
  void step() {
    torch::NoGradGuard guard;
    std::vector<torch::Tensor> gradients;
    for (auto &p : parameters) gradients.push_back(p.grad());
    at::_fused_sgd_(parameters, gradients, momentum, 0, 0.5, 0.01, 0, false, false, first);
    first = false;
  }
};

torch::Tensor read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  return torch::from_blob(bytes.data(), {static_cast<int64_t>(bytes.size())}, torch::kUInt8).clone();
}

struct Loader {
  torch::Tensor images, labels, order;
  int64_t next = 0;
  explicit Loader(const std::string &folder) {
    images = read(folder + "/images").view({-1, 28 * 28}).to(torch::kFloat).div_(255).sub_(0.1307).div_(0.3081);
    labels = read(folder + "/labels").to(torch::kLong);
  }
  std::pair<torch::Tensor, torch::Tensor> operator()() {
    if (!order.defined() || next + batch > labels.size(0)) {
      order = torch::randperm(labels.size(0), torch::kLong);
      next = 0;
    }
    auto chosen = order.slice(0, next, next + batch);
    next += batch;
    return {images.index({chosen}), labels.index({chosen})};
  }
};

template <class Optimizer> double train(long steps, MLP &net, Loader &loader, Optimizer &optimizer) {
  double value = 0;
  for (; steps > 0; --steps) {
    auto [images, labels] = loader();
    optimizer.zero_grad();
    auto loss = torch::nll_loss(net.forward(images), labels);
    loss.backward();
    optimizer.step();
    value = loss.template item<double>();
  }
  return value;
}

template <class Optimizer> void serve(MLP &net, Loader &loader, Optimizer &optimizer) {
  train(1, net, loader, optimizer);
  char *words[1];
  while (next_request(words, 1)) {
    double start = seconds(CLOCK_MONOTONIC), loss = train(std::atol(words[0]), net, loader, optimizer);
    std::printf("{\"seconds\": %.9g, \"loss\": %.9g}\n", seconds(CLOCK_MONOTONIC) - start, loss);
    std::fflush(stdout);
  }
}

} // namespace

int main(int count, char **) {
  torch::set_num_threads(1);
  torch::manual_seed(1);
  char *words[1];
  if (!next_request(words, 1)) return 0;
  Loader loader(words[0]);
  MLP net;
  if (count > 1) {
    FusedSGD optimizer(net.parameters());
    serve(net, loader, optimizer);
  } else {
    torch::optim::SGD optimizer(net.parameters(), torch::optim::SGDOptions(0.01).momentum(0.5));
    serve(net, loader, optimizer);
  }
}
