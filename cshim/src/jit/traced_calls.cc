// A program that is called while another is traced: the graph has the call, with its branches and loops, and not what
// the program did this time.
#include <torch/csrc/jit/frontend/schema_matching.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/ir/ir.h>

#include "jit/torchscript.h"

namespace jit = torch::jit;
namespace tracer = torch::jit::tracer;

void ptc::run_function(const ptc_jit_function_s &f, jit::Stack &stack) {
  check_operators(f);
  const auto state = tracer::getTracingState();
  if (!state) return f.function->run(stack);
  std::vector<jit::NamedValue> values;
  for (const auto &one : jit::last(stack, f.function->num_inputs())) values.emplace_back(tracer::getValueTrace(one));
  const auto match = jit::matchSchema(f.function->getSchema(), jit::SourceRange(), *state->graph, values, {});
  auto *result = f.self ? state->graph->insertMethodCall(f.function->name(), match)
                        : state->graph->insertFunctionCall(f.function, match);
  {
    struct Paused {
      std::shared_ptr<tracer::TracingState> state;
      ~Paused() { tracer::setTracingState(state); }
    } paused{state};
    tracer::setTracingState(nullptr);
    f.function->run(stack);
  }
  tracer::setValueTrace(stack.back(), result);
}
