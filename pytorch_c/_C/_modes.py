"""__torch_dispatch__ by torch's names (torch._C): the stack of modes of this thread, and blocks in which nobody is asked."""

from __future__ import annotations

import enum

from .._boundary import api
from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor

_disabled_torch_dispatch_impl = core.no_dispatch


class _TorchDispatchModeKey(enum.Enum):
    """The places of modes of which a thread has one each."""

    FAKE = 0
    PROXY = 1
    FUNCTIONAL = 2


def _push_on_torch_dispatch_stack(mode: Any) -> None:
    """Makes a mode the innermost, or puts one with a `_mode_key` into its place."""
    if mode is None:
        return
    key = getattr(mode, "_mode_key", None)
    if key is not None:
        _set_dispatch_mode(mode)
    else:
        core.push_mode(mode)


def _pop_torch_dispatch_stack(mode_key: _TorchDispatchModeKey | None = None) -> Any:
    """Takes the innermost mode away, or the one of a place, and gives it."""
    if mode_key is None:
        return core.pop_mode()
    mode = core.unset_infra_mode(mode_key.value)
    if mode is None:
        raise RuntimeError(f"Unable to find a mode with the key {mode_key} to pop")
    return mode


def _get_dispatch_stack_at(idx: int) -> Any:
    """The mode at an index, the outermost first."""
    return core.mode_at(idx)


def _len_torch_dispatch_stack() -> int:
    """Returns how many modes this thread has."""
    return core.count_dispatch_modes(False)


def _is_in_torch_dispatch_mode() -> bool:
    """Returns whether this thread has a mode."""
    return core.count_dispatch_modes(False) > 0


def _get_dispatch_mode(mode_key: _TorchDispatchModeKey) -> Any:
    """The mode of a place, or None."""
    return core.infra_mode(mode_key.value)


def _set_dispatch_mode(mode: Any) -> None:
    """Puts a mode into the place that its `_mode_key` names."""
    core.set_infra_mode(mode._mode_key.value, mode)


def _unset_dispatch_mode(mode_key: _TorchDispatchModeKey) -> Any:
    """Takes the mode of a place away, and gives it or None."""
    return core.unset_infra_mode(mode_key.value)


class _DisableTorchDispatch(core.DispatchBlock):
    """A block in which operators ask neither modes nor tensors."""

    def __new__(cls) -> _DisableTorchDispatch:
        return super().__new__(cls, 1)


class _RestorePythonTLSSnapshot(core.DispatchBlock):
    """A block in which operators are dispatched as where the one was called that __torch_dispatch__ is asked about."""

    def __new__(cls) -> _RestorePythonTLSSnapshot:
        return super().__new__(cls, 2)


class _StashedModes(core.DispatchBlock):
    """A block without modes."""


_TensorMeta = core._TensorMeta  # the class of Tensor


def _python_dispatch(tensor: Tensor) -> bool:
    return api.tensor_asks_host(tensor)
