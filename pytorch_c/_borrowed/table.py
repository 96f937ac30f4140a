"""Which modules of torch are borrowed, and why each is rather borrowed than ours.

A module stands for all below it. What trains a network is ours, since it works with LIBTORCH=DIR alone; nothing here
is needed for that.
"""

BORROWED = {
    "_linalg_utils": "what _lobpcg needs",
    "_lobpcg": "an eigenvalue solver of a thousand lines upon operators",
    "distributed.algorithms": "communication hooks upon collectives and futures",
    "distributed.argparse_util": "flags that environment variables may set",
    "distributed.collective_utils": "collectives of objects, and what they raise",
    "distributed.elastic": "the launcher's agent: processes, restarts and meetings upon stores",
    "distributed.launcher": "the launcher as functions",
    "distributed.logging_handlers": "names of loggers",
    "distributed.nn.functional": "collectives that gradients go through, upon autograd's functions",
    "distributed.optim.zero_redundancy_optimizer": "an optimizer's state, cut over processes",
    "distributed.run": "torchrun's command line",
    "distributed.utils": "tensors in nested structures",
    "distributions": "a library of probability upon operators",
    "hub": "fetches repositories and checkpoints",
    "masked": "reductions with masks, composed of operators",
    "numa": "processes bound to parts of a machine, for the launcher",
    "nn.attention._utils": "what flex_attention needs",
    "nn.attention.flex_attention": "blocks of masks, and checks upon one operator of ours",
    "nn.common_types": "names for types",
    "nn.utils._named_member_accessor": "walks modules by name",
    "nn.utils.parametrizations": "orthogonal, weight_norm and spectral_norm upon parametrize",
    "nn.utils.parametrize": "classes made at run time upon Module",
    "nn.utils.prune": "masks upon Module's hooks",
    "nn.utils.spectral_norm": "a hook of Module; torch has parametrizations in its place",
    "nn.utils.weight_norm": "a hook of Module; torch has parametrizations in its place",
    "optim._stateless": "an optimizer's parameters and state, exchanged for a block",
    "optim.swa_utils": "averages of models and a schedule",
    "quasirandom": "Sobol's sequences upon three operators",
    "testing._creation": "random tensors for tests",
    "utils._contextlib": "decorators upon contextlib",
    "utils._foreach_utils": "sorts tensors by device and dtype",
    "utils._typing_utils": "a check of types that does nothing else",
    "utils.benchmark": "timers upon timeit",
    "utils.collect_env": "asks the machine, not tensors",
    "utils.data.distributed": "a sampler that takes every n-th sample",
    "utils.file_baton": "a lock in the file system",
    "utils.hipify": "rewrites sources of CUDA",
    "utils.model_zoo": "hub's names of earlier years",
    "utils.module_tracker": "hooks of Module",
    "utils.show_pickle": "reads pickles without running them",
    "utils.tensorboard": "writes for the package tensorboard",
    "utils.weak": "dictionaries by identity",
}

# Packages whose submodules of these names are hidden by a function of the same name, as torch's `from … import` does.
HIDDEN = {
    "nn.utils": ("spectral_norm", "weight_norm"),
}


def is_borrowed(name: str) -> bool:
    """Whether a module, by its name without "torch.", is borrowed, alone or with the package it is in."""
    while name:
        if name in BORROWED:
            return True
        name = name.rpartition(".")[0]
    return False


# Modules of torch that are neither borrowed nor ours, and why: an ImportError says it.
_COMPILER = "it captures or compiles programs, and there is no compiler here"
_GROUPS = "it cuts models over processes by meshes of devices, which are not here"
_SCRIPT = "it is a part of TorchScript, which is not here"
ABSENT = {
    "_dispatch": _COMPILER,
    "_export": _COMPILER,
    "ao": "it quantizes by graphs and observers of torch's; the quantized operators themselves are in the top level",
    "backends.python_native": "kernels that torch writes in Python for GPUs",
    "backends.xeon": "a command line that pins processes to cores",
    "contrib": "a writer for TensorBoard from long ago",
    "cuda.comm": "copies between several GPUs",
    "cuda.gds": "files that a GPU reads",
    "cuda.green_contexts": "shares of a GPU",
    "cuda.jiterator": "kernels that are compiled for a GPU",
    "cuda.profiler": "marks for NVIDIA's profiler",
    "cuda.sparse": "legacy types of GPUs",
    "cuda.tunable": "choices among kernels of a GPU",
    "distributed.fsdp": _GROUPS,
    "distributed.pipelining": _GROUPS,
    "export.custom_ops": _COMPILER,
    "export.dynamic_shapes": _COMPILER,
    "fx.passes": _COMPILER,
    "jit.generate_bytecode": _SCRIPT,
    "jit.mobile": _SCRIPT,
    "jit.quantized": _SCRIPT,
    "jit.supported_ops": _SCRIPT,
    "jit.unsupported_tensor_ops": _SCRIPT,
    "mps.event": "events of Apple's GPUs",
    "mps.profiler": "marks for Apple's profiler",
    "nativert": _COMPILER,
    "nn.attention.bias": "a subclass of Tensor with kernels for CUDA",
    "nn.attention.experimental": _COMPILER,
    "nn.attention.varlen": "kernels for CUDA",
    "nn.backends": "empty in torch",
    "nn.cpp": "modules of C++ in Python",
    "nn.intrinsic": "another name for torch.ao",
    "nn.qat": "another name for torch.ao",
    "nn.quantizable": "another name for torch.ao",
    "nn.quantized": "another name for torch.ao",
    "onnx.utils": _COMPILER,
    "package": "it pickles Python modules with their sources, which nothing here reads",
    "profiler.itt": "marks for Intel's profiler",
    "profiler.python_tracer": "frames of Python's are not part of a profile here",
    "quantization": "another name for torch.ao",
    "sparse.semi_structured": "a subclass of Tensor for one GPU",
    "utils.backcompat": "warnings of years ago",
    "utils.bundled_inputs": _SCRIPT,
    "utils.data.datapipes": "torch has left data pipes to another project",
    "utils.data.graph": "torch has left data pipes to another project",
    "utils.data.graph_settings": "torch has left data pipes to another project",
    "utils.debug_log": _COMPILER,
    "utils.flop_counter": "it watches operators through torch's dispatcher in Python",
    "utils.jit": _SCRIPT,
    "utils.mkldnn": _SCRIPT,
    "utils.mobile_optimizer": _SCRIPT,
    "utils.model_dump": _SCRIPT,
    "utils.throughput_benchmark": _SCRIPT,
    "utils.viz": "it draws the memory of CUDA devices",
}


def why_absent(name: str) -> str | None:
    """Why a module, by its name without "torch.", is not here; None where nothing says so."""
    while name:
        if name in ABSENT:
            return ABSENT[name]
        name = name.rpartition(".")[0]
    return None
