// The events of a profile as a tree: each with its inputs, its memory, and what it is part of.
#include "profiler/json.h"
#include "profiler/profile.h"

namespace {

namespace impl = torch::profiler::impl;
using impl::EventType, impl::ExtraFields;
using Event = torch::autograd::profiler::experimental_event_t;

template <class Identity> void add_identity(Json &json, const char *key, const Identity &identity) {
  if (identity) json.member(key, static_cast<int64_t>(identity->value_of()));
}
int64_t number_of(const void *address) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(address)); }

Json json_of(const impl::TensorMetadata &tensor) {
  Json json;
  json.member("impl", number_of(tensor.impl().value_of()));
  json.member("data", number_of(tensor.data_.value_of()));
  add_identity(json, "id", tensor.id_);
  add_identity(json, "allocation", tensor.allocation_id_);
  json.member("layout", static_cast<int64_t>(tensor.layout_));
  json.member("device", tensor.device_.str());
  json.member("dtype", static_cast<int64_t>(tensor.dtype_));
  json.member("sizes", tensor.sizes_);
  json.member("strides", tensor.strides_);
  return json;
}
Json json_of(const impl::PyFrameState &place) {
  Json json;
  json.member("line", int64_t{place.line_no_});
  json.member("file", std::string(place.filename_.str()));
  json.member("function", std::string(place.funcname_.str()));
  return json;
}

// Tensors are objects, lists of them lists, numbers themselves, anything else is null.
Json::Raw json_of(const impl::op_input_t &input) {
  if (const auto *tensor = std::get_if<impl::TensorMetadata>(&input)) return {json_of(*tensor).text()};
  if (const auto *value = std::get_if<c10::IValue>(&input)) return {Json::text_of(*value)};
  const auto *list = std::get_if<std::vector<impl::TensorMetadata>>(&input);
  if (!list) return {"null"};
  std::vector<Json::Raw> texts;
  for (const auto &one : *list) texts.push_back({json_of(one).text()});
  return {Json::text_of(texts)};
}

template <class Parameters> std::vector<Json> jsons_of(const Parameters &parameters) {
  std::vector<Json> out;
  for (const auto &one : parameters) {
    auto &json = out.emplace_back();
    if constexpr (requires { one.name_; }) json.member("name", one.name_);
    json.member("tensor", json_of(one.metadata_));
    if (one.grad_metadata_) json.member("gradient", json_of(*one.grad_metadata_));
    if constexpr (requires { one.state_; }) {
      std::vector<Json> states;
      for (const auto &[name, tensor] : one.state_) {
        states.emplace_back().member("name", name);
        states.back().member("tensor", json_of(tensor));
      }
      json.member("states", states);
    }
  }
  return out;
}

// The class, the object and the parameters of a module or an optimizer.
template <class Owner> Json json_of_owner(const Owner &owner) {
  Json json;
  json.member("object", number_of(owner.self_.value_of()));
  json.member("class", number_of(owner.cls_.value_of()));
  json.member("name", std::string(owner.cls_name_.str()));
  json.member("parameters", jsons_of(owner.parameters_));
  return json;
}

void add(Json &json, const ExtraFields<EventType::TorchOp> &fields) {
  std::vector<Json::Raw> inputs;
  for (const auto &input : fields.inputs_) inputs.push_back(json_of(input));
  json.member("inputs", inputs);
  json.member("scope", static_cast<int64_t>(fields.scope_));
  json.member("sequence", fields.sequence_number_);
  json.member("allow_tf32_cublas", fields.allow_tf32_cublas_);
}
void add(Json &json, const ExtraFields<EventType::Allocation> &fields) {
  json.member("address", number_of(fields.ptr_));
  add_identity(json, "id", fields.id_);
  add_identity(json, "allocation", fields.allocation_id_);
  json.member("size", fields.alloc_size_);
  json.member("allocated", static_cast<int64_t>(fields.total_allocated_));
  json.member("reserved", static_cast<int64_t>(fields.total_reserved_));
  json.member("device", fields.device().str());
}
void add(Json &json, const ExtraFields<EventType::PyCall> &fields) {
  json.member("place", json_of(fields.callsite_));
  json.member("caller", json_of(fields.caller_));
  if (fields.module_) json.member("module", json_of_owner(*fields.module_));
  if (fields.optimizer_) json.member("optimizer", json_of_owner(*fields.optimizer_));
}
void add(Json &json, const ExtraFields<EventType::PyCCall> &fields) { json.member("caller", json_of(fields.caller_)); }
template <class Fields> void add(Json &, const Fields &) {}

const char *name_of(EventType type) {
  switch (type) {
  case EventType::TorchOp: return "TorchOp";
  case EventType::Backend: return "Backend";
  case EventType::Vulkan: return "Vulkan";
  case EventType::Allocation: return "Allocation";
  case EventType::OutOfMemory: return "OutOfMemory";
  case EventType::PyCall: return "PyCall";
  case EventType::PyCCall: return "PyCCall";
  case EventType::PythonGC: return "PythonGC";
  default: return "Kineto";
  }
}

// A list in place of the stack of calls: a tree of a deep recursion is deep.
std::string text_of(const std::vector<Event> &roots) {
  std::vector<std::pair<Event, int64_t>> left;
  std::string out = "[";
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) left.emplace_back(*root, -1);
  for (int64_t count = 0; !left.empty(); ++count) {
    const auto [event, parent] = left.back();
    left.pop_back();
    Json json;
    json.member("type", std::string(name_of(event->tag())));
    json.member("name", event->name());
    json.member("overload", event->overload_name());
    json.member("parent", parent);
    json.member("start", event->start_time_ns_);
    json.member("end", event->endTimeNS());
    json.member("thread", static_cast<int64_t>(event->start_tid_));
    json.member("correlation", static_cast<int64_t>(event->correlationID()));
    event->visit([&](const auto &fields) { add(json, fields); });
    out += (count ? ",\n" : "") + json.text();
    for (auto child = event->children_.rbegin(); child != event->children_.rend(); ++child)
      left.emplace_back(*child, count);
  }
  return out + "]";
}

} // namespace

ptc_error ptc_profile_tree(ptc_profile self, char **out) {
  return guard(out, [&] { put(out, text_of(profile_of(self)->result->event_tree())); });
}
