// TorchScript for pytorch_c.hpp: modules and functions that are called with C++ values.
//
//     ptc::jit::Module model = ptc::jit::load("model.pt");
//     ptc::Tensor y = model.forward(x).tensor();
#ifndef PYTORCH_C_JIT_HPP
#define PYTORCH_C_JIT_HPP

#include <pytorch_c.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>
#include <variant>

namespace ptc::jit {

class Value;
struct List : std::vector<Value> {
  using vector::vector;
};
struct Tuple : std::vector<Value> {
  using vector::vector;
  std::vector<std::string> names; // of a named tuple's items
};
// In the program's order.
struct Dict : std::vector<std::pair<Value, Value>> {
  using vector::vector;
};

// An argument or a result, as it is nested: None, a number, a text, a tensor, a device, or what holds others.
class Value {
public:
  using Any = std::variant<std::monostate, bool, int64_t, double, std::complex<double>, std::string, Tensor, Device,
                           List, Tuple, Dict>;
  Any any;

  Value() = default; // None
  Value(std::nullptr_t) {}
  Value(const char *x) : any(std::string(x)) {}
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  Value(T x) : any(int64_t(x)) {}
  Value(bool x) : any(x) {}
  Value(float x) : any(double(x)) {}
  Value(double x) : any(x) {}
  Value(std::complex<double> x) : any(x) {}
  Value(std::string x) : any(std::move(x)) {}
  Value(Tensor x) : any(std::move(x)) {}
  Value(Device x) : any(x) {}
  Value(List x) : any(std::move(x)) {}
  Value(Tuple x) : any(std::move(x)) {}
  Value(Dict x) : any(std::move(x)) {}
  template <class T> Value(const std::vector<T> &x) : any(List(x.begin(), x.end())) {}

  template <class T> bool is() const { return std::holds_alternative<T>(any); }
  // Throws where the value is of another type.
  template <class T> const T &as() const {
    if (auto *found = std::get_if<T>(&any)) return *found;
    throw std::invalid_argument("the value has another type");
  }
  bool none() const { return is<std::monostate>(); }
  const Tensor &tensor() const { return as<Tensor>(); }

