// Counts the bytes of CPU storages, and gives memory that was freed back to the
// system.  libtorch's allocator is wrapped: what only its graph holds has no
// handle.
#include "memory/storages.h"

#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

#include <pytorch_c/memory/memory.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/interrupt.h"
#include "memory/blocks.h"
#include "memory/counts.h"
#include "memory/records.h"
#include "memory/host_blocks.h"
#include "memory/pool.h"
#include "memory/pressure.h"

namespace ptc {

std::atomic<int64_t> storage_limit{INT64_MAX}, memory_limit{INT64_MAX};
std::atomic<bool> trim_is_due{false};

} // namespace ptc

namespace {

using ptc::relaxed, ptc::trim_is_due;

// ---- what is counted ----

// The most that storages had since they were last trimmed, and below what they
// have fallen far.
std::atomic<int64_t> high{0}, low{INT64_MIN}, least_drop{0};

void set_high(int64_t now) noexcept {
  int64_t least = least_drop.load(relaxed);
  high.store(now, relaxed);
  low.store(least ? now - std::max(least, now / 2) : INT64_MIN, relaxed);
}

int64_t size_of(void *data) noexcept { return static_cast<int64_t>(malloc_usable_size(data)); }

void free_counted(void *data) {
  int64_t size = size_of(data);
  ptc::take_bytes(ptc::counts(), ptc::storages, size);
  if (!ptc::keep_block(data, size)) ptc::free_block(data);
}

// An operator ends where it takes memory, as it does where there is none: in the middle of a pass or program too.
void fail_beyond(int64_t limit, size_t bytes) {
  int64_t used = ptc::sum_bytes(ptc::storages);
  if (used > limit || bytes > static_cast<uint64_t>(limit - used))
    C10_THROW_ERROR(OutOfMemoryError, "DefaultCPUAllocator: " + std::to_string(bytes) + " bytes are asked for, and " +
                                          std::to_string(used) + " of the " + std::to_string(limit) +
                                          " of ptc_set_memory_limit are in use");
}

void may_take(size_t bytes) {
  if (ptc::interrupts.load(relaxed)) [[unlikely]]
    ptc::fail_if_interrupted();
  int64_t limit = ptc::memory_limit.load(relaxed);
  if (limit != INT64_MAX || bytes > INT64_MAX) [[unlikely]]
    fail_beyond(limit, bytes);
}

void count(void *data) noexcept { ptc::add_bytes(ptc::counts(), ptc::storages, size_of(data)); }

struct Counting final : c10::Allocator {
  c10::DataPtr allocate(size_t bytes) override {
    may_take(bytes);
    if (ptc::host_allocates.load(relaxed)) [[unlikely]]
      if (c10::DataPtr hosts = ptc::new_host_block(bytes)) return hosts;
    void *block = ptc::take_block(bytes);
    if (block || (block = ptc::new_small_block(bytes))) {
      count(block);
      return {block, block, &free_counted, c10::Device(c10::kCPU)};
    }
    c10::DataPtr found = ptc::new_block(ptc::block_size(bytes));
    void *data = found.get();
    if (!data || data != found.get_context()) return found;
    if (!ptc::is_block(found) || !found.compare_exchange_deleter(found.get_deleter(), &free_counted)) return found;
    count(data);
    return found;
  }
  // None while the host allocates: its blocks are freed with what it must be told of them.
  c10::DeleterFnPtr raw_deleter() const override { return ptc::host_allocates.load(relaxed) ? nullptr : &free_counted; }
  void copy_data(void *to, const void *from, std::size_t bytes) const override { default_copy_data(to, from, bytes); }
};

// Never destroyed: storages may outlive this library's statics.
[[maybe_unused]] const bool installed = [] {
  c10::SetCPUAllocator(new Counting);
  return true;
}();

// ---- what is given back ----

int64_t resident() noexcept {
  long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * sysconf(_SC_PAGESIZE);
}

// jemalloc and tcmalloc, where they are preloaded, have words of their own.
void give_back() noexcept {
  ptc::empty_pools();
  using Purge = int (*)(const char *, void *, size_t *, void *, size_t);
  using Release = void (*)();
  if (auto purge = reinterpret_cast<Purge>(dlsym(RTLD_DEFAULT, "mallctl")))
    purge("arena.4096.purge", nullptr, nullptr, nullptr, 0);
  else if (auto release = reinterpret_cast<Release>(dlsym(RTLD_DEFAULT, "MallocExtension_ReleaseFreeMemory")))
    release();
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

bool has_words_for_malloc() noexcept {
  const char *tunables = std::getenv("GLIBC_TUNABLES");
  return std::getenv("MALLOC_TRIM_THRESHOLD_") || std::getenv("MALLOC_MMAP_THRESHOLD_") ||
         std::getenv("MALLOC_TOP_PAD_") || (tunables && std::strstr(tunables, "glibc.malloc."));
}

using Clock = std::chrono::steady_clock;
constexpr auto shortest = std::chrono::seconds(10), longest = std::chrono::seconds(3600);
std::atomic<bool> trimming{false};
Clock::time_point allowed{};    // when memory may be trimmed again
Clock::duration rest{shortest}; // longer each time that what was given back was soon needed again
int64_t before_trim = 0;

// True if it is worth the time: a loop that makes and frees the same each time
// would only have its pages back from the system.
bool may_trim() noexcept {
  int64_t now = ptc::sum_bytes(ptc::storages), most = high.load(relaxed);
  if (now >= low.load(relaxed)) {
    trim_is_due.store(false, relaxed);
    return false;
  }
  auto time = Clock::now();
  if (time < allowed) return false;
  bool again = before_trim && most > before_trim - before_trim / 4;
  rest = again ? std::min<Clock::duration>(rest * 4, longest) : Clock::duration(shortest);
  allowed = time + rest;
  before_trim = most;
  return true;
}

} // namespace

namespace ptc {

void storages_told(int64_t now) noexcept {
  if (now > high.load(relaxed)) set_high(now);
  if (now < low.load(relaxed)) trim_is_due.store(true, relaxed);
}

void trim_if_due() noexcept {
  static std::atomic<uint32_t> asked{0};
  if (asked.fetch_add(1, relaxed) % 32 || trimming.exchange(true, std::memory_order_acquire)) return;
  if (may_trim()) {
    trim_is_due.store(false, relaxed);
    give_back();
    set_high(ptc::sum_bytes(ptc::storages));
  }
  trimming.store(false, std::memory_order_release);
}

} // namespace ptc

int64_t ptc_storage_bytes(void) { return ptc::sum_bytes(ptc::storages); }

void ptc_set_gc_storage_limit(int64_t bytes) {
  ptc::growth.store(0, relaxed);
  ptc::storage_limit.store(bytes > 0 ? bytes : INT64_MAX, relaxed);
}

void ptc_set_memory_limit(int64_t bytes) { ptc::memory_limit.store(bytes > 0 ? bytes : INT64_MAX, relaxed); }

int64_t ptc_memory_limit(void) {
  int64_t limit = ptc::memory_limit.load(relaxed);
  return limit == INT64_MAX ? 0 : limit;
}

int64_t ptc_trim(void) {
  int64_t before = resident();
  give_back();
  set_high(ptc::sum_bytes(ptc::storages));
  return std::max<int64_t>(before - resident(), 0);
}

void ptc_set_trim_drop(int64_t bytes) {
  least_drop.store(std::max<int64_t>(bytes, 0), relaxed);
  trim_is_due.store(false, relaxed);
  set_high(ptc::sum_bytes(ptc::storages));
}

bool ptc_set_malloc_kept(int64_t bytes) {
#ifdef __GLIBC__
  constexpr int most_of_heap = 32 << 20; // where glibc itself arrives, once such a block was freed
  const auto kept = static_cast<int>(std::clamp<int64_t>(bytes, 0, INT_MAX));
  return !has_words_for_malloc() && mallopt(M_MMAP_THRESHOLD, most_of_heap) && mallopt(M_TRIM_THRESHOLD, kept);
#else
  (void)bytes;
  return false;
#endif
}
