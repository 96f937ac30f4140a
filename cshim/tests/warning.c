/* Warnings: the handler gets those of every thread, its context is destroyed
   once, and without one they go to stderr, where the last two of this are. */
#include "check.h"

#include <pthread.h>

typedef struct {
  int calls, destroyed, nested;
  char message[512];
  int32_t kind;
} Seen;

static void warn(void) {
  static const float one = 1;
  ptc_tensor x = matrix(&one, 1, 1), out;
  OK(ptc_std(x, true, &out)); /* of one number: no degree of freedom */
  IS(total(x) == 1 && number(out) != number(out));
  ptc_tensor_close(x);
  ptc_tensor_close(out);
}

static void see(void *context, int32_t kind, const char *message, const char *file, int64_t line) {
  Seen *seen = (Seen *)context;
  IS(seen->destroyed == 0);
  IS(file && strstr(file, ".cpp") && line > 0);
  seen->calls++;
  seen->kind = kind;
  strncpy(seen->message, message, sizeof seen->message - 1);
  if (seen->nested) warn(); /* to stderr */
}

static void destroy(void *context) { ((Seen *)context)->destroyed++; }

static void *work(void *nothing) {
  warn();
  return nothing;
}

static void handler_sees_every_thread(void) {
  Seen first = {0, 0, 0, "", 0}, second = {0, 0, 1, "", 0}, third = {0, 0, 0, "", 0};
  pthread_t thread;
  OK(ptc_set_warning_handler(see, &first, destroy));
  warn();
  IS(first.calls == 1 && first.kind == PTC_WARNING_USER && strstr(first.message, "degrees of freedom"));
  IS(pthread_create(&thread, NULL, work, NULL) == 0 && pthread_join(thread, NULL) == 0);
  IS(first.calls == 2 && first.destroyed == 0);

  OK(ptc_set_warning_handler(see, &second, destroy));
  IS(first.destroyed == 1);
  warn();
  IS(first.calls == 2 && second.calls == 1);

  OK(ptc_set_warning_handler(NULL, &third, destroy));
  IS(second.destroyed == 1 && third.destroyed == 1);
  warn(); /* to stderr */
  IS(second.calls == 1 && third.calls == 0 && first.destroyed == 1);
}

static void once_or_always(void) {
  bool always;
  OK(ptc_warn_always(&always));
  IS(!always);
  OK(ptc_set_warn_always(true));
  OK(ptc_warn_always(&always));
  IS(always);
  FAILS(PTC_ERROR_VALUE, "output pointer", ptc_warn_always(NULL));
  OK(ptc_set_warn_always(false));
}

int main(void) {
  handler_sees_every_thread();
  once_or_always();
  return done("warning");
}