  // An item of a list or tuple.
  const Value &operator[](int i) const {
    const std::vector<Value> &items = is<Tuple>() ? static_cast<const std::vector<Value> &>(as<Tuple>()) : as<List>();
    if (i < 0 || size_t(i) >= items.size()) throw std::out_of_range("the value has no item " + std::to_string(i));
    return items[i];
  }
  // What a Dict has under a text, or a named tuple under a name.
  const Value &operator[](std::string_view name) const {
    if (auto *tuple = std::get_if<Tuple>(&any)) {
      for (size_t i = 0; i < tuple->names.size(); ++i)
        if (tuple->names[i] == name) return (*tuple)[i];
    } else {
      for (auto &[key, value] : as<Dict>())
        if (auto *text = std::get_if<std::string>(&key.any); text && *text == name) return value;
    }
    throw std::out_of_range("the value has no '" + std::string(name) + "'");
  }
  const Value &operator[](const char *name) const { return (*this)[std::string_view(name)]; }
};

namespace detail {
using ptc::detail::text;

// Arguments for one call; what they point at lives as long as this and the values.
class Arguments {
public:
  const ptc_value *write(const std::vector<Value> &items) {
    auto &out = kept_.emplace_back(items.size());
    for (size_t i = 0; i < items.size(); ++i) out[i] = write(items[i]);
    return out.data();
  }

private:
  ptc_value write(const Value &value) {
    return std::visit([this](auto &x) { return of(x); }, value.any);
  }
  static ptc_value of(std::monostate) { return {PTC_VALUE_NONE, 0, 0, 0, nullptr, 0}; }
  static ptc_value of(bool x) { return {PTC_VALUE_BOOL, x, 0, 0, nullptr, 0}; }
  static ptc_value of(int64_t x) { return {PTC_VALUE_INT, x, 0, 0, nullptr, 0}; }
  static ptc_value of(double x) { return {PTC_VALUE_FLOAT, 0, x, 0, nullptr, 0}; }
  static ptc_value of(std::complex<double> x) { return {PTC_VALUE_COMPLEX, 0, x.real(), x.imag(), nullptr, 0}; }
  static ptc_value of(const std::string &x) { return {PTC_VALUE_STRING, 0, 0, 0, x.data(), int64_t(x.size())}; }
  static ptc_value of(const Tensor &x) { return {PTC_VALUE_TENSOR, 0, 0, 0, x.get(), 0}; }
  static ptc_value of(Device x) { return {PTC_VALUE_DEVICE, x.type, 0, 0, nullptr, x.index}; }
  ptc_value of(const List &x) { return {PTC_VALUE_LIST, 0, 0, 0, write(x), int64_t(x.size())}; }
  ptc_value of(const Tuple &x) { return {PTC_VALUE_TUPLE, 0, 0, 0, write(x), int64_t(x.size())}; }
  ptc_value of(const Dict &x) {
    auto &out = kept_.emplace_back();
    for (auto &[key, value] : x) {
      ptc_value first = write(key), second = write(value);
      out.insert(out.end(), {first, second});
    }
    return {PTC_VALUE_DICT, 0, 0, 0, out.data(), int64_t(x.size())};
  }
  std::deque<std::vector<ptc_value>> kept_; // which stay where they are
};

inline Value read(ptc_value &v);
// Items that lie `step` behind each other.
template <class Out> Out read_items(const ptc_value &v, int64_t first, int64_t count, int64_t step) {
  auto *items = static_cast<ptc_value *>(const_cast<void *>(v.p));
  Out out;
  for (int64_t i = first; i < count; i += step) out.push_back(read(items[i]));
  return out;
}
template <class T> List read_numbers(const ptc_value &v) {
  auto *numbers = static_cast<const T *>(v.p);
  return List(numbers, numbers + v.len);
}
inline Tensor take(ptc_tensor &from) { return Tensor(std::exchange(from, nullptr)); }

inline Value read_tensors(const ptc_value &v) {
  auto *tensors = static_cast<ptc_tensor *>(const_cast<void *>(v.p));
  List out;
  for (int64_t i = 0; i < v.len; ++i) out.push_back(tensors[i] ? Value(take(tensors[i])) : Value());
  return out;
}
inline Value read_dict(const ptc_value &v) {
  List keys = read_items<List>(v, 0, 2 * v.len, 2), values = read_items<List>(v, 1, 2 * v.len, 2);
  Dict out;
  for (size_t i = 0; i < keys.size(); ++i) out.emplace_back(std::move(keys[i]), std::move(values[i]));
  return out;
}
inline Value read_named_tuple(const ptc_value &v) {
  Tuple out = read_items<Tuple>(v, 2, 1 + 2 * v.len, 2);
  for (auto &name : read_items<List>(v, 1, 1 + 2 * v.len, 2)) out.names.push_back(name.as<std::string>());
  return out;
}

// A value as C++'s; tensors are taken out of it.
inline Value read(ptc_value &v) {
  switch (v.kind) {
  case PTC_VALUE_NONE: return {};
  case PTC_VALUE_BOOL: return v.i != 0;
  case PTC_VALUE_INT:
  case PTC_VALUE_UINT:
  case PTC_VALUE_DTYPE:
  case PTC_VALUE_LAYOUT:
  case PTC_VALUE_MEMORY_FORMAT: return v.i;
  case PTC_VALUE_FLOAT: return v.re;
  case PTC_VALUE_COMPLEX: return std::complex<double>(v.re, v.im);
  case PTC_VALUE_STRING: return std::string(static_cast<const char *>(v.p), v.len);
  case PTC_VALUE_TENSOR: {
    ptc_tensor handle = static_cast<ptc_tensor>(const_cast<void *>(std::exchange(v.p, nullptr)));
    return handle ? Value(Tensor(handle)) : Value();
  }
  case PTC_VALUE_TENSORS: return read_tensors(v);
  case PTC_VALUE_INTS: return read_numbers<int64_t>(v);
  case PTC_VALUE_FLOATS: return read_numbers<double>(v);
  case PTC_VALUE_BOOLS: return read_numbers<bool>(v);
  case PTC_VALUE_DEVICE: return Device{int32_t(v.i), int32_t(v.len)};
  case PTC_VALUE_LIST: return read_items<List>(v, 0, v.len, 1);
  case PTC_VALUE_TUPLE: return read_items<Tuple>(v, 0, v.len, 1);
  case PTC_VALUE_DICT: return read_dict(v);
  case PTC_VALUE_NAMED_TUPLE: return read_named_tuple(v);
  default: throw std::invalid_argument("TorchScript gave an object that has no form in C++");
  }
}

// What `call` puts into a value.
template <class F> Value result(F call) {
  struct Result {
    ptc_value v = {};
    ~Result() { ptc_values_close(&v, 1); }
  } out;
  check(call(&out.v));
  return read(out.v);
}
template <class F, class... A> std::string string(F function, A... args) {
  char *out = nullptr;
  return check(function(args..., &out)), text(out);
}
inline std::vector<std::string> lines(const std::string &found) {
  std::vector<std::string> out;
  for (size_t at = 0, end; at < found.size(); at = end + 1) {
    end = std::min(found.find('\n', at), found.size());
    out.push_back(found.substr(at, end - at));
  }
  return out;
}
} // namespace detail

class Module;

// A compiled function, or a method of a module: good for any number of calls, from any thread.
class Function : public Owner<ptc_jit_function, ptc_jit_function_close> {
public:
  using Owner::Owner;
  Value call(const std::vector<Value> &args) const {
    detail::Arguments given;
    const ptc_value *values = given.write(args);
    return detail::result([&](ptc_value *out) { return ptc_jit_call(handle_, values, args.size(), nullptr, out); });
  }
  template <class... A> Value operator()(A &&...args) const { return call({Value(std::forward<A>(args))...}); }
  std::string schema() const { return detail::string(ptc_jit_function_schema, handle_); }
  std::string graph(int32_t kind = PTC_JIT_GRAPH_PLAIN) const {
    return detail::string(ptc_jit_function_graph, handle_, kind);
  }
  // A module whose forward it is: so it is saved.
  inline Module module() const;
};

class Module : public Owner<ptc_jit_module, ptc_jit_module_close> {
public:
  using Owner::Owner;
  Function method(Text name) const {
    Function out;
    check(ptc_jit_module_method(handle_, name.c, out.put()));
    return out;
  }
  template <class... A> Value forward(A &&...args) const { return method("forward")(std::forward<A>(args)...); }
  std::vector<std::string> methods() const { return names(PTC_JIT_METHOD, false); }
  Value attribute(Text name) const {
    return detail::result([&](ptc_value *out) { return ptc_jit_module_attr(handle_, name.c, out); });
  }
  // By their names; they share memory with the module's.
  std::map<std::string, Tensor> parameters() const {
    auto found = tensors(PTC_JIT_PARAMETER);
    return {found.begin(), found.end()};
  }
  // Parameters and buffers, for load_state_dict of a module of layers.
  std::vector<std::pair<std::string, Tensor>> state_dict() const {
    auto out = tensors(PTC_JIT_PARAMETER);
    for (auto &one : tensors(PTC_JIT_BUFFER)) out.push_back(std::move(one));
    return out;
  }
  const Module &train(bool mode = true) const { return check(ptc_jit_module_train(handle_, mode)), *this; }
  const Module &eval() const { return train(false); }
  void save(Text path) const { check(ptc_jit_save(handle_, path.c, nullptr)); }

private:
  std::vector<std::string> names(int32_t kind, bool recurse) const {
    return detail::lines(detail::string(ptc_jit_module_names, handle_, kind, recurse));
  }
  std::vector<std::pair<std::string, Tensor>> tensors(int32_t kind) const {
    auto names = this->names(kind, true);
    ptc_tensor_list list = nullptr;
    check(ptc_jit_module_tensors(handle_, kind, true, &list));
    auto found = ptc::detail::taken(list);
    std::vector<std::pair<std::string, Tensor>> out;
    for (size_t i = 0; i < names.size(); ++i) out.emplace_back(names[i], std::move(found[i]));
    return out;
  }
};

inline Module Function::module() const {
  Module out;
  check(ptc_jit_function_module(handle_, out.put()));
  return out;
}

inline constexpr Device as_saved = {PTC_UNSET, PTC_UNSET};

// The module of an archive.
inline Module load(Text path, Device device = as_saved) {
  Module out;
  check(ptc_jit_load(path.c, device.type, device.index, nullptr, out.put()));
  return out;
}
// The same of an archive in memory.
inline Module load(const void *data, int64_t bytes, Device device = as_saved) {
  Module out;
  check(ptc_jit_load_memory(data, bytes, device.type, device.index, nullptr, out.put()));
  return out;
}

// The functions of a source, by their names.
inline std::map<std::string, Function> compile(Text source) {
  Owner<ptc_jit_unit, ptc_jit_unit_close> unit;
  check(ptc_jit_unit_new(unit.put()));
  std::map<std::string, Function> out;
  for (auto &name :
       detail::lines(detail::string(ptc_jit_unit_define, unit.get(), nullptr, source.c, nullptr, int64_t(1), nullptr)))
    check(ptc_jit_unit_function(unit.get(), name.c_str(), out[name].put()));
  return out;
}

} // namespace ptc::jit

#endif
