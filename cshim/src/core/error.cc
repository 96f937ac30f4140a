// Errors: one place knows the C++ exception types.
#include <ATen/Context.h>
#include <ATen/core/function.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/runtime/jit_exception.h>

#include "core/callback.h"
#include "core/interrupt.h"

#include <pytorch_c/distributed/distributed.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

namespace {

// The message that the caller sees points into this record.
struct Record {
  int32_t kind;
  c10::Backtrace backtrace;
  std::string symbolized;
  std::shared_ptr<void> host; // what ptc_error_new_with was given
  alignas(16) char message[1];
};

// Returned when there is no memory for a record; never freed.
struct StaticRecord {
  int32_t kind = PTC_ERROR_OUT_OF_MEMORY;
  alignas(16) char message[48] = "out of memory while an error was being made";
} no_memory;

Record *record_of(ptc_error error) {
  return reinterpret_cast<Record *>(const_cast<char *>(error) - offsetof(Record, message));
}

// The bytes of the UTF-8 sequence that begins here; 0 if none does.
size_t sequence(const unsigned char *s) {
  size_t length = s[0] < 0x80                   ? 1
                  : s[0] >= 0xC2 && s[0] < 0xE0 ? 2
                  : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                  : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                                : 0;
  for (size_t i = 1; i < length; ++i)
    if ((s[i] & 0xC0) != 0x80) return 0;
  // Longer than it needs to be, a surrogate, or beyond the last character.
  if (length == 3 && ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F))) return 0;
  if (length == 4 && ((s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))) return 0;
  return length;
}

// A message may quote an argument that is no UTF-8.
char *make_utf8(char *text) {
  for (auto *s = reinterpret_cast<unsigned char *>(text); *s;) {
    size_t length = sequence(s);
    if (length == 0) *s = '?', length = 1;
    s += length;
  }
  return text;
}

ptc_error make(int32_t kind, const char *prefix, const char *message, c10::Backtrace backtrace,
               std::shared_ptr<void> host = {}) noexcept {
  if (!message) message = "";
  size_t head = std::strlen(prefix), tail = std::strlen(message);
  void *memory = std::malloc(sizeof(Record) + head + tail + 1);
  if (!memory) return no_memory.message;
  auto *record = new (memory) Record{kind, std::move(backtrace), {}, std::move(host), {0}};
  std::memcpy(record->message, prefix, head);
  std::memcpy(record->message + head, message, tail + 1);
  return make_utf8(record->message);
}

int32_t kind_of(const c10::Error &e) {
  if (dynamic_cast<const c10::IndexError *>(&e)) return PTC_ERROR_INDEX;
  if (dynamic_cast<const c10::ValueError *>(&e)) return PTC_ERROR_VALUE;
  if (dynamic_cast<const c10::TypeError *>(&e)) return PTC_ERROR_TYPE;
  if (dynamic_cast<const c10::NotImplementedError *>(&e)) return PTC_ERROR_NOT_IMPLEMENTED;
  if (dynamic_cast<const c10::OutOfMemoryError *>(&e)) return PTC_ERROR_OUT_OF_MEMORY;
  if (dynamic_cast<const c10::LinAlgError *>(&e)) return PTC_ERROR_LINALG;
  if (dynamic_cast<const c10::BufferError *>(&e)) return PTC_ERROR_BUFFER;
  if (dynamic_cast<const c10::SyntaxError *>(&e)) return PTC_ERROR_SYNTAX;
  if (dynamic_cast<const c10::DistNetworkError *>(&e)) return PTC_ERROR_NETWORK;
  if (dynamic_cast<const c10::DistStoreError *>(&e)) return PTC_ERROR_STORE;
  if (dynamic_cast<const c10::DistBackendError *>(&e)) return PTC_ERROR_BACKEND;
  if (dynamic_cast<const c10::DistError *>(&e)) return PTC_ERROR_DISTRIBUTED;
  if (dynamic_cast<const c10::AcceleratorError *>(&e)) return PTC_ERROR_ACCELERATOR;
  if (std::strstr(e.what_without_backtrace(), interrupted_words)) return PTC_ERROR_INTERRUPTED;
  // The CPU allocator throws a plain c10::Error.
  if (std::strstr(e.what_without_backtrace(), "DefaultCPUAllocator: ")) return PTC_ERROR_OUT_OF_MEMORY;
  return PTC_ERROR_RUNTIME;
}

// libtorch's own check of what it was sure of, `CONDITION INTERNAL ASSERT FAILED at "FILE":LINE, please report a bug to
// PyTorch. WORDS`.  Arguments that no operator expects reach such checks, and nobody has to report them.
std::string without_assertion(const std::string &text) {
  static const std::string failed = " INTERNAL ASSERT FAILED at \"", report = ", please report a bug to PyTorch. ";
  const size_t at = text.find(failed), end = text.find(report);
  if (at == std::string::npos || end == std::string::npos || end < at) return text;
  std::string place = text.substr(at + failed.size(), end - at - failed.size());
  place.erase(0, place.rfind('/') + 1);
  place.erase(std::remove(place.begin(), place.end(), '"'), place.end());
  const std::string condition = text.substr(0, at), words = text.substr(end + report.size());
  return "libtorch does not expect these arguments: " + words + (words.empty() ? "" : " ") + "(its check of " +
         condition + ", " + place + ")";
}

