// Any operator by name: a boxed call, checked against the operator's schema.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/core/impl/TorchDispatchModeTLS.h>

#include "checks/checks.h"
#include "checks/by_name.h"
#include "library/library.h"
#include "memory/memory_of.h"
#include "library/values.h"

#include <pytorch_c/library/dispatch.h>

#include <algorithm>
#include <atomic>
#include <sstream>
#include <unordered_set>

struct ptc_operator_s {
  std::string name; // "aten::add.Tensor"
  c10::OperatorHandle handle;
  std::vector<Parameter> parameters;
  std::vector<What> results;
  std::vector<CheckByName> checks;
  bool sparse;                                        // makes a sparse tensor of indices that nobody has looked at
  std::atomic<bool> asks;                             // refuses calls until ptc_operator_trust
  c10::FunctionSchema schema;                         // the one that `parameters` is of
  mutable std::atomic<int64_t> seen;                  // how many operators had gone when it was last compared
  std::optional<c10::DispatchKey> key = std::nullopt; // calls run this kernel alone
  std::atomic<bool> trusted{false};                   // its calls may be wrong
};

namespace {

std::string full_name(const c10::OperatorName &name) {
  return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
}

// Counts what is registered and taken away, from its making on.
class Changes : public c10::OpRegistrationListener {
public:
  void onOperatorRegistered(const c10::OperatorHandle &) override { ++count; }
  void onOperatorDeregistered(const c10::OperatorHandle &) override { ++count; }
  static inline std::atomic<int64_t> count{0};
};

// Operators that take numbers for tensors: those of torch's Python.
bool takes_numbers(const c10::OperatorName &name) {
  static const std::unordered_set<std::string> all{
      "aten::add",         "aten::add_",        "aten::div",      "aten::div_",         "aten::divide",
      "aten::divide_",     "aten::mul",         "aten::mul_",     "aten::multiply",     "aten::multiply_",
      "aten::sub",         "aten::sub_",        "aten::subtract", "aten::subtract_",    "aten::copy_",
      "aten::_to_copy",    "aten::to",          "aten::_conj",    "aten::floor_divide", "aten::floor_divide_",
      "aten::true_divide", "aten::true_divide_"};
  return all.count(name.name) != 0 || name.name.rfind("prims::", 0) == 0;
}

ptc_operator prepare(c10::OperatorHandle handle) {
  const auto &schema = handle.schema();
  std::string name = full_name(schema.operator_name());
  if (schema.is_vararg() || schema.is_varret())
    fail(PTC_ERROR_NOT_IMPLEMENTED, name + " takes or gives any number of values, which its schema does not describe");
  const auto &full = schema.operator_name();
  std::unique_ptr<ptc_operator_s> made(new ptc_operator_s{
      name, handle, {}, {}, checks_of(schema), makes_sparse(full), believes(schema), schema, gone()});
  for (const auto &arg : schema.arguments()) {
    auto type = arg.real_type();
    made->parameters.push_back({name + ": argument '" + arg.name() + "'", type, what_of(*type),
                                type->kind() == c10::TypeKind::OptionalType, arg.N().value_or(0), arg.default_value()});
    made->parameters.back().number = takes_numbers(full);
  }
  for (const auto &result : schema.returns()) made->results.push_back(what_of(*result.real_type()));
  count_handle(1);
  return made.release();
}

ptc_operator_s &operator_of(ptc_operator handle, const char *name) {
  if (!handle) fail(PTC_ERROR_TYPE, std::string("argument '") + name + "': an operator is needed, got NULL");
  return *handle;
}

// An operator of a library may be closed, and defined anew with other arguments, while somebody has it.
void check_defined(const ptc_operator_s &op) {
  const int64_t now = gone();
  if (now == op.seen) return;
  if (!op.handle.hasSchema()) fail(PTC_ERROR_RUNTIME, "the operator " + op.name + " is gone: its library was closed");
  if (op.handle.schema() != op.schema)
    fail(PTC_ERROR_RUNTIME, "the operator " + op.name + " was defined anew with another schema: find it again");
  op.seen = now;
}

torch::jit::Stack arguments(const ptc_operator_s &op, const ptc_value *args, int64_t count) {
  const auto &wanted = op.parameters;
  check_list(args, count, "args");
  if (count > static_cast<int64_t>(wanted.size()))
    fail(PTC_ERROR_TYPE,
         op.name + " takes " + std::to_string(wanted.size()) + " arguments, got " + std::to_string(count));
  torch::jit::Stack stack;
  stack.reserve(std::max(wanted.size(), op.results.size()));
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto &p = wanted[i];
    if (static_cast<int64_t>(i) < count) stack.push_back(to_ivalue(p, args[i]));
    else if (p.otherwise) stack.push_back(*p.otherwise);
    else fail(PTC_ERROR_TYPE, p.where + " is missing");
  }
  return stack;
}

