// Limit of the depth of a text: libtorch's parsers and its compiler call themselves for what is inside of what, and no
// text may go deeper than their stack.
#include "jit/parsed_text.h"

#include <torch/csrc/jit/frontend/function_schema_parser.h>
#include <torch/csrc/jit/frontend/schema_type_parser.h>

#include <cctype>

#include "core/glue.h"

namespace {

constexpr int64_t deepest_source = 500, deepest_blocks = 100, most_branches = 300;

// Reads words and signs; what an expression holds one in the other is the operators since the last comma, at each level
// of its brackets.
struct Scanner {
  const std::string &text;
  const char *name;
  size_t at = 0;
  std::vector<int64_t> levels{0}; // operators at each level
  int64_t total = 0, branches = 0;
  std::vector<int64_t> blocks{0}; // indentations that are open

  [[noreturn]] void refuse(const char *what, int64_t most) const {
    fail(PTC_ERROR_VALUE,
         std::string("argument '") + name + "': " + what + " more than " + std::to_string(most) + " deep");
  }
  void deeper() {
    ++levels.back();
    if (++total > deepest_source) refuse("an expression nests", deepest_source);
  }
  void next() { total -= std::exchange(levels.back(), 0); }
  void open() {
    deeper();
    levels.push_back(0);
  }
  void close() {
    if (levels.size() == 1) return;
    total -= levels.back();
    levels.pop_back();
  }

  // To behind a string's end.
  void string() {
    const char quote = text[at];
    const bool triple = text.compare(at, 3, std::string(3, quote)) == 0;
    const std::string end(triple ? 3 : 1, quote);
    for (at += end.size(); at < text.size() && text.compare(at, end.size(), end) != 0; ++at)
      if (text[at] == '\\') ++at;
      else if (text[at] == '\n' && !triple) return;
    at += end.size();
  }
  void word() {
    const size_t begin = at;
    while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_')) ++at;
    const auto found = text.substr(begin, at - begin);
    for (const char *keyword : {"not", "and", "or", "if", "else", "lambda", "in", "is", "await", "yield"})
      if (found == keyword) return deeper();
    if (found != "elif") return;
    if (++branches > most_branches) refuse("elif follows elif", most_branches);
  }
  // The blanks before a line, which open and end blocks.
  void line() {
    const size_t begin = at;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    if (levels.size() > 1 || at >= text.size() || text[at] == '\n' || text[at] == '#') return;
    next();
    const auto blank = static_cast<int64_t>(at - begin);
    while (blocks.back() > blank) blocks.pop_back();
    if (blocks.back() < blank) blocks.push_back(blank);
    if (static_cast<int64_t>(blocks.size()) > deepest_blocks) refuse("blocks nest", deepest_blocks);
    if (text.compare(at, 4, "elif") != 0 && blank == blocks.front()) branches = 0;
  }
  void run() {
    line();
    while (at < text.size()) {
      const char c = text[at];
      if (c == '\'' || c == '"') string();
      else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') word();
      else if (c == '#') at = std::min(text.find('\n', at), text.size());
      else {
        ++at;
        if (c == '\n') line();
        else if (c == ',' || c == ';') next();
        else if (c == '(' || c == '[' || c == '{') open();
        else if (c == ')' || c == ']' || c == '}') close();
        else if (!std::isspace(static_cast<unsigned char>(c)) && !std::isdigit(static_cast<unsigned char>(c))) deeper();
      }
    }
  }
};

} // namespace

namespace ptc {

void check_depth(const std::string &source, const char *name) { Scanner{source, name}.run(); }

c10::FunctionSchema schema_from(const char *text, const char *name) {
  const std::string written(text_of(text, name));
  check_depth(written, name);
  // The name of hosts' objects, as schemas write their type; parsers do not know it otherwise.
  static const bool known = (torch::jit::registerOpaqueType(c10::PyObjectType::get()->str()), true);
  static_cast<void>(known);
  return torch::jit::parseSchema(written);
}

} // namespace ptc
