// Kernels in the place of libtorch's own that write beyond a tensor's memory: mended_kernels.cc.
#pragma once

namespace ptc {
// Called once, when the library is loaded with the libtorch that it was built for.
void register_mended_kernels();
} // namespace ptc
