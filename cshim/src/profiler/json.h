// Objects of JSON, for what a profile has found.
#pragma once

#include <ATen/core/jit_type.h>
#include <torch/csrc/profiler/collection.h>

#include <cmath>
#include <sstream>
#include <unordered_map>

#include "core/json.h"

namespace ptc {

class Json {
public:
  // A text that is JSON already.
  struct Raw {
    std::string text;
  };
  template <class Value> static std::string text_of(const Value &value) {
    Json json;
    json.write(value);
    return json.out.str();
  }
  template <class Value> void member(const char *key, const Value &value) {
    out << (empty ? "{\"" : ",\"") << key << "\":";
    empty = false;
    write(value);
  }
  std::string text() const { return empty ? "{}" : out.str() + '}'; }

private:
  std::ostringstream out;
  bool empty = true;

  void write(int64_t x) { out << x; }
  void write(const Json &x) { out << x.text(); }
  void write(const Raw &x) { out << x.text; }
  void write(const std::string &x) { write_json(out, x); }
  void write(double x) {
    if (!std::isfinite(x)) return void(out << (std::isnan(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity"));
    std::ostringstream digits;
    digits.precision(17);
    digits << x;
    out << digits.str() << (digits.str().find_first_of(".e") == std::string::npos ? ".0" : "");
  }
  void write(bool x) { out << (x ? "true" : "false"); }
  void write(const torch::profiler::impl::shape &x) {
    std::visit([this](const auto &some) { write(some); }, x);
  }
  void write(const at::IValue &x) {
    if (x.isBool()) write(x.toBool());
    else if (x.isInt()) write(x.toInt());
    else if (x.isDouble()) write(x.toDouble());
    else if (x.isString()) write(x.toStringRef());
    else if (x.isList()) write(x.toListRef());
    else out << "null";
  }
  template <class Item> void write(c10::ArrayRef<Item> list) {
    const char *comma = "";
    out << '[';
    for (const auto &item : list) out << comma, write(item), comma = ",";
    out << ']';
  }
  template <class Item> void write(const std::vector<Item> &list) { write(c10::ArrayRef<Item>(list)); }
  template <class Value> void write(const std::unordered_map<std::string, Value> &map) {
    const char *comma = "";
    out << '{';
    for (const auto &[key, value] : map) out << comma, write(key), out << ':', write(value), comma = ",";
    out << '}';
  }
};

} // namespace ptc
