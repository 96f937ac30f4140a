// Hooks on the tensors that operators save for the backward pass, and the engine that asks for them.
#include <ATen/SavedTensorHooks.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include "autograd/anomaly.h"
#include "autograd/compiler.h"
#include "host/interpreter.h"

#include <pytorch_c/autograd/saved_tensors.h>

#include <atomic>
#include <typeinfo>

namespace {

using torch::autograd::Engine;
using torch::autograd::SavedVariableHooks;

struct PackHooks {
  ptc_pack_fn pack;
  ptc_unpack_fn unpack;
  ptc_drop_fn drop;
  std::shared_ptr<void> context;
};

thread_local std::vector<std::shared_ptr<const PackHooks>> pushed;
std::atomic<int64_t> last_id{0};

// A saved tensor that the host keeps.
struct Saved final : SavedVariableHooks {
  std::shared_ptr<const PackHooks> hooks;
  int64_t id = 0;
  bool packed = false;

  explicit Saved(std::shared_ptr<const PackHooks> given) : hooks(std::move(given)), id(++last_id) {}
  ~Saved() override {
    if (packed && hooks->drop) hooks->drop((hooks->context.get)(), id);
  }
  void call_pack_hook(const at::Tensor &tensor) override {
    check(hooks->pack((hooks->context.get)(), id, Lent(tensor).data()[0]));
    packed = true;
  }
  at::Tensor call_unpack_hook() override {
    auto keep = hooks; // what runs may end the graph
    Answers given(1);
    check(keep->unpack((keep->context.get)(), id, given.data()));
    if (!given[0])
      fail(PTC_ERROR_TYPE,
           "Output of saved tensor unpack_hook expected to be a Tensor but got result of type NoneType");
    return given.tensor(0);
  }
  // The hook and what it has packed, for a compiled pass to call the one with the other.
  std::optional<std::pair<c10::SafePyObject, c10::SafePyObject>> retrieve_unpack_hook_data() const override {
    if (!compiler::is_compiling()) fail(PTC_ERROR_RUNTIME, "a saved tensor is packed by hooks");
    const auto object = compiler::need_object(hooks->context, "a hook of a saved tensor");
    void *const of_host = object.ptr(interpreter());
    auto answer = compiler::ask("unpacking", {id}, of_host);
    if (answer.objects.size() != 2) fail(PTC_ERROR_TYPE, "unpacking: the function and what was packed are needed");
    return std::pair(std::move(answer.objects[0]), std::move(answer.objects[1]));
  }
};

// The hooks of this thread, as they were: what a backward pass pushes or pops ends with it, as libtorch's own do.
struct Restored {
  std::vector<std::shared_ptr<const PackHooks>> kept = pushed;
  ~Restored() { pushed.swap(kept); }
};

// libtorch asks its engine for hooks.  This one knows ours; for all else it is the engine that was there before.
class HookedEngine final : public Engine {
public:
  explicit HookedEngine(Engine &engine) : before(engine) {}

  std::unique_ptr<SavedVariableHooks> get_default_saved_variable_hooks() override {
    if (pushed.empty()) return before.get_default_saved_variable_hooks();
    if (at::SavedTensorDefaultHooks::get_tls_state().is_tracing) return nullptr; // a program is traced
    return std::make_unique<Saved>(pushed.back());
  }
  torch::autograd::variable_list execute(const torch::autograd::edge_list &roots,
                                         const torch::autograd::variable_list &inputs, bool keep_graph,
                                         bool create_graph, bool accumulate_grad,
                                         const torch::autograd::edge_list &outputs) override {
    Restored hooks;
    return before.execute(roots, inputs, keep_graph, create_graph, accumulate_grad, outputs);
  }
  c10::intrusive_ptr<at::ivalue::Future>
  execute_with_graph_task(const std::shared_ptr<torch::autograd::GraphTask> &graph_task, NodePtr graph_root,
                          torch::autograd::InputBuffer &&input_buffer) override {
    return before.execute_with_graph_task(graph_task, std::move(graph_root), std::move(input_buffer));
  }
  std::unique_ptr<torch::autograd::AnomalyMetadata> make_anomaly_metadata() override {
    // Another host's engine makes its own, and takes a node's metadata for one of these.
    auto made = is_libtorchs ? ptc::metadata_of_host() : nullptr;
    return made ? std::move(made) : before.make_anomaly_metadata();
  }

private:
  Engine &before;
  const bool is_libtorchs = typeid(before) == typeid(Engine);
};

std::atomic<HookedEngine *> installed{nullptr};
Engine &installed_engine() { return *installed.load(); }

} // namespace

// Again, where another library has put its own there since.  Engines are never destroyed: a thread may be in one.
void ptc::install_engine() {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  Engine &current = Engine::get_default_engine();
  if (&current == installed.load()) return;
  installed.store(new HookedEngine(current));
  torch::autograd::set_default_engine_stub(installed_engine);
}

namespace {

void check_hooks(ptc_pack_fn pack, ptc_unpack_fn unpack, ptc_drop_fn drop) {
  if (!pack) fail(PTC_ERROR_VALUE, "argument 'pack': a function is needed, got NULL");
  if (!unpack) fail(PTC_ERROR_VALUE, "argument 'unpack': a function is needed, got NULL");
  if (!drop) fail(PTC_ERROR_VALUE, "argument 'drop': a function is needed, got NULL");
}

} // namespace

ptc_error ptc_saved_tensors_hooks_push(ptc_pack_fn pack, ptc_unpack_fn unpack, ptc_drop_fn drop, void *context,
                                       ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard([&] {
    check_hooks(pack, unpack, drop);
    if (const auto &message = at::SavedTensorDefaultHooks::get_disabled_error_message())
      fail(PTC_ERROR_RUNTIME, *message);
    ptc::install_engine();
    pushed.push_back(std::make_shared<const PackHooks>(PackHooks{pack, unpack, drop, owned.share()}));
  });
}

ptc_error ptc_saved_tensors_hooks_pop(void) {
  return guard([&] {
    if (pushed.empty()) fail(PTC_ERROR_RUNTIME, "no saved tensor hooks are pushed on this thread");
    auto last = std::move(pushed.back()); // its end may be the host's code
    pushed.pop_back();
  });
}

ptc_error ptc_saved_tensors_hooks_suspend(bool suspended, bool *before) {
  return guard(before, [&] { put(before, at::SavedTensorDefaultHooks::set_tracing(suspended)); });
}

ptc_error ptc_saved_tensors_hooks_disable(const char *message) {
  return guard([&] {
    if (!message) return at::SavedTensorDefaultHooks::enable();
    if (!pushed.empty()) fail(PTC_ERROR_RUNTIME, message);
    at::SavedTensorDefaultHooks::disable(message);
  });
}

ptc_error ptc_saved_tensors_hooks_disabled(char **out) {
  return guard(out, [&] {
    if (const auto &message = at::SavedTensorDefaultHooks::get_disabled_error_message()) put(out, *message);
  });
}

ptc_error ptc_node_saved_hooks(ptc_node self, const char *name, int64_t index, ptc_pack_fn pack, ptc_unpack_fn unpack,
                               ptc_drop_fn drop, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard([&] {
    auto node = node_of(self, "self").getptr(); // what runs may end the graph
    check_hooks(pack, unpack, drop);
    auto made =
        std::make_unique<Saved>(std::make_shared<const PackHooks>(PackHooks{pack, unpack, drop, owned.share()}));
    saved::of_node(node, name, index).register_hooks(std::move(made));
  });
}
