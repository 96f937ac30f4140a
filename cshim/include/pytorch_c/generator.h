/* Seeds and generators. */
#ifndef PYTORCH_C_GENERATOR_H
#define PYTORCH_C_GENERATOR_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- seeds and generators ---- */

/* Seeds the default generator of every device, as torch.manual_seed does. */
const char *ptc_manual_seed(int64_t seed);
/* A generator of its own for a device, with libtorch's default seed: each new
   one gives the same numbers until it is seeded. */
const char *ptc_generator_new(int32_t device_type, int32_t device_index, ptc_generator *out);
/* A handle to the default generator of a device. */
const char *ptc_generator_default(int32_t device_type, int32_t device_index, ptc_generator *out);
void ptc_generator_close(ptc_generator self);
const char *ptc_generator_manual_seed(ptc_generator self, int64_t seed);
/* A fresh seed from the machine's entropy. */
const char *ptc_generator_seed(ptc_generator self, int64_t *out);
const char *ptc_generator_initial_seed(ptc_generator self, int64_t *out);
/* The state as a uint8 tensor, as torch.get_rng_state. */
const char *ptc_generator_get_state(ptc_generator self, ptc_tensor *out);
const char *ptc_generator_set_state(ptc_generator self, ptc_tensor state);
const char *ptc_generator_device(ptc_generator self, int32_t *type, int32_t *index);

PTC_END

#endif
