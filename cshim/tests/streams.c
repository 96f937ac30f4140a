/* Streams and events: the CPU's, which are always done, and those of a device of the host's own, on which nothing is
   done before a gate opens. */
#include "../examples/toy_streams.c"

#include "check.h"

/* ---- gates and a log ---- */

static pthread_mutex_t gates_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gates_changed = PTHREAD_COND_INITIALIZER;
static int gates[16], logged[64], logged_count, failed_allocations, destroyed;

static void destroy(void *context) { (void)context, ++destroyed; }

static void set_open(int gate, int open) {
  pthread_mutex_lock(&gates_lock);
  gates[gate] = open;
  pthread_cond_broadcast(&gates_changed);
  pthread_mutex_unlock(&gates_lock);
}

static ptc_error pass_gate(void *gate) {
  pthread_mutex_lock(&gates_lock);
  while (!*(int *)gate) pthread_cond_wait(&gates_changed, &gates_lock);
  pthread_mutex_unlock(&gates_lock);
  return NULL;
}

static ptc_error note(void *number) {
  pthread_mutex_lock(&gates_lock);
  logged[logged_count++] = (int)(intptr_t)number;
  pthread_mutex_unlock(&gates_lock);
  return NULL;
}

static ptc_error break_down(void *words) { return ptc_error_new(PTC_ERROR_RUNTIME, words); }

static int log_is(const int *wanted, int count) {
  int same;
  pthread_mutex_lock(&gates_lock);
  same = logged_count == count && (!count || !memcmp(logged, wanted, (size_t)count * sizeof *wanted));
  logged_count = 0;
  pthread_mutex_unlock(&gates_lock);
  return same;
}

static int64_t blocks(void) {
  int64_t now;
  pthread_mutex_lock(&toy_lock);
  now = toy_blocks;
  pthread_mutex_unlock(&toy_lock);
  return now;
}

static int64_t events(void) {
  int64_t now;
  pthread_mutex_lock(&toy_queues);
  now = toy_events;
  pthread_mutex_unlock(&toy_queues);
  return now;
}

/* ---- shorter words ---- */

static ptc_stream new_stream(void) {
  ptc_stream out;
  OK(ptc_stream_new(PTC_PRIVATEUSE1, 0, 0, &out));
  return out;
}

static ptc_device_event new_event(bool timing) {
  ptc_device_event out;
  OK(ptc_device_event_new(PTC_PRIVATEUSE1, timing, &out));
  return out;
}

static void close_gate_on(ptc_stream stream, int gate) {
  set_open(gate, 0);
  OK(toy_launch(stream.device_index, stream.id, pass_gate, &gates[gate], NULL));
}

static void note_on(ptc_stream stream, int number) {
  OK(toy_launch(stream.device_index, stream.id, note, (void *)(intptr_t)number, NULL));
}

static bool is_done(ptc_stream stream) {
  bool out;
  OK(ptc_stream_query(stream, &out));
  return out;
}

static bool is_reached(ptc_device_event event) {
  bool out;
  OK(ptc_device_event_query(event, &out));
  return out;
}

static ptc_tensor ones_on(int32_t index) {
  const int64_t size[] = {4};
  ptc_options options = {0};
  ptc_tensor out;
  options.set = PTC_OPTION_DEVICE, options.device_type = PTC_PRIVATEUSE1, options.device_index = index;
  OK(ptc_ones(size, 1, &options, &out));
  return out;
}

static ptc_tensor moved(ptc_tensor x, int32_t type, bool non_blocking) {
  ptc_options options = {0};
  ptc_tensor out;
  options.set = PTC_OPTION_DEVICE, options.device_type = type, options.device_index = PTC_UNSET;
  OK(ptc__to_copy(x, &options, non_blocking, PTC_UNSET, &out));
  return out;
}

static void *address_of(ptc_tensor x) {
  void *out;
  OK(ptc_tensor_data_ptr(x, &out));
  return out;
}

static bool same(ptc_stream a, ptc_stream b) {
  return a.id == b.id && a.device_type == b.device_type && a.device_index == b.device_index;
}

