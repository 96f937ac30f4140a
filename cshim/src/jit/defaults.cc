// Defaults of BroadcastingList2[int], a list that one number may stand for: libtorch knows that type in arguments,
// but not where it evaluates their defaults.  So such an argument is compiled as a List[int], and its length told
// afterwards.
#include "jit/sources.h"

namespace jit = torch::jit;

namespace {

// The subscript of NAME[…], where the expression is one.
std::optional<jit::Subscript> subscript_of(const jit::Expr &type, std::string &name) {
  if (type.kind() != jit::TK_SUBSCRIPT) return std::nullopt;
  jit::Subscript found(type);
  if (found.value().kind() != jit::TK_VAR || found.subscript_exprs().size() != 1) return std::nullopt;
  name = jit::Var(found.value()).name().name();
  return found;
}

jit::Expr with_name(const jit::Subscript &type, const std::string &name, const jit::Expr &item) {
  const auto &range = type.range();
  return jit::Subscript::create(range, jit::Var::create(range, jit::Ident::create(range, name)),
                                jit::List<jit::Expr>::create(range, {item}));
}

// List[T] of BroadcastingList2[T], also within Optional, with the length; 0 for any other type.
std::pair<jit::Expr, int32_t> plain(const jit::Expr &type) {
  constexpr std::string_view begin = "BroadcastingList";
  std::string name;
  const auto found = subscript_of(type, name);
  if (!found) return {type, 0};
  const auto item = found->subscript_exprs()[0];
  if (name == "Optional") {
    const auto [inner, length] = plain(item);
    return {length ? with_name(*found, name, inner) : type, length};
  }
  if (name.compare(0, begin.size(), begin) != 0 || name.size() != begin.size() + 1) return {type, 0};
  const char digit = name.back();
  if (digit < '1' || digit > '9') return {type, 0};
  return {with_name(*found, "List", item), digit - '0'};
}

// A number as a default stands for the whole list.
jit::Expr repeated(const jit::Expr &value, int32_t length) {
  if (value.kind() == jit::TK_LIST_LITERAL || value.kind() == jit::TK_NONE) return value;
  const std::vector<jit::Expr> items(static_cast<size_t>(length), value);
  return jit::ListLiteral::create(value.range(), jit::List<jit::Expr>::create(value.range(), items));
}

} // namespace

namespace ptc {

std::vector<Broadcast> without_broadcasts(std::vector<jit::Def> &definitions) {
  std::vector<Broadcast> out;
  for (auto &one : definitions) {
    const auto decl = one.decl();
    std::vector<jit::Param> params;
    const auto before = out.size();
    for (const auto &param : decl.params()) {
      params.push_back(param);
      if (!param.type().present() || !param.defaultValue().present()) continue;
      const auto [type, length] = plain(param.type().get());
      if (!length) continue;
      const auto &range = param.range();
      const auto value = repeated(param.defaultValue().get(), length);
      params.back() = jit::Param::create(range, param.ident(), jit::Maybe<jit::Expr>::create(range, type),
                                         jit::Maybe<jit::Expr>::create(range, value), param.kwarg_only());
      out.push_back({one.name().name(), param.ident().name(), length});
    }
    if (out.size() == before) continue;
    const auto list = jit::List<jit::Param>::create(decl.params().range(), params);
    one = jit::Def::create(one.range(), one.name(), jit::Decl::create(decl.range(), list, decl.return_type()),
                           one.statements());
  }
  return out;
}

void restore(const std::vector<Broadcast> &broadcasts, const std::string &name, jit::Function &function) {
  const auto schema = function.getSchema();
  auto arguments = schema.arguments();
  bool changed = false;
  for (const auto &one : broadcasts) {
    const auto index = one.function == name ? schema.argumentIndexWithName(one.argument) : std::nullopt;
    if (!index) continue;
    const auto &old = arguments[static_cast<size_t>(*index)];
    arguments[static_cast<size_t>(*index)] =
        c10::Argument(old.name(), old.type(), old.real_type(), one.length, old.default_value(), old.kwarg_only());
    changed = true;
  }
  if (changed) function.setSchema(schema.cloneWithArguments(std::move(arguments)));
}

} // namespace ptc
