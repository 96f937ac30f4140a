/* Errors: what a failed call returns, and strings that the library gives out. */
#ifndef PYTORCH_C_ERROR_H
#define PYTORCH_C_ERROR_H

#include <pytorch_c/types.h>

PTC_BEGIN

enum ptc_error_kind {
  PTC_ERROR_NONE = 0,
  PTC_ERROR_RUNTIME = 1,
  PTC_ERROR_INDEX = 2,
  PTC_ERROR_VALUE = 3,
  PTC_ERROR_TYPE = 4,
  PTC_ERROR_NOT_IMPLEMENTED = 5,
  PTC_ERROR_OUT_OF_MEMORY = 6,
  PTC_ERROR_LINALG = 7,
  PTC_ERROR_BUFFER = 8,
  PTC_ERROR_SYNTAX = 9,
  PTC_ERROR_DISTRIBUTED = 10,
  PTC_ERROR_ACCELERATOR = 11,
  PTC_ERROR_HOST = 12,
  PTC_ERROR_SCRIPT = 16,     /* what a program of TorchScript raises */
  PTC_ERROR_INTERRUPTED = 17 /* ptc_interrupt_set */
};

/* The kind of an error; PTC_ERROR_NONE for NULL. */
int32_t ptc_error_kind(PTC_OPTIONAL ptc_error error);
/* The C++ stack where the error arose, or "" if it is not known.  Symbolized
   only here, which takes milliseconds; lives as long as the error. */
const char *ptc_error_backtrace(PTC_OPTIONAL ptc_error error);
/* An error of the host's own, for a callback to return.  NULL if there is no
   memory left for it. */
PTC_NODISCARD ptc_error ptc_error_new(int32_t kind, const char *message);
/* ptc_error_new with an object of the host's: its own exception, which
   ptc_error_context finds again in the error that the outer call returns.
   `destroy(context)` runs once, when the last error that carries it is freed,
   on that thread. */
PTC_NODISCARD ptc_error ptc_error_new_with(int32_t kind, const char *message, void *context, ptc_destroy_fn destroy);
/* The context that ptc_error_new_with was given; NULL for any other error.  Borrowed: it
   lives as long as the error. */
void *ptc_error_context(PTC_OPTIONAL ptc_error error);
/* Frees an error; NULL does nothing. */
void ptc_error_free(PTC_OPTIONAL ptc_error error);
/* Frees a `char *` that a function of this library gave as an output; NULL does nothing. */
void ptc_string_free(PTC_OPTIONAL char *string);

/* ---- interrupting: calls of one thread, from another or from a signal handler ---- */

/* The number of this thread in the functions below, as long as the thread lives;
   0 where a thousand threads have one. */
int64_t ptc_interrupt_thread(void);
/* Until ptc_interrupt_clear, a call of the thread fails with
   PTC_ERROR_INTERRUPTED where it next takes memory on the CPU: in the operator,
   backward pass or program that it is in, or in its next call.  0: each thread.
   An operator that takes no memory ends as always.  A signal handler may call
   both. */
void ptc_interrupt_set(int64_t thread);
void ptc_interrupt_clear(int64_t thread);
/* True if calls of the thread fail so; 0: of each thread. */
bool ptc_interrupted(int64_t thread);

PTC_END

#endif
