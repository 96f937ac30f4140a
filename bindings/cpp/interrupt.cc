// A call that takes minutes, which Ctrl-C ends: interrupt
#include <pytorch_c_jit.hpp>
#include <pytorch_c_ops.hpp>

#include <cstdio>

int main() {
  ptc::check_versions();
  ptc::Interruptible ctrl_c;
  auto functions = ptc::jit::compile(R"(
def long(x, count: int):
    for i in range(count):
        x = x + 1
    return x
)");
  std::puts("ready"), std::fflush(stdout);
  try {
    functions.at("long")(ptc::zeros({3}), 1000000000);
  } catch (const ptc::Interrupted &) { std::puts("interrupted"); }
  return ptc::sum(ptc::ones({3})).item().number() == 3 ? 0 : 1; // calls go on
}
