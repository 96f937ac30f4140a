// Files of named tensors for pytorch_c.hpp, in the format of safetensors, which every binding reads and writes.
#ifndef PYTORCH_C_FILES_HPP
#define PYTORCH_C_FILES_HPP

#include <pytorch_c.hpp>

#include <fstream>
#include <map>
#include <sstream>

namespace ptc {

namespace detail {
// The format's name of each dtype that both know.
inline const std::map<std::string, Dtype> &file_dtypes() {
  static const std::map<std::string, Dtype> names = {
      {"F64", PTC_FLOAT64}, {"F32", PTC_FLOAT32}, {"F16", PTC_FLOAT16}, {"BF16", PTC_BFLOAT16}, {"I64", PTC_INT64},
      {"I32", PTC_INT32},   {"I16", PTC_INT16},   {"I8", PTC_INT8},     {"U8", PTC_UINT8},      {"BOOL", PTC_BOOL}};
  return names;
}
inline std::string file_dtype(Dtype dtype) {
  for (auto &[name, one] : file_dtypes())
    if (one == dtype) return name;
  throw std::invalid_argument("save: safetensors has no name for dtype " + std::to_string(dtype));
}

// A reader of the format's header: objects of texts, lists of numbers, texts.
class Header {
public:
  explicit Header(std::string text) : text_(std::move(text)) {}
  bool next(char c) {
    while (at_ < text_.size() && std::strchr(" \n\t\r", text_[at_])) ++at_;
    return at_ < text_.size() && text_[at_] == c && ++at_;
  }
  void need(char c) {
    if (!next(c)) throw std::runtime_error("load: the header is no safetensors header at byte " + std::to_string(at_));
  }
  std::string text() {
    std::string out;
    for (need('"'); at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
      out += text_[at_];
    }
    return need('"'), out;
  }
  std::vector<int64_t> numbers() {
    std::vector<int64_t> out;
    need('[');
    if (next(']')) return out;
    do {
      next(' ');
      size_t digits = 0;
      out.push_back(std::stoll(text_.substr(at_, 20), &digits));
      at_ += digits;
    } while (next(','));
    return need(']'), out;
  }
  // Calls each(key) at the value of every key.
  template <class F> void object(F each) {
    need('{');
    if (next('}')) return;
    do {
      std::string key = text();
      need(':');
      each(key);
    } while (next(','));
    need('}');
  }

private:
  std::string text_;
  size_t at_ = 0;
};
} // namespace detail

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// Writes tensors of any device, contiguous, in the order given.
inline void save(const std::string &path, const NamedTensors &tensors) {
  std::ostringstream header;
  int64_t offset = 0;
  for (auto &[name, tensor] : tensors) {
    int64_t element = 0;
    check(ptc_tensor_element_size(tensor.get(), &element));
    header << (offset || header.tellp() > 0 ? ",\"" : "{\"");
    for (char c : name) header << (c == '"' || c == '\\' ? "\\" : "") << c;
    header << "\":{\"dtype\":\"" << detail::file_dtype(tensor.dtype()) << "\",\"shape\":[";
    const char *comma = "";
    for (int64_t size : tensor.sizes()) header << std::exchange(comma, ",") << size;
    int64_t end = offset + tensor.numel() * element;
    header << "],\"data_offsets\":[" << offset << "," << end << "]}";
    offset = end;
  }
  std::string text = (tensors.empty() ? "{" : header.str()) + "}";
  text.resize((text.size() + 7) / 8 * 8, ' ');
  uint64_t length = text.size();
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<char *>(&length), 8) << text;
  for (auto &[name, tensor] : tensors) {
    int64_t element = 0;
    check(ptc_tensor_element_size(tensor.get(), &element));
    std::string bytes(tensor.numel() * element, 0);
    check(ptc_tensor_copy_to(tensor.get(), bytes.data(), bytes.size()));
    file << bytes;
  }
  if (!file.flush()) throw std::runtime_error("save: " + path + " cannot be written");
}

// The tensors of a file, in its header's order.
inline NamedTensors load(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  uint64_t length = 0;
  if (content.size() >= 8) std::memcpy(&length, content.data(), 8);
  if (content.size() < 8 || length > content.size() - 8)
    throw std::runtime_error("load: " + path + " is no safetensors file");
  detail::Header header(content.substr(8, length));
  const char *data = content.data() + 8 + length;
  int64_t room = content.size() - 8 - length;
  NamedTensors out;
  header.object([&](const std::string &name) {
    std::string dtype;
    std::vector<int64_t> shape, offsets;
    header.object([&](const std::string &key) {
      if (key == "shape") shape = header.numbers();
      else if (key == "data_offsets") offsets = header.numbers();
      else if (key == "dtype") dtype = header.text();
      else header.text();
    });
    if (name == "__metadata__") return;
    auto known = detail::file_dtypes().find(dtype);
    if (known == detail::file_dtypes().end() || offsets.size() != 2 || offsets[0] < 0 || offsets[1] < offsets[0] ||
        offsets[1] > room)
      throw std::runtime_error("load: " + path + ": the entry of \"" + name + "\" is wrong");
    Options options(known->second);
    Tensor one;
    check(ptc_tensor_from_data(data + offsets[0], offsets[1] - offsets[0], shape.data(), shape.size(), &options.c,
                               one.put()));
    out.emplace_back(name, std::move(one));
  });
  return out;
}

} // namespace ptc

#endif
