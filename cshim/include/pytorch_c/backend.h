/* A device of the host's own: what libtorch keeps a place for ("PrivateUse1").

   Three functions are enough: memory is allocated, freed and copied by the host, and
   libtorch never touches it.  Operators without a kernel on the device run on the CPU,
   on copies of their arguments, and write back what they changed; a kernel of the host's
   own (ptc_library_impl with the dispatch key "PrivateUse1") takes the place of one
   after the other.  Gradients, modules, optimizers and files need nothing. */
#ifndef PYTORCH_C_BACKEND_H
#define PYTORCH_C_BACKEND_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* What gives `size` bytes (more than 0) of the device `index`; an error made by ptc_error_new says why
   there are none. */
typedef ptc_error (*ptc_device_allocate_fn)(void *context, int64_t size, int32_t index, PTC_OUT void **out);
/* What frees them, on any thread. */
typedef void (*ptc_device_free_fn)(void *context, void *data, int64_t size, int32_t index);
/* What copies between two devices, or the host's memory, whose index is PTC_UNSET; done when it returns. */
typedef ptc_error (*ptc_device_copy_fn)(void *context, PTC_INOUT void *to, int32_t to_index, const void *from,
                                        int32_t from_index, int64_t size);

/* Gives the place its name, once in a process: "toy", then "toy:0" is a device; ptc_device_parse reads it. */
PTC_NODISCARD ptc_error ptc_backend_rename(const char *name);
/* Its name; "privateuseone" at first.  Freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_backend_name(PTC_OUT char **out);

/* Puts `device_count` devices there, once in a process and until its end: `destroy(context)` runs
   only where this fails.  The functions are called from any thread. */
PTC_NODISCARD ptc_error ptc_backend_register(int64_t device_count, ptc_device_allocate_fn allocate,
                                             ptc_device_free_fn free, ptc_device_copy_fn copy, void *context,
                                             ptc_destroy_fn destroy);
/* How many devices were put there; 0 at first. */
PTC_NODISCARD ptc_error ptc_backend_device_count(PTC_OUT int64_t *out);
/* The device of this thread's factories that name no index. */
PTC_NODISCARD ptc_error ptc_backend_current_device(PTC_OUT int64_t *out);
/* Makes another one the device of this thread's factories. */
PTC_NODISCARD ptc_error ptc_backend_set_device(int64_t index);
/* Bytes that are allocated on a device now. */
PTC_NODISCARD ptc_error ptc_backend_allocated_bytes(int64_t index, PTC_OUT int64_t *out);

PTC_END

#endif
