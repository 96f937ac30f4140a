// How deep a pickle nests.  libtorch reads pickles without a stack of calls, but what it has read is let go of, and walked
// through, by functions that call themselves.
#include "archive.h"

namespace {

constexpr int64_t deepest_pickle = 1000;

// Follows the instructions that libtorch knows; where one fails, libtorch's own error will say so.
struct Pickle {
  struct Thing {
    int64_t depth;
    bool fetched; // it was asked for by its number
  };
  const unsigned char *at, *end;
  const std::string &name;
  std::vector<Thing> things;
  std::vector<size_t> stack, marks;
  std::map<uint64_t, size_t> memo;

  [[noreturn]] void refuse(const std::string &what) const {
    fail(PTC_ERROR_VALUE, "the archive is damaged: '" + name + "' " + what);
  }
  bool skip(uint64_t count) {
    if (count > static_cast<uint64_t>(end - at)) return false;
    at += count;
    return true;
  }
  bool number(int width, uint64_t &out) {
    out = 0;
    if (width > end - at) return false;
    for (int i = 0; i < width; ++i) out |= static_cast<uint64_t>(*at++) << 8 * i;
    return true;
  }
  bool counted(int width) {
    uint64_t length;
    return number(width, length) && skip(length);
  }
  bool lines(int count) {
    for (; count; --count) {
      while (at < end && *at != '\n') ++at;
      if (!skip(1)) return false;
    }
    return true;
  }
  bool push(int64_t depth) {
    if (depth > deepest_pickle) refuse("nests more than " + std::to_string(deepest_pickle) + " deep");
    stack.push_back(things.size());
    things.push_back({depth, false});
    return true;
  }
  // The deepest of those from a place of the stack on, which are taken off.
  int64_t taken(size_t from) {
    int64_t most = 0;
    for (size_t i = from; i < stack.size(); ++i) most = std::max(most, things[stack[i]].depth);
    stack.resize(from);
    return most;
  }
  bool wrap(size_t count) {
    if (stack.size() < count) return false;
    return push(taken(stack.size() - count) + 1);
  }
  bool mark(size_t &out) {
    if (marks.empty() || marks.back() > stack.size()) return false;
    out = marks.back();
    marks.pop_back();
    return true;
  }
  // Into what lies under them.  Nothing that was asked for by its number grows, so that all depths stay right.
  bool grow(size_t from) {
    if (!from || from > stack.size()) return false;
    const int64_t depth = taken(from) + 1;
    auto &into = things[stack.back()];
    if (into.fetched) refuse("holds itself, or changes what it has named");
    into.depth = std::max(into.depth, depth);
    if (depth > deepest_pickle) refuse("nests more than " + std::to_string(deepest_pickle) + " deep");
    return true;
  }
  bool keep(uint64_t key) {
    if (stack.empty()) return false;
    memo[key] = stack.back();
    return true;
  }
  bool fetch(uint64_t key) {
    const auto found = memo.find(key);
    if (found == memo.end()) return false;
    things[found->second].fetched = true;
    stack.push_back(found->second);
    return true;
  }

  // False at the end, and where an instruction cannot be followed.
  bool step() {
    uint64_t n;
    size_t from;
    switch (*at++) {
    case 0x80: return skip(1);
    case 0x95: return skip(8);
    case '(': return marks.push_back(stack.size()), true;
    case 'N':
    case 0x88:
    case 0x89: return push(0);
    case ')':
    case ']':
    case '}': return push(1);
    case 'K': return skip(1) && push(0);
    case 'M': return skip(2) && push(0);
    case 'J': return skip(4) && push(0);
    case 'G': return skip(8) && push(0);
    case 0x8a:
    case 0x8c:
    case 'U':
    case 'C': return counted(1) && push(0);
    case 'X':
    case 'T':
    case 'B': return counted(4) && push(0);
    case 'c': return lines(2) && push(0);
    case 't':
    case 'l':
    case 'd': return mark(from) && push(taken(from) + 1);
    case 0x85: return wrap(1);
    case 0x86: return wrap(2);
    case 0x87: return wrap(3);
    case 'R':
    case 0x81: return wrap(2);
    case 'Q': return wrap(1);
    case 'a':
    case 'b': return stack.size() > 1 && grow(stack.size() - 1);
    case 's': return stack.size() > 2 && grow(stack.size() - 2);
    case 'e':
    case 'u': return mark(from) && grow(from);
    case '0': return !stack.empty() && (stack.pop_back(), true);
    case 'q': return number(1, n) && keep(n);
    case 'r': return number(4, n) && keep(n);
    case 0x94: return keep(memo.size());
    case 'h': return number(1, n) && fetch(n);
    case 'j': return number(4, n) && fetch(n);
    default: return false;
    }
  }
};

} // namespace

namespace ptc {

void check_pickle(const void *data, size_t nbytes, const std::string &name) {
  auto *at = static_cast<const unsigned char *>(data);
  Pickle pickle{at, at + nbytes, name, {}, {}, {}, {}};
  while (pickle.at < pickle.end && pickle.step()) {}
}

} // namespace ptc