/* ---- before there is a device ---- */

static void the_cpu(void) {
  ptc_stream stream, other;
  ptc_device_event event;
  ptc_tensor x = matrix((const float[]){1, 2}, 1, 2);
  int32_t type, index;
  double milliseconds;
  void *handle = x;
  bool done = false;
  OK(ptc_stream_new(PTC_CPU, PTC_UNSET, 3, &stream));
  OK(ptc_stream_default(PTC_CPU, 0, &other));
  IS(same(stream, other) && stream.id == 0 && stream.device_index == -1);
  OK(ptc_stream_current(PTC_CPU, PTC_UNSET, &other));
  OK(ptc_stream_set_current(other));
  OK(ptc_stream_query(stream, &done));
  OK(ptc_stream_synchronize(stream));
  OK(ptc_device_synchronize(PTC_CPU, PTC_UNSET));
  IS(done);
  FAILS(PTC_ERROR_RUNTIME, "native handle", ptc_stream_native_handle(stream, &handle));
  IS(!handle);
  FAILS(PTC_ERROR_NOT_IMPLEMENTED, "record_stream", ptc_record_stream(x, stream));
  OK(ptc_device_event_new(PTC_CPU, true, &event));
  IS(is_reached(event));
  OK(ptc_device_event_wait(event, stream));
  OK(ptc_device_event_device(event, &type, &index));
  IS(type == PTC_CPU && index == -1);
  FAILS(PTC_ERROR_RUNTIME, "cpu backend doesn't support events", ptc_device_event_record(event, stream));
  FAILS(PTC_ERROR_VALUE, "must be recorded", ptc_device_event_elapsed(event, event, &milliseconds));
  ptc_device_event_close(event);
  ptc_device_event_close(NULL);
  ptc_tensor_close(x);
}

static void what_is_missing(void) {
  ptc_stream stream = {0, PTC_PRIVATEUSE1, 0};
  ptc_device_event event;
  bool cuda;
  int64_t count = 7;
  FAILS(PTC_ERROR_RUNTIME, "there is no device 'privateuseone'", ptc_stream_new(PTC_PRIVATEUSE1, 0, 0, &stream));
  IS(stream.id == 0 && stream.device_type == 0);
  stream.device_type = 99;
  FAILS(PTC_ERROR_VALUE, "unknown device type number 99", ptc_stream_synchronize(stream));
  FAILS(PTC_ERROR_RUNTIME, "built without devices 'mps'", ptc_device_event_new(PTC_MPS, false, &event));
  FAILS(PTC_ERROR_VALUE, "there are 1 devices 'cpu', got 5", ptc_stream_default(PTC_CPU, 5, &stream));
  FAILS(PTC_ERROR_TYPE, "argument 'self': an event is needed, got NULL", ptc_device_event_synchronize(NULL));
  FAILS(PTC_ERROR_VALUE, "output pointer is NULL", ptc_device_event_new(PTC_CPU, false, NULL));
  FAILS(PTC_ERROR_RUNTIME, "there is no device of the host's own", toy_register_streams());
  OK(ptc_cuda_is_available(&cuda));
  if (cuda) return;
  FAILS(PTC_ERROR_RUNTIME, "CUDA", ptc_stream_new(PTC_CUDA, 0, 0, &stream));
  FAILS(PTC_ERROR_RUNTIME, "CUDA", ptc_device_event_new(PTC_CUDA, false, &event));
  OK(ptc_accelerator_device_count(&count));
  IS(count == 0);
}

/* ---- a device without streams: everything is done at once ---- */

static int64_t room = INT64_MAX;
static ptc_error allocate(void *context, int64_t nbytes, int32_t index, void **out) {
  int64_t used;
  pthread_mutex_lock(&toy_lock);
  used = toy_bytes;
  pthread_mutex_unlock(&toy_lock);
  if (used + nbytes <= room) return toy_allocate(context, nbytes, index, out);
  pthread_mutex_lock(&gates_lock);
  ++failed_allocations;
  pthread_cond_broadcast(&gates_changed);
  pthread_mutex_unlock(&gates_lock);
  return ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "the toy box is full");
}

