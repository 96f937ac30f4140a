// Bytes that a live tensor takes in plain C++: what is below every binding, as libtorch allocates it.
//
// A request is "KIND COUNT", as in tensor_bytes.py.
#include <ATen/Parallel.h>
#include <ATen/ops/add.h>
#include <ATen/ops/ones.h>

#include <sys/wait.h>
#include <unistd.h>

#include "worker.h"

namespace {

double resident() {
  long pages = 0;
  if (FILE *file = fopen("/proc/self/statm", "r")) {
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
  }
  return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

template <class Make> double bytes(Make make, long count) {
  std::vector<at::Tensor> kept(count);
  const long warm = count / 4;
  for (long i = 0; i < warm; ++i) kept[i] = make();
  const double before = resident();
  for (long i = warm; i < count; ++i) kept[i] = make();
  return (resident() - before) / static_cast<double>(count - warm);
}

} // namespace

int main() {
  at::set_num_threads(1);
  at::Tensor one = at::ones({1}), row = at::ones({10}), leaf = at::ones({1}).requires_grad_();
  char *words[2];
  while (next_request(words, 2) == 2) {
    const std::string_view kind = words[0];
    const long count = std::atol(words[1]);
    if (const pid_t child = fork()) { // none sees the memory of another
      waitpid(child, nullptr, 0);
      continue;
    }
    if (kind == "live") answer_number(bytes([] { return at::ones({1}); }, count));
    else if (kind == "view") answer_number(bytes([&] { return row.slice(0, 2, 5); }, count));
    else answer_number(bytes([&] { return at::add(leaf, one); }, count));
    _exit(0);
  }
}
