"""Finding the operator behind a bad gradient (torch.autograd.anomaly_mode)."""

from __future__ import annotations

import sys
import traceback
import warnings

from .._boundary import api
from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _stack():
    """The calls that led to the operator that is being recorded, as a traceback has them."""
    return "".join(traceback.format_stack(sys._getframe(1)))


def _state():
    """(whether it is on, whether NaN counts)."""
    return api.anomaly_mode()


def set_anomaly_enabled(enabled: bool, check_nan: bool = True) -> None:
    """Turns anomaly mode on or off for the process; with check_nan a NaN in a gradient raises RuntimeError.

    Source: torch.set_anomaly_enabled.
    """
    for name, value in (("enabled", enabled), ("check_nan", check_nan)):
        if not isinstance(value, bool):
            raise TypeError(f"set_anomaly_enabled(): argument '{name}' must be bool, not {type(value).__name__}")
    if enabled:
        core.set_stacks(_stack)
    api.set_anomaly_mode(enabled, check_nan)


@core.quick
def is_anomaly_enabled() -> bool:
    """Returns whether anomaly mode is on."""
    return _state()[0]


@core.quick
def is_anomaly_check_nan_enabled() -> bool:
    """Returns whether a NaN in a gradient raises in anomaly mode."""
    return _state()[1]


class set_detect_anomaly:
    """Anomaly mode on or off, at once; as a block, until its end (torch.autograd.set_detect_anomaly).

    A backward pass that fails then warns with the stack of the forward operator's
    call, and a NaN in a gradient raises RuntimeError. It costs a multiple of the time.
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.before = _state()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exception: Any) -> None:
        set_anomaly_enabled(*self.before)


class detect_anomaly:
    """Anomaly mode for a block (torch.autograd.detect_anomaly); see set_detect_anomaly."""

    def __init__(self, check_nan: bool = True) -> None:
        self.check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        self.before = _state()
        set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *exception: Any) -> None:
        set_anomaly_enabled(*self.before)