static void without_streams(void) {
  ptc_stream stream, other;
  ptc_device_event event, end;
  double milliseconds;
  OK(ptc_backend_rename("toy"));
  OK(ptc_backend_register(2, allocate, toy_free, toy_copy, NULL, NULL));
  stream = new_stream();
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &other));
  IS(same(stream, other) && is_done(stream));
  OK(ptc_stream_synchronize(stream));
  event = new_event(true), end = new_event(true);
  OK(ptc_device_event_record(event, stream));
  OK(ptc_device_event_record(end, stream));
  OK(ptc_device_event_wait(event, stream));
  OK(ptc_device_event_synchronize(event));
  IS(is_reached(event));
  FAILS(PTC_ERROR_NOT_IMPLEMENTED, "no streams", ptc_device_event_elapsed(event, end, &milliseconds));
  ptc_device_event_close(event), ptc_device_event_close(end);
}

static void it_is_registered_once(void) {
  FAILS(PTC_ERROR_VALUE, "argument 'event_wait': a function is needed, got NULL",
        ptc_backend_register_streams(toy_stream_new, toy_stream_query, toy_stream_synchronize, toy_stream_copy,
                                     toy_event_record, NULL, toy_event_query, toy_event_synchronize, toy_event_elapsed,
                                     toy_event_close, NULL, destroy));
  IS(destroyed == 1);
  OK(toy_register_streams());
  FAILS(PTC_ERROR_RUNTIME, "the devices 'toy' have streams already",
        ptc_backend_register_streams(toy_stream_new, toy_stream_query, toy_stream_synchronize, toy_stream_copy,
                                     toy_event_record, toy_event_wait, toy_event_query, toy_event_synchronize,
                                     toy_event_elapsed, toy_event_close, NULL, destroy));
  IS(destroyed == 2);
}

/* ---- streams ---- */

static void a_pool_has_32_streams(void) {
  ptc_stream found[34], odd = {12345, PTC_PRIVATEUSE1, 0};
  void *handle;
  int i, j;
  for (i = 0; i < 34; ++i) OK(ptc_stream_new(PTC_PRIVATEUSE1, 1, -100, &found[i]));
  for (i = 0; i < 32; ++i)
    for (j = 0; j < i; ++j) IS(!same(found[i], found[j]));
  IS(same(found[0], found[32]) && same(found[1], found[33]));
  IS(toy_priority == -8 && found[0].device_index == 1);
  OK(ptc_stream_native_handle(found[0], &handle));
  IS(handle == (void *)(intptr_t)found[0].id);
  FAILS(PTC_ERROR_VALUE, "the device toy:0 has no stream 12345", ptc_stream_query(odd, &(bool){false}));
  found[0].device_index = 0; /* a stream of the other device */
  FAILS(PTC_ERROR_VALUE, "the device toy:0 has no stream", ptc_stream_set_current(found[0]));
  FAILS(PTC_ERROR_VALUE, "there are 2 devices 'toy', got 2", ptc_stream_current(PTC_PRIVATEUSE1, 2, &odd));
  FAILS(PTC_ERROR_VALUE, "argument 'priority'", ptc_stream_new(PTC_PRIVATEUSE1, 0, INT64_MAX, &odd));
}

static void work_of_a_stream_runs_in_order(void) {
  ptc_stream stream = new_stream();
  ptc_device_event event = new_event(false);
  close_gate_on(stream, 0);
  note_on(stream, 1), note_on(stream, 2), note_on(stream, 3);
  OK(ptc_device_event_record(event, stream));
  IS(!is_done(stream) && !is_reached(event) && log_is(NULL, 0));
  set_open(0, 1);
  OK(ptc_stream_synchronize(stream));
  IS(is_done(stream) && is_reached(event) && log_is((const int[]){1, 2, 3}, 3));
  ptc_device_event_close(event);
}

