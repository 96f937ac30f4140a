/* CUDA functions exist in every build: without a GPU, or in a libtorch without CUDA, each says so in a sentence; with
   one, each does what its header says. */
#include "check.h"

static void says_what_is_missing(ptc_error error, const char *call) {
  if (!error || !(strstr(error, "CUDA") || strstr(error, "cuda") || strstr(error, "NVIDIA")) || strchr(error, '\n') ||
      strlen(error) > 500) {
    fprintf(stderr, "%s\n  gave: %s\n", call, error ? error : "no error");
    exit(1);
  }
  ptc_error_free(error);
}
#define MISSING(call) says_what_is_missing((call), #call)

static void devices_are_missing(void) {
  int64_t number, other;
  int32_t mode;
  bool yes;
  char *text;
  MISSING(ptc_cuda_device_attribute(0, PTC_CUDA_WARP_SIZE, &number));
  MISSING(ptc_cuda_device_name(PTC_UNSET, &text));
  MISSING(ptc_cuda_device_uuid(0, &text));
  MISSING(ptc_cuda_device_memory(0, &number));
  MISSING(ptc_cuda_device_reading(0, "temperature", &number));
  MISSING(ptc_cuda_can_access_peer(0, 1, &yes));
  MISSING(ptc_cuda_enable_peer_access(0, 1, &yes));
  MISSING(ptc_cuda_has_context(0, &yes));
  OK(ptc_cuda_is_initialized(&yes));
  IS(!yes);
  MISSING(ptc_cuda_blas_handle(&number));
  MISSING(ptc_cuda_solver_handle(&number));
  MISSING(ptc_cuda_blas_workspace(false, &number));
  MISSING(ptc_cuda_set_blas_workspace(true, 1 << 20));
  MISSING(ptc_cuda_clear_blas_workspaces());
  MISSING(ptc_cuda_sync_debug_mode(&mode));
  MISSING(ptc_cuda_set_sync_debug_mode(1));
  MISSING(ptc_cuda_sleep(1));
  MISSING(ptc_cuda_profiler_start());
  MISSING(ptc_cuda_profiler_stop());
  MISSING(ptc_nvtx_mark("moment"));
  MISSING(ptc_nvtx_range_push("range", &number));
  MISSING(ptc_nvtx_range_pop(&number));
  MISSING(ptc_nvtx_range_start("range", &number));
  MISSING(ptc_nvtx_range_end(1));
  MISSING(ptc_cufft_plans(0, &number, &other));
  MISSING(ptc_cufft_set_max_plans(0, 4));
  MISSING(ptc_cufft_clear_plans(0));
  MISSING(ptc_cuda_set_preferred_library("linalg", 1));
  OK(ptc_cuda_preferred_library("blas", &mode));
  FAILS(PTC_ERROR_VALUE, "argument 'kind'", ptc_cuda_preferred_library("rand", &mode));
  FAILS(PTC_ERROR_VALUE, "argument 'library'", ptc_cuda_set_preferred_library("linalg", 9));
  OK(ptc_cuda_in_bad_fork(&yes));
  IS(!yes);
  OK(ptc_cudnn_benchmark_limit(&number));
  OK(ptc_set_cudnn_benchmark_limit(number));
  FAILS(PTC_ERROR_VALUE, "argument 'limit'", ptc_set_cudnn_benchmark_limit(-1));
  OK(ptc_cuda_architectures(&text)); /* "" in a libtorch without CUDA */
  ptc_string_free(text);
  ptc_error_free(ptc_cuda_driver_version(&number)); /* 0 without a driver, or an error */
  ptc_error_free(ptc_cuda_runtime_version(&number));
  ptc_error_free(ptc_cudnn_version(&number));
  text = NULL;
  ptc_error_free(ptc_cuda_error_text(2, &text)); /* an error in a libtorch without CUDA */
  ptc_string_free(text);
}

