// Handles and what is counted of them.  Finalizers of hosts call in here, so
// there are atomics only, and no lock.
#include "core/kept_memory.h"
#include "memory/counts.h"
#include "memory/records.h"
#include "memory/pressure.h"
#include "memory/storages.h"

#include <pytorch_c/memory/memory.h>
#include <pytorch_c/core/tensor.h>

#include <algorithm>
#include <atomic>
#include <utility>

struct ptc_mark_s {
  std::atomic<int64_t> references{1}; // the owner, each thread and each handle
  std::atomic<int64_t> created{0}, created_bytes{0}, tensors{0}, bytes{0};
  ptc_mark next = nullptr; // to be freed
};

namespace {

std::atomic<int64_t> other_handles{0};

void release(ptc_mark mark) noexcept {
  if (mark && mark->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete mark;
}

// A storage whose size is a symbol has no memory.
[[gnu::always_inline]] inline int64_t known_bytes(const c10::Storage &storage) {
  return storage.unsafeGetStorageImpl()->sym_nbytes().maybe_as_int().value_or(0);
}

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

// Bytes that the tensor itself covers: a view of one row counts as a row.
int64_t bytes_of(const at::Tensor &t) {
  if (!t.has_storage() || t.is_meta()) return 0;
  const auto &storage = t.unsafeGetTensorImpl()->unsafe_storage();
  if (!storage) return 0;
  if (t.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) return 0;
  return std::min(known_bytes(storage), t.numel() * static_cast<int64_t>(t.itemsize()));
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

void uncount(ptc_mark mark, int64_t size) noexcept {
  mark->bytes.fetch_sub(size, relaxed);
  mark->tensors.fetch_sub(1, relaxed);
}
void leave(ptc_mark mark, int64_t size) noexcept {
  uncount(mark, size);
  release(mark);
}

std::atomic<ptc_mark> dead_marks{nullptr};

// Leaves the mark without freeing memory: finalizers call this.
void leave_aside(ptc_mark mark, int64_t size) noexcept {
  uncount(mark, size);
  if (mark->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  mark->next = dead_marks.load(relaxed);
  while (!dead_marks.compare_exchange_weak(mark->next, mark, std::memory_order_release, relaxed)) {}
}
void free_dead_marks() noexcept {
  if (!dead_marks.load(relaxed)) return;
  ptc_mark first = dead_marks.exchange(nullptr, std::memory_order_acquire);
  while (first) delete std::exchange(first, first->next);
}

template <class Function> int64_t sum(Function of, int32_t device_type) {
  if (device_type != PTC_UNSET) return of(slot_of(device_type));
  int64_t total = 0;
  for (int32_t slot = 0; slot < slots; ++slot) total += of(slot);
  return total;
}

// True of most tensors: of the CPU's memory and no others, not sparse, not wrapped, and of known sizes.
bool is_plain(const c10::TensorImpl &impl) noexcept {
  using c10::DispatchKey, c10::DispatchKeySet;
  constexpr DispatchKeySet of_cpu(DispatchKey::CPU);
  constexpr DispatchKeySet plain(
      {DispatchKey::CPU, DispatchKey::ADInplaceOrView, DispatchKey::AutogradCPU, DispatchKey::AutocastCPU});
  const uint64_t keys = impl.key_set().raw_repr();
  return !(keys & ~plain.raw_repr()) && !(of_cpu.raw_repr() & ~keys) && !impl.has_symbolic_sizes_strides() &&
         impl.unsafe_storage();
}
int64_t plain_bytes(const c10::TensorImpl &impl) {
  return std::min(known_bytes(impl.unsafe_storage()), impl.numel() * static_cast<int64_t>(impl.dtype().itemsize()));
}

// Bytes that count against the threshold as far as this thread knows: live_in() without a look at the other threads.
int64_t seen_in(const Counts &own, int32_t slot) noexcept {
  int64_t live = seen_bytes(own, slot);
  return slot == slot_cpu ? std::max(live, seen_bytes(own, storages)) : live;
}

// A handle that is counted; inline, for most have the same slot.
[[gnu::always_inline]] inline ptc_tensor enter_counts(at::Tensor &&tensor, Covered covered) {
  const auto [size, slot] = covered;
  auto *out = new (KeptMemory<ptc_tensor_s>::take()) ptc_tensor_s{std::move(tensor), size, slot, {nullptr}};
  Counts &own = counts();
  add_one(own.made);
  if (own.mark) enter(out, own.mark);
  add_bytes(own, slot, size);
  if (slot != slot_cpu && seen_bytes(own, slot) > device_limit.load(relaxed) && !out->tensor.is_meta()) [[unlikely]]
    device_limit_passed();
  const int64_t trigger = pressure[slot].trigger.load(relaxed);
  if (trigger != INT64_MAX && seen_in(own, slot) > trigger) [[unlikely]]
    threshold_passed(slot);
  if (seen_bytes(own, storages) > storage_limit.load(relaxed)) [[unlikely]]
    storage_limit_passed();
  if (trim_is_due.load(relaxed)) [[unlikely]]
    trim_if_due();
  return out;
}

[[gnu::noinline]] ptc_tensor other_handle(at::Tensor tensor) {
  if (!tensor.defined()) return nullptr;
  const auto covered = tensor.key_set().has(c10::DispatchKey::Python)
                           ? asking(tensor)
                           : Covered{bytes_of(tensor), slot_of(static_cast<int32_t>(tensor.device().type()))};
  return enter_counts(std::move(tensor), {std::min(covered.bytes, ptc_tensor_s::most_bytes), covered.slot});
}

} // namespace

namespace ptc {

std::atomic<ptc_tensor> put_aside{nullptr};

ptc_tensor handle(at::Tensor tensor) {
  const auto &impl = *tensor.unsafeGetTensorImpl();
  if (is_plain(impl)) [[likely]]
    return enter_counts(std::move(tensor), {plain_bytes(impl), slot_cpu});
  return other_handle(std::move(tensor));
}

ptc_error before_call() noexcept {
  if (ptc_error refused = refusal()) return refused;
  ptc_close_pending();
  return nullptr;
}

void leave_mark(ptc_mark mark) noexcept { release(mark); }

int64_t live_in(int32_t slot) noexcept {
  int64_t live = sum_bytes(slot);
  return slot == slot_cpu ? std::max(live, sum_bytes(storages)) : live;
}
void count_handle(int64_t change) noexcept { other_handles.fetch_add(change, relaxed); }

} // namespace ptc

void ptc_tensor_close(ptc_tensor self) {
  if (!self) return;
  int32_t slot = self->slot;
  int64_t size = self->bytes;
  Counts &own = counts();
  take_bytes(own, slot, size);
  add_one(own.closed);
  ptc_mark mark = self->mark;
  KeptMemory<ptc_tensor_s>::end(self);
  const int64_t rearm = pressure[slot].rearm.load(relaxed);
  if (rearm != INT64_MIN && live_in(slot) < rearm) [[unlikely]]
    rearm_threshold(slot);
  if (trim_is_due.load(relaxed)) [[unlikely]]
    trim_if_due();
  if (mark) leave(mark, size);
}

void ptc_tensor_close_later(ptc_tensor self) {
  if (!self) return;
  if (self->mark) leave_aside(self->mark, self->bytes);
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
      first->mark = nullptr; // it has left
      ptc_tensor_close(first);
      first = next;
      ++closed;
    }
  }
  free_dead_marks();
  return closed;
}

int64_t ptc_live_handles(void) { return live_tensors() + other_handles.load(relaxed); }
int64_t ptc_live_tensors(void) { return live_tensors(); }
int64_t ptc_live_bytes(int32_t device_type) { return sum(sum_bytes, device_type); }
int64_t ptc_peak_bytes(int32_t device_type) { return sum(peak_bytes, device_type); }
int64_t ptc_created_tensors(void) { return made_tensors(); }
void ptc_peak_bytes_reset(void) { reset_peaks(); }

ptc_error ptc_mark_new(ptc_mark *out) {
  return guard(out, [&] {
    *out = new ptc_mark_s;
    count_handle(1);
  });
}

void ptc_mark_set(ptc_mark mark) {
  if (mark) mark->references.fetch_add(1, relaxed);
  ptc_mark &own = counts().mark;
  release(own);
  own = mark;
}

void ptc_mark_take(ptc_tensor self) { ptc_mark_add(counts().mark, self); }

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
