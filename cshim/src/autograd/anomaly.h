// Where the host called what has failed in the backward pass.
#pragma once

#include <torch/csrc/autograd/anomaly_mode.h>

#include <memory>

namespace ptc {

// The note that a new node takes in anomaly mode; NULL where no host has asked for it.
std::unique_ptr<torch::autograd::AnomalyMetadata> metadata_of_host();
// Puts the engine that asks for it, and for the hooks of saved tensors, in front of libtorch's (saved_tensors.cc).
void install_engine();

} // namespace ptc
