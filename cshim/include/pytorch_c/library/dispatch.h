/* Dispatch keys by their numbers, sets of them as bits, and what the dispatcher knows of an operator: for hosts that
   take part in dispatch.  Numbers and bits are those of the libtorch that is running. */
#ifndef PYTORCH_C_DISPATCH_H
#define PYTORCH_C_DISPATCH_H

#include <pytorch_c/library/call.h>
#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- keys ---- */

/* The number of a key by its name, "CPU", "AutogradCPU", "CompositeImplicitAutograd". */
PTC_NODISCARD ptc_error ptc_dispatch_key_number(const char *name, PTC_OUT int64_t *out);
/* The name of a key.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_dispatch_key_name(int64_t key, PTC_OUT char **out);
/* True if a key stands for several, as "Autograd" does: only kernels are registered for it. */
PTC_NODISCARD ptc_error ptc_dispatch_key_is_alias(int64_t key, PTC_OUT bool *out);
/* True if a key is among those that an alias stands for; a key that is no alias stands for itself. */
PTC_NODISCARD ptc_error ptc_dispatch_key_in_alias(int64_t key, int64_t alias, PTC_OUT bool *out);
/* A key without its backend: Dense for CPU, AutogradFunctionality for AutogradCPU, itself where it has none. */
PTC_NODISCARD ptc_error ptc_dispatch_key_functionality(int64_t key, PTC_OUT int64_t *out);
/* True if there is a kernel for all operators that have none of their own for the key. */
PTC_NODISCARD ptc_error ptc_dispatch_key_has_fallback(int64_t key, PTC_OUT bool *out);
/* The keys of the backends whose derivatives an autograd key records, as bits. */
PTC_NODISCARD ptc_error ptc_dispatch_key_backends(int64_t key, PTC_OUT int64_t *out);

/* ---- sets of keys, as bits ---- */

/* The set of one key that is no alias. */
PTC_NODISCARD ptc_error ptc_keyset_of(int64_t key, PTC_OUT int64_t *out);
/* All keys. */
PTC_NODISCARD ptc_error ptc_keyset_full(PTC_OUT int64_t *out);
/* All keys that are asked after this one. */
PTC_NODISCARD ptc_error ptc_keyset_after(int64_t key, PTC_OUT int64_t *out);
/* True if a key is in a set. */
PTC_NODISCARD ptc_error ptc_keyset_has(int64_t keyset, int64_t key, PTC_OUT bool *out);
/* A set without a key; backends stay in it. */
PTC_NODISCARD ptc_error ptc_keyset_remove(int64_t keyset, int64_t key, PTC_OUT int64_t *out);
/* A set without the keys of another; backends stay in it. */
PTC_NODISCARD ptc_error ptc_keyset_minus(int64_t keyset, int64_t other, PTC_OUT int64_t *out);
/* The key that is asked first. */
PTC_NODISCARD ptc_error ptc_keyset_first(int64_t keyset, PTC_OUT int64_t *out);
/* "DispatchKeySet(CPU, AutogradCPU)".  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_keyset_text(int64_t keyset, PTC_OUT char **out);
/* The keys of a tensor. */
PTC_NODISCARD ptc_error ptc_tensor_keyset(ptc_tensor self, PTC_OUT int64_t *out);
/* The keys that this thread adds to all calls, and those that it leaves out. */
PTC_NODISCARD ptc_error ptc_dispatch_local(PTC_OUT int64_t *included, PTC_OUT int64_t *excluded);
/* Sets both, for those who know what a key asks of its operators: libtorch believes it. */
PTC_NODISCARD ptc_error ptc_dispatch_set_local(int64_t included, int64_t excluded);

/* ---- operators ---- */

/* The tags of an operator, "pointwise", "core", …, one a line.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_operator_tags(ptc_operator self, PTC_OUT char **out);
/* True if an operator has a kernel of its own for one of these keys. */
PTC_NODISCARD ptc_error ptc_operator_has_any_kernel(ptc_operator self, int64_t keyset, PTC_OUT bool *out);
/* True if an operator does anything for a key, by a kernel of its own or another one. */
PTC_NODISCARD ptc_error ptc_operator_has_computed_kernel(ptc_operator self, int64_t key, PTC_OUT bool *out);
/* True if an operator leaves a key out. */
PTC_NODISCARD ptc_error ptc_operator_is_fallthrough(ptc_operator self, int64_t key, PTC_OUT bool *out);
/* The operator with its kernel for an alias key, "CompositeImplicitAutograd": calls run that one, which calls other
   operators.  An error where it has none of its own. */
PTC_NODISCARD ptc_error ptc_operator_composite(ptc_operator self, int64_t key, PTC_OUT ptc_operator *out);
/* ptc_call of what an operator does for these keys, whatever the keys of the arguments are.  An error where the
   arguments have not the key that is asked first, unless ptc_operator_trust was called: kernels believe their keys. */
PTC_NODISCARD ptc_error ptc_call_redispatch(ptc_operator op, int64_t keyset, const ptc_value *args, int64_t args_len,
                                            PTC_OUT ptc_value *results, int64_t results_len, PTC_OUT int64_t *count);

PTC_END

#endif
