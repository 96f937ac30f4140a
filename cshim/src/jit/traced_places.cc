// Where the host's program was when a node of a trace was made, and what it calls its values.
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/ir/ir.h>

#include "core/handler.h"
#include "jit/traced_places.h"

#include <pytorch_c/jit/tracing.h>

namespace jit = torch::jit;

namespace {

// Never destroyed: a host that is gone must not be called at exit.
auto &current_handler = *new Handler<void *, const ptc_value *>;

thread_local bool handling = false;

struct Answer {
  std::string text;
  std::optional<std::string> filename;
  int64_t line = 0;
  bool given = false;
};

// libtorch would trace what asking does.
struct Paused {
  std::shared_ptr<jit::tracer::TracingState> state = jit::tracer::getTracingState();
  Paused() { jit::tracer::setTracingState(nullptr); }
  ~Paused() { jit::tracer::setTracingState(state); }
};

void record(jit::Node *node) {
  Paused paused;
  Answer answer;
  if (!current_handler(handling, &answer, nullptr) || !answer.given) return;
  auto source = std::make_shared<jit::Source>(answer.text, answer.filename, static_cast<size_t>(answer.line));
  node->setSourceRange(jit::SourceRange(source, 0, answer.text.size()));
}

} // namespace

std::string ptc::name_in_host(const at::Tensor &value) {
  Paused paused;
  Answer answer;
  ptc_value given{};
  put(given, at::IValue(value), What::any);
  const bool asked = current_handler(handling, &answer, &given);
  ptc_values_close(&given, 1);
  return asked && answer.given ? answer.text : std::string();
}

ptc_error ptc_jit_set_place_handler(ptc_jit_place_fn handler, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy}; // until the handler owns it
  return guard([&] {
    current_handler.replace(handler, owned);
    jit::tracer::setRecordSourceLocation(record);
  });
}

ptc_error ptc_jit_place_return(void *call, const char *text, const char *filename, int64_t line) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    if (line < 0) fail(PTC_ERROR_VALUE, "argument 'line': " + std::to_string(line));
    auto &answer = *static_cast<Answer *>(call);
    answer.text = std::string(text_of(text, "text"));
    if (filename) answer.filename = filename;
    answer.line = line;
    answer.given = true;
  });
}
