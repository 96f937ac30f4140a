/* Operators of the host's own, in libtorch's dispatcher: from then on any library
   that calls by name finds them. */
#ifndef PYTORCH_C_LIBRARY_H
#define PYTORCH_C_LIBRARY_H

#include <pytorch_c/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_library_s *ptc_library;

/* Defines an operator: "mine::twice(Tensor x, float by=2.0) -> Tensor".  It is gone
   when the handle is closed.  An error for a schema that does not parse, a name
   without a namespace, those of libtorch's own operators, and one that is defined. */
PTC_NODISCARD ptc_error ptc_library_define(const char *schema, PTC_OUT ptc_library *out);
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

PTC_END

#endif