static void a_stream_waits_for_an_event_of_another(void) {
  ptc_stream a = new_stream(), b = new_stream(), c = new_stream();
  ptc_device_event event = new_event(false);
  void *before, *now;
  OK(ptc_device_event_native_handle(event, &before));
  close_gate_on(a, 0);
  note_on(a, 1);
  OK(ptc_device_event_record(event, a));
  OK(ptc_device_event_wait(event, b));
  note_on(b, 2);
  note_on(c, 3);
  OK(ptc_stream_synchronize(c)); /* the third waits for nobody */
  IS(log_is((const int[]){3}, 1) && !is_done(b));
  set_open(0, 1);
  OK(ptc_device_event_synchronize(event));
  OK(ptc_stream_synchronize(b));
  IS(log_is((const int[]){1, 2}, 2));
  OK(ptc_device_event_native_handle(event, &now));
  IS(!before && now);
  ptc_device_event_close(event);
}

static void who_waits_for_a_mark_is_not_held_by_the_next(void) {
  ptc_stream a = new_stream(), b = new_stream();
  ptc_device_event event = new_event(false);
  close_gate_on(a, 0);
  OK(ptc_device_event_record(event, a));
  OK(ptc_device_event_wait(event, b));
  note_on(b, 1);
  close_gate_on(a, 1);
  OK(ptc_device_event_record(event, a));
  set_open(0, 1);
  OK(ptc_stream_synchronize(b));
  IS(log_is((const int[]){1}, 1) && !is_reached(event));
  set_open(1, 1);
  OK(ptc_device_event_synchronize(event));
  IS(is_reached(event));
  ptc_device_event_close(event);
}

static void events_have_a_device_and_a_time(void) {
  ptc_stream a = new_stream(), other;
  ptc_device_event begin = new_event(true), end = new_event(true), plain = new_event(false);
  double milliseconds = -1, back;
  int32_t type, index;
  OK(ptc_stream_new(PTC_PRIVATEUSE1, 1, 0, &other));
  OK(ptc_device_event_record(begin, a));
  close_gate_on(a, 0);
  OK(ptc_device_event_record(end, a));
  OK(ptc_device_event_record(plain, a));
  FAILS(PTC_ERROR_RUNTIME, "must be completed", ptc_device_event_elapsed(begin, end, &milliseconds));
  set_open(0, 1);
  OK(ptc_stream_synchronize(a));
  OK(ptc_device_event_elapsed(begin, end, &milliseconds));
  OK(ptc_device_event_elapsed(end, begin, &back));
  IS(milliseconds > 0 && back == -milliseconds);
  OK(ptc_device_event_elapsed(end, end, &milliseconds));
  IS(milliseconds == 0);
  FAILS(PTC_ERROR_VALUE, "enable_timing", ptc_device_event_elapsed(begin, plain, &milliseconds));
  OK(ptc_device_event_device(begin, &type, &index));
  IS(type == PTC_PRIVATEUSE1 && index == 0);
  FAILS(PTC_ERROR_RUNTIME, "the event has marks on device 0", ptc_device_event_record(begin, other));
  OK(ptc_device_event_wait(begin, other)); /* but who waits may be on any */
  OK(ptc_device_synchronize(PTC_PRIVATEUSE1, 1));
  other.device_type = PTC_CPU, other.device_index = -1;
  FAILS(PTC_ERROR_RUNTIME, "does not match", ptc_device_event_record(begin, other));
  ptc_device_event_close(begin), ptc_device_event_close(end), ptc_device_event_close(plain);
  IS(events() == 0);
}

static void *looks_at_its_stream(void *out) {
  OK(ptc_stream_current(PTC_PRIVATEUSE1, 0, out));
  return NULL;
}

