// Memory of CUDA devices: libtorch's caching allocator, and pinned memory of the host.
#include <ATen/core/CachingHostAllocator.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <torch/csrc/cuda/CUDAPluggableAllocator.h>

#include <limits>

#include "devices/cuda_allocator.h"
#include "core/json.h"

#include <pytorch_c/devices/cuda_memory.h>

#include <sstream>

namespace torch {
bool CudaIPCCollect(); // as torch/csrc/CudaIPCTypes.h, which wants headers of CUDA's
}

namespace {

namespace caching = c10::cuda::CUDACachingAllocator;
namespace pluggable = torch::cuda::CUDAPluggableAllocator;
using c10::CachingAllocator::Stat;
using c10::CachingAllocator::StatArray;

// ---- JSON ----

// Members of an object, in the order of the calls.
class Object {
public:
  template <class Value> Object &add(const char *key, const Value &value) {
    out << (empty ? "{\"" : ",\"") << key << "\":";
    empty = false;
    if constexpr (std::is_same_v<Value, Object>) out << value.text();
    else if constexpr (std::is_same_v<Value, bool>) out << (value ? "true" : "false");
    else if constexpr (std::is_arithmetic_v<Value>) out << value;
    else write_json(out, value);
    return *this;
  }
  Object &add_raw(const char *key, const std::string &json) {
    out << (empty ? "{\"" : ",\"") << key << "\":" << json;
    empty = false;
    return *this;
  }
  std::string text() const { return out.str() + (empty ? "{}" : "}"); }

private:
  std::ostringstream out;
  bool empty = true;
};

template <class List, class Write> std::string list_of(const List &list, Write &&write) {
  std::string out = "[";
  for (const auto &one : list) out += (out.size() > 1 ? "," : "") + write(one);
  return out + "]";
}
std::string pair_of(const c10::MempoolId_t &id) {
  return "[" + std::to_string(id.first) + "," + std::to_string(id.second) + "]";
}

// ---- statistics ----

Object object(const Stat &stat) {
  Object out;
  out.add("current", stat.current).add("peak", stat.peak).add("allocated", stat.allocated).add("freed", stat.freed);
  return out;
}
Object object(const StatArray &stats) {
  Object out;
  out.add("all", object(stats[0])).add("small_pool", object(stats[1])).add("large_pool", object(stats[2]));
  return out;
}
template <class Duration> Object duration(const Duration &stat) {
  Object out;
  out.add("total", stat.total).add("max", stat.max).add("min", stat.min).add("count", stat.count);
  out.add("avg", stat.count ? stat.total / stat.count : int64_t{0});
  return out;
}

// Other versions of libtorch have not all of these fields.
template <class Stats> void add_rejections(Object &out, const Stats &stats) {
  if constexpr (requires { stats.num_oom_rejections; }) out.add("num_oom_rejections", stats.num_oom_rejections);
}
std::string statistics(const caching::DeviceStats &stats) {
  Object out;
  out.add("num_alloc_retries", stats.num_alloc_retries).add("num_ooms", stats.num_ooms);
  add_rejections(out, stats);
  out.add("max_split_size", stats.max_split_size).add("num_sync_all_streams", stats.num_sync_all_streams);
  out.add("num_device_alloc", stats.num_device_alloc).add("num_device_free", stats.num_device_free);
  out.add("allocation", object(stats.allocation)).add("segment", object(stats.segment));
  out.add("active", object(stats.active)).add("inactive_split", object(stats.inactive_split));
  out.add("allocated_bytes", object(stats.allocated_bytes)).add("reserved_bytes", object(stats.reserved_bytes));
  out.add("active_bytes", object(stats.active_bytes));
  out.add("inactive_split_bytes", object(stats.inactive_split_bytes));
  out.add("requested_bytes", object(stats.requested_bytes));
  out.add("oversize_allocations", object(stats.oversize_allocations));
  out.add("oversize_segments", object(stats.oversize_segments));
  return out.text();
}
template <class Stats> std::string host_statistics(const Stats &stats) {
  Object out;
  out.add("num_host_alloc", stats.num_host_alloc).add("num_host_free", stats.num_host_free);
  if constexpr (requires { stats.bucket_allocation; })
    out.add_raw("bucket_allocation",
                list_of(stats.bucket_allocation, [](int64_t count) { return std::to_string(count); }));
  if constexpr (requires { stats.allocations; }) out.add("allocations", object(stats.allocations));
  if constexpr (requires { stats.active_requests; }) out.add("active_requests", object(stats.active_requests));
  out.add("allocated_bytes", object(stats.allocated_bytes));
  if constexpr (requires { stats.active_bytes; }) out.add("active_bytes", object(stats.active_bytes));
  out.add("host_alloc_time", duration(stats.host_alloc_time)).add("host_free_time", duration(stats.host_free_time));
  return out.text();
}

at::HostAllocator &host_allocator() {
  need_cuda();
  return *at::getHostAllocator(at::kCUDA);
}

// ---- the snapshot ----

std::string segment_of(const caching::SegmentInfo &segment) {
  Object out;
  size_t address = segment.address;
  out.add("device", static_cast<int64_t>(segment.device)).add("address", segment.address);
  out.add("total_size", segment.total_size).add("allocated_size", segment.allocated_size);
  out.add("active_size", segment.active_size).add("requested_size", segment.requested_size);
  out.add("stream", number(segment.stream)).add("segment_type", std::string(segment.is_large ? "large" : "small"));
  out.add_raw("segment_pool_id", pair_of(segment.owner_private_pool_id)).add("is_expandable", segment.is_expandable);
  out.add_raw("frames", "[]");
  out.add_raw("blocks", list_of(segment.blocks, [&](const caching::BlockInfo &block) {
                Object one;
                one.add("address", address).add("size", block.size).add("requested_size", block.requested_size);
                one.add("state", std::string(block.allocated ? "active_allocated"
                                             : block.active  ? "active_awaiting_free"
                                                             : "inactive"));
                one.add_raw("frames", "[]");
                address += block.size;
                return one.text();
              }));
  return out.text();
}

std::string trace_of(const caching::TraceEntry &entry) {
  static const char *const actions[] = {"alloc",         "free_requested", "free_completed",
                                        "segment_alloc", "segment_free",   "segment_map",
                                        "segment_unmap", "snapshot",       "oom"};
  Object out;
  out.add("action", std::string(actions[entry.action_]));
  out.add(entry.action_ == caching::TraceEntry::OOM ? "device_free" : "addr", entry.addr_);
  out.add("size", entry.size_).add("stream", number(entry.stream_));
  out.add("time_us", static_cast<int64_t>(entry.time_.t_)).add_raw("pool_id", pair_of(entry.mempool_));
  out.add("compile_context", entry.compile_context_).add("user_metadata", entry.user_metadata_);
  return out.add_raw("frames", "[]").text();
}

std::string settings_of(const caching::AllocatorConfigInfo &settings) {
  Object out, divisions;
  out.add("PYTORCH_CUDA_ALLOC_CONF", settings.last_allocator_settings);
  out.add("max_split_size", static_cast<int64_t>(settings.max_split_size));
  out.add("garbage_collection_threshold", settings.garbage_collection_threshold);
  out.add("expandable_segments", settings.expandable_segments);
  out.add("pinned_num_register_threads", settings.pinned_num_register_threads);
  out.add("release_lock_on_cudamalloc", settings.release_lock_on_malloc);
  out.add("pinned_use_cuda_host_register", settings.pinned_use_host_register);
  for (size_t i = 0; i < settings.roundup_power2_divisions.size(); ++i)
    divisions.add(std::to_string(size_t{1} << i).c_str(), settings.roundup_power2_divisions[i]);
  return out.add("roundup_power2_divisions", divisions).text();
}

std::string json_of(const caching::SnapshotInfo &snapshot) {
  Object out;
  out.add_raw("segments", list_of(snapshot.segments, segment_of));
  out.add_raw("device_traces",
              list_of(snapshot.device_traces, [](const auto &entries) { return list_of(entries, trace_of); }));
  return out.add_raw("allocator_settings", settings_of(snapshot.config_metadata))
      .add_raw("external_annotations", "[]")
      .text();
}

} // namespace

