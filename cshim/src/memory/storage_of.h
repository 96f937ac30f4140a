// Target of a ptc_storage.
#pragma once

#include "core/glue.h"

#include <pytorch_c/memory/storage.h>

struct ptc_storage_s {
  at::Storage storage;
};

namespace ptc {

// The storage of a handle, which must not be NULL.
const at::Storage &storage_of(ptc_storage handle, const char *name = "self");

} // namespace ptc
