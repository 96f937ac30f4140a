/* The profiler: what ran comes out with names, times, shapes and memory; and each
   wrong order of calls is a sentence. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static char path[64];

/* Versions of libtorch differ in what they keep. */
static bool is_since(int minor) {
  int found = 0;
  IS(sscanf(ptc_running_version(), "2.%d", &found) == 1);
  return found >= minor;
}

static void work(void) {
  static const float data[6] = {1, 2, 3, 4, 5, 6};
  ptc_tensor a = matrix(data, 2, 3), b, c, s;
  ptc_record record;
  OK(ptc_record_begin("a range", NULL, &record));
  OK(ptc_tensor_set_requires_grad(a, true));
  OK(ptc_t(a, &b));
  OK(ptc_mm(a, b, &c));
  ptc_record_close(record);
  OK(ptc_sum(c, PTC_UNSET, &s));
  OK(ptc_tensor_backward(s, NULL, false, false));
  IS(total(c) == 14 + 2 * 32 + 77);
  ptc_tensor_close(a);
  ptc_tensor_close(b);
  ptc_tensor_close(c);
  ptc_tensor_close(s);
}

static ptc_profile profile(int64_t flags) {
  ptc_profile out;
  OK(ptc_profiler_start(PTC_ACTIVITY_CPU, flags, NULL));
  work();
  OK(ptc_profiler_stop(&out));
  return out;
}

static int64_t find(ptc_profile self, const char *name, ptc_profile_event *event) {
  int64_t count, i;
  OK(ptc_profile_length(self, &count));
  for (i = 0; i < count; ++i) {
    OK(ptc_profile_event_at(self, i, event));
    if (!strcmp(event->name, name)) return i;
  }
  return -1;
}

static void events_of_a_pass(void) {
  ptc_profile found = profile(PTC_PROFILE_SHAPES | PTC_PROFILE_MEMORY | PTC_PROFILE_FLOPS | PTC_PROFILE_OVERLOADS);
  ptc_profile_event event, range, node;
  int64_t at, start, count, i, memory = 0, balance = 0;
  char *text;
  OK(ptc_profile_start(found, &start));
  at = find(found, "aten::mm", &event);
  IS(at >= 0 && event.start >= start && event.end > event.start && event.flops == 2 * 2 * 3 * 2);
  IS(event.scope == PTC_SCOPE_FUNCTION && event.device_type == PTC_CPU && !strcmp(event.activity, "cpu_op"));
  IS(event.sequence >= 0 && event.thread == event.end_thread && event.correlation > 0);
  OK(ptc_profile_event_details(found, at, &text));
  IS(strstr(text, "\"shapes\":[[2,3],[3,2]]") && strstr(text, "\"dtypes\":[\"float\",\"float\"]"));
  ptc_string_free(text);
  IS(find(found, "a range", &range) >= 0 && range.scope == PTC_SCOPE_USER_SCOPE);
  IS(range.start <= event.start && range.end >= event.end && !strcmp(range.activity, "user_annotation"));
  IS(find(found, "MmBackward0", &node) >= 0 && node.scope == PTC_SCOPE_BACKWARD_FUNCTION);
  IS(node.sequence == event.sequence && node.start > event.end);
  OK(ptc_profile_length(found, &count));
  for (i = 0; i < count; ++i) {
    OK(ptc_profile_event_at(found, i, &event));
    if (strcmp(event.name, "[memory]")) continue;
    memory += event.bytes > 0;
    balance += event.bytes;
    OK(ptc_profile_event_details(found, i, &text));
    IS(strstr(text, "\"address\":\"0x"));
    ptc_string_free(text);
  }
  IS(memory >= 3 && balance <= 0);
  FAILS(PTC_ERROR_INDEX, "'index'", ptc_profile_event_at(found, count, &event));
  IS(event.name == NULL);
  FAILS(PTC_ERROR_INDEX, "'index'", ptc_profile_event_details(found, -1, &text));
  ptc_profile_close(found);
}

