// Numbers that the host stands for: libtorch's SymNodes, each of them an object of the host's.
#include <ATen/ScalarOps.h>
#include <c10/core/ConstantSymNodeImpl.h>
#include <c10/core/SymNodeImpl.h>

#include "core/callback.h"
#include "host/interpreter.h"
#include "library/library.h"
#include "host/symbol.h"

#include <cmath>
#include <deque>

namespace {

struct Symbols {
  ptc_symbol_fn run;
  void *context;
};
std::atomic<const Symbols *> the_symbols{nullptr};

const Symbols &need_symbols() {
  const auto *now = the_symbols.load(std::memory_order_acquire);
  if (!now) fail(PTC_ERROR_RUNTIME, "nobody runs the methods of symbols: ptc_host_set_symbols was not called");
  return *now;
}

struct Answer {
  c10::SymNode node; // a symbol
  at::IValue plain;  // or anything else
};

// Arguments of a method, which its callback borrows.
class Asking {
public:
  Asking &add(const c10::SymNode &node);
  Asking &add(c10::ArrayRef<c10::SymNode> nodes) {
    auto &items = lists.emplace_back(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) items[i] = value(nodes[i]);
    values.push_back({PTC_VALUE_LIST, 0, 0, 0, items.data(), static_cast<int64_t>(items.size())});
    return *this;
  }
  Asking &add(int64_t number) { return values.push_back({PTC_VALUE_INT, number, 0, 0, nullptr, 0}), *this; }
  Asking &add(bool number) { return values.push_back({PTC_VALUE_BOOL, number, 0, 0, nullptr, 0}), *this; }
  Asking &add(double number) { return values.push_back({PTC_VALUE_FLOAT, 0, number, 0, nullptr, 0}), *this; }
  Asking &add(const char *text) {
    return values.push_back({PTC_VALUE_STRING, 0, 0, 0, text ? text : "", PTC_UNSET}), *this;
  }
  std::vector<ptc_value> values;

private:
  ptc_value value(const c10::SymNode &node);
  std::deque<ptc_symbol_s> symbols;
  std::deque<std::vector<ptc_value>> lists;
};

// A symbol: its methods are run by the host, those that torch asks its Python for.
class HostNode final : public c10::SymNodeImpl {
public:
  HostNode(int32_t type, void *of) : kind(type), object(of) { need_host().keep(host()->context, of); }
  ~HostNode() override { host()->release(host()->context, object); }
  HostNode(const HostNode &) = delete;
  HostNode &operator=(const HostNode &) = delete;

  template <class... T> Answer ask(const char *method, const T &...arguments) const {
    const auto &symbols = need_symbols();
    Asking given;
    (given.add(arguments), ...);
    Answer answer;
    check(symbols.run(symbols.context, &answer, object, method, given.values.data(),
                      static_cast<int64_t>(given.values.size())));
    return answer;
  }
  template <class... T> c10::SymNode node(const char *method, const T &...arguments) const {
    auto [node, plain] = ask(method, arguments...);
    if (node) return node;
    if (plain.isBool()) return c10::make_intrusive<c10::ConstantSymNodeImpl<bool>>(plain.toBool());
    if (plain.isInt()) return c10::make_intrusive<c10::ConstantSymNodeImpl<int64_t>>(plain.toInt());
    fail(PTC_ERROR_TYPE, std::string(method) + "() of a symbol: a symbol is needed");
  }
  template <class... T> bool truth(const char *method, const T &...arguments) const {
    const auto plain = ask(method, arguments...).plain;
    return plain.isBool() ? plain.toBool() : plain.isInt() && plain.toInt() != 0;
  }
  template <class... T> int64_t number(const char *method, const T &...arguments) const {
    const auto plain = ask(method, arguments...).plain;
    if (!plain.isInt()) fail(PTC_ERROR_TYPE, std::string(method) + "() of a symbol: an int is needed");
    return plain.toInt();
  }

