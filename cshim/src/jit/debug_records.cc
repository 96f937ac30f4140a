// The records of an archive that say from which source its code was made.  libtorch reads them when it prints code or
// tells of an error in it, and believes their numbers.
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/csrc/jit/serialization/source_range_serialization.h>

#include "jit/archive.h"

#include <unordered_map>

namespace jit = torch::jit;

namespace {

struct DebugRecord {
  const std::string &name;
  std::vector<size_t> lengths;                               // of the texts that sources are put together from
  std::unordered_map<const void *, int64_t> known_lengths{}; // of the sources

  [[noreturn]] void refuse(const char *what) const {
    fail(PTC_ERROR_VALUE, "the archive is damaged: '" + name + "' " + what);
  }
  const auto &elements(const at::IValue &value, size_t least) const {
    if (!value.isTuple() || value.toTupleRef().elements().size() < least) refuse("has no tuple where one is due");
    return value.toTupleRef().elements();
  }
  int64_t number(const at::IValue &value) const {
    if (!value.isInt()) refuse("has no number where one is due");
    return value.toInt();
  }
  size_t text(const at::IValue &value) const {
    if (!value.isString()) refuse("has no text where one is due");
    return value.toStringRef().size();
  }
  size_t length_of(int64_t index) const {
    if (index < 0 || static_cast<uint64_t>(index) >= lengths.size()) refuse("wants a text that is not there");
    return lengths[index];
  }
  // Length of a source, (texts, name of a file, first line).  Only its last text may be empty: libtorch walks from
  // one character to the next.
  int64_t source(const at::IValue &value) {
    const auto &parts = elements(value, 3);
    const auto [known, is_new] = known_lengths.try_emplace(&value.toTupleRef(), 0);
    if (!is_new) return known->second;
    number(parts[2]);
    if (lengths.empty()) {
      if (!parts[1].isNone()) text(parts[1]);
      return known->second = static_cast<int64_t>(text(parts[0]));
    }
    length_of(number(parts[1]));
    if (!parts[0].isIntList()) refuse("has no list of texts where one is due");
    const auto list = parts[0].toIntVector();
    for (size_t i = 0; i < list.size(); ++i) {
      if (!length_of(list[i]) && i + 1 < list.size()) refuse("has an empty text within a source");
      known->second += static_cast<int64_t>(length_of(list[i]));
    }
    return known->second;
  }
  // (place in the code, (source, begin, end), …)
  void range(const at::IValue &value) {
    const auto &entry = elements(value, 2);
    number(entry[0]);
    const auto &range = elements(entry[1], 3);
    const int64_t begin = number(range[1]), end = number(range[2]);
    // libtorch's own may end behind it: code that was made without a source has the place of its first character.
    if (begin < 0 || begin > end || begin > source(range[0])) refuse("has a place beyond its source");
  }
};

} // namespace

namespace ptc {

void check_debug_record(const void *data, size_t nbytes, const std::string &name) {
  const auto read = jit::unpickle(static_cast<const char *>(data), nbytes);
  DebugRecord record{name, {}};
  auto lines = read;
  const auto &parts = record.elements(read, 1);
  if (parts[0].isString() && parts[0].toStringRef() == jit::kFormatWithStringTable) {
    record.elements(read, 3);
    for (const auto &text : record.elements(parts[1], 0)) record.lengths.push_back(record.text(text));
    lines = parts[2];
  }
  for (const auto &line : record.elements(lines, 0)) record.range(line);
}

} // namespace ptc
