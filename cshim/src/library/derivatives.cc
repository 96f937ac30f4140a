// Derivatives of operators by functions of the host's own: a kernel for "Autograd".
#include <ATen/core/LegacyTypeDispatch.h>

#include "autograd/custom_function.h"
#include "library/library.h"

#include <algorithm>

namespace {

using torch::autograd::variable_list;

struct Derivative {
  ptc_library_backward_fn backward;
  std::shared_ptr<void> context;
  c10::FunctionSchema schema;
  std::vector<bool> saves_arg, saves_result;
};

// The tensors in a value, empty for a place without one.
variable_list tensors_in(const at::IValue &value) {
  if (value.isTensor()) return {value.toTensor()};
  if (value.isTensorList()) return value.toTensorVector();
  variable_list out;
  if (value.isOptionalTensorList())
    for (const auto &one : value.toOptionalTensorVector()) out.push_back(one.value_or(at::Tensor()));
  return out;
}

// An argument or a result of a call, without its tensors.
struct Place {
  at::IValue plain;
  size_t tensors = 0;
  bool list = false;
  bool saved = false;

  Place(const at::IValue &value, bool saves) : tensors(tensors_in(value).size()), saved(saves) {
    list = value.isTensorList() || value.isOptionalTensorList();
    if (!tensors && !list && !value.isTensor()) plain = value;
  }
  // The value again, of the next tensors.
  at::IValue whole(variable_list::const_iterator &next) const {
    if (!list && !tensors) return plain;
    const variable_list held(next, next + static_cast<std::ptrdiff_t>(tensors));
    next += static_cast<std::ptrdiff_t>(tensors);
    return wrapped(held);
  }
  at::IValue wrapped(const variable_list &held) const {
    if (!list) return held[0].defined() ? at::IValue(held[0]) : at::IValue();
    c10::List<std::optional<at::Tensor>> all;
    for (const auto &one : held) all.push_back(one.defined() ? std::optional<at::Tensor>(one) : std::nullopt);
    return all;
  }
};

// Gradients that a backward has given so far.
struct Gradients {
  const c10::FunctionSchema &schema;
  std::vector<at::IValue> found;

  // A tensor or nothing for a tensor; for a list as many as it has, or nothing.
  c10::TypePtr type(size_t index) const {
    static const auto one = c10::OptionalType::create(c10::TensorType::get());
    static const auto many = c10::OptionalType::create(c10::ListType::create(one));
    const auto &argument = schema.arguments()[index];
    switch (what_of(*argument.real_type())) {
    case What::tensor: return one;
    case What::tensors:
    case What::optional_tensors: return many;
    default:
      fail(PTC_ERROR_TYPE,
           schema.name() + ": argument '" + argument.name() + "' is no tensor, so that it has no gradient");
    }
  }

  void give(int64_t index, const ptc_value &value) {
    if (index < 0 || index >= static_cast<int64_t>(found.size()))
      fail(PTC_ERROR_INDEX,
           "argument 'index': " + schema.name() + " takes " + std::to_string(found.size()) + " arguments");
    const auto place = static_cast<size_t>(index);
    const auto kind = type(place);
    const auto where = schema.name() + ": the gradient of '" + schema.arguments()[place].name() + "'";
    found[place] = to_ivalue({where, kind, what_of(*kind), true, 0, std::nullopt}, value);
  }
};

// One call that was recorded.
struct Call {
  std::shared_ptr<const Derivative> of;
  std::vector<Place> args, results;

  void fill(Values &out, const std::vector<Place> &places, const std::vector<c10::Argument> &schema,
            variable_list::const_iterator &next) const {
    for (size_t i = 0; i < places.size(); ++i)
      if (places[i].saved || !places[i].tensors)
        put(out.values[i], places[i].whole(next), what_of(*schema[i].real_type()));
  }

  void run(ptc_node node, const ptc_tensor *grads, ptc_tensor *out) const {
    const auto kept = saved_tensors(node);
    auto next = kept.begin();
    Values given(args.size()), gave(results.size()), above(results.size());
    fill(given, args, of->schema.arguments(), next);
    fill(gave, results, of->schema.returns(), next);
    for (size_t i = 0, place = 0; i < results.size(); ++i) {
      variable_list held;
      for (size_t k = 0; k < results[i].tensors; ++k, ++place)
        held.push_back(grads[place] ? grads[place]->tensor : at::Tensor());
      if (!held.empty()) put(above.values[i], results[i].wrapped(held), What::object);
    }
    Gradients gradients{of->schema, std::vector<at::IValue>(args.size())};
    auto keep = of->context;
    check(of->backward((keep.get)(), &gradients, given.values.data(), static_cast<int64_t>(args.size()),
                       gave.values.data(), static_cast<int64_t>(results.size()), above.values.data()));
    for (size_t i = 0, place = 0; i < args.size(); place += args[i++].tensors) {
      if (!args[i].tensors || gradients.found[i].isNone()) continue;
      const auto tensors = tensors_in(gradients.found[i]);
      if (tensors.size() != args[i].tensors)
        fail(PTC_ERROR_VALUE, of->schema.name() + ": the gradient of '" + of->schema.arguments()[i].name() + "' has " +
                                  std::to_string(tensors.size()) + " tensors, the argument " +
                                  std::to_string(args[i].tensors));
      for (size_t k = 0; k < tensors.size(); ++k)
        if (tensors[k].defined()) out[place + k] = handle(at::Tensor(tensors[k]));
    }
  }
};

ptc_error on_backward(void *context, ptc_node self, const ptc_tensor *grads, int64_t, ptc_tensor *out) {
  return guard([&] { static_cast<Call *>(context)->run(self, grads, out); });
}

struct AutogradKernel final : c10::OperatorKernel {
  std::shared_ptr<const Derivative> of;
  explicit AutogradKernel(std::shared_ptr<const Derivative> held) : of(std::move(held)) {}

