// Texts that programs of TorchScript print, handed to the host.
#include <torch/csrc/jit/runtime/print_handler.h>

#include "core/handler.h"

#include <pytorch_c/jit/jit.h>

namespace jit = torch::jit;

namespace {

// Never destroyed: a host that is gone must not be called at exit.
auto &current_handler = *new Handler<const char *>;

thread_local bool handling = false;

void relay(const std::string &text) {
  if (!current_handler(handling, text.c_str())) jit::getDefaultPrintHandler()(text);
}

} // namespace

ptc_error ptc_jit_set_print_handler(ptc_jit_print_fn handler, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy}; // until the handler owns it
  return guard([&] {
    current_handler.replace(handler, owned);
    jit::setPrintHandler(relay);
  });
}