static void nccl_is_missing(void) {
  int64_t number;
  char *text;
  MISSING(ptc_nccl_version(&number));
  MISSING(ptc_nccl_unique_id(&text));
  MISSING(ptc_nccl_comm_new(1, "00", 0, &number));
  MISSING(ptc_nccl_comm_end(8));
  MISSING(ptc_nccl_all_reduce(NULL, 0, NULL, 0, 0, NULL, 0));
  MISSING(ptc_nccl_all_gather(NULL, 0, NULL, 0, NULL, 0));
  MISSING(ptc_nccl_broadcast(NULL, 0, NULL, 0));
  FAILS(PTC_ERROR_TYPE, "argument 'output'", ptc_nccl_reduce(NULL, 0, NULL, 0, 0, NULL, 0));
  MISSING(ptc_nccl_reduce_scatter(NULL, 0, NULL, 0, 0, NULL, 0));
}

static void memory_is_missing(void) {
  ptc_cuda_allocator allocator = NULL;
  ptc_cuda_pool pool = NULL;
  int64_t number, other;
  double fraction;
  bool yes;
  char *text;
  MISSING(ptc_cuda_memory_statistics(0, &text));
  MISSING(ptc_cuda_host_memory_statistics(&text));
  MISSING(ptc_cuda_reset_host_memory_statistics(true));
  MISSING(ptc_cuda_memory_snapshot(0, 0, true, &text));
  MISSING(ptc_cuda_record_memory(10));
  MISSING(ptc_cuda_records_memory(&yes));
  MISSING(ptc_cuda_allocator_name(&text));
  MISSING(ptc_cuda_set_allocator_settings("max_split_size_mb:512"));
  MISSING(ptc_cuda_memory_fraction(0, &fraction));
  MISSING(ptc_cuda_set_memory_fraction(0, 0.5));
  MISSING(ptc_cuda_caching(&yes));
  MISSING(ptc_cuda_set_caching(false));
  MISSING(ptc_cuda_allocate(16, 0, &number));
  MISSING(ptc_cuda_give_back(16));
  MISSING(ptc_cuda_trim(0, 0));
  MISSING(ptc_cuda_empty_host_cache());
  MISSING(ptc_cuda_collect_shared());
  MISSING(ptc_cuda_host_register(8, 8, 0));
  MISSING(ptc_cuda_host_unregister(8));
  MISSING(ptc_cuda_allocator_new(1, 1, &allocator));
  MISSING(ptc_cuda_allocator_current(&allocator));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_allocator_use(NULL));
  MISSING(ptc_cuda_pool_new(NULL, false, false, &pool));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_pool_name(NULL, &number, &other));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_pool_use_count(NULL, &number));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_pool_device(NULL, &number));
  MISSING(ptc_cuda_pool_handle(&number, &other));
  MISSING(ptc_cuda_pool_begin(0, 0, 1, PTC_CUDA_POOL_THREAD));
  MISSING(ptc_cuda_pool_end(0, 0, 1));
  MISSING(ptc_cuda_pool_release(0, 0, 1));
  IS(!allocator && !pool);
  ptc_cuda_allocator_close(NULL);
  ptc_cuda_pool_close(NULL);
}

static void streams_and_graphs_are_missing(void) {
  ptc_cuda_event event = NULL;
  ptc_cuda_graph graph = NULL;
  int64_t number, other;
  bool yes;
  char *text;
  double time;
  MISSING(ptc_cuda_stream_create(&number));
  MISSING(ptc_cuda_stream_destroy(8));
  MISSING(ptc_cuda_stream_external(0, 0, &number));
  MISSING(ptc_cuda_stream_priority(0, 0, &number));
  MISSING(ptc_cuda_stream_priority_range(&number, &other));
  MISSING(ptc_cuda_event_new(PTC_CUDA_EVENT_TIMING, &event));
  MISSING(ptc_cuda_event_open(0, "00", &event));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_share(NULL, &text));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_record(NULL, 0, 0));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_wait(NULL, 0, 0));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_query(NULL, &yes));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_synchronize(NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_elapsed(NULL, NULL, &time));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_event_native(NULL, &number, &other));
  MISSING(ptc_cuda_graph_new(false, &graph));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_begin(NULL, 0, 0, PTC_CUDA_CAPTURE_GLOBAL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_end(NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_instantiate(NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_replay(NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_reset(NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_pool(NULL, &number, &other));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_add_generator(NULL, NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_debug(NULL));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_dump(NULL, "graph.dot"));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_native(NULL, &number));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_cuda_graph_native_exec(NULL, &number));
  MISSING(ptc_cuda_is_capturing(&yes));
  IS(!event && !graph);
  ptc_cuda_event_close(NULL);
  ptc_cuda_graph_close(NULL);
}

