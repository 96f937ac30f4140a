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
from ._ops import *  # noqa: F403
from . import _methods, _indexing, return_types  # noqa: F401
from ._interop import as_tensor, asarray, from_blob, from_numpy, frombuffer, get_default_dtype, tensor
from ._functions import (
    compile_info,
    get_num_threads,
    is_complex,
    is_cuda_available,
    is_cudnn_available,
    is_floating_point,
    is_grad_enabled,
    is_tensor,
    numel,
    set_num_threads,
)
from . import autograd
from .autograd import enable_grad, no_grad, set_grad_enabled
from ._gc import finish_gc, gc, gc_each, live_bytes, live_tensors, set_trace_tensors
from ._finalizers import finalizer, set_finalizer
from . import cuda
from ._serialization import FileFormatError, UnpicklingError, load, save
from ._printing import get_printoptions, printoptions, set_printoptions
from . import nn, optim
from .optim.gotorch_form import SGD, Adam

globals().update(_DTYPES | _LAYOUTS | _FORMATS)
from ._version import __version__  # noqa: E402