static void trace_file(void) {
  ptc_profile found;
  bool kineto;
  FILE *file;
  char start[2048], *text;
  OK(ptc_kineto_available(&kineto));
  if (!kineto) return;
  OK(ptc_profiler_prepare(PTC_ACTIVITY_CPU, PTC_PROFILE_SHAPES, "mine"));
  OK(ptc_profiler_add_metadata("prepared", "1"));
  OK(ptc_profiler_start(PTC_ACTIVITY_CPU, PTC_PROFILE_SHAPES, "mine"));
  OK(ptc_profiler_add_metadata("program", "\"profiler.c\""));
  work();
  OK(ptc_profiler_stop(&found));
  if (kineto && is_since(13)) {
    OK(ptc_profile_activities(found, &text));
    IS(strstr(text, "\"name\":\"aten::mm\",\"type\":\"cpu_op\"") && strstr(text, "\"duration\":"));
    ptc_string_free(text);
  }
  FAILS(PTC_ERROR_VALUE, "argument 'self'", ptc_profile_activities(NULL, &text));
  FAILS(PTC_ERROR_RUNTIME, "No such file", ptc_profile_save(found, "/no/such/folder/trace.json"));
  OK(ptc_profile_save(found, path));
  FAILS(PTC_ERROR_RUNTIME, "saved already", ptc_profile_save(found, path));
  FAILS(PTC_ERROR_RUNTIME, "was saved", ptc_profile_activities(found, &text));
  file = fopen(path, "r");
  IS(file);
  memset(start, 0, sizeof start);
  IS(fread(start, 1, sizeof start - 1, file) > 100 && strstr(start, "\"program\": \"profiler.c\"") &&
     strstr(start, "\"prepared\": 1"));
  IS(fclose(file) == 0 && unlink(path) == 0);
  ptc_profile_close(found);
}

/* A program in another language, with a module that has a parameter. */
static void calls_of_the_host(void) {
  static const float data[6] = {1, 2, 3, 4, 5, 6};
  const int64_t flags = PTC_PROFILE_STACK | PTC_PROFILE_CALLS | PTC_PROFILE_SHAPES | PTC_PROFILE_MEMORY;
  ptc_tensor w = matrix(data, 2, 3);
  ptc_profile_event main_event, module, native, product;
  int64_t outer, layer, step, quick;
  ptc_profile found;
  char *tree;
  FAILS(PTC_ERROR_RUNTIME, "no profile runs", ptc_profiler_call_new("f", "f.go", 1, NULL, NULL, 0, &outer));
  ptc_profiler_enter(1), ptc_profiler_leave(false), ptc_profiler_collect(true); /* nothing */
  OK(ptc_profiler_start(PTC_ACTIVITY_CPU, flags, NULL));
  OK(ptc_profiler_call_new("main", "main.go", 3, NULL, NULL, 0, &outer));
  OK(ptc_profiler_call_new("Forward", "layer.go", 7, "main", "main.go", 5, &layer));
  OK(ptc_profiler_call_new("Step", "sgd.go", 9, "main", "main.go", 6, &step));
  OK(ptc_profiler_call_new("memcpy", NULL, 0, "Forward", "layer.go", 8, &quick));
  FAILS(PTC_ERROR_VALUE, "neither a module's nor an optimizer's", ptc_profiler_call_add_parameter(outer, "w", w, NULL));
  FAILS(PTC_ERROR_INDEX, "argument 'call'", ptc_profiler_call_set_module(99, NULL, NULL, "Linear"));
  OK(ptc_profiler_call_set_module(layer, &layer, &outer, "Linear"));
  OK(ptc_profiler_call_add_parameter(layer, "weight", w, w));
  FAILS(PTC_ERROR_VALUE, "an optimizer's is needed", ptc_profiler_call_add_state(layer, "momentum", w));
  OK(ptc_profiler_call_set_optimizer(step, &step, &outer, "SGD"));
  FAILS(PTC_ERROR_VALUE, "with a parameter", ptc_profiler_call_add_state(step, "momentum", w));
  OK(ptc_profiler_call_add_parameter(step, "", w, NULL));
  OK(ptc_profiler_call_add_state(step, "momentum", w));
  ptc_profiler_leave(false); /* of what ran before: nothing is open */
  ptc_profiler_enter(outer);
  ptc_profiler_enter(layer);
  ptc_profiler_enter(quick), ptc_profiler_leave(true);
  work();
  ptc_profiler_leave(false);
  ptc_profiler_enter(step), ptc_profiler_leave(false);
  ptc_profiler_enter(12345); /* one that nobody has described */
  OK(ptc_profiler_stop(&found));
  if (is_since(12)) { /* before, calls are in the tree and the trace file alone */
    IS(find(found, "main.go(3): main", &main_event) >= 0 && !strcmp(main_event.activity, "python_function"));
    IS(find(found, "nn.Module: Linear_0", &module) >= 0 && find(found, "memcpy", &native) >= 0);
    IS(find(found, "aten::mm", &product) >= 0);
    IS(main_event.start <= module.start && module.start <= native.start && native.end <= product.start);
    IS(product.end <= module.end && module.end < main_event.end); /* it ran until the profile ended */
  }
  OK(ptc_profile_tree(found, &tree));
  IS(strstr(tree, "\"name\":\"memcpy\"") && strstr(tree, "\"name\":\"Linear\"") && strstr(tree, "\"momentum\""));
  IS(strstr(tree, "\"type\":\"PyCall\"") && strstr(tree, "\"type\":\"TorchOp\"") && strstr(tree, "\"sizes\":[2,3]"));
  ptc_string_free(tree);
  ptc_profile_close(found);
  FAILS(PTC_ERROR_VALUE, "argument 'self'", ptc_profile_tree(NULL, &tree));
  ptc_tensor_close(w);
}

