/* What happens to the tensors that operators save for the backward pass (torch.autograd.graph.saved_tensors_hooks). */
#ifndef PYTORCH_C_SAVED_TENSORS_H
#define PYTORCH_C_SAVED_TENSORS_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* From now on, on the calling thread and until ptc_saved_tensors_hooks_pop, the host keeps what operators save:
   `pack` is given each such tensor, borrowed, under a number; `unpack` puts a tensor for that number into `out`
   whenever a backward pass wants it; `drop` says that the number will not be asked for again.  They run on the
   thread that computes, as hooks.h says of errors and handles; `destroy(context)` runs after the last of them.
   Fails while ptc_saved_tensors_hooks_disable holds. */
const char *ptc_saved_tensors_hooks_push(const char *(*pack)(void *context, int64_t id, ptc_tensor tensor),
                                         const char *(*unpack)(void *context, int64_t id, ptc_tensor *out),
                                         void (*drop)(void *context, int64_t id), void *context,
                                         void (*destroy)(void *context));
/* Ends what the last push on this thread began; what was packed stays so. */
const char *ptc_saved_tensors_hooks_pop(void);
/* On this thread a push fails with this message; NULL allows it again.  Fails while hooks are pushed. */
const char *ptc_saved_tensors_hooks_disable(const char *message);
/* That message, freed by ptc_string_free; NULL where hooks are allowed. */
const char *ptc_saved_tensors_hooks_disabled(const char **out);

PTC_END

#endif
