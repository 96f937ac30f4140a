// Versions, and the check of every schema against the running libtorch.
#include <ATen/Version.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>
#include <torch/version.h>

#include "checks/by_name.h"
#include "checks/mended_kernels.h"
#include "core/glue.h"
#include "core/libtorch_versions.h"

#include <pytorch_c/core/version.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <unordered_set>

extern "C" uint64_t aoti_torch_abi_version() __attribute__((weak)); // libtorch's, since 2.9

namespace {

// The schemas of the headers, one string each; the Makefile takes them out.
const char *const schemas[] = {
#include "schemas.inc"
};
constexpr int64_t schema_count = sizeof(schemas) / sizeof(schemas[0]);

bool elsewhere(std::string_view text) {
  struct Some {
    std::string_view begins;
    int from, before;
  };
  static constexpr Some some[] = {PTC_OPERATORS_OF_SOME};
  return std::any_of(std::begin(some), std::end(some), [&](const Some &one) {
    bool here = TORCH_VERSION_MINOR >= one.from && TORCH_VERSION_MINOR < one.before;
    return !here && text.substr(0, one.begins.size()) == one.begins;
  });
}

// Empty if the running libtorch has the operator with this schema.
std::string difference(const char *text) {
  auto wanted = torch::jit::parseSchema(std::string("aten::") + text);
  auto found = c10::Dispatcher::singleton().findSchema(wanted.operator_name());
  if ((found && found->schema() == wanted) || elsewhere(text)) return "";
  if (!found) return "missing";
  std::ostringstream out;
  out << "now " << found->schema();
  return out.str();
}

// Message about them; empty if there are none.  Found once: libtorch's operators
// stay, and each schema that it reads takes memory for good.
const std::string &differences() {
  static const std::string found = [] {
    std::string bad;
    int64_t count = 0;
    for (const char *text : schemas) {
      std::string how = difference(text);
      if (how.empty()) continue;
      if (++count <= 10) bad += "\n  " + std::string(text) + ": " + how;
    }
    if (!count) return std::string();
    return "built against libtorch " TORCH_VERSION ", running with " + std::string(ptc_running_version()) + ": " +
           std::to_string(count) + " of " + std::to_string(schema_count) + " operators differ:" + bad +
           (count > 10 ? "\n  …" : "");
  }();
  return found;
}

// The minor version of the running libtorch; 0 of one that is too old to say.
int running_minor() { return aoti_torch_abi_version ? static_cast<int>(aoti_torch_abi_version() >> 48 & 0xFF) : 0; }

// When the library is loaded.  Another libtorch has not all symbols, so they are bound when they are first needed.
__attribute__((constructor)) void look_at_libtorch() {
  static char refused;
  libtorch_is_other = running_minor() != TORCH_VERSION_MINOR;
  if (libtorch_is_other) put_aside.store(reinterpret_cast<ptc_tensor>(&refused));
  else register_mended_kernels();
}

} // namespace

bool ptc::libtorch_is_other = false;

ptc_error ptc::refusal() noexcept {
  if (!libtorch_is_other) return nullptr;
  char text[256];
  std::snprintf(text, sizeof text,
                "this libpytorch_c was built for libtorch %s and runs with libtorch %s: install torch %d.%d, or build "
                "the library against the libtorch that is there",
                TORCH_VERSION, ptc_running_version(), TORCH_VERSION_MAJOR, TORCH_VERSION_MINOR);
  return ptc_error_new(PTC_ERROR_RUNTIME, text);
}

ptc_error ptc_require_abi(int64_t abi_version) {
  constexpr int64_t epoch = 1000; // a changed declaration begins the next
  return guard([&] {
    if (abi_version / epoch != PTC_ABI_VERSION / epoch || abi_version > PTC_ABI_VERSION)
      fail(PTC_ERROR_RUNTIME, "the program was compiled with headers of the ABI " + std::to_string(abi_version) +
                                  ", and this is libpytorch_c " PTC_LIBRARY_VERSION " of the ABI " +
                                  std::to_string(PTC_ABI_VERSION) + ": compile it with the headers of this library");
  });
}
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
bool ptc::has_function(const std::string &name) {
  static const std::unordered_set<std::string> names = [] {
    std::unordered_set<std::string> out;
    for (std::string_view one : schemas) {
      const size_t base = one.find_first_of(".(");
      out.emplace(one.substr(0, base));
      out.emplace(one[base] == '.' ? std::string(one.substr(0, one.find('(')))
                                   : std::string(one.substr(0, base)) + ".");
    }
    return out;
  }();
  return names.count(name) > 0;
}

int64_t ptc_schema_count(void) { return schema_count; }

ptc_error ptc_check(void) {
  return guard([] {
    if (!differences().empty()) fail(PTC_ERROR_RUNTIME, differences());
  });
}
