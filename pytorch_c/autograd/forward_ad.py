"""Forward mode: derivatives that are computed along with the values (torch.autograd.forward_ad).

    with dual_level():
        y, derivative = unpack_dual(f(make_dual(x, direction)))

There is one level at a time. It belongs to the process, as in torch: another thread
may use it, and cannot open its own meanwhile. Wait for such threads before the level
ends: libtorch does not guard a tangent that is taken away while an operator reads it.
"""

from __future__ import annotations

import operator
from typing import NamedTuple

from .. import _ops
from .._boundary import api
from .._tensor.tensor import Tensor
from .grad_mode import _Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

__all__ = ["UnpackedDualTensor", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual", "dual_level"]


def _level(name, level):
    """The level that is meant, -1 where none is open."""
    if level is None:
        return api.forward_level()
    try:
        return operator.index(level)
    except TypeError:
        raise TypeError(f"{name}(): argument 'level' must be int, not {type(level).__name__}") from None


def _tensor(name, argument, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"{name}(): argument '{argument}' must be Tensor, not {type(value).__name__}")


def enter_dual_level() -> int:
    """Opens a level for dual tensors and gives its number (torch.autograd.forward_ad.enter_dual_level).

    Raises TorchError where one is open already.
    """
    return api.forward_level_enter()


def exit_dual_level(*, level: int | None = None) -> None:
    """Closes the level that was opened last; all tangents of it are gone (torch.autograd.forward_ad.exit_dual_level).

    Raises:
        RuntimeError: none is open, or `level` is not the last
        TypeError: `level` is no int
    """
    last = _level("exit_dual_level", None)
    if level is not None and _level("exit_dual_level", level) != last:
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This is not supported."
        )
    if last < 0:
        raise RuntimeError("Dual level must be a positive number.")
    api.forward_level_exit(last)


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """A view of `tensor` with a tangent: what is computed from it has its derivative in that direction.

    Both are floating or complex and of the same shape. Can be differentiated backward,
    by both. Source: torch.autograd.forward_ad.make_dual.

    Raises:
        RuntimeError: no level is open; another shape; a tangent at this level already
        TypeError: an argument is no Tensor, or `level` no int
        ValueError: a dtype that is neither floating nor complex
    """
    level = _level("make_dual", level)
    if level < 0:
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    for argument, what, one in (("tensor", "primal", tensor), ("tangent", "tangent", tangent)):
        _tensor("make_dual", argument, one)
        if not (one.dtype.is_floating_point or one.dtype.is_complex):
            raise ValueError(f"Expected {what} to be floating point or complex, but got: {one.dtype}")
    return _ops._make_dual(tensor, tangent, level)


class UnpackedDualTensor(NamedTuple):
    """Result of unpack_dual: the value, and the tangent or None."""

    primal: Tensor
    tangent: Tensor | None


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """A view without the tangent, and the tangent, None where there is none (torch.autograd.forward_ad.unpack_dual).

    Can be differentiated backward. Where no level is open, the tensor itself and None.
    Raises TypeError for what is no Tensor, and for a `level` that is no int.
    """
    level = _level("unpack_dual", level)
    _tensor("unpack_dual", "tensor", tensor)
    return UnpackedDualTensor(tensor, None) if level < 0 else UnpackedDualTensor(*_ops._unpack_dual(tensor, level))


class dual_level(_Mode):
    """A level for a `with` block, which gets its number, or for a function (torch.autograd.forward_ad.dual_level)."""

    def __enter__(self) -> int:  # type: ignore[override]
        return enter_dual_level()

    def __exit__(self, *exc: Any) -> None:
        exit_dual_level()


def _is_fwd_grad_enabled() -> bool:
    """Returns whether operators of this thread compute tangents."""
    return api.forward_grad_mode()


def _set(enabled):
    api.set_forward_grad_mode(enabled)


class _set_fwd_grad_enabled(_Mode):
    """Switches forward-mode gradients on or off, at once and until the end of its block."""

    def __init__(self, mode: bool) -> None:
        self.mode, self.prev = bool(mode), _is_fwd_grad_enabled()
        _set(self.mode)

    def __enter__(self) -> None:
        _set(self.mode)

    def __exit__(self, *exc: Any) -> None:
        _set(self.prev)

    def __call__(self, function):
        _set(self.prev)
        return super().__call__(function)

    def clone(self) -> Self:
        return type(self)(self.mode)


def __getattr__(name: str) -> Any:
    """Reads the number of the open level, which torch's own files ask for under this name; -1 without one."""
    if name == "_current_level":
        return api.forward_level()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
