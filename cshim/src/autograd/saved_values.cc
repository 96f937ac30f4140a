// Values that the nodes of libtorch's operators keep for the backward pass, by name.
#include <torch/csrc/autograd/generated/Functions.h>

#include "autograd/node.h"
#include "library/values.h"

#include <pytorch_c/autograd/graph.h>

#include <string_view>
#include <unordered_map>

namespace {

namespace generated = torch::autograd::generated;
using torch::autograd::SavedVariable;

enum class Kind : uint8_t {
  none, // of no use to a host
  tensor,
  tensors,
  integer,
  symbol,
  optional_integer,
  optional_symbol,
  integers,
  symbols,
  optional_integers,
  optional_symbols,
  number,
  optional_number,
  numbers,
  real,
  optional_real,
  flag,
  text,
  optional_text,
};
template <class T> constexpr Kind kind_of = Kind::none;
template <> constexpr Kind kind_of<SavedVariable> = Kind::tensor;
template <> constexpr Kind kind_of<std::vector<SavedVariable>> = Kind::tensors;
template <> constexpr Kind kind_of<int64_t> = Kind::integer;
template <> constexpr Kind kind_of<c10::SymInt> = Kind::symbol;
template <> constexpr Kind kind_of<std::optional<int64_t>> = Kind::optional_integer;
template <> constexpr Kind kind_of<std::optional<c10::SymInt>> = Kind::optional_symbol;
template <> constexpr Kind kind_of<std::vector<int64_t>> = Kind::integers;
template <> constexpr Kind kind_of<std::vector<c10::SymInt>> = Kind::symbols;
template <> constexpr Kind kind_of<c10::OptionalArray<int64_t>> = Kind::optional_integers;
template <> constexpr Kind kind_of<c10::OptionalArray<c10::SymInt>> = Kind::optional_symbols;
template <> constexpr Kind kind_of<at::Scalar> = Kind::number;
template <> constexpr Kind kind_of<std::optional<at::Scalar>> = Kind::optional_number;
template <> constexpr Kind kind_of<std::vector<at::Scalar>> = Kind::numbers;
template <> constexpr Kind kind_of<double> = Kind::real;
template <> constexpr Kind kind_of<std::optional<double>> = Kind::optional_real;
template <> constexpr Kind kind_of<bool> = Kind::flag;
template <> constexpr Kind kind_of<std::string> = Kind::text;
template <> constexpr Kind kind_of<std::optional<std::string>> = Kind::optional_text;

// A member of a node's class; those of one class follow one another.
struct Field {
  const char *node, *name;
  Kind kind;
  uint32_t offset;
};
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // simple inheritance, which every compiler lays out alike
#define FIELD(node, name) {#node, #name, kind_of<decltype(generated::node::name)>, offsetof(generated::node, name)},
const Field fields[] = {
#include "saved_fields.inc"
};
#undef FIELD

bool is_tensors(Kind kind) { return kind == Kind::tensor || kind == Kind::tensors; }

// torch's name: without the underscore of a value that is not plain.
std::string_view name_of(const Field &field) {
  std::string_view name = field.name;
  if (is_tensors(field.kind)) name.remove_suffix(1);
  return name;
}
// A vector of tensors is followed by the mark that it is empty by now.
bool is_mark(const Field &field) { return std::string_view(field.name).ends_with("_released_"); }

c10::ArrayRef<Field> fields_of(std::string_view node) {
  static const auto first = [] {
    std::unordered_map<std::string_view, size_t> found;
    for (size_t i = 0; i < std::size(fields); ++i) found.emplace(fields[i].node, i);
    return found;
  }();
  auto found = first.find(node);
  if (found == first.end()) return {};
  size_t end = found->second;
  while (end < std::size(fields) && fields[end].node == node) ++end;
  return {fields + found->second, end - found->second};
}

struct Access : Node { // for the mutex, which libtorch's own getters take too
  static constexpr auto mutex = &Access::mutex_;
};

template <class T> const T &at_place(const Node &node, const Field &field) {
  return *reinterpret_cast<const T *>(reinterpret_cast<const char *>(&node) + field.offset);
}

const std::vector<SavedVariable> &list_of(const NodePtr &node, const Field &field) {
  const auto &mark = *(&field + 1 == std::end(fields) ? &field : &field + 1);
  if (is_mark(mark) && std::string_view(mark.node) == field.node && at_place<bool>(*node, mark))
    TORCH_CHECK(false, torch::autograd::ERR_BACKWARD_TWICE);
  return at_place<std::vector<SavedVariable>>(*node, field);
}

at::IValue tensors_of(const NodePtr &node, const Field &field) {
  c10::List<std::optional<at::Tensor>> out;
  for (const auto &one : list_of(node, field)) {
    auto tensor = one.unpack(node);
    out.push_back(tensor.defined() ? std::optional(std::move(tensor)) : std::nullopt);
  }
  return out;
}

template <class T> at::IValue plain(const std::vector<T> &items) {
  c10::List<int64_t> out;
  for (const auto &one : items) {
    if constexpr (std::is_same_v<T, c10::SymInt>) out.push_back(one.guard_int(__FILE__, __LINE__));
    else out.push_back(one);
  }
  return out;
}
at::IValue plain(const std::vector<at::Scalar> &items) {
  c10::impl::GenericList out(c10::NumberType::get());
  for (const auto &one : items) out.push_back(one);
  return out;
}
at::IValue plain(const c10::SymInt &number) { return number.guard_int(__FILE__, __LINE__); }
template <class T> at::IValue plain(const T &value) { return value; }
template <class T> at::IValue plain(const std::optional<T> &value) { return value ? plain(*value) : at::IValue(); }

at::IValue value_of(const NodePtr &node, const Field &field) {
  const Node &from = *node;
  switch (field.kind) {
  case Kind::tensor: return at_place<SavedVariable>(from, field).unpack(node);
  case Kind::tensors: return tensors_of(node, field);
  case Kind::integer: return at_place<int64_t>(from, field);
  case Kind::symbol: return plain(at_place<c10::SymInt>(from, field));
  case Kind::optional_integer: return plain(at_place<std::optional<int64_t>>(from, field));
  case Kind::optional_symbol: return plain(at_place<std::optional<c10::SymInt>>(from, field));
  case Kind::integers: return plain(at_place<std::vector<int64_t>>(from, field));
  case Kind::symbols: return plain(at_place<std::vector<c10::SymInt>>(from, field));
  case Kind::optional_integers: return plain(at_place<c10::OptionalArray<int64_t>>(from, field).list);
  case Kind::optional_symbols: return plain(at_place<c10::OptionalArray<c10::SymInt>>(from, field).list);
  case Kind::number: return at_place<at::Scalar>(from, field);
  case Kind::optional_number: return plain(at_place<std::optional<at::Scalar>>(from, field));
  case Kind::numbers: return plain(at_place<std::vector<at::Scalar>>(from, field));
  case Kind::real: return at_place<double>(from, field);
  case Kind::optional_real: return plain(at_place<std::optional<double>>(from, field));
  case Kind::flag: return at_place<bool>(from, field);
  case Kind::text: return at_place<std::string>(from, field);
  case Kind::optional_text: return plain(at_place<std::optional<std::string>>(from, field));
  case Kind::none: break;
  }
  return {};
}

// The field of a node with this name.
const Field &field_named(const Node &node, std::string_view wanted) {
  for (const auto &field : fields_of(node.name()))
    if (field.kind != Kind::none && !is_mark(field) && name_of(field) == wanted) return field;
  fail(PTC_ERROR_VALUE, "argument 'name': " + node.name() + " keeps nothing called '" + std::string(wanted) + "'");
}

const Field &tensor_named(const Node &node, std::string_view wanted) {
  const auto &field = field_named(node, wanted);
  if (!is_tensors(field.kind))
    fail(PTC_ERROR_VALUE, "argument 'name': '" + std::string(wanted) + "' of " + node.name() + " is no tensor");
  return field;
}

} // namespace

