// Names that the host gives to values of its trace.
#pragma once

#include "library/values.h"

namespace ptc {

// Empty where the host does not say.
std::string name_in_host(const at::Tensor &value);

} // namespace ptc
