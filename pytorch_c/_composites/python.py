"""Small helpers that torch's Python keeps at its top level."""

from __future__ import annotations

import os

from .. import _ops
from .._boundary import api
from .._boundary.handle import core
from .._boundary.library import libtorch_dir
from .._tensor.data import tensor
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.generator import Generator
    from .._typing import Dtype

has_lapack: bool = api.context_has("lapack")
has_mkl: bool = api.context_has("mkl")
has_openmp: bool = api.context_has("openmp")
has_spectral: bool = True


def _softmax_backward_data(grad_output: Tensor, output: Tensor, dim: int, input_dtype: Dtype) -> Tensor:
    """The gradient of softmax by its input, of that of its output (torch._softmax_backward_data)."""
    weighted = grad_output * output
    return (weighted - output * weighted.sum(dim, keepdim=True)).to(input_dtype)


_segment_reduce = _ops.segment_reduce


class classproperty:
    """A property of a class, as a decorator (torch.classproperty)."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self.func = func

    def __get__(self, instance: Any, owner: type) -> Any:
        return self.func(owner)


def compiled_with_cxx11_abi() -> bool:
    """True: libtorch uses the C++ ABI of today's compilers (torch.compiled_with_cxx11_abi)."""
    return True


def get_file_path(*path_components: str) -> str:
    """A path below the folder of libtorch (torch.get_file_path)."""
    return os.path.join(libtorch_dir(), *path_components)


def thread_safe_generator() -> Generator | None:
    """None, which is the global generator: workers of a DataLoader may share it (torch.thread_safe_generator)."""
    return None


@core.asking
def _assert(condition: Any, message: str) -> None:
    """Raises AssertionError with the message unless the condition holds (torch._assert)."""
    if not condition:
        raise AssertionError(message)


def _shape_as_tensor(self: Tensor) -> Tensor:
    """The sizes of a tensor as a tensor of int64 on the CPU (torch._shape_as_tensor)."""
    return tensor(list(self.shape), dtype=DTYPES["int64"], device="cpu")
