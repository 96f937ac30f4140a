/* Memory that other processes see: a storage in a segment of the system's, and
   a storage over the segment of another process.

   A segment has no name and goes with the last process that has it (memfd), or
   it has one under /dev/shm, and goes when the last process has closed it.  The
   second is for processes that may not have many files open; of a process that
   is killed its name stays, and whoever chose the name removes it. */
#ifndef PYTORCH_C_SHARED_H
#define PYTORCH_C_SHARED_H

#include <pytorch_c/memory/storage.h>

PTC_BEGIN

enum ptc_shared_kind {
  PTC_NOT_SHARED = 0,
  PTC_SHARED_BY_FD = 1,   /* a segment without a name */
  PTC_SHARED_BY_NAME = 2, /* a segment with a name */
  PTC_SHARED_BY_FILE = 3  /* a file that from_file() has mapped as shared */
};

/* Where the memory is, one of the numbers above. */
PTC_NODISCARD ptc_error ptc_storage_shared_kind(ptc_storage self, PTC_OUT int32_t *out);
/* True if a view of the host's looks at the memory, which has to stay where it
   is (ptc_tensor_lend). */
PTC_NODISCARD ptc_error ptc_storage_is_lent(ptc_storage self, PTC_OUT bool *out);

/* Moves the bytes into a segment, unless they are in one; all tensors of the
   storage see them there from now on.  An error for no bytes, for a device other
   than the CPU, for lent memory, and where there is no room or no descriptor.
   `name`: "/" and a name that no segment has; NULL is a segment without. */
PTC_NODISCARD ptc_error ptc_storage_share(ptc_storage self, PTC_OPTIONAL const char *name);
/* The descriptor of a segment without a name: the storage's own, and open while
   the storage lives. */
PTC_NODISCARD ptc_error ptc_storage_shared_fd(ptc_storage self, PTC_OUT int32_t *out);
/* The name of a segment, or the path of a file. */
PTC_NODISCARD ptc_error ptc_storage_shared_name(ptc_storage self, PTC_OUT char **out);

/* The storage over a segment: the same one for one segment, while somebody has
   it.  `fd` stays the caller's.  An error for a segment with fewer bytes. */
PTC_NODISCARD ptc_error ptc_storage_from_fd(int32_t fd, int64_t nbytes, PTC_OUT ptc_storage *out);
/* The storage over the segment or the file of this name: the same one for one segment, while somebody has it. */
PTC_NODISCARD ptc_error ptc_storage_from_name(const char *name, int64_t nbytes, PTC_OUT ptc_storage *out);
/* Counts somebody who is about to open a segment with a name (1), or has opened
   it (-1): until then it stays.  An error for other storages. */
PTC_NODISCARD ptc_error ptc_storage_count_shared(ptc_storage self, int64_t by);
/* At the end of a process that will not close its handles: its segments with a
   name go as if it had.  Their memory stays. */
PTC_NODISCARD ptc_error ptc_shared_end(void);

PTC_END

#endif
