"""pytorch_c: PyTorch's C++ core for Python, through a flat C library and cffi.

The names and call forms are torch's; the memory is freed as GoTorch did it.
"""

from ._borrowed import finder as _finder, whole as _whole  # noqa: I001

_finder.install()
from ._boundary import library as _loaded  # libtorch is loaded first

_whole.hasten_by(_loaded.core.find_fast, __name__)
from ._boundary.errors import (
    AcceleratorError,
    ClosedTensorError,
    Error,
    LinAlgError,
    OutOfMemoryError,
    TorchBufferError,
    TorchError,
    TorchIndexError,
    TorchNotImplementedError,
    TorchSyntaxError,
    TorchTypeError,
    TorchValueError,
)
from ._tensor.tensor import Size, Tensor
from ._tensor.device import device
from ._tensor.dtype import DTYPES as _DTYPES, FORMATS as _FORMATS, LAYOUTS as _LAYOUTS, dtype, layout, memory_format
from ._tensor.generator import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from . import _composites, _ops
from ._boundary import forking as _forking, version as _version, warnings as _warnings
from ._calls import forms as _forms
from ._tensor import members as _members
from ._tensor.data import as_tensor, from_blob, from_numpy, frombuffer, tensor
from ._tensor.promotion import can_cast, get_default_dtype, promote_types, result_type, set_default_dtype
from . import autograd
from .autograd import enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled
from ._memory.loops import Record, SurvivorsError, finish_gc, gc, gc_each, live_bytes, live_tensors, set_trace_tensors
from ._memory.scope import scope
from . import memory
from ._memory.finalizers import finalizer, set_finalizer
from . import cuda

globals().update(_DTYPES | _LAYOUTS | _FORMATS)
from math import e, inf, nan, pi  # noqa: E402, F401

newaxis = None
legacy_contiguous_format = _FORMATS["contiguous_format"]
from ._boundary.version import __version__  # noqa: E402

# Loaded on first use, to keep `import pytorch_c` fast.
_MODULES = (
    "_C",
    "__config__",
    "__future__",
    "_dynamo",
    "_jit_internal",
    "_subclasses",
    "_tensor_str",
    "accelerator",
    "amp",
    "array_api",
    "backends",
    "classes",
    "compiler",
    "cpu",
    "data",
    "distributed",
    "distributions",
    "export",
    "fft",
    "func",
    "functional",
    "futures",
    "fx",
    "hub",
    "jit",
    "library",
    "linalg",
    "masked",
    "monitor",
    "mps",
    "mtia",
    "multiprocessing",
    "nested",
    "nn",
    "onnx",
    "ops",
    "optim",
    "overrides",
    "profiler",
    "quasirandom",
    "random",
    "return_types",
    "serialization",
    "signal",
    "sparse",
    "special",
    "storage",
    "testing",
    "tool",
    "torch_version",
    "types",
    "utils",
    "version",
    "vision",
    "xpu",
)
_LAZY = {
    "Future": ".futures",
    "get_numpy_functions": "._numpy.switch",
    "set_numpy_functions": "._numpy.switch",
    "install_as_torch": "._as_torch",
    "lobpcg": "._lobpcg",
    "from_arrow": "._tensor.arrow",
    "from_torch": "._tensor.torch_itself",
    "to_torch": "._tensor.torch_itself",
    "from_dlpack": "._tensor.dlpack",
    "to_dlpack": "._tensor.dlpack",
    "FileFormatError": "._files.errors",
    "UnpicklingError": "._files.errors",
    "load": "._files.archive",
    "save": "._files.archive",
    "get_printoptions": "._tensor.printing",
    "printoptions": "._tensor.printing",
    "set_printoptions": "._tensor.printing",
    "DisableTorchFunction": ".overrides",
    "DisableTorchFunctionSubclass": ".overrides",
    "TypedStorage": ".storage",
    "UntypedStorage": ".storage",
    "is_storage": ".storage",
    "vmap": ".func",
    "_disable_dynamo": "._compile",
    "SGD": ".optim.gotorch_form",
    "Adam": ".optim.gotorch_form",
}
_LAZY |= {
    f"{kind}Storage": ".storage"
    for kind in "BFloat16 Bool Byte Char ComplexDouble ComplexFloat Double Float Half Int Long QInt32 QInt8 QUInt2x4 QUInt4x2 "
    "QUInt8 Short".split()
}
# Hidden from the top level: operators that are only methods, or only in place, as in torch.
_METHODS_ONLY = ("_foreach_copy", "_foreach_zero", "copy", "_indices", "_nnz", "_values")
_LAZY |= dict.fromkeys(
    (
        "clear_autocast_cache get_autocast_cpu_dtype get_autocast_dtype get_autocast_gpu_dtype is_autocast_available "
        "is_autocast_cache_enabled "
        "is_autocast_cpu_enabled is_autocast_enabled set_autocast_cache_enabled set_autocast_cpu_dtype "
        "set_autocast_cpu_enabled set_autocast_dtype set_autocast_enabled set_autocast_gpu_dtype"
    ).split(),
    ".amp._state",
)
_LAZY |= {"autocast": ".amp.autocast_mode", "GradScaler": ".amp.grad_scaler"}
_LAZY |= dict.fromkeys(("_efficientzerotensor", "_functionalize_unsafe_set", "_is_functional_tensor"), "._C._fake")
_LAZY |= dict.fromkeys(
    (
        "_disable_functionalization _enable_functionalization _freeze_functional_tensor _from_functional_tensor "
        "_functionalize_are_all_mutations_hidden_from_autograd _functionalize_commit_update "
        "_functionalize_are_all_mutations_under_no_grad_or_inference_mode _functionalize_enable_reapply_views "
        "_functionalize_get_storage_size _functionalize_has_data_mutation _functionalize_has_metadata_mutation "
        "_functionalize_inductor_storage_resized_counter _functionalize_is_multi_output_view _functionalize_is_symbolic "
        "_functionalize_mark_mutation_hidden_from_autograd _functionalize_mark_storage_changed "
        "_functionalize_mutation_counter _functionalize_replace _functionalize_storage_changed_counter "
        "_functionalize_sync _functionalize_was_inductor_storage_resized _functionalize_was_storage_changed "
        "_is_functional_tensor_base _mirror_autograd_meta_to _to_functional_tensor"
    ).split(),
    "._C._functional",
)
_LAZY |= {"FunctionSchema": "._calls.function_schema", "parse_schema": "._calls.function_schema", "Tag": "._calls.tags"}
_LAZY |= dict.fromkeys(
    "AnyType AwaitType BoolType ClassType ComplexType DeviceObjType DictType FloatType FutureType IntType ListType NoneType "
    "NumberType OptionalType PyObjectType RRefType StreamObjType StringType SymBoolType SymIntType TensorType TupleType "
    "UnionType".split(),
    "._calls.jit_types",
)


