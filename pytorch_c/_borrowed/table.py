"""Which modules of torch are borrowed, and why each is rather borrowed than ours.

A module stands for all below it. What trains a network is ours, since it works with LIBTORCH=DIR alone; nothing here
is needed for that.
"""

BORROWED = {
    "_functorch": "levels of transforms as torch's operators upon functions see them",
    "_linalg_utils": "what _lobpcg needs",
    "_lobpcg": "an eigenvalue solver of a thousand lines upon operators",
    "_torch_ops": "operators upon functions, and what the dispatcher in Python asks (torch._ops)",
    "_vendor": "versions of packages, compared",
    "cuda.jiterator": "a class around two functions of CUDA builds",
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
    "testing._comparison": "pairs of values that torch's own tests compare",
    "testing._creation": "random tensors for tests",
    "testing._internal": "helpers of torch's own tests, and its databases of operators",
    "testing._utils": "seeds for tests",
    "utils._contextlib": "decorators upon contextlib",
    "utils._foreach_utils": "sorts tensors by device and dtype",
    "utils._import_utils": "asks which packages are installed",
    "utils._mode_utils": "a block without dispatch, by another name",
    "utils._python_dispatch": "modes of __torch_dispatch__, and wrappers taken apart and put together",
    "utils._triton": "asks for a package that GPUs use",
    "utils._typing_utils": "a check of types that does nothing else",
    "utils.benchmark": "timers upon timeit",
    "utils.collect_env": "asks the machine, not tensors",
    "utils.data.distributed": "a sampler that takes every n-th sample",
    "utils._dtype_abbrs": "short names of dtypes",
    "utils.file_baton": "a lock in the file system",
    "utils.flop_counter": "a mode that counts operations by formulas upon shapes",
    "utils.hipify": "rewrites sources of CUDA",
    "utils.model_zoo": "hub's names of earlier years",
    "utils.module_tracker": "hooks of Module",
    "utils.show_pickle": "reads pickles without running them",
    "utils.tensorboard": "writes for the package tensorboard",
    "utils.weak": "dictionaries by identity",
}

# Modules whose file in torch has another name: ours of that name are operators.
FILES = {"_torch_ops": "_ops"}

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
_MOBILE = "it prepares programs for libtorch's mobile interpreter, which only torch's extension module reaches; jit.load runs archives"
_SCRIPT_DOCS = "it makes a page of torch's documentation; docs/torchscript-language.md says what programs take"
ABSENT = {
    "_dispatch": _COMPILER,
    "ao": "it quantizes by graphs and observers of torch's; the quantized operators themselves are in the top level",
    "backends.python_native": "kernels that torch writes in Python for GPUs",
    "backends.xeon": "a command line that pins processes to cores",
    "contrib": "a writer for TensorBoard from long ago",
    "cuda.comm": "copies between several GPUs",
    "cuda.gds": "files that a GPU reads",
    "cuda.green_contexts": "shares of a GPU",
    "cuda.profiler": "marks for NVIDIA's profiler",
    "cuda.sparse": "legacy types of GPUs",
    "cuda.tunable": "choices among kernels of a GPU",
    "distributed.fsdp": _GROUPS,
    "distributed.pipelining": _GROUPS,
    "export.custom_ops": _COMPILER,
    "export.dynamic_shapes": _COMPILER,
    "fx.passes": _COMPILER,
    "jit.generate_bytecode": _MOBILE,
    "jit.mobile": _MOBILE,
    "jit.quantized": "its classes raise an error in torch too, which names torch.ao in their place",
    "jit.supported_ops": _SCRIPT_DOCS,
    "jit.unsupported_tensor_ops": _SCRIPT_DOCS,
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
    "utils.bundled_inputs": _MOBILE,
    "utils.data.datapipes": "torch has left data pipes to another project",
    "utils.data.graph": "torch has left data pipes to another project",
    "utils.data.graph_settings": "torch has left data pipes to another project",
    "utils.debug_log": _COMPILER,
    "utils.jit": "it reads graphs from the logs of torch's fuser for GPUs",
    "utils.mkldnn": "copies of layers for MKL-DNN; Tensor.to_mkldnn() and the operators take such tensors",
    "utils.mobile_optimizer": _MOBILE,
    "utils.model_dump": "it draws archives for mobile devices as web pages",
    "utils.throughput_benchmark": "a timer of torch's extension module; utils.benchmark is here",
    "utils.viz": "it draws the memory of CUDA devices",
}


def why_absent(name: str) -> str | None:
    """Why a module, by its name without "torch.", is not here; None where nothing says so."""
    while name:
        if name in ABSENT:
            return ABSENT[name]
        name = name.rpartition(".")[0]
    return None