// True if there is a symbol in what is given: such a call is the host's to run, and reads no memory before.
bool has_symbols(const torch::jit::Stack &stack) {
  const auto one = [](const at::IValue &value) {
    return value.isSymInt() || (value.isTensor() && value.toTensor().defined() &&
                                value.toTensor().unsafeGetTensorImpl()->has_symbolic_sizes_strides());
  };
  return std::any_of(stack.begin(), stack.end(), [&](const at::IValue &value) {
    if (!value.isList()) return one(value);
    const auto items = value.toListRef();
    return std::any_of(items.begin(), items.end(), one);
  });
}

// True if no kernel reads memory by these arguments: Python runs the operator, or the tensors are on the meta device.
bool reads_nothing(const torch::jit::Stack &stack) {
  const bool python = !c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::Python);
  // The kernels of the meta device run on this thread, whatever the tensors are: what fake tensors ask for.
  if (c10::impl::tls_local_dispatch_key_set().included_.has_backend(c10::BackendComponent::MetaBit)) return true;
  if (python && c10::impl::TorchDispatchModeTLS::any_modes_set()) return true;
  bool found = false;
  const auto one = [&](const at::IValue &value) {
    if (!value.isTensor() || !value.toTensor().defined()) return true;
    found = true;
    const auto keys = value.toTensor().key_set();
    return keys.has_backend(c10::BackendComponent::MetaBit) || (python && keys.has(c10::DispatchKey::Python));
  };
  return std::all_of(stack.begin(), stack.end(),
                     [&](const at::IValue &value) {
                       if (!value.isList()) return one(value);
                       const auto items = value.toListRef();
                       return std::all_of(items.begin(), items.end(), one);
                     }) &&
         found;
}

// The operator for libtorch's own use whose call by a user is let through as it reads nothing, while it lasts: the
// host, which trusts what libtorch calls, is not to trust that one.
thread_local const ptc_operator_s *let_through = nullptr;

struct LetThrough {
  const ptc_operator_s *before = let_through;
  explicit LetThrough(const ptc_operator_s &op) {
    if (op.asks) let_through = &op;
  }
  ~LetThrough() { let_through = before; }
  LetThrough(const LetThrough &) = delete;
  LetThrough &operator=(const LetThrough &) = delete;
};

bool is_let_through(const ptc_operator_s &op) {
  return let_through && let_through->handle.operator_name() == op.handle.operator_name();
}

// Checks that the typed functions make too.
void check_arguments(const ptc_operator_s &op, const torch::jit::Stack &stack) {
  if (op.asks && !reads_nothing(stack))
    fail(PTC_ERROR_RUNTIME, op.name + " is for libtorch's own use: it believes its arguments, and wrong ones end the "
                                      "process; ptc_operator_trust lets it be called");
  Named named(op.schema, stack);
  if (!op.checks.empty() && !has_symbols(stack))
    for (const auto check : op.checks) check(named);
  const auto &wanted = op.schema.arguments();
  for (size_t i = 0; i < stack.size(); ++i) {
    const auto *alias = wanted[i].alias_info();
    const bool written = alias && alias->isWrite();
    if (written && wanted[i].kwarg_only() && stack[i].isTensor())
      check_output(stack[i].toTensor(), wanted[i].name().c_str());
    if (written && stack[i].isTensorList()) alike(stack[i].toTensorVector(), wanted[i].name().c_str());
  }
}

// The values to fill: none of them own anything when the call fails.
struct Results {
  ptc_value *values;
  int64_t length;
  bool done = false;
  ~Results() {
    if (!done) ptc_values_close(values, length);
  }
};

// The names of the operators that are defined, sorted, one a line.
std::string lines_of(const std::vector<c10::OperatorName> &found) {
  std::vector<std::string> names;
  for (const auto &one : found)
    if (c10::Dispatcher::singleton().findSchema(one)) names.push_back(full_name(one));
  std::sort(names.begin(), names.end());
  std::string text;
  for (const auto &one : names) text += one + "\n";
  return text;
}

[[noreturn]] void not_found(const std::string &name, const std::string &overload) {
  std::string others;
  for (const auto &one : c10::Dispatcher::singleton().getAllOpNames())
    if (one.name == name) others += (others.empty() ? "" : ", ") + ("'" + one.overload_name + "'");
  fail(PTC_ERROR_VALUE,
       "there is no operator " + full_name({name, overload}) + (others.empty() ? "" : "; its overloads are " + others));
}

