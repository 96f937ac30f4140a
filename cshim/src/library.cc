// Operators of the host's own in the dispatcher.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>

#include "library.h"

namespace {

// What a kernel has given so far.
struct Running {
  const c10::FunctionSchema &schema;
  std::vector<std::optional<at::IValue>> results;
};

struct HostKernel final : c10::OperatorKernel {
  ptc_kernel_fn kernel;
  std::shared_ptr<void> context;
  HostKernel(ptc_kernel_fn call, std::shared_ptr<void> held) : kernel(call), context(std::move(held)) {}

  void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet, torch::jit::Stack *stack) {
    const auto &schema = op.schema();
    const auto &wanted = schema.arguments();
    auto keep = context;
    Values given(wanted.size());
    const size_t first = stack->size() - wanted.size();
    for (size_t i = 0; i < wanted.size(); ++i)
      put(given.values[i], std::move((*stack)[first + i]), what_of(*wanted[i].real_type()));
    torch::jit::drop(*stack, wanted.size());
    Running running{schema, std::vector<std::optional<at::IValue>>(schema.returns().size())};
    check(kernel((keep.get)(), &running, given.values.data(), static_cast<int64_t>(wanted.size())));
    for (size_t i = 0; i < running.results.size(); ++i) {
      if (!running.results[i])
        fail(PTC_ERROR_RUNTIME, schema.name() + ": its kernel gave no result " + std::to_string(i));
      stack->push_back(std::move(*running.results[i]));
    }
  }
};

} // namespace

namespace ptc {

ptc_library made(c10::RegistrationHandleRAII registered) {
  auto out = std::make_unique<ptc_library_s>(ptc_library_s{std::move(registered)});
  count_handle(1);
  return out.release();
}

} // namespace ptc

ptc_error ptc_library_define(const char *schema, ptc_library *out) {
  return guard(out, [&] {
    auto parsed = torch::jit::parseSchema(std::string(text_of(schema, "schema")));
    const auto space = parsed.getNamespace();
    if (!space || space->empty())
      fail(PTC_ERROR_VALUE, "argument 'schema': a name with its namespace is needed, \"mine::op\"");
    for (const char *taken : {"aten", "prim", "prims"})
      if (*space == taken)
        fail(PTC_ERROR_VALUE, "argument 'schema': the namespace " + std::string(taken) + " is libtorch's own");
    auto &all = c10::Dispatcher::singleton();
    if (all.findSchema(parsed.operator_name()))
      fail(PTC_ERROR_RUNTIME, "argument 'schema': there is an operator " + parsed.name() + " already");
    *out = made(all.registerDef(std::move(parsed), "registered through ptc_library_define"));
  });
}

ptc_error ptc_library_impl(const char *name, const char *overload, const char *dispatch_key, ptc_kernel_fn kernel,
                           void *context, ptc_destroy_fn destroy, ptc_library *out) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard(out, [&] {
    if (!held.use_count()) held = owned.share();
    if (!kernel) fail(PTC_ERROR_VALUE, "argument 'kernel': a function is needed, got NULL");
    const c10::OperatorName which{std::string(text_of(name, "name")), std::string(text_of(overload, "overload"))};
    const auto key = c10::parseDispatchKey(std::string(text_of(dispatch_key, "dispatch_key")));
    auto &all = c10::Dispatcher::singleton();
    if (!all.findSchema(which)) fail(PTC_ERROR_VALUE, "argument 'name': there is no operator " + which.name);
    auto function = c10::KernelFunction::makeFromBoxedFunctor(std::make_unique<HostKernel>(kernel, held));
    *out = made(all.registerImpl(which, key, std::move(function), std::nullopt, nullptr,
                                 "registered through ptc_library_impl"));
  });
}

ptc_error ptc_library_return(void *call, int64_t index, const ptc_value *value) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    if (!value) fail(PTC_ERROR_VALUE, "argument 'value' is NULL");
    auto &running = *static_cast<Running *>(call);
    const auto &wanted = running.schema.returns();
    if (index < 0 || index >= static_cast<int64_t>(wanted.size()))
      fail(PTC_ERROR_INDEX,
           "argument 'index': " + running.schema.name() + " gives " + std::to_string(wanted.size()) + " results");
    const auto type = wanted[index].real_type();
    const Parameter as{running.schema.name() + ": result " + std::to_string(index),
                       type,
                       what_of(*type),
                       type->kind() == c10::TypeKind::OptionalType,
                       0,
                       std::nullopt};
    running.results[index] = to_ivalue(as, *value);
  });
}

void ptc_library_close(ptc_library self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}
