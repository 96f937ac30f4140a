// Passes of libtorch over TorchScript's graphs, by the names that torch gives them.
#include <torch/csrc/jit/passes/autocast.h>
#include <torch/csrc/jit/passes/batch_mm.h>
#include <torch/csrc/jit/passes/canonicalize_graph_fuser_ops.h>
#include <torch/csrc/jit/passes/common_subexpression_elimination.h>
#include <torch/csrc/jit/passes/constant_pooling.h>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/create_functional_graphs.h>
#include <torch/csrc/jit/passes/dead_code_elimination.h>
#include <torch/csrc/jit/passes/decompose_ops.h>
#include <torch/csrc/jit/passes/device_type_analysis.h>
#include <torch/csrc/jit/passes/dtype_analysis.h>
#include <torch/csrc/jit/passes/erase_number_types.h>
#include <torch/csrc/jit/passes/frozen_concat_linear.h>
#include <torch/csrc/jit/passes/frozen_conv_add_relu_fusion.h>
#include <torch/csrc/jit/passes/frozen_conv_folding.h>
#include <torch/csrc/jit/passes/frozen_graph_optimizations.h>
#include <torch/csrc/jit/passes/frozen_linear_folding.h>
#include <torch/csrc/jit/passes/frozen_linear_transpose.h>
#include <torch/csrc/jit/passes/frozen_ops_to_mkldnn.h>
#include <torch/csrc/jit/passes/fuse_linear.h>
#include <torch/csrc/jit/passes/inline_fork_wait.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/passes/integer_value_refinement.h>
#include <torch/csrc/jit/passes/loop_unrolling.h>
#include <torch/csrc/jit/passes/lower_tuples.h>
#include <torch/csrc/jit/passes/normalize_ops.h>
#include <torch/csrc/jit/passes/peephole.h>
#include <torch/csrc/jit/passes/peephole_list_idioms.h>
#include <torch/csrc/jit/passes/refine_tuple_types.h>
#include <torch/csrc/jit/passes/remove_dropout.h>
#include <torch/csrc/jit/passes/remove_expands.h>
#include <torch/csrc/jit/passes/remove_inplace_ops.h>
#include <torch/csrc/jit/passes/remove_mutation.h>
#include <torch/csrc/jit/passes/restore_mutation.h>
#include <torch/csrc/jit/passes/shape_analysis.h>
#include <torch/csrc/jit/passes/specialize_autogradzero.h>
#include <torch/csrc/jit/passes/subgraph_rewrite.h>
#include <torch/csrc/jit/passes/symbolic_shape_analysis.h>
#include <torch/csrc/jit/passes/tensorexpr_fuser.h>
#include <torch/csrc/jit/ir/irparser.h>
#include <torch/csrc/jit/runtime/argument_spec.h>

#include "jit/ir.h"

#include <map>

namespace jit = torch::jit;

