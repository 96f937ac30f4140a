// The program of torchscript.c on libtorch alone.  torchscript_cpp FOLDER CALLS LOADS
#include <torch/script.h>

#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

using Clock = std::chrono::steady_clock;

static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

static double measured(const std::string &path, at::IntArrayRef size, long calls) {
  auto module = torch::jit::load(path);
  auto x = torch::ones(size);
  auto begin = Clock::now();
  for (long i = -50; i < calls; ++i) {
    if (!i) begin = Clock::now();
    auto out = module.forward({x});
  }
  return since(begin) * 1e9 / static_cast<double>(calls);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const std::string folder = argv[1];
  const long calls = std::stol(argv[2]), loads = std::stol(argv[3]);
  at::set_num_threads(1);
  torch::NoGradGuard no_grad;
  const double call = measured(folder + "/small.pt", {3}, calls), mlp = measured(folder + "/mlp.pt", {1, 784}, calls);
  double best = 1e9;
  for (long i = 0; i < loads; ++i) {
    const auto begin = Clock::now();
    auto module = torch::jit::load(folder + "/large.pt");
    best = std::min(best, since(begin));
  }
  std::printf("{\"call\": %.1f, \"mlp\": %.1f, \"load\": %.6f}\n", call, mlp, best);
}
