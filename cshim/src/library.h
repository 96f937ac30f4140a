// What kernels and derivatives of the host's own share.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include "callback.h"
#include "values.h"

#include <pytorch_c/library.h>

struct ptc_library_s {
  c10::RegistrationHandleRAII registered;
  std::optional<c10::OperatorName> defined; // where it is a definition
};

namespace ptc {

// Arguments as values, which own what the host has not taken.
struct Values {
  std::vector<ptc_value> values;
  explicit Values(size_t count) : values(count, ptc_value{}) {}
  Values(const Values &) = delete;
  Values &operator=(const Values &) = delete;
  ~Values() { ptc_values_close(values.data(), static_cast<int64_t>(values.size())); }
};

ptc_library made(c10::RegistrationHandleRAII registered);
void keep_remains(const c10::OperatorName &name); // before its definition goes
void drop_remains(const c10::OperatorName &name); // when it is defined anew
int64_t gone();                                   // how many operators have gone

} // namespace ptc
