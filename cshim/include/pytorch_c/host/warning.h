/* Warnings: what libtorch has to say about a call that goes on. */
#ifndef PYTORCH_C_WARNING_H
#define PYTORCH_C_WARNING_H

#include <pytorch_c/types.h>

PTC_BEGIN

enum ptc_warning_kind { PTC_WARNING_USER = 1, PTC_WARNING_DEPRECATION = 2 };

typedef void (*ptc_warning_fn)(void *context, int32_t kind, const char *message, PTC_OPTIONAL const char *file,
                               int64_t line);
/* From now on handler(context, kind, message, file, line) gets libtorch's
   warnings instead of stderr, those of every thread; NULL: stderr again.  The
   texts live during the call; file and line are of libtorch's source, NULL and
   0 where they are not known.  destroy(context) runs once: when another handler
   takes its place and no thread is in this one, or when this function fails.

   The handler runs on the thread that warns, in the middle of an operator and
   maybe under a lock of libtorch's: let it note the warning, and the host show
   it when the call has returned.  A warning that comes while a thread is in the
   handler goes to stderr.  Where torch's own Python package runs in the same
   process, the warnings of its calls stay with it. */
PTC_NODISCARD ptc_error ptc_set_warning_handler(PTC_OPTIONAL ptc_warning_fn handler, void *context,
                                                ptc_destroy_fn destroy);

/* Sets whether a warning that libtorch gives once in a process comes each time
   (torch.set_warn_always). */
PTC_NODISCARD ptc_error ptc_set_warn_always(bool enabled);
/* True if a warning that libtorch gives once in a process comes each time. */
PTC_NODISCARD ptc_error ptc_warn_always(PTC_OUT bool *out);

PTC_END

#endif