static void *stop_it(void *nothing) {
  ptc_profile out;
  FAILS(PTC_ERROR_RUNTIME, "another thread", ptc_profiler_stop(&out));
  IS(out == NULL);
  FAILS(PTC_ERROR_RUNTIME, "begun by another thread", ptc_profiler_start(PTC_ACTIVITY_CPU, 0, NULL));
  return nothing;
}

static void wrong_order(void) {
  int64_t activities;
  ptc_profile out;
  pthread_t thread;
  bool running;
  FAILS(PTC_ERROR_RUNTIME, "no profile runs", ptc_profiler_stop(&out));
  OK(ptc_profiler_add_metadata("a", "1")); /* of no profile */
  FAILS(PTC_ERROR_RUNTIME, "no profile runs", ptc_profiler_toggle(true, PTC_ACTIVITY_CPU));
  FAILS(PTC_ERROR_VALUE, "'activities'", ptc_profiler_start(0, 0, NULL));
  FAILS(PTC_ERROR_VALUE, "'activities'", ptc_profiler_start(64, 0, NULL));
  FAILS(PTC_ERROR_VALUE, "'activities'", ptc_profiler_start(PTC_ACTIVITY_HPU, 0, NULL));
  FAILS(PTC_ERROR_VALUE, "'flags'", ptc_profiler_start(PTC_ACTIVITY_CPU, 1 << 21, NULL));
  FAILS(PTC_ERROR_VALUE, "one at most", ptc_profiler_start(PTC_ACTIVITY_CPU, PTC_PROFILE_ITT | PTC_PROFILE_NVTX, NULL));
  FAILS(PTC_ERROR_VALUE, "'flags'", ptc_profiler_prepare(PTC_ACTIVITY_CPU, -1, NULL));
  OK(ptc_profiler_activities(&activities));
  IS(activities & PTC_ACTIVITY_CPU);
  OK(ptc_profiler_start(PTC_ACTIVITY_CPU, 0, NULL));
  OK(ptc_profiler_running(&running));
  IS(running);
  OK(ptc_profiler_stopped_early(&running));
  IS(!running); /* there is no device */
  FAILS(PTC_ERROR_RUNTIME, "begun by this thread", ptc_profiler_start(PTC_ACTIVITY_CPU, 0, NULL));
  FAILS(PTC_ERROR_RUNTIME, "a profile runs already", ptc_profiler_prepare(PTC_ACTIVITY_CPU, 0, NULL));
  IS(pthread_create(&thread, NULL, stop_it, NULL) == 0 && pthread_join(thread, NULL) == 0);
  OK(ptc_profiler_toggle(false, PTC_ACTIVITY_CPU));
  work();
  OK(ptc_profiler_toggle(true, PTC_ACTIVITY_CPU));
  OK(ptc_profiler_stop(&out));
  ptc_profile_close(out);
  OK(ptc_profiler_running(&running));
  IS(!running);
  OK(ptc_profiler_step());
}

