// Events of Kineto's tracers, as the trace file has them.
#include <ITraceActivity.h>

#include <dlfcn.h>

#include "profiler/json.h"
#include "profiler/profile.h"

namespace {

using Traced = std::vector<const libkineto::ITraceActivity *>;

// libtorch declares it to those that are built with Kineto alone, and has it where it was.
const Traced *traced_in(torch::autograd::profiler::ProfilerResult &result) {
  using Member = const Traced *(*)(torch::autograd::profiler::ProfilerResult *);
  static const auto member =
      reinterpret_cast<Member>(dlsym(RTLD_DEFAULT, "_ZN5torch8autograd8profiler14ProfilerResult15traceActivitiesEv"));
  if (!member) fail(PTC_ERROR_NOT_IMPLEMENTED, "this libtorch gives no activities of Kineto's");
  return member(&result);
}

Json json_of(const libkineto::ITraceActivity &one) {
  Json json;
  json.member("name", one.name());
  json.member("type", std::string(libkineto::toString(one.type())));
  json.member("device_id", one.deviceId());
  json.member("resource_id", one.resourceId());
  json.member("timestamp", one.timestamp());
  json.member("duration", one.duration());
  json.member("correlation_id", one.correlationId());
  json.member("flow_id", one.flowId());
  json.member("flow_type", int64_t{one.flowType()});
  json.member("flow_start", one.flowStart());
  json.member("metadata_json", one.metadataJson());
  return json;
}

} // namespace

ptc_error ptc_profile_activities(ptc_profile self, char **out) {
  return guard(out, [&] {
    std::lock_guard<std::mutex> lock(profile_of(self)->saving);
    if (self->saved)
      fail(PTC_ERROR_RUNTIME, "the trace was saved: Kineto gives its activities away when it is written");
    const auto *found = traced_in(*self->result);
    std::unordered_map<const libkineto::ITraceActivity *, int64_t> places;
    if (found)
      for (const auto *one : *found) places.emplace(one, static_cast<int64_t>(places.size()));
    std::vector<Json::Raw> list;
    if (found)
      for (const auto *one : *found) {
        auto json = json_of(*one);
        if (const auto *linked = one->linkedActivity()) {
          json.member("linked_correlation_id", linked->correlationId());
          if (auto place = places.find(linked); place != places.end()) json.member("linked_activity", place->second);
        }
        list.push_back({json.text()});
      }
    put(out, Json::text_of(list));
  });
}
