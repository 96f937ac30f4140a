/* One object of the host's for a tensor, however often it comes back: as a gradient,
   as the base of a view, from a hook, or from an operator that returns its input.
   The host keeps a table from identities to its objects, without owning them. */
#ifndef PYTORCH_C_IDENTITY_H
#define PYTORCH_C_IDENTITY_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* An address that all handles of one tensor have in common, and no other tensor has
   while it is alive; NULL for NULL.  `known`: whether the host can have met the tensor
   before, as somebody else refers to it as well, or an object was given to it.  Mostly a
   result is new, and there is nothing to look up. */
void *ptc_tensor_identity(PTC_OPTIONAL ptc_tensor self, PTC_OUT bool *known);
/* tensor.grad, where libtorch has nothing to warn of and memory is at hand.  `identity`: that of
   the gradient; NULL where there is none.  `out`: a new handle where nobody else refers to the
   gradient, so that no host can have met it; NULL where the host may have an object for it
   already, and needs no handle.  False where ptc_tensor_grad is to be asked. */
bool ptc_tensor_grad_or_identity(ptc_tensor self, PTC_OUT void **identity, PTC_OUT_OPTIONAL ptc_tensor *out);

/* Gives an object to the tensor, which keeps it when the host lets go of its handle:
   destroy(object) runs when the tensor goes, on any thread.  An error, after which
   nobody destroys it, where there is no other reference to the tensor than this handle
   or where it has an object already. */
PTC_NODISCARD ptc_error ptc_tensor_give_object(ptc_tensor self, void *object, ptc_destroy_fn destroy);
/* Takes the object back, which nobody destroys then; NULL where there is none. */
void *ptc_tensor_take_object(PTC_OPTIONAL ptc_tensor self);
/* A new handle for the identity of a tensor that has an object which was not destroyed
   yet; NULL where the tensor is just going. */
PTC_NODISCARD ptc_error ptc_tensor_of_identity(void *identity, PTC_OUT ptc_tensor *out);

PTC_END

#endif
