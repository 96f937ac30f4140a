/* The host of libtorch: the language that runs operators when a mode or a tensor
   asks for it (torch's __torch_dispatch__), and whose objects stand for tensors.

   A process has one host, set once.  With torch in the same process, loaded before or
   after, both work: what concerns an object of the host goes to the host, all else to
   torch's Python (`owns` tells which is which).

   Callbacks run on any thread.  Those that return an error may fail: the error, made by
   ptc_error_new or ptc_error_new_with, is that of the operator that was called. */
#ifndef PYTORCH_C_HOST_H
#define PYTORCH_C_HOST_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- the host ---- */

/* Adds a reference to an object of the host's, or gives one back. */
typedef void (*ptc_host_count_fn)(void *context, void *object);
/* Adds a reference to the object that the pointer at `slot` names, unless the object is gone: it is then NULL, or names
   one that is being destroyed.  Read it under the host's lock. */
typedef bool (*ptc_host_try_keep_fn)(void *context, const void *slot);
/* Number of references to an object. */
typedef int64_t (*ptc_host_references_fn)(void *context, void *object);
/* True if an object is the host's, and not one of torch's Python. */
typedef bool (*ptc_host_owns_fn)(void *context, void *object);

/* Who is asked to run an operator. */
enum ptc_host_stage {
  PTC_HOST_MODE = 0,    /* the innermost mode, which is off until the callback returns */
  PTC_HOST_TENSORS = 1, /* the arguments that ask for it; `mode` is one that declined before, or NULL */
  PTC_HOST_KERNEL = 256 /* and more: the host's kernel for the dispatch key stage - PTC_HOST_KERNEL */
};

/* Runs an operator: `call` is for ptc_library_return, which takes its results, for ptc_library_redispatch, which
   runs it with what is below and takes the results from there, and for ptc_host_decline.  `args` are all
   arguments of the schema, as in a kernel (library.h); `defaults` tells of each whether it is the
   schema's default.

   What a wrapper tells of itself is asked in the same way, as an operator with the wrapper as argument:
   aten::sym_size, aten::sym_stride, aten::sym_numel, aten::sym_storage_offset, aten::size, aten::stride, aten::numel,
   aten::dim, aten::is_contiguous, aten::is_strides_like_format, aten::is_non_overlapping_and_dense, prim::device,
   prim::layout.  NONE as result means what the wrapper was made with. */
typedef ptc_error (*ptc_host_run_fn)(void *context, void *call, int32_t stage, PTC_OPTIONAL void *mode,
                                     const char *name, const char *overload, const ptc_value *args,
                                     const bool *defaults, int64_t args_len);

/* Makes the caller the host, once in a process and until its end: `destroy(context)` runs only where this fails.

   `python` says that its objects are those of the CPython in this process, so that torch's objects are counted by
   the same functions; a host of another language cannot share a process in which torch is the host already.

   From then on libtorch 2.13 counts as follows, for each tensor, storage and node that has an object
   (ptc_tensor_set_object): while libtorch holds it from two places or more, the object has one reference from
   there; `keep` runs as the number of holders goes from 1 to 2, `release` from 2 to 1.  The host's own handle is one
   of the holders.  Neither runs for those without an object. */
PTC_NODISCARD ptc_error ptc_host_set(bool python, ptc_host_count_fn keep, ptc_host_count_fn release,
                                     ptc_host_try_keep_fn try_keep, ptc_host_references_fn references,
                                     ptc_host_owns_fn owns, ptc_host_run_fn run, void *context, ptc_destroy_fn destroy);
/* True if there is a host. */
bool ptc_host_is_set(void);
/* Leaves the call to the next who may run it: the tensors after a mode, libtorch after a kernel of the
   host's.  Where nobody does, it is an error of the kind PTC_ERROR_TYPE. */
PTC_NODISCARD ptc_error ptc_host_decline(void *call);
/* True if the host is asked, on this thread, for a kernel of its own before each of libtorch's
   (PTC_HOST_KERNEL): torch's Python dispatcher.  `before` is what held until then. */
PTC_NODISCARD ptc_error ptc_host_kernels(bool asked, PTC_OUT bool *before);

/* ---- objects of tensors ---- */

/* The host's object of a tensor; NULL where it has none, or one of torch's Python.  Borrowed: to be called under
   the host's lock, while the object cannot be destroyed. */
void *ptc_tensor_object(PTC_OPTIONAL ptc_tensor self);
/* Makes an object that of a tensor, unless it has one: `out` is the object that it has then.  From here on the tensor
   counts as ptc_host_set says.  To be called under the host's lock. */
