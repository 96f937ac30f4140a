// What a ptc_storage points at.
#pragma once

#include "glue.h"

#include <pytorch_c/storage.h>

struct ptc_storage_s {
  at::Storage storage;
};

namespace ptc {

// The storage of a handle, which must not be NULL.
const at::Storage &storage_of(ptc_storage handle, const char *name = "self");

} // namespace ptc
