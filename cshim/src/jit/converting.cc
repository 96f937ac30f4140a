// Operators that only programs have, the methods of objects, and modules with fewer methods.
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/runtime/operator.h>

#include "jit/torchscript.h"

#include <pytorch_c/jit/jit_convert.h>

#include <algorithm>
#include <sstream>
#include <unordered_set>

namespace {

std::unordered_set<std::string> set_of(const char *text) {
  const auto lines = lines_of(text);
  return {lines.begin(), lines.end()};
}

} // namespace

ptc_error ptc_jit_operator_schemas(char **out) {
  return guard(out, [&] {
    auto &dispatcher = c10::Dispatcher::singleton();
    std::vector<std::string> found;
    for (const auto &one : torch::jit::getAllOperators()) {
      const auto &schema = one->schema();
      if (schema.is_vararg() || schema.is_varret() || dispatcher.findSchema(schema.operator_name())) continue;
      std::ostringstream text;
      text << schema;
      found.push_back(text.str());
    }
    std::sort(found.begin(), found.end());
    put(out, joined(found));
  });
}

ptc_error ptc_value_methods(const ptc_value *value, char **out) {
  return guard(out, [&] {
    const auto held = value_of(value, "value");
    if (!held.isObject())
      fail(PTC_ERROR_TYPE, "argument 'value': an object of a class is needed, got " + held.type<c10::Type>()->str());
    std::vector<std::string> names;
    for (const auto *one : held.toObject()->type()->methods()) names.push_back(one->name());
    put(out, joined(names));
  });
}

ptc_error ptc_jit_module_clone_without(ptc_jit_module self, const char *methods, const char *attributes,
                                       ptc_jit_module *out) {
  return guard(out, [&] { *out = new_module(module_of(self).clone(false, set_of(methods), set_of(attributes))); });
}
