"""Tensors as nested lists of Python's numbers."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core
from .data import CODES
from .dtype import DTYPES
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _host_bytes(self: Tensor) -> bytearray:
    """All elements, contiguous, as a bytearray."""
    out = bytearray(self.numel() * self.element_size())
    api.tensor_copy_to(self, out if out else 0, len(out))
    return out


def _nest(values, shape):
    """Consecutive values as nested lists."""
    if not shape:
        return values[0]
    for size in reversed(shape[1:]):
        count = len(values) // size if size else 0
        values = [values[i * size : (i + 1) * size] for i in range(count)]
    return values


def tolist(self: Tensor) -> Any:
    """The numbers as nested lists; a 0-dim tensor as a number."""
    found = core.lists(self)
    if found is not None:
        return found
    if api.func_level(self) and not api.vmap_level(self) and not api.func_is_functional(self):
        return tolist(api.func_value(self))  # inside of torch.func.grad
    if type(self).__torch_dispatch__ is not core.no_dispatch:
        raise RuntimeError(f".tolist() is not supported for tensor subclasses, got {type(self).__name__}")
    shape = tuple(self.shape)
    if 0 in shape:
        return _nested_empty(shape)
    dtype = self.dtype
    if dtype.is_complex:
        parts = iter(memoryview(_host_bytes(self.detach().resolve_conj().to(dtype=DTYPES["complex128"]))).cast("d"))
        return _nest([complex(real, next(parts)) for real in parts], shape)
    if dtype.name not in CODES:
        return tolist(self.detach().to(dtype=DTYPES["float64" if dtype.is_floating_point else "int64"]))
    values = memoryview(_host_bytes(self)).cast(CODES[dtype.name]).tolist()
    return _nest(values, shape)


def _nested_empty(shape):
    return [_nested_empty(shape[1:]) for _ in range(shape[0])] if shape else []


METHODS = {"tolist": tolist, "_host_bytes": _host_bytes}
