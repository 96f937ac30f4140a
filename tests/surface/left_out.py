"""What of torch's public modules is not in pytorch_c, and why.

The modules that pytorch_c._borrowed.table.ABSENT names are not repeated here. The names of the top level and of Tensor
stand in docs/differences.md.
"""

_FILE = "a file of torch's inside; its names are in the package above it"
_STORAGES = "legacy storages of CUDA devices"
_SCRIPT = "types that torch's own converter makes"
_ALONE = "meshes, splits and options of groups, and what torch's own file imports"
_DATA = "torch has left data pipes to another project"
_COMPILER = "there is no compiler whose setting it could be"
_LAYOUT = "gradients have their parameter's layout"

# module, or module.name -> why; patterns as in fnmatch
LEFT_OUT = {
    "torch.accelerator.graphs": _FILE,
    "torch.accelerator.memory": _FILE,
    "torch.autograd.NestedIOFunction": "inputs and outputs as nested lists, which torch itself does not use any more",
    "torch.autograd.function.NestedIOFunction": "inputs and outputs as nested lists, which torch itself does not use any more",
    "torch.autograd.profiler_legacy": "the profiler before Kineto",
    "torch.autograd.enforce_grad_layout_policy": _LAYOUT,
    "torch.autograd.grad_mode.enforce_grad_layout_policy": _LAYOUT,
    "torch.autograd.gradcheck.get_*_jacobian*": "parts of torch's gradcheck",
    "torch.autograd.graph.region_activation_memory_budget": _COMPILER,
    "torch.autograd.graph.set_*_stream*": "a setting of passes on several streams",
    "torch.autograd.variable.VariableMeta": "Variable is Tensor",
    "torch.backends.cudnn.rnn": _FILE,
    "torch.compiler.config.*": _COMPILER,
    "torch.cuda.*Storage": _STORAGES,
    "torch.distributed.*": _ALONE,
    "torch.export.*": _COMPILER,
    "torch.fft.Tensor": "imported by torch's file, no part of it",
    "torch.jit.annotations.*": _SCRIPT,
    "torch.jit.frontend.*": "parts of torch's own converter, which makes trees for its compiler; ours writes text",
    "torch.linalg.common_notes": "a text for documentation",
    "torch.monitor.STAT_EVENT": "statistics are libtorch's inside",
    "torch.monitor.TensorboardEventHandler": "a writer for TensorBoard of torch's inside",
    "torch.mtia.memory": _FILE,
    "torch.mtia.mtia_graph": _FILE,
    "torch.multiprocessing.reductions.*": "how torch's messages are made and read; reduce_tensor and reduce_storage are here",
    "torch.multiprocessing.pool": "a Pool that lets go of what is shared as soon as its task ends; the standard library's does so with the next one",
    "torch.multiprocessing.queue": "a Queue with torch's pickler; the standard library's does",
    "torch.nn.attention.*flash_attention_impl*": "kernels for CUDA that torch writes in Python",
    "torch.nn.attention.WARN_FOR_UNFUSED_KERNELS": "attention kernels are libtorch's choice",
    "torch.nn.functional.*_notes": "texts for documentation",
    "torch.nn.functional.TYPE_CHECKING": "imported by torch's file, no part of it",
    "torch.nn.functional.assert_int_or_pair": "a check of torch's inside",
    "torch.nn.factory_kwargs": "a function of torch's inside",
    "torch.nn.modules.linear_cross_entropy": _FILE,
    "torch.nn.parallel.parallel_apply.get_a_var": "a function of torch's inside",
    "torch.nn.parallel.comm": "copies between several GPUs",
    "torch.onnx.*": _COMPILER,
    "torch.return_types.*_out": "the same named tuples again, for calls with out=",
    "torch.return_types.all_return_types": "a list of torch's inside",
    "torch.return_types.pytree_register_structseq": "a function of torch's inside",
    "torch.signal.windows.windows": _FILE,
    "torch.sparse.*SemiStructured*": "a subclass of Tensor for one GPU",
    "torch.sparse.as_sparse_gradcheck": "gradcheck takes sparse tensors as they are",
    "torch.sparse.to_sparse_semi_structured": "a subclass of Tensor for one GPU",
    "torch.utils.benchmark.utils.compile": _COMPILER,
    "torch.utils.checkpoint.GraphExecGroup": "passes that share what they have recomputed, a prototype",
    "torch.utils.cpp_extension.*": "there is nothing of torch's to compile against",
    "torch.utils.data._DatasetKind": "a class of torch's inside",
    "torch.utils.data.*DataPipe": _DATA,
    "torch.utils.data.DataChunk": _DATA,
    "torch.utils.data.argument_validation": _DATA,
    "torch.utils.data.backward_compatibility": _DATA,
    "torch.utils.data.functional_datapipe": _DATA,
    "torch.utils.data.*determinism": _DATA,
    "torch.utils.data.non_deterministic": _DATA,
    "torch.utils.data.runtime_validation*": _DATA,
    "torch.library.triton_op": _COMPILER,
    "torch.library.wrap_triton": _COMPILER,
    "torch.xpu.*": _FILE,
}
