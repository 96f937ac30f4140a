// Remains of the host's operators when they are gone, for programs that were compiled with them: these call by
// address.
#include <torch/csrc/jit/runtime/operator.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "library/library.h"

namespace {

struct Gone final : c10::OperatorKernel {
  void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet, torch::jit::Stack *) {
    fail(PTC_ERROR_RUNTIME, "the operator " + op.operator_name().name + " is gone: its library was closed");
  }
};

struct Remains {
  std::mutex mutex;
  std::map<std::string, c10::RegistrationHandleRAII> kernels;
  std::vector<std::shared_ptr<torch::jit::Operator>> operators; // nodes of graphs point to them
};

Remains &remains() {
  static auto &all = *new Remains; // never freed: the dispatcher may end before
  return all;
}

std::atomic<int64_t> count{0};

std::string full(const c10::OperatorName &name) { return name.name + "." + name.overload_name; }

} // namespace

namespace ptc {

int64_t gone() { return count.load(std::memory_order_relaxed); }

void keep_remains(const c10::OperatorName &name) {
  ++count;
  auto &all = remains();
  const std::lock_guard<std::mutex> hold(all.mutex);
  for (const auto &one : torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(name.name)))
    if (one->schema().overload_name() == name.overload_name) all.operators.push_back(one);
  if (all.kernels.count(full(name))) return;
  // A kernel keeps the dispatcher's entry.  Where the operator's own are still there, it stands before them.
  auto key = c10::DispatchKey::CompositeImplicitAutograd;
  const auto found = c10::Dispatcher::singleton().findOp(name);
  if (found && found->hasKernelForDispatchKey(key)) key = c10::DispatchKey::CompositeExplicitAutograd;
  all.kernels.emplace(full(name), c10::Dispatcher::singleton().registerImpl(
                                      name, key, c10::KernelFunction::makeFromBoxedFunctor(std::make_unique<Gone>()),
                                      std::nullopt, nullptr, "operators that are gone"));
}

// libtorch warns of a kernel that takes another's place.
void drop_remains(const c10::OperatorName &name) {
  auto &all = remains();
  const std::lock_guard<std::mutex> hold(all.mutex);
  all.kernels.erase(full(name));
}

} // namespace ptc
