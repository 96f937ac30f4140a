// Code that kernels and derivatives of the host's own share.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include "core/callback.h"
#include "library/values.h"

#include <pytorch_c/library/library.h>

struct ptc_library_s {
  c10::RegistrationHandleRAII registered;
  std::optional<c10::OperatorName> defined; // where it is a definition
};

namespace ptc {

// An argument as the host is given it: a number that libtorch has made a tensor of is that number.
at::IValue shown(const at::IValue &given);

// Arguments as values, which own what the host has not taken.
struct Values {
  std::vector<ptc_value> values;
  explicit Values(size_t count) : values(count, ptc_value{}) {}
  Values(const Values &) = delete;
  Values &operator=(const Values &) = delete;
  ~Values() { ptc_values_close(values.data(), static_cast<int64_t>(values.size())); }
};

// A call that the host runs: what it was given, and has given so far.
struct Running {
  const c10::OperatorHandle *op = nullptr;     // NULL for what a wrapper is asked about itself
  const c10::FunctionSchema *schema = nullptr; // likewise
  c10::DispatchKeySet after = {};              // the keys behind the kernel's
  torch::jit::Stack arguments = {};
  std::vector<std::optional<at::IValue>> results = {};
  // The kernel below is found by a new call, without tensors that ask the host where it was them that asked.
  bool run_again = false, for_tensors = false;
  bool declined = false;

  Running() = default;
  Running(const c10::OperatorHandle &called, c10::DispatchKeySet behind)
      : op(&called), schema(&called.schema()), after(behind) {
    results.resize(schema->returns().size());
  }
  // Takes the arguments off a stack, and puts the results there.
  void take(torch::jit::Stack &stack);
  void give(torch::jit::Stack &stack, const char *who);
};

ptc_library made(c10::RegistrationHandleRAII registered);
void keep_remains(const c10::OperatorName &name); // before its definition goes
void drop_remains(const c10::OperatorName &name); // when it is defined anew
int64_t gone();                                   // how many operators have gone

} // namespace ptc
