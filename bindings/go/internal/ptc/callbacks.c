#include "callbacks.h"

#include "_cgo_export.h"

static void release(void *context) { goRelease((uintptr_t)context); }

static ptc_error run_hook(void *context, ptc_tensor grad, ptc_tensor *out) {
  return goRunHook((uintptr_t)context, grad, out);
}

static ptc_error run_after(void *context, ptc_tensor self) { return goRunHook((uintptr_t)context, self, NULL); }

ptc_error go_register_hook(ptc_tensor self, uintptr_t id, bool after, ptc_hook *out) {
  if (after) return ptc_tensor_register_post_accumulate_grad_hook(self, run_after, (void *)id, release, out);
  return ptc_tensor_register_hook(self, run_hook, (void *)id, release, out);
}

go_tensor go_from_blob(void *data, const int64_t *size, int64_t len, int32_t dtype, uintptr_t id) {
  go_tensor r = {NULL, NULL};
  const ptc_options *options = GO_OPTIONS(dtype, PTC_UNSET, PTC_UNSET, PTC_UNSET);
  r.error = ptc_tensor_from_blob(data, size, len, NULL, 0, options, (void *)id, release, &r.out);
  return r;
}

ptc_error go_host_error(const char *message, uintptr_t id) {
  return ptc_error_new_with(PTC_ERROR_HOST, message, (void *)id, release);
}

static void run_pressure(void *context, int32_t level) {
  (void)context;
  goPressure(level);
}

ptc_error go_set_pressure(bool on) { return ptc_set_gc_callback(on ? run_pressure : NULL, NULL, NULL); }

/* GoTorch's flag of the thread that is in a loop: here the mark under which its tensors count. */
static __thread ptc_mark mark;

bool go_mark_is_set(void) { return mark != NULL; }

ptc_error go_mark_begin(void) {
  ptc_error error = ptc_mark_new(&mark);
  if (!error) ptc_mark_set(mark);
  return error;
}

go_counts go_mark_counts(void) {
  go_counts r = {0, 0};
  if (mark) r.tensors = ptc_mark_tensors(mark), r.bytes = ptc_mark_bytes(mark);
  return r;
}

void go_mark_end(void) {
  ptc_mark_set(NULL);
  ptc_mark_close(mark);
  mark = NULL;
}
