"""Conditions that must hold, else an error: what torch's Python has as torch._check and its like."""

from __future__ import annotations

import warnings

from .. import _ops
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from .symbolic import of_torch_for_symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@of_torch_for_symbols
def _check_with(error_type: type[Exception], cond: bool, message: Callable[[], Any] | None) -> None:
    """Raises an error of that type, with what `message()` gives, unless the bool `cond` is True.

    Raises:
        TypeError: a condition that is no bool, or a message that cannot be called

    Source: torch._check_with.
    """
    if not isinstance(cond, bool):
        if isinstance(cond, Tensor):
            raise TypeError(
                "cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert "
                "that all elements are true."
            )
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is None:
        raise error_type(
            "Expected cond to be True, but got False. (Could this error message be improved? If so, please "
            "report an enhancement request to PyTorch.)"
        )
    if not callable(message):
        raise TypeError("message must be a callable")
    raise error_type(str(message()))


def _check(cond: bool, message: Callable[[], Any] | None = None) -> None:
    """Raises RuntimeError unless the condition holds (torch._check)."""
    _check_with(RuntimeError, cond, message)


def _check_index(cond: bool, message: Callable[[], Any] | None = None) -> None:
    """Raises IndexError unless the condition holds (torch._check_index)."""
    _check_with(IndexError, cond, message)


def _check_value(cond: bool, message: Callable[[], Any] | None = None) -> None:
    """Raises ValueError unless the condition holds (torch._check_value)."""
    _check_with(ValueError, cond, message)


def _check_type(cond: bool, message: Callable[[], Any] | None = None) -> None:
    """Raises TypeError unless the condition holds (torch._check_type)."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond: bool, message: Callable[[], Any] | None = None) -> None:
    """Raises NotImplementedError unless the condition holds (torch._check_not_implemented)."""
    _check_with(NotImplementedError, cond, message)


@of_torch_for_symbols
def _check_is_size(i: int, message: Callable[[], Any] | None = None, *, max: int | None = None) -> None:
    """Raises RuntimeError where i is negative, or above max. Source: torch._check_is_size, deprecated there."""
    warnings.warn(
        "_check_is_size will be removed in a future PyTorch release along with guard_size_oblivious.     "
        "Use _check(i >= 0) instead.",
        FutureWarning,
        stacklevel=2,
    )
    _check(i >= 0, message)
    if max is not None:
        _check(i <= max, message)


def _check_tensor_all_with(error_type: type[Exception], cond: Tensor, message: Callable[[], Any] | None = None) -> None:
    """Raises an error of that type unless all of a tensor of bools is True.

    Raises:
        TypeError: what is no tensor of bools

    Source: torch._check_tensor_all_with.
    """
    if not isinstance(cond, Tensor):
        raise TypeError(f"cond must be a tensor, but got {type(cond)}")
    if cond.dtype != DTYPES["bool"]:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}")
    _check_with(error_type, bool(_ops.all(cond)), message)


def _check_tensor_all(cond: Tensor, message: Callable[[], Any] | None = None) -> None:
    """Raises RuntimeError unless all of a tensor of bools is True (torch._check_tensor_all)."""
    _check_tensor_all_with(RuntimeError, cond, message)