static void without_a_gpu(void) {
  devices_are_missing();
  nccl_is_missing();
  memory_is_missing();
  streams_and_graphs_are_missing();

  const ptc_options there = {.set = PTC_OPTION_DEVICE, .device_type = PTC_CUDA, .device_index = PTC_UNSET};
  const float numbers[] = {1, 2};
  const int64_t two[] = {2};
  ptc_tensor host = matrix(numbers, 1, 2), out = NULL;
  ptc_generator generator = NULL;
  int64_t count = 7, bytes, others;
  OK(ptc_cuda_device_count(&count));
  IS(count == 0);
  MISSING(ptc_zeros(two, 1, &there, &out));
  MISSING(ptc_tensor_from_data(numbers, sizeof numbers, two, 1, &there, &out));
  MISSING(ptc_to_dtype_layout(host, &there, false, false, PTC_UNSET, &out));
  MISSING(ptc_cuda_synchronize(PTC_UNSET));
  MISSING(ptc_cuda_set_device(0));
  MISSING(ptc_cuda_current_device(&count));
  MISSING(ptc_cuda_memory_info(0, &bytes, &others));
  MISSING(ptc_generator_new(PTC_CUDA, 0, &generator));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_to_dtype_layout(NULL, &there, false, false, PTC_UNSET, &out));
  IS(!out && !generator);
  ptc_error_free(ptc_cuda_empty_cache()); /* nothing to do, or an error */
  IS(total(host) == 3);                   /* and the CPU is as it was */
  ptc_tensor_close(host);
}

/* ---- with a GPU ---- */

static const ptc_options on_cuda = {.set = PTC_OPTION_DEVICE, .device_type = PTC_CUDA, .device_index = PTC_UNSET};

static bool says(const char *text, const char *part) { return text && strstr(text, part); }

static void a_device_is_described(void) {
  int64_t count, number, version, free_bytes, total;
  char *text;
  bool yes;
  OK(ptc_cuda_device_count(&count));
  IS(count >= 1);
  OK(ptc_cuda_device_name(0, &text));
  IS(strlen(text) > 3);
  printf("cuda: %s\n", text);
  ptc_string_free(text);
  OK(ptc_cuda_device_uuid(0, &text));
  IS(strlen(text) == 36 && text[8] == '-');
  ptc_string_free(text);
  OK(ptc_cuda_device_attribute(0, PTC_CUDA_WARP_SIZE, &number));
  IS(number == 32);
  OK(ptc_cuda_device_attribute(PTC_UNSET, PTC_CUDA_MAJOR, &number));
  IS(number >= 3);
  OK(ptc_cuda_device_attribute(0, PTC_CUDA_MULTIPROCESSORS, &number));
  IS(number >= 1);
  OK(ptc_cuda_device_memory(0, &number));
  OK(ptc_cuda_memory_info(0, &free_bytes, &total));
  IS(free_bytes > 0 && free_bytes <= total && total <= number);
  OK(ptc_cuda_driver_version(&number));
  OK(ptc_cuda_runtime_version(&version));
  IS(number / 1000 >= version / 1000 && version >= 11000);
  OK(ptc_cuda_architectures(&text));
  IS(says(text, "sm_"));
  ptc_string_free(text);
  OK(ptc_cuda_can_access_peer(0, 0, &yes));
  IS(!yes); /* of itself it is none */
  OK(ptc_cuda_enable_peer_access(0, 0, &yes));
  IS(yes);
  FAILS(PTC_ERROR_VALUE, "argument 'index'", ptc_cuda_device_name(count, &text));
  FAILS(PTC_ERROR_VALUE, "argument 'peer'", ptc_cuda_can_access_peer(0, count, &yes));
  FAILS(PTC_ERROR_VALUE, "argument 'name'", ptc_cuda_device_reading(0, "height", &number));
  ptc_error_free(ptc_cuda_device_reading(0, "temperature", &number)); /* a container may have no management library */
}

