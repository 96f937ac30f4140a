// Creates and drops 3x3 tensors in plain C++: the floor under every binding.
//
// A request is "MAKE DROP COUNT", as in create_and_drop.py.
#include <ATen/Parallel.h>
#include <ATen/ops/add.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/t.h>

#include "worker.h"

namespace {

template <class Make> double once(Make make, long count) {
  double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (long i = 0; i < count; ++i) at::Tensor dropped = make();
  return (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) / static_cast<double>(count);
}

template <class Make> double together(Make make, long count) {
  long lists = std::max(1L, count / 1000);
  double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (long i = 0; i < lists; ++i) {
    std::vector<at::Tensor> kept;
    for (int j = 0; j < 1000; ++j) kept.push_back(make());
  }
  return (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) / static_cast<double>(lists * 1000);
}

} // namespace

int main() {
  at::set_num_threads(1);
  at::Tensor a = at::randn({3, 3}), b = at::randn({3, 3});
  char *words[3];
  while (next_request(words, 3) == 3) {
    auto run = [&](auto make) {
      long count = std::atol(words[2]);
      answer_number(words[1] == std::string_view("once") ? once(make, count) : together(make, count));
    };
    std::string_view make = words[0];
    if (make == "empty") run([] { return at::empty({3, 3}); });
    else if (make == "add") run([&] { return at::add(a, b); });
    else run([&] { return at::t(a); });
  }
}
