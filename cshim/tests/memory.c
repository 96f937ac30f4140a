/* Memory that is missing, shared or lent: what a failure leaves, what a view of the host's may rely on. */
#define _POSIX_C_SOURCE 200112L /* posix_memalign */
#include "check.h"

static const ptc_scalar one = {PTC_SCALAR_INT, 1, 0, 0};

static ptc_tensor ones(int64_t n) {
  static const float numbers[] = {1, 1, 1};
  return matrix(numbers, 1, n);
}

static int64_t length(ptc_tensor self) {
  int64_t n;
  OK(ptc_tensor_numel(self, &n));
  return n;
}

/* A tensor that an operator was to resize keeps its sizes where that failed. */
static void failed_resizes(void) {
  ptc_tensor a = ones(3);
  int64_t huge = (int64_t)1 << 45, negative[] = {-4, 0};
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "", ptc_resize_(a, &huge, 1, PTC_UNSET));
  IS(length(a) == 3);
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "", ptc_ones_out(&huge, 1, a));
  IS(length(a) == 3);
  FAILS(PTC_ERROR_RUNTIME, "negative dimension", ptc_zeros_out(negative, 2, a));
  IS(length(a) == 3);
  OK(ptc_fill__Scalar(a, one));
  ptc_tensor_close(a);
}

/* Memory that is lent neither moves nor goes. */
static void lending(void) {
  ptc_tensor a = ones(3), lent, empty = ones(0);
  int64_t more = 1000;
  void *data, *again;
  OK(ptc_tensor_lend(a, &lent));
  OK(ptc_tensor_data_ptr(lent, &data));
  FAILS(PTC_ERROR_RUNTIME, "not resizable", ptc_resize_(a, &more, 1, PTC_UNSET));
  OK(ptc_tensor_set_data(a, empty));
  IS(length(a) == 0 && total(lent) == 3);
  OK(ptc_tensor_data_ptr(lent, &again));
  IS(data == again && ((float *)data)[2] == 1);
  ptc_tensor_close(a), ptc_tensor_close(lent), ptc_tensor_close(empty);
}

/* A description says in one call what ten functions say, and of layouts without strides what they have. */
static void descriptions(void) {
  ptc_tensor a = ones(3), rows, sparse, meta;
  ptc_description of;
  int64_t size[] = {2, 3};
  void *data;
  OK(ptc_tensor_data_ptr(a, &data));
  OK(ptc_expand(a, size, 2, false, &rows));
  OK(ptc_tensor_set_requires_grad(a, true));
  OK(ptc_tensor_describe(a, &of));
  IS(of.flags & PTC_FLAG_REQUIRES_GRAD && of.dim == 2 && of.sizes[0] == 1 && of.sizes[1] == 3 && of.numel == 3);
  OK(ptc_tensor_describe(rows, &of));
  IS(of.dim == 2 && of.sizes[0] == 2 && of.strides[0] == 0 && of.strides[1] == 1 && of.storage_offset == 0);
  IS(of.dtype == PTC_FLOAT32 && of.layout == PTC_STRIDED && of.device_type == PTC_CPU && of.element_size == 4);
  IS(of.data == data && (of.flags & ~PTC_FLAG_REQUIRES_GRAD) == (PTC_FLAG_VIEW | PTC_FLAG_HAS_STORAGE));
  OK(ptc_to_sparse(a, PTC_UNSET, NULL, 0, NULL, &sparse));
  OK(ptc_tensor_describe(sparse, &of));
  IS(of.layout == PTC_SPARSE_COO && of.sizes[1] == 3 && !of.strides && !of.data);
  ptc_options options = {.set = PTC_OPTION_DEVICE, .device_type = PTC_META, .device_index = PTC_UNSET};
  OK(ptc_zeros(size, 2, &options, &meta));
  OK(ptc_tensor_describe(meta, &of));
  IS(of.device_type == PTC_META && of.strides[0] == 3 && !of.data);
  FAILS(PTC_ERROR_TYPE, "self", ptc_tensor_describe(NULL, &of));
  IS(!of.dim && !of.sizes);
  FAILS(PTC_ERROR_VALUE, "output", ptc_tensor_describe(a, NULL));
  ptc_tensor_close(a), ptc_tensor_close(rows), ptc_tensor_close(sparse), ptc_tensor_close(meta);
}

/* An `out` whose elements share memory is refused. */
static void shared_outputs(void) {
  ptc_tensor a = ones(3), single = ones(1), spread;
  int64_t size[] = {1, 3};
  OK(ptc_expand(single, size, 2, false, &spread));
  FAILS(PTC_ERROR_RUNTIME, "single memory location", ptc_add_out(a, a, one, spread));
  ptc_tensor_close(a), ptc_tensor_close(single), ptc_tensor_close(spread);
}

/* Zeros that autograd makes without memory get theirs when an address is asked for. */
static void zeros_without_memory(void) {
  ptc_tensor a = ones(2), sign, total, gradient;
  void *data;
  float copy[2] = {1, 1};
  OK(ptc_tensor_set_requires_grad(a, true));
  OK(ptc_sgn(a, &sign));
  OK(ptc_sum(sign, PTC_UNSET, &total));
  OK(ptc_tensor_backward(total, NULL, false, false));
  OK(ptc_tensor_grad(a, &gradient));
  OK(ptc_tensor_copy_to(gradient, copy, sizeof copy));
  IS(copy[0] == 0 && copy[1] == 0);
  OK(ptc_tensor_data_ptr(gradient, &data));
  IS(data && ((float *)data)[1] == 0);
  ptc_tensor_close(a), ptc_tensor_close(sign), ptc_tensor_close(total), ptc_tensor_close(gradient);
}

