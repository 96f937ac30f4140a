"""pytorch_c: PyTorch's C++ core for Python, through a flat C library and cffi.

The names and call forms are torch's; the memory is freed as GoTorch did it.
"""

from . import _lib  # noqa: I001  (libtorch is loaded first)
from ._errors import (
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
from ._tensor import Size, Tensor
from ._device import device
from ._dtype import DTYPES as _DTYPES, FORMATS as _FORMATS, LAYOUTS as _LAYOUTS, dtype, layout, memory_format
from ._generator import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
from . import _composites, _indexing, _methods, _ops, _warnings  # noqa: F401
from ._interop import as_tensor, from_blob, from_numpy, frombuffer, get_default_dtype, tensor
from ._functions import (
    compile_info,
    get_num_interop_threads,
    get_num_threads,
    is_complex,
    is_cuda_available,
    is_cudnn_available,
    is_floating_point,
    is_grad_enabled,
    is_tensor,
    numel,
    set_num_interop_threads,
    set_num_threads,
)
from . import autograd
from .autograd import enable_grad, inference_mode, is_inference_mode_enabled, no_grad, set_grad_enabled
from ._gc import Record, SurvivorsError, finish_gc, gc, gc_each, live_bytes, live_tensors, set_trace_tensors
from ._scope import scope
from . import memory
from ._finalizers import finalizer, set_finalizer
from . import cuda

globals().update(_DTYPES | _LAYOUTS | _FORMATS)
from math import e, inf, nan, pi  # noqa: E402, F401

newaxis = None
from ._version import __version__  # noqa: E402

# What a program may never use is loaded when it first does: an import stays short.
_MODULES = (
    "data",
    "fft",
    "func",
    "functional",
    "linalg",
    "nn",
    "ops",
    "optim",
    "random",
    "return_types",
    "signal",
    "sparse",
    "special",
    "testing",
    "utils",
    "vision",
)
_LAZY = {
    "from_dlpack": "._dlpack",
    "to_dlpack": "._dlpack",
    "FileFormatError": "._serialization",
    "UnpicklingError": "._serialization",
    "load": "._serialization",
    "save": "._serialization",
    "get_printoptions": "._printing",
    "printoptions": "._printing",
    "set_printoptions": "._printing",
    "vmap": ".func",
    "SGD": ".optim.gotorch_form",
    "Adam": ".optim.gotorch_form",
}
# Operators that are methods alone, in torch too; one has the name of a module here.
_METHODS_ONLY = ("_indices", "_nnz", "_values")
_LAZY |= {name: "._composites." + chapter for name, chapter in _composites.NAMES.items()}


def __getattr__(name):
    """Submodules, and the operators by family, at their first use."""
    import importlib

    if name in _MODULES:
        try:
            return importlib.import_module("." + name, __name__)
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    if name in _METHODS_ONLY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(_LAZY[name], __name__) if name in _LAZY else _ops
    try:
        found = getattr(module, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    globals()[name] = found
    return found


def __dir__():
    return sorted({*globals(), *_MODULES, *_LAZY, *dir(_ops)} - {*_METHODS_ONLY})
