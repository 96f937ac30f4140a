// Functions with a derivative of the host's own, for those who attach one.
#pragma once

#include "autograd/node.h"

#include <pytorch_c/autograd/custom_function.h>

namespace ptc {

// Arguments of ptc_autograd_function.
struct Attached {
  std::string name;
  std::vector<at::Tensor> inputs;
  std::vector<std::optional<at::Tensor>> outputs;
  std::vector<at::Tensor> dirty, non_differentiable;
  std::vector<std::optional<at::Tensor>> saved;
  bool materialize = true;
  ptc_backward_fn backward = nullptr;
  ptc_jvp_fn jvp = nullptr;
  std::shared_ptr<void> context;
};
// The results in their places in the graph, and the node they have there, if any.
std::vector<at::Tensor> attach(Attached given, NodePtr *attached = nullptr);
// Values that a node of a host's function has kept.
std::vector<at::Tensor> saved_tensors(ptc_node node);
// The context of a node of a host's function; NULL for other nodes.
const std::shared_ptr<void> *context_of(const Node &node);

} // namespace ptc
