"""Switches of the whole process: determinism, precision, denormal numbers, warnings."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Sets whether operators must give the same result each time: one that cannot raises RuntimeError, or only warns.

    Raises:
        TypeError: `mode` or `warn_only` that is no bool

    Source: torch.use_deterministic_algorithms.
    """
    for name, value in (("mode", mode), ("warn_only", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(
                f"use_deterministic_algorithms(): argument '{name}' must be bool, not {type(value).__name__}"
            )
    api.set_deterministic_mode(0 if not mode else 1 if warn_only else 2)


@core.quick
def are_deterministic_algorithms_enabled() -> bool:
    """Returns whether use_deterministic_algorithms is on."""
    return get_deterministic_debug_mode() > 0


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Returns whether an operator without a deterministic kernel only warns."""
    return get_deterministic_debug_mode() == 1


_DEBUG_MODES = ("default", "warn", "error")


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Sets the switch of use_deterministic_algorithms by a word: "default" or 0, "warn" or 1, "error" or 2.

    Source: torch.set_deterministic_debug_mode.
    """
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in _DEBUG_MODES:
            raise RuntimeError(
                f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {debug_mode}"
            )
        debug_mode = _DEBUG_MODES.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode() -> int:
    """0, 1 or 2: default, warn, error."""
    return api.deterministic_mode()


def set_flush_denormal(mode: bool) -> bool:
    """Sets whether denormal floats become 0 on the CPU; returns whether the processor can do so."""
    if not isinstance(mode, bool):
        raise TypeError(f"set_flush_denormal expects a bool, but got {type(mode).__name__}")
    return api.set_flush_denormal(mode)


_PRECISIONS = ("highest", "high", "medium")


def get_float32_matmul_precision() -> str:
    """The word that set_float32_matmul_precision takes."""
    return _PRECISIONS[api.float32_matmul_precision()]


def set_float32_matmul_precision(precision: str) -> None:
    """Sets the precision of float32 matrix products: "highest", or "high" and "medium", which may round to TF32 or bfloat16.

    Raises:
        TypeError: what is no str
        ValueError: another word

    Source: torch.set_float32_matmul_precision.
    """
    if not isinstance(precision, str):
        raise TypeError(
            f"set_float32_matmul_precision(): argument 'precision' must be str, not {type(precision).__name__}"
        )
    if precision not in _PRECISIONS:
        raise ValueError(f"argument 'precision' must be {', '.join(_PRECISIONS)}, got {precision!r}")
    api.set_float32_matmul_precision(_PRECISIONS.index(precision))


def set_warn_always(b: bool, /) -> None:
    """Sets whether a warning that libtorch gives once in a process comes each time.

    Raises:
        TypeError: what is no bool

    Source: torch.set_warn_always.
    """
    if not isinstance(b, bool):
        raise TypeError(f"set_warn_always(): argument 'b' must be bool, not {type(b).__name__}")
    api.set_warn_always(b)


def is_warn_always_enabled() -> bool:
    """Returns whether set_warn_always is on."""
    return api.warn_always()