static void inputs_of_a_range(void) {
  static const float data[2] = {1, 2};
  ptc_tensor x = matrix(data, 1, 2);
  ptc_value items[2] = {{.kind = PTC_VALUE_TENSOR, .p = x}, {.kind = PTC_VALUE_INT, .i = 7}};
  ptc_value word[2] = {{.kind = PTC_VALUE_STRING, .p = "repeat", .len = PTC_UNSET}, {.kind = PTC_VALUE_INT, .i = 3}};
  ptc_value inputs = {.kind = PTC_VALUE_LIST, .p = items, .len = 1};
  ptc_value tuple = {.kind = PTC_VALUE_TUPLE, .p = items, .len = 2};
  ptc_value keywords = {.kind = PTC_VALUE_DICT, .p = word, .len = 1};
  ptc_profile_event event;
  ptc_record record;
  ptc_profile found;
  char *text;
  OK(ptc_record_begin_values("unseen", &tuple, &keywords, &record));
  IS(record == NULL);
  OK(ptc_profiler_start(PTC_ACTIVITY_CPU, PTC_PROFILE_SHAPES, NULL));
  OK(ptc_record_begin_values("given", &tuple, &keywords, &record));
  ptc_record_close(record);
  OK(ptc_record_begin_values("list", &inputs, NULL, &record));
  ptc_record_close(record);
  FAILS(PTC_ERROR_VALUE, "argument 'inputs'", ptc_record_begin_values("number", &items[1], NULL, &record));
  FAILS(PTC_ERROR_TYPE, "argument 'keywords'", ptc_record_begin_values("tuple", NULL, &tuple, &record));
  OK(ptc_profiler_stop(&found));
  OK(ptc_profile_event_details(found, find(found, "given", &event), &text));
  IS(strstr(text, "\"shapes\":[[1,2],[]]") && strstr(text, "\"repeat\":3"));
  ptc_string_free(text);
  OK(ptc_profile_event_details(found, find(found, "list", &event), &text));
  IS(strstr(text, "\"shapes\":[[1,2]]"));
  ptc_string_free(text);
  ptc_profile_close(found);
  ptc_tensor_close(x);
}

