// CPU storages in memory of the host's own: ptc_set_allocator.
#include "memory/host_blocks.h"

#include <c10/core/alignment.h>

#include "core/callback.h"
#include "core/glue.h"
#include "memory/counts.h"

#include <pytorch_c/memory/memory.h>

#include <cstdint>

namespace {

struct Host {
  ptc_allocate_fn allocate;
  ptc_deallocate_fn deallocate;
  void *context;
  std::shared_ptr<void> owner;
};
using Shared = std::shared_ptr<const Host>;

// Never destroyed: storages may outlive this library's statics.
auto &current = *new std::atomic<Shared>;

// The memory of a storage; the host is destroyed after its last one.
struct HostBlock {
  Shared host;
  void *data;
  int64_t bytes;
};

void free_block(void *context) {
  std::unique_ptr<HostBlock> block(static_cast<HostBlock *>(context));
  ptc::take_bytes(ptc::counts(), ptc::storages, block->bytes);
  block->host->deallocate(block->host->context, block->data, block->bytes);
}

} // namespace

namespace ptc {

std::atomic<bool> host_allocates{false};

c10::DataPtr new_host_block(size_t bytes) {
  const c10::Device cpu(c10::kCPU);
  Shared host = current.load();
  if (!host || !bytes) return {nullptr, cpu};
  auto block = std::make_unique<HostBlock>(HostBlock{host, nullptr, static_cast<int64_t>(bytes)});
  host->allocate(host->context, block->bytes, c10::gAlignment, &block->data);
  if (!block->data)
    C10_THROW_ERROR(OutOfMemoryError,
                    "DefaultCPUAllocator: the host's allocator has no " + std::to_string(bytes) + " bytes");
  add_bytes(counts(), storages, block->bytes);
  void *data = block->data;
  return {data, block.release(), &free_block, cpu};
}

} // namespace ptc

ptc_error ptc_set_allocator(ptc_allocate_fn allocate, ptc_deallocate_fn deallocate, void *context,
                            ptc_destroy_fn destroy) {
  Context owned{context, destroy}; // until the host's functions own it
  return guard([&] {
    if (allocate && !deallocate) fail(PTC_ERROR_VALUE, "argument 'deallocate': a function is needed, got NULL");
    Shared host;
    if (allocate) host = std::make_shared<const Host>(Host{allocate, deallocate, context, owned.share()});
    current.store(host);
    ptc::host_allocates.store(host != nullptr, std::memory_order_relaxed);
  });
}
