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

PTC_END

#endif
