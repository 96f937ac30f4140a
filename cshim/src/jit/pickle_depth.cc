// Limits of a pickle: its depth, and what it wants of the records beside it.  libtorch reads pickles without calling
// itself, but what it has read is let go of, and gone through, by functions that do.
#include "jit/archive.h"

namespace {

constexpr int64_t deepest_pickle = 1000;

// Follows the instructions that libtorch knows; where one fails, libtorch's own error will say so.
struct Pickle {
  struct Thing {
    int64_t depth;
    bool fetched = false;           // it was asked for by its number
    std::string text;               // of a string, or a name
    int64_t number = -1;            // of an int
    std::vector<size_t> holds = {}; // of a tuple of few
  };
  const unsigned char *at, *end;
  const std::string &name;
  const SizeOf &size_of;
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
  // A thing without others in it: `nbytes` of a text, or of an int.
  bool text(uint64_t nbytes) {
    if (nbytes > static_cast<uint64_t>(end - at)) return false;
    std::string found(reinterpret_cast<const char *>(at), nbytes);
    at += nbytes;
    return push(0) && (things.back().text = std::move(found), true);
  }
  bool counted(int width) {
    uint64_t length;
    return number(width, length) && text(length);
  }
  bool integer(int width) {
    uint64_t found;
    if (!number(width, found)) return false;
    return push(0) &&
           (things.back().number = width == 4 ? static_cast<int32_t>(found) : static_cast<int64_t>(found), true);
  }
  bool large() {
    uint64_t length, found;
    if (!number(1, length) || length > 8) return false;
    if (!number(static_cast<int>(length), found)) return false;
    return push(0) && (things.back().number = static_cast<int64_t>(found), true);
  }
  bool global() {
    const auto *begin = at;
    for (int count = 2; count; --count) {
      while (at < end && *at != '\n') ++at;
      if (!skip(1)) return false;
    }
    const auto *last = at;
    at = begin;
    return text(static_cast<uint64_t>(last - begin));
  }
  // A storage: ('storage', its type, its key, its device, how many numbers) on top of the stack.  libtorch believes it.
  bool storage() {
    if (stack.empty()) return false;
    const auto holds = things[stack.back()].holds;
    if (holds.size() != 5) return false;
    static const std::map<std::string, int64_t> widths = {
        {"Byte", 1},     {"Char", 1},    {"Bool", 1},  {"QInt8", 1},  {"QUInt8", 1},       {"QUInt4x2", 1},
        {"QUInt2x4", 1}, {"Untyped", 1}, {"Short", 2}, {"Half", 2},   {"BFloat16", 2},     {"Int", 4},
        {"Float", 4},    {"QInt32", 4},  {"Long", 8},  {"Double", 8}, {"ComplexFloat", 8}, {"ComplexDouble", 16}};
    std::string type = things[holds[1]].text;
    type = type.substr(type.find('\n') + 1);
    type = type.substr(0, type.find("Storage"));
    const auto width = widths.find(type);
    const int64_t count = things[holds[4]].number, nbytes = size_of(things[holds[2]].text, things[holds[3]].text);
    if (nbytes >= 0 && (count < 0 || count > nbytes / (width == widths.end() ? 16 : width->second)))
      refuse("wants more of '" + things[holds[2]].text + "' than there is");
    return wrap(1);
  }
  bool push(int64_t depth) {
    if (depth > deepest_pickle) refuse("nests more than " + std::to_string(deepest_pickle) + " deep");
    stack.push_back(things.size());
    Thing made;
    made.depth = depth;
    things.push_back(std::move(made));
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
  bool tuple(size_t from) {
    if (from > stack.size()) return false;
    std::vector<size_t> held;
    if (stack.size() - from <= 8) held.assign(stack.begin() + static_cast<ptrdiff_t>(from), stack.end());
    return push(taken(from) + 1) && (things.back().holds = std::move(held), true);
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
    case 'K': return integer(1);
    case 'M': return integer(2);
    case 'J': return integer(4);
    case 'G': return skip(8) && push(0);
    case 0x8a: return large();
    case 0x8c:
    case 'U':
    case 'C': return counted(1);
    case 'X':
    case 'T':
    case 'B': return counted(4);
    case 'c': return global();
    case 't': return mark(from) && tuple(from);
    case 'l':
    case 'd': return mark(from) && push(taken(from) + 1);
    case 0x85:
    case 0x86:
    case 0x87: return stack.size() >= at[-1] - 0x84u && tuple(stack.size() - (at[-1] - 0x84u));
    case 'R':
    case 0x81: return wrap(2);
    case 'Q': return storage();
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

void check_pickle(const void *data, size_t nbytes, const std::string &name, const SizeOf &size_of) {
  auto *at = static_cast<const unsigned char *>(data);
  Pickle pickle{at, at + nbytes, name, size_of, {}, {}, {}, {}};
  while (pickle.at < pickle.end && pickle.step()) {}
}

} // namespace ptc
