// Nanoseconds of processor time that a call costs: calls COUNT
#include <pytorch_c_ops.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>

template <class F> double ns(long count, F call) {
  for (long i = 0; i < count / 10; ++i) call();
  std::clock_t begin = std::clock();
  for (long i = 0; i < count; ++i) call();
  return double(std::clock() - begin) * (1e9 / CLOCKS_PER_SEC) / count;
}

int main(int, char **words) {
  ptc::check_versions();
  ptc::check(ptc_set_num_threads(1));
  long count = std::atol(words[1]);
  ptc::Tensor a = ptc::ones({3, 3}), wide = ptc::ones({1, 2});
  double dim = ns(count, [&] { return a.dim(); }), mm = ns(count, [&] { ptc::mm(a, a); }),
         add = ns(count, [&] { ptc::add(a, a); });
  double error = ns(count / 10, [&] {
    try {
      ptc::mm(a, wide);
    } catch (const ptc::Error &) {}
  });
  std::printf("{\"dim\": %f, \"mm\": %f, \"add\": %f, \"error\": %f}\n", dim, mm, add, error);
}