def _own(name):
    """A name that is loaded at its first use and is no name of torch's own files: a submodule, an operator."""
    import importlib
    import sys

    if name == "torch":  # torch.torch
        return sys.modules[__name__]
    if name in _MODULES:
        try:
            return importlib.import_module(f".{name}", __package__)  # __name__ may be "torch"
        except ModuleNotFoundError as error:
            if error.name != f"{__package__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    if name == "Storage":  # the legacy class of the default dtype
        storage = importlib.import_module(".storage", __package__)
        return getattr(storage, storage._dtype_to_storage_type_map()[sys.modules[__name__].get_default_dtype()])
    if name in _METHODS_ONLY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in _composites.NAMES:
        globals()[name] = found = _composites.function(name, __name__)
        return found
    module = importlib.import_module(_LAZY[name], __package__) if name in _LAZY else _ops
    # Operators of libtorch's inside; not __module__, which each module's class has.
    if module is _ops and name.startswith("_") and name not in _ops.FAMILY and not hasattr(type(sys), name):
        module = importlib.import_module(".ops", __package__).functions
    try:
        found = getattr(module, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    globals()[name] = found
    return found


def __getattr__(name):
    try:
        return _own(name)
    except AttributeError:
        if name.startswith("__") or name in _METHODS_ONLY:
            raise
    from ._borrowed import root

    return root.attribute(name)


def _hide(names):
    """Hides functions of the top level that torch has not there."""
    global _METHODS_ONLY
    _METHODS_ONLY = (*_METHODS_ONLY, *names)
    for name in names:
        globals().pop(name, None)


def _bind_operators():
    """Makes torch's functions globals of the top level: programs that go through vars(torch) find them."""
    for name in {*_composites.NAMES, *_ops.FAMILY} - {*_METHODS_ONLY, *globals()}:
        if not name.startswith("_") and _composites.NAMES.get(name) not in ("compiling", "gotorch"):
            _own(name)


def __dir__():
    import importlib.util

    names = {*globals(), *_MODULES, *_LAZY, *_composites.NAMES, *dir(_ops), "Storage", "torch"}
    if not importlib.util.find_spec("array_api_compat"):  # programs go through the names, and get each
        names.discard("array_api")
    return sorted(names - {*_METHODS_ONLY})