  void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack) {
    const auto keep = of;
    const size_t count = op.schema().arguments().size();
    Attached given;
    auto call = std::make_shared<Call>(Call{keep, {}, {}});
    const auto args = torch::jit::last(*stack, count);
    take(args, call->args, keep->saves_arg, given, given.inputs);
    {
      at::AutoDispatchBelowAutograd below;
      op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
    }
    variable_list made;
    const auto results = torch::jit::last(*stack, op.schema().returns().size());
    take(results, call->results, keep->saves_result, given, made);
    for (const auto &one : made)
      given.outputs.emplace_back(one.defined() ? std::optional<at::Tensor>(one) : std::nullopt);
    given.name = op.schema().operator_name().name + "Backward";
    given.backward = on_backward;
    given.context = call;
    const auto places = call->results;
    const auto attached = attach(std::move(given));
    replace(*stack, places, attached);
  }

  static void take(at::ArrayRef<at::IValue> values, std::vector<Place> &places, const std::vector<bool> &saves,
                   Attached &given, variable_list &tensors) {
    for (size_t i = 0; i < values.size(); ++i) {
      places.emplace_back(values[i], saves[i]);
      for (const auto &one : tensors_in(values[i])) {
        tensors.push_back(one);
        if (saves[i]) given.saved.emplace_back(one.defined() ? std::optional<at::Tensor>(one) : std::nullopt);
      }
    }
  }

  static void replace(torch::jit::Stack &stack, const std::vector<Place> &places, const variable_list &tensors) {
    const size_t first = stack.size() - places.size();
    auto next = tensors.begin();
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i].list) {
        const bool holes = stack[first + i].isOptionalTensorList();
        auto all = places[i].whole(next);
        stack[first + i] =
            holes ? all : at::IValue(variable_list(next - static_cast<std::ptrdiff_t>(places[i].tensors), next));
      } else if (places[i].tensors) stack[first + i] = *next++;
    }
  }
};

// "x, y" as its names.
std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  constexpr const char *between = ", ";
  for (size_t start = 0; (start = text.find_first_not_of(between, start)) != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(between, start), text.size());
    out.emplace_back(text.substr(start, end - start));
    start = end;
  }
  return out;
}

// Which arguments, or results, are among the names.
std::vector<bool> among(const std::vector<c10::Argument> &places, std::vector<std::string> &names, bool results) {
  std::vector<bool> out;
  for (size_t i = 0; i < places.size(); ++i) {
    auto name = places[i].name();
    if (results && name.empty()) name = places.size() == 1 ? "result" : "result" + std::to_string(i);
    const auto found = std::find(names.begin(), names.end(), name);
    out.push_back(found != names.end());
    if (found != names.end()) names.erase(found);
  }
  return out;
}

void check_functional(const c10::FunctionSchema &schema) {
  for (const auto *all : {&schema.arguments(), &schema.returns()})
    for (const auto &one : *all)
      if (one.alias_info())
        fail(PTC_ERROR_RUNTIME, "Cannot register autograd formula for non-functional operator " + schema.name() +
                                    ": it writes into its arguments, or gives views of them");
}

} // namespace

ptc_error ptc_library_autograd(const char *name, const char *overload, const char *saved,
                               ptc_library_backward_fn backward, void *context, ptc_destroy_fn destroy,
                               ptc_library *out) {
  Context owned{context, destroy};
  std::shared_ptr<void> held;
  return guard(out, [&] {
    if (!held.use_count()) held = owned.share();
    if (!backward) fail(PTC_ERROR_VALUE, "argument 'backward': a function is needed, got NULL");
    const c10::OperatorName which{std::string(text_of(name, "name")), std::string(text_of(overload, "overload"))};
    auto &all = c10::Dispatcher::singleton();
    const auto op = all.findSchema(which);
    if (!op) fail(PTC_ERROR_VALUE, "argument 'name': there is no operator " + which.name);
    check_functional(op->schema());
    auto names = words(text_of(saved, "saved"));
    Derivative made_of{backward, held, op->schema(), {}, {}};
    made_of.saves_arg = among(op->schema().arguments(), names, false);
    made_of.saves_result = among(op->schema().returns(), names, true);
    if (!names.empty())
      fail(PTC_ERROR_VALUE,
           "argument 'saved': " + op->schema().name() + " has no argument or result '" + names[0] + "'");
    auto kernel = std::make_unique<AutogradKernel>(std::make_shared<Derivative>(std::move(made_of)));
    *out = made(all.registerImpl(which, c10::DispatchKey::Autograd,
                                 c10::KernelFunction::makeFromBoxedFunctor(std::move(kernel)), std::nullopt, nullptr,
                                 "registered through ptc_library_autograd"));
  });
}

ptc_error ptc_library_return_gradient(void *call, int64_t index, const ptc_value *value) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    if (!value) fail(PTC_ERROR_VALUE, "argument 'value' is NULL");
    static_cast<Gradients *>(call)->give(index, *value);
  });
}