static void libraries_are_told(void) {
  int64_t number, depth;
  int32_t mode;
  char *text;
  OK(ptc_cuda_blas_handle(&number));
  IS(number != 0);
  OK(ptc_cuda_solver_handle(&number));
  IS(number != 0);
  OK(ptc_cuda_blas_workspace(false, &number));
  IS(number > 0);
  OK(ptc_cuda_clear_blas_workspaces());
  OK(ptc_cufft_set_max_plans(0, 7));
  OK(ptc_cufft_clear_plans(0));
  OK(ptc_cufft_plans(0, &number, &depth));
  IS(number == 0 && depth == 7);
  OK(ptc_cuda_set_preferred_library("linalg", 1));
  OK(ptc_cuda_preferred_library("linalg", &mode));
  IS(mode == 1);
  OK(ptc_cuda_set_preferred_library("linalg", 0));
  OK(ptc_cuda_set_sync_debug_mode(2));
  OK(ptc_cuda_sync_debug_mode(&mode));
  IS(mode == 2);
  OK(ptc_cuda_set_sync_debug_mode(0));
  FAILS(PTC_ERROR_VALUE, "argument 'mode'", ptc_cuda_set_sync_debug_mode(3));
  OK(ptc_nvtx_mark("moment"));
  OK(ptc_nvtx_range_push("outer", &depth));
  IS(depth == 0);
  OK(ptc_nvtx_range_push("inner", &depth));
  IS(depth == 1);
  OK(ptc_nvtx_range_pop(&depth));
  OK(ptc_nvtx_range_pop(&depth));
  IS(depth == 0);
  FAILS(PTC_ERROR_RUNTIME, "no range", ptc_nvtx_range_pop(&depth));
  OK(ptc_nvtx_range_start("elsewhere", &number));
  OK(ptc_nvtx_range_end(number));
  OK(ptc_cuda_error_text(2, &text));
  IS(says(text, "memory"));
  ptc_string_free(text);
  OK(ptc_cuda_profiler_start());
  OK(ptc_cuda_profiler_stop());
}

/* Three million floats on the device. */
static ptc_tensor many(void) {
  const int64_t sizes[] = {3 << 20};
  ptc_tensor out = NULL;
  OK(ptc_zeros(sizes, 1, &on_cuda, &out));
  return out;
}

static void copies_keep_their_numbers(void) {
  const float numbers[] = {1, 2, 3, 4};
  ptc_tensor host = matrix(numbers, 2, 2), there = NULL, product = NULL, back = NULL;
  const ptc_options here = {.set = PTC_OPTION_DEVICE, .device_type = PTC_CPU, .device_index = PTC_UNSET};
  const ptc_options pinned = {.set = PTC_OPTION_PIN_MEMORY, .pin_memory = 1};
  const int64_t sizes[] = {1024};
  bool yes;
  OK(ptc_to_dtype_layout(host, &on_cuda, false, false, PTC_UNSET, &there));
  OK(ptc_matmul(there, there, &product));
  OK(ptc_to_dtype_layout(product, &here, false, false, PTC_UNSET, &back));
  IS(total(back) == 7 + 10 + 15 + 22);
  ptc_tensor_close(back);
  OK(ptc_zeros(sizes, 1, &pinned, &back));
  OK(ptc_tensor_is_pinned(back, &yes));
  IS(yes);
  ptc_tensor_close(back);
  OK(ptc_cuda_empty_host_cache());
  ptc_tensor_close(product);
  ptc_tensor_close(there);
  ptc_tensor_close(host);
}

