// The library as libtorch's interpreter: whom it asks to count objects and to run operators.
#pragma once

#include <c10/core/impl/PyInterpreter.h>

#include "core/callback.h"

#include <pytorch_c/host/host.h>

namespace ptc {

struct Host {
  bool python;
  ptc_host_count_fn keep, release;
  ptc_host_try_keep_fn try_keep;
  ptc_host_references_fn references;
  ptc_host_owns_fn owns;
  ptc_host_run_fn run;
  void *context;
};
// The process's host, or NULL.
const Host *host() noexcept;
// Fails where there is none.
const Host &need_host();
// The interpreter that is ours, for modes.
c10::impl::PyInterpreter *interpreter();
// The object in a tensor's slot, if it is the host's.
void *object_of(const c10::TensorImpl &tensor) noexcept;

} // namespace ptc
