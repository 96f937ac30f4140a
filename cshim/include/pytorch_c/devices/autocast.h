/* Autocast: operators on a device run in a lower precision where that pays (torch.autocast).  All of it is the
   state of the calling thread. */
#ifndef PYTORCH_C_AUTOCAST_H
#define PYTORCH_C_AUTOCAST_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* True if libtorch knows what to cast on such a device. */
PTC_NODISCARD ptc_error ptc_autocast_is_available(int32_t device_type, PTC_OUT bool *out);
/* True if autocast is on for such devices, on the calling thread. */
PTC_NODISCARD ptc_error ptc_autocast_enabled(int32_t device_type, PTC_OUT bool *out);
/* Switches autocast for such devices, on the calling thread. */
PTC_NODISCARD ptc_error ptc_set_autocast_enabled(int32_t device_type, bool enabled);
/* The dtype to which operators are cast. */
PTC_NODISCARD ptc_error ptc_autocast_dtype(int32_t device_type, PTC_OUT int32_t *dtype);
/* Sets the dtype to which operators on such devices are cast, on the calling thread. */
PTC_NODISCARD ptc_error ptc_set_autocast_dtype(int32_t device_type, int32_t dtype);
/* True if what was cast from a leaf is kept for the next operator. */
PTC_NODISCARD ptc_error ptc_autocast_cache_enabled(PTC_OUT bool *out);
/* Sets whether what is cast from a leaf is kept for the next operator, on the calling thread. */
PTC_NODISCARD ptc_error ptc_set_autocast_cache_enabled(bool enabled);
/* Around a block: what was kept is forgotten when the outermost one ends. */
PTC_NODISCARD ptc_error ptc_autocast_begin(void);
/* Ends a block of autocast, and the outermost one forgets what was cast from leaves. */
PTC_NODISCARD ptc_error ptc_autocast_end(void);
/* Forgets what was cast from leaves. */
PTC_NODISCARD ptc_error ptc_autocast_clear_cache(void);

PTC_END

#endif
