/* Tensors that another binding of the same libtorch has, torch's own say: the
   same tensor, its graph and its gradient included. */
#ifndef PYTORCH_C_BINDING_H
#define PYTORCH_C_BINDING_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* The address of the c10::TensorImpl, valid while the handle is open. */
PTC_NODISCARD ptc_error ptc_tensor_impl(ptc_tensor self, PTC_OUT void **out);
/* A handle to the tensor of a c10::TensorImpl, which is believed to be one of
   the libtorch that is running; it counts as one more reference. */
PTC_NODISCARD ptc_error ptc_tensor_from_impl(void *address, PTC_OUT ptc_tensor *out);
/* The number of references to it, this handle too. */
PTC_NODISCARD ptc_error ptc_tensor_use_count(ptc_tensor self, PTC_OUT int64_t *out);

PTC_END

#endif
