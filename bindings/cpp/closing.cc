// Drops tensors while another thread calls operators with copies of them: closing COUNT. bindings/README.md has more.
#include <pytorch_c.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

static std::mutex guard; // of shared alone: a call runs without it
static ptc::Tensor shared;
static std::atomic<bool> ready{false}, over{false};
static long calls, closed;

static ptc::Tensor copied() {
  std::lock_guard<std::mutex> held(guard);
  return shared;
}

static void put(const ptc::Tensor &x) {
  std::lock_guard<std::mutex> held(guard);
  shared = x;
}

static void call() {
  for (long turns = 0; !over; ++turns) {
    ptc::Tensor x = copied(), product;
    if (!x || turns > 4) std::this_thread::yield(), turns = 0; // let the other one go on
    if (!x) continue;
    ++calls;
    ready = true;
    ptc::check(ptc_mm(x.get(), x.get(), product.put()));
    if (product.sizes()[0] != 8) std::abort();
    closed += !copied(); // its other owners went during the call
  }
}

int main(int, char **words) {
  const int64_t size[] = {8, 8}, before = ptc_live_tensors();
  std::thread caller(call);
  for (long i = 0, count = std::atol(words[1]); i < count; ++i) {
    ptc::Tensor x;
    ptc::check(ptc_ones(size, 2, nullptr, x.put()));
    ready = false;
    put(x);
    while (!ready && i % 4 != 0) std::this_thread::yield(); // each fourth is dropped at once
    put({});
  }
  over = true;
  caller.join();
  std::printf("{\"calls\": %ld, \"closed\": %ld, \"left\": %ld}\n", calls, closed, long(ptc_live_tensors() - before));
}
