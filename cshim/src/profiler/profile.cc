// The events that a profiler found, as C's values.
#include <c10/util/Type.h>
#include <torch/csrc/profiler/collection.h>

#include <cctype>
#include <cstring>
#include <unordered_map>

#include "profiler/json.h"
#include "profiler/profile.h"

namespace {

using torch::autograd::profiler::KinetoEvent;
using torch::profiler::impl::EventType;
using torch::profiler::impl::ExtraFields;
using Node = torch::autograd::profiler::experimental_event_t;

constexpr const char *memory_name = "[memory]";

// Allocations of the tree, in the order of their times.
void collect(const std::vector<Node> &nodes, std::vector<Node> &out) {
  for (const auto &node : nodes) {
    if (node->tag() == EventType::Allocation) out.push_back(node);
    collect(node->children_, out);
  }
}

// Other versions of libtorch have not all of these functions.
template <class Event> void add_structured(Json &json, const Event &event) {
  if constexpr (requires { event.structuredInputShapes(); })
    if (!event.structuredInputShapes().empty()) json.member("structured", event.structuredInputShapes());
  if constexpr (requires { event.structuredInputStrides(); })
    if (!event.structuredInputStrides().empty()) json.member("strides", event.structuredInputStrides());
}
template <class Event> void add_metadata(Json &json, const Event &event) {
  if constexpr (requires { event.extraMeta(); })
    if (!event.extraMeta().empty()) json.member("metadata", event.extraMeta());
  if constexpr (requires { event.metadataJson(); })
    if (!event.metadataJson().empty()) json.member("trace", event.metadataJson());
  if constexpr (requires { event.typedMetadata(); })
    if (!event.typedMetadata().empty()) json.member("values_of_metadata", event.typedMetadata());
}
template <class Event> void add_python(Json &json, const Event &event) {
  if constexpr (requires { event.pythonParentId(); }) {
    if (event.pythonId() < 0) return;
    json.member("python", event.pythonId());
    json.member("python_parent", event.pythonParentId());
    if (event.pythonModuleId() >= 0) json.member("python_module", event.pythonModuleId());
  }
}
template <class Event> bool is_hidden(const Event &event) {
  if constexpr (requires { event.isHiddenEvent(); }) return event.isHiddenEvent();
  return false;
}
template <class Event> int64_t external_id(const Event &event) {
  if constexpr (requires { event.externalId(); }) return event.externalId();
  return 0;
}
template <class Event> void add_flow(ptc_profile_event &out, const Event &event) {
  if constexpr (requires { event.flowId(); }) {
    out.flow_id = event.flowId();
    out.flow_type = static_cast<int32_t>(event.flowType());
    out.flow_start = event.flowStart();
  }
}

int64_t device_ns(const KinetoEvent &event) {
  for (int64_t us : {event.cudaElapsedUs(), event.privateuse1ElapsedUs()})
    if (us > 0) return us * 1000;
  return 0;
}

const KinetoEvent &event_of(ptc_profile self, int64_t index) {
  const auto &events = profile_of(self)->result->events();
  if (index < 0 || index >= static_cast<int64_t>(events.size()))
    fail(PTC_ERROR_INDEX, "argument 'index': " + std::to_string(index) + ", but the profile has " +
                              std::to_string(events.size()) + " events");
  return events[static_cast<size_t>(index)];
}

const ptc_profile_s::Memory *memory_of(ptc_profile self, int64_t index) {
  auto found = std::lower_bound(self->memory.begin(), self->memory.end(), static_cast<size_t>(index),
                                [](const auto &one, size_t at) { return one.first < at; });
  return found != self->memory.end() && found->first == static_cast<size_t>(index) ? &found->second : nullptr;
}

std::string address_text(const void *address) {
  std::ostringstream out;
  out << address;
  return out.str();
}

} // namespace

ptc_profile_s::ptc_profile_s(std::unique_ptr<torch::autograd::profiler::ProfilerResult> found)
    : result(std::move(found)) {
  if (!result) result = std::make_unique<torch::autograd::profiler::ProfilerResult>();
  std::vector<size_t> indices;
  const auto &events = result->events();
  for (size_t i = 0; i < events.size(); ++i) {
    names.emplace_back(events[i].name(), events[i].overload_name());
    if (names.back().first == memory_name) indices.push_back(i);
  }
  if (indices.empty()) return;
  std::vector<Node> nodes;
  collect(result->event_tree(), nodes);
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const Node &a, const Node &b) { return a->start_time_ns_ < b->start_time_ns_; });
  // The tree has them as well: an event is the next node of its time, thread and size.
  std::unordered_multimap<int64_t, const Node *> by_time;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) by_time.emplace((*node)->start_time_ns_, &*node);
  for (size_t i : indices) {
    auto [first, last] = by_time.equal_range(static_cast<int64_t>(events[i].startNs()));
    for (auto one = first; one != last; ++one) {
      const auto &node = **one->second;
      const auto &fields = std::get<ExtraFields<EventType::Allocation>>(node.extra_fields_);
      if (fields.alloc_size_ != events[i].nBytes() || node.start_tid_ != events[i].startThreadId()) continue;
      memory.push_back(
          {i,
           {static_cast<int64_t>(fields.total_allocated_), static_cast<int64_t>(fields.total_reserved_), fields.ptr_}});
      by_time.erase(one);
      break;
    }
  }
}

