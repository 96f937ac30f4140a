// Handles and what is counted of them.  Finalizers of hosts call in here, so
// there are atomics only, and no lock.
#include "memory/pressure.h"
#include "memory/storages.h"

#include <pytorch_c/memory/memory.h>
#include <pytorch_c/core/tensor.h>

#include <algorithm>
#include <atomic>

struct ptc_mark_s {
  std::atomic<int64_t> references{1}; // the owner, each thread and each handle
  std::atomic<int64_t> created{0}, created_bytes{0}, tensors{0}, bytes{0};
};

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

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

// A storage whose size is a symbol has no memory.
int64_t known_bytes(const c10::Storage &storage) { return storage.sym_nbytes().maybe_as_int().value_or(0); }

// Of a tensor that asks the host, which is not asked while its handle is made: its storage, of a wrapper nothing.
struct Covered {
  int64_t bytes;
  int32_t slot;
};
Covered asking(const at::Tensor &t) {
  const auto &storage = t.unsafeGetTensorImpl()->unsafe_storage();
  if (!t.has_storage() || !storage) return {0, slot_cpu};
  const bool empty = storage.allocator() == c10::GetAllocator(c10::kMeta);
  return {empty ? 0 : known_bytes(storage), slot_of(static_cast<int32_t>(storage.device().type()))};
}

// What the tensor itself covers: a view of one row counts as a row.
int64_t bytes_of(const at::Tensor &t) {
  if (!t.has_storage() || t.is_meta()) return 0;
  const auto &storage = t.unsafeGetTensorImpl()->unsafe_storage();
  if (!storage) return 0;
  if (t.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) return 0;
  return std::min(known_bytes(storage), t.numel() * static_cast<int64_t>(t.itemsize()));
}

int64_t count(int32_t slot, int64_t size) noexcept {
  int64_t now = bytes[slot].fetch_add(size, relaxed) + size, seen = peak[slot].load(relaxed);
  while (now > seen && !peak[slot].compare_exchange_weak(seen, now, relaxed)) {}
  return now;
}

void enter(ptc_tensor handle, ptc_mark mark) noexcept {
  handle->mark = mark;
  if (!mark) return;
  mark->references.fetch_add(1, relaxed);
  mark->created.fetch_add(1, relaxed);
  mark->created_bytes.fetch_add(handle->bytes, relaxed);
  mark->tensors.fetch_add(1, relaxed);
  mark->bytes.fetch_add(handle->bytes, relaxed);
}

void leave(ptc_mark mark, int64_t size) noexcept {
  mark->bytes.fetch_sub(size, relaxed);
  mark->tensors.fetch_sub(1, relaxed);
  release(mark);
}

template <class Array> int64_t sum(const Array &array, int32_t device_type) {
  if (device_type != PTC_UNSET) return array[slot_of(device_type)].load(relaxed);
  int64_t total = 0;
  for (const auto &one : array) total += one.load(relaxed);
  return total;
}

} // namespace

namespace ptc {

std::atomic<ptc_tensor> put_aside{nullptr};

ptc_tensor handle(at::Tensor tensor) {
  if (!tensor.defined()) return nullptr;
  const auto [size, slot] = tensor.key_set().has(c10::DispatchKey::Python)
                                ? asking(tensor)
                                : Covered{bytes_of(tensor), slot_of(static_cast<int32_t>(tensor.device().type()))};
  auto *out = new ptc_tensor_s{std::move(tensor), size, slot, nullptr, nullptr};
  live.fetch_add(1, relaxed);
  created.fetch_add(1, relaxed);
  if (current.mark) enter(out, current.mark);
  int64_t now = count(slot, size);
  if (slot == slot_cpu) now = std::max(now, storage_bytes.load(relaxed));
  else if (now > device_limit.load(relaxed) && !out->tensor.is_meta()) [[unlikely]] device_limit_passed();
  if (now > pressure[slot].trigger.load(relaxed)) [[unlikely]]
    threshold_passed(slot);
  if (storage_bytes.load(relaxed) > storage_limit.load(relaxed)) [[unlikely]]
    storage_limit_passed();
  if (trim_is_due.load(relaxed)) [[unlikely]]
    trim_if_due();
  return out;
}

ptc_error before_call() noexcept {
  if (ptc_error refused = refusal()) return refused;
  ptc_close_pending();
  return nullptr;
}

int64_t live_in(int32_t slot) noexcept {
  int64_t live = bytes[slot].load(relaxed);
  return slot == slot_cpu ? std::max(live, storage_bytes.load(relaxed)) : live;
}
void count_handle(int64_t change) noexcept { other_handles.fetch_add(change, relaxed); }

} // namespace ptc

