// Hooks of TorchScript's modules: what runs before and after forward where a module itself is called.
#include "jit/sources.h"

namespace jit = torch::jit;

namespace {

const std::vector<jit::Function *> &hooks_of(const jit::Module &module, bool before) {
  return before ? module.type()->getForwardPreHooks() : module.type()->getForwardHooks();
}

} // namespace

ptc_error ptc_jit_module_define_hooks(ptc_jit_module self, const char *source, const char *filename, int64_t line,
                                      int64_t before, ptc_jit_scope scope) {
  return guard([&] {
    const auto &module = module_of(self);
    if (!module.type()->getForwardPreHooks().empty() || !module.type()->getForwardHooks().empty())
      fail(PTC_ERROR_VALUE, "argument 'self': " + module.type()->str() + " has hooks already");
    const auto definitions = parsed(source, filename, line, true);
    const auto count = static_cast<int64_t>(definitions.size());
    if (before < 0 || before > count)
      fail(PTC_ERROR_VALUE, "argument 'before': 0 to " + std::to_string(count) + ", the functions of the source, not " +
                                std::to_string(before));
    for (const auto &one : definitions)
      if (!one.decl().params().size()) // libtorch takes it for granted
        fail(PTC_ERROR_VALUE, "argument 'source': " + one.name().name() + "() has no self");
    const auto unit = module._ivalue()->compilation_unit();
    const std::vector<jit::Def> first(definitions.begin(), definitions.begin() + before);
    const std::vector<jit::Def> last(definitions.begin() + before, definitions.end());
    const std::vector<jit::ResolverPtr> resolvers(definitions.size(), resolver_of(scope, unit));
    const ModuleSelf value(module.type());
    const auto functions = unit->get_functions().size();
    try {
      unit->define_hooks(*module.type()->name(), last, {resolvers.begin() + before, resolvers.end()}, first,
                         {resolvers.begin(), resolvers.begin() + before}, &value);
    } catch (...) { // libtorch keeps hooks that did not compile, and has no way to take them off
      for (const bool one : {true, false}) const_cast<std::vector<jit::Function *> &>(hooks_of(module, one)).clear();
      const auto all = unit->get_functions();
      for (size_t i = functions; i < all.size(); ++i)
        if (all[i]) unit->unsafeRemoveMethod(all[i]->qualname());
      throw;
    }
  });
}

ptc_error ptc_jit_module_hooks(ptc_jit_module self, bool before, char **out) {
  return guard(out, [&] {
    std::vector<std::string> names;
    for (const auto *one : hooks_of(module_of(self), before)) names.push_back(one->name());
    put(out, joined(names));
  });
}

ptc_error ptc_jit_module_hook(ptc_jit_module self, const char *name, bool before, ptc_jit_function *out) {
  return guard(out, [&] {
    const auto &module = module_of(self);
    const std::string which(text_of(name, "name"));
    for (auto *one : hooks_of(module, before))
      if (one->name() == which) {
        *out = new_function(module._ivalue()->compilation_unit(), one);
        return;
      }
    fail(PTC_ERROR_VALUE, "argument 'name': " + module.type()->str() + " has no hook '" + which +
                              (before ? "' before" : "' after") + " forward");
  });
}