ptc_error ptc_cuda_memory_statistics(int64_t index, char **out) {
  return guard(out, [&] { put(out, statistics(caching_allocator().getDeviceStats(cuda_index(index)))); });
}
ptc_error ptc_cuda_host_memory_statistics(char **out) {
  return guard(out, [&] { put(out, host_statistics(host_allocator().get_stats())); });
}
ptc_error ptc_cuda_reset_host_memory_statistics(bool peak) {
  return guard([&] {
    if (peak) host_allocator().reset_peak_stats();
    else host_allocator().reset_accumulated_stats();
  });
}
ptc_error ptc_cuda_memory_snapshot(int64_t pool, int64_t subpool, bool traces, char **out) {
  return guard(out, [&] { put(out, json_of(caching_allocator().snapshot(pool_id(pool, subpool), traces))); });
}
ptc_error ptc_cuda_record_memory(int64_t entries) {
  return guard([&] {
    if (entries < 0) fail(PTC_ERROR_VALUE, "argument 'entries' is not below 0, got " + std::to_string(entries));
    caching_allocator().recordHistory(entries > 0, nullptr, std::max<size_t>(static_cast<size_t>(entries), 1),
                                      caching::RecordContext::NEVER, entries == 0, {});
  });
}
ptc_error ptc_cuda_records_memory(bool *out) {
  return guard(out, [&] { put(out, caching_allocator().isHistoryEnabled()); });
}