static void memory_is_counted(void) {
  int64_t before, during, after, most, reserved, most_reserved, address;
  char *text;
  bool yes;
  OK(ptc_cuda_memory_stats(0, &before, &most, &reserved, &most_reserved));
  const int64_t live = ptc_live_bytes(PTC_CUDA);
  ptc_tensor tensor = many();
  OK(ptc_cuda_memory_stats(0, &during, &most, &reserved, &most_reserved));
  IS(during == before + (12 << 20) && most >= during && reserved >= during);
  IS(ptc_live_bytes(PTC_CUDA) == live + (12 << 20));
  OK(ptc_cuda_memory_statistics(0, &text));
  IS(says(text, "\"allocated_bytes\":{\"all\":{\"current\":") && says(text, "\"num_ooms\":"));
  ptc_string_free(text);
  OK(ptc_cuda_host_memory_statistics(&text));
  IS(says(text, "\"allocated_bytes\":"));
  ptc_string_free(text);
  OK(ptc_cuda_reset_host_memory_statistics(true));
  OK(ptc_cuda_record_memory(100));
  OK(ptc_cuda_records_memory(&yes));
  IS(yes);
  ptc_tensor_close(tensor);
  OK(ptc_cuda_memory_snapshot(0, 0, true, &text));
  IS(says(text, "\"segments\":[{") && says(text, "\"action\":\"free_completed\""));
  ptc_string_free(text);
  OK(ptc_cuda_record_memory(0));
  OK(ptc_cuda_allocate(1 << 20, 0, &address));
  IS(address != 0);
  OK(ptc_cuda_give_back(address));
  OK(ptc_cuda_allocator_name(&text));
  IS(says(text, "native") || says(text, "cudaMallocAsync"));
  ptc_string_free(text);
  OK(ptc_cuda_caching(&yes));
  OK(ptc_cuda_memory_stats(0, &after, &most, &reserved, &most_reserved));
  IS(after == before && ptc_live_bytes(PTC_CUDA) == live);
  OK(ptc_cuda_trim(0, 0));
  OK(ptc_cuda_collect_shared());
}

static void a_pool_has_its_own_memory(void) {
  ptc_cuda_pool pool = NULL;
  int64_t first, second, count, device;
  char *text;
  OK(ptc_cuda_pool_new(NULL, false, false, &pool));
  OK(ptc_cuda_pool_name(pool, &first, &second));
  OK(ptc_cuda_pool_device(pool, &device));
  IS(device == 0 && (first || second));
  OK(ptc_cuda_pool_begin(PTC_UNSET, first, second, PTC_CUDA_POOL_THREAD));
  ptc_tensor tensor = many();
  OK(ptc_cuda_pool_end(PTC_UNSET, first, second));
  OK(ptc_cuda_memory_snapshot(first, second, false, &text));
  IS(says(text, "\"segments\":[{") && says(text, "active_allocated"));
  ptc_string_free(text);
  ptc_tensor_close(tensor);
  OK(ptc_cuda_pool_release(PTC_UNSET, first, second));
  OK(ptc_cuda_pool_use_count(pool, &count));
  IS(count == 1);
  ptc_cuda_pool_close(pool);
  FAILS(PTC_ERROR_VALUE, "argument 'users'", ptc_cuda_pool_begin(0, first, second, 9));
}

static void too_much_is_an_error_and_no_more(void) {
  const int64_t huge[] = {INT64_C(1) << 44};
  ptc_tensor tensor = NULL;
  double fraction;
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "out of memory", ptc_empty_memory_format(huge, 1, &on_cuda, PTC_UNSET, &tensor));
  OK(ptc_cuda_empty_cache());
  OK(ptc_cuda_memory_fraction(0, &fraction));
  OK(ptc_cuda_set_memory_fraction(0, 0));
  const int64_t sizes[] = {64 << 20};
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "out of memory", ptc_empty_memory_format(sizes, 1, &on_cuda, PTC_UNSET, &tensor));
  OK(ptc_cuda_set_memory_fraction(0, fraction));
  FAILS(PTC_ERROR_VALUE, "argument 'fraction'", ptc_cuda_set_memory_fraction(0, 2));
  IS(!tensor);
  OK(ptc_empty_memory_format(sizes, 1, &on_cuda, PTC_UNSET, &tensor));
  ptc_tensor_close(tensor);
}