namespace {

using Graph = GraphPtr;
using Pass = bool (*)(Graph &);

// A pass as one that says whether it changed something.
template <auto pass> bool ran(Graph &graph) {
  if constexpr (std::is_same_v<decltype(pass(graph)), bool>) return pass(graph);
  else return pass(graph), true;
}

constexpr auto any_effects = jit::DCESideEffectPolicy::ALLOW_DELETING_NODES_WITH_SIDE_EFFECTS;
const std::map<std::string, Pass> &passes() {
  static const auto &all = *new std::map<std::string, Pass>{
      {"autocast", ran<jit::Autocast>},
      {"batch_mm", ran<jit::BatchMM>},
      {"canonicalize_graph_fuser_ops", ran<jit::CanonicalizeOps>},
      {"concat_frozen_linear", ran<jit::FrozenConcatLinear>},
      {"constant_loop_unrolling", ran<jit::UnrollConstantLoops>},
      {"constant_pooling", ran<jit::ConstantPooling>},
      {"constant_propagation", [](Graph &g) { return jit::ConstantPropagation(g); }},
      {"constant_propagation_immutable_types", ran<jit::ConstantPropagationImmutableTypes>},
      {"convert_frozen_ops_to_mkldnn", ran<jit::ConvertFrozenOpsToMKLDNN>},
      {"create_functional_graphs", ran<jit::CreateFunctionalGraphs>},
      {"cse", ran<jit::EliminateCommonSubexpression>},
      {"dce", [](Graph &g) { return jit::EliminateDeadCode(g), true; }},
      {"dce_allow_deleting_nodes_with_side_effects",
       [](Graph &g) { return jit::EliminateDeadCode(g, any_effects), true; }},
      {"decompose_ops", ran<jit::DecomposeOps>},
      {"erase_number_types", ran<jit::EraseNumberTypes>},
      {"erase_shape_information", ran<jit::EraseShapeInformation>},
      {"fold_frozen_conv_add_or_sub", ran<jit::FoldFrozenConvAddOrSub>},
      {"fold_frozen_conv_bn", ran<jit::FoldFrozenConvBatchnorm>},
      {"fold_frozen_conv_mul_or_div", ran<jit::FoldFrozenConvMulOrDiv>},
      {"fold_frozen_linear_bn", ran<jit::FoldFrozenLinearBatchnorm>},
      {"functional_to_inplace_activation", ran<jit::FunctionalToInplaceActivation>},
      {"fuse_addmm", ran<jit::FuseAddMM>},
      {"fuse_frozen_conv_add_relu", ran<jit::FuseFrozenConvAddRelu>},
      {"fuse_linear", ran<jit::FuseLinear>},
      {"fuse_tensorexprs",
       [](Graph &g) { return jit::FuseTensorExprs(g), jit::RemoveTensorTypeSpecializations(g), true; }},
      {"inline", [](Graph &g) { return jit::Inline(*g), true; }},
      {"inline_fork_wait", ran<jit::InlineForkWait>},
      {"inline_functional_graphs", ran<jit::InlineFunctionalGraphs>},
      {"inplace_to_functional_activation", ran<jit::InplaceToFunctionalActivation>},
      {"loop_unrolling", ran<jit::UnrollLoops>},
      {"lower_all_tuples", ran<jit::LowerAllTuples>},
      {"lower_simple_tuples", [](Graph &g) { return jit::LowerSimpleTuples(g), true; }},
      {"normalize_ops", ran<jit::NormalizeOps>},
      {"optimize_frozen_graph", [](Graph &g) { return jit::OptimizeFrozenGraph(g), true; }},
      {"peephole", [](Graph &g) { return jit::PeepholeOptimize(g); }},
      {"peephole_disable_shape_peepholes", [](Graph &g) { return jit::PeepholeOptimize(g, true); }},
      {"peephole_list_idioms", [](Graph &g) { return jit::PeepholeOptimizeListIdioms(g); }},
      {"peephole_list_idioms_refine_list_len", [](Graph &g) { return jit::PeepholeOptimizeListIdioms(g, true); }},
      {"propagate_device", ran<jit::DeviceTypePropagation>},
      {"propagate_dtype", ran<jit::DtypePropagation>},
      {"propagate_input_shapes", ran<jit::PropagateInputShapes>},
      {"propagate_shapes_on_graph", ran<jit::PropagateShapesOnGraph>},
      {"refine_integer_values", ran<jit::RefineIntegerValues>},
      {"refine_tuple_types", ran<jit::RefineTupleTypes>},
      {"remove_dropout", [](Graph &g) { return jit::removeDropout(g), true; }},
      {"remove_expands", ran<jit::RemoveExpands>},
      {"remove_inplace_ops", ran<jit::RemoveInplaceOps>},
      {"remove_list_mutation", ran<jit::RemoveListMutation>},
      {"remove_mutation",
       [](Graph &g) {
         const bool lists = jit::RemoveListMutation(g), tensors = jit::RemoveTensorMutation(g);
         return lists || tensors;
       }},
      {"specialize_autogradzero", ran<jit::specializeAutogradZero>},
      {"transpose_frozen_linear", ran<jit::FrozenLinearTranspose>},
  };
  return all;
}

// A pass may take out the node before which the next ones go.
struct KeepsInsertPoint {
  jit::Graph &graph;
  std::shared_ptr<jit::Wrap<jit::Node>> before = graph.insertPoint()->wrap();
  explicit KeepsInsertPoint(jit::Graph &g) : graph(g) { graph.setInsertPoint(graph.return_node()); }
  ~KeepsInsertPoint() {
    auto *node = before->elem;
    graph.setInsertPoint(node && node->owningBlock() ? node : graph.return_node());
  }
};

} // namespace

