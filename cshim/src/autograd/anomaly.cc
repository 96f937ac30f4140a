// Anomaly mode with the host's stacks: where each node's operator was called.
#include "autograd/anomaly.h"

#include <torch/csrc/autograd/function.h>

#include "autograd/node.h"
#include "core/handler.h"

#include <pytorch_c/autograd/autograd.h>

#include <atomic>
#include <unordered_set>

using torch::autograd::AnomalyMetadata;
using torch::autograd::AnomalyMode;
using torch::autograd::Node;

namespace {

// Never destroyed: a host that is gone must not be called at exit.
auto &current_handler = *new Handler<void *>;
std::atomic<bool> wanted{false};

thread_local bool handling = false;

struct Answer {
  std::string text;
  bool given = false;
};

class OfHost final : public AnomalyMetadata {
public:
  void store_stack() override {
    Answer answer;
    if (current_handler(handling, &answer) && answer.given) stack = std::move(answer.text);
  }
  void assign_parent(const NodePtr &node) override { parent = node; }

  // In torch's words: of the node, and of those whose backward pass made it.
  void print_stack(const std::string &name) override {
    TORCH_WARN(words(name, false));
    std::unordered_set<const Node *> seen;
    for (auto node = parent; node && seen.insert(node.get()).second;) {
      auto *metadata = dynamic_cast<OfHost *>(node->metadata());
      if (!metadata) return;
      TORCH_WARN(metadata->words(node->name(), true));
      node = metadata->parent;
    }
  }

private:
  std::string stack;
  NodePtr parent;

  std::string words(const std::string &name, bool is_parent) const {
    const std::string of =
        is_parent ? "Previous calculation was induced by " + name + ". " : "Error detected in " + name + ". ";
    if (stack.empty())
      return of + (is_parent
                       ? "No forward pass information is available."
                       : "No forward pass information available. Enable detect anomaly during forward pass for more "
                         "information.");
    return (is_parent ? "\n\n" : "") + of + "Traceback of forward call that " +
           (is_parent ? "induced the previous calculation:\n" : "caused the error:\n") + stack;
  }
};

} // namespace

std::unique_ptr<AnomalyMetadata> ptc::metadata_of_host() {
  return wanted.load(std::memory_order_relaxed) ? std::make_unique<OfHost>() : nullptr;
}

ptc_error ptc_anomaly_mode(bool *enabled, bool *check_nan) {
  return guard(std::tie(enabled, check_nan), [&] {
    put(enabled, AnomalyMode::is_enabled());
    put(check_nan, AnomalyMode::should_check_nan());
  });
}

ptc_error ptc_set_anomaly_mode(bool enabled, bool check_nan) {
  return guard([&] { AnomalyMode::set_enabled(enabled, check_nan); });
}

ptc_error ptc_set_stack_handler(ptc_stack_fn handler, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy}; // until the handler owns it
  return guard([&] {
    install_engine();
    wanted.store(handler != nullptr, std::memory_order_relaxed);
    current_handler.replace(handler, owned);
  });
}

ptc_error ptc_stack_return(void *call, const char *text) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    auto &answer = *static_cast<Answer *>(call);
    answer.text = std::string(text_of(text, "text"));
    answer.given = true;
  });
}
