// Warnings of libtorch's, handed to the host.
#include <c10/util/Exception.h>

#include "core/handler.h"

#include <pytorch_c/host/warning.h>

#include <new>
#include <typeinfo>
#include <variant>

namespace {

// Never destroyed: a host that is gone must not be called at exit.
auto &current_handler = *new Handler<int32_t, const char *, const char *, int64_t>;

thread_local bool handling = false;

class Relay final : public c10::WarningHandler {
  void process(const c10::Warning &warning) override {
    const auto &where = warning.source_location();
    bool deprecation = std::holds_alternative<c10::DeprecationWarning>(warning.type());
    int32_t kind = deprecation ? PTC_WARNING_DEPRECATION : PTC_WARNING_USER;
    if (!current_handler(handling, kind, warning.msg().c_str(), where.file, where.line))
      c10::WarningHandler::process(warning);
  }
};
static_assert(sizeof(Relay) == sizeof(c10::WarningHandler));

// libtorch keeps a handler for each thread, which torch's Python sets around
// its calls.  A thread without one, of ours or of libtorch's pools, falls back
// to one object that no function of libtorch's replaces.  It has no members, so
// it can become a Relay where it stands.
class Fallback {
public:
  Fallback() : place(find()) {
    if (typeid(*place) != typeid(c10::WarningHandler))
      fail(PTC_ERROR_RUNTIME, "something else in this process handles libtorch's warnings already");
    new (place) Relay;
  }
  // libtorch may outlive this library.
  ~Fallback() { new (place) c10::WarningHandler; }

private:
  static c10::WarningHandler *find() {
    auto *mine = c10::WarningUtils::get_warning_handler();
    c10::WarningUtils::set_warning_handler(nullptr);
    auto *fallback = c10::WarningUtils::get_warning_handler();
    c10::WarningUtils::set_warning_handler(mine);
    return fallback;
  }
  c10::WarningHandler *place;
};

} // namespace

ptc_error ptc_set_warning_handler(ptc_warning_fn handler, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy}; // until the handler owns it
  return guard([&] {
    static Fallback fallback; // at the first call; the next tries again if this fails
    current_handler.replace(handler, owned);
  });
}

ptc_error ptc_set_warn_always(bool enabled) {
  return guard([&] { c10::WarningUtils::set_warnAlways(enabled); });
}
ptc_error ptc_warn_always(bool *out) {
  return guard(out, [&] { put(out, c10::WarningUtils::get_warnAlways()); });
}