ptc_error ptc_ir_passes(char **out) {
  return guard(out, [&] {
    std::vector<std::string> names;
    for (const auto &one : passes()) names.push_back(one.first);
    put(out, joined(names));
  });
}

ptc_error ptc_ir_graph_pass(ptc_ir_graph self, const char *name, bool *changed) {
  return guard_writer(changed, [&] {
    Alone alone(self);
    auto graph = graph_of(self);
    const auto pass = passes().find(std::string(text_of(name, "name")));
    if (pass == passes().end())
      fail(PTC_ERROR_VALUE, "argument 'name': there is no pass '" + std::string(name) + "'; ptc_ir_passes names them");
    check_graph(*graph);
    KeepsInsertPoint keeps(*graph);
    *changed = pass->second(graph);
  });
}

ptc_error ptc_ir_graph_rewrite(ptc_ir_graph self, const char *pattern, const char *replacement) {
  return guard([&] {
    Alone alone(self);
    auto graph = graph_of(self);
    const std::string from(text_of(pattern, "pattern")), to(text_of(replacement, "replacement"));
    size_t inputs[2], at = 0;
    for (const auto *text : {&from, &to}) { // libtorch believes these
      jit::Graph parsed;
      jit::parseIR(*text, &parsed);
      check_graph(parsed);
      inputs[at++] = parsed.inputs().size();
    }
    if (inputs[0] != inputs[1]) fail(PTC_ERROR_VALUE, "argument 'replacement': it has other inputs than the pattern");
    check_graph(*graph);
    KeepsInsertPoint keeps(*graph);
    jit::SubgraphRewriter rewriter;
    rewriter.RegisterRewritePattern(from, to);
    rewriter.runOnGraph(graph);
  });
}

ptc_error ptc_ir_graph_infer(ptc_ir_graph self, const ptc_value *inputs, int64_t inputs_len, bool with_grad) {
  return guard([&] {
    Alone alone(self);
    auto graph = graph_of(self);
    check_list(inputs, inputs_len, "inputs");
    jit::Stack stack;
    for (int64_t i = 0; i < inputs_len; ++i) stack.push_back(value_of(inputs + i, "inputs"));
    if (stack.size() != graph->inputs().size())
      fail(PTC_ERROR_VALUE, "argument 'inputs': the graph has " + std::to_string(graph->inputs().size()) + " inputs");
    for (size_t i = 0; i < stack.size(); ++i)
      if (!stack[i].type()->isSubtypeOf(*c10::unshapedType(graph->inputs()[i]->type())))
        fail(PTC_ERROR_TYPE, "argument 'inputs': item " + std::to_string(i) + " is a " +
                                 graph->inputs()[i]->type()->annotation_str() + " in the graph");
    check_graph(*graph);
    KeepsInsertPoint keeps(*graph);
    jit::ArgumentSpecCreator creator(*graph);
    creator.specializeTypes(*graph, creator.create(with_grad, stack));
    for (size_t i = 0; i < stack.size(); ++i)
      if (stack[i].isTensor()) graph->inputs()[i]->setType(stack[i].type());
    jit::PropagateInputShapes(graph);
  });
}
