// Texts as JSON.
#pragma once

#include <ostream>
#include <string>

namespace ptc {

inline void write_json(std::ostream &out, const std::string &text) {
  static const char *const hex = "0123456789abcdef";
  out << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out << '\\' << c;
    else if (c < 0x20) out << "\\u00" << hex[c >> 4] << hex[c & 15];
    else out << c;
  }
  out << '"';
}

} // namespace ptc