void ptc_tensor_close(ptc_tensor self) {
  if (!self) return;
  int32_t slot = self->slot;
  int64_t size = self->bytes, left = bytes[slot].fetch_sub(size, relaxed) - size;
  live.fetch_sub(1, relaxed);
  ptc_mark mark = self->mark;
  delete self;
  if (left < pressure[slot].rearm.load(relaxed) && live_in(slot) < pressure[slot].rearm.load(relaxed)) [[unlikely]]
    rearm_threshold(slot);
  if (trim_is_due.load(relaxed)) [[unlikely]]
    trim_if_due();
  if (mark) leave(mark, size);
}

void ptc_tensor_close_later(ptc_tensor self) {
  if (!self) return;
  self->next = put_aside.load(relaxed);
  while (!put_aside.compare_exchange_weak(self->next, self, std::memory_order_release, relaxed)) {}
}

int64_t ptc_close_pending(void) {
  if (libtorch_is_other) return 0;
  int64_t closed = 0;
  // Closing can run code of the host's that puts more aside.
  while (ptc_tensor first = put_aside.exchange(nullptr, std::memory_order_acquire)) {
    while (first) {
      ptc_tensor next = first->next;
      ptc_tensor_close(first);
      first = next;
      ++closed;
    }
  }
  return closed;
}

int64_t ptc_live_handles(void) { return live.load(relaxed) + other_handles.load(relaxed); }
int64_t ptc_live_tensors(void) { return live.load(relaxed); }
int64_t ptc_live_bytes(int32_t device_type) { return sum(bytes, device_type); }
int64_t ptc_peak_bytes(int32_t device_type) { return sum(peak, device_type); }
int64_t ptc_created_tensors(void) { return created.load(relaxed); }

void ptc_peak_bytes_reset(void) {
  for (int i = 0; i < slots; ++i) peak[i].store(bytes[i].load(relaxed), relaxed);
}

ptc_error ptc_mark_new(ptc_mark *out) {
  return guard(out, [&] {
    *out = new ptc_mark_s;
    count_handle(1);
  });
}

void ptc_mark_set(ptc_mark mark) {
  if (mark) mark->references.fetch_add(1, relaxed);
  release(current.mark);
  current.mark = mark;
}

void ptc_mark_take(ptc_tensor self) { ptc_mark_add(current.mark, self); }

void ptc_mark_add(ptc_mark mark, ptc_tensor self) {
  if (!self || self->mark == mark) return;
  if (ptc_mark before = self->mark) {
    before->created.fetch_sub(1, relaxed);
    before->created_bytes.fetch_sub(self->bytes, relaxed);
    leave(before, self->bytes);
  }
  enter(self, mark);
}

int64_t ptc_mark_tensors(ptc_mark mark) { return mark ? mark->tensors.load(relaxed) : 0; }
int64_t ptc_mark_bytes(ptc_mark mark) { return mark ? mark->bytes.load(relaxed) : 0; }
int64_t ptc_mark_created(ptc_mark mark) { return mark ? mark->created.load(relaxed) : 0; }
int64_t ptc_mark_created_bytes(ptc_mark mark) { return mark ? mark->created_bytes.load(relaxed) : 0; }
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