  bool is_int() override { return kind == PTC_SYMBOL_INT; }
  bool is_float() override { return kind == PTC_SYMBOL_FLOAT; }
  bool is_bool() override { return kind == PTC_SYMBOL_BOOL; }
  bool is_nested_int() const override { return truth("is_nested_int"); }
  bool has_hint() override { return truth("has_hint"); }
  bool bool_() override { return truth("bool_"); }
  int64_t int_() override { return number("int_"); }
  std::optional<int64_t> maybe_as_int() override {
    const auto plain = ask("maybe_as_int").plain;
    return plain.isInt() ? std::optional(plain.toInt()) : std::nullopt;
  }
  std::string str() override { return text("str"); }
  std::string _graph_repr() override { return text("_graph_repr"); }
  c10::SymNode wrap_int(int64_t one) override { return node("wrap_int", one); }
  c10::SymNode wrap_float(double one) override { return node("wrap_float", one); }
  c10::SymNode wrap_bool(bool one) override { return node("wrap_bool", one); }
  int64_t guard_int(const char *file, int64_t line) override { return number("guard_int", file, line); }
  double guard_float(const char *file, int64_t line) override {
    const auto plain = ask("guard_float", file, line).plain;
    return plain.isInt() ? static_cast<double>(plain.toInt()) : plain.toDouble();
  }

#define GUARD(name) \
  bool name(const char *file, int64_t line) override { return truth(#name, file, line); }
  GUARD(guard_bool)
  GUARD(guard_size_oblivious)
  GUARD(guard_or_false)
  GUARD(guard_or_true)
  GUARD(statically_known_true)
  GUARD(expect_true)
#undef GUARD

#define OF_ONE(name) \
  c10::SymNode name() override { return node(#name); }
  OF_ONE(ceil)
  OF_ONE(floor)
  OF_ONE(neg)
  OF_ONE(sym_not)
  OF_ONE(sym_float)
  OF_ONE(clone)
#undef OF_ONE

#define OF_TWO(name) \
  c10::SymNode name(const c10::SymNode &other) override { return node(#name, other); }
  OF_TWO(add)
  OF_TWO(sub)
  OF_TWO(mul)
  OF_TWO(truediv)
  OF_TWO(float_truediv)
  OF_TWO(int_truediv)
  OF_TWO(pow)
  OF_TWO(float_pow)
  OF_TWO(pow_by_natural)
  OF_TWO(floordiv)
  OF_TWO(int_floordiv)
  OF_TWO(mod)
  OF_TWO(eq)
  OF_TWO(ne)
  OF_TWO(gt)
  OF_TWO(lt)
  OF_TWO(le)
  OF_TWO(ge)
  OF_TWO(sym_min)
  OF_TWO(sym_max)
  OF_TWO(sym_or)
  OF_TWO(sym_and)
#undef OF_TWO

  c10::SymNode sym_ite(const c10::SymNode &yes, const c10::SymNode &no) override { return node("sym_ite", yes, no); }

#define OF_SIZES(name) \
  c10::SymNode name(c10::ArrayRef<c10::SymNode> sizes, c10::ArrayRef<c10::SymNode> strides) override { \
    return node(#name, sizes, strides); \
  }
  OF_SIZES(is_contiguous)
  OF_SIZES(is_channels_last_contiguous_2d)
  OF_SIZES(is_channels_last_contiguous_3d)
  OF_SIZES(is_channels_last_strides_2d)
  OF_SIZES(is_channels_last_strides_3d)
  OF_SIZES(is_non_overlapping_and_dense)
#undef OF_SIZES

  const int32_t kind;
  void *const object;

private:
  std::string text(const char *method) const { return ask(method).plain.toStringRef(); }
};

int32_t kind_of(c10::SymNodeImpl &node) {
  return node.is_int() ? PTC_SYMBOL_INT : node.is_float() ? PTC_SYMBOL_FLOAT : PTC_SYMBOL_BOOL;
}

ptc_value Asking::value(const c10::SymNode &node) {
  if (const auto number = dynamic_cast<HostNode *>(node.get()) ? std::nullopt : node->constant_int())
    return {PTC_VALUE_INT, *number, 0, 0, nullptr, 0};
  symbols.push_back({node, kind_of(*node)});
  return {PTC_VALUE_SYMBOL, symbols.back().kind, 0, 0, &symbols.back(), 0};
}
Asking &Asking::add(const c10::SymNode &node) { return values.push_back(value(node)), *this; }

const ptc_symbol_s &symbol_in(const ptc_value &value, const std::string &where) {
  const auto *symbol = static_cast<ptc_symbol>(const_cast<void *>(value.p));
  if (!symbol) fail(PTC_ERROR_TYPE, where + " is NULL");
  return *symbol;
}

at::IValue value_of(const ptc_symbol_s &symbol) {
  switch (symbol.kind) {
  case PTC_SYMBOL_FLOAT: return c10::SymFloat(symbol.node);
  case PTC_SYMBOL_BOOL: return c10::SymBool(symbol.node);
  default: return c10::SymInt(symbol.node);
  }
}

void put_node(ptc_value &v, const c10::SymNode &node) {
  v.p = new ptc_symbol_s{node, kind_of(*node)};
  v.i = static_cast<ptc_symbol>(const_cast<void *>(v.p))->kind;
  v.kind = PTC_VALUE_SYMBOL;
  count_handle(1);
}

std::vector<c10::SymInt> sizes_in(const ptc_value *values, int64_t count, const char *what) {
  std::vector<c10::SymInt> out;
  for (int64_t i = 0; i < count; ++i) {
    const Parameter one =
        parameter_of("argument '" + std::string(what) + "': item " + std::to_string(i), c10::SymIntType::get());
    out.push_back(to_ivalue(one, values[i]).toSymInt());
  }
  return out;
}

at::IValue list_of(c10::SymIntArrayRef numbers) {
  c10::impl::GenericList out(c10::SymIntType::get());
  for (const auto &one : numbers) out.push_back(one);
  return out;
}

} // namespace

namespace ptc {

at::IValue symbol_of(const Parameter &p, const ptc_value &v) {
  const auto &symbol = symbol_in(v, p.where);
  const auto &type = p.type->kind() == c10::TypeKind::OptionalType ? p.type->containedType(0) : p.type;
  const auto value = value_of(symbol);
  switch (type->kind()) {
  case c10::TypeKind::IntType:
    if (symbol.kind != PTC_SYMBOL_INT) refuse(p, v);
    return value.toSymInt().guard_int(__FILE__, __LINE__);
  case c10::TypeKind::FloatType:
    if (symbol.kind == PTC_SYMBOL_FLOAT) return value.toSymFloat().guard_float(__FILE__, __LINE__);
    if (symbol.kind == PTC_SYMBOL_BOOL) refuse(p, v);
    return static_cast<double>(value.toSymInt().guard_int(__FILE__, __LINE__));
  case c10::TypeKind::BoolType:
    if (symbol.kind != PTC_SYMBOL_BOOL) refuse(p, v);
    return value.toSymBool().guard_bool(__FILE__, __LINE__);
  case c10::TypeKind::TensorType: // where a number may stand for one
  case c10::TypeKind::NumberType:
    if (symbol.kind == PTC_SYMBOL_FLOAT) return at::Scalar(value.toSymFloat());
    if (symbol.kind == PTC_SYMBOL_BOOL) return at::Scalar(value.toSymBool());
    return at::Scalar(value.toSymInt());
  case c10::TypeKind::SymIntType:
    if (symbol.kind != PTC_SYMBOL_INT) refuse(p, v);
    return value;
  case c10::TypeKind::SymFloatType:
  case c10::TypeKind::SymBoolType:
  case c10::TypeKind::AnyType: return value;
  case c10::TypeKind::ListType: // int[2] is given by one number, too
    if (symbol.kind != PTC_SYMBOL_INT || !p.copies) refuse(p, v);
    if (type->containedType(0)->kind() == c10::TypeKind::SymIntType)
      return std::vector<c10::SymInt>(p.copies, value.toSymInt());
    return std::vector<int64_t>(p.copies, value.toSymInt().guard_int(__FILE__, __LINE__));
  default: refuse(p, v);
  }
}

namespace {
struct Behind final : c10::BackendMeta {
  explicit Behind(at::IValue symbol) : symbol(std::move(symbol)) {}
  at::IValue symbol;
};
} // namespace

at::Tensor tensor_of_symbol(const at::Scalar &symbol) {
  if (!symbol.isSymbolic()) return at::native::wrapped_scalar_tensor(symbol);
  auto made = at::native::wrapped_scalar_tensor(symbol.isSymInt()     ? at::Scalar(7777777)
                                                : symbol.isSymFloat() ? at::Scalar(std::nan(""))
                                                                      : at::Scalar(true));
  made.unsafeGetTensorImpl()->set_backend_meta(c10::make_intrusive<Behind>(at::IValue(symbol)));
  return made;
}

const at::IValue *symbol_behind(const at::Tensor &tensor) {
  const auto *behind = dynamic_cast<Behind *>(tensor.unsafeGetTensorImpl()->get_backend_meta());
  return behind ? &behind->symbol : nullptr;
}

bool put_symbol(ptc_value &v, const at::IValue &x) {
  if (x.isSymInt()) put_node(v, x.toSymInt().toSymNode());
  else if (x.isSymFloat()) put_node(v, x.toSymFloat().toSymNodeImpl());
  else if (x.isSymBool()) put_node(v, x.toSymBool().toSymNodeImpl());
  else return false;
  const auto *symbol = static_cast<ptc_symbol>(const_cast<void *>(v.p));
  if (dynamic_cast<HostNode *>(symbol->node.get())) return true;
  if (const auto number = symbol->node->constant_int()) {
    ptc_values_close(&v, 1);
    v.kind = PTC_VALUE_INT, v.i = *number;
  } else if (const auto truth = symbol->node->constant_bool()) {
    ptc_values_close(&v, 1);
    v.kind = PTC_VALUE_BOOL, v.i = *truth;
  }
  return true;
}

} // namespace ptc

ptc_error ptc_host_set_symbols(ptc_symbol_fn run, void *context, ptc_destroy_fn destroy) {
  Context owned{context, destroy};
  return guard_reader([&] {
    if (!run) fail(PTC_ERROR_VALUE, "argument 'run' is NULL");
    need_host();
    auto made = std::make_unique<Symbols>(Symbols{run, context});
    const Symbols *before = nullptr;
    if (!the_symbols.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel))
      fail(PTC_ERROR_RUNTIME, "this process has symbols of a host already");
    (void)made.release();
    owned.destroy = nullptr;
  });
}

ptc_error ptc_symbol_answer(void *call, const ptc_value *value) {
  return guard_reader([&] {
    if (!call) fail(PTC_ERROR_VALUE, "argument 'call' is NULL");
    if (!value) fail(PTC_ERROR_VALUE, "argument 'value' is NULL");
    auto &answer = *static_cast<Answer *>(call);
    if (value->kind == PTC_VALUE_SYMBOL) answer.node = symbol_in(*value, "argument 'value'").node;
    else answer.plain = to_ivalue(parameter_of("argument 'value'", c10::AnyType::get()), *value);
  });
}

ptc_error ptc_symbol_new(int32_t kind, void *object, ptc_symbol *out) {
  return guard(out, [&] {
    if (kind < PTC_SYMBOL_INT || kind > PTC_SYMBOL_BOOL)
      fail(PTC_ERROR_VALUE, "argument 'kind': a value of enum ptc_symbol_kind is needed, got " + std::to_string(kind));
    if (!object) fail(PTC_ERROR_VALUE, "argument 'object' is NULL");
    need_symbols();
    *out = new ptc_symbol_s{c10::make_intrusive<HostNode>(kind, object), kind};
    count_handle(1);
  });
}

void ptc_symbol_close(ptc_symbol self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}

void *ptc_symbol_object(ptc_symbol self) {
  const auto *node = self ? dynamic_cast<HostNode *>(self->node.get()) : nullptr;
  return node ? node->object : nullptr;
}

int32_t ptc_symbol_type(ptc_symbol self) { return self ? self->kind : PTC_SYMBOL_INT; }

ptc_error ptc_tensor_is_symbolic(ptc_tensor self, bool *out) {
  return guard(out, [&] {
    const auto *impl = tensor_of(self).unsafeGetTensorImpl();
    *out = impl->is_python_dispatch() || impl->has_symbolic_sizes_strides();
  });
}

ptc_error ptc_tensor_symbols(ptc_tensor self, int32_t which, ptc_value *out) {
  return guard(out, [&] {
    const auto &tensor = tensor_of(self);
    switch (which) {
    case PTC_SYMBOLIC_SIZES: return put(out, list_of(tensor.sym_sizes()));
    case PTC_SYMBOLIC_STRIDES: return put(out, list_of(tensor.sym_strides()));
    case PTC_SYMBOLIC_NUMEL: return put(out, tensor.sym_numel());
    case PTC_SYMBOLIC_OFFSET: return put(out, tensor.sym_storage_offset());
    case PTC_SYMBOLIC_NBYTES: return put(out, tensor.storage().sym_nbytes());
    default:
      fail(PTC_ERROR_VALUE, "argument 'which': a value of enum ptc_symbolic is needed, got " + std::to_string(which));
    }
  });
}

ptc_error ptc_host_set_sizes(ptc_tensor self, const ptc_value *sizes, int64_t sizes_len, const ptc_value *strides,
                             int64_t strides_len, const ptc_value *storage_offset) {
  return guard_reader([&] {
    auto *impl = tensor_of(self).unsafeGetTensorImpl();
    check_list(sizes, sizes_len, "sizes");
    check_list(strides, strides_len, "strides");
    if (!impl->is_python_dispatch())
      fail(PTC_ERROR_VALUE, "argument 'self': a wrapper is needed, whose operators the host runs");
    if (strides && strides_len != sizes_len)
      fail(PTC_ERROR_VALUE, "argument 'strides': there must be as many as sizes, " + std::to_string(sizes_len) +
                                ", got " + std::to_string(strides_len));
    const auto shape = sizes_in(sizes, sizes_len, "sizes"), steps = sizes_in(strides, strides_len, "strides");
    if (!strides) return impl->generic_set_sizes_contiguous(c10::SymIntArrayRef(shape));
    std::optional<c10::SymInt> offset;
    if (storage_offset) offset = sizes_in(storage_offset, 1, "storage_offset")[0];
    impl->set_sizes_and_strides(shape, steps, offset);
  });
}
