"""Switches of recording for gradients (torch.autograd.grad_mode)."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core
from .._tensor import overriding
from ..utils._contextlib import _DecoratorContextManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from typing_extensions import Self

    _F = TypeVar("_F", bound=Callable[..., Any])

__all__ = ["enable_grad", "inference_mode", "no_grad", "set_grad_enabled", "set_multithreading_enabled"]


@core.quick
def is_grad_enabled() -> bool:
    """Returns whether this thread records operators."""
    return api.grad_mode()


@core.quick
def is_inference_mode_enabled() -> bool:
    """Returns whether this thread is in inference mode."""
    return api.inference_mode()


@core.quick
def _set_grad_enabled(enabled: bool) -> None:
    """Sets whether this thread records derivatives; modes are asked (torch._C._set_grad_enabled)."""
    if core.overriding()[1]:
        return overriding.ask(_set_grad_enabled, (), (enabled,), {})
    api.set_grad_mode(enabled)


_set_grad_enabled.__module__ = "torch._C"  # as which code of graphs names it


class _Mode(core.State, _DecoratorContextManager):
    """A state for a `with` block; or, as a decorator, for a function or for each step of a generator.

    Entering and leaving are single steps in C (csrc/states.c): no signal's exception leaves half of one behind.
    """

    def _tell(self, enabled):
        """Shows an open mode that derivatives are recorded from now on, or are not; called from C."""
        _set_grad_enabled(enabled)


class no_grad(_Mode):
    """Records nothing in its block, on this thread (torch.no_grad); also as @no_grad or @no_grad()."""

    _enabled = False

    def __new__(cls, function=None):
        made = super().__new__(cls)
        made._recording = cls._enabled
        return made if function is None else made(function)


class enable_grad(no_grad):
    """Records in its block (torch.enable_grad)."""

    _enabled = True


class inference_mode(_Mode):
    """Records nothing in its block, on this thread, nor what recording would need later (torch.inference_mode).

    Tensors made inside cannot be saved for a gradient afterwards. `inference_mode(False)` ends it for a
    block. Also as @inference_mode or @inference_mode().
    """

    def __new__(cls, mode=True):
        made = super().__new__(cls)
        made.mode = True if callable(mode) else bool(mode)
        made._inference = made.mode
        return made(mode) if callable(mode) else made

    def clone(self) -> Self:
        return type(self)(self.mode)


class set_grad_enabled(_Mode):
    """Records or not, at once; as a block, until its end; as a decorator, only there (torch.set_grad_enabled)."""

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise TypeError(f"set_grad_enabled(): argument 'mode' must be bool, not {type(mode).__name__}")
        self.mode = self._recording = mode
        _Mode.__enter__(self)  # not super(): it costs more than the rest

    def __enter__(self) -> None:
        _set_grad_enabled(self.mode)

    def __call__(self, function: _F) -> _F:
        _set_grad_enabled(self.prev)
        return super().__call__(function)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def clone(self) -> Self:
        return type(self)(self.mode)


class set_multithreading_enabled(_Mode):
    """Sets whether backward passes of this thread may use a thread for each device; as a block, until its end.

    As torch.autograd.grad_mode.set_multithreading_enabled.
    """

    def __init__(self, mode: bool) -> None:
        self.mode = self._threads = bool(mode)
        super().__enter__()

    def __enter__(self) -> None:
        """Does nothing: the mode holds since it was made."""

    def clone(self) -> Self:
        return type(self)(self.mode)
