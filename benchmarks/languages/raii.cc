// C++: the tensor is freed where its variable ends.
#include <pytorch_c.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

struct Tensor {
  ptc_tensor handle = nullptr;
  explicit Tensor(int64_t numel) {
    if (ptc_error error = ptc_zeros(&numel, 1, nullptr, &handle)) std::puts(error), std::exit(1);
  }
  Tensor(const Tensor &) = delete;
  ~Tensor() { ptc_tensor_close(handle); }
};

int main(int, char **words) {
  long numel = std::atol(words[1]), count = std::atol(words[2]);
  auto begin = std::chrono::steady_clock::now();
  for (long i = 0; i < count; ++i) Tensor dropped(numel);
  double ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
  std::printf("{\"ns\": %f, \"pauses\": [], \"left\": %ld}\n", ns / (count ? count : 1), (long)ptc_live_tensors());
}
