// Versions, and the check of every schema against the running libtorch.
#include <ATen/Version.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>
#include <torch/version.h>

#include "glue.h"

#include <pytorch_c/version.h>

#include <sstream>

namespace {

// The schemas of the headers, one string each; the Makefile takes them out.
const char *const schemas[] = {
#include "schemas.inc"
};
constexpr int64_t schema_count = sizeof(schemas) / sizeof(schemas[0]);

// What newer versions took away; linalg_old.cc says so when called.
bool taken_away(std::string_view text) {
  auto begins = [&](std::string_view with) { return text.substr(0, with.size()) == with; };
  return TORCH_VERSION_MINOR >= 14 && (begins("qr(") || begins("qr.Q(") || begins("cholesky(") || begins("cholesky.out("));
}

// Empty if the running libtorch has the operator with this schema.
std::string difference(const char *text) {
  auto wanted = torch::jit::parseSchema(std::string("aten::") + text);
  auto found = c10::Dispatcher::singleton().findSchema(wanted.operator_name());
  if (!found) return taken_away(text) ? "" : "missing";
  if (found->schema() == wanted) return "";
  std::ostringstream out;
  out << "now " << found->schema();
  return out.str();
}

} // namespace

int64_t ptc_abi_version(void) { return PTC_ABI_VERSION; }
const char *ptc_build_info(void) {
  return "pytorch_c " PTC_LIBRARY_VERSION ", libtorch " TORCH_VERSION ", " PTC_COMPILER;
}
const char *ptc_built_version(void) { return TORCH_VERSION; }
const char *ptc_running_version(void) {
  // libtorch has no call for it, only this line of its configuration.
  static const std::string version = [] {
    std::string config = at::show_config(), key = "TORCH_VERSION=";
    size_t from = config.find(key);
    if (from == std::string::npos) return std::string("unknown");
    from += key.size();
    return config.substr(from, config.find_first_of(", \n", from) - from);
  }();
  return version.c_str();
}
int64_t ptc_schema_count(void) { return schema_count; }

const char *ptc_check(void) {
  return guard([] {
    std::string bad;
    int64_t count = 0;
    for (const char *text : schemas) {
      std::string how = difference(text);
      if (how.empty()) continue;
      if (++count <= 10) bad += "\n  " + std::string(text) + ": " + how;
    }
    if (count)
      fail(PTC_ERROR_RUNTIME, "built against libtorch " TORCH_VERSION ", running with " + std::string(ptc_running_version()) + ": " +
           std::to_string(count) + " of " + std::to_string(schema_count) + " operators differ:" + bad + (count > 10 ? "\n  …" : ""));
  });
}
