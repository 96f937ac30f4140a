// Stands in for a library that ATen/functorch/Interpreter.h includes and libtorch
// does not ship.  Its functions that use it are inline, and nobody calls them.
#pragma once

#include <string>

namespace nlohmann {

struct json {
  json();
  template <class T> json(const T &);
  std::string dump() const;
  static json parse(const std::string &);
  template <class T> T get() const;
};

} // namespace nlohmann