c10::DispatchKeySet keys_of(const torch::jit::Stack &stack) {
  c10::DispatchKeySet keys;
  const auto add = [&](const at::IValue &one) {
    if (one.isTensor()) keys = keys | one.toTensor().key_set();
  };
  for (const auto &one : stack) {
    add(one);
    if (one.isList())
      for (const at::IValue &item : one.toListRef()) add(item);
  }
  return keys;
}

// True if an operator has one kernel for several keys, this among them, which calls other operators.
bool composite(const c10::OperatorHandle &op, c10::DispatchKey key) {
  if (op.hasKernelForDispatchKey(key)) return false;
  for (const auto all : {c10::DispatchKey::CompositeExplicitAutogradNonFunctional,
                         c10::DispatchKey::CompositeExplicitAutograd, c10::DispatchKey::CompositeImplicitAutograd,
                         c10::DispatchKey::CompositeImplicitAutogradNestedTensor, c10::DispatchKey::Autograd})
    if (op.hasKernelForDispatchKey(all) && c10::isIncludedInAlias(key, all)) return true;
  return false;
}

// A kernel reads the memory of what it takes for its own kind of tensors.
void check_key(const ptc_operator_s &op, c10::DispatchKey key, c10::DispatchKeySet given) {
  const auto local = c10::impl::tls_local_dispatch_key_set();
  const c10::DispatchKeySet backends(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::BackendSelect);
  if (given.empty()) given = c10::DispatchKeySet({c10::DispatchKey::CPU, c10::DispatchKey::AutogradCPU});
  const bool first = !backends.has(key) || (given & backends).highestPriorityTypeId() == key;
  if (first && (given | local.included_).has(key)) return;
  fail(PTC_ERROR_TYPE, op.name + ": its kernel for " + c10::toString(key) +
                           " does not take these tensors, which have " + c10::toString(given) +
                           "; ptc_operator_trust lets it be called");
}

void run_kernel(const ptc_operator_s &op, torch::jit::Stack &stack) {
  if (c10::isAliasDispatchKey(*op.key)) return op.handle.callBoxedForDispatchKey(*op.key, stack);
  const auto given = keys_of(stack);
  // The dispatcher finds those of one key alone, and of all operators; libtorch's own composites take any tensors.
  if (!composite(op.handle, *op.key)) {
    if (!op.trusted) check_key(op, *op.key, given);
    return op.handle.callBoxedForDispatchKey(*op.key, stack);
  }
  const c10::DispatchKeySet after(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::ADInplaceOrView);
  const auto kernel = op.handle.getComputedKernelForDispatchKey(*op.key);
  kernel.callBoxed(op.handle, (given & after) | c10::DispatchKeySet(*op.key), &stack);
}

// Gives a number, and may change what it was given.
template <class Out, class Body>
ptc_error guard_writer(Out *out, Body &&body, const char *function = __builtin_FUNCTION()) noexcept {
  return run_body<May::change_all>(Outputs<Out>{{out}}, body, function);
}

void clear(ptc_value *results, int64_t count) {
  for (int64_t i = 0; results && i < count; ++i) results[i] = {};
}

// A call; `body` runs the operator. The number of its results.
template <class Body>
int64_t call(ptc_operator op, const ptc_value *args, int64_t args_len, ptc_value *results, int64_t results_len,
             Body &&body) {
  const auto &called = operator_of(op, "op");
  check_list(results, results_len, "results");
  const auto given = static_cast<int64_t>(called.results.size());
  if (results_len < given)
    fail(PTC_ERROR_VALUE, "argument 'results': " + called.name + " gives " + std::to_string(given) +
                              ", there is room for " + std::to_string(results_len));
  check_defined(called);
  auto stack = arguments(called, args, args_len);
  check_arguments(called, stack);
  {
    const LetThrough here(called);
    body(called, stack);
  }
  Given::check_all();
  for (const at::IValue &one : stack)
    if (one.isTensor()) check_placed(one.toTensor());
  if (called.sparse && !stack.empty() && stack[0].isTensor()) valid(stack[0].toTensor());
  if (static_cast<int64_t>(stack.size()) != given)
    fail(PTC_ERROR_RUNTIME, called.name + " gave another number of results than its schema says");
  Results filled{results, results_len};
  for (int64_t i = 0; i < given; ++i) put(results[i], std::move(stack[i]), called.results[i]);
  filled.done = true;
  return given;
}

} // namespace

const c10::OperatorHandle &ptc::dispatched(ptc_operator self) {
  const auto &op = operator_of(self, "self");
  check_defined(op);
  return op.handle;
}