static void events_tell_the_time(void) {
  ptc_cuda_event begin = NULL, end = NULL, shared = NULL;
  int64_t least, greatest, number, device;
  double time;
  char *text;
  bool yes;
  OK(ptc_cuda_stream_priority_range(&least, &greatest));
  IS(least == 0 && greatest < 0);
  OK(ptc_cuda_stream_priority(0, 0, &number));
  IS(number == 0);
  OK(ptc_cuda_event_new(PTC_CUDA_EVENT_TIMING | PTC_CUDA_EVENT_BLOCKING, &begin));
  OK(ptc_cuda_event_new(PTC_CUDA_EVENT_TIMING, &end));
  FAILS(PTC_ERROR_VALUE, "recorded", ptc_cuda_event_elapsed(begin, end, &time));
  OK(ptc_cuda_event_native(begin, &number, &device));
  IS(number == 0 && device == PTC_UNSET);
  OK(ptc_cuda_event_record(begin, 0, 0));
  OK(ptc_cuda_sleep(10000000));
  OK(ptc_cuda_event_record(end, 0, 0));
  OK(ptc_cuda_event_wait(end, 0, 0));
  OK(ptc_cuda_event_synchronize(end));
  OK(ptc_cuda_event_query(end, &yes));
  IS(yes);
  OK(ptc_cuda_event_elapsed(begin, end, &time));
  IS(time > 0.5 && time < 10000);
  OK(ptc_cuda_event_native(begin, &number, &device));
  IS(number != 0 && device == 0);
  FAILS(PTC_ERROR_VALUE, "argument 'flags'",
        ptc_cuda_event_new(PTC_CUDA_EVENT_TIMING | PTC_CUDA_EVENT_INTERPROCESS, &shared));
  OK(ptc_cuda_event_new(PTC_CUDA_EVENT_INTERPROCESS, &shared));
  ptc_error refused = ptc_cuda_event_share(shared, &text); /* not in every container */
  if (!refused) ptc_string_free(text);
  ptc_error_free(refused);
  ptc_cuda_event_close(shared);
  ptc_cuda_event_close(end);
  ptc_cuda_event_close(begin);
}

/* Captured work reads and writes the tensors of the capture, whatever is in them then. */
static void a_graph_is_replayed(void) {
  const float numbers[] = {1, 1, 1, 1};
  const ptc_scalar one = {.kind = PTC_SCALAR_INT, .i = 1}, five = {.kind = PTC_SCALAR_INT, .i = 5};
  ptc_tensor host = matrix(numbers, 2, 2), there = NULL, sum = NULL;
  ptc_cuda_graph graph = NULL;
  ptc_stream before, side;
  int64_t pool, subpool, native;
  bool yes;
  OK(ptc_to_dtype_layout(host, &on_cuda, false, false, PTC_UNSET, &there));
  OK(ptc_stream_current(PTC_CUDA, PTC_UNSET, &before));
  OK(ptc_stream_new(PTC_CUDA, PTC_UNSET, 0, &side));
  OK(ptc_cuda_synchronize(PTC_UNSET));
  OK(ptc_cuda_graph_new(false, &graph));
  FAILS(PTC_ERROR_RUNTIME, "default stream", ptc_cuda_graph_begin(graph, 0, 0, PTC_CUDA_CAPTURE_GLOBAL));
  FAILS(PTC_ERROR_VALUE, "argument 'mode'", ptc_cuda_graph_begin(graph, 0, 0, 7));
  OK(ptc_stream_set_current(side));
  OK(ptc_cuda_graph_begin(graph, 0, 0, PTC_CUDA_CAPTURE_THREAD));
  OK(ptc_cuda_is_capturing(&yes));
  IS(yes);
  OK(ptc_stream_is_capturing(side, &yes));
  IS(yes);
  OK(ptc_add_Tensor(there, there, one, &sum));
  OK(ptc_cuda_graph_end(graph));
  OK(ptc_cuda_is_capturing(&yes));
  IS(!yes);
  OK(ptc_cuda_graph_pool(graph, &pool, &subpool));
  IS(pool || subpool);
  OK(ptc_cuda_graph_native_exec(graph, &native));
  IS(native != 0);
  OK(ptc_cuda_graph_replay(graph));
  OK(ptc_stream_synchronize(side));
  IS(total(sum) == 8);
  OK(ptc_fill__Scalar(there, five));
  OK(ptc_cuda_graph_replay(graph));
  IS(total(sum) == 40);
  OK(ptc_stream_set_current(before));
  OK(ptc_cuda_synchronize(PTC_UNSET));
  ptc_tensor_close(sum);
  OK(ptc_cuda_graph_reset(graph));
  ptc_cuda_graph_close(graph);
  ptc_tensor_close(there);
  ptc_tensor_close(host);
}

