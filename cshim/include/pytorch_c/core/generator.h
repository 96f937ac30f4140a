/* Seeds and generators. */
#ifndef PYTORCH_C_GENERATOR_H
#define PYTORCH_C_GENERATOR_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- seeds and generators ---- */

/* Seeds the default generator of every device, as torch.manual_seed does. */
PTC_NODISCARD ptc_error ptc_manual_seed(int64_t seed);
/* A generator of its own for a device, with libtorch's default seed: each new
   one gives the same numbers until it is seeded. */
PTC_NODISCARD ptc_error ptc_generator_new(int32_t device_type, int32_t device_index, PTC_OUT ptc_generator *out);
/* A handle to the default generator of a device. */
PTC_NODISCARD ptc_error ptc_generator_default(int32_t device_type, int32_t device_index, PTC_OUT ptc_generator *out);
/* Closes a handle to a generator. */
void ptc_generator_close(PTC_OPTIONAL ptc_generator self);
/* Seeds a generator, whose numbers begin again. */
PTC_NODISCARD ptc_error ptc_generator_manual_seed(ptc_generator self, int64_t seed);
/* A fresh seed from the machine's entropy. */
PTC_NODISCARD ptc_error ptc_generator_seed(ptc_generator self, PTC_OUT int64_t *out);
/* The seed that a generator was given last. */
PTC_NODISCARD ptc_error ptc_generator_initial_seed(ptc_generator self, PTC_OUT int64_t *out);
/* The state as a uint8 tensor, as torch.get_rng_state. */
PTC_NODISCARD ptc_error ptc_generator_get_state(ptc_generator self, PTC_OUT ptc_tensor *out);
/* Puts a generator into a state that ptc_generator_get_state gave. */
PTC_NODISCARD ptc_error ptc_generator_set_state(ptc_generator self, ptc_tensor state);
/* The device whose numbers a generator makes. */
PTC_NODISCARD ptc_error ptc_generator_device(ptc_generator self, PTC_OUT int32_t *type, PTC_OUT int32_t *index);

PTC_END

#endif