static void each_thread_has_its_current_stream(void) {
  ptc_stream mine = new_stream(), first, theirs, there;
  pthread_t thread;
  int64_t device;
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &first));
  OK(ptc_stream_set_current(mine));
  OK(ptc_stream_current(PTC_PRIVATEUSE1, 0, &there));
  IS(same(there, mine));
  IS(!pthread_create(&thread, NULL, looks_at_its_stream, &theirs) && !pthread_join(thread, NULL));
  IS(same(theirs, first));
  OK(ptc_stream_new(PTC_PRIVATEUSE1, 1, 0, &there));
  OK(ptc_stream_set_current(there)); /* of another device, which does not become the current one */
  OK(ptc_backend_current_device(&device));
  OK(ptc_stream_current(PTC_PRIVATEUSE1, PTC_UNSET, &theirs));
  IS(device == 0 && same(theirs, mine));
  OK(ptc_stream_set_current(first));
  first.device_index = 1;
  OK(ptc_stream_set_current(first));
}

static void an_error_arrives_when_somebody_waits(void) {
  ptc_stream a = new_stream(), b = new_stream();
  OK(toy_launch(0, a.id, break_down, "the first kernel broke down", NULL));
  OK(toy_launch(0, a.id, break_down, "so did the second", NULL));
  note_on(a, 1);
  OK(ptc_stream_synchronize(b)); /* not on another stream */
  FAILS(PTC_ERROR_RUNTIME, "the first kernel broke down", ptc_stream_synchronize(a));
  OK(ptc_stream_synchronize(a)); /* once */
  IS(log_is((const int[]){1}, 1));
  OK(toy_launch(0, b.id, break_down, "the third broke down", NULL));
  FAILS(PTC_ERROR_RUNTIME, "the third broke down", ptc_device_synchronize(PTC_PRIVATEUSE1, PTC_UNSET));
  OK(ptc_device_synchronize(PTC_PRIVATEUSE1, 0));
}

/* ---- copies ---- */

static void copies_go_on_the_current_stream(void) {
  ptc_stream stream = new_stream(), first;
  ptc_tensor x, y, host, later;
  const float *numbers;
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &first));
  host = matrix((const float[]){1, 2, 3, 4}, 2, 2);
  x = moved(host, PTC_PRIVATEUSE1, false);
  OK(ptc_stream_set_current(stream));
  close_gate_on(stream, 0);
  OK(ptc_clone(x, PTC_UNSET, &y));
  later = moved(y, PTC_CPU, true);
  numbers = address_of(later);
  IS(!is_done(stream));
  ptc_tensor_close(y); /* which the copy reads yet */
  OK(ptc_stream_set_current(first));
  set_open(0, 1);
  OK(ptc_stream_synchronize(stream));
  IS(numbers[0] == 1 && numbers[3] == 4);
  ptc_tensor_close(x), ptc_tensor_close(later), ptc_tensor_close(host);
  IS(blocks() == 0);
}

static void memory_of_the_host_stays_until_it_was_copied(void) {
  ptc_stream stream = new_stream(), first;
  ptc_tensor host = matrix((const float[]){1, 2, 3, 4}, 2, 2), there;
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &first));
  OK(ptc_stream_set_current(stream));
  close_gate_on(stream, 0);
  there = moved(host, PTC_PRIVATEUSE1, true);
  ptc_tensor_close(host);
  set_open(0, 1);
  IS(total(there) == 10);
  ptc_tensor_close(there);
  host = ones_on(0);
  close_gate_on(stream, 0);
  there = moved(host, PTC_CPU, true);
  ptc_tensor_close(there), ptc_tensor_close(host); /* the memory that is written to */
  set_open(0, 1);
  OK(ptc_stream_synchronize(stream));
  OK(ptc_stream_set_current(first));
  IS(blocks() == 0 && events() == 0);
}

static void a_copy_between_devices_is_in_order_on_both(void) {
  ptc_stream there;
  ptc_tensor from = ones_on(0), to = ones_on(1), doubled;
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 1, &there));
  OK(ptc_add_Tensor(from, from, (ptc_scalar){PTC_SCALAR_INT, 1, 0, 0}, &doubled));
  close_gate_on(there, 0); /* the target's stream still works: nothing may be overwritten before */
  OK(ptc_copy_(to, doubled, true));
  IS(!is_done(there));
  set_open(0, 1);
  IS(total(to) == 8);
  ptc_tensor_close(from), ptc_tensor_close(to), ptc_tensor_close(doubled);
  OK(ptc_device_synchronize(PTC_PRIVATEUSE1, 0));
  OK(ptc_device_synchronize(PTC_PRIVATEUSE1, 1));
  IS(blocks() == 0 && events() == 0);
}

