// Operators of the host's own in the dispatcher.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include "library/library.h"
#include "jit/parsed_text.h"

namespace {

// A kernel of the host's: for one operator, or for all of a key.
struct HostKernel final : c10::OperatorKernel {
  ptc_kernel_fn kernel = nullptr;
  ptc_fallback_fn fallback = nullptr;
  c10::DispatchKey key;
  std::shared_ptr<void> context;
  HostKernel(ptc_kernel_fn one, ptc_fallback_fn all, c10::DispatchKey of, std::shared_ptr<void> held)
      : kernel(one), fallback(all), key(of), context(std::move(held)) {}

  void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack) {
    auto keep = context;
    Running running(op, keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, key));
    running.take(*stack);
    call(running, (keep.get)());
    running.give(*stack, "its kernel");
  }

  void call(Running &running, void *held) {
    const auto &wanted = running.schema->arguments();
    Values given(wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i)
      put(given.values[i], shown(running.arguments[i]), what_of(*wanted[i].real_type()));
    const auto count = static_cast<int64_t>(wanted.size());
    if (kernel) return check(kernel(held, &running, given.values.data(), count));
    const auto &name = running.op->operator_name();
    check(fallback(held, &running, name.name.c_str(), name.overload_name.c_str(), given.values.data(), count));
  }
};

c10::DispatchKey key_of(const char *name) { return c10::parseDispatchKey(std::string(text_of(name, "dispatch_key"))); }

} // namespace

namespace ptc {

void Running::take(torch::jit::Stack &stack) {
  const auto count = schema->arguments().size();
  const auto first = stack.end() - static_cast<std::ptrdiff_t>(count);
  arguments.assign(std::make_move_iterator(first), std::make_move_iterator(stack.end()));
  torch::jit::drop(stack, count);
}

void Running::give(torch::jit::Stack &stack, const char *who) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) fail(PTC_ERROR_RUNTIME, schema->name() + ": " + who + " gave no result " + std::to_string(i));
    stack.push_back(std::move(*results[i]));
  }
}

ptc_library made(c10::RegistrationHandleRAII registered) {
  auto out = std::make_unique<ptc_library_s>(ptc_library_s{std::move(registered), std::nullopt});
  count_handle(1);
  return out.release();
}

} // namespace ptc

namespace {

c10::FunctionSchema schema_of(const char *schema) {
  auto parsed = schema_from(schema, "schema");
  const auto space = parsed.getNamespace();
  if (!space || space->empty())
    fail(PTC_ERROR_VALUE, "argument 'schema': a name with its namespace is needed, \"mine::op\"");
  for (const char *taken : {"aten", "prim"})
    if (*space == taken)
      fail(PTC_ERROR_VALUE, "argument 'schema': the namespace " + std::string(taken) + " is libtorch's own");
  if (c10::Dispatcher::singleton().findSchema(parsed.operator_name()))
    fail(PTC_ERROR_RUNTIME, "argument 'schema': there is an operator " + parsed.name() + " already");
  return parsed;
}

ptc_library defined(c10::FunctionSchema schema, const char *where) {
  const auto name = schema.operator_name();
  const auto out = made(c10::Dispatcher::singleton().registerDef(std::move(schema), where));
  drop_remains(name);
  out->defined = name;
  return out;
}

} // namespace

ptc_error ptc_library_define(const char *schema, ptc_library *out) {
  return guard(out, [&] { *out = defined(schema_of(schema), "registered through ptc_library_define"); });
}

ptc_error ptc_library_define_conservative(const char *schema, ptc_library *out) {
  return guard(out, [&] {
    auto parsed = schema_of(schema);
    parsed.setAliasAnalysis(c10::AliasAnalysisKind::CONSERVATIVE);
    *out = defined(std::move(parsed), "registered through ptc_library_define_conservative");
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
    const auto key = key_of(dispatch_key);
    auto &all = c10::Dispatcher::singleton();
    if (!all.findSchema(which)) fail(PTC_ERROR_VALUE, "argument 'name': there is no operator " + which.name);
    auto function = c10::KernelFunction::makeFromBoxedFunctor(std::make_unique<HostKernel>(kernel, nullptr, key, held));
    *out = made(all.registerImpl(which, key, std::move(function), std::nullopt, nullptr,
                                 "registered through ptc_library_impl"));
  });
}

ptc_error ptc_library_return(void *call, int64_t index, const ptc_value *value) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    if (!value) fail(PTC_ERROR_VALUE, "argument 'value' is NULL");
    auto &running = *static_cast<Running *>(call);
    const auto count = running.results.size();
    const std::string name = running.schema ? running.schema->name() : "this question";
    if (index < 0 || index >= static_cast<int64_t>(count))
      fail(PTC_ERROR_INDEX, "argument 'index': " + name + " gives " + std::to_string(count) + " results");
    const auto type = running.schema ? running.schema->returns()[index].real_type() : c10::AnyType::get();
    const Parameter as{name + ": result " + std::to_string(index),  type, what_of(*type),
                       type->kind() == c10::TypeKind::OptionalType, 0,    std::nullopt};
    // An undefined tensor, which libtorch's own callers of an operator with a mask of results expect.
    const bool of_libtorch = running.run_again || name.rfind("aten::", 0) == 0;
    const bool undefined = of_libtorch && as.what == What::tensor && value->kind == PTC_VALUE_NONE;
    ptc_value given = *value;
    if (given.kind == PTC_VALUE_INT && as.what == What::dtype) given.kind = PTC_VALUE_DTYPE; // as TorchScript has it
    running.results[index] = undefined ? at::IValue(at::Tensor()) : to_ivalue(as, given);
  });
}