static void chosen_kinds_and_marks(void) {
  ptc_profile found;
  char *text;
  bool kineto, marks, cuda;
  ptc_profile_event node;
  OK(ptc_kineto_available(&kineto));
  FAILS(PTC_ERROR_VALUE, "'activity'", ptc_profiler_choose(0, "CPU_OP"));
  FAILS(PTC_ERROR_TYPE, "'kinds'", ptc_profiler_choose(PTC_ACTIVITY_CPU, NULL));
  if (!is_since(12)) {
    OK(ptc_profiler_choose(PTC_ACTIVITY_CPU, "CPU_OP"));
    FAILS(PTC_ERROR_NOT_IMPLEMENTED, "no choice", ptc_profiler_prepare(PTC_ACTIVITY_CPU, 0, NULL));
  } else if (kineto) {
    OK(ptc_profiler_choose(PTC_ACTIVITY_CPU, "NOTHING"));
    FAILS(PTC_ERROR_VALUE, "'flags'", ptc_profiler_prepare(PTC_ACTIVITY_CPU, -1, NULL));
    OK(ptc_profiler_prepare(PTC_ACTIVITY_CPU, 0, NULL)); /* which has forgotten it */
    OK(ptc_profiler_choose(PTC_ACTIVITY_CPU, "GPU_MEMCPY"));
    FAILS(PTC_ERROR_RUNTIME, "GPU_MEMCPY", ptc_profiler_prepare(PTC_ACTIVITY_CPU, 0, NULL));
    OK(ptc_profiler_choose(PTC_ACTIVITY_CPU, "CPU_OP\nUSER_ANNOTATION"));
  }
  ptc_profile_close(profile(0));
  OK(ptc_profiler_start(0, PTC_PROFILE_ITT, NULL));
  work();
  OK(ptc_profiler_stop(&found));
  ptc_profile_close(found);
  OK(ptc_context_has("cuda", &cuda));
  if (!cuda) {
    FAILS(PTC_ERROR_NOT_IMPLEMENTED, "with CUDA", ptc_profiler_start(PTC_ACTIVITY_CPU, PTC_PROFILE_CUDA_EVENTS, NULL));
    FAILS(PTC_ERROR_RUNTIME, "without CUDA", ptc_profiler_start(0, PTC_PROFILE_NVTX, NULL));
  }
  FAILS(PTC_ERROR_VALUE, "'name'", ptc_profiler_set("everything", true));
  OK(ptc_profiler_set("forward_backward", false));
  found = profile(0);
  IS(find(found, "MmBackward0", &node) >= 0 && node.flow_id == 0);
  ptc_profile_close(found);
  OK(ptc_profiler_set("forward_backward", true));
  found = profile(0);
  IS(find(found, "MmBackward0", &node) >= 0 && (node.flow_id > 0 || !is_since(13) || !kineto));
  ptc_profile_close(found);
  OK(ptc_itt_available(&marks));
  if (marks) {
    OK(ptc_itt_mark("moment"));
    OK(ptc_itt_range_push("range"));
    OK(ptc_itt_range_pop());
  } else FAILS(PTC_ERROR_NOT_IMPLEMENTED, "Intel's tools", ptc_itt_range_push("range"));
  FAILS(PTC_ERROR_TYPE, "'text'", ptc_itt_mark(NULL));
  OK(ptc_demangle("N2at6TensorE", &text));
  IS(!strcmp(text, "at::Tensor"));
  ptc_string_free(text);
  OK(ptc_demangle("aten::add", &text));
  IS(!strcmp(text, "aten::add"));
  ptc_string_free(text);
}

static void one_after_the_other(void) {
  int i;
  for (i = 0; i < 20; ++i) {
    ptc_profile_event event;
    ptc_profile found = profile(i % 2 ? PTC_PROFILE_ALL & ~(PTC_PROFILE_TRACE_ONLY | PTC_PROFILE_PYTHON_GC) : 0);
    IS(find(found, "aten::mm", &event) >= 0);
    ptc_profile_close(found);
  }
}

static void execution_trace(void) {
  FILE *file;
  FAILS(PTC_ERROR_RUNTIME, "no execution trace", ptc_execution_trace_enable(true));
  OK(ptc_execution_trace_end());
  FAILS(PTC_ERROR_RUNTIME, "No such file", ptc_execution_trace_open("/no/such/folder/trace.json"));
  OK(ptc_execution_trace_open(path));
  FAILS(PTC_ERROR_RUNTIME, "open already", ptc_execution_trace_open(path));
  OK(ptc_execution_trace_enable(true));
  work();
  OK(ptc_execution_trace_enable(false));
  OK(ptc_execution_trace_end());
  file = fopen(path, "r");
  IS(file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 500);
  IS(fclose(file) == 0 && unlink(path) == 0);
}

int main(void) {
  OK(ptc_require_abi(PTC_ABI_VERSION));
  snprintf(path, sizeof path, "/tmp/pytorch_c-trace-%d.json", (int)getpid());
  events_of_a_pass();
  trace_file();
  calls_of_the_host();
  wrong_order();
  inputs_of_a_range();
  chosen_kinds_and_marks();
  one_after_the_other();
  execution_trace();
  return done("profiler");
}