ptc_error ptc_cuda_allocator_name(char **out) {
  return guard(out, [&] { put(out, caching_allocator().name()); });
}
ptc_error ptc_cuda_set_allocator_settings(const char *settings) {
  return guard([&] {
    const std::string text(text_of(settings, "settings"));
    need_cuda();
    c10::CachingAllocator::setAllocatorSettings(text);
  });
}
ptc_error ptc_cuda_memory_fraction(int64_t index, double *out) {
  return guard(out, [&] { put(out, caching_allocator().getMemoryFraction(cuda_index(index))); });
}
ptc_error ptc_cuda_set_memory_fraction(int64_t index, double fraction) {
  return guard([&] {
    auto &allocator = caching_allocator();
    if (!(fraction >= 0 && fraction <= 1))
      fail(PTC_ERROR_VALUE, "argument 'fraction' is from 0 to 1, got " + std::to_string(fraction));
    allocator.setMemoryFraction(fraction, cuda_index(index));
  });
}
ptc_error ptc_cuda_caching(bool *out) {
  return guard(out, [&] { put(out, caching_allocator().isEnabled()); });
}
ptc_error ptc_cuda_set_caching(bool enabled) {
  return guard([&] { caching_allocator().enable(enabled); });
}
ptc_error ptc_cuda_allocate(int64_t nbytes, int64_t stream, int64_t *out) {
  return guard(out, [&] {
    auto &allocator = caching_allocator();
    if (nbytes < 0) fail(PTC_ERROR_VALUE, "argument 'nbytes' is not below 0, got " + std::to_string(nbytes));
    put(out, number(allocator.raw_alloc_with_stream(static_cast<size_t>(nbytes),
                                                    reinterpret_cast<cudaStream_t>(static_cast<intptr_t>(stream)))));
  });
}
ptc_error ptc_cuda_give_back(int64_t address) {
  return guard([&] { caching_allocator().raw_delete(reinterpret_cast<void *>(static_cast<intptr_t>(address))); });
}
ptc_error ptc_cuda_trim(int64_t pool, int64_t subpool) {
  return guard([&] { caching_allocator().emptyCache(pool_id(pool, subpool)); });
}
ptc_error ptc_cuda_empty_host_cache(void) {
  return guard([&] { host_allocator().empty_cache(); });
}
ptc_error ptc_cuda_host_register(int64_t address, int64_t nbytes, int64_t flags) {
  return guard([&] {
    need_cuda();
    if (!address || nbytes <= 0) fail(PTC_ERROR_VALUE, "arguments 'address' and 'nbytes' must be above 0");
    check_cuda(cudaHostRegister(reinterpret_cast<void *>(static_cast<intptr_t>(address)), static_cast<size_t>(nbytes),
                                static_cast<unsigned>(flags)));
  });
}
ptc_error ptc_cuda_host_unregister(int64_t address) {
  return guard([&] {
    need_cuda();
    check_cuda(cudaHostUnregister(reinterpret_cast<void *>(static_cast<intptr_t>(address))));
  });
}
ptc_error ptc_cuda_collect_shared(void) {
  return guard([&] {
    need_cuda();
    torch::CudaIPCCollect();
  });
}

ptc_error ptc_cuda_allocator_new(int64_t allocate, int64_t free, ptc_cuda_allocator *out) {
  return guard(out, [&] {
    need_cuda();
    if (!allocate || !free)
      fail(PTC_ERROR_VALUE, "arguments 'allocate' and 'free' must be addresses of functions, not 0");
    using Allocate = void *(size_t, int, cudaStream_t);
    using Free = void(void *, size_t, int, cudaStream_t);
    put(out, pluggable::createCustomAllocator(reinterpret_cast<Allocate *>(static_cast<intptr_t>(allocate)),
                                              reinterpret_cast<Free *>(static_cast<intptr_t>(free))));
  });
}
ptc_error ptc_cuda_allocator_current(ptc_cuda_allocator *out) {
  return guard(out, [&] {
    // libtorch's own is never destroyed, and belongs to nobody.
    auto *allocator = &caching_allocator();
    auto chosen = pluggable::getCurrentAllocator();
    put(out, chosen ? chosen : Allocator(allocator, [](auto *) {}));
  });
}
ptc_error ptc_cuda_allocator_use(ptc_cuda_allocator self) {
  return guard([&] { pluggable::changeCurrentAllocator(allocator_of(self)); });
}
void ptc_cuda_allocator_close(ptc_cuda_allocator self) {
  if (!self) return;
  ptc_error_free(guard([&] { delete self; }));
  count_handle(-1);
}
