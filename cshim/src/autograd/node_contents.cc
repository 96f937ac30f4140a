// Contents of a node of the graph: the tensors that it saved, and stand-ins for its results; nodes that the host makes.
#include <ATen/ops/empty.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/dynamo/compiled_autograd.h>

#include "autograd/node.h"

#include <pytorch_c/autograd/graph.h>

namespace {

namespace compiled = torch::dynamo::autograd;

// libtorch names what a node saved for its own compiler of graphs: the one way to all kinds of nodes alike.
std::vector<at::Tensor> saved_by(const NodePtr &node) {
  if (auto *own = dynamic_cast<saved::Unnamed *>((node.get)())) {
    std::vector<at::Tensor> out;
    for (const auto &one : own->saved_tensors())
      if (auto tensor = one.unpack(own->saved_for()); tensor.defined()) out.push_back(std::move(tensor));
    return out;
  }
  compiled::AutogradCompilerCall call(compiled::SizeInput::STATIC);
  compiled::NodeCall of_node(0, node);
  compiled::CompiledNodeArgs args(call, of_node);
  node->compiled_args(args);
  return std::move(call.tensor_args.inputs);
}

const torch::autograd::InputMetadata &result_of(Node &node, int64_t index) {
  if (index < 0 || index >= static_cast<int64_t>(node.num_inputs()))
    fail(PTC_ERROR_INDEX, "argument 'index': the node has " + std::to_string(node.num_inputs()) + " results");
  return node.input_metadata(static_cast<size_t>(index));
}

// A node of no graph, for one tensor that it saves.
struct Saving final : Node, saved::Unnamed {
  std::vector<torch::autograd::SavedVariable> saved;

  Saving(const at::Tensor &tensor, bool is_output, bool is_inplace_on_view) {
    saved.emplace_back(tensor, is_output, is_inplace_on_view);
  }
  torch::autograd::variable_list apply(torch::autograd::variable_list &&) override {
    fail(PTC_ERROR_RUNTIME, "a node that only saves a tensor has no gradient");
  }
  std::vector<torch::autograd::SavedVariable> &saved_tensors() override { return saved; }
  NodePtr saved_for() override { return {}; }
};

} // namespace

ptc_error ptc_node_saved(ptc_node self, ptc_tensor_list *out) {
  return guard(out, [&] { put(out, saved_by(node_of(self, "self").getptr())); });
}

ptc_error ptc_node_result(ptc_node self, int64_t index, ptc_tensor *out) {
  return guard(out, [&] {
    const auto &like = result_of(node_of(self, "self"), index);
    if (!like.is_nested_tensor())
      put(out, at::empty(c10::asIntArrayRefSlow(like.shape_as_dim_vector(), __FILE__, __LINE__),
                         like.options().device(at::kMeta).layout(at::kStrided)));
  });
}

ptc_error ptc_node_result_info(ptc_node self, int64_t index, int32_t *dtype, int32_t *device_type,
                               int32_t *device_index, bool *nested, bool *subclass) {
  return guard(std::tie(dtype, device_type, device_index, nested, subclass), [&] {
    const auto &like = result_of(node_of(self, "self"), index);
    const auto device = like.device();
    *dtype = static_cast<int32_t>(like.dtype().toScalarType());
    *device_type = static_cast<int32_t>(device.type());
    *device_index = device.has_index() ? device.index() : PTC_UNSET;
    *nested = like.is_nested_tensor();
    *subclass = like.is_tensor_subclass();
  });
}

ptc_error ptc_node_delayed_error(const char *message, int64_t results, ptc_node *out) {
  return guard(out, [&] {
    if (results < 0) fail(PTC_ERROR_VALUE, "argument 'results' is negative");
    if (results > 1 << 16) fail(PTC_ERROR_VALUE, "argument 'results' must be at most 65536");
    put(out, make_node<torch::autograd::DelayedError>(std::string(text_of(message, "message")), results));
  });
}

ptc_error ptc_node_saving(ptc_tensor tensor, bool is_output, bool is_inplace_on_view, ptc_node *out) {
  return guard(out, [&] {
    const auto &value = tensor_of(tensor, "tensor");
    if (is_inplace_on_view && (!is_output || value.is_leaf()))
      fail(PTC_ERROR_RUNTIME, "argument 'is_inplace_on_view': the tensor is to be an output, and no leaf");
    put(out, make_node<Saving>(value, is_output, is_inplace_on_view));
  });
}

ptc_error ptc_node_undefined_grad(ptc_node *out) {
  return guard(out, [&] { put(out, make_node<torch::autograd::UndefinedGrad>()); });
}

ptc_error ptc_node_result_count(ptc_node self, int64_t *out) {
  return guard(out, [&] { put(out, static_cast<int64_t>(node_of(self, "self").num_inputs())); });
}
