/* Collectives of bytes and numbers over a store, for what processes tell each other before
   they have a group, or beside it: torch.distributed._StoreCollectives.  Members speak to
   torch's own over the same store.

   Each call has a `key` that all members give, and that each member gives once: a second
   time is an error.  Where others have not come in `timeout` milliseconds, the error is of
   the kind PTC_ERROR_STORE and names their ranks where all of them are waited for. */
#ifndef PYTORCH_C_STORE_COLLECTIVES_H
#define PYTORCH_C_STORE_COLLECTIVES_H

#include <pytorch_c/distributed/distributed.h>
#include <pytorch_c/types.h>

PTC_BEGIN

typedef struct ptc_store_collectives_s *ptc_store_collectives;

/* Member number `rank` of `world_size`, which speaks through `store`.  Waits for nobody. */
PTC_NODISCARD ptc_error ptc_store_collectives_new(ptc_store store, int64_t rank, int64_t world_size,
                                                  PTC_OUT ptc_store_collectives *out);
/* Closes the handle; what it has written stays in the store. */
void ptc_store_collectives_close(PTC_OPTIONAL ptc_store_collectives self);

/* Returns when all members have come; without `block` it only says that this one has. */
PTC_NODISCARD ptc_error ptc_store_collectives_barrier(ptc_store_collectives self, const char *key, int64_t timeout,
                                                      bool block);
/* Sends bytes to all other members, each of which calls ptc_store_collectives_broadcast_recv. */
PTC_NODISCARD ptc_error ptc_store_collectives_broadcast_send(ptc_store_collectives self, const char *key,
                                                             const void *data, int64_t nbytes);
/* Waits for the bytes that one member sends to all.  `out` has `nbytes` bytes and a NUL
   behind them; freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_store_collectives_broadcast_recv(ptc_store_collectives self, const char *key,
                                                             int64_t timeout, PTC_OUT char **out,
                                                             PTC_OUT int64_t *nbytes);
/* Sends bytes to the one member that calls ptc_store_collectives_gather_recv. */
PTC_NODISCARD ptc_error ptc_store_collectives_gather_send(ptc_store_collectives self, const char *key, const void *data,
                                                          int64_t nbytes);
/* Waits for the bytes of all others.  `out` has those of each rank one behind another, this
   member's `data` among them, and a NUL behind them; freed by ptc_string_free.  Fills `sizes`
   with the bytes of each rank: `sizes_len` must be the number of members. */
PTC_NODISCARD ptc_error ptc_store_collectives_gather_recv(ptc_store_collectives self, const char *key, const void *data,
                                                          int64_t nbytes, int64_t timeout, PTC_OUT char **out,
                                                          PTC_OUT int64_t *sizes, int64_t sizes_len);
/* Sends each other member bytes of its own.  `data` has those for each rank one behind
   another, this member's too, which go nowhere; `sizes` the bytes for each rank. */
PTC_NODISCARD ptc_error ptc_store_collectives_scatter_send(ptc_store_collectives self, const char *key,
                                                           const void *data, int64_t nbytes, const int64_t *sizes,
                                                           int64_t sizes_len);
/* Waits for the bytes that one member sends to this one.  `out` has `nbytes` bytes and a
   NUL behind them; freed by ptc_string_free. */
PTC_NODISCARD ptc_error ptc_store_collectives_scatter_recv(ptc_store_collectives self, const char *key, int64_t timeout,
                                                           PTC_OUT char **out, PTC_OUT int64_t *nbytes);
/* Sends bytes to all, and waits for those of all: `out` and `sizes` as
   ptc_store_collectives_gather_recv fills them, on each member. */
PTC_NODISCARD ptc_error ptc_store_collectives_all_gather(ptc_store_collectives self, const char *key, const void *data,
                                                         int64_t nbytes, int64_t timeout, PTC_OUT char **out,
                                                         PTC_OUT int64_t *sizes, int64_t sizes_len);
/* The sum of the numbers of all members. */
PTC_NODISCARD ptc_error ptc_store_collectives_all_sum(ptc_store_collectives self, const char *key, int64_t value,
                                                      int64_t timeout, PTC_OUT int64_t *out);

PTC_END

#endif