ptc_error ptc_profile_start(ptc_profile self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(profile_of(self)->result->trace_start_ns())); });
}

ptc_error ptc_profile_length(ptc_profile self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(profile_of(self)->result->events().size())); });
}

ptc_error ptc_profile_event_at(ptc_profile self, int64_t index, ptc_profile_event *out) {
  return guard(out, [&] {
    const auto &event = event_of(self, index);
    const auto &[name, overload] = self->names[static_cast<size_t>(index)];
    ptc_profile_event found{};
    found.name = name.c_str();
    found.overload = overload.c_str();
    found.activity = libkineto::toString(static_cast<libkineto::ActivityType>(event.activityType()));
    found.start = static_cast<int64_t>(event.startNs());
    found.end = static_cast<int64_t>(event.endNs());
    found.thread = static_cast<int64_t>(event.startThreadId());
    found.end_thread = static_cast<int64_t>(event.endThreadId());
    found.forward_thread = static_cast<int64_t>(event.fwdThreadId());
    found.sequence = event.sequenceNr();
    found.correlation = static_cast<int64_t>(event.correlationId());
    found.linked_correlation = static_cast<int64_t>(event.linkedCorrelationId());
    found.external_id = external_id(event);
    found.resource = event.deviceResourceId();
    found.flops = static_cast<int64_t>(event.flops());
    found.bytes = event.nBytes();
    if (const auto *memory = memory_of(self, index))
      found.allocated = memory->allocated, found.reserved = memory->reserved;
    found.device_ns = device_ns(event);
    add_flow(found, event);
    found.scope = event.scope();
    found.device_type = static_cast<int32_t>(event.deviceType());
    found.device_index = event.deviceIndex();
    found.is_async = event.isAsync();
    found.is_hidden = is_hidden(event);
    *out = found;
  });
}

ptc_error ptc_profile_event_details(ptc_profile self, int64_t index, char **out) {
  return guard(out, [&] {
    const auto &event = event_of(self, index);
    Json json;
    if (event.hasShapes()) json.member("shapes", event.shapes());
    add_structured(json, event);
    if (event.hasTypes()) json.member("dtypes", event.dtypes());
    if (event.hasConcreteInputs()) json.member("values", event.concreteInputs());
    if (event.hasKwinputs()) json.member("keywords", event.kwinputs());
    if (event.hasStack() && !event.stack().empty()) json.member("stack", event.stack());
    if (event.hasModuleHierarchy() && !event.moduleHierarchy().empty()) json.member("modules", event.moduleHierarchy());
    add_metadata(json, event);
    add_python(json, event);
    if (const auto *memory = memory_of(self, index)) json.member("address", address_text(memory->address));
    put(out, json.text());
  });
}

ptc_error ptc_demangle(const char *name, char **out) {
  return guard(out, [&] { put(out, c10::demangle(std::string(text_of(name, "name")).c_str())); });
}

// Kineto only logs that a disk is full: the file is empty or cut, and the new one beside it.
static void check_written(const std::string &file) {
  const bool left = std::remove((file + ".tmp").c_str()) == 0;
  std::unique_ptr<FILE, int (*)(FILE *)> opened(std::fopen(file.c_str(), "r"), [](FILE *f) { return std::fclose(f); });
  char last[64] = {};
  size_t read = 0;
  if (opened && !std::fseek(opened.get(), -static_cast<long>(sizeof last), SEEK_END))
    read = std::fread(last, 1, sizeof last, opened.get());
  while (read && std::isspace(static_cast<unsigned char>(last[read - 1]))) --read;
  const bool whole = read && last[read - 1] == '}';
  if (left || !whole) fail(PTC_ERROR_RUNTIME, file + ": the trace could not be written whole; is the disk full?");
}

ptc_error ptc_profile_save(ptc_profile self, const char *path) {
  return guard_reader([&] {
    profile_of(self);
    const std::string file(text_of(path, "path"));
    if (!has_kineto())
      fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch was built without Kineto, which writes the trace files");
    std::lock_guard<std::mutex> lock(self->saving);
    if (self->saved) fail(PTC_ERROR_RUNTIME, "the trace was saved already: Kineto gives it away when it is written");
    std::unique_ptr<FILE, int (*)(FILE *)> opened(std::fopen(file.c_str(), "w"),
                                                  [](FILE *f) { return std::fclose(f); });
    if (!opened) fail(PTC_ERROR_RUNTIME, file + ": " + std::strerror(errno)); // Kineto would only log it
    opened.reset();
    self->saved = true;
    self->result->save(file);
    check_written(file);
  });
}

void ptc_profile_close(ptc_profile self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}