/* Another library's stream is a stream of ours while that library keeps it. */
static void a_stream_of_others_runs_work(void) {
  ptc_stream before, theirs = {0, PTC_CUDA, 0};
  ptc_cuda_event event = NULL;
  int64_t native;
  void *handle = NULL;
  bool yes;
  OK(ptc_stream_current(PTC_CUDA, 0, &before));
  OK(ptc_cuda_stream_create(&native));
  OK(ptc_cuda_stream_external(0, native, &theirs.id));
  OK(ptc_stream_native_handle(theirs, &handle));
  IS((int64_t)(intptr_t)handle == native);
  OK(ptc_stream_set_current(theirs));
  ptc_tensor tensor = many();
  OK(ptc_stream_set_current(before));
  OK(ptc_cuda_event_new(0, &event));
  OK(ptc_cuda_event_record(event, 0, theirs.id));
  OK(ptc_cuda_event_wait(event, 0, before.id));
  OK(ptc_record_stream(tensor, before));
  IS(total(tensor) == 0);
  OK(ptc_stream_query(theirs, &yes));
  IS(yes);
  ptc_tensor_close(tensor);
  ptc_cuda_event_close(event);
  OK(ptc_cuda_synchronize(PTC_UNSET));
  OK(ptc_cuda_empty_cache()); /* blocks of the stream, before it goes */
  OK(ptc_cuda_stream_destroy(native));
}

/* One process with one device is a whole group. */
static void nccl_reduces(void) {
  const float numbers[] = {1, 2, 3, 4};
  ptc_tensor host = matrix(numbers, 2, 2), there = NULL, sum = NULL;
  int64_t version, comm;
  char *id;
  ptc_error missing = ptc_nccl_version(&version);
  if (missing) { /* a libtorch built without it */
    ptc_error_free(missing);
    ptc_tensor_close(host);
    return;
  }
  IS(version > 20000);
  OK(ptc_to_dtype_layout(host, &on_cuda, false, false, PTC_UNSET, &there));
  OK(ptc_zeros_like(there, NULL, PTC_UNSET, &sum));
  OK(ptc_nccl_unique_id(&id));
  OK(ptc_nccl_comm_new(1, id, 0, &comm));
  ptc_string_free(id);
  OK(ptc_nccl_all_reduce(&there, 1, &sum, 1, 0, &comm, 1));
  IS(total(sum) == 10);
  OK(ptc_nccl_broadcast(&sum, 1, &comm, 1));
  OK(ptc_nccl_comm_end(comm));
  FAILS(PTC_ERROR_VALUE, "argument 'id'", ptc_nccl_comm_new(1, "short", 0, &comm));
  ptc_tensor_close(sum);
  ptc_tensor_close(there);
  ptc_tensor_close(host);
}

static void with_a_gpu(void) {
  const int64_t handles = ptc_live_handles();
  a_device_is_described();
  libraries_are_told();
  copies_keep_their_numbers();
  memory_is_counted();
  a_pool_has_its_own_memory();
  too_much_is_an_error_and_no_more();
  events_tell_the_time();
  a_graph_is_replayed();
  a_stream_of_others_runs_work();
  nccl_reduces();
  OK(ptc_cuda_synchronize(PTC_UNSET));
  IS(ptc_live_bytes(PTC_CUDA) == 0 && ptc_live_handles() == handles);
}

int main(void) {
  bool available;
  OK(ptc_require_abi(PTC_ABI_VERSION));
  OK(ptc_check());
  OK(ptc_cuda_is_available(&available));
  if (available) with_a_gpu();
  else without_a_gpu();
  return done("cuda");
}
