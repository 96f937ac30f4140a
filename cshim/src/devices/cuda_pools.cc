// Pools of CUDA's memory.
#include <ATen/cuda/CUDAGraph.h>
#include <ATen/cuda/MemPool.h>
#include <c10/cuda/CUDAStream.h>

#include <functional>
#include <thread>

#include "devices/cuda_allocator.h"

struct ptc_cuda_pool_s {
  at::cuda::MemPool pool;
};

namespace {

auto &pool_of(ptc_cuda_pool handle) {
  if (!handle) fail(PTC_ERROR_TYPE, "argument 'self' must be a pool, not NULL");
  return handle->pool;
}
void put(c10::MempoolId_t id, int64_t *pool, int64_t *subpool) {
  *pool = static_cast<int64_t>(id.first);
  *subpool = static_cast<int64_t>(id.second);
}

// Which allocations go to the pool.
std::function<bool(cudaStream_t)> filter(int32_t users, c10::DeviceIndex device) {
  switch (users) {
  case PTC_CUDA_POOL_EVERYONE: return [](cudaStream_t) { return true; };
  case PTC_CUDA_POOL_THREAD:
    return [me = std::this_thread::get_id()](cudaStream_t) { return std::this_thread::get_id() == me; };
  case PTC_CUDA_POOL_STREAM:
    return [mine = c10::cuda::getCurrentCUDAStream(device).stream()](cudaStream_t stream) { return stream == mine; };
  default: fail(PTC_ERROR_VALUE, "argument 'users' must be 0, 1 or 2, got " + std::to_string(users));
  }
}

} // namespace

ptc_error ptc_cuda_pool_new(ptc_cuda_allocator allocator, bool use_on_oom, bool no_split, ptc_cuda_pool *out) {
  return guard(out, [&] {
    need_cuda();
    Allocator given = allocator ? allocator->allocator : nullptr;
    *out = new ptc_cuda_pool_s{at::cuda::MemPool(std::move(given), true, use_on_oom, no_split)};
    count_handle(1);
  });
}
ptc_error ptc_cuda_pool_name(ptc_cuda_pool self, int64_t *pool, int64_t *subpool) {
  return guard(std::tie(pool, subpool), [&] { put(pool_of(self).id(), pool, subpool); });
}
ptc_error ptc_cuda_pool_device(ptc_cuda_pool self, int64_t *out) {
  return guard(out, [&] { ptc::put(out, static_cast<int64_t>(pool_of(self).device())); });
}
ptc_error ptc_cuda_pool_use_count(ptc_cuda_pool self, int64_t *out) {
  return guard(out, [&] { ptc::put(out, static_cast<int64_t>(pool_of(self).use_count())); });
}
void ptc_cuda_pool_close(ptc_cuda_pool self) {
  if (!self) return;
  ptc_error_free(guard([&] { delete self; }));
  count_handle(-1);
}

ptc_error ptc_cuda_pool_handle(int64_t *pool, int64_t *subpool) {
  return guard(std::tie(pool, subpool), [&] {
    need_cuda();
    put(at::cuda::graph_pool_handle(), pool, subpool);
  });
}
ptc_error ptc_cuda_pool_begin(int64_t index, int64_t pool, int64_t subpool, int32_t users) {
  return guard([&] {
    const auto device = cuda_index(index);
    caching_allocator().beginAllocateToPool(device, pool_id(pool, subpool), filter(users, device));
  });
}
ptc_error ptc_cuda_pool_end(int64_t index, int64_t pool, int64_t subpool) {
  return guard([&] { caching_allocator().endAllocateToPool(cuda_index(index), pool_id(pool, subpool)); });
}
ptc_error ptc_cuda_pool_release(int64_t index, int64_t pool, int64_t subpool) {
  return guard([&] { caching_allocator().releasePool(cuda_index(index), pool_id(pool, subpool)); });
}