/* An allocator of the host's that has memory for so many bytes. */
typedef struct {
  int64_t room, used, calls;
  int destroyed;
} Arena;

static void allocate(void *context, int64_t bytes, int64_t alignment, void **out) {
  Arena *arena = context;
  IS(*out == NULL && alignment == 64);
  if (arena->used + bytes > arena->room) return;
  IS(posix_memalign(out, (size_t)alignment, (size_t)bytes) == 0);
  arena->used += bytes;
  ++arena->calls;
}
static void deallocate(void *context, void *data, int64_t bytes) {
  ((Arena *)context)->used -= bytes;
  free(data);
}
static void end_arena(void *context) { ++((Arena *)context)->destroyed; }

static void memory_of_the_host(void) {
  Arena arena = {4096, 0, 0, 0};
  const int64_t before = ptc_storage_bytes();
  ptc_tensor old = ones(3), kept, sum, more;
  FAILS(PTC_ERROR_VALUE, "argument 'deallocate'", ptc_set_allocator(allocate, NULL, &arena, end_arena));
  IS(arena.destroyed == 1);
  OK(ptc_set_allocator(allocate, deallocate, &arena, end_arena));
  OK(ptc_ones(&(int64_t){100}, 1, NULL, &kept));
  IS(arena.used == 400 && arena.calls == 1);
  OK(ptc_sum(kept, PTC_UNSET, &sum));
  IS(total(sum) == 100 && ptc_storage_bytes() >= before + arena.used);
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "the host's allocator has no 4000 bytes", ptc_ones(&(int64_t){1000}, 1, NULL, &more));
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "the host's allocator", ptc_resize_(kept, &(int64_t){1000}, 1, PTC_UNSET));
  OK(ptc_resize_(kept, &(int64_t){200}, 1, PTC_UNSET));
  IS(arena.used < 4096);
  ptc_tensor_close(old); /* libtorch's own */
  ptc_tensor_close(sum);
  OK(ptc_set_allocator(NULL, NULL, NULL, NULL));
  IS(arena.destroyed == 1);
  OK(ptc_zeros(&(int64_t){1000}, 1, NULL, &more)); /* libtorch's again */
  ptc_tensor_close(more);
  ptc_tensor_close(kept);
  IS(arena.used == 0 && arena.destroyed == 2 && ptc_storage_bytes() == before);
}

static ptc_tensor lazy_clone(ptc_tensor of) {
  ptc_operator op;
  OK(ptc_operator_find("aten::_lazy_clone", "", &op));
  ptc_value given = {PTC_VALUE_TENSOR, 0, 0, 0, of, 0}, found;
  int64_t count;
  OK(ptc_call(op, &given, 1, &found, 1, &count));
  ptc_operator_close(op);
  return (ptc_tensor)(uintptr_t)found.p;
}

static void swapped(void) {
  ptc_tensor one = ones(3), two, clone;
  OK(ptc_zeros(&(int64_t){3}, 1, NULL, &two));
  ptc_storage first, second, small;
  OK(ptc_storage_of(one, &first));
  OK(ptc_storage_of(two, &second));
  OK(ptc_storage_swap(first, second));
  IS(total(one) == 0 && total(two) == 3);
  OK(ptc_storage_resize(first, 0));
  OK(ptc_storage_swap(first, second));
  IS(total(one) == 3);
  FAILS(PTC_ERROR_RUNTIME, "freed by resize_", ptc_sum(two, PTC_UNSET, &clone));

  bool lazy;
  void *address, *other;
  clone = lazy_clone(one);
  OK(ptc_storage_is_lazy_clone(first, &lazy));
  IS(lazy);
  OK(ptc_storage_of(clone, &small));
  OK(ptc_storage_const_data_ptr(first, &address));
  OK(ptc_storage_const_data_ptr(small, &other));
  IS(address == other);
  ptc_storage_close(small);
  OK(ptc_storage_data_ptr(first, &address)); /* to be written to */
  OK(ptc_storage_is_lazy_clone(first, &lazy));
  IS(!lazy && address != other && total(clone) == 3);

  ptc_tensor less = ones(2);
  OK(ptc_storage_of(less, &small));
  FAILS(PTC_ERROR_RUNTIME, "same nbytes", ptc_storage_swap(first, small));
  FAILS(PTC_ERROR_RUNTIME, "same nbytes", ptc_storage_swap(second, small));
  FAILS(PTC_ERROR_TYPE, "argument 'other'", ptc_storage_swap(first, NULL));
  const ptc_storage storages[] = {first, second, small};
  const ptc_tensor tensors[] = {one, two, clone, less};
  for (int i = 0; i < 3; ++i) ptc_storage_close(storages[i]);
  for (int i = 0; i < 4; ++i) ptc_tensor_close(tensors[i]);
}

int main(void) {
  swapped();
  memory_of_the_host();
  failed_resizes();
  lending();
  descriptions();
  shared_outputs();
  zeros_without_memory();
  return done("memory");
}