PTC_NODISCARD ptc_error ptc_tensor_set_object(ptc_tensor self, void *object, PTC_OUT void **out);
/* Takes the object of a tensor away, as it is destroyed; does nothing where it has another. */
void ptc_tensor_drop_object(PTC_OPTIONAL ptc_tensor self, PTC_OPTIONAL void *object);
/* Number of holders of a tensor: the handle is one. */
int64_t ptc_tensor_holders(PTC_OPTIONAL ptc_tensor self);

/* ---- modes: objects of the host's that are asked before all operators of a thread ---- */

/* The places of modes that a thread has one of each, under those that are pushed. */
enum ptc_host_infra { PTC_HOST_FAKE = 0, PTC_HOST_PROXY = 1, PTC_HOST_FUNCTIONAL = 2 };

/* Makes an object the innermost mode of this thread, and adds a reference to it. */
PTC_NODISCARD ptc_error ptc_host_mode_push(void *mode);
/* Takes the innermost mode away: `out` is the object with its reference. */
PTC_NODISCARD ptc_error ptc_host_mode_pop(PTC_OUT void **out);
/* Number of modes of this thread; those of the infra places count unless `only_pushed`. */
PTC_NODISCARD ptc_error ptc_host_mode_count(bool only_pushed, PTC_OUT int64_t *out);
/* The mode at an index, the outermost first; borrowed. */
PTC_NODISCARD ptc_error ptc_host_mode_at(int64_t index, PTC_OUT void **out);
/* The mode of an infra place, or NULL; borrowed. */
PTC_NODISCARD ptc_error ptc_host_mode_get(int32_t infra, PTC_OUT_OPTIONAL void **out);
/* Puts a mode there, which must be free, and adds a reference to it. */
PTC_NODISCARD ptc_error ptc_host_mode_set(int32_t infra, void *mode);
/* Takes it away: `out` is the object with its reference, or NULL. */
PTC_NODISCARD ptc_error ptc_host_mode_unset(int32_t infra, PTC_OUT_OPTIONAL void **out);

typedef struct ptc_host_pause_s *ptc_host_pause;
/* Puts all modes of this thread aside, until the handle is closed on the same thread. */
PTC_NODISCARD ptc_error ptc_host_pause_modes(PTC_OUT ptc_host_pause *out);
/* Asks neither modes nor tensors of this thread, until the handle is closed on the same thread. */
PTC_NODISCARD ptc_error ptc_host_pause_dispatch(PTC_OUT ptc_host_pause *out);
/* Goes back to the dispatch state in which the operator was called that a callback is about: recording and autograd
   included, as torch's enable_reentrant_dispatch.  Until the handle is closed on the same thread. */
PTC_NODISCARD ptc_error ptc_host_reenter(PTC_OUT ptc_host_pause *out);
/* Ends the pause; what it had put aside is asked again. */
void ptc_host_pause_close(PTC_OPTIONAL ptc_host_pause self);

/* ---- wrappers: tensors that ask the host ---- */

/* Questions about sizes and strides that a tensor asks, beside the operators. */
enum ptc_host_policy {
  PTC_HOST_OWN_SIZES = 0,   /* nothing */
  PTC_HOST_ASK_STRIDES = 1, /* strides, is_contiguous and the like */
  PTC_HOST_ASK_SIZES = 2    /* these, sizes, dim and numel */
};

/* A tensor without memory, for the host to stand for others: its operators are run by the host.  NULL `strides` are
   contiguous in `memory_format`; `storage_size` bytes are what its storage says that it has, PTC_UNSET for those that
   its sizes need; `extra_keys` are names of dispatch keys, one a line.  Reading its memory is an error. */
PTC_NODISCARD ptc_error ptc_host_wrapper(const int64_t *sizes, int64_t sizes_len, const int64_t *strides,
                                         int64_t strides_len, PTC_OPTIONAL const int64_t *storage_offset,
                                         const ptc_options *options, PTC_OPTIONAL const char *extra_keys,
                                         int64_t storage_size, PTC_OUT ptc_tensor *out);
/* Says what a tensor asks the host: operators, sizes and strides (enum ptc_host_policy), device, layout. */
PTC_NODISCARD ptc_error ptc_host_asks(ptc_tensor self, bool operators, int32_t policy, bool device, bool layout);
/* True if operators of a tensor are asked of the host. */
PTC_NODISCARD ptc_error ptc_tensor_asks_host(ptc_tensor self, PTC_OUT bool *out);
/* Says of a tensor that it stands for the conjugate, or the negative, of its memory. */
PTC_NODISCARD ptc_error ptc_host_set_bits(ptc_tensor self, bool conj, bool neg);
/* Gives a tensor the dispatch keys of another device type. */
PTC_NODISCARD ptc_error ptc_tensor_set_backend_keys(ptc_tensor self, int32_t device_type, int32_t device_index);

PTC_END

#endif
