// Drops each tensor at once: dropped COUNT. run.py looks at how much memory that takes.
#include <pytorch_c.hpp>

#include <cstdlib>

int main(int, char **words) {
  const int64_t size[] = {1000, 1000};
  for (long left = std::atol(words[1]); left > 0; --left) {
    ptc::Tensor made;
    ptc::check(ptc_ones(size, 2, nullptr, made.put()));
  }
}