namespace ptc {

SavedVariable &saved::of_node(const NodePtr &node, const char *name, int64_t index) {
  if (!name) {
    auto &all = unnamed(*node).saved_tensors();
    if (index < 0 || index >= static_cast<int64_t>(all.size()))
      fail(PTC_ERROR_INDEX, "argument 'index': the function has saved " + std::to_string(all.size()) + " tensors");
    return all[static_cast<size_t>(index)];
  }
  const auto &field = tensor_named(*node, name);
  const auto count = field.kind == Kind::tensor ? 1 : static_cast<int64_t>(list_of(node, field).size());
  if (index < 0 || index >= count)
    fail(PTC_ERROR_INDEX, "argument 'index': the node has saved " + std::to_string(count) + " tensors of this name");
  return const_cast<SavedVariable &>(field.kind == Kind::tensor ? at_place<SavedVariable>(*node, field)
                                                                : list_of(node, field)[static_cast<size_t>(index)]);
}

} // namespace ptc

ptc_error ptc_node_saved_tensor_names(const char *node, char **out) {
  return guard(out, [&] {
    std::string names;
    for (const auto &field : fields_of(text_of(node, "node"))) {
      if (!is_tensors(field.kind)) continue;
      if (!names.empty()) names += ',';
      names += name_of(field);
      if (field.kind == Kind::tensors) names += "[]";
    }
    put(out, names);
  });
}

ptc_error ptc_node_saved_count(ptc_node self, const char *name, int64_t *out) {
  return guard(out, [&] {
    auto node = node_of(self, "self").getptr();
    if (!name) return put(out, static_cast<int64_t>(saved::unnamed(*node).saved_tensors().size()));
    const auto &field = tensor_named(*node, name);
    put(out, field.kind == Kind::tensor ? 1 : static_cast<int64_t>(list_of(node, field).size()));
  });
}

ptc_error ptc_node_saved_tensor(ptc_node self, const char *name, int64_t index, ptc_tensor *out) {
  return guard(out, [&] {
    auto node = node_of(self, "self").getptr();
    const auto &found = saved::of_node(node, name, index);
    if (auto tensor = found.unpack(name ? node : saved::unnamed(*node).saved_for()); tensor.defined())
      put(out, std::move(tensor));
  });
}

ptc_error ptc_node_saved_names(const char *node, char **out) {
  return guard(out, [&] {
    std::string names;
    for (const auto &field : fields_of(text_of(node, "node"))) {
      if (field.kind == Kind::none || is_mark(field)) continue;
      if (!names.empty()) names += ',';
      names += name_of(field);
    }
    put(out, names);
  });
}

ptc_error ptc_node_saved_value(ptc_node self, const char *name, ptc_value *out) {
  return guard(out, [&] {
    auto node = node_of(self, "self").getptr();
    const auto &field = field_named(*node, text_of(name, "name"));
    std::lock_guard<std::mutex> lock((*node).*Access::mutex);
    put(out, value_of(node, field));
  });
}
