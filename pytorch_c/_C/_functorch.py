"""Names of torch._C._functorch that torch's own Python imports: kinds of transforms, and what is not here."""

from __future__ import annotations

import enum

from .._calls.dispatch_keys import keys_of_tensor
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class TransformType(enum.Enum):
    """A kind of transform of torch.func."""

    Torch = 0
    Vmap = 1
    Grad = 2
    Jvp = 3
    Functionalize = 4


class RandomnessType(enum.Enum):
    """Random numbers within vmap."""

    Error = 0
    Same = 1
    Different = 2


# ---- which levels a tensor is of ----


def _has(tensor, key):
    return isinstance(tensor, Tensor) and keys_of_tensor(tensor).has(key)


def is_batchedtensor(tensor: Any) -> bool:
    """Returns whether a vmap has wrapped the tensor."""
    return _has(tensor, "FuncTorchBatched")


def is_gradtrackingtensor(tensor: Any) -> bool:
    """Returns whether a grad or a jvp has wrapped the tensor."""
    return _has(tensor, "FuncTorchGradWrapper")


def is_functionaltensor(tensor: Any) -> bool:
    """Returns whether libtorch's functionalization has wrapped the tensor."""
    return _has(tensor, "Functionalize")


def is_legacy_batchedtensor(tensor: Any) -> bool:
    """Returns whether the first vmap, _vmap_internals', has wrapped the tensor."""
    return _has(tensor, "Batched")


def is_functorch_wrapped_tensor(tensor: Any) -> bool:
    """Returns whether a transform has wrapped the tensor."""
    return is_batchedtensor(tensor) or is_gradtrackingtensor(tensor) or is_functionaltensor(tensor)


def maybe_current_level() -> None:
    """Returns None: the levels of transforms are pytorch_c.func's own."""


def peek_interpreter_stack() -> None:
    """Returns None: the levels of transforms are pytorch_c.func's own."""


def get_interpreter_stack() -> None:
    """Returns None: the levels of transforms are pytorch_c.func's own."""


class _Absent:
    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"torch._C._functorch.{self._name} is not here: the levels of transforms are pytorch_c.func's own"
        )

    def __repr__(self) -> str:
        return f"<absent torch._C._functorch.{self._name}>"


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    found = globals()[name] = _Absent(name)
    return found