// oneDNN gives no reason where it can not make a kernel's machine code. Where a thread once had no memory for it,
// oneDNN does not try again in that thread.
std::string with_reason(const char *text) {
  std::string said = text;
  if (said == "could not create a primitive")
    said += ": oneDNN could not make the operator's machine code. A thread that had no memory for it once is not given "
            "any again; the operator still runs in another thread, or while MKL-DNN is off "
            "(ptc_set_mkldnn_enabled, backends.mkldnn.flags(enabled=False))";
  return said;
}

// A missing kernel comes with sixty lines that list those there are, a missing CUDA library with a page on linkers, and
// an error of CUDA's with advice for debuggers.
std::string first_sentence(const c10::Error &e) {
  const std::string text = without_assertion(e.what_without_backtrace());
  if (text.rfind("CUDA error: ", 0) == 0) return text.substr(0, text.find("\nSearch for `"));
  size_t linkers = text.find(" PyTorch splits its backend into two shared libraries");
  if (linkers != std::string::npos)
    return "CUDA is not available: this libtorch was built without it. (" + text.substr(0, linkers) + ")";
  size_t listing = text.find(" is only available for these backends:");
  if (text.rfind("Could not run '", 0) != 0 || listing == std::string::npos) return text;
  std::string head = text.substr(0, text.find(" This could be because"));
  if (head.find("from the 'CUDA' backend") != std::string::npos && !at::hasCUDA())
    return "CUDA is not available: this libtorch was built without it. (" + head + ")";
  return head;
}

} // namespace

namespace ptc {

void fail(int32_t kind, std::string message) { throw Failure{kind, std::move(message)}; }

ptc_error current_error(const char *function) noexcept {
  // Only our own messages need the function's name; libtorch's speak for themselves.
  try {
    throw;
  } catch (const Failure &e) {
    std::string prefix = std::string(function) + ": ";
    return make(e.kind, prefix.c_str(), e.message.c_str(), nullptr);
  } catch (const HostError &e) {
    ptc_error error = (e.error.get)();
    if (error == no_memory.message) return error;
    Record *record = record_of(error); // others may throw it too: a copy
    return make(record->kind, error, "", record->backtrace, record->host);
  } catch (const c10::Error &e) {
    // Not what(): it symbolizes the stack, which takes milliseconds.
    return make(kind_of(e), "", first_sentence(e).c_str(), e.backtrace());
  } catch (const torch::jit::RecursiveMethodCallError &) {
    return make(PTC_ERROR_RUNTIME, "", "a function of TorchScript calls itself, or has not been compiled", nullptr);
  } catch (const torch::jit::JITException &e) {
    return make(PTC_ERROR_SCRIPT, "", e.what(), nullptr);
  } catch (const std::bad_alloc &) {
    return make(PTC_ERROR_OUT_OF_MEMORY, "", "out of memory", nullptr);
  } catch (const std::out_of_range &e) {
    return make(PTC_ERROR_INDEX, "", e.what(), nullptr);
  } catch (const std::invalid_argument &e) {
    return make(PTC_ERROR_VALUE, "", e.what(), nullptr);
  } catch (const std::exception &e) {
    const bool stopped = std::strstr(e.what(), interrupted_words);
    return make(stopped ? PTC_ERROR_INTERRUPTED : PTC_ERROR_RUNTIME, "", with_reason(e.what()).c_str(), nullptr);
  } catch (...) { return make(PTC_ERROR_RUNTIME, "", "an unknown C++ exception", nullptr); }
}

ptc_error extend_error(ptc_error error, const std::string &more) noexcept {
  if (error == no_memory.message) return error;
  Record *record = record_of(error);
  ptc_error longer = make(record->kind, error, more.c_str(), record->backtrace, record->host);
  if (longer == no_memory.message) return error;
  ptc_error_free(error);
  return longer;
}

char *new_string(const std::string &text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return make_utf8(copy);
}

} // namespace ptc

int32_t ptc_error_kind(ptc_error error) {
  if (!error) return PTC_ERROR_NONE;
  if (error == no_memory.message) return no_memory.kind;
  return record_of(error)->kind;
}

const char *ptc_error_backtrace(ptc_error error) {
  if (!error || error == no_memory.message) return "";
  Record *record = record_of(error);
  ptc_error failed = guard([&] {
    if (record->symbolized.empty() && record->backtrace) {
      record->symbolized = (record->backtrace->get)();
      make_utf8(record->symbolized.data());
    }
  });
  ptc_error_free(failed); // without a text there is "" to give
  return record->symbolized.c_str();
}

ptc_error ptc_error_new(int32_t kind, const char *message) { return make(kind, "", message, nullptr); }

ptc_error ptc_error_new_with(int32_t kind, const char *message, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  ptc_error error = nullptr;
  ptc_error failed = guard([&] { error = make(kind, "", message, nullptr, owned.share()); });
  return failed ? failed : error;
}

void *ptc_error_context(ptc_error error) {
  if (!error || error == no_memory.message) return nullptr;
  return (record_of(error)->host.get)();
}

void ptc_error_free(ptc_error error) {
  if (!error || error == no_memory.message) return;
  Record *record = record_of(error);
  record->~Record();
  std::free(record);
}

void ptc_string_free(char *string) { std::free(string); }
