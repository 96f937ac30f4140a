/* Operators of the host's own, in libtorch's dispatcher: from then on any library
   that calls by name finds them. */
#ifndef PYTORCH_C_LIBRARY_H
#define PYTORCH_C_LIBRARY_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_library_s *ptc_library;

/* Defines an operator: "mine::twice(Tensor x, float by=2.0) -> Tensor".  It is gone
   when the handle is closed.  An error for a schema that does not parse, a name
   without a namespace, those of libtorch's own operators, and one that is defined. */
PTC_NODISCARD ptc_error ptc_library_define(const char *schema, PTC_OUT ptc_library *out);
/* ptc_library_define for an operator that does more than its schema says: prints,
   counts, changes what it is not given.  Programs keep its calls, each, in order. */
PTC_NODISCARD ptc_error ptc_library_define_conservative(const char *schema, PTC_OUT ptc_library *out);
/* The kernel of an operator; `call` is for ptc_library_return. */
typedef ptc_error (*ptc_kernel_fn)(void *context, void *call, const ptc_value *args, int64_t args_len);
/* Gives an operator a kernel for a dispatch key ("CPU", "CUDA", "Meta", "Autograd",
   "CompositeImplicitAutograd", …), until the handle is closed; not while a call runs.

   `kernel(context, call, args)` is given all arguments of the schema, also those
   that have their defaults.  They are the library's and end with its return; a
   handle is kept by setting its pointer to NULL.  It hands each result over by
   ptc_library_return.  Its error, made by ptc_error_new or ptc_error_new_with, is
   that of the call.  `destroy(context)` runs once: when the kernel is gone, and
   also when this function fails. */
PTC_NODISCARD ptc_error ptc_library_impl(const char *name, const char *overload, const char *dispatch_key,
                                         ptc_kernel_fn kernel, void *context, ptc_destroy_fn destroy,
                                         PTC_OUT ptc_library *out);
/* The result at `index` of the call that a kernel is in; the value stays the host's. */
PTC_NODISCARD ptc_error ptc_library_return(void *call, int64_t index, const ptc_value *value);
/* Takes back what ptc_library_define, ptc_library_impl or ptc_library_autograd put into the dispatcher. */
void ptc_library_close(PTC_OPTIONAL ptc_library self);

/* ---- derivatives ---- */

/* The gradients of a call's arguments: `args` and `results` are those of the call,
   NONE in place of tensors that were not saved; `grads` has one for each result that
   is a tensor, zeros where nobody computed one. */
typedef ptc_error (*ptc_library_backward_fn)(void *context, void *call, const ptc_value *args, int64_t args_len,
                                             const ptc_value *results, int64_t results_len, const ptc_value *grads);
/* Gives an operator a derivative, as its kernel for "Autograd", until the handle is
   closed: its other kernels then run without recording.  `saved` names the tensors
   that `backward` needs, "x, y, result": arguments, and results by their names,
   "result" for the only one, "result0" for the first of several.  What is no tensor is always kept.

   `backward(context, call, args, args_len, results, results_len, grads)` is called
   on any thread.  It hands over the gradient of the argument at an index by
   ptc_library_return_gradient: a tensor, for a list of tensors as many as it has, or nothing
   where there is none.  Values are as in a kernel; its error is that of the backward
   pass.  `destroy(context)` runs once: when the derivative and all nodes of the
   graph that need it are gone, and also when this function fails, as it does for an
   operator that writes into its arguments. */
PTC_NODISCARD ptc_error ptc_library_autograd(const char *name, const char *overload, const char *saved,
                                             ptc_library_backward_fn backward, void *context, ptc_destroy_fn destroy,
                                             PTC_OUT ptc_library *out);
/* The gradient of the argument at `index` of the call that a backward is about; the value stays the host's. */
PTC_NODISCARD ptc_error ptc_library_return_gradient(void *call, int64_t index, const ptc_value *value);

/* ---- every operator at once ---- */

/* Runs for the operator of this name; `call` is for ptc_library_return and ptc_library_redispatch. */
typedef ptc_error (*ptc_fallback_fn)(void *context, void *call, const char *name, const char *overload,
                                     const ptc_value *args, int64_t args_len);
/* Gives a dispatch key a kernel for all operators that have none of their own for it, until the handle is
   closed; as ptc_library_impl says of arguments, results, errors and `destroy`.  An error where the key has
   a fallback already. */
PTC_NODISCARD ptc_error ptc_library_fallback(const char *dispatch_key, ptc_fallback_fn kernel, void *context,
                                             ptc_destroy_fn destroy, PTC_OUT ptc_library *out);
/* Every operator that has no kernel of its own for this key passes it over, until the handle is closed. */
PTC_NODISCARD ptc_error ptc_library_fallback_fallthrough(const char *dispatch_key, PTC_OUT ptc_library *out);
/* Runs what comes after this key, with the arguments of the call; its results are those of the call. */
PTC_NODISCARD ptc_error ptc_library_redispatch(void *call);
/* For this operator the key is passed over, as if it were not there. */
PTC_NODISCARD ptc_error ptc_library_fallthrough(const char *name, const char *overload, const char *dispatch_key,
                                                PTC_OUT ptc_library *out);

/* ---- dispatch keys, by their names ---- */

/* The keys of a tensor, one a line, those asked first standing first.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_tensor_dispatch_keys(ptc_tensor self, PTC_OUT char **out);
/* True if an operator has a kernel of its own for a key. */
PTC_NODISCARD ptc_error ptc_operator_has_kernel(ptc_operator self, const char *dispatch_key, PTC_OUT bool *out);
/* Kernels of an operator for each key, as libtorch writes them.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_operator_dispatch_table(ptc_operator self, PTC_OUT char **out);
/* The schema of an operator, and each kernel that was registered for it, as libtorch writes them.  Freed by
   ptc_string_free. */
PTC_NODISCARD ptc_error ptc_operator_registrations(ptc_operator self, PTC_OUT char **out);
/* Fails where libtorch's dispatcher contradicts itself about an operator. */
PTC_NODISCARD ptc_error ptc_operator_check(ptc_operator self);
/* Fails where libtorch's dispatcher contradicts itself about any operator. */
PTC_NODISCARD ptc_error ptc_dispatch_check(void);
/* Kernels that were registered for operators that nobody has defined, as libtorch writes it: a text for each, an empty
   line after each.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_dispatch_dangling(PTC_OUT char **out);
/* True if this thread leaves a key out of all its calls. */
PTC_NODISCARD ptc_error ptc_dispatch_excluded(const char *dispatch_key, PTC_OUT bool *out);
/* Leaves it out, or not any more.  For those who know what a key asks of its operators: libtorch believes it. */
PTC_NODISCARD ptc_error ptc_dispatch_set_excluded(const char *dispatch_key, bool excluded);
/* True if this thread adds a key to all its calls. */
PTC_NODISCARD ptc_error ptc_dispatch_included(const char *dispatch_key, PTC_OUT bool *out);
/* Adds it, or not any more; libtorch believes that, too. */
PTC_NODISCARD ptc_error ptc_dispatch_set_included(const char *dispatch_key, bool included);

PTC_END

#endif
