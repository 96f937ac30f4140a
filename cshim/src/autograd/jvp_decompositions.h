// Decompositions that libtorch leaves to torch's Python in forward mode (jvp_decompositions.cc).
#pragma once

namespace ptc {

// Once; later calls do nothing.
void register_jvp_decompositions();

} // namespace ptc