/* ---- memory ---- */

static ptc_error fill(void *data) { /* faults where the memory is no more */
  static const float sevens[4] = {7, 7, 7, 7};
  return toy_copy(NULL, data, 0, sevens, PTC_UNSET, sizeof sevens);
}

static void memory_is_freed_when_its_streams_are_done(void) {
  ptc_stream stream = new_stream(), other = new_stream(), first;
  ptc_tensor x;
  int64_t bytes;
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &first));
  OK(ptc_stream_set_current(stream));
  x = ones_on(0); /* on its own stream it needs no word */
  close_gate_on(stream, 0);
  OK(toy_launch(0, stream.id, fill, address_of(x), NULL));
  ptc_tensor_close(x);
  IS(blocks() == 1);
  OK(ptc_backend_allocated_bytes(0, &bytes));
  IS(bytes == 16);
  set_open(0, 1);
  OK(ptc_stream_synchronize(stream));
  IS(blocks() == 0);
  x = ones_on(0); /* and on another it does */
  close_gate_on(other, 0);
  OK(ptc_record_stream(x, other));
  OK(toy_launch(0, other.id, fill, address_of(x), NULL));
  ptc_tensor_close(x);
  OK(ptc_stream_synchronize(stream));
  IS(blocks() == 1);
  set_open(0, 1);
  OK(ptc_stream_synchronize(other));
  IS(blocks() == 0);
  x = ones_on(0); /* what nobody uses is freed at once */
  ptc_tensor_close(x);
  IS(blocks() == 0 && events() == 0);
  OK(ptc_stream_set_current(first));
}

static void *opens_when_memory_is_short(void *gate) {
  pthread_mutex_lock(&gates_lock);
  while (!failed_allocations) pthread_cond_wait(&gates_changed, &gates_lock);
  pthread_mutex_unlock(&gates_lock);
  set_open(*(int *)gate, 1);
  return NULL;
}

static void a_full_device_waits_for_what_comes_back(void) {
  ptc_stream first;
  ptc_tensor x = ones_on(0);
  pthread_t thread;
  int gate = 0;
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &first));
  close_gate_on(first, gate);
  room = 16;
  ptc_tensor_close(x);
  IS(!pthread_create(&thread, NULL, opens_when_memory_is_short, &gate));
  x = ones_on(0); /* there is room for one */
  IS(failed_allocations == 1 && blocks() == 1);
  IS(!pthread_join(thread, NULL));
  FAILS(PTC_ERROR_OUT_OF_MEMORY, "the toy box is full", ptc_clone(x, PTC_UNSET, &(ptc_tensor){NULL}));
  room = INT64_MAX;
  ptc_tensor_close(x);
  IS(blocks() == 0);
}

static void what_is_recorded_is_checked(void) {
  ptc_stream cpu, first;
  ptc_tensor x = ones_on(0), host = moved(x, PTC_CPU, false);
  OK(ptc_stream_default(PTC_CPU, 0, &cpu));
  OK(ptc_stream_default(PTC_PRIVATEUSE1, 0, &first));
  FAILS(PTC_ERROR_VALUE, "argument 'stream': it is of cpu, and the tensor is on toy:0", ptc_record_stream(x, cpu));
  FAILS(PTC_ERROR_VALUE, "argument 'stream'", ptc_record_stream(host, first));
  FAILS(PTC_ERROR_TYPE, "argument 'tensor'", ptc_record_stream(NULL, first));
  ptc_tensor_close(x), ptc_tensor_close(host);
}

/* ---- closing on other threads ---- */

