// TorchScript's modules made into others: moved, copied, frozen.
#include <torch/csrc/jit/passes/freeze_module.h>
#include <torch/csrc/jit/passes/frozen_graph_optimizations.h>
#include <torch/csrc/jit/passes/inliner.h>

#include "jit/torchscript.h"

#include <functional>

namespace jit = torch::jit;

namespace {

const char *frozen_in_training =
    "argument 'self': only a module in eval mode is frozen; call ptc_jit_module_train first";

bool training(const jit::Module &module) { return module.hasattr("training") && module.is_training(); }

void check_preserved(const jit::Module &module, const std::vector<std::string> &names, const char *argument) {
  for (const auto &name : names)
    if (name.find('.') == std::string::npos && !module.hasattr(name) && !module.find_method(name))
      fail(PTC_ERROR_VALUE, std::string("argument '") + argument + "': " + module.type()->str() +
                                " has no attribute or method '" + name + "'");
}

} // namespace

ptc_error ptc_jit_module_train(ptc_jit_module self, bool mode) {
  return guard([&] { module_of(self).train(mode); });
}

ptc_error ptc_jit_module_is_training(ptc_jit_module self, bool *out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    *out = !module.hasattr("training") || module.is_training();
  });
}

ptc_error ptc_jit_module_to(ptc_jit_module self, int32_t device_type, int32_t device_index, int32_t dtype,
                            bool non_blocking) {
  return guard([&] {
    auto &module = module_of(self);
    const auto where = optdevice(device_type, device_index);
    const auto as = optdtype(dtype);
    if (as && !at::isFloatingType(*as) && !at::isComplexType(*as))
      fail(PTC_ERROR_SCRIPT_TYPE, "argument 'dtype': a floating point or complex dtype is needed");
    // libtorch's own would make integers floats as well.
    const auto moved = [&](const at::Tensor &t) {
      auto options = t.options();
      if (where) options = options.device(*where);
      if (as && (t.is_floating_point() || t.is_complex())) options = options.dtype(*as);
      return t.to(options, non_blocking);
    };
    for (auto tensor : module.parameters()) tensor.set_data(moved(tensor.detach()));
    for (auto tensor : module.buffers()) tensor.set_data(moved(tensor.detach()));
  });
}

ptc_error ptc_jit_module_copy(ptc_jit_module self, ptc_jit_module *out) {
  return guard(out, [&] { *out = new_module(module_of(self).copy()); });
}

ptc_error ptc_jit_module_deepcopy(ptc_jit_module self, ptc_jit_module *out) {
  return guard(out, [&] { *out = new_module(module_of(self).deepcopy()); });
}

ptc_error ptc_jit_module_clone(ptc_jit_module self, ptc_jit_module *out) {
  return guard(out, [&] { *out = new_module(module_of(self).clone()); });
}

ptc_error ptc_jit_module_freeze(ptc_jit_module self, const char *preserved, bool optimize_numerics,
                                ptc_jit_module *out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    const auto names = lines_of(preserved);
    if (training(module)) fail(PTC_ERROR_RUNTIME, frozen_in_training);
    check_preserved(module, names, "preserved");
    check_operators(module);
    auto frozen = jit::freeze_module(module, names);
    // Like torch.jit.run_frozen_optimizations: forward, and each method that is kept.
    for (const auto &method : frozen.get_methods()) {
      auto graph = method.graph();
      jit::OptimizeFrozenGraph(graph, optimize_numerics);
    }
    *out = new_module(std::move(frozen));
  });
}

ptc_error ptc_jit_module_optimize_frozen(ptc_jit_module self, const char *methods, bool optimize_numerics) {
  return guard([&] {
    const auto &module = module_of(self);
    const auto names = lines_of(methods);
    check_operators(module);
    for (const auto &name : names)
      if (!module.find_method(name))
        fail(PTC_ERROR_VALUE, "argument 'methods': " + module.type()->str() + " has no method '" + name + "'");
    for (const auto &name : names) {
      auto graph = module.get_method(name).graph();
      jit::OptimizeFrozenGraph(graph, optimize_numerics);
    }
  });
}

ptc_error ptc_jit_module_optimize_for_inference(ptc_jit_module self, const char *other_methods, ptc_jit_module *out) {
  return guard(out, [&] {
    auto module = module_of(self);
    const auto names = lines_of(other_methods);
    if (training(module)) fail(PTC_ERROR_RUNTIME, frozen_in_training);
    check_preserved(module, names, "other_methods");
    check_operators(module);
    *out = new_module(jit::optimize_for_inference(module, names));
  });
}

ptc_error ptc_jit_function_module(ptc_jit_function self, ptc_jit_module *out) {
  return guard(out, [&] {
    const auto &f = function_of(self);
    if (f.self)
      fail(PTC_ERROR_SCRIPT_TYPE, "argument 'self': a function is needed, got a method, whose module is its owner");
    // Like torch's ScriptFunction.save: the graph with a self in front.
    jit::Module module("__torch__.PlaceholderModule");
    module.register_attribute("training", c10::BoolType::get(), true);
    auto graph = jit::toGraphFunction(*f.function).graph()->copy();
    graph->insertInput(0, "self")->setType(module.type());
    const c10::QualifiedName name(*module.type()->name(), "forward");
    auto *method = module._ivalue()->compilation_unit()->create_function(name, graph);
    const auto &schema = f.function->getSchema();
    std::vector<c10::Argument> wanted{c10::Argument("self", module.type())};
    for (const auto &one : schema.arguments()) wanted.push_back(one);
    method->setSchema(schema.cloneWithArguments(std::move(wanted)).cloneWithName("forward", ""));
    module.type()->addMethod(method);
    *out = new_module(std::move(module));
  });
}