void ptc_library_close(ptc_library self) {
  if (!self) return;
  if (self->defined) keep_remains(*self->defined);
  delete self;
  count_handle(-1);
}

// ---- every operator at once ----

ptc_error ptc_library_fallback(const char *dispatch_key, ptc_fallback_fn kernel, void *context, ptc_destroy_fn destroy,
                               ptc_library *out) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard(out, [&] {
    if (!held.use_count()) held = owned.share();
    if (!kernel) fail(PTC_ERROR_VALUE, "argument 'kernel': a function is needed, got NULL");
    const auto key = key_of(dispatch_key);
    auto function = c10::KernelFunction::makeFromBoxedFunctor(std::make_unique<HostKernel>(nullptr, kernel, key, held));
    *out = made(c10::Dispatcher::singleton().registerFallback(key, std::move(function),
                                                              "registered through ptc_library_fallback"));
  });
}

ptc_error ptc_library_fallback_fallthrough(const char *dispatch_key, ptc_library *out) {
  return guard(out, [&] {
    *out =
        made(c10::Dispatcher::singleton().registerFallback(key_of(dispatch_key), c10::KernelFunction::makeFallthrough(),
                                                           "registered through ptc_library_fallback_fallthrough"));
  });
}

ptc_error ptc_library_redispatch(void *call) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    auto &running = *static_cast<Running *>(call);
    if (!running.op) fail(PTC_ERROR_VALUE, "argument 'call': what a wrapper is asked about itself has nothing below");
    auto stack = running.arguments;
    std::optional<c10::impl::ExcludeDispatchKeyGuard> below;
    if (running.for_tensors) below.emplace(c10::python_ks);
    if (running.run_again) running.op->callBoxed(&stack);
    else running.op->redispatchBoxed(running.after, &stack);
    for (size_t i = 0; i < running.results.size(); ++i) running.results[i] = std::move(stack[i]);
  });
}

ptc_error ptc_library_fallthrough(const char *name, const char *overload, const char *dispatch_key, ptc_library *out) {
  return guard(out, [&] {
    const c10::OperatorName which{std::string(text_of(name, "name")), std::string(text_of(overload, "overload"))};
    auto &all = c10::Dispatcher::singleton();
    if (!all.findSchema(which)) fail(PTC_ERROR_VALUE, "argument 'name': there is no operator " + which.name);
    *out = made(all.registerImpl(which, key_of(dispatch_key), c10::KernelFunction::makeFallthrough(), std::nullopt,
                                 nullptr, "registered through ptc_library_fallthrough"));
  });
}

// ---- dispatch keys ----

ptc_error ptc_tensor_dispatch_keys(ptc_tensor self, char **out) {
  return guard(out, [&] {
    std::string all;
    for (const auto key : tensor_of(self).key_set())
      all = std::string(c10::toString(key)) + (all.empty() ? "" : "\n") + all;
    put(out, all);
  });
}

ptc_error ptc_operator_has_kernel(ptc_operator self, const char *dispatch_key, bool *out) {
  return guard(out, [&] { *out = dispatched(self).hasKernelForDispatchKey(key_of(dispatch_key)); });
}

ptc_error ptc_operator_dispatch_table(ptc_operator self, char **out) {
  return guard(out, [&] { put(out, dispatched(self).dumpComputedTable()); });
}

ptc_error ptc_operator_registrations(ptc_operator self, char **out) {
  return guard(out, [&] { put(out, dispatched(self).dumpState()); });
}

ptc_error ptc_operator_check(ptc_operator self) {
  return guard_reader([&] { dispatched(self).checkInvariants(); });
}

ptc_error ptc_dispatch_check(void) {
  return guard_reader([] { c10::Dispatcher::singleton().checkInvariants(); });
}

ptc_error ptc_dispatch_dangling(char **out) {
  return guard(out, [&] {
    std::string text;
    for (const auto &one : c10::Dispatcher::singleton().findDanglingImpls()) text += one.dumpState() + "\n";
    put(out, text);
  });
}

ptc_error ptc_dispatch_excluded(const char *dispatch_key, bool *out) {
  return guard(out, [&] { *out = c10::impl::tls_is_dispatch_key_excluded(key_of(dispatch_key)); });
}

ptc_error ptc_dispatch_set_excluded(const char *dispatch_key, bool excluded) {
  return guard_reader([&] { c10::impl::tls_set_dispatch_key_excluded(key_of(dispatch_key), excluded); });
}

ptc_error ptc_dispatch_included(const char *dispatch_key, bool *out) {
  return guard(out, [&] { *out = c10::impl::tls_is_dispatch_key_included(key_of(dispatch_key)); });
}

ptc_error ptc_dispatch_set_included(const char *dispatch_key, bool included) {
  return guard_reader([&] { c10::impl::tls_set_dispatch_key_included(key_of(dispatch_key), included); });
}