static void *closes_event(void *event) {
  ptc_device_event_close(event);
  return NULL;
}
static void *closes_tensor(void *tensor) {
  ptc_tensor_close(tensor);
  return NULL;
}
static void close_on_the_worker(void *tensor) { ptc_tensor_close(tensor); }
static ptc_error nothing(void *argument) { return (void)argument, NULL; }

static void anything_closes_on_any_thread(void) {
  ptc_stream a = new_stream(), b = new_stream();
  ptc_device_event event = new_event(false);
  ptc_tensor x = ones_on(0), y = ones_on(0);
  pthread_t threads[2];
  close_gate_on(a, 0);
  OK(ptc_device_event_record(event, a));
  OK(ptc_device_event_wait(event, b));
  note_on(b, 1);
  OK(ptc_record_stream(x, a));
  OK(toy_launch(0, a.id, nothing, y, close_on_the_worker));    /* on the stream's own */
  IS(!pthread_create(&threads[0], NULL, closes_event, event)); /* though b waits for it */
  IS(!pthread_create(&threads[1], NULL, closes_tensor, x));
  IS(!pthread_join(threads[0], NULL) && !pthread_join(threads[1], NULL));
  IS(!is_done(b));
  set_open(0, 1);
  OK(ptc_stream_synchronize(b));
  OK(ptc_stream_synchronize(a));
  OK(ptc_device_synchronize(PTC_PRIVATEUSE1, 0));
  IS(log_is((const int[]){1}, 1) && blocks() == 0 && events() == 0);
}

/* ---- the accelerator ---- */

static void the_accelerator_is_this_device(void) {
  const int64_t floats = (int64_t)1 << PTC_FLOAT32;
  ptc_tensor x;
  int64_t found, before;
  int32_t type;
  char *json;
  OK(ptc_accelerator_type(&type));
  OK(ptc_accelerator_device_count(&found));
  IS(type == PTC_PRIVATEUSE1 && found == 2);
  OK(ptc_accelerator_exchange_device(1, &before));
  OK(ptc_accelerator_current_device(&found));
  IS(before == 0 && found == 1);
  OK(ptc_accelerator_maybe_exchange_device(PTC_UNSET, &before));
  OK(ptc_accelerator_set_device(-1));
  OK(ptc_accelerator_current_device(&found));
  IS(before == 1 && found == 1);
  OK(ptc_accelerator_set_device(0));
  FAILS(PTC_ERROR_VALUE, "there are 2 devices 'toy', got 2", ptc_accelerator_set_device(2));
  OK(ptc_accelerator_dtypes(PTC_UNSET, &found));
  IS(found & floats);
  OK(ptc_accelerator_reset_memory_stats(0, true));
  x = ones_on(0);
  OK(ptc_accelerator_memory_stats(0, &json));
  IS(strstr(json, "\"allocated_bytes.all.current\": 16,") && strstr(json, "\"allocated_bytes.all.peak\": 16,"));
  ptc_string_free(json);
  ptc_tensor_close(x);
  OK(ptc_accelerator_empty_cache());
  OK(ptc_accelerator_empty_host_cache());
  FAILS(PTC_ERROR_NOT_IMPLEMENTED, "getMemoryInfo", ptc_accelerator_memory_info(0, &found, &before));
}

int main(void) {
  the_cpu();
  what_is_missing();
  without_streams();
  it_is_registered_once();
  a_pool_has_32_streams();
  work_of_a_stream_runs_in_order();
  a_stream_waits_for_an_event_of_another();
  who_waits_for_a_mark_is_not_held_by_the_next();
  events_have_a_device_and_a_time();
  each_thread_has_its_current_stream();
  an_error_arrives_when_somebody_waits();
  copies_go_on_the_current_stream();
  memory_of_the_host_stays_until_it_was_copied();
  a_copy_between_devices_is_in_order_on_both();
  memory_is_freed_when_its_streams_are_done();
  a_full_device_waits_for_what_comes_back();
  what_is_recorded_is_checked();
  anything_closes_on_any_thread();
  the_accelerator_is_this_device();
  return done("streams");
}
