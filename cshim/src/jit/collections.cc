// Lists and dicts of TorchScript as objects that the host shares with programs.
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

#include "jit/torchscript.h"

#include <mutex>

namespace {

using c10::impl::GenericDict;
using c10::impl::GenericList;

// Hosts may change a list on several threads. What a list held is let go, and items are converted and compared, without
// the lock: these may run code of the host's.
std::mutex changing;
using Lock = std::lock_guard<std::mutex>;

[[noreturn]] void no_collection(const at::IValue &held) {
  fail(PTC_ERROR_TYPE, "argument 'value': a list or a dict is needed, got " + held.type<c10::Type>()->str());
}

// The list or dict itself: a PTC_VALUE_LIST would be converted to another one.
at::IValue shared(const ptc_value *value) {
  if (!value || value->kind != PTC_VALUE_OBJECT)
    fail(PTC_ERROR_TYPE, "argument 'value': an object is needed, as ptc_value_share gives one");
  auto held = value_of(value, "value");
  if (!held.isList() && !held.isGenericDict()) no_collection(held);
  return held;
}

GenericList list_in(const ptc_value *value) {
  const auto held = shared(value);
  if (!held.isList()) fail(PTC_ERROR_TYPE, "argument 'value': a list is needed, got " + held.type<c10::Type>()->str());
  return held.toList();
}

int64_t index_of(const ptc_value *key) { return value_of(key, "key", c10::IntType::get()).toInt(); }

// The place of an index, which counts from the end where it is negative.
size_t place_of(const GenericList &list, int64_t index) {
  const auto size = static_cast<int64_t>(list.size());
  const auto at = index < 0 ? index + size : index;
  if (at < 0 || at >= size)
    fail(PTC_ERROR_INDEX,
         "argument 'key': list index out of range: " + std::to_string(index) + " in a list of " + std::to_string(size));
  return static_cast<size_t>(at);
}

[[noreturn]] void missing() { fail(PTC_ERROR_VALUE, "argument 'key': the dict has no such key"); }

// The entry of a dict; fails where there is none.
GenericDict::iterator entry_of(const GenericDict &dict, const at::IValue &key) {
  auto found = dict.find(key);
  if (found == dict.end()) missing();
  return found;
}

} // namespace

ptc_error ptc_value_share(ptc_jit_unit unit, const char *type, const ptc_value *value, ptc_value *out) {
  return guard(out, [&] {
    const auto of = type_of(type, "type", unit_of(unit, "unit"));
    if (of->kind() != c10::TypeKind::ListType && of->kind() != c10::TypeKind::DictType)
      fail(PTC_ERROR_VALUE, "argument 'type': a list or a dict is needed, got " + of->str());
    put_object(out, value_of(value, "value", of));
  });
}

ptc_error ptc_value_contents(const ptc_value *value, ptc_value *out) {
  return guard(out, [&] {
    const auto held = shared(value);
    const auto type = held.type();
    at::IValue copy;
    {
      const Lock lock(changing);
      copy = held.isList() ? at::IValue(held.toList().copy()) : at::IValue(held.toGenericDict().copy());
    }
    put(out, std::move(copy), *type);
  });
}

ptc_error ptc_value_len(const ptc_value *value, int64_t *out) {
  return guard(out, [&] {
    const auto held = shared(value);
    const Lock lock(changing);
    *out = static_cast<int64_t>(held.isList() ? held.toList().size() : held.toGenericDict().size());
  });
}

ptc_error ptc_value_item(const ptc_value *value, const ptc_value *key, ptc_value *out) {
  return guard(out, [&] {
    const auto held = shared(value);
    at::IValue found;
    if (held.isList()) {
      const auto list = held.toList();
      const auto index = index_of(key);
      {
        const Lock lock(changing);
        found = list.get(place_of(list, index));
      }
      put(out, std::move(found), *list.elementType());
    } else {
      const auto dict = held.toGenericDict();
      const auto which = value_of(key, "key", dict.keyType());
      {
        const Lock lock(changing);
        found = entry_of(dict, which)->value();
      }
      put(out, std::move(found), *dict.valueType());
    }
  });
}

ptc_error ptc_value_set_item(const ptc_value *value, const ptc_value *key, const ptc_value *to) {
  return guard([&] {
    const auto held = shared(value);
    at::IValue before;
    if (held.isList()) {
      const auto list = held.toList();
      const auto index = index_of(key);
      auto item = value_of(to, "to", list.elementType());
      const Lock lock(changing);
      const auto at = place_of(list, index);
      before = list.get(at);
      list.set(at, std::move(item));
    } else {
      const auto dict = held.toGenericDict();
      const auto which = value_of(key, "key", dict.keyType());
      auto item = value_of(to, "to", dict.valueType());
      const Lock lock(changing);
      if (const auto found = dict.find(which); found != dict.end()) before = found->value();
      dict.insert_or_assign(which, std::move(item));
    }
  });
}

ptc_error ptc_value_insert(const ptc_value *value, int64_t index, const ptc_value *item) {
  return guard([&] {
    const auto list = list_in(value);
    auto added = value_of(item, "item", list.elementType());
    const Lock lock(changing);
    const auto size = static_cast<int64_t>(list.size());
    const auto at = index < 0 ? std::max<int64_t>(index + size, 0) : std::min(index, size);
    list.insert(list.begin() + at, std::move(added));
  });
}

ptc_error ptc_value_remove(const ptc_value *value, const ptc_value *key) {
  return guard([&] {
    const auto held = shared(value);
    at::IValue before, before_key;
    if (held.isList()) {
      const auto list = held.toList();
      const auto index = index_of(key);
      const Lock lock(changing);
      const auto at = place_of(list, index);
      before = list.get(at);
      list.erase(list.begin() + static_cast<int64_t>(at));
    } else {
      const auto dict = held.toGenericDict();
      const auto which = value_of(key, "key", dict.keyType());
      const Lock lock(changing);
      const auto found = entry_of(dict, which);
      before_key = found->key();
      before = found->value();
      static_cast<void>(dict.erase(which));
    }
  });
}

ptc_error ptc_value_find(const ptc_value *value, const ptc_value *item, int64_t *out) {
  return guard(out, [&] {
    const auto held = shared(value);
    *out = -1;
    if (held.isGenericDict()) {
      const auto dict = held.toGenericDict();
      const auto which = value_of(item, "item", dict.keyType());
      const Lock lock(changing);
      if (dict.contains(which)) *out = 0;
      return;
    }
    const auto list = held.toList();
    const auto wanted = value_of(item, "item", list.elementType());
    std::vector<at::IValue> items;
    {
      const Lock lock(changing);
      items = list.vec();
    }
    for (size_t i = 0; i < items.size() && *out < 0; ++i)
      if (c10::_fastEqualsForContainer(items[i], wanted)) *out = static_cast<int64_t>(i);
  });
}
