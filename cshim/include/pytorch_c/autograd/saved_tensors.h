/* Hooks on the tensors that operators save for the backward pass (torch.autograd.graph.saved_tensors_hooks). */
#ifndef PYTORCH_C_SAVED_TENSORS_H
#define PYTORCH_C_SAVED_TENSORS_H

#include <pytorch_c/types.h>

PTC_BEGIN

typedef ptc_error (*ptc_pack_fn)(void *context, int64_t id, ptc_tensor tensor);
typedef ptc_error (*ptc_unpack_fn)(void *context, int64_t id, PTC_OUT ptc_tensor *out);
typedef void (*ptc_drop_fn)(void *context, int64_t id);

/* From now on, on the calling thread and until ptc_saved_tensors_hooks_pop, the host keeps what operators save:
   `pack` is given each such tensor, borrowed, under a number; `unpack` puts a tensor for that number into `out`
   whenever a backward pass wants it; `drop` says that the number will not be asked for again.  They run on the
   thread that computes, as hooks.h says of errors and handles; `destroy(context)` runs after the last of them.
   Fails while ptc_saved_tensors_hooks_disable holds. */
PTC_NODISCARD ptc_error ptc_saved_tensors_hooks_push(ptc_pack_fn pack, ptc_unpack_fn unpack, ptc_drop_fn drop,
                                                     void *context, ptc_destroy_fn destroy);
/* Ends what the last push on this thread began; what was packed stays so. */
PTC_NODISCARD ptc_error ptc_saved_tensors_hooks_pop(void);
/* While `suspended`, what operators save on this thread is given to no hooks: a compiler that traces a program leaves
   them to its runs.  `before` gets what held until now. */
PTC_NODISCARD ptc_error ptc_saved_tensors_hooks_suspend(bool suspended, PTC_OUT bool *before);
/* On this thread a push fails with this message; NULL allows it again.  Fails while hooks are pushed. */
PTC_NODISCARD ptc_error ptc_saved_tensors_hooks_disable(PTC_OPTIONAL const char *message);
/* The message with which hooks are refused, freed by ptc_string_free; NULL where hooks are allowed. */
PTC_NODISCARD ptc_error ptc_saved_tensors_hooks_disabled(PTC_OUT_OPTIONAL char **out);

/* Registers a pair of hooks for one tensor that a node has saved already: by its name (ptc_node_saved_tensor_names) and
   position there, or for NULL by its position among those of the host's own function.  Fails where it has such
   functions. */
PTC_NODISCARD ptc_error ptc_node_saved_hooks(ptc_node self, PTC_OPTIONAL const char *name, int64_t index,
                                             ptc_pack_fn pack, ptc_unpack_fn unpack, ptc_drop_fn drop, void *context,
                                             ptc_destroy_fn destroy);

PTC_END

#endif
