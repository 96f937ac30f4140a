// Handles and what is counted of them.  Finalizers of hosts call in here, so
// there are atomics only, and no lock.
#include "glue.h"

#include <pytorch_c/tensor.h>

#include <pytorch_c/memory.h>

#include <algorithm>
#include <atomic>

struct ptc_mark_s {
  std::atomic<int64_t> references{1}; // the owner, each thread and each handle
  std::atomic<int64_t> created{0}, tensors{0}, bytes{0};
};

namespace {

constexpr auto relaxed = std::memory_order_relaxed;
enum { slot_cpu, slot_cuda, slot_other, slots };

std::atomic<int64_t> other_handles{0}, live{0}, created{0};
std::atomic<int64_t> bytes[slots], peak[slots];

void release(ptc_mark mark) noexcept {
  if (mark && mark->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete mark;
}

// The mark of a thread lets go of it when the thread ends.
struct Current {
  ptc_mark mark = nullptr;
  ~Current() { release(mark); }
};
thread_local Current current;

int32_t slot_of(int32_t device_type) {
  return device_type == PTC_CPU ? slot_cpu : device_type == PTC_CUDA ? slot_cuda : slot_other;
}

// What the tensor itself covers: a view of one row counts as a row.
int64_t bytes_of(const at::Tensor &t) {
  if (!t.has_storage() || t.is_meta()) return 0;
  const auto &storage = t.unsafeGetTensorImpl()->unsafe_storage();
  if (!storage) return 0;
  int64_t whole = static_cast<int64_t>(storage.nbytes());
  return std::min(whole, t.numel() * static_cast<int64_t>(t.itemsize()));
}

void count(int32_t slot, int64_t size) noexcept {
  int64_t now = bytes[slot].fetch_add(size, relaxed) + size, seen = peak[slot].load(relaxed);
  while (now > seen && !peak[slot].compare_exchange_weak(seen, now, relaxed)) {}
}

template <class Array> int64_t sum(const Array &array, int32_t device_type) {
  if (device_type != PTC_UNSET) return array[slot_of(device_type)].load(relaxed);
  int64_t total = 0;
  for (const auto &one : array) total += one.load(relaxed);
  return total;
}

} // namespace

namespace ptc {

ptc_tensor handle(at::Tensor tensor) {
  if (!tensor.defined()) return nullptr;
  int64_t size = bytes_of(tensor);
  int32_t slot = slot_of(static_cast<int32_t>(tensor.device().type()));
  ptc_mark mark = current.mark;
  auto *out = new ptc_tensor_s{std::move(tensor), size, slot, mark};
  live.fetch_add(1, relaxed);
  created.fetch_add(1, relaxed);
  count(slot, size);
  if (mark) {
    mark->references.fetch_add(1, relaxed);
    mark->created.fetch_add(1, relaxed);
    mark->tensors.fetch_add(1, relaxed);
    mark->bytes.fetch_add(size, relaxed);
  }
  return out;
}

void count_handle(int64_t change) noexcept { other_handles.fetch_add(change, relaxed); }

} // namespace ptc

void ptc_tensor_close(ptc_tensor self) {
  if (!self) return;
  bytes[self->slot].fetch_sub(self->bytes, relaxed);
  live.fetch_sub(1, relaxed);
  ptc_mark mark = self->mark;
  int64_t size = self->bytes;
  delete self;
  if (!mark) return;
  mark->bytes.fetch_sub(size, relaxed);
  mark->tensors.fetch_sub(1, relaxed);
  release(mark);
}

int64_t ptc_live_handles(void) { return live.load(relaxed) + other_handles.load(relaxed); }
int64_t ptc_live_tensors(void) { return live.load(relaxed); }
int64_t ptc_live_bytes(int32_t device_type) { return sum(bytes, device_type); }
int64_t ptc_peak_bytes(int32_t device_type) { return sum(peak, device_type); }
int64_t ptc_created_tensors(void) { return created.load(relaxed); }

void ptc_peak_bytes_reset(void) {
  for (int i = 0; i < slots; ++i) peak[i].store(bytes[i].load(relaxed), relaxed);
}

const char *ptc_mark_new(ptc_mark *out) {
  return guard([&] { *out = new ptc_mark_s; count_handle(1); }, out);
}

void ptc_mark_set(ptc_mark mark) {
  if (mark) mark->references.fetch_add(1, relaxed);
  release(current.mark);
  current.mark = mark;
}

int64_t ptc_mark_tensors(ptc_mark mark) { return mark ? mark->tensors.load(relaxed) : 0; }
int64_t ptc_mark_bytes(ptc_mark mark) { return mark ? mark->bytes.load(relaxed) : 0; }
int64_t ptc_mark_created(ptc_mark mark) { return mark ? mark->created.load(relaxed) : 0; }
bool ptc_mark_has(ptc_mark mark, ptc_tensor self) { return mark && self && self->mark == mark; }

void ptc_mark_close(ptc_mark mark) {
  if (!mark) return;
  count_handle(-1);
  release(mark);
}

void ptc_tensor_list_close(ptc_tensor_list self) {
  if (!self) return;
  delete self;
  count_handle(-1);
}