ptc_error ptc_operator_find(const char *name, const char *overload, ptc_operator *out) {
  return guard(out, [&] {
    std::string first(text_of(name, "name")), second(text_of(overload, "overload"));
    auto found = c10::Dispatcher::singleton().findSchema({first, second});
    if (!found) not_found(first, second);
    *out = prepare(*found);
  });
}

void ptc_operator_close(ptc_operator self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

ptc_error ptc_operator_kernel(ptc_operator self, const char *dispatch_key, ptc_operator *out) {
  return guard(out, [&] {
    const auto &all = operator_of(self, "self");
    check_defined(all);
    const std::string name(text_of(dispatch_key, "dispatch_key"));
    const auto key = c10::parseDispatchKey(name);
    if (c10::isAliasDispatchKey(key))
      fail(PTC_ERROR_VALUE, "argument 'dispatch_key': " + name + " stands for several keys");
    if (!all.handle.hasComputedKernelForDispatchKey(key))
      fail(PTC_ERROR_RUNTIME, all.name + " has no kernel for " + name);
    const auto made = prepare(all.handle);
    made->asks = all.asks.load();
    made->key = key;
    *out = made;
  });
}

ptc_error ptc_operator_trust(ptc_operator self) {
  return guard([&] {
    auto &op = operator_of(self, "self");
    if (is_let_through(op)) return;
    op.asks = false;
    op.trusted = true;
  });
}

ptc_error ptc_operator_schema(ptc_operator self, char **out) {
  return guard(out, [&] {
    std::ostringstream text;
    text << operator_of(self, "self").schema;
    put(out, text.str());
  });
}

ptc_error ptc_operator_results(ptc_operator self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(operator_of(self, "self").results.size())); });
}

ptc_error ptc_operator_names(char **out) {
  return guard(out, [&] { put(out, lines_of(c10::Dispatcher::singleton().getAllOpNames())); });
}

ptc_error ptc_operator_names_of_key(const char *dispatch_key, char **out) {
  return guard(out, [&] {
    const auto key = c10::parseDispatchKey(std::string(text_of(dispatch_key, "dispatch_key")));
    put(out, lines_of(c10::Dispatcher::singleton().getRegistrationsForDispatchKey(key)));
  });
}

ptc_error ptc_operator_changes(int64_t *out) {
  return guard(out, [&] {
    // Never destroyed: libraries take their operators away while the process exits.
    static const auto *kept = new c10::RegistrationHandleRAII(
        c10::Dispatcher::singleton().addRegistrationListener(std::make_unique<Changes>()));
    (void)kept;
    put(out, Changes::count.load());
  });
}

ptc_error ptc_operator_composite(ptc_operator self, int64_t key, ptc_operator *out) {
  return guard(out, [&] {
    const auto &all = operator_of(self, "self");
    check_defined(all);
    const auto alias = static_cast<c10::DispatchKey>(key);
    if (!c10::isAliasDispatchKey(alias))
      fail(PTC_ERROR_VALUE, "argument 'key': " + std::to_string(key) + " is not the number of an alias key");
    if (!all.handle.hasKernelForDispatchKey(alias))
      fail(PTC_ERROR_RUNTIME, all.name + " has no kernel for " + c10::toString(alias));
    const auto made = prepare(all.handle);
    made->asks = all.asks.load();
    made->key = alias;
    *out = made;
  });
}

ptc_error ptc_call(ptc_operator op, const ptc_value *args, int64_t args_len, ptc_value *results, int64_t results_len,
                   int64_t *count) {
  clear(results, results_len);
  return guard_writer(count, [&] {
    *count = call(op, args, args_len, results, results_len, [](const auto &called, auto &stack) {
      if (called.key) run_kernel(called, stack);
      else called.handle.callBoxed(stack);
    });
  });
}

ptc_error ptc_call_redispatch(ptc_operator op, int64_t keyset, const ptc_value *args, int64_t args_len,
                              ptc_value *results, int64_t results_len, int64_t *count) {
  clear(results, results_len);
  return guard_writer(count, [&] {
    auto keys = c10::DispatchKeySet::from_raw_repr(static_cast<uint64_t>(keyset));
    *count = call(op, args, args_len, results, results_len, [&](const auto &called, auto &stack) {
      // The dispatcher leaves such keys out where it computes a set itself.
      for (const auto key : {c10::DispatchKey::BackendSelect, c10::DispatchKey::ADInplaceOrView})
        if (keys.has(key) && !called.handle.hasKernelForDispatchKey(key)) keys = keys.remove(key);
      if (keys.empty()) fail(PTC_ERROR_VALUE, "argument 'keyset': a key is needed");
      if (!called.trusted) check_key(called, keys.highestPriorityTypeId(), keys_of(stack));
      called.handle.redispatchBoxed(keys, &stack);
    });
  });
}
